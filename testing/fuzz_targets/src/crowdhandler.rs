//! Decoders of CrowdHandler's API: the tokens, calls and URLs that any client can send, and the
//! domains and patterns that operators write, compared with any page.

use crowdhandler::parameters::{self, ReturnParameters, return_url, strip};
use crowdhandler::performance::{SAMPLE_RATE_MAX, TIME_MS_MAX};
use crowdhandler::{
    AccountPublicKey, CallUrl, DomainPattern, PerformanceReport, PrivateKey, RoomPattern, TokenCodec, UrlMatch,
    UtcTime, VisitCall, VisitCallError, VisitorToken,
};
use protocol::{MasterKey, UnixSeconds};

use crate::cut::{text, texts};

const NOW: UnixSeconds = UnixSeconds(1_780_000_000);

/// Opens a visitor's token. The queue id of an opened token seals to the same token, except for its
/// time, which is not authenticated.
pub(crate) fn visitor_token(data: &[u8]) -> bool {
    let text = text(data);
    let codec = TokenCodec::new(&MasterKey::from_bytes([7; 32]));
    let token = text.parse::<VisitorToken>();
    let id = codec.open(&text);
    assert_eq!(token.is_ok(), id.is_some());
    let (Ok(token), Some(id)) = (token, id) else {
        return false;
    };
    assert_eq!(token.as_str(), text);
    let (_, block) = text.split_at(10);
    assert_eq!(codec.seal(&id, NOW).as_str().split_at(10).1, block);
    true
}

/// Reads a text as both keys of an account, of which only the public one is ever shown.
pub(crate) fn keys(data: &[u8]) -> bool {
    let text = text(data);
    let (public, private) = (text.parse::<AccountPublicKey>(), text.parse::<PrivateKey>());
    assert_eq!(public.is_ok(), private.is_ok());
    let (Ok(public), Ok(private)) = (public, private) else {
        return false;
    };
    assert!(public.as_str() == text && private.is(text.as_bytes()) && !private.is(&text.as_bytes()[1..]));
    assert!(!format!("{private:?}").contains(&text));
    true
}

/// Reads the body of a call; its type and the body are separated by a zero byte.
pub(crate) fn visit_call(data: &[u8]) -> bool {
    let [content_type, body] = texts(data);
    let content_type = Some(content_type.as_str()).filter(|text| !text.is_empty());
    is_sound(VisitCall::from_body(content_type, body.as_bytes()))
}

/// Reads the query of a call.
pub(crate) fn visit_query(data: &[u8]) -> bool {
    is_sound(VisitCall::from_query(&text(data)))
}

