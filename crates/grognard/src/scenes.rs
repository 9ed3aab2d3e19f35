//! Scenarios by id or path, their names and their pictures.

use crate::context::Context;
use crate::failure::{Done, Failure};
use crate::files;
use armies::{Camp, Library, Scenario};
use game::{Picture, Ruleset, Side};
use std::collections::BTreeMap;
use words::{Lang, Names, Words};

/// A scenario and the file it comes from.
pub struct Scene {
    /// The scenario.
    pub scenario: Scenario,
    /// Its file, whole: this is what a battle begins with and what its log keeps.
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

/// Reads the text of a scenario file; its faults in words.
pub fn read(context: &Context, text: &str, name: &str) -> Result<Scenario, String> {
    armies::parse(text, name).map_err(|faults| faults_in_words(context, &faults))
}

/// All faults, one a line.
pub fn faults_in_words(context: &Context, faults: &[armies::Fault]) -> String {
    let lines: Vec<String> = faults.iter().map(|fault| fault.describe(context.armies_lang())).collect();
    format!("{}\n{}", lines.join("\n"), context.say("faults-count", &[("n", faults.len().into())]))
}

/// The names that events of a battle refer to by number: commands (blue ones first), sites, sides.
pub fn names(context: &Context, scenario: &Scenario) -> Names {
    let lang = context.armies_lang();
    let mut names = Names::default();
    let commands = scenario.sides.iter().flat_map(|force| &force.commands);
    names.commands = (0..).zip(commands.map(|command| command.name.get(lang).to_owned())).collect();
    let site = |feature: &table::Feature| {
        if feature.name.is_empty() { context.words.word("ground", &kind(feature)) } else { feature.name.clone() }
    };
    names.sites = (0..).zip(scenario.ground.features.iter().map(site)).collect();
    names.translated = translations(context, scenario);
    names.sides = Camp::BOTH.map(|camp| scenario.force(camp).name.get(lang).to_owned());
    names
}

/// Names of units in the other language, as a battle may carry them, and in this one.
fn translations(context: &Context, scenario: &Scenario) -> BTreeMap<String, String> {
    let lang = context.armies_lang();
    let units = scenario.units().map(|(_, _, unit)| &unit.name);
    let pairs = units.flat_map(|name| [&name.fr, &name.en].map(|known| (known.clone(), name.get(lang).to_owned())));
    pairs.filter(|(known, own)| known != own).collect()
}

/// The kind of a feature as the files write it.
fn kind(feature: &table::Feature) -> String {
    serde_json::to_value(feature.kind).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A picture of a battle; nothing on the table: the ground alone.
pub struct Frame<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The ruleset, for its unit of length.
    pub ruleset: &'a dyn Ruleset,
    /// Turn and phase.
    pub moment: String,
    /// Whose picture; nobody's: the umpire's.
    pub viewer: Option<Side>,
    /// Put before every id, where several pictures stand in one page.
    pub prefix: String,
    /// Width in pixels.
    pub width: u32,
    /// With title, ruleset and moment above the map.
    pub head: bool,
}

impl Frame<'_> {
    fn options(&self, context: &Context) -> draw::Options {
        let (unit, pas_cm) = self.ruleset.measure();
        let words = Words::plain(context.lang);
        let headed = |text: String| if self.head { text } else { String::new() };
        draw::Options {
            width_px: self.width,
            pas_cm,
            unit: words.word("unit", unit),
            lang: match context.lang {
                Lang::Fr => draw::Lang::Fr,
                Lang::En => draw::Lang::En,
            },
            style: draw::Style { prefix: self.prefix.clone(), ..draw::Style::light() },
            title: headed(title(context, self.scenario)),
            subtitle: headed(context.say(&format!("ruleset-{}", self.ruleset.id()), &[])),
            moment: headed(self.moment.clone()),
            viewer: self.viewer,
            leading: Camp::BOTH.map(|camp| Some(self.scenario.force(camp).nation.as_str().into())),
            ..draw::Options::default()
        }
    }

    /// The picture as SVG.
    pub fn svg(&self, context: &Context, picture: Option<&Picture>) -> String {
        let options = self.options(context);
        match picture {
            Some(picture) => {
                let translated = translations(context, self.scenario);
                let mut picture = picture.clone();
                for card in picture.units.values_mut() {
                    if let Some(name) = translated.get(&card.name) {
                        card.name.clone_from(name);
                    }
                }
                draw::battle_picture(&self.scenario.ground, &picture, &options)
            }
            None => draw::ground_picture(&self.scenario.ground, &options),
        }
    }
}

/// Writes a picture; the ending of the file's name says in what form.
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

/// Title and day of a scenario; a title that says the day says it once.
pub fn title(context: &Context, scenario: &Scenario) -> String {
    let (title, date) = (scenario.title.get(context.armies_lang()), date(context, scenario));
    if title.contains(&date) { title.to_owned() } else { format!("{title} · {date}") }
}

/// The day of a scenario in words.
pub fn date(context: &Context, scenario: &Scenario) -> String {
    let date = scenario.date;
    context.say(
        "date",
        &[
            ("day", date.day.into()),
            ("month", context.say(&format!("month-{}", date.month), &[]).into()),
            ("year", date.year.to_string().into()),
        ],
    )
}
