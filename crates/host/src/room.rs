//! One battle in memory: the rules, its seats, what each seat has seen.

use crate::error::{ApiError, ApiResult};
use crate::sight::Sight;
use crate::view::guide::{self, Now};
use crate::view::{ask, house, look};
use crate::voice::{Naming, Voice};
use crate::wire::{
    DiceWanted, GoalView, Leader, OutcomeView, ScoreView, SealedView, SideScore, StandingView, Table, Undo, Update,
};
use archive::{Kept, Status};
use armies::{LessonGoal, Scenario};
use game::chain::Chain;
use game::{
    Ask, Barrier, Battle, Card, Deed, Entry, Event, Figure, Insight, Lens, Measuring, Outcome, Picture, Ruleset, Side,
    Standing, Term, Toss,
};
use staff::General;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::Cm;

/// The turns in which a beginner is guided: until fire, charge and rally have come up. Where a battle has many short
/// turns, as many as five of eight.
const COACHED: u16 = 5;

/// The identity of a battle: fixed while it is fought, except for its name.
pub struct About {
    pub id: String,
    pub name: String,
    pub ruleset: &'static dyn Ruleset,
    pub voice: Arc<Voice>,
    pub scenario: Arc<Scenario>,
    /// Options of this battle.
    pub options: BTreeMap<Term, i64>,
    pub leaders: [Leader; 2],
}

/// A battle and its seats.
pub struct Room {
    pub about: About,
    pub battle: Box<dyn Battle>,
    /// The sides for which the computer is thinking.
    pub thinking: [bool; 2],
    /// The computer's generals, with their state. A general that is thinking is not here.
    pub generals: [Option<Box<dyn General>>; 2],
    /// Number of the log's lines on the disk.
    pub saved: usize,
    /// The umpire's record on the disk.
    pub kept: Kept,
    chain: LogChain,
    sights: [Option<Sight>; 3],
    seq: u64,
}

/// How the stored lines of a log are linked. A battle from before there were links continues without them.
#[derive(Clone, Copy)]
pub enum LogChain {
    /// Every line is linked to those before it.
    Linked(Chain),
    /// No line is linked.
    Bare,
}

impl LogChain {
    /// The lines of the entries that follow.
    pub fn lines(&mut self, entries: &[Entry]) -> Vec<String> {
        let line = |entry: &Entry| match self {
            Self::Linked(chain) => chain.linked(entry),
            Self::Bare => entry.line(),
        };
        entries.iter().map(line).collect()
    }
}

/// The data to store before any client is told.
pub struct Unsaved {
    chain: LogChain,
    /// The first line to store.
    pub from: usize,
    pub lines: Vec<String>,
    /// The umpire's record beside them.
    pub kept: Kept,
    /// The progress of the battle.
    pub status: Status,
}

/// A battle as it stands and a seat's view of it, for a search while the table goes on.
pub struct Copy {
    pub battle: Box<dyn Battle>,
    pub voice: Arc<Voice>,
    /// The names of units and sites.
    pub names: Naming,
    /// The table as the seat sees it.
    pub picture: Picture,
}

/// All seats: both sides and the umpire's chair.
pub const SEATS: [Option<Side>; 3] = [Some(Side::Blue), Some(Side::Red), None];

/// The number of a seat among all.
#[must_use]
pub const fn place(side: Option<Side>) -> usize {
    match side {
        Some(side) => side.index(),
        None => 2,
    }
}

impl Room {
    /// A room for a battle of which `saved` lines are on the disk; the numbers of its updates begin at `seq`.
    ///
    /// # Errors
    /// If what is kept beside the lines cannot be written.
    pub fn new(about: About, battle: Box<dyn Battle>, saved: usize, chain: LogChain, seq: u64) -> ApiResult<Self> {
        let kept = kept(battle.as_ref())?;
        Ok(Self {
            about,
            battle,
            thinking: [false; 2],
            generals: [None, None],
            saved,
            kept,
            chain,
            sights: [None, None, None],
            seq,
        })
    }

    /// The view of a seat, up to now.
    pub fn sight(&mut self, side: Option<Side>) -> &mut Sight {
        let sight = self.sights[place(side)]
            .get_or_insert_with(|| Sight::new(side, Naming::of(&self.about.voice, &self.about.scenario), self.seq));
        sight.read(&self.about.voice, &self.battle.log_since(sight.lines()));
        for (general, of) in sight.strangers() {
            // The ruleset gives the command radius, and it stays the same.
            if self.battle.may_measure(of) {
                let insight = self.battle.lens(of, general, Lens::Command);
                sight.meet(general, radius(&self.about.voice, &insight));
            }
        }
        sight
    }

