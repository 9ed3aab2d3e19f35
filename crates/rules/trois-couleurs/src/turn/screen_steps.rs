//! Screens of skirmishers on the table (L3C-GAP-A84): detached companies stand in one line in front of their unit and
//! move with it. They are put out, taken back and fire without an order (L3C-TIR-24); none of this costs their unit
//! anything (L3C-CHF-07).

use super::D;
use crate::field::{FieldUnit, ground_of, in_front};
use crate::fight::StageInput;
use crate::question::{Does, pick_one};
use crate::resolve::moving::detaching::{Detaching, detaching};
use crate::resolve::moving::movement;
use crate::resolve::nerve::morale;
use crate::resolve::people::raising;
use crate::resolve::shooting::fire::FireTarget;
use crate::resolve::shooting::range;
use crate::resolve::shooting::screens::{Beaten, Screen, Skirmish, harass, skirmish};
use crate::resolve::shooting::skirmishers::{
    self, Approach, Between, Engaged, Evasion, Order, SkirmishersOfBeaten, approach, evade, fate,
};
use crate::world::{Code, Later, Line, ScreenOut, Sheet, Unit, World, houses, side_number};
use crate::{Arm, Band, Body, Case, Cohesion, Distance, Formation, Gait, Ground, TroisCouleurs, UD, r};
use game::{Breakdown, Choice, Deed, Facts, Field, Key, Ref, Side, Term, UnitId};
use table::{Cm, FeatureId, Kind, Piece, Pose, within_cm};

/// Screens are offered only while an enemy is nearer than this.
const NEAR: Cm = 12 * UD;
/// Distance of a screen in front of the unit that it covers (L3C-TIR-21).
const BEFORE: Cm = UD;
/// Numbers of companies that may be put out at once.
const PUT_OUT: [(Does, u8); 3] = [(Does::PutOut, 1), (Does::PutOutTwo, 2), (Does::PutOutThree, 3)];

impl TroisCouleurs {
    /// The screen choices of a side in the line that is about to move.
    pub(crate) fn screen_fields(&self, w: &World, side: Side) -> Vec<Field> {
        if !self.on(r::L3C_GAP_A84) {
            return Vec::new();
        }
        let second = w.line == Line::Second;
        let of_line = |id: &UnitId| w.unit(*id).now.second_line == second && w.unit(*id).in_hand();
        let mut fields = Vec::new();
        for id in self.troops(w, side).filter(of_line) {
            let mut choices = vec![Choice::of(Does::KeepScreen.key(), &[r::L3C_GAP_A84])];
            choices.extend(self.screen_choices(w, id));
            choices.extend(self.scouting(w, id));
            if choices.len() > 1 {
                fields.push(pick_one(Ref::Unit(id), choices));
            }
        }
        fields
    }

    /// The screen choices of a unit.
    pub(crate) fn screen_choices(&self, w: &World, id: UnitId) -> Vec<Choice> {
        if w.unit(id).screen.is_some_and(|screen| screen.case.positive()) {
            return vec![Choice::of(Does::TakeBack.key(), &[r::L3C_CHF_09])];
        }
        let put = PUT_OUT.into_iter().filter_map(|(does, companies)| {
            let screen = self.screen_of(w, id, companies)?;
            let mut choice = Choice::of(does.key(), &[r::L3C_CHF_07, r::L3C_TIR_24]);
            choice.facts.insert(Term::of("figures"), i64::from(screen.figures));
            Some(choice)
        });
        put.collect()
    }

