//! Contact and shock (BE-CHO-01, BE-GAP-45, BE-GAP-96).

use super::Beaten;
use crate::question::{Does, Kind, Question, accept};
use crate::resolve::generals::Exposed;
use crate::resolve::reaction::Line;
use crate::resolve::shock::{self, Reply as Answer, Shock, Verdict, Who};
use crate::terms::marker::Did;
use crate::turn::D;
use crate::world::{Aspect, ChargeKind, Charging, Fate, World};
use crate::{BatailleEmpire, Supports, r, word};
use game::{Breakdown, Choice, Deed, Field, Flow, Key, Line as Row, Op, Ref, Reply, Shape, Slot, Thrown, Toss, UnitId};
use rulebook::Known;
use table::{Pose, overlaps};

pub(crate) const SUPPORTS: Kind = Kind {
    rules: &[r::BE_GAP_56, r::BE_CHO_31],
    fields: BatailleEmpire::fields_supports,
    check: accept,
    suggest: crate::question::any,
};

impl BatailleEmpire {
    /// The two units come into contact.
    pub(super) fn meet(&self, d: &mut D<'_>, charge: &Charging) {
        self.ends_what_it_struck(d, charge);
        if charge.kind == ChargeKind::Second {
            return;
        }
        if let Some(pose) = self.contact_pose(&d.world, charge) {
            let path = [d.world.unit(charge.by).pose, pose];
            self.place(d, charge.by, pose, &path, &[r::BE_CHA_04, r::BE_GAP_45]);
        }
    }

    /// Where a charger ends: its front against the edge that it strikes; the target does not turn (BE-GAP-45). `None`:
    /// there is no room, and it fights from where it is.
    pub(crate) fn contact_pose(&self, w: &World, charge: &Charging) -> Option<Pose> {
        let (by, at) = (charge.by, charge.at);
        let own = self.piece(w, by);
        let formation = w.unit(by).formation;
        let fits = |pose: &Pose| {
            let piece = self.piece_at(by, *pose, formation);
            let others = self.everybody(w).into_iter().filter(|id| *id != by && *id != at);
            self.terrain.holds(&piece) && others.into_iter().all(|id| !overlaps(&piece, &self.piece(w, id)))
        };
        let edge = self.edge_struck(w, at, charge.aspect, own.front_middle());
        let straight = || {
            let run = self.run(w, (by, formation, None), (at, charge.aspect)).ok()?;
            Some(self.pose_of(&run.start.moved(run.bearing, run.contact)))
        };
        let aligned = Some(edge).filter(|pose| self.on(r::BE_GAP_45) && fits(pose));
        aligned.or_else(|| straight().filter(|pose| fits(pose)))
    }

    /// The units that may support each side by fire, attacker first.
    fn supporters_by_fire(&self, w: &World, charge: &Charging) -> [Vec<(UnitId, Supports)>; 2] {
        [self.supporting_fire(w, charge.by, charge.at), self.supporting_fire(w, charge.at, charge.by)]
    }

    /// The shock as fought: both sides choose their supports in secret (BE-GAP-56).
    pub(super) fn shock_of(&self, d: &mut D<'_>, charge: &Charging) -> Flow<Shock> {
        let able = self.supporters_by_fire(&d.world, charge);
        let sides = [self.side(charge.by), self.side(charge.at)];
        let asked: Vec<usize> = (0..2).filter(|n| !able[*n].is_empty()).collect();
        let about = vec![Ref::Unit(charge.by), Ref::Unit(charge.at)];
        let slots = asked.iter().map(|n| Question::Supports.about(sides[*n], about.clone())).collect();
        let answers = d.ask(slots)?;
        let mut shock = self.shock_unsupported(&d.world, charge);
        for (n, replies) in asked.iter().zip(answers) {
            let picked = picked_units(replies.first());
            // Secret choices are revealed before they count (BE-GAP-56).
            let named = able[*n].iter().filter(|(id, _)| picked.contains(id));
            let refs: Vec<Ref> = named.map(|(id, _)| Ref::Unit(*id)).collect();
            let does = if refs.is_empty() { Does::HoldFire } else { Does::Support };
            let of = Ref::Unit(if *n == 0 { charge.by } else { charge.at });
            d.tell(Deed::Opened { of, key: Key { refs, ..does.key() } }, &[r::BE_GAP_56]);
            let mut sum = Supports::default();
            for (id, kind) in able[*n].iter().filter(|(id, _)| picked.contains(id)) {
                sum.fire += kind.fire;
                sum.canister += kind.canister;
                sum.skirmishers += kind.skirmishers;
                d.world.unit_mut(*id).now.supported = true;
                self.reveal(d, *id, r::BE_GAP_56);
            }
            *(if *n == 0 { &mut shock.attacker.supports } else { &mut shock.defender.supports }) = sum;
        }
        Ok(shock)
    }

    /// The shock of two units in contact, without the supports by fire, which players choose.
    pub(crate) fn shock_unsupported(&self, w: &World, charge: &Charging) -> Shock {
        let mut shock = Shock {
            attacker: self.fighter(w, charge.by, charge.at, charge),
            defender: self.fighter(w, charge.at, charge.by, charge),
            reply: Answer::Stand,
        };
        if charge.reply == Some(Line::CounterCharge) {
            shock.reply = Answer::CounterCharge;
        }
        // A charger struck in front by another enemy is still moving (BE-GAP-89).
        shock.defender.charging = charge.kind == ChargeKind::Interception && charge.aspect == Aspect::Front;
        // A unit charged while it changes formation counts as marked (BE-GAP-40).
        let changing = self.is_changing(w, charge.at);
        if charge.kind == ChargeKind::Opportunity && changing && self.on(r::BE_GAP_40) {
            shock.defender.body.marker = true;
        }
        // Of two units in a block the one that does not fight counts as one support (BE-GAP-97).
        if self.garrison_of(w, charge.at).len() > 1 && self.on(r::BE_GAP_97) {
            shock.defender.morale_supports = shock.defender.morale_supports.saturating_add(1);
        }
        shock
    }

