//! The block of one unit: its elements with front edge, arm and hatching, the triangle and the cockade.

use super::{Detail, Drawn, Placed};
use crate::labels::Arm;
use crate::nations::Look;
use crate::style::{Style, Token};
use crate::svg::{N, put};

/// All elements of a unit; the lead last, over the others.
pub(super) fn unit(out: &mut String, d: &Drawn<'_>, cockade: &[&str], detail: Detail, style: &Style) {
    let open = d.shown.open_order() && d.arm != Arm::Guns;
    for (i, piece) in d.pieces.iter().enumerate().rev() {
        let lead = i == 0;
        put!(
            *out,
            "<g class=\"element{}\" transform=\"translate({} {}) rotate({})\">",
            if lead { " lead" } else { "" },
            N(piece.at.x),
            N(piece.at.y),
            N(piece.turn)
        );
        if open {
            figures(out, d, piece, lead, detail, style);
        } else {
            element(out, d, piece, lead, detail, style);
        }
        if lead {
            let ahead = piece.depth / 2.0 + if d.arm == Arm::Guns { muzzle(piece) } else { 0.0 };
            face(out, ahead, detail, style);
            if detail > Detail::Block {
                let most: f64 = if detail == Detail::Elements {
                    3.6
                } else if d.arm == Arm::Guns {
                    3.8
                } else {
                    4.6
                };
                let r = if open { most } else { most.min(piece.depth * 0.36).min(piece.front * 0.3) };
                rosette(out, cockade, r.max(1.6) * if detail == Detail::Ranks { 1.15 } else { 1.0 });
            }
            if d.shown.abandoned() {
                let (x, y) = (piece.front / 2.0, piece.depth / 2.0 + 3.0);
                put!(
                    *out,
                    "<path class=\"abandoned\" d=\"M{} {}L{} {}M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"2\"/>",
                    N(-x),
                    N(-y),
                    N(x),
                    N(y),
                    N(x),
                    N(-y),
                    N(-x),
                    N(y),
                    style.c(Token::Key)
                );
            }
        }
        out.push_str("</g>");
    }
}

/// The triangle in front of the lead element.
fn face(out: &mut String, ahead: f64, detail: Detail, style: &Style) {
    let k = if detail == Detail::Block { 0.7 } else { 1.0 };
    let base = -(ahead + 3.0 * k);
    put!(
        *out,
        "<path class=\"face\" d=\"M{} {}L0 {}L{} {}Z\" fill=\"{}\"/>",
        N(-4.4 * k),
        N(base),
        N(base - 5.2 * k),
        N(4.4 * k),
        N(base),
        style.c(Token::Key)
    );
}

/// Rings from outside; a thin white line keeps them apart from the coat. The black cockade has a white ring within.
fn rosette(out: &mut String, rings: &[&str], r: f64) {
    out.push_str("<g class=\"cockade\">");
    let n = rings.len().max(1) as f64;
    for (i, ring) in rings.iter().enumerate() {
        let radius = r * (n - i as f64) / n * if i > 0 { 0.98 } else { 1.0 };
        if i == 0 {
            put!(*out, "<circle r=\"{}\" fill=\"{ring}\" stroke=\"#fff\" stroke-width=\"1.1\"/>", N(radius));
        } else {
            put!(*out, "<circle r=\"{}\" fill=\"{ring}\"/>", N(radius));
        }
    }
    if let [_] = rings {
        put!(*out, "<circle r=\"{}\" fill=\"none\" stroke=\"#fff\" stroke-width=\".9\"/>", N(r * 0.42));
    }
    out.push_str("</g>");
}

/// How far a muzzle protrudes.
fn muzzle(piece: &Placed) -> f64 {
    (piece.depth * 0.46).clamp(3.0, 8.0)
}

fn element(out: &mut String, d: &Drawn<'_>, piece: &Placed, lead: bool, detail: Detail, style: &Style) {
    let key = style.c(Token::Key);
    let (w, h) = (piece.front.max(1.5), piece.depth.max(1.5));
    let (x, y) = (-w / 2.0, -h / 2.0);
    let outline = if detail == Detail::Block { ".7" } else { "1" };
    put!(
        *out,
        "<rect class=\"block\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{key}\" stroke-width=\"{outline}\"/>",
        N(x),
        N(y),
        N(w),
        N(h),
        d.look.coat
    );
    let plain = detail == Detail::Block || d.arm == Arm::Guns;
    if !plain && let Some(pattern) = d.look.pattern() {
        put!(
            *out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"url(#{})\"/>",
            N(x),
            N(y),
            N(w),
            N(h),
            style.id(pattern)
        );
    }
    match d.arm {
        Arm::Horse => {
            let half = d.look.half;
            put!(
                *out,
                "<path class=\"horse-half\" d=\"M{} {}V{}H{}Z\" fill=\"{half}\"/>",
                N(-x - 0.5),
                N(y + 0.5),
                N(-y - 0.5),
                N(x + 0.5)
            );
            put!(*out, "<path class=\"diagonal\" d=\"M{} {}L{} {}\" stroke=\"{key}\"/>", N(x), N(-y), N(-x), N(y));
        }
        Arm::Guns => guns(out, d, piece, detail, style),
        Arm::Foot if detail >= Detail::Figures => ranks(out, &d.look, w, h, lead, detail),
        Arm::Foot | Arm::General => {}
    }
    if !(d.arm == Arm::Guns && d.shown.limbered()) {
        let thick = if detail == Detail::Block { "1.6" } else { "2.4" };
        put!(
            *out,
            "<path class=\"front\" d=\"M{} {}H{}\" stroke=\"{key}\" stroke-width=\"{thick}\"/>",
            N(x - 0.5),
            N(y),
            N(0.5 - x)
        );
    }
}

