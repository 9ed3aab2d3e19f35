//! The sheet of plans: its fields, and the judgement of an answer.

use super::draft::Draft;
use super::permit::Permit;
use crate::question::{Kind, asked};
use crate::world::{PAS, SEQUENCE, World, footprint};
use crate::{MarieLouise, r};
use game::{Ask, Consequence, Field, Preview, Ref, Refusal, Reply, Shape, Slot, Term, UnitId};
use rulebook::Known;
use std::collections::BTreeMap;
use table::{Cm, March, Piece, overlaps};

pub(crate) const PLAN: Kind = Kind {
    rules: &[r::ML_3_1I, r::ML_6_1B, r::ML_6_3A, r::ML_3_2B, r::ML_3_2C, r::ML_GAP_30],
    fields: MarieLouise::fields_plan,
    check: MarieLouise::check_plan,
    suggest: super::suggest::plans,
};

impl MarieLouise {
    fn fields_plan(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        self.planners(w, slot).into_iter().map(|(id, permit)| self.plan_field(w, id, permit)).collect()
    }

    fn plan_field(&self, w: &World, id: UnitId, permit: Permit) -> Field {
        let allowed = self.open_manoeuvres(w, id, permit);
        let budget = if permit.holds() { SEQUENCE / 2 } else { SEQUENCE };
        Field {
            about: Ref::Unit(id),
            shape: Shape::March { movers: vec![id], allowed, budget },
            default: Reply::Marched(March { movers: vec![id.0], legs: Vec::new() }),
        }
    }

    /// Judges each plan, and that no two TdCs of a side end in one place (ML-GAP-11).
    fn check_plan(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let positions = self.positions(w);
        let mut preview = Preview::default();
        let mut refusals = Vec::new();
        let mut drafts: Vec<Option<Draft>> = Vec::with_capacity(replies.len());
        let planners = self.planners(w, &ask.slot);
        for (n, ((id, permit), reply)) in planners.iter().zip(replies).enumerate() {
            let legs = if let Reply::Marched(march) = reply { march.legs.as_slice() } else { &[] };
            match self.draft(w, &positions, *id, *permit, legs) {
                Ok(draft) => {
                    let whole = if permit.holds() { SEQUENCE / 2 } else { SEQUENCE };
                    preview.costs.push((draft.cost, whole));
                    drafts.push(Some(draft));
                }
                Err(refusal) => {
                    refusals.push(Refusal { field: rulebook::saturated::<u16, _>(n), ..refusal });
                    drafts.push(None);
                }
            }
        }
        self.no_crowding(w, ask, &planners, &drafts, &mut refusals);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        for ((id, permit), draft) in planners.iter().zip(drafts) {
            let Some(draft) = draft.filter(|draft| !draft.plan.legs.is_empty()) else {
                // A unit under M that does nothing becomes hesitant at the end of the step.
                if !permit.holds() && self.idles(w.unit(*id)) {
                    let (of, what) = (Ref::Unit(*id), Term::of("hesitant"));
                    preview.brings.push(Consequence { of, what, rule: r::ML_3_2F.into() });
                }
                continue;
            };
            preview.ghosts.push((*id, footprint(draft.end, draft.formation, w.unit(*id).elements)));
            preview.paths.push((*id, draft.path));
        }
        Ok(preview)
    }

    /// Refuses plans that end on the TdC of a friend; of two that move, the later one on the sheet.
    fn no_crowding(
        &self,
        w: &World,
        ask: &Ask,
        planners: &[(UnitId, Permit)],
        drafts: &[Option<Draft>],
        refusals: &mut Vec<Refusal>,
    ) {
        if !self.on(r::ML_GAP_11) {
            return;
        }
        let mut places = Places::new(self, w, asked(ask));
        for ((id, _), draft) in planners.iter().zip(drafts) {
            if draft.as_ref().is_some_and(|draft| draft.end.at != w.unit(*id).pose.at) {
                places.leave(*id);
            }
        }
        for (n, ((id, _), draft)) in planners.iter().zip(drafts).enumerate() {
            let Some(draft) = draft.as_ref().filter(|draft| draft.end.at != w.unit(*id).pose.at) else { continue };
            match places.taken(&self.tdc_at(draft.end)) {
                Some(on) => refusals.push(Refusal::by(r::ML_GAP_11, n, "place_taken").fact("unit", i64::from(on.0))),
                None => places.take(*id, self.tdc_at(draft.end)),
            }
        }
    }
}

/// The places of a side's TdCs while plans are made, in cells of a pas and a half.
pub(super) struct Places {
    cells: BTreeMap<(Cm, Cm), Vec<(UnitId, Piece)>>,
    of: BTreeMap<UnitId, Piece>,
}

const CELL: Cm = PAS * 3 / 2;

impl Places {
    /// The present places.
    pub(super) fn new(rules: &MarieLouise, w: &World, side: game::Side) -> Self {
        let mut places = Self { cells: BTreeMap::new(), of: BTreeMap::new() };
        for id in rules.troops(w, side) {
            places.take(id, w.unit(id).tdc());
        }
        places
    }

    /// Removes a unit.
    pub(super) fn leave(&mut self, id: UnitId) {
        if let Some(piece) = self.of.remove(&id)
            && let Some(cell) = self.cells.get_mut(&cell(&piece))
        {
            cell.retain(|(other, _)| *other != id);
        }
    }

    /// Adds a unit at a place.
    pub(super) fn take(&mut self, id: UnitId, piece: Piece) {
        self.leave(id);
        self.of.insert(id, piece);
        self.cells.entry(cell(&piece)).or_default().push((id, piece));
    }

    /// The unit that already has a place.
    pub(super) fn taken(&self, piece: &Piece) -> Option<UnitId> {
        let (x, y) = cell(piece);
        let about = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let near = about.filter_map(|key| self.cells.get(&key)).flatten();
        near.filter(|(_, other)| overlaps(piece, other)).map(|(id, _)| *id).min()
    }
}

fn cell(piece: &Piece) -> (Cm, Cm) {
    (piece.pose.at.x.div_euclid(CELL), piece.pose.at.y.div_euclid(CELL))
}
