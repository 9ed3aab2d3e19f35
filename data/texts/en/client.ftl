# The words of the client, by screen. Each group is a message, each word an attribute.

play =
    .home = Back to the start
    .nowhere = There is nothing at this address.
    .wait = Laying the table…
    .elsewhere = This battle is not in this browser: on this site a battle stays in the browser in which it is played. Whoever played it can give its link, its page or its log away (its summary has them).
    .gone = This battle is no longer in the house: it was deleted, or the address is incomplete.
    .noSeat = This browser has no seat at this table. Open the link of the seat, or the address that the program shows when it starts.

map =
    .is = map

bar =
    .turn = Turn { $n } of { $all }
    .turnShort = Turn { $n }
    .before = Before turn 1
    .undo = Undo
    .replay = Replay
    .language = Language

guide =
    .refused = See what is refused
    .reset = Start over
    .hint = Advice
    .wait = Waiting…
    .end = See the summary
    .dice = Enter the dice

go =
    .and = { "; " }
    .nothing = none of these
    .stay = stay in place
    .march = march
    .place = place
    .share = share out so
    .point = choose this point
    .all = { $does }: all ({ $n })
    .some = { $does }: { $who }
    .who = { $who }, { $does }
    .units = { $n } units
    .more = and { $n } { $n ->
            [one] other thing
           *[other] other things
        }
    .brings = { $what } ({ $rule })
    .bringsTo = { $what }: { $who } ({ $rule })

moment =
    .past = A moment of the past
    .back = Back to now

sealed =
    .waits = Answer sealed
    .read = Read my answer again
    .withdraw = Take it back

ask =
    .nothing = nothing
    .secret = secret
    .secretWhy = The other side sees the answer only once it has answered too.
    .progress = { $changed } of { $all } changed, the rest as proposed
    .whole = The whole sheet
    .aside = You are looking at: { $unit }. The question is about: { $about }.
    .back = Back to the question
    .sameForAll = The same choice for all
    .place = { $n } of { $all }
    .previous = Previous
    .next = Next

hint =
    .takeBack = Take back what I had drawn
    .reasons = Why this advice

pick =
    .budget = { $spent } of { $budget }
    .bounds = From { $min } to { $max }
    .cost = costs { $cost }
    .dear = too dear

share =
    .total = { $now } of { $total }

amount =
    .less = Less
    .more = More

march =
    .how = Tap the map where the unit is to go, or drag it. The knob before the ghost turns it.
    .howUnmeasured = Tap the map where the unit is to go, or drag it: it goes as far as it may. The knob before the ghost turns it, as much as the rules allow.
    .none = It cannot move now.
    .stays = stays where it is
    .legs = { $n } { $n ->
            [one] manoeuvre
           *[other] manoeuvres
        }
    .add = Add a manoeuvre…
    .remove = Remove
    .clear = Stay in place
    .left = left
    .right = right
    .otherHand = To the other hand
    .ahead = Advance
    .oblique = Oblique
    .wheel = Wheel
    .turn = Turn on the spot
    .side = Side step
    .back = Step back
    .reform = Change formation
    .enter = Enter
    .stand = Wait

place =
    .how = Tap its place in the hatched zone, or drag the unit.
    .placed = placed
    .formation = Formation
    .left = Turn 15° left
    .right = Turn 15° right
    .about = About face
    .nudge = Move by half a unit
    .north = North
    .south = South
    .east = East
    .west = West

along =
    .how = Choose the point of the path, here or on the map.

turn =
    .happened = What happened in turn { $n }
    .close = Close
    .handle = Turn

score =
    .places = Places held
    .enemy = Taken from the enemy
    .lost = Lost
    .breaks = An army is beaten once it has lost as much as the second figure.
    .worth = { $n } { $n ->
            [one] point
           *[other] points
        }
    .nobody = nobody
    .title = The score

roster =
    .title = Units
    .filter = Filter the units
    .mine = Mine
    .theirs = The enemy
    .asked = To decide
    .hurt = Hurt
    .none = None.

next =
    .unit = Next unit
    .left = { " " }as proposed

