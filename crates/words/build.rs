//! Collects the texts to embed: all, or those of one ruleset (`GROGNARD_RULESET`, for a module of the site, which every
//! visitor of the page has to load).

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

const ONLY: &str = "GROGNARD_RULESET";
/// The client reads these texts itself: those of the program, and those that a ruleset overrides.
const CLIENT: [&str; 2] = ["client.ftl", "client"];
/// Texts of the command line only.
const COMMAND_LINE: [&str; 2] = ["help.ftl", "trials.ftl"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=../../data/texts");
    println!("cargo:rerun-if-env-changed={ONLY}");
    let out = PathBuf::from(env::var("OUT_DIR")?).join("texts");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    gather(Path::new("../../data/texts"), &out, env::var(ONLY).ok().as_deref())
}

fn gather(from: &Path, to: &Path, only: Option<&str>) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for found in fs::read_dir(from)? {
        let path = found?.path();
        let name = path.file_name().unwrap_or_default();
        if CLIENT.iter().any(|one| name == *one) {
            continue;
        }
        if path.is_dir() {
            gather(&path, &to.join(name), only)?;
            continue;
        }
        // A module of one ruleset has no command line.
        let wanted = only.is_none_or(|only| {
            if from.ends_with("rulesets") {
                path.file_stem() == Some(only.as_ref())
            } else {
                !COMMAND_LINE.iter().any(|one| name == *one)
            }
        });
        if wanted {
            fs::write(to.join(name), fs::read(&path)?)?;
        }
    }
    Ok(())
}
