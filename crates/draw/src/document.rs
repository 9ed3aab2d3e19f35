//! Whole pictures: one SVG document with the map, its graduated edge, and title, scale and compass around it.

use crate::Layer;
use crate::ground::{burning, ground_layer, has_reconstructed};
use crate::labels::units;
use crate::overlay::{Overlay, overlay_layer};
use crate::style::{SANS, SERIF, Style, Token};
use crate::svg::{Esc, N, put, text_width};
use crate::symbols::units_layer;
use crate::view::{Up, View};
use game::{Picture, Side, Term, UnitId};
use table::{Cm, Ground};
use words::{Lang, Words};

/// Which units show their names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Names {
    /// Those for which the scale has room.
    #[default]
    ByScale,
    /// All that can be placed.
    Always,
    Never,
}

/// The options of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Width of the whole picture.
    pub width_px: u32,
    /// The ruleset's unit of distance, on the ground.
    pub pas_cm: Cm,
    /// The ruleset's name for it ("pas", "UD", "cm").
    pub unit: String,
    /// Language of labels and figures.
    pub lang: Lang,
    /// The ruleset whose texts say what a mark means; `None`: no mark is drawn.
    pub ruleset: Option<&'static str>,
    /// The palette and type.
    pub style: Style,
    /// The direction at the top.
    pub up: Up,
    /// Title, above the map; empty: no head.
    pub title: String,
    /// Second line: the day, the ruleset.
    pub subtitle: String,
    /// The right end of the head: the turn, the phase.
    pub moment: String,
    /// The chosen unit.
    pub chosen: Option<UnitId>,
    /// The side that sees the picture; `None`: the umpire.
    pub viewer: Option<Side>,
    /// The leading nation of blue and red, whose cockade their troops wear; `None`: the most frequent one.
    pub leading: [Option<Term>; 2],
    /// Which units show their names.
    pub names: Names,
    /// Measurements and plans, over the troops.
    pub overlays: Vec<Overlay>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width_px: 1_440,
            pas_cm: 5_000,
            unit: "pas".to_owned(),
            lang: Lang::default(),
            ruleset: None,
            style: Style::default(),
            up: Up::default(),
            title: String::new(),
            subtitle: String::new(),
            moment: String::new(),
            chosen: None,
            viewer: None,
            leading: [None, None],
            names: Names::default(),
            overlays: Vec::new(),
        }
    }
}

/// Width of the graduated edge.
const EDGE: f64 = 6.0;
const FOOT: f64 = 54.0;

impl Options {
    fn head(&self) -> f64 {
        if self.title.is_empty() && self.subtitle.is_empty() && self.moment.is_empty() { 0.0 } else { 52.0 }
    }

    /// The place of the map in a picture made with these options.
    #[must_use]
    pub fn view(&self, ground: &Ground) -> View {
        let width = self.width_px.clamp(200, 10_000) - 2 * EDGE as u32;
        View::new(ground, width, self.pas_cm, self.up).placed(EDGE, self.head() + EDGE)
    }
}

/// A battle as one SVG document.
#[must_use]
pub fn battle_picture(ground: &Ground, picture: &Picture, options: &Options) -> String {
    let layer = ground_layer(ground, &options.view(ground), &options.style);
    battle_picture_over(&layer, ground, picture, options)
}

/// The same, over a ground drawn before with [`Options::view`] and the same style: the ground is most of the work and
/// never changes.
#[must_use]
pub fn battle_picture_over(layer: &Layer, ground: &Ground, picture: &Picture, options: &Options) -> String {
    let view = options.view(ground);
    document(layer, ground, Some(picture), &view, options)
}

/// A ground without troops as one SVG document.
#[must_use]
pub fn ground_picture(ground: &Ground, options: &Options) -> String {
    let view = options.view(ground);
    let layer = ground_layer(ground, &view, &options.style);
    document(&layer, ground, None, &view, options)
}

