//! A unit on the ground.

use super::{UnitId, Walls};
use crate::{Arm, Body, Book, Case, Cohesion, Formation, Gait, Troop, r};
use smallvec::SmallVec;
use table::{Cm, FeatureId, Piece, Point, Pose};

/// What a unit does in the action under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    #[default]
    None,
    /// It advances to contact, or to fire.
    Attacks {
        target: UnitId,
        tested: bool,
    },
    Supports,
}

/// A unit on the ground.
#[derive(Clone, Debug)]
pub struct FieldUnit {
    /// 0 or 1.
    pub side: u8,
    /// The unit stands on the table; an absent unit keeps its place in the list and counts for nothing.
    pub present: bool,
    pub troop: Troop,
    /// Its present formation, losses and morale.
    pub body: Body,
    /// The middle of its front edge, and its facing.
    pub at: Pose,
    /// The chain of command that it belongs to.
    pub brigade: u8,
    pub role: Role,
    /// Cavalry that broke off unbeaten and goes to rally (L3C-MOR-72).
    pub rallying: bool,
    /// It went back after a test or a lost fight, not by order.
    pub driven_back: bool,
    /// For a company of skirmishers: the unit that it covers.
    pub covers: Option<UnitId>,
    pub garrison: Option<FeatureId>,
    /// The faces of its building, and the figures on each (L3C-GAP-A104).
    pub walls: Option<Walls>,
    /// The houses against which it has formed an improvised front (L3C-ECO-29).
    pub made_for: Option<FeatureId>,
    /// It steps back with its front to the enemy (L3C-MOR-25).
    pub steps_back: bool,
    /// An enemy has caught it while it was moving (L3C-MVT-20).
    pub caught: bool,
    /// The path of its moves back this turn.
    pub trail: SmallVec<[Point; 4]>,
}

impl FieldUnit {
    #[must_use]
    pub fn new(side: u8, troop: Troop, body: Body, at: Pose) -> Self {
        Self {
            side,
            present: true,
            troop,
            body,
            at,
            brigade: 0,
            role: Role::default(),
            rallying: false,
            driven_back: false,
            covers: None,
            garrison: None,
            walls: None,
            made_for: None,
            steps_back: false,
            caught: false,
            trail: SmallVec::new(),
        }
    }

    /// The footprint: figures in front times ranks (L3C-GEN-04, L3C-GAP-A33, L3C-TIR-03).
    #[must_use]
    pub fn piece(&self, book: &Book) -> Piece {
        if let Some(walls) = &self.walls {
            return walls.piece();
        }
        let scale = &book.tables.scale;
        let mounted = self.troop.arm != Arm::Infantry && book.on(r::L3C_GAP_A33);
        let (wide, deep) = if mounted {
            (scale.mounted_front_cm, scale.mounted_depth_cm)
        } else {
            (scale.infantry_front_cm, scale.infantry_depth_cm)
        };
        let open = if self.skirmishes() && book.on(r::L3C_TIR_03) { Cm::from(scale.skirmish_front) } else { 1 };
        let front = Cm::from(self.body.front.max(1)) * wide * open;
        // A square is as deep as its faces are wide, or as its ranks if the faces are very short.
        let ranks = Cm::from(self.body.ranks.max(1)) * deep;
        let square = self.body.formation == Formation::Square;
        let depth = if square { front.max(ranks) } else { ranks };
        Piece { pose: self.at.ahead(-depth / 2), front, depth, lead: true }
    }

    /// Figures on the faces of the houses that the unit holds.
    #[must_use]
    pub fn inside(&self) -> u8 {
        self.walls.map_or(0, |walls| walls.held.iter().sum())
    }

    #[must_use]
    pub fn figures_left(&self, book: &Book) -> u8 {
        let per = crate::resolve::combat::losses::steps_of(book, self.troop.arm).max(1);
        self.body.figures.saturating_sub(rulebook::saturated::<u8, _>(self.body.steps_lost / per))
    }

    /// Whether it is in skirmish order.
    #[must_use]
    pub fn skirmishes(&self) -> bool {
        self.body.formation == Formation::Skirmish
    }

    /// Whether it is a limbered battery.
    #[must_use]
    pub fn limbered(&self) -> bool {
        self.troop.arm == Arm::Artillery && self.body.formation != Formation::Deployed
    }

    /// Whether it is in close order, so that it blocks sight (L3C-FEU-16) and secures flanks.
    #[must_use]
    pub fn close_order(&self) -> bool {
        !self.skirmishes() && self.garrison.is_none()
    }

    /// Whether its morale is fall back, retreat or rout.
    #[must_use]
    pub fn goes_back(&self) -> bool {
        self.body.case <= Case::FallBack && !self.rallying
    }

    /// Whether it is available: neither unformed nor disordered, with action points left (L3C-MOR-64, L3C-GAP-C14).
    #[must_use]
    pub fn available(&self, book: &Book) -> bool {
        let action = &book.tables.action;
        let needed = if self.troop.arm == Arm::Cavalry { action.assault_least } else { action.fire };
        let points = self.body.points_spent.saturating_add(needed) <= action.credit;
        let together = matches!(self.body.state, Cohesion::Formed | Cohesion::Loose);
        !book.on(r::L3C_MOR_64) || together && self.body.case.positive() && (points || !book.on(r::L3C_GAP_C14))
    }

    #[must_use]
    pub fn infantry_moving(&self) -> bool {
        self.troop.arm == Arm::Infantry && self.body.gait > Gait::Halted
    }

    /// Whether it can fire to its front.
    #[must_use]
    pub fn fires(&self, book: &Book) -> bool {
        self.troop.weapon != crate::Weapon::None
            && (self.troop.arm != Arm::Cavalry || book.options.cavalry_fire)
            && crate::resolve::shooting::figures::can_fire(book, self.troop.arm, self.body.formation, self.body.case)
    }
}
