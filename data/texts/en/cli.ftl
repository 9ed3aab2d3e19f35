# What the command line says.

general-random = the computer, at random
general-recruit = the computer, a recruit
general-captain = the computer, a captain
general-marshal = the computer, a marshal
general-stand = the computer, a partner who stands
general-rush = the computer, a partner who rushes
general-refuse = the computer, a partner who refuses a wing
general-ride = the computer, a partner whose horse rides at you
general-wait = the computer, a partner who waits, then attacks

date = { $day } { $month } { $year }
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December

program-fault = This is a fault of the program, not yours. The message above helps to find it.
program-wait = Enter closes this window.
no-ruleset = There is no ruleset "{ $name }". There are: { $known }.
no-general = There is no general "{ $name }". There are: { $known }; captain:bold or captain:prudent give a temperament, marshal:40 the battles played in the mind.
no-scenario = "{ $name }" is neither a scenario nor a file. Scenarios: { $known }.
no-option = This ruleset has no option "{ $name }". It has: { $known }.
option-range = "{ $pair }": an option is 0 (no) or 1 (yes).
option-value = "{ $pair }": an option is written name=number, name=yes or name=no.
faults-count = { $n ->
    [one] One fault.
   *[other] { $n } faults.
}

file-unreadable = { $file }: cannot be read: { $reason }.
file-unwritable = { $file }: cannot be written: { $reason }.
file-disk-full = there is no room left on the disk
file-not-found = there is no such file
file-forbidden = you may not
file-is-directory = it is a folder
file-no-folder = its folder does not exist
file-not-text = line { $line } is not text in UTF-8
not-json = { $file }: { $reason }
picture-ending = { $file }: a picture's name ends in .svg or .png.
picture-written = Picture written: { $file }
report-written = Report written: { $file }

# resolve
tests-of = Tests of { $ruleset }
tests-how = One of them:  grognard resolve { $ruleset } { $test } --example
    Its form:     grognard resolve { $ruleset } { $test } --schema
no-test = { $ruleset } has no test "{ $test }".
no-test-known = It has: { $known }.
no-example = This test has no example.
no-situation =
    This test wants a situation: --situation FILE (or - for the standard input).
    Its form and an example:  grognard resolve { $ruleset } { $test } --schema
    To resolve the example:   grognard resolve { $ruleset } { $test } --example
fault-between = must be { $least } to { $most }, not { $value }
fault-one-of = must be { $known }, not { $value }
fault-entries = { $least ->
    [0] must have at most { $most } entries, not { $count }
   *[other] must have { $least } to { $most } entries, not { $count }
    }
fault-entries-exactly = must have { $most } entries, not { $count }
fault-unknown-field = unknown field "{ $found }"; possible: { $known }
fault-unknown-word = unknown word "{ $found }"; possible: { $known }
fault-missing = "{ $found }" is missing
fault-sort = { $found } is not right; expected: { $known }
fault-no-such-field = unknown field "{ $found }"
fault-form = this is not written in a known way
sort-count = a whole number, 0 or more
sort-integer = a whole number
sort-number = a number
sort-boolean = true or false
sort-string = a text
sort-map = an object
sort-sequence = a list
sort-null = nothing
situation-more_than_0 = it must be more than 0
situation-second_more_than_0 = the second figure must be more than 0
situation-front_and_depth = a base has a front and a depth of more than 0
situation-figures_grow = the figures must grow
situation-figures_grow_from_0 = the figures must grow from more than 0
situation-figures_not_falling = the figures must not fall
situation-figures_not_rising = the figures must not rise
situation-figures_fall = the figures must fall, and there must be some
situation-no_row = there must be at least one row
situation-each_once_in_order = each entry once, in the order of the tables shipped
situation-fixed_scale = this figure is fixed: all distances are counted by it
situation-missing_section = this section is missing
situation-unknown_section = there is no such section
situation-needs_person = a person must tell a situation before this can be counted
situation-never_ends = it may go on for ever: the odds cannot be counted
situation-too_many_states = too many possible situations to count the odds
situation-too_many_dice = too many dice to be counted exactly
situation-not_a_throw = this is not a throw of dice
situation-already_over = it is over: nothing more is waited for
situation-no_end = it does not come to an end
situation-dice_expected = dice are waited for, not a choice
situation-choice_expected = a choice is waited for, not dice
situation-not_followed = this is not followed step by step
situation-no_units = nobody is on either side
situation-type_without_values = its type has no values under this ruleset
situation-values_of_other_arm = it has values of another arm
situation-general_not_on_table = its general is not on the table
fault-at = { $place }: { $reason }
dice-short = Too few dice: { $throw } needs { $wanted ->
    [one] one
   *[other] { $wanted }
}, { $left ->
    [0] none is left
    [one] one is left
   *[other] { $left } are left
}.
dice-left = Too many dice: { $count ->
    [one] one was not thrown ({ $faces })
   *[other] { $count } were not thrown ({ $faces })
}.
dice-face = Die { $place } of { $throw } cannot show { $face }.
resolve-total = total
resolve-dice = Dice: { $faces }
resolve-seed = {"  "}(seed { $seed })
resolve-result = Result
resolve-reconstructed = Reconstructed figures, which the text does not print: { $tables }. A club that owns the book puts its own: --tables FILE (starting from: grognard rules { $ruleset } --tables).
resolve-odds = Odds before the dice
resolve-reply = Odds if the other player answers "{ $reply }"
resolve-reply-taken = Odds if the other player answers "{ $reply }" (as above)
chances-certain = certain: { $outcome }
chances-exactly = exactly
chances-at-least = at least

