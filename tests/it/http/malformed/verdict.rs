//! The conditions that every answer must meet.

use http::StatusCode;
use serde_json::Value;
use url::Url;

use super::API_KEY;
use super::request::Strange;
use crate::support::{ADMIN_TOKEN, MASTER_KEY, Reply, SECRET};

/// Our own host, and the only other host that the rooms name.
const HOSTS: [&str; 2] = ["queue.example", "shop.example"];
const OURS: &str = "https://queue.example/";
const SECRETS: [&str; 4] = [ADMIN_TOKEN, SECRET, MASTER_KEY, API_KEY];
/// Attributes with links or resources of a page.
const LEADING: [&str; 3] = [" href=\"", " src=\"", " action=\""];

/// Returns a description of the fault of an answer, if it has one.
pub(super) fn of(asked: &Strange, reply: &Reply) -> Result<(), String> {
    let text = String::from_utf8_lossy(&reply.body);
    let reported = |wrong: String| Err(format!("{wrong}\n{} {:?}\n{text}", reply.status, reply.headers));
    if reply.status.is_server_error() && !is_designed(reply) {
        return reported("a failure of ours".to_owned());
    }
    if asked.is_admin() && reply.status.is_success() {
        return reported("the operators' API answers a stranger".to_owned());
    }
    let location = reply.headers.get("location");
    let location = location.map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let links = location.into_iter().chain(links(reply, &text));
    if let Some(foreign) = links.into_iter().find(|link| !is_allowed(link)) {
        return reported(format!("leads to {foreign}"));
    }
    let headers = format!("{:?}", reply.headers);
    match SECRETS
        .iter()
        .find(|secret| text.contains(*secret) || headers.contains(*secret))
    {
        Some(secret) => reported(format!("tells {secret}")),
        None => Ok(()),
    }
}

/// Answers during an outage or overload contain the time after which to try again.
fn is_designed(reply: &Reply) -> bool {
    reply.status == StatusCode::SERVICE_UNAVAILABLE && !reply.header("retry-after").is_empty()
}

/// Returns every link in an answer.
fn links(reply: &Reply, text: &str) -> Vec<String> {
    let kind = reply.header("content-type");
    if kind.starts_with("text/html") {
        let refreshed = after_each(text, " content=\"");
        let refreshed = refreshed.filter_map(|content| Some(content.split_once("url=")?.1.to_owned()));
        let leading = LEADING.iter().flat_map(|mark| after_each(text, mark));
        leading.chain(refreshed).collect()
    } else if kind.contains("javascript") {
        let written = after_each(text, "Url\":\"");
        written
            .filter_map(|url| serde_json::from_str(&format!("\"{url}\"")).ok())
            .collect()
    } else if kind.contains("json") {
        serde_json::from_str(text).map_or_else(|_| Vec::new(), |value| urls(&value))
    } else if kind.starts_with("text/javascript") {
        handed_over(text).map_or_else(Vec::new, |value| urls(&value))
    } else {
        Vec::new()
    }
}

/// Returns the object that a script passes to the page's client.
fn handed_over(script: &str) -> Option<Value> {
    let (_, object) = script.split_once(".enqueue(")?;
    serde_json::from_str(object.strip_suffix(");\n")?).ok()
}

fn after_each<'a>(page: &'a str, mark: &'a str) -> impl Iterator<Item = String> + 'a {
    let values = page.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
    values.map(|value| value.replace("&#38;", "&").replace("&amp;", "&"))
}

/// Returns the values of members whose names denote URLs.
fn urls(value: &Value) -> Vec<String> {
    match value {
        Value::Object(members) => members
            .iter()
            .flat_map(|(name, value)| match value.as_str() {
                Some(url) if name.to_ascii_lowercase().ends_with("url") => vec![url.to_owned()],
                _ => urls(value),
            })
            .collect(),
        Value::Array(items) => items.iter().flat_map(urls).collect(),
        _ => Vec::new(),
    }
}

/// Interprets a link as browsers do, including backslashes, missing schemes and user names.
fn is_allowed(link: &str) -> bool {
    let ours = Url::parse(OURS).expect("a URL");
    ours.join(link).is_ok_and(|url| {
        let is_web = ["http", "https"].contains(&url.scheme());
        is_web && url.host_str().is_some_and(|host| HOSTS.contains(&host))
    })
}
