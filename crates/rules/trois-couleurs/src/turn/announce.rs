//! Step 2: the actions that the opened markers stand for, in order of hearing (L3C-SIM-02, L3C-GAP-A73); step 4:
//! held-back orders of the second line, and its reactions (L3C-SIM-04, L3C-INT-01 to L3C-INT-03).

use super::D;
use super::deploy::formation_named;
use super::movement_steps::{Barred, DoneBefore, LEAST_TURN, manned};
use super::orders::{code_named, rule_of};
use crate::question::{Does, Judged, Kind, Luck, Question, named, pick_one};
use crate::resolve::moving::changing::{self, Changing, Shape as Form};
use crate::resolve::moving::encounter::{Second, SecondLine, Seconded, second_line};
use crate::resolve::moving::points::left;
use crate::resolve::moving::turning::allowed;
use crate::world::{Code, Detail, OpenedOrder, Phase, World, formations};
use crate::{Arm, Cohesion, Formation, Gait, TroisCouleurs, UD, r};
use game::{Ask, Choice, Deed, Field, Flow, Key, Preview, Ref, Reply, Shape, Side, Slot, UnitId};
use rulebook::Known;
use rulebook::word;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::{Cm, Manoeuvre, March};

pub(crate) const ANNOUNCE: Kind = Kind {
    rules: &[r::L3C_SIM_02, r::L3C_GAP_A73],
    fields: TroisCouleurs::fields_announce,
    check: TroisCouleurs::check_announce,
    suggest: TroisCouleurs::suggest_announce,
};

/// One announcement that is due.
#[derive(Debug)]
pub(crate) struct Item {
    unit: UnitId,
    code: Code,
    second: bool,
    /// It may be another action than the one announced (L3C-INT-03).
    reacts: bool,
    /// The order was held back (L3C-INT-02).
    kept: bool,
    field: Field,
}

/// Longest way that a sheet allows an arrow.
const FAR: Cm = 20 * UD;

impl TroisCouleurs {
    pub(crate) fn announce(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        self.hear(d, side, Question::Announce)
    }

    pub(crate) fn second_line(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        self.clock_once(d, Phase::SecondLine, &[r::L3C_SIM_04]);
        self.hear(d, side, Question::SecondLine)
    }

    fn hear(&self, d: &mut D<'_>, side: Side, question: Question) -> Flow<()> {
        let slot = question.to(side);
        let sheet = self.put(d, &slot);
        let items = self.announced(&d.world.known_to(side), &slot);
        let fields = sheet.fields.clone();
        let replies = self.ask_one(d, sheet)?;
        let later = question == Question::SecondLine;
        for (item, reply) in items.iter().zip(&replies) {
            let detail = detail_of(item.code, reply);
            // Announcing a held-back order is not a change of order.
            let says_it = |code: Code| item.kept && code == item.code;
            let reacts = reply.key().filter(|_| item.reacts);
            let reaction = reacts.filter(|_| !says_it(Code::Form)).and_then(|key| formation_named(&key.does));
            if let Some(reaction) = reaction {
                self.react(d, item.unit, reaction);
                continue;
            }
            // An empty way is no change: the unit keeps its order.
            if let Some((code, way)) = moved_instead(reply).filter(|_| item.reacts) {
                if way != Detail::Void {
                    self.replaces(d, item.unit, code, &way);
                }
                continue;
            }
            let other = reacts.and_then(|key| Some((code_named(&key.does)?, named(key))));
            if let Some((code, on)) = other.filter(|(code, _)| !says_it(*code)) {
                self.replaces(d, item.unit, code, &on.map_or(Detail::Fires, Detail::On));
                continue;
            }
            if detail == Detail::Void && later && reply.key().is_some_and(|key| Does::Keep.is(key)) {
                continue;
            }
            self.alter(d, &[item.unit], &[], &[rule_of(item.code)], |w| {
                let plan = w.plans.entry(item.unit).or_default();
                match item.second {
                    false => plan.main = detail.clone(),
                    true => plan.second = detail.clone(),
                }
            });
            self.tell_detail(d, item.unit, item.code, &detail);
        }
        for (field, reply) in fields.iter().zip(&replies).skip(items.len()) {
            let Ref::Command(group) = field.about else { continue };
            if let Some(key) = reply.key().filter(|key| Does::Together.is(key)) {
                d.world.together.insert(group);
                d.tell(Deed::Declared { by: field.about, key: key.clone() }, &[r::L3C_OPP_03, r::L3C_GAP_A73]);
            }
        }
        Ok(())
    }

