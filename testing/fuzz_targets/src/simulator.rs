//! The decoder of scenarios, which people write.

use simulator::Scenario;

use crate::cut::texts;

/// Parses a scenario and, after a zero byte, the recording that it names. Nothing is played.
pub(crate) fn scenario(data: &[u8]) -> bool {
    let [scenario, recording] = texts(data);
    let read = Scenario::parse(&scenario, |_| Ok(recording.clone()));
    if let Err(refused) = &read {
        assert!(!refused.to_string().is_empty(), "a refusal says why");
    }
    read.is_ok()
}
