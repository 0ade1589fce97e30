//! `identity_at` and `visitor_key_at` of `[[room]]`: which newcomers are asked.

/// Reads a key. Returns whether only newcomers before the start are asked.
///
/// # Errors
/// If the value is not known.
pub(super) fn asked_at(at: Option<&str>) -> Result<bool, String> {
    match at {
        None | Some("entry") => Ok(false),
        Some("prequeue") => Ok(true),
        Some(other) => Err(format!("{other:?} is not one of \"entry\", \"prequeue\"")),
    }
}
