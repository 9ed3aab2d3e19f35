//! The folder of a run: rows as they come, so that an interrupted run can go on, and all that is made of them.

use crate::fight::Fought;
use crate::plan::Identity;
use crate::rows::{BATTLE_COLUMNS, BattleRow, UNIT_COLUMNS, UnitRow};
use crate::{TrialError, columns};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

const RUN: &str = "run.json";
const BATTLES: &str = "battles";
const UNITS: &str = "units";

/// A folder with the rows of a run, open for more.
pub struct Folder {
    path: PathBuf,
    battles: csv::Writer<File>,
    units: csv::Writer<File>,
    /// Held as long as the run goes on: two runs cannot write into one folder.
    _lock: File,
}

impl Folder {
    /// Opens the folder of a run, or makes one. Rows that are there already are handed to `again`, in order; what was
    /// cut off in the middle is dropped.
    ///
    /// # Errors
    /// If it is something else than a folder of this very run, or cannot be written.
    pub fn open(
        path: &Path,
        identity: &Identity,
        units_each: usize,
        most: u64,
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
            write_whole(&run, &pretty(identity)?)?;
        }
        let mut lock = File::open(&run).map_err(|error| TrialError::file(&run, &error))?;
        if lock.try_lock().is_err() {
            return Err(TrialError::InUse(path.to_owned()));
        }
        let mut text = String::new();
        lock.read_to_string(&mut text).map_err(|error| TrialError::file(&run, &error))?;
        let found: Identity = serde_json::from_str(&text).map_err(|_| TrialError::NotARun(path.to_owned()))?;
        let differences = identity.differences(&found);
        if !differences.is_empty() {
            return Err(TrialError::OtherRun { folder: path.to_owned(), differences });
        }
        let (battles, units) = (path.join("battles.csv"), path.join("units.csv"));
        let (done, ends) = read_back(&battles, &units, units_each, most, &mut again)?;
        if done > most {
            return Err(TrialError::Longer { folder: path.to_owned(), done });
        }
        let folder = Self {
            path: path.to_owned(),
            battles: appended(&battles, ends[0])?,
            units: appended(&units, ends[1])?,
            _lock: lock,
        };
        Ok((folder, done))
    }

    /// Writes the rows of a fight; the log of one that failed goes into a file of its own, whose path is returned.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn take(&mut self, fought: &Fought) -> Result<Option<PathBuf>, TrialError> {
        let fault =
            |path: &Path, error: csv::Error| TrialError::File { path: path.to_owned(), reason: error.to_string() };
        let log = match &fought.failed {
            Some(log) => {
                let path = self.path.join(format!("failed-{}.log.jsonl", fought.battle.battle));
                write_whole(&path, log.as_bytes())?;
                Some(path)
            }
            None => None,
        };
        for unit in &fought.units {
            self.units.serialize(unit).map_err(|error| fault(&self.path, error))?;
        }
        self.battles.serialize(&fought.battle).map_err(|error| fault(&self.path, error))?;
        // Units first: a battle's own row says that all of it is there.
        self.units.flush().and_then(|()| self.battles.flush()).map_err(|error| TrialError::file(&self.path, &error))?;
        Ok(log)
    }

    /// Makes the Parquet files of the rows.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn columns(&self) -> Result<(), TrialError> {
        columns::convert(&self.path, BATTLES, &BATTLE_COLUMNS)?;
        columns::convert(&self.path, UNITS, &UNIT_COLUMNS)
    }

    /// Writes a file of the folder, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrialError> {
        write_whole(&self.path.join(name), bytes)
    }
}

/// JSON for a file.
pub(crate) fn pretty(value: &impl Serialize) -> Result<Vec<u8>, TrialError> {
    let mut bytes = serde_json::to_vec_pretty(value)
        .map_err(|error| TrialError::File { path: PathBuf::new(), reason: error.to_string() })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes a file: first beside it, then under its name.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), TrialError> {
    let beside = path.with_extension("part");
    fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path)).map_err(|error| TrialError::file(path, &error))
}

/// Opens a file to go on after its first `end` bytes.
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

/// Reads the fights that are whole: their number, and where the files end after them.
fn read_back(
    battles: &Path,
    units: &Path,
    units_each: usize,
    most: u64,
    again: &mut impl FnMut(&BattleRow, &[UnitRow]),
) -> Result<(u64, [u64; 2]), TrialError> {
    if !battles.exists() || !units.exists() {
        return Ok((0, [0, 0]));
    }
    let mut fights = Rows::<BattleRow>::open(battles)?;
    let mut members = Rows::<UnitRow>::open(units)?;
    let (mut done, mut ends) = (0, [0, 0]);
    let mut theirs = Vec::with_capacity(units_each);
    while let Some(fight) = fights.next().filter(|fight| fight.battle == done + 1) {
        theirs.clear();
        theirs.extend(members.by_ref().take(units_each).take_while(|unit| unit.battle == fight.battle));
        if theirs.len() < units_each {
            break;
        }
        done += 1;
        ends = [fights.end, members.end];
        if done <= most {
            again(&fight, &theirs);
        }
    }
    Ok((done, ends))
}

/// The rows of a file that are whole.
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
        // A row that cannot be read ends what is kept: it and all after it are fought again.
        if !self.reader.read_record(&mut self.record).ok()? {
            return None;
        }
        self.end = self.reader.position().byte();
        self.record.deserialize(Some(&self.headers)).ok()
    }
}

/// Where the last whole line ends; the file stands at its beginning again.
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
