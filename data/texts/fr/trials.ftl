# Les batailles par milliers : ce que disent le résumé au terminal et les pages de résultats.

trial-lead = { $ruleset } · { $battles ->
    [one] une bataille
   *[other] { $count } batailles
} · bleu : { $blue } · rouge : { $red } · graine { $seed }
trial-unfinished = Inachevé : { $planned } batailles sont prévues.
trial-interval = { $low } à { $high }
trial-results = Résultats
trial-won-by = Victoires : { $who }
trial-drawn = Nulles
trial-named-blue = { $general } (nommé pour bleu)
trial-named-red = { $general } (nommé pour rouge)
trial-side-chance = Chances de bleu : { $side }
trial-pairs = Paires gagnées : { $who }
trial-pairs-by-points = De même, paires égales aux points
trial-lost-of-led = Perdu de ce qu’il menait : { $who }
trial-mirror-note = Les deux combats d’une paire ont les mêmes dés et ne sont pas indépendants : ce sont les paires qui disent quel général est le meilleur.
trial-turns = Tours
trial-turns-spread = de { $least } à { $most }
trial-course = Chances au fil des batailles : { $who }
trial-course-note = Une nulle compte pour une demi-victoire. La bande est l’intervalle à 95 % (Wilson).
trial-axis-battles = batailles
trial-curves = Pertes tour par tour
trial-curves-note = Part de son effectif que chaque camp a perdue à la fin d’un tour, en moyenne. Une bataille finie plus tôt reste comme elle a fini.
trial-axis-turns = tour
trial-sides = Bleu : { $blue }. Rouge, en tirets : { $red }.
trial-deaths = Où les unités ont quitté la bataille
trial-deaths-note = Détruites, mises en fuite ou chassées de la table. Plus une marque est grande et sombre, plus c’est arrivé là souvent ; les deux cartes ont la même mesure.
trial-deaths-of = { $side } · { $n ->
    [0] aucune unité
    [one] une unité
   *[other] { $count } unités
}
trial-losses = Pertes
trial-losses-note = En moyenne sur toutes les batailles, dans l’unité d’effectif de la règle. Rompues : en déroute, pièces abandonnées ou parties.
trial-all = Ensemble
trial-head-who = Qui
trial-head-start = Départ
trial-head-lost = Perdu
trial-head-share = Part
trial-head-broke = Rompues
trial-head-gone = Parties
trial-head-battles = Batailles
trial-head-how = Issue
trial-head-die = Dé
trial-head-thrown = Jetés
trial-head-mean = Moyenne
trial-head-expected = Attendue
trial-head-error = Erreur type
trial-head-deviation = Écart
trial-first = Quelle unité a rompu la première
trial-none = aucune
trial-endings = Comment cela a fini
trial-dice = Les dés contre l’attente
trial-dice-note = Écart : la différence en erreurs types. Il est entre −2 et 2 dans 95 séries sur 100.
trial-method = Chaque bataille a sa graine, fonction de celle de la série et de son numéro : la même commande donne les mêmes lignes, quel que soit le nombre de fils, et « grognard fight » avec la graine d’une ligne rejoue cette bataille. Les parts sont données avec leur intervalle à 95 % (Wilson). Les points sont ceux que donne chaque règle. Les lignes sont dans battles.csv et units.csv et, avec les événements, en Parquet dans les dossiers battles, units et events.
trial-series-lead = { $ruleset } · { $varied } · { $runs } valeurs, toutes avec les mêmes graines · bleu : { $blue } · rouge : { $red } · graine { $seed }
trial-effect = Chances de bleu : { $side }
trial-effect-note = Une nulle compte pour une demi-victoire. Les barres sont des intervalles à 95 % (Wilson). Toutes les valeurs sont jouées avec les mêmes graines.
trial-runs = Chaque valeur
trial-head-value = Valeur
trial-head-blue = Bleu gagne
trial-head-draws = Nulles
trial-head-red = Rouge gagne
trial-head-chance = Chances de bleu
trial-head-turns = Tours
trial-head-blue-lost = Pertes bleues
trial-head-red-lost = Pertes rouges

