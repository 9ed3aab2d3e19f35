//! Deployment in secret, where the scenario gives zones (ML-GAP-45).

use super::D;
use crate::question::{Kind, Luck, Question, defaults};
use crate::world::{Life, PAS, Phase, World, layout};
use crate::{Formation, MarieLouise, r, word};
use game::{Ask, Field, Flow, Preview, Ref, Refusal, Reply, Shape, Slot, Term, UnitId};
use std::collections::BTreeSet;
use table::{Cm, Footprint, Near, Piece, Point, Pose, overlaps};

pub(crate) const DEPLOY: Kind = Kind {
    rules: &[r::ML_GAP_45],
    fields: MarieLouise::fields_deploy,
    check: MarieLouise::check_deploy,
    suggest: shuffle,
};

/// A few units a little elsewhere.
fn shuffle(rules: &MarieLouise, w: &World, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = defaults(ask);
    for _ in 0..ask.fields.len().min(6) {
        let n = luck.below(ask.fields.len());
        let Some(Reply::Placed(pose, formation)) = replies.get(n).cloned() else { continue };
        let moved = Pose::new(
            pose.at.x + luck.between(-4, 4) * PAS,
            pose.at.y + luck.between(-4, 4) * PAS,
            pose.facing + luck.between(-2, 2) * 1_500,
        );
        let old = std::mem::replace(&mut replies[n], Reply::Placed(moved, formation));
        let fine = game::form::faults(ask, &replies).is_empty() && rules.check_deploy(w, ask, &replies).is_ok();
        if !fine {
            replies[n] = old;
        }
    }
    replies
}

