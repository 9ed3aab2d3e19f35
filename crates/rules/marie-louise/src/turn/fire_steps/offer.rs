//! Which units may fire now, and their targets.

use crate::question::Luck;
use crate::question::{Bar, Does, Kind, accept, pick_one};
use crate::resolve::fire;
use crate::resolve::guns;
use crate::turn::fire_steps::Shoot;
use crate::world::{Aim, Life, PAS, Positions, Progress, SEQUENCE, World};
use crate::{Arm, Distance, Formation, MarieLouise, Marker, Order, Weapon, r};
use game::{Ask, Choice, Field, Ref, Reply, Side, Slot, Term, UnitId};
use rulebook::Known;
use table::{Cm, Measure, ahead_of_front, angle_off, within_cm};

pub(crate) const FIRE: Kind =
    Kind { rules: &[r::ML_2F, r::ML_GAP_30], fields: MarieLouise::fields_fire, check: accept, suggest: mostly_fire };

pub(crate) const LATE_FIRE: Kind =
    Kind { rules: &[r::ML_2G, r::ML_7_1B], fields: MarieLouise::fields_late_fire, check: accept, suggest: mostly_fire };

/// A possible target of a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenTarget {
    pub at: UnitId,
    pub range: Measure,
    pub blind: bool,
}

/// Fires in three cases out of four.
fn mostly_fire(_: &MarieLouise, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    ask.fields
        .iter()
        .map(|field| match &field.shape {
            game::Shape::Pick { from, .. } if from.len() > 1 && luck.below(4) > 0 => {
                Reply::pick(from[1 + luck.below(from.len() - 1)].key.clone())
            }
            _ => field.default.clone(),
        })
        .collect()
}

impl MarieLouise {
    fn fields_fire(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let positions = self.positions(w);
        self.fire_fields(w, &positions, slot.side, |id| self.may_fire_halted(w, id))
    }

    fn fields_late_fire(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let positions = self.positions(w);
        self.fire_fields(w, &positions, slot.side, |id| self.may_fire_late(w, id))
    }

    fn fire_fields(&self, w: &World, positions: &Positions, side: Side, may: impl Fn(UnitId) -> bool) -> Vec<Field> {
        let mut fields = Vec::new();
        for id in self.troops(w, side).filter(|id| may(*id)) {
            let marks = self.marks(w, positions, id);
            if marks.is_empty() {
                continue;
            }
            let mut from = vec![Choice::of(Does::HoldFire.key(), &[])];
            for mark in marks {
                let mut choice = Choice::of(Does::Fire.about(Ref::Unit(mark.at)), &[r::ML_7_2E, r::ML_7_3AA]);
                choice.facts.insert(Term::of("distance"), i64::from(mark.range.cm));
                if mark.blind {
                    choice.facts.insert(Term::of("blind"), 1);
                }
                from.push(choice);
            }
            fields.push(pick_one(Ref::Unit(id), from));
        }
        fields
    }

    /// The fires ordered by an answer.
    pub(crate) fn shoots(&self, _: &World, sheet: &Ask, replies: &[Reply]) -> Vec<Shoot> {
        let mut out = Vec::new();
        for (field, reply) in sheet.fields.iter().zip(replies) {
            let (Ref::Unit(by), Some(key)) = (field.about, reply.key()) else { continue };
            if let Some(Ref::Unit(at)) = key.refs.first().copied()
                && Does::Fire.is(key)
            {
                let blind = match &field.shape {
                    game::Shape::Pick { from, .. } => {
                        from.iter().any(|c| &c.key == key && c.facts.contains_key(&Term::of("blind")))
                    }
                    _ => false,
                };
                out.push(Shoot { by, at, band: None, zone: None, blind });
            }
        }
        out
    }

