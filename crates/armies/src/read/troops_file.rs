//! The troop types of a nation.

use super::commands::{Taken, word};
use super::faults::Faults;
use super::place::Place;
use crate::setup::TroopsSetup;
use crate::{Arm, Nation, Reason, TroopType};

pub(super) fn check(setup: TroopsSetup, rulesets: &[String], faults: &mut Faults) -> Nation {
    let root = Place::Root;
    faults.id(&root.key("nation"), &setup.nation, &mut Taken::new());
    faults.both(&root.key("name"), &setup.name);
    let list = root.key("type");
    let mut taken = Taken::new();
    let mut types = Vec::with_capacity(setup.types.len());
    for (n, kind) in setup.types.into_iter().enumerate() {
        let here = list.index(n);
        faults.id(&here.key("key"), &kind.key, &mut taken);
        faults.both(&here.key("name"), &kind.name);
        faults.rulesets(&here.key("rules"), &kind.rules, rulesets);
        let [from, to] = kind.years;
        if from > to {
            faults.add(&here.key("years"), Reason::YearsReversed { from, to });
        }
        if kind.calibre.is_some() != (kind.arm == Arm::Artillery) && !faults.is_mended(&here.key("arm")) {
            faults.add(&here.key("calibre"), Reason::Calibre { arm: word(&kind.arm) });
        }
        types.push(TroopType {
            key: kind.key,
            nation: setup.nation.clone(),
            name: kind.name,
            arm: kind.arm,
            years: (from, to),
            traits: kind.traits,
            calibre: kind.calibre,
            reconstructed: kind.reconstructed,
            rules: kind.rules,
        });
    }
    Nation { key: setup.nation, name: setup.name, types }
}
