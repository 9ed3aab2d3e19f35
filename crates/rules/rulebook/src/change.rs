//! Changes of a world as events: what a side sees is the fold of the events sent to it.

use game::{Audience, Card, Deed, Rule, Side, StepContext, Term, UnitId};
use table::Pose;

/// Changes the world and sends the differences of these units and generals, with the path of the first one. `seen`
/// gives the card of one and who may see it, `fate` the reason why it is no longer visible.
pub fn alter<W, S>(
    d: &mut StepContext<'_, W, S>,
    ids: &[UnitId],
    path: &[Pose],
    rules: &[Rule],
    seen: impl Fn(&W, UnitId) -> (Option<Card>, Audience),
    fate: impl Fn(&W, UnitId) -> Term,
    change: impl FnOnce(&mut W),
) {
    if d.is_unheard() {
        return change(&mut d.world);
    }
    let before: Vec<_> = ids.iter().map(|id| seen(&d.world, *id)).collect();
    change(&mut d.world);
    for (n, (unit, (old, told))) in ids.iter().zip(before).enumerate() {
        let (new, to) = seen(&d.world, *unit);
        // A unit that comes out of hiding is shown whole to the side that did not know of it.
        let old = old.filter(|_| told == to);
        let path = if n == 0 { path } else { &[] };
        tell(d, *unit, (old, new), path, rules, &fate, to);
    }
}

/// As [`alter`], where the two sides see different things: `seen` gives the card that each side sees.
pub fn alter_by_side<W, S>(
    d: &mut StepContext<'_, W, S>,
    ids: &[UnitId],
    path: &[Pose],
    rules: &[Rule],
    seen: impl Fn(&W, UnitId) -> [Option<Card>; 2],
    fate: impl Fn(&W, UnitId) -> Term,
    change: impl FnOnce(&mut W),
) {
    if d.is_unheard() {
        return change(&mut d.world);
    }
    let before: Vec<_> = ids.iter().map(|id| seen(&d.world, *id)).collect();
    change(&mut d.world);
    for (n, (unit, old)) in ids.iter().zip(before).enumerate() {
        let new = seen(&d.world, *unit);
        let path = if n == 0 { path } else { &[] };
        let alike = old[0] == old[1] && new[0] == new[1];
        for (side, (old, new)) in Side::BOTH.into_iter().zip(old.into_iter().zip(new)) {
            // A unit whose name a side learns is shown to it whole.
            let known = |card: &Card| new.as_ref().is_none_or(|new| (&new.name, &new.part) == (&card.name, &card.part));
            let old = old.filter(known);
            match alike {
                true if side == Side::Blue => tell(d, *unit, (old, new), path, rules, &fate, Audience::All),
                true => {}
                false => tell(d, *unit, (old, new), path, rules, &fate, Audience::Only(side)),
            }
        }
    }
}

/// Sends the difference between the old and the new card of one.
fn tell<W, S>(
    d: &mut StepContext<'_, W, S>,
    unit: UnitId,
    (old, new): (Option<Card>, Option<Card>),
    path: &[Pose],
    rules: &[Rule],
    fate: &impl Fn(&W, UnitId) -> Term,
    to: Audience,
) {
    match (old, new) {
        (Some(old), Some(new)) => {
            differences(unit, &old, new, path).into_iter().for_each(|deed| d.tell_to(to, deed, rules));
        }
        (None, Some(card)) => d.tell_to(to, Deed::Shown { unit, card }, rules),
        (Some(_), None) => {
            let why = fate(&d.world, unit);
            d.tell_to(to, Deed::Gone { unit, why }, rules);
        }
        (None, None) => {}
    }
}

/// The differences between two cards of a unit.
fn differences(unit: UnitId, old: &Card, new: Card, path: &[Pose]) -> Vec<Deed> {
    let mut deeds = Vec::new();
    if old.pieces != new.pieces {
        let path = if path.is_empty() { new.pieces.iter().take(1).map(|p| p.pose).collect() } else { path.to_vec() };
        deeds.push(Deed::Moved { unit, path, pieces: new.pieces });
    }
    let gone = old.marks.keys().filter(|mark| !new.marks.contains_key(*mark));
    let unmarked: Vec<_> = gone.map(|mark| (mark.clone(), Term::default())).collect();
    let marked = new.marks.into_iter().filter(|(mark, value)| old.marks.get(mark) != Some(value));
    deeds.extend(marked.chain(unmarked).map(|(mark, value)| Deed::Marked { unit, mark, value }));
    for (what, to) in new.counts {
        let from = old.counts.get(&what).copied().unwrap_or_default();
        if from != to {
            deeds.push(Deed::Counted { unit, what, from, to });
        }
    }
    deeds
}
