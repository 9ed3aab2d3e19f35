//! Fires and counter-charges of an assault, and their effect on the scores.

use super::stage::Stage;
use super::{Aim, Assault, AssaultBout, AssaultEnd, Party, Who};
use crate::resolve::combat::pursuit::catch_distance;
use crate::resolve::combat::result::{Fight, Fought, result};
use crate::resolve::moving::movement::{due, ud};
use crate::resolve::nerve::morale::{Fall, fall};
use crate::resolve::nerve::reading::held;
use crate::resolve::shooting::duel;
use crate::resolve::shooting::fire::Fired;
use crate::resolve::shooting::range;
use crate::terms::state::after;
use crate::{Arm, Aspect, Band, Case, Column, Distance, Gait, r};
use game::Trace;

impl AssaultBout<'_> {
    /// A counter-charge: the attacker loses a point for each step (L3C-MOR-11), and its score is read again once.
    pub(super) fn crossed(&mut self, trace: &mut impl Trace) {
        let steps = self.state.defender.gait.rank();
        if self.assault.purpose == Aim::Fire {
            // The attacker fires at the band left to it; that fire may stop the counter-charger (L3C-MAF-10).
            let gait = self.state.attacker.gait;
            self.reread_attacker(0, steps, trace);
            self.state.attacker.gait = gait;
            let announced = self.state.attacker.band;
            let band = held(self.book, self.state.attacker.case, None, announced).1;
            if let Some(band) = band.filter(|_| steps > 0 && self.book.on(r::L3C_MAF_10)) {
                self.state.stage = Stage::Shoot { who: Who::Attacker, band, reply: false, last: true };
                return;
            }
            return self.meets_counter(trace);
        }
        self.reread_attacker(0, steps, trace);
        if steps == 0 {
            // The defender stands after all, or gives way.
            return self.comes_on(trace);
        }
        self.meets_counter(trace);
    }

    /// A counter-charge that was not stopped comes to contact, unless the attacker is gone.
    pub(super) fn meets_counter(&mut self, trace: &mut impl Trace) {
        let book = self.book;
        let counter = self.state.defender.gait;
        if counter == Gait::Halted {
            return self.no_contact();
        }
        if self.assault.purpose == Aim::Fire && book.on(r::L3C_MAF_11) {
            // The firer now stands in front of an advancing enemy (L3C-MAF-11).
            let own = &mut self.state.attacker;
            let moved = Fall {
                score: own.score,
                column: Column::Fire,
                residual: counter,
                gait: Gait::Halted,
                state: own.state,
                ..Fall::default()
            };
            let fallen = fall(book, &moved, trace);
            own.score = i16::from(fallen.score);
            own.case = fallen.case;
            own.state = fallen.state;
            own.gait = Gait::Halted;
        } else {
            let own = &mut self.state.attacker;
            own.state = after(book, own.state, own.case);
        }
        if self.state.attacker.case <= Case::FallBack {
            return self.gives_way_to_counter();
        }
        self.contact();
    }

    /// A unit that gives way before a counter-charge may be caught like one that gives way before an assault
    /// (L3C-MAC-20, L3C-GAP-A15).
    pub(super) fn gives_way_to_counter(&mut self) {
        let book = self.book;
        let Assault { attacker, defender, .. } = &*self.assault;
        let case = self.state.attacker.case;
        let reach = self.reach(Who::Defender);
        let apart = self.assault.apart();
        let caught = |more: Distance| apart.plus(more) <= reach && book.all(&[r::L3C_GAP_A15, r::L3C_MAC_20]);
        let afoot = defender.arm != Arm::Cavalry && attacker.arm == Arm::Cavalry;
        let pursues =
            case <= Case::Retreat && caught(ud(i16::from(catch_distance(book, defender.arm, attacker.arm)))) && !afoot;
        let mounted = attacker.arm.mounted(attacker.horse_guns);
        let met = case == Case::FallBack && caught(due(book, mounted, case));
        if met {
            self.state.yielded = due(book, mounted, case);
            self.contact();
        } else if pursues {
            self.may_catch(Who::Defender);
        } else if book.on(r::L3C_MAC_09) {
            self.state.stage = Stage::Control { who: Who::Defender };
        } else {
            self.settle(AssaultEnd::AttackerGone);
        }
    }

    /// No contact: the counter-charger did not start, or was stopped.
    pub(super) fn no_contact(&mut self) {
        let gone = self.state.defender.case < Case::Stand;
        let outcome = match (self.state.defender.steps > 0, gone) {
            (false, true) => AssaultEnd::DefenderGone,
            _ => AssaultEnd::CounterFails,
        };
        self.settle(outcome);
    }

    /// Fires of an advance to fire (L3C-MAF-04 to L3C-MAF-08, L3C-GAP-B27): the unit that fires from farther off fires
    /// first.
    pub(super) fn exchange(&mut self) {
        if self.state.defender.case <= Case::FallBack {
            self.state.stage = Stage::Done(AssaultEnd::DefenderGone);
            return;
        }
        let mine = self.state.attacker.band;
        let his = self.state.defender.band.and_then(|his| self.no_nearer(mine, his));
        self.state.defender.band = his;
        self.state.stage = match (mine, his) {
            (Some(mine), Some(his)) if self.outranges(his, mine) && self.book.on(r::L3C_GAP_B27) => {
                Stage::Shoot { who: Who::Defender, band: his, reply: false, last: false }
            }
            (Some(mine), Some(_)) => Stage::Shoot { who: Who::Attacker, band: mine, reply: false, last: false },
            (Some(mine), None) => Stage::Shoot { who: Who::Attacker, band: mine, reply: false, last: true },
            (None, _) => Stage::Done(AssaultEnd::Stopped),
        };
    }

    /// The band at which a defender with another weapon than the attacker's fires: no nearer than the attacker has come
    /// (L3C-MAF-04); `None`: the attacker is out of its range.
    fn no_nearer(&self, mine: Option<Band>, his: Band) -> Option<Band> {
        let (own, weapon) = (self.assault.attacker.weapon, self.assault.defender.weapon);
        match mine.filter(|_| own != weapon) {
            Some(mine) => range::delivered(self.book, weapon, his, self.place(mine)),
            None => Some(his),
        }
    }

    /// Whether the defender chooses to fire from farther off than the attacker, in the bands of its own weapon.
    fn outranges(&self, his: Band, mine: Band) -> bool {
        let (own, weapon) = (self.assault.attacker.weapon, self.assault.defender.weapon);
        let there = if own == weapon { Some(mine) } else { range::band(self.book, weapon, self.place(mine)) };
        there.is_some_and(|there| his > there)
    }

    /// Whether a fire exchanged at this distance is a duel: within P1 of both (L3C-DUEL-03).
    pub(super) fn duel_at(&self, distance: Distance) -> bool {
        let within = |party: &Party| {
            let short = duel::short(self.book, party.arm, party.weapon);
            short.is_some_and(|short| distance <= short || !self.book.on(r::L3C_DUEL_03))
        };
        [&self.assault.attacker, &self.assault.defender].into_iter().all(within)
    }

    /// The band at which a unit stopped by fire can fire back from where it stands (L3C-MOR-131).
    pub(super) fn fires_back_at(&self) -> Option<Band> {
        range::band(self.book, self.assault.attacker.weapon, self.stopped_at())
    }

    /// Applies a fire.
    pub(super) fn shot(&mut self, fired: &Fired, trace: &mut impl Trace) {
        let Stage::Shoot { who, band, reply, last } = self.state.stage else { return };
        let (steps, percent) = (fired.loss.steps, fired.percent.unwrap_or(0));
        let victim = who.other();
        let book = self.book;
        self.state.side_mut(victim).steps += steps;
        self.state.told |= who == Who::Attacker && fired.loss.effective;
        if self.assault.purpose == Aim::Contact {
            self.state.felt = fired.loss.effective;
            self.reread_attacker(percent, 0, trace);
            return self.comes_on(trace);
        }
        if self.state.answer.counters() {
            // Fire that may stop the counter-charger (L3C-MAF-10).
            let own = &mut self.state.defender;
            let moved = Fall {
                score: own.score,
                column: Column::Contact,
                stopping_percent: percent,
                gait: own.gait,
                state: own.state,
                ..Fall::default()
            };
            let fallen = fall(book, &moved, trace);
            own.score = i16::from(fallen.score);
            own.case = fallen.case;
            own.gait = fallen.gait;
            if own.gait == Gait::Halted {
                own.state = fallen.state;
                self.settle(AssaultEnd::CounterFails);
                return;
            }
            return self.meets_counter(trace);
        }
        // One fire of each decides (L3C-MAF-08); without that rule the unit hit last fires once more.
        let again = !reply && !book.on(r::L3C_MAF_08);
        if last && !again {
            return self.exchanged();
        }
        let farther = !reply && self.state.side(victim).band.is_some_and(|his| his < band);
        let step = book.tables.morale.losses_in_action_percent;
        // Losses count from five percent of the figures concerned (L3C-GAP-B26); without that ruling any loss counts.
        let felt = if book.on(r::L3C_GAP_B26) { percent >= step } else { steps > 0 };
        let next = if farther && felt && book.on(r::L3C_MAF_05) {
            // A unit hit with effect from farther than its intended band loses only three points and fires from there.
            let column = self.column(victim);
            let own = self.state.side_mut(victim);
            let moved = Fall { score: own.score, column, outranged: true, state: own.state, ..Fall::default() };
            let fallen = fall(book, &moved, trace);
            own.score = i16::from(fallen.score);
            own.band = Some(band);
            Stage::Shoot { who: victim, band, reply: true, last: true }
        } else {
            // A defender fires no nearer than the attacker has come (L3C-MAF-04).
            let stopped = victim == Who::Defender && farther && book.on(r::L3C_MAF_04);
            match self.state.side(victim).band {
                Some(his) => {
                    let his = if stopped { his.max(band) } else { his };
                    self.state.side_mut(victim).band = Some(his);
                    Stage::Shoot { who: victim, band: his, reply: farther || last, last: true }
                }
                None => return self.exchanged(),
            }
        };
        self.state.stage = next;
    }

    /// Fires have been exchanged: within P1 of both it was a duel (L3C-MAF-09, L3C-DUEL-01), otherwise only losses
    /// count.
    pub(super) fn exchanged(&mut self) {
        let short = |band: Option<Band>| band.is_none_or(|band| band == Band::P1);
        let duel = self.state.attacker.band == Some(Band::P1)
            && short(self.state.defender.band)
            && self.state.side == Aspect::Front
            && self.duel_at(self.place(Band::P1))
            && self.book.all(&[r::L3C_MAF_09, r::L3C_DUEL_01]);
        if duel && self.state.attacker.lost_in_duel() != self.state.defender.lost_in_duel() {
            self.duelled();
        } else {
            self.stood();
            self.settle(AssaultEnd::Exchange);
        }
    }

    /// A unit that has exchanged fire is halted for what follows (L3C-GAP-A87).
    fn stood(&mut self) {
        for who in [Who::Attacker, Who::Defender] {
            let own = self.state.side_mut(who);
            own.case = own.case.min(Case::Stand);
            own.gait = Gait::Halted;
        }
    }

    /// A fire duel with a winner.
    pub(super) fn duelled(&mut self) {
        let (own, his) = (self.state.attacker.lost_in_duel(), self.state.defender.lost_in_duel());
        let winner = if his > own { Who::Attacker } else { Who::Defender };
        let loser = winner.other();
        let fought = Fought {
            difference: own.abs_diff(his),
            after: Fight::Duel,
            loser: self.loser(loser),
            winner: None,
            raise: 0,
        };
        let outcome = result(self.book, &fought);
        let beaten = self.state.side_mut(loser);
        beaten.case = outcome.case;
        beaten.state = outcome.state;
        let victor = self.state.side_mut(winner);
        victor.case = Case::Stand;
        self.stood();
        self.state.duelled = true;
        self.beaten_by_fire(winner);
    }
}
