//! The operator's message as HTML: escaped text, and links that open in another tab, so that the
//! page continues to poll.

use super::escape::push_escaped;
use crate::announcement::{AnnouncementPart, AnnouncementText};

/// Returns a message as HTML.
#[must_use]
pub fn announcement_html(text: &AnnouncementText) -> String {
    let mut html = String::with_capacity(text.source().len());
    for part in text.parts() {
        match part {
            AnnouncementPart::Text(text) => push_escaped(&mut html, text),
            AnnouncementPart::Link { words, address } => {
                html.push_str("<a href=\"");
                push_escaped(&mut html, address);
                html.push_str("\" target=\"_blank\" rel=\"noopener noreferrer\">");
                push_escaped(&mut html, words);
                html.push_str("</a>");
            }
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_links_and_all_else_is_escaped() {
        let text =
            AnnouncementText::new("<b> & [the \"line-up\"](https://shop.example/?a='1'&b=<2>) [x](javascript:0)");
        assert_eq!(
            announcement_html(&text),
            "&lt;b&gt; &amp; <a href=\"https://shop.example/?a=%271%27&amp;b=%3C2%3E\" target=\"_blank\" rel=\"noopener \
             noreferrer\">the &quot;line-up&quot;</a> [x](javascript:0)"
        );
    }
}
