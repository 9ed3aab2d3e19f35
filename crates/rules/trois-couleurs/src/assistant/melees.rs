//! Hand to hand, its results, pursuits.

use super::fire_forms::{MOST_FIGURES, square_on_foot};
use super::{Checks, Outcome, Run, Test, chance, spread};
use crate::resolve::combat::contact::{self, ContactUnit, Meeting, Waiter};
use crate::resolve::combat::control::{self, Hold};
use crate::resolve::combat::fused::{self, Fusing};
use crate::resolve::combat::melee::{self, Fighter, Melee};
use crate::resolve::combat::melee_figures::{self, Clashing, Ranked};
use crate::resolve::combat::passage::{self, Passing, Slowing};
use crate::resolve::combat::pursuit::{self, Captives, Pursued, Pursuer, PursuerPart, Pursuit};
use crate::resolve::combat::result::{self, Fight, Fought, Loser, Winner};
use crate::resolve::combat::several::{self, Alone, Opponent, Several};
use crate::resolve::nerve::flight::{self, Flight, Refuge, Uncovered};
use crate::resolve::shooting::figures::in_bases_of;
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Aspect, Case, Cohesion, Formation, Gait, Status};
use game::{Breakdown, Line, Op, Rule};
use serde_json::json;

pub(super) struct MeleeTest;

impl Test for MeleeTest {
    type Book = Book;
    const NAME: &'static str = "melee";
    const RULES: &'static [Rule] = &[
        r::L3C_CAC_01,
        r::L3C_CAC_02,
        r::L3C_CAC_04,
        r::L3C_CAC_05,
        r::L3C_CAC_15,
        r::L3C_CAC_17,
        r::L3C_CAC_18,
        r::L3C_GAP_B01,
        r::L3C_GAP_B08,
        r::L3C_GAP_B09,
        r::L3C_GAP_B10,
        r::L3C_GAP_B32,
        r::L3C_GAP_B33,
        r::L3C_GAP_C25,
        r::L3C_OBS_03,
        r::L3C_PA_05,
        r::L3C_CHEF_05,
        r::L3C_STA_01,
        r::L3C_STA_04,
        r::L3C_TIR_02,
    ];
    type Situation = Melee;

    fn example() -> Melee {
        Melee {
            attacker: Fighter {
                arm: Arm::Cavalry,
                status: Status::Elite,
                cavalry_type: 3,
                figures: 4,
                front: 4,
                gait: Gait::Quick,
                ..Fighter::default()
            },
            defender: Fighter { figures: 12, front: 12, state: Cohesion::Unformed, ..Fighter::default() },
            width: 8,
            defender_overlaps: 2,
            ..Melee::default()
        }
    }

    fn check(book: &Book, s: &Melee, checks: &mut Checks) {
        for (place, side) in [("attacker", &s.attacker), ("defender", &s.defender)] {
            checks.within(&format!("{place}.front"), side.front, 1, MOST_FIGURES);
            checks.within(&format!("{place}.ranks"), side.ranks, 1, 12);
            checks.within(&format!("{place}.missing"), side.missing, 0, MOST_FIGURES);
            checks.within(&format!("{place}.cavalry_type"), side.cavalry_type, 0, 3);
            checks.within(&format!("{place}.penalty"), side.penalty, 0, 12);
            square_on_foot(checks, &format!("{place}.formation"), side.arm, side.formation);
            // Guns are counted, not gunners, and a square has four faces.
            let counted = side.figures > 0 && side.arm != Arm::Artillery && side.formation != Formation::Square;
            let beyond = F::RanksBeyondFigures { figures: side.figures.into() };
            checks.want(!counted || side.front <= side.figures, &format!("{place}.front"), beyond);
        }
        let loose = [&s.attacker, &s.defender].iter().any(|side| side.formation == Formation::Skirmish);
        let fronts = [&s.attacker, &s.defender].map(|side| (side.arm, side.front));
        if !loose {
            check_fronts(book, (s.width, s.side), (fronts, [s.attacker_overlaps, s.defender_overlaps]), checks);
        }
        checks.want(s.attacker.arm != Arm::Artillery, "attacker.arm", F::GunsAttack);
        let level = !(s.attacker.higher && s.defender.higher);
        checks.want(level, "defender.higher", F::BothHigher);
        checks.within("width", s.width, 0, MOST_FIGURES);
        checks.within("attacker_overlaps", s.attacker_overlaps, 0, 2);
        checks.within("defender_overlaps", s.defender_overlaps, 0, 2);
        checks.within("raise", s.raise, 0, 2);
    }

    fn resolve(s: &Melee, mut run: Run<'_>) -> Outcome {
        let (mut attack, mut defence) = (Breakdown::new(Self::NAME, None), Breakdown::new(Self::NAME, None));
        let clash = melee::melee(run.book, s, &mut attack, &mut defence);
        run.tell("fought", clash.fought);
        for (name, blow) in [("attacker", &clash.attacker), ("defender", &clash.defender)] {
            run.tell(&format!("{name}_figures"), blow.figures);
            run.tell(&format!("{name}_factor"), blow.factor);
            run.tell(&format!("{name}_steps"), blow.steps);
            run.tell(&format!("{name}_apart"), blow.apart);
        }
        run.tell("passes_through", clash.passes_through);
        run.tell("difference", clash.difference);
        if clash.fought {
            let loser = match clash.difference {
                0 => "none",
                n if n > 0 => "defending",
                _ => "attacking",
            };
            run.tell("loser", loser);
            run.tell_all(clash.outcome);
        }
        run.lines(Some("attacker"), &attack);
        run.total(Some("defender"), defence);
        run.done(true)
    }
}

