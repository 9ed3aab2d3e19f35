# Ce que dit la ligne de commande.

general-random = l’ordinateur, au hasard
general-recruit = l’ordinateur, une recrue
general-captain = l’ordinateur, un capitaine
general-marshal = l’ordinateur, un maréchal
general-stand = l’ordinateur, partenaire immobile
general-rush = l’ordinateur, partenaire qui fonce
general-refuse = l’ordinateur, partenaire qui refuse une aile
general-ride = l’ordinateur, partenaire qui lance sa cavalerie
general-wait = l’ordinateur, partenaire qui attend puis attaque

date = { $day ->
    [1] 1er
   *[other] { $day }
} { $month } { $year }
month-1 = janvier
month-2 = février
month-3 = mars
month-4 = avril
month-5 = mai
month-6 = juin
month-7 = juillet
month-8 = août
month-9 = septembre
month-10 = octobre
month-11 = novembre
month-12 = décembre

program-fault = C’est une faute du programme, non la vôtre. Le message ci-dessus aide à la trouver.
program-wait = Entrée ferme cette fenêtre.
no-ruleset = Il n’y a pas de règle « { $name } ». Il y a : { $known }.
no-general = Il n’y a pas de général « { $name } ». Il y a : { $known } ; captain:bold ou captain:prudent disent le tempérament, marshal:40 les parties jouées en pensée.
no-scenario = « { $name } » n’est ni un scénario ni un fichier. Scénarios : { $known }.
no-option = Cette règle n’a pas d’option « { $name } ». Elle a : { $known }.
option-range = « { $pair } » : une option vaut 0 (non) ou 1 (oui).
option-value = « { $pair } » : une option s’écrit nom=nombre, nom=oui ou nom=non.
faults-count = { $n ->
    [one] Une faute.
   *[other] { $n } fautes.
}

file-unreadable = { $file } : illisible : { $reason }.
file-unwritable = { $file } : impossible à écrire : { $reason }.
file-disk-full = il n’y a plus de place sur le disque
file-not-found = ce fichier n’existe pas
file-forbidden = accès refusé
file-is-directory = c’est un dossier
file-no-folder = son dossier n’existe pas
file-not-text = la ligne { $line } n’est pas du texte en UTF-8
not-json = { $file } : { $reason }
picture-ending = { $file } : le nom d’une image finit par .svg ou .png.
picture-written = Image écrite : { $file }
report-written = Rapport écrit : { $file }

# resolve
tests-of = Tests de la règle { $ruleset }
tests-how = L’un d’eux :  grognard resolve { $ruleset } { $test } --example
    Sa forme :    grognard resolve { $ruleset } { $test } --schema
no-test = { $ruleset } n’a pas de test « { $test } ».
no-test-known = Il y a : { $known }.
no-example = Ce test n’a pas d’exemple.
no-situation =
    Ce test demande une situation : --situation FICHIER (ou - pour l’entrée standard).
    Sa forme et un exemple :  grognard resolve { $ruleset } { $test } --schema
    Résoudre l’exemple :      grognard resolve { $ruleset } { $test } --example
fault-between = il faut de { $least } à { $most }, et non { $value }
fault-one-of = il faut { $known }, et non { $value }
fault-entries = { $least ->
    [0] il faut au plus { $most } entrées, et non { $count }
   *[other] il faut de { $least } à { $most } entrées, et non { $count }
    }
