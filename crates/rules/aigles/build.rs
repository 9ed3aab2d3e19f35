//! Prints the rule catalogue.

fn main() -> press::Outcome<()> {
    press::print("aigles")
}
