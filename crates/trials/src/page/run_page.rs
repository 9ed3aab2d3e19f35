//! The page of a run.

use super::{Page, heat};
use crate::plot::{Chart, escape, ticks};
use crate::roster::Roster;
use crate::run::Ended;
use crate::summary::{Loss, Summary};
use game::{Ruleset, Side};
use words::Lang;

const PLOT: (f64, f64) = (620.0, 300.0);

#[must_use]
pub fn of_run(lang: Lang, ruleset: &dyn Ruleset, ended: &Ended) -> String {
    let summary = &ended.summary;
    let names = Names::new(lang, ruleset, ended);
    let mut page = Page::new(lang, ruleset, ended.scenario.title.get(lang));
    head(&mut page, &names, summary);
    page.put("<div class=\"two\">");
    course(&mut page, &names, summary);
    curves(&mut page, &names, summary);
    page.put("</div>");
    deaths(&mut page, &names, ruleset, ended);
    page.put("<div class=\"two\">");
    page.put("<div>");
    losses(&mut page, &names, summary);
    page.put("</div><div>");
    first(&mut page, &names, summary);
    endings(&mut page, summary);
    dice(&mut page, summary);
    page.put("</div></div>");
    let note = page.say("trial-method", &[]);
    page.put("<section>");
    page.text("p", "note", &note);
    page.put("</section>");
    page.end()
}

/// The names used on this page.
struct Names {
    /// The generals for whom results are counted, short and long.
    counted: [String; 2],
    sides: [String; 2],
    roster: Roster,
    lang: Lang,
}

impl Names {
    fn new(lang: Lang, ruleset: &dyn Ruleset, ended: &Ended) -> Self {
        let words = words::Words::of(lang, ruleset);
        let sides = ended.scenario.sides.each_ref().map(|force| force.name.get(lang).to_owned());
        let summary = &ended.summary;
        let counted = if summary.mirror {
            [("trial-named-blue", &summary.blue), ("trial-named-red", &summary.red)]
                .map(|(id, general)| words.say(id, &[("general", words.general(general).into())]))
        } else {
            sides.clone()
        };
        Self { counted, sides, roster: Roster::of(&ended.scenario), lang }
    }

    fn unit(&self, id: &str) -> String {
        let unit = self.roster.units.iter().find(|unit| unit.id == id);
        unit.map_or_else(|| id.to_owned(), |unit| unit.name.get(self.lang).to_owned())
    }

    fn brigade(&self, id: &str) -> String {
        let brigade = self.roster.brigades.iter().find(|brigade| brigade.id == id);
        brigade.map_or_else(|| id.to_owned(), |brigade| brigade.name.get(self.lang).to_owned())
    }
}

fn head(page: &mut Page, names: &Names, summary: &Summary) {
    let general = |name: &str| page.words.general(name);
    let lead = page.say(
        "trial-lead",
        &[
            ("ruleset", page.words.ruleset_name(&summary.ruleset).into()),
            ("battles", summary.battles.into()),
            ("count", page.number(summary.battles).into()),
            ("blue", general(&summary.blue).into()),
            ("red", general(&summary.red).into()),
            ("seed", summary.seed.to_string().into()),
        ],
    );
    page.text("p", "lead", &lead);
    if summary.battles + summary.failed < summary.planned {
        let left = page.say("trial-unfinished", &[("planned", page.number(summary.planned).into())]);
        page.text("p", "lead", &left);
    }
    let wide = |share: f64| format!("{:.2}%", share * 100.0);
    page.put(&format!(
        "<div class=\"split\" role=\"img\" aria-label=\"{}\"><i class=\"b\" style=\"width:{}\"></i><i class=\"d\" style=\"width:{}\"></i><i class=\"r\" style=\"width:{}\"></i></div>",
        escape(&page.say("trial-results", &[])),
        wide(summary.blue_rate.share),
        wide(summary.draw_rate.share),
        wide(summary.red_rate.share)
    ));
    let rates = [
        (page.say("trial-won-by", &[("who", names.counted[0].clone().into())]), summary.blue_wins, summary.blue_rate),
        (page.say("trial-drawn", &[]), summary.draws, summary.draw_rate),
        (page.say("trial-won-by", &[("who", names.counted[1].clone().into())]), summary.red_wins, summary.red_rate),
    ];
    let mut figures = String::from("<dl class=\"figures\">");
    for (name, count, rate) in &rates {
        let small = format!("{} · {}", page.number(*count), page.interval(rate));
        figures.push_str(&figure(name, &page.percent(rate.share), &small));
    }
    let spread =
        page.say("trial-turns-spread", &[("least", summary.turns.least.into()), ("most", summary.turns.most.into())]);
    figures.push_str(&figure(
        &page.say("trial-turns", &[]),
        &words::decimals(page.lang(), summary.turns.mean, 1),
        &spread,
    ));
    if let Some(pairs) = &summary.pairs {
        let small = page.interval(&pairs.blue_rate);
        let name = page.say("trial-pairs", &[("who", names.counted[0].clone().into())]);
        figures.push_str(&figure(&name, &page.percent(pairs.blue_rate.share), &small));
        let small = page.interval(&pairs.blue_rate_by_points);
        let name = page.say("trial-pairs-by-points", &[]);
        figures.push_str(&figure(&name, &page.percent(pairs.blue_rate_by_points.share), &small));
        for (who, lost) in names.counted.iter().zip([pairs.blue_lost, pairs.red_lost]) {
            let name = page.say("trial-lost-of-led", &[("who", who.clone().into())]);
            figures.push_str(&figure(&name, &page.percent(lost), ""));
        }
    }
    figures.push_str("</dl>");
    page.put(&figures);
    if summary.mirror {
        let note = page.say("trial-mirror-note", &[]);
        page.text("p", "note", &note);
    }
}

