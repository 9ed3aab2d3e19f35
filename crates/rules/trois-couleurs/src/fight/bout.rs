//! The assault as a state machine: it asks for dice and decisions and continues when it gets them.

use super::answer::{Answer, answers, can_fire};
use super::form::announced;
use super::stage::{AssaultState, Fact, Stage, StageInput};
use super::{Aim, Assault, AssaultEnd, End, Party, Remains, Stopped, Who};
use crate::question::{Does, Question, picked, unhandled};
use crate::resolve::combat::control;
use crate::resolve::combat::onset;
use crate::resolve::combat::result::{Fight, may_raise};
use crate::resolve::moving::gait::{Pace, change};
use crate::resolve::moving::movement::paces;
use crate::resolve::moving::points;
use crate::resolve::nerve::morale::{self, expected_fire};
use crate::resolve::shooting::fire::{Fire, Fired, fire};
use crate::resolve::shooting::range;
use crate::terms::state::degrade;
use crate::terms::tables::MovingAs;
use crate::{Arm, Aspect, Band, Book, Case, Distance, Formation, Gait, Shot, Status, r};
use dice::Throw;
use game::{
    Bout, BoutInput, BoutRequest, Choice, Field, Key, Line, Op, Ref, Reply, Rule, Shape, Side, Toss, Trace, UnitId,
};
use rulebook::ids::held;
use smallvec::smallvec;
use std::borrow::Cow;
use std::hash::{Hash, Hasher};

/// An assault under way, with its book and the form that was typed in.
#[derive(Clone, Debug)]
pub struct AssaultBout<'a> {
    pub book: &'a Book,
    /// The form typed in; after the defender's counter-charge, with the sides exchanged.
    pub assault: Cow<'a, Assault>,
    pub state: AssaultState,
    /// The form after the attacked garrison has moved figures to that face as its answer (L3C-ECO-26).
    pub manned: Option<&'a Assault>,
}

impl PartialEq for AssaultBout<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Eq for AssaultBout<'_> {}

impl Hash for AssaultBout<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

/// The choice of a yes-or-no decision.
pub(super) const fn yes(wanted: bool) -> Does {
    if wanted { Does::Yes } else { Does::No }
}

/// Whether the reply to a yes-or-no decision is yes.
fn agreed(key: &Key) -> bool {
    match Does::of(key) {
        Some(Does::Yes) => true,
        Some(Does::No) => false,
        _ => unhandled(key),
    }
}

/// Cases by which a unit rises by this answer, up to the limit.
fn cases_of(key: &Key, most: u8) -> u8 {
    match Does::of(key) {
        Some(Does::Yes) => most,
        Some(Does::One) => most.min(1),
        Some(Does::No) => 0,
        _ => unhandled(key),
    }
}

/// The choice that stands for a reaction to being stopped.
pub(super) const fn stopped_does(stopped: Stopped) -> Does {
    match stopped {
        Stopped::Nothing => Does::Nothing,
        Stopped::FireBack => Does::FireBack,
        Stopped::Flee => Does::Flee,
    }
}

impl<'a> AssaultBout<'a> {
    #[must_use]
    pub const fn new(book: &'a Book, assault: &'a Assault) -> Self {
        Self { book, assault: Cow::Borrowed(assault), state: AssaultState::begin(assault), manned: None }
    }

    /// A garrison has moved to the attacked face before it answers (L3C-ECO-26): replaces the circumstances of the
    /// meeting.
    pub fn defended_as(&mut self, fresh: &Assault) {
        let Assault { side, width, attacker_overlaps, defender_overlaps, .. } = *fresh;
        let defender = fresh.defender.clone();
        let own = &mut self.state.defender;
        (own.front, own.ranks, own.spent) = (defender.front, defender.ranks, defender.spent);
        self.state.side = side;
        let told = Assault {
            side,
            width,
            attacker_overlaps,
            defender_overlaps,
            defender,
            ..self.assault.clone().into_owned()
        };
        self.assault = Cow::Owned(told);
    }