    /// The screen of this many companies that a unit could put out now, if they are trained for it (L3C-TIR-05,
    /// L3C-GAP-A63), can be spared and have a place (L3C-TIR-09).
    fn screen_of(&self, w: &World, id: UnitId, companies: u8) -> Option<ScreenOut> {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let troop = &sheet.troop;
        let light =
            |other: &Sheet| other.side == sheet.side && other.troop.arm == Arm::Infantry && other.troop.faculty > 0;
        let no_light_infantry = !self.sheets.iter().any(light);
        let order = Order { arm: troop.arm, faculty: troop.faculty, no_light_infantry };
        let ordered = skirmishers::order(&self.book, &order);
        let close =
            matches!(unit.body.formation, Formation::Line | Formation::DivisionColumn | Formation::CompanyColumn);
        // Several companies form one line (L3C-CHF-12).
        let trained = raising::may_put_out(&self.book, troop, sheet.companies, !no_light_infantry);
        let most = if self.on(r::L3C_CHF_12) { trained } else { trained.min(1) };
        // Screens need no order (L3C-TIR-24); without that rule they are a change of formation.
        let coded = w.plans.get(&id).is_some_and(|plan| plan.marker.main == Code::Form);
        let free = self.on(r::L3C_TIR_24) || coded;
        let whole = unit.screen.is_none() && unit.garrison.is_none() && unit.body.state <= Cohesion::Loose;
        let near = self.nearest_enemy(w, id).is_some_and(|(_, cm)| cm < NEAR);
        let spare = sheet.companies > companies + 1 && companies <= most;
        if !ordered.allowed || !close || !whole || !spare || !free || !near {
            return None;
        }
        let shares = raising::companies(&self.book, sheet.figures, sheet.companies);
        let figures: u8 = shares.iter().take(companies.into()).sum();
        let s = Detaching {
            status: troop.status,
            class: troop.class,
            companies,
            in_rank: if unit.body.formation == Formation::CompanyColumn { 1 } else { 2 },
            formation: unit.body.formation,
            gait: Gait::Ordinary,
            distance: Distance::from_cm(BEFORE),
            alters: self.alters(w, id, companies),
            ..Detaching::default()
        };
        let paid = detaching(&self.book, &s);
        let own = crate::resolve::moving::points::left(&self.book, unit.body.points_spent) >= paid.battalion;
        let screen = ScreenOut {
            companies,
            figures,
            spent: paid.points,
            pledged: 0,
            case: Case::Stand,
            state: ordered.state,
            fired: false,
            at: None,
        };
        let left = self.left(&unit.body, id);
        // A unit that becomes a line by it needs the room for one (L3C-CHF-08).
        let room = |to| self.body_fits(w, id, &self.formed_without(w, id, to, figures));
        let altered = s.alters.filter(|_| self.on(r::L3C_CHF_08));
        let fits = paid.allowed && own && figures > 0 && left > figures && altered.is_none_or(room);
        (fits && !self.kept_off(w, id, &screen)).then_some(screen)
    }

    /// The formation of a unit after this many companies have left, if it cannot keep its own: two companies are no
    /// column of divisions (L3C-CHF-08).
    fn alters(&self, w: &World, id: UnitId, companies: u8) -> Option<Formation> {
        let column = w.unit(id).body.formation == Formation::DivisionColumn;
        let stay = self.sheet(id).companies.saturating_sub(companies);
        (column && stay <= 2).then_some(Formation::Line)
    }

    /// Puts out or takes back a screen.
    pub(crate) fn screens(&self, d: &mut D<'_>, id: UnitId, key: &Key) {
        let companies = PUT_OUT.into_iter().find(|(does, _)| does.is(key));
        let screen = match companies {
            Some((_, companies)) => self.screen_of(&d.world, id, companies),
            None if Does::TakeBack.is(key) => None,
            None => return,
        };
        if companies.is_some() && screen.is_none() {
            return;
        }
        self.reveal(d, id, r::L3C_GEN_12);
        let altered = companies.and_then(|(_, companies)| self.alters(&d.world, id, companies));
        let points = altered.map_or(0, |to| self.forming_points(&d.world, id, to));
        self.change(d, id, &[r::L3C_CHF_07, r::L3C_GAP_A84], |u| u.screen = screen);
        if let Some(formation) = altered.filter(|_| self.on(r::L3C_CHF_08)) {
            self.spend(d, id, points, r::L3C_CHF_08);
            self.reform(d, id, formation, &[r::L3C_CHF_08]);
        }
        self.close_up(d, id);
    }

    /// The footprint of a unit's screen: one unbroken line in front of it (L3C-TIR-07), with its facing (L3C-TIR-23).
    pub(crate) fn screen_piece(&self, w: &World, id: UnitId, screen: &ScreenOut) -> Piece {
        let pose = screen.at.unwrap_or(w.unit(id).pose);
        let depth = self.book.tables.scale.infantry_depth_cm;
        let mut at = pose.ahead(BEFORE + depth);
        if !self.on(r::L3C_TIR_23)
            && let Some((enemy, _)) = self.nearest_enemy(w, id)
        {
            at = Pose { facing: at.at.bearing_to(w.unit(enemy).pose.at), ..at };
        }
        FieldUnit::new(0, *self.troop(id), self.screen_body(w, id, screen), at).piece(&self.book)
    }

