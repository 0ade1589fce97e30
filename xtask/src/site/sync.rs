//! Synchronizes a folder so that it holds exactly the given files: unchanged files are not touched,
//! and others are removed at the end.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Brotli's highest quality, which costs time once per build and saves bytes on every visit.
const QUALITY: u32 = 11;
/// Brotli's window as log2 of bytes; 24 is the largest that every browser accepts.
const WINDOW_LOG2: u32 = 24;
const BUFFER_BYTES: usize = 4096;

/// File types that compress well; others (images, fonts) are compressed already.
const COMPRESSED: [&str; 10] = ["css", "html", "ico", "js", "json", "mjs", "svg", "txt", "wasm", "xml"];

/// A folder that is being synchronized.
#[derive(Debug)]
pub(super) struct Sync {
    root: PathBuf,
    kept: BTreeSet<PathBuf>,
}

impl Sync {
    /// Starts without files.
    pub(super) fn new(root: PathBuf) -> Self {
        Self {
            root,
            kept: BTreeSet::new(),
        }
    }

    /// Adds a file and, if its type compresses well, a compressed copy `.br`.
    pub(super) fn put(&mut self, relative: &str, content: &[u8]) -> Result<()> {
        let changed = self.put_plain(relative, content)?;
        if !is_compressed(relative) {
            return Ok(());
        }
        let path = self.root.join(format!("{relative}.br"));
        if changed || !path.exists() {
            write_whole(&path, &compress(content)?)?;
        }
        self.kept.insert(path);
        Ok(())
    }

    /// Returns the size of an added file after compression.
    pub(super) fn compressed_bytes(&self, relative: &str) -> Result<usize> {
        Ok(fs::read(self.root.join(format!("{relative}.br")))?.len())
    }

    /// Adds a file without a compressed copy; returns whether it differed.
    pub(super) fn put_plain(&mut self, relative: &str, content: &[u8]) -> Result<bool> {
        let path = self.root.join(relative);
        let changed = fs::read(&path).ok().as_deref() != Some(content);
        if changed {
            write_whole(&path, content)?;
        }
        self.kept.insert(path);
        Ok(changed)
    }

    /// Removes every file that was not added.
    pub(super) fn remove_others(self) -> Result<()> {
        remove_others(&self.root, &self.kept)
    }
}

fn is_compressed(relative: &str) -> bool {
    let extension = Path::new(relative).extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| COMPRESSED.contains(&extension))
}

fn compress(content: &[u8]) -> Result<Vec<u8>> {
    let mut writer = brotli::CompressorWriter::new(Vec::new(), BUFFER_BYTES, QUALITY, WINDOW_LOG2);
    writer.write_all(content)?;
    Ok(writer.into_inner())
}

/// Writes a temporary file and renames it, so that an interrupted build leaves no partial file.
fn write_whole(path: &Path, content: &[u8]) -> Result<()> {
    let folder = path.parent().context("a file of the site lies in a folder")?;
    fs::create_dir_all(folder)?;
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".new");
    fs::write(&temporary, content)?;
    fs::rename(&temporary, path).with_context(|| format!("cannot write {}", path.display()))
}

fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, kept)?;
            if fs::read_dir(&path)?.next().is_none() {
                fs::remove_dir(&path)?;
            }
        } else if !kept.contains(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("anteroom-xtask-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn the_folder_holds_exactly_what_was_put() {
        let root = folder("exact");
        fs::create_dir_all(root.join("assets/old")).unwrap();
        fs::write(root.join("assets/old/stale.js"), "x").unwrap();
        let mut sync = Sync::new(root.clone());
        sync.put("assets/a.js", b"let a = 1;").unwrap();
        sync.put("logo.png", b"png").unwrap();
        sync.remove_others().unwrap();

        assert!(root.join("assets/a.js.br").exists());
        assert!(root.join("logo.png").exists());
        assert!(!root.join("logo.png.br").exists());
        assert!(!root.join("assets/old").exists());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn unchanged_files_are_not_written() {
        let root = folder("untouched");
        let mut sync = Sync::new(root.clone());
        assert!(sync.put_plain("a.txt", b"one").unwrap());
        assert!(!sync.put_plain("a.txt", b"one").unwrap());
        assert!(sync.put_plain("a.txt", b"two").unwrap());
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_changed_file_is_compressed_anew() {
        let root = folder("anew");
        let mut sync = Sync::new(root.clone());
        for content in [b"first".as_slice(), b"second".as_slice()] {
            sync.put("a.js", content).unwrap();
            let compressed = fs::read(root.join("a.js.br")).unwrap();
            let mut plain = Vec::new();
            brotli::BrotliDecompress(&mut compressed.as_slice(), &mut plain).unwrap();
            assert_eq!(plain, content);
        }
        fs::remove_dir_all(root).unwrap();
    }
}
