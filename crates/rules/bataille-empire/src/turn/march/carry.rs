//! Carries out a march: fully declared, stopped for reactions, moved to its end (BE-GAP-88).

use super::MarchStage;
use super::held::drop_unkept;
use super::way::Sort;
use crate::question::{Does, Kind, Question, accept, any, choices, pick_one, picked, reply, unhandled};
use crate::resolve::command::duty::DutyDeed;
use crate::resolve::rally::Recover;
use crate::terms::book::r;
use crate::turn::{D, Step};
use crate::world::{Course, Marching, OnTheSpot, Part, Phase, Under, World};
use crate::{Arm, BatailleEmpire, Formation, UD};
use game::{Choice, Deed, Field, Flow, Ref, Reply, Slot, UnitId};
use rulebook::Known;
use table::{Cm, Manoeuvre, Pose};

pub(crate) const SHORTEN: Kind =
    Kind { rules: &[r::BE_GAP_82], fields: BatailleEmpire::fields_shorten, check: accept, suggest: any };

impl BatailleEmpire {
    /// Step d: a unit, a group or a general acts, then the next.
    pub(crate) fn moves(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        let side = self.division_sheet(division).side;
        if d.world.enters(Part::Moves) {
            self.clock(d, Phase::Moves, &[r::BE_SEQ_04]);
        }
        let slot = Question::Act.about(side, vec![Ref::Command(division)]);
        let sheet = self.put(d, &slot);
        if !choices(&sheet).iter().any(|choice| !Does::Done.is(&choice.key)) {
            return self.leave_moves(d);
        }
        let replies = d.ask_sheet(&sheet)?;
        let (reply, key) = (reply(&replies), picked(&replies).clone());
        let Some(Ref::Unit(id)) = key.refs.first().copied() else { return self.leave_moves(d) };
        let ids: Vec<UnitId> =
            key.refs.iter().filter_map(|of| if let Ref::Unit(id) = of { Some(*id) } else { None }).collect();
        let before = d.world.clone();
        match (Does::of(&key), reply.opened().first()) {
            (Some(Does::Move | Does::Again | Does::Group | Does::Operational), Some(Reply::Marched(march))) => {
                self.set_out(d, &ids, &march.legs, Does::Operational.is(&key));
            }
            (Some(Does::RallyOrder), Some(Reply::Marched(march))) => {
                self.rally_and_move(d, id, Recover::Order, &march.legs)
            }
            (Some(Does::RallyLoss), Some(Reply::Marched(march))) => {
                self.rally_and_move(d, id, Recover::Loss, &march.legs)
            }
            (Some(Does::Enter), _) => {
                let site = key.refs.get(1).and_then(|of| if let Ref::Site(site) = of { Some(*site) } else { None });
                self.go_inside(d, id, rulebook::ids::held(site, "the building of a choice"));
            }
            (Some(Does::Leave), Some(Reply::Placed(pose, _))) => self.come_out(d, id, *pose),
            (Some(Does::Detach), _) => self.break_up(d, id),
            (Some(Does::Reform), _) => self.form_again(d, id),
            (Some(Does::Ride), Some(Reply::Placed(pose, _))) => self.ride(d, id, *pose, reply.opened().get(1)),
            _ => unhandled(&key),
        }
        if d.world == before {
            self.come_to_nothing(d, &ids);
        }
        d.then([Step::Moves(division)]);
        Ok(())
    }

    /// Something that its player could not know is in the way: the attempt counts as the move, so that the same is not
    /// asked again.
    fn come_to_nothing(&self, d: &mut D<'_>, ids: &[UnitId]) {
        for id in ids {
            if let Some(place) = d.world.general_of(*id) {
                d.world.general_mut(place).moved = true;
            } else {
                let unit = d.world.unit_mut(*id);
                unit.now.moves = unit.now.moves.saturating_add(1);
            }
        }
    }

    fn leave_moves(&self, d: &mut D<'_>) -> Flow<()> {
        d.then([Step::Settle]);
        Ok(())
    }

