//! Small battles set up from a few lines and played with given answers and dice.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "each test file uses its part")]

use game::{Ask, Deed, Event, Key, Ref, Refusal, Reply, Rules, Slot, UnitId};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Charging, Fate, Life, Sort, World};
use grognard_aigles::{Book, LesAigles};
use rulebook::steps::{self, Played};
use table::{Manoeuvre, March};

/// A battle that is set up but not played.
pub struct Field {
    pub rules: LesAigles,
    pub world: World,
    pub names: Vec<String>,
    pub generals: Vec<String>,
}

/// The steps of a quarter.
pub const QUARTER: [Step; 9] = [
    Step::Compelled,
    Step::Rallies,
    Step::Charges,
    Step::Moves,
    Step::Officers,
    Step::LandingFire,
    Step::LandingTests,
    Step::Contact,
    Step::Close,
];

/// A half with its plans.
pub fn half() -> Vec<Step> {
    let mut steps = vec![Step::Plans, Step::Declarations, Step::Reactions];
    steps.extend(QUARTER);
    steps.extend(QUARTER);
    steps
}

/// A table of 180 by 120 cm with an objective in its middle. A line of `army` reads: side, name, troop type, men (or
/// guns), formation, x and y of the middle of the front in cm, facing in degrees, and `later` for a later arrival. The
/// generals (60 points) stand 8 cm behind the first unit of their side.
pub fn field(army: &str) -> Field {
    field_of(&Book::new(), army)
}

/// The same with another book.
pub fn field_of(book: &Book, army: &str) -> Field {
    field_on(book, "", army)
}

/// The same with features of the ground, as in a scenario but in centimetres: kind, and the corners of a rectangle
/// (west, south, east, north); a hill has its level after them.
pub fn field_on(book: &Book, ground: &str, army: &str) -> Field {
    field_staffed(book, ground, army, 0)
}

/// The same with this many aides for each general.
pub fn field_staffed(book: &Book, ground: &str, army: &str, aides: u8) -> Field {
    field_with(book, ground, army, aides, "")
}

/// The same with more lines of a scenario, in metres.
pub fn field_with(book: &Book, ground: &str, army: &str, aides: u8, more: &str) -> Field {
    let mut text = String::from("id = \"test\"\ndate = 1813-05-01\nturns = 4\ntitle = { fr = \"t\", en = \"t\" }\n");
    text += "[text]\nfr = \"t\"\nen = \"t\"\n[ground]\nwidth = 1170\nheight = 780\n";
    for line in ground.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [west, south, east, north] = [1, 2, 3, 4].map(|n| words[n].parse::<f64>().unwrap() * 6.5);
        text += &format!(
            "[[ground.features]]\nkind = \"{}\"\nlevel = {}\nstrongpoint = {}\narea = [[{west}, {south}], [{east}, {south}], [{east}, {north}], [{west}, {north}]]\n",
            words[0],
            words.get(5).unwrap_or(&"0"),
            words[0].contains("building"),
        );
    }
    let lines: Vec<Vec<&str>> = army
        .lines()
        .map(|line| line.split_whitespace().collect())
        .filter(|words: &Vec<&str>| !words.is_empty())
        .collect();
    let mut names = Vec::new();
    for (side, facing, back) in [("blue", 0, -8.0), ("red", 180, 8.0)] {
        let units: Vec<&Vec<&str>> = lines.iter().filter(|words| words[0] == side).collect();
        let at = |words: &[&str], n: usize, by: f64| (words[n].parse::<f64>().unwrap() + by) * 6.5;
        text += &format!(
            "\n[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"france\"\ncommander = \"{side}\"\nfacing = {facing}\n"
        );
        text += &format!(
            "[[{side}.commands]]\nid = \"{side}\"\nname = {{ fr = \"{side}\", en = \"{side}\" }}\n\
             general = {{ name = \"{side}\", rank = \"division\", at = [{}, {}], overrides = {{ aigles = {{ value = 60, aides = {aides} }} }} }}\n",
            at(units[0], 5, 0.0),
            at(units[0], 6, back)
        );
        for words in units {
            let guns = ["battery", "foot-", "horse-"].iter().any(|sort| words[2].contains(sort));
            let count = if guns { "guns" } else { "men" };
            text += &format!(
                "[[{side}.commands.units]]\nid = \"{4}\"\nname = {{ fr = \"{0}\", en = \"{0}\" }}\ntype = \"{1}\"\n{count} = {2}\nformation = \"{3}\"\n",
                words[1],
                words[2],
                words[3],
                words[4],
                words[1].to_lowercase()
            );
            if words.get(8) != Some(&"later") {
                let place = [at(words, 5, 0.0), at(words, 6, 0.0)];
                text += &format!("at = {place:?}\nfacing = {}\n", words[7]);
            }
            names.push(words[1].to_owned());
        }
    }
    text +=
        "[[objectives]]\nid = \"o\"\nname = { fr = \"o\", en = \"o\" }\nat = [585, 390]\nradius = 40\npoints = 10\n";
    text += more;
    text += "[victory.text]\nfr = \"t\"\nen = \"t\"\n[victory]\nblue_breaks = 50\nred_breaks = 50\n";
    let library = armies::Library::embedded();
    let scenario =
        armies::parse_with(&text, "test", library.troops()).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let rules = LesAigles::for_scenario(book.clone(), &scenario, library).unwrap();
    let mut world = rules.begin().0.world;
    world.period = 1;
    let generals = ["blue", "red"].map(str::to_owned).to_vec();
    Field { rules, world, names, generals }
}

