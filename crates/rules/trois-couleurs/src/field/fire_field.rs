//! Fires of the action, the fire that a tester is under, and lines of fire.

use super::about::opponents;
use super::frame::Frame;
use super::scene::{Scene, TestCause};
use super::unit_field::FieldUnit;
use super::{UnitId, arcs, ground};
use crate::resolve::combat::losses::steps_of;
use crate::resolve::moving::points;
use crate::resolve::nerve::morale::UnderFire;
use crate::resolve::shooting::aim::{Crest, LineOfFire, Overflown, Place};
use crate::resolve::shooting::figures::{self, Concern, Firing, Source, Victim};
use crate::resolve::shooting::fire::{Exchange, Fire, FireTarget, Shooter};
use crate::resolve::shooting::range;
use crate::{Arm, Aspect, Book, Cover, Distance, Formation, Gait, Shot, r};
use table::{Cm, Kind, Point, angle_off, turn};

/// A fire that has been delivered in this action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FireLine {
    pub shooter: UnitId,
    /// The unit aimed at, or the one that the fire carried on into.
    pub target: UnitId,
    /// What guns fired; `None` for small arms.
    pub shot: Option<Shot>,
    /// It took effect ("*" or better).
    pub effective: bool,
}

impl FireLine {
    /// Whether the fire counts in tests: only with effect (L3C-FEU-36).
    #[must_use]
    pub fn felt(&self, book: &Book) -> bool {
        self.effective || !book.on(r::L3C_FEU_36)
    }
}

/// The fire that a tester is under: fires delivered with effect, and the fire that its opponent can still deliver
/// (L3C-MOR-09).
pub(super) fn under_fire(scene: &Scene<'_>, tester: UnitId) -> UnderFire {
    let book = scene.book;
    let mut under = UnderFire::default();
    for fire in scene.field.fires.iter().filter(|fire| fire.target == tester && fire.felt(book)) {
        if reaches_garrison(scene, tester, fire.shooter) {
            note(&mut under, fire.shot, false);
        }
    }
    let attacks = scene.attacker() == Some(tester);
    let comes_to_fire = matches!(scene.action, TestCause::Assault { to_fire: true, .. });
    if let TestCause::Assault { .. } = scene.action
        && (attacks || comes_to_fire)
        && book.all(&[r::L3C_MOR_09, r::L3C_FEU_37])
    {
        for id in opponents(scene, tester) {
            let (Some((enemy, _)), Some(from), Some(at)) =
                (scene.field.unit(id), scene.towards(id, tester), scene.frame(tester))
            else {
                continue;
            };
            if enemy.fires(book) && points::may_act(book, enemy.body.points_spent) && arcs::in_front(book, &from, &at) {
                note(&mut under, (enemy.troop.arm == Arm::Artillery).then_some(Shot::Round), true);
            }
        }
    }
    under
}

/// Whether a fire counts for a garrison: fire on one face puts all of it under fire (L3C-ECO-27); without that rule,
/// only fire on the side attacked does.
pub(super) fn reaches_garrison(scene: &Scene<'_>, garrison: UnitId, shooter: UnitId) -> bool {
    let held = scene.field.unit(garrison).is_some_and(|(unit, _)| unit.garrison.is_some());
    let (Some(attacker), true) = (scene.attacker(), held && !scene.book.on(r::L3C_ECO_27)) else { return true };
    let (Some(at), Some(from), Some(guns)) = (scene.frame(garrison), scene.frame(attacker), scene.frame(shooter))
    else {
        return true;
    };
    let towards = |frame: &Frame| at.middle().bearing_to(frame.middle());
    turn(towards(&from), towards(&guns)).abs() < 9_000
}

/// Canister replaces round shot; skirmishers and close order count once.
fn note(under: &mut UnderFire, shot: Option<Shot>, objective: bool) {
    match shot {
        None => {
            // Fire of other units stays when the objective does not fire.
            under.musketry_of_objective = objective && (!under.musketry || under.musketry_of_objective);
            under.musketry = true;
        }
        Some(shot) => {
            if under.guns.is_none_or(|known| shot > known) {
                under.guns = Some(shot);
                under.guns_of_objective = objective;
            }
        }
    }
}