impl MarieLouise {
    pub(crate) fn deploy(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Deployment, &[r::ML_GAP_45]);
        let sheets = self.sheets_of(d, Question::Deploy);
        for (_, id, reply) in self.ask_units(d, &sheets)? {
            let Reply::Placed(pose, formation) = reply else { continue };
            if let Some(place) = d.world.general_of(id) {
                self.place_general(d, place, pose.at, &[], &[r::ML_GAP_45]);
            } else {
                let formation = formation.as_ref().and_then(formation_of);
                self.change(d, id, &[r::ML_GAP_45], |u| {
                    u.pose = pose;
                    u.formation = formation.unwrap_or(u.formation);
                });
            }
        }
        Ok(())
    }

    fn fields_deploy(&self, w: &World, slot: &Slot) -> Vec<Field> {
        if !self.on(r::ML_GAP_45) {
            return Vec::new();
        }
        // A set place outside every zone is binding: that unit is not asked about.
        let zones = &self.scenario.zones[slot.side.index()];
        let zone = |command: u16, at: Point| zones.iter().find(|zone| zone.takes(command, at)).map(|zone| &zone.area);
        let mut fields = Vec::new();
        for id in self.troops(w, slot.side).filter(|id| w.unit(*id).inside.is_none()) {
            let unit = w.unit(id);
            let Some(ground) = zone(self.sheet(id).command, unit.pose.at) else { continue };
            let formations: Vec<Term> = self.may_start_in(id).iter().map(word).collect();
            fields.push(Field {
                about: Ref::Unit(id),
                shape: Shape::Place { ground: ground.clone(), facing: None, formations },
                default: Reply::Placed(unit.pose, None),
            });
        }
        for (place, (general, sheet)) in w.generals.iter().zip(&self.generals).enumerate() {
            if sheet.side == slot.side
                && general.life == Life::Present
                && let Some(ground) = zone(sheet.command, general.at)
            {
                fields.push(Field {
                    about: Ref::Unit(w.general_id(place)),
                    shape: Shape::Place { ground: ground.clone(), facing: None, formations: Vec::new() },
                    default: Reply::Placed(Pose { at: general.at, facing: 0 }, None),
                });
            }
        }
        fields
    }

    /// Formations a unit may start in: those of its arm that its doctrine admits (ML-14b).
    fn may_start_in(&self, id: UnitId) -> Vec<Formation> {
        let sheet = self.sheet(id);
        match sheet.profile.arm {
            crate::Arm::Artillery => vec![Formation::Deployed, Formation::Limbered],
            _ if sheet.profile.skirmish_only => vec![Formation::Skirmish],
            crate::Arm::Cavalry => vec![Formation::Line, Formation::AttackColumn, Formation::MarchColumn],
            crate::Arm::Infantry => {
                [Formation::Line, Formation::AttackColumn, Formation::MarchColumn, Formation::Square]
                    .into_iter()
                    .filter(|f| self.by_doctrine(id, *f, false))
                    .collect()
            }
        }
    }

    fn check_deploy(&self, w: &World, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let mut refusals = Vec::new();
        let mut preview = Preview::default();
        let mut standing: Vec<(u32, Piece)> = Vec::new();
        let mut moved: Vec<(usize, UnitId, Footprint)> = Vec::new();
        let mut asked = BTreeSet::new();
        for (n, (field, reply)) in ask.fields.iter().zip(replies).enumerate() {
            let (Ref::Unit(id), Reply::Placed(pose, formation)) = (field.about, reply) else { continue };
            if w.general_of(id).is_some() {
                continue;
            }
            let unit = w.unit(id);
            let chosen = formation.as_ref().and_then(formation_of).unwrap_or(unit.formation);
            let pieces = layout::footprint(*pose, chosen, unit.elements);
            asked.insert(id);
            standing.extend(pieces.iter().map(|p| (u32::from(id.0), *p)));
            // The places that the scenario sets are taken as they are.
            if *reply != field.default {
                refusals.extend(self.bad_ground(w, id, chosen, *pose, &pieces, n));
                moved.push((n, id, pieces.clone()));
            }
            preview.ghosts.push((id, pieces));
        }
        for id in self.troops(w, ask.slot.side).filter(|id| !asked.contains(id)) {
            standing.extend(w.unit(id).footprint().into_iter().map(|p| (u32::from(id.0), p)));
        }
        // Bases take room: no two of them stand on the same ground (ML-1.2a, ML-GAP-11).
        let near = Near::of_pieces((0..).zip(&standing).map(|(place, (_, piece))| (place, *piece)));
        for (n, id, pieces) in moved.iter().filter(|_| self.on(r::ML_1_2A)) {
            let others =
                |piece: &Piece| near.around(piece, 0).into_iter().filter_map(|place| standing.get(place as usize));
            let stands_on =
                |piece: &Piece| others(piece).any(|(tag, other)| *tag != u32::from(id.0) && overlaps(piece, other));
            if pieces.iter().any(stands_on) {
                refusals.push(Refusal::by(r::ML_1_2A, *n, "overlaps"));
            }
        }
        if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
    }

    /// What is wrong with the ground under a unit that is put elsewhere.
    fn bad_ground(
        &self,
        w: &World,
        id: UnitId,
        chosen: Formation,
        pose: Pose,
        pieces: &[Piece],
        n: usize,
    ) -> Option<Refusal> {
        if pieces.iter().any(|p| !self.terrain.inside(p.pose.at)) {
            return Some(Refusal::by(r::ML_GAP_45, n, "off_the_table"));
        }
        let closed = self.pace_in(w, id, chosen, pose.at).is_none();
        closed.then(|| Refusal::by(r::ML_1_6D, n, "impassable_ground"))
    }

    /// The allowance of a unit off the road on the ground of a place; nothing: it may not stand there (ML-1.6c,
    /// ML-1.6d).
    pub(super) fn pace_at(&self, w: &World, id: UnitId, at: Point) -> Option<Cm> {
        self.pace_in(w, id, w.unit(id).formation, at)
    }

    /// The same in a formation. Where guns could not be brought they cannot stand; a square forms anywhere that foot
    /// may go.
    fn pace_in(&self, w: &World, id: UnitId, formation: Formation, at: Point) -> Option<Cm> {
        let formation = match formation {
            Formation::Deployed => Formation::Limbered,
            Formation::Square => Formation::Line,
            other => other,
        };
        let mover = crate::resolve::movement::March { formation, ..self.mover(w, id) };
        let paces = self.way(&mover, at, at).stretches.into_iter().map(|s| self.rate(&mover, s.beside, s.tall));
        paces.min().flatten()
    }
}

/// The formation that a term names.
pub(crate) fn formation_of(term: &Term) -> Option<Formation> {
    const ALL: [Formation; 11] = [
        Formation::Line,
        Formation::AttackColumn,
        Formation::MarchColumn,
        Formation::Square,
        Formation::SolidSquare,
        Formation::Skirmish,
        Formation::Disorder,
        Formation::NoFormation,
        Formation::Bastion,
        Formation::Limbered,
        Formation::Deployed,
    ];
    ALL.into_iter().find(|f| word(f) == *term)
}
