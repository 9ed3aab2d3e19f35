//! Help and usage errors in the player's language. `clap` lays them out; the words come from the texts.

use crate::cli::Cli;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, CommandFactory};
use std::ffi::OsString;
use words::{Lang, Value, Words};

/// The language: `--lang` in any place, or else the locale's.
pub fn language(arguments: impl IntoIterator<Item = OsString>) -> Lang {
    let arguments: Vec<String> = arguments.into_iter().map(|a| a.to_string_lossy().into_owned()).collect();
    let typed = arguments.iter().enumerate().find_map(|(n, argument)| match argument.as_str() {
        "--lang" => arguments.get(n + 1)?.parse().ok(),
        _ => argument.strip_prefix("--lang=")?.parse().ok(),
    });
    let locale = || Lang::of_locale(["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok()));
    typed.unwrap_or_else(locale)
}

/// The whole command with its help.
pub fn command(words: &Words) -> Command {
    let command = Cli::command()
        .version(env!("CARGO_PKG_VERSION"))
        .arg(Arg::new("version").short('V').long("version").action(ArgAction::Version));
    dress(command, "help", words)
}

fn dress(mut command: Command, path: &str, words: &Words) -> Command {
    let text = |id: &str| words.find(id, &[]);
    let heading = |id: &str| words.say(id, &[]);
    if path == "help" {
        command = command.arg(Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true));
    }
    if let Some(about) = text(path) {
        command = command.about(about);
    }
    if let Some(more) = text(&format!("{path}-more")) {
        command = command.after_help(more.clone()).after_long_help(more);
    }
    let template =
        format!("{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}", heading("help-heading-usage"));
    command = command.subcommand_value_name(heading("help-value-command"));
    command = command.help_template(template).subcommand_help_heading(heading("help-heading-commands"));
    let names: Vec<String> = command.get_arguments().map(|argument| argument.get_id().to_string()).collect();
    for name in names {
        let help = text(&format!("{path}-{name}")).or_else(|| text(&format!("help-any-{name}")));
        command = command.mut_arg(name, |argument| {
            let place = if argument.is_positional() { "help-heading-arguments" } else { "help-heading-options" };
            // The texts of clap on values and defaults are English: these replace them.
            let values = argument.get_possible_values();
            let values: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
            let mut help = help.unwrap_or_default();
            let takes = argument.get_action().takes_values();
            if takes {
                if !values.is_empty() {
                    help.push_str(&format!(" [{}]", values.join(", ")));
                }
                if let [default] = argument.get_default_values() {
                    let default = default.to_string_lossy().into_owned();
                    help.push_str(&format!(" {}", words.say("help-default", &[("value", default.into())])));
                }
            }
            let argument = argument.help_heading(heading(place)).help(help);
            if takes { argument.hide_possible_values(true).hide_default_value(true) } else { argument }
        });
    }
    let children: Vec<String> = command.get_subcommands().map(|child| child.get_name().to_owned()).collect();
    for child in children {
        let path = format!("{path}-{child}");
        command = command.mut_subcommand(child, |child| dress(child, &path, words));
    }
    command
}

/// A usage error in words.
pub fn explain(error: &clap::Error, words: &Words) -> String {
    let of = |kind: ContextKind| error.get(kind).map(written).unwrap_or_default();
    let id = match error.kind() {
        ErrorKind::InvalidValue => "usage-invalid-value",
        ErrorKind::ValueValidation => "usage-bad-value",
        ErrorKind::UnknownArgument => "usage-unknown-argument",
        ErrorKind::InvalidSubcommand => "usage-unknown-command",
        ErrorKind::ArgumentConflict => "usage-conflict",
        ErrorKind::MissingRequiredArgument => "usage-missing",
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "usage-missing-command",
        ErrorKind::TooManyValues | ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => "usage-wrong-count",
        _ => return error.render().to_string(),
    };
    let nearest = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue]
        .into_iter()
        .map(of)
        .find(|text| !text.is_empty());
    let values: [(&str, Value<'_>); 4] = [
        ("argument", of(ContextKind::InvalidArg).into()),
        ("other", of(ContextKind::PriorArg).into()),
        ("value", [of(ContextKind::InvalidValue), of(ContextKind::InvalidSubcommand)].concat().into()),
        ("known", [of(ContextKind::ValidValue), of(ContextKind::ValidSubcommand)].concat().into()),
    ];
    let mut text = words.say(id, &values);
    if let Some(nearest) = nearest {
        text.push_str(&words.say("usage-nearest", &[("nearest", nearest.into())]));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage);
        text.push_str(&format!("\n\n{} {usage}", words.say("help-heading-usage", &[])));
    }
    text.push_str(&format!("\n{}", words.say("usage-more", &[])));
    text
}

fn written(value: &ContextValue) -> String {
    match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(all) => all.join(", "),
        ContextValue::StyledStr(text) => StyledStr::to_string(text),
        ContextValue::StyledStrs(all) => all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        _ => String::new(),
    }
}
