//! What a log proves, on real battles of every ruleset: 240 random changes and those of a forger who knows the format
//! are all noticed. A damaged archive is reported as damaged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{Client, Running};
use game::chain::Chain;
use game::seal::{Bytes32, hash};
use game::sign::{SignedAct, message, public_key, sign};
use game::{By, Entry, Log, Ruleset, Setup, Side, Standing, Term};
use reqwest::{Method, StatusCode};
use serde_json::json;

/// Numbers that are the same in every run.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 += 1;
        let Bytes32(bytes) = hash(&[b"luck", &self.0.to_le_bytes()]);
        usize::try_from(u64::from_le_bytes(bytes[..8].try_into().unwrap()) % n as u64).unwrap()
    }
}

/// A battle fought to its end by chance; blue signs its acts, red does not.
fn fought(ruleset: &'static dyn Ruleset, n: u8, signed: bool) -> Vec<Entry> {
    let setup = Setup {
        scenario: armies::Library::embedded().text("premier-feu").unwrap().to_owned(),
        tables: None,
        options: Default::default(),
        generals: ["person".to_owned(), "person".to_owned()],
        seed: Some(Bytes32([n; 32])),
        salt: Bytes32([n + 100; 32]),
    };
    let mut battle = ruleset.begin(&setup).unwrap().witnessed(setup.seed, setup.salt);
    let secret = Bytes32([77; 32]);
    if signed {
        assert!(battle.set_seat_key(Side::Blue, public_key(&secret)));
    }
    let standing = Standing { kind: Term::of("never"), about: None, when: Vec::new(), does: Term::of("nothing") };
    battle.stand(Side::Red, standing);
    battle.offer_draw(Side::Red);
    let mut luck = u64::from(n);
    while battle.outcome().is_none() {
        let side = if battle.waiting(Side::Blue).is_empty() { Side::Red } else { Side::Blue };
        let ask = battle.waiting(side).remove(0);
        luck += 1;
        let replies = battle.suggest(side, ask.id, luck).unwrap();
        if signed && side == Side::Blue {
            let text = message(&battle.identity(), side, &SignedAct::Answer(ask.slot.clone()), ask.id, &replies);
            battle.answer_signed(side, ask.id, replies, sign(&secret, text.as_bytes())).unwrap();
        } else {
            battle.answer(side, ask.id, replies, By::Person).unwrap();
        }
    }
    battle.log(None)
}

fn ruleset_of(log: &Log) -> &'static dyn Ruleset {
    shipped::find(&log.head().unwrap().ruleset.to_string()).unwrap_or_else(shipped::usual)
}

/// Why a log is not accepted as that of a battle that is over; `None`: it is.
fn doubt(text: &str) -> Option<String> {
    let log = match Log::read(text) {
        Ok(log) => log,
        Err(error) => return Some(error.to_string()),
    };
    if log.cut {
        return Some("cut".to_owned());
    }
    let battle = match ruleset_of(&log).reopen(&log.entries) {
        Ok(battle) => battle,
        Err(error) => return Some(error.to_string()),
    };
    if battle.outcome().is_none() {
        return Some("not over".to_owned());
    }
    log.complete(true).err().map(|error| error.to_string())
}

fn change_character(
    line: &str,
    at: usize,
    luck: &mut Luck,
    is: fn(&char) -> bool,
    other: fn(usize) -> char,
) -> Option<String> {
    let found = line.char_indices().cycle().skip(at).take(line.len()).find(|(_, c)| is(c))?;
    let mut to = other(luck.below(10));
    if to == found.1 {
        to = other(luck.below(9) + 1);
    }
    (to != found.1).then(|| format!("{}{to}{}", &line[..found.0], &line[found.0 + found.1.len_utf8()..]))
}

const KINDS: [&str; 12] = [
    "digit in the head",
    "digit elsewhere",
    "letter",
    "answer",
    "die",
    "line left out",
    "line doubled",
    "lines swapped",
    "foreign line",
    "block left out",
    "bytes cut",
    "last line left out",
];

