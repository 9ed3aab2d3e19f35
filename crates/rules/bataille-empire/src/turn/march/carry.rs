//! A march carried out: declared to its end, stopped where others react, gone to its end (BE-GAP-88).

use super::Stage;
use super::way::Sort;
use crate::book::r;
use crate::rally::Recover;
use crate::turn::{D, Step};
use crate::world::{Course, Marching, Under, World};
use crate::{Arm, BatailleEmpire, Formation};
use game::{Flow, Ref, Reply, Shape, Slot, UnitId};
use rulebook::question::Asks as _;
use table::{Cm, Manoeuvre, Pose};

impl BatailleEmpire {
    /// Step d: a unit, a group or a general acts, then the next.
    pub(crate) fn moves(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        let Some(side) = self.divisions.get(usize::from(division)).map(|sheet| sheet.side) else { return Ok(()) };
        if d.world.phase != "moves" {
            self.clock(d, "moves", &[r::BE_SEQ_04]);
        }
        let slot = Slot { about: vec![Ref::Command(division)], ..Slot::new(side, "act") };
        let sheet = d.sheet(&slot, |w| self.sheet_for(&w.known_to(side), &slot));
        let open = match sheet.fields.first().map(|field| &field.shape) {
            Some(Shape::Pick { from, .. }) => from.iter().any(|choice| choice.key.does != "done"),
            _ => false,
        };
        if !open {
            return self.leave_moves(d);
        }
        let answers = d.ask_sheets(&[sheet])?;
        let Some(reply) = answers.first().and_then(|replies| replies.first()) else { return self.leave_moves(d) };
        let Some(key) = reply.key().cloned() else { return self.leave_moves(d) };
        let Some(Ref::Unit(id)) = key.refs.first().copied() else { return self.leave_moves(d) };
        match (key.does.as_str(), reply.opened().first()) {
            ("move" | "again", Some(Reply::Marched(march))) => self.set_out(d, id, &march.legs),
            ("rally_order", _) => self.carry_rally(d, id, Recover::Order),
            ("rally_loss", _) => self.carry_rally(d, id, Recover::Loss),
            ("ride", Some(Reply::Placed(pose, _))) => self.ride(d, id, *pose),
            _ => {}
        }
        d.then([Step::Moves(division)]);
        Ok(())
    }

    fn leave_moves(&self, d: &mut D<'_>) -> Flow<()> {
        d.then([Step::Settle]);
        Ok(())
    }

    /// A unit sets out: it pays, changes formation if it does so first, and its way is declared.
    fn set_out(&self, d: &mut D<'_>, id: UnitId, legs: &[Manoeuvre]) {
        let Some((_, price, sort)) = self.next_move(&d.world, id) else { return };
        let Ok(draft) = self.draft(&d.world, id, legs, sort) else { return };
        let did = self.did(&d.world, id, legs, &draft, sort);
        self.pay(d, id, price);
        self.reveal(d, id, r::BE_GAP_82);
        self.complied(d, id, did);
        let again = sort == Sort::Again;
        let unit = d.world.unit_mut(id);
        unit.now.moves = unit.now.moves.saturating_add(1);
        unit.now.moved |= !legs.is_empty();
        if again {
            self.mark(d, id, r::BE_MA_01);
        }
        if let Some(formation) = draft.before {
            self.reform(d, id, formation, &[r::BE_MAN_12]);
            d.world.unit_mut(id).now.unlimbered |= formation == Formation::Deployed;
        }
        if draft.loses_guns {
            self.change(d, id, &[r::BE_GAP_06], |u| u.battalion_guns = false);
        }
        let stood = vec![d.world.unit(id).pose];
        let march = Marching {
            movers: vec![id],
            before: draft.before,
            course: draft.course,
            after: draft.after,
            named: Vec::new(),
            support: false,
            stood,
        };
        d.world.under.push(Under::March(march));
        d.then([Step::March(Stage::Declared)]);
    }

    /// One stage of the march under way.
    pub(crate) fn march_stage(&self, d: &mut D<'_>, stage: &Stage) -> Flow<()> {
        let Some(Under::March(march)) = d.world.under.last().cloned() else { return Ok(()) };
        match stage {
            Stage::Declared => {
                let named = self.name_reactions(d, &march)?;
                if let Some(Under::March(march)) = d.world.under.last_mut() {
                    march.named = named;
                }
                d.then([Step::March(Stage::Next)]);
                Ok(())
            }
            Stage::Next => self.go_on(d, march),
        }
    }