    /// The announcements of a side on its markers and groups: whether their units move together (L3C-OPP-03).
    fn fields_announce(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let items = self.announced(w, slot);
        let mut groups: BTreeMap<u16, BTreeSet<UnitId>> = BTreeMap::new();
        let first = Question::of(slot) == Some(Question::Announce) && self.book.all(&[r::L3C_OPP_03, r::L3C_GAP_A73]);
        for item in items.iter().filter(|item| first && (item.code.arrow() || item.code.assaults())) {
            groups.entry(self.sheet(item.unit).command).or_default().insert(item.unit);
        }
        let several = groups.into_iter().filter(|(_, units)| units.len() > 1);
        let field = |(group, _): (u16, _)| {
            let choices = [(Does::Apart, r::L3C_INT_16), (Does::Together, r::L3C_GAP_A73)];
            let choices = choices.map(|(does, rule)| Choice::of(does.key(), &[rule]));
            pick_one(Ref::Command(group), choices.to_vec())
        };
        items.iter().map(|item| item.field.clone()).chain(several.map(field)).collect()
    }

    /// Cost for a unit of the second line to take a formation that it has not announced: a decoy has no order
    /// (L3C-INT-01), a unit ordered to form carries that out in another way (L3C-INT-02), any other replaces its order
    /// (L3C-INT-03).
    fn seconded(&self, w: &World, id: UnitId, formation: Formation) -> Seconded {
        self.replaced(w, id, Code::Form, self.forming_points(w, id, formation))
    }

    /// Cost for a unit of the second line to do something else that itself takes these points (L3C-INT-03).
    fn replaced(&self, w: &World, id: UnitId, code: Code, points: u8) -> Seconded {
        let main = w.plans.get(&id).map_or(Code::Blank, |plan| plan.marker.main);
        let second = SecondLine {
            ordered: main != Code::Blank,
            announced: true,
            does: if main == code { Second::Adapt } else { Second::Replace },
            points: w.unit(id).body.points_spent.saturating_add(points),
        };
        second_line(&self.book, &second)
    }

    /// The orders that may replace that of a unit of the second line, each with its cost (L3C-INT-03, L3C-GAP-A46): an
    /// assault or an advance to fire on an enemy, or fire. Moves are separate ([`Self::moves_instead`]).
    fn other_orders(&self, w: &World, id: UnitId) -> Vec<(Code, Option<UnitId>, u8)> {
        let table = &self.book.tables.action;
        let mut found = Vec::new();
        if !self.on(r::L3C_INT_03) || w.unit(id).garrison.is_some() {
            return found;
        }
        let codes = self.codes(w, id);
        for code in [Code::Assault, Code::FireAdvance].into_iter().filter(|code| codes.contains(code)) {
            let to_fire = code == Code::FireAdvance;
            let lost = DoneBefore { points: self.replaced(w, id, code, 0).lost, ..DoneBefore::default() };
            for enemy in self.troops(w, self.side(id).other()) {
                if self.may_assault_after(w, id, enemy, to_fire, lost).is_ok() {
                    found.push((code, Some(enemy), table.assault_least));
                }
            }
        }
        if codes.contains(&Code::Fire) {
            found.push((Code::Fire, None, table.fire));
        }
        found
    }

    /// A unit of the second line replaces its order (L3C-INT-03).
    fn replaces(&self, d: &mut D<'_>, id: UnitId, code: Code, detail: &Detail) {
        let lost = self.replaced(&d.world, id, code, 0).lost;
        self.spend(d, id, lost, r::L3C_SIM_04);
        self.alter(d, &[id], &[], &[r::L3C_INT_03], |w| {
            let plan = w.plans.entry(id).or_default();
            (plan.marker.main, plan.marker.second) = (code, None);
            (plan.main, plan.second) = (detail.clone(), Detail::Void);
            (plan.done, plan.reacted) = (false, true);
        });
        self.tell_detail(d, id, code, detail);
    }

