//! Steps 3 and 4: moves under way, in fractions and windows (L3C-INT-07, L3C-INT-16, L3C-INT-18, L3C-GAP-A46). A window
//! ends when the leg of some unit ends, two units meet, or the fraction is over; then opportunities are offered.

use super::paths::straight;
use crate::field::ground_of;
use crate::resolve::moving::encounter::{stop_there, whose_distance};
use crate::resolve::moving::zone::{Brush, Clipping, Holder, PassingBy, clipping, held};
use crate::turn::{D, Step};
use crate::world::{Class, Later, MovesUnderWay, Moving, Placement, World};
use crate::{Arm, Distance, Formation, Gait, Ground, TroisCouleurs, r};
use game::{Flow, UnitId};
use table::{Cm, FeatureId, INSTANTS, Manoeuvre, Meeting, Mover, Watch, lockstep};

/// An event in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    /// A friend is in the way (L3C-GAP-A77).
    Blocked(UnitId),
    /// A zone of control holds a moving unit (L3C-MVT-22).
    Held { mover: UnitId, by: UnitId },
    /// Two moving units have come within tactical distance (L3C-INT-12, L3C-INT-14) and stop there (L3C-INT-15).
    Met(UnitId, UnitId),
    /// Two units that have met come no nearer (L3C-GAP-A75).
    NoNearer(UnitId, UnitId),
    /// An arrow has reached its own tactical distance (L3C-GAP-A35).
    Arrow { mover: UnitId, enemy: UnitId },
}

impl Event {
    /// The order of simultaneous stops (L3C-GAP-A76).
    const fn rank(&self) -> u8 {
        match self {
            Self::Held { .. } => 0,
            Self::Met(..) | Self::NoNearer(..) => 1,
            Self::Arrow { .. } => 2,
            Self::Blocked(_) => 3,
        }
    }

    /// The unit that it stops, or both.
    const fn movers(&self) -> [UnitId; 2] {
        match *self {
            Self::Blocked(id) | Self::Held { mover: id, .. } | Self::Arrow { mover: id, .. } => [id, id],
            Self::Met(a, b) | Self::NoNearer(a, b) => [a, b],
        }
    }

    /// Whether it ends the move of one unit at once; a unit that has met an enemy goes on to the end of the fraction
    /// (L3C-GAP-A75).
    const fn stops(&self) -> bool {
        matches!(self, Self::Held { .. } | Self::Arrow { .. })
    }
}

/// The watches of a window, in the order in which stops are looked for.
const TOUCHES: usize = 0;
const ZONE: usize = 1;
const FOOT: usize = 2;

/// Upper bound of the fractions in a wave: far more than the longest move takes.
const MOST: u16 = 40;

impl TroisCouleurs {
    /// Runs one window of the moves.
    pub(crate) fn run_moves(&self, d: &mut D<'_>) -> Flow<()> {
        let Some(mut run) = d.world.run.clone() else { return Ok(()) };
        let window = self.window(&d.world, &mut run);
        let pieces = self.pieces(&d.world, &run, window);
        let (after, events) = self.first_events(&d.world, &run, &pieces);
        let part =
            |whole: u32| rulebook::saturated::<u32, _>(u64::from(whole) * u64::from(after) / u64::from(INSTANTS));
        d.beat();
        self.carry(d, &mut run, &pieces, after, part(window));
        run.instant = (run.instant + part(window)).min(INSTANTS);
        d.world.run = Some(run);
        for event in &events {
            self.comes_about(d, *event);
        }
        let over = d.world.run.as_ref().is_none_or(|run| run.instant >= INSTANTS || idle(run));
        if over {
            self.end_of_fraction(d);
        }
        self.moments(d, &arrows(&events), over)?;
        let done = d.world.run.as_ref().is_none_or(|run| run.fraction >= MOST || run.movers.iter().all(at_rest));
        if done && over {
            self.wave_over(d);
            d.then([Step::Nerves]);
        } else if d.world.owed.is_empty() && d.world.perils.is_empty() {
            d.then([Step::Run]);
        } else {
            d.then([Step::Nerves, Step::Run]);
        }
        Ok(())
    }

