//! Collects the worked examples to embed: all, or none (`GROGNARD_RULESET`, for a module of the site: the page fetches
//! them when they are needed, `assist::lay_out`).

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

const ONLY: &str = "GROGNARD_RULESET";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../../data/cases");
    println!("cargo:rerun-if-env-changed={ONLY}");
    let beside = env::var_os(ONLY).is_some();
    let out = PathBuf::from(env::var("OUT_DIR")?).join("cases");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    if beside {
        return Ok(());
    }
    for found in fs::read_dir("../../data/cases")? {
        let path = found?.path();
        fs::write(out.join(path.file_name().unwrap_or_default()), fs::read(&path)?)?;
    }
    Ok(())
}
