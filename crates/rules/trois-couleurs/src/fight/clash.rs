//! The last steps to contact, and the melee.

use super::bout::won;
use super::form::left;
use super::stage::Stage;
use super::{Aim, Assault, AssaultBout, AssaultEnd, OnTheWay, Party, Who};
use crate::resolve::combat::contact::{ContactUnit, Meeting, Waiter, contact};
use crate::resolve::combat::losses::steps_of;
use crate::resolve::combat::melee::{Clash, Melee, melee};
use crate::resolve::combat::onset;
use crate::resolve::combat::pursuit::catch_distance;
use crate::resolve::combat::result::{Fight, Fought, Loser, Winner, result};
use crate::resolve::moving::movement::{capacity, due, ud};
use crate::resolve::nerve::flight::{Refuge, sheltered};
use crate::resolve::nerve::morale::{Across, Covers, Fall, fall};
use crate::resolve::shooting::skirmishers::{Evasion, SkirmishersAttacked, evade, surprise};
use crate::terms::state::{after, degrade};
use crate::terms::tables::MovingAs;
use crate::{Band, Case, Distance, Formation, Gait, Ground, r};
use game::Trace;

/// The unit that passes through the other in a melee (L3C-CAC-05).
pub(super) fn passer(clash: &Clash) -> Option<Who> {
    match (clash.passes_through, clash.defender_passes_through) {
        (true, _) => Some(Who::Attacker),
        (false, true) => Some(Who::Defender),
        (false, false) => None,
    }
}

