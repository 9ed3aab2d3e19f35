//! A small field for tests: a scenario of a few units, set to any step of the turn, with written answers and dice.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "each test file uses its part")]

use game::{Deed, Event, Given, Need, Play, Preview, Ref, Refusal, Reply, Rules, Side, Slot, Thrown, UnitId};
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::world::{PAS, Unit, World};
use grognard_marie_louise::{Book, Formation, MarieLouise, Marker, Order};
use std::collections::{BTreeMap, VecDeque};
use table::{Manoeuvre, March, Point, Pose};

/// A unit of a sketch; its place is the centre of its TdC, in hundredths of a pas.
#[derive(Clone, Copy)]
pub struct Stand {
    pub kind: &'static str,
    pub formation: &'static str,
    pub strength: &'static str,
    pub at: (i32, i32),
    pub facing: i32,
    pub order: Order,
}

/// A battalion of the line of four elements under M.
pub const LINE: Stand =
    Stand { kind: "fr-line", formation: "line", strength: "men = 700", at: (0, 0), facing: 0, order: Order::Manoeuvre };

impl Stand {
    pub fn at(self, x: i32, y: i32) -> Self {
        Self { at: (x, y), ..self }
    }

    pub fn facing(self, degrees: i32) -> Self {
        Self { facing: degrees, ..self }
    }

    pub fn of(self, kind: &'static str) -> Self {
        Self { kind, ..self }
    }

    pub fn in_(self, formation: &'static str) -> Self {
        Self { formation, ..self }
    }

    pub fn under(self, order: Order) -> Self {
        Self { order, ..self }
    }

    pub fn guns(self, kind: &'static str, formation: &'static str) -> Self {
        Self { kind, formation, strength: "guns = 6", ..self }
    }

    fn toml(&self, side: &str, n: usize) -> String {
        let Self { kind, formation, strength, facing, .. } = self;
        // Metres; the file gives the middle of the front edge.
        let pose =
            Pose { at: Point::new(self.at.0 * PAS / 100, self.at.1 * PAS / 100), facing: facing * 100 }.ahead(PAS / 4);
        let (x, y) = (f64::from(pose.at.x) / 100.0, f64::from(pose.at.y) / 100.0);
        format!(
            "[[{side}.commands.units]]\nid = \"{side}-{n}\"\nname = {{ fr = \"{side} {n}\", en = \"{side} {n}\" }}\ntype = \"{kind}\"\n{strength}\n\
             at = [{x}, {y}]\nfacing = {facing}\nformation = \"{formation}\"\n\n"
        )
    }
}

type Sheet = Vec<(UnitId, Reply)>;

/// A field of 72 by 48 pas with these features (TOML, in metres) and units; blue ids first.
pub struct Field {
    pub rules: MarieLouise,
    pub play: Play<World, Step>,
    pub events: Vec<Event>,
    /// The questions in order: the kind, and the units of its fields.
    pub asked: Vec<(String, Vec<Ref>)>,
    luck: Option<u64>,
    dice: VecDeque<u8>,
    answers: BTreeMap<(Side, String), VecDeque<Sheet>>,
}

/// A feature by its outline or line, in pas.
pub fn area(kind: &str, corners: &[(f64, f64)]) -> String {
    format!("[[ground.features]]\nkind = \"{kind}\"\narea = {}\n", points(corners))
}

pub fn strongpoint(kind: &str, corners: &[(f64, f64)]) -> String {
    format!("{}strongpoint = true\n", area(kind, corners))
}

pub fn line(kind: &str, corners: &[(f64, f64)], width: f64) -> String {
    format!("[[ground.features]]\nkind = \"{kind}\"\nline = {}\nwidth = {width}\n", points(corners))
}

fn points(corners: &[(f64, f64)]) -> String {
    let list: Vec<String> = corners.iter().map(|(x, y)| format!("[{}, {}]", x * 50.0, y * 50.0)).collect();
    format!("[{}]", list.join(", "))
}

impl Field {
    pub fn new(book: &Book, ground: &str, blue: &[Stand], red: &[Stand]) -> Self {
        Self::of_nations(book, ground, ("france", blue), ("france", red), 1813)
    }

