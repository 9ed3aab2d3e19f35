//! A unit on the ground.

use super::{UnitId, Walls};
use crate::{Arm, Body, Book, Case, Cohesion, Formation, Gait, Troop, r};
use smallvec::SmallVec;
use table::{Cm, FeatureId, Piece, Point, Pose};

/// What a unit does in the action under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    /// Nothing in particular.
    #[default]
    None,
    /// It marches to contact or to fire on somebody.
    Attacks {
        /// On whom.
        target: UnitId,
        /// It has tested already.
        tested: bool,
    },
    Supports,
}

/// A unit on the ground.
#[derive(Clone, Debug)]
pub struct FieldUnit {
    /// Whose it is: 0 or 1.
    pub side: u8,
    /// It stands on the table; who does not keeps his place in the list and counts for nothing.
    pub present: bool,
    pub troop: Troop,
    /// What it is just now.
    pub body: Body,
    /// The middle of its front edge, and where it faces.
    pub at: Pose,
    /// Its brigade: the chain of command it belongs to.
    pub brigade: u8,
    /// What it does.
    pub role: Role,
    /// Cavalry that gave up unbeaten and goes to rally (L3C-MOR-72).
    pub rallying: bool,
    /// It went back by a test or a lost fight, not by order.
    pub driven_back: bool,
    /// A company of skirmishers, and the unit that it covers.
    pub covers: Option<UnitId>,
    /// The building that it holds.
    pub garrison: Option<FeatureId>,
    /// Its faces, and how many stand on each (L3C-GAP-A104).
    pub walls: Option<Walls>,
    /// The houses for which it has made a front of circumstance (L3C-ECO-29).
    pub made_for: Option<FeatureId>,
    /// It is under way backwards, its front to the enemy (L3C-MOR-25).
    pub steps_back: bool,
    /// An enemy has caught it while it was under way (L3C-MVT-20).
    pub caught: bool,
    /// The way it has gone back this turn.
    pub trail: SmallVec<[Point; 4]>,
}

impl FieldUnit {
    /// A unit of a side, its front edge there.
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

    /// What it covers: figures in front times ranks (L3C-GEN-04, L3C-GAP-A33, L3C-TIR-03).
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
        // A square is as deep as its faces are wide; where they are very short, as deep as they stand.
        let ranks = Cm::from(self.body.ranks.max(1)) * deep;
        let square = self.body.formation == Formation::Square;
        let depth = if square { front.max(ranks) } else { ranks };
        Piece { pose: self.at.ahead(-depth / 2), front, depth, lead: true }
    }

    /// Figures on the faces of the houses that it holds.
    #[must_use]
    pub fn inside(&self) -> u8 {
        self.walls.map_or(0, |walls| walls.held.iter().sum())
    }

    /// Figures that it has left.
    #[must_use]
    pub fn figures_left(&self, book: &Book) -> u8 {
        let per = crate::resolve::combat::losses::steps_of(book, self.troop.arm).max(1);
        self.body.figures.saturating_sub(rulebook::saturated::<u8, _>(self.body.steps_lost / per))
    }

    /// In skirmish order.
    #[must_use]
    pub fn skirmishes(&self) -> bool {
        self.body.formation == Formation::Skirmish
    }

    /// A battery on its limbers.
    #[must_use]
    pub fn limbered(&self) -> bool {
        self.troop.arm == Arm::Artillery && self.body.formation != Formation::Deployed
    }

    /// In close order, so that it cuts sight (L3C-FEU-16) and secures flanks.
    #[must_use]
    pub fn close_order(&self) -> bool {
        !self.skirmishes() && self.garrison.is_none()
    }

    /// Going back in fall back, retreat or rout.
    #[must_use]
    pub fn goes_back(&self) -> bool {
        self.body.case <= Case::FallBack && !self.rallying
    }

    /// Available: neither unformed nor disordered, with the points to do something (L3C-MOR-64, L3C-GAP-C14).
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

    /// Can it fire to its front?
    #[must_use]
    pub fn fires(&self, book: &Book) -> bool {
        self.troop.weapon != crate::Weapon::None
            && (self.troop.arm != Arm::Cavalry || book.options.cavalry_fire)
            && crate::resolve::shooting::figures::can_fire(book, self.troop.arm, self.body.formation, self.body.case)
    }
}
