//! The sheet of plans: its fields, and the judgement of an answer.

use super::draft::Draft;
use super::permit::Permit;
use crate::question::{Kind, asked};
use crate::world::{Lie, SEQUENCE, World, footprint};
use crate::{MarieLouise, r};
use game::{Ask, Field, Preview, Ref, Refusal, Reply, Shape, Slot, UnitId};
use table::{March, Near, Piece, overlaps};

pub(crate) const PLAN: Kind = Kind {
    rules: &[r::ML_3_1I, r::ML_6_1B, r::ML_6_3A, r::ML_3_2B, r::ML_3_2C, r::ML_GAP_30],
    fields: MarieLouise::fields_plan,
    check: MarieLouise::check_plan,
    suggest: super::suggest::plans,
};

impl MarieLouise {
    fn fields_plan(&self, w: &World, slot: &Slot) -> Vec<Field> {
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

    /// Judges every plan for itself, and the places where they end together: no two TdCs of a side in one place
    /// (ML-GAP-11).
    fn check_plan(&self, w: &World, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let lie = self.lie(w);
        let mut preview = Preview::default();
        let mut refusals = Vec::new();
        let mut drafts: Vec<Option<Draft>> = Vec::with_capacity(replies.len());
        let planners = self.planners(w, &ask.slot);
        for (n, ((id, permit), reply)) in planners.iter().zip(replies).enumerate() {
            let legs = if let Reply::Marched(march) = reply { march.legs.as_slice() } else { &[] };
            match self.draft(w, &lie, *id, *permit, legs) {
                Ok(draft) => {
                    let whole = if permit.holds() { SEQUENCE / 2 } else { SEQUENCE };
                    preview.costs.push((draft.cost, whole));
                    drafts.push(Some(draft));
                }
                Err(refusal) => {
                    refusals.push(Refusal { field: u16::try_from(n).unwrap_or(u16::MAX), ..refusal });
                    drafts.push(None);
                }
            }
        }
        self.no_crowding(w, &lie, ask, &planners, &drafts, &mut refusals);
        if !refusals.is_empty() {
            return Err(refusals);
        }
        for ((id, _), draft) in planners.iter().zip(drafts) {
            let Some(draft) = draft.filter(|draft| !draft.plan.legs.is_empty()) else { continue };
            preview.ghosts.push((*id, footprint(draft.end, draft.formation, w.unit(*id).elements)));
            preview.paths.push((*id, draft.path));
        }
        Ok(preview)
    }

    /// Refuses plans that end on the TdC of a friend: of two that move, the later on the sheet.
    fn no_crowding(
        &self,
        w: &World,
        lie: &Lie,
        ask: &Ask,
        planners: &[(UnitId, Permit)],
        drafts: &[Option<Draft>],
        refusals: &mut Vec<Refusal>,
    ) {
        let moved = |draft: &Option<Draft>, id: UnitId| draft.as_ref().is_some_and(|d| d.end.at != w.unit(id).pose.at);
        let movers: Vec<(usize, UnitId, Piece)> = planners
            .iter()
            .zip(drafts)
            .enumerate()
            .filter(|(_, ((id, _), draft))| moved(draft, *id))
            .filter_map(|(n, ((id, _), draft))| Some((n, *id, self.tdc_at(draft.as_ref()?.end))))
            .collect();
        let going: std::collections::BTreeSet<UnitId> = movers.iter().map(|(_, id, _)| *id).collect();
        let ends = Near::of_pieces(movers.iter().map(|(_, id, end)| (u32::from(id.0), *end)));
        let end_of: std::collections::BTreeMap<u32, Piece> =
            movers.iter().map(|(_, id, end)| (u32::from(id.0), *end)).collect();
        for (n, id, end) in &movers {
            let standing = self.friend_standing(w, lie, *id, end, |other| going.contains(&other), asked(ask));
            let earlier = ends
                .around(end, 0)
                .into_iter()
                .filter(|tag| *tag < u32::from(id.0) && end_of.get(tag).is_some_and(|his| overlaps(end, his)));
            let on = standing.or_else(|| earlier.filter_map(|tag| u16::try_from(tag).ok()).map(UnitId).next());
            if let Some(on) = on {
                refusals.push(Refusal::by(r::ML_GAP_11, *n, "place_taken").fact("unit", i64::from(on.0)));
            }
        }
    }

    /// A friend that stays where it is and whose TdC a place would overlap.
    pub(super) fn friend_standing(
        &self,
        w: &World,
        lie: &Lie,
        id: UnitId,
        end: &Piece,
        goes: impl Fn(UnitId) -> bool,
        side: game::Side,
    ) -> Option<UnitId> {
        lie.near_piece(end, 0).find(|other| {
            *other != id && self.side(*other) == side && !goes(*other) && overlaps(end, &w.unit(*other).tdc())
        })
    }
}
