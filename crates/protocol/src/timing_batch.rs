//! The report of a site about how long its pages took, for autotune. Not part of the vendor's
//! protocol: this project's connector sends it to the waiting room.
//!
//! A report is the body of `POST /api/pagetimings/<customer>`: JSON of at most
//! [`TIMING_BATCH_BYTES_MAX`] bytes, `{"batch", "sentAt", "pages": [{"room", "visitor", "age",
//! "time", "status", "weight"}]}` with at most [`TIMED_PAGES_MAX`] pages. The header
//! [`SIGNATURE_HEADER`] has its signature in lower-case hex: the HMAC-SHA256, under the secret key,
//! of `anteroom page timings 1\n`, the customer's id, `\n` and the SHA-256 of the body.
//!
//! `batch` identifies the report, so that the waiting room counts it once. The key is the
//! customer's, or a room's own key, which is valid for that room alone. A signature over a hash of
//! the body makes it cheap to try one key after the other.
//!
//! A visitor is a keyed hash of the queue id, of 32 bits: enough to count a visitor once, but not
//! to identify the visitor.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::mac::{hex, same_text};
use crate::{CustomerId, RoomId, SecretKey, UnixSeconds};

/// The header with a report's signature, 64 hex digits.
pub const SIGNATURE_HEADER: &str = "x-anteroom-signature";
/// The path of reports, without the customer's id at its end.
pub const TIMING_PATH: &str = "/api/pagetimings/";
/// The most pages of a report.
pub const TIMED_PAGES_MAX: usize = 500;
/// The longest report, in bytes; [`TIMED_PAGES_MAX`] pages are shorter.
pub const TIMING_BATCH_BYTES_MAX: usize = 96 * 1024;
/// The longest time that a page is reported with, in milliseconds: an hour.
pub const PAGE_TIME_MS_MAX: u32 = 3_600_000;
/// The most pages that one reported page stands for.
pub const PAGE_WEIGHT_MAX: u32 = 10_000;
/// How far a report's time may differ from the waiting room's, in seconds.
pub const TIMING_BATCH_AGE_SECONDS_MAX: u64 = 60;

const SIGNED_FOR: &[u8] = b"anteroom page timings 1\n";
const VISITOR_FOR: &[u8] = b"anteroom page visitor 1\n";

/// The random name of a report, 16 bytes; 32 hex digits on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TimingBatchId(u128);

/// A report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimingBatch {
    /// The report's name.
    pub id: TimingBatchId,
    /// When the site sent it.
    pub sent_at: UnixSeconds,
    /// The pages.
    pub pages: Vec<TimedPage>,
}

/// One page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimedPage {
    /// The room through which the visitor came.
    pub room: RoomId,
    /// The visitor's keyed hash: [`TimedPage::hash_visitor`].
    pub visitor: u32,
    /// How long before `sent_at` the response was ready, in milliseconds.
    pub age_ms: u32,
    /// How long the response took, in milliseconds up to [`PAGE_TIME_MS_MAX`].
    pub time_ms: u32,
    /// The status code, 100 to 599; `None` if the visitor left before there was a response.
    pub status: Option<u16>,
    /// How many pages it stands for, 1 to [`PAGE_WEIGHT_MAX`].
    pub weight: u32,
}

/// Why a report is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TimingBatchError {
    /// Not signed with this customer's key, or altered.
    #[error("the signature is not by the customer's key over this body")]
    Signature,
    /// Signed, but not a report.
    #[error("the body is not a report of page timings")]
    Malformed,
    /// Made more than a minute ago, or from the future.
    #[error("the report's time differs from the waiting room's by more than a minute")]
    Time,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireBatch<'a> {
    #[serde(borrow)]
    batch: std::borrow::Cow<'a, str>,
    sent_at: u64,
    #[serde(borrow)]
    pages: Vec<WirePage<'a>>,
}

#[derive(Serialize, Deserialize)]
struct WirePage<'a> {
    #[serde(borrow)]
    room: std::borrow::Cow<'a, str>,
    visitor: u32,
    age: u32,
    time: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    weight: u32,
}

impl TimingBatchId {
    /// Makes an id of 16 random bytes.
    #[must_use]
    pub const fn from_random(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }

    fn parse(text: &str) -> Option<Self> {
        let is_hex = text.len() == 32 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        is_hex.then(|| u128::from_str_radix(text, 16).ok().map(Self))?
    }
}

