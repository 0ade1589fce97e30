//! The properties of a request that triggers can examine. The body is never read: to triggers it is
//! the empty text.

use std::borrow::Cow;

use protocol::integration::Request;
use protocol::percent;

use crate::cookies;
use crate::visit::Visit;

impl Request for Visit<'_> {
    fn page_url(&self) -> &str {
        &self.url
    }

    fn user_agent(&self) -> Cow<'_, str> {
        self.header("user-agent").unwrap_or_default()
    }

    /// Decodes the value once, as sites do for the vendors' connectors.
    fn cookie(&self, name: &str) -> Option<Cow<'_, str>> {
        let (_, value) = cookies::pairs(self.parts).find(|(known, _)| *known == name)?;
        let decoded = value.contains('%').then(|| percent::decode(value)).flatten();
        Some(decoded.map_or(Cow::Borrowed(value), Cow::Owned))
    }

    /// Joins the lines of a repeated header.
    fn header(&self, name: &str) -> Option<Cow<'_, str>> {
        let mut lines = self.parts.headers.get_all(name).iter();
        let first = lines.next()?.as_bytes();
        // Decoding without losses is faster, and nearly always possible.
        let mut text = std::str::from_utf8(first).map_or_else(|_| String::from_utf8_lossy(first), Cow::Borrowed);
        for line in lines {
            let text = text.to_mut();
            text.push_str(", ");
            text.push_str(&String::from_utf8_lossy(line.as_bytes()));
        }
        Some(text)
    }

    fn body(&self) -> Cow<'_, str> {
        Cow::Borrowed("")
    }
}
