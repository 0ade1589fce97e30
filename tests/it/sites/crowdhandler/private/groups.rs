//! Priority groups, and whose they are.

use super::*;

const PAGE: &str = "https://www.example.com/tickets";
const GROUPS: &str = "[[group]]\npool = \"shop\"\nid = \"vip\"\nname = \"Friends\"\nweight = 4\n";

/// Returns a site at which all visitors wait, with a group, and with the other customer.
pub(super) async fn waiting() -> Site {
    let tickets = room_for("sale", "/tickets");
    let parts = site(&format!("rate = 0\n{GROUPS}"), &tickets) + OTHER;
    Site::around(TestServer::of(config("memory:", &parts)).await)
}

impl Site {
    /// Sends a call of a visitor who brings a code.
    pub(super) async fn brings(&self, token: Option<&str>, code: &str) -> Reply {
        let query: String = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("url", PAGE), ("code", code), ("ip", "203.0.113.9"), ("agent", "x")])
            .finish();
        let request = match token {
            Some(token) => Request::get(format!("/v1/requests/{token}?{query}")),
            None => Request::post("/v1/requests").header("content-type", "application/x-www-form-urlencoded"),
        };
        let request = request.header("x-api-key", PUBLIC).header("host", "queue.example");
        let body = if token.is_some() { String::new() } else { query };
        self.send(request.body(body.into()).expect("a request")).await
    }

    pub(super) async fn priority_with(&self, code: &str) -> Value {
        let reply = self.brings(None, code).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()["result"]["priority"].clone()
    }

    pub(super) async fn ids_of(&self, path: &str) -> Vec<String> {
        let list = self.read(path).await;
        let list = list.as_array().expect("a list");
        list.iter()
            .map(|code| code["id"].as_str().expect("an id").to_owned())
            .collect()
    }
}

#[tokio::test]
async fn a_group_is_made_changed_and_deleted_and_its_code_lets_visitors_in() {
    let site = waiting().await;
    let vip =
        json!({"id": "grp_shop_vip", "domainID": "dom_shop", "name": "Friends", "weight": 4, "rank": 1, "codes": 0});
    assert_eq!(site.read("groups").await, json!([vip]));
    assert_eq!(site.read("groups/grp_shop_vip/").await, vip);
    let new = json!({"domainID": "dom_shop", "name": "Fan Club", "weight": 2});
    let made = site.does(Method::POST, "groups/", new).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    assert!(id.starts_with("grp_shop_fanclub"), "{id}");
    assert_eq!(
        (&made["name"], &made["weight"], &made["rank"], &made["codes"]),
        (&json!("Fan Club"), &json!(2), &json!(2), &json!(0))
    );
    assert_eq!(
        site.read("groups?domainID=dom_shop").await.as_array().map(Vec::len),
        Some(2)
    );

    let code = json!({"groupID": id, "code": "Fans 26", "uses": null});
    let code = site.does(Method::POST, "codes/", code).await;
    assert_eq!((&code["code"], &code["groupID"]), (&json!("fans 26"), &made["id"]));
    assert_eq!(site.priority_with("FANS 26").await, "Fan Club");
    let mut whole = site.read(&format!("groups/{id}")).await;
    assert_eq!(whole["codes"], 1);
    (whole["name"], whole["codes"]) = (json!("Members"), json!(7));
    let changed = site.does(Method::PUT, &format!("groups/{id}"), whole).await;
    assert_eq!((&changed["name"], &changed["weight"]), (&json!("Members"), &json!(2)));
    let plain = site
        .does(Method::PUT, &format!("groups/{id}"), json!({"weight": null}))
        .await;
    assert_eq!(plain["weight"], 1);
    let waits = site.brings(None, "fans 26").await.json()["result"].clone();
    assert_eq!((&waits["priority"], &waits["promoted"]), (&json!("Members"), &json!(0)));

    let group = format!("groups/{id}");
    let (status, error) = site.refused(PRIVATE, Method::DELETE, &group, Value::Null).await;
    assert!(status == 409 && error.contains("1 codes"), "{error}");
    let gone = site.does(Method::DELETE, &format!("{group}/codes"), Value::Null).await;
    assert_eq!(gone, json!({"deleted": 1}));
    let (status, error) = site.refused(PRIVATE, Method::DELETE, &group, Value::Null).await;
    assert!(status == 409 && error.contains("wait"), "{error}");
    let (status, error) = site
        .refused(PRIVATE, Method::PUT, &group, json!({"name": "", "weight": 0}))
        .await;
    assert!(
        status == 400 && error.contains("name: ") && error.contains("weight: "),
        "{error}"
    );
}

#[tokio::test]
async fn a_group_without_people_is_deleted() {
    let site = waiting().await;
    let gone = site.does(Method::DELETE, "groups/grp_shop_vip", Value::Null).await;
    assert_eq!(gone, json!({"deleted": 1}));
    assert_eq!(site.read("groups").await, json!([]));
    assert_eq!(
        site.refused(PRIVATE, Method::GET, "groups/grp_shop_vip", Value::Null)
            .await
            .0,
        404
    );
    let log = site
        .server
        .admin(Method::GET, "audit?resource=group/shop/vip", "")
        .await
        .json();
    let entry = &log["entries"][0];
    assert_eq!(
        (&entry["who"], &entry["action"]),
        (&json!("private_key"), &json!("delete"))
    );
}

