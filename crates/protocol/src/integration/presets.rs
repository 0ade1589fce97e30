//! Ready-made triggers that most sites need. Good bots are recognized by their user agent, which
//! anybody can forge: an Ignore action with such a trigger belongs on pages that robots may crawl,
//! never on a checkout.

use super::compare::ANY_TEXT;
use super::model::{Trigger, TriggerPart};
use super::vocabulary::{LogicalOperator, Operator, UrlPart, ValidatorType};

/// Parts of the user agents of well-known crawlers and previews, to be compared without regard to
/// case.
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

/// A request header in which Akamai's bot manager reports its classification of a request.
pub const AKAMAI_BOT_HEADER: &str = "Akamai-Bot";

/// Matches every page.
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

/// Matches requests whose user agent contains one of [`GOOD_BOTS`].
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

/// Matches requests that [`AKAMAI_BOT_HEADER`] classifies as a bot. Safe only where every request
/// passes Akamai and Akamai removes the header from visitors' own requests.
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