simulate-progress = Batailles
simulate-resumed = { $n ->
    [one] Une bataille était déjà là.
   *[other] { $n } batailles étaient déjà là.
}
simulate-length = Durée : { $mean } tours en moyenne (écart type { $deviation }, de { $least } à { $most }).
simulate-endings = Issue :
simulate-dice = { $die } : { $thrown } jetés, moyenne { $mean }, attendue { $expected } (erreur type { $error }, écart { $deviation }).
simulate-written = Lignes, résumé et page : { $folder } (ouvrir { $page })
simulate-interrupted = Interrompu. Ce qui est joué est gardé ; la même commande reprend de là.
simulate-interrupted-lost = Interrompu. Sans --out, rien n’est gardé.
simulate-some-failed = { $n ->
    [one] Une bataille n’est pas allée à son terme.
   *[other] { $n } batailles ne sont pas allées à leur terme.
}
simulate-failed = La bataille { $battle } a échoué (graine { $seed }) : { $reason }. Journal : { $log }
simulate-failed-unkept = La bataille { $battle } a échoué (graine { $seed }) : { $reason }. Son journal n’a pas pu être gardé.
simulate-not-a-folder = { $folder } : un fichier est là où devrait être le dossier de la série.
simulate-not-a-run = { $folder } : pas vide, et pas le dossier d’une telle série. Nommez-en un autre, ou un vide.
simulate-in-use = { $folder } : une autre série y écrit.
simulate-other-run = { $folder } contient une autre série, qui diffère par : { $fields }. Nommez un autre dossier.
simulate-longer = { $folder } contient déjà { $done } batailles : plus que --battles n’en demande.
simulate-field-format = le format des fichiers
simulate-field-ruleset = la règle
simulate-field-version = la version de la règle
simulate-field-scenario = le scénario
simulate-field-tables = les tables
simulate-field-options = les options
simulate-field-generals = les généraux
simulate-field-mirror = --mirror
simulate-field-seed = la graine
simulate-field-series = ce qui varie
simulate-field-shard = la part
simulate-not-a-shard = { $folder } contient une série entière, pas une part.
simulate-unfinished = { $folder } contient { $done } combats sur { $wanted } : laissez-la finir (la même commande reprend).
simulate-shards-missing = Il manque des parts : { $missing }.
simulate-shard-twice = Une part est nommée deux fois.
simulate-merged-series = { $runs } séries réunies dans { $folder }. La même commande sans --shard et avec --out { $folder } ne rejoue rien et écrit la page de l’ensemble.
simulate-vary-form = « { $typed } » : --vary s’écrit QUOI=VALEUR,VALEUR et --balance QUOI=BAS..HAUT. QUOI est l’un de : { $forms }.
simulate-vary-kind = « { $name } » ne peut pas varier. Possible : { $forms }.
simulate-vary-unknown = Il n’y a pas de « { $name } ». Il y a : { $known }.
simulate-vary-number = « { $value } » n’est pas un nombre entier.
simulate-vary-faults = « { $typed } » : le scénario n’est pas juste avec { $value } :
simulate-disagree = { $about } : { $one } et { $other } ne s’accordent pas sur le camp avantagé ou sur l’avantage. Ce qui est mesuré là, ce sont les généraux, pas la bataille.
simulate-opposed = { $about } : ce qui augmente les chances du bleu mené par { $one } les diminue mené par { $other }. Ce qui est mesuré, ce sont les généraux, pas la bataille.
simulate-balance-best = Le plus près de l’égalité : { $name } = { $value }, chances de bleu { $chance } ({ $interval }).
simulate-balance-open = Les deux bouts de la plage favorisent le même camp : l’égalité est peut-être au-delà.
simulate-balance-as-good = Avec ce nombre de batailles, { $low } à { $high } ne se distinguent pas de l’égalité.
simulate-balance-sure = Aucune autre valeur essayée n’est dans l’intervalle de l’égalité.
simulate-balance-none = Aucune valeur essayée n’est dans l’intervalle de l’égalité.

compare-lead = Le même scénario sous chaque règle · { $battles ->
    [one] une bataille
   *[other] { $count } batailles
} chacune · bleu : { $blue } · rouge : { $red } · graine { $seed }
compare-day = Le jour même
compare-won = oui
compare-generals = Généraux
compare-pairs = Paires gagnées par le général nommé pour bleu
compare-lost-of-led = Perdu de ce qu’ils menaient : nommé pour bleu / pour rouge
compare-disagree = { $ruleset } : { $one } et { $other } ne s’accordent pas sur le camp avantagé, ou sur combien. Ce sont alors les généraux que l’on mesure, pas la bataille.
compare-length = Durée, en tours
compare-first-rout = Première déroute, au tour
compare-first-unit = Rompt le plus souvent la première
compare-losses = Pertes : { $side }
compare-men = { $men } hommes, { $share }
compare-note = Entre parenthèses, l’intervalle à 95 %. Les victoires sont celles des camps, quel que soit le général ; les pertes sont la part de l’effectif, compté comme chaque règle le compte. Un tour n’a pas la même durée d’une règle à l’autre.
compare-whose = « { $typed } » : dites pour quelle règle, par exemple « RÈGLE:NOM=VALEUR » ou « RÈGLE=FICHIER ». Règles comparées : { $known }.
