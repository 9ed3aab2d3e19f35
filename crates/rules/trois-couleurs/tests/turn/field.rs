//! Small battles set up from a few lines and played by written answers and dice.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "each test file uses its part")]

use game::{Ask, Deed, Event, Field as Question, Key, Ref, Refusal, Reply, Rules, Shape, Slot, Term, UnitId};
use grognard_trois_couleurs::turn::Step;
use grognard_trois_couleurs::world::{Unit, World};
use grognard_trois_couleurs::{Book, Formation, TroisCouleurs, UD};
use rulebook::steps::Played;
use std::collections::BTreeMap;
use table::{Point, Pose};

/// A whole turn, from the markers on.
pub const TURN: &[Step] = &[Step::Orders, Step::FirstFires, Step::Nerves, Step::Open];

/// A battle set up, not yet played.
pub struct Field {
    pub rules: TroisCouleurs,
    pub world: World,
    pub names: BTreeMap<String, UnitId>,
}

/// A battle played.
pub struct Fought {
    pub rules: TroisCouleurs,
    pub world: World,
    pub events: Vec<Event>,
    /// Every question that was asked, with its fields.
    pub asked: Vec<(Slot, Vec<Question>)>,
    pub names: BTreeMap<String, UnitId>,
}

/// A field of 60 by 40 UD; the battle lasts one turn. A line of `army` reads: side, brigade, name, arm (foot of 12
/// figures, horse of 5, guns of 6), formation, x and y of the middle of the front in UD, facing in degrees, then settings:
/// `men=600`, or a value of the ruleset's type table (`status=elite`, `morale=4`, `class=3`). The general of a brigade is
/// called "blue-1" and stands a UD behind its first unit.
pub fn field(book: &Book, ground: &str, army: &str) -> Field {
    let mut sides: [BTreeMap<usize, Vec<Vec<&str>>>; 2] = [BTreeMap::new(), BTreeMap::new()];
    for line in army.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        sides[usize::from(words[0] == "red")].entry(words[1].parse().unwrap()).or_default().push(words);
    }
    let mut text = String::from("id = \"test\"\ndate = 1809-05-01\nturns = 1\ntitle = { fr = \"t\", en = \"t\" }\n");
    text += "[text]\nfr = \"t\"\nen = \"t\"\n[ground]\nwidth = 3600\nheight = 2400\n";
    text += ground;
    let mut order: Vec<Vec<&str>> = Vec::new();
    for (n, side) in ["blue", "red"].into_iter().enumerate() {
        let facing = if n == 0 { 0 } else { 180 };
        text += &format!(
            "\n[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"france\"\ncommander = \"{side}-1\"\nfacing = {facing}\n"
        );
        for (place, (brigade, units)) in sides[n].iter().enumerate() {
            let near: Vec<f64> = units[0][5..7].iter().map(|ud| ud.parse::<f64>().unwrap() * 60.0).collect();
            let back = if n == 0 { -60.0 } else { 60.0 };
            let superior = if place == 0 { String::new() } else { format!("superior = \"{side}-1\"\n") };
            text += &format!(
                "[[{side}.commands]]\nid = \"{side}-{brigade}\"\nname = {{ fr = \"{brigade}\", en = \"{brigade}\" }}\n{superior}\
                 general = {{ name = \"G\", rank = \"brigade\", at = [{}, {}] }}\n",
                near[0],
                near[1] + back,
            );
            for words in units {
                text += &unit_text(side, words);
                order.push(words.clone());
            }
        }
    }
    text += "[victory.text]\nfr = \"t\"\nen = \"t\"\n[victory]\nblue_breaks = 90\nred_breaks = 90\n";
    text += "[overrides.trois-couleurs]\nattacker = \"blue\"\n";
    let scenario = armies::parse(&text, "test").unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let rules = TroisCouleurs::for_scenario(book.clone(), &scenario, armies::Library::embedded()).unwrap();
    let mut world = rules.begin().0.now().clone();
    world.turn = 1;
    let mut names = BTreeMap::new();
    for (n, words) in order.iter().enumerate() {
        let id = UnitId(u16::try_from(n).unwrap());
        names.insert(words[2].to_owned(), id);
        if words[4] == "square" {
            let body = rules.formed(&world, id, Formation::Square);
            world.unit_mut(id).body = body;
        }
    }
    let mut place = 0;
    for (n, side) in ["blue", "red"].into_iter().enumerate() {
        for brigade in sides[n].keys() {
            names.insert(format!("{side}-{brigade}"), world.general_id(place));
            place += 1;
        }
    }
    Field { rules, world, names }
}

