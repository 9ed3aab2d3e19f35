//! Arrivals on the table: reinforcements of the scenario, reserves from behind the edge (BE-GAP-23), flank marches
//! (BE-GAP-83).

use super::D;
use crate::terms::book::r;
use crate::world::{Life, World};
use crate::{Arm, BatailleEmpire, Formation, UD};
use game::{Breakdown, Deed, Flow, Line, Op, Ref, Secret, Side, Term, Toss, UnitId};
use table::{Cm, Piece, Point, Pose, overlaps};

/// Depth of the strip along an edge in which an entry point is named; its corners are left out.
const STRIP: Cm = 2 * UD;

impl BatailleEmpire {
    /// Reinforcements of the scenario enter at the start of their turn.
    pub(crate) fn arrivals(&self, d: &mut D<'_>) {
        let turn = d.world.turn;
        let due = |life: Life| matches!(life, Life::OffTable(when) if when > 0 && when <= turn);
        for id in d.world.ids().filter(|id| due(d.world.unit(*id).life)).collect::<Vec<_>>() {
            // Units held back wait behind their own edge (BE-GAP-80).
            let home = || self.home_edge(self.side(id), d.world.unit(id).pose.at);
            let entry = self.scenario.entries.get(&id.0).copied().unwrap_or_else(home);
            self.come_on(d, id, entry, &[r::BE_GAP_80]);
        }
        for place in 0..d.world.generals.len() {
            if due(d.world.generals[place].life) {
                let id = d.world.general_id(place);
                let waited = d.world.generals[place].at;
                let held = d.world.battle.is_some().then(|| self.home_edge(self.side(id), waited).ahead(UD).at);
                let at = self.scenario.entries.get(&id.0).map(|pose| pose.at).or(held).unwrap_or(waited);
                self.alter(d, &[id], &[], &[r::BE_GAP_80], |w| {
                    w.generals[place].life = Life::Present;
                    w.generals[place].at = at;
                });
            }
        }
    }

    /// A unit enters in column at a place or the nearest free one beside it; skirmishers stay skirmishers.
    fn come_on(&self, d: &mut D<'_>, id: UnitId, entry: Pose, rules: &[game::Rule]) {
        let formation = match self.sheet(id).body.arm {
            Arm::Artillery => Formation::Limbered,
            _ if d.world.unit(id).detached => Formation::Skirmish,
            Arm::Infantry | Arm::Cavalry => Formation::Column,
        };
        let Some(pose) = self.entry_place(&d.world, id, entry, formation) else { return };
        self.change(d, id, rules, |u| {
            u.life = Life::Present;
            u.formation = formation;
            u.pose = pose;
        });
    }

    /// The nearest free place for a unit beside a pose, in steps of half a UD to the right and left, then deeper; at
    /// the edge its rear touches the edge.
    fn entry_place(&self, w: &World, id: UnitId, entry: Pose, formation: Formation) -> Option<Pose> {
        let standing: Vec<Piece> =
            self.everybody(w).into_iter().filter(|other| *other != id).map(|other| self.piece(w, other)).collect();
        let rate = crate::resolve::movement::row(&self.book, &self.sheet(id).body_in(formation));
        let free = |pose: Pose| {
            let piece = self.piece_at(id, pose, formation);
            self.terrain.holds(&piece)
                && rate.of(self.going_under(&piece)).is_some()
                && !standing.iter().any(|other| overlaps(&piece, other))
        };
        let depth = self.piece_at(id, entry, formation).depth;
        let rows = std::iter::once(0).chain((0..6).map(|row| depth + row * UD));
        rows.flat_map(|ahead| (0..40).map(move |n| (ahead, n))).find_map(|(ahead, n)| {
            let aside = (n + 1) / 2 * UD / 2 * if n % 2 == 0 { 1 } else { -1 };
            let pose = Pose { at: entry.local(aside, ahead), ..entry };
            free(pose).then_some(pose)
        })
    }

    /// A reserve off the table enters in column on its own edge (BE-GAP-23).
    pub(crate) fn bring_on(&self, d: &mut D<'_>, division: u16, entry: Pose) {
        self.enter(d, division, entry, &[r::BE_GAP_23]);
    }

    /// Whether a reserve waits behind its edge (BE-GAP-23).
    pub(crate) fn waits_off_table(&self, w: &World, division: u16) -> bool {
        w.division(division).reserve && w.ids().any(|id| self.waits(w, division, id))
    }

    fn waits(&self, w: &World, division: u16, id: UnitId) -> bool {
        self.sheet(id).command == division && w.unit(id).life == Life::OffTable(0)
    }

    /// The default entry of reserves: behind the centre of their side.
    pub(crate) fn usual_entry(&self, w: &World, side: Side) -> Pose {
        self.home_edge(side, self.heart_of_side(w, side))
    }

