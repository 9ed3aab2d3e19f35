//! Unattached generals move after all units under M, at the rate of light cavalry (ML-6.4b).

use super::draft::part;
use crate::question::{Kind, Luck, Question, asked};
use crate::resolve::movement::March as Mover;
use crate::turn::D;
use crate::turn::moving::Way;
use crate::world::{GENERAL_RADIUS, Life, PAS, SEQUENCE, World, general_piece};
use crate::{Going, MarieLouise, r};
use game::{Ask, Field, Flow, Preview, Ref, Refusal, Reply, Shape, Side, Slot};
use rulebook::Known;
use table::{
    Angle, Cm, Manoeuvre, March, Measure, Piece, Point, Pose, SLACK, disc_to_piece, first_contact, overlaps, turn,
};

pub(crate) const GENERALS: Kind = Kind {
    rules: &[r::ML_6_4B, r::ML_GAP_16],
    fields: MarieLouise::fields_generals,
    check: MarieLouise::check_generals,
    suggest: MarieLouise::suggest_generals,
};

pub(crate) const ESCAPE: Kind = Kind {
    rules: &[r::ML_10E, r::ML_6_4B],
    fields: MarieLouise::fields_escape,
    check: MarieLouise::check_escape,
    suggest: MarieLouise::suggest_escape,
};

/// A general's move.
struct Ride {
    end: Point,
    path: Vec<Pose>,
    cost: i32,
}

impl MarieLouise {
    /// Both sides secretly move their unattached generals (ML-GAP-67).
    pub(super) fn move_generals(&self, d: &mut D<'_>) -> Flow<()> {
        if !self.on(r::ML_6_4B) {
            return Ok(());
        }
        let slots = Side::BOTH.map(|side| Question::Generals.to(side)).into_iter();
        let slots: Vec<Slot> = slots.filter(|slot| !self.riders(&d.world, slot.side).is_empty()).collect();
        let answers = d.ask(slots.clone())?;
        let mut rides = Vec::new();
        for (slot, replies) in slots.iter().zip(&answers) {
            for (place, reply) in self.riders(&d.world, slot.side).into_iter().zip(replies) {
                if let Reply::Marched(march) = reply
                    && let Ok(ride) = self.ride_of(&d.world, place, &march.legs)
                {
                    rides.push((place, ride));
                }
            }
        }
        d.beat();
        rides.retain(|(place, ride): &(usize, Ride)| ride.end != d.world.generals[*place].at);
        let mut riding: Vec<usize> = rides.iter().map(|(place, _)| *place).collect();
        for (place, mut ride) in rides {
            // Generals still to move leave their places to others.
            let standing = (0..d.world.generals.len()).filter(|other| *other == place || !riding.contains(other));
            let end = self.spot_among(&d.world, place, ride.end, &standing.collect::<Vec<_>>());
            riding.retain(|other| *other != place);
            if end != ride.end {
                ride.path.push(Pose { at: end, facing: 0 });
            }
            self.place_general(d, place, end, &ride.path, &[r::ML_6_4B]);
        }
        Ok(())
    }

    /// The place of a general who wants to stop at a point: bases do not overlap, the later one is placed beside
    /// (ML-GAP-80).
    pub(crate) fn spot_for_general(&self, w: &World, place: usize, at: Point) -> Point {
        self.spot_among(w, place, at, &(0..w.generals.len()).collect::<Vec<_>>())
    }

