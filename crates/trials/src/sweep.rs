//! One value of a run varied: a brigade's quality, a reinforcement's turn, an option, a condition of victory. The
//! scenario's own file is changed and read again, so that a value is valid exactly when it would be valid in the file.

use crate::plan::Plan;
use game::{Ruleset, Term};
use thiserror::Error;
use toml_edit::{DocumentMut, Item, TableLike, Value};

/// The value to vary.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// An option or ruling of the ruleset.
    Option(String),
    /// A value of every unit of a brigade (`quality`, `men`...).
    Brigade(String, String),
    /// A value of a unit.
    Unit(String, String),
    /// A value of a brigade's general under the ruleset (`competence`...).
    General(String, String),
    /// The turn in which a unit or a brigade arrives.
    Arrival(String),
    /// A value of an objective (`points`...).
    Objective(String, String),
    /// A value of the victory (`blue_breaks`...).
    Victory(String),
    /// The length of the battle.
    Turns,
}

/// A value varied over a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sweep {
    /// The name as typed: `brigade:ID.quality`.
    pub name: String,
    pub target: Target,
    pub values: Vec<String>,
}

/// One value of a sweep.
#[derive(Clone, Debug)]
pub struct Case {
    pub value: String,
    pub plan: Plan,
}

/// Why a value cannot be varied.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SweepError {
    /// Not of the form `what:ID.key=value,value`.
    #[error("{0}: not of the form what:ID.key=value,value")]
    Form(String),
    /// Nothing of this kind can be varied.
    #[error("{name}: cannot be varied; possible: {known}")]
    Kind {
        /// The text typed.
        name: String,
        /// The possible kinds.
        known: String,
    },
    /// No such thing exists.
    #[error("{name}: there is none such; there are {known}")]
    Unknown {
        /// The text typed.
        name: String,
        known: String,
    },
    /// Not a value of an option.
    #[error("{0}: not a whole number")]
    Number(String),
    /// The scenario is faulty with this value.
    #[error("{value}: {} faults", .faults.len())]
    Faults { value: String, faults: Vec<armies::Fault> },
}

/// The values that can be varied, as they are typed.
pub const FORMS: &str = "option:NAME, brigade:ID.quality, unit:ID.quality, unit:ID.men, general:ID.competence, \
                         arrival:ID, objective:ID.points, victory:blue_breaks, victory:red_breaks, turns";

impl Target {
    /// # Errors
    /// If this cannot be varied.
    pub fn parse(name: &str) -> Result<Self, SweepError> {
        let kind = || SweepError::Kind { name: name.to_owned(), known: FORMS.to_owned() };
        let (what, rest) = name.split_once(':').unwrap_or((name, ""));
        let keyed = || match rest.rsplit_once('.') {
            Some((id, key)) if !id.is_empty() && !key.is_empty() => Ok((id.to_owned(), key.to_owned())),
            _ => Err(kind()),
        };
        Ok(match what {
            "option" if !rest.is_empty() => Self::Option(rest.to_owned()),
            "brigade" => keyed().map(|(id, key)| Self::Brigade(id, key))?,
            "unit" => keyed().map(|(id, key)| Self::Unit(id, key))?,
            "general" => keyed().map(|(id, key)| Self::General(id, key))?,
            "objective" => keyed().map(|(id, key)| Self::Objective(id, key))?,
            "arrival" if !rest.is_empty() => Self::Arrival(rest.to_owned()),
            "victory" if !rest.is_empty() => Self::Victory(rest.to_owned()),
            "turns" if rest.is_empty() => Self::Turns,
            _ => return Err(kind()),
        })
    }

    /// A plan with this value.
    ///
    /// # Errors
    /// If the scenario has no such value, or is faulty with it.
    pub fn set(&self, plan: &Plan, ruleset: &dyn Ruleset, value: &str) -> Result<Plan, SweepError> {
        let mut plan = plan.clone();
        if let Self::Option(name) = self {
            let known = ruleset.options();
            if !known.iter().any(|(known, _)| known == name) {
                let known = known.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
                return Err(SweepError::Unknown { name: name.clone(), known });
            }
            let number = value.parse().map_err(|_| SweepError::Number(value.to_owned()))?;
            plan.options.insert(Term::from(name.as_str()), number);
            return Ok(plan);
        }
        let mut file: DocumentMut = plan.scenario.parse().map_err(|_| SweepError::Form(value.to_owned()))?;
        let mut ids = Vec::new();
        if !self.edit(&mut file, ruleset.id(), &typed(value), &mut ids) {
            let name = match self {
                Self::Brigade(id, _) | Self::Unit(id, _) | Self::General(id, _) | Self::Objective(id, _) => id,
                Self::Arrival(id) | Self::Option(id) | Self::Victory(id) => id,
                Self::Turns => "turns",
            };
            return Err(SweepError::Unknown { name: name.to_owned(), known: ids.join(", ") });
        }
        plan.scenario = file.to_string();
        match armies::parse(&plan.scenario, "scenario") {
            Ok(_) => Ok(plan),
            Err(faults) => Err(SweepError::Faults { value: value.to_owned(), faults }),
        }
    }