stand =
    .always = Always so…
    .within = only up to { $far }
    .this = For this unit
    .command = For its command
    .all = For all
    .title = Standing answers
    .none = None. One is given under a choice: “Always so…”.
    .revoke = Revoke

tests =
    .mine = My tests
    .theirs = What I risk
    .which = Which test
    .detail = The sum and every end
    .none = This decision starts no test.
    .noThreat = Nothing threatens it as far as you know.

odds =
    .title = At least n { $what }, in %
    .titlePlain = At least n, in %
    .atLeast = at least { $n }:
    .assumed = Assumed: { $what }

card =
    .order = Order
    .strength = Strength
    .disordered = disordered
    .more = Allowed ({ $may }) and not allowed ({ $not })
    .less = Fold
    .may = Allowed
    .mayNot = Not allowed
    .profile = Profile

journal =
    .title = Journal
    .filter = Filter the journal
    .all = All
    .more = { $n } older
    .empty = Nothing yet.

dock =
    .title = Tools of the map
    .choose = Choose
    .measure = Measure
    .reach = March
    .fire = Fire
    .sight = Sight
    .threats = Threats
    .supports = Supports
    .command = Leaders
    .noMeasure = The rules forbid measuring now.
    .chooseFirst = Choose a unit first.

lens =
    .nothing = Nothing to show here for this unit.

zoom =
    .title = View of the map
    .in = Zoom in
    .out = Zoom out
    .fit = The whole map
    .rotate = Turn the map

dice =
    .title = Your dice
    .die = Die { $n }, { $low } to { $high }
    .go = These dice fell

menu =
    .title = Menu
    .close = Close
    .home = Home
    .battles = Battles
    .join = Seats and links
    .rules = The rules
    .settings = Settings
    .help = Help
    .legend = Legend of signs
    .light = Light theme
    .dark = Dark theme
    .print = Print
    .no = No, play on

seat =
    .title = This seat
    .hold = Keep this seat for this device
    .holdSure = Every other link to this seat, the host’s too, will stop working. If this device is lost, so is the seat.
    .holdYes = Yes, keep it
    .holdNo = No
    .unsigned = This address is not secure (neither https nor the machine itself): the browser cannot sign your answers. The battle can be played all the same, and its log will say so.

end =
    .title = Summary
    .notOver = This battle is not over.
    .rematch = Rematch
    .swap = Rematch, sides changed
    .replay = Replay the battle
    .report = The report, to print
    .export = Export the log
    .page = Save a page that replays it
    .pageMaking = Making the page…
    .link = Copy a link to the battle
    .linkCopied = The link is copied: the whole battle is in it.
    .linkShown = The link holds the whole battle.
    .linkHere = It opens where Grognard is running ({ $host }); to those who do not have it, give the page instead.
    .linkLong = This battle is too long for a link: give the page that replays it (summary), or its log.
    .dice = The dice
    .seed = Seed of the dice
    .seedChecked = Sealed before the first turn, opened now: every die was worked out again from it and is as it fell.
    .seedWrong = Sealed before the first turn, opened now: some dice of this log do not follow from it.
    .seedUntold = This battle was played with an earlier version of the rules: it is told from its events, and its dice were not worked out again.
    .seedNone = The dice were real: there is no seed.
    .mean = mean { $thrown }, expected { $expected }
    .count = { $n } { $n ->
            [one] die
           *[other] dice
        } thrown
    .face = { $face }: fell { $fell } times, expected { $expected }
    .luckNone = No dice thrown.
    .luckFew = Too few dice to speak of luck.
    .luckUsual = Neither lucky nor unlucky: an ordinary gap.
    .luckLucky = A little lucky: such a gap, one way or the other, is seen once in { $oneIn }.
    .luckUnlucky = A little unlucky: such a gap, one way or the other, is seen once in { $oneIn }.
    .luckVeryLucky = Rare luck: such a gap is seen only once in { $oneIn }.
    .luckVeryUnlucky = Rare bad luck: such a gap is seen only once in { $oneIn }.
    .expectedMark = line: expected
    .losses = Losses
    .unit = Unit
    .start = Start
    .left = Left
    .fate = Fate
    .sum = Together
    .turning = Turning points
    .turningLead = The moments at which fortune changed most. Tap one to see it again.
    .turningNone = No moment stands out.
    .opened = What was hidden
    .openedNone = Nothing stayed hidden.
    .turn = turn { $n }
    .turn0 = before turn 1

