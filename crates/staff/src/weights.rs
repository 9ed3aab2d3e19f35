//! What generals weigh, in numbers: hundredths unless it says otherwise. The numbers stand in `data/generals/weights.toml`, with how
//! they were found; no ruleset is named by them.

use crate::Luck;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Weights of a general.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Weights {
    /// What a loss weighs to a balanced general beside an equal gain.
    pub caution: i64,
    /// What an attack has in hand, in points of shock.
    pub edge: i64,
    /// What it gains from the side.
    pub flank: i64,
    /// What it gains from behind.
    pub rear: i64,
    /// What it gains against one who hesitates.
    pub halted: i64,
    /// What it gains against one who is shaken.
    pub shaken: i64,
    /// What it gains against one who runs.
    pub running: i64,
    /// Thousandths of chance for a point of shock.
    pub slope: i64,
    /// The fire of whoever is met in front, in points of shock for a share of its worth.
    pub fire_met: i64,
    /// What of a steady enemy's worth a good attack takes.
    pub prize_steady: i64,
    /// What of a shaken one's.
    pub prize_shaken: i64,
    /// What of a running one's.
    pub prize_running: i64,
    /// What of its worth an attack that fails costs.
    pub loss: i64,
    /// What the fire of whoever is met costs.
    pub fire_cost: i64,
    /// Weight of the worst attack that is to be feared.
    pub worst: i64,
    /// Weight of the next worst.
    pub second: i64,
    /// Weight of all fires that are to be feared.
    pub fires: i64,
    /// What is left of an attack if a friend stands in its way.
    pub screen: i64,
    /// Weight of the best fire from a place.
    pub chance_fire: i64,
    /// Weight of the best attack from a place.
    pub chance_attack: i64,
    /// What a fire that needs a turn is worth.
    pub fire_aside: i64,
    /// What an attack that needs a turn is worth.
    pub attack_aside: i64,
    /// A friend near enough to support, in hundredths of a point.
    pub friend: i64,
    /// All of them together at most.
    pub friends: i64,
    /// To be out of everybody's sight costs.
    pub alone: i64,
    /// To be out of the leader's reach costs.
    pub unled: i64,
    /// What a loss weighs if the army breaks by it.
    pub last_straw: i64,
    /// The chance, in thousandths, from which horse on which the army hangs attacks.
    pub sure: i64,
    /// The same where it is attacked and must do something.
    pub surely: i64,
    /// What units on foot expect of an attack.
    pub foot_keen: i64,
    /// What is left of an attack to be feared if the enemy does not face this way.
    pub harm_aside: i64,
    /// What is left of it if he has his back turned.
    pub harm_behind: i64,
    /// What an attack on one who is behind is worth.
    pub attack_behind: i64,
    /// How far the attacks that are to be feared where a unit stands are counted by the rules, the rest by ratings.
    pub exact: i64,
    /// What it costs to get out of the way of an attack, beside what it costs at once.
    pub flee: i64,
    /// Weight of an attack beside standing.
    pub attack_part: i64,
    /// What an attack is worth if a friend attacks the same enemy.
    pub again: i64,
    /// Weight of a place from which an attack drives the enemy.
    pub goal_part: i64,
    /// What of a threat an attack takes away.
    pub attack_threat: i64,
    /// What a threat costs more on the move.
    pub advance_threat: i64,
    /// Weight of the fire of whoever stands.
    pub hold_fire: i64,
    /// What going back costs, in hundredths of a point.
    pub withdraw_base: i64,
    /// What it costs for each point of the unit.
    pub withdraw_worth: i64,
    /// What of a threat it avoids.
    pub withdraw_threat: i64,
    /// What losing its orders costs a unit, in hundredths of a point.
    pub idle: i64,
    /// What is left of its fire then.
    pub idle_fire: i64,
    /// What an order of its own must be better by, in hundredths of a point.
    pub own_order: i64,
    /// To be sent to attack nobody costs so much.
    pub no_prey: i64,
    /// What a place is worth at least that can decide who wins, of a usual unit of ours.
    pub tips: i64,
    /// What places are worth in the first turn.
    pub early: i64,
    /// What of a mission's worth being there is.
    pub there: i64,
    /// What a turn's march from it costs of its worth.
    pub approach: i64,
    /// A place has enough friends at this share of what presses on it.
    pub pressed: i64,
    /// How fit horse is to take a place.
    pub horse_fit: i64,
    /// What a place is worth to the second who goes there.
    pub shared: i64,
    /// A friend near the prey, in hundredths of a point.
    pub hunt_friends: i64,
    /// The least worth of a hunt, in hundredths of a point.
    pub hunt_least: i64,
    /// What it is worth to support a friend, in hundredths of a point.
    pub support_worth: i64,
    /// How far behind its friends a reserve stands, in hundredths of the distance of supports.
    pub reserve: i64,
    /// To be turned from the enemy costs.
    pub facing: i64,
    /// What a place is worth to those beside whoever takes it.
    pub beside: i64,
    /// A change of formation costs, in hundredths of a point.
    pub reform: i64,
    /// Getting into order is worth, in hundredths of a point.
    pub unformed: i64,
    /// Going into a building is worth, in hundredths of a point.
    pub enter: i64,
    /// What of a fire is lost by moving.
    pub stir: i64,
    /// To march through a friend costs, in hundredths of a point.
    pub crowd: i64,
    /// The least chance, in thousandths, with which a balanced captain attacks.
    pub least: u16,
    /// Weight of fire in the formation before the battle.
    pub draw_fire: i64,
    /// Weight of speed there, in thousandths.
    pub draw_reach: i64,
    /// The threat from which a shaken unit goes back, in hundredths of a point.
    pub retreat: i64,
    /// What a point of command is worth, in hundredths of a point.
    pub pains: i64,
    /// What a march must be worth more than to stay, in hundredths of a point.
    pub stay: i64,
}

