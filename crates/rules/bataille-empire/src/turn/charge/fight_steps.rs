//! The turn drives a fight (`crate::fight::Fight`): it reads situations from the table, asks for replies, throws dice,
//! and carries out on the table what each pause stands for, where other units play a part.

use super::{Beaten, ChargeStage, next, update};
use crate::fight::{Fact, Fight, Flown, Lines, Situation, Stage as Fought, Tried};
use crate::question::Question;
use crate::resolve::discipline::{Control, Restraint};
use crate::resolve::pursuit::{self, Pursuit};
use crate::resolve::reaction::Line;
use crate::turn::D;
use crate::world::{Charging, Fate, Life, World};
use crate::{Ability, Arm, BatailleEmpire, Formation, r, word};
use game::{Bout, BoutInput, BoutRequest, Deed, Flow, Key, Quiet, Ref, Reply, UnitId};
use serde::{Deserialize, Serialize};

/// The start of a fight on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The target declares (BE-CHA-06).
    Reply,
    /// The target may only stand; the charger may be called off (BE-CHA-08).
    Leash,
    /// The two are in contact (BE-CHO-01).
    Meet,
}

impl Entry {
    /// The stage of the fight.
    pub(crate) const fn stage(self) -> Fought {
        match self {
            Self::Reply => Fought::Lines,
            Self::Leash => Fought::Leash(Line::Stand, Tried::Done),
            Self::Meet => Fought::Meet(Line::Stand, Tried::Done),
        }
    }
}

/// What the turn remembers of a fight in progress.
struct Round {
    charge: Charging,
    lines: Lines,
    /// How the target carries out its line: the formation or the square chosen by its player.
    how: Option<Key>,
    beaten: Option<Beaten>,
    /// Movement left to a pursuer.
    left: table::Cm,
    /// Whether a fleeing target was caught.
    caught: bool,
}

impl BatailleEmpire {
    /// Drives the fight of the charge in progress to its end.
    pub(super) fn fight(&self, d: &mut D<'_>, charge: &Charging, entry: Entry) -> Flow<()> {
        let silent = entry == Entry::Reply && (!d.world.unit(charge.at).present() || !self.on(r::BE_CHA_06));
        let entry = if silent { Entry::Leash } else { entry };
        let mut bout = Fight::on_the_table(&self.book, entry.stage());
        let mut round =
            Round { charge: charge.clone(), lines: Vec::new(), how: None, beaten: None, left: 0, caught: false };
        loop {
            match bout.wants() {
                BoutRequest::Situation(fact) => {
                    let told = self.told(d, &mut round, fact)?;
                    bout.feed(BoutInput::Situation(told), &mut Quiet);
                    if fact == Fact::Lines {
                        self.declares(d, &round, &bout.stage);
                    }
                }
                BoutRequest::Reply(..) => {
                    let replies = self.asked(d, &round, &bout.stage)?;
                    let reply = matches!(bout.stage, Fought::Reply(_));
                    if reply {
                        round.how = replies.first().and_then(|r| r.opened().first()).and_then(Reply::key).cloned();
                    }
                    bout.feed(BoutInput::Replied(&replies), &mut Quiet);
                    if reply {
                        self.declares(d, &round, &bout.stage);
                    }
                }
                BoutRequest::Dice(_) => {
                    let class = self.thrown(d, &round, &bout.stage)?;
                    bout.feed(BoutInput::Thrown(&[class]), &mut Quiet);
                }
                BoutRequest::Pause(_) => {
                    let stage = bout.stage.clone();
                    if self.done_on_the_table(d, &mut round, &stage)? {
                        return Ok(());
                    }
                    bout.feed(BoutInput::Resumed, &mut Quiet);
                }
                BoutRequest::Done(end) => {
                    self.fight_is_over(d, &round, end);
                    return Ok(());
                }
            }
        }
    }

