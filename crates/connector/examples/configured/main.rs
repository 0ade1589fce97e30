//! A small site whose waiting rooms, triggers and actions come from the integration configuration
//! that the waiting room publishes.
//!
//! ```text
//! cargo run -p connector --example configured -- --listen 127.0.0.1:8082 \
//!     --queue http://127.0.0.1:8080 --customer demo --secret <text> --api-key <text>
//! ```
//!
//! The site's code names no room and no protected page: operators publish which of its pages are
//! behind which room, which end a session and which are left alone, and changes take effect while
//! the site runs. The program prints one line when it is ready.

mod site;

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use connector::{Connector, CustomerId, Download, IpNet, LiveConfig, OnFailure, Scheme, SecretKey};
use tokio::net::TcpListener;

/// A site that is driven by an integration configuration.
#[derive(Debug, Parser)]
struct ConfiguredArguments {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1:8082")]
    listen: SocketAddr,
    /// The waiting room: http(s)://host[:port][/path]. With http, the configuration's queue domains
    /// are reached by http, too.
    #[arg(long)]
    queue: String,
    /// The customer id, as in the waiting room's configuration.
    #[arg(long)]
    customer: CustomerId,
    /// The customer's secret key, as in the waiting room's configuration.
    #[arg(long)]
    secret: SecretKey,
    /// The customer's API key.
    #[arg(long)]
    api_key: String,
    /// The interval between requests for the configuration, in seconds.
    #[arg(long, default_value_t = 5)]
    every_seconds: u64,
    /// A file that stores the last configuration, for a restart while the waiting room is away.
    #[arg(long)]
    kept_at: Option<PathBuf>,
    /// Hold visitors back while there is no configuration, instead of letting them in.
    #[arg(long)]
    hold_back: bool,
    /// A network whose X-Forwarded headers are trusted; can be repeated.
    #[arg(long)]
    trusted_proxy: Vec<IpNet>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = ConfiguredArguments::parse();
    // The download logs to standard error.
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    let scheme = match arguments.queue.starts_with("http://") {
        true => Scheme::Http,
        false => Scheme::Https,
    };
    let config = LiveConfig::new(arguments.customer).queue_scheme(scheme);
    let mut download = Download::new(&config, &arguments.queue, &arguments.api_key)?
        .every(Duration::from_secs(arguments.every_seconds));
    if let Some(path) = arguments.kept_at {
        download = download.kept_at(path);
    }
    // Must not be dropped before the site ends.
    let mut updates = download.start()?;
    updates.first_attempt().await;

    let connector = Connector::from_integration(&config, arguments.secret)
        .trusted_proxies(arguments.trusted_proxy)
        .on_failure(if arguments.hold_back {
            OnFailure::HoldBack
        } else {
            OnFailure::LetIn
        })
        .build();
    let listener = TcpListener::bind(arguments.listen).await?;
    match config.version() {
        Some(version) => println!("Site on http://{}, configuration {version}", listener.local_addr()?),
        None => println!("Site on http://{}, no configuration yet", listener.local_addr()?),
    }
    let site = site::router(&connector, config);
    axum::serve(listener, site.into_make_service_with_connect_info::<SocketAddr>()).await?;
    Ok(())
}
