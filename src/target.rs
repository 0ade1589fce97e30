//! The final target of a visitor: `t` from the link if it points to an allowed host, else the
//! room's own target with its `{key}`s filled.
//!
//! A room never redirects to a host that it does not name: whatever a link contains, visitors leave
//! the waiting room for the room's own site. URLs are parsed as browsers parse them (WHATWG) and
//! passed on in parsed form, so that server and browser cannot read a spelling differently; a
//! backslash before the query, which programs read differently, is refused.
//!
//! The redirect carries a token, so it also goes to no other server on that host, and not over the
//! network in clear text: a link gets https on the standard port, the scheme and port of a host's
//! entry, or those of the room's own target. Sites behind a proxy that terminates TLS name their
//! own pages with `http://`; on the standard port such a link is raised to https. Addresses of the
//! machine itself are used with any scheme and port.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crowdhandler::DomainPattern;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::{Host, Url};

/// The longest accepted target URL, bytes.
pub const TARGET_BYTES_MAX: usize = 4_096;

/// Characters that are escaped in template values: all except the unreserved ones of RFC 3986.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A host to which visitors can be sent. Texts give single hosts; a room that CrowdHandler's API
/// sees also has the domains of its pool, which can have wildcards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetHost(HostRule);

#[derive(Debug, Clone, PartialEq, Eq)]
enum HostRule {
    /// One host, with a port if only that port is allowed, and whether links can name it with http.
    Exact {
        host: String,
        port: Option<u16>,
        is_plain: bool,
    },
    /// Every host that the domain covers.
    Domain(DomainPattern),
}

/// A target URL with `{key}` placeholders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetTemplate {
    text: String,
    /// The parsed URL if there are no placeholders: equal for all visitors.
    fixed: Option<String>,
}

/// The reason why a configured target is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// The text is not a host.
    #[error("{0:?} is not a host, such as \"shop.example\" or \"127.0.0.1:8081\"")]
    Host(String),
    /// The text is not an absolute http or https URL.
    #[error("{0:?} is not an absolute http or https URL")]
    Url(String),
}

/// The target points outside the allowed hosts, or is not a valid URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForeignTarget;

impl FromStr for TargetHost {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let error = || TargetError::Host(text.to_owned());
        let (named, is_plain) = match text.strip_prefix("http://") {
            Some(named) => (named, true),
            None => (text, false),
        };
        let url = Url::parse(&format!("http://{named}/")).map_err(|_| error())?;
        let bare = url.path() == "/" && url.query().is_none() && !has_credentials(&url);
        let port = named.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        match url.host_str() {
            Some(host) if bare => Ok(Self::exact(host, port, is_plain)),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for TargetHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            HostRule::Exact { host, port, is_plain } => {
                f.write_str(if *is_plain { "http://" } else { "" })?;
                f.write_str(host)?;
                port.map_or(Ok(()), |port| write!(f, ":{port}"))
            }
            HostRule::Domain(domain) => write!(f, "{domain}"),
        }
    }
}

impl From<DomainPattern> for TargetHost {
    fn from(domain: DomainPattern) -> Self {
        Self(HostRule::Domain(domain))
    }
}

impl TargetHost {
    fn exact(host: &str, port: Option<u16>, is_plain: bool) -> Self {
        let host = host.to_owned();
        Self(HostRule::Exact { host, port, is_plain })
    }

    /// Whether a link to a room with the target `own`, if there is a room, can lead to a URL.
    fn allows(&self, own: Option<&Url>, url: &Url) -> bool {
        if !self.holds(url) {
            return false;
        }
        let is_plain = match &self.0 {
            HostRule::Exact { is_plain, .. } => *is_plain,
            HostRule::Domain(domain) => domain.is_plain(),
        };
        let is_safe = url.scheme() == "https" || is_plain || own.is_some_and(|own| own.scheme() == "http");
        is_safe && self.has_port(own, url) || is_this_machine(url)
    }

