//! The folder of a run: rows as they are made, so that an interrupted run can continue, and everything derived from
//! them.

use crate::fight::Fought;
use crate::plan::{Identity, Plan};
use crate::rows::{BattleRow, EventRow, Row, UnitRow};
use crate::{TrialError, columns};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

const RUN: &str = "run.json";
/// The scenario as fought.
pub(crate) const SCENARIO: &str = "scenario.toml";
/// The club's own tables, if any.
pub(crate) const TABLES: &str = "tables.toml";

/// The number of fights in a part: one Parquet file of each table.
pub(crate) const PART: u64 = 500;
/// The part that is not full yet, when a run has stopped or ended.
const OPEN: &str = "open.parquet";
/// The events of the part that is not full yet, as they are made.
pub(crate) const JOURNAL: &str = "events.open.csv";

/// A folder with the rows of a run, open for more.
pub(crate) struct Folder {
    path: PathBuf,
    battles: csv::Writer<File>,
    units: csv::Writer<File>,
    journal: csv::Writer<File>,
    /// The rows of the part that is not full yet.
    open: Part,
    /// The number of full parts.
    full: u64,
    /// Held while the run is active: two runs cannot write into one folder.
    _lock: File,
}

#[derive(Default)]
struct Part {
    battles: Vec<BattleRow>,
    units: Vec<UnitRow>,
    events: Vec<EventRow>,
}

/// The purpose of opening a folder.
pub(crate) struct Wanted<'a> {
    pub identity: &'a Identity,
    /// The files of the run, so that its pages can be made again from the folder alone.
    pub plan: &'a Plan,
    pub units_each: usize,
}

