//! The choice of a visitor's language.

use super::*;

#[test]
fn the_link_comes_first_then_the_browser_then_the_room() {
    let languages = languages();
    let tag = |cid, accept, room, detect| languages.negotiate(cid, accept, room, detect).tag().to_owned();
    assert_eq!(tag(Some("ja-JP"), Some("de"), "ar-EG", true), "ja-JP");
    assert_eq!(tag(Some("da-DK"), Some("de"), "ar-EG", true), "da-DK");
    assert_eq!(tag(Some("xx-DK"), Some("de"), "ar-EG", true), "de");
    assert_eq!(tag(None, Some("de"), "ar-EG", false), "ar-EG");
    assert_eq!(tag(None, Some("mi, *;q=0.5"), "de-CH", true), "de-CH");
    assert_eq!(tag(None, None, "xx-YY", true), "en");
    assert_eq!(tag(Some(""), Some(""), "", true), "en");
    assert_eq!(tag(Some("DE_ch"), None, "en-US", true), "de-CH");
    assert_eq!(tag(Some("ar-Arab-SO"), None, "en-US", true), "ar");
}

#[test]
fn the_browsers_weights_count() {
    let languages = languages();
    let tag = |accept: &str| {
        let language = languages.negotiate(None, Some(accept), "en-US", true);
        language.tag().to_owned()
    };
    assert_eq!(tag("de;q=0.5, ja;q=0.9, mi"), "ja");
    assert_eq!(tag("de;q=0, ar;q=0.001"), "ar");
    assert_eq!(tag("de-AT,de;q=0.9,en;q=0.8"), "de-AT");
    assert_eq!(tag("ja;q=many, de;q=0.1"), "de");
    // Bounds: the 17th language and overlong tags are ignored.
    assert_eq!(tag(&format!("{}de", "mi,".repeat(16))), "en-US");
    assert_eq!(tag(&format!("{}de", "mi,".repeat(15))), "de");
    assert_eq!(tag(&format!("de-{}", "x".repeat(40))), "en-US");
}

#[test]
fn other_names_lead_to_the_same_language() {
    let languages = languages();
    let tag = |tag: &str| languages.find(tag).map(Language::tag);
    for (asked, given) in [
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans-CN"),
        ("zh-SG", "zh-Hans-SG"),
        ("zh-TW", "zh-Hant-TW"),
        ("zh-HK", "zh-Hant-HK"),
        ("zh-Hant-TW", "zh-Hant-TW"),
        ("zh-Hant-US", "zh-Hant"),
        ("zh-US", "zh-Hans"),
        ("no-NO", "nb-NO"),
        ("nn", "nb"),
        ("iw-IL", "he-IL"),
        ("in", "id"),
        ("tl-PH", "fil-PH"),
        ("sr-Latn-RS", "sr-RS"),
        ("pt-PT", "pt-PT"),
        ("en-US", "en-US"),
        ("da-DK", "da-DK"),
    ] {
        assert_eq!(tag(asked), Some(given), "{asked}");
    }
    assert_eq!((tag("xx"), tag("z"), tag("")), (None, None, None));
}

#[test]
fn where_people_queue_the_page_says_queue() {
    let languages = languages();
    let leave = |tag: &str| languages.find(tag).unwrap().page_texts().leave;
    for tag in ["en-GB", "en-IE", "en-AU", "en-IN", "en-NZ", "en_gb"] {
        assert_eq!(leave(tag), "Leave the queue", "{tag}");
    }
    for tag in ["en", "en-US", "en-CA", "en-JM"] {
        assert_eq!(leave(tag), "Leave the line", "{tag}");
    }
    let (british, american) = (languages.find("en-IE").unwrap(), languages.find("en").unwrap());
    assert_eq!((british.tag(), british.family()), ("en-IE", "en-GB"));
    assert_eq!(british.powered_by(), american.powered_by(), "what is equal is English");
    let accepted = languages.negotiate(None, Some("en-GB,en;q=0.9"), "de", true);
    assert_eq!(accepted.tag(), "en-GB");
}

#[test]
fn portugal_has_its_own_portuguese() {
    let languages = languages();
    let file = |tag: &str| languages.find(tag).unwrap().draw_texts().run_command(&[]);
    assert!(file("pt-PT").contains("ficheiros") && file("pt-MZ").contains("ficheiros"));
    assert!(file("pt").contains("arquivos") && file("pt-BR").contains("arquivos"));
}

#[test]
fn the_pseudo_locale_is_had_by_name_only() {
    let languages = languages();
    let tag = |cid, accept| languages.negotiate(cid, accept, "de", true).tag().to_owned();
    assert_eq!(tag(Some("en-XA"), None), "en-XA");
    assert_eq!(tag(None, Some("en-XA, fr;q=0.5")), "fr");
    assert!(languages.iter().all(|language| language.tag() != "en-XA"));
    assert!(Languages::names().all(|(tag, _)| tag != "en-XA"));
    let strange = languages.find("en-XA").unwrap().page_texts().leave;
    assert!(
        strange.starts_with("⟦Ļéåṽé ţĥé ļîñé") && strange.ends_with('⟧'),
        "{strange}"
    );
}

#[test]
fn direction_follows_the_script() {
    let languages = languages();
    let leftward: Vec<&str> = languages
        .each()
        .filter(|language| language.direction() == app::texts::Direction::Rtl)
        .map(Language::tag)
        .collect();
    assert_eq!(leftward, ["ar", "fa", "he", "ur"]);
    assert_eq!(languages.each().count(), 49);
}
