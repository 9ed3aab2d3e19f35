//! Coats, hatchings and cockades. The coat shows the nation, the hatching shows it again in the engraver's code of
//! heraldic lines, the cockade shows the side, by its leading nation.

use crate::svg::put;

/// The lines over a coat, in the frame of the block: the front is at the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Hatch {
    None,
    Along,
    Across,
    SlantRight,
    SlantLeft,
    Crossed,
    Lozenges,
    Dots,
    Saltires,
    Chevrons,
    PairsAlong,
    PairsAcross,
    Dashes,
}

/// The appearance of a nation's troops.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Look {
    /// The colour of the block.
    pub coat: &'static str,
    /// The colour of the figures on it.
    pub figures: &'static str,
    /// The second half of a horseman's block.
    pub half: &'static str,
    /// The lines over it.
    pub hatch: Hatch,
    /// The rings of the cockade, from outside.
    pub cockade: &'static [&'static str],
}

const WHITE: &str = "#FFFFFF";
const INK: &str = "#1B2730";

const fn dark(coat: &'static str, hatch: Hatch, cockade: &'static [&'static str]) -> Look {
    Look { coat, figures: WHITE, half: WHITE, hatch, cockade }
}

const fn pale(coat: &'static str, hatch: Hatch, cockade: &'static [&'static str]) -> Look {
    Look { coat, figures: INK, half: WHITE, hatch, cockade }
}

const FRANCE: Look = dark("#2A4A8C", Hatch::Along, &["#B3262E", WHITE, "#2A4A8C"]);
const BRITAIN: Look = dark("#C0323A", Hatch::Across, &[INK]);
const AUSTRIA: Look =
    Look { coat: "#FBFAF6", figures: INK, half: "#98A1A6", hatch: Hatch::None, cockade: &[INK, "#F2C02E"] };
const PRUSSIA: Look = dark("#1F2933", Hatch::Crossed, &[INK, WHITE, INK]);
const RUSSIA: Look = dark("#3A7B54", Hatch::SlantRight, &[INK, "#E08A2C", WHITE]);
const POLAND: Look = dark("#74325F", Hatch::SlantLeft, &[WHITE, "#B0224A"]);
const BAVARIA: Look = pale("#86B7E0", Hatch::Lozenges, &[WHITE, "#6FA8DC"]);

/// Every known nation, by its key without punctuation and spaces.
const KNOWN: &[(&[&str], Look)] = &[
    (&["france", "french", "fr"], FRANCE),
    (&["greatbritain", "britain", "british", "england", "uk", "gb"], BRITAIN),
    (&["austria", "austrian", "at"], AUSTRIA),
    (&["prussia", "prussian", "pr"], PRUSSIA),
    (&["russia", "russian", "ru"], RUSSIA),
    (&["poland", "polish", "warsaw", "duchyofwarsaw", "pl"], POLAND),
    (&["bavaria", "bavarian", "ba"], BAVARIA),
    (&["switzerland", "swiss"], dark("#6E1A22", Hatch::PairsAcross, &["#B3262E", WHITE])),
    (&["saxony", "saxon"], pale("#E6DFC8", Hatch::Dots, &[WHITE])),
    (&["portugal", "portuguese"], dark("#8A6038", Hatch::Saltires, &["#2A4A8C", "#B3262E"])),
    (&["spain", "spanish"], pale("#D3BC82", Hatch::Chevrons, &["#B3262E"])),
    (&["italy", "italian", "kingdomofitaly"], pale("#A3C492", Hatch::PairsAlong, &["#B3262E", WHITE, "#3A7B54"])),
    (&["naples", "neapolitan"], pale("#E4C78A", Hatch::Dashes, &[WHITE, "#8E2346"])),
    (&["sicily", "sicilian", "twosicilies"], pale("#C9A24B", Hatch::Dots, &["#B3262E"])),
    (&["corsica", "corsican"], dark("#55763F", Hatch::Chevrons, &[INK])),
    (&["wurttemberg", "wuerttemberg"], pale("#7F9DCB", Hatch::Saltires, &[INK, "#B3262E", "#F2C02E"])),
    (&["baden"], pale("#A9B8D9", Hatch::PairsAcross, &["#B3262E", "#F2C02E", "#B3262E"])),
    (&["hesse", "hessedarmstadt", "hessekassel"], pale("#9FB4C4", Hatch::Dashes, &[INK, WHITE])),
    (&["westphalia"], pale("#D8DCE6", Hatch::PairsAlong, &[WHITE, "#2A4A8C"])),
    (&["berg", "grandduchyofberg"], pale("#E2E4D8", Hatch::SlantLeft, &[WHITE])),
    (&["nassau"], dark("#4C6B3A", Hatch::PairsAlong, &[INK, "#E08A2C"])),
    (&["brunswick"], dark("#2B3035", Hatch::Saltires, &[INK])),
    (&["hanover", "hannover", "kgl"], dark("#9E4A3C", Hatch::PairsAcross, &[INK])),
    (&["netherlands", "holland", "dutch", "belgium"], pale("#E0A060", Hatch::Across, &["#E08A2C"])),
    (&["sweden", "swedish"], pale("#B9C6DC", Hatch::Crossed, &["#F2C02E"])),
    (&["denmark", "danish"], dark("#A33A48", Hatch::Dashes, &[INK, "#B3262E"])),
    (&["ottoman", "ottomanempire", "turkey"], dark("#8C4A2F", Hatch::Chevrons, &["#3A7B54", "#B3262E"])),
];

/// The appearance of an unknown nation: it depends on its key alone.
const FURTHER: &[Look] = &[
    dark("#5D5A7A", Hatch::Chevrons, &[INK, WHITE]),
    pale("#C9BFD9", Hatch::Saltires, &[WHITE, INK]),
    dark("#3F6E78", Hatch::PairsAlong, &[INK, "#6FA8DC"]),
    pale("#D9C0B0", Hatch::PairsAcross, &[WHITE, "#E08A2C"]),
    dark("#6B6A45", Hatch::Dashes, &[INK, "#F2C02E"]),
];

pub(crate) fn look(nation: &str) -> Look {
    let key: String = nation
        .chars()
        .flat_map(char::to_lowercase)
        .map(|c| if c == 'ü' { 'u' } else { c })
        .filter(|c| c.is_alphanumeric())
        .collect();
    if let Some((_, look)) = KNOWN.iter().find(|(names, _)| names.contains(&key.as_str())) {
        return *look;
    }
    let sum = key.bytes().fold(7_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(u32::from(b)));
    FURTHER.get(sum as usize % FURTHER.len()).copied().unwrap_or(FRANCE)
}

/// The appearance of a nation, for code that draws troops elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NationLook {
    /// The colour of the block.
    pub coat: &'static str,
    /// The colour of the figures on it.
    pub figures: &'static str,
    /// The second half of a horseman's block.
    pub half: &'static str,
    /// The lines over the coat: none, along, across, slant_right, slant_left, crossed, lozenges, dots, saltires,
    /// chevrons, pairs_along, pairs_across, dashes.
    pub hatching: &'static str,
    /// The rings of the cockade, from outside.
    pub cockade: &'static [&'static str],
}