    /// A unit or group starts: it pays, changes formation if that comes first, and declares its path (BE-GAP-88).
    fn set_out(&self, d: &mut D<'_>, ids: &[UnitId], legs: &[Manoeuvre], operational: bool) {
        let Some(side) = ids.first().map(|id| self.side(*id)) else { return };
        // Judged by what its player knows: a hidden enemy is met on the way (BE-GAP-82).
        let known = d.world.known_to(side);
        let scene = self.scene(&known);
        let Some((price, sort)) = self.outset(&scene, ids, operational) else { return };
        let trip = self.trip(&scene, ids, sort);
        let Ok(draft) = self.drafted(&trip, legs) else { return };
        let did: Vec<(UnitId, DutyDeed)> =
            ids.iter().enumerate().map(|(n, id)| (*id, self.did(&trip, n, legs, &draft))).collect();
        if let Some(guide) = ids.first() {
            self.pay(d, *guide, price);
        }
        for (id, did) in did {
            self.reveal(d, id, r::BE_GAP_82);
            self.complied(d, id, did);
            let unit = d.world.unit_mut(id);
            unit.now.moves = unit.now.moves.saturating_add(1);
            unit.now.moved |= !legs.is_empty();
            unit.now.operational |= operational;
            if sort == Sort::Again || operational {
                d.world.unit_mut(id).now.marked_itself = true;
                self.mark(d, id, if operational { r::BE_GAP_33 } else { r::BE_MA_01 });
            }
            if let Some(formation) = draft.before {
                self.take_formation(d, id, formation);
            }
        }
        for id in &draft.loses_guns {
            self.change(d, *id, &[r::BE_GAP_06], |u| u.battalion_guns = false);
        }
        let (before, course, after) = (draft.before, draft.course.clone(), draft.after);
        self.declare_march(d, ids, Marching { before, after, ..standing(ids, course) });
    }

    /// Declares a march completely.
    fn declare_march(&self, d: &mut D<'_>, ids: &[UnitId], march: Marching) {
        let stood = ids.iter().map(|id| d.world.unit(*id).pose).collect();
        d.world.under.push(Under::March(Marching { stood, ..march }));
        d.then([Step::March(MarchStage::Declared)]);
    }

    /// Declares an act without movement like a march (BE-GAP-88): it takes place after the reactions; `None` if it is
    /// already done.
    pub(super) fn declare_on_the_spot(&self, d: &mut D<'_>, ids: &[UnitId], on_the_spot: Option<OnTheSpot>) {
        // An act not yet visible is reported before reactions to it (BE-GAP-88).
        let stated = on_the_spot.as_ref().map(|act| match act {
            OnTheSpot::GoInside(_) => Does::GoesInside,
            OnTheSpot::BreakUp => Does::BreaksUp,
            OnTheSpot::FormAgain => Does::FormsAgain,
        });
        if let Some((does, id)) = stated.zip(ids.first()) {
            d.tell(Deed::Declared { by: Ref::Unit(*id), key: does.key() }, &[r::BE_GAP_88]);
        }
        let from = ids.iter().map(|id| self.piece(&d.world, *id)).collect();
        let course = Course { march: table::March::default(), from, gone: 0 };
        self.declare_march(d, ids, Marching { on_the_spot, ..standing(ids, course) });
    }

    /// A unit changes formation on the march; guns that unlimber fire at a disadvantage afterwards (BE-GAP-95).
    fn take_formation(&self, d: &mut D<'_>, id: UnitId, formation: Formation) {
        self.reform(d, id, formation, &[r::BE_MAN_12]);
        d.world.unit_mut(id).now.unlimbered |= formation == Formation::Deployed;
    }

    /// A unit rallies, and may move as well (BE-RAL-02, BE-GAP-78).
    fn rally_and_move(&self, d: &mut D<'_>, id: UnitId, recover: Recover, legs: &[Manoeuvre]) {
        let known = d.world.known_to(self.side(id));
        let draft = self.draft(&known, id, legs, Sort::Rally).ok().filter(|_| !legs.is_empty());
        self.carry_rally(d, id, recover);
        let unit = d.world.unit_mut(id);
        unit.now.moves = unit.now.moves.saturating_add(1);
        if let Some(draft) = draft {
            unit.now.moved = true;
            self.declare_march(d, &[id], standing(&[id], draft.course));
        }
    }

