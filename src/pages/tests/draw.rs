//! Tests of the page about a draw: every state × every language × every theme.

use ::draw::{
    AbortReason, Concern, DrawStatus, DrawnNumber, DrawnRun, DrawnSequence, HolderStatus, Name, Population, PublicKey,
    ReceiptHolder, StatedMs, Verified, VerifiedRun,
};
use askama::filters::{Html, escape};

use super::*;
use crate::draws::InvalidPublication;

const KEY: PublicKey = PublicKey([0x5a; 32]);
const LINE: &str = "/?c=demo&e=sale&q=\"x\"";
const RECEIPT: &str = "/draw/demo/sale/receipt.json?q=x";

fn run(status: DrawStatus) -> VerifiedRun {
    let cut_off = matches!(status, DrawStatus::CutOff | DrawStatus::Revealed);
    VerifiedRun {
        run: DrawnRun::new(3).unwrap(),
        status,
        population: cut_off.then(|| Population::new(12_345).unwrap()),
        abort_reason: (status == DrawStatus::Aborted).then_some(AbortReason::StartMoved),
        key: None,
        beacon: None,
        concerns: vec![Concern::WithoutBeacon],
    }
}

fn found(status: DrawStatus, holder_status: Option<HolderStatus>) -> Verified {
    Verified {
        customer: Name::new("demo").unwrap(),
        room: Name::new("sale").unwrap(),
        public_key: KEY,
        runs: vec![run(status)],
        holder: holder_status.map(|holder_status| ReceiptHolder {
            run: DrawnRun::new(3).unwrap(),
            sequence: DrawnSequence::new(7).unwrap(),
            status: holder_status,
        }),
    }
}

fn page<'a>(found: Result<&'a Verified, &'a InvalidPublication>, holder: bool) -> DrawPage<'a> {
    DrawPage {
        room_id: "sale",
        room_name: "Sale <&> Co",
        found,
        public_key: KEY,
        document_url: "/draw/demo/sale.json",
        receipt_url: holder.then(|| RECEIPT.to_owned()),
        line_url: holder.then(|| LINE.to_owned()),
        awaited: None,
    }
}

fn escaped(text: &str) -> String {
    escape(text, Html).unwrap().to_string()
}

#[test]
fn every_draw_page_is_whole_in_every_language_and_theme() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let number = DrawnNumber::new(1_233).unwrap();
    for language in languages.each() {
        let words = language.draw_texts();
        let shown = language.number(1_234);
        let people = language.number(12_345);
        for (status, holder_status, state, heading) in [
            (
                DrawStatus::Revealed,
                Some(HolderStatus::Drawn(number)),
                "drawn",
                words.heading_drawn(&[&shown]),
            ),
            (
                DrawStatus::Revealed,
                Some(HolderStatus::AfterCutOff(number)),
                "kept",
                words.heading_kept(&[&shown]),
            ),
            (
                DrawStatus::CutOff,
                Some(HolderStatus::NotYet),
                "not-yet",
                words.heading_not_yet(&[]),
            ),
            (
                DrawStatus::Committed,
                Some(HolderStatus::NotYet),
                "not-yet",
                words.heading_not_yet(&[]),
            ),
            (
                DrawStatus::Aborted,
                Some(HolderStatus::Aborted),
                "aborted",
                words.heading_aborted(&[]),
            ),
            (DrawStatus::Revealed, None, "public", words.heading_public(&[])),
            (DrawStatus::CutOff, None, "public", words.heading_to_come(&[])),
            (DrawStatus::Committed, None, "public", words.heading_to_come(&[])),
        ] {
            let found = found(status, holder_status);
            for theme in themes.iter() {
                let html = page(Ok(&found), holder_status.is_some()).render(language, theme);
                let seen = assert_sound(&html, language);
                assert!(seen.has("html", "data-page", "draw") && seen.has("html", "data-state", state));
                assert!(html.contains(&format!("<h1>{}</h1>", escaped(&heading))), "{html}");
                assert!(html.contains("Sale &#60;&#38;&#62; Co") && seen.count("script") == 0);
                assert_eq!(
                    html.contains(&escaped(&words.check_cut_off(&[&people]))),
                    matches!(status, DrawStatus::CutOff | DrawStatus::Revealed)
                );
                for about_what_was_closed in [words.check_all(&[&language.number(1)]), words.check_commitment(&[])] {
                    assert_eq!(
                        html.contains(&escaped(&about_what_was_closed)),
                        status != DrawStatus::Committed
                    );
                }
                assert_eq!(
                    html.contains(&escaped(&words.check_to_come(&[]))),
                    status == DrawStatus::Committed
                );
                assert_eq!(
                    html.contains(&escaped(&words.check_reveal(&[]))),
                    status == DrawStatus::Revealed
                );
                assert_eq!(
                    html.contains(&escaped(&words.check_abort(&["start-moved"]))),
                    status == DrawStatus::Aborted
                );
                assert_eq!(
                    html.contains(&escaped(&words.check_receipt(&[]))),
                    holder_status.is_some()
                );
                assert_eq!(
                    html.contains(&escaped(&words.caution_without_beacon(&[]))),
                    status == DrawStatus::Revealed,
                    "{status:?}: before the draw no one knows what goes into it"
                );
                for about_what_was_held in [words.cautions(&[]), words.caution_own_server(&[])] {
                    assert_eq!(
                        html.contains(&escaped(&about_what_was_held)),
                        matches!(status, DrawStatus::Revealed | DrawStatus::Aborted),
                        "{status:?}: {about_what_was_held}"
                    );
                }
                assert!(html.contains(&KEY.to_string()));
                let links: Vec<_> = seen.values("a", "href").skip(1).collect();
                let all = ["/draw/demo/sale.json", RECEIPT, "/?c=demo&#38;e=sale&#38;q=&#34;x&#34;"];
                assert_eq!(links, &all[..if holder_status.is_some() { 3 } else { 1 }]);
                assert_eq!(html.contains("--receipt receipt-sale.json"), holder_status.is_some());
                for program in [
                    "anteroom verify-draw draw-sale.json",
                    "python3 verify_draw.py draw-sale.json",
                ] {
                    assert!(html.contains(program));
                }
            }
        }
    }
}