impl TimedPage {
    /// Returns the keyed hash of a visitor's queue id.
    #[must_use]
    pub fn hash_visitor(secret: &SecretKey, queue_id: &str) -> u32 {
        let mac = secret.hmac(&[VISITOR_FOR, queue_id.as_bytes()]);
        u32::from_be_bytes(*mac.first_chunk().expect("a MAC has 32 bytes"))
    }
}

impl TimingBatch {
    /// Writes the report and its signature.
    #[must_use]
    pub fn sign(&self, customer: &CustomerId, secret: &SecretKey) -> (Vec<u8>, String) {
        let pages = self.pages.iter().map(|page| WirePage {
            room: page.room.as_str().into(),
            visitor: page.visitor,
            age: page.age_ms,
            time: page.time_ms,
            status: page.status,
            weight: page.weight,
        });
        let wire = WireBatch {
            batch: hex(&self.id.0.to_be_bytes()).into(),
            sent_at: self.sent_at.0,
            pages: pages.collect(),
        };
        let body = serde_json::to_vec(&wire).expect("plain fields are JSON");
        let signature = signature(customer, secret, &Sha256::digest(&body));
        (body, signature)
    }

    /// Reads a report that is signed by one of `keys` and whose time is near `now`. Returns it with
    /// that key.
    ///
    /// # Errors
    /// [`TimingBatchError::Signature`] before anything of the body is read.
    pub fn open<'k>(
        body: &[u8],
        shown: &str,
        customer: &CustomerId,
        keys: impl IntoIterator<Item = &'k SecretKey>,
        now: UnixSeconds,
    ) -> Result<(Self, &'k SecretKey), TimingBatchError> {
        let hash = Sha256::digest(body);
        let signer = (keys.into_iter()).find(|key| same_text(&signature(customer, key, &hash), shown));
        let signer = signer.ok_or(TimingBatchError::Signature)?;
        let batch = Self::parse(body).ok_or(TimingBatchError::Malformed)?;
        match batch.sent_at.0.abs_diff(now.0) {
            0..=TIMING_BATCH_AGE_SECONDS_MAX => Ok((batch, signer)),
            _ => Err(TimingBatchError::Time),
        }
    }

    /// Reads a report without checking its signature; `None` if it is malformed. Only a report from
    /// [`Self::open`] may count.
    #[must_use]
    pub fn parse(body: &[u8]) -> Option<Self> {
        if body.len() > TIMING_BATCH_BYTES_MAX {
            return None;
        }
        let wire: WireBatch<'_> = serde_json::from_slice(body).ok()?;
        if wire.pages.len() > TIMED_PAGES_MAX {
            return None;
        }
        let pages = wire.pages.into_iter().map(|page| {
            let is_within = page.time <= PAGE_TIME_MS_MAX
                && (1..=PAGE_WEIGHT_MAX).contains(&page.weight)
                && page.status.is_none_or(|code| (100..=599).contains(&code));
            is_within.then_some(TimedPage {
                room: page.room.parse().ok()?,
                visitor: page.visitor,
                age_ms: page.age,
                time_ms: page.time,
                status: page.status,
                weight: page.weight,
            })
        });
        Some(Self {
            id: TimingBatchId::parse(&wire.batch)?,
            sent_at: UnixSeconds(wire.sent_at),
            pages: pages.collect::<Option<_>>()?,
        })
    }
}

