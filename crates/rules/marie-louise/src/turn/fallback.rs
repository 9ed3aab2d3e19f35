//! Step R: units under R and evading cavalry fall back, shaken ones may, batteries under R redeploy (ML-3.1c to
//! ML-3.1e, ML-3.2d, ML-3.2e, ML-5.3c, ML-GAP-17).

mod line;

use super::{D, Step};
use crate::question::{Does, Kind, Luck, Question, pick_one};
use crate::resolve::reach::bonus_dice;
use crate::world::{PAS, Phase, Positions, SEQUENCE, Unit, World};
use crate::{Arm, Formation, MarieLouise, Marker, r};
use game::{Ask, Choice, Field, Flow, Preview, Ref, Refusal, Reply, Shape, Slot, Term, UnitId};
use line::Retreat;
use rulebook::Known;
use table::{Cm, Manoeuvre, March, Piece, Pose, overlaps};

pub(crate) const FALL_BACK: Kind = Kind {
    rules: &[r::ML_3_1C, r::ML_3_1D, r::ML_5_3C, r::ML_GAP_17],
    fields: MarieLouise::fields_fall_back,
    check: judge_all,
    suggest: mostly_away,
};

/// The march of a reply that falls back.
fn march_of(reply: &Reply) -> Option<&March> {
    let key = reply.key().filter(|key| Does::FallBack.is(key));
    match reply.opened().first() {
        Some(Reply::Marched(march)) if key.is_some() => Some(march),
        _ => None,
    }
}

/// Whether a reply takes the bonus.
fn takes_bonus(reply: &Reply) -> bool {
    reply.opened().get(1).and_then(Reply::key).is_some_and(|key| Does::Bonus.is(key))
}

fn judge_all(rules: &MarieLouise, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
    let positions = rules.positions(w);
    let (mut preview, mut refusals) = (Preview::default(), Vec::new());
    for (n, (field, reply)) in ask.fields.iter().zip(replies).enumerate() {
        let (Ref::Unit(id), Some(march)) = (field.about, march_of(reply)) else { continue };
        match rules.judge_retreat(w, &positions, id, rules.away(w, &positions, id), &march.legs) {
            Ok(retreat) => {
                preview.costs.push((retreat.cm, retreat.allowance));
                let end = retreat.end();
                let ghost = Unit { pose: end, ..w.unit(id).clone() };
                preview.ghosts.push((id, ghost.footprint()));
                preview.paths.push((id, retreat.path));
            }
            Err(fault) => refusals.push(fault.refusal(n)),
        }
    }
    if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
}

/// Units under R take the default path, sometimes facing about or with the bonus; a shaken unit falls back half of the
/// time.
fn mostly_away(_: &MarieLouise, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    ask.fields
        .iter()
        .map(|field| {
            let Shape::Pick { from, .. } = &field.shape else { return field.default.clone() };
            let Some(back) = from.iter().find(|c| Does::FallBack.is(&c.key)) else { return field.default.clone() };
            if luck.below(2) == 0 {
                return field.default.clone();
            }
            let opened = back.then.iter().map(|field| match (&field.shape, &field.default) {
                (Shape::Pick { from, .. }, _) if !from.is_empty() => {
                    Reply::pick(from[luck.below(from.len())].key.clone())
                }
                (Shape::March { allowed, .. }, Reply::Marched(march)) => {
                    let mut march = march.clone();
                    if luck.below(3) == 0 && allowed.iter().any(|m| matches!(m, Manoeuvre::Turn(_))) {
                        march.legs.push(Manoeuvre::Turn(18_000));
                    }
                    Reply::Marched(march)
                }
                _ => field.default.clone(),
            });
            Reply::Picked(vec![(back.key.clone(), opened.collect())])
        })
        .collect()
}

/// A unit that falls back.
struct Mover {
    id: UnitId,
    retreat: Retreat,
    extra: Cm,
}

impl MarieLouise {
    fn fields_fall_back(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let positions = self.positions(w);
        let mut fields = Vec::new();
        for id in self.retreating(w, slot.side) {
            let Some(legs) = self.best_retreat(w, &positions, id, self.away(w, &positions, id)) else { continue };
            let battery = self.redeploys(w, id);
            let mover = self.falling_mover(w, id);
            let most = self.farthest(&mover);
            let mut allowed = vec![Manoeuvre::Oblique { cm: most, by: 18_000 }];
            if !battery {
                allowed.push(Manoeuvre::Turn(18_000));
            }
            let march = Field {
                about: Ref::Unit(id),
                shape: Shape::March { movers: vec![id], allowed, budget: most },
                default: Reply::Marched(March { movers: vec![id.0], legs }),
            };
            let mut back = Choice::of(Does::FallBack.key(), &[r::ML_3_1C, r::ML_GAP_17]);
            back.facts.insert(Term::of("allowance"), i64::from(most));
            back.then.push(march);
            let dice = self.fall_back_dice(w, id, w.unit(id).pose);
            if dice > 0 {
                let none = Choice::of(Does::NoBonus.key(), &[]);
                let mut bonus = Choice::of(Does::Bonus.key(), &[r::ML_8_2A, r::ML_3_1C]);
                bonus.facts.insert(Term::of("dice"), i64::from(dice));
                back.then.push(pick_one(Ref::Unit(id), vec![none, bonus]));
            }
            let stay = Choice::of(Does::Stay.key(), &[r::ML_3_2F]);
            // A unit ordered back goes by default; a shaken unit stays by default.
            let from = if self.ordered_back(w, id) { vec![back, stay] } else { vec![stay, back] };
            fields.push(pick_one(Ref::Unit(id), from));
        }
        fields
    }

