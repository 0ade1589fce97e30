//! Kinds of browsers, as `User-Agent` names them: the family and its main version, such as `Chrome
//! 131`. The whole header is never kept: it can identify a person.

/// The longest name, bytes.
const NAME_BYTES_MAX: usize = 24;

/// The family of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AgentKind {
    /// A browser built on Chromium, with its main version.
    Chromium(u32),
    /// Another browser, with its main version.
    Browser(u32),
    /// A known program that is no browser, or a browser that a program steers.
    Tool,
    /// Anything else.
    Unknown,
}

/// Browsers: the token that names one, the family, whether it is built on Chromium. The first token
/// found decides, because browsers also name those that they are compatible with.
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

/// Words of programs that are no browsers, or of browsers that programs steer, in lower case.
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

/// Reads a `User-Agent`.
pub(super) fn kind(agent: &str) -> AgentKind {
    let lower = agent.to_ascii_lowercase();
    if TOOLS.iter().any(|tool| lower.contains(tool)) {
        return AgentKind::Tool;
    }
    match browser(agent) {
        Some((_, version, true)) => AgentKind::Chromium(version),
        Some((_, version, false)) => AgentKind::Browser(version),
        None => AgentKind::Unknown,
    }
}

/// The name under which requests are counted.
pub(super) fn name(agent: Option<&str>) -> String {
    let Some(agent) = agent else { return "none".to_owned() };
    match (kind(agent), browser(agent)) {
        (AgentKind::Tool, _) => tool_name(agent),
        (_, Some((family, version, _))) => format!("{family} {version}"),
        (_, None) => "other".to_owned(),
    }
}

/// The name of a program, without its version.
fn tool_name(agent: &str) -> String {
    let lower = agent.to_ascii_lowercase();
    let found = TOOLS.iter().find(|tool| lower.contains(**tool));
    let name = found.map_or("tool", |tool| tool.trim_end_matches(['/', '-']));
    name.chars().take(NAME_BYTES_MAX).collect()
}

fn browser(agent: &str) -> Option<(&'static str, u32, bool)> {
    BROWSERS.iter().find_map(|(token, family, is_chromium)| {
        let (_, rest) = agent.split_once(token)?;
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        // A longer number is no version of a browser.
        let version = digits.get(..digits.len().min(4))?.parse().ok()?;
        Some((*family, version, *is_chromium))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_and_programs_are_told_apart() {
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
            assert_eq!((kind(agent), name(Some(agent)).as_str()), (expected, shown), "{agent}");
        }
        assert_eq!(name(None), "none");
    }
}
