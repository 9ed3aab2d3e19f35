//! A: the clock and rallies of engaged cavalry; B: units in retreat or rout may recover.

use super::nerves::{Due, reply_for};
use super::{D, Step};
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::resolve::charge::rally_turn;
use crate::resolve::morale::{self, Effect, Occasion};
use crate::world::{Bound, Leave, Leaving, Run, World};
use crate::{Arm, Aspect, LesAigles, Order, r};
use game::{Choice, Deed, Field, Flow, Ref, Slot, UnitId};
use rulebook::Known;

pub(crate) const ENGAGED_RALLY: Kind =
    Kind { rules: &[r::LA_RAL_08], fields: LesAigles::fields_engaged_rally, check: accept, suggest: any };
pub(crate) const FOLLOW_RALLY: Kind =
    Kind { rules: &[r::LA_RAL_09, r::LA_RAL_11], fields: LesAigles::fields_follow_rally, check: accept, suggest: any };

impl LesAigles {
    pub(crate) fn period(&self, d: &mut D<'_>) -> Flow<()> {
        d.world.period += 1;
        self.clock(d, Step::Period, &[r::LA_MVT_02, r::LA_GAP_08]);
        let asked = self.put(d, Question::EngagedRally);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        for id in d.world.ids() {
            if Does::Rally.picked(reply_for(&asked, &answers, id)) {
                self.rally_from_contact(d, id);
            }
        }
        let asked = self.put(d, Question::FollowRally);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        for id in d.world.ids() {
            let Some(key) = reply_for(&asked, &answers, id).and_then(|reply| reply.key()) else { continue };
            if let Some(Ref::Unit(whom)) = key.refs.first().copied().filter(|_| Does::of(key) == Some(Does::Follow)) {
                let following = if self.on(r::LA_RAL_11) { self.book.tables.time.following } else { 1 };
                let until = d.world.quarter + u32::from(following);
                let uncontrolled = d.world.contact(id, whom).is_some_and(|c| c.of(id).uncontrolled);
                self.change(d, id, &[r::LA_RAL_09], |u| u.bound = Bound::Following { whom, uncontrolled, until });
            }
        }
        Ok(())
    }

    /// Cavalry breaks off: a turn of two quarters, then away (LA-RAL-05, LA-RAL-08).
    fn rally_from_contact(&self, d: &mut D<'_>, id: UnitId) {
        let quarter = d.world.quarter;
        let from = d.world.enemies_of(id).next();
        let contact = from.and_then(|enemy| Some(d.world.contact(id, enemy)?.of(enemy)));
        let turning = self.turn_to_rally(contact.map_or(Aspect::Front, |hold| hold.aspect));
        let run = Run { from, reacting: quarter, turning: quarter + turning, moved: 0, past: None };
        self.change(d, id, &[r::LA_RAL_05, r::LA_RAL_08], |u| u.bound = Bound::Rallying(run));
        d.tell(Deed::Declared { by: Ref::Unit(id), key: Does::Rally.key() }, &[r::LA_RAL_08]);
    }

    /// Quarters that cavalry spends turning before it rallies from an enemy on this side (LA-RAL-05): none from one
    /// behind it (LA-GAP-51).
    pub(super) fn turn_to_rally(&self, enemy: Aspect) -> u32 {
        rally_turn(&self.book, enemy == Aspect::Rear).into()
    }

    fn fields_engaged_rally(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mine = self.troops(w, slot.side).filter(|id| {
            let unit = w.unit(*id);
            w.engaged(*id)
                && self.arm(*id) == Arm::Cavalry
                && matches!(unit.bound, Bound::Free | Bound::Halted { .. })
                && self.on(r::LA_RAL_08)
        });
        let choices = || [Does::Stay, Does::Rally].map(|does| Choice::of(does.key(), &[r::LA_RAL_08])).to_vec();
        mine.map(|id| pick_one(Ref::Unit(id), choices())).collect()
    }

    fn fields_follow_rally(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for id in self.troops(w, slot.side) {
            // Infantry does not follow (LA-RAL-13).
            let may = self.arm(id) == Arm::Cavalry || !self.on(r::LA_RAL_13);
            let free = matches!(w.unit(id).bound, Bound::Free | Bound::Halted { .. });
            let prey =
                w.enemies_of(id).find(|enemy| matches!(w.unit(*enemy).bound, Bound::Rallying(run) if run.moved == 0));
            let alone = w.enemies_of(id).count() == 1;
            let Some(prey) = prey.filter(|_| may && free && alone) else { continue };
            let stay = Choice::of(Does::Stay.key(), &[r::LA_RAL_09]);
            let follow = Choice::of(Does::Follow.about(Ref::Unit(prey)), &[r::LA_RAL_09]);
            fields.push(pick_one(Ref::Unit(id), vec![stay, follow]));
        }
        fields
    }

    /// B: units in retreat or rout that have moved for at least a half, and have no follower in contact, test.
    pub(crate) fn recover(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Recovering, &[r::LA_GAP_08, r::LA_GAP_24]);
        let least = self.book.tables.time.least_leaving;
        let half = d.world.half();
        let due: Vec<Due> = d
            .world
            .ids()
            .filter(|id| {
                let unit = d.world.unit(*id);
                let flight = matches!(unit.bound, Bound::Leaving(Leaving { how: Leave::Flight, .. }));
                unit.present() && Self::has_moved_half(&unit.bound, least) && !flight && !d.world.engaged(*id)
            })
            .map(|id| Due::new(id, Occasion::Recovering, half))
            .collect();
        for (due, result) in self.test(d, &due)? {
            let id = due.unit;
            let reader = self.reader(&d.world, &due);
            match morale::effect(&self.book, due.occasion, result, &reader) {
                Effect::Recovers => self.change(d, id, &[r::LA_GAP_25], |u| u.bound = Bound::Free),
                Effect::RecoversHalted => {
                    let period = d.world.period;
                    self.change(d, id, &[r::LA_GAP_25], |u| u.bound = Bound::Halted { period });
                }
                Effect::Worsens => {
                    let how = Self::leaving_by(result);
                    self.change(d, id, &[r::LA_GAP_25], |u| {
                        // A unit that went back in order starts to run: friends that see it test (LA-GAP-24, 5).
                        let breaks = !u.runs() && how != Leave::Retreat;
                        if let Bound::Leaving(leaving) = &mut u.bound {
                            leaving.how = how;
                            leaving.moved = if breaks { 0 } else { leaving.moved };
                        }
                        if how != Leave::Retreat {
                            u.order = Order::Disordered;
                        }
                        u.memory.routs = u.memory.routs.saturating_add(u8::from(breaks));
                    });
                }
                _ => {}
            }
        }
        Ok(())
    }
}
