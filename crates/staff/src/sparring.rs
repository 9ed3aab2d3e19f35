//! Sparring partners: generals of one idea, against whom the others are measured. A person finds these ideas in an
//! evening, so nobody is any good who loses to them.

use crate::pick;
use crate::{Answer, Captain, General, Post, Temperament};
use game::{Ask, Field, Gist, Intent, Rating, Ref, Reply, Shape, Side};

/// The one idea.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Idea {
    /// Nobody moves: everybody stands and fires.
    Stand,
    /// Everybody goes straight at the enemy and attacks whoever is in reach.
    Rush,
}

impl Idea {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "stand" => Some(Self::Stand),
            "rush" => Some(Self::Rush),
            _ => None,
        }
    }
}

/// A general who has it; fires, tests and the like are answered as a captain would.
#[derive(Clone, Debug)]
pub(crate) struct Sparring {
    idea: Idea,
    captain: Captain,
}

impl Sparring {
    pub fn new(idea: Idea, luck: u64) -> Self {
        Self { idea, captain: Captain::new(Temperament::Balanced, luck) }
    }

    /// What a command or unit is told.
    fn wanted(self_idea: Idea, units: &[&Rating], enemies: &[&Rating]) -> Intent {
        let near = |unit: &&Rating| enemies.iter().any(|enemy| unit.far(enemy.pose.at) <= unit.strikes);
        match self_idea {
            Idea::Stand => Intent::Hold,
            Idea::Rush if units.iter().any(near) => Intent::Attack,
            Idea::Rush => Intent::Advance,
        }
    }

    fn order(&self, view: &game::Appraisal, side: Side, field: &Field, gists: &[Gist]) -> Reply {
        let Shape::Pick { from, .. } = &field.shape else { return field.default.clone() };
        let enemies: Vec<&Rating> = view.troops(side.other()).collect();
        let units: Vec<&Rating> = match field.about {
            Ref::Command(command) => view.troops(side).filter(|unit| unit.command == Some(command)).collect(),
            // Who has a command above him needs no order of his own.
            Ref::Unit(_) if gists.iter().any(|gist| gist.intent == Intent::None) => return field.default.clone(),
            Ref::Unit(id) => view.unit(id).into_iter().collect(),
            _ => view.troops(side).collect(),
        };
        let wanted = Self::wanted(self.idea, &units, &enemies);
        let found = from.iter().zip(gists).find(|(_, gist)| gist.intent == wanted);
        found.map_or_else(|| field.default.clone(), |(choice, _)| pick::picked(choice))
    }
}

impl General for Sparring {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        let mut answer = self.captain.answer(post, ask)?;
        let (view, gists) = (post.appraise(), post.gists(ask.id));
        for (n, (field, reply)) in ask.fields.iter().zip(&mut answer.replies).enumerate() {
            let gists = gists.get(n).map_or(&[][..], Vec::as_slice);
            match &field.shape {
                Shape::Pick { .. } if pick::is_order(gists) => {
                    *reply = self.order(&view, post.side(), field, gists);
                }
                Shape::March { movers, .. } if self.idea == Idea::Stand => {
                    let movers = movers.iter().map(|id| id.0).collect();
                    *reply = Reply::Marched(table::March { movers, legs: Vec::new() });
                }
                // Asked who goes next: nobody.
                Shape::Pick { from, .. } if self.idea == Idea::Stand && crate::captain::asks_who_goes(field) => {
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
