//! `grognard play`: the table in the browser.

use crate::cli::Play;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::{page, rulesets, scenes};
use archive::{Archive, ArchiveError, usual_folder};
use server::{ServeError, Server};
use std::net::SocketAddr;
use std::path::Path;

pub fn run(context: &Context, arguments: &Play) -> Done {
    let ruleset = arguments.ruleset.as_deref().map(|id| context.ruleset(id)).transpose()?;
    let scenario = arguments.scenario.as_deref().map(|name| scenes::find(context, name)).transpose()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Internal(error.to_string()))?;
    let folder = arguments.data.clone().unwrap_or_else(usual_folder);
    runtime.block_on(async {
        let archive = Archive::open(&folder).await.map_err(|error| no_archive(context, &error))?;
        if let Some(scene) = &scenario
            && armies::Library::embedded().text(&scene.scenario.id).is_none()
        {
            // A file of one's own is kept with the battles, so that the chooser has it.
            let kept = archive.put_scenario(&scene.scenario.id, &scene.text).await;
            kept.map_err(|error| no_archive(context, &error))?;
        }
        let address = SocketAddr::new(arguments.listen, arguments.port);
        let server = Server::bind(address, archive, rulesets::all()).await;
        let server = server.map_err(|error| not_served(context, &error))?;
        let mut link = format!("http://{}/#house={}", here(server.address()), server.token());
        // Straight to the chooser, with what was named.
        let chosen = scenario.as_ref().map(|scene| format!("&go=/new/{}", scene.scenario.id));
        if let Some(chosen) = chosen.or_else(|| ruleset.map(|_| "&go=/new".to_owned())) {
            link.push_str(&chosen);
        }
        if let Some(ruleset) = ruleset {
            link.push_str(&format!("?ruleset={}", ruleset.id()));
        }
        greet(context, &server, &folder, &link)?;
        if !arguments.no_open && open::that_detached(&link).is_err() {
            page::put(&context.say("play-no-browser", &[]))?;
        }
        let run = server.run(async {
            let _ = tokio::signal::ctrl_c().await;
        });
        run.await.map_err(|error| not_served(context, &error))?;
        page::put(&context.say("play-end", &[]))
    })
}

/// The address to open on this machine: one that listens everywhere listens here too.
fn here(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], address.port())) } else { address }
}

fn greet(context: &Context, server: &Server, folder: &Path, link: &str) -> Done {
    if !Server::has_client() {
        eprintln!("{}", context.say("play-no-client", &[]));
    }
    if !server.address().ip().is_loopback() {
        eprintln!("{}", context.say("play-open-to-all", &[("addresses", server.addresses().join(" ").into())]));
    }
    let folder = folder.display().to_string();
    page::put(&context.say("play-begun", &[("link", link.into()), ("folder", folder.into())]))
}

fn no_archive(context: &Context, error: &ArchiveError) -> Failure {
    let shown = |path: &Path| path.display().to_string();
    Failure::Bad(match error {
        ArchiveError::Folder { folder, reason } => {
            context.say("play-folder", &[("folder", shown(folder).into()), ("reason", reason.into())])
        }
        ArchiveError::Newer { file, .. } => context.say("play-newer", &[("file", shown(file).into())]),
        ArchiveError::Unreadable { file, reason } => {
            context.say("play-unreadable", &[("file", shown(file).into()), ("reason", reason.into())])
        }
        other => return Failure::Internal(other.to_string()),
    })
}

fn not_served(context: &Context, error: &ServeError) -> Failure {
    match error {
        ServeError::Listen { address, taken: true, .. } => Failure::Bad(context.say(
            "play-port-taken",
            &[("address", address.to_string().into()), ("next", address.port().saturating_add(1).to_string().into())],
        )),
        ServeError::Listen { address, reason, .. } => {
            Failure::Bad(context.say(
                "play-no-listen",
                &[("address", address.to_string().into()), ("reason", reason.to_string().into())],
            ))
        }
        ServeError::Archive(error) => no_archive(context, error),
        ServeError::Serve(error) => Failure::Internal(error.to_string()),
    }
}
