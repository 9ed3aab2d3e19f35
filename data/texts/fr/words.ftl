# Les mots de la table, les mêmes pour toutes les règles.

yes = oui
no = non
not = pas
length = { $figure } { $unit }
unit-m = m
unit-pas = pas
unit-ud = UD
fact = { $name } { $figure }
list-between = {" ; "}

fact-at = à
    .unit = length
fact-fields = questions
fact-legs = manœuvres
fact-max = au plus
fact-min = au moins
fact-picked = choisis
fact-replies = réponses
fact-sum = somme
fact-total = total

side-blue = Bleus
side-red = Rouges
unit-unnamed = unité { $n }
command-unnamed = brigade { $n }
site-unnamed = lieu { $n }
part-of = partie { $n } { DE($unit) }
face-of = { $site }, face { $n }
spot = un point du terrain

arm-infantry = infanterie
arm-cavalry = cavalerie
arm-artillery = artillerie
arm-general = général

op-throw = { $n ->
    [one] { $figure } dé
   *[other] { $figure } dés
}
op-dice = dés : { $figure }
op-per-die = { $figure } par dé
op-at-least = au moins { $figure }
op-at-most = au plus { $figure }
op-between = de { $low } à { $high }
op-divide-down = ÷{ $figure } ↓
op-cell = → { $figure } (ligne { $row }, colonne { $column })
op-half-up = arrondi au plus proche, ½ au-dessus
op-read = → { $figure }
op-needs = il faut { $figure }
op-automatic = d’office

by-rule = { $text } [{ $rule } : { $title }]
measured = { $text } (mesuré : { $measured })
measured-limited = { $text } (mesuré : { $measured }, limite : { $limit })

refusal-leg = manœuvre { $n } : { $text }
refusal-wrong_number_of_replies = le nombre de réponses n’est pas celui des questions
refusal-wrong_number_of_picks = { $picked } choix, il en faut entre { $min } et { $max }
refusal-picked_twice = deux fois le même choix
refusal-not_offered = ce choix n’est pas proposé
refusal-over_budget = cela coûte { $cost }, il n’y a que { $budget }
refusal-does_not_add_up = les parts font { $sum } et non { $total }
refusal-share_out_of_bounds = une part est hors de ses limites
refusal-too_many_legs = trop de manœuvres ({ $legs })
refusal-leg_too_long = bien trop loin : { $length }, plus du double de ce qu’une unité peut faire
fact-length = longueur
    .unit = length
refusal-wrong_signature = la signature ne correspond pas
refusal-wrong_movers = ce ne sont pas les unités de la question
refusal-outside_the_area = hors de la zone
refusal-outside_the_window = hors du tronçon permis
refusal-wrong_shape = la réponse n’a pas la forme demandée
refusal-unknown_question = cette version des règles ne connaît pas cette question
refusal-question_not_open = cette question n’est plus posée
refusal-already_answered = cette question a déjà sa réponse

deed-shown = { $unit } paraît ({ $arm }).
deed-hidden = { $unit } sort de vue.
deed-moved = { $unit } se déplace de { $way }.
deed-turned = { $unit } change de face.
deed-marked = { $unit } : { $mark }, { $value }.
deed-unmarked = { $unit } : { $mark }, plus rien.
deed-counted = { $unit } : { $what } { $from } → { $to }.
deed-gone = { $unit } quitte la bataille ({ $why }).
deed-declared = { $who } : { $what }.
deed-opened = { $who } découvre : { $what }.
deed-threw = { $who } : { $n ->
    [one] un dé
   *[other] { $n } dés
}, { $faces } ({ $title }).
deed-tested = { $who }, { $test } : { $total } → { $result }.
deed-tested-alone = { $test } : { $total } → { $result }.
deed-note = { $who } : { $what }.
deed-clock = Tour { $turn } · { $phase }
deed-clock-before = Avant la bataille · { $phase }
key-about = { $does } : { $target }

outcome-won = Victoire : { $winner }, { $how }
outcome-drawn = Bataille indécise, { $how }
outcome-resigned = l’adversaire renonce
outcome-agreed = d’un commun accord
outcome-agenda_empty = arrêt : les règles n’ont plus rien à faire
outcome-step_diverged = arrêt : l’étape { $step } des règles s’est déroulée autrement en la reprenant
outcome-dice_unreadable = arrêt : les règles demandent des dés qui ne se lisent pas

# Ce qu’un joueur peut demander à voir, et ce qu’une unité peut faire
lens-reach = Mouvement
lens-fire = Tir
lens-sight = Vue
lens-threats = Menaces
lens-supports = Soutiens
lens-command = Commandement
drawn = { $what } ({ $facts })
prospect-alone = { $who } : { $test }
prospect-against = { $who }, { $test } : { $target }
threshold = { $fact } ≥ { $figure } : { $means }
act-refused = { $act } : { $why }

