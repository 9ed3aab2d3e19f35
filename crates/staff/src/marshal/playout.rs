//! Playouts: an answer and a plan played on under the real rules, against an opponent model.

use super::foe::Foe;
use crate::army::wins;
use crate::captain::{Captain, Style};
use crate::sparring::Sparring;
use crate::{Answer, General, Post, Temperament};
use game::{Appraisal, Ask, Battle, By, Reply, Side, UnitId};
use std::num::NonZero;
use table::Point;

/// A playout with more answers than this has gone astray.
const MOST_ANSWERS: u32 = 20_000;
/// The values of a playout's result, in thousandths.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    /// Value of a battle won.
    won: i64,
    /// The greatest addition for the points at the end.
    clear: i64,
}

/// With a handful of units a narrow victory is still a victory.
const HANDFUL: Scale = Scale { won: 2_000, clear: 800 };
/// Armies seldom destroy each other: the size of the lead says more about a plan than the winner.
const ARMY: Scale = Scale { won: 1_000, clear: 2_000 };

/// The result of a battle of armies, out of 100 for the clearest victory.
pub(super) const fn mark(value: i64) -> i64 {
    value * 100 / (ARMY.won + ARMY.clear)
}

/// A playout to run.
#[derive(Clone, Copy)]
pub(super) struct Job<'a> {
    pub replies: &'a [Reply],
    pub mind: Style,
    pub foe: Foe,
    pub luck: u64,
}

/// The same with its number and the battle as imagined.
type Dealt<'a> = (usize, Box<dyn Battle>, Job<'a>);

/// The result of a playout.
#[derive(Default)]
pub(super) struct Played {
    /// In thousandths for the side.
    pub value: i64,
    /// Where the enemy stood at the end of the turn.
    pub enemies: Vec<(UnitId, Point)>,
}

/// How far playouts go.
#[derive(Clone, Copy)]
pub(super) struct Span {
    /// The present turn.
    pub now: u16,
    /// The last turn that is played.
    pub until: u16,
    /// Whether only a handful of units fights.
    pub few: bool,
}

/// The leader of a side in a playout.
enum Player {
    Captain(Captain),
    Sparring(Sparring),
}

impl Player {
    fn of(foe: Foe, luck: u64) -> Self {
        match foe {
            Foe::Captain => Self::Captain(Captain::new(Temperament::Balanced, luck)),
            Foe::Of(idea) => Self::Sparring(Sparring::new(idea, luck)),
        }
    }

    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        match self {
            Self::Captain(captain) => captain.answer(post, ask),
            Self::Sparring(partner) => partner.answer(post, ask),
        }
    }

    const fn turn(&self) -> u16 {
        match self {
            Self::Captain(captain) => captain.turn(),
            Self::Sparring(partner) => partner.turn(),
        }
    }
}

/// Runs every playout on all cores of the machine. The result of each depends on nothing but itself; `None` for one
/// that was broken off.
pub(super) fn play_all(
    post: &Post<'_>,
    ask: &Ask,
    jobs: &[Job<'_>],
    span: Span,
    over: &(dyn Fn() -> bool + Sync),
) -> Vec<Option<Played>> {
    let side = post.side();
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(jobs.len());
    if threads <= 1 {
        return jobs.iter().map(|job| play_on(post.imagine(job.luck), side, ask, job, span, over)).collect();
    }
    let mut hands: Vec<Vec<Dealt<'_>>> = (0..threads).map(|_| Vec::new()).collect();
    for (n, job) in jobs.iter().enumerate() {
        if let Some(hand) = hands.get_mut(n % threads) {
            hand.push((n, post.imagine(job.luck), *job));
        }
    }
    let mut all: Vec<Option<Played>> = jobs.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let play = |(n, battle, job): Dealt<'_>| (n, play_on(battle, side, ask, &job, span, over));
        let at_work: Vec<_> =
            hands.into_iter().map(|hand| scope.spawn(move || hand.into_iter().map(play).collect::<Vec<_>>())).collect();
        for (n, played) in at_work.into_iter().flat_map(|hand| hand.join().unwrap_or_default()) {
            if let Some(place) = all.get_mut(n) {
                *place = played;
            }
        }
    });
    all
}

