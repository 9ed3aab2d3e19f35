//! The real program, run as a player runs it.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The output of a run.
pub struct Ran {
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// It succeeded.
    pub fn good(self) -> Self {
        assert_eq!(self.code, 0, "{}\n{}", self.out, self.err);
        self
    }

    /// It ended with this code and printed all of these on the error output.
    pub fn failed(self, code: i32, says: &[&str]) -> Self {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        for word in says {
            assert!(self.err.contains(word), "{word:?} is not in: {}", self.err);
        }
        self
    }

    /// It printed all of these.
    pub fn says(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.out.contains(word), "{word:?} is not in: {}", self.out);
        }
        self
    }

    /// The output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).expect("JSON")
    }
}

/// Runs the program in English.
pub fn run(arguments: &[&str]) -> Ran {
    run_with(arguments, "")
}

/// Runs the program in English with a text on its standard input.
pub fn run_with(arguments: &[&str], input: &str) -> Ran {
    start(arguments, input, "en_GB.UTF-8")
}

/// Runs the program in a locale.
pub fn run_in(locale: &str, arguments: &[&str]) -> Ran {
    start(arguments, "", locale)
}

fn start(arguments: &[&str], input: &str, locale: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(arguments)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", locale)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // It may end without reading its input.
    let _ = child.stdin.take().expect("input").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// A fresh folder for the files of one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A path as the command line needs it.
pub fn path(folder: &std::path::Path, name: &str) -> String {
    folder.join(name).to_str().expect("a path").to_owned()
}

/// Fails if a text differs from the one stored under a name.
pub fn as_kept(name: &str, now: &str) {
    let path = format!("{}/tests/shown/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var("GROGNARD_SHOWN").is_ok_and(|what| what == "write") {
        std::fs::write(&path, now).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(now.lines()).position(|(kept, now)| kept != now);
    let line = differs.unwrap_or_else(|| kept.lines().count().min(now.lines().count()));
    let at = |text: &str| text.lines().nth(line).unwrap_or("(nothing)").to_owned();
    assert!(kept == now, "{name}:{}\n  kept {}\n  now  {}\n{WRITE}", line + 1, at(&kept), at(now));
}

const WRITE: &str = "if that is meant: GROGNARD_SHOWN=write cargo test -p grognard, then read the difference";
