//! docs/accessibility.md contains the result of the last complete run of `cargo xtask
//! accessibility`: it lists every criterion, and none has failed.

use std::path::Path;

/// WCAG 2.2, levels A and AA: for each guideline its number, how many criteria it has, and the
/// numbers left out (level AAA, and 4.1.1, which is obsolete).
const GUIDELINES: [(&str, u32, &[u32]); 13] = [
    ("1.1", 1, &[]),
    ("1.2", 5, &[]),
    ("1.3", 5, &[]),
    ("1.4", 13, &[6, 7, 8, 9]),
    ("2.1", 4, &[3]),
    ("2.2", 2, &[]),
    ("2.3", 1, &[]),
    ("2.4", 11, &[8, 9, 10]),
    ("2.5", 8, &[5, 6]),
    ("3.1", 2, &[]),
    ("3.2", 6, &[5]),
    ("3.3", 8, &[5, 6]),
    ("4.1", 3, &[1]),
];
const CRITERIA: usize = 55;

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/accessibility.md");
    std::fs::read_to_string(path).expect("the document is there")
}

fn criteria() -> Vec<String> {
    let numbers = |(guideline, last, out): (&str, u32, &[u32])| -> Vec<String> {
        let kept = (1..=last).filter(|number| !out.contains(number));
        kept.map(|number| format!("{guideline}.{number}")).collect()
    };
    GUIDELINES.into_iter().flat_map(numbers).collect()
}

/// Returns the first and the last cell of each row of the table of criteria.
fn rows(document: &str) -> Vec<(&str, &str)> {
    let table = document.split("## Criterion by criterion").nth(1).unwrap_or_default();
    let table = table.split("\n## ").next().unwrap_or_default();
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let id = cells.first()?;
        id.starts_with(|c: char| c.is_ascii_digit())
            .then(|| (*id, cells.last().copied().unwrap_or_default()))
    });
    rows.collect()
}

#[test]
fn every_criterion_is_listed_once_and_in_order() {
    let document = document();
    let listed: Vec<&str> = rows(&document).into_iter().map(|(id, _)| id).collect();
    assert_eq!(criteria().len(), CRITERIA);
    assert_eq!(listed, criteria());
}

#[test]
fn none_has_failed_or_was_left_out() {
    let document = document();
    for (id, result) in rows(&document) {
        let good = ["met: ", "met, by reasoning", "does not apply"];
        assert!(good.iter().any(|start| result.starts_with(start)), "{id}: {result}");
    }
}
