//! A room's draws as outsiders see them: the published document, receipts, the page that checks
//! both, and the two command-line verifiers.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use admission::{Run, WallMs};
use anteroom::rooms::Room;
use draw::{AbortReason, Population};

use crate::support::{Reply, START_MS, TestServer, Visitor, redacted, room};

const T: WallMs = WallMs(START_MS + 60_000);
const RUN: Run = Run(0);

async fn server() -> TestServer {
    TestServer::with(&(room("sale", "name = \"Sale <&>\"\nmax_outflow = 0") + &room("second", "max_outflow = 0"))).await
}

fn drawn(server: &TestServer) -> Arc<Room> {
    server.room("sale")
}

fn now(server: &TestServer) -> WallMs {
    WallMs(server.now_ms())
}

async fn commit(server: &TestServer) {
    let room = drawn(server);
    room.draws()
        .commit_to(RUN, WallMs(START_MS), T, None, now(server))
        .await
        .expect("committed");
}

async fn entered(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

/// Closes the pre-queue with this number of people, and lets the draw assign the numbers.
async fn draw_them(server: &TestServer, people: u64) {
    server.advance(T.0 + 15_000 - server.now_ms()).await;
    let people = Population::new(people).expect("in range");
    drawn(server)
        .draws()
        .cut_off(RUN, people, now(server))
        .await
        .expect("cut off");
    server.advance(15_000).await;
    drawn(server).draws().reveal(RUN, now(server)).await.expect("revealed");
}

async fn document(server: &TestServer) -> String {
    server.get("/draw/demo/sale.json", &[]).await.text()
}

fn receipt_path(visitor: &Visitor) -> String {
    format!("/draw/demo/sale/receipt.json?q={}", visitor.queue_id())
}

async fn receipt(server: &TestServer, visitor: &Visitor) -> String {
    let reply = server.get(&receipt_path(visitor), &[]).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.text()
}

async fn page(server: &TestServer, visitor: &Visitor) -> Reply {
    server
        .get(&format!("/draw/demo/sale?q={}", visitor.queue_id()), &[])
        .await
}

/// Runs both verifiers on these texts in files; returns their standard output, or their error
/// message. The verifiers must agree.
pub(super) fn verified(document: &str, receipt: Option<&str>) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let mut arguments = vec![path("draw.json", document)];
    if let Some(receipt) = receipt {
        arguments.extend(["--receipt".into(), path("receipt.json", receipt)]);
    }
    let ours = anteroom().arg("verify-draw").args(&arguments).output();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/verify_draw.py");
    let theirs = Command::new("python3")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .arg(script)
        .args(&arguments)
        .output();
    let ours = said(ours.expect("the server's own binary"));
    let theirs = said(theirs.expect("this test needs python3 (3.11 or newer) on the PATH"));
    assert_eq!(ours, theirs, "the verifiers agree");
    ours
}

fn anteroom() -> Command {
    Command::new(env!("CARGO_BIN_EXE_anteroom"))
}

fn said(output: Output) -> Result<String, String> {
    let (out, err) = (output.stdout, output.stderr);
    let [out, err] = [out, err].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    match output.status.code() {
        Some(0) if err.is_empty() => Ok(out),
        Some(1) if out.is_empty() => Err(err),
        code => panic!("exit {code:?}: {out}{err}"),
    }
}

#[tokio::test]
async fn both_verifiers_hold_what_the_server_publishes_and_hands_out() {
    let server = server().await;
    commit(&server).await;
    let mut visitors = Vec::new();
    for _ in 0..5 {
        visitors.push(entered(&server).await);
    }
    let early = receipt(&server, &visitors[3]).await;
    let before = verified(&document(&server).await, Some(&early)).expect("holds");
    assert!(
        before.contains("Run 0: committed.") && before.contains("has no number yet."),
        "{before}"
    );

    draw_them(&server, 5).await;
    let late = entered(&server).await;
    let document = document(&server).await;
    let mut numbers = Vec::new();
    for visitor in &visitors {
        let found = verified(&document, Some(&receipt(&server, visitor).await)).expect("holds");
        let (_, number) = found.split_once("was drawn number ").expect("drawn");
        let number: u64 = number.trim_end().trim_end_matches('.').parse().expect("a number");
        let page = page(&server, visitor).await;
        assert!(
            page.text().contains(&format!("<h1>You drew number {number}</h1>")),
            "{}",
            page.text()
        );
        numbers.push(number);
    }
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert_eq!(receipt(&server, &visitors[3]).await, early, "the same to the byte");
    let found = verified(&document, Some(&receipt(&server, &late).await)).expect("holds");
    assert!(
        found.ends_with("came after the cut-off and keeps number 6.\n") && found.contains("Run 0: revealed, 5 drawn."),
        "{found}"
    );
    assert!(found.contains("No public beacon was committed to"), "{found}");
}

