//! `anteroom check`, which is also the first step of `serve`: checks the file's own rules
//! ([`crate::config`]), and the existence of everything to which a configuration refers. Every
//! problem is reported at once, with its line.

use std::path::Path;

use crate::branding::BrandingSet;
use crate::clock::Clock;
use crate::config::{
    Config, ConfigDraft, ConfigProblem, ConfigSource, coverage_warnings, folder_of, hint, likely_mistakes, strength,
};
use crate::email::Emails;
use crate::oidc::Oidc;
use crate::push::WebPushes;
use crate::server::tls::Certificates;
use crate::text::Languages;
use crate::theme::{GAME, PastimeKind, Themes};

/// Loads a configuration that can be served, with warnings about it.
///
/// # Errors
/// Every problem of the file and of its references, by line.
pub fn load(path: &Path) -> Result<(Config, Vec<ConfigProblem>), Vec<ConfigProblem>> {
    let source = ConfigSource::read(path)?;
    let draft = ConfigDraft::parse(source.text(), std::env::vars());
    let mut draft = draft.map_err(|problems| source.located(problems))?;
    if let Some(config) = &mut draft.config {
        config.folder = folder_of(path);
    }
    // References are also checked in a file with problems, in the part that could be read.
    let is_whole = draft.problems.is_empty();
    draft.add_of_file(strength::problems(&draft.tables));
    draft.add_of_file(store(strength::server(&draft.tables, "store")).into_iter().collect());
    let mut of_themes = Vec::new();
    if let Some(config) = &draft.config {
        let of_rooms = match themes(config) {
            Ok(warnings) => {
                of_themes = warnings;
                Vec::new()
            }
            Err(problems) => problems,
        };
        let certificates = Certificates::open(config).err().filter(|_| is_whole);
        let reminders = reminders(config);
        draft.add(of_rooms);
        draft.add(reminders);
        draft.add(certificates.unwrap_or_default());
    }
    match draft.config {
        Some(config) if draft.problems.is_empty() => {
            let mut warnings = strength::warnings(&config);
            warnings.extend(likely_mistakes::warnings(&config, Clock::real().wall()));
            warnings.extend(coverage_warnings(&config));
            warnings.extend(of_themes);
            Ok((config, source.located(warnings)))
        }
        _ => Err(source.located(draft.problems)),
    }
}

/// Every weak secret of the configuration, and every reference to something that does not exist.
#[must_use]
pub fn references(config: &Config) -> Vec<ConfigProblem> {
    // These are fields of the tables. Their indices are those of the file, since no entry has
    // problems of its own.
    let mut problems = strength::problems(&config.tables);
    problems.extend(store(Some(config.server.store.as_str())));
    problems.extend(themes(config).err().unwrap_or_default());
    problems.extend(reminders(config));
    problems.extend(Oidc::problems(config));
    problems.extend(Certificates::open(config).err().unwrap_or_default());
    problems
}

/// Checks the files that `[smtp]` and `[push]` name; does not contact the servers.
fn reminders(config: &Config) -> Vec<ConfigProblem> {
    let smtp = config.smtp.iter();
    let push = config.push.iter();
    let emails = smtp.flat_map(|settings| Emails::problems(settings, &config.folder));
    let pushes = push.flat_map(|settings| WebPushes::problems(settings, &config.folder));
    emails.chain(pushes).collect()
}

/// Checks the store's URL; does not open an embedded store.
fn store(url: Option<&str>) -> Option<ConfigProblem> {
    /// The known kinds of stores.
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
        // Opening the store would create the folder, and would wait for a process that has it open.
        Some(("embedded", path)) if !path.is_empty() => None,
        _ => {
            // Nothing is committed, so the committer needs no number of its own.
            let error = store::open(url, || 0).err()?.to_string();
            Some(problem(hint::with_hint(&error, kind, KINDS)))
        }
    }
}

/// Returns the warnings about the themes.
///
/// # Errors
/// Every problem of the themes, and of what rooms take from them.
fn themes(config: &Config) -> Result<Vec<ConfigProblem>, Vec<ConfigProblem>> {
    let looks = BrandingSet::open(config)?;
    let mut problems = unknown_themes(config, &looks.themes);
    problems.extend(unknown_pastimes(config, &looks.themes));
    problems.extend(unknown_cultures(config, &looks.languages));
    if problems.is_empty() {
        Ok(looks.warnings())
    } else {
        Err(problems)
    }
}

