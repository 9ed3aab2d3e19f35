//! Resolves a fire: return fire, dice, losses, generals, ricochet, duel (BE-GAP-55, BE-GAP-57, BE-GAP-73).

use super::Volley;
use crate::question::{Does, Kind, Question, accept, any, pick_one, picked};
use crate::resolve::command::duty::DutyDeed;
use crate::resolve::fire::duel::{self, Duel, Duellist, Tests};
use crate::resolve::fire::{self, Fire, FireKind, Laid, Shot, Weapon};
use crate::resolve::generals::Exposed;
use crate::terms::book::r;
use crate::terms::marker::Did;
use crate::turn::D;
use crate::turn::nerves::Shaken;
use crate::world::World;
use crate::{Arm, Band, BatailleEmpire, Formation, Losses};
use game::{Breakdown, Choice, Deed, Field, Flow, Key, Line, Op, Ref, Slot, Term, Toss, UnitId};
use rulebook::Known;
use table::{Piece, on_the_line};

pub(crate) const RETURN: Kind =
    Kind { rules: &[r::BE_GAP_57], fields: BatailleEmpire::fields_return, check: accept, suggest: any };

/// The words for the result of a fire, by halves of losses; the figure itself is a fact of the last line.
const LOSSES: [&str; 9] = ["loss_0", "loss_1", "loss_2", "loss_3", "loss_4", "loss_5", "loss_6", "loss_7", "loss_8"];

/// A fire ready to be thrown.
struct Salvo {
    by: UnitId,
    at: UnitId,
    laid: Laid,
    lines: Breakdown,
}

impl BatailleEmpire {
    /// A fire declared in step b or e.
    pub(crate) fn volley(&self, d: &mut D<'_>, volley: &Volley) -> Flow<()> {
        let (by, at) = (volley.by, volley.at);
        d.world.unit_mut(by).now.fired = true;
        d.world.unit_mut(by).now.limbering |= volley.limbering;
        if !d.world.unit(by).present() || !d.world.unit(at).present() {
            return Ok(());
        }
        let Some(fire) = self.fire_of(&d.world.known_to(self.side(by)), volley) else { return Ok(()) };
        self.reveal(d, by, r::BE_GAP_82);
        let key = Key { refs: vec![Ref::Unit(at)], ..Does::Fire.key() };
        d.tell(Deed::Declared { by: Ref::Unit(by), key }, &[r::BE_TIR_01]);
        self.wake(d, self.sheet(at).command)?;
        let Some(first) = self.salvo(&d.world, by, at, &fire, volley) else { return Ok(()) };
        let answer = self.answer(d, by, at)?;
        let mut salvos = vec![first];
        let back = Volley { by: at, at: by, shot: Shot::Round, limbering: false, supports: Vec::new() };
        let back = answer.map(|fire| (Volley { shot: fire.shot, ..back }, fire));
        salvos.extend(back.as_ref().and_then(|(back, fire)| self.salvo(&d.world, at, by, fire, back)));
        let returned = salvos.len() > 1;
        let before = [at, by].map(|id| d.world.unit(id).losses);
        let suffered = self.throw_salvos(d, &mut salvos)?;
        self.risk_of_fire(d, &salvos)?;
        for (salvo, losses) in salvos.iter().zip(&suffered) {
            self.hurt(d, salvo.at, losses.in_halves(), r::BE_TIR_03);
        }
        self.mark_shooters(d, volley, returned);
        self.fired(d, volley, &fire);
        self.ricochet(d, volley, &fire)?;
        if let Some((back, fire)) = back.as_ref().filter(|_| self.on(r::BE_GAP_108)) {
            self.ricochet(d, back, fire)?;
        }
        if returned {
            self.settle_duel(d, volley, before, &suffered)
        } else {
            self.owe(d, at, by, before[0]);
            Ok(())
        }
    }

    /// A declared fire with its supports, as its side sees it.
    pub(crate) fn fire_of(&self, w: &World, volley: &Volley) -> Option<Fire> {
        let mut fire = self.shot(w, volley.by, volley.at, FireKind::First, volley.shot).ok()?;
        fire.limbering |= volley.limbering && self.on(r::BE_GAP_95);
        self.support(w, volley, &mut fire);
        Some(fire)
    }