#[tokio::test]
async fn groups_and_codes_of_others_are_nobodys() {
    let site = waiting().await;
    site.does(
        Method::POST,
        "codes",
        json!({"groupID": "grp_shop_vip", "code": "gold"}),
    )
    .await;
    let empty = site.ask(OTHER_PRIVATE, Method::GET, "codes", &Value::Null).await.json();
    assert_eq!(empty["result"], json!([]));
    let code = site.ids_of("codes").await.remove(0);
    for (method, path, body) in [
        (Method::GET, "groups/grp_shop_vip".to_owned(), Value::Null),
        (Method::GET, "groups?domainID=dom_shop".to_owned(), Value::Null),
        (Method::PUT, "groups/grp_shop_vip".to_owned(), json!({"weight": 9})),
        (Method::DELETE, "groups/grp_shop_vip".to_owned(), Value::Null),
        (Method::GET, "groups/grp_shop_vip/codes".to_owned(), Value::Null),
        (
            Method::POST,
            "groups/grp_shop_vip/batch".to_owned(),
            json!({"count": 1}),
        ),
        (Method::DELETE, "groups/grp_shop_vip/codes".to_owned(), Value::Null),
        (Method::GET, "codes/gold".to_owned(), Value::Null),
        (Method::GET, format!("codes/{code}"), Value::Null),
        (Method::DELETE, format!("codes/{code}"), Value::Null),
        (Method::GET, "codes?groupID=grp_shop_vip".to_owned(), Value::Null),
    ] {
        let (status, error) = site.refused(OTHER_PRIVATE, method.clone(), &path, body).await;
        assert_eq!(status, 404, "{method} {path}: {error}");
    }
}

#[tokio::test]
async fn codes_of_a_domain_that_accounts_share_are_the_operators() {
    let mine = room("sale", "url_match = \"all\"");
    let theirs = room("other", "url_match = \"none\"").replace("\"acme\"", "\"rival\"");
    let parts = site(&format!("rate = 0\n{GROUPS}"), &(mine + &theirs)) + OTHER;
    let site = Site::around(TestServer::of(config("memory:", &parts)).await);
    let added = site
        .server
        .admin(Method::POST, "pools/shop/groups/vip/codes", r#"{"codes": ["gold"]}"#)
        .await;
    assert_eq!(added.status, 200, "{}", added.text());
    assert_eq!(
        site.read("groups").await[0]["name"],
        "Friends",
        "as every answer calls it"
    );
    assert_eq!(site.read("codes").await, json!([]));
    assert_eq!(
        site.refused(PRIVATE, Method::GET, "codes/gold", Value::Null).await.0,
        404
    );
    for (method, path, body) in [
        (Method::POST, "groups", json!({"domainID": "dom_shop", "name": "More"})),
        (Method::PUT, "groups/grp_shop_vip", json!({"weight": 9})),
        (Method::GET, "groups/grp_shop_vip/codes", Value::Null),
        (Method::POST, "groups/grp_shop_vip/codes", json!({"codes": ["mine"]})),
        (Method::DELETE, "groups/grp_shop_vip/codes", Value::Null),
        (
            Method::POST,
            "codes",
            json!({"groupID": "grp_shop_vip", "code": "mine"}),
        ),
    ] {
        let (status, error) = site.refused(PRIVATE, method.clone(), path, body).await;
        assert!(
            status == 403 && error.contains("another account"),
            "{method} {path}: {error}"
        );
    }
}

#[tokio::test]
async fn a_key_that_operates_gives_codes_and_makes_no_groups() {
    let site = waiting().await;
    let operates = site.token("operate").await;
    let code = json!({"groupID": "grp_shop_vip", "code": "gold"});
    assert_eq!(site.ask(&operates, Method::POST, "codes", &code).await.status, 200);
    let log = site
        .server
        .admin(Method::GET, "audit?resource=group/shop/vip", "")
        .await
        .json();
    assert_eq!(log["entries"][0]["who"], "a-operate");
    for (method, path, body) in [
        (Method::POST, "groups", json!({"domainID": "dom_shop", "name": "More"})),
        (Method::PUT, "groups/grp_shop_vip", json!({"weight": 9})),
        (Method::DELETE, "groups/grp_shop_vip", Value::Null),
    ] {
        assert_eq!(site.refused(&operates, method, path, body).await.0, 403);
    }
}

#[tokio::test]
async fn an_account_creates_a_bounded_number_of_groups() {
    let site = waiting().await;
    let new = json!({"domainID": "dom_shop", "name": "Club"});
    let mut made = 0;
    let refused = loop {
        let reply = site.ask(PRIVATE, Method::POST, "groups", &new).await;
        if reply.status != 200 {
            break reply;
        }
        made += 1;
        let id = reply.json()["result"]["id"].as_str().expect("an id").to_owned();
        let gone = site
            .ask(PRIVATE, Method::DELETE, &format!("groups/{id}"), &Value::Null)
            .await;
        assert_eq!(gone.status, 200, "{}", gone.text());
        site.server.advance(2_000).await;
    };
    assert_eq!(
        (made, refused.status.as_u16()),
        (99, 409),
        "with that of the file: {}",
        refused.text()
    );
    assert!(refused.text().contains("100 groups"), "{}", refused.text());
    let operators = r#"{"pool": "shop", "id": "press"}"#;
    let reply = site.server.admin(Method::POST, "pools/shop/groups", operators).await;
    assert_eq!(reply.status, 201, "operators have no such bound: {}", reply.text());
}
