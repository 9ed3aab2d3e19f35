//! Moves in support of a charge (BE-GAP-92), and supports by fire in the shock (BE-GAP-56).

use super::{ChargeStage, next, top};
use crate::question::{Does, Judged, Kind, Luck, Question, choices, pick_one, reply};
use crate::resolve::fire;
use crate::terms::marker::{self, Wish};
use crate::turn::activation::Act;
use crate::turn::forced::Stop;
use crate::turn::march::{Sort, WHOLE};
use crate::turn::{D, MarchStage, Step};
use crate::world::{Charging, Marching, Under, World};
use crate::{Arm, Band, BatailleEmpire, Formation, Supports, UD, Ud, r};
use game::{Ask, Choice, Field, Flow, Preview, Ref, Refusal, Reply, Shape, Slot, UnitId};
use rulebook::Known;
use table::{Manoeuvre, March, within_cm};

pub(crate) const SUPPORT: Kind = Kind {
    rules: &[r::BE_GAP_92, r::BE_MA_06],
    fields: BatailleEmpire::fields_support,
    check: BatailleEmpire::check_support,
    suggest: BatailleEmpire::suggest_support,
};

impl BatailleEmpire {
    /// Units of the charger's division near enough to move in support when the charge is declared (BE-GAP-92).
    pub(super) fn near_charger(&self, w: &World, by: UnitId) -> Vec<UnitId> {
        let reach = self.book.tables.distance.support_move.cm();
        let near = |id: &UnitId| *id != by && self.within(w, by, *id, reach);
        self.of_division(w, self.sheet(by).command).into_iter().filter(near).collect()
    }

    /// The active side may bring up units before the target declares, one after another (BE-CHA-10, BE-GAP-92).
    pub(super) fn support_charge(&self, d: &mut D<'_>, charge: &Charging) -> Flow<()> {
        let side = self.side(charge.by);
        let slot = Question::Support.about(side, vec![Ref::Unit(charge.by)]);
        let sheet = self.put(d, &slot);
        if !d.world.unit(charge.at).present() || choices(&sheet).len() < 2 {
            next(d, ChargeStage::Intercept);
            return Ok(());
        }
        let replies = d.ask_sheet(&sheet)?;
        if !self.bring_up(d, reply(&replies)) {
            next(d, ChargeStage::Intercept);
        }
        Ok(())
    }

    /// A unit moves in support of the charge. Returns false if none does.
    fn bring_up(&self, d: &mut D<'_>, reply: &Reply) -> bool {
        let Some(Ref::Unit(id)) = reply.key().and_then(|key| key.refs.first()).copied() else { return false };
        let Some(Reply::Marched(march)) = reply.opened().first() else { return false };
        let Some(price) = self.may_come(&d.world, id) else { return false };
        let Ok(draft) = self.draft(&d.world, id, &march.legs, Sort::First) else { return false };
        self.pay(d, id, price);
        self.reveal(d, id, r::BE_GAP_92);
        let now = &mut d.world.unit_mut(id).now;
        now.moves = now.moves.saturating_add(1);
        now.moved = true;
        now.came_in_support = true;
        let stood = vec![d.world.unit(id).pose];
        let (before, after) = (None, None);
        let marching = Marching {
            movers: vec![id],
            before,
            course: draft.course,
            after,
            named: Vec::new(),
            support: true,
            stood,
            on_the_spot: None,
        };
        d.world.under.push(Under::March(marching));
        d.then([Step::March(MarchStage::Declared), Step::Charge(ChargeStage::Support)]);
        true
    }

    /// Whether a unit may move in support, and its price (BE-MA-06, BE-GAP-92).
    fn may_come(&self, w: &World, id: UnitId) -> Option<u8> {
        let unit = w.unit(id);
        let marked = unit.marker && marker::forbidden(&self.book, Wish::SupportMove).is_some();
        let free =
            unit.present() && unit.now.moves == 0 && unit.inside.is_none() && unit.formation != Formation::Deployed;
        if !free || marked || !self.on(r::BE_GAP_92) {
            return None;
        }
        let paid = w.activation.as_ref().is_some_and(|activation| activation.paid.contains(&id));
        if paid {
            return Some(0);
        }
        self.price(w, id, Act::Activate).filter(|price| self.may_spend(w, id, *price))
    }

    /// The units that may move in support, each with its price and a suitable path.
    fn coming(&self, w: &World, charge: &Charging) -> Vec<(UnitId, u8, Vec<Manoeuvre>)> {
        let able = charge.near.iter().filter_map(|id| Some((*id, self.may_come(w, *id)?)));
        able.filter_map(|(id, price)| Some((id, price, self.way_to_support(w, id, charge)?))).collect()
    }

    fn way_to_support(&self, w: &World, id: UnitId, charge: &Charging) -> Option<Vec<Manoeuvre>> {
        let heads = [None, Some(3_000), Some(-3_000)];
        let ways = heads.into_iter().flat_map(|head| {
            [2, 3, 4, 1, 5, 6]
                .map(|ud| head.map(Manoeuvre::Wheel).into_iter().chain([Manoeuvre::Ahead(ud * UD)]).collect())
        });
        ways.into_iter().find(|legs: &Vec<Manoeuvre>| self.supports_so(w, id, legs, charge).is_ok())
    }

