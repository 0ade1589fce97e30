//! E-mail addresses that visitors give, and the keyed hashes by which they are counted.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use client_address::Scope;
use lettre::Address;
use protocol::MasterKey;

use crate::reminders::{DayCounts, DayHasher, NETWORKS_DAY_MAX, RecentHash, network};

/// The longest address, bytes (RFC 5321, without the brackets).
pub const ADDRESS_BYTES_MAX: usize = 254;

/// How often one mailbox can be given within a day, over all rooms.
pub(super) const MAILBOX_DAY_MAX: u32 = 12;
/// How often one mailbox can be given within a day from one provider's network, so that one network
/// alone does not use up a mailbox's limit.
const MAILBOX_PROVIDER_DAY_MAX: u32 = 5;
/// Domains that are other names of a provider, so that a user has the same mailbox in both.
const PROVIDERS: [(&str, &str); 10] = [
    ("googlemail.com", "gmail.com"),
    ("mac.com", "icloud.com"),
    ("me.com", "icloud.com"),
    ("pm.me", "proton.me"),
    ("protonmail.com", "proton.me"),
    ("ya.ru", "yandex.ru"),
    ("yandex.by", "yandex.ru"),
    ("yandex.com", "yandex.ru"),
    ("yandex.kz", "yandex.ru"),
    ("yandex.ua", "yandex.ru"),
];

/// The characters before the at sign that a provider ignores.
const IGNORED_CHARS: [(&str, &[char]); 2] = [("gmail.com", &['.']), ("proton.me", &SEPARATORS)];
/// The characters by which the part before the at sign can name a route: `ada%example.com@relay`
/// and `example.com!ada@relay` mean `ada@example.com` to a server that still follows routes, and
/// other servers reject them. So they would be further names of a mailbox.
const ROUTES: [char; 2] = ['%', '!'];
/// The characters that a provider can ignore or take for one another.
const SEPARATORS: [char; 3] = ['.', '-', '_'];
/// Domains of Fastmail, where `anything@ada.fastmail.com` is another spelling of
/// `ada+anything@fastmail.com`.
const NAME_IN_SUBDOMAIN: [&str; 20] = [
    "fastmail.cn",
    "fastmail.co.uk",
    "fastmail.com",
    "fastmail.com.au",
    "fastmail.de",
    "fastmail.es",
    "fastmail.fm",
    "fastmail.fr",
    "fastmail.im",
    "fastmail.in",
    "fastmail.jp",
    "fastmail.mx",
    "fastmail.net",
    "fastmail.nl",
    "fastmail.org",
    "fastmail.se",
    "fastmail.to",
    "fastmail.tw",
    "fastmail.uk",
    "fastmail.us",
];

/// An address to which an e-mail can be sent. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct EmailAddress(Address);

/// The error for a text that is not an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no e-mail address")]
pub struct EmailAddressError;

impl EmailAddress {
    /// The address for an e-mail.
    pub(super) fn mailbox(&self) -> &Address {
        &self.0
    }

    /// The text as given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_ref()
    }

    /// The mailbox behind the address, which gets one place: in lower case, without the suffix
    /// after a plus, with the provider's main name, without what the provider ignores, and with the
    /// name in a subdomain before the at sign.
    ///
    /// Spellings that can belong to two people have two names, since two people must not share a
    /// place.
    #[must_use]
    pub fn mailbox_name(&self) -> String {
        let user = match self.0.user().split_once('+') {
            Some((name, _)) if !name.is_empty() => name,
            // A plus at the beginning separates nothing: `+49170@…` and `+49171@…` are two people.
            _ => self.0.user(),
        };
        let user = user.to_lowercase();
        let domain = self.0.domain().to_lowercase();
        let provider = PROVIDERS.iter().find(|(alias, _)| *alias == domain);
        let domain = provider.map_or(domain.as_str(), |(_, name)| name);
        match domain.split_once('.') {
            Some((name, provider)) if NAME_IN_SUBDOMAIN.contains(&provider) => format!("{name}@{provider}"),
            _ => {
                let ignored = IGNORED_CHARS.iter().find(|(name, _)| *name == domain);
                let ignored: &[char] = ignored.map(|(_, chars)| *chars).unwrap_or_default();
                format!("{}@{domain}", user.replace(ignored, ""))
            }
        }
    }

    /// The name by which e-mails to the mailbox are counted: without the characters that any
    /// provider can ignore. So nobody sends a stranger more e-mails by other spellings, whatever
    /// the provider ignores; people whose addresses differ by nothing else share the limits.
    pub(super) fn counted_name(&self) -> String {
        let name = self.mailbox_name();
        let (user, domain) = name.rsplit_once('@').expect("a name has an at sign");
        format!("{}@{domain}", user.replace(SEPARATORS, ""))
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EmailAddress(redacted)")
    }
}

impl FromStr for EmailAddress {
    type Err = EmailAddressError;

