//! What the computer's generals need to know of the ruleset: values in points of the battle (ML-GAP-45), reach, fire,
//! objectives, doctrine, and the results of an attack or a fire by the odds of the rules.

mod gists;

use crate::fight::{Defence, End, Follow, Form, Outcome, Wish};
use crate::resolve::fire;
use crate::resolve::guns;
use crate::resolve::losses;
use crate::resolve::morale::{self, Cause, Moment};
use crate::turn::Shoot;
use crate::world::{Aim, Life, Positions, Unit, World};
use crate::{Arm, Class, Formation, Going, Level, MarieLouise, Marker, Order, Shelter};
use game::{
    Appraisal, Army, Chance, Clash, Doctrine, Extent, Goal, Nerve, Odds, Quiet, Rating, Side, Sort, Stance, UnitId,
};
use rulebook::Known;
use rulebook::set_up::middle_of;
use table::{Cm, Point};

/// Percentage of its value that a unit keeps with a marker, apart from its losses: a shaken unit gives the enemy a
/// quarter of its points and cannot act, a routing one half of them and may be lost next turn.
const fn kept(marker: Marker) -> i64 {
    match marker {
        Marker::None => 100,
        Marker::Hesitant => 97,
        Marker::Shaken => 65,
        Marker::Routing => 20,
    }
}

/// Value of a general beside his own cost, for the orders that are missed without him: about a third of a battalion.
const LEADER: i64 = 10;

impl MarieLouise {
    /// The value of the rest of a unit, in hundredths of a point.
    fn left(&self, id: UnitId, elements: u8, counter: u8, marker: Marker) -> i64 {
        let sheet = self.sheet(id);
        if elements == 0 {
            return 0;
        }
        let profile = &sheet.profile;
        let threshold = i64::from(self.book.tables.threshold(profile.arm, self.book.cohesion(profile.cohesion)).max(1));
        let whole = i64::from(sheet.elements.max(1)) * threshold;
        let lost = i64::from(sheet.elements.saturating_sub(elements)) * threshold + i64::from(counter);
        // Losses take half of the value, for their effect on the morale of the rest; the last element takes all.
        let cost = i64::from(sheet.cost) * 100;
        let strength = cost - cost * 7 * lost / (10 * whole);
        strength * kept(marker) / 100
    }

    fn left_of(&self, w: &Known<'_, World>, id: UnitId) -> i64 {
        let unit = w.unit(id);
        match unit.life {
            Life::Present | Life::Reserve(_) => self.left(id, unit.elements, unit.losses, unit.marker),
            Life::Abandoned { .. } | Life::Gone(_) => 0,
        }
    }

    pub(crate) fn value(&self, w: &Known<'_, World>) -> Appraisal {
        let tables = &self.book.tables;
        let positions = self.positions(w);
        let mut units: Vec<Rating> =
            w.ids().filter(|id| w.unit(*id).present()).map(|id| self.rating(w, &positions, id)).collect();
        for (place, (general, sheet)) in w.generals.iter().zip(&self.generals).enumerate() {
            if general.life == Life::Present {
                units.push(Rating::leader(
                    w.general_id(place),
                    sheet.side,
                    Some(sheet.command),
                    general.at,
                    i64::from(sheet.cost) + LEADER,
                    16 * crate::PAS,
                ));
            }
        }
        let smaller = Side::BOTH.map(|side| self.army(side)).into_iter().min().unwrap_or(0);
        Appraisal {
            ruleset: <crate::edition::MarieLouiseRuleset as rulebook::Edition>::ID,
            turn: w.turn,
            turns: self.scenario.turns,
            units,
            goals: self.goals(w),
            armies: Side::BOTH.map(|side| self.standing_of(w, side)),
            margin: smaller * i64::from(tables.victory.margin_percent) / 100,
            places_first: false,
            command: tables.distance.command.cm(),
            support: tables.distance.support.cm(),
            contact: tables.distance.contact.cm(),
        }
    }

    fn standing_of(&self, w: &Known<'_, World>, side: Side) -> Army {
        let whole = self.army(side);
        let lost = self.cost_out(w, side);
        Army {
            whole,
            lost,
            breaks: i64::from(self.scenario.breaks[side.index()]) * whole / 100,
            points: self.points(w, side),
        }
    }

