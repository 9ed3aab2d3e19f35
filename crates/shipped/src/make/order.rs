//! Two armies of the same shape that cost the same.

use super::ground::Field;
use super::luck::Luck;
use super::said::{inline, said, same};
use super::{Cost, EVEN, index, names, prices};
use armies::{Arm, Library, Trait, TroopType};
use game::{Bilingual, MadeGeneral};
use std::fmt::Write as _;

/// Possible strengths of a unit of each arm: men, or guns.
const STRENGTHS: [&[u32]; 3] = [&[525, 600, 700, 800, 875], &[350, 400, 450, 525, 600, 700], &[6, 8]];
/// Foot and guns in a brigade at most; horse in a brigade at most.
const BRIGADE: usize = 4;
/// The number of times armies are started again, and of changes each time.
const ATTEMPTS: usize = 12;
const CHANGES: usize = 800;

/// A unit's place in an army: its arm, its command, its file and rank on the field.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    arm: Arm,
    command: usize,
    file: usize,
    rank: usize,
}

/// The composition of both armies.
pub(super) struct Shape {
    pub slots: Vec<Slot>,
    /// The number of units side by side.
    pub files: usize,
    /// The brigades: on foot or of horse.
    pub commands: Vec<Arm>,
}

impl Shape {
    pub(super) fn of(units: u16, luck: &mut Luck) -> Self {
        let units = usize::from(units);
        let guns = if units < 4 { 0 } else { units.div_ceil(6).min(1 + luck.below(units / 4)).max(1) };
        let horse = (units / 5 + luck.below(1 + units / 3 - units / 5)).max(1);
        let foot = units.saturating_sub(guns + horse);
        let mut shape = Self { slots: Vec::new(), files: 0, commands: Vec::new() };
        if units <= 4 {
            // One brigade of all arms.
            let arms = [(Arm::Infantry, foot), (Arm::Artillery, guns), (Arm::Cavalry, horse)];
            for arm in arms.into_iter().flat_map(|(arm, count)| std::iter::repeat_n(arm, count)) {
                shape.slots.push(Slot { arm, command: 0, file: shape.files, rank: 0 });
                shape.files += 1;
            }
            shape.commands.push(Arm::Infantry);
            return shape;
        }
        let wings = horse.div_ceil(BRIGADE).min(2);
        let first_wing = luck.below(2);
        for wing in 0..2 {
            if wing == 1 {
                shape.foot(foot, guns);
            }
            let riders = match (wings, wing == first_wing) {
                (1, true) => horse,
                (1, false) => 0,
                (_, true) => horse.div_ceil(2),
                (_, false) => horse / 2,
            };
            shape.horse(riders);
        }
        shape
    }

    fn foot(&mut self, foot: usize, guns: usize) {
        let brigades = foot.div_ceil(BRIGADE);
        for n in 0..brigades {
            let command = self.commands.len();
            self.commands.push(Arm::Infantry);
            let part = |all: usize| all * (n + 1) / brigades - all * n / brigades;
            let (men, batteries) = (part(foot), part(guns));
            let first = men.div_ceil(2);
            for place in 0..men {
                let (file, rank) = if place < first { (place, 0) } else { (place - first, 1) };
                self.slots.push(Slot { arm: Arm::Infantry, command, file: self.files + file, rank });
            }
            self.files += first;
            for _ in 0..batteries {
                self.slots.push(Slot { arm: Arm::Artillery, command, file: self.files, rank: 0 });
                self.files += 1;
            }
        }
    }

    fn horse(&mut self, riders: usize) {
        if riders == 0 {
            return;
        }
        let command = self.commands.len();
        self.commands.push(Arm::Cavalry);
        let first = riders.div_ceil(2);
        for place in 0..riders {
            let (file, rank) = if place < first { (place, 0) } else { (place - first, 1) };
            self.slots.push(Slot { arm: Arm::Cavalry, command, file: self.files + file, rank });
        }
        self.files += first;
    }
}

