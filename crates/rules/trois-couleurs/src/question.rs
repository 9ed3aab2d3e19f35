//! The questions of the ruleset, by the kind of their slot.

use crate::turn::{D, questions as q};
use crate::world::World;
use crate::{TroisCouleurs, r};
use game::{Ask, Choice, Field, Flow, Key, Measuring, Ref, Reply, Rule, Shape, Slot, UnitId};
use rulebook::Known;
use rulebook::question::Asks;
pub(crate) use rulebook::question::{Judged, Luck, accept, any, defaults, pick_one, picked, unhandled};
use std::sync::Arc;

/// A kind of question: its sheet, its judgement and a proposal.
pub(crate) type Kind = rulebook::question::Kind<TroisCouleurs>;

rulebook::questions! { TroisCouleurs {
    /// Places and formations before the battle.
    Deploy "deploy" => q::DEPLOY,
    /// The markers of all units.
    Orders "orders" => q::ORDERS,
    /// Targets of immediate fires.
    FirstFires "first_fires" => q::FIRES,
    /// The actions that the opened markers stand for.
    Announce "announce" => q::ANNOUNCE,
    /// Actions of generals before a line moves.
    Before "before" => q::BEFORE,
    /// Reactions of the second line, on the same sheet, in step 4.
    SecondLine "second_line" => Kind { rules: &[r::L3C_SIM_04, r::L3C_INT_02], ..q::ANNOUNCE },
    /// An opportunity in the middle of the moves.
    Moment "moment" => q::MOMENT,
    /// Fires tied to assaults.
    Tie "tie" => q::TIE,
    /// The next group whose assaults are resolved.
    Group "group" => PLAIN,
    Sense "sense" => PLAIN,
    /// Units of one regiment that may attack as one.
    Fuse "fuse" => PLAIN,
    /// A general who may join a unit that is about to fight.
    Bring "bring" => PLAIN,
    /// The formation that a unit surprised on the march intended.
    Surprise "surprise" => PLAIN,
    /// Cavalry that may go back before infantry advancing to fire.
    Withdraw "withdraw" => PLAIN,
    /// The gait of an attacker.
    AnnouncedGait "announced_gait" => PLAIN,
    /// The band of a fire.
    AnnouncedBand "announced_band" => PLAIN,
    /// The ammunition of a battery against another.
    AnnouncedShot "announced_shot" => PLAIN,
    /// The answer of a unit that is attacked.
    Answer "answer" => PLAIN,
    /// The reaction of a unit stopped by fire.
    Stopped "stopped" => PLAIN,
    /// A counter-charge after a fire.
    CounterCharge "counter_charge" => PLAIN,
    /// How far a unit rises by its status.
    Raise "raise" => PLAIN,
    /// Whether a victor pursues.
    Pursue "pursue" => PLAIN,
    /// Whether a halted victor follows the unit that it pushes back.
    Follow "follow" => PLAIN,
    /// Whether the taker of houses must test control.
    Control "control" => PLAIN,
    /// Whether a test for losses is demanded.
    Demand "demand" => PLAIN,
    /// An opportunity after an assault.
    Chance "chance" => PLAIN,
    /// Targets of the fires that were not tied.
    FreeFires "free_fires" => q::FIRES,
    /// Moves of units that rally.
    Rally "rally" => q::RALLY,
    /// Generals who help broken units.
    Help "help" => q::HELP,
    /// Units to be reformed.
    Reform "reform" => q::REFORM,
    Safeguard "safeguard" => q::SAFEGUARD,
    /// A move that was cut short goes on.
    Resume "resume" => PLAIN,
    /// Marches of groups before the turn.
    Operational "operational" => q::OPERATIONAL,
} }

rulebook::choices! {
    Apart "apart",
    AtOnce "at_once",
    Attack "attack",
    Counter "counter",
    Enter "enter",
    Face "face",
    FaceCounter "face_counter",
    FaceFire "face_fire",
    FaceStand "face_stand",
    Farthest "farthest",
    Fire "fire",
    FireBack "fire_back",
    FireRound "fire_round",
    Fires "fires",
    FirstFires "first_fires",
    Flee "flee",
    Follow "follow",
    Free "free",
    Fuse "fuse",
    GiveGround "give_ground",
    Group "group",
    HoldFire "hold_fire",
    HoldGround "hold_ground",
    Join "join",
    Keep "keep",
    KeepScreen "keep_screen",
    Later "later",
    Leave "leave",
    LeftToRight "left_to_right",
    Long "long",
    ManAll "man_all",
    ManEast "man_east",
    ManFaces "man_faces",
    ManFire "man_fire",
    ManNorth "man_north",
    ManSouth "man_south",
    ManStand "man_stand",
    ManWest "man_west",
    March "march",
    Markers "markers",
    Middle "middle",
    /// A unit of the second line moves or turns instead of carrying out its order.
    MoveInstead "move_instead",
    No "no",
    NoFire "no_fire",
    Nobody "nobody",
    Nothing "nothing",
    NothingMore "nothing_more",
    One "one",
    Pass "pass",
    Press "press",
    Pursue "pursue",
    PutOut "put_out",
    PutOutThree "put_out_three",
    PutOutTwo "put_out_two",
    Rally "rally",
    ReactCounter "react_counter",
    ReactFire "react_fire",
    ReactStand "react_stand",
    Redeploy "redeploy",
    Retire "retire",
    Reform "reform",
    ReformCounter "reform_counter",
    ReformFire "reform_fire",
    ReformStand "reform_stand",
    Resume "resume",
    Ride "ride",
    RightToLeft "right_to_left",
    Scout "scout",
    Short "short",
    SquareFire "square_fire",
    SquareStand "square_stand",
    Stand "stand",
    Stay "stay",
    Stop "stop",
    StopRound "stop_round",
    Support "support",
    SupportRound "support_round",
    TakeBack "take_back",
    Ties "ties",
    Together "together",
    Unmask "unmask",
    Void "void",
    Wait "wait",
    Withdraw "withdraw",
    WithdrawFar "withdraw_far",
    Yes "yes",
}

