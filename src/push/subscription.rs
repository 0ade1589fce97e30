//! Subscriptions as browsers send them: the address at which their push service accepts messages,
//! and their keys.
//!
//! The endpoint is an address that a visitor chooses, and this server will connect to it. So only
//! `https` on its usual port is accepted, at the hosts of known push services and those that the
//! operator names ([`PushHosts`]); the connection itself goes to no address of a private network
//! ([`crate::outgoing::agent_to_public`]).

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::PublicKey;
use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::encryption::{AUTH_BYTES, BrowserKeys, POINT_BYTES};

/// The longest endpoint, bytes. Those of known services have 150 to 500.
const ENDPOINT_BYTES_MAX: usize = 1_000;

/// The hosts of the push services of browsers. A name that begins with a dot stands for all hosts
/// below it.
const KNOWN_HOSTS: [&str; 5] = [
    // Chrome, and the other browsers that are built on Chromium.
    "fcm.googleapis.com",
    // Firefox.
    "updates.push.services.mozilla.com",
    // Safari.
    ".push.apple.com",
    // Edge.
    ".notify.windows.com",
    // Earlier versions of Chrome for Android.
    "android.googleapis.com",
];

/// The hosts to which messages can be sent.
#[derive(Debug, Clone)]
pub(super) struct PushHosts {
    further: Vec<String>,
}

/// A subscription to which messages can be sent.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PushSubscription {
    endpoint: String,
    /// The browser's public key, an uncompressed point.
    public: Vec<u8>,
    auth: [u8; AUTH_BYTES],
}

/// Why a subscription is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PushSubscriptionError {
    /// The endpoint is not an address of a push service to which messages can be sent.
    #[error("the endpoint is not at a push service that is known here")]
    Endpoint,
    /// The keys are not valid keys.
    #[error("the keys of the subscription cannot be read")]
    Keys,
}

impl PushHosts {
    pub(super) fn new(further: &[String]) -> Self {
        Self {
            further: further.to_vec(),
        }
    }

    /// The address of an endpoint, if messages can be sent there.
    pub(super) fn endpoint(&self, text: &str) -> Option<Url> {
        let url = Url::parse(text).ok().filter(|_| text.len() <= ENDPOINT_BYTES_MAX)?;
        let is_plain = url.scheme() == "https"
            && url.port().is_none()
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none();
        let Some(Host::Domain(host)) = url.host() else {
            return None;
        };
        let mut hosts = KNOWN_HOSTS.into_iter().chain(self.further.iter().map(String::as_str));
        let is_known = hosts.any(|known| match known.starts_with('.') {
            true => host.ends_with(known),
            false => host == known,
        });
        (is_plain && is_known).then_some(url)
    }

    /// Reads the fields of a browser's subscription: the endpoint, and both keys in base64url.
    pub(super) fn subscription(
        &self,
        endpoint: &str,
        (public, auth): (&str, &str),
    ) -> Result<PushSubscription, PushSubscriptionError> {
        let endpoint = self.endpoint(endpoint).ok_or(PushSubscriptionError::Endpoint)?;
        let read = |text: &str| {
            let decoded = URL_SAFE_NO_PAD.decode(text.trim_end_matches('='));
            decoded.map_err(|_| PushSubscriptionError::Keys)
        };
        let subscription = PushSubscription {
            endpoint: endpoint.into(),
            public: read(public)?,
            auth: read(auth)?.try_into().map_err(|_| PushSubscriptionError::Keys)?,
        };
        match subscription.keys() {
            Some(_) => Ok(subscription),
            None => Err(PushSubscriptionError::Keys),
        }
    }
}

impl PushSubscription {
    /// The address at which the service accepts messages.
    pub(super) fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// The browser's keys.
    pub(super) fn keys(&self) -> Option<BrowserKeys> {
        let is_whole = self.public.len() == POINT_BYTES;
        let public = is_whole.then(|| PublicKey::from_sec1_bytes(&self.public));
        Some(BrowserKeys {
            public: public?.ok()?,
            auth: self.auth,
        })
    }
}

impl fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushSubscription(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLIC: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    #[test]
    fn messages_go_to_push_services_alone() {
        let hosts = PushHosts::new(&["push.example.org".to_owned()]);
        for good in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://FCM.googleapis.com:443/wp/abc",
            "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
            "https://web.push.apple.com/QGuQyavX",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAA%2b",
            "https://push.example.org/message/1",
        ] {
            assert!(hosts.endpoint(good).is_some(), "{good}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "a".repeat(1_000));
        for bad in [
            "",
            "fcm.googleapis.com/abc",
            "http://fcm.googleapis.com/abc",
            "https://fcm.googleapis.com:8443/abc",
            "https://user@fcm.googleapis.com/abc",
            "https://fcm.googleapis.com/abc#part",
            "https://fcm.googleapis.com.evil.example/abc",
            "https://evil.example/fcm.googleapis.com",
            "https://evilfcm.googleapis.com/abc",
            "https://sub.fcm.googleapis.com/abc",
            "https://push.apple.com.evil.example/abc",
            "https://evilpush.apple.com/abc",
            "https://fcm.googleapis.com./abc",
            "https://localhost/abc",
            "https://127.0.0.1/abc",
            "https://2130706433/abc",
            "https://[::1]/abc",
            "https://169.254.169.254/latest/meta-data/",
            "https://evil.example\\@fcm.googleapis.com/abc",
            "file:///etc/passwd",
            &long,
        ] {
            assert!(hosts.endpoint(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn keys_are_a_point_and_a_secret() {
        let hosts = PushHosts::new(&[]);
        let endpoint = "https://fcm.googleapis.com/fcm/send/abc";
        let read = |(public, auth): (&str, &str)| hosts.subscription(endpoint, (public, auth));
        assert!(read((PUBLIC, AUTH)).is_ok_and(|read| read.endpoint() == endpoint));
        assert!(read((&format!("{PUBLIC}="), &format!("{AUTH}=="))).is_ok(), "padded");
        let off_the_curve = PUBLIC.replace("BCVx", "BCVy");
        // The same point in its compressed form, which browsers do not send.
        let compressed = "AiVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx";
        for keys in [
            ("", AUTH),
            (PUBLIC, ""),
            (PUBLIC, "BTBZMqHH6r4Tts7J_aSI"),
            (&off_the_curve, AUTH),
            (compressed, AUTH),
            ("!", AUTH),
        ] {
            assert_eq!(read(keys), Err(PushSubscriptionError::Keys), "{keys:?}");
        }
        let elsewhere = hosts.subscription("https://evil.example/", (PUBLIC, AUTH));
        assert_eq!(elsewhere, Err(PushSubscriptionError::Endpoint));
    }
}
