//! Bytes as a browser gets them: the first load of a waiting page with all that it names, and one
//! poll. Bodies as transferred, brotli where the server has it.
//!
//! Files are found by their names, `/assets/…`, in the page and in its stylesheets.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use serde::Serialize;

use super::http::{self, BenchResponse};
use super::process::BenchServer;
use super::stage::BenchVisitor;

const BROTLI: (&str, &str) = ("Accept-Encoding", "br");
const ASSETS: &str = "/assets/";
const DECOMPRESS_BUFFER_BYTES: usize = 4096;

/// One answer's size.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Size {
    /// What it is, for people.
    pub(super) what: String,
    /// Bytes of the body as transferred.
    pub(super) body: usize,
    /// Bytes of the status line and headers.
    pub(super) head: usize,
}

/// What a visitor's browser loads.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Bytes {
    /// The page first, then what it names.
    pub(super) first_load: Vec<Size>,
    /// One poll of somebody in line.
    pub(super) poll: Size,
}

/// The page as text, and compressed.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) plain: Vec<u8>,
    pub(super) brotli: Vec<u8>,
}

impl Bytes {
    /// HTML and CSS.
    pub(super) fn html_and_css(&self) -> usize {
        let early = |size: &&Size| size.what.ends_with(".css") || size.what == "the page";
        self.first_load.iter().filter(early).map(|size| size.body).sum()
    }

    /// Everything of the first load.
    pub(super) fn everything(&self) -> usize {
        self.first_load.iter().map(|size| size.body).sum()
    }
}

/// Fetches the page of somebody in line both ways.
pub(super) fn page(server: &BenchServer, room: &str, somebody: &BenchVisitor) -> Result<Page> {
    let path = format!("/?{room}&q={}", somebody.queue_id);
    let plain = http::fetch(server.address, &path, &[("Cookie", &somebody.cookie)])?;
    let brotli = http::fetch(server.address, &path, &[("Cookie", &somebody.cookie), BROTLI])?;
    Ok(Page {
        plain: plain.body,
        brotli: brotli.body,
    })
}

/// Loads what a browser loads.
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

/// Every path of an asset in a text.
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
