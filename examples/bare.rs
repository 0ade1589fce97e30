//! The bare routes with which `cargo xtask bench` compares Anteroom: the cost of axum, hyper and
//! serde without a waiting line or any decision.
//!
//! - `/json` builds the answer to a poll for every request, with the real fields and constant
//!   values, and writes it as JSON;
//! - `/brief` does the same for the brief poll that pages send;
//! - `/page` and `/page-br` send fixed bytes: a waiting page as the real server once sent it, plain
//!   and compressed.
//!
//! This program is built with the server in one call of cargo, so that both contain the same code
//! of shared dependencies. It has no middleware, no state, and no headers except axum's own.

use std::net::SocketAddr;
use std::path::PathBuf;

use app::view::{
    BriefStatus, BriefTexts, BriefTicket, ForecastStatus, LayoutFlags, PageId, PageState, StatusReply, StatusTexts,
    Ticket, WaitKnowledge, WaitingStatus,
};
use axum::body::Bytes;
use axum::routing::get;
use axum::{Json, Router};
use clap::Parser;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};

#[derive(Debug, Parser)]
struct BareArguments {
    /// The address to listen on.
    #[arg(long)]
    listen: SocketAddr,
    /// A file with a waiting page.
    #[arg(long)]
    page: PathBuf,
    /// The same page, compressed with brotli.
    #[arg(long)]
    page_br: PathBuf,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = BareArguments::parse();
    let page = Bytes::from(std::fs::read(&arguments.page)?);
    let page_br = Bytes::from(std::fs::read(&arguments.page_br)?);
    const HTML: (http::HeaderName, &str) = (CONTENT_TYPE, "text/html; charset=utf-8");
    let router = Router::new()
        .route("/ready", get(async || "ready"))
        .route("/json", get(async || Json(status())))
        .route("/brief", get(async || Json(brief())))
        .route("/page", get(async move || ([HTML], page)))
        .route(
            "/page-br",
            get(async move || ([HTML, (CONTENT_ENCODING, "br")], page_br)),
        );
    let listener = tokio::net::TcpListener::bind(arguments.listen).await?;
    Ok(axum::serve(listener, router).await?)
}

/// Returns the answer to a visitor in line, with constant values.
fn status() -> StatusReply {
    StatusReply::Waiting(Box::new(WaitingStatus {
        is_before_or_idle: false,
        page_id: PageId::Queue,
        page_class: PageId::Queue,
        queue_state: 2,
        forecast_status: ForecastStatus::InLine,
        update_interval: 40_000,
        version: 16,
        check_interval: None,
        message: None,
        message_html: None,
        layout_name: "default".to_owned(),
        layout_version: 1,
        texts: Some(texts()),
        layout: LayoutFlags {
            language_selector_visible: false,
            logo_visible: true,
            dynamic_message_visible: true,
            queue_number_visible: true,
            users_in_line_ahead_of_you_visible: true,
            which_is_in_visible: true,
            progress_visible: true,
            last_updated_visible: true,
        },
        ticket: ticket(),
    }))
}

/// Returns the brief answer to a page whose line has moved, with constant values.
fn brief() -> StatusReply {
    StatusReply::Brief(Box::new(BriefStatus {
        page_id: PageId::Queue,
        update_interval: 40_000,
        version: 16,
        check_interval: None,
        message: None,
        message_html: None,
        texts: BriefTexts {
            state: PageState::InLine,
            title: Some("50,000 ahead of you · \u{E002}".to_owned()),
            headline: None,
            lead: None,
            ahead: Some("50,000".to_owned()),
            wait: Some("3–4 minutes".to_owned()),
            reason: None,
            stock: None,
            number: Some("50,001".to_owned()),
            countdown: None,
            prequeue_countdown: None,
            announce: None,
        },
        ticket: BriefTicket {
            users_in_line_ahead_of_you: Some(50_000),
            wait_seconds_low: None,
            wait_seconds_high: None,
            wait_reason: None,
            progress: Some(0.1234),
            seconds_to_start: None,
            seconds_to_prequeue: None,
            seconds_to_draw: None,
            event_start_time_utc: None,
            last_updated_utc: Some("2026-01-01T00:00:00Z".to_owned()),
        },
    }))
}

fn texts() -> StatusTexts {
    StatusTexts {
        state: PageState::InLine,
        title: "50,000 ahead of you · Summer sale".to_owned(),
        headline: "You’re in line".to_owned(),
        lead: "Please stay on this page. When it’s your turn, we take you on by ourselves.".to_owned(),
        ahead: "50,000".to_owned(),
        wait: "3–4 minutes".to_owned(),
        reason: String::new(),
        stock: String::new(),
        number: "50,001".to_owned(),
        countdown: String::new(),
        announce: "50,000 people are ahead of you. Estimated wait: 3–4 minutes.".to_owned(),
    }
}

fn ticket() -> Ticket {
    Ticket {
        queue_number: Some(50_001),
        users_in_line_ahead_of_you: Some(50_000),
        users_in_queue: Some(100_000),
        expected_service_time_utc: Some("2026-01-01T00:03:30Z".to_owned()),
        wait_seconds_low: Some(190),
        wait_seconds_high: Some(211),
        wait_status: Some(WaitKnowledge::Known),
        wait_reason: None,
        progress: Some(0.1234),
        stock: None,
        stock_told_utc: None,
        queue_paused: false,
        high_load: Some("50,000 people are ahead of you. Estimated wait: 3 to 4 minutes.".to_owned()),
        window_start_time_utc: None,
        seconds_to_start: None,
        last_updated_utc: Some("2026-01-01T00:00:00Z".to_owned()),
        queue_id: "01234567-89ab-cdef-0123-456789abcdef".to_owned(),
    }
}
