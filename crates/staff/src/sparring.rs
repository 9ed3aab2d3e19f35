//! Sparring partners: generals of one idea, against which the others are measured. A beginner finds these plans in an
//! evening; a good general must beat them.

use crate::captain::{Effort, Lean, Style, approach, in_line};
use crate::pick;
use crate::{Answer, Captain, General, Genes, Post, Temperament};
use game::{Appraisal, Ask, Field, Gist, Intent, Rating, Ref, Reply, Shape, Side, Sort, UnitId};
use table::Pose;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Idea {
    /// Every unit stands and fires.
    Stand,
    /// Every unit goes straight at the enemy and attacks any in reach.
    Rush,
    /// The right keeps its place, the left storms.
    Refuse,
    /// The foot stands, all horse rides at the enemy.
    Ride,
    /// Every unit stands for half of the time, and then goes straight at the enemy.
    Wait,
}

impl Idea {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "stand" => Some(Self::Stand),
            "rush" => Some(Self::Rush),
            "refuse" => Some(Self::Refuse),
            "ride" => Some(Self::Ride),
            "wait" => Some(Self::Wait),
            _ => None,
        }
    }
}

/// A general with one idea; fires, tests and the like are answered as a captain would.
#[derive(Clone, Debug)]
pub(crate) struct Sparring {
    idea: Idea,
    captain: Captain,
}

impl Sparring {
    pub fn new(idea: Idea, luck: u64) -> Self {
        let own = Style::of(Temperament::Balanced);
        let style = match idea {
            Idea::Refuse => Style { effort: Effort::Left, lean: Lean::Forward, straight: true, ..own },
            Idea::Rush | Idea::Wait => Style { lean: Lean::Forward, straight: true, ..own },
            Idea::Stand | Idea::Ride => own,
        };
        Self { idea, captain: Captain::styled(style, luck) }
    }

    pub const fn turn(&self) -> u16 {
        self.captain.turn()
    }

    /// Whether a unit keeps its place for now.
    fn stands(&self, view: &Appraisal, unit: &Rating) -> bool {
        match self.idea {
            Idea::Stand => true,
            Idea::Rush => false,
            // The army's plan says which units press on.
            Idea::Refuse => !lined(view, unit.side) && on_the_right(view, unit),
            Idea::Ride => unit.sort != Sort::Horse,
            Idea::Wait => view.turn * 2 <= view.turns,
        }
    }

    /// The order of a command or unit.
    fn wanted(&self, view: &Appraisal, units: &[&Rating], enemies: &[&Rating]) -> Intent {
        let near = |unit: &&Rating| enemies.iter().any(|enemy| unit.far(enemy.pose.at) <= unit.strikes);
        if units.iter().all(|unit| self.stands(view, unit)) {
            Intent::Hold
        } else if units.iter().any(near) {
            Intent::Attack
        } else {
            Intent::Advance
        }
    }

    fn order(&self, view: &Appraisal, side: Side, ask: &Ask, field: &Field, gists: &[Gist]) -> Reply {
        let Shape::Pick { from, .. } = &field.shape else { return field.default.clone() };
        let enemies: Vec<&Rating> = view.troops(side.other()).collect();
        let units: Vec<&Rating> = match field.about {
            Ref::Command(command) => view.troops(side).filter(|unit| unit.command == Some(command)).collect(),
            // A unit whose command has an order on the same sheet needs none of its own, unless the arms act
            // separately.
            Ref::Unit(id) if self.idea != Idea::Ride && told_with_command(view, ask, id) => {
                return field.default.clone();
            }
            Ref::Unit(id) => view.unit(id).into_iter().collect(),
            _ => view.troops(side).collect(),
        };
        let wanted = self.wanted(view, &units, &enemies);
        let nearest =
            |head: &Rating| crate::army::nearest(enemies.iter().copied(), head.pose.at).map(|(_, e)| e.pose.at);
        if wanted != Intent::Hold
            && let Some(reply) = approach::reply(view, field, gists, nearest)
        {
            return reply;
        }
        // A unit that cannot reach its target goes on.
        let found = pick::meaning(gists, wanted)
            .or_else(|| pick::meaning(gists, Intent::Advance).filter(|_| wanted == Intent::Attack));
        found.and_then(|n| from.get(n)).map_or_else(|| field.default.clone(), pick::picked)
    }
}

/// Whether the command above a unit is given an order on the same sheet.
fn told_with_command(view: &Appraisal, ask: &Ask, id: UnitId) -> bool {
    let command = view.unit(id).and_then(|unit| unit.command);
    command.is_some_and(|n| crate::recruit::commands(ask).any(|asked| asked == n))
}

/// Whether a captain's plan of the army says which units press on.
fn lined(view: &Appraisal, side: Side) -> bool {
    in_line(view, side, &Genes::in_force().army)
}

/// Whether a unit stands to the right of the middle of its side, seen towards the enemy.
fn on_the_right(view: &Appraisal, unit: &Rating) -> bool {
    let middle = |side: Side| crate::army::middle(view.troops(side));
    let (Some(own), Some(his)) = (middle(unit.side), middle(unit.side.other())) else { return false };
    Pose { at: own, facing: own.bearing_to(his) }.seen(unit.pose.at).0 > 0
}

/// The unit that moves by a reply.
fn goes(reply: &Reply) -> Option<UnitId> {
    let Some(Ref::Unit(id)) = reply.key()?.refs.first() else { return None };
    Some(*id)
}

impl General for Sparring {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        let mut answer = self.captain.answer(post, ask)?;
        let (view, gists) = (post.appraise(), post.gists(ask.id));
        let stays = |who: &[UnitId]| who.iter().all(|id| view.unit(*id).is_some_and(|unit| self.stands(&view, unit)));
        for (n, (field, reply)) in ask.fields.iter().zip(&mut answer.replies).enumerate() {
            let gists = gists.get(n).map_or(&[][..], Vec::as_slice);
            match &field.shape {
                Shape::Pick { .. }
                    if pick::is_order(gists) && (self.idea != Idea::Refuse || !lined(&view, post.side())) =>
                {
                    *reply = self.order(&view, post.side(), ask, field, gists);
                }
                Shape::March { movers, .. } if stays(movers) => {
                    let movers = movers.iter().map(|id| id.0).collect();
                    *reply = Reply::Marched(table::March { movers, legs: Vec::new() });
                }
                // Asked which unit goes next: none.
                Shape::Pick { from, .. }
                    if crate::captain::asks_who_goes(field)
                        && (self.idea == Idea::Stand || goes(reply).is_some_and(|who| stays(&[who]))) =>
                {
                    let stay =
                        from.iter().zip(gists).find(|(c, gist)| gist.intent == Intent::Hold && c.then.is_empty());
                    if let Some((choice, _)) = stay {
                        *reply = pick::picked(choice);
                    }
                }
                _ => {}
            }
        }
        if post.preview(ask.id, &answer.replies).is_ok() {
            return Some(answer);
        }
        self.captain.answer(post, ask)
    }
}