    /// A copy for a search.
    pub fn copy(&mut self, side: Option<Side>) -> Copy {
        let sight = self.sight(side);
        let (names, picture) = (sight.names().clone(), sight.picture().clone());
        Copy { battle: self.battle.fork(), voice: Arc::clone(&self.about.voice), names, picture }
    }

    /// The lines and the record that are not on the disk yet; `None` if nothing changed.
    ///
    /// # Errors
    /// If something of it cannot be written.
    pub fn unsaved(&self) -> ApiResult<Option<Unsaved>> {
        let entries = self.battle.log_since(self.saved);
        let kept = kept(self.battle.as_ref())?;
        if entries.is_empty() && kept == self.kept {
            return Ok(None);
        }
        let mut chain = self.chain;
        let lines = chain.lines(&entries);
        Ok(Some(Unsaved { chain, from: self.saved, lines, kept, status: self.status()? }))
    }

    /// Records that the data are on the disk.
    pub fn note_saved(&mut self, unsaved: Unsaved) {
        self.saved = unsaved.from + unsaved.lines.len();
        self.kept = unsaved.kept;
        self.chain = unsaved.chain;
    }

    /// The log as a seat may have it. A side's own has gaps: it is linked to nothing.
    pub fn log_lines(&self, side: Option<Side>) -> Vec<String> {
        let mut chain = match (side, self.chain) {
            (None, LogChain::Linked(_)) => LogChain::Linked(Chain::default()),
            _ => LogChain::Bare,
        };
        chain.lines(&self.battle.log(side))
    }

    /// The view common to both sides: every unit as the other side sees it. For the owner of the house while two
    /// persons play.
    pub fn common_picture(&mut self) -> Picture {
        let [blue, mut red] = Side::BOTH.map(|side| self.sight(Some(side)).picture().clone());
        red.units.retain(|_, card| card.side == Side::Blue);
        let others = blue.units.into_iter().filter(|(_, card)| card.side == Side::Red);
        red.units.extend(others);
        red
    }

    /// The progress of the battle.
    ///
    /// # Errors
    /// If its outcome cannot be written.
    pub fn status(&self) -> ApiResult<Status> {
        let picture = self.battle.picture(None);
        let outcome = self.battle.outcome().map(|outcome| serde_json::to_string(&outcome)).transpose();
        Ok(Status {
            turn: picture.turn,
            phase: picture.phase.to_string(),
            outcome: outcome.map_err(ApiError::unwritten)?,
        })
    }

    /// The updates for every seat that was ever taken.
    #[must_use]
    pub fn publish(&mut self) -> Vec<(Option<Side>, Arc<Update>)> {
        let mut told = Vec::new();
        for side in SEATS {
            if self.sights[place(side)].is_none() {
                continue;
            }
            self.sight(side);
            let update = self.update(side);
            let voice = Arc::clone(&self.about.voice);
            if let Some(sight) = &mut self.sights[place(side)] {
                told.push((side, sight.changes(&voice, update)));
            }
        }
        told
    }

    /// Everything a seat knows.
    pub fn table(&mut self, side: Option<Side>) -> Table {
        self.sight(side);
        let update = self.update(side);
        let voice = Arc::clone(&self.about.voice);
        let now = self.sight(side).whole(&voice, update);
        Table {
            battle: self.about.id.clone(),
            name: self.about.name.clone(),
            side,
            scenario: house::scenario(&self.about.scenario, Some(self.about.ruleset.id())),
            ruleset: self.about.ruleset.id().to_owned(),
            rules: house::ruleset(&voice, self.about.ruleset),
            nations: house::nations(std::iter::once(self.about.scenario.as_ref())),
            options: self.about.options.clone(),
            leaders: self.about.leaders.clone(),
            width: self.about.scenario.ground.width,
            height: self.about.scenario.ground.height,
            commands: house::commands(&self.about.scenario),
            sites: house::sites(&voice, &self.about.scenario),
            places: house::places(&voice, &self.about.scenario),
            now,
        }
    }

