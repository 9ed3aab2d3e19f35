//! `grognard resolve`: a single test of a ruleset.

use crate::cli::Resolve;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::page::{Align, columns};
use crate::{chances, files, page, rulesets, seed};
use dice::{DiceError, Roller, Script, Seed, Throw};
use game::{Assistant, Column, Faces, Resolution, Row, Ruleset};
use serde_json::{Value, json};
use words::Words;

pub fn run(context: &Context, arguments: &Resolve) -> Done {
    let Some(id) = &arguments.ruleset else { return list_all(context, arguments.json) };
    let ruleset = context.ruleset(id)?;
    let assistant = assistant(context, arguments, ruleset)?;
    let Some(test) = &arguments.test else { return list(context, ruleset, assistant.as_ref(), arguments.json) };
    let cards = assistant.tests();
    let Some(card) = cards.iter().find(|card| card.name == test) else {
        let names: Vec<&str> = cards.iter().map(|card| card.name).collect();
        let nearest = page::nearest(test, names.iter().copied());
        let mut message = context.say("no-test", &[("test", test.into()), ("ruleset", ruleset.id().into())]);
        if let Some(nearest) = nearest {
            message.push_str(&context.say("usage-nearest", &[("nearest", nearest.into())]));
        }
        message.push_str(&format!("\n{}", context.say("no-test-known", &[("known", names.join(", ").into())])));
        return Err(Failure::Bad(message));
    };
    if arguments.schema {
        return page::put_json(&json!({ "schema": assistant.schema(test), "example": assistant.example(test) }));
    }
    let situation = situation(context, arguments, assistant.as_ref(), ruleset.id(), test)?;
    let words = Words::of(context.lang, ruleset);
    let mut hand = Hand::new(arguments)?;
    let resolution = assistant.resolve(test, &situation, &mut hand).map_err(|faults| {
        let place = match arguments.situation.as_deref() {
            Some("-") => context.say("standard-input", &[]),
            Some(path) => path.to_owned(),
            None => context.say("the-example", &[]),
        };
        let lines: Vec<String> = match hand.fault.take() {
            Some(fault) => vec![words.fault(&(&fault).into())],
            None => faults
                .iter()
                .map(|fault| {
                    let reason = words.placed_fault(fault);
                    context.say("fault-at", &[("place", (&place).into()), ("reason", reason.into())])
                })
                .collect(),
        };
        Failure::Bad(lines.join("\n"))
    })?;
    let seed = hand.seed;
    hand.finish().map_err(|fault| Failure::Bad(words.fault(&(&fault).into())))?;
    if arguments.json {
        return page::put_json(&resolution);
    }
    let title = format!("{} · {}", context.words.ruleset_name(ruleset.id()), words.test(card.name));
    let mut text = table(context, &words, &title, &resolution, seed);
    text.push_str(&reconstructed(context, &words, assistant.as_ref(), ruleset.id()));
    page::put(&text)
}

/// The resolutions, with the club's own tables and options if there are any.
fn assistant(context: &Context, arguments: &Resolve, ruleset: &dyn Ruleset) -> Done<Box<dyn Assistant>> {
    let tables = arguments.tables.as_ref().map(|path| files::tables(context, path, ruleset.id())).transpose()?;
    let options = super::fight::options(context, ruleset, &arguments.options)?;
    ruleset.assistant_of(tables.as_deref(), &options).map_err(|faults| {
        let name = arguments.tables.as_deref().unwrap_or(ruleset.id());
        Failure::Bad(super::fight::faults_in(&Words::of(context.lang, ruleset), name, &faults))
    })
}

/// Which figures are not those of the text, and how to replace them.
fn reconstructed(context: &Context, words: &Words, assistant: &dyn Assistant, ruleset: &str) -> String {
    let names: Vec<String> = assistant.reconstructed().iter().map(|name| words.readable("tables", name)).collect();
    if names.is_empty() {
        return String::new();
    }
    let said =
        context.say("resolve-reconstructed", &[("tables", names.join(", ").into()), ("ruleset", ruleset.into())]);
    format!("\n{}", page::wrap(&said, 1))
}

fn list_all(context: &Context, json: bool) -> Done {
    if json {
        let all: serde_json::Map<String, Value> = rulesets::all()
            .iter()
            .map(|r| (r.id().to_owned(), json!(words::tests(*r, r.assistant().as_ref()))))
            .collect();
        return page::put_json(&all);
    }
    for ruleset in rulesets::all() {
        list(context, ruleset, ruleset.assistant().as_ref(), false)?;
    }
    Ok(())
}

fn list(context: &Context, ruleset: &dyn Ruleset, assistant: &dyn Assistant, json: bool) -> Done {
    let cards = assistant.tests();
    if json {
        return page::put_json(&words::tests(ruleset, assistant));
    }
    let words = Words::of(context.lang, ruleset);
    let rows: Vec<Vec<String>> = cards.iter().map(|card| vec![card.name.to_owned(), words.test(card.name)]).collect();
    let head = context.say("tests-of", &[("ruleset", context.words.ruleset_name(ruleset.id()).into())]);
    let foot = context.say(
        "tests-how",
        &[("ruleset", ruleset.id().into()), ("test", cards.first().map_or("TEST", |c| c.name).into())],
    );
    page::put(&format!("{head}\n\n{}\n{foot}", columns(&rows, &[], 2)))
}

