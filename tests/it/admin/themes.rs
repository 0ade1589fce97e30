//! Themes that operators put into the running server.

use std::path::Path;
use std::process::{Command, Output};

use anteroom::theme::ThemeFiles;
use anteroom::uploaded_themes::{ARCHIVE_BYTES_MAX, archive};
use axum::body::Body;
use http::{Method, Request};
use serde_json::{Value, json};
use tar::{Builder, EntryType, Header};

use crate::support::{ADMIN_TOKEN, Reply, TestServer, room};

/// A manifest with the tokens that every theme needs.
const MANIFEST: &str = r##"name = "Gala"
version = 1
[tokens]
accent = "#0b57d0"
accent-soft = "#d3e3fd"
go = "#146c2e"
hold = "#7a4f01"
hold-soft = "#ffdf99"
"##;

/// Returns the archive of a theme with these files besides its manifest.
fn theme(files: &[(&str, &str)]) -> Vec<u8> {
    let mut theme = ThemeFiles {
        name: "gala".to_owned(),
        ..ThemeFiles::default()
    };
    for (file, text) in [("theme.toml", MANIFEST)].iter().chain(files) {
        theme.insert(file, text.as_bytes().to_vec()).expect("a small file");
    }
    archive::pack(&theme)
}

/// Returns an archive with one entry of this kind and path.
fn entry(kind: EntryType, path: &str) -> Vec<u8> {
    let mut header = Header::new_gnu();
    let name = &mut header.as_gnu_mut().expect("a GNU header").name;
    name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_entry_type(kind);
    header.set_size(0);
    header.set_cksum();
    let mut builder = Builder::new(Vec::new());
    builder.append(&header, std::io::empty()).expect("written");
    builder.into_inner().expect("written")
}

async fn put(server: &TestServer, name: &str, archive: Vec<u8>) -> Reply {
    let request = Request::put(format!("/admin/v1/themes/{name}"))
        .header("authorization", format!("Bearer {ADMIN_TOKEN}"))
        .header("content-type", "application/x-tar")
        .body(Body::from(archive));
    server.send(request.expect("a request")).await
}