    /// Whether a URL on this host leads to the site and not to another server of the same host: to
    /// the standard port, this entry's, or that of the room's target.
    fn has_port(&self, own: Option<&Url>, url: &Url) -> bool {
        let port = match &self.0 {
            HostRule::Exact { port, .. } => *port,
            HostRule::Domain(domain) => domain.port(),
        };
        [None, port, own.and_then(Url::port)].contains(&url.port())
    }

    /// Whether a URL points to this host.
    #[must_use]
    pub fn holds(&self, url: &Url) -> bool {
        let Some(of_url) = url.host_str() else { return false };
        match &self.0 {
            HostRule::Exact { host, port, .. } => {
                let same_port = port.is_none_or(|port| url.port_or_known_default() == Some(port));
                same_port && of_url == host
            }
            HostRule::Domain(domain) => domain.matches(of_url),
        }
    }

    /// Whether pages on a host, given in lower case and without a port, can be on this one,
    /// whatever their port.
    #[must_use]
    pub fn can_be(&self, page: &str) -> bool {
        match &self.0 {
            HostRule::Exact { host, .. } => host.eq_ignore_ascii_case(page),
            HostRule::Domain(domain) => domain.matches(page),
        }
    }

    /// Whether a page whose host contains this text, in lower case, can be on this one.
    #[must_use]
    pub fn can_contain(&self, piece: &str) -> bool {
        match &self.0 {
            HostRule::Exact { host, .. } => host.to_ascii_lowercase().contains(piece),
            // A wildcard stands for any text.
            HostRule::Domain(domain) => {
                let domain = domain.as_str().to_ascii_lowercase();
                domain.contains('*') || domain.contains(piece)
            }
        }
    }
}

impl FromStr for TargetTemplate {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let mut template = Self {
            text: text.to_owned(),
            fixed: None,
        };
        let filled = template.fill(|_| Some("x".to_owned()));
        let url = web_url(&filled).ok_or_else(|| TargetError::Url(text.to_owned()))?;
        template.fixed = (filled == text).then(|| url.into());
        Ok(template)
    }
}

impl fmt::Display for TargetTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl TargetTemplate {
    /// The template's own host, with its port if it names one.
    #[must_use]
    pub fn host(&self) -> TargetHost {
        let url = self.example();
        TargetHost::exact(url.host_str().unwrap_or_default(), url.port(), url.scheme() == "http")
    }

    /// The template's own host, if it is not among `hosts`. A host with a placeholder depends on
    /// the visitor's link, and is checked when it is filled.
    #[must_use]
    pub(crate) fn outside(&self, hosts: &[TargetHost]) -> Option<TargetHost> {
        let is_listed = hosts.iter().any(|host| host.holds(&self.example()));
        (self.has_fixed_host() && !is_listed).then(|| self.host())
    }

    /// Whether all visitors are sent to the same host, regardless of their links.
    #[must_use]
    pub(crate) fn has_fixed_host(&self) -> bool {
        let other = web_url(&self.fill(|_| Some("y".to_owned())));
        other.is_some_and(|other| other.host_str() == self.example().host_str())
    }

    /// The domain of the site; `None` if the template names an address, or if the host depends on
    /// the visitor's link.
    #[must_use]
    pub(crate) fn domain(&self) -> Option<String> {
        match self.example().host() {
            Some(Host::Domain(domain)) if self.has_fixed_host() => Some(domain.to_owned()),
            _ => None,
        }
    }

    /// Whether the target is a plain http address.
    #[must_use]
    pub fn is_plain_http(&self) -> bool {
        self.example().scheme() == "http"
    }

    /// The target of a visitor with example values.
    fn example(&self) -> Url {
        web_url(&self.fill(|_| Some("x".to_owned()))).expect("checked when it was made")
    }

    /// Fills the placeholders with percent-encoded values; a key without a value becomes empty.
    pub fn fill(&self, value: impl Fn(&str) -> Option<String>) -> String {
        let mut filled = String::with_capacity(self.text.len());
        let mut rest = self.text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let Some((key, behind)) = after.split_once('}') else {
                break;
            };
            filled.push_str(before);
            filled.extend(utf8_percent_encode(&value(key).unwrap_or_default(), VALUE));
            rest = behind;
        }
        filled.push_str(rest);
        filled
    }
}