    /// An update with everything except units and journal.
    fn update(&self, side: Option<Side>) -> Update {
        let (voice, battle) = (self.about.voice.as_ref(), self.battle.as_ref());
        let fallback = Naming::of(voice, &self.about.scenario);
        let sight = self.sights[place(side)].as_ref();
        let names = sight.map_or(&fallback, Sight::names);
        let picture = sight.map(Sight::picture).cloned().unwrap_or_default();
        let clock = voice.both(|words| words.clock(picture.turn, picture.phase.as_str()));
        let turns = self.about.scenario.turns(self.about.ruleset.id());
        let coach = picture.turn <= COACHED.max(turns / 8 * COACHED) && house::guided(&self.about.scenario);
        let sealing = battle.sealing();
        let asks = side.map(|side| battle.waiting(side)).unwrap_or_default();
        let now = Now {
            battle,
            side,
            clock: &clock,
            leaders: &self.about.leaders,
            thinking: Side::BOTH.iter().any(|other| Some(*other) != side && self.thinking[other.index()]),
        };
        let guide = guide::guide(voice, names, &now);
        Update {
            seq: 0,
            whole: false,
            turn: picture.turn,
            turns,
            steps: house::steps(voice, picture.turn, picture.phase.as_str()),
            measuring: measuring(battle, side, &asks),
            units: BTreeMap::new(),
            gone: Vec::new(),
            marks: picture.sites.clone(),
            journal: Vec::new(),
            journal_from: 0,
            asks: asks.iter().map(|one| ask::ask(voice, names, one, sealing, coach)).collect(),
            sealed: side.map(|side| self.sealed(names, side)).unwrap_or_default(),
            score: side.and_then(|side| self.score(names, side)),
            reached: self.reached(picture.turn),
            guide,
            dice_wanted: battle.dice_wanted().into_iter().map(|toss| dice_wanted(voice, names, toss)).collect(),
            undo: self.undo(side),
            standing: side
                .map(|side| battle.standing(side))
                .unwrap_or_default()
                .iter()
                .map(|one| self.standing(names, one))
                .collect(),
            draw_offered: Side::BOTH.into_iter().filter(|side| battle.draw_offered()[side.index()]).collect(),
            outcome: battle.outcome().map(|outcome| self.outcome(names, outcome)),
            clock,
        }
    }

    /// The score as a side may know it: the points that the computer's generals are told.
    fn score(&self, names: &Naming, side: Side) -> Option<ScoreView> {
        let view = self.battle.appraise(side);
        if view.armies.iter().all(|army| army.whole == 0) {
            return None;
        }
        let goals = view.goals.iter().map(|goal| GoalView {
            name: self.about.voice.named(names, |words, names| words.name(&game::Ref::Spot(goal.at), names)),
            points: goal.worth,
            holder: goal.holder,
        });
        let side_of = |side: Side| {
            let army = &view.armies[side.index()];
            let places = view.goals.iter().filter(|goal| goal.holder == Some(side)).map(|goal| goal.worth).sum();
            SideScore { points: army.points, places, lost: army.lost, breaks: army.breaks }
        };
        Some(ScoreView { sides: Side::BOTH.map(side_of), goals: goals.collect() })
    }

    /// Whether the goal of a problem of the school is reached. The pupil is blue, and is told only what blue may see.
    fn reached(&self, turn: u16) -> Option<bool> {
        let lesson = self.about.scenario.lesson.as_ref()?;
        let view = self.battle.appraise(Side::Blue);
        let outcome = self.battle.outcome();
        let enemy = &view.armies[Side::Red.index()];
        let won = outcome.as_ref().is_some_and(|outcome| outcome.winner == Some(Side::Blue));
        Some(match lesson.goal {
            LessonGoal::Hold(n) => {
                let area = self.about.scenario.objectives.get(n).map(|one| one.area.outline()).unwrap_or_default();
                let held = view.goals.iter().find(|goal| table::inside_polygon(goal.at, &area));
                // The winner holds every objective: no enemy is left.
                won || held.is_some_and(|goal| goal.holder == Some(Side::Blue))
            }
            LessonGoal::Hurt => enemy.lost > 0,
            LessonGoal::Keep(last) => {
                let runs = |unit: &game::Rating| {
                    unit.side == Side::Blue && unit.sort != game::Sort::Leader && unit.nerve == game::Nerve::Running
                };
                (turn > last || outcome.is_some())
                    && !view.units.iter().any(runs)
                    && all_there(&self.battle.events(Some(Side::Blue)), last)
            }
            LessonGoal::Win => won,
        })
    }

