//! A whole charge of one unit on one unit, as a state machine: the reply of the target, its test, the shock and the
//! pursuit (BE-CHA-10). The turn, the odds, the assistant and the computer use the same one; this module gives it its
//! facts when a charge is typed in.

mod bout;
mod explain;

pub use bout::{Fact, Fight, Flown, Form, Lines, Situation, Stage, Tried, declared, judged, taken};

use crate::resolve::discipline::{Botched, Control, Drill, Restraint};
use crate::resolve::flight::{self, Chase};
use crate::resolve::manoeuvre::may_change;
use crate::resolve::pursuit::{self, Pursues, Pursuit};
use crate::resolve::reaction::{self, Line, Reaction, Stimulus};
use crate::resolve::shock::{Fighter, Reply, Shock, Verdict, Who};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Cover, Formation, Going, ShockRow};
use crate::{Losses, Ud};
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A charge as typed in, or as read from the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each says something of the place")]
pub struct Charge {
    /// The unit that charges.
    pub attacker: Fighter,
    pub defender: Fighter,
    /// Distance at which the charge is declared.
    pub distance: Ud,
    /// Total distance that it may move.
    pub reach: Ud,
    /// The reply of the target; by default it stands if it may.
    pub reply: Option<Line>,
    /// The formation of a change of formation.
    pub change_to: Option<Formation>,
    /// The ground of the target.
    pub going: Going,
    /// The charger is within 45 degrees of the target's front.
    pub in_arc: bool,
    /// A friendly square is near enough as a refuge for the gunners.
    pub square: bool,
    /// The first 2 UD of a flight take the target behind a friend or into a building.
    pub screened: bool,
}

impl Default for Charge {
    fn default() -> Self {
        Self {
            attacker: Fighter::default(),
            defender: Fighter::default(),
            distance: Ud::of(4),
            reach: Ud::of(7),
            reply: None,
            change_to: None,
            going: Going::Clear,
            in_arc: true,
            square: false,
            screened: false,
        }
    }
}

rulebook::words! {
    /// The result of a charge.
    Outcome {
        /// The target fled out of reach, or its gunners into a square.
        Fled,
        /// The charger was called off.
        CalledOff,
        /// The charger wins: the target is caught, lost or beaten.
        Attacker,
        /// The target wins.
        Defender,
    } default Fled
}

/// The result of a charge, and the losses of both.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct End {
    pub outcome: Outcome,
    /// The row of the shock; `None`: there was no shock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<ShockRow>,
    /// The target is lost: eliminated, caught, or a battery that failed its test.
    pub defender_lost: bool,
    /// The charger is lost.
    pub attacker_lost: bool,
    pub defender_losses: Losses,
    pub attacker_losses: Losses,
}

impl Charge {
    /// The lines open to the target.
    #[must_use]
    pub fn lines(&self, book: &Book) -> Vec<(Line, Rule)> {
        let (attacker, defender) = (&self.attacker, &self.defender);
        let situation = Reaction {
            unit: defender.body,
            order: defender.order,
            to: Stimulus::Charge,
            going: if defender.difficult_ground { self.going.max(Going::Difficult) } else { self.going },
            cover: if defender.building { Cover::Heavy } else { defender.cover },
            square: self.square,
            // A charger that strikes the flank or the rear is not in front.
            in_arc: self.in_arc && !attacker.flank_attack,
            charger: attacker.body.arm,
            ..Reaction::default()
        };
        // A target of an opportunity charge may only stand (BE-GAP-40).
        if attacker.opportunity && book.on(r::BE_GAP_40) {
            return vec![(Line::Stand, reaction::standing(&defender.body))];
        }
        let mut lines = reaction::reactions(book, &situation);
        // A pursuer may not be counter-charged (BE-GAP-91).
        if attacker.pursuit && book.on(r::BE_GAP_91) {
            lines.retain(|(line, _)| *line != Line::CounterCharge);
        }
        lines
    }

    /// The line that the target takes: the one typed in, else to stand, else the first open to it.
    #[must_use]
    pub fn line(&self, book: &Book) -> Line {
        let lines = self.lines(book);
        let open = |line: &Line| lines.iter().any(|(open, _)| open == line);
        self.reply.filter(open).unwrap_or_else(|| taken(&lines))
    }

