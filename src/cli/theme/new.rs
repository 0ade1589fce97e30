//! `anteroom theme new NAME`: writes a new theme folder.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::theme::{ThemeFiles, Themes, checked_name};

/// Options of the command.
#[derive(Debug, Args)]
pub(super) struct NewTheme {
    /// The theme's name: a-z, 0-9 and hyphens.
    pub(super) name: String,
    /// The built-in theme to copy.
    #[arg(long, default_value = "default")]
    pub(super) from: String,
    /// The directory of the new folder: the server's `themes_dir`.
    #[arg(long, default_value = "themes")]
    pub(super) dir: PathBuf,
}

/// In the source tree the shared stylesheet is two folders up; a new folder has a copy, so that a
/// browser can open layout.html directly.
const BASE_IN_TREE: &str = "../../base.css";
const BASE: &str = "base.css";
const LAYOUT: &str = "layout.html";

impl NewTheme {
    pub(super) fn run(&self) -> Result<ExitCode> {
        checked_name(&self.name)?;
        let Some(from) = ThemeFiles::built_in(&self.from) else {
            let themes = Themes::load(None)?;
            let known: Vec<&str> = themes.iter().map(|theme| theme.id.as_str()).collect();
            bail!(
                "there is no built-in theme {:?}; there are: {}",
                self.from,
                known.join(", ")
            );
        };
        if ThemeFiles::built_in(&self.name).is_some() {
            bail!("{:?} is a built-in theme; choose another name", self.name);
        }
        let folder = self.dir.join(&self.name);
        if folder.exists() {
            bail!("{} exists already", folder.display());
        }
        fs::create_dir_all(&folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        let shared = (BASE.to_owned(), ThemeFiles::shared_css().into_bytes());
        // Themes without their own layout use the default one, and their style refers to it.
        let mut files = from.files;
        let default = ThemeFiles::built_in("default").and_then(|mut default| default.files.remove(LAYOUT));
        if let (false, Some(layout)) = (files.contains_key(LAYOUT), default) {
            files.insert(LAYOUT.to_owned(), layout);
        }
        let files = files.into_iter().map(|(file, bytes)| {
            let bytes = match file.as_str() {
                "theme.toml" => self.named(&bytes),
                LAYOUT => text(&bytes).replace(BASE_IN_TREE, BASE).into_bytes(),
                _ => bytes,
            };
            (file, bytes)
        });
        for (file, bytes) in files.chain([shared]) {
            let path = folder.join(file);
            fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
        }
        println!("{}", folder.display());
        println!("Look at it:  anteroom theme preview {}", folder.display());
        println!("Check it:    anteroom theme check {}", folder.display());
        println!(
            "Use it:      themes_dir = {:?} under [server], theme = {:?} under [[room]]",
            self.dir, self.name
        );
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the manifest with the new name and version 1; comments are kept.
    fn named(&self, manifest: &[u8]) -> Vec<u8> {
        let lines = text(manifest);
        let lines = lines.lines().map(|line| match line.split_once(" = ") {
            Some(("name", _)) => format!("name = {:?}", self.name),
            Some(("version", _)) => "version = 1".to_owned(),
            _ => line.to_owned(),
        });
        lines.map(|line| line + "\n").collect::<String>().into_bytes()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
