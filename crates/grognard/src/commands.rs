//! The commands, one file each.

mod about;
mod archive;
mod army;
mod compare;
mod completions;
mod fight;
mod play;
mod replay;
mod resolve;
mod rules;
mod scenario;
mod selftest;
mod simulate;

use crate::cli::Command;
use crate::context::Context;
use crate::failure::Done;

/// Runs a command.
pub fn run(context: &Context, command: Command) -> Done {
    match command {
        Command::Play(arguments) => play::run(context, &arguments),
        Command::Resolve(arguments) => resolve::run(context, &arguments),
        Command::Rules(arguments) => rules::run(context, &arguments),
        Command::Scenario(arguments) => scenario::run(context, &arguments),
        Command::Army(arguments) => army::run(context, &arguments),
        Command::Fight(arguments) => fight::run(context, &arguments),
        Command::Simulate(arguments) => simulate::run(context, &arguments),
        Command::Compare(arguments) => compare::run(context, &arguments),
        Command::Replay(arguments) => replay::run(context, &arguments),
        Command::Archive(arguments) => archive::run(context, &arguments),
        Command::Completions(arguments) => completions::run(context, &arguments),
        Command::Selftest(arguments) => selftest::run(context, &arguments),
        Command::About => about::run(context),
    }
}
