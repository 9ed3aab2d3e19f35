//! Attributes and states as the rules use them.

use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Aspect, Class, Formation, Level, Marker, Order, Shelter, Status};

impl Book {
    /// Cohesion (ML-1.4d).
    #[must_use]
    #[inline]
    pub fn cohesion(&self, level: Level) -> Level {
        if self.on(r::ML_1_4D) { level } else { Level::Standard }
    }

    /// Training (ML-1.4e).
    #[must_use]
    pub fn training(&self, level: Level) -> Level {
        if self.on(r::ML_1_4E) { level } else { Level::Standard }
    }

    /// Status (ML-1.4f).
    #[must_use]
    #[inline]
    pub fn status(&self, status: Status) -> Status {
        if self.on(r::ML_1_4F) { status } else { Status::Standard }
    }

    /// Class of a category (ML-1.4b); for guns, the calibre (ML-1.5b).
    #[must_use]
    pub fn class(&self, arm: Arm, class: Class) -> Class {
        let calibre = arm != Arm::Artillery || self.on(r::ML_1_5B);
        if self.on(r::ML_1_4B) && calibre { class } else { Class::Middle }
    }

    /// The order in force: a marker cancels it (ML-1.10d).
    #[must_use]
    #[inline]
    pub fn order(&self, order: Order, marker: Marker) -> Order {
        if marker != Marker::None && self.on(r::ML_1_10D) { Order::None } else { order }
    }

    /// The formation in effect: a unit that routs is disorganised (ML-1.10c).
    #[must_use]
    #[inline]
    pub fn stance(&self, formation: Formation, marker: Marker) -> Formation {
        if marker == Marker::Routing && self.on(r::ML_1_10C) { Formation::Disorder } else { formation }
    }

    /// Disorganised: in disorder, or in a bastion (ML-1.6i).
    #[must_use]
    pub fn disorganised(&self, stance: Formation) -> bool {
        stance == Formation::Disorder || stance == Formation::Bastion && self.on(r::ML_1_6I)
    }

    /// Square; a solid square counts as one (ML-GAP-47).
    #[must_use]
    pub fn square(&self, stance: Formation) -> bool {
        stance == Formation::Square || stance == Formation::SolidSquare && self.on(r::ML_GAP_47)
    }

    /// The aspect that counts in an attack: squares (ML-1.9d), bastions (ML-1.6i) and limbered batteries (ML-1.9h) have
    /// neither flank nor rear (ML-GAP-10).
    #[must_use]
    pub fn felt(&self, aspect: Aspect, stance: Formation) -> Aspect {
        let all_round = match stance {
            Formation::Square | Formation::SolidSquare => self.square(stance) && self.on(r::ML_1_9D),
            Formation::Bastion => self.on(r::ML_1_6I),
            Formation::Limbered => self.on(r::ML_1_9H),
            _ => false,
        };
        if all_round && self.on(r::ML_GAP_10) { Aspect::Front } else { aspect }
    }

    /// In light shelter; fortifications are both shelters at once (ML-1.6l, ML-1.6m).
    #[must_use]
    pub fn light_shelter(&self, shelter: Shelter) -> bool {
        self.on(r::ML_1_6L) && (shelter == Shelter::Light || shelter == Shelter::Fortified && self.on(r::ML_1_6M))
    }

    /// In dense shelter (ML-1.6l, ML-1.6m).
    #[must_use]
    pub fn dense_shelter(&self, shelter: Shelter) -> bool {
        self.on(r::ML_1_6L) && matches!(shelter, Shelter::Dense | Shelter::Fortified)
    }

    /// Whether its formation lets a unit give and receive support (ML-5.2ab, ML-GAP-48).
    #[must_use]
    pub fn may_be_supported(&self, stance: Formation) -> bool {
        if !self.on(r::ML_5_2AB) {
            return true;
        }
        match stance {
            Formation::Disorder | Formation::Skirmish | Formation::MarchColumn | Formation::Limbered => false,
            Formation::NoFormation => !self.on(r::ML_1_6J),
            Formation::Bastion => !self.on(r::ML_GAP_48),
            _ => true,
        }
    }
}
