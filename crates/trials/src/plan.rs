//! The plan of a run.

use game::seal::hash;
use game::{Ruleset, Setup, Term};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// A run: a number of battles of one scenario under one ruleset.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The text of the scenario file.
    pub scenario: String,
    /// The club's own tables.
    pub tables: Option<String>,
    /// Values of options and rulings that differ from the defaults.
    pub options: BTreeMap<Term, i64>,
    /// The generals named for blue and for red.
    pub generals: [String; 2],
    /// Whether each seed is fought twice, the second time with the generals exchanged.
    pub mirror: bool,
    /// The number of seeds.
    pub battles: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The most answers of a battle before it counts as failed; `None`: many more than a battle of its size needs.
    pub most_answers: Option<u64>,
    /// The part of the run to fight here; `None`: all of it.
    pub shard: Option<Shard>,
}

/// One of several parts of a run, for several machines. Each is a stretch of the run's seeds; its rows have the numbers
/// and seeds that they have in the whole run, so that the parts in order are the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The number, from 1.
    pub number: u64,
    pub of: u64,
}

impl Shard {
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        let shard = Self { number: number.trim().parse().ok()?, of: of.trim().parse().ok()? };
        (1..=shard.of).contains(&shard.number).then_some(shard)
    }

    /// Its range of the seeds: all shards together cover all seeds, and none is more than one seed longer than another.
    #[must_use]
    pub fn stretch(self, seeds: u64) -> Range<u64> {
        let until = |number: u64| (u128::from(seeds) * u128::from(number) / u128::from(self.of.max(1))) as u64;
        until(self.number.saturating_sub(1))..until(self.number)
    }
}

/// Many more answers than a battle of this size and length needs: a battle that reaches the limit is in an endless
/// loop.
#[must_use]
pub fn most_answers(units: usize, turns: u16) -> u64 {
    20_000 + 500 * units as u64 * u64::from(turns)
}

/// One fight of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fight {
    /// The number, from 0.
    pub n: u64,
    /// The seed of dice and luck.
    pub seed: u64,
    /// Whether the generals have changed sides.
    pub mirrored: bool,
}

impl Plan {
    /// The number of fights, of this shard if it is one.
    #[must_use]
    pub fn fights(&self) -> u64 {
        let range = self.range();
        range.end - range.start
    }

    /// The numbers of the fights.
    #[must_use]
    pub fn range(&self) -> Range<u64> {
        let seeds = self.shard.map_or(0..self.battles, |shard| shard.stretch(self.battles));
        let each = if self.mirror { 2 } else { 1 };
        seeds.start * each..seeds.end * each
    }

    /// A fight by its number. The two fights of a mirrored pair follow each other and have one seed.
    #[must_use]
    pub fn fight(&self, n: u64) -> Fight {
        let (pair, mirrored) = if self.mirror { (n / 2, !n.is_multiple_of(2)) } else { (n, false) };
        Fight { n, seed: crate::seed::nth(self.seed, pair), mirrored }
    }

    /// The generals of blue and red in a fight.
    #[must_use]
    pub fn leaders(&self, fight: Fight) -> [&str; 2] {
        let [first, second] = [self.generals[0].as_str(), self.generals[1].as_str()];
        if fight.mirrored { [second, first] } else { [first, second] }
    }

    /// The settings of its battles for a ruleset.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            scenario: self.scenario.clone(),
            tables: self.tables.clone(),
            options: self.options.clone(),
            generals: self.generals.clone(),
            seed: Some(crate::seed::expand(0)),
            salt: crate::seed::salt(0),
        }
    }

    /// The identity of the run. Without the number of battles: a run may be made longer.
    #[must_use]
    pub fn identity(&self, ruleset: &dyn Ruleset) -> Identity {
        let digest = |text: &str| String::from(hash(&[b"grognard file", text.as_bytes()]));
        Identity {
            format: FORMAT,
            ruleset: ruleset.id().to_owned(),
            version: ruleset.version(),
            scenario: digest(&self.scenario),
            tables: self.tables.as_deref().map(digest),
            options: self.options.clone(),
            generals: self.generals.clone(),
            mirror: self.mirror,
            seed: self.seed,
            shard: self.shard.map(|shard| Stretch { shard, battles: self.battles }),
        }
    }
}

/// Version of the files of a run.
const FORMAT: u32 = 2;

/// The identity of a run, stored in its folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    pub format: u32,
    pub ruleset: String,
    /// Version of the ruleset's code.
    pub version: u32,
    /// Hash of the scenario file.
    pub scenario: String,
    /// Hash of the club's tables.
    pub tables: Option<String>,
    /// Values of options and rulings that differ from the defaults.
    pub options: BTreeMap<Term, i64>,
    /// The generals named for blue and for red.
    pub generals: [String; 2],
    /// Whether the generals change sides.
    pub mirror: bool,
    /// The seed of the run.
    pub seed: u64,
    /// The shard, and the number of battles of the whole run, where it is not all of it: such a part cannot be made
    /// longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Stretch>,
}

/// A part of a run of a certain length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    pub shard: Shard,
    /// The seeds of the whole run.
    pub battles: u64,
}

impl Identity {
    /// The names of the fields in which two runs differ.
    #[must_use]
    pub fn differences(&self, other: &Self) -> Vec<&'static str> {
        let fields = [
            ("format", self.format == other.format),
            ("ruleset", self.ruleset == other.ruleset),
            ("version", self.version == other.version),
            ("scenario", self.scenario == other.scenario),
            ("tables", self.tables == other.tables),
            ("options", self.options == other.options),
            ("generals", self.generals == other.generals),
            ("mirror", self.mirror == other.mirror),
            ("seed", self.seed == other.seed),
            ("shard", self.shard == other.shard),
        ];
        fields.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect()
    }
}
