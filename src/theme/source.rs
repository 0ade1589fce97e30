//! The sources of theme files: the folders inside the binary, and the operator's directory.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs, io,
    path::Path,
};

use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::asset::{AssetKind, FILE_BYTES_MAX};
use super::error::ThemeError;

#[derive(RustEmbed)]
#[folder = "style"]
struct Style;

/// The file without which a folder is no theme.
pub(super) const MANIFEST: &str = "theme.toml";

/// Maximum number of files in one theme.
const FILES_MAX: usize = 64;
/// Maximum size of all files of a theme, bytes: they are held in memory.
const THEME_BYTES_MAX: usize = 64 * 1024 * 1024;
/// Maximum number of themes in the operator's directory.
const THEMES_MAX: usize = 100;
/// Maximum length of a theme folder's name, bytes.
const NAME_BYTES_MAX: usize = 40;

/// The unparsed files of one theme, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ThemeFiles {
    /// The folder's name.
    pub name: String,
    /// The files.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl ThemeFiles {
    /// Returns a theme of the binary.
    #[must_use]
    pub fn built_in(name: &str) -> Option<Self> {
        embedded().remove(name)
    }

    /// Reads the folder at that path. A folder with the name of a built-in theme replaces single
    /// files of that theme, as in the operator's directory.
    ///
    /// # Errors
    /// Fails if the folder is unreadable or its name is not allowed for themes.
    pub fn read(folder: &Path) -> Result<Self, ThemeError> {
        let named = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let name = named
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let mut theme = checked_name(&name).map(|()| Self::built_in(&name).unwrap_or_default())?;
        theme.name = name;
        read_folder(&mut theme, folder)?;
        Ok(theme)
    }

    /// Returns the rules that all themes share: those of pages outside the line, then those of
    /// every page.
    #[must_use]
    pub fn shared_css() -> String {
        pages_css() + &base_css()
    }

    /// Returns the SHA-256 of all names and contents, in hex.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        for (file, bytes) in &self.files {
            for part in [file.as_bytes(), bytes.as_slice()] {
                hash.update((part.len() as u64).to_be_bytes());
                hash.update(part);
            }
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the size of all files, bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }

    /// Adds a file.
    ///
    /// # Errors
    /// Fails if the file is larger than its kind can be, or makes the theme too large.
    pub fn insert(&mut self, file: &str, bytes: Vec<u8>) -> Result<(), ThemeError> {
        let bytes_max = bytes_max(file);
        let is_large = u64::try_from(bytes.len()).unwrap_or(u64::MAX) > bytes_max;
        self.files.insert(file.to_owned(), bytes);
        let problem = if is_large {
            too_large(bytes_max)
        } else if self.files.len() > FILES_MAX {
            format!("is one file too many: at most {FILES_MAX}")
        } else if self.size() > THEME_BYTES_MAX {
            format!("makes the theme larger than {} MiB", THEME_BYTES_MAX >> 20)
        } else {
            return Ok(());
        };
        Err(self.error(file, problem))
    }

    /// Returns a problem of a whole file.
    pub(crate) fn error(&self, file: &str, problem: impl Into<String>) -> ThemeError {
        ThemeError {
            file: self.path(file),
            line: None,
            problem: problem.into(),
        }
    }

    /// Returns folder and file as errors name them.
    pub(crate) fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.name)
    }

    pub(super) fn bytes(&self, file: &str) -> Option<&[u8]> {
        self.files.get(file).map(Vec::as_slice)
    }

    /// Returns a text file, if it exists.
    ///
    /// # Errors
    /// Fails if the file is not UTF-8.
    pub(super) fn text(&self, file: &str) -> Result<Option<&str>, ThemeError> {
        self.bytes(file)
            .map(|bytes| {
                std::str::from_utf8(bytes).map_err(|_| ThemeError {
                    file: self.path(file),
                    line: None,
                    problem: "is not UTF-8 text".to_owned(),
                })
            })
            .transpose()
    }
}

/// Returns the rules of every page that all themes share.
pub(super) fn base_css() -> String {
    style("base.css")
}

/// Returns the rules of all themes that only pages outside the line need.
pub(super) fn pages_css() -> String {
    style("pages.css")
}

