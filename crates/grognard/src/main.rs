//! The command line of Grognard.
//!
//! Each command is a file under `commands`. Words come from the texts in the player's language; an error is a
//! [`Failure`], which `main` turns into a message and an exit code.

mod chances;
mod cli;
mod commands;
mod context;
mod failure;
mod faults;
mod files;
mod help;
mod page;
mod rulesets;
mod scenes;
mod seed;
mod terminal;

use clap::FromArgMatches;
use clap::error::ErrorKind;
use cli::Cli;
use context::Context;
use failure::{Done, Failure};
use std::ffi::OsString;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;

fn main() -> ExitCode {
    let lang = help::language(std::env::args_os());
    let context = Context::new(lang);
    // An internal error has its own exit code; the message has been printed by then.
    let ended = std::panic::catch_unwind(AssertUnwindSafe(|| run(&context)));
    match ended.unwrap_or_else(|_| Err(Failure::Internal(context.say("program-fault", &[])))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.print(&context);
            // The window of a double click closes with the program: an error must be read first.
            if cfg!(windows) && std::env::args_os().len() == 1 {
                eprintln!("{}", context.say("program-wait", &[]));
                let _ = std::io::stdin().read_line(&mut String::new());
            }
            ExitCode::from(failure.code())
        }
    }
}

fn run(context: &Context) -> Done {
    run_as(context, std::env::args_os().collect())
}

fn run_as(context: &Context, mut arguments: Vec<OsString>) -> Done {
    let mut command = help::command(&context.words);
    let matches = match command.try_get_matches_from_mut(&arguments) {
        Ok(matches) if matches.subcommand_name().is_none() => {
            arguments.push("play".into());
            return run_as(context, arguments);
        }
        Ok(matches) => matches,
        Err(error) if !error.use_stderr() => {
            page::put(&error.render().to_string())?;
            return Ok(());
        }
        Err(error) if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            return Err(Failure::Bad(error.render().to_string()));
        }
        Err(error) => return Err(Failure::Bad(help::explain(&error, &context.words))),
    };
    let cli = Cli::from_arg_matches(&matches).map_err(|error| Failure::Bad(error.to_string()))?;
    cli.command.map_or(Ok(()), |command| commands::run(context, command))
}
