//! The site: pages that show the visitor's room and place, a script's API, and the callback of
//! payment providers.

use axum::extract::State;
use axum::http::Uri;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use axum::{Extension, Json, Router};
use connector::{Connector, LiveConfig, QueueVisitor};
use serde::Serialize;

/// Path, title, and the id by which tests find the link.
const PAGES: [(&str, &str, &str); 5] = [
    ("/", "Landing", "home"),
    ("/product", "Product", "buy"),
    ("/basket", "Basket", "add"),
    ("/checkout", "Checkout", "checkout"),
    ("/thank-you", "Thank you", "pay"),
];
const STOCK: &str = "/api/stock";

/// The page's script, which handles a redirect by the connector.
const SCRIPT: &str = r#"
document.querySelector("button").addEventListener("click", async () => {
  const page = encodeURIComponent(location.href);
  const answer = await fetch("/api/stock", { headers: { "x-queueit-ajaxpageurl": page } });
  const away = answer.headers.get("x-queueit-redirect");
  if (away) location.href = decodeURIComponent(away);
  else document.querySelector("output").value = await answer.text();
});
"#;

/// Makes the whole site, behind the connector.
pub(crate) fn router(connector: &Connector, config: LiveConfig) -> Router {
    let pages = PAGES.iter().fold(Router::new(), |router, (path, ..)| {
        router.route(path, get(page).post(page))
    });
    pages
        .route(STOCK, get(stock).post(stock))
        .route("/payment_callback", get(paid).post(paid))
        .layer(connector.layer())
        .with_state(config)
}

async fn page(
    State(config): State<LiveConfig>,
    uri: Uri,
    visitor: Option<Extension<QueueVisitor>>,
) -> impl IntoResponse {
    let (path, title, _) = PAGES
        .into_iter()
        .find(|(path, ..)| *path == uri.path())
        .unwrap_or(PAGES[0]);
    let name = if path == "/" { "landing" } else { &path[1..] };
    let links: String = PAGES
        .map(|(path, title, id)| format!("<li><a id=\"{id}\" href=\"{path}\">{title}</a></li>"))
        .concat();
    let [room, queue_id] = who(visitor.as_deref());
    let version = config.version().unwrap_or_default();
    Html(format!(
        "<!doctype html><html lang=\"en\" data-shop=\"{name}\"><title>{title}</title>\
         <main data-room=\"{room}\" data-config-version=\"{version}\">\
         <h1>{title}</h1><p>Room: {room}. Place: <code id=\"queue-id\">{queue_id}</code>.</p><ul>{links}</ul>\
         <p><button type=\"button\">Look up the stock</button> <output></output></p></main><script>{SCRIPT}</script></html>"
    ))
}

/// The response to the page's script.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Stock {
    left: u32,
    room: String,
    queue_id: String,
}

async fn stock(visitor: Option<Extension<QueueVisitor>>) -> Json<Stock> {
    let [room, queue_id] = who(visitor.as_deref());
    Json(Stock {
        left: 7,
        room,
        queue_id,
    })
}

/// Returns room and queue id, which contain nothing that HTML must escape; both are empty without a
/// session.
fn who(visitor: Option<&QueueVisitor>) -> [String; 2] {
    let room = visitor.map(|visitor| visitor.room.to_string());
    let queue_id = visitor.and_then(|visitor| visitor.queue_id.clone());
    [room, queue_id].map(Option::unwrap_or_default)
}

/// Handles the callback of a payment provider's servers, which have no session and do not wait in
/// line.
async fn paid() -> &'static str {
    "noted"
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use connector::SecretKey;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn every_page_is_there_while_nothing_is_published() {
        let config = LiveConfig::new("demo".parse().unwrap());
        config.replace(br#"{"Version":3,"Integrations":[]}"#).unwrap();
        let connector = Connector::from_integration(&config, SecretKey::new("secret").unwrap()).build();
        let site = router(&connector, config);
        for (path, content) in PAGES
            .map(|(path, ..)| (path, "data-config-version=\"3\""))
            .into_iter()
            .chain([
                (STOCK, r#"{"left":7,"room":"","queueId":""}"#),
                ("/payment_callback", "noted"),
            ])
        {
            let request = Request::get(path)
                .header("host", "site.example")
                .body(Body::empty())
                .unwrap();
            let answer = site.clone().oneshot(request).await.unwrap();
            assert_eq!(answer.status(), 200);
            let body = to_bytes(answer.into_body(), 10_000).await.unwrap();
            let body = std::str::from_utf8(&body).unwrap();
            assert!(body.contains(content), "{path}: {body}");
        }
    }
}
