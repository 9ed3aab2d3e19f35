//! The test of morale in all its forms (MOR, REA): to attack, to answer, to react, for other reasons.
//!
//! One function for all of them: [`modifiers`] adds up everything except the die, [`verdict`] reads the score. The
//! sections are in the order of the players' sheet, one file each; each can be resolved by itself.

mod crossing;
mod due;
mod effort;
mod fall;
mod formation;
mod friends;
mod leader;
mod morale_ground;
mod morale_start;
mod situation;
mod strength;
mod superior;

pub use crossing::{Covers, Crossed, Crossing, CrossingUnit, covers, crossing};
pub use due::{Rout, TurnSoFar, due};
pub use fall::{Fall, FallenScore, LossFall, fall, loss_fall, stops};
pub use formation::{Attacked, Formed, Menace, Securing, Threatening, attacked, formed, secures, threat, threatens};
pub use friends::{Numbers, of_numbers, tests};
pub use leader::{Helped, helped, luck, luck_of_face, throw};
pub use morale_ground::{Fires, Known, expected_fire, felt, fires};
pub use morale_start::Start;
pub use situation::{
    Across, AttackTarget, Backwards, Famous, Flanks, GroundBetween, LeaderNear, Losses, MoraleSituation, Points,
    Purpose, ScreenCover, Support, Tester, Threat, UnderFire, Whose,
};
pub use strength::{National, UnitStrength, base, national, of_strength};
pub(crate) use superior::perceived;
pub use superior::{Confronted, GoingBack, confronted, going_back, status_counts};

use crate::resolve::combat::result::raises;
use crate::resolve::nerve::reading::{down, held, read};
use crate::terms::state::after;
use crate::terms::tally::Tally;
use crate::{Band, Book, Case, Cohesion, Column, Distance, Gait, r};
use game::{Line, Op, Trace};

/// Result of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The score within its limits (L3C-MOR-04).
    pub score: i8,
    pub case: Case,
    /// The gait: that of the case, limited by the announcement and by ground and room.
    pub gait: Gait,
    /// The nearest band of fire.
    pub band: Option<Band>,
    /// The unit does what it intended; a reaction includes the manoeuvre.
    pub done: bool,
    /// Cases that it drops, in a test for another reason.
    pub down: u8,
    /// The state afterwards.
    pub state: Cohesion,
    /// Distance that it must go back.
    pub back: Distance,
    /// Cases by which its owner may raise it (L3C-STA-01).
    pub may_raise: u8,
}

/// The line of the start value alone.
pub fn of_start(book: &Book, s: &Start, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    morale_start::start(s, &mut tally);
    tally.sum
}

/// All lines before the die, in the order of the sheet.
pub fn before_die(book: &Book, s: &MoraleSituation, trace: &mut impl Trace) -> i16 {
    let tester = &s.tester;
    let purpose = effort::purpose(book, s);
    let mut tally = Tally::new(book, trace);
    let from = Start {
        purpose,
        follow_on: s.follow_on,
        continued: s.continued,
        case: tester.case,
        gait: tester.gait,
        backwards: tester.backwards,
    };
    morale_start::start(&from, &mut tally);
    morale_ground::ground(s, &mut tally);
    morale_ground::support(&s.support, &mut tally);
    morale_ground::under_fire(&s.fire, &mut tally);
    superior::superiority(tester, &s.enemies, s.status_used, &mut tally);
    superior::famous(tester, &s.famous, s.status_used, &mut tally);
    effort::penalty(s, purpose, &mut tally);
    effort::stop(s, purpose, &mut tally);
    effort::screen_and_command(s, &mut tally);
    friends::friends_and_enemies(tester, &s.friends, &s.enemies, &mut tally);
    friends::outnumbered(tester, &s.enemies, &mut tally);
    let loose = effort::moves_before_cavalry(book, s, purpose);
    formation::formation(tester, &s.flanks, loose, &mut tally);
    if purpose.attacks() {
        formation::targets(tester.arm, &s.targets, &mut tally);
    }
    let before = UnitStrength {
        arm: tester.arm,
        figures: tester.figures,
        two_ranks: tester.two_ranks,
        before_percent: s.losses.before,
    };
    strength::strength(&before, &mut tally);
    strength::losses(&s.losses, &mut tally);
    strength::base_and_nation(s, purpose, &mut tally);
    tally.sum
}

/// The lines after the die: the general.
pub fn after_die(book: &Book, s: &MoraleSituation, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    if let Some(general) = &s.general {
        leader::leader(general, effort::purpose(book, s), &mut tally);
    }
    tally.sum
}

/// The sum of everything except the die; the line of the die is filled in when it is thrown.
pub fn modifiers(book: &Book, s: &MoraleSituation, trace: &mut impl Trace) -> i16 {
    let sum = before_die(book, s, trace);
    if book.all(&[r::L3C_MOR_124, r::L3C_GAP_C38]) {
        trace.line(|| Line::new(r::L3C_MOR_124, Op::Throw(1)));
    }
    sum + after_die(book, s, trace)
}

