//! Pursuit and prisoners (POU).

use crate::resolve::combat::losses;
use crate::resolve::combat::result::{self, Fight};
use crate::resolve::moving::points::credit;
use crate::terms::state;
use crate::{Arm, Book, Case, Cohesion, Distance, Formation, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// The pursuer's part in the defeat.
    PursuerPart {
        /// It had no part.
        Outsider,
        /// It won a melee or a charge: the pursuit belongs to the same action.
        Victor,
        /// It stood and fired.
        Fired,
        /// It won a melee standing, without firing.
        Stood,
    } default Outsider
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pursuer {
    pub arm: Arm,
    /// Type of cavalry, 0 to 3.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub cavalry_type: u8,
    /// Lancers; not Cossacks or Landwehr.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub lancers: bool,
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    pub state: Cohesion,
    /// Its part in the defeat.
    pub part: PursuerPart,
    /// It has just passed through the enemy (L3C-POU-13).
    pub passed_through: bool,
    /// PA spent this turn.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    /// Distance to the enemy; `None`: near enough.
    #[schemars(extend("x-when" = { "part": ["outsider"] }))]
    pub distance: Option<Distance>,
    /// Distance that it may still move this turn, with the tolerance; `None`: enough.
    pub way_left: Option<Distance>,
    /// The player does not want this pursuit: the unit got out of hand (L3C-GAP-A14).
    pub unwanted: bool,
    /// UD that the ground takes off its move.
    #[schemars(range(min = 0, max = 12))]
    pub lost_ud: u8,
}

impl Default for Pursuer {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            cavalry_type: 1,
            lancers: false,
            figures: 1,
            state: Cohesion::Formed,
            part: PursuerPart::Outsider,
            passed_through: false,
            spent: 0,
            distance: None,
            way_left: None,
            unwanted: false,
            lost_ud: 0,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pursued {
    pub arm: Arm,
    pub status: Status,
    /// A status effect has already been used this turn.
    pub status_used: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub back_plate: bool,
    /// Guns in battery are taken.
    pub formation: Formation,
    /// Figures left; guns of a battery.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    pub case: Case,
    pub state: Cohesion,
    /// UD that the ground takes off its move.
    #[schemars(range(min = 0, max = 12))]
    pub lost_ud: u8,
    /// UD taken off by an obstacle on its way: it leaves prisoners there, and the pursuit ends (L3C-POU-11).
    #[schemars(range(min = 0, max = 12))]
    pub obstacle_ud: u8,
}

impl Default for Pursued {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            status: Status::Line,
            status_used: false,
            back_plate: false,
            formation: Formation::Line,
            figures: 1,
            case: Case::Retreat,
            state: Cohesion::Unformed,
            lost_ud: 0,
            obstacle_ud: 0,
        }
    }
}

/// The ground of a unit's flight: behind it, away from the enemy that drives it back (L3C-GAP-A103).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GroundBehind {
    /// UD taken off the flight.
    #[schemars(range(min = 0, max = 12))]
    pub lost_ud: u8,
    /// UD taken off the pursuit.
    #[schemars(range(min = 0, max = 12))]
    pub pursuer_lost_ud: u8,
    /// UD taken off by an obstacle on the way (L3C-POU-11).
    #[schemars(range(min = 0, max = 12))]
    pub obstacle_ud: u8,
    /// Distance to ground closed to the pursuer, or to a friend that keeps it off (L3C-FUI-05).
    pub refuge: Option<Distance>,
    /// No way is open: the unit is surrounded and cannot flee (L3C-FUI-01).
    pub surrounded: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pursuit {
    pub pursuer: Pursuer,
    pub pursued: Pursued,
    /// The worst formation among other troops met on the way (L3C-POU-08).
    pub met: Option<Cohesion>,
}

/// Result of a pursuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Chase {
    /// The pursuit may, or must, be made.
    pub may: bool,
    /// The would-be pursuer must rally instead.
    pub must_rally: bool,
    /// PA that it costs.
    pub points: u8,
    /// PA spent in all.
    pub total_points: u8,
    /// UD after which the enemy is caught.
    pub catch: u8,
    pub caught: bool,
    /// Distance of the pursuit after that.
    pub length: Distance,
    /// Figures, or guns, lost by the pursued unit.
    pub figures_lost: u8,
    /// PAP left as prisoners.
    pub prisoners: u16,
    /// Morale of the pursued unit afterwards.
    pub case: Case,
    /// Its state afterwards.
    pub state: Cohesion,
    /// Total PA of its flight.
    pub pursued_points: u8,
    /// Cases by which its owner may still raise it (L3C-POU-06).
    pub may_raise: u8,
    /// State of the pursuer afterwards.
    pub pursuer_state: Cohesion,
}

