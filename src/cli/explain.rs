//! `anteroom explain`: explains why a request is let in, queued, refused or cancelled, by a
//! configuration file alone or by the state of a running server.

use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Args;

use crate::cli::evaluate::load;
use crate::cli::problems::refused;
use crate::cli::remote::RemoteServer;
use crate::clock::Clock;
use crate::config::Config;
use crate::explain::{ExplainContext, ExplainOutcome, ExplainRequest, Explanation, explain};
use crate::http::paths;

/// Options of `anteroom explain`.
#[derive(Debug, Args)]
pub struct Explain {
    /// The requested page as the browser has it, or an address of the waiting room.
    #[arg(long)]
    url: String,
    /// The configuration file with the rooms.
    #[arg(
        long,
        value_name = "FILE.toml",
        required_unless_present = "server",
        conflicts_with = "server"
    )]
    config: Option<PathBuf>,
    #[command(flatten)]
    remote: RemoteServer,
    /// The integration configuration, as connectors download it.
    #[arg(long, value_name = "FILE.json")]
    integration: Option<PathBuf>,
    /// The customer whose page it is, if there are several customers.
    #[arg(long)]
    customer: Option<String>,
    /// The room that protects the page, if the connector is configured in code.
    #[arg(long, conflicts_with = "integration")]
    room: Option<String>,
    /// A cookie of the site, as name=value; can be given several times.
    #[arg(long, value_parser = pair::<'='>)]
    cookie: Vec<(String, String)>,
    /// A header of the request, as "Name: value"; can be given several times.
    #[arg(long, value_parser = pair::<':'>)]
    header: Vec<(String, String)>,
    /// The body of the request, if triggers look at it.
    #[arg(long, default_value = "")]
    body: String,
    /// A queueittoken, unless the URL has one.
    #[arg(long)]
    token: Option<String>,
    /// The visitor's address.
    #[arg(long)]
    address: Option<IpAddr>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Explains one request. The exit code is 0; 1 if the outcome is unknown; 2 if the configuration is
/// invalid.
///
/// # Errors
/// Fails if a file or a server cannot be read, or the question is invalid.
pub fn run(options: &Explain) -> Result<ExitCode> {
    let asked = options.asked()?;
    let explanation = match (options.remote.remote()?, &options.config) {
        (Some(remote), _) => remote.post(paths::ADMIN_EXPLAIN, &asked)?,
        (None, Some(config)) => match Config::load(config) {
            Ok(config) => by_file(&asked, &config)?,
            Err(problems) => return Ok(refused(&problems)),
        },
        (None, None) => unreachable!("the command line wants one of both"),
    };
    let mut output = std::io::stdout().lock();
    if options.json {
        serde_json::to_writer_pretty(&mut output, &explanation)?;
        output.write_all(b"\n")?;
    } else {
        write!(output, "{explanation}")?;
    }
    Ok(match explanation.outcome {
        ExplainOutcome::Unknown => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

fn by_file(asked: &ExplainRequest, config: &Config) -> Result<Explanation> {
    let context = ExplainContext {
        reach: None,
        config,
        published: None,
        now: Clock::real().wall(),
        lifecycle_of: &|_| None,
    };
    explain(asked, &context).map_err(|error| anyhow!("--{}: {error}", error.field()))
}

impl Explain {
    fn asked(&self) -> Result<ExplainRequest> {
        Ok(ExplainRequest {
            url: self.url.clone(),
            customer: self.customer.clone(),
            room: self.room.clone(),
            cookies: self.cookie.iter().cloned().collect(),
            headers: self.header.iter().cloned().collect(),
            body: self.body.clone(),
            token: self.token.clone(),
            address: self.address,
            integration: self.integration.as_deref().map(load).transpose()?,
        })
    }
}

fn pair<const SEPARATOR: char>(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once(SEPARATOR)
        .ok_or_else(|| format!("{SEPARATOR:?} is missing"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