    fn goals(&self, w: &Known<'_, World>) -> Vec<Goal> {
        let decides =
            |n: usize| self.scenario.decisions.iter().find(|(_, hold)| hold.contains(&n)).map(|(side, _)| *side);
        let goal = |(n, objective): (usize, &crate::world::Objective)| {
            let at = Some(&objective.area).filter(|area| !area.is_empty()).map(|area| middle_of(area))?;
            let radius = objective.area.iter().map(|p| at.to(*p).round() as Cm).min().unwrap_or(0);
            Some(Goal {
                at,
                radius: radius * 95 / 100,
                worth: i64::from(objective.points),
                holder: w.holders.get(n).copied().flatten(),
                decides: decides(n),
            })
        };
        self.scenario.objectives.iter().enumerate().filter_map(goal).collect()
    }

    /// The value of a unit: only whether it is commanded depends on others.
    fn rating(&self, w: &Known<'_, World>, positions: &Positions, id: UnitId) -> Rating {
        let by_itself = self.known_rating.get(&(id, w.unit(id).clone()), || self.rating_by_itself(w, id));
        debug_assert_eq!(by_itself, self.rating_by_itself(w, id), "what is kept of a unit depends on another");
        Rating { commanded: self.commanded(w, positions, id).0, ..by_itself }
    }

    fn rating_by_itself(&self, w: &Known<'_, World>, id: UnitId) -> Rating {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let profile = &sheet.profile;
        let mover = self.mover(w, id);
        let reach = self.rate(&mover, Going::Clear, false).unwrap_or(0);
        let ranges = &self.book.tables.range;
        let range = match profile.arm {
            Arm::Artillery => {
                let class = self.book.class(profile.arm, profile.class);
                // Fire beyond the middle zones has almost no effect.
                ranges.guns.of(class).get(3).map_or(0, |d| d.cm())
            }
            _ => match profile.weapon {
                crate::Weapon::None => 0,
                crate::Weapon::Musketoon => ranges.musketoon.cm(),
                crate::Weapon::Musket => ranges.musket.cm(),
                crate::Weapon::Rifle => ranges.rifle.cm(),
            },
        };
        let charges = self.barred(w, id).is_none() && profile.arm != Arm::Artillery && !unit.formation.is_square();
        let contact = self.book.tables.distance.contact.cm();
        Rating {
            unit: id,
            side: sheet.side,
            command: Some(sheet.command),
            sort: match profile.arm {
                Arm::Infantry => Sort::Foot,
                Arm::Cavalry => Sort::Horse,
                Arm::Artillery => Sort::Guns,
            },
            pose: unit.pose,
            extent: self.extent_of(unit),
            full: i64::from(sheet.cost),
            worth: self.left_of(w, id) / 100,
            nerve: match unit.marker {
                Marker::None => Nerve::Steady,
                Marker::Hesitant => Nerve::Halted,
                Marker::Shaken => Nerve::Shaken,
                Marker::Routing => Nerve::Running,
            },
            commanded: false,
            formed: !matches!(unit.formation, Formation::Disorder | Formation::MarchColumn | Formation::Limbered),
            cover: match (unit.inside.is_some(), self.known_shelter.get(&stood(unit), || self.shelter(w, id, None))) {
                (true, _) => 120,
                (_, Shelter::None) => 0,
                (_, Shelter::Light) => 30,
                (_, Shelter::Dense) => 60,
                (_, Shelter::Fortified) => 90,
            },
            fire: volley(unit, profile),
            exposure: exposure(unit.formation),
            shock: shock(unit, profile),
            against_horse: against_horse(unit, profile),
            reach,
            range,
            strikes: if charges { reach + contact } else { 0 },
            doctrine: self.way_of_fighting(w, id),
            stances: self.stances(w, id),
        }
    }

    fn extent_of(&self, unit: &Unit) -> Extent {
        self.known_extent.get(&stood(unit), || Extent::of(unit.pose, &unit.footprint()))
    }