    fn screen_body(&self, w: &World, id: UnitId, screen: &ScreenOut) -> Body {
        Body {
            figures: screen.figures,
            steps_lost: 0,
            steps_before: 0,
            front: screen.figures,
            ranks: 1,
            formation: Formation::Skirmish,
            state: screen.state,
            case: screen.case,
            points_spent: screen.spent,
            first_fire: self.fires_first(w, id),
            ..Body::default()
        }
    }

    /// The screen of a unit as a unit of the field.
    pub(crate) fn fielded_screen(&self, w: &World, id: UnitId) -> Option<FieldUnit> {
        let unit = w.unit(id);
        let screen = unit.screen.filter(|screen| unit.present() && screen.case.positive())?;
        let piece = self.screen_piece(w, id, &screen);
        Some(FieldUnit {
            brigade: rulebook::saturated::<u8, _>(self.sheet(id).command),
            covers: Some(crate::world::place_of(id)),
            ..FieldUnit::new(
                side_number(self.side(id)),
                *self.troop(id),
                self.screen_body(w, id, &screen),
                piece.pose.ahead(piece.depth / 2),
            )
        })
    }

    /// Whether an enemy in close order stands nearer than skirmishers may come (L3C-TIR-09 to L3C-TIR-12): if part of a
    /// line has to give way, all of it does (L3C-TIR-07).
    fn kept_off(&self, w: &World, id: UnitId, screen: &ScreenOut) -> bool {
        self.keepers(w, id, screen).next().is_some()
    }

    /// The ground between skirmishers and each enemy that keeps them off.
    fn keepers<'w>(&'w self, w: &'w World, id: UnitId, screen: &ScreenOut) -> impl Iterator<Item = Between> + 'w {
        let piece = self.screen_piece(w, id, screen);
        self.troops(w, self.side(id).other()).filter_map(move |enemy| {
            let unit = w.unit(enemy);
            let his = self.piece(w, enemy);
            let gap = match self.on(r::L3C_TIR_07) {
                true => table::distance(&piece, &his).cm,
                false => table::point_to_piece(piece.pose.at, &his).cm,
            };
            let near = Approach {
                enemy: self.troop(enemy).arm,
                formation: unit.body.formation,
                distance: Distance::from_cm(gap),
                assault: w.entry.iter().chain(&w.later).any(|entry| entry.attacker == enemy && entry.target == id),
                between: self.parts(w, piece, enemy),
                in_buildings: unit.garrison.is_some(),
                weapon: self.troop(id).weapon,
            };
            let keeps = unit.body.case.positive() && !approach(&self.book, &near).allowed;
            keeps.then_some(near.between)
        })
    }

    /// The ground between skirmishers and an enemy that lets them stand nearer to it (L3C-TIR-10).
    fn parts(&self, w: &World, piece: Piece, enemy: UnitId) -> Between {
        if self.terrain.ground().features.is_empty() {
            return Between::None;
        }
        let own = self.terrain.touched(&piece);
        let dense = |f: &FeatureId| self.terrain.feature(*f).is_some_and(|f| ground_of(f) == Ground::DenseWood);
        let his = self.piece(w, enemy);
        if own.iter().any(dense) && !self.terrain.touched(&his).iter().any(dense) {
            return Between::DenseWood;
        }
        let (from, mover) = (piece.front_middle(), self.mover(enemy));
        let crossed = self.terrain.along(from, table::point_to_piece(from, &his).to);
        let between = crossed.into_iter().filter_map(|crossing| self.terrain.feature(crossing.feature));
        let kinds = between.map(|feature| {
            if feature.kind == Kind::Impassable {
                return Between::Impassable;
            }
            let ground = ground_of(feature);
            let terrain = self.book.tables.terrain.of(ground);
            match movement::lost(&self.book, mover, ground, self.troop(enemy).faculty, false) {
                None if terrain.linear => Between::Impassable,
                None => Between::Costly,
                Some(lost) if lost > 0 || terrain.degrade > 0 => Between::Costly,
                Some(_) => Between::None,
            }
        });
        let kinds: Vec<Between> = kinds.collect();
        let found = [Between::Impassable, Between::Costly].into_iter().find(|kind| kinds.contains(kind));
        found.unwrap_or_default()
    }

