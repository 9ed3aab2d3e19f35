//! Before the battle: places and formations, in secret (L3C-GAP-A65).

mod road;

use super::D;
use crate::question::{Kind, Luck, Question, about, defaults};
use crate::world::{Life, Phase, World, formations};
use crate::{Formation, TroisCouleurs, UD, r};
use game::{Ask, Field, Flow, Preview, Ref, Refusal, Reply, Shape, Side, Slot, Term, UnitId};
use rulebook::Known;
use rulebook::word;
use table::{Piece, Point, Pose, overlaps, within_reach};

pub(crate) const DEPLOY: Kind = Kind {
    rules: &[r::L3C_GAP_A65],
    fields: TroisCouleurs::fields_deploy,
    check: TroisCouleurs::check_deploy,
    suggest: shuffle,
};

/// Moves a few units to slightly different places.
fn shuffle(rules: &TroisCouleurs, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = defaults(ask);
    for _ in 0..ask.fields.len().min(6) {
        let n = luck.below(ask.fields.len());
        let Some(Reply::Placed(pose, formation)) = replies.get(n).cloned() else { continue };
        let pose = Pose::new(
            pose.at.x + luck.between(-2, 2) * UD,
            pose.at.y + luck.between(-1, 1) * UD,
            pose.facing + luck.between(-1, 1) * 1_500,
        );
        let old = std::mem::replace(&mut replies[n], Reply::Placed(pose, formation));
        let fine = game::form::faults(ask, &replies).is_empty() && rules.check_deploy(w, ask, &replies).is_ok();
        if !fine {
            replies[n] = old;
        }
    }
    replies
}

/// The formation that a term names.
pub(crate) fn formation_named(term: &Term) -> Option<Formation> {
    rulebook::named(term.as_str())
}