    /// A situation, read from the table as it is now.
    fn told(&self, d: &mut D<'_>, round: &mut Round, fact: Fact) -> Flow<Situation> {
        Ok(match fact {
            Fact::Lines => {
                if let Some(fights) = self.which_fights(d, &round.charge)? {
                    round.charge.at = fights;
                    update(d, |charge| charge.at = fights);
                }
                round.lines = self.replies(&d.world, &round.charge);
                Situation::Lines(round.lines.clone())
            }
            Fact::Drill(line) => {
                let to = self.formation_of(&d.world, &round.charge, line, round.how.as_ref());
                Situation::Drill(self.drill(&d.world, round.charge.at, to, Some(&round.charge)))
            }
            Fact::Leash => Situation::Leash(self.leash(&d.world, &round.charge)),
            Fact::Chase => Situation::Fled(self.flown(&d.world, &round.charge)),
            Fact::Guns => {
                let silent = matches!(d.world.unit(round.charge.at).life, Life::Silent { .. });
                Situation::Fled(if silent { Flown::Away } else { Flown::Lost })
            }
            Fact::Shock(..) => Situation::Shock(self.shock_of(d, &round.charge)?),
            Fact::Follow(_) => {
                let winner = round.beaten.map_or(round.charge.by, |beaten| beaten.winner);
                let loser = round.beaten.map_or(round.charge.at, |beaten| beaten.loser);
                let control = Control { unit: self.body(&d.world, winner), to: Restraint::NotPursue };
                Situation::Follow(pursuit::pursues(&self.book, &self.pursuing(winner, loser)), control)
            }
            Fact::Hunt(_) => {
                let Some(beaten) = round.beaten else { return Ok(Situation::Caught(false)) };
                let (left, caught) = self.hunted(&d.world, &beaten);
                round.left = left;
                Situation::Caught(caught)
            }
        })
    }

    /// The input of a pursuit, by winner and loser.
    pub(crate) fn pursuing(&self, winner: UnitId, loser: UnitId) -> Pursuit {
        let body = &self.sheet(winner).body;
        Pursuit {
            pursuer: body.arm,
            fleeing: self.sheet(loser).body.arm,
            impetuous: body.has(Ability::Impetuous) && self.on(r::BE_GAP_06),
            ..Pursuit::default()
        }
    }

    /// The formation that a line gives to the target of a charge; `None`: it only turns.
    pub(crate) fn formation_of(
        &self,
        w: &World,
        charge: &Charging,
        line: Line,
        how: Option<&Key>,
    ) -> Option<Formation> {
        match line {
            Line::Unlimber => Some(Formation::Deployed),
            Line::LimberAndFlee => Some(Formation::Limbered),
            _ => {
                let (formation, _) = self.way_of_changing(w, charge.at, charge.by, how)?;
                (formation != w.unit(charge.at).formation).then_some(formation)
            }
        }
    }

    /// The control test to call off a charger (BE-CHA-08); `None`: it may not be called off.
    pub(crate) fn leash(&self, w: &World, charge: &Charging) -> Option<Control> {
        let body = &self.sheet(charge.by).body;
        let impetuous = body.has(Ability::Impetuous) && self.on(r::BE_GAP_06);
        let pursues =
            charge.kind == crate::world::ChargeKind::Pursuit || charge.kind == crate::world::ChargeKind::Second;
        let may = body.arm == Arm::Cavalry && !impetuous && !pursues && self.on(r::BE_CHA_08);
        may.then(|| Control { unit: self.body(w, charge.by), to: Restraint::CallOff })
    }

    /// Asks for the decision that a fight waits for.
    fn asked(&self, d: &mut D<'_>, round: &Round, stage: &Fought) -> Flow<Vec<Reply>> {
        let (by, at) = (round.charge.by, round.charge.at);
        let (of, about, question) = match stage {
            Fought::Reply(_) => (at, vec![at, by], Question::Reply),
            Fought::CallOff(..) => (by, vec![by, at], Question::CallOff),
            Fought::Pursue(..) => {
                let winner = rulebook::ids::held(round.beaten, "the winner of a shock").winner;
                (winner, vec![winner], Question::Pursue)
            }
            _ => rulebook::ids::unfit(stage),
        };
        let about = about.into_iter().map(Ref::Unit).collect();
        d.ask_one(question.about(self.side(of), about))
    }

