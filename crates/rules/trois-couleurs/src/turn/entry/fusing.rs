//! Step 5: units of one regiment that attack one enemy may do so as one unit (L3C-CAC-14, L3C-GAP-B30): strength and front
//! are added, everything else is that of the worst, and each takes its share of the losses and the common result.

use super::outcome::FoughtEntry;
use crate::fight::{Assault, AssaultBout, End, Who};
use crate::question::{Does, Question};
use crate::resolve::combat::fused::{Battalion, Fused, Fusing, fuse};
use crate::resolve::moving::changing;
use crate::resolve::moving::points::left;
use crate::turn::D;
use crate::world::{Class, Fate, Later, Life, Placement, World, place_of};
use crate::{Distance, Gait, TroisCouleurs, Troop, r};
use game::{Choice, Flow, Key, Ref, UnitId};
use rulebook::Known;
use table::{Cm, Pose};

impl TroisCouleurs {
    /// The situation of units that are to fuse, and the PAP that they share.
    fn fusing(&self, w: &World, units: &[UnitId], steps: u16) -> Fusing {
        let battalion = |id: &UnitId| {
            let (body, troop) = (&w.unit(*id).body, self.troop(*id));
            Battalion {
                figures: body.figures,
                front: body.front,
                status: troop.status,
                base: troop.base.unwrap_or_default(),
                credit: left(&self.book, body.points_spent),
            }
        };
        let regiment = |id: &UnitId| self.sheet(*id).regiment.as_ref();
        let posed = |id: &UnitId| (w.unit(*id).body.formation, w.unit(*id).pose.facing);
        let pairs = || units.iter().zip(units.iter().skip(1));
        let alike = |(one, other): (&UnitId, &UnitId)| {
            let ((formation, facing), (his, turned)) = (posed(one), posed(other));
            formation == his
                && table::turn(facing, turned).abs() <= 100 * table::Angle::from(self.book.tables.arc.alike)
        };
        Fusing {
            units: units.iter().map(battalion).collect(),
            same_regiment: pairs().all(|(one, other)| regiment(one).is_some() && regiment(one) == regiment(other)),
            same_formation: pairs().all(alike),
            gap: Distance::from_cm(pairs().map(|(one, other)| self.gap(w, *one, *other)).max().unwrap_or(0)),
            steps,
        }
    }

    /// The waiting entries that may fuse with this one: in echelon or not, they always attack together.
    pub(crate) fn of_the_regiment(&self, w: &World, entry: &Later) -> Vec<Later> {
        let ordered = |one: &Later| {
            let plain = one.class == Class::Ordered && one.placement == Placement::TwoThirds && !one.to_fire;
            plain && w.unit(one.attacker).in_hand() && w.unit(one.attacker).now.pace == Gait::Halted
        };
        let mut found: Vec<Later> = Vec::new();
        if !ordered(entry) {
            return found;
        }
        let brigade = |one: &Later| self.sheet(one.attacker).command;
        let mut waiting: Vec<&Later> = w
            .later
            .iter()
            .filter(|other| other.attacker != entry.attacker && other.target == entry.target && ordered(other))
            .filter(|other| brigade(other) == brigade(entry))
            .collect();
        // Each touches one of the units already included.
        loop {
            let touches = |other: &&Later| {
                let mut known = std::iter::once(entry).chain(&found);
                known.any(|one| fuse(&self.book, &self.fusing(w, &[one.attacker, other.attacker], 0)).allowed)
            };
            let Some(place) = waiting.iter().position(touches) else { break };
            found.push(waiting.remove(place).clone());
        }
        found
    }