# rules
no-rule = There is no rule "{ $id }".
kind-rule = rule
kind-option = option
kind-ruling = ruling
kind-etiquette = table etiquette
rule-ruled-by = Ruling: { $id } · { $title }
rule-setting = Switch: --option { $setting }=1
rule-cited-proved = in the code, proved by a test
rule-cited = in the code, not yet proved by a test
rule-not-cited = not yet in the code
rule-not-played = nothing to play
rules-count = { $n } entries
rules-how = All rules: grognard rules RULESET · one rule: grognard rules RULESET ID · search: grognard rules --search WORD
search-nothing = No rule speaks of "{ $word }".
coverage-rules = rules and options that concern play
coverage-cited = of them applied by the code
coverage-played = of them applied in a battle, not only by themselves
coverage-lists = of them applied where army lists are reckoned: they bind no battle
coverage-proved = of them proved by tests
coverage-rulings = rulings
coverage-rulings-cited = of them applied by the code
coverage-rulings-played = of them applied in a battle, not only by themselves
coverage-rulings-proved = of them proved by tests
coverage-waiting = The rest ({ $n }), with the reason
waiting-etiquette = table etiquette: nothing to play
waiting-data = held in the data files
waiting-absence = the text has no such rule: nothing to apply
waiting-other-play = belongs to a way of playing that is not played: nothing to apply
waiting-lists = binds army lists: applied where a list is reckoned, never in a battle
waiting-not-cited = not yet in the code
waiting-not-proved = not yet proved by a test
waiting-not-played = a resolution by itself applies it, a battle does not

# scenario
scenario-size = { $turns } turns, { $blue } units against { $red }
scenario-length = { $turns ->
    [one] { $turns } turn
   *[other] { $turns } turns
}
scenario-good = { $file }: no fault. "{ $title }", { $units } units.
scenario-made = Written: { $file }. "{ $title }", from the seed { $seed }.
make-size = { $units } units a side cannot be had: from { $least } to { $most }.
make-nation = No nation "{ $name }". There are: { $known }.
make-no-troops = No army of this size can be raised for: { $nation }.
make-no-troops-in = No army of this size can be raised in { $year } for: { $nation }.
make-uneven = No armies of { $blue } and { $red } in { $year } were found that cost the same under every ruleset: try another seed, year or number of units.
scenario-start = Start
scenario-objectives = Objectives
scenario-victory = Victory
scenario-reconstructed = ◇ strength, place or presence is a reconstruction
strength-men = { $n ->
    [one] one man
   *[other] { $count } men
}
strength-guns = { $n ->
    [one] one gun
   *[other] { $count } guns
}
strength-elements = { $n ->
    [one] 1 element
   *[other] { $count } elements
}

# army
army-total = Total: { $total } points
army-total-of = Total: { $total } points of { $budget }
army-over = { $total } points: over the budget of { $budget }.
army-doctrine = Doctrine of the infantry, one for each brigade: { $orders }
army-no-costs = { $ruleset } gives units no cost: an army list cannot be priced under it.
army-no-doctrine = Doctrine: this nation has none in the table; its brigades choose freely.
doctrine-thin = thin order (lines)
doctrine-deep = deep order (columns)
doctrine-mixed = mixed order (lines and columns)

