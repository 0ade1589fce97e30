//! The background work: looks for places whose turn is near, sends the reminders that are due, and
//! deletes records that have ended. Every node does all of this work; the list decides which node
//! was first.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use store::RecordKey;

use super::counts::RecentHash;
use super::list::{PLACES_PER_COMMIT_MAX, ReminderListError, Tallies, WaitingPlace};
use super::record::{LineHash, PlaceReminder, ReminderPlace};
use super::timing::{ReminderTiming, timing};
use super::transaction::{DAY_MS, SendClaim};
use super::{DeliveryOutcome, DueReminder, ReminderSender, Reminders};
use crate::rooms::{RoomState, Rooms};
use crate::text::Languages;

/// The pause between two scans for places whose turn is near.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// The pause between two scans for reminders to send.
const SEND: Duration = Duration::from_secs(3);
/// The number of scans between two steps of the walk over all records.
const SCANS_PER_SWEEP: u32 = 12;
/// The pages that one step of that walk covers.
const PAGES_PER_SWEEP: usize = 20;
/// The maximum pause added to each, so that nodes do not scan at the same moment, milliseconds.
const JITTER_MS: u64 = 1_000;

/// The position of the walk over all records.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    places: Option<RecordKey>,
    tallies: Option<RecordKey>,
    recent: Option<RecordKey>,
}

/// The rooms that send reminders of a kind, by the hash of their names.
type ReminderLines = BTreeMap<LineHash, (Arc<RoomState>, u8)>;

impl Reminders {
    /// Works until the future is dropped.
    pub(crate) async fn run<C: ReminderSender>(&self, sender: &C, rooms: &Rooms, languages: &Languages) {
        tokio::join!(self.run_scans::<C>(rooms), self.run_sending(sender, rooms, languages));
    }

    /// Does one round of [`Self::run`].
    pub(crate) async fn run_once<C: ReminderSender>(&self, sender: &C, rooms: &Rooms, languages: &Languages) {
        self.mark_due::<C>(rooms).await;
        self.send_due(sender, rooms, languages).await;
        self.sweep::<C>(rooms).await;
    }

    async fn run_scans<C: ReminderSender>(&self, rooms: &Rooms) {
        for look in 1_u32.. {
            tokio::time::sleep(CHECK_INTERVAL + self.jitter()).await;
            self.mark_due::<C>(rooms).await;
            if look % SCANS_PER_SWEEP == 0 {
                self.sweep::<C>(rooms).await;
            }
        }
    }

    async fn run_sending<C: ReminderSender>(&self, sender: &C, rooms: &Rooms, languages: &Languages) {
        loop {
            tokio::time::sleep(SEND + self.jitter()).await;
            self.send_due(sender, rooms, languages).await;
        }
    }

    fn jitter(&self) -> Duration {
        Duration::from_millis(u64::from(self.entropy.jitter()) % JITTER_MS)
    }

    /// Scans once for places whose turn is near, and marks their reminders as due.
    async fn mark_due<C: ReminderSender>(&self, rooms: &Rooms) {
        let done = async {
            if self.list.is_empty().await? {
                return Ok(());
            }
            for (hash, (state, lane)) in lines_with_reminders::<C>(rooms) {
                self.look_at(hash, (&state, lane), lead_ms::<C>(&state)).await?;
            }
            Ok(())
        };
        log_failure::<C>(done.await, "no turns are looked for now");
    }

    async fn look_at(
        &self,
        line: LineHash,
        (state, lane): (&RoomState, u8),
        lead_ms: u64,
    ) -> Result<(), ReminderListError> {
        let run = state.published.snapshot.run();
        let unnumbered = self.list.unnumbered(line, run).await?;
        self.proceed((state, lane), lead_ms, &unnumbered, false).await?;
        let numbered = self.list.numbered(line, run).await?;
        self.proceed((state, lane), lead_ms, &numbered, true).await
    }

