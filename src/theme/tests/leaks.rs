//! No theme makes a browser reveal a page's address, which contains the visitor's place, to another
//! site.

use super::*;

#[test]
fn referrer_policies_that_tell_the_address_are_refused() {
    let with = |tag: &str| {
        let layout = LAYOUT.replace("<body class=\"room\">", &format!("<body class=\"room\">{tag}"));
        problems(plain(&layout))
    };
    for policy in [
        "unsafe-url",
        "no-referrer-when-downgrade",
        "origin-when-cross-origin",
        "UNSAFE-URL ",
        "",
    ] {
        let found = with(&format!(
            "<a href=\"https://x.example\" referrerpolicy=\"{policy}\">x</a>"
        ));
        assert!(
            found
                .iter()
                .any(|it| it.starts_with("default/layout.html:10: `referrerpolicy=")),
            "{policy}: {found:?}"
        );
    }
    for policy in [
        "no-referrer",
        "same-origin",
        "strict-origin",
        "Strict-Origin-When-Cross-Origin",
    ] {
        let tag = format!("<a href=\"https://x.example\" referrerpolicy=\"{policy}\">x</a>");
        assert_eq!(with(&tag), Vec::<String>::new(), "{policy}");
    }
    let found = with("<meta name=\"Referrer\" content=\"unsafe-url\">");
    assert!(found.iter().any(|it| it.contains("of <meta> only")), "{found:?}");
}
