//! Draws a ground with every kind of feature and troops in every formation, state and order, and writes the pictures
//! into a folder: `cargo run -p grognard-draw --features png --example sampler -- FOLDER`.

use game::{Card, Picture, Side, Term, UnitId};
use grognard_draw::{Names, Options, Overlay, Style, Up, battle_picture, ground_picture};
use std::{env, error::Error, fs, path::Path};
use table::{Feature, Ground, Kind, Measure, Piece, Point, Pose, Shape};

const M: i32 = 100;
const PAS: i32 = 5_000;

fn points(metres: &[(i32, i32)]) -> Vec<Point> {
    metres.iter().map(|(x, y)| Point::new(x * M, y * M)).collect()
}

fn area(kind: Kind, name: &str, corners: &[(i32, i32)]) -> Feature {
    Feature {
        kind,
        shape: Shape::Area(points(corners)),
        name: name.to_owned(),
        level: 0,
        strongpoint: false,
        reconstructed: false,
    }
}

fn line(kind: Kind, name: &str, width: i32, corners: &[(i32, i32)]) -> Feature {
    let shape = Shape::Line { points: points(corners), width: width * M };
    Feature { shape, ..area(kind, name, &[]) }
}

fn hill(level: i32, name: &str, corners: &[(i32, i32)]) -> Feature {
    Feature { level, ..area(Kind::Hill, name, corners) }
}

fn ground() -> Ground {
    let strong = Feature {
        strongpoint: true,
        ..area(Kind::MasonryBuilding, "Château", &[(1890, 1180), (1960, 1200), (1945, 1260), (1875, 1240)])
    };
    let guess = Feature {
        reconstructed: true,
        ..area(Kind::TallCrops, "Blés", &[(1120, 1120), (1420, 1150), (1400, 1300), (1100, 1270)])
    };
    Ground {
        width: 2_400 * M,
        height: 1_400 * M,
        features: vec![
            hill(
                1,
                "",
                &[(300, 60), (640, 20), (980, 40), (1120, 160), (1060, 320), (800, 420), (480, 400), (280, 260)],
            ),
            hill(2, "Mont Sainte-Anne", &[(520, 120), (800, 100), (900, 200), (780, 290), (560, 270)]),
            hill(3, "", &[(620, 170), (740, 160), (770, 210), (680, 240)]),
            hill(1, "Le Plateau", &[(1600, 60), (2000, -100), (2500, -100), (2500, 420), (2150, 440), (1800, 330)]),
            hill(2, "", &[(1950, 20), (2500, -20), (2500, 250), (2100, 240)]),
            area(Kind::SteepSlope, "", &[(1560, 20), (1850, 20), (1960, 240), (1800, 380), (1600, 200)]),
            line(Kind::Crest, "", 0, &[(560, 160), (700, 200), (860, 190)]),
            area(
                Kind::Forest,
                "Bois de la Reine",
                &[(560, -40), (1010, -40), (1090, 90), (980, 190), (760, 150), (600, 90)],
            ),
            area(Kind::Forest, "", &[(2180, 1020), (2440, 980), (2440, 1300), (2240, 1260)]),
            area(Kind::OpenWood, "Bois clair", &[(1300, 480), (1480, 500), (1500, 620), (1340, 640)]),
            area(Kind::Orchard, "Verger", &[(1680, 1020), (1850, 1060), (1820, 1170), (1650, 1130)]),
            area(Kind::Scrub, "Taillis", &[(60, 980), (260, 1000), (280, 1180), (80, 1200)]),
            area(Kind::Marsh, "Marais", &[(330, 640), (470, 600), (520, 800), (420, 930), (320, 860)]),
            area(Kind::Meadow, "Prés", &[(560, 980), (860, 1000), (840, 1140), (580, 1120)]),
            area(Kind::Plough, "", &[(880, 1140), (1070, 1170), (1050, 1320), (860, 1290)]),
            area(Kind::Plough, "", &[(1500, 1210), (1640, 1220), (1620, 1370), (1480, 1350)]),
            guess,
            area(Kind::Rocks, "Rochers", &[(1180, 80), (1330, 60), (1360, 200), (1200, 220)]),
            area(Kind::Impassable, "", &[(1420, 60), (1520, 50), (1530, 160), (1440, 170)]),
            line(
                Kind::River,
                "La Lamate",
                34,
                &[(200, 1420), (240, 1250), (320, 1080), (270, 900), (220, 700), (260, 480), (200, 260), (240, -20)],
            ),
            line(
                Kind::Stream,
                "Ruisseau des Prés",
                8,
                &[(300, 1040), (520, 960), (760, 900), (1000, 930), (1300, 900), (1600, 960), (1900, 900), (2420, 880)],
            ),
            line(
                Kind::Road,
                "vers Maida",
                8,
                &[
                    (-20, 520),
                    (240, 560),
                    (600, 520),
                    (1000, 560),
                    (1500, 420),
                    (1760, 520),
                    (2100, 760),
                    (2120, 1100),
                    (2060, 1420),
                ],
            ),
            line(Kind::Track, "", 4, &[(1000, 560), (1080, 800), (1150, 930), (1180, 1100), (1300, 1420)]),
            line(Kind::Track, "", 4, &[(1180, 1100), (1600, 1080), (2122, 1060)]),
            line(Kind::Bridge, "", 10, &[(205, 552), (272, 560)]),
            line(Kind::Ford, "gué", 8, &[(1146, 895), (1154, 945)]),
            area(Kind::MasonryBuilding, "San Pietro", &[(30, 300), (170, 330), (150, 470), (20, 450)]),
            area(Kind::WoodenBuilding, "Le Hameau", &[(2150, 500), (2290, 480), (2310, 590), (2170, 600)]),
            area(Kind::WoodenBuilding, "", &[(1240, 690), (1265, 694), (1262, 708), (1237, 704)]),
            strong,
            line(Kind::Wall, "", 0, &[(1840, 1150), (2000, 1180), (1980, 1300)]),
            line(Kind::Hedge, "", 0, &[(560, 960), (880, 985), (860, 1150)]),
            line(Kind::Barricade, "", 0, &[(180, 470), (160, 540)]),
            line(Kind::Fortification, "Redoute", 0, &[(2260, 700), (2220, 760), (2260, 820), (2330, 820)]),
        ],
    }
}

