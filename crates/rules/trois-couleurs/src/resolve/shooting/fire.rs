//! Fire of small arms and guns (FEU, with the additions for an advance to fire): no dice, a factor and the table of
//! losses.

use crate::resolve::combat::losses::{self, Loss};
use crate::resolve::combat::toll;
use crate::resolve::shooting::range;
use crate::terms::tally::Tally;
use crate::{Arm, Aspect, Band, Book, Cohesion, Cover, Distance, Formation, Nation, Shot, Status, Weapon, r};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// The exchange in which a unit is under fire.
    Exchange {
        /// An advance to fire (L3C-MAF-06).
        Advance,
        /// Fires of the same phase (L3C-FEU-01).
        Phase,
    } default Advance
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Shooter {
    pub arm: Arm,
    pub weapon: Weapon,
    /// Figures that fire; for a battery, guns.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    pub status: Status,
    /// British line infantry fires better (L3C-GAP-B06).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub nation: Nation,
    pub formation: Formation,
    pub state: Cohesion,
    /// It has not yet fired in this battle; small arms only.
    #[schemars(extend("x-when" = { "arm": ["infantry", "cavalry"] }))]
    pub first_fire: bool,
    /// A general of its arm and chain of command is attached to it (L3C-CHEF-05).
    pub general: bool,
    /// Penalty points (POP).
    #[schemars(range(min = 0, max = 12))]
    pub penalty: u8,
    /// Distance that skirmishers have evaded (L3C-TIR-14).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub evaded: Distance,
    /// It is under effective musketry itself.
    pub under_musketry: bool,
    /// Ammunition of the guns that fire at it.
    pub under_guns: Option<Shot>,
    /// The enemy's screen has won, or fires with effect (L3C-TIR-38, L3C-TIR-39, L3C-TIR-41).
    pub under_screen: bool,
    /// It is cavalry that fires mounted (L3C-FEU-39).
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub mounted: bool,
}