    /// Counts the supports (BE-TIR-18, BE-GAP-56).
    fn support(&self, w: &World, volley: &Volley, fire: &mut Fire) {
        for (id, kind) in self.supporting_fire(w, volley.by, volley.at) {
            if volley.supports.contains(&id) {
                fire.supports.fire += kind.fire;
                fire.supports.canister += kind.canister;
                fire.supports.skirmishers += kind.skirmishers;
            }
        }
    }

    fn salvo(&self, w: &World, by: UnitId, at: UnitId, fire: &Fire, volley: &Volley) -> Option<Salvo> {
        let mut lines = Breakdown::new("fire", Some(Ref::Unit(by)));
        let laid = fire::lay(&self.book, fire, &mut lines)?;
        for line in lines.lines.iter_mut().filter(|line| line.rule == r::BE_TIR_18.into()) {
            line.who.clone_from(&volley.supports);
        }
        self.name_neighbours(w, by, &[at], &mut lines);
        Some(Salvo { by, at, laid, lines })
    }

    /// Whether the target returns the fire (BE-GAP-57), and how.
    fn answer(&self, d: &mut D<'_>, by: UnitId, at: UnitId) -> Flow<Option<Fire>> {
        let Some(fire) = self.may_return(&d.world, by, at) else { return Ok(None) };
        let slot = Question::Return.about(self.side(at), vec![Ref::Unit(at), Ref::Unit(by)]);
        let returns = Does::Return.is(picked(&d.ask_one(slot)?));
        Ok(returns.then_some(fire))
    }

    /// The return fire of a target: within its own range and arc; deployed guns at effective range or less.
    fn may_return(&self, w: &World, by: UnitId, at: UnitId) -> Option<Fire> {
        if !self.on(r::BE_GAP_57) || self.sheet(at).body.arm == Arm::Cavalry {
            return None;
        }
        let (weapon, band) = self.in_fire(w, at, by).ok()?;
        if weapon == Weapon::Guns && band == Band::Long {
            return None;
        }
        Some(self.best_of_shots(self.aimed(w, at, by, FireKind::Return, Shot::Round, weapon)))
    }

    fn fields_return(&self, _: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(about) = slot.about.first() else { return Vec::new() };
        let choice = |does: Does| Choice::of(does.key(), &[r::BE_GAP_57]);
        vec![pick_one(*about, vec![choice(Does::Return), choice(Does::Hold)])]
    }

    /// Throws fires of one instant and reports them; returns the losses of each.
    fn throw_salvos(&self, d: &mut D<'_>, salvos: &mut [Salvo]) -> Flow<Vec<Losses>> {
        d.beat();
        let toss = |salvo: &Salvo| Toss::new(r::BE_TIR_01, Ref::Unit(salvo.by), salvo.laid.throw.clone());
        let tosses: Vec<Toss> = salvos.iter().filter(|salvo| !salvo.laid.throw.dice.is_empty()).map(toss).collect();
        let mut thrown = d.throw(tosses)?.into_iter();
        let mut suffered = Vec::new();
        for salvo in salvos {
            let mut losses = Losses::NONE;
            if !salvo.laid.throw.dice.is_empty() {
                let fell = rulebook::ids::held(thrown.next(), "the throw of a fire");
                losses = salvo.laid.losses(fell.class);
                rulebook::dice_in(&mut salvo.lines, r::BE_TIR_01, i64::from(fell.face()));
            }
            let total = salvo.lines.total();
            let score = total.num.div_euclid(total.den);
            let read = Line::new(r::BE_TIR_03, Op::Read(score)).fact("losses", i64::from(losses.in_halves()));
            salvo.lines.lines.push(read);
            let breakdown = std::mem::replace(&mut salvo.lines, Breakdown::new("fire", None));
            let result = Term::of(LOSSES.get(usize::from(losses.in_halves())).copied().unwrap_or("loss_many"));
            d.tell(Deed::Tested { breakdown, result }, &[r::BE_TIR_01]);
            suffered.push(losses);
        }
        Ok(suffered)
    }

