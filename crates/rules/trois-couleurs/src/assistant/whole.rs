//! The whole assault: the machine driven by the dice of a player, and its odds.

use super::{Checks, Outcome, Run, Test, dice_fault};
use crate::fight::{Aim, Answer, Assault, AssaultBout, End, Form, Party, Who, Wish, explain};
use crate::resolve::combat::onset::{self, Onset};
use crate::resolve::moving::movement::capacity;
use crate::resolve::moving::points::left;
use crate::resolve::shooting::figures::in_bases_of;
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::terms::tables::MovingAs;
use crate::{Arm, Aspect, Cohesion, Distance, Formation, Height, Nation, Status, Weapon, fight};
use dice::read;
use game::{
    Bout, BoutInput, BoutRequest, Breakdown, Column, Fault, Followed, Handed, Narrated, Odds, OddsError, Policy, Row,
    Rule, Teller, follow, odds,
};
use serde_json::{Value, json};

const RULES: &[Rule] = &[
    r::L3C_MAC_01,
    r::L3C_GAP_A11,
    r::L3C_MOR_06,
    r::L3C_MOR_09,
    r::L3C_MOR_11,
    r::L3C_MOR_14,
    r::L3C_MOR_20,
    r::L3C_MOR_72,
    r::L3C_MOR_112,
    r::L3C_MOR_131,
    r::L3C_MAC_04,
    r::L3C_MAC_08,
    r::L3C_MAC_20,
    r::L3C_INT_04,
    r::L3C_MAF_01,
    r::L3C_MAF_05,
    r::L3C_MAF_09,
    r::L3C_MAF_10,
    r::L3C_MAF_11,
    r::L3C_FEU_37,
    r::L3C_FUI_06,
    r::L3C_STA_01,
    r::L3C_GAP_A14,
    r::L3C_GAP_A15,
    r::L3C_GAP_A50,
    r::L3C_GAP_B27,
    r::L3C_GAP_C44,
    r::L3C_GAP_C45,
];