/// A pursuit: whether it may be made, whether it catches the enemy, and its cost for both.
#[must_use]
pub fn pursuit(book: &Book, pursuit: &Pursuit) -> Chase {
    let Pursuit { pursuer, pursued, .. } = pursuit;
    let points = cost(book, pursuer);
    let mut chase = Chase {
        may: may(book, pursuit, points),
        must_rally: must_rally(book, pursuit),
        case: pursued.case,
        state: pursued.state,
        pursuer_state: pursuer.state,
        ..Chase::default()
    };
    if !chase.may {
        return chase;
    }
    let table = &book.tables.pursuit;
    let action = &book.tables.action;
    chase.points = points;
    chase.total_points = pursuer.spent.saturating_add(points);
    chase.pursued_points = if pursued.case == Case::Rout { action.rout } else { action.retreat };
    if pursued.obstacle_ud > 0 && book.on(r::L3C_POU_11) {
        let steps = u16::from(pursued.figures) * losses::steps_of(book, pursued.arm);
        chase.prisoners =
            prisoners(book, &Captives { arm: pursued.arm, case: pursued.case, steps, lost_ud: pursued.obstacle_ud });
        return chase;
    }
    let slower = i16::from(pursuer.lost_ud) - i16::from(pursued.lost_ud);
    let base = i16::from(catch_up(book, pursuer, pursued.arm));
    let ground = if book.on(r::L3C_POU_10) { slower } else { 0 };
    chase.catch = rulebook::saturated::<u8, _>((base + ground).max(0));
    let back = book.tables.movement.back.of(pursued.case, pursued.arm == Arm::Cavalry);
    let outrun = ground >= i16::from(table.outrun_by) || chase.catch > back;
    chase.caught = !(outrun && book.on(r::L3C_GAP_A42));
    let nominal = length(book, pursuit);
    chase.length =
        pursuer.way_left.map_or(nominal, |left| if limited(book, pursuer) { nominal.min(left) } else { nominal });
    if !chase.caught {
        return chase;
    }
    let full = chase.length >= nominal || book.on(r::L3C_POU_14);
    chase.figures_lost = figures_lost(book, pursuit, full);
    if book.on(r::L3C_POU_05) {
        chase.case = Case::Rout;
        chase.pursued_points = action.rout;
        chase.state = state::degrade(book, pursued.state, 1);
        chase.pursuer_state = state::degrade(book, pursuer.state, 1);
    }
    if let Some(met) = pursuit.met.filter(|_| book.on(r::L3C_POU_08)) {
        let worst = met.max(chase.state).max(chase.pursuer_state);
        (chase.state, chase.pursuer_state) = (worst, worst);
    }
    if book.on(r::L3C_POU_06) {
        chase.may_raise = result::may_raise(book, Fight::Melee, pursued.status, pursued.status_used.into());
    }
    chase
}

/// Whether a unit may pursue another: an enemy in retreat or rout (L3C-POU-01) and near enough; not when disordered
/// (L3C-POU-03), nor unformed without a part in the defeat, as such a unit is not available (L3C-POU-01, L3C-GAP-A18),
/// nor after passing through (L3C-POU-13); with enough points and movement (L3C-POU-02, L3C-POU-07); infantry never
/// cavalry (L3C-GAP-A16).
fn may(book: &Book, pursuit: &Pursuit, points: u8) -> bool {
    let Pursuit { pursuer, pursued, .. } = pursuit;
    let near = |distance| distance <= book.tables.distance.opportunity.of(pursuer.arm);
    let reachable = pursuer.part != PursuerPart::Outsider || pursuer.distance.is_none_or(near);
    let turned = pursued.case <= Case::Retreat && reachable && book.on(r::L3C_POU_01);
    let outside = pursuer.part == PursuerPart::Outsider && book.all(&[r::L3C_POU_01, r::L3C_GAP_A18]);
    let formed = pursuer.state != Cohesion::Disordered || !book.on(r::L3C_POU_03);
    let formed = formed && (pursuer.state < Cohesion::Unformed || !outside);
    let through = pursuer.passed_through && book.on(r::L3C_POU_13);
    let on_foot = pursuer.arm != Arm::Cavalry && pursued.arm == Arm::Cavalry && book.on(r::L3C_GAP_A16);
    let afford = pursuer.unwanted || pursuer.spent.saturating_add(points) <= credit(book);
    let way = !limited(book, pursuer) || pursuer.way_left.is_none_or(|left| left >= Distance::of(1));
    turned && formed && !through && !on_foot && pursuer.arm != Arm::Artillery && afford && way
}

/// Whether the movement left limits the pursuit: only a voluntary one (L3C-POU-02, L3C-GAP-A56).
fn limited(book: &Book, pursuer: &Pursuer) -> bool {
    book.all(&[r::L3C_POU_02, r::L3C_GAP_A56]) && !pursuer.unwanted
}

/// Whether a unit that may not pursue the enemy that it has beaten must rally: if it is disordered (L3C-POU-03) or the
/// enemy still faces it (L3C-POU-04).
fn must_rally(book: &Book, pursuit: &Pursuit) -> bool {
    let Pursuit { pursuer, pursued, .. } = pursuit;
    let faced = pursued.case == Case::FallBack && pursuer.part != PursuerPart::Outsider && book.on(r::L3C_POU_04);
    faced || pursuer.state == Cohesion::Disordered && book.on(r::L3C_POU_03)
}

