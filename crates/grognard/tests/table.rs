//! `grognard play`, the real program: killed in the middle of a turn it loses nothing, and it reports the remedy when
//! it cannot begin.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The running program.
struct Play {
    child: Child,
    base: String,
    token: String,
    // Kept open: the program may still print.
    _out: BufReader<std::process::ChildStdout>,
}

impl Play {
    fn start(folder: &Path) -> Self {
        Self::of(&mut command(folder, "0"))
    }

    fn of(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("#house=") {
            line.clear();
            assert!(out.read_line(&mut line).unwrap() > 0, "it says where the table is");
        }
        let link = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        let (base, token) = link.split_once("/#house=").unwrap();
        Self { child, base: base.to_owned(), token: token.to_owned(), _out: out }
    }

    async fn send(&self, token: &str, method: &str, path: &str, body: Option<Value>) -> Value {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut request = client.request(method.parse().unwrap(), format!("{}{path}", self.base)).bearer_auth(token);
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.text().await.unwrap());
        response.json().await.unwrap_or_default()
    }

    /// The whole table of a seat, without the numbers of updates.
    async fn table(&self, seat: &str) -> Value {
        let mut table = self.send(seat, "GET", "/api/seat", None).await;
        table["now"]["seq"] = Value::Null;
        table
    }

    async fn answer(&self, seat: &str) -> bool {
        let table = self.table(seat).await;
        let Some(ask) = table["now"]["asks"][0]["ask"]["id"].as_u64() else { return false };
        let suggested = self.send(seat, "POST", "/api/seat/suggest", Some(json!({ "ask": ask }))).await;
        let body = json!({ "ask": ask, "replies": suggested["replies"] });
        self.send(seat, "POST", "/api/seat/answer", Some(body)).await;
        true
    }

    /// Kills it as `kill -9` does.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn command(folder: &Path, port: &str) -> Command {
    let mut command = anywhere(folder);
    command.args(["--port", port]);
    command
}

/// On any port.
fn anywhere(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    command.args(["play", "--no-open", "--lang", "en", "--data"]).arg(folder);
    command
}

/// Runs it to its end: exit code and output.
fn ended(command: &mut Command) -> (Option<i32>, String) {
    let done = command.output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap())
}

#[tokio::test]
async fn killed_in_the_middle_of_a_turn_it_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut play = Play::start(folder.path());
    let wanted = json!({ "scenario": "premier-feu", "ruleset": "marie-louise", "leaders": ["person", "person"] });
    let opened = play.send(&play.token, "POST", "/api/battles", Some(wanted)).await;
    let seats: Vec<String> =
        opened["seats"].as_array().unwrap().iter().map(|seat| seat["token"].as_str().unwrap().to_owned()).collect();
    for round in 0..4 {
        // Blue has answered, red has not: blue's sealed answer is in no log yet.
        while !play.answer(&seats[0]).await {
            play.answer(&seats[1]).await;
        }
        if round > 0 {
            play.answer(&seats[1]).await;
            play.answer(&seats[0]).await;
        }
        let before = [play.table(&seats[0]).await, play.table(&seats[1]).await];
        let owner = play.token.clone();
        play.kill();
        play = Play::start(folder.path());
        for (seat, before) in seats.iter().zip(&before) {
            assert_eq!(&play.table(seat).await, before, "round {round}");
        }
        // A tab that was open keeps its place in the house too.
        let battles = play.send(&owner, "GET", "/api/battles", None).await;
        assert_eq!(battles.as_array().unwrap().len(), 1);
    }
    // The same port a second time: it reports the remedy.
    let port = play.base.rsplit(':').next().unwrap().to_owned();
    let other = tempfile::tempdir().unwrap();
    let second = command(other.path(), &port).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(said.contains("--port"), "{said}");
    // The same folder and port a second time, as by a second double click: the first one is found.
    let second = command(folder.path(), &port).output().unwrap();
    let said = String::from_utf8(second.stdout).unwrap();
    assert!(second.status.success() && said.contains(&format!("open already: {}", play.base)), "{said}");
    // Maintenance of the folder works beside the table.
    let archive = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
        let done = command
            .args(["archive", "--lang", "en"])
            .args(arguments)
            .arg("--data")
            .arg(folder.path())
            .output()
            .unwrap();
        (done.status.code(), String::from_utf8(done.stdout).unwrap() + &String::from_utf8(done.stderr).unwrap())
    };
    let copy = other.path().join("copy");
    for (arguments, code, says) in [
        (vec!["check"], 0, "whole. 1 battles"),
        (vec!["backup", copy.to_str().unwrap()], 0, "a whole copy"),
        (vec!["backup", copy.to_str().unwrap()], 2, "there already"),
        (vec!["compact"], 2, "in use"),
    ] {
        let (ended, said) = archive(&arguments);
        assert_eq!(ended, Some(code), "{arguments:?}: {said}");
        assert!(said.contains(says), "{arguments:?}: {said}");
    }
    play.kill();
    assert_eq!(archive(&["compact"]).0, Some(0));
    // The copy is a data folder like any other.
    let play = Play::start(&copy);
    play.table(&seats[0]).await;
    play.kill();
}