fn document(layer: &Layer, ground: &Ground, picture: Option<&Picture>, view: &View, options: &Options) -> String {
    let style = &options.style;
    let map = view.bounds();
    let (width, height) = ((map.max.x + EDGE).ceil(), (map.max.y + EDGE + FOOT).ceil());
    let mut out = String::with_capacity(layer.0.len() + 64 * 1024);
    put!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" font-family=\"{SANS}\" font-size=\"13\">",
        w = N(width),
        h = N(height)
    );
    put!(out, "<title>{}</title>", Esc(if options.title.is_empty() { "Grognard" } else { &options.title }));
    put!(out, "<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>", N(width), N(height), style.c(Token::Sheet));
    if options.head() > 0.0 {
        head(&mut out, width, options);
    }
    out.push_str(&layer.0);
    put!(out, "<g clip-path=\"url(#{})\">", style.id("map"));
    if let Some(picture) = picture {
        sites(&mut out, ground, picture, view, options);
        let (under, over): (Vec<&Overlay>, Vec<&Overlay>) =
            options.overlays.iter().partition(|o| o.lies_under_troops());
        out.push_str(&overlay_layer(under, view, options).0);
        out.push_str(&units_layer(picture, ground, view, options).0);
        out.push_str(&overlay_layer(over, view, options).0);
    } else {
        out.push_str(&overlay_layer(&options.overlays, view, options).0);
    }
    out.push_str("</g>");
    edge(&mut out, view, style);
    foot(&mut out, ground, view, width, options);
    out.push_str("</svg>\n");
    out
}

fn head(out: &mut String, width: f64, options: &Options) {
    let style = &options.style;
    let (ink, second) = (style.c(Token::Ink), style.c(Token::Ink2));
    put!(
        *out,
        "<g class=\"head\"><text x=\"16\" y=\"23\" font-family=\"{SERIF}\" font-weight=\"600\" font-size=\"19\" fill=\"{ink}\">{}</text>",
        Esc(&options.title)
    );
    put!(*out, "<text x=\"16\" y=\"41\" fill=\"{second}\">{}</text>", Esc(&options.subtitle));
    put!(
        *out,
        "<text x=\"{}\" y=\"32\" text-anchor=\"end\" font-family=\"{SERIF}\" font-weight=\"600\" font-size=\"15\" fill=\"{ink}\">{}</text></g>",
        N(width - 16.0),
        Esc(&options.moment)
    );
}

/// Flames over burning sites.
fn sites(out: &mut String, ground: &Ground, picture: &Picture, view: &View, options: &Options) {
    let words = Words::under(options.lang, options.ruleset);
    let burns = |mark: &Term| words.attribute(&format!("mark-name-{mark}"), "shows").as_deref() == Some("burning");
    for (site, _) in picture.sites.iter().filter(|(_, marks)| marks.keys().any(burns)) {
        burning(out, ground, *site, view, &options.style);
    }
}

/// The edge: one bar per unit of the ruleset, or per five, ten... where units are too small.
fn edge(out: &mut String, view: &View, style: &Style) {
    let map = view.bounds();
    let mut bar = view.px_per_pas();
    for times in [5.0, 2.0].into_iter().cycle().take(12) {
        if bar >= 6.0 {
            break;
        }
        bar *= times;
    }
    let mut d = String::new();
    let bars = |length: f64| (0..).map(|i| f64::from(i) * bar * 2.0).take_while(move |t| *t < length).take(2_000);
    for t in bars(map.size().x) {
        let w = bar.min(map.size().x - t);
        put!(
            d,
            "M{} {}h{w}v{EDGE}h-{w}zM{} {}h{w}v{EDGE}h-{w}z",
            N(map.min.x + t),
            N(map.min.y - EDGE),
            N(map.min.x + t),
            N(map.max.y),
            w = N(w)
        );
    }
    for t in bars(map.size().y) {
        let h = bar.min(map.size().y - t);
        put!(
            d,
            "M{} {}h{EDGE}v{h}h-{EDGE}zM{} {}h{EDGE}v{h}h-{EDGE}z",
            N(map.min.x - EDGE),
            N(map.min.y + t),
            N(map.max.x),
            N(map.min.y + t),
            h = N(h)
        );
    }
    let ink = style.c(Token::Ink);
    let outer = map.grown(EDGE);
    put!(*out, "<g class=\"edge\"><path d=\"{d}\" fill=\"{ink}\" fill-opacity=\".82\"/>");
    for b in [map, outer] {
        put!(
            *out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{ink}\"/>",
            N(b.min.x),
            N(b.min.y),
            N(b.size().x),
            N(b.size().y)
        );
    }
    out.push_str("</g>");
}

