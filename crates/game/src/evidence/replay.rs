//! Replay: a log's answers and dice are given to the rules again, and every line that the rules make is compared.

use crate::host::{Fell, Host};
use crate::log::{dice_seed, seal_answer, seal_seed};
use crate::seal::{Bytes32, Bytes64, Salt};
use crate::sign::SignedAct;
use crate::{Battle, By, Entry, LogDifference, LogError, Reply, Rules, Side, Slot, Thrown};
use dice::{Roller, Seed};
use std::sync::Arc;

/// A log being replayed.
pub(crate) struct Replay<'a, R: Rules> {
    rules: Arc<R>,
    entries: &'a [Entry],
    seed: Option<Bytes32>,
    salt: Bytes32,
    /// Whether it stops at every throw, as where players type their dice in; otherwise the rules throw them on the way,
    /// and no step is run again for them.
    stops: bool,
}

impl<'a, R: Rules> Replay<'a, R> {
    pub(crate) const fn new(rules: Arc<R>, entries: &'a [Entry], seed: Option<Bytes32>, salt: Bytes32) -> Self {
        Self { rules, entries, seed, salt, stops: false }
    }

    /// Stops at every throw.
    pub(crate) const fn stopping(mut self) -> Self {
        self.stops = true;
        self
    }

    pub(crate) fn run(self) -> Result<Host<R>, LogError> {
        let (mut host, _) = self.replayed()?;
        host.settle_after_replay();
        Ok(host)
    }

    /// The seal of the seed that was given.
    fn seal(&self) -> Bytes32 {
        seal_seed(&self.seed.unwrap_or_default(), &Salt(self.salt).nth(0))
    }

    /// Goes on with the answers that waited, sealed, when the log was left.
    pub(crate) fn resume(self, sealed: &[(Slot, Vec<Reply>, By)]) -> Result<Host<R>, LogError> {
        let (mut host, seal) = self.replayed()?;
        // The coming dice must be those that were sealed, or they would fail the check at the end.
        if !host.has_ended() && self.seal() != seal {
            return Err(LogError::UmpireState);
        }
        if !sealed.is_empty() {
            host.put_open();
        }
        for (slot, replies, by) in sealed {
            if !host.restore_sealed(slot, replies, *by) {
                let reason = LogDifference::Waiting(slot.kind.clone());
                return Err(LogError::Differs { line: self.entries.len(), reason });
            }
        }
        host.settle_after_replay();
        Ok(host)
    }

    /// Continues with new dice as another battle.
    pub(crate) fn branch(self, generals: [String; 2]) -> Result<Host<R>, LogError> {
        let (mut host, _) = self.replayed()?;
        let (seal, umpire) = (host.seal_of_seed(), host.umpire_key());
        host.begin_anew(seal, generals, Some(umpire));
        host.settle_after_replay();
        Ok(host)
    }

