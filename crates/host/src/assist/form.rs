//! A form made from the schema of a situation and from texts; it knows no ruleset.
//!
//! The label of a field is looked up from the most specific to the most general: `form-<test>-<name>`,
//! `form-<group>-<name>`, `form-<name>`, `field-<name>`, `trait-<name>`, `fact-<name>`, `term-<name>`; else its name is
//! made readable. A word to choose: `form-<name>-<value>`, `term-<value>`, `result-<value>`. The attribute `help` of a
//! `form-…` text explains a field. `x-when` of the schema says when the field matters, `x-unit` gives its unit.

use crate::voice::{Voice, same};
use crate::wire::{FormField, FormKind, FormOption};
use game::Bilingual;
use serde_json::{Map, Value};

/// Situations are not nested deeper than this.
const DEEPEST: usize = 8;

/// The parts from which forms are made.
pub struct Forms<'a> {
    voice: &'a Voice,
    test: &'a str,
    unit: Bilingual,
    definitions: Map<String, Value>,
    /// Names and words that have no text.
    pub missing: Vec<String>,
}

impl<'a> Forms<'a> {
    /// The forms of a test. `unit` is the ruleset's unit of length.
    pub fn new(voice: &'a Voice, test: &'a str, unit: Bilingual, schema: &Value) -> Self {
        let definitions = schema.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
        Self { voice, test, unit, definitions, missing: Vec::new() }
    }

    /// The fields of a situation, in the order of its schema.
    pub fn fields(&mut self, schema: &Value) -> Vec<FormField> {
        self.properties(schema, "", DEEPEST)
    }

    fn properties(&mut self, schema: &Value, group: &str, depth: usize) -> Vec<FormField> {
        let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        properties.iter().map(|(name, property)| self.field(name, property, group, depth)).collect()
    }

    fn field(&mut self, name: &str, property: &Value, group: &str, depth: usize) -> FormField {
        let (schema, optional) = self.resolved(property);
        let mut field = FormField {
            name: name.to_owned(),
            label: self.label(name, group),
            help: self.help(name, group),
            kind: FormKind::Raw,
            optional,
            default: Value::Null,
            when: property.get("x-when").and_then(Value::as_object).cloned().unwrap_or_default(),
            fields: Vec::new(),
            options: Vec::new(),
            item: None,
            least: schema.get("minimum").and_then(Value::as_f64),
            most: schema.get("maximum").and_then(Value::as_f64),
            whole: false,
            state: false,
            unit: None,
        };
        self.shape(&mut field, &schema, depth);
        field.default = match property.get("default").or_else(|| schema.get("default")) {
            Some(default) => default.clone(),
            None if optional => Value::Null,
            None => bare(&field),
        };
        field
    }

    /// Fills in a field by its schema.
    fn shape(&mut self, field: &mut FormField, schema: &Value, depth: usize) {
        let words = choices(schema);
        let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
        if !words.is_empty() {
            field.kind = FormKind::Pick;
            field.options = words.iter().map(|word| self.option(&field.name, word)).collect();
            // A word with a step of gravity names a state, here as on the table.
            field.state = words.iter().any(|word| self.voice.attribute(&format!("term-{word}"), "step").is_some());
        } else if depth == 0 {
            field.kind = FormKind::Raw;
        } else if let Some(variants) = variants(schema) {
            field.kind = FormKind::Variant;
            field.options =
                variants.iter().map(|(name, inner)| self.variant(field, name, inner.as_ref(), depth)).collect();
        } else {
            match kind {
                "boolean" => field.kind = FormKind::Flag,
                "integer" | "number" => {
                    field.kind = FormKind::Number;
                    field.whole = kind == "integer";
                    let length = schema.get("x-unit").and_then(Value::as_str) == Some("length");
                    // Some labels contain the unit themselves.
                    let said = field.label.fr.ends_with(&format!("({})", self.unit.fr));
                    field.unit = (length && !said).then(|| self.unit.clone());
                }
                "string" => field.kind = FormKind::Text,
                "object" if schema.get("properties").is_some() => {
                    field.kind = FormKind::Group;
                    field.fields = self.properties(schema, &field.name.clone(), depth - 1);
                }
                "array" if schema.get("items").is_some_and(Value::is_object) => {
                    field.kind = FormKind::List;
                    field.least = schema.get("minItems").and_then(Value::as_f64);
                    field.most = schema.get("maxItems").and_then(Value::as_f64);
                    let items = schema.get("items").cloned().unwrap_or_default();
                    field.item = Some(Box::new(self.field(&field.name.clone(), &items, "", depth - 1)));
                }
                _ => field.kind = FormKind::Raw,
            }
        }
    }

    fn option(&mut self, name: &str, word: &str) -> FormOption {
        FormOption { value: word.to_owned(), label: self.word(name, word), field: None }
    }

    fn variant(&mut self, of: &FormField, name: &str, inner: Option<&Value>, depth: usize) -> FormOption {
        let field = inner.map(|inner| Box::new(self.field(name, inner, &of.name, depth - 1)));
        FormOption { value: name.to_owned(), label: self.word(&of.name, name), field }
    }

