//! The plan: which units take or hold places, which support, which hunt.

use super::{Lean, Style, line_missions, sent};
use crate::army::Army;
use crate::scene::Scene;
use game::{Ask, Field, Nerve, Rating, Ref, Sort, UnitId};
use std::collections::BTreeMap;
use table::{Cm, Point, Pose, turn};

/// The purpose of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Task {
    Take,
    /// Keep a place of its own side.
    Keep,
    /// Stay near a friend.
    Support(UnitId),
    /// Destroy an enemy, from the flank if possible.
    Hunt(UnitId),
    /// Get away from the enemy and form up.
    Recover,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Mission {
    pub task: Task,
    pub at: Point,
    /// Radius within which the unit is there.
    pub radius: Cm,
    /// Value, in hundredths of a point.
    pub worth: i64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub missions: BTreeMap<UnitId, Mission>,
    /// The plan of the army when it fights in line; otherwise each unit acts by itself.
    pub army: Option<Army>,
    style: Option<Style>,
    /// The points of the places at the end, as players know them: the worth of a mission is also weighed by time and
    /// style.
    points: Vec<(Point, i64)>,
}

/// A place and the enemies that threaten it.
struct Place {
    at: Point,
    radius: Cm,
    worth: i64,
    ours: bool,
    /// Worth of the enemies that can be there within two turns, the nearer the more.
    pressure: i64,
    /// Worth of the friends already sent there.
    sent: i64,
    /// The first friend sent there.
    first: Option<UnitId>,
}

impl Plan {
    pub fn make(scene: &Scene<'_>, style: Style) -> Self {
        let points = scene.view.goals.iter().map(|goal| (goal.at, goal.worth)).collect();
        let mut plan = Self { missions: BTreeMap::new(), army: None, style: Some(style), points };
        if line_missions::formed_by(scene.view, scene.side, scene.conduct) {
            let army = Army::make(scene, style);
            plan.missions = line_missions::missions(scene, &army);
            plan.army = Some(army);
            return plan;
        }
        if style.straight {
            plan.missions = scene.friends().filter(|u| sent(u)).filter_map(|u| straight_at(scene, u)).collect();
            return plan;
        }
        let mut places = places(scene, style);
        let mut free: Vec<&Rating> = scene.friends().filter(|u| sent(u) && !scene.kept_back(u)).collect();
        plan.send_to_places(scene, &mut places, &mut free);
        for unit in free {
            let mission = plan.hunt(scene, unit, style).or_else(|| plan.support(scene, unit));
            if let Some(mission) = mission {
                plan.missions.insert(unit.unit, mission);
            }
        }
        for unit in scene.friends().filter(|u| sent(u) && scene.kept_back(u)) {
            if let Some(mission) = plan.reserve(scene, unit) {
                plan.missions.insert(unit.unit, mission);
            }
        }
        for unit in scene.friends().filter(|u| u.nerve >= Nerve::Shaken) {
            plan.missions.insert(unit.unit, Mission { task: Task::Recover, at: unit.pose.at, radius: 0, worth: 0 });
        }
        plan
    }

    /// A plan with a mission for one unit only.
    pub fn of(unit: UnitId, mission: Mission) -> Self {
        Self { missions: BTreeMap::from([(unit, mission)]), ..Self::default() }
    }

