//! Small battles set up from a few lines and played with written answers and dice.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "each test file uses its part")]

use game::{
    Ask, Deed, Event, Field as Question, Given, Key, Need, Play, Ref, Refusal, Reply, Rules, Shape, Side, Slot, Term,
    Thrown, UnitId,
};
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::world::{NamedCharge, Phase, Unit, World};
use grognard_marie_louise::{Book, Formation, MarieLouise, Marker, Order, PAS};
use rulebook::steps::Played;
use std::collections::BTreeMap;
use table::{Manoeuvre, March, Point, Pose};

/// Phase 4 from the naming of charges to the last impact.
pub const CHARGES: [Step; 6] = [
    Step::Naming,
    Step::Moment(Instant::Zero),
    Step::FallBack,
    Step::Moment(Instant::One),
    Step::Charges,
    Step::Impacts,
];

/// A battle set up, not yet played.
pub struct Field {
    pub rules: MarieLouise,
    pub world: World,
    names: BTreeMap<String, UnitId>,
}

/// A battle played.
pub struct Fought {
    pub world: World,
    pub events: Vec<Event>,
    /// Every question, with the choices open to each unit.
    pub asked: Vec<(Slot, Vec<Question>)>,
    names: BTreeMap<String, UnitId>,
}

/// A field of 72 by 48 pas. A line of `army` reads: side, brigade, name, arm, elements, formation, x and y of the TdC
/// in pas, facing in degrees, order (R, C, M, T, -), then settings: `marker=shaken`, `charisma=2` (of an attached
/// general), `moved_last`, `melee_last`, or a characteristic of the ruleset's table. The general of a brigade, and the
/// brigade where it is asked for its order, are called "blue-1".
pub fn field(book: &Book, ground: &str, army: &str) -> Field {
    let mut sides: [BTreeMap<u32, Vec<Vec<&str>>>; 2] = [BTreeMap::new(), BTreeMap::new()];
    for line in army.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        sides[usize::from(words[0] == "red")].entry(words[1].parse().unwrap()).or_default().push(words);
    }
    let mut text = String::from("id = \"test\"\ndate = 1809-05-01\nturns = 6\ntitle = { fr = \"t\", en = \"t\" }\n");
    text += "[text]\nfr = \"t\"\nen = \"t\"\n[ground]\nwidth = 3600\nheight = 2400\n";
    text += ground;
    let mut order: Vec<Vec<&str>> = Vec::new();
    for (n, side) in ["blue", "red"].into_iter().enumerate() {
        text += &format!(
            "\n[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"france\"\ncommander = \"{side}-1\"\nfacing = 0\n"
        );
        for (brigade, units) in &sides[n] {
            let at = [100 + 100 * brigade, if n == 0 { 100 } else { 2300 }];
            let ranked = units.iter().flat_map(|words| words[10..].iter()).find_map(|w| w.strip_prefix("general="));
            let charisma = units.iter().flat_map(|words| words[10..].iter()).find_map(|w| w.strip_prefix("charisma="));
            text += &format!(
                "[[{side}.commands]]\nid = \"{side}-{brigade}\"\nname = {{ fr = \"{brigade}\", en = \"{brigade}\" }}\n\
                 general = {{ name = \"G\", rank = \"{}\", at = [{}, {}], overrides = {{ marie-louise = {{ charisma = {} }} }} }}\n",
                ranked.unwrap_or("brigade"),
                at[0],
                at[1],
                charisma.unwrap_or("0")
            );
            for words in units {
                text += &unit_text(side, words);
                order.push(words.clone());
            }
        }
    }
    text += "[victory.text]\nfr = \"t\"\nen = \"t\"\n[victory]\nblue_breaks = 90\nred_breaks = 90\n";
    let scenario = armies::parse(&text, "test").unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
    let rules = MarieLouise::for_scenario(book.clone(), &scenario, armies::Library::embedded()).unwrap();
    let mut world = rules.begin().0.world;
    world.turn = 1;
    let mut names = BTreeMap::new();
    for (n, words) in order.iter().enumerate() {
        let id = UnitId(u16::try_from(n).unwrap());
        names.insert(words[2].to_owned(), id);
        dress(world.unit_mut(id), words);
        let brigade: usize = words[1].parse().unwrap();
        let place = if words[0] == "blue" { brigade - 1 } else { sides[0].len() + brigade - 1 };
        if words[10..].iter().any(|w| w.starts_with("charisma=") || w.starts_with("general=")) {
            let at = world.unit(id).pose.at;
            world.generals[place].attached = Some(id);
            world.generals[place].at = at;
        }
    }
    for (n, side) in ["blue", "red"].into_iter().enumerate() {
        for brigade in sides[n].keys() {
            let place = usize::try_from(*brigade).unwrap() - 1 + if n == 0 { 0 } else { sides[0].len() };
            names.insert(format!("{side}-{brigade}"), world.general_id(place));
        }
    }
    Field { rules, world, names }
}

