# Les mots du client que cette règle dit autrement : son temps se compte en périodes.
bar =
    .turn = Période { $n } sur { $all }
    .turnShort = Période { $n }
    .before = Avant la première période
turn =
    .happened = Ce qui s’est passé à la période { $n }
end =
    .seedChecked = Scellée avant la première période, ouverte maintenant : chaque dé a été recalculé à partir d’elle et se trouve tel qu’il est tombé.
    .seedWrong = Scellée avant la première période, ouverte maintenant : des dés de ce journal n’en découlent pas.
    .turn = période { $n }
    .turn0 = avant la période 1
home =
    .turns = { $n } { $n ->
            [one] période
           *[other] périodes
        }
battles =
    .turn = période { $n }
    .turn0 = avant la première période
replay =
    .turnBack = Période précédente
    .turnForward = Période suivante
    .jump = Aller à la période
    .turn = Période { $n }
    .turn0 = Avant la période 1
    .keys = Espace : lecture ou pause · flèches : pas à pas · Maj + flèches : de période en période
    .continueName = { $name }, depuis la période { $turn }
coach =
    .title = Première période, pas à pas
    .show = Première période, pas à pas
    .done = Cinq périodes sont jouées : le moniteur se retire. Il se retrouve dans l’aide ; l’école a un problème pour chaque phase.