    /// The owner decides whether they attack as one.
    pub(crate) fn fuses(&self, d: &mut D<'_>, entry: &Later, others: &[Later]) -> Flow<bool> {
        if others.is_empty() {
            return Ok(false);
        }
        let of = Ref::Unit(entry.attacker);
        let fuse = Key { refs: others.iter().map(|other| Ref::Unit(other.attacker)).collect(), ..Does::Fuse.key() };
        let choices = |_: &Known<'_, World>| {
            vec![Choice::of(Does::Apart.key(), &[r::L3C_MAC_25]), Choice::of(fuse, &[r::L3C_CAC_14, r::L3C_GAP_B30])]
        };
        let slot = Question::Fuse.about(self.side(entry.attacker), vec![of, Ref::Unit(entry.target)]);
        let key = self.choose(d, slot, of, choices, &[r::L3C_CAC_14])?;
        Ok(key.is_some_and(|key| Does::Fuse.is(&key)))
    }

    /// Units that attack together, each with the units fused with it, the leading unit first.
    pub(crate) fn parties(&self, w: &World, together: &[Later]) -> Vec<Vec<Later>> {
        let (one, rest): (Vec<Later>, Vec<Later>) =
            together.iter().cloned().partition(|entry| w.fused.contains(&entry.attacker));
        std::iter::once(one).filter(|one| !one.is_empty()).chain(rest.into_iter().map(|entry| vec![entry])).collect()
    }

    /// The assault of a unit, or of several fused ones.
    pub(crate) fn assault_of_party(&self, w: &World, party: &[Later]) -> Assault {
        match party {
            [] => Assault::default(),
            [entry] => self.assault_of(w, entry),
            [entry, ..] => {
                let one = self.as_one(w, party);
                let mut field = self.field(&one);
                let troop = self.worst(party);
                field.change(&self.book, place_of(entry.attacker), |unit| unit.troop = troop);
                self.assault_on(&field, &one, entry)
            }
        }
    }

    /// The values of the fused unit.
    fn fused(&self, w: &World, party: &[Later], steps: u16) -> Fused {
        let units: Vec<UnitId> = party.iter().map(|entry| entry.attacker).collect();
        fuse(&self.book, &self.fusing(w, &units, steps))
    }

    /// Troops with the worst of several for each quality (L3C-GAP-B30).
    fn worst(&self, party: &[Later]) -> Troop {
        let first = *self.troop(rulebook::ids::at(party, 0, "attacker").attacker);
        let troops = party.iter().skip(1).map(|entry| *self.troop(entry.attacker));
        let class = |troop: &Troop| changing::class(&self.book, troop.class, troop.status);
        let status = |troop: &Troop| troop.seen_status.unwrap_or(troop.status);
        let kind = |troop: &Troop| troop.seen_type.unwrap_or(troop.cavalry_type);
        troops.fold(first, |one, other| Troop {
            status: one.status.min(other.status),
            seen_status: Some(status(&one).min(status(&other))),
            cavalry_type: one.cavalry_type.min(other.cavalry_type),
            seen_type: Some(kind(&one).min(kind(&other))),
            lancers: one.lancers && other.lancers,
            back_plate: one.back_plate && other.back_plate,
            class: Some(class(&one).min(class(&other))),
            faculty: one.faculty.min(other.faculty),
            two_ranks: one.two_ranks || other.two_ranks,
            base: one.base.min(other.base),
            ..one
        })
    }

    /// The table on which the fused unit replaces the first of its units.
    fn as_one(&self, w: &World, party: &[Later]) -> World {
        let mut one = w.clone();
        let Some(lead) = party.first().map(|entry| entry.attacker) else { return one };
        let fused = self.fused(w, party, 0);
        let mut unit = w.unit(lead).clone();
        let (mut left, mut right, mut ahead) = (Cm::MAX, Cm::MIN, Cm::MIN);
        for id in party.iter().map(|entry| entry.attacker) {
            let other = w.unit(id);
            let (x, y) = seen_from(&unit.pose, &other.pose);
            let half = self.piece(w, id).front / 2;
            (left, right, ahead) = (left.min(x - half), right.max(x + half), ahead.max(y));
            if id == lead {
                continue;
            }
            let (body, his) = (&mut unit.body, &other.body);
            body.steps_lost = body.steps_lost.saturating_add(his.steps_lost);
            body.steps_before = body.steps_before.saturating_add(his.steps_before);
            body.ranks = body.ranks.max(his.ranks);
            body.state = body.state.max(his.state);
            body.case = body.case.min(his.case);
            body.gait = body.gait.min(his.gait);
            body.points_spent = body.points_spent.max(his.points_spent);
            body.loaded &= his.loaded;
            body.first_fire &= his.first_fire;
            body.status_used |= his.status_used;
            unit.now.raised = unit.now.raised.max(other.now.raised);
            for general in &mut one.generals {
                if general.with == Some(id) {
                    general.with = Some(lead);
                }
            }
            one.unit_mut(id).life = Life::Gone(Fate::Absent);
        }
        // Companies detached by the others are not in the fight (L3C-MOR-110).
        let out = party.iter().skip(1).filter_map(|entry| w.unit(entry.attacker).screen).map(|screen| screen.figures);
        let figures = fused.figures.saturating_sub(out.map(u16::from).sum());
        unit.body.figures = rulebook::saturated::<u8, _>(figures);
        unit.body.front = rulebook::saturated::<u8, _>(fused.front);
        unit.pose.at = unit.pose.local((left + right) / 2, ahead);
        *one.unit_mut(lead) = unit;
        one
    }

    /// Applies the result to a fused unit: to each part its share of the losses and the common result (L3C-GAP-B30).
    pub(crate) fn divided<'b, 'a>(
        &self,
        w: &World,
        party: &'b [Later],
        (bout, end): (&AssaultBout<'a>, End),
    ) -> Vec<FoughtEntry<'b, 'a>> {
        if let [entry] = party {
            return vec![FoughtEntry { entry, bout: bout.clone(), end }];
        }
        let lost = bout.state.side(bout.at_first(Who::Attacker));
        let shares = self.fused(w, party, lost.before.saturating_add(lost.steps)).shares;
        let each = party.iter().zip(shares).enumerate();
        let fought = each.map(|(n, (entry, steps))| {
            let own = bout.with_losses(Who::Attacker, steps);
            // The enemy's losses count once.
            let bout = if n == 0 { own } else { own.with_losses(Who::Defender, 0) };
            FoughtEntry { entry, bout, end }
        });
        fought.collect()
    }
}

/// Offset of another pose to the right of a front, and ahead of it.
fn seen_from(pose: &Pose, other: &Pose) -> (Cm, Cm) {
    const LONG: i64 = 10_000;
    let (dx, dy) = (i64::from(other.at.x - pose.at.x), i64::from(other.at.y - pose.at.y));
    let along = |x: Cm, y: Cm| {
        let to = pose.local(x, y);
        let (ux, uy) = (i64::from(to.x - pose.at.x), i64::from(to.y - pose.at.y));
        rulebook::saturated::<Cm, _>((dx * ux + dy * uy) / LONG)
    };
    (along(LONG as Cm, 0), along(0, LONG as Cm))
}
