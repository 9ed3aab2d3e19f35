//! A battle as numbers, for learning: a side's view, and the answers that it may give, each with its meaning. The
//! lengths are fixed, so that arrays of one scenario always have one shape. Nothing here is the other side's secret:
//! all of it is made of the side's own appraisal, offers and previews.

use crate::trouble::Trouble;
use armies::Scenario;
use game::{Appraisal, Ask, Battle, By, Gist, Intent, Key, Nerve, Preview, Rating, Reply, Shape, Side, Sort, UnitId};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use table::{Manoeuvre, March, Point};

/// Numbers of the battle as a whole.
const WHOLE: usize = 8 + KINDS;
/// Kinds of questions distinguished, by a hash of their name.
const KINDS: usize = 16;
/// Numbers of a unit.
const UNIT: usize = 24;
/// Answers that the rules suggest.
const SUGGESTED: usize = 8;
/// Fields of a question whose choices are separate answers.
const FIELDS: usize = 8;
/// Choices of such a field.
const CHOICES: usize = 8;
/// Marches that all units asked make alike.
const MARCHES: usize = 8;
/// All answers: the defaults, the suggestions, marches by their length and manner, one choice of one field with the
/// defaults of the others.
const ACTIONS: usize = 1 + SUGGESTED + MARCHES + FIELDS * CHOICES;
/// Numbers of an answer.
const ACTION: usize = 18;

/// Bytes for NumPy.
pub fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A side's view: the whole, then its own units and those of the enemy in order, `most` in all.
pub fn observe(battle: &dyn Battle, side: Side, most: usize, scenario: &Scenario) -> Vec<f32> {
    let seen = battle.appraise(side);
    let mut numbers = Vec::with_capacity(WHOLE + UNIT * most);
    let [own, his] = [side, side.other()].map(|side| seen.armies[side.index()]);
    let part = |n: i64, of: i64| n as f32 / of.max(1) as f32;
    numbers.extend([
        part(seen.turn.into(), seen.turns.into()),
        part(own.points, own.whole),
        part(his.points, his.whole),
        part(own.lost, own.breaks.max(own.whole)),
        part(his.lost, his.breaks.max(his.whole)),
        seen.lead(side) as f32 / 1_000.0,
        if side == Side::Blue { 1.0 } else { 0.0 },
        if battle.outcome().is_some() { 1.0 } else { 0.0 },
    ]);
    let asked = battle.waiting(side).first().map(|ask| kind(ask.slot.kind.as_str()));
    numbers.extend((0..KINDS).map(|n| if asked == Some(n) { 1.0 } else { 0.0 }));
    let (mine, theirs): (Vec<&Rating>, Vec<&Rating>) = seen.units.iter().partition(|unit| unit.side == side);
    let (width, height) = (scenario.ground.width.max(1) as f32, scenario.ground.height.max(1) as f32);
    for unit in mine.into_iter().chain(theirs).take(most) {
        numbers.extend(row(unit, side, width, height));
    }
    numbers.resize(WHOLE + UNIT * most, 0.0);
    // A ruleset's own points may be large; learners need numbers near one.
    numbers.iter_mut().for_each(|number| *number = number.clamp(-10.0, 10.0));
    numbers
}

/// A kind of question as a number: the same in every battle and in every process.
fn kind(name: &str) -> usize {
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (hash % KINDS as u64) as usize
}

fn row(unit: &Rating, side: Side, width: f32, height: f32) -> [f32; UNIT] {
    let is = |yes: bool| if yes { 1.0 } else { 0.0 };
    let angle = (f64::from(unit.pose.facing) / 100.0).to_radians();
    let full = unit.full.max(1) as f32;
    [
        1.0,
        is(unit.side == side),
        is(unit.sort == Sort::Foot),
        is(unit.sort == Sort::Horse),
        is(unit.sort == Sort::Guns),
        is(unit.sort == Sort::Leader),
        unit.pose.at.x as f32 / width,
        unit.pose.at.y as f32 / height,
        angle.sin() as f32,
        angle.cos() as f32,
        unit.worth as f32 / full,
        full / 100.0,
        is(unit.nerve == Nerve::Steady),
        is(unit.nerve == Nerve::Halted),
        is(unit.nerve == Nerve::Shaken),
        is(unit.nerve == Nerve::Running),
        is(unit.commanded),
        is(unit.formed),
        unit.cover as f32 / 100.0,
        unit.fire as f32 / 100.0,
        unit.shock as f32 / 100.0,
        unit.reach as f32 / width,
        unit.range as f32 / width,
        unit.strikes as f32 / width,
    ]
}

/// The answers to one question that may be given as numbers.
#[pyclass(frozen, module = "grognard._native")]
pub struct Offers {
    side: Side,
    ask: u64,
    kind: String,
    answers: Vec<Option<Vec<Reply>>>,
    features: Vec<f32>,
}