    /// The formation after a change: the one typed in, else the square that it may form (BE-GAP-31); `None`: it only
    /// turns.
    fn wanted(&self, book: &Book, line: Line) -> Option<Formation> {
        let body = &self.defender.body;
        let square = || {
            let squares = [Formation::HollowSquare, Formation::SolidSquare];
            squares.into_iter().find(|to| body.arm == Arm::Infantry && may_change(book, body, *to).is_ok())
        };
        match line {
            Line::Unlimber => Some(Formation::Deployed),
            Line::LimberAndFlee => Some(Formation::Limbered),
            Line::Change => self.change_to.or_else(square),
            _ => None,
        }
    }

    /// The test of a line that needs one (BE-TM-02).
    fn drill(&self, book: &Book, line: Line) -> Drill {
        let change_to = self.wanted(book, line);
        Drill {
            unit: self.defender.body,
            change_to,
            turn: change_to.is_none(),
            charged_by: Some(self.attacker.body.arm),
            charged_from: Some(self.distance),
            threatened: self.defender.threatened > 0 || self.defender.threatened_by_cavalry > 0,
        }
    }

    /// The shock after a line that succeeded or failed.
    fn shock(&self, book: &Book, line: Line, tried: Tried) -> Shock {
        let mut shock = Shock { attacker: self.attacker, defender: self.defender, reply: Reply::Stand };
        let body: &mut Body = &mut shock.defender.body;
        match (line, tried) {
            (Line::CounterCharge, Tried::Done) => {
                shock.reply = Reply::CounterCharge;
                body.marker = true;
            }
            (_, Tried::Done) if line.tested() => {
                body.marker = true;
                body.formation = self.wanted(book, line).unwrap_or(body.formation);
                if line == Line::Turn || line == Line::Change {
                    shock.attacker.flank_attack = false;
                }
            }
            // A unit that failed its test is in Disorder and may only stand (BE-TM-03, BE-GAP-46).
            (_, Tried::Failed(Botched::Disorder)) => {
                body.disorder = true;
                body.marker = true;
            }
            _ => {}
        }
        shock
    }

    /// The control test to call off the charger (BE-CHA-08); `None`: it may not be called off.
    fn leash(&self, book: &Book) -> Option<Control> {
        let unit = self.attacker.body;
        let impetuous = unit.has(Ability::Impetuous) && book.on(r::BE_GAP_06);
        let may = unit.arm == Arm::Cavalry && !impetuous && !self.attacker.pursuit && book.on(r::BE_CHA_08);
        may.then_some(Control { unit, to: Restraint::CallOff })
    }

    /// The winner of a shock and the fleeing loser.
    fn pursuit(&self, verdict: &Verdict) -> Pursuit {
        let [winner, loser] = [verdict.winner, verdict.winner.other()].map(|who| match who {
            Who::Attacker => &self.attacker.body,
            Who::Defender => &self.defender.body,
        });
        Pursuit {
            pursuer: winner.arm,
            fleeing: loser.arm,
            impetuous: winner.has(Ability::Impetuous),
            flight: verdict.flight.unwrap_or_default(),
            going: self.going,
            screened: self.screened,
            ..Pursuit::default()
        }
    }

    /// Whether the winner pursues, and the control test to hold it back (BE-POU-03).
    fn follows(&self, book: &Book, verdict: &Verdict) -> (Pursues, Control) {
        let mut hunt = self.pursuit(verdict);
        hunt.impetuous &= book.on(r::BE_GAP_06);
        let fighter = if verdict.winner == Who::Attacker { &self.attacker } else { &self.defender };
        let unit = Body { losses: fighter.body.losses.plus(verdict.winner_losses), marker: true, ..fighter.body };
        (pursuit::pursues(book, &hunt), Control { unit, to: Restraint::NotPursue })
    }

    /// Whether the pursuer catches the loser (BE-POU-06, BE-POU-07).
    fn hunted(&self, book: &Book, verdict: &Verdict) -> bool {
        pursuit::pursuit(book, &self.pursuit(verdict)).caught
    }

    /// Whether a target that flees is caught (BE-GAP-43).
    fn caught(&self, book: &Book) -> bool {
        let flight = flight::voluntary(book, &self.defender.body);
        flight::chase(book, &Chase { reach: self.reach, distance: self.distance, flight }).caught
    }
}
