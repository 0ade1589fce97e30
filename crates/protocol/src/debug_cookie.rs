//! The cookie `queueitdebug` that a connector sets when it meets a debug link: the connector's view
//! of the request and of its configuration.
//!
//! `Key=Value` pairs joined by `|`. Some platforms percent-encode the value, Java and Ruby with `+`
//! for a blank; Python and Java put it in quotation marks with escapes. The keys differ from
//! connector to connector. A value can contain any text, including a URL with a bar: a piece that
//! does not begin like a key belongs to the value before it. `QueueConfig` and similar fields hold
//! `Key:Value` pairs joined by `&`.
//!
//! The cookie is not signed: anybody can paste a forged one. This module parses the fields and does
//! not interpret them.

use std::borrow::Cow;

use crate::percent;

/// Name of the cookie.
pub const NAME: &str = "queueitdebug";
/// Maximum length of a value, in bytes; browsers keep at most 4,096 of a cookie.
pub const BYTES_MAX: usize = 16 * 1024;
/// Maximum number of fields read; real cookies have about twenty.
pub const FIELDS_MAX: usize = 64;
/// Maximum length of a field's name, in bytes.
const KEY_BYTES_MAX: usize = 64;

/// Why a text is not a debug cookie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DebugCookieError {
    /// Longer than [`BYTES_MAX`].
    #[error("it is longer than {BYTES_MAX} bytes")]
    TooLong,
    /// Without any field.
    #[error("it holds no field such as SdkVersion=…")]
    Empty,
}

/// A parsed debug cookie: its fields, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebugCookie {
    fields: Vec<(String, String)>,
}

impl DebugCookie {
    /// Parses a value as copied from a browser: encoded or not, with or without `queueitdebug=`
    /// before it and quotes around it. Ignores fields beyond [`FIELDS_MAX`].
    ///
    /// # Errors
    /// When the text is too long, or holds no field.
    pub fn parse(text: &str) -> Result<Self, DebugCookieError> {
        if text.len() > BYTES_MAX {
            return Err(DebugCookieError::TooLong);
        }
        let value = text.trim();
        let value = value
            .strip_prefix(NAME)
            .and_then(|rest| rest.strip_prefix('='))
            .unwrap_or(value);
        let value = unquoted(value);
        let mut fields: Vec<(String, String)> = Vec::new();
        for piece in decoded(&value).split('|') {
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
            return Err(DebugCookieError::Empty);
        }
        let mut cookie = Self { fields };
        cookie.write_blanks();
        Ok(cookie)
    }

    /// Returns every field, in order.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// Returns the first value of a field; `None` also when the value is empty or a null of the
    /// connector's language.
    pub fn get(&self, key: &str) -> Option<&str> {
        let (_, value) = self.fields().find(|(name, _)| *name == key)?;
        Some(value).filter(|value| says_something(value))
    }

    /// Returns a part of `QueueConfig`, such as `EventId`; `None` also when it is empty or a null.
    pub fn config(&self, key: &str) -> Option<&str> {
        let mut pairs = self
            .get("QueueConfig")?
            .split('&')
            .filter_map(|pair| pair.split_once(':'));
        let (_, value) = pairs.find(|(name, _)| *name == key)?;
        Some(value).filter(|value| says_something(value))
    }

    /// Replaces `+` by a blank where connectors for Java and Ruby wrote it so: browsers that show a
    /// cookie decoded leave the `+`. Fields with URLs keep it, since a URL can contain a real plus.
    fn write_blanks(&mut self) {
        let sdk = self.get("SdkVersion").unwrap_or_default();
        let writes_plus = PLUS_FOR_BLANK.iter().any(|name| sdk.starts_with(name));
        if writes_plus && !self.fields.iter().any(|(_, value)| value.contains(' ')) {
            let texts = self
                .fields
                .iter_mut()
                .filter(|(key, _)| !ADDRESSES.contains(&key.as_str()));
            texts.for_each(|(_, value)| *value = value.replace('+', " "));
        }
    }
}

/// SDKs that write `+` for a blank.
const PLUS_FOR_BLANK: [&str; 2] = ["v3-java-", "v3-ruby-"];
/// Fields that hold a URL.
const ADDRESSES: [&str; 3] = ["PureUrl", "OriginalUrl", "TargetUrl"];

