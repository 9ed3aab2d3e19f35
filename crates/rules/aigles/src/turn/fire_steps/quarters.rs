//! Quarters that count for each pair of firer and target (LA-FEU-01, LA-FEU-07, LA-GAP-06).

use crate::resolve::fire;
use crate::turn::D;
use crate::world::{Bound, Charging, Counting, Scene, Sort, World, officer_piece};
use crate::{Arm, Distance, Formation, LesAigles, r};
use game::UnitId;
use table::{Cm, Piece, distance};

impl LesAigles {
    /// Longest range of a unit; `None`: it does not fire.
    pub(crate) fn range(&self, w: &World, id: UnitId) -> Option<Cm> {
        let unit = w.unit(id);
        let leading = self.leading(unit, id);
        if self.arm(id) == Arm::Artillery {
            let ready = unit.formation == Formation::InPosition && Self::serves_guns(unit);
            return leading.calibre.filter(|_| ready).map(|calibre| self.book.tables.guns.of(calibre).range.cm());
        }
        let weapon = leading.small_arms()?;
        self.book.tables.small_arms.range.of(weapon).map(|d| d.cm())
    }

    /// Whether a quarter may count for the fire of a unit: it is not engaged, and does not run or charge. In the
    /// quarter of its reaction a unit that evades or counter-charges still fires (LA-MVT-11).
    fn may_aim(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let reacts = self.on(r::LA_MVT_11);
        let stands = match unit.bound {
            Bound::Free | Bound::Halted { .. } => true,
            Bound::Evading(run) => w.quarter <= run.reacting && reacts,
            _ => false,
        };
        let waits = |charge: &Charging| charge.sort == Sort::Counter && charge.since > w.quarter && reacts;
        stands && unit.charge.as_ref().is_none_or(waits) && self.may_fire(w, id)
    }

    /// Whether a unit may fire for the quarters that count: it is not engaged, and does not leave, rally or follow.
    pub(crate) fn may_fire(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let evades = matches!(unit.bound, Bound::Evading(_)) && self.on(r::LA_MVT_11);
        let counters = |charge: &Charging| charge.sort == Sort::Counter && self.on(r::LA_MVT_11);
        let free = (matches!(unit.bound, Bound::Free | Bound::Halted { .. }) || evades)
            && unit.charge.as_ref().is_none_or(counters);
        unit.present()
            && free
            && !w.engaged(id)
            && !unit.now.silenced
            && unit.formation != Formation::Limbered
            && unit.figures() > 0
    }

    /// Records the pairs of firer and target at the start of a quarter (LA-FEU-07).
    pub(crate) fn note_ranges(&self, d: &mut D<'_>) {
        let scene = self.scene(&d.world);
        let found = self.in_range(&d.world, &scene).into_iter();
        d.world.ranged = found.map(|(pair, piece, far)| (pair, (piece, far))).collect();
    }

    /// Pairs of firer and target within range and in sight.
    fn in_range(&self, w: &World, scene: &Scene) -> Vec<((UnitId, UnitId), Piece, Cm)> {
        let mut found = Vec::new();
        for (by, own) in &scene.bodies {
            let Some(range) = self.range(w, *by).filter(|_| self.may_aim(w, *by)) else { continue };
            for (at, body) in &scene.bodies {
                let gone = w.unit(*at).figures() == 0 || !w.unit(*at).manned();
                if self.side(*by) == self.side(*at) || gone || w.engaged(*at) {
                    continue;
                }
                if table::within_reach(own, body, range) && self.sees(scene, *by, *at) {
                    found.push(((*by, *at), *body, distance(own, body).cm));
                }
            }
        }
        self.officers_in_range(w, scene, &mut found);
        found
    }