    /// The longest possible duration of the next window: until the fraction ends, or the leg, the wait or the stretch
    /// before bad ground of some unit does. Wheels are made on the way and take no time.
    fn window(&self, w: &World, run: &mut MovesUnderWay) -> u32 {
        let mut window = INSTANTS - run.instant;
        for moving in run.movers.iter_mut().filter(|moving| active(moving)) {
            if moving.ground.first().is_some_and(|(at, _)| *at <= moving.gone) {
                moving.wait = moving.wait.saturating_add(moving.ground.remove(0).1);
            }
            if moving.wait > 0 {
                window = window.min(moving.wait);
                continue;
            }
            let Some(leg) = moving.legs.first() else { continue };
            let (_, mut cm) = straight(w.unit(moving.unit).pose, leg);
            if let Some((at, _)) = moving.ground.first() {
                cm = cm.min(at - moving.gone);
            }
            // Infantry before cavalry is careless from the first UD on (L3C-GAP-A53).
            let careless = self.book.tables.distance.careless.cm() + 10;
            if moving.gone < careless && !self.mover(moving.unit).mounted() {
                cm = cm.min(careless - moving.gone);
            }
            window = window.min(instants(cm, moving.step).max(1));
        }
        window.max(1)
    }

    /// All units, each with its way in this window.
    fn pieces(&self, w: &World, run: &MovesUnderWay, window: u32) -> Vec<Mover> {
        w.present()
            .map(|id| {
                let piece = self.piece(w, id);
                let tag = u32::from(id.0);
                let Some(moving) = run.mover(id).filter(|moving| active(moving) && moving.wait == 0) else {
                    return Mover::still(tag, piece);
                };
                let Some(leg) = moving.legs.first() else { return Mover::still(tag, piece) };
                let (bearing, cm) = straight(w.unit(id).pose, leg);
                let cm = cm.min(stretch(moving.step, window));
                Mover::between(tag, piece, piece.moved(bearing, cm).pose)
            })
            .collect()
    }

    /// The first instant with an event, and all its events.
    fn first_events(&self, w: &World, run: &MovesUnderWay, pieces: &[Mover]) -> (u32, Vec<Event>) {
        let held = self.held_already(w, run, pieces);
        if !held.is_empty() {
            return (0, held);
        }
        let table = &self.book.tables.distance;
        let watch = [
            Watch::Touches,
            Watch::Within(table.control_zone.cm() - 5),
            Watch::Within(table.tactical.of(Arm::Infantry).cm()),
            Watch::Within(table.tactical.of(Arm::Cavalry).cm()),
        ];
        let meetings = lockstep(pieces, &watch, &self.terrain, |_, _| true);
        let mut events: Vec<Event> = Vec::new();
        let mut when = INSTANTS;
        for meeting in meetings {
            if meeting.after > when {
                break;
            }
            for event in self.events_of(w, run, pieces, &meeting) {
                if !events.contains(&event) {
                    when = meeting.after;
                    events.push(event);
                }
            }
        }
        (when, self.ranked(w, events))
    }

    /// Simultaneous stops in their order, those of the side with the initiative first; a stop removes its unit from the
    /// later ones (L3C-GAP-A76).
    fn ranked(&self, w: &World, mut events: Vec<Event>) -> Vec<Event> {
        if !self.on(r::L3C_GAP_A76) {
            return events;
        }
        events.sort_by_key(|event| (event.rank(), self.side(event.movers()[0]) != w.initiative));
        let all = events.clone();
        let earlier = |one: &Event, other: &Event| one.stops() && one.rank() < other.rank();
        events.retain(|event| !all.iter().any(|one| earlier(one, event) && event.movers().contains(&one.movers()[0])));
        events
    }

    /// Moving units held by a zone that they had entered from the side and that now applies to them.
    fn held_already(&self, w: &World, run: &MovesUnderWay, pieces: &[Mover]) -> Vec<Event> {
        let zone = self.book.tables.distance.control_zone.cm() - 5;
        let mut found = Vec::new();
        for moving in run.movers.iter().filter(|moving| active(moving) && !moving.met) {
            let id = moving.unit;
            let moves = pieces.iter().any(|m| m.tag == u32::from(id.0) && (m.east, m.north) != (0, 0));
            if !moves {
                continue;
            }
            let enemies =
                self.troops(w, self.side(id).other()).filter(|enemy| moving.target.is_none_or(|(on, _)| on != *enemy));
            let near = enemies.filter(|enemy| self.gap(w, id, *enemy) < zone && self.is_held(w, run, id, *enemy));
            found.extend(near.map(|by| Event::Held { mover: id, by }));
        }
        found
    }

