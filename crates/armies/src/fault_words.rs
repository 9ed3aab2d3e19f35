//! Faults in French and English.

use crate::{Fault, Lang, Need, Reason, Subject};
use std::fmt::Write as _;

impl Fault {
    /// The whole message: file, line and column, place and reason.
    #[must_use]
    pub fn describe(&self, lang: Lang) -> String {
        let mut words = format!("{}:{}:{}: ", self.file, self.line, self.column);
        if !self.place.is_empty() {
            let _ = match lang {
                Lang::Fr => write!(words, "{} : ", self.place),
                Lang::En => write!(words, "{}: ", self.place),
            };
        }
        words + &self.reason.describe(lang)
    }
}

/// So much of a faulty line is shown.
const SHOWN: usize = 60;

impl Reason {
    /// What a reader of TOML says, with the line in which it stopped.
    #[must_use]
    pub fn syntax(message: &str, text: &str, at: usize) -> Self {
        let before = text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        let line = text.lines().nth(before).unwrap_or_default().trim();
        let line = line.chars().filter(|sign| !sign.is_control()).take(SHOWN).collect();
        Self::Syntax { message: message.to_owned(), line }
    }

    /// The reason alone.
    #[must_use]
    pub fn describe(&self, lang: Lang) -> String {
        match lang {
            Lang::Fr => self.in_french(),
            Lang::En => self.in_english(),
        }
    }

    fn in_french(&self) -> String {
        match self {
            Self::TooLong { bytes, limit } => format!("fichier trop long ({bytes} octets, au plus {limit})"),
            Self::TooMany { count, limit } => format!("trop d'entrées ({count}, au plus {limit})"),
            Self::MoreFaults { left_out } => format!("et {left_out} autres fautes, qui ne sont pas listées"),
            Self::Syntax { message, line } if line.is_empty() => {
                format!("ce n'est pas du TOML correct (le lecteur dit : {message})")
            }
            Self::Syntax { message, line } => {
                format!("ce n'est pas du TOML correct : « {line} » (le lecteur dit : {message})")
            }
            Self::UnknownKey { key, nearest } => format!("clé inconnue « {key} »{}", meant_fr(nearest)),
            Self::MissingKey { key } => match key.as_str() {
                "fr" => "il manque le texte français (clé « fr »)".to_owned(),
                "en" => "il manque le texte anglais (clé « en »)".to_owned(),
                _ => format!("il manque la clé « {key} »"),
            },
            Self::WrongSort { expected, found } => {
                let expected: Vec<&str> = expected.iter().map(|s| sort_fr(s)).collect();
                format!("il faut {} et non {}", expected.join(" ou "), sort_fr(found))
            }
            Self::Unknown { subject, word, nearest } => {
                format!("{} « {word} »{}", subject_fr(*subject), meant_fr(nearest))
            }
            Self::OutOfBounds { value, least, most } => format!("{value} est hors des limites ({least} à {most})"),
            Self::WrongLength { length, expected } => {
                format!("il faut une liste de {expected} valeurs et non de {length}")
            }
            Self::Empty => "vide".to_owned(),
            Self::Unprintable { code } => format!("caractère de commande U+{code:04X}, qui ne s’écrit pas"),
            Self::BadId { id } => {
                format!("identifiant incorrect « {id} » ; minuscules sans accent, chiffres et tirets seulement")
            }
            Self::SameId { id, first_line } => format!("l'identifiant « {id} » est déjà pris à la ligne {first_line}"),
            Self::BadDate { date } => format!("« {date} » n'est pas une date (par exemple 1806-07-04)"),
            Self::OffTable { x, y, width, height } => {
                format!("le point ({x}, {y}) est hors de la table ({width} m sur {height} m)")
            }
            Self::TooFewCorners { corners, least } => format!("{corners} sommet(s), il en faut au moins {least}"),
            Self::Crosses { first, second } => {
                format!("les côtés {first} et {second} du polygone se croisent ou se touchent")
            }
            Self::Flat => "polygone sans surface".to_owned(),
            Self::Keys { need, keys, found } => {
                let found = if found.is_empty() { "aucune".to_owned() } else { found.join(", ") };
                let keys = keys.join(", ");
                match need {
                    Need::ExactlyOne => format!("il faut une seule de ces clés : {keys} (trouvé : {found})"),
                    Need::Together => format!("ces clés vont ensemble : {keys} (trouvé : {found})"),
                    Need::AtLeastOne => format!("il faut au moins une de ces clés : {keys}"),
                }
            }
            Self::Anachronism { kind, year, from, to } => {
                format!("le type « {kind} » n'existe que de {from} à {to}, pas en {year}")
            }
            Self::Disagrees { said, of_type } => {
                format!("« {said} » contredit le type de troupe, qui dit « {of_type} »")
            }
            Self::WrongFormation { formation, arm } => {
                format!("la formation « {formation} » est impossible pour cette arme ({})", arm_fr(arm))
            }
            Self::NoStrongpoint { x, y } => {
                format!("une garnison doit être dans un point fort ; il n'y en a pas en ({x}, {y})")
            }
            Self::Impassable { kind } => format!("l'unité se trouve dans un terrain impraticable ({kind})"),
            Self::WrongStrength { key, arm } if arm.is_empty() || key == "elements" => {
                format!("l'effectif ne peut pas être donné par « {key} » ici")
            }
            Self::WrongStrength { key, arm } => {
                format!("l'effectif d'une unité d'{} ne se donne pas par « {key} »", arm_fr(arm))
            }
            Self::NoGeneral { command } => format!("« {command} » n'a pas de général"),
            Self::AbsentGeneral { general } => {
                format!("{general} commande des unités présentes mais n'a pas de place sur la table (clé « at »)")
            }
            Self::IdleCommand { command } => format!("« {command} » n'a ni unités ni subordonnés"),
            Self::Ring { command } => format!("« {command} » est son propre supérieur, directement ou non"),
            Self::LowerRank { general, superior } => {
                format!("{superior} est d'un grade inférieur à {general}, qu'il commande")
            }
            Self::NoUnits => "aucune unité".to_owned(),
            Self::NoPlace { unit } => format!("« {unit} » n'a ni position, ni zone de déploiement, ni tour d'arrivée"),
            Self::TwicePlaced { unit } => {
                format!("« {unit} » a plusieurs places : une position et une arrivée, ou deux arrivées")
            }
            Self::SamePlace { other } => format!("« {other} » est déjà à cet endroit"),
            Self::AfterTheEnd { turn, turns } => format!("arrivée au tour {turn} d'une bataille de {turns} tours"),
            Self::PlacedInRoster => "une liste d'armée ne donne pas de position".to_owned(),
            Self::YearsReversed { from, to } => format!("les années {from} à {to} sont à l'envers"),
            Self::Calibre { arm } if arm == "artillery" => {
                "il manque le calibre des pièces (clé « calibre »)".to_owned()
            }
            Self::Calibre { arm } => format!("pas de calibre pour l'{}", arm_fr(arm)),
        }
    }

