//! Movement, formations and strengths.

use super::{Checks, Outcome, Test, TestRun, limits};
use crate::resolve::charge::{Charge, reach};
use crate::resolve::motion::{
    Attacked, Change, Changing, Going, March, Turned, Wheel, after_turn, change, quarter, rate, turned_figures,
    turning_time, wheel_arc, zone,
};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::terms::troops::{column_ranks, company_front, figures_of_guns, figures_of_men, square_faces};
use crate::{Arm, Class, Distance, Fighting, Formation, Skirmishes, Status};
use game::{Breakdown, Exact, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Kind;

/// A change of formation, with a charge that arrives meanwhile if there is one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct UnderCharge {
    changing: Changing,
    /// The charge that arrives meanwhile; it replaces a given quarter of contact.
    charge: Option<Charge>,
}

plain! {
    FormationChange "formation-change";
    [LA_MVT_10, LA_CHA_20, LA_ART_10, LA_ART_11, LA_GAP_11];
    UnderCharge = UnderCharge {
        changing: Changing {
            change: Change::HollowSquare,
            class: Class::B,
            reaction: true,
            ..Changing::default()
        },
        charge: Some(Charge { allowance: 26, bonus: 6, distance: Distance::of(25), ..Charge::default() }),
    };
    |_, s, checks| {
        let guns = matches!(s.changing.change, Change::Limber | Change::ReFormGuns);
        checks.want(guns || !s.changing.horse_guns, "changing.horse_guns", F::HorseGuns);
        checks.want(s.charge.is_none() || s.changing.contact.is_none(), "changing.contact", F::ContactOfCharge);
    };
    |book, s, run| {
        let contact = s.charge.and_then(|charge| reach(book, &charge).contact).or(s.changing.contact);
        let time = change(book, &Changing { contact, ..s.changing });
        run.tell("possible", time.is_some());
        run.tell("contact_quarter", contact);
        if let Some(time) = time {
            run.tell_all(time);
        }
    }
}

pub(super) struct Movement;

impl Test for Movement {
    type Book = Book;
    const NAME: &'static str = "movement";
    const RULES: &'static [Rule] = &[
        r::LA_MVT_07,
        r::LA_MVT_08,
        r::LA_MVT_09,
        r::LA_PIV_13,
        r::LA_PIV_14,
        r::LA_PIV_15,
        r::LA_PIV_16,
        r::LA_PIV_19,
        r::LA_GAP_16,
        r::LA_GAP_17,
        r::LA_GAP_43,
        r::LA_GAP_72,
        r::LA_GAP_82,
    ];
    type Situation = Going;
    const SAID: &'static [&'static [&'static str]] = &[&["line_allowances"]];
    const ALWAYS_SAID: bool = false;

    fn must_say(s: &Going) -> bool {
        s.formation == Formation::Skirmish && s.march == March::Back
    }

    fn example() -> Going {
        Going { allowances: vec![20, 18, 20], ground: vec![Kind::Road], march: March::Forced, ..Going::default() }
    }

    fn check(_: &Book, s: &Going, checks: &mut Checks) {
        limits::check(s, checks);
        checks.want(s.formation.suits(s.arm), "formation", F::FormationOfOtherArm);
    }

    fn resolve(s: &Going, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let found = rate(book, s, &mut breakdown);
        run.tell("allowed", found.is_some());
        let Some(found) = found else { return run.done(true) };
        // Crossing obstacles takes its quarters of the time (LA-GAP-72).
        let crossing = s.crossing(book).unwrap_or(0);
        let times = |quarters: u8| {
            let by = i64::from(quarters.saturating_sub(crossing));
            Exact { num: found.quarter.num * by, den: found.quarter.den }.reduced()
        };
        run.tell("crossing_quarters", crossing);
        run.tell("quarter_cm", found.quarter);
        run.tell("half_cm", times(2));
        run.tell("period_cm", times(4));
        run.total(None, breakdown);
        run.done(true)
    }
}