/// A rank of dots, two when there is room; the lead element leaves its middle to the cockade.
fn ranks(out: &mut String, look: &Look, w: f64, h: f64, lead: bool, detail: Detail) {
    let rows: &[f64] = if detail == Detail::Ranks && h >= 15.0 { &[-0.16, 0.26] } else { &[0.05] };
    let r = if rows.len() > 1 { h * 0.105 } else { h * 0.12 }.clamp(0.9, 3.0);
    let count = ((w / (r * 3.7)).round() as i64).clamp(1, 60);
    let gap = w / count as f64;
    let clear = if lead { (h * 0.36).min(5.4) + r + 0.6 } else { 0.0 };
    let mut d = String::new();
    for row in rows {
        for i in 0..count {
            let x = -w / 2.0 + gap * (i as f64 + 0.5);
            if x.abs() >= clear {
                put!(d, "M{} {}h.01", N(x), N(h * row));
            }
        }
    }
    put!(
        *out,
        "<path class=\"dots\" d=\"{d}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
        look.figures,
        N(r * 2.0)
    );
}

/// Two guns per element: muzzles out in front of the block, or behind it with the pole in front on the march.
fn guns(out: &mut String, d: &Drawn<'_>, piece: &Placed, detail: Detail, style: &Style) {
    let key = style.c(Token::Key);
    let figures = d.look.figures;
    let (w, h, long) = (piece.front, piece.depth, muzzle(piece));
    let places: &[f64] = if w >= 18.0 { &[-0.31, 0.31] } else { &[0.0] };
    let march = d.shown.limbered();
    let (mut muzzles, mut barrels, mut wheels, mut poles) =
        (String::new(), String::new(), String::new(), String::new());
    let wheel = (w * 0.13).clamp(2.0, 4.5);
    for place in places {
        let x = w * place;
        if march {
            put!(muzzles, "M{} {}v{}", N(x), N(h / 2.0 - 0.5), N(long * 0.9));
            put!(barrels, "M{} 0V{}", N(x), N(h / 2.0));
            put!(
                poles,
                "M{} {}v{}m{} {}h{}",
                N(x),
                N(-h / 2.0),
                N(-long),
                N(-wheel * 0.8),
                N(long * 0.3),
                N(wheel * 1.6)
            );
            for side in [-wheel, wheel] {
                put!(
                    wheels,
                    "M{} {}V{}M{} {}V{}",
                    N(x + side),
                    N(-h * 0.37),
                    N(-h * 0.07),
                    N(x + side),
                    N(h * 0.07),
                    N(h * 0.38)
                );
            }
        } else {
            put!(muzzles, "M{} {}v{}", N(x), N(-h / 2.0 + 0.5), N(-long));
            put!(barrels, "M{} {}V{}", N(x), N(-h / 2.0), N(h * 0.36));
            for side in [-wheel, wheel] {
                put!(wheels, "M{} {}V{}", N(x + side), N(-h * 0.26), N(h * 0.22));
            }
        }
    }
    put!(
        *out,
        "<g class=\"{}\" fill=\"none\"><path d=\"{muzzles}\" stroke=\"{key}\" stroke-width=\"{}\"/>",
        if march { "limbered" } else { "muzzles" },
        if detail == Detail::Block { "1.8" } else { "3" }
    );
    if detail > Detail::Block {
        put!(
            *out,
            "<path d=\"{barrels}\" stroke=\"{figures}\" stroke-width=\"2.6\"/><path d=\"{wheels}\" stroke=\"{figures}\" stroke-width=\"1.7\"/>"
        );
        if !poles.is_empty() {
            put!(*out, "<path d=\"{poles}\" stroke=\"{key}\" stroke-width=\"1.3\"/>");
        }
    }
    out.push_str("</g>");
}

/// More figures than these stand in a row of their own, however few pieces the unit has.
const WIDE: i64 = 10;

/// Open order: figures without a base, on the true footprint.
fn figures(out: &mut String, d: &Drawn<'_>, piece: &Placed, lead: bool, detail: Detail, style: &Style) {
    let key = style.c(Token::Key);
    let (w, h) = (piece.front, piece.depth);
    let scale = (h / 14.0).clamp(0.35, 1.6);
    put!(
        *out,
        "<g class=\"figures\" fill=\"{}\" stroke=\"{key}\" stroke-width=\"{}\">",
        d.look.coat,
        if detail == Detail::Block { ".6" } else { ".9" }
    );
    let horse = d.arm == Arm::Horse;
    let mut figure = |x: f64, y: f64| {
        if horse {
            put!(
                *out,
                "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
                N(x),
                N(y),
                N(2.1 * scale),
                N(4.4 * scale)
            );
        } else {
            put!(*out, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", N(x), N(y), N(2.7 * scale));
        }
    };
    let step = if horse { 9.0 } else { 5.8 } * scale;
    let count = ((w / step).round() as i64).clamp(1, 40);
    // The figures make room for the cockade.
    let cockade = lead && detail > Detail::Block;
    if cockade && count <= WIDE {
        for side in [-1.0, 1.0] {
            figure(side * w * 0.44, -3.2 * scale);
            if !horse {
                figure(side * w * 0.31, 3.8 * scale);
            }
        }
    } else {
        let clear = if cockade { 6.0 + 3.0 * scale } else { 0.0 };
        for i in 0..count {
            let x = (i as f64 - (count - 1) as f64 / 2.0) * (w / count as f64);
            if x.abs() < clear {
                continue;
            }
            figure(x, if i % 2 == 0 { -3.0 } else { 3.4 } * scale * if horse { 0.5 } else { 1.0 });
        }
    }
    out.push_str("</g>");
}
