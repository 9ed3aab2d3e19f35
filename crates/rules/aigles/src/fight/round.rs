//! One round of one melee: units of two sides linked by contact. The order of its steps is defined only here; the turn
//! drives one round for every melee of a period, a charge of two units one for each of its rounds.

use super::brawl::{Beaten, Blow, Brawler, Grip, Hunt, Led, Link, Parting, Pursuer, Pursues, Sheets};
use crate::resolve::command::{InMelee, OfficerFate, fate_in_melee};
use crate::resolve::fire::{DieKind, DieUse, throw};
use crate::resolve::melee::{
    Drawn, Faced, SquareAfter, Verdict, after_draw, after_round, die_kind, inflicted, verdict,
};
use crate::resolve::morale::{Effect, MoraleResult};
use crate::terms::book::{Book, r};
use crate::{Arm, Order};
use dice::Throw;
use game::{Ref, Side, Toss, UnitId};
use smallvec::SmallVec;

/// The next input that a round waits for. A driver of several rounds takes those with the earliest moment first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Moment {
    /// A die for each unit (LA-COM-01).
    #[default]
    Clash,
    /// A die for each officer whose unit has had losses (LA-GEN-07). It comes before figures are removed: the officer
    /// shares the fate of a destroyed unit.
    Officers,
    /// Figures are removed, and the rest is reported.
    Losses,
    /// Squares break, and a draw takes effect.
    Verdict,
    /// The losers test (LA-MOR-06).
    Tests,
    /// The winners whose enemies give way are reported.
    Pursuers,
    /// The winners that have the choice decide (LA-GAP-67).
    Follow,
    /// The beaten units give way, and the followers keep contact (LA-GAP-49).
    GivingWay,
    Over,
}

/// A round under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Round {
    moment: Moment,
    brawlers: SmallVec<[Brawler; 2]>,
    /// Cleared when the dice are thrown.
    grips: Vec<Grip>,
    links: SmallVec<[Link; 1]>,
    officers: Vec<Led>,
    blows: SmallVec<[Blow; 2]>,
    fates: Vec<(UnitId, OfficerFate)>,
    broken: Vec<UnitId>,
    loser: Option<Side>,
    partings: Vec<Parting>,
    beaten: SmallVec<[Beaten; 1]>,
    hunts: Vec<Hunt>,
}

impl Round {
    /// Units in contact, how each fights each of its enemies, which units touch, and the officers with them.
    #[must_use]
    pub fn new(
        brawlers: impl IntoIterator<Item = Brawler>,
        grips: impl IntoIterator<Item = Grip>,
        links: impl IntoIterator<Item = Link>,
        officers: impl IntoIterator<Item = Led>,
    ) -> Self {
        Self {
            brawlers: brawlers.into_iter().collect(),
            grips: grips.into_iter().collect(),
            links: links.into_iter().collect(),
            officers: officers.into_iter().collect(),
            ..Self::default()
        }
    }

    #[must_use]
    pub const fn moment(&self) -> Moment {
        self.moment
    }

    /// The order of the ranks of all units that have fought (LA-GAP-22, 6).
    #[must_use]
    pub fn ranks(book: &Book) -> Order {
        if book.on(r::LA_GAP_22) { Order::Disorganised } else { Order::Formed }
    }

    pub fn units(&self) -> impl Iterator<Item = UnitId> {
        self.brawlers.iter().map(|brawler| brawler.unit)
    }

    /// Losses inflicted by each unit on each of its enemies.
    #[must_use]
    pub fn blows(&self) -> &[Blow] {
        &self.blows
    }

    /// The fates of the officers tested since the last call: each is reported once.
    pub fn take_fates(&mut self) -> Vec<(UnitId, OfficerFate)> {
        std::mem::take(&mut self.fates)
    }

    #[must_use]
    pub fn received(&self, unit: UnitId) -> u16 {
        let on = self.blows.iter().filter(|blow| blow.other == unit);
        on.fold(0, |sum, blow| sum.saturating_add(blow.losses))
    }

    /// Squares that are broken (LA-GAP-22, 7).
    #[must_use]
    pub fn broken(&self) -> &[UnitId] {
        &self.broken
    }

    /// The losing side; `None` after a draw.
    #[must_use]
    pub const fn loser(&self) -> Option<Side> {
        self.loser
    }

    /// Effects of a draw on each pair.
    #[must_use]
    pub fn partings(&self) -> &[Parting] {
        &self.partings
    }

    /// Units of the losing side, which test.
    #[must_use]
    pub fn beaten(&self) -> &[Beaten] {
        &self.beaten
    }

    /// Winners whose enemies give way.
    #[must_use]
    pub fn hunts(&self) -> &[Hunt] {
        &self.hunts
    }

