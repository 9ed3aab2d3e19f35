//! Marches of groups, moves that run into each other, companies that leave their battalion.

use super::{Checks, Outcome, Run, Test};
use crate::resolve::moving::detaching::{self, Detaching};
use crate::resolve::moving::encounter::{self, Encounter, Second, SecondLine};
use crate::resolve::moving::movement::ud;
use crate::resolve::moving::operational::{self, CaughtMarching, Element, MarchingGroup};
use crate::resolve::moving::opportunity::{self, Opportunity, Quarry};
use crate::resolve::moving::zone::{self, Clipping, PassingBy};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Cohesion, Gait, Mover, Status};
use game::Rule;
use serde_json::json;

/// Nobody reaches farther at an encounter, in UD.
const FARTHEST_REACH: i16 = 30;
/// Nobody is detached farther off, in UD.
const FARTHEST_DETACHED: i16 = 12;

plain! {
    OperationalMarch "operational-march";
    [L3C_OPS_02, L3C_OPS_03, L3C_OPS_04, L3C_OPS_05, L3C_OPS_07, L3C_OPS_08, L3C_OPS_09, L3C_OPS_11, L3C_OPS_12,
     L3C_MVT_11, L3C_MVT_42, L3C_GAP_A07, L3C_GAP_A08];
    MarchingGroup = MarchingGroup {
        units: vec![
            Element { status: Status::Conscript, ..Element::default() },
            Element { arm: Mover::HorseArtillery, ..Element::default() },
        ],
        ..MarchingGroup::default()
    };
    |s, checks| {
        checks.entries("units", s.units.len(), 1..=60);
    };
    operational::march
}

plain! {
    SurprisedOnMarch "surprised-on-march";
    [L3C_OPS_10];
    CaughtMarching = CaughtMarching { lacking: 2, state: Cohesion::Formed };
    |s, checks| checks.within("lacking", s.lacking, 0, 12);
    |book, s| json!({ "state": operational::surprised(book, s) })
}

plain! {
    MeetingTest "encounter";
    says "distance";
    [L3C_INT_07, L3C_INT_14, L3C_INT_15, L3C_INT_16, L3C_INT_17, L3C_INT_18];
    Encounter = Encounter { distance: ud(8), ..Encounter::default() };
    |s, checks| {
        for (place, walker) in [("one", &s.one), ("other", &s.other)] {
            checks.within(&format!("{place}.lost_ud"), walker.lost_ud, 0, 12);
            let too_far = F::TooFar { most: FARTHEST_REACH.into() };
            checks.want(walker.reach <= ud(FARTHEST_REACH), &format!("{place}.reach"), too_far);
        }
    };
    encounter::encounter
}

plain! {
    SecondLineTest "second-line";
    [L3C_INT_01, L3C_INT_02, L3C_INT_03, L3C_SIM_04];
    SecondLine = SecondLine { announced: true, does: Second::Adapt, ..SecondLine::default() };
    |s, checks| checks.within("points", s.points, 0, 6);
    encounter::second_line
}

plain! {
    SeizedChance "opportunity";
    says "distance";
    [L3C_MOR_83, L3C_FEU_39, L3C_OPP_02, L3C_OPP_04, L3C_OPP_05, L3C_OPP_06, L3C_OPP_07, L3C_OPP_10, L3C_OPP_11, L3C_INT_05, L3C_ECO_11,
     L3C_GAP_A18, L3C_GAP_A53];
    Opportunity = Opportunity {
        target: Quarry { gait: Gait::Quick, advanced: ud(2), ..Quarry::default() }, distance: ud(3),
        ..Opportunity::default()
    };
    |s, checks| checks.within("opportunist.spent", s.opportunist.spent, 0, 12);
    opportunity::seize
}

plain! {
    ControlZone "control-zone";
    says "distance";
    [L3C_MVT_22, L3C_MVT_23, L3C_MVT_24, L3C_GAP_A24];
    PassingBy = PassingBy::default();
    |s, checks| checks.within("holder.spent", s.holder.spent, 0, 12);
    |book, s| json!({ "held": zone::held(book, s) })
}

plain! {
    ClippedInPassing "clipping";
    [L3C_MVT_27, L3C_GAP_A58];
    Clipping = Clipping::default();
    |s, checks| {
        checks.within("front", s.front, 1, 60);
        checks.within("touching", s.touching, 0, 60);
    };
    zone::clipping
}

plain! {
    Detach "detaching";
    [L3C_CHF_07, L3C_CHF_08, L3C_CHF_09, L3C_CHF_10, L3C_CHF_11, L3C_CHF_13, L3C_CHF_14, L3C_CHF_15];
    Detaching = Detaching { distance: ud(4), fire: true, ..Detaching::default() };
    |s, checks| {
        checks.within("class", s.class.unwrap_or(2), 1, 3);
        checks.within("companies", s.companies, 1, 12);
        checks.within("in_rank", s.in_rank, 1, 12);
        checks.within("spent", s.spent, 0, 12);
        checks.want(s.distance <= ud(FARTHEST_DETACHED), "distance", F::TooFar { most: FARTHEST_DETACHED.into() });
    };
    detaching::detaching
}