    /// The events of a meeting of two units.
    fn events_of(&self, w: &World, run: &MovesUnderWay, pieces: &[Mover], meeting: &Meeting) -> Vec<Event> {
        let id = |tag: u32| rulebook::ids::unit_id(tag);
        let (a, b) = (id(meeting.who.0), id(meeting.who.1));
        let moves = |unit: UnitId| pieces.iter().any(|m| m.tag == u32::from(unit.0) && (m.east, m.north) != (0, 0));
        let friends = self.side(a) == self.side(b);
        let watch = usize::from(meeting.watch);
        let both = [(a, b), (b, a)];
        let on = |mover: UnitId, target: UnitId| {
            run.mover(mover).is_some_and(|moving| moving.target.is_some_and(|(on, _)| on == target))
        };
        let mut found = Vec::new();
        if friends {
            if watch == TOUCHES && !self.passes(w, a, b) && self.on(r::L3C_GAP_A77) {
                let blocked = both.into_iter().filter(|(x, y)| moves(*x) && self.towards(pieces, *x, *y));
                found.extend(blocked.map(|(x, _)| Event::Blocked(x)));
                if found.is_empty() {
                    found.extend([a, b].into_iter().filter(|x| moves(*x)).map(Event::Blocked));
                }
            }
            return found;
        }
        let barred = || [a, b].into_iter().filter(|x| moves(*x)).map(Event::Blocked).collect::<Vec<_>>();
        if on(a, b) && on(b, a) {
            return if watch == TOUCHES { barred() } else { found };
        }
        let met = [a, b].iter().all(|x| run.mover(*x).is_some_and(|moving| moving.met));
        if watch == TOUCHES || watch == ZONE {
            if met {
                return if watch == ZONE { vec![Event::NoNearer(a, b)] } else { barred() };
            }
            for (x, y) in both {
                if moves(x) && !on(x, y) && self.is_held(w, run, x, y) {
                    found.push(Event::Held { mover: x, by: y });
                }
            }
            // A unit on its way to contact that brushes against another enemy fights it (L3C-MVT-27, L3C-GAP-A58); no
            // other unit enters an enemy that it has not chosen.
            if watch == TOUCHES && found.is_empty() {
                let attacks = |x: UnitId| run.mover(x).is_some_and(|m| m.target.is_some_and(|(_, to_fire)| !to_fire));
                let clips = both.into_iter().filter(|(x, y)| moves(*x) && attacks(*x) && self.clips(w, *x, *y));
                found.extend(clips.map(|(mover, by)| Event::Held { mover, by }));
            }
            return if watch == TOUCHES && found.is_empty() { barred() } else { found };
        }
        let comes = |x: UnitId, y: UnitId| moves(x) && self.approaches(w, pieces, x, y);
        let horse = both.iter().any(|(x, y)| comes(*x, *y) && self.troop(*x).arm == Arm::Cavalry);
        let limit = FOOT + usize::from(whose_distance(&self.book, horse) == Arm::Cavalry);
        let meet = moves(a) && moves(b) && watch == limit && both.iter().any(|(x, y)| comes(*x, *y)) && !met;
        if meet && self.on(r::L3C_INT_12) && stop_there(&self.book) {
            return vec![Event::Met(a, b)];
        }
        for (x, y) in both {
            let own = if self.troop(x).arm == Arm::Cavalry { FOOT + 1 } else { FOOT };
            let arrow = run.mover(x).is_some_and(|moving| moving.target.is_none() && moving.follows.is_none());
            if arrow && watch == own && comes(x, y) && !moves(y) && self.in_front(w, x, y) && self.sees(w, x, y) {
                found.push(Event::Arrow { mover: x, enemy: y });
            }
        }
        found
    }

    /// Whether an attacker that brushes against an enemy on its way is in contact with it (L3C-MVT-27, L3C-GAP-A58).
    fn clips(&self, w: &World, mover: UnitId, clipped: UnitId) -> bool {
        let front = w.unit(mover).body.front;
        let brush = Clipping { mover: self.troop(mover).arm, clipped: self.troop(clipped).arm, front, touching: 1 };
        clipping(&self.book, &brush).brush == Brush::Contact && w.unit(clipped).garrison.is_none()
    }

