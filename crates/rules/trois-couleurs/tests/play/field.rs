//! A small field for tests: a few units, set to any step of the turn, with answers and dice given by hand.
#![allow(dead_code, reason = "each test file uses its part")]

use game::{Deed, Event, Given, Key, Need, Play, Ref, Reply, Rules, Side, Slot, Thrown, UnitId};
use grognard_trois_couleurs::turn::Step;
use grognard_trois_couleurs::world::{Unit, World, set_up};
use grognard_trois_couleurs::{Book, Formation, TroisCouleurs, UD};
use std::collections::{BTreeMap, VecDeque};
use table::{Cm, Manoeuvre, March};

/// A unit of a sketch; its place is the middle of its front, in hundredths of a UD.
#[derive(Clone, Copy)]
pub struct Stand {
    pub kind: &'static str,
    pub formation: &'static str,
    pub strength: &'static str,
    pub at: (i32, i32),
    pub facing: i32,
    /// Values of its own for the ruleset, as TOML.
    pub own: &'static str,
}

/// A French battalion of twelve figures in line.
pub const LINE: Stand =
    Stand { kind: "fr-line", formation: "line", strength: "men = 600", at: (0, 0), facing: 0, own: "" };
/// The same in column of divisions.
pub const COLUMN: Stand = Stand { formation: "attack_column", ..LINE };
/// A squadron of four cuirassiers.
pub const HORSE: Stand =
    Stand { kind: "fr-cuirassiers", formation: "line", strength: "men = 132", at: (0, 0), facing: 0, own: "" };
/// A battery of six guns.
pub const GUNS: Stand =
    Stand { kind: "at-foot-6", formation: "deployed", strength: "guns = 6", at: (0, 0), facing: 0, own: "" };

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

    pub const fn men(self, strength: &'static str) -> Self {
        Self { strength, ..self }
    }

    /// A unit of an example: kind and formation, place in UD and facing, its own values.
    pub fn told((kind, formation): (&str, &str), (x, y, facing): (&str, &str, &str), own: &[&str]) -> Self {
        let plain = match kind {
            "foot" => LINE,
            "horse" => HORSE.of("fr-dragoons").men("men = 165"),
            "guns" => GUNS,
            other => LINE.of(leak(other)),
        };
        let hundredths = |ud: &str| (ud.parse::<f64>().expect("UD") * 100.0).round() as i32;
        let men = own.iter().find(|word| word.starts_with("men=") || word.starts_with("guns="));
        let rest = own.iter().filter(|word| Some(*word) != men).map(|word| {
            let (name, value) = word.split_once('=').expect("a value");
            match value.parse::<i64>().is_ok() || value == "true" {
                true => format!("{name} = {value}"),
                false => format!("{name} = \"{value}\""),
            }
        });
        let formation = match formation {
            "column" => "attack_column",
            "march" => "march_column",
            other => other,
        };
        Self {
            formation: leak(formation),
            strength: men.map_or(plain.strength, |word| leak(&word.replace('=', " = "))),
            at: (hundredths(x), hundredths(y)),
            facing: facing.parse().expect("degrees"),
            own: leak(&rest.collect::<Vec<_>>().join(", ")),
            ..plain
        }
    }

    fn toml(&self, side: &str, n: usize) -> String {
        let Self { kind, strength, facing, own, .. } = self;
        // Squares are formed when all units are placed.
        let formation = if self.formation == "square" { "line" } else { self.formation };
        let (x, y) = (f64::from(self.at.0) * 0.6, f64::from(self.at.1) * 0.6);
        format!(
            "[[{side}.commands.units]]\nid = \"{side}-{n}\"\nname = {{ fr = \"{side} {n}\", en = \"{side} {n}\" }}\ntype = \"{kind}\"\n{strength}\n\
             at = [{x}, {y}]\nfacing = {facing}\nformation = \"{formation}\"\noverrides = {{ trois-couleurs = {{ {own} }} }}\n\n"
        )
    }
}

fn leak(text: &str) -> &'static str {
    text.to_owned().leak()
}

/// A feature by its outline, in UD.
pub fn area(kind: &str, corners: &[(f64, f64)]) -> String {
    let list: Vec<String> = corners.iter().map(|(x, y)| format!("[{}, {}]", x * 60.0, y * 60.0)).collect();
    format!("[[ground.features]]\nkind = \"{kind}\"\narea = [{}]\n", list.join(", "))
}

