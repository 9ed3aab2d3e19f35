//! Points, movement, manoeuvres and doctrines: read from tables, no dice.

use super::{Checks, Outcome, Run, Test, elements, formation, on_foot_inside};
use crate::resolve::budget::{self, Commission, Purchase};
use crate::resolve::manoeuvre::{self, Evolution};
use crate::resolve::movement::{self, March};
use crate::resolve::strength::{self, Muster};
use crate::terms::book::{Book, r};
use crate::terms::doctrine::{self, Drill};
use crate::terms::profile::{Arm, Class, Formation, Going, Level, Marker, Profile, Rank, Weapon};
use crate::terms::situation_fault::SituationFault as F;
use crate::terms::tables::Heavy;
use game::{Breakdown, FaultReason, Line, Op, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Kind;

/// More than any unit of the period had.
const MOST_MEN: i64 = 10_000;
const MOST_GUNS: i64 = 100;

pub(super) struct Strength;

impl Test for Strength {
    type Book = Book;
    const NAME: &'static str = "strength";
    const RULES: &'static [Rule] = &[r::ML_1_2B, r::ML_1_2D, r::ML_GAP_58];
    type Situation = Muster;

    fn example() -> Muster {
        Muster { men: 700, guns: 0 }
    }

    fn check(book: &Book, muster: &Muster, checks: &mut Checks) {
        checks.within("men", muster.men, 0, MOST_MEN);
        checks.within("guns", muster.guns, 0, MOST_GUNS);
        let least = u32::from(book.tables.element.least_guns);
        let few = muster.guns > 0 && muster.guns < least && book.on(r::ML_1_2B);
        checks.want(!few, "guns", F::TooFewGuns { least: least.into() });
        checks.want(muster.men > 0 || muster.guns > 0, "men", F::NoStrength);
        checks.want(muster.men == 0 || muster.guns == 0, "guns", F::MenAndGuns);
    }

    fn resolve(muster: &Muster, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let units = strength::units(run.book, muster.strength());
        let elements = if units > 1 {
            strength::in_all(run.book, muster.strength(), &mut breakdown)
        } else {
            strength::elements(run.book, muster.strength(), &mut breakdown).into()
        };
        run.tell("elements", elements);
        run.tell("units", units);
        // More than the maximum of one unit is split into several, as evenly as possible (ML-GAP-58).
        if units > 1 {
            run.tell("by_unit", strength::by_unit(run.book, muster.strength()));
        }
        run.total(None, breakdown);
        run.done(true)
    }
}

pub(super) struct Budget;

impl Test for Budget {
    type Book = Book;
    const NAME: &'static str = "budget";
    const RULES: &'static [Rule] = &[
        r::ML_13A,
        r::ML_13B,
        r::ML_13C,
        r::ML_13D,
        r::ML_13E,
        r::ML_13F,
        r::ML_12D,
        r::ML_12F,
        r::ML_12H,
        r::ML_GAP_12,
        r::ML_GAP_39,
    ];
    type Situation = Purchase;

    fn example() -> Purchase {
        let unit = Profile {
            arm: Arm::Cavalry,
            class: Class::High,
            cohesion: Level::Superior,
            weapon: Weapon::None,
            cuirassed: true,
            ..Profile::default()
        };
        Purchase { elements: 3, unit, mounted: false }
    }

    fn check(book: &Book, purchase: &Purchase, checks: &mut Checks) {
        elements(checks, book, "elements", purchase.elements);
        let unit = &purchase.unit;
        let guns = unit.arm == Arm::Artillery;
        checks.want(guns || !unit.howitzers, "unit.howitzers", F::ArtilleryOnly);
        checks.want(guns || !unit.horse, "unit.horse", F::ArtilleryOnly);
        checks.want(unit.arm == Arm::Cavalry || !unit.dragoons, "unit.dragoons", F::CavalryOnly);
        checks.want(unit.arm == Arm::Cavalry || !unit.lances, "unit.lances", F::CavalryOnly);
        checks.want(unit.arm == Arm::Cavalry || !unit.cuirassed, "unit.cuirassed", F::CavalryOnly);
        checks.want(unit.arm == Arm::Infantry || !unit.sharpshooters, "unit.sharpshooters", F::InfantryOnly);
        checks.want(unit.arm == Arm::Infantry || !unit.no_light_company, "unit.no_light_company", F::InfantryOnly);
    }

    fn resolve(purchase: &Purchase, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let cost = budget::unit(run.book, purchase, &mut breakdown);
        run.tell_all(cost);
        run.total(None, breakdown);
        run.done(true)
    }
}

