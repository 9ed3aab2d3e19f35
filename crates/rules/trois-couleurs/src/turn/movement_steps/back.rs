//! Moves imposed by the enemy: back, and away (L3C-GAP-A54, L3C-RAL-15).

use crate::field::ground_entered;
use crate::resolve::moving::movement::{self, BackMove};
use crate::terms::state::degrade;
use crate::terms::tables::MovingAs;
use crate::turn::D;
use crate::world::{Fate, World};
use crate::{Case, Cohesion, Ground, TroisCouleurs, UD, r};
use game::{Rule, UnitId};
use table::{Angle, Cm, Piece, Pose, Stop, overlaps, room, within_cm};

/// The end of a way back.
enum WayBack {
    Free(BackEnd),
    /// Over the edge of the table.
    Off,
    /// The way is blocked beyond this.
    Shut(BackEnd),
}

/// The place that a way back has led to.
#[derive(Clone, Copy)]
struct BackEnd {
    end: Piece,
    gone: Cm,
    /// The pose after its bend.
    bent: Option<Pose>,
}

/// A unit whose end place is taken by a friend goes on by at most this distance, in these steps.
const BEYOND: Cm = 6 * UD;
const STEP: Cm = UD / 4;
/// In contact: a unit that comes to contact stops at this distance.
const CONTACT: Cm = 25;

impl TroisCouleurs {
    /// A unit goes back as its case requires, away from an enemy (L3C-GAP-A54), after being pushed by this distance in
    /// a melee, which is not part of the move that it owes (L3C-RAL-16).
    pub(crate) fn goes_back(&self, d: &mut D<'_>, id: UnitId, from: Option<UnitId>, push: Cm, rule: Rule) {
        let case = d.world.unit(id).body.case;
        let cm = movement::due(&self.book, self.mover(id).mounted(), case).cm();
        self.retires(d, id, from, cm + push, rule);
        let now = &mut d.world.unit_mut(id).now;
        now.back = (now.back - push).max(0);
    }

    /// Cost of a way back for a unit: bad ground behind it costs points, not distance (L3C-MVT-31).
    pub(crate) fn back_cost(&self, w: &World, id: UnitId, from: Option<UnitId>, case: Case) -> u8 {
        let piece = self.piece(w, id);
        let away = match from.map(|enemy| self.piece(w, enemy).pose.at) {
            Some(at) if at != piece.pose.at => at.bearing_to(piece.pose.at),
            _ => self.scenario.home[self.side(id).index()],
        };
        let cm = movement::due(&self.book, self.mover(id).mounted(), case).cm();
        let crossed = self.terrain.along(piece.pose.at, piece.pose.at.step(away, cm)).into_iter();
        let terrain = crossed
            .filter_map(|crossing| Some(ground_entered(self.terrain.feature(crossing.feature)?, crossing.from_cm == 0)))
            .filter(|ground| *ground != Ground::Open)
            .collect();
        let spent = w.unit(id).body.points_spent;
        let formation = MovingAs::of(w.unit(id).body.formation);
        let (arm, faculty) = (self.mover(id), self.troop(id).faculty);
        let went = movement::back_move(&self.book, &BackMove { arm, formation, faculty, case, terrain, spent });
        // If it cannot go there it does not, and pays for the plain way.
        if went.allowed { went.points } else { movement::back_points(&self.book, case) }
    }

    /// A unit goes back by this distance, away from an enemy; in retreat or worse it turns its back (L3C-MAC-12).
    pub(crate) fn retires(&self, d: &mut D<'_>, id: UnitId, from: Option<UnitId>, cm: Cm, rule: Rule) {
        let turns = d.world.unit(id).body.case <= Case::Retreat && self.on(r::L3C_MAC_12);
        self.makes_off(d, id, from, cm, turns, rule);
    }