fault-entries-exactly = il faut { $most } entrées, et non { $count }
fault-unknown-field = champ inconnu « { $found } » ; possibles : { $known }
fault-unknown-word = mot inconnu « { $found } » ; possibles : { $known }
fault-missing = il manque « { $found } »
fault-sort = { $found } n’est pas ce qu’il faut ; attendu : { $known }
fault-no-such-field = champ inconnu « { $found } »
fault-form = ceci n’est pas écrit d’une manière connue
sort-count = un nombre entier, 0 ou plus
sort-integer = un nombre entier
sort-number = un nombre
sort-boolean = true ou false
sort-string = un texte
sort-map = un objet
sort-sequence = une liste
sort-null = rien
situation-more_than_0 = il faut plus que 0
situation-second_more_than_0 = le second chiffre doit être plus grand que 0
situation-front_and_depth = un socle a un front et une profondeur, plus grands que 0
situation-figures_grow = les chiffres doivent croître
situation-figures_grow_from_0 = les chiffres doivent croître à partir de plus que 0
situation-figures_not_falling = les chiffres ne doivent pas décroître
situation-figures_not_rising = les chiffres ne doivent pas croître
situation-figures_fall = les chiffres doivent décroître, et il en faut
situation-no_row = il faut au moins une ligne
situation-each_once_in_order = chaque entrée une fois, dans l’ordre des tables livrées
situation-fixed_scale = ce chiffre est fixe : toutes les distances sont comptées avec lui
situation-missing_section = il manque cette section
situation-unknown_section = cette section n’existe pas
situation-needs_person = une situation doit être dite par une personne avant qu’on puisse compter
situation-never_ends = cela peut durer sans fin : les chances ne se comptent pas
situation-too_many_states = trop de situations possibles pour compter les chances
situation-too_many_dice = trop de dés pour les compter exactement
situation-not_a_throw = ce n’est pas un jet de dés
situation-already_over = c’est terminé : rien d’autre n’est attendu
situation-no_end = cela n’arrive à aucune fin
situation-dice_expected = ce sont des dés qui sont attendus, pas un choix
situation-choice_expected = c’est un choix qui est attendu, pas des dés
situation-not_followed = cela ne se suit pas étape par étape
situation-no_units = il n’y a personne dans aucun camp
situation-type_without_values = son type n’a pas de valeurs pour cette règle
situation-values_of_other_arm = elle a des valeurs d’une autre arme
situation-general_not_on_table = son général n’est pas sur la table
fault-at = { $place } : { $reason }
dice-short = Trop peu de dés : il en faut { $wanted } pour { $throw }, { $left ->
    [0] il n’en reste pas
    [one] il en reste un
   *[other] il en reste { $left }
}.
dice-left = Trop de dés : { $count ->
    [one] un dé n’a pas été lancé ({ $faces })
   *[other] { $count } dés n’ont pas été lancés ({ $faces })
}.
dice-face = Le dé { $place } de { $throw } ne peut pas montrer { $face }.
resolve-total = total
resolve-dice = Dés : { $faces }
resolve-seed = {"  "}(graine { $seed })
resolve-result = Résultat
resolve-reconstructed = Chiffres reconstitués, que le texte n’imprime pas : { $tables }. Un club qui a le livre met les siens : --tables FICHIER (à partir de : grognard rules { $ruleset } --tables).
resolve-odds = Chances avant les dés
resolve-reply = Chances si l’autre joueur répond « { $reply } »
resolve-reply-taken = Chances si l’autre joueur répond « { $reply } » (comme ci-dessus)
chances-certain = certain : { $outcome }
chances-exactly = exactement
chances-at-least = au moins

# rules
no-rule = Il n’y a pas de règle « { $id } ».
kind-rule = règle
kind-option = option
kind-ruling = décision
kind-etiquette = usage de table
rule-ruled-by = Décision : { $id } · { $title }
rule-setting = Réglage : --option { $setting }=1
rule-cited-proved = dans le code, prouvée par un test
rule-cited = dans le code, pas encore prouvée par un test
rule-not-cited = pas encore dans le code
rule-not-played = rien à jouer
rules-count = { $n } entrées
rules-how = Toutes : grognard rules RÈGLE · une seule : grognard rules RÈGLE ID · chercher : grognard rules --search MOT
search-nothing = Aucune règle ne parle de « { $word } ».
coverage-rules = règles et options qui concernent le jeu
coverage-cited = dont appliquées par le code
coverage-played = dont appliquées dans une bataille, non seulement à part
coverage-lists = dont appliquées au calcul des listes d’armée : elles ne lient aucune bataille
coverage-proved = dont prouvées par des tests
coverage-rulings = décisions
coverage-rulings-cited = dont appliquées par le code
coverage-rulings-played = dont appliquées dans une bataille, non seulement à part
coverage-rulings-proved = dont prouvées par des tests
coverage-waiting = Le reste ({ $n }), avec la raison
waiting-etiquette = usage de table : rien à jouer
waiting-data = tenue dans les fichiers de données
waiting-absence = le texte n’a pas de telle règle : rien à appliquer
waiting-other-play = relève d’une façon de jouer qui n’est pas jouée : rien à appliquer
waiting-lists = lie les listes d’armée : appliquée quand une liste est comptée, jamais en bataille
waiting-not-cited = pas encore dans le code
waiting-not-proved = pas encore prouvée par un test
waiting-not-played = appliquée par un test à part, pas dans une bataille