    /// Whether a unit has a screen in its place: an enemy that merely stands there and keeps the screen off leaves the
    /// unit uncovered (L3C-TIR-19).
    fn screened(&self, w: &World, id: UnitId) -> bool {
        let screen = w.unit(id).screen.filter(|screen| screen.case.positive());
        screen.is_some_and(|screen| !self.kept_off(w, id, &screen))
    }

    /// After an entry: a screen that was not beaten returns to its place at no cost (L3C-TIR-20, L3C-TIR-22); with a
    /// beaten unit it goes back too (L3C-TIR-26, L3C-GAP-A95).
    pub(crate) fn after_screens(&self, d: &mut D<'_>, id: UnitId, beaten: bool, was: Pose) {
        let unit = d.world.unit(id);
        let Some(screen) = unit.screen.filter(|_| unit.present()) else { return };
        if !self.on(r::L3C_TIR_22) {
            self.change(d, id, &[r::L3C_GAP_A84], |u| u.screen = None);
            return;
        }
        let own = if beaten { screen.case.min(Case::FallBack) } else { screen.case };
        // Their place before the unit went back.
        let stood = ScreenOut { at: Some(screen.at.unwrap_or(was)), ..screen };
        let worse_off = self.better_off_there(&d.world, id, &stood);
        let shared = SkirmishersOfBeaten {
            case: own,
            parent: Some(unit.body.case),
            // Skirmishers that stayed in their shelter are not on its front.
            elsewhere: screen.at.is_some(),
            worse_off,
        };
        let case = fate(&self.book, &shared);
        // They stay in their shelter until their unit is in hand again (L3C-TIR-27).
        let beaten_unit = unit.body.case <= Case::FallBack && worse_off && self.on(r::L3C_TIR_27);
        let at = beaten_unit.then(|| screen.at.unwrap_or(was));
        if at.is_some() && screen.at.is_none() && case == screen.case {
            self.change(d, id, &[r::L3C_TIR_27], |u| u.screen = Some(ScreenOut { at, ..screen }));
            self.note(d, id, "screen_stays", Facts::new(), &[r::L3C_TIR_27]);
        }
        if case != screen.case {
            self.change(d, id, &[r::L3C_TIR_22, r::L3C_TIR_26], |u| u.screen = Some(ScreenOut { case, ..screen }));
            self.note(d, id, "screen_beaten", Facts::new(), &[r::L3C_TIR_22]);
        }
    }

    /// Whether the skirmishers of a beaten unit would be worse off if they followed it (L3C-TIR-27): they stand in a
    /// wood or in houses, and cavalry that cannot enter is near.
    fn better_off_there(&self, w: &World, id: UnitId, screen: &ScreenOut) -> bool {
        let shelter = |feature: FeatureId| {
            let kind = self.terrain.kind(feature);
            kind.is_some_and(|kind| houses(kind) || matches!(kind, Kind::OpenWood | Kind::Orchard | Kind::Forest))
        };
        let near = self.book.tables.distance.tactical.of(Arm::Cavalry).cm();
        let piece = self.screen_piece(w, id, screen);
        let horse = |enemy: &UnitId| {
            let rides = self.troop(*enemy).arm == Arm::Cavalry && w.unit(*enemy).in_hand();
            rides && within_cm(table::distance(&piece, &self.piece(w, *enemy)).cm, near)
        };
        self.terrain.touched(&piece).into_iter().any(shelter)
            && self.troops(w, self.side(id).other()).any(|enemy| horse(&enemy))
    }

    /// Whether the skirmishers of a unit test by themselves: not in front of it, where they share its fate
    /// (L3C-MOR-15), but if they stayed in their shelter while it was driven off (L3C-TIR-28).
    pub(crate) fn screen_tests(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let screen = unit.screen.filter(|screen| unit.present() && screen.case.positive());
        screen.is_some_and(|screen| morale::tests(&self.book, Formation::Skirmish, left_alone(unit, &screen)))
    }

    /// Applies a test of a unit's skirmishers (L3C-TIR-27).
    pub(crate) fn screen_falls_to(&self, d: &mut D<'_>, id: UnitId, (case, state): (Case, Cohesion)) {
        let Some(screen) = d.world.unit(id).screen.filter(|screen| case < screen.case) else { return };
        self.change(d, id, &[r::L3C_TIR_27], |u| u.screen = Some(ScreenOut { case, state, ..screen }));
        if !case.positive() {
            self.note(d, id, "screen_beaten", Facts::new(), &[r::L3C_TIR_27]);
        }
    }