    /// Reads an address as a browser sends it: ASCII, with a domain of two labels or more, and
    /// without a route.
    fn from_str(text: &str) -> Result<Self, EmailAddressError> {
        let text = text.trim_matches([' ', '\t']);
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
        let (user, domain) = text.rsplit_once('@').ok_or(EmailAddressError)?;
        // Quoted users and addresses in brackets exist, but visitors do not use them.
        let is_usual = !user.contains(['"', '\\', '(', ')', '<', '>', '[', ']', ',', ';', ':', '@'])
            && !user.contains(ROUTES)
            && domain.contains('.')
            && domain.parse::<IpAddr>().is_err()
            && !domain.starts_with('[');
        if text.len() > ADDRESS_BYTES_MAX || !is_plain || !is_usual {
            return Err(EmailAddressError);
        }
        text.parse().map(Self).map_err(|_| EmailAddressError)
    }
}

/// The key for hashes of addresses and networks.
#[derive(Debug, Clone)]
pub(super) struct EmailHasher(DayHasher);

impl EmailHasher {
    pub(super) fn new(master: &MasterKey) -> Self {
        Self(DayHasher::new(&master.derive("anteroom email hash 1", &[])))
    }

    /// A hash of these bytes for one purpose.
    pub(super) fn hash(&self, purpose: u8, bytes: &[u8]) -> [u8; 16] {
        self.0.hash(purpose, bytes)
    }

    /// The hash of an address, to recognize the same one.
    pub(super) fn address(&self, address: &EmailAddress) -> [u8; 16] {
        self.hash(b'a', address.as_str().as_bytes())
    }

    /// Returns the counters for an address that comes from a client: of the mailbox, and of the
    /// networks around the client. All clients whose address is unknown count as one. The hashes of
    /// two days cannot be compared.
    pub(super) fn counted_by(&self, address: &EmailAddress, client: Option<IpAddr>, day: u64) -> DayCounts {
        self.counted_for((b'm', b'n'), address, (client, day), NETWORKS_DAY_MAX)
    }

    /// Returns the day's counters for a code to an address, like [`Self::counted_by`], with these
    /// limits of networks.
    pub(super) fn codes_counted_by(
        &self,
        address: &EmailAddress,
        asked: (Option<IpAddr>, u64),
        networks: [(Scope, u32); 3],
    ) -> DayCounts {
        self.counted_for((b'c', b'd'), address, asked, networks)
    }

    /// The day's counter of codes to an address from the client's provider, which is one of
    /// [`Self::codes_counted_by`].
    pub(super) fn codes_from_provider(&self, address: &EmailAddress, asked: (Option<IpAddr>, u64)) -> [u8; 16] {
        self.provider_counter(b'c', address, asked)
    }

    fn provider_counter(&self, purpose: u8, address: &EmailAddress, (client, day): (Option<IpAddr>, u64)) -> [u8; 16] {
        let provider = network(client, Scope::Provider);
        self.0
            .of_day(purpose, &format!("{} {provider}", address.counted_name()), day)
    }

    /// The hash of a counter that ends within hours. It does not include the day, so that limits do
    /// not begin anew at midnight.
    pub(super) fn recent(&self, kind: &str, text: &str) -> RecentHash {
        RecentHash(self.hash(b'h', format!("{kind} {text}").as_bytes()))
    }

