//! Real time: here nothing can be moved, since the processes that are watched are real. The one
//! place of the rig that reads clocks and sleeps until something has become true.

use std::future::Future;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

/// A moment by the machine's monotonic clock.
pub type Moment = tokio::time::Instant;

/// Milliseconds since the Unix epoch by the machine's wall clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WallMs(pub u64);

/// Between two looks at whether something has become true.
const LOOK_EVERY: Duration = Duration::from_millis(25);

/// How long anything may take that must happen, on a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(45);

/// See [`until`]; for callers that wait by themselves.
#[must_use]
pub const fn patience() -> Duration {
    PATIENCE
}

/// Now by the monotonic clock.
#[must_use]
pub fn now() -> Moment {
    Moment::now()
}

impl WallMs {
    /// Now by the wall clock.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "arrivals of real redirects are stamped")]
    pub fn now() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// Waits until `look` gives something; an error that names `what` if it never does.
///
/// # Errors
/// After [`patience`].
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
