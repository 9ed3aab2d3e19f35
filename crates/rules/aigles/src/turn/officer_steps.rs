//! 5: officers and aides ride, notes are handed over (LA-GAP-14, LA-GAP-59).

use super::nerves::reply_for;
use super::{D, Step};
use crate::question::{Does, Judged, Kind, Luck, Question, defaults, pick_one};
use crate::resolve::command::{reading, ride, rides_every};
use crate::world::{Life, Note, Role, Sort, World, facts};
use crate::{LesAigles, r};
use game::{Ask, Choice, Field, Flow, Preview, Ref, Refusal, Reply, Shape, Side, Slot, UnitId};
use rulebook::Known;
use table::{Cm, Point, Pose};

pub(crate) const OFFICERS: Kind = Kind {
    rules: &[r::LA_GAP_59, r::LA_GAP_14],
    fields: LesAigles::fields_officers,
    check: LesAigles::check_officers,
    suggest: any_ride,
};

impl LesAigles {
    pub(crate) fn officers_ride(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Officers, &[r::LA_GAP_59]);
        if !d.world.second_quarter() && rides_every(&self.book) > 1 {
            return Ok(());
        }
        let asked = self.put(d, Question::Officers);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        for place in 0..d.world.generals.len() {
            let id = d.world.general_id(place);
            if let Some(reply) = reply_for(&asked, &answers, id) {
                self.ride(d, place, reply);
            }
        }
        self.aides_ride(d);
        Ok(())
    }

    /// Distance of an officer's ride.
    fn ride_length(&self) -> Cm {
        ride(&self.book).cm()
    }

    fn ride(&self, d: &mut D<'_>, place: usize, reply: &Reply) {
        let Some(key) = reply.key() else { return };
        let id = d.world.general_id(place);
        let Some(does) = Does::of(key) else { return };
        match (does, key.refs.first()) {
            (Does::Go, _) => {
                if let Some(Reply::Placed(pose, _)) = reply.opened().first() {
                    let at = pose.at;
                    self.move_officer(d, place, at, None);
                }
            }
            (Does::Join | Does::JoinAndTest | Does::JoinAndStop, Some(Ref::Unit(unit))) => {
                let unit = *unit;
                let at = self.beside(&d.world, unit);
                self.move_officer(d, place, at, Some(unit));
                match does {
                    Does::JoinAndTest => d.world.unit_mut(unit).now.visited = true,
                    Does::JoinAndStop => {
                        let quarter = d.world.quarter;
                        if let Some(charge) = &mut d.world.unit_mut(unit).charge {
                            charge.stops = Some(quarter + 1);
                        }
                    }
                    _ => {}
                }
            }
            (Does::Leave, _) => self.alter(d, &[id], &[], &[r::LA_GAP_59], |w| w.generals[place].with = None),
            _ => {}
        }
    }

    fn move_officer(&self, d: &mut D<'_>, place: usize, to: Point, with: Option<UnitId>) {
        let id = d.world.general_id(place);
        let from = d.world.generals[place].at;
        let path = [Pose { at: from, facing: 0 }, Pose { at: to, facing: 0 }];
        self.alter(d, &[id], &path, &[r::LA_GAP_59], |w| {
            w.generals[place].at = to;
            w.generals[place].with = with;
        });
        // Aides without a note stay with their general (LA-GAP-59).
        let him = rulebook::ids::number(place);
        let side = self.officers[place].side;
        for aide in 0..d.world.generals.len() {
            let id = d.world.general_id(aide);
            let carries = d.world.papers(side).is_some_and(|papers| papers.notes.contains_key(&id));
            let there = d.world.generals[aide].life == Life::Present && !d.world.generals[aide].returning;
            if self.officers[aide].role == (Role::Aide { of: him }) && there && !carries {
                let by = (d.world.generals[aide].at.x - from.x, d.world.generals[aide].at.y - from.y);
                let at = self.on_the_table(Point::new(to.x + by.0, to.y + by.1));
                self.alter(d, &[id], &[], &[r::LA_GAP_59], |w| w.generals[aide].at = at);
            }
        }
    }

    /// Writes a note: an aide carries it, or the general gives it in person to the unit that the general is with
    /// (LA-GAP-14).
    pub(crate) fn write_note(&self, d: &mut D<'_>, side: Side, officer: UnitId, note: Note) {
        let Some(place) = d.world.general_of(officer) else { return };
        let (quarter, reads) = (d.world.quarter, u32::from(reading(&self.book)));
        let speaks = matches!(self.officers[place].role, Role::General { .. });
        if let Some(papers) = d.world.papers_mut(side) {
            if speaks {
                papers.coming.insert(note.to, (note.orders, quarter + reads));
            } else {
                papers.notes.insert(officer, note);
            }
        }
    }

    /// The end of a ride of this distance towards a place: straight, over everything except impassable ground, which is
    /// avoided (LA-GAP-59).
    fn ridden(&self, at: Point, to: Point, reach: Cm) -> Point {
        if at.to(to) <= f64::from(reach) && !self.crosses_impassable(at, to) {
            return to;
        }
        let straight = at.bearing_to(to);
        let steps = self.book.tables.charge.bearings_hundredths.iter().flat_map(|by| [i32::from(*by), -i32::from(*by)]);
        let ways = std::iter::once(0)
            .chain(steps)
            .map(|by| self.on_the_table(at.step((straight + by).rem_euclid(36_000), reach)));
        ways.into_iter().find(|way| !self.crosses_impassable(at, *way)).unwrap_or(at)
    }

    /// Aides ride on their own: to the unit with a note, then back (LA-GAP-59).
    fn aides_ride(&self, d: &mut D<'_>) {
        let reach = self.ride_length();
        for place in 0..d.world.generals.len() {
            let Role::Aide { of } = self.officers[place].role else { continue };
            if d.world.generals[place].life != Life::Present {
                continue;
            }
            let (id, side) = (d.world.general_id(place), self.officers[place].side);
            let note = d.world.papers(side).and_then(|papers| papers.notes.get(&id).cloned());
            let at = d.world.generals[place].at;
            if let Some(note) = note {
                if !d.world.unit(note.to).present() {
                    self.take_note(d, side, id);
                    d.world.generals[place].returning = true;
                    continue;
                }
                let to = self.beside(&d.world, note.to);
                let there = self.ridden(at, to, reach);
                let arrives = there == to;
                // Until the ride back the aide is with the unit (LA-MOR-03, LA-GAP-14).
                let with = (arrives && self.on(r::LA_GAP_14)).then_some(note.to);
                self.alter(d, &[id], &[Pose { at, facing: 0 }, Pose { at: there, facing: 0 }], &[r::LA_GAP_59], |w| {
                    w.generals[place].at = there;
                    w.generals[place].with = with;
                    w.generals[place].returning = arrives;
                });
                if arrives {
                    let quarter = d.world.quarter;
                    self.take_note(d, side, id);
                    if let Some(papers) = d.world.papers_mut(side) {
                        let reads = u32::from(reading(&self.book));
                        papers.coming.insert(note.to, (note.orders, quarter + reads));
                    }
                    self.whisper(d, note.to, "note_handed_over", facts([]), &[r::LA_MVT_12]);
                }
            } else if d.world.generals[place].returning {
                let general = usize::from(of);
                // An officer does not leave a unit in contact with the enemy (LA-GAP-14).
                let held = d.world.generals[place].with.is_some_and(|unit| d.world.engaged(unit));
                if held || d.world.generals[general].life != Life::Present {
                    continue;
                }
                let to = d.world.generals[general].at;
                let there = self.ridden(at, to, reach);
                let arrives = there == to;
                let there = if arrives { self.on_the_table(to.step(9_000, crate::CM)) } else { there };
                self.alter(d, &[id], &[Pose { at, facing: 0 }, Pose { at: there, facing: 0 }], &[r::LA_GAP_59], |w| {
                    w.generals[place].at = there;
                    w.generals[place].with = None;
                    w.generals[place].returning = !arrives;
                });
            }
        }
    }

    fn take_note(&self, d: &mut D<'_>, side: Side, aide: UnitId) {
        if let Some(papers) = d.world.papers_mut(side) {
            papers.notes.remove(&aide);
        }
    }

    fn fields_officers(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        if !self.on(r::LA_GAP_59) {
            return fields;
        }
        for (place, (officer, sheet)) in w.generals.iter().zip(&self.officers).enumerate() {
            let general =
                matches!(sheet.role, Role::General { .. }) && sheet.side == slot.side && officer.life == Life::Present;
            if !general {
                continue;
            }
            fields.push(pick_one(Ref::Unit(w.general_id(place)), self.rides(w, place)));
        }
        fields
    }

    fn rides(&self, w: &Known<'_, World>, place: usize) -> Vec<Choice> {
        let officer = &w.generals[place];
        let mut all = vec![Choice::of(Does::Stay.key(), &[r::LA_GAP_59])];
        let bound = officer.with.is_some_and(|unit| w.engaged(unit));
        if bound {
            return all;
        }
        if officer.with.is_some() {
            all.push(Choice::of(Does::Leave.key(), &[r::LA_GAP_59]));
        }
        let reach = self.ride_length();
        let (x, y) = (officer.at.x, officer.at.y);
        let ground = self.terrain.ground();
        let corner = |dx: i32, dy: i32| Point::new((x + dx).clamp(0, ground.width), (y + dy).clamp(0, ground.height));
        let area = vec![corner(-reach, -reach), corner(reach, -reach), corner(reach, reach), corner(-reach, reach)];
        let shape = Shape::Place { ground: area, facing: None, formations: Vec::new() };
        let go = Field {
            about: Ref::Unit(w.general_id(place)),
            shape,
            default: Reply::Placed(Pose { at: self.best_ride(w, place, reach), facing: 0 }, None),
        };
        all.push(Choice { then: vec![go], ..Choice::of(Does::Go.key(), &[r::LA_GAP_59]) });
        for unit in self.troops(w, self.officers[place].side) {
            let beside = self.beside(w, unit);
            let near = officer.at.to(beside) <= f64::from(reach) && !self.crosses_impassable(officer.at, beside);
            if !near || officer.with == Some(unit) {
                continue;
            }
            let about = |does: Does, rule| Choice::of(does.about(Ref::Unit(unit)), &[rule]);
            all.push(about(Does::Join, r::LA_GAP_59));
            if !w.engaged(unit) && !w.unit(unit).leaves() && w.unit(unit).charge.is_none() {
                all.push(about(Does::JoinAndTest, r::LA_GAP_24));
            }
            // Only a charge declared at the start of the period can be stopped (LA-CHA-33).
            let charges = w
                .unit(unit)
                .charge
                .as_ref()
                .is_some_and(|c| c.sort == Sort::Charge && c.lands.is_none() && c.stops.is_none());
            if charges && w.quarter % 4 == 2 && self.on(r::LA_CHA_33) {
                all.push(about(Does::JoinAndStop, r::LA_CHA_33));
            }
        }
        all
    }

    fn check_officers(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Judged {
        let mut refusals = Vec::new();
        for (n, (field, reply)) in ask.fields.iter().zip(replies).enumerate() {
            let Ref::Unit(id) = field.about else { continue };
            let Some(place) = w.general_of(id) else { continue };
            if let Some(Reply::Placed(pose, _)) = reply.opened().first() {
                let from = w.generals[place].at;
                if pose.at == from {
                    continue;
                }
                if from.to(pose.at) > f64::from(self.ride_length() + table::SLACK) {
                    let most = self.ride_length();
                    refusals.push(Refusal::by(r::LA_GAP_59, n, "too_far").fact("most", most.into()));
                } else if !self.terrain.inside(pose.at) || self.crosses_impassable(from, pose.at) {
                    refusals.push(Refusal::by(r::LA_GAP_59, n, "impassable_ground"));
                }
            }
        }
        if refusals.is_empty() { Ok(Preview::default()) } else { Err(refusals) }
    }

    pub(crate) fn crosses_impassable(&self, from: Point, to: Point) -> bool {
        use table::{Crossing, Kind};
        let way = self.terrain.along(from, to);
        let kind = |part: &Crossing| self.terrain.kind(part.feature);
        // A river is crossed where there is a bridge or a ford.
        let over = |water: &Crossing| {
            let spans = |part: &&Crossing| matches!(kind(part), Some(Kind::Bridge | Kind::Ford));
            let mut spans = way.iter().filter(spans);
            spans.any(|s| s.from_cm <= water.from_cm + table::SLACK && s.to_cm + table::SLACK >= water.to_cm)
        };
        // A general who stands in the river with a unit may leave it.
        let stands_in = self.terrain.along(from, from);
        let left = |part: &Crossing| stands_in.iter().any(|own| own.feature == part.feature);
        way.iter().any(|part| matches!(kind(part), Some(Kind::River | Kind::Impassable)) && !left(part) && !over(part))
    }
}

/// Some officers stay, some join a unit, some ride towards the enemy.
fn any_ride(rules: &LesAigles, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = defaults(ask);
    for (n, field) in ask.fields.iter().enumerate() {
        let Shape::Pick { from, .. } = &field.shape else { continue };
        if from.len() < 2 || luck.below(3) == 0 {
            continue;
        }
        let choice = &from[luck.below(from.len())];
        let then = choice.then.iter().map(|opened| match &opened.default {
            Reply::Placed(pose, _) => {
                let by = rules.ride_length() / 2;
                let at = Point::new(pose.at.x + luck.between(-by, by), pose.at.y + luck.between(-by, by));
                Reply::Placed(Pose { at: rules.on_the_table(at), facing: 0 }, None)
            }
            other => other.clone(),
        });
        let reply = Reply::Picked(vec![(choice.key.clone(), then.collect())]);
        let old = std::mem::replace(&mut replies[n], reply);
        if rules.check_officers(w, ask, &replies).is_err() {
            replies[n] = old;
        }
    }
    replies
}
