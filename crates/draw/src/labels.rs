//! What a card says, read without knowing its ruleset, and the label a reader hears: name, formation, facing,
//! strength, state, order.

use game::{Card, Side};
use table::Angle;

/// A language of the pictures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lang {
    /// French.
    #[default]
    Fr,
    /// English.
    En,
}

/// What a unit is, as far as its symbol is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arm {
    Foot,
    Horse,
    Guns,
    General,
}

/// A state, one of three steps of gravity, or disorder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Hesitant,
    Shaken,
    Routing,
    Disorder,
    /// It carries the marker of a unit that has acted.
    Acted,
}

/// An order as the side that looks may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// On the table, for all to see.
    Revealed(String),
    /// The same, for one unit alone.
    Specific(String),
    /// Laid face down: no letter reaches the picture.
    Hidden,
    /// Laid face down by the side that looks: known to it, and not yet in force.
    Laid(String),
    /// Still to be given; the letter is a proposal.
    ToGive(String),
}

fn mark<'a>(card: &'a Card, name: &str) -> &'a str {
    card.marks.iter().find(|(key, _)| key.as_str() == name).map_or("", |(_, value)| value.as_str())
}

fn count(card: &Card, name: &str) -> Option<i64> {
    card.counts.iter().find(|(key, _)| key.as_str() == name).map(|(_, value)| *value)
}

/// What is left of a unit and what it had at the start, in whatever its ruleset counts.
pub(crate) fn strength(card: &Card) -> Option<(i64, i64)> {
    let counted = [("elements", "elements_start"), ("strength", "capacity")];
    counted.iter().find_map(|(now, start)| {
        let now = count(card, now)?;
        Some((now, count(card, start).unwrap_or(now)))
    })
}

pub(crate) fn arm(card: &Card) -> Arm {
    match card.arm.as_str() {
        "cavalry" | "horse" => Arm::Horse,
        "artillery" | "guns" | "horse_artillery" => Arm::Guns,
        "general" | "commander" => Arm::General,
        _ => Arm::Foot,
    }
}

/// One to four dots: brigade, division, corps, army.
pub(crate) fn rank(card: &Card) -> u8 {
    match mark(card, "rank") {
        "division" | "divisional" | "2" => 2,
        "corps" | "3" => 3,
        "army" | "commander_in_chief" | "4" => 4,
        _ => 1,
    }
}

pub(crate) fn open_order(card: &Card) -> bool {
    matches!(
        mark(card, "formation"),
        "skirmish"
            | "skirmishers"
            | "skirmish_order"
            | "tirailleurs"
            | "fourrageurs"
            | "foragers"
            | "open"
            | "open_order"
            | "dispersed"
    )
}

pub(crate) fn limbered(card: &Card) -> bool {
    matches!(mark(card, "formation"), "limbered" | "march_column" | "column" | "moving")
}

/// The states shown beside the flank. Who runs is in disorder anyway.
pub(crate) fn states(card: &Card) -> Vec<State> {
    let disorder = |word: &str| {
        matches!(word, "disorder" | "disordered" | "disorganised" | "disorganized" | "desordre" | "désordre")
    };
    let marker = match mark(card, "marker") {
        "hesitant" | "green" => Some(State::Hesitant),
        "shaken" | "wavering" | "yellow" => Some(State::Shaken),
        "routing" | "routed" | "rout" | "red" => Some(State::Routing),
        "marked" => Some(State::Acted),
        word if disorder(word) => Some(State::Disorder),
        _ => None,
    };
    let mut all: Vec<State> = marker.into_iter().collect();
    let disordered = ["formation", "disorder"].iter().any(|name| disorder(mark(card, name)));
    if disordered && !all.contains(&State::Routing) && !all.contains(&State::Disorder) {
        all.push(State::Disorder);
    }
    all
}

/// The order chip. The mark `order` holds the order in force (a letter, or a word), `specific` says that it is for this
/// unit alone, `laid` holds the order that waits face down; an order that is `hidden` or `to_give` says so itself or in
/// `order_kind`. What the other side has laid is barred for a viewer even if the card tells it.
pub(crate) fn order(card: &Card, viewer: Option<Side>) -> Option<Order> {
    let (word, kind, laid) = (mark(card, "order"), mark(card, "order_kind"), mark(card, "laid"));
    let letter = |word: &str| match word {
        "retreat" | "fall_back" | "withdraw" | "repli" => "R".to_owned(),
        "charge" | "assault" => "C".to_owned(),
        "manoeuvre" | "maneuver" | "move" | "march" => "M".to_owned(),
        "fire" | "hold" | "tir" | "tenir" => "T".to_owned(),
        word => word.chars().next().map(|c| c.to_uppercase().collect()).unwrap_or_default(),
    };
    if !laid.is_empty() {
        let own = viewer.is_none_or(|side| side == card.side);
        return Some(if own && laid != "hidden" { Order::Laid(letter(laid)) } else { Order::Hidden });
    }
    let specific = matches!(kind, "specific" | "os") || !mark(card, "specific").is_empty();
    match (kind, word) {
        ("hidden" | "face_down", _) | (_, "hidden" | "face_down") => Some(Order::Hidden),
        (_, "to_give" | "ungiven") => Some(Order::ToGive(String::new())),
        ("to_give" | "ungiven", word) => Some(Order::ToGive(letter(word))),
        (_, "" | "none") => None,
        (_, word) if specific => Some(Order::Specific(letter(word))),
        (_, word) => Some(Order::Revealed(letter(word))),
    }
}

