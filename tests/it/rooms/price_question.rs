//! The arithmetic question for visitors without scripts, whose right answer takes the place of a
//! minute's wait (`price = { arithmetic = true }`).

use futures_util::future::join_all;
use url::form_urlencoded;

use super::demanded::{CHALLENGED, rule};
use super::price::{challenge, humantime, places, priced, solved};
use crate::support::{Reply, START_MS, TestServer, Visitor, room};

const PERSON: [u8; 4] = [192, 0, 2, 1];
/// Adds the question to the price of [`server`].
const ASKS: &str = ", arithmetic = true";

/// A question as a page without scripts shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ShownQuestion {
    sum: u8,
    /// The query that the form sends, without the answer.
    query: String,
}

impl ShownQuestion {
    fn read(page: &Reply) -> Option<Self> {
        let text = page.text();
        let (before, form) = text.split_once("<form action=\"/?\">")?;
        let (_, hidden) = before.rsplit_once("<noscript>").expect("only without scripts");
        assert!(!hidden.contains("</noscript>"), "only without scripts: {text}");
        let (form, _) = form.split_once("</form>").expect("the end of the form");
        let (_, label) = form.split_once("what is ").expect("a question");
        let (numbers, _) = label.split_once("?</label>").expect("its end");
        let (first, second) = numbers.split_once(" plus ").expect("two numbers");
        let [first, second] = [first, second].map(|number| number.parse::<u8>().expect("a digit"));
        let fields = form.split("<input type=\"hidden\" name=\"").skip(1).map(|field| {
            let (name, rest) = field.split_once("\" value=\"").expect("a value");
            let (value, _) = rest.split_once('"').expect("its end");
            (name, value.replace("&#38;", "&"))
        });
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(fields)
            .finish();
        Some(Self {
            sum: first + second,
            query,
        })
    }

    /// Returns the query of the form with this text in its field.
    fn answered(&self, typed: &str) -> String {
        let typed: String = form_urlencoded::byte_serialize(typed.as_bytes()).collect();
        format!("{}&sum={typed}", self.query)
    }

    fn stamp(&self) -> &str {
        stamp(&self.query)
    }
}

fn stamp(query: &str) -> &str {
    let (_, rest) = query.split_once("waited=").expect("a stamp");
    rest.split('&').next().expect("its end")
}

/// Returns the seconds and the query of the reload without scripts.
fn refresh(page: &Reply) -> (u64, String) {
    let text = page.text();
    let (_, rest) = text
        .split_once("<noscript><meta http-equiv=\"refresh\" content=\"")
        .expect("it reloads");
    let (content, _) = rest.split_once('"').expect("the end");
    let (seconds, query) = content.split_once("; url=/?").expect("an address");
    (seconds.parse().expect("seconds"), query.replace("&#38;", "&"))
}

/// Returns a room before its start, in which every ticket has a price at any rate.
async fn server(price: &str) -> TestServer {
    let start = humantime(START_MS + 6_000_000);
    let price = format!("price = {{ prequeue_work = true, standard_work = 2{price} }}");
    let keys = format!("max_outflow = 600\nstart = \"{start}\"\nprequeue_minutes = 120\n{price}");
    TestServer::with(&room("sale", &keys)).await
}

async fn asked(visitor: &mut Visitor) -> ShownQuestion {
    let page = visitor.load().await;
    assert_eq!((page.status.as_u16(), page.html("data-page").as_str()), (503, "slowed"));
    ShownQuestion::read(&page).unwrap_or_else(|| panic!("no question: {}", page.text()))
}

#[tokio::test]
async fn the_right_answer_gets_a_place_at_once_and_keeps_the_link() {
    let server = server(ASKS).await;
    let link = "c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1%26b%3D2&t_show=1+2&cid=en-GB";
    let mut visitor = server.visitor().from(PERSON).at(link);
    let page = visitor.load().await;
    assert!(page.text().contains("Estimated wait"), "{}", page.text());
    let (seconds, _) = refresh(&page);
    assert_eq!(seconds, 60, "nothing reloads while somebody types");
    let question = ShownQuestion::read(&page).expect("a question");
    visitor.query = question.answered(&question.sum.to_string());
    let answer = visitor.load().await;
    // By no redirect: browsers apply the page's `form-action` to redirects, also to the site.
    assert!(answer.leads_on(), "{} {}", answer.status, answer.text());
    assert_eq!(places(&server), 1);
    visitor.follow(&answer);
    let placed = &visitor.query;
    for gone in ["sum=", "waited=", "work="] {
        assert!(!placed.contains(gone), "{placed}");
    }
    for kept in [
        "c=demo&e=sale",
        "t=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1%26b%3D2",
        "t_show=1+2",
        "cid=en-GB",
    ] {
        assert!(placed.contains(kept), "{kept}: {placed}");
    }
    assert_eq!(visitor.load().await.status, 200);
}

