# Le verdict d’un test, d’un tir, d’une charge : une phrase, puis ce que chaque issue apporte.
# verdict-markers : les noms qui font une issue, dans l’ordre où on les cherche ; verdict-also : ce qui se dit à côté ;
# verdict-figures : les chiffres donnés en moyenne ; verdict-alone : ceux qui se disent sans issue.

verdict-markers = broken attacker_wins defender_wins undecided passed
verdict-also = defender_gone attacker_gone eliminated defender_lost attacker_lost melee
verdict-figures = recoil
verdict-alone = losses
verdict-between = ,{" "}
verdict-end = { $end } { $chance }
verdict-mean = { $what } : { $mean } en moyenne
verdict-also-share = { $what } { $share }
verdict-missed = pas cela : { $means }

verdict-attacker_wins = { $reader ->
    [starter] vous l’emportez
    [target] l’ennemi l’emporte
   *[nobody] l’attaquant l’emporte
}
    .tone = good
verdict-defender_wins = { $reader ->
    [starter] vous êtes repoussé
    [target] vous tenez
   *[nobody] le défenseur tient
}
    .tone = bad
verdict-not-attacker_wins = { $reader ->
    [starter] vous êtes repoussé
    [target] vous tenez
   *[nobody] le défenseur tient
}
    .tone = bad
verdict-undecided = indécis
    .tone = even
verdict-broken = la charge est brisée
    .tone = bad
verdict-passed = réussi
    .tone = good
verdict-not-passed = manqué
    .tone = bad
verdict-outcome-attacker = { $reader ->
    [starter] vous l’emportez
    [target] l’ennemi l’emporte
   *[nobody] l’attaquant l’emporte
}
    .tone = good
verdict-outcome-defender = { $reader ->
    [starter] vous êtes repoussé
    [target] vous tenez
   *[nobody] le défenseur tient
}
    .tone = bad
verdict-outcome-undecided = indécis
    .tone = even
verdict-outcome-broken = la charge est brisée
    .tone = bad

verdict-also-defender_gone = le défenseur est détruit
verdict-also-attacker_gone = l’attaquant est détruit
verdict-also-eliminated = le vaincu est éliminé
verdict-also-defender_lost = le défenseur est perdu
verdict-also-attacker_lost = l’assaillant est perdu
verdict-also-melee = après une mêlée
verdict-figure-recoil = recul
verdict-figure-losses = pertes

# Un test du journal, tel qu’il s’annonçait avant ses dés.
verdict-as-much = autant ou plus
verdict-less = moins
verdict-figure-total = total
verdict-good = passed won effective hit obey steady charge attack advance escaped takes_place runs_on eliminates arrives unhurt
verdict-bad = failed lost killed wounded rout flight retreat fall_back broken eliminated captured hesitant missed no_effect called_off uncontrolled waits
