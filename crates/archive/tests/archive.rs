//! The archive: what was committed is there, failures are reported.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_archive::{Archive, ArchiveError, Grant, Kept, NewToken, Record, Status, backup, check, compact};
use std::path::Path;

fn record(id: &str) -> Record {
    Record {
        id: id.to_owned(),
        name: "Soir".to_owned(),
        ruleset: "toy".to_owned(),
        version: 1,
        scenario: "field".to_owned(),
        title: ["Champ".to_owned(), "Field".to_owned()],
        leaders: "[]".to_owned(),
        real_dice: false,
        begun: 5,
        touched: 5,
        status: Status::default(),
    }
}

fn kept(sealed: &[&str]) -> Kept {
    Kept { keep: "{}".to_owned(), sealed: sealed.iter().map(|one| (*one).to_owned()).collect() }
}

fn token(n: u8, grant: Grant) -> NewToken {
    NewToken { hash: vec![n; 32], grant }
}

#[tokio::test]
async fn a_battle_is_there_again_with_all_that_was_appended() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::open(folder.path()).await.unwrap();
    let lines = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    archive.begin(record("a"), lines(&["head"]), kept(&[]), Vec::new()).await.unwrap();
    archive.begin(record("b"), lines(&["head"]), kept(&[]), Vec::new()).await.unwrap();
    let status = Status { turn: 2, phase: "fire".to_owned(), outcome: None };
    archive.append("a", 1, lines(&["one", "two"]), kept(&["secret"]), status.clone(), 9).await.unwrap();
    // A writer that has not read the last lines does not overwrite them.
    let late = archive.append("a", 1, lines(&["other"]), kept(&[]), status.clone(), 9).await;
    assert!(matches!(late, Err(ArchiveError::Changed)));
    archive.close().await;

    let archive = Archive::open(folder.path()).await.unwrap();
    assert_eq!(archive.lines("a").await.unwrap(), (lines(&["head", "one", "two"]), kept(&["secret"])));
    let battles = archive.battles().await.unwrap();
    assert_eq!(battles.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["a", "b"], "the last touched first");
    assert_eq!(battles[0].status, status);
    archive.grant(token(1, Grant::Seat { battle: "a".to_owned(), side: Some(1) }), 1).await.unwrap();
    archive.grant(token(2, Grant::House), 1).await.unwrap();
    assert_eq!(archive.grants().await.unwrap().len(), 2);
    archive.rename("a", "Matin").await.unwrap();
    assert_eq!(archive.battle("a").await.unwrap().name, "Matin");
    archive.delete("a").await.unwrap();
    assert!(matches!(archive.lines("a").await, Err(ArchiveError::NoBattle)));
    assert!(matches!(archive.delete("a").await, Err(ArchiveError::NoBattle)));
    assert_eq!(archive.grants().await.unwrap(), [(vec![2; 32], Grant::House, 0)], "a seat goes with its battle");
    assert_eq!(archive.lines("b").await.unwrap().0.len(), 1);
}

#[tokio::test]
async fn what_cannot_be_used_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a-file");
    std::fs::write(&file, "no folder").unwrap();
    assert!(matches!(Archive::open(&file).await, Err(ArchiveError::Folder { .. })));
    // A program of the future has changed the tables.
    let archive = Archive::open(folder.path()).await.unwrap();
    archive.close().await;
    by_hand(folder.path(), "INSERT INTO _sqlx_migrations VALUES (9999, 'future', '2030-01-01', 1, x'00', 1)");
    assert!(matches!(Archive::open(folder.path()).await, Err(ArchiveError::Newer { found: 9999, .. })));
    // Another file under that name.
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("battles.sqlite"), vec![7; 9_000]).unwrap();
    assert!(matches!(Archive::open(other.path()).await, Err(ArchiveError::Unreadable { .. })));
}

/// Versions before this one could destroy a database with a write-ahead log when two connections met at its reset.
#[test]
fn sqlite_is_one_without_known_faults() {
    assert!(rusqlite::version_number() >= 3_051_003, "{}", rusqlite::version());
}

/// A change of the file by another program.
fn by_hand(folder: &Path, sql: &str) {
    let connection = rusqlite::Connection::open(folder.join("battles.sqlite")).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[tokio::test]
async fn a_second_program_is_told_and_stops_and_the_folder_is_private() {
    let folder = tempfile::tempdir().unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::write(folder.path().join("battles.sqlite"), b"").unwrap();
        std::fs::set_permissions(folder.path().join("battles.sqlite"), std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    let first = Archive::open(folder.path()).await.unwrap();
    first.rename("nobody", "nothing").await.unwrap_err();
    assert!(matches!(Archive::open(folder.path()).await, Err(ArchiveError::InUse { .. })));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(folder.path()), 0o700);
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    }
    first.close().await;
    Archive::open(folder.path()).await.unwrap();
}

#[tokio::test]
async fn looking_at_the_seats_ends_nobodys_link() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::open(folder.path()).await.unwrap();
    let seat = |n| token(n, Grant::Seat { battle: "a".to_owned(), side: Some(1) });
    archive.begin(record("a"), Vec::new(), kept(&[]), vec![seat(0)]).await.unwrap();
    archive.token_used(&[0; 32], 7).await.unwrap();
    let mut gone = Vec::new();
    for n in 1..=60 {
        // All in the same second: the new one is still valid.
        gone.extend(archive.grant(seat(n), 8).await.unwrap());
        assert!(archive.grants().await.unwrap().iter().any(|(hash, ..)| hash == &[n; 32]));
    }
    let good = archive.grants().await.unwrap();
    assert_eq!(good.len(), 25, "twenty-four that nobody has used, and the one in use");
    assert!(good.iter().any(|(hash, _, used)| hash == &[0; 32] && *used == 7));
    let newest = |n: u8| good.iter().any(|(hash, ..)| hash == &[n; 32]);
    assert!((37..=60).all(newest), "those given last stay, in whatever second");
    assert_eq!(gone.len(), 36, "those that went are named: they are not good until the next start");
    assert!(!gone.contains(&vec![0; 32]));
}