    /// The best first: the nearest and fittest unit goes where most is to be gained.
    fn send_to_places(&mut self, scene: &Scene<'_>, places: &mut [Place], free: &mut Vec<&Rating>) {
        loop {
            let mut best: Option<(i64, usize, usize)> = None;
            for (p, place) in places.iter().enumerate() {
                // Enough friends are there already: the first always goes, more as the enemy threatens.
                if place.sent > 0 && place.sent * 100 >= place.pressure * scene.weights.pressed {
                    continue;
                }
                for (u, unit) in free.iter().enumerate() {
                    let value = wish(scene, unit, place);
                    if value > 0 && best.is_none_or(|(most, ..)| value > most) {
                        best = Some((value, p, u));
                    }
                }
            }
            let Some((_, p, u)) = best else { return };
            let (Some(place), unit) = (places.get_mut(p), free.remove(u)) else { return };
            place.sent += unit.worth * 100;
            let mission = match place.first {
                None => {
                    place.first = Some(unit.unit);
                    let task = if place.ours { Task::Keep } else { Task::Take };
                    // A unit that is there and does not hold the place goes farther in: under some rulesets the middle
                    // of its front does not count.
                    let deeper = !place.ours && unit.far(place.at) <= place.radius;
                    let radius = if deeper { 0 } else { place.radius * 7 / 10 };
                    Mission { task, at: place.at, radius, worth: place.worth }
                }
                // The others stand beside the first, on the side from which they come.
                Some(first) => {
                    let width = |unit: &Rating| unit.extent.left + unit.extent.right;
                    let apart = (width(unit) + scene.view.unit(first).map_or(0, width)) / 2 + scene.view.contact / 2;
                    let front = nearest_enemy(scene, place.at).map_or(0, |enemy| place.at.bearing_to(enemy.pose.at));
                    let beside = [9_000, -9_000].map(|by| place.at.step(front + by, apart));
                    let at = beside.into_iter().min_by_key(|at| unit.far(*at)).unwrap_or(place.at);
                    Mission {
                        task: Task::Support(first),
                        at,
                        radius: scene.view.contact,
                        worth: place.worth * scene.weights.beside / 100,
                    }
                }
            };
            self.missions.insert(unit.unit, mission);
        }
    }

    /// The enemy that the unit can best destroy.
    fn hunt(&self, scene: &Scene<'_>, unit: &Rating, style: Style) -> Option<Mission> {
        let prey = scene.enemies().filter_map(|enemy| {
            let turns = i64::from(enemy.far(unit.pose.at)) * 100 / i64::from(unit.reach.max(1)) + 60;
            let flank = beside(enemy, unit.pose.at, scene.view.contact * 2);
            let (gain, cost) = scene.attack(unit, flank, enemy, enemy.pose);
            let friends =
                scene.friends().filter(|f| f.unit != unit.unit && f.far(enemy.pose.at) <= 2 * f.reach).count();
            let value = scene.net(gain * style.attack / 100, cost * scene.stake(unit) / 100)
                + scene.weights.hunt_friends * i64::try_from(friends.min(3)).unwrap_or(0);
            (value > 0).then_some((value * 100 / turns, enemy, flank))
        });
        let (value, enemy, flank) = prey.max_by_key(|(value, enemy, _)| (*value, std::cmp::Reverse(enemy.unit)))?;
        Some(Mission {
            task: Task::Hunt(enemy.unit),
            at: flank,
            radius: scene.view.contact,
            worth: value.max(scene.weights.hunt_least),
        })
    }

    /// Behind the middle of the others, on the side away from the enemy.
    fn reserve(&self, scene: &Scene<'_>, unit: &Rating) -> Option<Mission> {
        let others = || scene.friends().filter(|friend| friend.unit != unit.unit && friend.able());
        let aim = |friend: &Rating| self.missions.get(&friend.unit).map_or(friend.pose.at, |mission| mission.at);
        let friend = others().min_by_key(|friend| (unit.far(aim(friend)), friend.unit))?;
        let aim = aim(friend);
        let enemy = nearest_enemy(scene, aim)?.pose.at;
        let at = aim.step(enemy.bearing_to(aim), scene.view.support * scene.weights.reserve as Cm / 100);
        let worth = scene.weights.support_worth * 2;
        Some(Mission { task: Task::Support(friend.unit), at, radius: scene.view.contact, worth })
    }