fn unit_text(side: &str, words: &[&str]) -> String {
    let (kind, strength) = match words[3] {
        "horse" => ("fr-hussars", "men = 350"),
        "guns" => ("fr-foot-6", "guns = 6"),
        _ => ("fr-line", "men = 350"),
    };
    let own: Vec<String> = words[10..]
        .iter()
        .filter_map(|word| word.split_once('='))
        .filter(|(name, _)| !["marker", "charisma", "general", "lost"].contains(name))
        .map(|(name, value)| {
            let plain = value == "true" || value == "false" || value.starts_with('[');
            if plain { format!("{name} = {value}") } else { format!("{name} = \"{value}\"") }
        })
        .collect();
    let own = if own.is_empty() { String::new() } else { format!(", {}", own.join(", ")) };
    let metres = |pas: &str| pas.parse::<f64>().unwrap() * 50.0;
    let formation = match words[5] {
        "disorder" | "solid_square" | "bastion" => "line",
        other => other,
    };
    format!(
        "[[{side}.commands.units]]\nid = \"{}\"\nname = {{ fr = \"{}\", en = \"{}\" }}\ntype = \"{kind}\"\n{strength}\n\
         at = [{}, {}]\nfacing = {}\nformation = \"{formation}\"\n\
         overrides = {{ marie-louise = {{ elements = {}{own} }} }}\n",
        words[2].to_lowercase(),
        words[2],
        words[2],
        metres(words[6]),
        metres(words[7]),
        words[8],
        words[4],
    )
}

