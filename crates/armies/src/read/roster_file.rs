//! An army list as a whole.

use super::commands::{self, Setting, Taken};
use super::faults::Faults;
use super::place::Place;
use crate::setup::RosterSetup;
use crate::{Roster, Subject, Troops};

pub(super) fn check(setup: RosterSetup, troops: &Troops, faults: &mut Faults) -> Roster {
    let root = Place::Root;
    faults.id(&root.key("id"), &setup.id, &mut Taken::new());
    faults.both(&root.key("title"), &setup.title);
    if troops.nation(&setup.nation).is_none() {
        faults.unknown(&root.key("nation"), Subject::Nation, &setup.nation, troops.nations().map(|(key, _)| key));
    }
    let year_unknown = faults.is_mended(&root.key("year"));
    let setting = Setting { troops, year: setup.year, year_unknown, extent: None, facing: 0.0 };
    let commands = commands::check(&setup.commands, &root.key("commands"), &setting, &mut Taken::new(), faults);
    Roster { id: setup.id, title: setup.title, nation: setup.nation, year: setup.year, budget: setup.budget, commands }
}
