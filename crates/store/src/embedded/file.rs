//! Creates, locks and opens the file.
//!
//! A new file is created under a temporary name and renamed once it holds our tables. A file with
//! the final name and without content is therefore damage, and is never treated as a new store,
//! which would issue numbers twice. Every page of a file is checked against its checksum before the
//! store answers a call: by the library when the file was not closed properly, otherwise by this
//! module.
//!
//! [`OpenError`] lists the reasons for refusing a file. A refused file is left unchanged, except
//! that a partial last page, left by a crash, is filled up with zeros.

use std::cell::Cell;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use redb::backends::FileBackend;
use redb::{Builder, Database, DatabaseError, StorageBackend, StorageError};

use super::backing::{Backing, FileState};
use super::format;
use crate::OpenError;

/// Most memory, in bytes, that pages of the file may take.
pub const CACHE_BYTES_MAX: usize = 64 * 1024 * 1024;

const FILE_NAME: &str = "anteroom.redb";
/// The name of a file until it holds our tables.
const NEW_NAME: &str = "anteroom.redb.new";
/// The library's page size; it rejects a file whose length is no multiple of it.
const PAGE_BYTES: u64 = 4096;
/// The bytes that the library's files start with; other files are left unchanged.
const MAGIC: &[u8; 4] = b"redb";

/// A store's folder, and the facts about its file that must be known while it is closed.
#[derive(Debug)]
pub(super) struct StoreFolder {
    folder: PathBuf,
    pub(super) known: FileState,
}

impl StoreFolder {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            known: FileState::default(),
        }
    }

    /// Returns the path of the file.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.join(FILE_NAME)
    }

    /// Opens the file; creates the file and the folder if they are missing.
    pub(super) fn create(&self) -> Result<Database, OpenError> {
        let made = self.make_folder()?;
        let path = self.path();
        if !path.try_exists().map_err(|source| self.unusable(source))? {
            found(&self.folder)?;
        }
        self.sync(made)?;
        self.open(&path)
    }

    /// Creates the folder if it is missing; returns the folders that must be [synced](Self::sync).
    pub(super) fn make_folder(&self) -> Result<Vec<PathBuf>, OpenError> {
        make_folder(&self.folder).map_err(|source| self.unusable(source))
    }

    /// Makes the entries of the folders durable.
    pub(super) fn sync(&self, made: Vec<PathBuf>) -> Result<(), OpenError> {
        let mut made = made.iter();
        made.try_for_each(|folder| sync_folder(folder))
            .map_err(|source| self.unusable(source))
    }

    fn unusable(&self, source: io::Error) -> OpenError {
        OpenError::Folder {
            path: self.folder.clone(),
            source,
        }
    }

    pub(super) fn unreadable(&self, error: redb::Error) -> OpenError {
        OpenError::unreadable(&self.path(), error)
    }

    /// Opens a file that was open before. Never creates one.
    pub(super) fn reopen(&self) -> Result<Database, String> {
        self.open(&self.path()).map_err(|error| error.to_string())
    }

    /// Opens the file at `path`, which need not have the store's usual name.
    pub(super) fn open(&self, path: &Path) -> Result<Database, OpenError> {
        unbroken(path, || {
            let file = locked(path, OpenOptions::new().read(true).write(true))?;
            let length = file
                .metadata()
                .map_err(|error| OpenError::unreadable(path, error))?
                .len();
            if length == 0 {
                return Err(OpenError::damaged(path, "it is empty"));
            }
            prepare(&file, length).map_err(|error| OpenError::unreadable(path, error))?;
            let backend = FileBackend::new(file).map_err(|error| not_opened(path, error))?;
            let backing =
                Backing::new(backend, self.known.clone()).map_err(|error| OpenError::unreadable(path, error))?;
            open_checked(path, backing)
        })
    }
}

/// Opens the database in `backing` after checking every page, and upgrades it to the present
/// format.
pub(super) fn open_checked(path: &Path, backing: impl StorageBackend) -> Result<Database, OpenError> {
    let repaired = Rc::new(Cell::new(false));
    let noted = repaired.clone();
    let mut builder = builder();
    builder.set_repair_callback(move |_| noted.set(true));
    let mut database = builder
        .create_with_backend(backing)
        .map_err(|error| not_opened(path, error))?;
    // A repair begins by checking every page.
    if !repaired.get() {
        // Only the library's own accounts of free pages can need repair here.
        database.check_integrity().map_err(|error| not_opened(path, error))?;
    }
    format::check_and_upgrade(&database, path)?;
    Ok(database)
}

