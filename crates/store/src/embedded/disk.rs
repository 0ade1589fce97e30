//! A disk for tests: it can fail, count, and lose what was not synced.

use std::io;
use std::sync::{Arc, Mutex};

use rand::RngExt;
use rand::rngs::StdRng;
use redb::{Database, StorageBackend};

use super::EmbeddedStore;
use super::file::{builder, recognise};

/// What goes wrong with the disk now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Fault {
    #[default]
    None,
    Read,
    Write,
    Sync,
    PanicInWrite,
}

/// Clones are the same disk.
#[derive(Debug, Clone, Default)]
pub(super) struct Disk(Arc<Mutex<Content>>);

#[derive(Debug, Default)]
struct Content {
    /// What a reader sees.
    now: Vec<u8>,
    /// What is left of `now` whatever happens.
    synced: Vec<u8>,
    /// What was done since, in order.
    pending: Vec<Change>,
    fault: Fault,
    syncs: u64,
}

#[derive(Debug, Clone)]
enum Change {
    Length(usize),
    Bytes(usize, Vec<u8>),
}

impl Change {
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
    fn with<T>(&self, act: impl FnOnce(&mut Content) -> T) -> T {
        act(&mut self.0.lock().expect("nothing panics under this lock"))
    }

    pub(super) fn set(&self, fault: Fault) {
        self.with(|content| content.fault = fault);
    }

    /// How often something was made durable.
    pub(super) fn syncs(&self) -> u64 {
        self.with(|content| content.syncs)
    }

    /// The disk after a power cut: of the changes that were not synced each one stayed or was lost.
    pub(super) fn cut(&self, random: &mut StdRng) -> Self {
        self.with(|content| {
            let mut left = content.synced.clone();
            for change in &content.pending {
                // File systems write a new length before the bytes behind the old one.
                if matches!(change, Change::Length(_)) || random.random() {
                    change.apply(&mut left);
                }
            }
            let content = Content {
                now: left.clone(),
                synced: left,
                ..Content::default()
            };
            Self(Arc::new(Mutex::new(content)))
        })
    }

    fn change(&self, change: Change) -> io::Result<()> {
        self.with(|content| {
            fail_at(content.fault, Fault::Write)?;
            change.apply(&mut content.now);
            content.pending.push(change);
            Ok(())
        })
    }

    fn database(&self, create: bool) -> Result<Database, String> {
        // No cache, so that a read of the store is a read of the disk.
        let database = builder()
            .set_cache_size(0)
            .create_with_backend(self.clone())
            .map_err(|error| error.to_string())?;
        recognise(&database, "disk".as_ref(), create).map_err(|error| error.to_string())?;
        Ok(database)
    }

    /// A database on this disk, without a writer.
    pub(super) fn create(&self) -> Database {
        self.database(true).expect("a good disk takes a database")
    }

    /// A store on this disk.
    pub(super) fn store(&self) -> EmbeddedStore {
        let disk = self.clone();
        EmbeddedStore::start(self.create(), Box::new(move || disk.database(false))).expect("a thread starts")
    }
}

fn fail_at(now: Fault, here: Fault) -> io::Result<()> {
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
            fail_at(content.fault, Fault::Read)?;
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
        self.change(Change::Length(at(len)))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.with(|content| {
            fail_at(content.fault, Fault::Sync)?;
            content.syncs += 1;
            content.pending.clear();
            content.synced.clone_from(&content.now);
            Ok(())
        })
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        assert!(
            self.with(|content| content.fault) != Fault::PanicInWrite,
            "the test wants a panic here"
        );
        self.change(Change::Bytes(at(offset), data.to_vec()))
    }
}
