//! Which units may plan in step M, and what.

use crate::question::{Bar, Question};
use crate::resolve::manoeuvre::{Evolution, price};
use crate::terms::doctrine::{self, Doctrine};
use crate::world::{SEQUENCE, Unit, World};
use crate::{Arm, Formation, Going, MarieLouise, Marker, Order, r};
use game::{Side, Slot, UnitId};
use table::{Cm, Manoeuvre, Piece, Pose, within_cm};

/// What a unit may do in step M.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Permit {
    /// Infantry and cavalry under M: move and change formation (ML-3.1i).
    Troops,
    /// A limbered battery under M: move, or move half and unlimber, or unlimber (ML-3.2b).
    Limbered,
    /// A battalion under T: adjust its formation (ML-6.3a, ML-6.3b).
    Adjust,
    /// A deployed battery under T: turn or be manhandled (ML-3.2c).
    Guns,
}

/// Formations that a unit can be ordered to take, by their names in a march.
pub(crate) const FORMATIONS: [(&str, Formation); 8] = [
    ("line", Formation::Line),
    ("attack_column", Formation::AttackColumn),
    ("march_column", Formation::MarchColumn),
    ("square", Formation::Square),
    ("skirmish", Formation::Skirmish),
    ("no_formation", Formation::NoFormation),
    ("bastion", Formation::Bastion),
    ("deployed", Formation::Deployed),
];

pub(crate) fn formation_named(name: &str) -> Option<Formation> {
    FORMATIONS.iter().find(|(n, _)| *n == name).map(|(_, formation)| *formation)
}

impl MarieLouise {
    /// What a unit may do in step M; `None`: nothing.
    pub(crate) fn permit(&self, w: &World, id: UnitId) -> Option<Permit> {
        self.may_plan(w, id).ok()
    }

    /// The same, with the reason why not.
    ///
    /// # Errors
    /// The rule that keeps the unit in place or gives it something else to do.
    pub(crate) fn may_plan(&self, w: &World, id: UnitId) -> Result<Permit, Bar> {
        let unit = w.unit(id);
        if !unit.present() {
            return Err(Bar::by(r::ML_8_7D, "abandoned"));
        }
        // Any marker makes a unit immobile (ML-1.10a, ML-1.10b), and a unit that fired in phase 4 does not move
        // afterwards.
        if let Some(bar) = self.marker_bar(unit) {
            return Err(bar);
        }
        if unit.now.fired && self.on(r::ML_GAP_30) {
            return Err(Bar::by(r::ML_GAP_30, "has_fired"));
        }
        let when = |holds: bool, permit: Permit, bar: Bar| if holds { Ok(permit) } else { Err(bar) };
        let limbered = unit.formation == Formation::Limbered;
        match (unit.order, self.sheet(id).profile.arm) {
            (Order::Manoeuvre, Arm::Artillery) => {
                when(limbered && self.on(r::ML_3_2B), Permit::Limbered, Bar::by(r::ML_3_2B, "guns_deployed"))
            }
            (Order::Manoeuvre, _) => when(self.on(r::ML_3_1I), Permit::Troops, Bar::by(r::ML_3_1I, "not_open")),
            (Order::Hold, Arm::Infantry) => {
                when(self.may_adjust(unit), Permit::Adjust, Bar::by(r::ML_GAP_53, "cannot_adjust"))
            }
            (Order::Hold, Arm::Artillery) => {
                let deployed = !limbered || !self.on(r::ML_GAP_66);
                when(deployed && self.on(r::ML_3_2C), Permit::Guns, Bar::by(r::ML_GAP_66, "limbered_guns"))
            }
            (Order::Hold, Arm::Cavalry) => Err(Bar::by(r::ML_3_1L, "order_holds")),
            (Order::Charge, _) => Err(Bar::by(r::ML_3_1F, "order_charges")),
            (Order::FallBack, _) => Err(Bar::by(r::ML_3_1C, "order_falls_back")),
            (Order::None, _) => Err(Bar::by(r::ML_3_1A, "no_order")),
        }
    }

