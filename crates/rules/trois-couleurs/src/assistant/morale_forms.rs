//! The test of morale, and what moves its score afterwards.

use super::{Checks, Outcome, Run, Test, chance, spread};
use crate::resolve::nerve::morale::{
    self, AttackTarget, Crossing, CrossingUnit, Fall, Famous, Flanks, LossFall, MoraleSituation, Purpose, Rout,
    Support, Tester, TurnSoFar, UnderFire,
};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Band, Cohesion, Distance, Formation, Gait, Seen, Status};
use dice::Ratio;
use game::{Breakdown, Op, Rule, Trace};
use serde_json::{Value, json};

/// Largest number of entries in a list of units of one kind.
const MOST_ENTRIES: usize = 24;
/// Largest number of identical units that one entry stands for.
const MOST_ALIKE: i64 = 12;

/// Refuses impossible figures of the unit that tests.
pub(super) fn check_tester(place: &str, tester: &Tester, checks: &mut Checks) {
    let at = |name: &str| if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
    checks.within(&at("cavalry_type"), tester.cavalry_type, 0, 3);
    checks.within(&at("figures"), tester.figures, 1, 60);
    if let Some(left) = tester.figures_left {
        checks.within(&at("figures_left"), left, 0, 60);
    }
    let square = tester.arm == Arm::Infantry || tester.formation != Formation::Square;
    checks.want(square, &at("formation"), F::SquareNotInfantry);
    let battery =
        tester.arm == Arm::Artillery || !matches!(tester.formation, Formation::Deployed | Formation::Limbered);
    checks.want(battery, &at("formation"), F::FormationOfGuns);
    for (name, figure) in
        [("base", tester.base), ("attack_bonus", tester.attack_bonus), ("defence_bonus", tester.defence_bonus)]
    {
        checks.within(&at(name), figure.unwrap_or(0), -12, 12);
    }
}

/// Refuses impossible entries of a list of units that count.
pub(super) fn check_seen(place: &str, units: &[Seen], checks: &mut Checks) {
    checks.entries(place, units.len(), 0..=MOST_ENTRIES);
    for (index, unit) in units.iter().enumerate() {
        checks.within(&format!("{place}[{index}].cavalry_type"), unit.cavalry_type, 0, 3);
        checks.within(&format!("{place}[{index}].seen_type"), unit.seen_type.unwrap_or(0), 0, 3);
        checks.within(&format!("{place}[{index}].count"), unit.count, 1, MOST_ALIKE);
    }
}

/// Refuses impossible targets of an attack.
pub(super) fn check_targets(place: &str, targets: &[AttackTarget], checks: &mut Checks) {
    checks.entries(place, targets.len(), 0..=MOST_ENTRIES);
    for (index, target) in targets.iter().enumerate() {
        checks.within(&format!("{place}[{index}].secure_flanks"), target.secure_flanks, 0, 2);
    }
}

/// Refuses impossible famous units.
pub(super) fn check_famous(place: &str, units: &[Famous], checks: &mut Checks) {
    checks.entries(place, units.len(), 0..=MOST_ENTRIES);
    for (index, unit) in units.iter().enumerate() {
        checks.within(&format!("{place}[{index}].cavalry_type"), unit.cavalry_type, 0, 3);
    }
}

/// The word of a band of fire, or null.
pub(super) fn band_word(band: Option<Band>) -> Value {
    band.map_or_else(|| json!("none"), |band| json!(band))
}

pub(super) struct Morale;

