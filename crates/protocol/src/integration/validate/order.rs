//! Actions that never take effect, because an action above matches every request that they would
//! match. The check finds only plain cases: an action above matches every page or has the same
//! triggers. It does not compute which conditions imply others.

use super::Problems;
use crate::integration::compare::ANY_TEXT;
use crate::integration::model::{Integration, Trigger, TriggerPart};
use crate::integration::vocabulary::{LogicalOperator, Operator, UrlPart, ValidatorType};

pub(super) fn check(integrations: &[Integration], problems: &mut Problems<'_>) {
    for (index, integration) in integrations.iter().enumerate() {
        let above = &integrations[..index];
        let mut problems = problems.under(format!("Integrations/{index}"));
        if above.iter().any(|other| other.name == integration.name) {
            problems.warn(
                "Name",
                "an action above has the same name; reports cannot tell them apart",
            );
        }
        if let Some(other) = above.iter().find(|other| other.triggers.iter().any(matches_always)) {
            let message = format!("never gets its turn: {:?} above it matches every page", other.name);
            problems.warn("Triggers", message);
        } else if is_covered(integration, above) {
            problems.warn(
                "Triggers",
                "never gets its turn: actions above it have the same triggers",
            );
        }
    }
}

fn is_covered(integration: &Integration, above: &[Integration]) -> bool {
    let taken = |trigger: &Trigger| above.iter().any(|other| other.triggers.contains(trigger));
    !integration.triggers.is_empty() && integration.triggers.iter().all(taken)
}

fn matches_always(trigger: &Trigger) -> bool {
    match trigger.logical_operator {
        Some(LogicalOperator::Or) => trigger.trigger_parts.iter().any(holds_always),
        _ => trigger.trigger_parts.iter().all(holds_always),
    }
}

/// Whether the part holds for every request: a request always has a URL that is not empty.
fn holds_always(part: &TriggerPart) -> bool {
    let of_page_url = part.validator_type == Some(ValidatorType::Url) && part.url_part == Some(UrlPart::PageUrl);
    let any_text = part.value_to_compare.as_deref() == Some(ANY_TEXT);
    of_page_url && any_text && part.operator == Some(Operator::Contains)
}