    /// The reason why a unit cannot fire at all; `None`: it can, since it is on the table, has not fired yet (ML-7.1a),
    /// does not rout, and is armed, guns being deployed.
    pub(crate) fn fire_bar(&self, w: &World, id: UnitId) -> Option<Bar> {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        if !unit.present() {
            return Some(Bar::by(r::ML_8_7D, "abandoned"));
        }
        if unit.now.fired && self.on(r::ML_7_1A) {
            return Some(Bar::by(r::ML_7_1A, "has_fired"));
        }
        match profile.arm {
            Arm::Artillery if unit.formation == Formation::Limbered => {
                return Some(Bar::by(r::ML_1_9H, "limbered_guns"));
            }
            Arm::Infantry | Arm::Cavalry if profile.weapon == Weapon::None => {
                return Some(Bar::by(r::ML_1_5A, "no_weapon"));
            }
            _ => {}
        }
        let states = [
            (unit.marker == Marker::Routing, Bar::by(r::ML_1_10C, "routing")),
            (unit.now.crossed, Bar::by(r::ML_GAP_49, "crossed_by_friends")),
            (unit.now.melee, Bar::by(r::ML_9A, "in_melee")),
        ];
        states.into_iter().find(|(holds, _)| *holds).map(|(_, bar)| bar)
    }

    fn may_fire_halted(&self, w: &World, id: UnitId) -> bool {
        self.halted_fire_bar(w, id).is_none()
    }

    /// The reason why a unit does not fire at a moment of phase 4; `None`: it may, since it is immobile, and under T or
    /// halted by a marker (ML-2f, ML-3.1l, ML-3.1k).
    pub(crate) fn halted_fire_bar(&self, w: &World, id: UnitId) -> Option<Bar> {
        let unit = w.unit(id);
        if let Some(bar) = self.fire_bar(w, id) {
            return Some(bar);
        }
        if !unit.immobile() && self.on(r::ML_7_1B) {
            return Some(Bar::by(r::ML_7_1B, "has_moved"));
        }
        if unit.now.formed_square {
            return Some(Bar::by(r::ML_8_1O, "formed_square"));
        }
        // A battery under R fires before limbering at moment 0 only (ML-3.2d, ML-GAP-67), even if charged (ML-8.7a).
        if self.is_hurried(w, id) {
            return (!w.hurried_moment).then(|| Bar::by(r::ML_3_2D, "fires_hurriedly"));
        }
        let halted = match unit.order {
            Order::Hold => self.on(r::ML_3_1L),
            Order::None => unit.marker != Marker::None,
            Order::FallBack | Order::Charge | Order::Manoeuvre => !self.on(r::ML_3_1K),
        };
        if !halted {
            return Some(match unit.order {
                Order::None | Order::Hold => Bar::by(r::ML_3_1L, "no_order"),
                Order::FallBack => Bar::by(r::ML_3_1C, "order_falls_back"),
                Order::Charge => Bar::by(r::ML_3_1G, "fires_after_moving"),
                Order::Manoeuvre => Bar::by(r::ML_3_1K, "fires_after_moving"),
            });
        }
        // While a charge aims at it, chapter 8 governs its fire.
        let charged = w.charges.iter().any(|c| c.aim == Aim::At(id) && open(c.stage));
        (charged && self.on(r::ML_GAP_30)).then(|| Bar::by(r::ML_GAP_30, "is_charged"))
    }

    /// Whether a battery under R has chosen to fire first.
    pub(crate) fn is_hurried(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        unit.order == Order::FallBack && unit.now.hurried && self.on(r::ML_3_2D)
    }

    /// Whether a unit is the target of a charge that has not fallen short.
    pub(crate) fn is_charged(&self, w: &World, id: UnitId) -> bool {
        w.charges.iter().any(|c| c.aim == Aim::At(id) && c.stage != Progress::Short)
    }

    fn may_fire_late(&self, w: &World, id: UnitId) -> bool {
        self.late_fire_bar(w, id).is_none()
    }

