//! `grognard replay`: a battle from its log.

use crate::cli::Replay;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::page::columns;
use crate::{faults, files, page, rulesets, scenes, terminal};
use armies::Scenario;
use game::{Deed, Entry, Event, Head, Log, LogError, Picture, Ruleset, Side};
use report::scene::{self, Frame};
use report::{Chronicle, html, short, tell};
use words::{Names, Words, number};

pub fn run(context: &Context, arguments: &Replay) -> Done {
    if let Some(path) = &arguments.picture {
        scenes::check_ending(context, path)?;
    }
    let text = files::read(context, &arguments.log)?;
    let log = Log::read(&text).map_err(|error| Failure::Bad(in_file(&arguments.log, &error, context)))?;
    let head = log.head().ok_or_else(|| Failure::Internal(LogError::NoHead.to_string()))?;
    let book = Book::open(context, &arguments.log, head)?;
    if arguments.verify {
        return verify(context, &arguments.log, &text, &log, &book);
    }
    if log.cut {
        eprintln!(
            "{}",
            context.say("log-cut", &[("file", (&arguments.log).into()), ("line", (log.entries.len() + 1).into())])
        );
    }
    let side = arguments.side.as_deref().map(|side| if side == "blue" { Side::Blue } else { Side::Red });
    if arguments.at.is_some() || arguments.turn.is_some() || arguments.picture.is_some() {
        return moment(context, arguments, &log, &book, side);
    }
    let events: Vec<Event> = log.events().cloned().collect();
    let mut told = tell(&book.words, book.names(context), &events, side);
    told.seed = log.entries.iter().find_map(|entry| match entry {
        Entry::SeedOpened { seed, .. } => Some(String::from(*seed)),
        _ => None,
    });
    if let Some(reason) = book.not_verified(context, &log, &arguments.log) {
        eprintln!("{reason}");
    }
    match arguments.report.as_deref() {
        None => summary(context, &book, &log, &told),
        Some("-") => {
            let head = short::head(&context.words, &book.scenario, book.ruleset.id(), &head.generals);
            page::put(&format!("{head}{}", terminal::whole(context, &book.words, &told)))
        }
        Some(path) => {
            let html = html::page(&context.words, &book.words, &book.scenario, book.ruleset, &head.generals, &told);
            files::write(context, path, html.as_bytes())?;
            page::put(&context.say("report-written", &[("file", path.into())]))
        }
    }
}

/// The context for reading a log: its ruleset, its scenario, its words.
struct Book {
    ruleset: &'static dyn Ruleset,
    known: bool,
    scenario: Scenario,
    words: Words,
    version: u32,
}

impl Book {
    /// A battle of an unknown ruleset can still be opened: its events are told in plain words.
    fn open(context: &Context, file: &str, head: &Head) -> Done<Self> {
        let found = rulesets::find(head.ruleset.as_str());
        let ruleset = found.unwrap_or_else(rulesets::usual);
        let words = if found.is_some() { Words::of(context.lang, ruleset) } else { Words::plain(context.lang) };
        let scenario = scenes::read(context, &head.scenario, &format!("{file}#scenario")).map_err(Failure::Bad)?;
        Ok(Self { ruleset, known: found.is_some(), scenario, words, version: head.version })
    }

    fn names(&self, context: &Context) -> Names {
        scene::names(&context.words, &self.scenario)
    }

    /// Why a battle is shown from its events only, if the rules no longer give the same.
    fn not_verified(&self, context: &Context, log: &Log, file: &str) -> Option<String> {
        if !self.known {
            let name = log.head().map(|head| head.ruleset.to_string()).unwrap_or_default();
            return Some(context.say("log-unknown-ruleset", &[("name", name.into())]));
        }
        if self.version != self.ruleset.version() {
            return Some(context.say(
                "log-other-version",
                &[("version", self.version.into()), ("current", self.ruleset.version().into())],
            ));
        }
        let error = self.ruleset.reopen(&log.entries).err()?;
        Some(context.say("log-not-verified", &[("reason", in_file(file, &error, context).into())]))
    }
}