fn changed(kind: usize, text: &str, other: &str, luck: &mut Luck) -> Option<String> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let n = 1 + luck.below(lines.len() - 2);
    let digit = |n: usize| char::from(b'0' + (n % 10) as u8);
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    let starting = |lines: &[String], luck: &mut Luck, start: &str| {
        let at: Vec<usize> = (0..lines.len()).filter(|n| lines[*n].starts_with(start)).collect();
        at[luck.below(at.len())]
    };
    match KINDS[kind] {
        "digit in the head" => {
            let at = luck.below(lines[0].len());
            lines[0] = change_character(&lines[0], at, luck, char::is_ascii_digit, digit)?;
        }
        "digit elsewhere" => {
            let at = luck.below(lines[n].len());
            lines[n] = change_character(&lines[n], at, luck, char::is_ascii_digit, digit)?;
        }
        "letter" => {
            let at = luck.below(lines[n].len());
            lines[n] = change_character(&lines[n], at, luck, char::is_ascii_lowercase, letter)?;
        }
        "answer" => {
            let n = starting(&lines, luck, "{\"given\"");
            let at = luck.below(lines[n].len());
            lines[n] = change_character(&lines[n], at, luck, char::is_ascii_lowercase, letter)?;
        }
        "die" => {
            let n = starting(&lines, luck, "{\"dice\"");
            lines[n] = change_character(&lines[n], 8, luck, char::is_ascii_digit, digit)?;
        }
        "line left out" => drop(lines.remove(n)),
        "line doubled" => lines.insert(n, lines[n].clone()),
        "lines swapped" => lines.swap(n, n + 1),
        "foreign line" => {
            let foreign: Vec<&str> = other.lines().collect();
            lines[n] = foreign[1 + luck.below(foreign.len() - 1)].to_owned();
        }
        "block left out" => {
            let end = (n + 2 + luck.below(20)).min(lines.len());
            lines.drain(n..end);
        }
        "bytes cut" => {
            let mut at = luck.below(text.len() - 2) + 1;
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            return Some(text[..at].to_owned());
        }
        _ => drop(lines.pop()),
    }
    let made = lines.join("\n") + "\n";
    (made != text).then_some(made)
}

#[test]
fn two_hundred_and_forty_changes_at_random_are_noticed() {
    let logs: Vec<String> = [(0, true), (1, false)]
        .iter()
        .flat_map(|(n, signed)| {
            shipped::all().into_iter().map(|ruleset| game::log::write(&fought(ruleset, *n, *signed)))
        })
        .collect();
    for text in &logs {
        assert_eq!(doubt(text), None, "as it was written it is believed");
    }
    let (mut luck, mut noticed, mut passed) = (Luck(0), [0; KINDS.len()], Vec::new());
    for n in 0..240 {
        let (kind, text, other) = (n % KINDS.len(), &logs[n / 12 % logs.len()], &logs[(n / 12 + 1) % logs.len()]);
        let made = std::iter::repeat_with(|| changed(kind, text, other, &mut luck)).find_map(|made| made).unwrap();
        match doubt(&made) {
            Some(_) => noticed[kind] += 1,
            None => passed.push(KINDS[kind]),
        }
    }
    assert_eq!((noticed.iter().sum::<usize>(), passed), (240, Vec::new()), "{KINDS:?} {noticed:?}");
}

/// What a forger who knows the format can do: change anything and link and sign every line again.
fn forged(log: &[Entry], change: impl FnOnce(&mut Vec<Entry>)) -> Option<String> {
    let mut lines = log.to_vec();
    change(&mut lines);
    let secret = Bytes32([13; 32]);
    if let Some(Entry::Closed { .. }) = lines.last() {
        lines.pop();
        let message = [b"grognard end\n".as_slice(), &Chain::of(&lines).hash().0].concat();
        lines.push(Entry::Closed { signature: sign(&secret, &message) });
    }
    doubt(&game::log::write(&lines))
}

