//! The addresses that `open` accepts, and its errors for others.

use std::fs;
use std::path::Path;

use redb::{Database, TableDefinition};
use store::{AnyStore, FORMAT_VERSION, Generation, OpenError, Store, Write};
use tempfile::TempDir;

use crate::fixture::{open, pool};

fn address(folder: &Path) -> String {
    format!("embedded:{}", folder.display())
}

fn refused(url: &str) -> OpenError {
    open(url).map(|_| ()).unwrap_err()
}

#[test]
fn an_address_is_of_a_known_kind() {
    assert!(matches!(open("memory:"), Ok(AnyStore::Memory(_))));
    let known = "known are memory:, embedded:PATH and redis://HOST";
    for (url, message) in [
        (
            "postgres://u:secret@h/db",
            format!("there is no store called \"postgres\"; {known}"),
        ),
        ("./data", format!("a store's address starts with its kind; {known}")),
        ("", format!("a store's address starts with its kind; {known}")),
        (
            "memory:x",
            "memory: takes nothing behind the colon; to keep data in a folder use embedded:PATH".into(),
        ),
        (
            "embedded:",
            "embedded: needs the path of a folder behind the colon, such as embedded:./data".into(),
        ),
        (
            "redis://:secret@",
            "the address cannot be used: it names no host; write redis://HOST:PORT".into(),
        ),
    ] {
        assert_eq!(refused(url).to_string(), message, "{url}");
    }
}

#[tokio::test]
async fn missing_folders_are_made() {
    let folder = TempDir::new().unwrap();
    let deep = folder.path().join("a/b/c");
    let store = open(&address(&deep)).unwrap();
    store.commit(&pool("a"), Generation(0), Write::new("x")).await.unwrap();
    assert!(deep.join("anteroom.redb").is_file());
}

#[cfg(unix)]
#[test]
fn a_new_folder_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempDir::new().unwrap();
    let new = folder.path().join("new");
    open(&address(&new)).unwrap();
    assert_eq!(fs::metadata(new).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let error = refused(&address(&file));
    assert!(matches!(error, OpenError::Folder { .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        format!("the folder {} cannot be used", file.display())
    );
}

#[tokio::test]
async fn a_store_in_use_is_refused_and_free_once_dropped() {
    let folder = TempDir::new().unwrap();
    let first = open(&address(folder.path())).unwrap();
    let clone = first.clone();
    drop(first);
    let error = refused(&address(folder.path()));
    assert!(matches!(error, OpenError::InUse { .. }), "{error:?}");
    let file = folder.path().join("anteroom.redb");
    let message = "is in use by another process; stop that one first, or give this one a folder of its own";
    assert_eq!(error.to_string(), format!("{} {message}", file.display()));
    drop(clone);
    assert!(open(&address(folder.path())).is_ok());
}

#[test]
fn a_later_format_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("anteroom.redb");
    drop(open(&address(folder.path())).unwrap());
    write_version(&file, "version", FORMAT_VERSION + 1);
    let error = refused(&address(folder.path()));
    assert!(matches!(error, OpenError::Format { found: 3, .. }), "{error:?}");
    let message =
        "is in format 3, this version reads formats 1 to 2; run the version that wrote it, or use another folder";
    assert_eq!(error.to_string(), format!("{} {message}", file.display()));
}

#[test]
fn a_database_of_another_program_is_refused() {
    let folder = TempDir::new().unwrap();
    write_version(&folder.path().join("anteroom.redb"), "other", 1);
    let error = refused(&address(folder.path()));
    assert!(matches!(error, OpenError::Foreign { .. }), "{error:?}");
}

fn write_version(file: &Path, key: &str, version: u64) {
    let database = Database::create(file).unwrap();
    let transaction = database.begin_write().unwrap();
    let table: TableDefinition<'_, &str, u64> = TableDefinition::new("format");
    transaction.open_table(table).unwrap().insert(key, version).unwrap();
    transaction.commit().unwrap();
}

#[test]
fn a_file_that_is_no_database_is_refused_and_kept() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("anteroom.redb");
    let text = "not a database ".repeat(1_000);
    fs::write(&file, &text).unwrap();
    let error = refused(&address(folder.path()));
    assert!(matches!(error, OpenError::Unreadable { .. }), "{error:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}