/// The types of a nation in a year that made battles use: troops of the line that every ruleset knows.
fn usable(nation: &str, year: u16) -> Vec<&'static TroopType> {
    let troops = Library::embedded().troops();
    let out = [Trait::Guard, Trait::Militia, Trait::Irregular, Trait::Conscripts, Trait::Mountain];
    let known = |kind: &&TroopType| troops.rulesets().iter().all(|ruleset| kind.rules.contains_key(ruleset));
    let fit = |kind: &&TroopType| !kind.traits.iter().any(|one| out.contains(one));
    let of_year = |kind: &&TroopType| kind.nation == nation && (kind.years.0..=kind.years.1).contains(&year);
    troops.iter().filter(of_year).filter(known).filter(fit).collect()
}

/// Whether a nation has every arm that the shape needs.
pub(super) fn can_raise(shape: &Shape, nation: &str, year: u16) -> bool {
    let kinds = usable(nation, year);
    shape.slots.iter().all(|slot| kinds.iter().any(|kind| kind.arm == slot.arm))
}

/// A possible unit of a slot: a type, a strength, its price under every ruleset.
#[derive(Clone)]
struct Choice {
    kind: &'static TroopType,
    strength: u32,
    costs: Vec<i64>,
}

pub(super) struct Side {
    pub nation: String,
    units: Vec<(&'static TroopType, u32)>,
}

/// Two armies, and their costs under each ruleset in tenths of a point.
pub(super) struct Armies {
    pub sides: [Side; 2],
    pub costs: Vec<(&'static str, [i64; 2])>,
}

/// Two armies that cost the same under every ruleset.
pub(super) fn even(shape: &Shape, nations: &[String; 2], year: u16, luck: &mut Luck) -> Option<Armies> {
    let choices: [[Vec<Choice>; 3]; 2] = [0, 1].map(|place| priced(&nations[place], year));
    if shape.slots.iter().any(|slot| choices.iter().any(|arms| arms[index(slot.arm)].is_empty())) {
        return None;
    }
    for _ in 0..ATTEMPTS {
        let picks = balanced(shape, &choices, luck);
        let sides = [0, 1].map(|place| Side {
            nation: nations[place].clone(),
            units: picks[place].iter().map(|choice| (choice.kind, choice.strength)).collect(),
        });
        let bills = [0, 1].map(|place| prices(&list(shape, &sides[place], place, year)));
        let [Some(south), Some(north)] = bills else { continue };
        let costs: Vec<(&'static str, [i64; 2])> =
            south.iter().zip(&north).map(|(one, other)| (one.ruleset, [one.total(), other.total()])).collect();
        if costs.iter().all(|(_, costs)| apart(*costs) <= EVEN) {
            return Some(Armies { sides, costs });
        }
    }
    None
}

/// The difference of two costs, in thousandths of the greater, rounded up.
fn apart([one, other]: [i64; 2]) -> i64 {
    let most = one.max(other).max(1);
    ((one - other).abs() * 1_000 + most - 1) / most
}

/// The choices of a nation by arm. The whole list is priced at once; if a ruleset refuses it, each choice is priced
/// separately, and refused ones are left out.
fn priced(nation: &str, year: u16) -> [Vec<Choice>; 3] {
    let kinds = usable(nation, year);
    let all: Vec<(&'static TroopType, u32)> =
        kinds.iter().flat_map(|kind| STRENGTHS[index(kind.arm)].iter().map(|strength| (*kind, *strength))).collect();
    let alone = |units: &[(&'static TroopType, u32)]| {
        let mut text = head(nation, year);
        let _ = writeln!(text, "[[commands]]\nid = \"all\"\nname = \"all\"\ngeneral = {{ name = \"X\" }}");
        for (n, (kind, strength)) in units.iter().enumerate() {
            let _ = writeln!(
                text,
                "[[commands.units]]\nid = \"u{n}\"\ntype = \"{}\"\n{}",
                kind.key,
                strong(kind, *strength)
            );
        }
        prices(&text)
    };
    let costs = |bills: &[Cost], n: usize| bills.iter().map(|bill| bill.units.get(n).copied().unwrap_or(0)).collect();
    let mut choices: [Vec<Choice>; 3] = [const { Vec::new() }; 3];
    let together = alone(&all);
    for (n, (kind, strength)) in all.iter().enumerate() {
        let found = match &together {
            Some(bills) => Some(costs(bills, n)),
            None => alone(&[(*kind, *strength)]).map(|bills| costs(&bills, 0)),
        };
        if let Some(costs) = found {
            choices[index(kind.arm)].push(Choice { kind, strength: *strength, costs });
        }
    }
    choices
}

/// Armies drawn at random and changed unit by unit, as long as that brings their costs closer to each other.
fn balanced<'a>(shape: &Shape, choices: &'a [[Vec<Choice>; 3]; 2], luck: &mut Luck) -> [Vec<&'a Choice>; 2] {
    let mut draw = |place: usize, arm: Arm| {
        let open = &choices[place][index(arm)];
        // Line troops are the rule, others the exception: a first draw of others is drawn again.
        let first = &open[luck.below(open.len())];
        if first.kind.traits.is_empty() { first } else { &open[luck.below(open.len())] }
    };
    let mut picks = [0, 1].map(|place| shape.slots.iter().map(|slot| draw(place, slot.arm)).collect::<Vec<_>>());
    let rulesets = picks[0].first().map_or(0, |choice| choice.costs.len());
    let worst = |picks: &[Vec<&Choice>; 2]| {
        let total = |place: usize, ruleset: usize| picks[place].iter().map(|choice| choice.costs[ruleset]).sum::<i64>();
        let each = (0..rulesets).map(|ruleset| apart([total(0, ruleset), total(1, ruleset)]).pow(2));
        each.sum::<i64>()
    };
    let mut least = worst(&picks);
    for _ in 0..CHANGES {
        if least == 0 {
            break;
        }
        let (place, slot) = (luck.below(2), luck.below(shape.slots.len()));
        let open = &choices[place][index(shape.slots[slot].arm)];
        let before = std::mem::replace(&mut picks[place][slot], &open[luck.below(open.len())]);
        let now = worst(&picks);
        if now <= least {
            least = now;
        } else {
            picks[place][slot] = before;
        }
    }
    picks
}

fn strong(kind: &TroopType, strength: u32) -> String {
    let key = if kind.arm == Arm::Artillery { "guns" } else { "men" };
    format!("{key} = {strength}")
}

fn head(nation: &str, year: u16) -> String {
    format!("id = \"list\"\ntitle = {{ fr = \"X\", en = \"X\" }}\nnation = \"{nation}\"\nyear = {year}\n")
}

/// The ratings of a general under each ruleset that has them, the same on both sides.
fn worth(place: MadeGeneral) -> String {
    let rulesets = crate::all().into_iter();
    let said = rulesets.filter_map(|rules| Some(format!("{} = {{ {} }}", rules.id(), rules.made_general(place)?)));
    let said: Vec<String> = said.collect();
    if said.is_empty() { String::new() } else { format!(", overrides = {{ {} }}", said.join(", ")) }
}

/// The army list of a side, as the rulesets price it.
fn list(shape: &Shape, side: &Side, place: usize, year: u16) -> String {
    let mut text = head(&side.nation, year);
    commands(shape, side, ["blue", "red"][place], "commands", &Bilingual::default(), None, &mut |line| {
        let _ = writeln!(text, "{line}");
    });
    text
}

/// A side of the file.
pub(super) fn write(
    shape: &Shape,
    side: &Side,
    place: usize,
    name: &Bilingual,
    field: &Field,
    luck: &mut Luck,
    put: &mut impl FnMut(String),
) {
    let key = ["blue", "red"][place];
    let commander = if shape.commands.len() == 1 { "1" } else { "staff" };
    put(format!(
        "[{key}]\nname = {}\nnation = \"{}\"\ncommander = \"{key}-{commander}\"\nfacing = {}",
        inline(name),
        side.nation,
        180 * place
    ));
    field.write_zone(key, place, put);
    // Each side has every other name, so that none occurs twice where a nation fights itself.
    let own: Vec<&str> = names::of(&side.nation).iter().skip(place).step_by(2).copied().collect();
    let names = luck.shuffled(&own);
    commands(shape, side, key, &format!("{key}.commands"), name, Some((field, place, &names)), put);
}

/// The commands of a side with their units; on a field, with names and places.
fn commands(
    shape: &Shape,
    side: &Side,
    key: &str,
    table: &str,
    army: &Bilingual,
    on: Option<(&Field, usize, &[&str])>,
    put: &mut impl FnMut(String),
) {
    let spot = |(x, y): (i32, i32)| match on {
        Some((field, place, _)) => {
            let (x, y) = if place == 0 { (x, y) } else { field.opposite((x, y)) };
            format!("at = [{x}, {y}]")
        }
        None => String::new(),
    };
    let named = |n: usize| on.and_then(|(_, _, names)| names.get(n).copied()).unwrap_or("X");
    let general = |n: usize, rank: &str, at: Option<(i32, i32)>, place: MadeGeneral| {
        let at = at.map_or_else(String::new, |at| format!(", {}", spot(at)));
        format!("general = {{ name = \"{}\", rank = \"{rank}\"{at}{} }}", named(n), worth(place))
    };
    let one = shape.commands.len() == 1;
    if !one {
        let at = on.map(|(field, ..)| (field.width / 2, 50));
        put(format!(
            "\n[[{table}]]\nid = \"{key}-staff\"\nname = {}\n{}",
            inline(&said("staff", &[("army", army)])),
            general(0, "division", at, MadeGeneral::Chief)
        ));
    }
    let mut numbers: Vec<(&str, usize)> = Vec::new();
    for (n, arm) in shape.commands.iter().enumerate() {
        let own: Vec<usize> = (0..shape.slots.len()).filter(|slot| shape.slots[*slot].command == n).collect();
        let at = on.map(|(field, ..)| {
            let places: Vec<(i32, i32)> = own
                .iter()
                .filter(|slot| shape.slots[**slot].rank == 0)
                .map(|slot| field.place(shape, shape.slots[*slot].file, 0))
                .collect();
            let (x, y) = places.first().copied().unwrap_or_default();
            // Behind the first line, between two files, where no unit stands.
            (x + 110, y - 100)
        });
        let kind = if *arm == Arm::Cavalry { "cavalry" } else { "brigade" };
        let above = if one { String::new() } else { format!("\nsuperior = \"{key}-staff\"") };
        let (who, led) = (named(n + 1), if one { MadeGeneral::Alone } else { MadeGeneral::Brigadier });
        put(format!(
            "\n[[{table}]]\nid = \"{key}-{}\"\nname = {}{above}\n{}",
            n + 1,
            inline(&said(kind, &[("general", &same(who))])),
            general(n + 1, "brigade", at, led)
        ));
        for slot in own {
            let (kind, strength) = side.units[slot];
            numbers.push((kind.key.as_str(), slot));
            let number = numbers.iter().filter(|(known, _)| *known == kind.key).count();
            let Slot { file, rank, arm, .. } = shape.slots[slot];
            let formation = match (arm, rank) {
                (Arm::Artillery, _) => "deployed",
                (Arm::Infantry, 1..) => "attack_column",
                _ => "line",
            };
            let place = on.map_or_else(String::new, |(field, ..)| {
                format!("\n{}\nformation = \"{formation}\"", spot(field.place(shape, file, rank)))
            });
            let name = said("unit", &[("type", &kind.name), ("number", &same(number))]);
            put(format!(
                "\n[[{table}.units]]\nid = \"{key}-unit-{}\"\nname = {}\ntype = \"{}\"\n{}{place}",
                slot + 1,
                inline(&name),
                kind.key,
                strong(kind, strength)
            ));
        }
    }
}