    pub fn of_nations(book: &Book, ground: &str, blue: (&str, &[Stand]), red: (&str, &[Stand]), year: u16) -> Self {
        let mut text = format!(
            "id = \"field\"\ndate = {year}-07-06\nturns = 12\ntitle = {{ fr = \"f\", en = \"f\" }}\n\n[text]\nfr = \"f\"\nen = \"f\"\n\n\
             [ground]\nwidth = 3600\nheight = 2400\n\n{ground}\n"
        );
        for (side, (nation, stands), y) in [("blue", blue, 50), ("red", red, 2350)] {
            text += &format!(
                "[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"{nation}\"\ncommander = \"{side}-brigade\"\n\n[[{side}.commands]]\n\
                 id = \"{side}-brigade\"\nname = {{ fr = \"{side}\", en = \"{side}\" }}\n\
                 general = {{ name = \"{side}\", rank = \"brigade\", at = [100, {y}] }}\n\n"
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
        let rules = MarieLouise::for_scenario(book.clone(), &scenario, armies::Library::embedded()).expect("sets up");
        let (state, _) = rules.begin();
        let mut world = state.world;
        world.turn = 1;
        for (unit, stand) in world.units.iter_mut().zip(blue.1.iter().chain(red.1)) {
            unit.order = stand.order;
        }
        let play = Play::new(world, []);
        Self {
            rules,
            play,
            events: Vec::new(),
            asked: Vec::new(),
            luck: None,
            dice: VecDeque::new(),
            answers: BTreeMap::new(),
        }
    }

    pub fn unit(&self, id: u16) -> &Unit {
        self.play.now().unit(UnitId(id))
    }

    /// Changes the world by hand.
    pub fn with(mut self, change: impl FnOnce(&mut World)) -> Self {
        let mut world = self.play.now().clone();
        change(&mut world);
        self.play = Play::new(world, []);
        self
    }

    pub fn formed(self, id: u16, formation: Formation) -> Self {
        self.with(|w| w.unit_mut(UnitId(id)).formation = formation)
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
        let (die, _) = toss.throw.each().next().expect("a die");
        match self.next() {
            Some(luck) => (1..=u8::try_from(luck % 6 + 1).unwrap()).rev().find(|face| die.has(*face)).unwrap_or(1),
            None => self.dice.pop_front().unwrap_or_else(|| panic!("no die for {toss:?}")),
        }
    }

    /// Sets the answer of a side to the next question of a kind, unit by unit; everything else takes the default.
    pub fn answer(mut self, side: Side, kind: &str, replies: &[(u16, Reply)]) -> Self {
        let replies = replies.iter().map(|(id, reply)| (UnitId(*id), reply.clone())).collect();
        self.answers.entry((side, kind.to_owned())).or_default().push_back(replies);
        self
    }

    /// Sets the plans of both sides for step M.
    pub fn plans(mut self, plans: &[(u16, Vec<Manoeuvre>)]) -> Self {
        for side in Side::BOTH {
            let own: Vec<(u16, Reply)> = plans
                .iter()
                .filter(|(id, _)| self.rules.side(UnitId(*id)) == side)
                .map(|(id, legs)| (*id, march(*id, legs)))
                .collect();
            if !own.is_empty() {
                self = self.answer(side, "plan", &own);
            }
        }
        self
    }

    /// Runs these steps to their end; the dice must all be used.
    pub fn run(self, steps: &[Step]) -> Self {
        self.try_run(steps).unwrap_or_else(|refusals| panic!("refused: {refusals:?}"))
    }

    /// The same; returns what was refused.
    pub fn try_run(mut self, steps: &[Step]) -> Result<Self, Vec<Refusal>> {
        self.play = Play::new(self.play.now().clone(), steps.iter().cloned());
        let mut given = None;
        loop {
            self.events.extend(self.play.go(&self.rules, given.take()));
            given = Some(match self.play.need().cloned().expect("it waits") {
                Need::Over(_) => break,
                Need::Dice(tosses) => Given::Dice(
                    tosses
                        .iter()
                        .map(|toss| {
                            let n = toss.throw.dice_count();
                            let faces: Vec<u8> = (0..n).map(|_| self.face(toss)).collect();
                            let class = dice::read(&toss.throw, &faces).expect("good faces");
                            Thrown { faces, class }
                        })
                        .collect(),
                ),
                Need::Answers(slots) => {
                    let mut replies = Vec::new();
                    for slot in slots {
                        replies.push(self.reply(&slot)?);
                    }
                    Given::Answers(replies)
                }
            });
        }
        assert!(self.dice.is_empty(), "dice left over: {:?}", self.dice);
        assert!(self.answers.values().all(VecDeque::is_empty), "answers left over: {:?}", self.answers);
        Ok(self)
    }

    fn reply(&mut self, slot: &Slot) -> Result<Vec<Reply>, Vec<Refusal>> {
        let seen = self.rules.redact(&self.play, slot.side);
        let ask = self.rules.ask(&seen, slot);
        self.asked.push((slot.kind.to_string(), ask.fields.iter().map(|f| f.about).collect()));
        if let Some(luck) = self.next() {
            let replies = self.rules.suggest(&seen, &ask, luck);
            return self.rules.check(&seen, &ask, &replies).map(|_| replies);
        }
        let wanted =
            self.answers.get_mut(&(slot.side, slot.kind.to_string())).and_then(VecDeque::pop_front).unwrap_or_default();
        let mut replies: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
        for (id, reply) in wanted {
            let n = ask.fields.iter().position(|f| f.about == Ref::Unit(id)).or((ask.fields.len() == 1).then_some(0));
            let n = n.unwrap_or_else(|| panic!("{id:?} is not asked: {:?}", slot));
            replies[n] = reply;
        }
        let faults = game::form::faults(&ask, &replies);
        assert!(faults.is_empty(), "faults of form: {faults:?}");
        self.rules.check(&seen, &ask, &replies).map(|_: Preview| replies)
    }

    /// A new turn: notes are cleared, markers removed, the same orders given again.
    pub fn next_turn(self, order: Order) -> Self {
        self.with(|w| {
            for unit in &mut w.units {
                unit.now = Default::default();
                unit.marker = Marker::None;
                unit.order = order;
            }
        })
    }

    /// Whether there was a question of a kind about a unit.
    pub fn was_asked(&self, kind: &str, id: u16) -> bool {
        self.asked.iter().any(|(k, about)| k == kind && about.contains(&Ref::Unit(UnitId(id))))
    }

    /// The units that moved, in the order of events.
    pub fn moved(&self) -> Vec<u16> {
        let moved = |e: &Event| if let Deed::Moved { unit, .. } = e.deed { Some(unit.0) } else { None };
        self.events.iter().filter_map(moved).collect()
    }

    /// Whether there is a note of a kind about a unit.
    pub fn noted(&self, id: u16, what: &str) -> bool {
        self.events
            .iter()
            .any(|e| matches!(&e.deed, Deed::Note { of, what: w, .. } if *of == Ref::Unit(UnitId(id)) && w == what))
    }

    pub fn marker(&self, id: u16) -> Marker {
        self.unit(id).marker
    }

    pub fn formation(&self, id: u16) -> Formation {
        self.unit(id).formation
    }

    /// The centre of a TdC in hundredths of a pas, rounded.
    pub fn at(&self, id: u16) -> (i32, i32) {
        let at = self.unit(id).pose.at;
        let round = |cm: i32| (cm * 100 + PAS / 2).div_euclid(PAS);
        (round(at.x), round(at.y))
    }
}

pub fn march(id: u16, legs: &[Manoeuvre]) -> Reply {
    Reply::Marched(March { movers: vec![id], legs: legs.to_vec() })
}

/// Straight ahead, in hundredths of a pas.
pub fn ahead(hundredths: i32) -> Manoeuvre {
    Manoeuvre::Ahead(hundredths * PAS / 100)
}

pub fn oblique(hundredths: i32, degrees: i32) -> Manoeuvre {
    Manoeuvre::Oblique { cm: hundredths * PAS / 100, by: degrees * 100 }
}

pub fn turn(degrees: i32) -> Manoeuvre {
    Manoeuvre::Turn(degrees * 100)
}

pub fn reform(name: &str) -> Manoeuvre {
    Manoeuvre::Reform(name.into())
}

/// The whole of step M.
pub fn step_m() -> Vec<Step> {
    vec![Step::Plan, Step::AfterMoves]
}

/// The rule of a single refusal.
pub fn refused_by(result: Result<Field, Vec<Refusal>>) -> String {
    match result {
        Ok(_) => "accepted".to_owned(),
        Err(refusals) => refusals.first().map(|r| r.rule.to_string()).unwrap_or_default(),
    }
}