    /// Answers of a side that can still be taken back, for that side alone.
    fn sealed(&self, names: &Naming, side: Side) -> Vec<SealedView> {
        let voice = self.about.voice.as_ref();
        let given = self.battle.sealed_answers(side).into_iter();
        given
            .map(|(question, replies)| SealedView {
                preview: self.battle.preview(side, question.id, &replies).ok(),
                ask: ask::ask(voice, names, &question, true, false),
                replies,
            })
            .collect()
    }

    /// The end of the battle, in words.
    pub fn outcome(&self, names: &Naming, outcome: Outcome) -> OutcomeView {
        let text = self.about.voice.named(names, |words, names| words.outcome(&outcome, names));
        OutcomeView { outcome, text }
    }

    fn undo(&self, side: Option<Side>) -> Undo {
        let possible = side.map_or(Err(Barrier::Nothing), |side| self.battle.undo_possible(side));
        Undo { possible: possible.is_ok(), text: self.about.voice.say(undo_text(possible)) }
    }

    fn standing(&self, names: &Naming, standing: &Standing) -> StandingView {
        let voice = &self.about.voice;
        let question = voice.word("question", standing.kind.as_str());
        let does = voice.word("does", standing.does.as_str());
        let when = voice.both(|words| {
            let bound = |(fact, low, high): &(Term, i64, i64)| {
                let figure = |n: i64| words::Value::from(words.figure(fact, n, None));
                let name = words::Value::from(words.word("fact", fact.as_str()));
                words.say("standing-when", &[("fact", name), ("low", figure(*low)), ("high", figure(*high))])
            };
            standing.when.iter().map(bound).collect::<Vec<_>>().join(", ")
        });
        let about = standing
            .about
            .map_or_else(|| voice.say("standing-all"), |of| voice.named(names, |words, names| words.name(&of, names)));
        let id = if standing.when.is_empty() { "standing" } else { "standing-bound" };
        let values = [("about", &about), ("question", &question), ("does", &does), ("when", &when)];
        StandingView { standing: standing.clone(), text: voice.with(id, &values) }
    }

    /// The number of the update with which a side is told of this change.
    pub fn next_seq(&mut self, side: Side) -> u64 {
        self.sight(Some(side)).next_seq()
    }

    /// Whether the present rules have replayed the battle; otherwise it is read from its events.
    pub fn verified(&self) -> bool {
        let head = self.battle.lines_since(0, None).first().copied();
        matches!(head, Some(Entry::Head(head)) if head.version == self.about.ruleset.version())
    }

    /// Whether this seat may be taken now: the umpire's chair is for battles that are over, and for those between
    /// computers.
    pub fn allows(&self, side: Option<Side>) -> bool {
        let staff = self.about.leaders.iter().all(|leader| matches!(leader, Leader::Staff(_)));
        side.is_some() || staff || self.battle.outcome().is_some()
    }

    /// Refusals in words.
    pub fn refusals(&self, all: &[game::Refusal]) -> Vec<crate::wire::RefusalView> {
        look::refusals(&self.about.voice, all)
    }
}

/// The umpire's state beside the log, as text.
fn kept(battle: &dyn Battle) -> ApiResult<Kept> {
    let mut keep = battle.keep();
    let sealed = std::mem::take(&mut keep.sealed);
    let sealed = sealed.iter().map(serde_json::to_string).collect::<Result<_, _>>();
    Ok(Kept {
        keep: serde_json::to_string(&keep).map_err(ApiError::unwritten)?,
        sealed: sealed.map_err(ApiError::unwritten)?,
    })
}

/// Reads the umpire's state stored beside a log.
pub fn keep_of(kept: &Kept) -> Option<game::UmpireState> {
    let mut keep: game::UmpireState = serde_json::from_str(&kept.keep).ok()?;
    keep.sealed = kept.sealed.iter().map(|one| serde_json::from_str(one).ok()).collect::<Option<_>>()?;
    Some(keep)
}

