//! One unit against several in one assault.

use super::whole::{check_pair, drive, odds_fault};
use super::{Checks, Outcome, Run, Test};
use crate::fight::{Aim, Assault, Form, JoinedAssaults, JointBout, JointEnd, Party, Who, Wish, explain};
use crate::terms::book::{Book, r};
use crate::terms::situation_fault::SituationFault as F;
use crate::{Arm, Formation, Nation};
use game::{Rule, odds};
use serde_json::{Map, Value};

pub(super) struct JointAssault;

/// An end, as the odds and the last step show it.
fn told(end: &JointEnd) -> Map<String, Value> {
    match serde_json::to_value(end) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

impl Test for JointAssault {
    type Book = Book;
    const NAME: &'static str = "joint-assault";
    const RULES: &'static [Rule] = &[
        r::L3C_MAC_25,
        r::L3C_MOR_12,
        r::L3C_MOR_65,
        r::L3C_MOR_74,
        r::L3C_MOR_95,
        r::L3C_FEU_03,
        r::L3C_CAC_13,
        r::L3C_GAP_A96,
        r::L3C_GAP_A99,
    ];
    type Situation = JoinedAssaults;

    fn example() -> JoinedAssaults {
        let column = Party {
            nation: Nation::France,
            formation: Formation::DivisionColumn,
            front: 4,
            ranks: 3,
            ..Party::default()
        };
        let pair = Assault { width: 4, defender_overlaps: 1, attacker: column, ..Assault::default() };
        JoinedAssaults { lone: Who::Defender, pairs: vec![pair.clone(), pair], ..JoinedAssaults::default() }
    }

    fn check(book: &Book, joint: &JoinedAssaults, checks: &mut Checks) {
        checks.entries("pairs", joint.pairs.len(), 2..=JoinedAssaults::MOST);
        for (at, pair) in joint.pairs.iter().enumerate() {
            let place = format!("pairs[{at}]");
            check_pair(book, &format!("{place}."), pair, checks);
            checks.want(pair.purpose == Aim::Contact, &format!("{place}.purpose"), F::JointNotToContact);
            checks.want(pair.attacker.arm != Arm::Artillery, &format!("{place}.attacker.arm"), F::GunsAttack);
            checks.want(!pair.mutual, &format!("{place}.mutual"), F::JointMutual);
        }
        // Only units of one brigade and of one arm attack one objective together (L3C-MAC-25).
        if joint.lone == Who::Defender && book.on(r::L3C_MAC_25) {
            let arm = joint.pairs.first().map(|pair| pair.attacker.arm);
            let one_arm = joint.pairs.iter().all(|pair| Some(pair.attacker.arm) == arm);
            checks.want(one_arm, "pairs", F::JointOfArms);
            checks.want(joint.same_brigade, "same_brigade", F::JointOfBrigades);
        }
    }

    fn resolve(joint: &JoinedAssaults, mut run: Run<'_>) -> Outcome {
        let joint = joint.settled();
        let bout = JointBout::new(run.book, &joint);
        let all = odds(&bout, &Form, &Wish).map_err(|error| odds_fault(&error))?;
        for (end, chance) in &all.rows {
            run.row(Value::Object(told(end)), *chance);
        }
        let label = |bout: &JointBout<'_>| bout.current().map_or("end", |(_, pair)| pair.state.stage.label());
        let lines = |bout: &JointBout<'_>, fact: &crate::fight::JointFact, told: &crate::fight::StageInput| {
            bout.current().map(|(_, pair)| explain(pair, fact.fact, told)).unwrap_or_default()
        };
        if let Some((_, end)) = drive(&mut run, bout, label, lines)? {
            run.tell_all(told(&end));
        }
        run.done(false)
    }
}
