//! The ground of a made battle. Every feature has a twin at the opposite place, so that neither side has an advantage.

use super::luck::Luck;
use super::order::Shape;
use super::said::{inline, said};
use game::Bilingual;

/// Metres between the places of two units side by side.
const PITCH: i32 = 270;

/// Cosines of twelve directions, in thousandths; the sines are those three further back.
const ROUND: [i32; 12] = [1_000, 866, 500, 0, -500, -866, -1_000, -866, -500, 0, 500, 866];

type Spot = (i32, i32);

/// The field: its size, its features, the places of the armies.
pub(super) struct Field {
    pub width: i32,
    pub height: i32,
    /// The depth of each side's zone.
    pub zone: i32,
    /// The name of the middle of the ground.
    pub prize: Bilingual,
    features: Vec<String>,
    /// The height in the west; the one in the east lies opposite.
    height_at: Spot,
}

impl Field {
    pub(super) fn of(shape: &Shape, luck: &mut Luck) -> Self {
        let units = i32::try_from(shape.slots.len()).unwrap_or(0);
        let width = tens((PITCH * i32::try_from(shape.files).unwrap_or(0) + 500).max(1_500));
        let height = tens(1_000 + 40 * units);
        let mut field = Self {
            width,
            height,
            zone: height * 3 / 100 * 10,
            prize: Bilingual::default(),
            features: Vec::new(),
            height_at: (0, 0),
        };
        field.middle(luck);
        field.wings(luck);
        field
    }

    /// The place of a unit, by file and rank, on the southern side.
    pub(super) fn place(&self, shape: &Shape, file: usize, rank: usize) -> Spot {
        let (file, files) = (i32::try_from(file).unwrap_or(0), i32::try_from(shape.files).unwrap_or(0));
        let left = (self.width - PITCH * (files - 1)) / 2;
        (left + PITCH * file, self.zone - 40 - 150 * i32::try_from(rank).unwrap_or(0))
    }

    /// The place after half a turn about the middle.
    pub(super) const fn opposite(&self, (x, y): Spot) -> Spot {
        (self.width - x, self.height - y)
    }

    const fn centre(&self) -> Spot {
        (self.width / 2, self.height / 2)
    }

    fn put(&mut self, kind: &str, more: &str, form: &str, corners: &[Spot]) {
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
        let more = if more.is_empty() { String::new() } else { format!("\n{more}") };
        self.features
            .push(format!("\n[[ground.features]]\nkind = \"{kind}\"\n{form} = [{}]{more}", corners.join(", ")));
    }

    /// Adds a feature and its twin.
    fn twins(&mut self, kind: &str, more: &str, form: &str, corners: &[Spot]) {
        self.put(kind, more, form, corners);
        let opposite: Vec<Spot> = corners.iter().map(|spot| self.opposite(*spot)).collect();
        self.put(kind, more, form, &opposite);
    }

    fn middle(&mut self, luck: &mut Luck) {
        let (x, y) = self.centre();
        let bend = luck.between(-12, 12) * 10;
        let south = [(x + bend, 0), (x + bend / 2, self.zone)];
        let prize = match luck.below(3) {
            0 => {
                self.twins("track", "width = 5", "line", &[south[0], south[1], (x, y - 30)]);
                let yard = [(x - 40, y - 30), (x + 40, y - 30), (x + 40, y + 30), (x - 40, y + 30)];
                self.put("masonry_building", "strongpoint = true", "area", &yard);
                self.twins("hedge", "width = 2", "line", &[(x - 200, y - 10), (x - 60, y)]);
                "farm"
            }
            1 => {
                let hill = self.blob((x, y), (170, 110), None);
                self.put("hill", "level = 1", "area", &hill);
                self.road(south);
                "knoll"
            }
            _ => {
                self.road(south);
                self.twins("hedge", "width = 2", "line", &[(x - 180, y - 15), (x - 40, y - 15)]);
                "crossroads"
            }
        };
        self.prize = said(prize, &[]);
    }