/// Guns that nobody serves any more.
pub(crate) fn abandoned(card: &Card) -> bool {
    !mark(card, "guns").is_empty() || !mark(card, "silent").is_empty()
}

/// A term as people read it; one that is not known is shown as it stands.
fn word(term: &str, lang: Lang) -> String {
    let pair = match term {
        "line" => ("ligne", "line"),
        "attack_column" => ("colonne d’attaque", "attack column"),
        "march_column" => ("colonne de marche", "march column"),
        "column" => ("colonne", "column"),
        "square" => ("carré", "square"),
        "skirmish" | "skirmishers" | "open_order" => ("ordre dispersé", "skirmish order"),
        "hollow_square" => ("carré creux", "hollow square"),
        "solid_square" => ("carré plein", "solid square"),
        "garrison" => ("dans un bâtiment", "garrison"),
        "no_formation" => ("sans formation", "no formation"),
        "bastion" => ("en bastion", "bastion"),
        "spiked" => ("pièces enclouées", "guns spiked"),
        "abandoned" => ("pièces abandonnées", "guns abandoned"),
        "limbered" => ("attelée", "limbered"),
        "deployed" | "unlimbered" => ("dételée", "unlimbered"),
        "disorder" | "disordered" | "disorganised" => ("en désordre", "in disorder"),
        "marked" => ("marqueur d’action", "action marker"),
        "hesitant" => ("hésitant", "hesitant"),
        "shaken" => ("ébranlé", "shaken"),
        "routing" | "routed" | "rout" => ("en déroute", "routing"),
        "brigade" => ("général de brigade", "brigade general"),
        "division" | "divisional" => ("général de division", "division general"),
        "corps" => ("chef de corps", "corps commander"),
        "army" | "commander_in_chief" => ("général en chef", "army commander"),
        other => return other.replace('_', " "),
    };
    match lang {
        Lang::Fr => pair.0.to_owned(),
        Lang::En => pair.1.to_owned(),
    }
}

fn facing(angle: Angle, lang: Lang) -> &'static str {
    const FR: [&str; 8] = ["nord", "nord-est", "est", "sud-est", "sud", "sud-ouest", "ouest", "nord-ouest"];
    const EN: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let eighth = (angle.rem_euclid(36_000) + 2_250) / 4_500 % 8;
    match lang {
        Lang::Fr => FR[eighth as usize],
        Lang::En => EN[eighth as usize],
    }
}

/// What a reader hears of a unit.
pub(crate) fn label(card: &Card, lang: Lang, viewer: Option<Side>) -> String {
    let mut parts = vec![card.name.clone()];
    for name in ["rank", "formation", "guns"] {
        let value = mark(card, name);
        if !value.is_empty() {
            parts.push(word(value, lang));
        }
    }
    if let Some(lead) = card.pieces.first()
        && arm(card) != Arm::General
    {
        let towards = facing(lead.pose.facing, lang);
        parts.push(match lang {
            Lang::Fr => format!(
                "face {}",
                match towards {
                    "est" | "ouest" => format!("à l’{towards}"),
                    _ => format!("au {towards}"),
                }
            ),
            Lang::En => format!("facing {towards}"),
        });
    }
    if let Some((now, start)) = strength(card) {
        parts.push(match lang {
            Lang::Fr => format!("{now} sur {start}"),
            Lang::En => format!("{now} of {start}"),
        });
    }
    let states = ["marker", "disorder"].map(|name| mark(card, name));
    parts.extend(states.iter().filter(|state| !state.is_empty()).map(|state| word(state, lang)));
    match (order(card, viewer), lang) {
        (Some(Order::Revealed(letter) | Order::Specific(letter)), Lang::Fr) => parts.push(format!("ordre {letter}")),
        (Some(Order::Revealed(letter) | Order::Specific(letter)), Lang::En) => parts.push(format!("order {letter}")),
        (Some(Order::Laid(letter)), Lang::Fr) => parts.push(format!("ordre {letter} posé")),
        (Some(Order::Laid(letter)), Lang::En) => parts.push(format!("order {letter} laid")),
        (Some(Order::Hidden), Lang::Fr) => parts.push("ordre caché".to_owned()),
        (Some(Order::Hidden), Lang::En) => parts.push("hidden order".to_owned()),
        (Some(Order::ToGive(_)), Lang::Fr) => parts.push("ordre à donner".to_owned()),
        (Some(Order::ToGive(_)), Lang::En) => parts.push("order to be given".to_owned()),
        (None, _) => {}
    }
    parts.join(", ")
}

/// A distance in the ruleset's unit, to a tenth, as the language writes it.
pub(crate) fn units(cm: i64, pas_cm: f64, lang: Lang) -> String {
    let tenths = (cm as f64 / pas_cm * 10.0).round() as i64;
    let point = if lang == Lang::Fr { ',' } else { '.' };
    let sign = if tenths < 0 { "\u{2212}" } else { "" };
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}{point}{rest}") }
}
