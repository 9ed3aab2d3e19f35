//! `grognard scenario`: the scenarios.

use crate::cli::{Make, Scenario as Arguments};
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::page::{columns, wrap};
use crate::{files, page, rulesets, scenes, seed};
use armies::{Command, Library, Part, Scenario, Strength};
use game::{FaultSubject, Ruleset, Setup, Side};
use report::scene::{Frame, title};
use shipped::make::{LEAST_UNITS, MOST_UNITS, Unmade, Wish};
use std::collections::BTreeMap;
use words::{Words, number};

pub fn run(context: &Context, arguments: &Arguments) -> Done {
    match arguments {
        Arguments::List => list(context),
        Arguments::Check { file, ruleset } => check(context, file, ruleset.as_deref()),
        Arguments::Make(wished) => make(context, wished),
        Arguments::Schema => page::put_json(&armies::schema("scenario")),
        Arguments::Show { scenario, picture, ruleset } => {
            show(context, scenario, picture.as_deref(), ruleset.as_deref())
        }
    }
}

fn list(context: &Context) -> Done {
    let lang = context.lang;
    let row = |scenario: &Scenario| {
        let units = Side::BOTH.map(|side| scenario.force(side).units().count());
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
    let rulesets = match ruleset {
        Some(id) => vec![context.ruleset(id)?],
        None => rulesets::all(),
    };
    let library = Library::embedded();
    let text = match library.text(file) {
        Some(text) => text.to_owned(),
        None => files::read(context, file)?,
    };
    let (scenario, faults) = armies::parse_mended(&text, file);
    let mut lines: Vec<String> = faults.iter().map(|fault| context.words.file_fault(fault)).collect();
    for ruleset in rulesets {
        let title = context.words.ruleset_name(ruleset.id());
        let words = Words::of(context.lang, ruleset);
        let at = |place: &str, reason: String| {
            context.say("fault-at", &[("place", place.into()), ("reason", reason.into())])
        };
        let own = begin(ruleset, &text).err().unwrap_or_default();
        for fault in own.iter().filter(|fault| fault.about != FaultSubject::File) {
            let part = scenario.as_ref().and_then(|scenario| Part::of(scenario, &fault.about));
            // A ruleset's fault in a part that has a general fault may only follow from that one.
            if part.is_some_and(|part| faults.iter().any(|fault| part.holds(fault))) {
                continue;
            }
            let line = part.and_then(|part| part.line(&text)).map(|line| format!(":{line}")).unwrap_or_default();
            lines.push(at(&format!("{file}{line}"), at(&title, words.placed_fault(fault))));
        }
    }
    let (Some(scenario), true) = (scenario, lines.is_empty()) else {
        lines.push(context.say("faults-count", &[("n", lines.len().into())]));
        return Err(Failure::No(lines.join("\n")));
    };
    page::put(&context.say(
        "scenario-good",
        &[
            ("file", file.into()),
            ("title", scenario.title.get(context.lang).into()),
            ("units", scenario.units().count().into()),
        ],
    ))
}

fn make(context: &Context, wished: &Make) -> Done {
    if let Some(path) = &wished.out {
        files::check_folder(context, path)?;
    }
    let wish = Wish {
        seed: wished.seed.map_or_else(seed::small, Ok)?,
        units: wished.units,
        year: wished.year,
        nations: [wished.blue.clone(), wished.red.clone()],
    };
    let text = shipped::make::make(&wish).map_err(|unmade| not_made(context, unmade))?;
    let Some(path) = &wished.out else { return page::put(text.trim_end()) };
    files::write(context, path, text.as_bytes())?;
    let scenario = scenes::read(context, &text, path).map_err(Failure::Internal)?;
    page::put(&context.say(
        "scenario-made",
        &[
            ("file", path.as_str().into()),
            ("title", scenario.title.get(context.lang).into()),
            ("seed", wish.seed.to_string().into()),
        ],
    ))
}

/// Why no battle was made, in words.
fn not_made(context: &Context, unmade: Unmade) -> Failure {
    let said = match unmade {
        Unmade::Size { units } => context
            .say("make-size", &[("units", units.into()), ("least", LEAST_UNITS.into()), ("most", MOST_UNITS.into())]),
        Unmade::Nation { name, known } => {
            let mut said =
                context.say("make-nation", &[("name", name.as_str().into()), ("known", known.join(", ").into())]);
            if let Some(nearest) = page::nearest(&name, known.iter().map(String::as_str)) {
                said.push_str(&context.say("usage-nearest", &[("nearest", nearest.into())]));
            }
            said
        }
        Unmade::NoTroops { nation, year: Some(year) } => {
            context.say("make-no-troops-in", &[("nation", nation.into()), ("year", year.to_string().into())])
        }
        Unmade::NoTroops { nation, year: None } => context.say("make-no-troops", &[("nation", nation.into())]),
        Unmade::Uneven { blue, red, year } => {
            let values = [("blue", blue.into()), ("red", red.into()), ("year", year.to_string().into())];
            return Failure::No(context.say("make-uneven", &values));
        }
    };
    Failure::Bad(said)
}

fn begin(ruleset: &dyn Ruleset, text: &str) -> Result<Box<dyn game::Battle>, Vec<game::Fault>> {
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
    let ruleset = context.ruleset_or_usual(ruleset)?;
    if let Some(path) = picture {
        scenes::check_ending(context, path)?;
    }
    let scene = scenes::find(context, name)?;
    let scenario = &scene.scenario;
    if let Some(path) = picture {
        let battle = begin(ruleset, &scene.text)
            .map_err(|faults| Failure::No(super::fight::faults_in(&Words::of(context.lang, ruleset), name, &faults)))?;
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
    let lang = context.lang;
    let words = Words::of(context.lang, ruleset);
    let size = words.say("scenario-length", &[("turns", scenario.turns(ruleset.id()).into())]);
    let mut text = format!("{} · {size}\n\n", title(&context.words, scenario));
    text.push_str(&wrap(scenario.text.get(lang), 0));
    text.push('\n');
    for side in Side::BOTH {
        let force = scenario.force(side);
        let colour = context.say(if side == Side::Blue { "side-blue" } else { "side-red" }, &[]);
        text.push_str(&format!("\n{} ({colour})\n", force.name.get(lang)));
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
    let lang = context.lang;
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

pub fn strength(context: &Context, strength: Strength) -> String {
    let (id, n) = match strength {
        Strength::Men(n) => ("strength-men", n),
        Strength::Guns(n) => ("strength-guns", n),
        Strength::Elements(n) => ("strength-elements", n),
    };
    context.say(id, &[("n", n.into()), ("count", number(context.lang, i64::from(n)).into())])
}