/// Refuses impossible figures of a unit that takes part.
fn check_party(place: &str, party: &Party, checks: &mut Checks) {
    let at = |name: &str| format!("{place}.{name}");
    checks.within(&at("cavalry_type"), party.cavalry_type, 0, 3);
    if let Some(seen) = party.seen_type {
        checks.within(&at("seen_type"), seen, 0, 3);
    }
    checks.within(&at("class"), party.class.unwrap_or(2), 1, 3);
    checks.within(&at("figures"), party.figures, 1, 60);
    checks.within(&at("front"), party.front, 1, 60);
    checks.within(&at("ranks"), party.ranks, 1, 12);
    checks.within(&at("spent"), party.spent, 0, 12);
    checks.within(&at("secure_flanks"), party.secure_flanks, 0, 2);
    checks.within(&at("on_the_way.obstacles"), party.on_the_way.obstacles, 0, 4);
    checks.within(&at("on_the_way.lost_ud"), party.on_the_way.lost_ud, 0, 12);
    checks.within(&at("on_the_way.slopes"), party.on_the_way.slopes, 0, 4);
    checks.within(&at("ground_behind.lost_ud"), party.ground_behind.lost_ud, 0, 12);
    checks.within(&at("ground_behind.pursuer_lost_ud"), party.ground_behind.pursuer_lost_ud, 0, 12);
    checks.within(&at("ground_behind.obstacle_ud"), party.ground_behind.obstacle_ud, 0, 12);
    checks.within(&at("steps_lost"), party.steps_lost, 0, 3 * i64::from(party.figures) - 1);
    let square = party.arm == Arm::Infantry || party.formation != Formation::Square;
    checks.want(square, &at("formation"), F::SquareNotInfantry);
    let battery = party.arm == Arm::Artillery || !matches!(party.formation, Formation::Deployed | Formation::Limbered);
    checks.want(battery, &at("formation"), F::FormationOfGuns);
    let gun = party.arm == Arm::Artillery || !party.weapon.is_gun();
    checks.want(gun, &at("weapon"), F::GunsWithoutBattery);
    let guns = party.arm != Arm::Artillery || party.weapon.is_gun();
    checks.want(guns, &at("weapon"), F::BatteryWithoutGuns);
    let in_battery =
        party.arm != Arm::Artillery || matches!(party.formation, Formation::Deployed | Formation::Limbered);
    checks.want(in_battery, &at("formation"), F::FormationOfBattery);
    // The last rank may be short, no other; a square has four faces, and guns are counted, not gunners.
    let whole = party.arm == Arm::Artillery || party.formation == Formation::Square;
    let full = u16::from(party.front) * u16::from(party.ranks.saturating_sub(1));
    let stand = whole || party.front <= party.figures && full < u16::from(party.figures);
    checks.want(stand, &at("front"), F::RanksBeyondFigures { figures: party.figures.into() });
    let nerve = &party.nerve;
    checks.within(&at("nerve.flanks.secure"), nerve.flanks.secure, 0, 2);
    checks.within(&at("nerve.losses.before"), nerve.losses.before, 0, 100);
    checks.within(&at("nerve.losses.action"), nerve.losses.action, 0, 100);
    checks.within(&at("nerve.support.arms"), nerve.support.arms, 0, 2);
    checks.within(&at("nerve.general.bonus"), nerve.general.map_or(0, |general| general.bonus), 0, 3);
    checks.within(&at("screen.figures"), party.screen.map_or(1, |screen| screen.figures), 1, 60);
    super::morale_forms::check_seen(&at("nerve.enemies"), &party.nerve.enemies, checks);
    super::morale_forms::check_seen(&at("nerve.friends"), &party.nerve.friends, checks);
    super::morale_forms::check_famous(&at("nerve.famous"), &party.nerve.famous, checks);
    super::morale_forms::check_targets(&at("nerve.targets"), &party.nerve.targets, checks);
}

fn check(book: &Book, assault: &Assault, checks: &mut Checks) {
    check_pair(book, "", assault, checks);
    let guns = assault.attacker.arm == Arm::Artillery;
    checks.want(!guns || assault.purpose == Aim::Fire, "attacker.arm", F::GunsAttack);
    // An assault needs a target within reach (L3C-MAC-07, L3C-GAP-A50); one that goes on in the same action is measured
    // from where the unit stands.
    let Party { arm, horse_guns, formation, status, spent, .. } = assault.attacker;
    let fastest = assault.attacker.fastest(book);
    let led = assault.attacker.led();
    let reach = capacity(book, (arm, horse_guns), MovingAs::of(formation), (status, led), fastest);
    let far = assault.purpose == Aim::Contact && assault.distance > reach && !assault.attacker.nerve.follow_on;
    checks.want(!far || !book.on(r::L3C_GAP_A50), "distance", F::BeyondReach);
    // The way to the target must not be closed (L3C-GAP-A03).
    let barred = assault.attacker.on_the_way.closed && assault.purpose == Aim::Contact;
    checks.want(!barred || !book.on(r::L3C_GAP_A03), "attacker.on_the_way.closed", F::ClosedGround);
    // An advance to fire needs a firing position within reach (L3C-GAP-A52).
    let advance = assault.distance.minus(assault.apart());
    let (heavy, uphill) = (assault.attacker.weapon.heavy(), assault.attacker.on_the_way.uphill);
    let onset = Onset { arm, formation, status, advance, heavy, uphill, to_fire: true, ..Onset::default() };
    if assault.purpose == Aim::Fire {
        // In the standard game cavalry does not advance to fire (L3C-FEU-39), nor does a unit with unloaded arms
        // (L3C-GAP-A52).
        let mounted = arm == Arm::Cavalry && !book.options.cavalry_fire && book.on(r::L3C_FEU_39);
        let armed = !mounted && assault.attacker.weapon != Weapon::None;
        checks.want(armed, "attacker.arm", F::AdvanceWithoutFirearms);
        let loaded = assault.attacker.loaded || !book.on(r::L3C_GAP_A52);
        checks.want(loaded, "attacker.loaded", F::AdvanceUnloaded);
        let way = onset::fire_advance(book, &onset);
        checks.want(way.is_some(), "distance", F::BeyondAdvance);
        // The attacker needs the action points for it (L3C-MAC-05).
        let (needed, left) = (way.unwrap_or(0), left(book, spent));
        let short = F::PointsShort { left: left.into(), needed: needed.into() };
        checks.want(needed <= left || !book.on(r::L3C_MAC_05), "attacker.spent", short);
    }
    // Refuse an answer that this defender does not have, rather than fight with another one.
    let asked = assault.answer;
    let open = matches!(asked, Answer::Fire | Answer::Stand | Answer::Flee)
        || fight::answers(book, assault).any(|answer| answer == asked);
    checks.want(open, "answer", F::AnswerNotOpen);
}

