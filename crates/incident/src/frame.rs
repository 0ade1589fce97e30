//! The file format of a recording: a first line, then blocks of entries.
//!
//! A block is its length (four bytes, little-endian), a check of the length (four bytes), the
//! entries in postcard, and a check of the block (eight bytes). The checks are the first bytes of a
//! SHA-256 over the check of the block before and the bytes themselves, so that a changed, moved or
//! missing block is found. A file that ends within a block was cut, for example by a crash; the
//! blocks before it are complete.

use sha2::{Digest, Sha256};

use crate::entry::RecordedEntry;

/// The first line of a recording, with the number of its form. A form has another number than the
/// one before if an entry reads otherwise, such as a command with a field more: the entries do not
/// name their fields, so that an old file would seem damaged.
pub const FIRST_LINE: &[u8] = b"anteroom recording 2\n";
/// The first line without the number.
const NAME: &str = "anteroom recording ";

const LENGTH_BYTES: usize = 4;
const HEAD_BYTES: usize = 2 * LENGTH_BYTES;
const CHECK_BYTES: usize = 8;

/// Why a file is not a recording that this version can read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnreadableRecording {
    /// The first line is not that of a recording.
    #[error("this is no recording")]
    NotARecording,
    /// The recording has another form than [`FIRST_LINE`] says.
    #[error(
        "the recording was made by another version of anteroom, in form {form}, which this version does not read; \
         replay it with the version that recorded"
    )]
    AnotherForm {
        /// The number of the form.
        form: u32,
    },
    /// A block is not as it was written.
    #[error("the recording is damaged: the block at byte {at} is not as it was written")]
    Damaged {
        /// The first byte of the block.
        at: usize,
    },
    /// The opening of the pool node is missing.
    #[error("the recording ends before it has begun")]
    NoOpening,
    /// A pool node cannot be opened on the recorded state.
    #[error("the pool node of the recording cannot be opened: {0}")]
    NotOpened(String),
}

/// Returns the number in the first line of a recording; `None` for another file, for one that ends
/// within the line, and for a number with leading zeros, which no version writes.
fn form_of(bytes: &[u8]) -> Option<u32> {
    let rest = bytes.strip_prefix(NAME.as_bytes())?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = rest.split_at(digits);
    let is_written = rest.starts_with(b"\n") && !number.starts_with(b"0");
    let number = std::str::from_utf8(number).ok().filter(|_| is_written)?;
    number.parse().ok()
}

/// The check before the first block.
fn first_check() -> [u8; CHECK_BYTES] {
    check([0; CHECK_BYTES], FIRST_LINE)
}

fn check<const N: usize>(before: [u8; CHECK_BYTES], bytes: &[u8]) -> [u8; N] {
    let hash = Sha256::new().chain_update(before).chain_update(bytes).finalize();
    let (first, _) = hash.split_first_chunk().expect("at most 32 bytes");
    *first
}

/// Encodes entries into blocks.
#[derive(Debug)]
pub struct BlockWriter {
    before: [u8; CHECK_BYTES],
    entries: Vec<u8>,
}

impl Default for BlockWriter {
    fn default() -> Self {
        Self {
            before: first_check(),
            entries: Vec::new(),
        }
    }
}

impl BlockWriter {
    /// Adds an entry to the next block.
    pub fn push(&mut self, entry: &RecordedEntry) {
        let entries = std::mem::take(&mut self.entries);
        self.entries = postcard::to_extend(entry, entries).expect("numbers, names and bytes can be written");
    }

    /// The count of bytes of the next block.
    #[must_use]
    pub fn waiting(&self) -> usize {
        match self.entries.len() {
            0 => 0,
            bytes => HEAD_BYTES + bytes + CHECK_BYTES,
        }
    }

    /// Drops the entries of the next block.
    pub fn drop_entries(&mut self) {
        self.entries.clear();
    }

    /// Takes the next block; no bytes if it has no entries.
    pub fn take(&mut self) -> Vec<u8> {
        if self.entries.is_empty() {
            return Vec::new();
        }
        let entries = std::mem::take(&mut self.entries);
        let length = u32::try_from(entries.len()).expect("a block is far below 4 GB");
        let length = length.to_le_bytes();
        let head: [u8; LENGTH_BYTES] = check(self.before, &length);
        self.before = check(self.before, &entries);
        [length.as_slice(), &head, &entries, &self.before].concat()
    }
}

/// The blocks of a recording.
#[derive(Debug)]
pub struct Blocks<'a> {
    bytes: &'a [u8],
    at: usize,
    before: [u8; CHECK_BYTES],
    is_cut: bool,
}

impl<'a> Blocks<'a> {
    /// The blocks of a file.
    ///
    /// # Errors
    /// If the file does not begin as a recording of this form does.
    pub fn of(bytes: &'a [u8]) -> Result<Self, UnreadableRecording> {
        if !bytes.starts_with(FIRST_LINE) {
            let other = form_of(bytes).map(|form| UnreadableRecording::AnotherForm { form });
            return Err(other.unwrap_or(UnreadableRecording::NotARecording));
        }
        Ok(Self {
            bytes,
            at: FIRST_LINE.len(),
            before: first_check(),
            is_cut: false,
        })
    }

    /// Whether the file ended within a block.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Reads the entries of the next block; `None` at the end of the file.
    ///
    /// # Errors
    /// If the block is not as it was written.
    pub fn next_block(&mut self) -> Result<Option<Vec<RecordedEntry>>, UnreadableRecording> {
        let damaged = UnreadableRecording::Damaged { at: self.at };
        let rest = &self.bytes[self.at..];
        let Some((length, after)) = rest.split_first_chunk::<LENGTH_BYTES>() else {
            self.is_cut = !rest.is_empty();
            return Ok(None);
        };
        let Some((head, after)) = after.split_first_chunk::<LENGTH_BYTES>() else {
            self.is_cut = true;
            return Ok(None);
        };
        if check(self.before, length) != *head {
            return Err(damaged);
        }
        let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
        let Some((mut entries, after)) = after.split_at_checked(length) else {
            self.is_cut = true;
            return Ok(None);
        };
        let Some((found, _)) = after.split_first_chunk::<CHECK_BYTES>() else {
            self.is_cut = true;
            return Ok(None);
        };
        if check(self.before, entries) != *found {
            return Err(damaged);
        }
        self.before = *found;
        self.at += HEAD_BYTES + length + CHECK_BYTES;
        let mut read = Vec::new();
        while !entries.is_empty() {
            let (entry, rest) = postcard::take_from_bytes(entries).map_err(|_| damaged.clone())?;
            read.push(entry);
            entries = rest;
        }
        Ok(Some(read))
    }
}