struct Corps {
    picture: Picture,
    next: u16,
}

/// The pieces of `count` elements in a formation, as a ruleset would lay them out.
fn pieces(formation: &str, count: i32, x: i32, y: i32, facing: i32) -> Vec<Piece> {
    let (front, depth) = (PAS, PAS / 2);
    let angle = f64::from(facing) / 100.0_f64;
    let (sin, cos) = (angle.to_radians().sin(), angle.to_radians().cos());
    let place = |right: i32, ahead: i32, turn: i32, lead: bool| {
        let (r, a) = (f64::from(right), f64::from(ahead));
        let (dx, dy) = (r * cos + a * sin, a * cos - r * sin);
        Piece { pose: Pose::new(x * M + dx as i32, y * M + dy as i32, facing + turn), front, depth, lead }
    };
    (0..count)
        .map(|i| {
            let lead = i == 0;
            let side = (i + 1) / 2 * if i % 2 == 0 { 1 } else { -1 };
            match formation {
                "attack_column" => place(0, -i * depth, 0, lead),
                "march_column" => place(0, -i * depth * 3 / 2, 0, lead),
                "square" => match i {
                    0 => place(0, 0, 0, lead),
                    1 => place(-depth * 3 / 2, -depth * 3 / 2, -9_000, lead),
                    2 => place(depth * 3 / 2, -depth * 3 / 2, 9_000, lead),
                    _ => place(0, -depth * 3, 18_000, lead),
                },
                "disorder" if !lead => {
                    place(side * front * 21 / 20, -side.abs() * depth / 2 - side * 400, side * 3_000, lead)
                }
                "skirmish" => place(side * front * 3 / 2, 0, 0, lead),
                _ => place(side * front, 0, 0, lead),
            }
        })
        .collect()
}

impl Corps {
    #[allow(clippy::too_many_arguments, reason = "a table of troops reads best in rows")]
    fn add(
        &mut self,
        side: Side,
        nation: &str,
        arm: &str,
        name: &str,
        formation: &str,
        count: i32,
        at: (i32, i32, i32),
        marks: &[(&str, &str)],
    ) -> UnitId {
        let mut card = Card {
            side,
            name: name.to_owned(),
            part: None,
            nation: nation.into(),
            arm: arm.into(),
            command: None,
            pieces: pieces(formation, count, at.0, at.1, at.2 * 100),
            marks: marks.iter().map(|(k, v)| (Term::from(*k), Term::from(*v))).collect(),
            counts: [
                (Term::of("elements"), i64::from(count)),
                (Term::of("elements_start"), i64::from(count + i32::from(self.next.is_multiple_of(3)))),
            ]
            .into(),
        };
        if arm == "general" {
            card.counts.clear();
        } else {
            card.marks.insert(Term::of("formation"), formation.into());
        }
        self.next += 1;
        self.picture.units.insert(UnitId(self.next), card);
        UnitId(self.next)
    }
}