fn dress(unit: &mut Unit, words: &[&str]) {
    let cm = |pas: &str| (pas.parse::<f64>().unwrap() * f64::from(PAS)).round() as i32;
    let facing = (words[8].parse::<f64>().unwrap() * 100.0).round() as i32;
    unit.pose = Pose { at: Point::new(cm(words[6]), cm(words[7])), facing };
    unit.order = match words[9] {
        "R" => Order::FallBack,
        "C" => Order::Charge,
        "M" => Order::Manoeuvre,
        "T" => Order::Hold,
        _ => Order::None,
    };
    unit.now.executed = unit.order;
    match words[5] {
        "disorder" => unit.formation = Formation::Disorder,
        "solid_square" => unit.formation = Formation::SolidSquare,
        "bastion" => unit.formation = Formation::Bastion,
        _ => {}
    }
    for word in &words[10..] {
        match *word {
            "marker=hesitant" => unit.marker = Marker::Hesitant,
            "marker=shaken" => unit.marker = Marker::Shaken,
            "marker=routing" => unit.marker = Marker::Routing,
            "charged_last" => unit.before.charge_move = true,
            "melee_last" => unit.before.melee = true,
            "may_fall_back" => unit.now.may_fall_back = true,
            _ => {}
        }
    }
    if unit.marker != Marker::None {
        unit.order = Order::None;
    }
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

    /// Plays these steps. `says`: answers such as "K name_charges charge I"; everything else takes the default. All
    /// dice must be used.
    pub fn play(self, steps: &[Step], says: &[&str], faces: &[u8]) -> Fought {
        self.try_play(steps, says, faces).unwrap_or_else(|refusals| panic!("refused: {refusals:?}"))
    }

    pub fn try_play(self, steps: &[Step], says: &[&str], faces: &[u8]) -> Result<Fought, Vec<Refusal>> {
        let reply = |slot: &Slot, ask: &Ask| ask.fields.iter().map(|field| self.reply(slot, field, says)).collect();
        let Played { world, events, asked } = rulebook::steps::play(&self.rules, &self.world, steps, faces, reply)?;
        Ok(Fought { world, events, asked, names: self.names })
    }

    /// The first sheet of a side in a step, answered as in `says`, and what it would start. Earlier questions to the
    /// other side take their defaults.
    pub fn prospects(&self, step: Step, side: Side, says: &[&str]) -> Vec<game::Prospect> {
        let mut play = self.standing_in(step);
        let slots = loop {
            let Some(Need::Answers(slots)) = play.need().cloned() else { panic!("the side is not asked") };
            if slots.iter().any(|slot| slot.side == side) {
                break slots;
            }
            let ask = |slot: &Slot| self.rules.ask(&self.rules.redact(&play, slot.side), slot);
            let answers = slots.iter().map(|slot| ask(slot).fields.into_iter().map(|field| field.default).collect());
            let answers = Given::Answers(answers.collect());
            play.go(&self.rules, Some(answers));
        };
        let slot = slots.iter().find(|slot| slot.side == side).expect("the side is asked");
        let seen = self.rules.redact(&play, side);
        let ask = self.rules.ask(&seen, slot);
        let replies: Vec<Reply> = ask.fields.iter().map(|field| self.reply(slot, field, says)).collect();
        self.rules.check(&seen, &ask, &replies).expect("the answer stands");
        self.rules.prospects(&seen, &ask, &replies)
    }

    /// The battle as it waits in a step.
    pub fn standing_in(&self, step: Step) -> Play<World, Step> {
        let before =
            matches!(step, Step::Deploy | Step::Start | Step::LayOrders | Step::Rally | Step::Command | Step::End);
        let world = World { orders_in_force: self.world.orders_in_force || !before, ..self.world.clone() };
        let mut play = Play::new(world, [step]);
        play.go(&self.rules, None);
        play
    }

    /// Plays whole turns at random until the battle ends; returns the number of turns and every kind of question.
    pub fn at_random(self, luck: u64) -> (u16, std::collections::BTreeSet<String>) {
        let mut state = luck;
        let mut next = move |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let mut play: Play<World, Step> = Play::new(World { turn: 0, ..self.world.clone() }, Step::of_a_turn());
        let mut picture = self.rules.picture_of(&self.world);
        let mut kinds = std::collections::BTreeSet::new();
        let mut overlaps = self.overlapping(&self.world);
        let mut told = play.go(&self.rules, None);
        for _ in 0..20_000 {
            told.iter().for_each(|event| picture.apply(&event.deed));
            assert_eq!(picture, self.rules.picture(&play), "the picture is the fold of the events");
            // No charge, recoil or pursuit ends on another TdC (ML-GAP-11).
            let now = self.overlapping(play.now());
            use Phase::{Charges, FallBack, Impacts, MomentC, Naming};
            if matches!(play.now().phase, Naming | FallBack | Charges | MomentC | Impacts) {
                let new: Vec<_> = now.difference(&overlaps).collect();
                let moves = told.iter().filter(|e| matches!(e.deed, Deed::Moved { .. }));
                let how: Vec<_> = moves.map(|e| (&e.deed, &e.rules)).collect();
                assert!(new.is_empty(), "{new:?} overlap in {:?} (luck {luck}): {how:?}", play.now().phase);
            }
            overlaps = now;
            let given = match play.need().cloned().unwrap() {
                Need::Over(_) => return (play.now().turn, kinds),
                Need::Dice(tosses) => Given::Dice(
                    tosses
                        .iter()
                        .map(|toss| {
                            let roll = |(die, _): (dice::Die, bool)| {
                                let place = usize::try_from(next(u64::from(die.sides()))).unwrap();
                                die.faces().nth(place).unwrap()
                            };
                            let faces: Vec<u8> = toss.throw.each().map(roll).collect();
                            let class = dice::read(&toss.throw, &faces).unwrap();
                            Thrown { faces, class }
                        })
                        .collect(),
                ),
                Need::Answers(slots) => {
                    let answer = |slot: &Slot| {
                        let seen = self.rules.redact(&play, slot.side);
                        let ask = self.rules.ask(&seen, slot);
                        kinds.insert(slot.kind.to_string());
                        let replies = self.rules.suggest(&seen, &ask, next(1 << 30));
                        assert!(game::form::faults(&ask, &replies).is_empty());
                        if let Err(refusals) = self.rules.check(&seen, &ask, &replies) {
                            panic!("proposed and refused: {} {refusals:?} (luck {luck})", slot.kind);
                        }
                        replies
                    };
                    Given::Answers(slots.iter().map(answer).collect())
                }
            };
            told = play.go(&self.rules, Some(given));
        }
        panic!("no end in sight: {:?}", play.need());
    }

    fn named(&self, id: UnitId) -> Option<&str> {
        self.names.iter().find(|(_, other)| **other == id).map(|(name, _)| name.as_str())
    }

    /// The pairs of units whose TdCs overlap.
    fn overlapping(&self, w: &World) -> std::collections::BTreeSet<(UnitId, UnitId)> {
        let present: Vec<UnitId> = w.ids().filter(|id| w.unit(*id).present()).collect();
        let pairs = present.iter().enumerate().flat_map(|(n, a)| present[n + 1..].iter().map(move |b| (*a, *b)));
        pairs.filter(|(a, b)| table::overlaps(&w.unit(*a).tdc(), &w.unit(*b).tdc())).collect()
    }

    fn reply(&self, slot: &Slot, field: &Question, says: &[&str]) -> Reply {
        let name = match field.about {
            Ref::Unit(id) => self.named(id),
            Ref::Command(place) => self.named(self.world.general_id(usize::from(place))),
            _ => None,
        };
        let told = says.iter().find_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let who = Some(words[0]) == name || words[0] == "*";
            (who && slot.kind == words[1]).then(|| words[2..].to_vec())
        });
        let Some(words) = told else { return field.default.clone() };
        if let Shape::March { .. } = field.shape {
            return opened(field, &words);
        }
        let refs = words[1..].iter().filter_map(|w| self.names.get(*w)).map(|id| Ref::Unit(*id)).collect();
        let key = Key { does: Term::from(words[0]), refs };
        let Shape::Pick { from, .. } = &field.shape else { panic!("not a pick: {field:?}") };
        let then = from.iter().find(|c| c.key == key).map(|c| c.then.clone()).unwrap_or_default();
        let opened = then.iter().map(|field| opened(field, &words)).collect();
        Reply::Picked(vec![(key, opened)])
    }
}

