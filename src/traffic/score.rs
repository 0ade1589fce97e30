//! The score of a request for a place, 0 to 100, with its reasons.
//!
//! Each reason has a weight; the score is their sum, at most 100. Reasons from the request's head
//! count only at the room's page, because apps and integrations send other heads. Those from
//! velocity count only if the client's address is known. Behind a carrier's NAT thousands of
//! visitors share an address, and many of them have the same phone: velocity alone never reaches
//! 80.

use serde::Serialize;

use super::agent::{AgentKind, kind};

/// The number of places that one client can request within a minute before that is a reason.
const MANY_IN_A_MINUTE: u32 = 10;
/// The number of places that one client can request within a minute before that is a strong reason.
const VERY_MANY_IN_A_MINUTE: u32 = 60;
/// The number of places that the same kind of browser with the same languages can request from one
/// client, within 10 to 20 minutes, before that is a reason.
const SAME_BROWSER_MAX: u32 = 5;

/// Scores are counted in steps of ten.
pub(super) const SCORE_STEPS: usize = 11;

/// A reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreReason {
    /// The request names no browser.
    NoAgent,
    /// The request names a program that is no browser, or a browser that a program steers.
    ToolAgent,
    /// The request names no language.
    NoLanguages,
    /// The request does not ask for a page.
    NoHtml,
    /// A browser that says over https who sends a request does not say it.
    NoFetchMetadata,
    /// A browser that describes itself over https in other headers does not.
    NoClientHints,
    /// The client asked for more than 10 places within a minute.
    ManyRequests,
    /// The client asked for more than 60 places within a minute.
    VeryManyRequests,
    /// The same kind of browser asked for more than 5 places from this client.
    SameBrowser,
}

impl ScoreReason {
    /// Every reason, in the order of declaration.
    pub const ALL: [Self; 9] = [
        Self::NoAgent,
        Self::ToolAgent,
        Self::NoLanguages,
        Self::NoHtml,
        Self::NoFetchMetadata,
        Self::NoClientHints,
        Self::ManyRequests,
        Self::VeryManyRequests,
        Self::SameBrowser,
    ];

    /// The weight.
    #[must_use]
    pub fn points(self) -> u8 {
        match self {
            Self::NoAgent => 40,
            Self::ToolAgent => 50,
            Self::NoLanguages | Self::ManyRequests => 20,
            Self::NoHtml | Self::NoClientHints => 15,
            Self::NoFetchMetadata | Self::VeryManyRequests => 30,
            Self::SameBrowser => 25,
        }
    }
}

/// The score of one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AnomalyScore {
    points: u8,
    /// Bit `n` is the `n`th of [`ScoreReason::ALL`].
    reasons: u16,
}

/// The parts of a page's request that browsers send in known ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RequestHead<'a> {
    /// `User-Agent`.
    pub agent: Option<&'a str>,
    /// `Accept-Language`.
    pub languages: Option<&'a str>,
    /// Whether `Accept` includes pages.
    pub accepts_html: bool,
    /// Whether there is any `Sec-Fetch-…`.
    pub has_fetch_metadata: bool,
    /// Whether there is `Sec-CH-UA`.
    pub has_client_hints: bool,
    /// Whether the browser uses https; over plain http it omits both.
    pub is_https: bool,
}

/// How much a client requested recently, including this request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Velocity {
    /// Places that the client requested within the last minute.
    pub in_a_minute: u32,
    /// Places that the same kind of browser requested from the client.
    pub same_browser: u32,
}

impl RequestHead<'_> {
    fn reasons(&self) -> impl Iterator<Item = ScoreReason> {
        let kind = self.agent.map(kind);
        let (sends_metadata, sends_hints) = match kind {
            Some(AgentKind::Chromium(version)) => (version >= 80, version >= 90),
            // The version is that of Firefox; Safari and browsers of iOS send the metadata from
            // other versions on.
            Some(AgentKind::Browser(version)) => (version >= 90, false),
            _ => (false, false),
        };
        let found = [
            (ScoreReason::NoAgent, kind.is_none()),
            (ScoreReason::ToolAgent, kind == Some(AgentKind::Tool)),
            (ScoreReason::NoLanguages, self.languages.is_none()),
            (ScoreReason::NoHtml, !self.accepts_html),
            (
                ScoreReason::NoFetchMetadata,
                self.is_https && sends_metadata && !self.has_fetch_metadata,
            ),
            (
                ScoreReason::NoClientHints,
                self.is_https && sends_hints && !self.has_client_hints,
            ),
        ];
        found
            .into_iter()
            .filter(|(_, applies)| *applies)
            .map(|(reason, _)| reason)
    }
}

