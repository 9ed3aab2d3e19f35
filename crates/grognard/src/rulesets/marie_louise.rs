use super::Item;
use armies::Roster;
use game::{Assistant, Battle, Entry, LogError, Ruleset, Setup};

pub const RULESET: &dyn Ruleset = &Shipped;
pub struct Shipped;

impl Ruleset for Shipped {
    fn id(&self) -> &'static str {
        "marie-louise"
    }
    fn version(&self) -> u32 {
        1
    }
    fn catalogue(&self) -> game::catalogue::Catalogue {
        marie_louise::catalogue()
    }
    fn assistant(&self) -> Box<dyn Assistant> {
        Box::new(marie_louise::Resolutions::default())
    }
    fn measure(&self) -> (&'static str, i32) {
        ("pas", 5000)
    }
    fn options(&self) -> Vec<(&'static str, i64)> {
        Vec::new()
    }
    fn begin(&self, _: &Setup) -> Result<Box<dyn Battle>, Vec<String>> {
        Err(vec!["not yet".to_owned()])
    }
    fn reopen(&self, _: &[Entry]) -> Result<Box<dyn Battle>, LogError> {
        Err(LogError::Empty)
    }
}

pub fn bill(_: &Roster) -> Result<Vec<Item>, Vec<String>> {
    Err(vec!["not yet".to_owned()])
}
