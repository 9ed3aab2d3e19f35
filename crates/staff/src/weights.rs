//! The generals' weights, in hundredths unless stated otherwise. The numbers stand in `data/generals/weights.toml`,
//! with how they were found; they name no ruleset.

use crate::Luck;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    /// Weight of a loss for a balanced general beside an equal gain.
    pub caution: i64,
    /// Advantage of an attack, in points of shock.
    pub edge: i64,
    /// Its gain from the flank.
    pub flank: i64,
    /// Its gain from behind.
    pub rear: i64,
    /// Its gain against a hesitant enemy.
    pub halted: i64,
    /// Its gain against a shaken enemy.
    pub shaken: i64,
    /// Its gain against a routing enemy.
    pub running: i64,
    /// Thousandths of chance for a point of shock.
    pub slope: i64,
    /// The fire of a target met in front, in points of shock for a share of its worth.
    pub fire_met: i64,
    /// Share of a steady enemy's worth that a good attack takes.
    pub prize_steady: i64,
    /// Share of a shaken enemy's worth.
    pub prize_shaken: i64,
    /// Share of a routing enemy's worth.
    pub prize_running: i64,
    /// Share of its worth that a failed attack costs.
    pub loss: i64,
    /// Cost of the target's fire.
    pub fire_cost: i64,
    /// Weight of the worst attack to be feared.
    pub worst: i64,
    /// Weight of the next worst.
    pub second: i64,
    /// Weight of all fires to be feared.
    pub fires: i64,
    /// Share left of an attack with a friend in its way.
    pub screen: i64,
    /// Weight of the best fire from a place.
    pub chance_fire: i64,
    /// Weight of the best attack from a place.
    pub chance_attack: i64,
    /// Value of a fire that needs a turn.
    pub fire_aside: i64,
    /// Value of an attack that needs a turn.
    pub attack_aside: i64,
    /// Value of a friend near enough to support, in hundredths of a point.
    pub friend: i64,
    /// The most that friends together are worth.
    pub friends: i64,
    /// Cost of being out of every friend's sight.
    pub alone: i64,
    /// Cost of being out of the leader's reach.
    pub unled: i64,
    /// Weight of a loss if the army breaks by it.
    pub last_straw: i64,
    /// The least chance, in thousandths, for an attack by horse that the army depends on.
    pub sure: i64,
    /// The same where it is attacked and must react.
    pub surely: i64,
    /// Share that units on foot expect of an attack.
    pub foot_keen: i64,
    /// Share left of an enemy's attack if the enemy does not face this way.
    pub harm_aside: i64,
    /// Share left of it if the enemy has its back turned.
    pub harm_behind: i64,
    /// Value of an attack on an enemy behind.
    pub attack_behind: i64,
    /// How far the attacks to be feared where a unit stands are counted by the rules; the rest by ratings.
    pub exact: i64,
    /// Cost of avoiding an attack, beside its immediate cost.
    pub flee: i64,
    /// Weight of an attack beside standing.
    pub attack_part: i64,
    /// Value of an attack if a friend attacks the same enemy.
    pub again: i64,
    /// Weight of a place that an attack clears of the enemy.
    pub goal_part: i64,
    /// Share of a threat that an attack removes.
    pub attack_threat: i64,
    /// Additional cost of a threat on the move.
    pub advance_threat: i64,
    /// Weight of the fire of a unit that stands.
    pub hold_fire: i64,
    /// Cost of going back, in hundredths of a point.
    pub withdraw_base: i64,
    /// Its cost for each point of the unit.
    pub withdraw_worth: i64,
    /// Share of a threat that it avoids.
    pub withdraw_threat: i64,
    /// Cost to a unit of losing its orders, in hundredths of a point.
    pub idle: i64,
    /// Share left of its fire then.
    pub idle_fire: i64,
    /// Least advantage of an order of its own, in hundredths of a point.
    pub own_order: i64,
    /// Penalty for an attack order without a target.
    pub no_prey: i64,
    /// Least value of a place that can decide the winner, of a usual unit of the side.
    pub tips: i64,
    /// Value of places in the first turn.
    pub early: i64,
    /// Share of a mission's worth for being there.
    pub there: i64,
    /// Cost of each turn's march from it, of its worth.
    pub approach: i64,
    /// Friends at this share of the threat are enough for a place.
    pub pressed: i64,
    /// How fit horse is to take a place.
    pub horse_fit: i64,
    /// Value of a place to the second unit sent there.
    pub shared: i64,
    /// Value of a friend near the target, in hundredths of a point.
    pub hunt_friends: i64,
    /// The least worth of a hunt, in hundredths of a point.
    pub hunt_least: i64,
    /// Value of supporting a friend, in hundredths of a point.
    pub support_worth: i64,
    /// Distance of a reserve behind its friends, in hundredths of the distance of supports.
    pub reserve: i64,
    /// Cost of facing away from the enemy.
    pub facing: i64,
    /// Value of a place to units beside the one that takes it.
    pub beside: i64,
    /// Cost of a change of formation, in hundredths of a point.
    pub reform: i64,
    /// Value of forming up, in hundredths of a point.
    pub unformed: i64,
    /// Value of entering a building, in hundredths of a point.
    pub enter: i64,
    /// Share of a fire that is lost by moving.
    pub stir: i64,
    /// Cost of marching through a friend, in hundredths of a point.
    pub crowd: i64,
    /// The least chance, in thousandths, for an attack by a balanced captain.
    pub least: u16,
    /// Weight of fire in the formation before the battle.
    pub draw_fire: i64,
    /// Weight of speed there, in thousandths.
    pub draw_reach: i64,
    /// The threat at which a shaken unit goes back, in hundredths of a point.
    pub retreat: i64,
    /// Value of a point of command, in hundredths of a point.
    pub pains: i64,
    /// Least advantage of a march over staying, in hundredths of a point.
    pub stay: i64,
}

