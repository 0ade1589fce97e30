//! "Did you mean …?" for mistyped names.

use std::fmt::Write;

/// The minimum similarity of a name that is proposed (1 is equal).
const LIKENESS_MIN: f64 = 0.6;
/// The longest text that counts as a mistyped name, bytes.
const NAME_BYTES_MAX: usize = 100;

/// The name that was most probably intended.
#[must_use]
pub(crate) fn nearest<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if given.len() > NAME_BYTES_MAX {
        return None;
    }
    let given = given.to_lowercase();
    let likeness = |name: &str| strsim::normalized_damerau_levenshtein(&given, &name.to_lowercase());
    let alike = known.into_iter().map(|name| (likeness(name), name));
    let alike = alike.filter(|(likeness, _)| *likeness >= LIKENESS_MIN);
    alike
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .map(|(_, name)| name)
}

/// Returns a message, with the name that was probably intended if there is one.
#[must_use]
pub(crate) fn with_hint<'n>(message: &str, given: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let mut text = message.to_owned();
    if let Some(meant) = nearest(given, known) {
        write!(text, "; did you mean `{meant}`?").expect("writing to a string");
    }
    text
}

/// The message for an unknown key, in the file and in a request body alike. Proposes a key that is
/// not given yet rather than one that is.
#[must_use]
pub(crate) fn no_such_key(given: &str, known: &[&str], is_given: impl Fn(&str) -> bool) -> String {
    match nearest_unset(given, known, is_given).or_else(|| nearest(given, known.iter().copied())) {
        Some(meant) => format!("there is no such key; did you mean `{meant}`?"),
        None => {
            let names: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("there is no such key; there are {}", names.join(", "))
        }
    }
}

/// The name that was most probably intended, among those that are not given yet.
#[must_use]
pub(in crate::config) fn nearest_unset<'n>(
    given: &str,
    known: &[&'n str],
    is_given: impl Fn(&str) -> bool,
) -> Option<&'n str> {
    nearest(given, known.iter().copied().filter(|name| !is_given(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_proposed_and_others_are_not() {
        let known = ["max_outflow", "message", "target_url", "target_hosts"];
        for (given, meant) in [
            ("max_outlfow", Some("max_outflow")),
            ("maxOutflow", Some("max_outflow")),
            ("target_host", Some("target_hosts")),
            ("massage", Some("message")),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, known), meant, "{given}");
        }
        assert_eq!(nearest(&"a".repeat(NAME_BYTES_MAX + 1), known), None);
        assert_eq!(
            with_hint("no such key", "theem", ["theme"]),
            "no such key; did you mean `theme`?"
        );
    }
}