    /// Whether the defender has gone over to a counter-charge, so that the sides are exchanged.
    #[must_use]
    pub const fn again(&self) -> bool {
        self.state.again
    }

    /// Whether they have come to a melee.
    #[must_use]
    pub const fn met(&self) -> bool {
        self.state.melee
    }

    /// Whether the enemy's screen beat the screen of this side before the assault (L3C-TIR-39).
    #[must_use]
    pub fn screen_beaten(&self, who: Who) -> bool {
        let side = self.state.side(who);
        !self.again() && self.assault.party(who).screen.is_some() && side.harassed && !side.covered
    }

    /// The role of a side at the start of the assault.
    #[must_use]
    pub const fn at_first(&self, who: Who) -> Who {
        if self.state.again { who.other() } else { who }
    }

    /// PA needed for what a side has declared.
    #[must_use]
    pub fn needed(&self, who: Who) -> u8 {
        let table = &self.book.tables.action;
        let defender = &self.assault.defender;
        let shot = table.fire + if defender.loaded || !self.book.on(r::L3C_PA_10) { 0 } else { table.reload };
        match who {
            Who::Attacker if self.assault.purpose == Aim::Fire => self.advance_points(),
            Who::Attacker => table.assault_least,
            Who::Defender if self.assault.mutual => table.assault_least,
            Who::Defender => match self.state.answer {
                Answer::Fire => shot,
                Answer::Stand => 0,
                Answer::Counter => table.counter_assault,
                Answer::ReactFire => self.assault.reaction.points + shot,
                Answer::ReactStand => self.assault.reaction.points,
                Answer::ReactCounter => self.assault.reaction.points + table.counter_assault,
                Answer::Flee => table.flight,
            },
        }
    }

    /// PA of an advance to fire (L3C-MAC-06), by the distance to the firing position.
    pub(super) fn advance_points(&self) -> u8 {
        let band = self.state.attacker.band.unwrap_or(Band::P3);
        self.points_to(band).unwrap_or(self.book.tables.action.credit)
    }

    /// PA of an advance to the firing position for a band; `None`: too far (L3C-GAP-A52).
    fn points_to(&self, band: Band) -> Option<u8> {
        let Party { arm, formation, status, weapon, on_the_way, .. } = self.assault.attacker;
        let onset = onset::Onset {
            arm,
            formation,
            status,
            advance: self.assault.distance.minus(self.place(band)),
            lost_ud: on_the_way.lost_ud,
            heavy: weapon.heavy(),
            uphill: on_the_way.uphill,
            to_fire: true,
            ..onset::Onset::default()
        };
        onset::fire_advance(self.book, &onset)
    }

    /// Distance from which an attacker fires at a band in an advance to fire: where it tests, or as near as the band
    /// requires (L3C-MOR-130, L3C-GAP-A52); guns moved by hand come no nearer.
    pub(super) fn place(&self, band: Band) -> Distance {
        let Party { weapon, formation, .. } = self.assault.attacker;
        let apart = self.assault.apart();
        let ranges = self.book.tables.range.of(weapon).filter(|_| formation != Formation::Deployed);
        let limit = ranges.into_iter().flat_map(|ranges| ranges.bands()).find(|(known, _)| *known == band);
        limit.map_or(apart, |(_, limit): (_, Distance)| apart.min(limit))
    }

    /// The nearest band, from the desired one on, that an attacker can fire at: no nearer than guns have come
    /// (L3C-MAF-04), nor than its points allow (L3C-GAP-A52).
    pub(super) fn reached(&self, band: Band) -> Band {
        let Party { weapon, formation, .. } = self.assault.attacker;
        if formation == Formation::Deployed {
            return range::delivered(self.book, weapon, band, self.assault.apart()).unwrap_or(band);
        }
        let left = points::left(self.book, self.assault.attacker.spent);
        let comes = |to: &Band| *to >= band && self.points_to(*to).is_some_and(|points| points <= left);
        [Band::P1, Band::P2, Band::P3].into_iter().find(comes).unwrap_or(band)
    }

