//! The odds of a landing charge: the machine of the whole charge, with its situations read from the present table. All
//! distances between the two may be measured (LA-GAP-60); no other unit takes part.

use crate::fight::{Answer, ChargeBout, End, Fact, Onset, Outcome, Salvo, Situation, Stage, Standing, State, Who};
use crate::resolve::fire::left;
use crate::resolve::morale::{MoraleResult, Nerve, Occasion};
use crate::turn::{Due, FireKind, Shooting};
use crate::world::{Bound, Contact, Hit, Hold, Landing, Leave, Leaving, Life, Sort, World};
use crate::{Arm, Aspect, Distance, LesAigles, Order};
use game::{Chance, Defaults, Facts, Odds, Teller, UnitId, facts, odds};
use rulebook::Known;
use std::collections::BTreeMap;

impl LesAigles {
    /// The ends of a landing charge, up to the test of the loser of its first round; its target fires at it or holds
    /// its fire.
    pub(crate) fn ends_of_landing(&self, w: &Known<'_, World>, by: UnitId, holds: bool) -> Option<Odds<End>> {
        let foreseen = Foreseen { holds, ..Foreseen::of(self, w, by)? };
        odds(&foreseen.bout(), &foreseen, &Defaults).ok()
    }

    /// The same as facts for players.
    pub(crate) fn odds_of_landing(&self, w: &Known<'_, World>, by: UnitId, holds: bool) -> Option<Odds<Facts>> {
        let ends = self.ends_of_landing(w, by, holds)?;
        let mut rows: BTreeMap<Facts, Chance> = BTreeMap::new();
        for (end, chance) in ends.rows {
            let row = rows.entry(facts_of(&end)).or_insert(Chance::NEVER);
            *row = row.or(chance);
        }
        Some(Odds { rows: rows.into_iter().collect(), assumed: Vec::new() })
    }
}

/// The facts of an end.
fn facts_of(end: &End) -> Facts {
    let leaves = i64::from(end.result.is_some_and(MoraleResult::leaves));
    match end.outcome {
        Outcome::ChargerLoses => facts([("contact", 1), ("defender_wins", 1), ("loser_leaves", leaves)]),
        Outcome::TargetLoses => facts([("attacker_wins", 1), ("contact", 1), ("loser_leaves", leaves)]),
        Outcome::Draw => facts([("contact", 1), ("drawn", 1)]),
        Outcome::Destroyed => facts([("destroyed", 1)]),
        Outcome::NoCharge | Outcome::FallsShort | Outcome::Stopped | Outcome::Evaded | Outcome::TargetGone => {
            facts([("contact", 0)])
        }
    }
}

/// A landing charge on a copy of the table.
struct Foreseen<'a> {
    rules: &'a LesAigles,
    w: World,
    by: UnitId,
    at: UnitId,
    landing: Landing,
    sort: Sort,
    /// The target holds its fire.
    holds: bool,
}

impl<'a> Foreseen<'a> {
    /// `None` if it is not a simple fight of two: both charge, others charge one of them, guns are charged, or others
    /// have fired at the charger before.
    fn of(rules: &'a LesAigles, w: &Known<'_, World>, by: UnitId) -> Option<Self> {
        let charge = w.unit(by).charge.as_ref()?;
        let landing = charge.lands.clone()?;
        let at = landing.on;
        let lands = rules.landing(w);
        let others = lands.iter().any(|(id, landing, _)| *id != by && [by, at].contains(&landing.on));
        let simple = !others
            && charge.sort != Sort::Entry
            && w.unit(at).charge.is_none()
            && rules.arm(at) != Arm::Artillery
            && !w.engaged(at)
            && !w.unit(at).parted
            && w.hits_in(by, w.half()).is_empty()
            && [by, at].iter().all(|id| rules.officers_with(w, *id).count() <= 1);
        if !simple {
            return None;
        }
        let sort = charge.sort;
        let mut w = World::clone(w);
        rules.count_quarter(&mut w);
        rules.closed(&w, by, &landing)?;
        Some(Self { rules, w, by, at, landing, sort, holds: false })
    }

    const fn id(&self, who: Who) -> UnitId {
        match who {
            Who::Charger => self.by,
            Who::Target => self.at,
        }
    }