/// The answer to a march, or to a field that a choice opened: `by=135` (degrees), `pas=4`, a second leg by `then_by=90 then_pas=2`, `about`, `stay`, `bonus`.
fn opened(field: &Question, words: &[&str]) -> Reply {
    let figure = |name: &str| {
        let mut found = words.iter().filter_map(|w| w.strip_prefix(name)).map(|v| v.parse::<f64>().unwrap());
        found.next()
    };
    match (&field.shape, &field.default) {
        (Shape::March { .. }, Reply::Marched(march)) => {
            let mut march: March = march.clone();
            if let Some(Manoeuvre::Oblique { cm, by }) = march.legs.first_mut() {
                *by = figure("by=").map_or(*by, |degrees| (degrees * 100.0) as i32);
                *cm = figure("pas=").map_or(*cm, |pas| (pas * f64::from(PAS)) as i32);
            }
            if let (Some(cm), Some(by)) = (figure("then_pas="), figure("then_by=")) {
                march.legs.push(Manoeuvre::Oblique { cm: (cm * f64::from(PAS)) as i32, by: (by * 100.0) as i32 });
            }
            if words.contains(&"stay") {
                march.legs.clear();
            }
            if words.contains(&"about") {
                march.legs.push(Manoeuvre::Turn(18_000));
            }
            Reply::Marched(march)
        }
        (Shape::Pick { .. }, _) if words.contains(&"bonus") => Reply::pick(Key::plain("bonus")),
        _ => field.default.clone(),
    }
}

