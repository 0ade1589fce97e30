//! The stored orders of each customer, in a pool of its own, `~orders/<customer>`:
//!
//! | | |
//! | --- | --- |
//! | ledger | the counts, how many passes are recorded, and the nonces of the last commits (JSON) |
//! | `p` …, `t` … | the orders of a pass ([`super::pass`], postcard) |
//! | `r` slot | a rejected order (JSON); the oldest is overwritten |
//!
//! Every answer except that to a repeated order is a commit: over all nodes, two orders of one pass
//! are never both accepted, and an answer is durable before it is sent.

use std::collections::VecDeque;
use std::sync::{Mutex as SyncMutex, PoisonError};

use node::records;
use protocol::{CustomerId, UnixSeconds};
use serde::{Deserialize, Serialize};
use store::{AnyStore, Attempt, Generation, PoolId, RecordKey, Store, Transacted, Write};
use tokio::sync::Mutex;

use super::pass::{PassRecord, TOKEN, has_ended, prefix_of_places, run_of};
use super::{
    CandidatePass, OrderCounts, OrderDecision, OrderError, OrderOutcome, PASSES_MAX, REJECTED_MAX, RejectedOrder,
    RoomOrders,
};
use crate::entropy::Entropy;
use crate::rooms::StateError;

const REJECTED: u8 = b'r';
/// The maximum number of records that one commit deletes.
const DELETED_MAX: usize = 1_000;
/// The number of locks: the orders of customers with different locks do not wait for each other.
const LOCKS: usize = 16;
/// The number of commits that the ledger remembers. If this many other commits follow one of
/// unknown outcome before its author reads the ledger, the author cannot recognize it.
const RECENT_MAX: usize = 32;

/// The orders of all customers.
#[derive(Debug)]
pub struct OrderPasses {
    store: AnyStore,
    entropy: Entropy,
    /// Held while an order is decided, so that orders at the same node do not overtake each other's
    /// commits.
    deciding: [Mutex<()>; LOCKS],
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct OrderLedger {
    counts: OrderCounts,
    /// Passes with a record.
    passes: u64,
    recent: VecDeque<u128>,
}

impl OrderLedger {
    /// Returns the number of rejected orders so far.
    fn rejected(&self) -> u64 {
        self.counts.without_pass + self.counts.used_up
    }

    fn remember(&mut self, nonce: u128) {
        self.recent.push_back(nonce);
        while self.recent.len() > RECENT_MAX {
            self.recent.pop_front();
        }
    }

    fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("numbers can be written")
    }
}

/// A customer's ledger as it was read, with the requested records.
struct LoadedOrders {
    generation: Generation,
    ledger: OrderLedger,
    records: Vec<Option<Vec<u8>>>,
}

/// The commits that one call has tried, each with the outcome that it would have.
struct TriedCommits<T>(SyncMutex<Vec<(u128, T)>>);

impl<T: Copy> TriedCommits<T> {
    /// Returns the outcome of a commit that was made although the store did not report it.
    fn made(&self, ledger: &OrderLedger) -> Option<T> {
        let tried = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tried = tried.iter();
        tried.find_map(|(nonce, outcome)| ledger.recent.contains(nonce).then_some(*outcome))
    }

    fn note(&self, nonce: u128, outcome: T) {
        let mut tried = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tried.push((nonce, outcome));
    }
}

impl OrderPasses {
    /// Creates the record on a store.
    #[must_use]
    pub fn new(store: AnyStore, entropy: Entropy) -> Self {
        Self {
            store,
            entropy,
            deciding: Default::default(),
        }
    }

    /// Decides about an order, which uses the first of the candidates that is not used up. The
    /// answer is durable when this returns. `rejection` is listed if all of them are used up.
    ///
    /// # Errors
    /// If the store is unavailable, or the customer's limit of recorded passes is reached.
    pub async fn decide(
        &self,
        customer: &CustomerId,
        candidates: &[CandidatePass],
        rejection: &RejectedOrder,
    ) -> Result<OrderDecision, OrderError> {
        let pool = pool_of(customer);
        let keys: Vec<RecordKey> = candidates.iter().map(|pass| pass.owner.record_key()).collect();
        let tried = TriedCommits(SyncMutex::default());
        let _turn = self.lock(customer).lock().await;
        let decided = store::transact(&self.store, &pool, || async {
            let LoadedOrders {
                generation,
                mut ledger,
                records,
            } = self.read(&pool, &keys).await?;
            if let Some(made) = tried.made(&ledger) {
                return Ok(Attempt::Settled(made));
            }
            let decoded = records.iter().map(|stored| match stored {
                Some(value) => records::decode::<PassRecord>(value).ok_or_else(|| damaged(&pool, "a pass")),
                None => Ok(PassRecord::default()),
            });
            let mut passes = decoded.collect::<Result<Vec<_>, StateError>>()?;
            let decision = PassRecord::decide(&mut passes, candidates);
            let index = decision.candidate;
            let change = match decision.outcome {
                OrderOutcome::Repeated { .. } => return Ok(Attempt::Settled(decision)),
                OrderOutcome::Accepted { .. } => {
                    let is_new = records[index].is_none();
                    if is_new && ledger.passes >= PASSES_MAX {
                        return Err(OrderError::Full);
                    }
                    ledger.counts.accepted += 1;
                    ledger.passes += u64::from(is_new);
                    (keys[index].clone(), Some(records::encode(&passes[index])))
                }
                OrderOutcome::UsedUp => {
                    let listed = listed(&ledger, rejection);
                    ledger.counts.used_up += 1;
                    listed
                }
            };
            let write = self.write(ledger, vec![change], |nonce| tried.note(nonce, decision));
            Ok::<_, OrderError>(Attempt::Commit {
                expected: generation,
                write,
                next: decision,
            })
        });
        let (Transacted::Settled(decision) | Transacted::Committed(_, decision)) = decided.await?;
        Ok(decision)
    }

