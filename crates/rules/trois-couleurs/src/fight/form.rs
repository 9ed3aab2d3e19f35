//! An assault typed in: its situations, and the decisions of the two players.

use super::answer::{expects_fire, fears_fire};
use super::{Aim, Assault, AssaultBout, Fact, Party, SideStanding, Stage, StageInput, Who};
use crate::resolve::combat::control::Hold;
use crate::resolve::combat::losses;
use crate::resolve::combat::melee::{Fighter, Melee};
use crate::resolve::combat::pursuit::{GroundBehind, Pursued, Pursuer, PursuerPart, Pursuit};
use crate::resolve::combat::toll::{By, Toll, missing};
use crate::resolve::moving::changing::class;
use crate::resolve::moving::movement::capacity;
use crate::resolve::moving::points::penalty;
use crate::resolve::nerve::morale::{self, Flanks, Losses, Points, Purpose, ScreenCover, Tester, Threat, UnderFire};
use crate::resolve::shooting::figures::{self, Concern, Firing, Source, Victim};
use crate::resolve::shooting::fire::{Exchange, Fire, FireTarget, Shooter};
use crate::resolve::shooting::range;
use crate::terms::tables::MovingAs;
use crate::{Arm, Aspect, Band, Book, Case, Cover, Distance, Gait, Height, Seen, Shot, r};
use game::{Field, Key, Policy, Reply, Slot, Teller};

/// Answers what an assault asks from the form.
pub struct Form;

/// Decisions of the two players, by the form.
pub struct Wish;

impl<'a> Teller<AssaultBout<'a>> for Form {
    fn tell(&self, bout: &AssaultBout<'a>, fact: &Fact) -> Option<StageInput> {
        let assault = &*bout.assault;
        Some(match *fact {
            Fact::Screens => StageInput::Screens(assault.attacker.screen, assault.defender.screen),
            Fact::Nerve(who) => StageInput::Nerve(nerve(bout, assault, who)),
            Fact::Fire(who, band) => StageInput::Fire(fire(bout, assault, who, band)),
            Fact::Melee => StageInput::Melee(melee(bout, assault)),
            Fact::Pursuit(who) => StageInput::Pursuit(pursuit(bout, assault, who)),
            Fact::Control(who) => StageInput::Control(hold(bout, assault, who)),
        })
    }
}

pub(super) fn left(book: &Book, party: &Party, standing: &SideStanding) -> u8 {
    let gone = (party.steps_lost + standing.before + standing.steps) / losses::steps_of(book, party.arm).max(1);
    party.figures.saturating_sub(rulebook::saturated::<u8, _>(gone))
}

/// The unit that tests.
fn tester(book: &Book, party: &Party, standing: &SideStanding) -> Tester {
    Tester {
        arm: party.arm,
        horse_guns: party.horse_guns,
        status: party.status,
        cavalry_type: party.cavalry_type,
        figures: party.figures,
        figures_left: Some(left(book, party, standing)),
        two_ranks: party.two_ranks,
        state: standing.state,
        formation: standing.formation,
        independent: false,
        case: standing.case,
        gait: standing.gait,
        nation: party.nation,
        base: party.base,
        attack_bonus: party.attack_bonus,
        defence_bonus: party.defence_bonus,
        ..Tester::default()
    }
}

/// The opponent, as the tester counts it.
fn seen(book: &Book, party: &Party, standing: &SideStanding) -> Seen {
    // A halted unit counts the gait that the other has obtained (L3C-MOR-28): the physical one, not that of its case
    // (L3C-MAC-19).
    let obtained = if book.on(r::L3C_MAC_19) { standing.gait } else { standing.case.gait() };
    Seen {
        arm: party.arm,
        status: party.status,
        seen_status: party.seen_status,
        cavalry_type: party.cavalry_type,
        seen_type: party.seen_type,
        gait: if book.on(r::L3C_MOR_28) { obtained } else { Gait::Halted },
        // A unit out of hand counts by its case, not as one that stands (L3C-MOR-62).
        case: (!standing.case.positive()).then_some(standing.case),
        figures: Some(left(book, party, standing)),
        objective: true,
        ..Seen::default()
    }
}

