//! A scenario as a whole.

use super::MAX_ENTRIES;
use super::commands::Taken;
use super::faults::Faults;
use super::force_file::{self, Day};
use super::ground::{self, Extent, keys};
use super::place::Place;
use crate::force::cm;
use crate::setup::{GoalSetup, HistorySetup, LessonSetup, ObjectiveSetup, ScenarioSetup, VictorySetup};
use crate::{
    Area, Date, Decision, History, Lesson, LessonGoal, Need, Objective, Reason, RuleTables, Scenario, Subject, Troops,
    Victory, Weather,
};

pub(super) fn check(setup: ScenarioSetup, troops: &Troops, faults: &mut Faults) -> Scenario {
    let root = Place::Root;
    let mut taken = Taken::new();
    faults.id(&root.key("id"), &setup.id, &mut Taken::new());
    faults.both(&root.key("title"), &setup.title);
    faults.both(&root.key("text"), &setup.text);
    faults.rulesets(&root.key("overrides"), &setup.overrides, troops.rulesets());
    lengths(&setup.overrides, &root.key("overrides"), faults);
    let date = date(&setup.date);
    if date.is_none() {
        faults.add(&root.key("date"), Reason::BadDate { date: setup.date.clone() });
    }
    let year_unknown = date.is_none();
    let date = date.unwrap_or(Date { year: 1805, month: 1, day: 1 });
    let extent = Extent::new(&setup.ground, faults);
    let ground = ground::check(&setup.ground, extent, faults);
    let turns = (!faults.is_mended(&root.key("turns"))).then_some(setup.turns);
    let day = Day { troops, year: date.year, year_unknown, turns, extent, ground: &ground };
    let blue = force_file::check(&setup.blue, &root.key("blue"), &day, &mut taken, faults);
    let red = force_file::check(&setup.red, &root.key("red"), &day, &mut taken, faults);
    let list = root.key("objectives");
    let objectives =
        if faults.short(&list, setup.objectives.len(), MAX_ENTRIES) { setup.objectives.as_slice() } else { &[] };
    let objectives: Vec<Objective> = objectives
        .iter()
        .enumerate()
        .map(|(n, one)| {
            let here = list.index(n);
            faults.id(&here.key("id"), &one.id, &mut taken);
            objective(one, &here, extent, faults)
        })
        .collect();
    let victory = victory(&setup.victory, &objectives, faults);
    let history = setup.history.as_ref().map(|history| self::history(history, faults));
    let lesson = setup.lesson.as_ref().map(|lesson| self::lesson(lesson, &objectives, faults));
    Scenario {
        id: setup.id,
        title: setup.title,
        text: setup.text,
        date,
        site_names: ground::names(&setup.ground),
        ground,
        sides: [blue, red],
        turns: setup.turns,
        objectives,
        victory,
        weather: Weather { rain: setup.weather.rain },
        history,
        lesson,
        overrides: setup.overrides,
    }
}

/// The longest battle, in turns of a ruleset; the schema gives the limit for the others.
const MAX_TURNS: i64 = 500;

/// Checks the lengths that rulesets have of their own.
fn lengths(tables: &RuleTables, place: &Place, faults: &mut Faults) {
    for (ruleset, table) in tables {
        let Some(turns) = table.get("turns") else { continue };
        if !turns.as_integer().is_some_and(|turns| (1..=MAX_TURNS).contains(&turns)) {
            let (least, most) = ("1".to_owned(), MAX_TURNS.to_string());
            let reason = Reason::OutOfBounds { value: turns.to_string(), least, most };
            faults.add(&place.key(ruleset).key("turns"), reason);
        }
    }
}

/// A day of the calendar, as 1806-07-04.
fn date(words: &str) -> Option<Date> {
    let mut parts = words.split('-');
    let (year, month, day) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let leap = |year: u16| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u8::from(leap(year)),
        1..=12 => 31,
        _ => 0,
    };
    (parts.next().is_none() && (1..=days).contains(&day)).then_some(Date { year, month, day })
}

fn objective(setup: &ObjectiveSetup, place: &Place, extent: Extent, faults: &mut Faults) -> Objective {
    faults.words(&place.key("name"), &setup.name);
    let area = match (&setup.at, &setup.area) {
        (Some(at), None) => {
            if setup.radius.is_none() {
                keys(place, Need::Together, &["at", "radius"], &["at"], faults);
            }
            Area::Around { at: extent.point(&place.key("at"), at, faults), radius: cm(setup.radius.unwrap_or(0.0)) }
        }
        (None, Some(area)) => Area::Polygon(extent.polygon(&place.key("area"), area, faults)),
        (at, _) => {
            let found: &[&str] = if at.is_some() { &["at", "area"] } else { &[] };
            keys(place, Need::ExactlyOne, &["at", "area"], found, faults);
            Area::Polygon(Vec::new())
        }
    };
    Objective { id: setup.id.clone(), name: setup.name.text(), area, points: setup.points, holder: setup.holder }
}

fn victory(setup: &VictorySetup, objectives: &[Objective], faults: &mut Faults) -> Victory {
    let place = Place::Root.key("victory");
    faults.both(&place.key("text"), &setup.text);
    let list = place.key("decisions");
    let mut decisions = Vec::new();
    for (n, one) in setup.decisions.iter().enumerate() {
        let entry = list.index(n);
        let here = entry.key("hold");
        let mut hold = Vec::new();
        if one.hold.is_empty() {
            faults.add(&here, Reason::Empty);
        }
        for (m, id) in one.hold.iter().enumerate() {
            match objectives.iter().position(|o| o.id == *id) {
                Some(objective) => hold.push(objective),
                None => {
                    faults.unknown(&here.index(m), Subject::Objective, id, objectives.iter().map(|o| o.id.as_str()))
                }
            }
        }
        decisions.push(Decision { winner: one.winner, hold });
    }
    Victory { text: setup.text.clone(), breaks: [setup.blue_breaks, setup.red_breaks], decisions }
}

fn lesson(setup: &LessonSetup, objectives: &[Objective], faults: &mut Faults) -> Lesson {
    let place = Place::Root.key("lesson");
    faults.both(&place.key("task"), &setup.task);
    let list = place.key("hints");
    let hints = if faults.short(&list, setup.hints.len(), MAX_ENTRIES) { setup.hints.as_slice() } else { &[] };
    for (n, hint) in hints.iter().enumerate() {
        faults.both(&list.index(n).key("text"), &hint.text);
    }
    let goal = match setup.goal {
        GoalSetup::Hold => {
            let id = setup.objective.as_deref().unwrap_or_default();
            LessonGoal::Hold(objectives.iter().position(|one| one.id == id).unwrap_or_else(|| {
                let known = objectives.iter().map(|one| one.id.as_str());
                faults.unknown(&place.key("objective"), Subject::Objective, id, known);
                0
            }))
        }
        GoalSetup::Hurt => LessonGoal::Hurt,
        GoalSetup::Keep => LessonGoal::Keep(setup.until.unwrap_or(1)),
        GoalSetup::Win => LessonGoal::Win,
    };
    let hints = hints.iter().map(|hint| (hint.at.clone(), hint.text.clone())).collect();
    Lesson { number: setup.number, task: setup.task.clone(), goal, hints }
}

fn history(setup: &HistorySetup, faults: &mut Faults) -> History {
    faults.both(&Place::Root.key("history").key("text"), &setup.text);
    History { winner: setup.winner, losses: [setup.blue_losses, setup.red_losses], text: setup.text.clone() }
}
