//! What is read from the world: places, distances, and the field on which tests are judged.

use super::{Class, Code, Detail, General, GeneralSheet, Later, Life, Unit, World};
use crate::field::{Field, FieldGeneral, FieldUnit, FireLine, Role, Scene, Walls};
use crate::resolve::combat::losses;
use crate::{Arm, Body, Distance, Formation, Mover, TroisCouleurs, r};
use game::{Side, UnitId};
use table::{Cm, Kind, Measure, Piece, Pose, within_cm};

/// Whether a kind of ground is houses that can be held.
pub(crate) const fn houses(kind: Kind) -> bool {
    matches!(kind, Kind::WoodenBuilding | Kind::MasonryBuilding)
}

/// The place of a unit in a field.
pub(crate) fn place_of(id: UnitId) -> usize {
    usize::from(id.0)
}

impl TroisCouleurs {
    /// Units of a side that are in play.
    pub fn troops<'w>(&'w self, w: &'w World, side: Side) -> impl Iterator<Item = UnitId> + 'w {
        w.present().filter(move |id| self.side(*id) == side)
    }

    /// A unit in the form of the field.
    pub(crate) fn fielded(&self, w: &World, id: UnitId) -> FieldUnit {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let entry = w.entry.iter().chain(&w.fellows).chain(&w.later).find(|entry| entry.attacker == id);
        let plan = w.plans.get(&id);
        let role = match (entry, plan) {
            // A unit about to attack the enemy at which a neighbour advances to fire supports that neighbour
            // (L3C-SOU-07).
            (Some(entry), _) if self.backs_a_fire(w, entry) => Role::Supports,
            (Some(entry), _) => {
                let tested = w.entry.as_ref().is_some_and(|own| own.attacker == id);
                Role::Attacks { target: place_of(entry.target), tested }
            }
            (None, Some(plan)) => match plan.open().find(|(code, _)| code.assaults() || *code == Code::Support) {
                Some((code, Detail::On(target))) if code.assaults() => {
                    Role::Attacks { target: place_of(*target), tested: false }
                }
                Some((Code::Support, Detail::With(_))) => Role::Supports,
                _ => Role::None,
            },
            (None, None) => Role::None,
        };
        FieldUnit {
            brigade: rulebook::saturated::<u8, _>(sheet.command),
            present: unit.present(),
            role,
            rallying: unit.now.rallying,
            driven_back: unit.now.driven,
            garrison: unit.garrison,
            walls: self.walls(w, id),
            made_for: unit.made_for,
            steps_back: self.steps_back(w, id),
            trail: unit.now.trail.iter().copied().collect(),
            caught: self.caught_under_way(w, id),
            ..FieldUnit::new(side_number(sheet.side), sheet.troop, self.without_screen(w, id), unit.pose)
        }
    }

    /// Whether a unit is stepping back.
    fn steps_back(&self, w: &World, id: UnitId) -> bool {
        let moving = w.run.as_ref().and_then(|run| run.mover(id)).filter(|moving| !moving.halted);
        moving.is_some_and(|moving| matches!(moving.legs.first(), Some(table::Manoeuvre::Back(_))))
    }

    fn backs_a_fire(&self, w: &World, entry: &Later) -> bool {
        let fires = |own: &Later| {
            let side = self.side(own.attacker) == self.side(entry.attacker);
            side && own.to_fire && own.attacker != entry.attacker && own.target == entry.target
        };
        !entry.to_fire && w.entry.as_ref().is_some_and(fires) && self.on(r::L3C_SOU_07)
    }

    /// The body of a unit without its detached companies (L3C-MOR-110).
    fn without_screen(&self, w: &World, id: UnitId) -> Body {
        let unit = w.unit(id);
        let out = unit.screen.map_or(0, |screen| screen.figures);
        Body { figures: unit.body.figures.saturating_sub(out).max(1), ..unit.body }
    }