/// Ammunition of a side's guns at this band: the player may have chosen round shot with the answer, or announced it.
#[must_use]
pub fn delivered(bout: &AssaultBout<'_>, who: Who, band: Band) -> Option<Shot> {
    let chosen = who == Who::Defender && bout.assault.round_shot;
    let round = chosen || bout.state.side(who).shot == Some(Shot::Round);
    shot(bout.assault.party(who), band).map(|shot| if round { Shot::Round } else { shot })
}

/// Ammunition of guns at this band: canister within its range unless round shot was announced.
fn shot(party: &Party, band: Band) -> Option<Shot> {
    (party.arm == Arm::Artillery)
        .then(|| party.shot.unwrap_or(if band <= Band::P2 { Shot::Canister } else { Shot::Round }))
}

/// Fire that a unit must expect from its opponent, together with that of other units.
fn under_fire(
    book: &Book,
    (from, said): (&Party, Option<Shot>),
    to: Arm,
    expected: bool,
    others: &UnderFire,
) -> UnderFire {
    let guns = from.arm == Arm::Artillery;
    // Batteries that meet count what the other has announced (L3C-MOR-41); other units expect the worst.
    let announced = from.shot.is_none() || to != Arm::Artillery || book.on(r::L3C_MOR_41);
    let told = said.or_else(|| shot(from, Band::P1));
    let own = if announced { told } else { Some(Shot::Canister) }.filter(|_| expected);
    UnderFire {
        musketry: others.musketry || expected && !guns,
        musketry_of_objective: expected && !guns && !others.musketry,
        guns: own.max(others.guns),
        guns_of_objective: own.is_some() && own > others.guns,
    }
}

