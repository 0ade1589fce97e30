//! The preflight check of a configuration, before `anteroom serve` and in `anteroom check`: the
//! file's own rules ([`crate::config`]), and whether themes, cultures, certificates and the store's
//! address exist. Reports every problem at once, with its line.

use std::path::Path;

use crate::branding::BrandingSet;
use crate::config::{Config, ConfigDraft, ConfigProblem, ConfigSource, folder_of, hint, strength};
use crate::server::tls::Certificates;
use crate::text::Languages;
use crate::theme::Themes;

/// A configuration that can be served, and what is doubtful about it.
///
/// # Errors
/// Every problem of the file and of what it refers to, by line.
pub fn load(path: &Path) -> Result<(Config, Vec<ConfigProblem>), Vec<ConfigProblem>> {
    let source = ConfigSource::read(path)?;
    let draft = ConfigDraft::parse(source.text(), std::env::vars());
    let mut draft = draft.map_err(|problems| source.located(problems))?;
    if let Some(config) = &mut draft.config {
        config.folder = folder_of(path);
    }
    // Of what could be read, what it refers to is looked for as well.
    let is_whole = draft.problems.is_empty();
    draft.add_of_file(strength::problems(&draft.tables));
    draft.add_of_file(store(strength::server(&draft.tables, "store")).into_iter().collect());
    if let Some(config) = &draft.config {
        let of_rooms = themes(config);
        let certificates = Certificates::open(config).err().filter(|_| is_whole);
        draft.add(of_rooms);
        draft.add(certificates.unwrap_or_default());
    }
    match draft.config {
        Some(config) if draft.problems.is_empty() => {
            let warnings = source.located(strength::warnings(&config));
            Ok((config, warnings))
        }
        _ => Err(source.located(draft.problems)),
    }
}

/// Every secret of the configuration that is none, and every reference that leads nowhere.
#[must_use]
pub fn references(config: &Config) -> Vec<ConfigProblem> {
    // Fields of the tables, whose numbers are the file's while entries have no problems of their
    // own.
    let mut problems = strength::problems(&config.tables);
    problems.extend(store(Some(config.server.store.as_str())));
    problems.extend(themes(config));
    problems.extend(Certificates::open(config).err().unwrap_or_default());
    problems
}

/// What can be told of the store without opening it.
fn store(url: Option<&str>) -> Option<ConfigProblem> {
    /// The kinds there are.
    const KINDS: [&str; 8] = [
        "embedded",
        "memory",
        "redis",
        "rediss",
        "redis-sentinel",
        "rediss-sentinel",
        "redis-cluster",
        "rediss-cluster",
    ];
    let url = url?;
    let kind = url.split(':').next().unwrap_or_default();
    let problem = |message: String| ConfigProblem {
        field: "server.store".to_owned(),
        message,
    };
    match url.split_once(':') {
        // Opening it would make the folder, and wait for whoever has it.
        Some(("embedded", path)) if !path.is_empty() => None,
        _ => {
            let error = store::open(url).err()?.to_string();
            Some(problem(hint::with_hint(&error, kind, KINDS)))
        }
    }
}

fn themes(config: &Config) -> Vec<ConfigProblem> {
    match BrandingSet::open(config) {
        Ok(looks) => {
            let mut problems = unknown_themes(config, &looks.themes);
            problems.extend(unknown_cultures(config, &looks.languages));
            problems
        }
        Err(problems) => problems,
    }
}

/// Rooms whose culture is in none of these languages: their pages would silently be in English.
pub(crate) fn unknown_cultures(config: &Config, languages: &Languages) -> Vec<ConfigProblem> {
    let rooms = config.rooms.iter().enumerate();
    let lost = rooms.filter(|(_, room)| languages.find(&room.culture).is_none());
    lost.map(|(index, room)| {
        let message = format!(
            "{:?} is no culture that is spoken here, such as \"en-US\" or \"da-DK\"; docs/languages.md lists them",
            room.culture
        );
        ConfigProblem {
            field: format!("room[{index}].culture"),
            message,
        }
    })
    .collect()
}

/// Rooms whose theme is none of these.
pub(crate) fn unknown_themes(config: &Config, themes: &Themes) -> Vec<ConfigProblem> {
    let known: Vec<&str> = themes.iter().map(|theme| theme.id.as_str()).collect();
    let lost = config
        .rooms
        .iter()
        .enumerate()
        .filter(|(_, room)| themes.get(&room.theme).is_none());
    lost.map(|(index, room)| ConfigProblem {
        field: format!("room[{index}].theme"),
        message: hint::with_hint(
            &format!("there is no theme {:?}; there are: {}", room.theme, known.join(", ")),
            &room.theme,
            known.iter().copied(),
        ),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_named_and_not_there_is_said_with_its_field() {
        let text = r#"
[server]
https = "127.0.0.1:0"
tls_cert = "/nowhere/cert.pem"
tls_key = "/nowhere/key.pem"
master_key = "8f1d0c6a5b7e9342d1c0ffb2a39e48577a61c5d2e0934bb81f6e2d7c9a50f3e4"
[[customer]]
id = "demo"
secret_key = "secret"
[[room]]
customer = "demo"
id = "sale"
target_url = "https://shop.example/"
max_outflow = 1
theme = "nobody's"
"#;
        let problems = references(&Config::parse(text, []).expect("the file itself is right"));
        let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
        assert_eq!(fields, ["room[0].theme", "server.tls_cert"]);
        assert!(problems[0].message.contains("default"), "{}", problems[0].message);
    }
}
