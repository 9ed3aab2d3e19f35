//! Consequences of an entry on the table: losses, points, cases, places (L3C-GAP-A15, L3C-GAP-A50, L3C-GAP-A54,
//! L3C-GAP-A56, L3C-GAP-A87).

use crate::fight::{Aim, Answer, AssaultBout, AssaultEnd, End, Who};
use crate::question::{Does, Question, offer};
use crate::resolve::combat::passage;
use crate::resolve::nerve::morale::Covers;
use crate::turn::D;
use crate::world::{Class, Later, Placement};
use crate::{Arm, Band, Case, Cohesion, Distance, Gait, TroisCouleurs, UD, Weapon, r};
use game::{Flow, Ref, Term, UnitId};
use table::{Cm, FeatureId, Piece, Pose, Stop};

/// A pair of a finished entry.
pub(crate) struct FoughtEntry<'b, 'a> {
    pub entry: &'b Later,
    /// The machine in its final state.
    pub bout: AssaultBout<'a>,
    pub end: End,
}

/// The end of an assault from the side that began it: reported by the journal and foretold by the odds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    Won,
    Drawn,
    Exchange,
    Stopped,
    Lost,
}

impl Ended {
    const ALL: [Self; 5] = [Self::Won, Self::Drawn, Self::Exchange, Self::Stopped, Self::Lost];

    pub(crate) const fn of(outcome: AssaultEnd) -> Self {
        match outcome {
            AssaultEnd::Attacker | AssaultEnd::AttackerPursues | AssaultEnd::DefenderGone => Self::Won,
            AssaultEnd::Stopped | AssaultEnd::StoppedByFire | AssaultEnd::GivesUp => Self::Stopped,
            AssaultEnd::Draw => Self::Drawn,
            AssaultEnd::Exchange => Self::Exchange,
            AssaultEnd::Defender
            | AssaultEnd::DefenderPursues
            | AssaultEnd::AttackerGone
            | AssaultEnd::CounterFails => Self::Lost,
        }
    }

    /// The note that reports it.
    pub(crate) const fn note(self) -> &'static str {
        match self {
            Self::Won => "assault_won",
            Self::Drawn => "assault_drawn",
            Self::Exchange => "assault_exchange",
            Self::Stopped => "assault_stopped",
            Self::Lost => "assault_lost",
        }
    }

    /// The end that a note reports, if it is one of these.
    pub(crate) fn told(what: &Term) -> Option<Self> {
        Self::ALL.into_iter().find(|ended| *what == *ended.note())
    }
}

/// The loser of a fight that the other side has won.
const fn beaten(outcome: AssaultEnd) -> Option<Who> {
    match outcome {
        AssaultEnd::Attacker | AssaultEnd::AttackerPursues => Some(Who::Defender),
        AssaultEnd::Defender | AssaultEnd::DefenderPursues => Some(Who::Attacker),
        _ => None,
    }
}