    fn fields_supports(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(charge) = super::top(w) else { return Vec::new() };
        let (of, enemy) =
            if slot.side == self.side(charge.by) { (charge.by, charge.at) } else { (charge.at, charge.by) };
        supports_field(of, &self.supporting_fire(w, of, enemy))
    }

    /// Throws the dice of the shock and reports them (BE-CHO-01, BE-CHO-02); returns their difference.
    pub(super) fn throw_shock(&self, d: &mut D<'_>, charge: &Charging, shock: &Shock) -> Flow<i16> {
        let ids = [charge.by, charge.at];
        let throw = shock::dice(&self.book);
        let toss = Toss { rule: r::BE_CHO_01.into(), by: ids.iter().map(|id| Ref::Unit(*id)).collect(), throw };
        // Without the rule there are no dice, so no difference.
        let thrown = if self.on(r::BE_CHO_01) { Some(d.throw_one(toss)?) } else { None };
        let faces: [u8; 2] = thrown.as_ref().map(Thrown::all).unwrap_or_default();
        let class = thrown.map_or(0, |fell| fell.class);
        let verdict = crate::fight::judged(&self.book, shock, class);
        for (n, who) in [Who::Attacker, Who::Defender].into_iter().enumerate() {
            let mut lines = Breakdown::new("shock", Some(Ref::Unit(ids[n])));
            lines.lines.push(Row::new(r::BE_CHO_01, Op::Throw(1)));
            shock::modifiers(&self.book, shock, who, &mut lines);
            self.name_neighbours(&d.world, ids[n], &ids, &mut lines);
            rulebook::dice_in(&mut lines, r::BE_CHO_01, i64::from(faces[n]));
            let result = if verdict.winner == who { "won" } else { "lost" };
            d.tell(Deed::Tested { breakdown: lines, result: game::Term::of(result) }, &[r::BE_CHO_01]);
        }
        let loser = ids[verdict.winner.other() as usize];
        let key = Key { does: word(&verdict.row), refs: Vec::new() };
        d.tell(Deed::Opened { of: Ref::Unit(loser), key }, &[r::BE_CHO_02]);
        Ok(class)
    }

    /// Losses, Disorder, markers and generals, in this order (BE-GAP-96).
    pub(super) fn aftermath(&self, d: &mut D<'_>, charge: &Charging, shock: &Shock, verdict: &Verdict) -> Flow<Beaten> {
        let ids = [charge.by, charge.at];
        let (winner, loser) = (ids[verdict.winner as usize], ids[verdict.winner.other() as usize]);
        let places: Vec<usize> = ids.iter().filter_map(|id| self.attached(&d.world, *id)).collect();
        let from = self.piece(&d.world, loser).pose;
        d.beat();
        if verdict.eliminated {
            self.remove(d, loser, Fate::Eliminated, r::BE_CHO_02);
        } else {
            self.hurt(d, loser, verdict.loser_losses.in_halves(), r::BE_CHO_02);
            if verdict.disorder {
                self.disorder(d, loser, r::BE_CHO_02);
            }
        }
        self.hurt(d, winner, verdict.winner_losses.in_halves(), r::BE_CHO_03);
        for id in [winner, loser] {
            self.mark_for(d, id, Did::Shock);
            d.world.unit_mut(id).now.fought = true;
        }
        self.risk_generals(d, &places, Exposed::Shock)?;
        let cm = |ud: Option<crate::Ud>| ud.map_or(0, |ud| ud.cm());
        Ok(Beaten {
            winner,
            loser,
            charged: shock.charges(&self.book, verdict.winner),
            retreat: cm(verdict.retreat),
            flight: cm(verdict.flight),
            advance: verdict.advance.cm(),
            pursuit: verdict.pursuit.cm(),
            from,
            left: 0,
        })
    }
}

/// A field to pick any of the units that can support another; by default all.
pub(crate) fn supports_field(of: UnitId, able: &[(UnitId, Supports)]) -> Vec<Field> {
    let choice = |(id, kind): &(UnitId, Supports)| {
        let does = match (kind.canister, kind.skirmishers) {
            (0, 0) => Does::SupportFire,
            (0, _) => Does::SupportSkirmishers,
            _ => Does::SupportCanister,
        };
        Choice::of(does.about(Ref::Unit(*id)), &[r::BE_GAP_56])
    };
    let from: Vec<Choice> = able.iter().map(choice).collect();
    let default = Reply::Picked(from.iter().map(|choice| (choice.key.clone(), Vec::new())).collect());
    let max = rulebook::saturated::<u8, _>(from.len());
    vec![Field { about: Ref::Unit(of), shape: Shape::Pick { from, min: 0, max, budget: None }, default }]
}

/// The units named by the chosen keys.
pub(crate) fn picked_units(reply: Option<&Reply>) -> Vec<UnitId> {
    let Some(Reply::Picked(picks)) = reply else { return Vec::new() };
    let unit = |(key, _): &(Key, Vec<Reply>)| match key.refs.first() {
        Some(Ref::Unit(id)) => Some(*id),
        _ => None,
    };
    picks.iter().filter_map(unit).collect()
}
