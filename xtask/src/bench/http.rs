//! A minimal HTTP client: one request over one connection, which counts the bytes of the answer
//! exactly.
//!
//! It supports bodies with a declared length and chunked bodies, but no TLS, redirects or cookies.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The answer of a server.
#[derive(Debug)]
pub(super) struct BenchResponse {
    pub(super) status: u16,
    /// Size of the status line and the headers in bytes, including the empty line.
    pub(super) head_bytes: usize,
    headers: Vec<(String, String)>,
    /// The body as transferred, without the framing of chunks.
    pub(super) body: Vec<u8>,
}

impl BenchResponse {
    /// Returns the first header with that name, which must be in lower case.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(header, _)| header == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Sends a request and reads the whole answer.
pub(super) fn ask(server: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)]) -> Result<BenchResponse> {
    let mut stream = TcpStream::connect(server)?;
    stream.set_read_timeout(Some(TIME_LIMIT))?;
    let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {server}\r\n");
    for (name, value) in headers {
        request.extend([name, ": ", value, "\r\n"]);
    }
    request.push_str("\r\n");
    stream.write_all(request.as_bytes())?;
    read(&mut BufReader::new(stream)).with_context(|| format!("no whole answer to {method} {path}"))
}

/// Sends a GET request; returns an error unless the status is 2xx.
pub(super) fn fetch(server: SocketAddr, path: &str, headers: &[(&str, &str)]) -> Result<BenchResponse> {
    let answer = ask(server, "GET", path, headers)?;
    ensure!(answer.status / 100 == 2, "{path} was answered {}", answer.status);
    Ok(answer)
}

fn read(stream: &mut impl BufRead) -> Result<BenchResponse> {
    let first = line(stream)?;
    let status = first.split(' ').nth(1).context("no status")?.parse()?;
    let mut head_bytes = first.len() + 2;
    let mut headers = Vec::new();
    loop {
        let line = line(stream)?;
        head_bytes += line.len() + 2;
        if line.is_empty() {
            break;
        }
        let (name, value) = line.split_once(':').context("a header without a colon")?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut answer = BenchResponse {
        status,
        head_bytes,
        headers,
        body: Vec::new(),
    };
    if answer.header("transfer-encoding").is_some() {
        answer.body = chunks(stream)?;
    } else if let Some(bytes) = answer.header("content-length") {
        answer.body = exactly(stream, bytes.parse()?)?;
    }
    Ok(answer)
}

fn chunks(stream: &mut impl BufRead) -> Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let bytes = usize::from_str_radix(&line(stream)?, 16).context("no length of a chunk")?;
        body.extend(exactly(stream, bytes)?);
        line(stream)?;
        if bytes == 0 {
            return Ok(body);
        }
    }
}

fn exactly(stream: &mut impl Read, bytes: usize) -> Result<Vec<u8>> {
    let mut content = vec![0; bytes];
    stream.read_exact(&mut content)?;
    Ok(content)
}

/// Reads a line without its end.
fn line(stream: &mut impl BufRead) -> Result<String> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let line = line.strip_suffix("\r\n").context("the answer breaks off")?;
    Ok(line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_bodies_are_read_and_heads_are_counted() {
        let told = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nX: a:b\r\n\r\nabcrest";
        let answer = read(&mut told.as_bytes()).unwrap();
        assert_eq!((answer.status, answer.body.as_slice()), (200, b"abc".as_slice()));
        assert_eq!((answer.header("x"), answer.head_bytes), (Some("a:b"), told.len() - 7));
        let chunked = "HTTP/1.1 404 No\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n";
        let answer = read(&mut chunked.as_bytes()).unwrap();
        assert_eq!(
            (answer.status, answer.body.as_slice()),
            (404, b"abc0123456789".as_slice())
        );
        assert!(read(&mut "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\na".as_bytes()).is_err());
    }
}
