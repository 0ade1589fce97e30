//! The work in the background: looks for places whose turn is near, sends the e-mails that are due,
//! and deletes records that have ended. Every node does all of this work; the list decides which
//! node was first.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use protocol::UnixSeconds;
use store::RecordKey;

use super::Emails;
use super::address::EmailAddress;
use super::letter::Letter;
use super::list::{EmailListError, PLACES_PER_COMMIT_MAX, WaitingPlace};
use super::moment::{EmailMoment, moment};
use super::record::{EmailPlace, LineHash, PlaceEmail};
use super::smtp::{CONNECTIONS_MAX, HandOver};
use super::transaction::{DAY_MS, SendClaim};
use crate::pages::EmailBody;
use crate::rooms::{RoomState, Rooms};
use crate::text::Languages;

/// The pause between two looks for places whose turn is near.
const LOOK: Duration = Duration::from_secs(5);
/// The pause between two looks for e-mails to be sent.
const SEND: Duration = Duration::from_secs(3);
/// How many looks lie between two steps of the walk over everything that is kept.
const LOOKS_PER_SWEEP: u32 = 12;
/// The pages that one step of that walk covers.
const PAGES_PER_SWEEP: usize = 20;
/// How long a link can be used, milliseconds; never longer than the place lasts.
const LINK_VALID_MS: u64 = DAY_MS;
/// The most pause added to each, so that nodes do not look at the same moment, milliseconds.
const JITTER_MS: u64 = 1_000;

/// How far the walk over everything that is kept has come.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    places: Option<RecordKey>,
    tallies: Option<RecordKey>,
}

/// The rooms that send e-mails, by the hash of their names.
type EmailLines = BTreeMap<LineHash, (Arc<RoomState>, u8)>;

impl Emails {
    /// Works until the future is dropped.
    pub async fn run(&self, rooms: &Rooms, languages: &Languages) {
        tokio::join!(self.run_looks(rooms), self.run_sending(rooms, languages));
    }

    async fn run_looks(&self, rooms: &Rooms) {
        for look in 1_u32.. {
            tokio::time::sleep(LOOK + self.jitter()).await;
            self.look(rooms).await;
            if look % LOOKS_PER_SWEEP == 0 {
                self.sweep(rooms).await;
            }
        }
    }

    async fn run_sending(&self, rooms: &Rooms, languages: &Languages) {
        loop {
            tokio::time::sleep(SEND + self.jitter()).await;
            self.send_due(rooms, languages).await;
        }
    }

    fn jitter(&self) -> Duration {
        Duration::from_millis(u64::from(self.entropy.jitter()) % JITTER_MS)
    }

    /// Looks once for places whose turn is near, and lets their e-mails go out.
    pub async fn look(&self, rooms: &Rooms) {
        let done = async {
            if self.list.is_empty().await? {
                return Ok(());
            }
            for (hash, (state, lane)) in with_email(rooms) {
                self.look_at(hash, &state, lane).await?;
            }
            Ok(())
        };
        tell(done.await, "e-mails are not looked for now");
    }

    async fn look_at(&self, line: LineHash, state: &RoomState, lane: u8) -> Result<(), EmailListError> {
        let run = state.published.snapshot.run();
        let unnumbered = self.list.unnumbered(line, run).await?;
        self.proceed((state, lane), &unnumbered, false).await?;
        let numbered = self.list.numbered(line, run).await?;
        self.proceed((state, lane), &numbered, true).await
    }

    /// Records the new states of these places: a number, an e-mail to be sent, or the end.
    async fn proceed(
        &self,
        (state, lane): (&RoomState, u8),
        waiting: &[WaitingPlace],
        have_numbers: bool,
    ) -> Result<(), EmailListError> {
        let lead_ms = lead_ms(state);
        let judged = waiting.iter().map(|waiting| {
            let known = state.present_holder(lane, waiting.place.run, waiting.place.sequence, waiting.since);
            let number = known.and_then(|known| state.number(&known));
            (
                waiting.place,
                number,
                moment((state, lane), &waiting.place, waiting.since, lead_ms),
            )
        });
        // A place with a number that waits on changes nothing, and an unknown one cannot be judged.
        let judged = judged.filter(|(_, number, moment)| match moment {
            EmailMoment::Later => !have_numbers && number.is_some(),
            EmailMoment::Near { .. } | EmailMoment::Over => true,
            EmailMoment::Unknown => false,
        });
        let judged: Vec<_> = judged.collect();
        if judged.is_empty() {
            return Ok(());
        }
        let places: Vec<EmailPlace> = judged.iter().map(|(place, ..)| *place).collect();
        self.list
            .decide(&places, &[], |transaction| {
                for (place, number, moment) in &judged {
                    match moment {
                        EmailMoment::Near { .. } => transaction.send(*place),
                        EmailMoment::Over => transaction.forget(*place),
                        EmailMoment::Later => number.iter().for_each(|number| transaction.number(*place, *number)),
                        EmailMoment::Unknown => {}
                    }
                }
            })
            .await
    }

