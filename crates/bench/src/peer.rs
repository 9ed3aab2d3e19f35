//! Peers written in Python, run in the same run.

use anyhow::{Context, ensure};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The output of a script of `tools/bench`, read as JSON.
pub fn ask<T: DeserializeOwned>(script: &str, arguments: &[&str]) -> anyhow::Result<T> {
    let path = root().join("tools/bench").join(script);
    let out = Command::new("python").arg(&path).args(arguments).output().context("python cannot be run")?;
    let complaint = String::from_utf8_lossy(&out.stderr);
    ensure!(out.status.success(), "{script} failed; `make bench` installs what it needs\n{complaint}");
    serde_json::from_slice(&out.stdout).with_context(|| format!("what {script} prints cannot be read"))
}

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file for a peer to read.
pub fn write(name: &str, text: &str) -> anyhow::Result<String> {
    let folder = root().join("target/bench");
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    std::fs::write(&path, text)?;
    Ok(path.to_string_lossy().into_owned())
}
