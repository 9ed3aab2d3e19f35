//! Small battles set up from a few lines and played with written answers and dice.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "each test file uses its part")]

use game::{
    Ask, Deed, Event, Field as Question, Key, Need, Play, Ref, Refusal, Reply, Rules, Shape, Slot, Term, UnitId,
};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::{Activation, Unit, World};
use grognard_bataille_empire::{BatailleEmpire, Book, Formation, Grade, Losses, Order, UD};
use rulebook::steps::Played;
use std::collections::BTreeMap;
use table::{Point, Pose};

/// A battle set up, not yet played.
pub struct Field {
    pub rules: BatailleEmpire,
    pub world: World,
    pub names: BTreeMap<String, UnitId>,
}

/// A battle played.
pub struct Fought {
    pub rules: BatailleEmpire,
    pub world: World,
    pub events: Vec<Event>,
    /// Every question, with its fields.
    pub asked: Vec<(Slot, Vec<Question>)>,
    pub names: BTreeMap<String, UnitId>,
}

/// A field of 60 by 40 UD. A line of `army` reads: side, division, name, arm, formation, x and y of the middle of the
/// front in UD, facing in degrees, order (A, E, H, M, W), then settings: `losses=3` (halves), `disorder`, `marker`,
/// `general` (attached), `grade=poor` (of the division's general), `men=600`, or a characteristic of the ruleset's
/// table (`morale=4`, `class=c`, `abilities=["lance"]`, without blanks). The arms: foot (Line 3, class B, FT 0), horse,
/// guns (6-pounders) or the key of a troop type. The general of a division is called "blue-1"; the first is
/// commander-in-chief. Generals start near the first unit of their division.
pub fn field(book: &Book, ground: &str, army: &str) -> Field {
    let mut sides: [BTreeMap<usize, Vec<Vec<&str>>>; 2] = [BTreeMap::new(), BTreeMap::new()];
    for line in army.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        sides[usize::from(words[0] == "red")].entry(words[1].parse().unwrap()).or_default().push(words);
    }
    let mut text = String::from("id = \"test\"\ndate = 1809-05-01\nturns = 6\ntitle = { fr = \"t\", en = \"t\" }\n");
    text += "[text]\nfr = \"t\"\nen = \"t\"\n[ground]\nwidth = 3600\nheight = 2400\n";
    text += ground;
    let mut order: Vec<(usize, usize, Vec<&str>)> = Vec::new();
    for (n, side) in ["blue", "red"].into_iter().enumerate() {
        let facing = if n == 0 { 0 } else { 180 };
        text += &format!(
            "\n[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"france\"\ncommander = \"{side}-1\"\nfacing = {facing}\n"
        );
        for (place, (division, units)) in sides[n].iter().enumerate() {
            let near: Vec<f64> = units[0][5..7].iter().map(|ud| ud.parse::<f64>().unwrap() * 60.0).collect();
            let back = if n == 0 { -60.0 } else { 60.0 };
            let superior = if place == 0 { String::new() } else { format!("superior = \"{side}-1\"\n") };
            text += &format!(
                "[[{side}.commands]]\nid = \"{side}-{division}\"\nname = {{ fr = \"{division}\", en = \"{division}\" }}\n{superior}\
                 general = {{ name = \"G\", rank = \"division\", at = [{}, {}] }}\n",
                near[0],
                near[1] + back,
            );
            for words in units {
                text += &unit_text(side, words);
                order.push((n, place, words.clone()));
            }
        }
    }
    text += "[victory.text]\nfr = \"t\"\nen = \"t\"\n[victory]\nblue_breaks = 90\nred_breaks = 90\n";
    let scenario = armies::parse(&text, "test").unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let rules = BatailleEmpire::for_scenario(book.clone(), &scenario, armies::Library::embedded()).unwrap();
    let mut world = rules.begin().0.now().clone();
    world.turn = 1;
    let mut names = BTreeMap::new();
    for (n, (side, place, words)) in order.iter().enumerate() {
        let id = UnitId(u16::try_from(n).unwrap());
        names.insert(words[2].to_owned(), id);
        let place = place + if *side == 0 { 0 } else { sides[0].len() };
        dress(&mut world, id, place, words);
    }
    for (n, side) in ["blue", "red"].into_iter().enumerate() {
        for (place, division) in sides[n].keys().enumerate() {
            let place = place + if n == 0 { 0 } else { sides[0].len() };
            names.insert(format!("{side}-{division}"), world.general_id(place));
        }
    }
    Field { rules, world, names }
}