    /// Whether an enemy has caught a unit while it was moving (L3C-MVT-20).
    fn caught_under_way(&self, w: &World, id: UnitId) -> bool {
        let entries = w.entry.iter().chain(&w.later);
        entries.into_iter().any(|entry| entry.target == id && entry.stops_from > crate::Gait::Halted)
    }

    /// The present field: every circumstance of a test is read from it.
    #[must_use]
    pub fn field(&self, w: &World) -> Field {
        let mut field = Field::new(std::sync::Arc::clone(&self.terrain));
        field.year = self.scenario.year;
        for id in w.ids() {
            field.add(&self.book, self.fielded(w, id));
        }
        // Screens come after all units, so that each unit keeps its place in the list.
        for id in w.ids() {
            if let Some(screen) = self.fielded_screen(w, id) {
                field.add(&self.book, screen);
            }
        }
        for (general, sheet) in w.generals.iter().zip(&self.generals) {
            field.commanded[sheet.side.index()] |= general.life != Life::Gone(super::Fate::Absent);
            if !general.present() {
                continue;
            }
            let at = general.with.map_or(general.at, |unit| w.unit(unit).pose.at);
            let bonus = self.bonus(general, sheet).max(0).unsigned_abs();
            let arm = (!general.aide).then_some(sheet.leader.arm);
            field.add_general(FieldGeneral { side: side_number(sheet.side), at, bonus, chain: sheet.chain, arm });
        }
        for shot in &w.fires {
            field.note_fire(FireLine {
                shooter: place_of(shot.shooter),
                target: place_of(shot.target),
                shot: shot.shot,
                effective: shot.effective,
            });
        }
        for id in w.present() {
            for (shooter, shot) in &w.unit(id).now.bared_to {
                let (shooter, target) = (place_of(*shooter), place_of(id));
                field.note_fire(FireLine { shooter, target, shot: *shot, effective: true });
            }
        }
        field
    }

    /// The footprint of a unit.
    #[must_use]
    pub fn piece(&self, w: &World, id: UnitId) -> Piece {
        let unit = w.unit(id);
        match self.walls(w, id) {
            Some(walls) => walls.piece(),
            None => self.piece_of(id, &unit.body, unit.pose),
        }
    }

    /// The faces of the houses that a unit holds, with the figures on each (L3C-GAP-A104).
    pub(crate) fn walls(&self, w: &World, id: UnitId) -> Option<Walls> {
        let unit = w.unit(id);
        let empty = self.walls_of(unit.garrison?, unit.body.formation == Formation::Skirmish)?;
        let figures = self.left(&unit.body, id);
        let held = if unit.faces == [0; 4] { empty.spread(figures, &[]) } else { Walls::thinned(unit.faces, figures) };
        Some(empty.holding(held))
    }

    /// The faces of some houses, without figures.
    pub(crate) fn walls_of(&self, houses: table::FeatureId, skirmish: bool) -> Option<Walls> {
        match self.terrain.feature(houses).map(|feature| &feature.shape) {
            Some(table::Shape::Area(corners)) if self.on(r::L3C_GAP_A104) => {
                Walls::about(&self.book, corners, skirmish)
            }
            _ => None,
        }
    }

    /// The footprint of a unit with this body and place.
    #[must_use]
    pub fn piece_of(&self, id: UnitId, body: &Body, pose: Pose) -> Piece {
        FieldUnit::new(0, *self.troop(id), *body, pose).piece(&self.book)
    }

    /// The body of a unit in another formation.
    #[must_use]
    pub fn formed(&self, w: &World, id: UnitId, formation: Formation) -> Body {
        self.formed_without(w, id, formation, w.unit(id).screen.map_or(0, |screen| screen.figures))
    }

    /// The same while this many figures are detached as skirmishers.
    pub(crate) fn formed_without(&self, w: &World, id: UnitId, formation: Formation, out: u8) -> Body {
        let (body, sheet) = (w.unit(id).body, self.sheet(id));
        let unit = w.unit(id);
        let figures = self.left(&body, id).saturating_sub(out);
        let (front, ranks) = match formation {
            Formation::AdHoc => self.front_of_circumstance(w, id, figures),
            _ => super::frontage(&self.book, &sheet.troop, sheet.companies, figures, formation),
        };
        // Figures without room stand behind, on their own side (L3C-MVT-25).
        let narrow = unit.narrow.unwrap_or(front).clamp(1, front.max(1));
        let ranks = if narrow < front { figures.max(1).div_ceil(narrow) } else { ranks };
        Body { formation, front: narrow, ranks, ..body }
    }