    /// Generals with the units fired at are at risk, with or without losses (BE-GEN-03, BE-GAP-77).
    fn risk_of_fire(&self, d: &mut D<'_>, salvos: &[Salvo]) -> Flow<()> {
        let mut places: Vec<usize> = salvos.iter().filter_map(|salvo| self.attached(&d.world, salvo.at)).collect();
        places.dedup();
        if places.is_empty() || !self.on(r::BE_GAP_77) {
            return Ok(());
        }
        self.risk_generals(d, &places, Exposed::Fire)
    }

    /// Units that fired, returned fire or supported are marked (BE-MA-02, BE-GAP-56, BE-GAP-57).
    fn mark_shooters(&self, d: &mut D<'_>, volley: &Volley, returned: bool) {
        let mut deeds = vec![(volley.by, Did::Fire)];
        if returned {
            deeds.push((volley.at, Did::ReturnFire));
        }
        deeds.extend(volley.supports.iter().map(|id| (*id, Did::SupportFire)));
        for (id, did) in deeds {
            // The marker of its own fire does not excuse a unit from its duty (BE-GAP-105).
            d.world.unit_mut(id).now.marked_itself = true;
            if did == Did::SupportFire {
                d.world.unit_mut(id).now.supported = true;
            }
            self.mark_for(d, id, did);
        }
    }

    /// Notes a fire for its duty, and for later limits of a battery (BE-GAP-94, BE-GAP-95).
    fn fired(&self, d: &mut D<'_>, volley: &Volley, fire: &Fire) {
        let salvo = self.is_volley(&d.world, volley.by, fire.distance.cm());
        self.complied(d, volley.by, if salvo { DutyDeed::Volley } else { DutyDeed::Fire });
        d.world.unit_mut(volley.at).now.under_fire = true;
        // Battalion guns that fire alone also have the bonus and its limits (BE-TIR-12, BE-GAP-95).
        let guns =
            fire::aim(&self.book, fire).is_some_and(|aim| matches!(aim.weapon, Weapon::Guns | Weapon::BattalionGuns));
        if fire.stationary && !fire.limbering && guns {
            d.world.unit_mut(volley.by).now.stationary_taken = true;
        }
    }

    /// After a duel one of the two tests, at once (BE-MOR-06, BE-GAP-73).
    fn settle_duel(&self, d: &mut D<'_>, volley: &Volley, before: [Losses; 2], suffered: &[Losses]) -> Flow<()> {
        let side = |id: UnitId, before: Losses, suffered: Option<&Losses>| Duellist {
            before,
            suffered: suffered.copied().unwrap_or_default(),
            morale: self.sheet(id).body.morale,
        };
        let duel = Duel {
            active: side(volley.by, before[1], suffered.get(1)),
            passive: side(volley.at, before[0], suffered.first()),
        };
        let (who, from, losses) = match duel::tests(&self.book, &duel) {
            Tests::Active => (volley.by, volley.at, duel.active.suffered),
            Tests::Passive => (volley.at, volley.by, duel.passive.suffered),
            Tests::Nobody => return Ok(()),
        };
        self.morale_test(d, who, Shaken { from: Some(from), answered: true, present: losses, witness: false })?;
        Ok(())
    }

    /// Round shot beyond short range goes on to a second formed enemy close behind the first (BE-GAP-55), in any kind
    /// of fire (BE-GAP-108), even if the simultaneous return fire has destroyed the shooter (BE-GAP-57).
    fn ricochet(&self, d: &mut D<'_>, volley: &Volley, first: &Fire) -> Flow<()> {
        let Some(second) = self.behind(&d.world, volley, first) else { return Ok(()) };
        self.wake(d, self.sheet(second).command)?;
        let mut fire = self.aimed(&d.world, volley.by, second, FireKind::Ricochet, Shot::Round, Weapon::Guns);
        // The shooter counts as when it fired: its marker is of this shot.
        fire.shooter = first.shooter;
        // A shot at a moving unit also lacks the bonus of stationary guns where it goes on (BE-TIR-12).
        fire.stationary = first.stationary && first.kind != FireKind::Opportunity;
        fire.limbering = first.limbering;
        fire.supports = crate::Supports::default();
        let alone = Volley { supports: Vec::new(), at: second, ..volley.clone() };
        let Some(salvo) = self.salvo(&d.world, volley.by, second, &fire, &alone) else { return Ok(()) };
        let before = d.world.unit(second).losses;
        let mut salvos = [salvo];
        let suffered = self.throw_salvos(d, &mut salvos)?;
        self.risk_of_fire(d, &salvos)?;
        let losses = *rulebook::ids::at(&suffered, 0, "fire");
        self.hurt(d, second, losses.in_halves(), r::BE_GAP_55);
        self.owe(d, second, volley.by, before);
        Ok(())
    }

