# Aide de la ligne de commande : help-<commande>, help-<commande>-<argument>, help-<commande>-more.

help-heading-usage = Utilisation :
help-heading-commands = Commandes{" "}
help-heading-arguments = Arguments{" "}
help-heading-options = Options{" "}
help-value-command = COMMANDE
help-default = (sinon { $value })
help-any-help = Montre cette aide
help-any-lang = Français (fr) ou anglais (en) ; sinon la langue du système (LC_ALL, LC_MESSAGES, LANG)
help-any-json = Écrit du JSON, pour les programmes
help-any-ruleset = La règle ; sinon la première

help = Batailles napoléoniennes avec figurines, dans le respect des règles.
help-version = Montre la version
help-more =
    Sans commande, met la table dans le navigateur, comme grognard play.

    Exemples :
      grognard resolve marie-louise charge --example
      grognard rules marie-louise --search carré
      grognard fight maida-1806 --seed 7 --log maida.log.jsonl
      grognard replay maida.log.jsonl --report maida.html

    Codes de sortie :
      0  tout va bien
      1  la réponse est non : fautes trouvées, journal non vérifié, rien trouvé
      2  mauvais usage, ou fichier incorrect
      3  faute du programme

help-resolve = Résout un test isolé : détail, dés, résultat, chances
help-resolve-ruleset = La règle ; sans elle, la liste des tests de toutes les règles
help-resolve-test = Le test ; sans lui, la liste des tests de la règle
help-resolve-schema = Donne le schéma JSON de la situation du test et un exemple
help-resolve-situation = La situation, un fichier JSON ; - est l’entrée standard
help-resolve-example = Résout l’exemple
help-resolve-dice = Les dés tels qu’ils sont tombés, dans l’ordre ; tous doivent servir
help-resolve-seed = Lance les dés avec cette graine
help-resolve-options = Règle une option ou une décision ; peut être répété
help-resolve-tables = Les tables du club, à la place de celles du programme : un fichier, ou un dossier qui en a un par règle (marie-louise.toml...)
help-resolve-more =
    Exemples :
      grognard resolve marie-louise
      grognard resolve marie-louise morale --schema
      grognard resolve marie-louise morale --example --dice 5,2
      grognard resolve marie-louise morale --situation ma-situation.json --json

    Codes de sortie : 0 résolu, 2 situation ou dés incorrects.

help-rules = Montre les règles : liste, texte, recherche, couverture
help-rules-ruleset = La règle (l’identifiant d’un paragraphe suffit)
help-rules-ids = Les paragraphes à montrer, par leur identifiant
help-rules-search = Liste les paragraphes qui en parlent, sans égard aux majuscules ni aux accents
help-rules-coverage = Compte les paragraphes que le code applique et que les tests prouvent, et liste le reste
help-rules-tables = Écrit les tables de la règle : un club en part pour les siennes (--tables des autres commandes)
help-rules-more =
    Exemples :
      grognard rules marie-louise
      grognard rules marie-louise ML-8.3a ML-GAP-24
      grognard rules --search carre
      grognard rules marie-louise --coverage --json

    Codes de sortie : 0 trouvé, 1 la recherche n’a rien donné, 2 paragraphe inconnu.

help-scenario = Scénarios : liste, contrôle, présentation, création, schéma
help-scenario-list = Liste les scénarios, l’identifiant d’abord
help-scenario-check = Contrôle un fichier de scénario et donne toutes ses fautes, avec leurs lignes
help-scenario-check-file = Le fichier (ou l’identifiant d’un scénario fourni)
help-scenario-check-ruleset = Le met en place sous cette seule règle ; sinon sous toutes celles qui se jouent
help-scenario-check-more =
    Exemple :
      grognard scenario check le-mien.toml --ruleset marie-louise

    Codes de sortie : 0 aucune faute, 1 des fautes, 2 fichier illisible.
help-scenario-show = Présente un scénario, ou le dessine
help-scenario-show-scenario = Identifiant ou fichier
help-scenario-show-picture = Dessine la table au début, en SVG ou PNG
help-scenario-show-more =
    Exemples :
      grognard scenario show maida-1806
      grognard scenario show maida-1806 --picture maida.svg
