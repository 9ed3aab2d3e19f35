//! A unit's card: what it is, and what it may and may not do now. The card asks the same functions as the turn; nothing
//! is judged here.

use crate::resolve::moving::changing;
use crate::resolve::moving::points::left;
use crate::world::{Code, World};
use crate::{Arm, TroisCouleurs, r};
use game::{Act, Dossier, Shown, Trait, UnitId};
use rulebook::Known;
use rulebook::word;

impl TroisCouleurs {
    /// The card of a unit or general on the table.
    pub(crate) fn dossier_of(&self, w: &Known<'_, World>, id: UnitId) -> Option<Dossier> {
        // A marker does not reveal the unit that it stands for (L3C-GEN-09).
        self.card(w, id).filter(|card| !card.marks.contains_key(&game::Term::of("token")))?;
        if let Some(place) = w.general_of(id) {
            return self.dossier_of_general(w, place);
        }
        let (may, may_not) = self.acts_of(w, id);
        Some(Dossier { unit: id, profile: self.profile_of(w, id), may, may_not })
    }

    fn dossier_of_general(&self, w: &Known<'_, World>, place: usize) -> Option<Dossier> {
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        let mut profile = vec![
            Trait::figure("bonus", self.bonus(general, sheet), &[r::L3C_CHEF_05]),
            Trait::figure("actions_left", sheet.leader.actions.saturating_sub(general.used), &[r::L3C_CHEF_14]),
            Trait::word("knows", word(&sheet.leader.arm), &[r::L3C_CHEF_05]),
        ];
        if let Some(unit) = general.with {
            profile.push(Trait::new("with_unit", Shown::Unit(unit), &[r::L3C_CHEF_12]));
        }
        let ride = Act::allowed("ride", &[r::L3C_CHEF_14]);
        let (may, may_not) = match self.acts(w, place) {
            true => (vec![ride], Vec::new()),
            false => (Vec::new(), vec![Act::refused("ride", r::L3C_CHEF_14, "no_actions")]),
        };
        Some(Dossier { unit: w.general_id(place), profile, may, may_not })
    }

    fn profile_of(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Trait> {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let (troop, body) = (&sheet.troop, &unit.body);
        let base = troop.base.unwrap_or_else(|| self.book.tables.nations.base(troop.nation, troop.status));
        let mut profile = vec![
            Trait::word("status", word(&troop.status), &[r::L3C_GAP_A62]),
            Trait::figure("morale", base, &[r::L3C_GAP_A62]),
            Trait::figure("class", changing::class(&self.book, troop.class, troop.status), &[r::L3C_GAP_B11]),
            Trait::word("formation", word(&body.formation), &[r::L3C_GEN_04]),
            Trait::word("state", word(&body.state), &[r::L3C_GEN_22]),
            Trait::word("case", word(&body.case), &[r::L3C_MOR_62]),
            Trait::figure("figures_left", self.left(body, id), &[r::L3C_LOSS_01]),
            Trait::figure("points_left", left(&self.book, body.points_spent), &[r::L3C_PA_01]),
        ];
        match troop.arm {
            Arm::Infantry => profile.push(Trait::figure("faculty", troop.faculty, &[r::L3C_GAP_A62])),
            Arm::Cavalry => profile.push(Trait::figure("cavalry_type", troop.cavalry_type, &[r::L3C_GAP_A62])),
            Arm::Artillery => profile.push(Trait::figure("pounds", sheet.pounds, &[r::L3C_GAP_A62])),
        }
        if self.may_shoot(w, id) {
            let range = Shown::Length(self.longest_range(id).cm());
            profile.push(Trait::new("range", range, &[r::L3C_FEU_25]));
        }
        profile
    }

    fn acts_of(&self, w: &Known<'_, World>, id: UnitId) -> (Vec<Act>, Vec<Act>) {
        let (mut may, mut may_not) = (Vec::new(), Vec::new());
        if !w.unit(id).in_hand() {
            may_not.push(Act::refused("order", r::L3C_GAP_A45, "out_of_hand"));
            return (may, may_not);
        }
        let codes = self.codes(w, id);
        for code in Code::ALL.into_iter().filter(|code| *code != Code::Blank) {
            let mut act = Act::allowed("order", &[crate::turn::rule_of(code)]);
            act.what = word(&code);
            if codes.contains(&code) {
                may.push(act);
            } else {
                act.reason = Some(game::Term::of("order_closed"));
                may_not.push(act);
            }
        }
        (may, may_not)
    }
}
