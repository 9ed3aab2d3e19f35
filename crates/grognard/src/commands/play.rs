//! `grognard play`: the table in the browser.

use crate::cli::Play;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::scenes::{self, Scene};
use crate::{page, rulesets};
use archive::{Archive, ArchiveError, usual_folder};
use game::Ruleset;
use server::{Options, ServeError, Server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::Duration;

/// The time in which a table that is already running must answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// The usual port, and how many are tried if other programs have it: the same one each time, if possible, since a
/// browser stores its seats by port.
const USUAL_PORT: u16 = 1805;
const TRIED: u16 = 10;

/// The file in the data folder with the address of the open table; the folder's lock says whether it is open.
const ADDRESS: &str = "battles.address";
/// The longest address, in bytes.
const LONGEST: u64 = 100;

pub fn run(context: &Context, arguments: &Play) -> Done {
    let ruleset = arguments.ruleset.as_deref().map(|id| context.ruleset(id)).transpose()?;
    let scenario = arguments.scenario.as_deref().map(|name| scenes::find(context, name)).transpose()?;
    let public = arguments.public.as_deref().map(|url| public(context, url)).transpose()?;
    if arguments.seed.is_some() && !arguments.listen.is_loopback() {
        return Err(Failure::Bad(context.say("play-seed-open", &[])));
    }
    trace(&arguments.log_level);
    // Rules run on threads that may block; more than these would only wait for the same cores, each with memory of its
    // own.
    let threads = std::thread::available_parallelism().map_or(4, usize::from) * 4 + 8;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(threads).build();
    let runtime = runtime.map_err(|error| Failure::Internal(error.to_string()))?;
    let folder = arguments.data.clone().unwrap_or_else(usual_folder);
    runtime.block_on(async {
        let archive = match Archive::open(&folder).await {
            Err(ArchiveError::InUse { folder }) => {
                return match open_at(&folder) {
                    Some(address) => found(context, arguments, &folder, address, scenario.as_ref(), ruleset),
                    None => Err(no_archive(context, &ArchiveError::InUse { folder })),
                };
            }
            opened => opened.map_err(|error| no_archive(context, &error))?,
        };
        if let Some(scene) = &scenario
            && is_own(scene)
        {
            // The player's own file is stored with the battles, so that the chooser has it.
            let kept = archive.put_scenario(&scene.scenario.id, &scene.text).await;
            kept.map_err(|error| no_archive(context, &error))?;
        }
        let server = bind(context, arguments, &archive, public.as_ref()).await?;
        // If it cannot be written, a second start only knows that the folder is in use.
        let _ = std::fs::write(folder.join(ADDRESS), here(server.address()).to_string());
        let mut link = format!("{}/#house={}", base(&server, public.as_ref()), server.token());
        if let Some(place) = chosen(scenario.as_ref(), ruleset) {
            link.push_str(&format!("&go={place}"));
        }
        let end = ended();
        greet(context, &server, &folder, public.as_ref(), arguments.seed, &link)?;
        if !arguments.no_open && open::that_detached(&link).is_err() {
            page::put(&context.say("play-no-browser", &[]))?;
        }
        let run = server.run(end);
        run.await.map_err(|error| not_served(context, &error))?;
        // The reader may have closed the window.
        let _ = page::put(&context.say("play-end", &[]));
        Ok(())
    })
}

/// Listens at the given address; otherwise on the usual port, or the next that is free.
async fn bind(
    context: &Context,
    arguments: &Play,
    archive: &Archive,
    public: Option<&(String, String)>,
) -> Done<Server> {
    let at = |port| {
        let options = Options { public: public.cloned(), seed: arguments.seed };
        Server::bind_with(SocketAddr::new(arguments.listen, port), archive.clone(), rulesets::all(), options)
    };
    let bound = at(arguments.port.unwrap_or(USUAL_PORT)).await;
    let first = match bound {
        Err(error @ ServeError::Listen { taken: true, .. }) if arguments.port.is_none() => error,
        bound => return bound.map_err(|error| not_served(context, &error)),
    };
    for port in (USUAL_PORT + 1..USUAL_PORT + TRIED).chain([0]) {
        if let Ok(server) = at(port).await {
            let port = server.address().port().to_string();
            eprintln!(
                "{}",
                context.say("play-other-port", &[("usual", USUAL_PORT.to_string().into()), ("port", port.into())])
            );
            return Ok(server);
        }
    }
    Err(not_served(context, &first))
}

/// Whether a scenario is a file of the player's own.
fn is_own(scene: &Scene) -> bool {
    armies::Library::embedded().text(&scene.scenario.id).is_none()
}

/// The link to the chooser, with the scenario and ruleset named.
fn chosen(scenario: Option<&Scene>, ruleset: Option<&dyn Ruleset>) -> Option<String> {
    let page = scenario.map(|scene| format!("/new/{}", scene.scenario.id));
    let by = ruleset.map(|ruleset| format!("?ruleset={}", ruleset.id()));
    (page.is_some() || by.is_some())
        .then(|| format!("{}{}", page.unwrap_or_else(|| "/".to_owned()), by.unwrap_or_default()))
}

/// The address of an open table with this folder: the address in the file, if it is of this machine and a table answers
/// there. Anybody may have written the file.
fn open_at(folder: &Path) -> Option<SocketAddr> {
    let mut said = String::new();
    std::fs::File::open(folder.join(ADDRESS)).ok()?.take(LONGEST).read_to_string(&mut said).ok()?;
    let address: SocketAddr = said.trim().parse().ok()?;
    (address.ip().is_loopback() && answers(address)).then_some(address)
}

/// Whether a table of this program answers at the address.
fn answers(address: SocketAddr) -> bool {
    let ask = || -> std::io::Result<String> {
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(stream, "GET /api/health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut said = String::new();
        stream.take(64 * 1024).read_to_string(&mut said)?;
        Ok(said)
    };
    ask().is_ok_and(|said| said.starts_with("HTTP/1.1 200") && said.ends_with("\r\n\r\nok"))
}

/// The program is running already: its table is opened again, with the scenario and ruleset named now. If another kind
/// of table was asked for it reports that this is not possible.
fn found(
    context: &Context,
    arguments: &Play,
    folder: &Path,
    address: SocketAddr,
    scenario: Option<&Scene>,
    ruleset: Option<&dyn Ruleset>,
) -> Done {
    let table = format!("http://{address}");
    if arguments.public.is_some() || arguments.seed.is_some() || !arguments.listen.is_loopback() {
        let folder = folder.display().to_string();
        return Err(Failure::Bad(
            context.say("play-in-use-at", &[("folder", folder.into()), ("link", table.as_str().into())]),
        ));
    }
    // Only the open table writes to its folder: the player's own file is uploaded in the browser.
    let own = scenario.filter(|scene| is_own(scene));
    let place = chosen(scenario.filter(|scene| !is_own(scene)), ruleset);
    let link = place.map_or_else(|| table.clone(), |place| format!("{table}/#{place}"));
    page::put(&context.say("play-found", &[("link", link.as_str().into())]))?;
    if let Some(scene) = own {
        page::put(&context.say("play-found-own", &[("scenario", scene.scenario.id.as_str().into())]))?;
    }
    if !arguments.no_open && open::that_detached(&link).is_err() {
        page::put(&context.say("play-no-browser", &[]))?;
    }
    Ok(())
}

/// Resolves when the program is asked to end; it listens for that from the call on.
fn ended() -> impl Future<Output = ()> + Send + 'static {
    let told = told_to_end();
    async move {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            () = told => {}
        }
    }
}

