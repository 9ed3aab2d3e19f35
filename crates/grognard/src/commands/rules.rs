//! `grognard rules`: the rule catalogue.

use crate::cli::Rules;
use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::page::{Align, columns, folded, nearest, wrap};
use crate::{page, rulesets};
use game::Ruleset;
use game::catalogue::{Catalogue, Coverage, Kind, RuleEntry, Uncovered};
use std::collections::BTreeMap;

pub fn run(context: &Context, arguments: &Rules) -> Done {
    // The first word may be a rule's id: then all rulesets are searched.
    let named = arguments.ruleset.as_deref().and_then(rulesets::find);
    let mut ids: Vec<&str> = arguments.ids.iter().map(String::as_str).collect();
    if let (Some(word), None) = (&arguments.ruleset, named) {
        if arguments.search.is_some()
            || arguments.coverage
            || arguments.tables
            || !catalogues(None).iter().any(|c| looks_like_id(c, word))
        {
            context.ruleset(word)?;
        }
        ids.insert(0, word);
    }
    if let (true, Some(ruleset)) = (arguments.tables, named) {
        return page::put(rulesets::tables(ruleset).unwrap_or_default());
    }
    let catalogues = catalogues(named);
    if arguments.coverage {
        return coverage(context, &catalogues, arguments.json);
    }
    if let Some(word) = &arguments.search {
        return search(context, &catalogues, word, arguments.json);
    }
    if ids.is_empty() {
        return if named.is_some() || arguments.json {
            list(context, &catalogues, arguments.json)
        } else {
            overview(context, &catalogues)
        };
    }
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for id in ids {
        match catalogues.iter().find_map(|catalogue| Some((catalogue, find(catalogue, id)?))) {
            Some(entry) => found.push(entry),
            None => missing.push(unknown(context, &catalogues, id)),
        }
    }
    if !missing.is_empty() {
        return Err(Failure::Bad(missing.join("\n")));
    }
    if arguments.json {
        return page::put_json(&found.iter().map(|(_, entry)| entry).collect::<Vec<_>>());
    }
    let shown: Vec<String> = found.iter().map(|(catalogue, entry)| show(context, catalogue, entry)).collect();
    page::put(&shown.join("\n"))
}

fn catalogues(ruleset: Option<&'static dyn Ruleset>) -> Vec<Catalogue> {
    ruleset.map_or_else(rulesets::all, |ruleset| vec![ruleset]).into_iter().map(Ruleset::catalogue).collect()
}

/// The catalogue's prefix ("ML-") may be left out.
fn find<'a>(catalogue: &'a Catalogue, id: &str) -> Option<&'a RuleEntry> {
    catalogue.find(id).or_else(|| catalogue.find(&format!("{}{id}", prefix(catalogue)?)))
}

fn prefix(catalogue: &Catalogue) -> Option<String> {
    Some(format!("{}-", catalogue.entries.first()?.id.split_once('-')?.0))
}

fn looks_like_id(catalogue: &Catalogue, word: &str) -> bool {
    let prefixed = prefix(catalogue).is_some_and(|prefix| folded(word).starts_with(&folded(&prefix)));
    prefixed || find(catalogue, word).is_some()
}

fn unknown(context: &Context, catalogues: &[Catalogue], id: &str) -> String {
    let mut message = context.say("no-rule", &[("id", id.into())]);
    let known = || catalogues.iter().flat_map(|c| c.entries.iter().map(|e| e.id.as_str()));
    // An id with a wrong end: show those of the same paragraph.
    let stem = id.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let same: Vec<&str> =
        known().filter(|k| stem.len() > 4 && k.to_lowercase().starts_with(&stem.to_lowercase())).take(8).collect();
    if !same.is_empty() {
        message.push_str(&context.say("usage-nearest", &[("nearest", same.join(", ").into())]));
    } else if let Some(near) = nearest(id, known()) {
        message.push_str(&context.say("usage-nearest", &[("nearest", near.into())]));
    }
    message
}

fn kind_word(context: &Context, kind: Kind) -> String {
    context.say(
        match kind {
            Kind::Rule => "kind-rule",
            Kind::Option => "kind-option",
            Kind::Ruling => "kind-ruling",
            Kind::Etiquette => "kind-etiquette",
        },
        &[],
    )
}

