//! Writing SVG: numbers of a fixed short precision, escaped text, measured text.

use std::fmt::{self, Display, Write as _};

/// Appends formatted text to a `String`; writing to a `String` cannot fail.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => {{
        let _ = std::fmt::Write::write_fmt(&mut $out, format_args!($($arg)*));
    }};
}
pub(crate) use put;

/// A number with at most one decimal, the same on every machine; NaN is 0.
#[derive(Clone, Copy)]
pub(crate) struct N(pub f64);

impl Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The cast saturates, and takes NaN to 0.
        let tenths = (self.0 * 10.0).round() as i64;
        if tenths < 0 {
            f.write_char('-')?;
        }
        let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        if rest == 0 { write!(f, "{whole}") } else { write!(f, "{whole}.{rest}") }
    }
}

/// Text from a file: escaped for content and for attributes, without characters that XML forbids and without marks that
/// change the direction of the text around them.
pub(crate) struct Esc<'a>(pub &'a str);

impl Display for Esc<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {}
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// Width of a text in the bold sans of the plates, at 1 px of type size: a generous estimate, since the actual font is
/// unknown.
pub(crate) fn text_width(text: &str) -> f64 {
    text.chars()
        .map(|c| match c {
            ' ' | '\u{a0}' | '\u{202f}' | '\'' | '’' | '.' | ',' | ':' | ';' | '!' | '·' => 0.29,
            'i' | 'j' | 'l' | 'J' | '-' | '(' | ')' | '[' | ']' => 0.34,
            'I' | 'f' | 't' | 'r' | '/' => 0.43,
            's' | 'c' | 'z' => 0.52,
            'm' | 'w' | 'M' | 'W' | '½' | '¼' | '¾' | '%' | '…' => 0.96,
            'N' | 'O' | 'Q' | 'H' | 'U' | 'D' | 'G' => 0.78,
            c if c.is_uppercase() => 0.67,
            c if c.is_ascii_digit() => 0.58,
            c if u32::from(c) < 0x250 => 0.63,
            _ => 1.0,
        })
        .sum()
}

/// At most this many characters, the last one an ellipsis if some were left out.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_never_minus_zero() {
        let all = [0.0, -0.04, 0.05, -1.25, 12.0, 99.96, f64::NAN].map(|v| N(v).to_string());
        assert_eq!(all, ["0", "0", "0.1", "-1.3", "12", "100", "0"]);
    }

    #[test]
    fn text_cannot_leave_its_place() {
        assert_eq!(Esc("a<b> & \"c\" 'd'\u{0}\u{202e}").to_string(), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; ");
    }
}
