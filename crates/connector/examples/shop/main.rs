//! A demo shop behind a waiting room. Nothing is sold: the shop shows a protected site and what its
//! visitors experience.
//!
//! ```text
//! cargo run -p connector --example shop -- --listen 127.0.0.1:8081 --queue http://127.0.0.1:8080 \
//!     --customer demo --room sale --secret <text>
//! ```
//!
//! With `--premiere <room>`, the shop has another page, behind a waiting room of its own.
//!
//! The landing page is open to everybody; product, basket, checkout and "thank you" need a session
//! from the waiting room. "Buy again" gives that session up, so that the next purchase starts at
//! the end of the line.

mod basket;
mod cookies;
mod handlers;
mod pages;
mod queue_address;
mod router;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::net::SocketAddr;
use std::time::Duration;

use clap::Parser;
use connector::{Connector, CustomerId, IpNet, RoomId, SecretKey};
use tokio::net::TcpListener;

use crate::handlers::Premiere;
use crate::pages::Landing;
use crate::queue_address::QueueAddress;

/// Time limit for open requests after a signal to stop, in seconds.
const DRAIN_SECONDS: u64 = 2;

/// A demo shop behind a waiting room; nothing is sold.
#[derive(Debug, Parser)]
struct ShopArguments {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1:8081")]
    listen: SocketAddr,
    /// The waiting room: http(s)://host[:port][/path].
    #[arg(long)]
    queue: QueueAddress,
    /// The customer id, as in the waiting room's configuration.
    #[arg(long)]
    customer: CustomerId,
    /// The room that protects the shop.
    #[arg(long)]
    room: RoomId,
    /// The room that protects the premiere; without one the shop has no premiere.
    #[arg(long)]
    premiere: Option<RoomId>,
    /// The customer's secret key, as in the waiting room's configuration.
    #[arg(long)]
    secret: SecretKey,
    /// A network whose X-Forwarded headers are trusted; can be repeated.
    #[arg(long)]
    trusted_proxy: Vec<IpNet>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = ShopArguments::parse();
    let sale = connector_of(&arguments, &arguments.room)?;
    let premiere = arguments
        .premiere
        .as_ref()
        .map(|room| premiere_of(&arguments, room))
        .transpose()?;
    let listener = TcpListener::bind(arguments.listen).await?;
    println!("Demo shop on http://{}", listener.local_addr()?);

    let landing = Landing {
        queue: arguments.queue.to_string(),
        customer: arguments.customer.to_string(),
        room: arguments.room.to_string(),
        premiere: arguments.premiere.as_ref().map(ToString::to_string),
    };
    let site =
        router::router((sale, landing), premiere, &arguments.queue).into_make_service_with_connect_info::<SocketAddr>();
    let serving = axum::serve(listener, site).with_graceful_shutdown(told_to_stop());
    let overdue = async {
        told_to_stop().await;
        tokio::time::sleep(Duration::from_secs(DRAIN_SECONDS)).await;
    };
    tokio::select! {
        served = serving => Ok(served?),
        () = overdue => Ok(()),
    }
}

/// Makes the connector of one room.
fn connector_of(arguments: &ShopArguments, room: &RoomId) -> Result<Connector, connector::ConfigError> {
    let QueueAddress { scheme, domain } = &arguments.queue;
    Connector::builder(
        arguments.customer.clone(),
        room.clone(),
        arguments.secret.clone(),
        domain,
    )
    .queue_scheme(*scheme)
    .action_name("demo shop")
    .http_only(true)
    .trusted_proxies(arguments.trusted_proxy.clone())
    .build()
}

fn premiere_of(arguments: &ShopArguments, room: &RoomId) -> Result<Premiere, connector::ConfigError> {
    Ok(Premiere {
        connector: connector_of(arguments, room)?,
        draw_url: format!("{}/draw/{}/{room}", arguments.queue, arguments.customer),
    })
}

/// Completes on Ctrl-C, or on SIGTERM on Unix.
async fn told_to_stop() {
    let interrupt = async {
        tokio::signal::ctrl_c()
            .await
            .expect("the handler for Ctrl-C can be set")
    };
    #[cfg(unix)]
    let terminate = async {
        let kind = tokio::signal::unix::SignalKind::terminate();
        tokio::signal::unix::signal(kind)
            .expect("the handler for SIGTERM can be set")
            .recv()
            .await;
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
