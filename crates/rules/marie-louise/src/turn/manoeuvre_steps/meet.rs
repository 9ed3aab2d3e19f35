//! Meetings while all units move evenly (ML-GAP-30): enemies that come to 2 pas, elements that bar the path, friends
//! passed through.

use super::track::Track;
use crate::world::footprint;
use crate::{Formation, MarieLouise, r};
use game::UnitId;
use table::{Cm, INSTANTS, Mover, Piece, Pose, SLACK, Watch, distance, first_within, lockstep, overlaps, within_cm};

/// The reason why a unit stops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Why {
    /// Its TdC has come to 2 pas of this enemy's TdC (ML-3.1j).
    Near(UnitId),
    /// An element of this enemy bars its path (ML-6.2b).
    Barred(UnitId),
}

/// A unit stops at a time of the window.
#[derive(Clone, Debug)]
pub(crate) struct Halt {
    pub time: i32,
    pub who: Vec<(UnitId, Why)>,
}

/// Two straight motions in the same stretch of time.
struct MotionPair<'a> {
    from: i32,
    to: i32,
    one: Motion<'a>,
    two: Motion<'a>,
}

/// The motion of a unit in a stretch of time.
struct Motion<'a> {
    track: &'a Track,
    start: Pose,
    end: Pose,
    formation: Formation,
}

impl Motion<'_> {
    fn moves(&self) -> bool {
        self.start.at != self.end.at
    }

    fn elements(&self) -> Vec<Piece> {
        footprint(self.start, self.formation, self.track.elements)
    }

    /// A piece of the unit, moving with it.
    fn carried(&self, tag: u32, piece: Piece) -> Mover {
        Mover { tag, piece, east: self.end.at.x - self.start.at.x, north: self.end.at.y - self.start.at.y }
    }

    fn at(&self, after: u32) -> Pose {
        self.carried(0, Piece { pose: self.start, front: 0, depth: 0, lead: true }).at(after).pose
    }
}

/// The stretches of time in which both move straight.
fn stretches<'a>(one: &'a Track, two: &'a Track, from: i32, window: i32) -> impl Iterator<Item = MotionPair<'a>> {
    let mut cuts: Vec<i32> = one.bits.iter().chain(&two.bits).flat_map(|bit| [bit.from, bit.to]).collect();
    cuts.extend([from, window]);
    cuts.retain(|t| (from..=window).contains(t));
    cuts.sort_unstable();
    cuts.dedup();
    let pairs: Vec<(i32, i32)> = cuts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.into_iter().map(move |(from, to)| {
        let motion = |track: &'a Track| {
            let (start, end, formation) = track.span(from, to);
            Motion { track, start, end, formation }
        };
        MotionPair { from, to, one: motion(one), two: motion(two) }
    })
}

/// A time within a stretch.
fn moment(pair: &MotionPair<'_>, after: u32) -> i32 {
    let into = i64::from(pair.to - pair.from) * i64::from(after) / i64::from(INSTANTS);
    pair.from + rulebook::saturated::<i32, _>(into)
}

impl MarieLouise {
    /// The first time, from `from` on, at which two enemies stop because of each other.
    pub(crate) fn halt_of(&self, one: &Track, two: &Track, from: i32, window: i32) -> Option<Halt> {
        stretches(one, two, from, window)
            .filter(|pair| pair.one.moves() || pair.two.moves())
            .find_map(|pair| self.meeting_in(&pair))
    }

    fn meeting_in(&self, pair: &MotionPair<'_>) -> Option<Halt> {
        let near = self.near_at(pair);
        let barred = [(&pair.one, &pair.two), (&pair.two, &pair.one)]
            .into_iter()
            .filter_map(|(mover, other)| Some((self.barred_at(mover, other)?, mover.track.id, other.track.id)))
            .min();
        let near_time = near.as_ref().map_or(u32::MAX, |(after, _)| *after);
        match barred {
            Some((after, mover, other)) if after < near_time => {
                Some(Halt { time: moment(pair, after), who: vec![(mover, Why::Barred(other))] })
            }
            _ => near.map(|(after, who)| Halt { time: moment(pair, after), who }),
        }
    }