    /// The friend that needs support most: a place close behind it.
    fn support(&self, scene: &Scene<'_>, unit: &Rating) -> Option<Mission> {
        let friend = scene
            .friends()
            .filter(|f| f.unit != unit.unit && self.missions.contains_key(&f.unit) && f.nerve <= Nerve::Halted)
            .max_by_key(|f| {
                (scene.threat(f, f.pose) - i64::from(f.far(unit.pose.at)) / 40, std::cmp::Reverse(f.unit))
            })?;
        let aim = self.missions.get(&friend.unit).map_or(friend.pose.at, |mission| mission.at);
        let enemy = nearest_enemy(scene, aim).map_or(aim, |enemy| enemy.pose.at);
        let away = enemy.bearing_to(aim);
        let back = if unit.sort == Sort::Horse {
            scene.view.support * scene.weights.reserve as Cm / 100
        } else {
            scene.view.support
        };
        let at = if enemy == aim { friend.pose.at } else { aim.step(away, back) };
        Some(Mission {
            task: Task::Support(friend.unit),
            at,
            radius: scene.view.support / 2,
            worth: scene.weights.support_worth,
        })
    }

    /// The value to a unit of a pose, in hundredths of a point.
    pub fn value(&self, scene: &Scene<'_>, unit: &Rating, pose: Pose) -> i64 {
        let style = self.style.unwrap_or(Style::of(scene.temper));
        let mission = self.missions.get(&unit.unit).map_or(0, |mission| {
            let far = (pose.at.far(mission.at) - mission.radius).max(0);
            let turns = i64::from(far) * 100 / i64::from(unit.reach.max(1));
            let there = if far == 0 { mission.worth * scene.weights.there / 100 } else { 0 };
            // The last stretch matters most: far off, one way is as good as another.
            there - mission.worth * turns.min(400) * scene.weights.approach / 10_000
        });
        let facing = nearest_enemy(scene, pose.at).map_or(0, |enemy| {
            let off = i64::from(turn(pose.facing, pose.at.bearing_to(enemy.pose.at)).abs());
            let near = i64::from(enemy.far(pose.at)) < 2 * i64::from(enemy.reach.max(unit.reach));
            if near { -(off.max(3_000) - 3_000) * unit.worth / 1_000 * scene.weights.facing / 100 } else { 0 }
        });
        let caution = scene.caution() * if style.lean == Lean::Back { 150 } else { 100 } / 100;
        mission + facing + scene.chances(unit, pose) * style.attack / 100 - scene.threat(unit, pose) * caution / 100
            + scene.company(unit, pose)
    }

    /// The order in which units choose their way on a sheet: the weightiest mission first.
    pub fn sequence(&self, ask: &Ask) -> Vec<usize> {
        let weight = |field: &Field| match field.about {
            Ref::Unit(id) => self.missions.get(&id).map_or(0, |mission| mission.worth),
            _ => i64::MAX,
        };
        // The foremost first: a unit that advances makes room for those behind.
        let depth = |field: &Field| match (field.about, &self.army) {
            (Ref::Unit(id), Some(army)) => army.depth(id),
            _ => 0,
        };
        let mut order: Vec<usize> = (0..ask.fields.len()).collect();
        if self.army.is_some() {
            order.sort_by_key(|n| ask.fields.get(*n).map(depth));
            return order;
        }
        order.sort_by_key(|n| ask.fields.get(*n).map(|field| std::cmp::Reverse(weight(field))));
        order
    }

    /// Why a unit acts as it does.
    pub fn reason(&self, unit: UnitId) -> Option<crate::Reason> {
        let mission = self.missions.get(&unit)?;
        let about = Ref::Unit(unit);
        let spot = Ref::Spot(mission.at);
        let reason = match mission.task {
            Task::Take => crate::Reason::of(about, "take").on(spot),
            Task::Keep => crate::Reason::of(about, "keep").on(spot),
            Task::Support(friend) => crate::Reason::of(about, "support").on(Ref::Unit(friend)),
            Task::Hunt(enemy) => crate::Reason::of(about, "hunt").on(Ref::Unit(enemy)),
            Task::Recover => crate::Reason::of(about, "recover"),
        };
        let points = self.points.iter().find(|(at, _)| *at == mission.at).map(|(_, points)| *points);
        Some(reason.fact("worth", points.unwrap_or((mission.worth + 50) / 100)))
    }
}

/// The nearest enemy, and nothing else.
fn straight_at(scene: &Scene<'_>, unit: &Rating) -> Option<(UnitId, Mission)> {
    let enemy = nearest_enemy(scene, unit.pose.at)?;
    let task = Task::Hunt(enemy.unit);
    Some((unit.unit, Mission { task, at: enemy.pose.at, radius: scene.view.contact, worth: STRAIGHT * unit.full }))
}