    /// Whether a friend may be passed through: skirmishers and unlimbered guns (L3C-GAP-A34).
    fn passes(&self, w: &World, a: UnitId, b: UnitId) -> bool {
        // Skirmishers pass through any unit, at no cost to either (L3C-TIR-43).
        let loose = |id: UnitId| w.unit(id).body.formation == Formation::Skirmish && self.on(r::L3C_TIR_43);
        let guns = |id: UnitId| self.in_battery(w, id) && self.on(r::L3C_GAP_A34);
        [a, b].into_iter().any(|id| loose(id) || guns(id))
    }

    /// Whether a moving unit's way leads to the side on which another stands.
    fn towards(&self, pieces: &[Mover], mover: UnitId, other: UnitId) -> bool {
        let find = |id: UnitId| pieces.iter().find(|m| m.tag == u32::from(id.0));
        let (Some(own), Some(his)) = (find(mover), find(other)) else { return false };
        let (dx, dy) = (his.piece.pose.at.x - own.piece.pose.at.x, his.piece.pose.at.y - own.piece.pose.at.y);
        i64::from(dx) * i64::from(own.east) + i64::from(dy) * i64::from(own.north) > 0
    }

    /// Whether a moving unit approaches an enemy by its own way.
    fn approaches(&self, w: &World, pieces: &[Mover], mover: UnitId, enemy: UnitId) -> bool {
        let Some(own) = pieces.iter().find(|m| m.tag == u32::from(mover.0)) else { return false };
        let his = self.piece(w, enemy);
        let now = table::distance(&own.piece, &his).cm;
        now - table::distance(&own.at(INSTANTS), &his).cm > 10
    }

    /// Whether an enemy holds a moving unit that enters its zone (L3C-MVT-22 to L3C-MVT-24, L3C-GAP-A24).
    fn is_held(&self, w: &World, run: &MovesUnderWay, mover: UnitId, holder: UnitId) -> bool {
        let from = run.mover(mover).map(|moving| moving.from);
        let began = from.map(|pose| self.piece_of(mover, &w.unit(mover).body, pose));
        let zone = self.book.tables.distance.control_zone.cm();
        let leaves = began.is_some_and(|piece| table::distance(&piece, &self.piece(w, holder)).cm < zone);
        self.holds(w, holder, mover, leaves)
    }

    /// The same for a unit already in that zone.
    pub(crate) fn holds(&self, w: &World, holder: UnitId, mover: UnitId, leaves: bool) -> bool {
        let unit = w.unit(holder);
        let zone = self.book.tables.distance.control_zone.cm();
        let passing = PassingBy {
            mover: self.mover(mover),
            holder: Holder {
                arm: self.troop(holder).arm,
                formation: unit.body.formation,
                state: unit.body.state,
                case: unit.body.case,
                spent: unit.body.points_spent,
                inside: unit.garrison.is_some() || self.stands_in_another_wood(w, holder, mover),
            },
            distance: Distance::from_cm(zone - 10),
            in_front: self.in_front(w, holder, mover),
            obstacle: self.obstacle_between(w, holder, mover),
            leaves,
            exempt: w.unit(mover).body.formation == Formation::Skirmish,
        };
        held(&self.book, &passing)
    }

    /// Whether a unit stands in a wood and another outside it (L3C-MVT-24).
    fn stands_in_another_wood(&self, w: &World, id: UnitId, outside: UnitId) -> bool {
        let wood = |f: &FeatureId| {
            self.terrain.feature(*f).is_some_and(|f| matches!(ground_of(f), Ground::OpenWood | Ground::DenseWood))
        };
        let within =
            |id: UnitId| -> Vec<FeatureId> { self.terrain.at(self.piece(w, id).pose.at).filter(wood).collect() };
        let theirs = within(outside);
        within(id).iter().any(|wood| !theirs.contains(wood))
    }

    /// Whether a wall, a hedge or a stream lies between two units (L3C-MVT-24).
    fn obstacle_between(&self, w: &World, one: UnitId, other: UnitId) -> bool {
        let from = self.piece(w, one).pose.at;
        let to = table::point_to_piece(from, &self.piece(w, other)).to;
        let linear =
            |f: FeatureId| self.terrain.feature(f).is_some_and(|f| self.book.tables.terrain.of(ground_of(f)).linear);
        !self.terrain.ground().features.is_empty()
            && self.terrain.along(from, to).into_iter().any(|crossing| linear(crossing.feature))
    }