fn unit_text(side: &str, words: &[&str]) -> String {
    let plain = "status = \"line\", morale = 3, class = \"b\"";
    let (kind, strength, own) = match words[3] {
        "foot" => ("fr-line", "men = 600", format!("{plain}, ft = 0, abilities = []")),
        "horse" => ("fr-dragoons", "men = 400", format!("{plain}, abilities = []")),
        "guns" => ("fr-foot-6", "guns = 8", format!("{plain}, abilities = []")),
        other if other.contains("foot-") || other.contains("horse-") => (other, "guns = 8", String::new()),
        other => (other, "men = 450", String::new()),
    };
    let strength =
        words[9..].iter().find_map(|w| w.strip_prefix("men=")).map_or(strength.to_owned(), |n| format!("men = {n}"));
    let mut own: BTreeMap<String, String> = own
        .split(", ")
        .filter_map(|pair| pair.split_once(" = "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    for (name, value) in words[9..].iter().filter_map(|word| word.split_once('=')) {
        if !["losses", "grade", "men"].contains(&name) {
            let bare = value.starts_with('[') || value.parse::<i64>().is_ok();
            own.insert(name.to_owned(), if bare { value.to_owned() } else { format!("\"{value}\"") });
        }
    }
    let own: Vec<String> = own.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let metres = |ud: &str| ud.parse::<f64>().unwrap() * 60.0;
    let formation = match words[4] {
        "column" => "attack_column",
        "limbered" => "limbered",
        "deployed" => "deployed",
        "garrison" => "garrison",
        _ => "line",
    };
    format!(
        "[[{side}.commands.units]]\nid = \"{}\"\nname = {{ fr = \"{}\", en = \"{}\" }}\ntype = \"{kind}\"\n{strength}\n\
         at = [{}, {}]\nfacing = {}\nformation = \"{formation}\"\n\
         overrides = {{ bataille-empire = {{ {} }} }}\n",
        words[2].to_lowercase(),
        words[2],
        words[2],
        metres(words[5]),
        metres(words[6]),
        words[7],
        own.join(", "),
    )
}

fn dress(world: &mut World, id: UnitId, place: usize, words: &[&str]) {
    let cm = |ud: &str| (ud.parse::<f64>().unwrap() * f64::from(UD)).round() as i32;
    let facing = (words[7].parse::<f64>().unwrap() * 100.0).round() as i32;
    let unit = world.unit_mut(id);
    unit.pose = Pose { at: Point::new(cm(words[5]), cm(words[6])), facing };
    match words[4] {
        "solid_square" => unit.formation = Formation::SolidSquare,
        "hollow_square" => unit.formation = Formation::HollowSquare,
        "skirmish" => {
            unit.formation = Formation::Skirmish;
            unit.detached = true;
        }
        _ => {}
    }
    let mut attached = false;
    for word in &words[9..] {
        match *word {
            "disorder" => unit.disorder = true,
            "marker" => unit.marker = true,
            "general" => attached = true,
            _ => {}
        }
        if let Some(halves) = word.strip_prefix("losses=") {
            unit.losses = Losses::halves(halves.parse().unwrap());
        }
    }
    let at = unit.pose.ahead(-UD).at;
    if attached {
        world.generals[place].attached = Some(id);
        world.generals[place].at = at;
    }
    if let Some(grade) = words[9..].iter().find_map(|w| w.strip_prefix("grade=")) {
        world.generals[place].grade = match grade {
            "poor" => Grade::Poor,
            "ordinary" => Grade::Ordinary,
            "competent" => Grade::Competent,
            "brilliant" => Grade::Brilliant,
            _ => Grade::Strategist,
        };
    }
    world.divisions[place].order = match words[8] {
        "W" => Order::Withdraw,
        "M" => Order::Manoeuvre,
        "A" => Order::Attack,
        "E" => Order::Engage,
        "H" => Order::Hold,
        _ => Order::None,
    };
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

    /// Makes a division active, with this number of command points.
    pub fn active(self, division: u16, points: u8) -> Self {
        let side = self.rules.side(self.world.general_id(usize::from(division)));
        self.with(|w, _| {
            w.active = Some(side);
            w.activations = 1;
            w.activation = Some(Activation {
                division,
                counted: Vec::new(),
                marked: Vec::new(),
                disordered: Vec::new(),
                number: 1,
                paid: Vec::new(),
                part: Default::default(),
            });
            w.division_mut(division).points = points;
        })
    }

    /// Plays these steps. `says`: the answers, one line per question in order, "fire A target=I support=B": the kind of
    /// the question, then the key and its referents, then what the choice opens, `name=REF` for a pick. Every other
    /// question takes its default. All lines and all dice must be used.
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

    /// A unit or general by name, a division as `#0`, a feature of the ground as `@0`.
    fn refer(&self, word: &str) -> Option<Ref> {
        if let Some(n) = word.strip_prefix('#') {
            return n.parse().ok().map(Ref::Command);
        }
        if let Some(n) = word.strip_prefix('@') {
            return n.parse().ok().map(Ref::Site);
        }
        self.names.get(word).map(|id| Ref::Unit(*id))
    }

    /// The answer to a sheet: the first line for its kind that fits one of its fields; otherwise every default.
    fn replies(&self, slot: &Slot, fields: &[Question], says: &mut Vec<&str>) -> Vec<Reply> {
        let mut replies: Vec<Reply> = fields.iter().map(|field| field.default.clone()).collect();
        let mut used = Vec::new();
        for (n, field) in fields.iter().enumerate() {
            let about = |word: &str| self.refer(word) == Some(field.about);
            let line = says.iter().position(|line| {
                let words: Vec<&str> = line.split_whitespace().collect();
                // A deployment has several fields about one division, and both sides are asked at once.
                let does = words.get(if fields.len() == 1 { 1 } else { 2 }).copied().unwrap_or_default();
                let offers = |does: &str| match &field.shape {
                    Shape::Pick { from, .. } => from.iter().any(|choice| choice.key.does == does),
                    _ => true,
                };
                slot.kind == words[0]
                    && (fields.len() == 1 || about(words[1]))
                    && (slot.kind != "deploy" || offers(does))
            });
            if let Some(line) = line.filter(|line| !used.contains(line)) {
                used.push(line);
                let words: Vec<&str> = says[line].split_whitespace().collect();
                let from = if fields.len() == 1 { 1 } else { 2 };
                replies[n] = self.reply(field, &words[from..]);
            }
        }
        used.sort_unstable();
        for line in used.into_iter().rev() {
            says.remove(line);
        }
        replies
    }

    /// The reply to a field: "fire A target=I", "at=2.5" for a point of a path, "x=3 y=4" for a place.
    fn reply(&self, field: &Question, words: &[&str]) -> Reply {
        let figure = |name: &str| words.iter().find_map(|w| w.strip_prefix(name)).map(|v| v.parse::<f64>().unwrap());
        let cm = |ud: f64| (ud * f64::from(UD)).round() as i32;
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
                let plain: Vec<&str> = words.iter().copied().filter(|w| !w.contains('=')).collect();
                let Some(does) = plain.first() else { return field.default.clone() };
                let refs: Vec<Ref> = plain[1..].iter().filter_map(|w| self.refer(w)).collect();
                let key = Key { does: Term::from(*does), refs };
                let Some(choice) = from.iter().find(|c| c.key == key) else {
                    return Reply::pick(key);
                };
                let then = choice.then.iter().map(|field| self.opened(field, words)).collect();
                Reply::Picked(vec![(key, then)])
            }
            _ => field.default.clone(),
        }
    }

    /// The reply to a field that a choice opened.
    fn opened(&self, field: &Question, words: &[&str]) -> Reply {
        let Shape::Pick { from, .. } = &field.shape else { return self.reply(field, words) };
        let said = |choice: &&game::Choice| {
            words.iter().any(|word| match word.split_once('=') {
                Some((name, who)) => choice.key.does == name && choice.key.refs.first().copied() == self.refer(who),
                None => choice.key.refs.is_empty() && choice.key.does == *word,
            })
        };
        let picks: Vec<(Key, Vec<Reply>)> = from
            .iter()
            .filter(said)
            .map(|c| (c.key.clone(), c.then.iter().map(|field| self.opened(field, words)).collect()))
            .collect();
        if picks.is_empty() { field.default.clone() } else { Reply::Picked(picks) }
    }
}