impl TroisCouleurs {
    /// Carries out the results of an entry for all units. Several pairs have one target.
    pub(crate) fn settle(&self, d: &mut D<'_>, fought: &[FoughtEntry<'_, '_>]) -> Flow<()> {
        let Some(first) = fought.first() else { return Ok(()) };
        let target = first.entry.target;
        let held = d.world.unit(target).garrison;
        let were: Vec<Pose> = fought.iter().map(|one| d.world.unit(one.entry.attacker).pose).collect();
        let was = d.world.unit(target).pose;
        for one in fought {
            self.turns_to(d, one.entry, &one.bout, Who::Attacker);
        }
        self.turns_to(d, first.entry, &first.bout, Who::Defender);
        let gaps: Vec<Cm> = fought.iter().map(|one| self.gap(&d.world, one.entry.attacker, target)).collect();
        for (one, gap) in fought.iter().zip(&gaps) {
            self.comes_to(d, one.entry, &one.bout, &one.end, *gap);
        }
        for (n, one) in fought.iter().enumerate() {
            self.suffers(d, one.entry, &one.bout, Who::Attacker, true);
            self.suffers(d, one.entry, &one.bout, Who::Defender, n == 0);
        }
        // A loser goes back before the winner follows.
        let pushed = |one: &FoughtEntry<'_, '_>| beaten(one.end.outcome).map_or(0, |who| self.push(d, one, who));
        let pushes: Vec<Cm> = fought.iter().map(pushed).collect();
        // A unit beaten while going through is through all the same, and goes back from there (L3C-GAP-B33).
        let ruled = self.on(r::L3C_GAP_B33);
        let from_behind = |one: &FoughtEntry<'_, '_>| beaten(one.end.outcome) == Some(Who::Attacker) && ruled;
        for one in fought {
            let case = one.bout.state.side(one.bout.at_first(Who::Attacker)).case;
            if from_behind(one) {
                self.passes_on(d, one.entry, &one.bout, &one.end);
            }
            self.goes_as_it_must(d, one, Who::Attacker, case, one.end.attacker.state);
        }
        let stood = fought.iter().map(|one| one.bout.state.side(one.bout.at_first(Who::Defender)).case);
        let worst = fought.iter().map(|one| one.end.defender.state).max().unwrap_or(first.end.defender.state);
        let met = fought.iter().find(|one| one.bout.met()).unwrap_or(first);
        self.goes_as_it_must(d, met, Who::Defender, stood.min().unwrap_or_default(), worst);
        self.guns_taken(d, fought);
        for ((one, gap), push) in fought.iter().zip(&gaps).zip(pushes) {
            if !from_behind(one) {
                self.passes_on(d, one.entry, &one.bout, &one.end);
            }
            if self.chases_on(one) || !self.takes_houses(d, one, held) {
                let through = held.filter(|_| self.troop(one.entry.attacker).arm == Arm::Infantry);
                self.follows(d, one.entry, &one.bout, &one.end, (*gap, push), through)?;
                // A unit that the pursuit has not carried through them stays in the houses.
                if let Some(houses) = through.filter(|_| self.chases_on(one))
                    && self.terrain.touched(&self.piece(&d.world, one.entry.attacker)).contains(&houses)
                {
                    self.takes_houses(d, one, held);
                }
            }
        }
        for (one, was) in fought.iter().zip(&were) {
            self.supports_follow(d, one.entry, was.at);
        }
        for (one, was) in fought.iter().zip(were) {
            self.after_screens(d, one.entry.attacker, one.bout.screen_beaten(Who::Attacker), was);
        }
        let beaten = fought.iter().any(|one| one.bout.screen_beaten(Who::Defender));
        self.after_screens(d, target, beaten, was);
        for one in fought {
            let on = game::facts([("on", i64::from(target.0))]);
            self.note(d, one.entry.attacker, Ended::of(one.end.outcome).note(), on, &[r::L3C_GAP_A11]);
            if matches!(one.end.outcome, AssaultEnd::Stopped | AssaultEnd::StoppedByFire | AssaultEnd::GivesUp) {
                d.world.unit_mut(one.entry.attacker).now.checked = true;
            }
            self.must_rally(d, one);
            self.stands_again(d, one.entry.attacker, target);
            if one.entry.to_fire && matches!(one.end.outcome, AssaultEnd::Draw | AssaultEnd::Exchange) {
                d.world.unit_mut(one.entry.attacker).drawn = Some(target);
                d.world.unit_mut(target).drawn = Some(one.entry.attacker);
            }
        }
        self.stands_again(d, target, first.entry.attacker);
        Ok(())
    }

    /// A melee's winner that may not pursue must rally (L3C-POU-03, L3C-POU-04).
    fn must_rally(&self, d: &mut D<'_>, one: &FoughtEntry<'_, '_>) {
        let Some(loser) = beaten(one.end.outcome).filter(|_| one.bout.met() && !one.end.pursued) else { return };
        let winner = self.who(one.entry, loser.other());
        if one.bout.must_rally(one.bout.at_first(loser.other())) {
            d.world.unit_mut(winner).now.must_rally = true;
        }
    }

