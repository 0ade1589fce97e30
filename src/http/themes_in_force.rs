//! The uploaded themes in force on this node: follows the admin store, and says whether a change
//! was decided on the themes that are shown here.

use std::sync::Arc;

use crate::admin_store::Documents;
use crate::branding::{resolve_messages, unused_message_warnings};
use crate::http::AppState;
use crate::rooms::StateError;
use crate::theme::{ThemeErrors, ThemeFiles, Themes};
use crate::uploaded_themes::{UploadedThemeError, repository};

/// The parts of the name of a theme's file: theme, file, hash and extension.
const FILE_NAME_PARTS: usize = 4;
/// The shortest time between two looks at the store for files that this node does not have,
/// milliseconds: anybody can ask for such files.
const FILE_LOOKUP_INTERVAL_MS: u64 = 100;

impl AppState {
    /// Looks at the admin store once more, for a file that can belong to a theme: another node may
    /// have shown a page in a theme that this node has not read yet. Requests that come meanwhile
    /// wait for the same look.
    pub(in crate::http) async fn look_for_file(&self, name: &str) {
        let can_be_of_theme = name.split('.').count() == FILE_NAME_PARTS;
        if !can_be_of_theme || self.readiness.is_starting() || self.store_monitor.is_away() {
            return;
        }
        let mut last_ms = self.running.last_file_lookup_ms().await;
        let now_ms = self.clock.monotonic_ms();
        if last_ms.is_none_or(|last_ms| now_ms >= last_ms + FILE_LOOKUP_INTERVAL_MS) {
            *last_ms = Some(now_ms);
            self.refresh_admin_store().await;
        }
    }

    /// Returns whether the uploaded themes of these documents are the ones in force.
    pub(super) fn has_themes_of(&self, documents: &Documents) -> bool {
        *self.running.uploaded_themes() == repository::all(documents)
    }

    /// Reads the uploaded themes that have changed, and shows pages in them. A version that this
    /// program refuses is not used: rooms keep the former one, or get the default theme.
    ///
    /// # Errors
    /// Fails if the store cannot be read; nothing has changed then.
    pub(super) async fn follow_themes(&self, documents: &Documents) -> Result<(), StateError> {
        let wanted = repository::all(documents);
        let current = self.running.uploaded_themes();
        if *current == wanted {
            return Ok(());
        }
        let mut themes = self.pages.themes();
        for name in current.keys().filter(|name| !wanted.contains_key(*name)) {
            themes = Arc::new(themes.without(name));
        }
        for (name, theme) in &wanted {
            if current.get(name).is_some_and(|known| known.digest == theme.digest) {
                continue;
            }
            match repository::read(self.running.admin_store(), name, theme).await {
                Ok(files) => themes = with(themes, Arc::new(files)).await,
                Err(UploadedThemeError::Store(error)) => return Err(error),
                // Usually a newer version is in the store already, which the next look notices.
                Err(fault) => {
                    tracing::warn!(theme = name.as_str(), %fault, "cannot read an uploaded theme");
                    themes = Arc::new(without_version(&themes, name));
                }
            }
        }
        // First the messages: a page in a new theme must not have the old ones.
        match resolve_messages(themes.iter()) {
            Ok(themed) => self.languages.replace_themed(themed),
            Err(errors) => tracing::error!(fault = %ThemeErrors(errors), "themes' own messages are not used"),
        }
        self.set_themes(themes, self.pages.brands()).await;
        self.pages.forget();
        self.running.set_uploaded_themes(wanted);
        Ok(())
    }
}

/// Adds a theme, unless this version of the program refuses it.
async fn with(themes: Arc<Themes>, files: Arc<ThemeFiles>) -> Arc<Themes> {
    let name = files.name.clone();
    let known = themes.clone();
    // Reading a theme takes too long for an async task.
    let read = tokio::task::spawn_blocking(move || {
        let next = known.with(&files)?;
        let added = next.get(&files.name).map(|theme| &**theme);
        resolve_messages(added.into_iter()).map_err(ThemeErrors)?;
        let warnings = unused_message_warnings(added.into_iter());
        Ok::<_, ThemeErrors>((next, warnings))
    });
    let fault = match read.await {
        Ok(Ok((next, warnings))) => {
            for warning in warnings {
                tracing::warn!(theme = name.as_str(), %warning, "an uploaded theme has a part that is not used");
            }
            return Arc::new(next);
        }
        Ok(Err(errors)) => errors.to_string(),
        Err(error) => error.to_string(),
    };
    tracing::error!(theme = name.as_str(), %fault, "this version of the program refuses an uploaded theme");
    Arc::new(without_version(&themes, &name))
}

/// Returns the themes where a version of one cannot be used: with its former version, or else with
/// the default theme in its place.
fn without_version(themes: &Themes, name: &str) -> Themes {
    match themes.names().contains(&name) {
        true => themes.clone(),
        false => themes.with_default_for(name),
    }
}
