//! The decoder of recordings of incidents.

/// Replays a recording. The oracles can object to one that is accepted.
pub(crate) fn recording(data: &[u8]) -> bool {
    ::incident::replay(data).is_ok()
}