/// Refuses impossible fronts: a common front wider than either front, or an overlap on a side where the unit reaches no
/// farther or has no front left beyond the common part.
fn check_fronts(
    book: &Book,
    (width, side): (u8, Aspect),
    (fronts, overlaps): ([(Arm, u8); 2], [u8; 2]),
    checks: &mut Checks,
) {
    if side == Aspect::Flank {
        return;
    }
    let bases = fronts.map(|(arm, front)| in_bases_of(book, Arm::Infantry, arm, front));
    let narrow = bases[0].min(bases[1]);
    checks.want(width <= narrow, "width", F::WiderThanFront { front: narrow.into() });
    checks.want(overlaps[0].saturating_add(overlaps[1]) <= 2, "defender_overlaps", F::BothOverlap);
    for (who, (overlap, bases)) in ["attacker", "defender"].iter().zip(overlaps.into_iter().zip(bases)) {
        let beyond = overlap == 0 || bases > width;
        checks.want(beyond, &format!("{who}_overlaps"), F::NoOverlap);
    }
}

plain! {
    MeleeFigures "melee-figures";
    judged |book, s, checks| {
        let fronts = [s.attacker, s.defender].map(|side| (side.arm, side.front));
        check_fronts(book, (s.width, s.side), (fronts, [s.attacker_overlaps, s.defender_overlaps]), checks);
    };
    [L3C_CAC_01, L3C_CAC_02, L3C_CAC_04, L3C_FEU_31, L3C_FEU_32, L3C_GAP_B09, L3C_LOSS_05, L3C_LOSS_07];
    Clashing = Clashing {
        attacker: Ranked { front: 6, ranks: 3, gait: Gait::Charge, ..Ranked::default() },
        defender: Ranked { front: 4, ranks: 3, gait: Gait::Ordinary, ..Ranked::default() },
        width: 4, attacker_overlaps: 2, ..Clashing::default()
    };
    |s, checks| {
        for (place, side) in [("attacker", &s.attacker), ("defender", &s.defender)] {
            checks.within(&format!("{place}.front"), side.front, 1, MOST_FIGURES);
            checks.within(&format!("{place}.ranks"), side.ranks, 1, 12);
            checks.within(&format!("{place}.missing"), side.missing, 0, MOST_FIGURES);
        }
        checks.within("width", s.width, 0, MOST_FIGURES);
        checks.within("attacker_overlaps", s.attacker_overlaps, 0, 2);
        checks.within("defender_overlaps", s.defender_overlaps, 0, 2);
    };
    melee_figures::fighting
}

plain! {
    PassingThrough "passing-through";
    [L3C_CAC_05, L3C_CAC_06, L3C_CAC_07, L3C_GAP_B32];
    Passing = Passing::default();
    |s, checks| checks.within("defender_ranks", s.defender_ranks, 1, 12);
    passage::passing
}

plain! {
    SlowingDown "slowing";
    [L3C_CAC_11, L3C_CAC_12];
    Slowing = Slowing::default();
    |_, _| {};
    passage::slow_down
}

plain! {
    FusedTest "fused";
    [L3C_CAC_14, L3C_GAP_B30];
    Fusing = Fusing::default();
    |s, checks| {
        checks.entries("units", s.units.len(), 2..=6);
        checks.within("steps", s.steps, 0, 600);
    };
    fused::fuse
}

plain! {
    FlightTest "flight";
    [L3C_FUI_01, L3C_FUI_02, L3C_FUI_03, L3C_FUI_04, L3C_FUI_06, L3C_FUI_07, L3C_GAP_A16, L3C_GAP_A25];
    Flight = Flight::default();
    |_, _| {};
    flight::flee
}

plain! {
    UncoveredTest "uncovered";
    [L3C_FUI_08, L3C_FUI_09];
    Uncovered = Uncovered { in_fire: true, effective: true, ..Uncovered::default() };
    |_, _| {};
    flight::uncovered
}

plain! {
    RefugeTest "refuge";
    [L3C_FUI_05, L3C_GAP_A55];
    Refuge = Refuge::default();
    |_, _| {};
    |book, s| json!({ "safe": flight::reaches(book, s) })
}

plain! {
    Contact "contact";
    [L3C_MOR_72, L3C_MAC_20];
    Meeting = Meeting {
        attacker: ContactUnit { arm: Arm::Cavalry, case: Case::Advance, gait: Gait::Ordinary, ..ContactUnit::default() },
        defender: Waiter { side: Aspect::Front, ..Waiter::default() },
    };
    |_, _| {};
    contact::contact
}