fn style(file: &str) -> String {
    let file = Style::get(file);
    file.map(|file| String::from_utf8_lossy(&file.data).into_owned())
        .unwrap_or_default()
}

/// Returns the stylesheet of pastimes, which only pages with pastimes load.
pub(super) fn pastimes_css() -> Vec<u8> {
    let file = Style::get("pastimes.css");
    file.map(|file| file.data.into_owned()).unwrap_or_default()
}

/// Returns the themes of the binary.
pub(super) fn embedded() -> BTreeMap<String, ThemeFiles> {
    let mut themes: BTreeMap<String, ThemeFiles> = BTreeMap::new();
    for path in Style::iter() {
        let parts = path.strip_prefix("themes/").and_then(|path| path.split_once('/'));
        if let (Some((name, file)), Some(embedded)) = (parts, Style::get(&path)) {
            let theme = themes.entry(name.to_owned()).or_default();
            name.clone_into(&mut theme.name);
            theme.files.insert(file.to_owned(), embedded.data.into_owned());
        }
    }
    themes
}

/// Merges the operator's folders into the embedded themes, file by file.
pub(super) fn overlay(themes: &mut BTreeMap<String, ThemeFiles>, directory: &Path) -> Result<(), ThemeError> {
    let failed = |file: &Path, error: &io::Error| ThemeError {
        file: file.display().to_string(),
        line: None,
        problem: format!("cannot be read: {error}"),
    };
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(directory).map_err(|error| failed(directory, &error))? {
        let entry = entry.map_err(|error| failed(directory, &error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // Folders of tools, such as `.git`.
        if name.starts_with('.') || !entry.path().is_dir() {
            continue;
        }
        checked_name(&name).map_err(|error| ThemeError {
            problem: format!("{}; rename the folder, or move it out of `themes_dir`", error.problem),
            ..error
        })?;
        seen.insert(name.clone());
        if seen.len() > THEMES_MAX {
            return Err(ThemeError {
                file: name,
                line: None,
                problem: "more than 100 themes".to_owned(),
            });
        }
        let theme = themes.entry(name.clone()).or_default();
        theme.name.clone_from(&name);
        read_folder(theme, &entry.path())?;
        if theme.bytes(MANIFEST).is_none() {
            return Err(ThemeError {
                file: theme.path(MANIFEST),
                line: None,
                problem:
                    "is missing, and every folder in `themes_dir` is a theme: write the file (`anteroom theme new` \
                          makes a complete theme), or move the folder out of `themes_dir`"
                        .to_owned(),
            });
        }
    }
    Ok(())
}

fn read_folder(theme: &mut ThemeFiles, folder: &Path) -> Result<(), ThemeError> {
    let unreadable =
        |theme: &ThemeFiles, file: &str, error: io::Error| theme.error(file, format!("cannot be read: {error}"));
    for entry in fs::read_dir(folder).map_err(|error| unreadable(theme, "", error))? {
        let entry = entry.map_err(|error| unreadable(theme, "", error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let metadata = fs::metadata(entry.path()).map_err(|error| unreadable(theme, &name, error))?;
        if name.starts_with('.') || !metadata.is_file() {
            continue;
        }
        let bytes_max = bytes_max(&name);
        if metadata.len() > bytes_max {
            return Err(theme.error(&name, too_large(bytes_max)));
        }
        let bytes = fs::read(entry.path()).map_err(|error| unreadable(theme, &name, error))?;
        theme.insert(&name, bytes)?;
    }
    Ok(())
}

/// The largest file with this name, bytes.
fn bytes_max(file: &str) -> u64 {
    AssetKind::of(file).map_or(FILE_BYTES_MAX, AssetKind::bytes_max)
}

fn too_large(bytes_max: u64) -> String {
    format!("is larger than {} MiB", bytes_max >> 20)
}

/// Checks the name of a theme's folder.
///
/// # Errors
/// Fails if the name is not allowed.
pub(crate) fn checked_name(name: &str) -> Result<(), ThemeError> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if !name.is_empty() && name.len() <= NAME_BYTES_MAX && name.bytes().all(allowed) {
        return Ok(());
    }
    Err(ThemeError {
        file: name.to_owned(),
        line: None,
        problem: "a theme folder's name has only a-z, 0-9 and hyphens, at most 40".to_owned(),
    })
}
