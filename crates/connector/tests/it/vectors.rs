//! Tests of golden vectors through the whole connector: the observed behaviour of the vendor's
//! newest connector with the same configuration, token and clock. Only the connector's name and
//! version differ.

use connector::{Connector, ConnectorBuilder, Integrated, LiveConfig, SecretKey};
use protocol::percent;

use crate::site::{Site, SiteResponse, clock};

const SECRET: &str = "a774b1e2-8da7-4d51-b1a9-7647147bb13bace77210-a488-4b6f-afc9-8ba94551a7d7";
const T1: &str = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_true~rt_queue~h_22e512b20ccaebde416e99ed4d24f49b3dee72a443e41afc25533831b4802665";
const T2: &str = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_false~cv_3~rt_idle~h_b5ccf0da392c23bedbb10cfd0d6a98149bc877757a5d90a0de29da5342b7c89a";
const T3: &str = "e_event1~q_11111111-2222-4333-8444-555555555555~ts_1700000180~ce_true~rt_queue~hip_eab35ada0692aec53f2110ec57b4abaec89e4ca16ff8b00a92bceaa29dc7df83~h_38b57da0f4ab6abda601689899b30b1b7ece6146dedf39124118bebe5482b00b";
const T4: &str =
    "e_event1~ts_1700000180~ce_true~rt_safetynet~h_0fec91190ede5d866e4fac913aafb14558c18f752f66d6f6bcd515321b4fef30";
const T7: &str =
    "e_event1~q_qid1~ts_1600000100~ce_true~rt_queue~h_adc6f4ca6da9960cad9495df1e90e35539cb445b8a34a5500577f555b709fb6c";
const C1: &str = "EventId=event1&QueueId=11111111-2222-4333-8444-555555555555&RedirectType=queue&IssueTime=1700000000&Hash=8aff91190ff8e86e0bf4af682292596c1d4a901b36ad0fac59f7bea5b73f10d5";
const C2: &str = "EventId=event1&QueueId=11111111-2222-4333-8444-555555555555&FixedValidityMins=3&RedirectType=idle&IssueTime=1700000000&Hash=d7fe20fcf4c6f37002982cb509ebc8777242439ba1a0ae3aeb19b2b0e196a689";
const C3: &str = "EventId=event1&QueueId=11111111-2222-4333-8444-555555555555&RedirectType=queue&IssueTime=1700000000&Hip=eab35ada0692aec53f2110ec57b4abaec89e4ca16ff8b00a92bceaa29dc7df83&Hash=7ae7666065ec766faf7ecad5bbd8b990d25659cf39eba6f44d53bd150b5dba54";
const C4: &str = "EventId=event1&RedirectType=safetynet&IssueTime=1700000000&Hash=a2399ab11956b1d35248e61a4925944469ce966f2ca8430dcd57fd8c5a2e8120";

/// The visited page, and the page that the vectors name as a target.
const PAGE: &str = "/buy?a=1";
const TARGET: &str = "https%3A%2F%2Fshop.example.com%2Fbuy%3Fa%3D1";
const HEADERS: [(&str, &str); 3] = [
    ("host", "10.0.0.5"),
    ("x-forwarded-proto", "https"),
    ("x-forwarded-host", "shop.example.com"),
];

type Builder = ConnectorBuilder<Integrated>;

/// Makes a site with one action, behind a proxy. `keys` are further keys of the action.
fn site(keys: &str) -> Site {
    site_with(keys, |builder| builder)
}

fn site_with(keys: &str, configure: impl FnOnce(Builder) -> Builder) -> Site {
    let config = LiveConfig::new("acme".parse().unwrap());
    let json = format!(
        r#"{{"Version":7,"Integrations":[{{"Name":"My action","EventId":"event1","QueueDomain":"wr.example.com","CookieValidityMinute":20,
        "ExtendCookieValidity":true,{keys},"Triggers":[{{"LogicalOperator":"And","TriggerParts":[
        {{"ValidatorType":"UrlValidator","UrlPart":"PageUrl","Operator":"Contains","ValueToCompare":"*"}}]}}]}}]}}"#
    );
    config.replace(json.as_bytes()).unwrap();
    let (clock, time) = clock();
    let builder = Connector::from_integration(&config, SecretKey::new(SECRET).unwrap())
        .trusted_proxies(["10.0.0.0/8".parse().unwrap()])
        .clock(time);
    let mut site = Site::around(configure(builder).build(), clock);
    site.peer = Some("10.0.0.1");
    site
}

const QUEUE: &str = r#""ActionType":"Queue","Culture":"da-DK","LayoutName":"My Theme""#;
const PREFIXED: &str = r#""ActionType":"Queue","QueuePathPrefix":"/queue/""#;
const CANCEL: &str = r#""ActionType":"Cancel","InvolvedWaitingRoomIds":["event2"]"#;

