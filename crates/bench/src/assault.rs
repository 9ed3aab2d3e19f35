//! A complete assault of Les Trois Couleurs with every modifier read from a table of 60 units, against the same sequence
//! written plainly in Python: the same ends.

use crate::peer;
use crate::timing::{Timing, columns, heading, measure, row, short, times};
use anyhow::{Context, ensure};
use dice::read;
use game::{Bout, BoutInput, BoutRequest, Policy, Quiet, Teller};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::{Cm, Ground, Pose, Terrain};
use trois_couleurs::field::{Field, FieldUnit};
use trois_couleurs::fight::{AssaultBout, End, Form, Remains, Wish};
use trois_couleurs::{Arm, Body, Book, Formation, Gait, Nation, Status, Troop, UD, Weapon};

/// The dice of each side.
const DICE: [u8; 2] = [3, 3];
const YEAR: u16 = 1809;

#[derive(Deserialize)]
struct AssaultPeer {
    python: String,
    ends: Vec<Value>,
    best_ns: f64,
    median_ns: f64,
    times: u32,
}

/// A unit as the peer reads it.
#[derive(Serialize)]
struct PeerUnit {
    side: u8,
    arm: Arm,
    status: Status,
    nation: Nation,
    cavalry_type: u8,
    weapon: Weapon,
    base: i8,
    figures: u8,
    front: u8,
    ranks: u8,
    formation: Formation,
    state: trois_couleurs::Cohesion,
    gait: Gait,
    spent: u8,
    first_fire: bool,
    x: Cm,
    y: Cm,
    facing: i32,
}

pub fn run() -> anyhow::Result<()> {
    heading(
        "a whole assault from the table",
        "60 units in two armies that face each other: ten columns and four squadrons attack the lines before them, one after the\n   \
         other. Each time everything is read from the table (distances, who counts, who sees whom, flanks, supports, common\n   \
         front), then the assault is fought to its end with the dice 3 and 3. The same sequence written plainly in Python\n   \
         knows only fronts that face north or south and no ground.",
    );
    let book = Book::new();
    let (field, told, pairs) = scene(&book);
    let scene = json!({
        "tables": concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables/trois-couleurs.toml"),
        "units": told, "pairs": pairs, "dice": DICE, "year": YEAR,
    });
    let file = peer::write("assault.json", &scene.to_string())?;
    let peer: AssaultPeer = peer::ask("assault_plain.py", &[&file, "60"])?;
    ensure!(field.units().len() == 60, "there are {} units", field.units().len());
    ensure!(peer.ends.len() == pairs.len(), "the peer fought {} assaults", peer.ends.len());
    let mut outcomes = std::collections::BTreeMap::new();
    for (&(attacker, target), theirs) in pairs.iter().zip(&peer.ends) {
        let own = fight(&book, &field, attacker, target)?;
        let left = |side: Remains| json!({ "case": side.case, "state": side.state, "steps": side.steps });
        let seen = json!({ "outcome": own.outcome, "attacker": left(own.attacker), "defender": left(own.defender) });
        ensure!(seen == *theirs, "{attacker} on {target}: {seen}, in Python {theirs}");
        *outcomes.entry(own.outcome).or_insert(0) += 1;
    }
    columns();
    let own =
        measure(|| pairs.iter().filter_map(|&(attacker, target)| fight(&book, &field, attacker, target).ok()).count());
    let own = own.per(pairs.len());
    let ends: Vec<String> = outcomes.iter().map(|(outcome, n)| format!("{n} {outcome:?}")).collect();
    row("read from the table and fought", own, &format!("Grognard, {} assaults: {}", pairs.len(), ends.join(", ")));
    let other = Timing { best: peer.best_ns, median: peer.median_ns };
    row("", other, &format!("Python {}, of {}", peer.python, peer.times));
    println!("   {:<46} {}; the ends are equal", "", times(own, other));
    println!("   {:<46} {} against a limit of 50 µs", "", short(own.median));
    Ok(())
}

/// One assault: read from the table, fought to its end with the default answers.
fn fight(book: &Book, field: &Field, attacker: usize, target: usize) -> anyhow::Result<End> {
    let assault = field.assault(book, attacker, target);
    let mut bout = AssaultBout::new(book, &assault);
    let mut faces = DICE.into_iter();
    loop {
        match bout.wants() {
            BoutRequest::Done(end) => return Ok(end),
            BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut Quiet),
            BoutRequest::Situation(fact) => {
                let situation = Form.tell(&bout, &fact).context("the form knows everything")?;
                bout.feed(BoutInput::Situation(situation), &mut Quiet);
            }
            BoutRequest::Reply(slot, fields) => {
                let replies = Wish.reply(&bout, &slot, &fields);
                bout.feed(BoutInput::Replied(&replies), &mut Quiet);
            }
            BoutRequest::Dice(tosses) => {
                let toss = tosses.first().context("something is thrown")?;
                let face = faces.next().context("two dice are enough")?;
                bout.feed(BoutInput::Thrown(&[read(&toss.throw, &[face])?]), &mut Quiet);
            }
        }
    }
}