    /// Average dice of the bonus for a fall-back to a place: as for a charge (ML-3.1c, ML-8.2a).
    fn fall_back_dice(&self, w: &World, id: UnitId, end: Pose) -> u8 {
        if !self.on(r::ML_3_1C) {
            return 0;
        }
        let way = self.way(&self.falling_mover(w, id), w.unit(id).pose.at, end.at);
        bonus_dice(&self.book, self.sheet(id).profile.arm, worst(&way))
    }

    /// Step R: the answers.
    pub(crate) fn fall_back(&self, d: &mut D<'_>) -> Flow<()> {
        if !self.on(r::ML_3_1E) {
            return Ok(());
        }
        self.clock(d, Phase::FallBack, &[r::ML_2E, r::ML_3_1E, r::ML_3_2E]);
        d.world.hurried_moment = false;
        let sheets = self.sheets_of(d, Question::FallBack);
        let replies = self.ask_units(d, &sheets)?;
        // Carried out in a separate step, so that the sheets are not made again for every throw.
        d.then([Step::Retire(replies.into_iter().map(|(_, id, reply)| (id, reply)).collect())]);
        Ok(())
    }

    /// Step R: the moves.
    pub(crate) fn retire(&self, d: &mut D<'_>, replies: &[(UnitId, Reply)]) -> Flow<()> {
        let mut idle: Vec<UnitId> =
            self.everybody(&d.world).into_iter().filter(|id| self.ordered_back(&d.world, *id)).collect();
        let positions = self.positions(&d.world);
        let mut movers = Vec::new();
        let mut takers = Vec::new();
        for (id, reply) in replies {
            let Some(march) = march_of(reply) else { continue };
            let away = self.away(&d.world, &positions, *id);
            let Ok(retreat) = self.judge_retreat(&d.world, &positions, *id, away, &march.legs) else { continue };
            idle.retain(|other| other != id);
            if takes_bonus(reply) {
                takers.push((*id, self.fall_back_dice(&d.world, *id, retreat.end())));
            }
            movers.push(Mover { id: *id, retreat, extra: 0 });
        }
        d.beat();
        let rolled = self.roll_bonus(d, &takers, r::ML_3_1C)?;
        for mover in &mut movers {
            mover.extra = rolled.get(&mover.id).copied().unwrap_or(0);
        }
        // Of two units that want one place, the one with the shorter path gets it; equal paths: lots (ML-GAP-30).
        let ways: Vec<(UnitId, Pose, Cm)> = movers.iter().map(|m| (m.id, m.retreat.end(), m.retreat.cm)).collect();
        let order = self.order_of_arrival(d, &ways, r::ML_6_1A)?;
        let (mut crossings, mut placed) = (Vec::new(), Vec::new());
        for id in order {
            let Some(mover) = movers.iter().find(|m| m.id == id) else { continue };
            match self.go_back(d, &positions, mover, &mut placed) {
                Some(crossed) => crossings.push((id, crossed)),
                None if self.ordered_back(&d.world, id) => idle.push(id),
                None => {}
            }
        }
        for id in idle {
            // No path (ML-3.1d), or the player declined, or no room (ML-3.2f).
            let why = if replies.iter().any(|(other, _)| *other == id) { r::ML_3_2F } else { r::ML_3_1D };
            if self.on(why) {
                self.mark(d, id, Marker::Hesitant, &[why]);
            }
        }
        self.pass_through(d, &crossings, true)
    }