fn unit_text(side: &str, words: &[&str]) -> String {
    let (kind, strength) = match words[3] {
        "foot" => ("fr-line", "men = 600"),
        "horse" => ("fr-dragoons", "men = 165"),
        "guns" => ("fr-foot-6", "guns = 6"),
        other => (other, "men = 600"),
    };
    let men = words[8..].iter().find_map(|w| w.strip_prefix("men="));
    let strength = men.map_or(strength.to_owned(), |n| format!("men = {n}"));
    let own: Vec<String> = words[8..]
        .iter()
        .filter_map(|word| word.split_once('='))
        .filter(|(name, _)| *name != "men")
        .map(|(name, value)| match value.parse::<i64>().is_ok() || value == "true" {
            true => format!("{name} = {value}"),
            false => format!("{name} = \"{value}\""),
        })
        .collect();
    let metres = |ud: &str| ud.parse::<f64>().unwrap() * 60.0;
    let formation = match words[4] {
        "column" => "attack_column",
        "march" => "march_column",
        "limbered" => "limbered",
        "deployed" => "deployed",
        _ => "line",
    };
    format!(
        "[[{side}.commands.units]]\nid = \"{}\"\nname = {{ fr = \"{}\", en = \"{}\" }}\ntype = \"{kind}\"\n{strength}\n\
         at = [{}, {}]\nfacing = {}\nformation = \"{formation}\"\noverrides = {{ trois-couleurs = {{ {} }} }}\n",
        words[2].to_lowercase(),
        words[2],
        words[2],
        metres(words[5]),
        metres(words[6]),
        words[7],
        own.join(", "),
    )
}

impl Field {
    pub fn id(&self, name: &str) -> UnitId {
        self.names[name]
    }

    /// Changes the world before it is played.
    pub fn with(mut self, change: impl FnOnce(&mut World, &BTreeMap<String, UnitId>)) -> Self {
        change(&mut self.world, &self.names);
        self
    }

    /// Plays these steps. `says`: what is answered, one line for a field: the kind of the question, the unit that it is
    /// about, then the key and its referents, "announce A assault I", or legs of a way, "announce A go=ahead:2". Every
    /// other field goes by default. All lines and all dice must be used.
    pub fn play(self, steps: &[Step], says: &[&str], faces: &[u8]) -> Fought {
        self.try_play(steps, says, faces).unwrap_or_else(|refusals| panic!("refused: {refusals:?}"))
    }

    pub fn try_play(self, steps: &[Step], says: &[&str], faces: &[u8]) -> Result<Fought, Vec<Refusal>> {
        let mut says = says.to_vec();
        let reply = |slot: &Slot, ask: &Ask| self.replies(slot, &ask.fields, &mut says);
        let Played { world, events, asked } = rulebook::steps::play(&self.rules, &self.world, steps, faces, reply)?;
        assert!(says.is_empty(), "not asked: {says:?}");
        Ok(Fought { world, events, asked, names: self.names, rules: self.rules })
    }

    fn refer(&self, word: &str) -> Option<Ref> {
        if let Some(n) = word.strip_prefix('#') {
            return n.parse().ok().map(Ref::Command);
        }
        self.names.get(word).map(|id| Ref::Unit(*id))
    }

    fn replies(&self, slot: &Slot, fields: &[Question], says: &mut Vec<&str>) -> Vec<Reply> {
        let mut replies: Vec<Reply> = fields.iter().map(|field| field.default.clone()).collect();
        for (n, field) in fields.iter().enumerate() {
            let fits = |line: &&str| {
                let words: Vec<&str> = line.split_whitespace().collect();
                let named = self.refer(words[1]) == Some(field.about);
                let offered = match &field.shape {
                    Shape::Pick { from, .. } => from.iter().any(|choice| choice.key.does == words[2]),
                    Shape::March { .. } => words[2].starts_with("go="),
                    _ => true,
                };
                slot.kind == words[0] && named && offered
            };
            if let Some(line) = says.iter().position(fits) {
                let words: Vec<&str> = says.remove(line).split_whitespace().collect();
                replies[n] = self.reply(field, &words[2..]);
            }
        }
        replies
    }

