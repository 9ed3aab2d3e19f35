//! What the computer's generals need to know of the ruleset: worth of units in battle points (L3C-GAP-A39,
//! L3C-GAP-A91), reach, fire, objectives, and the expected result of an assault by the odds of the rules.

mod gists;

use crate::field::TestCause;
use crate::fight::{AssaultBout, AssaultEnd, End, Form, Wish};
use crate::resolve::combat::losses;
use crate::resolve::moving::movement;
use crate::world::{Life, World, formations, place_of};
use crate::{Arm, Body, Case, Cohesion, Formation, Status, TroisCouleurs};
use game::{Appraisal, Army, Clash, Doctrine, Extent, Goal, Nerve, Rating, Side, Sort, Stance, UnitId};
use rulebook::Known;
use rulebook::word;
use table::{Cm, Point, within_cm};

/// Percentage of a unit's worth that is gone when it has taken all losses that it can take.
const WEAR: i64 = 70;

impl TroisCouleurs {
    /// Remaining worth of a unit after losses, in a case and a state, in hundredths of a point.
    fn kept(&self, id: UnitId, steps: u16, case: Case, state: Cohesion) -> i64 {
        let sheet = self.sheet(id);
        let whole = i64::from(u16::from(sheet.figures) * losses::steps_of(&self.book, sheet.troop.arm)).max(1);
        let lost = i64::from(steps).min(whole);
        let strength = sheet.cost * 100 - sheet.cost * WEAR * lost / whole;
        let share = match case {
            _ if lost >= whole => 0,
            Case::Rout => 45,
            Case::Retreat => 65,
            Case::FallBack => 85,
            Case::Halt => 93,
            _ => 100,
        };
        // A disordered winner falls to the next attacker: with this weight captains no longer charge one unit at a
        // time.
        let order = match state {
            Cohesion::Formed | Cohesion::Loose => 100,
            Cohesion::Unformed => 90,
            Cohesion::Disordered => 45,
        };
        strength * share * order / 10_000
    }

    fn worth_of(&self, w: &Known<'_, World>, id: UnitId) -> i64 {
        let unit = w.unit(id);
        match unit.life {
            Life::Gone(_) => 0,
            Life::Present | Life::OffTable(_) | Life::Unseen => {
                self.kept(id, unit.body.steps_lost, unit.body.case, unit.body.state)
            }
        }
    }

    pub(crate) fn value(&self, w: &Known<'_, World>) -> Appraisal {
        let table = &self.book.tables;
        let mut units: Vec<Rating> = w.present().map(|id| self.rating(w, id)).collect();
        units.extend((0..w.generals.len()).filter_map(|place| self.rating_of_general(w, place)));
        let smaller = Side::BOTH.map(|side| self.points_at_start(side)).into_iter().min().unwrap_or(0);
        Appraisal {
            ruleset: <crate::edition::TroisCouleursRuleset as rulebook::Edition>::ID,
            turn: w.turn,
            turns: self.scenario.turns,
            units,
            goals: self.valued_goals(w),
            armies: Side::BOTH.map(|side| self.army(w, side)),
            margin: smaller * i64::from(table.victory.margin) / 100,
            places_first: false,
            command: table.distance.command.cm(),
            support: table.distance.tactical.of(Arm::Infantry).cm(),
            contact: table.distance.tactical.of(Arm::Infantry).cm(),
        }
    }

    fn army(&self, w: &Known<'_, World>, side: Side) -> Army {
        Army {
            whole: self.points_at_start(side),
            lost: self.broken_points(w, side),
            breaks: self.breaks_at(side),
            points: self.points_held(w, side) + self.points_lost(w, side.other()),
        }
    }

    fn valued_goals(&self, w: &Known<'_, World>) -> Vec<Goal> {
        let goal = |(n, objective): (usize, &crate::world::Objective)| {
            let radius = objective.area.iter().map(|p| objective.middle.to(*p).round() as Cm).min().unwrap_or(0);
            let decides = self.scenario.decisions.iter().find(|(_, hold)| hold.contains(&n)).map(|(side, _)| *side);
            let holder = w.holders.get(n).copied().flatten();
            Goal { at: objective.middle, radius, worth: objective.points, holder, decides }
        };
        self.scenario.objectives.iter().enumerate().map(goal).collect()
    }

