//! Scenarios by id or path, and pictures into files.

use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::files;
use armies::{Library, Scenario};

/// A scenario and the file it comes from.
pub struct Scene {
    pub scenario: Scenario,
    /// The text of its file: a battle begins with it and its log contains it.
    pub text: String,
}

/// A scenario by its id, or else by the path of a file.
pub fn find(context: &Context, name: &str) -> Done<Scene> {
    let library = Library::embedded();
    let shipped = library.scenarios().iter().find(|scenario| scenario.id == name);
    if let (Some(scenario), Some(text)) = (shipped, library.text(name)) {
        return Ok(Scene { scenario: scenario.clone(), text: text.to_owned() });
    }
    if !std::path::Path::new(name).exists() {
        let known: Vec<&str> = library.scenarios().iter().map(|s| s.id.as_str()).collect();
        let mut message = context.say("no-scenario", &[("name", name.into()), ("known", known.join(", ").into())]);
        if let Some(nearest) = crate::page::nearest(name, known.iter().copied()) {
            message.push_str(&context.say("usage-nearest", &[("nearest", nearest.into())]));
        }
        return Err(Failure::Bad(message));
    }
    let text = files::read(context, name)?;
    let scenario = read(context, &text, name).map_err(Failure::Bad)?;
    Ok(Scene { scenario, text })
}

/// Reads the text of a scenario file; its faults are in words.
pub fn read(context: &Context, text: &str, name: &str) -> Result<Scenario, String> {
    armies::parse(text, name).map_err(|faults| faults_in_words(context, &faults))
}

/// All faults, one a line.
pub fn faults_in_words(context: &Context, faults: &[armies::Fault]) -> String {
    let lines: Vec<String> = faults.iter().map(|fault| context.words.file_fault(fault)).collect();
    format!("{}\n{}", lines.join("\n"), context.say("faults-count", &[("n", faults.len().into())]))
}

/// Writes a picture; the extension of the file gives the format.
pub fn save(context: &Context, path: &str, svg: &str) -> Done {
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "svg" => files::write(context, path, svg.as_bytes()),
        "png" => {
            let png = draw::to_png(svg, 1.0).map_err(|fault| Failure::Internal(fault.to_string()))?;
            files::write(context, path, &png)
        }
        _ => Err(Failure::Bad(context.say("picture-ending", &[("file", path.into())]))),
    }
}

/// Refuses a picture's name before any work is done.
pub fn check_ending(context: &Context, path: &str) -> Done {
    let lower = path.to_ascii_lowercase();
    if lower.ends_with(".svg") || lower.ends_with(".png") {
        Ok(())
    } else {
        Err(Failure::Bad(context.say("picture-ending", &[("file", path.into())])))
    }
}