    /// The same, considering only some generals.
    fn spot_among(&self, w: &World, place: usize, at: Point, others: &[usize]) -> Point {
        let standing: Vec<Point> = others
            .iter()
            .filter(|other| **other != place && w.generals[**other].life == Life::Present)
            .map(|other| w.generals[*other].at)
            .collect();
        let wide = 2 * GENERAL_RADIUS;
        let free = |at: &Point| !standing.iter().any(|other| at.to(*other) < f64::from(wide - SLACK));
        if free(&at) || !self.on(r::ML_GAP_80) {
            return at;
        }
        let side = self.generals[place].side;
        let enemies: Vec<Piece> = self.troops(w, side.other()).flat_map(|id| w.unit(id).footprint()).collect();
        let clear = |at: &Point| !enemies.iter().any(|piece| disc_to_piece(*at, GENERAL_RADIUS, piece).cm == 0);
        // Around the bases there, the nearest to the wanted point; of equals the first.
        let round = |about: &Point| {
            let about = *about;
            (0..16).map(move |n| about.step(n * 2_250, wide))
        };
        let beside = standing.iter().filter(|other| at.to(**other) < f64::from(2 * wide)).flat_map(round);
        let fit = beside.filter(|spot| free(spot) && clear(spot) && self.terrain.inside(*spot));
        fit.min_by_key(|spot| at.to(*spot).round() as Cm).unwrap_or(at)
    }

    /// The unattached generals of a side on the table, by place in the list.
    fn riders(&self, w: &World, side: Side) -> Vec<usize> {
        let free = |place: &usize| {
            let general = &w.generals[*place];
            self.generals[*place].side == side && general.life == Life::Present && general.attached.is_none()
        };
        (0..w.generals.len().min(self.generals.len())).filter(free).collect()
    }

    fn fields_generals(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        self.riders(w, slot.side).into_iter().map(|place| self.ride_field(w, place, Vec::new())).collect()
    }

    /// The field for a general's move.
    fn ride_field(&self, w: &World, place: usize, legs: Vec<Manoeuvre>) -> Field {
        let (id, most) = (w.general_id(place), self.longest_ride());
        let allowed =
            vec![Manoeuvre::Oblique { cm: most, by: 18_000 }, Manoeuvre::Turn(18_000), Manoeuvre::Ahead(most)];
        Field {
            about: Ref::Unit(id),
            shape: Shape::March { movers: vec![id], allowed, budget: SEQUENCE },
            default: Reply::Marched(March { movers: vec![id.0], legs }),
        }
    }

    fn check_generals(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        self.check_rides(w, &self.riders(w, asked(ask)), replies)
    }

    fn check_rides(&self, w: &Known<'_, World>, places: &[usize], replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let mut preview = Preview::default();
        let mut refusals = Vec::new();
        for (n, (place, reply)) in places.iter().copied().zip(replies).enumerate() {
            let legs = if let Reply::Marched(march) = reply { march.legs.as_slice() } else { &[] };
            match self.ride_of(w, place, legs) {
                Ok(ride) => {
                    preview.costs.push((ride.cost, SEQUENCE));
                    if !legs.is_empty() {
                        let id = w.general_id(place);
                        preview.ghosts.push((id, vec![general_piece(ride.end)]));
                        preview.paths.push((id, ride.path));
                    }
                }
                Err(refusal) => refusals.push(Refusal { field: rulebook::saturated::<u16, _>(n), ..refusal }),
            }
        }
        if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
    }

    /// Generals that escaped move out of the enemy's reach as their players choose (ML-10e).
    pub(crate) fn ride_away(&self, d: &mut D<'_>, escaped: &[usize]) -> Flow<()> {
        let mine = |w: &World, side: Side| -> Vec<Ref> {
            let own = escaped.iter().filter(|place| self.generals[**place].side == side);
            own.map(|place| Ref::Unit(w.general_id(*place))).collect()
        };
        let slots = Side::BOTH.map(|side| Question::Escape.about(side, mine(&d.world, side)));
        let slots: Vec<Slot> = slots.into_iter().filter(|slot| !slot.about.is_empty()).collect();
        let answers = d.ask(slots.clone())?;
        for (slot, replies) in slots.iter().zip(&answers) {
            for (place, reply) in self.escapees(&d.world, slot).into_iter().zip(replies) {
                let legs = if let Reply::Marched(march) = reply { march.legs.as_slice() } else { &[] };
                if let Ok(mut ride) = self.ride_of(&d.world, place, legs) {
                    let end = self.spot_for_general(&d.world, place, ride.end);
                    if end != ride.end {
                        ride.path.push(Pose { at: end, facing: 0 });
                    }
                    self.place_general(d, place, end, &ride.path, &[r::ML_10E]);
                }
            }
        }
        Ok(())
    }

