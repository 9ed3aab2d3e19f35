//! The faults of a run, in words.

use crate::context::Context;
use crate::failure::Failure;
use crate::scenes;
use trials::{FORMS, SweepError, TrialError};
use words::Words;

/// A run that cannot be fought.
pub fn trial(context: &Context, scenario: &str, error: &TrialError) -> Failure {
    let folder = |path: &std::path::Path| words::Value::from(path.display().to_string());
    Failure::Bad(match error {
        TrialError::General(name) => {
            let known = staff::NAMES.join(", ");
            context.say("no-general", &[("name", name.into()), ("known", known.into())])
        }
        TrialError::Setup { ruleset, faults } => {
            let own = shipped::find(ruleset).map(|ruleset| Words::of(context.lang, ruleset));
            crate::commands::fight::faults_in(own.as_ref().unwrap_or(&context.words), scenario, faults)
        }
        TrialError::Scenario(faults) => scenes::faults_in_words(context, faults),
        TrialError::NotAFolder(path) => context.say("simulate-not-a-folder", &[("folder", folder(path))]),
        TrialError::NotARun(path) => context.say("simulate-not-a-run", &[("folder", folder(path))]),
        TrialError::InUse(path) => context.say("simulate-in-use", &[("folder", folder(path))]),
        TrialError::NotAShard(path) => context.say("simulate-not-a-shard", &[("folder", folder(path))]),
        TrialError::Unfinished { folder: path, done, wanted } => context.say(
            "simulate-unfinished",
            &[("folder", folder(path)), ("done", (*done).into()), ("wanted", (*wanted).into())],
        ),
        TrialError::Shards { missing, of } => {
            let missing: Vec<String> = missing.iter().map(|number| format!("{number}/{of}")).collect();
            let id = if missing.is_empty() { "simulate-shard-twice" } else { "simulate-shards-missing" };
            context.say(id, &[("missing", context.words.list(&missing).into()), ("of", (*of).into())])
        }
        TrialError::OtherRun { folder: path, differences } => {
            let fields: Vec<String> =
                differences.iter().map(|field| context.say(&format!("simulate-field-{field}"), &[])).collect();
            let fields = context.words.list(&fields);
            context.say("simulate-other-run", &[("folder", folder(path)), ("fields", fields.into())])
        }
        TrialError::Longer { folder: path, done } => {
            context.say("simulate-longer", &[("folder", folder(path)), ("done", (*done).into())])
        }
        TrialError::File { path, reason } => {
            context.say("file-unwritable", &[("file", folder(path)), ("reason", reason.into())])
        }
    })
}

/// A value that cannot be varied.
pub fn sweep(context: &Context, typed: &str, error: &SweepError) -> Failure {
    Failure::Bad(match error {
        SweepError::Form(_) => context.say("simulate-vary-form", &[("typed", typed.into()), ("forms", FORMS.into())]),
        SweepError::Kind { name, known } => {
            context.say("simulate-vary-kind", &[("name", name.into()), ("forms", known.into())])
        }
        SweepError::Unknown { name, known } => {
            context.say("simulate-vary-unknown", &[("name", name.into()), ("known", known.into())])
        }
        SweepError::Number(value) => context.say("simulate-vary-number", &[("value", value.into())]),
        SweepError::Faults { value, faults } => {
            let head = context.say("simulate-vary-faults", &[("typed", typed.into()), ("value", value.into())]);
            format!("{head}\n{}", scenes::faults_in_words(context, faults))
        }
    })
}
