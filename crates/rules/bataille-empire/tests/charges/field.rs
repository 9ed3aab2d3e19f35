//! A small field for tests: a few units, set to any step of the turn, with written answers and dice.
#![allow(dead_code, reason = "each test file uses its part")]

use game::{Breakdown, Deed, Event, Given, Key, Need, Play, Prospect, Ref, Reply, Rules, Side, Slot, Thrown, UnitId};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::{Activation, Unit, World};
use grognard_bataille_empire::{BatailleEmpire, Book, Formation, Losses, Order, UD};
use std::collections::{BTreeMap, VecDeque};
use table::Cm;

/// A unit of a sketch; its place is the middle of its front, in hundredths of a UD.
#[derive(Clone, Copy)]
pub struct Stand {
    pub kind: &'static str,
    pub formation: &'static str,
    pub strength: &'static str,
    pub at: (i32, i32),
    pub facing: i32,
}

/// A battalion of the line.
pub const FOOT: Stand = Stand { kind: "fr-line", formation: "line", strength: "men = 600", at: (0, 0), facing: 0 };
/// Dragoons.
pub const HORSE: Stand = Stand { kind: "fr-dragoons", formation: "line", strength: "men = 400", at: (0, 0), facing: 0 };
/// A battery.
pub const GUNS: Stand = Stand { kind: "fr-foot-8", formation: "deployed", strength: "guns = 8", at: (0, 0), facing: 0 };

impl Stand {
    pub const fn at(self, x: i32, y: i32) -> Self {
        Self { at: (x, y), ..self }
    }

    pub const fn facing(self, degrees: i32) -> Self {
        Self { facing: degrees, ..self }
    }

    pub const fn of(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    fn toml(&self, side: &str, n: usize) -> String {
        let Self { kind, formation, strength, facing, .. } = self;
        // Metres: 60 per UD.
        let (x, y) = (f64::from(self.at.0) * 0.6, f64::from(self.at.1) * 0.6);
        format!(
            "[[{side}.commands.units]]\nid = \"{side}-{n}\"\nname = {{ fr = \"{side} {n}\", en = \"{side} {n}\" }}\ntype = \"{kind}\"\n{strength}\n\
             at = [{x}, {y}]\nfacing = {facing}\nformation = \"{formation}\"\n\n"
        )
    }
}

/// A feature by its outline, in UD.
pub fn area(kind: &str, corners: &[(f64, f64)]) -> String {
    let list: Vec<String> = corners.iter().map(|(x, y)| format!("[{}, {}]", x * 60.0, y * 60.0)).collect();
    format!("[[ground.features]]\nkind = \"{kind}\"\narea = [{}]\n", list.join(", "))
}

/// The answer of one side to a question: the reply to the field about a unit, or to the only field.
type Sheet = Vec<(Option<UnitId>, Reply)>;

/// A field of 40 by 27 UD with these features (TOML) and units; blue ids first. Blue is active.
pub struct Field {
    pub rules: BatailleEmpire,
    pub play: Play<World, Step>,
    pub events: Vec<Event>,
    /// The choices offered in all questions: the action, and the units named.
    pub offered: Vec<String>,
    /// The slots of the questions, in order.
    pub asked: Vec<Slot>,
    /// The tests foreseen before the answers.
    pub foreseen: Vec<Prospect>,
    luck: Option<u64>,
    dice: VecDeque<u8>,
    answers: BTreeMap<(Side, String), VecDeque<Sheet>>,
}

impl Field {
    pub fn new(book: &Book, ground: &str, blue: &[Stand], red: &[Stand]) -> Self {
        let mut text = format!(
            "id = \"field\"\ndate = 1812-07-06\nturns = 8\ntitle = {{ fr = \"f\", en = \"f\" }}\n\n[text]\nfr = \"f\"\nen = \"f\"\n\n\
             [ground]\nwidth = 2400\nheight = 1620\n\n{ground}\n"
        );
        for (side, stands, y) in [("blue", blue, 480), ("red", red, 1140)] {
            text += &format!(
                "[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"france\"\ncommander = \"{side}-division\"\n\n[[{side}.commands]]\n\
                 id = \"{side}-division\"\nname = {{ fr = \"{side}\", en = \"{side}\" }}\n\
                 general = {{ name = \"{side}\", rank = \"division\", at = [840, {y}] }}\n\n"
            );
            for (n, stand) in stands.iter().enumerate() {
                text += &stand.toml(side, n);
            }
        }
        text += "[victory]\nblue_breaks = 40\nred_breaks = 40\n\n[victory.text]\nfr = \"f\"\nen = \"f\"\n";
        let scenario = armies::parse(&text, "field").unwrap_or_else(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("{}\n{text}", faults.join("\n"))
        });
        let rules =
            BatailleEmpire::for_scenario(book.clone(), &scenario, armies::Library::embedded()).expect("sets up");
        let (state, _) = rules.begin();
        let mut world = state.world;
        world.turn = 1;
        world.active = Some(Side::Blue);
        for general in &mut world.generals {
            // All units are in command, wherever they stand.
            general.grade = grognard_bataille_empire::Grade::Strategist;
        }
        for division in &mut world.divisions {
            division.order = Order::Attack;
            division.points = 9;
        }
        world.activations = 1;
        world.activation = Some(Activation {
            division: 0,
            counted: Vec::new(),
            marked: Vec::new(),
            disordered: Vec::new(),
            number: 1,
            paid: Vec::new(),
            part: Default::default(),
        });
        Self {
            rules,
            play: Play::new(world, []),
            events: Vec::new(),
            offered: Vec::new(),
            asked: Vec::new(),
            foreseen: Vec::new(),
            luck: None,
            dice: VecDeque::new(),
            answers: BTreeMap::new(),
        }
    }

