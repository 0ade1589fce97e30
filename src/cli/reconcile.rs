//! `anteroom plan` and `anteroom apply`: show how the running configuration differs from a
//! configuration file, and change it to that of the file. Both use the admin API, because the
//! running server holds the store, and so that a change is checked and audited like any other.
//!
//! Secrets are sent to the server and never returned. `[server]` and `[[certificate]]` are not
//! compared.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::cli::remote::{Remote, RemoteServer};
use crate::config::{Config, Section};
use crate::http::paths;

/// Exit code of `plan` if something differs, and of both commands for a file with problems.
const DIFFERS: u8 = 2;

/// Options of `anteroom plan`: the file and the server.
#[derive(Debug, Args)]
pub struct Reconcile {
    /// The configuration file.
    #[arg(long)]
    config: PathBuf,
    /// The server's URL, such as https://queue.example.
    #[arg(long, alias = "server")]
    url: url::Url,
    /// The environment variable that holds a token with the role admin.
    #[arg(long, value_name = "VAR", default_value = "ANTEROOM_TOKEN")]
    token_env: String,
}

/// Options of `anteroom apply`.
#[derive(Debug, Args)]
pub struct Apply {
    #[command(flatten)]
    reconcile: Reconcile,
    /// Delete rooms even if people wait in them.
    #[arg(long)]
    force: bool,
}

#[derive(Debug, Deserialize)]
struct PlanResponse {
    differences: Vec<ReportedDifference>,
}

#[derive(Debug, Deserialize)]
struct ReportedDifference {
    resource: String,
    field: Option<String>,
    wanted: Value,
    running: Value,
    by: Option<String>,
    at: Option<String>,
}

/// Prints one line per difference. The exit code is 0 if there is none, else 2.
///
/// # Errors
/// If the server cannot be reached, or refuses the request.
pub fn plan(options: &Reconcile) -> Result<ExitCode> {
    let Some(config) = options.file() else {
        return Ok(ExitCode::from(DIFFERS));
    };
    let PlanResponse { differences: found } = options
        .remote()?
        .post(paths::ADMIN_CONFIGURATION_COMPARE, &body(&config))?;
    found.iter().for_each(|difference| println!("{}", line(difference)));
    Ok(match found.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(DIFFERS),
    })
}

/// Changes the running configuration to that of the file, all of it or nothing, and prints the
/// differences.
///
/// # Errors
/// If the server cannot be reached, or refuses the request.
pub fn apply(options: &Apply) -> Result<ExitCode> {
    let Some(config) = options.reconcile.file() else {
        return Ok(ExitCode::from(DIFFERS));
    };
    let path = paths::admin_configuration(options.force);
    let PlanResponse { differences: changed } = options.reconcile.remote()?.put(&path, &body(&config))?;
    changed.iter().for_each(|difference| println!("{}", line(difference)));
    println!("{} changed", changed.len());
    Ok(ExitCode::SUCCESS)
}

impl Reconcile {
    /// Loads the file; prints its problems and returns `None` if it has any.
    fn file(&self) -> Option<Config> {
        let config = Config::load(&self.config);
        config
            .inspect_err(|problems| problems.iter().for_each(|problem| eprintln!("{problem}")))
            .ok()
    }

    fn remote(&self) -> Result<Remote> {
        let server = RemoteServer {
            server: Some(self.url.clone()),
            token_env: self.token_env.clone(),
        };
        Ok(server.remote()?.expect("a server is named"))
    }
}

/// All entries of a file, by section.
fn body(config: &Config) -> BTreeMap<&'static str, Vec<Map<String, Value>>> {
    let mut lists: BTreeMap<_, Vec<_>> = Section::ALL
        .into_iter()
        .map(|section| (section.plural(), Vec::new()))
        .collect();
    for (id, entry) in config.tables.all() {
        lists.entry(id.section.plural()).or_default().push(entry);
    }
    lists
}

fn line(difference: &ReportedDifference) -> String {
    let name = difference.resource.replacen('/', " ", 1);
    let mut line = match &difference.field {
        Some(field) => format!(
            "{name} {field}: file {}, running {}",
            shown(&difference.wanted),
            shown(&difference.running)
        ),
        None if difference.wanted.is_null() => format!("{name}: runs, and is not in the file"),
        None => format!("{name}: in the file, and does not run"),
    };
    if let (Some(by), Some(at)) = (&difference.by, &difference.at) {
        write!(line, " (changed by {by}, {at})").expect("writing to a string");
    }
    line
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_difference_is_a_line() {
        let difference = |field: Option<&str>, wanted: Value, running: Value| ReportedDifference {
            resource: "room/demo/sale".to_owned(),
            field: field.map(str::to_owned),
            wanted,
            running,
            by: Some("anna".to_owned()),
            at: Some("2026-11-21T20:00:00Z".to_owned()),
        };
        let told = |field, wanted, running| line(&difference(field, wanted, running));
        assert_eq!(
            told(Some("maxOutflow"), json!(120), json!(90)),
            "room demo/sale maxOutflow: file 120, running 90 (changed by anna, 2026-11-21T20:00:00Z)"
        );
        assert!(told(Some("message"), json!(null), json!("x")).contains("file nothing, running \"x\""));
        assert!(told(None, json!(null), json!(true)).starts_with("room demo/sale: runs, and is not in the file"));
    }
}
