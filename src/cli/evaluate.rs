//! `anteroom evaluate`: evaluates an integration configuration for requests, as every connector
//! would. It needs no server and no network.
//!
//! Each line of standard input is a request ([`IntegrationRequest`]), each line of standard output
//! its result ([`IntegrationAnswer`]). The first line that cannot be read ends the command, with
//! the line's number and exit code 1; a configuration that cannot be read, with exit code 2.

use std::fs::File;
use std::io::{self, BufRead, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Args;
use protocol::integration::{CONFIG_BYTES_MAX, IntegrationConfig};

use crate::cli::problems::BAD_CONFIG;
use crate::integration::preview::{IntegrationAnswer, IntegrationRequest};

/// The longest line of standard input, bytes.
const LINE_BYTES_MAX: usize = 1024 * 1024;

/// Options of `anteroom evaluate`.
#[derive(Debug, Args)]
pub struct Evaluate {
    /// The integration configuration as connectors download it.
    #[arg(long, value_name = "FILE.json")]
    config: PathBuf,
    /// Report how each answer was found: every action, trigger and condition that was evaluated.
    #[arg(long)]
    trace: bool,
}

/// Answers every line of standard input.
///
/// # Errors
/// If a line cannot be read, or the output is closed.
pub fn evaluate(options: &Evaluate) -> Result<ExitCode> {
    let config = match load(&options.config) {
        Ok(config) => config,
        Err(error) => {
            eprintln!("{error:#}");
            return Ok(ExitCode::from(BAD_CONFIG));
        }
    };
    let answer = if options.trace {
        IntegrationAnswer::traced
    } else {
        IntegrationAnswer::to
    };
    let output = BufWriter::new(io::stdout().lock());
    answer_lines(io::stdin().lock(), output, |request| answer(request, &config))?;
    Ok(ExitCode::SUCCESS)
}

/// Reads a configuration as connectors download it.
///
/// # Errors
/// If the configuration cannot be read, or connectors could not use it.
pub(crate) fn load(path: &Path) -> Result<IntegrationConfig> {
    let name = || path.display().to_string();
    let mut json = Vec::new();
    let file = File::open(path).with_context(name)?;
    let read = file.take(CONFIG_BYTES_MAX as u64 + 1).read_to_end(&mut json);
    read.with_context(name)?;
    IntegrationConfig::from_json(&json).with_context(name)
}

fn answer_lines(
    mut input: impl BufRead,
    mut output: impl Write,
    answer: impl Fn(&IntegrationRequest) -> IntegrationAnswer,
) -> Result<()> {
    let mut line = Vec::new();
    for number in 1_u64.. {
        line.clear();
        let mut bounded = input.by_ref().take(LINE_BYTES_MAX as u64 + 1);
        if bounded.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        ensure!(
            line.len() <= LINE_BYTES_MAX,
            "line {number}: longer than {LINE_BYTES_MAX} bytes"
        );
        if line.trim_ascii().is_empty() {
            continue;
        }
        let request = serde_json::from_slice(&line).with_context(|| format!("line {number} is no request"))?;
        serde_json::to_writer(&mut output, &answer(&request))?;
        output.write_all(b"\n")?;
    }
    Ok(output.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = r#"{"Version":1,"Integrations":[{"Name":"Buy","ActionType":"Queue","EventId":"sale","Triggers":[{"LogicalOperator":"And","TriggerParts":[
        {"ValidatorType":"UrlValidator","UrlPart":"PagePath","Operator":"Contains","ValueToCompare":"/buy","IsNegative":false,"IsIgnoreCase":true},
        {"ValidatorType":"UserAgentValidator","Operator":"Contains","ValueToCompare":"bot","IsNegative":true,"IsIgnoreCase":true}]}]}]}"#;

    fn answers(input: &str) -> Result<String> {
        let config = IntegrationConfig::from_json(CONFIG.as_bytes()).unwrap();
        let mut output = Vec::new();
        answer_lines(input.as_bytes(), &mut output, |request| {
            IntegrationAnswer::to(request, &config)
        })?;
        Ok(String::from_utf8(output).unwrap())
    }

    #[test]
    fn every_request_has_its_line() {
        let lines = answers(
            "{\"url\":\"https://shop.example/BUY\"}\n\n\
             {\"url\":\"https://shop.example/buy\",\"headers\":{\"User-Agent\":\"Googlebot\"}}\n\
             {\"url\":\"https://shop.example/buy\",\"headers\":{\"User-Agent\":\"Googlebot\"},\"userAgent\":\"x\"}",
        );
        assert_eq!(
            lines.unwrap(),
            "{\"action\":\"Buy\",\"type\":\"Queue\",\"room\":\"sale\"}\n\
             {\"action\":null,\"type\":null,\"room\":null}\n\
             {\"action\":\"Buy\",\"type\":\"Queue\",\"room\":\"sale\"}\n"
        );
    }

    #[test]
    fn a_line_that_is_no_request_is_named() {
        for (input, said) in [
            (
                "{\"url\":\"x\"}\n{\"uri\":\"x\"}",
                "line 2 is no request: unknown field `uri`",
            ),
            ("[]", "line 1 is no request"),
            (&"x".repeat(LINE_BYTES_MAX + 1), "line 1: longer than"),
        ] {
            let error = format!("{:#}", answers(input).unwrap_err());
            assert!(error.starts_with(said), "{error}");
        }
    }
}
