//! `grognard archive`: maintenance of the battles stored on the disk.

use super::play::no_archive;
use crate::cli::Archive;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::page;
use archive::{Checked, usual_folder};
use std::path::{Path, PathBuf};
use words::{Value, number};

pub fn run(context: &Context, command: &Archive) -> Done {
    match command {
        Archive::Check { data } => {
            let folder = folder(data);
            let checked = archive::check(&folder).map_err(|error| no_archive(context, &error))?;
            if checked.faults.is_empty() {
                return page::put(&said(context, "archive-whole", &folder, &checked));
            }
            let faults = checked.faults.join("\n  ");
            Err(Failure::No(
                context.say("archive-damaged", &[("folder", shown(&folder).into()), ("faults", faults.into())]),
            ))
        }
        Archive::Backup { into, data } => {
            let copied = archive::backup(&folder(data), into).map_err(|error| no_archive(context, &error))?;
            if let Some(fault) = copied.faults.first() {
                let values = [("folder", shown(into).into()), ("faults", fault.into())];
                return Err(Failure::No(context.say("archive-damaged", &values)));
            }
            page::put(&said(context, "archive-copied", into, &copied))
        }
        Archive::Compact { data } => {
            let folder = folder(data);
            let (before, after) = archive::compact(&folder).map_err(|error| no_archive(context, &error))?;
            let values = [("before", bytes(context, before.bytes)), ("after", bytes(context, after.bytes))];
            page::put(&context.say("archive-compacted", &values))
        }
    }
}

fn folder(named: &Option<PathBuf>) -> PathBuf {
    named.clone().unwrap_or_else(usual_folder)
}

fn shown(folder: &Path) -> String {
    folder.display().to_string()
}

fn bytes(context: &Context, bytes: u64) -> Value<'static> {
    number(context.lang, bytes.div_ceil(1_000)).into()
}

fn said(context: &Context, id: &str, folder: &Path, checked: &Checked) -> String {
    let count = |n: u64| number(context.lang, n).into();
    let values = [
        ("folder", shown(folder).into()),
        ("battles", count(checked.battles.len() as u64)),
        ("lines", count(checked.lines)),
        ("size", bytes(context, checked.bytes)),
        ("free", bytes(context, checked.free)),
    ];
    context.say(id, &values)
}
