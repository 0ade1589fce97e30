//! Decoders of the server: the operator's files, and the parts of a visitor's request.

use anteroom::config::Config;
use anteroom::diagnostics::{CookieReport, DiagnosticsContext};
use anteroom::email::{ADDRESS_BYTES_MAX, EmailAddress};
use anteroom::http::fuzz_entry;
use anteroom::integration::build::{VersionInfo, build};
use anteroom::integration::check::check;
use anteroom::integration::source::IntegrationSource;
use anteroom::rooms::codes::{CodeId, PriorityCode};
use anteroom::target::{TargetHost, TargetTemplate, choose};
use anteroom::theme::Themes;
use protocol::debug_cookie::{BYTES_MAX, DebugCookie, FIELDS_MAX};
use protocol::integration::IntegrationConfig;

use crate::cut::{text, texts};

/// Parses a configuration file. Every problem names its field.
pub(crate) fn config(data: &[u8]) -> bool {
    let read = Config::parse(&text(data), []);
    if let Err(problems) = &read {
        assert!(!problems.is_empty(), "a refusal says why");
        assert!(problems.iter().all(|problem| !problem.message.is_empty()));
    }
    read.is_ok()
}

/// Reads a theme: `theme.toml`, `style.css` and `layout.html`; the last two are omitted if empty.
pub(crate) fn theme(data: &[u8]) -> bool {
    let [manifest, style, layout] = texts(data);
    let files = [("theme.toml", manifest), ("style.css", style), ("layout.html", layout)];
    let files = files
        .into_iter()
        .filter(|(name, text)| *name == "theme.toml" || !text.is_empty());
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    let read = Themes::check("fuzzed", files.collect());
    if let Err(problems) = &read {
        assert!(!problems.0.is_empty(), "a refusal says why");
    }
    read.is_ok()
}

/// Reads a configuration of triggers and actions as operators write it. Every problem points at a
/// part of it, or at a missing key.
pub(crate) fn integration_source(data: &[u8]) -> bool {
    let Ok(source) = serde_json::from_slice::<IntegrationSource>(data) else {
        return false;
    };
    let about = VersionInfo {
        version: 1,
        ..VersionInfo::default()
    };
    let built = build(&source, about, |_, _| "queue.example".to_owned());
    let written = serde_json::to_value(&source).expect("a source can be written");
    for problem in check(&source, &built, |room| room == "sale") {
        let (parent, _) = problem.pointer.rsplit_once('/').expect("a pointer begins with a slash");
        assert!(
            written.pointer(parent).is_some(),
            "{}: {}",
            problem.pointer,
            problem.message
        );
    }
    assert!(IntegrationConfig::from_json(built.for_servers().to_json().as_bytes()).is_ok());
    true
}

/// Reads the value of a `Cookie` header.
pub(crate) fn places(data: &[u8]) -> bool {
    fuzz_entry::places(data)
}

/// Reads the headers of a call that can hold a key, separated by a zero byte.
pub(crate) fn api_key(data: &[u8]) -> bool {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let mut next = || parts.next().unwrap_or_default();
    fuzz_entry::api_key(next(), next())
}

/// Reads the id of a session.
pub(crate) fn session_id(data: &[u8]) -> bool {
    fuzz_entry::session_id(&text(data))
}

/// Reads a body of CrowdHandler's private API.
pub(crate) fn private_body(data: &[u8]) -> bool {
    fuzz_entry::private_body(data)
}

/// Reads a priority code as a visitor types it, and the id of one. Both are read again from their
/// written form.
pub(crate) fn priority_code(data: &[u8]) -> bool {
    let text = text(data);
    if let Ok(id) = text.parse::<CodeId>() {
        assert_eq!(id.to_string(), text);
    }
    let Ok(code) = text.parse::<PriorityCode>() else {
        return false;
    };
    assert_eq!(code.as_str(), text.trim().to_lowercase());
    assert_eq!(
        code.as_str().parse().as_ref().map(PriorityCode::as_str),
        Ok(code.as_str())
    );
    true
}

/// Reads an address for an e-mail. An accepted address can stand in a header of a letter.
pub(crate) fn email_address(data: &[u8]) -> bool {
    let Ok(address) = text(data).parse::<EmailAddress>() else {
        return false;
    };
    let text = address.as_str();
    assert!(
        text.len() <= ADDRESS_BYTES_MAX && text.bytes().all(|byte| byte.is_ascii_graphic()),
        "{text}"
    );
    assert_eq!(
        text.parse::<EmailAddress>().as_ref().map(EmailAddress::as_str),
        Ok(text)
    );
    true
}

/// Reads the query of a room's page.
pub(crate) fn query(data: &[u8]) -> bool {
    fuzz_entry::query(&text(data))
}

/// Explains the pasted cookie of a debug link. Every field of an accepted cookie is explained, and
/// the cookie reads the same when it is written again.
pub(crate) fn debug_cookie(data: &[u8]) -> bool {
    let [pasted, page] = texts(data);
    let Ok(cookie) = DebugCookie::parse(&pasted) else {
        return false;
    };
    let known = DiagnosticsContext {
        page: Some(&page),
        published: Some(7),
        has_room: Some(true),
        token_is_ours: Some(true),
        hosts: &["queue.example".to_owned()],
    };
    let report = CookieReport::of(&cookie, &known);
    assert!(report.findings.iter().all(|finding| !finding.text.is_empty()));
    assert_eq!(report.rows.len(), cookie.fields().count());
    assert!(report.rows.len() <= FIELDS_MAX);
    let written: Vec<String> = cookie.fields().map(|(name, value)| format!("{name}={value}")).collect();
    let written = format!("queueitdebug={}", written.join("|"));
    // White space and quotes at the end are treated as errors in copying the cookie.
    let is_bare = written.trim_end_matches(|c: char| c.is_whitespace() || c == '"') == written;
    assert!(!is_bare || written.len() > BYTES_MAX || DebugCookie::parse(&written) == Ok(cookie));
    true
}

/// Chooses a target from a link's `t` and, after a zero byte, a value for the room's own target. A
/// chosen target never leads to a host that the room does not name.
pub(crate) fn target(data: &[u8]) -> bool {
    let [asked, value] = texts(data);
    let own: TargetTemplate = "https://shop.example/{show}?a=1".parse().expect("a template");
    let hosts: [TargetHost; 2] = ["shop.example", "127.0.0.1:8081"].map(|host| host.parse().expect("a host"));
    let asked = Some(asked.as_str()).filter(|text| !text.is_empty());
    let chosen = choose(&own, &hosts, asked, |_| Some(value.clone()));
    if let Ok(url) = &chosen {
        assert!(is_allowed(url), "{url}");
        assert!(url.bytes().all(|byte| byte.is_ascii_graphic()), "{url}");
    }
    // Operators configure these values; both results are fine.
    let _ = value.parse::<TargetTemplate>();
    let _ = value.parse::<TargetHost>();
    chosen.is_ok()
}

/// Uses the text alone, because a second parser could have the same error as the first.
fn is_allowed(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let Some((authority, _)) = rest.and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    let port = authority
        .strip_prefix("shop.example")
        .map(|rest| rest.strip_prefix(':').unwrap_or(rest));
    authority == "127.0.0.1:8081" || port.is_some_and(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
}