fn corps() -> (Picture, UnitId) {
    let mut c = Corps { picture: Picture { turn: 4, phase: "actions".into(), ..Picture::default() }, next: 0 };
    let (blue, red) = (Side::Blue, Side::Red);
    let order = |o: &'static str| [("order", o)];
    c.add(blue, "france", "infantry", "I/1er léger", "line", 3, (460, 560, 0), &[("order", "M"), ("marker", "shaken")]);
    c.add(blue, "france", "infantry", "II/1er léger", "disorder", 3, (640, 400, 190), &[("marker", "routing")]);
    let chosen = c.add(blue, "france", "infantry", "I/42e", "line", 3, (860, 640, 18), &order("M"));
    c.add(blue, "france", "infantry", "II/42e", "attack_column", 3, (960, 440, 346), &order("M"));
    c.add(
        blue,
        "poland",
        "infantry",
        "I/1er polonais",
        "line",
        3,
        (1120, 660, 2),
        &[("order", "T"), ("marker", "hesitant")],
    );
    c.add(blue, "poland", "infantry", "II/1er polonais", "march_column", 4, (1210, 470, 0), &order("T"));
    c.add(blue, "switzerland", "infantry", "1er suisse", "disorder", 3, (1560, 690, 10), &order("M"));
    c.add(blue, "france", "infantry", "Voltigeurs", "skirmish", 3, (620, 760, 0), &order("T"));
    c.add(
        blue,
        "france",
        "cavalry",
        "9e chasseurs",
        "line",
        3,
        (1860, 620, 320),
        &[("order", "C"), ("order_kind", "specific")],
    );
    c.add(blue, "france", "cavalry", "4e hussards", "attack_column", 2, (2050, 560, 350), &order("M"));
    c.add(
        blue,
        "italy",
        "cavalry",
        "Éclaireurs",
        "skirmish",
        2,
        (2000, 700, 0),
        &[("order", "M"), ("order_kind", "to_give")],
    );
    c.add(blue, "france", "artillery", "Art. à cheval", "deployed", 1, (1720, 600, 4), &order("T"));
    c.add(blue, "france", "artillery", "Batterie de 8", "limbered", 2, (1640, 440, 60), &order("M"));
    c.add(blue, "france", "general", "Compère", "", 1, (740, 540, 0), &[("rank", "brigade"), ("order", "M")]);
    c.add(blue, "france", "general", "Reynier", "", 1, (1240, 340, 0), &[("rank", "division")]);
    c.add(blue, "france", "general", "Murat", "", 1, (1900, 440, 0), &[("rank", "corps")]);
    c.add(red, "great_britain", "infantry", "Light Bn", "line", 4, (520, 860, 180), &[("order", "hidden")]);
    c.add(red, "great_britain", "infantry", "78th Highlanders", "line", 4, (860, 820, 180), &[("order", "hidden")]);
    c.add(
        red,
        "great_britain",
        "infantry",
        "81st",
        "line",
        3,
        (1120, 830, 184),
        &[("order", "hidden"), ("marker", "hesitant")],
    );
    c.add(red, "great_britain", "infantry", "27th", "square", 4, (1420, 830, 180), &[("order", "hidden")]);
    c.add(red, "corsica", "infantry", "Corsican Rangers", "skirmish", 2, (440, 1080, 170), &[("order", "hidden")]);
    c.add(red, "great_britain", "artillery", "4-pdrs", "deployed", 1, (700, 890, 180), &[("order", "hidden")]);
    c.add(red, "great_britain", "artillery", "6-pdrs", "limbered", 1, (1640, 1000, 190), &[]);
    c.add(red, "great_britain", "general", "Stuart", "", 1, (1040, 1010, 180), &[("rank", "army")]);
    c.add(
        red,
        "great_britain",
        "general",
        "Kempt",
        "",
        1,
        (620, 960, 180),
        &[("rank", "brigade"), ("order", "hidden")],
    );
    for (i, nation) in [
        "austria",
        "prussia",
        "russia",
        "bavaria",
        "saxony",
        "portugal",
        "spain",
        "naples",
        "sicily",
        "wurttemberg",
        "brunswick",
        "atlantis",
    ]
    .into_iter()
    .enumerate()
    {
        let (col, row) = ((i % 4) as i32, (i / 4) as i32);
        let arm = ["infantry", "cavalry", "artillery"][i % 3];
        c.add(
            red,
            nation,
            arm,
            nation,
            if arm == "artillery" { "deployed" } else { "line" },
            2,
            (1360 + col * 200, 1340 - row * 75, 180),
            &[],
        );
    }
    c.picture.sites.insert(27, [(Term::of("burning"), Term::of("yes"))].into());
    (c.picture, chosen)
}

