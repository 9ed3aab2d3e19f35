//! The turn of six steps (L3C-SIM-01 to L3C-SIM-06). Each step is a straight procedure; it asks its context for the
//! answers and dice that it needs.

mod announce;
mod concealed;
mod deploy;
mod end;
mod entry;
mod fire_steps;
mod moment;
mod movement_steps;
mod nerves;
mod orders;
mod rally_steps;
mod risk;
mod screen_steps;
mod start;

/// Every kind of question, by the step that asks it.
pub(crate) mod questions {
    pub(crate) use super::announce::ANNOUNCE;
    pub(crate) use super::deploy::DEPLOY;
    pub(crate) use super::entry::TIE;
    pub(crate) use super::fire_steps::FIRES;
    pub(crate) use super::moment::MOMENT;
    pub(crate) use super::movement_steps::BEFORE;
    pub(crate) use super::orders::ORDERS;
    pub(crate) use super::rally_steps::{HELP, RALLY, REFORM, SAFEGUARD};
    pub(crate) use super::start::OPERATIONAL;
}

pub(crate) use announce::Item;
pub(crate) use entry::Ended;
pub(crate) use fire_steps::plain_fire;
pub(crate) use moment::{Chance, is_arrow};
pub(crate) use orders::{code_named, rule_of};

use crate::world::{Line, World};
use crate::{TroisCouleurs, r};
use game::{Flow, Script, Side, StepContext};
use serde::{Deserialize, Serialize};

pub type D<'a> = StepContext<'a, World, Step>;

/// One step of a turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Places and formations, in secret (L3C-GAP-A65).
    Deploy,
    /// Step 0: points carried over, arms loaded, morale recovered (L3C-GAP-A44).
    Start,
    /// Step 0: marches of whole groups, and arrivals (L3C-GAP-A67, L3C-GAP-A68).
    Operational,
    /// Step 0: a marker for every unit (L3C-GAP-A45).
    Orders,
    /// Step 1: immediate fires (L3C-SIM-01).
    FirstFires,
    /// Step 2: markers opened, lines, initiative (L3C-SIM-02).
    Open,
    /// Step 2: the actions that the markers stand for.
    Announce(Side),
    /// Steps 3 and 4: actions before the moves of a line.
    Before(Line),
    /// Step 4: reactions of the second line to what it has seen (L3C-SIM-04).
    Second(Side),
    /// Steps 3 and 4: a wave of a line is formed (L3C-GAP-A74).
    Wave { line: Line, wave: u8 },
    /// Moves under way, up to the next cut.
    Run,
    /// Step 5: fires are tied to entries (L3C-GAP-A85).
    Tie,
    /// Step 5: selects the next entry, if there is one (L3C-GAP-A47).
    Next,
    /// Step 5: generals join, tied fires are delivered.
    Bring,
    /// Step 5: the current entry is fought.
    Fight,
    /// Step 5: a halted winner decides whether to follow (L3C-GAP-B10).
    Follow,
    /// Step 5: opportunities after an entry.
    Chance(Side),
    /// Tests that are owed, in waves (L3C-GAP-A60).
    Nerves,
    /// Step 5: fires that were not tied (L3C-GAP-A49).
    FreeFires,
    /// Step 5: manoeuvres not done in time, and interrupted moves (L3C-GAP-A49).
    Rest,
    /// Step 5: opportunities that needed a turn (L3C-OPP-04).
    Late,
    /// Step 6: rally moves.
    Rally(Side),
    /// Step 6: generals join broken units.
    Help(Side),
    /// Step 6: reforming in place.
    Reform(Side),
    /// Step 6: safeguard measures.
    Safeguard(Side),
    /// Step 6: risks of generals with their units.
    Risk,
    /// The end of the turn.
    End,
}

impl TroisCouleurs {
    /// The steps of a turn that are known at its start.
    pub(crate) fn steps_of_a_turn(&self) -> Vec<Step> {
        vec![Step::Start, Step::Operational, Step::Orders, Step::FirstFires, Step::Nerves, Step::Open]
    }

    /// The steps that follow once the initiative is decided.
    pub(crate) fn steps_after_opening(&self, first: Side) -> Vec<Step> {
        let second = first.other();
        // The side without the initiative has heard the other before it speaks (L3C-SIM-02).
        let heard = if self.on(r::L3C_SIM_02) { [first, second] } else { [second, first] };
        let mut steps = heard.map(Step::Announce).to_vec();
        for line in [Line::First, Line::Second] {
            steps.push(Step::Before(line));
            if line == Line::Second {
                steps.extend([Step::Second(first), Step::Second(second)]);
            }
            steps.extend((1..=5).map(|wave| Step::Wave { line, wave }));
            // All moves come before the first resolution (L3C-MAC-14).
            if line == Line::First && !self.on(r::L3C_MAC_14) {
                steps.extend([Step::Nerves, Step::Tie, Step::Next]);
            }
        }
        steps.extend([Step::Nerves, Step::Tie, Step::Next]);
        // In the last step the side without the initiative comes first (L3C-GAP-A59).
        let last = if self.on(r::L3C_GAP_A59) { [second, first] } else { [first, second] };
        if self.on(r::L3C_SIM_06) {
            steps.extend(last.map(Step::Rally));
            steps.extend(last.map(Step::Help));
            steps.extend(last.map(Step::Reform));
            steps.extend(last.map(Step::Safeguard));
        }
        steps.extend([Step::Risk, Step::End]);
        steps
    }
}

impl Script for TroisCouleurs {
    type World = World;
    type Step = Step;

    fn run(&self, step: &Step, d: &mut D<'_>) -> Flow<()> {
        match step {
            Step::Deploy => self.deploy(d),
            Step::Start => self.start_turn(d),
            Step::Operational => self.operational(d),
            Step::Orders => self.orders(d),
            Step::FirstFires => self.first_fires(d),
            Step::Open => self.open(d),
            Step::Announce(side) => self.announce(d, *side),
            Step::Before(line) => self.before(d, *line),
            Step::Second(side) => self.second_line(d, *side),
            Step::Wave { line, wave } => self.wave(d, *line, *wave),
            Step::Run => self.run_moves(d),
            Step::Tie => self.tie(d),
            Step::Next => self.next_entry(d),
            Step::Bring => self.bring(d),
            Step::Fight => self.fight(d),
            Step::Follow => self.follow_the_push(d),
            Step::Chance(side) => self.chance(d, *side),
            Step::Nerves => self.nerves(d),
            Step::FreeFires => self.free_fires(d),
            Step::Rest => self.rest(d),
            Step::Late => self.late_chances(d),
            Step::Rally(side) => self.rally_moves(d, *side),
            Step::Help(side) => self.help(d, *side),
            Step::Reform(side) => self.reforming(d, *side),
            Step::Safeguard(side) => self.safeguards(d, *side),
            Step::Risk => self.risk(d),
            Step::End => self.end_turn(d),
        }
    }

    fn outcome(&self, world: &World) -> Option<game::Outcome> {
        world.outcome.clone()
    }
}
