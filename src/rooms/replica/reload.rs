//! Reads a pool as a whole: at the start, and where the change log does not lead from the known
//! state to the stored one.

use admission::pool::LineIndex;
use admission::{Marks, State};
use store::{Generation, Newest, SCAN_ATTEMPTS_MAX, Store, StoreError};

use super::{KeepError, Replica};
use crate::rooms::grants::Granted;
use crate::rooms::records::{self, StoredPool};

impl Replica {
    /// Reads the stored state, all of one generation: a commit of an older ledger under the
    /// generation of a later commit would undo that commit.
    pub(super) async fn reload(&mut self) -> Result<(), KeepError> {
        for _ in 0..SCAN_ATTEMPTS_MAX {
            if self.reload_once().await? {
                return Ok(());
            }
        }
        Err(StoreError::Changing.into())
    }

    /// Reads the stored state once; returns `false` if a commit came in between.
    async fn reload_once(&mut self) -> Result<bool, KeepError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        let newest = Newest {
            generation: loaded.generation,
            ledger: loaded.ledger,
            recovering: loaded.recovering,
        };
        let (generation, recovering) = (newest.generation, newest.recovering);
        let Some(pool) = self.decode(&newest)? else {
            self.all_is_lost();
            return Ok(true);
        };
        let is_another_chain = self.is_another_chain(&newest, &pool);
        let is_begun_anew = self.is_begun_anew(&newest, &pool);
        let StoredPool {
            shared,
            seats,
            change_log,
        } = pool;
        let mut stored = Vec::new();
        for (line, (seat, ledger)) in (0..).map(LineIndex).zip(seats) {
            let (marks_at, marks) = self.marks(&records::marks_prefix(line, ledger.run)).await?;
            let (unnumbered_at, unnumbered) = match ledger.order.unnumbered_from() {
                Some(window) => {
                    self.marks(&records::unnumbered_prefix(line, ledger.run, window))
                        .await?
                }
                None => (generation, Marks::default()),
            };
            let (holders_at, holders) = self.holders(line, ledger.run).await?;
            if [marks_at, unnumbered_at, holders_at] != [generation; 3] {
                return Ok(false);
            }
            let mut state = State {
                ledger,
                marks,
                unnumbered,
                holders,
            };
            self.check(&state)?;
            state.make_room_for_moves();
            stored.push((seat, state));
        }
        shared.check().map_err(|error| self.damaged(&error.to_string()))?;
        self.check_seats(&stored)?;
        if is_begun_anew {
            self.undo_beginning(generation, stored, change_log);
            return Ok(true);
        }
        if is_another_chain {
            self.remember(stored.iter().map(|(_, state)| state));
        }
        self.take_over(generation, shared, stored, change_log);
        self.recovering = recovering;
        Ok(true)
    }

    /// Checks the invariants of a line's state.
    pub(super) fn check(&self, state: &State) -> Result<(), KeepError> {
        let checked = state.ledger.check(&state.marks, &state.unnumbered);
        checked.map_err(|error| self.damaged(&error.to_string()))
    }

    /// Reads the marks under a prefix, with the generation at which they were read.
    async fn marks(&self, prefix: &[u8]) -> Result<(Generation, Marks), KeepError> {
        let (generation, chunks) = self.store.scan(&self.pool, prefix).await?;
        let chunks = chunks
            .into_iter()
            .filter_map(|(key, value)| Some((records::chunk_of(&key)?, value)));
        let marks = Marks::decode(chunks).map_err(|error| self.damaged(&error.to_string()))?;
        Ok((generation, marks))
    }

    /// Reads the logged grants that are not known here yet.
    pub(super) async fn read_log(&mut self) -> Result<Vec<(LineIndex, Granted)>, KeepError> {
        let (_, stored) = self.store.scan(&self.pool, &records::grants_prefix()).await?;
        let mut grants = Vec::new();
        for (key, value) in stored {
            if !self.logged.contains(&key) {
                grants.extend(self.grants_of(&value)?);
                self.logged.insert(key);
            }
        }
        Ok(grants)
    }

    pub(super) fn grants_of(&self, value: &[u8]) -> Result<Vec<(LineIndex, Granted)>, KeepError> {
        records::decode_grants(value).ok_or_else(|| self.damaged("a grant record"))
    }
}