/// Chooses the target of one visitor.
///
/// # Errors
/// If the target points to a host that the room does not name, or is not a valid URL.
pub fn choose(
    own: &TargetTemplate,
    hosts: &[TargetHost],
    asked: Option<&str>,
    value: impl Fn(&str) -> Option<String>,
) -> Result<String, ForeignTarget> {
    if let (None, Some(fixed)) = (asked, &own.fixed) {
        return Ok(fixed.clone());
    }
    let Some(asked) = asked else {
        let url = web_url(&own.fill(value)).ok_or(ForeignTarget)?;
        let is_named = hosts.iter().any(|host| host.holds(&url)) || own.host().holds(&url);
        return is_named.then(|| url.into()).ok_or(ForeignTarget);
    };
    let url = web_url(&linked(Some(own), hosts, asked)?).ok_or(ForeignTarget)?;
    Ok(url.into())
}

/// The address that a link names, as the link writes it, if visitors can be sent there; raised to
/// https if only https is allowed. `own` is the target of the room, if there is one.
///
/// # Errors
/// If it points to a server that is none of `hosts`, or is not a valid URL.
pub fn linked<'a>(
    own: Option<&TargetTemplate>,
    hosts: &[TargetHost],
    asked: &'a str,
) -> Result<Cow<'a, str>, ForeignTarget> {
    let own = own.map(TargetTemplate::example);
    let is_allowed = |text: &str| {
        let url = web_url(text).ok_or(ForeignTarget)?;
        Ok(hosts.iter().any(|host| host.allows(own.as_ref(), &url)))
    };
    if is_allowed(asked)? {
        return Ok(Cow::Borrowed(asked));
    }
    let raised = raised(asked).ok_or(ForeignTarget)?;
    match is_allowed(&raised)? {
        true => Ok(Cow::Owned(raised)),
        false => Err(ForeignTarget),
    }
}

/// A URL on the standard port of http as the same one over https; `None` for all others.
pub(crate) fn raised(text: &str) -> Option<String> {
    let url = web_url(text).filter(|url| url.scheme() == "http" && url.port().is_none())?;
    let (_, rest) = text.split_once(':')?;
    // An explicit port 80 is not a port of https.
    let is_standard = Url::parse(&format!("https:{rest}")).is_ok_and(|url| url.port().is_none());
    (is_standard && url.has_host()).then(|| format!("https:{rest}"))
}

/// Whether a URL leads nowhere but to the browser's own machine.
fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// Whether a page at this address belongs to a room's own site: to one of its hosts, or to its own
/// target's host, on a port to which the room would send its visitors. If the room is served over
/// https, a page that was loaded over plain http does not belong to it, unless the room's own
/// target is http, because any attacker on the network path can write such a page.
#[must_use]
pub fn is_page_of(own: &TargetTemplate, hosts: &[TargetHost], page: &Url, over_https: bool) -> bool {
    let (own_host, example) = (own.host(), own.example());
    let mut named = hosts.iter().chain([&own_host]).filter(|host| host.holds(page));
    let is_named = named.any(|host| host.has_port(Some(&example), page) || is_this_machine(page));
    let is_safe = match page.scheme() {
        "https" => true,
        "http" => !over_https || own.is_plain_http(),
        _ => false,
    };
    is_named && is_safe
}

/// An absolute http or https URL without credentials, and without a backslash before its query:
/// browsers read one as a slash, and other programs as part of a name, such as
/// `https://shop.example\@evil.example/`.
fn web_url(text: &str) -> Option<Url> {
    let (address, _) = text.split_once(['?', '#']).unwrap_or((text, ""));
    if text.len() > TARGET_BYTES_MAX || address.contains('\\') {
        return None;
    }
    let url = Url::parse(text).ok()?;
    let web = matches!(url.scheme(), "http" | "https") && !has_credentials(&url);
    web.then_some(url)
}

fn has_credentials(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

#[cfg(test)]
mod tests;