    /// A battery clearly beaten in melee has lost its guns: they are no obstacle and are removed (L3C-MVT-41,
    /// L3C-GAP-A17, L3C-GAP-A89).
    fn guns_taken(&self, d: &mut D<'_>, fought: &[FoughtEntry<'_, '_>]) {
        let least = if self.on(r::L3C_GAP_A17) { self.book.tables.result.guns_lost_from } else { 1 };
        for one in fought.iter().filter(|one| one.bout.met()) {
            let won = matches!(one.end.outcome, AssaultEnd::Attacker | AssaultEnd::AttackerPursues);
            let lost = won && one.bout.state.lost_by >= u16::from(least);
            let target = one.entry.target;
            if lost && self.in_battery(&d.world, target) && self.book.all(&[r::L3C_MVT_41, r::L3C_GAP_A89]) {
                self.remove(d, target, crate::world::Fate::Destroyed, r::L3C_MVT_41);
            }
        }
    }

    /// A unit that does not go on is halted (L3C-GAP-A87); a unit with enough losses owes a test.
    fn stands_again(&self, d: &mut D<'_>, id: UnitId, enemy: UnitId) {
        if !d.world.unit(id).present() {
            return;
        }
        self.owe_for_losses(d, id, enemy);
        // A unit that has gone through an enemy is still advancing.
        if d.world.unit(id).body.case.positive() && d.world.unit(id).now.pace == Gait::Halted {
            let rests = self.on(r::L3C_GAP_A87);
            self.change(d, id, &[r::L3C_GAP_A87], |u| {
                if rests {
                    u.body.case = Case::Stand;
                }
                u.body.gait = Gait::Halted;
                u.body.steps_before = u.body.steps_lost;
            });
        }
    }

    /// Applies a reaction that was made: formation and facing (L3C-REA-07).
    fn turns_to(&self, d: &mut D<'_>, entry: &Later, bout: &AssaultBout<'_>, who: Who) {
        let id = self.who(entry, who);
        let standing = bout.state.side(bout.at_first(who));
        if standing.formation != d.world.unit(id).body.formation {
            self.reform(d, id, standing.formation, &[r::L3C_REA_07]);
        }
        let reaction = &bout.assault.reaction;
        let turned = who == Who::Defender && !bout.again() && reaction.turns && bout.state.answer.reacts();
        if turned && standing.case.positive() && reaction.formation.is_none() {
            let piece = self.turned_to(&d.world, id, entry.attacker);
            self.place(d, id, piece.pose.ahead(piece.depth / 2), &[], &[r::L3C_REA_07]);
        }
    }

    /// Moves the advancing unit to its end: to contact, to the firing position, or to where the enemy stood.
    fn comes_to(&self, d: &mut D<'_>, entry: &Later, bout: &AssaultBout<'_>, end: &End, gap: Cm) {
        let (attacker, target) = (entry.attacker, entry.target);
        let (charger, other) = if bout.again() { (target, attacker) } else { (attacker, target) };
        if bout.assault.purpose == Aim::Fire && !bout.met() {
            // An advance to fire: as near as the band requires (L3C-MAF-04).
            if let Some(band) = bout.state.attacker.band {
                self.to_band(d, (attacker, target), (self.troop(attacker).weapon, band), gap);
            }
            return;
        }
        if bout.met() {
            // A counter-charger covers the rest of the way (L3C-MAC-10); of two units that march on each other the
            // better does, or each covers half (L3C-GAP-A51).
            let counters = bout.state.answer.counters() && !bout.again() && self.on(r::L3C_MAC_10);
            let his = match (bout.assault.mutual, bout.state.covers) {
                (true, Covers::First | Covers::Neither) => 0,
                (true, Covers::Both) => gap / 2,
                (true, Covers::Second) => gap,
                (false, _) => {
                    if counters {
                        gap
                    } else {
                        0
                    }
                }
            };
            self.steps_up(d, other, charger, his);
            self.steps_up(d, charger, other, gap);
            for id in [attacker, target] {
                d.world.unit_mut(id).now.fought = true;
            }
        } else if end.outcome == AssaultEnd::StoppedByFire
            && let Some(band) = bout.state.side(bout.at_first(Who::Defender)).band
        {
            self.to_band(d, (attacker, target), (self.troop(target).weapon, band), gap);
        } else if end.outcome == AssaultEnd::GivesUp {
            self.steps_up(d, attacker, target, (gap - UD).max(0));
        }
    }