/// PA of a pursuit (L3C-POU-07): nothing more for a unit that has just won; any other must have the points.
fn cost(book: &Book, pursuer: &Pursuer) -> u8 {
    let free = match pursuer.part {
        PursuerPart::Victor => true,
        PursuerPart::Stood => !book.on(r::L3C_GAP_A56),
        PursuerPart::Fired | PursuerPart::Outsider => false,
    };
    if free || !book.on(r::L3C_POU_07) { 0 } else { book.tables.action.pursuit }
}

/// UD after which a fleeing enemy is caught (L3C-POU-10); a unit that has just beaten it in melee catches it at once
/// (L3C-GAP-A16).
fn catch_up(book: &Book, pursuer: &Pursuer, pursued: Arm) -> u8 {
    let upon = matches!(pursuer.part, PursuerPart::Victor | PursuerPart::Stood) && book.on(r::L3C_GAP_A16);
    if upon || !book.on(r::L3C_POU_10) { 0 } else { catch_distance(book, pursuer.arm, pursued) }
}

/// UD needed to catch up, without ground (L3C-POU-10): also for an enemy that gives way before contact (L3C-GAP-A15).
#[must_use]
pub fn catch_distance(book: &Book, pursuer: Arm, pursued: Arm) -> u8 {
    let table = &book.tables.pursuit.catch;
    if pursuer == Arm::Cavalry && pursued != Arm::Cavalry { table.cavalry_on_foot } else { table.others }
}

/// Distance that the enemy is driven, by the arm of the pursuer (L3C-POU-09, L3C-GAP-A16).
fn length(book: &Book, pursuit: &Pursuit) -> Distance {
    if !book.on(r::L3C_POU_09) {
        return Distance::of(0);
    }
    let by = if book.on(r::L3C_GAP_A16) { pursuit.pursuer.arm } else { pursuit.pursued.arm };
    Distance::of(u16::from(book.tables.pursuit.length.of(by)))
}

/// Losses of the pursued unit (L3C-POU-15), with the rows that the text leaves out (L3C-GAP-A17).
fn figures_lost(book: &Book, pursuit: &Pursuit, full: bool) -> u8 {
    let Pursuit { pursuer, pursued, .. } = pursuit;
    let table = &book.tables.pursuit;
    let more = book.on(r::L3C_GAP_A17);
    if !book.on(r::L3C_POU_15) {
        return 0;
    }
    if pursued.arm == Arm::Artillery {
        let guns = match pursued.formation {
            Formation::Deployed => pursued.figures,
            _ => table.limbered_guns_lost.min(pursued.figures),
        };
        return if more { guns } else { 0 };
    }
    let cavalry = pursued.arm == Arm::Cavalry;
    // The lances of Cossacks, who are cavalry of type 0, do not count (L3C-POU-15).
    let cossacks = pursuer.cavalry_type == 0;
    let figures = if pursuer.arm == Arm::Infantry {
        let units = if more { pursuer.figures.div_ceil(table.infantry_figures.max(1)) } else { 1 };
        table.infantry_on_infantry.saturating_mul(units)
    } else if pursuer.lancers && !cossacks {
        match (cavalry, pursued.back_plate) {
            (false, _) => table.lancers_on_infantry,
            (true, false) => table.lancers_on_cavalry,
            (true, true) => table.lancers_on_back_plates,
        }
    } else if cavalry {
        table.cavalry_on_cavalry
    } else {
        table.cavalry_on_infantry
    };
    let weak = more && pursuer.arm == Arm::Cavalry && pursuer.figures < table.weak_cavalry_under;
    let figures = if weak || !full { figures.div_ceil(2) } else { figures };
    figures.min(pursued.figures)
}

/// A unit that crosses an obstacle in flight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Captives {
    pub arm: Arm,
    /// Retreat or rout.
    pub case: Case,
    /// Its strength in PAP.
    #[schemars(range(min = 0, max = 600))]
    pub steps: u16,
    /// UD that the obstacle takes off.
    #[schemars(range(min = 0, max = 12))]
    pub lost_ud: u8,
}

impl Default for Captives {
    fn default() -> Self {
        Self { arm: Arm::Infantry, case: Case::Retreat, steps: 36, lost_ud: 1 }
    }
}

/// PAP left as prisoners (L3C-POU-12): the share of the unit's move that the obstacle takes off, to the nearest, halves
/// up (L3C-GAP-A17).
#[must_use]
pub fn prisoners(book: &Book, captives: &Captives) -> u16 {
    let table = &book.tables.pursuit.reference;
    let reference = match (captives.arm == Arm::Cavalry, captives.case) {
        (false, Case::Rout) => table.infantry_rout,
        (false, Case::Retreat) => table.infantry_retreat,
        (true, Case::Rout) => table.cavalry_rout,
        (true, Case::Retreat) => table.cavalry_retreat,
        _ => 0,
    };
    if reference == 0 || !book.all(&[r::L3C_POU_12, r::L3C_GAP_A17]) {
        return 0;
    }
    let reference = u32::from(reference);
    let doubled = 2 * u32::from(captives.steps) * u32::from(captives.lost_ud);
    let lost = (doubled + reference) / (2 * reference);
    rulebook::saturated::<u16, _>(lost).min(captives.steps)
}
