//! What a card says, read without knowing its ruleset, and the label a reader hears: name, formation, facing,
//! strength, state, order.

use crate::Options;
use game::Card;
use table::Angle;
use words::{Lang, Value, Words};

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
pub(crate) fn order(card: &Card, viewer: Option<game::Side>) -> Option<Order> {
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

/// A term as players of the ruleset read it, or else as everybody does; one that nobody knows is shown as it stands.
fn word(words: &Words, term: &str) -> String {
    let found = ["term", "picture"].iter().find_map(|kind| words.find(&format!("{kind}-{term}"), &[]));
    found.unwrap_or_else(|| term.to_owned())
}

fn facing(words: &Words, angle: Angle) -> String {
    const TOWARDS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    let eighth = (angle.rem_euclid(36_000) + 2_250) / 4_500 % 8;
    words.say(&format!("picture-facing-{}", TOWARDS[eighth as usize]), &[])
}

/// What a reader hears of a unit.
pub(crate) fn label(card: &Card, options: &Options) -> String {
    let words = Words::under(options.lang, options.ruleset);
    let mut parts = vec![card.name.clone()];
    let said = |name: &str| Some(mark(card, name)).filter(|value| !value.is_empty()).map(|value| word(&words, value));
    parts.extend(["rank", "formation", "guns"].into_iter().filter_map(said));
    if let Some(lead) = card.pieces.first()
        && arm(card) != Arm::General
    {
        parts.push(facing(&words, lead.pose.facing));
    }
    if let Some((now, start)) = strength(card) {
        parts.push(words.say("picture-strength", &[("now", now.into()), ("start", start.into())]));
    }
    parts.extend(["marker", "disorder"].into_iter().filter_map(said));
    let ordered = |id: &str, letter: String| words.say(id, &[("letter", Value::from(letter))]);
    parts.extend(order(card, options.viewer).map(|order| match order {
        Order::Revealed(letter) | Order::Specific(letter) => ordered("picture-order", letter),
        Order::Laid(letter) => ordered("picture-order-laid", letter),
        Order::Hidden => words.say("picture-order-hidden", &[]),
        Order::ToGive(_) => words.say("picture-order-to-give", &[]),
    }));
    parts.join(", ")
}

/// A distance in the ruleset's unit, to a tenth, as the language writes it.
pub(crate) fn units(cm: i64, pas_cm: f64, lang: Lang) -> String {
    words::decimal(lang, (cm as f64 / pas_cm * 10.0).round() as i64)
}
