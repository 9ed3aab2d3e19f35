//! What the computer's generals need to know of the ruleset: values in points of the battle (BE-GAP-84), reach, fire,
//! objectives, and the results of an attack or a fire by the odds of the rules.

mod command_appraisal;
mod gists;
mod usual;

use crate::fight::{Outcome, Stage, Tried};
use crate::look::odds::Foreseen;
use crate::resolve::manoeuvre;
use crate::resolve::movement;
use crate::resolve::reaction::Line;
use crate::resolve::victory;
use crate::turn::Volley;
use crate::world::{Aspect, ChargeKind, Charging, Life, World};
use crate::{Ability, Arm, BatailleEmpire, Cover, Formation, Going, Losses, ShockRow};
use game::{Appraisal, Army, Clash, Doctrine, Extent, Goal, Nerve, Rating, Side, Sort, Stance, UnitId};
use rulebook::Known;
use table::{Cm, Point, within_cm};

/// Value of a point of BE-GAP-84, so that fractions of it can be expressed.
const POINT: i64 = 10;
/// Percentage of its value that a unit in disorder keeps: it gives the enemy half of its points, and is lost when
/// beaten.
const DISORDERED: i64 = 65;
/// Percentage of its value that a unit loses with its losses, before the last one takes everything.
const WEAR: i64 = 60;

impl BatailleEmpire {
    /// The value of a unit at the start: two points if it is lost, more or less by its cost.
    fn full(&self, id: UnitId) -> i64 {
        let lost = i64::from(self.book.tables.victory.eliminated) * POINT;
        lost * 3 / 5 + lost * i64::from(self.sheet(id).cost) / 30
    }

    /// The value of a unit after losses, in hundredths.
    fn left(&self, w: &Known<'_, World>, id: UnitId, losses: Losses, disorder: bool) -> i64 {
        let capacity = i64::from(self.capacity(w, id).in_halves().max(1));
        let lost = i64::from(losses.in_halves());
        if lost >= capacity {
            return 0;
        }
        let whole = self.full(id) * 100;
        let strength = whole - whole * WEAR * lost / (100 * capacity);
        if disorder { strength * DISORDERED / 100 } else { strength }
    }

    fn worth_of(&self, w: &Known<'_, World>, id: UnitId) -> i64 {
        let unit = w.unit(id);
        match unit.life {
            Life::Present | Life::OffTable(_) | Life::Silent { .. } => self.left(w, id, unit.losses, unit.disorder),
            Life::Folded | Life::Unseen | Life::Gone(_) => 0,
        }
    }

    pub(crate) fn value(&self, w: &Known<'_, World>) -> Appraisal {
        let tables = &self.book.tables;
        let mut units: Vec<Rating> = self.everybody(w).into_iter().map(|id| self.rating(w, id)).collect();
        units.extend((0..w.generals.len()).filter_map(|place| self.rating_of_general(w, place)));
        Appraisal {
            ruleset: <crate::edition::BatailleEmpireRuleset as rulebook::Edition>::ID,
            turn: w.turn,
            turns: self.scenario.turns,
            units,
            goals: self.valued_goals(w),
            armies: Side::BOTH.map(|side| self.army(w, side)),
            margin: 0,
            places_first: self.on(crate::terms::book::r::BE_GAP_84),
            command: w.generals.iter().map(|g| tables.grade(g.grade).range.cm()).min().unwrap_or(0),
            support: tables.distance.support.cm(),
            contact: tables.distance.contact.cm(),
        }
    }

    fn army(&self, w: &Known<'_, World>, side: Side) -> Army {
        let tally = self.tally(w, side);
        let own = w.ids().filter(|id| self.sheet(*id).side == side && !self.sheet(*id).half);
        let held = w.holders.iter().filter(|holder| **holder == Some(side)).count();
        let objective = i64::from(self.book.tables.victory.objective) * POINT;
        let his = victory::lost(&self.book, &self.tally(w, side.other()));
        Army {
            whole: own.map(|id| self.full(id)).sum(),
            lost: i64::from(victory::lost(&self.book, &tally)) * POINT,
            breaks: i64::from(tally.units) * POINT,
            points: rulebook::saturated::<i64, _>(held) * objective * 2 + i64::from(his) * POINT,
        }
    }

    fn valued_goals(&self, w: &Known<'_, World>) -> Vec<Goal> {
        let near = self.book.tables.orders.objective.cm();
        let worth = i64::from(self.book.tables.victory.objective) * POINT * 2;
        let goal = |(n, objective): (usize, &crate::world::Objective)| {
            let wide = objective.area.iter().map(|p| objective.middle.to(*p).round() as Cm).max().unwrap_or(0);
            let decides = self.scenario.decisions.iter().find(|(_, hold)| hold.contains(&n)).map(|(side, _)| *side);
            let holder = w.holders.get(n).copied().flatten();
            Goal { at: objective.middle, radius: wide + near, worth, holder, decides }
        };
        self.scenario.objectives.iter().enumerate().map(goal).collect()
    }

