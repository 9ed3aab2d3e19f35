//! Melee: rounds until a unit routs or is destroyed (chapter 9, ML-GAP-35).

use super::clash::Pair;
use crate::question::{Does, Kind, Luck, Question, accept, pick_one};
use crate::resolve::melee::{self, Brawler};
use crate::turn::D;
use crate::turn::loss_steps::Hit;
use crate::world::World;
use crate::{Aspect, MarieLouise, Marker, r};
use game::{Ask, Breakdown, Choice, Deed, Facts, Field, Flow, Ref, Reply, Shape, Slot, Term, Toss, UnitId};
use rulebook::Known;
use rulebook::dice_in;

pub(crate) const JOIN_MELEE: Kind =
    Kind { rules: &[r::ML_9H, r::ML_GAP_35], fields: MarieLouise::fields_join_melee, check: accept, suggest: at_times };

/// Rounds after which a melee is broken off in which nobody has failed morale: practically impossible, but a battle
/// must end.
const MOST_ROUNDS: u32 = 100;

/// A melee in progress: the units of each side, those that began it first.
pub(super) struct Struggle {
    sides: [Vec<UnitId>; 2],
    rounds: u32,
    /// The losses of the last round.
    pub hits: Vec<Hit>,
}

impl Struggle {
    pub(super) fn between(pair: &Pair) -> Self {
        Self { sides: [vec![pair.attacker], vec![pair.defender]], rounds: 0, hits: Vec::new() }
    }

    /// Swaps the sides.
    pub(super) fn turn_round(&mut self) {
        self.sides.reverse();
    }

    /// The units that began the melee.
    pub(super) fn fronts(&self) -> Vec<UnitId> {
        self.sides.iter().filter_map(|side| side.first().copied()).collect()
    }
}

/// Joins half of the time.
fn at_times(_: &MarieLouise, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    ask.fields
        .iter()
        .map(|field| match &field.shape {
            Shape::Pick { from, .. } if !from.is_empty() => Reply::pick(from[luck.below(from.len())].key.clone()),
            _ => field.default.clone(),
        })
        .collect()
}