fn show(context: &Context, catalogue: &Catalogue, entry: &RuleEntry) -> String {
    let lang = context.lang;
    let mut text = format!("{} · {} ({})\n", entry.id, entry.title.get(lang), kind_word(context, entry.kind));
    text.push_str(&wrap(entry.text.get(lang), 2));
    text.push('\n');
    for id in &entry.rulings {
        let title = catalogue.find(id).map_or("", |ruling| ruling.title.get(lang));
        text.push_str(&format!("  {}\n", context.say("rule-ruled-by", &[("id", id.into()), ("title", title.into())])));
    }
    if let Some(setting) = &entry.setting {
        text.push_str(&format!("  {}\n", context.say("rule-setting", &[("setting", setting.into())])));
        if let Some(alternative) = &entry.alternative {
            text.push_str(&format!("{}\n", wrap(alternative.get(lang), 4)));
        }
    }
    let id = entry.id.as_str();
    let state = match (catalogue.cited.contains(&id), catalogue.proved.contains(&id)) {
        _ if entry.kind == Kind::Etiquette => "rule-not-played",
        (true, true) => "rule-cited-proved",
        (true, false) => "rule-cited",
        (false, _) => "rule-not-cited",
    };
    text.push_str(&format!("  {} · {}\n", entry.source, context.say(state, &[])));
    text
}

fn rows<'a>(context: &Context, entries: impl IntoIterator<Item = &'a RuleEntry>) -> String {
    let rows: Vec<Vec<String>> = entries
        .into_iter()
        .map(|entry| {
            let kind =
                if entry.kind == Kind::Rule { String::new() } else { format!(" ({})", kind_word(context, entry.kind)) };
            vec![entry.id.clone(), format!("{}{kind}", entry.title.get(context.lang))]
        })
        .collect();
    columns(&rows, &[], 0)
}

fn list(context: &Context, catalogues: &[Catalogue], json: bool) -> Done {
    if json {
        let all: BTreeMap<&str, &[RuleEntry]> = catalogues.iter().map(|c| (c.ruleset, c.entries.as_slice())).collect();
        return page::put_json(&all);
    }
    let texts: Vec<String> = catalogues.iter().map(|c| rows(context, &c.entries)).collect();
    page::put(&texts.concat())
}

fn overview(context: &Context, catalogues: &[Catalogue]) -> Done {
    let lines: Vec<Vec<String>> = catalogues
        .iter()
        .map(|c| {
            let name = context.words.ruleset_name(c.ruleset);
            vec![c.ruleset.to_owned(), name, context.say("rules-count", &[("n", c.entries.len().into())])]
        })
        .collect();
    page::put(&format!("{}\n{}", columns(&lines, &[], 0), context.say("rules-how", &[])))
}

fn search(context: &Context, catalogues: &[Catalogue], word: &str, json: bool) -> Done {
    let wanted = folded(word);
    let hit = |entry: &&RuleEntry| {
        let texts = [&entry.id, &entry.title.fr, &entry.title.en, &entry.text.fr, &entry.text.en];
        texts.into_iter().any(|text| folded(text).contains(&wanted))
    };
    let found: Vec<&RuleEntry> = catalogues.iter().flat_map(|c| c.entries.iter()).filter(hit).collect();
    if json {
        return page::put_json(&found);
    }
    if found.is_empty() {
        return Err(Failure::No(context.say("search-nothing", &[("word", word.into())])));
    }
    page::put(&rows(context, found))
}

fn coverage(context: &Context, catalogues: &[Catalogue], json: bool) -> Done {
    let all: BTreeMap<&str, Coverage> = catalogues.iter().map(|c| (c.ruleset, c.coverage())).collect();
    if json {
        return page::put_json(&all);
    }
    let mut text = String::new();
    for (ruleset, coverage) in &all {
        text.push_str(&format!("{} ({ruleset})\n", context.words.ruleset_name(ruleset)));
        let figure = |id: &str, n: usize| vec![n.to_string(), context.say(id, &[])];
        let mut lines = vec![
            figure("coverage-rules", coverage.rules),
            figure("coverage-cited", coverage.cited),
            figure("coverage-played", coverage.played),
            figure("coverage-proved", coverage.proved),
            figure("coverage-rulings", coverage.rulings),
            figure("coverage-rulings-cited", coverage.rulings_cited),
            figure("coverage-rulings-played", coverage.rulings_played),
            figure("coverage-rulings-proved", coverage.rulings_proved),
        ];
        if coverage.lists > 0 {
            lines.insert(3, figure("coverage-lists", coverage.lists));
        }
        text.push_str(&columns(&lines, &[Align::Right, Align::Left], 2));
        if !coverage.waiting.is_empty() {
            text.push_str(&format!("\n{}\n", context.say("coverage-waiting", &[("n", coverage.waiting.len().into())])));
            let why = |why: Uncovered| context.say(&format!("waiting-{}", why.as_str()), &[]);
            let lines: Vec<Vec<String>> = coverage.waiting.iter().map(|w| vec![w.id.clone(), why(w.why)]).collect();
            text.push_str(&columns(&lines, &[], 2));
        }
    }
    page::put(&text)
}