    /// A unit flees voluntarily, by the distance of a retreat, and keeps its facing (L3C-FUI-03).
    pub(crate) fn flies(&self, d: &mut D<'_>, id: UnitId, from: Option<UnitId>) {
        // A unit that only uncovers a friend goes no farther than one that falls back (L3C-FUI-07).
        let as_in = if d.world.unit(id).now.unmasks { Case::FallBack } else { Case::Retreat };
        let cm = movement::due(&self.book, self.mover(id).mounted(), as_in).cm();
        self.makes_off(d, id, from, cm, !self.on(r::L3C_FUI_03), r::L3C_FUI_01);
    }

    /// A unit goes away from an enemy, with its back turned or with its facing unchanged.
    fn makes_off(&self, d: &mut D<'_>, id: UnitId, from: Option<UnitId>, cm: Cm, turns: bool, rule: Rule) {
        let unit = d.world.unit(id);
        if !unit.present() || cm <= 0 {
            return;
        }
        let case = unit.body.case;
        // A garrison leaves its houses in its former formation.
        let piece = self.piece_of(id, &unit.body, unit.pose);
        let home = self.scenario.home[self.side(id).index()];
        let left = from.map(|enemy| self.piece(&d.world, enemy));
        let away = match left {
            Some(his) if his.pose.at != piece.pose.at => his.pose.at.bearing_to(piece.pose.at),
            _ => home,
        };
        // Only a unit that is driven back leaves the table or is shut in; a unit that steps back in hand goes as far as
        // there is room (L3C-GAP-A54).
        let driven = case <= Case::FallBack;
        match self.way_back(&d.world, id, (&piece, left.as_ref()), (away, turns), cm, driven) {
            WayBack::Shut(way) if !driven => {
                if way.gone > 0 {
                    self.stands_back(d, id, &way, (away, turns), rule);
                }
            }
            WayBack::Free(way) | WayBack::Shut(way) if way.gone == 0 && way.end == piece => {
                self.shut_in(d, id, case, rule);
            }
            WayBack::Off => self.remove(d, id, Fate::OffTable, r::L3C_GAP_A54),
            WayBack::Free(way) => self.stands_back(d, id, &way, (away, turns), rule),
            WayBack::Shut(way) => {
                self.stands_back(d, id, &way, (away, turns), rule);
                self.shut_in(d, id, case, rule);
            }
        }
    }

    /// Applies the place of a unit that has gone back.
    fn stands_back(&self, d: &mut D<'_>, id: UnitId, way: &BackEnd, (away, turns): (Angle, bool), rule: Rule) {
        let BackEnd { end, gone, bent } = *way;
        let facing = if turns { away } else { end.pose.facing };
        let pose = Pose { at: end.pose.at, facing }.ahead(end.depth / 2);
        let (start, case) = (d.world.unit(id).pose, d.world.unit(id).body.case);
        let path: Vec<Pose> = std::iter::once(start).chain(bent).chain([pose]).collect();
        self.place(d, id, pose, &path, &[rule, r::L3C_GAP_A54]);
        // A garrison that goes back has left its houses.
        if d.world.unit(id).garrison.is_some() {
            self.change(d, id, &[rule], |u| (u.garrison, u.faces) = (None, [0; 4]));
        }
        let now = &mut d.world.unit_mut(id).now;
        now.back = now.back.saturating_add(gone);
        if !case.positive() {
            now.went_as = Some(case);
        }
        let known = usize::from(!now.trail.is_empty());
        now.trail.extend(path.iter().skip(known).map(|pose| pose.at));
    }

