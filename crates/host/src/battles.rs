//! Battles of a house: started, imported, continued, reopened, listed.

use crate::error::{ApiError, ApiResult, PLAIN};
use crate::general;
use crate::room::{self, About, LogChain, Room};
use crate::voice::{Naming, Voice, same};
use crate::wire::{BattleCard, Continue, FaultLine, House, Leader, NewBattle, ScenarioCard};
use archive::{Kept, Record};
use armies::{Library, Scenario};
use game::Bilingual;
use game::chain::Chain;
use game::seal::Bytes32;
use game::{Battle, Entry, FinishedBattle, Log, LogError, Outcome, Ruleset, Setup, Side, Term, UmpireState};
use http::StatusCode;
use report::scene::Frame;
use std::collections::BTreeMap;
use std::sync::Arc;
use words::{Lang, Words};

/// Longest name of a battle, in characters.
pub const LONGEST_NAME: usize = 120;

/// The settings of a new battle.
pub struct Beginning {
    /// The text of the scenario file.
    pub scenario: String,
    pub ruleset: &'static dyn Ruleset,
    /// Values of options that differ from the defaults.
    pub options: BTreeMap<Term, i64>,
    pub leaders: [Leader; 2],
    /// Whether players throw their own dice.
    pub real_dice: bool,
    /// Its name; `None`: the scenario's title.
    pub name: Option<String>,
}

/// The random secrets of a battle.
#[derive(Clone, Copy)]
pub struct Luck {
    /// The seed of the dice.
    pub seed: Bytes32,
    /// The salt of everything sealed.
    pub salt: Bytes32,
}

/// A new battle that is not stored yet, with its leaders.
pub struct Made {
    pub ruleset: &'static dyn Ruleset,
    pub battle: Box<dyn Battle>,
    pub leaders: [Leader; 2],
    /// Its name; `None`: the scenario's title.
    pub name: Option<String>,
}

/// Time and first numbers of a battle as it is stored.
pub struct Entered {
    pub id: String,
    /// Seconds since 1970.
    pub now: i64,
    /// The number of its first update.
    pub seq: u64,
}

/// A battle to be stored.
pub struct Fresh {
    pub room: Room,
    /// Its place in the list.
    pub record: Record,
    /// Its lines so far.
    pub lines: Vec<String>,
}

#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The id of a new battle.
#[must_use]
pub fn id(random: Bytes32) -> String {
    hex(&random.0[..8])
}

fn invalid(what: &'static str, reason: &str) -> ApiError {
    ApiError::shortly(StatusCode::UNPROCESSABLE_ENTITY, what, reason)
}

/// Checks that the leaders exist.
///
/// # Errors
/// If a general is not known.
pub fn check_leaders(leaders: &[Leader; 2]) -> ApiResult<()> {
    for leader in leaders {
        if let Leader::Staff(name) = leader
            && !general::known(name)
        {
            return Err(invalid("no-general", name));
        }
    }
    Ok(())
}

/// Checks a battle's name.
///
/// # Errors
/// If it is too long or cannot be read.
pub fn check_name(name: Option<&str>) -> ApiResult<()> {
    let odd = |c: char| c.is_control() || armies::turns_text(c);
    if name.is_some_and(|name| name.chars().count() > LONGEST_NAME || name.chars().any(odd)) {
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "name"));
    }
    Ok(())
}

/// A new name in the form in which it is stored.
///
/// # Errors
/// If it is empty, too long or cannot be read.
pub fn new_name(name: &str) -> ApiResult<String> {
    check_name(Some(name))?;
    let name = name.trim().to_owned();
    if name.is_empty() { Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "name")) } else { Ok(name) }
}