    /// Moves a unit back and returns the friends it passed through; `None` if others leave it no room. `positions` is
    /// that before the step, `placed` the TdCs of units that have moved since.
    fn go_back(
        &self,
        d: &mut D<'_>,
        positions: &Positions,
        mover: &Mover,
        placed: &mut Vec<Piece>,
    ) -> Option<Vec<UnitId>> {
        let (id, retreat) = (mover.id, &mover.retreat);
        let unit = d.world.unit(id);
        let (from, mut end) = (unit.pose, retreat.end());
        let (mut cm, mut toll, mut halted) = (retreat.cm, retreat.toll, retreat.halted);
        if mover.extra > 0 {
            // The bonus must be used as far as ground, enemies and the edge of the table allow (ML-8.2b).
            let falling = self.falling_mover(&d.world, id);
            let enemies = self.enemy_elements(&d.world, id, self.farthest(&falling) + mover.extra);
            let run = self.run(&d.world, id, &falling, retreat.bearing, mover.extra, &enemies);
            let there = |far: Cm| Pose { at: from.at.step(retreat.bearing, far), facing: end.facing };
            let open =
                |end: Pose| self.terrain.inside(end.at) && self.approaches(&d.world, positions, id, end).is_none();
            let mut far = run.cm.min(retreat.cm + mover.extra);
            while far > cm && !open(there(far)) {
                far -= PAS / 10;
            }
            if far > cm {
                (end, cm) = (there(far), far);
                toll = self.toll(&d.world, id, retreat.bearing, far);
                halted = run.halted.filter(|_| far == run.cm);
            }
        }
        // Only a battery's path has bends; other units go straight.
        let battery = self.sheet(id).profile.arm == Arm::Artillery;
        let mut path = if battery { retreat.path.clone() } else { vec![from, end] };
        path.pop();
        let bend = path.last().copied().unwrap_or(from);
        let free = |end: Pose| {
            let tdc = Piece { pose: end, ..d.world.unit(id).tdc() };
            let taken = placed.iter().any(|other| overlaps(&tdc, other));
            // It may not end nearer to an enemy if it stops short of a friend (ML-3.1d).
            let nearer = !battery && self.on(r::ML_3_1D) && self.approaches(&d.world, positions, id, end).is_some();
            self.tdc_free(&d.world, positions, id, end) && !taken && !nearer
        };
        let whole = bend.at.to(end.at).round() as Cm;
        let mut leg = whole;
        while leg > 0 && !free(end) {
            leg = (leg - PAS / 10).max(0);
            end.at = bend.at.step(retreat.bearing, leg);
        }
        cm -= whole - leg;
        if leg < whole {
            (toll, halted) = (self.toll(&d.world, id, retreat.bearing, cm), None);
        }
        // Less than 1 pas is no fall-back (ML-GAP-17); a battery has at least limbered (ML-3.2f).
        let least = self.book.tables.distance.least_fall_back.cm();
        let stuck = !free(end) || leg < whole && cm < least && self.on(r::ML_GAP_17);
        if stuck && !battery {
            placed.push(d.world.unit(id).tdc());
            return None;
        }
        if !free(end) {
            (end, cm, toll, halted) = (from, 0, 0, None);
        }
        path.push(end);
        let crossed = self.crossed_on(&d.world, positions, id, &path);
        self.leave_building(d, id);
        let rules = if battery { [r::ML_3_2D, r::ML_GAP_66] } else { [r::ML_3_1C, r::ML_GAP_17] };
        if battery {
            self.change(d, id, &rules, |u| u.formation = Formation::Limbered);
        } else if self.falls_in_disorder(&d.world, id) {
            self.disorder(d, id, &rules);
        } else if mover.extra > 0 && self.on(r::ML_8_2B) {
            self.disorder(d, id, &[r::ML_8_2B, r::ML_GAP_17]);
        }
        self.place(d, id, end, &path, &rules);
        placed.push(d.world.unit(id).tdc());
        let now = &mut d.world.unit_mut(id).now;
        now.moved = true;
        now.fell_back = !battery;
        now.used = now.used.saturating_add(part_used(cm.saturating_add(toll), retreat.allowance));
        d.world.unit_mut(id).obstacle = halted;
        Some(crossed)
    }

    /// Friends that a unit passes through on a path of straight legs (ML-6.2a). Only guns turn along it (ML-GAP-15).
    fn crossed_on(&self, w: &World, positions: &Positions, id: UnitId, path: &[Pose]) -> Vec<UnitId> {
        let turns = self.sheet(id).profile.arm == Arm::Artillery;
        let mut crossed = Vec::new();
        for leg in path.windows(2).filter(|leg| leg[0].at != leg[1].at) {
            let (bearing, cm) = (leg[0].at.bearing_to(leg[1].at), leg[0].at.to(leg[1].at).round() as Cm);
            let from = if turns { Pose { facing: bearing, ..leg[0] } } else { leg[0] };
            let met = self.friends_crossed(w, positions, id, from, bearing, cm);
            crossed.extend(met.into_iter().filter(|friend| !crossed.contains(friend)).collect::<Vec<_>>());
        }
        crossed
    }

    /// Whether a unit is disordered by falling back: all but skirmishers (ML-3.1c, ML-GAP-17).
    fn falls_in_disorder(&self, w: &World, id: UnitId) -> bool {
        let keeps = w.unit(id).formation == Formation::Skirmish
            && self.on(r::ML_GAP_17)
            && !self.book.options.skirmishers_fall_back_disordered;
        self.on(r::ML_3_1C) && !keeps
    }
}

/// The share of a sequence that a move costs (ML-GAP-15).
pub(crate) fn part_used(cm: Cm, allowance: Cm) -> i32 {
    if allowance <= 0 {
        return if cm > 0 { SEQUENCE } else { 0 };
    }
    rulebook::saturated::<i32, _>(i64::from(cm) * i64::from(SEQUENCE) / i64::from(allowance))
}

/// The worst class of ground on a path.
pub(crate) fn worst(way: &super::moving::Way) -> crate::Going {
    way.stretches.iter().map(|s| s.beside).max().unwrap_or_default()
}
