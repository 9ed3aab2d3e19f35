//! `grognard about`: the program, and the authors of the rules.

use crate::context::Context;
use crate::failure::Done;
use crate::{page, rulesets};
use words::Words;

pub fn run(context: &Context) -> Done {
    let say = |id: &str| context.say(id, &[]);
    let mut text = format!("Grognard {}\n", env!("CARGO_PKG_VERSION"));
    text.push_str(&page::wrap(&say("about-program"), 0));
    text.push_str(&format!("\n\n{}\n\n", say("about-rulesets")));
    for ruleset in rulesets::all() {
        let credit = Words::of(context.lang, ruleset).say("about", &[]);
        text.push_str(&format!("{}\n\n", page::wrap(&credit, 2)));
    }
    text.push_str(&page::wrap(&say("about-books"), 0));
    text.push_str(&format!("\n\n{}", page::wrap(&say("about-licence"), 0)));
    page::put(&text)
}
