//! `grognard scenario`: what there is to fight.

use crate::cli::Scenario as Arguments;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::page::{columns, wrap};
use crate::{files, page, rulesets, scenes, seed};
use armies::{Camp, Command, Library, Scenario, Strength};
use game::{Ruleset, Setup};
use report::scene::{Frame, title};
use std::collections::BTreeMap;
use words::number;

pub fn run(context: &Context, arguments: &Arguments) -> Done {
    match arguments {
        Arguments::List => list(context),
        Arguments::Check { file, ruleset } => check(context, file, ruleset.as_deref()),
        Arguments::Show { scenario, picture, ruleset } => {
            show(context, scenario, picture.as_deref(), ruleset.as_deref())
        }
    }
}

fn list(context: &Context) -> Done {
    let lang = context.armies_lang();
    let row = |scenario: &Scenario| {
        let units = Camp::BOTH.map(|camp| scenario.force(camp).units().count());
        vec![
            scenario.id.clone(),
            scenario.title.get(lang).to_owned(),
            scenario.date.to_string(),
            context.say(
                "scenario-size",
                &[("turns", scenario.turns.into()), ("blue", units[0].into()), ("red", units[1].into())],
            ),
        ]
    };
    let rows: Vec<Vec<String>> = Library::embedded().scenarios().iter().map(row).collect();
    page::put(&columns(&rows, &[], 0))
}

fn check(context: &Context, file: &str, ruleset: Option<&str>) -> Done {
    let ruleset = ruleset.map(|id| context.ruleset(id)).transpose()?;
    let library = Library::embedded();
    let text = match library.text(file) {
        Some(text) => text.to_owned(),
        None => files::read(context, file)?,
    };
    let scenario = scenes::read(context, &text, file).map_err(Failure::No)?;
    if let Some(ruleset) = ruleset {
        begin(ruleset, &text).map_err(|faults| {
            let lines: Vec<String> = faults.iter().map(|fault| format!("{file}: {fault}")).collect();
            Failure::No(lines.join("\n"))
        })?;
    }
    page::put(&context.say(
        "scenario-good",
        &[
            ("file", file.into()),
            ("title", scenario.title.get(context.armies_lang()).into()),
            ("units", scenario.units().count().into()),
        ],
    ))
}

fn begin(ruleset: &dyn Ruleset, text: &str) -> Result<Box<dyn game::Battle>, Vec<String>> {
    let setup = Setup {
        scenario: text.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed: Some(seed::expand(0)),
        salt: seed::expand(0),
    };
    ruleset.begin(&setup)
}

fn show(context: &Context, name: &str, picture: Option<&str>, ruleset: Option<&str>) -> Done {
    let ruleset = ruleset.map_or_else(|| Ok(rulesets::usual()), |id| context.ruleset(id))?;
    if let Some(path) = picture {
        scenes::check_ending(context, path)?;
    }
    let scene = scenes::find(context, name)?;
    let scenario = &scene.scenario;
    if let Some(path) = picture {
        let battle = begin(ruleset, &scene.text).map_err(|faults| Failure::No(faults.join("\n")))?;
        let frame = Frame {
            scenario,
            ruleset,
            moment: context.say("scenario-start", &[]),
            viewer: None,
            prefix: String::new(),
            width: 1_440,
            head: true,
        };
        scenes::save(context, path, &frame.svg(&context.words, Some(&battle.picture(None))))?;
        return page::put(&context.say("picture-written", &[("file", path.into())]));
    }
    page::put(&describe(context, scenario, ruleset))
}

fn describe(context: &Context, scenario: &Scenario, ruleset: &dyn Ruleset) -> String {
    let lang = context.armies_lang();
    let size = context.say("scenario-length", &[("turns", scenario.turns(ruleset.id()).into())]);
    let mut text = format!("{} · {size}\n\n", title(&context.words, scenario));
    text.push_str(&wrap(scenario.text.get(lang), 0));
    text.push('\n');
    for camp in Camp::BOTH {
        let force = scenario.force(camp);
        let side = context.say(if camp == Camp::Blue { "side-blue" } else { "side-red" }, &[]);
        text.push_str(&format!("\n{} ({side})\n", force.name.get(lang)));
        for command in &force.commands {
            text.push_str(&describe_command(context, command));
        }
    }
    if !scenario.objectives.is_empty() {
        text.push_str(&format!("\n{}\n", context.say("scenario-objectives", &[])));
        for objective in &scenario.objectives {
            text.push_str(&format!("  {}\n", objective.name.get(lang)));
        }
    }
    let victory = scenario.victory.text.get(lang);
    if !victory.is_empty() {
        text.push_str(&format!("\n{}\n{}\n", context.say("scenario-victory", &[]), wrap(victory, 2)));
    }
    if scenario.units().any(|(_, _, unit)| unit.reconstructed) {
        text.push_str(&format!("\n{}\n", context.say("scenario-reconstructed", &[])));
    }
    text
}

fn describe_command(context: &Context, command: &Command) -> String {
    let lang = context.armies_lang();
    let mut text = format!("  {} · {}\n", command.name.get(lang), command.general.name);
    let library = Library::embedded();
    let rows: Vec<Vec<String>> = command
        .units
        .iter()
        .map(|unit| {
            let kind = library.troops().get(&unit.kind).map_or(unit.kind.as_str(), |kind| kind.name.get(lang));
            let guess = if unit.reconstructed { " ◇" } else { "" };
            vec![format!("{}{guess}", unit.name.get(lang)), kind.to_owned(), strength(context, unit.strength)]
        })
        .collect();
    text.push_str(&columns(&rows, &[], 4));
    text
}

/// A strength in words.
pub fn strength(context: &Context, strength: Strength) -> String {
    let (id, n) = match strength {
        Strength::Men(n) => ("strength-men", n),
        Strength::Guns(n) => ("strength-guns", n),
        Strength::Elements(n) => ("strength-elements", n),
    };
    context.say(id, &[("n", n.into()), ("count", number(context.lang, i64::from(n)).into())])
}
