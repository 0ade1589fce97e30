//! Used tokens in a Redis that the nodes of a site share: one key a use, which ends with the token.

use std::time::Duration;

use redis::RedisError;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};

use super::{FirstUse, ReplayError, ReplayRecord, TokenUse};

/// The record is asked so long, milliseconds; after that the node's own decides.
pub const SHARED_ANSWER_MS_MAX: u64 = 500;
/// What the keys begin with.
const PREFIX: &str = "anteroom:used:";

/// A record in a Redis. Cheap to clone; connects again by itself.
#[derive(Clone)]
pub struct RedisReplayRecord {
    connection: ConnectionManager,
}

impl RedisReplayRecord {
    /// Connects to `redis://[user:password@]host[:port][/database]`.
    ///
    /// # Errors
    /// If the address is none, or nobody answers there.
    pub async fn connect(url: &str) -> Result<Self, ReplayError> {
        let answer = Duration::from_millis(SHARED_ANSWER_MS_MAX);
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(answer))
            .set_response_timeout(Some(answer))
            .set_number_of_retries(0);
        let client = redis::Client::open(url).map_err(ReplayError::new)?;
        let connection = ConnectionManager::new_with_config(client, config).await;
        Ok(Self {
            connection: connection.map_err(ReplayError::new)?,
        })
    }
}

impl ReplayRecord for RedisReplayRecord {
    fn first_use(&self, token_use: TokenUse) -> FirstUse {
        let mut connection = self.connection.clone();
        Box::pin(async move {
            let noted = note(&mut connection, token_use).await;
            noted.map_err(ReplayError::new)
        })
    }
}

/// `SET key 1 NX EX seconds`: of two at once one finds the key missing.
async fn note(connection: &mut ConnectionManager, token_use: TokenUse) -> Result<bool, RedisError> {
    let noted: Option<String> = redis::cmd("SET")
        .arg(format!("{PREFIX}{}", token_use.key()))
        .arg(1)
        .arg("NX")
        .arg("EX")
        .arg(token_use.lasts_seconds())
        .query_async(connection)
        .await?;
    Ok(noted.is_some())
}