/// How a captain leads an army: times, forces and odds. In hundredths unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conduct {
    /// Number of own units from which a captain leads an army.
    pub line_from: i64,
    /// Turns left at which an attack that must be made begins whatever the odds.
    pub due: i64,
    /// Turns left at which every command that is to attack goes in, with or without support.
    pub last: i64,
    /// Share of all turns after which an army that need not attack but is the stronger does.
    pub keen: i64,
    /// Share of all turns in which an army that need not attack lets the enemy come.
    pub patient: i64,
    /// The same while a place belongs to neither side.
    pub patient_bare: i64,
    /// Share of all turns in which an army acts as if neither side would win by waiting when the enemy would: a few
    /// points are soon regained.
    pub hurry: i64,
    /// Share of the enemy's strength that an attacking army needs.
    pub enough: i64,
    /// Additional share that it needs to storm before the attack is due.
    pub sooner: i64,
    /// A unit that has closed goes through with it at this share of what it needed to go in.
    pub through: i64,
    /// Enemies this near to a place count as its defence, in hundredths of the range of a musket.
    pub about: i64,
    /// Strength of the main effort, in hundredths of the defence.
    pub superior: i64,
    /// Strength with which a command goes in, in hundredths of the enemy in front of it.
    pub local: i64,
    /// The same with which the main effort goes in by itself.
    pub alone: i64,
    /// How near a line comes before the assault, in hundredths of the range of a musket.
    pub halt: i64,
    /// The same in hundredths of its attack distance in a turn: the greater of the two.
    pub hover: i64,
    /// How near it comes for the assault, in hundredths of the range of a musket.
    pub near: i64,
    /// The least chance, in thousandths, of an attack that the plan wants.
    pub storm: i64,
    /// Of an unplanned one: by horse, on foot.
    pub chance: i64,
    pub chance_foot: i64,
    /// Of one on shaken or disordered enemies or from the flank.
    pub chance_weak: i64,
    /// In defence: by horse, on foot, out of walls.
    pub chance_held: i64,
    pub chance_held_foot: i64,
    pub chance_walls: i64,
    /// Share of its cost that an attack must gain: planned, unplanned, in defence.
    pub price_storm: i64,
    pub price: i64,
    pub price_held: i64,
    /// Bonus of an attack that the plan wants beside its odds, in hundredths of a point for each point of the unit.
    pub wanted: i64,
    /// Weight of the fire that a closed formation suffers beside its gain hand to hand, in tenths of a point of shock.
    pub exposed: i64,
    /// Weight of a wish for another formation among the reasons to march; 0 where no unit changes it on a march.
    pub reform_part: i64,
    /// Share of its range at which a battery goes into action.
    pub action: i64,
    /// Least advantage of another place for a regiment of horse, in hundredths of a point for each of its points.
    pub horse_stir: i64,
    /// Weight of the enemy's fire where horse waits.
    pub horse_fire: i64,
    /// Value to a unit of a turn's march nearer to its place, in hundredths of a point.
    pub nearer: i64,
    /// Value of the right formation there, in hundredths of a point.
    pub order: i64,
    /// Where places count before points: share of the enemy's strength that an army needs to attack although it wins by
    /// waiting, and not to let the enemy come if neither side does.
    pub sally: i64,
    pub meet: i64,
    /// Turns left at which a side that wins by waiting waits, however strong it is.
    pub late: i64,
    /// Turns left below which units go for every place in reach, where places count before points.
    pub dash: i64,
    /// The same where points count.
    pub dash_points: i64,
    /// At most one unit in this number is sent to take a place by itself.
    pub part: i64,
}

