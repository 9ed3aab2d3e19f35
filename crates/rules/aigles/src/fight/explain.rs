//! The breakdown of a charge, for a player who follows it step by step.

use super::bout::ChargeBout;
use super::end::End;
use super::stage::{Stage, Standing};
use game::{Narrated, Ref, Side, Term, UnitId};
use serde_json::{Map, Value, json};

impl Stage {
    /// The name of the step.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Begin => "declaration",
            Self::Nerve(..) | Self::Die(..) | Self::Sign(..) => "morale",
            Self::React => "reaction",
            Self::Approach => "approach",
            Self::Ready | Self::Fires | Self::Shoot => "landing_fire",
            Self::Contact => "contact",
            Self::Fighters | Self::Clash => "melee",
            Self::Officers => "officers",
            Self::Follow(_) | Self::Again => "follow_up",
            Self::Done(_) => "end",
        }
    }
}

fn side(standing: &Standing) -> Value {
    json!({
        "figures_left": standing.figures,
        "losses": standing.losses,
        "order": standing.order,
        "formation": standing.formation,
    })
}

impl Narrated for ChargeBout<'_> {
    fn step(&self) -> Term {
        Term::of(self.state.stage.label())
    }

    fn who(&self, of: &Ref) -> Term {
        match of {
            Ref::Unit(UnitId(1)) | Ref::Side(Side::Red) => Term::of("target"),
            _ => Term::of("charger"),
        }
    }

    fn stands(&self) -> Map<String, Value> {
        let state = &self.state;
        let mut map = Map::new();
        map.insert("charger".to_owned(), side(&state.charger));
        map.insert("target".to_owned(), side(&state.target));
        if state.landing > 0 {
            map.insert("landing".to_owned(), json!(state.landing));
        }
        if state.round > 0 {
            map.insert("rounds".to_owned(), json!(state.round));
        }
        map
    }

    fn told(end: &End) -> Map<String, Value> {
        match serde_json::to_value(end) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }
}
