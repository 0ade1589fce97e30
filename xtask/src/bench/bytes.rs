//! Sizes of a visitor's downloads: the first load of a waiting page with all its files, and one
//! poll. Bodies count as transferred, compressed by brotli if the server offers it.
//!
//! The files are found by their paths, `/assets/…`, in the page and in its stylesheets.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use serde::Serialize;

use super::fixture::BenchVisitor;
use super::http::{self, BenchResponse};
use super::process::BenchServer;

const BROTLI: (&str, &str) = ("Accept-Encoding", "br");
const ASSETS: &str = "/assets/";
const DECOMPRESS_BUFFER_BYTES: usize = 4096;

/// The size of one answer.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Size {
    /// A description for people.
    pub(super) what: String,
    /// Bytes of the body as transferred.
    pub(super) body: usize,
    /// Bytes of the status line and headers.
    pub(super) head: usize,
}

/// The downloads of a visitor's browser.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Bytes {
    /// The page first, then the files that it names.
    pub(super) first_load: Vec<Size>,
    /// One poll of a visitor in line.
    pub(super) poll: Size,
}

/// The page, plain and compressed.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) plain: Vec<u8>,
    pub(super) brotli: Vec<u8>,
}

impl Bytes {
    /// Returns the size of HTML and CSS in bytes.
    pub(super) fn html_and_css(&self) -> usize {
        let early = |size: &&Size| size.what.ends_with(".css") || size.what == "the page";
        self.first_load.iter().filter(early).map(|size| size.body).sum()
    }

    /// Returns the size of the whole first load in bytes.
    pub(super) fn everything(&self) -> usize {
        self.first_load.iter().map(|size| size.body).sum()
    }
}

/// Fetches the page of a visitor in line, plain and compressed.
pub(super) fn page(server: &BenchServer, room: &str, somebody: &BenchVisitor) -> Result<Page> {
    let path = format!("/?{room}&q={}", somebody.queue_id);
    let plain = http::fetch(server.address, &path, &[("Cookie", &somebody.cookie)])?;
    let brotli = http::fetch(server.address, &path, &[("Cookie", &somebody.cookie), BROTLI])?;
    Ok(Page {
        plain: plain.body,
        brotli: brotli.body,
    })
}

/// Fetches the files that a browser loads.
pub(super) fn first_load(server: &BenchServer, room: &str, somebody: &BenchVisitor) -> Result<Bytes> {
    let BenchVisitor { queue_id, cookie } = somebody;
    let page = http::fetch(
        server.address,
        &format!("/?{room}&q={queue_id}"),
        &[("Cookie", cookie), BROTLI],
    )?;
    let mut first_load = vec![size("the page", &page)];
    let mut wanted = assets(&text(&page)?);
    let mut loaded = BTreeSet::new();
    while let Some(path) = wanted.pop_first() {
        let asset = http::fetch(server.address, &path, &[BROTLI])?;
        if path.ends_with(".css") {
            let named = assets(&text(&asset)?);
            wanted.extend(named.into_iter().filter(|path| !loaded.contains(path)));
        }
        first_load.push(size(&path, &asset));
        loaded.insert(path);
    }
    let poll = format!("/api/getStatus?{room}&q={queue_id}");
    let poll = http::fetch(server.address, &poll, &[("Cookie", cookie), BROTLI])?;
    Ok(Bytes {
        first_load,
        poll: size("one poll", &poll),
    })
}

fn size(what: &str, answer: &BenchResponse) -> Size {
    Size {
        what: what.to_owned(),
        body: answer.body.len(),
        head: answer.head_bytes,
    }
}

fn text(answer: &BenchResponse) -> Result<String> {
    let mut plain = Vec::new();
    if answer.header("content-encoding") == Some("br") {
        let mut reader = brotli::Decompressor::new(answer.body.as_slice(), DECOMPRESS_BUFFER_BYTES);
        std::io::Read::read_to_end(&mut reader, &mut plain).context("not brotli, though it says so")?;
    } else {
        plain.clone_from(&answer.body);
    }
    String::from_utf8(plain).context("not UTF-8")
}

/// Returns every path of an asset in a text.
fn assets(text: &str) -> BTreeSet<String> {
    let is_end = |character: char| matches!(character, '"' | '\'' | ')' | '<' | '?' | '#') || character.is_whitespace();
    let found = text.match_indices(ASSETS).map(|(at, _)| &text[at..]);
    found
        .map(|rest| rest.split(is_end).next().unwrap_or(rest).to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_are_found_once_each() {
        let html = r#"<link href="/assets/a.css"><script>import("/assets/b.js")</script><a href='/assets/a.css'>x</a> url(/assets/c.svg)"#;
        let found: Vec<String> = assets(html).into_iter().collect();
        assert_eq!(found, ["/assets/a.css", "/assets/b.js", "/assets/c.svg"]);
    }
}