    /// The marker that keeps a unit in place.
    pub(crate) fn marker_bar(&self, unit: &Unit) -> Option<Bar> {
        match unit.marker {
            Marker::None => None,
            Marker::Hesitant => Some(Bar::by(r::ML_1_10A, "hesitant")),
            Marker::Shaken => Some(Bar::by(r::ML_1_10B, "shaken")),
            Marker::Routing => Some(Bar::by(r::ML_1_10C, "routing")),
        }
    }

    /// Which units adjust: infantry, not in square, not in very rough ground (ML-GAP-53), nor in a building.
    fn may_adjust(&self, unit: &Unit) -> bool {
        let ground = match self.ground_of(unit) {
            Going::Road | Going::Clear => self.on(r::ML_6_3A),
            Going::Rough => self.on(r::ML_6_3B),
            Going::VeryRough | Going::Forbidden => !self.on(r::ML_GAP_53),
        };
        ground && unit.inside.is_none() && !(unit.formation.is_square() && self.on(r::ML_GAP_53))
    }

    /// The class of the ground under a TdC, without roads.
    pub(crate) fn ground_of(&self, unit: &Unit) -> Going {
        let foot = crate::resolve::movement::March { formation: unit.formation, ..Default::default() };
        let way = self.way(&foot, unit.pose.at, unit.pose.at);
        way.stretches.iter().map(|s| s.beside).max().unwrap_or_default()
    }

    /// The units of a plan sheet: those it names, otherwise all units of the side that may plan. With the option of
    /// chapter 11 units under M are asked one by one.
    pub(crate) fn planners(&self, w: &World, slot: &Slot) -> Vec<(UnitId, Permit)> {
        if slot.about.is_empty() {
            let alternate = self.alternate();
            let all = self.troops(w, slot.side).filter_map(|id| Some((id, self.permit(w, id)?)));
            return all.filter(|(_, permit)| !alternate || permit.holds()).collect();
        }
        let named = slot.about.iter().filter_map(|about| match about {
            game::Ref::Unit(id) if usize::from(id.0) < w.units.len() && self.side(*id) == slot.side => Some(*id),
            _ => None,
        });
        named.filter_map(|id| Some((id, self.permit(w, id)?))).collect()
    }

    /// Whether units under M act one after another (chapter 11).
    pub(crate) fn alternate(&self) -> bool {
        self.book.options.alternate_movement && self.on(r::ML_11B)
    }

    /// The manoeuvres open to a unit, each with its maximum.
    pub(crate) fn open_manoeuvres(&self, w: &World, id: UnitId, permit: Permit) -> Vec<Manoeuvre> {
        let unit = w.unit(id);
        let distance = &self.book.tables.distance;
        match permit {
            Permit::Adjust => {
                let clear = self.ground_of(unit) <= Going::Clear;
                let most = if clear { distance.adjust_clear.cm() } else { distance.adjust_rough.cm() };
                let mut open = vec![Manoeuvre::Ahead(most), Manoeuvre::Oblique { cm: most, by: 4_500 }];
                open.extend(clear.then_some(Manoeuvre::Turn(18_000)));
                open
            }
            Permit::Guns => {
                let most = distance.manhandle.cm();
                vec![
                    Manoeuvre::Turn(18_000),
                    Manoeuvre::Ahead(most),
                    Manoeuvre::Back(most),
                    Manoeuvre::Side(most),
                    Manoeuvre::Oblique { cm: most, by: 18_000 },
                ]
            }
            Permit::Limbered | Permit::Troops => {
                let most = self.longest_move(w, id);
                let mut open = vec![Manoeuvre::Turn(18_000)];
                if most > 0 {
                    open.extend([Manoeuvre::Ahead(most), Manoeuvre::Oblique { cm: most, by: 4_500 }]);
                }
                let forms = FORMATIONS.iter().filter(|(_, formation)| self.may_form(w, id, *formation, true));
                open.extend(forms.map(|(name, _)| Manoeuvre::Reform((*name).into())));
                if permit == Permit::Troops && unit.inside.is_none() {
                    let sites = self.strongpoints_touched(w, id).filter(|site| self.may_occupy(w, id, *site).is_ok());
                    open.extend(sites.map(Manoeuvre::Enter));
                }
                open
            }
        }
    }

    /// The longest move of one sequence in the present formation of a unit.
    pub(crate) fn longest_move(&self, w: &World, id: UnitId) -> Cm {
        let mover = self.mover(w, id);
        let by = |going| self.rate(&mover, going, false).unwrap_or(0);
        by(Going::Clear).max(by(Going::Road))
    }