/// The line of a die that has been thrown.
#[must_use]
pub fn die_line(luck: i8) -> Line {
    Line::new(r::L3C_MOR_124, Op::Add(i64::from(luck)))
}

/// The column in which a test is read (L3C-MOR-02): that of the declared action.
#[must_use]
pub fn column(book: &Book, purpose: Purpose) -> Column {
    if purpose.to_contact() || !book.on(r::L3C_MOR_02) { Column::Contact } else { Column::Fire }
}

/// A score within its limits, with a line if it was cut.
pub fn limited(book: &Book, score: i16, trace: &mut impl Trace) -> i8 {
    let within = fall::limited(book, score, r::L3C_MOR_04, trace);
    rulebook::saturated::<i8, _>(within)
}

/// Reads the score of a test.
#[must_use]
pub fn verdict(book: &Book, s: &MoraleSituation, score: i8) -> Verdict {
    let purpose = effort::purpose(book, s);
    let state = s.tester.state;
    let mounted = s.tester.arm.mounted(s.tester.horse_guns);
    if purpose == Purpose::Other {
        let (from, driven, down) = driven(book, s, score);
        let moved = down > 0;
        // An elite or guard unit that drops may be raised again, up to its former case (L3C-STA-01).
        let may_raise = if moved { raises(book, s.tester.status, s.raised.into()) } else { 0 };
        let up = rulebook::saturated::<i8, _>(s.raise.min(may_raise).min(down));
        let case = driven.step(up).min(from);
        return Verdict {
            score,
            case,
            gait: Gait::Halted,
            band: None,
            done: case.positive(),
            down,
            state: if moved { after(book, state, case) } else { state },
            back: if moved { back(book, case, mounted) } else { Distance::default() },
            may_raise,
        };
    }
    let case = read(book, column(book, purpose), score);
    // The announcement is a ceiling (L3C-MOR-06), and so are ground and room (L3C-MOR-13).
    let announced = if book.on(r::L3C_MOR_06) { s.announced_gait } else { Gait::Charge };
    let possible = if book.on(r::L3C_MOR_13) { s.gait_limit } else { Gait::Charge };
    let possible = possible.min(effort::fastest(book, s, purpose));
    // A reaction that fails leaves the manoeuvre undone (L3C-REA-07, L3C-GAP-C36).
    let failed = purpose.reacts() && !case.positive() && book.all(&[r::L3C_REA_07, r::L3C_GAP_C36]);
    // Beaten troops reform only to counter-charge (L3C-RAL-25); otherwise they must stand first (L3C-RAL-13).
    let broken = purpose.reacts() && !s.tester.case.positive() && book.on(r::L3C_RAL_13);
    let reforms = !broken || purpose == Purpose::ReactCounter && book.on(r::L3C_RAL_25);
    // A reaction has one test, which decides the manoeuvre and what follows (L3C-REA-01).
    let answers = !purpose.reacts() || book.on(r::L3C_REA_01);
    Verdict {
        score,
        case,
        gait: if answers { case.gait().min(announced).min(possible) } else { Gait::Halted },
        band: held(book, case, None, s.announced_band).1.filter(|_| answers),
        done: if purpose.reacts() { !failed && reforms } else { case.positive() },
        down: 0,
        state: after(book, state, case),
        back: back(book, case, mounted),
        may_raise: 0,
    }
}

/// The case that a unit testing for another reason starts from, the one it ends in, and the number of cases between
/// (L3C-MOR-02, L3C-GAP-C04).
fn driven(book: &Book, s: &MoraleSituation, score: i8) -> (Case, Case, u8) {
    let tester = &s.tester;
    let facing = tester.backwards == Backwards::Facing && tester.case.positive();
    // A unit that tests again in the same action starts from its case (L3C-MOR-21), and drops from there.
    let from = if !tester.case.positive() || s.follow_on {
        tester.case
    } else {
        match tester.backwards {
            Backwards::Away => morale_start::away(tester.gait),
            Backwards::Facing => Case::Stand,
            Backwards::None => tester.gait.case(),
        }
    };
    let down = if book.on(r::L3C_MOR_03) { down(book, score) } else { 0 };
    let mut case = from.step(-rulebook::saturated::<i8, _>(down));
    // A unit that already steps back cannot be brought to a halt.
    if facing && down > 0 && case <= Case::Halt && book.on(r::L3C_GAP_C04) {
        case = case.step(-1);
    }
    (from, case, down)
}

/// Distance that a case sends a unit back (L3C-RAL-15).
#[must_use]
pub fn back(book: &Book, case: Case, mounted: bool) -> Distance {
    let uds = if book.on(r::L3C_RAL_15) { book.tables.movement.back.of(case, mounted) } else { 0 };
    Distance::of(u16::from(uds))
}