impl Fought {
    pub fn id(&self, name: &str) -> UnitId {
        self.names[name]
    }

    pub fn unit(&self, name: &str) -> &Unit {
        self.world.unit(self.names[name])
    }

    /// Place of a unit's TdC, in hundredths of a pas.
    pub fn at(&self, name: &str) -> (i32, i32) {
        let at = self.unit(name).pose.at;
        let hundredths = |cm: i32| (cm + PAS / 200).div_euclid(PAS / 100);
        (hundredths(at.x), hundredths(at.y))
    }

    /// TdC to TdC, in hundredths of a pas.
    pub fn apart(&self, a: &str, b: &str) -> i32 {
        let cm = table::distance(&self.unit(a).tdc(), &self.unit(b).tdc()).cm;
        (cm + PAS / 200).div_euclid(PAS / 100)
    }

    pub fn charge(&self, name: &str) -> Option<&NamedCharge> {
        self.world.charges.iter().find(|c| c.by == self.names[name])
    }

    /// The choices of a unit in a question of a kind; `None` if there was none.
    pub fn offered(&self, kind: &str, name: &str) -> Option<Vec<String>> {
        let about = Ref::Unit(self.names[name]);
        self.asked.iter().filter(|(slot, _)| slot.kind == kind).find_map(|(_, fields)| {
            fields.iter().find(|f| f.about == about).map(|f| match &f.shape {
                Shape::Pick { from, .. } => from
                    .iter()
                    .map(|c| {
                        let refs = c.key.refs.iter().filter_map(|r| {
                            self.names.iter().find(|(_, id)| Ref::Unit(**id) == *r).map(|(name, _)| name.clone())
                        });
                        std::iter::once(c.key.does.to_string()).chain(refs).collect::<Vec<_>>().join(" ")
                    })
                    .collect(),
                _ => Vec::new(),
            })
        })
    }

    /// How often there was a question of a kind.
    pub fn times(&self, kind: &str) -> usize {
        self.asked.iter().filter(|(slot, _)| slot.kind == kind).count()
    }

    /// The sides that had a question of a kind.
    pub fn sides(&self, kind: &str) -> Vec<Side> {
        self.asked.iter().filter(|(slot, _)| slot.kind == kind).map(|(slot, _)| slot.side).collect()
    }

    /// Whether there is a note about a unit.
    pub fn noted(&self, what: &str, name: &str) -> bool {
        let id = Ref::Unit(self.names[name]);
        self.events.iter().any(|e| matches!(&e.deed, Deed::Note { of, what: w, .. } if *of == id && *w == what))
    }

    /// The lines of a unit's first test of a kind: rule id and amount added.
    pub fn lines(&self, test: &str, name: &str) -> Vec<(String, game::Op)> {
        let of = Some(Ref::Unit(self.names[name]));
        self.events
            .iter()
            .find_map(|e| match &e.deed {
                Deed::Tested { breakdown, .. } if breakdown.test == test && breakdown.of == of => {
                    Some(breakdown.lines.iter().map(|l| (l.rule.to_string(), l.op)).collect())
                }
                _ => None,
            })
            .unwrap_or_default()
    }

    /// How many tests of a kind a unit took.
    pub fn tests(&self, test: &str, name: &str) -> usize {
        let of = Some(Ref::Unit(self.names[name]));
        let is = |e: &&Event| matches!(&e.deed, Deed::Tested { breakdown, .. } if breakdown.test == test && breakdown.of == of);
        self.events.iter().filter(is).count()
    }
}
