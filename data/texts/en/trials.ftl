# Battles by the thousand: what the summary in the terminal and the pages of results say.

trial-lead = { $ruleset } · { $battles ->
    [one] one battle
   *[other] { $count } battles
} · blue: { $blue } · red: { $red } · seed { $seed }
trial-unfinished = Not finished: { $planned } battles are planned.
trial-interval = { $low } to { $high }
trial-results = Results
trial-won-by = Victories: { $who }
trial-drawn = Drawn
trial-named-blue = { $general } (named for blue)
trial-named-red = { $general } (named for red)
trial-side-chance = Chance of blue: { $side }
trial-pairs = Pairs won: { $who }
trial-pairs-by-points = The same, even pairs by points
trial-lost-of-led = Lost of what he led: { $who }
trial-mirror-note = The two fights of a pair share their dice and are not independent: who is the better general is told by the pairs.
trial-turns = Turns
trial-turns-spread = from { $least } to { $most }
trial-course = Chance as battles accumulate: { $who }
trial-course-note = A draw counts as half a victory. The band is the interval of 95% (Wilson).
trial-axis-battles = battles
trial-curves = Losses turn by turn
trial-curves-note = Share of its strength that each side has lost at the end of a turn, on the mean. A battle that ended earlier stays as it ended.
trial-axis-turns = turn
trial-sides = Blue: { $blue }. Red, broken line: { $red }.
trial-deaths = Where units left the battle
trial-deaths-note = Destroyed, put to flight or driven off the table. The larger and darker a mark, the more often it happened there; both maps have one measure.
trial-deaths-of = { $side } · { $n ->
    [0] no unit
    [one] one unit
   *[other] { $count } units
}
trial-losses = Losses
trial-losses-note = On the mean of all battles, in the ruleset's own unit of strength. Broke: routed, gave up its guns or left.
trial-all = All
trial-head-who = Who
trial-head-start = Start
trial-head-lost = Lost
trial-head-share = Share
trial-head-broke = Broke
trial-head-gone = Left
trial-head-battles = Battles
trial-head-how = Outcome
trial-head-die = Die
trial-head-thrown = Thrown
trial-head-mean = Mean
trial-head-expected = Expected
trial-head-error = Standard error
trial-head-deviation = Deviation
trial-first = Which unit broke first
trial-none = none
trial-endings = How it ended
trial-dice = Dice against expectation
trial-dice-note = Deviation: the difference in standard errors. It lies between −2 and 2 in 95 of 100 runs.
trial-method = Every battle has its own seed, a function of the run's seed and its number: the same command gives the same rows, whatever the number of threads, and "grognard fight" with the seed of a row fights that battle again. Shares stand with their interval of 95% (Wilson). Points are those that each ruleset gives. The rows are in battles.csv and units.csv and, with the events, as Parquet in the folders battles, units and events.
trial-series-lead = { $ruleset } · { $varied } · { $runs } values, each with the same seeds · blue: { $blue } · red: { $red } · seed { $seed }
trial-effect = Chance of blue: { $side }
trial-effect-note = A draw counts as half a victory. The bars are intervals of 95% (Wilson). All values are fought with the same seeds.
trial-runs = Each value
trial-head-value = Value
trial-head-blue = Blue wins
trial-head-draws = Draws
trial-head-red = Red wins
trial-head-chance = Chance of blue
trial-head-turns = Turns
trial-head-blue-lost = Blue lost
trial-head-red-lost = Red lost

