//! `[push]`: the connection of this process to the push services of browsers. It belongs to the
//! process like `[server]`, so the admin API does not change it. This module also reads a room's
//! keys about web push.

use std::fmt;
use std::path::PathBuf;

use protocol::Minutes;
use serde::Deserialize;
use url::{Host, Url};

use super::whole;
use crate::config::ConfigProblems;
use crate::config::joining::oidc::is_safe_address;

/// The maximum number of web pushes per minute that can be configured.
const PER_MINUTE_MAX: i64 = 100_000;
/// The default number of web pushes per minute over all nodes.
const PER_MINUTE_DEFAULT: i64 = 3_000;
/// The maximum number of further push services.
const HOSTS_MAX: usize = 20;

/// The default time before the turn at which a web push is sent, minutes.
const PUSH_MINUTES_DEFAULT: i64 = 3;
/// The longest such time, minutes.
const PUSH_MINUTES_MAX: i64 = 120;

/// The connection to push services.
#[derive(Clone, PartialEq, Eq)]
pub struct PushSettings {
    /// The operator's address for push services, a `mailto:` or `https:` URL.
    pub contact: String,
    /// The hosts of push services besides those of the usual browsers.
    pub hosts: Vec<String>,
    /// The proxy through which push services are reached; default the one that the environment
    /// names, or none.
    pub proxy: Option<Url>,
    /// The certificate authorities that are trusted in place of the machine's.
    pub ca_file: Option<PathBuf>,
    /// The maximum number of web pushes per minute over all nodes.
    pub per_minute: u32,
}

impl fmt::Debug for PushSettings {
    /// Omits the proxy's address, which can contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushSettings")
            .field("contact", &self.contact)
            .field("hosts", &self.hosts)
            .field("proxy", &self.proxy.is_some())
            .field("ca_file", &self.ca_file)
            .field("per_minute", &self.per_minute)
            .finish()
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct RawPush {
    contact: String,
    #[serde(default)]
    hosts: Vec<String>,
    proxy: Option<String>,
    #[schema(value_type = Option<String>)]
    ca_file: Option<PathBuf>,
    per_minute: Option<i64>,
}

impl RawPush {
    pub(in crate::config) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<PushSettings> {
        let contact = problems.take("contact", contact(&self.contact));
        if self.hosts.len() > HOSTS_MAX {
            problems.add("hosts", format!("at most {HOSTS_MAX} hosts"));
        }
        let hosts = self.hosts.iter().enumerate();
        let hosts: Vec<Option<String>> = hosts
            .map(|(index, text)| problems.take(&format!("hosts[{index}]"), host(text)))
            .collect();
        let proxy = problems.take("proxy", self.proxy.as_deref().map(proxy).transpose());
        let per_minute = self.per_minute.unwrap_or(PER_MINUTE_DEFAULT);
        let per_minute = problems.take("per_minute", whole(per_minute, PER_MINUTE_MAX));
        Some(PushSettings {
            contact: contact?,
            hosts: hosts.into_iter().collect::<Option<_>>()?,
            proxy: proxy?,
            ca_file: self.ca_file,
            per_minute: per_minute?,
        })
    }
}

fn contact(text: &str) -> Result<String, String> {
    let url = Url::parse(text).ok();
    let is_one = url.is_some_and(|url| match url.scheme() {
        "mailto" => url.path().contains('@'),
        "https" => url.has_host(),
        _ => false,
    });
    is_one.then(|| text.to_owned()).ok_or_else(|| {
        format!(
            "{text:?} is no address of yours, such as \"mailto:ops@example.com\" or \"https://example.com/contact\""
        )
    })
}

/// Reads the host of a push service: a name, since visitors' browsers name the services to connect
/// to.
fn host(text: &str) -> Result<String, String> {
    let host = Host::parse(text).ok();
    let name = host.and_then(|host| match host {
        Host::Domain(name) => Some(name),
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    });
    name.filter(|name| name.contains('.') && !name.starts_with('.') && !name.ends_with('.'))
        .ok_or_else(|| format!("{text:?} is no host of a push service, such as \"push.example.com\""))
}

fn proxy(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).ok();
    let fits = |url: &Url| {
        matches!(url.scheme(), "http" | "https") && url.has_host() && url.path() == "/" && url.query().is_none()
    };
    let url = url.filter(fits);
    // Never shows the text, which can contain a password.
    let url = url.ok_or_else(|| "an address such as \"http://proxy.example.com:3128\" is wanted".to_owned())?;
    let has_password = url.password().is_some();
    match !has_password || is_safe_address(&url) {
        true => Ok(url),
        false => Err("everybody on the way could read the password: take an https address".to_owned()),
    }
}

/// How long before the turn a web push is sent, if the room sends any.
pub(in crate::config) fn push_lead(sends: bool, minutes: Option<i64>) -> Result<Option<Minutes>, String> {
    match (sends, minutes) {
        (false, None) => Ok(None),
        (false, Some(_)) => Err("the room sends no web push; set push = true, or take this key out".to_owned()),
        (true, minutes) => {
            let minutes = whole(minutes.unwrap_or(PUSH_MINUTES_DEFAULT), PUSH_MINUTES_MAX)?;
            Ok(Minutes::new(minutes))
        }
    }
}