/// How a captain leads an army: by when, with how much and at what odds. In hundredths unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Conduct {
    /// From so many units of his on he leads an army.
    pub line_from: i64,
    /// With so many turns left an attack that must be made begins whatever the odds, in turns.
    pub due: i64,
    /// With so many turns left everybody goes in who is to, whoever is beside him, in turns.
    pub last: i64,
    /// So far into its time, of all turns, an army that need not attack but is the stronger does.
    pub keen: i64,
    /// So long, of all turns, an army that need not attack lets the enemy come.
    pub patient: i64,
    /// The same while a place is nobody's.
    pub patient_bare: i64,
    /// So long, of all turns, an army does as if nobody would win by waiting when the enemy would: a few points are soon had back.
    pub hurry: i64,
    /// What of the enemy's strength an army needs that goes in.
    pub enough: i64,
    /// What it needs more to storm before the attack is due.
    pub sooner: i64,
    /// Who has closed goes through with it at this share of what he needed to go in.
    pub through: i64,
    /// The enemy so near to a place is counted as its defence, of the range of a musket.
    pub about: i64,
    /// The main effort has so much of the defence.
    pub superior: i64,
    /// A command goes in with so much of what it has before it.
    pub local: i64,
    /// With so much of it the main effort goes in by itself.
    pub alone: i64,
    /// How near a line comes before the assault, of the range of a musket.
    pub halt: i64,
    /// The same of how far it attacks in a turn: the greater of the two.
    pub hover: i64,
    /// How near it comes for the assault, of the range of a musket.
    pub near: i64,
    /// The least chance, in thousandths, of an attack that the plan wants.
    pub storm: i64,
    /// Of one that nobody has planned: by horse, on foot.
    pub chance: i64,
    pub chance_foot: i64,
    /// On the shaken, the disordered and from the flank.
    pub chance_weak: i64,
    /// In defence: by horse, on foot, out of walls.
    pub chance_held: i64,
    pub chance_held_foot: i64,
    pub chance_walls: i64,
    /// What an attack must take of what it costs: where the plan wants it, where nobody has planned it, in defence.
    pub price_storm: i64,
    pub price: i64,
    pub price_held: i64,
    /// What an attack that the plan wants has beside its odds, in hundredths of a point for each point of the unit.
    pub wanted: i64,
    /// What the fire that a closed order suffers counts beside what it gains hand to hand, in tenths of a point of shock.
    pub exposed: i64,
    /// What the wish for another formation counts among the reasons to march; 0 where nobody changes it on a march.
    pub reform_part: i64,
    /// A battery goes into action at so much of its range.
    pub action: i64,
    /// What another place must be better by for a regiment of horse, in hundredths of a point for each of its points.
    pub horse_stir: i64,
    /// What the enemy's fire weighs where horse waits.
    pub horse_fire: i64,
    /// What a turn's march nearer to its place is worth to a unit, in hundredths of a point.
    pub nearer: i64,
    /// What the right order is worth there, in hundredths of a point.
    pub order: i64,
    /// Where places count before points: what of the enemy's strength an army needs to go in although it wins by waiting, and
    /// not to let him come if nobody does.
    pub sally: i64,
    pub meet: i64,
    /// With so many turns left who wins by waiting waits, however strong he is, in turns.
    pub late: i64,
    /// With fewer turns left every place that can be reached is gone for, where places count before points, in turns.
    pub dash: i64,
    /// The same where points count.
    pub dash_points: i64,
    /// One of so many units at most is sent to take a place by itself.
    pub part: i64,
    /// Who is sent to take a place leaves when so much of the time that his way takes is left, in hundredths; 0: at once.
    pub tarry: i64,
}