/// An answer: the unit, the choice, and what it opens.
pub type Said<'a> = (&'a str, &'a str, Option<&'a str>);

impl Field {
    pub fn id(&self, name: &str) -> UnitId {
        if let Some(place) = self.generals.iter().position(|general| *general == name) {
            return self.world.general_id(place);
        }
        UnitId(u16::try_from(self.names.iter().position(|n| n == name).expect(name)).unwrap())
    }

    fn key(&self, does: &str, at: Option<&str>) -> Key {
        Key { does: does.into(), refs: at.iter().map(|at| Ref::Unit(self.id(at))).collect() }
    }

    /// Plays steps; every answer is the default except those given: unit, choice, target. Each is given once, where it
    /// is first offered.
    pub fn play(&self, steps: &[Step], dice: &[u8], said: &[Said<'_>]) -> Result<Played<World>, Vec<Refusal>> {
        self.play_marching(steps, dice, said, &[])
    }

    /// The same with marches: the unit and its legs, on the first sheet that lets it march.
    pub fn play_marching(
        &self,
        steps: &[Step],
        dice: &[u8],
        said: &[Said<'_>],
        marches: &[(&str, &[Manoeuvre])],
    ) -> Result<Played<World>, Vec<Refusal>> {
        self.play_all(steps, dice, said, marches, &[])
    }

    /// The same with marches that a choice opens.
    pub fn play_all(
        &self,
        steps: &[Step],
        dice: &[u8],
        said: &[Said<'_>],
        marches: &[(&str, &[Manoeuvre])],
        opened: &[(&str, &[Manoeuvre])],
    ) -> Result<Played<World>, Vec<Refusal>> {
        let mut left: Vec<Said<'_>> = said.to_vec();
        let mut legs: Vec<(&str, &[Manoeuvre])> = marches.to_vec();
        let mut after: Vec<(&str, &[Manoeuvre])> = opened.to_vec();
        let reply = |_: &Slot, ask: &Ask| {
            let mut replies: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
            for (n, field) in ask.fields.iter().enumerate() {
                if let game::Shape::March { .. } = &field.shape
                    && let Some(place) = legs.iter().position(|(who, _)| field.about == Ref::Unit(self.id(who)))
                {
                    let (who, way) = legs.remove(place);
                    replies[n] = Reply::Marched(March { movers: vec![self.id(who).0], legs: way.to_vec() });
                }
                let game::Shape::Pick { from, .. } = &field.shape else { continue };
                let chosen = left.iter().position(|(who, does, at)| {
                    let key = self.key(does, *at);
                    field.about == Ref::Unit(self.id(who)) && from.iter().any(|choice| choice.key == key)
                });
                if let Some(place) = chosen {
                    let (who, does, at) = left.remove(place);
                    let key = self.key(does, at);
                    let opened = from.iter().find(|choice| choice.key == key).map_or(&[][..], |choice| &choice.then);
                    // Fields opened by a choice also get their default answers unless given.
                    let then = opened.iter().map(|field| {
                        if let game::Shape::March { .. } = &field.shape
                            && let Some(place) = after.iter().position(|(of, _)| *of == who)
                        {
                            let way = after.remove(place).1.to_vec();
                            return Reply::Marched(March { movers: vec![self.id(who).0], legs: way });
                        }
                        let game::Shape::Pick { from, .. } = &field.shape else { return field.default.clone() };
                        let said = left.iter().position(|(again, does, at)| {
                            *again == who && from.iter().any(|choice| choice.key == self.key(does, *at))
                        });
                        said.map_or(field.default.clone(), |place| {
                            let (_, does, at) = left.remove(place);
                            Reply::pick(self.key(does, at))
                        })
                    });
                    replies[n] = Reply::Picked(vec![(key.clone(), then.collect())]);
                }
            }
            replies
        };
        let played = steps::play(&self.rules, &self.world, steps, dice, reply)?;
        assert!(left.is_empty() && legs.is_empty() && after.is_empty(), "never offered: {left:?} {legs:?} {after:?}");
        Ok(played)
    }
}

/// Removes all generals from the table.
pub fn without_generals(field: &mut Field) {
    for general in &mut field.world.generals {
        general.life = Life::Gone(Fate::Left);
    }
}

/// A charge under way since the first quarter.
pub const fn charging(sort: Sort) -> Charging {
    Charging { sort, since: 1, until: 4, reorients: None, quarters: 2, stops: None, over: None, lands: None }
}

/// The reported losses of a unit by fire or in melee, in order.
pub fn told(events: &[Event], id: UnitId, what: &str) -> Vec<i64> {
    let of = |event: &Event| match &event.deed {
        Deed::Note { of: Ref::Unit(unit), what: note, facts } if *unit == id && *note == what => {
            facts.get(&"losses".into()).copied()
        }
        _ => None,
    };
    events.iter().filter_map(of).collect()
}

/// The choices offered to a unit by the sheets of a kind.
pub fn offered(played: &Played<World>, kind: &str, id: UnitId) -> Vec<String> {
    let sheets = played.asked.iter().filter(|(slot, _)| slot.kind == kind).flat_map(|(_, fields)| fields);
    let mut found = Vec::new();
    for field in sheets.filter(|field| field.about == Ref::Unit(id)) {
        if let game::Shape::Pick { from, .. } = &field.shape {
            found.extend(from.iter().map(|choice| choice.key.does.to_string()));
        }
    }
    found
}
