//! Complete explanations, and their agreement with the real checks.

mod addresses;

use protocol::integration::IntegrationConfig;
use protocol::queueittoken::{DEBUG_ROOM, HashedIp, Token, TokenContext, TokenError, TokenFields};
use protocol::session_cookie::{Session, name};
use protocol::{Minutes, QueueId, RedirectType, SecretKey, UnixSeconds};

use super::*;

const NOW: u64 = 1_700_000_000;
const SECRET: &str = "shared-with-the-shop-52c3";
const PAGE: &str = "https://shop.example/buy?a=1";

const CONFIG: &str = r#"
[server]
http = "127.0.0.1:8080"
public_url = "https://queue.example"
path_prefix = "/queue"
master_key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

[[customer]]
id = "demo"
secret_key = "shared-with-the-shop-52c3"

[[ip_group]]
id = "office"
addresses = ["198.51.100.0/24"]

[[room]]
customer = "demo"
id = "sale"
target_url = "https://shop.example/{show}"
max_outflow = 60
bypass_ip_groups = ["office"]
hosts = ["sale.example"]

[[room]]
customer = "demo"
id = "early"
target_url = "https://shop.example/"
max_outflow = 60
start = 2033-01-01T00:00:00Z
before = "target"

[[room]]
customer = "demo"
id = "hidden"
target_url = "https://shop.example/"
max_outflow = 60
start = 2033-01-01T00:00:00Z
before = "hidden"

[[room]]
customer = "demo"
id = "guests"
target_url = "https://shop.example/"
max_outflow = 60
invite_only = true
visibility = "at-peak"
"#;

const RULES: &str = r#"{"Version":7,"Integrations":[
    {"Name":"Pay back","ActionType":"Ignore","Triggers":[{"LogicalOperator":"And","TriggerParts":[{"ValidatorType":"UrlValidator","UrlPart":"PagePath","Operator":"Contains","ValueToCompare":"/callback"}]}]},
    {"Name":"Thanks","ActionType":"Cancel","EventId":"sale","QueueDomain":"queue.example","Triggers":[{"LogicalOperator":"And","TriggerParts":[{"ValidatorType":"UrlValidator","UrlPart":"PagePath","Operator":"Equals","ValueToCompare":"/thanks"}]}]},
    {"Name":"Campaign","ActionType":"Queue","EventId":"sale","QueueDomain":"queue.example","CookieValidityMinute":20,"RedirectLogic":"ForcedTargetUrl","ForcedTargetUrl":"https://shop.example/landing","Triggers":[{"LogicalOperator":"And","TriggerParts":[{"ValidatorType":"UrlValidator","UrlPart":"PagePath","Operator":"Equals","ValueToCompare":"/campaign"}]}]},
    {"Name":"Elsewhere","ActionType":"Queue","EventId":"nothing","QueueDomain":"queue.example","CookieValidityMinute":20,"Triggers":[{"LogicalOperator":"And","TriggerParts":[{"ValidatorType":"UrlValidator","UrlPart":"PagePath","Operator":"Equals","ValueToCompare":"/elsewhere"}]}]},
    {"Name":"Buy","ActionType":"Queue","EventId":"sale","QueueDomain":"queue.example","QueuePathPrefix":"/queue/","CookieValidityMinute":20,"Culture":"da-DK","LayoutName":"My Theme","Triggers":[{"LogicalOperator":"And","TriggerParts":[{"ValidatorType":"UrlValidator","UrlPart":"PagePath","Operator":"Contains","ValueToCompare":"/BUY","IsIgnoreCase":true}]}]}
]}"#;

fn secret() -> SecretKey {
    SecretKey::new(SECRET).unwrap()
}

fn token(room: &str, expires_at: u64, address: Option<&str>) -> String {
    let token = Token {
        room: room.parse().unwrap(),
        queue_id: QueueId::NIL,
        expires_at: UnixSeconds(expires_at),
        extendable: true,
        fixed_validity: None,
        redirect_type: RedirectType::Queue,
        hashed_ip: address.map(|address| HashedIp::new(&secret(), address.parse().unwrap())),
    };
    token.sign(&secret())
}

fn session(issued_at: u64, fixed: Option<u32>) -> (String, String) {
    let room = "sale".parse().unwrap();
    let session = Session {
        room,
        queue_id: Some(QueueId::NIL.to_string()),
        fixed_validity: fixed.and_then(Minutes::new),
        redirect_type: "queue".to_owned(),
        issued_at: UnixSeconds(issued_at),
        hashed_ip: None,
    };
    (name(&session.room), session.header_value(&secret()))
}

fn explained(asked: &ExplainRequest) -> Explanation {
    explained_by(CONFIG, asked)
}

