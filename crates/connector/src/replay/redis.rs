//! Used tokens in a Redis that the nodes of a site share: one key per use, which expires with the
//! token.

use std::time::Duration;

use redis::RedisError;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};

use super::{FirstUse, ReplayError, ReplayRecord, TokenUse};

/// Maximum wait for the shared record, in milliseconds; after it, the node's own record decides.
pub const SHARED_ANSWER_MS_MAX: u64 = 500;
/// Prefix of the keys.
const PREFIX: &str = "anteroom:used:";

/// A record in a Redis. Cheap to clone; reconnects automatically.
#[derive(Clone)]
pub struct RedisReplayRecord {
    connection: ConnectionManager,
}

impl RedisReplayRecord {
    /// Connects to `redis://[user:password@]host[:port][/database]`.
    ///
    /// # Errors
    /// Returns an error if the URL is invalid, or if no server answers there.
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

/// Executes `SET key 1 NX EX seconds`: of two concurrent uses, one finds the key missing.
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
