//! Fire and what belongs to it.

use super::morale_forms::{LossFallTest, Morale, MoraleDue};
use super::{Checks, Outcome, Run, Test, chance, spread};
use crate::resolve::combat::losses::steps_of;
use crate::resolve::combat::toll::{self, By, Toll};
use crate::resolve::nerve::morale::{LossFall, MoraleSituation, Purpose, Tester, TurnSoFar};
use crate::resolve::shooting::aim::{self, BeforeScreen, Crest, Glimpse, LineOfFire, Manoeuvring, Overflown, Place};
use crate::resolve::shooting::duel::{self, Duel, Duellist};
use crate::resolve::shooting::figures::{self, Concern, Firing, Source, Victim};
use crate::resolve::shooting::fire::{self, Fire, FireTarget, Shooter};
use crate::resolve::shooting::overlap::{self, Facing, Front};
use crate::resolve::shooting::range::{self, Reach};
use crate::resolve::shooting::shots::{self, FigureGroup, NearFriends, Portion, SecondUnit, Slope, Split, Together};
use crate::resolve::shooting::volley::{self, Volley};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Aspect, Band, Distance, Formation, Shot, Status, Weapon};
use game::{Breakdown, Rule};
use serde_json::json;

/// Largest number of figures that a form accepts.
pub(super) const MOST_FIGURES: i64 = 60;

pub(super) struct FireTest;