/// The ruleset of a new battle, if everything about it is known.
///
/// # Errors
/// If a ruleset, an option or a general is not known, or the name is not valid.
pub fn check_new(rulesets: &[&'static dyn Ruleset], wanted: &NewBattle) -> ApiResult<&'static dyn Ruleset> {
    let found = rulesets.iter().copied().find(|ruleset| ruleset.id() == wanted.ruleset);
    let ruleset = found.ok_or_else(|| invalid("no-ruleset", &wanted.ruleset))?;
    check_leaders(&wanted.leaders)?;
    for (name, value) in &wanted.options {
        match ruleset.options().iter().find(|(known, _)| known == &name.as_str()) {
            None => return Err(invalid("no-option", name.as_str())),
            Some(_) if !game::SWITCH.contains(value) => {
                return Err(invalid("option-value", &format!("{name}={value}")));
            }
            Some(_) => {}
        }
    }
    check_name(wanted.name.as_deref())?;
    Ok(ruleset)
}

/// An embedded scenario, with its text.
#[must_use]
pub fn shipped(id: &str) -> Option<(Scenario, String)> {
    let library = Library::embedded();
    let scenario = library.scenarios().iter().find(|scenario| scenario.id == id)?;
    Some((scenario.clone(), library.text(id)?.to_owned()))
}

/// Reads one of the owner's own scenarios.
///
/// # Errors
/// If it is no scenario, or an embedded one has the same name.
pub fn own_scenario(text: &str) -> ApiResult<Scenario> {
    let scenario = read_scenario(text)?;
    if Library::embedded().scenarios().iter().any(|shipped| shipped.id == scenario.id) {
        return Err(ApiError::plainly(StatusCode::CONFLICT, "scenario-taken", &scenario.id));
    }
    Ok(scenario)
}

/// Reads a scenario file; its faults are in both languages.
///
/// # Errors
/// All its faults.
pub fn read_scenario(text: &str) -> ApiResult<Scenario> {
    armies::parse(text, "scenario").map_err(|faults| {
        let voice = Voice::plain();
        let both = |fault: &armies::Fault| voice.both(|words| words.fault(&(&fault.reason).into()));
        let listed: Vec<FaultLine> = faults
            .iter()
            .map(|fault| FaultLine { line: Some(fault.line), place: fault.place.clone(), text: both(fault) })
            .collect();
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "scenario").listing(listed)
    })
}

/// The program's rulesets, scenarios and generals. `own` are the owner's scenarios, `folder` is where battles are
/// stored.
#[must_use]
pub fn house(
    rulesets: &[(&'static dyn Ruleset, Arc<Voice>)],
    own: &[Scenario],
    folder: String,
    addresses: Vec<String>,
) -> House {
    use crate::view::house as cards;
    let scenarios: Vec<&Scenario> = Library::embedded().scenarios().iter().chain(own).collect();
    House {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rulesets: rulesets.iter().map(|(ruleset, voice)| cards::ruleset(voice, *ruleset)).collect(),
        scenarios: scenarios.iter().map(|scenario| cards::scenario(scenario, None)).collect(),
        generals: cards::generals(&PLAIN),
        folder,
        addresses,
        nations: cards::nations(scenarios.into_iter()),
    }
}

/// A scenario as the list shows it.
#[must_use]
pub fn scenario_card(scenario: &Scenario) -> ScenarioCard {
    crate::view::house::scenario(scenario, None)
}

/// A battle as the list shows it.
#[must_use]
pub fn card(ruleset: Option<(&dyn Ruleset, &Voice)>, record: &Record, seated: [bool; 2]) -> BattleCard {
    let [fr, en] = record.title.clone();
    let voice = ruleset.map_or(&PLAIN, |(_, voice)| voice);
    let leaders = leaders_of(record);
    let outcome = outcome_of(record);
    let damaged = [leaders.as_ref().err(), outcome.as_ref().err()].into_iter().flatten().next();
    let damaged = damaged.map(|refused| refused.text().clone());
    let (leaders, outcome) = (leaders.ok(), outcome.ok().flatten());
    let closed = match ruleset {
        _ if damaged.is_some() => damaged,
        None => Some(PLAIN.with("fault-other-ruleset", &[("reason", &same(&record.ruleset))])),
        // A battle that is over can be looked at all the same.
        Some((ruleset, _)) if ruleset.version() != record.version && outcome.is_none() => {
            Some(PLAIN.with("fault-other-version", &[("reason", &same(&format!("v{}", record.version)))]))
        }
        Some(_) => None,
    };
    // The owner's own scenario may have been deleted: then the sides are named by their colours.
    let scenario = Library::embedded().scenarios().iter().find(|scenario| scenario.id == record.scenario);
    let names = scenario.map_or_else(Naming::default, |scenario| Naming::of(voice, scenario));
    BattleCard {
        id: record.id.clone(),
        name: record.name.clone(),
        scenario: Bilingual { fr, en },
        sides: Side::BOTH.map(|side| voice.named(&names, |words, names| words.side(side, names))),
        ruleset: record.ruleset.clone(),
        begun: record.begun,
        touched: record.touched,
        turn: record.status.turn,
        phase: voice.word("phase", &record.status.phase),
        leaders,
        real_dice: record.real_dice,
        seated,
        outcome: outcome.map(|outcome| voice.named(&names, |words, names| words.outcome(&outcome, names))),
        closed,
    }
}

/// Sets a battle up.
///
/// # Errors
/// If the ruleset cannot play the scenario.
pub fn begin(beginning: Beginning, luck: Luck) -> ApiResult<Made> {
    let setup = Setup {
        scenario: beginning.scenario,
        tables: None,
        options: beginning.options,
        generals: beginning.leaders.clone().map(|leader| general_word(&leader)),
        seed: (!beginning.real_dice).then_some(luck.seed),
        salt: luck.salt,
    };
    let ruleset = beginning.ruleset;
    let begun = ruleset.begin(&setup).map_err(|faults| {
        let voice = Voice::of(ruleset);
        let text = |fault: &game::Fault| voice.both(|words| words.fault(&fault.reason));
        let line = |fault: &game::Fault| FaultLine { line: None, place: fault.place.clone(), text: text(fault) };
        let listed = faults.iter().map(line).collect();
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "scenario").listing(listed)
    })?;
    let battle = begun.witnessed(setup.seed, setup.salt);
    Ok(Made { ruleset, battle, leaders: beginning.leaders, name: beginning.name })
}

/// Imports a log: a battle that is over as it is, one under way with new dice.
///
/// # Errors
/// If it is no log, damaged, or of a ruleset that this program does not have.
pub fn import(rulesets: &[&'static dyn Ruleset], text: &str, luck: Luck) -> ApiResult<Made> {
    let log = Log::read(text).map_err(|error| bad_log(&error))?;
    let head = log.head().ok_or_else(|| bad_log(&LogError::NoHead))?;
    let found = rulesets.iter().copied().find(|ruleset| ruleset.id() == head.ruleset.as_str());
    let ruleset = found
        .ok_or_else(|| ApiError::plainly(StatusCode::UNPROCESSABLE_ENTITY, "other-ruleset", head.ruleset.as_str()))?;
    let one_side = log.of_one_side();
    let leaders = generals_of(&log.entries);
    if head.version != ruleset.version() {
        if one_side {
            return Err(half_a_log());
        }
        let version = head.version;
        log.complete(true).map_err(|error| bad_log(&error))?;
        let told = FinishedBattle::open(log.entries).map_err(|error| bad_log(&error))?;
        let told = told.ok_or_else(|| other_version(StatusCode::UNPROCESSABLE_ENTITY, version))?;
        return Ok(Made { ruleset, battle: Box::new(told), leaders, name: None });
    }
    let keep = UmpireState { seed: Some(luck.seed), salt: luck.salt, sealed: Vec::new() };
    let generals = leaders.clone().map(|leader| general_word(&leader));
    let open = || {
        let whole = ruleset.reopen(&log.entries)?;
        log.complete(whole.outcome().is_some())?;
        if whole.outcome().is_some() {
            return Ok(whole);
        }
        ruleset.branch(&settled(&log.entries), generals, &keep)
    };
    let battle = open().map_err(|error| if one_side { half_a_log() } else { bad_log(&error) })?;
    Ok(Made { ruleset, battle, leaders, name: None })
}

/// A battle that continues from an entry of another's journal.
///
/// # Errors
/// If it would show hidden things, or the battle cannot continue from there.
pub fn go_on(room: &mut Room, wanted: Continue, luck: Luck) -> ApiResult<Made> {
    check_leaders(&wanted.leaders)?;
    check_name(wanted.name.as_deref())?;
    let Continue { after, leaders, name } = wanted;
    // A copy of a battle under way would show its hidden things: by its log, by its umpire's chair, or by playing on
    // until it is opened. Only a battle between computers has nothing to hide.
    let staff = |leaders: &[Leader; 2]| !leaders.contains(&Leader::Person);
    if room.battle.outcome().is_none() && !(staff(&room.about.leaders) && staff(&leaders)) {
        return Err(ApiError::new(StatusCode::CONFLICT, "continue-hidden"));
    }
    let line = room.sight(None).line_of(after).ok_or_else(ApiError::unknown)?;
    let entries = room.battle.log_since(0);
    if let Some(Entry::Head(head)) = entries.first().filter(|_| !room.verified()) {
        return Err(other_version(StatusCode::CONFLICT, head.version));
    }
    // The rules finish what they have begun: everything up to the next answer or the next dice.
    let more =
        entries[line + 1..].iter().take_while(|entry| matches!(entry, Entry::Event(_) | Entry::Check(_))).count();
    let part = settled(&entries[..=line + more]);
    let keep = UmpireState { seed: Some(luck.seed), salt: luck.salt, sealed: Vec::new() };
    let generals = leaders.clone().map(|leader| general_word(&leader));
    let branched = room.about.ruleset.branch(&part, generals, &keep);
    let battle = branched.map_err(|error| bad_log(&error))?;
    if battle.outcome().is_some() {
        return Err(ApiError::new(StatusCode::CONFLICT, "continue-over"));
    }
    Ok(Made { ruleset: room.about.ruleset, battle, leaders, name })
}

/// The room of a new battle and the record and lines to store.
///
/// # Errors
/// If its scenario cannot be read.
pub fn enter(made: Made, voice: Arc<Voice>, entered: Entered) -> ApiResult<Fresh> {
    let Made { ruleset, battle, leaders, name } = made;
    let Entered { id, now, seq } = entered;
    let entries = battle.log_since(0);
    let Some(Entry::Head(head)) = entries.first() else { return Err(ApiError::internal("a log without a head")) };
    let scenario = read_scenario(&head.scenario)?;
    let name = name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| scenario.title.fr.clone());
    let name: String = name.trim().chars().take(LONGEST_NAME).collect();
    let about = About {
        id: id.clone(),
        name: name.clone(),
        ruleset,
        voice,
        options: head.options.clone(),
        scenario: Arc::new(scenario),
        leaders: leaders.clone(),
    };
    let mut chain = LogChain::Linked(Chain::default());
    let lines = chain.lines(&entries);
    let room = Room::new(about, battle, lines.len(), chain, seq)?;
    // A battle imported whole has its seed in the log.
    let opened = entries.iter().any(|entry| matches!(entry, Entry::SeedOpened { .. }));
    let record = Record {
        id,
        name,
        ruleset: ruleset.id().to_owned(),
        version: head.version,
        scenario: room.about.scenario.id.clone(),
        title: [room.about.scenario.title.fr.clone(), room.about.scenario.title.en.clone()],
        leaders: serde_json::to_string(&leaders).map_err(ApiError::unwritten)?,
        begun: now,
        touched: now,
        real_dice: room.battle.keep().seed.is_none() && !opened,
        status: room.status()?,
    };
    Ok(Fresh { room, record, lines })
}

/// The ruleset of a stored battle.
///
/// # Errors
/// If this program does not have it, or not in the version of a battle under way.
pub fn ruleset_of(rulesets: &[&'static dyn Ruleset], record: &Record) -> ApiResult<&'static dyn Ruleset> {
    let found = rulesets.iter().copied().find(|ruleset| ruleset.id() == record.ruleset);
    let ruleset = found.ok_or_else(|| ApiError::plainly(StatusCode::CONFLICT, "other-ruleset", &record.ruleset))?;
    if record.version != ruleset.version() && record.status.outcome.is_none() {
        return Err(other_version(StatusCode::CONFLICT, record.version));
    }
    Ok(ruleset)
}

/// The error for a battle that the present rules cannot play on.
fn other_version(status: StatusCode, version: u32) -> ApiError {
    ApiError::plainly(status, "other-version", &format!("v{version}"))
}

/// Opens a stored battle.
///
/// # Errors
/// If its log is damaged.
pub fn open(
    ruleset: &'static dyn Ruleset,
    voice: Arc<Voice>,
    record: Record,
    (lines, kept): (&[String], &Kept),
    seq: u64,
) -> ApiResult<Room> {
    let damaged = |line: usize, cause: &dyn std::fmt::Display| {
        tracing::error!(line, %cause, "a log in the archive is damaged");
        ApiError::plainly(StatusCode::CONFLICT, "damaged-line", &line.to_string())
    };
    let mut chain = Chain::default();
    let (mut entries, mut linked) = (Vec::with_capacity(lines.len()), true);
    for (n, line) in lines.iter().enumerate() {
        let (said, link) = chain.take(line).ok_or_else(|| damaged(n + 1, &LogError::Link { line: n + 1 }))?;
        linked &= link;
        entries.push(serde_json::from_str(&said).map_err(|error| damaged(n + 1, &error))?);
    }
    let Some(Entry::Head(head)) = entries.first() else { return Err(damaged(1, &LogError::NoHead)) };
    let (scenario, options) = (read_scenario(&head.scenario)?, head.options.clone());
    let battle: Box<dyn Battle> = if head.version == ruleset.version() {
        let other_keep = || ApiError::new(StatusCode::CONFLICT, "damaged-keep");
        let keep = room::keep_of(kept).ok_or_else(other_keep)?;
        ruleset.resume(&entries, &keep).map_err(|error| match error {
            LogError::UmpireState => other_keep(),
            LogError::Line { line, .. } | LogError::Differs { line, .. } => damaged(line, &error),
            _ => damaged(1, &error),
        })?
    } else {
        let version = head.version;
        let told = FinishedBattle::open(entries).map_err(|error| damaged(1, &error))?;
        Box::new(told.ok_or_else(|| other_version(StatusCode::CONFLICT, version))?)
    };
    let chain = if linked { LogChain::Linked(chain) } else { LogChain::Bare };
    let leaders = leaders_of(&record)?;
    let about =
        About { id: record.id, name: record.name, ruleset, voice, scenario: Arc::new(scenario), options, leaders };
    Room::new(about, battle, lines.len(), chain, seq)
}

/// The error for the export of one side, which cannot be played again.
fn half_a_log() -> ApiError {
    let text = PLAIN.with("log-of-one-side", &[]);
    ApiError::because(StatusCode::UNPROCESSABLE_ENTITY, "log", &text)
}

/// The error for a faulty log, with the line.
#[must_use]
pub fn bad_log(error: &LogError) -> ApiError {
    let line = match error {
        LogError::Line { line, .. } | LogError::Differs { line, .. } | LogError::Link { line } => {
            u32::try_from(*line).ok()
        }
        LogError::NoHead | LogError::Newer(..) => Some(1),
        LogError::Empty | LogError::UmpireState | LogError::Unsigned => None,
    };
    // The lines themselves are not repeated: they hold whole events.
    let what = match error {
        LogError::Empty => "log-empty-file",
        LogError::NoHead => "log-no-log",
        LogError::Newer(..) => "log-newer-format",
        LogError::Line { .. } => "log-unreadable-line",
        LogError::Differs { .. } => "log-against-rules",
        LogError::Link { .. } => "log-broken-link",
        LogError::UmpireState => "log-keep-seed",
        LogError::Unsigned => "log-unsigned-end",
    };
    let at = same(&line.map(|line| line.to_string()).unwrap_or_default());
    let text = PLAIN.with(what, &[("line", &at)]);
    ApiError::because(StatusCode::UNPROCESSABLE_ENTITY, "log", &text).listing(vec![FaultLine {
        line,
        place: String::new(),
        text,
    }])
}

/// The lines up to the last one after which a battle can continue: not in the middle of a bracket.
fn settled(entries: &[Entry]) -> Vec<Entry> {
    let last = entries.iter().rposition(|entry| matches!(entry, Entry::Event(_) | Entry::Check(_) | Entry::Head(_)));
    entries[..=last.unwrap_or(0).min(entries.len().saturating_sub(1))].to_vec()
}

/// The leaders of a battle, from its log.
fn generals_of(entries: &[Entry]) -> [Leader; 2] {
    let named = entries.iter().rev().find_map(|entry| match entry {
        Entry::Head(head) => Some(head.generals.clone()),
        Entry::Continued { generals, .. } => Some(generals.clone()),
        _ => None,
    });
    named.unwrap_or_default().map(|name| if general::known(&name) { Leader::Staff(name) } else { Leader::Person })
}

/// A leader as the log writes it.
#[must_use]
pub fn general_word(leader: &Leader) -> String {
    match leader {
        Leader::Person => "person".to_owned(),
        Leader::Staff(name) => name.clone(),
    }
}

/// The leaders of both sides, as the archive has them.
///
/// # Errors
/// If that cannot be read.
pub fn leaders_of(record: &Record) -> ApiResult<[Leader; 2]> {
    read_of(record, &record.leaders)
}

/// How a battle ended, as the archive has it.
fn outcome_of(record: &Record) -> ApiResult<Option<Outcome>> {
    record.status.outcome.as_deref().map(|text| read_of(record, text)).transpose()
}

fn read_of<T: serde::de::DeserializeOwned>(record: &Record, text: &str) -> ApiResult<T> {
    serde_json::from_str(text).map_err(|cause| {
        tracing::error!(battle = %record.id, %cause, "what the archive keeps of a battle is damaged");
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "damaged-record")
    })
}

/// The seats of the persons in a battle; of one that is over, or has none, the umpire's chair too.
pub fn seats_of(leaders: &[Leader; 2], umpire: bool) -> impl Iterator<Item = Option<Side>> {
    let persons = Side::BOTH.into_iter().filter(|side| leaders[side.index()] == Leader::Person).map(Some);
    persons.chain(umpire.then_some(None))
}

/// Whether the whole log of a battle is withheld: while the battle is under way it holds what one side hides from the
/// other.
#[must_use]
pub fn log_hidden(record: &Record) -> bool {
    let staff = leaders_of(record).is_ok_and(|leaders| !leaders.contains(&Leader::Person));
    record.status.outcome.is_none() && !staff
}

#[must_use]
pub fn log_name(scenario: &str) -> String {
    let plain: String = scenario.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
    format!("{plain}.log.jsonl")
}

#[must_use]
pub fn log_text(lines: &[String]) -> String {
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

/// A battle drawn as far as all its persons know it; one that is over, whole.
pub fn picture(room: &mut Room, lang: Lang, width: u32) -> String {
    let person = |side: &Side| room.about.leaders[side.index()] == Leader::Person;
    let persons: Vec<Side> = Side::BOTH.into_iter().filter(person).collect();
    let viewer = if room.allows(None) { None } else { persons.first().copied() };
    // The owner may be one of two persons: the picture shows only what both know.
    let common = viewer.is_some() && persons.len() > 1;
    let picture = if common { room.common_picture() } else { room.sight(viewer).picture().clone() };
    let (scenario, ruleset) = (Arc::clone(&room.about.scenario), room.about.ruleset);
    frame(&scenario, ruleset, viewer, width).svg(&Words::plain(lang), Some(&picture))
}

/// A scenario drawn as a ruleset sets it up.
#[must_use]
pub fn scenario_picture(
    ruleset: &'static dyn Ruleset,
    (scenario, text): (&Scenario, String),
    lang: Lang,
    width: u32,
) -> String {
    let setup = Setup {
        scenario: text,
        tables: None,
        options: BTreeMap::new(),
        generals: Default::default(),
        seed: None,
        salt: Bytes32::default(),
    };
    let picture = ruleset.begin(&setup).ok().map(|battle| battle.picture(None));
    frame(scenario, ruleset, None, width).svg(&Words::plain(lang), picture.as_ref())
}

fn frame<'a>(scenario: &'a Scenario, ruleset: &'a dyn Ruleset, viewer: Option<Side>, width: u32) -> Frame<'a> {
    Frame { scenario, ruleset, moment: String::new(), viewer, prefix: String::new(), width, head: false }
}