fn situation(
    context: &Context,
    arguments: &Resolve,
    assistant: &dyn Assistant,
    ruleset: &str,
    test: &str,
) -> Done<Value> {
    match &arguments.situation {
        Some(path) => {
            let text = files::read(context, path)?;
            game::unique::read(text.as_bytes()).map_err(|unread| {
                let reason = context.words.unread(&unread);
                Failure::Bad(context.say("not-json", &[("file", path.into()), ("reason", reason.into())]))
            })
        }
        None if arguments.example => {
            assistant.example(test).ok_or_else(|| Failure::Bad(context.say("no-example", &[])))
        }
        None => Err(Failure::Bad(context.say("no-situation", &[("ruleset", ruleset.into()), ("test", test.into())]))),
    }
}

/// Dice typed in, or thrown from a seed.
struct Hand {
    dice: Dice,
    seed: Option<u64>,
    fault: Option<DiceError>,
}

enum Dice {
    Typed(Script),
    Thrown(Box<Roller>, u64),
}

impl Hand {
    fn new(arguments: &Resolve) -> Done<Self> {
        if let Some(faces) = &arguments.dice {
            return Ok(Self { dice: Dice::Typed(Script::new(faces.iter().copied())), seed: None, fault: None });
        }
        let seed = arguments.seed.map_or_else(seed::small, Ok)?;
        let roller = Box::new(Roller::new(&Seed(seed::expand(seed).0)));
        Ok(Self { dice: Dice::Thrown(roller, 0), seed: Some(seed), fault: None })
    }

    fn finish(self) -> Result<(), DiceError> {
        match self.dice {
            Dice::Typed(script) => script.finish(),
            Dice::Thrown(..) => Ok(()),
        }
    }
}

impl Faces for Hand {
    fn throw(&mut self, throw: &Throw) -> Result<Vec<u8>, DiceError> {
        let faces = match &mut self.dice {
            Dice::Typed(script) => script.throw(throw),
            Dice::Thrown(roller, counter) => Ok(roller.throw(counter, throw)),
        };
        faces.inspect_err(|fault| self.fault = Some(fault.clone()))
    }
}

/// The resolution in readable form.
fn table(context: &Context, words: &Words, title: &str, resolution: &Resolution, seed: Option<u64>) -> String {
    let mut text = format!("{title}\n");
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut of = None;
    let flush = |rows: &mut Vec<Vec<String>>, text: &mut String| {
        text.push_str(&columns(rows, &[Align::Right, Align::Left, Align::Left], 2));
        rows.clear();
    };
    for owned in &resolution.breakdown {
        if owned.of != of {
            flush(&mut rows, &mut text);
            of.clone_from(&owned.of);
            let whose = of.as_ref().map(|term| words.word("whose", term.as_str())).unwrap_or_default();
            text.push_str(&format!("\n {whose}\n"));
        } else if rows.is_empty() && of.is_none() {
            text.push('\n');
        }
        let line = &owned.line;
        rows.push(vec![words.line_amount(line), words.reason(line), line.rule.to_string()]);
    }
    if let Some(total) = resolution.total {
        rows.push(vec![words.exact(total), context.say("resolve-total", &[]), String::new()]);
    }
    flush(&mut rows, &mut text);
    text.push('\n');
    if !resolution.dice.is_empty() {
        let faces: Vec<String> = resolution.dice.iter().map(ToString::to_string).collect();
        let mut line = context.say("resolve-dice", &[("faces", faces.join(" ").into())]);
        if let Some(seed) = seed {
            line.push_str(&context.say("resolve-seed", &[("seed", seed.to_string().into())]));
        }
        text.push_str(&format!(" {line}\n"));
    }
    text.push_str(&format!(" {}\n", context.say("resolve-result", &[])));
    text.push_str(&chances::result(words, &resolution.outcome));
    let same = |column: &Column| rows_equal(&column.distribution, &resolution.distribution);
    if !resolution.distribution.is_empty() && !resolution.columns.iter().any(same) {
        text.push_str(&format!("\n {}\n", context.say("resolve-odds", &[])));
        text.push_str(&chances::tables(context, words, &resolution.distribution));
    }
    for column in &resolution.columns {
        let reply = words.word("does", column.reply.as_str());
        let id = if same(column) { "resolve-reply-taken" } else { "resolve-reply" };
        text.push_str(&format!("\n {}\n", context.say(id, &[("reply", reply.into())])));
        text.push_str(&chances::tables(context, words, &column.distribution));
    }
    text
}

fn rows_equal(one: &[Row], other: &[Row]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.outcome == b.outcome && a.chance == b.chance)
}
