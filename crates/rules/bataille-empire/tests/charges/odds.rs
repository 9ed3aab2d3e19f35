//! The odds shown for a charge are those of the fight as played: the same state machine, run against every die.

use crate::field::{FOOT, Field, GUNS, HORSE, Stand, area, targets};
use game::{Deed, Event, Given, Key, Need, Play, Ref, Reply, Rules, Side, Slot, Thrown, UnitId};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::World;
use grognard_bataille_empire::{BatailleEmpire, Book, Formation, Losses};
use std::collections::BTreeMap;

const COLUMN: Stand = Stand { formation: "attack_column", ..FOOT };
const ROWS: [&str; 4] = ["melee", "defeat", "rout", "eliminated"];

/// The winner, the row, and the winner's losses in halves.
type Seen = (bool, String, i64);

struct Luck(u64);

impl Luck {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// A charge with neighbours, on random ground and with random states.
fn position(book: &Book, seed: u64) -> Field {
    let mut luck = Luck(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut near = |n: i32| i32::try_from(luck.below(u64::try_from(2 * n + 1).unwrap())).unwrap() - n;
    let hill = area("hill", &[(15.0, 11.6), (25.0, 11.6), (25.0, 20.0), (15.0, 20.0)]) + "level = 1\n";
    let wall = format!("[[ground.features]]\nkind = \"wall\"\nline = [[900, {y}], [1500, {y}]]\n", y = 12.1 * 60.0);
    let grounds = [String::new(), hill, wall];
    let ground = &grounds[usize::try_from(near(1) + 1).unwrap()];
    let kinds = [COLUMN, FOOT, HORSE, COLUMN.of("fr-young-guard")];
    let kind = |n: i32| kinds[usize::try_from(n).unwrap()];
    let blue = [
        kind(near(1) + 1).at(2000 + near(40), 1000),
        kind(near(1) + 1).at(2000 + near(20), 820),
        GUNS.at(2250 + near(30), 980),
        HORSE.at(1650 + near(40), 1080).facing(20),
    ];
    let red = [
        [FOOT, COLUMN, HORSE, GUNS][usize::try_from((near(2) + 2).min(3)).unwrap()].at(2000, 1260).facing(180),
        FOOT.at(2000 + near(30), 1450).facing(180),
        FOOT.at(2260 + near(30), 1240 + near(30)).facing(190),
        COLUMN.at(1720 + near(40), 1290 + near(30)).facing(170),
    ];
    let mut field = Field::new(book, ground, &blue, &red);
    let state = [near(4), near(4), near(4), near(4)];
    field = field.unit_with(4, |unit| {
        unit.disorder = state[0] == 4;
        unit.marker = state[0].abs() >= 3;
        unit.losses = Losses::halves(u8::try_from(state[1].max(0)).unwrap() / 2);
        if state[2] >= 3 && unit.formation == Formation::Column {
            unit.formation = Formation::SolidSquare;
        }
    });
    field = field.unit_with(0, |unit| unit.losses = Losses::halves(u8::try_from(state[3].max(0)).unwrap() / 2));
    field.with(|w| w.generals[1].attached = (state[2] == -4).then_some(UnitId(4)))
}

fn charge_of(by: u16, at: u16) -> Reply {
    Reply::pick(Key { does: "charge".into(), refs: vec![Ref::Unit(UnitId(by)), Ref::Unit(UnitId(at))] })
}

/// Plays a charge up to the events of its shock, with these dice; every other question takes its default.
fn played(rules: &BatailleEmpire, world: &World, (by, at): (u16, u16), faces: [u8; 2]) -> Option<Seen> {
    let mut play = Play::new(world.clone(), [Step::Charges(0)]);
    let mut events: Vec<Event> = Vec::new();
    let mut given = None;
    for _ in 0..200 {
        events.extend(play.go(rules, given.take()));
        let row = events
            .iter()
            .position(|e| matches!(&e.deed, Deed::Opened { key, .. } if ROWS.contains(&key.does.as_str())));
        if let Some(row) = row {
            return Some(seen(&events, row, by));
        }
        given = Some(match play.need().cloned()? {
            Need::Over(_) => return None,
            Need::Dice(tosses) => {
                let throw = |toss: &game::Toss| {
                    let faces = if toss.rule.to_string() == "BE-CHO-01" {
                        faces.to_vec()
                    } else {
                        vec![6; toss.throw.dice_count()]
                    };
                    let class = dice::read(&toss.throw, &faces).unwrap();
                    Thrown { faces, class }
                };
                Given::Dice(tosses.iter().map(throw).collect())
            }
            Need::Answers(slots) => {
                let answer = |slot: &Slot| {
                    let ask = rules.ask(&rules.redact(&play, slot.side), slot);
                    if slot.kind == "charge" {
                        vec![charge_of(by, at)]
                    } else {
                        ask.fields.iter().map(|f| f.default.clone()).collect()
                    }
                };
                Given::Answers(slots.iter().map(answer).collect())
            }
        });
    }
    panic!("no end of it");
}

fn seen(events: &[Event], row: usize, by: u16) -> Seen {
    let Deed::Opened { of: Ref::Unit(loser), key } = &events[row].deed else { panic!("no row") };
    let lost = events[row..].iter().find_map(|event| match &event.deed {
        Deed::Counted { unit, what, from, to } if unit != loser && what == "losses" => Some(to - from),
        // A general left alone leaves before.
        Deed::Moved { unit, .. } if unit.0 < 8 => Some(0),
        _ => None,
    });
    (loser.0 != by, key.does.to_string(), lost.unwrap_or(0))
}

/// The distribution shown for a charge.
fn shown(field: &Field, (by, at): (u16, u16)) -> BTreeMap<Seen, f64> {
    let slot = Slot { about: vec![Ref::Command(0)], ..Slot::new(Side::Blue, "charge") };
    let seen = field.rules.redact(&field.play, Side::Blue);
    let ask = field.rules.ask(&seen, &slot);
    let prospects = field.rules.prospects(&seen, &ask, &[charge_of(by, at)]);
    let odds = prospects.iter().find_map(|prospect| prospect.odds.as_ref()).expect("odds of the charge");
    let mut rows = BTreeMap::new();
    for (facts, chance) in &odds.rows {
        let fact = |name: &str| facts.iter().find(|(key, _)| **key == name).map_or(0, |(_, value)| *value);
        let row = ROWS[usize::try_from(fact("row")).unwrap()].to_owned();
        *rows.entry((fact("attacker_wins") == 1, row, fact("winner_losses"))).or_default() += chance.to_f64();
    }
    rows
}

#[test]
fn the_odds_shown_are_those_of_the_charge_that_is_played() {
    let book = Book::new();
    let (mut tried, mut seed) = (0, 0);
    while tried < 40 && seed < 400 {
        seed += 1;
        let field = position(&book, seed);
        let Some(at) = targets(&field, 0).first().copied() else { continue };
        let world = field.play.now();
        let mut told: BTreeMap<Seen, f64> = BTreeMap::new();
        let mut fought = true;
        for (own, his) in (1..=6).flat_map(|own| (1..=6).map(move |his| (own, his))) {
            match played(&field.rules, world, (0, at), [own, his]) {
                Some(seen) => *told.entry(seen).or_default() += 1.0 / 36.0,
                None => fought = false,
            }
        }
        if !fought {
            continue;
        }
        tried += 1;
        let shown = shown(&field, (0, at));
        assert_eq!(
            shown.keys().collect::<Vec<_>>(),
            told.keys().collect::<Vec<_>>(),
            "position {seed}, unit 0 on {at}: shown {shown:?}, played {told:?}"
        );
        for (seen, chance) in &shown {
            assert!(
                (chance - told[seen]).abs() < 1e-9,
                "position {seed}: {seen:?} shown {chance}, played {}",
                told[seen]
            );
        }
    }
    assert!(tried >= 40, "only {tried} charges were fought");
}
