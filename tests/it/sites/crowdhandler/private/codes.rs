//! The codes of priority groups.

use super::groups::waiting;
use super::*;

#[tokio::test]
async fn batches_are_made_listed_page_by_page_and_deleted() {
    let site = waiting().await;
    let batch = json!({"count": 25, "batch": "mailing", "uses": 2, "endsAt": "2033-05-18T03:33:20Z"});
    let made = site.does(Method::POST, "groups/grp_shop_vip/batch", batch).await;
    assert_eq!((&made["added"], &made["listed"]), (&json!(25), &json!(25)));
    let upload = json!({"codes": ["Gold", "Silver"], "batch": "named"});
    let named = site.does(Method::POST, "groups/grp_shop_vip/codes", upload).await;
    assert_eq!(
        (&named["added"], &named["listed"], &named["codes"][0]["code"]),
        (&json!(2), &json!(27), &json!("gold"))
    );

    let (mut pages, mut answers, mut path) = (Vec::new(), 0, "codes?limit=10".to_owned());
    loop {
        let reply = site.ask(PRIVATE, Method::GET, &path, &Value::Null).await;
        pages.extend(reply.json()["result"].as_array().expect("a list").clone());
        answers += 1;
        assert!(answers < 10, "no end");
        let Some((query, rel)) = reply.header("link").trim_start_matches('<').split_once('>') else {
            break;
        };
        assert_eq!(rel, "; rel=\"next\"");
        path = format!("codes{query}");
    }
    assert_eq!(answers, 3);
    assert_eq!(pages.len(), 27);
    let all = site.read("groups/grp_shop_vip/codes?limit=1000").await;
    assert_eq!(json!(pages), all, "all pages together are the list");
    let made_ids = |made: &Value| -> Vec<String> {
        let codes = made["codes"].as_array().expect("codes");
        let mut ids: Vec<String> = codes
            .iter()
            .map(|code| code["id"].as_str().expect("an id").to_owned())
            .collect();
        ids.sort();
        ids
    };
    let mut mailing = site.ids_of("codes?groupID=grp_shop_vip&batch=mailing").await;
    mailing.sort();
    assert_eq!(mailing, made_ids(&made));
    let after = format!(
        "groups/grp_shop_vip/codes?after={}&limit=1",
        all[3]["id"].as_str().expect("an id")
    );
    assert_eq!(site.read(&after).await, json!([all[4]]));

    let code = made["codes"][0]["code"].as_str().expect("a code");
    assert_eq!(site.priority_with(code).await, "Friends");
    let gone = site
        .does(Method::DELETE, "groups/grp_shop_vip/codes?batch=mailing", Value::Null)
        .await;
    assert_eq!(gone, json!({"deleted": 25}));
    assert_eq!(site.brings(None, code).await.status, 401);
    assert_eq!(site.read("codes").await.as_array().map(Vec::len), Some(2));
    let log = site
        .server
        .admin(Method::GET, "audit?resource=group/shop/vip", "")
        .await
        .json();
    let actions: Vec<_> = log["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|entry| &entry["action"])
        .collect();
    assert_eq!(actions, ["delete codes", "add codes", "add codes"]);
    assert!(!log.to_string().contains(code), "no code in clear");
}

#[tokio::test]
async fn the_sdk_leaves_the_group_in_the_path_empty_and_names_it_in_the_body() {
    let site = waiting().await;
    let made = site
        .does(
            Method::POST,
            "groups//batch",
            json!({"groupID": "grp_shop_vip", "count": 3}),
        )
        .await;
    assert_eq!(made["listed"], 3);
    let long: Vec<String> = (0..1000).map(|index| format!("{index:0>40}")).collect();
    let added = site
        .does(
            Method::POST,
            "groups//codes",
            json!({"groupID": "grp_shop_vip", "codes": long}),
        )
        .await;
    assert_eq!(added["added"], 1000, "a body beyond the bound of other calls");
    for path in ["groups//batch", "groups//codes", "codes"] {
        let (status, error) = site.refused(PRIVATE, Method::POST, path, json!({"count": 1})).await;
        assert!(status == 400 && error.contains("groupID"), "{path}: {error}");
    }
}

#[tokio::test]
async fn one_code_is_read_changed_and_deleted_by_its_id_or_its_text() {
    let site = waiting().await;
    let code = site
        .does(
            Method::POST,
            "codes",
            json!({"groupID": "grp_shop_vip", "code": "Gold"}),
        )
        .await;
    let path = format!("codes/{}", code["id"].as_str().expect("an id"));
    let shown = site.read(&path).await;
    assert_eq!(
        (&shown["uses"], &shown["used"], &shown["endsAt"], &shown["batch"]),
        (&json!(1), &json!(0), &Value::Null, &json!(""))
    );
    assert_eq!(site.read("codes/GOLD").await, shown);
    let first = site.brings(None, "gold").await.json()["result"]["token"].clone();
    assert_eq!(site.brings(None, "gold").await.status, 401, "used");
    let mut whole = shown.clone();
    (whole["uses"], whole["batch"]) = (json!(2), json!("late"));
    let changed = site.does(Method::PUT, &path, whole).await;
    assert_eq!(
        (&changed["uses"], &changed["used"], &changed["batch"]),
        (&json!(2), &json!(1), &json!("late"))
    );
    assert_eq!(site.priority_with("gold").await, "Friends", "one more");
    assert_eq!(site.brings(None, "gold").await.status, 401);
    let many = site.does(Method::PUT, "codes/gold/", json!({"uses": null})).await;
    assert_eq!((&many["uses"], &many["used"]), (&Value::Null, &Value::Null));
    for _ in 0..3 {
        assert_eq!(site.priority_with("gold").await, "Friends");
    }
    site.does(Method::PUT, &path, json!({"endsAt": "2001-01-01T00:00:00Z"}))
        .await;
    assert_eq!(site.brings(None, "gold").await.status, 401, "over");
    assert_eq!(
        site.brings(first.as_str(), "gold").await.status,
        200,
        "whoever has used it is in the group"
    );
    assert_eq!(
        site.read("groups/grp_shop_vip").await["codes"],
        1,
        "a change is no new code"
    );

    let (status, error) = site
        .refused(
            PRIVATE,
            Method::POST,
            "codes",
            json!({"groupID": "grp_shop_vip", "code": "gold", "uses": 9}),
        )
        .await;
    assert!(status == 409 && error.contains("already"), "{error}");
    assert_eq!(
        site.does(Method::DELETE, &path, Value::Null).await,
        json!({"deleted": 1})
    );
    for path in [&path, "codes/gold"] {
        assert_eq!(site.refused(PRIVATE, Method::GET, path, Value::Null).await.0, 404);
        assert_eq!(site.refused(PRIVATE, Method::DELETE, path, Value::Null).await.0, 404);
    }
    let log = site
        .server
        .admin(Method::GET, "audit?resource=group/shop/vip", "")
        .await
        .json();
    let entries = log["entries"].as_array().expect("entries");
    let changes = entries.iter().filter(|entry| entry["action"] == "change code");
    assert_eq!(changes.filter(|change| change["who"] == "private_key").count(), 3);
}

#[tokio::test]
async fn mistakes_in_codes_are_reported_with_the_field() {
    let site = waiting().await;
    for (path, body, wanted) in [
        ("groups", json!({"name": "x"}), "domainID: "),
        (
            "groups",
            json!({"domainID": "dom_shop", "name": "x", "colour": 1}),
            "colour: cannot be set",
        ),
        (
            "groups",
            json!({"domainID": "dom_shop", "name": "x", "weight": 70_000}),
            "weight: ",
        ),
        ("codes", json!({"groupID": "grp_shop_vip"}), "code: "),
        ("codes", json!({"groupID": "grp_shop_vip", "code": " "}), "code: "),
        ("codes", json!({"groupID": "grp_shop_vip", "code": "one"}), "code: "),
        (
            "codes",
            json!({"groupID": "grp_shop_vip", "code": "four", "uses": 0}),
            "uses: ",
        ),
        ("groups/grp_shop_vip/codes", json!({"codes": ["fine", ""]}), "codes.1: "),
        (
            "groups/grp_shop_vip/codes",
            json!({"codes": ["fine"], "groupID": "grp_shop_fans"}),
            "groupID: ",
        ),
        ("groups/grp_shop_vip/codes", json!({"codes": []}), "codes: "),
        ("groups/grp_shop_vip/batch", json!({"count": 1001}), "count: "),
        (
            "groups/grp_shop_vip/batch",
            json!({"count": 1, "codes": ["x"]}),
            "codes: cannot be set",
        ),
        (
            "groups/grp_shop_vip/batch",
            json!({"count": 1, "endsAt": "soon"}),
            "endsAt: ",
        ),
        (
            "groups/grp_shop_vip/batch",
            json!({"count": 1, "batch": "x".repeat(41)}),
            "batch: ",
        ),
    ] {
        let (status, error) = site.refused(PRIVATE, Method::POST, path, body).await;
        assert!(
            status == 400 && error.contains(wanted),
            "{path} {wanted}: {status} {error}"
        );
    }
    site.does(
        Method::POST,
        "codes",
        json!({"groupID": "grp_shop_vip", "code": "gold"}),
    )
    .await;
    for (body, wanted) in [
        (json!({"uses": 0}), "uses: "),
        (json!({"endsAt": "soon"}), "endsAt: "),
        (json!({"batch": null}), "batch: "),
        (json!({"groupID": "grp_shop_fans"}), "groupID: cannot be set"),
        (json!({"code": "silver"}), "code: cannot be set"),
    ] {
        let (status, error) = site.refused(PRIVATE, Method::PUT, "codes/gold", body).await;
        assert!(status == 400 && error.contains(wanted), "{wanted}: {status} {error}");
    }
    for path in [
        "codes?limit=0",
        "codes?limit=1001",
        "codes?after=x",
        "groups/grp_shop_vip/codes?groupID=grp_shop_x",
    ] {
        assert_eq!(
            site.refused(PRIVATE, Method::GET, path, Value::Null).await.0,
            400,
            "{path}"
        );
    }
    assert_eq!(site.read("codes").await.as_array().map(Vec::len), Some(1));
}
