//! Plans of the army that the marshal weighs: each is the style by which a captain then leads.

use super::playout::mark;
use crate::captain::{Effort, Lean, Style};
use crate::{Reason, Temperament};
use game::{Appraisal, Ref, Side};
use table::Point;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Draft {
    /// The text that describes it.
    pub told: &'static str,
    pub style: Style,
}

/// The most places that get a plan with the main effort each.
const PLACES: usize = 3;

impl Draft {
    /// The usual plan of a captain of this temperament.
    pub const fn own(temper: Temperament) -> Self {
        Self { told: "weighed-own", style: Style::of(temper) }
    }

    /// The plan as a reason: its result, in how many battles, and whether it was taken.
    pub fn reason(&self, view: &Appraisal, side: Side, lead: i64, playouts: usize, chosen: bool) -> Reason {
        let place = match self.style.effort {
            Effort::Place(n) => view.goals.get(usize::from(n)).map(|goal| Ref::Spot(goal.at)),
            _ => None,
        };
        Reason::of(Ref::Side(side), self.told)
            .on(place)
            .fact("lead", mark(lead))
            .fact("playouts", i64::try_from(playouts).unwrap_or(i64::MAX))
            .fact("turn", i64::from(self.style.from))
            .fact("chosen", i64::from(chosen))
    }
}

/// The plans open to an army: the first few are always weighed, the others as the budget allows.
pub(super) fn plans(view: &Appraisal, side: Side, temper: Temperament) -> (Vec<Draft>, Vec<Draft>) {
    let own = Style::of(temper);
    let storm = Style { lean: Lean::Forward, ..own };
    let draft = |told, style| Draft { told, style };
    let stands = draft("weighed-stand", Style { lean: Lean::Stand, ..own });
    let storms = draft("weighed-storm", storm);
    // The one that suits the temperament comes first.
    let first = match temper {
        Temperament::Bold => vec![Draft::own(temper), storms, stands],
        _ => vec![Draft::own(temper), stands, storms],
    };
    let mut others = vec![
        draft("weighed-left", Style { effort: Effort::Left, ..storm }),
        draft("weighed-right", Style { effort: Effort::Right, ..storm }),
        draft("weighed-centre", Style { effort: Effort::Centre, ..storm }),
    ];
    let rest = view.turns.saturating_sub(view.turn);
    for later in [rest / 4, rest / 2] {
        if later > 0 {
            others.push(draft("weighed-later", Style { from: view.turn + later, ..storm }));
        }
    }
    let mut goals: Vec<(usize, i64, Point)> = Vec::new();
    for (n, goal) in view.goals.iter().enumerate().filter(|(_, goal)| goal.holder != Some(side)) {
        goals.push((n, goal.worth, goal.at));
    }
    goals.sort_by_key(|(_, worth, at)| (std::cmp::Reverse(*worth), *at));
    if goals.len() > 1 {
        for n in goals.into_iter().take(PLACES).filter_map(|(n, ..)| u8::try_from(n).ok()) {
            others.push(draft("weighed-place", Style { effort: Effort::Place(n), ..storm }));
        }
    }
    if temper == Temperament::Balanced {
        others.push(draft("weighed-bold", Style { temper: Temperament::Bold, ..own }));
        others.push(draft("weighed-prudent", Style { temper: Temperament::Prudent, ..own }));
    }
    others.push(draft("weighed-keen", Style { attack: 150, ..own }));
    (first, others)
}
