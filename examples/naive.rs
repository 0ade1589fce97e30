//! The queue with which `cargo xtask bench --store` compares Anteroom: a waiting line as people
//! write it on Redis in an afternoon, implemented well.
//!
//! A visitor is a number (`INCR`) and a member of a sorted set with that number as its score
//! (`ZADD`); a poll is the member's rank (`ZRANK`). Everything is pipelined: without HTTP
//! explicitly, with many visitors per pipeline over several connections; behind HTTP by connections
//! that all requests share. The queue decides nothing, signs nothing, lets no visitor through, and
//! does not detect visitors who have left.
//!
//! - `arrive` and `poll` measure Redis alone and print the number of operations, as JSON;
//! - `serve` answers `/` with a redirect that contains the visitor's id, as a waiting room does,
//!   and `/api/getStatus` with the poll's JSON.

use std::net::SocketAddr;

use anteroom::clock::Clock;
use anteroom::entropy::Entropy;
use anyhow::Result;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use clap::{Parser, Subcommand};
use http::StatusCode;
use http::header::{LOCATION, SET_COOKIE};
use mimalloc::MiMalloc;
use redis::aio::MultiplexedConnection;
use redis::{Client, RedisResult, pipe};
use serde::Deserialize;
use serde_json::json;
use tokio::task::JoinSet;

/// The server's own allocator.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

const COUNTER: &str = "naive:next";
const LINE: &str = "naive:line";
/// Visitors in a pipeline.
const PIPELINE: u64 = 512;
/// Connections, each with a pipeline in flight.
const CONNECTIONS: u64 = 16;
/// Connections that the requests of the HTTP server share.
const SHARED_CONNECTIONS: usize = 4;

#[derive(Debug, Parser)]
struct NaiveArguments {
    /// The address of the Redis server.
    #[arg(long)]
    redis: String,
    #[command(subcommand)]
    what: NaiveCommand,
}

#[derive(Debug, Subcommand)]
enum NaiveCommand {
    /// Measure arrivals.
    Arrive {
        /// Duration in seconds.
        #[arg(long)]
        seconds: u64,
    },
    /// Measure polls by the visitors who arrived.
    Poll {
        /// Duration in seconds.
        #[arg(long)]
        seconds: u64,
    },
    /// Answer visitors.
    Serve {
        /// The address to listen on.
        #[arg(long)]
        listen: SocketAddr,
    },
}

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
#[expect(clippy::disallowed_methods, reason = "this is where the process begins")]
async fn main() -> Result<()> {
    let arguments = NaiveArguments::parse();
    let entropy = Entropy::system();
    let client = Client::open(arguments.redis)?;
    match arguments.what {
        NaiveCommand::Arrive { seconds } => measure(&client, seconds, arrive).await,
        NaiveCommand::Poll { seconds } => {
            measure(&client, seconds, move |connection| poll(connection, entropy.clone())).await
        }
        NaiveCommand::Serve { listen } => serve(&client, listen, entropy).await,
    }
}

/// Keeps every connection busy with one pipeline after the other.
async fn measure<W: Future<Output = RedisResult<u64>> + Send>(
    client: &Client,
    seconds: u64,
    work: impl Fn(MultiplexedConnection) -> W + Clone + Send + 'static,
) -> Result<()> {
    let clock = Clock::real();
    let began = clock.monotonic_ms();
    let mut tasks = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let connection = client.get_multiplexed_async_connection().await?;
        let (clock, work) = (clock.clone(), work.clone());
        tasks.spawn(async move {
            let mut done = 0;
            while clock.monotonic_ms() < began + seconds * 1_000 {
                done += work(connection.clone()).await?;
            }
            Ok::<u64, anyhow::Error>(done)
        });
    }
    let mut done = 0;
    while let Some(task) = tasks.join_next().await {
        done += task??;
    }
    println!(
        "{{\"times\":{done},\"micros\":{}}}",
        (clock.monotonic_ms() - began) * 1_000
    );
    Ok(())
}

