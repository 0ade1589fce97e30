//! The storage of uploaded themes in [the admin store](crate::admin_store), and its changes:
//!
//! | Key | Kind | Contents |
//! | --- | --- | --- |
//! | `theme/<name>` | document | [`UploadedTheme`]: digest, size, author |
//! | `theme/<name>/<digest>/<n>` | archived value | a part of the theme's archive, base64 |

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::archive;
use crate::admin_store::{AdminStore, AuditNote, DocumentKey, Documents, Draft, Stamp};
use crate::rooms::StateError;
use crate::theme::{ThemeErrors, ThemeFiles, checked_name};

/// Maximum number of uploaded themes: every node holds their files in memory.
pub const UPLOADED_MAX: usize = 50;
/// Size of a part of an archive, bytes. In base64 and with its key, a part fits a record.
const PART_BYTES: usize = 45 * 1024;

const KIND: &str = "theme";

/// An uploaded theme, as every node knows it without its files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadedTheme {
    /// The digest of the files ([`ThemeFiles::digest`]).
    pub digest: String,
    /// The size of the files, bytes.
    pub size: usize,
    /// The number of files.
    pub files: usize,
    /// The number of parts of the archive.
    parts: usize,
    /// The author and the time of this version.
    pub last: Stamp,
}

/// The uploaded themes by name.
pub type UploadedThemes = BTreeMap<String, UploadedTheme>;

/// The reason why an uploaded theme cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum UploadedThemeError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StateError),
    /// Another version is in the store by now.
    #[error("the archive is no longer in the store")]
    Replaced,
    /// The store has other bytes than were put there.
    #[error("the archive in the store is damaged: {0}")]
    Damaged(String),
}

/// Returns the uploaded themes.
#[must_use]
pub fn all(documents: &Documents) -> UploadedThemes {
    let themes = documents.of_kind::<UploadedTheme>(KIND);
    themes.map(|(key, theme)| (key.id().to_owned(), theme)).collect()
}

/// Puts a theme with an allowed name into the store, in place of its former version.
pub fn put(draft: &mut Draft, files: &ThemeFiles, stamp: &Stamp) {
    let name = files.name.as_str();
    let key = key(&[name]);
    let former: Option<UploadedTheme> = draft.documents().get(&key);
    let archive = archive::pack(files);
    let parts = archive.chunks(PART_BYTES);
    let theme = UploadedTheme {
        digest: files.digest(),
        size: files.size(),
        files: files.files.len(),
        parts: parts.len(),
        last: stamp.clone(),
    };
    if former.as_ref().is_some_and(|former| former.digest == theme.digest) {
        return;
    }
    former.iter().for_each(|former| remove_parts(draft, name, former));
    for (key, part) in part_keys(name, &theme).iter().zip(parts) {
        draft.put_archived(key, &STANDARD.encode(part));
    }
    draft.put(&key, &theme);
    draft.note(note("upload", name, former.as_ref(), Some(&theme)));
}

/// Removes a theme from the store. Returns whether it was there.
pub fn remove(draft: &mut Draft, name: &str) -> bool {
    if checked_name(name).is_err() {
        return false;
    }
    let key = key(&[name]);
    let Some(former) = draft.documents().get::<UploadedTheme>(&key) else {
        return false;
    };
    remove_parts(draft, name, &former);
    draft.remove(&key);
    draft.note(note("delete", name, Some(&former), None));
    true
}

/// Reads the files of a theme.
///
/// # Errors
/// Fails if the store cannot be read, or has another version of the theme by now.
pub async fn read(
    admin_store: &AdminStore,
    name: &str,
    theme: &UploadedTheme,
) -> Result<ThemeFiles, UploadedThemeError> {
    let parts: Option<Vec<String>> = admin_store.archived_all(&part_keys(name, theme)).await?;
    let mut archive = Vec::new();
    for part in parts.ok_or(UploadedThemeError::Replaced)? {
        let part = STANDARD.decode(part);
        archive.extend(part.map_err(|error| UploadedThemeError::Damaged(error.to_string()))?);
    }
    let files = archive::unpack(name, &archive);
    let files = files.map_err(|errors: ThemeErrors| UploadedThemeError::Damaged(errors.to_string()))?;
    match files.digest() == theme.digest {
        true => Ok(files),
        false => Err(UploadedThemeError::Damaged("the digest differs".to_owned())),
    }
}

fn remove_parts(draft: &mut Draft, name: &str, theme: &UploadedTheme) {
    let keys = part_keys(name, theme);
    keys.iter().for_each(|key| draft.remove_archived(key));
}

fn note(action: &str, name: &str, before: Option<&UploadedTheme>, after: Option<&UploadedTheme>) -> AuditNote {
    let digest = |theme: Option<&UploadedTheme>| theme.map(|theme| json!(theme.digest));
    let size = |theme: Option<&UploadedTheme>| theme.map(|theme| json!(theme.size));
    AuditNote::new(action, &format!("{KIND}/{name}"))
        .field("digest", digest(before).as_ref(), digest(after).as_ref())
        .field("size", size(before).as_ref(), size(after).as_ref())
}

fn part_keys(name: &str, theme: &UploadedTheme) -> Vec<DocumentKey> {
    let parts = 0..theme.parts;
    let keys = parts.map(|part| key(&[name, &theme.digest, &part.to_string()]));
    keys.collect()
}

fn key(parts: &[&str]) -> DocumentKey {
    DocumentKey::new(KIND, parts).expect("names and digests are short and have no spaces")
}