plain! {
    WheelTest "wheel";
    [LA_PIV_01, LA_PIV_02, LA_GAP_57];
    Wheel = Wheel::default();
    |_, _, _| {};
    |book, s, run| {
        let arc = wheel_arc(book, s.front, u32::from(s.degrees) * 100, s.status);
        let step = f64::from(quarter(book, s.allowance).cm().max(1));
        run.tell("cost", hundredths(arc / f64::from(crate::CM)));
        run.tell("quarters_of_move", hundredths(arc / step));
    }
}

/// Rounded to two decimals.
fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// A unit whose figures turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Turn {
    arm: Arm,
    status: Status,
    formation: Formation,
    /// The formations in which its nation fights.
    fighting: Fighting,
    #[schemars(range(min = 1, max = 6))]
    kinds: u8,
    #[schemars(range(min = 1, max = 40))]
    #[schemars(extend("x-when" = { "formation": ["column", "division_column"] }))]
    ranks: u8,
    turned: Turned,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            status: Status::Regular,
            formation: Formation::DivisionColumn,
            fighting: Fighting::All,
            kinds: 3,
            ranks: 3,
            turned: Turned::About,
        }
    }
}

plain! {
    Turning "turning";
    [LA_PIV_05, LA_PIV_06, LA_PIV_07, LA_PIV_08, LA_PIV_09, LA_PIV_10, LA_ART_03, LA_GAP_57];
    Turn = Turn::default();
    |_, s, checks| {
        checks.want(s.formation.suits(s.arm), "formation", F::FormationOfOtherArm);
        checks.want(s.fighting.forms(s.arm, s.formation), "fighting", F::DoubleLineNotBritish);
    };
    |book, s, run| {
        run.tell("turn_quarters", turning_time(book, s.arm, s.status));
        run.tell("flank_figures", turned_figures(book, s.formation, s.ranks));
        let stands = after_turn(book, s.formation, s.turned, (s.fighting, s.kinds), Skirmishes::None);
        run.tell("formation", stands.0);
        run.tell("order", stands.1);
    }
}

plain! {
    Zone "zone";
    [LA_GAP_21];
    Attacked = Attacked::default();
    |_, s, checks| checks.want(!s.inside(), "ahead", F::AttackerInside);
    |book, s, run| run.tell("side", zone(book, s))
}

/// Men or guns to convert into figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Strength {
    arm: Arm,
    /// Men; for a battery, guns.
    #[schemars(range(min = 1, max = 3000))]
    strength: u32,
    /// Companies or squadrons.
    #[schemars(range(min = 1, max = 12))]
    companies: u8,
}

/// No battery has more guns.
const MOST_GUNS: u32 = 40;

impl Default for Strength {
    fn default() -> Self {
        Self { arm: Arm::Infantry, strength: 700, companies: 6 }
    }
}

plain! {
    Figures "figures";
    [LA_GAP_68, LA_GAP_18];
    Strength = Strength::default();
    |_, s, checks| {
        if s.arm == Arm::Artillery && s.strength > MOST_GUNS {
            checks.fault("strength", game::FaultReason::between(1, MOST_GUNS, s.strength));
        }
    };
    |book, s, run| {
        if s.arm == Arm::Artillery {
            run.tell("figures", figures_of_guns(book, s.strength));
            return;
        }
        let figures = figures_of_men(book, s.strength);
        let front = company_front(book, figures, s.companies);
        run.tell("figures", figures);
        run.tell("company_front", front);
        run.tell("ranks", column_ranks(figures, front).to_vec());
    }
}

/// A unit forming square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct InSquare {
    #[schemars(range(min = 4, max = 120))]
    figures: u8,
}

impl Default for InSquare {
    fn default() -> Self {
        Self { figures: 18 }
    }
}

plain! {
    SquareFaces "square-faces";
    [LA_GAP_10];
    InSquare = InSquare::default();
    |_, _, _| {};
    |book, s, run| {
        let faces = square_faces(book, s.figures);
        run.tell("faces", faces);
        let widest = faces.into_iter().max().unwrap_or(0);
        run.tell("side", Distance::from_cm(book.tables.scale.infantry.front.cm() * i32::from(widest)));
    }
}
