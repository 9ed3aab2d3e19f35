//! One unit against several in one assault: two or three attackers on one objective (L3C-MAC-25), or one attacker on two
//! or three objectives (L3C-MOR-74, L3C-MOR-95).

use super::{Assault, AssaultEnd, Party, Remains, Who};
use crate::Distance;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A joint assault, as a player types it in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JoinedAssaults {
    /// Who stands alone: the defender against several attackers, or the attacker against several objectives.
    pub lone: Who,
    /// The unit that stands alone with each of the others, two or three. It is told once, in the first; the others tell
    /// what it meets there.
    pub pairs: Vec<Assault>,
    /// Several attackers are of one brigade.
    #[schemars(extend("x-when" = { "lone": ["defender"] }))]
    pub same_brigade: bool,
    /// How far apart the attackers are; not said: side by side.
    #[schemars(extend("x-when" = { "lone": ["defender"] }))]
    pub apart: Distance,
}

impl Default for JoinedAssaults {
    fn default() -> Self {
        Self {
            lone: Who::Defender,
            pairs: vec![Assault { defender_overlaps: 1, ..Assault::default() }; 2],
            same_brigade: true,
            apart: Distance::of(0),
        }
    }
}

impl JoinedAssaults {
    /// The most that meet one.
    pub const MOST: usize = 3;

    /// The same with the lone unit told in every pair as in the first, and all of one purpose.
    #[must_use]
    pub fn settled(&self) -> Self {
        let mut joint = self.clone();
        let Some(first) = self.pairs.first() else { return joint };
        for pair in joint.pairs.iter_mut().skip(1) {
            let alone = first.party(self.lone).clone();
            let (ground, flanks) = (pair.party(self.lone).nerve.ground, alone.nerve.flanks);
            *pair.party_mut(self.lone) = alone;
            let nerve = &mut pair.party_mut(self.lone).nerve;
            (nerve.ground, nerve.flanks) = (ground, flanks);
            (pair.purpose, pair.year, pair.raise, pair.pursue) = (first.purpose, first.year, first.raise, first.pursue);
            match self.lone {
                Who::Attacker => pair.announced = first.announced,
                Who::Defender => {
                    (pair.answer, pair.reaction) = (first.answer, first.reaction);
                    pair.defender_band = first.defender_band;
                }
            }
        }
        joint
    }
}

impl Assault {
    /// One of the two, to be changed.
    pub const fn party_mut(&mut self, who: Who) -> &mut Party {
        match who {
            Who::Attacker => &mut self.attacker,
            Who::Defender => &mut self.defender,
        }
    }
}

/// What became of one of several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct OneOf {
    /// How its own part ended.
    pub outcome: AssaultEnd,
    /// Its morale.
    pub case: crate::Case,
    /// How well it holds together.
    pub state: crate::Cohesion,
    /// PAP lost in the action.
    pub steps: u16,
    /// PA spent in the turn.
    pub points: u8,
}

/// How a joint assault ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct JointEnd {
    /// The unit that stood alone.
    pub lone: Remains,
    /// The others, in order.
    pub others: Vec<OneOf>,
}