    /// Records the new states of these places: a number, a reminder to be sent, or the end.
    async fn proceed(
        &self,
        (state, lane): (&RoomState, u8),
        lead_ms: u64,
        waiting: &[WaitingPlace],
        have_numbers: bool,
    ) -> Result<(), ReminderListError> {
        let judged = waiting.iter().map(|waiting| {
            let holder = state.present_holder(lane, waiting.place.run, waiting.place.sequence, waiting.since);
            let number = holder.and_then(|holder| state.number(&holder));
            (
                waiting.place,
                number,
                timing((state, lane), &waiting.place, waiting.since, lead_ms),
            )
        });
        // A waiting place whose number is recorded changes nothing, and an unknown one cannot be
        // judged.
        let judged = judged.filter(|(_, number, timing)| match timing {
            ReminderTiming::Later => !have_numbers && number.is_some(),
            ReminderTiming::Near { .. } | ReminderTiming::Over => true,
            ReminderTiming::Unknown => false,
        });
        let judged: Vec<_> = judged.collect();
        if judged.is_empty() {
            return Ok(());
        }
        let places: Vec<ReminderPlace> = judged.iter().map(|(place, ..)| *place).collect();
        self.list
            .decide(&places, &[], |transaction| {
                for (place, number, timing) in &judged {
                    match timing {
                        ReminderTiming::Near { .. } => transaction.send(*place),
                        ReminderTiming::Over => transaction.forget(*place),
                        ReminderTiming::Later => number.iter().for_each(|number| transaction.number(*place, *number)),
                        ReminderTiming::Unknown => {}
                    }
                }
            })
            .await
    }

    /// Sends the reminders that are due, as far as the minute allows.
    async fn send_due<C: ReminderSender>(&self, sender: &C, rooms: &Rooms, languages: &Languages) {
        let due = match self.list.outgoing(self.clock.wall()).await {
            Ok(due) => due,
            Err(error) => return log_failure::<C>(Err(error), "nothing is sent now"),
        };
        let rooms = lines_with_reminders::<C>(rooms);
        // Once the minute's reminders are used up, or nothing can be recorded, no further attempt
        // begins; attempts that have begun are completed.
        let stopped = AtomicBool::new(false);
        let attempts = stream::iter(due).for_each_concurrent(C::AT_ONCE_MAX, |place| {
            let (stopped, rooms) = (&stopped, &rooms);
            async move {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let attempt = self.attempt(place, sender, rooms, languages).await;
                if !matches!(attempt, Ok(true)) {
                    stopped.store(true, Ordering::Relaxed);
                }
                log_failure::<C>(attempt.map(drop), "nothing is sent now");
            }
        });
        attempts.await;
    }

    /// Makes one attempt. Returns whether another reminder can follow.
    async fn attempt<C: ReminderSender>(
        &self,
        place: ReminderPlace,
        sender: &C,
        rooms: &ReminderLines,
        languages: &Languages,
    ) -> Result<bool, ReminderListError> {
        let per_minute = sender.per_minute();
        let claimed = self
            .list
            .decide(&[place], &[], |transaction| transaction.claim(place, per_minute))
            .await?;
        let record = match claimed {
            SendClaim::Granted(record) => record,
            SendClaim::NextMinute => return Ok(false),
            SendClaim::Gone => return Ok(true),
        };
        let Some((state, lane)) = rooms.get(&place.line) else {
            // The room is not open here, or sends no reminders any more: the walk over all records
            // handles this.
            return self.postpone(place).await;
        };
        let (holder, wait) = match timing((state, *lane), &place, record.since, u64::MAX) {
            ReminderTiming::Near { place, wait } => (place, wait),
            ReminderTiming::Over => {
                self.list
                    .decide(&[place], &[], |transaction| transaction.forget(place))
                    .await?;
                return Ok(true);
            }
            ReminderTiming::Later | ReminderTiming::Unknown => return self.postpone(place).await,
        };
        let (room, kind) = (state.room().name(), C::KIND);
        let key = place.key();
        let handed = match self.cipher.open(&place, &record.sealed) {
            Some(recipient) => {
                let due = DueReminder {
                    state,
                    place: holder,
                    wait,
                    recipient,
                    key: key.as_bytes(),
                };
                sender.deliver(due, languages).await
            }
            None => DeliveryOutcome::Refused("the recipient cannot be read".to_owned()),
        };
        match handed {
            DeliveryOutcome::Accepted => tracing::info!(room, kind, "a reminder was handed over"),
            DeliveryOutcome::Refused(reason) => tracing::warn!(room, kind, reason, "a reminder is given up"),
            DeliveryOutcome::Failed(reason) => {
                tracing::warn!(room, kind, reason, "a reminder was not handed over; it is tried again");
                return self.retry(place).await;
            }
            DeliveryOutcome::Gone => {
                tracing::info!(room, kind, "a visitor cannot be reminded any more");
                self.list
                    .decide(&[place], &[], |transaction| transaction.forget(place))
                    .await?;
                return Ok(true);
            }
        }
        self.list
            .decide(&[place], &[], |transaction| transaction.done(place))
            .await?;
        Ok(true)
    }

    async fn postpone(&self, place: ReminderPlace) -> Result<bool, ReminderListError> {
        self.list
            .decide(&[place], &[], |transaction| transaction.postpone(place))
            .await?;
        Ok(true)
    }

