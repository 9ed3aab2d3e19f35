//! The distribution of one volley, against counting all its faces.

use crate::timing::{columns, heading, measure, row, times};
use anyhow::ensure;
use dice::{Throw, distribution};

/// Dice of the volley.
const DICE: u8 = 6;

pub fn run() -> anyhow::Result<()> {
    heading(
        "losses of a volley of six dice",
        "dice::distribution against going through all 46,656 falls of the faces; the same eight classes of losses.",
    );
    let throw = Throw::d6(DICE).cuts([9, 13, 17, 21, 25, 29, 33]);
    let all = enumerate(&throw);
    let counted = distribution(&throw)?;
    ensure!(all.iter().all(|&(class, weight)| counted.weight(class) == weight), "the volley is counted otherwise");
    columns();
    let own = measure(|| distribution(&throw));
    let plain = measure(|| enumerate(&throw));
    row("dice::distribution", own, "");
    row("all falls", plain, &times(own, plain));
    Ok(())
}

/// Goes through every outcome of the dice.
fn enumerate(throw: &Throw) -> Vec<(i16, u128)> {
    let mut weights = vec![0_u128; throw.cuts.len() + 1];
    let mut faces = [1_i16; DICE as usize];
    loop {
        let class = throw.class(faces.iter().sum());
        if let Some(weight) = usize::try_from(class).ok().and_then(|class| weights.get_mut(class)) {
            *weight += 1;
        }
        let Some(place) = faces.iter().position(|&face| face < 6) else { break };
        faces[..place].fill(1);
        faces[place] += 1;
    }
    (0..).zip(weights).collect()
}