fn in_file(file: &str, error: &LogError, context: &Context) -> String {
    match error {
        LogError::Empty => context.say("log-empty", &[("file", file.into())]),
        LogError::NoHead => context.say("log-no-head", &[("file", file.into())]),
        LogError::Newer(format, most) => {
            context.say("log-newer", &[("file", file.into()), ("format", (*format).into()), ("most", (*most).into())])
        }
        LogError::Link { line } => context.say("log-bad-link", &[("file", file.into()), ("line", (*line).into())]),
        LogError::Unsigned => context.say("log-no-umpire", &[("file", file.into())]),
        LogError::UmpireState => format!("{file}: {}", context.say("log-keep-seed", &[])),
        LogError::Line { line, reason } => {
            let reason = faults::line_reason(context, reason);
            context.say("log-bad-line", &[("file", file.into()), ("line", (*line).into()), ("reason", reason.into())])
        }
        LogError::Differs { line, reason } => {
            let reason = faults::log_reason(context, reason);
            context.say("log-differs", &[("file", file.into()), ("line", (*line).into()), ("reason", reason.into())])
        }
    }
}

fn verify(context: &Context, file: &str, text: &str, log: &Log, book: &Book) -> Done {
    if !book.known {
        let name = log.head().map(|head| head.ruleset.to_string()).unwrap_or_default();
        return Err(Failure::No(context.say("log-unknown-ruleset", &[("name", name.into())])));
    }
    if book.version != book.ruleset.version() {
        let values = [("version", book.version.into()), ("current", book.ruleset.version().into())];
        return Err(Failure::No(context.say("log-other-version", &values)));
    }
    let refused = |error: &LogError| {
        let mut message = in_file(file, error, context);
        if log.of_one_side() {
            message.push_str(&format!("\n{}", context.say("log-one-side", &[])));
        }
        Failure::No(message)
    };
    if let Some(line) = log.broken {
        return Err(refused(&LogError::Link { line }));
    }
    let battle = book.ruleset.reopen(&log.entries).map_err(|error| refused(&error))?;
    let dice: usize = log
        .entries
        .iter()
        .map(|entry| match entry {
            Entry::Dice(thrown) => thrown.iter().map(|t| t.faces.len()).sum(),
            _ => 0,
        })
        .sum();
    let count = |n: usize| number(context.lang, n);
    if let Some(line) = written_otherwise(text, &log.entries) {
        return Err(Failure::No(context.say("log-other-form", &[("file", file.into()), ("line", line.into())])));
    }
    let made = battle.log(None).len();
    if made > log.entries.len() && !log.cut {
        let line = log.entries.len();
        return Err(Failure::No(context.say("log-broken-off", &[("file", file.into()), ("line", line.into())])));
    }
    let over = battle.outcome().is_some();
    log.complete(over).map_err(|error| Failure::No(in_file(file, &error, context)))?;
    let opened = log.entries.iter().any(|entry| matches!(entry, Entry::SeedOpened { .. }));
    let print = String::from(battle.fingerprint());
    page::put(&context.say(
        "log-verified",
        &[
            ("file", file.into()),
            ("lines", count(log.entries.len()).into()),
            ("events", count(log.events().count()).into()),
            ("dice", count(dice).into()),
            ("hash", print.get(..16).unwrap_or(&print).into()),
        ],
    ))?;
    let seed = match (opened, battle.outcome()) {
        (true, _) => "log-seed-opened",
        (false, None) => "log-seed-sealed",
        (false, Some(_)) => "log-seed-absent",
    };
    page::put(&context.say(seed, &[]))?;
    proven(context, book, log, over)?;
    if log.cut {
        let line = log.entries.len() + 1;
        return Err(Failure::No(context.say("log-cut", &[("file", file.into()), ("line", line.into())])));
    }
    Ok(())
}

/// What protects the lines, and what cannot be verified.
fn proven(context: &Context, book: &Book, log: &Log, over: bool) -> Done {
    let proof = log.proof();
    let say = |yes: bool, id: &str| context.say(&format!("{id}-{}", if yes { "yes" } else { "no" }), &[]);
    page::put(&say(proof.linked, "log-linked"))?;
    page::put(&say(proof.bound, "log-bound"))?;
    if over {
        page::put(&say(proof.closed, "log-closed"))?;
    }
    let names = book.names(context);
    for (side, seat) in Side::BOTH.into_iter().zip(&proof.seats) {
        if seat.answers == 0 {
            continue;
        }
        let keys: Vec<String> = seat.keys.iter().map(|key| String::from(*key).chars().take(16).collect()).collect();
        let count = |n: usize| number(context.lang, n);
        let values = [
            ("side", book.words.side(side, &names).into()),
            ("signed", count(seat.signed).into()),
            ("answers", count(seat.answers).into()),
            ("keys", keys.join(", ").into()),
        ];
        page::put(&context.say(if seat.signed == 0 { "log-unsigned" } else { "log-signed" }, &values))?;
    }
    Ok(())
}