/// A line on the ground, in UD.
pub fn along(kind: &str, points: &[(f64, f64)]) -> String {
    let list: Vec<String> = points.iter().map(|(x, y)| format!("[{}, {}]", x * 60.0, y * 60.0)).collect();
    format!("[[ground.features]]\nkind = \"{kind}\"\nline = [{}]\nwidth = 4\n", list.join(", "))
}

/// One side's answer to one question: the reply to the field about a unit, or to the only field.
type Sheet = Vec<(Option<UnitId>, Reply)>;

/// A field of 40 by 27 UD with these features (TOML) and units; blue ids first. Blue has the initiative.
pub struct Field {
    pub rules: TroisCouleurs,
    pub play: Play<World, Step>,
    pub events: Vec<Event>,
    /// All choices offered in all questions: the kind, the action, and the units that it names.
    pub offered: Vec<String>,
    /// The questions asked, in order.
    pub asked: Vec<Slot>,
    /// Answers that were refused.
    pub refused: Vec<String>,
    /// The questions put at the same time, each time.
    pub rounds: Vec<Vec<Slot>>,
    /// Whether measuring was free, for each question.
    pub measured: Vec<bool>,
    /// The answers of an example, with its names.
    pub says: Vec<Vec<String>>,
    pub names: BTreeMap<String, UnitId>,
    about: Vec<(String, Ref)>,
    dice: VecDeque<u8>,
    loose: bool,
    answers: BTreeMap<(Side, String), VecDeque<Sheet>>,
}

impl Field {
    /// One brigade a side.
    pub fn new(book: &Book, ground: &str, blue: &[Stand], red: &[Stand]) -> Self {
        Self::of_brigades(book, ground, &[blue.to_vec()], &[red.to_vec()])
    }