fn signature(customer: &CustomerId, secret: &SecretKey, body_hash: &[u8]) -> String {
    let mac = secret.hmac_hex(&[SIGNED_FOR, customer.as_str().as_bytes(), b"\n", body_hash]);
    mac.as_str().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: UnixSeconds = UnixSeconds(1_780_000_000);

    fn secret() -> SecretKey {
        SecretKey::new("one-more-secret").unwrap()
    }

    fn acme() -> CustomerId {
        "acme".parse().unwrap()
    }

    fn batch(pages: usize) -> TimingBatch {
        let page = TimedPage {
            room: "01234567890123456789".parse().unwrap(),
            visitor: u32::MAX,
            age_ms: u32::MAX,
            time_ms: PAGE_TIME_MS_MAX,
            status: Some(599),
            weight: PAGE_WEIGHT_MAX,
        };
        TimingBatch {
            id: TimingBatchId::from_random([0xab; 16]),
            sent_at: NOW,
            pages: vec![page; pages],
        }
    }

    fn open(body: &[u8], shown: &str, now: UnixSeconds) -> Result<TimingBatch, TimingBatchError> {
        let other = SecretKey::new("of another room").unwrap();
        let keys = [other, secret()];
        let opened = TimingBatch::open(body, shown, &acme(), &keys, now);
        opened.map(|(batch, _)| batch)
    }

    #[test]
    fn a_full_report_comes_back_within_its_bound() {
        let full = batch(TIMED_PAGES_MAX);
        let (body, shown) = full.sign(&acme(), &secret());
        assert!(body.len() <= TIMING_BATCH_BYTES_MAX, "{} bytes", body.len());
        assert_eq!(open(&body, &shown, NOW), Ok(full));
        let (body, shown) = batch(TIMED_PAGES_MAX + 1).sign(&acme(), &secret());
        assert_eq!(open(&body, &shown, NOW), Err(TimingBatchError::Malformed));
        let mut gone = batch(1);
        gone.pages[0].status = None;
        let (body, shown) = gone.sign(&acme(), &secret());
        assert_eq!(open(&body, &shown, NOW), Ok(gone));
    }

    #[test]
    fn the_form_is_as_documented() {
        let (body, shown) = batch(1).sign(&acme(), &secret());
        assert_eq!(
            String::from_utf8(body).unwrap(),
            concat!(
                r#"{"batch":"abababababababababababababababab","sentAt":1780000000,"pages":[{"room":"01234567890123456789","#,
                r#""visitor":4294967295,"age":4294967295,"time":3600000,"status":599,"weight":10000}]}"#
            )
        );
        assert_eq!(shown.len(), 64);
    }

    #[test]
    fn another_key_customer_body_or_time_is_refused() {
        let (body, shown) = batch(1).sign(&acme(), &secret());
        let other = SecretKey::new("another").unwrap();
        let beta = "beta".parse().unwrap();
        for (customer, key) in [(&acme(), &other), (&beta, &secret())] {
            let opened = TimingBatch::open(&body, &shown, customer, [key], NOW);
            assert_eq!(opened, Err(TimingBatchError::Signature));
        }
        let refused = Err(TimingBatchError::Signature);
        assert_eq!(open(&[&body[..], b" "].concat(), &shown, NOW), refused);
        for bad in ["", &shown[..63], &shown.to_uppercase()] {
            assert_eq!(open(&body, bad, NOW), refused, "{bad}");
        }
        for (off, result) in [(60, true), (61, false)] {
            assert_eq!(open(&body, &shown, NOW.plus_seconds(off)).is_ok(), result, "{off}");
            assert_eq!(open(&body, &shown, UnixSeconds(NOW.0 - off)).is_ok(), result, "-{off}");
        }
    }

    #[test]
    fn values_out_of_bounds_are_no_report() {
        let page = r#""room":"sale","visitor":1,"age":0,"time":1,"weight":1"#;
        let read = |batch: &str, page: &str| {
            let body = format!(r#"{{"batch":"{batch}","sentAt":1,"pages":[{{{page}}}]}}"#);
            TimingBatch::parse(body.as_bytes())
        };
        let id = "0".repeat(32);
        assert!(read(&id, page).is_some());
        for (from, to) in [
            ("\"sale\"", "\"Sale\""),
            ("\"time\":1", "\"time\":3600001"),
            ("\"time\":1", "\"time\":-1"),
            ("\"weight\":1", "\"weight\":0"),
            ("\"weight\":1", "\"weight\":10001"),
            ("\"weight\":1", "\"weight\":1,\"status\":99"),
            ("\"weight\":1", "\"weight\":1,\"status\":600"),
        ] {
            assert_eq!(read(&id, &page.replace(from, to)), None, "{to}");
        }
        for bad in ["", "+000000000000000000000000000000f", &"0".repeat(33), "undefined"] {
            assert_eq!(read(bad, page), None, "{bad}");
        }
    }

    #[test]
    fn a_visitor_is_known_by_the_key_alone() {
        let one = TimedPage::hash_visitor(&secret(), "11111111-2222-4333-8444-555555555555");
        assert_eq!(
            one,
            TimedPage::hash_visitor(&secret(), "11111111-2222-4333-8444-555555555555")
        );
        let other = SecretKey::new("another").unwrap();
        assert_ne!(
            one,
            TimedPage::hash_visitor(&other, "11111111-2222-4333-8444-555555555555")
        );
        assert_ne!(
            one,
            TimedPage::hash_visitor(&secret(), "11111111-2222-4333-8444-555555555556")
        );
    }
}
