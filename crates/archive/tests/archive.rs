//! The archive: what was committed is there, what cannot be is said.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_archive::{Archive, ArchiveError, Grant, Kept, Record, Status};

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

#[tokio::test]
async fn a_battle_is_there_again_with_all_that_was_appended() {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::open(folder.path()).await.unwrap();
    let lines = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    archive.begin(&record("a"), &lines(&["head"]), &kept(&[])).await.unwrap();
    archive.begin(&record("b"), &lines(&["head"]), &kept(&[])).await.unwrap();
    let status = Status { turn: 2, phase: "fire".to_owned(), outcome: None };
    archive.append("a", 1, &lines(&["one", "two"]), &kept(&["secret"]), &status, 9).await.unwrap();
    // Whoever has not read the last lines does not write over them.
    let late = archive.append("a", 1, &lines(&["other"]), &kept(&[]), &status, 9).await;
    assert!(matches!(late, Err(ArchiveError::Changed)));
    archive.close().await;

    let archive = Archive::open(folder.path()).await.unwrap();
    assert_eq!(archive.lines("a").await.unwrap(), (lines(&["head", "one", "two"]), kept(&["secret"])));
    let battles = archive.battles().await.unwrap();
    assert_eq!(battles.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["a", "b"], "the last touched first");
    assert_eq!(battles[0].status, status);
    archive.grant(&[1; 32], &Grant::Seat { battle: "a".to_owned(), side: Some(1) }, 1).await.unwrap();
    archive.grant(&[2; 32], &Grant::House, 1).await.unwrap();
    assert_eq!(archive.grants().await.unwrap().len(), 2);
    archive.rename("a", "Matin").await.unwrap();
    assert_eq!(archive.battle("a").await.unwrap().name, "Matin");
    archive.delete("a").await.unwrap();
    assert!(matches!(archive.lines("a").await, Err(ArchiveError::NoBattle)));
    assert!(matches!(archive.delete("a").await, Err(ArchiveError::NoBattle)));
    assert_eq!(archive.grants().await.unwrap(), [(vec![2; 32], Grant::House)], "a seat goes with its battle");
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
    let database = format!("sqlite://{}", folder.path().join("battles.sqlite").display());
    let pool = sqlx::SqlitePool::connect(&database).await.unwrap();
    sqlx::query("INSERT INTO _sqlx_migrations VALUES (9999, 'future', '2030-01-01', 1, x'00', 1)")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    assert!(matches!(Archive::open(folder.path()).await, Err(ArchiveError::Newer { found: 9999, .. })));
    // Something else under that name.
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("battles.sqlite"), vec![7; 9_000]).unwrap();
    assert!(matches!(Archive::open(other.path()).await, Err(ArchiveError::Unreadable { .. })));
}
