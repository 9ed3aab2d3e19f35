//! The odds of a charge, read from the table as it will be when the charger stands at 2 pas.

use crate::fight::{Behind, Charge as Typed, Defence, End, Follow, Form, From as Begin, Outcome, Party, Wish};
use crate::question::Does;
use crate::resolve::pursuit::Chase;
use crate::turn::Landing;
use crate::world::{Aim, NamedCharge, PAS, Positions, Progress, World};
use crate::{Arm, Aspect, Distance, Formation, MarieLouise, Order};
use game::{Chance, Choice, Facts, Key, Odds, Term, UnitId, odds};
use rulebook::Known;
use std::collections::BTreeMap;
use table::Cm;

/// Upper bound of a recoil: scores always differ by less.
const LONGEST_RECOIL: u8 = 40;

/// The decisions of both sides during a charge.
#[derive(Clone, Copy)]
pub(crate) struct Replies {
    /// The choice of a battalion that may form a solid square.
    pub defence: Defence,
    /// Guns that can fire only after turning turn (ML-8.7c).
    pub guns_turn: bool,
    /// The winner asks for the opposite of its test (ML-8.4d).
    pub inverted: bool,
}

impl Default for Replies {
    fn default() -> Self {
        Self { defence: Defence::default(), guns_turn: true, inverted: false }
    }
}

impl MarieLouise {
    /// The odds of one charge without bonus: the charged unit receives it standing and fires if it may, the winner does
    /// not invert its test.
    pub(crate) fn odds_of_charge(&self, w: &Known<'_, World>, by: UnitId, target: UnitId) -> Option<Odds<Facts>> {
        self.odds_if(w, by, target, Replies::default())
    }

    /// The odds of one charge for each way in which its target may receive it. Empty where it has no choice.
    pub(crate) fn odds_by_reply(&self, w: &Known<'_, World>, by: UnitId, target: UnitId) -> Vec<(Key, Odds<Facts>)> {
        let (positions, mut charge) = (self.positions(w), self.new_charge(w, by, Aim::At(target)));
        let landing = self.landing(w, &positions, &self.dash(w, &positions, &charge, target), &[]);
        if !landing.reaches {
            return Vec::new();
        }
        let mut then = w.in_mind();
        self.stand_before(&mut then, by, target, &landing);
        charge.stage = Progress::Contact;
        then.charges = vec![charge];
        let choices = self.receptions(&then, target);
        if choices.len() < 2 {
            return Vec::new();
        }
        let column = |choice: Choice| {
            let replies = Replies {
                defence: if Does::SolidSquare.is(&choice.key) { Defence::SolidSquare } else { Defence::Fire },
                guns_turn: !Does::Stand.is(&choice.key),
                inverted: false,
            };
            Some((choice.key, self.odds_if(w, by, target, replies)?))
        };
        choices.into_iter().filter_map(column).collect()
    }

    /// The odds of one charge with these decisions.
    pub(crate) fn odds_if(
        &self,
        w: &Known<'_, World>,
        by: UnitId,
        target: UnitId,
        replies: Replies,
    ) -> Option<Odds<Facts>> {
        let (positions, mut charge) = (self.positions(w), self.new_charge(w, by, Aim::At(target)));
        let dash = self.dash(w, &positions, &charge, target);
        let landing = self.landing(w, &positions, &dash, &[]);
        if !landing.reaches {
            let short = Facts::from([(Term::of("too_short"), 1)]);
            return Some(Odds { rows: vec![(short, Chance::CERTAIN)], assumed: Vec::new() });
        }
        let spent = dash.cm.saturating_add(self.toll(w, by, dash.bearing, dash.cm));
        let mut then = w.in_mind();
        self.stand_before(&mut then, by, target, &landing);
        if replies.guns_turn {
            self.turned_if_it_must(&mut then, &mut charge, target);
        }
        charge.allowance = dash.allowance;
        charge.gone = charge.gone.saturating_add(spent);
        let held_up = self.held_up(&then, &charge, target);
        let typed = self.typed(&then, &charge, target, dash.allowance.saturating_sub(spent));
        let typed = Typed { held_up, ..typed };
        let wish = Wish { defence: replies.defence, inverted: replies.inverted };
        let all = odds(&typed.bout(&self.book), &Form { charge: &typed }, &wish).ok()?;
        Some(gathered(&all))
    }

