//! The questions of a ruleset: for each kind, the sheet, the judgement and a proposal.

use crate::{Hides, Known};
use game::{Ask, Choice, Field, Measuring, Preview, Refusal, Reply, Rule, Shape, Side, Slot, StepContext, UnitId};
use std::sync::Arc;

/// A stream of choices: the same for the same luck.
pub struct Luck(u64);

impl Luck {
    /// From a number.
    #[must_use]
    pub const fn new(luck: u64) -> Self {
        Self(luck)
    }

    /// One of `n`, from 0 (`SplitMix64`).
    pub const fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        if n == 0 { 0 } else { (z % n as u64) as usize }
    }

    /// Between two bounds, both included.
    pub const fn between(&mut self, low: i32, high: i32) -> i32 {
        if high <= low { low } else { low + self.below((high - low + 1) as usize) as i32 }
    }
}

/// What comes of judging an answer.
pub type Judged = Result<Preview, Vec<Refusal>>;

/// Why something may not be done at all: a rule, and the reason in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bar {
    pub rule: Rule,
    /// The reason.
    pub why: &'static str,
}

impl Bar {
    /// By a rule.
    #[must_use]
    pub const fn by(rule: Rule, why: &'static str) -> Self {
        Self { rule, why }
    }
}

/// The world of a ruleset as the side knows it that is asked.
pub type KnownTo<'a, R> = Known<'a, <R as Asks>::World>;