#[tokio::test]
async fn digits_of_every_script_count() {
    let server = server(ASKS).await;
    for (index, zero) in ['٠', '۰', '०', '０', '\u{1e950}', '\u{11136}'].into_iter().enumerate() {
        let host = u8::try_from(index + 1).expect("a few");
        let mut visitor = server.visitor().from([198, 51, 100, host]);
        let question = asked(&mut visitor).await;
        let digit = |digit: char| char::from_u32(u32::from(zero) + digit.to_digit(10).expect("a digit"));
        let typed: String = question.sum.to_string().chars().filter_map(digit).collect();
        visitor.query = question.answered(&format!(" {typed} "));
        assert!(visitor.load().await.leads_on(), "{typed}");
    }
}

#[tokio::test]
async fn a_wrong_answer_gets_another_question_and_loses_no_time() {
    let server = server(ASKS).await;
    let mut visitor = server.visitor().from(PERSON);
    let first = asked(&mut visitor).await;
    visitor.query.clone_from(&first.query);
    assert_eq!(asked(&mut visitor).await, first, "a stamp has one question");
    server.advance(30_000).await;
    let wrong = (first.sum + 1).to_string();
    for typed in [wrong.as_str(), "x", "99999999999999999999", "1 0"] {
        visitor.query = first.answered(typed);
        let page = visitor.load().await;
        let again = ShownQuestion::read(&page).expect("another question");
        assert!(
            page.text().contains("That isn’t right. Here’s another question."),
            "{}",
            page.text()
        );
        assert_ne!(again.stamp(), first.stamp(), "{typed}");
        let second = |question: &ShownQuestion| question.stamp().split('.').next().map(str::to_owned);
        assert_eq!(second(&again), second(&first), "it has waited for as long");
        visitor.query = refresh(&page).1;
    }
    assert_eq!(places(&server), 0);
    server.advance(31_000).await;
    visitor.enter().await;
    assert_eq!(places(&server), 1, "the wait pays as without the answers");
}

#[tokio::test]
async fn an_answered_stamp_gets_one_place_over_all_nodes_and_for_good() {
    let server = server(ASKS).await;
    let beside = server.beside().await;
    let question = asked(&mut server.visitor().from(PERSON)).await;
    let answered = question.answered(&question.sum.to_string());
    let browsers: Vec<_> = (0..8)
        .map(|browser| [&server, &beside][browser % 2].visitor().from(PERSON).at(&answered))
        .collect();
    let polls = browsers
        .iter()
        .map(|browser| browser.send(&format!("/?{}", browser.query)));
    let answers = join_all(polls).await.into_iter();
    let given = answers.filter(|answer| answer.as_ref().expect("an answer").leads_on());
    assert_eq!(given.count(), 1);
    assert_eq!(places(&server).max(places(&beside)), 1);
    server.advance(3_600_000).await;
    let late = server.visitor().from(PERSON).at(&answered).load().await;
    assert_eq!(
        late.html("data-page"),
        "slowed",
        "not as a wait at the end of its hour either"
    );
}

/// As after a double click: the answer with the place went to a page that was gone already.
#[tokio::test]
async fn somebody_whose_place_got_lost_is_asked_or_waits_anew_at_once() {
    let server = server(ASKS).await;
    let mut visitor = server.visitor().from(PERSON).over_tls();
    let question = asked(&mut visitor).await;
    server.advance(20_000).await;
    let answered = question.answered(&question.sum.to_string());
    let browser = |query: &str| server.visitor().from(PERSON).over_tls().at(query);
    assert!(browser(&answered).load().await.leads_on());
    let mut again = browser(&answered);
    let page = again.load().await;
    let text = page.text();
    assert_eq!(
        (page.status.as_u16(), page.html("data-page").as_str()),
        (503, "slowed"),
        "{text}"
    );
    assert!(text.contains("Estimated wait"), "{text}");
    let other = ShownQuestion::read(&page).expect("another question");
    assert_ne!(other.stamp(), question.stamp());
    let (seconds, waiting) = refresh(&page);
    assert_eq!((seconds, stamp(&waiting)), (60, other.stamp()), "its wait begins now");
    assert!(!waiting.contains("sum="), "{waiting}");
    again.query = other.answered(&other.sum.to_string());
    assert!(again.load().await.leads_on());

    let (_, waiting) = refresh(&browser("c=demo&e=sale").load().await);
    server.advance(61_000).await;
    assert_eq!(browser(&waiting).load().await.status, 302);
    let page = browser(&waiting).load().await;
    assert!(ShownQuestion::read(&page).is_some(), "after a wait: {}", page.text());
    assert_eq!(refresh(&page).0, 60);
    assert_eq!(places(&server), 3);
}

