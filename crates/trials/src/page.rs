//! Pages: one file each, no script, no external resources; pictures are always light.

mod heat;
mod run_page;
mod series_page;

pub use run_page::of_run;
pub use series_page::{Comparison, SeriesRow, of_comparison, of_series};

use crate::interval::Rate;
use crate::plot::escape;
use game::Ruleset;
use words::{Lang, Value, Words};

const STYLE: &str = "\
:root{--ink:#1B2730;--ink-2:#46515A;--ink-3:#5C6870;--sheet:#FFFFFF;--sheet-2:#F6F4EF;--rule:#DCD7CC;--act:#0B6467;--paper:#F4F1EA;\
--blue:#2A4A8C;--red:#B02A33;\
--sans:'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif;\
--serif:'Iowan Old Style','Palatino Linotype','URW Palladio L','Liberation Serif',Georgia,serif}\
*{box-sizing:border-box}body{margin:0;background:var(--sheet);color:var(--ink);font:15px/1.4 var(--sans);font-variant-numeric:tabular-nums}\
main{max-width:1240px;margin:0 auto;padding:24px 24px 48px}h1,h2{font-family:var(--serif);font-weight:600;line-height:1.2;margin:0}\
h1{font-size:30px}h2{font-size:19px;margin-bottom:4px}p{margin:4px 0}.lead{color:var(--ink-2)}.note{color:var(--ink-2);font-size:13px;max-width:72ch}\
section{border-top:1px solid var(--rule);padding-top:16px;margin-top:24px}.two{display:grid;grid-template-columns:1fr 1fr;gap:0 40px}\
.two>section{min-width:0}@media(max-width:900px){.two{grid-template-columns:1fr}}figure{margin:8px 0 0}svg{display:block;width:100%;height:auto}\
.map svg{border:1px solid var(--ink)}\
.plot{font:13px var(--sans);overflow:visible}.plot text{fill:var(--ink-2)}.plot .name{fill:var(--ink-3);font-size:12px}.plot .end{font-weight:600}\
.grid{stroke:var(--rule);fill:none}.axis{stroke:var(--ink-2);fill:none}.line{fill:none;stroke-width:2.2;stroke-linejoin:round}\
.band{fill-opacity:.14}.whisker{fill:none;stroke-width:1.6}.blue{stroke:var(--blue)}.red{stroke:var(--red)}.act{stroke:var(--act)}\
.line.red{stroke-dasharray:8 4}.band.act,.dot.act{fill:var(--act);stroke:none}.dot.blue{fill:var(--blue);stroke:none}.dot.red{fill:var(--red);stroke:none}.plot text.act{fill:var(--act);stroke:none}\
.plot text.blue{fill:var(--blue);stroke:none}.plot text.red{fill:var(--red);stroke:none}\
.split{display:flex;height:34px;margin:12px 0 4px;border:1px solid var(--ink);print-color-adjust:exact;-webkit-print-color-adjust:exact}\
.split i{display:block}.split .b{background:var(--blue)}.split .d{background:var(--sheet-2);border:solid var(--ink);border-width:0 1px}\
.split .r{background:repeating-linear-gradient(90deg,var(--red) 0 3px,#c65058 3px 4px)}\
dl.figures{display:flex;flex-wrap:wrap;gap:8px 40px;margin:8px 0 0}dl.figures dt{color:var(--ink-2);font-size:13px}\
dl.figures dd{margin:0;font-size:22px;font-family:var(--serif);font-weight:600}dl.figures small{font:13px var(--sans);color:var(--ink-2)}\
table{border-collapse:collapse;width:100%;margin-top:8px}th{font-weight:600;font-size:13px;color:var(--ink-2);text-align:right;border-bottom:1px solid var(--ink);padding:4px 0 4px 16px;vertical-align:bottom}\
td{text-align:right;padding:4px 0 4px 16px;border-bottom:1px solid var(--rule);white-space:nowrap}th:first-child,td:first-child{text-align:left;padding-left:0;white-space:normal}\
tr.side td{font-family:var(--serif);font-weight:600;padding-top:12px}a{color:var(--act)}\
.scroll{overflow-x:auto}@media print{@page{size:A4 landscape;margin:10mm}main{max-width:none;padding:0}section{break-inside:avoid}}";

/// The context of every page.
struct Page {
    words: Words,
    out: String,
}

impl Page {
    fn new(lang: Lang, ruleset: &dyn Ruleset, title: &str) -> Self {
        let title = escape(title);
        let out = format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title} · Grognard</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        );
        Self { words: Words::of(lang, ruleset), out }
    }

    fn lang(&self) -> Lang {
        self.words.lang()
    }

    fn say(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        self.words.say(id, values)
    }

    fn percent(&self, share: f64) -> String {
        words::percent(self.lang(), share)
    }

    fn number(&self, n: u64) -> String {
        words::number(self.lang(), n)
    }

    /// A share with its interval, in words.
    fn interval(&self, rate: &Rate) -> String {
        let (low, high) = (self.percent(rate.low), self.percent(rate.high));
        self.say("trial-interval", &[("low", low.into()), ("high", high.into())])
    }

    fn put(&mut self, html: &str) {
        self.out.push_str(html);
        self.out.push('\n');
    }

    fn text(&mut self, tag: &str, class: &str, text: &str) {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let html = format!("<{tag}{class}>{}</{tag}>", escape(text));
        self.put(&html);
    }

    fn section(&mut self, title: &str, note: &str) {
        self.put("<section>");
        self.text("h2", "", title);
        if !note.is_empty() {
            self.text("p", "note", note);
        }
    }

    /// A table: the first column is text, the others are figures. A row with a single cell is a heading.
    fn table(&mut self, heads: &[String], rows: &[Vec<String>]) {
        let heads: String = heads.iter().map(|head| format!("<th>{}</th>", escape(head))).collect();
        let mut html = format!("<div class=\"scroll\"><table><thead><tr>{heads}</tr></thead><tbody>");
        let columns = heads.matches("<th>").count();
        for row in rows {
            match row.as_slice() {
                [one] => {
                    html.push_str(&format!("<tr class=\"side\"><td colspan=\"{columns}\">{}</td></tr>", escape(one)))
                }
                cells => {
                    let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
                    html.push_str(&format!("<tr>{cells}</tr>"));
                }
            }
        }
        html.push_str("</tbody></table></div>");
        self.put(&html);
    }

    fn end(mut self) -> String {
        self.out.push_str("</main>\n</body>\n</html>\n");
        self.out
    }
}