    fn reply(&self, field: &Question, words: &[&str]) -> Reply {
        let cm = |ud: f64| (ud * f64::from(UD)).round() as i32;
        let figure = |name: &str| words.iter().find_map(|w| w.strip_prefix(name)).map(|v| v.parse::<f64>().unwrap());
        match &field.shape {
            Shape::Along { .. } => figure("at=").map_or(field.default.clone(), |ud| Reply::At(cm(ud))),
            Shape::Place { .. } => match (figure("x="), figure("y="), &field.default) {
                (Some(x), Some(y), Reply::Placed(pose, formation)) => {
                    Reply::Placed(Pose { at: Point::new(cm(x), cm(y)), ..*pose }, formation.clone())
                }
                _ => field.default.clone(),
            },
            Shape::March { movers, .. } => match words.iter().find_map(|w| w.strip_prefix("go=")) {
                Some(legs) => Reply::Marched(table::March {
                    movers: movers.iter().map(|id| id.0).collect(),
                    legs: legs.split(',').filter(|leg| !leg.is_empty()).map(leg).collect(),
                }),
                None => field.default.clone(),
            },
            Shape::Pick { from, .. } => {
                let refs: Vec<Ref> = words[1..].iter().filter_map(|w| self.refer(w)).collect();
                let key = Key { does: Term::from(words[0]), refs };
                let Some(choice) = from.iter().find(|c| c.key == key) else { return Reply::pick(key) };
                let opened = |field: &Question| match (&field.shape, words.get(1)) {
                    (Shape::Pick { from, .. }, Some(second)) if from.iter().any(|c| c.key.does == *second) => {
                        self.reply(field, &words[1..])
                    }
                    (Shape::Pick { .. }, _) | (_, None) => field.default.clone(),
                    _ => self.reply(field, &words[1..]),
                };
                Reply::Picked(vec![(key, choice.then.iter().map(opened).collect())])
            }
            _ => field.default.clone(),
        }
    }
}

/// A leg of a way: "ahead:3", "back:1", "side:-1" in UD, "wheel:30", "turn:180" in degrees.
fn leg(text: &str) -> table::Manoeuvre {
    use table::Manoeuvre;
    let (name, value) = text.split_once(':').unwrap();
    let cm = (value.parse::<f64>().unwrap() * f64::from(UD)).round() as i32;
    let angle = (value.parse::<f64>().unwrap() * 100.0).round() as i32;
    match name {
        "ahead" => Manoeuvre::Ahead(cm),
        "back" => Manoeuvre::Back(cm),
        "side" => Manoeuvre::Side(cm),
        "wheel" => Manoeuvre::Wheel(angle),
        _ => Manoeuvre::Turn(angle),
    }
}

impl Fought {
    pub fn unit(&self, name: &str) -> &Unit {
        self.world.unit(self.names[name])
    }

    /// How far apart two units stand, in hundredths of a UD.
    pub fn apart(&self, a: &str, b: &str) -> i32 {
        (self.rules.gap(&self.world, self.names[a], self.names[b]) * 100 + UD / 2) / UD
    }

    /// Whether a kind of question was put to somebody about a unit.
    pub fn was_asked(&self, kind: &str, name: &str) -> bool {
        let of = Ref::Unit(self.names[name]);
        self.asked.iter().any(|(slot, fields)| slot.kind == kind && fields.iter().any(|field| field.about == of))
    }

    /// The notes told of a unit.
    pub fn noted(&self, name: &str, what: &str) -> bool {
        let of = Ref::Unit(self.names[name]);
        self.events
            .iter()
            .any(|event| matches!(&event.deed, Deed::Note { of: who, what: told, .. } if *who == of && *told == what))
    }
}
