//! Gathers the worked examples that are embedded: all, or those of one ruleset (`GROGNARD_RULESET`, for a module of the
//! site).

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

const ONLY: &str = "GROGNARD_RULESET";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../../data/cases");
    println!("cargo:rerun-if-env-changed={ONLY}");
    let only = env::var(ONLY).ok();
    let out = PathBuf::from(env::var("OUT_DIR")?).join("cases");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    for found in fs::read_dir("../../data/cases")? {
        let path = found?.path();
        // As `assist::cases::of` tells whose they are.
        let mine = |only: &str| {
            let rest = path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(only));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        if only.as_deref().is_none_or(mine) {
            fs::write(out.join(path.file_name().unwrap_or_default()), fs::read(&path)?)?;
        }
    }
    Ok(())
}