    /// The fewest PA that a move or a turn costs a unit.
    fn least_points(&self, w: &World, id: UnitId, code: Code) -> u8 {
        let table = &self.book.tables.action;
        match code {
            Code::Fast => table.gait.of(Gait::Quick),
            Code::SlowBack => self.backward_points(id).unwrap_or(u8::MAX),
            Code::Sidestep => table.sidestep,
            Code::Face => self.turning_points(w, id, LEAST_TURN),
            _ => table.gait.ordinary,
        }
    }

    /// The free moves and turns by which a unit of the second line may replace its order (L3C-INT-03).
    fn moves_instead(&self, w: &World, id: UnitId) -> Option<Choice> {
        let codes = self.codes(w, id);
        let open =
            |code: &Code| codes.contains(code) && self.replaced(w, id, *code, self.least_points(w, id, *code)).allowed;
        let way = |code: Code| {
            let mut choice = Choice::of(Key { does: word(&code), refs: Vec::new() }, &[rule_of(code)]);
            choice.then = vec![self.way_field(w, id, code)?];
            Some(choice)
        };
        let moves = [Code::SlowAhead, Code::Fast, Code::SlowBack, Code::Sidestep, Code::Face];
        let ways: Vec<Choice> = moves.into_iter().filter(open).filter_map(way).collect();
        if ways.is_empty() || w.unit(id).garrison.is_some() || !self.on(r::L3C_INT_03) {
            return None;
        }
        let mut instead = Choice::of(Does::MoveInstead.key(), &[r::L3C_SIM_04, r::L3C_INT_03]);
        instead.then = vec![pick_one(Ref::Unit(id), ways)];
        Some(instead)
    }

    /// A unit of the second line does something else: it takes another formation, at the loss of a point.
    fn react(&self, d: &mut D<'_>, id: UnitId, formation: Formation) {
        let lost = self.seconded(&d.world, id, formation).lost;
        self.spend(d, id, lost, r::L3C_SIM_04);
        self.alter(d, &[id], &[], &[r::L3C_INT_03], |w| {
            let plan = w.plans.entry(id).or_default();
            if plan.marker.main != Code::Form {
                plan.marker.second = None;
            }
            plan.marker.main = Code::Form;
            plan.main = Detail::Into(formation);
            plan.reacted = true;
        });
    }

    fn tell_detail(&self, d: &mut D<'_>, id: UnitId, code: Code, detail: &Detail) {
        let refs = match detail {
            Detail::On(unit) | Detail::With(unit) => vec![Ref::Unit(*unit)],
            Detail::Enter(houses) => vec![Ref::Site(*houses)],
            Detail::Void => return,
            _ => Vec::new(),
        };
        let does = match detail {
            Detail::Into(formation) => word(formation),
            Detail::Later => Does::Later.term(),
            Detail::Enter(_) => Does::Enter.term(),
            Detail::Leave => Does::Leave.term(),
            Detail::Man(_) => Does::ManFaces.term(),
            _ => word(&code),
        };
        // A unit that announces its action is about to be seen; one that holds its order back is not (L3C-INT-02).
        if *detail == Detail::Later {
            let to = self.audience(&d.world, id);
            d.tell_to(to, Deed::Declared { by: Ref::Unit(id), key: Key { does, refs } }, &[rule_of(code)]);
            return;
        }
        self.reveal(d, id, r::L3C_GEN_12);
        d.tell(Deed::Declared { by: Ref::Unit(id), key: Key { does, refs } }, &[rule_of(code)]);
    }

    /// All announcements due from a side, in the order of its units: computed once for the sheet, for every answer
    /// judged and for the one given.
    fn announced(&self, w: &World, slot: &Slot) -> Arc<Vec<Item>> {
        self.known_items.of(w).get(slot, || Arc::new(self.look_for_items(w, slot)))
    }

