//! The cookie that remembers a visitor's places: `anteroom_place`, the queue ids of at most 20
//! rooms, newest last.
//!
//! The value is a list separated by dots. Each entry is a place's id in 32 hex digits and the id's
//! tag in 16 ([`protocol::possession`]). The id alone is part of the page's address, which people
//! share; the tag proves that the browser received the place, and entries with a wrong tag are
//! skipped. Only a room's own key reveals whether an id belongs to that room, so finding a place
//! means trying every entry; twenty AES blocks take about a microsecond. The cookie is HttpOnly,
//! SameSite=Lax, and lasts 7 days from each time it is written.
//!
//! Two tabs that enter at once each get a place, and the later answer overwrites the cookie of the
//! earlier one. Therefore each new place also comes with a cookie of its own, `anteroom_new_<8
//! digits>`, that lasts [`RACE_MS`]. It proves that this browser received both places, which a `q`
//! does not prove.
//!
//! Where the name has no prefix that binds the cookie to this host, a host beside it can set a
//! cookie of the same name, which the browser sends as well. Then all of them are read: nobody can
//! hide a visitor's place behind another cookie.
//!
//! `anteroom_cookies` only shows that the browser returns cookies.

use http::HeaderMap;
use http::HeaderValue;
use http::header::COOKIE;
use protocol::possession::COOKIE_TAG_HEX_LENGTH;
use protocol::{PossessionKey, QueueId};
use smallvec::SmallVec;

/// Places given to one browser within this many milliseconds count as a race of its tabs.
pub(in crate::http) const RACE_MS: u64 = 10_000;

/// Name of the cookie.
pub(in crate::http) const NAME: &str = "anteroom_place";
/// The maximum number of remembered places.
pub(in crate::http) const PLACES_MAX: usize = 20;
/// Lifetime, seconds.
pub(in crate::http) const LIFETIME_SECONDS: u64 = 7 * 24 * 60 * 60;
/// The prefix of a new place's own cookie; 8 hex digits of the id follow.
const NEW_PREFIX: &str = "anteroom_new_";
/// The maximum number of cookies of new places read from one request.
const NEW_PLACES_MAX: usize = 8;
/// Name of the cookie that shows that a browser returns cookies.
const PROBE_NAME: &str = "anteroom_cookies";
/// Hex digits of an id.
const ID_HEX_LENGTH: usize = 32;

/// Ids of places. Most browsers hold one or two.
type PlaceIds = SmallVec<[QueueId; 4]>;

/// The places that a browser holds.
#[derive(Debug, Clone)]
pub(in crate::http) struct Places<'k> {
    /// Ids of the lasting cookie, oldest first.
    ids: PlaceIds,
    /// Ids of the cookies of new places, in no order.
    new: PlaceIds,
    /// Whether there are several lasting cookies, so that another host may have set one.
    is_ambiguous: bool,
    key: &'k PossessionKey,
}

impl<'k> Places<'k> {
    /// Reads the places from a request. Skips entries that are malformed or that this server did
    /// not create.
    #[must_use]
    pub(in crate::http) fn read(headers: &HeaderMap, key: &'k PossessionKey) -> Self {
        let (mut ids, mut new) = (PlaceIds::new(), PlaceIds::new());
        let mut cookies = 0;
        for (name, text) in pairs(headers) {
            if name == NAME {
                cookies += 1;
                // A request's size limits the number of cookies.
                let entries = text.split('.').take(PLACES_MAX);
                ids.extend(entries.filter_map(|entry| parse(entry, key)));
            } else if name.starts_with(NEW_PREFIX) && new.len() < NEW_PLACES_MAX {
                new.extend(parse(text, key));
            }
        }
        Self {
            ids,
            new,
            is_ambiguous: cookies > 1,
            key,
        }
    }

    /// Returns whether another host may have set one of the lasting cookies. Their order then says
    /// nothing, and their places are in no race.
    pub(in crate::http) fn is_ambiguous(&self) -> bool {
        self.is_ambiguous
    }

    /// Returns all ids that this browser received: first those of new places, then the others,
    /// oldest first.
    pub(in crate::http) fn iter(&self) -> impl Iterator<Item = QueueId> {
        self.new.iter().chain(&self.ids).copied()
    }

    /// Returns whether the lasting cookie contains this id.
    pub(in crate::http) fn remembers(&self, id: QueueId) -> bool {
        self.ids.contains(&id)
    }