/// Refuses an impossible assault; faults are placed under the name given.
pub(super) fn check_pair(book: &Book, place: &str, assault: &Assault, checks: &mut Checks) {
    let at = |name: &str| format!("{place}{name}");
    let attacker = &assault.attacker;
    let follow_on = attacker.nerve.follow_on;
    // An assault takes two points (L3C-MAC-01); one that goes on in the same action has paid for them.
    let (needed, left) = (book.tables.action.assault_least, left(book, attacker.spent));
    let short = F::PointsShort { left: left.into(), needed: needed.into() };
    checks.want(left >= needed || follow_on || !book.on(r::L3C_MAC_01), &at("attacker.spent"), short);
    // Disordered troops do not attack, except the Guard that goes on (L3C-CAC-16, L3C-CAC-09).
    let ordered = attacker.state != Cohesion::Disordered || follow_on && attacker.status == Status::Guard;
    checks.want(ordered || !book.on(r::L3C_CAC_16), &at("attacker.state"), F::AttackInDisorder);
    let closed = onset::no_charge(book, attacker.formation) && assault.purpose == Aim::Contact;
    checks.want(!closed, &at("attacker.formation"), F::ColumnAssaults);
    // A unit that is out of hand may not be ordered to attack (L3C-GAP-A18, L3C-RAL-13).
    let in_hand = attacker.case.positive() || follow_on;
    checks.want(in_hand || !book.on(r::L3C_GAP_A18), &at("attacker.case"), F::AttackOutOfHand);
    // Skirmishers never fight hand to hand (L3C-TIR-02): they give way, or are caught (L3C-TIR-13, L3C-TIR-29).
    let contact = assault.purpose == Aim::Contact && book.on(r::L3C_TIR_02);
    for (place, party) in [("attacker", attacker), ("defender", &assault.defender)] {
        let skirmish = party.formation == Formation::Skirmish;
        let place = at(&format!("{place}.formation"));
        checks.want(!(contact && skirmish), &place, F::SkirmishersFight);
    }
    check_party(&at("attacker"), &assault.attacker, checks);
    check_party(&at("defender"), &assault.defender, checks);
    let [one, other] = [attacker, &assault.defender].map(|party| party.nerve.ground.height);
    let level = one != other || one == Height::Same;
    checks.want(level, &at("defender.nerve.ground.height"), F::BothHigher);
    checks.within(&at("width"), assault.width, 1, 60);
    // The common front is no wider than either front.
    let bases = |party: &Party| in_bases_of(book, Arm::Infantry, party.arm, party.front);
    let narrow =
        if assault.side == Aspect::Front { bases(attacker).min(bases(&assault.defender)) } else { bases(attacker) };
    checks.want(assault.width <= narrow, &at("width"), F::WiderThanFront { front: narrow.into() });
    // On each of the two sides at most one unit reaches beyond the other.
    let beyond = assault.attacker_overlaps.saturating_add(assault.defender_overlaps);
    checks.want(beyond <= 2, &at("defender_overlaps"), F::BothOverlap);
    checks.within(&at("attacker_overlaps"), assault.attacker_overlaps, 0, 2);
    checks.within(&at("defender_overlaps"), assault.defender_overlaps, 0, 2);
    checks.within(&at("year"), assault.year, 1790, 1820);
    checks.within(&at("reaction.points"), assault.reaction.points, 0, 6);
}