    /// Figures in front and ranks of an improvised front: as wide as the face that it is formed against (L3C-ECO-29).
    fn front_of_circumstance(&self, w: &World, id: UnitId, figures: u8) -> (u8, u8) {
        let body = &w.unit(id).body;
        let made = || self.occasion(w, id).map_or(body.front, |(_, front)| front);
        let wide = if body.formation == Formation::AdHoc { body.front } else { made() };
        let wide = wide.clamp(1, figures.max(1));
        (wide, figures.max(1).div_ceil(wide))
    }

    /// The enemy-held houses in front of a unit against which it could form an improvised front, and its width
    /// (L3C-ECO-29): the face that it would reach, or the two of a corner.
    pub(crate) fn occasion(&self, w: &World, id: UnitId) -> Option<(table::FeatureId, u8)> {
        let body = &w.unit(id).body;
        let close = matches!(body.formation, Formation::Line | Formation::DivisionColumn | Formation::CompanyColumn);
        if self.troop(id).arm != Arm::Infantry || !close || !self.on(r::L3C_ECO_29) {
            return None;
        }
        let from = self.piece(w, id).front_middle();
        let reach = self.assault_capacity(w, id, 0).cm();
        let held = self.troops(w, self.side(id).other()).filter_map(|enemy| {
            let walls = self.walls(w, enemy)?;
            let gap = self.gap(w, id, enemy);
            let near = within_cm(gap, reach) && self.in_front(w, id, enemy) && self.sees(w, id, enemy);
            let attacked = walls.attacked(&self.book, from);
            let room: u8 = attacked.iter().map(|face| walls.room[usize::from(*face)]).sum();
            let front = room.clamp(2, self.left(body, id).max(2));
            (near && front != body.front).then_some((gap, w.unit(enemy).garrison?, front))
        });
        held.min().map(|(_, houses, front)| (houses, front))
    }

    /// Figures left of a body; guns of a battery.
    #[must_use]
    pub fn left(&self, body: &Body, id: UnitId) -> u8 {
        let per = losses::steps_of(&self.book, self.troop(id).arm).max(1);
        let gone = rulebook::saturated::<u8, _>(body.steps_lost / per);
        body.figures.saturating_sub(gone)
    }

    /// Distance between two units (L3C-GEN-05).
    #[must_use]
    pub fn gap(&self, w: &World, a: UnitId, b: UnitId) -> Cm {
        self.measure(w, a, b).cm
    }

    /// The same as an exact distance.
    pub(crate) fn measure(&self, w: &World, a: UnitId, b: UnitId) -> Measure {
        table::distance(&self.piece(w, a), &self.piece(w, b))
    }

    /// The movement class of a unit.
    #[must_use]
    pub fn mover(&self, id: UnitId) -> Mover {
        let troop = self.troop(id);
        troop.arm.mover(troop.horse_guns)
    }

    /// The tactical distance of a unit's arm on the move (L3C-GAP-A35).
    pub(crate) fn tactical(&self, id: UnitId) -> Distance {
        let arm = self.troop(id).arm;
        let arm = if arm == Arm::Cavalry { Arm::Cavalry } else { Arm::Infantry };
        self.book.tables.distance.tactical.of(arm)
    }

    /// Whether a unit has another in front (L3C-MVT-01).
    #[must_use]
    pub fn in_front(&self, w: &World, of: UnitId, other: UnitId) -> bool {
        let (own, his) = (self.piece(w, of), self.piece(w, other));
        w.unit(of).body.formation == Formation::Square || crate::field::in_front(&self.book, own, his)
    }