    /// The generals that a sheet lets move out of the enemy's reach, by place in the list.
    fn escapees(&self, w: &World, slot: &Slot) -> Vec<usize> {
        let place = |of: &Ref| if let Ref::Unit(id) = of { w.general_of(*id) } else { None };
        slot.about.iter().filter_map(place).collect()
    }

    fn fields_escape(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let field = |place: usize| self.ride_field(w, place, self.way_out(w, place));
        self.escapees(w, slot).into_iter().map(field).collect()
    }

    /// A general must end clear of the enemy from which he escaped, if he has a path.
    fn check_escape(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let places = self.escapees(w, &ask.slot);
        let preview = self.check_rides(w, &places, replies)?;
        let mut refusals = Vec::new();
        for (n, (place, reply)) in places.into_iter().zip(replies).enumerate() {
            let legs = if let Reply::Marched(march) = reply { march.legs.as_slice() } else { &[] };
            let end = self.ride_of(w, place, legs).map(|ride| ride.end);
            if end.is_ok_and(|end| self.caught_at(w, place, end)) && !self.way_out(w, place).is_empty() {
                refusals.push(Refusal::by(r::ML_10E, n, "still_caught"));
            }
        }
        if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
    }

    /// The path of a general who escaped: as far as he can move towards the nearest unit of his command or of his side
    /// that does not rout, else towards his own edge, as straight as ground and enemies allow; empty: there is none.
    fn way_out(&self, w: &World, place: usize) -> Vec<Manoeuvre> {
        let (sheet, from) = (&self.generals[place], w.generals[place].at);
        let steady = self.troops(w, sheet.side).filter(|id| w.unit(*id).marker != crate::Marker::Routing);
        let near = steady.min_by_key(|id| {
            let own = self.sheet(*id).command == sheet.command;
            (!own, from.to(w.unit(*id).pose.at).round() as Cm, *id)
        });
        let most = self.rate(&self.rider(), Going::Clear, false).unwrap_or(0);
        let (bearing, far) =
            near.map(|id| self.beside(w, id)).map_or((self.scenario.home[sheet.side.index()], most), |at| {
                (from.bearing_to(at), most.min(from.to(at).round() as Cm))
            });
        let shares = [4, 3, 2, 1].map(|share| far * share / 4).into_iter().chain([most / 4, most / 8]);
        let bends = (0..=12).flat_map(|n| [n * 1_500, -n * 1_500]);
        let mut ways = bends.flat_map(|bend| shares.clone().map(move |cm| (cm, bend)));
        let clear = |(cm, bend): &(Cm, Angle)| {
            let leg = [Manoeuvre::Oblique { cm: *cm, by: turn(0, bearing + bend) }];
            self.ride_of(w, place, &leg).is_ok_and(|ride| !self.caught_at(w, place, ride.end))
        };
        let way = ways.find(clear).map(|(cm, bend)| Manoeuvre::Oblique { cm, by: turn(0, bearing + bend) });
        way.into_iter().collect()
    }

    /// Whether an enemy TdC touches a general at a point.
    fn caught_at(&self, w: &World, place: usize, at: Point) -> bool {
        let enemy = self.generals[place].side.other();
        self.troops(w, enemy).any(|id| self.touches(at, &w.unit(id).tdc()))
    }