    fn toss(&self, rule: Rule, who: Who, throw: Throw) -> BoutRequest<Self> {
        BoutRequest::Dice(smallvec![Toss::new(rule, unit(self.at_first(who)), throw)])
    }

    fn ask(&self, who: Who, question: Question, replies: impl IntoIterator<Item = (Key, Rule)>) -> BoutRequest<Self> {
        let who = self.at_first(who);
        let side = if who == Who::Attacker { Side::Blue } else { Side::Red };
        let from: Vec<Choice> = replies.into_iter().map(|(key, rule)| Choice::of(key, &[rule])).collect();
        let default = from.first().map_or(Reply::Picked(Vec::new()), |choice| Reply::pick(choice.key.clone()));
        let about = unit(who);
        let slot = question.about(side, vec![about]);
        BoutRequest::Reply(
            slot,
            vec![Field { about, shape: Shape::Pick { from, min: 1, max: 1, budget: None }, default }],
        )
    }

    /// The rule by which a unit may fire from farther off than its test allows.
    fn farther(&self) -> Rule {
        match self.assault.purpose {
            Aim::Fire => r::L3C_MAF_07,
            Aim::Contact => r::L3C_MOR_06,
        }
    }

    fn ask_gait(&self, who: Who) -> BoutRequest<Self> {
        self.ask(who, Question::AnnouncedGait, self.gaits(who).map(|gait| (announced(&gait), r::L3C_MOR_06)))
    }

    fn ask_band(&self, who: Who) -> BoutRequest<Self> {
        let by_hand = self.assault.attacker.formation == Formation::Deployed;
        let open = |band: &Band| who == Who::Defender || by_hand || self.reached(*band) == *band;
        let bands = [Band::P1, Band::P2, Band::P3].into_iter().filter(open);
        self.ask(who, Question::AnnouncedBand, bands.map(|band| (announced(&band), self.farther())))
    }

    fn ask_shot(&self, who: Who) -> BoutRequest<Self> {
        let shots = [Shot::Canister, Shot::Round].map(|shot| (announced(&shot), r::L3C_MOR_41));
        self.ask(who, Question::AnnouncedShot, shots)
    }

    /// Batteries that meet announce their ammunition before the tests, the attacker first (L3C-MOR-41). Out of canister
    /// range there is no choice.
    fn announces_shot(&mut self, first: Who) {
        self.state.stage = Stage::Nerve(Who::Attacker);
        if !self.assault.announces_shot(self.book) {
            return;
        }
        let later: &[Who] = if first == Who::Attacker { &[Who::Defender] } else { &[] };
        for who in [first].iter().chain(later).copied() {
            if self.assault.party(who).shot.is_some() {
                continue;
            }
            if self.canister_reaches(who) {
                self.state.stage = Stage::Ammunition(who);
                return;
            }
            self.state.side_mut(who).shot = Some(Shot::Round);
        }
    }

    /// Whether canister of a side reaches the other from the attacker's firing position (L3C-FEU-45).
    fn canister_reaches(&self, who: Who) -> bool {
        let apart = self.place(self.state.attacker.band.unwrap_or_default());
        range::band(self.book, self.assault.party(who).weapon, apart).is_some_and(|band| band <= Band::P2)
    }

    /// The fastest gait of an attacking unit: by its points and its way, and infantry attacks cavalry at the
    /// ordinary step only (L3C-INT-04).
    fn fastest(&self, who: Who) -> Gait {
        let (own, enemy) = (self.assault.party(who), self.assault.party(who.other()));
        let wary = own.arm == Arm::Infantry && enemy.arm == Arm::Cavalry && self.book.on(r::L3C_INT_04);
        own.fastest(self.book).min(if wary { Gait::Ordinary } else { Gait::Charge })
    }

