//! The cookie `queueitdebug` that a connector leaves behind when it meets a debug link (section 5): what it saw of the request and of its configuration.
//!
//! `Key=Value` pairs joined by `|`, percent-encoded by some platforms; which keys there are differs from connector to connector. A value may hold anything, a URL with
//! a bar in it included: what does not begin like a key belongs to the value before it. `QueueConfig` and its like hold `Key:Value` pairs joined by `&`.
//!
//! Nobody signs it: it says what whoever pasted it wants it to say. Meanings are told elsewhere.

use std::borrow::Cow;

use crate::percent;

/// Its name.
pub const NAME: &str = "queueitdebug";
/// Longest value read, bytes; browsers keep 4,096 of a cookie.
pub const BYTES_MAX: usize = 16 * 1024;
/// Fields read at most; real ones have about twenty.
pub const FIELDS_MAX: usize = 64;
/// Longest name of a field, bytes.
const KEY_BYTES_MAX: usize = 64;

/// Why a text is no such cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DebugCookieError {
    /// Too long.
    #[error("it is longer than {BYTES_MAX} bytes")]
    TooLong,
    /// No field at all.
    #[error("it holds no field such as SdkVersion=…")]
    Empty,
}

/// The fields in the order in which they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebugCookie {
    fields: Vec<(String, String)>,
}

impl DebugCookie {
    /// Reads a value as it is found in a browser: encoded or not, with or without `queueitdebug=` before it and quotes around it. Of too many fields the first count.
    ///
    /// # Errors
    /// If it is too long, or holds no field.
    pub fn parse(text: &str) -> Result<Self, DebugCookieError> {
        if text.len() > BYTES_MAX {
            return Err(DebugCookieError::TooLong);
        }
        let value = text.trim();
        let value = value
            .strip_prefix(NAME)
            .and_then(|rest| rest.strip_prefix('='))
            .unwrap_or(value);
        let value = value.trim_matches('"');
        let mut fields: Vec<(String, String)> = Vec::new();
        for piece in decoded(value).split('|') {
            match piece.split_once('=').filter(|(key, _)| is_key(key)) {
                Some(_) if fields.len() == FIELDS_MAX => break,
                Some((key, value)) => fields.push((key.to_owned(), value.to_owned())),
                None => {
                    if let Some((_, value)) = fields.last_mut() {
                        value.push('|');
                        value.push_str(piece);
                    }
                }
            }
        }
        if fields.is_empty() {
            Err(DebugCookieError::Empty)
        } else {
            Ok(Self { fields })
        }
    }

    /// Every field, in order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The first value of a field; `None` also where connectors write that there is none.
    pub fn get(&self, key: &str) -> Option<&str> {
        let (_, value) = self.fields().find(|(name, _)| *name == key)?;
        Some(value).filter(|value| !value.is_empty() && !value.eq_ignore_ascii_case("null"))
    }

    /// A part of `QueueConfig`, such as `EventId`.
    pub fn config(&self, key: &str) -> Option<&str> {
        let mut pairs = self
            .get("QueueConfig")?
            .split('&')
            .filter_map(|pair| pair.split_once(':'));
        let (_, value) = pairs.find(|(name, _)| *name == key)?;
        Some(value).filter(|value| !value.is_empty() && !value.eq_ignore_ascii_case("null"))
    }
}

/// Decoded if it was encoded as a whole: a value that shows its bars and equals signs is left as it is, since the URLs in it have escapes of their own.
fn decoded(value: &str) -> Cow<'_, str> {
    if value.contains('=') {
        return value.into();
    }
    percent::decode(value).map_or(value.into(), Cow::from)
}

/// Connectors write their names with capitals, which parameters of a URL behind a bar hardly have.
fn is_key(text: &str) -> bool {
    let of_key = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    text.len() <= KEY_BYTES_MAX
        && text.starts_with(|first: char| first.is_ascii_uppercase())
        && text.bytes().all(of_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "SdkVersion=javascript-5.0.1|PureUrl=https://shop.example/buy?a=1|b&c=2|QueueitToken=|MatchedConfig=NULL|\
        QueueConfig=EventId:event1&Version:7&QueueDomain:wr.example.com:8443|Exception=";

    #[test]
    fn fields_are_found_however_the_value_was_copied() {
        let whole = format!(" queueitdebug=\"{PLAIN}\" ");
        for text in [
            PLAIN,
            &whole,
            &percent::encode(PLAIN),
            &format!("queueitdebug={}", percent::encode(PLAIN)),
        ] {
            let cookie = DebugCookie::parse(text).expect("a cookie");
            assert_eq!(cookie.fields().count(), 6, "{text}");
            assert_eq!(cookie.get("SdkVersion"), Some("javascript-5.0.1"));
            assert_eq!(cookie.get("PureUrl"), Some("https://shop.example/buy?a=1|b&c=2"));
            assert_eq!((cookie.get("QueueitToken"), cookie.get("MatchedConfig")), (None, None));
            assert_eq!(cookie.config("EventId"), Some("event1"));
            assert_eq!(cookie.config("QueueDomain"), Some("wr.example.com:8443"));
            assert_eq!(cookie.config("Nothing"), None);
        }
    }

    #[test]
    fn what_is_no_cookie_is_refused() {
        for text in ["", "  ", "queueitdebug=", "hello", "a=1|b=2", "%ff"] {
            assert_eq!(DebugCookie::parse(text), Err(DebugCookieError::Empty), "{text}");
        }
        let long = format!("A={}", "x".repeat(BYTES_MAX - 2));
        assert!(DebugCookie::parse(&long).is_ok());
        assert_eq!(DebugCookie::parse(&format!("{long}x")), Err(DebugCookieError::TooLong));
        let many = "A=1|".repeat(FIELDS_MAX + 1);
        assert_eq!(
            DebugCookie::parse(&many).map(|cookie| cookie.fields().count()),
            Ok(FIELDS_MAX)
        );
    }
}