impl Scene<'_> {
    /// The line of fire from one unit to another, with every reason that forbids it.
    #[must_use]
    pub fn line_of_fire(&self, shooter: UnitId, target: UnitId, shot: Shot) -> LineOfFire {
        let (Some((unit, _)), Some(from), Some(to)) =
            (self.field.unit(shooter), self.towards(shooter, target), self.towards(target, shooter))
        else {
            return LineOfFire::default();
        };
        let (a, b) = (from.front_middle(), aim_at(&from, &to));
        let woods = ground::woods(self, a, b);
        let [mut own, mut theirs] = self.places(a, b);
        for (place, deep) in [&mut own, &mut theirs].into_iter().zip(woods.deep) {
            place.in_dense_wood = deep.map(Distance::from_cm);
        }
        let pose = table::Pose { at: a, facing: from.facing() };
        // A face without defenders does not fire (L3C-ECO-17).
        let manned = self.on_faces(shooter, target).is_none_or(|held| held > 0) || !self.book.on(r::L3C_ECO_17);
        LineOfFire {
            arm: unit.troop.arm,
            shot,
            skirmish: unit.skirmishes(),
            angle: match arcs::in_front(self.book, &from, &to) {
                _ if !manned => 180,
                true => 0,
                false => degrees(angle_off(&pose, b)),
            },
            distance: Distance::from_cm(super::apart(self.book, &from, &to)),
            shooter: own,
            target: theirs,
            open_wood: Distance::from_cm(woods.open),
            dense_wood: woods.dense,
            houses: woods.houses && self.field.unit(target).is_none_or(|(unit, _)| unit.garrison.is_none()),
            over: self.overflown(shooter, target, (a, b), &from, &to),
        }
    }

    /// Terrain at the two ends of a line: their levels and the crests between.
    fn places(&self, a: Point, b: Point) -> [Place; 2] {
        let terrain = &self.field.terrain;
        let (high, low) = (terrain.level(a), terrain.level(b));
        let place = |own: i32| Place { level: rulebook::saturated::<u8, _>(own.max(0)), ..Place::default() };
        let mut places = [place(high), place(low)];
        let whole = a.to(b).round() as Cm;
        for crossing in terrain.along(a, b) {
            let Some(feature) = terrain.feature(crossing.feature) else { continue };
            let mut set = |end: usize, crest: Crest, behind: Cm| {
                let behind = Distance::from_cm(behind);
                // The crest nearest to a unit belongs to it.
                if places[end].crest == Crest::None || behind < places[end].behind {
                    places[end] = Place { crest, behind, ..places[end] };
                }
            };
            match feature.kind {
                Kind::Crest => {
                    set(0, Crest::Hill, crossing.from_cm);
                    set(1, Crest::Hill, whole - crossing.to_cm);
                }
                // The edge of the plateau on which one end stands.
                Kind::Hill if crossing.from_cm == 0 && crossing.to_cm < whole && high > low => {
                    set(0, Crest::Plateau, crossing.to_cm);
                }
                Kind::Hill if crossing.to_cm == whole && crossing.from_cm > 0 && low > high => {
                    set(1, Crest::Plateau, whole - crossing.from_cm);
                }
                _ => {}
            }
        }
        places
    }

    /// Whether the line of fire passes over a friend, and whether that one is in close order.
    fn overflown(
        &self,
        shooter: UnitId,
        target: UnitId,
        line: (Point, Point),
        from: &Frame,
        to: &Frame,
    ) -> Option<Overflown> {
        let side = self.field.unit(shooter)?.0.side;
        let level = |frame: &Frame| rulebook::saturated::<u8, _>(self.field.terrain.level(frame.middle()).max(0));
        let between = self.near().filter(|(id, unit, frame)| {
            *id != shooter && *id != target && unit.side == side && frame.cut_by(line.0, line.1)
        });
        between
            .map(|(_, unit, frame)| Overflown {
                level: level(&frame),
                skirmish: unit.skirmishes(),
                from_shooter: Distance::from_cm(frame.gap(from)),
                to_target: Distance::from_cm(frame.gap(to)),
            })
            .min_by_key(|over| over.to_target.min(over.from_shooter))
    }

    /// Whether friends of a unit in close order, at least as high as both units, hide its whole front from the other
    /// (L3C-FUI-08).
    #[must_use]
    pub fn masked(&self, from: UnitId, unit: UnitId) -> bool {
        let (Some((own, _)), Some(at), Some(eye)) =
            (self.field.unit(unit), self.towards(unit, from), self.towards(from, unit))
        else {
            return false;
        };
        let level = |p: Point| self.field.terrain.level(p);
        let eye = eye.front_middle();
        let high = level(eye).max(level(at.middle()));
        let hides = |frame: &Frame, aim: Point| level(frame.middle()) >= high && frame.cut_by(eye, aim);
        let masks = self.footprints(|id, other, _| {
            id != unit && id != from && other.side == own.side && other.close_order() && !other.goes_back()
        });
        let [left, right] = at.front();
        !masks.is_empty()
            && [left, at.front_middle(), right].into_iter().all(|aim| masks.iter().any(|frame| hides(frame, aim)))
    }

    /// A fire of one unit at another, its circumstances read from the field; `None` out of range.
    #[must_use]
    pub fn fire(&self, shooter: UnitId, target: UnitId, shot: Option<Shot>) -> Option<Fire> {
        let book = self.book;
        let (unit, _) = self.field.unit(shooter)?;
        let (victim, _) = self.field.unit(target)?;
        let (from, to) = (self.towards(shooter, target)?, self.towards(target, shooter)?);
        let distance = Distance::from_cm(super::apart(book, &from, &to));
        let band = range::band(book, unit.troop.weapon, distance)?;
        let objective = self.objectives().contains(&shooter);
        let common = super::assault::common(book, (unit, &from), (victim, &to));
        // In a garrison the figures on the faces towards the other unit fire and are hit (L3C-ECO-17).
        let on_face = self.on_faces(shooter, target);
        let front = if on_face.is_some() { unit.inside() } else { unit.body.front };
        let housed = self.faced(shooter, target).map(|(_, held)| (held.max(1), 1));
        let (facing, ranks) = housed.unwrap_or((victim.body.front, victim.body.ranks));
        // A square has a front on every side (L3C-MOR-91).
        let square = victim.body.formation == Formation::Square && book.on(r::L3C_MOR_91);
        let side = if square || housed.is_some() { Aspect::Front } else { arcs::bearing(book, &to, &from).aspect };
        let firing = Firing {
            arm: unit.troop.arm,
            formation: unit.body.formation,
            case: unit.body.case,
            front,
            on_face,
            assault: objective,
            opposite: figures::in_bases_of(book, unit.troop.arm, victim.troop.arm, facing),
            overlapped_sides: common.one_overlaps,
            band,
            flank_ranks: (side == Aspect::Flank).then_some(ranks),
            flank_of: victim.troop.arm,
        };
        let concern = Concern {
            victim: Victim { arm: victim.troop.arm, front: facing, ranks },
            shooter: Source { arm: unit.troop.arm, formation: unit.body.formation, front },
            objective,
            overlapped_sides: common.other_overlaps,
        };
        // Lost guns do not fire (L3C-LOSS-02).
        let guns = unit.troop.arm == Arm::Artillery;
        let figures = if guns { unit.figures_left(book) } else { figures::firing(book, &firing) };
        let line = self.line_of_fire(shooter, target, shot.unwrap_or_default());
        let under = under_fire(self, shooter);
        let levels = line.shooter.level.abs_diff(line.target.level);
        let whole = u16::from(victim.body.figures) * steps_of(book, victim.troop.arm);
        Some(Fire {
            shooter: Shooter {
                arm: unit.troop.arm,
                weapon: unit.troop.weapon,
                figures,
                status: unit.troop.status,
                nation: unit.troop.nation,
                formation: unit.body.formation,
                state: unit.body.state,
                first_fire: unit.body.first_fire,
                general: self.general_in_contact(shooter),
                penalty: points::penalty(book, unit.body.points_spent, book.tables.action.fire),
                under_musketry: under.musketry,
                under_guns: under.guns,
                mounted: unit.troop.arm == Arm::Cavalry,
                ..Shooter::default()
            },
            target: FireTarget {
                arm: victim.troop.arm,
                formation: victim.body.formation,
                front: Some(facing),
                ranks,
                concerned: Some(figures::concerned(book, &concern)),
                steps_left: Some(whole.saturating_sub(victim.body.steps_lost)),
                cover: self.cover_from(target, shooter, &line),
                side,
                levels,
                crossing_fast: side == Aspect::Flank && victim.body.gait > Gait::Ordinary,
            },
            band,
            distance,
            shot,
            crest: line.shooter.crest != Crest::None || line.target.crest != Crest::None,
            over_crest: line.shooter.behind < book.tables.distance.crest_first,
            penetration: false,
            exchange: Exchange::Phase,
        })
    }

    /// Cover of a target from a fire: its own, or open wood on the way (L3C-BOI-11).
    fn cover_from(&self, target: UnitId, shooter: UnitId, line: &LineOfFire) -> Cover {
        let wood = line.open_wood.cm() > 0 && self.book.on(r::L3C_BOI_11);
        self.cover(target, shooter).max(if wood { Cover::Light } else { Cover::None })
    }
}