    /// One stage of the march in progress.
    pub(crate) fn march_stage(&self, d: &mut D<'_>, stage: &MarchStage) -> Flow<()> {
        let Some(Under::March(march)) = d.world.under.last().cloned() else { return Ok(()) };
        match stage {
            MarchStage::Declared => {
                let named = self.name_reactions(d, &march)?;
                if let Some(Under::March(march)) = d.world.under.last_mut() {
                    march.named = named;
                }
                d.then([Step::March(MarchStage::Next)]);
                Ok(())
            }
            MarchStage::Next | MarchStage::Resumed => self.go_on(d, march, stage),
        }
    }

    /// Movers that were eliminated, driven off or struck stop; the others go on to the next reaction or to the end.
    fn go_on(&self, d: &mut D<'_>, mut march: Marching, stage: &MarchStage) -> Flow<()> {
        let stays = |w: &World, id: UnitId, stood: &Pose| {
            let unit = w.unit(id);
            unit.present() && !unit.now.cut && unit.pose == *stood
        };
        let keep: Vec<bool> =
            march.movers.iter().zip(&march.stood).map(|(id, stood)| stays(&d.world, *id, stood)).collect();
        // The course of a group ends without its guide.
        let guided = keep.first() == Some(&true);
        let stops = |((id, stood), keep): &((&UnitId, &Pose), &bool)| {
            let unit = d.world.unit(**id);
            unit.present() && unit.pose == **stood && !(guided && **keep)
        };
        let stopped: Vec<UnitId> =
            march.movers.iter().zip(&march.stood).zip(&keep).filter(stops).map(|((id, _), _)| *id).collect();
        self.come_clear_of_friends(d, &march, &stopped);
        if !guided {
            d.world.under.pop();
            return Ok(());
        }
        drop_unkept(&mut march, &keep);
        march.named.retain(|named| d.world.unit(named.by).present() && march.movers.contains(&named.to));
        let end = march.course.gone.saturating_add(march.course.length());
        let rooms = if *stage == MarchStage::Resumed { self.held_up(&d.world, &march) } else { Vec::new() };
        let held = rooms.iter().flatten().min().copied();
        let named = march.named.first().map_or(end, |named| named.at);
        let next = held.map_or(named, |room| named.min(march.course.gone.saturating_add(room)));
        if let Some(at) = self.first_meeting(&d.world, &march, next) {
            self.go_to(d, &mut march, at);
            self.find_hidden(d, &march.movers);
            if self.stops_short(d, &march)? {
                self.come_clear_of_friends(d, &march, &march.movers);
                march.course.march.legs.clear();
                march.after = None;
                march.on_the_spot = None;
                march.named.clear();
            } else {
                let free = self.clear_of_enemies(&d.world, &march);
                march.course.march.legs = part(&march.course, free).march.legs;
            }
            if let Some(under) = d.world.under.last_mut() {
                *under = Under::March(march);
            }
            d.then([Step::March(stage.clone())]);
            return Ok(());
        }
        if let Some(first) = held.filter(|_| march.named.is_empty() || next < named) {
            return self.stop_short(d, march, &rooms, first);
        }
        if !march.named.is_empty() {
            let named = march.named.remove(0);
            self.go_to(d, &mut march, named.at);
            if let Some(under) = d.world.under.last_mut() {
                *under = Under::March(march);
            }
            d.then([Step::React(named), Step::March(MarchStage::Resumed)]);
            return Ok(());
        }
        self.go_to(d, &mut march, end.saturating_add(1));
        d.world.under.pop();
        if let Some(formation) = march.after {
            for id in &march.movers {
                self.take_formation(d, *id, formation);
            }
        }
        if let Some(act) = march.on_the_spot {
            self.done_on_the_spot(d, &march.movers, act);
        }
        self.come_to_a_stop(d, &march.movers)
    }

