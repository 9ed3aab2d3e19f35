//! Resolves all fires of one instant together: dice and losses from the state before, then the consequences.

use crate::resolve::fire::{self, Band, Shooter, Target, Volley};
use crate::resolve::guns::{self, Battery, Building, Cannonade, Height};
use crate::resolve::score;
use crate::turn::D;
use crate::turn::loss_steps::Hit;
use crate::world::World;
use crate::{Arm, Aspect, MarieLouise, Marker, Shelter, r};
use game::{Breakdown, Deed, Facts, Flow, Ref, Term, Thrown, Toss, UnitId};
use rulebook::dice_in;
use serde::{Deserialize, Serialize};
use table::{Kind, Point};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Shoot {
    /// The unit that fires.
    pub by: UnitId,
    /// The unit aimed at.
    pub at: UnitId,
    /// The range given by a reaction test, for defensive fire (ML-8.1i, ML-8.1j).
    pub band: Option<Band>,
    /// The zone given, for charged guns (ML-8.7b).
    pub zone: Option<u8>,
    /// Fired over a friend at a target that is not seen (ML-7.3x).
    pub blind: bool,
}

enum Loaded {
    Muskets { power: score::Power, lines: Breakdown },
    Guns { fire: Cannonade, laid: guns::Laid, lines: Breakdown, impacts: u8 },
}

impl MarieLouise {
    /// The situation of a volley, read from the table.
    pub(crate) fn volley_of(&self, w: &World, shoot: &Shoot) -> Volley {
        let (unit, profile) = (w.unit(shoot.by), &self.sheet(shoot.by).profile);
        let range = self.range(w, shoot.by, shoot.at);
        let target = w.unit(shoot.at);
        Volley {
            shooter: Shooter {
                arm: profile.arm,
                elements: unit.elements,
                formation: unit.formation,
                weapon: profile.weapon,
                order: unit.order,
                marker: unit.marker,
                fire_training: profile.fire_training,
                general: self.attached(w, shoot.by).is_some(),
                first_fire: !unit.has_fired,
                adjusted: unit.now.adjusted,
                dragoons: profile.dragoons,
                sharpshooters: profile.sharpshooters,
            },
            target: Target {
                arm: self.sheet(shoot.at).profile.arm,
                formation: target.formation,
                order: target.order,
                marker: target.marker,
                shelter: self.shelter_from(w, shoot.at, range.from),
                falling_back: target.now.fell_back && target.marker == Marker::Shaken,
            },
            distance: self.in_pas(range.cm).unwrap_or_default(),
            range: shoot.band,
            aspect: self.aspect(target, range.from),
            rain: self.scenario.rain,
        }
    }

    /// The situation of a cannonade, read from the table.
    pub(crate) fn cannonade_of(&self, w: &World, shoot: &Shoot) -> Cannonade {
        let (unit, profile) = (w.unit(shoot.by), &self.sheet(shoot.by).profile);
        let range = self.range(w, shoot.by, shoot.at);
        let target = w.unit(shoot.at);
        let height = match self.level(w, shoot.at).cmp(&self.level(w, shoot.by)) {
            std::cmp::Ordering::Less => Height::Lower,
            std::cmp::Ordering::Equal => Height::Same,
            std::cmp::Ordering::Greater => Height::Higher,
        };
        let building = match target.inside.and_then(|site| self.terrain.kind(site)) {
            Some(Kind::WoodenBuilding) => Building::Wooden,
            Some(Kind::MasonryBuilding) => Building::Masonry,
            _ => Building::None,
        };
        Cannonade {
            battery: Battery {
                elements: unit.elements,
                class: profile.class,
                formation: unit.formation,
                order: unit.order,
                marker: unit.marker,
                fire_training: profile.fire_training,
                turned: unit.now.turned,
                howitzers: profile.howitzers,
                blind: shoot.blind,
            },
            target: guns::Mark {
                arm: self.sheet(shoot.at).profile.arm,
                formation: target.formation,
                order: target.order,
                marker: target.marker,
                shelter: self.shelter_from(w, shoot.at, range.from),
                height,
                building,
            },
            distance: self.in_pas(range.cm).unwrap_or_default(),
            zone: shoot.zone,
            aspect: self.aspect(target, range.from),
            rain: self.scenario.rain,
        }
    }

    fn shelter_from(&self, w: &World, target: UnitId, from: Point) -> Shelter {
        self.shelter(w, target, Some(from))
    }

    /// Fires of one instant with all their consequences.
    ///
    /// # Errors
    /// `Wait`, for dice.
    pub(crate) fn resolve_fires(&self, d: &mut D<'_>, shoots: &[Shoot]) -> Flow<()> {
        let hits = self.shoot(d, shoots)?;
        self.suffer(d, &hits)
    }