/// The size of a captain's force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Six units and more.
    Army,
    /// Fewer than six.
    Handful,
}

/// Where the weights of a handful of units stand among the three tables of a captain.
const HANDFUL: usize = 1;

/// The weights in force, as their file gives them.
const TEXT: &str = include_str!("../../../data/generals/weights.toml");

/// The weights of a captain and of a recruit: small whole numbers, which can be bred.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Genes {
    made: Made,
    /// Weights of a captain with six units or more.
    pub(crate) line: Weights,
    /// Weights of a captain with fewer.
    pub(crate) handful: Weights,
    /// How a captain leads an army.
    pub(crate) army: Conduct,
    /// Weights of a recruit, which is not bred.
    pub(crate) recruit: Weights,
    /// A captain's different weights under a ruleset, by its id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    under: BTreeMap<String, Changes>,
}

/// Weights that differ under a ruleset.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Changes {
    made: Made,
    #[serde(default)]
    line: BTreeMap<String, i64>,
    #[serde(default)]
    handful: BTreeMap<String, i64>,
    #[serde(default)]
    army: BTreeMap<String, i64>,
}

impl Changes {
    /// In the order of the tables of a captain.
    const fn tables(&self) -> [&BTreeMap<String, i64>; 3] {
        [&self.line, &self.handful, &self.army]
    }
}

/// How a file of weights came about.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Made {
    how: String,
}

impl Genes {
    /// The weights in force. A test reads the embedded file; it cannot be faulty.
    #[must_use]
    pub fn in_force() -> &'static Self {
        static GENES: LazyLock<Genes> = LazyLock::new(|| Genes::read(TEXT).unwrap_or_default());
        &GENES
    }

    /// The weights in force under a ruleset.
    pub(crate) fn in_force_under(ruleset: &str) -> &'static Self {
        static OWN: LazyLock<BTreeMap<String, Genes>> = LazyLock::new(|| {
            let usual = Genes::in_force();
            usual.under.keys().filter_map(|id| Some((id.clone(), usual.under(id).ok()?))).collect()
        });
        OWN.get(ruleset).unwrap_or_else(|| Self::in_force())
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is not such a file.
    pub fn read(text: &str) -> Result<Self, toml::de::Error> {
        let genes: Self = toml::from_str(text)?;
        for ruleset in genes.under.keys() {
            let named = |_| serde::de::Error::custom(format!("a weight of {ruleset} that nobody knows"));
            genes.under(ruleset).map_err(named)?;
        }
        Ok(genes)
    }

    /// The captain's weights under a ruleset.
    ///
    /// # Errors
    /// If the ruleset changes a weight that does not exist.
    pub fn under(&self, ruleset: &str) -> Result<Self, Untold> {
        let plain = Self { under: BTreeMap::new(), ..self.clone() };
        let Some(changes) = self.under.get(ruleset) else { return Ok(plain) };
        let (changes, tables) = (changes.tables(), plain.tables()?);
        let known = |(table, name): (usize, &String)| tables[table].contains_key(name);
        if !changes.iter().enumerate().all(|(n, changes)| changes.keys().all(|name| known((n, name)))) {
            return Err(Untold);
        }
        plain.bent(|(table, name), weight| changes[table].get(name).copied().unwrap_or(weight))
    }

    /// Adds a captain's weights for one ruleset, and how they were made.
    ///
    /// # Errors
    /// Never.
    pub fn with(&self, ruleset: &str, own: &Self, how: &str) -> Result<Self, Untold> {
        let (usual, own) = (self.tables()?, own.tables()?);
        let other = |n: usize| {
            let weights = own[n].iter().filter(|(name, weight)| usual[n].get(name.as_str()) != Some(weight));
            weights.filter_map(|(name, weight)| Some((name.clone(), weight.as_integer()?))).collect()
        };
        let [line, handful, army] = [0, 1, 2].map(other);
        let changes = Changes { made: Made { how: how.to_owned() }, line, handful, army };
        let under = self.under.iter().map(|(id, changes)| (id.clone(), changes.clone()));
        Ok(Self { under: under.chain([(ruleset.to_owned(), changes)]).collect(), ..self.clone() })
    }

    /// The text of a file, with how the weights were made, if that is new.
    ///
    /// # Errors
    /// Never: every number can be written.
    pub fn write(&self, how: Option<&str>) -> Result<String, toml::ser::Error> {
        let made = how.map_or_else(|| self.made.clone(), |how| Made { how: how.to_owned() });
        let told = Self { made, ..self.clone() };
        let head = TEXT.lines().take_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n");
        Ok(format!("{head}\n\n{}", toml::to_string(&told)?))
    }

    /// A child: about one weight in four changes by two fifths at most, and one in sixteen is halved or doubled.
    /// Weights that no judged battle uses stay: they would drift.
    ///
    /// # Errors
    /// Never: a changed number is still a number.
    pub fn child(&self, luck: &mut Luck, of: Part) -> Result<Self, Untold> {
        self.bent(|(table, _), weight| match (luck.next() % 16, luck.next() % 81) {
            _ if (table == HANDFUL) != (of == Part::Handful) => weight,
            (0..=3, part) => {
                let by = i64::try_from(part).unwrap_or(40) - 40;
                weight + (weight * by + by.signum() * 50) / 100
            }
            (4, part) if part > 40 => weight * 2,
            (4, _) => weight / 2,
            _ => weight,
        })
    }

    /// The mean of several, weight by weight.
    ///
    /// # Errors
    /// Never.
    pub fn middle(all: &[&Self]) -> Result<Self, Untold> {
        let Some(first) = all.first() else { return Err(Untold) };
        let tables = all.iter().map(|genes| genes.tables()).collect::<Result<Vec<_>, _>>()?;
        first.bent(|(table, name), _| {
            let of = |tables: &[toml::Table; 3]| tables[table].get(name).and_then(toml::Value::as_integer).unwrap_or(0);
            let count = i64::try_from(tables.len()).unwrap_or(1);
            (tables.iter().map(of).sum::<i64>() + count / 2) / count
        })
    }

    fn tables(&self) -> Result<[toml::Table; 3], Untold> {
        let [line, handful] = [&self.line, &self.handful].map(toml::Table::try_from);
        let army = toml::Table::try_from(&self.army);
        // In the order of `HANDFUL`.
        Ok([line.map_err(|_| Untold)?, handful.map_err(|_| Untold)?, army.map_err(|_| Untold)?])
    }

    /// The same with every weight of the captain replaced, none below 0 or beyond its maximum.
    fn bent(&self, mut anew: impl FnMut((usize, &str), i64) -> i64) -> Result<Self, Untold> {
        let mut tables = self.tables()?;
        for (place, table) in tables.iter_mut().enumerate() {
            for (name, value) in table.iter_mut() {
                if let Some(weight) = value.as_integer() {
                    *value = anew((place, name), weight).clamp(0, 20_000).into();
                }
            }
        }
        let [line, handful, army] = tables;
        let [line, handful] = [line, handful].map(|table| table.try_into::<Weights>().map_err(|_| Untold));
        let army = army.try_into::<Conduct>().map_err(|_| Untold)?;
        Ok(Self { line: line?, handful: handful?, army, ..self.clone() })
    }
}

