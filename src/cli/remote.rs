//! A client of a running server's admin API for the command line. The token comes from an
//! environment variable, so that it appears neither in process lists nor in a shell's history.

use std::io::Read;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use ureq::typestate::WithBody;
use ureq::{Agent, RequestBuilder};
use url::Url;

use crate::http::paths;
use crate::outgoing::agent;

/// The longest wait for an answer, seconds.
const SECONDS_MAX: u64 = 30;
/// The types of bodies.
const JSON: &str = "application/json";
const FILE: &str = "application/octet-stream";
/// The longest answer that is read, bytes.
const ANSWER_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// The server, and the token for it.
#[derive(Debug, Clone, Args)]
pub(super) struct RemoteServer {
    /// A running server, such as https://queue.example.
    #[arg(long, value_name = "URL")]
    pub(super) server: Option<Url>,
    /// The environment variable that holds a token of its admin API.
    #[arg(long, value_name = "VAR", default_value = "ANTEROOM_TOKEN")]
    pub(super) token_env: String,
}

/// A client of a server's admin API.
#[derive(Debug)]
pub(super) struct Remote {
    agent: Agent,
    base: Url,
    token: String,
}

impl RemoteServer {
    /// Returns a client of the named server, or `None` if no server is named.
    ///
    /// # Errors
    /// If the address is neither http nor https, or there is no token.
    pub(super) fn remote(&self) -> Result<Option<Remote>> {
        let Some(server) = &self.server else {
            return Ok(None);
        };
        ensure!(
            matches!(server.scheme(), "http" | "https"),
            "--server: {server} is neither http nor https"
        );
        let token = std::env::var(&self.token_env);
        let token = token.with_context(|| {
            format!(
                "--token-env: the environment variable {} holds no token",
                self.token_env
            )
        })?;
        Ok(Some(Remote::new(server, token)))
    }
}

impl Remote {
    fn new(server: &Url, token: String) -> Self {
        let mut base = server.clone();
        let path = format!("{}{}", server.path().trim_end_matches('/'), paths::ADMIN);
        base.set_path(&path);
        Self {
            agent: agent(Duration::from_secs(SECONDS_MAX)),
            base,
            token,
        }
    }

    /// Posts a body; `path` is relative to the base path of the API.
    ///
    /// # Errors
    /// If the request fails, or the server reports a problem.
    pub(super) fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        let url = format!("{}{path}", self.base);
        self.send(self.agent.post(&url), &url, JSON, &serde_json::to_vec(body)?)
    }

    /// Puts a body; `path` is relative to the base path of the API.
    ///
    /// # Errors
    /// If the request fails, or the server reports a problem.
    pub(super) fn put<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        let url = format!("{}{path}", self.base);
        self.send(self.agent.put(&url), &url, JSON, &serde_json::to_vec(body)?)
    }

    /// Puts a file; `path` is relative to the base path of the API.
    ///
    /// # Errors
    /// If the request fails, or the server reports a problem.
    pub(super) fn put_file<T: DeserializeOwned>(&self, path: &str, bytes: &[u8]) -> Result<T> {
        let url = format!("{}{path}", self.base);
        self.send(self.agent.put(&url), &url, FILE, bytes)
    }

    fn send<T: DeserializeOwned>(
        &self,
        request: RequestBuilder<WithBody>,
        url: &str,
        content_type: &str,
        body: &[u8],
    ) -> Result<T> {
        let response = request
            .header("authorization", format!("Bearer {}", self.token))
            .header("content-type", content_type)
            .send(body);
        let mut response = response.with_context(|| url.to_owned())?;
        let status = response.status();
        let mut answer = Vec::new();
        response
            .body_mut()
            .as_reader()
            .take(ANSWER_BYTES_MAX)
            .read_to_end(&mut answer)
            .with_context(|| url.to_owned())?;
        if !status.is_success() {
            bail!("{url} says {status}: {}", problem(&answer));
        }
        serde_json::from_slice(&answer).with_context(|| format!("{url} answered something else than its API does"))
    }
}

/// The message of a problem with its field; one line each if there are several.
fn problem(answer: &[u8]) -> String {
    let problem: Value = serde_json::from_slice(answer).unwrap_or_default();
    match problem["errors"].as_array() {
        Some(all) => all.iter().map(problem_text).collect::<Vec<_>>().join("\n"),
        None => problem_text(&problem),
    }
}

fn problem_text(problem: &Value) -> String {
    let detail = problem["detail"].as_str().unwrap_or("no reason is given");
    match problem["pointer"].as_str().filter(|field| !field.is_empty()) {
        Some(field) => format!("{field}: {detail}"),
        None => detail.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    /// Starts a server that answers once; its thread returns the request.
    fn answering(answer: &'static str) -> (Remote, thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut asked = String::new();
            let mut piece = [0; 4_096];
            while !asked.ends_with("{\"a\":1}") {
                let length = stream.read(&mut piece).unwrap();
                asked.push_str(std::str::from_utf8(&piece[..length]).unwrap());
            }
            stream.write_all(answer.as_bytes()).unwrap();
            asked
        });
        (Remote::new(&url.parse().unwrap(), "secret".to_owned()), server)
    }

    #[test]
    fn a_body_is_posted_with_the_token_and_the_answer_is_read() {
        let (remote, server) = answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n[1,2]");
        let answer: Vec<u8> = remote.post("/explain", &serde_json::json!({ "a": 1 })).unwrap();
        assert_eq!(answer, [1, 2]);
        let asked = server.join().unwrap().to_ascii_lowercase();
        assert!(asked.starts_with("post /admin/v1/explain http/1.1\r\n"), "{asked}");
        assert!(asked.contains("\r\nauthorization: bearer secret\r\n"), "{asked}");
    }

    #[test]
    fn a_problem_is_reported_with_its_field_and_a_redirect_is_not_followed() {
        for (answer, said) in [
            (
                "HTTP/1.1 422 Unprocessable Entity\r\nContent-Length: 39\r\n\r\n{\"pointer\":\"/url\",\"detail\":\"not a URL\"}",
                "says 422 Unprocessable Entity: /url: not a URL",
            ),
            (
                "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n",
                "says 302 Found: no reason is given",
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n<ht>",
                "something else than its API",
            ),
        ] {
            let (remote, server) = answering(answer);
            let error = remote
                .post::<Vec<u8>>("/explain", &serde_json::json!({ "a": 1 }))
                .unwrap_err();
            assert!(format!("{error:#}").contains(said), "{error:#}");
            server.join().unwrap();
        }
    }

    #[test]
    fn a_server_needs_a_web_address_and_a_token() {
        let server = |url: &str| RemoteServer {
            server: Some(url.parse().unwrap()),
            token_env: "ANTEROOM_TEST_NO_SUCH_VARIABLE".to_owned(),
        };
        assert!(
            server("ftp://queue.example/")
                .remote()
                .unwrap_err()
                .to_string()
                .contains("neither http nor https")
        );
        assert!(
            server("https://queue.example/")
                .remote()
                .unwrap_err()
                .to_string()
                .contains("holds no token")
        );
    }
}
