//! The generals at whole battles: legal everywhere, the same for the same luck, never absurd, blind to secrets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../examples/measure/mod.rs"]
mod measure;

use game::{Ask, Battle, By, Deed, Entry, Gist, Intent, Ref, Reply, Ruleset, Setup, Shape, Side, Sort};
use grognard_staff::{Answer, General, Post, advise, fight, general};
use measure::pairs::Score;
use measure::usage::Usage;
use std::collections::{BTreeMap, BTreeSet};
use words::{Lang, Words};

const MOST: u64 = 100_000;

fn begin(scenario: &str, n: u64) -> Box<dyn Battle> {
    begin_under(&marie_louise::RULESET, scenario, n)
}

fn begin_under(rules: &dyn Ruleset, scenario: &str, n: u64) -> Box<dyn Battle> {
    let setup = Setup {
        scenario: armies::Library::embedded().text(scenario).expect("a scenario").to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed: Some(game::battery::seed(1, n)),
        salt: game::battery::seed(2, n),
    };
    rules.begin(&setup).expect("a battle")
}

fn fought(scenario: &str, names: [&str; 2], n: u64) -> Box<dyn Battle> {
    let mut battle = begin(scenario, n);
    let [mut blue, mut red] = [0, 1].map(|s| general(names[s], n + s as u64).expect("a general"));
    fight(battle.as_mut(), blue.as_mut(), red.as_mut(), MOST).expect("an end");
    battle
}

/// The answers and dice of a battle.
fn told(battle: &dyn Battle) -> Vec<Entry> {
    battle.log(None).into_iter().filter(|entry| !matches!(entry, Entry::Head(_))).collect()
}

#[test]
fn every_scenario_is_fought_to_its_end() {
    for scenario in ["premier-feu", "maida-1806", "saalfeld-1806", "jakubovo-1812"] {
        let battle = fought(scenario, ["captain:bold", "recruit"], 3);
        assert!(battle.outcome().is_some(), "{scenario}");
    }
}

#[test]
fn a_captain_has_the_better_of_a_recruit() {
    let fields: [(&dyn Ruleset, &str, u64); 2] =
        [(&marie_louise::RULESET, "premier-feu", 10), (&bataille_empire::RULESET, "premier-feu", 60)];
    for (rules, scenario, pairs) in fields {
        let mut score = Score::default();
        for n in 0..pairs {
            let [as_blue, as_red] = [["captain", "recruit"], ["recruit", "captain"]].map(|names| {
                let mut battle = begin_under(rules, scenario, n);
                let [mut blue, mut red] = [0, 1].map(|s| general(names[s], n + s as u64).expect("a general"));
                fight(battle.as_mut(), blue.as_mut(), red.as_mut(), MOST).expect("an end").winner
            });
            score.count(as_blue, as_red, 0);
        }
        assert!(score.share() > 0.6, "{scenario} under {}: {score:?}", rules.id());
    }
}

#[test]
fn an_army_is_used() {
    // The Russian batteries come up limbered, and brigades have to pass through a village.
    let mut usage = Usage::default();
    let words = Words::of(Lang::En, &marie_louise::RULESET);
    usage.count(&words, &fought("jakubovo-1812", ["captain", "captain"], 0).events(None));
    assert!(usage.units.iter().all(|count| *count > 4), "{usage:?}");
    assert!(usage.idle[2] * 2 < usage.units[2], "guns stand idle: {usage:?}");
    assert!(usage.heaped[0] * 10 < usage.heaped[1], "units stand in each other: {usage:?}");
}