/// Weights that could not be expressed as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("weights that are not numbers")]
pub struct Untold;

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_file_in_force_is_whole_and_written_as_it_is_read() {
        let read = Genes::read(TEXT).unwrap();
        assert_eq!(&read, Genes::in_force());
        assert_ne!(read.line, Weights::default());
        assert_ne!((&read.line, &read.recruit), (&read.handful, &read.line));
        let written = read.write(None).unwrap();
        assert_eq!(Genes::read(&written).unwrap(), read);
        assert!(Genes::read(&TEXT.replace("edge", "edges")).is_err());
    }

    #[test]
    fn children_differ_a_little_and_the_middle_lies_between() {
        let parent = Genes::in_force();
        let child = |seed| parent.child(&mut Luck::new(seed), Part::Army).unwrap();
        assert_eq!(child(1), child(1), "the same luck, the same child");
        assert_ne!(child(1), child(2));
        let (one, two) = (child(3), child(4));
        let tables = |genes: &Genes| genes.tables().unwrap().concat_values();
        let changed = tables(&one).iter().zip(tables(parent)).filter(|(a, b)| **a != *b).count();
        assert!((15..=60).contains(&changed), "{changed} of {}", tables(&one).len());
        let middle = tables(&Genes::middle(&[&one, &two]).unwrap());
        for ((a, b), between) in tables(&one).into_iter().zip(tables(&two)).zip(middle) {
            assert!((a.min(b)..=a.max(b)).contains(&between), "{a} {between} {b}");
        }
        assert_eq!((&one.recruit, Genes::middle(&[])), (&parent.recruit, Err(Untold)));
        assert_eq!(one.handful, parent.handful, "no battle of armies asks for them");
        let small = parent.child(&mut Luck::new(3), Part::Handful).unwrap();
        assert_eq!((&small.line, &small.army), (&parent.line, &parent.army));
        assert_ne!(small.handful, parent.handful);
    }

    trait Values {
        fn concat_values(&self) -> Vec<i64>;
    }

    impl Values for [toml::Table; 3] {
        fn concat_values(&self) -> Vec<i64> {
            self.iter().flat_map(|table| table.values().filter_map(toml::Value::as_integer)).collect()
        }
    }
}