    pub fn unit(&self, id: u16) -> &Unit {
        self.play.now().unit(UnitId(id))
    }

    pub fn there(&self, id: u16) -> bool {
        self.unit(id).present()
    }

    /// The place of the middle of a unit's front, in hundredths of a UD, and its facing in degrees.
    pub fn place(&self, id: u16) -> (i32, i32, i32) {
        let pose = self.unit(id).pose;
        let round = |cm: Cm| (cm * 100 + UD / 2).div_euclid(UD);
        (round(pose.at.x), round(pose.at.y), (pose.facing + 50).div_euclid(100) % 360)
    }

    pub fn losses(&self, id: u16) -> Losses {
        self.unit(id).losses
    }

    /// Changes the world by hand.
    pub fn with(mut self, change: impl FnOnce(&mut World)) -> Self {
        let mut world = self.play.now().clone();
        change(&mut world);
        self.play = Play::new(world, []);
        self
    }

    pub fn unit_with(self, id: u16, change: impl FnOnce(&mut Unit)) -> Self {
        self.with(|w| change(w.unit_mut(UnitId(id))))
    }

    pub fn formed(self, id: u16, formation: Formation) -> Self {
        self.unit_with(id, |unit| unit.formation = formation)
    }

    /// The order of the blue and of the red division.
    pub fn orders(self, blue: Order, red: Order) -> Self {
        self.with(|w| {
            w.divisions[0].order = blue;
            w.divisions[1].order = red;
        })
    }

    /// Adds dice, face by face.
    pub fn dice(mut self, faces: &[u8]) -> Self {
        self.dice.extend(faces);
        self
    }

    /// Uses the proposals of the rules as answers, and dice from a generator.
    pub fn by_luck(self, luck: u64) -> Self {
        Self { luck: Some(luck.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1), ..self }
    }

    fn next(&mut self) -> Option<u64> {
        let luck = self.luck?.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.luck = Some(luck);
        Some(luck >> 33)
    }

    fn face(&mut self, toss: &game::Toss) -> u8 {
        match self.next() {
            Some(luck) => u8::try_from(luck % 6 + 1).unwrap(),
            None => self.dice.pop_front().unwrap_or_else(|| panic!("no die for {toss:?}")),
        }
    }

    /// Sets the answer of a side to the next question of a kind; everything else takes the default.
    pub fn answer(self, side: Side, kind: &str, reply: Reply) -> Self {
        self.sheet(side, kind, vec![(None, reply)])
    }

    pub fn sheet(mut self, side: Side, kind: &str, sheet: Sheet) -> Self {
        self.answers.entry((side, kind.to_owned())).or_default().push_back(sheet);
        self
    }

    /// Blue charges.
    pub fn charge(self, by: u16, at: u16) -> Self {
        let refs = vec![Ref::Unit(UnitId(by)), Ref::Unit(UnitId(at))];
        self.answer(Side::Blue, "charge", Reply::pick(Key { does: "charge".into(), refs }))
    }

    /// Picks a choice that names nothing.
    pub fn pick(self, side: Side, kind: &str, does: &'static str) -> Self {
        self.answer(side, kind, Reply::pick(Key::plain(does)))
    }

