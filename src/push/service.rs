//! The connection to push services: one POST for a message (RFC 8030), and the outcome.

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use http::StatusCode;
use ureq::tls::{PemItem, parse_pem};
use ureq::{Agent, Proxy};
use url::Url;

use crate::config::{ConfigProblem, PushSettings};
use crate::outgoing::agent_to_public;

/// The longest duration of an attempt.
const ATTEMPT_MAX: Duration = Duration::from_secs(10);
/// The maximum number of bytes of an answer that are read, so that its connection can be used
/// again.
const ANSWER_BYTES_MAX: u64 = 16 * 1024;

/// The client of push services.
#[derive(Debug, Clone)]
pub(super) struct PushServices {
    agent: Agent,
}

/// One message for one endpoint.
pub(super) struct PushRequest {
    pub(super) endpoint: Url,
    pub(super) authorization: String,
    /// How long the service keeps the message for a browser that is not connected, seconds.
    pub(super) ttl_seconds: u32,
    /// A later message of the same topic replaces this one.
    pub(super) topic: String,
    pub(super) body: Vec<u8>,
}

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PushOutcome {
    /// The service accepted the message.
    Accepted,
    /// The subscription has ended.
    Gone,
    /// The service refuses this message permanently.
    Refused(String),
    /// Another attempt can succeed.
    Failed(String),
}

impl PushServices {
    /// Prepares the client, without connecting.
    ///
    /// # Errors
    /// If a file cannot be read, with the field that names it.
    pub(super) fn open(settings: &PushSettings, folder: &Path) -> Result<Self, Vec<ConfigProblem>> {
        let roots = settings.ca_file.as_ref().map(|file| roots(&folder.join(file)));
        let roots = roots.transpose().map_err(|message| problem("ca_file", message))?;
        let proxy = settings.proxy.as_ref().map(|url| Proxy::new(url.as_str()));
        let proxy = proxy.transpose().map_err(|error| problem("proxy", error.to_string()))?;
        Ok(Self {
            agent: agent_to_public(ATTEMPT_MAX, roots, proxy),
        })
    }

    /// Makes one attempt.
    pub(super) async fn send(&self, request: PushRequest) -> PushOutcome {
        let agent = self.agent.clone();
        // The client blocks, at most for the duration of an attempt.
        let asked = tokio::task::spawn_blocking(move || {
            let asked = agent
                .post(request.endpoint.as_str())
                .header("authorization", request.authorization)
                .header("ttl", request.ttl_seconds.to_string())
                .header("urgency", "high")
                .header("topic", request.topic)
                .header("content-encoding", "aes128gcm")
                .header("content-type", "application/octet-stream")
                .send(&request.body);
            let answer = asked.map_err(|error| error.to_string())?;
            let status = answer.status();
            // The text can quote the endpoint, and is discarded.
            let reader = answer.into_body().into_reader();
            _ = std::io::copy(&mut reader.take(ANSWER_BYTES_MAX), &mut std::io::sink());
            Ok(status)
        });
        match asked.await {
            Ok(Ok(status)) => outcome(status),
            Ok(Err(reason)) => PushOutcome::Failed(reason),
            Err(error) => PushOutcome::Failed(error.to_string()),
        }
    }
}

fn outcome(status: StatusCode) -> PushOutcome {
    let reason = || format!("the push service answers {}", status.as_u16());
    match status {
        _ if status.is_success() => PushOutcome::Accepted,
        StatusCode::NOT_FOUND | StatusCode::GONE => PushOutcome::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => PushOutcome::Failed(reason()),
        _ if status.is_server_error() => PushOutcome::Failed(reason()),
        _ => PushOutcome::Refused(reason()),
    }
}

fn roots(file: &Path) -> Result<Vec<ureq::tls::Certificate<'static>>, String> {
    let pem = std::fs::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    let found = parse_pem(&pem).filter_map(|item| match item {
        Ok(PemItem::Certificate(certificate)) => Some(certificate),
        _ => None,
    });
    let found: Vec<_> = found.collect();
    match found.is_empty() {
        true => Err(format!("{} has no certificate in PEM form", file.display())),
        false => Ok(found),
    }
}

fn problem(key: &str, message: String) -> Vec<ConfigProblem> {
    vec![ConfigProblem {
        field: format!("push.{key}"),
        message,
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ended_subscription_is_distinguished_from_an_unavailable_service() {
        let of = |status: u16| outcome(StatusCode::from_u16(status).expect("a status"));
        for taken in [200, 201, 202] {
            assert_eq!(of(taken), PushOutcome::Accepted);
        }
        for gone in [404, 410] {
            assert_eq!(of(gone), PushOutcome::Gone);
        }
        for failed in [408, 429, 500, 502, 503] {
            assert!(matches!(of(failed), PushOutcome::Failed(_)), "{failed}");
        }
        for refused in [301, 307, 400, 401, 403, 413] {
            assert!(matches!(of(refused), PushOutcome::Refused(_)), "{refused}");
        }
    }
}
