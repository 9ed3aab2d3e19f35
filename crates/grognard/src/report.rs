//! Battle reports: as text for the terminal, as a page for the browser and the printer.

pub mod html;
pub mod text;