    /// Returns the places with one id added at the end, without the places that `forgotten` selects
    /// and without the oldest beyond [`PLACES_MAX`].
    #[must_use]
    pub(in crate::http) fn with(&self, added: Option<QueueId>, forgotten: impl Fn(&QueueId) -> bool) -> Self {
        let mut ids: PlaceIds = self
            .ids
            .iter()
            .copied()
            .filter(|id| Some(*id) != added && !forgotten(id))
            .collect();
        ids.extend(added);
        let beyond = ids.len().saturating_sub(PLACES_MAX);
        Self {
            ids: ids.drain(beyond..).collect(),
            new: self.new.clone(),
            is_ambiguous: self.is_ambiguous,
            key: self.key,
        }
    }

    /// Returns the `Set-Cookie` header. An empty list deletes the cookie.
    #[must_use]
    pub(in crate::http) fn write(&self, secure: bool) -> HeaderValue {
        let entries: Vec<String> = self.ids.iter().map(|id| entry(id, self.key)).collect();
        let lifetime = if entries.is_empty() { 0 } else { LIFETIME_SECONDS };
        cookie(NAME, &entries.join("."), lifetime, secure)
    }

    /// Returns the `Set-Cookie` header of a place that was just given.
    #[must_use]
    pub(in crate::http) fn write_new(&self, id: QueueId, secure: bool) -> HeaderValue {
        cookie(
            &name_of(NEW_PREFIX, &id),
            &entry(&id, self.key),
            RACE_MS / 1_000,
            secure,
        )
    }

    /// Returns the `Set-Cookie` headers that delete the cookies of new places.
    pub(in crate::http) fn forget_new(&self, secure: bool) -> impl Iterator<Item = HeaderValue> {
        let ids = self.new.iter().copied();
        ids.map(move |id| cookie(&name_of(NEW_PREFIX, &id), "", 0, secure))
    }
}

/// Returns the name of a place's own cookie: a prefix and 8 hex digits of the id.
pub(in crate::http) fn name_of(prefix: &str, id: &QueueId) -> String {
    format!("{prefix}{}", &hex(*id)[..8])
}

