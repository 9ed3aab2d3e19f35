//! Names of units, commands, sites and sides.

use crate::Words;
use game::{Deed, Ref, Side, UnitId, UnitPart};
use std::collections::BTreeMap;
use table::{Point, inside_polygon};

/// The names in a battle. Units give their names when they come into view and keep them when they are gone.
#[derive(Clone, Debug, Default)]
pub struct Names {
    units: BTreeMap<UnitId, (Side, String, Option<UnitPart>)>,
    /// Brigades and divisions.
    pub commands: BTreeMap<u16, String>,
    /// Features of the ground.
    pub sites: BTreeMap<u16, String>,
    /// Places with a name of their own, by their outlines: objectives.
    pub places: Vec<(Vec<Point>, String)>,
    /// The names of blue and red.
    pub sides: [String; 2],
    /// Names that differ in this language, by the name on the card.
    pub translated: BTreeMap<String, String>,
}

impl Names {
    /// Learns the names that an event shows.
    pub fn learn(&mut self, deed: &Deed) {
        if let Deed::Shown { unit, card } = deed {
            self.units.insert(*unit, (card.side, self.written(&card.name), card.part.clone()));
        }
    }

    /// A name in this language; parts of one unit keep their suffix "(2)".
    #[must_use]
    pub fn written(&self, name: &str) -> String {
        self.translated.get(name).cloned().unwrap_or_else(|| name.to_owned())
    }

    #[must_use]
    pub fn side(&self, unit: UnitId) -> Option<Side> {
        self.units.get(&unit).map(|(side, ..)| *side)
    }
}

impl Words {
    /// The name of a unit.
    #[must_use]
    pub fn unit(&self, unit: UnitId, names: &Names) -> String {
        match names.units.get(&unit) {
            Some((_, name, part)) => self.called(name, part.as_ref()),
            None => self.say("unit-unnamed", &[("n", unit.0.into())]),
        }
    }

    /// A name with which part of it is meant.
    #[must_use]
    pub fn called(&self, name: &str, part: Option<&UnitPart>) -> String {
        let Some(UnitPart { what, n }) = part else { return name.to_owned() };
        let facts = [("name", name.into()), ("n", n.unwrap_or_default().into())];
        self.find(&format!("unit-part-{what}"), &facts).unwrap_or_else(|| name.to_owned())
    }

    /// The name of a side.
    #[must_use]
    pub fn side(&self, side: Side, names: &Names) -> String {
        let name = &names.sides[side.index()];
        if !name.is_empty() {
            return name.clone();
        }
        self.say(
            match side {
                Side::Blue => "side-blue",
                Side::Red => "side-red",
            },
            &[],
        )
    }

    /// The name of the subject of a question or an event.
    #[must_use]
    pub fn name(&self, of: &Ref, names: &Names) -> String {
        match of {
            Ref::Unit(unit) => self.unit(*unit, names),
            Ref::Part(unit, part) => {
                let part = u32::from(*part) + 1;
                self.say("part-of", &[("n", part.into()), ("unit", self.unit(*unit, names).into())])
            }
            Ref::Command(n) => self.numbered(names.commands.get(n), "command-unnamed", *n),
            Ref::Site(n) => self.numbered(names.sites.get(n), "site-unnamed", *n),
            Ref::Face(n, face) => {
                let site = self.numbered(names.sites.get(n), "site-unnamed", *n);
                self.say("face-of", &[("n", (u32::from(*face) + 1).into()), ("site", site.into())])
            }
            Ref::Spot(point) => {
                if let Some((_, name)) = names.places.iter().find(|(outline, _)| inside_polygon(*point, outline)) {
                    return name.clone();
                }
                let (x, y) = (self.length(i64::from(point.x)), self.length(i64::from(point.y)));
                self.say("spot", &[("x", x.into()), ("y", y.into())])
            }
            Ref::Side(side) => self.side(*side, names),
        }
    }

    fn numbered(&self, name: Option<&String>, unnamed: &str, n: u16) -> String {
        name.cloned().unwrap_or_else(|| self.say(unnamed, &[("n", (u32::from(n) + 1).into())]))
    }
}