/// Lets a pipeline of visitors arrive: their numbers in one pipeline, their members in the next.
async fn arrive(mut connection: MultiplexedConnection) -> RedisResult<u64> {
    let mut numbers = pipe();
    for _ in 0..PIPELINE {
        numbers.cmd("INCR").arg(COUNTER);
    }
    let numbers: Vec<u64> = numbers.query_async(&mut connection).await?;
    let mut members = pipe();
    for number in numbers {
        members.cmd("ZADD").arg(LINE).arg(number).arg(member(number)).ignore();
    }
    members.query_async::<()>(&mut connection).await?;
    Ok(PIPELINE)
}

/// Lets a pipeline of visitors in line poll.
async fn poll(mut connection: MultiplexedConnection, entropy: Entropy) -> RedisResult<u64> {
    let came: u64 = redis::cmd("GET").arg(COUNTER).query_async(&mut connection).await?;
    let mut ranks = pipe();
    for _ in 0..PIPELINE {
        let number = 1 + u64::from(entropy.jitter()) * came.saturating_sub(1) / u64::from(u16::MAX);
        ranks.cmd("ZRANK").arg(LINE).arg(member(number));
    }
    ranks.query_async::<Vec<Option<u64>>>(&mut connection).await?;
    Ok(PIPELINE)
}

/// Returns an id like a visitor's.
fn member(number: u64) -> String {
    format!("01234567-89ab-cdef-0123-{number:012x}")
}

#[derive(Debug, Clone)]
struct RedisConnections(Vec<MultiplexedConnection>, Entropy);

impl RedisConnections {
    fn one(&self) -> MultiplexedConnection {
        self.0[usize::from(self.1.jitter()) % self.0.len()].clone()
    }
}

async fn serve(client: &Client, listen: SocketAddr, entropy: Entropy) -> Result<()> {
    let mut connections = Vec::new();
    for _ in 0..SHARED_CONNECTIONS {
        connections.push(client.get_multiplexed_async_connection().await?);
    }
    let router = Router::new()
        .route("/ready", get(async || "ready"))
        .route("/", get(enter))
        .route("/api/getStatus", get(status))
        .with_state(RedisConnections(connections, entropy));
    let listener = tokio::net::TcpListener::bind(listen).await?;
    Ok(axum::serve(listener, router).await?)
}

async fn enter(State(connections): State<RedisConnections>) -> Result<Response, Failed> {
    let mut connection = connections.one();
    let number: u64 = redis::cmd("INCR").arg(COUNTER).query_async(&mut connection).await?;
    let id = member(number);
    let mut zadd = redis::cmd("ZADD");
    zadd.arg(LINE)
        .arg(number)
        .arg(&id)
        .query_async::<()>(&mut connection)
        .await?;
    let headers = [
        (LOCATION, format!("/?q={id}")),
        (SET_COOKIE, format!("place={id}; HttpOnly; Path=/")),
    ];
    Ok((StatusCode::FOUND, headers).into_response())
}

#[derive(Debug, Deserialize)]
struct Who {
    q: String,
}

async fn status(State(connections): State<RedisConnections>, Query(who): Query<Who>) -> Result<Response, Failed> {
    let mut zrank = redis::cmd("ZRANK");
    let rank: Option<u64> = zrank.arg(LINE).arg(&who.q).query_async(&mut connections.one()).await?;
    Ok(Json(json!({ "usersInLineAheadOfYou": rank, "updateInterval": 40_000 })).into_response())
}

/// Redis did not answer.
struct Failed(redis::RedisError);

impl From<redis::RedisError> for Failed {
    fn from(error: redis::RedisError) -> Self {
        Self(error)
    }
}

impl IntoResponse for Failed {
    fn into_response(self) -> Response {
        (StatusCode::SERVICE_UNAVAILABLE, self.0.to_string()).into_response()
    }
}