impl Test for FireTest {
    type Book = Book;
    const NAME: &'static str = "fire";
    const RULES: &'static [Rule] = &[
        r::L3C_GAP_B01,
        r::L3C_GAP_B02,
        r::L3C_GAP_B03,
        r::L3C_GAP_B04,
        r::L3C_GAP_B05,
        r::L3C_GAP_B06,
        r::L3C_GAP_B07,
        r::L3C_GAP_B20,
        r::L3C_FEU_01,
        r::L3C_FEU_07,
        r::L3C_FEU_09,
        r::L3C_FEU_10,
        r::L3C_FEU_19,
        r::L3C_FEU_39,
        r::L3C_FEU_43,
        r::L3C_FEU_44,
        r::L3C_FEU_45,
        r::L3C_FEU_47,
        r::L3C_MAF_06,
        r::L3C_BOI_11,
        r::L3C_OBS_02,
        r::L3C_PA_05,
        r::L3C_PA_06,
        r::L3C_CHEF_05,
        r::L3C_GAP_C25,
        r::L3C_TIR_14,
        r::L3C_TIR_39,
        r::L3C_TIR_42,
        r::L3C_LOSS_09,
    ];
    type Situation = Fire;

    fn example() -> Fire {
        Fire {
            shooter: Shooter { figures: 10, first_fire: true, ..Shooter::default() },
            target: FireTarget { arm: Arm::Cavalry, front: Some(4), concerned: Some(4), ..FireTarget::default() },
            band: Band::P3,
            distance: Distance::of(2),
            ..Fire::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(_: &Book, s: &Fire, checks: &mut Checks) {
        let (shooter, target) = (&s.shooter, &s.target);
        checks.within("shooter.figures", shooter.figures, 1, MOST_FIGURES);
        checks.within("shooter.penalty", shooter.penalty, 0, 12);
        let guns = shooter.arm == Arm::Artillery;
        checks.want(guns == shooter.weapon.is_gun(), "shooter.weapon", F::WeaponOfOtherArm);
        checks.want(shooter.weapon != Weapon::None, "shooter.weapon", F::NoWeapon);
        let bis = matches!(s.band, Band::P1Bis | Band::P2Bis);
        checks.want(guns || !bis, "band", F::BandOfGuns);
        checks.want(guns || s.shot.is_none(), "shot", F::ShotOfGuns);
        checks.within("target.ranks", target.ranks, 1, 12);
        checks.within("target.levels", target.levels, 0, 3);
        checks.within("target.front", target.front.unwrap_or(1), 1, MOST_FIGURES);
        checks.within("target.concerned", target.concerned.unwrap_or(1), 1, MOST_FIGURES);
        square_on_foot(checks, "target.formation", target.arm, target.formation);
    }

    fn resolve(s: &Fire, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        // Beyond its last band a weapon does not reach (L3C-GAP-B04).
        let reaches = range::band(run.book, s.shooter.weapon, s.distance).is_some() || !run.book.on(r::L3C_GAP_B04);
        // The standard game has no cavalry fire (L3C-FEU-39): the answer names the option and what it would do.
        let by_option = s.shooter.arm == Arm::Cavalry && !run.book.options.cavalry_fire;
        let book = if by_option { &with_cavalry_fire(run.book) } else { run.book };
        let fired = if reaches { fire::fire(book, s, &mut breakdown) } else { fire::Fired::default() };
        run.tell("allowed", fired.allowed && (!by_option || !run.book.on(r::L3C_FEU_39)));
        if s.shooter.arm == Arm::Cavalry {
            run.tell("by_option", by_option);
        }
        if fired.allowed {
            run.tell("factor", fired.factor);
            run.tell_all(fired.loss);
            if let Some(percent) = fired.percent {
                run.tell("share", fired.share);
                run.tell("percent", percent);
            }
            leads(&mut run, s, &fired);
        }
        run.total(None, breakdown);
        run.done(true)
    }
}

/// Tests that the losses of a fire may cause: they depend on the target's earlier losses this turn and on whether it
/// advances to contact.
fn leads(run: &mut Run<'_>, s: &Fire, fired: &fire::Fired) {
    let (steps_lost, FireTarget { arm, formation, .. }) = (fired.loss.steps, s.target);
    if steps_lost == 0 {
        return;
    }
    if let Some(percent) = fired.percent {
        let frontal = s.target.side == Aspect::Front;
        run.may_bring::<LossFallTest>(&LossFall { percent, frontal, assault: false, before_two_thirds: false });
    }
    let steps_at_start = s.target.steps_left.unwrap_or(TurnSoFar::default().steps_at_start).max(steps_lost);
    run.may_bring::<MoraleDue>(&TurnSoFar { arm, steps_at_start, steps_lost, ..TurnSoFar::default() });
    let tester = Tester { arm, formation, ..Tester::default() };
    run.may_bring::<Morale>(&MoraleSituation { purpose: Purpose::Other, tester, ..MoraleSituation::default() });
}

/// The same book with the option of L3C-FEU-39 taken.
fn with_cavalry_fire(book: &Book) -> Book {
    let mut book = book.clone();
    book.options.cavalry_fire = true;
    book
}

pub(super) fn square_on_foot(checks: &mut Checks, place: &str, arm: Arm, formation: Formation) {
    checks.want(arm == Arm::Infantry || formation != Formation::Square, place, F::SquareNotInfantry);
}

plain! {
    BandOf "band";
    says "distance";
    [L3C_FEU_43, L3C_GAP_B03, L3C_GAP_B04, L3C_FEU_39, L3C_GAP_C28, L3C_MAF_04];
    Reach = Reach { weapon: Weapon::SixPounder, distance: Distance::of(4), ..Reach::default() };
    |_, _| {};
    |book, s: &Reach| {
        let weapon = range::weapon(book, s);
        let band = match s.allowed {
            None => range::band(book, weapon, s.distance),
            Some(allowed) => range::delivered(book, weapon, allowed, s.distance),
        };
        match band {
            None => json!({ "band": "none" }),
            Some(band) => json!({ "band": band, "factor": range::factor(book, weapon, band) }),
        }
    }
}

plain! {
    FiringFigures "firing-figures";
    [L3C_FEU_18, L3C_FEU_24, L3C_FEU_25, L3C_FEU_27, L3C_FEU_40, L3C_ECO_17, L3C_GAP_B07];
    Firing = Firing { front: 12, opposite: 8, overlapped_sides: 1, band: Band::P2, ..Firing::default() };
    |s, checks| {
        checks.within("front", s.front, 0, MOST_FIGURES);
        checks.within("opposite", s.opposite, 0, MOST_FIGURES);
        checks.within("overlapped_sides", s.overlapped_sides, 0, 2);
    };
    |book, s| json!({ "figures": figures::firing(book, s) })
}

plain! {
    Concerned "concerned";
    [L3C_FEU_29, L3C_FEU_30, L3C_FEU_31, L3C_FEU_32, L3C_FEU_33, L3C_FEU_34, L3C_TIR_03];
    Concern = Concern {
        victim: Victim { arm: Arm::Cavalry, front: 4, ranks: 1 },
        shooter: Source { front: 3, formation: Formation::DivisionColumn, ..Source::default() },
        overlapped_sides: 2, ..Concern::default()
    };
    |s, checks| {
        checks.within("victim.front", s.victim.front, 0, MOST_FIGURES);
        checks.within("victim.ranks", s.victim.ranks, 1, 12);
        checks.within("shooter.front", s.shooter.front, 0, MOST_FIGURES);
        checks.within("overlapped_sides", s.overlapped_sides, 0, 2);
    };
    |book, s| json!({ "concerned": figures::concerned(book, s) })
}

plain! {
    Overlap "overlap";
    [L3C_FEU_26, L3C_FEU_31, L3C_FEU_32, L3C_CAC_03, L3C_TIR_03, L3C_GAP_A33, L3C_GAP_B09];
    Facing = Facing {
        one: Front { figures: 12, ..Front::default() },
        other: Front { arm: Arm::Cavalry, figures: 4, ..Front::default() },
        shift: 6,
    };
    |s, checks| {
        checks.within("one.figures", s.one.figures, 1, MOST_FIGURES);
        checks.within("other.figures", s.other.figures, 1, MOST_FIGURES);
        checks.within("shift", s.shift, -500, 500);
    };
    overlap::overlap
}

plain! {
    LossesTest "losses";
    judged |book, s, checks| {
        let had = u32::from(s.front) * u32::from(s.ranks) * u32::from(steps_of(book, s.arm));
        checks.want(u32::from(s.steps_before) + u32::from(s.steps) <= had, "steps", F::StepsBeyondStrength { had: had.into() });
    };
    [L3C_LOSS_01, L3C_LOSS_02, L3C_LOSS_05, L3C_LOSS_06, L3C_LOSS_07, L3C_LOSS_08, L3C_LOSS_09, L3C_LOSS_10,
     L3C_GAP_A12, L3C_GAP_A13, L3C_GAP_A29, L3C_GAP_A41, L3C_FEU_29, L3C_FEU_47];
    Toll = Toll { front: 3, ranks: 4, steps: 3, by: By::RoundShot, ..Toll::default() };
    |s, checks| {
        checks.within("front", s.front, 1, MOST_FIGURES);
        checks.within("ranks", s.ranks, 1, 12);
        checks.within("steps", s.steps, 0, 600);
        checks.within("steps_before", s.steps_before, 0, 600);
    };
    toll::toll
}

plain! {
    JointFireTest "joint-fire";
    [L3C_FEU_38, L3C_GAP_B23];
    Together = Together { groups: vec![FigureGroup { figures: 2, factor: -3 }, FigureGroup::default()], apart: Distance::of(0) };
    |s, checks| checks.entries("groups", s.groups.len(), 1..=12);
    shots::joint
}

plain! {
    Penetration "penetration";
    [L3C_FEU_46, L3C_GAP_B20];
    SecondUnit = SecondUnit { slope: Slope::Down, ..SecondUnit::default() };
    |_, _| {};
    |book, s| json!({ "penetrates": shots::penetrates(book, s) })
}

pub(super) struct Misdirected;

impl Test for Misdirected {
    type Book = Book;
    const NAME: &'static str = "misdirected";
    const RULES: &'static [Rule] = &[r::L3C_FEU_41, r::L3C_FEU_42, r::L3C_GAP_B21];
    type Situation = NearFriends;

    fn example() -> NearFriends {
        NearFriends { band: Band::P3, status: Status::Line, friends: Distance::of(2) }
    }

    fn check(_: &Book, _: &NearFriends, _: &mut Checks) {}

    fn resolve(s: &NearFriends, mut run: Run<'_>) -> Outcome {
        run.tell("felt", s.felt(run.book));
        let possible = s.possible(run.book);
        run.tell("possible", possible);
        if !possible {
            return run.done(true);
        }
        let throw = s.throw(run.book);
        let dist = spread(&throw)?;
        for (class, _) in dist.iter() {
            run.row(json!({ "error": class == 0 }), chance(Some(dist.probability(class))));
        }
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            run.tell("error", fall.class == 0);
        }
        run.done(told)
    }
}

