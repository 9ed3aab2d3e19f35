//! Vocabulary and values: kinds of figure, troop types of army lists, strengths and points.

mod budget;
mod figure;
mod profile;
mod strength;
mod words;

pub use budget::{Cost, budget_of_figure};
pub use figure::{Bonuses, Figure, KindId, Tenths};
pub use profile::{Profile, TypeTable, Variant};
pub use strength::{
    Companies, Company, column_ranks, company_front, figures_of_guns, figures_of_men, ranks_with_gaps, square_faces,
};
pub use words::{Arm, Aspect, Attitude, Calibre, Class, Cover, Fighting, Formation, Order, Skirmishes, Status, Weapon};