# Pourquoi l’ordinateur répond ainsi (à la demande du joueur).
reason-attack = { $who } attaque { $on } : { $chance } % de chances de l’emporter, en moyenne { $gain } points pris pour { $cost } perdus.
reason-attack-bare = { $who } attaque : { $chance } % de chances que cela aboutisse.
reason-shoot = { $who } tire sur { $on } : en moyenne { $gain } points.
reason-shoot-bare = { $who } s’arrête pour tirer : en moyenne { $gain } points.
reason-advance = { $who } avance vers { $on }.
reason-advance-bare = { $who } avance : rien à attaquer ni à tenir ici.
reason-stand = { $who } reste face à { $on }.
reason-stand-bare = { $who } tient : bouger ou attaquer vaudrait moins.
reason-withdraw = { $who } se dérobe à { $on }.
reason-withdraw-bare = { $who } se replie : la menace pèse plus que la place.
reason-rally = { $who } se remet en ordre.
reason-support = { $who } soutient { $on }.
reason-support-bare = { $who } apporte son soutien.
reason-take = { $who } va prendre { $on }, qui vaut { $worth } points.
reason-keep = { $who } garde { $on }, qui vaut { $worth } points.
reason-hunt = { $who } manœuvre contre { $on }, par le flanc si possible.
reason-recover = { $who } doit d’abord se rallier.
reason-plan-hold = { $who } laisse venir : le temps travaille pour nous ({ $lead } points d’avance).
reason-plan-contend = { $who } s’approche sans se jeter : personne ne gagne à attendre ({ $lead } points d’avance).
reason-plan-storm = { $who } doit attaquer : le temps travaille pour l’ennemi ({ $lead } points d’avance).
reason-main = { $who } porte l’effort principal vers { $on }.
reason-main-now = { $who } donne l’assaut vers { $on }.
reason-pin = { $who } fixe l’ennemi devant { $on }.
reason-line = { $who } tient sa ligne à { $on }.
reason-search = { $playouts } parties jouées en pensée : c’est ce qui finit le mieux (avantage { $lead } %).
reason-weighed-own = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} continuer comme il le ferait de lui-même ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-stand = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} tenir et laisser venir l’ennemi ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-storm = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} donner l’assaut avec toute l’armée ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-left = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} donner l’assaut à gauche en refusant le reste ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-centre = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} donner l’assaut au centre en refusant les deux ailes ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-right = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} donner l’assaut à droite en refusant le reste ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-later = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} tenir jusqu’au tour { $turn }, puis donner l’assaut ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-place = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} l’effort principal vers { $on } ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-bold = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} risquer davantage ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-prudent = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} risquer moins ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-weighed-keen = { $chosen_n ->
    [1] Plan retenu :
   *[other] Plan pesé :
} charger plus volontiers ({ $lead } sur 100 pour une victoire nette ; parties en pensée : { $playouts }).
reason-foe-captain = { $who } est peut-être un général qui mène comme un capitaine : { $likely } %. Contre lui le plan vaut { $lead } sur 100 (parties en pensée : { $playouts }).
reason-foe-stand = { $who } est peut-être un général qui ne fait que tenir : { $likely } %. Contre lui le plan vaut { $lead } sur 100 (parties en pensée : { $playouts }).
reason-foe-rush = { $who } est peut-être un général qui fonce droit sur nous : { $likely } %. Contre lui le plan vaut { $lead } sur 100 (parties en pensée : { $playouts }).
reason-foe-refuse = { $who } est peut-être un général qui refuse sa droite : { $likely } %. Contre lui le plan vaut { $lead } sur 100 (parties en pensée : { $playouts }).
reason-foe-ride = { $who } est peut-être un général qui ne lance que sa cavalerie : { $likely } %. Contre lui le plan vaut { $lead } sur 100 (parties en pensée : { $playouts }).
reason-foe-wait = { $who } est peut-être un général qui attend puis vient : { $likely } %. Contre lui le plan vaut { $lead } sur 100 (parties en pensée : { $playouts }).
site-kind-wooden_building = un bâtiment en bois
site-kind-masonry_building = un bâtiment en pierre
site-kind-road = une route
site-kind-track = un chemin
site-kind-bridge = un pont
site-kind-ford = un gué
site-kind-meadow = un pré
site-kind-scrub = des broussailles
site-kind-tall_crops = des blés hauts
site-kind-plough = des labours
site-kind-open_wood = un bois clair
site-kind-orchard = un verger
site-kind-forest = une forêt
site-kind-marsh = un marais
site-kind-rocks = des rochers
site-kind-stream = un ruisseau
site-kind-river = une rivière
site-kind-steep_slope = une pente raide
site-kind-hill = une hauteur
site-kind-crest = une crête
site-kind-barricade = une barricade
site-kind-hedge = une haie
site-kind-wall = un mur
site-kind-fortification = un ouvrage fortifié
site-kind-impassable = un terrain infranchissable
json-syntax = ligne { $line }, colonne { $column } : ce n’est pas du JSON
json-eof = ligne { $line }, colonne { $column } : le JSON s’interrompt
json-data = ligne { $line }, colonne { $column } : une valeur qui ne convient pas, ou quelque chose qui manque
json-data-at = { $place } (ligne { $line }, colonne { $column }) : une valeur qui ne convient pas, ou quelque chose qui manque
json-twice = ligne { $line }, colonne { $column } : « { $key } » est donné deux fois