    /// Picks a choice about a unit.
    pub fn pick_unit(self, side: Side, kind: &str, does: &'static str, id: u16) -> Self {
        self.answer(side, kind, Reply::pick(Key::about(does, Ref::Unit(UnitId(id)))))
    }

    /// Runs these steps to their end; dice and answers must all be used.
    pub fn run(mut self, steps: &[Step]) -> Self {
        self.play = Play::new(self.play.now().clone(), steps.iter().cloned());
        let mut given = None;
        for _ in 0..100_000 {
            self.events.extend(self.play.go(&self.rules, given.take()));
            given = Some(match self.play.need().cloned().expect("it waits") {
                Need::Over(_) => {
                    assert!(self.dice.is_empty(), "dice left over: {:?}", self.dice);
                    assert!(self.answers.values().all(VecDeque::is_empty), "answers left over: {:?}", self.answers);
                    return self;
                }
                Need::Dice(tosses) => {
                    let throw = |toss: &game::Toss, field: &mut Self| {
                        let faces: Vec<u8> = (0..toss.throw.dice_count()).map(|_| field.face(toss)).collect();
                        let class = dice::read(&toss.throw, &faces).expect("good faces");
                        Thrown { faces, class }
                    };
                    Given::Dice(tosses.iter().map(|toss| throw(toss, &mut self)).collect())
                }
                Need::Answers(slots) => Given::Answers(slots.iter().map(|slot| self.reply(slot)).collect()),
            });
        }
        panic!("it does not end: {:?}", self.play.agenda);
    }

    /// The charges of the blue division.
    pub fn charges(self) -> Self {
        self.run(&[Step::Charges(0)])
    }

    fn reply(&mut self, slot: &Slot) -> Vec<Reply> {
        let seen = self.rules.redact(&self.play, slot.side);
        let ask = self.rules.ask(&seen, slot);
        assert!(!ask.fields.is_empty(), "an empty sheet: {slot:?}");
        self.asked.push(slot.clone());
        for field in &ask.fields {
            if let game::Shape::Pick { from, .. } = &field.shape {
                self.offered.extend(from.iter().map(|choice| match choice.key.refs.first() {
                    Some(Ref::Unit(id)) => format!("{} {}", choice.key.does, id.0),
                    _ => choice.key.does.to_string(),
                }));
            }
        }
        let replies = if let Some(luck) = self.next() {
            self.rules.suggest(&seen, &ask, luck)
        } else {
            let queue = self.answers.get_mut(&(slot.side, slot.kind.to_string()));
            let wanted = queue.and_then(VecDeque::pop_front).unwrap_or_default();
            let mut replies: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
            for (id, reply) in wanted {
                let about = |f: &game::Field| id.is_none_or(|id| f.about == Ref::Unit(id));
                let n = ask.fields.iter().position(about).unwrap_or_else(|| panic!("{id:?} is not asked: {slot:?}"));
                replies[n] = opened(&ask.fields[n], reply);
            }
            replies
        };
        let faults = game::form::faults(&ask, &replies);
        assert!(faults.is_empty(), "faults of form of {slot:?}: {faults:?}, answered {replies:?} to {:?}", ask.fields);
        self.rules.check(&seen, &ask, &replies).unwrap_or_else(|refusals| panic!("refused: {refusals:?}"));
        self.foreseen.extend(self.rules.prospects(&seen, &ask, &replies));
        replies
    }

    /// The modifiers of the first test of a kind of a unit, and those foreseen for it.
    pub fn told_and_foreseen(&self, test: &str, id: u16) -> [Option<Vec<(String, i64)>>; 2] {
        let of = |breakdown: &Breakdown| breakdown.test == test && breakdown.of == Some(Ref::Unit(UnitId(id)));
        let added = |breakdown: &Breakdown| {
            let amount = |line: &game::Line| match line.op {
                game::Op::Add(n) => Some((line.rule.to_string(), n)),
                _ => None,
            };
            breakdown.lines.iter().filter_map(amount).collect()
        };
        let told = self.events.iter().find_map(|event| match &event.deed {
            Deed::Tested { breakdown, .. } if of(breakdown) => Some(added(breakdown)),
            _ => None,
        });
        let foreseen = self.foreseen.iter().find(|prospect| of(&prospect.breakdown));
        [told, foreseen.map(|prospect| added(&prospect.breakdown))]
    }