/// Whether a value is neither empty nor a null. Connectors write the null of their language:
/// `NULL`, `null`, Python's `None` or Ruby's `nil`.
fn says_something(value: &str) -> bool {
    let nothing = ["null", "None", "nil"];
    !value.is_empty() && !nothing.iter().any(|nothing| value.eq_ignore_ascii_case(nothing))
}

/// Returns the text without its quotation marks and with its escapes undone: `\"` and `\\`, and
/// three octal digits for a byte, which Python writes for commas and semicolons.
fn unquoted(value: &str) -> Cow<'_, str> {
    let quotes = ["\\\"", "\""];
    let inner = quotes
        .iter()
        .find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    let Some(inner) = inner.filter(|inner| inner.contains('\\')) else {
        return inner.unwrap_or(value.trim_matches('"')).into();
    };
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner.as_bytes();
    while let [first, behind @ ..] = rest {
        rest = match (first, behind) {
            (b'\\', [high @ b'0'..=b'3', middle @ b'0'..=b'7', low @ b'0'..=b'7', behind @ ..]) => {
                bytes.push((high - b'0') * 64 + (middle - b'0') * 8 + (low - b'0'));
                behind
            }
            (b'\\', [escaped, behind @ ..]) => {
                bytes.push(*escaped);
                behind
            }
            _ => {
                bytes.push(*first);
                behind
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// Percent-decodes the value if it was encoded as a whole. A value that contains `=` was not, and
/// is left alone, since the URLs in it have escapes of their own.
fn decoded(value: &str) -> Cow<'_, str> {
    if value.contains('=') {
        return value.into();
    }
    // An encoder that writes a blank as `%20` leaves `+` for a plus.
    let value = match value.contains('+') && !value.contains("%20") {
        true => Cow::from(value.replace('+', " ")),
        false => value.into(),
    };
    match percent::decode(&value) {
        Some(decoded) => decoded.into(),
        None => value,
    }
}

/// Whether a text can be a field's name. Connectors begin names with a capital, which URL
/// parameters behind a bar hardly ever do.
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

    /// The values as connectors of each language were observed to write them, and as browsers show
    /// them.
    #[test]
    fn nulls_blanks_and_quotes_of_each_language_are_parsed() {
        let python = r#""SdkVersion=v3-python-3.7.0|MatchedConfig=None|RequestIP=203.0.113.7|Exception=no \"a\"\054 \\ \303\251\073|QueueConfig=EventId:sale&CookieDomain:None""#;
        let shown_with_escapes = r#"\"SdkVersion=v3-python-3.7.0|MatchedConfig=None\""#;
        let cookie = DebugCookie::parse(python).expect("a cookie");
        assert_eq!(cookie.get("Exception"), Some(r#"no "a", \ é;"#));
        assert_eq!(
            (cookie.get("MatchedConfig"), cookie.config("CookieDomain")),
            (None, None)
        );
        assert_eq!(cookie.config("EventId"), Some("sale"));
        let cookie = DebugCookie::parse(shown_with_escapes).expect("a cookie");
        assert_eq!(cookie.get("SdkVersion"), Some("v3-python-3.7.0"));

        for sdk in ["v3-java-3.7.0", "v3-ruby-3.7.2"] {
            let plain = format!(
                "SdkVersion={sdk}|PureUrl=https://shop.example/buy?a=1+2|MatchedConfig=My action|Exception=nil"
            );
            let written = percent::encode(&plain).replace("%20", "+");
            assert!(written.contains("My+action"), "{written}");
            let shown = percent::decode(&written).expect("text");
            for text in [&written, &shown, &format!("queueitdebug={written}")] {
                let cookie = DebugCookie::parse(text).expect("a cookie");
                assert_eq!(cookie.get("MatchedConfig"), Some("My action"), "{text}");
                assert_eq!(cookie.get("PureUrl"), Some("https://shop.example/buy?a=1+2"), "{text}");
                assert_eq!(cookie.get("Exception"), None);
            }
        }
        let cookie = DebugCookie::parse("SdkVersion=javascript-5.0.1|MatchedConfig=a+b").expect("a cookie");
        assert_eq!(
            cookie.get("MatchedConfig"),
            Some("a+b"),
            "no connector of JavaScript writes a blank so"
        );
        let cookie = DebugCookie::parse("SdkVersion%3Djavascript-5.0.1%7CMatchedConfig%3Da+b%20c").expect("a cookie");
        assert_eq!(cookie.get("MatchedConfig"), Some("a+b c"));
    }

    #[test]
    fn texts_that_are_no_debug_cookie_are_refused() {
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