async fn must_put(server: &TestServer, name: &str, files: &[(&str, &str)]) -> Value {
    let reply = put(server, name, theme(files)).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Returns the path of the theme's stylesheet, the last one of the page's head.
fn sheet(page: &Reply) -> String {
    let text = page.text();
    let (head, _) = text.split_once("</head>").expect("a head");
    let (_, rest) = head.rsplit_once("rel=\"stylesheet\" href=\"").expect("a stylesheet");
    rest.split_once('"').expect("closed").0.to_owned()
}

async fn names(server: &TestServer) -> Vec<String> {
    let themes = server.admin(Method::GET, "themes", "").await.json();
    let themes = themes.as_array().expect("a list").iter();
    themes
        .map(|theme| theme["id"].as_str().expect("a name").to_owned())
        .collect()
}

#[tokio::test]
async fn a_theme_is_added_replaced_and_deleted_while_somebody_waits() {
    let server = TestServer::sale(0).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    let first = [
        ("style.css", ".foyer { color: red }\n"),
        ("messages.en.ftl", "page-leave = Leave the foyer\n"),
    ];
    let view = must_put(&server, "gala", &first).await;
    assert_eq!(
        (
            &view["id"],
            &view["origin"],
            &view["inForce"],
            &view["files"],
            &view["updatedBy"]
        ),
        (
            &json!("gala"),
            &json!("uploaded"),
            &json!(true),
            &json!(3),
            &json!("admin_token")
        )
    );
    assert_eq!(view["rooms"], json!([]));
    server.patch(r#"{"theme":"gala"}"#).await;
    let page = visitor.load().await;
    let former = sheet(&page);
    assert!(former.starts_with("/assets/gala.style."), "{former}");
    assert!(server.get(&former, &[]).await.text().contains(".foyer"));
    assert!(page.text().contains("Leave the foyer"));
    assert_eq!(page.slot("number"), "1");

    let second = [
        ("style.css", ".hall { color: red }\n"),
        ("messages.en.ftl", "page-leave = Leave the hall\n"),
    ];
    let next = must_put(&server, "gala", &second).await;
    assert_ne!(next["digest"], view["digest"]);
    assert_eq!(next["rooms"], json!(["demo/sale"]));
    let page = visitor.load().await;
    assert!(page.text().contains("Leave the hall") && !page.text().contains("foyer"));
    assert_ne!(sheet(&page), former);
    assert_eq!(page.slot("number"), "1");
    // A page that is still open has the former version.
    assert!(server.get(&former, &[]).await.text().contains(".foyer"));
    let archived = server.admin(Method::GET, "themes/gala", "").await;
    assert_eq!(archived.header("content-type"), "application/x-tar");
    assert_eq!(archived.body, theme(&second));

    let refused = server.admin(Method::DELETE, "themes/gala", "").await;
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("demo/sale"), "{}", refused.text());
    server.patch(r#"{"theme":null}"#).await;
    assert_eq!(server.admin(Method::DELETE, "themes/gala", "").await.status, 204);
    assert_eq!(server.admin(Method::GET, "themes/gala", "").await.status, 404);
    assert_eq!(server.admin(Method::DELETE, "themes/gala", "").await.status, 404);
    assert!(sheet(&visitor.load().await).starts_with("/assets/default."));
    let lost = server
        .admin(Method::PATCH, "rooms/demo/sale", r#"{"theme":"gala"}"#)
        .await;
    assert_eq!(
        (lost.status.as_u16(), lost.json()["pointer"].clone()),
        (422, json!("/theme"))
    );
    let logged = server.logged().await;
    assert_eq!(logged, ["delete", "change", "upload", "change", "upload"]);
}

#[tokio::test]
async fn a_theme_that_says_a_message_of_a_former_version_is_taken() {
    let server = TestServer::sale(0).await;
    let said = "page-no-script = The foyer reloads.\npage-leave = Leave the foyer\n";
    let view = must_put(&server, "gala", &[("messages.en.ftl", said)]).await;
    assert_eq!(view["inForce"], json!(true));
    server.patch(r#"{"theme":"gala"}"#).await;
    let page = server.visitor().enter().await.text();
    assert!(page.contains("Leave the foyer") && !page.contains("The foyer reloads."));
}

#[tokio::test]
async fn every_theme_is_listed_with_its_origin() {
    let server = TestServer::with(&room("sale", "max_outflow = 60\ntheme = \"retail\"")).await;
    must_put(&server, "gala", &[]).await;
    let themes = server.admin(Method::GET, "themes", "").await.json();
    let shown: Vec<(&str, &str)> = themes
        .as_array()
        .expect("a list")
        .iter()
        .map(|theme| {
            (
                theme["id"].as_str().unwrap_or_default(),
                theme["origin"].as_str().unwrap_or_default(),
            )
        })
        .collect();
    let wanted = [
        ("default", "built-in"),
        ("gala", "uploaded"),
        ("neutral", "built-in"),
        ("retail", "built-in"),
        ("ticketing", "built-in"),
    ];
    assert_eq!(shown, wanted);
    assert_eq!(themes[3]["rooms"], json!(["demo/sale"]));
    assert!(themes[0]["size"].as_u64() > Some(1_000) && themes[0]["updatedAt"].is_null());
    // The archive of a built-in theme is a start for a theme of one's own; only its name is taken.
    let built_in = server.admin(Method::GET, "themes/neutral", "").await.body.to_vec();
    let copy = put(&server, "mine", built_in).await;
    assert_eq!(copy.status, 422, "{}", copy.text());
    assert!(
        copy.text().contains("`name` is the name of the theme"),
        "{}",
        copy.text()
    );
}

#[tokio::test]
async fn a_theme_that_breaks_a_rule_is_refused_by_file_and_line() {
    let server = TestServer::sale(60).await;
    let foreign = theme(&[("style.css", "\n@import url(https://cdn.example/x.css);\n")]);
    let contrast = theme(&[(
        "theme.toml",
        "name = \"Gala\"\nversion = 1\n[tokens]\nink = \"#ffffff\"\nsurface = \"#ffffff\"\n",
    )]);
    let message = theme(&[("messages.en.ftl", "page-leaf = Off\n")]);
    for (archive, reported) in [
        (foreign, "gala/style.css:2: "),
        (
            contrast,
            "gala/theme.toml:4: `ink` on `surface` has a contrast of 1.00 to 1",
        ),
        (message, "gala/messages.en.ftl:1: there is no message `page-leaf`"),
        (entry(EntryType::Regular, "../style.css"), "leads out of the theme"),
        (entry(EntryType::Symlink, "logo.svg"), "is a link"),
        (b"no archive at all".to_vec(), "gala.tar: "),
        (Vec::new(), "gala.tar: has no files"),
        (vec![0; ARCHIVE_BYTES_MAX + 1], "gala.tar: has more than 2 MiB"),
    ] {
        let reply = put(&server, "gala", archive).await;
        assert_eq!(reply.status, 422, "{reported}: {}", reply.text());
        assert_eq!(reply.header("content-type"), "application/problem+json");
        assert!(reply.text().contains(reported), "{reported}: {}", reply.text());
    }
    let large = put(&server, "gala", vec![0; ARCHIVE_BYTES_MAX + 2]).await;
    assert_eq!(large.status, 413, "{}", large.text());
    for (name, status) in [("default", 409), ("shared", 409), ("Gala", 422), ("g%20la", 422)] {
        let reply = put(&server, name, theme(&[])).await;
        assert_eq!(reply.status, status, "{name}: {}", reply.text());
    }
    assert_eq!(server.admin(Method::DELETE, "themes/default", "").await.status, 409);
    assert_eq!(names(&server).await, ["default", "neutral", "retail", "ticketing"]);
    assert_eq!(server.logged().await, Vec::<String>::new(), "nothing was changed");
}

#[tokio::test]
async fn a_version_without_a_pastime_that_a_room_offers_is_refused() {
    let server = TestServer::sale(60).await;
    let lineup =
        "[lineup]\nkind = \"schedule\"\ntitle = \"Tonight\"\nitems = [{ when = \"19:00\", what = \"Doors\" }]\n";
    must_put(&server, "gala", &[("pastimes.toml", lineup)]).await;
    server.patch(r#"{"theme":"gala","pastimes":["lineup"]}"#).await;
    let refused = put(&server, "gala", theme(&[])).await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(refused.text().contains("lineup"), "{}", refused.text());
    server.patch(r#"{"pastimes":null}"#).await;
    must_put(&server, "gala", &[]).await;
}

#[tokio::test]
async fn uploaded_themes_outlive_a_restart() {
    let server = TestServer::durable(&room("sale", "max_outflow = 60")).await;
    // More than one record of the store, and with an end that fills none.
    let colours = (0..5_000_u32).map(|rule| (rule, rule.wrapping_mul(2_654_435_761) >> 8));
    let style: String = colours
        .map(|(rule, colour)| format!(".rule-{rule} {{ color: #{colour:06x} }}\n"))
        .collect();
    let notes = "x".repeat(100_000);
    let view = must_put(
        &server,
        "gala",
        &[("notes.txt", &notes), ("style.css", ".foyer { color: red }\n")],
    )
    .await;
    server.patch(r#"{"theme":"gala"}"#).await;
    // Too heavy for a page, and so is told with the measured weight.
    let heavy = put(&server, "gala", theme(&[("style.css", &style)])).await;
    assert!(
        heavy.status == 422 && heavy.text().contains("weigh"),
        "{}",
        heavy.text()
    );
    let server = server.restart(1_000).await;
    let page = server.visitor().enter().await;
    assert!(server.get(&sheet(&page), &[]).await.text().contains(".foyer"));
    let themes = server.admin(Method::GET, "themes", "").await.json();
    let gala = themes
        .as_array()
        .expect("a list")
        .iter()
        .find(|theme| theme["id"] == "gala");
    let mut wanted = view;
    wanted["rooms"] = json!(["demo/sale"]);
    assert_eq!(gala, Some(&wanted));
}

#[tokio::test]
async fn another_node_shows_a_theme_at_its_next_look() {
    let here = TestServer::sale(60).await;
    let there = here.twin().await;
    must_put(&here, "gala", &[("style.css", ".foyer { color: red }\n")]).await;
    here.patch(r#"{"theme":"gala"}"#).await;
    there.app.refresh_admin_store().await;
    let page = there.visitor().enter().await;
    let former = sheet(&page);
    assert!(former.starts_with("/assets/gala.style."), "{former}");

    must_put(&here, "gala", &[("style.css", ".hall { color: red }\n")]).await;
    let page = here.visitor().enter().await;
    assert_ne!(sheet(&page), former);
    // A browser asks the other node for the files of this node's page.
    let css = there.get(&sheet(&page), &[]).await;
    assert!(css.status == 200 && css.text().contains(".hall"), "{}", css.text());
    assert_eq!(there.get(&former, &[]).await.status, 200);
    assert_eq!(sheet(&there.visitor().enter().await), sheet(&page));
}

#[tokio::test]
async fn a_node_checks_rooms_against_the_latest_themes_before_its_next_look() {
    let here = TestServer::sale(60).await;
    let there = here.twin().await;
    must_put(&here, "gala", &[]).await;
    let changed = there
        .admin(Method::PATCH, "rooms/demo/sale", r#"{"theme":"gala"}"#)
        .await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    let refused = here.admin(Method::DELETE, "themes/gala", "").await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    there.patch(r#"{"theme":null}"#).await;
    assert_eq!(here.admin(Method::DELETE, "themes/gala", "").await.status, 204);
    let lost = there
        .admin(Method::PATCH, "rooms/demo/sale", r#"{"theme":"gala"}"#)
        .await;
    assert_eq!(lost.status, 422, "{}", lost.text());
}

#[tokio::test]
async fn only_tokens_of_all_customers_change_themes() {
    let server = TestServer::sale(60).await;
    for (body, read, write) in [
        (json!({ "name": "rita", "role": "read" }), 200, 403),
        (json!({ "name": "otto", "role": "operate" }), 200, 403),
        (json!({ "name": "dora", "role": "admin", "customer": "demo" }), 403, 403),
        (json!({ "name": "anna", "role": "admin" }), 200, 200),
    ] {
        let made = server.admin(Method::POST, "tokens", &body.to_string()).await.json();
        let bearer = format!("Bearer {}", made["token"].as_str().expect("a token"));
        let list = server.get("/admin/v1/themes", &[("authorization", &bearer)]).await;
        assert_eq!(list.status, read, "{body}");
        let request = Request::put("/admin/v1/themes/gala")
            .header("authorization", &bearer)
            .body(Body::from(theme(&[])));
        assert_eq!(server.send(request.expect("a request")).await.status, write, "{body}");
    }
}

/// Runs a command of the program in that folder.
async fn run(folder: &Path, arguments: Vec<String>) -> Output {
    let folder = folder.to_owned();
    let run = tokio::task::spawn_blocking(move || {
        Command::new(env!("CARGO_BIN_EXE_anteroom"))
            .args(arguments)
            .current_dir(folder)
            .env("ANTEROOM_TOKEN", ADMIN_TOKEN)
            .output()
    });
    run.await.expect("no panic").expect("it runs")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_uploads_a_folder() {
    let server = TestServer::sale(60).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let router = server.router.clone();
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });
    let folder = tempfile::tempdir().expect("a folder");
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let made = run(folder.path(), words("theme new gala --dir .")).await;
    assert!(made.status.success(), "{made:?}");
    let upload = words(&format!("theme upload gala --server {url}"));
    let uploaded = run(folder.path(), upload.clone()).await;
    let reported = String::from_utf8_lossy(&uploaded.stdout).into_owned();
    assert!(
        uploaded.status.success() && reported.starts_with("gala: in force, "),
        "{uploaded:?}"
    );
    assert!(names(&server).await.contains(&"gala".to_owned()));

    std::fs::write(folder.path().join("gala/style.css"), "\n@import 'x.css';\n").expect("written");
    let refused = run(folder.path(), upload).await;
    let reported = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && reported.contains("gala/style.css:2: "),
        "{refused:?}"
    );
    serving.abort();
}