    /// Moves all units to an instant.
    fn carry(&self, d: &mut D<'_>, run: &mut MovesUnderWay, pieces: &[Mover], after: u32, passed: u32) {
        for mover in pieces {
            let id = rulebook::ids::unit_id(mover.tag);
            let Some(moving) = run.mover_mut(id).filter(|moving| active(moving)) else { continue };
            if moving.wait > 0 {
                moving.wait = moving.wait.saturating_sub(passed.max(1));
                continue;
            }
            let whole = rulebook::saturated::<Cm, _>(isqrt(mover.east, mover.north));
            let gone = rulebook::saturated::<Cm, _>(i64::from(whole) * i64::from(after) / i64::from(INSTANTS));
            if gone > 0 {
                let piece = mover.at(after);
                let unfound = self.hidden_from(&d.world, self.side(id));
                self.place(d, id, piece.pose.ahead(piece.depth / 2), &[], &[r::L3C_INT_16]);
                moving.halted |= self.startled(&d.world, id, &unfound);
            }
            moving.gone += gone;
            d.world.unit_mut(id).now.run = moving.gone.max(1);
            shorten(moving, gone);
            self.wheels(d, moving);
        }
    }

    /// A wheel that comes next is made at once (L3C-GAP-A23).
    pub(crate) fn wheels(&self, d: &mut D<'_>, moving: &mut Moving) {
        while let Some(Manoeuvre::Wheel(by)) = moving.legs.first().cloned() {
            moving.legs.remove(0);
            let piece = self.piece(&d.world, moving.unit);
            let march = table::March { movers: vec![moving.unit.0], legs: vec![Manoeuvre::Wheel(by)] };
            let end = table::Course::new(march, vec![piece]).end().first().copied().unwrap_or(piece);
            let free = !self.others(&d.world, moving.unit).iter().any(|(_, other)| table::overlaps(&end, other));
            if free && self.terrain.holds(&end) {
                self.place(d, moving.unit, end.pose.ahead(end.depth / 2), &[], &[r::L3C_GAP_A23]);
                moving.paid -= std::mem::take(&mut moving.pivot);
            } else {
                moving.legs.clear();
            }
        }
    }

    /// Applies an event.
    fn comes_about(&self, d: &mut D<'_>, event: Event) {
        match event {
            Event::Blocked(id) => self.moving_mut(d, id, |moving| moving.blocked = true),
            Event::NoNearer(a, b) => [a, b].into_iter().for_each(|id| self.halts(d, id)),
            Event::Arrow { mover, .. } => self.halts(d, mover),
            Event::Met(a, b) => {
                for id in [a, b] {
                    self.moving_mut(d, id, |moving| moving.met = true);
                    if self.book.options.stop_at_the_instant || !self.on(r::L3C_GAP_A75) {
                        self.halts(d, id);
                    }
                }
                self.met(d, a, b);
            }
            Event::Held { mover, by } => {
                self.halts(d, mover);
                self.halts(d, by);
                let gap = self.gap(&d.world, mover, by);
                let gait = rulebook::ids::held(
                    d.world.run.as_ref().and_then(|run| run.mover(mover)),
                    "the move of who is held",
                )
                .gait;
                self.note(d, mover, "held", game::Facts::new(), &[r::L3C_MVT_22]);
                self.breaks_alignment(d, mover, by);
                self.freeze(
                    d,
                    Later {
                        attacker: mover,
                        target: by,
                        to_fire: false,
                        class: Class::Met,
                        instant: 0,
                        distance: gap,
                        placement: Placement::Zone,
                        stops_from: gait,
                        assaulting: false,
                    },
                );
            }
        }
    }

    /// Records a meeting of two units, once.
    fn met(&self, d: &mut D<'_>, a: UnitId, b: UnitId) {
        d.world.offered.insert((crate::world::Cause::Met, a.min(b), a.max(b)));
        self.note(d, a, "met", game::Facts::new(), &[r::L3C_INT_12]);
    }

    /// Records an entry for step 5, with its instant.
    pub(crate) fn freeze(&self, d: &mut D<'_>, mut entry: Later) {
        let known = d.world.later.iter().any(|known| known.attacker == entry.attacker && known.target == entry.target);
        if known {
            return;
        }
        entry.instant = rulebook::saturated::<u32, _>(d.world.later.len());
        for id in [entry.attacker, entry.target] {
            d.world.unit_mut(id).now.stopped = true;
        }
        d.world.later.push(entry);
    }

