//! Fire and its consequences.

use super::morale_forms::MoraleTest;
use super::people_forms::OfficerUnderFire;
use super::{Checks, Outcome, Test, TestRun, limits, most_losses, object, rows};
use crate::resolve::command::{UnderFire, watched};
use crate::resolve::fire::{
    Cannonade, DieKind, DieUse, Facing, FireTime, Fired, Group, Quarter, Shot, Target, Toll, Volley, bearing, left,
    throw,
};
use crate::resolve::morale::{FireTaken, Nerve};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Calibre, Cover, Distance, Formation, Weapon};
use game::{Breakdown, Rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A fire of small arms, and the state of its target.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct SmallArms {
    volley: Volley,
    /// Losses of the target that have not yet removed a figure.
    #[schemars(range(min = 0, max = 29))]
    #[schemars(extend("x-when" = { "volley.target.officer": [false] }))]
    remainder: u16,
    /// Earlier losses accumulated by an officer who is the target.
    #[schemars(range(min = 0, max = 39))]
    #[schemars(extend("x-when" = { "volley.target.officer": [true] }))]
    accumulated: u16,
}

/// A fire of guns, and the state of its target.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct GunFire {
    fire: Cannonade,
    /// Losses of the target that have not yet removed a figure.
    #[schemars(range(min = 0, max = 29))]
    #[schemars(extend("x-when" = { "fire.target.officer": [false] }))]
    remainder: u16,
    /// Earlier losses accumulated by an officer who is the target.
    #[schemars(range(min = 0, max = 39))]
    #[schemars(extend("x-when" = { "fire.target.officer": [true] }))]
    accumulated: u16,
}

/// The ranks that a formation always has.
pub(super) const fn ranks_of(formation: Formation) -> Option<u8> {
    match formation {
        Formation::Line | Formation::Skirmish | Formation::Limbered | Formation::InPosition => Some(1),
        Formation::DoubleLine => Some(2),
        _ => None,
    }
}

/// Refuses an impossible target.
fn check_target(place: &str, target: &Target, checks: &mut Checks) {
    let at = |name: &str| format!("{place}.{name}");
    checks.want(target.formation.suits(target.arm), &at("formation"), F::FormationOfOtherArm);
    if let Some(ranks) = ranks_of(target.formation) {
        checks.want(target.ranks == ranks, &at("ranks"), F::WrongRanks { ranks: ranks.into() });
    }
    let horse = target.arm == Arm::Cavalry;
    checks.want(horse || !target.cuirass, &at("cuirass"), F::CavalryEquipment);
    checks.want(horse || !target.charging, &at("charging"), F::ChargingTarget);
    let garrison = target.formation == Formation::Garrison;
    checks.want(!garrison || target.cover == Cover::House, &at("cover"), F::GarrisonOutside);
    checks.want(!horse || target.cover != Cover::House, &at("cover"), F::CavalryInBuilding);
    let foragers = target.formation == Formation::Skirmish;
    checks.want(!foragers || !target.charging, &at("charging"), F::ForagersCharge);
    let stands = matches!(target.formation, Formation::Line | Formation::Column) && target.ranks == 1;
    let alone = stands && !target.charging && !target.cuirass;
    checks.want(!target.officer || alone, &at("officer"), F::OfficerAlone);
}

/// The target, its distance and its earlier losses.
struct HitTarget<'a> {
    target: &'a Target,
    distance: Distance,
    remainder: u16,
    accumulated: u16,
}

impl HitTarget<'_> {
    /// Losses inflicted on an officer alone (LA-GEN-02, LA-GEN-03).
    fn on_officer(&self, losses: u16) -> UnderFire {
        let (enemy, accumulated) = (self.distance, self.accumulated);
        UnderFire { alone: true, enemy, losses, accumulated, ..UnderFire::default() }
    }
}

/// The reported result of a fire.
fn told(book: &Book, fired: &Fired, hit: &HitTarget<'_>) -> Value {
    if hit.target.officer {
        let seen = watched(book, &hit.on_officer(fired.losses));
        return object([
            ("losses", json!(fired.losses)),
            ("figures_off", json!(u8::from(seen.removed))),
            ("accumulated", json!(seen.accumulated)),
            ("removed", json!(seen.removed)),
            ("test_due", json!(seen.tested)),
        ]);
    }
    // A target of full strength: only its counter of losses matters here (LA-GAP-02).
    let (kept, left_over) = left(book, u8::MAX, hit.remainder.saturating_add(fired.losses));
    let due = fired.losses >= book.tables.morale.fire_from;
    object([
        ("losses", json!(fired.losses)),
        ("figures_off", json!(u8::MAX - kept)),
        ("remainder", json!(left_over)),
        ("test_due", json!(due)),
    ])
}

