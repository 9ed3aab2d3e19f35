//! The rulesets that this program ships.

pub use shipped::{all, find, tables, usual};

#[cfg(test)]
mod tests {
    use super::all;

    /// Every name and every word that a player reads in a form of the assistant has a text, under every embedded
    /// ruleset.
    #[test]
    fn every_form_has_its_words() {
        let unsaid = |ruleset: &&'static dyn game::Ruleset| {
            let id = ruleset.id();
            server::unsaid(*ruleset).into_iter().map(move |text| format!("{id}: {text}"))
        };
        let missing: Vec<String> = all().iter().flat_map(unsaid).collect();
        assert!(missing.is_empty(), "no text for:\n{}", missing.join("\n"));
    }
}
