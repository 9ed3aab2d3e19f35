//! Picks by the meaning of choices: fires, attacks, stands and withdrawals, valued in hundredths of a point.

use crate::Reason;
use crate::scene::Scene;
use game::{Choice, Field, Gist, Intent, Nerve, Rating, Ref, Reply, Shape, UnitId};

/// A value that is never taken.
const NEVER: i64 = i64::MIN / 4;

/// A general's conditions for an attack.
#[derive(Clone, Copy)]
pub(crate) struct Nerves {
    /// The least chance of success of an attack, in thousandths.
    pub least: u16,
    /// Weight of the gain of an attack, in hundredths.
    pub keen: i64,
}

impl Nerves {
    /// When every choice is costly, the cheapest is taken: no chance is too small then.
    const DESPERATE: Self = Self { least: 0, keen: 100 };
    /// Attacks wherever possible.
    pub const RECKLESS: Self = Self { least: 0, keen: 400 };
}

/// Whether a field gives an order: orders are chosen with all others of the sheet in view.
pub(crate) fn is_order(gists: &[Gist]) -> bool {
    let has = |intent| gists.iter().any(|gist| gist.intent == intent);
    has(Intent::Advance) && has(Intent::Hold)
}

/// The value of a choice.
fn value(scene: &Scene<'_>, unit: Option<&Rating>, gist: &Gist, is_default: bool, nerves: Nerves) -> i64 {
    let gain = gist.gain;
    let cost = gist.cost * unit.map_or(100, |unit| scene.stake(unit)) / 100;
    match gist.intent {
        Intent::None | Intent::Advance | Intent::Lend if is_default => 0,
        Intent::None | Intent::Advance | Intent::Lend => NEVER,
        // Fire is held only for a reason.
        Intent::Shoot => scene.net(gain, cost).max(if gist.cost == 0 { 1 } else { NEVER }),
        Intent::Attack if gist.chance < nerves.least => NEVER + 1,
        Intent::Attack
            if nerves.least > 0
                && unit.is_some_and(|unit| scene.kept_back(unit))
                && i64::from(gist.chance) < scene.weights.surely =>
        {
            NEVER + 1
        }
        Intent::Attack => {
            let keen = unit.map_or(100, |unit| i64::from(scene.shock_of(unit)));
            scene.net(gain * keen / 100 * nerves.keen / 100, cost)
        }
        Intent::Hold => scene.net(gain, cost),
        Intent::Rally => 100,
        Intent::Support => gist.gain - gist.cost - i64::from(!is_default),
        Intent::Withdraw if gist.cost > 0 => scene.net(gain, cost * scene.weights.flee / 100),
        Intent::Withdraw => {
            // A shaken unit leaves the reach of enemies that would ride it down.
            let weak = unit.is_some_and(|unit| unit.nerve >= Nerve::Shaken);
            let threat = unit.map_or(0, |unit| scene.threat(unit, unit.pose));
            if weak && threat > scene.weights.retreat { threat / 2 } else { i64::from(is_default) * 2 - 1 }
        }
    }
}

/// The choice of a field with the highest value; of equals, the one that means "go on".
pub(crate) fn best(
    scene: &Scene<'_>,
    field: &Field,
    gists: &[Gist],
    nerves: Nerves,
    prey: &mut Vec<UnitId>,
) -> (Reply, Option<Reason>) {
    let Shape::Pick { from, min, .. } = &field.shape else { return (field.default.clone(), None) };
    if gists.len() != from.len() || gists.iter().all(|gist| gist.intent == Intent::None) {
        return (field.default.clone(), None);
    }
    let unit = match field.about {
        Ref::Unit(id) => scene.view.unit(id),
        _ => None,
    };
    let usual = field.default.key();
    // Every other choice costs more than a tenth of the unit.
    let free = |gist: &Gist| gist.intent != Intent::Attack && gist.cost <= unit.map_or(0, |unit| unit.worth * 10);
    let nerves = if gists.iter().any(free) { nerves } else { Nerves::DESPERATE };
    let values = from.iter().zip(gists).map(|(choice, gist)| {
        let is_default = Some(&choice.key) == usual;
        let again = gist.intent == Intent::Attack && gist.target.is_some_and(|target| prey.contains(&target));
        let part = if again { scene.weights.again } else { 100 };
        let gist = Gist { gain: gist.gain * part / 100, ..*gist };
        (value(scene, unit, &gist, is_default, nerves), is_default)
    });
    let best = values.enumerate().max_by_key(|(n, (value, is_default))| (*value, *is_default, std::cmp::Reverse(*n)));
    let Some((n, (value, _))) = best else { return (field.default.clone(), None) };
    if value <= NEVER && *min == 0 {
        return (Reply::Picked(Vec::new()), None);
    }
    match from.get(n).zip(gists.get(n)) {
        Some((choice, gist)) => {
            prey.extend(gist.target.filter(|_| gist.intent == Intent::Attack));
            (picked(choice), reason(field.about, gist))
        }
        None => (field.default.clone(), None),
    }
}

/// The choice with this intent; of several the one that promises most.
pub(crate) fn meaning(gists: &[Gist], intent: Intent) -> Option<usize> {
    let meant = gists.iter().enumerate().filter(|(_, gist)| gist.intent == intent);
    meant.max_by_key(|(n, gist)| (gist.gain - gist.cost, std::cmp::Reverse(*n))).map(|(n, _)| n)
}

/// A choice with the defaults of the fields that it opens.
pub(crate) fn picked(choice: &Choice) -> Reply {
    Reply::Picked(vec![(choice.key.clone(), choice.then.iter().map(|field| field.default.clone()).collect())])
}

pub(crate) fn reason(about: Ref, gist: &Gist) -> Option<Reason> {
    let on = gist.target.map(Ref::Unit);
    let points = |hundredths: i64| (hundredths + 50) / 100;
    let reason = match gist.intent {
        Intent::None | Intent::Lend => return None,
        Intent::Attack => Reason::of(about, "attack").fact("chance", i64::from(gist.chance) / 10),
        Intent::Shoot => Reason::of(about, "shoot"),
        Intent::Advance => Reason::of(about, "advance"),
        Intent::Hold => Reason::of(about, "stand"),
        Intent::Withdraw => Reason::of(about, "withdraw"),
        Intent::Rally => Reason::of(about, "rally"),
        Intent::Support => Reason::of(about, "support"),
    };
    Some(reason.on(on).fact("gain", points(gist.gain)).fact("cost", points(gist.cost)))
}
