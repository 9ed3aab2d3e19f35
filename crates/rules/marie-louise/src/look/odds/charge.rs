//! The odds of a charge, read from the table as it will be when the charger stands at 2 pas.

use crate::fight::{Behind, Charge as Typed, End, Follow, Form, From as Begin, Outcome, Party, Wish};
use crate::turn::Landing;
use crate::world::{Aim, Lie, NamedCharge, PAS, World};
use crate::{Arm, Aspect, Distance, Formation, MarieLouise, Order};
use game::{Chance, Facts, Odds, Term, UnitId, odds};
use std::collections::BTreeMap;
use table::{Cm, in_the_way};

/// No recoil is longer than this: the scores differ by less.
const LONGEST_RECOIL: u8 = 40;

impl MarieLouise {
    /// The odds of one charge without bonus, the charged unit standing to receive it and firing if it may.
    pub(crate) fn odds_of_charge(&self, w: &World, by: UnitId, target: UnitId) -> Option<Odds<Facts>> {
        let (lie, mut charge) = (self.lie(w), self.new_charge(w, by, Aim::At(target)));
        let dash = self.dash(w, &lie, &charge, target);
        let landing = self.landing(w, &lie, &dash, &[]);
        if !landing.reaches {
            let short = Facts::from([(Term::of("too_short"), 1)]);
            return Some(Odds { rows: vec![(short, Chance::CERTAIN)], assumed: Vec::new() });
        }
        let mut then = w.clone();
        self.come_to_contact(&mut then, &mut charge, target, &landing);
        let typed = self.typed(&then, &charge, target, dash.allowance.saturating_sub(dash.cm));
        let wish = Wish { defence: typed.defence, inverted: false };
        let all = odds(&typed.bout(&self.book), &Form { charge: &typed }, &wish).ok()?;
        Some(gathered(&all))
    }

    /// The odds of a charge from the impact on: the charger stands at 2 pas and the fires are over.
    pub(crate) fn odds_from_impact(&self, w: &World, charge: &NamedCharge, target: UnitId) -> Option<Odds<Facts>> {
        let left = (charge.allowance + charge.bonus - charge.gone).max(0);
        let typed = Typed { from: Begin::Impact, ..self.typed(w, charge, target, left) };
        let wish = Wish { defence: typed.defence, inverted: false };
        let all = odds(&typed.bout(&self.book), &Form { charge: &typed }, &wish).ok()?;
        Some(gathered(&all))
    }

    /// The table when the charger stands before his target, guns that must turn to him turned.
    pub(crate) fn come_to_contact(&self, w: &mut World, charge: &mut NamedCharge, target: UnitId, landing: &Landing) {
        let disordered = self.disorder_of_charge(w, charge.by, target).is_some();
        let unit = w.unit_mut(charge.by);
        unit.pose = landing.end;
        unit.order = Order::Charge;
        if disordered {
            unit.formation = Formation::Disorder;
        }
        self.turned_if_it_must(w, charge, target);
    }

    /// The charge as a form filled in from the table.
    pub(crate) fn typed(&self, w: &World, charge: &NamedCharge, target: UnitId, remaining: Cm) -> Typed {
        let lie = self.lie(w);
        let guns = self.sheet(target).profile.arm == Arm::Artillery;
        let now = &w.unit(target).now;
        // Only who has stood still all turn fires or forms square (ML-8.1m), and no guns that were passed through.
        let late = now.fired || now.moved && self.on(crate::r::ML_8_1M) || now.crossed;
        Typed {
            attacker: self.party(w, &lie, charge.by, target, Aspect::Front),
            defender: Party { fired: late, ..self.party(w, &lie, target, charge.by, charge.aspect) },
            received: !self.mutual(w, charge.by, target),
            distance: Distance::from_cm(charge.began_at),
            aspect: charge.aspect,
            outside_arc: guns && !self.in_arc(w, target, &self.range(w, target, charge.by)),
            turned: guns && now.turned,
            rain: self.scenario.rain,
            remaining: Distance::from_cm(remaining),
            follow: Follow::Melee,
            ..Typed::default()
        }
    }