    /// Movers that were eliminated, driven off or struck stop; the rest goes on to the next reaction or to the end.
    fn go_on(&self, d: &mut D<'_>, mut march: Marching) -> Flow<()> {
        let stays = |w: &World, id: UnitId, stood: &Pose| {
            let unit = w.unit(id);
            unit.present() && !unit.now.cut && unit.pose == *stood
        };
        let keep: Vec<bool> =
            march.movers.iter().zip(&march.stood).map(|(id, stood)| stays(&d.world, *id, stood)).collect();
        if keep.first() != Some(&true) {
            // Without its guide the group's course is at an end.
            d.world.under.pop();
            return Ok(());
        }
        drop_unkept(&mut march, &keep);
        while let Some(named) = (!march.named.is_empty()).then(|| march.named.remove(0)) {
            let able = d.world.unit(named.by).present() && march.movers.contains(&named.to);
            if !able {
                continue;
            }
            self.go_to(d, &mut march, named.at);
            if let Some(under) = d.world.under.last_mut() {
                *under = Under::March(march);
            }
            d.then([Step::React(named), Step::March(Stage::Next)]);
            return Ok(());
        }
        let end = march.course.gone.saturating_add(march.course.length());
        self.go_to(d, &mut march, end.saturating_add(1));
        d.world.under.pop();
        for id in march.movers.clone() {
            if let Some(formation) = march.after {
                self.reform(d, id, formation, &[r::BE_MAN_12]);
                d.world.unit_mut(id).now.unlimbered |= formation == Formation::Deployed;
            }
            self.capture(d, id)?;
        }
        self.find_hidden(d, &march.movers);
        Ok(())
    }

    /// The movers go to a point of the whole course; beyond its end, everything of it is done.
    fn go_to(&self, d: &mut D<'_>, march: &mut Marching, at: Cm) {
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
            self.place(d, *id, pose, &path, &[r::BE_PC_07]);
            if self.sheet(*id).body.arm == Arm::Artillery {
                d.world.unit_mut(*id).now.moved = true;
            }
        }
        march.course = march.course.cut(cm);
        march.stood = march.movers.iter().map(|id| d.world.unit(*id).pose).collect();
    }

    /// The corners of a course for the eye, its turns followed.
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
            at = at.saturating_add(2 * crate::UD).min(length);
        }
    }

    /// A general rides (BE-MVT-10).
    fn ride(&self, d: &mut D<'_>, id: UnitId, to: Pose) {
        let Some(place) = d.world.general_of(id) else { return };
        if self.may_ride(&d.world, place, to.at) {
            let from = Pose { at: d.world.generals[place].at, facing: 0 };
            self.place_general(d, place, to.at, &[from, to], &[r::BE_MVT_10, r::BE_GAP_18]);
        }
        if let Some(general) = d.world.generals.get_mut(place) {
            general.moved = true;
        }
    }

    /// Hidden enemies near a mover that sees them are shown (BE-GAP-82).
    fn find_hidden(&self, d: &mut D<'_>, movers: &[UnitId]) {
        let reach = self.book.tables.distance.hidden.cm();
        for id in movers.iter().filter(|id| d.world.unit(**id).present()).copied().collect::<Vec<_>>() {
            let near: Vec<UnitId> = self
                .around(&d.world, self.piece(&d.world, id), self.side(id).other(), reach)
                .filter(|enemy| d.world.is_hidden(*enemy) && self.sees(&d.world, id, *enemy))
                .collect();
            for enemy in near {
                self.reveal(d, enemy, r::BE_GAP_82);
            }
        }
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
                Manoeuvre::Wheel(i32::try_from(part).unwrap_or(0))
            }
            other => other.clone(),
        });
        break;
    }
    Course { march: table::March { movers: course.march.movers.clone(), legs }, ..course.clone() }
}

fn drop_unkept(march: &mut Marching, keep: &[bool]) {
    let mut kept = keep.iter();
    march.movers.retain(|_| *kept.next().unwrap_or(&true));
    let mut kept = keep.iter();
    march.course.from.retain(|_| *kept.next().unwrap_or(&true));
    march.course.march.movers = march.movers.iter().map(|id| id.0).collect();
}
