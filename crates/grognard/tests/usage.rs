//! Help, usage errors, languages, completions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::{run, run_in};

const COMMANDS: [&[&str]; 24] = [
    &[],
    &["resolve"],
    &["rules"],
    &["scenario"],
    &["scenario", "list"],
    &["scenario", "check"],
    &["scenario", "show"],
    &["scenario", "schema"],
    &["army"],
    &["army", "list"],
    &["army", "check"],
    &["army", "schema"],
    &["play"],
    &["fight"],
    &["replay"],
    &["archive"],
    &["archive", "check"],
    &["archive", "backup"],
    &["archive", "compact"],
    &["simulate"],
    &["compare"],
    &["selftest"],
    &["completions"],
    &["about"],
];

#[test]
fn every_command_has_help_in_both_languages() {
    for command in COMMANDS {
        let asked: Vec<&str> = command.iter().copied().chain(["--help"]).collect();
        let french = run_in("fr_FR.UTF-8", &asked).good().says(&["Utilisation"]).out;
        let english = run(&asked).good().says(&["Usage:"]).out;
        assert_ne!(french, english);
        // Every option and argument has a help text, on its line or the next one.
        for help in [&french, &english] {
            let lines: Vec<&str> = help.lines().collect();
            for (n, line) in lines.iter().enumerate().filter(|(_, line)| line.trim_start().starts_with("--")) {
                let said = line.trim().split("  ").nth(1).is_some()
                    || lines.get(n + 1).is_some_and(|next| !next.trim().is_empty());
                assert!(said, "{command:?}: {line}");
            }
            assert!(!["possible values", "default:", "help-"].iter().any(|raw| help.contains(raw)), "{help}");
        }
    }
    run(&["--help"]).good().says(&["Exit codes", "Examples", "Without a command"]);
    run(&["selftest", "--help"]).good().says(&["--odds 100"]);
    run_in("fr_FR.UTF-8", &["selftest", "--help"]).good().says(&["(sinon 200)"]);
}

#[test]
fn wrong_usage_is_explained() {
    run(&["figt"]).failed(2, &["figt", "Did you mean fight?"]);
    run(&["fight"]).failed(2, &["SCENARIO"]);
    run_in("fr_FR", &["fight"]).failed(2, &["Il manque", "SCENARIO"]);
    run(&["fight", "premier-feu", "--blue", "napoleon"]).failed(2, &["napoleon", "random"]);
    run(&["rules", "--frobnicate"]).failed(2, &["--frobnicate"]);
    run(&["resolve", "marie-louise", "morale", "--dice", "1", "--seed", "1"]).failed(2, &["--dice", "--seed"]);
}

#[test]
fn the_language_can_be_chosen_anywhere() {
    run(&["--lang", "fr", "about"]).good().says(&["Pierre Laporte", "leurs auteurs"]);
    run_in("fr_FR", &["about", "--lang=en"]).good().says(&["Pierre Laporte", "Hervé Caille", "their authors"]);
    run(&["about", "--lang", "de"]).failed(2, &["de", "fr, en"]);
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        run(&["completions", shell]).good().says(&["grognard", "scenario"]);
    }
}