help-scenario-make = Crée une bataille équilibrée à partir d’une graine : un fichier de scénario, prêt à jouer
help-scenario-make-seed = La même graine et les mêmes options donnent le même fichier ; sinon une au hasard, que le fichier nomme
help-scenario-make-units = Unités par camp, de 3 à 24
help-scenario-make-blue = La nation au sud (france, prussia, ...) ; sinon au gré de la graine
help-scenario-make-red = La nation au nord ; sinon au gré de la graine
help-scenario-make-year = L’année, qui décide des troupes ; sinon au gré de la graine
help-scenario-make-out = Écrit le fichier ; sinon il est affiché
help-scenario-make-more =
    Les deux armées ont les mêmes commandements et les mêmes armes aux mêmes places, et coûtent autant
    (à 2 % près) sous chaque règle. Le terrain est symétrique par rapport à son centre : tourné d’un demi-tour, c’est le même.

    Exemples :
      grognard scenario make --seed 7 --out sept.toml
      grognard scenario make --seed 7 --units 12 --blue france --red russia --year 1812 --out berezina.toml
      grognard scenario check sept.toml
      grognard scenario show sept.toml --picture sept.svg
      grognard simulate sept.toml --mirror --blue captain --red recruit --battles 20

    Codes de sortie : 0 créée, 1 pas d’armées égales pour ces nations et cette année, 2 mauvais usage.
help-scenario-schema = Écrit le schéma JSON d’un fichier de scénario, pour les éditeurs et les programmes
help-scenario-more =
    Exemples :
      grognard scenario list
      grognard scenario check le-mien.toml
      grognard scenario show premier-feu --picture premier-feu.png
      grognard scenario make --seed 7 --out sept.toml

help-army = Listes d’armée : liste, contrôle, schéma
help-army-list = Liste les armées fournies, l’identifiant d’abord
help-army-check = Contrôle une liste d’armée : coût de chaque unité, total, doctrine, toutes les fautes avec leurs lignes
help-army-check-file = Identifiant ou fichier
help-army-check-more =
    Exemples :
      grognard army check avant-garde-1806
      grognard army check la-mienne.toml --ruleset marie-louise

    Codes de sortie : 0 ni faute ni dépassement, 1 fautes ou budget dépassé, 2 fichier illisible.
help-army-schema = Écrit le schéma JSON d’une liste d’armée, pour les éditeurs et les programmes
help-army-more =
    Exemple :
      grognard army check avant-garde-1806

help-fight = Fait livrer une bataille par deux généraux de l’ordinateur
help-fight-scenario = Identifiant ou fichier
help-fight-blue = Qui commande les bleus
help-fight-red = Qui commande les rouges
help-fight-seed = Dés et hasard tirés de cette graine ; sinon du système
help-fight-log = Écrit le journal de la bataille
help-fight-options = Règle une option ou une décision ; peut être répété
help-fight-tables = Les tables du club : un fichier, ou un dossier qui en a un par règle
help-fight-quiet = Seulement l’issue et les pertes
help-fight-more =
    Exemples :
      grognard fight premier-feu
      grognard fight maida-1806 --ruleset marie-louise --blue random --red random --seed 7 --log maida.log.jsonl
      grognard fight maida-1806 --option alternate_movement=oui

    Codes de sortie : 0 bataille livrée, 2 scénario, tables ou option incorrects.

