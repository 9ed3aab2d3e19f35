//! The ground: everything on the table, simple areas, lines with at least two corners.

use super::faults::Faults;
use super::place::Place;
use super::{MAX_CORNERS, MAX_FEATURES};
use crate::force::cm;
use crate::geometry::{crossing, flat};
use crate::setup::{FeatureSetup, GroundSetup, Spot, Words};
use crate::{Need, Reason};
use game::Bilingual;
use table::{Cm, Feature, Ground, Kind, Point, Shape};

/// The table's extent, for checking places.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    width: Cm,
    height: Cm,
    /// Whether the extent itself was filled in: places cannot be checked.
    unknown: bool,
}

impl Extent {
    pub(super) fn new(ground: &GroundSetup, faults: &Faults) -> Self {
        let place = Place::Root.key("ground");
        let unknown = faults.is_mended(&place.key("width")) || faults.is_mended(&place.key("height"));
        Self { width: cm(ground.width), height: cm(ground.height), unknown }
    }

    /// A place of the file, which must lie on the table (its edge included).
    pub(super) fn point(&self, place: &Place, spot: &Spot, faults: &mut Faults) -> Point {
        let [x, y] = *spot;
        let point = Point::new(cm(x), cm(y));
        let on_table = (0..=self.width).contains(&point.x) && (0..=self.height).contains(&point.y);
        if !on_table && !self.unknown {
            let metres = |cm: Cm| i64::from(cm) / 100;
            let reason =
                Reason::OffTable { x: x as i64, y: y as i64, width: metres(self.width), height: metres(self.height) };
            faults.add(place, reason);
        }
        point
    }

    /// The corners of a simple polygon.
    pub(super) fn polygon(&self, place: &Place, spots: &[Spot], faults: &mut Faults) -> Vec<Point> {
        let corners = self.corners(place, spots, 3, faults);
        if corners.len() >= 3 && !faults.is_mended(place) {
            if flat(&corners) {
                faults.add(place, Reason::Flat);
            } else if let Some((first, second)) = crossing(&corners) {
                faults.add(place, Reason::Crosses { first, second });
            }
        }
        corners
    }

    fn corners(&self, place: &Place, spots: &[Spot], least: usize, faults: &mut Faults) -> Vec<Point> {
        if spots.len() < least {
            faults.add(place, Reason::TooFewCorners { corners: spots.len(), least });
        }
        if !faults.short(place, spots.len(), MAX_CORNERS) {
            return Vec::new();
        }
        spots.iter().enumerate().map(|(n, spot)| self.point(&place.index(n), spot, faults)).collect()
    }
}

pub(super) fn check(setup: &GroundSetup, extent: Extent, faults: &mut Faults) -> Ground {
    let place = Place::Root.key("ground");
    let list = place.key("features");
    if !faults.short(&list, setup.features.len(), MAX_FEATURES) {
        return Ground { width: extent.width, height: extent.height, features: Vec::new() };
    }
    let features =
        setup.features.iter().enumerate().map(|(n, one)| feature(one, &list.index(n), extent, faults)).collect();
    Ground { width: extent.width, height: extent.height, features }
}

/// The names of the features, in order.
pub(super) fn names(setup: &GroundSetup) -> Vec<Bilingual> {
    setup.features.iter().map(|one| one.name.as_ref().map(Words::text).unwrap_or_default()).collect()
}

fn feature(setup: &FeatureSetup, place: &Place, extent: Extent, faults: &mut Faults) -> Feature {
    let shape = match (&setup.area, &setup.line) {
        (Some(area), None) => {
            if setup.width.is_some() {
                keys(place, Need::ExactlyOne, &["area", "width"], &["area", "width"], faults);
            }
            Shape::Area(extent.polygon(&place.key("area"), area, faults))
        }
        (None, Some(line)) => {
            let points = extent.corners(&place.key("line"), line, 2, faults);
            Shape::Line { points, width: cm(setup.width.unwrap_or(0.0)) }
        }
        (None, None) => {
            keys(place, Need::ExactlyOne, &["area", "line"], &[], faults);
            Shape::Area(Vec::new())
        }
        (Some(_), Some(_)) => {
            keys(place, Need::ExactlyOne, &["area", "line"], &["area", "line"], faults);
            Shape::Area(Vec::new())
        }
    };
    if let Some(Words::Both(name)) = &setup.name {
        faults.both(&place.key("name"), name);
    }
    // A hill is an area with a height: a level alone would raise a wood, a hill without one would raise nothing.
    if setup.kind == Kind::Hill && setup.level == 0 {
        faults.add(&place.key("level"), Reason::MissingKey { key: "level".to_owned() });
    }
    Feature {
        kind: setup.kind,
        shape,
        name: setup.name.as_ref().map(|name| name.text().fr).unwrap_or_default(),
        level: setup.level,
        strongpoint: setup.strongpoint,
        reconstructed: setup.reconstructed,
    }
}

/// A fault of keys that require or exclude each other.
pub(super) fn keys(place: &Place, need: Need, keys: &[&str], found: &[&str], faults: &mut Faults) {
    let owned = |list: &[&str]| list.iter().map(|key| (*key).to_owned()).collect();
    faults.add(place, Reason::Keys { need, keys: owned(keys), found: owned(found) });
}
