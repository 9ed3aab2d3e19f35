//! A unit's card: what it is, and what it may and may not do now. No distance is measured for it (LA-GAP-60).

use crate::LesAigles;
use crate::resolve::command::{self, PlanKind};
use crate::world::{Life, Role, World};
use crate::{Arm, r};
use game::{Act, Dossier, Shown, Trait, UnitId};
use rulebook::Known;
use rulebook::word;

impl LesAigles {
    pub(crate) fn dossier_of(&self, w: &Known<'_, World>, id: UnitId) -> Option<Dossier> {
        if let Some(place) = w.general_of(id) {
            return self.officer_dossier(w, id, place);
        }
        if usize::from(id.0) >= w.units.len() || !w.unit(id).present() {
            return None;
        }
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let leading = self.leading(unit, id);
        let mut profile = vec![
            Trait::word("status", word(&leading.status), &[r::LA_NAT_01]),
            Trait::word("class", word(&sheet.profile.class), &[r::LA_GAP_11]),
            Trait::figure("feu", leading.fire, &[r::LA_FEU_01]),
            Trait::figure("combat", leading.combat, &[r::LA_COM_01]),
            Trait::figure("bonus", leading.bonus, &[r::LA_CHA_21]),
            Trait::figure("moral", leading.moral.saturating_add(sheet.profile.moral), &[r::LA_MOR_01]),
            Trait::word("formation", word(&unit.formation), &[r::LA_GAP_10]),
            Trait::word("ranks", word(&unit.order), &[r::LA_GAP_12]),
            Trait::figure("figures", unit.figures(), &[r::LA_GAP_02]),
            Trait::figure("losses", unit.losses, &[r::LA_MOR_09]),
        ];
        let marcher = self.marcher(w, id);
        if let Some(quarter) = self.rate(&marcher, crate::resolve::motion::March::Ahead, Vec::new(), false) {
            profile.push(Trait::new("quarter_move", Shown::Length(quarter), &[r::LA_MVT_08]));
        }
        if let Some(range) = self.range(w, id) {
            profile.push(Trait::new("range", Shown::Length(range), &[r::LA_FEU_06]));
        }
        if let Some(orders) = self.orders(w, id) {
            profile.push(Trait::word("attitude", word(&orders.attitude), &[r::LA_GAP_13]));
        }
        let mut card = Dossier { unit: id, profile, may: Vec::new(), may_not: Vec::new() };
        self.acts(w, id, &mut card);
        Some(card)
    }

    fn acts(&self, w: &Known<'_, World>, id: UnitId, card: &mut Dossier) {
        let mut charge = |refused: Option<(game::Rule, &'static str)>| match refused {
            None => card.may.push(Act::allowed("charge", &[r::LA_CHA_02])),
            Some((rule, why)) => card.may_not.push(Act::refused("charge", rule, why)),
        };
        if let Err(rule) = self.may_charge(w, id) {
            charge(Some((rule, "may_not_charge")));
        } else if self
            .orders(w, id)
            .is_some_and(|orders| !command::allows(&self.book, orders.attitude, PlanKind::Charge))
        {
            charge(Some((r::LA_CHA_07, "against_orders")));
        } else {
            charge(None);
        }
        if self.arm(id) == Arm::Cavalry {
            card.may.push(Act::allowed("rally", &[r::LA_RAL_01]));
        }
    }

    fn officer_dossier(&self, w: &Known<'_, World>, id: UnitId, place: usize) -> Option<Dossier> {
        let (officer, sheet) = (w.general(place), rulebook::ids::at(&self.officers, place, "general"));
        if officer.life != Life::Present {
            return None;
        }
        let mut profile = vec![
            Trait::figure("points", sheet.points, &[r::LA_GAP_71]),
            Trait::figure("losses", officer.losses, &[r::LA_GEN_02]),
        ];
        profile.push(Trait::new("ride", Shown::Length(self.book.tables.officers.ride.cm()), &[r::LA_GAP_14]));
        if let Role::Aide { of } = sheet.role {
            profile.push(Trait::new("aide_of", Shown::Unit(w.general_id(usize::from(of))), &[r::LA_GAP_14]));
        }
        if let Some(unit) = officer.with {
            profile.push(Trait::new("with", Shown::Unit(unit), &[r::LA_GAP_59]));
        }
        Some(Dossier { unit: id, profile, may: Vec::new(), may_not: Vec::new() })
    }
}
