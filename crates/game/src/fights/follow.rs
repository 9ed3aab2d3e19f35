//! Follows a whole fight step by step, with real figures on a real table: the dice thrown there and the choices of both
//! players are the input, and the fight gives the result and its next request.
//!
//! Nothing is stored between two calls. The whole input so far is sent each time, and the fight runs again from its
//! beginning: so a step can be taken back by leaving out the last input, and a fight can be sent as a link.

use crate::assist::{Column, Fault, FaultReason, OwnedLine, Row};
use crate::{
    Bout, BoutInput, BoutRequest, Breakdown, Exact, Field, Key, Odds, OddsError, Policy, Ref, Reply, ResolutionFault,
    RuleId, Shape, Side, Slot, Teller, Term, Toss, UnitId, odds, odds_by_reply,
};
use dice::{Throw, read};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One input of a fight: dice thrown on the table, or a player's choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Handed {
    /// The faces of all dice asked for together, in the order of the request.
    Dice(Vec<u8>),
    /// The choice, by its term; `none` where a choice may be left out.
    Choice(Term),
}

/// A fight followed as far as the input goes.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Followed {
    /// The steps so far, in order. The last one may still wait for its dice or its choice.
    pub steps: Vec<FollowedStep>,
    /// What it waits for; `None` if it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Next>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<Map<String, Value>>,
    /// The present state of the two sides.
    pub stands: Map<String, Value>,
    /// The odds of the end from here, with later decisions as in `assumed`.
    pub distribution: Vec<Row>,
    /// Where a decision comes next: the odds of the end by each reply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
    /// Decisions that the odds assume.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<Chosen>,
}

/// One step of a fight: the modifiers, the dice or the choice, and the result.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct FollowedStep {
    /// The name of the step.
    pub step: Term,
    /// Its lines, each naming its owner where that matters.
    pub breakdown: Vec<OwnedLine>,
    /// The dice thrown in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Fallen>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Chosen>,
    /// What the step changed of [`Narrated::stands`].
    pub changed: Map<String, Value>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Fallen {
    /// The sides or units that threw.
    pub who: Vec<Term>,
    pub rule: RuleId,
    /// The dice and how they are read.
    pub throw: Throw,
    pub faces: Vec<u8>,
    /// The class of the faces.
    pub class: i16,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Chosen {
    pub who: Vec<Term>,
    /// The kind of the decision.
    pub kind: Term,
    /// The term of the choice.
    pub does: Term,
}

/// What a fight waits for.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// Dice: given together, in this order.
    Throw(Vec<Wanted>),
    /// A decision of one side.
    Choose {
        who: Vec<Term>,
        /// The kind of the decision.
        kind: Term,
        /// The choices offered.
        options: Vec<Offer>,
        /// The choice that "go on" means.
        default: Term,
    },
}

/// Dice that are wanted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Wanted {
    /// The sides or units that throw.
    pub who: Vec<Term>,
    pub rule: RuleId,
    /// The dice and how they are read.
    pub throw: Throw,
}

/// A choice that is offered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Offer {
    pub does: Term,
    /// The rules that allow it.
    pub rules: Vec<RuleId>,
}

/// A bout that can be told as a story. The rest that following needs is in [`Bout`].
pub trait Narrated: Bout {
    /// The name of the present step.
    fn step(&self) -> Term;
    /// The name of a side or a unit in it: blue and the first unit attack, by default.
    fn who(&self, of: &Ref) -> Term {
        match of {
            Ref::Unit(UnitId(1)) | Ref::Side(Side::Red) => Term::of("defender"),
            _ => Term::of("attacker"),
        }
    }
    /// The state of the sides, as far as a player at a table keeps track of it. Nested objects are compared name by
    /// name.
    fn stands(&self) -> Map<String, Value>;
    /// An end, as the odds and the last step show it.
    fn told(end: &Self::End) -> Map<String, Value>;
    /// The lines of a situation, where they are to be shown differently from the trace of [`Bout::feed`]: each side's
    /// under its name, for example.
    fn explain(&self, _fact: &Self::Fact, _situation: &Self::Situation) -> Option<Vec<OwnedLine>> {
        None
    }
}