    /// The first point of the remaining path, before another point, at which a mover finds a hidden enemy (BE-GAP-82).
    fn first_meeting(&self, w: &World, march: &Marching, before: Cm) -> Option<Cm> {
        let side = self.side(*march.movers.first()?);
        let hidden: Vec<UnitId> = self.troops(w, side.other()).filter(|enemy| w.is_hidden(*enemy)).collect();
        if hidden.is_empty() {
            return None;
        }
        let length = march.course.length();
        let far = (before - march.course.gone).min(length);
        let steps = (far / (UD / 2)).max(0);
        let found = |at: &Cm| {
            let pieces = if *at >= length { march.course.end() } else { march.course.at(*at) };
            march
                .movers
                .iter()
                .zip(&pieces)
                .any(|(id, piece)| hidden.iter().any(|enemy| self.finds(w, *id, piece, *enemy)))
        };
        let at = (0..=steps).map(|n| n * (UD / 2)).chain([far]).find(found)?;
        (at < far).then_some(march.course.gone + at)
    }

    /// How much of the remaining path keeps away from enemies that were unknown when it was declared (BE-GAP-38).
    pub(in crate::turn) fn clear_of_enemies(&self, w: &World, march: &Marching) -> Cm {
        let length = march.course.length();
        let contact = self.book.tables.distance.contact.cm();
        let Some(side) = march.movers.first().map(|id| self.side(*id)) else { return 0 };
        let enemies: Vec<table::Piece> = self.troops(w, side.other()).map(|enemy| self.piece(w, enemy)).collect();
        let near = |at: Cm| {
            let pieces = if at >= length { march.course.end() } else { march.course.at(at) };
            march.course.from.iter().zip(&pieces).any(|(start, piece)| {
                enemies.iter().any(|enemy| {
                    let apart = table::distance(piece, enemy).cm;
                    table::closer(apart, contact) && apart < table::distance(start, enemy).cm
                })
            })
        };
        let mut free = 0;
        while free < length {
            let next = free.saturating_add(UD / 4).min(length);
            if near(next) {
                return free;
            }
            free = next;
        }
        length.saturating_add(1)
    }

    /// Whether a unit at a place finds a hidden enemy: near enough and in sight, or almost touching.
    fn finds(&self, w: &World, id: UnitId, piece: &table::Piece, enemy: UnitId) -> bool {
        let table = &self.book.tables.distance;
        let other = self.piece(w, enemy);
        let near = table::within_reach(piece, &other, table.hidden.cm());
        let upon = table::within_reach(piece, &other, table.contact.cm());
        upon || near && self.on(r::BE_GAP_82) && self.sees_from(w, piece, &other, &[id, enemy])
    }

    /// The mover's player may stop where hidden enemies were found (BE-GAP-82).
    fn stops_short(&self, d: &mut D<'_>, march: &Marching) -> Flow<bool> {
        let Some(guide) = march.movers.first().copied() else { return Ok(false) };
        let slot = Question::Shorten.about(self.side(guide), vec![Ref::Unit(guide)]);
        Ok(Does::Stop.is(picked(&d.ask_one(slot)?)))
    }

    fn fields_shorten(&self, _: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(about) = slot.about.first() else { return Vec::new() };
        let choices = [Does::Stop, Does::On].map(|does| Choice::of(does.key(), &[r::BE_GAP_82]));
        vec![pick_one(*about, choices.to_vec())]
    }

    /// The movers go to a point of the whole course; beyond its end, all of it is done.
    pub(super) fn go_to(&self, d: &mut D<'_>, march: &mut Marching, at: Cm) {
        let from = march.course.gone;
        let cm = at.saturating_sub(from).max(0);
        let whole = cm > march.course.length();
        let pieces = if whole { march.course.end() } else { march.course.at(cm) };
        let still = march.course.march.legs.is_empty();
        for (n, (id, piece)) in march.movers.iter().zip(&pieces).enumerate() {
            let before = march.course.from.get(n).map(|piece| piece.pose);
            if still || before == Some(piece.pose) {
                continue;
            }
            let path = if n == 0 { self.path(&part(&march.course, cm)) } else { Vec::new() };
            let pose = self.pose_of(piece);
            self.put_at(d, *id, pose, &path, &[r::BE_PC_07]);
            let far = cm.min(march.course.length());
            if let Some(from) = march.course.from.get(n) {
                self.ride_over(d, *id, (from, far), || {
                    let steps = (0..=far / (UD / 4)).map(|step| step * (UD / 4));
                    steps.filter_map(|at| march.course.at(at).get(n).copied()).chain([*piece]).collect()
                });
            }
            if self.sheet(*id).body.arm == Arm::Artillery {
                d.world.unit_mut(*id).now.moved = true;
            }
        }
        march.course = march.course.cut(cm);
        march.stood = march.movers.iter().map(|id| d.world.unit(*id).pose).collect();
    }

