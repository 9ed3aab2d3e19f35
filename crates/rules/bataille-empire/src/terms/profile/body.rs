//! A unit for the resolutions: profile and state.

use super::{Abilities, Ability, Arm, Class, Formation, Guns, Size, Status, Weight};
use crate::Losses;
use crate::terms::book::{Book, r};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

/// A unit. By default infantry in line, Line 3, class B, FT 0, of normal size, fresh and in command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Body {
    pub arm: Arm,
    /// Weight, of cavalry.
    pub weight: Weight,
    /// Calibre, of artillery.
    pub guns: Guns,
    pub formation: Formation,
    pub status: Status,
    /// Morale, 1 to 6.
    #[serde(deserialize_with = "figure::<_, 1, 6>")]
    #[schemars(range(min = 1, max = 6))]
    pub morale: u8,
    /// Class of manoeuvre.
    pub class: Class,
    /// Quality of its own skirmishers, 0 to 2; infantry only.
    #[serde(deserialize_with = "figure::<_, 0, 2>")]
    #[schemars(range(min = 0, max = 2))]
    pub ft: u8,
    /// In a building, in skirmish order; formed infantry there is a garrison (BE-GAP-24).
    pub inside: bool,
    /// Losses so far: fewer than it can take (BE-GAP-02).
    #[schemars(range(min = 0, max = 6.5))]
    pub losses: Losses,
    pub size: Size,
    pub abilities: Abilities,
    pub disorder: bool,
    /// It has an action marker.
    pub marker: bool,
    /// A general is attached to it.
    pub general: bool,
    pub out_of_command: bool,
}

/// A small number, refused by its own limits and not by those of its integer type.
fn figure<'de, D: Deserializer<'de>, const LEAST: u8, const MOST: u8>(from: D) -> Result<u8, D::Error> {
    let typed = i64::deserialize(from)?;
    let figure = u8::try_from(typed).ok().filter(|figure| (LEAST..=MOST).contains(figure));
    figure.ok_or_else(|| de::Error::custom(game::FaultReason::between(LEAST, MOST, typed).written()))
}

impl Default for Body {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            weight: Weight::Medium,
            guns: Guns::Six,
            formation: Formation::Line,
            status: Status::Line,
            morale: 3,
            class: Class::B,
            ft: 0,
            inside: false,
            losses: Losses::NONE,
            size: Size::Normal,
            abilities: Abilities::NONE,
            disorder: false,
            marker: false,
            general: false,
            out_of_command: false,
        }
    }
}

impl Body {
    #[must_use]
    pub const fn has(&self, ability: Ability) -> bool {
        self.abilities.has(ability)
    }

    /// Whether it counts as mounted in forced moves: cavalry and horse artillery (BE-SEQ-08, BE-GAP-49).
    #[must_use]
    pub fn mounted(&self) -> bool {
        self.arm == Arm::Cavalry || self.arm == Arm::Artillery && self.has(Ability::Horse)
    }

    /// The losses at which it is eliminated (BE-GAP-02).
    #[must_use]
    pub fn capacity(&self, book: &Book) -> Losses {
        let table = &book.tables.losses;
        if !book.on(r::BE_GAP_02) {
            return Losses::halves(u8::MAX);
        }
        let picked = if self.status.is_picked() { table.guard_or_elite } else { 0 };
        let whole = table.of(self.arm).of(self.size).saturating_add(picked);
        // Skirmishers are half of a battalion (BE-GAP-37).
        let halved = self.arm == Arm::Infantry && self.formation == Formation::Skirmish;
        Losses::halves(if halved { whole / table.detached_parts.max(1) } else { whole })
    }

    /// Losses that count in every row "per loss": whole ones (BE-GAP-03); without that ruling every loss begun.
    #[must_use]
    pub fn lost(&self, book: &Book) -> i64 {
        let (halves, each) = (i64::from(self.losses.in_halves()), i64::from(book.tables.losses.per_point.max(1)));
        if book.on(r::BE_GAP_03) { halves / each } else { (halves + each - 1) / each }
    }

    /// At half of its capacity or more (BE-TM-09).
    #[must_use]
    pub fn worn(&self, book: &Book) -> bool {
        let percent = u16::from(book.tables.losses.worn_percent);
        u16::from(self.losses.in_halves()) * 100 >= u16::from(self.capacity(book).in_halves()) * percent
    }

    /// Whether it is formed (BE-GAP-35), also in disorder, except where support or a screen is required.
    #[must_use]
    pub fn formed(&self, book: &Book) -> bool {
        if !book.on(r::BE_GAP_35) {
            return true;
        }
        match self.arm {
            Arm::Infantry => self.formation != Formation::Skirmish,
            Arm::Cavalry => !self.has(Ability::Irregular),
            Arm::Artillery => self.formation == Formation::Deployed,
        }
    }

    /// In a building: as a garrison, or as skirmishers (BE-GAP-24).
    #[must_use]
    pub const fn indoors(&self) -> bool {
        self.inside || matches!(self.formation, Formation::Garrison)
    }

    /// Whether it has flanks and a rear that can be threatened: squares, skirmishers and garrisons have none (BE-GAP-58).
    #[must_use]
    pub fn has_flanks(&self, book: &Book) -> bool {
        let none = self.formation.is_square() || matches!(self.formation, Formation::Skirmish | Formation::Garrison);
        !none || !book.on(r::BE_GAP_58)
    }

    /// Whether it has battalion guns with it: not a garrison, which leaves them outside (BE-GAP-24), nor skirmishers
    /// (BE-GAP-113).
    #[must_use]
    pub fn has_battalion_guns(&self, book: &Book) -> bool {
        let outside = self.formation == Formation::Garrison && book.on(r::BE_GAP_24)
            || self.formation == Formation::Skirmish && book.on(r::BE_GAP_113);
        self.arm == Arm::Infantry && self.has(Ability::BattalionGuns) && !outside
    }

    /// Its training in skirmishing; only infantry has any (BE-GAP-37).
    #[must_use]
    pub fn ft(&self, book: &Book) -> u8 {
        if self.arm == Arm::Infantry || !book.on(r::BE_GAP_37) { self.ft } else { 0 }
    }
}

/// Supports in fire and shock, counted (BE-TIR-18, BE-CHO-31).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Supports {
    /// Units that support by musketry or round shot.
    pub fire: u8,
    /// Batteries that support by canister.
    pub canister: u8,
    /// Units of skirmishers that support.
    pub skirmishers: u8,
}