/// A bout that makes this many requests in a row without dice or a decision will never come to any.
const MOST_WAITS: usize = 10_000;

/// Follows a bout as far as the input goes. `teller` gives situations; `policy` is what the odds assume of later
/// decisions, and is never asked for one that a player has to take now.
///
/// Of a sheet with several fields the first pick is the decision; the others get their defaults.
///
/// # Errors
/// The place (`handed.3`) of an input that does not fit the request, or why it cannot go on.
pub fn follow<B: Narrated>(
    bout: B,
    teller: &impl Teller<B>,
    policy: &impl Policy<B>,
    handed: &[Handed],
) -> Result<Followed, Vec<Fault>> {
    let mut run = Following { bout, strides: Vec::new(), closed: true };
    let mut given = handed.iter().enumerate();
    loop {
        let next = run.advance(teller)?;
        let Some(next) = next else { break };
        let Some((place, one)) = given.next() else { return run.waits(next, teller, policy) };
        run.take(next, one).map_err(|reason| vec![fault(place, reason)])?;
    }
    match (given.next(), run.bout.wants()) {
        (Some((place, _)), _) => Err(vec![fault(place, ResolutionFault::AlreadyOver)]),
        (None, BoutRequest::Done(end)) => {
            let told = B::told(&end);
            let row = Row { outcome: told.clone(), chance: crate::Chance::CERTAIN };
            Ok(Followed {
                stands: run.bout.stands(),
                steps: run.strides,
                next: None,
                end: Some(told),
                distribution: vec![row],
                columns: Vec::new(),
                assumed: Vec::new(),
            })
        }
        (None, _) => Err(vec![fault(handed.len(), ResolutionFault::NoEnd)]),
    }
}

fn fault(place: usize, reason: impl Into<FaultReason>) -> Fault {
    Fault::at(format!("handed.{place}"), reason)
}

/// The request at which a bout has stopped.
enum Stop {
    Dice(Vec<Toss>),
    Decision(Slot, Vec<Field>),
}

/// A bout being followed.
struct Following<B> {
    bout: B,
    strides: Vec<FollowedStep>,
    /// Whether the last step has had its dice or its choice: the next belongs to another.
    closed: bool,
}

impl<B: Narrated> Following<B> {
    /// The present step; a new one if the last is over or was another.
    fn stride(&mut self, step: Term) -> &mut FollowedStep {
        let same = !self.closed && self.strides.last().is_some_and(|stride| stride.step == step);
        if !same {
            self.strides.push(FollowedStep { step, ..FollowedStep::default() });
            self.closed = false;
        }
        let last = self.strides.len() - 1;
        &mut self.strides[last]
    }

    /// Continues to the next dice or decision; `None` if it is over.
    fn advance(&mut self, teller: &impl Teller<B>) -> Result<Option<Stop>, Vec<Fault>> {
        for _ in 0..MOST_WAITS {
            let step = self.bout.step();
            match self.bout.wants() {
                BoutRequest::Done(_) => return Ok(None),
                BoutRequest::Dice(tosses) => return Ok(Some(Stop::Dice(tosses.into_vec()))),
                BoutRequest::Reply(slot, fields) => return Ok(Some(Stop::Decision(slot, fields))),
                BoutRequest::Pause(_) => self.feed(step, BoutInput::Resumed, None),
                BoutRequest::Situation(fact) => {
                    let situation =
                        teller.tell(&self.bout, &fact).ok_or_else(|| vec![Fault::at("", &OddsError::NeedsPerson)])?;
                    let lines = self.bout.explain(&fact, &situation);
                    self.feed(step, BoutInput::Situation(situation), lines);
                }
            }
        }
        Err(vec![Fault::at("", &OddsError::Endless)])
    }

