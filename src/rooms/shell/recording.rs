//! Writes the recording of a pool node into a file, for `anteroom replay`.
//!
//! The pool node never waits for it: entries go through a bounded channel to a thread of the
//! recording, which masks and writes them. If the thread does not keep up, the recording ends, and
//! notes this in the file and in the log. It also ends when the file reaches its maximum size.
//!
//! A pool has at most two files: that of the running pool node, and that of its predecessor, which
//! a restart or a change of the configuration has ended.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use incident::entry::RecordingEnd;
use incident::{EventRecorder, RawEntry, RecordingWriter};
use store::PoolId;
use tokio::sync::{mpsc, oneshot};

use crate::config::RecordingSettings;

/// The maximum number of entries that wait for the thread.
const WAITING_MAX: usize = 65_536;
/// The maximum number of bytes that they take together, except for an entry that waits alone.
const WAITING_BYTES_MAX: usize = 32 * 1024 * 1024;
/// A block of this many bytes is written at once; a smaller block is written when no more entries
/// wait.
const BLOCK_BYTES: usize = 64 * 1024;
/// The maximum number of bytes of the entry with the reason for a recording's end, including those
/// of its block.
const END_BYTES: usize = 64;

/// The recording of a pool node.
pub(in crate::rooms) struct Recording {
    pub(in crate::rooms) recorder: EventRecorder,
    pool: PoolId,
    /// `None` once the recording is over.
    entries: Option<mpsc::Sender<RawEntry>>,
    waiting: Arc<WaitingEntries>,
    written: oneshot::Receiver<()>,
}

/// The entries on their way, a count that the pool node and the thread share.
#[derive(Debug, Default)]
struct WaitingEntries {
    bytes: AtomicUsize,
    is_behind: AtomicBool,
}

impl Recording {
    /// Begins a recording, if its file can be created.
    pub(in crate::rooms) fn begin(
        recorder: EventRecorder,
        settings: &RecordingSettings,
        pool: &PoolId,
        opening: RawEntry,
    ) -> Option<Self> {
        let path = path_of(&settings.dir, pool);
        let (entries, received) = mpsc::channel(WAITING_MAX);
        let (done, written) = oneshot::channel();
        let waiting = Arc::<WaitingEntries>::default();
        let began = make_file(&settings.dir, &path).and_then(|file| {
            let writing = FileWriter {
                file,
                path: path.clone(),
                bytes: 0,
                bytes_max: settings.bytes_max,
                writer: RecordingWriter::default(),
                waiting: waiting.clone(),
            };
            let thread = thread::Builder::new().name("recording".to_owned());
            thread.spawn(move || {
                writing.run(received);
                drop(done);
            })
        });
        if let Err(error) = began {
            tracing::error!(pool = %pool, path = %path.display(), error = %error, "the pool cannot be recorded");
            recorder.stop();
            return None;
        }
        tracing::info!(pool = %pool, path = %path.display(), "the pool is recorded");
        let mut recording = Self {
            recorder,
            pool: pool.clone(),
            entries: Some(entries),
            waiting,
            written,
        };
        recording.pass(opening);
        Some(recording)
    }

    /// Passes an entry to the thread, unless the recording is over.
    pub(in crate::rooms) fn pass(&mut self, entry: RawEntry) {
        let Some(entries) = &self.entries else { return };
        let bytes = entry.bytes();
        let before = self.waiting.bytes.fetch_add(bytes, Ordering::Relaxed);
        let is_full = before > 0 && before + bytes > WAITING_BYTES_MAX;
        let is_behind = match entries.try_reserve() {
            Ok(place) if !is_full => {
                place.send(entry);
                return;
            }
            Ok(_) | Err(mpsc::error::TrySendError::Full(())) => true,
            // The thread has ended the recording, and has logged the reason.
            Err(mpsc::error::TrySendError::Closed(())) => false,
        };
        if is_behind {
            self.waiting.is_behind.store(true, Ordering::Relaxed);
            tracing::warn!(pool = %self.pool, "the recording of the pool cannot keep up and ends here");
        }
        self.recorder.stop();
        self.entries = None;
    }

    /// Whether entries are still recorded.
    pub(in crate::rooms) fn is_on(&self) -> bool {
        self.entries.is_some()
    }

    /// Ends the recording, and waits until it is written.
    pub(in crate::rooms) async fn ended(mut self) {
        self.entries = None;
        // The thread drops its end.
        _ = self.written.await;
    }
}

/// The thread's part.
struct FileWriter {
    file: File,
    path: PathBuf,
    bytes: u64,
    bytes_max: u64,
    writer: RecordingWriter,
    waiting: Arc<WaitingEntries>,
}

impl FileWriter {
    fn run(mut self, mut received: mpsc::Receiver<RawEntry>) {
        if let Err(error) = self.write_all(&mut received) {
            let path = self.path.display();
            tracing::error!(path = %path, error = %error, "a recording cannot be written and ends here");
        }
    }