resign =
    .do = Resign
    .sure = Resign the battle? The other side wins, and this cannot be undone.
    .yes = Yes, resign

draw =
    .offer = Offer a draw
    .accept = Accept the draw
    .offered = The other side offers a draw.
    .mine = You have offered a draw.
    .sure = Offer a draw to the other side?
    .sureAccept = Accept the draw? The battle ends there.
    .decline = Decline the draw
    .withdraw = Take the offer back
    .yes = Yes

curtain =
    .pass = Pass the screen to { $name }
    .why = Nothing of what the other side saw is behind this curtain.
    .raise = I lead { $name }: raise the curtain

line =
    .lost = Connection lost. The table comes back by itself; nothing is lost.

motion =
    .skip = Skip

panel =
    .title = Panel
    .play = Decision
    .raise = Open the panel
    .lower = Lower the panel

nav =
    .label = Pages
    .play = Play
    .school = School
    .battles = Battles
    .rules = Rules
    .settings = Settings
    .help = Help
    .skip = Skip to the content
    .language = Language
    .assistant = Assistant

school =
    .title = The school
    .lead = Six small problems to learn a ruleset by playing it: march, fire, charge and square, command, guns, then a whole fight.
    .open = Go to school
    .ruleset = Ruleset to learn
    .begin = Begin
    .solved = solved
    .reached = Goal reached.
    .missed = The goal is not reached: try again, it can be learnt.
    .back = Back to school

common =
    .unreached = The table does not answer. Is the program still running?
    .unloaded = What is needed here could not be loaded: perhaps there is no network. Try again when it is back; your battles are kept.
    .fault = The page has made a mistake. Load it again; what was kept still is. ({ $why })
    .loading = One moment…
    .again = Try again
    .cancel = Cancel
    .save = Save
    .close = Close
    .copy = Copy
    .copied = Copied
    .failed = That did not work:
    .locked = This page is opened by the address that the program prints when it starts: it carries the key of the house. A seat is opened by its link or code.
    .faults = { $n } { $n ->
            [one] fault
           *[other] faults
        }:
    .colon = :
    .line = line { $n }
    .blue = Blue
    .red = Red
    .reconstructed = partly reconstructed

home =
    .title = Choose a battle
    .what = Grognard keeps the table for you: it is the map, the umpire, the rulebook and the opponent of Napoleonic battles with miniatures. You place, order and shoot; it applies your club’s rules and shows the sum, the odds and the paragraph every time.
    .lead = Each can be played against the computer, with a friend, or alone on both sides.
    .resume = Take it up again
    .resumeLead = The last battle is waiting for you:
    .turns = { $n } { $n ->
            [one] turn
           *[other] turns
        }
    .units = { $n } { $n ->
            [one] unit
           *[other] units
        }
    .begin = For a start: guided first turn
    .own = A scenario of your own
    .ownLead = A scenario file (.toml) is checked as a whole; all its faults are shown with their line.
    .ownPick = Choose a file
    .ownDrop = or drop it here
    .ownAdded = “{ $title }” has been added.
    .ownMark = your own
    .ownDeleteHint = Keep the file if you may want it back. Battles already begun go on without it.
    .picture = Map of { $title }
    .assistant = Open the assistant

