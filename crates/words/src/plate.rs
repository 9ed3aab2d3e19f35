//! Short names for plates: number and arm are kept, the rest as far as it fits. The replacements are a text
//! (`plate-cuts`, a line each), as are the words that may not end a name (`plate-leads`).

use crate::Words;
use game::UnitPart;

/// Longest name that fits a plate, in characters.
const PLATE: usize = 20;

impl Words {
    /// The name of a unit for its plate; which part of it is meant is never cut.
    #[must_use]
    pub fn short(&self, name: &str, part: Option<&UnitPart>) -> String {
        self.called(&self.cut_down(name), part)
    }

    fn cut_down(&self, name: &str) -> String {
        // "1er bataillon, 26e léger" reads "1/26e léger" on a plate.
        let mut shorter = match name.split_once(", ") {
            Some((part, whole)) if part.starts_with(|c: char| c.is_ascii_digit()) => {
                let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
                format!("{digits}/{whole}")
            }
            _ => name.to_owned(),
        };
        let fits = |name: &str| name.chars().count() <= PLATE;
        if fits(&shorter) {
            return shorter;
        }
        for (long, cut) in self.say("plate-cuts", &[]).lines().filter_map(|line| line.split_once(" = ")) {
            shorter = replaced(&shorter, long, cut);
            if fits(&shorter) {
                return shorter;
            }
        }
        let mut kept = String::new();
        for word in shorter.split(' ') {
            let longer = kept.chars().count() + 1 + word.chars().count();
            if !kept.is_empty() && longer > PLATE {
                break;
            }
            if !kept.is_empty() {
                kept.push(' ');
            }
            kept.push_str(word);
        }
        // A name may not end with a word that leads to the next.
        for leading in self.say("plate-leads", &[]).lines() {
            let end = kept.strip_suffix(leading).and_then(|kept| kept.strip_suffix(' '));
            kept = end.map_or_else(|| kept.clone(), str::to_owned);
        }
        kept.chars().take(PLATE + 4).collect::<String>().trim_end_matches([',', '(', ' ']).to_owned()
    }
}

/// A word replaced wherever it stands, at the beginning with a capital.
fn replaced(name: &str, long: &str, cut: &str) -> String {
    let lower = name.to_lowercase();
    // Letters whose lower case has another length are left as they are.
    let parts = lower.find(long).filter(|_| lower.len() == name.len()).and_then(|at| {
        let whole = name.get(at..at + long.len())?;
        Some((name.get(..at)?, whole, name.get(at + long.len()..)?))
    });
    let Some((before, whole, after)) = parts else { return name.to_owned() };
    let mut letters = cut.chars();
    let first: String = match letters.next() {
        Some(first) if whole.starts_with(char::is_uppercase) => first.to_uppercase().collect(),
        first => first.into_iter().collect(),
    };
    format!("{before}{first}{}{after}", letters.as_str())
}
