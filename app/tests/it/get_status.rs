//! `GET /api/getStatus` through HTTP requests, with a source that gives the test's answers.

use std::{future::Future, pin::Pin, sync::Arc};

use app::{
    status::{StatusAnswer, StatusRequest, StatusSource, answer_get_status},
    view::{
        ForecastStatus, LayoutFlags, PageId, PollRefusal, StatusReply, StatusTexts, Ticket, Turn, WaitKnowledge,
        WaitReason, WaitingStatus,
    },
};
use axum::{
    Router,
    body::Body,
    extract::State,
    http::{HeaderMap, Request, Response, StatusCode, header},
    routing::get,
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

type Script = fn(&StatusRequest) -> StatusAnswer;

struct Scripted(Script);

impl StatusSource for Scripted {
    fn status<'a>(&'a self, asked: &'a StatusRequest) -> Pin<Box<dyn Future<Output = StatusAnswer> + Send + 'a>> {
        Box::pin(async move { (self.0)(asked) })
    }
}

async fn get_with(script: Script, request: Request<Body>) -> Response<Body> {
    let source: Arc<dyn StatusSource> = Arc::new(Scripted(script));
    let router = Router::new()
        .route(
            "/api/getStatus",
            get(
                async |State(source): State<Arc<dyn StatusSource>>, request: Request<Body>| {
                    answer_get_status(source, request).await
                },
            ),
        )
        .with_state(source);
    router.oneshot(request).await.expect("a router never fails")
}

async fn get_query(script: Script, query: &str) -> (StatusCode, HeaderMap, Value) {
    let request = Request::get(format!("/api/getStatus?{query}"))
        .header(header::ACCEPT, "text/html,application/json")
        .header(header::REFERER, "https://elsewhere.example/")
        .header(header::COOKIE, "anteroom_place=abc")
        .body(Body::empty())
        .expect("a well-formed request");
    let response = get_with(script, request).await;
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.expect("a body in memory").to_bytes();
    (
        parts.status,
        parts.headers,
        serde_json::from_slice(&bytes).expect("JSON"),
    )
}

fn says(reply: StatusReply) -> StatusAnswer {
    StatusAnswer {
        reply: Ok(reply),
        headers: HeaderMap::new(),
    }
}

fn turn(redirect_url: String) -> StatusAnswer {
    says(StatusReply::Turn(Turn {
        is_redirect_to_target: true,
        redirect_url,
    }))
}

fn waiting(_: &StatusRequest) -> StatusAnswer {
    let layout = LayoutFlags {
        language_selector_visible: false,
        logo_visible: true,
        dynamic_message_visible: true,
        queue_number_visible: true,
        users_in_line_ahead_of_you_visible: true,
        which_is_in_visible: true,
        progress_visible: true,
        last_updated_visible: true,
    };
    let ticket = Ticket {
        queue_number: Some(1240),
        users_in_line_ahead_of_you: Some(1234),
        users_in_queue: Some(5000),
        expected_service_time_utc: Some("2026-12-01T10:05:00Z".into()),
        wait_seconds_low: Some(180),
        wait_seconds_high: Some(300),
        wait_status: Some(WaitKnowledge::Known),
        wait_reason: Some(WaitReason::OperatorSlowed),
        progress: Some(0.25),
        stock: Some(300),
        stock_told_utc: Some("2026-12-01T09:30:00Z".into()),
        queue_paused: false,
        high_load: Some("1,234 people are ahead of you.".into()),
        window_start_time_utc: None,
        seconds_to_start: None,
        last_updated_utc: Some("2026-12-01T10:00:00Z".into()),
        queue_id: "0f9e6d1c-0000-4000-8000-000000000001".into(),
    };
    says(StatusReply::Waiting(Box::new(WaitingStatus {
        is_before_or_idle: false,
        page_id: PageId::Queue,
        page_class: PageId::Queue,
        queue_state: 2,
        forecast_status: ForecastStatus::InLine,
        update_interval: 12_000,
        version: 48,
        check_interval: Some(5_000),
        message: None,
        message_html: None,
        layout_name: "default".into(),
        layout_version: 3,
        texts: Some(StatusTexts {
            ahead: "1,234".into(),
            ..StatusTexts::default()
        }),
        layout,
        ticket,
    })))
}

#[tokio::test]
async fn a_visitor_in_line_reads_the_fields_of_the_contract() {
    let (status, headers, body) = get_query(waiting, "c=demo&e=sale").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers[header::CACHE_CONTROL], "no-store");
    assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    assert_eq!(headers[header::CONTENT_TYPE], "application/json");
    assert_eq!(
        body,
        json!({
            "isBeforeOrIdle": false, "pageId": "queue", "pageClass": "queue", "QueueState": 2, "forecastStatus": "InLine",
            "updateInterval": 12000, "version": 48, "checkInterval": 5000, "message": null, "layoutName": "default", "layoutVersion": 3,
            "texts": { "state": "in-line", "title": "", "headline": "", "lead": "", "ahead": "1,234", "wait": "", "reason": "", "stock": "", "number": "", "countdown": "", "announce": "" },
            "layout": {
                "languageSelectorVisible": false, "logoVisible": true, "dynamicMessageVisible": true, "queueNumberVisible": true,
                "usersInLineAheadOfYouVisible": true, "whichIsInVisible": true, "progressVisible": true, "lastUpdatedVisible": true
            },
            "ticket": {
                "queueNumber": 1240, "usersInLineAheadOfYou": 1234, "usersInQueue": 5000,
                "expectedServiceTimeUTC": "2026-12-01T10:05:00Z", "waitSecondsLow": 180, "waitSecondsHigh": 300,
                "waitStatus": "told", "waitReason": "operatorSlowed", "progress": 0.25, "stock": 300, "stockToldUTC": "2026-12-01T09:30:00Z", "queuePaused": false,
                "highLoad": "1,234 people are ahead of you.", "windowStartTimeUTC": null,
                "secondsToStart": null, "lastUpdatedUTC": "2026-12-01T10:00:00Z", "QueueId": "0f9e6d1c-0000-4000-8000-000000000001"
            }
        })
    );
}

