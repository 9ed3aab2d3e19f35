//! Phase 1: orders laid face down (ML-2b, ML-3.1a, ML-3.2a, ML-4.2a).

use super::D;
use crate::question::{Does, Kind, Luck, Question, accept, pick_one};
use crate::world::{Life, Orders, Phase, World};
use crate::{Arm, Formation, MarieLouise, Order, r, word};
use game::{Ask, Choice, Field, Flow, Key, Ref, Reply, Slot, UnitId};
use rulebook::Known;

pub(crate) const ORDERS: Kind =
    Kind { rules: &[r::ML_2B, r::ML_3_1A], fields: MarieLouise::fields_orders, check: accept, suggest: propose };

const ALL: [Order; 4] = [Order::Hold, Order::Manoeuvre, Order::Charge, Order::FallBack];

/// The orders given by an answer.
pub(crate) fn orders_in(sheet: &Ask, replies: &[Reply]) -> Orders {
    let mut orders = Orders::default();
    for (field, reply) in sheet.fields.iter().zip(replies) {
        let Some(order) = reply.key().and_then(order_of) else { continue };
        match field.about {
            Ref::Command(command) => {
                orders.brigades.insert(command, order);
            }
            Ref::Unit(unit) => {
                orders.units.insert(unit, order);
            }
            _ => {}
        }
    }
    orders
}

impl MarieLouise {
    pub(crate) fn lay_orders(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Orders, &[r::ML_2B]);
        if !self.on(r::ML_2B) {
            return Ok(());
        }
        let sheets = self.sheets_of(d, Question::Orders);
        let answers = d.ask_sheets(&sheets)?;
        for (sheet, replies) in sheets.iter().zip(&answers) {
            self.lay(d, sheet.slot.side, orders_in(sheet, replies));
        }
        Ok(())
    }

    /// A field for each brigade with a general, each battery, and each unit that may receive a specific order.
    fn fields_orders(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        let commands = self.commands.iter().enumerate().filter(|(_, c)| c.side == slot.side && c.brigade);
        for (place, _) in commands {
            let general = w.general(place).life == Life::Present;
            let last = w.command(place).order;
            let led = self
                .troops(w, slot.side)
                .any(|id| usize::from(self.sheet(id).command) == place && self.sheet(id).profile.arm != Arm::Artillery);
            if general && led && self.on(r::ML_3_1A) {
                // "Go on" stands for the order of last turn.
                let mut orders = ALL.to_vec();
                orders.sort_by_key(|order| (*order != last, *order != Order::Hold));
                let from = orders.into_iter().map(|order| choice(order, &[r::ML_3_1A])).collect();
                fields.push(pick_one(Ref::Command(rulebook::ids::number(place)), from));
            }
        }
        for id in self.troops(w, slot.side).filter(|id| self.takes_orders(w, *id)) {
            fields.push(pick_one(Ref::Unit(id), self.unit_orders(w, id)));
        }
        fields
    }

    /// The specific orders that a unit may get; the first is what "go on" stands for.
    fn unit_orders(&self, w: &World, id: UnitId) -> Vec<Choice> {
        if self.sheet(id).profile.arm == Arm::Artillery && self.on(r::ML_3_2A) {
            // M to a limbered battery, R to a deployed one, T to either (ML-3.2b to ML-3.2d, ML-GAP-66).
            let limbered = w.unit(id).formation == Formation::Limbered;
            let fits = |order: Order| !self.on(r::ML_GAP_66) || limbered == (order == Order::Manoeuvre);
            let mut from = vec![choice(Order::Hold, &[r::ML_3_2A, r::ML_3_2C])];
            let others = [Order::Manoeuvre, Order::FallBack].into_iter().filter(|order| fits(*order));
            from.extend(others.map(|order| choice(order, &[r::ML_3_2A, r::ML_GAP_66])));
            return from;
        }
        let mut from = vec![Choice::of(Does::NoSpecificOrder.key(), &[])];
        if self.on(r::ML_4_2A) {
            let barred = |order: &Order| *order == Order::Charge && self.skirmishers(w, id) && self.on(r::ML_3_1H);
            from.extend(ALL.into_iter().filter(|order| !barred(order)).map(|order| choice(order, &[r::ML_4_2A])));
        }
        from
    }
}

fn choice(order: Order, rules: &[game::Rule]) -> Choice {
    Choice::of(Key { does: word(&order), refs: Vec::new() }, rules)
}

/// The order named by a key.
pub(crate) fn order_of(key: &Key) -> Option<Order> {
    rulebook::named(&key.does.0).filter(|order| ALL.contains(order))
}

/// Brigades mostly manoeuvre or charge; specific orders are rare; batteries hold when deployed and move when limbered.
fn propose(_: &MarieLouise, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    ask.fields
        .iter()
        .map(|field| {
            let game::Shape::Pick { from, .. } = &field.shape else { return field.default.clone() };
            let named =
                |order: Order| from.iter().find(|c| c.key.does == word(&order)).map(|c| Reply::pick(c.key.clone()));
            let wanted = match field.about {
                Ref::Command(_) => match luck.below(10) {
                    0..=4 => Order::Manoeuvre,
                    5..=7 => Order::Charge,
                    8 => Order::Hold,
                    _ => Order::FallBack,
                },
                _ if from.len() == 2 => {
                    [Order::Hold, Order::Manoeuvre, Order::Manoeuvre, Order::FallBack][luck.below(4)]
                }
                _ if luck.below(8) == 0 => ALL[luck.below(4)],
                _ => return field.default.clone(),
            };
            named(wanted).unwrap_or_else(|| field.default.clone())
        })
        .collect()
}
