//! Units and generals as the screen shows them. What a mark means for the drawing (state, order, formation) is said by
//! the ruleset's texts: `mark-name-<mark>` has the attribute `shows`, a term has `step`, `letter`, `manner`, `rank`, and
//! a figure `fact-<name>` has `shows`.

use crate::voice::{Naming, Voice, joined, same};
use crate::wire::{OrderChip, UnitView};
use game::Bilingual;
use game::{Card, Ref, Side, Term, UnitId};
use words::number;

/// Longest name that fits a plate.
const PLATE: usize = 20;

/// A unit as a side sees it.
pub fn unit(voice: &Voice, names: &Naming, card: &Card) -> UnitView {
    let mut view = UnitView {
        card: card.clone(),
        name: names.written(&card.name),
        short: short(&names.written(&card.name)),
        formation: None,
        state: None,
        disordered: false,
        acted: None,
        order: None,
        strength: (0, 0),
        lines: Vec::new(),
        rank: 0,
        radius: None,
        manner: Term::of("formed"),
        label: Bilingual::default(),
    };
    for (mark, value) in &card.marks {
        read_mark(voice, names, &mut view, mark, value);
    }
    let specific = card.marks.keys().any(|mark| shows(voice, "mark-name", mark).as_deref() == Some("specific"));
    if let Some(order) = view.order.as_mut().filter(|order| specific && order.how == "given") {
        order.how = Term::of("specific");
    }
    for (name, n) in &card.counts {
        read_count(voice, &mut view, name, *n);
    }
    if view.strength.1 == 0 {
        view.strength.1 = view.strength.0;
    }
    if card.arm == "general" && view.rank == 0 {
        view.rank = 1;
    }
    view.label = label(voice, &view);
    view
}

fn shows(voice: &Voice, kind: &str, name: &Term) -> Option<String> {
    voice.attribute(&format!("{kind}-{name}"), "shows")
}

fn attribute(voice: &Voice, term: &Term, name: &str) -> Option<String> {
    voice.attribute(&format!("term-{term}"), name)
}

fn read_mark(voice: &Voice, names: &Naming, view: &mut UnitView, mark: &Term, value: &Term) {
    let words = voice.word("term", value.as_str());
    let name = || voice.word("mark-name", mark.as_str());
    match shows(voice, "mark-name", mark).as_deref() {
        Some("formation") => {
            view.disordered |= attribute(voice, value, "disordered").is_some();
            if let Some(manner) = attribute(voice, value, "manner") {
                view.manner = Term::from(manner.as_str());
            }
            view.formation = Some(words);
        }
        Some("state") => {
            view.disordered |= attribute(voice, value, "disordered").is_some();
            let step = attribute(voice, value, "step").and_then(|step| step.parse().ok());
            match step {
                Some(step) => view.state = Some((step, words)),
                None => view.lines.push((name(), words)),
            }
        }
        Some("acted") => {
            view.lines.push((name(), words.clone()));
            view.acted = Some(words);
        }
        Some(how @ ("order" | "laid")) => {
            let letter = attribute(voice, value, "letter").or_else(|| initial(value));
            let how = if how == "laid" { Term::of("laid") } else { Term::of("given") };
            // What is laid face down comes next and counts more than what was done before.
            if view.order.is_none() || how == "laid" {
                view.order = Some(OrderChip { letter, words, how });
            }
        }
        Some("hidden_order") => {
            view.order = Some(OrderChip { letter: None, words, how: Term::of("hidden") });
        }
        Some("missing_order") => {
            view.order = Some(OrderChip { letter: None, words, how: Term::of("missing") });
        }
        Some("rank") => {
            view.rank = attribute(voice, value, "rank").and_then(|rank| rank.parse().ok()).unwrap_or(1);
            view.lines.push((name(), words));
        }
        Some("unit") => {
            let unit = value.as_str().parse().map(UnitId).ok();
            let called = unit.map(|unit| voice.named(names, |words, names| words.name(&Ref::Unit(unit), names)));
            view.lines.push((name(), called.unwrap_or(words)));
        }
        Some("specific" | "nothing") => {}
        _ => view.lines.push((name(), words)),
    }
}

fn read_count(voice: &Voice, view: &mut UnitView, name: &Term, n: i64) {
    match shows(voice, "fact", name).as_deref() {
        Some("strength") => view.strength.0 = n,
        Some("strength_at_start") => view.strength.1 = n,
        Some("radius") => view.radius = i32::try_from(n).ok(),
        Some("nothing") => {}
        // What is nought needs no line.
        _ if n == 0 => {}
        _ => {
            let figure = voice.both(|words| words.figure(name, n, None));
            view.lines.push((voice.word("fact", name.as_str()), figure));
        }
    }
}

