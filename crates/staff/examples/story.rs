#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]
use game::{Deed, Ruleset, Setup, Side};
use std::collections::BTreeMap;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = armies::Library::embedded().text(&args[0]).expect("a scenario").to_owned();
    let n: u64 = args[3].parse().unwrap();
    let setup = Setup {
        scenario: text,
        tables: None,
        options: BTreeMap::new(),
        generals: [args[1].clone(), args[2].clone()],
        seed: Some(game::battery::seed(5, n)),
        salt: game::battery::seed(6, n),
    };
    let mut battle = marie_louise::RULESET.begin(&setup).expect("a battle");
    let mut generals = [0, 1].map(|s| grognard_staff::general(&args[1 + s], 2 * n + s as u64).expect("a general"));
    let mut seen = 0;
    loop {
        let events = battle.events(None);
        for event in &events[seen..] {
            match &event.deed {
                Deed::Clock { turn, phase } => {
                    println!("== turn {turn} {phase}");
                    if phase == "orders" {
                        for (id, c) in battle.picture(None).units {
                            let p = c.pieces[0].pose;
                            println!(
                                "   {:?} {} {} ({},{}) f{} {:?} {:?}",
                                c.side,
                                id.0,
                                c.name,
                                p.at.x / 100,
                                p.at.y / 100,
                                p.facing / 100,
                                c.marks.values().map(|v| v.as_str().to_owned()).collect::<Vec<_>>(),
                                c.counts.values().collect::<Vec<_>>()
                            );
                        }
                    }
                }
                Deed::Declared { by, key } => println!("   declared {by:?} {} {:?}", key.does, key.refs),
                Deed::Opened { of, key } => println!("   opened {of:?} {}", key.does),
                Deed::Tested { breakdown, result } => {
                    println!("   test {} {:?} total {:?} -> {result}", breakdown.test, breakdown.of, breakdown.total())
                }
                Deed::Marked { unit, mark, value } => println!("   {} {mark} {value}", unit.0),
                Deed::Counted { unit, what, from, to } => println!("   {} {what} {from}->{to}", unit.0),
                Deed::Gone { unit, why } => println!("   {} gone {why}", unit.0),
                Deed::Moved { unit, pieces, .. } => {
                    let p = pieces[0].pose;
                    println!("   {} moved ({},{}) f{}", unit.0, p.at.x / 100, p.at.y / 100, p.facing / 100)
                }
                Deed::Ended(o) => println!("ENDED {o:?}"),
                _ => {}
            }
        }
        seen = events.len();
        if battle.outcome().is_some() {
            break;
        }
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let post = grognard_staff::Post::new(battle.as_ref(), side);
            let t0 = std::time::Instant::now();
            let answer = generals[side.index()].answer(&post, &ask).expect("an answer");
            let t = t0.elapsed().as_micros();
            let t1 = std::time::Instant::now();
            let _ = post.appraise();
            let ta = t1.elapsed().as_micros();
            let t1 = std::time::Instant::now();
            let _ = post.gists(ask.id);
            let tg = t1.elapsed().as_micros();
            let t1 = std::time::Instant::now();
            let _ = post.preview(ask.id, &answer.replies);
            let tp = t1.elapsed().as_micros();
            println!("TIME {} {t} appraise {ta} gists {tg} preview {tp}", ask.slot.kind);
            println!(
                "  {side:?} {}: {}",
                ask.slot.kind,
                answer
                    .reasons
                    .iter()
                    .map(|r| format!(
                        "{:?} {} on {:?} {:?}",
                        r.about,
                        r.why,
                        r.on,
                        r.facts.values().collect::<Vec<_>>()
                    ))
                    .collect::<Vec<_>>()
                    .join("\n        ")
            );
            let t1 = std::time::Instant::now();
            battle.answer(side, ask.id, answer.replies, game::By::Staff).expect("legal");
            println!("ENGINE {} {}", ask.slot.kind, t1.elapsed().as_micros());
        }
    }
}