    /// Pursuers and the units that they follow.
    pub fn followers(&self) -> impl Iterator<Item = (UnitId, UnitId)> {
        let follow = self.hunts.iter().filter(|hunt| hunt.pursues == Some(Pursues::Follows));
        follow.map(|hunt| (hunt.winner, hunt.loser))
    }

    /// The unit that enters the house left by a beaten garrison: the first that wants to (LA-GAP-74).
    #[must_use]
    pub fn enters(&self, loser: UnitId) -> Option<UnitId> {
        let enters = |hunt: &&Hunt| hunt.loser == loser && hunt.pursues == Some(Pursues::Enters);
        self.hunts.iter().find(enters).map(|hunt| hunt.winner)
    }

    fn brawler(&self, unit: UnitId) -> &Brawler {
        rulebook::ids::held(self.brawlers.iter().find(|brawler| brawler.unit == unit), "unit of a round")
    }

    /// The dice that the round waits for.
    #[must_use]
    pub fn tosses(&self, book: &Book) -> SmallVec<[Toss; 2]> {
        match self.moment {
            Moment::Clash => {
                let kind = |unit: UnitId| {
                    let first = self.grips.iter().find(|grip| grip.own == unit);
                    first.map_or(DieKind::Usual, |grip| die_kind(book, &grip.fighter))
                };
                let toss = |unit| Toss::new(r::LA_COM_01, Ref::Unit(unit), throw(book, kind(unit), DieUse::Combat));
                self.units().map(toss).collect()
            }
            Moment::Officers => {
                let die = || Throw::d6(1).cuts([2, 3, 4, 5, 6]);
                self.officers.iter().map(|led| Toss::new(r::LA_GEN_07, Ref::Unit(led.officer), die())).collect()
            }
            _ => SmallVec::new(),
        }
    }

    /// Applies the dice thrown; for officers, as many as the driver throws at once.
    pub fn thrown(&mut self, book: &Book, classes: &[i16], sheets: &mut impl Sheets) {
        match self.moment {
            Moment::Clash => self.clashed(book, classes, sheets),
            Moment::Officers => self.officers_tested(book, classes, sheets),
            _ => {}
        }
    }

    fn clashed(&mut self, book: &Book, classes: &[i16], sheets: &mut impl Sheets) {
        let grips = std::mem::take(&mut self.grips);
        let fell: SmallVec<[(UnitId, i16); 2]> = self.units().zip(classes.iter().copied()).collect();
        for grip in &grips {
            let against = grips.iter().find(|other| (other.own, other.other) == (grip.other, grip.own));
            let class = fell.iter().find(|(unit, _)| *unit == grip.own).map(|(_, class)| *class);
            let (Some(against), Some(class)) = (against, class) else { continue };
            let losses = inflicted(book, &grip.fighter, &against.fighter, class, sheets.next_of(grip.own));
            self.blows.push(Blow { own: grip.own, other: grip.other, losses });
        }
        let hurt: SmallVec<[UnitId; 2]> = self.blows.iter().filter(|blow| blow.losses > 0).map(|b| b.other).collect();
        self.officers.retain(|led| hurt.contains(&led.unit) && book.on(r::LA_GEN_07));
        self.moment = if self.officers.is_empty() { Moment::Losses } else { Moment::Officers };
    }

    fn officers_tested(&mut self, book: &Book, classes: &[i16], sheets: &mut impl Sheets) {
        let most = classes.len().min(self.officers.len());
        let tested: SmallVec<[Led; 1]> = self.officers.drain(..most).collect();
        for (led, class) in tested.into_iter().zip(classes) {
            let melee = InMelee { losses: self.received(led.unit), figures: self.brawler(led.unit).figures };
            let face = rulebook::counted(class + 1);
            self.fates.push((led.officer, fate_in_melee(book, &melee, face, sheets.next_of(led.officer))));
        }
        if self.officers.is_empty() {
            self.moment = Moment::Losses;
        }
    }

    /// After figures were removed from a unit: whether some figure is left that fights, and the Combat value.
    pub fn look(&mut self, unit: UnitId, fights: bool, combat: i8) {
        for brawler in self.brawlers.iter_mut().filter(|brawler| brawler.unit == unit) {
            (brawler.fights, brawler.combat) = (fights, combat);
        }
    }

