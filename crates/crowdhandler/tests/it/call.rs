//! Tests of calls: captured calls, refused calls, and the same fields in every encoding.

use crowdhandler::call::FieldsError;
use crowdhandler::{CallUrlError, PerformanceReport, VisitCall, VisitCallError};
use proptest::prelude::*;

fn json(body: &str) -> Result<VisitCall, VisitCallError> {
    VisitCall::from_body(Some("application/json"), body.as_bytes())
}

/// Returns URL, slug, ip, agent, lang and code.
fn texts(call: &VisitCall) -> [Option<&str>; 6] {
    [
        call.url.as_ref().map(|url| url.as_str()),
        call.slug.as_deref(),
        call.ip.as_deref(),
        call.agent.as_deref(),
        call.lang.as_deref(),
        call.code.as_deref(),
    ]
}

const PAGE: Option<&str> = Some("https://www.example.com/tickets?evt=1&x=a%20b");
const ADDRESS: Option<&str> = Some("203.0.113.9");
const AGENT: Option<&str> = Some("Mozilla/5.0 (Probe) +x");
const LANG: Option<&str> = Some("en-GB,en;q=0.9");

#[test]
fn captured_calls_are_read() {
    let posted = json(
        r#"{"agent":"Mozilla/5.0 (Probe) +x","ip":"203.0.113.9","lang":"en-GB,en;q=0.9","url":"https://www.example.com/tickets?evt=1&x=a%20b"}"#,
    );
    let expected = [PAGE, None, ADDRESS, AGENT, LANG, None];
    assert_eq!(texts(&posted.unwrap()), expected);

    // The first is escaped as by axios, the second as by Workers.
    for query in [
        "agent=Mozilla%2F5.0+(Probe)+%2Bx&ip=203.0.113.9&lang=en-GB,en%3Bq%3D0.9&url=https:%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1%26x%3Da%2520b",
        "agent=Mozilla%2F5.0%20(Probe)%20%2Bx&ip=203.0.113.9&lang=en-GB%2Cen%3Bq%3D0.9&url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fevt%3D1%26x%3Da%2520b",
    ] {
        assert_eq!(texts(&VisitCall::from_query(query).unwrap()), expected, "{query}");
    }

    let waiting = VisitCall::from_query("agent=a&ip=203.0.113.9&lang=en&slug=main-sale").unwrap();
    assert_eq!(
        texts(&waiting),
        [None, Some("main-sale"), ADDRESS, Some("a"), Some("en"), None]
    );
    let from_a_browser = json(r#"{"url":"https://www.example.com/tickets?a=1"}"#).unwrap();
    assert_eq!(from_a_browser.url.unwrap().path_and_query(), "/tickets?a=1");
}

#[test]
fn own_keys_are_left_out_and_codes_found() {
    for (body, code) in [
        (
            r#"{"url":"https://a.example/?ch-code=VIP%201","captcha":"xyz","n":1,"code":"VIP 2"}"#,
            Some("VIP 2"),
        ),
        (
            r#"{"url":"https://a.example/?ch-code=VIP%201","code":null}"#,
            Some("VIP 1"),
        ),
        (r#"{"url":"https://a.example/?CH-CODE=VIP+1","code":""}"#, Some("VIP 1")),
        (r#"{"url":"https://a.example/?ch-code=null","code":"undefined"}"#, None),
        (r#"{"slug":"sale","code":17}"#, Some("17")),
        (r#"{"slug":"sale","code":true}"#, Some("true")),
        (r#"{"slug":"sale","code":["a"]}"#, None),
    ] {
        let call = json(body).unwrap();
        assert_eq!(call.code.as_deref(), code, "{body}");
        assert!(
            call.url.is_none_or(|url| url.as_str() == "https://a.example/"),
            "{body}"
        );
    }
}

#[test]
fn addresses_are_read_where_they_are_addresses() {
    for (ip, there) in [
        ("203.0.113.9", ADDRESS),
        (" 203.0.113.9 ", ADDRESS),
        ("::ffff:203.0.113.9", ADDRESS),
        ("2001:db8::1", Some("2001:db8::1")),
        ("203.0.113.9:51234", ADDRESS),
        ("[::ffff:203.0.113.9]:443", ADDRESS),
        ("[2001:db8::1]:443", Some("2001:db8::1")),
        ("203.0.113.9:65536", None),
        ("203.0.113.9, 10.0.0.1", None),
        ("unknown", None),
        ("null", None),
    ] {
        let call = json(&format!(r#"{{"slug":"sale","ip":"{ip}"}}"#)).unwrap();
        let address = call.address().map(|address| address.to_string());
        assert_eq!(address.as_deref(), there, "{ip}");
    }
    assert_eq!(json(r#"{"slug":"sale"}"#).unwrap().address(), None);
}

#[test]
fn debug_shows_neither_visitor_nor_page_nor_code() {
    let call = json(r#"{"url":"https://a.example/b","slug":"sale","ip":"::1","agent":"c","lang":"d","code":"e"}"#);
    assert_eq!(
        format!("{:?}", call.unwrap()),
        r#"VisitCall { slug: Some("sale"), .. }"#
    );
}

#[test]
fn refusals_say_why() {
    for body in [
        r#"{"url":"https://a.example/","ip":""}"#,
        r#"{"slug":"sale","ip":""}"#,
        r#"{"ip":""}"#,
    ] {
        assert!(matches!(json(body), Err(VisitCallError::EmptyIp)), "{body}");
    }
    assert!(matches!(
        VisitCall::from_query("slug=sale&ip="),
        Err(VisitCallError::EmptyIp)
    ));
    for body in [
        "",
        " ",
        "{}",
        r#"{"url":"","slug":null}"#,
        r#"{"url":"null","slug":"undefined"}"#,
    ] {
        assert!(matches!(json(body), Err(VisitCallError::NoSubject)), "{body}");
    }
    for body in ["{", "{\"url\":\"\\ud800\"}", "{}x"] {
        let refused = json(body);
        assert!(
            matches!(refused, Err(VisitCallError::Body(FieldsError::Json(_)))),
            "{body}"
        );
    }
    for body in ["[]", "slug=sale", "null"] {
        let refused = json(body);
        assert!(
            matches!(refused, Err(VisitCallError::Body(FieldsError::NotObject))),
            "{body}"
        );
    }
    let refused = json(r#"{"url":"/tickets","slug":"sale"}"#).unwrap_err();
    assert!(matches!(refused, VisitCallError::Url(CallUrlError::NotHttp)));
    assert_eq!(
        refused.to_string(),
        "url must be absolute and start with https:// or http://"
    );
}

/// A value as integrations send them; `None` for a field that is left out.
fn value() -> impl Strategy<Value = Option<String>> {
    prop_oneof![
        2 => any::<String>().prop_map(Some),
        2 => Just(None),
        1 => Just(Some("null".to_owned())),
        1 => Just(Some("undefined".to_owned())),
        1 => Just(Some(String::new())),
        2 => "https://[a-z]{1,5}\\.example/[a-z?&=ch#%-]{0,20}".prop_map(Some),
    ]
}

const NAMES: [&str; 7] = ["url", "slug", "ip", "agent", "lang", "code", "captcha"];

proptest! {
    #[test]
    fn every_encoding_reads_the_same(values in prop::array::uniform7(value()), content_type in any::<Option<String>>()) {
        let given = || NAMES.iter().zip(&values).filter_map(|(name, value)| Some((*name, value.as_deref()?)));
        let object: serde_json::Map<_, _> = given().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let body = serde_json::to_vec_pretty(&object).expect("JSON");
        let pairs = form_urlencoded::Serializer::new(String::new()).extend_pairs(given()).finish();

        let said = |call: Result<VisitCall, VisitCallError>| call.map_err(|error| error.to_string());
        let read = said(VisitCall::from_query(&pairs));
        for content_type in [Some("application/json"), None, content_type.as_deref()] {
            prop_assert_eq!(&said(VisitCall::from_body(content_type, &body)), &read);
        }
        for content_type in [Some("application/x-www-form-urlencoded; charset=utf-8"), None] {
            prop_assert_eq!(&said(VisitCall::from_body(content_type, pairs.as_bytes())), &read);
        }
        if let Ok(call) = read {
            prop_assert!(texts(&call).iter().flatten().all(|text| !text.is_empty()));
        }
    }

    #[test]
    fn any_bytes_are_taken(
        bytes in any::<Vec<u8>>(),
        object in "\\{\"(url|slug|ip|time|httpCode)\":[\\[{\"0-9a-zé:,\\\\.-]{0,12}\\}?",
        content_type in prop_oneof![Just(None), Just(Some("application/json".to_owned())), any::<Option<String>>()],
    ) {
        for body in [bytes.as_slice(), object.as_bytes()] {
            let _ = VisitCall::from_body(content_type.as_deref(), body);
            let _ = PerformanceReport::from_body(content_type.as_deref(), body);
            let _ = VisitCall::from_query(&String::from_utf8_lossy(body));
        }
    }
}
