//! Start of a turn (ML-GAP-67): reserves, replacement brigadiers, generals attach and detach.

use super::D;
use crate::question::{Does, Kind, Question, accept, any, asked, pick_one};
use crate::resolve::officers;
use crate::world::{ELEMENT_DEPTH, GENERAL_RADIUS, General, Life, PAS, Phase, Turn, World, layout};
use crate::{MarieLouise, Rank, r};
use game::{Ask, Choice, Field, Flow, Preview, Ref, Refusal, Reply, Side, Slot, Toss, UnitId};
use rulebook::Known;
use table::{Piece, Point, Pose, overlaps, point_to_piece, within_cm};

pub(crate) const ATTACH: Kind = Kind {
    rules: &[r::ML_6_4A, r::ML_GAP_37],
    fields: MarieLouise::fields_attach,
    check: one_general_each,
    suggest: any,
};

pub(crate) const SUCCESSOR: Kind =
    Kind { rules: &[r::ML_10C, r::ML_GAP_36], fields: MarieLouise::fields_successor, check: accept, suggest: any };

/// At most one general attached to a unit (ML-GAP-37).
fn one_general_each(
    rules: &MarieLouise,
    w: &Known<'_, World>,
    ask: &Ask,
    replies: &[Reply],
) -> Result<Preview, Vec<Refusal>> {
    let mut taken: Vec<UnitId> = Vec::new();
    let asked_generals: Vec<Ref> = ask.fields.iter().map(|f| f.about).collect();
    for (place, general) in w.generals.iter().enumerate() {
        let id = Ref::Unit(w.general_id(place));
        if rules.generals[place].side == asked(ask) && !asked_generals.contains(&id) {
            taken.extend(general.attached);
        }
    }
    let mut refusals = Vec::new();
    for (n, reply) in replies.iter().enumerate() {
        if let Some(Ref::Unit(unit)) = reply.key().and_then(|key| key.refs.first()) {
            if taken.contains(unit) && rules.on(r::ML_GAP_37) {
                refusals.push(Refusal::by(r::ML_GAP_37, n, "unit_has_a_general").fact("unit", i64::from(unit.0)));
            }
            taken.push(*unit);
        }
    }
    if refusals.is_empty() { Ok(Preview::default()) } else { Err(refusals) }
}

impl MarieLouise {
    pub(crate) fn start_turn(&self, d: &mut D<'_>) -> Flow<()> {
        d.world.turn = d.world.turn.saturating_add(1);
        d.world.charges.clear();
        d.world.met.clear();
        for unit in &mut d.world.units {
            unit.now = Turn::default();
        }
        self.clock(d, Phase::Start, &[r::ML_2A]);
        self.bring_on(d);
        self.replace_brigadiers(d)?;
        let sheets = self.sheets_of(d, Question::Attach);
        for (_, general, reply) in self.ask_units(d, &sheets)? {
            let Some(key) = reply.key() else { continue };
            let Some(place) = d.world.general_of(general) else { continue };
            let to = match key.refs.first() {
                Some(Ref::Unit(unit)) => Some(*unit),
                _ => None,
            };
            self.alter(d, &[general], &[], &[r::ML_6_4A], |w| w.generals[place].attached = to);
        }
        Ok(())
    }

    /// A field for each general that touches a friendly TdC or is attached to one.
    fn fields_attach(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        if !self.on(r::ML_6_4A) {
            return Vec::new();
        }
        let positions = self.positions(w);
        let mut fields = Vec::new();
        for (place, general) in w.generals.iter().enumerate() {
            if self.generals[place].side != slot.side || general.life != Life::Present {
                continue;
            }
            let id = w.general_id(place);
            let mut from = Vec::new();
            let attach = |unit: UnitId| Choice::of(Does::Attach.about(Ref::Unit(unit)), &[r::ML_6_4A]);
            if let Some(unit) = general.attached {
                from.push(attach(unit));
            }
            from.push(Choice::of(Does::Detached.key(), &[r::ML_6_4B]));
            for tag in self.near(&positions, general.at, 2 * PAS) {
                let taken = w.generals.iter().any(|g| g.attached == Some(tag) && g.life == Life::Present);
                if self.side(tag) == slot.side && !taken && self.touches(general.at, &w.unit(tag).tdc()) {
                    from.push(attach(tag));
                }
            }
            if from.len() > 1 {
                fields.push(pick_one(Ref::Unit(id), from));
            }
        }
        fields
    }

