# The assistant

dice-thrown = { $n ->
    [one] { $figure } die
   *[other] { $figure } dice
}
dice-left-over = dice too many: { $faces }
follow-throw = Throw the dice
chose = { $who }: { $does }