    fn rating(&self, w: &Known<'_, World>, id: UnitId) -> Rating {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let body = &unit.body;
        let foot = sheet.troop.arm == Arm::Infantry;
        let striking = sheet.troop.arm != Arm::Artillery && unit.garrison.is_none();
        let capacity = self.assault_capacity(w, id, 0);
        let fires = self.may_shoot(w, id);
        Rating {
            unit: id,
            side: sheet.side,
            command: Some(sheet.command),
            sort: match sheet.troop.arm {
                Arm::Infantry => Sort::Foot,
                Arm::Cavalry => Sort::Horse,
                Arm::Artillery => Sort::Guns,
            },
            pose: unit.pose,
            extent: Extent::of(unit.pose, &[self.piece(w, id)]),
            full: sheet.cost,
            worth: self.worth_of(w, id) / 100,
            nerve: match body.case {
                Case::Rout | Case::Retreat => Nerve::Running,
                Case::FallBack => Nerve::Shaken,
                Case::Halt => Nerve::Halted,
                _ => Nerve::Steady,
            },
            commanded: true,
            formed: body.state <= Cohesion::Loose && body.formation != Formation::Limbered,
            cover: if unit.garrison.is_some() { 30 } else { 0 },
            fire: self.usual_fire(id, body),
            exposure: exposure(body.formation),
            shock: self.usual_shock(id, body),
            against_horse: usual_stand(body, foot),
            reach: self.gone_in(w, id, body.formation),
            range: if fires { self.longest_range(id).cm() } else { 0 },
            strikes: if striking { capacity.cm() } else { 0 },
            doctrine: Doctrine::default(),
            stances: self.stances(w, id),
        }
    }

    /// Expected loss of an average enemy by a fire, in hundredths of a point.
    fn usual_fire(&self, id: UnitId, body: &Body) -> i64 {
        let figures = i64::from(self.left(body, id));
        match (self.troop(id).arm, body.formation) {
            (Arm::Artillery, Formation::Deployed) => figures * 45,
            (Arm::Infantry, Formation::Line | Formation::Skirmish) => figures * 14,
            (Arm::Infantry, Formation::Square) => figures * 4,
            (Arm::Infantry, _) => i64::from(body.front) * 14,
            _ => 0,
        }
    }

    fn usual_shock(&self, id: UnitId, body: &Body) -> i32 {
        let troop = self.troop(id);
        let status = match troop.status {
            Status::Irregular | Status::Militia => -20,
            Status::Conscript => -10,
            Status::Line => 0,
            Status::Elite => 10,
            Status::Guard => 20,
        };
        let formation = match (troop.arm, body.formation) {
            (Arm::Artillery, _) => 20,
            (Arm::Cavalry, _) => 105 + 5 * i32::from(troop.cavalry_type),
            (Arm::Infantry, Formation::DivisionColumn | Formation::CompanyColumn) => 115,
            (Arm::Infantry, Formation::Line) => 95,
            (Arm::Infantry, Formation::Square | Formation::ClosedColumn) => 60,
            (Arm::Infantry, _) => 50,
        };
        formation + status
    }

    /// Distance that a unit covers in a turn in a formation.
    fn gone_in(&self, w: &Known<'_, World>, id: UnitId, formation: Formation) -> Cm {
        let mut march = self.plain_march(w, id, 2, &movement::Way::new());
        march.formation = crate::terms::tables::MovingAs::of(formation);
        if formation == Formation::Deployed {
            return self.book.tables.distance.manhandle.cm();
        }
        movement::reach(&self.book, &march).unwrap_or_default().cm()
    }