/// The result of an answer and a plan in a battle as imagined.
fn play_on(
    mut battle: Box<dyn Battle>,
    side: Side,
    ask: &Ask,
    job: &Job<'_>,
    span: Span,
    over: &dyn Fn() -> bool,
) -> Option<Played> {
    if battle.answer(side, ask.id, job.replies.to_vec(), By::Staff).is_err() {
        return Some(Played { value: -HANDFUL.won, enemies: Vec::new() });
    }
    let mut players = [Player::of(job.foe, job.luck), Player::of(job.foe, job.luck ^ 1)];
    players[side.index()] = Player::Captain(Captain::styled(job.mind, job.luck));
    let mut enemies = Vec::new();
    let whole = play(battle.as_mut(), &mut players, side, span, &mut enemies, over);
    let scale = if span.few { HANDFUL } else { ARMY };
    whole.then(|| Played { value: value(battle.as_ref(), side, scale), enemies })
}

/// The positions of a side's enemies.
fn stands(battle: &dyn Battle, side: Side) -> Vec<(UnitId, Point)> {
    battle.appraise(side).troops(side.other()).map(|enemy| (enemy.unit, enemy.pose.at)).collect()
}

/// Plays a battle on until it is over or a turn has begun; false if it was broken off.
fn play(
    battle: &mut dyn Battle,
    players: &mut [Player; 2],
    own: Side,
    span: Span,
    enemies: &mut Vec<(UnitId, Point)>,
    over: &dyn Fn() -> bool,
) -> bool {
    for _ in 0..MOST_ANSWERS {
        let mut asked = false;
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            if over() {
                return false;
            }
            asked = true;
            let player = &mut players[side.index()];
            let Some(answer) = player.answer(&Post::new(battle, side), &ask) else { return true };
            let turn = player.turn();
            if enemies.is_empty() && turn > span.now {
                *enemies = stands(battle, own);
            }
            if turn > span.until || battle.answer(side, ask.id, answer.replies, By::Staff).is_err() {
                return true;
            }
        }
        if !asked || battle.outcome().is_some() {
            break;
        }
    }
    true
}

/// The result of a playout, in thousandths: the winner, and how clearly.
fn value(battle: &dyn Battle, side: Side, scale: Scale) -> i64 {
    let view = battle.appraise(side);
    let Some(outcome) = battle.outcome() else { return under_way(&view, side, scale) };
    let [own, his] = [side, side.other()].map(|s| view.armies[s.index()]);
    let whole = (own.whole + his.whole).max(1) / 2;
    let clear = (scale.clear * (own.points - his.points) / whole.max(1)).clamp(-scale.clear, scale.clear);
    match outcome.winner {
        Some(winner) if winner == side => scale.won + clear,
        Some(_) => -scale.won + clear,
        None => clear,
    }
}

/// The value of an unfinished battle: by the lead, and the nearer the end, the more by the winner if it ended now.
fn under_way(view: &Appraisal, side: Side, scale: Scale) -> i64 {
    let near = scale.won * i64::from(view.turn.min(view.turns)) / i64::from(view.turns.max(1));
    let now = match [side, side.other()].map(|s| wins(view, s)) {
        [true, false] => near,
        [false, true] => -near,
        _ => 0,
    };
    now * 3 / 4 + view.lead(side).clamp(-scale.won * 3 / 4, scale.won * 3 / 4)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]
    use super::*;
    use crate::marshal::tests::begin;
    use std::cell::Cell;

    #[test]
    fn a_playout_is_broken_off_between_two_answers() {
        for most in [0, 1, 7] {
            let mut battle = begin();
            let asked = Cell::new(0);
            let over = || {
                asked.set(asked.get() + 1);
                asked.get() > most
            };
            let mut captains = [1, 2].map(|luck| Player::of(Foe::Captain, luck));
            assert!(!play(
                battle.as_mut(),
                &mut captains,
                Side::Blue,
                Span { now: 0, until: 3, few: true },
                &mut Vec::new(),
                &over
            ));
            let answers = battle.log(None).iter().filter(|e| matches!(e, game::Entry::Given { .. })).count();
            assert!(answers <= most, "{answers} answers after {most}");
        }
        let mut captains = [1, 2].map(|luck| Player::of(Foe::Captain, luck));
        let mut battle = begin();
        let mut enemies = Vec::new();
        assert!(play(
            battle.as_mut(),
            &mut captains,
            Side::Blue,
            Span { now: 0, until: 2, few: true },
            &mut enemies,
            &|| false
        ));
        assert!(!enemies.is_empty());
        assert!(battle.appraise(Side::Blue).turn > 2 || battle.outcome().is_some());
    }
}
