//! Changes that the browser's part makes to a page after it has loaded. They are made here in the
//! same way as in the island, so that samples also show a theme in these states.

use app::texts::PageTexts;
use lol_html::html_content::{ContentType, Element};
use lol_html::{RewriteStrSettings, element, rewrite_str};

use super::samples::NOWHERE;
use crate::text::{Language, Notice};

/// The state of the connection that a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConnectionNotice {
    /// The connection was never lost; the page shows nothing.
    Good,
    /// The connection is lost.
    Lost,
    /// The connection has just been restored.
    Back,
}

/// Returns the page during the redirect to the target: heading, sentence, and the link for visitors
/// whose browser does not follow it.
pub(super) fn redirecting(html: &str) -> String {
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("[data-redirecting]", |text| {
            let said = text.get_attribute("data-redirecting").unwrap_or_default();
            // The attribute's value is escaped already.
            text.set_inner_content(&said, ContentType::Html);
            Ok(())
        }))
        .append_element_content_handler(element!("p.go[hidden]", |link| {
            link.remove_attribute("hidden");
            Ok(())
        }))
        .append_element_content_handler(element!("a[data-slot=target]", |link| {
            link.set_attribute("href", NOWHERE)?;
            Ok(())
        }));
    rewritten(html, settings)
}

/// Returns the page with the note about the connection and its mark on `<html>`.
pub(super) fn connection(html: &str, connection: ConnectionNotice, texts: &PageTexts) -> String {
    let (mark, note) = match connection {
        ConnectionNotice::Good => return html.to_owned(),
        ConnectionNotice::Lost => ("lost", &texts.offline),
        ConnectionNotice::Back => ("back", &texts.online_again),
    };
    let show = |paragraph: &mut Element<'_, '_>| {
        paragraph.remove_attribute("hidden");
        paragraph.set_inner_content(note, ContentType::Text);
    };
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("html", |root| {
            root.set_attribute("data-connection", mark)?;
            Ok(())
        }))
        .append_element_content_handler(element!("[data-slot=connection]", |paragraph| {
            show(paragraph);
            Ok(())
        }));
    rewritten(html, settings)
}

/// Returns a room's page for everybody with a notice instead of a status.
pub(super) fn explained(html: &str, notice: Notice, language: &Language) -> String {
    let texts = language.notice(notice);
    let lead = format!("{} {}", texts.what, texts.todo);
    let said = [
        ("[data-slot=headline]", texts.heading.as_str()),
        ("[data-slot=lead]", lead.as_str()),
        ("[data-slot=updated]", "10:00:00"),
        ("title", texts.heading.as_str()),
    ];
    let mut settings = RewriteStrSettings::new().append_element_content_handler(element!("html", |root| {
        root.set_attribute("data-state", notice.name())?;
        root.set_attribute("data-notice", notice.name())?;
        Ok(())
    }));
    for (selector, text) in said {
        settings = settings.append_element_content_handler(element!(selector, move |element| {
            element.set_inner_content(text, ContentType::Text);
            Ok(())
        }));
    }
    rewritten(html, settings)
}

fn rewritten(html: &str, settings: RewriteStrSettings<'_, '_>) -> String {
    rewrite_str(html, settings).expect("pages of ours are HTML, and handlers here only set what HTML allows")
}
