//! `logo` and `color` of a room or customer.

use std::path::{Component, Path};

use serde::{Deserialize, Serialize};

use super::ConfigProblems;
use crate::theme::Color;

/// A room's look in themes that support branding. [`crate::branding`] reads the files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Branding {
    /// A picture beside the configuration or in the themes' directory; default the theme's own.
    pub logo: Option<String>,
    /// `#rrggbb`; default the theme's own accent.
    color: Option<String>,
}

/// The two keys as in the file.
#[derive(Debug)]
pub(super) struct RawBranding {
    pub(super) logo: Option<String>,
    pub(super) color: Option<String>,
}

impl Branding {
    /// The colour, if one is set.
    #[must_use]
    pub fn color(&self) -> Option<Color> {
        self.color.as_deref().and_then(Color::from_hex)
    }

    /// This look, with unset values taken from the other.
    #[must_use]
    pub(super) fn or(self, other: &Self) -> Self {
        Self {
            logo: self.logo.or_else(|| other.logo.clone()),
            color: self.color.or_else(|| other.color.clone()),
        }
    }
}

impl RawBranding {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Branding {
        let color = self.color.map(|text| match Color::from_hex(&text) {
            Some(color) => Ok(color.to_hex()),
            None => Err(format!("{text:?} is not a colour like #0b57d0")),
        });
        let logo = self.logo.map(|file| match is_beside(&file) {
            true => Ok(file),
            false => Err(
                "a file beside the configuration or in the themes' directory is wanted: no .. and no / at the start",
            ),
        });
        Branding {
            logo: problems.take("logo", logo.transpose()).flatten(),
            color: problems.take("color", color.transpose()).flatten(),
        }
    }
}

/// Whether a file is beside the configuration. Users who can change a room must not learn of other
/// files of the machine.
fn is_beside(file: &str) -> bool {
    let mut parts = Path::new(file).components();
    !file.is_empty() && parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The elements that the page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields, default)]
pub struct Display {
    /// The visitor's own number; default true.
    pub queue_number: bool,
    /// People ahead; default true.
    pub users_ahead: bool,
    /// The estimated wait; default true.
    pub wait: bool,
    /// The progress bar; default true.
    pub progress: bool,
    /// The time of the figures' last update; default true.
    pub last_updated: bool,
    /// A choice of languages; default true.
    pub language_picker: bool,
    /// The remaining stock, where the pool says it; default true.
    pub stock: bool,
}

impl Default for Display {
    fn default() -> Self {
        Self {
            queue_number: true,
            users_ahead: true,
            wait: true,
            progress: true,
            last_updated: true,
            language_picker: true,
            stock: true,
        }
    }
}
