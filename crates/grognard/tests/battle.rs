//! `grognard fight` and `grognard replay`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::{folder, path, run, run_in};

/// A log of a small battle.
fn fought(name: &str) -> (std::path::PathBuf, String) {
    let folder = folder(name);
    let log = path(&folder, "battle.log.jsonl");
    run(&[
        "fight",
        "premier-feu",
        "--ruleset",
        "marie-louise",
        "--blue",
        "random",
        "--red",
        "random",
        "--seed",
        "2",
        "--log",
        &log,
    ])
    .good()
    .says(&["First fire", "Turn 1", "strength lost", "battle.log.jsonl"]);
    (folder, log)
}

#[test]
fn a_battle_is_fought_verified_and_told() {
    let (folder, log) = fought("battle-told");
    run(&["replay", &log, "--verify"]).good().says(&["verified", "The seed is open"]);
    run(&["replay", &log]).good().says(&["First fire", "Turn 1"]);
    let told = run(&["replay", &log, "--report"]).good().says(&["Turn 1", "Phase 3 · Command", "six-sided dice"]).out;
    let raw = told.split_whitespace().find(|word| word.contains('_'));
    assert_eq!(raw, None, "a term without words");
    run_in("fr_FR", &["replay", &log, "--report"]).good().says(&["Tour 1", "Phase 3 · Commandement"]);
    let page = path(&folder, "report.html");
    run(&["replay", &log, "--report", &page]).good();
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.matches("<svg").count() >= html.matches("<section").count());
    let picture = path(&folder, "turn.svg");
    run(&["replay", &log, "--turn", "2", "--picture", &picture]).good();
    assert!(std::fs::read_to_string(&picture).unwrap().contains("End of the turn"));
    run(&["replay", &log, "--at", "30", "--picture", &path(&folder, "line.png")]).good();
    run(&["replay", &log, "--at", "30"]).good().says(&["Turn"]);
    run(&["replay", &log, "--at", "99999"]).failed(2, &["99999"]);
    run(&["replay", &log, "--turn", "99"]).failed(2, &["99"]);
}

/// A ruleset counts time in its own word, wherever the program mentions it.
#[test]
fn the_unit_of_time_is_said_as_the_ruleset_says_it() {
    let folder = folder("battle-period");
    let log = path(&folder, "battle.log.jsonl");
    let fight = ["fight", "premier-feu", "--ruleset", "aigles", "--blue", "random", "--red", "random", "--seed", "2"];
    let fought = run(&[&fight[..], &["--log", &log]].concat()).good().says(&["Period 1: "]).out;
    let report = run(&["replay", &log, "--report"]).good().says(&["Period 1"]).out;
    let page = path(&folder, "report.html");
    run(&["replay", &log, "--report", &page]).good();
    let html = std::fs::read_to_string(&page).unwrap();
    assert!(html.contains("<h2>Period 1</h2>") && html.contains("End of period 1"));
    let scenario = run(&["scenario", "show", "premier-feu", "--ruleset", "aigles"]).good().says(&["24 periods"]).out;
    for told in [fought, report, html, scenario] {
        // Units turn too, but that is not counted.
        let counted =
            |line: &&str| line.split_once("urn ").is_some_and(|(_, n)| n.starts_with(|c: char| c.is_ascii_digit()));
        let other = told.lines().find(counted);
        assert_eq!(other, None, "time in another word");
    }
    run_in("fr_FR", &["replay", &log, "--turn", "99"]).failed(2, &["pas de période 99"]);
    run_in("fr_FR", &["replay", &log, "--at", "60"]).good().says(&["Période 1 · "]);
}

/// A special file is written to, never replaced: a device, or the file behind a link.
#[cfg(unix)]
#[test]
fn files_that_are_none_are_written_to_as_they_are() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder("battle-links");
    let (real, link) = (path(&folder, "real.jsonl"), path(&folder, "link.jsonl"));
    std::fs::write(&real, "old").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let fight = |log: &str| run(&["fight", "premier-feu", "--seed", "2", "--quiet", "--log", log]);
    fight(&link).good();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    run(&["replay", &real, "--verify"]).good();
    fight("/dev/null").good();
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

/// An output that cannot be written is reported like any other file that cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(["rules", "marie-louise", "--lang", "fr"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8(ran.stderr).unwrap().contains("plus de place"));
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    let (folder, log) = fought("battle-seed");
    let again = path(&folder, "again.log.jsonl");
    run(&["fight", "premier-feu", "--seed", "2", "--log", &again]).good();
    let told = |log: &str| run(&["replay", log, "--report"]).good().out;
    assert_eq!(told(&log), told(&again));
    let other = path(&folder, "other.log.jsonl");
    run(&["fight", "premier-feu", "--seed", "3", "--log", &other]).good();
    assert_ne!(told(&log), told(&other));
}