impl Asks for TroisCouleurs {
    type World = World;

    fn kind(&self, slot: &Slot) -> Option<Kind> {
        Question::of(slot).map(Question::kind)
    }
}

/// Fields that hold nothing but what both sides have been told.
pub(crate) struct OpenFields(Vec<Field>);

impl OpenFields {
    /// What the machine of a fight asks: all of its lines are told to both sides.
    pub(crate) const fn of_fight(fields: Vec<Field>) -> Self {
        Self(fields)
    }

    /// About the units of the battle instead of those of the machine.
    pub(crate) fn about(mut self, of: impl Fn(Ref) -> Ref) -> Self {
        self.0.iter_mut().for_each(|field| field.about = of(field.about));
        self
    }

    /// The answer where there is but one.
    pub(crate) fn only_answer(&self) -> Option<Reply> {
        let [field] = self.0.as_slice() else { return None };
        let single = matches!(&field.shape, Shape::Pick { from, .. } if from.len() == 1);
        single.then(|| field.default.clone())
    }
}

/// A sheet whose fields the step itself has made: free picks.
const PLAIN: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };

impl TroisCouleurs {
    /// The sheet of a slot, from what the side asked knows: made once, however often the step runs again.
    pub(crate) fn put(&self, d: &mut D<'_>, slot: &Slot) -> Arc<Ask> {
        rulebook::question::put(self, d, slot)
    }

    /// A sheet of plain fields, made from what the side knows that is asked.
    pub(crate) fn put_plain(
        &self,
        d: &mut D<'_>,
        slot: &Slot,
        fields: impl FnOnce(&Known<'_, World>) -> Vec<Field>,
        rules: &[Rule],
    ) -> Arc<Ask> {
        d.sheet(slot, |w| self.plain(slot, fields(&w.known_to(slot.side)), rules))
    }

    /// A sheet of fields that lie open to both sides.
    pub(crate) fn put_open(&self, d: &mut D<'_>, slot: &Slot, fields: OpenFields, rules: &[Rule]) -> Arc<Ask> {
        d.sheet(slot, |_| self.plain(slot, fields.0, rules))
    }

    fn plain(&self, slot: &Slot, fields: Vec<Field>, rules: &[Rule]) -> Ask {
        let rules = rules.iter().map(|rule| (*rule).into()).collect();
        // Measuring is free at any time (L3C-GAP-A93).
        let measuring = if self.on(r::L3C_GAP_A93) { Measuring::Free } else { Measuring::AfterDeclaring };
        Ask { id: 0, slot: slot.clone(), fields, measuring, rules }
    }

    /// Asks one side one sheet.
    pub(crate) fn ask_one(&self, d: &mut D<'_>, sheet: Arc<Ask>) -> Flow<Vec<Reply>> {
        if sheet.fields.is_empty() {
            return Ok(Vec::new());
        }
        d.ask_sheet(&sheet)
    }

    /// Asks a plain choice, offered from what the side asked knows, and returns the key picked.
    pub(crate) fn choose(
        &self,
        d: &mut D<'_>,
        slot: Slot,
        about: Ref,
        choices: impl FnOnce(&Known<'_, World>) -> Vec<Choice>,
        rules: &[Rule],
    ) -> Flow<Option<Key>> {
        let sheet = self.put_plain(d, &slot, |w| vec![pick_one(about, choices(w))], rules);
        let replies = self.ask_one(d, sheet)?;
        Ok(replies.first().and_then(Reply::key).cloned())
    }
}

/// Plain choices that need no look at the world.
pub(crate) fn offer(does: impl IntoIterator<Item = Does>, rule: Rule) -> impl FnOnce(&Known<'_, World>) -> Vec<Choice> {
    move |_| does.into_iter().map(|does| Choice::of(does.key(), &[rule])).collect()
}

/// The unit that a field is about.
pub(crate) const fn about(field: &Field) -> Option<UnitId> {
    match field.about {
        Ref::Unit(id) => Some(id),
        _ => None,
    }
}

/// The first unit that a key names.
pub(crate) fn named(key: &Key) -> Option<UnitId> {
    key.refs.iter().find_map(|of| match of {
        Ref::Unit(id) => Some(*id),
        _ => None,
    })
}