    pub(crate) fn moving_mut(&self, d: &mut D<'_>, id: UnitId, change: impl FnOnce(&mut Moving)) {
        if let Some(moving) = d.world.run.as_mut().and_then(|run| run.mover_mut(id)) {
            change(moving);
        }
    }

    /// A moving unit stops for good; its supports stop too (L3C-SOU-02).
    pub(crate) fn halts(&self, d: &mut D<'_>, id: UnitId) {
        let group = self.sheet(id).command;
        // Units that move together stop together (L3C-GAP-A73).
        let together = d.world.together.contains(&group);
        if let Some(run) = d.world.run.as_mut() {
            for moving in &mut run.movers {
                let fellow = together && self.sheet(moving.unit).command == group;
                if moving.unit == id || fellow || moving.follows == Some(id) && self.on(r::L3C_SOU_02) {
                    moving.halted = true;
                }
            }
        }
    }

    /// Ends a fraction: units that have met an enemy stop (L3C-GAP-A75).
    fn end_of_fraction(&self, d: &mut D<'_>) {
        let Some(run) = d.world.run.as_mut() else { return };
        run.instant = 0;
        let mut stopped = Vec::new();
        for moving in &mut run.movers {
            if moving.met {
                moving.halted = true;
            }
            let ends = moving.legs.is_empty() || moving.halted;
            if ends && moving.follows.is_none() {
                stopped.push(moving.unit);
            }
        }
        for moving in run.movers.iter_mut().filter(|moving| moving.follows.is_some_and(|of| stopped.contains(&of))) {
            moving.halted = true;
        }
        // A unit that could not move in a whole fraction does not try again.
        if run.movers.iter().filter(|moving| !at_rest(moving)).all(|moving| moving.blocked) {
            run.movers.iter_mut().for_each(|moving| moving.halted = true);
        }
        run.fraction = run.fraction.saturating_add(1);
        run.movers.iter_mut().for_each(|moving| moving.blocked = false);
    }

    /// Ends a wave when all its units have stopped: assaults are recorded for step 5, the other units halt.
    fn wave_over(&self, d: &mut D<'_>) {
        let Some(run) = d.world.run.clone() else { return };
        for moving in &run.movers {
            let id = moving.unit;
            if !d.world.unit(id).present() {
                continue;
            }
            let arrived = moving.legs.is_empty() && !d.world.unit(id).now.stopped;
            match moving.target {
                Some((target, to_fire)) if arrived && d.world.unit(target).present() => {
                    self.arrives(d, moving, target, to_fire);
                }
                _ => {
                    if moving.follows.is_some() && moving.gone > 0 && self.support_attacks(d, moving) {
                        continue;
                    }
                    if moving.follows.is_some() && moving.gone > 0 && self.on(r::L3C_GAP_A57) {
                        let points = self.points_of_way(&d.world, id, moving.gone);
                        self.spend(d, id, points, r::L3C_GAP_A57);
                        d.world.plans.entry(id).and_modify(|plan| plan.finish(|c| c == crate::world::Code::Support));
                    }
                    if !d.world.engaged(id) {
                        // An assault that ends on its way has cost what it has covered; frozen units have paid for it.
                        if moving.target.is_some() && !d.world.unit(id).now.stopped {
                            self.pay_way(d, moving);
                        }
                        self.change(d, id, &[r::L3C_GAP_A87], |u| u.body.gait = Gait::Halted);
                        self.widens(d, id);
                    }
                }
            }
        }
        if let Some(run) = d.world.run.as_mut() {
            run.movers.clear();
        }
    }

    /// A support that comes within tactical distance of another enemy than its leader's is no longer a support: it
    /// attacks, if it has the points for it (L3C-SOU-06, L3C-GAP-A57). True: it does.
    fn support_attacks(&self, d: &mut D<'_>, moving: &Moving) -> bool {
        let (id, w) = (moving.unit, &d.world);
        let leader = moving.follows.and_then(|leader| w.run.as_ref()?.mover(leader)?.target);
        let near = self.tactical(id).cm();
        let enemies = self.troops(w, self.side(id).other()).filter(|enemy| leader.is_none_or(|(on, _)| on != *enemy));
        let met = enemies
            .map(|enemy| (self.gap(w, id, enemy), enemy))
            .filter(|(gap, enemy)| table::within_cm(*gap, near) && self.sees(w, id, *enemy))
            .min();
        let Some((gap, enemy)) = met.filter(|_| self.on(r::L3C_SOU_06)) else { return false };
        if self.may_assault(w, id, enemy, false).is_err() || w.engaged(id) {
            return false;
        }
        self.note(d, id, "support_attacks", game::Facts::new(), &[r::L3C_SOU_06]);
        d.world.plans.entry(id).and_modify(|plan| plan.finish(|code| code == crate::world::Code::Support));
        d.world.unit_mut(id).now.assaulted = true;
        d.world.later.push(Later {
            attacker: id,
            target: enemy,
            to_fire: false,
            class: Class::Ordered,
            instant: rulebook::saturated::<u32, _>(d.world.later.len()),
            distance: moving.gone.saturating_add(gap),
            placement: Placement::Met,
            stops_from: Gait::Halted,
            assaulting: false,
        });
        true
    }

