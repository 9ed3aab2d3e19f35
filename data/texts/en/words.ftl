# The words of the table, the same for every ruleset.

yes = yes
no = no
not = not
length = { $figure } { $unit }
unit-m = m
unit-pas = pas
unit-ud = UD
fact = { $name } { $figure }
list-between = {"; "}

fact-at = at
    .unit = length
fact-fields = questions
fact-legs = manoeuvres
fact-max = at most
fact-min = at least
fact-picked = chosen
fact-replies = answers
fact-sum = sum
fact-total = total

side-blue = Blue
side-red = Red
unit-unnamed = unit { $n }
command-unnamed = brigade { $n }
site-unnamed = place { $n }
part-of = part { $n } of { $unit }
face-of = face { $n } of { $site }
spot = a spot on the ground

arm-infantry = infantry
arm-cavalry = cavalry
arm-artillery = artillery
arm-general = general

op-throw = { $n ->
    [one] { $figure } die
   *[other] { $figure } dice
}
op-dice = dice: { $figure }
op-per-die = { $figure } per die
op-at-least = at least { $figure }
op-at-most = at most { $figure }
op-between = { $low } to { $high }
op-divide-down = ÷{ $figure } ↓
op-cell = → { $figure } (row { $row }, column { $column })
op-half-up = rounded to the nearest, halves up
op-read = → { $figure }
op-needs = needs { $figure }
op-automatic = automatic

by-rule = { $text } [{ $rule }: { $title }]
measured = { $text } (measured: { $measured })
measured-limited = { $text } (measured: { $measured }, limit: { $limit })

refusal-leg = manoeuvre { $n }: { $text }
refusal-wrong_number_of_replies = the number of answers is not that of the questions
refusal-wrong_number_of_picks = { $picked } chosen, between { $min } and { $max } are wanted
refusal-picked_twice = the same choice twice
refusal-not_offered = this choice is not offered
refusal-over_budget = that costs { $cost }, there is only { $budget }
refusal-does_not_add_up = the shares make { $sum } and not { $total }
refusal-share_out_of_bounds = a share is out of its bounds
refusal-too_many_legs = too many manoeuvres ({ $legs })
refusal-leg_too_long = much too far: { $length }, more than twice what a unit can do
fact-length = length
    .unit = length
refusal-wrong_signature = the signature does not fit
refusal-wrong_movers = these are not the units of the question
refusal-outside_the_area = outside the area
refusal-outside_the_window = outside the stretch allowed
refusal-wrong_shape = the answer has not the form asked for
refusal-unknown_question = this version of the rules does not know this question
refusal-question_not_open = this question is no longer open
refusal-already_answered = this question has been answered

deed-shown = { $unit } comes into view ({ $arm }).
deed-hidden = { $unit } passes out of view.
deed-moved = { $unit } moves { $way }.
deed-turned = { $unit } changes its facing.
deed-marked = { $unit }: { $mark }, { $value }.
deed-unmarked = { $unit }: { $mark }, no more.
deed-counted = { $unit }: { $what } { $from } → { $to }.
deed-gone = { $unit } leaves the battle ({ $why }).
deed-declared = { $who }: { $what }.
deed-opened = { $who } reveals: { $what }.
deed-threw = { $who }: { $n ->
    [one] one die
   *[other] { $n } dice
}, { $faces } ({ $title }).
deed-tested = { $who }, { $test }: { $total } → { $result }.
deed-tested-alone = { $test }: { $total } → { $result }.
deed-note = { $who }: { $what }.
deed-clock = Turn { $turn } · { $phase }
deed-clock-before = Before the battle · { $phase }
key-about = { $does }: { $target }

outcome-won = Victory: { $winner }, { $how }
outcome-drawn = Undecided, { $how }
outcome-resigned = the enemy gives up
outcome-agreed = by common consent
outcome-agenda_empty = stopped: the rules have nothing left to do
outcome-step_diverged = stopped: the step { $step } of the rules went another way when it was run again
outcome-dice_unreadable = stopped: the rules asked for dice that cannot be read

# What a player may ask to see, and what a unit may do
lens-reach = Movement
lens-fire = Fire
lens-sight = Sight
lens-threats = Threats
lens-supports = Supports
lens-command = Command
drawn = { $what } ({ $facts })
prospect-alone = { $who }: { $test }
prospect-against = { $who }, { $test }: { $target }
threshold = { $fact } ≥ { $figure }: { $means }
act-refused = { $act }: { $why }