    /// A beaten screen rises by a case at the start of a turn, like any unit (L3C-RAL-13); its points are its own.
    pub(crate) fn screen_recovers(&self, d: &mut D<'_>, id: UnitId) {
        let unit = d.world.unit(id);
        let Some(screen) = unit.screen else { return };
        let up = !screen.case.positive() && unit.body.case.positive();
        let case = if up { screen.case.step(1) } else { screen.case };
        let at = screen.at.filter(|_| !unit.body.case.positive());
        let fresh = ScreenOut { case, spent: screen.pledged, pledged: 0, fired: false, at, ..screen };
        if fresh != screen {
            self.change(d, id, &[r::L3C_RAL_13], |u| u.screen = Some(fresh));
        }
    }

    /// With the free fires: opposed screens fire, and the difference decides (L3C-TIR-33); a screen without an enemy
    /// screen in front fires at the unit (L3C-TIR-34, L3C-GAP-A84).
    pub(crate) fn skirmishers_fire(&self, d: &mut D<'_>) {
        if !self.on(r::L3C_GAP_A84) {
            return;
        }
        let ids: Vec<UnitId> = d.world.present().collect();
        for id in ids.iter().copied() {
            self.gives_way(d, id);
        }
        for id in ids {
            let Some(screen) = self.ready(&d.world, id) else { continue };
            let opposed = self.opposed(&d.world, id, &screen);
            let open = self.open_target(&d.world, id, &screen, None);
            match (opposed, open) {
                // Within one UD of each other they have no other target (L3C-TIR-34); at a longer distance the nearest
                // counts.
                (Some((gap, enemy)), other) if self.engaged_by(gap) || other.is_none_or(|(far, _)| gap <= far) => {
                    let past = self.engaged(&d.world, id, &screen, (gap, enemy));
                    self.skirmish_of(d, id, enemy);
                    self.fires_past(d, id, enemy, past);
                }
                (_, Some((_, enemy))) => self.harasses(d, id, enemy, screen.figures),
                _ => {}
            }
        }
    }

    /// The screen of a unit that can still fire.
    fn ready(&self, w: &World, id: UnitId) -> Option<ScreenOut> {
        let unit = w.unit(id);
        let screen = unit.screen.filter(|screen| unit.in_hand() && screen.case.positive() && !screen.fired)?;
        let points = crate::resolve::moving::points::left(&self.book, screen.spent) >= self.book.tables.action.fire;
        (points && !self.kept_off(w, id, &screen)).then_some(screen)
    }

    /// Skirmishers too near an enemy in close order give way at once (L3C-TIR-13, L3C-GAP-A84): a short distance, and
    /// they return at no cost.
    fn gives_way(&self, d: &mut D<'_>, id: UnitId) {
        let unit = d.world.unit(id);
        let Some(screen) = unit.screen.filter(|screen| unit.in_hand() && screen.case.positive()) else { return };
        let keepers: Vec<Between> = self.keepers(&d.world, id, &screen).collect();
        if keepers.is_empty() {
            return;
        }
        // Skirmishers do not give way before an enemy that cannot reach them (L3C-TIR-01).
        let impassable = keepers.iter().all(|between| *between == Between::Impassable);
        let gone = evade(&self.book, &Evasion { behind_friend: true, impassable, ..Evasion::default() });
        let spent = screen.spent.saturating_add(gone.points);
        if gone.must && spent <= crate::resolve::moving::points::credit(&self.book) {
            self.change(d, id, &[r::L3C_TIR_13], |u| u.screen = Some(ScreenOut { spent, ..screen }));
            self.note(d, id, "screen_gives_way", Facts::new(), &[r::L3C_TIR_13, r::L3C_GAP_A84]);
        }
    }

    fn as_screen(&self, w: &World, id: UnitId, screen: &ScreenOut) -> Screen {
        let troop = self.troop(id);
        Screen {
            figures: screen.figures,
            weapon: troop.weapon,
            status: troop.status,
            state: screen.state,
            first_fire: self.fires_first(w, id),
            ..Screen::default()
        }
    }

    /// The enemy's screen nearest before a screen, within range.
    fn opposed(&self, w: &World, id: UnitId, screen: &ScreenOut) -> Option<(Cm, UnitId)> {
        let piece = self.screen_piece(w, id, screen);
        let reach = self.longest_range(id).cm();
        let enemies = self.troops(w, self.side(id).other()).filter_map(|enemy| {
            let his = self.ready(w, enemy)?;
            let other = self.screen_piece(w, enemy, &his);
            let gap = table::distance(&piece, &other).cm;
            (within_cm(gap, reach) && self.ahead(piece, other)).then_some((gap, enemy))
        });
        enemies.min()
    }

