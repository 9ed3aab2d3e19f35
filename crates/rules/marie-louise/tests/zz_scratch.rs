#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
use game::{Event, Given, Need, Picture, Rules, Thrown};
use grognard_marie_louise::world::Life;
use grognard_marie_louise::{Book, MarieLouise, Options};
use std::collections::BTreeMap;

fn run(text: &str, seed: u64, options: Options) -> (u64, BTreeMap<String, u32>) {
    let scenario = armies::parse(text, "s").map_err(|f| f.iter().map(|f| f.describe(armies::Lang::En)).collect::<Vec<_>>()).unwrap();
    let rules = MarieLouise::for_scenario(Book::new().with_options(options), &scenario, armies::Library::embedded()).unwrap();
    let (mut state, mut events) = rules.begin();
    let mut luck = seed;
    let mut next = move || { luck = luck.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); luck >> 33 };
    let mut notes: BTreeMap<String, u32> = BTreeMap::new();
    let mut n = 0u64; let mut known = std::collections::BTreeSet::new();
    let mut picture = Picture::fold(&events, None);
    loop {
        n += 1;
        assert!(n < 100_000, "endless");
        let given = match rules.need(&state) {
            Need::Over(_) => break,
            Need::Dice(tosses) => Given::Dice(tosses.iter().map(|t| {
                let roller = dice::Roller::new(&dice::Seed([7; 32]));
                let mut k = next() * 64;
                let faces = roller.throw(&mut k, &t.throw);
                let class = dice::read(&t.throw, &faces).unwrap();
                Thrown { faces, class }
            }).collect()),
            Need::Answers(slots) => Given::Answers(slots.iter().map(|slot| {
                let seen = rules.redact(&state, slot.side);
                let ask = rules.ask(&seen, slot);
                assert!(!ask.fields.is_empty(), "empty sheet {slot:?}");
                let defaults: Vec<_> = ask.fields.iter().map(|f| f.default.clone()).collect();
                assert!(game::form::faults(&ask, &defaults).is_empty(), "default form {slot:?}");
                if let Err(e) = rules.check(&seen, &ask, &defaults) { panic!("default refused {slot:?} {e:?}"); }
                let t = std::time::Instant::now();
                let replies = rules.suggest(&seen, &ask, next());
                if std::env::var("TIMES").is_ok() && t.elapsed().as_millis() > 50 { eprintln!("suggest {} {:?}", slot.kind, t.elapsed()); }
                if slot.kind == "plan" || slot.kind == "generals" {
                    let same = replies == defaults;
                    let moved = replies.iter().zip(&defaults).filter(|(a, b)| a != b).count();
                    *notes.entry(format!("{} default-all {}", slot.kind, same)).or_default() += 1;
                    *notes.entry(format!("{} fields", slot.kind)).or_default() += replies.len() as u32;
                    *notes.entry(format!("{} planned", slot.kind)).or_default() += moved as u32;
                }
                replies
            }).collect()),
        };
        let t = std::time::Instant::now();
        let new: Vec<Event> = rules.advance(&mut state, given);
        if std::env::var("TIMES").is_ok() && t.elapsed().as_millis() > 50 { eprintln!("advance to {:?} {:?}", state.agenda.last(), t.elapsed()); }
        for e in &new { picture.apply(&e.deed); 
            if let game::Deed::Note { what, .. } = &e.deed { *notes.entry(what.to_string()).or_default() += 1; }
            for r in &e.rules { *notes.entry(format!("rule {r}")).or_default() += 1; } }
        events.extend(new);
        let now = rules.picture_of(state.now());
        if picture != now {
            for (id, card) in &now.units { if picture.units.get(id) != Some(card) { eprintln!("{id:?}\n told {:?}\n true {card:?}", picture.units.get(id)); } }
            panic!("picture differs, step {:?}", state.agenda.last());
        }
        // TdCs
        let w = state.now();
        let present: Vec<_> = w.ids().filter(|id| w.unit(*id).life == Life::Present).collect();
        if w.turn > 0 { for (i, a) in present.iter().enumerate() { for b in &present[i + 1..] {
            if table::overlaps(&w.unit(*a).tdc(), &w.unit(*b).tdc()) {
                if known.insert((*a, *b)) { *notes.entry(format!("OVERLAP during {}", w.phase)).or_default() += 1;
                 eprintln!("overlap {a:?} {b:?} {} t{} {:?} {:?} {:?}/{:?}", w.phase, w.turn, w.unit(*a).pose, w.unit(*b).pose, w.unit(*a).formation, w.unit(*b).formation); 
                 for e in events.iter().rev().take(60) { if let game::Deed::Moved { unit, path, .. } = &e.deed { if unit == a || unit == b { eprintln!("   {unit:?} {path:?} {:?}", e.rules); } } } }
            }
        } } }
    }
    (n, notes)
}

#[test]
fn random() {
    for file in ["premier-feu", "maida-1806", "saalfeld-1806", "jakubovo-1812"] {
        let text = std::fs::read_to_string(format!("../../../data/scenarios/{file}.toml")).unwrap();
        for seed in std::env::var("FROM").map_or(0, |s| s.parse().unwrap())..std::env::var("SEEDS").map_or(6, |s| s.parse().unwrap()) {
            let options = Options { alternate_movement: seed % 3 == 2, ..Options::default() };
            let (n, notes) = run(&text, seed, options);
            eprintln!("{file} {seed}: {n} steps");
            if std::env::var("NOTES").is_ok() { for (k, v) in notes { if !k.starts_with("rule ML-7") && !k.starts_with("rule ML-5") && !k.starts_with("rule ML-8") { eprint!("  {k}={v}"); } } eprintln!(); }
        }
    }
}
