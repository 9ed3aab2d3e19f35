# The table in the browser: guide, faults, cards.

# Guide
guide-over = The battle is over
guide-over-why = The end sheet opens orders, plans and the seed.
guide-dice = The dice are yours
guide-dice-what = Throw them and type them in.
guide-watching = You are watching
guide-mine = { $side }, to you
guide-about = { $question }: { $about }
guide-about-first = { $about }: { $question }
guide-several = { $question } ({ $n } questions)
guide-sealed = Your answer stays sealed until { $other } has answered too.
guide-sealed-last = { $other } has answered; both answers are opened together.
guide-theirs = { $other } decides
guide-theirs-computer = The computer decides for { $other }
guide-wait = Nothing to do for now.
guide-by-rule = { $title } ({ $rule })
guide-withdraw = Your answer is sealed; you can still take it back.

# Undo
undo-possible = Take the last answer back
undo-nothing = There is nothing to take back.
undo-dice = Dice have fallen since: the answer stands.
undo-opened = Something hidden was opened since: the answer stands.
undo-asked = The other side was asked since: the answer stands.

# Standing answers
standing = { $about }: { $question }, { $does }
standing-bound = { $about }: { $question }, { $does } ({ $when })
standing-when = { $fact } { $low } to { $high }
standing-all = All

# Units
facing-0 = facing north
facing-1 = facing north-east
facing-2 = facing east
facing-3 = facing south-east
facing-4 = facing south
facing-5 = facing south-west
facing-6 = facing west
facing-7 = facing north-west
strength-of = { $now } of { $start }
strength-left = { $now } left
order-label = order { $order }
order-label-laid = order laid: { $order }
fate-stands = on the field
fate-gone = no longer there
zone = Deployment zone

# Short names on plates: what is cut, in this order, and the words with which a name does not end
plate-cuts =
    aide-de-camp = ADC
    battalion = bn
    bataillon = bat.
    regiment = regt
    battery = bty
    à cheval = à ch.
    à pied = à p.
    mousquetaires = mousq.
    grenadiers = gren.
    grenadier = gren.
    chevau-légers = ch.-lég.
plate-leads =
    of
    the
    and
    de
    du
    des
    à
    de la

# Marches
manoeuvre-ahead = Ahead
manoeuvre-oblique = Oblique
manoeuvre-wheel = Wheel
manoeuvre-turn = Turn
manoeuvre-side = Sideways
manoeuvre-back = Backwards
manoeuvre-reform = Form { $formation }
manoeuvre-enter = Enter: { $site }
manoeuvre-stand = Stand
share = { $n }%
brings = { $who }: { $what }
cost-of = { $cost } of { $of }, { $left } left

# Odds and dice
assumed-reply = { $question }: { $reply }
dice-for = { $who }: { $what }

# Generals of the computer
general-person = a player
general-text-random = Legal answers at random. An opponent to learn the screen with.
general-text-recruit = Careful and simple: goes for what is nearest, fires when he can, attacks only what should go well.
general-text-captain = A plan for each brigade, every order and march weighed in points. An opponent for the evening.
general-text-marshal = Plays on in his mind before he orders: two seconds a decision, the strongest.