# scenario
scenario-size = { $turns } tours, { $blue } unités contre { $red }
scenario-length = { $turns ->
    [one] { $turns } tour
   *[other] { $turns } tours
}
scenario-good = { $file } : aucune faute. « { $title } », { $units } unités.
scenario-made = Écrit : { $file }. « { $title } », tirée de la graine { $seed }.
make-size = { $units } unités par camp : impossible, il en faut de { $least } à { $most }.
make-nation = Pas de nation « { $name } ». Il y a : { $known }.
make-no-troops = Aucune armée de cette taille ne peut être levée pour : { $nation }.
make-no-troops-in = Aucune armée de cette taille ne peut être levée en { $year } pour : { $nation }.
make-uneven = Pas d’armées { $blue } et { $red } de { $year } qui coûtent autant sous chaque règle : essayez une autre graine, une autre année ou un autre nombre d’unités.
scenario-start = Début
scenario-objectives = Objectifs
scenario-victory = Victoire
scenario-reconstructed = ◇ effectif, place ou présence reconstitués
strength-men = { $n ->
    [one] { $count } homme
   *[other] { $count } hommes
}
strength-guns = { $n ->
    [one] { $count } pièce
   *[other] { $count } pièces
}
strength-elements = { $n ->
    [one] { $count } élément
   *[other] { $count } éléments
}

# army
army-total = Total : { $total } points
army-total-of = Total : { $total } points sur { $budget }
army-over = { $total } points : le budget est de { $budget }.
army-doctrine = Doctrine de l’infanterie, une par brigade : { $orders }
army-no-costs = { $ruleset } ne donne pas de coût aux unités : une liste d’armée n’y a pas de prix.
army-no-doctrine = Doctrine : la table n’en a pas pour cette nation ; ses brigades choisissent librement.
doctrine-thin = ordre mince (lignes)
doctrine-deep = ordre profond (colonnes)
doctrine-mixed = ordre mixte (lignes et colonnes)

# fight
fight-progress = Tour
fight-stopped = La bataille s’est arrêtée
fight-endless = toujours en cours après plus de réponses qu’il n’en faut
fight-endless-after = toujours en cours après { $answers } réponses
fight-no-answer = un général n’a pas répondu
fight-no-answer-to = un général ne répond pas à la question « { $question } »
fight-refused = la réponse d’un général a été refusée
fight-refused-to = la réponse d’un général à la question « { $question } » est refusée : { $reasons }
fight-stuck = la bataille n’attend personne et n’est pas finie
fight-stop = le programme s’est arrêté sur quelque chose d’impossible
fight-log = Journal : { $file } ({ $lines } lignes). Pour le vérifier : grognard replay { $file } --verify