#[tokio::test]
async fn the_documents_and_the_page_that_checks_them_as_a_whole() {
    let server = server().await;
    commit(&server).await;
    let visitor = entered(&server).await;
    let (committed, mine) = (document(&server).await, receipt(&server, &visitor).await);
    let not_yet = page(&server, &visitor).await;
    draw_them(&server, 1).await;
    let revealed = document(&server).await;
    let drawn = page(&server, &visitor).await;
    let public = server.get("/draw/demo/sale", &[]).await;
    redacted(|| {
        insta::assert_snapshot!("committed", committed);
        insta::assert_snapshot!("receipt", mine);
        insta::assert_snapshot!("revealed", revealed);
        insta::assert_snapshot!("not_yet", not_yet.markup());
        insta::assert_snapshot!("drawn", drawn.markup());
        insta::assert_snapshot!("public", public.markup());
    });
}

#[tokio::test]
async fn both_verifiers_find_every_change() {
    let server = server().await;
    commit(&server).await;
    let visitor = entered(&server).await;
    draw_them(&server, 1).await;
    let (good, mine) = (document(&server).await, receipt(&server, &visitor).await);
    assert!(verified(&good, Some(&mine)).is_ok());
    for (from, to, fault) in [
        (
            "\"population\": 1",
            "\"population\": 2",
            "the signature under the cut-off",
        ),
        ("\"caution\": \"No", "\"caution\": \"no", "the caution about a draw"),
        (
            "\"status\": \"revealed\"",
            "\"status\": \"cut-off\"",
            "the status does not fit",
        ),
        (
            "\"room\": \"sale\"",
            "\"room\": \"sole\"",
            "the commitment is for another room",
        ),
        ("\"run\": 0", "\"run\": 1", "the signature under the commitment"),
    ] {
        assert!(good.contains(from), "{from}");
        let complaint = verified(&good.replacen(from, to, 1), Some(&mine)).expect_err(from);
        assert!(
            complaint.starts_with("The draw does not hold: ") && complaint.contains(fault),
            "{complaint}"
        );
    }
    let foreign = mine.replacen("\"sequence\": 0", "\"sequence\": 1", 1);
    let complaint = verified(&good, Some(&foreign)).expect_err("another sequence");
    assert!(complaint.contains("receipt: its signature does not fit"), "{complaint}");
}

#[tokio::test]
async fn the_command_says_what_it_cannot_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let missing = folder.path().join("missing.json");
    let output = anteroom().arg("verify-draw").arg(&missing).output().expect("runs");
    let complaint = said(output).expect_err("no such file");
    assert!(
        complaint.starts_with("The draw does not hold: not a draw document: "),
        "{complaint}"
    );
    let rubbish = folder.path().join("rubbish.json");
    std::fs::write(&rubbish, [0xff, 0xfe]).expect("written");
    let output = anteroom().arg("verify-draw").arg(&rubbish).output().expect("runs");
    assert!(said(output).is_err());
    assert_eq!(
        anteroom().arg("verify-draw").output().expect("runs").status.code(),
        Some(2)
    );
}

#[tokio::test]
async fn a_moved_start_and_a_reset_stay_published_and_old_receipts_hold() {
    let server = server().await;
    commit(&server).await;
    let visitor = entered(&server).await;
    let old = receipt(&server, &visitor).await;
    server.advance(1_000).await;
    let moved = WallMs(T.0 + 60_000);
    drawn(&server)
        .draws()
        .commit_to(RUN, WallMs(START_MS), moved, None, now(&server))
        .await
        .expect("moved");
    let found = verified(&document(&server).await, Some(&old)).expect("holds");
    assert!(
        found.contains("Run 0: aborted (start-moved).") && found.contains("Draws of this run aborted before: 1."),
        "{found}"
    );
    assert!(
        page(&server, &visitor)
            .await
            .text()
            .contains("Draws canceled before this one: 1.")
    );
    drawn(&server)
        .draws()
        .abort(RUN, AbortReason::Reset, now(&server))
        .await
        .expect("given up");
    let found = verified(&document(&server).await, Some(&old)).expect("holds");
    assert!(found.ends_with("has no number: the draw was aborted.\n"), "{found}");
    assert_eq!(page(&server, &visitor).await.html("data-state"), "aborted");
}

