//! `grognard scenario` and `grognard army`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::{folder, path, run, run_in};

#[test]
fn scenarios_are_listed_id_first() {
    let listed = run(&["scenario", "list"]).good().out;
    let ids: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    for id in ["premier-feu", "maida-1806", "saalfeld-1806", "jakubovo-1812"] {
        assert!(ids.contains(&id), "{id}: {listed}");
        run(&["scenario", "check", id, "--ruleset", "marie-louise"]).good().says(&["no fault"]);
    }
}

#[test]
fn a_scenario_is_shown_by_id_or_path_and_drawn() {
    let folder = folder("scenario-show");
    let shown = run(&["scenario", "show", "premier-feu"]).good().says(&["First fire", "Lime Tree Farm", "Victory"]).out;
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/scenarios/premier-feu.toml");
    assert_eq!(run(&["scenario", "show", file]).good().out, shown);
    run_in("fr_FR", &["scenario", "show", "premier-feu"]).good().says(&["Premier feu", "Victoire"]);
    for (name, start) in [("out.svg", "<svg"), ("out.png", "\u{fffd}PNG")] {
        let out = path(&folder, name);
        run(&["scenario", "show", "premier-feu", "--picture", &out]).good();
        let bytes = std::fs::read(&out).unwrap();
        assert!(String::from_utf8_lossy(&bytes).starts_with(start), "{name}");
    }
    run(&["scenario", "show", "premier-feu", "--picture", &path(&folder, "out.gif")]).failed(2, &[".svg", ".png"]);
    run(&["scenario", "show", "premier-fe"]).failed(2, &["Did you mean premier-feu?"]);
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|f| f.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "nothing else is left behind: {left:?}");
}

#[test]
fn all_faults_of_a_scenario_are_told_with_their_lines() {
    let folder = folder("scenario-faults");
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/scenarios/premier-feu.toml")).unwrap();
    let file = path(&folder, "bad.toml");
    std::fs::write(&file, text.replace("kind = \"hill\"", "kind = \"hil\"").replace("turns = 8", "turns = -8"))
        .unwrap();
    run(&["scenario", "check", &file])
        .failed(1, &["bad.toml:4", "hil", "overrides.bataille-empire.turns: -8 is out of bounds", "3 faults"]);
    run_in("fr_FR", &["scenario", "check", &file]).failed(1, &["3 fautes"]);
    std::fs::write(&file, "this is not TOML").unwrap();
    run(&["scenario", "check", &file]).failed(1, &["bad.toml:1"]);
    run(&["scenario", "check", &path(&folder, "none.toml")]).failed(2, &["no such file"]);
    std::fs::write(&file, [0x66, 0x0a, 0xff, 0xfe]).unwrap();
    run(&["scenario", "check", &file]).failed(2, &["line 2"]);
}

#[test]
fn what_only_a_ruleset_finds_wrong_is_told_in_the_same_run() {
    let folder = folder("scenario-rulesets");
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/scenarios/premier-feu.toml")).unwrap();
    let file = path(&folder, "bad.toml");
    let line = 2 + text.lines().position(|line| line.contains("\"Morvan\"")).unwrap();
    let bad = text.replacen("competence = 2", "competence = 9", 1).replacen("\"competent\"", "\"genius\"", 1);
    // A comment that looks like the name is not its place.
    let bad = format!("# name = \"Morvan\"\n{bad}");
    std::fs::write(&file, &bad).unwrap();
    let places = [&format!("bad.toml:{line}: Marie-Louise: Morvan"), "Bataille Empire: Morvan", "2 faults"];
    run(&["scenario", "check", &file]).failed(1, &places);
    run(&["scenario", "check", &file, "--ruleset", "bataille-empire"]).failed(1, &["Bataille Empire", "One fault"]);
    run_in("fr_FR", &["scenario", "check", &file]).failed(1, &["il faut de 1 à 4"]);
    // Together with faults of every ruleset; an unknown type is not reported twice.
    let worse = bad.replacen("turns = 8", "turns = -8", 1).replacen("\"fr-chasseurs\"", "\"fr-chaseurs\"", 1);
    std::fs::write(&file, worse).unwrap();
    let told =
        run(&["scenario", "check", &file]).failed(1, &["turns", "fr-chaseurs", places[0], places[1], "4 faults"]);
    assert!(!told.err.contains("fr-13-chasseurs"), "{}", told.err);
}

