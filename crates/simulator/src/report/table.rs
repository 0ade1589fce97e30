//! Tables behind the charts, and HTML escaping.

/// Escapes the characters that are special in HTML.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(letter),
        }
    }
    safe
}

/// Returns a table with a caption and one heading per column; the first cell of a row is its
/// heading.
pub(super) fn table(caption: &str, headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut html = format!("<table><caption>{}</caption><thead><tr>", escape(caption));
    for heading in headings {
        html += &format!("<th scope=\"col\">{}</th>", escape(heading));
    }
    html += "</tr></thead><tbody>";
    for row in rows {
        html += "<tr>";
        for (at, cell) in row.iter().enumerate() {
            let cell = escape(cell);
            html += &if at == 0 {
                format!("<th scope=\"row\">{cell}</th>")
            } else {
                format!("<td>{cell}</td>")
            };
        }
        html += "</tr>";
    }
    html + "</tbody></table>"
}

/// Formats a share as percent.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// Formats seconds as minutes and seconds.
pub(super) fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Formats a count in groups of three digits.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_figures_are_written_for_people() {
        assert_eq!(escape("<b>&\""), "&lt;b&gt;&amp;&quot;");
        assert_eq!(clock(125.4), "2:05");
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(
            (percent(Some(0.5)), percent(None)),
            ("50.0 %".to_owned(), "–".to_owned())
        );
    }
}