    fn look_for_items(&self, w: &World, slot: &Slot) -> Vec<Item> {
        let later = Question::of(slot) == Some(Question::SecondLine);
        let mut items = Vec::new();
        for id in self.troops(w, slot.side).filter(|id| w.unit(*id).in_hand()) {
            let Some(plan) = w.plans.get(&id) else { continue };
            let second_line = w.unit(id).now.second_line;
            if later && !second_line {
                continue;
            }
            for (code, detail) in plan.open() {
                let second = code != plan.marker.main || plan.done;
                let kept = *detail == Detail::Later;
                if matches!(code, Code::Blank | Code::Fire) && !later {
                    continue;
                }
                let field = match later {
                    false => self.detail_field(w, id, code, plan, second_line && self.on(r::L3C_INT_02)),
                    true if kept && second => self.detail_field(w, id, code, plan, false),
                    true if kept => self.kept_field(w, id, code, plan),
                    true if second => continue,
                    true => self.reaction_field(w, id),
                };
                if let Some(field) = field {
                    let reacts = later && !(kept && second);
                    items.push(Item { unit: id, code, second, reacts, kept: later && kept, field });
                }
            }
        }
        items
    }

    /// Alternatives of a unit of the second line (L3C-SIM-04, L3C-GAP-A46).
    fn reaction_field(&self, w: &World, id: UnitId) -> Option<Field> {
        let said = w.plans.get(&id).map(|plan| &plan.main);
        let mut choices = vec![Choice::of(Does::Keep.key(), &[r::L3C_INT_02])];
        for formation in formations(self.troop(id).arm) {
            let changes = *formation != w.unit(id).body.formation && said != Some(&Detail::Into(*formation));
            if changes && self.may_end_in(w, id, *formation) && self.seconded(w, id, *formation).allowed {
                let key = Key { does: word(formation), refs: Vec::new() };
                choices.push(Choice::of(key, &[r::L3C_SIM_04, r::L3C_INT_03]));
            }
        }
        let main = w.plans.get(&id).map_or(Code::Blank, |plan| plan.marker.main);
        for (code, on, points) in self.other_orders(w, id) {
            let same = main == code && on.is_none_or(|on| said == Some(&Detail::On(on)));
            if !same && self.replaced(w, id, code, points).allowed {
                let key = on.map_or_else(|| Key { does: word(&code), refs: Vec::new() }, |on| key_on(code, on));
                choices.push(Choice::of(key, &[r::L3C_SIM_04, r::L3C_INT_03]));
            }
        }
        choices.extend(self.moves_instead(w, id));
        (choices.len() > 1 && self.on(r::L3C_SIM_04)).then(|| pick_one(Ref::Unit(id), choices))
    }

    /// Choices of a unit of the second line that has held its order back: announcing it (L3C-INT-02), or another action
    /// instead, at the loss of a point (L3C-INT-03).
    fn kept_field(&self, w: &World, id: UnitId, code: Code, plan: &OpenedOrder) -> Option<Field> {
        let (own, other) = (self.detail_field(w, id, code, plan, false), self.reaction_field(w, id));
        let (Some(mut own), Some(other)) = (own.clone(), other.clone()) else { return own.or(other) };
        if let (Shape::Pick { from, .. }, Shape::Pick { from: instead, .. }) = (&mut own.shape, other.shape) {
            let forms = |key: &Key| code == Code::Form && formation_named(&key.does).is_some();
            let new: Vec<Choice> = instead
                .into_iter()
                .filter(|choice| !Does::Keep.is(&choice.key) && !forms(&choice.key))
                .filter(|choice| code_named(&choice.key.does) != Some(code))
                .collect();
            from.extend(new);
        }
        Some(own)
    }

    /// Whether a unit may take a formation from its present state: a unit that has only lost its formation takes the
    /// same again, one that comes out of disorder any (L3C-RAL-10).
    fn may_end_in(&self, w: &World, id: UnitId, formation: Formation) -> bool {
        let unit = w.unit(id);
        let bound = unit.body.state == Cohesion::Unformed && !unit.reforming && self.on(r::L3C_RAL_10);
        !bound || formation == unit.body.formation
    }

    /// PA of taking a formation, or of reforming (L3C-CHF-01, L3C-RAL-14).
    pub(crate) fn forming_points(&self, w: &World, id: UnitId, formation: Formation) -> u8 {
        let (body, troop) = (&w.unit(id).body, self.troop(id));
        let heavy = self.sheet(id).pounds >= self.book.tables.manhandling.heavy_from_pounds;
        let (from, to) = match body.state {
            Cohesion::Disordered => (Form::Disordered, Form::Unformed),
            Cohesion::Unformed => (Form::Unformed, Form::Formed),
            _ => (shape(body.formation), shape(formation)),
        };
        let s = Changing {
            arm: troop.arm,
            from,
            to,
            formation: Some(formation),
            // Announced when it came out of disorder (L3C-RAL-12).
            announced: Some(body.formation),
            class: troop.class,
            status: troop.status,
            nation: troop.nation,
            year: self.scenario.year,
            heavy,
            wider: self.formed(w, id, formation).front > body.front,
            spent: body.points_spent,
        };
        changing::cost(&self.book, &s)
    }

