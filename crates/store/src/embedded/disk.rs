//! A simulated disk for tests: it can fail, counts syncs, and can lose data that was not synced.

use std::io;
use std::sync::{Arc, Mutex};

use rand::RngExt;
use rand::rngs::StdRng;
use redb::{Database, StorageBackend};

use super::EmbeddedStore;
use super::backing::{Backing, FileState};
use super::file::{builder, open_checked};
use super::format;
use super::state::State;

/// The present failure of the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum DiskFault {
    #[default]
    None,
    Read,
    Write,
    Sync,
    /// Like `Sync`, but data written since the last sync is also marked clean: a later sync does
    /// not write it.
    SyncForgets,
    PanicInWrite,
}

/// Clones refer to the same disk.
#[derive(Debug, Clone, Default)]
pub(super) struct Disk(Arc<Mutex<DiskContent>>);

#[derive(Debug, Default)]
struct DiskContent {
    /// The content that a reader sees.
    now: Vec<u8>,
    /// The content that survives every failure.
    synced: Vec<u8>,
    /// The changes since the last sync, in order.
    pending: Vec<DiskChange>,
    fault: DiskFault,
    syncs: u64,
    /// The number of further syncs that succeed before they fail.
    syncs_left: Option<u64>,
}

#[derive(Debug, Clone)]
enum DiskChange {
    Length(usize),
    Bytes(usize, Vec<u8>),
}

impl DiskChange {
    /// Returns half of the changes whole, and only a prefix of the others.
    fn torn(&self, random: &mut StdRng) -> Self {
        match self {
            Self::Bytes(offset, data) if random.random() => {
                Self::Bytes(*offset, data[..random.random_range(0..=data.len())].to_vec())
            }
            whole => whole.clone(),
        }
    }

    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Length(length) => bytes.resize(*length, 0),
            Self::Bytes(offset, data) => {
                let end = offset + data.len();
                bytes.resize(bytes.len().max(end), 0);
                bytes[*offset..end].copy_from_slice(data);
            }
        }
    }
}

impl Disk {
    fn with<T>(&self, act: impl FnOnce(&mut DiskContent) -> T) -> T {
        act(&mut self.0.lock().expect("nothing panics under this lock"))
    }

    pub(super) fn set(&self, fault: DiskFault) {
        self.with(|content| content.fault = fault);
    }

    /// Lets the next `syncs` syncs succeed and all later ones fail.
    pub(super) fn fail_after(&self, syncs: u64) {
        self.with(|content| content.syncs_left = Some(syncs));
    }

    /// Returns how many syncs succeeded.
    pub(super) fn syncs(&self) -> u64 {
        self.with(|content| content.syncs)
    }

    /// Returns the disk after a power cut: each change that was not synced is kept, lost or torn.
    pub(super) fn cut(&self, random: &mut StdRng) -> Self {
        self.with(|content| {
            let mut left = content.synced.clone();
            for change in &content.pending {
                // File systems write a new length before the bytes behind the old one.
                if matches!(change, DiskChange::Length(_)) || random.random() {
                    change.torn(random).apply(&mut left);
                }
            }
            let content = DiskContent {
                now: left.clone(),
                synced: left,
                ..DiskContent::default()
            };
            Self(Arc::new(Mutex::new(content)))
        })
    }

    fn change(&self, change: DiskChange) -> io::Result<()> {
        self.with(|content| {
            fail_at(content.fault, DiskFault::Write)?;
            change.apply(&mut content.now);
            content.pending.push(change);
            Ok(())
        })
    }

    fn open(&self, known: &FileState) -> Result<Database, String> {
        let backing = Backing::new(self.clone(), known.clone()).map_err(|error| error.to_string())?;
        open_checked("disk".as_ref(), backing).map_err(|error| error.to_string())
    }

    /// Returns a database on this disk, without a writer.
    pub(super) fn create(&self) -> Database {
        if self.with(|content| content.now.is_empty()) {
            let new = builder()
                .create_with_backend(self.clone())
                .expect("a good disk takes a database");
            format::found(&new).expect("a good disk takes tables");
        }
        self.open(&FileState::default()).expect("a good disk holds a database")
    }

    /// Returns a store on this disk.
    pub(super) fn store(&self) -> EmbeddedStore {
        let (disk, known) = (self.clone(), FileState::default());
        drop(self.create());
        let database = self.open(&known).expect("a good disk holds a database");
        let state = State::new(database, known.clone(), 0);
        EmbeddedStore::start(state, Box::new(move || disk.open(&known))).expect("a thread starts")
    }
}

fn fail_at(now: DiskFault, here: DiskFault) -> io::Result<()> {
    if now == here {
        Err(io::Error::from(io::ErrorKind::StorageFull))
    } else {
        Ok(())
    }
}

fn at(offset: u64) -> usize {
    usize::try_from(offset).expect("a disk in memory is addressable")
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.with(|content| content.now.len() as u64))
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.with(|content| {
            fail_at(content.fault, DiskFault::Read)?;
            let from = at(offset);
            let bytes = content
                .now
                .get(from..from + out.len())
                .ok_or(io::ErrorKind::UnexpectedEof)?;
            out.copy_from_slice(bytes);
            Ok(())
        })
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.change(DiskChange::Length(at(len)))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.with(|content| {
            fail_at(content.fault, DiskFault::Sync)?;
            if let Some(left) = &mut content.syncs_left {
                *left = left
                    .checked_sub(1)
                    .ok_or_else(|| io::Error::other("the test wants no further sync"))?;
            }
            let pending = std::mem::take(&mut content.pending);
            if content.fault == DiskFault::SyncForgets {
                // Lengths belong to the file system, whose own journal keeps them.
                content.pending = pending
                    .into_iter()
                    .filter(|change| matches!(change, DiskChange::Length(_)))
                    .collect();
                return Err(io::Error::other("the test wants a sync that forgets"));
            }
            content.syncs += 1;
            for change in pending {
                change.apply(&mut content.synced);
            }
            Ok(())
        })
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        assert!(
            self.with(|content| content.fault) != DiskFault::PanicInWrite,
            "the test wants a panic here"
        );
        self.change(DiskChange::Bytes(at(offset), data.to_vec()))
    }
}