    /// The formations that an infantry unit or a battery could take.
    fn stances(&self, w: &Known<'_, World>, id: UnitId) -> Vec<Stance> {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        if profile.arm == Arm::Cavalry || unit.inside.is_some() {
            return Vec::new();
        }
        let stance = |(name, formation): &(&'static str, Formation)| {
            let then = Unit { formation: *formation, ..unit.clone() };
            let reach = self.rate(&self.mover_in(w, id, *formation), Going::Clear, false).unwrap_or(0);
            self.may_form(w, id, *formation, false).then(|| Stance {
                name: game::Term::of(name),
                fire: volley(&then, profile),
                exposure: exposure(*formation),
                shock: shock(&then, profile),
                against_horse: against_horse(&then, profile),
                reach,
                extent: self.extent_of(&then),
            })
        };
        crate::turn::FORMATIONS.iter().filter_map(stance).collect()
    }

    fn way_of_fighting(&self, w: &Known<'_, World>, id: UnitId) -> Doctrine {
        let sheet = self.sheet(id);
        let (fire, shock) = match w.command(usize::from(sheet.command)).doctrine {
            crate::terms::doctrine::Doctrine::Thin => (115, 90),
            crate::terms::doctrine::Doctrine::Deep => (85, 115),
            crate::terms::doctrine::Doctrine::Mixed => (100, 105),
        };
        let skirmish = if sheet.profile.skirmish_only { 150 } else { 100 };
        let cavalry = if sheet.profile.class == Class::High { 115 } else { 100 };
        Doctrine { fire, shock, skirmish, cavalry }
    }

    /// The odds of a charge that could be made now, as values. A target without an order yet is assumed to hold.
    fn charge_ends(&self, w: &Known<'_, World>, by: UnitId, target: UnitId, defence: Defence) -> Option<Odds<End>> {
        let positions = self.positions(w);
        if self.closed_to(w, by, target) || !self.can_see(w, &positions, by, target) {
            return None;
        }
        let mut charge = self.new_charge(w, by, Aim::At(target));
        let dash = self.dash(w, &positions, &charge, target);
        let landing = self.landing(w, &positions, &dash, &[]);
        if !landing.reaches {
            return None;
        }
        let mut then = w.in_mind();
        self.come_to_contact(&mut then, &mut charge, target, &landing);
        let stands = then.unit_mut(target);
        if stands.order == Order::None && stands.marker == Marker::None {
            // Steady cavalry counter-charges a charge from the front (ML-8.6b).
            let meets = self.sheet(target).profile.arm == Arm::Cavalry && charge.aspect == crate::Aspect::Front;
            stands.order = if meets { Order::Charge } else { Order::Hold };
        }
        let mut typed = self.typed(&then, &charge, target, dash.allowance.saturating_sub(dash.cm));
        // Pursuit and melee are left out: they cost more time than they are worth.
        typed.follow = Follow::Impact;
        game::odds(&typed.bout(&self.book), &Form { charge: &typed }, &Wish { defence, inverted: false }).ok()
    }

    /// The value of the ends of a charge: the chance of the better end in thousandths, the enemy's loss and the own
    /// loss.
    fn weigh(&self, w: &Known<'_, World>, by: UnitId, target: UnitId, odds: &Odds<End>) -> Clash {
        let (own, his) = (self.left_of(w, by), self.left_of(w, target));
        let (mut chance, mut gain, mut cost) = (0.0, 0.0, 0.0);
        for (end, p) in &odds.rows {
            let p = Chance::to_f64(*p);
            let remains = |id: UnitId, r: &crate::fight::Remains| {
                let marker = r.fate.marker();
                let left = marker.map_or(0, |m| self.left(id, r.elements, 0, m));
                // Disorder is repaired in a turn, if the enemy allows it.
                if r.disorganised { left * 92 / 100 } else { left }
            };
            let (mine, theirs) = (remains(by, &end.attacker), remains(target, &end.defender));
            if end.outcome == Outcome::Undecided {
                // The larger side of a melee wins it more often; the loser routs, the winner is worn down.
                let even = mine as f64 / (mine + theirs).max(1) as f64;
                chance += p * even;
                gain += p * (his as f64 - theirs as f64 * (0.75 - 0.5 * even)).max(0.0);
                cost += p * (own as f64 - mine as f64 * (0.25 + 0.5 * even)).max(0.0);
                continue;
            }
            chance += if end.outcome == Outcome::Attacker { p } else { 0.0 };
            gain += p * (his - theirs).max(0) as f64;
            cost += p * (own - mine).max(0) as f64;
        }
        Clash {
            reaches: true,
            chance: (chance * 1_000.0).round() as u16,
            gain: gain.round() as i64,
            cost: cost.round() as i64,
            fire: 0,
        }
    }

    pub(crate) fn clash_of(&self, w: &Known<'_, World>, by: UnitId, target: UnitId) -> Clash {
        let known = |id: UnitId| usize::from(id.0) < w.units.len() && w.unit(id).present();
        if !known(by) || !known(target) || self.side(by) == self.side(target) {
            return Clash::default();
        }
        let able = self.sheet(by).profile.arm != Arm::Artillery
            && self.barred(w, by).is_none()
            && !w.unit(by).formation.is_square();
        let odds = if able { self.charge_ends(w, by, target, Defence::Fire) } else { None };
        let attack = odds.map(|odds| self.weigh(w, by, target, &odds)).unwrap_or_default();
        Clash { fire: self.standing_fire(w, by, target), ..attack }
    }

    /// The value of the fire of a unit without moving; `None` if it cannot fire.
    fn standing_fire(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> i64 {
        let positions = self.positions(w);
        let armed = !matches!(w.unit(by).marker, Marker::Routing) && w.unit(by).formation != Formation::Limbered;
        if !armed || !self.marks(w, &positions, by).iter().any(|mark| mark.at == at) {
            return 0;
        }
        let mut then = w.in_mind();
        if then.unit(by).order == Order::None {
            then.unit_mut(by).order = Order::Hold;
        }
        self.fire_worth(&then, &Shoot { by, at, band: None, zone: None, blind: false })
    }

    /// The units that a brigadier would have in reach and sight from each of some places (ML-3.1b, ML-1.8b).
    pub(crate) fn led_from(&self, w: &Known<'_, World>, leader: UnitId, from: &[Point]) -> Vec<i64> {
        let Some(place) = w.general_of(leader) else { return Vec::new() };
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        let positions = self.positions(w);
        let reach = self.book.tables.distance.command.cm();
        let own = self.troops(w, sheet.side).filter(|id| self.sheet(*id).command == sheet.command);
        let own: Vec<(UnitId, i64)> = own.map(|id| (id, self.left_of(w, id) / 100)).collect();
        let led = |at: &Point| {
            let there = crate::world::General { at: *at, attached: None, ..general.clone() };
            let hears = |(id, _): &&(UnitId, i64)| {
                table::within_cm(table::point_to_piece(*at, &w.unit(*id).tdc()).cm, reach)
                    && self.general_sees(&positions, &there, w, *id)
            };
            own.iter().filter(hears).map(|(_, worth)| worth).sum()
        };
        from.iter().map(led).collect()
    }

    /// The mean loss that a fire causes, in hundredths of a point: elements, and the morale test that follows.
    fn fire_worth(&self, w: &Known<'_, World>, shoot: &Shoot) -> i64 {
        let rows: Vec<(u16, f64)> = if self.sheet(shoot.by).profile.arm == Arm::Artillery {
            let cannonade = self.cannonade_of(w, shoot);
            let laid = guns::lay(&self.book, &cannonade, &mut Quiet);
            // The mean number of impacts is used instead of their distribution: precise enough for a general.
            let impacts = laid
                .throw()
                .and_then(|throw| dice::distribution(&throw).ok())
                .map_or_else(|| f64::from(laid.impact_dice), |dist| dist.mean().map_or(0.0, dice::Ratio::to_f64));
            let count = impacts.round() as u8;
            let power = guns::effect(&self.book, &cannonade, laid.zone, count, &mut Quiet);
            spread(&power.throw())
        } else {
            let shot = fire::volley(&self.book, &self.volley_of(w, shoot), &mut Quiet);
            spread(&shot.power.throw())
        };
        let (unit, profile) = (w.unit(shoot.at), &self.sheet(shoot.at).profile);
        let before = self.left_of(w, shoot.at);
        let positions = self.positions(w);
        let from = w.unit(shoot.by).pose.at;
        let aspect = self.aspect(unit, from);
        let nerve = self.nerve_of(w, &positions, shoot.at, Cause::Attack, aspect, Some(from));
        let mut worth = 0.0;
        for (count, p) in rows {
            let toll = losses::LossCount {
                arm: profile.arm,
                cohesion: profile.cohesion,
                elements: unit.elements,
                counter: u16::from(unit.losses),
                losses: count,
            };
            let left = losses::suffer(&self.book, &toll, &mut Quiet);
            let counter = rulebook::saturated::<u8, _>(left.counter);
            let value = |marker: Marker| self.left(shoot.at, left.elements, counter, marker) as f64;
            let moment = Moment {
                status: profile.status,
                losses: count,
                losses_before: u16::from(unit.losses) + u16::from(unit.lost),
                elements_lost: left.removed,
                general_killed: false,
                friend_gone: None,
            };
            let mut after = value(unit.marker);
            if !left.destroyed && !morale::triggers(&self.book, &moment).is_empty() {
                let shaken = morale::Nerve { elements_lost: unit.lost.saturating_add(left.removed), ..nerve };
                let (_, throw) = morale::test(&self.book, &shaken, &mut Quiet);
                let passes = dice::distribution(&throw).map_or(1.0, |dist| dist.at_least(1).to_f64());
                let worse = morale::after_test(&self.book, unit.marker, false).marker().map_or(0.0, value);
                after = passes * after + (1.0 - passes) * worse;
            }
            worth += p * (before as f64 - after).max(0.0);
        }
        worth.round() as i64
    }
}

