//! The storage of a customer's integration configuration in [the admin store](crate::admin_store),
//! and its changes:
//!
//! | Key | Kind | Contents |
//! | --- | --- | --- |
//! | `integration/<c>/draft` | document | the draft, and how often it was saved |
//! | `integration/<c>/live` | document | the edition that connectors receive |
//! | `integration/<c>/history` | document | the last [`EDITIONS_MAX`] editions, without content |
//! | `integration/<c>/edition/<n>` | archived value | one edition with its content |
//!
//! An edition never changes, even if rooms and hosts do: it contains its source as written, and the
//! default hosts at its publication. Numbers of editions are never reused, because connectors
//! recognize the newer edition by its number.

use protocol::CustomerId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::build::{BuiltIntegration, VersionInfo, build};
use super::source::IntegrationSource;
use crate::admin_store::{AuditNote, DocumentKey, Documents, Draft as Change};

/// Maximum number of editions to view and roll back to; older ones are deleted.
pub const EDITIONS_MAX: usize = 50;

const KIND: &str = "integration";

/// A customer's draft.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IntegrationDraft {
    /// Increases with each save, so that concurrent edits are detected.
    pub edit: u64,
    /// The saved source.
    pub source: IntegrationSource,
}

/// The metadata of an edition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IntegrationEdition)]
pub struct IntegrationEdition {
    /// The edition's number, from 1: the `Version` that connectors see.
    pub version: u64,
    /// Time of publication, RFC 3339.
    pub published_at: String,
    /// The publisher: a token's name.
    pub by: String,
    /// The publisher's comment.
    pub comment: Option<String>,
    /// The edition whose content this edition repeats, if it is a rollback.
    pub rolled_back_to: Option<u64>,
}

/// A published configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edition {
    /// The edition's metadata.
    pub imprint: IntegrationEdition,
    /// The source as written.
    pub source: IntegrationSource,
    /// The waiting room's host for each action, in the order of the actions.
    pub domains: Vec<String>,
}

/// The available editions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// The number of the last edition ever published.
    pub last: u64,
    /// Oldest first.
    pub editions: Vec<IntegrationEdition>,
}

/// One customer's keys in the admin store.
#[derive(Debug, Clone)]
pub struct IntegrationKeys {
    customer: CustomerId,
    draft: DocumentKey,
    live: DocumentKey,
    history: DocumentKey,
}

impl IntegrationKeys {
    /// Returns the keys of a customer.
    #[must_use]
    pub fn of(customer: &CustomerId) -> Self {
        Self {
            customer: customer.clone(),
            draft: key(customer, &["draft"]),
            live: key(customer, &["live"]),
            history: key(customer, &["history"]),
        }
    }

    /// Returns the key of an edition.
    #[must_use]
    pub fn edition(&self, version: u64) -> DocumentKey {
        key(&self.customer, &["edition", &version.to_string()])
    }

    /// Returns the draft; empty at first.
    #[must_use]
    pub fn draft(&self, documents: &Documents) -> IntegrationDraft {
        documents.get(&self.draft).unwrap_or_default()
    }

    /// Returns the published edition, if there is one.
    #[must_use]
    pub fn live(&self, documents: &Documents) -> Option<Edition> {
        documents.get(&self.live)
    }

    /// Returns the available editions.
    #[must_use]
    pub fn history(&self, documents: &Documents) -> History {
        documents.get(&self.history).unwrap_or_default()
    }

    /// Saves a draft.
    pub fn save(&self, change: &mut Change, source: IntegrationSource) -> IntegrationDraft {
        let before = self.draft(change.documents());
        let draft = IntegrationDraft {
            edit: before.edit + 1,
            source,
        };
        let mut note = AuditNote::new("save draft", &format!("{KIND}/{}", self.customer));
        for (key, before, after) in differing(&before.source, &draft.source) {
            note = note.field(key, Some(&before), Some(&after));
        }
        change.note(note);
        change.put(&self.draft, &draft);
        draft
    }

    /// Publishes an edition under the next number.
    pub fn publish(&self, change: &mut Change, mut edition: Edition) -> IntegrationEdition {
        let mut history = self.history(change.documents());
        history.last += 1;
        edition.imprint.version = history.last;
        let imprint = edition.imprint.clone();
        history.editions.push(imprint.clone());
        while history.editions.len() > EDITIONS_MAX {
            let dropped = history.editions.remove(0);
            change.remove_archived(&self.edition(dropped.version));
        }
        change.put(&self.history, &history);
        change.put_archived(&self.edition(imprint.version), &edition);
        let action = match imprint.rolled_back_to {
            None => "publish",
            Some(_) => "roll back",
        };
        let fields = serde_json::to_value(&imprint).expect("an imprint can be written");
        let before = self.live(change.documents()).map(|live| live.imprint.version.into());
        let note = AuditNote::new(action, &format!("{KIND}/{}", self.customer))
            .field("version", before.as_ref(), fields.get("version"))
            .field(
                "comment",
                None,
                fields.get("comment").filter(|comment| !comment.is_null()),
            )
            .field(
                "rolledBackTo",
                None,
                fields.get("rolledBackTo").filter(|version| !version.is_null()),
            );
        change.note(note);
        change.put(&self.live, &edition);
        imprint
    }

    /// Deletes the configuration of a deleted customer except the last number: a later customer
    /// with the same id continues from that number, since connectors can still know it.
    pub fn clear(&self, change: &mut Change) {
        let history = self.history(change.documents());
        change.remove(&self.draft);
        change.remove(&self.live);
        for edition in &history.editions {
            change.remove_archived(&self.edition(edition.version));
        }
        if !history.editions.is_empty() {
            let editions = Vec::new();
            change.put(&self.history, &History { editions, ..history });
        }
    }
}

fn key(customer: &CustomerId, what: &[&str]) -> DocumentKey {
    let id = [&[customer.as_str()], what].concat();
    DocumentKey::new(KIND, &id).expect("ids of customers are short and plain")
}

impl Edition {
    /// Builds the edition's files.
    #[must_use]
    pub fn build(&self, customer: &CustomerId) -> BuiltIntegration {
        let published_at = with_decimals(&self.imprint.published_at);
        let about = VersionInfo {
            customer: customer.as_str(),
            version: i64::try_from(self.imprint.version).unwrap_or(i64::MAX),
            published_at: Some(&published_at),
            comment: self.imprint.comment.as_deref(),
        };
        build(&self.source, about, |index, _| {
            self.domains.get(index).cloned().unwrap_or_default()
        })
    }
}

/// Adds seven decimals to a time in whole seconds, as connectors expect.
fn with_decimals(moment: &str) -> String {
    match moment.strip_suffix('Z') {
        Some(seconds) => format!("{seconds}.0000000Z"),
        None => moment.to_owned(),
    }
}

/// Returns the lists of a source that differ, as JSON.
fn differing(
    before: &IntegrationSource,
    after: &IntegrationSource,
) -> Vec<(&'static str, serde_json::Value, serde_json::Value)> {
    let json = |source: &IntegrationSource| serde_json::to_value(source).expect("a source can be written");
    let (before, after) = (json(before), json(after));
    let lists = ["triggers", "configurations", "actions"].into_iter();
    let both = lists.map(|key| (key, before[key].clone(), after[key].clone()));
    both.filter(|(_, before, after)| before != after).collect()
}