/// Creates a file that holds our tables and nothing else.
fn found(folder: &Path) -> Result<(), OpenError> {
    let (new, path) = (folder.join(NEW_NAME), folder.join(FILE_NAME));
    unbroken(&new, || {
        let file = locked(&new, &for_new())?;
        let unusable = |source| OpenError::Folder {
            path: folder.to_owned(),
            source,
        };
        // A process that held the lock before may have created the file already.
        if path.try_exists().map_err(unusable)? {
            return Ok(());
        }
        let database = new_in(file, &new)?;
        format::found(&database).map_err(|error| OpenError::unreadable(&new, error))?;
        std::fs::rename(&new, &path).map_err(unusable)
    })
}

/// Creates an empty database that replaces the content of the file.
pub(super) fn new_database(path: &Path) -> Result<Database, OpenError> {
    unbroken(path, || new_in(locked(path, &for_new())?, path))
}

fn new_in(file: File, path: &Path) -> Result<Database, OpenError> {
    file.set_len(0).map_err(|error| OpenError::unreadable(path, error))?;
    builder().create_file(file).map_err(|error| not_opened(path, error))
}

fn for_new() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Opens a file and locks it for this process for as long as it is open.
fn locked(path: &Path, options: &OpenOptions) -> Result<File, OpenError> {
    let file = options.open(path).map_err(|error| OpenError::unreadable(path, error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(OpenError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => Err(OpenError::NoLocks {
            path: path.to_owned(),
            source,
        }),
    }
}

/// Ensures that reads return what the disk holds, and that the library finds whole pages.
fn prepare(mut file: &File, length: u64) -> io::Result<()> {
    // A crash may leave a partial page at the end. If a commit needs it, its checksum fails.
    let whole = length.next_multiple_of(PAGE_BYTES);
    let mut start = [0; MAGIC.len()];
    if whole != length && file.read_exact(&mut start).is_ok() && start == *MAGIC {
        file.set_len(whole)?;
    }
    file.sync_all()?;
    forget_cached(file)
}

/// Drops cached pages of the file. Pages that a failed sync of an earlier process left in memory
/// differ from the disk, and nothing marks them.
#[cfg(target_os = "linux")]
fn forget_cached(file: &File) -> io::Result<()> {
    rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn forget_cached(_: &File) -> io::Result<()> {
    Ok(())
}

/// Turns a panic of the library into a refusal of the file: the library checks much of what it
/// reads, and panics over other damage.
fn unbroken<T>(path: &Path, open: impl FnOnce() -> Result<T, OpenError>) -> Result<T, OpenError> {
    catch_unwind(AssertUnwindSafe(open))
        .unwrap_or_else(|_| Err(OpenError::damaged(path, "its pages contradict one another")))
}

/// Returns a builder with the settings of all our databases.
pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES_MAX);
    builder
}

/// Maps the library's error to the error that tells the operator what to do.
fn not_opened(path: &Path, error: DatabaseError) -> OpenError {
    let other_layout = |found| OpenError::Layout {
        path: path.to_owned(),
        found,
    };
    match error {
        DatabaseError::DatabaseAlreadyOpen => OpenError::InUse { path: path.to_owned() },
        DatabaseError::UpgradeRequired(found) => other_layout(u64::from(found)),
        DatabaseError::Storage(StorageError::Corrupted(cause)) => match later_layout(&cause) {
            Some(found) => other_layout(found),
            None => OpenError::damaged(path, cause),
        },
        DatabaseError::Storage(StorageError::Io(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
            OpenError::damaged(path, "it is too short")
        }
        error => OpenError::unreadable(path, error),
    }
}

/// Returns the layout version that `cause` names. The library has no error variant for a file that
/// a later version wrote, so this parses the message; a test pins its wording.
fn later_layout(cause: &str) -> Option<u64> {
    let (_, found) = cause
        .strip_prefix("Expected file format version")?
        .rsplit_once("found ")?;
    found.parse().ok()
}

/// Creates the folder, readable by its owner alone because a ledger may hold secrets. Returns the
/// folders whose entries must be synced: the folder and its ancestors up to the first one that
/// existed before.
fn make_folder(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let changed = folder
        .ancestors()
        .scan(false, |existed, folder| {
            let more = !*existed;
            *existed = folder.exists();
            more.then(|| folder.to_owned())
        })
        .collect();
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    Ok(changed)
}

/// Syncs a folder: a new file survives a power cut only once its directory entry is on the disk.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    let here = Path::new(".");
    File::open(if folder == Path::new("") { here } else { folder })?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
