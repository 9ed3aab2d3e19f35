//! Into buildings and out of them (BE-PC-08, BE-GAP-24), battalions that break up into skirmishers and re-form
//! (BE-GAP-37).

use crate::question::{Bar, Does};
use crate::resolve::budget;
use crate::terms::book::r;
use crate::turn::D;
use crate::turn::activation::Act;
use crate::world::{Fate, OnTheSpot, Unit, World};
use crate::{Arm, BatailleEmpire, Formation, Losses, UD};
use game::{Choice, Field, Key, Ref, Reply, Shape, UnitId};
use table::{Piece, Point, Pose, closer, overlaps, within_cm};

impl BatailleEmpire {
    /// All acts of this kind that are open to a unit now.
    pub(crate) fn house_choices(&self, w: &World, id: UnitId) -> Vec<Choice> {
        let unit = w.unit(id);
        if unit.now.moves > 0 || unit.now.rallied || unit.now.cut || w.is_hidden(id) {
            return Vec::new();
        }
        let mut choices = Vec::new();
        if let Some(cost) = self.price(w, id, Act::Garrison).map(i32::from) {
            if unit.inside.is_some() {
                choices.extend(self.way_out(w, id).map(|pose| Choice {
                    cost,
                    then: vec![self.way_out_field(id, pose)],
                    ..Choice::of(Does::Leave.about(Ref::Unit(id)), &[r::BE_PC_08, r::BE_GAP_24])
                }));
            } else {
                choices.extend(self.open_houses(w, id).into_iter().map(|site| Choice {
                    cost,
                    ..Choice::of(
                        Key { refs: vec![Ref::Unit(id), Ref::Site(site)], ..Does::Enter.key() },
                        &[r::BE_PC_08, r::BE_GAP_24],
                    )
                }));
            }
        }
        if let Some(cost) = self.price(w, id, Act::Activate).map(i32::from) {
            if self.may_break_up(w, id) {
                let key = Does::Detach.about(Ref::Unit(id));
                choices.push(Choice { cost, ..Choice::of(key, &[r::BE_GAP_37]) });
            }
            if self.may_form_again(w, id).is_some() {
                let key = Does::Reform.about(Ref::Unit(id));
                choices.push(Choice { cost, ..Choice::of(key, &[r::BE_GAP_37]) });
            }
        }
        choices
    }

    /// Buildings that a unit touches and may occupy (BE-GAP-24).
    fn open_houses(&self, w: &World, id: UnitId) -> Vec<u16> {
        let piece = self.piece(w, id);
        let near = self.book.tables.distance.garrison_enemy.cm();
        let enemy = self.side(id).other();
        let foot = self.sheet(id).body.arm == Arm::Infantry;
        let threatened = self.around(w, piece, enemy, near).any(|enemy| self.formed(w, enemy));
        if !foot || threatened || !self.on(r::BE_GAP_24) {
            return Vec::new();
        }
        // Touching a building means standing within half a UD of it.
        let reach = self.book.tables.distance.behind_support.cm();
        let about = Piece { front: piece.front + 2 * reach, depth: piece.depth + 2 * reach, ..piece };
        let open = |site: &u16| {
            let room = self.row(*site).map_or(0, |row| row.garrison);
            let inside = w.ids().filter(|other| w.unit(*other).present() && w.unit(*other).inside == Some(*site));
            let (own, foe): (Vec<UnitId>, Vec<UnitId>) = inside.partition(|other| self.side(*other) != enemy);
            foe.is_empty() && own.len() < usize::from(room)
        };
        let touched = self.terrain.touched(&about).into_iter().filter(open);
        touched
            .filter(|site| self.terrain.piece_to_feature(&piece, *site).is_some_and(|m| within_cm(m.cm, reach)))
            .collect()
    }

    /// A unit starts to enter a building: its whole move (BE-GAP-24).
    pub(crate) fn go_inside(&self, d: &mut D<'_>, id: UnitId, site: u16) {
        let Some(price) = self.price(&d.world, id, Act::Garrison) else { return };
        if !self.open_houses(&d.world, id).contains(&site) {
            return;
        }
        self.pay(d, id, price);
        self.sets_about(d, id);
        self.declare_on_the_spot(d, &[id], Some(OnTheSpot::GoInside(site)));
    }

    /// A unit uses its move of the activation in place.
    fn sets_about(&self, d: &mut D<'_>, id: UnitId) {
        let now = &mut d.world.unit_mut(id).now;
        now.moves = now.moves.saturating_add(1);
        now.moved = true;
    }