    /// The value of a unit: only whether it is in command, and whether a general is with it, depends on others.
    fn rating(&self, w: &Known<'_, World>, id: UnitId) -> Rating {
        let key = (id, w.unit(id).clone(), self.attached(w, id).is_some());
        let by_itself = self.known_rating.get(&key, || self.rating_by_itself(w, id));
        debug_assert_eq!(by_itself, self.rating_by_itself(w, id), "what is kept of a unit depends on another");
        Rating { commanded: self.in_command(w, id), ..by_itself }
    }

    fn rating_by_itself(&self, w: &Known<'_, World>, id: UnitId) -> Rating {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let body = self.figure(w, id);
        let silent = self.book.tables.range.guns.of(body.guns).effective;
        let far = movement::allowance(&self.book, &body, Going::Clear, None).unwrap_or_default();
        let charges = body.arm != Arm::Artillery && body.formation != Formation::Skirmish && unit.inside.is_none();
        let range = match body.arm {
            Arm::Cavalry => 0,
            Arm::Artillery => silent.cm(),
            Arm::Infantry if unit.formation == Formation::Skirmish => self.book.tables.range.skirmish.cm(),
            Arm::Infantry => self.book.tables.range.infantry.cm(),
        };
        let from_ahead = || self.cover_of(w, id, unit.pose.ahead(2 * crate::UD).at);
        let cover = match self.known_cover.get(&(self.piece(w, id), unit.inside), from_ahead) {
            Cover::None => 0,
            Cover::Light => 10,
            Cover::Medium => 20,
            Cover::Heavy => 35,
        };
        let (fire, shock, against_horse) = self.usual(&body);
        Rating {
            unit: id,
            side: sheet.side,
            command: Some(sheet.command),
            sort: match body.arm {
                Arm::Infantry => Sort::Foot,
                Arm::Cavalry => Sort::Horse,
                Arm::Artillery => Sort::Guns,
            },
            pose: unit.pose,
            extent: Extent::of(unit.pose, &self.footprint(w, id)),
            full: self.full(id),
            worth: self.worth_of(w, id) / 100,
            nerve: match (unit.disorder, unit.now.fled) {
                (true, true) => Nerve::Running,
                (true, false) => Nerve::Shaken,
                _ => Nerve::Steady,
            },
            commanded: false,
            formed: unit.formation != Formation::Limbered,
            cover,
            fire,
            exposure: usual::exposure(unit.formation),
            shock,
            against_horse,
            reach: far.cm(),
            range,
            strikes: if charges { far.plus(movement::charge_bonus(&self.book, body.arm)).cm() } else { 0 },
            doctrine: doctrine(&body),
            stances: self.stances(w, id),
        }
    }

