//! `[[group]]`: the priority groups of a pool, the highest first. In each room of the pool, the
//! visitors of a group wait in a separate line, a lane, and share the room's outflow with the other
//! lanes by weight. A visitor enters a group with one of its codes.

use std::sync::Arc;

use admission::pool::config::LANES_MAX;
use serde::Deserialize;

use super::{ConfigProblems, DeclaredNames, Pool, PriorityGroup, pool};

/// The maximum number of groups of a pool: one lane of each room is that of ordinary visitors.
const GROUPS_MAX: usize = LANES_MAX - 1;
/// The longest name, characters.
const NAME_CHARS_MAX: usize = 100;

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(super) struct RawGroup {
    /// The pool in whose rooms the group has priority.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    pool: String,
    /// The id within the pool.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
    /// The name that operators and integrations read; default: the id.
    #[schema(max_length = 100)]
    name: Option<String>,
    /// The group's share of each room's outflow while others wait as well; the share of ordinary
    /// visitors is 1. Default 1.
    #[schema(minimum = 1, maximum = 65_535)]
    weight: Option<i64>,
}

impl RawGroup {
    /// Checks the keys, and adds the group to its pool.
    pub(super) fn check(self, pools: &mut [Pool], declared: &DeclaredNames, problems: &mut ConfigProblems<'_>) {
        let id = problems.take("id", pool::id(self.id));
        let weight = problems.take("weight", pool::weight(self.weight));
        let name = problems.take("name", self.name.map(name).transpose());
        let Some(pool) = pools.iter_mut().find(|pool| pool.id == self.pool) else {
            if !DeclaredNames::has(&declared.pools, &self.pool) {
                problems.add("pool", DeclaredNames::no_such("pool", &declared.pools, &self.pool));
            }
            return;
        };
        let (Some(id), Some(weight), Some(name)) = (id, weight, name) else {
            return;
        };
        if pool.groups.iter().any(|other| other.id == id) {
            return problems.add("id", "another group of this pool has the same id");
        }
        if pool.groups.len() == GROUPS_MAX {
            return problems.add("pool", format!("a pool has at most {GROUPS_MAX} groups"));
        }
        let name = name.unwrap_or_else(|| id.clone());
        pool.groups.push(Arc::new(PriorityGroup { id, name, weight }));
    }
}

fn name(given: String) -> Result<String, String> {
    let name = given.trim();
    match name.chars().count() {
        1..=NAME_CHARS_MAX => Ok(name.to_owned()),
        _ => Err(format!("1 to {NAME_CHARS_MAX} characters are wanted")),
    }
}