    /// Sends the e-mails that are due, as far as the minute allows.
    pub async fn send_due(&self, rooms: &Rooms, languages: &Languages) {
        let due = match self.list.outgoing(self.clock.wall()).await {
            Ok(due) => due,
            Err(error) => return tell(Err(error), "e-mails are not sent now"),
        };
        let rooms = with_email(rooms);
        // Once the minute has had its e-mails, or nothing can be noted, no further attempt begins;
        // those that have begun are brought to their end.
        let stopped = AtomicBool::new(false);
        let attempts = stream::iter(due).for_each_concurrent(CONNECTIONS_MAX, |place| {
            let (stopped, rooms) = (&stopped, &rooms);
            async move {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let attempt = self.attempt(place, rooms, languages).await;
                if !matches!(attempt, Ok(true)) {
                    stopped.store(true, Ordering::Relaxed);
                }
                tell(attempt.map(drop), "e-mails are not sent now");
            }
        });
        attempts.await;
    }

    /// Makes one attempt. Returns whether another e-mail may follow.
    async fn attempt(
        &self,
        place: EmailPlace,
        rooms: &EmailLines,
        languages: &Languages,
    ) -> Result<bool, EmailListError> {
        let per_minute = self.smtp.per_minute;
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
            // The room is not open here, or sends no e-mails any more: the walk finds out.
            return self.postpone(place).await;
        };
        let room = state.room().name();
        let (known, wait) = match moment((state, *lane), &place, record.since, u64::MAX) {
            EmailMoment::Near { place, wait } => (place, wait),
            EmailMoment::Over => {
                self.list
                    .decide(&[place], &[], |transaction| transaction.forget(place))
                    .await?;
                return Ok(true);
            }
            EmailMoment::Later | EmailMoment::Unknown => return self.postpone(place).await,
        };
        let until = UnixSeconds((self.clock.wall().0 + LINK_VALID_MS) / 1_000);
        let proof = self.links.proof(&known.queue_id, until);
        let handed = match self.message(state, &place, (&record, &proof), wait, languages) {
            Some(message) => self.smtp.send(message).await,
            None => HandOver::Refused("the e-mail cannot be written".to_owned()),
        };
        match handed {
            HandOver::Taken => tracing::info!(room, "an e-mail was handed over"),
            HandOver::Refused(reason) => tracing::warn!(room, reason, "an e-mail is given up"),
            HandOver::Failed(reason) => {
                tracing::warn!(room, reason, "an e-mail was not handed over; it is tried again");
                return self.retry(place).await;
            }
        }
        self.list
            .decide(&[place], &[], |transaction| transaction.done(place))
            .await?;
        Ok(true)
    }

    async fn postpone(&self, place: EmailPlace) -> Result<bool, EmailListError> {
        self.list
            .decide(&[place], &[], |transaction| transaction.postpone(place))
            .await?;
        Ok(true)
    }

    async fn retry(&self, place: EmailPlace) -> Result<bool, EmailListError> {
        self.list
            .decide(&[place], &[], |transaction| transaction.retry(place))
            .await?;
        Ok(true)
    }

    fn message(
        &self,
        state: &RoomState,
        place: &EmailPlace,
        (record, proof): (&PlaceEmail, &str),
        (low, high): (u64, u64),
        languages: &Languages,
    ) -> Option<lettre::Message> {
        let recipient = self.cipher.open(place, &record.sealed)?;
        let address: EmailAddress = recipient.address.parse().ok()?;
        let room = &state.settings;
        let language = languages
            .find(&recipient.culture)
            .or_else(|| languages.find(&room.culture))?;
        let url = format!("{}{proof}{}", recipient.link, recipient.query);
        let number_valid_minutes = room.life.number_valid_ms.map(|ms| ms / 60_000);
        let body = EmailBody::write(language, &room.name, &url, (low, high), number_valid_minutes);
        let id = self.hasher.hash(b'i', place.key().as_bytes());
        let letter = Letter {
            from: &self.smtp.from,
            to: &address,
            id: &format!("{:032x}", u128::from_be_bytes(id)),
            at: self.clock.wall(),
            body: &body,
        };
        letter.write()
    }

    /// Continues a walk over all records by some pages, and deletes those that have ended: places
    /// that are over, addresses of rooms that send none any more, and tallies of past days.
    pub async fn sweep(&self, rooms: &Rooms) {
        let sending = with_email(rooms);
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
                let over: Vec<EmailPlace> = over.map(|(place, _)| *place).collect();
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
            Ok(())
        };
        tell(done.await, "ended addresses stay for now");
    }
}

fn is_over(rooms: &EmailLines, place: &EmailPlace, record: &PlaceEmail) -> bool {
    let line = rooms.get(&place.line);
    line.is_some_and(|(state, lane)| moment((state, *lane), place, record.since, 0) == EmailMoment::Over)
}

fn with_email(rooms: &Rooms) -> EmailLines {
    let sends = |(state, _): &(Arc<RoomState>, u8)| state.settings.email_lead.is_some();
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

fn lead_ms(state: &RoomState) -> u64 {
    let lead = state.settings.email_lead;
    lead.map_or(0, |minutes| u64::from(minutes.get()) * 60_000)
}

/// The store is away for everybody then, which the store's own monitor reports.
fn tell(done: Result<(), EmailListError>, what: &str) {
    match done {
        Ok(()) => {}
        Err(error @ EmailListError::Damaged) => tracing::error!(%error, "{what}"),
        Err(error) => tracing::debug!(%error, "{what}"),
    }
}
