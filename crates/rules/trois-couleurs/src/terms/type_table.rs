//! Entries of army lists and scenarios on troop types and generals for this ruleset (L3C-GAP-A62, L3C-GAP-C24).

use crate::resolve::moving::changing;
use crate::resolve::people::composite::{Companies, Composite, composite};
use crate::resolve::shooting::range::{self, Reach};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Book, Nation, Status, Troop, Weapon, r};
use armies::{Quality, Rank};
use game::{Fault, FaultReason};
use serde::Deserialize;

/// The table `[type.rules.trois-couleurs]` of a troop type.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TypeTable {
    pub status: Status,
    /// The status that the enemy believes, if it differs (L3C-MOR-44).
    pub seen_status: Option<Status>,
    /// The status of companies of another quality at the head of its column (L3C-GEN-20, L3C-GEN-21); infantry.
    pub head: Option<Status>,
    /// Base morale; `None`: that of nation and status.
    pub morale: Option<i8>,
    /// Class of manoeuvre (CCF), 1 to 3; `None`: that of the status.
    pub class: Option<u8>,
    /// Faculty for skirmishing and broken ground (FT), 0 to 2; infantry.
    pub faculty: Option<u8>,
    /// Type (TYP), 0 to 3; cavalry.
    #[serde(rename = "type")]
    pub cavalry_type: Option<u8>,
    /// The type that infantry believes, if it differs (L3C-MOR-44); cavalry.
    pub seen_type: Option<u8>,
    /// `None`: muskets for infantry, no weapon for cavalry.
    pub weapon: Option<Weapon>,
    /// It fights in two ranks (L3C-GEN-03); infantry.
    pub two_ranks: bool,
    /// Companies of a battalion (L3C-GAP-A63); infantry.
    pub companies: Option<u8>,
    /// Lancers for the rules of pursuit (L3C-POU-15); cavalry.
    pub lancers: bool,
    /// Cuirassiers with a back plate; cavalry.
    pub back_plate: bool,
    /// Dragoons with muskets (L3C-FEU-39); cavalry.
    pub dragoons: bool,
    /// Calibre in pounds; artillery.
    pub pounds: Option<u8>,
    /// Mounted gunners; artillery.
    pub horse: bool,
    /// The regiment of a battalion (L3C-CAC-14).
    pub regiment: Option<String>,
    /// Its values before some year.
    pub before: Option<Before>,
    /// It is in no printed list.
    pub reconstructed: bool,
}

/// The values of a troop type before a year.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// From this year on the values of the type's table apply.
    pub year: u16,
    /// 0 to 3; a type without cuirass in that time had no back plate either.
    #[serde(rename = "type")]
    pub cavalry_type: u8,
}

/// A unit raised from its type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaisedUnit {
    pub troop: Troop,
    /// Companies of a battalion; 0 for other arms.
    pub companies: u8,
    /// Calibre in pounds; 0 for other arms.
    pub pounds: u8,
    pub regiment: Option<String>,
}

impl TypeTable {
    /// Reads the table from its form in a file.
    ///
    /// # Errors
    /// The first fault in the table.
    pub fn read(table: impl serde::Serialize) -> Result<Self, Fault> {
        rulebook::read_toml(table)
    }

    /// The unit raised from an arm and a nation in a year.
    ///
    /// # Errors
    /// An entry that does not fit the arm, or is out of bounds.
    pub fn raise(&self, book: &Book, arm: Arm, nation: &str, year: u16, quality: Quality) -> Result<RaisedUnit, Fault> {
        self.check(arm)?;
        let nation = nation_of(nation);
        let before = self.before.filter(|before| year < before.year);
        let usual = self.morale.unwrap_or_else(|| book.tables.nations.base(nation, self.status));
        let ruled = book.on(r::L3C_GAP_A62);
        let of_the_day = if ruled { book.tables.raising.quality.of(quality) } else { 0 };
        let infantry = arm == Arm::Infantry;
        let part = |status: Status, base: i8, own: Option<u8>| Companies {
            status,
            base,
            class: changing::class(book, own, status),
            recognised: true,
        };
        // Companies of several qualities count as the worst of them, whichever is at the head (L3C-GEN-20, L3C-GEN-21).
        let whole = self.head.map(|head| {
            let first = part(head, book.tables.nations.base(nation, head), None);
            composite(book, &Composite { parts: vec![first, part(self.status, usual, self.class)] })
        });
        let (status, class) = whole.map_or((self.status, self.class), |whole| (whole.status, Some(whole.class)));
        let usual = whole.map_or(usual, |whole| whole.base);
        let armed = self.weapon.unwrap_or(if infantry { Weapon::Musket } else { Weapon::None });
        // Dragoons have muskets until these are given to the infantry (L3C-FEU-39).
        let dragoons_in = self.dragoons.then_some(year);
        let troop = Troop {
            arm,
            horse_guns: self.horse,
            status,
            seen_status: self.seen_status.or(whole.map(|whole| whole.seen_status)),
            seen_type: self.seen_type,
            cavalry_type: before.map_or_else(|| self.cavalry_type.unwrap_or(1), |before| before.cavalry_type),
            lancers: self.lancers,
            back_plate: self.back_plate && before.is_none(),
            class,
            faculty: self.faculty.unwrap_or(0),
            nation,
            two_ranks: self.two_ranks,
            weapon: range::weapon(book, &Reach { weapon: armed, dragoons_in, ..Reach::default() }),
            base: Some(usual.saturating_add(of_the_day)),
        };
        let battalion = book.tables.companies.battalion;
        Ok(RaisedUnit {
            troop,
            companies: if infantry { self.companies.unwrap_or(battalion) } else { 0 },
            pounds: self.pounds.unwrap_or(0),
            regiment: self.regiment.clone(),
        })
    }