/// Whether every one of blue's units that began the battle was on the table when a turn ended, whole or as a half of
/// the same name. A detachment under a name of its own does not stand for it.
fn all_there(events: &[Event], last: u16) -> bool {
    let turn = |event: &Event| match event.deed {
        Deed::Clock { turn, .. } => turn,
        _ => 0,
    };
    let troops = |card: &Card| ["infantry", "cavalry", "artillery"].contains(&card.arm.as_str());
    let (mut began, mut had, mut there) = (false, BTreeMap::new(), BTreeMap::new());
    for event in events.iter().take_while(|event| turn(event) <= last) {
        began |= turn(event) > 0;
        match &event.deed {
            Deed::Shown { unit, card } if card.side == Side::Blue && troops(card) => {
                if !began {
                    had.insert(*unit, (&card.name, &card.part));
                }
                there.insert(*unit, (&card.name, &card.part));
            }
            Deed::Gone { unit, .. } => {
                there.remove(unit);
            }
            _ => {}
        }
    }
    !had.is_empty() && had.iter().all(|(unit, name)| there.contains_key(unit) || there.values().any(|one| one == name))
}

/// Why an answer can be taken back or not.
pub const fn undo_text(possible: Result<(), Barrier>) -> &'static str {
    match possible {
        Ok(()) => "undo-possible",
        Err(Barrier::Nothing) => "undo-nothing",
        Err(Barrier::Dice) => "undo-dice",
        Err(Barrier::Opened) => "undo-opened",
        Err(Barrier::Asked) => "undo-asked",
    }
}

/// Whether a seat may measure now: the strictest of its open questions, or the rules' default while there is none.
fn measuring(battle: &dyn Battle, side: Option<Side>, asks: &[Ask]) -> Measuring {
    if side.is_none_or(|side| battle.may_measure(side)) {
        return Measuring::Free;
    }
    let strict = asks.iter().map(|ask| ask.measuring).find(|measuring| *measuring != Measuring::Free);
    strict.unwrap_or(Measuring::Never)
}

/// The circle among these that is a command radius: its text says so.
fn radius(voice: &Voice, insight: &Insight) -> Option<Cm> {
    insight.figures.iter().find_map(|figure| match figure {
        Figure::Circle { what, radius, .. } => {
            let shows = voice.attribute(&format!("figure-{what}"), "shows");
            (shows.as_deref() == Some("radius")).then_some(*radius)
        }
        _ => None,
    })
}

fn dice_wanted(voice: &Voice, names: &Naming, toss: Toss) -> DiceWanted {
    let who = voice
        .named(names, |words, names| words.list(&toss.by.iter().map(|of| words.name(of, names)).collect::<Vec<_>>()));
    let what = voice.both(|words| words.title(&toss.rule).to_owned());
    let text = if who.fr.is_empty() { what } else { voice.with("dice-for", &[("who", &who), ("what", &what)]) };
    let faces = toss.throw.each().map(|(die, _)| die.faces().collect::<BTreeSet<_>>().into_iter().collect()).collect();
    DiceWanted { toss, text, faces }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Audience, UnitId};

    fn told(deed: Deed) -> Event {
        Event { beat: 0, deed, rules: Vec::new(), seen: Audience::All }
    }

    fn shown(unit: u16, name: &str, side: Side) -> Event {
        let card = Card {
            side,
            name: name.to_owned(),
            part: None,
            nation: Term::default(),
            arm: Term::of("infantry"),
            command: None,
            pieces: Vec::new(),
            marks: BTreeMap::new(),
            counts: BTreeMap::new(),
        };
        told(Deed::Shown { unit: UnitId(unit), card })
    }

    fn gone(unit: u16) -> Event {
        told(Deed::Gone { unit: UnitId(unit), why: Term::default() })
    }

    fn turn(turn: u16) -> Event {
        told(Deed::Clock { turn, phase: Term::default() })
    }

    #[test]
    fn a_unit_is_kept_by_its_name_until_the_turn_is_over() {
        let start = || vec![shown(0, "battalion", Side::Blue), shown(1, "hussars", Side::Blue), turn(1)];
        let kept = |more: &[Event]| all_there(&[start(), more.to_vec()].concat(), 3);
        assert!(kept(&[]));
        assert!(!kept(&[gone(0)]));
        // As many units as at first, but one of them lost.
        let mut detachment = shown(2, "battalion", Side::Blue);
        if let Deed::Shown { card, .. } = &mut detachment.deed {
            card.part = Some(game::UnitPart::of("detachment"));
        }
        assert!(!kept(&[detachment, gone(0)]));
        assert!(!kept(&[shown(2, "battalion", Side::Red), gone(0)]));
        // One of two halves still counts as the battalion.
        assert!(kept(&[shown(2, "battalion", Side::Blue), gone(0)]));
        // Until the third turn is over, and no longer.
        assert!(!kept(&[turn(3), gone(1), turn(4)]));
        assert!(kept(&[turn(4), gone(1)]));
    }
}