    /// Whether the ground leaves one unit in view of another.
    #[must_use]
    pub fn sees(&self, w: &World, from: UnitId, to: UnitId) -> bool {
        crate::field::in_view(&self.book, &self.terrain, self.piece(w, from), self.piece(w, to))
    }

    /// The general attached to a unit.
    #[must_use]
    pub fn led_by(&self, w: &World, id: UnitId) -> Option<usize> {
        w.generals.iter().position(|general| general.present() && general.with == Some(id))
    }

    /// Whether a general who commands a unit is in contact with it (L3C-CHEF-11); an aide in the general's place gives
    /// nothing (L3C-CHEF-20).
    #[must_use]
    pub fn led(&self, w: &World, id: UnitId) -> bool {
        self.led_by(w, id).is_some_and(|place| !w.generals[place].aide || !self.on(r::L3C_CHEF_20))
    }

    /// The bonus of a general; an aide in the general's place has none (L3C-CHEF-20).
    #[must_use]
    pub fn bonus(&self, general: &General, sheet: &GeneralSheet) -> i8 {
        if general.aide && self.on(r::L3C_CHEF_20) { 0 } else { sheet.leader.bonus }
    }

    /// Units that a unit may not enter: all but itself (L3C-GAP-A34).
    pub(crate) fn others(&self, w: &World, id: UnitId) -> Vec<(u32, Piece)> {
        w.present().filter(|other| *other != id).map(|other| (u32::from(other.0), self.piece(w, other))).collect()
    }

    /// The nearest enemy of a unit.
    #[must_use]
    pub fn nearest_enemy(&self, w: &World, id: UnitId) -> Option<(UnitId, Cm)> {
        let own = self.piece(w, id);
        let enemies = self.troops(w, self.side(id).other());
        enemies.map(|enemy| (table::distance(&own, &self.piece(w, enemy)).cm, enemy)).min().map(|(cm, e)| (e, cm))
    }

    /// Whether an enemy in hand sees a unit within its own tactical distance (L3C-GAP-A32).
    #[must_use]
    pub fn threatened(&self, w: &World, id: UnitId) -> bool {
        self.troops(w, self.side(id).other()).any(|enemy| {
            let unit = w.unit(enemy);
            let limbered = unit.body.formation == Formation::Limbered;
            let reach = self.book.tables.distance.tactical.of(self.troop(enemy).arm).cm();
            unit.body.case.positive()
                && !limbered
                && within_cm(self.gap(w, enemy, id), reach)
                && self.sees(w, enemy, id)
        })
    }

    /// Whether ground is closed to a unit's arm (L3C-GAP-A03).
    pub(crate) fn closed(&self, id: UnitId, feature: table::FeatureId) -> bool {
        if self.terrain.kind(feature) == Some(Kind::Impassable) {
            return true;
        }
        let Some(ground) = self.terrain.feature(feature).map(crate::field::ground_of) else { return false };
        crate::resolve::moving::movement::lost(&self.book, self.mover(id), ground, self.troop(id).faculty, false)
            .is_none()
            || self.terrain.kind(feature).is_some_and(houses) && self.on(r::L3C_ECO_03)
    }

    /// Whether a unit stands in second line now (L3C-GAP-A28).
    pub(crate) fn stands_behind(&self, field: &Field, id: UnitId) -> bool {
        Scene::wide(&self.book, field, place_of(id)).second_line(place_of(id))
    }
}

/// The number of a side in the field.
pub(crate) fn side_number(side: Side) -> u8 {
    rulebook::saturated::<u8, _>(side.index())
}

impl Unit {
    /// Whether it is on the table or still to arrive.
    #[must_use]
    pub const fn counts(&self) -> bool {
        !matches!(self.life, Life::Gone(_))
    }
}

impl World {
    /// Whether a unit takes part in a waiting entry.
    #[must_use]
    pub fn engaged(&self, id: UnitId) -> bool {
        self.later.iter().any(|entry| entry.attacker == id || entry.target == id && entry.class != Class::Ordered)
    }
}
