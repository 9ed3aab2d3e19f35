//! `grognard completions`: completions for a shell.

use crate::cli::Completions;
use crate::context::Context;
use crate::failure::Done;
use crate::{help, page};

pub fn run(context: &Context, arguments: &Completions) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut help::command(&context.words), "grognard", &mut script);
    page::put(&String::from_utf8_lossy(&script))
}