    /// The odds of a charge from the impact on: the charger is at 2 pas and the fires are over.
    pub(crate) fn odds_from_impact(
        &self,
        w: &Known<'_, World>,
        charge: &NamedCharge,
        target: UnitId,
    ) -> Option<Odds<Facts>> {
        let left = (charge.allowance + charge.bonus - charge.gone).max(0);
        let held_up = self.held_up(w, charge, target);
        let typed = Typed { from: Begin::Impact, held_up, ..self.typed(w, charge, target, left) };
        let wish = Wish { defence: typed.defence, inverted: false };
        let all = odds(&typed.bout(&self.book), &Form { charge: &typed }, &wish).ok()?;
        Some(gathered(&all))
    }

    /// The table when the charger is in contact, with guns turned if they must turn.
    pub(crate) fn come_to_contact(&self, w: &mut World, charge: &mut NamedCharge, target: UnitId, landing: &Landing) {
        self.stand_before(w, charge.by, target, landing);
        self.turned_if_it_must(w, charge, target);
    }

    /// The table when the charger is in contact.
    fn stand_before(&self, w: &mut World, by: UnitId, target: UnitId, landing: &Landing) {
        let disordered = self.disorder_of_charge(w, by, target).is_some();
        let unit = w.unit_mut(by);
        unit.pose = landing.end;
        unit.obstacle = landing.obstacle;
        unit.order = Order::Charge;
        if disordered {
            unit.formation = Formation::Disorder;
        }
    }

    /// The charge as an input form, filled in from the table.
    pub(crate) fn typed(&self, w: &World, charge: &NamedCharge, target: UnitId, remaining: Cm) -> Typed {
        let positions = self.positions(w);
        let guns = self.sheet(target).profile.arm == Arm::Artillery;
        let now = &w.unit(target).now;
        // Only a unit that has not moved this turn fires or forms square (ML-8.1m), and no guns that friends have
        // crossed.
        let late = now.fired || now.moved && self.on(crate::r::ML_8_1M) || now.crossed;
        let mutual = self.mutual(w, charge.by, target);
        let aspect = self.struck_from(charge, mutual);
        Typed {
            attacker: self.party(w, &positions, charge.by, target, Aspect::Front),
            defender: Party { fired: late, ..self.party(w, &positions, target, charge.by, aspect) },
            received: !mutual,
            distance: Distance::from_cm(charge.began_at),
            aspect,
            outside_arc: guns && !self.in_arc(w, target, &self.range(w, target, charge.by)),
            turned: guns && now.turned,
            rain: self.scenario.rain,
            remaining: Distance::from_cm(remaining),
            follow: Follow::Melee,
            ..Typed::default()
        }
    }

    fn party(&self, w: &World, positions: &Positions, id: UnitId, enemy: UnitId, aspect: Aspect) -> Party {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        let fighter = self.fighter_of(w, positions, id, enemy, aspect);
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
            behind: Behind {
                free: self.room_to_recoil(w, positions, (id, enemy), LONGEST_RECOIL),
                ..Behind::default()
            },
        }
    }

    /// The recoils after which ground keeps a winning charger from catching the loser.
    fn held_up(&self, w: &World, charge: &NamedCharge, target: UnitId) -> [u64; 2] {
        let positions = self.positions(w);
        let held = |chase: Chase, pas: u8| !self.catches(w, &positions, charge, target, (chase, Cm::from(pas) * PAS));
        [Chase::Melee, Chase::Eliminates].map(|chase| {
            (1..=LONGEST_RECOIL).filter(|pas| held(chase, *pas)).fold(0, |recoils, pas| recoils | 1 << pas)
        })
    }
}

/// What a player wants to know of the ends: the winner, the margin, the losses. Ends that look alike are merged.
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