fn initial(value: &Term) -> Option<String> {
    value.as_str().chars().next().map(|letter| letter.to_uppercase().collect())
}

/// What a reader hears: name, formation, facing, strength, state, order.
fn label(voice: &Voice, view: &UnitView) -> Bilingual {
    let mut parts = vec![view.name.clone()];
    parts.extend(view.formation.clone());
    if view.card.arm == "general" {
        parts.push(voice.word("arm", "general"));
    } else if let Some(lead) = view.card.pieces.first() {
        let eighth = (lead.pose.facing.rem_euclid(36_000) + 2_250) / 4_500 % 8;
        parts.push(voice.say(&format!("facing-{eighth}")));
    }
    let (now, start) = view.strength;
    if start > 0 {
        parts.push(voice.both(|words| {
            let figure = |n: i64| words::Value::from(number(words.lang(), n));
            words.say("strength-of", &[("now", figure(now)), ("start", figure(start))])
        }));
    }
    parts.extend(view.state.as_ref().map(|(_, words)| words.clone()));
    if view.disordered && view.state.is_none() {
        parts.push(voice.word("term", "disorder"));
    }
    parts.extend(view.acted.clone());
    if let Some(order) = &view.order {
        parts.push(voice.with("order-label", &[("order", &order.words)]));
    }
    joined(&parts, ", ")
}

/// A short name: number and arm are kept, the rest as far as it fits.
fn short(name: &Bilingual) -> Bilingual {
    Bilingual { fr: shortened(&name.fr), en: shortened(&name.en) }
}

/// How long words of names are cut on a plate, whole words only.
const CUT: [(&str, &str); 14] = [
    ("aide de camp", "a.d.c."),
    ("aide-de-camp", "ADC"),
    ("bataillon", "bat."),
    ("battalion", "bn"),
    ("régiment", "rég."),
    ("regiment", "regt"),
    ("batterie", "batt."),
    ("battery", "bty"),
    ("à cheval", "à ch."),
    ("à pied", "à p."),
    ("mousquetaires", "mousq."),
    ("grenadiers", "gren."),
    ("grenadier", "gren."),
    ("chevau-légers", "ch.-lég."),
];

fn shortened(name: &str) -> String {
    // Which of several of one name it is stays in sight: "(2)".
    match name.rsplit_once(" (").filter(|(_, which)| which.ends_with(')')) {
        Some((whole, which)) => format!("{} ({which}", cut_down(whole)),
        None => cut_down(name),
    }
}

fn cut_down(name: &str) -> String {
    // "1er bataillon, 26e léger" reads "1/26e léger" on a plate.
    let mut shorter = match name.split_once(", ") {
        Some((part, whole)) if part.starts_with(|c: char| c.is_ascii_digit()) => {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            format!("{digits}/{whole}")
        }
        _ => name.to_owned(),
    };
    for (long, cut) in CUT {
        if shorter.chars().count() <= PLATE {
            return shorter;
        }
        shorter = replaced(&shorter, long, cut);
    }
    let mut kept = String::new();
    for word in shorter.split(' ') {
        let longer = kept.chars().count() + 1 + word.chars().count();
        if !kept.is_empty() && longer > PLATE {
            break;
        }
        if !kept.is_empty() {
            kept.push(' ');
        }
        kept.push_str(word);
    }
    // A name does not end with a word that leads to the next.
    for leading in [" de", " du", " des", " à", " of", " the", " et", " and", " de la"] {
        kept = kept.strip_suffix(leading).map_or_else(|| kept.clone(), str::to_owned);
    }
    kept.chars().take(PLATE + 4).collect::<String>().trim_end_matches([',', '(', ' ']).to_owned()
}

/// A word cut wherever it stands, at the beginning with a capital.
fn replaced(name: &str, long: &str, cut: &str) -> String {
    let lower = name.to_lowercase();
    let Some(at) = lower.find(long).filter(|_| lower.len() == name.len()) else { return name.to_owned() };
    let (before, after) = (&name[..at], &name[at + long.len()..]);
    let capital = name[at..].starts_with(char::is_uppercase);
    let cut = if capital { cut[..1].to_uppercase() + &cut[1..] } else { cut.to_owned() };
    format!("{before}{cut}{after}")
}

pub fn side_name(voice: &Voice, names: &Naming, side: Side) -> Bilingual {
    voice.named(names, |words, names| words.side(side, names))
}

/// The name of a nation, else its key.
pub fn nation_name(nation: &str) -> Bilingual {
    let known = armies::Library::embedded().troops().nation(nation);
    known.cloned().unwrap_or_else(|| same(nation))
}