    fn stances(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Stance> {
        let foot = self.troop(id).arm == Arm::Infantry;
        let stance = |to: &Formation| {
            let body = self.formed(w, id, *to);
            let pose = w.unit(id).pose;
            Stance {
                name: word(to),
                fire: self.usual_fire(id, &body),
                exposure: exposure(*to),
                shock: self.usual_shock(id, &body),
                against_horse: usual_stand(&body, foot),
                reach: self.gone_in(w, id, *to),
                extent: Extent::of(pose, &[self.piece_of(id, &body, pose)]),
            }
        };
        formations(self.troop(id).arm).iter().map(stance).collect()
    }

    fn rating_of_general(&self, w: &Known<'_, World>, place: usize) -> Option<Rating> {
        let general = Some(w.general(place)).filter(|general| general.present())?;
        let sheet = self.general_sheet(place);
        let worth = i64::from(sheet.leader.bonus) * i64::from(self.book.tables.budget.general);
        Some(Rating::leader(
            w.general_id(place),
            sheet.side,
            Some(rulebook::ids::number(place)),
            general.at,
            worth,
            self.book.tables.distance.general_move.cm(),
        ))
    }

    /// Expected results of one unit acting against another from their present places.
    pub(crate) fn clash_of(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Clash {
        let units = w.units.len();
        if usize::from(by.0) >= units || usize::from(at.0) >= units || !w.unit(by).present() || !w.unit(at).present() {
            return Clash::default();
        }
        let fire = match self.may_fire_now(w, by) && self.line_free(w, by, at, false) {
            true => self.usual_fire(by, &w.unit(by).body),
            false => 0,
        };
        // To contact or by an advance to fire, whichever promises more.
        let ways = [false, true].into_iter().filter(|to_fire| self.may_assault(w, by, at, *to_fire).is_ok());
        let best = ways.map(|to_fire| self.weigh(w, by, at, to_fire)).max_by_key(|clash| clash.gain - clash.cost);
        best.map_or(Clash { fire, ..Clash::default() }, |clash| Clash { reaches: true, fire, ..clash })
    }

    /// Mean losses of both sides in an assault: the machine of the battle run over all dice.
    pub(crate) fn weigh(&self, w: &Known<'_, World>, by: UnitId, at: UnitId, to_fire: bool) -> Clash {
        let field = self.field(w);
        let action = TestCause::Assault { attacker: place_of(by), target: place_of(at), to_fire, come: None };
        let assault = field.assault_of(&self.book, action);
        let Ok(ends) = game::odds(&AssaultBout::new(&self.book, &assault), &Form, &Wish) else {
            return Clash::default();
        };
        let before = [by, at].map(|id| self.worth_of(w, id) as f64);
        let (mut chance, mut lost) = (0.0, [0.0; 2]);
        for (end, p) in &ends.rows {
            let p = p.to_f64();
            let mut taken = [0.0; 2];
            for (n, (id, remains)) in [(by, &end.attacker), (at, &end.defender)].into_iter().enumerate() {
                let steps = w.unit(id).body.steps_lost.saturating_add(remains.steps);
                let after = self.kept(id, steps, remains.case, remains.state) as f64;
                taken[n] = (before[n] - after).max(0.0);
                lost[n] += p * taken[n];
            }
            // The side that inflicts more losses than it takes wins a fire fight.
            if won(end) || to_fire && taken[1] > taken[0] {
                chance += p;
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

    /// Worth of the units that a general would command from each of these places, in points.
    pub(crate) fn led_from(&self, w: &Known<'_, World>, leader: UnitId, from: &[Point]) -> Vec<i64> {
        let Some(place) = w.general_of(leader) else { return Vec::new() };
        let sheet = self.general_sheet(place);
        let own: Vec<UnitId> = self.troops(w, sheet.side).filter(|id| self.commands(place, *id)).collect();
        let range = self.book.tables.distance.command.cm();
        let led = |at: &Point| {
            let hears = |id: &&UnitId| within_cm(table::point_to_piece(*at, &self.piece(w, **id)).cm, range);
            own.iter().filter(hears).map(|id| self.worth_of(w, *id) / 100).sum()
        };
        from.iter().map(led).collect()
    }
}

/// Whether the attacker won.
const fn won(end: &End) -> bool {
    matches!(end.outcome, AssaultEnd::Attacker | AssaultEnd::AttackerPursues | AssaultEnd::DefenderGone)
}

/// Losses by fire in a formation, as a percentage of the losses in line.
const fn exposure(formation: Formation) -> i32 {
    match formation {
        Formation::Skirmish => 40,
        Formation::Line | Formation::AdHoc | Formation::Deployed => 100,
        Formation::DivisionColumn | Formation::CompanyColumn | Formation::Limbered => 130,
        Formation::ClosedColumn | Formation::Square | Formation::MarchColumn => 150,
    }
}

/// Resistance of a unit to cavalry, in percent.
const fn usual_stand(body: &Body, foot: bool) -> i32 {
    match body.formation {
        Formation::Square => 190,
        Formation::ClosedColumn => 140,
        Formation::Line | Formation::DivisionColumn if foot => 85,
        Formation::Line | Formation::DivisionColumn => 100,
        _ => 60,
    }
}
