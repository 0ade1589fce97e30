//! The final target of a visitor: `t` from the link if it points to an allowed host, else the
//! room's own target with its `{key}`s filled.
//!
//! A room never redirects to a host that it does not name: whatever a link says, visitors leave the
//! waiting room for the room's own site. URLs are parsed as browsers parse them (WHATWG) and passed
//! on in parsed form, so that server and browser cannot read a spelling differently.

use std::fmt;
use std::str::FromStr;

use crowdhandler::DomainPattern;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

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
    /// One host, with a port if only that port is meant.
    Exact { host: String, port: Option<u16> },
    /// Every host that the domain covers, with any port.
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
        let url = Url::parse(&format!("http://{text}/")).map_err(|_| error())?;
        let bare = url.path() == "/" && url.query().is_none() && !has_credentials(&url);
        let port = text.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        match url.host_str() {
            Some(host) if bare => Ok(Self::exact(host, port)),
            _ => Err(error()),
        }
    }
}

impl fmt::Display for TargetHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            HostRule::Exact { host, port: None } => f.write_str(host),
            HostRule::Exact { host, port: Some(port) } => write!(f, "{host}:{port}"),
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
    fn exact(host: &str, port: Option<u16>) -> Self {
        let host = host.to_owned();
        Self(HostRule::Exact { host, port })
    }

    /// Whether a URL points to this host.
    #[must_use]
    pub fn holds(&self, url: &Url) -> bool {
        let Some(of_url) = url.host_str() else { return false };
        match &self.0 {
            HostRule::Exact { host, port } => {
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
        let url = web_url(&self.fill(|_| Some("x".to_owned()))).expect("checked when it was made");
        TargetHost::exact(url.host_str().unwrap_or_default(), url.port())
    }

    /// The template's own host, if it is not among `hosts`. A host with a placeholder depends on
    /// the visitor's link, and is checked when it is filled.
    #[must_use]
    pub(crate) fn outside(&self, hosts: &[TargetHost]) -> Option<TargetHost> {
        let filled = |text: &str| web_url(&self.fill(|_| Some(text.to_owned())));
        let (one, other) = (filled("x")?, filled("y")?);
        let is_fixed = one.host_str() == other.host_str();
        (is_fixed && !hosts.iter().any(|host| host.holds(&one))).then(|| self.host())
    }

    /// Whether the target is a plain http address.
    #[must_use]
    pub fn is_plain_http(&self) -> bool {
        web_url(&self.fill(|_| Some("x".to_owned()))).is_some_and(|url| url.scheme() == "http")
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
    let text = asked.map_or_else(|| own.fill(value), str::to_owned);
    let url = web_url(&text).ok_or(ForeignTarget)?;
    let named = hosts.iter().any(|host| host.holds(&url)) || (asked.is_none() && own.host().holds(&url));
    if named { Ok(url.into()) } else { Err(ForeignTarget) }
}

/// Whether a page at this address belongs to a room's own site: to one of its hosts, or to its own
/// target's host. Over https, a page that came over plain http does not, unless the room's own
/// target is http, because anybody on the network path can write such a page.
#[must_use]
pub fn is_page_of(own: &TargetTemplate, hosts: &[TargetHost], page: &Url, over_https: bool) -> bool {
    let is_named = hosts.iter().any(|host| host.holds(page)) || own.host().holds(page);
    let is_safe = match page.scheme() {
        "https" => true,
        "http" => !over_https || own.is_plain_http(),
        _ => false,
    };
    is_named && is_safe
}

/// An absolute http or https URL without credentials.
fn web_url(text: &str) -> Option<Url> {
    if text.len() > TARGET_BYTES_MAX {
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
mod tests {
    use super::*;

    fn choose_for(hosts: &[&str], asked: Option<&str>) -> Result<String, ForeignTarget> {
        let hosts: Vec<TargetHost> = hosts.iter().map(|host| host.parse().expect("a host")).collect();
        let own = "https://shop.example/{show}?a=1".parse().expect("a template");
        choose(&own, &hosts, asked, |key| (key == "show").then(|| "a b/&".to_owned()))
    }

    #[test]
    fn the_rooms_own_target_is_filled_and_escaped() {
        assert_eq!(
            choose_for(&["shop.example"], None),
            Ok("https://shop.example/a%20b%2F%26?a=1".to_owned())
        );
    }

    #[test]
    fn a_target_without_holes_is_everybodys() {
        let own: TargetTemplate = "HTTPS://Shop.example".parse().expect("a template");
        let nobody = |_: &str| None;
        assert_eq!(choose(&own, &[], None, nobody), Ok("https://shop.example/".to_owned()));
        assert_eq!(
            choose(&own, &[], Some("https://shop.example/"), nobody),
            Err(ForeignTarget)
        );
    }

    #[test]
    fn a_link_may_point_to_allowed_hosts_alone() {
        let hosts = &["shop.example", "127.0.0.1:8081"];
        for good in [
            "https://shop.example/x?y#z",
            "http://SHOP.example:8443/",
            "http://127.0.0.1:8081/product",
        ] {
            assert!(choose_for(hosts, Some(good)).is_ok(), "{good}");
        }
        let bad = [
            "https://evil.example/",
            "https://shop.example.evil.example/",
            "https://shop.example@evil.example/",
            "https://user@shop.example/",
            "//evil.example/",
            "/relative",
            "javascript:alert(1)",
            "https:\\\\evil.example\\@shop.example",
            "http://127.0.0.1:8082/",
            "https://evil.example\\.shop.example/",
            "",
        ];
        for bad in bad {
            assert_eq!(choose_for(hosts, Some(bad)), Err(ForeignTarget), "{bad}");
        }
        assert_eq!(
            choose_for(hosts, Some(&format!("https://shop.example/{}", "x".repeat(5_000)))),
            Err(ForeignTarget)
        );
    }

    #[test]
    fn a_value_cannot_move_the_target_to_another_host() {
        let own: TargetTemplate = "https://{brand}.shop.example/".parse().expect("a template");
        let hosts = ["a.shop.example".parse().expect("a host")];
        let value = |brand: &'static str| move |_: &str| Some(brand.to_owned());
        assert!(choose(&own, &hosts, None, value("a")).is_ok());
        assert_eq!(choose(&own, &hosts, None, value("evil.example/")), Err(ForeignTarget));
    }

    #[test]
    fn a_rooms_own_pages_are_known_by_host_port_and_scheme() {
        let own: TargetTemplate = "https://shop.example/{show}".parse().expect("a template");
        let plain: TargetTemplate = "http://shop.example/".parse().expect("a template");
        let hosts = ["www.shop.example", "127.0.0.1:8081"].map(|host| host.parse().expect("a host"));
        let is_ours = |own, page: &str, over_https| {
            let page = Url::parse(page).expect("an address");
            is_page_of(own, &hosts, &page, over_https)
        };
        for page in [
            "https://shop.example",
            "https://www.shop.example:8443/x",
            "https://127.0.0.1:8081",
        ] {
            assert!(is_ours(&own, page, true), "{page}");
        }
        for page in [
            "http://shop.example",
            "https://127.0.0.1:8082",
            "https://evil.example",
            "https://shop.example.evil.example",
            "ftp://shop.example",
        ] {
            assert!(!is_ours(&own, page, true), "{page}");
        }
        assert!(
            is_ours(&own, "http://shop.example", false),
            "neither is safer than the other"
        );
        assert!(
            is_ours(&plain, "http://www.shop.example", true),
            "the operator's own choice"
        );
    }

    #[test]
    fn a_domain_holds_its_hosts_and_no_others() {
        let domain = |text: &str| TargetHost::from(text.parse::<DomainPattern>().expect("a domain"));
        let hosts = [
            domain("https://www.shop.example"),
            domain("https://*.tickets.example:8443"),
        ];
        let own = "https://shop.example/".parse().expect("a template");
        let chosen = |asked: &str| choose(&own, &hosts, Some(asked), |_| None).is_ok();
        for good in [
            "https://www.shop.example/x?y#z",
            "https://shop.example:8443/",
            "http://a.b.TICKETS.example./",
        ] {
            assert!(chosen(good), "{good}");
        }
        for bad in [
            "https://m.shop.example/",
            "https://tickets.example/",
            "https://a.tickets.example.evil.example/",
            "https://evil.example\\.tickets.example/",
            "https://evil.example/.tickets.example/",
            "https://eviltickets.example/",
            "https://a.tickets.example@evil.example/",
            "//a.tickets.example/",
        ] {
            assert!(!chosen(bad), "{bad}");
        }
        assert_eq!(hosts[1].to_string(), "https://*.tickets.example:8443");
        assert!(hosts[1].can_be("a.tickets.example") && !hosts[1].can_be("shop.example"));
        assert!(hosts[1].can_contain("anything") && hosts[0].can_contain("shop") && !hosts[0].can_contain("tickets"));
    }

    #[test]
    fn configured_targets_are_checked() {
        assert!("shop.example/{x}".parse::<TargetTemplate>().is_err());
        assert!("shop.example/path".parse::<TargetHost>().is_err());
        assert!("".parse::<TargetHost>().is_err());
        for credentials in ["me@shop.example", "me:pw@shop.example", ":pw@shop.example"] {
            assert!(credentials.parse::<TargetHost>().is_err(), "{credentials}");
        }
    }
}