/// Whole degrees of an angle in hundredths of a degree, without its sign.
fn degrees(angle: table::Angle) -> u16 {
    rulebook::saturated::<u16, _>(angle.abs() / 100)
}

/// The figure of a target that a fire is aimed at: the nearest.
fn aim_at(from: &Frame, to: &Frame) -> Point {
    table::point_to_piece(from.front_middle(), &to.piece).to
}

/// Whether guns of a unit's side have fired in this action on one of these (L3C-MOR-36), including guns that are gone
/// by now (L3C-FEU-05).
pub(super) fn guns_have_fired(scene: &Scene<'_>, unit: &FieldUnit, at: &[UnitId]) -> bool {
    let own = |shooter: UnitId| {
        let guns = scene.field.units().get(shooter).filter(|guns| guns.present || scene.book.on(r::L3C_FEU_05));
        guns.is_some_and(|guns| guns.side == unit.side && guns.troop.arm == Arm::Artillery)
    };
    let mut on_these = scene.field.fires.iter().filter(|fire| at.contains(&fire.target));
    on_these.any(|fire| own(fire.shooter) && reaches_garrison(scene, fire.target, fire.shooter))
}

/// Whether friendly guns have fired near enough to a unit to matter in its test (L3C-FEU-41).
pub(super) fn own_guns_near(scene: &Scene<'_>, unit: &FieldUnit, at: &Frame) -> bool {
    let limit = scene.book.tables.distance.artillery_near_friends.cm();
    scene.field.fires.iter().any(|fire| {
        let own = scene.field.unit(fire.shooter).is_some_and(|(guns, _)| guns.side == unit.side);
        let struck = scene.frame(fire.target);
        own && fire.shot.is_some() && struck.is_some_and(|struck| table::within_cm(struck.gap(at), limit))
    })
}