/// The tests that a fire with these losses causes: the fate of an officer, or the unit's morale.
fn leads(run: &mut TestRun<'_>, hit: &HitTarget<'_>, losses: u16, loose: bool) {
    let book = run.book;
    if hit.target.officer {
        let fire = hit.on_officer(losses);
        if watched(book, &fire).tested {
            run.brings::<OfficerUnderFire>(&fire);
        }
        return;
    }
    let Target { arm, formation, status, cover, .. } = *hit.target;
    let initial = Nerve::default().initial;
    let figures = left(book, initial, losses).0;
    if losses < book.tables.morale.fire_from || figures == 0 {
        return;
    }
    let fires = vec![FireTaken { losses, loose }];
    run.brings::<MoraleTest>(&Nerve { arm, formation, status, cover, fires, losses, figures, ..Nerve::default() });
}

pub(super) struct SmallArmsFire;

impl Test for SmallArmsFire {
    type Book = Book;
    const NAME: &'static str = "small-arms-fire";
    const RULES: &'static [Rule] = &[
        r::LA_FEU_01,
        r::LA_FEU_02,
        r::LA_FEU_03,
        r::LA_FEU_05,
        r::LA_FEU_06,
        r::LA_FEU_08,
        r::LA_GEN_01,
        r::LA_GEN_02,
        r::LA_GEN_03,
        r::LA_RES_01,
        r::LA_GAP_02,
        r::LA_GAP_03,
        r::LA_GAP_04,
        r::LA_GAP_07,
        r::LA_GAP_28,
        r::LA_GAP_37,
        r::LA_GAP_45,
        r::LA_GAP_73,
    ];
    type Situation = SmallArms;

    const SAID: &'static [&'static [&'static str]] = &[&["volley.distance"]];

    fn example() -> SmallArms {
        let groups = vec![Group { fire: 4, figures: 12 }, Group { fire: 5, figures: 3 }];
        let target = Target { formation: Formation::Column, ranks: 6, ..Target::default() };
        let volley =
            Volley { distance: Distance::of(4), groups, quarters: 2, first_fire: true, target, ..Volley::default() };
        SmallArms { volley, ..SmallArms::default() }
    }

    fn check(_: &Book, s: &SmallArms, checks: &mut Checks) {
        limits::check(s, checks);
        let small = !matches!(s.volley.weapon, Weapon::None | Weapon::Guns);
        checks.want(small, "volley.weapon", F::NotSmallArm);
        checks.want(s.volley.distance.cm() > 0, "volley.distance", F::FireInContact);
        check_target("volley.target", &s.volley.target, checks);
    }

    fn resolve(s: &SmallArms, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let volley = &s.volley;
        let (target, distance) = (&volley.target, volley.distance);
        let hit = HitTarget { target, distance, remainder: s.remainder, accumulated: s.accumulated };
        run.tell("allowed", volley.reaches(book));
        if !volley.reaches(book) {
            return run.done(true);
        }
        let dice = throw(book, volley.die(book), DieUse::Fire);
        rows(&mut run, &dice, |class| told(book, &volley.fired(book, class, &mut game::Quiet), &hit))?;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let fall = run.throw(&dice)?;
        if let Some(fall) = &fall {
            let fired = volley.fired(book, fall.class, &mut breakdown);
            run.tell("factor", fired.factor);
            run.tell("cells", &fired.cells);
            run.tell_all(told(book, &fired, &hit));
            leads(&mut run, &hit, fired.losses, volley.skirmish);
        } else {
            run.tell("factor_before_die", volley.before(book, &mut breakdown));
        }
        run.total(None, breakdown);
        run.done(fall.is_some())
    }
}

pub(super) struct ArtilleryFire;