    /// The reason why a unit does not fire in phase 5; `None`: it may, since it has moved no more than half a sequence
    /// (ML-7.1b, ML-3.1g, ML-3.1k).
    pub(crate) fn late_fire_bar(&self, w: &World, id: UnitId) -> Option<Bar> {
        let unit = w.unit(id);
        if let Some(bar) = self.fire_bar(w, id) {
            return Some(bar);
        }
        let half = unit.now.used <= SEQUENCE / 2 || !self.on(r::ML_7_1B);
        let allowed = match unit.order {
            Order::Charge => self.on(r::ML_3_1G),
            Order::Manoeuvre => self.on(r::ML_3_1K),
            Order::Hold | Order::FallBack | Order::None => true,
        };
        // A unit that stayed immobile had priority and did not use it (ML-7.2a, ML-GAP-30).
        let moved = !unit.immobile() || !self.on(r::ML_7_2A);
        let against = [
            (!moved, Bar::by(r::ML_7_2A, "stood_still")),
            (!half, Bar::by(r::ML_7_1B, "moved_too_far")),
            (!allowed, Bar::by(r::ML_3_1K, "not_open")),
            (unit.now.formed_square, Bar::by(r::ML_8_1O, "formed_square")),
        ];
        against.into_iter().find(|(holds, _)| *holds).map(|(_, bar)| bar)
    }

    /// The targets of which a unit may choose: the most threatening, and those equal to it (ML-7.3aa, ML-GAP-31).
    pub(crate) fn marks(&self, w: &World, positions: &Positions, id: UnitId) -> Vec<OpenTarget> {
        let all = self.eligible(w, positions, id);
        if !self.on(r::ML_7_3AA) || !self.on(r::ML_GAP_31) {
            return all;
        }
        let charging_me =
            |m: &OpenTarget| w.charges.iter().any(|c| c.by == m.at && c.aim == Aim::At(id) && open(c.stage));
        let steady: Vec<OpenTarget> = all.iter().filter(|m| w.unit(m.at).marker != Marker::Routing).copied().collect();
        // Routing units only if there is no other target.
        let pool = if steady.is_empty() { all } else { steady };
        let threat = |m: &OpenTarget| {
            let faces_me = ahead_of_front(&w.unit(m.at).tdc(), w.unit(id).pose.at) || self.all_round(w.unit(m.at));
            (!charging_me(m), !faces_me, m.range.cm, m.at)
        };
        let Some(first) = pool.iter().min_by_key(|m| threat(m)).copied() else { return Vec::new() };
        let margin = self.book.tables.distance.target_margin.cm();
        let support = self.book.tables.distance.support.cm();
        let equal = |m: &&OpenTarget| {
            let near = (m.range.cm - first.range.cm).abs() <= margin && !charging_me(&first);
            let charging_friend = w.charges.iter().any(|c| match c.aim {
                Aim::At(friend) if c.by == m.at && open(c.stage) => {
                    self.side(friend) == self.side(id) && within_cm(self.apart(w, id, friend).cm, support)
                }
                _ => false,
            });
            m.at == first.at || near || charging_friend
        };
        pool.iter().filter(equal).copied().collect()
    }

    /// All enemies in range, arc and sight.
    pub(crate) fn eligible(&self, w: &World, positions: &Positions, id: UnitId) -> Vec<OpenTarget> {
        // A garrison fires from the wall nearest the target, which may be some distance from its TdC (ML-GAP-43).
        let wall = if w.unit(id).inside.is_some() { 12 * PAS } else { 0 };
        let reach = self.longest_range(id).saturating_add(wall);
        let mut marks = Vec::new();
        for (other, _) in self.around(w, positions, id, reach).filter(|(o, _)| self.side(*o) != self.side(id)) {
            let range = self.range(w, id, other);
            if self.in_range(id, range.cm) && self.in_arc(w, id, &range) {
                if self.can_see(w, positions, id, other) {
                    marks.push(OpenTarget { at: other, range, blind: false });
                } else if self.may_fire_blind(w, positions, id, other, range.cm) {
                    marks.push(OpenTarget { at: other, range, blind: true });
                }
            }
        }
        marks
    }

