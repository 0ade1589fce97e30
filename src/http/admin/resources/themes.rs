//! `themes`: the themes that rooms can have. Operators put further ones into the running server, as
//! tar archives of their folders; [`crate::uploaded_themes`] stores them.

use std::sync::Arc;

use admission::WallMs;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::IntoResponse;
use http::StatusCode;
use http::header::CONTENT_TYPE;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::{Draft, Stamp};
use crate::clock::rfc3339;
use crate::config::{Config, ConfigProblem, RoomDefinition};
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::PathParams;
use crate::http::admin::problem::ProblemDetails;
use crate::http::running::lines;
use crate::http::{AppState, SharedAppState, paths};
use crate::preflight::{unknown_pastimes, unknown_themes};
use crate::text::{Language, Languages};
use crate::theme::{ThemeError, ThemeErrors, ThemeFiles, Themes, checked_name};
use crate::theme_check::CheckedTheme;
use crate::uploaded_themes::{UPLOADED_MAX, archive, repository};

/// The type of tar archives.
const TAR: &str = "application/x-tar";
/// The largest body, bytes; the archive's own bound is reported with a reason.
pub(in crate::http) const BODY_BYTES_MAX: usize = archive::ARCHIVE_BYTES_MAX + 1;
/// Names that no uploaded theme can have: files of all themes begin with it.
const RESERVED: &str = "shared";
/// The maximum number of problems in an answer.
const PROBLEMS_MAX: usize = 50;

/// Where a theme comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum ThemeOrigin {
    /// The program.
    BuiltIn,
    /// A folder of `server.themes_dir`.
    File,
    /// This API.
    Uploaded,
}

/// A theme.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct ThemeView {
    /// The name by which rooms refer to the theme.
    id: String,
    /// The display name.
    name: String,
    origin: ThemeOrigin,
    /// SHA-256 of the files, in hex.
    digest: String,
    /// The size of the files, bytes.
    size: usize,
    /// The number of files.
    files: usize,
    /// Time of the upload; `null` for other themes.
    #[schema(format = DateTime)]
    updated_at: Option<String>,
    /// Name of the token that uploaded it.
    updated_by: Option<String>,
    /// Whether this node shows this version; `false` if this version of the program refuses it.
    in_force: bool,
    /// Rooms that have the theme, as `customer/room`.
    rooms: Vec<String>,
}

/// `themes/{theme}`
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::http) struct ThemePath {
    /// The theme's name.
    #[param(pattern = "^[a-z0-9-]{1,40}$")]
    theme: String,
}

/// Lists all themes.
#[utoipa::path(get, path = paths::ADMIN_THEMES, tag = "themes", responses((status = 200, body = Vec<ThemeView>)))]
pub(in crate::http) async fn list(State(app): State<SharedAppState>) -> Json<Vec<ThemeView>> {
    let themes = app.pages.themes();
    let views = themes.names().into_iter().filter_map(|name| view(&app, &themes, name));
    Json(views.collect())
}

/// Returns the files of a theme as a tar archive.
#[utoipa::path(
    get, path = paths::ADMIN_THEME, tag = "themes", params(ThemePath),
    responses((status = 200, body = String, content_type = "application/x-tar")),
)]
pub(in crate::http) async fn show(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<ThemePath>,
) -> Result<impl IntoResponse, ProblemDetails> {
    let admin_store = app.running.admin_store();
    let files = match repository::all(&admin_store.documents()).get(&path.theme) {
        Some(theme) => repository::read(admin_store, &path.theme, theme)
            .await
            .map_err(|error| {
                tracing::error!(theme = path.theme.as_str(), %error, "cannot read an uploaded theme");
                ProblemDetails::away()
            })?,
        None => {
            let themes = app.pages.themes();
            themes
                .initial(&path.theme)
                .cloned()
                .ok_or_else(|| no_such_theme(&path.theme))?
        }
    };
    Ok(([(CONTENT_TYPE, TAR)], archive::pack(&files)))
}