setup =
    .unknown = This scenario is not in the house.
    .all = All battles
    .story = The situation
    .victory = Victory
    .forces = The forces
    .ruleset = Ruleset
    .readRules = Read this ruleset
    .who = Who leads
    .me = Me
    .friend = A friend, here
    .device = Another device
    .staff = The computer
    .temper = Temperament
    .temper-prudent = Prudent
    .temper-prudent-like = He lets you come, attacks late and only in numbers, and spares his men.
    .temper-balanced = Balanced
    .temper-balanced-like = He attacks when he must or when he is the stronger, and holds when time is on his side.
    .temper-bold = Bold
    .temper-bold-like = He comes at you from the start, charges gladly and does not count his losses.
    .thinks = Thinking
    .thinks-time = Two seconds a decision
    .thinks-playouts = { $n } imagined battles a decision
    .both = You lead both sides at this screen. The curtain that falls between them can be taken away in the settings.
    .nobody = The computer leads both sides: the battle is fought, then you see it again.
    .deviceNote = The link and code of the seat are shown as soon as the battle begins.
    .general = General
    .dice = Dice
    .diceProgram = Thrown by the program, open to proof at the end
    .diceReal = Real dice: throw them on the table and type them in
    .options = Options and rulings
    .optionsLead = Everything stands by the book. Nothing to change for a first battle.
    .optionsSearch = Search an option or ruling
    .optionKind = Options of the book
    .rulingKind = Rulings where the book is silent
    .byBook = default
    .on = yes
    .off = no
    .changed = { $n } { $n ->
            [one] change
           *[other] changes
        }
    .noneFound = Nothing answers this search.
    .restore = Put everything back
    .restoreOne = put back
    .name = Name of the battle
    .begin = Begin the battle
    .beginning = Setting up…

battles =
    .title = Battles kept
    .none = No battle is kept. The first that you begin will be, move by move.
    .kept = They are kept here, move by move:
    .keptAlone = They are kept in this browser, move by move. Clearing the data of the site deletes them: export those you care for.
    .unpromised = This browser does not promise to keep them: it may clear away a site that is no longer opened (Safari, after seven days). Put on the home screen, the page keeps them better.
    .choose = Choose a battle
    .turn = turn { $n }
    .turn0 = before the first turn
    .touched = played on { $when }
    .led = { $first }: { $blue } · { $second }: { $red }
    .person = a person
    .resume = Take up again
    .replay = Replay
    .end = Summary
    .seats = Seats
    .rename = Rename
    .renameLabel = New name
    .export = Export
    .exported = Saved: { $file }
    .exportRefused = No export yet:
    .delete = Delete
    .deleteAsk = Delete “{ $name }” for good?
    .deleteHint = Nothing of it will remain here. An exported file can be imported again later.
    .deleteYes = Delete for good
    .deleted = “{ $name }” has been deleted.
    .import = Import a battle
    .importLead = An exported log (.log.jsonl). Drop it anywhere on this page, or choose it.
    .importing = Reading the log move by move…
    .imported = The battle has been added.
    .dropHere = Drop the log here
    .notALog = This file is not the log of a battle: each line of a log is a JSON object.
    .notALogLine = Line { $n } is not a JSON object.
    .empty = This file is empty.
    .tooLarge = This file is larger than { $mb } MB: it is not a log.
    .closed = Cannot be opened by this version:
    .realDice = real dice
    .exportSide = Export what my side has seen

join =
    .title = Seats
    .lead = Each person opens the link of their seat on their device, or scans the code. A link is a key: give it only to the person who leads that side.
    .loopback = This table is open to this computer alone. For another device of the same network to reach it, stop the program and start it like this:
    .loopbackNote = Nothing leaves the network you are on. The battle is kept: you will take it up again here.
    .here = Play this side here
    .link = Link of the seat
    .code = Code of the seat: { $side }
    .connected = Somebody is seated.
    .none = No person has a seat in this battle.
    .arriveTitle = A seat is waiting for you
    .arriveLead = You lead { $side } in “{ $battle }”.
    .umpireLead = You see everything of “{ $battle }”, which is over.
    .arriveTake = Take the seat
    .arriveGone = This seat is no more. The battle was deleted, or the link is not complete: ask for another.
    .sameComputer = In another browser of this computer:
    .waiting = Nobody yet.

replay =
    .title = Replay
    .none = The journal of this battle is empty.
    .play = Play
    .pause = Pause
    .back = Previous entry
    .forward = Next entry
    .turnBack = Previous turn
    .turnForward = Next turn
    .speed = Speed
    .scrub = Moment of the battle
    .jump = Go to turn
    .turn = Turn { $n }
    .turn0 = Before turn 1
    .at = { $n } of { $last }
    .keys = Space: play or pause · arrows: step by step · Shift + arrows: turn by turn
    .continue = Continue from here
    .link = Copy a link to this position
    .linkCopied = The link is copied: whoever opens it can play on from this moment.
    .continueLead = A new battle begins at this moment, with new dice. This one stays as it is.
    .continueName = { $name }, from turn { $turn }
    .continueGo = Begin from here
    .journal = Journal
    .lost = This link names a moment that this battle does not have: it is damaged. The battle opens at its start.
    .onlyOver = Of a battle that is over everything is shown; of this one, what your side has seen.
    .whose = This battle is not over. Which side’s view of it do you want to see again?
    .fighting = The computer’s two generals are still fighting. The battle will appear here as soon as it is over.
    .zoomIn = Nearer
    .zoomOut = Further
    .whole = The whole map
    .rotate = Turn the map