impl Default for Shooter {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            weapon: Weapon::Musket,
            figures: 1,
            status: Status::Line,
            nation: Nation::Other,
            formation: Formation::Line,
            state: Cohesion::Formed,
            first_fire: false,
            general: false,
            penalty: 0,
            evaded: Distance::of(0),
            under_musketry: false,
            under_guns: None,
            under_screen: false,
            mounted: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FireTarget {
    pub arm: Arm,
    pub formation: Formation,
    /// Figures in front; `None`: they do not limit the losses.
    #[schemars(range(min = 1, max = 60))]
    pub front: Option<u8>,
    #[schemars(range(min = 1, max = 12))]
    pub ranks: u8,
    /// Figures on which the percentage is taken (see the test of that name); guns of a battery. `None`: no percentage.
    #[schemars(range(min = 1, max = 60))]
    pub concerned: Option<u8>,
    /// PAP left; `None`: they do not limit the losses.
    pub steps_left: Option<u16>,
    /// Only the best cover counts.
    pub cover: Cover,
    /// The side of the target that the fire comes from.
    pub side: Aspect,
    /// It crosses the line of fire of guns at PAC or PCH.
    #[schemars(extend("x-when" = { "/shooter.arm": ["artillery"] }))]
    pub crossing_fast: bool,
    /// Height levels between it and the guns.
    #[schemars(extend("x-when" = { "/shooter.arm": ["artillery"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub levels: u8,
}

impl Default for FireTarget {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            formation: Formation::Line,
            front: None,
            ranks: 1,
            concerned: None,
            steps_left: None,
            cover: Cover::None,
            side: Aspect::Front,
            crossing_fast: false,
            levels: 0,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fire {
    pub shooter: Shooter,
    pub target: FireTarget,
    /// The band by distance, or the one that morale allows.
    pub band: Band,
    /// How far off the target stands.
    pub distance: Distance,
    /// Ammunition of guns; `None`: round shot.
    #[schemars(extend("x-when" = { "shooter.arm": ["artillery"] }))]
    pub shot: Option<Shot>,
    /// The line of fire crosses a crest.
    pub crest: bool,
    /// The guns stand in the first UD behind the edge of a plateau, or on the crest: they fire over it, except at
    /// targets less than 2 UD away (L3C-FEU-08, L3C-FEU-09).
    #[schemars(extend("x-when" = { "crest": [true] }))]
    pub over_crest: bool,
    /// The target is the second unit that the round shot hits (L3C-GAP-B20).
    #[schemars(extend("x-when" = { "shooter.arm": ["artillery"] }))]
    pub penetration: bool,
    /// The exchange in which the shooter is under fire.
    pub exchange: Exchange,
}

/// Result of a fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fired {
    /// The fire is allowed.
    pub allowed: bool,
    pub factor: i8,
    /// Losses that it inflicts.
    pub loss: Loss,
    /// PAP that count for the percentage (L3C-LOSS-09).
    pub share: u16,
    /// Percentage lost of the figures concerned, if these are given.
    pub percent: Option<u8>,
}

impl Fire {
    /// Ammunition of guns; `None` for small arms.
    #[must_use]
    pub fn ammunition(&self) -> Option<Shot> {
        (self.shooter.arm == Arm::Artillery).then(|| self.shot.unwrap_or_default())
    }
}

/// Whether the fire is allowed.
#[must_use]
pub fn allowed(book: &Book, fire: &Fire) -> bool {
    let Fire { shooter, band, .. } = fire;
    if shooter.weapon == Weapon::None || shooter.figures == 0 {
        return false;
    }
    // L3C-GAP-B07: no fire from a march column or limbered.
    let marching = matches!(shooter.formation, Formation::MarchColumn | Formation::Limbered);
    if marching && book.on(r::L3C_GAP_B07) {
        return false;
    }
    // L3C-GAP-B20: only round shot goes through a unit.
    let canister = fire.ammunition() == Some(Shot::Canister);
    if fire.penetration && fire.ammunition() != Some(Shot::Round) && book.on(r::L3C_GAP_B20) {
        return false;
    }
    // L3C-FEU-45: canister up to P2, not P2 bis.
    if canister && book.on(r::L3C_FEU_45) && *band > Band::P2 {
        return false;
    }
    // L3C-FEU-39: the carbine reaches no third band.
    if shooter.weapon == Weapon::Carbine && book.on(r::L3C_FEU_39) && *band == Band::P3 {
        return false;
    }
    // L3C-FEU-39: cavalry does not fire in the standard game.
    if shooter.arm == Arm::Cavalry && !book.options.cavalry_fire && book.on(r::L3C_FEU_39) {
        return false;
    }
    // L3C-PA-06: above the ceiling a unit only fights in place; the check comes before the fire (L3C-GAP-A43).
    let action = &book.tables.action;
    let shot = if book.on(r::L3C_GAP_A43) { action.fire } else { 0 };
    let before = action.credit.saturating_add(shooter.penalty).saturating_sub(shot);
    if book.on(r::L3C_PA_06) && before > action.ceiling {
        return false;
    }
    // L3C-TIR-14: no fire after an evasion of more than 2 UD.
    !(book.on(r::L3C_TIR_14) && shooter.evaded > book.tables.distance.evasion)
}

/// One fire: its factor and its losses.
pub fn fire(book: &Book, fire: &Fire, trace: &mut impl Trace) -> Fired {
    if !allowed(book, fire) {
        return Fired::default();
    }
    let (shooter, target) = (&fire.shooter, &fire.target);
    let shot = fire.ammunition();
    let guns = shot.is_some();
    let spread_small = shot != Some(Shot::Round);
    let table = &book.tables.fire;
    let mut sum = Tally::new(book, trace);

    sum.when(true, r::L3C_GAP_B06, "troops", troops(book, shooter));
    at_range(book, fire, &mut sum);
    sum.when(shooter.first_fire && !guns, r::L3C_GAP_B05, "first_fire", table.first_fire);
    sum.when(shot == Some(Shot::Canister), r::L3C_FEU_45, "canister", table.canister);
    sum.when(shooter.general && book.on(r::L3C_GAP_C25), r::L3C_CHEF_05, "general", table.general);
    sum.times(r::L3C_PA_05, "penalty", table.penalty_point, shooter.penalty);
    let state = match shooter.state {
        Cohesion::Formed | Cohesion::Loose => 0,
        Cohesion::Unformed => table.unformed,
        Cohesion::Disordered => table.disordered,
    };
    sum.when(true, r::L3C_GAP_B05, "state", state);
    sum.times(r::L3C_TIR_14, "evaded", table.evasion_per_ud, begun(shooter.evaded));
    under_fire(book, fire, &mut sum);
    covered(book, fire, &mut sum);
    if guns {
        let each = if shot == Some(Shot::Canister) { table.level_canister } else { table.level };
        sum.times(r::L3C_FEU_10, "levels", each, target.levels);
    }
    let close = target.formation != Formation::Skirmish;
    sum.when(!close && !guns, r::L3C_GAP_B05, "skirmishers", table.target_skirmishers);
    // The pieces of a battery have the same intervals from behind as from the front (L3C-FEU-19), but not from the
    // side.
    let apart = target.formation == Formation::Deployed && target.side != Aspect::Flank;
    sum.when(apart, r::L3C_FEU_19, "deployed_guns", table.target_deployed_guns);
    // The +2 missing from the text's own example (L3C-GAP-C06).
    let horses = target.arm == Arm::Cavalry && spread_small && book.on(r::L3C_GAP_C06);
    sum.when(horses, r::L3C_GAP_B05, "cavalry", table.target_cavalry);
    // Close order that crosses the line of fire of guns is hit in the flank (L3C-FEU-44).
    let crossing = guns && target.crossing_fast && close && book.on(r::L3C_FEU_44);
    // A square has a front on every side (L3C-MOR-91).
    let square = target.formation == Formation::Square && book.on(r::L3C_MOR_91);
    let aside = target.side == Aspect::Flank && !square || crossing;
    let flank = aside && close && target.formation != Formation::Deployed;
    sum.when(flank, r::L3C_GAP_B05, "flank", table.flank);
    sum.when(crossing, r::L3C_FEU_44, "crossing", table.crossing_fast);
    let deep = target.ranks >= table.deep_ranks || target.formation == Formation::Square;
    sum.when(shot == Some(Shot::Round) && deep, r::L3C_GAP_B05, "deep", table.deep_target);
    sum.when(fire.penetration, r::L3C_GAP_B20, "second_unit", table.penetration);
    sum.when(shooter.mounted, r::L3C_FEU_39, "mounted", table.mounted);

    let factor = sum.figure();
    let loss = limited(book, fire, losses::losses(book, u16::from(shooter.figures), factor));
    let ranks_hit = table.ranks_hit.of(target.arm);
    let share = match shot {
        Some(Shot::Round) => toll::leading_share(book, loss.steps, target.ranks, ranks_hit),
        _ => loss.steps,
    };
    let each = losses::steps_of(book, target.arm);
    let percent = target.concerned.map(|figures| losses::percent(book, share, u16::from(figures), each));
    Fired { allowed: true, factor, loss, share, percent }
}

/// The factor of the troops or guns (L3C-GAP-B06).
fn troops(book: &Book, shooter: &Shooter) -> i8 {
    let table = &book.tables.fire;
    if shooter.arm == Arm::Artillery {
        return table.guns.of(shooter.weapon).saturating_add(table.crew.of(shooter.status));
    }
    let british = shooter.nation == Nation::Britain && shooter.arm == Arm::Infantry && shooter.status == Status::Line;
    if british { table.british_line } else { table.small_arms.of(shooter.status) }
}

/// The factor of the band (L3C-GAP-B03; the intermediate ones L3C-FEU-43, carbines L3C-FEU-39).
fn at_range<T: Trace>(book: &Book, fire: &Fire, sum: &mut Tally<'_, T>) {
    let rule = match (fire.shooter.weapon, fire.band) {
        (Weapon::Carbine, _) => r::L3C_FEU_39,
        (_, Band::P1Bis | Band::P2Bis) => r::L3C_FEU_43,
        (_, Band::P1 | Band::P2 | Band::P3) => r::L3C_GAP_B03,
    };
    sum.when(true, rule, "range", range::factor(book, fire.shooter.weapon, fire.band));
}

/// The factor for being under fire: musketry once, whatever its source, and guns, within a common limit.
fn under_fire<T: Trace>(book: &Book, fire: &Fire, sum: &mut Tally<'_, T>) {
    let table = &book.tables.fire;
    let shooter = &fire.shooter;
    let exchange = match fire.exchange {
        Exchange::Advance => r::L3C_MAF_06,
        Exchange::Phase => r::L3C_FEU_01,
    };
    let mut musketry = 0;
    if shooter.under_musketry {
        musketry = table.under_musketry;
        sum.when(true, exchange, "under_musketry", musketry);
    } else if shooter.under_screen {
        musketry = table.under_musketry;
        sum.when(true, r::L3C_TIR_39, "under_screen", musketry);
    }
    let guns = match shooter.under_guns {
        None => 0,
        Some(Shot::Round) => table.under_round_shot,
        Some(Shot::Canister) => table.under_canister,
    };
    // Skirmishers lose no figures to guns but count them (L3C-TIR-42).
    let rule = if shooter.formation == Formation::Skirmish { r::L3C_TIR_42 } else { exchange };
    sum.when(true, rule, "under_guns", guns.max(table.most_under_fire.saturating_sub(musketry)));
}

/// Cover or a crest, whichever is better: they do not add up (L3C-GAP-B05).
fn covered<T: Trace>(book: &Book, fire: &Fire, sum: &mut Tally<'_, T>) {
    let table = &book.tables.fire;
    let near = &book.tables.distance;
    let through = fire.crest && book.on(r::L3C_FEU_07);
    // Guns in the first UD behind an edge fire over it (L3C-FEU-09), but not at units right in front of it
    // (L3C-FEU-08).
    let over = fire.over_crest && !book.on(r::L3C_FEU_09);
    let crest = if through && fire.distance < near.crest_first {
        table.crest_under_1
    } else if through && (fire.distance < near.crest_sight || over) {
        table.crest_under_2
    } else {
        0
    };
    let (rule, what, cover) = match fire.target.cover {
        Cover::None => (r::L3C_FEU_07, "crest", 0),
        Cover::Light => (r::L3C_BOI_11, "light_cover", table.cover.light),
        Cover::Medium => (r::L3C_OBS_02, "medium_cover", table.cover.medium),
        Cover::Hard => (r::L3C_OBS_02, "hard_cover", table.cover.hard),
    };
    if crest < cover {
        sum.when(true, r::L3C_FEU_07, "crest", crest);
    } else {
        sum.when(true, rule, what, cover);
    }
}

/// Upper limit of the target's losses (L3C-GAP-B01): one PAP for each horse of the rank hit, at most what it has left,
/// and for skirmishers none by guns, which still count (L3C-TIR-42).
fn limited(book: &Book, fire: &Fire, mut loss: Loss) -> Loss {
    let target = &fire.target;
    let shot = fire.ammunition();
    if shot.is_some() && target.formation == Formation::Skirmish && book.on(r::L3C_TIR_42) {
        return Loss { steps: 0, effective: true };
    }
    if target.arm == Arm::Cavalry
        && shot != Some(Shot::Round)
        && let Some(front) = target.front
    {
        loss.steps = loss.steps.min(u16::from(front) * book.tables.losses.most_per_cavalry_figure);
    }
    if let Some(left) = target.steps_left {
        loss.steps = loss.steps.min(left);
    }
    loss
}

/// UD of a distance, rounded up.
pub(crate) fn begun(distance: Distance) -> u8 {
    let whole = distance.whole();
    let rest = u16::from(Distance::of(whole) < distance);
    rulebook::saturated::<u8, _>(whole.saturating_add(rest))
}
