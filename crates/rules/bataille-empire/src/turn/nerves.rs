//! Morale tests in the turn: at once, or later if pending (BE-GAP-73).

use super::D;
use super::forced::How;
use crate::question::{Does, Kind, Question, accept, any, reply};
use crate::resolve::fire::duel;
use crate::resolve::morale::{self, Morale, Nerve};
use crate::terms::marker::Did;
use crate::world::{Owed, World};
use crate::{BatailleEmpire, Cover, Losses, r};
use game::{Breakdown, Choice, Deed, Field, Flow, Key, Ref, Reply, Shape, Side, Slot, Term, Toss, UnitId};
use rulebook::Known;

pub(crate) const ORDER_OF_TESTS: Kind =
    Kind { rules: &[r::BE_GAP_73], fields: BatailleEmpire::fields_order_of_tests, check: accept, suggest: any };

/// The cause of a morale test.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Shaken {
    /// The enemy that it would give way to.
    pub from: Option<UnitId>,
    /// It has fired back at that enemy.
    pub answered: bool,
    /// The losses just suffered, which one reading of BE-GAP-74 ignores.
    pub present: Losses,
    /// It has seen a friend eliminated or flee.
    pub witness: bool,
}

impl BatailleEmpire {
    /// The circumstances of a morale test (BE-GAP-58, BE-GAP-67). An enemy that fired at the unit threatens its flank
    /// like any other, unless the unit has fired back (BE-GAP-109).
    #[must_use]
    pub fn nerve(&self, w: &World, id: UnitId, from: Option<UnitId>, answered: bool) -> Morale {
        let threats = self.threats(w, id, &self.fought(from, answered));
        let unit = self.body(w, id);
        let enemy = from.map_or_else(|| w.unit(id).pose.ahead(crate::UD).at, |enemy| w.unit(enemy).pose.at);
        let fortified = w.unit(id).inside.is_none() && self.sheltered(w, id);
        Morale {
            unit,
            nerve: Nerve {
                supported: !self.supporters(w, id).is_empty(),
                heavy_cover: self.cover_of(w, id, enemy) == Cover::Heavy,
                fortified,
                threatened: threats.others,
                threatened_by_cavalry: threats.by_cavalry,
            },
        }
    }

    /// The opponents of a unit that tests, which do not threaten its flanks (BE-GAP-58, BE-GAP-109).
    fn fought(&self, from: Option<UnitId>, answered: bool) -> Vec<UnitId> {
        from.into_iter().filter(|_| answered || !self.on(r::BE_GAP_109)).collect()
    }

    /// A unit tests its morale; a failure takes effect at once. Returns whether it passed.
    pub(crate) fn morale_test(&self, d: &mut D<'_>, id: UnitId, shaken: Shaken) -> Flow<bool> {
        let Shaken { from, answered, present, witness } = shaken;
        if !d.world.unit(id).present() {
            return Ok(false);
        }
        d.beat();
        let mut test = self.nerve(&d.world, id, from, answered);
        if !self.on(r::BE_GAP_74) || self.book.options.morale_ignores_present_losses {
            test.unit.losses = test.unit.losses.minus(present);
        }
        let mut lines = Breakdown::new("morale", Some(Ref::Unit(id)));
        let (_, throw) = morale::test(&self.book, &test, &mut lines);
        self.name_neighbours(&d.world, id, &self.fought(from, answered), &mut lines);
        if throw.dice.is_empty() {
            return Ok(true);
        }
        let fell = d.throw_one(Toss::new(r::BE_MOR_01, Ref::Unit(id), throw))?;
        let face = fell.face();
        rulebook::dice_in(&mut lines, r::BE_MOR_01, i64::from(face));
        let passed = fell.class > 0;
        let result = Term::of(if passed { "passed" } else { "failed" });
        // A test for a friend is reported with its reason.
        let rules = [r::BE_MOR_01, r::BE_GAP_73];
        d.tell(Deed::Tested { breakdown: lines, result }, if witness { &rules } else { &rules[..1] });
        if !passed {
            self.lose_heart(d, id, from, &test)?;
        }
        Ok(passed)
    }