    /// Carries out the act if nothing prevented it and it is still possible.
    pub(super) fn done_on_the_spot(&self, d: &mut D<'_>, movers: &[UnitId], act: OnTheSpot) {
        let Some(id) = movers.first().copied() else { return };
        match act {
            OnTheSpot::BreakUp if self.may_break_up(&d.world, id) => self.detach(d, id, None),
            OnTheSpot::FormAgain => {
                let twin = self.may_form_again(&d.world, id).filter(|twin| movers.contains(twin));
                twin.into_iter().for_each(|twin| self.formed_again(d, id, twin));
            }
            OnTheSpot::GoInside(site) if self.open_houses(&d.world, id).contains(&site) => self.inside(d, id, site),
            OnTheSpot::BreakUp | OnTheSpot::GoInside(_) => {}
        }
    }

    /// A unit enters a building; its battalion guns stay outside (BE-GAP-24).
    fn inside(&self, d: &mut D<'_>, id: UnitId, site: u16) {
        let stood = d.world.unit(id).pose;
        let depth = self.piece_at(id, stood, Formation::Garrison).depth;
        // The middle of its base, not of its front, is in the middle of the building.
        let pose = Pose { at: self.heart_of_house(site).unwrap_or(stood.at), ..stood }.ahead(depth / 2);
        self.change(d, id, &[r::BE_PC_08, r::BE_GAP_24], |u| {
            u.pose = pose;
            u.inside = Some(site);
            u.formation = Formation::Garrison;
            u.battalion_guns = false;
        });
    }

    /// The middle of a building.
    pub(crate) fn heart_of_house(&self, site: u16) -> Option<Point> {
        match &self.terrain.feature(site)?.shape {
            table::Shape::Area(corners) if !corners.is_empty() => Some(rulebook::set_up::middle_of(corners)),
            _ => None,
        }
    }

    /// A place beside its building where a garrison may leave.
    fn way_out(&self, w: &World, id: UnitId) -> Option<Pose> {
        let at = w.unit(id).pose.at;
        let facing = w.unit(id).pose.facing;
        let places = (1..=6).flat_map(|far| (0..8).map(move |eighth| (far, eighth)));
        places
            .map(|(far, eighth)| Pose { at: at.step(facing + eighth * 4_500, far * UD / 2), facing })
            .find(|pose| self.may_come_out(w, id, *pose).is_ok())
    }

    fn way_out_field(&self, id: UnitId, pose: Pose) -> Field {
        Field {
            about: Ref::Unit(id),
            shape: Shape::Place { ground: self.whole_ground(), facing: None, formations: Vec::new() },
            default: Reply::Placed(pose, None),
        }
    }

    /// Whether a garrison may leave to this place: outside, close to the building, clear of all units.
    pub(crate) fn may_come_out(&self, w: &World, id: UnitId, pose: Pose) -> Result<(), Bar> {
        let unit = w.unit(id);
        let Some(site) = unit.inside else { return Err(Bar::by(r::BE_GAP_24, "no_way")) };
        let piece = self.piece_at(id, pose, out_of_doors(unit));
        let reach = self.book.tables.distance.contact.cm();
        let near = self.terrain.piece_to_feature(&piece, site).is_some_and(|m| within_cm(m.cm, reach));
        let inside = self.terrain.at(pose.at).any(|feature| feature == site);
        if !near || inside || !self.terrain.holds(&piece) {
            return Err(Bar::by(r::BE_GAP_24, "no_way"));
        }
        let body = self.sheet(id).body_in(out_of_doors(unit));
        let closed = crate::resolve::movement::allowance(&self.book, &body, self.going_under(&piece), None).is_none();
        if closed {
            return Err(Bar::by(r::BE_MVT_02, "impassable_ground"));
        }
        for other in self.everybody(w).into_iter().filter(|other| *other != id) {
            let base = self.piece(w, other);
            let hostile = self.side(other) != self.side(id) && self.formed(w, other);
            if hostile && closer(table::distance(&piece, &base).cm, reach) && self.on(r::BE_GAP_38) {
                return Err(Bar::by(r::BE_GAP_38, "enemy_near"));
            }
            if w.unit(other).inside != Some(site) && overlaps(&piece, &base) {
                return Err(Bar::by(r::BE_GAP_38, "overlaps"));
            }
        }
        Ok(())
    }

    /// A garrison leaves in column; it may not charge this turn (BE-GAP-24).
    pub(crate) fn come_out(&self, d: &mut D<'_>, id: UnitId, pose: Pose) {
        let Some(price) = self.price(&d.world, id, Act::Garrison) else { return };
        if self.may_come_out(&d.world, id, pose).is_err() {
            return;
        }
        self.pay(d, id, price);
        self.change(d, id, &[r::BE_PC_08, r::BE_GAP_24], |u| {
            u.pose = pose;
            u.inside = None;
            u.formation = out_of_doors(u);
            u.now.moves = u.now.moves.saturating_add(1);
            u.now.moved = true;
            u.now.left_building = true;
        });
        self.declare_on_the_spot(d, &[id], None);
    }

