//! `grognard about`: what this is, and whose rules are played.

use crate::context::Context;
use crate::failure::Done;
use crate::{page, rulesets};

pub fn run(context: &Context) -> Done {
    let say = |id: &str| context.say(id, &[]);
    let mut text = format!("Grognard {}\n", env!("CARGO_PKG_VERSION"));
    text.push_str(&page::wrap(&say("about-program"), 0));
    text.push_str(&format!("\n\n{}\n\n", say("about-rulesets")));
    for id in ["marie-louise", "bataille-empire", "trois-couleurs", "aigles"] {
        text.push_str(&page::wrap(&say(&format!("about-{id}")), 2));
        if rulesets::find(id).is_none() {
            text.push_str(&format!("\n{}", page::wrap(&say("about-not-yet"), 2)));
        }
        text.push_str("\n\n");
    }
    text.push_str(&page::wrap(&say("about-books"), 0));
    text.push_str(&format!("\n\n{}", page::wrap(&say("about-licence"), 0)));
    page::put(&text)
}
