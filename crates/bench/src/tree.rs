//! Which boxes a segment touches: the tree of `table`, against `rstar`.

use crate::luck::between;
use crate::timing::{columns, heading, measure, row, times};
use anyhow::ensure;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree, RTreeObject, SelectionFunction};
use staff::Luck;
use table::Cm;
use table::measured::PackedBoxes;

/// Six kilometres by four.
const FIELD: (Cm, Cm) = (600_000, 400_000);
/// How many boxes, and the greatest half of their sides: woods, and units.
const SCENES: [(&str, usize, Cm); 2] = [("woods", 60, 20_000), ("units", 400, 3_000)];
const ENDS: usize = 200;

type Boxed = GeomWithData<Rectangle<[f64; 2]>, u32>;

/// A segment, and the boxes that it touches.
struct Touched {
    from: [f64; 2],
    to: [f64; 2],
}

impl Touched {
    /// Whether it touches a box: no line along a side or along the segment parts them.
    fn touches(&self, [left, low, right, high]: [f64; 4]) -> bool {
        let (x, y) = ((left + right) / 2.0, (low + high) / 2.0);
        let (half_x, half_y) = ((right - left) / 2.0, (high - low) / 2.0);
        let (middle_x, middle_y) = ((self.from[0] + self.to[0]) / 2.0, (self.from[1] + self.to[1]) / 2.0);
        let (along_x, along_y) = ((self.to[0] - self.from[0]) / 2.0, (self.to[1] - self.from[1]) / 2.0);
        let (dx, dy) = (x - middle_x, y - middle_y);
        dx.abs() <= half_x + along_x.abs()
            && dy.abs() <= half_y + along_y.abs()
            && (along_x * dy - along_y * dx).abs() <= half_x * along_y.abs() + half_y * along_x.abs()
    }

    fn touches_envelope(&self, envelope: &AABB<[f64; 2]>) -> bool {
        let ([left, low], [right, high]) = (envelope.lower(), envelope.upper());
        self.touches([left, low, right, high])
    }
}

impl SelectionFunction<Boxed> for &Touched {
    fn should_unpack_parent(&self, envelope: &AABB<[f64; 2]>) -> bool {
        self.touches_envelope(envelope)
    }

    fn should_unpack_leaf(&self, leaf: &Boxed) -> bool {
        self.touches_envelope(&leaf.envelope())
    }
}

pub fn run() -> anyhow::Result<()> {
    heading(
        "the boxes that a segment touches, per segment",
        "All segments between 200 places over so many boxes. The same exact test of a box in both: in rstar it selects nodes and leaves\n   \
         (SelectionFunction), behind the packed tree it is asked of what that finds. The trees are made beforehand and not counted.",
    );
    let mut luck = Luck::new(1806);
    let mut place = || [f64::from(between(&mut luck, 0, FIELD.0)), f64::from(between(&mut luck, 0, FIELD.1))];
    let ends: Vec<[f64; 2]> = (0..ENDS).map(|_| place()).collect();
    let pairs = ends.iter().enumerate().flat_map(|(n, from)| ends[n + 1..].iter().map(move |to| (*from, *to)));
    let segments: Vec<Touched> = pairs.map(|(from, to)| Touched { from, to }).collect();
    for (name, count, size) in SCENES {
        let mut luck = Luck::new(1807);
        let mut boxes = Vec::new();
        for _ in 0..count {
            let [x, y] = [FIELD.0, FIELD.1].map(|most| f64::from(between(&mut luck, 0, most)));
            let [half_x, half_y] = [(); 2].map(|()| f64::from(between(&mut luck, size / 3, size)));
            boxes.push([x - half_x, y - half_y, x + half_x, y + half_y]);
        }
        compare(&format!("{count} {name}"), &boxes, &segments)?;
    }
    Ok(())
}

fn compare(name: &str, boxes: &[[f64; 4]], segments: &[Touched]) -> anyhow::Result<()> {
    let packed = PackedBoxes::new(boxes);
    let leaves = boxes.iter().zip(0..).map(|(&[left, low, right, high], place)| {
        GeomWithData::new(Rectangle::from_corners([left, low], [right, high]), place)
    });
    let tree = RTree::bulk_load(leaves.collect());
    let own = |segment: &Touched, visit: &mut dyn FnMut(u32)| {
        packed.along(segment.from, segment.to, |place| {
            if boxes.get(place as usize).is_some_and(|b| segment.touches(*b)) {
                visit(place);
            }
        });
    };
    let mut touched = 0;
    for segment in segments {
        let (mut found, mut theirs) = (Vec::new(), Vec::new());
        own(segment, &mut |place| found.push(place));
        theirs.extend(tree.locate_with_selection_function(segment).map(|leaf| leaf.data));
        found.sort_unstable();
        theirs.sort_unstable();
        ensure!(found == theirs, "{:?} to {:?}: {found:?} here, {theirs:?} for rstar", segment.from, segment.to);
        touched += found.len();
    }
    println!("   Answers: equal for every segment");
    columns();
    let ours = measure(|| {
        let mut sum = 0_u64;
        segments.iter().for_each(|segment| own(segment, &mut |place| sum += u64::from(place)));
        sum
    });
    let ours = ours.per(segments.len());
    let theirs = measure(|| {
        let found =
            |segment| tree.locate_with_selection_function(segment).map(|leaf| u64::from(leaf.data)).sum::<u64>();
        segments.iter().map(found).sum::<u64>()
    });
    let theirs = theirs.per(segments.len());
    row(&format!("Grognard, packed tree, {name}"), ours, &format!("{touched} touched"));
    row(&format!("rstar, {name}"), theirs, &times(ours, theirs));
    Ok(())
}