# replay and reports
log-empty = { $file } : le journal est vide.
log-no-head = { $file } : ligne 1 : ce n’est pas l’en-tête d’un journal de bataille.
log-newer = { $file } : ligne 1 : le journal a le format { $format }, ce programme lit jusqu’au format { $most }.
log-bad-line = { $file } : ligne { $line } : illisible : { $reason }
log-line-too-long = plus de { $most } octets
log-line-no-json = ce n’est pas du JSON à partir de la colonne { $column }
log-line-no-entry = à la colonne { $column }, rien de ce que dit un journal
log-line-other-version = jouée avec la version { $version } des règles, celle-ci est la version { $current }
log-differs = { $file } : ligne { $line } : ce n’est pas ce que donnent les règles : { $reason }
log-cut = { $file } : la ligne { $line } est coupée en son milieu ; elle est laissée de côté.
log-unknown-ruleset = Ce programme ne connaît pas la règle « { $name } » : la bataille est montrée d’après ses événements.
log-other-version = Jouée avec la version { $version } des règles, celle-ci est la version { $current } : la bataille est montrée d’après ses événements.
log-not-verified = La bataille est montrée d’après ses événements ; les règles d’aujourd’hui donnent autre chose : { $reason }
log-verified = { $file } : vérifié. { $lines } lignes, { $events } événements, { $dice } dés ; état { $hash }.
log-seed-opened = La graine est ouverte : tous les dés en viennent.
log-seed-sealed = La bataille n’est pas finie : la graine est encore scellée.
log-seed-absent = La bataille est finie, mais la graine n’est pas ouverte : les dés ont été lancés à la table, ou la dernière ligne manque.
log-broken-off = { $file } : le journal s’arrête après la ligne { $line } : il manque ce qui suit la dernière réponse ou les derniers dés.
log-one-side = Ce journal est celui d’un seul camp : il se lit, mais seul le journal entier se vérifie.
log-other-form = { $file } : ligne { $line } : elle n’est pas écrite comme ce programme l’écrit : un nom inconnu, ou une valeur qui manque.
log-made-nothing = les règles ne donnent rien ici, le journal dit { $first }
log-made-other = les règles donnent { $first } ici, le journal dit { $second }
log-other-answer = la réponse n’est pas celle qui avait été scellée
log-no-seal = une réponse sans son sceau
log-seal-not-open = un sceau pour une question qui n’est pas posée : { $first }
log-other-seed = la graine n’est pas celle qui avait été scellée
log-foreign-dice = ces dés ne viennent pas de la graine
log-no-dice-here = des dés là où on n’en lance pas
log-dice-misread = les dés donnent { $first } et non { $second }
log-throw-count = { $first } jets au lieu de { $second }
log-state-differs = l’état n’est pas le même ici
log-no-undo = rien qui puisse être repris
log-other-undo = repris jusqu’à une autre ligne
log-answer-missing = il manque une réponse de l’autre camp
log-not-asked = une réponse sans question
log-not-open = une réponse à une question qui n’est pas posée : { $first }
log-waiting-misfits = la réponse qui attend ne va pas avec la question : { $first }
log-answer-refused = la réponse est refusée : { $first }
report-seed = Graine des dés : { $seed }
standard-input = entrée standard
standard-output = sortie standard
the-example = exemple
log-too-short = Il n’y a pas de ligne { $at } : le journal a les lignes 1 à { $lines }.
log-no-turn = Il n’y a pas de tour { $turn } : le journal finit au tour { $last }.
log-not-over = La bataille n’est pas finie.
report-led-by = { $side } : sous { $general }
report-before = Avant la bataille
report-turn = Tour { $turn }
report-end-of = { $turn ->
    [0] Début
   *[other] Fin du tour { $turn }
}
report-turn-short = { $turn } : { $tests ->
    [one] { $tests } test
   *[other] { $tests } tests
} ; effectif perdu : bleus { $blue }, rouges { $red }
report-turn-short-gone = { $turn } : { $tests ->
    [one] { $tests } test
   *[other] { $tests } tests
} ; effectif perdu : bleus { $blue }, rouges { $red } ; hors de combat : { $gone }
report-losses = effectif perdu : { $lost } sur { $of } ; { $gone ->
    [0] personne hors de combat
    [one] une unité ou un général hors de combat
   *[other] { $gone } unités ou généraux hors de combat
} ; { $units ->
    [0] plus aucune unité
    [one] une unité reste
   *[other] { $units } unités restent
}
report-dice = { $n } dés à six faces, moyenne { $mean } (attendue 3,50) : { $faces }
report-dice-title = Les dés

# about
about-program = Grognard joue les batailles napoléoniennes avec figurines dans le respect des règles : il est la table, l’arbitre, le livre de règles et l’adversaire.
about-rulesets = Les règles et leurs auteurs
about-books = Ces règles appartiennent à leurs auteurs. Grognard les applique et les explique avec ses propres mots ; il ne remplace pas leurs livres, qui valent d’être lus et possédés, pour le texte, les exemples et l’esprit du jeu.
about-licence = Programme : MIT ou Apache-2.0, au choix. Polices des images : Noto Sans (licence OFL 1.1) et DejaVu Serif (licence Bitstream Vera).

selftest-done = { $battles } batailles, { $turns } tours, { $answers } réponses ; { $offers } offres essayées, { $refused } réponses refusées à bon droit, { $seals } scellés joués de deux façons.
selftest-watched = De plus, { $watched } batailles vont à leur fin mais rompent un invariant encore à l’essai ; la première :
selftest-failed = La bataille { $battle } échoue
selftest-odds = { $positions } positions : { $compared } épreuves comparées, dont { $by_reply } pour une réponse d’un joueur, { $classes } classes de dés, dont { $most_classes } pour la plus longue, { $dropped } non menées à terme, { $otherwise } sans suite, { $differs } différentes.
selftest-odds-by = Par genre : { $kinds }.
    Par réponse : { $replies }.
selftest-odds-left = Sans suite : { $otherwise }. Montrées, comparées sous un autre nom : { $elsewhere }.
selftest-odds-told = Chances données aux généraux de l’ordinateur, avec l’écart moyen : { $told }.
selftest-odds-dropped = Non menées à terme : { $dropped }.
selftest-differs = Les chances montrées diffèrent de celles de la bataille, ou une épreuve n’a pas été menée à terme

# La table dans le navigateur
play-begun = La table est mise : { $link }
    Pour des figurines sur une vraie table, l’assistant : { $assistant }
    Les batailles sont gardées dans { $folder }. Ctrl-C termine le programme ; rien n’est perdu.