/// The appearance of a nation by its key; every key has one.
#[must_use]
pub fn look_of(nation: &str) -> NationLook {
    let look = look(nation);
    let hatching = match look.hatch {
        Hatch::None => "none",
        Hatch::Along => "along",
        Hatch::Across => "across",
        Hatch::SlantRight => "slant_right",
        Hatch::SlantLeft => "slant_left",
        Hatch::Crossed => "crossed",
        Hatch::Lozenges => "lozenges",
        Hatch::Dots => "dots",
        Hatch::Saltires => "saltires",
        Hatch::Chevrons => "chevrons",
        Hatch::PairsAlong => "pairs_along",
        Hatch::PairsAcross => "pairs_across",
        Hatch::Dashes => "dashes",
    };
    NationLook { coat: look.coat, figures: look.figures, half: look.half, hatching, cockade: look.cockade }
}

impl Look {
    /// Whether the lines over the coat are light.
    fn light_lines(&self) -> bool {
        self.figures == WHITE || self.hatch == Hatch::Lozenges
    }

    /// The name of its pattern; `None` for a plain coat.
    pub(crate) fn pattern(&self) -> Option<&'static str> {
        let light = self.light_lines();
        Some(match self.hatch {
            Hatch::None => return None,
            Hatch::Along => {
                if light {
                    "hz"
                } else {
                    "hz2"
                }
            }
            Hatch::Across => {
                if light {
                    "vt"
                } else {
                    "vt2"
                }
            }
            Hatch::SlantRight => {
                if light {
                    "dg"
                } else {
                    "dg2"
                }
            }
            Hatch::SlantLeft => {
                if light {
                    "dk"
                } else {
                    "dk2"
                }
            }
            Hatch::Crossed => {
                if light {
                    "xx"
                } else {
                    "xx2"
                }
            }
            Hatch::Lozenges => {
                if light {
                    "lz"
                } else {
                    "lz2"
                }
            }
            Hatch::Dots => {
                if light {
                    "dt"
                } else {
                    "dt2"
                }
            }
            Hatch::Saltires => {
                if light {
                    "sa"
                } else {
                    "sa2"
                }
            }
            Hatch::Chevrons => {
                if light {
                    "ch"
                } else {
                    "ch2"
                }
            }
            Hatch::PairsAlong => {
                if light {
                    "pa"
                } else {
                    "pa2"
                }
            }
            Hatch::PairsAcross => {
                if light {
                    "pc"
                } else {
                    "pc2"
                }
            }
            Hatch::Dashes => {
                if light {
                    "da"
                } else {
                    "da2"
                }
            }
        })
    }

    /// The pattern itself, with this id.
    pub(crate) fn define(&self, out: &mut String, id: &str) {
        let (width, height, turn, lines) = match self.hatch {
            Hatch::None => return,
            Hatch::Along => ("4", "4", "", "M0 2H4"),
            Hatch::Across => ("4", "4", "", "M2 0V4"),
            Hatch::SlantRight => ("4.2", "4.2", " patternTransform=\"rotate(45)\"", "M0 2.1H5"),
            Hatch::SlantLeft => ("4.2", "4.2", " patternTransform=\"rotate(-45)\"", "M0 2.1H5"),
            Hatch::Crossed => ("4", "4", "", "M0 2H4M2 0V4"),
            Hatch::Lozenges => ("7", "7", "", "M3.5 0L7 3.5L3.5 7L0 3.5Z"),
            Hatch::Dots => ("5", "5", "", "M0.7 1.2H2M3.2 3.7H4.5"),
            Hatch::Saltires => ("5", "5", "", "M0 0L5 5M5 0L0 5"),
            Hatch::Chevrons => ("6", "4", "", "M0 3.4L3 0.6L6 3.4"),
            Hatch::PairsAlong => ("6", "6", "", "M0 1.2H6M0 3H6"),
            Hatch::PairsAcross => ("6", "6", "", "M1.2 0V6M3 0V6"),
            Hatch::Dashes => ("8", "5", "", "M0 1.2H4.4M4 3.7H8.4"),
        };
        let ink = if self.light_lines() { WHITE } else { INK };
        put!(*out, "<pattern id=\"{id}\" width=\"{width}\" height=\"{height}\" patternUnits=\"userSpaceOnUse\"{turn}>");
        if self.hatch == Hatch::Lozenges {
            put!(*out, "<path d=\"{lines}\" fill=\"{ink}\" fill-opacity=\".62\"/></pattern>");
        } else {
            let strength = match (self.light_lines(), self.hatch) {
                (true, Hatch::Crossed) => ".43",
                (true, _) => ".55",
                (false, _) => ".4",
            };
            put!(*out, "<path d=\"{lines}\" fill=\"none\" stroke=\"{ink}\" stroke-opacity=\"{strength}\"/></pattern>");
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn light(colour: &str) -> f64 {
        let part = |i: usize| {
            let c = f64::from(u8::from_str_radix(&colour[i..i + 2], 16).unwrap()) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (light(a) + 0.05, light(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    #[test]
    fn figures_can_be_seen_on_every_coat() {
        for look in KNOWN.iter().map(|(_, look)| look).chain(FURTHER) {
            assert!(contrast(look.coat, look.figures) >= 4.5, "{look:?}");
        }
    }

    #[test]
    fn nations_that_fought_each_other_differ_in_grey() {
        let fights = [
            ("france", "great_britain"),
            ("france", "austria"),
            ("france", "prussia"),
            ("france", "russia"),
            ("france", "spain"),
            ("france", "portugal"),
            ("france", "saxony"),
            ("france", "sicily"),
            ("france", "corsica"),
            ("france", "brunswick"),
            ("switzerland", "great_britain"),
            ("poland", "great_britain"),
            ("italy", "austria"),
            ("italy", "russia"),
            ("bavaria", "austria"),
            ("bavaria", "russia"),
            ("wurttemberg", "russia"),
            ("naples", "austria"),
        ];
        for (a, b) in fights {
            let ratio = contrast(look(a).coat, look(b).coat);
            assert!(ratio >= 1.4, "{a} {b}: {ratio}");
            assert_ne!(look(a).hatch, look(b).hatch, "{a} {b}");
        }
    }

    #[test]
    fn a_nation_is_found_however_its_key_is_written() {
        assert_eq!(look("Great-Britain"), look("great_britain"));
        assert_eq!(look("Württemberg"), look("wurttemberg"));
        assert_eq!(look("duchy_of_warsaw"), look("poland"));
    }
}
