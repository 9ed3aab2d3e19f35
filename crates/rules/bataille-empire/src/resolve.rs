//! Pure resolutions: from a situation to a breakdown and dice. They know no positions and no turn.

pub(crate) mod bill;
pub mod budget;
pub mod command;
pub mod discipline;
pub mod fire;
pub mod flight;
pub mod generals;
pub mod give_way;
pub mod manoeuvre;
pub mod morale;
pub mod movement;
pub mod operational;
pub mod passage;
pub mod pursuit;
pub mod rally;
pub mod reaction;
pub mod set_up;
pub mod shock;
pub mod victory;