async fn visit(site: &Site, client: &str, token: Option<&str>, cookie: Option<&str>) -> SiteResponse {
    let path = token.map_or(PAGE.to_owned(), |token| format!("{PAGE}&queueittoken={token}"));
    let headers = [HEADERS[0], HEADERS[1], HEADERS[2], ("x-forwarded-for", client)];
    let cookie = cookie.map(|value| format!("QueueITAccepted-SDFrts345E-V3_event1={}", percent::encode(value)));
    site.send("GET", &path, cookie.as_deref(), &headers).await
}

const CLIENT: &str = "203.0.113.7";

fn ours(url: &str) -> String {
    url.replace("javascript-5.0.1", concat!("rust-", env!("CARGO_PKG_VERSION")))
}

#[tokio::test]
async fn tokens_start_the_sessions_that_the_vendor_s_connector_starts() {
    for (token, cookie) in [(T1, C1), (T2, C2), (T3, C3), (T4, C4)] {
        let site = site(QUEUE);
        let answer = visit(&site, CLIENT, Some(token), None).await;
        answer.assert_redirects_to("https://shop.example.com/buy?a=1");
        let set = &answer.other_cookies[0];
        let (value, attributes) = set
            .strip_prefix("QueueITAccepted-SDFrts345E-V3_event1=")
            .and_then(|rest| rest.split_once("; "))
            .unwrap();
        assert_eq!(percent::decode(value).as_deref(), Some(cookie));
        assert_eq!(attributes, "Path=/; Max-Age=86400");
        assert_eq!(visit(&site, CLIENT, None, Some(cookie)).await.status, 200);
    }
}

#[tokio::test]
async fn the_queue_is_opened_by_the_vendor_s_urls() {
    visit(&site(QUEUE), CLIENT, None, None).await.assert_redirects_to(&ours(&format!(
        "https://wr.example.com/?c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&cid=da-DK&l=My%20Theme&t={TARGET}"
    )));
    let asking = site_with(PREFIXED, |builder| {
        builder.enqueue_token(|newcomer| {
            assert_eq!(newcomer.client_ip.unwrap().to_string(), CLIENT);
            assert_eq!((newcomer.room.as_str(), newcomer.now.0), ("event1", 1_700_000_000));
            Some("ENQ.TOKEN.X".to_owned())
        })
    });
    visit(&asking, CLIENT, None, None)
        .await
        .assert_redirects_to(&ours(&format!(
            "https://wr.example.com/queue/?c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&enqueuetoken=ENQ.TOKEN.X&t={TARGET}"
        )));
}

#[tokio::test]
async fn a_script_is_told_the_same_url_in_a_header() {
    let headers = [HEADERS[0], ("x-queueit-ajaxpageurl", TARGET)];
    let answer = site(QUEUE).send("GET", "/api/stock", None, &headers).await;
    answer.assert_tells_script(&percent::encode(&ours(&format!(
        "https://wr.example.com/?c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&cid=da-DK&l=My%20Theme&t={TARGET}"
    ))));
}

#[tokio::test]
async fn refusals_are_the_vendor_s() {
    let origin = "c=acme&e=event1&ver=javascript-5.0.1&cver=7&man=My%20action&cid=da-DK&l=My%20Theme";
    let altered = format!("{}0", &T1[..T1.len() - 1]);
    let ip = "&icr=ip%2Ccip%3A3139382e35312e3130302e39%2Chip%3Aeab35ada0692aec53f2110ec57b4abaec89e4ca16ff8b00a92bceaa29dc7df83";
    for (code, client, reason, token) in [
        ("hash", CLIENT, "", altered.as_str()),
        ("timestamp", CLIENT, "", T7),
        ("ip", "198.51.100.9", ip, T3),
    ] {
        visit(&site(QUEUE), client, Some(token), None)
            .await
            .assert_redirects_to(&ours(&format!(
                "https://wr.example.com/error/{code}/?{origin}{reason}&queueittoken={token}&ts=1700000000&t={TARGET}"
            )));
    }
    // A bound session without a token.
    let session = "%2Cr%3Aqueue%2Cq%3A11111111-2222-4333-8444-555555555555%2Cst%3A1700000000000";
    visit(&site(QUEUE), "198.51.100.9", None, Some(C3))
        .await
        .assert_redirects_to(&ours(&format!(
            "https://wr.example.com/error/connector/sessionstate/?{origin}{ip}{session}&ts=1700000000&t={TARGET}"
        )));
}

#[tokio::test]
async fn a_session_is_cancelled_by_the_vendor_s_url() {
    visit(&site(CANCEL), CLIENT, None, Some(C1)).await.assert_redirects_to(&format!(
        "https://wr.example.com/cancel/multiple/acme?wrl=event1~11111111-2222-4333-8444-555555555555_event2&r={TARGET}"
    ));
}
