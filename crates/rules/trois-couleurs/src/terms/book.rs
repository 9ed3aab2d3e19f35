//! The book: the tables and options in force, and the catalogue of rules that code cites by id.

use crate::terms::options::Options;
use crate::terms::tables::Tables;

rulebook::book!("trois-couleurs", Tables, Options);
