//! One unit against several in one assault: two or three attackers on one objective (L3C-MAC-25), or one attacker on two
//! or three objectives (L3C-MOR-74, L3C-MOR-95).

use super::{Assault, AssaultEnd, Party, Remains, Who};
use crate::Distance;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A joint assault, as typed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct JoinedAssaults {
    /// The side of the single unit: the defender against several attackers, or the attacker against several objectives.
    pub lone: Who,
    /// The single unit paired with each of the others, two or three pairs. The first pair describes it; the others add
    /// only what it meets there.
    pub pairs: Vec<Assault>,
    /// Several attackers are of one brigade.
    #[schemars(extend("x-when" = { "lone": ["defender"] }))]
    pub same_brigade: bool,
    /// Distance between the attackers; 0: side by side.
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
    /// Largest number of units that meet one.
    pub const MOST: usize = 3;

    /// The same with the single unit copied from the first pair into all others, and all pairs with one purpose.
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
    /// One of the two units, to change it.
    pub const fn party_mut(&mut self, who: Who) -> &mut Party {
        match who {
            Who::Attacker => &mut self.attacker,
            Who::Defender => &mut self.defender,
        }
    }
}

/// State of one of the several units afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct OneOf {
    /// The end of its own pair.
    pub outcome: AssaultEnd,
    pub case: crate::Case,
    pub state: crate::Cohesion,
    /// PAP lost in the action.
    pub steps: u16,
    /// PA spent in the turn.
    pub points: u8,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct JointEnd {
    /// The single unit.
    pub lone: Remains,
    /// The others, in order.
    pub others: Vec<OneOf>,
}