impl Folder {
    /// Opens the folder of a run, or creates it. Existing rows are passed to `again`, in order; a truncated end is
    /// dropped.
    ///
    /// # Errors
    /// If it is not a folder of this run, or cannot be written.
    pub(crate) fn open(
        path: &Path,
        wanted: &Wanted<'_>,
        mut again: impl FnMut(&BattleRow, &[UnitRow]),
    ) -> Result<(Self, u64), TrialError> {
        let fault = |error: io::Error| TrialError::file(path, &error);
        if path.exists() && !path.is_dir() {
            return Err(TrialError::NotAFolder(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(fault)?;
        let run = path.join(RUN);
        if !run.exists() {
            if fs::read_dir(path).map_err(fault)?.next().is_some() {
                return Err(TrialError::NotARun(path.to_owned()));
            }
            write_whole(&path.join(SCENARIO), wanted.plan.scenario.as_bytes())?;
            if let Some(tables) = &wanted.plan.tables {
                write_whole(&path.join(TABLES), tables.as_bytes())?;
            }
            // Last: without it the folder does not count as a run.
            write_whole(&run, &pretty(wanted.identity)?)?;
        }
        let (lock, found) = identity(path)?;
        let differences = wanted.identity.differences(&found);
        if !differences.is_empty() {
            return Err(TrialError::OtherRun { folder: path.to_owned(), differences });
        }
        for table in [BattleRow::TABLE, UnitRow::TABLE, EventRow::TABLE] {
            let parts = path.join(table);
            fs::create_dir_all(&parts).map_err(fault)?;
            // Made again from the rows.
            match fs::remove_file(parts.join(OPEN)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(fault(error)),
                _ => {}
            }
        }
        let range = wanted.plan.range();
        let most = range.end - range.start;
        let (battles, units) = (path.join("battles.csv"), path.join("units.csv"));
        let mut kept = journalled(&path.join(JOURNAL))?;
        let (mut open, mut full) = (Part::default(), 0);
        let mut ends = [0, 0];
        let done = read_back(&battles, &units, wanted.units_each, range.start, |fight, theirs, after| {
            // A full part has its events in a file; those of the open one are in the journal.
            let own = if part(path, EventRow::TABLE, full).exists() {
                Vec::new()
            } else {
                let own = kept.remove(&fight.battle).unwrap_or_default();
                if own.len() as u64 != fight.events {
                    return Ok(false);
                }
                own
            };
            open.battles.push(fight.clone());
            open.units.extend_from_slice(theirs);
            open.events.extend(own);
            if open.battles.len() as u64 == PART {
                open.write_full(path, full)?;
                (open, full) = (Part::default(), full + 1);
            }
            ends = after;
            // A run that is longer than wanted is refused; its length must be counted all the same.
            if fight.battle <= range.end {
                again(fight, theirs);
            }
            Ok(true)
        })?;
        if done > most {
            return Err(TrialError::Longer { folder: path.to_owned(), done });
        }
        // A file of events whose battles were lost after it was written: the remaining events go back into the journal.
        let early = part(path, EventRow::TABLE, full);
        if early.exists() {
            let last = range.start + done;
            open.events = columns::events(&early)?.into_iter().filter(|event| event.battle <= last).collect();
            fs::remove_file(&early).map_err(fault)?;
        }
        let mut folder = Self {
            path: path.to_owned(),
            battles: appended(&battles, ends[0])?,
            units: appended(&units, ends[1])?,
            journal: appended(&path.join(JOURNAL), 0)?,
            open,
            full,
            _lock: lock,
        };
        for event in &folder.open.events {
            folder.journal.serialize(event).map_err(|error| csv_fault(path, &error))?;
        }
        folder.journal.flush().map_err(fault)?;
        Ok((folder, done))
    }

    /// Writes the rows of a fight; the log of a failed one goes into a file of its own, whose path is returned.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn take(&mut self, fought: Fought) -> Result<Option<PathBuf>, TrialError> {
        let log = match &fought.failed {
            Some(unfinished) => {
                let path = self.path.join(format!("failed-{}.log.jsonl", fought.battle.battle));
                write_whole(&path, unfinished.log.as_bytes())?;
                Some(path)
            }
            None => None,
        };
        for event in &fought.events {
            self.journal.serialize(event).map_err(|error| csv_fault(&self.path, &error))?;
        }
        for unit in &fought.units {
            self.units.serialize(unit).map_err(|error| csv_fault(&self.path, &error))?;
        }
        self.battles.serialize(&fought.battle).map_err(|error| csv_fault(&self.path, &error))?;
        // The battle last: its own row says that all of it is there.
        let flushed = self.journal.flush().and_then(|()| self.units.flush()).and_then(|()| self.battles.flush());
        flushed.map_err(|error| TrialError::file(&self.path, &error))?;
        self.open.battles.push(fought.battle);
        self.open.units.extend(fought.units);
        self.open.events.extend(fought.events);
        if self.open.battles.len() as u64 == PART {
            self.open.write_full(&self.path, self.full)?;
            (self.open, self.full) = (Part::default(), self.full + 1);
            self.journal = appended(&self.path.join(JOURNAL), 0)?;
        }
        Ok(log)
    }

    /// Writes the part that is not full as Parquet too.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn columns(&self) -> Result<(), TrialError> {
        if self.open.battles.is_empty() && self.full > 0 {
            return Ok(());
        }
        let of = |table: &str| self.path.join(table).join(OPEN);
        columns::write(&of(EventRow::TABLE), &self.open.events)?;
        columns::write(&of(UnitRow::TABLE), &self.open.units)?;
        columns::write(&of(BattleRow::TABLE), &self.open.battles)
    }

    /// Writes a file of the folder, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrialError> {
        write_whole(&self.path.join(name), bytes)
    }
}

impl Part {
    /// Writes the missing files; the events first, since there is no other copy once their journal starts again.
    fn write_full(&self, folder: &Path, number: u64) -> Result<(), TrialError> {
        let missing = |table: &str| Some(part(folder, table, number)).filter(|path| !path.exists());
        if let Some(path) = missing(EventRow::TABLE) {
            columns::write(&path, &self.events)?;
        }
        if let Some(path) = missing(UnitRow::TABLE) {
            columns::write(&path, &self.units)?;
        }
        if let Some(path) = missing(BattleRow::TABLE) {
            columns::write(&path, &self.battles)?;
        }
        Ok(())
    }
}

/// The file of a full part of a table.
pub(crate) fn part(folder: &Path, table: &str, number: u64) -> PathBuf {
    folder.join(table).join(format!("part-{:06}.parquet", number + 1))
}

/// The run that a folder holds, and the lock on it.
pub(crate) fn identity(path: &Path) -> Result<(File, Identity), TrialError> {
    let run = path.join(RUN);
    let mut lock = File::open(&run).map_err(|_| TrialError::NotARun(path.to_owned()))?;
    if lock.try_lock().is_err() {
        return Err(TrialError::InUse(path.to_owned()));
    }
    let mut text = String::new();
    lock.read_to_string(&mut text).map_err(|error| TrialError::file(&run, &error))?;
    let found = serde_json::from_str(&text).map_err(|_| TrialError::NotARun(path.to_owned()))?;
    Ok((lock, found))
}

