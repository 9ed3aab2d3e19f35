//! Random but sensible plans: mostly towards the enemy or an objective, as far as the rules allow.

use super::permit::Permit;
use super::sheet::Places;
use crate::question::{Luck, asked};
use crate::world::{PAS, Positions, World};
use crate::{Arm, Formation, Going, MarieLouise, word};
use game::{Ask, Reply, UnitId};
use rulebook::Known;
use rulebook::set_up::middle_of;
use table::{Angle, Cm, Manoeuvre, March, Point, turn};

/// A plan for every field, none of which ends on a friend.
pub(super) fn plans(rules: &MarieLouise, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let positions = rules.positions(w);
    let mut places = Places::new(rules, w, asked(ask));
    let planners = rules.planners(w, &ask.slot);
    let mut replies = Vec::with_capacity(planners.len());
    for (id, permit) in planners {
        let ideas = rules.ideas(w, &positions, id, permit, luck);
        let fits = |legs: &Vec<Manoeuvre>| {
            let draft = rules.draft(w, &positions, id, permit, legs).ok()?;
            let end = rules.tdc_at(draft.end);
            let stays = draft.end.at == w.unit(id).pose.at;
            (stays || places.taken(&end).is_none_or(|on| on == id)).then_some((end, stays))
        };
        let found = ideas.into_iter().find_map(|legs| fits(&legs).map(|place| (legs, place)));
        let legs = match found {
            Some((legs, (end, stays))) => {
                if !stays {
                    places.take(id, end);
                }
                legs
            }
            None => Vec::new(),
        };
        replies.push(Reply::Marched(March { movers: vec![id.0], legs }));
    }
    replies
}

impl MarieLouise {
    /// Possible plans of a unit, the best first.
    fn ideas(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        permit: Permit,
        luck: &mut Luck,
    ) -> Vec<Vec<Manoeuvre>> {
        let unit = w.unit(id);
        let enemy = self.nearest_enemy(w, positions, id);
        let aim = enemy.map(|(enemy, cm)| (w.unit(enemy).pose.at, cm));
        match permit {
            Permit::Adjust | Permit::Guns => {
                let Some((at, cm)) = aim.filter(|(_, cm)| *cm < 18 * PAS) else { return Vec::new() };
                let off = turn(unit.pose.facing, unit.pose.at.bearing_to(at));
                let guns = permit == Permit::Guns;
                let wants = if guns { off.abs() > 4_500 } else { off.abs() > 3_000 && cm < 8 * PAS };
                if wants && luck.below(3) > 0 {
                    return vec![vec![Manoeuvre::Turn(off)]];
                }
                let creep = !guns && cm > 4 * PAS && cm < 6 * PAS && off.abs() <= 4_500 && luck.below(4) == 0;
                if creep { vec![vec![Manoeuvre::Oblique { cm: 2 * PAS, by: off }]] } else { Vec::new() }
            }
            Permit::Limbered => self.battery_ideas(w, id, aim, luck),
            Permit::Troops => self.troop_ideas(w, id, aim, luck),
        }
    }

    fn battery_ideas(&self, w: &World, id: UnitId, aim: Option<(Point, Cm)>, luck: &mut Luck) -> Vec<Vec<Manoeuvre>> {
        let unit = w.unit(id);
        let Some((at, cm)) = aim.or_else(|| self.objective_near(unit.pose.at).map(|at| (at, 99 * PAS))) else {
            return Vec::new();
        };
        let off = turn(unit.pose.facing, unit.pose.at.bearing_to(at));
        let deploy = Manoeuvre::Reform("deployed".into());
        let mut ideas = Vec::new();
        if cm < 14 * PAS && luck.below(4) > 0 {
            ideas.push(vec![Manoeuvre::Turn(off), deploy.clone()]);
        }
        let most = self.longest_move(w, id);
        let wish = (cm - 8 * PAS).clamp(0, most);
        for share in [4, 3, 2, 1] {
            let go = wish * share / 4;
            for bend in [0, 3_000, -3_000, 6_000, -6_000] {
                ideas.push(vec![Manoeuvre::Turn(off + bend), Manoeuvre::Ahead(go)]);
            }
        }
        ideas.push(vec![Manoeuvre::Turn(off), deploy]);
        ideas
    }