/// A leg of a march: "ahead:3", "back:2", "side:-1" in UD, "wheel:45", "turn:180" in degrees, "reform:column".
fn leg(text: &str) -> table::Manoeuvre {
    use table::Manoeuvre;
    let (name, value) = text.split_once(':').unwrap();
    let cm = || (value.parse::<f64>().unwrap() * f64::from(UD)).round() as i32;
    let angle = || (value.parse::<f64>().unwrap() * 100.0).round() as i32;
    match name {
        "ahead" => Manoeuvre::Ahead(cm()),
        "back" => Manoeuvre::Back(cm()),
        "side" => Manoeuvre::Side(cm()),
        "wheel" => Manoeuvre::Wheel(angle()),
        "turn" => Manoeuvre::Turn(angle()),
        "reform" => Manoeuvre::Reform(Term::from(value).0),
        other => panic!("no leg {other}"),
    }
}

impl Fought {
    pub fn id(&self, name: &str) -> UnitId {
        self.names[name]
    }

    pub fn unit(&self, name: &str) -> &Unit {
        self.world.unit(self.names[name])
    }

    /// Place of the middle of a unit's front, in hundredths of a UD.
    pub fn at(&self, name: &str) -> (i32, i32) {
        let at = self.unit(name).pose.at;
        let hundredths = |cm: i32| (cm + UD / 200).div_euclid(UD / 100);
        (hundredths(at.x), hundredths(at.y))
    }