plain! {
    DuelTest "duel";
    says "distance";
    [L3C_DUEL_01, L3C_DUEL_02, L3C_DUEL_03, L3C_DUEL_04, L3C_DUEL_05, L3C_DUEL_07, L3C_DUEL_08, L3C_DUEL_09,
     L3C_TIR_33, L3C_GAP_B10, L3C_GAP_B28, L3C_MAF_09];
    Duel = Duel {
        one: Duellist { arm: Arm::Artillery, weapon: Weapon::SixPounder, steps: 3, ..Duellist::default() },
        other: Duellist { steps: 1, ..Duellist::default() },
        ..Duel::default()
    };
    |s, checks| {
        checks.within("one.steps", s.one.steps, 0, 600);
        checks.within("other.steps", s.other.steps, 0, 600);
    };
    duel::duel
}

plain! {
    Appears "appears";
    [L3C_FEU_28, L3C_GAP_B25];
    Glimpse = Glimpse { visible: Distance::of(1), ..Glimpse::default() };
    |_, _| {};
    |book, s| json!({ "fire": aim::appears(book, s) })
}

plain! {
    FireAfterManoeuvre "fire-after-manoeuvre";
    [L3C_INT_19];
    Manoeuvring = Manoeuvring { shooter_points: 1, target_points: 2 };
    |s, checks| {
        checks.within("shooter_points", s.shooter_points, 0, 12);
        checks.within("target_points", s.target_points, 0, 12);
    };
    |book, s| json!({ "fire": aim::after_manoeuvre(book, s) })
}

