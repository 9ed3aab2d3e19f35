//! Commands, their generals and their units: shared by scenarios and army lists.

use super::MAX_UNITS;
use super::faults::Faults;
use super::ground::{Extent, keys};
use super::place::Place;
use crate::force::angle;
use crate::setup::{CommandSetup, GeneralSetup, UnitSetup};
use crate::{Arm, Command, Formation, General, Need, Rank, Reason, Strength, Subject, Troops, Unit};
use game::Bilingual;
use std::collections::BTreeMap;
use table::{Point, Pose};

/// The context in which the commands of a file are checked.
pub(super) struct Setting<'a> {
    pub troops: &'a Troops,
    pub year: u16,
    /// Whether the year itself is unknown: types out of their time cannot be judged.
    pub year_unknown: bool,
    /// The table; `None` for an army list.
    pub extent: Option<Extent>,
    /// Facing of units that give none, in degrees.
    pub facing: f64,
}

/// Ids used so far in the file, with their lines; one map for everything that has an id.
pub(super) type Taken = BTreeMap<String, u32>;

/// All commands of one side.
pub(super) fn check(
    setups: &[CommandSetup],
    place: &Place,
    setting: &Setting,
    taken: &mut Taken,
    faults: &mut Faults,
) -> Vec<Command> {
    let units: usize = setups.iter().map(|c| c.units.len()).sum();
    if !faults.short(place, units.max(setups.len()), MAX_UNITS) {
        return Vec::new();
    }
    if units == 0 {
        faults.add(place, Reason::NoUnits);
    }
    let superiors = superiors(setups, place, faults);
    let commands: Vec<Command> = setups
        .iter()
        .enumerate()
        .map(|(n, setup)| command(setup, superiors.get(n).copied().flatten(), &place.index(n), setting, taken, faults))
        .collect();
    for (n, setup) in setups.iter().enumerate() {
        let here = place.index(n);
        if setup.units.is_empty() && !superiors.contains(&Some(n)) {
            faults.add(&here, Reason::IdleCommand { command: setup.id.clone() });
        }
        let above = commands.get(n).and_then(|c| c.superior).and_then(|s| commands.get(s));
        if let (Some(own), Some(above)) = (commands.get(n), above)
            && own.general.rank > above.general.rank
        {
            let reason = Reason::LowerRank { general: own.general.name.clone(), superior: above.general.name.clone() };
            faults.add(&here.key("superior"), reason);
        }
    }
    commands
}

/// The superior of each command, by index; rings are broken and reported.
fn superiors(setups: &[CommandSetup], place: &Place, faults: &mut Faults) -> Vec<Option<usize>> {
    let by_id: BTreeMap<&str, usize> = setups.iter().enumerate().rev().map(|(n, c)| (c.id.as_str(), n)).collect();
    let mut above: Vec<Option<usize>> = Vec::with_capacity(setups.len());
    for (n, setup) in setups.iter().enumerate() {
        let found = setup.superior.as_deref().and_then(|id| {
            let found = by_id.get(id).copied();
            if found.is_none() {
                let here = place.index(n);
                faults.unknown(&here.key("superior"), Subject::Command, id, by_id.keys().copied());
            }
            found
        });
        above.push(found);
    }
    for n in 0..above.len() {
        let mut at = above.get(n).copied().flatten();
        for _ in 0..above.len() {
            at = match at {
                Some(next) if next != n => above.get(next).copied().flatten(),
                _ => break,
            };
        }
        if at == Some(n) {
            let command = setups.get(n).map(|c| c.id.clone()).unwrap_or_default();
            faults.add(&place.index(n).key("superior"), Reason::Ring { command });
            if let Some(slot) = above.get_mut(n) {
                *slot = None;
            }
        }
    }
    above
}

fn command(
    setup: &CommandSetup,
    superior: Option<usize>,
    place: &Place,
    setting: &Setting,
    taken: &mut Taken,
    faults: &mut Faults,
) -> Command {
    faults.id(&place.key("id"), &setup.id, taken);
    faults.words(&place.key("name"), &setup.name);
    let general = match &setup.general {
        Some(general) => self::general(general, &place.key("general"), setting, faults),
        None => {
            faults.add(place, Reason::NoGeneral { command: setup.id.clone() });
            General {
                name: String::new(),
                rank: Rank::Brigade,
                at: None,
                reconstructed: false,
                overrides: BTreeMap::new(),
            }
        }
    };
    let list = place.key("units");
    let units =
        setup.units.iter().enumerate().map(|(n, one)| unit(one, &list.index(n), setting, taken, faults)).collect();
    Command { id: setup.id.clone(), name: setup.name.text(), general, units, superior }
}

fn general(setup: &GeneralSetup, place: &Place, setting: &Setting, faults: &mut Faults) -> General {
    faults.not_blank(&place.key("name"), &setup.name);
    faults.rulesets(&place.key("overrides"), &setup.overrides, setting.troops.rulesets());
    let at = setup.at.as_ref().and_then(|spot| position(spot, &place.key("at"), setting, faults));
    General {
        name: setup.name.clone(),
        rank: setup.rank,
        at,
        reconstructed: setup.reconstructed,
        overrides: setup.overrides.clone(),
    }
}

