//! What a player and the computer's generals are shown of units: cards, lenses, values.

use crate::field::field;
use game::{Figure, Lens, Play, Rules, Side, Sort};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::World;
use grognard_bataille_empire::{BatailleEmpire, Book};

const ARMY: &str = "blue 1 A foot line 20 10 0 A losses=2
                    blue 1 G guns deployed 26 9 0 A
                    blue 1 H fr-cuirassiers line 14 9 0 A
                    red 1 I foot line 20 11.9 180 H disorder
                    red 1 J foot column 14 15 180 H";

fn seen(rules: &BatailleEmpire, world: &World, side: Side) -> game::Seen<Play<World, Step>> {
    let mut play: Play<World, Step> = Play::new(world.clone(), [Step::Fires { division: 0, last: true }]);
    play.go(rules, None);
    rules.redact(&play, side)
}

#[test]
fn a_card_says_what_a_unit_may_do_and_why_not() {
    let field = field(&Book::new(), "", ARMY).active(0, 3);
    let seen = seen(&field.rules, &field.world, Side::Blue);
    let names = |acts: &[game::Act]| acts.iter().map(|act| act.what.to_string()).collect::<Vec<_>>();
    let card = field.rules.dossier(&seen, field.id("A")).unwrap();
    assert!(names(&card.may).contains(&"fire".to_owned()));
    assert!(names(&card.may_not).contains(&"form_solid_square".to_owned()), "not from line in class B");
    let guns = field.rules.dossier(&seen, field.id("G")).unwrap();
    assert!(names(&guns.may_not).contains(&"charge".to_owned()));
    let general = field.rules.dossier(&seen, field.id("blue-1")).unwrap();
    assert!(names(&general.may).contains(&"ride".to_owned()));
    assert!(card.may_not.iter().chain(&guns.may_not).all(|act| act.reason.is_some() && !act.rules.is_empty()));
}

#[test]
fn lenses_show_fire_threats_and_command() {
    let field = field(&Book::new(), "", ARMY).active(0, 3);
    let seen = seen(&field.rules, &field.world, Side::Blue);
    let shown = |name: &str, lens: Lens| {
        let insight = field.rules.lens(&seen, field.id(name), lens);
        insight.figures.iter().map(|figure| figure.what().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(shown("A", Lens::Fire), ["band_effective", "target"]);
    assert_eq!(shown("G", Lens::Fire)[..3], ["band_long", "band_effective", "band_short"]);
    assert!(shown("I", Lens::Threats).contains(&"threat_of_fire".to_owned()));
    assert!(shown("J", Lens::Threats).contains(&"threat_of_charge".to_owned()));
    assert!(shown("A", Lens::Command).contains(&"in_command".to_owned()));
    let reach = field.rules.lens(&seen, field.id("H"), Lens::Reach);
    let far = reach.figures.iter().find(|figure| figure.what() == &game::Term::of("charge_reach")).unwrap();
    assert!(matches!(far, Figure::Area { facts, .. } if facts[&game::Term::of("distance")] == 60_000), "8 and 2 UD");
}

#[test]
fn worths_fall_with_losses_and_disorder_and_clashes_follow_the_odds() {
    let field = field(&Book::new(), "", ARMY).active(0, 3);
    let seen = seen(&field.rules, &field.world, Side::Blue);
    let view = field.rules.appraise(&seen);
    let of = |name: &str| view.unit(field.id(name)).unwrap();
    assert!(of("A").worth < of("A").full && of("I").worth < of("J").worth);
    assert_eq!(of("blue-1").sort, Sort::Leader);
    let good = field.rules.clash(&seen, field.id("H"), field.id("J"));
    assert!(good.reaches && good.chance > 500 && good.gain > good.cost, "{good:?}");
    assert!(field.rules.clash(&seen, field.id("A"), field.id("I")).fire > 0);
    let ask = field
        .rules
        .ask(&seen, &game::Slot { about: vec![game::Ref::Command(0)], ..game::Slot::new(Side::Blue, "fire") });
    let gists = field.rules.gists(&seen, &ask);
    assert!(gists[0].iter().any(|gist| gist.intent == game::Intent::Shoot && gist.gain > 0));
}

#[test]
fn nobody_is_promised_a_victory_over_skirmishers_who_may_only_run() {
    // In the open they have no other reply to a charge than to flee (BE-REA-33), and infantry does not catch them.
    let army = "blue 1 A foot column 20 10 0 E
                red 1 S foot skirmish 20 14 180 E
                blue 1 B foot column 30 10 0 E
                red 1 I foot line 30 14 180 E disorder";
    let field = field(&Book::new(), "", army).active(0, 3);
    let seen = seen(&field.rules, &field.world, Side::Blue);
    let away = field.rules.clash(&seen, field.id("A"), field.id("S"));
    assert!(away.reaches && away.chance == 0 && away.gain == 0, "{away:?}");
    let stands = field.rules.clash(&seen, field.id("B"), field.id("I"));
    assert!(stands.reaches && stands.chance > 300 && stands.gain > 0, "{stands:?}");
}
