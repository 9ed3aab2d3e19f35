//! The book: the tables and options in force, and the catalogue of rules that code cites by id.

use crate::options::Options;
use crate::tables::Tables;

rulebook::book!("aigles", Tables, Options);
