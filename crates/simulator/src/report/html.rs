//! The report as one page without scripts or external resources, in light and dark, with a table
//! behind every chart.

use super::chart::{ChartLine, Words, bars, lines, ranges};
use super::table::{clock, count, escape, percent, table};
use super::{Band, Report};

const STYLE: &str = include_str!("report.css");
/// Most rows of a series in a table.
const ROWS_MAX: usize = 61;

pub(super) fn page(report: &Report) -> String {
    let title = escape(&report.title);
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head><body><main><h1>{title}</h1><p>{}</p>",
        escape(&report.about)
    );
    html += &verdict(report);
    html += &summary(report);
    html += &life(report);
    html += &flow(report);
    html += &inflow(report);
    html += &waiting(report);
    html += &estimates(report);
    html += &reasons(report);
    html += &overshoot(report);
    html + "</main></body></html>\n"
}

fn verdict(report: &Report) -> String {
    match &report.broken {
        None => "<p class=\"good\">Every invariant that is judged held, after every step.</p>".to_owned(),
        Some(broken) => format!(
            "<p class=\"bad\">Seed {} breaks invariant {} after {}: {}</p>",
            report.seed,
            broken.invariant,
            clock(broken.real_ms as f64 / 1_000.0),
            escape(&broken.what)
        ),
    }
}

fn summary(report: &Report) -> String {
    let (totals, waits) = (&report.totals, &report.waits);
    let rows = [
        ("Seed", report.seed.to_string()),
        ("Played", clock(report.duration_s as f64)),
        ("People who came", count(totals.came)),
        ("Let through", count(totals.through)),
        ("Left before", count(totals.left)),
        ("Still waiting at the end", count(totals.waiting)),
        (
            "Permits used while enough people were present",
            percent(report.flow.permit_use),
        ),
        ("Most redirects in a minute", count(report.flow.minute_max)),
        ("Median wait", clock(waits.median_s)),
        ("Longest wait", clock(waits.max_s)),
        ("Range held the truth", percent(report.estimates.all.coverage)),
        ("Median error of estimates", percent(report.estimates.all.median_error)),
        ("Commits", count(totals.commits)),
    ];
    let rows = rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]);
    table("In short", &["Figure", "Value"], rows)
}

/// Lists the moments by schedule and by order, which the charts mark.
fn life(report: &Report) -> String {
    if report.moments.is_empty() {
        return String::new();
    }
    let rows = report.moments.iter();
    let rows = rows.map(|moment| vec![clock(moment.at_s as f64), moment.what.clone()]);
    table("The room's life", &["Time", "What happens"], rows)
}

fn moments(report: &Report) -> Vec<u64> {
    report.moments.iter().map(|moment| moment.at_s).collect()
}

fn figure(heading: &str, chart: &str, table: &str) -> String {
    let heading = escape(heading);
    format!(
        "<figure><figcaption><h2>{heading}</h2></figcaption>{chart}<details><summary>Figures as a table</summary>{table}</details></figure>"
    )
}

fn numbers<T: Copy + Into<u64>>(values: &[T]) -> Vec<f64> {
    values.iter().map(|value| (*value).into() as f64).collect()
}

/// Returns rows for a few moments of a series.
fn rows<'a>(columns: &'a [Vec<f64>]) -> impl Iterator<Item = Vec<String>> + 'a {
    let length = columns.first().map_or(0, Vec::len);
    let step = length.div_ceil(ROWS_MAX).max(1);
    (0..length).step_by(step).map(move |second| {
        let values = columns.iter().map(|column| format!("{}", column[second]));
        std::iter::once(clock(second as f64)).chain(values).collect()
    })
}

/// Returns a figure of lines over time, and a table with this title and these headings and columns.
fn over_time(
    report: &Report,
    words: &Words<'_>,
    drawn: &[ChartLine<'_>],
    (title, headings, columns): (&str, &[&str], &[Vec<f64>]),
) -> String {
    let chart = lines(words, drawn, &moments(report));
    figure(words.title, &chart, &table(title, headings, rows(columns)))
}

fn line<'a>(name: &'a str, class: char, values: &[f64]) -> ChartLine<'a> {
    ChartLine {
        name,
        class,
        values: values.to_vec(),
    }
}

fn flow(report: &Report) -> String {
    let series = &report.series;
    let columns = [numbers(&series.outflow_60s), numbers(&series.bound)];
    let words = Words {
        id: "outflow",
        title: "Outflow against the bound",
        description: format!(
            "Redirects in every 60 seconds, against the most that is allowed. The highest minute holds {}; the most beyond the bound is {}.",
            report.flow.minute_max, report.flow.overshoot_max
        ),
        unit: "redirects in 60 s",
    };
    let drawn = [
        line("allowed", 'b', &columns[1]),
        line("redirects in the last 60 s", 'a', &columns[0]),
    ];
    let headings = ["Time", "Redirects in the last 60 s", "Allowed"];
    over_time(report, &words, &drawn, ("Outflow", &headings, &columns))
}