#[test]
fn an_even_battle_is_made_from_a_seed() {
    let folder = folder("scenario-make");
    let file = path(&folder, "made.toml");
    let wish =
        ["scenario", "make", "--seed", "7", "--units", "6", "--blue", "prussia", "--red", "france", "--year", "1806"];
    run(&[&wish[..], &["--out", &file]].concat()).good().says(&["made.toml", "Prussia against France", "seed 7"]);
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(run(&wish).good().out.trim_end(), text.trim_end(), "the same, printed");
    run(&["scenario", "check", &file]).good().says(&["no fault", "12 units"]);
    run_in("fr_FR", &["scenario", "show", &file]).good().says(&["Prusse contre France, 1806"]);
    run(&["scenario", "make", "--units", "99"]).failed(2, &["99", "from 3 to 24"]);
    run(&["scenario", "make", "--red", "prusia"]).failed(2, &["Did you mean prussia?"]);
    run_in("fr_FR", &["scenario", "make", "--blue", "portugal", "--year", "1805"]).failed(2, &["1805", "portugal"]);
    run(&["scenario", "make", "--out", &path(&folder, "none/made.toml")]).failed(2, &["none/made.toml"]);
    let made = |seed: &[&str]| run(&[&["scenario", "make"][..], seed].concat()).good().out;
    assert!(made(&[]).contains("made from the seed"), "a seed by chance is told");
    run(&["scenario", "make", "--help"]).good().says(&["point-symmetrical", "--units", "grognard simulate seven.toml"]);
    run_in("fr_FR", &["scenario", "make", "--help"]).good().says(&["symétrique", "(sinon 8)"]);
}

#[test]
fn the_program_brings_its_schemas() {
    for (command, name) in [("scenario", "scenario"), ("army", "roster")] {
        let file = format!("{}/../../data/schemas/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let published: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        assert_eq!(run(&[command, "schema"]).good().json(), published);
    }
}

#[test]
fn every_list_that_comes_with_the_program_keeps_its_budget() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/armies/examples");
    let lists: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(!lists.is_empty());
    for list in lists {
        run(&["army", "check", &list]).good();
    }
}

#[test]
fn an_army_is_priced() {
    let priced =
        run(&["army", "check", "avant-garde-1806"]).good().says(&["Total: ", " points of 400", "Doctrine"]).out;
    let costs = priced.lines().filter_map(|line| line.split_whitespace().last()?.parse::<u32>().ok());
    let total = priced.lines().find_map(|line| line.strip_prefix("Total: ")?.split(' ').next()?.parse::<u32>().ok());
    assert_eq!(Some(costs.filter(|cost| *cost != 400).sum()), total, "{priced}");
    let priced = run(&["army", "check", "avant-garde-1806", "--ruleset", "bataille-empire"]).good().out;
    assert!(!priced.contains("Doctrine"), "no doctrines in this ruleset: {priced}");
    let priced = run(&["army", "check", "avant-garde-1806", "--ruleset", "trois-couleurs"]).out;
    assert!(priced.contains("Total: "), "{priced}");
    // Les Aigles counts tenths of a point.
    let priced = run(&["army", "check", "avant-garde-1806", "--ruleset", "aigles"]).out;
    let tenths = |text: &str| (text.split('.').count() == 2).then(|| text.replace('.', "").parse::<u32>().ok())?;
    assert!(priced.lines().any(|line| line.split_whitespace().last().and_then(tenths).is_some()), "{priced}");
    let folder = folder("army");
    let file = path(&folder, "army.toml");
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/armies/examples/avant-garde-1806.toml"
    ))
    .unwrap();
    std::fs::write(&file, text.replace("budget = 400", "budget = 40")).unwrap();
    run(&["army", "check", &file]).failed(1, &["over the budget of 40"]);
    std::fs::write(&file, text.replacen("fr-light", "fr-lite", 1)).unwrap();
    run(&["army", "check", &file]).failed(1, &["army.toml:", "fr-lite"]);
}