/// The test of morale of one side.
fn nerve(bout: &AssaultBout<'_>, assault: &Assault, who: Who) -> morale::MoraleSituation {
    let (book, state) = (bout.book, &bout.state);
    let (party, enemy) = (assault.party(who), assault.party(who.other()));
    let (own, his) = (state.side(who), state.side(who.other()));
    let other = matches!(state.stage, Stage::Shock { .. });
    // Two units that march on each other test alike, each counting the other as halted (L3C-GAP-C43).
    let attacks = who == Who::Attacker || assault.mutual && !other;
    let purpose = match (other, who) {
        (true, _) => Purpose::Other,
        (_, Who::Attacker) if assault.purpose == Aim::Fire => Purpose::FireAdvance,
        (_, Who::Attacker) => Purpose::Assault,
        (_, Who::Defender) if assault.mutual => Purpose::Assault,
        (_, Who::Defender) => match (state.answer.reacts(), state.answer.counters()) {
            (false, false) => Purpose::Stand,
            (false, true) => Purpose::Counter,
            (true, false) => Purpose::ReactStand,
            (true, true) => Purpose::ReactCounter,
        },
    };
    let typed = &party.nerve;
    let expected = !other && if attacks { expects_fire(book, assault) } else { fears_fire(book, assault) };
    let mut enemies = typed.enemies.clone();
    let mut faced = seen(book, enemy, his);
    // A unit still moving when it is attacked counts and tests at its gait.
    let under_way = if other { Gait::Halted } else { assault.reaction.stops_from };
    if attacks && !stops_for_nothing(assault) {
        faced.gait = faced.gait.max(under_way);
    }
    if assault.mutual && !other {
        (faced.gait, faced.case) = (Gait::Halted, None);
    }
    enemies.insert(0, faced);
    let mut ground = typed.ground;
    if attacks && ground.enemy_cover == Cover::None {
        ground.enemy_cover = enemy.cover;
    }
    let each = losses::steps_of(book, party.arm);
    let whole = u32::from(party.figures) * u32::from(each);
    let before = (100 * u32::from(party.steps_lost + own.before)).checked_div(whole).unwrap_or(0).min(100) as u8;
    // Losses by screens count in the test (L3C-FEU-35); stopping fire comes later and moves the score by itself. A test
    // for losses counts all of them.
    let in_action = losses::percent(book, own.steps, u16::from(party.figures), each);
    morale::MoraleSituation {
        purpose,
        follow_on: typed.follow_on,
        continued: assault.continued && matches!(purpose, Purpose::FireAdvance | Purpose::Stand),
        tester: if attacks {
            tester(book, party, own)
        } else {
            Tester { gait: under_way, assaulting: assault.reaction.assaulting, ..tester(book, party, own) }
        },
        year: assault.year,
        points: Points {
            spent: own.spent,
            needed: if other { 0 } else { bout.needed(who) },
            order_kept: assault.reaction.order_kept,
        },
        ground,
        support: typed.support,
        fire: under_fire(
            book,
            (enemy, his.shot),
            party.arm,
            expected,
            &UnderFire {
                // A unit under the fire of a screen stays under fire, whether the objective fires or not.
                musketry: typed.fire.musketry || own.harassed && expected,
                ..typed.fire
            },
        ),
        enemies,
        friends: typed.friends.clone(),
        famous: typed.famous.clone(),
        status_used: own.weighed,
        flanks: flanks(bout, assault, who),
        targets: if attacks && !other {
            let moving = under_way > Gait::Halted && party.arm == Arm::Cavalry && !stops_for_nothing(assault);
            let side = if who == Who::Attacker { state.side } else { Aspect::Front };
            let first = morale::AttackTarget { moving, ..target(enemy, his, side) };
            [first].into_iter().chain(typed.targets.iter().copied()).collect()
        } else {
            Vec::new()
        },
        losses: Losses {
            before: typed.losses.before.max(before),
            action: typed.losses.action.saturating_add(in_action).min(100),
        },
        screen: ScreenCover { covered: own.covered, lost: own.harassed },
        out_of_command: typed.out_of_command,
        general: typed.general,
        announced_gait: bout.announced(who),
        gait_limit: bout.room(who),
        ..morale::MoraleSituation::default()
    }
}

/// Whether a defender is infantry at the ordinary step, which stops at no cost before cavalry (L3C-REA-06) and counts
/// as halted.
pub(super) fn stops_for_nothing(assault: &Assault) -> bool {
    let Assault { attacker, defender, reaction, .. } = assault;
    let infantry = attacker.arm == Arm::Cavalry && defender.arm != Arm::Cavalry;
    infantry && reaction.stops_from == Gait::Ordinary && !reaction.assaulting
}

fn target(enemy: &Party, his: &SideStanding, side: Aspect) -> morale::AttackTarget {
    morale::AttackTarget {
        arm: enemy.arm,
        formation: his.formation,
        state: his.state,
        moving: false,
        side,
        secure_flanks: enemy.secure_flanks,
    }
}

/// Flanks of a side: a flank that is attacked is threatened (L3C-MOR-96).
fn flanks(bout: &AssaultBout<'_>, assault: &Assault, who: Who) -> Flanks {
    let party = assault.party(who);
    let mut flanks = party.nerve.flanks;
    flanks.secure = flanks.secure.max(party.secure_flanks);
    if who == Who::Defender && !assault.mutual {
        let by = if assault.attacker.arm == Arm::Cavalry { Threat::Cavalry } else { Threat::Foot };
        flanks.frontal = bout.state.side == Aspect::Front;
        match bout.state.side {
            Aspect::Front => {}
            // Other enemies threaten the unit besides: the attack falls on the flank that they leave (L3C-MOR-94).
            Aspect::Flank if flanks.left == Threat::None => flanks.left = by,
            Aspect::Flank => flanks.right = flanks.right.max(by),
            Aspect::Rear => flanks.rear = flanks.rear.max(by),
        }
    }
    flanks
}

