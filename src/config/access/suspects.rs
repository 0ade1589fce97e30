//! `suspects` of `[[room]]`: the treatment of newcomers whose request has a high score
//! ([`crate::traffic`]).

use admission::price::PlacePrice;
use serde::Deserialize;

use crate::config::{ConfigProblems, PriceRules};
use crate::traffic::{SUSPECT_FROM, SuspectAction, SuspectPolicy};

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(rename_all = "camelCase")]
pub(in crate::config) struct RawSuspects {
    /// The lowest score of a suspect, 1 to 100; default 80.
    #[schema(minimum = 1, maximum = 100)]
    from: Option<i64>,
    /// The action for suspects: `nothing` (default), `work` (they do more work than others before
    /// they get a place), `behind` (they wait before they get one), `soft-block` (all newcomers
    /// from their address do the standard work or wait, for an hour), or `refuse` (they get none).
    #[schema(pattern = "^(nothing|work|behind|soft-block|refuse)$")]
    action: Option<String>,
}

impl RawSuspects {
    pub(in crate::config) fn check(
        self,
        price: Option<&PriceRules>,
        problems: &mut ConfigProblems<'_>,
    ) -> Option<SuspectPolicy> {
        let from = self.from.unwrap_or(i64::from(SUSPECT_FROM));
        let from = u8::try_from(from).ok().filter(|from| (1..=100).contains(from));
        let from = problems.take("suspects.from", from.ok_or("a whole number from 1 to 100 is wanted"));
        let action = match self.action.as_deref() {
            None | Some("nothing") => Ok(SuspectAction::Nothing),
            Some("refuse") => Ok(SuspectAction::Refuse),
            Some(action @ ("work" | "soft-block")) if price.is_some_and(|price| price.engine.work.is_none()) => Err(
                format!("`{action}` needs work, which the room does not take: set `price.work`"),
            ),
            Some("behind") if price.is_some_and(|price| price.engine == PlacePrice::default()) => {
                Err("`behind` needs a price, which the room does not have: set `price.work`".to_owned())
            }
            Some("work") => Ok(SuspectAction::Work),
            Some("behind") => Ok(SuspectAction::Behind),
            Some("soft-block") => Ok(SuspectAction::SoftBlock),
            Some(other) => Err(format!(
                "{other:?} is not one of \"nothing\", \"work\", \"behind\", \"soft-block\", \"refuse\""
            )),
        };
        let action = problems.take("suspects.action", action);
        Some(SuspectPolicy {
            from: from?,
            action: action?,
        })
    }
}
