//! Tests of the `ch-*` parameters in any URL.

use crowdhandler::parameters::{ReturnParameters, WaitingRoomParameters, code, return_url, strip, waiting_room_url};
use crowdhandler::{CallUrl, DomainPattern, RoomPattern, UrlMatch, UtcTime};
use proptest::prelude::*;
use protocol::UnixSeconds;

/// Parameters that belong to the page, some of them much like `ch-*`.
fn foreign() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{0,3}(=[a-zA-Z0-9%+é/?:@.=-]{0,8})?",
        Just("ch-idx=1".to_owned()),
        Just("ch-=1".to_owned()),
        Just("xch-id=1".to_owned()),
        Just("ch_id=1".to_owned()),
        Just("ch%252Did=1".to_owned()),
        Just(String::new()),
    ]
}

/// Parameters that are removed.
fn own() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        Just("ch-code"),
        Just("ch-fresh"),
        Just("CH-ID"),
        Just("ch-id-Signature"),
        Just("%63h-public-key"),
        Just("ch%2drequested"),
        Just("Ch%2DId"),
    ];
    (name, "(=[a-zA-Z0-9%+é/?:@.=-]{0,8})?").prop_map(|(name, value)| format!("{name}{value}"))
}

fn page() -> impl Strategy<Value = String> {
    "https://[a-z]{1,8}\\.example(:[0-9]{1,4})?(/[a-z&=%-]{0,8}){0,3}"
}

fn fragment() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "#[a-z?&=#]{0,8}",
        Just("#?ch-id=1&ch-code=2".to_owned())
    ]
}

fn with_query(page: &str, query: &[String], fragment: &str) -> String {
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{page}{mark}{}{fragment}", query.join("&"))
}

proptest! {
    #[test]
    fn stripping_removes_our_parameters_and_nothing_else(
        page in page(),
        query in prop::collection::vec((any::<bool>(), foreign(), own()), 0..6),
        fragment in fragment(),
    ) {
        let of = |(is_own, foreign, own): &(bool, String, String)| if *is_own { own.clone() } else { foreign.clone() };
        let all: Vec<String> = query.iter().map(of).collect();
        let kept: Vec<String> = query.iter().filter(|parameter| !parameter.0).map(of).collect();
        let url = with_query(&page, &all, &fragment);
        prop_assert_eq!(strip(&url), with_query(&page, &kept, &fragment));
    }

    #[test]
    fn stripping_any_text_again_changes_nothing(text in any::<String>(), url in "[ch%2dDiIC=&?#-]{0,40}") {
        for text in [text, url] {
            let once = strip(&text).into_owned();
            prop_assert_eq!(strip(&once), &*once);
            prop_assert_eq!(code(&once), None);
        }
    }

    #[test]
    fn stripping_the_way_back_gives_the_page(
        page in page(),
        query in prop::collection::vec(foreign(), 0..4),
        fragment in fragment(),
        texts in any::<[Option<String>; 2]>(),
        token in any::<String>(),
        seconds: u64,
    ) {
        let target = with_query(&page, &query, &fragment);
        let [signature, code_there] = &texts;
        let parameters = ReturnParameters {
            token: &token,
            signature: signature.as_deref(),
            requested: UtcTime(UnixSeconds(seconds)),
            code: code_there.as_deref(),
        };
        let url = return_url(&target, &parameters);
        prop_assert_eq!(strip(&url), &*target);
        prop_assert_eq!(&return_url(&url, &parameters), &url);
        let absent = ["", "null", "undefined"];
        prop_assert_eq!(code(&url), code_there.clone().filter(|code| !absent.contains(&code.as_str())));
    }

    #[test]
    fn the_room_reads_the_page_that_was_written(
        page in page(),
        query in prop::collection::vec(foreign(), 0..4),
        texts in any::<[Option<String>; 3]>(),
    ) {
        let target = with_query(&page, &query, "#top");
        let [slug, code_there, token] = &texts;
        let url = waiting_room_url("https://wait.example", &WaitingRoomParameters {
            slug: slug.as_deref(),
            target: Some(&target),
            code: code_there.as_deref(),
            token: token.as_deref(),
            public_key: &"0a".repeat(32).parse().expect("a key"),
        });
        let (_, query) = url.split_once('?').expect("a query");
        let read: Vec<_> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        let names: Vec<&str> = read.iter().map(|(name, _)| name.as_str()).collect();
        prop_assert_eq!(names, ["url", "ch-code", "ch-id", "ch-public-key"]);
        prop_assert_eq!(&read[0].1, &target);
        prop_assert_eq!(&read[1].1, code_there.as_deref().unwrap_or_default());
        prop_assert_eq!(&read[2].1, token.as_deref().unwrap_or_default());
    }

    /// A room covers the page whether or not the call's URL still has our parameters.
    #[test]
    fn any_text_is_a_url_or_not(text in any::<String>(), tail in "[a-z/?&#=ch-]{0,30}") {
        for text in [text, format!("https://a.example{tail}")] {
            let domain: DomainPattern = "https://*".parse().expect("a domain");
            prop_assert_eq!(domain.matches_url(&text), text.parse::<CallUrl>().is_ok());
            let Ok(url) = text.parse::<CallUrl>() else { continue };
            prop_assert_eq!(strip(url.as_str()), url.as_str());
            prop_assert!(url.path_and_query().starts_with('/') && !url.path_and_query().contains('#'));
            prop_assert_eq!(&url.as_str().parse::<CallUrl>(), &Ok(url.clone()));
        }
    }

    #[test]
    fn any_text_is_a_pattern_or_not(pattern in "[a-z\\[\\](){}|\\\\^$.*+?0-9-]{0,20}", page in any::<String>(), any_text in any::<String>()) {
        for text in [pattern, any_text] {
            let positive = RoomPattern::new(UrlMatch::Regex, &text);
            let negative = RoomPattern::new(UrlMatch::RegexNot, &text);
            prop_assert_eq!(positive.is_ok(), negative.is_ok());
            if let (Ok(positive), Ok(negative)) = (positive, negative) {
                prop_assert_ne!(positive.matches(&page), negative.matches(&page));
            }
            let domain = text.parse::<DomainPattern>();
            prop_assert!(domain.is_err() || domain.is_ok_and(|domain| domain.as_str() == text));
        }
    }
}