    /// Whether screens at this distance fire only at each other (L3C-TIR-34).
    fn engaged_by(&self, gap: Cm) -> bool {
        let all = Engaged { figures: 1, enemy: 1, distance: Distance::from_cm(gap), covers_all: false };
        skirmishers::free_to_fire(&self.book, &all) == 0
    }

    /// The number of a screen's figures that the enemy's screen does not engage (L3C-TIR-35); 0 if the enemy has no
    /// screen, or one that covers all of the unit behind it (L3C-GAP-A98).
    fn engaged(&self, w: &World, id: UnitId, screen: &ScreenOut, (gap, enemy): (Cm, UnitId)) -> u8 {
        let Some(his) = w.unit(enemy).screen else { return 0 };
        let each = self.book.tables.scale.skirmish_front;
        let covers_all = his.figures.saturating_mul(each) >= w.unit(enemy).body.front;
        let distance = Distance::from_cm(gap);
        let free = skirmishers::free_to_fire(
            &self.book,
            &Engaged { figures: screen.figures, enemy: his.figures, distance, covers_all },
        );
        // At a longer distance they are not engaged: all of them fire at the screen in front.
        if self.engaged_by(gap) && self.ready(w, id).is_some() { free } else { 0 }
    }

    /// Figures in excess of those that the enemy's screen covers fire past it (L3C-TIR-35).
    fn fires_past(&self, d: &mut D<'_>, id: UnitId, enemy: UnitId, figures: u8) {
        let Some(screen) = d.world.unit(id).screen.filter(|screen| figures > 0 && screen.case.positive()) else {
            return;
        };
        if let Some((_, other)) = self.open_target(&d.world, id, &screen, Some(enemy)) {
            self.harasses(d, id, other, figures);
        }
    }

    /// Whether a target is in front: skirmishers fire over the whole front of their line (L3C-TIR-25).
    fn ahead(&self, piece: Piece, other: Piece) -> bool {
        let local = piece.pose.at.bearing_to(other.pose.at);
        in_front(&self.book, piece, other)
            || self.on(r::L3C_TIR_25) && table::turn(piece.pose.facing, local).abs() < 9_000
    }

    /// The nearest enemy unit that a screen may fire at: one whose own screen is not in the way, since screens cannot
    /// be bypassed (L3C-TIR-17).
    fn open_target(&self, w: &World, id: UnitId, screen: &ScreenOut, past: Option<UnitId>) -> Option<(Cm, UnitId)> {
        let piece = self.screen_piece(w, id, screen);
        let reach = self.longest_range(id).cm();
        let enemies = self.troops(w, self.side(id).other()).filter_map(|enemy| {
            let his = self.piece(w, enemy);
            let gap = table::distance(&piece, &his).cm;
            let open = past == Some(enemy) || !self.screened(w, enemy) || !self.on(r::L3C_TIR_17);
            let seen = crate::field::in_view(&self.book, &self.terrain, piece, his);
            (within_cm(gap, reach) && self.ahead(piece, his) && open && seen).then_some((gap, enemy))
        });
        enemies.min()
    }

    /// Whether the companies of a unit have not fired yet as skirmishers in this battle.
    fn fires_first(&self, w: &World, id: UnitId) -> bool {
        !w.unit(id).skirmished || !self.on(r::L3C_GAP_B24)
    }

    /// Records that both screens have fired before an assault (L3C-TIR-38 to L3C-TIR-41): that was their fire of this
    /// phase.
    pub(crate) fn screens_have_fired(&self, d: &mut D<'_>, entry: &Later, told: &StageInput) {
        let StageInput::Screens(own, his) = told else { return };
        for (id, screen) in [(entry.attacker, own), (entry.target, his)] {
            if screen.is_some() && self.on(r::L3C_FEU_02) {
                self.has_fired(d, id);
            }
        }
    }

    fn has_fired(&self, d: &mut D<'_>, id: UnitId) {
        let fire = self.book.tables.action.fire;
        self.change(d, id, &[r::L3C_CHF_15], |u| {
            u.skirmished = true;
            if let Some(screen) = &mut u.screen {
                screen.fired = true;
                screen.spent = screen.spent.saturating_add(fire);
            }
        });
    }

