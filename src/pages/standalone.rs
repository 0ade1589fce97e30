//! Pages without any data of a visitor, so that caches store them and sites serve them from their
//! own hosts: every address in them is absolute, and a script in the browser reads the visitor's
//! values from the page's address. Their content security policy is also part of the page, because
//! the server that serves the page decides about its headers.

use std::borrow::Cow;

use app::hole::Hole;
use app::page::{Slot, WaitingShape, render_waiting_page};

use super::escape::push_escaped;
use super::waiting::WaitingPage;
use crate::text::{Language, Notice};
use crate::theme::Theme;

/// The values of the room that the page's script needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandaloneRoom<'a> {
    /// The room's slug.
    pub slug: &'a str,
    /// The customer's public key.
    pub public_key: &'a str,
    /// The page's id, by the room's phase.
    pub moment: &'a str,
    /// Whether the browser's languages come before the room's.
    pub detects_language: bool,
}

/// The location of the server that made a standalone page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandaloneHome<'a> {
    /// The server's origin.
    pub origin: &'a str,
    /// The path of the page's script.
    pub script: &'a str,
}

impl WaitingPage {
    /// Renders a room's page for browsers that have just opened it. Without scripts, `link` leads
    /// on.
    #[must_use]
    pub fn standalone(shape: &WaitingShape, theme: &Theme, language: &Language, link: &str) -> Self {
        let mut fragments = render_waiting_page(shape);
        // The refresh for browsers without scripts would only load the same page again.
        fragments.preload.clear();
        fragments.head.clear();
        fragments.scripts.clear();
        let (words, enter) = (language.shared_notice_texts(), language.health_texts().room_enter(&[]));
        let mut note = String::from("<noscript><p class=\"help\">");
        push_escaped(&mut note, &words.without_script);
        note.push_str("</p><p class=\"go way-back\"><a href=\"");
        push_escaped(&mut note, link);
        note.push_str("\" rel=\"nofollow\">");
        push_escaped(&mut note, &enter);
        note.push_str("</a></p></noscript>");
        for (_, html) in fragments.slots.iter_mut().filter(|(slot, _)| *slot == Slot::Help) {
            html.push_str(&note);
        }
        Self::of_fragments(&fragments, theme)
    }

    /// Returns the page without any data of a visitor.
    #[must_use]
    pub fn without_visitor(&self, shape_room: &str, language: &Language) -> String {
        let heading = &language.notice(Notice::Holding).heading;
        self.fill(|hole| -> Cow<'_, str> {
            match hole {
                Hole::State => Notice::Holding.name().into(),
                Hole::Title => format!("{heading} · {shape_room}").into(),
                Hole::Headline => heading.into(),
                Hole::Lead => language.shared_notice_texts().looking_up.as_str().into(),
                Hole::Progress | Hole::AheadLength | Hole::NumberLength => "0".into(),
                _ => "".into(),
            }
        })
    }
}

/// Makes a page independent of the address at which a browser sees it, and adds the script.
#[must_use]
pub fn standalone(html: &str, home: StandaloneHome<'_>, room: Option<StandaloneRoom<'_>>) -> String {
    let origin = home.origin;
    // In a page of this server, a path occupies an attribute's value from its first character.
    let html = html.replace("=\"/", &format!("=\"{origin}/"));
    let policy = policy(home);
    let meta = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    let mut script = format!("<script src=\"{origin}{}\" defer", home.script);
    if let Some(room) = room {
        let attributes = [
            ("data-slug", room.slug),
            ("data-key", room.public_key),
            ("data-moment", room.moment),
        ];
        let detects = room.detects_language.then_some(("data-detect", "language"));
        for (name, value) in attributes.into_iter().chain(detects) {
            script.extend([" ", name, "=\""]);
            push_escaped(&mut script, value);
            script.push('"');
        }
    }
    script.push_str("></script>");
    // The policy applies from its position on, so it is the first element.
    html.replacen("<head>", &format!("<head>{meta}"), 1)
        .replacen("</body>", &format!("{script}</body>"), 1)
}

/// Returns the content security policy: nothing is loaded from, or sent to, any host except this
/// server's, and only the page's script runs.
#[must_use]
pub fn policy(StandaloneHome { origin, script }: StandaloneHome<'_>) -> String {
    format!(
        "default-src 'none'; script-src {origin}{script}; style-src {origin}; img-src {origin} data:; font-src {origin}; \
         connect-src {origin}; form-action {origin}; base-uri 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: StandaloneHome<'static> = StandaloneHome {
        origin: "https://queue.example",
        script: "/js/room.js",
    };

    #[test]
    fn every_path_leads_to_the_server_and_other_addresses_stay() {
        let page = "<head><link href=\"/a.css\"></head><body><a href=\"#x\">=/</a><a href=\"\"></a></body>";
        let room = StandaloneRoom {
            slug: "a\"b",
            public_key: "0f",
            moment: "queue",
            detects_language: false,
        };
        let html = standalone(page, HOME, Some(room));
        assert!(html.contains("<link href=\"https://queue.example/a.css\">"), "{html}");
        assert!(html.contains("<a href=\"#x\">=/</a><a href=\"\"></a><script"), "{html}");
        assert!(
            html.ends_with(
                "<script src=\"https://queue.example/js/room.js\" defer data-slug=\"a&quot;b\" data-key=\"0f\" \
                 data-moment=\"queue\"></script></body>"
            ),
            "{html}"
        );
        assert!(
            html.starts_with("<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "),
            "{html}"
        );
    }
}