/// Adds a theme, or replaces an uploaded one, while visitors wait.
///
/// The body is a tar archive of the theme's folder, without compression: at most 2 MiB, 200 entries
/// and 64 files. It is checked as by `anteroom theme check --browser none`, in English. Pages that
/// are open keep the version in which they were loaded.
#[utoipa::path(
    put, path = paths::ADMIN_THEME, tag = "themes", params(ThemePath),
    request_body(content = String, content_type = "application/octet-stream", description = "The theme's folder as a tar archive"),
    responses(
        (status = 200, body = ThemeView),
        (status = 409, description = "The theme is built in or a folder of the server, there are too many, or a room needs a part that it lacks"),
    ),
)]
pub(in crate::http) async fn put(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<ThemePath>,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Result<Json<ThemeView>, ProblemDetails> {
    let body = body.map_err(|error| ProblemDetails::body_unread(error.status(), error.body_text()))?;
    let name = path.theme;
    checked_name(&name).map_err(|error| ProblemDetails::field("/theme", error.problem))?;
    if name == RESERVED || app.pages.themes().initial(&name).is_some() {
        return Err(not_uploaded(&name));
    }
    let unpacked = name.clone();
    let files = tokio::task::spawn_blocking(move || unpacked_and_checked(&unpacked, &body));
    let files = files.await.map_err(|_| ProblemDetails::away())?;
    let files = Arc::new(files.map_err(refused)?);
    let stamp = Stamp::new(caller.name(), app.clock.wall());
    app.change(&caller, |draft| {
        app.must_have_themes_of(draft)?;
        let known = repository::all(draft.documents());
        if known.len() == UPLOADED_MAX && !known.contains_key(&name) {
            return Err(ProblemDetails::conflict(format!(
                "there are {UPLOADED_MAX} uploaded themes already"
            )));
        }
        // Brands change neither names nor pastimes.
        let current = app.pages.themes().with_brands(&[]);
        let next = current.with(&files).map_err(|errors| refused(errors.0))?;
        refuse_same_name(&next, &files)?;
        let config = app.candidate(draft)?;
        refuse_loss(&config, &current, &next)?;
        repository::put(draft, &files, &stamp);
        Ok(())
    })
    .await?;
    let themes = app.pages.themes();
    view(&app, &themes, &name).map(Json).ok_or_else(|| no_such_theme(&name))
}

/// Deletes an uploaded theme that no room has.
#[utoipa::path(
    delete, path = paths::ADMIN_THEME, tag = "themes", params(ThemePath),
    responses((status = 204), (status = 409, description = "A room has the theme, or it is not an uploaded one")),
)]
pub(in crate::http) async fn delete(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(path): PathParams<ThemePath>,
) -> Result<StatusCode, ProblemDetails> {
    let name = path.theme;
    app.change(&caller, |draft| {
        app.must_have_themes_of(draft)?;
        let current = app.pages.themes().with_brands(&[]);
        let next = current.without(&name);
        let config = app.candidate(draft)?;
        let users: Vec<String> = config
            .rooms
            .iter()
            .filter(|room| next.get(&room.theme).is_none() && current.get(&room.theme).is_some())
            .map(RoomDefinition::full_name)
            .collect();
        if !users.is_empty() {
            return Err(ProblemDetails::conflict(format!(
                "rooms have this theme: {}",
                users.join(", ")
            )));
        }
        if repository::remove(draft, &name) {
            return Ok(());
        }
        Err(match current.initial(&name) {
            Some(_) => not_uploaded(&name),
            None => no_such_theme(&name),
        })
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

impl AppState {
    /// Returns the configuration to which a draft of themes comes.
    fn candidate(&self, draft: &Draft) -> Result<Config, ProblemDetails> {
        let candidate = self.running.candidate(draft.documents());
        candidate.map_err(|problems| ProblemDetails::invalid_configuration(problems, None))
    }
}

/// Reads an archive, and checks the theme like `anteroom theme check` without a browser. Only
/// English is checked, as by `anteroom theme preview`: all languages take too long for a request.
fn unpacked_and_checked(name: &str, body: &[u8]) -> Result<ThemeFiles, Vec<ThemeError>> {
    let files = archive::unpack(name, body).map_err(|errors: ThemeErrors| errors.0)?;
    let languages = Languages::load();
    let english: Vec<&Language> = languages.find("en").into_iter().collect();
    let problems = CheckedTheme::of(&files, &english).report.problems;
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

fn view(app: &AppState, themes: &Themes, name: &str) -> Option<ThemeView> {
    let theme = themes.get(name)?;
    let uploaded = app.running.uploaded_themes();
    let uploaded = uploaded.get(name);
    let initial = themes.initial(name);
    let (digest, size, files) = match (uploaded, initial) {
        (Some(known), _) => (known.digest.clone(), known.size, known.files),
        (None, Some(files)) => (theme.digest.clone(), files.size(), files.files.len()),
        (None, None) => return None,
    };
    let origin = match uploaded {
        Some(_) => ThemeOrigin::Uploaded,
        None if ThemeFiles::built_in(name).is_some() => ThemeOrigin::BuiltIn,
        None => ThemeOrigin::File,
    };
    let config = app.running.config();
    let has_it = |room: &&RoomDefinition| {
        themes
            .get(&room.theme)
            .is_some_and(|of_room| Arc::ptr_eq(of_room, theme))
    };
    Some(ThemeView {
        id: name.to_owned(),
        name: theme.name.clone(),
        origin,
        in_force: theme.digest == digest,
        digest,
        size,
        files,
        updated_at: uploaded.map(|known| rfc3339(WallMs(known.last.at))),
        updated_by: uploaded.map(|known| known.last.by.clone()),
        rooms: config
            .rooms
            .iter()
            .filter(has_it)
            .map(RoomDefinition::full_name)
            .collect(),
    })
}

/// Refuses a theme with the display name of another: rooms and links can refer to themes by it.
fn refuse_same_name(next: &Themes, files: &ThemeFiles) -> Result<(), ProblemDetails> {
    let Some(added) = next.get(&files.name) else {
        return Ok(());
    };
    let is_same = |name: &str| name.eq_ignore_ascii_case(&added.name);
    let mut others = next.iter().filter(|theme| theme.id != files.name);
    match others.find(|theme| is_same(&theme.name) || is_same(&theme.id)) {
        Some(other) => {
            let problem = format!("`name` is the name of the theme {:?}", other.id);
            Err(refused(vec![files.error("theme.toml", problem)]))
        }
        None => Ok(()),
    }
}

/// Refuses themes under which a room loses its theme or a pastime.
fn refuse_loss(config: &Config, current: &Themes, next: &Themes) -> Result<(), ProblemDetails> {
    let problems = |themes: &Themes| -> Vec<ConfigProblem> {
        let themes_lost = unknown_themes(config, themes);
        themes_lost
            .into_iter()
            .chain(unknown_pastimes(config, themes))
            .collect()
    };
    let before = problems(current);
    let added = problems(next).into_iter().filter(|problem| !before.contains(problem));
    let lost: Vec<_> = added.map(|problem| config.entry_problem(problem)).collect();
    match lost.is_empty() {
        true => Ok(()),
        false => Err(ProblemDetails::conflict(lines(&lost))),
    }
}

/// The theme breaks rules, by file and line.
fn refused(problems: Vec<ThemeError>) -> ProblemDetails {
    let shown = problems.into_iter().take(PROBLEMS_MAX);
    ProblemDetails::fields(shown.map(|problem| (String::new(), problem.to_string())))
}

fn not_uploaded(name: &str) -> ProblemDetails {
    ProblemDetails::conflict(format!(
        "{name:?} is a theme of the program or of server.themes_dir, or a reserved name; only uploaded themes can be replaced and deleted"
    ))
}

fn no_such_theme(name: &str) -> ProblemDetails {
    ProblemDetails::not_found(format!("there is no theme {name:?}; GET themes lists them all"))
}
