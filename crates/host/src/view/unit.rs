//! Units and generals as the screen shows them. `words::Signs` reads what a mark means for the drawing.

use crate::voice::{Naming, Voice, same};
use crate::wire::{OrderChip, UnitView};
use game::Bilingual;
use game::{Card, Ref, Side, Term, UnitId};
use words::{Lang, OrderHow, SignLine};

/// A unit as a side sees it.
pub fn unit(voice: &Voice, names: &Naming, card: &Card) -> UnitView {
    // An attribute of a text is the same in both languages.
    let signs = voice.words(Lang::Fr).signs(card);
    let (whole, part) = (names.written(&card.name), card.part.as_ref());
    let name = voice.both(|words| words.called(whole.get(words.lang()), part));
    let term = |term: Term| voice.word("term", term.as_str());
    UnitView {
        short: voice.both(|words| words.short(whole.get(words.lang()), part)),
        label: voice.both(|words| words.label(card, name.get(words.lang()), &signs)),
        name,
        card: card.clone(),
        formation: signs.formation.map(term),
        state: signs.state.map(|state| (state.step, term(state.word))),
        disordered: signs.disordered.is_some(),
        acted: signs.acted.map(term),
        order: signs.order.map(|order| OrderChip {
            letter: order.letter,
            words: term(order.word),
            how: Term::of(match order.how {
                OrderHow::Given => "given",
                OrderHow::Specific => "specific",
                OrderHow::Laid => "laid",
            }),
        }),
        abandoned: signs.abandoned,
        strength: signs.strength,
        lines: signs.lines.iter().map(|one| line(voice, names, one)).collect(),
        rank: signs.rank,
        radius: signs.radius.and_then(|cm| i32::try_from(cm).ok()),
        manner: signs.manner.unwrap_or_else(|| Term::of("formed")),
    }
}

/// A line of its card: label and value.
fn line(voice: &Voice, names: &Naming, line: &SignLine) -> (Bilingual, Bilingual) {
    match line {
        SignLine::Mark(mark, value) => (voice.word("mark-name", mark.as_str()), voice.word("term", value.as_str())),
        SignLine::Unit(mark, value) => {
            let unit = value.as_str().parse().map(UnitId).ok();
            let called = unit.map(|unit| voice.named(names, |words, names| words.name(&Ref::Unit(unit), names)));
            let called = called.unwrap_or_else(|| voice.word("term", value.as_str()));
            (voice.word("mark-name", mark.as_str()), called)
        }
        SignLine::Figure(name, n) => {
            (voice.word("fact", name.as_str()), voice.both(|words| words.figure(name, *n, None)))
        }
    }
}

pub fn side_name(voice: &Voice, names: &Naming, side: Side) -> Bilingual {
    voice.named(names, |words, names| words.side(side, names))
}

/// The name of a nation, else its key.
pub fn nation_name(nation: &str) -> Bilingual {
    let known = armies::Library::embedded().troops().nation(nation);
    known.cloned().unwrap_or_else(|| same(nation))
}