help-simulate = Joue des batailles par milliers et dit ce qu’il en est sorti
help-simulate-scenario = Identifiant ou fichier
help-simulate-battles = Combien de batailles (graines ; avec --mirror chacune est jouée deux fois)
help-simulate-blue = Qui mène bleu
help-simulate-red = Qui mène rouge
help-simulate-generals = Avec --vary : plusieurs sortes de généraux, chacune menant les deux camps, ou des paires BLEU/ROUGE : côte à côte, avec un avertissement où elles ne s’accordent pas
help-simulate-mirror = Joue chaque graine une seconde fois, les généraux échangés
help-simulate-seed = Graine de toute la série
help-simulate-out = Dossier des lignes (CSV, Parquet), du résumé et de la page ; une série interrompue y reprend
help-simulate-shard = Livre une des N parts de la série, pour plusieurs machines : 1/4, 2/4…
help-simulate-merge = Réunit les parts d’une série : le dossier à écrire, puis ceux de toutes les parts
help-simulate-vary = Joue une fois par valeur : option:NOM=0,1, brigade:ID.quality=raw,usual,veteran, arrival:ID=3,5…
help-simulate-balance = Cherche la valeur qui rend la bataille égale : victory:red_breaks=20..60, objective:ID.points=0..60…
help-simulate-options = Fixe une option ou une interprétation de la règle ; peut être répété
help-simulate-tables = Les tables du club : un fichier, ou un dossier qui en a un par règle
help-simulate-threads = Combien de fils d’exécution ; sinon un par cœur
help-simulate-more =
    Ce qui peut varier ou être cherché : option:NOM, brigade:ID.CLÉ, unit:ID.CLÉ, general:ID.CLÉ, arrival:ID,
    objective:ID.CLÉ, victory:CLÉ, turns. CLÉ est une clé du fichier de scénario (quality, men, points, blue_breaks…).
    Ctrl-C arrête ; la même commande avec le même --out reprend.

    Exemples :
      grognard simulate premier-feu --battles 1000 --seed 1 --out resultats
      grognard simulate premier-feu --battles 200 --blue random --red random --mirror --json
      grognard simulate maida-1806 --battles 100 --vary arrival:gb-20=4,6,8 --out maida-arrivee
      grognard simulate premier-feu --battles 10000 --shard 1/2 --out une
      grognard simulate --merge entier une deux
      grognard simulate premier-feu --battles 400 --balance victory:red_breaks=20..60 --out egal

    Codes de sortie : 0 tout est joué, 1 interrompu ou une bataille a échoué (son journal est dans le dossier), 2 mauvais usage, fichier ou dossier.

help-compare = Joue le même scénario sous plusieurs règles et met les résultats côte à côte
help-compare-scenario = Identifiant ou fichier
help-compare-rulesets = Les règles à comparer ; sans cela, toutes celles qui se jouent
help-compare-battles = Combien de batailles sous chaque règle (graines ; avec --mirror chacune est jouée deux fois)
help-compare-blue = Qui mène bleu
help-compare-red = Qui mène rouge
help-compare-generals = Plusieurs sortes de généraux, chacune à la tête des deux camps, ou des paires BLEU/ROUGE : côte à côte, avec un avertissement où les sortes divergent
help-compare-mirror = Joue chaque graine une seconde fois, les généraux échangés
help-compare-seed = Graine de toute la comparaison
help-compare-out = Dossier des lignes (CSV, Parquet), des résumés et de la page ; une comparaison interrompue y reprend
help-compare-shard = Livre une des N parts de chaque série, pour plusieurs machines : 1/4, 2/4… (réunies par simulate --merge)
help-compare-options = Fixe une option d’une règle : marie-louise:capabilities=non ; ou de toutes celles qui l’ont : capabilities=non ; peut être répété
help-compare-tables = Les tables du club pour une règle : marie-louise=tables.toml ; ou un dossier qui en a un par règle ; peut être répété
help-compare-threads = Combien de fils d’exécution ; sinon un par cœur
help-compare-more =
    Qui a gagné, durée, première déroute et pertes par arme, avec leurs intervalles à 95 %, et ce qui s’est passé
    le jour même quand le scénario le dit.

    Exemples :
      grognard compare maida-1806 --battles 100
      grognard compare premier-feu --generals recruit,captain --battles 100
      grognard compare premier-feu --rulesets marie-louise,bataille-empire --battles 400 --seed 3 --json