    /// An attacker stands where its assault is judged (L3C-MAC-28).
    fn arrives(&self, d: &mut D<'_>, moving: &Moving, target: UnitId, to_fire: bool) {
        let gap = self.gap(&d.world, moving.unit, target);
        let back = d.world.later.iter().any(|entry| entry.attacker == target && entry.target == moving.unit);
        let run = d.world.run.as_ref();
        let mutual = run
            .and_then(|run| run.mover(target))
            .is_some_and(|his| his.target.is_some_and(|(on, _)| on == moving.unit));
        if back && mutual {
            return;
        }
        // A unit going to contact meets one that advances to fire at it: the first is the attacker (L3C-GAP-A80).
        let his_to_fire =
            run.and_then(|run| run.mover(target)).is_some_and(|his| his.target == Some((moving.unit, true)));
        if mutual && to_fire && !his_to_fire && self.on(r::L3C_GAP_A80) {
            return;
        }
        let entry = Later {
            attacker: moving.unit,
            target,
            to_fire,
            class: Class::Ordered,
            instant: rulebook::saturated::<u32, _>(d.world.later.len()),
            distance: moving.gone.saturating_add(gap),
            placement: if mutual { Placement::Thirds } else { Placement::TwoThirds },
            stops_from: Gait::Halted,
            assaulting: false,
        };
        d.world.later.push(entry);
    }
}

/// The arrows that have reached their tactical distance.
fn arrows(events: &[Event]) -> Vec<(UnitId, UnitId)> {
    let arrow = |event: &Event| match event {
        Event::Arrow { mover, enemy } => Some((*mover, *enemy)),
        _ => None,
    };
    events.iter().filter_map(arrow).collect()
}

/// Whether a moving unit goes on in this fraction.
fn active(moving: &Moving) -> bool {
    !at_rest(moving) && !moving.blocked
}

/// Whether a moving unit has stopped for the wave.
fn at_rest(moving: &Moving) -> bool {
    moving.halted || moving.legs.is_empty()
}

/// Whether no unit goes on in this fraction.
fn idle(run: &MovesUnderWay) -> bool {
    !run.movers.iter().any(active)
}

/// Instants that a distance takes at this speed for each fraction.
fn instants(cm: Cm, step: Cm) -> u32 {
    let parts = i64::from(cm.max(0)) * i64::from(INSTANTS) / i64::from(step.max(1));
    rulebook::saturated::<u32, _>(parts)
}

/// The distance covered in these instants; the last centimetre of a leg is never left over.
fn stretch(step: Cm, window: u32) -> Cm {
    let cm = (i64::from(step) * i64::from(window)).div_euclid(i64::from(INSTANTS)) + 1;
    rulebook::saturated::<Cm, _>(cm)
}

/// Removes a covered distance from the way.
fn shorten(moving: &mut Moving, gone: Cm) {
    let Some(leg) = moving.legs.first_mut().filter(|leg| !matches!(leg, Manoeuvre::Wheel(_))) else { return };
    let left = match leg {
        Manoeuvre::Ahead(cm) | Manoeuvre::Oblique { cm, .. } | Manoeuvre::Back(cm) => {
            *cm = (*cm - gone).max(0);
            *cm
        }
        Manoeuvre::Side(cm) => {
            *cm -= gone.min(cm.abs()) * cm.signum();
            cm.abs()
        }
        _ => 0,
    };
    if left <= 1 {
        moving.legs.remove(0);
    }
}

/// The length of a way, rounded.
fn isqrt(east: Cm, north: Cm) -> i64 {
    let square = i64::from(east) * i64::from(east) + i64::from(north) * i64::from(north);
    (square as f64).sqrt().round() as i64
}
