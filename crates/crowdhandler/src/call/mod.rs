//! The call by which an integration asks about a visitor: its fields in a JSON body, a form or a
//! query.
//!
//! Only the fields below are read; all other fields are left out. The caller bounds the length of
//! bodies and queries, and takes from the connection the values that the call does not contain.

mod fields;

use std::fmt;
use std::net::{IpAddr, SocketAddr};

pub(crate) use fields::CallFields;
pub use fields::FieldsError;

use crate::call_url::{CallUrl, CallUrlError};
use crate::parameters;

/// Why a call cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum VisitCallError {
    /// The body is neither JSON nor form.
    #[error(transparent)]
    Body(#[from] FieldsError),
    /// An `ip` without text; the field can be missing.
    #[error("ip must not be empty")]
    EmptyIp,
    /// The call names neither a page nor a room.
    #[error("url or slug is required")]
    NoSubject,
    /// A `url` that is not a page's.
    #[error(transparent)]
    Url(#[from] CallUrlError),
}

/// The fields of a call. Empty ones count as absent, except the address.
///
/// `Debug` shows the room alone: address, page and code must not reach a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct VisitCall {
    /// The page that the visitor asks for, without `ch-*` parameters. If it is `None`, there is a
    /// slug.
    pub url: Option<CallUrl>,
    /// The room whose page asks, by its slug.
    pub slug: Option<String>,
    /// The visitor's address as the integration writes it; never empty.
    pub ip: Option<String>,
    /// The visitor's user agent.
    pub agent: Option<String>,
    /// The visitor's languages: the whole `Accept-Language` or its first entry.
    pub lang: Option<String>,
    /// The priority or access code: the field `code`, or else `ch-code` inside `url`.
    pub code: Option<String>,
    /// Whether our own static page asks, which shows more than other clients need: the field
    /// `page`, with any value.
    pub is_page: bool,
    /// The page to which our static page finally sends the visitor: the field `return`, without
    /// `ch-*` parameters. `None` also for a text that is not the URL of a page.
    pub return_to: Option<CallUrl>,
}

impl VisitCall {
    /// Creates the call of a room's page for the visitor who opens it.
    #[must_use]
    pub fn of_slug(slug: &str, code: Option<&str>) -> Self {
        Self {
            url: None,
            slug: Some(slug.to_owned()),
            ip: None,
            agent: None,
            lang: None,
            code: code.map(str::to_owned),
            is_page: false,
            return_to: None,
        }
    }

    /// Reads the body of a POST as JSON or form.
    ///
    /// # Errors
    /// Returns an error if the body cannot be read, or names neither a page nor a room.
    pub fn from_body(content_type: Option<&str>, body: &[u8]) -> Result<Self, VisitCallError> {
        Self::new(&CallFields::from_body(content_type, body)?)
    }

    /// Reads the query of a GET, without its question mark.
    ///
    /// # Errors
    /// Returns an error if the query names neither a page nor a room.
    pub fn from_query(query: &str) -> Result<Self, VisitCallError> {
        Self::new(&CallFields::from_query(query))
    }

    /// Returns the visitor's address, if the call names one address and nothing else. It may have a
    /// port, which some proxies add. An IPv4-mapped IPv6 address is the IPv4 address.
    pub fn address(&self) -> Option<IpAddr> {
        let text = self.ip.as_deref()?.trim();
        let with_port = || text.parse().map(|peer: SocketAddr| peer.ip());
        let address: IpAddr = text.parse().or_else(|_| with_port()).ok()?;
        Some(address.to_canonical())
    }

    fn new(fields: &CallFields) -> Result<Self, VisitCallError> {
        let own = |name| fields.get(name).map(str::to_owned);
        if fields.get_also_empty("ip") == Some("") {
            return Err(VisitCallError::EmptyIp);
        }
        let url = fields.get("url");
        let slug = own("slug");
        if url.is_none() && slug.is_none() {
            return Err(VisitCallError::NoSubject);
        }
        Ok(Self {
            url: url.map(str::parse).transpose()?,
            slug,
            ip: own("ip"),
            agent: own("agent"),
            lang: own("lang"),
            code: own("code").or_else(|| parameters::code(url?)),
            is_page: fields.get("page").is_some(),
            return_to: fields.get("return").and_then(|url| url.parse().ok()),
        })
    }
}

impl fmt::Debug for VisitCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VisitCall")
            .field("slug", &self.slug)
            .finish_non_exhaustive()
    }
}
