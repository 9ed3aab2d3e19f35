//! Deployment from the road (L3C-GEN-18, L3C-GEN-19, L3C-GAP-A100): each group arrives by its road until its head is at
//! stopping distance from an enemy head; its units deploy to the right and left of the head.

use crate::resolve::moving::operational::{Element, MarchingGroup, march};
use crate::terms::tables::MovingAs;
use crate::turn::D;
use crate::world::World;
use crate::{Arm, Body, TroisCouleurs, UD, r};
use game::{Side, UnitId};
use std::collections::BTreeMap;
use table::{Angle, Cm, Kind, Piece, Point, Pose, Shape, overlaps};

/// Ticks into which a turn's march is divided, in which all heads advance together, and the largest number of turns.
const TICKS: Cm = 120;
const TURNS: Cm = 12;

/// A road begins at the edge of the table if one of its ends is within this distance.
const AT_EDGE: Cm = 2 * UD;

/// The column of a group on its road.
pub(crate) struct RoadColumn {
    /// Its road, from the point of arrival.
    route: Vec<Point>,
    /// Distance that its head has covered.
    run: Cm,
    /// Distance that its slowest unit marches in a turn.
    speed: Cm,
    /// Whether it has cavalry.
    horse: bool,
    side: Side,
}

impl RoadColumn {
    /// The place at this distance along the road, with the bearing of the road there.
    fn at(&self, run: Cm) -> Pose {
        let mut left = run;
        for pair in self.route.windows(2) {
            let long = gap(pair[0], pair[1]);
            let facing = pair[0].bearing_to(pair[1]);
            if left <= long {
                return Pose { at: pair[0].step(facing, left), facing };
            }
            left -= long;
        }
        let last = *rulebook::ids::held(self.route.last(), "the end of a road");
        let facing = self.route.windows(2).last().map_or(0, |pair| pair[0].bearing_to(pair[1]));
        Pose { at: last, facing }
    }

    fn length(&self) -> Cm {
        self.route.windows(2).map(|pair| gap(pair[0], pair[1])).sum()
    }

    /// The place of its head.
    fn head(&self) -> Pose {
        self.at(self.run)
    }

    /// Whole turns that the march has taken.
    fn turns(&self) -> Cm {
        self.run.div_euclid(self.speed.max(1)) + Cm::from(self.run.rem_euclid(self.speed.max(1)) > 0)
    }

    /// Distance to a place: along the road, then off it. The depth of the column does not count.
    fn way_to(&self, to: Point) -> Cm {
        let outs = (0..=self.run / (UD / 4)).map(|n| n * UD / 4).chain([self.run]);
        outs.map(|run| run.saturating_add(gap(self.at(run).at, to))).min().unwrap_or(Cm::MAX)
    }
}

/// Distance between two points.
fn gap(one: Point, other: Point) -> Cm {
    one.to(other).round() as Cm
}

impl TroisCouleurs {
    /// Whether armies deploy from the road.
    pub(crate) fn by_road(&self) -> bool {
        self.book.options.road_deployment && self.on(r::L3C_GEN_18)
    }

    /// Distance that units march in a turn in columns of divisions, at the pace of the slowest.
    fn march_of(&self, units: &[UnitId]) -> Cm {
        let element = |id: &UnitId| Element {
            arm: self.mover(*id),
            formation: MovingAs::DivisionColumn,
            status: self.troop(*id).status,
            ..Element::default()
        };
        march(&self.book, &MarchingGroup { units: units.iter().map(element).collect(), ..MarchingGroup::default() })
            .distance
            .cm()
    }

    /// The units of a group that come by road: all on the table that hold no house.
    fn marchers(&self, group: u16) -> Vec<UnitId> {
        let units = &rulebook::ids::at(&self.groups, usize::from(group), "group").units;
        let comes = |id: &UnitId| self.start.unit(*id).present() && self.start.unit(*id).garrison.is_none();
        units.iter().copied().filter(comes).collect()
    }

    /// The columns of all groups after their heads have stopped.
    pub(crate) fn columns(&self) -> BTreeMap<u16, RoadColumn> {
        let mut columns: BTreeMap<u16, RoadColumn> = BTreeMap::new();
        for (place, sheet) in self.groups.iter().enumerate() {
            let group = rulebook::ids::number(place);
            let units = self.marchers(group);
            if units.is_empty() {
                continue;
            }
            let horse = units.iter().any(|id| self.troop(*id).arm == Arm::Cavalry);
            let route = self.route_of(&units, sheet.side);
            columns.insert(group, RoadColumn { route, run: 0, speed: self.march_of(&units), horse, side: sheet.side });
        }
        let stop = &self.book.tables.distance.operational_stop;
        for _ in 0..TICKS * TURNS {
            let heads: Vec<(Side, Point, bool)> = columns.values().map(|c| (c.side, c.head().at, c.horse)).collect();
            for column in columns.values_mut() {
                let at = column.head().at;
                let near = |(side, head, horse): &(Side, Point, bool)| {
                    let limit = if *horse || column.horse { stop.cavalry } else { stop.foot };
                    *side != column.side && gap(at, *head) <= limit.cm()
                };
                if !heads.iter().any(near) {
                    column.run = (column.run + column.speed / TICKS).min(column.length());
                }
            }
        }
        columns
    }

