//! Real time. It cannot be moved, because the observed processes are real. Only this module of the
//! testkit reads clocks and sleeps until a condition holds.

use std::future::Future;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

/// A moment of the machine's monotonic clock.
pub type Moment = tokio::time::Instant;

/// Milliseconds since the Unix epoch, by the machine's wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EpochMs(pub u64);

/// The interval between two checks of a condition.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// The longest time that a test waits for a condition, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(45);

/// Returns the time limit of [`until`], for callers that wait by themselves.
#[must_use]
pub const fn patience() -> Duration {
    PATIENCE
}

/// Returns the present moment of the monotonic clock.
#[must_use]
pub fn now() -> Moment {
    Moment::now()
}

impl EpochMs {
    /// Returns the present time of the wall clock.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "arrivals of real redirects are stamped")]
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// Calls `look` until it returns a value.
///
/// # Errors
/// Returns an error that names `what` after [`patience`].
pub async fn until<T, L, F>(what: &str, mut look: L) -> Result<T>
where
    L: FnMut() -> F,
    F: Future<Output = Option<T>>,
{
    let looking = async {
        loop {
            if let Some(found) = look().await {
                return found;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    };
    tokio::time::timeout(PATIENCE, looking)
        .await
        .with_context(|| format!("waited {} s in vain until {what}", PATIENCE.as_secs()))
}
