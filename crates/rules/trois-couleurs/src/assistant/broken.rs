//! Built-up areas, broken ground, skirmishers and their screens.

use super::fire_forms::MOST_FIGURES;
use super::{Checks, Outcome, Run, Test};
use crate::resolve::combat::garrison::{self, AdHoc, Business, Entering, FaceAttack, Measured, Millimetres, Taking};
use crate::resolve::moving::moving_ground::{self, Behind, Going};
use crate::resolve::shooting::screens::{self, Beaten, Screen, Screens, Skirmish};
use crate::resolve::shooting::skirmishers::{
    self, Approach, CoveringScreen, Density, Engaged, Evasion, Order, SkirmishersAttacked, SkirmishersOfBeaten,
};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Case, Distance, Gait, Ground, Mover, Status, Weapon};
use game::{Breakdown, Rule};
use serde_json::json;

/// No base is narrower, in millimetres.
const LEAST_BASE: u16 = 1;
/// No face of a house is longer, in millimetres.
const LONGEST_FACE: u16 = 2000;
/// The faces of a house are counted from 0.
const LAST_FACE: u8 = 3;

plain! {
    GarrisonCost "garrison-cost";
    [L3C_ECO_06, L3C_ECO_07, L3C_ECO_08, L3C_ECO_09, L3C_ECO_11, L3C_ECO_12, L3C_ECO_14, L3C_ECO_26, L3C_TIR_16, L3C_GAP_B19];
    Entering = Entering { faculty: 1, business: Business::Enter, ..Entering::default() };
    |s, checks| checks.within("faculty", s.faculty, 0, 2);
    garrison::enter
}

plain! {
    GarrisonCapacity "garrison-capacity";
    [L3C_ECO_13, L3C_ECO_15, L3C_ECO_16, L3C_GAP_B19];
    Measured = Measured {
        faces_mm: [Millimetres::of(50), Millimetres::of(30), Millimetres::of(50), Millimetres::of(30)],
        base_mm: Millimetres::from_cm(125), figures: Some(12), skirmish: false,
    };
    |s, checks| {
        checks.want(s.base_mm >= Millimetres::of(LEAST_BASE), "base_mm", F::TooSmall { least: LEAST_BASE.into() });
        let short = s.faces_mm.iter().all(|face| *face <= Millimetres::of(LONGEST_FACE));
        checks.want(short, "faces_mm", F::TooLong { most: LONGEST_FACE.into() });
    };
    garrison::capacity
}

plain! {
    GarrisonTaken "garrison-taken";
    [L3C_ECO_14, L3C_ECO_18, L3C_ECO_19, L3C_MAC_22];
    Taking = Taking::default();
    |s, checks| checks.within("faculty", s.faculty, 0, 2);
    garrison::taken
}

plain! {
    FaceAttackTest "face-attack";
    [L3C_ECO_21, L3C_ECO_22, L3C_ECO_23, L3C_ECO_24, L3C_ECO_25, L3C_ECO_28];
    FaceAttack = FaceAttack::default();
    |s, checks| {
        let faces = s.attacked.iter().all(|face| *face <= LAST_FACE);
        checks.want(faces, "attacked", F::NoSuchFace { last: LAST_FACE.into() });
        let together = match s.attacked.as_slice() {
            [_] => true,
            [one, other] => one.abs_diff(*other) % 2 == 1,
            _ => false,
        };
        checks.want(together, "attacked", F::AttackedFaces);
        let held = s.held.iter().zip(s.capacity).all(|(held, capacity)| *held <= capacity);
        checks.want(held, "held", F::MoreThanFaceHolds);
        checks.within("front", s.front, 1, MOST_FIGURES);
    };
    garrison::face_attack
}

plain! {
    AdHocTest "ad-hoc";
    [L3C_ECO_29];
    AdHoc = AdHoc { defends_obstacle: false, ..AdHoc::default() };
    |_, _| {};
    |book, s| json!({ "state": garrison::seen_as(book, s) })
}

plain! {
    GroundState "ground-state";
    [L3C_BOI_01, L3C_BOI_02, L3C_BOI_03, L3C_BOI_04, L3C_BOI_07, L3C_BOI_08, L3C_BOI_09, L3C_BOI_10, L3C_GAP_A03,
     L3C_GAP_B14];
    Going = Going { arm: Mover::Infantry, faculty: 1, terrain: Ground::OpenWood, gait: Gait::Charge, ..Going::default() };
    |s, checks| checks.within("faculty", s.faculty, 0, 2);
    moving_ground::enter
}

plain! {
    ObstacleTest "obstacle";
    [L3C_OBS_01, L3C_OBS_03, L3C_OBS_04, L3C_OBS_05, L3C_MOR_33, L3C_GAP_B14];
    Behind = Behind { terrain: Ground::MinorObstacle, in_contact: true, ..Behind::default() };
    |_, _| {};
    moving_ground::behind
}

plain! {
    ScreenTest "screen";
    [L3C_TIR_37, L3C_TIR_38, L3C_TIR_39, L3C_TIR_41, L3C_GAP_C31, L3C_GAP_C32];
    Screens = Screens { attacker: true, defender: true, beaten: Beaten::Defender, effective: false };
    |_, _| {};
    |book, s| {
        let effect = screens::effect(book, s);
        json!({
            "attacker_morale": effect.attacker.morale(book), "attacker_fire": effect.attacker.fire(book),
            "defender_morale": effect.defender.morale(book), "defender_fire": effect.defender.fire(book),
        })
    }
}