start =
    .stuck = The page does not start. Opened as a file it cannot: it needs a web server, however small. In its folder: “python3 -m http.server”, then http://127.0.0.1:8000 in the browser. Otherwise load it again; it needs JavaScript and a recent browser.

open =
    .title = A battle that was sent
    .damaged = This link is damaged or cut: the battle cannot be read from it. Ask for it again, or for the log as a file.

why =
    .title = Why?
    .ask = Why?
    .all = The reasons of the computer’s generals
    .none = No general of the computer decided this.
    .nobody = No general of the computer has left any reasons.
    .plans = Plans on the map

past =
    .before = Before the dice

rules =
    .title = Rules
    .lead = Said in our own words. The book and its examples belong to their authors, and are worth reading.
    .search = Search the rules
    .kinds-rule = Rules
    .kinds-option = Options
    .kinds-ruling = Rulings
    .kinds-etiquette = Customs
    .kind-rule = rule
    .kind-option = option
    .kind-ruling = ruling
    .kind-etiquette = custom
    .filter = Show
    .chapters = Chapters
    .rulings = Rulings where the book is silent
    .found = { $n } { $n ->
            [one] paragraph
           *[other] paragraphs
        }
    .found0 = Nothing answers.
    .bearing = Rulings that bear on it
    .bearsOn = Bears on
    .alternative = Another reading, which a switch can take
    .unknown = { $id } is not a paragraph of this ruleset.
    .none = This ruleset is not here: choose one from the list.
    .read = Read in the rules
    .sheet = Print the reference sheet
    .link = Link to this paragraph

coach =
    .title = First turn, step by step
    .of = { $n } of { $of }
    .next = Next
    .back = Back
    .hide = Put away
    .show = First turn, step by step
    .never = Do not show again
    .rule = The rule
    .screen = The screen
    .done = Five turns are played: the coach steps back. It can be found again in the help; the school has a problem for each phase.
    .steps-look = This is the field of battle. Drag to move it, pinch or turn the wheel to come nearer. The thick edge of a block is its front; the triangle says which way it looks.
    .steps-select = Tap one of your units. By keyboard: Tab enters the map, arrows lead from unit to unit, Enter chooses.
    .steps-card = Its card is on the right (below, on a phone): strength, losses, state, order, and what it may do now or not, with the rule that says so. Tap the number of a rule to read it.
    .steps-guide = The green strip is the guide: whose decision, what to do, why. One filled button only: it is the next step.
    .steps-order = Answer the question. Nothing is sent until you confirm, and every field already has a sensible answer.
    .steps-march = Tap the unit, then the place it is to go, or drag it. If the way is refused, the measurement that failed is drawn with its rule.
    .steps-place = Drag a unit within your zone, or tap it and then the place. The panel turns it and changes its formation.
    .steps-odds = Before a throw the breakdown shows each modifier and its rule, and the curve says “at least n losses”. The other tab shows what the enemy can do to you.
    .steps-seal = An answer marked “secret” is sealed: your opponent will see it only together with his own. As long as he has not answered, you can take it back.
    .steps-wait = The other side is deciding. The journal below keeps everything; tap an entry to see that moment again.
    .steps-result = Dice have fallen: the journal shows the dice, the same breakdown and the result.
    .steps-undo = “Undo” takes back your last answer as long as nothing has been revealed; otherwise it says why not.

