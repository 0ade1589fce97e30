//! Pages for developers of protected sites: the explanation of a debug link's cookie, and the
//! remedy for a debug link that failed. The pages are always in English, and visitors do not see
//! them.

use askama::Template;

use super::frame::Frame;
use crate::diagnostics::CookieReport;
use crate::text::Language;
use crate::theme::Theme;

/// The content of the page.
#[derive(Debug, Clone, Copy)]
pub enum DiagnosticsPage<'a> {
    /// A form for the cookie.
    Form(DiagnosticsForm<'a>),
    /// The explanation of the cookie, and the form again.
    Read(DiagnosticsForm<'a>, &'a CookieReport),
    /// The text in the form is not such a cookie; the second field is the reason.
    Unreadable(DiagnosticsForm<'a>, &'a str),
    /// The connector refused the debug link.
    Failed(LinkFault),
    /// The connector read the debug link and wrote the cookie; the page has a form for it.
    Arrived(DiagnosticsForm<'a>),
}

/// The values of the form.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiagnosticsForm<'a> {
    /// The address to which the form is sent.
    pub action: &'a str,
    /// The cookie's value.
    pub cookie: &'a str,
    /// The address of the page, as the browser shows it.
    pub page: &'a str,
    /// The customer with whose key and configuration the cookie is compared.
    pub customer: &'a str,
}

/// The reason why a connector refused a debug link: the code of its redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkFault {
    /// `setup`
    Setup,
    /// `hash`
    Hash,
    /// `timestamp`
    Timestamp,
    /// Any other code.
    Unknown,
}

impl LinkFault {
    /// Returns the reason for a code in the address.
    #[must_use]
    pub fn of(code: &str) -> Self {
        match code {
            "setup" => Self::Setup,
            "hash" => Self::Hash,
            "timestamp" => Self::Timestamp,
            _ => Self::Unknown,
        }
    }

    /// Returns its stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Hash => "hash",
            Self::Timestamp => "timestamp",
            Self::Unknown => "unknown",
        }
    }

    fn what(self) -> &'static str {
        match self {
            Self::Setup => "The connector has no customer id or no secret key, so it can check nothing.",
            Self::Hash => {
                "The connector holds another secret key than the waiting room signed the link with, or the link was changed on its way."
            }
            Self::Timestamp => "The link had expired by the clock of the site's server when the connector read it.",
            Self::Unknown => "The connector refused the link for a reason that is not known here.",
        }
    }

    fn todo(self) -> &'static [&'static str] {
        match self {
            Self::Setup => &[
                "Set the customer id and the secret key in the code around the connector.",
                "Make a new debug link and open it.",
            ],
            Self::Hash => &[
                "Compare the secret key in the connector with the customer's, or with the room's where the room has its own.",
                "Copy the link whole: a mail programme may have cut it.",
                "Make a new debug link and open it.",
            ],
            Self::Timestamp => &[
                "Make a new debug link and open it within three minutes.",
                "If it still fails, set the clocks of both servers by NTP.",
            ],
            Self::Unknown => &["Make a new debug link and open it within three minutes."],
        }
    }
}

/// Instructions for finding the cookie.
const FIND_IT: &[&str] = &[
    "Open a debug link of the room (POST /admin/v1/rooms/…/debug-link makes one; it is good for three minutes).",
    "In the developer tools of your browser, look up the site's cookies and copy the value of queueitdebug.",
    "Paste it below. Nothing of it is kept.",
];

impl DiagnosticsPage<'_> {
    /// Returns `data-state` of `<html>`.
    #[must_use]
    pub fn state(&self) -> &'static str {
        match self {
            Self::Form(_) => "form",
            Self::Read(..) => "read",
            Self::Unreadable(..) => "unreadable",
            Self::Failed(fault) => fault.name(),
            Self::Arrived(_) => "arrived",
        }
    }

    /// Renders the page as HTML; `language` is that of the page's frame, English.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let (heading, lead) = match self {
            Self::Form(_) | Self::Unreadable(..) => (
                "What does the connector see?",
                "A debug link makes a connector write down what it sees. This page explains it.",
            ),
            Self::Read(..) => (
                "What the connector sees",
                "Compare it with what your browser and your proxies know.",
            ),
            Self::Failed(fault) => ("The debug link failed", fault.what()),
            Self::Arrived(_) => (
                "The debug link arrived",
                "The connector read the link and wrote the cookie queueitdebug. That it then refused the token is as it should be: a debug link lets nobody in.",
            ),
        };
        let (form, report, fault, todo) = match *self {
            Self::Form(form) => (Some(form), None, None, FIND_IT),
            Self::Read(form, report) => (Some(form), Some(report), None, [].as_slice()),
            Self::Unreadable(form, fault) => (Some(form), None, Some(fault), FIND_IT),
            Self::Failed(fault) => (None, None, None, fault.todo()),
            Self::Arrived(form) => (Some(form), None, None, &FIND_IT[1..]),
        };
        let view = DiagnosticsView {
            frame: Frame::new(("diagnostics", self.state()), (heading, lead), language, theme),
            fault,
            todo,
            report,
            form_heading: if report.is_some() { "Another one" } else { "The cookie" },
            form,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "diagnostics.html")]
struct DiagnosticsView<'a> {
    frame: Frame<'a>,
    fault: Option<&'a str>,
    todo: &'static [&'static str],
    report: Option<&'a CookieReport>,
    form_heading: &'static str,
    form: Option<DiagnosticsForm<'a>>,
}

#[cfg(test)]
mod tests {
    use protocol::debug_cookie::DebugCookie;

    use super::*;
    use crate::diagnostics::DiagnosticsContext;
    use crate::page_samples::requirements;
    use crate::text::Languages;
    use crate::theme::Themes;

    #[test]
    fn every_state_is_a_whole_page_in_every_theme_and_escapes_what_was_pasted() {
        let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
        let english = languages.find("en").unwrap();
        let evil = "A=\"'><script>alert(1)</script>|MatchedConfig=<b>|Exception=</textarea><img src=x>";
        let report = CookieReport::of(&DebugCookie::parse(evil).unwrap(), &DiagnosticsContext::default());
        let form = DiagnosticsForm {
            action: "/diagnostics/cookie",
            cookie: evil,
            page: "\"><script>",
            customer: "<i>",
        };
        let faults = ["setup", "hash", "timestamp", "other"].map(|code| DiagnosticsPage::Failed(LinkFault::of(code)));
        let pages = [
            DiagnosticsPage::Form(DiagnosticsForm {
                cookie: "",
                page: "",
                customer: "",
                ..form
            }),
            DiagnosticsPage::Read(form, &report),
            DiagnosticsPage::Unreadable(form, "it is <b>empty</b>"),
            DiagnosticsPage::Arrived(form),
        ];
        for theme in themes.iter() {
            for page in pages.iter().chain(&faults) {
                let html = page.render(english, theme);
                assert_eq!(
                    requirements::faults(&html, english),
                    Vec::<String>::new(),
                    "{}",
                    page.state()
                );
                assert!(
                    !html.contains("<script") && !html.contains("<b>") && !html.contains("<img src=x"),
                    "{html}"
                );
            }
        }
    }
}
