//! Balanced battles made from a seed: the ground is the same seen from both sides (it has a rotational symmetry of 180
//! degrees), the armies have the same commands and the same arms in the same places, and cost the same under every
//! ruleset. The rulesets define the cost of a unit.

mod ground;
mod luck;
mod names;
mod order;
mod said;

use armies::{Arm, Library};
use game::{ArmyBill, Bilingual, Fault};
use luck::Luck;
use said::{inline, said, same};
use std::fmt::Write as _;

/// The fewest units of a side.
pub const LEAST_UNITS: u16 = 3;
/// The most units of a side.
pub const MOST_UNITS: u16 = 24;
/// The two armies differ by no more than this, in thousandths of their cost, under any ruleset.
pub const EVEN: i64 = 20;

/// The number of times that nations and year are drawn.
const DRAWS: usize = 6;

/// The settings of a made battle. Open ones are decided by the seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The same seed and settings give the same file.
    pub seed: u64,
    pub units: u16,
    pub year: Option<u16>,
    /// Keys of the two nations, the south first.
    pub nations: [Option<String>; 2],
}

/// The cost of an army list under a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The ruleset, by its id.
    pub ruleset: &'static str,
    pub generals: i64,
    /// The cost of each of its units.
    pub units: Vec<i64>,
}

impl Cost {
    fn total(&self) -> i64 {
        self.generals + self.units.iter().sum::<i64>()
    }
}

/// The cost of an army list under every playable ruleset; `None` if one of them refuses it.
#[must_use]
pub fn prices(list: &str) -> Option<Vec<Cost>> {
    let bills = crate::all().into_iter().filter_map(|ruleset| Some((ruleset.id(), ruleset.bill(list)?)));
    let cost = |(ruleset, bill): (&'static str, Result<ArmyBill, Vec<Fault>>)| {
        let commands = bill.ok()?.commands;
        let generals = commands.iter().map(|command| command.general).sum();
        let units = commands.iter().flat_map(|command| &command.units).map(|(_, cost)| *cost).collect();
        Some(Cost { ruleset, generals, units })
    };
    bills.map(cost).collect()
}

/// Why no battle could be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unmade {
    /// Too few or too many units.
    #[error("{units} units a side: {LEAST_UNITS} to {MOST_UNITS} can be had")]
    Size {
        /// The number asked for.
        units: u16,
    },
    /// A nation without a troop list.
    #[error("no nation `{name}`; known: {}", known.join(", "))]
    Nation {
        /// The name asked for.
        name: String,
        /// The known nations.
        known: Vec<String>,
    },
    /// A nation that has no troops of an arm in any possible year.
    #[error("{nation} has not all the troops that it takes")]
    NoTroops {
        /// The nation or nations, by their keys.
        nation: String,
        /// The year, if one was asked for.
        year: Option<u16>,
    },
    /// No two armies of these nations that cost the same under every ruleset were found.
    #[error("no even armies were found for {blue} and {red} in {year}")]
    Uneven {
        /// The key of the first nation.
        blue: String,
        /// The key of the second nation.
        red: String,
        year: u16,
    },
}

/// Makes a battle: the text of a scenario file, ready to be fought.
///
/// # Errors
/// If the settings cannot be met.
pub fn make(wish: &Wish) -> Result<String, Unmade> {
    if !(LEAST_UNITS..=MOST_UNITS).contains(&wish.units) {
        return Err(Unmade::Size { units: wish.units });
    }
    let mut luck = Luck::new(wish.seed);
    let shape = order::Shape::of(wish.units, &mut luck);
    // Open settings are drawn again where no balanced armies are found.
    let mut found = None;
    let mut foes = foes(wish, &shape, &mut luck)?;
    for _ in 0..DRAWS {
        let (nations, year) = &foes;
        found = order::even(&shape, nations, *year, &mut luck);
        if found.is_some() {
            break;
        }
        foes = self::foes(wish, &shape, &mut luck)?;
    }
    let ([blue, red], year) = foes;
    let armies = found.ok_or(Unmade::Uneven { blue, red, year })?;
    let field = ground::Field::of(&shape, &mut luck);
    Ok(written(wish, &shape, &armies, &field, year, &mut luck))
}

/// The two nations and the years of a war.
const WARS: [(&str, &str, &[u16]); 9] = [
    ("france", "austria", &[1805, 1809, 1813, 1814]),
    ("france", "prussia", &[1806, 1807, 1813, 1814, 1815]),
    ("france", "russia", &[1805, 1807, 1812, 1813, 1814]),
    ("france", "britain", &[1806, 1808, 1809, 1810, 1811, 1812, 1813, 1815]),
    ("france", "spain", &[1808, 1809, 1811, 1813]),
    ("bavaria", "austria", &[1805, 1809]),
    ("poland", "austria", &[1809]),
    ("poland", "russia", &[1812]),
    ("saxony", "prussia", &[1813]),
];

/// The years best covered by the lists.
const YEARS: std::ops::RangeInclusive<u16> = 1805..=1815;

