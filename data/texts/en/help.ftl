# Help of the command line: help-<command>, help-<command>-<argument>, help-<command>-more.

help-heading-usage = Usage:
help-heading-commands = Commands
help-heading-arguments = Arguments
help-heading-options = Options
help-value-command = COMMAND
help-default = (otherwise { $value })
help-any-help = Shows this help
help-any-lang = French or English; otherwise that of the locale (LC_ALL, LC_MESSAGES, LANG)
help-any-json = Writes JSON, for programs
help-any-ruleset = The ruleset; otherwise the first one shipped

help = Napoleonic miniature battles by the book.
help-version = Shows the version
help-more =
    Without a command it sets the table in the browser, as grognard play does.

    Examples:
      grognard resolve marie-louise charge --example
      grognard rules marie-louise --search square
      grognard fight maida-1806 --seed 7 --log maida.log.jsonl
      grognard replay maida.log.jsonl --report maida.html

    Exit codes:
      0  all is well
      1  the answer is no: faults found, log not verified, nothing found
      2  bad usage, or a file that is not right
      3  a fault of the program

help-resolve = Resolves a test by itself: breakdown, dice, result, odds
help-resolve-ruleset = The ruleset; without it the tests of all rulesets are listed
help-resolve-test = The test; without it the tests of the ruleset are listed
help-resolve-schema = Prints the JSON Schema of the test's situation and an example
help-resolve-situation = The situation, a JSON file; - is the standard input
help-resolve-example = Resolves the example
help-resolve-dice = The dice as they fell, in order; all must be used
help-resolve-seed = Throws the dice from this seed
help-resolve-options = Sets an option or a ruling; may be repeated
help-resolve-tables = The club’s own tables, in place of those of the program: a file, or a folder with one for each ruleset (marie-louise.toml...)
help-resolve-more =
    Examples:
      grognard resolve marie-louise
      grognard resolve marie-louise morale --schema
      grognard resolve marie-louise morale --example --dice 5,2
      grognard resolve marie-louise morale --situation mine.json --json

    Exit codes: 0 resolved, 2 a bad situation or bad dice.