    /// The road of a group: the one that begins at its own edge of the table, nearest to its place in the scenario;
    /// without a road, straight ahead from there.
    fn route_of(&self, units: &[UnitId], side: Side) -> Vec<Point> {
        let n = rulebook::saturated::<Cm, _>(units.len()).max(1);
        let places: Vec<Point> = units.iter().map(|id| self.start.unit(*id).pose.at).collect();
        let mean = Point::new(places.iter().map(|at| at.x / n).sum(), places.iter().map(|at| at.y / n).sum());
        let (ground, home) = (self.terrain.ground(), self.scenario.home[side.index()]);
        let edge = |at: Point| match home {
            0 => Point::new(at.x, ground.height),
            9_000 => Point::new(ground.width, at.y),
            18_000 => Point::new(at.x, 0),
            _ => Point::new(0, at.y),
        };
        let roads = ground.features.iter().filter_map(|feature| match &feature.shape {
            Shape::Line { points, .. } if feature.kind == Kind::Road => Some(points.clone()),
            _ => None,
        });
        let inwards = roads.flat_map(|points| [points.iter().rev().copied().collect::<Vec<Point>>(), points]);
        let begins = inwards.filter(|points| points.first().is_some_and(|at| gap(*at, edge(*at)) <= AT_EDGE));
        let nearest = begins.min_by_key(|points| points.first().map_or(Cm::MAX, |at| gap(*at, mean)));
        nearest.unwrap_or_else(|| {
            let start = edge(mean);
            vec![start, start.step(home + 18_000, ground.width.max(ground.height))]
        })
    }

    /// The reason why a unit may not stand at a place when it comes by road: too far for its march, or too near to the
    /// enemy's columns.
    pub(crate) fn off_the_road(
        &self,
        columns: &BTreeMap<u16, RoadColumn>,
        id: UnitId,
        piece: &Piece,
    ) -> Option<(&'static str, Cm)> {
        let column = columns.get(&self.sheet(id).command).filter(|_| self.on(r::L3C_GAP_A100))?;
        let at = piece.front_middle();
        let (way, reach) = (column.way_to(at), column.turns().max(1) * self.march_of(&[id]));
        if way > reach {
            return Some(("too_far", reach));
        }
        // The place must be nearer to a head of its own army than to any enemy head, by the distance that separates the
        // armies.
        let far = |own: bool| {
            let heads = columns.values().filter(|other| (other.side == column.side) == own);
            heads.map(|other| gap(other.head().at, at)).min()
        };
        let clear = self.book.tables.raising.clear_of_enemy.cm();
        let (own, enemy) = (far(true)?, far(false)?);
        (enemy < own + clear).then_some(("too_near", own + clear))
    }

    /// Places all units around the heads of their columns; changes by each player are secret.
    pub(crate) fn comes_by_road(&self, d: &mut D<'_>) {
        let columns = self.columns();
        let mut taken: Vec<Piece> = Vec::new();
        let housed = |w: &World, id: &UnitId| w.unit(*id).garrison.is_some();
        taken.extend(d.world.present().filter(|id| housed(&d.world, id)).map(|id| self.piece(&d.world, id)));
        for (group, column) in &columns {
            let mut first: Option<Pose> = None;
            for id in self.marchers(*group) {
                let body = d.world.unit(id).body;
                let Some(pose) = self.place_by_road(&columns, column, (id, &body), &taken) else { continue };
                taken.push(self.piece_of(id, &body, pose));
                first = first.or(Some(pose));
                self.change(d, id, &[r::L3C_GEN_18], |u| u.pose = pose);
            }
            let place = usize::from(*group);
            if let Some(pose) = first
                && d.world.general(place).present()
            {
                let (id, at) = (d.world.general_id(place), self.on_the_table(pose.ahead(-UD).at));
                self.alter(d, &[id], &[], &[r::L3C_GEN_18], |w| w.generals[place].at = at);
            }
        }
    }

    /// The first free place around the head of a column: beside it to the right and left, then behind.
    fn place_by_road(
        &self,
        columns: &BTreeMap<u16, RoadColumn>,
        column: &RoadColumn,
        (id, body): (UnitId, &Body),
        taken: &[Piece],
    ) -> Option<Pose> {
        let head = column.head();
        let wide = self.piece_of(id, body, head).front + UD / 3;
        let facing: Angle = head.facing;
        let rows =
            (0..12).flat_map(|row| (0..13).map(move |n: Cm| (row, (n + 1) / 2 * if n % 2 == 0 { 1 } else { -1 })));
        rows.map(|(row, aside)| Pose { at: head.local(aside * wide, -row * 2 * UD), facing }).find(|pose| {
            let piece = self.piece_of(id, body, *pose);
            self.terrain.holds(&piece)
                && !taken.iter().any(|other| overlaps(&piece, other))
                && !self.terrain.touched(&piece).into_iter().any(|feature| self.closed(id, feature))
                && self.off_the_road(columns, id, &piece).is_none()
        })
    }
}
