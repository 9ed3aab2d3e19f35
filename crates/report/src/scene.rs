//! A scenario in words and pictures: the names of its commands and places, its title, its date, its table.

use armies::Scenario;
use game::{Picture, Ruleset, Side};
use std::collections::BTreeMap;
use words::{Names, Words};

/// The most aides of a general.
const MOST_AIDES: u8 = 4;

/// The names that events of a battle refer to by number: commands (blue ones first), sites, sides.
#[must_use]
pub fn names(plain: &Words, scenario: &Scenario) -> Names {
    let lang = plain.lang();
    let mut names = Names::default();
    let commands = scenario.sides.iter().flat_map(|force| &force.commands);
    names.commands = (0..).zip(commands.map(|command| command.name.get(lang).to_owned())).collect();
    // A site without a name on the map is named by its kind of ground.
    let site = |feature: table::Feature| {
        if feature.name.is_empty() { plain.word("site-kind", &kind(&feature)) } else { feature.name }
    };
    names.sites = (0..).zip(scenario.ground_in(lang).features.into_iter().map(site)).collect();
    let place = |objective: &armies::Objective| (objective.area.outline(), objective.name.get(lang).to_owned());
    names.places = scenario.objectives.iter().map(place).collect();
    names.translated = translations(plain, scenario);
    names.sides = Side::BOTH.map(|side| scenario.force(side).name.get(lang).to_owned());
    names
}

/// Names of units as a battle contains them, which is in French for every reader, and in this language. An aide has the
/// name of the general and a number: the text `aide-called` of the ruleset describes the aide.
fn translations(plain: &Words, scenario: &Scenario) -> BTreeMap<String, String> {
    let lang = plain.lang();
    let pairs = scenario.units().map(|(_, _, unit)| (unit.name.fr.clone(), unit.name.get(lang).to_owned()));
    let generals = scenario.sides.iter().flat_map(|force| &force.commands).map(|command| &command.general.name);
    let aides = generals.flat_map(|name| (1..=MOST_AIDES).map(move |n| (name, n))).filter_map(|(name, n)| {
        let called = plain.find("aide-called", &[("general", name.as_str().into()), ("n", n.into())])?;
        Some((format!("{name} {n}"), called))
    });
    pairs.filter(|(known, own)| known != own).chain(aides).collect()
}

/// The kind of a feature as the files write it.
#[must_use]
pub fn kind(feature: &table::Feature) -> String {
    serde_json::to_value(feature.kind).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

/// A picture of a battle; without a table the ground alone.
pub struct Frame<'a> {
    pub scenario: &'a Scenario,
    /// The ruleset, for its unit of length.
    pub ruleset: &'a dyn Ruleset,
    /// Turn and phase.
    pub moment: String,
    /// The side that sees the picture; `None`: the umpire.
    pub viewer: Option<Side>,
    /// Prefix of every id, where several pictures stand in one page.
    pub prefix: String,
    /// Width in pixels.
    pub width: u32,
    /// Whether title, ruleset and moment stand above the map.
    pub head: bool,
}

impl Frame<'_> {
    fn options(&self, plain: &Words) -> draw::Options {
        let (unit, pas_cm) = self.ruleset.measure();
        let headed = |text: String| if self.head { text } else { String::new() };
        draw::Options {
            width_px: self.width,
            pas_cm,
            unit: plain.word("unit", unit),
            lang: plain.lang(),
            ruleset: Some(self.ruleset.id()),
            style: draw::Style { prefix: self.prefix.clone(), ..draw::Style::light() },
            title: headed(title(plain, self.scenario)),
            subtitle: headed(plain.ruleset_name(self.ruleset.id())),
            moment: headed(self.moment.clone()),
            viewer: self.viewer,
            leading: Side::BOTH.map(|side| Some(self.scenario.force(side).nation.as_str().into())),
            ..draw::Options::default()
        }
    }

    #[must_use]
    pub fn svg(&self, plain: &Words, picture: Option<&Picture>) -> String {
        let options = self.options(plain);
        let ground = self.scenario.ground_in(plain.lang());
        match picture {
            Some(picture) => {
                let names = names(plain, self.scenario);
                let mut picture = picture.clone();
                for card in picture.units.values_mut() {
                    card.name = names.written(&card.name);
                }
                draw::battle_picture(&ground, &picture, &options)
            }
            None => draw::ground_picture(&ground, &options),
        }
    }
}

/// Title and date of a scenario; a title that contains the date shows it once.
#[must_use]
pub fn title(plain: &Words, scenario: &Scenario) -> String {
    let (title, date) = (scenario.title.get(plain.lang()), date(plain, scenario));
    if title.contains(&date) { title.to_owned() } else { format!("{title} · {date}") }
}

/// The date of a scenario in words.
#[must_use]
pub fn date(plain: &Words, scenario: &Scenario) -> String {
    let date = scenario.date;
    plain.say(
        "date",
        &[
            ("day", date.day.into()),
            ("month", plain.say(&format!("month-{}", date.month), &[]).into()),
            ("year", date.year.to_string().into()),
        ],
    )
}