#[test]
fn the_plan_of_an_army_is_told_with_its_orders() {
    let (mut plans, mut parts) = (BTreeSet::new(), 0);
    watch("jakubovo-1812", ["captain", "stand"], 1, |post, _, answer| {
        let told = answer.reasons.iter().filter(|reason| reason.about == Some(Ref::Side(post.side())));
        plans.extend(told.map(|reason| (post.side(), reason.why.to_string())));
        parts += answer.reasons.iter().filter(|reason| matches!(reason.about, Some(Ref::Command(_)))).count();
    });
    // Blue holds its places, and time works for it.
    assert!(plans.contains(&(Side::Blue, "plan-hold".to_owned())), "{plans:?}");
    assert!(parts > 4);
}

#[test]
fn who_only_stands_never_moves() {
    let mut marches = 0;
    watch("maida-1806", ["captain", "stand"], 2, |post, ask, answer| {
        if post.side() == Side::Red && ask.slot.kind != "generals" && ask.slot.kind != "fall_back" {
            let legs = |reply: &Reply| if let Reply::Marched(march) = reply { march.legs.len() } else { 0 };
            marches += answer.replies.iter().map(legs).sum::<usize>();
        }
    });
    assert_eq!(marches, 0);
}

/// Where units get orders one by one, with no command on the sheet, the rushing general and recruits give orders as
/// well.
#[test]
fn orders_are_given_where_no_command_is_told() {
    let log = |names: [&str; 2]| {
        let mut battle = begin_under(&trois_couleurs::RULESET, "premier-feu", 3);
        let [mut blue, mut red] = [0, 1].map(|s| general(names[s], 3 + s as u64).expect("a general"));
        fight(battle.as_mut(), blue.as_mut(), red.as_mut(), MOST).expect("an end");
        told(battle.as_ref())
    };
    assert_ne!(log(["captain", "stand"]), log(["captain", "rush"]));
    let mut battle = begin_under(&trois_couleurs::RULESET, "premier-feu", 3);
    let mut own = general("recruit", 3).expect("a general");
    let mut sent = BTreeSet::new();
    while battle.appraise(Side::Blue).turn < 2 && battle.outcome().is_none() {
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let post = Post::new(battle.as_ref(), side);
            let answer = own.answer(&post, &ask).expect("an answer");
            for ((field, reply), gists) in ask.fields.iter().zip(&answer.replies).zip(post.gists(ask.id)) {
                let advances = meant(&field.shape, &gists, reply).is_some_and(|gist| gist.intent == Intent::Advance);
                if let (true, Ref::Unit(id)) = (advances, field.about) {
                    sent.insert(id);
                }
            }
            battle.answer(side, ask.id, answer.replies, By::Staff).expect("legal");
        }
    }
    assert!(sent.len() > 6, "{sent:?}");
}

#[test]
fn the_same_luck_gives_the_same_battle() {
    for names in [["recruit", "captain"], ["marshal:6", "captain:prudent"]] {
        let [one, two] = [0, 1].map(|_| told(fought("premier-feu", names, 5).as_ref()));
        assert!(one == two, "{names:?}");
    }
}

#[test]
fn names_and_settings_are_read() {
    for name in
        ["random", "recruit", "captain:bold", "captain:prudent", "captain:balanced", "marshal", "marshal:40:bold"]
            .into_iter()
            .chain(grognard_staff::SPARRING)
    {
        assert!(general(name, 1).is_some(), "{name}");
    }
    for name in ["", "napoleon", "captain:mad", "captain:40", "random:bold", "marshal:0", "marshal:-1"] {
        assert!(general(name, 1).is_none(), "{name}");
    }
}

/// Plays a battle and checks every question before it is answered.
fn watch(scenario: &str, names: [&str; 2], n: u64, mut look: impl FnMut(&Post<'_>, &Ask, &Answer)) {
    let mut battle = begin(scenario, n);
    let mut generals = [0, 1].map(|s| general(names[s], n + s as u64).expect("a general"));
    while battle.outcome().is_none() {
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let post = Post::new(battle.as_ref(), side);
            let answer = generals[side.index()].answer(&post, &ask).expect("an answer");
            look(&post, &ask, &answer);
            battle.answer(side, ask.id, answer.replies, By::Staff).expect("legal");
        }
    }
}