    /// Reports the line declared by the target.
    fn declares(&self, d: &mut D<'_>, round: &Round, stage: &Fought) {
        let (Fought::Drill(line) | Fought::Act(line, _)) = stage else { return };
        let rule = round.lines.iter().find(|(open, _)| open == line).map_or(r::BE_REA_09, |(_, rule)| *rule);
        let at = round.charge.at;
        d.tell(Deed::Declared { by: Ref::Unit(at), key: Key { does: word(line), refs: Vec::new() } }, &[rule]);
        self.reveal(d, at, r::BE_REA_02);
    }

    /// Throws the dice that a fight waits for and returns the result.
    fn thrown(&self, d: &mut D<'_>, round: &Round, stage: &Fought) -> Flow<i16> {
        let winner = round.beaten.map_or(round.charge.by, |beaten| beaten.winner);
        Ok(match stage {
            Fought::Test(_, drill) => i16::from(self.throw_drill(d, round.charge.at, drill)?),
            Fought::Stop(_, _, control) => i16::from(self.throw_control(d, round.charge.by, control)?),
            Fought::HoldBack(_, _, control) => i16::from(self.throw_control(d, winner, control)?),
            Fought::Shock(shock) => self.throw_shock(d, &round.charge, shock)?,
            _ => rulebook::ids::unfit(stage),
        })
    }

    /// Carries out on the table what a pause of the fight stands for. Returns true if something else has replaced the
    /// fight.
    fn done_on_the_table(&self, d: &mut D<'_>, round: &mut Round, stage: &Fought) -> Flow<bool> {
        let (by, at) = (round.charge.by, round.charge.at);
        match stage {
            Fought::Act(line, tried) => {
                match tried {
                    Tried::Done => self.perform(d, at, *line, round.how.as_ref(), by)?,
                    Tried::Failed(botched) => self.botch(d, at, *botched),
                }
                if *tried == Tried::Done && matches!(line, Line::Change | Line::Turn) {
                    let aspect = self.aspect_after_change(&d.world, &round.charge);
                    round.charge.aspect = aspect;
                    update(d, |charge| charge.aspect = aspect);
                }
                let line = if *tried == Tried::Done { *line } else { Line::Stand };
                round.charge.reply = Some(line);
                update(d, |charge| charge.reply = Some(line));
            }
            Fought::Caught => {
                self.ride_down(d, &round.charge);
                round.caught = true;
            }
            Fought::Left => {
                next(d, ChargeStage::Onward);
                return Ok(true);
            }
            Fought::Meet(..) => {
                if !d.world.unit(at).present() {
                    next(d, ChargeStage::Onward);
                    return Ok(true);
                }
                self.meet(d, &round.charge);
            }
            Fought::After(shock, verdict) => round.beaten = Some(self.aftermath(d, &round.charge, shock, verdict)?),
            Fought::GiveWay(..) => {
                let Some(beaten) = round.beaten else { return Ok(false) };
                self.loser_gives_way(d, beaten)?;
                if let Some(second) = self.second_enemy(&d.world, &round.charge, &beaten) {
                    self.fights_next(d, &beaten, second);
                    return Ok(true);
                }
            }
            Fought::Advance(_, _, pursues) => {
                let Some(beaten) = round.beaten else { return Ok(false) };
                if self.winner_advances(d, &beaten, *pursues)? {
                    next(d, ChargeStage::Over);
                    return Ok(true);
                }
                round.left = self.pursuit_left(&beaten);
            }
            Fought::Catch(..) => {
                if let Some(beaten) = round.beaten {
                    self.remove(d, beaten.loser, Fate::Eliminated, r::BE_POU_06);
                }
            }
            _ => {}
        }
        Ok(false)
    }

    /// What follows a fight.
    fn fight_is_over(&self, d: &mut D<'_>, round: &Round, end: crate::fight::End) {
        match (end.outcome, end.row, round.beaten) {
            (crate::fight::Outcome::CalledOff, ..) => self.called_off(d, &round.charge),
            (_, None, _) if round.caught => next(d, ChargeStage::Over),
            (_, None, _) => next(d, ChargeStage::Onward),
            (_, Some(_), Some(beaten)) if d.world.unit(beaten.winner).present() => {
                update(d, |charge| {
                    charge.by = beaten.winner;
                    charge.reach = round.left;
                    charge.gone = 0;
                });
                next(d, ChargeStage::Strike(Beaten { left: round.left, ..beaten }));
            }
            _ => next(d, ChargeStage::Over),
        }
    }
}