fn resolve(assault: &Assault, mut run: Run<'_>) -> Outcome {
    let book = run.book;
    let bout = AssaultBout::new(book, assault);
    let all = odds(&bout, &Form, &Wish).map_err(|error| odds_fault(&error))?;
    for row in rows(&all) {
        run.row(Value::Object(row.outcome), row.chance);
    }
    run.columns(columns(book, assault)?);
    if let Some(end) = fight(&mut run, bout)? {
        run.tell_all(end);
    }
    run.done(false)
}

/// The results for each answer of the defender. A player seldom chooses before the attacker's die is known, so the
/// answers are not mixed.
fn columns(book: &Book, assault: &Assault) -> Result<Vec<Column>, Vec<Fault>> {
    let offered = fight::answers(book, assault);
    let column = |answer: Answer| {
        let assault = Assault { answer, ..assault.clone() };
        let bout = AssaultBout::new(book, &assault);
        let all = odds(&bout, &Form, &Wish);
        Ok(Column { reply: answer.does().term(), distribution: rows(&all.map_err(|e| odds_fault(&e))?) })
    };
    offered.map(column).collect()
}

fn rows(odds: &Odds<End>) -> Vec<Row> {
    odds.rows.iter().map(|(end, chance)| Row { outcome: AssaultBout::told(end), chance: *chance }).collect()
}

pub(super) fn odds_fault(error: &OddsError) -> Vec<Fault> {
    vec![Fault::at("assault", error)]
}

/// Fights an assault with the dice given; `None` without dice.
fn fight(run: &mut Run<'_>, bout: AssaultBout<'_>) -> Result<Option<End>, Vec<Fault>> {
    let label = |bout: &AssaultBout<'_>| bout.state.stage.label();
    let Some((bout, end)) = drive(run, bout, label, |bout, fact, told| explain(bout, *fact, told))? else {
        return Ok(None);
    };
    for (name, who) in [("attacker_score", Who::Attacker), ("defender_score", Who::Defender)] {
        run.tell(name, bout.state.side(bout.at_first(who)).score);
    }
    Ok(Some(end))
}