settings =
    .title = Settings
    .lead = Kept in this browser.
    .language = Language
    .theme = Colours
    .themeLight = Light
    .themeDark = Dark
    .motion = Movements
    .motionFull = Shown
    .motionReduced = Cut short
    .motionSystem = As the device
    .pace = Events on the map
    .paceLead = Fire, charges, tests and routs are shown where they happen; a press skips them.
    .paceSlow = Slow
    .paceUsual = One second
    .paceQuick = Quick
    .paceOff = No
    .sound = Sound
    .soundLead = Volleys, hooves and dice, made by the program.
    .curtain = Curtain between two sides at one screen
    .curtainLead = Before a side is shown the screen is covered and says whom to pass it to. Take it away to play both sides alone.
    .rotate = Turn the map to my side
    .rotateLead = Your side of the table is at the foot of the screen.
    .coach = Guided first turn
    .coachLead = A coach explains the screen and the rule during the first turn of battles for beginners.
    .on = yes
    .off = no

help =
    .title = Help
    .screenTitle = The screen
    .screen =
        The guide, the green strip, always says whose decision it is, what to do and why. Its filled button is the next step.
        Tap a unit to see its card. Tap a place to send it there, when it is time to march.
        The tools below the map show on demand where the unit can go, fire and see, what threatens and what supports it, and measure where the rules allow it.
        Each line of a breakdown carries the number of a rule: tap it to read the rule.
        A refusal shows the measurement that failed and the rule. Nothing is refused without a reason.
        The journal keeps everything. Tap an entry to see that moment on the table again.
    .symbolsTitle = The signs
    .symbols = Coat and hatching tell the nation, the cockade the side.
    .keysTitle = By keyboard
    .keys =
        Tab|enter the map, go on to the buttons
        Arrows|from unit to unit; in a replay, step by step
        n, p|next, previous unit
        Enter|choose
        Esc|let go
        Shift + arrows|move the map
        +, −, 0|nearer, further, the whole map
        r|turn the map
        v, Ctrl + Enter|confirm the next step
        u|undo
        Space|replay: play or pause
        ?|this help
    .keptTitle = Where battles are kept
    .kept = Every answer is written to the disk before the screen shows it. Closing the tab or the computer loses nothing. Battles are in this folder:
    .keptAlone = Every answer is kept in this browser before the screen shows it. Closing the tab or the computer loses nothing; clearing the data of the site deletes the battles: export those you care for (Battles, Export).
    .keptElsewhere = Battles are kept on the computer on which the program runs.
    .friendsTitle = With a friend
    .friends =
        At one screen: a curtain falls between the two sides, and what one has seen is no longer in the page when the other looks.
        On another device of the same network: start the program with --listen, then hand over the link or code of the seat (Battles, Seats).
    .friendsAlone =
        At one screen: a curtain falls between the two sides, and what one has seen is no longer in the page when the other looks.
        On another device: this site has no server, it takes the program itself. A finished battle is given away by its link or its page (Summary).
    .fairTitle = Dice and secrets
    .fair =
        The seed of the dice is sealed before the first turn and opened at the end: every die can then be checked.
        The hidden orders of the other side are not in what this browser receives.
        “Undo” goes back to the last die, the last thing revealed or the last question put to the other side, and says so.
    .fairAlone =
        The seed of the dice is sealed before the first turn and opened at the end: every die can then be checked.
        The page does not receive the hidden orders of the other side; at one screen that is as good as the players are honest.
        “Undo” goes back to the last die, the last thing revealed or the last question put to the other side, and says so.
    .coachTitle = Guided first turn
    .coach = The coach is there during the first turn of battles for beginners.
    .coachShow = Show it again
    .coachShown = It will be there at the next first turn.
    .aboutTitle = About
    .about = The rules played here are the work of their authors. The program restates them in its own words in order to umpire; their books, with examples, lists and pictures, are theirs and worth having on your table.
    .version = Version { $v }
    .licence = Free software, MIT or Apache 2.0 licence, as you choose.

legend =
    .line = Infantry in line: each block is the true footprint of an element; thick edge and triangle, its front
    .column = Infantry in column: the formation shows in where the elements stand
    .open = In open order: figures without a base
    .horse = Cavalry: the block halved by its diagonal
    .guns = Artillery unlimbered: muzzles to the front
    .limbered = Artillery limbered: the pole to the front
    .general = A general: a hat, and a dot for each degree of command
    .light = First degree of trouble
    .grave = Second degree
    .rout = Third degree: it flees or is about to
    .disorder = Disorder: its elements are scattered
    .acted = It has already acted
    .order = Its order, by its letter
    .specific = Double frame: an order for this unit alone
    .laid = Folded corner: your own order, laid face down
    .squares = What is left, and hollow what is lost
    .plan = Solid line: what you decide
    .fire = Long dashes: fire and threat
    .refuse = Short dashes with ends: refused, with the measurement

