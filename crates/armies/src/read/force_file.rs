//! One side of a scenario: its commanders, its deployment, its reinforcements, and that every unit gets on the table.

use super::MAX_ENTRIES;
use super::commands::{self, Setting, Taken, word};
use super::faults::Faults;
use super::ground::{Extent, keys};
use super::place::Place;
use crate::force::angle;
use crate::geometry::inside;
use crate::setup::{ArrivalSetup, ForceSetup, ZoneSetup};
use crate::{Arrival, Command, Entry, Force, Formation, Need, Reason, Subject, Troops, Zone};
use std::collections::{BTreeMap, BTreeSet};
use table::{Ground, Kind, Point, Shape};

/// The context in which both sides are checked.
pub(super) struct Day<'a> {
    pub troops: &'a Troops,
    pub year: u16,
    pub year_unknown: bool,
    /// Length of the battle; `None` if the file has no valid one.
    pub turns: Option<u16>,
    pub extent: Extent,
    pub ground: &'a Ground,
}

pub(super) fn check(setup: &ForceSetup, place: &Place, day: &Day, taken: &mut Taken, faults: &mut Faults) -> Force {
    faults.words(&place.key("name"), &setup.name);
    if day.troops.nation(&setup.nation).is_none() {
        faults.unknown(&place.key("nation"), Subject::Nation, &setup.nation, day.troops.nations().map(|(key, _)| key));
    }
    let setting = Setting {
        troops: day.troops,
        year: day.year,
        year_unknown: day.year_unknown,
        extent: Some(day.extent),
        facing: setup.facing.unwrap_or(0.0),
    };
    let list = place.key("commands");
    let commands = commands::check(&setup.commands, &list, &setting, taken, faults);
    let find = |id: &str| commands.iter().position(|c| c.id == id);
    let known = || commands.iter().map(|c| c.id.as_str());
    let commander = setup.commander.as_deref().and_then(|id| {
        let found = find(id);
        if found.is_none() {
            faults.unknown(&place.key("commander"), Subject::Command, id, known());
        }
        found
    });
    let zone_list = place.key("zones");
    let zones = if faults.short(&zone_list, setup.zones.len(), MAX_ENTRIES) { setup.zones.as_slice() } else { &[] };
    let zones = zones
        .iter()
        .enumerate()
        .map(|(n, one)| zone(one, &zone_list.index(n), day, &commands, faults))
        .collect::<Vec<_>>();
    let arrival_list = place.key("reinforcements");
    let known_units: BTreeSet<&str> = commands.iter().flat_map(|c| c.units.iter().map(|u| u.id.as_str())).collect();
    let arrivals = if faults.short(&arrival_list, setup.reinforcements.len(), MAX_ENTRIES) {
        setup.reinforcements.as_slice()
    } else {
        &[]
    };
    let arrivals: Vec<Arrival> = arrivals
        .iter()
        .enumerate()
        .map(|(n, one)| arrival(one, &arrival_list.index(n), day, &commands, &known_units, faults))
        .collect();
    everyone_is_placed(setup, &list, &commands, &zones, &arrivals, faults);
    let mut stood: BTreeMap<(i32, i32), &str> = BTreeMap::new();
    for (c, command) in commands.iter().enumerate() {
        let here = list.index(c);
        let units = here.key("units");
        for (u, unit) in command.units.iter().enumerate() {
            if let Some(pose) = unit.pose {
                let place = units.index(u);
                standing(unit.formation, pose.at, &place, day, faults);
                let other = stood.insert((pose.at.x, pose.at.y), &unit.id);
                if let Some(other) = other.filter(|_| unit.formation != Formation::Garrison) {
                    faults.add(&place.key("at"), Reason::SamePlace { other: other.to_owned() });
                }
            }
        }
    }
    Force { name: setup.name.text(), nation: setup.nation.clone(), commander, commands, zones, arrivals }
}

fn zone(setup: &ZoneSetup, place: &Place, day: &Day, commands: &[Command], faults: &mut Faults) -> Zone {
    let area = day.extent.polygon(&place.key("area"), &setup.area, faults);
    Zone { area, commands: named(&setup.commands, &place.key("commands"), commands, faults) }
}

/// Commands by their ids, as indices.
fn named(ids: &[String], place: &Place, commands: &[Command], faults: &mut Faults) -> Vec<usize> {
    let mut found = Vec::new();
    for (n, id) in ids.iter().enumerate() {
        match commands.iter().position(|c| c.id == *id) {
            Some(command) => found.push(command),
            None => faults.unknown(&place.index(n), Subject::Command, id, commands.iter().map(|c| c.id.as_str())),
        }
    }
    found
}