    fn write_all(&mut self, received: &mut mpsc::Receiver<RawEntry>) -> io::Result<()> {
        self.write(RecordingWriter::first_bytes())?;
        while let Some(entry) = received.blocking_recv() {
            self.waiting.bytes.fetch_sub(entry.bytes(), Ordering::Relaxed);
            self.writer.push(entry);
            let is_due = received.is_empty() || self.writer.waiting() >= BLOCK_BYTES;
            if is_due && !self.write_block()? {
                let path = self.path.display();
                tracing::warn!(path = %path, bytes = self.bytes, "a recording is full and ends here");
                return self.end(RecordingEnd::Full);
            }
        }
        if !self.write_block()? {
            return self.end(RecordingEnd::Full);
        }
        let is_behind = self.waiting.is_behind.load(Ordering::Relaxed);
        self.end(if is_behind {
            RecordingEnd::Behind
        } else {
            RecordingEnd::Closed
        })
    }

    /// Writes the entries that were pushed. Returns whether there was space for them.
    fn write_block(&mut self) -> io::Result<bool> {
        let with_end = self.bytes + (self.writer.waiting() + END_BYTES) as u64;
        if with_end > self.bytes_max {
            return Ok(false);
        }
        let block = self.writer.take_block();
        self.write(&block)?;
        Ok(true)
    }

    /// Writes the end, after the last block that was written.
    fn end(&mut self, end: RecordingEnd) -> io::Result<()> {
        self.writer.drop_block();
        self.writer.end(end);
        let block = self.writer.take_block();
        self.write(&block)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}

/// The file of a pool's recording. No pool's name contains a dot.
fn path_of(dir: &Path, pool: &PoolId) -> PathBuf {
    dir.join(format!("{}.recording", pool.as_str().replace('/', ".")))
}

/// Creates the file with permissions for the process's owner alone, and keeps the previous file.
fn make_file(dir: &Path, path: &Path) -> io::Result<File> {
    fs::create_dir_all(dir)?;
    if path.exists() {
        fs::rename(path, path.with_extension("before.recording"))?;
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use incident::entry::{RecordedEffect, RecordedEntry};
    use incident::frame::{Blocks, FIRST_LINE};
    use store::Generation;

    use super::*;

    fn begin(dir: &Path, bytes_max: u64) -> Recording {
        let settings = RecordingSettings {
            dir: dir.to_owned(),
            bytes_max,
        };
        let pool = PoolId::new("acme/sale").expect("a pool");
        // An entry before the opening is left out.
        let nothing = RawEntry::Effect(RecordedEffect::RequestCommitPriority);
        Recording::begin(EventRecorder::default(), &settings, &pool, nothing).expect("a file")
    }

    fn end_of(dir: &Path, name: &str) -> Option<RecordingEnd> {
        let bytes = fs::read(dir.join(name)).expect("a recording");
        assert!(bytes.starts_with(FIRST_LINE));
        let mut blocks = Blocks::of(&bytes).expect("a recording");
        let last = blocks.next_block().expect("whole")?;
        last.into_iter().find_map(|entry| match entry {
            RecordedEntry::End(end) => Some(end),
            _ => None,
        })
    }

    #[tokio::test]
    async fn a_recording_notes_its_end_and_the_previous_one_is_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        begin(dir.path(), 1_000).ended().await;
        assert_eq!(end_of(dir.path(), "acme.sale.recording"), Some(RecordingEnd::Closed));
        begin(dir.path(), 10).ended().await;
        begin(dir.path(), 1_000).ended().await;
        assert_eq!(
            end_of(dir.path(), "acme.sale.before.recording"),
            Some(RecordingEnd::Full)
        );
        assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 2);
    }

    #[tokio::test]
    async fn a_recording_that_cannot_keep_up_ends_with_the_reason() {
        let dir = tempfile::tempdir().expect("a directory");
        let mut recording = begin(dir.path(), 1_000);
        recording.waiting.bytes.store(WAITING_BYTES_MAX, Ordering::Relaxed);
        let probe = || RawEntry::Effect(RecordedEffect::Probe(Generation::NONE));
        recording.pass(probe());
        assert!(!recording.is_on());
        recording.pass(probe());
        recording.ended().await;
        assert_eq!(end_of(dir.path(), "acme.sale.recording"), Some(RecordingEnd::Behind));
    }

    #[test]
    fn a_directory_that_cannot_be_made_is_no_reason_to_stop() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let settings = RecordingSettings {
            dir: file.path().join("below"),
            bytes_max: 1_000,
        };
        let pool = PoolId::new("acme/sale").expect("a pool");
        let nothing = RawEntry::Effect(RecordedEffect::RequestCommitPriority);
        assert!(Recording::begin(EventRecorder::default(), &settings, &pool, nothing).is_none());
    }
}
