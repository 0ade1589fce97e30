//! `suspects` of `[[room]]`: what happens to newcomers whose request has a high score
//! ([`crate::traffic`]).

use serde::Deserialize;

use crate::config::ConfigProblems;
use crate::traffic::{SUSPECT_FROM, SuspectAction, SuspectPolicy};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(rename_all = "camelCase")]
pub(in crate::config) struct RawSuspects {
    /// The lowest score of a suspect, 1 to 100; default 80.
    #[schema(minimum = 1, maximum = 100)]
    from: Option<i64>,
    /// What happens to suspects: `nothing` (default), or `refuse`: they get no place.
    #[schema(pattern = "^(nothing|work|behind|refuse)$")]
    action: Option<String>,
}

impl RawSuspects {
    pub(in crate::config) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<SuspectPolicy> {
        let from = self.from.unwrap_or(i64::from(SUSPECT_FROM));
        let from = u8::try_from(from).ok().filter(|from| (1..=100).contains(from));
        let from = problems.take("suspects.from", from.ok_or("a whole number from 1 to 100 is wanted"));
        let action = match self.action.as_deref() {
            None | Some("nothing") => Ok(SuspectAction::Nothing),
            Some("refuse") => Ok(SuspectAction::Refuse),
            Some(action @ ("work" | "behind")) => Err(format!(
                "{action:?} needs proof of work, which this version does not have; use \"refuse\""
            )),
            Some(other) => Err(format!("{other:?} is not one of \"nothing\", \"refuse\"")),
        };
        let action = problems.take("suspects.action", action);
        Some(SuspectPolicy {
            from: from?,
            action: action?,
        })
    }
}
