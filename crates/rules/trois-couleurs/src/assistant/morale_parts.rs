//! The sections of the test of morale, one by one: to learn the rules and to settle doubts at the table.

use super::morale_forms::{check_seen, check_targets, check_tester, die, part};
use super::move_forms::Nothing;
use super::{Checks, Outcome, Run, Test};
use crate::resolve::nerve::morale::{
    self, AttackTarget, Attacked, Confronted, Fires, Flanks, Formed, GoingBack, Helped, Known, Menace, National,
    Numbers, Purpose, Securing, Start, Threat, Threatening, UnitStrength, Whose,
};
use crate::terms::book::{Book, r};
use crate::{Arm, Aspect, Case, Cohesion, Distance, Formation, Nation, Seen, Status};
use game::Rule;

/// Defines a part of the test: its lines, and their sum reported under a name.
macro_rules! part {
    ($test:ident $name:literal $(says $said:literal)?; $rules:expr; $situation:ty = $example:expr; $check:expr; $tell:literal $lines:expr) => {
        pub(super) struct $test;

        impl Test for $test {
            type Book = Book;
            const NAME: &'static str = $name;
            const RULES: &'static [Rule] = $rules;
            type Situation = $situation;
            $(const SAID: &'static [&'static [&'static str]] = &[&[$said]];)?

            fn example() -> $situation {
                $example
            }

            fn check(_: &Book, s: &$situation, checks: &mut Checks) {
                let check: fn(&$situation, &mut Checks) = $check;
                check(s, checks);
            }

            fn resolve(s: &$situation, run: Run<'_>) -> Outcome {
                part(run, $name, $tell, |book, trace| $lines(book, s, trace))
            }
        }
    };
}

part! {
    StartPart "start";
    &[r::L3C_MOR_20, r::L3C_MOR_21, r::L3C_MOR_22, r::L3C_MOR_23, r::L3C_MOR_24, r::L3C_MOR_25, r::L3C_MOR_26, r::L3C_MOR_27];
    Start = Start { purpose: Purpose::Assault, ..Start::default() };
    |_, _| {};
    "start" morale::of_start
}

part! {
    SuperiorityPart "superiority";
    &[r::L3C_MOR_42, r::L3C_MOR_43, r::L3C_MOR_44, r::L3C_MOR_45, r::L3C_MOR_47, r::L3C_MOR_48, r::L3C_GAP_C10];
    Confronted = Confronted {
        enemies: vec![Seen { arm: Arm::Cavalry, status: Status::Elite, cavalry_type: 3, ..Seen::default() }],
        ..Confronted::default()
    };
    |s, checks| {
        check_tester("tester", &s.tester, checks);
        check_seen("enemies", &s.enemies, checks);
    };
    "total" morale::confronted
}

part! {
    FamousPart "famous";
    &[r::L3C_MOR_46, r::L3C_MOR_62, r::L3C_GAP_C10];
    GoingBack = GoingBack { of: Whose::Enemy, status: Status::Guard, case: Case::Retreat };
    |_, _| {};
    "total" morale::going_back
}

part! {
    NumbersPart "numbers";
    &[r::L3C_MOR_63, r::L3C_GAP_C11];
    Numbers = Numbers { own: 12, enemy: 24 };
    |s, checks| checks.within("own", s.own, 1, 255);
    "total" morale::of_numbers
}

part! {
    FormationPart "formation";
    &[r::L3C_MOR_80, r::L3C_MOR_81, r::L3C_MOR_83, r::L3C_MOR_84, r::L3C_MOR_86, r::L3C_MOR_89, r::L3C_MOR_91, r::L3C_MOR_96, r::L3C_GAP_C48];
    Formed = Formed { flanks: Flanks { secure: 1, left: Threat::Cavalry, ..Flanks::default() }, ..Formed::default() };
    |s, checks| {
        check_tester("tester", &s.tester, checks);
        checks.within("flanks.secure", s.flanks.secure, 0, 2);
    };
    "total" morale::formed
}

part! {
    TargetsPart "targets";
    &[r::L3C_MOR_82, r::L3C_MOR_91, r::L3C_MOR_92, r::L3C_MOR_93, r::L3C_MOR_94, r::L3C_MOR_95, r::L3C_GAP_C48];
    Attacked = Attacked {
        attacker: Arm::Cavalry,
        targets: vec![AttackTarget { formation: Formation::Square, ..AttackTarget::default() }],
    };
    |s, checks| check_targets("targets", &s.targets, checks);
    "total" morale::attacked
}

part! {
    ThreatPart "threat" says "distance";
    &[r::L3C_MOR_96, r::L3C_MOR_97];
    Threatening = Threatening {
        enemy: Menace { arm: Arm::Cavalry, case: Case::Stand },
        side: Aspect::Flank,
        distance: Distance::of(3),
        ..Threatening::default()
    };
    |_, _| {};
    "total" morale::threat
}

part! {
    StrengthPart "strength";
    &[r::L3C_MOR_110, r::L3C_MOR_111, r::L3C_GAP_C21, r::L3C_GAP_C22];
    UnitStrength = UnitStrength { before_percent: 10, ..UnitStrength::default() };
    |s, checks| {
        checks.within("figures", s.figures, 1, 60);
        checks.within("before_percent", s.before_percent, 0, 100);
    };
    "total" morale::of_strength
}

part! {
    NationalPart "national-bonus";
    &[r::L3C_MOR_121, r::L3C_MOR_122, r::L3C_MOR_123, r::L3C_GAP_C23];
    National = National { nation: Nation::Britain, year: 1815, ..National::default() };
    |s, checks| checks.within("year", s.year, 1790, 1820);
    "total" morale::national
}

part! {
    GeneralPart "general-bonus" says "distance";
    &[r::L3C_MOR_125, r::L3C_CHEF_07, r::L3C_CHEF_08, r::L3C_CHEF_09, r::L3C_GAP_C40];
    Helped = Helped { bonus: 2, distance: Distance::of(1), ..Helped::default() };
    |s, checks| checks.within("bonus", s.bonus, 0, 3);
    "total" morale::helped
}

part! {
    UnderFirePart "under-fire";
    &[r::L3C_MOR_09, r::L3C_MOR_40, r::L3C_MOR_41, r::L3C_FEU_36, r::L3C_FEU_37];
    Fires = Fires { musketry: Known::Expected, ..Fires::default() };
    |_, _| {};
    "total" morale::fires
}

pub(super) struct ChancePart;

impl Test for ChancePart {
    type Book = Book;
    const NAME: &'static str = "chance";
    const RULES: &'static [Rule] = &[r::L3C_MOR_124, r::L3C_GAP_C38];
    type Situation = Nothing;

    fn example() -> Nothing {
        Nothing {}
    }

    fn check(_: &Book, _: &Nothing, _: &mut Checks) {}

    fn resolve(_: &Nothing, run: Run<'_>) -> Outcome {
        die(run, Self::NAME)
    }
}

pub(super) struct SecuringPart;

impl Test for SecuringPart {
    type Book = Book;
    const NAME: &'static str = "securing";
    const RULES: &'static [Rule] = &[r::L3C_MOR_87, r::L3C_MOR_88, r::L3C_MOR_90, r::L3C_GAP_C17];
    type Situation = Securing;

    fn example() -> Securing {
        Securing {
            state: Cohesion::Formed,
            distance: Distance::from_cm(3_000),
            front_to_axis: 90,
            ..Securing::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn check(_: &Book, s: &Securing, checks: &mut Checks) {
        checks.within("front_to_axis", s.front_to_axis, 0, 90);
    }

    fn resolve(s: &Securing, mut run: Run<'_>) -> Outcome {
        run.tell("secures", morale::secures(run.book, s));
        run.done(true)
    }
}