    /// Lists an order without a genuine pass.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn reject(&self, customer: &CustomerId, rejection: &RejectedOrder) -> Result<(), OrderError> {
        let pool = pool_of(customer);
        let tried = TriedCommits(SyncMutex::default());
        let _turn = self.lock(customer).lock().await;
        let rejected = store::transact(&self.store, &pool, || async {
            let LoadedOrders {
                generation, mut ledger, ..
            } = self.read(&pool, &[]).await?;
            if tried.made(&ledger).is_some() {
                return Ok(Attempt::Settled(()));
            }
            let change = listed(&ledger, rejection);
            ledger.counts.without_pass += 1;
            let write = self.write(ledger, vec![change], |nonce| tried.note(nonce, ()));
            Ok::<_, OrderError>(Attempt::Commit {
                expected: generation,
                write,
                next: (),
            })
        });
        rejected.await.map(|_| ())
    }

    /// Returns a customer's counts, and the last rejected orders, the latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn summary(&self, customer: &CustomerId) -> Result<(OrderCounts, Vec<RejectedOrder>), StateError> {
        let pool = pool_of(customer);
        let keys: Vec<RecordKey> = (0..REJECTED_MAX).map(slot).collect();
        let LoadedOrders { ledger, records, .. } = self.read(&pool, &keys).await?;
        let rejected = records.iter().flatten().map(|value| {
            serde_json::from_slice::<RejectedOrder>(value).map_err(|error| damaged(&pool, &error.to_string()))
        });
        let mut rejected = rejected.collect::<Result<Vec<_>, StateError>>()?;
        rejected.sort_by_key(|rejected| std::cmp::Reverse(rejected.at));
        Ok((ledger.counts, rejected))
    }

    /// Deletes some of the records that have ended: of earlier runs of these rooms, and of tokens.
    /// Returns how many.
    ///
    /// # Errors
    /// If the store is unavailable or another commit came first; in these cases nothing is deleted.
    pub async fn delete_ended(
        &self,
        customer: &CustomerId,
        rooms: &[RoomOrders],
        now: UnixSeconds,
    ) -> Result<usize, StateError> {
        let pool = pool_of(customer);
        let mut ended = self.page(&pool, &[TOKEN], |key| has_ended(key, now)).await?;
        for RoomOrders { room, run } in rooms {
            let prefix = prefix_of_places(room);
            let is_past = |key: &RecordKey| run_of(key, room).is_some_and(|of| of < *run);
            ended.extend(self.page(&pool, &prefix, is_past).await?);
        }
        ended.truncate(DELETED_MAX);
        if ended.is_empty() {
            return Ok(0);
        }
        let LoadedOrders {
            generation,
            mut ledger,
            records,
        } = self.read(&pool, &ended).await?;
        let there = ended.into_iter().zip(records).filter(|(_, record)| record.is_some());
        let changes: Vec<_> = there.map(|(key, _)| (key, None)).collect();
        let deleted = changes.len();
        ledger.passes = ledger.passes.saturating_sub(deleted as u64);
        let write = self.write(ledger, changes, |_| ());
        self.store.commit(&pool, generation, write).await?;
        Ok(deleted)
    }

    /// Returns the first keys under a prefix that have ended.
    async fn page(
        &self,
        pool: &PoolId,
        prefix: &[u8],
        has_ended: impl Fn(&RecordKey) -> bool,
    ) -> Result<Vec<RecordKey>, StateError> {
        let page = self.store.scan_page(pool, prefix, None).await?;
        let keys = page.records.into_iter().map(|(key, _)| key);
        Ok(keys.take_while(has_ended).collect())
    }

    fn write(
        &self,
        mut ledger: OrderLedger,
        records: Vec<(RecordKey, Option<Vec<u8>>)>,
        note: impl FnOnce(u128),
    ) -> Write {
        let nonce = u128::from_be_bytes(self.entropy.nonce());
        ledger.remember(nonce);
        note(nonce);
        Write {
            ledger: ledger.encode(),
            records,
            recovers: true,
        }
    }

    async fn read(&self, pool: &PoolId, keys: &[RecordKey]) -> Result<LoadedOrders, StateError> {
        let loaded = self.store.load(pool, keys).await?;
        let ledger = loaded.ledger.map(|json| serde_json::from_slice(&json));
        let ledger = ledger.transpose().map_err(|error| damaged(pool, &error.to_string()))?;
        Ok(LoadedOrders {
            generation: loaded.generation,
            ledger: ledger.unwrap_or_default(),
            records: loaded.records,
        })
    }

    fn lock(&self, customer: &CustomerId) -> &Mutex<()> {
        let sum: usize = customer.as_str().bytes().map(usize::from).sum();
        &self.deciding[sum % LOCKS]
    }
}

/// The record of the next rejected order.
fn listed(ledger: &OrderLedger, rejection: &RejectedOrder) -> (RecordKey, Option<Vec<u8>>) {
    let value = serde_json::to_vec(rejection).expect("texts and numbers can be written");
    (slot(ledger.rejected() % REJECTED_MAX), Some(value))
}

fn slot(index: u64) -> RecordKey {
    RecordKey::new([&[REJECTED][..], &index.to_be_bytes()].concat()).expect("9 bytes")
}

fn pool_of(customer: &CustomerId) -> PoolId {
    let pool = format!("~orders/{}", customer.as_str().to_lowercase());
    PoolId::new(&pool).expect("ids keep to a narrower alphabet than pools")
}

fn damaged(pool: &PoolId, reason: &str) -> StateError {
    StateError::Damaged {
        pool: pool.as_str().to_owned(),
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests;
