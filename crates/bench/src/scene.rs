//! Scenarios of any size: the same twelve units a side, repeated on ground that grows with them, in a square of
//! stretches of front, so that it grows in both directions.

use std::fmt::Write;

/// Units a side in one stretch of the line.
pub const UNITS: usize = 12;
/// Metres of front of a stretch.
const FRONT: usize = 1_500;
/// Metres from south to north of a stretch: units behind a line are out of its reach.
const DEPTH: usize = 2_000;

/// A unit within its stretch: command, type, strength, formation, metres from the western end, metres behind the front.
type Stand = (&'static str, &'static str, &'static str, &'static str, usize, usize);

struct Army {
    side: &'static str,
    nation: &'static str,
    facing: u16,
    /// Metres from the southern edge to its front, and the direction of its rear.
    front: i64,
    back: i64,
    stands: [Stand; UNITS],
}

/// Two brigades of four battalions and a battery, and a brigade of two regiments of cavalry.
const BLUE: Army = Army {
    side: "blue",
    nation: "france",
    facing: 0,
    front: 850,
    back: -1,
    stands: [
        ("a", "fr-line", "men = 700", "line", 130, 0),
        ("a", "fr-line", "men = 700", "line", 370, 0),
        ("a", "fr-light", "men = 700", "attack_column", 200, 180),
        ("a", "fr-line", "men = 700", "attack_column", 400, 180),
        ("a", "fr-foot-8", "guns = 8", "deployed", 545, 0),
        ("b", "fr-line", "men = 700", "attack_column", 720, 0),
        ("b", "fr-line", "men = 700", "line", 940, 0),
        ("b", "fr-light", "men = 700", "attack_column", 760, 180),
        ("b", "fr-line", "men = 700", "line", 980, 180),
        ("b", "fr-foot-6", "guns = 8", "deployed", 1_130, 0),
        ("c", "fr-dragoons", "men = 525", "line", 1_330, 0),
        ("c", "fr-chasseurs", "men = 525", "line", 1_330, 180),
    ],
};

const RED: Army = Army {
    side: "red",
    nation: "prussia",
    facing: 180,
    front: 1_150,
    back: 1,
    stands: [
        ("a", "pr-musketeers-1806", "men = 700", "line", 130, 0),
        ("a", "pr-musketeers-1806", "men = 700", "line", 370, 0),
        ("a", "pr-fusiliers-1806", "men = 525", "line", 180, 180),
        ("a", "pr-grenadiers-1806", "men = 700", "line", 420, 180),
        ("a", "pr-foot-12", "guns = 8", "deployed", 545, 0),
        ("b", "pr-musketeers-1806", "men = 700", "line", 720, 0),
        ("b", "pr-musketeers-1806", "men = 700", "line", 950, 0),
        ("b", "pr-musketeers-1806", "men = 700", "line", 740, 180),
        ("b", "pr-musketeers-1806", "men = 700", "line", 980, 180),
        ("b", "pr-foot-6", "guns = 8", "deployed", 1_130, 0),
        ("c", "pr-dragoons", "men = 700", "line", 1_330, 0),
        ("c", "pr-hussars", "men = 700", "line", 1_330, 180),
    ],
};

/// A feature: kind, the key of its shape, corners from the south-western one of the stretch, the rest.
type Lies = (&'static str, &'static str, &'static [(usize, usize)], &'static str);

/// The ground of one stretch.
const GROUND: [Lies; 7] = [
    (
        "open_wood",
        "area",
        &[(1080, 950), (1130, 940), (1180, 965), (1190, 1020), (1160, 1060), (1100, 1050), (1070, 1000)],
        "",
    ),
    ("tall_crops", "area", &[(520, 950), (640, 950), (640, 1020), (520, 1020)], ""),
    ("plough", "area", &[(60, 940), (240, 950), (230, 1060), (50, 1050)], ""),
    (
        "hill",
        "area",
        &[(600, 1200), (700, 1180), (880, 1200), (920, 1300), (850, 1400), (680, 1400), (590, 1300)],
        "level = 1\n",
    ),
    ("masonry_building", "area", &[(860, 980), (910, 980), (910, 1020), (860, 1020)], "strongpoint = true\n"),
    ("hedge", "line", &[(300, 990), (440, 1000)], "width = 2\n"),
    ("road", "line", &[(1450, 0), (1440, 1000), (1450, 2000)], "width = 8\n"),
];