    fn check(&self, arm: Arm) -> Result<(), Fault> {
        let infantry = self.faculty.is_some() || self.companies.is_some() || self.two_ranks || self.head.is_some();
        let cavalry =
            self.cavalry_type.is_some() || self.seen_type.is_some() || self.lancers || self.back_plate || self.dragoons;
        let guns = self.pounds.is_some() || self.horse;
        let strange = match arm {
            Arm::Infantry => cavalry || guns,
            Arm::Cavalry => infantry || guns,
            Arm::Artillery => infantry || cavalry,
        };
        let want = |good: bool, fault: Fault| if good { Ok(()) } else { Err(fault) };
        let bound = |place: &'static str, value: Option<i64>, least: i64, most: i64| match value {
            Some(value) if !(least..=most).contains(&value) => {
                Err(Fault::at(place, FaultReason::between(least, most, value)))
            }
            _ => Ok(()),
        };
        want(!strange, rulebook::SetUpFault::ValuesOfOtherArm.into())?;
        want(self.weapon.is_none_or(|w| w.is_gun() == (arm == Arm::Artillery)), F::WeaponOfOtherArm.into())?;
        want(arm != Arm::Artillery || self.weapon.is_some(), F::BatteryWithoutGuns.into())?;
        bound("morale", self.morale.map(i64::from), 0, 12)?;
        bound("class", self.class.map(i64::from), 1, 3)?;
        bound("faculty", self.faculty.map(i64::from), 0, 2)?;
        bound("companies", self.companies.map(i64::from), 1, 20)?;
        bound("pounds", self.pounds.map(i64::from), 1, 24)?;
        let types = [self.cavalry_type, self.seen_type, self.before.map(|before| before.cavalry_type)];
        types.into_iter().try_for_each(|of| bound("type", of.map(i64::from), 0, 3))
    }
}

/// The nation with figures of its own for a key of the army files (L3C-GAP-C23); others are `Other`.
#[must_use]
pub fn nation_of(key: &str) -> Nation {
    Nation::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(key)).unwrap_or(Nation::Other)
}

/// The table `trois-couleurs` of a general in a scenario; missing entries follow from the rank (L3C-GAP-C24).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LeaderTable {
    /// Bonus in morale, 0 to 3.
    pub bonus: Option<u8>,
    /// Actions of the general in a turn (CCF), 1 to 3.
    pub actions: Option<u8>,
    /// The arm that the general knows (L3C-CHEF-05); `None`: that of most of the units led (L3C-GAP-A64).
    pub arm: Option<Arm>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GeneralWorth {
    /// Bonus in morale.
    pub bonus: i8,
    /// Actions in a turn.
    pub actions: u8,
    /// The arm that the general knows.
    pub arm: Arm,
}

impl LeaderTable {
    /// Reads the table from its form in a file.
    ///
    /// # Errors
    /// The first fault in the table.
    pub fn read(table: impl serde::Serialize) -> Result<Self, Fault> {
        rulebook::read_toml(table)
    }

    /// The values of a general of this rank who leads units of these arms in person.
    ///
    /// # Errors
    /// A value out of bounds.
    pub fn leader(&self, book: &Book, rank: Rank, led: &[Arm]) -> Result<GeneralWorth, Fault> {
        if let Some(bonus) = self.bonus.filter(|bonus| *bonus > 3) {
            return Err(Fault::at("bonus", FaultReason::between(0, 3, bonus)));
        }
        if let Some(actions) = self.actions.filter(|actions| !(1..=3).contains(actions)) {
            return Err(Fault::at("actions", FaultReason::between(1, 3, actions)));
        }
        let table = &book.tables.general;
        let usual = match rank {
            Rank::Brigade => table.bonus.brigade,
            Rank::Division => table.bonus.division,
            Rank::Corps => table.bonus.corps,
            Rank::Army => table.bonus.army,
        };
        Ok(GeneralWorth {
            bonus: self.bonus.map_or(usual, rulebook::saturated::<i8, _>),
            actions: self.actions.unwrap_or(table.actions),
            arm: self.arm.unwrap_or_else(|| most(led)),
        })
    }
}

/// The arm of most units; in a tie infantry before cavalry before guns.
fn most(led: &[Arm]) -> Arm {
    let count = |arm: Arm| led.iter().filter(|one| **one == arm).count();
    let arms = [Arm::Artillery, Arm::Cavalry, Arm::Infantry];
    arms.into_iter().max_by_key(|arm| count(*arm)).unwrap_or_default()
}