    /// The fastest gait that ground and room allow a side: an attacker has the whole way to gather speed, a
    /// counter-charger only the rest of it (L3C-MVT-34, L3C-MAC-17); a unit that goes on has its gait already.
    pub(super) fn room(&self, who: Who) -> Gait {
        let party = self.assault.party(who);
        let room = match who {
            Who::Attacker => self.assault.distance,
            Who::Defender if self.assault.mutual => self.assault.distance,
            Who::Defender => self.assault.apart(),
        };
        let pace = Pace { arm: party.arm, to: Gait::Charge, room, ..Pace::default() };
        let gathered = if party.nerve.follow_on { Gait::Charge } else { change(self.book, &pace).gait };
        // A formation goes no faster than the gaits of its row (L3C-GAP-A97).
        let row = paces(self.book, party.arm.mover(party.horse_guns), MovingAs::of(self.state.side(who).formation));
        let fastest = Gait::of_rank(rulebook::saturated::<u8, _>(row.0.len()));
        let drilled = if self.book.all(&[r::L3C_GAP_A97, r::L3C_GAP_A01]) { fastest } else { Gait::Charge };
        party.gait_limit.min(gathered).min(drilled)
    }

    /// The gaits that an attacking unit may announce, the fastest first.
    pub(super) fn gaits(&self, who: Who) -> impl Iterator<Item = Gait> {
        let most = self.fastest(who);
        Gait::ALL.into_iter().rev().filter(move |gait| *gait > Gait::Halted && *gait <= most)
    }

    pub(super) fn told(&mut self, situation: &StageInput, trace: &mut impl Trace) {
        let book = self.book;
        match (self.state.stage, situation) {
            (Stage::Screens, StageInput::Screens(own, his)) => self.screened(*own, *his, trace),
            (Stage::Nerve(who), StageInput::Nerve(nerve)) => {
                let sum = morale::modifiers(book, nerve, trace);
                let own = self.state.side_mut(who);
                own.score = sum;
                own.weighed |= morale::status_counts(book, nerve);
                own.expected = if who == Who::Attacker { expected_fire(book, &nerve.fire) } else { 0 };
                self.state.stage = Stage::Die(who);
                self.spare(trace);
            }
            (Stage::Shock { who, outcome }, StageInput::Nerve(nerve)) => {
                let sum = morale::modifiers(book, nerve, trace);
                let own = self.state.side_mut(who);
                own.score = sum;
                own.weighed |= morale::status_counts(book, nerve);
                self.state.stage = Stage::ShockDie { who, outcome };
                self.spare(trace);
            }
            (Stage::Shoot { who, .. }, StageInput::Fire(shots)) => {
                let fired = fire(book, shots, trace);
                self.holed(who.other(), shots, &fired);
                self.shot(&fired, trace);
            }
            (Stage::FireBack, StageInput::Fire(shots)) => {
                let fired = fire(book, shots, trace);
                self.state.defender.steps += fired.loss.steps;
                let even = self.state.attacker.lost_in_duel() == self.state.defender.lost_in_duel();
                if even || !self.duel_at(self.stopped_at()) {
                    self.exploited();
                } else {
                    self.duelled();
                }
            }
            (Stage::Melee, StageInput::Melee(fight)) => self.fought(fight, trace),
            (Stage::Chase { winner, before, .. }, StageInput::Pursuit(chase)) => self.chased(winner, before, chase),
            (Stage::Control { who }, StageInput::Control(hold)) => {
                let (sum, _) = control::control(book, hold, trace);
                let needs = i16::from(book.tables.control.controlled_from);
                let cut = needs - i16::from(sum);
                let fleeing = hold.fleeing_enemy;
                if book.on(r::L3C_GAP_A14) && cut > 1 {
                    self.state.stage = Stage::Hold { who, cut, fleeing };
                } else {
                    self.controlled(who, fleeing, true);
                }
            }
            _ => rulebook::ids::unfit(&self.state.stage),
        }
    }

    /// Losses by round shot fall on every rank (L3C-LOSS-06).
    pub(super) fn holed(&mut self, who: Who, shots: &Fire, fired: &Fired) {
        if shots.ammunition() == Some(Shot::Round) {
            self.state.side_mut(who).round += fired.loss.steps;
        }
    }

