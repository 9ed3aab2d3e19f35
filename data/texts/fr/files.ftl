# Ce qui ne va pas dans le fichier d’un scénario, d’une liste d’armée ou d’une table de chiffres. Un texte qui finit par le nom
# d’un fait est pris là où ce fait est connu.

file-nearest = { $text } ; vouliez-vous dire « { $nearest } » ?
file-or = {" ou "}

file-sort-object = une table
file-sort-array = une liste
file-sort-string = un texte
file-sort-integer = un nombre entier
file-sort-number = un nombre
file-sort-boolean = true ou false
file-sort-date = une date

file-too-long = fichier trop long ({ $bytes } octets, au plus { $limit })
file-too-many = trop d’entrées ({ $count }, au plus { $limit })
file-more-faults = { $left ->
    [one] et une autre faute, qui n’est pas listée
   *[other] et { $left } autres fautes, qui ne sont pas listées
}
file-syntax-same-key = ce n’est pas du TOML correct : « { $line } » (cette clé est déjà donnée)
file-syntax-no-value = ce n’est pas du TOML correct : « { $line } » (il faut une valeur après « = » : un texte entre guillemets droits, un nombre, une date, true, false ou une liste)
file-syntax-no-equals = ce n’est pas du TOML correct : « { $line } » (il manque un « = » après la clé)
file-syntax-open = ce n’est pas du TOML correct : « { $line } » (un guillemet, un crochet ou une accolade n’est pas fermé)
file-syntax-unexpected = ce n’est pas du TOML correct : « { $line } » (inattendu à cette colonne ; il manque peut-être une virgule, un guillemet ou une fin de ligne)
file-unread = le fichier a la forme voulue, et le programme ne le lit pourtant pas
file-unknown-key = clé inconnue « { $key } »
file-missing-key = { $key ->
    [fr] il manque le texte français (clé « fr »)
    [en] il manque le texte anglais (clé « en »)
   *[other] il manque la clé « { $key } »
}
file-wrong-sort = il faut { $expected } et non { $found }
file-unknown-word = mot inconnu « { $word } »
file-unknown-formation = formation inconnue « { $word } »
file-unknown-arm = arme inconnue « { $word } »
file-unknown-troop-type = type de troupe inconnu « { $word } »
file-unknown-nation = nation inconnue « { $word } »
file-unknown-ruleset = règle inconnue « { $word } »
file-unknown-command = commandement inconnu « { $word } »
file-unknown-unit = unité inconnue « { $word } »
file-unknown-objective = objectif inconnu « { $word } »
file-unknown-ground = terrain inconnu « { $word } »
file-unknown-rank = grade inconnu « { $word } »
file-out-of-bounds = { $value } est hors des limites ({ $least } à { $most })
file-wrong-length = il faut une liste de { $expected } valeurs et non de { $length }
file-empty = vide
file-unprintable = caractère de commande { $code }, qui ne s’écrit pas
file-bad-id = identifiant incorrect « { $id } » ; minuscules sans accent, chiffres et tirets seulement
file-same-id = l’identifiant « { $id } » est déjà pris à la ligne { $line }
file-bad-date = « { $date } » n’est pas une date (par exemple 1806-07-04)
file-off-table = le point ({ $x }, { $y }) est hors de la table ({ $width } m sur { $height } m)
file-too-few-corners = { $corners ->
    [one] { $corners } sommet
   *[other] { $corners } sommets
}, il en faut au moins { $least }
file-crosses = les côtés { $first } et { $second } du polygone se croisent ou se touchent
file-flat = polygone sans surface
file-exactly-one-key = il faut une seule de ces clés : { $keys } (trouvé : aucune)
file-exactly-one-key-found = il faut une seule de ces clés : { $keys } (trouvé : { $found })
file-keys-together = ces clés vont ensemble : { $keys } (trouvé : aucune)
file-keys-together-found = ces clés vont ensemble : { $keys } (trouvé : { $found })
file-at-least-one-key = il faut au moins une de ces clés : { $keys }
file-anachronism = le type « { $kind } » n’existe que de { $from } à { $to }, pas en { $year }
file-disagrees = « { $said } » contredit le type de troupe, qui dit « { $type } »
file-wrong-formation = la formation « { $formation } » est impossible pour cette arme ({ $arm ->
    [infantry] infanterie
    [cavalry] cavalerie
    [artillery] artillerie
   *[other] { $arm }
})
file-no-strongpoint = une garnison doit être dans un point fort ; il n’y en a pas en ({ $x }, { $y })
file-impassable = l’unité se trouve dans un terrain impraticable ({ $kind })
file-wrong-strength = l’effectif ne peut pas être donné par « { $key } » ici
file-wrong-strength-arm = l’effectif d’une unité { $arm ->
    [infantry] d’infanterie
    [cavalry] de cavalerie
    [artillery] d’artillerie
   *[other] de { $arm }
} ne se donne pas par « { $key } »
file-no-general = « { $command } » n’a pas de général
file-absent-general = { $general } commande des unités présentes mais n’a pas de place sur la table (clé « at »)
file-idle-command = « { $command } » n’a ni unités ni subordonnés
file-ring = « { $command } » est son propre supérieur, directement ou non
file-lower-rank = { $superior } est d’un grade inférieur à { $general }, qu’il commande
file-no-units = aucune unité
file-no-place = « { $unit } » n’a ni position, ni zone de déploiement, ni tour d’arrivée
file-twice-placed = « { $unit } » a plusieurs places : une position et une arrivée, ou deux arrivées
file-same-place = « { $other } » est déjà à cet endroit
file-after-the-end = arrivée au tour { $turn } d’une bataille de { $turns } tours
file-placed-in-roster = une liste d’armée ne donne pas de position
file-years-reversed = les années { $from } à { $to } sont à l’envers
file-calibre = { $arm ->
    [artillery] il manque le calibre des pièces (clé « calibre »)
    [infantry] pas de calibre pour l’infanterie
    [cavalry] pas de calibre pour la cavalerie
   *[other] pas de calibre pour { $arm }
}
