//! Printing: lines that fit the terminal, aligned columns, small bars.

use crate::failure::{Done, Failure};
use std::io::Write;
use textwrap::core::display_width;

/// Prints a text with a line end.
pub fn put(text: &str) -> Done {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.trim_end_matches('\n').as_bytes()).and_then(|()| out.write_all(b"\n"));
    written.and_then(|()| out.flush()).map_err(|error| match error.kind() {
        std::io::ErrorKind::BrokenPipe => Failure::Unread,
        _ => Failure::Unwritten(error),
    })
}

/// Prints JSON for programs.
pub fn put_json(value: &impl serde::Serialize) -> Done {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::Internal(error.to_string()))?;
    put(&text)
}

/// The width of the terminal, in columns.
pub fn width() -> usize {
    textwrap::termwidth().clamp(40, 100)
}

/// A paragraph, or several, wrapped and indented.
pub fn wrap(text: &str, indent: usize) -> String {
    let indent = " ".repeat(indent);
    let options = textwrap::Options::new(width()).initial_indent(&indent).subsequent_indent(&indent).break_words(false);
    text.trim()
        .lines()
        .map(|line| if line.trim().is_empty() { String::new() } else { textwrap::fill(line.trim(), &options) })
        .collect::<Vec<_>>()
        .join("\n")
}

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// For columns of words.
    Left,
    /// For columns of figures.
    Right,
}

/// Rows in columns. The last column is not padded.
pub fn columns(rows: &[Vec<String>], align: &[Align], indent: usize) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..count)
        .map(|n| rows.iter().filter_map(|row| row.get(n)).map(|cell| display_width(cell)).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = " ".repeat(indent);
        for (n, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[n] - display_width(cell));
            let right = align.get(n) == Some(&Align::Right);
            if n > 0 {
                line.push_str("  ");
            }
            line.push_str(&if right { pad + cell } else { format!("{cell}{pad}") });
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A bar for a part of 1, `columns` wide, in eighths of a column.
pub fn bar(part: f64, columns: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (part.clamp(0.0, 1.0) * (columns * 8) as f64).round() as usize;
    let eighths = if part > 0.0 { eighths.max(1) } else { eighths };
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// The known word most similar to an unknown one, if one is similar enough.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(far, candidate)| *far <= candidate.chars().count().div_ceil(3).max(1))
        .min()
        .map(|(_, candidate)| candidate)
}

/// A word without its case and accents, for searching.
pub fn folded(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::is_combining_mark;
    let plain = text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase);
    plain.collect::<String>().replace('œ', "oe").replace('æ', "ae").replace('’', "'")
}