    /// Feeds the bout, storing its lines and changes. `lines` replace its trace.
    fn feed(&mut self, step: Term, fed: BoutInput<'_, B>, lines: Option<Vec<OwnedLine>>) {
        let mut breakdown = Breakdown { test: step.clone(), of: None, lines: Vec::new() };
        let before = self.bout.stands();
        self.bout.feed(fed, &mut breakdown);
        let changed = difference(&before, &self.bout.stands());
        let traced = || breakdown.lines.into_iter().map(|line| OwnedLine { of: None, line }).collect();
        let lines = lines.unwrap_or_else(traced);
        if lines.is_empty() && changed.is_empty() {
            return;
        }
        let stride = self.stride(step);
        stride.breakdown.extend(lines);
        merge(&mut stride.changed, changed);
    }

    /// Takes an input, if it is what was requested.
    fn take(&mut self, stop: Stop, one: &Handed) -> Result<(), FaultReason> {
        let step = self.bout.step();
        match (stop, one) {
            (Stop::Dice(tosses), Handed::Dice(faces)) => {
                let fallen = self.fallen(&tosses, faces)?;
                let classes: Vec<i16> = fallen.iter().map(|fallen| fallen.class).collect();
                self.stride(step.clone()).dice = fallen;
                self.feed(step, BoutInput::Thrown(&classes), None);
            }
            (Stop::Decision(slot, fields), Handed::Choice(does)) => {
                let not_offered = || {
                    let known = offers(&fields).0.iter().map(|offer| offer.does.to_string()).collect();
                    FaultReason::UnknownWord { found: does.to_string(), known }
                };
                let replies = chosen(&fields, does).ok_or_else(not_offered)?;
                let chosen = Chosen { who: self.deciders(&slot), kind: slot.kind, does: does.clone() };
                self.stride(step.clone()).chosen = Some(chosen);
                self.feed(step, BoutInput::Replied(&replies), None);
            }
            (Stop::Dice(_), Handed::Choice(_)) => return Err(ResolutionFault::DiceExpected.into()),
            (Stop::Decision(..), Handed::Dice(_)) => return Err(ResolutionFault::ChoiceExpected.into()),
        }
        self.closed = true;
        Ok(())
    }

    /// Deals the faces out to the throws.
    fn fallen(&self, tosses: &[Toss], faces: &[u8]) -> Result<Vec<Fallen>, FaultReason> {
        let wanted: usize = tosses.iter().map(|toss| toss.throw.dice_count()).sum();
        if wanted != faces.len() {
            let whole = |n: usize| Exact::whole(i64::try_from(n).unwrap_or(i64::MAX));
            return Err(FaultReason::Between { least: whole(wanted), most: whole(wanted), value: whole(faces.len()) });
        }
        let mut rest = faces;
        tosses
            .iter()
            .map(|toss| {
                let (own, others) = rest.split_at_checked(toss.throw.dice_count()).unwrap_or((rest, &[]));
                rest = others;
                let class = read(&toss.throw, own).map_err(|error| FaultReason::from(&error))?;
                let Wanted { who, rule, throw } = self.wanted(toss);
                Ok(Fallen { who, rule, throw, faces: own.to_vec(), class })
            })
            .collect()
    }

    fn wanted(&self, toss: &Toss) -> Wanted {
        let who = toss.by.iter().map(|of| self.bout.who(of)).collect();
        Wanted { who, rule: toss.rule.clone(), throw: toss.throw.clone() }
    }

    fn deciders(&self, slot: &Slot) -> Vec<Term> {
        match slot.about.as_slice() {
            [] => vec![self.bout.who(&Ref::Side(slot.side))],
            about => about.iter().map(|of| self.bout.who(of)).collect(),
        }
    }

