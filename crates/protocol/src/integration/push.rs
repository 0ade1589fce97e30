//! A configuration in a signed envelope, for connectors that cannot download: `{"integrationInfo",
//! "hash"}`. The information is the JSON in lower-case hex, the hash the `HMAC-SHA256` of that hex
//! text. This module does not send envelopes; the receiver listens at an address of the site.

use serde::{Deserialize, Serialize};

use super::model::{IntegrationConfigError, bounded};
use crate::SecretKey;
use crate::mac::{hex, hex_byte, same_text};

/// A signed envelope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Push {
    /// The configuration's JSON in hex.
    pub integration_info: String,
    /// The HMAC of `integration_info`, in hex.
    pub hash: String,
}

/// Why an envelope is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PushError {
    /// Not signed with this key, or altered.
    #[error("the hash does not match")]
    Hash,
    /// Signed, but the content is not the hex of UTF-8.
    #[error("integrationInfo is not the hex of UTF-8")]
    Information,
}

impl Push {
    /// Parses an envelope.
    ///
    /// # Errors
    /// When the text is too long or not JSON, or a key is missing.
    pub fn from_json(json: &[u8]) -> Result<Self, IntegrationConfigError> {
        bounded(json)
    }

    /// Wraps a configuration's JSON in a signed envelope.
    #[must_use]
    pub fn sign(json: &str, secret: &SecretKey) -> Self {
        let integration_info = hex(json.as_bytes());
        let hash = secret.hmac_hex(&[integration_info.as_bytes()]).as_str().to_owned();
        Self { integration_info, hash }
    }

    /// Verifies the signature and returns the JSON.
    ///
    /// # Errors
    /// [`PushError::Hash`] before anything else: the content is decoded only after the hash
    /// matches.
    pub fn open(&self, secret: &SecretKey) -> Result<String, PushError> {
        let hash = secret.hmac_hex(&[self.integration_info.as_bytes()]);
        if !same_text(hash.as_str(), &self.hash) {
            return Err(PushError::Hash);
        }
        let (pairs, []) = self.integration_info.as_bytes().as_chunks::<2>() else {
            return Err(PushError::Information);
        };
        let bytes: Option<Vec<u8>> = pairs.iter().map(|[high, low]| hex_byte(*high, *low)).collect();
        (bytes.and_then(|bytes| String::from_utf8(bytes).ok())).ok_or(PushError::Information)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secret() -> SecretKey {
        SecretKey::new("a774b1e2-8da7-4d51-b1a9-7647147bb13bace77210-a488-4b6f-afc9-8ba94551a7d7").unwrap()
    }

    #[test]
    fn the_vector_of_the_notes_is_made_and_opened() {
        let json = r#"{"Version":7,"Integrations":[]}"#;
        let push = Push::sign(json, &secret());
        assert_eq!(
            push.integration_info,
            "7b2256657273696f6e223a372c22496e746567726174696f6e73223a5b5d7d"
        );
        assert_eq!(
            push.hash,
            "8fe3af149bddc361760989f57d6c875625b1a5cd4852f2b01229e96fda5996ee"
        );
        assert_eq!(push.open(&secret()).as_deref(), Ok(json));
        let text = serde_json::to_string(&push).unwrap();
        assert!(
            text.starts_with(r#"{"integrationInfo":"7b22"#) && text.contains(r#""hash":"8fe3"#),
            "{text}"
        );
    }

    #[test]
    fn altered_and_non_hex_envelopes_are_refused() {
        let mut push = Push::sign("{}", &secret());
        push.integration_info.push('0');
        assert_eq!(push.open(&secret()), Err(PushError::Hash));
        for information in ["7b7", "zz", "ff", "é"] {
            let hash = secret().hmac_hex(&[information.as_bytes()]).as_str().to_owned();
            let push = Push {
                integration_info: information.to_owned(),
                hash,
            };
            assert_eq!(push.open(&secret()), Err(PushError::Information), "{information}");
        }
    }
}
