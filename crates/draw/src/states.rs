//! The small signs beside units: states by shape, orders in a chip.

use crate::geometry::V;
use crate::labels::{Order, State};
use crate::style::{SANS, Style, Token};
use crate::svg::{Esc, N, put};

/// Width in pixels.
pub(crate) const SIGN: f64 = 20.0;
/// Side of an order chip, in pixels.
pub(crate) const CHIP: f64 = 15.0;

/// A state: three steps of gravity by shape and colour, disorder a broken square. Its colours are the same in every
/// theme.
pub(crate) fn state(out: &mut String, state: State, at: V, scale: f64) {
    let class = match state {
        State::Hesitant => "hesitant",
        State::Shaken => "shaken",
        State::Routing => "routing",
        State::Disorder => "disorder",
        State::Acted => "acted",
    };
    let size = if scale < 0.99 { format!(" scale({})", N(scale)) } else { String::new() };
    put!(*out, "<g class=\"state {class}\" transform=\"translate({} {}){size}\">", N(at.x), N(at.y));
    out.push_str(match state {
        State::Hesitant => {
            "<circle r=\"8.6\" fill=\"#2C7A4B\" stroke=\"#fff\" stroke-width=\"1.4\"/>\
             <path d=\"M-2.8-2c0-3.6 5.6-3.6 5.6 0c0 2.3-2.7 2-2.7 4.2\" fill=\"none\" stroke=\"#fff\" stroke-width=\"1.9\" stroke-linecap=\"round\"/>\
             <circle cx=\".1\" cy=\"5.1\" r=\"1.2\" fill=\"#fff\"/>"
        }
        State::Shaken => {
            "<path d=\"M0-9.6L9.6 7.4H-9.6Z\" fill=\"#F2C02E\" stroke=\"#1B2730\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>\
             <path d=\"M0-3.9V2\" stroke=\"#1B2730\" stroke-width=\"2.1\" stroke-linecap=\"round\"/><circle cy=\"5\" r=\"1.25\" fill=\"#1B2730\"/>"
        }
        State::Routing => {
            "<path d=\"M0-10.4L10.4 0L0 10.4L-10.4 0Z\" fill=\"#BF2118\" stroke=\"#fff\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>\
             <path d=\"M-4-3.2L0 .6L4-3.2M-4 1.2L0 5L4 1.2\" fill=\"none\" stroke=\"#fff\" stroke-width=\"2\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        }
        State::Acted => {
            "<circle r=\"8\" fill=\"#fff\" stroke=\"#1B2730\" stroke-width=\"1.6\"/><circle r=\"4.6\" fill=\"#1B2730\"/>"
        }
        State::Disorder => {
            "<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\" rx=\"1.5\" fill=\"#fff\" stroke=\"#1B2730\" stroke-width=\"1.4\" stroke-dasharray=\"3.2 2\"/>\
             <path d=\"M-5.2-4l3.8-1.3l.9 2.8l-3.8 1.3zM2-4.2l3.6 1.7l-1.2 2.7l-3.7-1.7zM-3.2 1.7l3.9.8l-.6 2.9l-3.9-.8z\" fill=\"#1B2730\"/>"
        }
    });
    out.push_str("</g>");
}

/// An order chip with its upper left corner at a place: plain, double frame, barred and blank (with one visible corner
/// for the own side).
pub(crate) fn chip(out: &mut String, order: &Order, at: V, style: &Style) {
    let (ink, second, sheet) = (style.c(Token::Ink), style.c(Token::Ink2), style.c(Token::Sheet));
    let (class, letter) = match order {
        Order::Revealed(letter) => ("revealed", letter.as_str()),
        Order::Specific(letter) => ("specific", letter.as_str()),
        Order::Hidden => ("hidden", ""),
        Order::Laid(letter) => ("laid", letter.as_str()),
    };
    put!(*out, "<g class=\"order {class}\" transform=\"translate({} {})\">", N(at.x), N(at.y));
    match order {
        Order::Hidden => {
            put!(*out, "<rect width=\"15\" height=\"15\" rx=\"2\" fill=\"{second}\" stroke=\"{second}\"/>");
            put!(
                *out,
                "<path d=\"M0 6L6 0M0 13L13 0M3.5 15L15 3.5M10 15L15 10\" stroke=\"{sheet}\" stroke-width=\"1.4\"/>"
            );
        }
        Order::Laid(_) => {
            // The bar of a hidden order over one corner: it is face down, but its own side knows it.
            put!(*out, "<rect width=\"15\" height=\"15\" rx=\"2\" fill=\"{sheet}\" stroke=\"{second}\"/>");
            put!(*out, "<path d=\"M8.6 0H13a2 2 0 0 1 2 2V6.4Z\" fill=\"{second}\"/>");
        }
        Order::Specific(_) => {
            put!(
                *out,
                "<rect x=\"-2\" y=\"-2\" width=\"19\" height=\"19\" rx=\"3.4\" fill=\"{sheet}\" stroke=\"{second}\"/>"
            );
            put!(*out, "<rect width=\"15\" height=\"15\" rx=\"2\" fill=\"{sheet}\" stroke=\"{second}\"/>");
        }
        Order::Revealed(_) => {
            put!(*out, "<rect width=\"15\" height=\"15\" rx=\"2\" fill=\"{sheet}\" stroke=\"{second}\"/>");
        }
    }
    if !letter.is_empty() {
        put!(
            *out,
            "<text x=\"7.5\" y=\"11.5\" text-anchor=\"middle\" font-family=\"{SANS}\" font-weight=\"700\" font-size=\"11\" fill=\"{ink}\" stroke=\"none\">{}</text>",
            Esc(letter)
        );
    }
    out.push_str("</g>");
}
