# The words of the client that this ruleset says otherwise: its time is counted in periods.
bar =
    .turn = Period { $n } of { $all }
    .turnShort = Period { $n }
    .before = Before the first period
turn =
    .happened = What happened in period { $n }
end =
    .seedChecked = Sealed before the first period, opened now: every die was worked out again from it and is as it fell.
    .seedWrong = Sealed before the first period, opened now: some dice of this log do not follow from it.
    .turn = period { $n }
    .turn0 = before period 1
home =
    .turns = { $n } { $n ->
            [one] period
           *[other] periods
        }
battles =
    .turn = period { $n }
    .turn0 = before the first period
replay =
    .turnBack = Previous period
    .turnForward = Next period
    .jump = Go to period
    .turn = Period { $n }
    .turn0 = Before period 1
    .keys = Space: play or pause · arrows: step by step · Shift + arrows: period by period
    .continueName = { $name }, from period { $turn }
coach =
    .title = First period, step by step
    .show = First period, step by step
    .done = Five periods are played: the coach steps back. It can be found again in the help; the school has a problem for each phase.