    /// A schema with its reference followed, and whether it may be left open.
    fn resolved(&self, schema: &Value) -> (Value, bool) {
        let mut schema = schema.clone();
        let mut optional = false;
        for _ in 0..DEEPEST {
            if let Some(Value::Array(kinds)) = schema.get("type") {
                optional |= kinds.iter().any(|kind| kind == "null");
                let kind = kinds.iter().find(|kind| *kind != "null").cloned().unwrap_or_default();
                if let Some(map) = schema.as_object_mut() {
                    map.insert("type".to_owned(), kind);
                }
            }
            let either = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
            let open = either.filter(|all| all.iter().any(|one| one.get("type").is_some_and(|kind| kind == "null")));
            let next = if let Some(all) = open {
                optional = true;
                let mut others = all.iter().filter(|one| one.get("type").is_none_or(|kind| kind != "null"));
                match (others.next(), others.next()) {
                    (Some(only), None) => Some(only.clone()),
                    _ => None,
                }
            } else {
                let named = schema.get("$ref").and_then(Value::as_str);
                named.and_then(|named| self.definitions.get(named.rsplit('/').next().unwrap_or_default())).cloned()
            };
            match next {
                Some(next) => schema = next,
                None => break,
            }
        }
        (schema, optional)
    }

    fn label(&mut self, name: &str, group: &str) -> Bilingual {
        let ids = [
            format!("form-{}-{name}", self.test),
            format!("form-{group}-{name}"),
            format!("form-{name}"),
            format!("field-{name}"),
            format!("trait-{name}"),
            format!("fact-{name}"),
            format!("term-{name}"),
        ];
        ids.iter().find_map(|id| self.voice.find(id)).unwrap_or_else(|| {
            self.missing.push(format!("form-{name}"));
            same(&readable(name))
        })
    }

    fn help(&self, name: &str, group: &str) -> Option<Bilingual> {
        let ids = [format!("form-{}-{name}", self.test), format!("form-{group}-{name}"), format!("form-{name}")];
        ids.iter().find_map(|id| self.voice.help(id))
    }

    fn word(&mut self, name: &str, word: &str) -> Bilingual {
        let ids = [format!("form-{name}-{word}"), format!("term-{word}"), format!("result-{word}")];
        ids.iter().find_map(|id| self.voice.find(id)).unwrap_or_else(|| {
            self.missing.push(format!("form-{name}-{word}"));
            same(&readable(word))
        })
    }
}

/// A name made readable.
fn readable(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

/// The words of an enumeration; empty if it is none.
fn choices(schema: &Value) -> Vec<String> {
    if let Some(all) = schema.get("enum").and_then(Value::as_array) {
        return all.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    }
    let Some(all) = schema.get("oneOf").and_then(Value::as_array) else { return Vec::new() };
    let mut words = Vec::new();
    for one in all {
        match (one.get("const").and_then(Value::as_str), one.get("enum").and_then(Value::as_array)) {
            (Some(word), _) => words.push(word.to_owned()),
            (None, Some(some)) => words.extend(some.iter().filter_map(Value::as_str).map(str::to_owned)),
            (None, None) => return Vec::new(),
        }
    }
    words
}

/// The forms of an enumeration in which some words have content: `"hold"` or `{ "march": { … } }`.
fn variants(schema: &Value) -> Option<Vec<(String, Option<Value>)>> {
    let all = schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()?;
    let mut forms = Vec::new();
    for one in all {
        let words = choices(one);
        if let Some(word) = one.get("const").and_then(Value::as_str) {
            forms.push((word.to_owned(), None));
        } else if !words.is_empty() {
            forms.extend(words.into_iter().map(|word| (word, None)));
        } else {
            let properties = one.get("properties")?.as_object()?;
            let (name, inner) = properties.iter().next().filter(|_| properties.len() == 1)?;
            forms.push((name.clone(), Some(inner.clone())));
        }
    }
    Some(forms)
}

/// The value of a field that has no default of its own.
fn bare(field: &FormField) -> Value {
    match field.kind {
        FormKind::Group => {
            Value::Object(field.fields.iter().map(|inner| (inner.name.clone(), inner.default.clone())).collect())
        }
        FormKind::Flag => Value::Bool(false),
        FormKind::Number => match field.least {
            Some(least) if !field.whole => Value::from(least),
            #[allow(clippy::cast_possible_truncation, reason = "bounds of whole numbers")]
            Some(least) => Value::from(least as i64),
            None => Value::from(0),
        },
        FormKind::Pick => field.options.first().map(|option| Value::from(option.value.clone())).unwrap_or_default(),
        FormKind::Variant => field
            .options
            .first()
            .map(|option| match &option.field {
                None => Value::from(option.value.clone()),
                Some(inner) => Value::Object(std::iter::once((option.value.clone(), inner.default.clone())).collect()),
            })
            .unwrap_or_default(),
        FormKind::List => Value::Array(Vec::new()),
        FormKind::Text => Value::String(String::new()),
        FormKind::Raw => Value::Null,
    }
}
