//! Examples of the text on the table, as data (`examples/*.toml`): an army on a field, the answers, the dice, and the
//! expected results. Each is played by [`crate::field::Field`].
//!
//! `army`: one unit on each line: side, brigade, name, kind (`foot`, `horse`, `guns` or a troop type), formation, x and
//! y of the middle of its front in UD, facing in degrees, then settings (`men=600`, or a value of its own for the
//! ruleset). The general of a brigade is called `blue-1` and stands two UD behind its first unit.
//!
//! `options`: those that are on, or `name=0` off.
//!
//! `set`: one unit or general on each line, then its state before: `case=halt`, `state=disordered`, `spent=2`,
//! `lost=3`, `with=A`, `at=20,10`, `gone`, `screen=1,2` (companies and figures), `shelter=20,10,180` (the place of its
//! unit when its screen stayed in a shelter), `turn=2` for the battle itself.
//!
//! `says`: one answer on each line: the kind of the question, the unit it is about, the choice and its referents, or
//! `go=ahead:3`; places that a choice opens for others are `A:to=14,6:270:line`. All other questions get default
//! answers; every line must be used.
//!
//! `dice`: the faces in order, all of which must be used; with `loose`, threes follow and none need be used.
//!
//! `then`: the expected results: see [`Played::holds`].

use crate::field::{Field, Stand};
use game::{Deed, Ref, Reply, Shape, Side, Slot, Term, UnitId};
use grognard_trois_couleurs::turn::Step;
use grognard_trois_couleurs::world::{Fate, Life, ScreenOut};
use grognard_trois_couleurs::{Book, Case, Cohesion, Formation, Options, UD};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::{Manoeuvre, March, Point, Pose};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    example: Vec<Example>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    id: String,
    /// What it shows, for readers.
    #[allow(dead_code, reason = "for readers")]
    title: String,
    army: String,
    #[serde(default)]
    ground: String,
    #[serde(default)]
    set: String,
    #[serde(default)]
    options: Vec<String>,
    /// The first step: `deploy`, `deploy-on` (and the first turn), `start`, `operational`, `orders` (default), `rally`.
    from: Option<String>,
    #[serde(default)]
    says: String,
    #[serde(default)]
    dice: Vec<u8>,
    #[serde(default)]
    loose: bool,
    then: String,
}

fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| line.split_whitespace().collect())
}

fn read() -> Vec<Example> {
    let folder = format!("{}/tests/play/examples", env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        toml::from_str::<File>(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())).example
    };
    files.iter().flat_map(read).collect()
}

/// The ids of all examples.
pub fn all() -> Vec<String> {
    read().into_iter().map(|example| example.id).collect()
}

/// Plays an example by a book and checks its results.
pub fn example(book: &Book, id: &str) {
    let all = read();
    let mut wanted = all.iter().filter(|one| one.id == id);
    let found = wanted.next().unwrap_or_else(|| panic!("no example {id}"));
    assert!(wanted.next().is_none(), "two examples {id}");
    let played = Played::of(book, found);
    let fails: Vec<String> =
        lines(&found.then).filter(|words| !played.holds(words)).map(|words| words.join(" ")).collect();
    if !fails.is_empty() || std::env::var("EXAMPLE").is_ok() {
        crate::field::dump(&played.field);
        for name in played.names.keys() {
            println!("  {name}: {:?}", played.told(name));
        }
    }
    assert!(fails.is_empty(), "{id}: {}", fails.join("; "));
}

/// The last turn of the field.
const LAST: u16 = 8;