help-replay = Ouvre une bataille d’après son journal : vérification, rapport, image
help-replay-log = Le journal
help-replay-verify = Redonne aux règles les mêmes réponses et les mêmes dés et compare chaque ligne
help-replay-report = Le rapport de bataille : au terminal, ou en page avec une image par tour
help-replay-at = La table après cette ligne du journal
help-replay-turn = La table à la fin de ce tour
help-replay-picture = Dessine la table, en SVG ou PNG
help-replay-side = Telle que ce camp pouvait la voir ; sinon comme l’arbitre
help-replay-more =
    Exemples :
      grognard replay maida.log.jsonl
      grognard replay maida.log.jsonl --verify
      grognard replay maida.log.jsonl --report
      grognard replay maida.log.jsonl --report maida.html
      grognard replay maida.log.jsonl --turn 4 --picture tour-4.svg
      grognard replay maida.log.jsonl --at 250 --picture 250.png

    Codes de sortie : 0 tout va bien, 1 non vérifié, 2 journal illisible.

help-completions = Écrit les complétions pour un shell
help-completions-shell = Le shell
help-completions-more =
    Exemple :
      grognard completions bash > ~/.local/share/bash-completion/completions/grognard

help-about = De qui sont ces règles

usage-invalid-value = { $argument } : « { $value } » n’est pas possible. Possible : { $known }.
usage-bad-value = { $argument } : « { $value } » est incorrect.
usage-unknown-argument = « { $argument } » n’a pas de sens ici.
usage-unknown-command = Il n’y a pas de commande « { $value } ».
usage-conflict = { $argument } ne va pas avec { $other }.
usage-missing = Il manque quelque chose : { $argument }.
usage-missing-command = Il manque une commande. Il y a : { $known }.
usage-wrong-count = { $argument } : mauvais nombre de valeurs.
usage-nearest = {" "}Vouliez-vous dire { $nearest } ?
usage-more = Pour en savoir plus : --help

help-selftest = Met une règle à l’épreuve par des batailles entières au hasard
help-selftest-ruleset = Règle à éprouver ; sans elle, toutes celles qui se jouent
help-selftest-battles = Nombre de batailles
help-selftest-from = Numéro de la première bataille : « --from N --battles 1 » rejoue la N-ième
help-selftest-odds = Compare plutôt, en N positions de batailles au hasard, les chances montrées aux joueurs à celles de la bataille elle-même
help-selftest-seed = Graine de toute l’épreuve
help-selftest-more =
    Chaque bataille doit finir, se rejouer à l’identique, accepter ce qu’elle offre, refuser le reste avec une raison
    et ne rien révéler d’une réponse scellée. Une bataille qui échoue laisse son journal.

    Exemples :
      grognard selftest marie-louise --battles 2000 --seed 1
      grognard selftest bataille-empire --odds 100 --seed 1

help-play = Met la table dans le navigateur
help-play-scenario = Identifiant ou fichier à choisir d’emblée
help-play-ruleset = Règle à choisir d’emblée
help-play-port = Port ; sinon 1805, ou le suivant qui est libre
help-play-listen = Adresse d’écoute ; toute autre que 127.0.0.1 ouvre la table au réseau
help-play-data = Dossier où les batailles sont gardées
help-play-no_open = N’ouvre pas le navigateur
help-play-more =
    Les batailles sont gardées dans le dossier de données du système, sauf si --data en nomme un autre.
    Un second démarrage avec le même dossier ouvre la table du premier.
    Exemple : grognard play premier-feu

help-play-public = L’adresse sous laquelle un mandataire TLS montre la table (https://table.example.org)
help-play-seed = Prend les dés des batailles commencées de ce nombre, pour montrer ou retrouver quelque chose ; sur cette machine seulement
help-play-log_level = Ce qui est dit sur la sortie d’erreur ; rien de secret ne l’est
help-archive = S’occupe des batailles gardées sur le disque
help-archive-check = Regarde si tout est entier ; une table peut être ouverte pendant ce temps
help-archive-backup = Copie tout dans un nouveau dossier, à un même instant ; une table peut être ouverte pendant ce temps
help-archive-backup-into = Le nouveau dossier
help-archive-compact = Rend au disque ce que des batailles supprimées ont laissé ; aucune table ne doit être ouverte
help-archive-check-data = Dossier où sont gardées les batailles
help-archive-backup-data = Dossier où sont gardées les batailles
help-archive-compact-data = Dossier où sont gardées les batailles