impl Test for Morale {
    type Book = Book;
    const NAME: &'static str = "morale";
    const RULES: &'static [Rule] = &[
        r::L3C_MOR_01,
        r::L3C_MOR_02,
        r::L3C_MOR_04,
        r::L3C_MOR_06,
        r::L3C_MOR_20,
        r::L3C_MOR_31,
        r::L3C_MOR_35,
        r::L3C_MOR_40,
        r::L3C_MOR_42,
        r::L3C_MOR_50,
        r::L3C_MOR_62,
        r::L3C_MOR_63,
        r::L3C_MOR_80,
        r::L3C_MOR_86,
        r::L3C_MOR_93,
        r::L3C_MOR_96,
        r::L3C_MOR_110,
        r::L3C_MOR_120,
        r::L3C_MOR_121,
        r::L3C_MOR_124,
        r::L3C_MOR_125,
        r::L3C_REA_01,
        r::L3C_GAP_C01,
        r::L3C_GAP_C38,
    ];
    type Situation = MoraleSituation;

    fn example() -> MoraleSituation {
        MoraleSituation {
            purpose: Purpose::Assault,
            tester: Tester { formation: Formation::DivisionColumn, nation: crate::Nation::France, ..Tester::default() },
            points: morale::Points { needed: 2, ..morale::Points::default() },
            support: Support { arms: 1, own_guns_near: false },
            fire: UnderFire { musketry: true, musketry_of_objective: true, ..UnderFire::default() },
            enemies: vec![Seen { objective: true, figures: Some(12), ..Seen::default() }],
            friends: vec![Seen { gait: Gait::Ordinary, ..Seen::default() }],
            flanks: Flanks { secure: 1, ..Flanks::default() },
            targets: vec![AttackTarget::default()],
            ..MoraleSituation::default()
        }
    }

    fn check(book: &Book, s: &MoraleSituation, checks: &mut Checks) {
        check_tester("tester", &s.tester, checks);
        // A square never counter-charges (L3C-MVT-38), a closed column never goes to contact (L3C-MAC-27).
        let square = s.tester.formation == Formation::Square && s.purpose == Purpose::Counter;
        checks.want(!(square && book.on(r::L3C_MVT_38)), "purpose", F::SquareCounterCharges);
        let closed =
            s.tester.formation == Formation::ClosedColumn && matches!(s.purpose, Purpose::Assault | Purpose::Counter);
        checks.want(!(closed && book.on(r::L3C_MAC_27)), "purpose", F::ColumnAssaults);
        let guns = s.tester.arm == Arm::Artillery && s.purpose.to_contact();
        checks.want(!guns, "purpose", F::GunsAttack);
        // Disordered troops do not attack, except the Guard that goes on (L3C-CAC-16, L3C-CAC-09).
        let goes_on = s.follow_on && s.tester.status == Status::Guard;
        let ordered = s.tester.state != Cohesion::Disordered || !s.purpose.attacks() || goes_on;
        checks.want(ordered || !book.on(r::L3C_CAC_16), "tester.state", F::AttackInDisorder);
        // A general that counts is of the unit's chain of command; a unit with such a general within range is in
        // command (L3C-CHEF-04).
        let near = s.general.is_some_and(|general| general.distance <= book.tables.distance.command);
        checks.want(!(s.out_of_command && near), "out_of_command", F::InCommand);
        checks.within("year", s.year, 1790, 1820);
        checks.within("raise", s.raise, 0, 2);
        let raises = matches!(s.tester.status, Status::Elite | Status::Guard) && s.purpose == Purpose::Other;
        let most = book.tables.result.raises.of(s.tester.status);
        checks.want(!raises || s.raise <= most, "raise", F::RaiseBeyondStatus { most: most.into() });
        check_seen("enemies", &s.enemies, checks);
        check_seen("friends", &s.friends, checks);
        check_targets("targets", &s.targets, checks);
        check_famous("famous", &s.famous, checks);
        checks.within("points.spent", s.points.spent, 0, 12);
        checks.within("points.needed", s.points.needed, 0, 12);
        checks.within("support.arms", s.support.arms, 0, 2);
        checks.within("flanks.secure", s.flanks.secure, 0, 2);
        checks.within("losses.before", s.losses.before, 0, 100);
        checks.within("losses.action", s.losses.action, 0, 100);
        if let Some(general) = &s.general {
            checks.within("general.bonus", general.bonus, 0, 3);
        }
    }

    fn resolve(s: &MoraleSituation, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        if !morale::tests(book, s.tester.formation, s.tester.independent) {
            run.tell("tests", false);
            return run.done(true);
        }
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let sum = morale::modifiers(book, s, &mut breakdown);
        run.tell("modifier", sum);
        let given_back = morale::expected_fire(book, &s.fire);
        if given_back != 0 {
            run.tell("given_back_without_fire", given_back);
        }
        let throw = morale::throw(book);
        let dist = spread(&throw)?;
        let mut rows: Vec<(Value, Option<Ratio>)> = Vec::new();
        for (class, _) in dist.iter() {
            let score = morale::limited(book, sum + i16::from(morale::luck(book, class)), &mut game::Quiet);
            let told = told(book, s, score);
            let p = dist.probability(class);
            match rows.iter_mut().find(|(row, _)| *row == told) {
                Some((_, all)) => *all = all.and_then(|all| all.checked_add(p)),
                None => rows.push((told, Some(p))),
            }
        }
        for (told, p) in rows {
            run.row(told, chance(p));
        }
        let fall = run.throw(&throw)?;
        let fallen = fall.is_some();
        if let Some(fall) = fall {
            let luck = morale::luck(book, fall.class);
            if let Some(place) = breakdown.lines.iter().position(|line| matches!(line.op, Op::Throw(_))) {
                breakdown.lines.insert(place + 1, morale::die_line(luck));
            }
            let score = morale::limited(book, sum + i16::from(luck), &mut breakdown);
            run.tell_all(told(book, s, score));
        }
        run.total(None, breakdown);
        run.done(fallen)
    }
}