#[test]
fn the_clever_changes_are_noticed_too() {
    let own = public_key(&Bytes32([13; 32]));
    for ruleset in shipped::all() {
        let log = fought(ruleset, 3, true);
        let two_thirds = log.len() * 2 / 3;
        let cut = (1..two_thirds)
            .rev()
            .find(|n| {
                matches!(log[*n], Entry::Signed { .. })
                    && ruleset.reopen(&log[..*n]).is_ok_and(|b| b.outcome().is_none())
            })
            .unwrap();
        let seed = log.iter().find(|entry| matches!(entry, Entry::SeedOpened { .. })).cloned().unwrap();
        let closed = log.last().cloned().unwrap();
        let ended = |end: Vec<Entry>| {
            let mut short = log[..cut].to_vec();
            short.extend(end);
            let made = ruleset.reopen(&short).map(|battle| battle.log(None));
            let mut lines = made.unwrap_or(short);
            lines.extend([seed.clone(), closed.clone()]);
            lines
        };
        let head = |lines: &mut Vec<Entry>, change: &dyn Fn(&mut game::Head)| {
            let Entry::Head(head) = &mut lines[0] else { panic!() };
            change(head);
        };
        let at = |lines: &[Entry], is: &dyn Fn(&Entry) -> bool| lines.iter().position(is).unwrap();
        let tries: Vec<(&str, Option<String>)> = vec![
            ("the winner resigns", forged(&log, |lines| *lines = ended(vec![Entry::Resigned(Side::Red)]))),
            ("the one who signs resigns", forged(&log, |lines| *lines = ended(vec![Entry::Resigned(Side::Blue)]))),
            ("a draw is agreed", forged(&log, |lines| *lines = ended(vec![Entry::DrawOffered(Side::Blue)]))),
            (
                "the forged end is not signed",
                forged(&log, |lines| {
                    *lines = ended(vec![Entry::Resigned(Side::Red)]);
                    lines.pop();
                }),
            ),
            ("who led", forged(&log, |lines| head(lines, &|head| head.generals = ["marshal".into(), "person".into()]))),
            (
                "who led, with a key of his own",
                forged(&log, |lines| {
                    head(lines, &|head| {
                        (head.generals, head.umpire) = (["marshal".into(), "person".into()], Some(own))
                    });
                }),
            ),
            (
                "the title, with a key of his own",
                forged(&log, |lines| {
                    head(lines, &|head| {
                        (head.scenario, head.umpire) =
                            (head.scenario.replacen("Premier feu", "Dernier feu", 1), Some(own));
                    });
                }),
            ),
            (
                "no umpire",
                forged(&log, |lines| {
                    head(lines, &|head| head.umpire = None);
                    lines.pop();
                }),
            ),
            (
                "who answered",
                forged(&log, |lines| {
                    for line in lines {
                        if let Entry::Given { by, .. } = line {
                            *by = By::Staff;
                        }
                    }
                }),
            ),
            (
                "a standing answer put in",
                forged(&log, |lines| {
                    let n = at(lines, &|entry| matches!(entry, Entry::Standing(..)));
                    lines.insert(n, lines[n].clone());
                }),
            ),
            (
                "a standing answer left out",
                forged(&log, |lines| {
                    let n = at(lines, &|entry| matches!(entry, Entry::Standing(..)));
                    lines.remove(n);
                }),
            ),
            (
                "a draw offer left out",
                forged(&log, |lines| {
                    let n = at(lines, &|entry| matches!(entry, Entry::DrawOffered(_)));
                    lines.remove(n);
                }),
            ),
            (
                "signatures left out",
                forged(&log, |lines| {
                    lines.retain(|entry| !matches!(entry, Entry::Signed { .. } | Entry::SeatKey { .. }));
                }),
            ),
            (
                "another key for the seat",
                forged(&log, |lines| {
                    for line in lines {
                        if let Entry::SeatKey { key, .. } = line {
                            *key = own;
                        }
                    }
                }),
            ),
            ("the links taken off", {
                let bare: String = log.iter().map(|entry| entry.line() + "\n").collect();
                doubt(&bare)
            }),
        ];
        for (what, doubt) in tries {
            assert!(doubt.is_some(), "{}: {what} is believed", ruleset.id());
        }
    }
}