plain! {
    ResultTest "result";
    [L3C_CAC_17, L3C_CAC_18, L3C_GAP_B10, L3C_GAP_B33, L3C_GAP_A17, L3C_STA_01, L3C_STA_02, L3C_STA_03, L3C_STA_04,
     L3C_GAP_C39, L3C_GAP_C47, L3C_DUEL_09, L3C_TIR_33, L3C_MAC_12, L3C_RAL_15];
    Fought = Fought {
        difference: 1, after: Fight::Melee,
        loser: Loser { status: Status::Elite, ..Loser::default() },
        winner: Some(Winner { gait: Gait::Quick, ..Winner::default() }),
        raise: 1,
    };
    |s, checks| {
        checks.within("difference", s.difference, 0, 600);
        checks.within("raise", s.raise, 0, 2);
        square_on_foot(checks, "loser.formation", s.loser.arm, s.loser.formation);
    };
    result::result
}

plain! {
    MeleeSeveral "melee-several";
    [L3C_CAC_13, L3C_GAP_B10, L3C_GAP_B29];
    Several = Several {
        after: Fight::Melee,
        lone: Alone::default(),
        fights: vec![
            Opponent { name: "A".to_owned(), inflicts: 3, takes: 1, ..Opponent::default() },
            Opponent { name: "B".to_owned(), gait: Gait::Ordinary, inflicts: 1, takes: 3, ..Opponent::default() },
        ],
    };
    |s, checks| checks.entries("fights", s.fights.len(), 1..=6);
    |book, s| {
        let (lone, fights) = several::several(book, s);
        json!({ "lone": lone, "fights": fights })
    }
}

plain! {
    PursuitTest "pursuit";
    [L3C_POU_01, L3C_POU_02, L3C_POU_03, L3C_POU_04, L3C_POU_05, L3C_POU_06, L3C_POU_07, L3C_POU_08, L3C_POU_09,
     L3C_POU_10, L3C_POU_11, L3C_POU_12, L3C_POU_13, L3C_POU_14, L3C_POU_15, L3C_GAP_A16, L3C_GAP_A17, L3C_GAP_A42,
     L3C_GAP_A56];
    Pursuit = Pursuit {
        pursuer: Pursuer { arm: Arm::Cavalry, lancers: true, figures: 4, part: PursuerPart::Victor, ..Pursuer::default() },
        pursued: Pursued { figures: 12, formation: Formation::DivisionColumn, ..Pursued::default() },
        met: None,
    };
    |s, checks| {
        checks.within("pursuer.figures", s.pursuer.figures, 1, MOST_FIGURES);
        checks.within("pursuer.cavalry_type", s.pursuer.cavalry_type, 0, 3);
        checks.within("pursuer.spent", s.pursuer.spent, 0, 12);
        checks.within("pursuer.lost_ud", s.pursuer.lost_ud, 0, 12);
        checks.within("pursued.figures", s.pursued.figures, 1, MOST_FIGURES);
        checks.within("pursued.lost_ud", s.pursued.lost_ud, 0, 12);
        checks.within("pursued.obstacle_ud", s.pursued.obstacle_ud, 0, 12);
    };
    pursuit::pursuit
}

plain! {
    Prisoners "prisoners";
    [L3C_POU_12, L3C_GAP_A17];
    Captives = Captives::default();
    |s, checks| {
        checks.within("steps", s.steps, 0, 600);
        checks.within("lost_ud", s.lost_ud, 0, 12);
        checks.want(s.case <= Case::Retreat, "case", F::NoPrisoners);
    };
    |book, s| json!({ "prisoners": pursuit::prisoners(book, s) })
}

pub(super) struct Control;

impl Test for Control {
    type Book = Book;
    const NAME: &'static str = "control";
    const RULES: &'static [Rule] = &[r::L3C_GAP_A14, r::L3C_MAC_09];
    type Situation = Hold;

    fn example() -> Hold {
        Hold { arm: Arm::Cavalry, fleeing_enemy: true, ..Hold::default() }
    }

    fn check(_: &Book, s: &Hold, checks: &mut Checks) {
        checks.within("class", s.class, 1, 3);
        checks.within("general", s.general, 0, 3);
    }

    fn resolve(s: &Hold, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let (_, throw) = control::control(run.book, s, &mut breakdown);
        let dist = spread(&throw)?;
        for (class, _) in dist.iter() {
            run.row(control::held(run.book, s, class > 0), chance(Some(dist.probability(class))));
        }
        let fall = run.throw(&throw)?;
        let told = fall.is_some();
        if let Some(fall) = fall {
            breakdown.lines.push(Line::new(r::L3C_GAP_A14, Op::Add(fall.sum())).fact("die", fall.sum()));
            run.tell_all(control::held(run.book, s, fall.class > 0));
        }
        run.total(None, breakdown);
        run.done(told)
    }
}