/// The gist that a reply picked.
fn meant<'a>(shape: &Shape, gists: &'a [Gist], reply: &Reply) -> Option<&'a Gist> {
    let Shape::Pick { from, .. } = shape else { return None };
    let key = reply.key()?;
    from.iter().zip(gists).find(|(choice, _)| &choice.key == key).map(|(_, gist)| gist)
}

#[test]
fn a_recruit_is_never_absurd() {
    let (mut fires, mut attacks, mut marches) = (0, 0, 0);
    for n in 0..4 {
        watch("premier-feu", ["recruit", "recruit"], n, |post, ask, answer| {
            let gists = post.gists(ask.id);
            let view = post.appraise();
            for (n, (field, reply)) in ask.fields.iter().zip(&answer.replies).enumerate() {
                let gists = gists.get(n).map_or(&[][..], Vec::as_slice);
                let free_fire = gists.iter().any(|g| g.intent == Intent::Shoot && g.cost == 0 && g.gain > 0);
                // A charged unit must react, and every choice may be costly.
                let worth = match field.about {
                    Ref::Unit(id) => view.unit(id).map_or(0, |unit| unit.worth),
                    _ => 0,
                };
                let forced = gists.iter().all(|g| g.intent == Intent::Attack || g.cost > worth * 10);
                match meant(&field.shape, gists, reply) {
                    Some(gist) if gist.intent == Intent::Attack && gist.target.is_some() && !forced => {
                        assert!(gist.chance >= 400 && gist.gain > gist.cost / 2, "a hopeless attack: {gist:?}");
                        attacks += 1;
                    }
                    Some(gist) if free_fire => {
                        assert_eq!(gist.intent, Intent::Shoot, "fire held without a reason");
                        fires += 1;
                    }
                    _ => {}
                }
            }
            // No unit marches away from everything there is; horse may go to its friends.
            let preview = post.preview(ask.id, &answer.replies).expect("legal");
            for (id, pieces) in &preview.ghosts {
                let (Some(unit), Some(lead)) = (view.unit(*id), table::lead(pieces)) else { continue };
                let planned =
                    ask.fields.iter().any(|f| f.about == Ref::Unit(*id) && matches!(f.shape, Shape::March { .. }));
                if unit.sort == Sort::Leader || !planned || lead.pose.at == unit.pose.at {
                    continue;
                }
                let enemies = view.troops(post.side().other()).map(|e| e.pose.at);
                let friends = view.troops(post.side()).filter(|f| f.unit != *id && unit.sort == Sort::Horse);
                let things: Vec<table::Point> =
                    view.goals.iter().map(|g| g.at).chain(enemies).chain(friends.map(|f| f.pose.at)).collect();
                let nearer = things.iter().any(|at| lead.pose.at.to(*at) <= unit.pose.at.to(*at));
                // Behind a friend the only thing to come nearer to may be the place itself.
                let sent = answer.reasons.iter().find(|reason| reason.about == Some(Ref::Unit(*id)));
                let place = match sent.and_then(|reason| reason.on) {
                    Some(Ref::Spot(at)) => Some(at),
                    _ => None,
                };
                let there = place.is_some_and(|at| lead.pose.at.to(at) <= unit.pose.at.to(at));
                assert!(nearer && place.is_none() || there || things.is_empty(), "{id:?} marches away from everything");
                marches += 1;
            }
        });
    }
    assert!(fires > 5 && attacks > 1 && marches > 20, "{fires} fires, {attacks} attacks, {marches} marches");
}

