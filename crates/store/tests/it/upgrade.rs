//! Files that earlier versions wrote, one per format, are upgraded to the present format with all
//! their content.

use std::fs;
use std::path::{Path, PathBuf};

use store::{AnyStore, FORMAT_VERSION, Generation, Loaded, OpenError, Store, Write};
use tempfile::TempDir;

use crate::fixture::{key, open, pool};

/// Written by the last version with this format.
const FORMAT_1: &[u8] = include_bytes!("fixtures/format_1.redb");

fn folder_with(content: &[u8]) -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("anteroom.redb");
    fs::write(&file, content).unwrap();
    (folder, file)
}

fn open_in(folder: &Path) -> Result<AnyStore, OpenError> {
    open(&format!("embedded:{}", folder.display()))
}

async fn holds_what_the_fixture_holds(store: &AnyStore, generation: u64) {
    let (onsale, book) = (pool("acme/onsale"), pool("~book"));
    assert_eq!(store.pools().await.unwrap(), [onsale.clone(), book.clone()]);
    let expected = Loaded {
        generation: Generation(generation),
        ledger: Some(b"ledger 3".to_vec()),
        records: vec![],
        recovering: false,
    };
    assert_eq!(store.load(&onsale, &[]).await.unwrap(), expected);
    let (_, records) = store.scan(&onsale, b"").await.unwrap();
    let expected: Vec<_> = (0..3).map(|n| (key(&format!("m{n}")), vec![n; 1_000])).collect();
    assert_eq!(records, expected);
    let entry = store.load(&book, &[key("entry")]).await.unwrap();
    assert_eq!(entry.records, [Some(b"kept".to_vec())]);
}

#[tokio::test]
async fn format_1_is_brought_to_the_present_one() {
    let (folder, _) = folder_with(FORMAT_1);
    for generation in 3..6 {
        let store = open_in(folder.path()).unwrap();
        holds_what_the_fixture_holds(&store, generation).await;
        let next = store
            .commit(&pool("acme/onsale"), Generation(generation), Write::new("ledger 3"))
            .await;
        assert_eq!(next, Ok(Generation(generation + 1).into()));
    }
}

#[test]
fn an_upgraded_file_names_its_format() {
    let (folder, file) = folder_with(FORMAT_1);
    drop(open_in(folder.path()).unwrap());
    let database = redb::Database::open(&file).unwrap();
    let snapshot = redb::ReadableDatabase::begin_read(&database).unwrap();
    let table: redb::TableDefinition<'_, &str, u64> = redb::TableDefinition::new("format");
    let version = snapshot
        .open_table(table)
        .unwrap()
        .get("version")
        .unwrap()
        .unwrap()
        .value();
    assert_eq!(version, FORMAT_VERSION);
    let names: Vec<String> = snapshot
        .list_tables()
        .unwrap()
        .map(|table| redb::TableHandle::name(&table).to_owned())
        .collect();
    assert_eq!(names, ["format", "pools", "records"], "the table of format 1 is gone");
}

/// The two slots of the header contain the layout version of the library's files; this test
/// increments it.
#[test]
fn a_file_of_a_later_library_is_refused_in_words() {
    let mut later = FORMAT_1.to_vec();
    for slot in [64, 192] {
        later[slot] += 1;
    }
    let (folder, file) = folder_with(&later);
    let error = open_in(folder.path()).unwrap_err();
    assert!(matches!(error, OpenError::Layout { found: 4, .. }), "{error:?}");
    let message = "is laid out in a way (4) that this version's database library does not read; \
                   run the version that wrote it, or use another folder";
    assert_eq!(error.to_string(), format!("{} {message}", file.display()));
    assert_eq!(fs::read(file).unwrap(), later, "it was changed");
}