fn csv_fault(path: &Path, error: &csv::Error) -> TrialError {
    TrialError::File { path: path.to_owned(), reason: error.to_string() }
}

/// The events of the open part, by battle.
pub(crate) fn journalled(path: &Path) -> Result<BTreeMap<u64, Vec<EventRow>>, TrialError> {
    let mut kept: BTreeMap<u64, Vec<EventRow>> = BTreeMap::new();
    if path.exists() {
        for event in Rows::<EventRow>::open(path)? {
            kept.entry(event.battle).or_default().push(event);
        }
    }
    Ok(kept)
}

/// JSON for a file.
pub(crate) fn pretty(value: &impl Serialize) -> Result<Vec<u8>, TrialError> {
    let mut bytes = serde_json::to_vec_pretty(value)
        .map_err(|error| TrialError::File { path: PathBuf::new(), reason: error.to_string() })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes a file: first under a temporary name, then under its own.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TrialError> {
    let beside = path.with_extension("part");
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).map_err(|error| TrialError::file(path, &error))
}

/// Opens a file to continue after its first `end` bytes.
fn appended(path: &Path, end: u64) -> Result<csv::Writer<File>, TrialError> {
    let open = || {
        let mut file = OpenOptions::new().create(true).truncate(false).write(true).open(path)?;
        file.set_len(end)?;
        file.seek(SeekFrom::End(0))?;
        Ok(file)
    };
    let file = open().map_err(|error| TrialError::file(path, &error))?;
    Ok(csv::WriterBuilder::new().has_headers(end == 0).from_writer(file))
}

/// Reads the complete fights, in order, the first of them having the number after `before`; returns their number.
/// `each` receives the ends of the files after a fight, and returns whether to go on.
pub(crate) fn read_back(
    battles: &Path,
    units: &Path,
    units_each: usize,
    before: u64,
    mut each: impl FnMut(&BattleRow, &[UnitRow], [u64; 2]) -> Result<bool, TrialError>,
) -> Result<u64, TrialError> {
    if !battles.exists() || !units.exists() {
        return Ok(0);
    }
    let mut fights = Rows::<BattleRow>::open(battles)?;
    let mut members = Rows::<UnitRow>::open(units)?;
    let mut done = 0;
    let mut theirs = Vec::with_capacity(units_each);
    while let Some(fight) = fights.next().filter(|fight| fight.battle == before + done + 1) {
        theirs.clear();
        theirs.extend(members.by_ref().take(units_each).take_while(|unit| unit.battle == fight.battle));
        if theirs.len() < units_each || !each(&fight, &theirs, [fights.end, members.end])? {
            break;
        }
        done += 1;
    }
    Ok(done)
}

/// The complete rows of a file.
struct Rows<T> {
    reader: csv::Reader<BufReader<io::Take<File>>>,
    record: csv::StringRecord,
    headers: csv::StringRecord,
    end: u64,
    rows: std::marker::PhantomData<T>,
}

impl<T> Rows<T> {
    fn open(path: &Path) -> Result<Self, TrialError> {
        let fault = |error: io::Error| TrialError::file(path, &error);
        let mut file = File::open(path).map_err(fault)?;
        let whole = last_line_end(&mut file).map_err(fault)?;
        let mut reader = csv::Reader::from_reader(BufReader::new(file.take(whole)));
        let headers = reader
            .headers()
            .map_err(|error| TrialError::File { path: path.to_owned(), reason: error.to_string() })?
            .clone();
        Ok(Self { reader, record: csv::StringRecord::new(), headers, end: 0, rows: std::marker::PhantomData })
    }
}

impl<T: DeserializeOwned> Iterator for Rows<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        // An unreadable row ends the data: it and all after it are fought again.
        if !self.reader.read_record(&mut self.record).ok()? {
            return None;
        }
        self.end = self.reader.position().byte();
        self.record.deserialize(Some(&self.headers)).ok()
    }
}

/// The end of the last complete line; the file is rewound.
fn last_line_end(file: &mut File) -> io::Result<u64> {
    const BLOCK: u64 = 64 * 1024;
    let mut end = file.seek(SeekFrom::End(0))?;
    while end > 0 {
        let start = end.saturating_sub(BLOCK);
        file.seek(SeekFrom::Start(start))?;
        let mut block = Vec::new();
        Read::by_ref(file).take(end - start).read_to_end(&mut block)?;
        if let Some(place) = block.iter().rposition(|byte| *byte == b'\n') {
            end = start + place as u64 + 1;
            break;
        }
        end = start;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(end)
}
