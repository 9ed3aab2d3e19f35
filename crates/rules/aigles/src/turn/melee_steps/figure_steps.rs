//! Pairs of fighting units in a round, and the number of their figures (LA-GAP-22, LA-GAP-48, LA-GAP-67).

use crate::resolve::melee::{self, Fighter, Hands};
use crate::terms::troops::{Figure, ranks_with_gaps};
use crate::world::{Contact, Role, Unit, Wing, World, base_of};
use crate::{Arm, Aspect, Cover, Distance, LesAigles, Order, r};
use game::UnitId;
use rulebook::ids::held;
use table::{Piece, common_length};

impl LesAigles {
    /// The edge of a footprint nearest to another, with its middle and width.
    pub(in crate::turn) fn edge_to(piece: &Piece, other: &Piece) -> (table::Quarter, table::Side) {
        let [left, right] = piece.flank_edges();
        let edges = [
            (table::Quarter::Front, piece.front_edge()),
            (table::Quarter::Rear, piece.rear_edge()),
            (table::Quarter::Left, left),
            (table::Quarter::Right, right),
        ];
        let far = |side: &table::Side| {
            let middle = side.from.middle(side.to);
            [side.from, side.to, middle].into_iter().map(|p| table::point_to_piece(p, other).cm).min().unwrap_or(0)
        };
        let length = |side: &table::Side| {
            let mut best = 0;
            for edge in [other.front_edge(), other.rear_edge(), other.flank_edges()[0], other.flank_edges()[1]] {
                best = best.max(common_length(*side, edge));
            }
            best
        };
        let best = edges.into_iter().min_by_key(|(_, side)| (far(side) / 10, -length(side)));
        best.unwrap_or((table::Quarter::Front, piece.front_edge()))
    }

    /// Figures of a unit that fight an enemy in this round (LA-GAP-22, 2, LA-GAP-48, LA-GAP-67).
    pub(in crate::turn) fn hands_on(&self, w: &World, own: UnitId, other: UnitId) -> u8 {
        let unit = w.unit(own);
        let figures = Self::in_melee(w, own);
        let Some(contact) = w.contact(own, other) else { return 0 };
        let square = |id: UnitId| stands_in_square(w.unit(id));
        let first = contact.opens();
        if self.arm(own) == Arm::Artillery {
            return figures;
        }
        if !first && !square(own) && !square(other) && self.on(r::LA_GAP_22) {
            return self.shared(w, own, other);
        }
        let (body, his) = (self.body(w, own), self.body(w, other));
        let (edge, side) = Self::edge_to(&body, &his);
        let (_, enemy_side) = Self::edge_to(&his, &body);
        let base = base_of(&self.book, self.arm(own));
        let touching = self.touching(w, own, other);
        if unit.inside.is_some() {
            return self.at_wall(w, own, other);
        }
        let struck = contact.of(other).aspect;
        // Figures do not reach around a square or around cover (LA-GAP-22, 2).
        let open = !square(other) && self.covered_from(w, other, own) == Cover::None;
        let overlap = if open { self.overlap(&body, (edge, side), enemy_side, base) } else { 0 };
        match edge {
            // A square fights with the figures of the touched face.
            face if square(own) => {
                let along = rulebook::saturated::<u8, _>(self.face_row(w, own, face).len());
                touching.saturating_add(overlap).min(along.max(1))
            }
            // A unit touched in the flank fights with the figures turned in time, otherwise with one base.
            table::Quarter::Left | table::Quarter::Right if struck == Aspect::Flank => {
                let wing = if edge == table::Quarter::Left { Wing::Left } else { Wing::Right };
                let ranks = unit.ranks(&self.book, self.sheet(own).front);
                if unit.flank == Some(wing) {
                    crate::resolve::motion::turned_figures(&self.book, unit.formation, ranks).max(1).min(figures)
                } else {
                    1
                }
            }
            table::Quarter::Front => {
                let abreast = unit.abreast(&self.book, self.sheet(own).front);
                touching.saturating_add(overlap).min(abreast.max(1))
            }
            _ => touching,
        }
    }

    /// The wall of a house at which an enemy stands.
    pub(in crate::turn) fn wall(&self, w: &World, garrison: UnitId, enemy: UnitId) -> table::Quarter {
        Self::edge_to(&self.body(w, garrison), &self.body(w, enemy)).0
    }

    /// The walls of a house with enemies, and the first enemy at each: walls named by the owner come first, then in the
    /// order of the attacks (LA-GAP-74).
    pub(in crate::turn) fn walls_attacked(&self, w: &World, garrison: UnitId) -> Vec<(table::Quarter, UnitId)> {
        let mut contacts: Vec<&Contact> = w.contacts_of(garrison).collect();
        contacts.sort_by_key(|contact| (!contact.of(garrison).rest, contact.since, contact.other(garrison)));
        let mut walls: Vec<(table::Quarter, UnitId)> = Vec::new();
        for enemy in contacts.into_iter().map(|contact| contact.other(garrison)) {
            let wall = self.wall(w, garrison, enemy);
            if !walls.iter().any(|(known, _)| *known == wall) {
                walls.push((wall, enemy));
            }
        }
        walls
    }

