# L’assistant

dice-thrown = { $n ->
    [one] { $figure } dé
   *[other] { $figure } dés
}
dice-left-over = dés en trop : { $faces }
follow-throw = Lancez les dés
chose = { $who } : { $does }
