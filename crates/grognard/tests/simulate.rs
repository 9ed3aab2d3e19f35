//! `grognard simulate`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;
use common::{folder, path, run, run_in};
use std::process::{Command, Stdio};

const FEW: [&str; 10] =
    ["simulate", "premier-feu", "--battles", "6", "--seed", "3", "--blue", "random", "--red", "random"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    FEW.iter().copied().chain(more.iter().copied()).collect()
}

#[test]
fn a_run_is_told_written_and_the_same_again() {
    let folder = folder("simulate");
    let (one, two) = (path(&folder, "one"), path(&folder, "two"));
    run(&with(&["--out", &one, "--threads", "1"])).good().says(&[
        "6 battles",
        "Victories: French advance guard",
        "Length:",
        "Losses",
        "broke first",
        "d6:",
        "index.html",
    ]);
    let told = run(&with(&["--out", &two, "--threads", "2", "--json"])).good().json();
    assert_eq!(told["battles"], 6);
    let counts: Vec<u64> = ["blue_wins", "red_wins", "draws"].map(|key| told[key].as_u64().unwrap()).into();
    assert_eq!(counts.iter().sum::<u64>(), 6);
    let parts = ["battles/open.parquet", "units/open.parquet", "events/open.parquet"];
    for file in ["battles.csv", "units.csv", "summary.json", "index.html"].into_iter().chain(parts) {
        let read = |folder: &str| std::fs::read(format!("{folder}/{file}")).unwrap();
        assert!(read(&one) == read(&two), "{file}");
    }
    let page = std::fs::read_to_string(format!("{one}/index.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.matches("<svg").count() == 4 && !page.contains("http://"));
    run_in("fr_FR", &with(&[])).good().says(&["6 batailles", "Victoires", "rompu la première"]);
    // The second time there is nothing left to fight.
    run(&with(&["--out", &one])).good().says(&["6 battles were there already"]);
    // Every row can be fought again by its seed.
    let rows = std::fs::read_to_string(format!("{one}/battles.csv")).unwrap();
    let row: Vec<&str> = rows.lines().nth(2).unwrap().split(',').collect();
    let fought =
        run(&["fight", "premier-feu", "--seed", row[3], "--blue", row[4], "--red", row[5], "--quiet"]).good().out;
    let winner = match row[7] {
        "blue" => "French advance guard",
        "red" => "Prussian advance guard",
        _ => "Undecided",
    };
    assert!(
        fought.lines().any(|line| line.contains(winner) && (line.contains("Victory") || winner == "Undecided")),
        "{fought}"
    );
}

#[test]
fn shards_are_put_together() {
    let folder = folder("simulate-shards");
    let [one, two, out, whole] = ["one", "two", "out", "whole"].map(|name| path(&folder, name));
    run(&with(&["--shard", "1/2", "--out", &one])).good();
    run(&with(&["--shard", "2/2", "--out", &two])).good();
    run(&with(&["--out", &whole])).good();
    run(&["simulate", "--merge", &out, &one]).failed(2, &["2/2"]);
    run(&["simulate", "--merge", &out, &one, &whole]).failed(2, &["not a shard"]);
    run(&["simulate", "--merge", &out, &two, &one]).good().says(&["6 battles", "seed 3"]);
    for file in ["battles.csv", "events/open.parquet", "summary.json", "index.html"] {
        let read = |folder: &str| std::fs::read(format!("{folder}/{file}")).unwrap();
        assert!(read(&out) == read(&whole), "{file}");
    }
    // The merged folder is the run: it can continue.
    let more = ["simulate", "premier-feu", "--battles", "7", "--seed", "3", "--blue", "random", "--red", "random"];
    run(&[&more[..], &["--out", &out]].concat()).good().says(&["6 battles were there already"]);
    run(&with(&["--shard", "3/2"])).failed(2, &["3/2"]);
    // A series too; its own page is then made by the command that made the shards.
    let [one, two, out] = ["vary-one", "vary-two", "vary-out"].map(|name| path(&folder, name));
    let vary = ["--vary", "turns=2,3"];
    run(&with(&[&vary[..], &["--shard", "1/2", "--out", &one]].concat())).good();
    run(&with(&[&vary[..], &["--shard", "2/2", "--out", &two]].concat())).good();
    run(&["simulate", "--merge", &out, &one, &two]).good().says(&["2 runs", "without --shard"]);
    let told = run(&with(&[&vary[..], &["--out", &out, "--json"]].concat())).good().json();
    assert_eq!(told, run(&with(&[&vary[..], &["--json"]].concat())).good().json());
    run(&with(&[&vary[..], &["--out", &out]].concat())).good().says(&["random", "seed 3", "Marie-Louise"]);
}

#[test]
fn points_of_pairs_are_counted_under_every_ruleset() {
    for ruleset in shipped::all().into_iter().map(|ruleset| ruleset.id()) {
        let folder = folder(&format!("simulate-points-{ruleset}"));
        let own = path(&folder, "own");
        let few = ["simulate", "premier-feu", "--battles", "2", "--mirror", "--ruleset", ruleset];
        run(&[&few[..], &["--blue", "random", "--red", "recruit", "--out", &own]].concat()).good();
        let rows = std::fs::read_to_string(format!("{own}/battles.csv")).unwrap();
        let heads: Vec<&str> = rows.lines().next().unwrap().split(',').collect();
        let at = heads.iter().position(|head| *head == "blue_points").unwrap();
        let points: Vec<i64> = rows
            .lines()
            .skip(1)
            .flat_map(|row| row.split(',').skip(at).take(2).map(|n| n.parse().unwrap()).collect::<Vec<i64>>())
            .collect();
        assert!(points.len() == 8 && points.iter().any(|n| *n != 0), "{ruleset}: {points:?}");
    }
}

#[test]
fn mirrored_fights_are_counted() {
    let told = run(&with(&["--mirror", "--json"])).good().json();
    assert_eq!((&told["battles"], &told["pairs"]["count"]), (&12.into(), &6.into()));
    run(&with(&["--mirror"])).good().says(&["named for blue", "Pairs won:", "Lost of what he led"]);
    // Each general led both sides: the losses of both generals are the losses of both sides.
    let [led, lost] = ["start", "lost"]
        .map(|key| told["losses"].as_array().unwrap().iter().map(|l| l[key].as_f64().unwrap()).sum::<f64>());
    let mean = (told["pairs"]["blue_lost"].as_f64().unwrap() + told["pairs"]["red_lost"].as_f64().unwrap()) / 2.0;
    assert!((mean - lost / led).abs() < 1e-9, "{mean} {lost} {led}");
}

#[test]
fn values_are_varied_and_searched() {
    let folder = folder("simulate-vary");
    let vary = path(&folder, "vary");
    let sweep = ["--vary", "brigade:brigade-rehden.quality=raw,veteran", "--out", &vary];
    let told = run(&with(&[&sweep[..], &["--json"]].concat())).good().json();
    let values: Vec<_> = told["runs"].as_array().unwrap().iter().map(|run| run["value"].clone()).collect();
    assert_eq!(values, ["raw", "veteran"]);
    assert!(std::fs::read_to_string(format!("{vary}/index.html")).unwrap().contains("href=\"raw/index.html\""));
    assert!(std::path::Path::new(&format!("{vary}/veteran/battles.csv")).exists());
    run(&with(&["--vary", "turns=2,3", "--out", &vary])).failed(2, &["what is varied"]);
    let even = path(&folder, "even");
    run(&with(&["--balance", "victory:red_breaks=20..24", "--out", &even]))
        .good()
        .says(&["Closest to even", "red_breaks = 2"]);
    assert!(std::fs::read_to_string(format!("{even}/summary.json")).unwrap().contains("\"best\""));
}

#[test]
fn kinds_of_generals_stand_side_by_side_in_a_sweep() {
    let folder = folder("simulate-kinds");
    let out = path(&folder, "out");
    let kinds = [
        "simulate",
        "premier-feu",
        "--battles",
        "3",
        "--seed",
        "2",
        "--vary",
        "turns=2,4",
        "--generals",
        "random,recruit",
    ];
    let told = run(&[&kinds[..], &["--json", "--out", &out]].concat()).good().json();
    let runs = told["runs"].as_array().unwrap();
    let led: Vec<_> = runs.iter().map(|run| (&run["value"], &run["summary"]["blue"], &run["summary"]["red"])).collect();
    let [two, four, random, recruit] = ["2", "4", "random", "recruit"].map(serde_json::Value::from);
    let all = [(&two, &random), (&two, &recruit), (&four, &random), (&four, &recruit)];
    assert_eq!(led, all.map(|(value, kind)| (value, kind, kind)));
    assert!(told["disagree"].is_array());
    let page = std::fs::read_to_string(format!("{out}/index.html")).unwrap();
    for word in [
        "href=\"2-random/index.html\"",
        "href=\"4-recruit/index.html\"",
        "at random; the computer, a recruit",
        "seed 2",
        "Marie-Louise",
    ] {
        assert!(page.contains(word), "{word}");
    }
    assert_eq!(page.matches("class=\"line ").count(), 2, "a line for each kind");
    run(&kinds).good().says(&[
        "2 · the computer, at random",
        "4 · the computer, a recruit",
        "2 values",
        "seed 2",
        "Marie-Louise",
    ]);
    run(&["simulate", "premier-feu", "--generals", "random,recruit"]).failed(2, &["--vary"]);
    run(&[&kinds[..], &["--blue", "random"]].concat()).failed(2, &["--generals"]);
}

#[test]
fn bad_usage_is_refused_in_words() {
    let folder = folder("simulate-bad");
    run(&["simulate", "premier-feu", "--blue", "nobody"]).failed(2, &["nobody", "random"]);
    run(&["simulate", "premier-fe"]).failed(2, &["premier-feu"]);
    run(&["simulate", "premier-feu", "--battles", "0"]).failed(2, &["--battles"]);
    run(&with(&["--vary", "colour=1"])).failed(2, &["cannot be varied", "brigade:ID.quality"]);
    run(&with(&["--vary", "unit:fr-1-21-lign.men=3"])).failed(2, &["fr-1-21-ligne"]);
    run(&with(&["--vary", "brigade:brigade-rehden.quality=usual,poor"])).failed(2, &["not right with poor", "quality"]);
    run(&with(&["--vary", "turns=3", "--balance", "turns=3..4"])).failed(2, &["--balance"]);
    run(&with(&["--balance", "turns=3"])).failed(2, &["LOW..HIGH"]);
    let file = path(&folder, "file");
    std::fs::write(&file, "mine").unwrap();
    run(&with(&["--out", &file])).failed(2, &["a file stands"]);
    run(&with(&["--out", folder.to_str().unwrap()])).failed(2, &["not empty"]);
    let own = path(&folder, "own");
    run(&["simulate", "premier-feu", "--battles", "1", "--out", &own]).good().says(&["captain"]);
    run(&["simulate", "premier-feu", "--battles", "1", "--seed", "9", "--out", &own])
        .failed(2, &["another run", "the seed"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_is_done() {
    let folder = folder("simulate-interrupted");
    let (own, whole) = (path(&folder, "own"), path(&folder, "whole"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args([
            "simulate",
            "premier-feu",
            "--blue",
            "random",
            "--red",
            "random",
            "--battles",
            "1000000",
            "--lang",
            "en",
            "--out",
            &own,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let rows = |folder: &str| std::fs::read_to_string(format!("{folder}/battles.csv")).unwrap_or_default();
    while rows(&own).lines().count() < 4 {
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(child.try_wait().unwrap().is_none(), "it goes on");
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("goes on from there"));
    let done = rows(&own).lines().count() - 1;
    let more = (done + 2).to_string();
    run(&["simulate", "premier-feu", "--blue", "random", "--red", "random", "--battles", &more, "--out", &own]).good();
    run(&["simulate", "premier-feu", "--blue", "random", "--red", "random", "--battles", &more, "--out", &whole])
        .good();
    assert_eq!(rows(&own), rows(&whole));
}