    /// Writes the value into the file; false: it has no place for it. `ids` are the existing ones.
    fn edit(&self, file: &mut DocumentMut, ruleset: &str, value: &Value, ids: &mut Vec<String>) -> bool {
        let mut done = false;
        match self {
            Self::Option(_) => {}
            Self::Turns => {
                file.insert("turns", Item::Value(value.clone()));
                // The ruleset's own length would override it.
                if let Some(own) = file.get_mut("overrides").and_then(|item| item.get_mut(ruleset))
                    && let Some(own) = own.as_table_like_mut()
                    && own.contains_key("turns")
                {
                    own.insert("turns", Item::Value(value.clone()));
                }
                done = true;
            }
            Self::Victory(key) => {
                let victory = file.entry("victory").or_insert(toml_edit::table());
                if let Some(victory) = victory.as_table_like_mut() {
                    victory.insert(key, Item::Value(value.clone()));
                    done = true;
                }
            }
            Self::Objective(id, key) => {
                for objective in file.get_mut("objectives").map(tables).unwrap_or_default() {
                    if named(objective, id, ids) {
                        objective.insert(key, Item::Value(value.clone()));
                        done = true;
                    }
                }
            }
            Self::Arrival(id) => {
                for side in ["blue", "red"] {
                    let list = file.get_mut(side).and_then(|side| side.get_mut("reinforcements"));
                    for arrival in list.map(tables).unwrap_or_default() {
                        let comes: Vec<String> =
                            ["units", "commands"].iter().flat_map(|key| words(arrival, key)).collect();
                        if comes.contains(id) {
                            arrival.insert("turn", Item::Value(value.clone()));
                            done = true;
                        }
                        ids.extend(comes);
                    }
                }
            }
            Self::Brigade(..) | Self::Unit(..) | Self::General(..) => {
                for side in ["blue", "red"] {
                    let list = file.get_mut(side).and_then(|side| side.get_mut("commands"));
                    for command in list.map(tables).unwrap_or_default() {
                        done |= self.edit_command(command, ruleset, value, ids);
                    }
                }
            }
        }
        done
    }

    fn edit_command(&self, command: &mut dyn TableLike, ruleset: &str, value: &Value, ids: &mut Vec<String>) -> bool {
        let mut done = false;
        match self {
            Self::General(id, key) => {
                if named(command, id, ids)
                    && let Some(general) = command.get_mut("general").and_then(Item::as_table_like_mut)
                {
                    let nest = || Item::Value(Value::InlineTable(toml_edit::InlineTable::new()));
                    let own = general.entry("overrides").or_insert_with(nest);
                    let own = own.as_table_like_mut().map(|own| own.entry(ruleset).or_insert_with(nest));
                    if let Some(own) = own.and_then(|own| own.as_table_like_mut()) {
                        own.insert(key, Item::Value(value.clone()));
                        done = true;
                    }
                }
            }
            Self::Brigade(id, key) if named(command, id, ids) => {
                for unit in command.get_mut("units").map(tables).unwrap_or_default() {
                    unit.insert(key, Item::Value(value.clone()));
                    done = true;
                }
            }
            Self::Unit(id, key) => {
                for unit in command.get_mut("units").map(tables).unwrap_or_default() {
                    if named(unit, id, ids) {
                        unit.insert(key, Item::Value(value.clone()));
                        done = true;
                    }
                }
            }
            _ => {}
        }
        done
    }
}

impl Sweep {
    /// Reads `what:ID.key=value,value`.
    ///
    /// # Errors
    /// If it is not of this form.
    pub fn parse(text: &str) -> Result<Self, SweepError> {
        let form = || SweepError::Form(text.to_owned());
        let (name, values) = text.split_once('=').ok_or_else(form)?;
        let mut list: Vec<String> = Vec::new();
        for value in values.split(',').map(str::trim) {
            if value.is_empty() {
                return Err(form());
            }
            if !list.iter().any(|known| known == value) {
                list.push(value.to_owned());
            }
        }
        Ok(Self { name: name.trim().to_owned(), target: Target::parse(name.trim())?, values: list })
    }

    /// A plan for each value. Their battles have the same seeds: differences come from the value.
    ///
    /// # Errors
    /// If a value is faulty: nothing is fought then.
    pub fn cases(&self, plan: &Plan, ruleset: &dyn Ruleset) -> Result<Vec<Case>, SweepError> {
        let case = |value: &String| Ok(Case { value: value.clone(), plan: self.target.set(plan, ruleset, value)? });
        self.values.iter().map(case).collect()
    }
}

/// A value as TOML writes it.
fn typed(text: &str) -> Value {
    match (text.parse::<i64>(), text.parse::<f64>(), text) {
        (Ok(whole), _, _) => whole.into(),
        (_, Ok(number), _) if number.is_finite() => number.into(),
        (_, _, "true") => true.into(),
        (_, _, "false") => false.into(),
        _ => text.into(),
    }
}

/// The tables of a list, however the file writes it.
fn tables(item: &mut Item) -> Vec<&mut dyn TableLike> {
    match item {
        Item::ArrayOfTables(list) => list.iter_mut().map(|table| table as &mut dyn TableLike).collect(),
        Item::Value(Value::Array(list)) => {
            let tables = list.iter_mut().filter_map(Value::as_inline_table_mut);
            tables.map(|table| table as &mut dyn TableLike).collect()
        }
        _ => Vec::new(),
    }
}

fn named(table: &dyn TableLike, id: &str, ids: &mut Vec<String>) -> bool {
    let Some(own) = table.get("id").and_then(Item::as_str) else { return false };
    ids.push(own.to_owned());
    own == id
}

fn words(table: &dyn TableLike, key: &str) -> Vec<String> {
    let list = table.get(key).and_then(Item::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