/// Cultures of rooms, and of translations of their messages, that are in none of these languages:
/// the pages would be in English without any warning, and the translation would never be shown.
pub(crate) fn unknown_cultures(config: &Config, languages: &Languages) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    for (index, room) in config.rooms.iter().enumerate() {
        let own = [(format!("room[{index}].culture"), room.culture.as_str())];
        let translations = room.message.iter().flat_map(|message| &message.translations);
        let translations = translations.enumerate().map(|(at, (culture, _))| {
            let field = format!("room[{index}].message.translations[{at}].culture");
            (field, culture.as_str())
        });
        let named = own.into_iter().chain(translations);
        problems.extend(named.filter(|(_, culture)| languages.find(culture).is_none()).map(
            |(field, culture)| ConfigProblem {
                field,
                message: format!(
                    "{culture:?} is no culture that is spoken here, such as \"en-US\" or \"da-DK\"; docs/languages.md \
                     lists them"
                ),
            },
        ));
    }
    problems
}

/// Rooms whose theme is not among these.
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

/// Pastimes of rooms that the room's theme does not have, or whose host the room does not allow.
pub(crate) fn unknown_pastimes(config: &Config, themes: &Themes) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    for (index, room) in config.rooms.iter().enumerate() {
        let Some(theme) = themes.get(&room.theme) else {
            continue;
        };
        for (at, name) in room.pastimes.names.iter().enumerate() {
            let hosts = &room.pastimes.embed_hosts;
            let message = match theme.pastimes.get(name).map(|pastime| &pastime.kind) {
                None => {
                    let known: Vec<&str> = theme.pastimes.names().chain([GAME]).collect();
                    let lost = format!(
                        "the theme {:?} has no pastime {name:?}; there are: {}",
                        theme.id,
                        known.join(", ")
                    );
                    Some(hint::with_hint(&lost, name, known))
                }
                // In a frame of this server's host, the embedded page's scripts could access this
                // page.
                Some(PastimeKind::Embed { host, .. }) if config.server.public_url.host_str() == Some(host.as_str()) => {
                    Some(format!("shows a page of {host}, which is this server itself"))
                }
                Some(PastimeKind::Embed { host, .. }) if !hosts.iter().any(|allowed| allowed.as_str() == host) => Some(
                    format!("shows a page of {host}, which is none of `embed_hosts`; add it there"),
                ),
                Some(_) => None,
            };
            problems.extend(message.map(|message| ConfigProblem {
                field: format!("room[{index}].pastimes[{at}]"),
                message,
            }));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_references_are_reported_with_their_field() {
        let text = r#"
[server]
https = "127.0.0.1:0"
tls_cert = "/nowhere/cert.pem"
tls_key = "/nowhere/key.pem"
master_key = "8f1d0c6a5b7e9342d1c0ffb2a39e48577a61c5d2e0934bb81f6e2d7c9a50f3e4"
[smtp]
host = "smtp.example.com"
from = "queue@example.com"
ca_file = "/nowhere/ca.pem"
[push]
contact = "mailto:ops@example.com"
ca_file = "/nowhere/push.pem"
[[customer]]
id = "demo"
secret_key = "secret"
[[room]]
customer = "demo"
id = "sale"
target_url = "https://shop.example/"
max_outflow = 1
theme = "nobody's"
[[room]]
customer = "demo"
id = "second"
target_url = "https://shop.example/"
max_outflow = 1
pastimes = ["game", "gane"]
"#;
        let problems = references(&Config::parse(text, []).expect("the file itself is right"));
        let fields: Vec<&str> = problems.iter().map(|problem| problem.field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "room[0].theme",
                "room[1].pastimes[1]",
                "smtp.ca_file",
                "push.ca_file",
                "server.tls_cert"
            ]
        );
        assert!(problems[0].message.contains("default"), "{}", problems[0].message);
        assert_eq!(
            problems[1].message,
            "the theme \"default\" has no pastime \"gane\"; there are: game; did you mean `game`?"
        );
    }
}
