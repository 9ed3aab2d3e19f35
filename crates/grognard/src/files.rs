//! Files in and out. A file is written whole or not at all.

use crate::context::Context;
use crate::failure::{Done, Failure};
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 512 * 1024 * 1024;

/// The text of a file; `-` is the standard input.
pub fn read(context: &Context, path: &str) -> Done<String> {
    let fault = |reason: &str| {
        Failure::Bad(context.say("file-unreadable", &[("file", path.into()), ("reason", reason.into())]))
    };
    let mut bytes = Vec::new();
    let read = if path == "-" {
        std::io::stdin().lock().take(LONGEST).read_to_end(&mut bytes)
    } else {
        let file = fs::File::open(path).map_err(|error| fault(&reason(context, &error)))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(fault(&context.say("file-is-directory", &[])));
        }
        file.take(LONGEST).read_to_end(&mut bytes)
    };
    read.map_err(|error| fault(&reason(context, &error)))?;
    // Some editors begin a text with a byte order mark.
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        fault(&context.say("file-not-text", &[("line", line.into())]))
    })
}

/// The club's own tables: a file, or a folder in which each ruleset has a file by its id.
pub fn tables(context: &Context, path: &str, ruleset: &str) -> Done<String> {
    if Path::new(path).is_dir() {
        let file = Path::new(path).join(format!("{ruleset}.toml"));
        return read(context, &file.to_string_lossy());
    }
    read(context, path)
}

/// Writes a file: first under a temporary name, then under its own, so that nobody ever sees half of it. A special file
/// (a device, a pipe) is written to directly, and a link stays a link.
pub fn write(context: &Context, path: &str, bytes: &[u8]) -> Done {
    let followed = fs::canonicalize(path);
    let target = followed.as_deref().unwrap_or(Path::new(path));
    let fault = |error: &std::io::Error| {
        Failure::Bad(
            context.say("file-unwritable", &[("file", path.into()), ("reason", reason(context, error).into())]),
        )
    };
    if fs::metadata(target).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        let written = fs::OpenOptions::new().write(true).open(target).and_then(|mut file| file.write_all(bytes));
        return written.map_err(|error| fault(&error));
    }
    let name = target.file_name().and_then(|name| name.to_str()).unwrap_or("grognard");
    let beside = target.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, target)).map_err(|error| {
        let _ = fs::remove_file(&beside);
        fault(&error)
    })
}

/// Why a file cannot be read or written, in words.
pub fn reason(context: &Context, error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::StorageFull => context.say("file-disk-full", &[]),
        std::io::ErrorKind::NotFound => context.say("file-not-found", &[]),
        std::io::ErrorKind::PermissionDenied => context.say("file-forbidden", &[]),
        _ => error.to_string(),
    }
}

/// Refuses a file that cannot be written before any work is done for it.
pub fn check_folder(context: &Context, path: &str) -> Done {
    let folder = Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if folder.is_dir() && !Path::new(path).is_dir() {
        return Ok(());
    }
    let reason = context.say(if folder.is_dir() { "file-is-directory" } else { "file-no-folder" }, &[]);
    Err(Failure::Bad(context.say("file-unwritable", &[("file", path.into()), ("reason", reason.into())])))
}