    /// The host after the last line, and the seal of the seed in force there.
    fn replayed(&self) -> Result<(Host<R>, Bytes32), LogError> {
        let Some(Entry::Head(head)) = self.entries.first() else { return Err(LogError::NoHead) };
        let (state, _) = self.rules.begin();
        let mut host = Host::blank(Arc::clone(&self.rules), state, self.seed, self.salt);
        host.start(head.as_ref().clone());
        let (mut seed_sealed, mut umpire) = (head.seed_sealed, head.umpire);
        let mut bound = head.umpire.map(|_| host.identity());
        let mut signed: Vec<(Side, SignedAct, Bytes64)> = Vec::new();
        let mut seals: Vec<(Slot, Bytes32)> = Vec::new();
        let mut faces: Vec<Fell> = Vec::new();
        let (mut opened, mut closed) = (false, false);
        for (n, entry) in self.entries.iter().enumerate() {
            let differs = |reason: LogDifference| LogError::Differs { line: n + 1, reason };
            // Lines that the rules have made already are only compared.
            if n < host.lines() {
                if host.line(n) != Some(entry) {
                    return Err(differs(difference(host.line(n), entry)));
                }
                continue;
            }
            let may_follow = match entry {
                Entry::SeedOpened { .. } => !opened && !closed,
                Entry::Closed { .. } => !closed,
                _ => false,
            };
            if host.has_ended() && !may_follow {
                return Err(differs(difference(None, entry)));
            }
            let mut signature = |side: Side, act: &SignedAct| {
                let place = signed.iter().position(|(by, what, _)| *by == side && what == act)?;
                Some(signed.remove(place).2)
            };
            let unsigned = || differs(LogDifference::Signature);
            if !self.stops && matches!(entry, Entry::Given { .. } | Entry::Dice(_)) {
                host.expect_dice(dice_after(self.entries, n));
            }
            match entry {
                Entry::Sealed { slot, seal } => {
                    if !host.awaits_sealed(slot) {
                        return Err(differs(LogDifference::SealNotOpen(slot.kind.clone())));
                    }
                    seals.retain(|(s, _)| s != slot);
                    seals.push((slot.clone(), *seal));
                    host.push(entry.clone());
                }
                Entry::Withdrawn { slot } => {
                    let before = seals.len();
                    seals.retain(|(s, _)| s != slot);
                    if seals.len() == before {
                        return Err(differs(difference(None, entry)));
                    }
                    host.push(entry.clone());
                }
                Entry::Given { slot, replies, by, salt } => {
                    if let Some(salt) = salt {
                        let seal = seals.iter().position(|(s, _)| s == slot).map(|i| seals.remove(i).1);
                        if seal != Some(seal_answer(replies, salt)) {
                            return Err(differs(LogDifference::OtherAnswer));
                        }
                    }
                    host.put_open();
                    let act = SignedAct::Answer(slot.clone());
                    if signature(slot.side, &act).is_some_and(|one| !host.signed_by(slot.side, &act, replies, &one)) {
                        return Err(unsigned());
                    }
                    host.restore_answer(slot, replies, *by, *salt).map_err(differs)?;
                    // A bracket is written when its last answer is in: until then this line is expected.
                    if host.lines() <= n {
                        continue_bracket(self.entries, n, &differs)?;
                    }
                    faces.extend(host.fell());
                }
                Entry::Dice(thrown) => {
                    let Some(tosses) = host.wants_dice() else {
                        return Err(differs(LogDifference::NoDiceHere));
                    };
                    if tosses.len() != thrown.len() {
                        return Err(differs(LogDifference::ThrowCount { said: thrown.len(), wanted: tosses.len() }));
                    }
                    for (toss, thrown) in tosses.iter().zip(thrown) {
                        match dice::read(&toss.throw, &thrown.faces) {
                            Ok(class) if class == thrown.class => {}
                            Ok(read) => return Err(differs(LogDifference::Misread { read, said: thrown.class })),
                            Err(error) => return Err(differs(LogDifference::Dice(error))),
                        }
                        faces.push((n, toss.throw.clone(), thrown.faces.clone()));
                        host.count_dice(thrown.faces.len() as u64);
                    }
                    host.take_dice(thrown.clone());
                    faces.extend(host.fell());
                }
                Entry::Undone { .. } => {
                    // The next question had been put when the answer was taken back: it has its number.
                    host.put_open();
                    let side = self.undoer(n).ok_or_else(|| differs(LogDifference::NoUndo))?;
                    host.step_back(side).map_err(|_| differs(LogDifference::NoUndo))?;
                    if host.line(n) != Some(entry) {
                        return Err(differs(LogDifference::OtherUndo));
                    }
                }
                Entry::Standing(side, standing) => {
                    host.standing_mut(*side).push(standing.clone());
                    host.push(entry.clone());
                }
                Entry::Revoked(side, standing) => {
                    host.standing_mut(*side).retain(|s| s != standing);
                    host.push(entry.clone());
                }
                Entry::Resigned(side) | Entry::DrawOffered(side) | Entry::DrawDeclined(side) => {
                    let act = match entry {
                        Entry::Resigned(_) => SignedAct::Resign,
                        Entry::DrawOffered(_) => SignedAct::OfferDraw,
                        _ => SignedAct::DeclineDraw,
                    };
                    let good = signature(*side, &act).map(|one| host.signed_by(*side, &act, &[], &one));
                    // A seat that signs its answers must sign a resignation too.
                    if good == Some(false) || (good.is_none() && host.seat_key(*side).is_some()) {
                        return Err(unsigned());
                    }
                    match act {
                        SignedAct::Resign => host.resign(*side),
                        SignedAct::OfferDraw => host.offer_draw(*side),
                        _ => drop(host.decline_draw(*side)),
                    }
                }
                // Two offers make it: this line follows from them.
                Entry::DrawAgreed => return Err(differs(difference(None, entry))),
                Entry::Continued { seed_sealed: seal, generals, umpire: key } => {
                    (seed_sealed, umpire) = (*seal, *key);
                    seals.clear();
                    faces.clear();
                    signed.clear();
                    host.begin_anew(*seal, generals.clone(), *key);
                    bound = host.binding();
                }
                Entry::SeatKey { side, key } => {
                    if !crate::sign::is_key(key) {
                        return Err(differs(LogDifference::NoKey));
                    }
                    host.restore_key(*side, *key);
                }
                Entry::Signed { side, act, signature } => {
                    if host.seat_key(*side).is_none() {
                        return Err(unsigned());
                    }
                    signed.retain(|(by, what, _)| by != side || what != act);
                    signed.push((*side, act.clone(), *signature));
                    host.push(entry.clone());
                }
                Entry::Closed { signature } => {
                    if !umpire.is_some_and(|key| host.closed_by(&key, signature)) || !host.has_ended() {
                        return Err(differs(LogDifference::Umpire));
                    }
                    closed = true;
                    host.push(entry.clone());
                }
                Entry::Check(_) if host.over_by_rules().is_some() => {
                    if let Some(outcome) = host.over_by_rules() {
                        host.end(outcome);
                    }
                    if host.line(n) != Some(entry) {
                        return Err(differs(LogDifference::State));
                    }
                }
                Entry::SeedOpened { seed, salt } => {
                    // The end has its check before the seed is opened.
                    if !host.has_ended() {
                        host.over_by_rules().into_iter().for_each(|outcome| host.end(outcome));
                        return Err(differs(difference(host.line(n), entry)));
                    }
                    opened = true;
                    if seal_seed(seed, salt) != seed_sealed {
                        return Err(differs(LogDifference::OtherSeed));
                    }
                    let roller = Roller::new(&Seed(dice_seed(seed, bound.as_ref()).0));
                    let mut counter = 0;
                    for (line, throw, faces) in &faces {
                        if &roller.throw(&mut counter, throw) != faces {
                            return Err(LogError::Differs { line: line + 1, reason: LogDifference::ForeignDice });
                        }
                    }
                    host.push(entry.clone());
                }
                Entry::Event(_) | Entry::Check(_) | Entry::Head(_) => {
                    return Err(differs(difference(None, entry)));
                }
            }
        }
        Ok((host, seed_sealed))
    }

