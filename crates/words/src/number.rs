//! Numbers as each language writes them: comma or point, a true minus sign, thousands apart, simple fractions.

use crate::Lang;
use game::Exact;

/// A whole number: its sign and its absolute value. Every integer type of the program converts to it without a failure.
pub struct Integer(bool, u64);

impl From<i64> for Integer {
    fn from(n: i64) -> Self {
        Self(n < 0, n.unsigned_abs())
    }
}

impl From<i32> for Integer {
    fn from(n: i32) -> Self {
        i64::from(n).into()
    }
}

impl From<u64> for Integer {
    fn from(n: u64) -> Self {
        Self(false, n)
    }
}

impl From<usize> for Integer {
    fn from(n: usize) -> Self {
        Self(false, n as u64)
    }
}

const MINUS: char = '\u{2212}';

/// A whole number of any size with its thousands apart.
#[must_use]
pub fn number(lang: Lang, n: impl Into<Integer>) -> String {
    let Integer(negative, n) = n.into();
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 2);
    if negative {
        text.push(MINUS);
    }
    for (place, digit) in digits.chars().enumerate() {
        let left = digits.len() - place;
        // Four digits stand together in French (a year, a score); a fifth one separates them.
        if place > 0 && left.is_multiple_of(3) && digits.len() > 4 {
            text.push(match lang {
                Lang::Fr => '\u{202f}',
                Lang::En => ',',
            });
        }
        text.push(digit);
    }
    text
}

/// A whole number with its sign, zero without one.
#[must_use]
pub fn signed(lang: Lang, n: i64) -> String {
    if n > 0 { format!("+{}", number(lang, n)) } else { number(lang, n) }
}

/// Tenths as a decimal number; whole ones without the decimal.
#[must_use]
pub fn decimal(lang: Lang, tenths: i64) -> String {
    let whole = number(lang, (tenths / 10).abs());
    let sign = if tenths < 0 { MINUS.to_string() } else { String::new() };
    match (tenths % 10).abs() {
        0 => format!("{sign}{whole}"),
        rest => format!("{sign}{whole}{}{rest}", point(lang)),
    }
}

/// A number with this many decimals.
#[must_use]
pub fn decimals(lang: Lang, value: f64, places: usize) -> String {
    format!("{value:.places$}").replace('-', &MINUS.to_string()).replace('.', &point(lang).to_string())
}

/// A decimal number with at most two decimals.
pub(crate) fn decimal_of(lang: Lang, value: f64) -> String {
    let text = format!("{value:.2}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    let text = text.replace('-', &MINUS.to_string());
    match lang {
        Lang::Fr => text.replace('.', ","),
        Lang::En => text,
    }
}

const fn point(lang: Lang) -> char {
    match lang {
        Lang::Fr => ',',
        Lang::En => '.',
    }
}

/// An exact value: whole, with halves, thirds and quarters as signs (6½), or as a fraction.
#[must_use]
pub fn fraction(lang: Lang, value: Exact) -> String {
    if value.den <= 1 {
        return number(lang, value.num);
    }
    let part = value.num.unsigned_abs() % value.den.unsigned_abs();
    let sign = match (part, value.den) {
        (1, 2) => '½',
        (1, 4) => '¼',
        (3, 4) => '¾',
        (1, 3) => '⅓',
        (2, 3) => '⅔',
        _ => return format!("{}/{}", number(lang, value.num), value.den),
    };
    let minus = if value.num < 0 { MINUS.to_string() } else { String::new() };
    match value.num.unsigned_abs() / value.den.unsigned_abs() {
        0 => format!("{minus}{sign}"),
        whole => format!("{minus}{whole}{sign}"),
    }
}

/// A chance in percent with one decimal. A chance between 0 and 1 is never shown as 0 or 100.
#[must_use]
pub fn percent(lang: Lang, p: f64) -> String {
    let tenths = (p * 1000.0).round() as i64;
    let figure = if p > 0.0 && tenths == 0 {
        format!("<0{}1", point(lang))
    } else if p < 1.0 && tenths == 1000 {
        format!(">99{}9", point(lang))
    } else {
        format!("{}{}{}", tenths / 10, point(lang), tenths % 10)
    };
    match lang {
        Lang::Fr => format!("{figure}\u{202f}%"),
        Lang::En => format!("{figure}%"),
    }
}