/// Resolves when the system ends the program, or its window is closed; a program started without a window (`nohup`)
/// goes on.
#[cfg(unix)]
fn told_to_end() -> impl Future<Output = ()> + Send + 'static {
    use std::io::IsTerminal;
    use std::task::Poll;
    use tokio::signal::unix::{SignalKind, signal};
    let window = std::io::stdout().is_terminal();
    let kinds = [Some(SignalKind::terminate()), window.then(SignalKind::hangup)];
    let mut signals: Vec<_> = kinds.into_iter().flatten().filter_map(|kind| signal(kind).ok()).collect();
    std::future::poll_fn(move |task| {
        let came = signals.iter_mut().any(|signal| signal.poll_recv(task).is_ready());
        if came { Poll::Ready(()) } else { Poll::Pending }
    })
}

/// Resolves when the window is closed, or the system ends.
#[cfg(windows)]
fn told_to_end() -> impl Future<Output = ()> + Send + 'static {
    let signals = (tokio::signal::windows::ctrl_close(), tokio::signal::windows::ctrl_shutdown());
    async move {
        let (Ok(mut close), Ok(mut shutdown)) = signals else { return std::future::pending().await };
        tokio::select! {
            _ = close.recv() => {}
            _ = shutdown.recv() => {}
        }
    }
}

