//! Plays single steps of a turn with written answers and dice, for the proofs of a scripted ruleset.
#![allow(clippy::expect_used, clippy::panic, reason = "it is an assertion")]

use game::{Ask, Event, Field, Given, Need, Play, Refusal, Reply, Rules, Script, Slot, Thrown, Toss};

/// The result of playing steps.
pub struct Played<W> {
    /// The world afterwards.
    pub world: W,
    pub events: Vec<Event>,
    /// Every question that was asked, with its fields.
    pub asked: Vec<(Slot, Vec<Field>)>,
}

/// Plays steps to their end. `reply` answers each sheet; the dice are scripted. On the way it checks what every ruleset
/// must keep: no sheet is empty, its defaults and the proposal are accepted, and the final picture is the fold of the
/// events.
///
/// # Errors
/// Why an answer is refused.
///
/// # Panics
/// If dice are missing or left over, if the steps do not end, or if a check fails.
pub fn play<R, W, S>(
    rules: &R,
    world: &W,
    steps: &[S],
    faces: &[u8],
    mut reply: impl FnMut(&Slot, &Ask) -> Vec<Reply>,
) -> Result<Played<W>, Vec<Refusal>>
where
    R: Rules<State = Play<W, S>> + Script<World = W, Step = S>,
    W: Clone,
    S: Clone + std::fmt::Debug,
{
    const MOST_NEEDS: usize = 500;
    let mut picture = rules.picture(&Play::new(world.clone(), []));
    let mut play = Play::new(world.clone(), steps.to_vec());
    let mut events = play.go(rules, None);
    let mut dice = dice::Script::new(faces.iter().copied());
    let mut asked = Vec::new();
    for _ in 0..MOST_NEEDS {
        let given = match rules.need(&play) {
            Need::Over(_) => break,
            Need::Dice(tosses) => Given::Dice(tosses.iter().map(|toss| thrown(&mut dice, toss)).collect()),
            Need::Answers(slots) => {
                let mut answers = Vec::new();
                for slot in slots {
                    let seen = rules.redact(&play, slot.side);
                    let ask = rules.ask(&seen, &slot);
                    assert!(!ask.fields.is_empty(), "asked for nothing: {slot:?}");
                    rules.check(&seen, &ask, &crate::question::defaults(&ask)).expect("the default stands");
                    for luck in 0..3 {
                        let proposed = rules.suggest(&seen, &ask, luck);
                        assert!(game::form::faults(&ask, &proposed).is_empty(), "{ask:?} {proposed:?}");
                        rules.check(&seen, &ask, &proposed).expect("what is proposed stands");
                    }
                    let replies = reply(&slot, &ask);
                    let faults = game::form::faults(&ask, &replies);
                    if !faults.is_empty() {
                        return Err(faults);
                    }
                    rules.check(&seen, &ask, &replies)?;
                    asked.push((slot, ask.fields));
                    answers.push(replies);
                }
                Given::Answers(answers)
            }
        };
        events.extend(rules.advance(&mut play, given));
    }
    assert!(matches!(rules.need(&play), Need::Over(_)), "still waits for {:?}", rules.need(&play));
    dice.finish().expect("all dice are used");
    events.iter().for_each(|event| picture.apply(&event.deed));
    assert_eq!(picture, rules.picture(&play), "the picture is the fold of the events");
    Ok(Played { world: play.now().clone(), events, asked })
}

fn thrown(dice: &mut dice::Script, toss: &Toss) -> Thrown {
    let faces = dice.throw(&toss.throw).unwrap_or_else(|error| panic!("{error} for {toss:?}"));
    let class = dice::read(&toss.throw, &faces).expect("faces that the dice have");
    Thrown { faces, class }
}