/// A played example.
struct Played {
    field: Field,
    names: BTreeMap<String, UnitId>,
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// UD as centimetres.
fn cm(ud: &str) -> i32 {
    (number::<f64>(ud) * f64::from(UD)).round() as i32
}

impl Played {
    fn of(book: &Book, example: &Example) -> Self {
        let mut sides: [BTreeMap<usize, Vec<(String, Stand)>>; 2] = Default::default();
        for words in lines(&example.army) {
            let [side, brigade, name, kind, formation, x, y, facing, own @ ..] = words.as_slice() else {
                panic!("{}: {words:?}", example.id)
            };
            let side = usize::from(*side == "red");
            let stand = Stand::told((kind, formation), (x, y, facing), own);
            sides[side].entry(number(brigade)).or_default().push(((*name).to_owned(), stand));
        }
        let mut names = BTreeMap::new();
        let mut n = 0;
        for (name, _) in sides.iter().flat_map(BTreeMap::values).flatten() {
            assert!(names.insert(name.clone(), UnitId(n)).is_none(), "two units {name}");
            n += 1;
        }
        let stands = |side: &BTreeMap<usize, Vec<(String, Stand)>>| -> Vec<Vec<Stand>> {
            side.values().map(|units| units.iter().map(|(_, stand)| *stand).collect()).collect()
        };
        let mut book = book.clone();
        if !example.options.is_empty() {
            let on = example
                .options
                .iter()
                .map(|name| name.split_once('=').map_or((name.as_str(), 1), |(name, n)| (name, number(n))));
            book.options = Options::from_switches(on).expect("options");
        }
        let mut field = Field::of_brigades(&book, &example.ground, &stands(&sides[0]), &stands(&sides[1]));
        for (side, brigades) in ["blue", "red"].iter().zip(&sides) {
            for brigade in brigades.keys() {
                names.insert(format!("{side}-{brigade}"), UnitId(n));
                n += 1;
            }
        }
        // The last turn, so that the next one does not clear its results.
        field = field.with(|w| w.turn = LAST);
        for words in lines(&example.set) {
            field = set(field, &names, &words);
        }
        field = field.dice(&example.dice);
        if example.loose {
            field = field.loose();
        }
        field.says = lines(&example.says).map(|words| words.into_iter().map(str::to_owned).collect()).collect();
        field.names = names.clone();
        let turn = [Step::Orders, Step::FirstFires, Step::Nerves, Step::Open];
        let steps = match example.from.as_deref() {
            Some("deploy") => vec![Step::Deploy],
            Some("start") => [Step::Start, Step::Operational].into_iter().chain(turn).collect(),
            Some("deploy-on") => [Step::Deploy, Step::Start, Step::Operational].into_iter().chain(turn).collect(),
            Some("operational") => std::iter::once(Step::Operational).chain(turn).collect(),
            Some("end") => vec![Step::End],
            Some(other) => panic!("no step {other}"),
            None => turn.to_vec(),
        };
        Self { field: field.run(&steps), names }
    }

    fn id(&self, name: &str) -> UnitId {
        *self.names.get(name).unwrap_or_else(|| panic!("nobody is called {name}"))
    }

    fn told(&self, name: &str) -> String {
        let w = self.field.play.now();
        match w.general_of(self.id(name)) {
            Some(place) => format!("{:?}", w.generals[place]),
            None => {
                let unit = w.unit(self.id(name));
                format!("{:?} {:?} {:?}", self.field.place(self.id(name).0), unit.body, unit.life)
            }
        }
    }