# Why the computer answers so (when the player asks).
reason-attack = { $who } attacks { $on }: { $chance } % to have the better of it, on the mean { $gain } points taken for { $cost } lost.
reason-attack-bare = { $who } attacks: { $chance } % that it comes off.
reason-shoot = { $who } fires at { $on }: { $gain } points on the mean.
reason-shoot-bare = { $who } halts to fire: { $gain } points on the mean.
reason-advance = { $who } goes on towards { $on }.
reason-advance-bare = { $who } goes on: there is nothing to attack or to hold here.
reason-stand = { $who } stands before { $on }.
reason-stand-bare = { $who } holds: to move or to attack would be worth less.
reason-withdraw = { $who } gets out of the way of { $on }.
reason-withdraw-bare = { $who } falls back: the threat weighs more than the place.
reason-rally = { $who } gets into order again.
reason-support = { $who } supports { $on }.
reason-support-bare = { $who } lends support.
reason-take = { $who } goes to take { $on }, worth { $worth } points.
reason-keep = { $who } keeps { $on }, worth { $worth } points.
reason-hunt = { $who } works against { $on }, from the flank if it can.
reason-recover = { $who } must rally first.
reason-plan-hold = { $who } lets him come: time works for us ({ $lead } points ahead).
reason-plan-contend = { $who } comes near without rushing in: nobody wins by waiting ({ $lead } points ahead).
reason-plan-storm = { $who } must attack: time works for the enemy ({ $lead } points ahead).
reason-main = { $who } makes the main effort towards { $on }.
reason-main-now = { $who } goes in to the assault towards { $on }.
reason-pin = { $who } keeps the enemy busy before { $on }.
reason-line = { $who } keeps its line at { $on }.
reason-search = { $playouts } battles played in the mind: this ends best (ahead by { $lead } %).
reason-weighed-own = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to go on as he would by himself ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-stand = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to stand and let the enemy come ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-storm = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to storm with the whole army ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-left = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to storm on the left, the rest refused ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-centre = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to storm in the centre, both wings refused ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-right = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to storm on the right, the rest refused ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-later = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to stand until turn { $turn }, and then storm ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-place = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} the main effort against { $on } ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-bold = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to venture more ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-prudent = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to venture less ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-weighed-keen = { $chosen_n ->
    [1] Plan taken:
   *[other] Plan weighed:
} to charge more readily ({ $lead } of 100 for a clear victory; battles in the mind: { $playouts }).
reason-foe-captain = { $who } may be one who leads like a captain: { $likely } %. Against him the plan comes to { $lead } of 100 (battles in the mind: { $playouts }).
reason-foe-stand = { $who } may be one who only stands: { $likely } %. Against him the plan comes to { $lead } of 100 (battles in the mind: { $playouts }).
reason-foe-rush = { $who } may be one who goes straight at us: { $likely } %. Against him the plan comes to { $lead } of 100 (battles in the mind: { $playouts }).
reason-foe-refuse = { $who } may be one who refuses his right: { $likely } %. Against him the plan comes to { $lead } of 100 (battles in the mind: { $playouts }).
reason-foe-ride = { $who } may be one whose horse alone rides out: { $likely } %. Against him the plan comes to { $lead } of 100 (battles in the mind: { $playouts }).
reason-foe-wait = { $who } may be one who waits and then comes: { $likely } %. Against him the plan comes to { $lead } of 100 (battles in the mind: { $playouts }).
site-kind-wooden_building = a wooden building
site-kind-masonry_building = a stone building
site-kind-road = a road
site-kind-track = a track
site-kind-bridge = a bridge
site-kind-ford = a ford
site-kind-meadow = a meadow
site-kind-scrub = scrub
site-kind-tall_crops = tall crops
site-kind-plough = ploughed land
site-kind-open_wood = an open wood
site-kind-orchard = an orchard
site-kind-forest = a forest
site-kind-marsh = a marsh
site-kind-rocks = rocks
site-kind-stream = a stream
site-kind-river = a river
site-kind-steep_slope = a steep slope
site-kind-hill = a hill
site-kind-crest = a crest
site-kind-barricade = a barricade
site-kind-hedge = a hedge
site-kind-wall = a wall
site-kind-fortification = a fortification
site-kind-impassable = impassable ground
json-syntax = line { $line }, column { $column }: not JSON
json-eof = line { $line }, column { $column }: the JSON breaks off
json-data = line { $line }, column { $column }: a value that does not fit, or something that is missing
json-data-at = { $place } (line { $line }, column { $column }): a value that does not fit, or something that is missing
json-twice = line { $line }, column { $column }: “{ $key }” is given twice