#[tokio::test]
async fn an_archive_is_checked_copied_and_made_smaller() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::open(folder.path()).await.unwrap();
    let long = || vec!["x".repeat(4_000); 200];
    for id in ["a", "b"] {
        archive.begin(record(id), long(), kept(&[]), Vec::new()).await.unwrap();
    }
    archive.delete("a").await.unwrap();
    let copy = tempfile::tempdir().unwrap();
    let copied = backup(folder.path(), &copy.path().join("copy")).unwrap();
    assert_eq!((copied.faults.len(), copied.battles.as_slice(), copied.lines), (0, ["b".to_owned()].as_slice(), 200));
    assert!(
        matches!(backup(folder.path(), &copy.path().join("copy")), Err(ArchiveError::Folder { .. })),
        "not over another"
    );
    assert!(matches!(compact(folder.path()), Err(ArchiveError::InUse { .. })), "not while a server uses it");
    archive.close().await;
    let (before, after) = compact(folder.path()).unwrap();
    assert!(before.free > 500_000 && after.free == 0 && after.bytes < before.bytes / 10 * 6, "{before:?} {after:?}");
    // An overwritten page: found by the check, and reported when it is read.
    let file = folder.path().join("battles.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let end = bytes.len() - 100 * 4_096;
    bytes[30 * 4_096..end].fill(0xA5);
    std::fs::write(&file, bytes).unwrap();
    assert!(!check(folder.path()).unwrap().faults.is_empty());
    let damaged = Archive::open(folder.path()).await.unwrap();
    let met = damaged.lines("b").await.unwrap_err();
    assert!(matches!(met, ArchiveError::Damaged(_)), "{met:?}");
}

/// A real small file system, if this user may mount one.
#[cfg(target_os = "linux")]
struct SmallDisk(tempfile::TempDir);

#[cfg(target_os = "linux")]
impl SmallDisk {
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"])
            .arg(folder.path())
            .stderr(std::process::Stdio::null())
            .status();
        mounted.is_ok_and(|status| status.success()).then_some(Self(folder))
    }
}

#[cfg(target_os = "linux")]
impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("-l").arg(self.0.path()).status();
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_disk_that_was_full_is_written_again_and_only_what_was_committed_is_there() {
    let Some(disk) = SmallDisk::mount() else {
        eprintln!("skipped: this user may not mount a small file system");
        return;
    };
    let folder = disk.0.path().join("data");
    let ballast = disk.0.path().join("ballast");
    let archive = Archive::open(&folder).await.unwrap();
    archive.begin(record("a"), vec!["head".to_owned()], kept(&[]), Vec::new()).await.unwrap();
    let (mut name, mut length, mut scenarios, mut refused) = (String::from("Soir"), 1, Vec::new(), 0);
    for round in 0..20 {
        // The disk fills up to the last byte while several write at once.
        let mut filling = vec![0_u8; 1 << 20];
        while !filling.is_empty() && std::fs::write(&ballast, &filling).is_err() {
            let _ = std::fs::remove_file(&ballast);
            filling.truncate(filling.len().saturating_sub(4_096));
        }
        for n in 0..6 {
            let (id, text) = (format!("own-{round}-{n}"), "x".repeat(3_000));
            let wanted = format!("{round}-{n}");
            let line = vec![format!("{round} {n} {}", "y".repeat(2_000))];
            let (put, renamed, appended) = tokio::join!(
                archive.put_scenario(&id, &text),
                archive.rename("a", &wanted),
                archive.append("a", length, line, kept(&[]), Status::default(), 9),
            );
            for fault in [put.as_ref().err(), renamed.as_ref().err(), appended.as_ref().err()].into_iter().flatten() {
                assert!(matches!(fault, ArchiveError::Full(_)), "{fault:?}");
                refused += 1;
            }
            scenarios.extend(put.is_ok().then_some(id));
            if renamed.is_ok() {
                name = wanted;
            }
            length += usize::from(appended.is_ok());
        }
        std::fs::remove_file(&ballast).unwrap();
        // Room again: it recovers at once.
        for id in scenarios.drain(..) {
            assert!(archive.delete_scenario(&id).await.unwrap(), "what was acknowledged is there: {id}");
        }
        assert!(archive.scenarios().await.unwrap().is_empty(), "what was refused is not");
        archive.append("a", length, vec!["between".to_owned()], kept(&[]), Status::default(), 9).await.unwrap();
        length += 1;
        if length > 40 {
            archive.delete("a").await.unwrap();
            archive.begin(record("a"), vec!["head".to_owned()], kept(&[]), Vec::new()).await.unwrap();
            (name, length) = (String::from("Soir"), 1);
        }
    }
    assert!(refused > 20, "the disk was full: {refused}");
    // As after a kill: another reader of the same files finds what was acknowledged, no more and no less.
    let copy = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(&folder).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    let again = Archive::open(copy.path()).await.unwrap();
    assert_eq!(again.battle("a").await.unwrap().name, name);
    assert_eq!(again.lines("a").await.unwrap().0.len(), length);
    assert!(check(copy.path()).unwrap().faults.is_empty());
}
