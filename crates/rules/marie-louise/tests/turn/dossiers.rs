//! What a card allows is accepted; what it refuses is refused by the same rule.

use crate::field::{Field, field};
use game::{Act, Dossier, Ref, Refusal, Reply, Rules, Shape, Side, Slot};
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::{Book, Order};
use table::{Manoeuvre, March};

fn card(field: &Field, step: Step, name: &str) -> Dossier {
    let seen = field.rules.redact(&field.standing_in(step), Side::Blue);
    field.rules.dossier(&seen, field.id(name)).unwrap()
}

fn find<'a>(acts: &'a [Act], what: &str) -> Option<&'a Act> {
    acts.iter().find(|act| act.what == what)
}

/// Tries a plan of one leg.
fn try_plan(field: &Field, name: &str, leg: &Manoeuvre) -> Result<(), Vec<Refusal>> {
    let seen = field.rules.redact(&field.standing_in(Step::Plan), Side::Blue);
    let ask = field.rules.ask(&seen, &Slot::new(Side::Blue, "plan"));
    let reply = |about: Ref| {
        let Ref::Unit(id) = about else { panic!("a unit") };
        let legs = if id == field.id(name) { vec![leg.clone()] } else { Vec::new() };
        Reply::Marched(March { movers: vec![id.0], legs })
    };
    let replies: Vec<Reply> = ask.fields.iter().map(|f| reply(f.about)).collect();
    field.rules.check(&seen, &ask, &replies).map(|_| ())
}

#[test]
fn a_formation_refused_on_the_card_is_refused_by_the_same_rule() {
    let army = "blue 1 A foot 4 line 30 20 0 M
                blue 1 B foot 4 line 36 20 0 M manoeuvre=poor
                blue 1 C horse 4 line 42 20 0 M
                blue 1 D foot 4 line 48 20 0 T
                blue 1 E guns 2 limbered 54 20 0 M
                blue 1 F guns 2 deployed 60 20 0 T
                red 1 I foot 4 line 30 44 180 T";
    let set = field(&Book::new(), "", army);
    let (mut allowed, mut refused) = (0, 0);
    for name in ["A", "B", "C", "D", "E", "F"] {
        let card = card(&set, Step::Plan, name);
        let leg = |act: &Act| match act.what.as_str() {
            "turn" => Some(Manoeuvre::Turn(9_000)),
            "about_face" => Some(Manoeuvre::Turn(18_000)),
            what => what.strip_prefix("form_").map(|form| Manoeuvre::Reform(form.into())),
        };
        for (act, leg) in card.may.iter().filter_map(|act| Some((act, leg(act)?))) {
            allowed += 1;
            assert_eq!(try_plan(&set, name, &leg), Ok(()), "{name}: {}", act.what);
        }
        for (act, leg) in card.may_not.iter().filter_map(|act| Some((act, leg(act)?))) {
            refused += 1;
            let refusals = try_plan(&set, name, &leg).expect_err("refused");
            assert_eq!(act.rules, [refusals[0].rule.clone()], "{name}: {}", act.what);
            assert_eq!(act.reason.as_ref(), Some(&refusals[0].reason), "{name}: {}", act.what);
        }
    }
    assert!(allowed > 8 && refused > 3, "{allowed} allowed, {refused} refused");
}

#[test]
fn fire_and_charge_are_on_the_card_when_they_are_offered() {
    let army = "blue 1 A foot 4 line 30 20 0 T
                blue 1 B foot 4 line 36 20 0 M
                blue 1 C foot 4 line 42 20 180 T
                blue 1 D foot 4 line 48 20 0 - marker=routing
                blue 1 E horse 4 line 54 20 0 C
                blue 1 F foot 4 skirmish 60 20 0 C
                red 1 I foot 4 line 30 23 180 T
                red 1 J foot 4 line 36 23 180 T
                red 1 K foot 4 line 42 23 180 T
                red 1 L foot 4 line 48 23 180 T
                red 1 M foot 4 line 54 24 180 T";
    let set = field(&Book::new(), "", army);
    let offered = |step: Step, kind: &'static str, does: &str, name: &str| {
        let seen = set.rules.redact(&set.standing_in(step), Side::Blue);
        let ask = set.rules.ask(&seen, &Slot::new(Side::Blue, kind));
        ask.fields.iter().filter(|f| f.about == Ref::Unit(set.id(name))).any(|f| match &f.shape {
            Shape::Pick { from, .. } => from.iter().any(|choice| choice.key.does == does),
            _ => false,
        })
    };
    let fires = [("A", None), ("B", Some("ML-3.1k")), ("C", Some("ML-7.2e")), ("D", Some("ML-1.10c"))];
    for (name, bar) in fires {
        let step = Step::Moment(Instant::Zero);
        let card = card(&set, step.clone(), name);
        assert_eq!(offered(step, "fire", "fire", name), bar.is_none(), "{name}");
        assert_eq!(find(&card.may, "fire").is_some(), bar.is_none(), "{name}");
        let rule = find(&card.may_not, "fire").map(|act| act.rules[0].to_string());
        assert_eq!(rule.as_deref(), bar, "{name}");
    }
    for (name, bar) in [("A", Some("ML-3.1f")), ("D", Some("ML-1.10c")), ("E", None), ("F", Some("ML-3.1h"))] {
        let card = card(&set, Step::Naming, name);
        assert_eq!(offered(Step::Naming, "name_charges", "charge", name), bar.is_none(), "{name}");
        let rule = find(&card.may_not, "charge").map(|act| act.rules[0].to_string());
        assert_eq!(rule.as_deref(), bar, "{name}");
    }
    let routed = card(&set, Step::Plan, "D");
    assert!(find(&routed.may, "rally").is_some() && find(&routed.may_not, "receive_orders").is_some());
    assert_eq!(find(&routed.may_not, "march").map(|act| act.rules[0].to_string()).as_deref(), Some("ML-1.10c"));
}

#[test]
fn while_orders_are_face_down_the_card_says_what_an_order_would_allow() {
    let army = "blue 1 A foot 4 line 30 20 0 T
                red 1 I foot 4 line 30 24 180 T";
    let set = crate::in_turn(field(&Book::new(), "", army), 2, Order::Hold);
    let card = card(&set, Step::LayOrders, "A");
    for what in ["advance", "form_attack_column", "fire", "charge"] {
        let act = find(&card.may, what).unwrap_or_else(|| panic!("{what}: {card:?}"));
        assert_eq!(act.facts.get(&game::Term::of("if_ordered")), Some(&1), "{what}");
    }
    assert!(card.profile.iter().all(|line| line.name != "order"), "last turn's order is over");
}
