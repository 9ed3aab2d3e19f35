//! Several runs side by side: the values of a sweep, the values tried for an even battle.

use super::Page;
use super::run_page::whole_percent;
use crate::plot::{Chart, escape, ticks};
use crate::summary::Summary;
use armies::Scenario;
use game::Ruleset;
use words::Lang;

const PLOT: (f64, f64) = (1_160.0, 380.0);

/// One run of several.
pub struct SeriesRow<'a> {
    /// Its name: the value of a sweep.
    pub name: String,
    /// The generals, where they differ from run to run.
    pub led: String,
    /// Its folder beside the page.
    pub folder: String,
    pub summary: &'a Summary,
}

/// The page. `varied` is the value that differs from run to run; `verdict` comes first.
#[must_use]
pub fn of_series(
    lang: Lang,
    ruleset: &dyn Ruleset,
    scenario: &Scenario,
    varied: &str,
    verdict: &[String],
    runs: &[SeriesRow<'_>],
) -> String {
    let mut page = Page::new(lang, ruleset, scenario.title.get(lang));
    if let Some(first) = runs.first().map(|run| run.summary) {
        let lead = page.say(
            "trial-series-lead",
            &[
                ("ruleset", page.words.ruleset_name(ruleset.id()).into()),
                ("varied", varied.into()),
                ("runs", values(runs).len().into()),
                ("blue", leaders(&page, runs, |summary| &summary.blue).into()),
                ("red", leaders(&page, runs, |summary| &summary.red).into()),
                ("seed", first.seed.to_string().into()),
            ],
        );
        page.text("p", "lead", &lead);
    }
    for line in verdict {
        page.text("p", "", line);
    }
    let side = scenario.sides[0].name.get(lang);
    let title = page.say("trial-effect", &[("side", side.into())]);
    let note = page.say("trial-effect-note", &[]);
    page.section(&title, &note);
    let svg = effect(&page, &title, varied, runs);
    page.put(&format!("<figure>{svg}</figure></section>"));
    table(&mut page, runs);
    page.end()
}

/// A comparison: a table whose first row names the runs compared, each name a link to the page of its run if it has
/// one.
pub struct Comparison<'a> {
    /// The scenario, the generals and the seed.
    pub lead: &'a str,
    /// Warnings to read before the table.
    pub warnings: &'a [String],
    /// The rows; the first column is text.
    pub rows: &'a [Vec<String>],
    /// The folders of the runs, in the order of their columns.
    pub folders: &'a [String],
    /// A note on how to read it.
    pub note: &'a str,
}

