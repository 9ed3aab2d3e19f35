//! Step 0: marches of whole groups before the turn (L3C-OPS-01 to L3C-OPS-12, L3C-GAP-A67).

use super::redeploy::{self, Goal, goals};
use crate::question::{Does, Judged, Kind, Luck, Question, any, pick_one};
use crate::resolve::moving::operational::{Element, MarchingGroup, march};
use crate::resolve::moving::points::left;
use crate::terms::tables::MovingAs;
use crate::turn::D;
use crate::world::{Phase, World};
use crate::{Arm, Distance, TroisCouleurs, UD, r};
use game::{Ask, Choice, Field, Flow, Preview, Ref, Reply, Shape, Side, Slot, UnitId};
use rulebook::Known;
use table::{Cm, Kind as GroundKind, Piece, Point, Pose, Stop, room, within_cm, within_reach};

pub(crate) const OPERATIONAL: Kind = Kind {
    rules: &[r::L3C_OPS_01, r::L3C_GAP_A67],
    fields: TroisCouleurs::fields_operational,
    check: TroisCouleurs::check_operational,
    suggest: likely,
};

/// Groups march part of their way, or change some places slightly.
fn likely(rules: &TroisCouleurs, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = any(rules, w, ask, luck);
    for (n, field) in ask.fields.iter().enumerate() {
        let picked = replies.get(n).and_then(Reply::key).cloned();
        let Shape::Pick { from, .. } = &field.shape else { continue };
        let Some(choice) = from.iter().find(|choice| Some(&choice.key) == picked.as_ref()) else { continue };
        for (place, inner) in choice.then.iter().enumerate() {
            let mut wanted = replies.clone();
            let Some(Reply::Picked(picks)) = wanted.get_mut(n) else { continue };
            match (&inner.shape, picks.first_mut().and_then(|(_, then)| then.get_mut(place))) {
                (Shape::Along { at, .. }, Some(Reply::At(cm))) => {
                    *cm = luck.between(0, at.first().map_or(0, |(_, most)| *most));
                }
                (Shape::Place { formations, .. }, Some(Reply::Placed(pose, formation))) => {
                    let (x, y) = (luck.between(-3, 3) * UD, luck.between(-3, 3) * UD);
                    *pose = Pose::new(pose.at.x + x, pose.at.y + y, pose.facing + luck.between(-1, 1) * 4_500);
                    *formation = formations.get(luck.below(formations.len())).cloned();
                }
                _ => continue,
            }
            if game::form::faults(ask, &wanted).is_empty() && rules.check_operational(w, ask, &wanted).is_ok() {
                replies = wanted;
            }
        }
    }
    replies
}

/// Marches of both sides advance together, by at most this distance at a time (L3C-GAP-A07).
const STEP: Cm = UD / 4;

/// The order of a group before the turn.
#[derive(Clone, PartialEq, Eq)]
enum GroupOrder {
    /// It marches this far straight on.
    March(Cm),
    /// Its units take other places (L3C-OPS-08).
    Redeploy(Vec<Goal>),
    /// It gives ground before another group (L3C-OPS-06).
    GiveGround(u16),
    /// It presses another group.
    Press(u16),
}

impl TroisCouleurs {
    pub(crate) fn operational(&self, d: &mut D<'_>) -> Flow<()> {
        self.arrivals(d);
        if !self.on(r::L3C_OPS_01) || self.segments(&d.world) == (false, false) {
            return Ok(());
        }
        self.clock(d, Phase::Operational, &[r::L3C_OPS_01]);
        let sheets: Vec<_> = Side::BOTH.map(|side| self.put(d, &Question::Operational.to(side))).into();
        let asked: Vec<_> = sheets.into_iter().filter(|sheet| !sheet.fields.is_empty()).collect();
        let answers = d.ask_sheets(&asked)?;
        let mut told: Vec<(u16, GroupOrder)> = Vec::new();
        for (sheet, replies) in asked.iter().zip(&answers) {
            told.extend(sheet.fields.iter().zip(replies).filter_map(|(field, reply)| said(field, reply)));
        }
        self.marches(d, &told);
        for (group, said) in &told {
            if let GroupOrder::GiveGround(by) = said
                && told.contains(&(*by, GroupOrder::Press(*group)))
            {
                self.translate(d, *group, *by);
            }
        }
        Ok(())
    }