#[tokio::test]
async fn work_that_was_used_before_costs_no_part_of_the_wait() {
    let server = server(ASKS).await;
    let mut browser = server.visitor().from(PERSON);
    let page = browser.load().await;
    let (_, waiting) = refresh(&page);
    let waited = format!("c=demo&e=sale&waited={}", stamp(&waiting));
    let worked = solved(&waited, &challenge(&page));
    assert_eq!(browser.at(&worked).load().await.status, 302);
    server.advance(20_000).await;
    let page = server.visitor().from(PERSON).at(&worked).load().await;
    let (seconds, again) = refresh(&page);
    assert_eq!((seconds, stamp(&again)), (40, stamp(&waiting)));
}

#[tokio::test]
async fn another_network_and_run_refuse_an_answer() {
    let server = priced("arithmetic = true, expected_per_minute = 1, standard_work = 2").await;
    let first = [203, 0, 113, 250];
    server.visitor().from(first).enter().await;
    let question = asked(&mut server.visitor().from(PERSON)).await;
    let answered = question.answered(&question.sum.to_string());
    let mut thief = server.visitor().from([192, 0, 2, 2]).at(&answered);
    assert_ne!(asked(&mut thief).await.stamp(), question.stamp(), "another network");
    let forged = answered.replace("waited=1", "waited=2");
    let mut forger = server.visitor().from(PERSON).at(&forged);
    assert_ne!(asked(&mut forger).await.stamp(), stamp(&forged), "a forged stamp");
    server.act("reset").await;
    server.act("pause").await;
    server.visitor().from(first).enter().await;
    let mut late = server.visitor().from(PERSON).at(&answered);
    assert_ne!(asked(&mut late).await.stamp(), question.stamp(), "another run");
    assert_eq!(places(&server), 1);
}

/// The same server, so that only the room differs.
#[tokio::test]
async fn another_room_of_the_server_refuses_an_answer() {
    let keys = format!(
        "max_outflow = 600\nstart = \"{}\"\nprequeue_minutes = 120\n\
         price = {{ prequeue_work = true, standard_work = 2, arithmetic = true }}",
        humantime(START_MS + 6_000_000)
    );
    let server = TestServer::with(&(room("sale", &keys) + &room("other", &keys))).await;
    let question = asked(&mut server.visitor().from(PERSON)).await;
    let answered = question.answered(&question.sum.to_string());
    let mut elsewhere = server.visitor().from(PERSON).at(&answered.replace("e=sale", "e=other"));
    assert_ne!(asked(&mut elsewhere).await.stamp(), question.stamp());
    assert!(server.visitor().from(PERSON).at(&answered).load().await.leads_on());
}

/// Twelve patient newcomers a minute get a place here, whether they waited or answered.
#[tokio::test]
async fn answers_pay_within_the_part_for_patient_newcomers_and_are_not_lost() {
    let server = server(ASKS).await;
    let mut left = Vec::new();
    for site in 0..14 {
        let mut visitor = server.visitor().from([10, 0, site, 1]);
        let question = asked(&mut visitor).await;
        visitor.query = question.answered(&question.sum.to_string());
        let page = visitor.load().await;
        if !page.leads_on() {
            left.push((visitor, question, page));
        }
    }
    assert_eq!((places(&server), left.len()), (12, 2));
    server.advance(30_000).await;
    let mut late = server.visitor().from([10, 0, 100, 1]);
    let question = asked(&mut late).await;
    late.query = question.answered(&question.sum.to_string());
    let page = late.load().await;
    left.push((late, question, page));
    for (visitor, question, page) in &mut left {
        let text = page.text();
        assert_eq!((page.status.as_u16(), page.html("data-page").as_str()), (503, "slowed"));
        assert_eq!(ShownQuestion::read(page), None, "it was answered");
        assert!(!text.contains("Estimated wait"), "as after the minute: {text}");
        let (seconds, query) = refresh(page);
        assert!(seconds < 60, "{seconds}");
        assert_eq!(stamp(&query), question.stamp());
        assert!(query.contains(&format!("&sum={}", question.sum)), "{query}");
        visitor.query = query;
    }
    server.advance(45_000).await;
    for (mut visitor, ..) in left {
        let page = visitor.load().await;
        assert!(page.leads_on(), "after 45 s, too: {}", page.text());
    }
    assert_eq!(places(&server), 15);
}