    fn detail_field(&self, w: &World, id: UnitId, code: Code, plan: &OpenedOrder, may_wait: bool) -> Option<Field> {
        let of = Ref::Unit(id);
        let side = self.side(id);
        let body = &w.unit(id).body;
        let mut choices = vec![Choice::of(Does::Void.key(), &[rule_of(code)])];
        if may_wait {
            choices.push(Choice::of(Does::Later.key(), &[r::L3C_INT_02]));
        }
        match code {
            Code::Assault | Code::FireAdvance => {
                let after = plan.manoeuvres_first() && plan.marker.main != code;
                let before = DoneBefore { points: u8::from(after), turned: after, ..DoneBefore::default() };
                for enemy in self.troops(w, side.other()) {
                    let may = self.may_assault_after(w, id, enemy, code == Code::FireAdvance, before);
                    if let Ok(distance) = may {
                        let mut choice = Choice::of(key_on(code, enemy), &[rule_of(code)]);
                        choice.facts.insert(game::Term::of("distance"), distance.hundredths());
                        choices.push(choice);
                    }
                }
            }
            Code::Support => {
                for friend in self.troops(w, side).filter(|friend| *friend != id) {
                    let same = self.sheet(friend).command == self.sheet(id).command || !self.on(r::L3C_GAP_A27);
                    let reach = self.tactical(id).cm();
                    let goes = w.plans.get(&friend).is_some_and(|plan| {
                        plan.marker.main.assaults() || matches!(plan.marker.main, Code::SlowAhead | Code::Fast)
                    });
                    if same && goes && table::within_cm(self.gap(w, id, friend), reach) {
                        choices.push(Choice::of(key_on(code, friend), &[r::L3C_SOU_01]));
                    }
                }
            }
            Code::Form => {
                choices.extend(self.house_choices(w, id));
                let outside = w.unit(id).garrison.is_none();
                let occasion = self.occasion(w, id).map(|_| &Formation::AdHoc);
                for formation in formations(self.troop(id).arm).iter().chain(occasion).filter(|_| outside) {
                    let needed = self.forming_points(w, id, *formation);
                    let changes = *formation != body.formation || body.state >= Cohesion::Unformed;
                    let changes = changes && self.may_form(w, id) && self.may_end_in(w, id, *formation);
                    if changes && allowed(&self.book, body.points_spent, needed) {
                        let mut choice = Choice::of(Key { does: word(formation), refs: Vec::new() }, &[r::L3C_CHF_01]);
                        choice.facts.insert(game::Term::of("points"), i64::from(needed));
                        choices.push(choice);
                    }
                }
            }
            _ => return self.way_field(w, id, code),
        }
        (choices.len() > 1).then(|| pick_one(of, choices))
    }

    /// The way of an arrow, or a turn in place; other codes have none.
    fn way_field(&self, w: &World, id: UnitId, code: Code) -> Option<Field> {
        let (allowed, most) = match code {
            Code::Face => (vec![Manoeuvre::Turn(18_000)], 18_000),
            Code::SlowAhead | Code::Fast => {
                let far = self.farthest(w, id, code);
                (vec![Manoeuvre::Wheel(9_000), Manoeuvre::Ahead(far)], far)
            }
            Code::SlowBack => (vec![Manoeuvre::Back(FAR)], self.farthest_creep(w, id, code).unwrap_or(UD)),
            Code::Sidestep => (vec![Manoeuvre::Side(UD)], UD),
            _ => return None,
        };
        Some(march_field(id, allowed, most))
    }