    pub(crate) fn longest_range(&self, id: UnitId) -> Cm {
        let ranges = &self.book.tables.range;
        match self.sheet(id).profile.arm {
            arm @ Arm::Artillery => {
                let class = self.book.class(arm, self.sheet(id).profile.class);
                ranges.guns.of(class).last().map_or(0, |d| d.cm())
            }
            Arm::Infantry | Arm::Cavalry => ranges.musket.cm().max(ranges.rifle.cm()),
        }
    }

    /// A distance on the ground in pas of 50 m (ML-1.1c), not rounded to whole pas (ML-1.1a).
    pub(crate) fn in_pas(&self, cm: Cm) -> Option<Distance> {
        let exact = Distance::from_cm(cm);
        let whole = || Distance::from_cm(cm.saturating_add(PAS / 2) / PAS * PAS);
        self.on(r::ML_1_1C).then(|| if self.on(r::ML_1_1A) { exact } else { whole() })
    }

    fn in_range(&self, id: UnitId, cm: Cm) -> bool {
        let profile = &self.sheet(id).profile;
        let Some(distance) = self.in_pas(cm) else { return false };
        match profile.arm {
            Arm::Artillery => guns::zone(&self.book, profile.class, distance).is_some(),
            Arm::Infantry | Arm::Cavalry => fire::band(&self.book, profile.weapon, distance).is_some(),
        }
    }

    /// Whether a target is in arc: guns fire in their front quarter, the angle measured at the front edge (ML-7.3a);
    /// small arms at anything in front of the front line, since no quarter is given for them (ML-GAP-09).
    pub(crate) fn in_arc(&self, w: &World, id: UnitId, range: &Measure) -> bool {
        let guns = self.sheet(id).profile.arm == Arm::Artillery;
        let bound = if guns { self.on(r::ML_7_3A) } else { !self.on(r::ML_GAP_09) && !self.all_round(w.unit(id)) };
        if !bound {
            return true;
        }
        let muzzle = table::Pose { at: range.from, facing: w.unit(id).pose.facing };
        range.cm == 0 || angle_off(&muzzle, range.to).abs() <= 4_500
    }

    /// Whether howitzers may fire blind over the TdC of a friend: a friendly unit or general within 12 pas of the
    /// battery must see the target (ML-GAP-32).
    fn may_fire_blind(&self, w: &World, positions: &Positions, id: UnitId, target: UnitId, cm: Cm) -> bool {
        let profile = &self.sheet(id).profile;
        let howitzers = profile.howitzers && self.book.options.capabilities && self.on(r::ML_12C);
        // The list of modifiers names every battery, but only howitzers can fire blind (ML-GAP-32).
        let able = howitzers || !self.on(r::ML_GAP_32);
        if profile.arm != Arm::Artillery || !able || !self.on(r::ML_7_3X) {
            return false;
        }
        let far = self
            .in_pas(cm)
            .and_then(|distance| guns::zone(&self.book, profile.class, distance))
            .is_some_and(|zone| zone >= self.book.tables.range.blind_from_zone);
        let over_friend = matches!(
            self.sees(w, positions, id, target),
            Err(Some(table::Blocked { by: table::Obstacle::Unit(tag), .. }))
                if self.side(rulebook::ids::unit_id(tag)) == self.side(id)
        );
        // Every obstacle on the line must be a friend: whatever is behind it still blocks (ML-GAP-77).
        let only_friends = || !self.on(r::ML_GAP_77) || self.sees_past_friends(w, positions, id, target);
        if !far || !over_friend || !only_friends() {
            return false;
        }
        let (side, tdc, reach) = (self.side(id), w.unit(id).tdc(), self.book.tables.distance.command.cm());
        let by_general = w.generals.iter().zip(&self.generals).any(|(general, sheet)| {
            let near = || within_cm(table::point_to_piece(general.at, &tdc).cm, reach);
            sheet.side == side
                && general.life == Life::Present
                && near()
                && self.general_sees(positions, general, w, target)
        });
        by_general
            || self
                .around(w, positions, id, reach)
                .any(|(friend, _)| self.side(friend) == side && self.can_see(w, positions, friend, target))
    }
}

const fn open(stage: Progress) -> bool {
    matches!(stage, Progress::Named | Progress::Contact)
}