    fn troop_ideas(&self, w: &World, id: UnitId, aim: Option<(Point, Cm)>, luck: &mut Luck) -> Vec<Vec<Manoeuvre>> {
        let unit = w.unit(id);
        let mut ideas = Vec::new();
        if unit.inside.is_some() {
            if luck.below(2) == 0 {
                ideas.push(vec![Manoeuvre::Reform("bastion".into())]);
            }
            ideas.extend(self.towards(w, id, unit.pose.facing, 6 * PAS));
            return ideas;
        }
        let open = self.open_manoeuvres(w, id, Permit::Troops);
        if luck.below(2) == 0 {
            ideas.extend(open.iter().filter(|m| matches!(m, Manoeuvre::Enter(_))).map(|m| vec![m.clone()]));
        }
        let forms: Vec<Manoeuvre> = open.iter().filter(|m| matches!(m, Manoeuvre::Reform(_))).cloned().collect();
        let form = |to: Formation| forms.iter().find(|m| reforms_to(m, to)).cloned();
        let objective = self.objective_near(unit.pose.at).filter(|_| luck.below(4) == 0);
        let (at, cm) = match (objective, aim) {
            (Some(at), _) => (at, unit.pose.at.to(at).round() as Cm),
            (None, Some(aim)) => aim,
            (None, None) => (unit.pose.at.step(unit.pose.facing, 20 * PAS), 20 * PAS),
        };
        let bearing = unit.pose.at.bearing_to(at);
        let off = turn(unit.pose.facing, bearing);
        if unit.formation == Formation::Disorder || unit.formation.is_square() {
            let (line, column) = (Formation::Line, Formation::AttackColumn);
            let wanted = if cm < 8 * PAS { [line, column] } else { [column, line] };
            let others = [Formation::MarchColumn, Formation::Skirmish];
            let reforms = wanted.into_iter().chain(others).filter_map(form);
            ideas.extend(reforms.map(|m| vec![m]));
        }
        if !forms.is_empty() && luck.below(6) == 0 {
            let change = forms[luck.below(forms.len())].clone();
            let column_or_line = [Formation::Line, Formation::AttackColumn].iter().any(|to| reforms_to(&change, *to));
            let mut legs = vec![change];
            if off.abs() > 1_000 && column_or_line {
                legs.push(Manoeuvre::Turn(off));
            }
            ideas.push(legs);
        }
        if off.abs() > 3_000 && luck.below(3) == 0 {
            ideas.push(vec![Manoeuvre::Turn(off)]);
        }
        // Stop a little beyond 2 pas of the enemy, sometimes in musket range, sometimes outside.
        let keep = [2 * PAS + PAS / 2, 3 * PAS + PAS / 2, 4 * PAS + PAS / 2][luck.below(3)];
        let keep = if self.sheet(id).profile.arm == Arm::Cavalry { 6 * PAS } else { keep };
        let wish = (cm - keep).max(0);
        if wish > PAS / 2 {
            ideas.extend(self.towards(w, id, bearing, wish));
        }
        ideas.push(vec![Manoeuvre::Turn(off)]);
        ideas.extend(forms.into_iter().map(|m| vec![m]));
        ideas
    }

    /// Moves on a bearing, the longest first, after a turn if the bearing is outside the front quarter.
    fn towards(&self, w: &World, id: UnitId, bearing: Angle, wish: Cm) -> Vec<Vec<Manoeuvre>> {
        let unit = w.unit(id);
        let mover = self.mover(w, id);
        let off = turn(unit.pose.facing, bearing);
        let here = self.ground_of(unit);
        let by = |going: Going| self.rate(&mover, going, false).unwrap_or(0);
        let mut lengths: Vec<Cm> = Vec::new();
        for going in [here.max(Going::Clear), Going::Rough, Going::VeryRough] {
            lengths.extend([4, 3, 2, 1].map(|share| by(going) * share / 4));
        }
        lengths.sort_unstable();
        lengths.dedup();
        let bends = self.bends(unit.formation, unit.inside.is_some());
        let mut ideas = Vec::new();
        for length in lengths.into_iter().rev().map(|l| l.min(wish)).filter(|l| *l > 0) {
            if bends {
                ideas
                    .extend([0, 3_000, -3_000].map(|bend| vec![Manoeuvre::Turn(off + bend), Manoeuvre::Ahead(length)]));
            } else if off.abs() <= 4_500 {
                let slant =
                    |bend: Angle| vec![Manoeuvre::Oblique { cm: length, by: (off + bend).clamp(-4_500, 4_500) }];
                ideas.extend([0, 2_500, -2_500].map(slant));
            } else {
                // The turn takes half the sequence.
                ideas.push(vec![Manoeuvre::Turn(off), Manoeuvre::Ahead(length / 2)]);
            }
        }
        ideas
    }

    /// The middle of the nearest objective.
    fn objective_near(&self, from: Point) -> Option<Point> {
        let areas = self.scenario.objectives.iter().map(|objective| &objective.area).filter(|area| !area.is_empty());
        areas.map(|area| middle_of(area)).min_by_key(|p| p.to(from).round() as i64)
    }
}

/// Whether a leg is the change to a formation.
fn reforms_to(leg: &Manoeuvre, to: Formation) -> bool {
    matches!(leg, Manoeuvre::Reform(name) if name == word(&to).as_str())
}