#[test]
fn what_the_other_side_hides_decides_nothing() {
    // Two battles that differ only in red's hidden orders: blue must answer alike.
    for name in ["random", "recruit", "captain", "marshal:4"] {
        let mut answers = Vec::new();
        for order in 0..3_u64 {
            let mut battle = begin("premier-feu", 7);
            let mut luck = [general("captain", 1).unwrap(), general("captain", 2).unwrap()];
            let mut secret = None;
            // Up to a question of blue's, with red's own answer to the same sheet sealed already.
            for _ in 0..400 {
                let blue = battle.waiting(Side::Blue).into_iter().next();
                let red = battle.waiting(Side::Red).into_iter().next();
                if let (Some(_), Some(ask)) = (&blue, &red)
                    && battle.appraise(Side::Red).turn == 2
                {
                    let replies = (0..64).filter_map(|l| battle.suggest(Side::Red, ask.id, l * 3 + order));
                    let replies = replies.last().expect("a suggestion");
                    battle.answer(Side::Red, ask.id, replies.clone(), By::Staff).expect("legal");
                    secret = Some(replies);
                    break;
                }
                for side in Side::BOTH {
                    let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
                    let answer = luck[side.index()].answer(&Post::new(battle.as_ref(), side), &ask).unwrap();
                    battle.answer(side, ask.id, answer.replies, By::Staff).expect("legal");
                }
            }
            let ask = battle.waiting(Side::Blue).into_iter().next().expect("a question");
            let answer = general(name, 9).unwrap().answer(&Post::new(battle.as_ref(), Side::Blue), &ask).unwrap();
            answers.push((secret.expect("a secret"), answer));
        }
        assert!(answers.iter().any(|(secret, _)| *secret != answers[0].0), "the secrets differ");
        assert!(answers.iter().all(|(_, answer)| *answer == answers[0].1), "{name} has peeked");
    }
}

#[test]
fn an_imagined_battle_goes_on_from_every_kind_of_question() {
    // At every kind of question of a battle: both sides can go on legally, the side's own question keeps its number,
    // and the made-up part differs with the luck.
    let mut different = 0;
    let mut asked = 0;
    let mut kinds = BTreeSet::new();
    watch("premier-feu", ["captain", "recruit"], 11, |post, ask, answer| {
        if !kinds.insert((post.side(), ask.slot.kind.clone())) {
            return;
        }
        asked += 1;
        let ends: Vec<_> = (0..2)
            .map(|luck| {
                let mut copy = post.imagine(luck);
                let same = copy.waiting(post.side()).into_iter().next().expect("the same question");
                assert_eq!((same.id, &same.fields), (ask.id, &ask.fields));
                copy.answer(post.side(), ask.id, answer.replies.clone(), By::Staff).expect("the same answer");
                let [mut blue, mut red] = [3, 4].map(|luck| general("random", luck).unwrap());
                let end = fight(copy.as_mut(), blue.as_mut(), red.as_mut(), 5_000);
                assert!(end.is_ok(), "from {}: {end:?}", ask.slot.kind);
                assert!(copy.log(None).is_empty(), "nothing is written");
                copy.fingerprint()
            })
            .collect();
        different += usize::from(ends[0] != ends[1]);
    });
    assert!(asked > 8 && different * 2 > asked, "{different} of {asked}");
}

#[test]
fn advice_is_a_legal_answer_with_reasons() {
    let mut battle = begin("premier-feu", 4);
    let mut reasons = 0;
    for _ in 0..12 {
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let mut adviser = general("captain", 1).unwrap();
            let advice = advise(&Post::new(battle.as_ref(), side), ask.id, adviser.as_mut()).expect("advice");
            reasons += advice.reasons.len();
            battle.answer(side, ask.id, advice.replies, By::Person).expect("legal");
        }
    }
    assert!(reasons > 5);
    let mut adviser: Box<dyn General> = general("captain", 1).unwrap();
    assert!(advise(&Post::new(battle.as_ref(), Side::Blue), 9_999, adviser.as_mut()).is_none());
}

