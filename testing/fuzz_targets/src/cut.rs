//! Splits inputs of several parts.

/// Returns the parts between zero bytes as texts, with invalid UTF-8 replaced. Missing parts are
/// empty; the last part holds the rest.
pub(crate) fn texts<const N: usize>(data: &[u8]) -> [String; N] {
    let mut parts = data.splitn(N, |byte| *byte == 0);
    std::array::from_fn(|_| text(parts.next().unwrap_or_default()))
}

/// Returns the whole input as text, with invalid UTF-8 replaced.
pub(crate) fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}