#[tokio::test]
async fn a_link_of_an_earlier_run_shows_the_draws_that_stay_published() {
    let server = server().await;
    commit(&server).await;
    let visitor = entered(&server).await;
    server.act("reset").await;
    let page = page(&server, &visitor).await;
    assert_eq!(
        (page.status.as_u16(), page.html("data-state").as_str()),
        (200, "public")
    );
    assert!(page.text().contains("Sale &#60;&#38;&#62;"), "{}", page.text());
    let receipt = server.get(&receipt_path(&visitor), &[]).await;
    assert_eq!(receipt.status, 403, "nothing proves when the place was given");
}

#[tokio::test]
async fn documents_outlive_a_restart() {
    let rooms = room("sale", "max_outflow = 60");
    let server = TestServer::durable(&rooms).await;
    commit(&server).await;
    let visitor = entered(&server).await;
    let (before, mine) = (document(&server).await, receipt(&server, &visitor).await);
    let query = visitor.query.clone();
    drop(visitor);
    let server = server.restart(5_000).await;
    let visitor = server.visitor().at(&query);
    assert_eq!(document(&server).await, before);
    assert_eq!(receipt(&server, &visitor).await, mine);
    draw_them(&server, 1).await;
    let found = verified(&document(&server).await, Some(&mine)).expect("holds");
    assert!(found.ends_with("was drawn number 1.\n"), "{found}");
}

#[tokio::test]
async fn the_document_may_be_kept_for_seconds_and_a_receipt_is_the_visitors_own() {
    let server = server().await;
    commit(&server).await;
    let mut visitor = entered(&server).await;
    let document = server.get("/draw/demo/sale.json", &[]).await;
    assert_eq!(
        (
            document.header("content-type"),
            document.header("cache-control"),
            document.header("access-control-allow-origin")
        ),
        ("application/json", "public, max-age=5", "*")
    );
    let path = receipt_path(&visitor);
    let own = server.get(&path, &[]).await;
    assert_eq!(
        (own.header("cache-control"), own.header("content-disposition")),
        ("no-store", "attachment; filename=\"receipt-sale.json\"")
    );
    assert_eq!(own.header("access-control-allow-origin"), "");
    let by_cookie = visitor.get("/draw/demo/sale/receipt.json").await;
    assert_eq!(by_cookie.text(), own.text());
    let page = visitor.get("/draw/demo/sale?cid=de").await;
    assert_eq!(
        (page.html("lang").as_str(), page.html("data-state").as_str()),
        ("de", "not-yet")
    );
    assert_eq!(
        page.way_back(),
        format!("/?c=demo&e=sale&cid=de&q={}", visitor.queue_id())
    );
    assert!(page.header("content-security-policy").starts_with("default-src 'none'"));
    assert_eq!(page.header("cache-control"), "no-store");
    let back = page.way_back();
    assert_eq!(visitor.get(&back).await.status, 200);
}

#[tokio::test]
async fn a_missing_place_and_a_missing_draw_are_reported() {
    let server = server().await;
    let visitor = entered(&server).await;
    for path in [
        "/draw/demo/sale.json",
        "/draw/demo/second.json",
        "/draw/demo/nothing.json",
        "/draw/nobody/sale.json",
        "/draw/demo/sale/receipt.json",
        &receipt_path(&visitor),
    ] {
        let reply = server.get(path, &[]).await;
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.json()["error"]["code"].is_string(), "{path}");
    }
    for path in ["/draw/demo/sale", "/draw/demo/nothing", "/draw/nobody/sale"] {
        let page = server.get(path, &[]).await;
        assert_eq!(
            (page.status.as_u16(), page.html("data-page").as_str()),
            (404, "error"),
            "{path}"
        );
    }

    commit(&server).await;
    let mut elsewhere = server.visitor().at("c=demo&e=second");
    elsewhere.enter().await;
    for q in [
        elsewhere.queue_id().as_str(),
        "rubbish",
        "00000000-0000-0000-0000-000000000000",
    ] {
        let reply = server.get(&format!("/draw/demo/sale/receipt.json?q={q}"), &[]).await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()["error"]["code"].as_str()),
            (403, Some("foreign-place")),
            "{q}"
        );
        let page = server.get(&format!("/draw/demo/sale?q={q}"), &[]).await;
        assert_eq!(page.error_page(), (403, String::new(), "foreign-place".to_owned()));
    }
    let nobody = server.get("/draw/demo/sale/receipt.json", &[]).await;
    assert_eq!(
        (nobody.status.as_u16(), nobody.json()["error"]["code"].as_str()),
        (400, Some("missing-argument"))
    );
    let public = server.get("/draw/demo/sale", &[]).await;
    assert_eq!(
        (public.status.as_u16(), public.html("data-state").as_str()),
        (200, "public")
    );
    assert!(!public.text().contains("receipt") && public.way_back().is_empty());
}
