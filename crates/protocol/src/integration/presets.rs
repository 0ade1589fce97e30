//! Triggers that everybody needs, ready made. Good bots are told by what they say of themselves,
//! which anybody can say too: an Ignore action with such a trigger belongs on pages that may be
//! crawled, never on a check-out.

use super::compare::ANY_TEXT;
use super::model::{Trigger, TriggerPart};
use super::vocabulary::{LogicalOperator, Operator, UrlPart, ValidatorType};

/// User agents of well-known crawlers and previews, to be looked for without regard to case.
pub const GOOD_BOTS: [&str; 9] = [
    "bingbot",
    "adsbot-google",
    "googlebot",
    "baiduspider",
    "FeedFetcher-Google",
    "Google-Adwords-Instant",
    "facebot",
    "facebookexternalhit",
    "BingPreview",
];

/// A request header in which Akamai's bot manager says what it took a request for.
pub const AKAMAI_BOT_HEADER: &str = "Akamai-Bot";

/// Every page.
#[must_use]
pub fn all_pages() -> Trigger {
    trigger(TriggerPart {
        validator_type: Some(ValidatorType::Url),
        url_part: Some(UrlPart::PageUrl),
        operator: Some(Operator::Contains),
        value_to_compare: Some(ANY_TEXT.to_owned()),
        is_ignore_case: true,
        ..TriggerPart::default()
    })
}

/// Requests of [`GOOD_BOTS`].
#[must_use]
pub fn good_bots() -> Trigger {
    trigger(TriggerPart {
        validator_type: Some(ValidatorType::UserAgent),
        operator: Some(Operator::ContainsAny),
        values_to_compare: Some(GOOD_BOTS.map(str::to_owned).into()),
        is_ignore_case: true,
        ..TriggerPart::default()
    })
}

/// Requests that [`AKAMAI_BOT_HEADER`] calls a bot. Only where everything passes Akamai, which must
/// take the header away from visitors' own requests.
#[must_use]
pub fn akamai_bots() -> Trigger {
    trigger(TriggerPart {
        validator_type: Some(ValidatorType::HttpHeader),
        http_header_name: Some(AKAMAI_BOT_HEADER.to_owned()),
        operator: Some(Operator::Contains),
        value_to_compare: Some("bot".to_owned()),
        is_ignore_case: true,
        ..TriggerPart::default()
    })
}

fn trigger(part: TriggerPart) -> Trigger {
    Trigger {
        trigger_parts: vec![part],
        logical_operator: Some(LogicalOperator::And),
    }
}