    /// Applies a failed test (BE-MOR-02 to BE-MOR-05).
    fn lose_heart(&self, d: &mut D<'_>, id: UnitId, from: Option<UnitId>, test: &Morale) -> Flow<()> {
        let failure = morale::failure(&self.book, test);
        if failure.losses > Losses::NONE && self.hurt(d, id, failure.losses.in_halves(), r::BE_MOR_04) {
            return Ok(());
        }
        if failure.disorder {
            self.disorder(d, id, r::BE_MOR_02);
        }
        let (how, far) = match (failure.flight, failure.retreat) {
            (Some(flight), _) => (How::Flight, flight),
            (None, Some(retreat)) => (How::Retreat, retreat),
            (None, None) => return Ok(()),
        };
        // A unit that failed for a friend also gives way to an enemy, the nearest (BE-GAP-117).
        let nearest = || self.tactical(&d.world, id).map(|(enemy, _)| enemy).filter(|_| self.on(r::BE_GAP_117));
        let from = from.or_else(nearest);
        if far.cm() == 0 || !self.give_way(d, id, from, how, far.cm())? {
            return Ok(());
        }
        if how == How::Retreat {
            self.mark_for(d, id, Did::RetreatAfterFire);
        }
        Ok(())
    }

    /// A unit fired at in this step owes a test if the number of its whole losses rose (BE-GAP-73), one for all fires.
    pub(crate) fn owe(&self, d: &mut D<'_>, id: UnitId, from: UnitId, before: Losses) {
        let now = d.world.unit(id).losses;
        let known = d.world.owed.iter().any(|owed| owed.unit == id && !owed.witness);
        if d.world.unit(id).present() && !known && duel::shaken(&self.book, before, now.minus(before)) {
            d.world.owed.push(Owed { unit: id, witness: false, from: Some(from), seen: Vec::new() });
        }
    }

    /// Makes the pending tests: first those of units fired at, in the order chosen by the active player, then those of
    /// witnesses, the active side's first. A flight of a witness causes no further tests (BE-GAP-73), its loss does;
    /// each unit tests once in the step (BE-GAP-112).
    pub(crate) fn settle(&self, d: &mut D<'_>) -> Flow<()> {
        let active = d.world.active.unwrap_or(d.world.first);
        let order = self.tests_in_order(d, active)?;
        d.world.owed.retain(|owed| owed.witness);
        for owed in order {
            self.morale_test(d, owed.unit, Shaken { from: owed.from, ..Shaken::default() })?;
        }
        loop {
            let mut witnesses = std::mem::take(&mut d.world.owed);
            witnesses.sort_by_key(|owed| (self.side(owed.unit) != active, owed.unit));
            if witnesses.is_empty() {
                break;
            }
            let mut seen: Vec<Owed> = Vec::new();
            for Owed { unit: id, seen: gone, .. } in witnesses {
                // Also after another charge or march of the same step.
                if d.world.unit(id).now.witnessed && self.on(r::BE_GAP_112) {
                    continue;
                }
                d.world.unit_mut(id).now.witnessed = true;
                d.world.seen_go.extend(gone.into_iter().map(|gone| (id, gone)));
                self.morale_test(d, id, Shaken { witness: true, ..Shaken::default() })?;
                // Others witness a unit that is lost by its test, but not one that only flees (BE-GAP-73, BE-GAP-112).
                let lost = !d.world.unit(id).present() && self.on(r::BE_GAP_112);
                seen.extend(d.world.owed.drain(..).filter(|_| lost));
            }
            d.world.owed = seen;
        }
        self.catch_generals(d);
        Ok(())
    }

    /// The tests of units fired at, in the order chosen by the active player.
    fn tests_in_order(&self, d: &mut D<'_>, active: Side) -> Flow<Vec<Owed>> {
        let mut fired: Vec<Owed> = d.world.owed.iter().filter(|owed| !owed.witness).cloned().collect();
        fired.sort_unstable_by_key(|owed| owed.unit);
        if fired.len() < 2 {
            return Ok(fired);
        }
        let replies = d.ask_one(Question::OrderOfTests.to(active))?;
        let Reply::Picked(picks) = reply(&replies) else { return Ok(fired) };
        let place = |owed: &Owed| {
            let named = |(key, _): &(Key, Vec<Reply>)| key.refs.first() == Some(&Ref::Unit(owed.unit));
            picks.iter().position(named).unwrap_or(usize::MAX)
        };
        fired.sort_by_key(|owed| (place(owed), owed.unit));
        Ok(fired)
    }

    fn fields_order_of_tests(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut units: Vec<UnitId> = w.owed.iter().filter(|owed| !owed.witness).map(|owed| owed.unit).collect();
        units.sort_unstable();
        let key = |id: &UnitId| Does::Test.about(Ref::Unit(*id));
        let from: Vec<Choice> = units.iter().map(|id| Choice::of(key(id), &[r::BE_GAP_73])).collect();
        let default = Reply::Picked(units.iter().map(|id| (key(id), Vec::new())).collect());
        let all = rulebook::saturated::<u8, _>(from.len());
        vec![Field {
            about: Ref::Side(slot.side),
            shape: Shape::Pick { from, min: all, max: all, budget: None },
            default,
        }]
    }
}
