//! Generates the rule catalogue.

fn main() -> press::Outcome<()> {
    press::print("marie-louise")
}