/// A fire of one at the other.
fn fire(bout: &AssaultBout<'_>, assault: &Assault, who: Who, band: Band) -> Fire {
    let (book, state) = (bout.book, &bout.state);
    let (party, enemy) = (assault.party(who), assault.party(who.other()));
    let (own, his) = (state.side(who), state.side(who.other()));
    let distance = assault.apart();
    // An exchange is not limited by the fronts (L3C-FEU-25); fire at a unit coming to contact is (L3C-FEU-24).
    let stopping = assault.purpose == Aim::Contact || state.answer.counters();
    let reply = matches!(state.stage, Stage::Shoot { reply: true, .. });
    // A unit that answers the fire that stopped it was under that fire, whichever fired first (L3C-FEU-01).
    let back = state.stage == Stage::FireBack;
    let gone = if reply || back { fallen(book, party, own) } else { 0 };
    let front = own.front.saturating_sub(gone);
    // The unit hit stands at two thirds of its way, or as near as the band of the test (L3C-MOR-130).
    let physical = range::band(book, party.weapon, distance).map_or(band, |stands| stands.min(band));
    let firing = Firing {
        arm: party.arm,
        formation: own.formation,
        case: own.case,
        front: if party.arm == Arm::Artillery { guns(book, party, own, reply || back) } else { front },
        assault: stopping,
        opposite: figures::in_bases_of(book, party.arm, Arm::Infantry, assault.width),
        overlapped_sides: assault.overlaps(who),
        band: physical,
        ..Firing::default()
    };
    let concern = Concern {
        victim: Victim { arm: enemy.arm, front: his.front, ranks: his.ranks },
        shooter: Source { arm: party.arm, formation: own.formation, front: own.front },
        objective: true,
        overlapped_sides: if stopping { assault.overlaps(who.other()) } else { 0 },
    };
    // For a battery, the guns that it had when the action began (L3C-GAP-A12).
    let concerned = match enemy.arm {
        Arm::Artillery => pieces(book, enemy, his.before),
        _ => figures::concerned(book, &concern),
    };
    let whole = u16::from(enemy.figures) * losses::steps_of(book, enemy.arm);
    let exchange = assault.purpose == Aim::Fire && !state.answer.counters();
    let stopped = back && state.felt && book.on(r::L3C_FEU_01);
    let answered = exchange && his.band.is_some() || stopped;
    let under_guns = delivered(bout, who.other(), if stopped { his.band.unwrap_or(band) } else { band });
    Fire {
        shooter: Shooter {
            arm: party.arm,
            weapon: party.weapon,
            figures: figures::firing(book, &firing),
            status: party.status,
            nation: party.nation,
            formation: own.formation,
            state: own.state,
            first_fire: party.first_fire,
            general: party.led_by_its_arm(),
            penalty: penalty(book, own.spent, 0),
            under_musketry: answered && enemy.arm != Arm::Artillery || party.nerve.fire.musketry,
            under_guns: under_guns.filter(|_| answered).max(party.nerve.fire.guns),
            under_screen: own.under_screen,
            mounted: party.arm == Arm::Cavalry,
            ..Shooter::default()
        },
        target: FireTarget {
            arm: enemy.arm,
            formation: his.formation,
            front: Some(his.front),
            ranks: his.ranks,
            concerned: Some(concerned),
            steps_left: Some(whole.saturating_sub(enemy.steps_lost + his.before + his.steps)),
            cover: enemy.cover,
            ..FireTarget::default()
        },
        band,
        distance,
        shot: delivered(bout, who, band),
        exchange: if stopped { Exchange::Phase } else { Exchange::Advance },
        ..Fire::default()
    }
}

/// Guns of a battery that fire: not those already lost (L3C-LOSS-02), but including those hit while it fires.
fn guns(book: &Book, party: &Party, standing: &SideStanding, afterwards: bool) -> u8 {
    let now = if afterwards { standing.steps } else { standing.aside };
    pieces(book, party, standing.before + now)
}