pub(super) struct GeneralBudget;

impl Test for GeneralBudget {
    type Book = Book;
    const NAME: &'static str = "general-budget";
    const RULES: &'static [Rule] = &[r::ML_13G, r::ML_13H, r::ML_GAP_38];
    type Situation = Commission;

    fn example() -> Commission {
        Commission { rank: Rank::Brigade, competence: 2, charisma: 1 }
    }

    fn check(_: &Book, commission: &Commission, checks: &mut Checks) {
        checks.within("competence", commission.competence, 1, 4);
        checks.within("charisma", commission.charisma, 0, 3);
    }

    fn resolve(commission: &Commission, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let cost = budget::general(run.book, commission, &mut breakdown);
        run.tell("cost", cost);
        run.total(None, breakdown);
        run.done(true)
    }
}

/// Checks a unit that moves.
pub(super) fn check_march(place: &str, march: &March, checks: &mut Checks) {
    let at = |name: &str| format!("{place}{name}");
    if march.general {
        // A general has neither arm nor formation nor marker of his own.
        let alone = March { general: true, going: march.going, beside_road: march.beside_road, ..March::default() };
        let same = March { tall_vegetation: march.tall_vegetation, ..alone } == *march;
        checks.want(same, &at("general"), F::GeneralAlone);
    } else {
        formation(checks, &at("formation"), march.arm, march.formation);
        on_foot_inside(checks, &at("formation"), march.arm, march.formation);
        let in_line = march.arm == Arm::Artillery && march.formation == Formation::Line;
        checks.want(!in_line, &at("formation"), F::FormationOfBattery);
    }
    checks.want(march.arm == Arm::Artillery || !march.horse, &at("horse"), F::ArtilleryOnly);
    let flees = march.marker == Marker::Routing && march.falling_back;
    checks.want(!flees, &at("falling_back"), F::RoutingFallsBack);
    let beside = matches!(march.beside_road, Going::Clear | Going::Rough | Going::VeryRough);
    checks.want(beside, &at("beside_road"), F::GroundOfRoad);
}

pub(super) struct Movement;

impl Test for Movement {
    type Book = Book;
    const NAME: &'static str = "movement";
    const RULES: &'static [Rule] = &[
        r::ML_6A,
        r::ML_6B,
        r::ML_6C,
        r::ML_6D,
        r::ML_6_1I,
        r::ML_1_10A,
        r::ML_1_10B,
        r::ML_1_6A,
        r::ML_1_6C,
        r::ML_GAP_14,
        r::ML_GAP_16,
        r::ML_GAP_17,
    ];
    type Situation = March;

    fn example() -> March {
        March { formation: Formation::MarchColumn, going: Going::Road, ..March::default() }
    }

    fn check(_: &Book, march: &March, checks: &mut Checks) {
        check_march("", march, checks);
    }

    fn resolve(march: &March, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        // A green or yellow marker keeps a unit in place; a shaken unit may fall back (ML-5.3c).
        let held = match march.marker {
            Marker::Hesitant => Some(r::ML_1_10A),
            Marker::Shaken if !march.falling_back => Some(r::ML_1_10B),
            _ => None,
        };
        let held = held.filter(|rule| !march.general && run.book.on(*rule));
        if let Some(rule) = held {
            breakdown.lines.push(Line::new(rule, Op::Read(0)));
        }
        let allowance = match held {
            Some(_) => None,
            None => movement::allowance(run.book, march, &mut breakdown),
        };
        run.tell("may_move", allowance.is_some());
        run.tell("allowance", allowance);
        run.tell("half", allowance.map(crate::Distance::half));
        run.lines(None, &breakdown);
        run.done(true)
    }
}

/// An arm that is to enter some ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entering {
    /// The kind of ground.
    #[serde(default)]
    kind: Option<Kind>,
    #[serde(default)]
    arm: Arm,
}

impl Default for Entering {
    fn default() -> Self {
        Self { kind: Some(Kind::Meadow), arm: Arm::Infantry }
    }
}

pub(super) struct TerrainCard;

impl Test for TerrainCard {
    type Book = Book;
    const NAME: &'static str = "terrain";
    const RULES: &'static [Rule] =
        &[r::ML_1_6C, r::ML_1_6D, r::ML_1_6E, r::ML_1_6F, r::ML_1_6G, r::ML_1_6L, r::ML_GAP_13, r::ML_GAP_46];
    type Situation = Entering;

    fn example() -> Entering {
        Entering { kind: Some(Kind::OpenWood), arm: Arm::Artillery }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["kind"]];