    /// Moves a unit up to a band of fire (L3C-MOR-130).
    fn to_band(&self, d: &mut D<'_>, (id, target): (UnitId, UnitId), (weapon, band): (Weapon, Band), gap: Cm) {
        // Guns moved by hand come no nearer (L3C-GAP-A52).
        if self.in_battery(&d.world, id) {
            return;
        }
        let ranges = self.book.tables.range.of(weapon);
        let limit = ranges.into_iter().flat_map(|ranges| ranges.bands()).find(|(known, _)| *known == band);
        let limit = limit.map_or(gap, |(_, limit): (_, Distance)| limit.cm());
        // A unit comes no nearer than it must.
        self.steps_up(d, id, target, (gap - limit).max(0));
    }

    /// Applies losses, points, loading, and status effects.
    fn suffers(&self, d: &mut D<'_>, entry: &Later, bout: &AssaultBout<'_>, who: Who, first: bool) {
        let id = self.who(entry, who);
        let standing = bout.state.side(bout.at_first(who));
        let steps = standing.before.saturating_add(standing.steps);
        let fired = standing.band.is_some();
        self.change(d, id, &[r::L3C_GAP_A11], |u| {
            u.body.points_spent = u.body.points_spent.max(standing.spent);
            u.now.raised = u.now.raised.max(standing.raised);
            u.body.status_used |= standing.weighed;
            u.body.loaded &= !fired;
            u.body.first_fire &= !fired;
            u.now.fired = u.now.fired.saturating_add(u8::from(fired && first));
        });
        self.hurt(d, id, steps, r::L3C_GAP_A11);
        if fired && first {
            self.imperils(d, id);
        }
        if fired && first && entry.to_fire && who == Who::Attacker {
            let shot = standing.band.and_then(|band| crate::fight::delivered(bout, who, band));
            let effective = bout.state.told;
            let fire = crate::world::DeliveredFire { shooter: id, target: entry.target, shot, effective, first: false };
            d.world.fires.push(fire);
        }
    }

    /// Applies the case of a unit, and its way back (L3C-GAP-A54, L3C-CAC-17).
    fn goes_as_it_must(&self, d: &mut D<'_>, one: &FoughtEntry<'_, '_>, who: Who, case: Case, state: Cohesion) {
        let FoughtEntry { entry, bout, end } = one;
        let (id, enemy) = (self.who(entry, who), self.who(entry, who.other()));
        let fought = bout.met();
        // A flight is paid already: a pursued unit pays the additional cost of a rout (L3C-GAP-A56).
        let fled = !bout.again() && bout.state.answer == Answer::Flee && who == Who::Defender;
        let paid = if fled && self.on(r::L3C_GAP_A56) { self.book.tables.action.flight } else { 0 };
        if !d.world.unit(id).present() {
            return;
        }
        let before = d.world.unit(id).body.case;
        self.set_case(d, id, case, state, &[r::L3C_GAP_A11]);
        if !d.world.unit(id).present() {
            return;
        }
        if bout.state.evades.map(|who| bout.at_first(who)) == Some(who) {
            let way = self.book.tables.distance.evasion.cm();
            return self.retires(d, id, Some(enemy), way, r::L3C_TIR_13);
        }
        // A unit that was already in that case goes back once more if it has answered: only an attacker stopped by its
        // own test leaves it alone (L3C-MAC-20, L3C-RAL-24).
        let driven = case != before || fought || who == Who::Defender && end.outcome != AssaultEnd::Stopped;
        // A unit that must go back does so at once (L3C-SIM-18).
        if case <= Case::FallBack && driven && self.on(r::L3C_SIM_18) {
            let points = self.back_cost(&d.world, id, Some(enemy), case).saturating_sub(paid);
            self.spend(d, id, points, r::L3C_GAP_C04);
            let push = self.push(d, one, who);
            match fled && case == Case::Retreat {
                true => self.flies(d, id, Some(enemy)),
                false => self.goes_back(d, id, Some(enemy), push, r::L3C_GAP_A54),
            }
        } else if fought && self.on(r::L3C_CAC_17) {
            // A unit that has not won steps back, to separate the two (L3C-CAC-17).
            let apart = match (end.outcome, beaten(end.outcome) == Some(who)) {
                (AssaultEnd::Draw, _) => self.steps_apart(one, who),
                (_, true) => self.book.tables.distance.separation.cm() + self.push(d, one, who),
                (_, false) => 0,
            };
            // This is not part of the move that a case requires: a unit raised or lowered to it may still go up
            // (L3C-RAL-16).
            let back = d.world.unit(id).now.back;
            self.retires(d, id, Some(enemy), apart, r::L3C_CAC_17);
            d.world.unit_mut(id).now.back = back;
        }
    }