    /// Figures of a garrison at the wall where an enemy stands: half of them, rounded up, at the first of the two
    /// manned walls, the rest at the second, none elsewhere (LA-GAP-74); enemies at one wall share them.
    fn at_wall(&self, w: &World, garrison: UnitId, enemy: UnitId) -> u8 {
        let figures = Self::in_melee(w, garrison);
        let wall = self.wall(w, garrison, enemy);
        let there = match self.walls_attacked(w, garrison).iter().position(|(known, _)| *known == wall) {
            Some(0) => figures.div_ceil(2),
            Some(1) => figures / 2,
            _ => 0,
        };
        let same: Vec<UnitId> = w.enemies_of(garrison).filter(|other| self.wall(w, garrison, *other) == wall).collect();
        let place = held(same.iter().position(|other| *other == enemy), "the wall of an enemy");
        let (all, place) = (rulebook::saturated::<u8, _>(same.len()), rulebook::saturated::<u8, _>(place));
        there / all + u8::from(place < there % all)
    }

    /// Whether a unit enters by an undefended wall (LA-COM-02, LA-GAP-74).
    fn undefended(&self, w: &World, own: UnitId, other: UnitId) -> bool {
        w.unit(other).inside.is_some() && w.contact(own, other).is_some() && self.at_wall(w, other, own) == 0
    }

    /// Figures of a unit that count in a melee: a company that has just returned does not yet count (LA-ESQ-07).
    fn in_melee(w: &World, own: UnitId) -> u8 {
        let unit = w.unit(own);
        let late = if unit.memory.late.0 == w.period { unit.memory.late.1 } else { 0 };
        unit.figures().saturating_sub(late)
    }

    /// Figures of a unit that touch an enemy: the common length of the two edges, by its bases (LA-GAP-48).
    fn touching(&self, w: &World, own: UnitId, other: UnitId) -> u8 {
        let (body, his) = (self.body(w, own), self.body(w, other));
        let common = common_length(Self::edge_to(&body, &his).1, Self::edge_to(&his, &body).1).max(1);
        let base = base_of(&self.book, self.arm(own));
        melee::touching(&self.book, Distance::from_cm(common), base, w.unit(own).figures()).max(1)
    }

    /// Whether all figures of a unit fight in some contact: after its first round, with no square on either side, and
    /// never for batteries and garrisons (LA-GAP-22, 2).
    pub(in crate::turn) fn all_fight(&self, w: &World, own: UnitId) -> bool {
        let square = |id: UnitId| stands_in_square(w.unit(id));
        let later = w.contacts_of(own).any(|contact| !contact.opens() && !square(contact.other(own)));
        later && !square(own) && self.arm(own) != Arm::Artillery && w.unit(own).inside.is_none()
    }

    /// The enemy of the figures that touch several enemies equally: the one named by the owner, otherwise the one that
    /// the unit charged (LA-GAP-67).
    pub(in crate::turn) fn takes_rest(&self, w: &World, own: UnitId) -> Option<UnitId> {
        let named = w.contacts_of(own).find(|contact| contact.of(own).rest);
        let charged = || w.contacts_of(own).find(|contact| contact.of(own).bonus);
        named.or_else(charged).or_else(|| w.contacts_of(own).next()).map(|contact| contact.other(own))
    }

    /// Figures that a unit, all of whose figures fight, has for one of its enemies: those that touch it, and the rest
    /// for one of them.
    fn shared(&self, w: &World, own: UnitId, other: UnitId) -> u8 {
        let (mut left, mut mine) = (Self::in_melee(w, own), 0);
        for enemy in w.enemies_of(own) {
            let n = self.touching(w, own, enemy).min(left);
            left -= n;
            if enemy == other {
                mine = n;
            }
        }
        if self.takes_rest(w, own) == Some(other) { mine + left } else { mine }
    }

    /// One additional figure on each side where the unit's own front extends by a base (LA-GAP-22, 2).
    fn overlap(
        &self,
        body: &Piece,
        (edge, own): (table::Quarter, table::Side),
        enemy: table::Side,
        base: Distance,
    ) -> u8 {
        let aside = matches!(edge, table::Quarter::Front | table::Quarter::Rear);
        let along = |p: table::Point| if aside { body.pose.seen(p).0 } else { body.pose.seen(p).1 };
        let (a, b) = (along(enemy.from).min(along(enemy.to)), along(enemy.from).max(along(enemy.to)));
        let (left, right) = (along(own.from).min(along(own.to)), along(own.from).max(along(own.to)));
        let beyond = [Distance::from_cm(a - left), Distance::from_cm(right - b)];
        melee::overlapping(&self.book, beyond, base, true)
    }