/// The first line with more or less content than was read from it: an unknown name, a missing value.
fn written_otherwise(text: &str, entries: &[Entry]) -> Option<usize> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.zip(entries).find_map(|((n, line), entry)| {
        let mut written = serde_json::from_str::<serde_json::Value>(line).ok();
        if let Some(members) = written.as_mut().and_then(serde_json::Value::as_object_mut) {
            members.shift_remove("link");
        }
        let made = serde_json::from_str(&game::chain::said(entry)).ok();
        // A single word is written as an object where it carries a link.
        (written != made && written != serde_json::to_value(entry).ok()).then_some(n + 1)
    })
}

/// The table after a line or a turn.
fn moment(context: &Context, arguments: &Replay, log: &Log, book: &Book, side: Option<Side>) -> Done {
    let lines = arguments.at.unwrap_or(log.entries.len());
    if lines == 0 || lines > log.entries.len() {
        return Err(Failure::Bad(
            context.say("log-too-short", &[("at", lines.into()), ("lines", log.entries.len().into())]),
        ));
    }
    let part = Log { entries: log.entries[..lines].to_vec(), cut: false, linked: log.linked, broken: log.broken };
    let until = |event: &&Event| match (&event.deed, arguments.turn) {
        (Deed::Clock { turn, .. }, Some(last)) => *turn <= last,
        _ => true,
    };
    let events: Vec<&Event> = part.events().take_while(until).collect();
    let picture = Picture::fold(events.iter().copied(), side);
    if let Some(turn) = arguments.turn.filter(|turn| picture.turn < *turn) {
        return Err(Failure::Bad(
            book.words.say("log-no-turn", &[("turn", turn.into()), ("last", picture.turn.into())]),
        ));
    }
    let moment = book.words.clock(picture.turn, picture.phase.as_str());
    if let Some(path) = &arguments.picture {
        let frame = Frame {
            scenario: &book.scenario,
            ruleset: book.ruleset,
            moment,
            viewer: side,
            prefix: String::new(),
            width: 1_440,
            head: true,
        };
        scenes::save(context, path, &frame.svg(&context.words, Some(&picture)))?;
        return page::put(&context.say("picture-written", &[("file", path.into())]));
    }
    page::put(&format!("{moment}\n{}", standing(book, &book.names(context), &picture)))
}

/// The units on the table, for the list.
fn standing(book: &Book, names: &Names, picture: &Picture) -> String {
    let words = &book.words;
    let mut text = String::new();
    for side in Side::BOTH {
        text.push_str(&format!("\n{}\n", words.side(side, names)));
        let mine = picture.units.values().filter(|card| card.side == side);
        let rows: Vec<Vec<String>> = mine
            .map(|card| {
                let marks =
                    card.marks.iter().filter(|(mark, _)| !matches!(mark.as_str(), "reconstructed" | "attached"));
                let marks: Vec<String> = marks.map(|(_, value)| words.term(value)).collect();
                let counts = card.counts.iter().filter(|(name, n)| **n != 0 && name.as_str() != "elements_start");
                let counts: Vec<String> = counts
                    .map(|(name, n)| format!("{} {}", words.word("fact", name.as_str()), number(words.lang(), *n)))
                    .collect();
                vec![
                    words.called(&names.written(&card.name), card.part.as_ref()),
                    words.word("arm", card.arm.as_str()),
                    marks.join(", "),
                    counts.join(", "),
                ]
            })
            .collect();
        text.push_str(&columns(&rows, &[], 2));
    }
    text
}

fn summary(context: &Context, book: &Book, log: &Log, told: &Chronicle) -> Done {
    let generals = log.head().map(|head| head.generals.clone()).unwrap_or_default();
    let mut text = short::head(&context.words, &book.scenario, book.ruleset.id(), &generals);
    for turn in told.turns.iter().filter(|turn| turn.number > 0) {
        text.push_str(&short::turn_in_short(&context.words, &book.words, turn));
    }
    text.push('\n');
    text.push_str(&match &told.picture.outcome {
        Some(outcome) => book.words.outcome(outcome, &told.names),
        None => context.say("log-not-over", &[]),
    });
    text.push('\n');
    text.push_str(&terminal::losses(context, &book.words, told));
    page::put(&text)
}