    /// Distance that a side steps back after a drawn melee (L3C-GAP-B10).
    fn steps_apart(&self, one: &FoughtEntry<'_, '_>, who: Who) -> Cm {
        let FoughtEntry { bout, end, .. } = one;
        let gait = |who: Who| bout.state.side(bout.at_first(who)).gait;
        let charged = bout.at_first(who) == Who::Attacker;
        let through = charged && end.passed_through;
        crate::resolve::combat::result::steps_apart(&self.book, gait(who), gait(who.other()), charged, through).cm()
    }

    /// Distance that the winner of a melee pushes the loser, following (L3C-GAP-B10): none if it went through, is
    /// sheltered, or is a battery; a garrison is not pushed out of its houses, which the winner takes.
    fn push(&self, d: &D<'_>, one: &FoughtEntry<'_, '_>, who: Who) -> Cm {
        let FoughtEntry { entry, bout, end } = one;
        let winner = bout.at_first(who.other());
        let (victor, gait) = (bout.assault.party(winner), bout.state.side(winner).gait);
        let stays = end.passed_through || victor.holds_its_ground(gait) || victor.arm == Arm::Artillery;
        let housed = d.world.unit(self.who(entry, who)).garrison.is_some();
        let pushed = bout.met() && beaten(end.outcome) == Some(who) && !stays && !housed && self.on(r::L3C_GAP_B10);
        if pushed { self.book.tables.distance.push.cm() } else { 0 }
    }

    /// A unit that has gone through an enemy stands in the first UD behind the enemy's place, as far as there is room
    /// (L3C-CAC-05, L3C-CAC-08).
    fn passes_on(&self, d: &mut D<'_>, entry: &Later, bout: &AssaultBout<'_>, end_of: &End) {
        if !end_of.passed_through || bout.again() || !self.on(r::L3C_CAC_08) || !d.world.unit(entry.attacker).present()
        {
            return;
        }
        let standing = bout.state.side(bout.at_first(Who::Attacker));
        let now = &mut d.world.unit_mut(entry.attacker).now;
        now.passed = true;
        if standing.case.positive() {
            now.pace = passage::kept(&self.book, standing.gait);
        }
        let depth = self.piece(&d.world, entry.target).depth + self.piece(&d.world, entry.attacker).depth;
        let (own, facing) = (self.piece(&d.world, entry.attacker), d.world.unit(entry.attacker).pose.facing);
        let others = self.others(&d.world, entry.attacker);
        let cm = depth + UD / 4;
        let way = |others: &[(u32, Piece)]| match table::room(
            &own,
            facing,
            cm,
            &self.terrain,
            |f| self.closed(entry.attacker, f),
            others,
        ) {
            Ok(_) => cm,
            Err(halt) => (halt.at.cm - 10).max(0),
        };
        // The enemy that it goes through is no obstacle, if there is room behind.
        let (target, his) = (u32::from(entry.target.0), self.piece(&d.world, entry.target));
        let but_him: Vec<(u32, Piece)> = others.iter().filter(|(id, _)| *id != target).copied().collect();
        let through = way(&but_him);
        let gone = if table::overlaps(&own.moved(facing, through), &his) { way(&others) } else { through };
        let mut end = own.moved(facing, gone);
        // A beaten unit turns to the enemy that it has gone through (L3C-GAP-B33).
        if beaten(end_of.outcome) == Some(Who::Attacker) && gone == through {
            end.pose.facing = (facing + 18_000).rem_euclid(36_000);
        }
        if gone > 0 {
            self.place(d, entry.attacker, end.pose.ahead(end.depth / 2), &[], &[r::L3C_CAC_08]);
        }
    }