    /// The second target of a ricochet: the nearest formed enemy within 4 UD behind the first on the line of fire; not
    /// beyond a building, on soft ground, or uphill beyond a crest.
    pub(crate) fn behind(&self, w: &World, volley: &Volley, first: &Fire) -> Option<UnitId> {
        let aim = fire::aim(&self.book, first)?;
        let round = aim.weapon == Weapon::Guns && aim.band != Band::Short && volley.shot == Shot::Round;
        if !round || self.scenario.rain || !self.on(r::BE_GAP_55) {
            return None;
        }
        let from = w.unit(volley.by).pose.at;
        let struck = self.piece(w, volley.at);
        let reach = self.book.tables.distance.ricochet.cm();
        let line = table::Pose { at: from, facing: 0 }.turned(from.bearing_to(struck.pose.at));
        #[allow(clippy::cast_possible_truncation, reason = "a distance on the table")]
        let near = from.to(struck.pose.at).round() as i32;
        let to = line.ahead(near + struck.depth.max(struck.front) / 2 + reach).at;
        let others: Vec<(u32, Piece)> = self
            .around(w, struck, self.side(volley.at), reach)
            .filter(|id| *id != volley.at && self.formed(w, *id))
            .map(|id| (u32::from(id.0), self.piece(w, id)))
            .collect();
        let hit = on_the_line(from, to, &others).into_iter().find(|(cm, _)| *cm > near)?;
        let second = rulebook::ids::unit_id(hit.1);
        if w.unit(second).formation == Formation::Garrison || self.level(w, second) > self.level(w, volley.at) {
            return None;
        }
        let way = self.terrain.along(struck.pose.at, w.unit(second).pose.at);
        let bounces = |row: &crate::terms::tables::Terrain| row.garrison == 0 && !row.soft && !row.crest;
        let open = way.iter().all(|crossing| self.row(crossing.feature).is_none_or(bounces));
        let soft = self.terrain.at(struck.pose.at).any(|feature| self.row(feature).is_some_and(|row| row.soft));
        (open && !soft).then_some(second)
    }

    /// A unit fires at a moving unit (BE-GAP-40): no return fire, no supports; the moving unit tests at once. The
    /// reaction gives the marker.
    pub(crate) fn opportunity_fire(&self, d: &mut D<'_>, by: UnitId, at: UnitId) -> Flow<()> {
        if !d.world.unit(by).present() || !d.world.unit(at).present() {
            return Ok(());
        }
        let Ok(fire) = self.answering_shot(&d.world, by, at, FireKind::Opportunity) else { return Ok(()) };
        let volley = Volley { by, at, shot: fire.shot, limbering: false, supports: Vec::new() };
        let Some(salvo) = self.salvo(&d.world, by, at, &fire, &volley) else { return Ok(()) };
        self.reveal(d, by, r::BE_GAP_82);
        self.wake(d, self.sheet(at).command)?;
        let before = d.world.unit(at).losses;
        let mut salvos = [salvo];
        let suffered = self.throw_salvos(d, &mut salvos)?;
        self.risk_of_fire(d, &salvos)?;
        let losses = *rulebook::ids::at(&suffered, 0, "fire");
        let gone = self.hurt(d, at, losses.in_halves(), r::BE_TIR_03);
        d.world.unit_mut(by).now.fired = true;
        self.mark_for(d, by, Did::Fire);
        if self.on(r::BE_GAP_108) {
            self.ricochet(d, &volley, &fire)?;
        }
        if !gone && duel::shaken(&self.book, before, losses) {
            self.morale_test(d, at, Shaken { from: Some(by), answered: false, present: losses, witness: false })?;
        }
        Ok(())
    }
}