    /// The side whose answer an undo line takes back: the last answer given before it.
    fn undoer(&self, n: usize) -> Option<Side> {
        self.entries[..n].iter().rev().find_map(|entry| match entry {
            Entry::Given { slot, .. } => Some(slot.side),
            _ => None,
        })
    }
}

/// The dice that follow a line before the next question, each with the number of its line.
fn dice_after(entries: &[Entry], n: usize) -> impl Iterator<Item = (usize, Vec<Thrown>)> {
    let made = |(_, entry): &(usize, &Entry)| matches!(entry, Entry::Event(_) | Entry::Check(_) | Entry::Dice(_));
    let follow = entries.iter().enumerate().skip(n + 1).take_while(made);
    follow.filter_map(|(line, entry)| if let Entry::Dice(thrown) = entry { Some((line, thrown.clone())) } else { None })
}

fn continue_bracket(entries: &[Entry], n: usize, differs: &impl Fn(LogDifference) -> LogError) -> Result<(), LogError> {
    match entries.get(n + 1) {
        Some(Entry::Given { .. }) | None => Ok(()),
        Some(_) => Err(differs(LogDifference::AnswerMissing)),
    }
}

fn difference(made: Option<&Entry>, read: &Entry) -> LogDifference {
    let short = |entry: &Entry| {
        let line = entry.line();
        if line.chars().count() > 160 { line.chars().take(160).collect::<String>() + "..." } else { line }
    };
    match made {
        Some(made) => LogDifference::MadeOther { made: short(made), said: short(read) },
        None => LogDifference::MadeNothing { said: short(read) },
    }
}