    /// Without L3C-MOR-124 no die is thrown.
    pub(super) fn spare(&mut self, trace: &mut impl Trace) {
        if !self.book.on(r::L3C_MOR_124) {
            self.thrown(0, trace);
        }
    }

    pub(super) fn thrown(&mut self, class: i16, trace: &mut impl Trace) {
        let luck = |bout: &mut Self, who: Who, trace: &mut dyn FnMut(Line)| {
            let luck = morale::luck(bout.book, class);
            if bout.book.on(r::L3C_MOR_124) {
                trace(morale::die_line(luck));
            }
            bout.state.side_mut(who).score += i16::from(luck);
        };
        match self.state.stage {
            Stage::Die(who) => {
                luck(self, who, &mut |line| trace.line(|| line));
                match who {
                    Who::Attacker => self.attack_read(),
                    Who::Defender => self.answer_read(trace),
                }
            }
            Stage::ShockDie { who, outcome } => {
                luck(self, who, &mut |line| trace.line(|| line));
                self.shocked(who, outcome);
            }
            Stage::Hold { who, fleeing, .. } => {
                trace.line(|| Line::new(r::L3C_GAP_A14, Op::Read(i64::from(class))));
                self.controlled(who, fleeing, class > 0);
            }
            _ => rulebook::ids::unfit(&self.state.stage),
        }
    }

    pub(super) fn replied(&mut self, replies: &[Reply]) {
        let key = picked(replies);
        // A longer band may always be chosen (L3C-MAF-07, L3C-MOR-06).
        let free = self.book.on(self.farther());
        let band = || {
            let named = [Band::P1, Band::P2, Band::P3].into_iter().find(|band| *key == announced(band));
            if free { held(named, "the band of a reply") } else { Band::P1 }
        };
        let gait = || {
            let named = Gait::ALL.into_iter().find(|gait| *key == announced(gait));
            held(named, "the gait of a reply")
        };
        match self.state.stage {
            Stage::Announce => {
                if self.assault.purpose == Aim::Fire {
                    self.state.attacker.band = Some(self.reached(band()));
                } else {
                    self.state.announced = gait().min(self.fastest(Who::Attacker));
                }
                if self.assault.mutual {
                    self.state.stage = Stage::AnnounceBack;
                } else {
                    self.announces_shot(Who::Attacker);
                }
            }
            Stage::Ammunition(who) => {
                let named = [Shot::Canister, Shot::Round].into_iter().find(|shot| *key == announced(shot));
                self.state.side_mut(who).shot = Some(held(named, "the ammunition of a reply"));
                match who {
                    Who::Attacker => self.announces_shot(Who::Defender),
                    Who::Defender => self.state.stage = Stage::Nerve(Who::Attacker),
                }
            }
            Stage::AnnounceBack => {
                self.state.announced_back = gait().min(self.fastest(Who::Defender));
                self.state.answer = Answer::Counter;
                self.state.stage = Stage::Nerve(Who::Attacker);
            }
            Stage::Answer => {
                let wanted = Answer::ALL.into_iter().find(|answer| answer.does().is(key));
                // The attacker has tested against the face as it was before.
                if let Some(fresh) = self.manned.take() {
                    self.defended_as(fresh);
                }
                self.answered(held(wanted, "the answer of a reply"));
            }
            Stage::Range => {
                self.state.defender.band = Some(band());
                self.state.stage = Stage::Nerve(Who::Defender);
            }
            Stage::Stopped => {
                let book = self.book;
                let own = &mut self.state.attacker;
                match Does::of(key) {
                    Some(Does::FireBack) => {
                        // The unit answers the fire that stopped it: it pays the point, beyond its allowance if need be
                        // (L3C-PA-05).
                        own.spent = own.spent.saturating_add(book.tables.action.fire);
                        self.state.stage = Stage::FireBack;
                    }
                    Some(Does::Flee) => {
                        own.spent = own.spent.saturating_add(book.tables.action.flight);
                        own.case = Case::Retreat;
                        own.state = degrade(book, own.state, u8::from(book.on(r::L3C_FUI_03)));
                        self.state.stage = Stage::Done(AssaultEnd::AttackerGone);
                    }
                    Some(Does::Nothing) => self.exploited(),
                    _ => unhandled(key),
                }
            }
            Stage::Raise { loser, difference } => {
                self.beaten(loser, difference, self.rises_by(loser, replies));
            }
            Stage::Rise { who, outcome, most } => self.risen(who, outcome, cases_of(key, most)),
            Stage::Recover { who, outcome, most } => self.recovered(who, outcome, cases_of(key, most)),
            Stage::Exploit => {
                if agreed(key) {
                    self.turn_about();
                } else {
                    self.settle(AssaultEnd::StoppedByFire);
                }
            }
            Stage::Pursue { winner, before } => {
                if agreed(key) {
                    self.state.stage = Stage::Chase { winner, unwanted: false, before };
                } else if before && self.took_houses(winner) {
                    self.state.stage = Stage::Exact;
                } else if self.state.melee || before {
                    self.state.stage = Stage::Control { who: winner };
                } else {
                    // A unit that only fired stays in place (L3C-GAP-A14).
                    self.settle(self.by_fire(winner));
                }
            }
            Stage::Exact => {
                if agreed(key) {
                    self.state.stage = Stage::Control { who: Who::Attacker };
                } else {
                    self.settle(AssaultEnd::DefenderGone);
                }
            }
            Stage::Demand { who, outcome } => {
                if agreed(key) {
                    self.state.stage = Stage::Shock { who, outcome };
                } else {
                    self.next_demand(who, outcome);
                }
            }
            _ => rulebook::ids::unfit(&self.state.stage),
        }
    }

