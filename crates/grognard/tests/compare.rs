//! `grognard compare`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::{folder, path, run, run_in};

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
    assert!(page.contains("Marie-Louise"));
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
    run_in("fr_FR", &few).good().says(&["Le jour même", "2082 hommes", "Première déroute", "infanterie"]);
    let told = run(&[&few[..], &["--json"]].concat()).good().json();
    assert_eq!((&told["history"]["winner"], &told["history"]["red_losses"]["men"]), (&"red".into(), &327.into()));
}

#[test]
fn what_is_meant_for_no_ruleset_is_refused() {
    run(&["compare", "premier-feu", "--rulesets", "whist"]).failed(2, &["whist", "marie-louise"]);
    run(&["compare", "premier-feu", "--option", "no_such=no"]).failed(2, &["RULESET:NAME=VALUE"]);
    // Without a ruleset's name an option is for whoever has it.
    let few = ["compare", "premier-feu", "--battles", "1", "--blue", "random", "--red", "random"];
    run(&[&few[..], &["--option", "capabilities=no"]].concat()).good();
    run(&["compare", "premier-feu", "--option", "whist:capabilities=no"]).failed(2, &["whist"]);
}