/// Checks a call: an accepted call names a page or a room, its URL has none of our parameters, and
/// no field is empty. A refusal states the reason.
fn is_sound(call: Result<VisitCall, VisitCallError>) -> bool {
    let call = match call {
        Ok(call) => call,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    assert!(call.url.is_some() || call.slug.is_some());
    if let Some(url) = &call.url {
        assert_eq!(strip(url.as_str()), url.as_str());
    }
    let fields = [&call.slug, &call.ip, &call.agent, &call.lang, &call.code];
    assert!(fields.into_iter().all(|field| field.as_deref() != Some("")));
    // The server compares addresses with groups of them.
    assert!(call.address().is_none_or(|address| address == address.to_canonical()));
    true
}

/// Reads the URL of a page. Its parts are found by looking at the text alone, because a second
/// parser could have the same error as the first.
pub(crate) fn call_url(data: &[u8]) -> bool {
    let text = text(data);
    let Ok(url) = text.parse::<CallUrl>() else {
        return false;
    };
    assert_eq!(url.as_str().parse(), Ok(url.clone()));
    assert_eq!(strip(url.as_str()), url.as_str());
    let whole = url.as_str();
    assert!(!whole.bytes().any(|byte| byte.is_ascii_control()), "{whole:?}");
    let (scheme, rest) = whole.split_once("://").expect("an absolute URL");
    assert!(scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"));
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let port = url.port().map(|_| authority.rsplit_once(':').expect("a port").1);
    let host = match port {
        Some(port) => authority.strip_suffix(port).and_then(|host| host.strip_suffix(':')),
        None => Some(authority.strip_suffix(':').unwrap_or(authority)),
    };
    assert_eq!(host.expect("a host").to_ascii_lowercase(), url.host(), "{whole:?}");
    assert!(url.path_and_query().starts_with('/') && !url.path_and_query().contains('#'));
    true
}

/// Removes our parameters from a URL and adds them again. A URL without them has none; the URL that
/// leads back to a page is the page's URL with the parameters.
pub(crate) fn parameters(data: &[u8]) -> bool {
    let [url, token, code] = texts(data);
    let stripped = strip(&url);
    assert_eq!(strip(&stripped), stripped);
    assert_eq!(parameters::code(&stripped), None);
    assert!(stripped.len() <= url.len());
    let code = Some(code.as_str()).filter(|code| !code.is_empty());
    let returned = return_url(
        &url,
        &ReturnParameters {
            token: &token,
            signature: None,
            requested: UtcTime(NOW),
            code,
        },
    );
    assert_eq!(strip(&returned), stripped);
    let said = code.filter(|code| !matches!(*code, "null" | "undefined"));
    assert_eq!(parameters::code(&returned).as_deref(), said);
    stripped != url
}

/// Reads a registered domain and compares it with a host or a URL, after a zero byte. A domain
/// covers itself, and every host that it covers contains the letters of the domain.
pub(crate) fn domain_pattern(data: &[u8]) -> bool {
    let [domain, page] = texts(data);
    let Ok(pattern) = domain.parse::<DomainPattern>() else {
        return false;
    };
    assert_eq!(pattern.as_str(), domain);
    let (_, host) = domain.split_once("://").expect("a scheme");
    assert!(pattern.matches(&host.replace('*', "x")));
    if pattern.matches_url(&page) {
        let url: CallUrl = page.parse().expect("a URL is covered");
        assert!(pattern.matches(url.host()));
    }
    let host = host.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let last = host.rsplit('*').next().unwrap_or_default();
    let last = last.strip_prefix("www.").unwrap_or(last);
    let page = page.split(':').next().unwrap_or_default();
    let page = page.strip_suffix('.').unwrap_or(page).to_ascii_lowercase();
    assert!(!pattern.matches(&page) || page.ends_with(last), "{domain:?} {page:?}");
    true
}

/// Reads a room's kind of match and pattern and compares it with a page, at zero bytes. The negated
/// kind of a pattern covers the other pages.
pub(crate) fn room_pattern(data: &[u8]) -> bool {
    let [kind, pattern, page] = texts(data);
    let Ok(kind) = kind.parse::<UrlMatch>() else {
        return false;
    };
    let read = RoomPattern::new(kind, &pattern);
    let read = match read {
        Ok(read) => read,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
            return false;
        }
    };
    assert_eq!((read.kind(), read.as_str()), (kind, pattern.as_str()));
    let other = match kind {
        UrlMatch::All => UrlMatch::None,
        UrlMatch::None => UrlMatch::All,
        UrlMatch::Contains => UrlMatch::ContainsNot,
        UrlMatch::ContainsNot => UrlMatch::Contains,
        UrlMatch::Regex => UrlMatch::RegexNot,
        UrlMatch::RegexNot => UrlMatch::Regex,
    };
    let other = RoomPattern::new(other, &pattern).expect("the same pattern");
    assert_ne!(read.matches(&page), other.matches(&page));
    true
}

/// Reads a report of how long a page took; its type and the body are separated by a zero byte. The
/// values of the report are within bounds.
pub(crate) fn performance_report(data: &[u8]) -> bool {
    let [content_type, body] = texts(data);
    let content_type = Some(content_type.as_str()).filter(|text| !text.is_empty());
    let Some(report) = PerformanceReport::from_body(content_type, body.as_bytes()) else {
        return false;
    };
    assert!((100..=599).contains(&report.http_code));
    assert!(report.time_ms.is_none_or(|ms| ms <= TIME_MS_MAX));
    assert!(
        report
            .sample_rate
            .is_none_or(|rate| (1..=SAMPLE_RATE_MAX).contains(&rate))
    );
    true
}