    /// Cases by which a side that has lost a melee may rise by its status (L3C-STA-01).
    pub(super) fn rises(&self, who: Who) -> u8 {
        may_raise(self.book, Fight::Melee, self.assault.party(who).status, self.state.side(who).raised)
    }

    /// Cases by which the owner lets it rise.
    pub(super) fn rises_by(&self, who: Who, replies: &[Reply]) -> u8 {
        cases_of(picked(replies), self.rises(who))
    }

    /// The end, with the state of both sides.
    pub(super) fn ended(&self, outcome: AssaultEnd) -> End {
        let remains = |who: Who| {
            let own = self.state.side(self.at_first(who));
            Remains { case: own.case, state: own.state, steps: own.before + own.steps, points: own.spent }
        };
        End {
            outcome: if self.state.again { outcome.mirrored() } else { outcome },
            attacker: remains(Who::Attacker),
            defender: remains(Who::Defender),
            counter_charged: self.state.again,
            passed_through: self.state.passed_through.map(|who| self.at_first(who)),
            pursued: self.state.pursued
                && !matches!(outcome, AssaultEnd::AttackerPursues | AssaultEnd::DefenderPursues),
        }
    }
}

pub(super) const fn won(winner: Who) -> AssaultEnd {
    match winner {
        Who::Attacker => AssaultEnd::Attacker,
        Who::Defender => AssaultEnd::Defender,
    }
}