/// What a score means, as far as it matters in a test of this purpose.
fn told(book: &Book, s: &MoraleSituation, score: i8) -> Value {
    let verdict = morale::verdict(book, s, score);
    let mut told = json!({ "score": score, "case": verdict.case, "state": verdict.state, "move": verdict.back });
    if let Some(map) = told.as_object_mut() {
        if s.purpose == Purpose::Other {
            map.insert("down".to_owned(), json!(verdict.down));
            if verdict.may_raise > 0 {
                map.insert("may_raise".to_owned(), json!(verdict.may_raise));
            }
        } else {
            map.insert("gait".to_owned(), json!(verdict.gait));
            map.insert("band".to_owned(), band_word(verdict.band));
            map.insert("done".to_owned(), json!(verdict.done));
        }
    }
    told
}

pub(super) struct FallTest;

impl Test for FallTest {
    type Book = Book;
    const NAME: &'static str = "fall";
    const RULES: &'static [Rule] = &[
        r::L3C_MOR_04,
        r::L3C_MOR_05,
        r::L3C_MOR_11,
        r::L3C_MOR_12,
        r::L3C_MOR_13,
        r::L3C_MOR_14,
        r::L3C_MOR_112,
        r::L3C_MAF_05,
        r::L3C_FEU_37,
        r::L3C_GAP_C37,
        r::L3C_GAP_C41,
        r::L3C_GAP_C44,
    ];
    type Situation = Fall;

    fn example() -> Fall {
        Fall { score: 9, stopping_percent: 10, gait: Gait::Charge, ..Fall::default() }
    }

    fn check(_: &Book, s: &Fall, checks: &mut Checks) {
        checks.within("score", s.score, -99, 99);
        checks.within("given_back", s.given_back, 0, 3);
        checks.within("counter_steps", s.counter_steps, 0, 12);
        checks.within("stopping_percent", s.stopping_percent, 0, 100);
    }

    fn resolve(s: &Fall, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let fallen = morale::fall(run.book, s, &mut breakdown);
        run.tell("score", fallen.score);
        run.tell("case", fallen.case);
        run.tell("gait", fallen.gait);
        run.tell("band", band_word(fallen.band));
        run.tell("state", fallen.state);
        run.total(None, breakdown);
        run.done(true)
    }
}

pub(super) struct LossFallTest;

impl Test for LossFallTest {
    type Book = Book;
    const NAME: &'static str = "loss-fall";
    const RULES: &'static [Rule] = &[r::L3C_MOR_112, r::L3C_FEU_29, r::L3C_FEU_35, r::L3C_GAP_C07];
    type Situation = LossFall;

    fn example() -> LossFall {
        LossFall { percent: 10, frontal: true, assault: true, before_two_thirds: false }
    }

    fn check(_: &Book, s: &LossFall, checks: &mut Checks) {
        checks.within("percent", s.percent, 0, 100);
    }

