//! Before the battle: places, orders, reserves, hidden units, detached battalions and flank marches, in secret
//! (BE-GAP-09, BE-GAP-23, BE-GAP-37, BE-GAP-81 to BE-GAP-83).

use super::D;
use super::strategic::{ORDERS, order_named};
use crate::question::{Does, Kind, Luck, Question, defaults, pick_one};
use crate::resolve::budget;
use crate::resolve::set_up::Battle;
use crate::terms::book::r;
use crate::world::{Flankers, Life, Phase, World};
use crate::{Arm, BatailleEmpire, Formation, Going, Order, UD, word};
use game::{Ask, Choice, Deed, Field, Flow, Preview, Ref, Refusal, Reply, Secret, Shape, Side, Slot, Term, UnitId};
use rulebook::Known;
use std::collections::{BTreeMap, BTreeSet};
use table::{Piece, Point, Pose, overlaps};

pub(crate) const DEPLOY: Kind = Kind {
    rules: &[r::BE_GAP_81],
    fields: BatailleEmpire::fields_deploy,
    check: BatailleEmpire::check_deploy,
    suggest: shuffle,
};

/// Moves a few units a little and changes a few other choices.
fn shuffle(rules: &BatailleEmpire, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = defaults(ask);
    for _ in 0..ask.fields.len().min(8) {
        let n = luck.below(ask.fields.len());
        let Some(field) = ask.fields.get(n) else { continue };
        let other = match (&field.shape, replies.get(n)) {
            (Shape::Pick { from, .. }, _) if !from.is_empty() => {
                let choice = &from[luck.below(from.len())];
                Reply::Picked(vec![(choice.key.clone(), choice.then.iter().map(|f| f.default.clone()).collect())])
            }
            (_, Some(Reply::Placed(pose, formation))) => Reply::Placed(
                Pose::new(
                    pose.at.x + luck.between(-2, 2) * UD,
                    pose.at.y + luck.between(-2, 2) * UD,
                    pose.facing + luck.between(-1, 1) * 1_500,
                ),
                formation.clone(),
            ),
            _ => continue,
        };
        let old = std::mem::replace(&mut replies[n], other);
        let fine = game::form::faults(ask, &replies).is_empty() && rules.check_deploy(w, ask, &replies).is_ok();
        if !fine {
            replies[n] = old;
        }
    }
    replies
}

/// An answer for a side's units.
#[derive(Default)]
struct Wishes {
    places: BTreeMap<UnitId, (usize, Pose, Option<Formation>)>,
    generals: BTreeMap<usize, Point>,
    orders: BTreeMap<u16, (Order, Option<Point>)>,
    /// Divisions in reserve: their field, and whether they wait off the table.
    reserves: BTreeMap<u16, (usize, bool)>,
    hidden: BTreeMap<UnitId, usize>,
    detached: BTreeMap<UnitId, usize>,
    flank: Option<(u16, bool)>,
}