fn figure(name: &str, value: &str, small: &str) -> String {
    format!("<div><dt>{}</dt><dd>{} <small>{}</small></dd></div>", escape(name), escape(value), escape(small))
}

/// The chance as battles accumulate.
fn course(page: &mut Page, names: &Names, summary: &Summary) {
    let title = page.say("trial-course", &[("who", names.counted[0].clone().into())]);
    let note = page.say("trial-course-note", &[]);
    page.section(&title, &note);
    let last = summary.course.last().map_or(1, |moment| moment.battles);
    let from = summary.course.first().map_or(1, |moment| moment.battles);
    let x = (from as f64, last as f64);
    let mut chart = Chart::new(&title, PLOT, 16.0, x, (0.0, 1.0));
    let rows = [0.0, 0.25, 0.5, 0.75, 1.0].map(|y| (y, whole_percent(page.lang(), y)));
    chart.rows(&rows, Some(0.5));
    let columns: Vec<(f64, String)> =
        ticks(x, 6.0).into_iter().filter(|x| x.fract() == 0.0).map(|x| (x, page.number(x as u64))).collect();
    chart.columns(&columns, &page.say("trial-axis-battles", &[]));
    let band: Vec<(f64, f64, f64)> =
        summary.course.iter().map(|m| (m.battles as f64, m.chance.low, m.chance.high)).collect();
    chart.band(&band, "act");
    let line: Vec<(f64, f64)> = summary.course.iter().map(|m| (m.battles as f64, m.chance.share)).collect();
    chart.line(&line, "act");
    let svg = chart.svg();
    page.put(&format!("<figure>{svg}</figure></section>"));
}

pub(super) fn whole_percent(lang: Lang, share: f64) -> String {
    let figure = format!("{:.0}", share * 100.0);
    match lang {
        Lang::Fr => format!("{figure}\u{202f}%"),
        Lang::En => format!("{figure}%"),
    }
}

/// The losses of each side, turn by turn.
fn curves(page: &mut Page, names: &Names, summary: &Summary) {
    let title = page.say("trial-curves", &[]);
    let note = page.say("trial-curves-note", &[]);
    page.section(&title, &note);
    let turns = summary.curves.iter().map(|curve| curve.lost.len()).max().unwrap_or(0).max(1);
    let most = summary.curves.iter().flat_map(|curve| &curve.lost).copied().fold(0.05, f64::max);
    let top = (most * 10.0).ceil() / 10.0;
    let mut chart = Chart::new(&title, PLOT, 150.0, (0.0, turns as f64), (0.0, top));
    let rows: Vec<(f64, String)> =
        ticks((0.0, top), 5.0).into_iter().map(|y| (y, whole_percent(page.lang(), y))).collect();
    chart.rows(&rows, None);
    let columns: Vec<(f64, String)> = ticks((0.0, turns as f64), 10.0)
        .into_iter()
        .filter(|x| x.fract() == 0.0)
        .map(|x| (x, format!("{x:.0}")))
        .collect();
    chart.columns(&columns, &page.say("trial-axis-turns", &[]));
    let mut ends = Vec::new();
    for (side, curve) in Side::BOTH.into_iter().zip(&summary.curves) {
        let points = std::iter::once(0.0).chain(curve.lost.iter().copied());
        let points: Vec<(f64, f64)> = points.enumerate().map(|(turn, lost)| (turn as f64, lost)).collect();
        let class = crate::rows::key(side);
        chart.line(&points, class);
        let end = points.last().map_or(0.0, |(_, lost)| *lost);
        ends.push((end, format!("{} {}", page.say(&format!("side-{class}"), &[]), page.percent(end)), class));
    }
    chart.names(ends);
    let svg = chart.svg();
    page.put(&format!("<figure>{svg}</figure>"));
    let [blue, red] = names.sides.clone();
    let legend = page.say("trial-sides", &[("blue", blue.into()), ("red", red.into())]);
    page.text("p", "note", &legend);
    page.put("</section>");
}

