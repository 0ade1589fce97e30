//! Tests of one visitor's whole purchase over HTTP, and of visitors who are kept out.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use connector::{Connector, RedirectType, SecretKey, UnixSeconds};
use protocol::queueittoken::Token;
use tower::ServiceExt;

use crate::basket::{Basket, COUNT_MAX, Glass};
use crate::handlers::Premiere;
use crate::pages::Landing;
use crate::queue_address::{NoAddress, QueueAddress};

const NOW: UnixSeconds = UnixSeconds(1_700_000_000);
const QUEUE_ID: &str = "11111111-2222-4333-8444-555555555555";

fn secret() -> SecretKey {
    SecretKey::new("a secret for tests").unwrap()
}

fn queue() -> QueueAddress {
    "http://127.0.0.1:8080".parse().unwrap()
}

fn connector(room: &str) -> Connector {
    let queue = queue();
    Connector::builder("demo".parse().unwrap(), room.parse().unwrap(), secret(), &queue.domain)
        .queue_scheme(queue.scheme)
        .clock(|| NOW)
        .build()
        .unwrap()
}

/// Returns a token signed like the waiting room's.
fn token(room: &str) -> String {
    let token = Token {
        room: room.parse().unwrap(),
        queue_id: QUEUE_ID.parse().unwrap(),
        expires_at: NOW.plus_seconds(180),
        extendable: true,
        fixed_validity: None,
        redirect_type: RedirectType::Queue,
        hashed_ip: None,
    };
    token.sign(&secret()).to_string()
}

/// A browser that keeps cookies and does not follow redirects.
struct Browser {
    shop: Router,
    cookies: Vec<(String, String)>,
}

struct Page {
    status: StatusCode,
    location: String,
    policy: String,
    html: String,
}

fn landing(has_premiere: bool) -> Landing {
    Landing {
        queue: queue().to_string(),
        customer: "demo".to_owned(),
        room: "sale".to_owned(),
        premiere: has_premiere.then(|| "premiere".to_owned()),
    }
}

impl Browser {
    fn new() -> Self {
        Self::of(None)
    }

    /// Makes a browser of a shop with a premiere.
    fn with_premiere() -> Self {
        Self::of(Some(Premiere {
            connector: connector("premiere"),
            draw_url: "http://127.0.0.1:8080/draw/demo/premiere".to_owned(),
        }))
    }

    fn of(premiere: Option<Premiere>) -> Self {
        Self {
            shop: crate::router::router((connector("sale"), landing(premiere.is_some())), premiere, &queue()),
            cookies: Vec::new(),
        }
    }

    /// Makes a browser that has been admitted.
    async fn admitted() -> Self {
        let mut browser = Self::new();
        let page = browser.get(&format!("/product?queueittoken={}", token("sale"))).await;
        assert_eq!(page.location, "http://shop.example/product");
        browser
    }

    async fn get(&mut self, path: &str) -> Page {
        self.send("GET", path, "").await
    }

    async fn post(&mut self, path: &str, form: &str) -> Page {
        self.send("POST", path, form).await
    }

    async fn send(&mut self, method: &str, path: &str, form: &str) -> Page {
        let cookies: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "shop.example")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("cookie", cookies.join("; "))
            .body(Body::from(form.to_owned()))
            .unwrap();
        let response = self.shop.clone().oneshot(request).await.unwrap();
        for set in response.headers().get_all("set-cookie") {
            self.keep(set.to_str().unwrap());
        }
        let text = |name| {
            response
                .headers()
                .get(name)
                .map(|value| value.to_str().unwrap().to_owned())
                .unwrap_or_default()
        };
        let (status, location, policy) = (response.status(), text("location"), text("content-security-policy"));
        let html = String::from_utf8(to_bytes(response.into_body(), 100_000).await.unwrap().into()).unwrap();
        Page {
            status,
            location,
            policy,
            html,
        }
    }

    fn keep(&mut self, set: &str) {
        let (name, value) = set.split(';').next().unwrap().split_once('=').unwrap();
        self.cookies.retain(|(kept, _)| kept != name);
        if !set.contains("Max-Age=0") {
            self.cookies.push((name.to_owned(), value.to_owned()));
        }
    }
}

impl Page {
    /// Asserts that the page is of this kind and contains the element.
    #[track_caller]
    fn assert_is(&self, kind: &str, element: &str) {
        assert_eq!(self.status, StatusCode::OK);
        assert!(
            self.html.contains(&format!("<html lang=\"en\" data-shop=\"{kind}\">")),
            "{}",
            self.html
        );
        assert!(self.html.contains(&format!("id=\"{element}\"")), "{}", self.html);
        assert!(self.html.contains("Demo shop.") && !self.html.contains("style="));
        let scripts = self.html.matches("<script").count();
        assert_eq!(
            scripts,
            usize::from(kind == "landing"),
            "the widgets' alone: {}",
            self.html
        );
    }

    #[track_caller]
    fn assert_leads_to(&self, location: &str) {
        assert_eq!((self.status.as_u16(), self.location.as_str()), (303, location));
    }
}

