//! Points.

use super::{Checks, Outcome, Test, TestRun, limits, object};
use crate::terms::book::{Book, r};
use crate::terms::score::{Army, Fallen, Score, standing};
use crate::terms::situation_fault::SituationFault as F;
use crate::terms::troops::{Figure, budget_of_figure};
use crate::{Arm, Status, Tenths, Weapon};
use game::{Breakdown, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A kind of figure, by its key or by its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a quality of its own")]
pub(super) struct Priced {
    /// Its key in the table of figures; empty: the values below apply.
    kind: String,
    #[schemars(range(min = 1, max = 500))]
    figures: u16,
    arm: Arm,
    status: Status,
    /// Feu: its fire value.
    #[schemars(range(min = 0, max = 20))]
    fire: i8,
    #[schemars(range(min = 0, max = 20))]
    combat: i8,
    #[schemars(range(min = 0, max = 20))]
    bonus: i8,
    #[schemars(range(min = 0, max = 20))]
    moral: i8,
    /// Allowance of a period in column.
    #[schemars(range(min = 1, max = 60))]
    column: u8,
    /// It may skirmish, or has foragers.
    skirmishes: bool,
    /// It has rifles.
    rifle: bool,
    cuirass: bool,
    lance: bool,
}

impl Default for Priced {
    fn default() -> Self {
        Self {
            kind: String::new(),
            figures: 1,
            arm: Arm::Infantry,
            status: Status::Regular,
            fire: 4,
            combat: 4,
            bonus: 1,
            moral: 4,
            column: 16,
            skirmishes: false,
            rifle: false,
            cuirass: false,
            lance: false,
        }
    }
}

impl Priced {
    fn figure(&self) -> Figure {
        Figure {
            arm: self.arm,
            status: self.status,
            fire: self.fire,
            combat: self.combat,
            bonus: self.bonus,
            moral: self.moral,
            column: self.column,
            skirmish: self.skirmishes.then_some(self.column),
            weapon: if self.rifle { Weapon::Rifle } else { Weapon::Musket },
            cuirass: self.cuirass,
            lance: self.lance,
            ..Figure::default()
        }
    }
}

/// Infantry is priced up to this Combat (LA-GAP-41).
const MOST_PRICED_COMBAT: i8 = 7;

pub(super) struct Budget;

impl Test for Budget {
    type Book = Book;
    const NAME: &'static str = "budget";
    const RULES: &'static [Rule] = &[r::LA_GAP_41, r::LA_NAT_01];
    type Situation = Priced;

    fn example() -> Priced {
        Priced { kind: "fr-hussar".to_owned(), figures: 12, ..Priced::default() }
    }

    fn check(book: &Book, s: &Priced, checks: &mut Checks) {
        limits::check(s, checks);
        let known = s.kind.is_empty() || book.tables.figures.find(&s.kind).is_some();
        checks.want(known, "kind", F::UnknownFigure);
        let guns = s.kind.is_empty() && s.arm == Arm::Artillery;
        checks.want(!guns, "arm", F::GunsByKind);
        let foot = s.arm == Arm::Infantry;
        checks.want(!foot || !(s.cuirass || s.lance), "arm", F::CavalryEquipment);
        checks.want(foot || !s.rifle, "rifle", F::RifleNotInfantry);
        if foot && s.combat > MOST_PRICED_COMBAT {
            checks.fault("combat", game::FaultReason::between(0, MOST_PRICED_COMBAT, s.combat));
        }
    }

    fn resolve(s: &Priced, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let row = book.tables.figures.find(&s.kind).map(|(_, figure)| figure);
        let figure = row.unwrap_or_else(|| s.figure());
        let computed = budget_of_figure(book, &figure, &mut breakdown);
        // The price of the row applies; values typed in are priced by the rule (LA-GAP-41).
        let each = row.map(|figure| figure.budget).or(computed).unwrap_or_default();
        run.tell("each", each);
        run.tell("budget", each.times(s.figures.into()));
        run.total(None, breakdown);
        run.done(true)
    }
}

plain! {
    ScoreTest "score";
    [LA_GAP_41, LA_GAP_75, LA_GEN_07];
    Score = Score {
        blue: Army {
            budget: Tenths::points(900),
            breaks: Some(40),
            figures: vec![Fallen { figures: 30, each: Tenths(55) }],
            units_gone: vec![Tenths(1416)],
            officers_killed: vec![Tenths::points(60)],
            objectives: 0,
        },
        red: Army {
            budget: Tenths::points(880),
            figures: vec![Fallen { figures: 20, each: Tenths(49) }],
            ..Army::default()
        },
        last_period: false,
    };
    |book, s, checks| {
        for (place, army) in [("blue", &s.blue), ("red", &s.red)] {
            checks.want(army.budget.0 > 0, &format!("{place}.budget"), rulebook::FigureFault::MoreThanZero);
            checks.want(army.lost(book) <= army.budget, place, F::LostBeyondBudget);
        }
    };
    |book, s, run| {
        let found = standing(book, s);
        let sides = |pair: [Tenths; 2]| object([("blue", json!(pair[0])), ("red", json!(pair[1]))]);
        run.tell("lost", sides(found.lost));
        run.tell("points", sides(found.points));
        run.tell("blue_broken", found.broken[0]);
        run.tell("red_broken", found.broken[1]);
        run.tell("winner", found.winner);
        run.tell("how", found.how);
    }
}