    /// Lone officers within range and in sight (LA-GEN-01).
    fn officers_in_range(&self, w: &World, scene: &Scene, found: &mut Vec<((UnitId, UnitId), Piece, Cm)>) {
        for place in (0..w.generals.len()).filter(|place| self.lone(w, *place)) {
            let (at, piece) = (w.general_id(place), officer_piece(&self.book, w.generals[place].at));
            for (by, own) in scene.bodies.iter().filter(|(by, _)| self.side(*by) != self.officers[place].side) {
                let near = self.range(w, *by).is_some_and(|range| table::within_reach(own, &piece, range));
                let except = [u32::from(by.0)];
                let inside = w.unit(*by).inside.is_some();
                if near && self.may_aim(w, *by) && self.sees_piece(scene, own, (&piece, false), &except, inside) {
                    found.push(((*by, at), piece, distance(own, &piece).cm));
                }
            }
        }
    }

    /// Whether a target can be in the arc of a unit at all: squares and garrisons fire all round, others ahead.
    fn bears_at_all(&self, w: &World, by: UnitId, own: &Piece, target: &Piece) -> bool {
        let unit = w.unit(by);
        unit.formation.square() || unit.inside.is_some() || self.in_front(own, target)
    }

    /// Records which pairs count when the moves of the quarter are over (LA-GAP-06).
    pub(crate) fn count_quarter(&self, w: &mut World) {
        let scene = self.scene(w);
        let now_quarter = w.quarter;
        let now = self.in_range(w, &scene);
        for ((by, at), piece, far) in now {
            let Some(((from, began), own)) = w.ranged.get(&(by, at)).copied().zip(scene.body(by).copied()) else {
                continue;
            };
            // In its arc at the start or at the end of the quarter (LA-GAP-64).
            let bears = self.bears_at_all(w, by, &own, &from) || self.bears_at_all(w, by, &own, &piece);
            let Some(range) = self.range(w, by).filter(|_| bears) else { continue };
            let officer = w.general_of(at).is_some();
            // A charger whose plain move touches has touched; its bonus does not count (LA-CHA-19).
            let landing = if officer { None } else { w.unit(at).charge.as_ref().and_then(|c| c.lands.as_ref()) };
            let touches = landing.is_some_and(|landing| landing.plain || !self.on(r::LA_CHA_19));
            // A unit adjacent to an enemy but not in contact with it has not touched.
            let apart = |cm: Cm| Distance::from_cm(cm.max(1));
            let to = if touches { Distance::of(0) } else { apart(far) };
            let quarter = fire::Quarter { did: self.did(w, by), from: apart(began), to, seen: true };
            let loose = w.unit(by).formation == Formation::Skirmish;
            let counts = fire::counts(&self.book, Distance::from_cm(range), loose, &quarter);
            if !counts || !officer && self.landed_on(w, at) {
                continue;
            }
            let entry = w.counting.entry((by, at)).or_insert(Counting { quarters: 0, own, from, to: piece, last: 0 });
            if entry.last < now_quarter {
                let quarters = entry.quarters | if w.quarter.is_multiple_of(2) { 2 } else { 1 };
                *entry = Counting { quarters, own, from, to: piece, last: now_quarter };
            }
        }
    }

    /// The action of a unit in the quarter, for its fire.
    fn did(&self, w: &World, id: UnitId) -> fire::Did {
        let now = &w.unit(id).now;
        match (now.busy, now.moved) {
            (true, _) => fire::Did::Change,
            (false, 0) => fire::Did::Stand,
            (false, _) if self.creeps(w, id) => fire::Did::Creep,
            (false, _) => fire::Did::Move,
        }
    }

    /// Whether a charge lands on a unit in this quarter: friends of the charger no longer fire at it (LA-GAP-06, 6).
    fn landed_on(&self, w: &World, id: UnitId) -> bool {
        self.landing(w).iter().any(|(_, landing, _)| landing.on == id) && self.on(r::LA_GAP_06)
    }

    /// Whether skirmishers moved by at most half of their quarter's move, so that they may fire (LA-GAP-06, 5).
    fn creeps(&self, w: &World, id: UnitId) -> bool {
        let rate =
            self.rate(&self.marcher(w, id), crate::resolve::motion::March::Ahead, Vec::new(), false).unwrap_or(0);
        let share = self.book.tables.movement.skirmish_fire;
        let most = i64::from(rate) * share.num / share.den.max(1);
        i64::from(w.unit(id).now.moved) <= most
    }
}