#[test]
fn a_second_start_finds_the_first_wherever_it_listens() {
    let folder = tempfile::tempdir().unwrap();
    let play = Play::start(folder.path());
    let base = &play.base;
    // Without a port, or with another one: the table that has the folder is used, and opens the scenario named.
    for (arguments, link) in [
        (vec![], String::new()),
        (vec!["--port", "0"], String::new()),
        (vec!["saalfeld-1806"], "/#/new/saalfeld-1806".to_owned()),
        (vec!["--ruleset", "bataille-empire"], "/#/?ruleset=bataille-empire".to_owned()),
        (vec!["maida-1806", "--ruleset", "aigles"], "/#/new/maida-1806?ruleset=aigles".to_owned()),
    ] {
        let (code, said) = ended(anywhere(folder.path()).args(&arguments));
        assert_eq!((code, said.trim()), (Some(0), format!("The table is open already: {base}{link}").as_str()));
    }
    // The player's own scenario is not stored without the open table.
    let own = folder.path().join("own.toml");
    let text = armies::Library::embedded().text("premier-feu").unwrap().replace("id = \"premier-feu\"", "id = \"own\"");
    std::fs::write(&own, text).unwrap();
    let (code, said) = ended(anywhere(folder.path()).arg(&own));
    assert!(code == Some(0) && said.contains(base) && said.contains("does not know the scenario own"), "{said}");
    // Another kind of table is not possible there.
    for other in [["--seed", "1"], ["--listen", "0.0.0.0"], ["--public", "https://table.example.org"]] {
        let (code, said) = ended(anywhere(folder.path()).args(other));
        assert!(code == Some(2) && said.contains(base), "{said}");
    }
    // The address in the file counts only where a table of this machine answers.
    let file = folder.path().join("battles.address");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    for wrong in ["", "0", "http://127.0.0.1:1805", "192.0.2.1:1805", "127.0.0.1:0", "\u{0}\u{ffff}", &closed] {
        std::fs::write(&file, wrong).unwrap();
        let (code, said) = ended(&mut anywhere(folder.path()));
        assert!(code == Some(2) && said.contains("in use") && !said.contains("http"), "{wrong:?}: {said}");
    }
    std::fs::write(&file, vec![b'1'; 1_000_000]).unwrap();
    assert_eq!(ended(&mut anywhere(folder.path())).0, Some(2));
    play.kill();
}

/// Ends the program when the test ends.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn where_another_program_has_the_usual_port_the_next_is_taken() {
    // If the port is not free here, another program has it.
    let _taken = std::net::TcpListener::bind("127.0.0.1:1805");
    let folder = tempfile::tempdir().unwrap();
    let play = Play::of(anywhere(folder.path()).stderr(Stdio::piped()));
    let mut child = Ends(play.child);
    let port = play.base.rsplit(':').next().unwrap();
    assert_ne!(port, "1805");
    let mut said = String::new();
    BufReader::new(child.0.stderr.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("1805 is taken") && said.contains(port), "{said}");
}

/// Like a double click.
#[test]
fn without_arguments_it_sets_the_table() {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_grognard"));
    // No browser can be found.
    command.env("HOME", home.path()).env("XDG_DATA_HOME", home.path()).env("PATH", "").env("LANG", "fr_FR.UTF-8");
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").stderr(Stdio::null()).stdin(Stdio::null());
    let play = Play::of(&mut command);
    let _ends = Ends(play.child);
    let battles = std::fs::read_dir(home.path()).unwrap().count();
    assert!(play.base.starts_with("http://127.0.0.1:") && battles > 0);
}

#[test]
fn a_folder_that_cannot_be_written_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let ended = command(&file, "0").output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.contains("--data") && said.contains(file.to_str().unwrap()), "{said}");
}

/// As when its window is closed, or the machine is shut down: it reports its end, and nothing prevents the next start.
#[cfg(unix)]
#[test]
fn told_to_end_it_closes_and_can_be_started_again() {
    let folder = tempfile::tempdir().unwrap();
    for _ in 0..2 {
        let Play { mut child, _out: mut out, .. } = Play::start(folder.path());
        assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
        let mut said = String::new();
        std::io::Read::read_to_string(&mut out, &mut said).unwrap();
        assert!(child.wait().unwrap().success(), "{said}");
        assert!(said.contains("closed"), "{said}");
    }
}
