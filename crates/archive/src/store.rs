//! The connections: one that writes and one that reads, each on a thread of its own.
//!
//! Waiting changes are committed together. No caller gets an answer before the commit, and when it fails all of them
//! get the error: nothing is acknowledged that is not on the disk, and nothing that was refused is there afterwards.

use crate::ArchiveError;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use tokio::sync::oneshot;

/// The most changes committed together.
const TOGETHER: usize = 64;

/// Reports the result to the caller that waits.
type Answer = Box<dyn FnOnce(Result<(), ArchiveError>) + Send>;
type Write = Box<dyn FnOnce(Result<&Connection, ArchiveError>) -> Answer + Send>;
type Read = Box<dyn FnOnce(Result<&Connection, ArchiveError>) + Send>;

/// Sends work to the two threads.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    writes: Sender<Write>,
    reads: Sender<Read>,
    folder: PathBuf,
}

impl Store {
    /// Starts the threads; the writer begins with this connection.
    pub(crate) fn start(connection: Connection, folder: PathBuf, file: PathBuf) -> std::io::Result<Self> {
        let (writes, written) = channel();
        let (reads, read) = channel();
        let writer = Writer { connection: Some(connection), file: file.clone() };
        std::thread::Builder::new().name("archive-write".to_owned()).spawn(move || writer.run(&written))?;
        std::thread::Builder::new().name("archive-read".to_owned()).spawn(move || serve_reads(&read, &file))?;
        Ok(Self { writes, reads, folder })
    }

    /// Makes a change; returns when it is committed.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ArchiveError> {
        let (sender, receiver) = oneshot::channel();
        let write: Write = Box::new(move |connection| {
            let done = connection.and_then(|connection| within(connection, work));
            Box::new(move |committed| {
                let _ = sender.send(done.and_then(|value| committed.map(|()| value)));
            })
        });
        self.writes.send(write).map_err(|_| ArchiveError::Closed)?;
        receiver.await.unwrap_or(Err(ArchiveError::Closed)).map_err(|error| error.explained(&self.folder))
    }

    /// Runs a query.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, ArchiveError> + Send + 'static,
    ) -> Result<T, ArchiveError> {
        let (sender, receiver) = oneshot::channel();
        let read: Read = Box::new(move |connection| {
            let _ = sender.send(connection.and_then(work));
        });
        self.reads.send(read).map_err(|_| ArchiveError::Closed)?;
        receiver.await.unwrap_or(Err(ArchiveError::Closed)).map_err(|error| error.explained(&self.folder))
    }
}

/// One change within the present transaction: it happens whole or not at all, whatever happens to the others.
fn within<T>(
    connection: &Connection,
    work: impl FnOnce(&Connection) -> Result<T, ArchiveError>,
) -> Result<T, ArchiveError> {
    connection.execute_batch("SAVEPOINT one")?;
    let done = work(connection);
    let end = if done.is_ok() { "RELEASE one" } else { "ROLLBACK TO one; RELEASE one" };
    let ended = connection.execute_batch(end);
    let value = done?;
    ended?;
    Ok(value)
}

struct Writer {
    connection: Option<Connection>,
    file: PathBuf,
}

impl Writer {
    fn run(mut self, writes: &Receiver<Write>) {
        while let Ok(first) = writes.recv() {
            let mut waiting: Vec<Write> = vec![first];
            waiting.extend(writes.try_iter().take(TOGETHER - 1));
            let mut waiting = waiting.into_iter();
            while waiting.len() > 0 {
                self.commit_together(&mut waiting);
            }
        }
    }

    /// Commits the waiting changes. If SQLite rolls the whole transaction back in the middle (a full disk), those
    /// before get the error, and the rest stay for another one.
    fn commit_together(&mut self, waiting: &mut impl Iterator<Item = Write>) {
        let mut answers: Vec<Answer> = Vec::new();
        let begun = self.begin();
        let mut given_up = begun.is_err();
        for write in waiting {
            answers.push(match (&self.connection, &begun) {
                (Some(connection), Ok(())) => write(Ok(connection)),
                (_, Err(error)) => write(Err(error.clone())),
                (None, Ok(())) => write(Err(ArchiveError::Closed)),
            });
            given_up |= self.connection.as_ref().is_none_or(Connection::is_autocommit);
            if given_up && begun.is_ok() {
                break;
            }
        }
        let committed = match begun {
            Err(error) => Err(error),
            Ok(()) if given_up => Err(ArchiveError::Store("the transaction was given up".to_owned())),
            Ok(()) => self.end(),
        };
        if committed.is_err() {
            self.recover();
        }
        for answer in answers {
            answer(committed.clone());
        }
    }

    fn begin(&mut self) -> Result<(), ArchiveError> {
        if self.connection.is_none() {
            self.connection = Some(connect(&self.file)?);
        }
        let Some(connection) = &self.connection else { return Err(ArchiveError::Closed) };
        Ok(connection.execute_batch("BEGIN IMMEDIATE")?)
    }

    fn end(&self) -> Result<(), ArchiveError> {
        let Some(connection) = &self.connection else { return Err(ArchiveError::Closed) };
        Ok(connection.execute_batch("COMMIT")?)
    }

    /// After a failure: nothing of the transaction stays, and a connection that cannot be restored is replaced.
    fn recover(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        if !connection.is_autocommit() {
            let _ = connection.execute_batch("ROLLBACK");
        }
        if connection.is_autocommit() {
            self.connection = Some(connection);
        }
    }
}

fn serve_reads(reads: &Receiver<Read>, file: &Path) {
    let mut kept: Option<Connection> = None;
    while let Ok(read) = reads.recv() {
        if kept.is_none() {
            match connect_to_read(file) {
                Ok(connection) => kept = Some(connection),
                Err(error) => {
                    read(Err(error));
                    continue;
                }
            }
        }
        if let Some(connection) = &kept {
            read(Ok(connection));
        }
    }
}

/// The connection that writes.
pub(crate) fn connect(file: &Path) -> Result<Connection, ArchiveError> {
    let connection = Connection::open(file)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;",
    )?;
    Ok(connection)
}

/// A connection that only reads.
pub(crate) fn connect_to_read(file: &Path) -> Result<Connection, ArchiveError> {
    // Opened for writing all the same: a reader of a write-ahead database must be able to write its index.
    let connection =
        Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    connection.execute_batch("PRAGMA query_only = ON; PRAGMA trusted_schema = OFF;")?;
    Ok(connection)
}