    fn road(&mut self, south: [Spot; 2]) {
        let north = [self.opposite(south[1]), self.opposite(south[0])];
        self.put("road", "width = 8", "line", &[south[0], south[1], self.centre(), north[0], north[1]]);
    }

    /// The western half between the zones, stretch by stretch; the east has the twins. The first stretch has a height.
    fn wings(&mut self, luck: &mut Luck) {
        let (middle, _) = self.centre();
        let (low, high) = (self.zone + 130, self.height - self.zone - 130);
        for (n, x) in (180..=middle - 320).step_by(320).enumerate() {
            let at = (x + luck.between(-3, 3) * 10, luck.between(low / 10, high.max(low) / 10) * 10);
            let size = (luck.between(9, 13) * 10, luck.between(7, 11) * 10);
            if n == 0 {
                self.height_at = at;
                let hill = self.blob(at, size, Some(luck));
                self.twins("hill", "level = 1", "area", &hill);
                continue;
            }
            let kind =
                ["hill", "open_wood", "forest", "scrub", "marsh", "plough", "tall_crops", "meadow", ""][luck.below(9)];
            if kind.is_empty() {
                continue;
            }
            let more = if kind == "hill" { "level = 1" } else { "" };
            let area = if matches!(kind, "plough" | "tall_crops" | "meadow") {
                let (w, h, lean) = (size.0, size.1, luck.between(-2, 2) * 10);
                vec![
                    (at.0 - w, at.1 - h + lean),
                    (at.0 + w, at.1 - h),
                    (at.0 + w, at.1 + h - lean),
                    (at.0 - w, at.1 + h),
                ]
            } else {
                self.blob(at, size, Some(luck))
            };
            self.twins(kind, more, "area", &area);
        }
    }

    /// A rounded shape of about this size: regular, or at random. Its corners go round the middle, so that it never
    /// crosses itself.
    fn blob(&self, (x, y): Spot, (wide, high): Spot, mut luck: Option<&mut Luck>) -> Vec<Spot> {
        let corner = |n: usize| {
            let part = luck.as_mut().map_or(100, |luck| luck.between(80, 110));
            let sine = ROUND[(n + 9) % 12];
            (x + ROUND[n] * wide / 1_000 * part / 100, y + sine * high / 1_000 * part / 100)
        };
        (0..12).map(corner).collect()
    }

    pub(super) fn write(&self, put: &mut impl FnMut(String)) {
        put(format!("\n[ground]\nwidth = {}\nheight = {}", self.width, self.height));
        for feature in &self.features {
            put(feature.clone());
        }
    }

    /// Writes the deployment zone of a side.
    pub(super) fn write_zone(&self, side: &str, place: usize, put: &mut impl FnMut(String)) {
        let (low, high) = if place == 0 { (0, self.zone) } else { (self.height - self.zone, self.height) };
        let w = self.width;
        put(format!("\n[[{side}.zones]]\narea = [[0, {low}], [{w}, {low}], [{w}, {high}], [0, {high}]]"));
    }

    pub(super) fn write_prizes(&self, units: u16, put: &mut impl FnMut(String)) {
        let east = self.opposite(self.height_at);
        let prizes = [
            ("centre", self.prize.clone(), self.centre(), 70, 20 + 2 * units),
            ("west", said("west", &[]), self.height_at, 90, 10 + units),
            ("east", said("east", &[]), east, 90, 10 + units),
        ];
        for (id, name, (x, y), radius, points) in prizes {
            let name = inline(&name);
            put(format!(
                "\n[[objectives]]\nid = \"{id}\"\nname = {name}\nat = [{x}, {y}]\nradius = {radius}\npoints = {points}"
            ));
        }
    }
}

/// Up to the next multiple of twenty metres, so that the middle is a whole ten.
const fn tens(metres: i32) -> i32 {
    (metres + 19) / 20 * 20
}