    fn in_english(&self) -> String {
        match self {
            Self::TooLong { bytes, limit } => format!("file too long ({bytes} bytes, at most {limit})"),
            Self::TooMany { count, limit } => format!("too many entries ({count}, at most {limit})"),
            Self::MoreFaults { left_out } => format!("and {left_out} more faults, not listed"),
            Self::Syntax { message, line } if line.is_empty() => format!("not correct TOML ({message})"),
            Self::Syntax { message, line } => format!("not correct TOML: `{line}` ({message})"),
            Self::UnknownKey { key, nearest } => format!("unknown key `{key}`{}", meant_en(nearest)),
            Self::MissingKey { key } => match key.as_str() {
                "fr" => "the French text is missing (key `fr`)".to_owned(),
                "en" => "the English text is missing (key `en`)".to_owned(),
                _ => format!("the key `{key}` is missing"),
            },
            Self::WrongSort { expected, found } => {
                let expected: Vec<&str> = expected.iter().map(|s| sort_en(s)).collect();
                format!("should be {}, not {}", expected.join(" or "), sort_en(found))
            }
            Self::Unknown { subject, word, nearest } => {
                format!("{} `{word}`{}", subject_en(*subject), meant_en(nearest))
            }
            Self::OutOfBounds { value, least, most } => format!("{value} is out of bounds ({least} to {most})"),
            Self::WrongLength { length, expected } => format!("should be a list of {expected} values, not of {length}"),
            Self::Empty => "empty".to_owned(),
            Self::Unprintable { code } => format!("control character U+{code:04X}, which cannot be printed"),
            Self::BadId { id } => format!("incorrect id `{id}`; small letters, digits and hyphens only"),
            Self::SameId { id, first_line } => format!("the id `{id}` is already taken on line {first_line}"),
            Self::BadDate { date } => format!("`{date}` is not a date (for example 1806-07-04)"),
            Self::OffTable { x, y, width, height } => {
                format!("the point ({x}, {y}) is off the table ({width} m by {height} m)")
            }
            Self::TooFewCorners { corners, least } => format!("{corners} corner(s), at least {least} are needed"),
            Self::Crosses { first, second } => format!("sides {first} and {second} of the polygon cross or touch"),
            Self::Flat => "polygon without surface".to_owned(),
            Self::Keys { need, keys, found } => {
                let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
                let keys = keys.join(", ");
                match need {
                    Need::ExactlyOne => format!("exactly one of these keys is needed: {keys} (found: {found})"),
                    Need::Together => format!("these keys go together: {keys} (found: {found})"),
                    Need::AtLeastOne => format!("at least one of these keys is needed: {keys}"),
                }
            }
            Self::Anachronism { kind, year, from, to } => {
                format!("the type `{kind}` existed from {from} to {to}, not in {year}")
            }
            Self::Disagrees { said, of_type } => format!("`{said}` contradicts the troop type, which says `{of_type}`"),
            Self::WrongFormation { formation, arm } => {
                format!("the formation `{formation}` is impossible for this arm ({arm})")
            }
            Self::NoStrongpoint { x, y } => format!("a garrison must be in a strongpoint; there is none at ({x}, {y})"),
            Self::Impassable { kind } => format!("the unit stands in impassable ground ({kind})"),
            Self::WrongStrength { key, arm } if arm.is_empty() || key == "elements" => {
                format!("strength cannot be given by `{key}` here")
            }
            Self::WrongStrength { key, arm } => format!("the strength of a unit of {arm} is not given by `{key}`"),
            Self::NoGeneral { command } => format!("`{command}` has no general"),
            Self::AbsentGeneral { general } => {
                format!("{general} commands units on the table but has no place on it (key `at`)")
            }
            Self::IdleCommand { command } => format!("`{command}` has neither units nor subordinates"),
            Self::Ring { command } => format!("`{command}` is its own superior, directly or not"),
            Self::LowerRank { general, superior } => {
                format!("{superior} is of lower rank than {general}, whom he commands")
            }
            Self::NoUnits => "no units".to_owned(),
            Self::NoPlace { unit } => format!("`{unit}` has no position, no deployment zone and no turn of arrival"),
            Self::TwicePlaced { unit } => {
                format!("`{unit}` has several places: a position and an arrival, or two arrivals")
            }
            Self::SamePlace { other } => format!("`{other}` is already on this spot"),
            Self::AfterTheEnd { turn, turns } => format!("arrives on turn {turn} of a battle of {turns} turns"),
            Self::PlacedInRoster => "an army list gives no positions".to_owned(),
            Self::YearsReversed { from, to } => format!("the years {from} to {to} are the wrong way round"),
            Self::Calibre { arm } if arm == "artillery" => {
                "the calibre of the guns is missing (key `calibre`)".to_owned()
            }
            Self::Calibre { arm } => format!("no calibre for {arm}"),
        }
    }
}