    fn counted_for(
        &self,
        (of_mailbox, of_network): (u8, u8),
        address: &EmailAddress,
        (client, day): (Option<IpAddr>, u64),
        networks: [(Scope, u32); 3],
    ) -> DayCounts {
        let from_provider = self.provider_counter(of_mailbox, address, (client, day));
        let mailbox = [
            (self.0.of_day(of_mailbox, &address.counted_name(), day), MAILBOX_DAY_MAX),
            (from_provider, MAILBOX_PROVIDER_DAY_MAX),
        ];
        let networks = self.0.networks_within(of_network, (client, day), networks);
        DayCounts {
            limits: mailbox.into_iter().chain(networks.limits).collect(),
            client: networks.client,
            subnet: networks.subnet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_people_are_read_and_nothing_that_could_be_more() {
        for good in [
            "ada@example.com",
            " ada@example.com ",
            "a.d+a_9=x'y@mail.example.co.uk",
            "ada@xn--bcher-kva.example",
            "+49170@example.com",
        ] {
            assert!(good.parse::<EmailAddress>().is_ok(), "{good}");
        }
        let long = format!("{}@example.com", "a".repeat(300));
        for bad in [
            "",
            "ada",
            "ada@",
            "@example.com",
            "ada@localhost",
            "ada@127.0.0.1",
            "ada@[127.0.0.1]",
            "a b@example.com",
            "ada@example.com\r\nBcc: eve@example.com",
            "ada@example.com\nX: y",
            "ada@example.com,eve@example.com",
            "ada@example.com;eve@example.com",
            "Ada <ada@example.com>",
            "\"ada\"@example.com",
            "ada@eve@example.com",
            "ada@exam\u{0}ple.com",
            "adä@example.com",
            // Routes: by the percent sign, by bangs, and as RFC 5321 writes them.
            "ada%gmail.com@gmail.com",
            "ada%eve%gmail.com@example.com",
            "ada+x%y@example.com",
            "relay!ada@example.com",
            "relay.example!gmail.com!ada@example.com",
            "@relay.example:ada@example.com",
            "@relay.example,@other.example:ada@example.com",
            // Comments, quotes, and dots at the ends.
            "ada(x)@example.com",
            "(x)ada@example.com",
            "ada@(x)example.com",
            "ada@example.com(x)",
            "\"a%b\"@example.com",
            "a.\"d\".a@example.com",
            ".ada@example.com",
            "ada.@example.com",
            "a..da@example.com",
            "ada@example.com.",
            "ada@.example.com",
            "ada@example..com",
            // Characters of double width, and domains that a browser would have written in ASCII.
            "ａｄａ@example.com",
            "ada＠example.com",
            "ada@example．com",
            "ada@ｅｘａｍｐｌｅ.com",
            "ada@bücher.example",
            &long,
        ] {
            assert!(bad.parse::<EmailAddress>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_mailbox_has_one_name_and_two_people_have_two() {
        for (text, name) in [
            ("A.da+x@GoogleMail.com", "ada@gmail.com"),
            ("a-da@gmail.com", "a-da@gmail.com"),
            ("A.d-a_+x@pm.me", "ada@proton.me"),
            ("A.Da+news@Example.com", "a.da@example.com"),
            ("a.da@yandex.com", "a.da@yandex.ru"),
            ("Shop@Ada.Fastmail.com", "ada@fastmail.com"),
            ("ADA+x+y@XN--BCHER-KVA.example", "ada@xn--bcher-kva.example"),
            ("+49170@example.com", "+49170@example.com"),
            ("+49171+x@example.com", "+49171+x@example.com"),
        ] {
            let address: EmailAddress = text.parse().expect("an address");
            assert_eq!(address.mailbox_name(), name, "{text}");
        }
    }

    #[test]
    fn spellings_of_one_mailbox_count_as_one() {
        let hasher = EmailHasher::new(&MasterKey::from_bytes([7; 32]));
        let mailbox = |text: &str| hasher.counted_by(&text.parse().expect("an address"), None, 7).limits[0].0;
        for same in ["ADA@Example.com", "ada+news@example.com", "Ada+a.b@EXAMPLE.com"] {
            assert_eq!(mailbox(same), mailbox("ada@example.com"), "{same}");
        }
        for (one, other) in [
            ("A.da+x@GoogleMail.com", "ada@gmail.com"),
            ("ada@protonmail.com", "ada@pm.me"),
            ("ada@me.com", "ada@icloud.com"),
            ("ada@ya.ru", "ada@yandex.com"),
            ("shop@Ada.fastmail.com", "ada@fastmail.com"),
            ("a-d_a@proton.me", "ada@protonmail.com"),
            ("a.da@example.com", "ada@example.com"),
            ("a-da@yandex.ru", "a.da@yandex.ru"),
            ("other+x@ada.fastmail.com", "ada+y@fastmail.com"),
            ("shop@ada.fastmail.co.uk", "ada@fastmail.co.uk"),
        ] {
            assert_eq!(mailbox(one), mailbox(other), "{one} {other}");
        }
        for (one, other) in [
            ("ada@gmail.com", "ada@example.com"),
            ("eve@example.com", "ada@example.com"),
            ("ada@a-b.example", "ada@ab.example"),
            ("ada@fastmail.com", "ada@fastmail.fm"),
            ("shop@ada.fastmail.com", "shop@fastmail.com"),
            ("shop@ada.fastmail.com.example", "other@ada.fastmail.com.example"),
            ("shop@ada.notfastmail.com", "other@ada.notfastmail.com"),
        ] {
            assert_ne!(mailbox(one), mailbox(other), "perhaps two people: {one} {other}");
        }
        let address: EmailAddress = "a@b.example".parse().expect("an address");
        let counts = |client: &str, day| hasher.counted_by(&address, client.parse().ok(), day);
        let networks = |client: &str, day| counts(client, day).limits;
        let (one, other) = (networks("192.0.2.1", 7), networks("192.0.2.2", 7));
        assert_eq!(one[..2], other[..2]);
        assert_ne!(one[2], other[2]);
        assert_eq!(one[3..], other[3..]);
        assert_eq!(counts("192.0.2.1", 7).subnet, one[3].0);
        let elsewhere = networks("198.51.100.1", 7);
        assert_eq!(one[0], elsewhere[0]);
        assert!(
            one[1..]
                .iter()
                .zip(&elsewhere[1..])
                .all(|(one, other)| one.0 != other.0)
        );
        let tomorrow = networks("192.0.2.1", 8);
        assert!(one.iter().zip(&tomorrow).all(|(one, tomorrow)| one.0 != tomorrow.0));
    }
}