fn arrival(
    setup: &ArrivalSetup,
    place: &Place,
    day: &Day,
    commands: &[Command],
    known: &BTreeSet<&str>,
    faults: &mut Faults,
) -> Arrival {
    if let Some(turns) = day.turns.filter(|turns| setup.turn > *turns) {
        faults.add(&place.key("turn"), Reason::AfterTheEnd { turn: setup.turn, turns });
    }
    let generals = named(&setup.commands, &place.key("commands"), commands, faults);
    let mut units: Vec<String> =
        generals.iter().filter_map(|c| commands.get(*c)).flat_map(|c| c.units.iter().map(|u| u.id.clone())).collect();
    let list = place.key("units");
    for (n, id) in setup.units.iter().enumerate() {
        if !known.contains(id.as_str()) {
            faults.unknown(&list.index(n), Subject::Unit, id, known.iter().copied());
        }
        units.push(id.clone());
    }
    if units.is_empty() && generals.is_empty() {
        keys(place, Need::AtLeastOne, &["commands", "units"], &[], faults);
    }
    let facing = angle(setup.facing);
    let mut point = |key: &str, spot: &Option<crate::setup::Spot>| {
        spot.as_ref().map(|s| day.extent.point(&place.key(key), s, faults))
    };
    let entry = match (point("at", &setup.at), point("from", &setup.from), point("to", &setup.to)) {
        (Some(at), None, None) => Entry::At { at, facing },
        (None, Some(from), Some(to)) => Entry::Stretch { from, to, facing },
        (at, from, to) => {
            let given = [("at", at), ("from", from), ("to", to)];
            let found: Vec<&str> = given.iter().filter(|(_, p)| p.is_some()).map(|(key, _)| *key).collect();
            keys(place, Need::ExactlyOne, &["at", "from + to"], &found, faults);
            Entry::At { at: Point::default(), facing }
        }
    };
    Arrival { turn: setup.turn, units, generals, entry }
}

/// Checks that every unit has a place, a zone or a turn, and only one of place and turn, and that every general of
/// units on the table is there.
fn everyone_is_placed(
    setup: &ForceSetup,
    list: &Place,
    commands: &[Command],
    zones: &[Zone],
    arrivals: &[Arrival],
    faults: &mut Faults,
) {
    let mut arriving: BTreeMap<&str, usize> = BTreeMap::new();
    for id in arrivals.iter().flat_map(|a| &a.units) {
        *arriving.entry(id).or_default() += 1;
    }
    for (c, command) in commands.iter().enumerate() {
        let here = list.index(c);
        let zoned = zones.iter().any(|z| z.commands.is_empty() || z.commands.contains(&c));
        let units = here.key("units");
        for (u, unit) in command.units.iter().enumerate() {
            let times = arriving.get(unit.id.as_str()).copied().unwrap_or(0) + usize::from(unit.pose.is_some());
            if times == 0 && !zoned {
                faults.add(&units.index(u), Reason::NoPlace { unit: unit.id.clone() });
            } else if times > 1 {
                faults.add(&units.index(u), Reason::TwicePlaced { unit: unit.id.clone() });
            }
        }
        let comes_later = arrivals.iter().any(|a| a.generals.contains(&c));
        let stands = command.units.iter().any(|u| u.pose.is_some());
        let has_general = setup.commands.get(c).is_some_and(|s| s.general.is_some());
        if stands && has_general && command.general.at.is_none() && !comes_later {
            faults.add(&here.key("general"), Reason::AbsentGeneral { general: command.general.name.clone() });
        }
    }
}

/// Checks the ground under a unit: a garrison in a strongpoint, none in impassable ground.
fn standing(formation: Formation, at: Point, place: &Place, day: &Day, faults: &mut Faults) {
    let mut under =
        day.ground.features.iter().filter(|f| matches!(&f.shape, Shape::Area(corners) if inside(corners, at)));
    if formation == Formation::Garrison {
        if !under.any(|f| f.strongpoint) {
            faults.add(&place.key("at"), Reason::NoStrongpoint { x: i64::from(at.x) / 100, y: i64::from(at.y) / 100 });
        }
    } else if let Some(feature) = under.find(|f| f.kind == Kind::Impassable) {
        faults.add(&place.key("at"), Reason::Impassable { kind: word(&feature.kind) });
    }
}