pub(super) struct SkirmishDuel;

impl Test for SkirmishDuel {
    type Book = Book;
    const NAME: &'static str = "skirmish-duel";
    const RULES: &'static [Rule] = &[
        r::L3C_TIR_33,
        r::L3C_TIR_40,
        r::L3C_TIR_42,
        r::L3C_DUEL_09,
        r::L3C_FEU_01,
        r::L3C_FEU_27,
        r::L3C_GAP_B01,
        r::L3C_GAP_B23,
    ];
    type Situation = Skirmish;

    fn example() -> Skirmish {
        Skirmish {
            one: Screen { figures: 6, status: Status::Elite, weapon: Weapon::Rifle, ..Screen::default() },
            ..Skirmish::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(_: &Book, s: &Skirmish, checks: &mut Checks) {
        for (place, screen) in [("one", &s.one), ("other", &s.other)] {
            checks.within(&format!("{place}.figures"), screen.figures, 1, MOST_FIGURES);
            let arms = matches!(screen.weapon, Weapon::Musket | Weapon::Rifle);
            checks.want(arms, &format!("{place}.weapon"), F::SkirmisherWeapon);
        }
    }

    fn resolve(s: &Skirmish, mut run: Run<'_>) -> Outcome {
        let (mut one, mut other) = (Breakdown::new(Self::NAME, None), Breakdown::new(Self::NAME, None));
        let fought = screens::skirmish(run.book, s, &mut one, &mut other);
        run.tell("one_steps", fought.one_steps);
        run.tell("other_steps", fought.other_steps);
        run.tell("decided", fought.decided);
        let beaten = match fought.beaten {
            Beaten::None => "none",
            Beaten::Attacker => "one",
            Beaten::Defender => "other",
        };
        run.tell("beaten", beaten);
        if fought.beaten != Beaten::None {
            run.tell("case", fought.case);
            run.tell("state", fought.state);
        }
        run.lines(Some("one"), &one);
        run.total(Some("other"), other);
        run.done(true)
    }
}

plain! {
    ScreenActive "screen-active";
    [L3C_TIR_08, L3C_TIR_18, L3C_TIR_40, L3C_GAP_C30];
    CoveringScreen = CoveringScreen { distance_to_unit: Distance::of(2), ..CoveringScreen::default() };
    |_, _| {};
    |book, s| json!({ "active": skirmishers::active(book, s) })
}

plain! {
    EvasionTest "evasion"; says "distance";
    [L3C_TIR_01, L3C_TIR_13, L3C_TIR_14, L3C_TIR_20, L3C_TIR_21, L3C_GAP_C33];
    Evasion = Evasion { distance: Distance::of(2), ..Evasion::default() };
    |_, _| {};
    skirmishers::evade
}

plain! {
    KeepOff "keep-off";
    says "distance";
    [L3C_TIR_09, L3C_TIR_10, L3C_TIR_11, L3C_TIR_12, L3C_GAP_B04];
    Approach = Approach::default();
    |_, _| {};
    skirmishers::approach
}

plain! {
    Surprised "skirmishers-caught";
    [L3C_TIR_29, L3C_TIR_30, L3C_TIR_31, L3C_GAP_C29, L3C_POU_15];
    SkirmishersAttacked = SkirmishersAttacked::default();
    |s, checks| {
        checks.within("figures", s.figures, 1, MOST_FIGURES);
        checks.within("enemy_figures", s.enemy_figures, 1, MOST_FIGURES);
        checks.want(s.enemy != Arm::Artillery, "enemy", F::GunsAttack);
    };
    skirmishers::surprise
}

plain! {
    FreeToFire "free-skirmishers";
    says "distance";
    [L3C_TIR_34, L3C_TIR_35];
    Engaged = Engaged { figures: 5, ..Engaged::default() };
    |s, checks| {
        checks.within("figures", s.figures, 0, MOST_FIGURES);
        checks.within("enemy", s.enemy, 0, MOST_FIGURES);
    };
    |book, s| json!({ "free": skirmishers::free_to_fire(book, s) })
}

plain! {
    SharedFate "skirmishers-follow";
    [L3C_TIR_26, L3C_TIR_27, L3C_GAP_A95];
    SkirmishersOfBeaten = SkirmishersOfBeaten { parent: Some(Case::Retreat), ..SkirmishersOfBeaten::default() };
    |_, _| {};
    |book, s| json!({ "case": skirmishers::fate(book, s) })
}

plain! {
    ScreenDensity "screen-density";
    [L3C_TIR_03, L3C_GAP_C30, L3C_FEU_32];
    Density = Density { figures: 2, front: 12, ..Density::default() };
    |s, checks| {
        checks.within("figures", s.figures, 0, MOST_FIGURES);
        checks.within("front", s.front, 1, MOST_FIGURES);
    };
    skirmishers::density
}

plain! {
    SkirmishOrder "skirmish-order";
    [L3C_TIR_04, L3C_TIR_05, L3C_TIR_15];
    Order = Order::default();
    |s, checks| checks.within("faculty", s.faculty, 0, 2);
    skirmishers::order
}