    /// A victor follows: in pursuit, or to the enemy's former place (L3C-GAP-A15, L3C-GAP-A56).
    fn follows(
        &self,
        d: &mut D<'_>,
        entry: &Later,
        bout: &AssaultBout<'_>,
        end: &End,
        (gap, push): (Cm, Cm),
        through: Option<FeatureId>,
    ) -> Flow<()> {
        let (attacker, target) = (entry.attacker, entry.target);
        let standing = bout.state.side(bout.at_first(Who::Attacker));
        let pursued = end.pursued || matches!(end.outcome, AssaultEnd::AttackerPursues | AssaultEnd::DefenderPursues);
        let by_defender = matches!(end.outcome, AssaultEnd::Defender | AssaultEnd::DefenderPursues);
        if pursued {
            let (victor, beaten) = if by_defender { (target, attacker) } else { (attacker, target) };
            // A unit that has just won the melee is already in contact (L3C-GAP-A16).
            let ahead = bout.state.ran.cm() + if bout.met() { push } else { gap };
            if d.world.unit(victor).present() {
                let through = through.filter(|_| victor == attacker);
                let met = self.rushes_through(d, victor, beaten, ahead, through);
                let gait = bout.state.side(bout.at_first(if by_defender { Who::Defender } else { Who::Attacker })).gait;
                self.mingles(d, (victor, gait), beaten, met)?;
            }
        } else if let Some(loser) = beaten(end.outcome).filter(|_| push > 0) {
            // The winner advances with the unit that it pushes; a halted winner decides whether to (L3C-GAP-B10).
            let (winner, pushed) = (self.who(entry, loser.other()), self.who(entry, loser));
            let moves = bout.state.side(bout.at_first(loser.other())).gait > Gait::Halted;
            if moves && d.world.unit(winner).present() {
                self.rushes(d, winner, pushed, push);
            } else if d.world.unit(winner).in_hand() && !d.world.follows.iter().any(|(by, _)| *by == winner) {
                d.world.follows.push((winner, pushed));
            }
        } else if end.outcome == AssaultEnd::DefenderGone
            && bout.assault.purpose == Aim::Contact
            && standing.gait > Gait::Halted
            && entry.placement != Placement::Zone
        {
            // As far as its gait carries it without tolerance (L3C-GAP-A15).
            let left = self.way_left(&d.world, attacker);
            self.rushes(d, attacker, target, gap.min(left));
        }
        if end.outcome == AssaultEnd::GivesUp && self.on(r::L3C_MOR_72) {
            self.change(d, attacker, &[r::L3C_MOR_72], |u| u.now.rallying = true);
        }
        Ok(())
    }

    /// Whether the attacker of an entry goes on in pursuit: it stops in houses that were its target.
    pub(crate) fn chases_on(&self, one: &FoughtEntry<'_, '_>) -> bool {
        let won = one.end.outcome == AssaultEnd::Attacker && one.end.pursued;
        won || one.end.outcome == AssaultEnd::AttackerPursues
    }

    /// A unit goes straight on after an enemy, as far as there is room, without entering others; returns the unit that
    /// it met.
    pub(crate) fn rushes(&self, d: &mut D<'_>, id: UnitId, after: UnitId, cm: Cm) -> Option<UnitId> {
        self.rushes_through(d, id, after, cm, None)
    }

