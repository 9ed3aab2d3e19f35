//! Examples on the table, by what proves them.

use crate::table::{all, example};
use grognard_trois_couleurs::{Book, r};
use rulebook::proof::prove;

/// A test for each.
macro_rules! proofs {
    ($($name:ident: $proof:expr;)*) => {
        $(#[test]
        fn $name() {
            $proof
        })*
    };
}

proofs! {
    into_houses: prove(&[r::L3C_GAP_A94], |book: &Book| example(book, "into-houses"));
    empty_face: prove(&[r::L3C_ECO_17], |book: &Book| example(book, "an-empty-face-does-not-fire"));
    face_attacked: prove(&[r::L3C_ECO_26], |book: &Book| example(book, "a-garrison-goes-to-the-face-attacked"));
    behind_the_houses: prove(&[r::L3C_ECO_11], |book: &Book| example(book, "behind-the-houses-it-enters"));
    caught_at_a_change: prove(&[r::L3C_GAP_A18], |book: &Book| example(book, "caught-at-a-change"));
    in_excess: prove(&[r::L3C_TIR_35], |book: &Book| example(book, "skirmishers-in-excess"));
    whole_screen: prove(&[r::L3C_GAP_A98], |book: &Book| example(book, "nobody-past-a-whole-screen"));
    engage_each_other: prove(&[r::L3C_TIR_34], |book: &Book| example(book, "screens-engage-each-other"));
    stay_in_the_wood: prove(&[r::L3C_TIR_27], |book: &Book| example(book, "skirmishers-stay-in-the-wood"));
    no_column: prove(&[r::L3C_CHF_08], |book: &Book| example(book, "two-companies-are-no-column"));
    horse_goes_back: prove(&[r::L3C_MVT_36], |book: &Book| example(book, "horse-goes-back"));
    losses_on_the_way: prove(&[r::L3C_FEU_35], |book: &Book| example(book, "losses-on-the-way"));
    masked: prove(&[r::L3C_FUI_08], |book: &Book| example(book, "masked"));
    unmasks: prove(&[r::L3C_FUI_07], |book: &Book| example(book, "unmasks"));
    stands_again: prove(&[r::L3C_FUI_07], |book: &Book| example(book, "stands-again-after-unmasking"));
    uncovered_under_fire: prove(&[r::L3C_FUI_09], |book: &Book| example(book, "uncovered-under-fire"));
    clips_horse: prove(&[r::L3C_GAP_A58], |book: &Book| example(book, "clips-horse"));
    astride_a_hedge: prove(&[r::L3C_GAP_A18], |book: &Book| example(book, "astride-a-hedge"));
    past_skirmishers: prove(&[r::L3C_FEU_17], |book: &Book| example(book, "fire-past-skirmishers-on-his-way"));
    both_turn_first: prove(&[r::L3C_INT_19], |book: &Book| example(book, "both-turn-first"));
    front_for_the_houses: prove(&[r::L3C_ECO_30], |book: &Book| example(book, "a-front-for-the-houses"));
    front_for_nobody_else: prove(&[r::L3C_ECO_29], |book: &Book| example(book, "a-front-for-nobody-else"));
    one_occupant: prove(&[r::L3C_ECO_10], |book: &Book| example(book, "one-occupant"));
    quarters: prove(&[r::L3C_ECO_04], |book: &Book| example(book, "quarters"));
    street: prove(&[r::L3C_ECO_05], |book: &Book| example(book, "street"));
    caught_at_the_door: prove(&[r::L3C_MVT_18], |book: &Book| example(book, "caught-at-the-door"));
    ground_is_paid_before: prove(&[r::L3C_MVT_13], |book: &Book| example(book, "ground-is-paid-before-it-is-entered"));
    still_in_the_wood: prove(&[r::L3C_MVT_19], |book: &Book| example(book, "still-in-the-wood"));
    crossed_each_time: prove(&[r::L3C_MVT_14], |book: &Book| example(book, "crossed-each-time"));
    narrowed: prove(&[r::L3C_MVT_25], |book: &Book| example(book, "narrowed"));
    narrowed_in_an_assault: prove(&[r::L3C_MVT_26], |book: &Book| example(book, "narrowed-in-an-assault"));
    together: prove(&[r::L3C_OPP_03, r::L3C_GAP_A73], |book: &Book| example(book, "together"));
    manoeuvre_before_the_move: prove(&[r::L3C_INT_08], |book: &Book| example(book, "manoeuvre-before-the-move"));
    one_move: prove(&[r::L3C_MVT_08], |book: &Book| example(book, "one-move"));
    put_out: prove(&[r::L3C_TIR_24, r::L3C_GAP_A84], |book: &Book| example(book, "put-out"));
    two_companies: prove(&[r::L3C_CHF_12], |book: &Book| example(book, "two-companies"));
    too_near: prove(&[r::L3C_TIR_07], |book: &Book| example(book, "too-near"));
    no_slipping_round: prove(&[r::L3C_TIR_17], |book: &Book| example(book, "no-slipping-round"));
    screen_before_an_assault: prove(&[r::L3C_TIR_22], |book: &Book| example(book, "screen-before-an-assault"));
    guns_are_manhandled: prove(&[r::L3C_GAP_A89], |book: &Book| example(book, "guns-are-manhandled"));
    arrives_in_column: prove(&[r::L3C_GAP_A68], |book: &Book| example(book, "arrives-in-column"));
    entry_is_not_sealed: prove(&[r::L3C_OPS_14], |book: &Book| example(book, "entry-is-not-sealed"));
    sense_of_the_owner: prove(&[r::L3C_GAP_A09], |book: &Book| example(book, "sense-of-the-owner"));
    general_changes_unit: prove(&[r::L3C_CHEF_13], |book: &Book| example(book, "general-changes-unit"));
    answers_beyond_its_points: prove(&[r::L3C_PA_08], |book: &Book| example(book, "answers-beyond-its-points"));
    answers_beyond_its_way: prove(&[r::L3C_MVT_09], |book: &Book| example(book, "answers-beyond-its-way"));
    out_of_points_in_enemy_lines: prove(&[r::L3C_RAL_06], |book: &Book| example(book, "out-of-points-in-enemy-lines"));
    faces_the_enemy_again: prove(&[r::L3C_RAL_11], |book: &Book| example(book, "faces-the-enemy-again"));
    safeguards: prove(&[r::L3C_GAP_B17], |book: &Book| example(book, "safeguards"));
    lapsed: prove(&[r::L3C_GAP_A86], |book: &Book| example(book, "lapsed"));
    held_by_a_zone: prove(&[r::L3C_GAP_A79], |book: &Book| example(book, "held-by-a-zone"));
    no_third_unit_lifts_a_screen: prove(&[r::L3C_TIR_19], |book: &Book| example(book, "no-third-unit-lifts-a-screen"));
    a_screen_faces_as_its_line: prove(&[r::L3C_TIR_23], |book: &Book| example(book, "a-screen-faces-as-its-line"));
    skirmishers_pass_through: prove(&[r::L3C_TIR_43], |book: &Book| example(book, "skirmishers-pass-through"));
    no_turn_for_a_contact: prove(&[r::L3C_MAC_11], |book: &Book| example(book, "no-turn-for-a-contact-at-an-angle"));
    assault_meets_an_advance_to_fire: prove(&[r::L3C_GAP_A80], |book: &Book| example(book, "assault-meets-an-advance-to-fire"));
    one_clock: prove(&[r::L3C_INT_11], |book: &Book| example(book, "one-clock"));
    slow_arrow: prove(&[r::L3C_SIM_14], |book: &Book| example(book, "slow-arrow"));
    fast_arrow: prove(&[r::L3C_SIM_15], |book: &Book| example(book, "fast-arrow"));
    blank_markers: prove(&[r::L3C_SIM_16], |book: &Book| example(book, "blank-markers"));
    after_a_facing_to_the_rear: prove(&[r::L3C_SIM_13], |book: &Book| example(book, "after-a-facing-to-the-rear"));
    after_reforming: prove(&[r::L3C_SIM_12, r::L3C_SIM_08], |book: &Book| example(book, "after-reforming"));
    pairs_of_codes: prove(&[r::L3C_GAP_A40], |book: &Book| example(book, "pairs-of-codes"));
    two_pivots: prove(&[r::L3C_GAP_A23], |book: &Book| example(book, "two-pivots"));
    order_of_a_broken_unit: prove(&[r::L3C_GAP_A45], |book: &Book| example(book, "order-of-a-broken-unit"));
    initiative_of_the_attacker: prove(&[r::L3C_GAP_A10, r::L3C_SIM_02], |book: &Book| example(book, "initiative-of-the-attacker"));
    initiative_by_lot: prove(&[r::L3C_GAP_A71], |book: &Book| example(book, "initiative-by-lot"));
    last_step: prove(&[r::L3C_GAP_A59, r::L3C_SIM_06], |book: &Book| example(book, "last-step"));
    one_brigade_after_the_other: prove(&[r::L3C_GAP_A21, r::L3C_GEN_01], |book: &Book| example(book, "one-brigade-after-the-other"));
    two_lines: prove(&[r::L3C_GAP_A72, r::L3C_SIM_03], |book: &Book| example(book, "two-lines"));
    all_moves_before_fights: prove(&[r::L3C_MAC_14], |book: &Book| example(book, "all-moves-before-fights"));
    target_that_goes_away: prove(&[r::L3C_GAP_A74], |book: &Book| example(book, "target-that-goes-away"));
    caught_in_a_change: prove(&[r::L3C_SIM_05], |book: &Book| example(book, "caught-in-a-change"));
    manoeuvre_after_the_assault: prove(&[r::L3C_INT_10], |book: &Book| example(book, "manoeuvre-after-the-assault"));
    two_advances_meet: prove(&[r::L3C_INT_07, r::L3C_INT_12, r::L3C_INT_13, r::L3C_INT_15, r::L3C_GAP_A46], |book: &Book| example(book, "two-advances-meet"));
    both_attack: prove(&[r::L3C_GAP_A51, r::L3C_GAP_C43], |book: &Book| example(book, "both-attack-at-a-meeting"));
    horse_and_foot_meet: prove(&[r::L3C_INT_14], |book: &Book| example(book, "horse-and-foot-meet"));
    no_longer_fractions: prove(&[r::L3C_INT_18], |book: &Book| example(book, "a-general-lengthens-no-fraction"));
    second_line_decoy: prove(&[r::L3C_INT_01], |book: &Book| example(book, "second-line-decoy"));
    second_line_attacks: prove(&[r::L3C_INT_03], |book: &Book| example(book, "second-line-attacks-instead"));
    second_line_marches: prove(&[r::L3C_INT_03], |book: &Book| example(book, "second-line-marches-instead"));
    second_line_turns: prove(&[r::L3C_INT_03], |book: &Book| example(book, "second-line-turns-instead"));
    second_line_adapts: prove(&[r::L3C_INT_02], |book: &Book| example(book, "second-line-adapts"));
    two_fires: prove(&[r::L3C_FEU_02], |book: &Book| example(book, "two-fires"));
    turned_between_two_fires: prove(&[r::L3C_GAP_B24], |book: &Book| example(book, "turned-between-two-fires"));
    one_fire_in_each_phase: prove(&[r::L3C_GAP_B24], |book: &Book| example(book, "one-fire-in-each-phase"));
    march_then_fire: prove(&[r::L3C_FEU_22], |book: &Book| example(book, "march-then-fire"));
    support_is_the_last_act: prove(&[r::L3C_FEU_21], |book: &Book| example(book, "support-by-fire-is-the-last-act"));
    fire_is_the_last_act: prove(&[r::L3C_FEU_23], |book: &Book| example(book, "fire-is-the-last-act"));
    first_fire_supports_nobody: prove(&[r::L3C_FEU_20], |book: &Book| example(book, "first-fire-supports-nobody"));
    guns_support_the_next_assault: prove(&[r::L3C_FEU_05], |book: &Book| example(book, "guns-support-the-next-assault-too"));
    worst_company: prove(&[r::L3C_GEN_20], |book: &Book| example(book, "the-worst-company-counts"));
    elite_companies: prove(&[r::L3C_GEN_21], |book: &Book| example(book, "elite-companies-at-the-head"));
    guns_hit_their_friends: prove(&[r::L3C_FEU_42], |book: &Book| example(book, "guns-hit-their-friends"));
    elite_crew: prove(&[r::L3C_GAP_B21], |book: &Book| example(book, "an-elite-crew-aims-better"));
    neighbours_fire_as_one: prove(&[r::L3C_FEU_38], |book: &Book| example(book, "neighbours-fire-as-one"));
    round_shot_goes_through: prove(&[r::L3C_FEU_46, r::L3C_GAP_B20], |book: &Book| example(book, "round-shot-goes-through"));
    one_fire_against_two_assaults: prove(&[r::L3C_FEU_04], |book: &Book| example(book, "one-fire-against-two-assaults"));
    arrow_becomes_an_assault: prove(&[r::L3C_GAP_A35], |book: &Book| example(book, "arrow-becomes-an-assault"));
    chance_declined_once: prove(&[r::L3C_OPP_01], |book: &Book| example(book, "chance-declined-once"));
    through_guns: prove(&[r::L3C_GAP_A34], |book: &Book| example(book, "through-guns"));
    houses_are_closed: prove(&[r::L3C_ECO_03], |book: &Book| example(book, "houses-are-closed"));
    operational_march: prove(&[r::L3C_GAP_A67, r::L3C_OPS_01, r::L3C_PA_04], |book: &Book| example(book, "operational-march"));
    redeployed: prove(&[r::L3C_OPS_08, r::L3C_GAP_A102], |book: &Book| example(book, "redeployed"));
    marches_as_it_arrives: prove(&[r::L3C_GAP_A67], |book: &Book| example(book, "marches-as-it-arrives"));
    appears_too_briefly: prove(&[r::L3C_FEU_28], |book: &Book| example(book, "appears-too-briefly"));
    fire_at_horse_that_passes: prove(&[r::L3C_GAP_A18], |book: &Book| example(book, "fire-at-horse-that-passes"));
    no_duel_with_horse: prove(&[r::L3C_FEU_39], |book: &Book| example(book, "no-duel-with-horse"));
    horse_fires: prove(&[r::L3C_FEU_39], |book: &Book| example(book, "horse-fires"));
    no_general_no_march: prove(&[r::L3C_CHEF_03], |book: &Book| example(book, "no-general-no-march"));
    compulsory_moves: prove(&[r::L3C_GAP_A44, r::L3C_GAP_A88], |book: &Book| example(book, "compulsory-moves"));
    surrender: prove(&[r::L3C_GAP_A54], |book: &Book| example(book, "surrender"));
    general_of_another_brigade: prove(&[r::L3C_GAP_A64], |book: &Book| example(book, "general-of-another-brigade"));
    support_within_its_own_move: prove(&[r::L3C_SOU_05], |book: &Book| example(book, "support-within-its-own-move"));
    support_pays_its_way: prove(&[r::L3C_GAP_A57, r::L3C_SIM_10], |book: &Book| example(book, "support-pays-its-way"));
    support_in_fact_an_attacker: prove(&[r::L3C_SOU_06], |book: &Book| example(book, "support-in-fact-an-attacker"));
    support_engages_the_beaten: prove(&[r::L3C_SOU_03], |book: &Book| example(book, "support-engages-the-beaten"));
    support_of_another_brigade: prove(&[r::L3C_GAP_A27], |book: &Book| example(book, "support-of-another-brigade"));
    who_has_moved: prove(&[r::L3C_MVT_10], |book: &Book| example(book, "who-has-moved-does-not-pursue"));
    fire_for_a_neighbour: prove(&[r::L3C_SOU_07], |book: &Book| example(book, "fire-for-a-neighbour"));
    two_on_one: prove(&[r::L3C_MAC_25], |book: &Book| example(book, "two-on-one"));
    in_echelon: prove(&[r::L3C_SOU_04], |book: &Book| example(book, "in-echelon"));
    assault_resumed: prove(&[r::L3C_MVT_29], |book: &Book| example(book, "assault-resumed"));
    cavalry_withdraws: prove(&[r::L3C_INT_06, r::L3C_GAP_A26, r::L3C_GAP_A81, r::L3C_SIM_09], |book: &Book| example(book, "cavalry-withdraws"));
    first_fires_are_sealed: prove(&[r::L3C_GAP_A69, r::L3C_GAP_A31], |book: &Book| example(book, "first-fires-are-sealed"));
    free_fires: prove(&[r::L3C_GAP_A49, r::L3C_SIM_11], |book: &Book| example(book, "free-fires"));
    only_safeguards_after_a_fire: prove(&[r::L3C_SAU_04], |book: &Book| example(book, "only-safeguards-after-a-fire"));
    general_joins_for_a_fight: prove(&[r::L3C_GAP_A83], |book: &Book| example(book, "general-joins-for-a-fight"));
    who_does_not_go_on_stands: prove(&[r::L3C_GAP_A87], |book: &Book| example(book, "who-does-not-go-on-stands"));
    nobody_left: prove(&[r::L3C_GAP_A90], |book: &Book| example(book, "nobody-left"));
    beaten_army: prove(&[r::L3C_GAP_A91], |book: &Book| example(book, "beaten-army"));
    last_turn: prove(&[r::L3C_GAP_A92], |book: &Book| example(book, "last-turn"));
    squares_give_ground: prove(&[r::L3C_OPS_06], |book: &Book| example(book, "squares-give-ground"));
    heads_on_the_road: prove(&[r::L3C_GEN_18, r::L3C_GEN_19], |book: &Book| example(book, "heads-on-the-road"));
    too_far_from_the_road: prove(&[r::L3C_GAP_A100], |book: &Book| example(book, "too-far-from-the-road"));
    markers_of_type: prove(&[r::L3C_GEN_09], |book: &Book| example(book, "markers-of-type"));
    type_and_formation: prove(&[r::L3C_GAP_A30], |book: &Book| example(book, "type-and-formation"));
    attacked_after_passing_through: prove(&[r::L3C_CAC_10], |book: &Book| example(book, "attacked-after-passing-through"));
    broken_alignment: prove(&[r::L3C_MVT_28], |book: &Book| example(book, "broken-alignment"));
    duel_of_fire: prove(&[r::L3C_DUEL_01], |book: &Book| example(book, "duel-of-fire"));
    no_room_after_a_stream: prove(&[r::L3C_MAC_24], |book: &Book| example(book, "no-room-after-a-stream"));
    rallying_at_the_charge: prove(&[r::L3C_RAL_03], |book: &Book| example(book, "rallying-at-the-charge"));
    through_to_an_obstacle: prove(&[r::L3C_CAC_11], |book: &Book| example(book, "through-to-an-obstacle"));
    beaten_as_it_goes_through: prove(&[r::L3C_MOR_26, r::L3C_GAP_B33], |book: &Book| example(book, "beaten-as-it-goes-through"));
    drunk_with_victory: prove(&[r::L3C_CAC_09, r::L3C_MOR_21], |book: &Book| example(book, "drunk-with-victory"));
    guns_taken: prove(&[r::L3C_MVT_41], |book: &Book| example(book, "guns-taken"));
    taken_for_cuirassiers: prove(&[r::L3C_MOR_44], |book: &Book| example(book, "taken-for-cuirassiers"));
    status_weighs_once: prove(&[r::L3C_MOR_47], |book: &Book| example(book, "status-weighs-once"));
    one_regiment_as_one: prove(&[r::L3C_CAC_14], |book: &Book| example(book, "one-regiment-as-one"));
    fused_in_echelon: prove(&[r::L3C_CAC_14], |book: &Book| example(book, "fused-in-echelon"));
    not_alike_not_fused: prove(&[r::L3C_GAP_B30], |book: &Book| example(book, "not-alike-not-fused"));
    surprised_on_the_march: prove(&[r::L3C_OPS_10, r::L3C_GAP_A101], |book: &Book| example(book, "surprised-on-the-march"));
    no_catching_on_a_plateau: prove(&[r::L3C_GAP_A103, r::L3C_POU_10, r::L3C_GAP_A42], |book: &Book| example(book, "no-catching-on-a-plateau"));
    prisoners_at_a_stream: prove(&[r::L3C_POU_11, r::L3C_POU_12, r::L3C_GAP_A17], |book: &Book| example(book, "prisoners-at-a-stream"));
    pursuit_into_others: prove(&[r::L3C_POU_08], |book: &Book| example(book, "pursuit-into-others"));
    guns_by_hand_uphill: prove(&[r::L3C_MVT_37], |book: &Book| example(book, "guns-by-hand-uphill"));
    flight_keeps_its_facing: prove(&[r::L3C_FUI_03], |book: &Book| example(book, "flight-keeps-its-facing"));
    flight_is_pursued: prove(&[r::L3C_FUI_04], |book: &Book| example(book, "flight-is-pursued"));
    flight_into_a_wood: prove(&[r::L3C_FUI_05], |book: &Book| example(book, "flight-into-a-wood"));
    over_a_hedge: prove(&[r::L3C_MAC_23], |book: &Book| example(book, "over-a-hedge"));
    back_through_a_wood: prove(&[r::L3C_MVT_31], |book: &Book| example(book, "back-through-a-wood"));
    reforms_and_counter_charges: prove(&[r::L3C_RAL_25], |book: &Book| example(book, "reforms-and-counter-charges"));
    surrounded: prove(&[r::L3C_GAP_A25], |book: &Book| example(book, "surrounded"));
    race_to_a_wood: prove(&[r::L3C_FUI_05, r::L3C_GAP_A55], |book: &Book| example(book, "race-to-a-wood"));
    fire_fight_on_the_spot: prove(&[r::L3C_MOR_27], |book: &Book| example(book, "fire-fight-on-the-spot"));
    general_after_a_reverse: prove(&[r::L3C_CHEF_15], |book: &Book| example(book, "general-after-a-reverse"));
    guns_at_horse_that_crosses: prove(&[r::L3C_FEU_44], |book: &Book| example(book, "guns-at-horse-that-crosses"));
    no_zone_through_a_wall: prove(&[r::L3C_MVT_24], |book: &Book| example(book, "no-zone-through-a-wall"));
    stopped_and_goes_back: prove(&[r::L3C_GAP_A59], |book: &Book| example(book, "stopped-and-goes-back"));
    faces_as_a_safeguard: prove(&[r::L3C_GAP_B17], |book: &Book| example(book, "faces-the-enemy-as-a-safeguard"));
    no_canister_over_friends: prove(&[r::L3C_FEU_13], |book: &Book| example(book, "no-canister-over-friends"));
    no_forming_before_the_enemy: prove(&[r::L3C_RAL_05], |book: &Book| example(book, "no-forming-before-the-enemy"));
    numbers_of_the_moment: prove(&[r::L3C_MOR_63], |book: &Book| example(book, "numbers-of-the-moment"));
    stander_follows: prove(&[r::L3C_GAP_B10], |book: &Book| example(book, "stander-follows"));
    kept_back_and_replaced: prove(&[r::L3C_INT_03], |book: &Book| example(book, "kept-back-and-replaced"));
    support_follows: prove(&[r::L3C_SOU_02, r::L3C_GAP_A57], |book: &Book| example(book, "support-follows-to-the-end"));
    rally_that_must: prove(&[r::L3C_GAP_B18, r::L3C_RAL_02], |book: &Book| example(book, "rally-that-must"));
}

/// Every example comes out, also those that prove nothing which is not proved elsewhere; `EXAMPLE=id` takes one alone, with
/// all that was told.
#[test]
fn every_example_comes_out() {
    let wanted = std::env::var("EXAMPLE").ok();
    for id in all().into_iter().filter(|id| wanted.as_ref().is_none_or(|wanted| wanted == id)) {
        example(&Book::new(), &id);
    }
}