    /// The corners of a course, for display, including its turns.
    pub(crate) fn path(&self, course: &Course) -> Vec<Pose> {
        let length = course.length();
        let mut at = 0;
        let mut path = Vec::new();
        loop {
            let pieces = if at >= length { course.end() } else { course.at(at) };
            path.extend(pieces.first().map(|piece| piece.pose));
            if at >= length {
                return path;
            }
            at = at.saturating_add(2 * UD).min(length);
        }
    }

    /// A general moves, and may attach at the end (BE-MVT-10, BE-GAP-18).
    fn ride(&self, d: &mut D<'_>, id: UnitId, to: Pose, then: Option<&Reply>) {
        let Some(place) = d.world.general_of(id) else { return };
        if self.may_ride(&d.world, place, to.at) {
            let from = Pose { at: d.world.generals[place].at, facing: 0 };
            self.place_general(d, place, to.at, &[from, to], &[r::BE_MVT_10, r::BE_GAP_18]);
        }
        d.world.general_mut(place).moved = true;
        if Does::Join.picked(then)
            && let Some(unit) = self.nearest_to_join(&d.world, place)
        {
            self.attach(d, place, &Reply::pick(Does::Attach.about(Ref::Unit(unit))));
        }
    }

    /// Hidden enemies near a mover that sees them are revealed (BE-GAP-82).
    pub(crate) fn find_hidden(&self, d: &mut D<'_>, movers: &[UnitId]) {
        let reach = self.book.tables.distance.hidden.cm();
        for id in movers.iter().filter(|id| d.world.unit(**id).present()).copied().collect::<Vec<_>>() {
            let near: Vec<UnitId> = self
                .around(&d.world, self.piece(&d.world, id), self.side(id).other(), reach)
                .filter(|enemy| d.world.is_hidden(*enemy))
                .filter(|enemy| self.finds(&d.world, id, &self.piece(&d.world, id), *enemy))
                .collect();
            for enemy in near {
                self.reveal(d, enemy, r::BE_GAP_82);
            }
        }
    }
}

/// A march along a course without other acts.
fn standing(ids: &[UnitId], mut course: Course) -> Marching {
    course.march.movers = ids.iter().map(|id| id.0).collect();
    Marching {
        movers: ids.to_vec(),
        before: None,
        course,
        after: None,
        named: Vec::new(),
        support: false,
        stood: Vec::new(),
        on_the_spot: None,
    }
}

/// The part of a course up to a point.
fn part(course: &Course, cm: Cm) -> Course {
    let mut legs = Vec::new();
    let mut left = cm;
    for leg in &course.march.legs {
        let length = course.leg_length(leg);
        if length <= left {
            legs.push(leg.clone());
            left -= length;
            continue;
        }
        legs.push(match leg {
            Manoeuvre::Ahead(_) => Manoeuvre::Ahead(left),
            Manoeuvre::Back(_) => Manoeuvre::Back(left),
            Manoeuvre::Side(cm) => Manoeuvre::Side(left * cm.signum()),
            Manoeuvre::Wheel(by) => {
                let part = i64::from(*by) * i64::from(left) / i64::from(length.max(1));
                Manoeuvre::Wheel(rulebook::saturated::<i32, _>(part))
            }
            other => other.clone(),
        });
        break;
    }
    Course { march: table::March { movers: course.march.movers.clone(), legs }, ..course.clone() }
}
