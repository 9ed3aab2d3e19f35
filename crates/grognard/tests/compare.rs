//! `grognard compare`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::{as_kept, folder, path, run, run_in};

#[test]
fn each_ruleset_is_fought_as_simulate_fights_it() {
    let folder = folder("compare");
    let out = path(&folder, "out");
    let few = ["compare", "premier-feu", "--rulesets", "marie-louise", "--battles", "5", "--seed", "3"];
    let told = run(&[&few[..], &["--json", "--out", &out]].concat()).good().json();
    assert_eq!((&told["blue"], &told["scenario"]), (&"captain".into(), &"premier-feu".into()));
    let alone = ["--battles", "5", "--seed", "3", "--blue", "captain", "--red", "captain", "--json"];
    let alone = run(&[&["simulate", "premier-feu", "--ruleset", "marie-louise"], &alone[..]].concat()).good().json();
    assert_eq!(told["runs"][0]["summary"], alone);
    // A mean lies in its interval, and so does every share.
    let turns = &alone["turns"];
    assert!(turns["low"].as_f64() <= turns["mean"].as_f64() && turns["mean"].as_f64() <= turns["high"].as_f64());
    for loss in alone["losses"].as_array().unwrap().iter().chain(alone["arms"].as_array().unwrap()) {
        let ends = &loss["interval"];
        assert!(ends[0].as_f64() <= loss["share"].as_f64() && loss["share"].as_f64() <= ends[1].as_f64(), "{loss}");
    }
    let page = std::fs::read_to_string(format!("{out}/index.html")).unwrap();
    assert!(page.contains("Marie-Louise") && page.contains("captain") && page.contains("seed 3"));
    assert!(page.contains("First rout") && page.contains("infantry"), "the page has what the terminal has");
    assert!(std::fs::metadata(format!("{out}/marie-louise/battles.csv")).is_ok());
}

#[test]
fn the_day_stands_beside_the_battles() {
    let few = [
        "compare",
        "maida-1806",
        "--rulesets",
        "marie-louise",
        "--battles",
        "1",
        "--blue",
        "random",
        "--red",
        "random",
    ];
    let folder = folder("compare-day");
    let out = path(&folder, "out");
    run_in("fr_FR", &[&few[..], &["--out", &out]].concat()).good();
    // The counts change with the rules; their names do not.
    let page = std::fs::read_to_string(format!("{out}/index.html")).unwrap();
    let masked = page.split_once("<body>").unwrap().1.replace("><", ">\n<");
    let words: Vec<&str> =
        masked.split(|c: char| c.is_ascii_digit()).filter(|part| !matches!(*part, "" | "." | ",")).collect();
    as_kept("compare.fr.html", &words.join("#"));
    run_in("fr_FR", &few).good().says(&["Le jour même", "2082 hommes", "Première déroute", "infanterie"]);
    let told = run(&[&few[..], &["--json"]].concat()).good().json();
    assert_eq!((&told["history"]["winner"], &told["history"]["red_losses"]["men"]), (&"red".into(), &327.into()));
}

#[test]
fn what_is_meant_for_no_ruleset_is_refused() {
    run(&["compare", "premier-feu", "--rulesets", "whist"]).failed(2, &["whist", "marie-louise"]);
    run(&["compare", "premier-feu", "--option", "no_such=no"]).failed(2, &["RULESET:NAME=VALUE"]);
    // Without a ruleset's name an option is for every ruleset that has it.
    let few = ["compare", "premier-feu", "--battles", "1", "--blue", "random", "--red", "random"];
    run(&[&few[..], &["--option", "capabilities=no"]].concat()).good();
    run(&["compare", "premier-feu", "--option", "whist:capabilities=no"]).failed(2, &["whist"]);
}

/// Pairs of different generals stand beside kinds that lead both sides; each is the run that `simulate` fights.
#[test]
fn pairs_of_different_generals_are_compared() {
    let folder = folder("compare-pairs");
    let out = path(&folder, "out");
    let few = ["compare", "premier-feu", "--rulesets", "marie-louise", "--battles", "4", "--seed", "5"];
    let who = ["--generals", "random,recruit/random,random/recruit,recruit/random", "--out", &out];
    let told = run(&[&few[..], &who, &["--json"]].concat()).good().json();
    let runs = told["runs"].as_array().unwrap();
    let led: Vec<_> = runs.iter().map(|run| [&run["summary"]["blue"], &run["summary"]["red"]]).collect();
    assert_eq!(led, [["random", "random"], ["recruit", "random"], ["random", "recruit"]], "each once, in order");
    let alone = ["--battles", "4", "--seed", "5", "--blue", "recruit", "--red", "random", "--json"];
    let alone = run(&[&["simulate", "premier-feu", "--ruleset", "marie-louise"], &alone[..]].concat()).good().json();
    assert_eq!(runs[1]["summary"], alone);
    // Pairs of different kinds show which general is abler, not which side is favoured.
    assert_eq!(told["disagree"], serde_json::json!([]));
    for name in ["marie-louise-random", "marie-louise-recruit-random", "marie-louise-random-recruit"] {
        assert!(std::fs::metadata(format!("{out}/{name}/battles.csv")).is_ok(), "{name}");
    }
}

/// An interrupted comparison continues where it stopped, and ends as an uninterrupted one.
#[test]
fn a_comparison_goes_on() {
    let folder = folder("compare-resumed");
    let (own, whole) = (path(&folder, "own"), path(&folder, "whole"));
    let few = ["compare", "premier-feu", "--rulesets", "marie-louise,trois-couleurs", "--seed", "3"];
    let who = ["--generals", "random,recruit", "--battles", "3"];
    run(&[&few[..], &who, &["--out", &whole]].concat()).good().says(&["random", "recruit", "seed 3"]);
    run(&[&few[..], &who, &["--out", &own]].concat()).good();
    // As if it had been interrupted in the second run.
    let file = format!("{own}/marie-louise-recruit/battles.csv");
    let rows = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, rows.lines().take(2).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    std::fs::remove_dir_all(format!("{own}/trois-couleurs-recruit")).unwrap();
    let told = run(&[&few[..], &who, &["--out", &own, "--json"]].concat()).good().json();
    assert_eq!(told["runs"].as_array().unwrap().len(), 4);
    for file in ["summary.json", "index.html", "marie-louise-recruit/battles.csv", "trois-couleurs-recruit/units.csv"] {
        let read = |folder: &str| std::fs::read(format!("{folder}/{file}")).unwrap();
        assert!(read(&own) == read(&whole), "{file}");
    }
}