/// Compass, scale bar, and the sign for reconstructed features.
fn foot(out: &mut String, ground: &Ground, view: &View, width: f64, options: &Options) {
    let style = &options.style;
    let (ink, second, sheet) = (style.c(Token::Ink), style.c(Token::Ink2), style.c(Token::Sheet));
    let y = view.bounds().max.y + EDGE + FOOT / 2.0;
    put!(
        *out,
        "<g class=\"foot\"><g class=\"compass\" transform=\"translate(34 {})\"><circle r=\"19\" fill=\"{sheet}\" stroke=\"{ink}\" stroke-width=\".8\"/>",
        N(y)
    );
    put!(
        *out,
        "<g transform=\"rotate({})\"><path d=\"M0-16L4.4 0H-4.4Z\" fill=\"{ink}\"/><path d=\"M0 16L4.4 0H-4.4Z\" fill=\"{sheet}\" stroke=\"{ink}\" stroke-width=\".8\"/></g>",
        N(view.turn(0))
    );
    put!(*out, "<text x=\"26\" y=\"4.5\" font-family=\"{SERIF}\" font-weight=\"600\" fill=\"{ink}\">N</text></g>");
    let mut each = 1_i64;
    for times in [2, 5].into_iter().cycle().take(14) {
        if view.px_per_pas() * each as f64 >= 18.0 {
            break;
        }
        each *= times;
    }
    let bar = (view.px_per_pas() * each as f64).min(width / 8.0);
    put!(*out, "<g class=\"scale\" transform=\"translate(104 {})\" stroke-width=\".8\">", N(y - 2.0));
    for i in 0..5 {
        put!(
            *out,
            "<rect x=\"{}\" width=\"{}\" height=\"5\" fill=\"{}\" stroke=\"{ink}\"/>",
            N(bar * f64::from(i)),
            N(bar),
            if i % 2 == 0 { ink } else { sheet }
        );
    }
    let metres = (view.pas * each as f64 * 5.0 / 100.0).round() as i64;
    put!(*out, "<text x=\"0\" y=\"-6\" text-anchor=\"middle\" font-size=\"12\" fill=\"{ink}\">0</text>");
    put!(
        *out,
        "<text x=\"{}\" y=\"-6\" text-anchor=\"middle\" font-size=\"12\" fill=\"{ink}\">{}\u{a0}{}</text>",
        N(bar * 5.0),
        each * 5,
        Esc(&options.unit)
    );
    put!(
        *out,
        "<text x=\"{}\" y=\"20\" text-anchor=\"middle\" font-family=\"{SERIF}\" font-style=\"italic\" fill=\"{second}\">{}\u{a0}m</text></g>",
        N(bar * 5.0),
        units(metres, 1.0, options.lang)
    );
    if has_reconstructed(ground) {
        let note = Words::plain(options.lang).say("picture-reconstructed", &[]);
        let x = (104.0 + bar * 5.0 + 60.0).max(width - 40.0 - text_width(&note) * 13.0);
        put!(
            *out,
            "<text class=\"legend\" x=\"{}\" y=\"{}\" font-family=\"{SERIF}\" font-style=\"italic\" fill=\"{second}\">◇ {note}</text>",
            N(x),
            N(y + 4.0)
        );
    }
    out.push_str("</g>");
}