/// The lines of a situation, each side's under its name.
type Parts = Vec<(&'static str, Breakdown)>;

/// Drives a bout to its end with the dice given and reports them as its course; `None` if there are too few.
pub(super) fn drive<B: Bout>(
    run: &mut Run<'_>,
    mut bout: B,
    label: impl Fn(&B) -> &'static str,
    explain: impl Fn(&B, &B::Fact, &B::Situation) -> Parts,
) -> Result<Option<(B, B::End)>, Vec<Fault>>
where
    Form: Teller<B>,
    Wish: Policy<B>,
{
    /// An assault takes fewer steps than this.
    const MOST_STEPS: usize = 1000;
    let mut steps: Vec<Value> = Vec::new();
    for _ in 0..MOST_STEPS {
        let mut breakdown = Breakdown::new("assault", None);
        let label = label(&bout);
        match bout.wants() {
            BoutRequest::Done(end) => {
                run.tell("course", steps);
                return Ok(Some((bout, end)));
            }
            BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut breakdown),
            BoutRequest::Reply(slot, fields) => {
                let replies = Wish.reply(&bout, &slot, &fields);
                bout.feed(BoutInput::Replied(&replies), &mut breakdown);
            }
            BoutRequest::Situation(fact) => {
                let Some(situation) = Form.tell(&bout, &fact) else { return Ok(None) };
                let parts = explain(&bout, &fact, &situation);
                for (of, lines) in &parts {
                    run.lines(Some(of), lines);
                }
                bout.feed(BoutInput::Situation(situation), &mut breakdown);
                // The machine repeats the lines of the situation; the lines after them moved the score.
                let known = parts.first().map_or(0, |(_, lines)| lines.lines.len());
                breakdown.lines.drain(..known.min(breakdown.lines.len()));
            }
            BoutRequest::Dice(tosses) => {
                let mut classes: smallvec::SmallVec<[i16; 2]> = smallvec::SmallVec::new();
                for toss in &tosses {
                    let Some(fall) = run.throw(&toss.throw)? else { return Ok(None) };
                    let class = read(&toss.throw, &fall.faces).map_err(|error| dice_fault(&error))?;
                    classes.push(class);
                    steps.push(json!({ "step": label, "rule": toss.rule, "faces": fall.faces, "class": class }));
                }
                bout.feed(BoutInput::Thrown(&classes), &mut breakdown);
            }
        }
        run.lines(Some(label), &breakdown);
    }
    Err(vec![Fault::at("dice", game::ResolutionFault::NoEnd)])
}

fn followed(book: &Book, assault: &Assault, handed: &[Handed]) -> Result<Followed, Vec<Fault>> {
    follow(AssaultBout::new(book, assault), &Form, &Wish, handed)
}

pub(super) struct WholeAssault;

impl Test for WholeAssault {
    type Book = Book;
    const NAME: &'static str = "assault";
    const RULES: &'static [Rule] = RULES;
    type Situation = Assault;

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn example() -> Assault {
        Assault {
            distance: Distance::of(6),
            width: 8,
            defender_overlaps: 1,
            attacker: Party {
                arm: Arm::Cavalry,
                nation: Nation::France,
                status: Status::Elite,
                cavalry_type: 3,
                weapon: Weapon::None,
                figures: 4,
                front: 4,
                back_plate: true,
                ..Party::default()
            },
            defender: Party { nation: Nation::Austria, first_fire: true, spent: 1, ..Party::default() },
            ..Assault::default()
        }
    }

    fn check(book: &Book, assault: &Assault, checks: &mut Checks) {
        check(book, assault, checks);
    }

    fn resolve(assault: &Assault, run: Run<'_>) -> Outcome {
        resolve(assault, run)
    }

    const FOLLOWED: bool = true;

    fn follow(book: &Book, assault: &Assault, handed: &[Handed]) -> Result<Followed, Vec<Fault>> {
        followed(book, assault, handed)
    }
}

pub(super) struct FireAdvance;

impl Test for FireAdvance {
    type Book = Book;
    const NAME: &'static str = "fire-advance";
    const RULES: &'static [Rule] = RULES;
    type Situation = Assault;

    const SAID: &'static [&'static [&'static str]] = &[&["distance"]];

    fn example() -> Assault {
        let line = Party { first_fire: true, ..Party::default() };
        Assault {
            purpose: Aim::Fire,
            width: 12,
            attacker: Party { nation: Nation::France, ..line.clone() },
            defender: Party { nation: Nation::Russia, ..line },
            ..Assault::default()
        }
    }

    fn check(book: &Book, assault: &Assault, checks: &mut Checks) {
        check(book, assault, checks);
        checks.want(assault.purpose == Aim::Fire, "purpose", F::AdvanceNotToFire);
    }

    fn resolve(assault: &Assault, run: Run<'_>) -> Outcome {
        resolve(assault, run)
    }

    const FOLLOWED: bool = true;

    fn follow(book: &Book, assault: &Assault, handed: &[Handed]) -> Result<Followed, Vec<Fault>> {
        followed(book, assault, handed)
    }
}
