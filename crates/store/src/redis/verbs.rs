//! The implementation of [`Store`] by scripts and their replies.

use redis::{Value, cmd};

use super::commit::CommitOutcome;
use super::fault::Fault;
use super::reply::{Parts, strings};
use super::script::{LOAD, LOAD_NEWER, PAGE, RedisCall, TIME};
use super::{INTENT_MS, RedisStore};
use crate::{CommitError, Committed, Generation, Loaded, Newest, Page, PoolId, RecordKey, Store, StoreError, Write};
use store_values::{PAGE_BYTES_MAX, PAGE_RECORDS_MAX, check_keys};

/// Most different servers that one commit may meet.
const SERVERS_MET_MAX: u32 = 3;

impl Store for RedisStore {
    async fn load(&self, pool: &PoolId, keys: &[RecordKey]) -> Result<Loaded, StoreError> {
        check_keys(keys)?;
        let mut call = LOAD.on([self.prefix().state(pool), self.prefix().records(pool)]);
        for key in keys {
            call = call.arg(key.as_bytes());
        }
        let mut parts = Parts::of(self.read(&call).await?)?;
        let (run, newest, records) = (parts.run()?, parts.newest()?, parts.values()?);
        self.settle(pool, newest.generation, run).await?;
        Ok(Loaded {
            generation: newest.generation,
            ledger: newest.ledger,
            records,
            recovering: newest.recovering,
        })
    }

    async fn scan_page(&self, pool: &PoolId, prefix: &[u8], after: Option<&RecordKey>) -> Result<Page, StoreError> {
        let keys = self.prefix();
        let (from, to) = range(prefix, after);
        let call = PAGE
            .on([keys.state(pool), keys.records(pool), keys.index(pool)])
            .arg(from)
            .arg(to)
            .arg(PAGE_RECORDS_MAX)
            .arg(PAGE_BYTES_MAX);
        let mut parts = Parts::of(self.read(&call).await?)?;
        let (run, page) = (parts.run()?, parts.page()?);
        self.settle(pool, page.generation, run).await?;
        Ok(page)
    }

    async fn load_newer(&self, pool: &PoolId, known: Generation) -> Result<Option<Newest>, StoreError> {
        let call = LOAD_NEWER.on([self.prefix().state(pool)]).arg(known.0);
        let value = self.read(&call).await?;
        if value == Value::Nil {
            return Ok(None);
        }
        let mut parts = Parts::of(value)?;
        let (run, newest) = (parts.run()?, parts.newest()?);
        self.settle(pool, newest.generation, run).await?;
        Ok(Some(newest))
    }

    async fn commit(&self, pool: &PoolId, expected: Generation, write: Write) -> Result<Committed, CommitError> {
        write.check()?;
        let before = |fault: Fault| CommitError::from(fault.before_the_commit());
        let again = expected == Generation::NONE || write.recovers;
        self.list(pool, again).await.map_err(before)?;
        let mut server = None;
        for _ in 0..SERVERS_MET_MAX {
            match self.commit_on(pool, expected, &write, server.as_ref()).await? {
                CommitOutcome::Committed(committed) => return Ok(committed),
                CommitOutcome::Conflict(newest, run) => {
                    self.settle(pool, newest.generation, run).await.map_err(before)?;
                    return Err(CommitError::Conflict { newest });
                }
                CommitOutcome::OtherServer(run) => server = Some(run),
            }
        }
        let cause = "one server after the other took over".to_owned();
        Err(CommitError::Unavailable { cause })
    }

    async fn request_commit_priority(&self, pool: &PoolId) {
        let intent = self.prefix().intent(pool);
        let mut set = cmd("SET");
        set.arg(&intent)
            .arg(&self.shared.committer)
            .arg("NX")
            .arg("PX")
            .arg(INTENT_MS);
        drop(self.send(self.commit_wire(pool), set, &intent, false).await);
    }

    fn is_shared(&self) -> bool {
        true
    }

    async fn wall_ms(&self) -> Result<Option<u64>, StoreError> {
        let time = self.read(&TIME.on([self.prefix().pools()])).await?;
        Ok(Some(Parts::of(time)?.time_ms()?))
    }

    async fn pools(&self) -> Result<Vec<PoolId>, StoreError> {
        let key = self.prefix().pools();
        let mut members = cmd("SMEMBERS");
        members.arg(&key);
        let names = strings(self.read(&RedisCall::plain(members, key)).await?)?;
        let mut pools = Vec::new();
        for name in names {
            let name = str::from_utf8(&name).ok().and_then(|name| PoolId::new(name).ok());
            let Some(pool) = name else { continue };
            if self.exists(&pool).await? {
                pools.push(pool);
            }
        }
        pools.sort_unstable();
        Ok(pools)
    }
}

/// Returns the bounds for `ZRANGEBYLEX`: `[` includes a key, `(` excludes it, `-` and `+` are
/// unbounded.
fn range(prefix: &[u8], after: Option<&RecordKey>) -> (Vec<u8>, Vec<u8>) {
    let from = match after.map(RecordKey::as_bytes) {
        Some(after) if after >= prefix => [b"(", after].concat(),
        _ if prefix.is_empty() => b"-".to_vec(),
        _ => [b"[", prefix].concat(),
    };
    // The first key after all keys with the prefix is the prefix with its last byte increased by
    // one; 0xff cannot be increased.
    let kept = prefix.iter().rposition(|byte| *byte != u8::MAX);
    let to = match kept.and_then(|last| prefix[..=last].split_last()) {
        Some((last, start)) => [b"(", start, &[last + 1]].concat(),
        None => b"+".to_vec(),
    };
    (from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_ends_behind_all_that_starts_with_the_prefix() {
        let range = |prefix: &[u8]| range(prefix, None);
        assert_eq!(range(b""), (b"-".to_vec(), b"+".to_vec()));
        assert_eq!(range(b"ab"), (b"[ab".to_vec(), b"(ac".to_vec()));
        assert_eq!(range(b"a\xff\xff"), (b"[a\xff\xff".to_vec(), b"(b".to_vec()));
        assert_eq!(range(b"\xff"), (b"[\xff".to_vec(), b"+".to_vec()));
    }
}
