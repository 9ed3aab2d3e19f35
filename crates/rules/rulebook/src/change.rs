//! Changes of a world, told: what a side sees is the fold of what it was told.

use game::{Audience, Card, Deed, Desk, Rule, Term, UnitId};
use table::Pose;

/// Changes the world and tells what became different of these units and generals, with the way that the first one took.
/// `seen` is what there is to see of one and who may know of it, `fate` why there is nothing to see any more.
pub fn alter<W, S>(
    d: &mut Desk<'_, W, S>,
    ids: &[UnitId],
    path: &[Pose],
    rules: &[Rule],
    seen: impl Fn(&W, UnitId) -> (Option<Card>, Audience),
    fate: impl Fn(&W, UnitId) -> Term,
    change: impl FnOnce(&mut W),
) {
    let before: Vec<_> = ids.iter().map(|id| seen(&d.world, *id)).collect();
    change(&mut d.world);
    for (n, (unit, (old, told))) in ids.iter().zip(before).enumerate() {
        let (new, to) = seen(&d.world, *unit);
        // Who comes out of hiding is shown whole to the side that did not know of him.
        let old = old.filter(|_| told == to);
        match (old, new) {
            (Some(old), Some(new)) => {
                let path = if n == 0 { path } else { &[] };
                differences(*unit, &old, new, path).into_iter().for_each(|deed| d.tell_to(to, deed, rules));
            }
            (None, Some(card)) => d.tell_to(to, Deed::Shown { unit: *unit, card }, rules),
            (Some(_), None) => {
                let why = fate(&d.world, *unit);
                d.tell_to(to, Deed::Gone { unit: *unit, why }, rules);
            }
            (None, None) => {}
        }
    }
}

/// What became different between two cards of a unit.
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