/// A place on the table; an army list has none.
fn position(spot: &crate::setup::Spot, place: &Place, setting: &Setting, faults: &mut Faults) -> Option<Point> {
    let Some(extent) = setting.extent else {
        faults.add(place, Reason::PlacedInRoster);
        return None;
    };
    Some(extent.point(place, spot, faults))
}

fn unit(setup: &UnitSetup, place: &Place, setting: &Setting, taken: &mut Taken, faults: &mut Faults) -> Unit {
    faults.id(&place.key("id"), &setup.id, taken);
    if let Some(name) = &setup.name {
        faults.words(&place.key("name"), name);
    }
    faults.rulesets(&place.key("overrides"), &setup.overrides, setting.troops.rulesets());
    let year = setup.year.unwrap_or(setting.year);
    let kind = setting.troops.get(&setup.kind);
    if let Some(kind) = kind {
        let (from, to) = kind.years;
        let unknown = setting.year_unknown && setup.year.is_none();
        if !unknown && !(from..=to).contains(&year) {
            faults.add(&place.key("type"), Reason::Anachronism { kind: kind.key.clone(), year, from, to });
        }
        if let Some(nation) = setup.nation.as_ref().filter(|n| **n != kind.nation) {
            faults.add(&place.key("nation"), Reason::Disagrees { said: nation.clone(), of_type: kind.nation.clone() });
        }
        if let Some(arm) = setup.arm.filter(|a| *a != kind.arm) {
            faults.add(&place.key("arm"), Reason::Disagrees { said: word(&arm), of_type: word(&kind.arm) });
        }
    } else {
        faults.unknown(
            &place.key("type"),
            Subject::TroopType,
            &setup.kind,
            setting.troops.iter().map(|t| t.key.as_str()),
        );
    }
    let arm = kind.map(|k| k.arm).or(setup.arm);
    let strength = strength(setup, arm, place, setting, faults);
    let arm = arm.unwrap_or(if setup.guns.is_some() { Arm::Artillery } else { Arm::Infantry });
    let formation = setup.formation.unwrap_or(Formation::usual(arm));
    if kind.is_some() && !formation.suits(arm) {
        faults.add(&place.key("formation"), Reason::WrongFormation { formation: word(&formation), arm: word(&arm) });
    }
    let at = setup.at.as_ref().and_then(|spot| position(spot, &place.key("at"), setting, faults));
    let facing = angle(setup.facing.unwrap_or(setting.facing));
    Unit {
        id: setup.id.clone(),
        name: setup
            .name
            .as_ref()
            .map(crate::setup::Words::text)
            .or_else(|| kind.map(|k| k.name.clone()))
            .unwrap_or_else(|| Bilingual::same(&setup.id)),
        nation: kind.map(|k| k.nation.clone()).unwrap_or_default(),
        year,
        arm,
        kind: setup.kind.clone(),
        strength,
        quality: setup.quality,
        pose: at.map(|at| Pose { at, facing }),
        formation,
        reconstructed: setup.reconstructed,
        overrides: setup.overrides.clone(),
    }
}

/// Men for foot and horse, guns for artillery, bases only in an army list; exactly one of them.
fn strength(setup: &UnitSetup, arm: Option<Arm>, place: &Place, setting: &Setting, faults: &mut Faults) -> Strength {
    let given = [
        ("men", setup.men.map(Strength::Men)),
        ("guns", setup.guns.map(Strength::Guns)),
        ("elements", setup.elements.map(Strength::Elements)),
    ];
    let found: Vec<(&str, Strength)> = given.into_iter().filter_map(|(key, value)| Some((key, value?))).collect();
    let allowed: &[&str] = if setting.extent.is_some() { &["men", "guns"] } else { &["men", "guns", "elements"] };
    match found.as_slice() {
        [(key, strength)] => {
            let wrong_arm = arm.is_some_and(|arm| match strength {
                Strength::Men(_) => arm == Arm::Artillery,
                Strength::Guns(_) => arm != Arm::Artillery,
                Strength::Elements(_) => false,
            });
            if wrong_arm || !allowed.contains(key) {
                faults.add(
                    &place.key(key),
                    Reason::WrongStrength { key: (*key).to_owned(), arm: arm.map(|a| word(&a)).unwrap_or_default() },
                );
            }
            *strength
        }
        other => {
            let names: Vec<&str> = other.iter().map(|(key, _)| *key).collect();
            if !allowed.iter().any(|key| faults.is_mended(&place.key(key))) {
                keys(place, Need::ExactlyOne, allowed, &names, faults);
            }
            Strength::Men(0)
        }
    }
}

/// The word of a closed list in a file.
pub(super) fn word<T: serde::Serialize>(value: &T) -> String {
    toml::Value::try_from(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}