    /// The machine at the point where it asks for the fires at the charger.
    fn bout(&self) -> ChargeBout<'a> {
        let far = if self.run_down() { Distance::of(0) } else { Distance::of(1_000) };
        let stands = matches!(self.w.unit(self.at).bound, Bound::Free | Bound::Halted { .. } | Bound::Advancing { .. });
        let state = State {
            stage: Stage::Fires,
            onset: Onset { run: far, rounds: 1, ..Onset::default() },
            charger: Standing {
                charging: self.landing.bonus,
                uncontrolled: self.sort == Sort::Uncontrolled,
                ..self.standing(self.by)
            },
            target: self.standing(self.at),
            answer: if stands { Answer::CarryOn } else { Answer::Evade },
            side: self.landing.aspect,
            ..State::begin()
        };
        ChargeBout { book: &self.rules.book, state }
    }

    fn standing(&self, id: UnitId) -> Standing {
        let (unit, sheet) = (self.w.unit(id), self.rules.sheet(id));
        let leading = self.rules.leading(unit, id);
        Standing {
            arm: sheet.profile.arm,
            status: leading.status,
            initial: unit.initial,
            losses: unit.losses,
            figures: left(&self.rules.book, unit.initial, unit.losses).0,
            formation: unit.formation,
            order: unit.order,
            lost_to_fire: unit.memory.hit,
            lost_in_a_row: unit.memory.lost_in_a_row,
            combat: leading.combat,
            ..Standing::default()
        }
    }

    /// The table after the target has run for a quarter at once (LA-GAP-25); `None`: it left the table.
    fn ran(&self, w: &World) -> Option<World> {
        let rules = self.rules;
        let way = rules.way_out(w, self.at, Leave::Rout);
        let mut w = w.clone();
        let quarter = w.quarter;
        let unit = w.unit_mut(self.at);
        unit.pose = way.end;
        unit.now.moved = way.gone;
        unit.order = Order::Disordered;
        unit.memory.routs = unit.memory.routs.saturating_add(1);
        unit.doing = None;
        unit.bound = Bound::Leaving(Leaving { how: Leave::Rout, moved: 1, turning: quarter });
        (!(way.taken || way.edge && way.gone < way.far)).then_some(w)
    }

    /// Whether the charger still reaches a running target.
    fn run_down(&self) -> bool {
        self.ran(&self.w).is_some_and(|w| self.rules.closed(&w, self.by, &self.landing).is_some())
    }

    /// The table after the fires.
    fn shot_at(&self, bout: &ChargeBout<'_>) -> World {
        let mut w = self.w.clone();
        let half = w.half();
        for fire in bout.state.fires.iter().filter(|fire| fire.losses > 0) {
            w.hits.push(Hit { by: self.at, at: self.by, losses: fire.losses, loose: fire.loose, half });
            self.rules.take(&mut w, self.by, fire.losses, true);
        }
        w
    }

    /// The table at contact; `None`: the charger does not reach, with its front reduced by fire or against a running
    /// target.
    fn met(&self, bout: &ChargeBout<'_>) -> Option<World> {
        let rules = self.rules;
        let mut w = self.shot_at(bout);
        let runs = bout.state.target.order == Order::Disordered && w.unit(self.at).order < Order::Disordered;
        if runs {
            w = self.ran(&w).unwrap_or(w);
        }
        let from = w.unit(self.by).pose.at;
        w.unit_mut(self.by).pose = rules.closed(&w, self.by, &self.landing)?;
        let gone = from.to(w.unit(self.by).pose.at).round() as table::Cm;
        let caught = bout.state.side == Aspect::Rear && self.landing.aspect != Aspect::Rear;
        w.unit_mut(self.at).now.caught |= caught;
        w.unit_mut(self.at).now.follows |= bout.state.target.uncontrolled;
        let order = rules.caught_order(&w, self.at).map_or(Order::Formed, |(_, order)| order);
        let target = w.unit_mut(self.at);
        target.order = target.order.max(order);
        if bout.state.target.order >= Order::Unformed {
            target.order = target.order.max(bout.state.target.order);
        }
        let (own, his) = rules.holds(&w, self.by, &self.landing, self.sort, false);
        let own = Hold { wraps: rules.wrapping(&w, self.by, self.at, self.landing.way - gone), ..own };
        let pair = if self.by < self.at { [self.by, self.at] } else { [self.at, self.by] };
        let hold = if self.by < self.at { [own, his] } else { [his, own] };
        let since = w.quarter;
        w.contacts.push(Contact { pair, hold, rounds: 0, drawn: 0, since });
        // In contact its charge is over.
        w.unit_mut(self.by).charge = None;
        // Lone officers touched by the charger go to a friend or are taken (LA-GAP-59).
        for place in 0..w.generals.len() {
            if rules.touched(&w, place) {
                match rules.refuge(&w, place) {
                    Some(unit) => (w.generals[place].at, w.generals[place].with) = (rules.beside(&w, unit), Some(unit)),
                    None => w.generals[place].life = Life::Gone(crate::world::Fate::Taken),
                }
            }
        }
        Some(w)
    }

    /// The table after the round, before the loser's test.
    fn fought(&self, bout: &ChargeBout<'_>) -> Option<World> {
        let mut w = self.met(bout)?;
        let period = w.period;
        w.quarter = w.end_of_period();
        for who in [Who::Charger, Who::Target] {
            let (id, own) = (self.id(who), bout.state.side_of(who));
            let losses = bout.state.received(who);
            self.rules.take(&mut w, id, losses, false);
            let unit = w.unit_mut(id);
            unit.memory.lost_in_a_row = own.lost_in_a_row;
            if own.won {
                unit.memory.won_in = period;
            }
            if own.officer_lost.is_some() {
                let his: Vec<usize> = self.rules.officers_with(&w, id).collect();
                for place in his {
                    w.generals[place].life = Life::Gone(crate::world::Fate::Wounded);
                    w.generals[place].with = None;
                    w.unit_mut(id).now.bereaved = self.rules.mourned(place).unwrap_or(0);
                }
            }
        }
        if bout.state.square_broken {
            let target = w.unit_mut(self.at);
            target.order = target.order.max(Order::Unformed);
        }
        Some(w)
    }

    fn nerve(&self, bout: &ChargeBout<'_>, who: Who, occasion: Occasion) -> Option<Nerve> {
        let lost = occasion == Occasion::MeleeLost;
        let w = if lost { self.fought(bout)? } else { self.shot_at(bout) };
        let id = self.id(who);
        let horse = self.rules.arm(self.id(who.other())) == Arm::Cavalry && self.rules.arm(id) != Arm::Cavalry;
        let [on_charger, on_target] = [Who::Charger, Who::Target].map(|who| bout.state.received(who));
        let due = Due {
            against_cavalry: horse && (lost || who == Who::Target),
            charger: (occasion == Occasion::Charged).then_some(self.by),
            difference: if lost { on_charger.abs_diff(on_target) } else { 0 },
            ..Due::new(id, occasion, w.half())
        };
        Some(self.rules.nerve(&w, &self.rules.scene(&w), &due))
    }

    fn fires(&self) -> Vec<Salvo> {
        let shot = Shooting { by: self.at, at: self.by, canister: false, beside: None };
        let open =
            self.rules.counted(&self.w, self.at).any(|at| at == self.by) && self.rules.may_fire(&self.w, self.at);
        let open = open && !self.holds;
        let fire = self.rules.fire_of(&self.w, &shot).filter(|_| open);
        let salvo = fire.map(|fire| match fire.kind {
            FireKind::Muskets(volley) => Salvo::Small(volley),
            FireKind::Guns(gun) => Salvo::Guns(gun),
        });
        salvo.into_iter().collect()
    }
}

impl<'b> Teller<ChargeBout<'b>> for Foreseen<'_> {
    fn tell(&self, bout: &ChargeBout<'b>, fact: &Fact) -> Option<Situation> {
        Some(match *fact {
            // The charge has been declared and has run.
            Fact::Onset => return None,
            Fact::Nerve(who, occasion) => Situation::Nerve(Box::new(self.nerve(bout, who, occasion)?)),
            Fact::Fires { .. } => Situation::Fires(self.fires()),
            Fact::Fighters => {
                let Some(w) = self.met(bout) else { return Some(Situation::Short) };
                let attacker = self.rules.fighter(&w, self.by, self.at);
                let defender = self.rules.fighter(&w, self.at, self.by);
                Situation::Fighters(Box::new(crate::resolve::melee::Melee { attacker, defender }))
            }
        })
    }
}