    /// Fires of one instant; returns the losses.
    ///
    /// # Errors
    /// `Wait`, for dice.
    pub(crate) fn shoot(&self, d: &mut D<'_>, shoots: &[Shoot]) -> Flow<Vec<Hit>> {
        if shoots.is_empty() {
            return Ok(Vec::new());
        }
        d.beat();
        let mut loaded: Vec<(Shoot, Loaded)> = shoots.iter().map(|s| (*s, self.load(&d.world, s))).collect();
        self.throw_impacts(d, &mut loaded)?;
        let effects = self.throw_effects(d, &loaded)?;
        self.throw_flames(d, &loaded)?;
        let mut hits = Vec::new();
        for ((shoot, loaded), (power, mut lines, fell)) in loaded.into_iter().zip(effects) {
            let sum: i64 = fell.faces.iter().map(|f| i64::from(*f)).sum();
            let (rule, artillery) = match loaded {
                Loaded::Muskets { .. } => (r::ML_7_2F, false),
                Loaded::Guns { .. } => (r::ML_7_3E, true),
            };
            if power.dice > 0 {
                dice_in(&mut lines, rule, sum);
            }
            let losses = if power.dice > 0 { power.losses(sum) } else { 0 };
            let target = d.world.unit(shoot.at);
            let from = self.range(&d.world, shoot.by, shoot.at).from;
            let aspect: Aspect = self.aspect(target, from);
            d.tell(Deed::Tested { breakdown: lines, result: Term::of("fire") }, &[]);
            let facts = Facts::from([(Term::of("losses"), i64::from(losses)), (Term::of("by"), i64::from(shoot.by.0))]);
            self.note(d, shoot.at, "hit", facts, &[if artillery { r::ML_7_3Z } else { r::ML_7_2Y }]);
            let shooter = d.world.unit_mut(shoot.by);
            shooter.now.fired = true;
            shooter.has_fired |= !artillery;
            hits.push(Hit { unit: shoot.at, losses, aspect, from: Some(from), by: Some(shoot.by) });
        }
        Ok(hits)
    }

    fn load(&self, w: &World, shoot: &Shoot) -> Loaded {
        let by = Some(Ref::Unit(shoot.by));
        if self.sheet(shoot.by).profile.arm == Arm::Artillery {
            let fire = self.cannonade_of(w, shoot);
            let mut lines = Breakdown::new("artillery_fire", by);
            let laid = guns::lay(&self.book, &fire, &mut lines);
            return Loaded::Guns {
                fire,
                laid,
                lines,
                impacts: if laid.hits_from.is_none() { laid.impact_dice } else { 0 },
            };
        }
        let mut lines = Breakdown::new("infantry_fire", by);
        let shot = fire::volley(&self.book, &self.volley_of(w, shoot), &mut lines);
        Loaded::Muskets { power: shot.power, lines }
    }

    /// Impact dice of all batteries (ML-7.3c); in zone 1 none are thrown (ML-7.3d).
    fn throw_impacts(&self, d: &mut D<'_>, loaded: &mut [(Shoot, Loaded)]) -> Flow<()> {
        let mut tosses = Vec::new();
        let mut whose = Vec::new();
        for (n, (shoot, load)) in loaded.iter().enumerate() {
            if let Loaded::Guns { laid, .. } = load
                && let Some(throw) = laid.throw()
            {
                tosses.push(Toss::new(r::ML_7_3C, Ref::Unit(shoot.by), throw));
                whose.push(n);
            }
        }
        for (n, fell) in whose.into_iter().zip(d.throw(tosses)?) {
            if let Some((_, Loaded::Guns { impacts, .. })) = loaded.get_mut(n) {
                *impacts = rulebook::counted(fell.class);
            }
        }
        Ok(())
    }

    /// Throws the dice that cause losses, for all fires together.
    fn throw_effects(&self, d: &mut D<'_>, loaded: &[(Shoot, Loaded)]) -> Flow<Vec<(score::Power, Breakdown, Thrown)>> {
        let mut out = Vec::with_capacity(loaded.len());
        let mut tosses = Vec::new();
        for (shoot, load) in loaded {
            let (power, lines, rule) = match load {
                Loaded::Muskets { power, lines } => (*power, lines.clone(), r::ML_7_2F),
                Loaded::Guns { fire, laid, lines, impacts } => {
                    let mut lines = lines.clone();
                    // The impact dice are not part of the score: only effect dice count.
                    lines.lines.retain(|l| !matches!(l.op, game::Op::Throw(_)));
                    let power = guns::effect(&self.book, fire, laid.zone, *impacts, &mut lines);
                    (power, lines, r::ML_7_3E)
                }
            };
            if power.dice > 0 {
                tosses.push(Toss::new(rule, Ref::Unit(shoot.by), power.throw()));
            }
            out.push((power, lines, Thrown { faces: Vec::new(), class: 0 }));
        }
        let mut thrown = d.throw(tosses)?.into_iter();
        for (_, _, fell) in out.iter_mut().filter(|(power, _, _)| power.dice > 0) {
            if let Some(thrown) = thrown.next() {
                *fell = thrown;
            }
        }
        Ok(out)
    }

    /// Howitzers may set a building on fire: one die for each impact (ML-12a).
    fn throw_flames(&self, d: &mut D<'_>, loaded: &[(Shoot, Loaded)]) -> Flow<()> {
        let mut tosses = Vec::new();
        let mut sites = Vec::new();
        for (shoot, load) in loaded {
            if let Loaded::Guns { laid, impacts, .. } = load
                && let Some(throw) = laid.burning(*impacts)
                && let Some(site) = d.world.unit(shoot.at).inside
                && !d.world.burning.contains(&site)
            {
                tosses.push(Toss::new(r::ML_12A, Ref::Unit(shoot.by), throw));
                sites.push(site);
            }
        }
        for (site, fell) in sites.into_iter().zip(d.throw(tosses)?) {
            if fell.class > 0 && !d.world.burning.contains(&site) {
                d.world.burning.push(site);
                d.world.burning.sort_unstable();
                let deed = Deed::Site { site, mark: Term::of("fire"), value: Term::of("burning") };
                d.tell(deed, &[r::ML_12A]);
            }
        }
        Ok(())
    }
}