guest =
    .title = Your seats

assist =
    .title = Assistant
    .lead = Your figures are on the table: the assistant counts the modifiers, tells the odds and reads the dice.
    .search = Find a test
    .none = No test answers this search.
    .whole = step by step
    .examples = Learn by the examples
    .examplesLead = { $n } worked { $n ->
            [one] example
           *[other] examples
        }, step by step
    .units = My units
    .history = The evening
    .resume = Go on: { $test }
    .back = Back
    .share = Share or print
    .copyLink = Copy the link
    .sendLink = Send the link
    .shareLeadAlone = The link holds the whole situation.
    .shareLead = The link holds the whole situation. It opens on a device that has its place at this table.
    .print = Print
    .reset = Back to the example
    .situation = Situation
    .sum = Breakdown
    .mean = { $what } on average: { $n }
    .dieOf = Die { $n } / { $of }
    .minus = counted as minus
    .total = Total
    .result = Result
    .odds = What may come of it
    .wholeOdds = Every end, and their curve
    .yourGuess = Your guess: { $guess }
    .right = That is it.
    .wrong = Not this time.
    .moreOdds = More detail
    .byReply = By the reply of the other player
    .thrown = Dice thrown on the table
    .thrownHere = Dice
    .roll = Roll here
    .rollAgain = Roll again here
    .clearDice = Clear the dice
    .noDice = No die.
    .follow = Follow step by step
    .leadDue = Then: { $test }
    .leadMay = May follow: { $test }
    .faults = To be put right
    .offline = Offline: the table does not answer. Last situation, units and rules stay readable.
    .lastComputed = As last computed, before the connection was lost.
    .notComputed = It will be computed when the connection is back.
    .more = More
    .less = Less
    .any = not said
    .add = Add
    .remove = Remove
    .item = { $what } { $n }
    .keepUnit = Keep as a unit
    .takeUnit = Take one of my units
    .updateUnit = Update “{ $name }”
    .unitName = Name of the unit
    .keep = Keep
    .kept = “{ $name }” is kept.
    .updated = “{ $name }” is up to date.
    .noUnits = No units yet. Fill in a test, then “Keep as a unit” in the group of the unit.
    .unitsLead = What you change here is found again in the tests where you take the unit.
    .rename = Rename
    .deleteUnit = Delete “{ $name }”
    .allFields = Show all
    .fewFields = Show less
    .noHistory = Nothing yet. Every test resolved with its dice is found here.
    .clearHistory = Clear the evening
    .step = Step { $n }
    .toChoose = { $who } chooses
    .toThrow = To throw: { $who }
    .handIn = Hand in these dice
    .takeBack = Take the last one back
    .restart = Begin again
    .over = It is over
    .stands = How both sides stand
    .assumed = The odds assume: { $what }.
    .fromHere = Odds from here
    .toForm = The situation
    .changes = Afterwards
    .case = Example
    .caseStep = Step { $n } of { $of }
    .guess = What do you think comes out?
    .show = Show
    .next = Next step
    .previous = Previous step
    .open = Open in the assistant
    .says = What to remember
    .story = The story
    .rules = Rules shown
    .noSteps = This example is a story; it has no figures to follow.
    .searchCase = Find an example
    .badLink = This link holds no situation that can be read; here is the example.
    .phone = Open on a phone
    .otherPhone = Open on another phone
    .phoneLead = Photograph the code: the phone comes in without taking a seat, for the assistant and the rules alone.
    .phoneLink = Link of the assistant
    .noTest = There is no such test here.
    .noCase = This example is not here.
    .readRules = Read the rules
    .die = Die { $n }
    .reconstructed = Figures reconstructed, which the text does not print: { $what }. A club that has the book can put its own in their place.
    .rulesOf = Rules applied