    fn party(&self, w: &World, lie: &Lie, id: UnitId, enemy: UnitId, aspect: Aspect) -> Party {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        let fighter = self.fighter_of(w, lie, id, enemy, aspect);
        Party {
            arm: profile.arm,
            class: profile.class,
            cohesion: profile.cohesion,
            status: profile.status,
            fire_training: profile.fire_training,
            weapon: profile.weapon,
            no_light_company: profile.no_light_company,
            sharpshooters: profile.sharpshooters,
            lances: profile.lances,
            cuirassed: profile.cuirassed,
            overconfident: profile.overconfident,
            elements: unit.elements,
            counter: unit.losses,
            elements_lost: unit.lost,
            formation: unit.formation,
            marker: unit.marker,
            order: unit.order,
            general: self.general_for_reaction(w, id),
            guest: self.attached(w, id).is_some(),
            charisma: fighter.charisma,
            first_fire: !unit.has_fired,
            fired: unit.now.fired,
            isolated: fighter.isolated,
            flanks_supported: fighter.flanks_supported,
            rear_support: fighter.rear_support,
            shelter: fighter.shelter,
            lower: fighter.lower,
            ground: fighter.ground,
            unseen: fighter.unseen,
            behind: Behind { free: self.room(w, lie, id, enemy), ..Behind::default() },
        }
    }

    /// Whole pas that a unit can recoil before the table's edge, ground that it may not enter or another enemy.
    fn room(&self, w: &World, lie: &Lie, id: UnitId, enemy: UnitId) -> Option<u8> {
        let unit = w.unit(id);
        let bearing = w.unit(enemy).pose.at.bearing_to(unit.pose.at);
        let reach = Cm::from(LONGEST_RECOIL) * PAS;
        // All that a recoil of any length can touch, with room to spare: what does not meet it is never in the way.
        let behind = table::Piece {
            pose: table::Pose { at: unit.pose.at.step(bearing, reach / 2), facing: bearing },
            front: 3 * PAS,
            depth: reach + 3 * PAS,
            lead: false,
        };
        let others: Vec<(u32, table::Piece)> = self
            .around(w, lie, id, reach)
            .filter(|(other, _)| *other != enemy && self.side(*other) != self.side(id))
            .map(|(other, _)| (u32::from(other.0), w.unit(other).tdc()))
            .filter(|(_, piece)| table::overlaps(&behind, piece))
            .collect();
        let mover = crate::resolve::movement::March { formation: Formation::Disorder, ..self.mover(w, id) };
        if others.is_empty() && self.passable_everywhere(&mover, &behind) {
            let off = |pas: &u8| !self.terrain.inside(unit.pose.at.step(bearing, Cm::from(*pas) * PAS));
            return (1..=LONGEST_RECOIL).find(off).map(|pas| pas - 1);
        }
        let open = |pas: u8| {
            let cm = Cm::from(pas) * PAS;
            let to = unit.pose.at.step(bearing, cm);
            self.terrain.inside(to)
                && in_the_way(&unit.tdc(), bearing, cm, &others).is_empty()
                && self
                    .way(&mover, unit.pose.at, to)
                    .stretches
                    .iter()
                    .all(|s| self.rate(&mover, s.beside, s.tall).is_some())
        };
        (1..=LONGEST_RECOIL).find(|pas| !open(*pas)).map(|pas| pas - 1)
    }
}

/// What a player wants to know of the ends: who won, by how much, and what it cost; ends that look alike put together.
fn gathered(all: &Odds<End>) -> Odds<Facts> {
    let mut rows: BTreeMap<Facts, Chance> = BTreeMap::new();
    for (end, chance) in &all.rows {
        let row = rows.entry(facts(end)).or_insert(Chance::NEVER);
        *row = row.or(*chance);
    }
    Odds { rows: rows.into_iter().collect(), assumed: all.assumed.clone() }
}

fn facts(end: &End) -> Facts {
    let outcome = match end.outcome {
        Outcome::Broken => "broken",
        Outcome::Attacker => "attacker_wins",
        Outcome::Defender => "defender_wins",
        Outcome::Undecided => "undecided",
    };
    let mut facts = Facts::from([(Term::of(outcome), 1)]);
    let mut note = |name: &'static str, value: i64| {
        if value != 0 {
            facts.insert(Term::of(name), value);
        }
    };
    note("recoil", i64::from(end.recoil));
    note("melee", i64::from(end.melee));
    note("attacker_gone", i64::from(end.attacker.elements == 0));
    note("defender_gone", i64::from(end.defender.elements == 0));
    facts
}