    /// No way is left: a unit that falls back loses order, one that flees is lost if an enemy is near (L3C-GAP-A54).
    fn shut_in(&self, d: &mut D<'_>, id: UnitId, case: Case, rule: Rule) {
        let flees = case <= Case::Retreat;
        let state = if flees { Cohesion::Disordered } else { degrade(&self.book, d.world.unit(id).body.state, 1) };
        self.change(d, id, &[rule, r::L3C_GAP_A54], |u| u.body.state = state);
        let enemies = self.troops(&d.world, self.side(id).other());
        let near = enemies.into_iter().any(|enemy| {
            let held = d.world.unit(enemy);
            let able = held.body.case.positive() && held.body.state <= Cohesion::Loose;
            able && within_cm(self.gap(&d.world, enemy, id), UD)
        });
        if flees && near && self.on(r::L3C_GAP_A54) {
            self.remove(d, id, Fate::Surrendered, r::L3C_GAP_A54);
        }
    }

    /// The way back: straight away, with the first stretch bent by up to 30 degrees to avoid friends and ground, to the
    /// first free place. The unit never comes nearer to the enemy that it leaves, neither by a bend nor by the turn of
    /// a long column.
    fn way_back(
        &self,
        w: &World,
        id: UnitId,
        (piece, left): (&Piece, Option<&Piece>),
        (away, turns): (Angle, bool),
        cm: Cm,
        driven: bool,
    ) -> WayBack {
        let enemies: Vec<(u32, Piece)> = self
            .troops(w, self.side(id).other())
            .map(|enemy| (u32::from(enemy.0), self.piece(w, enemy)))
            // An enemy already in contact does not stop the unit from leaving.
            .filter(|(_, other)| table::distance(piece, other).cm > CONTACT)
            .collect();
        let others = self.others(w, id);
        // In its final facing: a unit that turns its back needs the room for it, among friends and enemies alike.
        let clear = |end: &Piece| {
            let facing = if turns { away } else { end.pose.facing };
            let stands = end.with_pose(Pose { facing, ..end.pose });
            let nearer = left.is_some_and(|his| table::distance(&stands, his).cm < table::distance(piece, his).cm);
            !nearer && !others.iter().any(|(_, other)| overlaps(&stands, other)) && self.terrain.holds(&stands)
        };
        let closed = |feature| self.closed(id, feature) && !self.terrain.touched(piece).contains(&feature);
        let first = match self.on(r::L3C_GAP_A54) {
            true => self.book.tables.distance.straight_back.of(self.mover(id).mounted()).cm(),
            false => 0,
        };
        let leg = |from: &Piece, bearing: Angle, cm: Cm| room(from, bearing, cm, &self.terrain, closed, &enemies);
        let mut shut: Option<BackEnd> = None;
        let mut off = false;
        for bend in [0, 1_000, -1_000, 2_000, -2_000, 3_000, -3_000] {
            let bearing = (away + bend).rem_euclid(36_000);
            // A unit that does not come this far straight on does not bend either.
            let straight = if bend == 0 { 0 } else { first };
            let Ok(from) = (if straight > 0 { leg(piece, away, straight) } else { Ok(*piece) }) else { break };
            let bent = (straight > 0).then(|| from.pose.ahead(from.depth / 2));
            let mut far = cm.max(straight);
            while far <= cm + BEYOND {
                match leg(&from, bearing, far - straight) {
                    Ok(end) if clear(&end) => return WayBack::Free(BackEnd { end, gone: far, bent }),
                    Ok(_) => far += STEP,
                    Err(halt) if halt.what == Stop::Edge && driven => {
                        off |= bend == 0 || straight + halt.at.cm < cm;
                        break;
                    }
                    Err(halt) => {
                        let on = (halt.at.cm - 10).max(0);
                        let (end, gone) = (from.moved(bearing, on), straight + on);
                        // A unit does not move for less than the distance that counts as contact.
                        let far = gone > CONTACT && shut.is_none_or(|best| gone > best.gone);
                        if far && clear(&end) {
                            shut = Some(BackEnd { end, gone, bent });
                        }
                        break;
                    }
                }
            }
        }
        match shut {
            _ if off => WayBack::Off,
            Some(way) => WayBack::Shut(way),
            None => WayBack::Shut(BackEnd { end: *piece, gone: 0, bent: None }),
        }
    }
}