    /// Whether a battalion may break up into two units of skirmishers: there must be room for both (BE-GAP-37).
    fn may_break_up(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let formed = matches!(unit.formation, Formation::Line | Formation::Column);
        if !formed || unit.detached || self.sheet(id).half || !budget::may_detach(&self.book, &self.sheet(id).body) {
            return false;
        }
        // Neither half may have all the losses it can take (BE-GAP-02).
        let half = Unit { detached: true, losses: halved(unit.losses), ..unit.clone() };
        if half.losses >= self.capacity_of(id, &half) && self.on(r::BE_GAP_02) {
            return false;
        }
        let others: Vec<Piece> =
            self.everybody(w).into_iter().filter(|other| *other != id).map(|other| self.piece(w, other)).collect();
        self.halves_fit(id, unit.pose, &others)
    }

    /// A battalion starts to break up: a change of formation, for its whole move.
    pub(crate) fn break_up(&self, d: &mut D<'_>, id: UnitId) {
        let Some(price) = self.price(&d.world, id, Act::Activate).filter(|_| self.may_break_up(&d.world, id)) else {
            return;
        };
        self.pay(d, id, price);
        self.sets_about(d, id);
        self.declare_on_the_spot(d, &[id], Some(OnTheSpot::BreakUp));
    }

    /// The other half of a battalion that may re-form: both near each other, with room in line (BE-GAP-37).
    fn may_form_again(&self, w: &World, id: UnitId) -> Option<UnitId> {
        let twin = self.sheet(id).twin.filter(|_| w.unit(id).detached && !self.sheet(id).half)?;
        let near = self.book.tables.distance.detached.cm();
        let both = w.unit(twin).present() && w.unit(twin).detached && w.unit(twin).inside.is_none();
        let free = w.unit(id).inside.is_none() && w.unit(twin).now.moves == 0 && !w.unit(twin).now.rallied;
        let line = self.piece_at(id, w.unit(id).pose, Formation::Line);
        let room = self
            .everybody(w)
            .into_iter()
            .filter(|other| *other != id && *other != twin)
            .all(|other| !overlaps(&line, &self.piece(w, other)));
        (both && free && room && self.on(r::BE_GAP_37) && self.within(w, id, twin, near)).then_some(twin)
    }

    /// Two halves start to re-form (BE-GAP-37).
    pub(crate) fn form_again(&self, d: &mut D<'_>, id: UnitId) {
        let (Some(price), Some(twin)) = (self.price(&d.world, id, Act::Activate), self.may_form_again(&d.world, id))
        else {
            return;
        };
        self.pay(d, id, price);
        self.sets_about(d, id);
        self.declare_on_the_spot(d, &[id, twin], Some(OnTheSpot::FormAgain));
    }

    /// The halves become a battalion in line, their losses added (BE-GAP-37).
    fn formed_again(&self, d: &mut D<'_>, id: UnitId, twin: UnitId) {
        if let Some(general) = self.attached(&d.world, twin) {
            let general_id = d.world.general_id(general);
            self.alter(d, &[general_id], &[], &[r::BE_GAP_37], |w| w.generals[general].attached = None);
        }
        d.world.owed.retain(|owed| owed.unit != twin);
        self.alter(d, &[id, twin], &[], &[r::BE_GAP_37], |w| {
            let other = w.unit(twin).clone();
            let whole = w.unit_mut(id);
            whole.losses = Losses::halves(whole.losses.in_halves().saturating_add(other.losses.in_halves()));
            whole.disorder |= other.disorder;
            whole.marker |= other.marker;
            whole.detached = false;
            whole.formation = Formation::Line;
            w.unit_mut(twin).life = crate::world::Life::Folded;
        });
        if d.world.unit(id).losses >= self.capacity(&d.world, id) {
            self.remove(d, id, Fate::Destroyed, r::BE_GAP_02);
        }
    }
}

/// The losses of each half of a battalion that breaks up: half, rounded up (BE-GAP-37).
pub(crate) const fn halved(losses: Losses) -> Losses {
    Losses::halves(losses.in_halves().div_ceil(2))
}

/// The formation of a garrison that leaves (BE-GAP-96: in column); skirmishers stay skirmishers.
const fn out_of_doors(unit: &Unit) -> Formation {
    if unit.detached { Formation::Skirmish } else { Formation::Column }
}