fn meant_fr(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|word| format!(" ; vouliez-vous dire « {word} » ?")).unwrap_or_default()
}

fn meant_en(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}

fn subject_fr(subject: Subject) -> &'static str {
    match subject {
        Subject::Word => "mot inconnu",
        Subject::Formation => "formation inconnue",
        Subject::Arm => "arme inconnue",
        Subject::TroopType => "type de troupe inconnu",
        Subject::Nation => "nation inconnue",
        Subject::Ruleset => "règle inconnue",
        Subject::Command => "commandement inconnu",
        Subject::Unit => "unité inconnue",
        Subject::Objective => "objectif inconnu",
        Subject::GroundKind => "terrain inconnu",
        Subject::Rank => "grade inconnu",
    }
}

fn subject_en(subject: Subject) -> &'static str {
    match subject {
        Subject::Word => "unknown word",
        Subject::Formation => "unknown formation",
        Subject::Arm => "unknown arm",
        Subject::TroopType => "unknown troop type",
        Subject::Nation => "unknown nation",
        Subject::Ruleset => "unknown ruleset",
        Subject::Command => "unknown command",
        Subject::Unit => "unknown unit",
        Subject::Objective => "unknown objective",
        Subject::GroundKind => "unknown kind of ground",
        Subject::Rank => "unknown rank",
    }
}

fn sort_fr(sort: &str) -> &str {
    match sort {
        "object" => "une table",
        "array" => "une liste",
        "string" => "un texte",
        "integer" => "un nombre entier",
        "number" => "un nombre",
        "boolean" => "true ou false",
        "date" => "une date",
        other => other,
    }
}

fn sort_en(sort: &str) -> &str {
    match sort {
        "object" => "a table",
        "array" => "a list",
        "string" => "a text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "date" => "a date",
        other => other,
    }
}

fn arm_fr(arm: &str) -> &str {
    match arm {
        "infantry" => "infanterie",
        "cavalry" => "cavalerie",
        "artillery" => "artillerie",
        other => other,
    }
}
