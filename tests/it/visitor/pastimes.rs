//! The pastimes that a room offers: off by default, only from this host and from those that the
//! operator allows, and on no other page.

use std::fs;

use http::Method;
use serde_json::json;
use tempfile::TempDir;

use crate::support::{Reply, TestServer, config, room};

const PASTIMES: &str = r#"
[lineup]
kind = "schedule"
title = "Tonight <&>"
language = "en"
items = [{ when = "19:00", what = "Doors" }, { when = "20:00", what = "The Lanterns" }]

[backstage]
kind = "pictures"
title = "Last summer"
pictures = [
  { file = "one.webp", width = 1200, height = 800, alt = "The stage", caption = "Aarhus" },
  { file = "two.webp", width = 1200, height = 800, alt = "The crowd" },
]

[trailer]
kind = "video"
title = "Trailer"
file = "trailer.mp4"
width = 1280
height = 720
tracks = [{ file = "trailer.en.vtt", language = "en", label = "English" }]

[song]
kind = "embed"
title = "The new song"
url = "https://player.example/embed/1"
"#;

/// Returns a server whose theme `gala` has pastimes; the folder lives as long as the result.
async fn server(keys: &str) -> (TestServer, TempDir) {
    let directory = tempfile::tempdir().expect("a folder");
    let gala = directory.path().join("gala");
    fs::create_dir(&gala).expect("a new folder");
    let files: [(&str, &[u8]); 6] = [
        ("theme.toml", b"name = \"Gala\"\nversion = 1\n"),
        ("pastimes.toml", PASTIMES.as_bytes()),
        ("one.webp", b"one"),
        ("two.webp", b"two"),
        ("trailer.mp4", b"0123456789"),
        ("trailer.en.vtt", b"WEBVTT\n"),
    ];
    for (name, bytes) in files {
        fs::write(gala.join(name), bytes).expect("a new file");
    }
    let rooms = room("sale", &format!("max_outflow = 0\ntheme = \"gala\"\n{keys}")) + &room("plain", "max_outflow = 0");
    let mut config = config("memory:", &rooms);
    config.server.themes_dir = Some(directory.path().to_owned());
    (TestServer::of(config).await, directory)
}

const ALL: &str = "pastimes = [\"lineup\", \"backstage\", \"trailer\", \"song\"]\nembed_hosts = [\"player.example\", \"video.example\"]";

fn policy(page: &Reply) -> &str {
    page.header("content-security-policy")
}

#[tokio::test]
async fn a_page_has_no_pastimes_unless_its_room_names_some() {
    let (server, _folder) = server("").await;
    for query in ["c=demo&e=sale", "c=demo&e=plain"] {
        let page = server.visitor().at(query).enter().await;
        assert!(!page.text().contains("pastime"), "{query}");
        assert!(!policy(&page).contains("frame-src") && !policy(&page).contains("media-src"));
    }
}

#[tokio::test]
async fn a_room_offers_them_and_nothing_of_them_loads_at_once() {
    let (server, _folder) = server(ALL).await;
    let page = server.visitor().enter().await;
    let html = page.text();
    assert!(html.contains("<h2 id=\"pastimes-heading\">While you wait</h2>"));
    assert!(
        html.contains("lang=\"en\"><h3 dir=\"auto\">Tonight &#60;&#38;&#62;</h3>"),
        "{html}"
    );
    assert!(html.contains("<li><b dir=\"auto\">19:00</b> <span dir=\"auto\">Doors</span></li>"));
    assert!(html.contains("class=\"carousel\" tabindex=\"0\" aria-label=\"Last summer\""));
    assert_eq!(html.matches("loading=\"lazy\"").count(), 2);
    assert!(html.contains("alt=\"The stage\" width=\"1200\" height=\"800\""));
    assert!(html.contains("preload=\"none\"") && html.contains("<track kind=\"captions\""));
    assert!(html.contains("Show this from player.example"), "{html}");
    assert!(!html.contains("<iframe"), "nothing of another host is asked for");
    assert!(policy(&page).ends_with("; media-src 'self'; frame-src https://player.example"));
    assert!(html.contains("<p class=\"embed\" lang=\"en"), "{html}");
    // The section comes after the status and the help, and before the footer.
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part} is there"));
    assert!(at("id=\"status\"") < at("class=\"pastimes\"") && at("class=\"pastimes\"") < at("<footer"));
    // The plain room's page is as it was.
    let plain = server.visitor().at("c=demo&e=plain").enter().await;
    assert!(!plain.text().contains("pastime") && !policy(&plain).contains("frame-src"));
}

