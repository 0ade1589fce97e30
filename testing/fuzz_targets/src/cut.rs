//! Inputs of several parts.

/// The parts between zero bytes as texts, what is not UTF-8 replaced; missing ones are empty, the
/// last holds the rest.
pub(crate) fn texts<const N: usize>(data: &[u8]) -> [String; N] {
    let mut parts = data.splitn(N, |byte| *byte == 0);
    std::array::from_fn(|_| text(parts.next().unwrap_or_default()))
}

/// The whole as text.
pub(crate) fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}