#[tokio::test]
async fn over_https_an_answer_that_cannot_pay_now_leads_to_the_same_page_as_a_wait() {
    let server = server(ASKS).await;
    for site in 0..12 {
        let mut visitor = server.visitor().from([10, 0, site, 1]);
        let question = asked(&mut visitor).await;
        visitor.query = question.answered(&question.sum.to_string());
        assert!(visitor.load().await.leads_on());
    }
    let mut visitor = server.visitor().from(PERSON).over_tls();
    let question = asked(&mut visitor).await;
    visitor.query = question.answered(&(question.sum - 1).to_string());
    let again = asked(&mut visitor).await;
    visitor.query = again.answered(&again.sum.to_string());
    let page = visitor.load().await;
    assert_eq!(
        page.error_page(),
        (403, "8".to_owned(), "challenge-blocked".to_owned()),
        "{}",
        page.text()
    );
}

#[tokio::test]
async fn the_question_is_off_by_default_and_can_be_switched_at_run_time() {
    let server = server("").await;
    let mut visitor = server.visitor().from(PERSON);
    let page = visitor.load().await;
    assert_eq!(ShownQuestion::read(&page), None);
    assert!(refresh(&page).0 < 60);
    server.patch(r#"{"price": {"arithmetic": true}}"#).await;
    let question = asked(&mut visitor).await;
    let answered = question.answered(&question.sum.to_string());
    server.patch(r#"{"price": {"arithmetic": false}}"#).await;
    let page = server.visitor().from(PERSON).at(&answered).load().await;
    assert_eq!((page.status.as_u16(), ShownQuestion::read(&page)), (503, None));
    assert_eq!(places(&server), 0);
}

#[tokio::test]
async fn a_browser_with_scripts_works_as_before() {
    let server = server(ASKS).await;
    let mut browser = server.visitor().from(PERSON);
    let query = browser.query.clone();
    let page = browser.load().await;
    assert!(ShownQuestion::read(&page).is_some(), "for others");
    browser.query = solved(&query, &challenge(&page));
    browser.enter().await;
    assert_eq!(places(&server), 1);
}

#[tokio::test]
async fn where_a_wait_does_not_pay_nobody_is_asked() {
    let server = priced("arithmetic = true, network_places = 1, standard_work = 2").await;
    server.visitor().from(PERSON).enter().await;
    let page = server.visitor().from(PERSON).load().await;
    assert_eq!(
        (page.status.as_u16(), ShownQuestion::read(&page)),
        (503, None),
        "a network"
    );
}

/// Their places are not bounded by the part for patient newcomers.
#[tokio::test]
async fn nobody_of_whom_a_rule_or_a_score_demands_a_price_is_asked_and_no_answer_pays_it() {
    let scored = |action: &str| format!("suspects = {{ from = 20, action = \"{action}\" }}");
    for (keys, rules) in [
        (scored("behind"), String::new()),
        (scored("work"), String::new()),
        (scored("soft-block"), String::new()),
        (String::new(), rule("challenge")),
        (String::new(), rule("soft-block")),
    ] {
        let case = format!("{keys}{rules}");
        let keys = format!("max_outflow = 0\nprice = {{ arithmetic = true, standard_work = 2 }}\n{keys}");
        let server = TestServer::with(&(room("sale", &keys) + &rules)).await;
        let mut visitor = server.visitor().from(CHALLENGED).over_tls();
        let page = visitor.load().await;
        assert_eq!(
            (page.status.as_u16(), ShownQuestion::read(&page)),
            (503, None),
            "{case}"
        );
        let (_, query) = refresh(&page);
        for sum in 4..=18 {
            visitor.query = format!("{query}&sum={sum}");
            let page = visitor.load().await;
            assert_eq!(page.status, 503, "{case}: {sum}");
            assert_eq!(
                stamp(&refresh(&page).1),
                stamp(&query),
                "the wait goes on: {case}: {sum}"
            );
        }
        assert_eq!(places(&server), 0, "{case}");
        server.advance(61_000).await;
        visitor.query = query;
        visitor.enter().await;
    }
}
