//! Kinds of browsers, as `User-Agent` names them: the family and its main version, such as `Chrome
//! 131`. The whole header is never kept: it can identify a person.

use std::fmt;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind};

/// The family of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AgentKind {
    /// A browser built on Chromium, with its main version.
    Chromium(u32),
    /// Another browser, with its main version.
    Browser(u32),
    /// A known program that is not a browser, or a browser that a program controls.
    Tool,
    /// Anything else.
    Unknown,
}

/// The name under which requests are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum AgentName {
    /// A program that is not a browser or that controls one, without its version.
    Tool(&'static str),
    /// A browser: the family and the main version.
    Browser(&'static str, u32),
    /// Anything else.
    Other,
    /// No `User-Agent`.
    Missing,
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(name) => f.write_str(name),
            Self::Browser(family, version) => write!(f, "{family} {version}"),
            Self::Other => f.write_str("other"),
            Self::Missing => f.write_str("none"),
        }
    }
}

/// Browsers: the token that names one, the family, whether it is built on Chromium. The first token
/// found decides, because browsers also name the browsers with which they are compatible.
const BROWSERS: [(&str, &str, bool); 10] = [
    ("Edg/", "Edge", true),
    ("EdgA/", "Edge", true),
    ("OPR/", "Opera", true),
    ("SamsungBrowser/", "Samsung", true),
    ("Firefox/", "Firefox", false),
    ("FxiOS/", "Firefox", false),
    ("CriOS/", "Chrome", false),
    ("EdgiOS/", "Edge", false),
    ("Chrome/", "Chrome", true),
    ("Version/", "Safari", false),
];

/// Words of programs that are not browsers, or of browsers that programs control, in lower case.
const TOOLS: [&str; 17] = [
    "headless",
    "phantomjs",
    "selenium",
    "puppeteer",
    "playwright",
    "curl/",
    "wget/",
    "python-",
    "aiohttp",
    "httpx",
    "go-http-client",
    "java/",
    "libwww",
    "node-fetch",
    "axios/",
    "scrapy",
    "bot",
];

/// Finds all of [`TOOLS`] and after them all of [`BROWSERS`] in one pass over a header, in any
/// case. The case of a browser's token is significant; the code that finds it checks the case.
static WORDS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let words = TOOLS.into_iter().chain(BROWSERS.map(|(token, ..)| token));
    let mut builder = AhoCorasick::builder();
    builder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA));
    builder.build(words).expect("a few short words fit an automaton")
});

/// The words in a `User-Agent`.
struct FoundWords {
    /// The first of [`TOOLS`] that occurs anywhere.
    tool: Option<&'static str>,
    /// The end of the first occurrence of each of [`BROWSERS`].
    ends: [Option<usize>; BROWSERS.len()],
}

impl FoundWords {
    fn of(agent: &str) -> Self {
        let (mut tool, mut ends) = (None, [None; BROWSERS.len()]);
        for found in WORDS.find_overlapping_iter(agent) {
            let word = found.pattern().as_usize();
            match word.checked_sub(TOOLS.len()) {
                None => tool = Some(tool.map_or(word, |first: usize| first.min(word))),
                Some(browser) if agent[found.span()] == *BROWSERS[browser].0 => {
                    ends[browser].get_or_insert(found.end());
                }
                Some(_) => {}
            }
        }
        Self {
            tool: tool.map(|first| TOOLS[first]),
            ends,
        }
    }

    /// Returns the family and the version of the browser, and whether it is built on Chromium.
    fn browser(&self, agent: &str) -> Option<(&'static str, u32, bool)> {
        BROWSERS
            .iter()
            .zip(self.ends)
            .find_map(|((_, family, is_chromium), end)| {
                let digits = agent[end?..]
                    .split(|c: char| !c.is_ascii_digit())
                    .next()
                    .unwrap_or_default();
                // A longer number is not a browser's version.
                let version = digits.get(..digits.len().min(4))?.parse().ok()?;
                Some((*family, version, *is_chromium))
            })
    }
}

/// Reads a `User-Agent`.
pub(super) fn kind(agent: &str) -> AgentKind {
    let words = FoundWords::of(agent);
    if words.tool.is_some() {
        return AgentKind::Tool;
    }
    match words.browser(agent) {
        Some((_, version, true)) => AgentKind::Chromium(version),
        Some((_, version, false)) => AgentKind::Browser(version),
        None => AgentKind::Unknown,
    }
}

/// Returns the name under which requests are counted.
pub(super) fn name(agent: Option<&str>) -> AgentName {
    let Some(agent) = agent else { return AgentName::Missing };
    let words = FoundWords::of(agent);
    if let Some(tool) = words.tool {
        return AgentName::Tool(tool.trim_end_matches(['/', '-']));
    }
    words.browser(agent).map_or(AgentName::Other, |(family, version, _)| {
        AgentName::Browser(family, version)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_programs_are_distinguished() {
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0";
        let edge = format!("{chrome} Edg/131.0.0.0");
        for (agent, expected, shown) in [
            (chrome, AgentKind::Chromium(131), "Chrome 131"),
            (safari, AgentKind::Browser(18), "Safari 18"),
            (firefox, AgentKind::Browser(132), "Firefox 132"),
            (&edge, AgentKind::Chromium(131), "Edge 131"),
            ("curl/8.5.0", AgentKind::Tool, "curl"),
            ("python-requests/2.32", AgentKind::Tool, "python"),
            (
                &chrome.replace("Chrome/", "HeadlessChrome/"),
                AgentKind::Tool,
                "headless",
            ),
            ("Shop/5 (a thing)", AgentKind::Unknown, "other"),
            ("Chrome/99999999999999", AgentKind::Chromium(9_999), "Chrome 9999"),
        ] {
            assert_eq!(
                (kind(agent), name(Some(agent)).to_string().as_str()),
                (expected, shown),
                "{agent}"
            );
        }
        assert_eq!(name(None).to_string(), "none");
    }

    #[test]
    fn the_first_token_of_the_list_with_a_version_decides_wherever_it_stands() {
        for (agent, expected, shown) in [
            ("Chrome/131.0 Edg/130.0", AgentKind::Chromium(130), "Edge 130"),
            ("Edg/x Chrome/131.0", AgentKind::Chromium(131), "Chrome 131"),
            ("Version/18.1 CriOS/131.0", AgentKind::Browser(131), "Chrome 131"),
            ("Firefox/ Firefox/132", AgentKind::Unknown, "other"),
            ("firefox/132", AgentKind::Unknown, "other"),
            ("Googlebot curl/8", AgentKind::Tool, "curl"),
            ("Python-HTTPX/1", AgentKind::Tool, "python"),
        ] {
            assert_eq!(
                (kind(agent), name(Some(agent)).to_string().as_str()),
                (expected, shown),
                "{agent}"
            );
        }
    }
}
