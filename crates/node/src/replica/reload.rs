//! Reads a whole pool: at the start, and if the change log does not lead from the known state to
//! the stored one.

use admission::pool::LineIndex;
use admission::{Marks, State};
use store_values::{Generation, Loaded, Newest, Records, SCAN_ATTEMPTS_MAX, StoreError};

use super::{CommitNews, Read, ReadProgress, ReadResult, Reading, Replica, StateError, StoreCall, transfers};
use crate::grants::Granted;
use crate::records::{self, StoredPool};

/// A whole state that is being read, all of one generation. A commit based on an older ledger under
/// the generation of a later commit would undo that commit.
#[derive(Debug)]
pub(super) struct WholeRead {
    /// How often others committed during the read.
    attempts: u32,
    /// Whether the log of grants is read afterwards.
    with_log: bool,
    /// The ledger, once it is read.
    ledger: Option<Box<(Newest, StoredPool)>>,
}

impl WholeRead {
    /// A read of the state and of the log of grants, before its first call.
    const WITH_LOG: Self = Self {
        attempts: 0,
        with_log: true,
        ledger: None,
    };
    /// A read of the state alone, before its first call.
    const WITHOUT_LOG: Self = Self {
        attempts: 0,
        with_log: false,
        ledger: None,
    };

    /// Begins with the ledger.
    fn begin(self) -> Read {
        Read::More(Reading::Whole(self), StoreCall::Load { keys: Vec::new() })
    }
}

impl Replica {
    /// Begins to read a pool at the start: its state, and the grants that are still logged.
    pub fn open(&mut self) -> ReadProgress<ReadResult> {
        self.go_on(Ok(WholeRead::WITH_LOG.begin()), self.generation)
    }

    /// Begins to read a pool's state alone, without the grants that are still logged.
    pub fn open_without_log(&mut self) -> ReadProgress<ReadResult> {
        self.go_on(Ok(WholeRead::WITHOUT_LOG.begin()), self.generation)
    }

    /// Begins to read the whole state and the log of grants.
    pub(super) fn reload(&mut self) -> Read {
        WholeRead::WITH_LOG.begin()
    }

    /// Continues with the records beside a ledger.
    pub(super) fn take_ledger(&mut self, whole: WholeRead, loaded: Loaded) -> Result<Read, StateError> {
        let newest = Newest {
            generation: loaded.generation,
            ledger: loaded.ledger,
            recovering: loaded.recovering,
        };
        let Some(pool) = self.decode(&newest)? else {
            self.handle_empty_store();
            return Ok(read_log(whole.with_log));
        };
        let lines = (0..).map(LineIndex).zip(&pool.lines);
        let prefixes = lines.flat_map(|(line, (_, ledger))| {
            let window = ledger.order.unnumbered_from();
            let unnumbered = window.map(|window| records::unnumbered_prefix(line, ledger.run, window));
            let marks = records::marks_prefix(line, ledger.run);
            let transferred = records::transfer_prefix(line, ledger.run);
            [Some(marks), unnumbered, Some(transferred)].into_iter().flatten()
        });
        let call = StoreCall::Scan {
            prefixes: prefixes.collect(),
        };
        let ledger = Some(Box::new((newest, pool)));
        Ok(Read::More(Reading::Whole(WholeRead { ledger, ..whole }), call))
    }

    /// Adopts a ledger with the records beside it, or reads both again if a commit came in between.
    pub(super) fn take_records(
        &mut self,
        whole: WholeRead,
        scanned: Vec<(Generation, Records)>,
    ) -> Result<Read, StateError> {
        let Some((newest, pool)) = whole.ledger.map(|read| *read) else {
            unreachable!("the records are read after the ledger");
        };
        let (generation, recovering) = (newest.generation, newest.recovering);
        if scanned.iter().any(|(at, _)| *at != generation) {
            let attempts = whole.attempts + 1;
            if attempts == SCAN_ATTEMPTS_MAX {
                return Err(StoreError::Changing.into());
            }
            let whole = WholeRead {
                attempts,
                with_log: whole.with_log,
                ledger: None,
            };
            return Ok(whole.begin());
        }
        let is_another_chain = self.is_another_chain(&newest, &pool);
        let is_begun_anew = self.is_begun_anew(&newest, &pool);
        let StoredPool {
            shared,
            lines,
            change_log,
        } = pool;
        let mut scanned = scanned.into_iter().map(|(_, records)| records);
        let mut next = || scanned.next().unwrap_or_default();
        let mut stored = Vec::new();
        for (name, ledger) in lines {
            let marks = self.marks(next())?;
            let unnumbered = match ledger.order.unnumbered_from() {
                Some(_) => self.marks(next())?,
                None => Marks::default(),
            };
            let holders =
                transfers::holders(&next()).ok_or_else(|| self.damaged("the record of a transferred place"))?;
            let mut state = State {
                ledger,
                marks,
                unnumbered,
                holders,
            };
            self.check(&state)?;
            state.make_room_for_transfers();
            stored.push((name, state));
        }
        shared.check().map_err(|error| self.damaged(&error.to_string()))?;
        self.check_line_names(&stored)?;
        if is_begun_anew {
            self.undo_beginning(generation, stored, change_log);
            return Ok(read_log(whole.with_log));
        }
        if is_another_chain {
            self.remember(stored.iter().map(|(_, state)| state));
        }
        self.take_over(generation, shared, stored, change_log);
        self.recovering = recovering;
        Ok(read_log(whole.with_log))
    }

    /// Checks the invariants of a line's state.
    pub(super) fn check(&self, state: &State) -> Result<(), StateError> {
        let checked = state.ledger.check(&state.marks, &state.unnumbered);
        checked.map_err(|error| self.damaged(&error.to_string()))
    }

    /// Decodes the marks under a prefix.
    fn marks(&self, chunks: Records) -> Result<Marks, StateError> {
        let chunks = chunks
            .into_iter()
            .filter_map(|(key, value)| Some((records::chunk_of(&key)?, value)));
        Marks::decode(chunks).map_err(|error| self.damaged(&error.to_string()))
    }

    /// Adds the logged grants that are not known here yet.
    pub(super) fn take_log(&mut self, scanned: Vec<(Generation, Records)>) -> Result<Read, StateError> {
        let mut grants = Vec::new();
        for (key, value) in scanned.into_iter().flat_map(|(_, records)| records) {
            if !self.logged.contains(&key) {
                grants.extend(self.grants_of(&value)?);
                self.logged.insert(key);
            }
        }
        Ok(Read::News(CommitNews::reread(grants)))
    }

    pub(super) fn grants_of(&self, value: &[u8]) -> Result<Vec<(LineIndex, Granted)>, StateError> {
        records::decode_grants(value).ok_or_else(|| self.damaged("a grant record"))
    }
}

/// Ends a whole read, with the log of grants if it is wanted.
fn read_log(with_log: bool) -> Read {
    if !with_log {
        return Read::News(CommitNews::reread(Vec::new()));
    }
    let prefixes = vec![records::grants_prefix()];
    Read::More(Reading::GrantLog, StoreCall::Scan { prefixes })
}
