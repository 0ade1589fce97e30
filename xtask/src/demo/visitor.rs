//! A simulated visitor: enters, polls at the interval in the answers, and follows the redirect. It
//! uses public HTTP only.

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use super::client::DemoClient;

/// Limits on the interval in an answer, so that a wrong answer neither makes the crowd spin nor
/// stops it.
const POLL_MS_MIN: u64 = 200;
const POLL_MS_MAX: u64 = 60_000;

/// A place in line, with everything needed to resume it later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Place {
    /// The page's query, without the question mark.
    query: String,
    /// The cookie that holds the place.
    cookie: Option<String>,
}

/// The action that a poll's answer asks for.
#[derive(Debug, PartialEq, Eq)]
enum PollResult {
    Poll(Duration),
    Go(String),
    /// The place is no longer valid; the visitor enters again.
    Lost,
}

/// The fields of the answer that a visitor without a page needs.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PollStatus {
    update_interval: Option<u64>,
    redirect_url: Option<String>,
}

/// Enters the line like a browser on its first visit, and loads the page.
pub(super) async fn enter(client: &DemoClient, queue_url: &str, entry: &str) -> Result<Place> {
    let answer = client.get(&format!("{queue_url}{entry}"), None).await?;
    let location = answer
        .location()
        .with_context(|| format!("entering was answered {}", answer.status))?;
    let place = Place {
        query: query_of(location)
            .context("the page's address has no query")?
            .to_owned(),
        cookie: answer.cookie().map(str::to_owned),
    };
    let page = client
        .get(&format!("{queue_url}/?{}", place.query), place.cookie.as_deref())
        .await?;
    ensure!(page.status.is_success(), "the page was answered {}", page.status);
    Ok(place)
}

/// Polls until the visitor's turn and follows the redirect; returns `Ok(false)` if the place was
/// lost.
pub(super) async fn wait_and_go(client: &DemoClient, queue_url: &str, place: &Place) -> Result<bool> {
    let poll = format!("{queue_url}/api/getStatus?{}", place.query);
    loop {
        let answer = client.get(&poll, place.cookie.as_deref()).await?;
        match next(answer.status.as_u16(), &answer.body)? {
            PollResult::Poll(after) => tokio::time::sleep(after).await,
            PollResult::Lost => return Ok(false),
            PollResult::Go(url) => {
                let target = client.get(&url, None).await?;
                ensure!(
                    !target.status.is_server_error(),
                    "the target was answered {}",
                    target.status
                );
                return Ok(true);
            }
        }
    }
}

fn next(status: u16, body: &[u8]) -> Result<PollResult> {
    match status {
        200 => {}
        403 | 404 | 410 => return Ok(PollResult::Lost),
        other => bail!("a poll was answered {other}"),
    }
    let status: PollStatus = serde_json::from_slice(body).context("the answer to a poll is no status")?;
    if let Some(url) = status.redirect_url {
        return Ok(PollResult::Go(url));
    }
    let told = status
        .update_interval
        .context("the answer to a poll tells no interval")?;
    Ok(PollResult::Poll(Duration::from_millis(
        told.clamp(POLL_MS_MIN, POLL_MS_MAX),
    )))
}

fn query_of(location: &str) -> Option<&str> {
    let (_, query) = location.split_once('?')?;
    Some(query.split('#').next().unwrap_or(query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poll_says_what_is_next() {
        assert_eq!(
            next(200, br#"{"updateInterval":2000}"#).unwrap(),
            PollResult::Poll(Duration::from_secs(2))
        );
        assert_eq!(
            next(200, br#"{"updateInterval":0}"#).unwrap(),
            PollResult::Poll(Duration::from_millis(POLL_MS_MIN))
        );
        let turn = br#"{"isRedirectToTarget":true,"redirectUrl":"http://shop/"}"#;
        assert_eq!(next(200, turn).unwrap(), PollResult::Go("http://shop/".into()));
        assert_eq!(next(410, b"{}").unwrap(), PollResult::Lost);
        assert!(next(503, b"").is_err());
        assert!(next(200, b"{}").is_err());
    }

    #[test]
    fn the_query_is_taken_from_either_kind_of_address() {
        assert_eq!(query_of("/?c=demo&e=sale&q=1"), Some("c=demo&e=sale&q=1"));
        assert_eq!(query_of("http://queue/?c=demo#top"), Some("c=demo"));
        assert_eq!(query_of("/"), None);
    }
}