/// Guns left to a battery after this many PAP lost in the turn.
fn pieces(book: &Book, party: &Party, steps: u16) -> u8 {
    let gone = (party.steps_lost + steps) / losses::steps_of(book, party.arm).max(1);
    party.figures.saturating_sub(rulebook::saturated::<u8, _>(gone))
}

/// Figures that fire has taken from the first ranks of a side in this action, with the PAP that it had before
/// (L3C-LOSS-05, L3C-GAP-A41): they are not replaced before the action is over (L3C-LOSS-07).
fn fallen(book: &Book, party: &Party, standing: &SideStanding) -> u8 {
    let before = party.steps_lost + standing.before;
    let small = standing.steps.saturating_sub(standing.round);
    let toll = |steps_before: u16, steps: u16, by: By| {
        let (front, ranks) = (standing.front, standing.ranks);
        missing(book, &Toll { arm: party.arm, front, ranks, steps_before, steps, by, ..Toll::default() })
    };
    let all = toll(before, small, By::Musketry) + toll(before + small, standing.round, By::RoundShot);
    if party.arm == Arm::Artillery { 0 } else { rulebook::saturated::<u8, _>(all) }
}

fn fighter(book: &Book, party: &Party, standing: &SideStanding) -> Fighter {
    Fighter {
        arm: party.arm,
        status: party.status,
        cavalry_type: party.cavalry_type,
        figures: left(book, party, standing),
        front: standing.front,
        ranks: standing.ranks,
        missing: fallen(book, party, standing),
        gait: standing.gait,
        formation: standing.formation,
        state: standing.state,
        penalty: penalty(book, standing.spent, 0),
        general: party.led_by_its_arm(),
        higher: party.nerve.ground.height == Height::Higher,
        cover: party.cover,
        behind_stream: party.nerve.ground.stream == morale::Across::Behind,
        marsh: party.nerve.ground.marsh == morale::Across::Behind,
        lancers: party.lancers,
        status_used: standing.raised > 0,
        holds: party.cover != Cover::None,
    }
}

fn melee(bout: &AssaultBout<'_>, assault: &Assault) -> Melee {
    Melee {
        attacker: fighter(bout.book, &assault.attacker, &bout.state.attacker),
        defender: fighter(bout.book, &assault.defender, &bout.state.defender),
        width: assault.width,
        side: bout.state.side,
        attacker_overlaps: assault.attacker_overlaps,
        defender_overlaps: assault.defender_overlaps,
        ..Melee::default()
    }
}

fn pursuit(bout: &AssaultBout<'_>, assault: &Assault, who: Who) -> Pursuit {
    let (party, enemy) = (assault.party(who), assault.party(who.other()));
    let (own, his) = (bout.state.side(who), bout.state.side(who.other()));
    let part = match who {
        _ if !bout.state.melee && own.band.is_some() => PursuerPart::Fired,
        Who::Defender if own.gait == Gait::Halted => PursuerPart::Stood,
        _ => PursuerPart::Victor,
    };
    // For a unit that gave way before contact, the distance alone has decided whether it is caught (L3C-GAP-A42).
    let before = matches!(bout.state.stage, Stage::Pursue { before: true, .. } | Stage::Chase { before: true, .. });
    let behind = match (before, who) {
        // A pursuer that cannot follow catches nobody, even if it wants to (L3C-FUI-05).
        (true, Who::Attacker) if bout.sheltered() => {
            GroundBehind { pursuer_lost_ud: u8::MAX, ..GroundBehind::default() }
        }
        (true, _) => GroundBehind { obstacle_ud: enemy.ground_behind.obstacle_ud, ..GroundBehind::default() },
        (false, _) => enemy.ground_behind,
    };
    Pursuit {
        pursuer: Pursuer {
            arm: party.arm,
            cavalry_type: party.cavalry_type,
            lancers: party.lancers,
            figures: left(bout.book, party, own),
            state: own.state,
            part,
            passed_through: bout.state.passed_through == Some(who),
            spent: if part == PursuerPart::Victor { 0 } else { own.spent },
            way_left: way_left(bout, who, part),
            unwanted: matches!(bout.state.stage, Stage::Chase { unwanted: true, .. }),
            lost_ud: behind.pursuer_lost_ud,
            ..Pursuer::default()
        },
        pursued: Pursued {
            arm: enemy.arm,
            status: enemy.status,
            status_used: his.raised > 0,
            back_plate: enemy.back_plate,
            formation: his.formation,
            figures: left(bout.book, enemy, his),
            case: his.case,
            state: his.state,
            lost_ud: behind.lost_ud,
            obstacle_ud: behind.obstacle_ud,
        },
        met: None,
    }
}