    /// Cover of a unit from an enemy that has attacked it; a unit that attacked has left its own cover.
    pub(crate) fn covered_from(&self, w: &World, own: UnitId, enemy: UnitId) -> Cover {
        if w.contact(own, enemy).is_none_or(|contact| contact.of(own).came) {
            return Cover::None;
        }
        // The direction that the other came from: an obstacle on its way may be under its bases by now (LA-GAP-72).
        let back = 2 * self.book.tables.ground.cover_within.cm();
        self.cover(w, own, w.unit(enemy).pose.ahead(-back).at)
    }

    /// A unit in a melee against one enemy.
    pub(crate) fn fighter(&self, w: &World, own: UnitId, other: UnitId) -> Fighter {
        let (unit, sheet) = (w.unit(own), self.sheet(own));
        let leading = self.leading(unit, own);
        let contact = w.contact(own, other);
        let hold = contact.map(|c| *c.of(own)).unwrap_or_default();
        let opens = contact.is_none_or(Contact::opens);
        // The fire before the melee counts: for this unit the melee began with its first contact (LA-COM-06).
        let since = w.contacts_of(own).map(|c| c.since).min().unwrap_or(w.quarter);
        let n = self.hands_on(w, own, other);
        // Along a flank stand figures of all ranks, so the most numerous kind counts.
        let flank = opens && contact.is_some_and(|c| c.of(other).aspect == Aspect::Flank);
        let row: Vec<Figure> = if flank && !unit.formation.square() {
            vec![leading]
        } else if unit.formation.square() && unit.order < Order::Unformed {
            let face = self.face_row(w, own, Self::edge_to(&self.body(w, own), &self.body(w, other)).0);
            if face.is_empty() { vec![leading] } else { face }
        } else if opens {
            self.front_row(w, own).into_iter().rev().collect()
        } else {
            self.kinds(unit, own).flat_map(|(f, n)| std::iter::repeat_n(f, usize::from(n))).collect()
        };
        let mut hands: Vec<Hands> = Vec::new();
        for figure in row.iter().cycle().take(usize::from(n)) {
            match hands.iter_mut().find(|h| h.combat == figure.combat && h.bonus == figure.bonus) {
                Some(known) => known.figures += 1,
                None => hands.push(Hands { combat: figure.combat, bonus: figure.bonus, figures: 1 }),
            }
        }
        if hands.is_empty() {
            hands.push(Hands { combat: leading.combat, bonus: leading.bonus, figures: 0 });
        }
        let half = since.div_ceil(2);
        // The fires of the half of contact; if contact falls in its first quarter, also those of the half before
        // (LA-GAP-06, 7).
        let earlier = since % 2 == 1 && (since - 1) % 4 != 0;
        let fires: u16 = w
            .hits
            .iter()
            .filter(|h| h.at == own && (h.half == half || earlier && h.half + 1 == half))
            .fold(0, |sum, h| sum.saturating_add(h.losses));
        let officer = self
            .officers_with(w, own)
            .map(|place| match self.officers[place].role {
                Role::General { .. } => self.officers[place].points,
                Role::Aide { .. } => self.book.tables.officers.aide_die,
            })
            .max();
        let front = unit.abreast(&self.book, sheet.front).max(1);
        Fighter {
            arm: sheet.profile.arm,
            light: leading.light_cavalry(),
            cuirass: leading.cuirass,
            formation: unit.formation,
            order: unit.order,
            hands,
            charging: hold.bonus,
            ranks: if unit.formation.column() {
                let gone: &[u8] = if self.on(r::LA_GAP_69) { &unit.gone } else { &[] };
                ranks_with_gaps(&unit.left, gone, front).into_iter().collect()
            } else {
                Vec::new()
            },
            // Counted from its own entry (LA-GAP-49, 2).
            round: w.contacts_of(own).map(Contact::round).max().unwrap_or(1),
            fought_before: unit.memory.fought && opens,
            lost_to_fire: unit.memory.hit,
            cover: self.covered_from(w, own, other),
            higher: self.level(w, own) > self.level(w, other),
            side: hold.aspect,
            into_melee: hold.into_melee,
            undefended_side: self.undefended(w, own, other),
            following: hold.following,
            uncontrolled: hold.uncontrolled,
            fire_losses: fires,
            officer,
            // Once all its figures fight, those that went around are among them; against a square only those around its
            // faces fight (LA-GAP-22, 2).
            wrapped: if opens || stands_in_square(w.unit(other)) { hold.wraps } else { 0 },
        }
    }
}

/// Whether a unit stands in an unbroken square.
fn stands_in_square(unit: &Unit) -> bool {
    unit.formation.square() && unit.order < Order::Unformed
}
