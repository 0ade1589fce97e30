//! `anteroom snippet`: the script tags that protect a customer's pages, ready to paste into their
//! `<head>`. `docs/integrate/javascript.md` describes their effect and their other attributes.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, ensure};
use askama::Template;
use clap::Args;
use protocol::CustomerId;
use url::Url;

use crate::cli::problems::refused;
use crate::config::{Config, Customer};
use crate::http::paths;

/// The script that visits the room.
const CLIENT: &str = "queueclient";
/// The script that finds the action of a page.
const LOADER: &str = "queueconfigloader";

/// Options of `anteroom snippet`.
#[derive(Debug, Args)]
pub struct Snippet {
    /// The customer's id.
    customer: CustomerId,
    /// The configuration file, which has the address of the waiting room.
    #[arg(long, value_name = "FILE", required_unless_present = "url")]
    config: Option<PathBuf>,
    /// The address of the waiting room, such as `https://queue.example`, in place of the one in the
    /// configuration.
    #[arg(long)]
    url: Option<Url>,
    /// Also protect script requests to hosts that contain this text, not only to the page's own;
    /// for sites with a connector on the server.
    #[arg(long, value_name = "TEXT")]
    intercept_domain: Option<String>,
    /// The site is a single document whose address is changed by script.
    #[arg(long)]
    spa: bool,
}

/// The template of the script tags.
#[derive(Debug, Template)]
#[template(path = "snippet.html")]
struct Tags<'a> {
    customer: &'a str,
    client: String,
    loader: String,
    intercept_domain: Option<&'a str>,
    spa: bool,
}

/// Prints the tags.
///
/// # Errors
/// If the configuration does not contain the customer, or if the address is neither http nor https.
pub fn snippet(options: &Snippet) -> Result<ExitCode> {
    let config = match options.config.as_deref().map(Config::load).transpose() {
        Ok(config) => config,
        Err(problems) => return Ok(refused(&problems)),
    };
    println!("{}", tags(options, config.as_ref())?.trim_end());
    Ok(ExitCode::SUCCESS)
}

fn tags(options: &Snippet, config: Option<&Config>) -> Result<String> {
    let owner = config.map(|config| customer(config, &options.customer)).transpose()?;
    let home = match (&options.url, config, owner) {
        (Some(url), ..) => url.clone(),
        (None, Some(config), Some(owner)) => home(config, owner)?,
        _ => return Err(anyhow!("say where the waiting room is: --config or --url")),
    };
    let of_the_web = matches!(home.scheme(), "https" | "http");
    ensure!(of_the_web, "{home} is no https or http address");
    let script = |name| {
        let script = home.join(&paths::script(name)).map(String::from);
        script.context("an address with a host is wanted")
    };
    let tags = Tags {
        customer: options.customer.as_str(),
        client: script(CLIENT)?,
        loader: script(LOADER)?,
        intercept_domain: options.intercept_domain.as_deref(),
        spa: options.spa,
    };
    Ok(tags.render()?)
}

fn customer<'c>(config: &'c Config, id: &CustomerId) -> Result<&'c Customer> {
    let known: Vec<&str> = config.customers.iter().map(|customer| customer.id.as_str()).collect();
    let found = config.customers.iter().find(|customer| customer.id == *id);
    found.with_context(|| format!("the configuration has no customer {id}; it has {}", known.join(", ")))
}

/// The address of the customer's first own host, or else of the server.
fn home(config: &Config, owner: &Customer) -> Result<Url> {
    let mut home = config.server.public_url.clone();
    if let Some(host) = owner.hosts.first() {
        home.set_host(Some(&host.to_string()))?;
    }
    Ok(home)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_leave_their_attribute() {
        let options = Snippet {
            customer: "acme".parse().expect("an id"),
            config: None,
            url: Some("https://queue.example/'\"><script>?a&b".parse().expect("a URL")),
            intercept_domain: Some("\"><img src=x>&".to_owned()),
            spa: true,
        };
        let tags = tags(&options, None).expect("tags");
        assert_eq!(tags.matches('<').count(), 4, "two elements: {tags}");
        assert!(
            !tags.contains("<img")
                && tags.contains("data-queueit-intercept-domain=\"&#34;&#62;&#60;img src=x&#62;&#38;\""),
            "{tags}"
        );
    }
}
