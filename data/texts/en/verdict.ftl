# The verdict of a test, a fire, a charge: a sentence, then what each end brings.
# verdict-markers: the names that make an end, in the order in which they are looked for; verdict-also: what is told
# beside; verdict-figures: figures given by their mean; verdict-alone: those that are told without an end.

verdict-markers = broken attacker_wins defender_wins undecided passed
verdict-also = defender_gone attacker_gone eliminated defender_lost attacker_lost melee
verdict-figures = recoil
verdict-alone = losses
verdict-between = ,{" "}
verdict-end = { $end } { $chance }
verdict-mean = { $what }: { $mean } on average
verdict-also-share = { $what } { $share }
verdict-missed = not this: { $means }

verdict-attacker_wins = { $reader ->
    [starter] you win
    [target] the enemy wins
   *[nobody] the attacker wins
}
    .tone = good
verdict-defender_wins = { $reader ->
    [starter] you are thrown back
    [target] you hold
   *[nobody] the defender holds
}
    .tone = bad
verdict-not-attacker_wins = { $reader ->
    [starter] you are thrown back
    [target] you hold
   *[nobody] the defender holds
}
    .tone = bad
verdict-undecided = undecided
    .tone = even
verdict-broken = the charge is broken
    .tone = bad
verdict-passed = passed
    .tone = good
verdict-not-passed = failed
    .tone = bad
verdict-outcome-attacker = { $reader ->
    [starter] you win
    [target] the enemy wins
   *[nobody] the attacker wins
}
    .tone = good
verdict-outcome-defender = { $reader ->
    [starter] you are thrown back
    [target] you hold
   *[nobody] the defender holds
}
    .tone = bad
verdict-outcome-undecided = undecided
    .tone = even
verdict-outcome-broken = the charge is broken
    .tone = bad

verdict-also-defender_gone = the defender is destroyed
verdict-also-attacker_gone = the attacker is destroyed
verdict-also-eliminated = the loser is eliminated
verdict-also-defender_lost = the defender is lost
verdict-also-attacker_lost = the attacker is lost
verdict-also-melee = after a melee
verdict-figure-recoil = recoil
verdict-figure-losses = losses

# A test of the journal, as it stood before its dice.
verdict-as-much = as much or more
verdict-less = less
verdict-figure-total = total
verdict-good = passed won effective hit obey steady charge attack advance escaped takes_place runs_on eliminates arrives unhurt
verdict-bad = failed lost killed wounded rout flight retreat fall_back broken eliminated captured hesitant missed no_effect called_off uncontrolled waits