impl MarieLouise {
    /// Units in rear support of the unit named by the slot.
    fn fields_join_melee(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Ref::Unit(front)) = slot.about.first().copied() else { return Vec::new() };
        let positions = self.positions(w);
        self.around(w, &positions, front, self.book.tables.distance.support.cm())
            .map(|(friend, _)| friend)
            .filter(|friend| self.side(*friend) == slot.side && !w.unit(*friend).now.melee)
            .filter(|friend| w.unit(*friend).marker != Marker::Routing && self.is_rear_support(w, front, *friend))
            .map(|friend| {
                let from = [(Does::StayOut, r::ML_9H), (Does::Join, r::ML_9H)];
                pick_one(Ref::Unit(friend), from.map(|(does, rule)| Choice::of(does.key(), &[rule])).to_vec())
            })
            .collect()
    }

    /// Before another round: supports may join (ML-9h). Returns true if the melee has lasted too long.
    pub(super) fn next_round(&self, d: &mut D<'_>, struggle: &mut Struggle) -> Flow<bool> {
        if struggle.rounds >= MOST_ROUNDS {
            if let Some(front) = struggle.fronts().first().copied() {
                self.note(d, front, "melee_broken_off", Facts::new(), &[r::ML_GAP_35]);
            }
            return Ok(true);
        }
        self.join(d, &mut struggle.sides)?;
        Ok(false)
    }

    /// Whether a unit that joined routs or is gone: that ends a melee like the rout of a unit that began it
    /// (ML-GAP-35).
    pub(super) fn support_runs(&self, w: &World, struggle: &Struggle) -> bool {
        struggle.sides.iter().flat_map(|side| side.iter().skip(1)).any(|id| {
            let unit = w.unit(*id);
            !unit.present() || unit.marker == Marker::Routing
        })
    }

    /// A unit in melee becomes disorganised (ML-9a, ML-GAP-35).
    pub(super) fn enter_melee(&self, d: &mut D<'_>, id: UnitId, disordered: bool, rule: game::Rule) {
        if disordered {
            self.disorder(d, id, &[rule, r::ML_GAP_35]);
        }
        d.world.unit_mut(id).now.melee = true;
    }

    /// Rear supports of either side may join from the second round; each player decides in secret (ML-9h).
    fn join(&self, d: &mut D<'_>, sides: &mut [Vec<UnitId>; 2]) -> Flow<()> {
        if !self.on(r::ML_9H) {
            return Ok(());
        }
        let mut sheets = Vec::new();
        for front in sides.iter().filter_map(|side| side.first().copied()) {
            let slot = Question::JoinMelee.about(self.side(front), vec![Ref::Unit(front)]);
            let sheet = self.sheet_at(d, &slot);
            if !sheet.fields.is_empty() {
                sheets.push(sheet);
            }
        }
        for (slot, id, reply) in self.ask_units(d, &sheets)? {
            if reply.key().is_some_and(|key| Does::Join.is(key))
                && let Some(side) =
                    sides.iter_mut().find(|side| side.first().map(|f| Ref::Unit(*f)) == slot.about.first().copied())
            {
                side.push(id);
                d.tell(Deed::Declared { by: Ref::Unit(id), key: Does::Join.key() }, &[r::ML_9H]);
                self.enter_melee(d, id, self.on(r::ML_GAP_35), r::ML_GAP_35);
            }
        }
        Ok(())
    }

    pub(crate) fn brawler(&self, w: &World, id: UnitId) -> Brawler {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        Brawler {
            arm: profile.arm,
            class: profile.class,
            cohesion: profile.cohesion,
            elements: unit.elements,
            counter: u16::from(unit.losses),
            marker: unit.marker,
            lances: profile.lances,
        }
    }

    /// One round: all dice together, the losses of each side shared (ML-9b to ML-9f, ML-GAP-35).
    pub(super) fn strike(&self, d: &mut D<'_>, struggle: &mut Struggle, pair: &Pair) -> Flow<()> {
        d.beat();
        let sides = &struggle.sides;
        let mut due = Vec::new();
        for (n, side) in sides.iter().enumerate() {
            for id in side {
                let mut lines = Breakdown::new("melee", Some(Ref::Unit(*id)));
                let power = melee::power(&self.book, &self.brawler(&d.world, *id), &mut lines);
                due.push((n, *id, power, lines));
            }
        }
        let tosses = due.iter().map(|(_, id, power, _)| Toss::new(r::ML_9B, Ref::Unit(*id), power.throw())).collect();
        let thrown = d.throw(tosses)?;
        let mut caused = [0_u16; 2];
        for ((n, _, power, mut lines), fell) in due.into_iter().zip(thrown) {
            let sum: i64 = fell.faces.iter().map(|face| i64::from(*face)).sum();
            dice_in(&mut lines, r::ML_9B, sum);
            caused[n] = caused[n].saturating_add(power.losses(sum));
            d.tell(Deed::Tested { breakdown: lines, result: Term::of("melee") }, &[]);
        }
        let mut hits = Vec::new();
        for (side, losses, enemies) in [(&sides[0], caused[1], &sides[1]), (&sides[1], caused[0], &sides[0])] {
            let from = enemies.first().map(|enemy| d.world.unit(*enemy).pose.at);
            for (id, losses) in side.iter().zip(melee::share(&self.book, losses, side.len())) {
                // The charged unit keeps the aspect of the charge, all others are met in front (ML-GAP-35).
                let aspect = if *id == pair.defender && self.on(r::ML_GAP_35) { pair.aspect } else { Aspect::Front };
                hits.push(Hit { unit: *id, losses, aspect, from, by: enemies.first().copied() });
                let facts = Facts::from([(Term::of("losses"), i64::from(losses))]);
                self.note(d, *id, "melee_losses", facts, &[r::ML_9F]);
            }
        }
        struggle.rounds += 1;
        struggle.hits = hits;
        Ok(())
    }
}
