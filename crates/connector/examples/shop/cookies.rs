//! The shop's own two cookies: the basket, and the last order for its "thank you" page.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::basket::Basket;

/// A cookie that holds a [`Basket`].
#[derive(Debug, Clone, Copy)]
pub(crate) enum Jar {
    Basket,
    Order,
}

impl Jar {
    const fn name(self) -> &'static str {
        match self {
            Self::Basket => "shop_basket",
            Self::Order => "shop_order",
        }
    }

    /// Reads the cookie; empty if there is none.
    pub(crate) fn read(self, headers: &HeaderMap) -> Basket {
        let lines = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|line| line.to_str().ok());
        let mut pairs = lines
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs
            .find(|(name, _)| *name == self.name())
            .map(|(_, value)| Basket::parse(value))
            .unwrap_or_default()
    }

    /// Returns the `Set-Cookie` header; an empty basket deletes the cookie.
    pub(crate) fn write(self, basket: &Basket) -> HeaderValue {
        let lifetime = if basket.is_empty() {
            "; Max-Age=0"
        } else {
            "; Max-Age=3600"
        };
        let text = format!(
            "{}={}; Path=/; HttpOnly; SameSite=Lax{lifetime}",
            self.name(),
            basket.to_text()
        );
        HeaderValue::try_from(text).expect("a basket's text is letters, digits, hyphens and dots")
    }
}