    /// Whether a march ends where the unit supports the charger: behind it, or by fire (BE-GAP-56, BE-GAP-67).
    fn supports_so(&self, w: &World, id: UnitId, legs: &[Manoeuvre], charge: &Charging) -> Result<(), Refusal> {
        let (scene, ids) = (self.scene(w), [id]);
        let trip = self.trip(&scene, &ids, Sort::First);
        let draft = self.drafted(&trip, legs).map_err(|fault| self.march_refused(&trip, legs, fault))?;
        if draft.before.is_some() || draft.after.is_some() {
            return Err(Refusal::by(r::BE_GAP_92, 0, "no_change_in_support"));
        }
        let mut there = w.clone();
        there.unit_mut(id).pose = draft.end;
        let formation = there.unit(charge.by).formation;
        let run = self.run(&there, (charge.by, formation, None), (charge.at, charge.aspect));
        let blocks =
            run.is_ok_and(|run| self.met_on_the_way(&there, charge.by, charge.at, &run) == Some(Stop::Friend(id)));
        if blocks && self.on(r::BE_GAP_101) {
            return Err(Refusal::by(r::BE_GAP_101, 0, "in_the_way_of_a_charge"));
        }
        let backs = self.supporters(&there, charge.by).contains(&id);
        let fires = || self.supporting_fire(&there, charge.by, charge.at).iter().any(|(other, _)| *other == id);
        if backs || fires() { Ok(()) } else { Err(Refusal::by(r::BE_GAP_92, 0, "no_support_there")) }
    }

    fn fields_support(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let (Some(about), Some(charge)) = (slot.about.first(), top(w)) else { return Vec::new() };
        let mut choices = vec![Choice::of(Does::Done.key(), &[r::BE_GAP_92])];
        for (id, price, legs) in self.coming(w, charge) {
            let far = crate::resolve::movement::row(&self.book, &self.figure(w, id)).clear.unwrap_or_default().cm();
            let allowed = vec![Manoeuvre::Ahead(far), Manoeuvre::Wheel(18_000), Manoeuvre::Side(far / 2)];
            choices.push(Choice {
                cost: i32::from(price),
                then: vec![Field {
                    about: Ref::Unit(id),
                    shape: Shape::March { movers: vec![id], allowed, budget: WHOLE },
                    default: Reply::Marched(March { movers: vec![id.0], legs }),
                }],
                ..Choice::of(Does::Come.about(Ref::Unit(id)), &[r::BE_GAP_92])
            });
        }
        vec![pick_one(*about, choices)]
    }

    fn check_support(&self, w: &Known<'_, World>, _: &Ask, replies: &[Reply]) -> Judged {
        let not_offered = || vec![Refusal::form(0, "not_offered")];
        let reply = replies.first().ok_or_else(not_offered)?;
        let key = reply.key().ok_or_else(not_offered)?;
        if Does::Done.is(key) {
            return Ok(Preview::default());
        }
        let unit = key.refs.first().filter(|_| Does::Come.is(key)).copied();
        let (Some(Ref::Unit(id)), Some(charge)) = (unit, top(w)) else { return Err(not_offered()) };
        let Some(Reply::Marched(march)) = reply.opened().first() else { return Err(not_offered()) };
        self.supports_so(w, id, &march.legs, charge).map(|()| Preview::default()).map_err(|refusal| vec![refusal])
    }

    fn suggest_support(&self, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        let Some(Shape::Pick { from, .. }) = ask.fields.first().map(|field| &field.shape) else { return Vec::new() };
        let Some(choice) = from.get(luck.below(from.len())) else { return crate::question::defaults(ask) };
        let then = choice.then.iter().map(|field| field.default.clone()).collect();
        vec![Reply::Picked(vec![(choice.key.clone(), then)])]
    }

    /// Friends that can support a unit by fire against an enemy, each with its kind: able to fire at that enemy, in
    /// order, unmarked, and not yet used as support (BE-GAP-56).
    pub(crate) fn supporting_fire(&self, w: &World, of: UnitId, enemy: UnitId) -> Vec<(UnitId, Supports)> {
        if !self.on(r::BE_GAP_56) {
            return Vec::new();
        }
        let target = self.piece(w, enemy);
        let near = self.book.tables.distance.fire_support.cm();
        let kind = |id: UnitId| -> Option<Supports> {
            let unit = w.unit(id);
            if unit.marker || unit.disorder || unit.now.supported || !self.in_arc_of_fire(w, id, &target) {
                return None;
            }
            let apart = self.apart(w, id, enemy).cm;
            let body = self.figure(w, id);
            let (_, band) = fire::band(&self.book, &body, self.level(w, id) > 0, Ud::from_cm(apart))?;
            let kind = match (body.arm, body.formation) {
                (Arm::Artillery, _) if band == Band::Short => Supports { canister: 1, ..Supports::default() },
                (Arm::Infantry, Formation::Skirmish) => Supports { skirmishers: 1, ..Supports::default() },
                (Arm::Infantry, _) if within_cm(apart, near) => Supports { fire: 1, ..Supports::default() },
                _ => return None,
            };
            self.sees(w, id, enemy).then_some(kind)
        };
        let friends = self.around(w, target, self.side(of), UD * 6).filter(|id| *id != of);
        friends.filter_map(|id| Some((id, kind(id)?))).collect()
    }
}