/// The value of a place to a unit that goes straight at the enemy, in hundredths of a point for each of its points.
const STRAIGHT: i64 = 500;

/// The value of sending a unit to a place.
fn wish(scene: &Scene<'_>, unit: &Rating, place: &Place) -> i64 {
    let far = (i64::from(unit.far(place.at)) - i64::from(place.radius)).max(0);
    let turns = 100 + far * 100 / i64::from(unit.reach.max(1));
    let left = i64::from(scene.view.turns.saturating_sub(scene.view.turn)) + 1;
    if turns > left * 130 + 100 {
        return 0;
    }
    // Horse is for the fight: it takes a place only where no other unit would be in time.
    let fit = match unit.sort {
        Sort::Foot => 100,
        Sort::Horse => scene.weights.horse_fit,
        Sort::Guns => 40,
        Sort::Leader => 0,
    };
    let shared = if place.sent > 0 { scene.weights.shared } else { 100 };
    place.worth * fit * shared / turns
}

fn places(scene: &Scene<'_>, style: Style) -> Vec<Place> {
    let (count, sum) = scene.friends().fold((0, 0), |(count, sum), unit| (count + 1, sum + unit.full));
    let usual = sum / i64::from(count.max(1));
    let place = |goal: &game::Goal| {
        let pressure = |enemy: &Rating| {
            let turns = i64::from(enemy.far(goal.at)) * 100 / i64::from(enemy.reach.max(1));
            enemy.worth * 100 * (300 - turns).clamp(0, 200) / 200
        };
        let pressure: i64 = scene.enemies().filter(|e| e.nerve <= Nerve::Halted).map(pressure).sum();
        let ours = goal.holder == Some(scene.side);
        let decides = if goal.decides.is_some() { 200 } else { 100 };
        // Places count at the end: until then the enemy is worth more than the ground.
        let late = scene.weights.early
            + (100 - scene.weights.early) * i64::from(scene.view.turn) / i64::from(scene.view.turns.max(1));
        let counts = if tips(scene, goal) { goal.worth.max(usual * scene.weights.tips / 100) } else { goal.worth };
        let worth = counts * style.goals * decides / 100 * late / 100;
        // A place that the side holds and that no enemy can reach keeps itself.
        let worth = if ours && pressure == 0 { worth / 10 } else { worth };
        Place { at: goal.at, radius: goal.radius, worth, ours, pressure, sent: 0, first: None }
    };
    scene.view.goals.iter().map(place).collect()
}

/// Whether the places could turn a draw or a defeat into a victory, or the loss of this one the opposite: then it
/// counts as much as units do, however few its points.
fn tips(scene: &Scene<'_>, goal: &game::Goal) -> bool {
    let [own, his] = [scene.side, scene.side.other()].map(|side| scene.view.armies[side.index()].points);
    let (lead, margin) = (own - his, scene.view.margin);
    let end = |lead: i64| i64::from(lead > margin) - i64::from(lead < -margin);
    let swing = |goal: &game::Goal| if goal.holder == Some(scene.side.other()) { 2 * goal.worth } else { goal.worth };
    if goal.holder == Some(scene.side) {
        return end(lead - 2 * goal.worth) < end(lead);
    }
    let open = scene.view.goals.iter().filter(|goal| goal.holder != Some(scene.side));
    end(lead + open.map(swing).sum::<i64>()) > end(lead)
}

/// A place beside an enemy, on the side from which one comes.
fn beside(enemy: &Rating, from: Point, away: Cm) -> Point {
    let side = |by: i32| enemy.pose.at.step(enemy.pose.facing + by, away);
    let (left, right) = (side(-9_000), side(9_000));
    if left.to(from) <= right.to(from) { left } else { right }
}

pub(super) fn nearest_enemy<'a>(scene: &Scene<'a>, at: Point) -> Option<&'a Rating> {
    scene.enemies().min_by_key(|enemy| (enemy.far(at), enemy.unit))
}
