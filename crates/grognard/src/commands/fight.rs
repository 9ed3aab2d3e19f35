//! `grognard fight`: two generals of the computer fight a battle.

use crate::cli::Fight;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::{files, page, scenes, seed, terminal};
use game::{Battle, Ruleset, Setup, Side, Term};
use indicatif::{ProgressBar, ProgressStyle};
use report::{Chronicle, scene, short, tell};
use staff::FightError;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use words::Words;

pub fn run(context: &Context, arguments: &Fight) -> Done {
    let ruleset = context.ruleset_or_usual(arguments.ruleset.as_deref())?;
    let found = scenes::find(context, &arguments.scenario)?;
    if let Some(path) = &arguments.log {
        files::check_folder(context, path)?;
    }
    let seed = arguments.seed.map_or_else(seed::random, |n| Ok(seed::expand(n)))?;
    let setup = Setup {
        scenario: found.text.clone(),
        tables: arguments.tables.as_ref().map(|path| files::tables(context, path, ruleset.id())).transpose()?,
        options: options(context, ruleset, &arguments.options)?,
        generals: [arguments.blue.clone(), arguments.red.clone()],
        seed: Some(seed),
        salt: seed::random()?,
    };
    let mut battle = ruleset.begin(&setup).map_err(|faults| {
        let name = arguments.tables.as_ref().unwrap_or(&arguments.scenario);
        Failure::Bad(faults_in(&Words::of(context.lang, ruleset), name, &faults))
    })?;
    if arguments.seed.is_none() {
        // Without a named seed the log is evidence. A named seed is fought as `simulate` fights it.
        battle = battle.witnessed(setup.seed, setup.salt);
    }
    let words = Words::of(context.lang, ruleset);
    let size = Size { units: found.scenario.units().count(), turns: found.scenario.turns(ruleset.id()) };
    let fought = fight(context, &words, battle.as_mut(), arguments, &seed, size);
    let log = battle.log(None);
    // A failed battle as well: its log shows where.
    if let Some(path) = &arguments.log
        && !matches!(fought, Err(Failure::Bad(_)))
    {
        files::write(context, path, game::log::write(&log).as_bytes())?;
    }
    fought?;
    let names = scene::names(&context.words, &found.scenario);
    let told = tell(&words, names, &battle.events(None), None);
    let mut text = short::head(&context.words, &found.scenario, ruleset.id(), &setup.generals);
    if !arguments.quiet {
        for turn in told.turns.iter().filter(|turn| turn.number > 0) {
            text.push_str(&short::turn_in_short(&context.words, &words, turn));
        }
        text.push('\n');
    }
    text.push_str(&end(context, &words, battle.as_ref(), &told));
    if let Some(path) = &arguments.log {
        let lines = log.len();
        text.push_str(&format!("\n{}\n", context.say("fight-log", &[("file", path.into()), ("lines", lines.into())])));
    }
    page::put(&text)
}

/// The size of a battle.
#[derive(Clone, Copy)]
struct Size {
    units: usize,
    turns: u16,
}

fn fight(
    context: &Context,
    words: &Words,
    battle: &mut dyn Battle,
    arguments: &Fight,
    seed: &game::seal::Bytes32,
    size: Size,
) -> Done {
    let general = |name: &str, side: Side| {
        staff::general(name, seed::luck(seed, side)).ok_or_else(|| {
            Failure::Bad(context.say("no-general", &[("name", name.into()), ("known", staff::NAMES.join(", ").into())]))
        })
    };
    let mut blue = general(&arguments.blue, Side::Blue)?;
    let mut red = general(&arguments.red, Side::Red)?;
    let progress = if std::io::stderr().is_terminal() && !arguments.quiet {
        let style =
            ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}").unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(u64::from(size.turns)).with_style(style).with_message(words.say("fight-progress", &[]))
    } else {
        ProgressBar::hidden()
    };
    let mut answers = 0_u64;
    let most = trials::most_answers(size.units, size.turns);
    let ended = staff::fight_watched(battle, blue.as_mut(), red.as_mut(), most, |battle| {
        answers += 1;
        // Reading the table takes longer than an answer: now and then is enough.
        if !progress.is_hidden() && answers.is_multiple_of(32) {
            progress.set_position(u64::from(battle.picture(None).turn));
        }
    });
    progress.finish_and_clear();
    ended.map(|_| ()).map_err(|error| {
        let reason = fight_error(context, words, &error);
        Failure::Internal(format!("{}: {reason}", context.say("fight-stopped", &[])))
    })
}

/// Why the generals did not end the battle.
fn fight_error(context: &Context, words: &Words, error: &FightError) -> String {
    match error {
        FightError::Endless(answers) => context.say("fight-endless-after", &[("answers", (*answers).into())]),
        FightError::NoAnswer { kind, .. } => context.say("fight-no-answer-to", &[("question", kind.as_str().into())]),
        FightError::Refused { kind, refusals, .. } => {
            let reasons: Vec<String> = refusals.iter().map(|refusal| words.refusal(refusal)).collect();
            let values = [("question", kind.as_str().into()), ("reasons", reasons.join("; ").into())];
            context.say("fight-refused-to", &values)
        }
        FightError::Stuck => context.say("fight-stuck", &[]),
    }
}

fn end(context: &Context, words: &Words, battle: &dyn Battle, told: &Chronicle) -> String {
    let mut text = battle.outcome().map(|outcome| words.outcome(&outcome, &told.names)).unwrap_or_default();
    text.push('\n');
    text.push_str(&terminal::losses(context, words, told));
    text
}

/// Parses `name=value` pairs of options that the ruleset has.
pub fn options(context: &Context, ruleset: &dyn Ruleset, pairs: &[String]) -> Done<BTreeMap<Term, i64>> {
    let known = ruleset.options();
    let mut options = BTreeMap::new();
    for pair in pairs {
        let (name, value) = pair.split_once('=').unwrap_or((pair, "1"));
        let value = match value.trim().to_lowercase().as_str() {
            "yes" | "true" | "on" | "oui" | "vrai" => 1,
            "no" | "false" | "off" | "non" | "faux" => 0,
            number => {
                number.parse().map_err(|_| Failure::Bad(context.say("option-value", &[("pair", pair.into())])))?
            }
        };
        let Some((name, _)) = known.iter().find(|(known, _)| *known == name.trim()) else {
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            let mut message = context.say("no-option", &[("name", name.into()), ("known", names.join(", ").into())]);
            if let Some(nearest) = page::nearest(name, names) {
                message.push_str(&context.say("usage-nearest", &[("nearest", nearest.into())]));
            }
            return Err(Failure::Bad(message));
        };
        if !game::SWITCH.contains(&value) {
            return Err(Failure::Bad(context.say("option-range", &[("pair", pair.into())])));
        }
        options.insert(Term::of(name), value);
    }
    Ok(options)
}

/// The faults of a file under a ruleset, one a line.
pub fn faults_in(words: &Words, file: &str, faults: &[game::Fault]) -> String {
    faults.iter().map(|fault| format!("{file}: {}", words.placed_fault(fault))).collect::<Vec<_>>().join("\n")
}
