//! The line of a position in a file that an operator or a designer wrote, for messages about it.

/// Returns the 1-based line of a byte offset.
pub(crate) fn line_of(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    before.filter(|byte| **byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_is_1_and_a_line_ends_with_its_break() {
        let text = "é\nb\n";
        let lines: Vec<usize> = (0..=text.len() + 1).map(|byte| line_of(text, byte)).collect();
        assert_eq!(lines, [1, 1, 1, 2, 2, 3, 3]);
    }
}