    async fn retry(&self, place: ReminderPlace) -> Result<bool, ReminderListError> {
        self.list
            .decide(&[place], &[], |transaction| transaction.retry(place))
            .await?;
        Ok(true)
    }

    /// Continues a walk over all records by some pages, and deletes those that have ended: places
    /// that are over, recipients of rooms that no longer send reminders, tallies of past days, and
    /// recent tallies that have ended.
    async fn sweep<C: ReminderSender>(&self, rooms: &Rooms) {
        let sending = lines_with_reminders::<C>(rooms);
        let silent = lines(rooms).filter(|(hash, _)| !sending.contains_key(hash));
        let silent: Vec<LineHash> = silent.map(|(hash, _)| hash).collect();
        let mut sweep = self.sweep.lock().await;
        let now = self.clock.wall();
        let done = async {
            for _ in 0..PAGES_PER_SWEEP {
                let walked = self.list.places(sweep.places.as_ref()).await?;
                let over = walked.found.iter().filter(|(place, record)| {
                    record.until <= now || silent.contains(&place.line) || is_over(&sending, place, record)
                });
                let over: Vec<ReminderPlace> = over.map(|(place, _)| *place).collect();
                for over in over.chunks(PLACES_PER_COMMIT_MAX) {
                    self.list
                        .decide(over, &[], |transaction| {
                            over.iter().for_each(|place| transaction.forget(*place))
                        })
                        .await?;
                }
                sweep.places = walked.next;
                if sweep.places.is_none() {
                    break;
                }
            }
            for _ in 0..PAGES_PER_SWEEP {
                let walked = self.list.tallies(sweep.tallies.as_ref()).await?;
                let today = now.0 / DAY_MS;
                let past = walked.found.iter().filter(|(_, tally)| tally.day < today);
                let past: Vec<[u8; 16]> = past.map(|(hash, _)| *hash).collect();
                for past in past.chunks(PLACES_PER_COMMIT_MAX) {
                    self.list
                        .decide(&[], past, |transaction| {
                            past.iter().for_each(|hash| transaction.forget_tally(*hash))
                        })
                        .await?;
                }
                sweep.tallies = walked.next;
                if sweep.tallies.is_none() {
                    break;
                }
            }
            for _ in 0..PAGES_PER_SWEEP {
                let walked = self.list.recent(sweep.recent.as_ref()).await?;
                let past = walked.found.iter().filter(|(_, tally)| tally.until <= now);
                let past: Vec<RecentHash> = past.map(|(hash, _)| *hash).collect();
                for past in past.chunks(PLACES_PER_COMMIT_MAX) {
                    let tallies = Tallies {
                        recent: past,
                        ..Tallies::default()
                    };
                    self.list
                        .decide_on(&[], tallies, |transaction| {
                            past.iter().for_each(|hash| transaction.forget_recent(*hash))
                        })
                        .await?;
                }
                sweep.recent = walked.next;
                if sweep.recent.is_none() {
                    break;
                }
            }
            Ok(())
        };
        log_failure::<C>(done.await, "ended recipients stay for now");
    }
}

fn is_over(rooms: &ReminderLines, place: &ReminderPlace, record: &PlaceReminder) -> bool {
    let line = rooms.get(&place.line);
    line.is_some_and(|(state, lane)| timing((state, *lane), place, record.since, 0) == ReminderTiming::Over)
}

fn lines_with_reminders<C: ReminderSender>(rooms: &Rooms) -> ReminderLines {
    let sends = |(state, _): &(Arc<RoomState>, u8)| C::lead(&state.settings).is_some();
    lines(rooms).filter(|(_, line)| sends(line)).collect()
}

/// Every line of every room, with the number of its lane.
fn lines(rooms: &Rooms) -> impl Iterator<Item = (LineHash, (Arc<RoomState>, u8))> {
    let states = rooms.all().into_iter().map(|room| Arc::new(RoomState::load(room)));
    states.flat_map(|state| {
        let lanes: Vec<u8> = state.lane_numbers().collect();
        let named = move |lane| (LineHash::of(state.room().name(), lane), (state.clone(), lane));
        lanes.into_iter().map(named)
    })
}

fn lead_ms<C: ReminderSender>(state: &RoomState) -> u64 {
    let lead = C::lead(&state.settings);
    lead.map_or(0, |minutes| u64::from(minutes.get()) * 60_000)
}

/// The store is then unavailable for all requests, which its own monitor reports.
fn log_failure<C: ReminderSender>(done: Result<(), ReminderListError>, what: &str) {
    let kind = C::KIND;
    match done {
        Ok(()) => {}
        Err(error @ ReminderListError::Damaged) => tracing::error!(%error, kind, "{what}"),
        Err(error) => tracing::debug!(%error, kind, "{what}"),
    }
}
