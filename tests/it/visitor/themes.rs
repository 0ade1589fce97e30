//! The theme of a page, its colours, and its messages.

use std::fs;

use crate::support::{Reply, TestServer, config, room};

/// Returns the path of the theme's stylesheet, the last one of the page's head.
fn sheet(page: &Reply) -> String {
    let text = page.text();
    let (head, _) = text.split_once("</head>").expect("a head");
    let (_, rest) = head.rsplit_once("rel=\"stylesheet\" href=\"").expect("a stylesheet");
    rest.split_once('"').expect("closed").0.to_owned()
}

fn theme(page: &Reply) -> String {
    let sheet = sheet(page);
    let name = sheet.strip_prefix("/assets/").expect("an asset");
    name.split_once('.').expect("theme.file.hash").0.to_owned()
}

async fn server() -> TestServer {
    let rooms = room("sale", "max_outflow = 60\ntheme = \"retail\"") + &room("other", "max_outflow = 60");
    TestServer::with(&rooms).await
}

#[tokio::test]
async fn a_page_comes_in_its_rooms_theme() {
    let server = server().await;
    assert_eq!(theme(&server.visitor().enter().await), "retail");
    assert_eq!(theme(&server.visitor().at("c=demo&e=other").enter().await), "default");
}

#[tokio::test]
async fn a_link_names_another_and_one_that_is_not_there_changes_nothing() {
    let server = server().await;
    let in_theme = async |l: &str| theme(&server.visitor().at(&format!("c=demo&e=sale&l={l}")).enter().await);
    assert_eq!(in_theme("neutral").await, "neutral");
    assert_eq!(in_theme("NEUTRAL").await, "neutral");
    assert_eq!(in_theme("nobodys").await, "retail");
}

/// A connector's action adds its layout's name to the link. The entry keeps the name when it
/// redirects the visitor to the page with a place, and error pages keep it too.
#[tokio::test]
async fn the_theme_that_an_action_names_stays_with_the_visitor() {
    let server = server().await;
    let link = "c=demo&e=sale&ver=v3-javascript-3.6.4&cver=7&man=VIP&t=https%3A%2F%2Fshop.example%2F&l=Ticketing";
    let mut visitor = server.visitor().at(link);
    let page = visitor.enter().await;
    assert_eq!(theme(&page), "ticketing");
    assert!(visitor.query.contains("l=Ticketing"), "{}", visitor.query);
    let refused = server.get(&format!("/error/hash/?{link}"), &[]).await;
    assert_eq!(theme(&refused), "ticketing");
}

#[tokio::test]
async fn a_rooms_colour_and_a_customers_logo_need_no_folder() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(
        directory.path().join("ours.svg"),
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0h9v9z\"/></svg>",
    )
    .unwrap();
    let own = "max_outflow = 60\ncolor = \"#c2185b\"\nlogo = \"ours.svg\"";
    let mut config = config("memory:", &(room("sale", own) + &room("other", "max_outflow = 60")));
    config.folder = directory.path().to_owned();
    let server = TestServer::of(config).await;
    let page = server.visitor().enter().await;
    let css = server.get(&sheet(&page), &[]).await.text();
    assert!(css.contains("--accent:#c2185b"), "{css}");
    let text = page.text();
    let logo = text.split('"').find(|part| part.contains(".ours.")).expect("the logo");
    assert!(logo.starts_with("/assets/default.ours."), "{logo}");
    // Opened directly, the picture is a document without scripts.
    let picture = server.get(logo, &[]).await;
    assert_eq!(picture.header("content-type"), "image/svg+xml");
    assert_eq!(
        picture.header("content-security-policy"),
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    );
    assert_eq!(picture.header("x-content-type-options"), "nosniff");
    // Another theme in the link has the same colour, also on an error page; another room has not.
    let linked = server.visitor().at("c=demo&e=sale&l=retail").enter().await;
    assert!(
        server
            .get(&sheet(&linked), &[])
            .await
            .text()
            .contains("--accent:#c2185b")
    );
    let other = server.visitor().at("c=demo&e=other").enter().await;
    assert!(!server.get(&sheet(&other), &[]).await.text().contains("c2185b"));
    let error = server.get("/error/hash/?c=demo&e=sale", &[]).await;
    assert_eq!(sheet(&error), sheet(&page));
}

#[tokio::test]
async fn a_themes_own_words_are_said_in_it_alone() {
    let directory = tempfile::tempdir().unwrap();
    let gala = directory.path().join("gala");
    fs::create_dir(&gala).unwrap();
    fs::write(gala.join("theme.toml"), "name = \"Gala\"\nversion = 1\n").unwrap();
    fs::write(gala.join("messages.en.ftl"), "page-leave = Leave the foyer\n").unwrap();
    let mut config = config("memory:", &room("sale", "max_outflow = 60\ntheme = \"gala\""));
    config.server.themes_dir = Some(directory.path().to_owned());
    let server = TestServer::of(config).await;
    assert!(server.visitor().enter().await.text().contains("Leave the foyer"));
    let plain = server.visitor().at("c=demo&e=sale&l=default").enter().await.text();
    assert!(plain.contains("Leave the line") && !plain.contains("foyer"));
}