/// Returns the `Set-Cookie` header of a cookie of this server. Name and value need no escaping; a
/// lifetime of 0 deletes the cookie.
pub(in crate::http) fn cookie(name: &str, value: &str, lifetime_seconds: u64, secure: bool) -> HeaderValue {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!("{name}={value}; Path=/; Max-Age={lifetime_seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&text).expect("encoded texts and fixed words")
}

pub(super) fn hex(id: QueueId) -> String {
    format!("{:032x}", u128::from_be_bytes(*id.as_bytes()))
}

/// Returns whether the request carries any cookie of this server.
#[must_use]
pub(in crate::http) fn returns_cookies(headers: &HeaderMap) -> bool {
    pairs(headers).any(|(name, _)| name == NAME || name == PROBE_NAME || name.starts_with(NEW_PREFIX))
}

/// Returns the `Set-Cookie` header of the cookie that [`returns_cookies`] looks for.
#[must_use]
pub(in crate::http) fn probe(secure: bool) -> HeaderValue {
    cookie(PROBE_NAME, "1", LIFETIME_SECONDS, secure)
}

/// Returns the names and values of all cookies of a request.
pub(in crate::http) fn pairs(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    protocol::cookie_header::pairs(headers.get_all(COOKIE).iter().map(HeaderValue::as_bytes))
}

fn entry(id: &QueueId, key: &PossessionKey) -> String {
    hex(*id) + &key.cookie_tag(id)
}

fn parse(entry: &str, key: &PossessionKey) -> Option<QueueId> {
    let (id, tag) = entry.split_at_checked(ID_HEX_LENGTH)?;
    if tag.len() != COOKIE_TAG_HEX_LENGTH {
        return None;
    }
    let id = QueueId::from_digits(id)?;
    key.is_cookie_tag(&id, tag).then_some(id)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use protocol::MasterKey;

    use super::*;

    fn key() -> &'static PossessionKey {
        static KEY: LazyLock<PossessionKey> = LazyLock::new(|| PossessionKey::new(&MasterKey::from_bytes([7; 32])));
        &KEY
    }

    fn nowhere() -> Places<'static> {
        Places::read(&HeaderMap::new(), key())
    }

    fn with_cookies(line: &str) -> Places<'static> {
        let mut headers = HeaderMap::new();
        headers.insert(COOKIE, line.parse().expect("a header"));
        Places::read(&headers, key())
    }

    fn brought(value: &str) -> Vec<QueueId> {
        with_cookies(&format!("{NAME}={value}")).iter().collect()
    }

    fn id(n: u8) -> QueueId {
        QueueId::from_bytes([n; 16])
    }

    fn round_trip(places: &Places<'_>) -> Places<'static> {
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
        Places::read(&headers, key())
    }

    #[test]
    fn ids_come_back_and_the_oldest_go_first() {
        let mut places = nowhere();
        for n in 0..25 {
            places = places.with(Some(id(n)), |_| false);
        }
        assert!(round_trip(&places).iter().eq(places.iter()));
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
        let text = nowhere().with(Some(id(1)), |_| false).write(true);
        let text = text.to_str().expect("ASCII");
        assert!(
            text.ends_with("; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure"),
            "{text}"
        );
        assert!(nowhere().write(false).to_str().expect("ASCII").contains("Max-Age=0"));
    }

    #[test]
    fn an_id_without_its_own_tag_is_no_place_of_this_browser() {
        let (good, other) = (entry(&id(1), key()), entry(&id(2), key()));
        let (digits, tag) = good.split_at(ID_HEX_LENGTH);
        assert_eq!(brought(&good), [id(1)]);
        for forged in [
            digits.to_owned(),
            format!("{digits}{}", &other[ID_HEX_LENGTH..]),
            format!("{digits}{}", "0".repeat(COOKIE_TAG_HEX_LENGTH)),
            format!("{digits}.{tag}"),
            format!("{good}0"),
        ] {
            assert_eq!(brought(&forged), [], "{forged}");
        }
    }

    #[test]
    fn a_browser_that_returns_any_cookie_of_ours_returns_cookies() {
        let returns = |line: &'static str| {
            let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(line))]);
            returns_cookies(&headers)
        };
        assert!(returns("a=b; anteroom_cookies=1") && returns("anteroom_place="));
        assert!(!returns("a=b") && !returns_cookies(&HeaderMap::new()));
        let probe = probe(true);
        let text = probe.to_str().expect("ASCII");
        assert_eq!(
            text,
            "anteroom_cookies=1; Path=/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure"
        );
    }

    #[test]
    fn rubbish_is_passed_over() {
        let good = entry(&id(0xab), key());
        let places = with_cookies(&format!("{NAME}=zz.+{}.{good}", "1".repeat(47)));
        assert_eq!((places.ids.to_vec(), places.new.len()), (vec![id(0xab)], 0));
    }

    #[test]
    fn another_cookie_of_the_name_hides_no_place() {
        let [own, other] = [1, 2].map(|n| entry(&id(n), key()));
        for line in [format!("{NAME}=zz; {NAME}={own}"), format!("{NAME}={own}; {NAME}=zz")] {
            let places = with_cookies(&line);
            assert!(places.iter().eq([id(1)]) && places.is_ambiguous(), "{line}");
        }
        let both = with_cookies(&format!("{NAME}={other}; {NAME}={own}"));
        assert!(both.iter().eq([id(2), id(1)]) && both.is_ambiguous());
        assert!(!with_cookies(&format!("{NAME}={other}.{own}")).is_ambiguous());
        let junk = format!("{NAME}={}; ", vec!["zz"; 2 * PLACES_MAX].join("."));
        let many = with_cookies(&(junk.repeat(9) + &format!("{NAME}={own}")));
        assert!(many.iter().eq([id(1)]));
    }

    #[test]
    fn new_places_have_cookies_of_their_own_for_the_length_of_a_race() {
        let written = nowhere().write_new(id(0xcd), true);
        let value = entry(&id(0xcd), key());
        assert_eq!(
            written.to_str().ok(),
            Some(&*format!(
                "anteroom_new_cdcdcdcd={value}; Path=/; Max-Age=10; HttpOnly; SameSite=Lax; Secure"
            ))
        );
        let forged = with_cookies(&format!("anteroom_new_cdcdcdcd={}", "cd".repeat(16)));
        assert_eq!(forged.iter().count(), 0, "an id proves nothing");
        let many = (0..20).map(|n| format!("{NEW_PREFIX}x{n}={}", entry(&id(n), key())));
        let places = with_cookies(&many.collect::<Vec<_>>().join("; "));
        assert_eq!(places.iter().count(), NEW_PLACES_MAX);
        assert!(places.iter().all(|id| !places.remembers(id)));
        let forgotten: Vec<_> = places.forget_new(false).collect();
        assert_eq!(forgotten.len(), NEW_PLACES_MAX);
        assert_eq!(
            forgotten[3],
            "anteroom_new_03030303=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax"
        );
    }
}