fn inflow(report: &Report) -> String {
    let series = &report.series;
    let columns = [numbers(&series.inflow_60s), numbers(&series.outflow_60s)];
    let words = Words {
        id: "inflow",
        title: "Inflow",
        description: "People who came in the last 60 seconds, and people let through.".to_owned(),
        unit: "people in 60 s",
    };
    let drawn = [
        line("came in the last 60 s", 'c', &columns[0]),
        line("redirects in the last 60 s", 'a', &columns[1]),
    ];
    let headings = ["Time", "Came in the last 60 s", "Redirects"];
    over_time(report, &words, &drawn, ("Inflow", &headings, &columns))
}

fn waiting(report: &Report) -> String {
    let series = &report.series;
    let columns = [
        numbers(&series.waiting),
        numbers(&series.present),
        numbers(&series.front),
    ];
    let words = Words {
        id: "waiting",
        title: "People in line",
        description: format!(
            "People counted in the line, and people really there. At the end {} are counted.",
            series.waiting.last().copied().unwrap_or(0)
        ),
        unit: "people",
    };
    let drawn = [
        line("counted in the line", 'a', &columns[0]),
        line("really there", 'c', &columns[1]),
        line("told that it is their turn, and there", 'b', &columns[2]),
    ];
    let headings = ["Time", "Counted", "Really there", "In front"];
    over_time(report, &words, &drawn, ("People in line", &headings, &columns))
}

fn estimates(report: &Report) -> String {
    let estimates = &report.estimates;
    let words = Words {
        id: "estimates",
        title: "Estimates against the truth",
        description: format!(
            "Each stroke is a range somebody was told, over the wait that was really left. {} of the ranges hold the truth; the aim is 80 %.",
            percent(estimates.all.coverage)
        ),
        unit: "told, min",
    };
    let chart = ranges(&words, &estimates.points);
    let all = std::iter::once(&estimates.all).chain(&estimates.bands);
    let rows = all.enumerate().map(|(at, band)| band_row(at == 0, band));
    let headings = [
        "Really left to wait",
        "Estimates",
        "Range held the truth",
        "Truth came before",
        "Median error",
        "Median width",
    ];
    figure(
        "Estimates against the truth",
        &chart,
        &table("Estimates by true wait", &headings, rows),
    )
}

/// Lists the reasons for a longer wait that visitors were shown.
fn reasons(report: &Report) -> String {
    if report.reasons.is_empty() {
        return String::new();
    }
    let rows = report.reasons.iter().map(|shown| {
        let figures = [shown.visitors, shown.polls].map(count);
        std::iter::once(shown.words().to_owned())
            .chain(figures)
            .collect::<Vec<String>>()
    });
    table("Reasons for a longer wait", &["Reason", "Visitors", "Answers"], rows)
}

fn band_row(all: bool, band: &Band) -> Vec<String> {
    let name = match (all, band.to_s) {
        (true, _) => "all".to_owned(),
        (false, Some(to_s)) => format!("{} to {}", clock(band.from_s as f64), clock(to_s as f64)),
        (false, None) => format!("from {}", clock(band.from_s as f64)),
    };
    let shares = [band.coverage, band.too_long, band.median_error, band.median_width].map(percent);
    [name, count(band.samples)].into_iter().chain(shares).collect()
}

fn overshoot(report: &Report) -> String {
    let bins: Vec<(String, u64)> = report
        .flow
        .overshoot
        .iter()
        .map(|bin| (bin_name(bin), bin.minutes))
        .collect();
    let words = Words {
        id: "overshoot",
        title: "How near minutes came to their bound",
        description: format!(
            "Minutes by redirects as a share of what is allowed. The most beyond the bound is {}.",
            report.flow.overshoot_max
        ),
        unit: "% of the bound",
    };
    let chart = bars(&words, &bins);
    let rows = bins.iter().map(|(name, minutes)| vec![name.clone(), count(*minutes)]);
    let table = table(
        "Minutes by share of the bound",
        &["Percent of the bound", "Minutes"],
        rows,
    );
    figure("How near minutes came to their bound", &chart, &table)
}

fn bin_name(bin: &super::Bin) -> String {
    match bin.to_percent {
        Some(to) => format!("{}–{to}", bin.above_percent),
        None => format!("> {}", bin.above_percent),
    }
}
