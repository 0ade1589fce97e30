//! The cookie that remembers a visitor's places: `anteroom_place`, the ids of at most 20 rooms, newest last.
//!
//! The value is the ids' 32 hex digits joined by dots. An id tells its room only to the room's own key, so finding a place means trying each;
//! twenty blocks of AES are about a microsecond. HttpOnly, SameSite=Lax, 7 days from each time it is written.

use http::HeaderMap;
use http::HeaderValue;
use http::header::COOKIE;
use protocol::QueueId;

/// Name of the cookie.
pub(super) const NAME: &str = "anteroom_place";
/// Rooms remembered.
pub(super) const PLACES_MAX: usize = 20;
/// Lifetime, seconds.
pub(super) const LIFETIME_SECONDS: u64 = 7 * 24 * 60 * 60;

/// The ids a browser brought.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Places(Vec<QueueId>);

impl Places {
    /// From a request; whatever cannot be read is passed over.
    #[must_use]
    pub(super) fn read(headers: &HeaderMap) -> Self {
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        let value = pairs.find(|(name, _)| *name == NAME).map_or("", |(_, value)| value);
        Self(value.split('.').take(PLACES_MAX).filter_map(parse).collect())
    }

    /// The ids, oldest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = QueueId> {
        self.0.iter().copied()
    }

    /// Remembers an id and forgets others: those named, and the oldest beyond [`PLACES_MAX`].
    #[must_use]
    pub(super) fn with(&self, added: Option<QueueId>, forgotten: impl Fn(&QueueId) -> bool) -> Self {
        let mut ids: Vec<QueueId> = self
            .0
            .iter()
            .copied()
            .filter(|id| Some(*id) != added && !forgotten(id))
            .collect();
        ids.extend(added);
        let beyond = ids.len().saturating_sub(PLACES_MAX);
        Self(ids.split_off(beyond))
    }

    /// The `Set-Cookie` header; an empty list deletes the cookie.
    #[must_use]
    pub(super) fn write(&self, secure: bool) -> HeaderValue {
        let ids: Vec<String> = self
            .0
            .iter()
            .map(|id| format!("{:032x}", u128::from_be_bytes(*id.as_bytes())))
            .collect();
        let lifetime = if ids.is_empty() { 0 } else { LIFETIME_SECONDS };
        let secure = if secure { "; Secure" } else { "" };
        let text = format!(
            "{NAME}={}; Path=/; Max-Age={lifetime}; HttpOnly; SameSite=Lax{secure}",
            ids.join(".")
        );
        HeaderValue::from_str(&text).expect("hex digits and fixed words")
    }
}

fn parse(hex: &str) -> Option<QueueId> {
    let digits = hex.len() == 32 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = digits.then(|| u128::from_str_radix(hex, 16).ok())??;
    Some(QueueId::from_bytes(number.to_be_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u8) -> QueueId {
        QueueId::from_bytes([n; 16])
    }

    fn round_trip(places: &Places) -> Places {
        let written = places.write(true);
        let pair = written
            .to_str()
            .expect("ASCII")
            .split(';')
            .next()
            .expect("a pair")
            .to_owned();
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, format!("other=1; {pair}; last=2").parse().expect("a header"));
        Places::read(&headers)
    }

    #[test]
    fn ids_come_back_and_the_oldest_go_first() {
        let mut places = Places::default();
        for n in 0..25 {
            places = places.with(Some(id(n)), |_| false);
        }
        assert_eq!(round_trip(&places), places);
        let kept: Vec<QueueId> = places.iter().collect();
        assert_eq!((kept.len(), kept[0], kept[19]), (PLACES_MAX, id(5), id(24)));
        assert_eq!(
            places.with(Some(id(7)), |old| *old == id(24)).iter().last(),
            Some(id(7)),
            "no id twice"
        );
    }

    #[test]
    fn attributes_are_as_promised() {
        let text = Places::default().with(Some(id(1)), |_| false).write(true);
        let text = text.to_str().expect("ASCII");
        assert!(
            text.ends_with("; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure"),
            "{text}"
        );
        assert!(
            Places::default()
                .write(false)
                .to_str()
                .expect("ASCII")
                .contains("Max-Age=0")
        );
    }

    #[test]
    fn rubbish_is_passed_over() {
        let mut headers = HeaderMap::new();
        headers.insert(
            COOKIE,
            format!("{NAME}=zz.+1111111111111111111111111111111.{}", "ab".repeat(16))
                .parse()
                .expect("ok"),
        );
        assert_eq!(Places::read(&headers), Places(vec![id(0xab)]));
    }
}
