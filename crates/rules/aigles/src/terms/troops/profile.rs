//! Entries of army lists and scenarios on a troop type for this ruleset, and the unit made from them.

use super::strength::{Companies, Company};
use super::{Arm, Class, Fighting, Figure, Skirmishes, Status, Weapon};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use serde::{Deserialize, Serialize};

/// The table `[type.rules.aigles]` of a troop type (LA-GAP-81).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeTable {
    pub class: Class,
    /// Kinds of figure with the number of companies or squadrons of each, in their order.
    pub companies: Vec<(String, u8)>,
    /// The companies that may skirmish.
    #[serde(default = "no_skirmishers")]
    pub skirmishes: Skirmishes,
    /// The formations in which its nation fights.
    #[serde(default)]
    pub formations: Fighting,
    /// Bonus to its Moral.
    #[serde(default)]
    pub moral: i8,
    /// Its values in some years only.
    #[serde(default)]
    pub variants: Vec<Variant>,
}

const fn no_skirmishers() -> Skirmishes {
    Skirmishes::None
}

/// The values of a troop type in some years.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// First and last year, both included.
    pub years: [u16; 2],
    pub class: Option<Class>,
    /// Kinds of figure.
    pub companies: Option<Vec<(String, u8)>>,
}

/// A whole unit made from its type: the data that do not change in a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Profile {
    pub arm: Arm,
    pub class: Class,
    /// Its companies or squadrons in their order, with the figures of each kind.
    pub companies: Companies,
    /// The companies that may skirmish.
    pub skirmishes: Skirmishes,
    /// The formations in which its nation fights.
    pub fighting: Fighting,
    /// Bonus to its Moral.
    pub moral: i8,
}

impl TypeTable {
    /// The unit of this type with these figures of an arm in a year.
    ///
    /// # Errors
    /// A kind that is not in the table of figures or belongs to another arm, or no companies at all.
    pub fn profile(&self, book: &Book, arm: Arm, year: u16, figures: u8) -> Result<Profile, game::Fault> {
        let variant = self.variants.iter().find(|v| v.years[0] <= year && year <= v.years[1]);
        let named = variant.and_then(|v| v.companies.as_ref()).unwrap_or(&self.companies);
        let mut groups = Vec::with_capacity(named.len());
        for (key, number) in named {
            let (kind, figure) =
                book.tables.figures.find(key).ok_or_else(|| game::Fault::at(key.to_string(), F::UnknownFigure))?;
            if figure.arm != arm {
                return Err(game::Fault::at(key.to_string(), rulebook::SetUpFault::ValuesOfOtherArm));
            }
            if *number == 0 {
                return Err(game::Fault::at(key.to_string(), F::NoCompany));
            }
            groups.push((kind, figure, *number));
        }
        let companies = Companies::of(book, &groups, figures).ok_or(F::NoCompany)?;
        Ok(Profile {
            arm,
            class: variant.and_then(|v| v.class).unwrap_or(self.class),
            companies,
            skirmishes: self.skirmishes,
            fighting: self.formations,
            moral: self.moral,
        })
    }
}

impl Profile {
    /// Its most numerous kind, among equal ones that of lower status (LA-GAP-45).
    #[must_use]
    pub fn leading(&self, book: &Book) -> Figure {
        let kinds = self.companies.iter();
        let most = if book.on(r::LA_GAP_45) {
            kinds.max_by_key(|company| (company.figures, company.figure.status))
        } else {
            kinds.min_by_key(|company| company.figures)
        };
        most.map_or_else(Figure::default, |company| company.figure)
    }

    /// Its status (LA-GAP-45).
    #[must_use]
    pub fn status(&self, book: &Book) -> Status {
        self.leading(book).status
    }

    /// Its Moral (LA-GAP-45), including the unit's own bonus.
    #[must_use]
    pub fn moral(&self, book: &Book) -> i8 {
        self.leading(book).moral.saturating_add(self.moral)
    }

    /// Figures at the start of the battle.
    #[must_use]
    pub fn figures(&self) -> u8 {
        self.companies.figures()
    }

    /// The kind of figure that may skirmish as a company of its own or as a whole (LA-GAP-78).
    #[must_use]
    pub fn skirmishers(&self) -> Option<&Company> {
        match self.skirmishes {
            Skirmishes::None => None,
            Skirmishes::Last | Skirmishes::All => self.companies.last(),
        }
    }

    /// Whether it carries firearms at all.
    #[must_use]
    pub fn armed(&self) -> bool {
        self.companies.iter().any(|company| company.figure.weapon != Weapon::None)
    }
}