/// The nations, the south first, and the year.
fn foes(wish: &Wish, shape: &order::Shape, luck: &mut Luck) -> Result<([String; 2], u16), Unmade> {
    let troops = Library::embedded().troops();
    let known: Vec<String> = troops.nations().map(|(key, _)| key.to_owned()).collect();
    if let Some(name) = wish.nations.iter().flatten().find(|name| !known.contains(name)) {
        return Err(Unmade::Nation { name: name.clone(), known });
    }
    let years: Vec<u16> = wish.year.map_or_else(|| YEARS.collect(), |year| vec![year]);
    let asked = |place: usize, nation: &str| wish.nations[place].as_deref().is_none_or(|wanted| wanted == nation);
    let raised = |nation: &str, year: u16| order::can_raise(shape, nation, year);
    let mut found: Vec<([&str; 2], u16)> = Vec::new();
    for (one, other, of_war) in WARS {
        for pair in [[one, other], [other, one]] {
            let both = |year: &&u16| pair.iter().all(|nation| raised(nation, **year));
            if asked(0, pair[0]) && asked(1, pair[1]) {
                found.extend(of_war.iter().filter(|year| years.contains(year)).filter(both).map(|year| (pair, *year)));
            }
        }
    }
    if found.is_empty() {
        // No war of the list: nations that can raise such armies, in any year in which both can.
        for blue in known.iter().filter(|nation| asked(0, nation)) {
            for red in known.iter().filter(|nation| asked(1, nation)) {
                let chosen = wish.nations.iter().all(Option::is_some);
                let both = |year: &&u16| (blue != red || chosen) && raised(blue, **year) && raised(red, **year);
                found.extend(years.iter().filter(both).map(|year| ([blue.as_str(), red.as_str()], *year)));
            }
        }
    }
    let Some((pair, year)) = luck.of(&found) else {
        let named: Vec<&str> = wish.nations.iter().flatten().map(String::as_str).collect();
        return Err(Unmade::NoTroops { nation: named.join(", "), year: wish.year });
    };
    Ok((pair.map(str::to_owned), *year))
}

/// The text of the file.
fn written(
    wish: &Wish,
    shape: &order::Shape,
    armies: &order::Armies,
    field: &ground::Field,
    year: u16,
    luck: &mut Luck,
) -> String {
    let troops = Library::embedded().troops();
    let alike = armies.sides[0].nation == armies.sides[1].nation;
    let named = |place: usize| {
        let key = &armies.sides[place].nation;
        let name = troops.nation(key).cloned().unwrap_or_else(|| Bilingual::same(key));
        if alike { said(["south", "north"][place], &[("nation", &name)]) } else { name }
    };
    let [blue, red] = [named(0), named(1)];
    let (month, day) = (luck.between(4, 10), luck.between(1, 28));
    let mut text = String::new();
    let mut put = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    put(format!(
        "# An even battle, made from the seed {} with {} units a side. The ground is point-symmetrical;",
        wish.seed, wish.units
    ));
    put("# armies have the same arms in the same places and cost the same, south and north:".to_owned());
    for (ruleset, [south, north]) in &armies.costs {
        put(format!("#   {ruleset}: {} and {}", tenths(*south), tenths(*north)));
    }
    put(format!("id = \"made-{}-{}\"", wish.units, wish.seed));
    put(format!("date = {year}-{month:02}-{day:02}"));
    put(format!("turns = {}", 8 + wish.units / 4));
    let seed = same(wish.seed);
    let title = said("title", &[("blue", &blue), ("red", &red), ("year", &same(year)), ("seed", &seed)]);
    put(format!("title = {}", inline(&title)));
    let story = said("text", &[("blue", &blue), ("red", &red), ("prize", &field.prize), ("seed", &seed)]);
    put(format!("\n[text]\nfr = \"\"\"\n{}\n\"\"\"\nen = \"\"\"\n{}\n\"\"\"", story.fr, story.en));
    field.write(&mut put);
    for (place, name) in [blue, red].iter().enumerate() {
        put(String::new());
        order::write(shape, &armies.sides[place], place, name, field, luck, &mut put);
    }
    field.write_prizes(wish.units, &mut put);
    let breaks = if shape.commands.len() == 1 { 75 } else { 50 };
    let how = said("victory", &[("breaks", &same(breaks))]);
    put(format!(
        "\n[victory]\nblue_breaks = {breaks}\nred_breaks = {breaks}\n\n[victory.text]\nfr = \"{}\"\nen = \"{}\"",
        how.fr, how.en
    ));
    for ruleset in crate::all() {
        if let Some(turns) = ruleset.made_turns(wish.units) {
            put(format!("\n[overrides.{}]\nturns = {turns}", ruleset.id()));
        }
    }
    text
}

/// Tenths of a point as points.
fn tenths(cost: i64) -> String {
    if cost % 10 == 0 { (cost / 10).to_string() } else { format!("{}.{}", cost / 10, cost % 10) }
}

const fn index(arm: Arm) -> usize {
    match arm {
        Arm::Infantry => 0,
        Arm::Cavalry => 1,
        Arm::Artillery => 2,
    }
}
