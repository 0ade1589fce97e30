//! The JSON of header and content, and its base64 encoding. Unknown keys are ignored; the
//! verification reports missing ones.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

use super::{Content, EnqueueToken, TokenOrigin};

/// The `typ` of this version.
pub(super) const TYPE: &str = "QT1";
/// The `enc` of this version.
pub(super) const ENCRYPTION: &str = "AES256";

/// The header, in the order of the wire.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Header {
    pub(super) typ: Option<String>,
    pub(super) enc: Option<String>,
    pub(super) iss: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exp: Option<u64>,
    pub(super) ti: Option<String>,
    pub(super) c: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) e: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ip: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) xff: Option<String>,
}

/// The content.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct RawContent {
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_javascript_does")]
    r: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cd: Option<BTreeMap<String, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    o: Option<String>,
}

pub(super) fn header(token: &EnqueueToken) -> Header {
    Header {
        typ: Some(TYPE.to_owned()),
        enc: Some(ENCRYPTION.to_owned()),
        iss: Some(token.issued_at.0),
        exp: token.expires_at.map(|at| at.0),
        ti: Some(token.identifier.as_str().to_owned()),
        c: Some(token.customer.to_string()),
        e: token.room.as_ref().map(ToString::to_string),
        ip: token.address.map(|address| address.to_string()),
        xff: token.forwarded_for.as_deref().map(str::to_owned),
    }
}

pub(super) fn content(content: &Content) -> RawContent {
    RawContent {
        r: content.relative_quality,
        k: content.key.as_deref().map(str::to_owned),
        cd: Some(content.custom_data.clone()).filter(|data| !data.is_empty()),
        o: content.origin.as_ref().map(|origin| origin.as_str().to_owned()),
    }
}

impl RawContent {
    pub(super) fn read(self) -> Content {
        Content {
            relative_quality: self.r,
            key: self.k.filter(|key| !key.is_empty()).map(String::into_boxed_str),
            custom_data: self.cd.unwrap_or_default(),
            origin: self.o.map(|name| TokenOrigin::from_wire(&name)),
        }
    }
}

/// Writes a whole number without a fraction, as JavaScript does.
#[expect(clippy::ref_option, reason = "serde calls it so")]
fn as_javascript_does<S: Serializer>(number: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    match number {
        // Whole numbers up to 2^53 are exact in both forms.
        Some(number) if number.fract() == 0.0 && number.abs() < 9e15 => to.serialize_i64(*number as i64),
        other => other.serialize(to),
    }
}

pub(super) fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("texts and numbers can be written")
}

pub(super) fn encode(value: &impl Serialize) -> String {
    base64(&json(value))
}

pub(super) fn base64(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes a part; `None` when it is not canonical base64 without padding.
pub(super) fn bytes(part: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(part).ok()
}

pub(super) fn read<T: DeserializeOwned>(json: &[u8]) -> Option<T> {
    serde_json::from_slice(json).ok()
}
