//! After an entry: a halted winner may follow the unit that it has pushed (L3C-GAP-B10), and supports move on with the
//! unit that they support (L3C-SOU-02, L3C-GAP-A57).

use crate::question::{Does, Question, offer};
use crate::turn::D;
use crate::world::{Code, Detail, Later, World};
use crate::{TroisCouleurs, UD, r};
use game::{Flow, Ref, UnitId};
use table::{Angle, Cm, Piece, Point};

/// Step length of supports.
const STEP: Cm = UD / 4;

impl TroisCouleurs {
    /// Asks halted winners whether they follow the unit that they have pushed.
    pub(crate) fn follow_the_push(&self, d: &mut D<'_>) -> Flow<()> {
        for (winner, pushed) in d.world.follows.clone() {
            let unit = d.world.unit(winner);
            // A unit in houses or behind a shelter stays there.
            if !unit.in_hand() || unit.garrison.is_some() || !self.on(r::L3C_GAP_B10) {
                continue;
            }
            let choices = offer([Does::Stay, Does::Follow], r::L3C_GAP_B10);
            let slot = Question::Follow.about(self.side(winner), vec![Ref::Unit(winner), Ref::Unit(pushed)]);
            let key = self.choose(d, slot, Ref::Unit(winner), choices, &[r::L3C_GAP_B10])?;
            if key.is_some_and(|key| Does::Follow.is(&key)) {
                d.beat();
                self.rushes(d, winner, pushed, self.book.tables.distance.push.cm());
            }
        }
        d.world.follows.clear();
        Ok(())
    }

    /// Supports of an attacker still in hand follow it by the distance that it has moved since it was placed, as far as
    /// their own move allows; they stop where another enemy comes within their tactical distance.
    pub(crate) fn supports_follow(&self, d: &mut D<'_>, entry: &Later, was: Point) {
        let leader = entry.attacker;
        let now = d.world.unit(leader).pose.at;
        let (bearing, cm) = (was.bearing_to(now), was.to(now).round() as Cm);
        if entry.to_fire
            || cm < STEP
            || !d.world.unit(leader).in_hand()
            || !self.book.all(&[r::L3C_SOU_02, r::L3C_GAP_A57])
        {
            return;
        }
        let with_him = |id: &UnitId| d.world.plans.get(id).is_some_and(|plan| plan.main == Detail::With(leader));
        let supports: Vec<UnitId> = self.troops(&d.world, self.side(leader)).filter(with_him).collect();
        for id in supports {
            let unit = d.world.unit(id);
            if !unit.in_hand() || unit.now.fought || unit.now.run == 0 || d.world.engaged(id) {
                continue;
            }
            let paid = self.points_of_way(&d.world, id, unit.now.run);
            let before = unit.body.points_spent.saturating_sub(paid);
            let most = self.assault_capacity(&d.world, id, before).cm() - unit.now.run;
            let gone = self.way_on(&d.world, id, entry.target, (bearing, cm.min(most)));
            if gone <= 0 {
                continue;
            }
            let end = self.piece(&d.world, id).moved(bearing, gone);
            let path = [d.world.unit(id).pose];
            self.place(d, id, end.pose.ahead(end.depth / 2), &path, &[r::L3C_SOU_02, r::L3C_GAP_A57]);
            let run = d.world.unit(id).now.run.saturating_add(gone);
            d.world.unit_mut(id).now.run = run;
            let more = self.points_of_way(&d.world, id, run).saturating_sub(paid);
            self.spend(d, id, more, r::L3C_GAP_A57);
        }
    }

    /// Distance that a support can move on.
    fn way_on(&self, w: &World, id: UnitId, target: UnitId, (bearing, cm): (Angle, Cm)) -> Cm {
        let (own, near) = (self.piece(w, id), self.tactical(id).cm());
        let threats =
            self.troops(w, self.side(id).other()).filter(|enemy| *enemy != target && w.unit(*enemy).in_hand());
        let threats: Vec<Piece> =
            threats.filter(|enemy| self.sees(w, id, *enemy)).map(|enemy| self.piece(w, enemy)).collect();
        let others = self.others(w, id);
        let far = match table::room(&own, bearing, cm, &self.terrain, |f| self.closed(id, f), &others) {
            Ok(_) => cm,
            Err(halt) => halt.at.cm - 10,
        };
        let free = |gone: &Cm| {
            let there = own.moved(bearing, *gone);
            !threats.iter().any(|his| table::within_cm(table::distance(&there, his).cm, near))
        };
        let steps = (1..=far.max(0) / STEP).map(|n| n * STEP).chain((far % STEP > 0).then_some(far));
        steps.take_while(free).last().unwrap_or(0)
    }

    /// PA of a support's move: by the distance, 1 to 3 (L3C-GAP-A57).
    pub(crate) fn points_of_way(&self, w: &World, id: UnitId, cm: Cm) -> u8 {
        let slower = [Code::SlowAhead, Code::Fast].into_iter().filter(|code| cm > self.farthest(w, id, *code));
        1 + rulebook::saturated::<u8, _>(slower.count())
    }
}