    /// All units have been reported: squares break, then the losses of both sides are summed (LA-GAP-22, 4), then a
    /// draw takes effect or the loser and the difference are set.
    pub fn judge(&mut self, book: &Book) {
        self.broken = self.brawlers.iter().filter(|own| self.breaks(book, own)).map(|own| own.unit).collect();
        let sum = |side: Side| {
            let own = self.brawlers.iter().filter(|own| own.side == side);
            own.map(|own| u32::from(self.received(own.unit))).sum::<u32>()
        };
        let (blue, red) = (sum(Side::Blue), sum(Side::Red));
        self.loser = match verdict(blue, red) {
            Verdict::Draw => None,
            Verdict::Attacker => Some(Side::Red),
            Verdict::Defender => Some(Side::Blue),
        };
        let difference = rulebook::saturated::<u16, _>(blue.abs_diff(red));
        match self.loser {
            None => self.partings = self.both_left().map(|link| self.parting(book, link)).collect(),
            Some(side) => {
                let lost = self.brawlers.iter().filter(|own| own.side == side && own.fights);
                let against_cavalry = |own: &Brawler| own.arm != Arm::Cavalry && self.fought(own, Arm::Cavalry);
                let test = |own: &Brawler| Beaten {
                    unit: own.unit,
                    difference,
                    against_cavalry: against_cavalry(own),
                    tested: None,
                };
                self.beaten = lost.map(test).collect();
            }
        }
        self.moment = Moment::Verdict;
    }

    /// Whether a unit has fought a unit of an arm, including one that it has destroyed.
    fn fought(&self, own: &Brawler, arm: Arm) -> bool {
        self.blows.iter().any(|blow| blow.own == own.unit && self.brawler(blow.other).arm == arm)
    }

    /// Whether a square is broken (LA-GAP-22, 7).
    fn breaks(&self, book: &Book, own: &Brawler) -> bool {
        let blows = self.blows.iter().filter(|blow| blow.own == own.unit);
        let inflicts = blows.fold(0_u16, |sum, blow| sum.saturating_add(blow.losses));
        let by = if self.fought(own, Arm::Infantry) { Arm::Infantry } else { Arm::Cavalry };
        let faced = Faced { by, inflicts, receives: self.received(own.unit) };
        own.square && own.fights && after_round(book, &faced) == SquareAfter::Broken
    }

    fn both_left(&self) -> impl Iterator<Item = &Link> {
        self.links.iter().filter(|link| link.pair.iter().all(|unit| self.brawler(*unit).fights))
    }

    fn parting(&self, book: &Book, link: &Link) -> Parting {
        let both = link.pair.map(|unit| *self.brawler(unit));
        let drawn = Drawn {
            cavalry: both.iter().all(|own| own.arm == Arm::Cavalry),
            figures: both.map(|own| own.figures),
            combat: both.map(|own| own.combat),
            round: link.round,
            drawn_before: link.drawn,
        };
        Parting { pair: link.pair, after: after_draw(book, &drawn) }
    }

    /// Marks the pending results as carried out on the table.
    pub fn carried_out(&mut self) {
        let tests = self.moment == Moment::Verdict && !self.beaten.is_empty();
        self.moment = if tests { Moment::Tests } else { Moment::Over };
    }

    /// Applies the tests of the losers: enemies of those that give way may follow.
    pub fn tested(&mut self, results: &[(UnitId, MoraleResult, Effect)]) {
        for beaten in &mut self.beaten {
            let own = results.iter().find(|(unit, ..)| *unit == beaten.unit);
            beaten.tested = own.map(|(_, result, effect)| (*result, *effect));
        }
        let giving: SmallVec<[UnitId; 2]> = self.giving_way().collect();
        let mut hunts = Vec::new();
        for loser in &giving {
            let near = self.both_left().filter_map(|link| link.other(*loser)).filter(|unit| !giving.contains(unit));
            hunts.extend(near.map(|winner| Hunt { winner, loser: *loser, pursues: None }));
        }
        self.hunts = hunts;
        self.moment = if self.hunts.is_empty() { Moment::GivingWay } else { Moment::Pursuers };
    }

    /// The beaten units that do not stay in place: a garrison does not recoil (LA-GAP-49, 7).
    pub fn giving_way(&self) -> impl Iterator<Item = UnitId> {
        let gives_way = |beaten: &&Beaten| match beaten.tested {
            Some((_, Effect::Recoils)) => !self.brawler(beaten.unit).housed,
            Some((_, Effect::PutClear | Effect::LeavesHouse)) => true,
            _ => false,
        };
        self.beaten.iter().filter(gives_way).map(|beaten| beaten.unit)
    }

    /// Applies the circumstances of the winners, one for each hunt.
    pub fn pursued(&mut self, book: &Book, pursuers: &[Pursuer]) {
        for (hunt, pursuer) in self.hunts.iter_mut().zip(pursuers) {
            hunt.pursues = pursuer.pursues(book);
        }
        let asked = self.hunts.iter().any(|hunt| hunt.pursues.is_none());
        self.moment = if asked { Moment::Follow } else { Moment::GivingWay };
    }

    /// Applies the decisions of the winners that had the choice.
    pub fn replied(&mut self, says: impl Fn(&Hunt) -> Pursues) {
        for hunt in self.hunts.iter_mut().filter(|hunt| hunt.pursues.is_none()) {
            hunt.pursues = Some(says(hunt));
        }
        self.moment = Moment::GivingWay;
    }
}