    /// Whether there was a question of a kind.
    pub fn was_asked(&self, kind: &str) -> bool {
        self.asked.iter().any(|slot| slot.kind == kind)
    }

    /// The result of a test; `None`: it was not taken.
    pub fn tested(&self, test: &str, id: u16) -> Option<String> {
        self.events.iter().find_map(|event| match &event.deed {
            Deed::Tested { breakdown, result }
                if breakdown.test == test && breakdown.of == Some(Ref::Unit(UnitId(id))) =>
            {
                Some(result.to_string())
            }
            _ => None,
        })
    }

    /// The amount of a rule's line in the breakdown of a unit's test, if it is there.
    pub fn line(&self, test: &str, id: u16, rule: &str) -> Option<i64> {
        self.events.iter().find_map(|event| match &event.deed {
            Deed::Tested { breakdown, .. } if breakdown.test == test && breakdown.of == Some(Ref::Unit(UnitId(id))) => {
                breakdown.lines.iter().find_map(|line| match line.op {
                    game::Op::Add(n) if line.rule.to_string() == rule => Some(n),
                    _ => None,
                })
            }
            _ => None,
        })
    }

    /// Whether there is a note of a kind about a unit.
    pub fn noted(&self, id: u16, what: &str) -> bool {
        self.events
            .iter()
            .any(|e| matches!(&e.deed, Deed::Note { of, what: w, .. } if *of == Ref::Unit(UnitId(id)) && w == what))
    }
}

/// A reply in which the fields opened by a choice take their defaults unless given.
fn opened(field: &game::Field, reply: Reply) -> Reply {
    let (game::Shape::Pick { from, .. }, Reply::Picked(picks)) = (&field.shape, &reply) else { return reply };
    let fill = |(key, then): &(Key, Vec<Reply>)| {
        let choice = from.iter().find(|choice| choice.key == *key);
        let defaults = choice.map_or(Vec::new(), |c| c.then.iter().map(|f| f.default.clone()).collect());
        let said = then.iter().cloned().chain(defaults.into_iter().skip(then.len()));
        (key.clone(), said.collect())
    };
    Reply::Picked(picks.iter().map(fill).collect())
}

/// The charges offered to the blue division in step c.
pub fn charges_offered(field: &Field) -> Vec<game::Choice> {
    let slot = Slot { about: vec![Ref::Command(0)], ..Slot::new(Side::Blue, "charge") };
    let seen = field.rules.redact(&field.play, Side::Blue);
    let ask = field.rules.ask(&seen, &slot);
    ask.fields.into_iter().next().map(choices).unwrap_or_default()
}

/// What a field offers.
pub fn choices(field: game::Field) -> Vec<game::Choice> {
    if let game::Shape::Pick { from, .. } = field.shape { from } else { Vec::new() }
}

/// The targets offered to a blue unit in step c.
pub fn targets(field: &Field, by: u16) -> Vec<u16> {
    let target = |choice: &game::Choice| match choice.key.refs.as_slice() {
        [Ref::Unit(a), Ref::Unit(b)] if a.0 == by => Some(b.0),
        _ => None,
    };
    charges_offered(field).iter().filter_map(target).collect()
}

/// The poses of a unit in its move events, in order, in hundredths of a UD and degrees.
pub fn moves(field: &Field, id: u16) -> Vec<(i32, i32, i32)> {
    let round = |cm: Cm| (cm * 100 + UD / 2).div_euclid(UD);
    let place = |event: &Event| match &event.deed {
        Deed::Moved { unit, pieces, .. } if unit.0 == id => pieces.first().map(|piece| {
            let at = piece.front_middle();
            (round(at.x), round(at.y), (piece.pose.facing + 50).div_euclid(100) % 360)
        }),
        _ => None,
    };
    field.events.iter().filter_map(place).collect()
}

/// Prints every event, for debugging.
pub fn dump(field: &Field) {
    for event in &field.events {
        match &event.deed {
            Deed::Tested { breakdown, result } => {
                let lines: Vec<String> = breakdown.lines.iter().map(|l| format!("{} {:?}", l.rule, l.op)).collect();
                println!("  {} {:?} -> {result}: {}", breakdown.test, breakdown.of, lines.join(", "));
            }
            Deed::Threw(toss, thrown) => println!("  threw {} {:?}", toss.rule, thrown.faces),
            Deed::Moved { unit, pieces, .. } => println!("  moved {unit:?} {:?}", pieces.first().map(|p| p.pose)),
            other => println!("  {other:?}"),
        }
    }
}