impl Offers {
    /// The offers of the first open question of a side.
    pub fn of(battle: &dyn Battle, side: Side) -> Option<Self> {
        let ask = battle.waiting(side).into_iter().next()?;
        let seen = battle.appraise(side);
        let gists = battle.gists(side, ask.id);
        let mut offers = Self {
            side,
            ask: ask.id,
            kind: ask.slot.kind.to_string(),
            answers: vec![None; ACTIONS],
            features: vec![0.0; ACTIONS * ACTION],
        };
        let defaults: Vec<Reply> = ask.fields.iter().map(|field| field.default.clone()).collect();
        offers.put(battle, &seen, 0, defaults.clone(), None);
        for n in 0..SUGGESTED {
            let Some(replies) = battle.suggest(side, ask.id, n as u64) else { break };
            // A duplicate answer would count twice in a random choice.
            if !offers.answers.iter().flatten().any(|known| *known == replies) {
                offers.put(battle, &seen, 1 + n, replies, None);
            }
        }
        for n in 0..MARCHES {
            let Some(replies) = marched_alike(battle, &seen, side, &ask, n, &defaults) else { continue };
            if !offers.answers.iter().flatten().any(|known| *known == replies) {
                offers.put(battle, &seen, 1 + SUGGESTED + n, replies, None);
            }
        }
        for (f, c, key, then) in choices(&ask) {
            let mut replies = defaults.clone();
            if let Some(reply) = replies.get_mut(f) {
                *reply = Reply::Picked(vec![(key, then)]);
            }
            if !offers.answers.iter().flatten().any(|known| *known == replies) {
                let gist = gists.get(f).and_then(|field| field.get(c));
                offers.put(battle, &seen, 1 + SUGGESTED + MARCHES + f * CHOICES + c, replies, gist);
            }
        }
        Some(offers)
    }

    /// Puts an answer in its place, if it is accepted.
    fn put(&mut self, battle: &dyn Battle, seen: &Appraisal, place: usize, replies: Vec<Reply>, gist: Option<&Gist>) {
        let Ok(preview) = battle.preview(self.side, self.ask, &replies) else { return };
        let numbers = self.features.iter_mut().skip(place * ACTION);
        for (number, value) in numbers.zip(meaning(seen, self.side, place, &preview, gist)) {
            *number = value.clamp(-10.0, 10.0);
        }
        self.answers[place] = Some(replies);
    }

    /// Gives one of the answers.
    pub fn take(&self, battle: &mut dyn Battle, number: usize) -> Result<(), Trouble> {
        let Some(replies) = self.answers.get(number).and_then(Option::as_ref) else {
            return Err(Trouble::bad("action", format!("{number} is not open")));
        };
        if !battle.waiting(self.side).iter().any(|open| open.id == self.ask) {
            return Err(Trouble::bad("ask", format!("question {} is not open to this side", self.ask)));
        }
        let given = battle.answer(self.side, self.ask, replies.clone(), By::Person);
        given.map_err(|refusals| Trouble::refused(&refusals))
    }
}

/// One march by its number, made by every unit that is asked for one; a unit that may not make it keeps its default.
/// `None`: no unit makes it.
fn marched_alike(
    battle: &dyn Battle,
    seen: &Appraisal,
    side: Side,
    ask: &Ask,
    number: usize,
    defaults: &[Reply],
) -> Option<Vec<Reply>> {
    let mut replies = defaults.to_vec();
    let mut any = false;
    for (f, field) in ask.fields.iter().enumerate() {
        let Shape::March { movers, allowed, .. } = &field.shape else { continue };
        let Some(unit) = movers.first().and_then(|id| seen.unit(*id)) else { continue };
        let Some(legs) = legs(seen, side, unit, allowed, number) else { continue };
        let march = March { movers: movers.iter().map(|id| id.0).collect(), legs };
        let before = std::mem::replace(&mut replies[f], Reply::Marched(march));
        if battle.preview(side, ask.id, &replies).is_ok() {
            any = true;
        } else {
            replies[f] = before;
        }
    }
    any.then_some(replies)
}

/// The legs of a march: ahead by the whole, the half or a quarter of the allowed distance, the same after facing the
/// nearest enemy, facing alone, back, or into another formation.
fn legs(seen: &Appraisal, side: Side, unit: &Rating, allowed: &[Manoeuvre], number: usize) -> Option<Vec<Manoeuvre>> {
    let most = |of: fn(&Manoeuvre) -> Option<i32>| allowed.iter().filter_map(of).max().filter(|n| *n > 0);
    let ahead = most(|m| if let Manoeuvre::Ahead(cm) = m { Some(*cm) } else { None });
    let back = most(|m| if let Manoeuvre::Back(cm) = m { Some(*cm) } else { None });
    let turn = most(|m| if let Manoeuvre::Turn(by) = m { Some(*by) } else { None });
    let facing = || {
        let enemy = seen.troops(side.other()).min_by_key(|enemy| enemy.far(unit.pose.at))?;
        let off = table::turn(unit.pose.facing, unit.pose.at.bearing_to(enemy.pose.at));
        let by = turn.map(|most| off.clamp(-most, most)).filter(|by| by.abs() > 500)?;
        Some(Manoeuvre::Turn(by))
    };
    Some(match number {
        0 => vec![Manoeuvre::Ahead(ahead?)],
        1 => vec![Manoeuvre::Ahead(ahead? / 2)],
        2 => vec![Manoeuvre::Ahead(ahead? / 4)],
        3 => vec![facing()?, Manoeuvre::Ahead(ahead? / 2)],
        4 => vec![facing()?],
        5 => vec![Manoeuvre::Back(back?)],
        6 => vec![Manoeuvre::Back(back? / 2)],
        _ => vec![allowed.iter().find(|m| matches!(m, Manoeuvre::Reform(_)))?.clone()],
    })
}