# fight
fight-progress = Turn
fight-stopped = The battle came to a stop
fight-endless = still under way after more answers than it takes
fight-endless-after = still under way after { $answers } answers
fight-no-answer = a general did not answer
fight-no-answer-to = a general does not answer the question "{ $question }"
fight-refused = a general's answer was refused
fight-refused-to = a general's answer to the question "{ $question }" is refused: { $reasons }
fight-stuck = the battle waits for nobody and is not over
fight-stop = the program stopped at something that cannot be
fight-log = Log: { $file } ({ $lines } lines). Check it: grognard replay { $file } --verify

# replay and reports
log-empty = { $file }: the log is empty.
log-no-head = { $file }: line 1: not the head of a battle log.
log-newer = { $file }: line 1: the log has format { $format }, this program reads up to { $most }.
log-bad-line = { $file }: line { $line }: cannot be read: { $reason }
log-line-too-long = more than { $most } bytes
log-line-no-json = no JSON from column { $column } on
log-line-no-entry = at column { $column }, nothing that a log says
log-line-other-version = played with version { $version } of the rules, this is version { $current }
log-differs = { $file }: line { $line }: not what the rules make of it: { $reason }
log-cut = { $file }: line { $line } was cut off in the middle and is left out.
log-unknown-ruleset = This program does not know the ruleset "{ $name }": the battle is shown from its events.
log-other-version = Played with version { $version } of the rules, this is version { $current }: the battle is shown from its events.
log-not-verified = The battle is shown from its events; the rules of today do not give the same: { $reason }
log-verified = { $file }: verified. { $lines } lines, { $events } events, { $dice } dice; state { $hash }.
log-seed-opened = The seed is open: every die comes from it.
log-seed-sealed = The battle is not over: the seed is still sealed.
log-seed-absent = The battle is over, but the seed is not open: the dice were thrown at the table, or the last line is missing.
log-broken-off = { $file }: the log breaks off after line { $line }: what follows the last answer or the last dice is missing.
log-one-side = This is the log of one side: it can be read, but only the whole log can be verified.
log-other-form = { $file }: line { $line }: not written as this program writes it: an unknown name, or a value left out.
log-made-nothing = the rules make nothing here, the log says { $first }
log-made-other = the rules make { $first } here, the log says { $second }
log-other-answer = the answer is not the one that was sealed
log-no-seal = an answer without its seal
log-seal-not-open = a seal for a question that is not open: { $first }
log-other-seed = the seed is not the one that was sealed
log-foreign-dice = these dice do not come from the seed
log-no-dice-here = dice where none are thrown
log-dice-misread = the dice read { $first }, not { $second }
log-throw-count = { $first } throws instead of { $second }
log-state-differs = the state differs here
log-no-undo = nothing that may be undone
log-other-undo = undone to another line
log-answer-missing = an answer of the other side is missing
log-not-asked = an answer where none is asked
log-not-open = an answer to a question that is not open: { $first }
log-waiting-misfits = the answer that waits does not fit the question: { $first }
log-answer-refused = the answer is refused: { $first }
report-seed = Seed of the dice: { $seed }
standard-input = standard input
standard-output = standard output
the-example = example
log-too-short = There is no line { $at }: the log has lines 1 to { $lines }.
log-no-turn = There is no turn { $turn }: the log ends in turn { $last }.
log-not-over = The battle is not over.
report-led-by = { $side }: led by { $general }
report-before = Before the battle
report-turn = Turn { $turn }
report-end-of = { $turn ->
    [0] Start
   *[other] End of turn { $turn }
}
report-turn-short = { $turn }: { $tests ->
    [one] { $tests } test
   *[other] { $tests } tests
}; strength lost: blue { $blue }, red { $red }
report-turn-short-gone = { $turn }: { $tests ->
    [one] { $tests } test
   *[other] { $tests } tests
}; strength lost: blue { $blue }, red { $red }; gone: { $gone }
report-losses = strength lost: { $lost } of { $of }; { $gone ->
    [0] nobody gone
    [one] one unit or general gone
   *[other] { $gone } units or generals gone
}; { $units ->
    [0] no unit left
    [one] one unit left
   *[other] { $units } units left
}
report-dice = { $n } six-sided dice, mean { $mean } (expected 3.50): { $faces }
report-dice-title = The dice

# about
about-program = Grognard plays Napoleonic miniature battles by the book: it is the table, the umpire, the rulebook and the opponent.
about-rulesets = The rules and their authors
about-books = These rulesets belong to their authors. Grognard applies them and explains them in its own words; it does not replace their books, which are worth having, for the text, the examples and the spirit of the game.
about-licence = Program: MIT or Apache-2.0, as you like. Fonts of the pictures: Noto Sans (OFL 1.1 licence) and DejaVu Serif (Bitstream Vera licence).