/// Hundredths of a UD on the ground.
const fn ud(hundredths: i32) -> Cm {
    hundredths * UD / 100
}

/// Two armies of 30 units: a first line, a second, cavalry on the wings and in reserve, batteries in the intervals.
fn scene(book: &Book) -> (Field, Vec<PeerUnit>, Vec<(usize, usize)>) {
    let size = 60 * UD;
    let mut field = Field::new(Terrain::new(Ground { width: size, height: size, features: Vec::new() }));
    let mut told = Vec::new();
    for side in 0..2_u8 {
        let mut place = |unit: FieldUnit| {
            told.push(tell(&unit));
            field.add(book, unit);
        };
        // The attackers come in columns, the defenders stand in line.
        for n in 0..10 {
            place(battalion(side, if side == 0 { (4, 3) } else { (12, 1) }, at(side, 250 * n - 1125, 0), n));
        }
        for n in 0..10 {
            place(battalion(side, (4, 3), at(side, 250 * n - 1125, 350), n + 3));
        }
        for n in 0..6 {
            let east = if n < 3 { -1350 - 180 * n } else { 1350 + 180 * (n - 3) };
            place(squadron(side, at(side, east, 0), n));
        }
        for n in 0..4 {
            place(battery(side, at(side, 500 * n - 750, 60)));
        }
    }
    let columns = (0..10).map(|n| (n, 30 + n));
    let squadrons = [20, 21, 23, 24].map(|n| (n, 30 + n));
    (field, told, columns.chain(squadrons).collect())
}

/// A place at a distance east of the middle and behind the first line of a side, facing the enemy.
fn at(side: u8, east: i32, behind: i32) -> Pose {
    let (middle, apart) = (30 * UD, ud(450));
    let (y, facing) = if side == 0 { (middle - ud(behind), 0) } else { (middle + apart + ud(behind), 18_000) };
    Pose::new(middle + ud(east), y, facing)
}

fn battalion(side: u8, (front, ranks): (u8, u8), pose: Pose, n: i32) -> FieldUnit {
    let formation = if ranks == 1 { Formation::Line } else { Formation::DivisionColumn };
    let (nation, base) = if side == 0 { (Nation::France, 5) } else { (Nation::Austria, 4) };
    let status = if n % 5 == 4 { Status::Elite } else { Status::Line };
    let troop = Troop { arm: Arm::Infantry, nation, status, base: Some(base), ..Troop::default() };
    let body = Body {
        figures: front * ranks,
        front,
        ranks,
        formation,
        loaded: true,
        first_fire: n % 2 == 0,
        ..Body::default()
    };
    FieldUnit::new(side, troop, body, pose)
}

fn squadron(side: u8, pose: Pose, n: i32) -> FieldUnit {
    let nation = if side == 0 { Nation::France } else { Nation::Austria };
    let cavalry_type = u8::try_from(1 + n % 3).unwrap_or(1);
    let troop =
        Troop { arm: Arm::Cavalry, nation, cavalry_type, weapon: Weapon::None, base: Some(5), ..Troop::default() };
    FieldUnit::new(side, troop, Body { figures: 4, front: 4, ranks: 1, ..Body::default() }, pose)
}

fn battery(side: u8, pose: Pose) -> FieldUnit {
    let nation = if side == 0 { Nation::France } else { Nation::Austria };
    let troop = Troop { arm: Arm::Artillery, nation, weapon: Weapon::SixPounder, base: Some(4), ..Troop::default() };
    let body = Body {
        figures: 6,
        front: 3,
        ranks: 1,
        formation: Formation::Deployed,
        state: trois_couleurs::Cohesion::Loose,
        loaded: true,
        ..Body::default()
    };
    FieldUnit::new(side, troop, body, pose)
}

fn tell(unit: &FieldUnit) -> PeerUnit {
    let FieldUnit { side, troop, body, at, .. } = unit;
    PeerUnit {
        side: *side,
        arm: troop.arm,
        status: troop.status,
        nation: troop.nation,
        cavalry_type: if troop.arm == Arm::Cavalry { troop.cavalry_type } else { 0 },
        weapon: troop.weapon,
        base: troop.base.unwrap_or(0),
        figures: body.figures,
        front: body.front,
        ranks: body.ranks,
        formation: body.formation,
        state: body.state,
        gait: body.gait,
        spent: body.points_spent,
        first_fire: body.first_fire,
        x: at.at.x,
        y: at.at.y,
        facing: at.facing / 100,
    }
}
