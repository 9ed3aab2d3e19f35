//! A scenario's settings for one ruleset are checked: an error in them is reported, and never leads to another battle
//! than intended.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use game::Setup;
use std::collections::BTreeMap;
use toml::Value;

/// The places of the faults that a setting causes.
fn faults(ruleset: &dyn game::Ruleset, key: &str, value: Value) -> Vec<String> {
    let text = armies::Library::embedded().text("premier-feu").expect("a scenario");
    let mut file: toml::Table = text.parse().unwrap();
    let tables = file.entry("overrides").or_insert_with(|| Value::Table(toml::Table::new()));
    let own = tables.as_table_mut().unwrap().entry(ruleset.id()).or_insert_with(|| Value::Table(toml::Table::new()));
    own.as_table_mut().unwrap().insert(key.to_owned(), value);
    let setup = Setup {
        scenario: file.to_string(),
        tables: None,
        options: BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed: Some(game::battery::seed(1, 1)),
        salt: game::battery::seed(2, 1),
    };
    ruleset.begin(&setup).err().unwrap_or_default().into_iter().map(|fault| fault.place).collect()
}

#[test]
fn a_slip_in_a_setting_is_told_under_every_ruleset() {
    for ruleset in grognard_shipped::all() {
        let at = |key: &str| vec![format!("overrides.{}.{key}", ruleset.id())];
        assert_eq!(faults(ruleset, "turns", Value::Integer(9)), Vec::<String>::new(), "{}", ruleset.id());
        assert_eq!(faults(ruleset, "turns", Value::Integer(0)), at("turns"));
        assert_eq!(faults(ruleset, "turns", Value::String("neuf".to_owned())), at("turns"));
        assert_eq!(faults(ruleset, "atacker", Value::String("red".to_owned())), at("atacker"));
    }
}

#[test]
fn who_attacks_is_one_of_the_two_sides() {
    for ruleset in ["bataille-empire", "trois-couleurs"].map(|id| grognard_shipped::find(id).unwrap()) {
        assert_eq!(faults(ruleset, "attacker", Value::String("red".to_owned())), Vec::<String>::new());
        let wrong = faults(ruleset, "attacker", Value::String("rouge".to_owned()));
        assert_eq!(wrong, [format!("overrides.{}.attacker", ruleset.id())]);
    }
}