    fn resolve(s: &LossFall, mut run: Run<'_>) -> Outcome {
        run.tell("stopping_fire", morale::stops(run.book, s));
        run.tell("fall", morale::loss_fall(run.book, s));
        run.done(true)
    }
}

pub(super) struct MoraleDue;

impl Test for MoraleDue {
    type Book = Book;
    const NAME: &'static str = "morale-due";
    const RULES: &'static [Rule] = &[r::L3C_MOR_02, r::L3C_MOR_29, r::L3C_MOR_60, r::L3C_GAP_C03, r::L3C_GAP_C08];
    type Situation = TurnSoFar;

    fn example() -> TurnSoFar {
        let rout = Rout { distance: Distance::of(3), ..Rout::default() };
        TurnSoFar { steps_lost: 4, rout: Some(rout), ..TurnSoFar::default() }
    }

    fn check(_: &Book, moment: &TurnSoFar, checks: &mut Checks) {
        let had = i64::from(moment.steps_at_start);
        checks.want(moment.steps_lost <= moment.steps_at_start, "steps_lost", F::StepsBeyondStrength { had });
    }

    fn resolve(moment: &TurnSoFar, mut run: Run<'_>) -> Outcome {
        let due = morale::due(run.book, moment);
        let ids: Vec<&str> = due.iter().map(|rule| rule.id).collect();
        run.tell("due", !due.is_empty());
        run.tell("by", ids);
        if !due.is_empty() {
            let tester = Tester { arm: moment.arm, ..Tester::default() };
            run.brings::<Morale>(&MoraleSituation { purpose: Purpose::Other, tester, ..MoraleSituation::default() });
        }
        run.done(true)
    }
}

/// The lines and the sum of a part of the test.
pub(super) fn part(
    mut run: Run<'_>,
    name: &'static str,
    tell: &str,
    lines: impl FnOnce(&Book, &mut Breakdown) -> i16,
) -> Outcome {
    let mut breakdown = Breakdown::new(name, None);
    let sum = lines(run.book, &mut breakdown);
    run.tell(tell, sum);
    run.total(None, breakdown);
    run.done(true)
}

/// The die by itself.
pub(super) fn die(mut run: Run<'_>, name: &'static str) -> Outcome {
    let book = run.book;
    let mut breakdown = Breakdown::new(name, None);
    let throw = morale::throw(book);
    let dist = spread(&throw)?;
    for (class, _) in dist.iter() {
        run.row(json!({ "total": morale::luck(book, class) }), chance(Some(dist.probability(class))));
    }
    let fall = run.throw(&throw)?;
    let told = fall.is_some();
    if let Some(fall) = fall {
        let luck = morale::luck(book, fall.class);
        breakdown.line(|| morale::die_line(luck));
        run.tell("total", luck);
    }
    run.total(None, breakdown);
    run.done(told)
}

pub(super) struct CrossingTest;

impl Test for CrossingTest {
    type Book = Book;
    const NAME: &'static str = "crossing";
    const RULES: &'static [Rule] = &[r::L3C_GAP_C43, r::L3C_GAP_A51, r::L3C_MOR_05, r::L3C_MOR_11];
    type Situation = Crossing;

    fn example() -> Crossing {
        let comer = |score: i16| CrossingUnit { score, ..CrossingUnit::default() };
        Crossing { one: comer(10), other: comer(7) }
    }

    fn check(_: &Book, s: &Crossing, checks: &mut Checks) {
        checks.within("one.score", s.one.score, -99, 99);
        checks.within("other.score", s.other.score, -99, 99);
    }

    fn resolve(s: &Crossing, mut run: Run<'_>) -> Outcome {
        let mut lines = [Breakdown::new(Self::NAME, None), Breakdown::new(Self::NAME, None)];
        let [one, other] = &mut lines;
        let crossed = morale::crossing(run.book, s, one, other);
        for (name, fallen) in [("one", crossed.one), ("other", crossed.other)] {
            let told =
                json!({ "score": fallen.score, "case": fallen.case, "gait": fallen.gait, "state": fallen.state });
            run.tell(name, told);
        }
        run.tell("covers", crossed.covers);
        let [one, other] = lines;
        run.lines(Some("one"), &one);
        run.lines(Some("other"), &other);
        run.done(true)
    }
}