/// Where units left the battle.
fn deaths(page: &mut Page, names: &Names, ruleset: &dyn Ruleset, ended: &Ended) {
    let title = page.say("trial-deaths", &[]);
    let note = page.say("trial-deaths-note", &[]);
    page.section(&title, &note);
    let totals = ended.heat.counts.each_ref().map(|counts| counts.iter().sum::<u64>());
    let captions: Vec<String> = (0..2)
        .map(|n| {
            page.say(
                "trial-deaths-of",
                &[
                    ("side", names.sides[n].clone().into()),
                    ("n", totals[n].into()),
                    ("count", page.number(totals[n]).into()),
                ],
            )
        })
        .collect();
    let (_, pas) = ruleset.measure();
    let maps = heat::maps(&ended.scenario.ground, pas, &ended.heat, [&captions[0], &captions[1]]);
    page.put("<div class=\"two map\">");
    for (map, caption) in maps.iter().zip(&captions) {
        page.put(&format!("<figure>{map}<figcaption class=\"note\">{}</figcaption></figure>", escape(caption)));
    }
    page.put("</div></section>");
}

fn losses(page: &mut Page, names: &Names, summary: &Summary) {
    let title = page.say("trial-losses", &[]);
    let note = page.say("trial-losses-note", &[]);
    page.section(&title, &note);
    let heads: Vec<String> = [
        "trial-head-who",
        "trial-head-start",
        "trial-head-lost",
        "trial-head-share",
        "trial-head-broke",
        "trial-head-gone",
    ]
    .map(|id| page.say(id, &[]))
    .into();
    let mut rows = Vec::new();
    for (side, loss) in Side::BOTH.into_iter().zip(&summary.losses) {
        let key = crate::rows::key(side);
        rows.push(vec![names.sides[side.index()].clone()]);
        rows.push(row(page, page.say("trial-all", &[]), loss));
        for arm in summary.arms.iter().filter(|arm| arm.side == key) {
            rows.push(row(page, page.words.word("arm", &arm.of), arm));
        }
        for brigade in summary.brigades.iter().filter(|brigade| brigade.side == key) {
            rows.push(row(page, names.brigade(&brigade.of), brigade));
        }
        for unit in summary.units.iter().filter(|unit| unit.side == key) {
            rows.push(row(page, format!("– {}", names.unit(&unit.of)), unit));
        }
    }
    page.table(&heads, &rows);
    page.put("</section>");
}

fn row(page: &Page, name: String, loss: &Loss) -> Vec<String> {
    let hundred = |n: f64| page.percent(n / 100.0);
    vec![
        name,
        page.words.decimal(loss.start),
        words::decimals(page.lang(), loss.lost, 2),
        page.percent(loss.share),
        hundred(loss.broke),
        hundred(loss.gone),
    ]
}

fn first(page: &mut Page, names: &Names, summary: &Summary) {
    let title = page.say("trial-first", &[]);
    page.section(&title, "");
    let heads: Vec<String> =
        ["trial-head-who", "trial-head-battles", "trial-head-share"].map(|id| page.say(id, &[])).into();
    let none = page.say("trial-none", &[]);
    let rows: Vec<Vec<String>> = summary
        .first_broken
        .iter()
        .take(12)
        .map(|first| {
            let name = if first.unit.is_empty() { none.clone() } else { names.unit(&first.unit) };
            vec![name, page.number(first.battles), page.percent(first.share)]
        })
        .collect();
    page.table(&heads, &rows);
    page.put("</section>");
}

fn endings(page: &mut Page, summary: &Summary) {
    let title = page.say("trial-endings", &[]);
    page.section(&title, "");
    let heads: Vec<String> =
        ["trial-head-how", "trial-head-battles", "trial-head-share"].map(|id| page.say(id, &[])).into();
    let mut endings: Vec<(&String, &u64)> = summary.endings.iter().collect();
    endings.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
    let rows: Vec<Vec<String>> = endings
        .into_iter()
        .map(|(how, count)| {
            let share = *count as f64 / summary.battles.max(1) as f64;
            vec![page.words.word("outcome", how), page.number(*count), page.percent(share)]
        })
        .collect();
    page.table(&heads, &rows);
    page.put("</section>");
}

fn dice(page: &mut Page, summary: &Summary) {
    let title = page.say("trial-dice", &[]);
    let note = page.say("trial-dice-note", &[]);
    page.section(&title, &note);
    let heads: Vec<String> = [
        "trial-head-die",
        "trial-head-thrown",
        "trial-head-mean",
        "trial-head-expected",
        "trial-head-error",
        "trial-head-deviation",
    ]
    .map(|id| page.say(id, &[]))
    .into();
    let figure = |value: f64| words::decimals(page.lang(), value, 4);
    let rows: Vec<Vec<String>> = summary
        .dice
        .iter()
        .map(|line| {
            vec![
                line.die.clone(),
                page.number(line.thrown),
                figure(line.mean),
                page.words.decimal(line.expected),
                figure(line.standard_error),
                words::decimals(page.lang(), line.deviation, 1),
            ]
        })
        .collect();
    page.table(&heads, &rows);
    page.put("</section>");
}