/// What a captain leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Six units and more.
    Army,
    /// Fewer.
    Handful,
}

/// Where the weights of a handful of units stand among the three tables of a captain.
const HANDFUL: usize = 1;

/// The weights that are in force, as their file says them.
const TEXT: &str = include_str!("../../../data/generals/weights.toml");

/// The weights of a captain, and those of a recruit: small whole numbers, which can be bred.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Genes {
    made: Made,
    /// Of a captain with six units or more.
    pub(crate) line: Weights,
    /// Of a captain with fewer.
    pub(crate) handful: Weights,
    /// How a captain leads an army.
    pub(crate) army: Conduct,
    /// Of a recruit, who is not bred.
    pub(crate) recruit: Weights,
    /// What a captain weighs otherwise under a ruleset, by its id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    under: BTreeMap<String, Changes>,
}

/// The weights that are others under a ruleset.
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
    /// Those that are in force. A test reads the embedded file; it cannot be faulty.
    #[must_use]
    pub fn in_force() -> &'static Self {
        static GENES: LazyLock<Genes> = LazyLock::new(|| Genes::read(TEXT).unwrap_or_default());
        &GENES
    }

    /// Those that are in force under a ruleset.
    pub(crate) fn in_force_under(ruleset: &str) -> &'static Self {
        static OWN: LazyLock<BTreeMap<String, Genes>> = LazyLock::new(|| {
            let usual = Genes::in_force();
            usual.under.keys().filter_map(|id| Some((id.clone(), usual.under(id).ok()?))).collect()
        });
        OWN.get(ruleset).unwrap_or_else(|| Self::in_force())
    }

    /// From the text of a file.
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

    /// Those of a captain under a ruleset.
    ///
    /// # Errors
    /// If one is changed that does not exist.
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

    /// With those of a captain for one ruleset, and how they came about.
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

    /// As the text of a file, with how they came about, if that is new.
    ///
    /// # Errors
    /// Never: every number can be written.
    pub fn write(&self, how: Option<&str>) -> Result<String, toml::ser::Error> {
        let made = how.map_or_else(|| self.made.clone(), |how| Made { how: how.to_owned() });
        let told = Self { made, ..self.clone() };
        let head = TEXT.lines().take_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n");
        Ok(format!("{head}\n\n{}", toml::to_string(&told)?))
    }

    /// A child: about one weight in four is changed by two fifths at most, and one in sixteen is halved or doubled. Those that no
    /// battle asks for by which he is judged stay: they would drift.
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

    /// The middle of several, weight by weight.
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

    /// The same with every weight of the captain made anew, none below 0 or beyond what a weight may be.
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

/// Weights that could not be told as numbers.
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