#[test]
fn forged_and_broken_logs_are_refused_with_the_line() {
    let (folder, log) = fought("battle-forged");
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let write = |name: &str, text: &str| {
        let file = path(&folder, name);
        std::fs::write(&file, text).unwrap();
        file
    };
    // A changed die.
    let n = lines.iter().position(|line| line.starts_with("{\"dice\"")).expect("a die");
    let face = lines[n].split("\"faces\":[").nth(1).unwrap().chars().next().unwrap();
    let forged = lines[n].replacen(
        &format!("\"faces\":[{face}"),
        &format!("\"faces\":[{}", if face == '6' { '1' } else { '6' }),
        1,
    );
    let mut all = lines.clone();
    all[n] = &forged;
    let file = write("forged.jsonl", &(all.join("\n") + "\n"));
    let ran = run(&["replay", &file, "--verify"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    let line: usize = ran.err.split("line ").nth(1).unwrap().split(':').next().unwrap().parse().unwrap();
    assert!(line > n && line <= lines.len(), "{}", ran.err);
    // It still opens from its events, and says so.
    let ran = run(&["replay", &file, "--report"]).good();
    assert!(ran.err.contains("from its events"), "{}", ran.err);
    // A truncated last line.
    let file = write("cut.jsonl", &text[..text.len() - 20]);
    run(&["replay", &file, "--verify"]).failed(1, &["cut off"]);
    run(&["replay", &file, "--report"]).good();
    // Cut before a question was answered: valid as far as it goes.
    let asked = lines.iter().rposition(|line| line.starts_with("{\"given\"")).expect("an answer");
    let sealed = lines[..asked].iter().rposition(|line| line.starts_with("{\"event\"")).expect("an event");
    let file = write("part.jsonl", &(lines[..=sealed].join("\n") + "\n"));
    run(&["replay", &file, "--verify"]).good().says(&["still sealed"]);
    // Cut in the middle of the rules' output: noticed even at the end of a line.
    for left in [sealed, lines.len() - 2, lines.len() - 3] {
        let file = write("broken.jsonl", &(lines[..left].join("\n") + "\n"));
        run(&["replay", &file, "--verify"]).failed(1, &[&format!("after line {left}")]);
        run(&["replay", &file, "--report"]).good();
    }
    // An unknown name, a missing value: the same for the rules, but another file.
    let n = lines.iter().position(|line| line.contains("\"facts\":{}")).expect("facts");
    for other in ["\"fakts\":{}", "\"facts\":{},\"more\":1"] {
        let line = lines[n].replacen("\"facts\":{}", other, 1);
        let mut all = lines.clone();
        all[n] = &line;
        let file = write("other.jsonl", &(all.join("\n") + "\n"));
        run(&["replay", &file, "--verify"]).failed(1, &[&format!("line {}", n + 1)]);
    }
    // Other spaces and empty lines make no difference.
    run(&["replay", &write("spaced.jsonl", &text.replace(",\"", ", \"").replace('\n', "\n\n")), "--verify"]).good();
    // The last line alone: the dice can no longer be checked.
    let file = write("unopened.jsonl", &(lines[..lines.len() - 1].join("\n") + "\n"));
    run(&["replay", &file, "--verify"]).good().says(&["not open"]);
    // Garbage in the middle, no head, an empty file, a newer format.
    let mut all = lines.clone();
    all[5] = "{\"what\":1}";
    run(&["replay", &write("rubbish.jsonl", &all.join("\n"))]).failed(2, &["line 6"]);
    run(&["replay", &write("headless.jsonl", &lines[1..].join("\n"))]).failed(2, &["line 1", "head"]);
    run(&["replay", &write("empty.jsonl", "")]).failed(2, &["empty"]);
    let format = format!("\"format\":{}", game::log::FORMAT);
    assert!(text.contains(&format));
    run(&["replay", &write("newer.jsonl", &text.replacen(&format, "\"format\":99", 1))]).failed(2, &["format 99"]);
    // Another version of the rules: shown from its events, not verified.
    let version = format!("\"version\":{}", game::Ruleset::version(&marie_louise::RULESET));
    assert!(text.contains(&version));
    let file = write("old.jsonl", &text.replacen(&version, "\"version\":0", 1));
    run(&["replay", &file, "--verify"]).failed(1, &["version 0"]);
    assert!(run(&["replay", &file, "--report"]).good().err.contains("version 0"));
    // One side's part of it can be read, not verified.
    let own = lines.iter().filter(|line| {
        let starts = |start: &str| line.starts_with(start);
        !(starts("{\"check\"") || starts("{\"dice\"") || starts("{\"seed_opened\""))
            && !((starts("{\"sealed\"") || starts("{\"given\"")) && line.contains("\"side\":\"red\""))
    });
    let file = write("side.jsonl", &(own.copied().collect::<Vec<_>>().join("\n") + "\n"));
    run(&["replay", &file, "--verify"]).failed(1, &["log of one side"]);
    run(&["replay", &file, "--report"]).good();
    // A ruleset that this program does not have.
    let file = write("other.jsonl", &text.replacen("\"ruleset\":\"marie-louise\"", "\"ruleset\":\"kriegsspiel\"", 1));
    run(&["replay", &file, "--verify"]).failed(1, &["kriegsspiel"]);
    run(&["replay", &file]).good();
}

#[test]
fn bad_settings_are_refused_and_nothing_is_written() {
    let folder = folder("battle-refused");
    let log = path(&folder, "never.jsonl");
    let tables = path(&folder, "tables.toml");
    std::fs::write(&tables, "nonsense = 1\n").unwrap();
    run(&["fight", "premier-feu", "--option", "no_such=1", "--log", &log]).failed(2, &["no_such"]);
    run(&["fight", "premier-feu", "--option", "additive_doublings=perhaps", "--log", &log]).failed(2, &["perhaps"]);
    run(&["fight", "premier-feu", "--tables", &tables, "--log", &log]).failed(2, &["tables.toml", "nonsense"]);
    run(&["fight", "no-such-battle", "--log", &log]).failed(2, &["no-such-battle", "premier-feu"]);
    run(&["fight", "premier-feu", "--log", &path(&folder, "no/folder.jsonl")]).failed(2, &["folder"]);
    assert!(!std::path::Path::new(&log).exists());
    run(&["fight", "premier-feu", "--option", "additive_doublings=yes", "--seed", "1", "--log", &log]).good();
    assert!(std::fs::read_to_string(&log).unwrap().contains("\"additive_doublings\":1"));
    run(&["replay", &log, "--verify"]).good();
}

/// The chronicle of Bataille Empire states the data of the log: the score and the losses of each fire, the chargers and
/// their targets, and points that are half of the dice.
#[test]
fn a_chronicle_states_the_figures_of_its_log() {
    const LOSSES: [&str; 5] = ["no loss", "half a loss", "one loss", "a loss and a half", "two losses"];
    let folder = folder("battle-figures");
    let (mut fires, mut charges) = (0, 0);
    for seed in ["1", "4", "5"] {
        let log = path(&folder, "battle.log.jsonl");
        let fight = ["fight", "premier-feu", "--ruleset", "bataille-empire", "--blue", "random", "--red", "random"];
        run(&[&fight[..], &["--seed", seed, "--log", &log]].concat()).good();
        let told = run(&["replay", &log, "--report"]).good().out;
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        for line in std::fs::read_to_string(&log).unwrap().lines() {
            let entry: serde_json::Value = serde_json::from_str(line).unwrap();
            let tested = &entry["event"]["deed"]["tested"];
            let rows = tested["breakdown"]["lines"].as_array().map(Vec::as_slice).unwrap_or_default();
            let figure = |op: &str, rule: &str| -> i64 {
                let rows = rows.iter().filter(|row| row["op"] == op && (rule.is_empty() || row["rule"] == rule));
                rows.map(|row| row["value"].as_i64().unwrap()).sum()
            };
            let total = figure("dice", "") + figure("add", "");
            match tested["breakdown"]["test"].as_str() {
                Some("fire") => {
                    // Halves of a loss by the score in columns A, B and C (BE-TIR-03).
                    let table = [[0, 1, 2, 3, 4], [0, 1, 1, 2, 2], [0, 0, 1, 1, 2]];
                    let column = usize::try_from(figure("read", "BE-TIR-04")).unwrap() - 1;
                    let row = usize::try_from((total - 1).clamp(0, 8)).unwrap() / 2;
                    let score = total.to_string().replace('-', "−");
                    let said = format!("fires, {score} in all: {}.", LOSSES[table[column][row]]);
                    assert!(told.contains(&said), "seed {seed}: {said}");
                    fires += 1;
                }
                Some("command-points") => {
                    let said = format!("command points: {} (half of {total},", tested["result"].as_str().unwrap());
                    assert!(told.contains(&said), "seed {seed}: {said}");
                    assert_eq!(tested["result"], ((total + 1) / 2).to_string());
                }
                _ => {}
            }
        }
        // Sentences end in a stop or an exclamation mark.
        for said in told.split_inclusive(['.', '!']).filter(|said| said.ends_with('!') && said.contains(" charges ")) {
            let (who, whom) = said.split_once(" charges ").unwrap();
            assert!(!who.trim().ends_with(whom.trim_end_matches('!')), "{said}");
            charges += 1;
        }
    }
    assert!(fires > 5 && charges > 1, "{fires} fires, {charges} charges");
}