    fn check(_: &Book, _: &Entering, _: &mut Checks) {}

    fn resolve(entering: &Entering, mut run: Run<'_>) -> Outcome {
        let terrain = movement::ground(run.book, entering.kind.unwrap_or(Kind::Meadow));
        let heavy = match terrain.heavy {
            Heavy::Nobody => false,
            Heavy::Cavalry => entering.arm == Arm::Cavalry || !run.book.on(r::ML_GAP_46),
            Heavy::Everybody => true,
        };
        run.tell("going", terrain.going);
        run.tell("shelter", terrain.shelter);
        run.tell("masks_view", terrain.masks);
        run.tell("tall_vegetation", terrain.tall);
        run.tell("heavy", heavy);
        run.tell("linear_obstacle", terrain.obstacle);
        run.tell("columns_only", terrain.columns_only && run.book.on(r::ML_1_6F));
        run.tell("may_enter", movement::may_enter(run.book, entering.arm, &terrain));
        run.done(true)
    }
}

pub(super) struct Manoeuvres;

impl Test for Manoeuvres {
    type Book = Book;
    const NAME: &'static str = "manoeuvre";
    const RULES: &'static [Rule] = &[
        r::ML_6_1C,
        r::ML_6_1D,
        r::ML_6_1E,
        r::ML_6_1F,
        r::ML_6_1G,
        r::ML_6_1H,
        r::ML_6_1J,
        r::ML_6_1K,
        r::ML_GAP_15,
        r::ML_GAP_51,
    ];
    type Situation = Evolution;

    fn example() -> Evolution {
        Evolution { from: Formation::AttackColumn, to: Formation::Line, face: true, ..Evolution::default() }
    }

    fn check(_: &Book, evolution: &Evolution, checks: &mut Checks) {
        let Evolution { arm, from, to, .. } = *evolution;
        if arm == Arm::Artillery {
            checks.want(from == to, "to", F::BatteryManoeuvre);
            return;
        }
        for (place, taken) in [("from", from), ("to", to)] {
            formation(checks, place, arm, taken);
            on_foot_inside(checks, place, arm, taken);
        }
    }

    fn resolve(evolution: &Evolution, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let price = manoeuvre::price(run.book, evolution, &mut breakdown);
        run.tell("allowed", price.is_some_and(|price| price.within_a_sequence(run.book)));
        if let Some(price) = price {
            run.tell_all(price);
        }
        run.total(None, breakdown);
        run.done(true)
    }
}

pub(super) struct Doctrines;

impl Test for Doctrines {
    type Book = Book;
    const NAME: &'static str = "doctrine";
    const RULES: &'static [Rule] = &[r::ML_14A, r::ML_14B, r::ML_14C, r::ML_1_4C, r::ML_GAP_44];
    type Situation = Drill;

    fn example() -> Drill {
        Drill {
            nation: "russia".to_owned(),
            year: 1812,
            doctrine: Some(doctrine::Doctrine::Deep),
            formation: Formation::Line,
            along_cover: true,
            ..Drill::default()
        }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["nation"], &["year"]];

    fn check(book: &Book, drill: &Drill, checks: &mut Checks) {
        let known = book.tables.doctrine.contains_key(&drill.nation);
        if !known {
            let nations = book.tables.doctrine.keys().cloned().collect();
            checks.fault("nation", FaultReason::UnknownWord { found: drill.nation.clone(), known: nations });
        }
        checks.within("year", drill.year, 1792, 1815);
        formation(checks, "formation", drill.arm, drill.formation);
        on_foot_inside(checks, "formation", drill.arm, drill.formation);
        let formed =
            drill.arm != Arm::Artillery || matches!(drill.formation, Formation::Limbered | Formation::Deployed);
        checks.want(formed, "formation", F::FormationOfBattery);
        checks.want(drill.arm != Arm::Artillery || !drill.skirmish_only, "skirmish_only", F::GunsSkirmish);
        if let (true, Some(chosen)) = (known && book.on(r::ML_14A), drill.doctrine) {
            let open = doctrine::doctrines(book, &drill.nation, drill.year);
            checks.want(open.is_empty() || open.contains(&chosen), "doctrine", F::DoctrineNotOpen);
        }
    }

    fn resolve(drill: &Drill, mut run: Run<'_>) -> Outcome {
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let allowed = doctrine::allowed(run.book, drill, &mut breakdown);
        run.tell("doctrines", doctrine::doctrines(run.book, &drill.nation, drill.year));
        run.tell("allowed", allowed);
        run.lines(None, &breakdown);
        run.done(true)
    }
}
