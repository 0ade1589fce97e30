//! `anteroom verify-draw`: checks a published draw and a receipt in files. It needs no
//! configuration, no network and no server.
//!
//! The output and the exit codes (0 and 1) are those of `docs/draw.md`, equal to those of
//! `docs/verify_draw.py`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use draw::{DOCUMENT_BYTES_MAX, Verified, verify_texts};

/// Options of `anteroom verify-draw`.
#[derive(Debug, Args)]
pub struct VerifyDraw {
    /// The draw that a room publishes at /draw/<customer>/<room>.json.
    #[arg(value_name = "DRAW.json")]
    draw: PathBuf,
    /// A visitor's receipt; the position of its holder is checked too.
    #[arg(long, value_name = "RECEIPT.json")]
    receipt: Option<PathBuf>,
}

/// Prints the result, or the reason why the draw is invalid, on standard error.
#[must_use]
pub fn verify_draw(options: &VerifyDraw) -> ExitCode {
    match check(options) {
        Ok(verified) => {
            println!("{verified}");
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("The draw does not hold: {sentence}.");
            ExitCode::FAILURE
        }
    }
}

fn check(options: &VerifyDraw) -> Result<Verified, String> {
    let document = read(&options.draw).map_err(|problem| format!("not a draw document: {problem}"))?;
    let receipt = options.receipt.as_deref().map(read).transpose();
    let receipt = receipt.map_err(|problem| format!("not a receipt: {problem}"))?;
    verify_texts(&document, receipt.as_deref()).map_err(|error| error.to_string())
}

/// Reads a file's text, at most one byte more than a document can have.
fn read(path: &Path) -> Result<String, std::io::Error> {
    let mut text = String::new();
    let bound = DOCUMENT_BYTES_MAX as u64 + 1;
    File::open(path)?.take(bound).read_to_string(&mut text)?;
    Ok(text)
}