    /// Whether groups may march, and whether they may be shifted together: the first if any unit may march, the second
    /// in re-enactments (L3C-OPS-06).
    fn segments(&self, w: &World) -> (bool, bool) {
        let marches = w.present().any(|id| self.marches_now(w, id));
        (marches, self.book.options.translation && self.on(r::L3C_OPS_06))
    }

    /// Whether a unit may march before this turn (L3C-GAP-A67): in the first turn, unless all have deployed by road
    /// (L3C-GEN-19); later only on arrival, or where the scenario has such marches in every turn.
    fn marches_now(&self, w: &World, id: UnitId) -> bool {
        let sketched = self.by_road() && self.on(r::L3C_GEN_19);
        let first = w.turn <= 1 && !sketched;
        self.on(r::L3C_GAP_A67) && (first || self.scenario.operational || w.unit(id).now.arrived)
    }

    fn check_operational(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Judged {
        let (mut preview, mut refusals) = (Preview::default(), Vec::new());
        for (n, (field, reply)) in ask.fields.iter().zip(replies).enumerate() {
            let Some((group, GroupOrder::Redeploy(goals))) = said(field, reply) else { continue };
            let reach = self.group_reach(w, group).map_or(0, |(_, reach)| reach);
            self.judge_places(w, (n, reach), &goals, (&mut preview, &mut refusals));
        }
        if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
    }

    fn fields_operational(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let (_, shifts) = self.segments(w);
        let groups = self.groups.iter().enumerate().filter(|(_, group)| group.side == slot.side);
        let mut fields = Vec::new();
        for (place, _) in groups {
            let group = rulebook::ids::number(place);
            let mut choices = vec![Choice::of(Does::Stay.key(), &[r::L3C_GAP_A67])];
            if let Some((head, reach)) = self.group_reach(w, group) {
                let pose = w.unit(head).pose;
                let mut march = Choice::of(Does::March.key(), &[r::L3C_OPS_03]);
                march.then = vec![Field {
                    about: Ref::Unit(head),
                    shape: Shape::Along {
                        mover: head,
                        path: vec![pose.at, pose.ahead(reach).at],
                        at: vec![(0, reach)],
                    },
                    default: Reply::At(0),
                }];
                choices.push(march);
                choices.extend(self.redeploying(w, &self.marchers_of(w, group), reach));
            }
            for other in self.opposite(w, group).into_iter().filter(|_| shifts) {
                let choice = |does: Does| Choice::of(does.about(Ref::Command(other)), &[r::L3C_OPS_06]);
                choices.extend([choice(Does::GiveGround), choice(Does::Press)]);
            }
            if choices.len() > 1 {
                fields.push(pick_one(Ref::Command(group), choices));
            }
        }
        fields
    }

    /// The units of a group that are on the table.
    fn units_of(&self, w: &World, group: u16) -> Vec<UnitId> {
        let units = &rulebook::ids::at(&self.groups, usize::from(group), "group").units;
        units.iter().copied().filter(|id| w.unit(*id).present()).collect()
    }

    /// Those among them that may march before this turn.
    fn marchers_of(&self, w: &World, group: u16) -> Vec<UnitId> {
        self.units_of(w, group).into_iter().filter(|id| self.marches_now(w, *id)).collect()
    }

    /// Whether a general on the table gives a unit operational orders (L3C-CHEF-03).
    fn under_orders(&self, w: &World, id: UnitId) -> bool {
        let general = |place: usize| w.generals[place].present() && self.commands(place, id);
        (0..w.generals.len()).any(general) || !self.on(r::L3C_CHEF_03)
    }

    /// A unit as an element of its group's march.
    fn element(&self, w: &World, id: UnitId) -> Element {
        let body = &w.unit(id).body;
        Element {
            arm: self.mover(id),
            formation: MovingAs::of(body.formation),
            status: self.troop(id).status,
            case: body.case,
            state: body.state,
            general: self.led(w, id),
        }
    }

    /// The head of a group that may march, and its longest march: stops on the way are found during the march.
    fn group_reach(&self, w: &World, group: u16) -> Option<(UnitId, Cm)> {
        let units = self.marchers_of(w, group);
        let head = *units.first()?;
        // The points are those of the turn (L3C-PA-04).
        let march_points = if self.on(r::L3C_PA_04) { self.book.tables.action.operational_march } else { 0 };
        let able = units.iter().all(|id| {
            let unit = w.unit(*id);
            let paid = left(&self.book, unit.body.points_spent) >= march_points;
            unit.garrison.is_none() && paid && !self.at_stopping_distance(w, *id)
        });
        let group =
            MarchingGroup { units: units.iter().map(|id| self.element(w, *id)).collect(), ..MarchingGroup::default() };
        let marched = march(&self.book, &group);
        (able && marched.allowed && self.under_orders(w, head) && marched.distance.cm() > 0)
            .then_some((head, marched.distance.cm()))
    }

    /// The shortest distance between two units in operational movement (L3C-GAP-A08).
    fn stopping_distance(&self, one: UnitId, other: UnitId) -> Distance {
        let stop = &self.book.tables.distance.operational_stop;
        let horse = [one, other].iter().any(|unit| self.troop(*unit).arm == Arm::Cavalry);
        if horse { stop.cavalry } else { stop.foot }
    }

    /// Whether a unit stands where operational marches end: at the stopping distance of an enemy that it can see
    /// (L3C-OPS-07, L3C-GAP-A08).
    fn at_stopping_distance(&self, w: &World, id: UnitId) -> bool {
        self.stops_at(w, id, &self.piece(w, id))
    }

    /// The same for a unit with this footprint.
    pub(super) fn stops_at(&self, w: &World, id: UnitId, piece: &Piece) -> bool {
        let seen = self.troops(w, self.side(id).other()).filter(|enemy| !w.is_hidden(*enemy));
        let mut near =
            seen.filter(|enemy| within_reach(piece, &self.piece(w, *enemy), self.stopping_distance(id, *enemy).cm()));
        near.next().is_some() && self.on(r::L3C_OPS_07)
    }

    /// Whether a unit has come before a defended crest, even one held by hidden troops (L3C-OPS-05).
    fn at_defended_crest(&self, w: &World, id: UnitId) -> bool {
        let reach = self.book.tables.distance.defended_crest.cm();
        let (piece, pose) = (self.piece(w, id), w.unit(id).pose);
        let crests = (0..self.terrain.ground().features.len()).filter_map(|n| table::FeatureId::try_from(n).ok());
        let mut crests = crests.filter(|crest| self.terrain.kind(*crest) == Some(GroundKind::Crest));
        crests.any(|crest| {
            let near = self.terrain.piece_to_feature(&piece, crest).is_some_and(|m| within_cm(m.cm, reach));
            let comes = || {
                let far = |at: Point| self.terrain.point_to_feature(at, crest).map_or(Cm::MAX, |m| m.cm);
                far(pose.ahead(UD / 10).at) < far(pose.at)
            };
            let defended = || {
                let mut enemies = self.troops(w, self.side(id).other());
                enemies.any(|enemy| {
                    let his = self.terrain.piece_to_feature(&self.piece(w, enemy), crest);
                    his.is_some_and(|m| within_cm(m.cm, reach))
                })
            };
            near && comes() && defended()
        }) && self.on(r::L3C_OPS_05)
    }

    /// Whether a unit has come behind engaged friends of another group (L3C-OPS-09).
    fn behind_engaged_friends(&self, w: &World, group: u16, id: UnitId) -> bool {
        let reach = self.book.tables.distance.second_line.cm();
        let pose = w.unit(id).pose;
        self.troops(w, self.side(id)).filter(|friend| self.sheet(*friend).command != group).any(|friend| {
            let front = w.unit(friend).pose.at;
            let ahead = table::turn(pose.facing, pose.at.bearing_to(front)).abs()
                <= 100 * table::Angle::from(self.book.tables.arc.frontal);
            let near = within_cm(table::point_to_piece(front, &self.piece(w, id)).cm, reach);
            ahead && near && self.threatened(w, friend)
        }) && self.on(r::L3C_OPS_09)
    }

    /// Groups march straight on or to other places, both sides together, each as far as none of its units must stop
    /// (L3C-GAP-A07).
    fn marches(&self, d: &mut D<'_>, told: &[(u16, GroupOrder)]) {
        let mut there = d.world.clone();
        let mut under_way: Vec<(u16, Cm)> = told
            .iter()
            .filter_map(|(group, told)| match told {
                GroupOrder::March(cm) if *cm > 0 => Some((*group, *cm)),
                GroupOrder::Redeploy(goals) => Some((*group, redeploy::longest(&there, goals))),
                _ => None,
            })
            .collect();
        let elsewhere = |group: u16| {
            told.iter().find_map(|(of, told)| match told {
                GroupOrder::Redeploy(goals) if *of == group => Some(goals.as_slice()),
                _ => None,
            })
        };
        let marching: Vec<u16> =
            under_way.iter().map(|(group, _)| *group).filter(|group| elsewhere(*group).is_none()).collect();
        let all: Vec<Goal> =
            under_way.iter().flat_map(|(group, _)| elsewhere(*group).unwrap_or_default()).copied().collect();
        // A unit that is to take another place keeps its own until the new one is certain.
        let kept: Vec<(u32, Piece)> =
            all.iter().map(|goal| (u32::from(goal.unit.0), self.piece(&d.world, goal.unit))).collect();
        while !under_way.is_empty() {
            under_way.retain(|(group, left)| {
                let units = self.marchers_of(&there, *group);
                let stops = |id: &UnitId| {
                    self.at_stopping_distance(&there, *id)
                        || self.at_defended_crest(&there, *id)
                        || self.behind_engaged_friends(&there, *group, *id)
                };
                *left > 0 && !units.iter().any(stops)
            });
            for (group, left) in &mut under_way {
                let cm = STEP.min(*left);
                *left -= cm;
                if let Some(goals) = elsewhere(*group) {
                    redeploy::step(&mut there, goals, cm);
                    continue;
                }
                for id in self.marchers_of(&there, *group) {
                    let gone = self.free_way(&there, id, cm, &kept);
                    let unit = there.unit_mut(id);
                    unit.pose = unit.pose.ahead(gone);
                }
            }
        }
        d.beat();
        for id in marching.into_iter().flat_map(|group| self.marchers_of(&there, group)) {
            if self.on(r::L3C_PA_04) {
                self.spend(d, id, self.book.tables.action.operational_march, r::L3C_GAP_A07);
            }
            let pose = there.unit(id).pose;
            if pose != d.world.unit(id).pose {
                self.place(d, id, pose, &[], &[r::L3C_OPS_03]);
            }
        }
        self.take_up(d, there, &all);
    }

    /// Distance that a unit can go straight on along a way.
    fn free_way(&self, w: &World, id: UnitId, cm: Cm, kept: &[(u32, Piece)]) -> Cm {
        let (piece, facing) = (self.piece(w, id), w.unit(id).pose.facing);
        let mut others = self.others(w, id);
        others.extend_from_slice(kept);
        match room(&piece, facing, cm, &self.terrain, |f| self.closed(id, f), &others) {
            Ok(_) => cm,
            Err(halt) if matches!(halt.what, Stop::Unit(_)) => (halt.at.cm - UD / 6).max(0),
            Err(halt) => halt.at.cm,
        }
    }

    /// Enemy groups so near that neither may march: in a re-enactment the two may be shifted together, if all are
    /// formed and in hand (L3C-OPS-06).
    fn opposite(&self, w: &World, group: u16) -> Vec<u16> {
        let formed = |group: u16| {
            let units = self.units_of(w, group);
            let fine = |id: &UnitId| {
                let unit = w.unit(*id);
                unit.in_hand() && unit.body.state <= crate::Cohesion::Loose && unit.garrison.is_none()
            };
            !units.is_empty() && units.iter().all(fine) && units.iter().any(|id| self.under_orders(w, *id))
        };
        let side = self.groups.get(usize::from(group)).map(|sheet| sheet.side);
        let others = (0..self.groups.len()).filter(|place| self.groups.get(*place).map(|sheet| sheet.side) != side);
        let others = others.map(rulebook::ids::number);
        let near = |other: &u16| {
            let limit = |one: UnitId, two: UnitId| self.stopping_distance(one, two).cm();
            let theirs = self.units_of(w, *other);
            let mut own = self.units_of(w, group).into_iter();
            own.any(|one| theirs.iter().any(|two| within_cm(self.gap(w, one, *two), limit(one, *two))))
        };
        others.filter(|other| formed(group) && formed(*other) && near(other)).collect()
    }

    /// A group that gives ground and the one that presses it are shifted together, by the march of the slowest unit,
    /// straight away from the second; formations and relative places do not change (L3C-OPS-06).
    fn translate(&self, d: &mut D<'_>, gives: u16, presses: u16) {
        let w = &d.world;
        let units: Vec<UnitId> = [gives, presses].into_iter().flat_map(|group| self.units_of(w, group)).collect();
        let mean = |group: u16| {
            let places: Vec<Point> = self.units_of(w, group).iter().map(|id| w.unit(*id).pose.at).collect();
            let n = rulebook::saturated::<Cm, _>(places.len()).max(1);
            Point::new(places.iter().map(|at| at.x / n).sum(), places.iter().map(|at| at.y / n).sum())
        };
        let bearing = mean(presses).bearing_to(mean(gives));
        let group =
            MarchingGroup { units: units.iter().map(|id| self.element(w, *id)).collect(), ..MarchingGroup::default() };
        let whole = march(&self.book, &group).distance.cm();
        let tags: Vec<u32> = units.iter().map(|id| u32::from(id.0)).collect();
        let free = |id: &UnitId| {
            let mut others = self.others(w, *id);
            others.retain(|(tag, _)| !tags.contains(tag));
            match room(&self.piece(w, *id), bearing, whole, &self.terrain, |f| self.closed(*id, f), &others) {
                Ok(_) => whole,
                Err(halt) => (halt.at.cm - 10).max(0),
            }
        };
        let cm = units.iter().map(free).min().unwrap_or(0);
        if cm <= 0 {
            return;
        }
        d.beat();
        for id in units {
            self.spend(d, id, self.book.tables.action.operational_march, r::L3C_GAP_A07);
            let piece = self.piece(&d.world, id).moved(bearing, cm);
            self.place(d, id, piece.pose.ahead(piece.depth / 2), &[], &[r::L3C_OPS_06]);
        }
    }
}

/// The order that an answer gives to a group.
fn said(field: &Field, reply: &Reply) -> Option<(u16, GroupOrder)> {
    let Ref::Command(group) = field.about else { return None };
    let key = reply.key()?;
    let other = key.refs.iter().find_map(|of| if let Ref::Command(other) = of { Some(*other) } else { None });
    match (Does::of(key), other) {
        (Some(Does::March), _) => match reply.opened().first() {
            Some(Reply::At(cm)) => Some((group, GroupOrder::March(*cm))),
            _ => None,
        },
        (Some(Does::Redeploy), _) => Some((group, GroupOrder::Redeploy(goals(field, reply)))),
        (Some(Does::GiveGround), Some(other)) => Some((group, GroupOrder::GiveGround(other))),
        (Some(Does::Press), Some(other)) => Some((group, GroupOrder::Press(other))),
        _ => None,
    }
}
