//! The folder of several related runs: each has a subfolder.

use crate::TrialError;
use crate::folder::{pretty, write_whole};
use serde::Serialize;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

const SERIES: &str = "series.json";

/// A folder of runs.
pub struct Series {
    path: PathBuf,
}

impl Series {
    /// Opens the folder of a series, or creates it. `kind` and `name` say what differs between its runs.
    ///
    /// # Errors
    /// If it holds something else, or cannot be written.
    pub fn open(path: &Path, kind: &str, name: &str) -> Result<Self, TrialError> {
        let fault = |error: std::io::Error| TrialError::file(path, &error);
        if path.exists() && !path.is_dir() {
            return Err(TrialError::NotAFolder(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(fault)?;
        let own = serde_json::json!({ kind: name });
        let file = path.join(SERIES);
        if file.exists() {
            let text = fs::read_to_string(&file).map_err(|error| TrialError::file(&file, &error))?;
            if serde_json::from_str::<Value>(&text).ok().as_ref() != Some(&own) {
                return Err(TrialError::OtherRun { folder: path.to_owned(), differences: vec!["series"] });
            }
        } else if fs::read_dir(path).map_err(fault)?.next().is_some() {
            return Err(TrialError::NotARun(path.to_owned()));
        } else {
            write_whole(&file, &pretty(&own)?)?;
        }
        Ok(Self { path: path.to_owned() })
    }

    /// The names of the runs of these series, if the folders are series of the same kind with the same runs; `None`:
    /// they are no series.
    ///
    /// # Errors
    /// If only some are series, or they differ.
    pub fn runs(folders: &[PathBuf]) -> Result<Option<Vec<String>>, TrialError> {
        let read = |folder: &PathBuf| fs::read_to_string(folder.join(SERIES)).ok();
        let Some(first) = folders.first() else { return Ok(None) };
        let own = read(first);
        let mut all: Option<Vec<String>> = None;
        for folder in folders {
            let other = || TrialError::OtherRun { folder: folder.clone(), differences: vec!["series"] };
            if read(folder) != own {
                return Err(other());
            }
            let entries = fs::read_dir(folder).map_err(|error| TrialError::file(folder, &error))?;
            let mut names: Vec<String> = entries
                .filter_map(|entry| entry.ok().filter(|entry| entry.path().is_dir())?.file_name().into_string().ok())
                .collect();
            names.sort();
            if own.is_some() && all.get_or_insert_with(|| names.clone()) != &names {
                return Err(other());
            }
        }
        Ok(all)
    }

    /// Creates a series of the same kind as another one; an existing one is used.
    ///
    /// # Errors
    /// If something else is there, or it cannot be written.
    pub fn copy(of: &Path, to: &Path) -> Result<(), TrialError> {
        let (from, file) = (of.join(SERIES), to.join(SERIES));
        let text = fs::read(&from).map_err(|error| TrialError::file(&from, &error))?;
        if fs::read(&file).is_ok_and(|there| there == text) {
            return Ok(());
        }
        fs::create_dir_all(to).map_err(|error| TrialError::file(to, &error))?;
        if fs::read_dir(to).map_err(|error| TrialError::file(to, &error))?.next().is_some() {
            return Err(TrialError::NotARun(to.to_owned()));
        }
        write_whole(&file, &text)
    }

    /// The folder of one of its runs, by the value of the run.
    #[must_use]
    pub fn folder(&self, value: &str) -> PathBuf {
        self.path.join(folder_name(value))
    }

    /// Writes the summary of all its runs.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, summary: &impl Serialize, page: &str) -> Result<(), TrialError> {
        write_whole(&self.path.join("summary.json"), &pretty(summary)?)?;
        write_whole(&self.path.join("index.html"), page.as_bytes())
    }
}

/// A value as the name of a folder.
#[must_use]
pub fn folder_name(value: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
    value.chars().map(plain).collect()
}