/// Scheme and host under which a proxy publishes the table.
fn public(context: &Context, url: &str) -> Done<(String, String)> {
    let bad = || Failure::Bad(context.say("play-bad-public", &[("url", url.into())]));
    let (scheme, host) = url.trim_end_matches('/').split_once("://").ok_or_else(bad)?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    if !matches!(scheme, "http" | "https") || host.is_empty() || !host.chars().all(plain) {
        return Err(bad());
    }
    Ok((scheme.to_owned(), host.to_ascii_lowercase()))
}

/// The server's messages for its operator, on the error output: causes of errors, never tokens, seeds or orders.
fn trace(level: &str) {
    let level = match level {
        "off" => return,
        "error" => tracing::Level::ERROR,
        "info" => tracing::Level::INFO,
        "debug" => tracing::Level::DEBUG,
        _ => tracing::Level::WARN,
    };
    // If the error output is on a full disk nothing can be written there; the table must not fail for it.
    let told = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(false);
    // A second call in one program (tests) changes nothing.
    let _ = told.log_internal_errors(false).try_init();
}

/// The address of the page: the public one, or this machine's own.
fn base(server: &Server, public: Option<&(String, String)>) -> String {
    public.map_or_else(|| format!("http://{}", here(server.address())), |(scheme, host)| format!("{scheme}://{host}"))
}

/// The address to open on this machine: a server that listens everywhere listens here too.
fn here(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() { SocketAddr::from(([127, 0, 0, 1], address.port())) } else { address }
}

fn greet(
    context: &Context,
    server: &Server,
    folder: &Path,
    public: Option<&(String, String)>,
    seed: Option<u64>,
    link: &str,
) -> Done {
    if !Server::has_client() {
        eprintln!("{}", context.say("play-no-client", &[]));
    }
    if !server.address().ip().is_loopback() {
        eprintln!("{}", context.say("play-open-to-all", &[("addresses", server.addresses().join(" ").into())]));
    }
    if let Some(seed) = seed {
        eprintln!("{}", context.say("play-seed", &[("seed", seed.to_string().into())]));
    }
    let folder = folder.display().to_string();
    let assistant = format!("{}/#house={}&go=/assistant", base(server, public), server.token());
    page::put(
        &context
            .say("play-begun", &[("link", link.into()), ("assistant", assistant.into()), ("folder", folder.into())]),
    )
}

/// Why the archive cannot be used, and the remedy.
pub fn no_archive(context: &Context, error: &ArchiveError) -> Failure {
    let shown = |path: &Path| path.display().to_string();
    Failure::Bad(match error {
        ArchiveError::Folder { folder, reason } => {
            context.say("play-folder", &[("folder", shown(folder).into()), ("reason", reason.into())])
        }
        ArchiveError::Newer { file, .. } => context.say("play-newer", &[("file", shown(file).into())]),
        ArchiveError::Unreadable { file, reason } => {
            context.say("play-unreadable", &[("file", shown(file).into()), ("reason", reason.into())])
        }
        ArchiveError::InUse { folder } => context.say("play-in-use", &[("folder", shown(folder).into())]),
        ArchiveError::Full(_) => context.say("play-disk-full", &[]),
        ArchiveError::ReadOnly(_) => context.say("play-disk-read-only", &[]),
        ArchiveError::Damaged(reason) => context.say("play-damaged", &[("reason", reason.into())]),
        ArchiveError::NoBattle | ArchiveError::Changed | ArchiveError::Closed | ArchiveError::Store(_) => {
            return Failure::Internal(error.to_string());
        }
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