plain! {
    FireAllowed "fire-allowed";
    says "distance";
    [L3C_FEU_06, L3C_FEU_08, L3C_FEU_09, L3C_FEU_11, L3C_FEU_12, L3C_FEU_13, L3C_FEU_14, L3C_FEU_15, L3C_FEU_16,
     L3C_FEU_25, L3C_TIR_25, L3C_GAP_B22, L3C_GAP_B37, L3C_GAP_B38];
    LineOfFire = LineOfFire {
        arm: Arm::Artillery, shot: Shot::Round, distance: Distance::of(6),
        shooter: Place { level: 1, crest: Crest::Plateau, ..Place::default() },
        over: Some(Overflown { from_shooter: Distance::of(2), to_target: Distance::of(2), ..Overflown::default() }),
        ..LineOfFire::default()
    };
    |s, checks| checks.within("angle", s.angle, 0, 180);
    |book, s| {
        let forbidden = aim::forbidden(book, s);
        let by: Vec<&str> = forbidden.iter().map(|rule| rule.id).collect();
        if by.is_empty() { json!({ "allowed": true }) } else { json!({ "allowed": false, "forbidden_by": by }) }
    }
}

plain! {
    BeforeScreenTest "before-screen";
    says "distance";
    [L3C_FEU_17];
    BeforeScreen = BeforeScreen { distance: Distance::of(1), ..BeforeScreen::default() };
    |_, _| {};
    |book, s| json!({ "fire": aim::before_screen(book, s) })
}

plain! {
    SplitFire "split-fire";
    [L3C_FEU_03, L3C_FEU_04, L3C_FEU_05];
    Split = Split {
        figures: 8,
        targets: vec![
            Portion { figures: 5, factor: 2, ..Portion::default() },
            Portion { figures: 3, ..Portion::default() },
        ],
    };
    |s, checks| {
        checks.within("figures", s.figures, 1, MOST_FIGURES);
        checks.entries("targets", s.targets.len(), 1..=6);
    };
    |book, s| {
        let split = shots::split(book, s);
        json!({ "allowed": split.is_some(), "targets": split })
    }
}

plain! {
    FireInTurn "fire-in-turn";
    [L3C_FEU_02, L3C_FEU_20, L3C_FEU_21, L3C_FEU_22, L3C_FEU_23, L3C_GAP_B24];
    Volley = Volley { fired: 1, ..Volley::default() };
    |s, checks| checks.within("fired", s.fired, 0, 4);
    volley::volley
}