fn explained_by(config: &str, asked: &ExplainRequest) -> Explanation {
    let config = Config::parse(config, []).unwrap();
    let rules = IntegrationConfig::from_json(RULES.as_bytes()).unwrap();
    let context = ExplainContext {
        reach: None,
        config: &config,
        published: Some(&rules),
        now: WallMs(NOW * 1_000),
        lifecycle_of: &|_| None,
    };
    let explanation = explain(asked, &context).unwrap();
    // All output is printable and contains no secret.
    let text = explanation.to_string();
    assert!(
        !text.contains(SECRET) && text.lines().count() == explanation.steps.len() + 1,
        "{text}"
    );
    explanation
}

fn at(url: &str) -> ExplainRequest {
    ExplainRequest {
        url: url.to_owned(),
        ..ExplainRequest::default()
    }
}

fn says(explanation: &Explanation, stage: ExplainStage, text: &str) -> bool {
    (explanation.steps.iter()).any(|step| step.stage == stage && step.says.contains(text))
}

#[test]
fn a_page_without_a_rule_passes_and_every_evaluated_rule_is_listed() {
    let explanation = explained(&at("https://shop.example/about"));
    assert_eq!(
        (explanation.outcome, explanation.url.as_deref()),
        (ExplainOutcome::Pass, None)
    );
    let rules = explanation
        .steps
        .iter()
        .filter(|step| step.stage == ExplainStage::Rule)
        .count();
    assert_eq!(rules, 6, "five and the end");
    assert!(
        says(
            &explanation,
            ExplainStage::Rule,
            r#"action "Buy" does not match: PagePath is "/about", Contains "/BUY" (ignoring case) does not hold"#
        ),
        "{explanation}"
    );
    assert_eq!(
        explained(&at("https://shop.example/callback")).outcome,
        ExplainOutcome::Pass
    );
}

#[test]
fn a_newcomer_is_sent_to_the_queue_by_the_connectors_own_link() {
    let explanation = explained(&at(PAGE));
    assert_eq!(explanation.outcome, ExplainOutcome::Queue);
    assert_eq!(
        explanation.url.as_deref(),
        Some(
            "https://queue.example/queue/?c=demo&e=sale&ver=explain&cver=7&man=Buy&cid=da-DK&l=My%20Theme&t=https%3A%2F%2Fshop.example%2Fbuy%3Fa%3D1"
        )
    );
    assert!(
        says(&explanation, ExplainStage::Room, "demo/sale: open by its schedule"),
        "{explanation}"
    );
    assert!(says(&explanation, ExplainStage::Result, "a place in line"));
    let stages: Vec<ExplainStage> = explanation.steps.iter().map(|step| step.stage).collect();
    let order = [
        ExplainStage::Request,
        ExplainStage::Rule,
        ExplainStage::Session,
        ExplainStage::Token,
        ExplainStage::Room,
        ExplainStage::Result,
    ];
    let mut met: Vec<ExplainStage> = stages.clone();
    met.dedup();
    assert!(
        order.iter().all(|stage| stages.contains(stage)) && met.last() == Some(&ExplainStage::Result),
        "{met:?}"
    );

    let forced = explained(&at("https://shop.example/campaign"));
    assert!(forced.url.unwrap().ends_with("&t=https%3A%2F%2Fshop.example%2Flanding"));
    let script = ExplainRequest {
        headers: [(
            "X-QueueIT-AjaxPageUrl".to_owned(),
            "https%3A%2F%2Fshop.example%2Fp".to_owned(),
        )]
        .into(),
        ..at("https://shop.example/api/buy")
    };
    let script = explained(&script);
    assert!(
        script
            .url
            .as_ref()
            .unwrap()
            .ends_with("&t=https%3A%2F%2Fshop.example%2Fp"),
        "{script}"
    );
    assert!(says(&script, ExplainStage::Request, "the request comes from a script"));
}

