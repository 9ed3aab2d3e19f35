//! Secret deployment, where the scenario has zones (ML-GAP-45), and the choice of orders of battle (ML-14a, ML-GAP-44).

use super::D;
use crate::question::{Kind, Luck, Question, defaults, pick_one};
use crate::terms::doctrine::Doctrine;
use crate::world::{Life, PAS, Phase, World, layout};
use crate::{Arm, Formation, MarieLouise, r, word};
use game::{Ask, Choice, Deed, Field, Flow, Key, Preview, Ref, Refusal, Reply, Shape, Side, Slot, Term, UnitId};
use rulebook::Known;
use rulebook::ids::held;
use std::collections::{BTreeMap, BTreeSet};
use table::{Cm, Footprint, Near, Piece, Point, Pose, overlaps};

pub(crate) const DEPLOY: Kind = Kind {
    rules: &[r::ML_GAP_45, r::ML_GAP_44],
    fields: MarieLouise::fields_deploy,
    check: MarieLouise::check_deploy,
    suggest: shuffle,
};

/// Moves a few units a little; now and then chooses another order of battle, with formations that it admits.
fn shuffle(rules: &MarieLouise, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = defaults(ask);
    for _ in 0..ask.fields.len().min(6) {
        let n = luck.below(ask.fields.len());
        let mut tried = replies.clone();
        match (ask.fields.get(n).map(|field| (field.about, &field.shape)), replies.get(n)) {
            (Some((Ref::Command(place), Shape::Pick { from, .. })), _) => {
                let Some(choice) = from.get(luck.below(from.len())) else { continue };
                tried[n] = Reply::pick(choice.key.clone());
                rules.form_by(w, ask, place, doctrine_of(&choice.key), &mut tried);
            }
            (_, Some(Reply::Placed(pose, formation))) => {
                let moved = Pose::new(
                    pose.at.x + luck.between(-4, 4) * PAS,
                    pose.at.y + luck.between(-4, 4) * PAS,
                    pose.facing + luck.between(-2, 2) * 1_500,
                );
                tried[n] = Reply::Placed(moved, formation.clone());
            }
            _ => continue,
        }
        if game::form::faults(ask, &tried).is_empty() && rules.check_deploy(w, ask, &tried).is_ok() {
            replies = tried;
        }
    }
    replies
}

