//! Embeds the built client (`web/dist`), each file plain and compressed. A build for use (`cargo install` from a clone)
//! builds the client first where Node.js is available. Without a built client there is a page that says how to build
//! it, so that the crate always builds.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

const MISSING: &str = "<!doctype html><html lang=\"fr\"><head><meta charset=\"utf-8\"><title>Grognard</title></head><body>\
<h1>Grognard</h1><p lang=\"fr\">Le client n’est pas construit : <code>make play</code>, ou \
<code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>, puis reconstruire le programme.</p>\
<p lang=\"en\">The client is not built: <code>make play</code>, or \
<code>cd web &amp;&amp; npm ci &amp;&amp; npm run build</code>, then build the program again.</p></body></html>";

fn main() -> Result<(), Box<dyn Error>> {
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    let dist = web.join("dist");
    println!("cargo:rerun-if-changed={}", dist.display());
    if !dist.join("index.html").is_file() && env::var("PROFILE")? == "release" && !build_client(&web) {
        println!(
            "cargo:warning=the client is not built, and the program has no table: `make web` (Node.js 20), then again"
        );
    }
    let mut files = Vec::new();
    if dist.join("index.html").is_file() {
        collect(&dist, &dist, &mut files)?;
        files.sort();
    }
    let mut table = String::from("/// The files of the client.\npub static FILES: &[File] = &[\n");
    let packed = out.join("client");
    fs::create_dir_all(&packed)?;
    if files.is_empty() {
        let page = packed.join("index.html");
        fs::write(&page, MISSING)?;
        entry(&mut table, "/index.html", &page, &packed, 0)?;
    }
    for (n, name) in files.iter().enumerate() {
        entry(&mut table, &format!("/{name}"), &dist.join(name), &packed, n)?;
    }
    table.push_str("];\n");
    fs::write(out.join("client.rs"), table)?;
    Ok(())
}

/// Builds the client with npm; returns whether that was possible.
fn build_client(web: &Path) -> bool {
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    // Cargo would read any output here as instructions.
    let run = |arguments: &[&str]| {
        let mut npm = Command::new(npm);
        npm.args(arguments).current_dir(web).stdin(Stdio::null()).stdout(Stdio::null());
        npm.status().is_ok_and(|ended| ended.success())
    };
    run(&["ci", "--silent", "--no-audit", "--no-fund"]) && run(&["run", "--silent", "build"])
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<String>) -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", folder.display());
    for found in fs::read_dir(folder)? {
        let path = found?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Some(name) = path.strip_prefix(root)?.to_str() {
            files.push(name.replace('\\', "/"));
        }
    }
    Ok(())
}

fn entry(table: &mut String, name: &str, file: &Path, kept: &Path, n: usize) -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={}", file.display());
    let bytes = fs::read(file)?;
    let mut gz = GzEncoder::new(Vec::new(), Compression::best());
    gz.write_all(&bytes)?;
    // Both are read from copies: the client may be rebuilt while this crate is compiled.
    let (plain, packed) = (kept.join(format!("{n}.bin")), kept.join(format!("{n}.gz")));
    fs::write(&plain, &bytes)?;
    let gz = gz.finish()?;
    // A file that is already compressed is stored once.
    fs::write(&packed, if gz.len() < bytes.len() { gz.as_slice() } else { &[] })?;
    // A checksum of the bytes (FNV-1a), to distinguish versions of a file.
    let sum = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3));
    writeln!(
        table,
        "    File {{ name: {name:?}, tag: \"\\\"{sum:016x}\\\"\", plain: include_bytes!({:?}), packed: include_bytes!({:?}) }},",
        fs::canonicalize(plain)?,
        fs::canonicalize(packed)?
    )?;
    Ok(())
}