#[test]
fn each_check_of_a_token_is_listed_and_the_first_that_fails_decides() {
    let good = token("sale", NOW + 100, None);
    let bound = token("sale", NOW + 100, Some("203.0.113.7"));
    for (text, address, code, said) in [
        (good.clone(), None, None, "timestamp: good for 100 s more"),
        (token("sale", NOW, None), None, None, "timestamp: good for 0 s more"),
        (bound.clone(), Some("203.0.113.7"), None, "ip: bound to 203.0.113.7"),
        (
            bound.clone(),
            Some("198.51.101.9"),
            Some("ip"),
            "ip: bound to an address other than 198.51.101.9",
        ),
        (bound.clone(), None, Some("ip"), "the request has no address"),
        (token("sale", NOW - 1, None), None, Some("timestamp"), "expired 1 s ago"),
        (
            token("early", NOW + 100, None),
            None,
            Some("eventid"),
            "the token is for \"early\"",
        ),
        (token(DEBUG_ROOM, NOW + 100, None), None, Some("eventid"), "debug link"),
        (
            good.replace("ce_true", "ce_false"),
            None,
            Some("hash"),
            "hash: does not match",
        ),
        (good.to_uppercase(), None, Some("hash"), "hash: missing"),
        ("rubbish".to_owned(), None, Some("hash"), "hash: missing"),
    ] {
        let asked = ExplainRequest {
            address: address.map(|address| address.parse().unwrap()),
            ..at(&format!("{PAGE}&queueittoken={text}"))
        };
        let explanation = explained(&asked);
        assert!(says(&explanation, ExplainStage::Token, said), "{said}: {explanation}");
        let expected = TokenContext {
            room: &"sale".parse().unwrap(),
            now: UnixSeconds(NOW),
            client_ip: asked.address,
        };
        let really = TokenFields::parse(&text)
            .verify(&secret(), &expected)
            .err()
            .map(TokenError::code);
        assert_eq!(really, code, "{text}");
        match code {
            None => assert_eq!(
                (explanation.outcome, explanation.url.as_deref()),
                (ExplainOutcome::Pass, Some(PAGE)),
                "{explanation}"
            ),
            Some(code) => {
                assert_eq!(
                    (explanation.outcome, explanation.error_id),
                    (ExplainOutcome::Error, Some(6)),
                    "{explanation}"
                );
                let url = explanation.url.unwrap();
                assert!(
                    url.starts_with(&format!("https://queue.example/queue/error/{code}/?c=demo&e=sale&")),
                    "{url}"
                );
                // The waiting room's answer to that address.
                let there = explained(&ExplainRequest {
                    address: asked.address,
                    ..at(&url)
                });
                assert_eq!((there.outcome, there.error_id), (ExplainOutcome::Error, Some(6)));
                assert!(says(&there, ExplainStage::Token, said), "{there}");
            }
        }
    }
}

#[test]
fn a_good_session_beats_any_token_and_a_bad_one_counts_for_nothing() {
    let with = |(name, value): (String, String), url: &str| {
        explained(&ExplainRequest {
            cookies: [(name, value)].into(),
            ..at(url)
        })
    };
    let session_of = |issued_at, fixed| with(session(issued_at, fixed), &format!("{PAGE}&queueittoken=rubbish"));
    let good = session_of(NOW - 60, None);
    assert_eq!(good.outcome, ExplainOutcome::Pass);
    assert!(
        says(
            &good,
            ExplainStage::Session,
            "1140 s of 20 minutes left, it may be extended"
        ) && says(&good, ExplainStage::Token, "the token is ignored"),
        "{good}"
    );
    assert!(says(
        &session_of(NOW - 60, Some(3)),
        ExplainStage::Session,
        "120 s of 3 minutes left, fixed"
    ));
    let ended = session_of(NOW - 1_201, None);
    assert_eq!(
        (ended.outcome, ended.error_id),
        (ExplainOutcome::Error, Some(6)),
        "and then the token is looked at"
    );
    assert!(says(&ended, ExplainStage::Session, "the session has ended"));
    let (cookie, value) = session(NOW, None);
    let changed = with((cookie, value.replace("queue", "idle")), PAGE);
    assert_eq!(changed.outcome, ExplainOutcome::Queue);
    assert!(says(&changed, ExplainStage::Session, "was changed"));
}

#[test]
fn a_cancel_needs_a_genuine_session_and_not_a_young_one() {
    let (cookie, value) = session(NOW - 100_000, None);
    let page = at("https://shop.example/thanks");
    let cancelled = explained(&ExplainRequest {
        cookies: [(cookie, value)].into(),
        ..page.clone()
    });
    assert_eq!(cancelled.outcome, ExplainOutcome::Cancel);
    let url = cancelled.url.unwrap();
    assert_eq!(
        url,
        format!(
            "https://queue.example/cancel/multiple/demo?wrl=sale~{}&r=https%3A%2F%2Fshop.example%2Fthanks",
            QueueId::NIL
        )
    );
    let there = explained(&at(&url));
    assert_eq!(
        (there.outcome, there.url.as_deref()),
        (ExplainOutcome::Cancel, Some("https://shop.example/thanks"))
    );
    assert_eq!(explained(&page).outcome, ExplainOutcome::Pass);
}

#[test]
fn rooms_that_do_not_fit_are_named() {
    let elsewhere = explained(&at("https://shop.example/elsewhere"));
    assert_eq!(
        (elsewhere.outcome, elsewhere.error_id),
        (ExplainOutcome::Error, Some(2))
    );
    let foreign = explained(&at("https://www.shop.example/buy"));
    assert_eq!(foreign.outcome, ExplainOutcome::Error);
    assert!(
        says(&foreign, ExplainStage::Room, "none of the room's target_hosts"),
        "{foreign}"
    );
}
