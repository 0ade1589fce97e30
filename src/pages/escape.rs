//! Text into HTML.

/// Appends text so that it stays text, both between tags and inside quoted attributes.
pub(super) fn push_escaped(html: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'']) {
        let (plain, special) = rest.split_at(at);
        html.push_str(plain);
        html.push_str(match special.as_bytes()[0] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => "&#39;",
        });
        rest = &special[1..];
    }
    html.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_text_or_attribute() {
        let mut html = String::from("=");
        push_escaped(&mut html, "<b a='1' c=\"2\">&amp; 待ち</b>");
        assert_eq!(html, "=&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp; 待ち&lt;/b&gt;");
        push_escaped(&mut html, "");
        assert!(html.ends_with("&gt;"));
    }
}