/// Judges an answer whose form is right.
pub type Check<R> = fn(&R, &KnownTo<'_, R>, &Ask, &[Reply]) -> Judged;

/// Proposes an answer.
pub type Suggest<R> = fn(&R, &KnownTo<'_, R>, &Ask, &mut Luck) -> Vec<Reply>;

/// A kind of question: how its sheet is made, judged and proposed, from what the side knows that is asked.
pub struct Kind<R: Asks> {
    /// The rules it rests on.
    pub rules: &'static [Rule],
    pub fields: fn(&R, &KnownTo<'_, R>, &Slot) -> Vec<Field>,
    pub check: Check<R>,
    pub suggest: Suggest<R>,
}

/// A ruleset whose questions are kinds, looked up by the kind of a slot.
pub trait Asks: Sized + 'static {
    /// What it plays on; questions are made from what a side knows of it.
    type World: Hides + 'static;

    /// The kind of a slot.
    fn kind(&self, slot: &Slot) -> Option<Kind<Self>>;

    /// The sheet of a slot, from what the side knows.
    fn sheet_for(&self, w: &Known<'_, Self::World>, slot: &Slot) -> Ask {
        let (fields, rules) = self.kind(slot).map_or((Vec::new(), Vec::new()), |kind| {
            ((kind.fields)(self, w, slot), kind.rules.iter().map(|r| (*r).into()).collect())
        });
        Ask { id: 0, slot: slot.clone(), fields, measuring: self.measuring_in(slot), rules }
    }

    /// Whether rulers, previews and odds are allowed while a question of this kind is open.
    fn measuring_in(&self, _: &Slot) -> Measuring {
        Measuring::Free
    }

    /// Whether a side may measure while nothing is open to it: its own answer is in, the other's is not.
    fn measuring_idle(&self, _: &Known<'_, Self::World>, _: Side) -> Measuring {
        Measuring::Free
    }

    /// Whether a side that may measure may lay a tape between these ends; none: a spot of the ground.
    fn tape_between(&self, _: &Known<'_, Self::World>, _: Side, _: [Option<UnitId>; 2]) -> bool {
        true
    }

    /// Judges an answer whose form is right.
    ///
    /// # Errors
    /// Every reason why it is refused.
    fn judge(&self, w: &Known<'_, Self::World>, ask: &Ask, replies: &[Reply]) -> Judged {
        let kind = self.kind(&ask.slot).ok_or_else(|| vec![Refusal::form(0, "unknown_question")])?;
        (kind.check)(self, w, ask, replies)
    }

    /// An answer that is accepted: that of the kind if it stands, otherwise every default.
    fn propose(&self, w: &Known<'_, Self::World>, ask: &Ask, luck: u64) -> Vec<Reply> {
        if let Some(kind) = self.kind(&ask.slot) {
            let mut stream = Luck::new(luck);
            for _ in 0..4 {
                let replies = (kind.suggest)(self, w, ask, &mut stream);
                if game::form::faults(ask, &replies).is_empty() && (kind.check)(self, w, ask, &replies).is_ok() {
                    return replies;
                }
            }
        }
        defaults(ask)
    }
}

/// The sheet of a slot at this place of a step, as the side that is asked knows things: made once, however often the step is run
/// again.
pub fn put<R: Asks, S>(rules: &R, d: &mut StepContext<'_, R::World, S>, slot: &Slot) -> Arc<Ask> {
    d.sheet(slot, |w| rules.sheet_for(&Known::by(slot.side, w), slot))
}

/// Defines the questions of a ruleset as an enumeration, so that one that does not exist cannot be written: each with the name of its
/// slots and the kind that makes, judges and proposes it.
#[macro_export]
macro_rules! questions {
    ($rules:ident { $($(#[$doc:meta])* $variant:ident $name:literal => $kind:expr),+ $(,)? }) => {
        /// What a player is asked.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Question { $($(#[$doc])* $variant),+ }

        impl Question {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its word in slots, texts and logs.
            pub(crate) const fn word(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// The question of a slot.
            pub(crate) fn of(slot: &game::Slot) -> Option<Self> {
                match slot.kind.as_str() {
                    $($name => Some(Self::$variant),)+
                    _ => None,
                }
            }

            /// It as a side is asked.
            pub(crate) fn to(self, side: game::Side) -> game::Slot {
                self.about(side, Vec::new())
            }

            /// It as a side is asked about somebody.
            pub(crate) fn about(self, side: game::Side, about: Vec<game::Ref>) -> game::Slot {
                game::Slot { side, kind: game::Term::of(self.word()), about }
            }

            fn kind(self) -> $crate::question::Kind<$rules> {
                match self { $(Self::$variant => $kind),+ }
            }
        }
    };
}

/// Defines what the choices of a ruleset do as an enumeration, so that one that does not exist cannot be written: each with its word
/// in keys, texts and logs.
#[macro_export]
macro_rules! choices {
    ($($(#[$doc:meta])* $variant:ident $word:literal),+ $(,)?) => {
        /// What a choice does, or what is declared. Orders, formations and figures are told by their own words.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Does { $($(#[$doc])* $variant),+ }

        #[allow(dead_code, reason = "not every ruleset needs all of it")]
        impl Does {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its word in keys, texts and logs.
            pub(crate) const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// What a key does; none: it names an order, a formation or a figure.
            pub(crate) fn of(key: &game::Key) -> Option<Self> {
                match key.does.as_str() {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }

            pub(crate) fn term(self) -> game::Term {
                game::Term::of(self.word())
            }

            /// The choice, about nobody.
            pub(crate) fn key(self) -> game::Key {
                game::Key { does: self.term(), refs: Vec::new() }
            }

            /// The choice about somebody or something.
            pub(crate) fn about(self, of: game::Ref) -> game::Key {
                game::Key { does: self.term(), refs: vec![of] }
            }

            /// Whether a key does this.
            pub(crate) fn is(self, key: &game::Key) -> bool {
                Self::of(key) == Some(self)
            }

            /// Whether somebody has chosen this.
            pub(crate) fn picked(self, reply: Option<&game::Reply>) -> bool {
                reply.and_then(game::Reply::key).is_some_and(|key| self.is(key))
            }
        }
    };
}

/// The reply to the first field of a sheet that has one: answers come field by field (`game::form`).
#[must_use]
#[track_caller]
pub fn reply(replies: &[Reply]) -> &Reply {
    crate::ids::at(replies, 0, "reply")
}

/// What was picked of the sheet: a choice that was offered.
#[must_use]
#[track_caller]
pub fn picked(replies: &[Reply]) -> &game::Key {
    crate::ids::held(reply(replies).key(), "a choice")
}

/// The unit that was picked of the sheet: one that was offered.
#[must_use]
#[track_caller]
pub fn unit_picked(replies: &[Reply]) -> UnitId {
    let unit = picked(replies).refs.iter().find_map(|of| if let game::Ref::Unit(id) = of { Some(*id) } else { None });
    crate::ids::held(unit, "the unit of a choice")
}

/// A choice was offered, and nothing is done about it: a fault of the program.
#[cold]
#[track_caller]
#[allow(clippy::panic)] // a choice without effect is a wrong ruling
pub fn unhandled(key: &game::Key) -> ! {
    panic!("{key:?} was chosen, and nothing is done about it")
}

/// Every default of a sheet.
pub fn defaults(ask: &Ask) -> Vec<Reply> {
    ask.fields.iter().map(|f| f.default.clone()).collect()
}

/// Any choices, field by field; other shapes go on with their default.
pub fn any<R, W: Clone>(_: &R, _: &Known<'_, W>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    ask.fields.iter().map(|field| any_reply(field, luck)).collect()
}

fn any_reply(field: &Field, luck: &mut Luck) -> Reply {
    let Shape::Pick { from, min, max, .. } = &field.shape else { return field.default.clone() };
    let most = usize::from(*max).min(from.len());
    let count = usize::from(*min).min(most) + luck.below(most - usize::from(*min).min(most) + 1);
    let mut left: Vec<&Choice> = from.iter().collect();
    let mut picks = Vec::with_capacity(count);
    for _ in 0..count {
        let choice = left.remove(luck.below(left.len()));
        picks.push((choice.key.clone(), choice.then.iter().map(|f| any_reply(f, luck)).collect()));
    }
    Reply::Picked(picks)
}

/// A sheet of free picks: whatever its form allows is accepted.
pub fn accept<R, W: Clone>(_: &R, _: &Known<'_, W>, _: &Ask, _: &[Reply]) -> Judged {
    Ok(Preview::default())
}

/// A field in which exactly one choice is picked; the first is the default.
pub fn pick_one(about: game::Ref, from: Vec<Choice>) -> Field {
    let default = from.first().map_or(Reply::Picked(Vec::new()), |c| {
        Reply::Picked(vec![(c.key.clone(), c.then.iter().map(|f| f.default.clone()).collect())])
    });
    let least = u8::from(!from.is_empty());
    Field { about, shape: Shape::Pick { from, min: least, max: 1, budget: None }, default }
}

/// The side that a sheet asks.
pub const fn asked(ask: &Ask) -> Side {
    ask.slot.side
}