impl MarieLouise {
    pub(crate) fn deploy(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Deployment, &[r::ML_GAP_45]);
        let sheets = self.sheets_of(d, Question::Deploy);
        let answers = d.ask_sheets(&sheets)?;
        let said = sheets.iter().zip(&answers).flat_map(|(sheet, replies)| sheet.fields.iter().zip(replies));
        for (field, reply) in said {
            match (field.about, reply) {
                (Ref::Command(place), Reply::Picked(_)) => self.draw_up(d, place, reply),
                (Ref::Unit(id), Reply::Placed(pose, formation)) => {
                    if let Some(place) = d.world.general_of(id) {
                        self.place_general(d, place, pose.at, &[], &[r::ML_GAP_45]);
                    } else {
                        let formation = formation.as_ref().and_then(formation_of);
                        self.change(d, id, &[r::ML_GAP_45], |u| {
                            u.pose = *pose;
                            u.formation = formation.unwrap_or(u.formation);
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Gives a brigade the order of battle chosen by its owner (ML-14a).
    fn draw_up(&self, d: &mut D<'_>, place: u16, reply: &Reply) {
        let key = held(reply.key(), "an order of battle");
        d.world.command_mut(usize::from(place)).doctrine = held(doctrine_of(key), "an order of battle");
        d.tell(Deed::Declared { by: Ref::Command(place), key: key.clone() }, &[r::ML_14A, r::ML_GAP_44]);
    }

    fn fields_deploy(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let places = self.fields_place(w, slot);
        let placed: BTreeSet<Ref> = places.iter().map(|field| field.about).collect();
        let mut fields = self.fields_order(w, slot.side, &placed);
        fields.extend(places);
        fields
    }

    /// Brigades with a choice of orders of battle at set-up (ML-GAP-44): those that admit the formations of their
    /// battalions with fixed places.
    fn fields_order(&self, w: &Known<'_, World>, side: Side, placed: &BTreeSet<Ref>) -> Vec<Field> {
        let mut fields = Vec::new();
        for (place, sheet) in (0..).zip(&self.commands).filter(|(_, sheet)| sheet.side == side) {
            let foot = |id: &UnitId| self.sheet(*id).command == place && self.sheet(*id).profile.arm == Arm::Infantry;
            let set: Vec<UnitId> = w.ids().filter(foot).filter(|id| !placed.contains(&Ref::Unit(*id))).collect();
            let fits = |order: Doctrine| {
                let stands = |id: &UnitId| self.admits(*id, order, w.unit(*id).formation, w.unit(*id).pose);
                set.iter().all(stands)
            };
            let (own, others) =
                sheet.doctrines.split_first().map_or((None, &[][..]), |(own, others)| (Some(own), others));
            let open = own.into_iter().chain(others.iter().filter(|order| fits(**order)));
            let choice = |order: &Doctrine| {
                let key = Key { does: word(order), refs: Vec::new() };
                Choice::of(key, &[r::ML_14A, r::ML_GAP_44])
            };
            let from: Vec<Choice> = open.map(choice).collect();
            if from.len() > 1 && w.ids().any(|id| foot(&id)) && self.on(r::ML_GAP_44) {
                fields.push(pick_one(Ref::Command(place), from));
            }
        }
        fields
    }

    /// Whether an order of battle admits a formation at the place of a unit (ML-14b, ML-14c).
    fn admits(&self, id: UnitId, order: Doctrine, formation: Formation, pose: Pose) -> bool {
        self.in_order(id, Some(order), formation, self.along_cover(&self.tdc_at(pose)))
    }

    /// Gives the deployed battalions of a brigade a formation that its order of battle admits.
    fn form_by(&self, w: &World, ask: &Ask, place: u16, order: Option<Doctrine>, replies: &mut [Reply]) {
        let Some(order) = order else { return };
        for (field, reply) in ask.fields.iter().zip(replies) {
            if let (Ref::Unit(id), Reply::Placed(pose, formation)) = (field.about, reply)
                && w.general_of(id).is_none()
                && self.sheet(id).command == place
            {
                let chosen = formation.as_ref().and_then(formation_of).unwrap_or(w.unit(id).formation);
                let other = || self.may_start_in(id).into_iter().find(|to| self.admits(id, order, *to, *pose));
                if !self.admits(id, order, chosen, *pose) {
                    *formation = other().map(|to| word(&to));
                }
            }
        }
    }

    fn fields_place(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        if !self.on(r::ML_GAP_45) {
            return Vec::new();
        }
        // A place set outside every zone is final: there is no field for that unit.
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

    /// Formations in which a unit may start: those of its arm that an open order of battle admits, some of them only
    /// along an obstacle or the edge of a wood (ML-14b, ML-14c).
    fn may_start_in(&self, id: UnitId) -> Vec<Formation> {
        let sheet = self.sheet(id);
        let orders = &self.command_sheet(usize::from(sheet.command)).doctrines;
        let admitted = |formation: &Formation| orders.iter().any(|o| self.in_order(id, Some(*o), *formation, true));
        match sheet.profile.arm {
            Arm::Artillery => vec![Formation::Deployed, Formation::Limbered],
            _ if sheet.profile.skirmish_only => vec![Formation::Skirmish],
            Arm::Cavalry => vec![Formation::Line, Formation::AttackColumn, Formation::MarchColumn],
            Arm::Infantry => [Formation::Line, Formation::AttackColumn, Formation::MarchColumn, Formation::Square]
                .into_iter()
                .filter(admitted)
                .collect(),
        }
    }

    /// The orders of battle that an answer gives to the brigades of a side.
    fn orders_said(&self, w: &World, ask: &Ask, replies: &[Reply]) -> BTreeMap<u16, Doctrine> {
        let said = ask.fields.iter().zip(replies).filter_map(|(field, reply)| match field.about {
            Ref::Command(place) => Some((place, reply.key().and_then(doctrine_of)?)),
            _ => None,
        });
        let standing = (0..).zip(&w.commands).map(|(place, command)| (place, command.doctrine));
        standing.chain(said).collect()
    }

    fn check_deploy(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let mut refusals = Vec::new();
        let mut preview = Preview::default();
        let mut standing: Vec<(u32, Piece)> = Vec::new();
        let mut moved: Vec<(usize, UnitId, Footprint)> = Vec::new();
        let mut asked = BTreeSet::new();
        let orders = self.orders_said(w, ask, replies);
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
            let order = orders.get(&self.sheet(id).command).copied();
            let stands = Some(w.command(usize::from(self.sheet(id).command)).doctrine);
            let changed = *reply != field.default || order != stands;
            if changed && order.is_some_and(|order| !self.admits(id, order, chosen, *pose)) {
                refusals.push(Refusal::by(r::ML_14B, n, "against_doctrine"));
            }
            // Places set by the scenario are not checked.
            if *reply != field.default {
                refusals.extend(self.bad_ground(w, id, chosen, *pose, &pieces, n));
                moved.push((n, id, pieces.clone()));
            }
            preview.ghosts.push((id, pieces));
        }
        for id in self.troops(w, ask.slot.side).filter(|id| !asked.contains(id)) {
            standing.extend(w.unit(id).footprint().into_iter().map(|p| (u32::from(id.0), p)));
        }
        // Bases take up space: no two may overlap (ML-1.2a, ML-GAP-11).
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

    /// The reason why a unit may not stand on the ground of a new place.
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

    /// The allowance of a unit off the road on the ground of a place; `None`: it may not stand there (ML-1.6c,
    /// ML-1.6d).
    pub(super) fn pace_at(&self, w: &World, id: UnitId, at: Point) -> Option<Cm> {
        self.pace_in(w, id, w.unit(id).formation, at)
    }

    /// The same in a formation. Guns may stand only where they can move to; a square may form wherever infantry may go.
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

/// The order of battle named by a choice.
fn doctrine_of(key: &Key) -> Option<Doctrine> {
    rulebook::named(&key.does.0)
}

/// The formation named by a term.
pub(crate) fn formation_of(term: &Term) -> Option<Formation> {
    rulebook::named(term.as_str())
}
