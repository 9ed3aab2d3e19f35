//! `make bench`: all measurements, in one run, with their methods. Peers (icepool, Shapely) run in the same run and
//! must give the same answers; without a peer a plain way of doing the same is compared.
//!
//! `grognard-bench charge growth` measures only these; without a name everything is measured.

mod assault;
mod battles;
mod charge;
mod generals;
mod growth;
mod lockstep;
mod luck;
mod machine;
mod peer;
mod scene;
mod sight;
mod state;
mod timing;
mod tree;
mod trials_run;
mod volley;

use anyhow::bail;
use std::process::ExitCode;

/// Measures something and prints it.
type Part = fn() -> anyhow::Result<()>;

/// The measurements, in the order in which they are printed.
const PARTS: [(&str, Part); 10] = [
    ("charge", charge::run),
    ("assault", assault::run),
    ("volley", volley::run),
    ("sight", sight::run),
    ("tree", tree::run),
    ("lockstep", lockstep::run),
    ("growth", growth::run),
    ("generals", generals::run),
    ("battles", battles::run),
    ("trials", trials_run::run),
];

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(wanted: &[String]) -> anyhow::Result<()> {
    if let Some(unknown) = wanted.iter().find(|name| PARTS.iter().all(|(part, _)| part != name)) {
        bail!("nothing is called {unknown}; there are {}", PARTS.map(|(part, _)| part).join(", "));
    }
    machine::describe();
    for (name, part) in PARTS {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            part()?;
        }
    }
    Ok(())
}