impl Bout for AssaultBout<'_> {
    type Fact = Fact;
    type Situation = StageInput;
    type End = End;

    fn wants(&self) -> BoutRequest<Self> {
        let [yes, no] = [Does::Yes, Does::No].map(Does::key);
        match self.state.stage {
            Stage::Screens => BoutRequest::Situation(Fact::Screens),
            Stage::Announce if self.assault.purpose == Aim::Fire => self.ask_band(Who::Attacker),
            Stage::Announce => self.ask_gait(Who::Attacker),
            Stage::AnnounceBack => self.ask_gait(Who::Defender),
            Stage::Ammunition(who) => self.ask_shot(who),
            Stage::Nerve(who) => BoutRequest::Situation(Fact::Nerve(who)),
            Stage::Die(who) | Stage::ShockDie { who, .. } => self.toss(r::L3C_MOR_124, who, morale::throw(self.book)),
            Stage::Answer => {
                let met = self.manned.unwrap_or(&self.assault);
                let offered = answers(self.book, met).map(|answer| (answer.does().key(), answer.rule()));
                self.ask(Who::Defender, Question::Answer, offered)
            }
            Stage::Range => self.ask_band(Who::Defender),
            Stage::Shoot { who, band, .. } => BoutRequest::Situation(Fact::Fire(who, band)),
            Stage::Stopped => {
                let Party { loaded, .. } = self.assault.attacker;
                let fires = loaded
                    && self.fires_back_at().is_some()
                    && can_fire(self.book, &self.assault.attacker, self.state.attacker.formation, Aspect::Front);
                let all = [Stopped::Nothing, Stopped::FireBack, Stopped::Flee].into_iter();
                let open = all.filter(|stopped| fires || *stopped != Stopped::FireBack);
                self.ask(
                    Who::Attacker,
                    Question::Stopped,
                    open.map(|stopped| (stopped_does(stopped).key(), r::L3C_MOR_131)),
                )
            }
            Stage::FireBack => {
                let band = held(self.fires_back_at(), "a band to fire back at");
                BoutRequest::Situation(Fact::Fire(Who::Attacker, band))
            }
            Stage::Exploit => {
                self.ask(Who::Defender, Question::CounterCharge, [(no, r::L3C_MAC_26), (yes, r::L3C_MAC_26)])
            }
            Stage::Melee => BoutRequest::Situation(Fact::Melee),
            Stage::Raise { loser: who, .. } | Stage::Rise { who, .. } | Stage::Recover { who, .. } => {
                let guard = self.assault.party(who).status == Status::Guard;
                let one = guard.then(|| (Does::One.key(), r::L3C_STA_01));
                let all = [(yes, r::L3C_STA_01)].into_iter().chain(one).chain([(no, r::L3C_STA_01)]);
                self.ask(who, Question::Raise, all)
            }
            Stage::Pursue { winner, .. } => {
                self.ask(winner, Question::Pursue, [(yes, r::L3C_POU_07), (no, r::L3C_GAP_A14)])
            }
            Stage::Chase { winner, .. } => BoutRequest::Situation(Fact::Pursuit(winner)),
            Stage::Exact => self.ask(Who::Defender, Question::Control, [(no, r::L3C_MAC_22), (yes, r::L3C_MAC_22)]),
            Stage::Control { who } => BoutRequest::Situation(Fact::Control(who)),
            Stage::Hold { who, cut, .. } => self.toss(r::L3C_GAP_A14, who, Throw::d6(1).cuts([cut])),
            Stage::Demand { who, .. } => {
                self.ask(who.other(), Question::Demand, [(no, r::L3C_MOR_29), (yes, r::L3C_MOR_29)])
            }
            Stage::Shock { who, .. } => BoutRequest::Situation(Fact::Nerve(who)),
            Stage::Done(outcome) => BoutRequest::Done(self.ended(outcome)),
        }
    }

    fn end(&self) -> Option<End> {
        match self.state.stage {
            Stage::Done(outcome) => Some(self.ended(outcome)),
            _ => None,
        }
    }

    fn feed(&mut self, fed: BoutInput<'_, Self>, trace: &mut impl Trace) {
        match fed {
            BoutInput::Situation(situation) => self.told(&situation, trace),
            BoutInput::Replied(replies) => self.replied(replies),
            BoutInput::Thrown(classes) => self.thrown(*rulebook::ids::at(classes, 0, "throw"), trace),
            BoutInput::Resumed => rulebook::ids::unfit(&self.state.stage),
        }
    }
}

/// The party that throws and decides for a side.
pub(super) const fn unit(who: Who) -> Ref {
    Ref::Unit(UnitId(who as u16))
}