    fn stances(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Stance> {
        use Formation::{Column, Deployed, HollowSquare, Limbered, Line, SolidSquare};
        let (unit, body) = (w.unit(id), self.figure(w, id));
        let may = |to: &Formation| manoeuvre::may_change(&self.book, &body, *to).is_ok();
        let stance = |to: Formation| {
            let there = crate::Body { formation: to, ..body };
            let (fire, shock, against_horse) = self.usual(&there);
            Stance {
                name: crate::word(&to),
                fire,
                exposure: usual::exposure(to),
                shock,
                against_horse,
                reach: movement::allowance(&self.book, &there, Going::Clear, None).unwrap_or_default().cm(),
                extent: Extent::of(unit.pose, &[self.piece_at(id, unit.pose, to)]),
            }
        };
        let all = [Line, Column, SolidSquare, HollowSquare, Limbered, Deployed];
        all.into_iter().filter(may).map(stance).collect()
    }

    fn rating_of_general(&self, w: &Known<'_, World>, place: usize) -> Option<Rating> {
        let general = Some(w.general(place)).filter(|general| general.life == Life::Present)?;
        let sheet = self.general_sheet(place);
        let chief = w.chief[sheet.side.index()] == place;
        let table = &self.book.tables.victory;
        let points = if chief { table.commander_in_chief } else { table.divisional_general };
        let worth = i64::from(points) * POINT + POINT;
        Some(Rating::leader(
            w.general_id(place),
            sheet.side,
            Some(rulebook::ids::number(place)),
            general.at,
            worth,
            self.book.tables.movement.general.clear.unwrap_or_default().cm(),
        ))
    }

    /// What one unit could do to another from their present places.
    pub(crate) fn clash_of(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Clash {
        if w.general_of(by).is_some() || w.general_of(at).is_some() {
            return Clash::default();
        }
        let fire = self.best_fire(w, by, at);
        let Ok(offer) = self.charge_offer(w, by, at, 0) else { return Clash { fire, ..Clash::default() } };
        let charge = offer.begin(ChargeKind::Plain, w.unit(by).pose, Vec::new());
        Clash { fire, ..self.weigh(&self.dressed(w, &offer), &charge) }
    }

    /// A charge as if it had reached its target.
    fn charge_home(&self, w: &Known<'_, World>, by: UnitId, at: UnitId, aspect: Aspect) -> Charging {
        Charging {
            by,
            at,
            kind: ChargeKind::Plain,
            declared: 0,
            from: w.unit(by).pose,
            aspect,
            reach: 0,
            gone: 0,
            reply: None,
            countered: None,
            near: Vec::new(),
            over: false,
        }
    }

    /// The mean result of a charge for both sides, by the odds shown to players: the target takes its default reply.
    fn weigh(&self, w: &Known<'_, World>, charge: &Charging) -> Clash {
        let declared = charge.reply.is_some();
        let from = if declared { Stage::Meet(Line::Stand, Tried::Done) } else { self.entry_of(charge).stage() };
        self.weigh_fight(w, charge, from, &self.foreseen(w, charge))
    }

    /// The mean result of a fight for both sides, from a stage.
    fn weigh_fight(&self, w: &Known<'_, World>, charge: &Charging, from: Stage, foreseen: &Foreseen<'_>) -> Clash {
        let ids = [charge.by, charge.at];
        let before = ids.map(|id| self.worth_of(w, id) as f64);
        let (mut chance, mut lost) = (0.0, [0.0; 2]);
        for (end, p) in self.ends(from, foreseen) {
            let p = p.to_f64();
            let won = end.outcome == Outcome::Attacker || end.outcome == Outcome::Fled && end.defender_lost;
            if won {
                chance += p;
            }
            let parts = [(end.attacker_losses, end.attacker_lost, won), (end.defender_losses, end.defender_lost, !won)];
            for (n, (losses, gone, winner)) in parts.into_iter().enumerate() {
                let unit = w.unit(ids[n]);
                let beaten = !winner && end.row.is_some();
                let ridden = beaten && end.row == Some(ShockRow::Rout) && self.rides_down(ids[1 - n], ids[n]);
                let after = if gone || ridden {
                    0
                } else {
                    self.left(w, ids[n], unit.losses.plus(losses), beaten || unit.disorder)
                };
                lost[n] += p * (before[n] - after as f64).max(0.0);
            }
        }
        Clash {
            reaches: true,
            chance: (chance * 1_000.0).round() as u16,
            gain: lost[1].round() as i64,
            cost: lost[0].round() as i64,
            fire: 0,
        }
    }

    /// Whether fleeing infantry is caught by cavalry (BE-POU-07).
    fn rides_down(&self, winner: UnitId, loser: UnitId) -> bool {
        self.sheet(winner).body.arm == Arm::Cavalry && self.sheet(loser).body.arm != Arm::Cavalry
    }

    /// The mean loss caused by a fire of one unit at another, in hundredths of a point; 0 if it cannot fire.
    fn best_fire(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> i64 {
        if w.unit(by).marker || self.in_fire(w, by, at).is_err() {
            return 0;
        }
        let shot = crate::resolve::fire::Shot::Round;
        self.fire_worth(w, &Volley { by, at, shot, limbering: false, supports: Vec::new() })
    }

    /// The mean loss that a fire causes: losses, and the test that follows.
    pub(crate) fn fire_worth(&self, w: &Known<'_, World>, volley: &Volley) -> i64 {
        let Some(form) = self.fire_foreseen(w, volley) else { return 0 };
        let bout = crate::resolve::fire::volley::FireBout::new(&self.book, &form);
        let Ok(ends) = game::odds(&bout, &crate::resolve::fire::volley::AllTold, &game::Defaults) else { return 0 };
        let before = self.worth_of(w, volley.at) as f64;
        let unit = w.unit(volley.at);
        let taken = ends.rows.iter().map(|(end, chance)| {
            let after = if end.eliminated {
                0
            } else {
                self.left(w, volley.at, unit.losses.plus(end.losses), unit.disorder || !end.passed)
            };
            chance.to_f64() * (before - after as f64).max(0.0)
        });
        taken.sum::<f64>().round() as i64
    }

    /// The units that a general would command from possible places.
    pub(crate) fn led_from(&self, w: &Known<'_, World>, leader: UnitId, from: &[Point]) -> Vec<i64> {
        let Some(place) = w.general_of(leader) else { return Vec::new() };
        let sheet = self.general_sheet(place);
        let own: Vec<UnitId> =
            self.troops(w, sheet.side).filter(|id| usize::from(self.sheet(*id).command) == place).collect();
        let led = |at: &Point| {
            let hears = |id: &&UnitId| {
                let range = self.command_range(w, place, **id).cm();
                within_cm(table::point_to_piece(*at, &self.piece(w, **id)).cm, range)
            };
            own.iter().filter(hears).map(|id| self.worth_of(w, *id) / 100).sum()
        };
        from.iter().map(led).collect()
    }
}

/// The preferred way of fighting of a unit.
fn doctrine(body: &crate::Body) -> Doctrine {
    let more = |holds: bool| if holds { 125 } else { 100 };
    Doctrine {
        fire: more(body.has(Ability::GoodShot)),
        shock: more(body.has(Ability::Elan)),
        skirmish: more(body.ft == 2),
        cavalry: more(body.has(Ability::Impetuous)),
    }
}