    /// The same, through houses that were given up before it.
    fn rushes_through(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        after: UnitId,
        cm: Cm,
        through: Option<FeatureId>,
    ) -> Option<UnitId> {
        let bearing = match d.world.unit(after).present() {
            true => crate::field::bearing_to(self.piece(&d.world, id), self.piece(&d.world, after)),
            false => d.world.unit(id).pose.facing,
        };
        let own = self.piece(&d.world, id);
        let others = self.others(&d.world, id);
        let closed = |feature: FeatureId| self.closed(id, feature) && through != Some(feature);
        let (gone, met) = match table::room(&own, bearing, cm, &self.terrain, closed, &others) {
            Ok(_) => (cm, None),
            Err(halt) => ((halt.at.cm - 10).max(0), Some(halt.what)),
        };
        if gone > 0 {
            let end = own.moved(bearing, gone);
            self.place(d, id, end.pose.ahead(end.depth / 2), &[], &[r::L3C_GAP_A56]);
        }
        d.world.present().find(|other| met == Some(Stop::Unit(u32::from(other.0))))
    }

    /// A pursuit at some gait has run into a friend of the pursued unit: both take the worse state (L3C-POU-08), and
    /// pursuer and friend fight a melee at once, without tests (L3C-GAP-A56). Cavalry may avoid foot and guns
    /// (L3C-MVT-27).
    pub(crate) fn mingles(
        &self,
        d: &mut D<'_>,
        (by, gait): (UnitId, Gait),
        on: UnitId,
        met: Option<UnitId>,
    ) -> Flow<()> {
        let Some(met) = met.filter(|met| *met != on && self.side(*met) == self.side(on)) else { return Ok(()) };
        // A fleeing unit fights no other.
        let fights = d.world.unit(by).in_hand() && d.world.unit(met).body.case > Case::Retreat;
        let horse = self.troop(by).arm == Arm::Cavalry && self.troop(met).arm != Arm::Cavalry;
        if fights && horse && self.book.all(&[r::L3C_GAP_A56, r::L3C_MVT_27]) {
            let choices = offer([Does::Yes, Does::No], r::L3C_GAP_A56);
            let slot = Question::Pursue.about(self.side(by), vec![Ref::Unit(by), Ref::Unit(met)]);
            let key = self.choose(d, slot, Ref::Unit(by), choices, &[r::L3C_GAP_A56, r::L3C_MVT_27])?;
            if key.is_some_and(|key| Does::No.is(&key)) {
                return Ok(());
            }
        }
        let all: Vec<UnitId> = [by, on, met].into_iter().filter(|id| d.world.unit(*id).present()).collect();
        let worst = all.iter().map(|id| d.world.unit(*id).body.state).max().unwrap_or_default();
        for id in all.into_iter().filter(|_| self.on(r::L3C_POU_08)) {
            self.change(d, id, &[r::L3C_POU_08], |u| u.body.state = worst);
        }
        if fights && self.on(r::L3C_GAP_A56) {
            self.note(d, by, "runs_into", game::facts([("on", i64::from(met.0))]), &[r::L3C_GAP_A56]);
            let distance = self.gap(&d.world, by, met);
            let entry = Later {
                attacker: by,
                target: met,
                to_fire: false,
                class: Class::Met,
                instant: 0,
                distance,
                placement: Placement::Pursuit,
                stops_from: gait,
                assaulting: false,
            };
            self.freeze(d, entry);
        }
        Ok(())
    }

    /// The end of step 5: manoeuvres not done in time (L3C-INT-10, L3C-GAP-A49).
    pub(crate) fn rest(&self, d: &mut D<'_>) -> Flow<()> {
        let ids: Vec<UnitId> = d.world.plans.keys().copied().collect();
        for id in ids {
            let Some(plan) = d.world.plans.get(&id).cloned() else { continue };
            let unit = d.world.unit(id);
            let free = unit.in_hand() && !unit.now.fought && self.may_go_on(&d.world, id);
            if free && self.on(r::L3C_INT_10) && self.manoeuvre_points(&d.world, id, &plan).is_some() {
                self.manoeuvre(d, id, &plan);
            }
        }
        self.resume_marches(d)?;
        d.world.rested = true;
        for id in d.world.ids() {
            if d.world.unit(id).present() && d.world.unit(id).body.gait != Gait::Halted {
                self.change(d, id, &[r::L3C_GAP_A87], |u| u.body.gait = Gait::Halted);
            }
        }
        Ok(())
    }
}