    /// Out of reach, with some randomness in the direction.
    fn suggest_escape(&self, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        let rides = self.escapees(w, &ask.slot).into_iter().zip(&ask.fields).map(|(place, field)| {
            let wished = self.suggest_ride(w, place, field, luck);
            let legs = if let Reply::Marched(march) = &wished { march.legs.as_slice() } else { &[] };
            let out = self.ride_of(w, place, legs).is_ok_and(|ride| !self.caught_at(w, place, ride.end));
            if out { wished } else { field.default.clone() }
        });
        rides.collect()
    }

    /// The movement data of a general: as light cavalry, without formation (ML-6.4b, ML-GAP-16).
    fn rider(&self) -> Mover {
        Mover { arm: crate::Arm::Cavalry, general: true, ..Mover::default() }
    }

    /// The path of a general, bend by bend. He faces north at the start, so that the angle of his first leg is a
    /// bearing.
    fn ride_of(&self, w: &World, place: usize, legs: &[Manoeuvre]) -> Result<Ride, Refusal> {
        let mut pose = Pose { at: w.general(place).at, facing: 0 };
        let mut path = vec![pose];
        let mut goes: Vec<(Point, Angle, Cm)> = Vec::new();
        for (n, leg) in legs.iter().enumerate() {
            let (cm, by) = match leg {
                Manoeuvre::Ahead(cm) => (*cm, 0),
                Manoeuvre::Oblique { cm, by } => (*cm, turn(0, *by)),
                Manoeuvre::Turn(by) => {
                    pose = pose.turned(turn(0, *by));
                    continue;
                }
                Manoeuvre::Stand => continue,
                _ => return Err(Refusal::by(r::ML_6_4B, 0, "not_open").at_leg(n)),
            };
            if !(0..=100 * PAS).contains(&cm) {
                return Err(Refusal::by(r::ML_6_4B, 0, "too_long").at_leg(n));
            }
            let bearing = (pose.facing + by).rem_euclid(36_000);
            goes.push((pose.at, bearing, cm));
            pose.at = pose.at.step(bearing, cm);
            path.push(pose);
        }
        let cost = self.ride_cost(&goes)?;
        self.ride_free(w, self.generals[place].side, &goes, pose.at)?;
        Ok(Ride { end: pose.at, path, cost })
    }

    /// Whether a general may move straight this far on a bearing.
    pub(crate) fn may_ride(&self, w: &World, place: usize, bearing: Angle, cm: Cm) -> bool {
        self.ride_of(w, place, &[Manoeuvre::Oblique { cm, by: bearing }]).is_ok()
    }

    /// The longest move of a general, on the best ground.
    pub(crate) fn longest_ride(&self) -> Cm {
        let by = |going| self.rate(&self.rider(), going, false).unwrap_or(0);
        by(Going::Road).max(by(Going::Clear))
    }

    fn ride_cost(&self, goes: &[(Point, Angle, Cm)]) -> Result<i32, Refusal> {
        let rider = self.rider();
        let ways: Vec<Way> =
            goes.iter().map(|(at, bearing, cm)| self.way(&rider, *at, at.step(*bearing, *cm))).collect();
        let gone = goes.iter().fold(0, |sum: Cm, (_, _, cm)| sum.saturating_add(*cm));
        if gone == 0 {
            return Ok(0);
        }
        let Some(allowance) = self.allowance_over(&rider, ways.iter()) else {
            return Err(Refusal::by(r::ML_6D, 0, "forbidden_ground"));
        };
        let obstacles = rulebook::saturated::<Cm, _>(ways.iter().map(|way| way.obstacles.len()).sum::<usize>());
        let over = if self.on(r::ML_1_6E) {
            obstacles.saturating_mul(self.book.tables.distance.obstacle_cost.cm())
        } else {
            0
        };
        let all = gone.saturating_add(over);
        if !table::within_cm(all, allowance) {
            let (from, to) = (goes.first().map(|g| g.0), goes.last().map(|g| g.0.step(g.1, g.2)));
            let measure =
                Measure { from: from.unwrap_or_default(), to: to.unwrap_or_default(), cm: all, limit: allowance };
            return Err(Refusal::by(r::ML_6_4B, 0, "too_long").measured(measure));
        }
        Ok(part(all, allowance).min(SEQUENCE))
    }