/// The page of a comparison: the same table as on the terminal.
#[must_use]
pub fn of_comparison(lang: Lang, ruleset: &dyn Ruleset, scenario: &Scenario, told: &Comparison<'_>) -> String {
    let mut page = Page::new(lang, ruleset, scenario.title.get(lang));
    page.text("p", "lead", told.lead);
    for warning in told.warnings {
        page.text("p", "", warning);
    }
    let Some((heads, rows)) = told.rows.split_first() else { return page.end() };
    let heads: String = (0..)
        .zip(heads)
        .map(|(n, head): (usize, _)| match n.checked_sub(1).and_then(|n| told.folders.get(n)) {
            Some(folder) => format!("<th><a href=\"{}/index.html\">{}</a></th>", escape(folder), escape(head)),
            None => format!("<th>{}</th>", escape(head)),
        })
        .collect();
    let cells = |row: &Vec<String>| row.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect::<String>();
    let rows: String = rows.iter().map(|row| format!("<tr>{}</tr>", cells(row))).collect();
    page.put("<section>");
    page.put(&format!(
        "<div class=\"scroll\"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    ));
    page.text("p", "note", told.note);
    page.put("</section>");
    page.end()
}

/// The values, without repetitions.
fn values<'a>(runs: &'a [SeriesRow<'_>]) -> Vec<&'a str> {
    let mut values: Vec<&str> = Vec::new();
    for run in runs {
        if !values.contains(&run.name.as_str()) {
            values.push(&run.name);
        }
    }
    values
}

/// The generals that led a side, in words.
fn leaders(page: &Page, runs: &[SeriesRow<'_>], of: impl Fn(&Summary) -> &String) -> String {
    let mut names: Vec<String> = Vec::new();
    for run in runs {
        let name = page.words.general(of(run.summary));
        if !names.contains(&name) {
            names.push(name);
        }
    }
    page.words.list(&names)
}

/// Colours of the lines, one for each kind of generals.
const LINES: [&str; 3] = ["act", "blue", "red"];

/// Blue's chance over the values, a line for each kind of generals; values that are words stand at equal distances.
fn effect(page: &Page, title: &str, varied: &str, runs: &[SeriesRow<'_>]) -> String {
    let values = values(runs);
    let figures: Option<Vec<f64>> = values.iter().map(|name| name.parse().ok()).collect();
    let places = figures.clone().unwrap_or_else(|| (0..values.len()).map(|n| n as f64).collect());
    let (low, high) = places.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
    let margin = ((high - low) * 0.06).max(0.25);
    let mut kinds: Vec<&str> = runs.iter().map(|run| run.led.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let right = if kinds.len() > 1 { 190.0 } else { 16.0 };
    let mut chart = Chart::new(title, PLOT, right, (low - margin, high + margin), (0.0, 1.0));
    let rows = [0.0, 0.25, 0.5, 0.75, 1.0].map(|y| (y, whole_percent(page.lang(), y)));
    chart.rows(&rows, Some(0.5));
    let columns: Vec<(f64, String)> = if figures.is_some() && values.len() > 14 {
        ticks((low, high), 10.0).into_iter().map(|x| (x, page.words.decimal(x))).collect()
    } else {
        places.iter().zip(&values).map(|(x, value)| (*x, page.words.word("term", value))).collect()
    };
    chart.columns(&columns, varied);
    let mut names = Vec::new();
    for (kind, class) in kinds.iter().zip(LINES.iter().cycle()) {
        let of_kind = runs.iter().filter(|run| run.led == *kind);
        let mut line: Vec<(f64, &Summary)> = of_kind
            .filter_map(|run| Some((*places.get(values.iter().position(|value| *value == run.name)?)?, run.summary)))
            .collect();
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        let shares: Vec<(f64, f64)> = line.iter().map(|(x, run)| (*x, run.sides.blue_chance.share)).collect();
        chart.line(&shares, class);
        for (x, run) in &line {
            let chance = run.sides.blue_chance;
            chart.point(*x, (chance.low, chance.share, chance.high), class);
        }
        if let (Some((_, last)), true) = (shares.last(), kinds.len() > 1) {
            names.push((*last, (*kind).to_owned(), *class));
        }
    }
    chart.names(names);
    chart.svg()
}

fn table(page: &mut Page, runs: &[SeriesRow<'_>]) {
    let title = page.say("trial-runs", &[]);
    page.section(&title, "");
    let heads: String = [
        "trial-head-value",
        "trial-head-battles",
        "trial-head-blue",
        "trial-head-draws",
        "trial-head-red",
        "trial-head-chance",
        "trial-head-turns",
        "trial-head-blue-lost",
        "trial-head-red-lost",
    ]
    .map(|id| format!("<th>{}</th>", escape(&page.say(id, &[]))))
    .concat();
    let mut html = format!("<div class=\"scroll\"><table><thead><tr>{heads}</tr></thead><tbody>");
    for run in runs {
        let summary = run.summary;
        let lost = |n: usize| summary.losses.get(n).map_or(0.0, |loss| loss.share);
        let cells = [
            page.percent(summary.sides.blue_wins as f64 / summary.battles.max(1) as f64),
            page.percent(summary.draw_rate.share),
            page.percent(summary.sides.red_wins as f64 / summary.battles.max(1) as f64),
            format!(
                "{} · {}",
                page.percent(summary.sides.blue_chance.share),
                page.interval(&summary.sides.blue_chance)
            ),
            words::decimals(page.lang(), summary.turns.mean, 1),
            page.percent(lost(0)),
            page.percent(lost(1)),
        ];
        let name = page.words.word("term", &run.name);
        let name = escape(&if run.led.is_empty() { name } else { format!("{name} · {}", run.led) });
        let first = match run.folder.as_str() {
            "" => name,
            folder => format!("<a href=\"{}/index.html\">{name}</a>", escape(folder)),
        };
        let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        html.push_str(&format!("<tr><td>{first}</td><td>{}</td>{cells}</tr>", page.number(summary.battles)));
    }
    html.push_str("</tbody></table></div>");
    page.put(&html);
    page.put("</section>");
}