impl Test for ArtilleryFire {
    type Book = Book;
    const NAME: &'static str = "artillery-fire";
    const RULES: &'static [Rule] = &[
        r::LA_FEU_01,
        r::LA_FEU_02,
        r::LA_FEU_04,
        r::LA_FEU_05,
        r::LA_FEU_09,
        r::LA_FEU_10,
        r::LA_FEU_11,
        r::LA_GEN_01,
        r::LA_GEN_02,
        r::LA_GEN_03,
        r::LA_RES_01,
        r::LA_GAP_02,
        r::LA_GAP_03,
        r::LA_GAP_04,
        r::LA_GAP_07,
        r::LA_GAP_18,
    ];
    type Situation = GunFire;

    const SAID: &'static [&'static [&'static str]] = &[&["fire.distance"]];

    fn example() -> GunFire {
        let target = Target { formation: Formation::Column, ranks: 4, ..Target::default() };
        let fire = Cannonade {
            calibre: Calibre::Eight,
            distance: Distance::of(20),
            shot: Shot::Canister,
            quarters: 2,
            target,
            ..Cannonade::default()
        };
        GunFire { fire, remainder: 10, accumulated: 0 }
    }

    fn check(_: &Book, s: &GunFire, checks: &mut Checks) {
        limits::check(s, checks);
        checks.want(s.fire.distance.cm() > 0, "fire.distance", F::FireInContact);
        check_target("fire.target", &s.fire.target, checks);
    }

    fn resolve(s: &GunFire, mut run: TestRun<'_>) -> Outcome {
        let book = run.book;
        let fire = &s.fire;
        let (target, distance) = (&fire.target, fire.distance);
        let hit = HitTarget { target, distance, remainder: s.remainder, accumulated: s.accumulated };
        run.tell("allowed", fire.reaches(book));
        run.tell("canister_open", Cannonade::canister(book, fire.calibre, fire.distance));
        if !fire.reaches(book) {
            return run.done(true);
        }
        let dice = throw(book, DieKind::Usual, DieUse::Fire);
        rows(&mut run, &dice, |class| told(book, &fire.fired(book, class, &mut game::Quiet), &hit))?;
        let mut breakdown = Breakdown::new(Self::NAME, None);
        let fall = run.throw(&dice)?;
        if let Some(fall) = &fall {
            let fired = fire.fired(book, fall.class, &mut breakdown);
            run.tell("factor", fired.factor);
            run.tell("cells", &fired.cells);
            run.tell_all(told(book, &fired, &hit));
            leads(&mut run, &hit, fired.losses, fire.shot == Shot::Canister);
        } else {
            run.tell("factor_before_die", fire.before(book, &mut breakdown));
        }
        run.total(None, breakdown);
        run.done(fall.is_some())
    }
}

plain! {
    FireTimeTest "fire-time";
    says "range";
    [LA_FEU_06, LA_FEU_07, LA_GAP_06];
    FireTime = FireTime {
        quarters: vec![
            Quarter { from: Distance::of(24), to: Distance::from_cm(12_675), ..Quarter::default() },
            Quarter { from: Distance::from_cm(12_675), to: Distance::of(15), ..Quarter::default() },
        ],
        ..FireTime::default()
    };
    |_, s, checks| {
        for (place, pair) in s.quarters.windows(2).enumerate() {
            let [first, second] = pair else { continue };
            // A charge’s distance bonus, which is left out of the first value, may have brought it into contact.
            let joined = second.from == first.to || second.from.cm() == 0;
            checks.want(joined, &format!("quarters[{}].from", place + 1), F::QuartersApart);
        }
    };
    |book, s, run| {
        let counting = s.counting(book);
        let quarters = counting.iter().filter(|counts| **counts).count();
        run.tell("counting", &counting);
        run.tell("fire_quarters", quarters);
    }
}

plain! {
    Bearing "bearing";
    [LA_GAP_05, LA_GAP_64];
    Facing = Facing::default();
    |_, s, checks| checks.want(s.base.cm() > 0, "base", rulebook::FigureFault::MoreThanZero);
    |book, s, run| run.tell("bearing", bearing(book, s))
}

plain! {
    Losses "losses";
    [LA_MOR_08, LA_MOR_09, LA_MOR_10, LA_GAP_02, LA_GAP_29, LA_GAP_30];
    Toll = Toll { hits: vec![40, 35, 20, 30, 60], ..Toll::default() };
    |book, s, checks| {
        let most = most_losses(book, s.initial);
        let so_far = u32::from(s.so_far);
        let beyond = F::LossesBeyondUnit { most: most.into() };
        checks.want(so_far <= most, "so_far", beyond);
        let all = s.hits.iter().fold(so_far, |sum, hit| sum + u32::from(*hit));
        checks.want(all <= most || so_far > most, "hits", beyond);
    };
    |book, s, run| {
        run.tell("course", s.course(book));
        run.tell_all(s.course(book).last().copied().unwrap_or_else(|| s.at(book, s.so_far)));
    }
}