    /// Two screens fire at each other.
    fn skirmish_of(&self, d: &mut D<'_>, id: UnitId, enemy: UnitId) {
        let w = &d.world;
        let (Some(own), Some(his)) = (w.unit(id).screen, w.unit(enemy).screen) else { return };
        let apart = table::distance(&self.screen_piece(w, id, &own), &self.screen_piece(w, enemy, &his)).cm;
        let fought = Skirmish {
            one: self.as_screen(w, id, &own),
            other: self.as_screen(w, enemy, &his),
            distance: Distance::from_cm(apart),
        };
        let mut lines = [id, enemy].map(|unit| Breakdown::new("fire", Some(Ref::Unit(unit))));
        let [one, other] = &mut lines;
        let result = skirmish(&self.book, &fought, one, other);
        for (lines, steps) in lines.into_iter().zip([result.one_steps, result.other_steps]) {
            let word = Term::of(if steps > 0 { "effective" } else { "no_effect" });
            d.tell(Deed::Tested { breakdown: lines, result: word }, &[r::L3C_TIR_33, r::L3C_GAP_A84]);
        }
        for (unit, screen) in [(id, own), (enemy, his)] {
            self.has_fired(d, unit);
            self.imperils_before(d, unit, self.screen_piece(&d.world, unit, &screen), screen.figures);
        }
        self.hurt(d, enemy, result.one_steps, r::L3C_TIR_33);
        self.hurt(d, id, result.other_steps, r::L3C_TIR_33);
        let beaten = match result.beaten {
            Beaten::None => return,
            Beaten::Attacker => id,
            Beaten::Defender => enemy,
        };
        if d.world.unit(beaten).present() {
            self.change(d, beaten, &[r::L3C_TIR_33], |u| {
                if let Some(screen) = &mut u.screen {
                    (screen.case, screen.state) = (result.case, result.state);
                }
            });
            self.note(d, beaten, "screen_beaten", Facts::new(), &[r::L3C_TIR_33]);
        }
    }

    /// This many figures of a screen fire at a unit that has none, or past the one that it has.
    fn harasses(&self, d: &mut D<'_>, id: UnitId, enemy: UnitId, figures: u8) {
        let w = &d.world;
        let Some(screen) = w.unit(id).screen else { return };
        let body = &w.unit(enemy).body;
        let field = self.field(w);
        let (target, against) = (crate::world::place_of(enemy), crate::world::place_of(id));
        let scene = crate::field::Scene::wide(&self.book, &field, target);
        let hit = FireTarget {
            arm: self.troop(enemy).arm,
            formation: body.formation,
            front: Some(body.front),
            ranks: body.ranks,
            cover: scene.cover(target, against),
            ..FireTarget::default()
        };
        let gap = table::distance(&self.screen_piece(w, id, &screen), &self.piece(w, enemy)).cm;
        let distance = Distance::from_cm(gap);
        if range::band(&self.book, self.troop(id).weapon, distance).is_none_or(|band| band > Band::P3) {
            return;
        }
        let mut lines = Breakdown::new("fire", Some(Ref::Unit(id)));
        // Guns in front of them that have fired as well count against them (L3C-TIR-42).
        let under_guns = w.fires.iter().filter(|fire| fire.shooter == enemy).filter_map(|fire| fire.shot).max();
        let screen_of = Screen { figures, under_guns, ..self.as_screen(w, id, &screen) };
        let fired = harass(&self.book, &screen_of, &hit, distance, &mut lines);
        let word = Term::of(if fired.loss.effective { "effective" } else { "no_effect" });
        d.tell(Deed::Tested { breakdown: lines, result: word }, &[r::L3C_TIR_24, r::L3C_GAP_A84]);
        self.has_fired(d, id);
        self.imperils_before(d, id, self.screen_piece(&d.world, id, &screen), figures);
        if fired.loss.effective {
            d.world.unit_mut(enemy).now.hit = true;
        }
        if !self.hurt(d, enemy, fired.loss.steps, r::L3C_GAP_A84) {
            self.owe_for_losses(d, enemy, id);
        }
    }
}

/// Whether skirmishers are left alone: their unit is out of hand, and they have not gone with it (L3C-TIR-27).
pub(crate) fn left_alone(unit: &Unit, screen: &ScreenOut) -> bool {
    screen.at.is_some() && !unit.body.case.positive()
}