#[tokio::test]
async fn a_theme_that_a_link_names_shows_what_it_has() {
    let (server, _folder) = server(ALL).await;
    let page = server.visitor().at("c=demo&e=sale&l=retail").enter().await;
    assert!(!page.text().contains("class=\"pastimes\""));
}

#[tokio::test]
async fn a_video_comes_in_parts_to_players_that_ask_for_parts() {
    let (server, _folder) = server(ALL).await;
    let html = server.visitor().enter().await.text();
    let (_, rest) = html.split_once("<video src=\"").expect("a video");
    let path = rest.split('"').next().expect("closed");
    let whole = server.get(path, &[]).await;
    assert_eq!((whole.status.as_u16(), whole.text().as_str()), (200, "0123456789"));
    assert_eq!(
        (whole.header("content-type"), whole.header("accept-ranges")),
        ("video/mp4", "bytes")
    );
    let part = server.get(path, &[("range", "bytes=2-4")]).await;
    assert_eq!((part.status.as_u16(), part.text().as_str()), (206, "234"));
    assert_eq!(part.header("content-range"), "bytes 2-4/10");
    let behind = server.get(path, &[("range", "bytes=10-")]).await;
    assert_eq!(
        (behind.status.as_u16(), behind.header("content-range")),
        (416, "bytes */10")
    );
}

#[tokio::test]
async fn pastimes_that_the_theme_lacks_or_the_operator_does_not_allow_are_refused() {
    let (server, _folder) = server("").await;
    let change = async |body: serde_json::Value| {
        let reply = server.admin(Method::PATCH, "rooms/demo/sale", &body.to_string()).await;
        reply.status_and_json()
    };
    let (status, answer) = change(json!({ "pastimes": ["linup"] })).await;
    assert_eq!((status, &answer["pointer"]), (422, &json!("/pastimes/0")), "{answer}");
    let detail = answer["detail"].as_str().expect("a sentence");
    assert!(
        detail.contains("there are: backstage, lineup, song, trailer, game; did you mean `lineup`?"),
        "{detail}"
    );
    let (status, answer) = change(json!({ "pastimes": ["song"] })).await;
    assert_eq!((status, &answer["pointer"]), (422, &json!("/pastimes/0")), "{answer}");
    let (status, answer) =
        change(json!({ "pastimes": ["song", "song"], "embedHosts": ["https://player.example"] })).await;
    assert_eq!(status, 422, "{answer}");
    for host in [
        "*",
        "https://player.example",
        "player.example:8443",
        "127.0.0.1",
        "a.example; script-src *",
    ] {
        let (status, answer) = change(json!({ "embedHosts": [host] })).await;
        assert_eq!(
            (status, &answer["pointer"]),
            (422, &json!("/embedHosts/0")),
            "{host}: {answer}"
        );
    }
    let (status, _) = change(json!({ "pastimes": ["song", "lineup"], "embedHosts": ["player.example"] })).await;
    assert_eq!(status, 200);
    assert!(server.visitor().enter().await.text().contains("class=\"pastimes\""));
}

#[tokio::test]
async fn the_page_after_the_end_offers_nothing() {
    let (server, _folder) = server(ALL).await;
    server.act("end").await;
    let page = server.visitor().load().await;
    assert!(page.text().contains("data-page=\"after\"") && !page.text().contains("class=\"pastimes\""));
}
