//! `grognard army`: army lists, their cost and their doctrine.

use crate::cli::Army as Arguments;
use crate::commands::scenario::strength;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::page::{Align, columns};
use crate::{files, page, rulesets, scenes};
use armies::{Library, Roster};
use game::ArmyBill;
use words::decimal;

pub fn run(context: &Context, arguments: &Arguments) -> Done {
    match arguments {
        Arguments::List => list(context),
        Arguments::Schema => page::put_json(&armies::schema("roster")),
        Arguments::Check { file, ruleset } => check(context, file, ruleset.as_deref()),
    }
}

fn list(context: &Context) -> Done {
    let lang = context.lang;
    let rows: Vec<Vec<String>> = Library::embedded()
        .rosters()
        .iter()
        .map(|roster| vec![roster.id.clone(), roster.title.get(lang).to_owned(), roster.year.to_string()])
        .collect();
    page::put(&columns(&rows, &[], 0))
}

fn check(context: &Context, file: &str, ruleset: Option<&str>) -> Done {
    let ruleset = ruleset.map_or_else(|| Ok(rulesets::usual()), |id| context.ruleset(id))?;
    let library = Library::embedded();
    let text = match library.roster_text(file) {
        Some(shipped) => shipped.to_owned(),
        None => files::read(context, file)?,
    };
    let roster = armies::parse_roster(&text, file, library.troops())
        .map_err(|faults| Failure::No(scenes::faults_in_words(context, &faults)))?;
    let bill = ruleset.bill(&text).ok_or_else(|| {
        let title = context.words.ruleset_name(ruleset.id());
        Failure::No(context.say("army-no-costs", &[("ruleset", title.into())]))
    })?;
    let bill = bill.map_err(|faults| {
        let lines = super::fight::faults_in(&words::Words::of(context.lang, ruleset), file, &faults);
        Failure::No(format!("{lines}\n{}", context.say("faults-count", &[("n", faults.len().into())])))
    })?;
    let total = bill.total();
    page::put(&describe(context, &roster, &bill, ruleset.id()))?;
    match roster.budget {
        Some(budget) if total > tenths(budget) => Err(Failure::No(context.say(
            "army-over",
            &[("total", decimal(context.lang, total).into()), ("budget", decimal(context.lang, tenths(budget)).into())],
        ))),
        _ => Ok(()),
    }
}

fn describe(context: &Context, roster: &Roster, bill: &ArmyBill, ruleset: &str) -> String {
    let lang = context.lang;
    let library = Library::embedded();
    let name = context.words.ruleset_name(ruleset);
    let mut text = format!("{} · {} · {name}\n", roster.title.get(lang), roster.year);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (command, item) in roster.commands.iter().zip(&bill.commands) {
        let head = format!("{} · {}", command.name.get(lang), command.general.name);
        rows.push(vec![head, String::new(), String::new(), decimal(context.lang, item.general)]);
        for (unit, (elements, cost)) in command.units.iter().zip(&item.units) {
            let kind = library.troops().get(&unit.kind).map_or(unit.kind.as_str(), |kind| kind.name.get(lang));
            let strong = strength(context, armies::Strength::Elements(*elements));
            rows.push(vec![
                format!("  {}", unit.name.get(lang)),
                kind.to_owned(),
                strong,
                decimal(context.lang, *cost),
            ]);
        }
    }
    text.push_str(&columns(&rows, &[Align::Left, Align::Left, Align::Right, Align::Right], 2));
    let total = decimal(context.lang, bill.total());
    text.push('\n');
    text.push_str(&match roster.budget {
        Some(budget) => context
            .say("army-total-of", &[("total", total.into()), ("budget", decimal(context.lang, tenths(budget)).into())]),
        None => context.say("army-total", &[("total", total.into())]),
    });
    text.push('\n');
    if let Some(orders) = &bill.doctrines {
        let orders: Vec<String> = orders.iter().map(|order| context.say(order, &[])).collect();
        text.push_str(&if orders.is_empty() {
            context.say("army-no-doctrine", &[])
        } else {
            context.say("army-doctrine", &[("orders", orders.join(", ").into())])
        });
    }
    text
}

/// Points of a list as a bill counts them.
fn tenths(points: u32) -> i64 {
    i64::from(points) * 10
}