simulate-progress = Battles
simulate-resumed = { $n ->
    [one] One battle was there already.
   *[other] { $n } battles were there already.
}
simulate-length = Length: { $mean } turns on the mean (standard deviation { $deviation }, from { $least } to { $most }).
simulate-endings = Outcome:
simulate-dice = { $die }: { $thrown } thrown, mean { $mean }, expected { $expected } (standard error { $error }, deviation { $deviation }).
simulate-written = Rows, summary and page: { $folder } (open { $page })
simulate-interrupted = Interrupted. What was fought is kept; the same command goes on from there.
simulate-interrupted-lost = Interrupted. Without --out nothing is kept.
simulate-some-failed = { $n ->
    [one] One battle did not come to its end.
   *[other] { $n } battles did not come to their end.
}
simulate-failed = Battle { $battle } failed (seed { $seed }): { $reason }. Log: { $log }
simulate-failed-unkept = Battle { $battle } failed (seed { $seed }): { $reason }. Its log could not be kept.
simulate-not-a-folder = { $folder }: a file stands where the folder of the run should be.
simulate-not-a-run = { $folder }: not empty, and not the folder of such a run. Name another one, or an empty one.
simulate-in-use = { $folder }: another run is writing there.
simulate-other-run = { $folder } holds another run, which differs by: { $fields }. Name another folder.
simulate-longer = { $folder } already holds { $done } battles: more than --battles asks for.
simulate-field-format = the format of the files
simulate-field-ruleset = the ruleset
simulate-field-version = the version of the rules
simulate-field-scenario = the scenario
simulate-field-tables = the tables
simulate-field-options = the options
simulate-field-generals = the generals
simulate-field-mirror = --mirror
simulate-field-seed = the seed
simulate-field-series = what is varied
simulate-field-shard = the shard
simulate-not-a-shard = { $folder } holds a whole run, not a shard of one.
simulate-unfinished = { $folder } holds { $done } of { $wanted } fights: let it fight to its end first (the same command goes on).
simulate-shards-missing = Shards are missing: { $missing }.
simulate-shard-twice = A shard was named twice.
simulate-merged-series = { $runs } runs put together in { $folder }. The same command without --shard and with --out { $folder } fights nothing more and writes the page of all of them.
simulate-vary-form = "{ $typed }": --vary is written WHAT=VALUE,VALUE and --balance WHAT=LOW..HIGH. WHAT is one of: { $forms }.
simulate-vary-kind = "{ $name }" cannot be varied. Possible: { $forms }.
simulate-vary-unknown = There is no "{ $name }". There are: { $known }.
simulate-vary-number = "{ $value }" is not a whole number.
simulate-vary-faults = "{ $typed }": the scenario is not right with { $value }:
simulate-disagree = { $about }: { $one } and { $other } disagree on which side is favoured or by how much. What is measured there is the generals, not the battle.
simulate-opposed = { $about }: what raises the chance of blue led by { $one } lowers it led by { $other }. What is measured is the generals, not the battle.
simulate-balance-best = Closest to even: { $name } = { $value }, chance of blue { $chance } ({ $interval }).
simulate-balance-open = Both ends of the range favour the same side: an even battle may lie beyond it.
simulate-balance-as-good = With so many battles, { $low } to { $high } cannot be told from even.
simulate-balance-sure = No other value tried is within the interval of an even chance.
simulate-balance-none = No value tried is within the interval of an even chance.

compare-lead = The same scenario under each ruleset · { $battles ->
    [one] one battle
   *[other] { $count } battles
} each · blue: { $blue } · red: { $red } · seed { $seed }
compare-day = On the day
compare-won = yes
compare-generals = Generals
compare-pairs = Pairs won by the general named for blue
compare-lost-of-led = Lost of what they led: named for blue / for red
compare-disagree = { $ruleset }: { $one } and { $other } disagree on which side is favoured or by how much. What is measured there is the generals, not the battle.
compare-length = Length, in turns
compare-first-rout = First rout, in turn
compare-first-unit = Breaks first most often
compare-losses = Losses: { $side }
compare-men = { $men } men, { $share }
compare-note = In brackets, the interval of 95 %. Victories are those of the sides, whoever led them; losses are a share of the strength, counted as each ruleset counts it. A turn is not equally long in every ruleset.
compare-whose = "{ $typed }": say for which ruleset, for instance "RULESET:NAME=VALUE" or "RULESET=FILE". Compared here: { $known }.