# Faults
fault-unknown = This does not exist, or not for you.
fault-token = This page has no seat here. Open it by its link, or start the program again.
fault-house-token = This is for the owner of the table.
fault-seat-token = This is for a player; open a battle first.
fault-umpire = Whoever watches does not play.
fault-origin = This request comes from another page or goes by another name than this table’s. Open the table by its address.
fault-internal = The program has made a mistake. Nothing of the battle is lost; try again.
fault-archive = The archive could not be used. What was not written did not happen; try again. The cause stands where the program was started.
fault-disk-full = The disk is full: this was not written and did not happen. Make room; the table goes on by itself.
fault-disk-read-only = The disk cannot be written: this did not happen. As soon as it can be, the table goes on by itself.
fault-damaged = The archive is damaged here. Stop the program, look with “grognard archive check”, and put a copy made by “grognard archive backup” in its place.
fault-damaged-line = Line { $reason } of this battle’s log is damaged or was changed: the battle cannot go on. It can be exported as it is; a copy made by “grognard archive backup” has it whole.
fault-damaged-keep = What the umpire keeps beside this battle (the seed of the dice, sealed answers) is not what was sealed in its log: it was damaged or changed. The battle can be exported; a copy made by “grognard archive backup” has it whole.
fault-damaged-record = What the archive keeps of this battle beside its log (who leads it, how it ended) cannot be read: it was damaged or changed. The battle can be exported; a copy made by “grognard archive backup” has it whole.
fault-unwritten = This could not be written and did not happen; the battle stands as it was. The cause stands where the program was started.
fault-busy = Too much is being asked at once. Try again in a moment.
fault-share = This seat or this device asks for too much at once. Try again in a moment.
fault-late = The request did not come to its end in time.
fault-signature = The signature does not fit this seat’s key, or it is missing: this seat signs what it does.
fault-changed = This battle was changed by another program. Open it again.
fault-store-changed = This battle was played on in another tab. Open it again to take it up where it stands.
fault-store-full = This browser has no room left for this site: this was not kept and did not happen. Export and delete battles (Battles), or make room on the device, then try again.
fault-store-shut = This browser keeps nothing for this site (site data blocked, or private browsing): a battle cannot be played in it, and what you just did did not happen. Let it keep data, or take another browser; the assistant and the rules work without.
fault-body = The request cannot be read: { $reason }
fault-query = What follows the question mark of this address cannot be read.
fault-not-json = The request is not JSON.
fault-too-large = The request is too large.
fault-method = This address does not know that request.
fault-scenario = The scenario has faults.
fault-scenario-taken = A scenario called { $reason } ships with the program: give yours another id.
fault-no-ruleset = No such ruleset: { $reason }
fault-no-general = No such general: { $reason }
fault-no-option = No such option: { $reason }
fault-option-value = An option is 0 (off) or 1 (on): { $reason }
fault-no-language = No such language: { $reason } (fr, en)
fault-no-direction = No such direction: { $reason } (north, east, south, west)
fault-name = A name has 1 to 120 characters on one line.
fault-log = The log cannot be taken up: { $reason }
log-empty-file = the file is empty
log-no-log = this is not the log of a battle
log-newer-format = it was written by a newer version of the program
log-of-one-side = it is the log of one side, which can be read but not played again: the whole log is needed
log-unreadable-line = line { $line } cannot be read
log-against-rules = line { $line } does not follow from the rules
log-broken-link = line { $line } does not follow the lines before it: something was changed, left out or put in
log-keep-seed = the seed beside it is not the one that is sealed in it
log-unsigned-end = the umpire has not signed how it ended
fault-log-hidden = This battle is under way, and its whole log holds what one side hides from the other: until it is over each seat has its own side’s log.
fault-continue-hidden = This battle is under way: a copy of it would show what the other side hides. Once it is over it can be continued from any moment.
fault-continue-over = At this moment the battle was over: choose an earlier one.
fault-other-version = This battle was begun with another version of the rules ({ $reason }): it cannot go on from here. What was played is kept: its log can be exported, and “grognard replay” tells it as far as it went.
fault-other-ruleset = This battle was played with rules that this program does not have: { $reason }
fault-refused = The answer is refused.
fault-not-open = This question is not open.
fault-not-answered = This question is still open: there is no answer to take back.
fault-over = The battle is over.
fault-not-over = The battle is not over yet.
fault-withdraw = Too late: the other side has answered.
fault-undo = { $reason }
fault-standing = Too many standing answers, or one that cannot be.
fault-no-draw = No draw has been offered.
fault-no-dice = No dice are wanted now.
fault-dice = These dice do not fit: { $reason }
fault-no-march = Nothing that the unit may do now leads there.
fault-standing-unknown = A standing answer to something that does not exist here: { $reason }
fault-off-ground = This point does not lie on the ground.
fault-measuring = Measuring is not allowed now: declare first.
closed-deleted = This battle was deleted.
closed-token = This seat is not known here.
closed-held = This seat is held on another device now; this link is no longer good.
closed-reopen = The connection was closed: open the battle again.