    /// The present state, with its odds from here.
    fn waits(mut self, stop: Stop, teller: &impl Teller<B>, policy: &impl Policy<B>) -> Result<Followed, Vec<Fault>> {
        let no_odds = |error: OddsError| vec![Fault::at("", &error)];
        let all = odds(&self.bout, teller, policy).map_err(no_odds)?;
        let (next, columns) = match stop {
            Stop::Dice(tosses) => (Next::Throw(tosses.iter().map(|toss| self.wanted(toss)).collect()), Vec::new()),
            Stop::Decision(slot, fields) => {
                let columns = odds_by_reply(&self.bout, teller, policy).map_err(no_odds)?;
                let column =
                    |(key, odds): (Key, Odds<B::End>)| Column { reply: key.does, distribution: rows::<B>(&odds) };
                let (options, default) = offers(&fields);
                let next = Next::Choose { who: self.deciders(&slot), kind: slot.kind, options, default };
                (next, columns.into_iter().map(column).collect())
            }
        };
        // The step that waits is shown, even without lines of its own.
        let step = self.bout.step();
        self.stride(step);
        let assumed = |(slot, key): &(Slot, Key)| Chosen {
            who: self.deciders(slot),
            kind: slot.kind.clone(),
            does: key.does.clone(),
        };
        Ok(Followed {
            assumed: all.assumed.iter().map(assumed).collect(),
            distribution: rows::<B>(&all),
            stands: self.bout.stands(),
            steps: self.strides,
            next: Some(next),
            end: None,
            columns,
        })
    }
}

fn rows<B: Narrated>(odds: &Odds<B::End>) -> Vec<Row> {
    odds.rows.iter().map(|(end, chance)| Row { outcome: B::told(end), chance: *chance }).collect()
}

/// The first pick of a sheet: its place, its choices, whether it may be left out.
fn pick(fields: &[Field]) -> Option<(usize, &[crate::Choice], bool)> {
    fields.iter().enumerate().find_map(|(place, field)| match &field.shape {
        Shape::Pick { from, min, .. } => Some((place, from.as_slice(), *min == 0)),
        _ => None,
    })
}

/// The choices of a sheet, and its default.
fn offers(fields: &[Field]) -> (Vec<Offer>, Term) {
    let none = Term::of("none");
    let Some((place, choices, optional)) = pick(fields) else { return (Vec::new(), none) };
    let offer = |choice: &crate::Choice| Offer { does: choice.key.does.clone(), rules: choice.rules.clone() };
    let mut options: Vec<Offer> = choices.iter().map(offer).collect();
    if optional {
        options.push(Offer { does: none.clone(), rules: Vec::new() });
    }
    let default = fields.get(place).and_then(|field| field.default.key()).map(|key| key.does.clone());
    (options, default.unwrap_or(none))
}

/// The replies of a choice; `None` if it is not offered.
fn chosen(fields: &[Field], does: &Term) -> Option<Vec<Reply>> {
    let (place, choices, optional) = pick(fields)?;
    let defaults = |fields: &[Field]| fields.iter().map(|field| field.default.clone()).collect::<Vec<_>>();
    let reply = match choices.iter().find(|choice| choice.key.does == *does) {
        Some(choice) => Reply::Picked(vec![(choice.key.clone(), defaults(&choice.then))]),
        None if optional && *does == "none" => Reply::Picked(Vec::new()),
        None => return None,
    };
    let mut replies = defaults(fields);
    *replies.get_mut(place)? = reply;
    Some(replies)
}

/// The changed values, name by name.
fn difference(before: &Map<String, Value>, now: &Map<String, Value>) -> Map<String, Value> {
    let mut changed = Map::new();
    for (name, value) in now {
        match (before.get(name), value) {
            (Some(old), new) if old == new => {}
            (Some(Value::Object(old)), Value::Object(new)) => {
                changed.insert(name.clone(), Value::Object(difference(old, new)));
            }
            (_, new) => {
                changed.insert(name.clone(), new.clone());
            }
        }
    }
    changed
}

/// Adds later changes to earlier ones.
fn merge(into: &mut Map<String, Value>, later: Map<String, Value>) {
    for (name, value) in later {
        match (into.get_mut(&name), value) {
            (Some(Value::Object(old)), Value::Object(new)) => merge(old, new),
            (_, value) => {
                into.insert(name, value);
            }
        }
    }
}