/// Single choices: field, choice, key and the defaults of the fields that it opens.
fn choices(ask: &Ask) -> Vec<(usize, usize, Key, Vec<Reply>)> {
    let mut all = Vec::new();
    for (f, field) in ask.fields.iter().enumerate().take(FIELDS) {
        if let Shape::Pick { from, max: 1.., .. } = &field.shape {
            for (c, choice) in from.iter().enumerate().take(CHOICES) {
                let then = choice.then.iter().map(|field| field.default.clone()).collect();
                all.push((f, c, choice.key.clone(), then));
            }
        }
    }
    all
}

/// The meaning of an answer: how it is given, its value for a general, and the positions of units.
fn meaning(seen: &Appraisal, side: Side, place: usize, preview: &Preview, gist: Option<&Gist>) -> [f32; ACTION] {
    let is = |yes: bool| if yes { 1.0 } else { 0.0 };
    let intent = |wanted: Intent| is(gist.is_some_and(|gist| gist.intent == wanted));
    let (nearer, moved, goal) = marched(seen, side, preview);
    [
        is(place == 0),
        is((1..=SUGGESTED).contains(&place)),
        is((SUGGESTED + 1..=SUGGESTED + MARCHES).contains(&place)),
        is(place > SUGGESTED + MARCHES),
        intent(Intent::Attack),
        intent(Intent::Shoot),
        intent(Intent::Advance),
        intent(Intent::Hold),
        intent(Intent::Withdraw),
        intent(Intent::Rally),
        intent(Intent::Support),
        gist.map_or(0.0, |gist| f32::from(gist.chance) / 1_000.0),
        gist.map_or(0.0, |gist| gist.gain as f32 / 1_000.0),
        gist.map_or(0.0, |gist| gist.cost as f32 / 1_000.0),
        nearer,
        moved,
        goal,
        is(preview.brings.is_empty()),
    ]
}

/// How much nearer to the nearest enemy units would come, how far they would go, and how much nearer to the nearest
/// place that is worth holding and not held, each in moves of a turn.
fn marched(seen: &Appraisal, side: Side, preview: &Preview) -> (f32, f32, f32) {
    let least = |far: &mut dyn Iterator<Item = f64>| far.min_by(f64::total_cmp).unwrap_or(0.0) as f32;
    let enemy = |at: Point| least(&mut seen.troops(side.other()).map(|enemy| enemy.pose.at.to(at)));
    let goal = |at: Point| {
        let open = seen.goals.iter().filter(|goal| goal.worth > 0 && goal.holder != Some(side));
        least(&mut open.map(|goal| goal.at.to(at)))
    };
    let unit = |id: UnitId| seen.unit(id).filter(|unit| unit.side == side);
    let (mut nearer, mut moved, mut gained) = (0.0, 0.0, 0.0);
    for (id, pieces) in &preview.ghosts {
        let Some((unit, piece)) = unit(*id).zip(pieces.first()) else { continue };
        let (from, to, reach) = (unit.pose.at, piece.pose.at, unit.reach.max(1) as f32);
        nearer += (enemy(from) - enemy(to)) / reach;
        gained += (goal(from) - goal(to)) / reach;
        moved += from.to(to) as f32 / reach;
    }
    (nearer, moved, gained)
}

#[pymethods]
impl Offers {
    /// Numbers of the battle as a whole, of a unit, answers, numbers of an answer.
    #[classattr]
    const SHAPE: (usize, usize, usize, usize) = (WHOLE, UNIT, ACTIONS, ACTION);

    /// The question's number.
    #[getter]
    const fn ask(&self) -> u64 {
        self.ask
    }

    /// The kind of the question.
    #[getter]
    fn kind(&self) -> &str {
        &self.kind
    }

    /// The open answers, a byte for each.
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mask: Vec<u8> = self.answers.iter().map(|answer| u8::from(answer.is_some())).collect();
        PyBytes::new(py, &mask)
    }

    /// The meaning of each answer.
    fn features<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &bytes(&self.features))
    }

    /// An answer as JSON; `None`: it is not open.
    fn replies(&self, number: usize) -> PyResult<Option<String>> {
        let found = self.answers.get(number).and_then(Option::as_ref);
        let written = found.map(serde_json::to_string).transpose().map_err(|error| Trouble::json("replies", &error));
        Ok(written?)
    }
}