#[tokio::test]
async fn at_ones_turn_two_fields_and_the_sources_headers_are_sent() {
    let script = |_: &StatusRequest| {
        let mut answer = turn("https://shop.example/?queueittoken=x".into());
        answer
            .headers
            .insert(header::SET_COOKIE, "anteroom_place=def".parse().unwrap());
        answer
    };
    let (status, headers, body) = get_query(script, "c=demo&e=sale").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(headers[header::SET_COOKIE], "anteroom_place=def");
    assert_eq!(
        body,
        json!({ "isRedirectToTarget": true, "redirectUrl": "https://shop.example/?queueittoken=x" })
    );
}

#[tokio::test]
async fn a_missing_or_empty_argument_is_a_bad_request_and_never_reaches_the_source() {
    for query in ["", "e=sale", "c=demo", "c=&e=sale", "c=demo&e="] {
        let (status, headers, body) = get_query(|_| panic!("asked"), query).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{query}");
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(headers[header::CONTENT_TYPE], "application/json");
        assert!(!headers.contains_key("serverfnerror"));
        assert_eq!(body["error"]["code"], "missing-argument");
        assert_eq!(body["error"]["id"], 0);
        assert_eq!(body["error"]["enterUrl"], Value::Null);
    }
}

#[tokio::test]
async fn a_refusal_goes_out_with_its_status() {
    fn refuse(status: u16, id: u8, code: &'static str) -> StatusAnswer {
        let enter_url = Some("https://queue.example/?c=demo&e=sale".to_owned());
        let reply = Err(PollRefusal {
            status,
            id,
            code,
            detail: "No.".to_owned(),
            enter_url,
        });
        StatusAnswer {
            reply,
            headers: HeaderMap::new(),
        }
    }
    let scripts: [(Script, u16, Value); 3] = [
        (
            |_| refuse(404, 2, "unknown_room"),
            404,
            json!({"id": 2, "code": "unknown_room"}),
        ),
        (
            |_| refuse(403, 3, "not_this_room"),
            403,
            json!({"id": 3, "code": "not_this_room"}),
        ),
        (
            |_| refuse(410, 4, "cancelled"),
            410,
            json!({"id": 4, "code": "cancelled"}),
        ),
    ];
    for (script, expected, mut error) in scripts {
        error["detail"] = "No.".into();
        error["enterUrl"] = "https://queue.example/?c=demo&e=sale".into();
        let (status, headers, body) = get_query(script, "c=demo&e=sale").await;
        assert_eq!(status.as_u16(), expected);
        assert_eq!(headers[header::CACHE_CONTROL], "no-store");
        assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(body, json!({ "error": error }));
    }
}

#[tokio::test]
async fn arguments_and_the_requests_head_reach_the_source_decoded() {
    let script = |asked: &StatusRequest| {
        let cookie = asked.parts.headers[header::COOKIE].to_str().unwrap();
        turn(format!(
            "{} {} {cookie} {:?}",
            asked.c,
            asked.e,
            asked.parts.uri.query()
        ))
    };
    let query = "t=https%3A%2F%2Fshop.example%2F%3Fa%3D1&c=&c=demo&c=other&%65=s%61le&cid=de-DE&shown=12";
    let (_, _, body) = get_query(script, query).await;
    assert_eq!(
        body["redirectUrl"],
        format!("demo sale anteroom_place=abc Some({query:?})")
    );
}

#[tokio::test]
async fn unknown_query_parameters_are_tolerated() {
    for more in [
        "ver=javascript-4.0&man=Home+page&t_show=9",
        "t_show[]=1&t_x[a][b]=2",
        "t_show[=1&a]=2&[=3&]=4",
        "t_a[b][c][d][e][f][g][h]=deep",
        "x=1&x=2&ver=1&ver=2",
        "shown=&cid=&l=&q=",
        "shown=many",
        "t=a&t=b",
        "&&flag&=&%",
        "bad=%ff%fe&worse=%zz",
        "cid[x]=1",
    ] {
        let (status, _, body) = get_query(waiting, &format!("c=demo&e=sale&{more}")).await;
        assert_eq!(status, StatusCode::OK, "{more}: {body}");
    }
}
