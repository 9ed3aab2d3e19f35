//! Phase 3: end of turn, in the order of BE-GAP-25: markers, successors, objectives and orders, break point, the clock.

use super::D;
use crate::question::Does;
use crate::resolve::victory::{self, Tally};
use crate::terms::book::r;
use crate::world::{Life, Now, Phase, World};
use crate::{BatailleEmpire, Grade, Order};
use game::{Deed, Facts, Flow, Key, Outcome, Ref, Secret, Side, Toss, UnitId};
use table::{Point, inside_polygon, point_to_piece, within_cm};

impl BatailleEmpire {
    pub(crate) fn end_turn(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::End, &[r::BE_SEQ_06, r::BE_GAP_25]);
        d.world.active = None;
        d.world.owed.clear();
        d.world.seen_go.clear();
        d.world.under.clear();
        if self.on(r::BE_SEQ_06) && self.on(r::BE_GAP_25) {
            self.clear_turn(d);
            self.successors(d);
            self.show_hidden(d);
            self.man_guns_again(d);
            self.hold_objectives(d)?;
            self.check_orders(d)?;
        }
        let outcome = self.judge_battle(d)?;
        match outcome {
            Some(outcome) => {
                d.tell(Deed::Ended(outcome.clone()), &[r::BE_GAP_84]);
                d.world.outcome = Some(outcome);
            }
            None => d.then(self.steps_of_a_turn()),
        }
        Ok(())
    }

    /// Markers are removed and unspent points lapse (BE-GAP-25, BE-GAP-26).
    fn clear_turn(&self, d: &mut D<'_>) {
        for id in d.world.ids() {
            let marked = d.world.unit(id).marker;
            if marked && self.on(r::BE_GAP_26) {
                self.change(d, id, &[r::BE_GAP_25, r::BE_GAP_26], |u| u.marker = false);
            }
            d.world.unit_mut(id).now = Now::default();
        }
        for division in 0..rulebook::ids::number(d.world.divisions.len()) {
            self.change_division(d, division, &[r::BE_GAP_25], |division| {
                division.activated = false;
                division.free_rally = false;
                division.points = 0;
                division.given = 0;
                division.general_lost = false;
            });
        }
        let chiefs: Vec<UnitId> = d.world.chief.iter().map(|place| d.world.general_id(*place)).collect();
        self.alter(d, &chiefs, &[], &[r::BE_GAP_25], |w| {
            w.chief_points = [0, 0];
            for general in &mut w.generals {
                general.moved = false;
            }
        });
    }

    /// Lost generals have successors one grade lower (BE-GEN-04, BE-GAP-77): a divisional general joins the nearest
    /// unit of his division; the commander-in-chief is replaced by the best divisional general.
    fn successors(&self, d: &mut D<'_>) {
        if !self.on(r::BE_GAP_77) {
            return;
        }
        for side in Side::BOTH {
            let chief = d.world.chief[side.index()];
            // A commander-in-chief who also leads a division is replaced in both.
            let leads = self.division_sheet(rulebook::ids::number(chief)).real;
            if self.fallen(&d.world, chief) && !leads {
                let best = (0..d.world.generals.len())
                    .filter(|place| self.general_sheet(*place).side == side)
                    .filter(|place| self.division_sheet(rulebook::ids::number(*place)).real)
                    .filter(|place| d.world.generals[*place].life == Life::Present)
                    .max_by_key(|place| (d.world.generals[*place].grade, std::cmp::Reverse(*place)));
                if let Some(place) = best {
                    self.promote(d, side, place);
                }
            }
        }
        for division in self.real_divisions() {
            let place = usize::from(division);
            if self.fallen(&d.world, place) {
                self.succeed(d, division, place);
            }
        }
    }

    fn fallen(&self, w: &World, place: usize) -> bool {
        w.general(place).life == Life::Gone(crate::world::Fate::Killed)
    }

    /// A divisional general takes over the army at one grade lower than his own; his division receives an ordinary
    /// general, or a poor one if he was no better.
    fn promote(&self, d: &mut D<'_>, side: Side, place: usize) {
        let chief = d.world.chief[side.index()];
        let ids = [d.world.general_id(chief), d.world.general_id(place)];
        let best = d.world.generals[place].clone();
        let grade = self.lower(best.grade);
        self.alter(d, &ids, &[], &[r::BE_GAP_77], |w| {
            let office = &mut w.generals[chief];
            office.life = Life::Present;
            office.at = best.at;
            office.attached = None;
            office.grade = grade;
            office.successor = true;
            let division = &mut w.generals[place];
            division.grade = best.grade.min(Grade::Ordinary);
            division.successor = true;
        });
    }

    fn lower(&self, grade: Grade) -> Grade {
        let order = [Grade::Poor, Grade::Ordinary, Grade::Competent, Grade::Brilliant, Grade::Strategist];
        let place = rulebook::ids::held(order.iter().position(|g| *g == grade), "a grade");
        let by = usize::from(self.book.tables.general_loss.grades_lower);
        order.get(place.saturating_sub(by)).copied().unwrap_or(grade)
    }

    fn succeed(&self, d: &mut D<'_>, division: u16, place: usize) {
        let at = d.world.generals[place].at;
        let nearest = self
            .of_division(&d.world, division)
            .into_iter()
            .map(|unit| (point_to_piece(at, &self.piece(&d.world, unit)).cm, unit))
            .min();
        let Some((_, unit)) = nearest else { return };
        let (id, to) = (d.world.general_id(place), self.beside(&d.world, unit));
        let grade = self.lower(d.world.generals[place].grade);
        self.alter(d, &[id], &[], &[r::BE_GEN_04, r::BE_GAP_77], |w| {
            w.generals[place].life = Life::Present;
            w.generals[place].at = to;
            w.generals[place].grade = grade;
            w.generals[place].successor = true;
        });
    }

    /// Reveals hidden units at the end of the turn set for them (BE-GAP-82).
    fn show_hidden(&self, d: &mut D<'_>) {
        if d.world.turn < self.book.tables.set_up.hidden_until_turn {
            return;
        }
        for side in Side::BOTH {
            let Secret::Known(hidden) = d.world.hidden[side.index()].clone() else { continue };
            for id in hidden {
                self.reveal(d, id, r::BE_GAP_82);
            }
        }
    }

    /// Gunners re-man their guns when no enemy is near (BE-GAP-43).
    fn man_guns_again(&self, d: &mut D<'_>) {
        let reach = self.book.tables.distance.remanned_from.cm();
        for id in d.world.ids() {
            if let Life::Silent { .. } = d.world.unit(id).life {
                let piece = self.piece(&d.world, id);
                let near = self.around(&d.world, piece, self.side(id).other(), reach).next().is_some();
                if !near && self.on(r::BE_GAP_43) {
                    self.change(d, id, &[r::BE_GAP_43], |u| u.life = Life::Present);
                }
            }
        }
    }

    /// Whether a unit is on an objective or near enough to hold it (BE-GAP-21).
    fn on_objective(&self, w: &World, id: UnitId, area: &[Point]) -> bool {
        let piece = self.piece(w, id);
        let reach = self.book.tables.orders.objective.cm();
        // A unit far from the box around the area need not be measured.
        let far = reach + piece.front + piece.depth;
        let beyond = |of: fn(&Point) -> i32| {
            let (low, high) = (area.iter().map(of).min(), area.iter().map(of).max());
            let at = of(&piece.pose.at);
            low.is_none_or(|low| at < low - far) || high.is_none_or(|high| at > high + far)
        };
        if beyond(|p| p.x) || beyond(|p| p.y) {
            return false;
        }
        inside_polygon(piece.pose.at, area)
            || piece.corners().iter().any(|corner| inside_polygon(*corner, area))
            || area.iter().zip(area.iter().cycle().skip(1)).any(|(a, b)| {
                // Points along each side of the area, close together.
                (0..=8).any(|n| {
                    let at = Point::new(a.x + (b.x - a.x) / 8 * n, a.y + (b.y - a.y) / 8 * n);
                    within_cm(point_to_piece(at, &piece).cm, reach)
                })
            })
    }

    /// A side captures an objective if it alone has a formed unit in order on it (BE-GAP-21, BE-GAP-100); the division
    /// that takes it changes to holding it (BE-ORD-16).
    pub(crate) fn hold_objectives(&self, d: &mut D<'_>) -> Flow<()> {
        for n in 0..self.scenario.objectives.len() {
            self.hold_objective(d, n, None)?;
        }
        Ok(())
    }

    /// After the move of a unit, objectives near it may be captured at once (BE-GAP-21).
    pub(crate) fn capture(&self, d: &mut D<'_>, id: UnitId) -> Flow<()> {
        if !d.world.unit(id).present() {
            return Ok(());
        }
        for n in 0..self.scenario.objectives.len() {
            self.hold_objective(d, n, Some(id))?;
        }
        Ok(())
    }

    fn hold_objective(&self, d: &mut D<'_>, n: usize, by: Option<UnitId>) -> Flow<()> {
        if !self.on(r::BE_GAP_21) {
            return Ok(());
        }
        let objective = rulebook::ids::at(&self.scenario.objectives, n, "objective");
        let w = &d.world;
        let there = |side: Side| {
            self.troops(w, side)
                .filter(|id| self.formed_in_order(w, *id) && !w.is_hidden(*id))
                .find(|id| self.on_objective(w, *id, &objective.area))
        };
        let taken = match by {
            Some(id) => {
                let contested = self.book.tables.orders.objective_contested.cm();
                let piece = self.piece(w, id);
                let fit = self.formed_in_order(w, id) && self.on_objective(w, id, &objective.area);
                let enemy = self.side(id).other();
                let alone = there(enemy).is_none()
                    && !self.around(w, piece, enemy, contested).any(|enemy| self.formed(w, enemy));
                (fit && alone).then_some(id)
            }
            None => match (there(Side::Blue), there(Side::Red)) {
                (Some(id), None) | (None, Some(id)) => Some(id),
                _ => None,
            },
        };
        let Some(id) = taken else { return Ok(()) };
        let side = self.side(id);
        if *rulebook::ids::at(&w.holders, n, "objective") == Some(side) {
            return Ok(());
        }
        *rulebook::ids::at_mut(&mut d.world.holders, n, "objective") = Some(side);
        let key = Key { refs: vec![Ref::Spot(objective.middle)], ..Does::Holds.key() };
        d.tell(Deed::Declared { by: Ref::Unit(id), key }, &[r::BE_GAP_21]);
        let division = self.sheet(id).command;
        let state = d.world.division(division);
        if self.on(r::BE_ORD_16) && !state.reserve && !state.forced && state.order != Order::Hold {
            self.give_order(d, division, Order::Hold, r::BE_ORD_16);
            self.set_zone(d, division, objective.middle);
        }
        Ok(())
    }

    /// The losses of a side (BE-GAP-84): detached halves count as one, generals are no units.
    #[must_use]
    pub fn tally(&self, w: &World, side: Side) -> Tally {
        let mut tally = Tally {
            divisional_generals: u16::from(w.lost[side.index()].divisional),
            commanders_in_chief: u16::from(w.lost[side.index()].chiefs),
            ..Tally::default()
        };
        for id in w.ids().filter(|id| self.sheet(*id).side == side && !self.sheet(*id).half) {
            tally.units += 1;
            let parts = [Some(id), self.sheet(id).twin].into_iter().flatten();
            let left: Vec<UnitId> =
                parts.filter(|part| !matches!(w.unit(*part).life, Life::Gone(_) | Life::Folded)).collect();
            if left.is_empty() {
                tally.eliminated += 1;
            } else if left.iter().all(|part| w.unit(*part).disorder) || left.iter().all(|part| self.worn(w, *part)) {
                tally.disordered_or_worn += 1;
            }
        }
        let lost = self.scenario.objectives.iter().zip(&w.holders);
        let lost = lost.filter(|(objective, holder)| objective.half == Some(side) && **holder == Some(side.other()));
        tally.objectives = rulebook::saturated::<u16, _>(lost.count());
        tally
    }

    /// Victory (BE-GAP-84) and the length of the battle (BE-GAP-85).
    fn judge_battle(&self, d: &mut D<'_>) -> Flow<Option<Outcome>> {
        let tallies = Side::BOTH.map(|side| self.tally(&d.world, side));
        let facts = self.score(&d.world, &tallies);
        let outcome = |winner, how| Ok(Some(Outcome::of(winner, how, facts.clone())));
        match [0, 1].map(|n: usize| victory::broken(&self.book, &tallies[n])) {
            [true, true] => return outcome(None, "both_broken"),
            [true, false] => return outcome(Some(Side::Red), "broken"),
            [false, true] => return outcome(Some(Side::Blue), "broken"),
            [false, false] => {}
        }
        if d.world.turn < self.scenario.turns || self.goes_on(d)? {
            return Ok(None);
        }
        let w = &d.world;
        for (side, hold) in &self.scenario.decisions {
            if !hold.is_empty() && hold.iter().all(|n| w.holders.get(*n) == Some(&Some(*side))) {
                return outcome(Some(*side), "objectives");
            }
        }
        let held = Side::BOTH.map(|side| w.holders.iter().filter(|holder| **holder == Some(side)).count());
        let winner = victory::at_the_end(&self.book, held, [&tallies[0], &tallies[1]]);
        outcome(winner, if winner.is_some() { "time" } else { "draw" })
    }

    /// Whether a battle without a fixed end continues for another turn (BE-GAP-85).
    fn goes_on(&self, d: &mut D<'_>) -> Flow<bool> {
        let table = &self.book.tables.victory;
        let spent = u16::from(d.world.extra_turns) >= table.most_extra_turns;
        if self.scenario.fixed || spent || !self.on(r::BE_GAP_85) {
            return Ok(false);
        }
        let throw = dice::Throw::d6(1).cuts([i16::from(table.goes_on_from)]);
        let goes_on = d.throw_one(Toss::new(r::BE_GAP_85, Ref::Side(d.world.first), throw))?.class > 0;
        d.world.extra_turns = d.world.extra_turns.saturating_add(1);
        Ok(goes_on)
    }

    fn score(&self, w: &World, tallies: &[Tally; 2]) -> Facts {
        let [blue, red] = [0, 1].map(|n: usize| i64::from(victory::lost(&self.book, &tallies[n])));
        let [blue_at, red_at] = [0, 1].map(|n: usize| i64::from(tallies[n].units));
        game::facts([
            ("blue_lost", blue),
            ("red_lost", red),
            ("blue_breaks_at", blue_at),
            ("red_breaks_at", red_at),
            ("turn", i64::from(w.turn)),
        ])
    }
}