#[test]
fn an_invalid_draw_names_its_fault_and_claims_nothing() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let broken = InvalidPublication("run 3: the secret is not the one <committed> to".to_owned());
    for language in languages.each() {
        let words = language.draw_texts();
        let html = page(Err(&broken), true).render(language, themes.default_theme());
        let seen = assert_sound(&html, language);
        assert!(seen.has("html", "data-state", "broken") && seen.has("p", "lang", "en"));
        assert!(html.contains("The draw does not hold: run 3: the secret is not the one &#60;committed&#62; to."));
        assert!(html.contains(&escaped(&words.lead_broken(&[]))));
        assert!(!html.contains(&escaped(&words.checked(&[]))) && !html.contains("class=\"checks\""));
    }
}

#[test]
fn every_concern_has_words_of_its_own() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let stated_ms = StatedMs::new(1).unwrap();
    for language in languages.each() {
        let words = language.draw_texts();
        for (concern, said) in [
            (Concern::WithoutBeacon, words.caution_without_beacon(&[])),
            (Concern::UnknownChain { stated_ms }, words.caution_unknown_chain(&[])),
            (Concern::CommittedLate, words.caution_committed_late(&[])),
            (
                Concern::DrawnAgain(1_000),
                words.caution_drawn_again(&[&language.number(1_000)]),
            ),
        ] {
            let mut found = found(DrawStatus::Revealed, None);
            found.runs[0].concerns = vec![concern];
            let html = page(Ok(&found), false).render(language, themes.default_theme());
            assert!(html.contains(&escaped(&said)), "{concern:?}");
            assert_eq!(
                html.contains(&escaped(&words.caution_without_beacon(&[]))),
                concern == Concern::WithoutBeacon
            );
            assert!(html.contains(&escaped(&words.caution_own_server(&[]))));
        }
    }
}

#[test]
fn before_the_draw_the_page_cautions_only_about_what_has_happened() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let stated_ms = StatedMs::new(1).unwrap();
    let english = languages.find("en").unwrap();
    for status in [DrawStatus::Committed, DrawStatus::CutOff] {
        let mut found = found(status, None);
        found.runs[0].concerns = vec![Concern::UnknownChain { stated_ms }, Concern::CommittedLate];
        let html = page(Ok(&found), false).render(english, themes.default_theme());
        assert_sound(&html, english);
        assert!(
            html.contains("committed to the secret only after people could join"),
            "{html}"
        );
        assert!(!html.contains("when this one was published") && !html.contains("the server that held the draw"));
    }
}

#[test]
fn of_several_draws_the_last_of_the_holders_run_is_spoken_of() {
    let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
    let english = languages.find("en").unwrap();
    let number = DrawnNumber::new(4).unwrap();
    let mut found = found(DrawStatus::Revealed, Some(HolderStatus::Drawn(number)));
    let mut earlier = run(DrawStatus::Aborted);
    earlier.concerns = vec![Concern::CommittedLate];
    let mut later = run(DrawStatus::Committed);
    later.run = DrawnRun::new(4).unwrap();
    later.concerns = vec![Concern::DrawnAgain(7)];
    found.runs.insert(0, earlier);
    found.runs.push(later);
    let html = page(Ok(&found), true).render(english, themes.default_theme());
    assert!(html.contains("You drew number 5") && html.contains("12,345 took part"));
    assert!(html.contains("Draws published: 3."));
    assert!(!html.contains("start-moved") && !html.contains("only after people could join"));
    assert!(!html.contains("canceled before this one"));
}