impl TroisCouleurs {
    pub(crate) fn deploy(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Deployment, &[r::L3C_GAP_A65]);
        if self.by_road() {
            self.comes_by_road(d);
        }
        let sheets: Vec<_> = Side::BOTH.map(|side| self.put(d, &Question::Deploy.to(side))).into();
        let asked: Vec<_> = sheets.into_iter().filter(|sheet| !sheet.fields.is_empty()).collect();
        // Where the heads of columns are known, places are decided before either side sees those of the other
        // (L3C-GEN-19).
        let answers = if self.by_road() && !self.on(r::L3C_GEN_19) {
            asked.iter().map(|sheet| self.ask_one(d, std::sync::Arc::clone(sheet))).collect::<Flow<Vec<_>>>()?
        } else {
            d.ask_sheets(&asked)?
        };
        self.hide_at_first(d, &asked, &answers);
        for (sheet, replies) in asked.iter().zip(&answers) {
            for (field, reply) in sheet.fields.iter().zip(replies) {
                let (Some(id), Reply::Placed(pose, formation)) = (about(field), reply) else { continue };
                match d.world.general_of(id) {
                    Some(place) => self.alter(d, &[id], &[], &[r::L3C_GAP_A65], |w| w.generals[place].at = pose.at),
                    None => {
                        let formation = formation.as_ref().and_then(formation_named);
                        let body = match formation {
                            Some(formation) => self.formed(&d.world, id, formation),
                            None => d.world.unit(id).body,
                        };
                        self.change(d, id, &[r::L3C_GAP_A65], |u| {
                            u.pose = *pose;
                            u.body = body;
                        });
                    }
                }
            }
        }
        let ids: Vec<UnitId> = d.world.present().collect();
        for id in ids {
            self.treads(d, id);
        }
        self.tokens_at_first(d);
        Ok(())
    }

    /// Hides units that no enemy will see from its own place before the places are revealed (L3C-GAP-A66).
    fn hide_at_first(&self, d: &mut D<'_>, asked: &[std::sync::Arc<Ask>], answers: &[Vec<Reply>]) {
        let mut placed = d.world.clone();
        for (sheet, replies) in asked.iter().zip(answers) {
            for (field, reply) in sheet.fields.iter().zip(replies) {
                let (Some(id), Reply::Placed(pose, formation)) = (about(field), reply) else { continue };
                match placed.general_of(id) {
                    Some(place) => placed.generals[place].at = pose.at,
                    None => {
                        let formation = formation.as_ref().and_then(formation_named);
                        let body = formation.map(|formation| self.formed(&placed, id, formation));
                        let unit = placed.unit_mut(id);
                        unit.pose = *pose;
                        unit.body = body.unwrap_or(unit.body);
                    }
                }
            }
        }
        self.hides(d, &placed);
    }

    fn fields_deploy(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let zones = &self.scenario.zones[slot.side.index()];
        let zone = |command: u16, at| zones.iter().find(|zone| zone.takes(command, at)).map(|zone| zone.area.clone());
        // A unit that comes by road is not limited to a zone: its march distance decides (L3C-GEN-18).
        let zone = |command: u16, at| if self.by_road() { None } else { zone(command, at) };
        let corners = |ground: &table::Ground| {
            [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| Point::new(x * ground.width, y * ground.height))
        };
        let by_road = self.by_road().then(|| corners(self.terrain.ground()).to_vec());
        let mut fields = Vec::new();
        if !self.on(r::L3C_GAP_A65) {
            return fields;
        }
        for id in self.troops(w, slot.side).filter(|id| w.unit(*id).garrison.is_none()) {
            let unit = w.unit(id);
            let Some(ground) = zone(self.sheet(id).command, unit.pose.at).or_else(|| by_road.clone()) else { continue };
            let mut taken = vec![unit.body.formation];
            let others = formations(self.troop(id).arm).iter().filter(|formation| **formation != unit.body.formation);
            taken.extend(others.filter(|formation| **formation != Formation::Square));
            fields.push(Field {
                about: Ref::Unit(id),
                shape: Shape::Place { ground, facing: None, formations: taken.iter().map(word).collect() },
                default: Reply::Placed(unit.pose, Some(word(&unit.body.formation))),
            });
        }
        for (place, general) in w.generals.iter().enumerate().filter(|(_, general)| general.life == Life::Present) {
            let command = rulebook::ids::number(place);
            let own = self.general_sheet(place).side == slot.side;
            if let Some(ground) = zone(command, general.at).filter(|_| own) {
                fields.push(Field {
                    about: Ref::Unit(w.general_id(place)),
                    shape: Shape::Place { ground, facing: None, formations: Vec::new() },
                    default: Reply::Placed(Pose { at: general.at, facing: 0 }, None),
                });
            }
        }
        fields
    }

    fn check_deploy(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let mut refusals = Vec::new();
        let mut preview = Preview::default();
        let mut standing: Vec<(UnitId, Piece, Option<usize>)> = Vec::new();
        for id in self.troops(w, ask.slot.side) {
            let unit = w.unit(id);
            let field = ask.fields.iter().position(|field| about(field) == Some(id));
            let wish = field.and_then(|n| replies.get(n));
            let (pose, body) = match wish {
                Some(Reply::Placed(pose, formation)) => {
                    let formation = formation.as_ref().and_then(formation_named).unwrap_or(unit.body.formation);
                    (*pose, self.formed(w, id, formation))
                }
                _ => (unit.pose, unit.body),
            };
            let moved = pose != unit.pose || body != unit.body;
            standing.push((id, self.piece_of(id, &body, pose), field.filter(|_| moved)));
        }
        let clear = self.book.tables.raising.clear_of_enemy.cm();
        let columns = self.by_road().then(|| self.columns());
        for (id, piece, field) in &standing {
            preview.ghosts.push((*id, vec![*piece]));
            let Some(n) = *field else { continue };
            if !self.terrain.holds(piece) {
                refusals.push(Refusal::by(r::L3C_GAP_A65, n, "off_the_table"));
            }
            if self.terrain.touched(piece).into_iter().any(|feature| self.closed(*id, feature)) {
                refusals.push(Refusal::by(r::L3C_GAP_A03, n, "impassable_ground"));
            }
            if standing.iter().any(|(other, base, _)| other != id && overlaps(piece, base)) {
                refusals.push(Refusal::by(r::L3C_GAP_A65, n, "overlaps"));
            }
            if let Some(columns) = &columns {
                if let Some((why, limit)) = self.off_the_road(columns, *id, piece) {
                    let limit = crate::Distance::from_cm(limit).hundredths();
                    refusals.push(Refusal::by(r::L3C_GEN_18, n, why).fact("most", limit));
                }
                continue;
            }
            let mut enemies = self.troops(w, ask.slot.side.other());
            if enemies.any(|enemy| within_reach(piece, &self.piece(w, enemy), clear)) {
                refusals.push(Refusal::by(r::L3C_GAP_A65, n, "too_near"));
            }
        }
        if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
    }
}
