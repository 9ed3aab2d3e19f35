//! The odds of a whole charge, against icepool: the same distribution, row by row, as exact fractions.

use crate::peer;
use crate::timing::{Timing, columns, heading, measure, row, times};
use anyhow::{Context, ensure};
use dice::Ratio;
use game::{Odds, odds};
use marie_louise::fight::{Behind, Charge, End, Form, Party, Wish};
use marie_louise::{Book, Distance, Formation, Order, Rank};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct ChargePeer {
    python: String,
    icepool: String,
    without_general: Column,
    with_general: Column,
}

#[derive(Deserialize)]
struct Column {
    plain: PeerRuns,
    tuned: PeerRuns,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct PeerRuns {
    best_ns: f64,
    median_ns: f64,
    times: u32,
}

#[derive(Deserialize)]
struct Row {
    end: End,
    p: String,
}

pub fn run() -> anyhow::Result<()> {
    heading(
        "odds of a whole charge",
        "6 elements in line receive 6 in attack column: reaction, defensive fire, losses, morale, impact, recoil; melee is an end.\n   \
         game::odds over the charge as the assistant fights it, each time from the situation on; only the falls of a throw\n   \
         (so many dice, these cuts) are kept from one time to the next, and only losses that decide something are told\n   \
         apart. icepool's own dice and maps for the same charge,\n   \
         as the rules read and tuned by hand; it keeps what it knows of its dice too.",
    );
    let peer: ChargePeer = peer::ask("charge_icepool.py", &["200"])?;
    columns();
    for (name, general, column) in [
        ("no general", false, &peer.without_general),
        ("a general with the chargers, who may be hit", true, &peer.with_general),
    ] {
        let book = Book::new();
        let charge = charge(general);
        let count = || count(&book, &charge);
        same(&count()?, column).with_context(|| format!("the charge with {name}"))?;
        let own = measure(count);
        row(name, own, &format!("Grognard, {} ends", column.rows.len()));
        for (how, taken) in [("as the rules read", &column.plain), ("tuned by hand", &column.tuned)] {
            let other = Timing { best: taken.best_ns, median: taken.median_ns };
            row("", other, &format!("icepool {}, Python {}, {how}, of {}", peer.icepool, peer.python, taken.times));
            println!("   {:<46} {}; the distributions are equal as fractions", "", times(own, other));
        }
    }
    Ok(())
}

/// The charge that `tools/bench/charge_icepool.py` computes too.
fn charge(general: bool) -> Charge {
    let usual = Charge::default();
    Charge {
        attacker: Party {
            elements: 6,
            formation: Formation::AttackColumn,
            order: Order::Charge,
            general: general.then_some(Rank::Brigade),
            charisma: u8::from(general),
            flanks_supported: 1,
            ..usual.attacker
        },
        defender: Party {
            elements: 6,
            formation: Formation::Line,
            order: Order::Hold,
            first_fire: true,
            flanks_supported: 2,
            rear_support: true,
            behind: Behind { free: Some(5), ..Behind::default() },
            ..usual.defender
        },
        distance: Distance::of(8),
        ..usual
    }
}

fn count(book: &Book, charge: &Charge) -> anyhow::Result<Odds<End>> {
    let wish = Wish { defence: charge.defence, inverted: charge.inverted };
    Ok(odds(&charge.bout(book), &Form { charge }, &wish)?)
}

fn same(odds: &Odds<End>, peer: &Column) -> anyhow::Result<()> {
    let mut theirs: BTreeMap<End, Ratio> = BTreeMap::new();
    for row in &peer.rows {
        theirs.insert(row.end, row.p.parse().with_context(|| format!("not a ratio: {}", row.p))?);
    }
    for (end, chance) in &odds.rows {
        let own = chance.exact().with_context(|| format!("not exact: {end:?}"))?;
        let their = theirs.remove(end).with_context(|| format!("icepool does not know this end: {end:?}"))?;
        ensure!(own == their, "{own} is not {their}, the chance by icepool, of {end:?}");
    }
    ensure!(theirs.is_empty(), "icepool knows more ends: {:?}", theirs.keys().next());
    Ok(())
}