impl AssaultBout<'_> {
    /// The attacker comes on after the fire, or is stopped by it; the remaining gait weighs on the defender
    /// (L3C-MOR-14).
    pub(super) fn comes_on(&mut self, trace: &mut impl Trace) {
        let book = self.book;
        let fired_at = self.state.defender.band;
        if self.state.attacker.gait == Gait::Halted {
            let own = &mut self.state.attacker;
            own.state = after(book, own.state, own.case);
            let near = fired_at == Some(Band::P1) && own.case == Case::Stand;
            // The stopped unit flees, fires back or does nothing before the other decides (L3C-GAP-A11).
            if near && book.on(r::L3C_MOR_131) {
                self.state.stage = Stage::Stopped;
            } else if self.may_go_over() {
                self.state.stage = Stage::Exploit;
            } else if fired_at.is_some() {
                self.beaten_by_fire(Who::Defender);
            } else {
                self.settle(AssaultEnd::StoppedByFire);
            }
            return;
        }
        self.weighs(self.state.attacker.gait, trace);
        self.gives_way();
    }

    /// Ends the attacker's advance and with it the assault.
    pub(super) fn stops(&mut self) {
        let own = &mut self.state.attacker;
        own.state = after(self.book, own.state, own.case);
        self.settle(AssaultEnd::StoppedByFire);
    }

    /// The attacker's remaining gait weighs on the unit in front of it (L3C-MOR-14).
    pub(super) fn weighs(&mut self, residual: Gait, trace: &mut impl Trace) {
        let book = self.book;
        let fired_at = self.state.defender.band;
        // It also weighs on units that did not fire (L3C-GAP-C45).
        let weighs = fired_at.is_some() || book.on(r::L3C_GAP_C45);
        let column = self.column(Who::Defender);
        let own = &mut self.state.defender;
        let moved = Fall {
            score: own.score,
            column,
            residual: if weighs { residual } else { Gait::Halted },
            state: self.assault.defender.state,
            ..Fall::default()
        };
        let fallen = fall(book, &moved, trace);
        own.score = i16::from(fallen.score);
        own.case = fallen.case;
        own.state = fallen.state.max(own.state);
    }

    /// Distance that a side covers at its gait, with the tolerance.
    pub(super) fn reach(&self, who: Who) -> Distance {
        let (party, own) = (self.assault.party(who), self.state.side(who));
        let row = MovingAs::of(own.formation);
        capacity(self.book, (party.arm, party.horse_guns), row, (party.status, party.led()), own.gait)
    }

    /// The defender gives way before contact, to be caught or not (L3C-GAP-A15), or stands.
    pub(super) fn gives_way(&mut self) {
        let book = self.book;
        let Assault { attacker, defender, distance, purpose, .. } = &*self.assault;
        let case = self.state.defender.case;
        if *purpose == Aim::Fire {
            self.state.stage = Stage::Done(AssaultEnd::DefenderGone);
            return;
        }
        let reach = self.reach(Who::Attacker);
        let caught = |more: Distance| distance.plus(more) <= reach && book.all(&[r::L3C_GAP_A15, r::L3C_MAC_20]);
        if case <= Case::Retreat {
            let more = ud(i16::from(catch_distance(book, attacker.arm, defender.arm)) + self.hindered());
            let on_foot = attacker.arm != crate::Arm::Cavalry;
            let afoot = on_foot && defender.arm == crate::Arm::Cavalry && book.on(r::L3C_GAP_A15);
            // Skirmishers always get away from infantry (L3C-TIR-31).
            let skirmish = self.state.defender.formation == Formation::Skirmish;
            let evades = on_foot && skirmish && book.on(r::L3C_TIR_31);
            if caught(more) && !self.sheltered() && !afoot && !evades {
                self.may_catch(Who::Attacker);
            } else {
                self.charged_in_vain();
            }
            return;
        }
        let back = due(book, defender.arm.mounted(defender.horse_guns), case);
        if case == Case::FallBack && !caught(back.plus(ud(self.hindered()))) {
            return self.charged_in_vain();
        }
        self.state.yielded = back;
        self.contact();
    }

    /// Whether a defender on foot that gives way before cavalry reaches ground where it cannot follow (L3C-FUI-05).
    pub(super) fn sheltered(&self) -> bool {
        let (attacker, defender) = (&self.assault.attacker, &self.assault.defender);
        let flight = due(self.book, defender.arm.mounted(defender.horse_guns), self.state.defender.case);
        let enemy = self.assault.apart();
        let race = Refuge { pursuer: attacker.arm, enemy, flight, ..Refuge::default() };
        sheltered(self.book, defender.arm, defender.ground_behind.refuge, &race)
    }

    /// A unit that gave way before contact can be caught: the enemy decides on pursuit (L3C-MAC-20, L3C-GAP-A14).
    pub(super) fn may_catch(&mut self, winner: Who) {
        let before = true;
        self.state.stage = if self.may_pursue(winner) {
            Stage::Pursue { winner, before }
        } else {
            Stage::Chase { winner, unwanted: false, before }
        };
    }

    /// Distance covered by a side when they meet: a counter-charger covers the rest of the way (L3C-MAC-10).
    pub(super) fn way(&self, who: Who) -> Distance {
        let (distance, apart) = (self.assault.distance, self.assault.apart());
        let met = self.state.defender.gait > Gait::Halted;
        let yielded = self.state.yielded;
        if self.assault.mutual {
            let left = match (self.state.covers, who) {
                (Covers::First, Who::Attacker) | (Covers::Second, Who::Defender) => apart.plus(yielded),
                (Covers::Both, _) => Distance::from_cm(apart.cm() / 2),
                _ => Distance::default(),
            };
            return distance.minus(apart).plus(left);
        }
        match who {
            Who::Attacker if met => distance.minus(apart),
            Who::Attacker => distance.plus(yielded),
            Who::Defender if met => apart.plus(yielded),
            Who::Defender => Distance::default(),
        }
    }

    /// UD that an obstacle between the two adds to catching up: none (L3C-MAC-21).
    fn hindered(&self) -> i16 {
        let book = self.book;
        let Party { arm, horse_guns, nerve, .. } = &self.assault.attacker;
        let crossed = [
            (nerve.ground.stream, Ground::Stream),
            (nerve.ground.minor_obstacle, Ground::MinorObstacle),
            (nerve.ground.major_obstacle, Ground::MajorObstacle),
            (nerve.ground.marsh, Ground::Marsh),
        ];
        let lost = |(across, ground): (Across, Ground)| match across {
            Across::Cross => crate::resolve::moving::movement::lost(book, arm.mover(*horse_guns), ground, 0, false),
            _ => None,
        };
        if book.on(r::L3C_MAC_21) { 0 } else { crossed.into_iter().filter_map(lost).sum() }
    }

    /// A charge without contact may get out of hand (L3C-MAC-09).
    fn charged_in_vain(&mut self) {
        if self.took_houses(Who::Attacker) {
            self.state.stage = Stage::Exact;
        } else if self.book.on(r::L3C_MAC_09) {
            self.state.stage = Stage::Control { who: Who::Attacker };
        } else {
            self.settle(AssaultEnd::DefenderGone);
        }
    }

    /// Whether a side has houses in front of it that were given up before contact: they were its target (L3C-GAP-A14).
    pub(super) fn took_houses(&self, who: Who) -> bool {
        let Assault { attacker, defender, .. } = &*self.assault;
        let enters = who == Who::Attacker && attacker.arm == crate::Arm::Infantry;
        enters && defender.houses && !self.state.melee && self.book.all(&[r::L3C_GAP_A14, r::L3C_MAC_22])
    }

    /// The unit in skirmish order, which never fights hand to hand (L3C-TIR-02).
    fn loose(&self) -> Option<Who> {
        let skirmishes = |who: &Who| self.state.side(*who).formation == Formation::Skirmish;
        [Who::Defender, Who::Attacker].into_iter().find(skirmishes).filter(|_| self.book.on(r::L3C_TIR_02))
    }

    /// Two units held by a zone of control fight without tests (L3C-GAP-A79).
    pub fn held_by_a_zone(&mut self, gait: Gait) {
        self.state.attacker.gait = gait;
        self.state.attacker.case = gait.case();
        match self.loose() {
            Some(who) => self.skirmishers_met(who),
            None => self.state.stage = Stage::Melee,
        }
    }

    /// An attacker reaches skirmishers: cavalry catches those far from help (L3C-TIR-29, L3C-GAP-C29), the others slip
    /// away before the melee (L3C-TIR-13, L3C-TIR-31).
    fn skirmishers_met(&mut self, who: Who) {
        let book = self.book;
        let (party, enemy) = (self.assault.party(who), self.assault.party(who.other()));
        let (arm, table) = (enemy.arm, &book.tables.distance);
        let attacked = SkirmishersAttacked {
            enemy: arm,
            lancers: enemy.lancers && enemy.cavalry_type > 0,
            enemy_figures: left(book, enemy, self.state.side(who.other())),
            surprised: self.assault.distance <= table.tactical.of(arm),
            refuge: party.ground_behind.refuge.unwrap_or(table.evasion.plus(table.leash)),
            figures: left(book, party, self.state.side(who)),
        };
        let met = surprise(book, &attacked);
        let lost = u16::from(met.figures_lost).saturating_mul(steps_of(book, party.arm));
        let far = met.case <= Case::Retreat;
        let way = if far { table.evasion.plus(Distance::of(1)) } else { table.evasion };
        let gone = evade(book, &Evasion { distance: way, ..Evasion::default() });
        let own = self.state.side_mut(who);
        own.steps = own.steps.saturating_add(lost);
        own.case = own.case.min(met.case).min(gone.case);
        own.state = after(book, degrade(book, own.state, gone.degrade), own.case);
        own.gait = Gait::Halted;
        if met.caught {
            self.state.side_mut(who.other()).state =
                degrade(book, self.state.side(who.other()).state, u8::from(book.on(r::L3C_POU_05)));
            let length = u16::from(book.tables.pursuit.length.of(arm));
            self.state.pursued = true;
            self.state.ran = Distance::of(u16::from(catch_distance(book, arm, self.assault.party(who).arm)) + length);
            return self.settle(match who {
                Who::Defender => AssaultEnd::AttackerPursues,
                Who::Attacker => AssaultEnd::DefenderPursues,
            });
        }
        if self.state.side(who).case.positive() {
            self.state.side_mut(who).spent = self.state.side(who).spent.saturating_add(gone.points);
            self.state.evades = Some(who);
        }
        match who {
            Who::Defender => self.charged_in_vain(),
            Who::Attacker if book.on(r::L3C_MAC_09) => self.state.stage = Stage::Control { who: Who::Defender },
            Who::Attacker => self.settle(AssaultEnd::AttackerGone),
        }
    }

    /// Contact is made, unless cavalry breaks off before infantry that stands (L3C-MOR-72).
    pub(super) fn contact(&mut self) {
        let book = self.book;
        if let Some(who) = self.loose() {
            return self.skirmishers_met(who);
        }
        self.stretched();
        let state = &self.state;
        let (attacker, defender) = (&self.assault.attacker, &self.assault.defender);
        let meeting = Meeting {
            attacker: ContactUnit {
                arm: attacker.arm,
                case: state.attacker.case,
                gait: state.attacker.gait,
                state: state.attacker.state,
            },
            defender: Waiter {
                arm: defender.arm,
                case: state.defender.case,
                state: state.defender.state,
                side: state.side,
            },
        };
        let met = contact(book, &meeting);
        if met.gives_up && self.state.defender.gait == Gait::Halted {
            self.state.attacker.state = met.attacker_state;
            self.settle(AssaultEnd::GivesUp);
        } else {
            self.arrives();
            self.state.stage = Stage::Melee;
        }
    }

    /// The unit that covers the last part of the way has lost order by what it crossed when the melee begins
    /// (L3C-MAC-23, L3C-MOR-85).
    fn arrives(&mut self) {
        let met = self.state.defender.gait > Gait::Halted;
        let come = match (self.assault.mutual, self.state.covers) {
            (true, covers) => [covers != Covers::Second, covers != Covers::First],
            (false, _) => [!met, met],
        };
        for who in [Who::Attacker, Who::Defender].into_iter().zip(come).filter(|(_, come)| *come).map(|(who, _)| who) {
            let OnTheWay { obstacles, slopes, .. } = self.assault.party(who).on_the_way;
            let book = self.book;
            let over = if book.all(&[r::L3C_MAC_23, r::L3C_MVT_17]) { obstacles } else { 0 };
            let own = self.state.side_mut(who);
            let fast = own.gait >= Gait::Quick && book.on(r::L3C_MOR_85);
            own.state = degrade(book, own.state, over.saturating_add(if fast { slopes } else { 0 }));
        }
    }

    /// A unit that needs the tolerance to reach contact loses order (L3C-MAC-08, L3C-GAP-A50).
    pub(super) fn stretched(&mut self) {
        let attacker = &self.assault.attacker;
        let book = self.book;
        if self.state.attacker.gait == Gait::Halted {
            return;
        }
        let row = MovingAs::of(self.state.attacker.formation);
        let paces = crate::resolve::moving::movement::paces(book, attacker.arm.mover(attacker.horse_guns), row);
        let fastest = attacker.fastest(book);
        let whole = i16::from(paces.at(fastest))
            + crate::resolve::moving::movement::by_status(
                book,
                attacker.arm.mover(attacker.horse_guns),
                attacker.status,
            )
            + crate::resolve::moving::movement::by_general(book, attacker.led());
        let distant = onset::Distant {
            arm: attacker.arm,
            status: attacker.status,
            capacity: ud(whole.max(0)).minus(ud(i16::from(attacker.on_the_way.lost_ud))),
            distance: self.way(Who::Attacker),
        };
        let degrees = if book.on(r::L3C_GAP_A50) { onset::reaches(book, &distant).degrade } else { 0 };
        let own = &mut self.state.attacker;
        own.state = degrade(book, own.state, degrees);
    }

    /// Applies the melee.
    pub(super) fn fought(&mut self, fight: &Melee, trace: &mut impl Trace) {
        let clash = melee(self.book, fight, trace, &mut game::Quiet);
        self.state.attacker.steps += clash.defender.steps;
        self.state.defender.steps += clash.attacker.steps;
        self.state.melee = true;
        self.state.passed_through = passer(&clash);
        let difference = clash.difference.unsigned_abs();
        if difference == 0 {
            for who in [Who::Attacker, Who::Defender] {
                let lowered = self.lowered(who);
                let book = self.book;
                let own = self.state.side_mut(who);
                own.case = Case::Stand.step(-lowered);
                // Once a turn, also after a draw (L3C-GAP-C39).
                own.raised = own.raised.saturating_add(lowered.unsigned_abs());
                own.state = degrade(book, own.state, u8::from(book.on(r::L3C_GAP_B10)));
            }
            self.settle(AssaultEnd::Draw);
            return;
        }
        let loser = if clash.difference > 0 { Who::Defender } else { Who::Attacker };
        if self.rises(loser) > 0 {
            self.state.stage = Stage::Raise { loser, difference };
        } else {
            self.beaten(loser, difference, 0);
        }
    }

    /// Cases that conscripts and militia drop after a melee that they did not win (L3C-STA-04, L3C-GAP-C39).
    pub(super) fn lowered(&self, who: Who) -> i8 {
        let ruled = self.book.all(&[r::L3C_STA_04, r::L3C_GAP_C39]) && self.state.side(who).raised == 0;
        let by = if ruled { self.book.tables.result.lowers.of(self.assault.party(who).status) } else { 0 };
        rulebook::saturated::<i8, _>(by)
    }

    /// A side that has lost a fight.
    pub(super) fn loser(&self, who: Who) -> Loser {
        let (party, side) = (self.assault.party(who), self.state.side(who));
        Loser {
            arm: party.arm,
            status: party.status,
            formation: side.formation,
            state: side.state,
            status_used: side.raised > 0,
            horse_guns: party.horse_guns,
        }
    }

    /// Applies the result of the melee to both units.
    pub(super) fn beaten(&mut self, loser: Who, difference: u16, raise: u8) {
        let (victor, other) = (self.assault.party(loser.other()), self.state.side(loser.other()));
        let fought = Fought {
            difference,
            after: Fight::Melee,
            loser: self.loser(loser),
            winner: Some(Winner {
                arm: victor.arm,
                gait: other.gait,
                state: other.state,
                passed_through: self.state.passed_through.is_some(),
                sheltered: victor.holds_its_ground(other.gait),
            }),
            raise,
        };
        let outcome = result(self.book, &fought);
        self.state.lost_by = difference;
        let beaten = self.state.side_mut(loser);
        beaten.case = outcome.case;
        beaten.state = outcome.state;
        beaten.raised = beaten.raised.saturating_add(outcome.by_status.unsigned_abs());
        let winner = loser.other();
        let own = self.state.side_mut(winner);
        own.case = outcome.winner_case.unwrap_or(own.case);
        own.state = outcome.winner_state.unwrap_or(own.state);
        if self.may_pursue(winner) {
            self.state.stage = Stage::Pursue { winner, before: false };
        } else {
            self.settle(won(winner));
        }
    }
}