    /// When the TdCs come to 2 pas of each other, and which units stop: those whose own move brings them nearer
    /// (ML-3.1j). A unit that was that near before may move as long as it does not come nearer (ML-GAP-68).
    fn near_at(&self, pair: &MotionPair<'_>) -> Option<(u32, Vec<(UnitId, Why)>)> {
        if !self.on(r::ML_3_1J) {
            return None;
        }
        let contact = self.book.tables.distance.contact.cm();
        let (one, two) = (self.tdc_at(pair.one.start), self.tdc_at(pair.two.start));
        if within_cm(distance(&one, &two).cm, contact) {
            let who = self.who_nears(pair, 0, true);
            return (!who.is_empty()).then_some((0, who));
        }
        let movers = [pair.one.carried(0, one), pair.two.carried(1, two)];
        let met = lockstep(&movers, &[Watch::Within(contact)], &self.terrain, |_, _| true);
        let after = met.first()?.after;
        let mut who = self.who_nears(pair, after, false);
        if who.is_empty() {
            who = Self::who_moves(pair);
        }
        Some((after, who))
    }

    fn who_moves(pair: &MotionPair<'_>) -> Vec<(UnitId, Why)> {
        [(&pair.one, &pair.two), (&pair.two, &pair.one)]
            .into_iter()
            .filter(|(mover, _)| mover.moves())
            .map(|(mover, other)| (mover.track.id, Why::Near(other.track.id)))
            .collect()
    }

    /// Those of the two whose own move brings them nearer from an instant on.
    fn who_nears(&self, pair: &MotionPair<'_>, after: u32, already: bool) -> Vec<(UnitId, Why)> {
        let mut who = Vec::new();
        for (mover, other) in [(&pair.one, &pair.two), (&pair.two, &pair.one)] {
            if !mover.moves() {
                continue;
            }
            let (own, his) = (self.tdc_at(mover.at(after)), self.tdc_at(other.at(after)));
            let bearing = mover.start.at.bearing_to(mover.end.at);
            let whole = mover.start.at.to(mover.end.at);
            // At the end of a stretch look a little beyond it.
            let ahead = (whole as Cm).max(4 * SLACK);
            let now = distance(&own, &his).cm;
            let nearer = now - 2 * SLACK;
            let nears = nearer > 0 && first_within(&own, bearing, ahead, &his, nearer).is_some();
            if nears || already && !self.on(r::ML_GAP_68) {
                who.push((mover.track.id, Why::Near(other.track.id)));
            }
        }
        who
    }

    /// When an element of the other unit bars the mover's path (ML-6.2b); skirmish elements other than the TdC give way
    /// (ML-6.2c, ML-GAP-51). Elements that already overlap its TdC do not stop it.
    fn barred_at(&self, mover: &Motion<'_>, other: &Motion<'_>) -> Option<u32> {
        if !mover.moves() || !self.on(r::ML_6_2B) {
            return None;
        }
        let open = other.formation == Formation::Skirmish && self.on(r::ML_6_2C);
        let tdc = self.tdc_at(mover.start);
        let pieces = other.elements().into_iter().filter(|p| (p.lead || !open) && !overlaps(&tdc, p));
        let mut movers = vec![mover.carried(0, tdc)];
        movers.extend(pieces.map(|p| other.carried(1, p)));
        lockstep(&movers, &[Watch::Touches], &self.terrain, |_, _| true).first().map(|met| met.after)
    }

    /// Whether two friends pass through each other: the TdC of one crosses an element of the other (ML-6.2a). Units
    /// that overlap from the start do not count.
    pub(crate) fn crosses(&self, one: &Track, two: &Track, window: i32) -> bool {
        let mut first = true;
        for pair in stretches(one, two, 0, window) {
            for (mover, other) in [(&pair.one, &pair.two), (&pair.two, &pair.one)] {
                let tdc = self.tdc_at(mover.start);
                let elements = other.elements();
                if first && elements.iter().any(|p| overlaps(&tdc, p)) {
                    return false;
                }
            }
            first = false;
            if !pair.one.moves() && !pair.two.moves() {
                continue;
            }
            for (mover, other) in [(&pair.one, &pair.two), (&pair.two, &pair.one)] {
                let mut movers = vec![mover.carried(0, self.tdc_at(mover.start))];
                movers.extend(other.elements().into_iter().map(|p| other.carried(1, p)));
                let met = lockstep(&movers, &[Watch::Touches], &self.terrain, |_, _| true);
                if met.first().is_some_and(|met| met.after < INSTANTS) {
                    return true;
                }
            }
        }
        false
    }
}