impl Velocity {
    fn reasons(&self) -> impl Iterator<Item = ScoreReason> {
        let found = [
            (ScoreReason::ManyRequests, self.in_a_minute > MANY_IN_A_MINUTE),
            (ScoreReason::VeryManyRequests, self.in_a_minute > VERY_MANY_IN_A_MINUTE),
            (ScoreReason::SameBrowser, self.same_browser > SAME_BROWSER_MAX),
        ];
        found
            .into_iter()
            .filter(|(_, applies)| *applies)
            .map(|(reason, _)| reason)
    }
}

impl AnomalyScore {
    /// Judges a request. `head` is that of a page's request, `velocity` that of a known client.
    #[must_use]
    pub fn of(head: Option<&RequestHead<'_>>, velocity: Option<&Velocity>) -> Self {
        let of_head = head.into_iter().flat_map(RequestHead::reasons);
        let of_client = velocity.into_iter().flat_map(Velocity::reasons);
        let mut score = Self::default();
        for reason in of_head.chain(of_client) {
            score.points = score.points.saturating_add(reason.points()).min(100);
            score.reasons |= 1 << reason as u16;
        }
        score
    }

    /// The score, 0 to 100.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.points
    }

    /// The reasons.
    pub fn reasons(&self) -> impl Iterator<Item = ScoreReason> {
        let reasons = self.reasons;
        ScoreReason::ALL
            .into_iter()
            .filter(move |reason| reasons & (1 << *reason as u16) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";

    fn browser() -> RequestHead<'static> {
        RequestHead {
            agent: Some(CHROME),
            languages: Some("en"),
            accepts_html: true,
            has_fetch_metadata: true,
            has_client_hints: true,
            is_https: true,
        }
    }

    fn points(head: &RequestHead<'_>, velocity: Velocity) -> u8 {
        AnomalyScore::of(Some(head), Some(&velocity)).points()
    }

    #[test]
    fn a_browser_has_no_score_and_a_program_has() {
        let calm = Velocity::default();
        assert_eq!(points(&browser(), calm), 0);
        let plain = RequestHead {
            has_fetch_metadata: false,
            has_client_hints: false,
            is_https: false,
            ..browser()
        };
        assert_eq!(points(&plain, calm), 0, "over plain http browsers do not send these");
        let curl = RequestHead {
            agent: Some("curl/8.5.0"),
            ..RequestHead::default()
        };
        let score = AnomalyScore::of(Some(&curl), None);
        let reasons: Vec<ScoreReason> = score.reasons().collect();
        assert_eq!(
            (score.points(), reasons.as_slice()),
            (
                85,
                [ScoreReason::ToolAgent, ScoreReason::NoLanguages, ScoreReason::NoHtml].as_slice()
            )
        );
        let disguised = RequestHead {
            agent: Some(CHROME),
            is_https: true,
            ..RequestHead::default()
        };
        assert_eq!(points(&disguised, calm), 80);
    }

    #[test]
    fn nobody_behind_a_shared_address_is_a_suspect_for_that_alone() {
        let rush = Velocity {
            in_a_minute: u32::MAX,
            same_browser: u32::MAX,
        };
        assert!(points(&browser(), rush) < super::super::SUSPECT_FROM);
        assert_eq!(points(&RequestHead::default(), rush), 100, "at most 100");
    }

    #[test]
    fn velocity_counts_from_its_bounds_on() {
        let at = |in_a_minute, same_browser| {
            points(
                &browser(),
                Velocity {
                    in_a_minute,
                    same_browser,
                },
            )
        };
        assert_eq!((at(10, 5), at(11, 0), at(61, 0), at(0, 6)), (0, 20, 50, 25));
    }
}