help-rules = Shows the rules: list, text, search, coverage
help-rules-ruleset = The ruleset (a rule's id alone will do)
help-rules-ids = The rules to show, by their ids
help-rules-search = Lists the rules that speak of this, whatever the case and the accents
help-rules-coverage = Counts the rules that the code applies and the tests prove, and lists the rest
help-rules-tables = Prints the tables of the ruleset: a club begins its own file from them (--tables of other commands)
help-rules-more =
    Examples:
      grognard rules marie-louise
      grognard rules marie-louise ML-8.3a ML-GAP-24
      grognard rules --search chargé
      grognard rules marie-louise --coverage --json

    Exit codes: 0 found, 1 the search found nothing, 2 no such rule.

help-scenario = Scenarios: list, check, show, make, schema
help-scenario-list = Lists the scenarios, id first
help-scenario-check = Checks a scenario file and reports all its faults, with their lines
help-scenario-check-file = The file (or the id of a scenario shipped)
help-scenario-check-ruleset = Sets it up under this ruleset only; otherwise under all that can be played
help-scenario-check-more =
    Example:
      grognard scenario check mine.toml --ruleset marie-louise

    Exit codes: 0 no fault, 1 faults, 2 the file cannot be read.
help-scenario-show = Shows a scenario, or draws it
help-scenario-show-scenario = Id or file
help-scenario-show-picture = Draws the table at the start, as SVG or PNG
help-scenario-show-more =
    Examples:
      grognard scenario show maida-1806
      grognard scenario show maida-1806 --picture maida.svg
help-scenario-make = Makes an even battle from a seed: a scenario file, ready to be fought
help-scenario-make-seed = The same seed and options make the same file; otherwise one by chance, which the file tells
help-scenario-make-units = Units a side, 3 to 24
help-scenario-make-blue = The nation in the south (france, prussia, ...); otherwise left to the seed
help-scenario-make-red = The nation in the north; otherwise left to the seed
help-scenario-make-year = The year, which decides on the troops; otherwise left to the seed
help-scenario-make-out = Writes the file; otherwise it is printed
help-scenario-make-more =
    Both armies have the same commands and arms in the same places, and cost the same (within 2 %)
    under every ruleset. The ground is point-symmetrical: turned by half a circle it is the same.

    Examples:
      grognard scenario make --seed 7 --out seven.toml
      grognard scenario make --seed 7 --units 12 --blue france --red russia --year 1812 --out berezina.toml
      grognard scenario check seven.toml
      grognard scenario show seven.toml --picture seven.svg
      grognard simulate seven.toml --mirror --blue captain --red recruit --battles 20

    Exit codes: 0 made, 1 no even armies of these nations and this year, 2 bad usage.
help-scenario-schema = Prints the JSON Schema of a scenario file, for editors and programs
help-scenario-more =
    Examples:
      grognard scenario list
      grognard scenario check mine.toml
      grognard scenario show premier-feu --picture premier-feu.png
      grognard scenario make --seed 7 --out seven.toml

help-army = Army lists: list, check, schema
help-army-list = Lists the army lists shipped, id first
help-army-check = Checks an army list: cost of each unit, total, doctrine, all faults with their lines
help-army-check-file = Id or file
help-army-check-more =
    Examples:
      grognard army check avant-garde-1806
      grognard army check mine.toml --ruleset marie-louise

    Exit codes: 0 no fault and within the budget, 1 faults or over the budget, 2 the file cannot be read.
help-army-schema = Prints the JSON Schema of an army list, for editors and programs
help-army-more =
    Example:
      grognard army check avant-garde-1806

help-fight = Lets two generals of the computer fight a battle
help-fight-scenario = Id or file
help-fight-blue = Who leads blue
help-fight-red = Who leads red
help-fight-seed = Dice and luck from this seed; otherwise from the system
help-fight-log = Writes the log of the battle
help-fight-options = Sets an option or a ruling of the ruleset; may be repeated
help-fight-tables = The club's own tables: a file, or a folder with one for each ruleset
help-fight-quiet = Only the outcome and the losses
help-fight-more =
    Examples:
      grognard fight premier-feu
      grognard fight maida-1806 --ruleset marie-louise --blue random --red random --seed 7 --log maida.log.jsonl
      grognard fight maida-1806 --option alternate_movement=yes

    Exit codes: 0 fought, 2 a bad scenario, tables or option.

help-simulate = Fights battles by the thousand and tells what came of them
help-simulate-scenario = Id or file
help-simulate-battles = How many battles (seeds; with --mirror each is fought twice)
help-simulate-blue = Who leads blue
help-simulate-red = Who leads red
help-simulate-generals = With --vary: several kinds of generals, each leading both sides, or pairs BLUE/RED: side by side, with a warning where kinds disagree
help-simulate-mirror = Fights each seed a second time with the generals exchanged
help-simulate-seed = Seed of the whole run
help-simulate-out = Folder for rows (CSV, Parquet), summary and page; a run that was interrupted goes on there
help-simulate-shard = Fights one of N parts of the run, for several machines: 1/4, 2/4...
help-simulate-merge = Puts the shards of a run together: the folder to write, then those of all shards
help-simulate-vary = Fights once for each value: option:NAME=0,1, brigade:ID.quality=raw,usual,veteran, arrival:ID=3,5...
help-simulate-balance = Searches the value that makes the battle even: victory:red_breaks=20..60, objective:ID.points=0..60...
help-simulate-options = Sets an option or a ruling of the ruleset; may be repeated
help-simulate-tables = The club's own tables: a file, or a folder with one for each ruleset
help-simulate-threads = How many threads; otherwise one for each core
help-simulate-more =
    What can be varied or searched: option:NAME, brigade:ID.KEY, unit:ID.KEY, general:ID.KEY, arrival:ID,
    objective:ID.KEY, victory:KEY, turns. KEY is a key of the scenario file (quality, men, points, blue_breaks...).
    Ctrl-C stops; the same command with the same --out goes on.

    Examples:
      grognard simulate premier-feu --battles 1000 --seed 1 --out results
      grognard simulate premier-feu --battles 200 --blue random --red random --mirror --json
      grognard simulate maida-1806 --battles 100 --vary arrival:gb-20=4,6,8 --out maida-arrival
      grognard simulate premier-feu --battles 10000 --shard 1/2 --out one
      grognard simulate --merge whole one two
      grognard simulate premier-feu --battles 400 --balance victory:red_breaks=20..60 --out even

    Exit codes: 0 all fought, 1 interrupted or a battle failed (its log is in the folder), 2 bad usage, file or folder.

help-compare = Fights one scenario under several rulesets and sets the results side by side
help-compare-scenario = Id or file
help-compare-rulesets = The rulesets to compare; otherwise all that can be played
help-compare-battles = How many battles under each ruleset (seeds; with --mirror each is fought twice)
help-compare-blue = Who leads blue
help-compare-red = Who leads red
help-compare-generals = Several kinds of generals, each leading both sides, or pairs BLUE/RED: side by side, with a warning where kinds disagree
help-compare-mirror = Fights each seed a second time with the generals exchanged
help-compare-seed = Seed of the whole comparison
help-compare-out = Folder for rows (CSV, Parquet), summaries and page; a comparison that was interrupted goes on there
help-compare-shard = Fights one of N parts of each run, for several machines: 1/4, 2/4... (put together by simulate --merge)
help-compare-options = Sets an option of one ruleset: marie-louise:capabilities=no; or of all that have it: capabilities=no; may be repeated
help-compare-tables = The club's own tables for one ruleset: marie-louise=tables.toml; or a folder with one for each; may be repeated
help-compare-threads = How many threads; otherwise one for each core
help-compare-more =
    Who won, length, first rout and losses by arm, with their intervals of 95 %, and what happened on the day
    where the scenario tells it.

    Examples:
      grognard compare maida-1806 --battles 100
      grognard compare premier-feu --generals recruit,captain --battles 100
      grognard compare premier-feu --rulesets marie-louise,bataille-empire --battles 400 --seed 3 --json

help-replay = Opens a battle from its log: verify, report, picture
help-replay-log = The log
help-replay-verify = Gives the same answers and dice to the rules again and compares every line
help-replay-report = The battle report: to the terminal, or as a page with a picture for each turn
help-replay-at = The table after this line of the log
help-replay-turn = The table at the end of this turn
help-replay-picture = Draws the table, as SVG or PNG
help-replay-side = As this side could see it; otherwise as the umpire
help-replay-more =
    Examples:
      grognard replay maida.log.jsonl
      grognard replay maida.log.jsonl --verify
      grognard replay maida.log.jsonl --report
      grognard replay maida.log.jsonl --report maida.html
      grognard replay maida.log.jsonl --turn 4 --picture turn-4.svg
      grognard replay maida.log.jsonl --at 250 --picture 250.png

    Exit codes: 0 all is well, 1 not verified, 2 the log cannot be read.

help-completions = Writes completions for a shell
help-completions-shell = The shell
help-completions-more =
    Example:
      grognard completions bash > ~/.local/share/bash-completion/completions/grognard

help-about = Whose rules these are

usage-invalid-value = { $argument }: "{ $value }" is not possible. Possible: { $known }.
usage-bad-value = { $argument }: "{ $value }" is not right.
usage-unknown-argument = "{ $argument }" means nothing here.
usage-unknown-command = There is no command "{ $value }".
usage-conflict = { $argument } cannot stand together with { $other }.
usage-missing = Something is missing: { $argument }.
usage-missing-command = A command is missing. There are: { $known }.
usage-wrong-count = { $argument }: wrong number of values.
usage-nearest = {" "}Did you mean { $nearest }?
usage-more = More: --help

help-selftest = Puts a ruleset to the test by whole battles at random
help-selftest-ruleset = Ruleset to test; without one, every ruleset that can be played
help-selftest-battles = How many battles
help-selftest-from = Number of the first battle: --from N --battles 1 fights the N-th again
help-selftest-odds = Instead compares, in N positions of battles at random, the odds that players are shown with those of the battle itself
help-selftest-seed = Seed of the whole run
help-selftest-more =
    Each battle must end, replay to the same state, accept what it offers, refuse the rest with a reason and reveal
    nothing of a sealed answer. A battle that fails leaves its log.

    Examples:
      grognard selftest marie-louise --battles 2000 --seed 1
      grognard selftest bataille-empire --odds 100 --seed 1

help-play = Sets the table in the browser
help-play-scenario = Id or file to choose at once
help-play-ruleset = Ruleset to choose at once
help-play-port = Port; without it 1805, or the next that is free
help-play-listen = Address to listen on; anything but 127.0.0.1 opens the table to the network
help-play-data = Folder in which battles are kept
help-play-no_open = Does not open the browser
help-play-more =
    Battles are kept in the folder for data of the system unless --data names another one.
    A second start with the same folder opens the table of the first one.
    Example: grognard play premier-feu

help-play-public = The address under which a proxy with TLS shows the table (https://table.example.org)
help-play-seed = Takes the dice of the battles begun from this number, to show or find something again; on this machine only
help-play-log_level = How much is told on the error output; nothing secret is
help-archive = Looks after the battles kept on the disk
help-archive-check = Looks whether everything is whole; a table may be open meanwhile
help-archive-backup = Copies everything into a new folder, as of one moment; a table may be open meanwhile
help-archive-backup-into = The new folder
help-archive-compact = Gives the disk back what deleted battles have left; no table may be open
help-archive-check-data = Folder in which battles are kept
help-archive-backup-data = Folder in which battles are kept
help-archive-compact-data = Folder in which battles are kept