    /// The longest straight way of an arrow over open ground.
    pub(crate) fn farthest(&self, w: &World, id: UnitId, code: Code) -> Cm {
        if self.in_battery(w, id) {
            return self.book.tables.distance.manhandle.cm() + UD;
        }
        if let Some(creep) = self.farthest_creep(w, id, code) {
            return creep;
        }
        let points = if code == Code::Fast { 2 } else { 1 };
        let march = self.plain_march(w, id, points, &crate::resolve::moving::movement::Way::new());
        crate::resolve::moving::movement::reach(&self.book, &march).unwrap_or_default().cm()
    }

    fn check_announce(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Judged {
        let mut refusals = Vec::new();
        let mut preview = Preview { costs: vec![(0, 0); replies.len()], ..Preview::default() };
        for (n, (item, reply)) in self.announced(w, &ask.slot).iter().zip(replies).enumerate() {
            // A unit that moves instead of carrying out its order has lost the point of a reaction.
            let instead = moved_instead(reply).filter(|_| item.reacts);
            let lost = instead.as_ref().map_or(0, |(code, _)| self.replaced(w, item.unit, *code, 0).lost);
            let spent = w.unit(item.unit).body.points_spent.saturating_add(lost);
            let free = left(&self.book, spent);
            match instead.unwrap_or_else(|| (item.code, detail_of(item.code, reply))) {
                (code, Detail::Way(legs)) if code.arrow() => match self.trip(w, item.unit, code, &legs, free) {
                    Ok(trip) => {
                        preview.ghosts.push((item.unit, vec![trip.end]));
                        let from = self.piece(w, item.unit).pose;
                        preview.paths.push((item.unit, vec![from, trip.end.pose]));
                        if let Some(cost) = preview.costs.get_mut(n) {
                            *cost = trip.used;
                        }
                    }
                    Err(barred) => refusals.push(barred.refusal(n)),
                },
                (Code::Face, Detail::Void) if matches!(reply, Reply::Marched(march) if !march.legs.is_empty()) => {
                    refusals.push(Barred::by(r::L3C_SIM_13, "not_so").refusal(n));
                }
                (Code::Face, Detail::By(by)) if by.abs() > 18_000 => {
                    refusals.push(Barred::by(r::L3C_SIM_13, "not_so").refusal(n));
                }
                (Code::Face, Detail::By(by)) => {
                    let points = self.turning_points(w, item.unit, by);
                    if !allowed(&self.book, spent, points) {
                        refusals.push(Barred::by(r::L3C_CHF_01, "no_points").refusal(n));
                    }
                }
                _ => {}
            }
        }
        if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
    }

    fn suggest_announce(&self, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        let items = self.announced(w, &ask.slot);
        let mut replies = Vec::with_capacity(ask.fields.len());
        for (field, item) in ask.fields.iter().zip(items.iter()) {
            let reply = match &field.shape {
                Shape::Pick { from, .. } if from.len() > 1 => {
                    let place = if luck.below(6) == 0 { 0 } else { 1 + luck.below(from.len() - 1) };
                    let choice = &from[place];
                    match choice.then.as_slice() {
                        [] => Reply::pick(choice.key.clone()),
                        [moves, ..] => self.likely_move(w, item.unit, moves, luck).map_or_else(
                            || field.default.clone(),
                            |way| Reply::Picked(vec![(choice.key.clone(), vec![way])]),
                        ),
                    }
                }
                Shape::March { .. } => {
                    self.likely_way(w, item.unit, item.code, 0, luck).unwrap_or(field.default.clone())
                }
                _ => field.default.clone(),
            };
            replies.push(reply);
        }
        // Sometimes a group moves together.
        for field in ask.fields.iter().skip(items.len()) {
            let together = luck.below(4) == 0;
            replies.push(if together { Reply::pick(Does::Together.key()) } else { field.default.clone() });
        }
        replies
    }

    /// A plausible move of a unit of the second line instead of its order.
    fn likely_move(&self, w: &World, id: UnitId, moves: &Field, luck: &mut Luck) -> Option<Reply> {
        let Shape::Pick { from, .. } = &moves.shape else { return None };
        let choice = from.get(luck.below(from.len()))?;
        let code = code_named(&choice.key.does)?;
        let way = self.likely_way(w, id, code, self.replaced(w, id, code, 0).lost, luck)?;
        Some(Reply::Picked(vec![(choice.key.clone(), vec![way])]))
    }

    /// A plausible way for a unit that loses these points first.
    fn likely_way(&self, w: &World, id: UnitId, code: Code, lost: u8, luck: &mut Luck) -> Option<Reply> {
        let spent = w.unit(id).body.points_spent.saturating_add(lost);
        let free = left(&self.book, spent);
        let marched = |legs: Vec<Manoeuvre>| Reply::Marched(March { movers: vec![id.0], legs });
        if code == Code::Face {
            let by = luck.between(-3, 3) * 3_000;
            let fits = by != 0 && allowed(&self.book, spent, self.turning_points(w, id, by));
            return fits.then(|| marched(vec![Manoeuvre::Turn(by)]));
        }
        let far = match code {
            Code::SlowBack => self.farthest_creep(w, id, code).unwrap_or(UD),
            Code::Sidestep => UD,
            _ => self.farthest(w, id, code),
        };
        for _ in 0..6 {
            let cm = far / 100 * luck.between(20, 100);
            let legs = match code {
                Code::SlowBack => vec![Manoeuvre::Back(cm)],
                Code::Sidestep => vec![Manoeuvre::Side(if luck.below(2) == 0 { cm } else { -cm })],
                _ if luck.below(4) == 0 && self.troop(id).arm != Arm::Artillery => {
                    vec![Manoeuvre::Wheel(luck.between(-30, 30) * 100), Manoeuvre::Ahead(cm)]
                }
                _ => vec![Manoeuvre::Ahead(cm)],
            };
            if self.trip(w, id, code, &legs, free).is_ok() {
                return Some(marched(legs));
            }
        }
        None
    }
}

/// A march field that may be left empty.
fn march_field(id: UnitId, allowed: Vec<Manoeuvre>, budget: Cm) -> Field {
    Field {
        about: Ref::Unit(id),
        shape: Shape::March { movers: vec![id], allowed, budget },
        default: Reply::Marched(March { movers: vec![id.0], legs: Vec::new() }),
    }
}

fn key_on(code: Code, unit: UnitId) -> Key {
    Key { does: word(&code), refs: vec![Ref::Unit(unit)] }
}

/// The move or turn by which a reply replaces an order.
fn moved_instead(reply: &Reply) -> Option<(Code, Detail)> {
    let way = reply.key().filter(|key| Does::MoveInstead.is(key)).and_then(|_| reply.opened().first())?;
    let code = code_named(&way.key()?.does)?;
    Some((code, detail_of(code, way.opened().first()?)))
}

/// The detail that a reply gives for a code.
fn detail_of(code: Code, reply: &Reply) -> Detail {
    match reply {
        Reply::Marched(march) if code == Code::Face => match march.legs.as_slice() {
            [Manoeuvre::Turn(by)] if *by != 0 => Detail::By(*by),
            _ => Detail::Void,
        },
        Reply::Marched(march) if march.legs.is_empty() => Detail::Void,
        Reply::Marched(march) => Detail::Way(march.legs.clone()),
        _ => match reply.key() {
            Some(key) if Does::Later.is(key) => Detail::Later,
            Some(key) if Does::Leave.is(key) => Detail::Leave,
            Some(key) if manned(key).is_some() => manned(key).map_or(Detail::Void, Detail::Man),
            Some(key) => match (code, key.refs.first(), formation_named(&key.does)) {
                (Code::Support, Some(Ref::Unit(unit)), _) => Detail::With(*unit),
                (_, Some(Ref::Unit(unit)), _) => Detail::On(*unit),
                (_, Some(Ref::Site(houses)), _) => Detail::Enter(*houses),
                (_, None, Some(formation)) => Detail::Into(formation),
                _ => Detail::Void,
            },
            None => Detail::Void,
        },
    }
}

/// A formation as a shape of the table of changes.
pub(crate) const fn shape(formation: Formation) -> Form {
    match formation {
        Formation::Line => Form::Line,
        Formation::DivisionColumn => Form::DivisionColumn,
        Formation::CompanyColumn => Form::CompanyColumn,
        Formation::MarchColumn => Form::MarchColumn,
        Formation::ClosedColumn => Form::ClosedColumn,
        Formation::Square => Form::Square,
        Formation::Skirmish => Form::Skirmish,
        Formation::AdHoc => Form::AdHoc,
        Formation::Limbered => Form::Limbered,
        Formation::Deployed => Form::Deployed,
    }
}