selftest-done = { $battles } battles, { $turns } turns, { $answers } answers; { $offers } offers tried, { $refused } answers rightly refused, { $seals } seals played two ways.
selftest-watched = Besides, { $watched } battles come to their end but break an invariant that is still on trial; the first:
selftest-failed = Battle { $battle } fails
selftest-odds = { $positions } positions: { $compared } trials compared, { $by_reply } of them for one reply of a player, { $classes } classes of dice, { $most_classes } in the largest, { $dropped } not run to the end, { $otherwise } that came to nothing, { $differs } different.
selftest-odds-by = By kind: { $kinds }.
    By reply: { $replies }.
selftest-odds-left = Came to nothing: { $otherwise }. Shown, compared under another name: { $elsewhere }.
selftest-odds-told = Chances given to the computer’s generals, with the mean error: { $told }.
selftest-odds-dropped = Not run to the end: { $dropped }.
selftest-differs = The odds shown differ from those of the battle, or a trial was not run to the end

# The table in the browser
play-begun = The table is set: { $link }
    For figures on a real table, the assistant: { $assistant }
    Battles are kept in { $folder }. Ctrl-C ends the program; nothing is lost.
play-end = The table is closed.
play-found = The table is open already: { $link }
play-found-own = It does not know the scenario { $scenario } of your own yet: add it there, under “A scenario of your own”.
play-other-port = Port { $usual } is taken by another program: the table is at port { $port }.
play-no-browser = No browser could be opened: open the address above yourself.
play-no-client = The client was not there when this program was built: `make play` builds both.
play-open-to-all = Warning: the table is open to the network without encryption ({ $addresses }). Whoever has the link of a seat plays it, and who can read the network can read the links. Use it on a network you trust.
play-seed = Warning: the dice of this table come from the number { $seed }: whoever knows it knows them.
play-seed-open = Dice that can be known beforehand do not go with a table that is open to the network: leave out --seed or --listen
play-port-taken = { $address } is taken, perhaps by a table that is open already. Close that one, or choose another port: --port { $next }
play-no-listen = { $address }: { $reason }. Choose an address of this machine: --listen 127.0.0.1
play-folder = Battles cannot be kept in { $folder }: { $reason }. Choose another folder: --data FOLDER
play-newer = { $file } was written by a newer version of the program. Use that version, or another folder: --data FOLDER
play-unreadable = { $file } cannot be opened: { $reason }. Move it away, or use another folder: --data FOLDER

# What a log proves
log-bad-link = { $file }: line { $line }: it does not follow the lines before it: a line was changed, left out or put in.
log-no-umpire = { $file }: the battle is over, but its umpire has not signed it: nobody knows that it ended so.
log-wrong-signature = the signature of this seat does not fit, or is missing
log-no-key = this is no key
log-wrong-umpire = the umpire has not signed these lines
log-linked-yes = Every line is linked to those before it: none was changed, left out or put in after it was written.
log-linked-no = The lines are not linked to one another (that came later): what the rules do not use, such as a standing answer or a seal taken back, may have been changed.
log-bound-yes = The dice depend on the first line: scenario, options and generals are those with which they fell.
log-bound-no = The dice do not depend on the first line: what of the scenario the battle never touched, and who led, may have been changed.
log-closed-yes = The umpire has signed the end.
log-closed-no = Nobody has signed the end: a resignation or a draw may have been put there by whoever wrote the file.
log-signed = { $side }: { $signed } of { $answers } answers are signed, by the holder of the key { $keys }.
log-unsigned = { $side }: no answer is signed; who gave them is not proven.

# The archive
archive-whole = { $folder }: whole. { $battles } battles, { $lines } lines, { $size } kB, { $free } kB of them free.
archive-copied = { $folder }: a whole copy. { $battles } battles, { $lines } lines, { $size } kB. It is a data folder like any other: --data
archive-compacted = { $before } kB before, { $after } kB now.
archive-damaged = { $folder } is damaged:
      { $faults }
    What can still be read can be exported in the browser. A copy made by “grognard archive backup” can take its place.
play-in-use = { $folder } is in use by another table (or by another program). Close that one, or use another folder: --data FOLDER
play-in-use-at = { $folder } is in use by the table that is open at { $link }. Close that one, or use another folder: --data FOLDER
play-disk-full = The disk is full. Make room and start again; nothing is lost.
play-disk-read-only = The disk cannot be written. Nothing is lost; start again when it can be.
play-damaged = The archive is damaged ({ $reason }). Look with “grognard archive check”, and put a copy made by “grognard archive backup” in its place.
play-bad-public = { $url }: not an address such as https://table.example.org
