//! Possible marches of a unit: towards the enemy or an objective, or, if none leads there, any at all.

use super::sheet::FORMATIONS;
use super::trip::Trip;
use super::way::{Sort, WHOLE};
use crate::world::World;
use crate::{BatailleEmpire, Formation, Order, UD, word};
use game::UnitId;
use table::{Cm, Manoeuvre, Point, turn};

impl BatailleEmpire {
    /// A few legal marches, up to a maximum, those that fulfil a duty first; if there are none: to stay.
    pub(crate) fn ways(&self, trip: &Trip<'_>, most: usize) -> Vec<Vec<Manoeuvre>> {
        let (w, ids, sort) = (trip.scene.w, trip.ids, trip.sort);
        let Some(id) = ids.first().copied() else { return Vec::new() };
        let unit = w.unit(id);
        let mut found: Vec<Vec<Manoeuvre>> = Vec::new();
        if unit.formation == Formation::Deployed {
            self.gun_ways(w, id, &mut |legs| {
                let fine = found.len() >= most || self.fits(trip, &legs);
                found.extend(Some(legs).filter(|_| fine && found.len() < most));
                fine
            });
            return found;
        }
        let times = if sort == Sort::Operational { self.times(ids) } else { 1 };
        let far = self.allowed(w, ids).cm() * i32::from(times);
        let away = w.division(self.sheet(id).command).order == Order::Withdraw;
        for goal in self.goals_of(w, id) {
            if found.len() >= most {
                return found;
            }
            let off = turn(unit.pose.facing, unit.pose.at.bearing_to(goal)) + if away { 18_000 } else { 0 };
            let off = turn(0, off);
            let heads: Vec<Vec<Manoeuvre>> = match off.abs() {
                0..=500 => vec![Vec::new()],
                501..=13_500 => {
                    let wheel = |most: i32| vec![Manoeuvre::Wheel(off.clamp(-most, most))];
                    vec![wheel(9_000), wheel(4_500), Vec::new()]
                }
                _ => vec![vec![Manoeuvre::Turn(18_000)], Vec::new()],
            };
            for head in heads {
                // As far as the start leaves movement; then shorter by eighths, and again by quarters of a UD. Staying
                // costs nothing; a unit hindered at its place does not move.
                let price = || self.drafted(trip, &head).map_or(WHOLE, |draft| draft.cost);
                let spent = if head.is_empty() { 0 } else { price() };
                let left =
                    i64::from(far) * i64::from(WHOLE * i32::from(times) - spent) / i64::from(WHOLE * i32::from(times));
                let left = rulebook::saturated::<Cm, _>(left.max(0));
                let fits = |cm: Cm| self.fits(trip, &with(&head, Manoeuvre::Ahead(cm)));
                let coarse =
                    [8, 7, 6, 5, 4, 3, 2, 1].into_iter().map(|eighths| left / 8 * eighths).find(|cm| fits(*cm));
                let best = coarse.map(|cm| {
                    let more = (1..4).map(|quarters| cm + quarters * UD / 4).take_while(|cm| *cm <= left && fits(*cm));
                    more.last().unwrap_or(cm)
                });
                let way = best.map(|cm| with(&head, Manoeuvre::Ahead(cm)));
                let way = way.or_else(|| Some(head.clone()).filter(|head| !head.is_empty() && self.fits(trip, head)));
                if let Some(way) = way {
                    found.push(way);
                    break;
                }
            }
        }
        if away && found.len() < most {
            let back = [far / 2, far / 4].into_iter().map(|cm| vec![Manoeuvre::Back(cm)]);
            found.extend(back.into_iter().find(|legs| self.fits(trip, legs)));
        }
        found
    }

    /// The first march towards a goal.
    pub(super) fn onward_way(&self, trip: &Trip<'_>) -> Option<Vec<Manoeuvre>> {
        trip.found.first.get_or_init(|| self.ways(trip, 1).into_iter().next()).clone()
    }

    /// Any march, if none leads to a goal: ahead, back, sideways or about.
    pub(super) fn some_way(&self, trip: &Trip<'_>) -> Option<Vec<Manoeuvre>> {
        trip.found.some.get_or_init(|| self.look_for_a_way(trip)).clone()
    }

    fn look_for_a_way(&self, trip: &Trip<'_>) -> Option<Vec<Manoeuvre>> {
        let far = self.allowed(trip.scene.w, trip.ids).cm();
        let heads =
            [vec![], vec![Manoeuvre::Turn(18_000)], vec![Manoeuvre::Wheel(4_500)], vec![Manoeuvre::Wheel(-4_500)]];
        let lengths = [far, far / 2, UD];
        let ahead = heads.into_iter().flat_map(|head| lengths.map(|cm| with(&head, Manoeuvre::Ahead(cm))));
        let back = [far / 2, far / 4].map(|cm| vec![Manoeuvre::Back(cm)]);
        ahead.chain(back).find(|legs| self.fits(trip, legs))
    }

    /// The acts of a deployed battery: limber and move, turn towards the enemy, be moved by hand (BE-MAN-16 to
    /// BE-MAN-19).
    fn gun_ways(&self, w: &World, id: UnitId, offer: &mut impl FnMut(Vec<Manoeuvre>) -> bool) {
        let unit = w.unit(id);
        if let Some((enemy, _)) = self.tactical(w, id) {
            let off = turn(unit.pose.facing, unit.pose.at.bearing_to(w.unit(enemy).pose.at));
            if off.abs() > self.book.tables.angle.fire.0 {
                offer(vec![Manoeuvre::Turn(off)]);
            }
        }
        offer(vec![Manoeuvre::Ahead(self.allowed(w, &[id]).cm())]);
        let limber = Manoeuvre::Reform(word(&Formation::Limbered).0);
        let _ = [2, 1].into_iter().any(|ud| offer(vec![limber.clone(), Manoeuvre::Ahead(ud * UD)]));
    }

    /// Marches with a change of formation, for variety.
    pub(super) fn changing_ways(&self, w: &World, id: UnitId, sort: Sort) -> Vec<Vec<Manoeuvre>> {
        let body = self.figure(w, id);
        let to =
            FORMATIONS.into_iter().filter(|to| crate::resolve::manoeuvre::may_change(&self.book, &body, *to).is_ok());
        let scene = self.scene(w);
        let own = [id];
        let trip = self.trip(&scene, &own, sort);
        let legs = to.flat_map(|to| {
            let change = Manoeuvre::Reform(word(&to).0);
            [vec![change.clone()], vec![change.clone(), Manoeuvre::Ahead(UD)], vec![Manoeuvre::Ahead(UD), change]]
        });
        legs.filter(|legs| self.fits(&trip, legs)).collect()
    }

    /// The goals of a unit: the nearest enemy, and the nearest objective that its side does not hold.
    fn goals_of(&self, w: &World, id: UnitId) -> Vec<Point> {
        let at = w.unit(id).pose.at;
        let enemy = self.tactical(w, id).map(|(enemy, _)| w.unit(enemy).pose.at);
        let mut goals = self.goals(w, self.side(id));
        goals.sort_by(|a, b| at.to(*a).total_cmp(&at.to(*b)));
        enemy.into_iter().chain(goals.into_iter().take(1)).collect()
    }
}

pub(super) fn with(head: &[Manoeuvre], leg: Manoeuvre) -> Vec<Manoeuvre> {
    let mut legs = head.to_vec();
    legs.push(leg);
    legs
}
