//! The lenses of a unit: reach, fire, sight, threats, supports, command. All is read from what a side knows by the
//! functions that the turn itself uses.

use crate::resolve::moving::points::left;
use crate::world::{Code, World};
use crate::{Arm, Distance, TroisCouleurs, UD, r};
use game::{Figure, Insight, Lens, Ref, UnitId};
use rulebook::Known;
use rulebook::longest;
use table::{Angle, Cm, Manoeuvre, Point, within_cm};

/// Step of the pivots tried, in hundredths of a degree; lengths are found to within [`FINE`].
const TURN: usize = 1_000;
const FINE: Cm = UD / 10;

impl TroisCouleurs {
    /// What a lens shows of a unit or general on the table.
    pub(crate) fn insight(&self, w: &Known<'_, World>, id: UnitId, lens: Lens) -> Insight {
        if let Some(place) = w.general_of(id) {
            let present = w.general(place).present();
            return match lens {
                Lens::Command | Lens::Reach if present => self.general_seen(w, place, lens),
                _ => Insight::default(),
            };
        }
        if usize::from(id.0) >= w.units.len() || !w.unit(id).present() {
            return Insight::default();
        }
        let figures = match lens {
            Lens::Reach => self.reach_seen(w, id),
            Lens::Fire => self.fire_seen(w, id),
            Lens::Sight => self.sight_seen(w, id),
            Lens::Threats => self.threats_seen(w, id),
            Lens::Supports => self.supports_seen(w, id),
            Lens::Command => self.command_seen(w, id),
        };
        Insight { figures, prospects: Vec::new() }
    }

    fn general_seen(&self, w: &Known<'_, World>, place: usize, lens: Lens) -> Insight {
        let at = w.generals[place].at;
        let table = &self.book.tables.distance;
        let figure = match lens {
            Lens::Reach => Figure::circle("ride", at, table.general_move.cm(), &[r::L3C_CHEF_14]),
            _ => Figure::circle("command_radius", at, table.command.cm(), &[r::L3C_CHEF_04]),
        };
        Insight { figures: vec![figure], prospects: Vec::new() }
    }

    /// The areas in which the two arrows may end, and the reach of an assault.
    fn reach_seen(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Figure> {
        let mut figures = Vec::new();
        let free = left(&self.book, w.unit(id).body.points_spent);
        for (code, what) in [(Code::SlowAhead, "slow_reach"), (Code::Fast, "fast_reach")] {
            let most = self.farthest(w, id, code);
            let mut outline = vec![w.unit(id).pose.at];
            for off in (-9_000..=9_000).step_by(TURN) {
                let legs = |cm: Cm| {
                    let pivot = (off != 0).then_some(Manoeuvre::Wheel(off));
                    pivot.into_iter().chain([Manoeuvre::Ahead(cm)]).collect::<Vec<_>>()
                };
                let cm = longest(most, FINE, |cm| self.trip(w, id, code, &legs(cm), free).is_ok());
                if let Ok(trip) = self.trip(w, id, code, &legs(cm), free) {
                    outline.push(trip.end.front_middle());
                }
            }
            if outline.len() > 2 {
                figures.push(
                    Figure::area(what, vec![outline], &[r::L3C_GEN_24])
                        .fact("distance", Distance::from_cm(most).hundredths()),
                );
            }
        }
        if self.troop(id).arm != Arm::Artillery && w.unit(id).garrison.is_none() {
            let tolerance = self.book.tables.distance.tolerance.of(self.troop(id).arm);
            let far = self.assault_capacity(w, id, w.unit(id).body.points_spent).plus(tolerance).cm();
            let outline = self.sector(w, id, far);
            let rules = [r::L3C_MAC_07, r::L3C_GAP_A50];
            figures.push(
                Figure::area("assault_reach", vec![outline], &rules)
                    .fact("distance", Distance::from_cm(far).hundredths()),
            );
        }
        figures
    }

    /// The area in front of a unit up to this distance (L3C-MVT-01).
    fn sector(&self, w: &Known<'_, World>, id: UnitId, far: Cm) -> Vec<Point> {
        let piece = self.piece(w, id);
        let half = Angle::from(self.book.tables.arc.front) * 100;
        let facing = piece.pose.facing;
        let (a, b) = (piece.front_left(), piece.front_right());
        let arc = |from: Point, angles: [Angle; 3]| angles.map(|by| from.step((facing + by).rem_euclid(36_000), far));
        let mut outline = vec![a];
        outline.extend(arc(a, [-half, -half / 2, 0]));
        outline.extend(arc(b, [0, half / 2, half]));
        outline.push(b);
        outline
    }

    fn fire_seen(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Figure> {
        if !self.may_shoot(w, id) {
            return Vec::new();
        }
        let mut figures = Vec::new();
        let ranges = self.book.tables.range.of(self.troop(id).weapon);
        for (_, limit) in ranges.into_iter().flat_map(|ranges| ranges.bands()) {
            let outline = self.sector(w, id, limit.cm());
            figures.push(Figure::area("band", vec![outline], &[r::L3C_FEU_25]).fact("distance", limit.hundredths()));
        }
        let field = self.field(w);
        for target in self.targets_in(w, &field, id) {
            let measure = self.measure(w, id, target);
            figures.push(Figure::line("target", measure, Ref::Unit(id), Ref::Unit(target), &[r::L3C_GAP_A31]));
        }
        figures
    }

    fn sight_seen(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Figure> {
        let enemies = self.troops(w, self.side(id).other()).filter(|enemy| self.sees(w, id, *enemy));
        let line = |enemy: UnitId| {
            Figure::line("sees", self.measure(w, id, enemy), Ref::Unit(id), Ref::Unit(enemy), &[r::L3C_GEN_08])
        };
        enemies.map(line).collect()
    }

    /// Enemies that could assault it or fire at it now.
    fn threats_seen(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Figure> {
        let field = self.field(w);
        let mut figures = Vec::new();
        for enemy in self.troops(w, self.side(id).other()) {
            let measure = || self.measure(w, enemy, id);
            let (by, on) = (Ref::Unit(enemy), Ref::Unit(id));
            if self.may_assault(w, enemy, id, false).is_ok() {
                figures.push(Figure::line("could_assault", measure(), by, on, &[r::L3C_GAP_A50]));
            } else if self.may_fire_now(w, enemy) && self.targets_in(w, &field, enemy).contains(&id) {
                figures.push(Figure::line("could_fire", measure(), by, on, &[r::L3C_GAP_A31]));
            }
        }
        figures
    }

    /// Friends within their own tactical distance (L3C-MOR-69).
    fn supports_seen(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Figure> {
        let friends = self.troops(w, self.side(id)).filter(|friend| *friend != id && w.unit(*friend).in_hand());
        let near = friends.filter(|friend| {
            let reach = self.book.tables.distance.tactical.of(self.troop(*friend).arm).cm();
            within_cm(self.gap(w, *friend, id), reach)
        });
        let line = |friend: UnitId| {
            Figure::line("friend_near", self.measure(w, friend, id), Ref::Unit(friend), Ref::Unit(id), &[r::L3C_MOR_69])
        };
        near.map(line).collect()
    }

    fn command_seen(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Figure> {
        let radius = self.book.tables.distance.command.cm();
        let own =
            w.generals.iter().enumerate().filter(|(place, general)| general.present() && self.commands(*place, id));
        own.map(|(_, general)| Figure::circle("command_radius", general.at, radius, &[r::L3C_CHEF_04])).collect()
    }
}