/// The state of a unit that determines the area it covers and its shelter.
const fn stood(unit: &Unit) -> crate::ruleset::Stood {
    (unit.pose, unit.formation, unit.elements)
}

/// The classes of a throw with their chances.
fn spread(throw: &dice::Throw) -> Vec<(u16, f64)> {
    dice::distribution(throw).map_or_else(
        |_| Vec::new(),
        |dist| {
            let row = |(class, _): (i16, u128)| (rulebook::counted(class), dist.probability(class).to_f64());
            dist.iter().map(row).collect()
        },
    )
}

/// The melee value of a unit, in hundredths: its morale, class, formation and losses.
fn shock(unit: &Unit, profile: &crate::Profile) -> i32 {
    let level = match profile.cohesion {
        Level::Poor => -10,
        Level::Standard => 0,
        Level::Superior => 10,
    };
    let class = match profile.class {
        Class::Low => -15,
        Class::Middle => 0,
        Class::High => 15,
    };
    let status = match profile.status {
        crate::Status::Levy => -15,
        crate::Status::Standard => 0,
        crate::Status::Elite => 15,
    };
    let formation = match unit.formation {
        Formation::AttackColumn | Formation::Square | Formation::SolidSquare => 15,
        Formation::Disorder | Formation::MarchColumn => -20,
        Formation::Skirmish => -25,
        _ => 0,
    };
    let arm = if profile.arm == Arm::Cavalry { 10 } else { 0 };
    100 + level + class + status + formation + arm - 10 * i32::from(unit.lost)
}

