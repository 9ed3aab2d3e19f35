//! Sight between all pairs of units over woods, against Shapely: the same question, pair by pair.

use crate::luck::between;
use crate::peer;
use crate::timing::{Timing, columns, heading, measure, row, times};
use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};
use staff::Luck;
use std::collections::BTreeMap;
use table::{Blockers, Cm, Feature, Ground, Kind, Kinds, Point, SLACK, Shape, Sight, Terrain, Veil};

const UNITS: usize = 200;
const WOODS: usize = 60;
const SIDES: u32 = 12;
/// Six kilometres by four.
const FIELD: (Cm, Cm) = (600_000, 400_000);

#[derive(Serialize)]
struct Scene {
    units: Vec<[Cm; 2]>,
    woods: Vec<Vec<[Cm; 2]>>,
}

#[derive(Deserialize)]
struct SightPeer {
    versions: String,
    /// The time for making the segments from the points.
    segments: PeerTimes,
    /// The times of each method.
    ways: BTreeMap<String, PeerTimes>,
    /// Pairs with a wood between them: first unit, second unit, the length of the segment in woods.
    hidden: Vec<(usize, usize, f64)>,
}

#[derive(Deserialize, Clone, Copy)]
struct PeerTimes {
    best_ns: f64,
    median_ns: f64,
}

impl From<PeerTimes> for Timing {
    fn from(times: PeerTimes) -> Self {
        Self { best: times.best_ns, median: times.median_ns }
    }
}

pub fn run() -> anyhow::Result<()> {
    let pairs = UNITS * (UNITS - 1) / 2;
    heading(
        &format!("sight between all {pairs} pairs of {UNITS} units over {WOODS} woods of {SIDES} sides, per pair"),
        "Does the segment between the two centres meet any wood? Sight::clear, one call for each pair; Shapely asked once for all.\n   \
         Trees, prepared geometries and, for Shapely, the segments too are made beforehand and not counted.",
    );
    let scene = scene();
    let file = peer::write("sight.json", &serde_json::to_string(&scene)?)?;
    let peer: SightPeer = peer::ask("sight_shapely.py", &[&file])?;

    let ground = ground(&scene);
    let terrain = Terrain::new(ground);
    let nobody = Blockers::none();
    let veil = Veil { masks: Kinds::of(&[Kind::Forest]), depth: 0, ..Veil::default() };
    let sight = Sight { terrain: &terrain, veil, blockers: &nobody };
    let units: Vec<Point> = scene.units.iter().map(|&[x, y]| Point::new(x, y)).collect();
    let hidden = compare(&sight, &units, &peer)?;

    let all = || {
        let mut clear = 0;
        for (i, &a) in units.iter().enumerate() {
            for &b in &units[i + 1..] {
                clear += usize::from(sight.clear(a, b, &[]));
            }
        }
        clear
    };
    columns();
    let own = measure(all).per(pairs);
    row("Grognard, Sight::clear", own, &format!("{hidden} pairs hidden, {} in sight", pairs - hidden));
    for (way, taken) in &peer.ways {
        let taken = Timing::from(*taken).per(pairs);
        row(&format!("Shapely, {way}"), taken, &times(own, taken));
    }
    row("Shapely, making the segments (not counted)", Timing::from(peer.segments).per(pairs), &peer.versions);
    Ok(())
}

/// Both must agree on every pair. A wood that is grazed by less than [`SLACK`] does not count here but does there.
fn compare(sight: &Sight<'_>, units: &[Point], peer: &SightPeer) -> anyhow::Result<usize> {
    let theirs: BTreeMap<(usize, usize), f64> = peer.hidden.iter().map(|&(a, b, length)| ((a, b), length)).collect();
    let (mut hidden, mut grazed) = (0, 0);
    for (i, &a) in units.iter().enumerate() {
        for (j, &b) in units.iter().enumerate().skip(i + 1) {
            let own = !sight.clear(a, b, &[]);
            let their = theirs.get(&(i, j)).copied();
            hidden += usize::from(own);
            if own != their.is_some() {
                let length = their.with_context(|| format!("{a:?} and {b:?} are hidden here and not for Shapely"))?;
                ensure!(
                    length <= 2.0 * f64::from(SLACK),
                    "{a:?} and {b:?} see each other here and not for Shapely: {length} cm"
                );
                grazed += 1;
            }
        }
    }
    println!(
        "   Answers: equal for every pair{}",
        match grazed {
            0 => String::new(),
            n => format!(" but {n}, where a wood is grazed by no more than {SLACK} cm, which the rules do not count"),
        }
    );
    Ok(hidden)
}

fn scene() -> Scene {
    let mut luck = Luck::new(1805);
    let woods = (0..WOODS).map(|_| {
        let centre = (f64::from(between(&mut luck, 0, FIELD.0)), f64::from(between(&mut luck, 0, FIELD.1)));
        let corners = (0..SIDES).map(|side| {
            let radius = f64::from(between(&mut luck, 7_500, 20_000));
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * f64::from(side) / f64::from(SIDES));
            [libm::round(centre.0 + radius * cos) as Cm, libm::round(centre.1 + radius * sin) as Cm]
        });
        corners.collect()
    });
    let woods = woods.collect();
    let units = (0..UNITS).map(|_| [between(&mut luck, 0, FIELD.0), between(&mut luck, 0, FIELD.1)]).collect();
    Scene { units, woods }
}

fn ground(scene: &Scene) -> Ground {
    let wood = |corners: &Vec<[Cm; 2]>| Feature {
        kind: Kind::Forest,
        shape: Shape::Area(corners.iter().map(|&[x, y]| Point::new(x, y)).collect()),
        name: String::new(),
        level: 0,
        strongpoint: false,
        reconstructed: false,
    };
    Ground { width: FIELD.0, height: FIELD.1, features: scene.woods.iter().map(wood).collect() }
}
