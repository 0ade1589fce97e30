//! SVG pictures: finds content that would act or load something.
//!
//! A picture in `<img>` runs no script, and the file itself is served with a policy that blocks
//! everything; these checks tell the designer earlier, by line.

use lol_html::{RewriteStrSettings, element, rewrite_str};

use super::error::ThemeProblems;
use crate::line_number::line_of;

/// Reports the forbidden contents of a picture.
pub(super) fn judge(svg: &[u8], problems: &mut ThemeProblems) {
    let Ok(svg) = std::str::from_utf8(svg) else {
        return problems.add(None, "is not UTF-8 text");
    };
    if svg.contains("<!ENTITY") || svg.contains("<?xml-stylesheet") {
        problems.add(None, "entities and stylesheets from outside are not possible");
    }
    let settings = RewriteStrSettings::new().append_element_content_handler(element!("*", |element| {
        let line = Some(line_of(svg, element.source_location().bytes().start));
        let name = element.tag_name();
        if matches!(
            name.as_str(),
            "script" | "foreignobject" | "iframe" | "embed" | "object" | "a"
        ) {
            problems.add(line, format!("<{name}> is not possible in a picture"));
        }
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value().trim().to_ascii_lowercase());
            let address = name == "href" || name == "xlink:href" || name == "src";
            let inside = value.starts_with('#') || value.starts_with("data:image/");
            if name.starts_with("on") || (address && !inside) {
                problems.add(
                    line,
                    format!("`{name}`: a picture has no script, and nothing from elsewhere"),
                );
            }
        }
        Ok(())
    }));
    if let Err(error) = rewrite_str(svg, settings) {
        problems.add(None, format!("cannot be read: {error}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_show_and_do_not_act() {
        let judged = |svg: &str| {
            let mut problems = ThemeProblems::of("t/a.svg".to_owned());
            judge(svg.as_bytes(), &mut problems);
            problems.into_vec().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            judged("<svg xmlns=\"http://www.w3.org/2000/svg\"><use href=\"#a\"/><path d=\"M0 0\"/></svg>"),
            Vec::<String>::new()
        );
        for bad in [
            "<script>x</script>",
            "<SCRIPT href=\"#a\"/>",
            "<g onload=\"x\"/>",
            "<image href=\"https://x.example/a.png\"/>",
            "<use xlink:href=\"other.svg#a\"/>",
            "<foreignObject></foreignObject>",
        ] {
            let found = judged(&format!("<svg>\n{bad}</svg>"));
            assert!(
                found.len() == 1 && found[0].starts_with("t/a.svg:2: "),
                "{bad}: {found:?}"
            );
        }
        assert_eq!(judged("<!DOCTYPE svg [<!ENTITY x \"y\">]><svg/>").len(), 1);
    }
}