fn overlays() -> Vec<Overlay> {
    let shooter = Piece { pose: Pose::new(860 * M, 820 * M, 18_000), front: 4 * PAS, depth: PAS / 2, lead: true };
    let ghost = |x: i32, y: i32| pieces("line", 3, x, y, 35_400);
    vec![
        Overlay::Command { at: Point::new(740 * M, 540 * M), radius: 7 * PAS },
        Overlay::Reach(points(&[(860, 655), (780, 760), (850, 790), (930, 790), (990, 740)])),
        Overlay::Fire { from: shooter, bands: vec![2 * PAS, 4 * PAS], half_arc: 9_000, line: None },
        Overlay::Planned {
            ghost: ghost(850, 712),
            path: vec![Pose::new(860 * M, 650 * M, 0), Pose::new(851 * M, 700 * M, 0)],
            text: "¾ · reste 2 pas".to_owned(),
        },
        Overlay::Refused {
            ghost: ghost(845, 765),
            measure: Measure {
                from: Point::new(872 * M, 778 * M),
                to: Point::new(880 * M, 808 * M),
                cm: 3_100,
                limit: 2 * PAS,
            },
            at_most: false,
            rule: "ML-3.1j".to_owned(),
        },
        Overlay::Measured(Measure {
            from: Point::new(1720 * M, 620 * M),
            to: Point::new(1640 * M, 980 * M),
            cm: 36_900,
            limit: 0,
        }),
        Overlay::Sight { from: Point::new(1560 * M, 700 * M), to: Point::new(1420 * M, 800 * M), cut: None },
        Overlay::Sight {
            from: Point::new(1240 * M, 340 * M),
            to: Point::new(1560 * M, 660 * M),
            cut: Some(Point::new(1400 * M, 500 * M)),
        },
        Overlay::Support {
            from: Point::new(1120 * M, 650 * M),
            to: Point::new(960 * M, 440 * M),
            text: "+1".to_owned(),
        },
    ]
}

fn write(folder: &Path, name: &str, svg: &str) -> Result<(), Box<dyn Error>> {
    fs::write(folder.join(format!("{name}.svg")), svg)?;
    #[cfg(feature = "png")]
    fs::write(folder.join(format!("{name}.png")), grognard_draw::to_png(svg, 1.0)?)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let ground = ground();
    let (picture, chosen) = corps();
    let options = Options {
        title: "Échantillon".to_owned(),
        subtitle: "4 juillet 1806 · Marie-Louise".to_owned(),
        moment: "Tour 4".to_owned(),
        chosen: Some(chosen),
        viewer: Some(Side::Blue),
        ..Options::default()
    };
    write(folder, "battle", &battle_picture(&ground, &picture, &options))?;
    let with = Options { overlays: overlays(), ..options.clone() };
    write(folder, "overlays", &battle_picture(&ground, &picture, &with))?;
    let dark = Options { style: Style::dark(), ..with.clone() };
    write(folder, "dark", &battle_picture(&ground, &picture, &dark))?;
    write(
        folder,
        "tablet",
        &battle_picture(&ground, &picture, &Options { width_px: 1_024, names: Names::Always, ..options.clone() }),
    )?;
    write(folder, "small", &battle_picture(&ground, &picture, &Options { width_px: 560, ..options.clone() }))?;
    write(
        folder,
        "large",
        &battle_picture(&ground, &picture, &Options { width_px: 2_200, up: Up::South, ..options.clone() }),
    )?;
    write(folder, "ground", &ground_picture(&ground, &options))?;
    Ok(())
}