    /// A general stays on the table, moves through no enemy and ends on none (ML-6.2b).
    fn ride_free(&self, w: &World, side: Side, goes: &[(Point, Angle, Cm)], end: Point) -> Result<(), Refusal> {
        if goes.is_empty() {
            return Ok(());
        }
        if !self.terrain.inside(end) {
            return Err(Refusal::by(r::ML_6_4B, 0, "off_table"));
        }
        if !self.on(r::ML_6_2B) {
            return Ok(());
        }
        let reach = f64::from(goes.iter().map(|g| g.2).sum::<Cm>() + 10 * PAS);
        let start = goes.first().map_or(end, |g| g.0);
        let near = self.troops(w, side.other()).filter(|id| w.unit(*id).pose.at.to(start) <= reach);
        let elements: Vec<(u32, Piece)> =
            near.flat_map(|id| w.unit(id).footprint().into_iter().map(move |p| (u32::from(id.0), p))).collect();
        if elements.iter().any(|(_, p)| disc_to_piece(end, GENERAL_RADIUS, p).cm == 0) {
            return Err(Refusal::by(r::ML_6_2B, 0, "enemy_in_the_way"));
        }
        for (at, bearing, cm) in goes {
            // Only the figure counts while moving: enemies touched at the start do not hold it.
            let figure = Piece { front: PAS / 5, depth: PAS / 5, ..general_piece(*at) };
            let others: Vec<(u32, Piece)> = elements.iter().filter(|(_, p)| !overlaps(&figure, p)).copied().collect();
            if let Some((_, who, measure)) = first_contact(&figure, *bearing, *cm, &others) {
                let refusal = Refusal::by(r::ML_6_2B, 0, "enemy_in_the_way").fact("unit", i64::from(who));
                return Err(refusal.measured(measure));
            }
        }
        Ok(())
    }

    /// A general stays near the middle of his units, behind their front, with some randomness.
    fn suggest_generals(&self, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        let places = self.riders(w, asked(ask));
        places.into_iter().zip(&ask.fields).map(|(place, field)| self.suggest_ride(w, place, field, luck)).collect()
    }

    fn suggest_ride(&self, w: &Known<'_, World>, place: usize, field: &Field, luck: &mut Luck) -> Reply {
        let (general, sheet) = (&w.generals[place], &self.generals[place]);
        let own = self
            .troops(w, sheet.side)
            .filter(|id| self.sheet(*id).command == sheet.command || sheet.rank > crate::Rank::Brigade);
        let places: Vec<Point> = own.map(|id| w.unit(id).pose.at).collect();
        if places.is_empty() {
            return field.default.clone();
        }
        let home = self.scenario.home[sheet.side.index()];
        let back = luck.between(1, 3) * PAS;
        let aim = rulebook::set_up::middle_of(&places).step(home, back);
        let far = general.at.to(aim).round() as Cm;
        if far < PAS || luck.below(8) == 0 {
            return field.default.clone();
        }
        let bearing = general.at.bearing_to(aim);
        let most = match &field.shape {
            Shape::March { allowed, .. } => {
                allowed.iter().map(|m| if let Manoeuvre::Ahead(cm) = m { *cm } else { 0 }).max().unwrap_or(0)
            }
            _ => 0,
        };
        let movers = vec![w.general_id(place).0];
        for share in [4, 3, 2, 1] {
            let cm = far.min(most) * share / 4;
            for bend in [0, 2_000, -2_000, 4_500, -4_500] {
                let legs = vec![Manoeuvre::Oblique { cm, by: turn(0, bearing + bend) }];
                if self.ride_of(w, place, &legs).is_ok() {
                    return Reply::Marched(March { movers, legs });
                }
            }
        }
        field.default.clone()
    }
}
