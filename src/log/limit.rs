//! Limits how often a log line occurs. Each place in the code that logs is a kind of line, so that
//! the number of kinds is bounded and a flood of one kind leaves the others alone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tracing::callsite::Identifier;
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;

use crate::clock::Clock;

/// Maximum sustained rate of lines of one kind, per second.
pub const LINES_PER_SECOND: u64 = 5;
/// Maximum burst of lines of one kind.
pub const LINES_BURST: u64 = 50;
/// The interval between reports of omitted lines.
const REPORT_EVERY: Duration = Duration::from_secs(10);
/// The target of these reports, which are never omitted themselves; there is one report for each
/// kind.
const OWN_TARGET: &str = "anteroom::log::left_out";

/// Omits lines of a kind that occurs too often (a token bucket for each kind); clones share their
/// counts.
#[derive(Debug, Clone)]
pub struct LineLimit {
    clock: Clock,
    kinds: Arc<Mutex<HashMap<Identifier, EventKind>>>,
}

#[derive(Debug)]
struct EventKind {
    metadata: &'static Metadata<'static>,
    /// Tokens for lines of this kind, in thousandths.
    tokens: u64,
    /// The time of the last refill, monotonic milliseconds.
    at_ms: u64,
    left_out: u64,
}

impl LineLimit {
    /// Creates a limit with this clock.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            kinds: Arc::default(),
        }
    }

    /// Reports the number of omitted lines every ten seconds, until the future is dropped.
    pub async fn report(self) {
        loop {
            tokio::time::sleep(REPORT_EVERY).await;
            self.report_now();
        }
    }

    /// Reports the number of lines omitted since the last report.
    pub fn report_now(&self) {
        let mut left_out: Vec<_> = {
            // The lock is released before lines are written, since writing takes it again.
            let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
            let kinds = kinds.values_mut().filter(|kind| kind.left_out > 0);
            kinds
                .map(|kind| (kind.metadata, std::mem::take(&mut kind.left_out)))
                .collect()
        };
        left_out.sort_unstable_by_key(|(metadata, _)| (metadata.file(), metadata.line()));
        for (metadata, lines) in left_out {
            let (file, line) = (
                metadata.file().unwrap_or(metadata.target()),
                metadata.line().unwrap_or_default(),
            );
            tracing::warn!(target: OWN_TARGET, lines, of = format_args!("{file}:{line}"), "lines were left out");
        }
    }

    fn take_token(&self, metadata: &'static Metadata<'static>) -> bool {
        let now_ms = self.clock.monotonic_ms();
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let kind = kinds.entry(metadata.callsite()).or_insert(EventKind {
            metadata,
            tokens: LINES_BURST * 1_000,
            at_ms: now_ms,
            left_out: 0,
        });
        let since_ms = now_ms.saturating_sub(kind.at_ms);
        kind.at_ms = now_ms;
        kind.tokens = (kind.tokens + since_ms.saturating_mul(LINES_PER_SECOND)).min(LINES_BURST * 1_000);
        let tokens = kind.tokens.checked_sub(1_000);
        kind.tokens = tokens.unwrap_or(kind.tokens);
        kind.left_out += u64::from(tokens.is_none());
        tokens.is_some()
    }
}

impl<S: Subscriber> Layer<S> for LineLimit {
    fn event_enabled(&self, event: &Event<'_>, _: Context<'_, S>) -> bool {
        event.metadata().target() == OWN_TARGET || self.take_token(event.metadata())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use admission::WallMs;
    use tracing_subscriber::layer::SubscriberExt;

    use super::*;
    use crate::clock::ManualClock;

    /// Counts the lines that pass.
    #[derive(Debug, Clone, Default)]
    struct LineCount(Arc<AtomicUsize>);

    impl<S: Subscriber> Layer<S> for LineCount {
        fn on_event(&self, _: &Event<'_>, _: Context<'_, S>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn a_kind_comes_so_often_and_others_are_left_alone() {
        let manual = ManualClock::at(WallMs(0));
        let (limit, count) = (LineLimit::new(Clock::Manual(manual.clone())), LineCount::default());
        let subscriber = tracing_subscriber::registry().with(limit.clone()).with(count.clone());
        let _guard = tracing::subscriber::set_default(subscriber);
        let came = || count.0.swap(0, Ordering::SeqCst) as u64;
        let flood = |lines: u64| (0..lines).for_each(|line| tracing::info!(line, "again and again"));
        flood(1_000);
        assert_eq!(came(), LINES_BURST);
        tracing::info!("another");
        assert_eq!(came(), 1);
        limit.report_now();
        limit.report_now();
        assert_eq!(came(), 1, "said once");
        manual.advance_ms(1_000);
        flood(1_000);
        assert_eq!(came(), LINES_PER_SECOND);
        manual.advance_ms(3_600_000);
        flood(1_000);
        assert_eq!(came(), LINES_BURST);
    }
}