    /// The strip along a side's own edge in which reserves enter.
    pub(crate) fn edge_strip(&self, side: Side) -> Vec<Point> {
        let (width, height) = self.scenario.ground;
        let deep = STRIP;
        let (left, right, low, high) = match self.scenario.home[side.index()] {
            9_000 => (width - deep, width, 0, height),
            27_000 => (0, deep, 0, height),
            0 => (0, width, height - deep, height),
            _ => (0, width, 0, deep),
        };
        vec![Point::new(left, low), Point::new(right, low), Point::new(right, high), Point::new(left, high)]
    }

    /// The units and the general of a division waiting off the table enter around a place.
    fn enter(&self, d: &mut D<'_>, division: u16, entry: Pose, rules: &[game::Rule]) {
        for id in d.world.ids().filter(|id| self.waits(&d.world, division, *id)).collect::<Vec<_>>() {
            self.come_on(d, id, entry, rules);
            // A unit without room enters a turn later.
            let later = Life::OffTable(d.world.turn.saturating_add(1));
            if !d.world.unit(id).present() {
                self.change(d, id, rules, |unit| (unit.life, unit.pose) = (later, entry));
            }
        }
        let place = usize::from(division);
        if d.world.general(place).life == Life::OffTable(0) {
            let id = d.world.general_id(place);
            self.alter(d, &[id], &[], rules, |w| {
                w.generals[place].life = Life::Present;
                w.generals[place].at = entry.ahead(UD).at;
            });
        }
    }

    /// The centre of a side.
    fn heart_of_side(&self, w: &World, side: Side) -> Point {
        let placed: Vec<Point> = self.troops(w, side).map(|id| w.unit(id).pose.at).collect();
        rulebook::set_up::middle_of(&placed)
    }

    /// The place on a side's own edge nearest to a point, facing inwards.
    pub(crate) fn home_edge(&self, side: Side, near: Point) -> Pose {
        let (width, height) = self.scenario.ground;
        let home = self.scenario.home[side.index()];
        let (x, y) = (near.x.clamp(STRIP, width - STRIP), near.y.clamp(STRIP, height - STRIP));
        let at = match home {
            9_000 => Point::new(width, y),
            27_000 => Point::new(0, y),
            0 => Point::new(x, height),
            _ => Point::new(x, 0),
        };
        Pose { at, facing: (home + 18_000).rem_euclid(36_000) }
    }

    /// Rolls for the arrival of a division on a flank march (BE-GAP-83).
    pub(crate) fn roll_flankers(&self, d: &mut D<'_>) -> Flow<()> {
        let table = &self.book.tables.flank_march;
        let turn = d.world.turn;
        if !self.on(r::BE_GAP_83) || !self.book.options.flank_march || turn < table.from_turn {
            return Ok(());
        }
        for side in Side::BOTH {
            let Secret::Known(Some(flankers)) = d.world.flankers[side.index()].clone() else { continue };
            let id = d.world.general_id(usize::from(flankers.division));
            let bonus = i64::from(turn.saturating_sub(table.bonus_after_turn));
            let mut lines = Breakdown::new("flank-march", Some(Ref::Unit(id)));
            lines.lines.push(Line::new(r::BE_GAP_83, Op::Throw(1)));
            if bonus > 0 {
                lines.lines.push(Line::new(r::BE_GAP_83, Op::Add(bonus)));
            }
            lines.lines.push(Line::new(r::BE_GAP_83, Op::Needs(i64::from(table.needs))));
            let cut = rulebook::saturated::<i16, _>(i64::from(table.needs) - bonus);
            let throw = dice::Throw::d6(1).cuts([cut]);
            let thrown = d.throw_one(Toss::new(r::BE_GAP_83, Ref::Unit(id), throw))?;
            let comes = thrown.class > 0;
            rulebook::dice_in(&mut lines, r::BE_GAP_83, i64::from(thrown.face()));
            let result = Term::of(if comes { "arrives" } else { "waits" });
            d.tell(Deed::Tested { breakdown: lines, result }, &[r::BE_GAP_83]);
            if comes {
                d.world.flankers[side.index()] = Secret::Known(None);
                let entry = self.flank_edge(side, flankers.right);
                self.enter(d, flankers.division, entry, &[r::BE_GAP_83]);
            }
        }
        Ok(())
    }

    /// The place on a short edge where a flank march enters, within reach of the own edge (BE-GAP-83).
    fn flank_edge(&self, side: Side, right: bool) -> Pose {
        let (width, height) = self.scenario.ground;
        let home = self.scenario.home[side.index()];
        let middle = Pose { at: Point::new(width / 2, height / 2), facing: (home + 18_000).rem_euclid(36_000) };
        let (across, along) = if home % 18_000 == 0 { (width, height) } else { (height, width) };
        let aside = (across / 2 - 2 * UD) * if right { 1 } else { -1 };
        let back = (along / 2 - self.book.tables.flank_march.within.cm() / 2).max(0);
        let facing = middle.facing + if right { 27_000 } else { 9_000 };
        Pose { at: middle.local(aside, -back), facing: facing.rem_euclid(36_000) }
    }
}