/// The corner of a stretch: metres from the western and from the southern edge.
#[derive(Clone, Copy)]
struct Corner {
    x: usize,
    y: usize,
}

/// A scenario with this many stretches from west to east, and as many from south to north.
pub fn scenario(abreast: usize) -> String {
    front(abreast, abreast)
}

/// A scenario with this many stretches from west to east and from south to north.
pub fn front(abreast: usize, deep: usize) -> String {
    let corners: Vec<Corner> =
        (0..deep).flat_map(|y| (0..abreast).map(move |x| Corner { x: x * FRONT, y: y * DEPTH })).collect();
    let stretches = corners.len();
    let mut text = format!(
        "id = \"stretches-{stretches}\"\ndate = 1806-10-14\nturns = 20\ntitle = {{ fr = \"Front\", en = \"Front\" }}\n\
         text = {{ fr = \"Front de {stretches} divisions.\", en = \"A front of {stretches} divisions.\" }}\n\n\
         [ground]\nwidth = {}\nheight = {}\n\n",
        abreast * FRONT,
        deep * DEPTH
    );
    for corner in &corners {
        for (kind, shape, points, rest) in GROUND {
            let points: Vec<String> =
                points.iter().map(|(x, y)| format!("[{}, {}]", corner.x + x, corner.y + y)).collect();
            put(
                &mut text,
                format_args!("[[ground.features]]\nkind = \"{kind}\"\n{shape} = [{}]\n{rest}\n", points.join(", ")),
            );
        }
    }
    for army in [&BLUE, &RED] {
        army.write(&corners, &mut text);
    }
    text.push_str("[victory]\nblue_breaks = 90\nred_breaks = 90\n[victory.text]\nfr = \"Tenir.\"\nen = \"Hold.\"\n");
    text
}

impl Army {
    fn write(&self, corners: &[Corner], text: &mut String) {
        let Self { side, nation, facing, .. } = self;
        put(
            text,
            format_args!(
                "[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"{nation}\"\ncommander = \"{side}-army\"\nfacing = {facing}\n\n"
            ),
        );
        self.command("army", None, "army", Corner { x: 0, y: 0 }, (750, 500), text);
        for (stretch, &corner) in corners.iter().enumerate() {
            let division = format!("division-{stretch}");
            self.command(&division, Some("army"), "division", corner, (620, 350), text);
            for (brigade, at) in [("a", 300), ("b", 850), ("c", 1_200)] {
                self.command(&format!("{brigade}-{stretch}"), Some(&division), "brigade", corner, (at, 90), text);
                for (n, (command, kind, strength, formation, x, behind)) in self.stands.iter().enumerate() {
                    if *command != brigade {
                        continue;
                    }
                    let (x, y) = (corner.x + x, self.behind(corner, *behind));
                    put(
                        text,
                        format_args!(
                            "[[{side}.commands.units]]\nid = \"{side}-{stretch}-{n}\"\nname = {{ fr = \"{kind} {stretch}/{n}\", en = \"{kind} {stretch}/{n}\" }}\n\
                             type = \"{kind}\"\n{strength}\nat = [{x}, {y}]\nformation = \"{formation}\"\n\n"
                        ),
                    );
                }
            }
        }
    }

    fn command(
        &self,
        name: &str,
        above: Option<&str>,
        rank: &str,
        corner: Corner,
        (x, behind): (usize, usize),
        text: &mut String,
    ) {
        let Self { side, .. } = self;
        let x = corner.x + x;
        let superior = above.map(|above| format!("superior = \"{side}-{above}\"\n")).unwrap_or_default();
        let y = self.behind(corner, behind);
        put(
            text,
            format_args!(
                "[[{side}.commands]]\nid = \"{side}-{name}\"\nname = {{ fr = \"{name}\", en = \"{name}\" }}\n{superior}\
                 general = {{ name = \"{side} {name}\", rank = \"{rank}\", at = [{x}, {y}] }}\n\n"
            ),
        );
    }

    /// A distance behind the front of a stretch, in metres.
    fn behind(&self, corner: Corner, metres: usize) -> i64 {
        let whole = |metres: usize| i64::try_from(metres).unwrap_or(0);
        whole(corner.y) + self.front + self.back * whole(metres)
    }
}

fn put(text: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = text.write_fmt(more);
}
