//! The questions of the ruleset, by the kind of their slot.

use crate::turn::D;
use crate::world::World;
use crate::{TroisCouleurs, r};
use game::{Ask, Choice, Field, Flow, Key, Measuring, Ref, Reply, Rule, Side, Slot, UnitId};
use rulebook::question::Asks;
pub(crate) use rulebook::question::{Judged, Luck, accept, any, defaults, pick_one};
use rulebook::word;
use std::sync::Arc;

/// A kind of question: its sheet, its judgement and a proposal.
pub(crate) type Kind = rulebook::question::Kind<TroisCouleurs>;

rulebook::words! {
    /// Everything that a player is asked.
    Question {
        /// Places and formations before the battle.
        Deploy,
        /// A marker for every unit.
        Orders,
        /// Targets of immediate fires.
        FirstFires,
        /// What the opened markers mean.
        Announce,
        /// Generals, before a line moves.
        Before,
        /// What the second line does about it.
        SecondLine,
        /// A chance in the middle of the moves.
        Moment,
        /// Fires tied to assaults.
        Tie,
        /// The next group whose assaults are resolved.
        Group,
        Sense,
        /// Units of one regiment attack as one.
        Fuse,
        /// A general joins a unit that is about to fight.
        Bring,
        /// The formation that a unit surprised on the march wanted.
        Surprise,
        /// Cavalry goes back before infantry that moves up to fire.
        Withdraw,
        /// The gait of an attacker.
        AnnouncedGait,
        /// The band of a fire.
        AnnouncedBand,
        /// What a unit does that is attacked.
        Answer,
        /// What a unit does that fire has stopped.
        Stopped,
        /// A counter-charge after a fire.
        CounterCharge,
        /// A status that raises.
        Raise,
        /// A pursuit.
        Pursue,
        /// Who has won standing follows whom it pushes.
        Follow,
        /// A test of control of who has taken houses.
        Control,
        /// A test for losses.
        Demand,
        /// A chance after an assault.
        Chance,
        /// Targets of the fires that were not tied.
        FreeFires,
        /// Rally moves.
        Rally,
        /// Generals who help broken units.
        Help,
        /// Units that are put in order again.
        Reform,
        /// Measures of safety.
        Safeguard,
        /// A move that was cut short goes on.
        Resume,
        /// Marches of groups before the turn.
        Operational,
    } default Deploy
}

impl Question {
    /// All of them.
    pub(crate) const ALL: [Self; 32] = [
        Self::Deploy,
        Self::Orders,
        Self::FirstFires,
        Self::Announce,
        Self::Before,
        Self::SecondLine,
        Self::Moment,
        Self::Tie,
        Self::Group,
        Self::Sense,
        Self::Fuse,
        Self::Bring,
        Self::Surprise,
        Self::Withdraw,
        Self::AnnouncedGait,
        Self::AnnouncedBand,
        Self::Answer,
        Self::Stopped,
        Self::CounterCharge,
        Self::Raise,
        Self::Pursue,
        Self::Follow,
        Self::Control,
        Self::Demand,
        Self::Chance,
        Self::FreeFires,
        Self::Rally,
        Self::Help,
        Self::Reform,
        Self::Safeguard,
        Self::Resume,
        Self::Operational,
    ];

    /// The question that a slot puts.
    pub(crate) fn of(slot: &Slot) -> Option<Self> {
        Self::ALL.into_iter().find(|question| word(question) == slot.kind)
    }

    /// A slot of it.
    pub(crate) fn to(self, side: Side, about: Vec<Ref>) -> Slot {
        Slot { side, kind: word(&self), about }
    }
}

impl Asks for TroisCouleurs {
    type World = World;

    fn kind(&self, slot: &Slot) -> Option<Kind> {
        use crate::turn::questions as q;
        Some(match Question::of(slot)? {
            Question::Deploy => q::DEPLOY,
            Question::Orders => q::ORDERS,
            Question::FirstFires | Question::FreeFires => q::FIRES,
            Question::Announce => q::ANNOUNCE,
            // The same sheet in step 4.
            Question::SecondLine => Kind { rules: &[r::L3C_SIM_04, r::L3C_INT_02], ..q::ANNOUNCE },
            Question::Before => q::BEFORE,
            Question::Moment => q::MOMENT,
            Question::Tie => q::TIE,
            Question::Rally => q::RALLY,
            Question::Help => q::HELP,
            Question::Reform => q::REFORM,
            Question::Safeguard => q::SAFEGUARD,
            Question::Operational => q::OPERATIONAL,
            Question::Group
            | Question::Sense
            | Question::Fuse
            | Question::Bring
            | Question::Surprise
            | Question::Withdraw
            | Question::Resume
            | Question::AnnouncedGait
            | Question::AnnouncedBand
            | Question::Answer
            | Question::Stopped
            | Question::CounterCharge
            | Question::Raise
            | Question::Pursue
            | Question::Follow
            | Question::Control
            | Question::Demand
            | Question::Chance => PLAIN,
        })
    }
}

/// A sheet whose fields the step itself has made: free picks.
const PLAIN: Kind = Kind { rules: &[], fields: |_, _, _| Vec::new(), check: accept, suggest: any };

impl TroisCouleurs {
    /// The sheet of a slot, as the side that is asked knows things: made once, however often the step is run again.
    pub(crate) fn put(&self, d: &mut D<'_>, slot: &Slot) -> Arc<Ask> {
        d.sheet(slot, |w| self.sheet_for(&w.known_to(slot.side), slot))
    }

    /// A sheet of plain fields that the step has made.
    pub(crate) fn put_plain(&self, d: &mut D<'_>, slot: &Slot, fields: Vec<Field>, rules: &[Rule]) -> Arc<Ask> {
        let rules = rules.iter().map(|rule| (*rule).into()).collect();
        // Measuring is free at any time (L3C-GAP-A93).
        let measuring = if self.on(r::L3C_GAP_A93) { Measuring::Free } else { Measuring::AfterDeclaring };
        d.sheet(slot, |_| Ask { id: 0, slot: slot.clone(), fields, measuring, rules })
    }

    /// Asks one side one sheet.
    pub(crate) fn ask_one(&self, d: &mut D<'_>, sheet: Arc<Ask>) -> Flow<Vec<Reply>> {
        if sheet.fields.is_empty() {
            return Ok(Vec::new());
        }
        Ok(d.ask_sheets(&[sheet])?.pop().unwrap_or_default())
    }

    /// Asks a plain choice: gives the key picked.
    pub(crate) fn choose(
        &self,
        d: &mut D<'_>,
        slot: Slot,
        about: Ref,
        choices: Vec<Choice>,
        rules: &[Rule],
    ) -> Flow<Option<Key>> {
        let sheet = self.put_plain(d, &slot, vec![pick_one(about, choices)], rules);
        let replies = self.ask_one(d, sheet)?;
        Ok(replies.first().and_then(Reply::key).cloned())
    }
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