/// A change of an archive's file by another program.
fn by_hand(folder: &std::path::Path, sql: &str) {
    let connection = rusqlite::Connection::open(folder.join("battles.sqlite")).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_damaged_is_told_as_what_it_is_and_can_be_exported() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let mut battles = Vec::new();
    for _ in 0..4 {
        let (id, seats) = running.begin(json!(["person", "person"])).await;
        seats[0].answer_one().await;
        battles.push((id, seats[0].token.clone()));
    }
    running.stop().await;
    by_hand(
        folder.path(),
        &format!("UPDATE line SET json = substr(json, 1, 40) WHERE battle = '{}' AND n = 2", battles[0].0),
    );
    let other =
        format!("UPDATE battle SET keep = replace(keep, substr(keep, 12, 4), 'abcd') WHERE id = '{}'", battles[1].0);
    by_hand(folder.path(), &other);
    by_hand(folder.path(), &format!("UPDATE battle SET leaders = '[\"perso' WHERE id = '{}'", battles[2].0));
    let running = Running::start(folder.path()).await;
    // The list says which battle cannot be opened, and does not make up who leads it.
    let list = running.owner.get("/api/battles").await.good();
    for card in list.as_array().unwrap() {
        let damaged = card["id"] == battles[2].0;
        assert_eq!((card["leaders"].is_null(), card["closed"].is_object()), (damaged, damaged), "{card}");
    }
    let mut said = Vec::new();
    for (id, token) in &battles {
        let table = Client::new(running.address, token).get("/api/seat").await;
        said.push(if table.status == StatusCode::OK {
            "ok".to_owned()
        } else {
            table.json()["what"].as_str().unwrap().to_owned()
        });
        let export = running.owner.get(&format!("/api/battles/{id}/log")).await;
        assert_eq!(
            export.status == StatusCode::OK,
            table.status != StatusCode::OK,
            "what cannot go on can be exported"
        );
    }
    assert_eq!(said, ["damaged-line", "damaged-keep", "damaged-record", "ok"]);
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_signs_over_the_wire_and_the_export_proves_it() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path()).await;
    let (id, seats) = running.begin(json!(["person", { "staff": "random" }])).await;
    let secret = Bytes32([5; 32]);
    let key = String::from(public_key(&secret));
    seats[0].post("/api/seat/signing", json!({ "key": "00" })).await.expect_status(StatusCode::BAD_REQUEST);
    seats[0].post("/api/seat/signing", json!({ "key": key })).await.good();
    let signing = seats[0].get("/api/seat/signing").await.good();
    assert_eq!(signing["key"], key);
    let battle = Bytes32::try_from(signing["battle"].as_str().unwrap().to_owned()).unwrap();
    let ask = seats[0].table().await["now"]["asks"][0]["ask"].clone();
    let replies = seats[0].post("/api/seat/suggest", json!({ "ask": ask["id"] })).await.good()["replies"].clone();
    let (slot, read) = (
        serde_json::from_value(ask["slot"].clone()).unwrap(),
        serde_json::from_value::<Vec<game::Reply>>(replies.clone()).unwrap(),
    );
    let text = message(&battle, Side::Blue, &SignedAct::Answer(slot), ask["id"].as_u64().unwrap(), &read);
    let send = |signature: String| {
        let body = json!({ "ask": ask["id"], "replies": replies });
        Client::got(
            seats[0].request(Method::POST, "/api/seat/answer").header("x-seat-signature", signature).json(&body),
        )
    };
    let wrong = send(String::from(sign(&Bytes32([6; 32]), text.as_bytes()))).await;
    assert_eq!(
        wrong.expect_status(StatusCode::UNPROCESSABLE_ENTITY)["refusals"][0]["refusal"]["reason"],
        "wrong_signature"
    );
    send(String::from(sign(&secret, text.as_bytes()))).await.good();
    // A seat that signs its answers must sign a resignation too.
    seats[0].post("/api/seat/resign", json!({})).await.expect_status(StatusCode::UNPROCESSABLE_ENTITY);
    let turn = seats[0].table().await["now"]["turn"].as_u64().unwrap();
    let resign = sign(&secret, message(&battle, Side::Blue, &SignedAct::Resign, turn, &[]).as_bytes());
    let request = seats[0].request(Method::POST, "/api/seat/resign").header("x-seat-signature", String::from(resign));
    Client::got(request).await.good();
    let export = running.owner.get(&format!("/api/battles/{id}/log")).await.text;
    assert_eq!(doubt(&export), None);
    let proof = Log::read(&export).unwrap().proof();
    assert!(proof.linked && proof.bound && proof.closed && proof.seats[0].signed == 1, "{proof:?}");
    running.stop().await;
}
