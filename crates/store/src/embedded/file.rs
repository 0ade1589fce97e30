//! Making, locking and opening the file.
//!
//! A new file is made under another name and takes its own only once it holds our tables, so that a
//! file under that name that holds nothing is damage and never taken for a new one: numbers would
//! be given twice. Every page of a file is checked against its checksum before the store answers
//! anything: by the library when the file was not closed properly, and by us when it was.
//!
//! What is refused, and with which words, is in [`OpenError`]. A file that is refused is left as it
//! is, but for the last page being filled up with zeros where a crash left part of one.

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
/// What a file is called until it holds our tables.
const NEW_NAME: &str = "anteroom.redb.new";
/// The library's unit; a file of another length is none to it.
const PAGE_BYTES: u64 = 4096;
/// What its files start with; others are left alone.
const MAGIC: &[u8; 4] = b"redb";

/// A store's folder, and what has to be known of its file while it is closed.
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

    /// The file's.
    pub(super) fn path(&self) -> PathBuf {
        self.folder.join(FILE_NAME)
    }

    /// Opens the file; makes it and the folder if they are missing.
    pub(super) fn create(&self) -> Result<Database, OpenError> {
        let made = self.make_folder()?;
        let path = self.path();
        if !path.try_exists().map_err(|source| self.unusable(source))? {
            found(&self.folder)?;
        }
        self.sync(made)?;
        self.open(&path)
    }

    /// Makes the folder if it is missing; returns what has to be [synced](Self::sync) then.
    pub(super) fn make_folder(&self) -> Result<Vec<PathBuf>, OpenError> {
        make_folder(&self.folder).map_err(|source| self.unusable(source))
    }

    /// Makes names in the folders durable.
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

    /// Opens a file that was open before. Never makes one.
    pub(super) fn reopen(&self) -> Result<Database, String> {
        self.open(&self.path()).map_err(|error| error.to_string())
    }

    /// Opens a file that may have another name.
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

/// Opens what `backing` holds once every page of it was checked, in the present format.
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
        // Whatever it puts right are the library's own accounts of free pages.
        database.check_integrity().map_err(|error| not_opened(path, error))?;
    }
    format::recognise(&database, path)?;
    Ok(database)
}

/// Makes a file that holds our tables and nothing else.
fn found(folder: &Path) -> Result<(), OpenError> {
    let (new, path) = (folder.join(NEW_NAME), folder.join(FILE_NAME));
    unbroken(&new, || {
        let file = locked(&new, &for_new())?;
        let unusable = |source| OpenError::Folder {
            path: folder.to_owned(),
            source,
        };
        // Whoever had the lock before may have got there first.
        if path.try_exists().map_err(unusable)? {
            return Ok(());
        }
        let database = new_in(file, &new)?;
        format::found(&database).map_err(|error| OpenError::unreadable(&new, error))?;
        std::fs::rename(&new, &path).map_err(unusable)
    })
}

/// An empty database, instead of what is in the file.
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

/// Opens a file for this process alone, as long as it is open.
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

/// Makes sure that what is read is what the disk holds, and that the library finds whole pages.
fn prepare(mut file: &File, length: u64) -> io::Result<()> {
    // A crash may leave part of a page at the end; if any commit needs it, its checksum tells.
    let whole = length.next_multiple_of(PAGE_BYTES);
    let mut start = [0; MAGIC.len()];
    if whole != length && file.read_exact(&mut start).is_ok() && start == *MAGIC {
        file.set_len(whole)?;
    }
    file.sync_all()?;
    forget_cached(file)
}

/// Pages that a failed sync of an earlier process left in memory are not what the disk holds,
/// though nothing says so.
#[cfg(target_os = "linux")]
fn forget_cached(file: &File) -> io::Result<()> {
    rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed)?;
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn forget_cached(_: &File) -> io::Result<()> {
    Ok(())
}

/// Refuses a file in whose damage the library itself gets lost: it checks much of what it reads,
/// and panics over the rest.
fn unbroken<T>(path: &Path, open: impl FnOnce() -> Result<T, OpenError>) -> Result<T, OpenError> {
    catch_unwind(AssertUnwindSafe(open))
        .unwrap_or_else(|_| Err(OpenError::damaged(path, "its pages contradict one another")))
}

/// The settings of every database of ours.
pub(super) fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES_MAX);
    builder
}

/// What the library says, told apart by what the operator can do about it.
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

/// The library has no error of its own for a file that a later version of it wrote; a test holds it
/// to its words.
fn later_layout(cause: &str) -> Option<u64> {
    let (_, found) = cause
        .strip_prefix("Expected file format version")?
        .rsplit_once("found ")?;
    found.parse().ok()
}

/// Makes the folder, readable by its owner alone (a ledger may hold secrets), and returns the
/// folders whose lists of names have to reach the disk: it and all above it up to the first that
/// was there before.
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

/// A new file survives a power cut only once its name in the folder does.
#[cfg(unix)]
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    let here = Path::new(".");
    File::open(if folder == Path::new("") { here } else { folder })?.sync_all()
}

#[cfg(not(unix))]
pub(super) fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}
