//! Checks plans: each by itself, against the attitude, and all of a side together (LA-GAP-61, LA-GAP-62).

use super::{Draft, HALF, plan_named};
use crate::question::Judged;
use crate::turn::deploy::formation_named;
use crate::turn::march::Marcher;
use crate::world::{Bound, Object, Plan, SPREAD, World};
use crate::{Arm, Attitude, LesAigles, Order, r};
use game::{Ask, Preview, Ref, Refusal, Reply, Rule, Side, UnitId};
use rulebook::Known;
use std::collections::BTreeMap;
use table::{Cm, Manoeuvre, Piece, Pose, overlaps};

impl LesAigles {
    /// Checks every plan by itself and against the attitude, then the end places of all together.
    pub(super) fn check_plan(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Judged {
        let side = ask.slot.side;
        let mut refusals = Vec::new();
        let mut preview = Preview { costs: vec![(0, 0); replies.len()], ..Preview::default() };
        let mut ends: BTreeMap<UnitId, (usize, Piece)> = BTreeMap::new();
        let mut charged: Vec<(UnitId, UnitId, usize)> = Vec::new();
        let mut marches: Vec<(UnitId, Vec<Manoeuvre>, bool)> = Vec::new();
        let mut n = 0;
        while n < ask.fields.len() {
            let about = ask.fields.get(n).map(|f| f.about);
            let (Some(Ref::Unit(id)), Some(key)) = (about, replies.get(n).and_then(Reply::key)) else {
                n += 1;
                continue;
            };
            if usize::from(id.0) >= w.units.len() {
                n += 1;
                continue;
            }
            let legs = match replies.get(n + 1) {
                Some(Reply::Marched(march)) => march.legs.as_slice(),
                _ => &[],
            };
            // Absurd lengths are refused under any plan.
            if w.unit(id).charge.is_some() && !legs.is_empty() || legs.iter().any(absurd) {
                refusals.push(Refusal::by(r::LA_GAP_61, n + 1, "not_offered"));
            }
            match plan_named(key, legs.to_vec()) {
                Some(plan @ (Plan::March(_) | Plan::Forced(_))) => {
                    let forced = matches!(plan, Plan::Forced(_));
                    self.judge_march(w, id, legs, forced, n, (&mut refusals, &mut preview, &mut ends));
                    marches.push((id, legs.to_vec(), forced));
                }
                Some(Plan::Charge(target)) => charged.push((id, target, n)),
                _ => {}
            }
            n += 2;
        }
        self.one_charger_each(w, &charged, &mut refusals);
        self.no_crowding(w, side, &ends, &mut refusals);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let still: Vec<UnitId> = self.troops(w, side).filter(|id| !ends.contains_key(id)).collect();
        for (id, legs, forced) in &marches {
            self.show_among(w, (*id, legs, *forced), &still, &ends, &mut preview);
        }
        Ok(preview)
    }

    /// Shows a march among the friends on its way.
    fn show_among(
        &self,
        w: &World,
        march: (UnitId, &[Manoeuvre], bool),
        still: &[UnitId],
        ends: &BTreeMap<UnitId, (usize, Piece)>,
        preview: &mut Preview,
    ) {
        let id = march.0;
        let Some((_, path)) = preview.paths.iter_mut().find(|(of, _)| *of == id) else { return };
        let friends: Vec<(u32, Piece)> = still.iter().map(|other| (u32::from(other.0), self.body(w, *other))).collect();
        let own = self.body(w, id);
        let meets = |leg: &[Pose]| {
            let from = own.with_pose(Pose { at: leg[0].local(0, -own.depth / 2), ..leg[0] });
            let (bearing, far) = (leg[0].at.bearing_to(leg[1].at), leg[0].at.to(leg[1].at).round() as Cm);
            !table::in_the_way(&from, bearing, far.max(1), &friends).is_empty()
        };
        if !path.windows(2).any(meets) {
            return;
        }
        let Some(draft) = self.draft_among(w, march, still) else { return };
        let body = self.laid(id, w.unit(id).figures(), draft.end, (draft.formation, draft.turned));
        *path = draft.path;
        if let Some((_, ghost)) = preview.ghosts.iter_mut().find(|(of, _)| *of == id) {
            *ghost = vec![body];
        }
        if let Some((cost, _)) = ends.get(&id).and_then(|(n, _)| preview.costs.get_mut(*n)) {
            *cost = draft.cost.max(*cost);
        }
    }

    pub(super) fn judge_march(
        &self,
        w: &World,
        id: UnitId,
        legs: &[Manoeuvre],
        forced: bool,
        n: usize,
        (refusals, preview, ends): (&mut Vec<Refusal>, &mut Preview, &mut BTreeMap<UnitId, (usize, Piece)>),
    ) {
        if legs.is_empty() {
            return;
        }
        if let Some(leg) = self.leg_not_open(w, id, legs) {
            refusals.push(Refusal::by(r::LA_GAP_61, n + 1, "leg_not_open").at_leg(leg));
            return;
        }
        // Computer generals try many answers in which most marches are unchanged.
        let draft = || self.draft(w, id, legs, forced);
        match self.known_drafts.of(w).get(&(id, forced, legs.to_vec()), draft) {
            Err(barred) => {
                let refusal = Refusal::by(barred.rule, n + 1, barred.why).at_leg(barred.leg);
                // The length of its own march may be revealed: it tells nothing of other units (LA-CHA-05).
                let most = || 2 * self.straight_on(&Marcher { forced, ..self.marcher(w, id) });
                refusals.push(if barred.rule == r::LA_MVT_08 { refusal.fact("most", most().into()) } else { refusal });
            }
            Ok(draft) => {
                if let Some((rule, why)) = self.against_orders(w, id, &draft, legs) {
                    refusals.push(Refusal::by(rule, n + 1, why));
                    return;
                }
                if let Some(cost) = preview.costs.get_mut(n + 1) {
                    *cost = (draft.cost, HALF);
                }
                let body = self.laid(id, w.unit(id).figures(), draft.end, (draft.formation, draft.turned));
                preview.ghosts.push((id, vec![body]));
                preview.paths.push((id, draft.path));
                ends.insert(id, (n + 1, body));
            }
        }
    }

    /// The first leg that is not open to a unit, by its kind and its limit.
    fn leg_not_open(&self, w: &World, id: UnitId, legs: &[Manoeuvre]) -> Option<usize> {
        let open = self.open_manoeuvres(w, id);
        let moves = open.iter().any(|m| matches!(m, Manoeuvre::Ahead(_)));
        let fine = |leg: &Manoeuvre| match leg {
            Manoeuvre::Ahead(cm) | Manoeuvre::Back(cm) => moves && (0..=1_000_000).contains(cm),
            Manoeuvre::Oblique { cm, by } => {
                moves
                    && (0..=1_000_000).contains(cm)
                    && by.abs() <= i32::from(self.book.tables.movement.oblique_degrees) * 100
            }
            Manoeuvre::Wheel(by) => moves && by.abs() <= 36_000,
            Manoeuvre::Turn(by) => {
                open.iter().any(|m| matches!(m, Manoeuvre::Turn(_))) && matches!(by.abs(), 9_000 | 18_000)
            }
            // Legs that depend on earlier ones are checked on the way.
            Manoeuvre::Reform(name) => w.unit(id).manned() && formation_named(name.as_str()).is_some(),
            Manoeuvre::Stand => true,
            Manoeuvre::Side(_) | Manoeuvre::Enter(_) => false,
        };
        let limbers = |leg: &Manoeuvre| matches!(leg, Manoeuvre::Reform(_));
        let mut free = moves;
        for (n, leg) in legs.iter().enumerate() {
            // Guns may move once they have limbered.
            let moving = matches!(leg, Manoeuvre::Ahead(_) | Manoeuvre::Wheel(_));
            if !(fine(leg) || free && moving) {
                return Some(n);
            }
            free |= limbers(leg) && !matches!(w.unit(id).bound, Bound::Halted { .. });
        }
        None
    }

    /// The reason why an attitude forbids the end place of a march (LA-GAP-76).
    fn against_orders(&self, w: &World, id: UnitId, draft: &Draft, legs: &[Manoeuvre]) -> Option<(Rule, &'static str)> {
        if !self.on(r::LA_GAP_76) {
            return None;
        }
        // Limbering and unlimbering are changes of formation: no order forbids them.
        let changes = legs.iter().all(|leg| matches!(leg, Manoeuvre::Reform(_)));
        if changes && self.arm(id) == Arm::Artillery && self.on(r::LA_ART_01) {
            return None;
        }
        let marches =
            legs.iter().any(|leg| matches!(leg, Manoeuvre::Ahead(_) | Manoeuvre::Oblique { .. } | Manoeuvre::Back(_)));
        let (unit, tables) = (w.unit(id), &self.book.tables.orders);
        let (from, to) = (unit.pose.at, draft.end.at);
        if let Some(whole) = self.sheet(id).part_of
            && w.unit(whole).present()
        {
            let near = |at| table::point_to_piece(at, &self.body(w, whole)).cm;
            if !table::within_cm(near(to), tables.detached.cm()) && near(to) >= near(from) {
                return Some((r::LA_GAP_53, "too_far_from_battalion"));
            }
        }
        let orders = self.orders(w, id)?;
        let aim = self.aim_of(w, &orders);
        let farther = aim.is_some_and(|aim| to.to(aim) > from.to(aim) + f64::from(table::SLACK));
        let beyond = |limit: Cm| aim.is_some_and(|aim| !table::within_cm(to.to(aim).round() as Cm, limit));
        let away = |limit: Cm| beyond(limit) && farther;
        let refused = match orders.attitude {
            Attitude::Attack | Attitude::Manoeuvre => marches && farther,
            Attitude::Hold => {
                beyond(tables.hold.cm())
                    && (farther || matches!(orders.object, Object::Place(_)) && away(tables.hold.cm()))
            }
            Attitude::Cover => away(tables.cover.cm() + self.body(w, id).front / 2),
            Attitude::Support => away(tables.support.cm() + self.body(w, id).front / 2),
            Attitude::Harass => false,
            Attitude::BreakOff => {
                let scene = self.scene(w);
                let nearer = |enemy: &UnitId| {
                    let body = self.body(w, *enemy);
                    let near = |at| table::point_to_piece(at, &body).cm;
                    near(to) + table::SLACK < near(from) && self.sees(&scene, id, *enemy)
                };
                marches && self.troops(w, self.side(id).other()).any(|enemy| nearer(&enemy))
            }
        };
        refused.then_some((r::LA_GAP_76, "against_orders"))
    }

    /// One charger for each target (LA-CHA-32): two only on different sides of a square, or on opposite sides of a line or
    /// column. A charge of the first half that is still under way counts.
    pub(super) fn one_charger_each(&self, w: &World, charged: &[(UnitId, UnitId, usize)], refusals: &mut Vec<Refusal>) {
        let under_way = |id: UnitId| w.unit(id).charge.as_ref().is_some_and(|c| Self::is_charge(c.sort));
        for (k, (id, target, n)) in charged.iter().enumerate() {
            let papers = w.papers(self.side(*id)).map(|papers| &papers.targets);
            let before = papers.into_iter().flatten().filter(|(other, his)| *his == target && under_way(**other));
            let mut others = before
                .map(|(other, _)| *other)
                .chain(charged[..k].iter().filter(|(_, his, _)| his == target).map(|(other, ..)| *other));
            if others.any(|other| !self.both_may_charge(w, *target, [*id, other])) && self.on(r::LA_CHA_32) {
                refusals.push(Refusal::by(r::LA_CHA_32, *n, "one_charger_a_target"));
            }
        }
    }

    /// Whether two units may charge the same enemy, by their sides of that enemy (LA-CHA-32).
    fn both_may_charge(&self, w: &World, target: UnitId, chargers: [UnitId; 2]) -> bool {
        use table::Quarter::{Front, Left, Rear, Right};
        let body = self.body(w, target);
        let sides = chargers.map(|id| table::zone(&body, SPREAD, w.unit(id).pose.at));
        let (formation, formed) = (w.unit(target).formation, w.unit(target).order < Order::Unformed);
        if formation.square() && formed {
            return sides[0] != sides[1];
        }
        let opposite = matches!(sides, [Front, Rear] | [Rear, Front] | [Left, Right] | [Right, Left]);
        (formation.line() || formation.column()) && opposite
    }

    /// Two friends do not end in one place (LA-GAP-61): of two that move, the later on the sheet is refused.
    pub(super) fn no_crowding(
        &self,
        w: &World,
        side: Side,
        ends: &BTreeMap<UnitId, (usize, Piece)>,
        refusals: &mut Vec<Refusal>,
    ) {
        let standing: Vec<(UnitId, Piece)> =
            self.troops(w, side).filter(|id| !ends.contains_key(id)).map(|id| (id, self.body(w, id))).collect();
        let mut taken: Vec<(UnitId, Piece)> = Vec::new();
        for (id, (n, body)) in ends {
            let own = self.body(w, *id);
            // A unit that overlaps a friend already may stay.
            let bad = |(other, piece): &(UnitId, Piece)| other != id && overlaps(body, piece) && !overlaps(&own, piece);
            if let Some((other, _)) = standing.iter().chain(&taken).find(|o| bad(o)) {
                refusals.push(Refusal::by(r::LA_GAP_62, *n, "place_taken").fact("unit", i64::from(other.0)));
            } else {
                taken.push((*id, *body));
            }
        }
    }
}

/// Whether a leg is longer than any table.
fn absurd(leg: &Manoeuvre) -> bool {
    match leg {
        Manoeuvre::Ahead(cm) | Manoeuvre::Back(cm) | Manoeuvre::Side(cm) | Manoeuvre::Oblique { cm, .. } => {
            cm.abs() > 1_000_000
        }
        Manoeuvre::Wheel(by) | Manoeuvre::Turn(by) => by.abs() > 36_000,
        Manoeuvre::Reform(_) | Manoeuvre::Enter(_) | Manoeuvre::Stand => false,
    }
}