    /// Reserves that are due enter at their entry or beside it; those without room wait.
    fn bring_on(&self, d: &mut D<'_>) {
        let turn = d.world.turn;
        for id in d.world.ids() {
            if let Life::Reserve(due) = d.world.unit(id).life
                && due <= turn
                && let Some(pose) = self.entrance(&d.world, id, due.saturating_add(1) < turn)
            {
                self.change(d, id, &[r::ML_GAP_67], |u| {
                    u.pose = pose;
                    u.life = Life::Present;
                });
            }
        }
        for place in 0..d.world.generals.len() {
            if matches!(d.world.generals[place].life, Life::Reserve(t) if t <= turn) {
                let id = d.world.general_id(place);
                let at = self.arrival(&d.world, place);
                self.alter(d, &[id], &[], &[r::ML_GAP_67, r::ML_GAP_72], |w| {
                    w.generals[place].at = at;
                    w.generals[place].life = Life::Present;
                });
            }
        }
    }

    /// The entry of a reserve: the scenario gives one to each.
    fn entry_of(&self, id: UnitId) -> Pose {
        let known = self.scenario.entries.get(&id.0).copied();
        known.unwrap_or_else(|| *rulebook::ids::at(&[], usize::from(id.0), "entry of reserve"))
    }

    /// Where a reserve enters: as near to its entry as there is room for all its elements (ML-1.2a), to either side as
    /// long as the ground is at least as good as at the entry, and never where it may not stand (ML-1.6c, ML-1.6d). A
    /// late reserve may use any nearby ground that it may enter; without room it waits (ML-GAP-71).
    fn entrance(&self, w: &World, id: UnitId, late: bool) -> Option<Pose> {
        let entry = self.entry_of(id);
        let place = |n: i32| Pose { at: entry.local(n * PAS, 0), facing: entry.facing };
        if !self.on(r::ML_GAP_71) {
            return self.tdc_free(w, &self.positions(w), id, entry).then_some(entry);
        }
        let table = &self.book.tables.reserve;
        let (reach, near) = (i32::from(table.reach), i32::from(table.late_reach));
        let pace = |n: i32| self.pace_at(w, id, place(n).at).filter(|_| self.terrain.inside(place(n).at));
        let mut open: Vec<i32> = (0..reach).take_while(|n| pace(*n).is_some() && pace(*n) >= pace(0)).collect();
        open.extend((1..reach).map(|n| -n).take_while(|n| pace(*n).is_some() && pace(*n) >= pace(0)));
        // With a gap between units where the ground is wide enough.
        open.sort_by_key(|n| (n % i32::from(table.apart) != 0, n.abs(), n.is_negative()));
        let positions = self.positions(w);
        let free = |n: &i32| self.tdc_free(w, &positions, id, place(*n));
        let unit = w.unit(id);
        let standing: Vec<Piece> =
            Side::BOTH.into_iter().flat_map(|side| self.troops(w, side)).flat_map(|o| w.unit(o).footprint()).collect();
        let room = |n: &i32| {
            let own = layout::footprint(place(*n), unit.formation, unit.elements);
            !own.iter().any(|piece| standing.iter().any(|other| overlaps(piece, other)))
        };
        let found = open.iter().copied().find(|n| free(n) && room(n)).or_else(|| open.iter().copied().find(free));
        let anywhere = || (0..near).flat_map(|n| [n, -n]).find(|n| pace(*n).is_some() && free(n));
        found.or_else(|| if late { anywhere() } else { None }).map(place)
    }

    /// Where a general enters: touching one of his units near his entry, where he sees most of them (ML-GAP-72);
    /// without one at the entry itself.
    fn arrival(&self, w: &World, place: usize) -> Point {
        let entry = self.entry_of(w.general_id(place));
        if !self.on(r::ML_GAP_72) {
            return entry.at;
        }
        let (positions, reach) = (self.positions(w), self.book.tables.distance.command.cm());
        let own: Vec<UnitId> = w.ids().filter(|id| self.is_over(place, *id) && w.unit(*id).present()).collect();
        let near = |id: &&UnitId| within_cm(point_to_piece(entry.at, &w.unit(**id).tdc()).cm, reach);
        let seen = |at: Point| {
            let general = General { at, attached: None, ..w.generals[place].clone() };
            let commands = |id: &&UnitId| {
                within_cm(point_to_piece(at, &w.unit(**id).tdc()).cm, reach)
                    && self.general_sees(&positions, &general, w, **id)
            };
            own.iter().filter(commands).count()
        };
        let about = own.iter().filter(near).flat_map(|id| self.touching_places(w, *id));
        let fit = about.filter(|at| self.spot_for_general(w, place, *at) == *at);
        // Of equals the first.
        let best = fit.map(|at| (seen(at), at)).reduce(|best, next| if next.0 > best.0 { next } else { best });
        self.spot_for_general(w, place, best.map_or(entry.at, |(_, at)| at))
    }