/// Places of the enemy's for which a recruit's units set out at the same time, at most.
fn places_at_once(scenario: &str) -> usize {
    let mut most = 0;
    watch(scenario, ["recruit", "recruit"], 1, |post, _, answer| {
        let view = post.appraise();
        let theirs = view.goals.iter().filter(|goal| goal.holder != Some(post.side()));
        let aimed_at = |goal: &&game::Goal| answer.reasons.iter().any(|reason| reason.on == Some(Ref::Spot(goal.at)));
        most = most.max(theirs.filter(aimed_at).count());
    });
    most
}

#[test]
fn a_recruit_with_few_units_takes_one_place_after_another() {
    assert_eq!(places_at_once("premier-feu"), 1);
    assert!(places_at_once("saalfeld-1806") > 1);
}

/// Where groups may march before the first turn, a side that would not win by waiting uses it.
#[test]
fn a_captain_marches_before_the_first_turn() {
    let mut battle = begin_under(&trois_couleurs::RULESET, "maida-1806", 1);
    let mut captains = [1, 2].map(|luck| general("captain", luck).expect("a general"));
    loop {
        let asked = Side::BOTH.into_iter().find_map(|side| Some((side, battle.waiting(side).into_iter().next()?)));
        let (side, ask) = asked.expect("a question");
        let answer = captains[side.index()].answer(&Post::new(battle.as_ref(), side), &ask).expect("an answer");
        if ask.slot.kind == "operational" {
            let goes = |reply: &Reply| matches!(reply.opened(), [Reply::At(cm)] if *cm > 0);
            assert!(answer.replies.iter().any(goes), "{:?}", answer.replies);
            return;
        }
        assert!(battle.picture(None).turn <= 1, "no such question");
        battle.answer(side, ask.id, answer.replies, By::Staff).expect("taken");
    }
}

/// A battle of a captain against another general under a ruleset, fought to its end.
fn captain_against(red: &str, rules: &dyn Ruleset, scenario: &str, n: u64) -> Box<dyn Battle> {
    let mut battle = begin_under(rules, scenario, n);
    let [mut blue, mut red] =
        [("captain", n), (red, n + 1)].map(|(name, luck)| general(name, luck).expect("a general"));
    fight(battle.as_mut(), blue.as_mut(), red.as_mut(), MOST).expect("an end");
    battle
}

/// Where nothing is lost by waiting, two captains still come to blows.
#[test]
fn captains_who_let_the_enemy_come_go_in_the_end() {
    let mut usage = Usage::default();
    let words = Words::of(Lang::En, &aigles::RULESET);
    usage.count(&words, &captain_against("captain", &aigles::RULESET, "maida-1806", 1).events(None));
    assert!(usage.idle[0] < usage.units[0], "nobody has fought: {usage:?}");
}

#[test]
fn who_keeps_a_farm_goes_into_it() {
    let inside = |n: u64| {
        let events = captain_against("wait", &bataille_empire::RULESET, "premier-feu", n).events(None);
        let garrison = |deed: &Deed| matches!(deed, Deed::Marked { mark, value, .. } if *mark == "formation" && *value == "garrison");
        events.iter().any(|event| garrison(&event.deed))
    };
    assert!((0..40).any(inside), "the farm stays empty");
}

/// Three units are an army where its ruleset says so.
#[test]
fn three_units_have_a_plan_too() {
    let mut battle = begin_under(&bataille_empire::RULESET, "premier-feu", 2);
    let mut own = general("captain", 1).expect("a general");
    let mut told = BTreeSet::new();
    while battle.appraise(Side::Blue).turn < 1 {
        let asked = Side::BOTH.into_iter().find_map(|side| Some((side, battle.waiting(side).into_iter().next()?)));
        let (side, ask) = asked.expect("a question");
        let answer = own.answer(&Post::new(battle.as_ref(), side), &ask).expect("an answer");
        told.extend(answer.reasons.iter().map(|reason| reason.why.to_string()));
        battle.answer(side, ask.id, answer.replies, By::Staff).expect("legal");
    }
    assert!(told.iter().any(|why| why.starts_with("plan-")), "{told:?}");
}