play-end = La table est levée.
play-found = La table est déjà ouverte : { $link }
play-found-own = Elle ne connaît pas encore votre scénario { $scenario } : ajoutez-le là, sous « Votre propre scénario ».
play-other-port = Le port { $usual } est pris par un autre programme : la table est au port { $port }.
play-no-browser = Aucun navigateur n’a pu être ouvert : ouvrez vous-même l’adresse ci-dessus.
play-no-client = Le client manquait quand ce programme a été construit : `make play` construit les deux.
play-open-to-all = Attention : la table est ouverte au réseau, sans chiffrement ({ $addresses }). Qui a le lien d’une place la joue, et qui lit le réseau lit les liens. Réservez cela à un réseau de confiance.
play-seed = Attention : les dés de cette table viennent du nombre { $seed } : qui le connaît les connaît.
play-seed-open = Des dés que l’on peut connaître d’avance ne vont pas avec une table ouverte au réseau : ôtez --seed ou --listen
play-port-taken = { $address } est pris, peut-être par une table déjà ouverte. Fermez-la, ou choisissez un autre port : --port { $next }
play-no-listen = { $address } : { $reason }. Choisissez une adresse de cette machine : --listen 127.0.0.1
play-folder = Les batailles ne peuvent pas être gardées dans { $folder } : { $reason }. Choisissez un autre dossier : --data DOSSIER
play-newer = { $file } a été écrit par une version plus récente du programme. Prenez cette version, ou un autre dossier : --data DOSSIER
play-unreadable = { $file } ne peut pas être ouvert : { $reason }. Déplacez-le, ou prenez un autre dossier : --data DOSSIER

# Ce que prouve un journal
log-bad-link = { $file } : ligne { $line } : elle ne suit pas les lignes d’avant : une ligne a été changée, ôtée ou ajoutée.
log-no-umpire = { $file } : la bataille est finie, mais son arbitre ne l’a pas signée : personne ne sait qu’elle a fini ainsi.
log-wrong-signature = la signature de cette place ne correspond pas, ou manque
log-no-key = ce n’est pas une clé
log-wrong-umpire = l’arbitre n’a pas signé ces lignes
log-linked-yes = Chaque ligne est liée à celles d’avant : aucune n’a été changée, ôtée ou ajoutée après coup.
log-linked-no = Les lignes ne sont pas liées entre elles (cela est venu plus tard) : ce que les règles n’utilisent pas, comme une consigne ou un sceau repris, a pu être changé.
log-bound-yes = Les dés dépendent de la première ligne : scénario, options et généraux sont ceux avec lesquels ils sont tombés.
log-bound-no = Les dés ne dépendent pas de la première ligne : ce que la bataille n’a pas touché du scénario, et qui menait, a pu être changé.
log-closed-yes = L’arbitre a signé la fin.
log-closed-no = Personne n’a signé la fin : un abandon ou une nulle a pu être ajouté par qui a écrit le fichier.
log-signed = { $side } : { $signed } réponses sur { $answers } sont signées, par qui tient la clé { $keys }.
log-unsigned = { $side } : aucune réponse n’est signée ; rien ne prouve qui les a données.

# Les archives
archive-whole = { $folder } : tout est entier. { $battles } batailles, { $lines } lignes, { $size } ko, dont { $free } ko libres.
archive-copied = { $folder } : une copie entière. { $battles } batailles, { $lines } lignes, { $size } ko. C’est un dossier de données comme un autre : --data
archive-compacted = { $before } ko avant, { $after } ko maintenant.
archive-damaged = { $folder } est abîmé :
      { $faults }
    Ce qui se lit encore peut être exporté dans le navigateur. Une copie faite par « grognard archive backup » peut en prendre la place.
play-in-use = { $folder } sert à une autre table (ou à un autre programme). Fermez-la, ou prenez un autre dossier : --data DOSSIER
play-in-use-at = { $folder } sert à la table ouverte à { $link }. Fermez-la, ou prenez un autre dossier : --data DOSSIER
play-disk-full = Le disque est plein. Faites de la place et recommencez ; rien n’est perdu.
play-disk-read-only = On ne peut pas écrire sur le disque. Rien n’est perdu ; recommencez quand on le pourra.
play-damaged = Les archives sont abîmées ({ $reason }). Regardez avec « grognard archive check », et remettez une copie faite par « grognard archive backup ».
play-bad-public = { $url } : ce n’est pas une adresse comme https://table.example.org