impl BatailleEmpire {
    pub(crate) fn deploy(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Deployment, &[r::BE_GAP_81]);
        self.roll_battle(d)?;
        let (attacker, defender) = (d.world.attacker, d.world.attacker.other());
        // In an attack and an assault the defender is placed before the other side (BE-GAP-80).
        let turns = match d.world.battle {
            Some(Battle::Attack | Battle::Assault) => vec![vec![defender], vec![attacker]],
            _ => vec![Side::BOTH.to_vec()],
        };
        for sides in turns {
            let mut asked = Vec::new();
            for side in sides {
                let slot = Question::Deploy.to(side);
                let sheet = self.put(d, &slot);
                if !sheet.fields.is_empty() {
                    asked.push(sheet);
                }
            }
            let answers = d.ask_sheets(&asked)?;
            for (sheet, replies) in asked.iter().zip(&answers) {
                let wishes = self.wishes(&d.world, &sheet.fields, replies);
                self.grant(d, sheet.slot.side, wishes);
            }
        }
        for division in self.real_divisions() {
            if d.world.division(division).order == Order::Hold && d.world.division(division).zone.is_none() {
                let point = self.heart_of(&d.world, division);
                self.set_zone(d, division, point);
            }
        }
        Ok(())
    }

    fn fields_deploy(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let side = slot.side;
        let mut fields = Vec::new();
        if self.on(r::BE_GAP_81) {
            self.place_fields(w, side, &mut fields);
        }
        for division in self.real_divisions() {
            if self.division_sheet(division).side == side {
                self.division_fields(w, division, &mut fields);
            }
        }
        for id in self.troops(w, side).filter(|id| w.unit(*id).inside.is_none()) {
            if self.on(r::BE_GAP_82) && side != w.attacker && self.may_hide(w, id, w.unit(id).pose) {
                let choices = [Does::Open, Does::Hidden].map(|does| Choice::of(does.key(), &[r::BE_GAP_82]));
                fields.push(pick_one(Ref::Unit(id), choices.to_vec()));
            }
            let whole = !w.unit(id).detached && budget::may_detach(&self.book, &self.sheet(id).body);
            let led = |pose: &Pose| {
                self.would_command(w, &Wishes::default(), id, &self.piece_at(id, *pose, Formation::Skirmish))
            };
            let pose = w.unit(id).pose;
            let fits = || self.halves_fit(id, pose, &self.standing_of(w, side, id));
            if whole && fits() && self.halves_of(id, pose).iter().all(led) {
                let choices = [Does::Whole, Does::Detached].map(|does| Choice::of(does.key(), &[r::BE_GAP_37]));
                fields.push(pick_one(Ref::Unit(id), choices.to_vec()));
            }
        }
        fields
    }

    /// Fields for places of units and generals, where the scenario has zones; a place set outside every zone is final.
    fn place_fields(&self, w: &Known<'_, World>, side: Side, fields: &mut Vec<Field>) {
        let zones = &self.scenario.zones[side.index()];
        let zone = |command: u16, at: Point| zones.iter().find(|zone| zone.takes(command, at)).map(|zone| &zone.area);
        for id in self.troops(w, side).filter(|id| w.unit(*id).inside.is_none() && !w.unit(*id).detached) {
            let unit = w.unit(id);
            let Some(ground) = zone(self.sheet(id).command, unit.pose.at) else { continue };
            fields.push(Field {
                about: Ref::Unit(id),
                shape: Shape::Place {
                    ground: ground.clone(),
                    facing: None,
                    formations: self.may_start_in(id).iter().map(word).collect(),
                },
                default: Reply::Placed(unit.pose, None),
            });
        }
        for (place, (general, sheet)) in w.generals.iter().zip(&self.generals).enumerate() {
            let command = rulebook::ids::number(place);
            if sheet.side == side
                && general.life == Life::Present
                && let Some(ground) = zone(command, general.at)
            {
                fields.push(Field {
                    about: Ref::Unit(w.general_id(place)),
                    shape: Shape::Place { ground: ground.clone(), facing: None, formations: Vec::new() },
                    default: Reply::Placed(Pose { at: general.at, facing: 0 }, None),
                });
            }
        }
    }

    fn division_fields(&self, w: &Known<'_, World>, division: u16, fields: &mut Vec<Field>) {
        if self.of_division(w, division).is_empty() {
            return;
        }
        if self.on(r::BE_ORD_01) {
            let own = w.division(division).order;
            let mut orders = vec![own];
            orders.extend(ORDERS.into_iter().filter(|order| *order != own));
            fields.push(self.order_field(w, division, &orders));
        }
        let about = Ref::Command(division);
        if self.may_be_reserve(division) {
            let choices = [Does::Deployed, Does::Reserve, Does::ReserveOffTable];
            let choices = choices.map(|does| Choice::of(does.key(), &[r::BE_GAP_23]));
            fields.push(pick_one(about, choices.to_vec()));
        }
        if self.on(r::BE_GAP_83) && self.book.options.flank_march {
            let choices = [Does::WithTheArmy, Does::FlankLeft, Does::FlankRight];
            let choices = choices.map(|does| Choice::of(does.key(), &[r::BE_GAP_83]));
            fields.push(pick_one(about, choices.to_vec()));
        }
    }

    /// Formations in which a unit may start (BE-GAP-31, BE-GAP-81).
    fn may_start_in(&self, id: UnitId) -> Vec<Formation> {
        match self.sheet(id).body.arm {
            Arm::Artillery => vec![Formation::Deployed, Formation::Limbered],
            Arm::Infantry | Arm::Cavalry => vec![Formation::Line, Formation::Column],
        }
    }

    /// Whether a division may be in reserve: at most a third of the points of an army (BE-GAP-23).
    fn may_be_reserve(&self, division: u16) -> bool {
        let (own, all) = (self.points_of(division), self.points_of_side(self.division_sheet(division).side));
        self.on(r::BE_GAP_23) && own <= self.book.tables.orders.reserve_share.down(all)
    }

    fn points_of(&self, division: u16) -> usize {
        let own = self.sheets.iter().filter(|sheet| sheet.command == division && !sheet.half);
        rulebook::saturated::<usize, _>(own.map(|sheet| sheet.cost).sum::<i32>())
    }

    fn points_of_side(&self, side: Side) -> usize {
        let all = self.sheets.iter().filter(|sheet| sheet.side == side && !sheet.half);
        rulebook::saturated::<usize, _>(all.map(|sheet| sheet.cost).sum::<i32>())
    }

    /// Whether a unit at a pose is out of sight: in a wood, a village, tall crops or behind a crest (BE-GAP-82).
    fn may_hide(&self, w: &World, id: UnitId, pose: Pose) -> bool {
        let piece = self.piece_at(id, pose, w.unit(id).formation);
        self.half_in(&piece, |row| row.sight.is_some() || row.garrison > 0)
            || self.troops(w, self.side(id).other()).next().is_some()
                && !self.troops(w, self.side(id).other()).any(|enemy| self.sees_piece(w, enemy, id, &piece))
    }

    /// The pieces of a side's other units.
    fn standing_of(&self, w: &World, side: Side, id: UnitId) -> Vec<Piece> {
        self.troops(w, side).filter(|other| *other != id).map(|other| self.piece(w, other)).collect()
    }

    /// The poses of the two halves of a battalion that detaches, side by side around its middle (BE-GAP-37).
    pub(crate) fn halves_of(&self, id: UnitId, pose: Pose) -> [Pose; 2] {
        let front = self.piece_at(id, pose, Formation::Skirmish).front;
        [-front / 2, front / 2].map(|aside| Pose { at: pose.local(aside, 0), ..pose })
    }

    pub(crate) fn halves_fit(&self, id: UnitId, pose: Pose, standing: &[Piece]) -> bool {
        self.halves_of(id, pose).iter().all(|pose| {
            let piece = self.piece_at(id, *pose, Formation::Skirmish);
            self.terrain.holds(&piece)
                && self.going_under(&piece) != Going::Closed
                && !standing.iter().any(|other| overlaps(&piece, other))
        })
    }

    fn wishes(&self, w: &World, fields: &[Field], replies: &[Reply]) -> Wishes {
        let mut wishes = Wishes::default();
        for (n, (field, reply)) in fields.iter().zip(replies).enumerate() {
            match (field.about, reply) {
                (Ref::Unit(id), Reply::Placed(pose, formation)) => match w.general_of(id) {
                    Some(place) => {
                        wishes.generals.insert(place, pose.at);
                    }
                    None => {
                        let formation = formation.as_ref().and_then(formation_named);
                        wishes.places.insert(id, (n, *pose, formation));
                    }
                },
                (about, Reply::Picked(_)) => self.wish(&mut wishes, n, about, reply),
                _ => {}
            }
        }
        wishes
    }

    fn wish(&self, wishes: &mut Wishes, n: usize, about: Ref, reply: &Reply) {
        let Some(key) = reply.key() else { return };
        match (Does::of(key), about) {
            (Some(Does::Hidden), Ref::Unit(id)) => {
                wishes.hidden.insert(id, n);
            }
            (Some(Does::Detached), Ref::Unit(id)) => {
                wishes.detached.insert(id, n);
            }
            (Some(Does::Reserve | Does::ReserveOffTable), Ref::Command(division)) => {
                wishes.reserves.insert(division, (n, Does::ReserveOffTable.is(key)));
            }
            (Some(Does::FlankLeft | Does::FlankRight), Ref::Command(division)) if wishes.flank.is_none() => {
                wishes.flank = Some((division, Does::FlankRight.is(key)));
            }
            (_, Ref::Command(division)) => {
                if let Some(order) = order_named(&key.does) {
                    let point = match reply.opened().first() {
                        Some(Reply::Placed(pose, _)) => Some(pose.at),
                        _ => None,
                    };
                    wishes.orders.insert(division, (order, point));
                }
            }
            _ => {}
        }
    }

    fn check_deploy(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let side = ask.slot.side;
        let wishes = self.wishes(w, &ask.fields, replies);
        let mut refusals = Vec::new();
        let mut preview = Preview::default();
        let mut standing: Vec<(UnitId, Piece, bool)> = Vec::new();
        for id in self.troops(w, side) {
            let unit = w.unit(id);
            let (pose, formation, moved) = match wishes.places.get(&id) {
                Some((_, pose, formation)) => {
                    let formation = formation.unwrap_or(unit.formation);
                    (*pose, formation, *pose != unit.pose || formation != unit.formation)
                }
                None => (unit.pose, unit.formation, false),
            };
            if wishes.detached.contains_key(&id) {
                for half in self.halves_of(id, pose) {
                    standing.push((id, self.piece_at(id, half, Formation::Skirmish), true));
                }
            } else {
                standing.push((id, self.piece_at(id, pose, formation), moved));
            }
        }
        for (id, piece, moved) in &standing {
            preview.ghosts.push((*id, vec![*piece]));
            if !moved {
                continue;
            }
            let n = wishes.places.get(id).map(|(n, ..)| *n).or(wishes.detached.get(id).copied()).unwrap_or(0);
            if !self.terrain.holds(piece) {
                refusals.push(Refusal::by(r::BE_GAP_81, n, "off_the_table"));
            }
            let formation = wishes.places.get(id).and_then(|(_, _, f)| *f).unwrap_or(w.unit(*id).formation);
            let rate = crate::resolve::movement::row(&self.book, &self.sheet(*id).body_in(formation));
            if rate.of(self.going_under(piece)).is_none() && self.on(r::BE_MVT_02) {
                refusals.push(Refusal::by(r::BE_MVT_02, n, "impassable_ground"));
            }
            if !self.would_command(w, &wishes, *id, piece) {
                refusals.push(Refusal::by(r::BE_GAP_81, n, "out_of_command"));
            }
            if standing.iter().any(|(other, base, _)| other != id && overlaps(piece, base)) {
                refusals.push(Refusal::by(r::BE_GAP_38, n, "overlaps"));
            }
        }
        refusals.extend(self.bad_hiding(w, side, &wishes));
        let held: usize = wishes.reserves.keys().map(|division| self.points_of(*division)).sum();
        if let Some((n, _)) = wishes.reserves.values().last()
            && held > self.book.tables.orders.reserve_share.down(self.points_of_side(side))
        {
            refusals.push(Refusal::by(r::BE_GAP_23, *n, "too_many_reserves"));
        }
        if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
    }

    /// Whether a unit placed there is within the range of its general at his place (BE-GAP-81).
    fn would_command(&self, w: &World, wishes: &Wishes, id: UnitId, piece: &Piece) -> bool {
        let place = usize::from(self.sheet(id).command);
        let general = w.general(place);
        if general.life != Life::Present {
            return true;
        }
        let at = wishes.generals.get(&place).copied().unwrap_or(general.at);
        let range = self.command_range(w, place, id).cm();
        !self.on(r::BE_GAP_81) || table::within_cm(table::point_to_piece(at, piece).cm, range)
    }

    /// Faults of hidden units: too many, or where they cannot hide (BE-GAP-82).
    fn bad_hiding(&self, w: &World, side: Side, wishes: &Wishes) -> Vec<Refusal> {
        let all = self.troops(w, side).count();
        let most = self.book.tables.set_up.hidden_share.down(all).max(1);
        let mut refusals = Vec::new();
        for (count, (id, n)) in wishes.hidden.iter().enumerate() {
            let pose = wishes.places.get(id).map_or(w.unit(*id).pose, |(_, pose, _)| *pose);
            if count >= most {
                refusals.push(Refusal::by(r::BE_GAP_82, *n, "too_many_hidden"));
            } else if !self.may_hide(w, *id, pose) {
                refusals.push(Refusal::by(r::BE_GAP_82, *n, "cannot_hide_there"));
            } else if wishes.detached.contains_key(id) {
                refusals.push(Refusal::by(r::BE_GAP_82, *n, "detached"));
            }
        }
        refusals
    }

    fn grant(&self, d: &mut D<'_>, side: Side, wishes: Wishes) {
        // Hidden units are removed from view first, so that the other side receives no place.
        let hidden: BTreeSet<UnitId> = wishes.hidden.keys().copied().collect();
        for id in &hidden {
            d.tell_to(game::Audience::Only(side.other()), Deed::Hidden(*id), &[r::BE_GAP_82]);
        }
        d.world.hidden[side.index()] = Secret::Known(hidden.clone());
        for id in &hidden {
            if let Some(card) = self.card(&d.world, *id) {
                d.tell_to(game::Audience::Only(side), Deed::Shown { unit: *id, card }, &[r::BE_GAP_82]);
            }
        }
        for (id, (_, pose, formation)) in &wishes.places {
            self.change(d, *id, &[r::BE_GAP_81], |u| {
                u.pose = *pose;
                u.formation = formation.unwrap_or(u.formation);
            });
        }
        for (place, at) in &wishes.generals {
            self.place_general(d, *place, *at, &[], &[r::BE_GAP_81]);
        }
        for id in wishes.detached.keys() {
            self.detach(d, *id, None);
        }
        for (division, (order, point)) in &wishes.orders {
            self.change_division(d, *division, &[r::BE_ORD_01], |division| division.order = *order);
            if let Some(point) = point.filter(|_| *order == Order::Hold) {
                self.set_zone(d, *division, point);
            }
        }
        for (division, (_, off_table)) in &wishes.reserves {
            self.change_division(d, *division, &[r::BE_GAP_23], |division| {
                division.reserve = true;
                division.order = Order::None;
            });
            if *off_table {
                self.hold_back(d, *division, 0, r::BE_GAP_23);
            }
        }
        if let Some((division, right)) = wishes.flank.filter(|(division, _)| !wishes.reserves.contains_key(division)) {
            self.send_round(d, side, division, right);
        }
    }

    /// A division leaves the table for a flank march (BE-GAP-83).
    fn send_round(&self, d: &mut D<'_>, side: Side, division: u16, right: bool) {
        let units = self.of_division(&d.world, division);
        let general = d.world.general_id(usize::from(division));
        let mut ids = units.clone();
        ids.push(general);
        self.alter(d, &ids, &[], &[r::BE_GAP_83], |w| {
            for id in &units {
                w.unit_mut(*id).life = Life::OffTable(0);
            }
            w.general_mut(usize::from(division)).life = Life::OffTable(0);
            let state = w.division_mut(division);
            if !matches!(state.order, Order::Attack | Order::Engage) {
                state.order = Order::Attack;
                state.zone = None;
            }
        });
        // After their own side has received the event that they left: the other side never knew of them.
        for id in &units {
            self.show(&mut d.world, *id);
        }
        d.world.flankers[side.index()] = Secret::Known(Some(Flankers { division, right, arriving: false }));
    }

    /// A battalion becomes two units of skirmishers; its losses are halved, rounded up (BE-GAP-37).
    pub(crate) fn detach(&self, d: &mut D<'_>, id: UnitId, poses: Option<[Pose; 2]>) {
        let Some(twin) = self.sheet(id).twin.filter(|_| !d.world.unit(id).detached) else { return };
        let [left, right] = poses.unwrap_or_else(|| self.halves_of(id, d.world.unit(id).pose));
        self.alter(d, &[id, twin], &[], &[r::BE_GAP_37], |w| {
            let whole = w.unit(id).clone();
            let losses = super::march::halved(whole.losses);
            for (half, pose) in [(id, left), (twin, right)] {
                *w.unit_mut(half) = crate::world::Unit {
                    pose,
                    formation: Formation::Skirmish,
                    losses,
                    detached: true,
                    life: Life::Present,
                    inside: None,
                    ..whole.clone()
                };
            }
        });
    }
}

/// The formation named by a term.
pub(crate) fn formation_named(term: &Term) -> Option<Formation> {
    rulebook::named(term.as_str())
}
