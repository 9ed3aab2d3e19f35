//! The questions of a ruleset. Each kind has a sheet, a judgement and a proposal.

use crate::{Hides, Known};
use game::{Ask, Choice, Field, Measuring, Preview, Refusal, Reply, Rule, Shape, Side, Slot, StepContext, UnitId};
use std::sync::Arc;

/// A deterministic stream of random choices.
pub struct Luck(u64);

impl Luck {
    /// From a seed.
    #[must_use]
    pub const fn new(luck: u64) -> Self {
        Self(luck)
    }

    /// A number below `n`, from 0 (`SplitMix64`).
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

/// The result of judging an answer.
pub type Judged = Result<Preview, Vec<Refusal>>;

/// Why an action is not allowed: a rule, and the reason as a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bar {
    pub rule: Rule,
    pub why: &'static str,
}

impl Bar {
    #[must_use]
    pub const fn by(rule: Rule, why: &'static str) -> Self {
        Self { rule, why }
    }
}

/// The world as known to the side that is asked.
pub type KnownTo<'a, R> = Known<'a, <R as Asks>::World>;

/// Judges an answer of the right form.
pub type Check<R> = fn(&R, &KnownTo<'_, R>, &Ask, &[Reply]) -> Judged;

/// Proposes an answer.
pub type Suggest<R> = fn(&R, &KnownTo<'_, R>, &Ask, &mut Luck) -> Vec<Reply>;

/// A kind of question: how its sheet is made, judged and proposed, from what the asked side knows.
pub struct Kind<R: Asks> {
    /// The rules it applies.
    pub rules: &'static [Rule],
    pub fields: fn(&R, &KnownTo<'_, R>, &Slot) -> Vec<Field>,
    pub check: Check<R>,
    pub suggest: Suggest<R>,
}

/// A ruleset that looks up its questions by the kind of a slot.
pub trait Asks: Sized + 'static {
    /// The world it plays on; questions are made from what a side knows of it.
    type World: Hides + 'static;

    /// The kind of a slot.
    fn kind(&self, slot: &Slot) -> Option<Kind<Self>>;

    /// The sheet of a slot, from what the asked side knows.
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

    /// Whether a side may measure while it has no open question: its own answer is in, the other side's is not.
    fn measuring_idle(&self, _: &Known<'_, Self::World>, _: Side) -> Measuring {
        Measuring::Free
    }

    /// Whether a side that may measure may lay a tape between these ends; `None`: a spot of the ground.
    fn tape_between(&self, _: &Known<'_, Self::World>, _: Side, _: [Option<UnitId>; 2]) -> bool {
        true
    }

    /// Judges an answer of the right form.
    ///
    /// # Errors
    /// Every reason why it is refused.
    fn judge(&self, w: &Known<'_, Self::World>, ask: &Ask, replies: &[Reply]) -> Judged {
        let kind = self.kind(&ask.slot).ok_or_else(|| vec![Refusal::form(0, "unknown_question")])?;
        (kind.check)(self, w, ask, replies)
    }

    /// An answer that is accepted: the proposal of the kind if it is legal, otherwise every default.
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

/// The sheet of a slot at this place of a step, as the asked side knows the world. It is made once, however often the
/// step is run again.
pub fn put<R: Asks, S>(rules: &R, d: &mut StepContext<'_, R::World, S>, slot: &Slot) -> Arc<Ask> {
    d.sheet(slot, |w| rules.sheet_for(&Known::by(slot.side, w), slot))
}

/// Defines the questions of a ruleset as an enum, so that a question that does not exist cannot be written. Each has
/// the name of its slots and the kind that makes, judges and proposes it.
#[macro_export]
macro_rules! questions {
    ($rules:ident { $($(#[$doc:meta])* $variant:ident $name:literal => $kind:expr),+ $(,)? }) => {
        /// A question to a player.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Question { $($(#[$doc])* $variant),+ }

        impl Question {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in slots, texts and logs.
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

            /// The slot for this question to a side.
            pub(crate) fn to(self, side: game::Side) -> game::Slot {
                self.about(side, Vec::new())
            }

            /// The slot for this question to a side about these units or places.
            pub(crate) fn about(self, side: game::Side, about: Vec<game::Ref>) -> game::Slot {
                game::Slot { side, kind: game::Term::of(self.word()), about }
            }

            fn kind(self) -> $crate::question::Kind<$rules> {
                match self { $(Self::$variant => $kind),+ }
            }
        }
    };
}

/// Defines the actions of a ruleset's choices as an enum, so that an action that does not exist cannot be written. Each
/// has its word in keys, texts and logs.
#[macro_export]
macro_rules! choices {
    ($($(#[$doc:meta])* $variant:ident $word:literal),+ $(,)?) => {
        /// The action of a choice, or what is declared. Orders, formations and figures use their own words.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Does { $($(#[$doc])* $variant),+ }

        #[allow(dead_code, reason = "not every ruleset needs all of it")]
        impl Does {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in keys, texts and logs.
            pub(crate) const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// The action of a key; `None`: it names an order, a formation or a figure.
            pub(crate) fn of(key: &game::Key) -> Option<Self> {
                match key.does.as_str() {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }

            pub(crate) fn term(self) -> game::Term {
                game::Term::of(self.word())
            }

            /// The key of this choice, about nothing in particular.
            pub(crate) fn key(self) -> game::Key {
                game::Key { does: self.term(), refs: Vec::new() }
            }

            /// The key of this choice about a unit or a place.
            pub(crate) fn about(self, of: game::Ref) -> game::Key {
                game::Key { does: self.term(), refs: vec![of] }
            }

            /// Whether a key is this choice.
            pub(crate) fn is(self, key: &game::Key) -> bool {
                Self::of(key) == Some(self)
            }

            /// Whether the reply is this choice.
            pub(crate) fn picked(self, reply: Option<&game::Reply>) -> bool {
                reply.and_then(game::Reply::key).is_some_and(|key| self.is(key))
            }
        }
    };
}

/// The reply to the first field that needs one; the form is already checked (`game::form`).
#[must_use]
#[track_caller]
pub fn reply(replies: &[Reply]) -> &Reply {
    crate::ids::at(replies, 0, "reply")
}

/// The choice picked; it was offered.
#[must_use]
#[track_caller]
pub fn picked(replies: &[Reply]) -> &game::Key {
    crate::ids::held(reply(replies).key(), "a choice")
}

/// The unit picked; it was offered.
#[must_use]
#[track_caller]
pub fn unit_picked(replies: &[Reply]) -> UnitId {
    let unit = picked(replies).refs.iter().find_map(|of| if let game::Ref::Unit(id) = of { Some(*id) } else { None });
    crate::ids::held(unit, "the unit of a choice")
}

/// Stops: a choice was offered and no code handles it.
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

/// Random choices, field by field; fields of other shapes keep their default.
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

/// Accepts every answer that the form of the sheet allows.
pub fn accept<R, W: Clone>(_: &R, _: &Known<'_, W>, _: &Ask, _: &[Reply]) -> Judged {
    Ok(Preview::default())
}

/// A field in which exactly one choice is picked, by default the first.
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
