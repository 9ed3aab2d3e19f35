//! From the answer to contact: counter-charge, change of formation, evasion, fire at landing, tests of landing.

use super::bout::{ChargeBout, bonus_of};
use super::end::Outcome;
use super::stage::{Answer, Salvo, Stage, Who};
use crate::resolve::charge::{Caught, Counter, Runner, counter, evasion, reach, touch};
use crate::resolve::fire::{Did, Quarter, counts, left};
use crate::resolve::morale::{Effect, FireTaken, MoraleResult, Occasion, charged_tests, charger_tests};
use crate::resolve::motion::change;
use crate::terms::book::r;
use crate::{Aspect, Distance, Formation, Order};
use game::Trace;

/// Quarters of a half.
pub(super) const HALF: u8 = 2;

impl ChargeBout<'_> {
    /// Applies the target's answer.
    pub(super) fn answered(&mut self, answer: Answer) {
        let book = self.book;
        let onset = &self.state.onset;
        let time = reach(book, &onset.charge);
        self.state.answer = answer;
        self.state.charger.charging = time.bonuses;
        let Some(mut landing) = time.contact else {
            return self.end(Outcome::FallsShort, None);
        };
        match answer {
            Answer::CarryOn | Answer::ChangeFormation => {}
            Answer::CounterCharge => {
                let pair = self.pair();
                let met = counter(book, &pair);
                if met.possible {
                    self.state.landing = met.contact.unwrap_or(landing);
                    self.state.stage = Stage::Nerve(Who::Target, Occasion::CounterCharging);
                    return;
                }
            }
            Answer::Evade => {
                let time = evasion(book, &onset.evasion);
                let Some(caught) = time.caught else { return self.end(Outcome::Evaded, None) };
                landing = caught;
                self.state.target.order = time.order.max(self.state.target.order);
                if time.how == Some(Caught::Running) && book.on(r::LA_ESQ_13) {
                    self.state.side = Aspect::Rear;
                }
            }
        }
        self.state.landing = landing;
        self.state.left = self.state.onset.charge.distance.minus(self.state.onset.charge.plain(book, landing));
        self.state.stage = Stage::Approach;
    }

    fn pair(&self) -> Counter {
        let onset = &self.state.onset;
        let charger = Runner { allowance: onset.charge.allowance, bonus: onset.charge.bonus };
        Counter { charger, counter: onset.counter, distance: onset.charge.distance, reorient: onset.charge.reorient }
    }

    /// Applies the test of the counter-charge (LA-GAP-24, 2a): one that is not effective is met without bonus
    /// (LA-CCH-07).
    pub(super) fn countered(&mut self, does: Effect) {
        let book = self.book;
        let charge = &self.state.onset.charge;
        let landing = reach(book, charge).contact.unwrap_or(self.state.landing);
        let left = charge.distance.minus(charge.plain(book, landing));
        match does {
            Effect::CounterCharges | Effect::GoesOn => {
                let met = counter(book, &self.pair());
                self.state.target.charging = met.effective;
                self.state.left = Distance::of(0);
                self.state.stage = Stage::Approach;
                return;
            }
            Effect::CaughtTurning => {
                self.ranks_after(Who::Target, does);
                self.state.side = Aspect::Rear;
                self.state.answer = Answer::Evade;
            }
            Effect::Runs => {
                (self.state.landing, self.state.left) = (landing, left);
                return self.runs();
            }
            // It stands, formed, without bonus.
            _ => self.state.answer = Answer::CarryOn,
        }
        (self.state.landing, self.state.left) = (landing, left);
        self.state.stage = Stage::Approach;
    }

    /// Sets the order of one unit's ranks by an effect.
    pub(super) fn ranks_after(&mut self, who: Who, does: Effect) {
        let own = self.state.side_mut(who);
        own.order = own.order.max(does.ranks().unwrap_or(own.order));
    }

    /// The quarters are over. The fires of a first half that ends before the charge lands come first (LA-GAP-06).
    pub(super) fn landed(&mut self) -> Stage {
        if self.state.landing > HALF {
            self.state.half = 1;
            if self.change_is_done(HALF)
                && let Some((formation, _)) = self.state.onset.change
            {
                (self.state.target.formation, self.state.target.order) = (formation, Order::Formed);
            }
            if self.state.onset.may_fire && self.fire_time().0 > 0 {
                return Stage::Ready;
            }
        }
        self.lands()
    }

    /// The half in which the charge lands: a change of formation is done or not, and the target may fire.
    fn lands(&mut self) -> Stage {
        if self.state.half == 1 {
            self.state.half = 2;
            self.state.fires.clear();
            // The fires of the previous half count in the melee only if contact comes in the next quarter (LA-GAP-06,
            // 7).
            if self.state.landing > HALF + 1 {
                self.state.charger.fire_losses = 0;
            }
        }
        if self.state.answer == Answer::ChangeFormation
            && let Some((formation, changing)) = self.state.onset.change
        {
            let changing = crate::resolve::motion::Changing { contact: Some(self.state.landing), ..changing };
            match change(self.book, &changing) {
                Some(time) if time.formed => {
                    self.state.target.formation = formation;
                    self.state.target.order = Order::Formed;
                }
                Some(time) => self.state.target.order = self.state.target.order.max(time.order),
                None => {}
            }
        }
        if self.state.onset.may_fire && self.fire_time().0 > 0 { Stage::Ready } else { Stage::Fires }
    }

    /// Whether the target has finished its change of formation by the end of a quarter.
    fn change_is_done(&self, by: u8) -> bool {
        let changing = self.state.onset.change.filter(|_| self.state.answer == Answer::ChangeFormation);
        changing.and_then(|(_, changing)| change(self.book, &changing)).is_some_and(|time| time.done_at <= by)
    }

    /// Quarters for which the target fires in the current half, by its actions (LA-CHA-19, LA-MVT-11, LA-GAP-06), and
    /// the distance of the charger at the end of the last of them.
    pub(super) fn fire_time(&self) -> (u8, Distance) {
        let (book, state) = (self.book, &self.state);
        let onset = &state.onset;
        let Some(range) = onset.charge.target_range(book) else { return (0, state.left) };
        let done = match (state.answer, onset.change) {
            (Answer::ChangeFormation, Some((_, changing))) => {
                change(book, &changing).map_or(u8::MAX, |time| time.done_at)
            }
            _ => 0,
        };
        // A unit that has declared its evasion turns at once (LA-ESQ-03).
        let turns_at_once = state.answer == Answer::Evade && onset.evasion.declared;
        let reaction = if book.on(r::LA_MVT_11) && !turns_at_once { book.tables.time.reaction } else { 0 };
        let did = |n: u8| match state.answer {
            Answer::CarryOn => Did::Stand,
            Answer::ChangeFormation if n <= reaction || n > done => Did::Stand,
            Answer::ChangeFormation => Did::Change,
            Answer::CounterCharge | Answer::Evade if n <= reaction => Did::Stand,
            Answer::CounterCharge | Answer::Evade => Did::Move,
        };
        // The charger’s bonus is left out (LA-CHA-19).
        let landed = |n: u8| n == state.landing && !book.on(r::LA_CHA_19);
        let plain = |n: u8| onset.charge.distance.minus(onset.charge.plain(book, n));
        let at = |n: u8| if landed(n) { Distance::of(0) } else { plain(n) };
        let counts = |n: &u8| {
            let quarter = Quarter { did: did(*n), from: at(n - 1), to: at(*n), seen: true };
            let skirmish = state.target.formation == Formation::Skirmish;
            counts(book, range, skirmish, &quarter)
        };
        let quarters = match (state.half, state.landing > HALF) {
            (1, _) => 1..=HALF,
            (_, true) => HALF + 1..=state.landing,
            (_, false) => 1..=state.landing,
        };
        let found: Vec<u8> = quarters.filter(counts).collect();
        let distance = found.last().map_or(state.left, |last| at(*last));
        (rulebook::saturated::<u8, _>(found.len()), distance)
    }

    /// Applies the dice of the fires.
    pub(super) fn shot(&mut self, classes: &[i16], trace: &mut impl Trace) {
        let (book, before) = (self.book, self.state.charger.figures);
        let salvos = std::mem::take(&mut self.state.salvos);
        self.state.fired |= !salvos.is_empty();
        self.state.fires.clear();
        for (salvo, class) in salvos.iter().zip(classes) {
            let (losses, loose) = match salvo {
                Salvo::Small(volley) => (volley.fired(book, *class, trace).losses, volley.skirmish),
                Salvo::Guns(fire) => {
                    (fire.fired(book, *class, trace).losses, fire.shot == crate::resolve::fire::Shot::Canister)
                }
            };
            self.state.fires.push(FireTaken { losses, loose });
            let own = &mut self.state.charger;
            own.losses = own.losses.saturating_add(losses);
            own.fire_losses = own.fire_losses.saturating_add(losses);
        }
        let own = &mut self.state.charger;
        let figures = left(book, own.initial, own.losses).0;
        own.lost_to_fire |= figures < own.figures;
        own.figures = figures;
        if figures == 0 {
            return self.end(Outcome::Destroyed, None);
        }
        if self.state.half == 1 { self.tests_on_the_way(before) } else { self.landing_tests() }
    }

    /// A charger that was hit hard in a half that ends before it lands, or is reduced by it to two thirds or half of
    /// its strength, tests like any unit (LA-GAP-24, 4 and 6).
    fn tests_on_the_way(&mut self, before: u8) {
        let own = &self.state.charger;
        let (initial, after) = (u16::from(own.initial), u16::from(own.figures));
        let fallen = |limit: u16| u16::from(before) > limit && after <= limit;
        let worn = fallen(initial * 2 / 3) || fallen(initial / 2);
        if worn || charger_tests(self.book, self.state.fires.iter().map(|fire| fire.losses)) {
            self.state.stage = Stage::Nerve(Who::Charger, Occasion::Other);
        } else {
            self.state.stage = self.lands();
        }
    }

    /// Applies that test: a charger that leaves does not charge home, nor does one that halts, unless the full quarter
    /// that it still moves (LA-CHA-33), without the bonus, reaches the enemy.
    pub(super) fn tested_on_the_way(&mut self, does: Effect, result: MoraleResult) {
        let touches = self.state.landing == HALF + 1 && self.state.left.cm() == 0 && self.book.on(r::LA_CHA_33);
        match does {
            Effect::Halts if touches => {}
            Effect::Halts | Effect::Leaves => return self.end(Outcome::Stopped, Some(result)),
            Effect::Advances => self.state.charger.uncontrolled = true,
            _ => {}
        }
        self.state.stage = self.lands();
    }

    /// The target has not fired in the current half.
    pub(super) fn unshot(&mut self) {
        if self.state.half == 1 {
            self.state.stage = self.lands();
        } else {
            self.landing_tests();
        }
    }

    /// A halted target tests (LA-GAP-24, 2); one that evades or counter-charges does not.
    fn landing_tests(&mut self) {
        let stands = matches!(self.state.answer, Answer::CarryOn | Answer::ChangeFormation);
        if charged_tests(self.book, stands) {
            self.state.stage = Stage::Nerve(Who::Target, Occasion::Charged);
        } else {
            self.charger_tests();
        }
    }

    /// Applies the target’s test.
    pub(super) fn charged(&mut self, does: Effect) {
        match does {
            Effect::CaughtTurning => self.state.side = Aspect::Rear,
            Effect::StandsAndFollows => self.state.target.uncontrolled = true,
            Effect::Runs => return self.runs(),
            _ => {}
        }
        self.ranks_after(Who::Target, does);
        self.charger_tests();
    }

    /// The target runs for a quarter at once: the charger’s bonus reaches it or not (LA-GAP-25).
    fn runs(&mut self) {
        let book = self.book;
        let bonus = bonus_of(book, &self.state.onset.charge);
        if touch(self.state.left.plus(self.state.onset.run).cm(), 0, bonus.cm()) {
            self.ranks_after(Who::Target, Effect::Runs);
            self.state.side = Aspect::Rear;
            self.charger_tests();
        } else {
            let result = Some(self.state.result);
            self.end(Outcome::TargetGone, result);
        }
    }

    /// A charger hit by at least 15 losses from one unit tests (LA-GAP-08, 7).
    fn charger_tests(&mut self) {
        if charger_tests(self.book, self.state.fires.iter().map(|fire| fire.losses)) {
            self.state.stage = Stage::Nerve(Who::Charger, Occasion::ChargerUnderFire);
        } else {
            self.contact();
        }
    }

    pub(super) fn contact(&mut self) {
        self.state.stage = Stage::Contact;
    }
}
