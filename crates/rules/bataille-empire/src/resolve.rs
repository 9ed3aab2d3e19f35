//! Pure resolutions: a situation in, a breakdown and dice out. They know no table and no turn.

pub mod authority;
pub(crate) mod bill;
pub mod budget;
pub mod command;
pub mod discipline;
pub mod duel;
pub mod duty;
pub mod fire;
pub mod fire_right;
pub mod flight;
pub mod generals;
pub mod give_way;
pub mod manoeuvre;
pub mod morale;
pub mod movement;
pub mod operational;
pub mod orders;
pub mod passage;
pub mod price;
pub mod pursuit;
pub mod rally;
pub mod reaction;
pub mod set_up;
pub mod shock;
pub mod victory;
pub mod volley;
