//! Locates problems in the file: by line, and by the name of the entry, which users recognize
//! better than its index.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{ConfigProblem, ENVIRONMENT_PREFIX};
use crate::line_number::line_of;

/// A configuration file's text.
#[derive(Debug)]
pub struct ConfigSource {
    name: String,
    text: String,
    /// Environment variables that set keys.
    variables: Vec<String>,
}

/// The location of a field in the file.
#[derive(Debug, Default)]
struct FieldLocation {
    offset: usize,
    /// The id of the entry.
    id: Option<String>,
}

impl ConfigSource {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, Vec<ConfigProblem>> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| {
            vec![ConfigProblem {
                field: name.clone(),
                message: format!("cannot be read: {error}"),
            }]
        })?;
        let variables = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let variables = variables.filter(|name| name.starts_with(ENVIRONMENT_PREFIX)).collect();
        Ok(Self { name, text, variables })
    }

    /// The file's text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts the location before the field of each problem, and sorts them in the order of the file:
    /// `anteroom.toml:14: room[0].max_outflow: room "sale": …`.
    #[must_use]
    pub fn located(&self, problems: Vec<ConfigProblem>) -> Vec<ConfigProblem> {
        // Messages about text that is not TOML contain their own position.
        let Ok(file) = DeTable::parse(&self.text) else {
            return problems.into_iter().map(|problem| self.named(problem)).collect();
        };
        let root = Spanned::new(file.span(), DeValue::Table(file.into_inner()));
        let mut located: Vec<(usize, ConfigProblem)> = problems
            .into_iter()
            .map(|problem| self.locate(&root, problem))
            .collect();
        located.sort_by_key(|(line, _)| *line);
        located.into_iter().map(|(_, problem)| problem).collect()
    }

    fn named(&self, problem: ConfigProblem) -> ConfigProblem {
        ConfigProblem {
            field: format!("{}: {}", self.name, problem.field),
            ..problem
        }
    }

    fn locate(&self, root: &Spanned<DeValue<'_>>, problem: ConfigProblem) -> (usize, ConfigProblem) {
        let place = find(root, &problem.field);
        let line = line_of(&self.text, place.offset);
        let variable = problem.field.strip_prefix("server.").and_then(|key| {
            let key = key.split(['[', '.']).next().unwrap_or_default();
            let name = format!("{ENVIRONMENT_PREFIX}{}", key.to_uppercase());
            self.variables.contains(&name).then_some(name)
        });
        let whence = variable.unwrap_or_else(|| format!("{}:{line}", self.name));
        let section = problem.field.split('[').next().unwrap_or_default();
        let entry = place.id.map(|id| format!("{section} {id:?}: ")).unwrap_or_default();
        let located = ConfigProblem {
            field: format!("{whence}: {}", problem.field),
            message: format!("{entry}{}", problem.message),
        };
        (line, located)
    }
}

/// Finds a field's location, following its path as far as it exists in the file.
fn find(root: &Spanned<DeValue<'_>>, field: &str) -> FieldLocation {
    let mut place = FieldLocation::default();
    let mut at = root;
    let steps = field.split(['.', '[']).filter(|step| !step.is_empty());
    for step in steps {
        let next = match (at.get_ref(), step.strip_suffix(']')) {
            (DeValue::Array(items), Some(index)) => {
                let item = index.parse().ok().and_then(|index: usize| items.get(index));
                item.map(|item| (item.span().start, item))
            }
            (DeValue::Table(table), None) => {
                let mut entries = table.iter();
                let found = entries.find(|(key, _)| **key.get_ref() == *step);
                found.map(|(key, value)| (key.span().start, value))
            }
            _ => None,
        };
        let Some((offset, value)) = next else {
            return place;
        };
        (place.offset, at) = (offset, value);
        if let (DeValue::Table(table), Some(_)) = (value.get_ref(), step.strip_suffix(']')) {
            let id = table.iter().find(|(key, _)| key.get_ref() == "id");
            place.id = id.and_then(|(_, id)| id.get_ref().as_str()).map(str::to_owned);
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "[server]\nhttp = \"x\"\n\n[[customer]]\nid = \"demo\"\n\n# Two rooms\n[[room]]\nid = \"first\"\n\n[[room]]\n\
                        id = \"sale\"\nhosts = [\n  \"a\",\n  \"b\",\n]\n";

    fn located_texts(fields: &[&str]) -> Vec<String> {
        let source = ConfigSource {
            name: "a.toml".to_owned(),
            text: TEXT.to_owned(),
            variables: vec!["ANTEROOM_SERVER_STORE".to_owned()],
        };
        let problems = fields.iter().map(|field| ConfigProblem {
            field: (*field).to_owned(),
            message: "m".to_owned(),
        });
        source
            .located(problems.collect())
            .iter()
            .map(ConfigProblem::to_string)
            .collect()
    }

    #[test]
    fn a_field_is_found_on_its_line_and_a_missing_one_on_its_tables() {
        assert_eq!(
            located_texts(&[
                "room[1].hosts[1]",
                "room[1].target_url",
                "room[0].id",
                "server.http",
                "server.master_key",
                "room[7].id",
                "nothing"
            ]),
            [
                "a.toml:1: server.master_key: m",
                "a.toml:1: nothing: m",
                "a.toml:2: server.http: m",
                "a.toml:8: room[7].id: m",
                "a.toml:9: room[0].id: room \"first\": m",
                "a.toml:11: room[1].target_url: room \"sale\": m",
                "a.toml:15: room[1].hosts[1]: room \"sale\": m",
            ]
        );
        assert_eq!(
            located_texts(&["server.store"]),
            ["ANTEROOM_SERVER_STORE: server.store: m"]
        );
    }
}
