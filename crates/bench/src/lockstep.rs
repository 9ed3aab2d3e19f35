//! Simultaneous moves of many pieces, against testing all pairs.

use crate::luck::between;
use crate::timing::{columns, heading, measure, row, times};
use staff::Luck;
use std::collections::BTreeSet;
use table::{Cm, Ground, Mover, Piece, Point, Pose, Terrain, Watch, first_within, lockstep};

const MOVERS: u32 = 1_500;
/// The contact distance in the scene.
const CONTACT: Cm = 5_000;

pub fn run() -> anyhow::Result<()> {
    heading(
        &format!("who meets whom: {MOVERS} pieces moving at once"),
        "On 30 km by 20 km, each going up to 300 m; two sides, enemies that come within 50 m.\n   \
         table::lockstep against table::first_within for every pair of enemies.",
    );
    let movers = movers();
    let terrain = Terrain::new(Ground { width: 3_000_000, height: 2_000_000, features: Vec::new() });
    let enemies = |a: u32, b: u32| a % 2 != b % 2;
    let own = || lockstep(&movers, &[Watch::Within(CONTACT)], &terrain, enemies);
    let found: BTreeSet<(u32, u32)> = own().iter().map(|meeting| meeting.who).collect();
    let plain = all_pairs(&movers, enemies);
    let differ = found.symmetric_difference(&plain).count();
    println!(
        "   Meetings: {}; {differ} found by one way only (directions of all pairs are rounded to 0.01°)",
        found.len()
    );
    columns();
    let fast = measure(own);
    let slow = measure(|| all_pairs(&movers, enemies));
    row("table::lockstep", fast, "");
    row("all pairs", slow, &times(fast, slow));
    Ok(())
}

fn movers() -> Vec<Mover> {
    let mut luck = Luck::new(1806);
    let mover = |tag: u32| {
        let at = Point::new(between(&mut luck, 0, 3_000_000), between(&mut luck, 0, 2_000_000));
        let piece =
            Piece { pose: Pose { at, facing: between(&mut luck, 0, 35_999) }, front: 20_000, depth: 2_500, lead: true };
        let goes = |luck: &mut Luck| between(luck, -21_000, 21_000);
        Mover { tag, piece, east: goes(&mut luck), north: goes(&mut luck) }
    };
    (0..MOVERS).map(mover).collect()
}

/// Every pair of enemies, the second relatively at rest.
fn all_pairs(movers: &[Mover], enemies: impl Fn(u32, u32) -> bool) -> BTreeSet<(u32, u32)> {
    let mut found = BTreeSet::new();
    for (i, a) in movers.iter().enumerate() {
        for b in movers[i + 1..].iter().filter(|b| enemies(a.tag, b.tag)) {
            let (here, there) = (Point::default(), Point::new(a.east - b.east, a.north - b.north));
            let goes = libm::round(here.to(there)) as Cm;
            if first_within(&a.piece, here.bearing_to(there), goes, &b.piece, CONTACT).is_some() {
                found.insert((a.tag, b.tag));
            }
        }
    }
    found
}