#[tokio::test]
async fn a_whole_purchase_and_the_way_to_the_next() {
    let mut browser = Browser::admitted().await;
    let product = browser.get("/product").await;
    product.assert_is("product", "add");
    assert!(product.html.contains(QUEUE_ID));

    browser
        .post("/basket", "glass=sage&count=2")
        .await
        .assert_leads_to("/basket");
    let basket = browser.get("/basket").await;
    basket.assert_is("basket", "checkout");
    assert!(basket.html.contains("Sage glass") && basket.html.contains("€178.00"));

    let checkout = browser.get("/checkout").await;
    checkout.assert_is("checkout", "pay");
    browser.post("/checkout", "").await.assert_leads_to("/thank-you");
    let done = browser.get("/thank-you").await;
    done.assert_is("thank-you", "again");
    assert!(done.html.contains("€178.00") && done.html.contains(QUEUE_ID));
    assert!(browser.get("/basket").await.html.contains("nothing in it yet"));

    let again = browser.post("/again", "").await;
    assert_eq!(
        again.location,
        format!("http://127.0.0.1:8080/cancel/multiple/demo?wrl=sale~{QUEUE_ID}&r=http%3A%2F%2Fshop.example%2Fproduct")
    );
    assert_eq!(browser.cookies, [], "session, basket and order are gone");
    assert!(
        browser
            .get("/product")
            .await
            .location
            .starts_with("http://127.0.0.1:8080/?c=demo&e=sale&")
    );
}

#[tokio::test]
async fn visitors_who_have_not_passed_see_the_landing_page_only() {
    let mut browser = Browser::new();
    browser.get("/").await.assert_is("landing", "buy");
    for path in ["/product", "/basket", "/checkout", "/thank-you"] {
        assert!(
            browser
                .get(path)
                .await
                .location
                .starts_with("http://127.0.0.1:8080/?c=demo&e=sale&"),
            "{path}"
        );
    }
    for path in ["/basket", "/basket/remove", "/checkout", "/again"] {
        browser
            .post(path, "glass=sage&count=2")
            .await
            .assert_leads_to("/product");
        assert_eq!(browser.cookies, [], "{path}");
    }
}

#[tokio::test]
async fn the_premiere_has_a_room_of_its_own() {
    assert!(!Browser::new().get("/").await.html.contains("premiere"));
    assert_eq!(Browser::new().get("/premiere").await.status, StatusCode::NOT_FOUND);
    let mut browser = Browser::with_premiere();
    let landing = browser.get("/").await.html;
    for widget in [
        "<anteroom-status customer=\"demo\" room=\"sale\">",
        "<anteroom-countdown customer=\"demo\" room=\"premiere\">",
    ] {
        assert!(landing.contains(widget), "{widget}: {landing}");
    }
    browser.get("/").await.assert_is("landing", "join");
    let enter = "http://127.0.0.1:8080/?c=demo&e=premiere&";
    assert!(browser.get("/premiere").await.location.starts_with(enter));
    browser
        .get(&format!("/premiere?queueittoken={}", token("premiere")))
        .await;
    let page = browser.get("/premiere").await;
    page.assert_is("premiere", "check-draw");
    let draw = format!("href=\"http://127.0.0.1:8080/draw/demo/premiere?q={QUEUE_ID}\"");
    assert!(page.html.contains(&draw), "{}", page.html);
    assert!(browser.get("/product").await.location.contains("e=sale&"), "two rooms");
    let again = browser.post("/premiere/again", "").await;
    assert!(
        again.location.contains(&format!("wrl=premiere~{QUEUE_ID}")),
        "{}",
        again.location
    );
    assert!(browser.get("/premiere").await.location.starts_with(enter));
}

#[tokio::test]
async fn steps_taken_out_of_turn_lead_back_to_the_basket() {
    let mut browser = Browser::admitted().await;
    browser.get("/checkout").await.assert_leads_to("/basket");
    browser.post("/checkout", "").await.assert_leads_to("/basket");
    browser.get("/thank-you").await.assert_leads_to("/basket");
    browser
        .post("/basket", "glass=mauve&count=2")
        .await
        .assert_leads_to("/basket");
    assert!(browser.get("/basket").await.html.contains("nothing in it yet"));
}

#[tokio::test]
async fn removing_the_last_line_empties_the_basket() {
    let mut browser = Browser::admitted().await;
    browser
        .post("/basket", "glass=dusk&count=1")
        .await
        .assert_leads_to("/basket");
    browser
        .post("/basket/remove", "glass=dusk")
        .await
        .assert_leads_to("/basket");
    assert!(browser.get("/basket").await.html.contains("nothing in it yet"));
}

#[tokio::test]
async fn the_policy_lets_forms_lead_to_the_waiting_room_and_only_its_widgets_run() {
    let mut browser = Browser::new();
    for path in ["/", "/shop.css", "/nowhere", "/product"] {
        let policy = browser.get(path).await.policy;
        assert!(policy.starts_with("default-src 'none'; "), "{path}");
        assert!(
            policy.contains("; form-action 'self' http://127.0.0.1:8080;"),
            "{path}: {policy}"
        );
        assert!(
            policy.contains("; script-src http://127.0.0.1:8080;"),
            "{path}: {policy}"
        );
    }
    assert_eq!(browser.get("/nowhere").await.status, StatusCode::NOT_FOUND);
}

#[test]
fn a_basket_keeps_what_makes_sense_and_no_more_than_it_may() {
    let basket = Basket::parse("sage-3.mauve-1.sage-3.amber-x.dusk-0.amber-1");
    assert_eq!(basket.to_text(), format!("sage-{COUNT_MAX}.amber-1"));
    assert_eq!(basket.total().to_string(), "€445.00");
    let mut emptied = basket;
    emptied.remove(Glass::Sage);
    emptied.remove(Glass::Amber);
    assert!(emptied.is_empty());
}

#[test]
fn queue_addresses_are_split_and_nonsense_is_refused() {
    let address: QueueAddress = "https://queue.example:8443/rooms/".parse().unwrap();
    assert_eq!(
        (address.domain.as_str(), address.origin().as_str()),
        ("queue.example:8443/rooms", "https://queue.example:8443")
    );
    for bad in [
        "queue.example",
        "ftp://queue.example",
        "http://",
        "http://a;b",
        "http://a b",
    ] {
        assert_eq!(bad.parse::<QueueAddress>(), Err(NoAddress), "{bad}");
    }
}