/// Distance left to a victor: no farther than it could have come in the turn (L3C-POU-02). Whether an enemy that gave
/// way before contact can be reached was decided earlier (L3C-GAP-A15).
fn way_left(bout: &AssaultBout<'_>, who: Who, part: PursuerPart) -> Option<Distance> {
    let party = bout.assault.party(who);
    let own = bout.state.side(who);
    let (row, fastest) = (MovingAs::of(own.formation), party.fastest(bout.book));
    let whole = || capacity(bout.book, (party.arm, party.horse_guns), row, (party.status, party.led()), fastest);
    (part == PursuerPart::Victor && bout.state.melee).then(|| whole().minus(bout.way(who)))
}

fn hold(bout: &AssaultBout<'_>, assault: &Assault, who: Who) -> Hold {
    let (party, own) = (assault.party(who), bout.state.side(who));
    Hold {
        arm: party.arm,
        class: class(bout.book, party.class, party.status),
        status: party.status,
        state: own.state,
        general: party.nerve.general.filter(|general| general.distance.cm() == 0).map_or(0, |general| general.bonus),
        fleeing_enemy: bout.state.side(who.other()).case <= Case::Retreat && bout.state.passed_through.is_none(),
        took_buildings: bout.took_houses(who),
    }
}

impl<'a> Policy<AssaultBout<'a>> for Wish {
    fn reply(&self, bout: &AssaultBout<'a>, _: &Slot, fields: &[Field]) -> Vec<Reply> {
        let assault = &*bout.assault;
        let wanted = match bout.state.stage {
            Stage::Announce if assault.purpose == Aim::Fire => {
                Some(announced(&assault.announced.band.unwrap_or(Band::P1)))
            }
            Stage::Announce => Some(announced(&assault.announced.gait.unwrap_or(Gait::Charge))),
            Stage::Ammunition(Who::Defender) if assault.round_shot => Some(announced(&Shot::Round)),
            Stage::Answer => Some(assault.answer.does().key()),
            Stage::Range => Some(announced(&assault.defender_band.unwrap_or(Band::P1))),
            Stage::Stopped => Some(super::bout::stopped_does(assault.stopped).key()),
            Stage::Exploit => Some(super::bout::yes(assault.counter_after_fire).key()),
            Stage::Raise { .. } | Stage::Rise { .. } | Stage::Recover { .. } => {
                Some(super::bout::yes(assault.raise).key())
            }
            Stage::Pursue { .. } => Some(super::bout::yes(assault.pursue).key()),
            Stage::Demand { .. } => Some(super::bout::yes(assault.demand).key()),
            _ => None,
        };
        let pick = |field: &Field| match (&field.shape, &wanted) {
            (game::Shape::Pick { from, .. }, Some(key)) if from.iter().any(|choice| choice.key == *key) => {
                Reply::pick(key.clone())
            }
            _ => field.default.clone(),
        };
        fields.iter().map(pick).collect()
    }
}

/// A gait, a band or an ammunition that is announced, as a choice.
pub(super) fn announced<T: serde::Serialize>(wanted: &T) -> Key {
    Key { does: rulebook::word(wanted), refs: Vec::new() }
}