    /// Whether a result holds:
    /// - `A at 20 13`, `A facing 180`, `A apart I 2`: places in UD, within a twentieth;
    /// - `A was 20 12`, `before A 20 12`: a place in its reports, and its place before the first entry;
    /// - `A seen token arm_only`, `A unnamed`: how the other side sees it;
    /// - `A spent 3`, `A case stand`, `A state formed`, `A formation line`, `A lost 3`, `A gone`, `A second_line`;
    /// - `A with I`: a general; `A fit`;
    /// - `fought A B`: the attackers of the entries in order;
    /// - `morale A 0 5`: the sum of its first test; `line morale A MOR-62 -3`, `second morale A MOR-21 4`; `tests
    ///   morale A 1`: the number of its tests;
    /// - `asked kind`, `asked kind A`, `offered announce A assault I`, `noted A met`, `marked I state unformed`, `counted A spent 1`, `refused too_far`, `order deploy orders`:
    ///   that the first such question was put before the second; `sealed kind`: to both at once;
    /// - `initiative red`, `won blue`, `over`, `turn 3`;
    /// - a line that begins with `not` negates the rest.
    fn holds(&self, words: &[&str]) -> bool {
        let field = &self.field;
        let w = field.play.now();
        let near = |a: i32, ud: &str| (a - cm(ud)).abs() <= UD / 20;
        match *words {
            ["not", ref rest @ ..] => !self.holds(rest),
            ["fought", ref names @ ..] => {
                field.entries() == names.iter().map(|name| self.id(name).0).collect::<Vec<_>>()
            }
            ["before", name, x, y] => {
                field.before_fights(self.id(name).0).is_some_and(|(a, b)| hundredth(a, x) && hundredth(b, y))
            }
            ["morale", name, n, sum] => field.score(self.id(name).0, number(n)) == number::<i64>(sum),
            ["line", test, name, rule, sum] => field.line(test, self.id(name).0, rule) == number::<i64>(sum),
            ["second", test, name, rule, sum] => {
                let lines = field.lines(test, self.id(name).0, 1);
                lines.iter().filter(|(cited, _)| cited == rule).map(|(_, n)| n).sum::<i64>() == number::<i64>(sum)
            }
            ["tests", test, name, n] => {
                let of = Some(Ref::Unit(self.id(name)));
                let taken = |event: &&game::Event| matches!(&event.deed, Deed::Tested { breakdown, .. } if breakdown.test == test && breakdown.of == of);
                field.events.iter().filter(taken).count() == number::<usize>(n)
            }
            ["asked", kind] => field.was_asked(kind),
            ["asked", kind, name] => field.was_asked_about(kind, self.id(name)),
            ["offered", ref words @ ..] => {
                let told: Vec<String> = words
                    .iter()
                    .map(|word| self.names.get(*word).map_or((*word).to_owned(), |id| id.0.to_string()))
                    .collect();
                field.was_offered(&told.join(" "))
            }
            ["sealed", kind] => {
                field.rounds.iter().any(|round| round.iter().filter(|slot| slot.kind == kind).count() == 2)
            }
            ["order", first, second] => {
                let place = |kind: &str| field.asked.iter().position(|slot| told_slot(slot) == kind);
                place(first).zip(place(second)).is_some_and(|(a, b)| a < b)
            }
            ["counted", name, what, n] => field.counted(self.id(name).0, what).contains(&number(n)),
            ["marked", name, mark, value] => field.marked(self.id(name).0, mark).iter().any(|told| told == value),
            ["noted", name, what] => field.noted(self.id(name).0, what),
            ["refused", why] => field.refused.iter().any(|refusal| refusal.contains(why)),
            ["put", kind, side] => field.asked.iter().any(|slot| told_slot(slot) == format!("{kind}:{side}")),
            ["fires_after_fights", name] => field.fires_after_fights(self.id(name).0),
            ["formed_first", name] => field.formed_first(self.id(name).0),
            ["initiative", side] => w.initiative == side_of(side),
            ["won", side] => w.outcome.as_ref().is_some_and(|end| end.winner == Some(side_of(side))),
            ["over"] => w.outcome.is_some(),
            ["turn", n] => w.turn == number::<u16>(n),
            [name, ref what @ ..] => {
                let id = self.id(name);
                if let Some(place) = w.general_of(id) {
                    let general = &w.generals[place];
                    return match *what {
                        ["with", unit] => general.with == Some(self.id(unit)),
                        ["at", x, y] => near(general.at.x, x) && near(general.at.y, y),
                        _ => panic!("{what:?} of a general"),
                    };
                }
                let unit = w.unit(id);
                let said = |value: &dyn erased::Word| value.word();
                match *what {
                    ["at", x, y] => near(unit.pose.at.x, x) && near(unit.pose.at.y, y),
                    ["facing", degrees] => field.place(id.0).2 == number::<i32>(degrees),
                    ["was", x, y] => field.moves(id.0).iter().any(|(a, b)| hundredth(*a, x) && hundredth(*b, y)),
                    ["apart", other, ud] => near(field.rules.gap(w, id, self.id(other)), ud),
                    ["spent", n] => unit.body.points_spent == number::<u8>(n),
                    ["lost", n] => unit.body.steps_lost == number::<u16>(n),
                    ["case", case] => said(&unit.body.case) == case,
                    ["state", state] => said(&unit.body.state) == state,
                    ["gait", gait] => said(&unit.body.gait) == gait,
                    ["formation", formation] => said(&unit.body.formation) == formation,
                    ["front", n] => unit.body.front == number::<u8>(n),
                    ["screen", "none"] => unit.screen.is_none(),
                    ["screen", case] => unit.screen.is_some_and(|screen| said(&screen.case) == case),
                    ["screen_spent", n] => unit.screen.is_some_and(|screen| screen.spent == number::<u8>(n)),
                    ["faces", n, e, s, w] => unit.faces == [n, e, s, w].map(number::<u8>),
                    ["housed", n] => unit.garrison == Some(number(n)),
                    ["gone"] => matches!(unit.life, Life::Gone(_)),
                    ["here"] => unit.present(),
                    // How the other side sees it.
                    ["seen", mark, value] => field
                        .seen(id)
                        .is_some_and(|card| card.marks.get(&Term::from(mark)).is_some_and(|told| *told == value)),
                    ["unnamed"] => field.seen(id).is_some_and(|card| card.name == "?"),
                    ["surrendered"] => unit.life == Life::Gone(Fate::Surrendered),
                    ["second_line"] => unit.now.second_line,
                    _ => panic!("what is {what:?}?"),
                }
            }
            [] => true,
        }
    }
}

/// Words of the ruleset as the log has them.
mod erased {
    pub trait Word {
        fn word(&self) -> String;
    }
    impl<T: serde::Serialize> Word for T {
        fn word(&self) -> String {
            serde_json::to_value(self).unwrap().as_str().unwrap_or_default().to_owned()
        }
    }
}

fn hundredth(told: i32, ud: &str) -> bool {
    (told - (number::<f64>(ud) * 100.0).round() as i32).abs() <= 5
}

fn side_of(word: &str) -> Side {
    if word == "blue" { Side::Blue } else { Side::Red }
}

/// A question as an example names it: its kind, or its kind and the side asked.
fn told_slot(slot: &Slot) -> String {
    format!("{}:{}", slot.kind, if slot.side == Side::Blue { "blue" } else { "red" })
}

/// Applies a setting before the example is played.
fn set(field: Field, names: &BTreeMap<String, UnitId>, words: &[&str]) -> Field {
    let (who, what) = words.split_first().expect("somebody");
    let mut field = field;
    for word in what {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let term = || serde_json::Value::String(value.to_owned());
        field = field.with(|w| {
            let Some(id) = names.get(*who).copied() else {
                match name {
                    "turn" => w.turn = number(value),
                    "initiative" => w.initiative = side_of(value),
                    _ => panic!("{who} is nobody"),
                }
                return;
            };
            if let Some(place) = w.general_of(id) {
                let general = &mut w.generals[place];
                match name {
                    "with" => {
                        general.with = Some(names[value]);
                        general.at = w.units[usize::from(names[value].0)].pose.at;
                    }
                    "at" => {
                        let (x, y) = value.split_once(',').expect("a point");
                        general.at = Point::new(cm(x), cm(y));
                    }
                    "gone" => general.life = Life::Gone(Fate::Killed),
                    "fallen" => general.fallen = Some(1),
                    _ => panic!("{name} of a general"),
                }
                return;
            }
            let unit = w.unit_mut(id);
            match name {
                "case" => unit.body.case = serde_json::from_value(term()).expect("a case"),
                "state" => unit.body.state = serde_json::from_value(term()).expect("a state"),
                "spent" => unit.body.points_spent = number(value),
                "lost" => unit.body.steps_lost = number(value),
                "figures" => unit.body.figures = number(value),
                "front" => unit.body.front = number(value),
                "unloaded" => unit.body.loaded = false,
                "gone" => unit.life = Life::Gone(Fate::Destroyed),
                "house" => unit.garrison = Some(number(value)),
                "faces" => {
                    let told: Vec<u8> = value.split(',').map(number).collect();
                    unit.faces = [told[0], told[1], told[2], told[3]];
                }
                "in" => {
                    unit.ground.insert(number(value), unit.body.state);
                }
                "run" => unit.now.run = cm(value),
                "drawn" => unit.drawn = Some(names[value]),
                "assaulted" => unit.now.assaulted = true,
                "fought" => unit.now.fought = true,
                "unmasks" => unit.now.unmasks = true,
                "reforming" => unit.reforming = true,
                "skirmished" => unit.skirmished = true,
                "screen" => {
                    let told: Vec<u8> = value.split(',').map(number).collect();
                    unit.screen = Some(ScreenOut {
                        companies: told[0],
                        figures: told[1],
                        spent: told.get(2).copied().unwrap_or(1),
                        pledged: 0,
                        case: Case::Stand,
                        state: Cohesion::Loose,
                        fired: false,
                        at: None,
                    });
                }
                "entry" | "formed" => {}
                "shelter" => {
                    let [x, y, facing] = *value.split(',').collect::<Vec<_>>() else { panic!("a place") };
                    let at = Pose { at: Point::new(cm(x), cm(y)), facing: number::<i32>(facing) * 100 };
                    let screen = unit.screen.expect("a screen");
                    unit.screen = Some(ScreenOut { at: Some(at), ..screen });
                }
                "off" => unit.life = Life::OffTable(number(value)),
                _ => panic!("what is {name}?"),
            }
        });
        if name == "entry" {
            let [x, y, facing] = *value.split(',').collect::<Vec<_>>() else { panic!("an entry") };
            let pose = Pose { at: Point::new(cm(x), cm(y)), facing: number::<i32>(facing) * 100 };
            field.rules.enters_at(names[*who], pose);
        }
        if name == "formed" {
            let formation: Formation = serde_json::from_value(term()).expect("a formation");
            let body = field.rules.formed(field.play.now(), names[*who], formation);
            field = field.with(|w| w.unit_mut(names[*who]).body = body);
        }
    }
    field
}

/// The reply of a line to a field; `None`: the line does not answer it.
pub fn reply(names: &BTreeMap<String, UnitId>, slot: &Slot, field: &game::Field, words: &[String]) -> Option<Reply> {
    let refer = |word: &String| match word.strip_prefix('#') {
        Some(n) => Some(Ref::Command(number(n))),
        None if word == "side" => Some(Ref::Side(slot.side)),
        None => names.get(word).map(|id| Ref::Unit(*id)),
    };
    let [kind, who, said @ ..] = words else { panic!("{words:?}") };
    if slot.kind != *kind.as_str() || refer(who) != Some(field.about) {
        return None;
    }
    match &field.shape {
        Shape::March { movers, .. } => {
            let legs = said.first()?.strip_prefix("go=")?;
            let legs = legs.split(',').filter(|leg| !leg.is_empty()).map(leg).collect();
            Some(Reply::Marched(March { movers: movers.iter().map(|id| id.0).collect(), legs }))
        }
        Shape::Along { .. } => Some(Reply::At(cm(said.first()?.strip_prefix("at=")?))),
        Shape::Place { .. } => {
            let (x, y) = said.first()?.strip_prefix("to=")?.split_once(',')?;
            let Reply::Placed(pose, formation) = &field.default else { return None };
            let formation = said.get(1).map(|name| Term::from(name.as_str())).or_else(|| formation.clone());
            Some(Reply::Placed(Pose { at: Point::new(cm(x), cm(y)), ..*pose }, formation))
        }
        Shape::Pick { from, .. } => {
            let does = said.first()?;
            let refs: Vec<Ref> = said[1..].iter().filter_map(refer).collect();
            let fits = |choice: &&game::Choice| {
                choice.key.does == *does.as_str() && (choice.key.refs == refs || refs.is_empty())
            };
            let choice = from.iter().find(fits)?;
            let rest: Vec<String> = said[1..].to_vec();
            let opened = choice.then.iter().map(|field| {
                if let Some(told) = rest.iter().find_map(|word| {
                    let (name, told) = word.split_once(":to=")?;
                    (refer(&name.to_owned()) == Some(field.about)).then_some(told)
                }) {
                    return placed(told);
                }
                let mut words = vec![kind.clone(), who.clone()];
                words.extend(rest.iter().cloned());
                let about = game::Field { about: refer(who).unwrap_or(field.about), ..field.clone() };
                reply(names, slot, &about, &words).unwrap_or_else(|| field.default.clone())
            });
            Some(Reply::Picked(vec![(choice.key.clone(), opened.collect())]))
        }
        _ => None,
    }
}

/// A place in UD, a facing in degrees and a formation: `14,6:270:line`.
fn placed(text: &str) -> Reply {
    let [at, facing, formation] = *text.split(':').collect::<Vec<_>>() else { panic!("{text} is no place") };
    let (x, y) = at.split_once(',').expect("a point");
    let pose = Pose { at: Point::new(cm(x), cm(y)), facing: number::<i32>(facing) * 100 };
    Reply::Placed(pose, Some(Term::from(formation)))
}

/// A leg of a way: `ahead:3`, `back:1`, `side:-1` in UD, `wheel:30`, `turn:180` in degrees.
fn leg(text: &str) -> Manoeuvre {
    let (name, value) = text.split_once(':').expect("a leg");
    let angle = (number::<f64>(value) * 100.0).round() as i32;
    match name {
        "ahead" => Manoeuvre::Ahead(cm(value)),
        "back" => Manoeuvre::Back(cm(value)),
        "side" => Manoeuvre::Side(cm(value)),
        "wheel" => Manoeuvre::Wheel(angle),
        _ => Manoeuvre::Turn(angle),
    }
}