    /// The places on the table where the base of a general touches the TdC of a unit: behind, on either side, in front.
    fn touching_places(&self, w: &World, unit: UnitId) -> impl Iterator<Item = Point> {
        let pose = w.unit(unit).pose;
        let (deep, wide) = (ELEMENT_DEPTH / 2 + GENERAL_RADIUS, PAS / 2 + GENERAL_RADIUS);
        let around = [(0, -deep), (wide, 0), (-wide, 0), (0, deep)].map(|(x, y)| pose.local(x, y));
        around.into_iter().filter(|at| self.terrain.inside(*at))
    }

    /// A place where the base of a general touches the TdC of a unit: behind it if that is on the table.
    pub(crate) fn beside(&self, w: &World, unit: UnitId) -> Point {
        self.touching_places(w, unit).next().unwrap_or(w.unit(unit).pose.at)
    }

    /// The lost brigadiers of a side due for replacement, by place, and the units of their brigades that may receive
    /// the new one: unbroken ones first (ML-10c, ML-GAP-36).
    fn successors(&self, w: &World, side: Side) -> Vec<(usize, Vec<UnitId>)> {
        let mut due = Vec::new();
        for (place, general) in w.generals.iter().enumerate() {
            let sheet = &self.generals[place];
            let lost = w.command(usize::from(sheet.command)).general_lost;
            let ready = lost.and_then(|t| officers::replaced_in(&self.book, t)).is_some_and(|t| t <= w.turn);
            let vacant = sheet.side == side && sheet.rank == Rank::Brigade && matches!(general.life, Life::Gone(_));
            let own = w.ids().filter(|id| self.sheet(*id).command == sheet.command && w.unit(*id).present());
            let mut own: Vec<UnitId> = own.collect();
            own.sort_by_key(|id| (w.unit(*id).broken(), *id));
            if ready && vacant && !own.is_empty() {
                due.push((place, own));
            }
        }
        due
    }

    fn fields_successor(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let beside = |unit: UnitId| Choice::of(Does::Appear.about(Ref::Unit(unit)), &[r::ML_10C, r::ML_GAP_36]);
        let asked = self.successors(w, slot.side).into_iter().filter(|(_, own)| own.len() > 1);
        let field = |(place, own): (usize, Vec<UnitId>)| {
            pick_one(Ref::Unit(w.general_id(place)), own.into_iter().map(beside).collect())
        };
        asked.map(field).collect()
    }

    /// Replaces brigadiers lost two turns ago, touching the unit of their brigade that their player chooses (ML-10c,
    /// ML-GAP-36).
    fn replace_brigadiers(&self, d: &mut D<'_>) -> Flow<()> {
        let sheets = self.sheets_of(d, Question::Successor);
        let named: Vec<(UnitId, UnitId)> = self
            .ask_units(d, &sheets)?
            .into_iter()
            .filter_map(|(_, general, reply)| match reply.key()?.refs.first() {
                Some(Ref::Unit(unit)) => Some((general, *unit)),
                _ => None,
            })
            .collect();
        let due: Vec<(usize, UnitId)> = Side::BOTH
            .into_iter()
            .flat_map(|side| self.successors(&d.world, side))
            .filter_map(|(place, own)| {
                let general = d.world.general_id(place);
                let said = named.iter().find(|(of, _)| *of == general).map(|(_, unit)| *unit);
                Some((place, said.or_else(|| own.first().copied())?))
            })
            .collect();
        let toss = |w: &World, place: usize| Toss::new(r::ML_10C, Ref::Unit(w.general_id(place)), dice::Throw::d6(1));
        let thrown = d.throw(due.iter().map(|(place, _)| toss(&d.world, *place)).collect())?;
        for ((place, unit), fell) in due.into_iter().zip(thrown) {
            let face = fell.face();
            let competence = officers::replacement(&self.book, face);
            let competence =
                competence.unwrap_or_else(|| *rulebook::ids::at(&[], usize::from(face), "competence of the die"));
            let at = self.spot_for_general(&d.world, place, self.beside(&d.world, unit));
            let id = d.world.general_id(place);
            self.alter(d, &[id], &[], &[r::ML_10C, r::ML_GAP_36], |w| {
                let general = &mut w.generals[place];
                general.at = at;
                general.life = Life::Present;
                general.charisma = 0;
                general.competence = competence;
                general.replacement = true;
                general.attached = None;
            });
        }
        Ok(())
    }
}