    /// Losses of a unit, in halves.
    pub fn losses(&self, name: &str) -> u8 {
        self.unit(name).losses.in_halves()
    }

    /// What could be chosen in the n-th question of a kind: keys with names, and what they open.
    pub fn offered(&self, kind: &str, n: usize) -> Vec<String> {
        let sheets = self.asked.iter().filter(|(slot, _)| slot.kind == kind);
        let Some((_, fields)) = sheets.into_iter().nth(n) else { panic!("{kind} was not asked {} times", n + 1) };
        fields.iter().flat_map(|field| self.keys(field)).collect()
    }

    fn keys(&self, field: &Question) -> Vec<String> {
        let Shape::Pick { from, .. } = &field.shape else { return Vec::new() };
        from.iter().map(|choice| self.said(&choice.key)).collect()
    }

    pub fn said(&self, key: &Key) -> String {
        let refs = key
            .refs
            .iter()
            .filter_map(|r| self.names.iter().find(|(_, id)| Ref::Unit(**id) == *r).map(|(name, _)| name.clone()));
        std::iter::once(key.does.to_string()).chain(refs).collect::<Vec<_>>().join(" ")
    }

    /// What a choice of the n-th question of a kind opens, field by field.
    pub fn opens(&self, kind: &str, n: usize, choice: &str) -> Vec<Vec<String>> {
        let sheets = self.asked.iter().filter(|(slot, _)| slot.kind == kind);
        let Some((_, fields)) = sheets.into_iter().nth(n) else { panic!("{kind} was not asked {} times", n + 1) };
        let found = fields.iter().find_map(|field| match &field.shape {
            Shape::Pick { from, .. } => from.iter().find(|c| self.said(&c.key) == choice),
            _ => None,
        });
        found.map_or_else(Vec::new, |choice| choice.then.iter().map(|field| self.keys(field)).collect())
    }

    /// How often there was a question of a kind.
    pub fn times(&self, kind: &str) -> usize {
        self.asked.iter().filter(|(slot, _)| slot.kind == kind).count()
    }

    /// The modifiers of a unit's first test of a kind.
    pub fn added(&self, test: &str, name: &str) -> Vec<(String, i64)> {
        self.added_at(test, name, 0)
    }

    /// The modifiers of the n-th of a unit's tests of a kind.
    pub fn added_at(&self, test: &str, name: &str, n: usize) -> Vec<(String, i64)> {
        let of = Some(Ref::Unit(self.names[name]));
        let tests = self.events.iter().filter_map(|e| match &e.deed {
            Deed::Tested { breakdown, .. } if breakdown.test == test && breakdown.of == of => Some(&breakdown.lines),
            _ => None,
        });
        let lines = tests.into_iter().nth(n);
        let lines = lines.map(Vec::as_slice).unwrap_or_default().iter();
        let add =
            |line: &game::Line| if let game::Op::Add(n) = line.op { Some((line.rule.to_string(), n)) } else { None };
        lines.filter_map(add).collect()
    }

    /// How many tests of a kind a unit took.
    pub fn tests(&self, test: &str, name: &str) -> usize {
        let of = Some(Ref::Unit(self.names[name]));
        let is = |e: &&Event| matches!(&e.deed, Deed::Tested { breakdown, .. } if breakdown.test == test && breakdown.of == of);
        self.events.iter().filter(is).count()
    }
}

/// A rectangle of ground, in UD.
pub fn ground(kind: &str, x: [f64; 2], y: [f64; 2]) -> String {
    let [left, right, low, high] = [x[0] * 60.0, x[1] * 60.0, y[0] * 60.0, y[1] * 60.0];
    format!(
        "[[ground.features]]\nkind = \"{kind}\"\narea = [[{left}, {low}], [{right}, {low}], [{right}, {high}], [{left}, {high}]]\n"
    )
}

/// A hill one level high.
pub fn hill(x: [f64; 2], y: [f64; 2]) -> String {
    ground("hill", x, y) + "level = 1\n"
}

impl Field {
    /// What a line as answer to the first question of a step would start.
    pub fn foreseen(&self, step: Step, says: &str) -> Vec<game::Prospect> {
        let mut play: Play<World, Step> = Play::new(self.world.clone(), [step]);
        play.go(&self.rules, None);
        let Some(Need::Answers(slots)) = play.need().cloned() else { panic!("nothing is asked") };
        let seen = self.rules.redact(&play, slots[0].side);
        let ask = self.rules.ask(&seen, &slots[0]);
        let replies = self.replies(&slots[0], &ask.fields, &mut vec![says]);
        self.rules.check(&seen, &ask, &replies).expect("the answer stands");
        self.rules.prospects(&seen, &ask, &replies)
    }
}
