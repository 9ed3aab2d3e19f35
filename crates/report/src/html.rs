//! A battle report as one page: text and a picture for each turn, all in one file, fit for printing.

use crate::scene::Frame;
use crate::{Chronicle, Turn, short};
use armies::Scenario;
use game::Ruleset;
use std::fmt::Write as _;
use words::Words;

const STYLE: &str = "\
:root{--ink:#1b2730;--ink-2:#46515a;--rule:#dcd7cc;--act:#0b6467;--paper:#fff}\
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem;background:var(--paper);color:var(--ink);\
font:1rem/1.5 'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans','Noto Sans',sans-serif}\
h1,h2,h3{font-family:'Iowan Old Style','Palatino Linotype','URW Palladio L','Liberation Serif','DejaVu Serif',Georgia,serif;\
line-height:1.2;font-weight:600}h1{font-size:2rem;margin:0}h2{margin:2.5rem 0 .75rem;padding-top:1rem;border-top:1px solid var(--rule)}\
h3{font-size:1.05rem;margin:1.25rem 0 .25rem;color:var(--act)}p{margin:.25rem 0}ul{margin:.25rem 0;padding-left:1.25rem}\
li{margin:.15rem 0}.small{color:var(--ink-2);font-size:.9rem}.lead{color:var(--ink-2)}figure{margin:1rem 0}figcaption{color:var(--ink-2);font-size:.9rem}svg{width:100%;height:auto;display:block}\
summary{cursor:pointer}details ul{list-style:none;font-size:.9rem;color:var(--ink-2)}\
table{border-collapse:collapse}td{padding:.15rem 1rem .15rem 0}\
@media print{body{max-width:none;padding:0;font-size:10pt}h2{break-before:page;border:0}details>ul{display:none}svg{break-inside:avoid}\
h3{break-after:avoid}}";

#[must_use]
pub fn page(
    plain: &Words,
    words: &Words,
    scenario: &Scenario,
    ruleset: &dyn Ruleset,
    generals: &[String; 2],
    told: &Chronicle,
) -> String {
    let lang = plain.lang();
    let title = escape(scenario.title.get(lang));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        plain.lang()
    );
    let head = short::head(plain, scenario, ruleset.id(), generals);
    let name = plain.ruleset_name(ruleset.id());
    for line in std::iter::once(name.as_str()).chain(head.lines().skip(1)).filter(|line| !line.is_empty()) {
        let _ = writeln!(out, "<p class=\"lead\">{}</p>", escape(line));
    }
    if let Some(outcome) = &told.picture.outcome {
        let _ = writeln!(out, "<p><strong>{}</strong></p>", escape(&words.outcome(outcome, &told.names)));
    }
    out.push_str("<table>");
    for [side, cost] in short::losses(plain, words, told) {
        let _ = write!(out, "<tr><td>{}</td><td>{}</td></tr>", escape(&side), escape(&cost));
    }
    out.push_str("</table>\n");
    let mut frame = Frame {
        scenario,
        ruleset,
        moment: String::new(),
        viewer: None,
        prefix: String::new(),
        width: 1_200,
        head: false,
    };
    for turn in &told.turns {
        section((plain, words), &mut out, &mut frame, turn);
    }
    let _ = writeln!(out, "<h2>{}</h2>", escape(&plain.say("report-dice-title", &[])));
    for line in short::dice(plain, told).lines() {
        let _ = writeln!(out, "<p>{}</p>", escape(line));
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn section((plain, words): (&Words, &Words), out: &mut String, frame: &mut Frame<'_>, turn: &Turn) {
    let title = if turn.number == 0 {
        plain.say("report-before", &[])
    } else {
        words.say("report-turn", &[("turn", turn.number.into())])
    };
    let _ = writeln!(out, "<section id=\"turn-{}\">\n<h2>{}</h2>", turn.number, escape(&title));
    if turn.number > 0 {
        let _ = writeln!(out, "<p class=\"lead\">{}</p>", escape(short::turn_in_short(plain, words, turn).trim()));
    }
    frame.prefix = format!("t{}-", turn.number);
    let caption = words.say("report-end-of", &[("turn", turn.number.into())]);
    let svg = frame.svg(plain, Some(&turn.picture));
    let _ = writeln!(out, "<figure>{svg}<figcaption>{}</figcaption></figure>", escape(&caption));
    for phase in turn.phases.iter().filter(|phase| !phase.told.is_empty()) {
        if !phase.name.is_empty() {
            let _ = writeln!(out, "<h3>{}</h3>", escape(&phase.name));
        }
        out.push_str("<ul>\n");
        for sentence in &phase.told {
            let words = escape(&sentence.text);
            if sentence.details.is_empty() {
                let class = if sentence.small { " class=\"small\"" } else { "" };
                let _ = writeln!(out, "<li{class}>{words}</li>");
            } else {
                let lines: String = sentence.details.iter().map(|line| format!("<li>{}</li>", escape(line))).collect();
                let _ = writeln!(out, "<li><details><summary>{words}</summary><ul>{lines}</ul></details></li>");
            }
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</section>\n");
}

/// Escapes text for a page: names come from files.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