    /// Several brigades a side; the first general commands all.
    pub fn of_brigades(book: &Book, ground: &str, blue: &[Vec<Stand>], red: &[Vec<Stand>]) -> Self {
        let mut text = format!(
            "id = \"field\"\ndate = 1809-07-06\nturns = 8\ntitle = {{ fr = \"f\", en = \"f\" }}\n\n[text]\nfr = \"f\"\nen = \"f\"\n\n\
             [ground]\nwidth = 2400\nheight = 1620\n\n{ground}\n"
        );
        for (side, brigades, y) in [("blue", blue, 60), ("red", red, 1560)] {
            text += &format!(
                "[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"france\"\ncommander = \"{side}-brigade-0\"\n\n"
            );
            let mut n = 0;
            for (place, stands) in brigades.iter().enumerate() {
                let superior = if place == 0 { String::new() } else { format!("superior = \"{side}-brigade-0\"\n") };
                text += &format!(
                    "[[{side}.commands]]\nid = \"{side}-brigade-{place}\"\nname = {{ fr = \"{side}\", en = \"{side}\" }}\n{superior}\
                     general = {{ name = \"{side}\", rank = \"brigade\", at = [1200, {y}] }}\n\n"
                );
                for stand in stands {
                    text += &stand.toml(side, n);
                    n += 1;
                }
            }
        }
        if !ground.contains("# both attack") {
            text += "[overrides.trois-couleurs]\nattacker = \"blue\"\n\n";
        }
        text += "[victory]\nblue_breaks = 90\nred_breaks = 90\n\n[victory.text]\nfr = \"f\"\nen = \"f\"\n";
        let scenario = armies::parse(&text, "field").unwrap_or_else(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            panic!("{}\n{text}", faults.join("\n"))
        });
        let rules = set_up(book.clone(), &scenario, armies::Library::embedded().troops()).expect("sets up");
        let (state, _) = rules.begin();
        let mut world = state.world;
        world.turn = 2;
        world.initiative = Side::Blue;
        // Each general is near enough to the first unit that no unit is out of command.
        let mut unit = 0;
        for (general, brigade) in blue.iter().chain(red).enumerate() {
            world.generals[general].at = world.unit(UnitId(unit)).pose.ahead(-2 * UD).at;
            unit += u16::try_from(brigade.len()).unwrap();
        }
        for (n, stand) in blue.iter().chain(red).flatten().enumerate().filter(|(_, s)| s.formation == "square") {
            let id = UnitId(u16::try_from(n).unwrap());
            assert_eq!(stand.formation, "square");
            world.unit_mut(id).body = rules.formed(&world, id, Formation::Square);
        }
        Self {
            rules,
            play: Play::new(world, []),
            events: Vec::new(),
            offered: Vec::new(),
            asked: Vec::new(),
            refused: Vec::new(),
            rounds: Vec::new(),
            measured: Vec::new(),
            says: Vec::new(),
            names: BTreeMap::new(),
            about: Vec::new(),
            dice: VecDeque::new(),
            loose: false,
            answers: BTreeMap::new(),
        }
    }

    pub fn unit(&self, id: u16) -> &Unit {
        self.play.now().unit(UnitId(id))
    }

    /// The middle of a unit's front, in hundredths of a UD, and its facing in degrees.
    pub fn place(&self, id: u16) -> (i32, i32, i32) {
        let pose = self.unit(id).pose;
        let round = |cm: Cm| (cm * 100 + UD / 2).div_euclid(UD);
        (round(pose.at.x), round(pose.at.y), (pose.facing + 50).div_euclid(100) % 360)
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

    /// Attaches a general to a unit.
    pub fn led(self, general: usize, id: u16) -> Self {
        self.with(|w| {
            let at = w.unit(UnitId(id)).pose.at;
            w.generals[general].at = at;
            w.generals[general].with = Some(UnitId(id));
        })
    }

    /// The next dice, face by face.
    pub fn dice(mut self, faces: &[u8]) -> Self {
        self.dice.extend(faces);
        self
    }

    fn side(&self, id: u16) -> Side {
        self.rules.side(UnitId(id))
    }

    /// A side's answer to the next question of a kind; all other questions get their default answers.
    pub fn answer(mut self, side: Side, kind: &str, about: Option<u16>, reply: Reply) -> Self {
        let sheets = self.answers.entry((side, kind.to_owned())).or_default();
        sheets.push_back(vec![(about.map(UnitId), reply)]);
        self
    }

    /// The same on the sheet begun last.
    fn also(mut self, side: Side, kind: &str, about: u16, reply: Reply) -> Self {
        let sheets = self.answers.entry((side, kind.to_owned())).or_default();
        if sheets.is_empty() {
            sheets.push_back(Vec::new());
        }
        if let Some(sheet) = sheets.back_mut() {
            sheet.push((Some(UnitId(about)), reply));
        }
        self
    }

    /// A marker for a unit.
    pub fn order(self, id: u16, code: &'static str) -> Self {
        let side = self.side(id);
        self.also(side, "orders", id, Reply::pick(Key::plain(code)))
    }

    /// A marker of two codes.
    pub fn orders(self, id: u16, code: &'static str, then: &'static str) -> Self {
        let side = self.side(id);
        let reply = Reply::Picked(vec![(Key::plain(code), vec![Reply::pick(Key::plain(then))])]);
        self.also(side, "orders", id, reply)
    }

    /// Orders it to attack a unit.
    pub fn attack(self, id: u16, on: u16) -> Self {
        let side = self.side(id);
        let said = Reply::pick(Key::about("assault", Ref::Unit(UnitId(on))));
        self.order(id, "assault").also(side, "announce", id, said)
    }

    /// Orders it to advance to fire at a unit.
    pub fn fire_advance(self, id: u16, on: u16) -> Self {
        let side = self.side(id);
        let said = Reply::pick(Key::about("fire_advance", Ref::Unit(UnitId(on))));
        self.order(id, "fire_advance").also(side, "announce", id, said)
    }

    /// Orders it to support a unit.
    pub fn support(self, id: u16, of: u16) -> Self {
        let side = self.side(id);
        let said = Reply::pick(Key::about("support", Ref::Unit(UnitId(of))));
        self.order(id, "support").also(side, "announce", id, said)
    }

    /// Orders it straight on, by this many hundredths of a UD.
    pub fn march(self, id: u16, code: &'static str, ud: i32) -> Self {
        let side = self.side(id);
        let legs = vec![Manoeuvre::Ahead(ud * UD / 100)];
        self.order(id, code).also(side, "announce", id, Reply::Marched(March { movers: vec![id], legs }))
    }

    /// Orders it to change formation.
    pub fn form(self, id: u16, formation: &'static str) -> Self {
        let side = self.side(id);
        self.order(id, "form").also(side, "announce", id, Reply::pick(Key::plain(formation)))
    }

    /// Its answer to an attack.
    pub fn replies(self, id: u16, answer: &'static str) -> Self {
        let side = self.side(id);
        self.answer(side, "answer", None, Reply::pick(Key::plain(answer)))
    }

    /// The same with a manoeuvre against a unit.
    pub fn reacts(self, id: u16, answer: &'static str, to: u16) -> Self {
        let side = self.side(id);
        self.answer(side, "answer", None, Reply::pick(Key::about(answer, Ref::Unit(UnitId(to)))))
    }

    /// It takes an opportunity.
    pub fn seizes(self, id: u16, kind: &str, does: &'static str, on: u16) -> Self {
        let side = self.side(id);
        self.answer(side, kind, Some(id), Reply::pick(Key::about(does, Ref::Unit(UnitId(on)))))
    }

    /// A plain pick.
    pub fn pick(self, side: Side, kind: &str, does: &'static str) -> Self {
        self.answer(side, kind, None, Reply::pick(Key::plain(does)))
    }

    /// It fires first of all.
    pub fn fires_at_once(self, id: u16) -> Self {
        let side = self.side(id);
        let about = UnitId(id);
        let mut field = self.order(id, "blank");
        field
            .answers
            .entry((side, "orders".to_owned()))
            .or_default()
            .back_mut()
            .expect("a sheet")
            .push((Some(about), Reply::pick(Key::plain("at_once"))));
        field
    }

    /// A general joins a unit before the first line moves.
    pub fn joins(self, general: usize, id: u16) -> Self {
        let side = self.side(id);
        let who = self.play.now().general_id(general);
        self.answer(side, "before", Some(who.0), Reply::pick(Key::about("join", Ref::Unit(UnitId(id)))))
    }

    /// Missing dice are threes, and unused dice do not matter.
    pub fn loose(self) -> Self {
        Self { loose: true, ..self }
    }

    /// A whole turn from the orders on; all dice and answers must be used.
    pub fn turn(self) -> Self {
        self.run(&[Step::Orders, Step::FirstFires, Step::Nerves, Step::Open])
    }

    /// Runs these steps, to the end of the turn at most.
    pub fn run(mut self, steps: &[Step]) -> Self {
        let turn = self.play.now().turn;
        let starts = steps.contains(&Step::Start);
        self.play = Play::new(self.play.now().clone(), steps.iter().cloned());
        let mut given = None;
        for _ in 0..10_000 {
            self.events.extend(self.play.go(&self.rules, given.take()));
            let need = self.play.need().cloned().expect("it waits");
            if self.play.now().turn > turn + u16::from(starts) || matches!(need, Need::Over(_)) {
                assert!(self.says.is_empty(), "not asked: {:?}", self.says);
                if self.loose {
                    println!("  left {:?} {:?} refused {:?}", self.dice, self.answers, self.refused);
                    return self;
                }
                assert!(self.dice.is_empty(), "dice left over: {:?}", self.dice);
                assert!(self.answers.values().all(VecDeque::is_empty), "answers left over: {:?}", self.answers);
                assert!(self.refused.is_empty(), "refused: {:?}", self.refused);
                return self;
            }
            given = Some(match need {
                Need::Over(_) => return self,
                Need::Dice(tosses) => {
                    let throw = |toss: &game::Toss, field: &mut Self| {
                        let loose = field.loose.then_some(3);
                        let mut face =
                            || field.dice.pop_front().or(loose).unwrap_or_else(|| panic!("no die for {toss:?}"));
                        let faces: Vec<u8> = (0..toss.throw.dice_count()).map(|_| face()).collect();
                        let class = dice::read(&toss.throw, &faces).expect("good faces");
                        Thrown { faces, class }
                    };
                    Given::Dice(tosses.iter().map(|toss| throw(toss, &mut self)).collect())
                }
                Need::Answers(slots) => {
                    self.rounds.push(slots.clone());
                    Given::Answers(slots.iter().map(|slot| self.reply(slot)).collect())
                }
            });
        }
        panic!("it does not end: {:?}", self.play.agenda);
    }

    fn reply(&mut self, slot: &Slot) -> Vec<Reply> {
        let seen = self.rules.redact(&self.play, slot.side);
        let ask = self.rules.ask(&seen, slot);
        self.asked.push(slot.clone());
        self.measured.push(ask.measuring == game::Measuring::Free);
        for field in &ask.fields {
            self.about.push((slot.kind.to_string(), field.about));
            if let game::Shape::Pick { from, .. } = &field.shape {
                self.offered.extend(from.iter().map(|choice| match (field.about, choice.key.refs.first()) {
                    (Ref::Unit(by), Some(Ref::Unit(id))) => {
                        format!("{} {} {} {}", slot.kind, by.0, choice.key.does, id.0)
                    }
                    (Ref::Unit(by), _) => format!("{} {} {}", slot.kind, by.0, choice.key.does),
                    _ => format!("{} {}", slot.kind, choice.key.does),
                }));
            }
        }
        let queue = self.answers.get_mut(&(slot.side, slot.kind.to_string()));
        let wanted = queue.and_then(VecDeque::pop_front).unwrap_or_default();
        let mut replies: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
        for (id, reply) in wanted {
            let offers = |f: &game::Field| match (&f.shape, reply.key()) {
                (game::Shape::Pick { from, .. }, Some(key)) => from.iter().any(|choice| choice.key == *key),
                _ => true,
            };
            let about = |f: &game::Field| id.is_none_or(|id| f.about == Ref::Unit(id));
            let fitting = ask.fields.iter().position(|f| about(f) && offers(f));
            let n = fitting
                .or_else(|| ask.fields.iter().position(about))
                .unwrap_or_else(|| panic!("{id:?} is not asked: {slot:?}"));
            replies[n] = opened(&ask.fields[n], reply);
        }
        for (field, reply) in ask.fields.iter().zip(&mut replies) {
            let said = |words: &Vec<String>| crate::table::reply(&self.names, slot, field, words);
            if let Some((n, told)) = self.says.iter().enumerate().find_map(|(n, words)| Some((n, said(words)?))) {
                *reply = told;
                self.says.remove(n);
            }
        }
        let faults = game::form::faults(&ask, &replies);
        assert!(faults.is_empty(), "faults of form of {slot:?}: {faults:?}, answered {replies:?} to {:?}", ask.fields);
        if let Err(refusals) = self.rules.check(&seen, &ask, &replies) {
            self.refused.push(format!("{refusals:?}"));
        }
        replies
    }

    /// The lines of the n-th test of a kind that a unit took.
    pub fn lines(&self, test: &str, id: u16, n: usize) -> Vec<(String, i64)> {
        let amount = |line: &game::Line| match line.op {
            game::Op::Add(n) => Some((line.rule.to_string().replacen("L3C-", "", 1), n)),
            _ => None,
        };
        let mut told = self.events.iter().filter_map(|event| match &event.deed {
            Deed::Tested { breakdown, .. } if breakdown.test == test && breakdown.of == Some(Ref::Unit(UnitId(id))) => {
                Some(breakdown.lines.iter().filter_map(amount).collect::<Vec<_>>())
            }
            _ => None,
        });
        told.nth(n).unwrap_or_else(|| {
            dump(self);
            panic!("{id} took no test of {test} number {n}")
        })
    }

    /// The value of a rule in the first test of a kind that a unit took.
    pub fn line(&self, test: &str, id: u16, rule: &str) -> i64 {
        self.lines(test, id, 0).iter().filter(|(cited, _)| cited == rule).map(|(_, amount)| amount).sum()
    }

    /// The sum of the n-th test of morale of a unit, including its die.
    pub fn score(&self, id: u16, n: usize) -> i64 {
        self.lines("morale", id, n).iter().map(|(_, amount)| amount).sum()
    }

    /// Whether a question of a kind was put.
    pub fn was_asked(&self, kind: &str) -> bool {
        self.asked.iter().any(|slot| slot.kind == kind)
    }

    /// Whether a question of a kind was put with a field about a unit or general.
    pub fn was_asked_about(&self, kind: &str, id: UnitId) -> bool {
        self.about.iter().any(|(asked, of)| asked == kind && *of == Ref::Unit(id))
    }

    /// Whether a choice was offered: the kind of question, the unit, the action, the target.
    pub fn was_offered(&self, what: &str) -> bool {
        self.offered.iter().any(|offered| offered == what)
    }

    /// Whether a note was reported of a unit.
    pub fn noted(&self, id: u16, what: &str) -> bool {
        let of = Ref::Unit(UnitId(id));
        self.events
            .iter()
            .any(|e| matches!(&e.deed, Deed::Note { of: about, what: w, .. } if *about == of && w == what))
    }

    /// A unit as the other side sees it by its reports; the world known to that side must agree.
    pub fn seen(&self, id: UnitId) -> Option<game::Card> {
        let other = self.rules.side(id).other();
        let (_, begun) = self.rules.begin();
        let mut picture = game::Picture::default();
        let shown = begun.iter().filter(|event| matches!(event.deed, Deed::Shown { .. }));
        for event in shown.chain(&self.events).filter(|event| event.seen_by(Some(other))) {
            picture.apply(&event.deed);
        }
        let told = picture.units.get(&id).cloned();
        let known = self.rules.redact(&self.play, other);
        assert_eq!(
            told.as_ref().map(|card| (&card.name, &card.marks, &card.counts)),
            self.rules.card(known.state.now(), id).as_ref().map(|card| (&card.name, &card.marks, &card.counts))
        );
        told
    }

    /// The reported values of a number of a unit, in order.
    pub fn counted(&self, id: u16, what: &str) -> Vec<i64> {
        let told = |event: &Event| match &event.deed {
            Deed::Counted { unit, what: w, to, .. } if unit.0 == id && w == what => Some(*to),
            _ => None,
        };
        self.events.iter().filter_map(told).collect()
    }

    /// The reported values of a mark of a unit, in order.
    pub fn marked(&self, id: u16, mark: &str) -> Vec<String> {
        let told = |event: &Event| match &event.deed {
            Deed::Marked { unit, mark: m, value } if unit.0 == id && m == mark => Some(value.to_string()),
            _ => None,
        };
        self.events.iter().filter_map(told).collect()
    }

    /// Whether the first fire of a unit came after the first entry was declared.
    pub fn fires_after_fights(&self, id: u16) -> bool {
        let of = Some(Ref::Unit(UnitId(id)));
        let fire = |e: &Event| matches!(&e.deed, Deed::Tested { breakdown, .. } if breakdown.test == "fire" && breakdown.of == of);
        let fought = |e: &Event| {
            matches!(&e.deed, Deed::Declared { .. }) && e.rules.iter().any(|r| r.to_string() == "L3C-SIM-05")
        };
        let place = |of: &dyn Fn(&Event) -> bool| self.events.iter().position(of);
        place(&fought).zip(place(&fire)).is_some_and(|(a, b)| a < b)
    }

    /// Whether a unit took a formation before it moved, by the reports.
    pub fn formed_first(&self, id: u16) -> bool {
        let formed =
            |e: &Event| matches!(&e.deed, Deed::Marked { unit, mark, .. } if unit.0 == id && mark == "formation");
        let moved = |e: &Event| matches!(&e.deed, Deed::Moved { unit, .. } if unit.0 == id);
        let (first, last) = (self.events.iter().position(formed), self.events.iter().rposition(moved));
        first.zip(last).is_some_and(|(a, b)| a < b)
    }

    /// The attackers of the entries, in the order of their fights.
    pub fn entries(&self) -> Vec<u16> {
        let fought = |event: &Event| match &event.deed {
            Deed::Declared { by: Ref::Unit(id), key } if key.does == "assault" || key.does == "fire_advance" => {
                event.rules.iter().any(|rule| rule.to_string() == "L3C-SIM-05").then_some(id.0)
            }
            _ => None,
        };
        self.events.iter().filter_map(fought).collect()
    }

    /// The last place of a unit before the first entry was fought, in hundredths of a UD.
    pub fn before_fights(&self, id: u16) -> Option<(i32, i32)> {
        let fought = |event: &Event| {
            matches!(&event.deed, Deed::Declared { .. }) && event.rules.iter().any(|r| r.to_string() == "L3C-SIM-05")
        };
        let first = self.events.iter().position(fought).unwrap_or(self.events.len());
        moves(&self.events[..first], id).last().copied()
    }

    /// The reported places of a unit, in hundredths of a UD.
    pub fn moves(&self, id: u16) -> Vec<(i32, i32)> {
        moves(&self.events, id)
    }
}

fn moves(events: &[Event], id: u16) -> Vec<(i32, i32)> {
    let round = |cm: Cm| (cm * 100 + UD / 2).div_euclid(UD);
    let place = |event: &Event| match &event.deed {
        Deed::Moved { unit, pieces, .. } if unit.0 == id => pieces.first().map(|piece| {
            let at = piece.front_middle();
            (round(at.x), round(at.y))
        }),
        _ => None,
    };
    events.iter().filter_map(place).collect()
}

/// A reply in which fields opened by a choice get their default answers unless given.
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

/// Prints all events, to look for a fault.
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
    for slot in &field.asked {
        println!("  asked {} {:?} {:?}", slot.kind, slot.side, slot.about);
    }
    println!("  offered {:?}", field.offered);
}
