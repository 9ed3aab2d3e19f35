//! Markers of type (L3C-GEN-09, L3C-GAP-A30): at a distance the other side sees the arm of a unit; nearer, its kind and
//! formation; close, and once it has fired, been fired at or tested, its identity.

use crate::turn::D;
use crate::world::{Token, World};
use crate::{TroisCouleurs, UD, r};
use game::{Card, Rule, Side, Term, UnitId};
use rulebook::ids::held;
use rulebook::word;
use std::collections::BTreeMap;
use table::{Piece, within_cm};

impl TroisCouleurs {
    /// Whether units are markers until the other side recognises them.
    pub(crate) fn tokens(&self) -> bool {
        self.book.options.type_markers && self.on(r::L3C_GEN_09)
    }

    /// What the other side sees of a unit by distance alone; `None`: its identity.
    fn token_of(&self, w: &World, id: UnitId) -> Option<Token> {
        let table = &self.book.tables.distance;
        let (_, cm) = self.nearest_enemy(w, id)?;
        let ruled = self.on(r::L3C_GAP_A30);
        match () {
            () if !within_cm(cm, table.markers_beyond.cm()) => Some(Token::ArmOnly),
            () if !within_cm(cm, table.identified.cm()) && ruled => Some(Token::ArmAndFormation),
            () => None,
        }
    }

    /// After deployment all distant units are markers.
    pub(crate) fn tokens_at_first(&self, d: &mut D<'_>) {
        if !self.tokens() {
            return;
        }
        for side in Side::BOTH {
            let units: Vec<UnitId> = self.troops(&d.world, side).collect();
            let tokens: BTreeMap<UnitId, Token> =
                units.iter().filter_map(|id| Some((*id, self.token_of(&d.world, *id)?))).collect();
            self.alter(d, &units, &[], &[r::L3C_GEN_09], |w| w.tokens[side.index()] = tokens);
        }
    }

    /// A unit has moved: it may be recognised, and may recognise enemies.
    pub(crate) fn recognises(&self, d: &mut D<'_>, id: UnitId) {
        let marked = d.world.tokens.iter().flat_map(BTreeMap::keys).copied();
        let near: Vec<UnitId> = marked.filter(|other| *other == id || self.side(*other) != self.side(id)).collect();
        for other in near {
            let (known, now) = (d.world.token(other), self.token_of(&d.world, other));
            if now < known {
                self.becomes_known(d, other, now, r::L3C_GAP_A30);
            }
        }
    }

    /// A unit that acts in view of all is recognised.
    pub(crate) fn recognised(&self, d: &mut D<'_>, id: UnitId) {
        if d.world.token(id).is_some() {
            self.becomes_known(d, id, None, r::L3C_GAP_A30);
        }
    }

    fn becomes_known(&self, d: &mut D<'_>, id: UnitId, token: Option<Token>, rule: Rule) {
        let side = self.side(id).index();
        self.alter(d, &[id], &[], &[rule], |w| {
            match token {
                Some(token) => w.tokens[side].insert(id, token),
                None => w.tokens[side].remove(&id),
            };
        });
    }

    /// A unit as one side sees it; `None`: not at all.
    pub(crate) fn card_for(&self, w: &World, id: UnitId, side: Side) -> Option<Card> {
        let other = w.general_of(id).is_none() && self.side(id) != side;
        match w.token(id).filter(|_| other) {
            _ if other && w.is_hidden(id) => None,
            Some(token) => self.token_card(w, id, token),
            None => self.whole_card(w, id),
        }
    }

    /// The marker of a unit: no name, no figures, and at a distance no shape of its own.
    fn token_card(&self, w: &World, id: UnitId, token: Token) -> Option<Card> {
        let unit = w.unit(id);
        let (piece, sheet) = (self.piece(w, id), self.sheet(id));
        let mut marks = BTreeMap::from([(Term::of("token"), word(&token))]);
        let piece = match token {
            Token::ArmAndFormation => {
                marks.insert(Term::of("formation"), word(&unit.body.formation));
                piece
            }
            Token::ArmOnly => Piece { front: UD, depth: UD / 2, ..piece },
        };
        let army = held(self.sheets.iter().find(|other| other.side == sheet.side), "a unit of the army");
        unit.present().then(|| Card {
            side: sheet.side,
            name: "?".to_owned(),
            part: None,
            nation: Term::from(if token == Token::ArmOnly { army } else { sheet }.nation.as_str()),
            arm: word(&sheet.troop.arm),
            command: None,
            pieces: vec![piece],
            marks,
            counts: BTreeMap::new(),
        })
    }
}