    /// Whether a unit could take a formation, by its drill and its doctrine (ML-14b). `cover`: it may stand along a
    /// linear obstacle or the edge of tall vegetation (ML-14c).
    pub(crate) fn may_form(&self, w: &World, id: UnitId, to: Formation, cover: bool) -> bool {
        let unit = w.unit(id);
        if to == unit.formation {
            return false;
        }
        if to == Formation::Deployed {
            return unit.formation == Formation::Limbered;
        }
        let in_building = matches!(to, Formation::NoFormation | Formation::Bastion);
        if in_building != unit.inside.is_some() {
            return false;
        }
        self.evolution_price(id, unit.formation, to).is_some() && self.by_doctrine(w, id, to, cover)
    }

    /// Halves of a sequence that a change of formation takes (ML-6.1d to ML-6.1k); `None`: there is no such change.
    pub(crate) fn evolution_price(&self, id: UnitId, from: Formation, to: Formation) -> Option<i32> {
        let profile = &self.sheet(id).profile;
        let evolution = Evolution {
            arm: profile.arm,
            manoeuvre_training: profile.manoeuvre_training,
            skirmish_only: profile.skirmish_only,
            from,
            to,
            face: false,
            about_face: false,
        };
        price(&self.book, &evolution, &mut game::Quiet).map(|price| i32::from(price.halves) * (SEQUENCE / 2))
    }

    /// Whether the doctrine of a unit lets it take a formation (ML-14b, ML-14c).
    pub(crate) fn by_doctrine(&self, w: &World, id: UnitId, to: Formation, along_cover: bool) -> bool {
        let order = w.command(usize::from(self.sheet(id).command)).doctrine;
        self.in_order(id, Some(order), to, along_cover)
    }

    /// The same in an order of battle.
    pub(crate) fn in_order(&self, id: UnitId, order: Option<Doctrine>, to: Formation, along_cover: bool) -> bool {
        let sheet = self.sheet(id);
        let drill = doctrine::Drill {
            nation: sheet.nation.clone(),
            year: 0,
            doctrine: order,
            arm: sheet.profile.arm,
            skirmish_only: sheet.profile.skirmish_only,
            formation: to,
            along_cover,
        };
        doctrine::allowed(&self.book, &drill, &mut game::Quiet)
    }

    /// Whether a TdC stands along a linear obstacle, or at the edge of tall vegetation (ML-14c).
    pub(crate) fn along_cover(&self, tdc: &Piece) -> bool {
        let reach = self.book.tables.distance.linear_shelter.cm();
        let about = Piece { front: tdc.front + 2 * reach, depth: tdc.depth + 2 * reach, ..*tdc };
        self.terrain.touched(&about).into_iter().any(|feature| {
            let Some(kind) = self.terrain.kind(feature) else { return false };
            let ground = self.ground(kind);
            let near = |cm: Cm| within_cm(cm, reach);
            if ground.obstacle {
                return self.terrain.piece_to_feature(tdc, feature).is_some_and(|m| near(m.cm));
            }
            let edges = self.terrain.faces(feature);
            ground.tall && edges.into_iter().any(|face| near(self.terrain.piece_to_face(tdc, face).cm))
        })
    }

    /// Whether a unit moves along any path, bend by bend (ML-6.1b, ML-GAP-15): march columns, limbered batteries, and
    /// units leaving a building.
    pub(crate) fn bends(&self, formation: Formation, inside: bool) -> bool {
        match formation {
            Formation::MarchColumn => self.on(r::ML_6_1B) && self.on(r::ML_GAP_15),
            _ => inside,
        }
    }

    /// The slot for a side's plans.
    pub(crate) fn plan_slot(side: Side) -> Slot {
        Question::Plan.to(side)
    }

    /// A TdC at a pose.
    pub(crate) fn tdc_at(&self, pose: Pose) -> Piece {
        Piece { pose, front: crate::world::PAS, depth: crate::world::ELEMENT_DEPTH, lead: true }
    }
}

impl Permit {
    /// Under order T.
    pub(crate) const fn holds(self) -> bool {
        matches!(self, Self::Adjust | Self::Guns)
    }
}
