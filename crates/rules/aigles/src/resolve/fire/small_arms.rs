//! Fire of small arms (LA-FEU-01 to LA-FEU-03, LA-FEU-05 to LA-FEU-08).

use super::common::{Fired, Target, common};
use super::die::{DieKind, DieUse, read};
use super::losses::{cell, spanned};
use crate::terms::book::{Book, r};
use crate::terms::tally::Tally;
use crate::{Distance, Order, Weapon};
use game::{Line, Op, Quiet, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Figures of one kind that fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Group {
    /// Feu: the fire value.
    #[schemars(range(min = 0, max = 20))]
    pub fire: i8,
    /// The number of them that fire.
    #[schemars(range(min = 1, max = 120))]
    pub figures: u16,
}

impl Default for Group {
    fn default() -> Self {
        Self { fire: 4, figures: 1 }
    }
}

/// A fire of small arms.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Volley {
    pub weapon: Weapon,
    /// Distance to the target at the end of the firing time.
    #[schemars(range(max = 1000), extend("exclusiveMinimum" = 0))]
    pub distance: Distance,
    /// The kinds of figure that fire: one die for all.
    #[schemars(length(min = 1, max = 6))]
    pub groups: Vec<Group>,
    /// Quarters of a period for which it fires.
    #[schemars(range(min = 1, max = 4))]
    pub quarters: u8,
    /// The first fire of the unit in this battle.
    pub first_fire: bool,
    /// The firer is in skirmish order.
    pub skirmish: bool,
    /// Order of the firer’s ranks.
    pub order: Order,
    pub rain: bool,
    pub target: Target,
}

impl Default for Volley {
    fn default() -> Self {
        Self {
            weapon: Weapon::Musket,
            distance: Distance::of(10),
            groups: vec![Group { fire: 4, figures: 12 }],
            quarters: 4,
            first_fire: false,
            skirmish: false,
            order: Order::Formed,
            rain: false,
            target: Target::default(),
        }
    }
}

impl Volley {
    /// Whether the weapon reaches (LA-FEU-06), and the target may be fired at.
    #[must_use]
    pub fn reaches(&self, book: &Book) -> bool {
        let range = book.tables.small_arms.range.of(self.weapon);
        let within = range.is_some_and(|range| self.distance <= range || !book.on(r::LA_FEU_06));
        within && self.target.open(book, self.distance)
    }

    /// The row of the die that it throws (LA-FEU-05): skirmishers that are unformed do not use theirs (LA-GAP-12).
    #[must_use]
    pub fn die(&self, book: &Book) -> DieKind {
        let loose = self.order >= Order::Unformed && book.on(r::LA_GAP_12);
        if self.skirmish && !loose { DieKind::Skirmish } else { DieKind::Usual }
    }

    /// The factor of figures with this fire value, before the die.
    fn factor(&self, book: &Book, fire: i8, trace: &mut impl Trace) -> i16 {
        let table = &book.tables.small_arms;
        let target = &self.target;
        let mut tally = Tally::start(book, trace, r::LA_FEU_01, "fire_value", fire);
        common(&mut tally, target);
        let near = self.distance.cm() > 0 && self.distance <= table.point_blank_to;
        tally.when(near, r::LA_FEU_03, "point_blank", table.point_blank);
        self.beyond(&mut tally);
        tally.when(self.order == Order::Unformed, r::LA_FEU_03, "unformed", table.unformed);
        tally.when(self.order == Order::Disordered, r::LA_FEU_03, "disordered", table.disordered);
        tally.when(target.cuirass, r::LA_FEU_03, "cuirass", table.cuirass);
        tally.when(target.gunners(), r::LA_FEU_03, "gunners", table.gunners);
        tally.when(target.deep(), r::LA_FEU_03, "deep", table.deep);
        let wet = self.rain && !book.options.rain_is_nothing && book.on(r::LA_GAP_73);
        // The first fire of formed infantry, not of skirmishers (LA-GAP-07).
        let formed = self.order == Order::Formed && !self.skirmish || !book.on(r::LA_GAP_07);
        let first = self.first_fire && self.weapon != Weapon::Carbine && formed && !wet;
        tally.when(first, r::LA_FEU_03, "first_fire", table.first_fire);
        tally.when(target.officer, r::LA_FEU_03, "officer", table.isolated_figure);
        tally.when(wet, r::LA_GAP_73, "rain", table.rain);
        tally.sum
    }

    /// Beyond a third or two thirds of the range (LA-FEU-08): the second malus replaces the first (LA-GAP-07).
    fn beyond<T: Trace>(&self, tally: &mut Tally<'_, T>) {
        let book = tally.book;
        let table = &book.tables.small_arms;
        let over = |limit: Option<Distance>| limit.is_some_and(|limit| self.distance > limit);
        let far = over(table.two_thirds.of(self.weapon));
        let beyond = over(table.third.of(self.weapon));
        if far && book.on(r::LA_FEU_08) {
            tally.when(true, r::LA_FEU_03, "two_thirds", table.beyond_two_thirds.of(self.weapon).unwrap_or(0));
        }
        if beyond && !(far && book.on(r::LA_GAP_07)) && book.on(r::LA_FEU_08) {
            tally.when(true, r::LA_FEU_03, "third", table.beyond_third.of(self.weapon).unwrap_or(0));
        }
    }

    /// The whole fire with a class of its die.
    pub fn fired(&self, book: &Book, class: i16, trace: &mut impl Trace) -> Fired {
        if !self.reaches(book) {
            return Fired::default();
        }
        let value = read(book, self.die(book), DieUse::Fire, class);
        let mut fired = Fired { allowed: true, ..Fired::default() };
        for (place, group) in self.groups.iter().enumerate() {
            if place == 0 {
                let before = self.factor(book, group.fire, trace);
                trace.line(|| Line::new(r::LA_FEU_05, Op::Dice(value.into())));
                fired.factor = before + i16::from(value);
                fired.cells.push(cell(book, fired.factor, group.figures, trace));
            } else if book.on(r::LA_GAP_45) {
                // Each further kind with its own value and the same die; the losses are added (LA-GAP-45).
                let factor = self.factor(book, group.fire, &mut Quiet) + i16::from(value);
                let found = cell(book, factor, group.figures, &mut Quiet);
                trace.line(|| {
                    let line = Line::new(r::LA_GAP_45, Op::Add(found.into()));
                    line.fact("row", factor.into()).fact("column", group.figures.into())
                });
                fired.cells.push(found);
            }
        }
        fired.losses = spanned(book, fired.cells.iter().sum(), self.quarters, trace);
        fired
    }

    /// The factor before the die, line by line.
    pub fn before(&self, book: &Book, trace: &mut impl Trace) -> i16 {
        self.groups.first().map_or(0, |group| self.factor(book, group.fire, trace))
    }
}