/// Mean points taken by one fire, in hundredths: a die causes about 0.7 losses, a loss costs about 3 points with the
/// tests that follow.
fn volley(unit: &Unit, profile: &crate::Profile) -> i64 {
    let elements = i64::from(unit.elements);
    let dice = match (profile.arm, unit.formation) {
        (Arm::Artillery, Formation::Limbered) => 0,
        (Arm::Artillery, _) => elements * 2,
        _ if profile.weapon == crate::Weapon::None => 0,
        (_, Formation::MarchColumn) => 1,
        (_, Formation::Line | Formation::Skirmish | Formation::NoFormation) => elements,
        _ => (elements + 1) / 2,
    };
    dice * 210
}

/// As [`shock`], against cavalry: a square stops it.
fn against_horse(unit: &Unit, profile: &crate::Profile) -> i32 {
    let square = if unit.formation.is_square() { 40 } else { 0 };
    let open = if unit.formation == Formation::Skirmish { -20 } else { 0 };
    shock(unit, profile) + square + open
}

/// The effect of fire on a formation, as a percentage of that on a line.
const fn exposure(formation: Formation) -> i32 {
    match formation {
        Formation::AttackColumn | Formation::MarchColumn | Formation::Square | Formation::SolidSquare => 200,
        Formation::Limbered => 200,
        Formation::Disorder => 130,
        Formation::Skirmish => 50,
        _ => 100,
    }
}
