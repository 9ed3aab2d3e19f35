# La table dans le navigateur : guide, refus, fiches.

# Guide
guide-over = La bataille est finie
guide-over-why = La feuille de fin découvre les ordres, les plans et la graine.
guide-dice = À vous les dés
guide-dice-what = Jetez-les et notez-les.
guide-watching = Vous regardez
guide-mine = { $side }, à vous
guide-about = { $question } : { $about }
guide-about-first = { $about } : { $question }
guide-several = { $question } ({ $n } questions)
guide-sealed = Votre réponse reste cachetée jusqu’à celle du camp adverse ({ $other }).
guide-sealed-last = L’adversaire ({ $other }) a répondu ; les deux réponses s’ouvriront ensemble.
guide-theirs = Au camp adverse de décider ({ $other })
guide-theirs-computer = L’ordinateur décide pour le camp adverse ({ $other })
guide-wait = Rien à faire pour le moment.
guide-by-rule = { $title } ({ $rule })
guide-withdraw = Votre réponse est cachetée ; vous pouvez encore la reprendre.

# Reprise
undo-possible = Reprendre la dernière réponse
undo-nothing = Il n’y a rien à reprendre.
undo-dice = Des dés sont tombés depuis : la réponse tient.
undo-opened = Une chose cachée a été découverte depuis : la réponse tient.
undo-asked = L’autre camp a été interrogé depuis : la réponse tient.

# Consignes
standing = { $about } : { $question }, { $does }
standing-bound = { $about } : { $question }, { $does } ({ $when })
standing-when = { $fact } de { $low } à { $high }
standing-all = Toutes

# Unités
facing-0 = face au nord
facing-1 = face au nord-est
facing-2 = face à l’est
facing-3 = face au sud-est
facing-4 = face au sud
facing-5 = face au sud-ouest
facing-6 = face à l’ouest
facing-7 = face au nord-ouest
strength-of = { $now } sur { $start }
strength-left = reste { $now }
order-label = ordre { $order }
order-label-laid = ordre posé : { $order }
fate-stands = sur le terrain
fate-gone = n’est plus là
zone = Zone de déploiement

# Noms courts des plaques : ce qui est coupé, dans cet ordre, et les mots par lesquels un nom ne finit pas
plate-cuts =
    aide de camp = a.d.c.
    bataillon = bat.
    régiment = rég.
    batterie = batt.
    à cheval = à ch.
    à pied = à p.
    mousquetaires = mousq.
    grenadiers = gren.
    grenadier = gren.
    chevau-légers = ch.-lég.
plate-leads =
    de
    du
    des
    à
    et
    de la

# Marches
manoeuvre-ahead = En avant
manoeuvre-oblique = À l’oblique
manoeuvre-wheel = Conversion
manoeuvre-turn = Changement de front
manoeuvre-side = De côté
manoeuvre-back = En arrière
manoeuvre-reform = Former : { $formation }
manoeuvre-enter = Entrer : { $site }
manoeuvre-stand = Rester
share = { $n } %
brings = { $who } : { $what }
cost-of = { $cost } sur { $of }, reste { $left }

# Chances et dés
assumed-reply = { $question } : { $reply }
dice-for = { $who } : { $what }

# Généraux de l’ordinateur
general-person = un joueur
general-text-random = Des réponses permises, au hasard. Un adversaire pour découvrir l’écran.
general-text-recruit = Prudent et simple : va au plus proche, tire quand il peut, n’attaque que si cela doit réussir.
general-text-captain = Un plan par brigade, chaque ordre et chaque marche pesés en points. Un adversaire pour la soirée.
general-text-marshal = Joue la suite dans sa tête avant d’ordonner : deux secondes par décision, le plus fort.

# Refus
fault-unknown = Cela n’existe pas, ou pas pour vous.
fault-token = Cette page n’a pas de place ici. Ouvrez-la par son lien, ou relancez le programme.
fault-house-token = Cela revient au maître de la table.
fault-seat-token = Cela revient à un joueur ; ouvrez d’abord une bataille.
fault-umpire = Qui regarde ne joue pas.
fault-origin = Cette demande vient d’une autre page, ou sous un autre nom que celui de la table. Ouvrez la table par son adresse.
fault-internal = Le programme a commis une faute. Rien de la bataille n’est perdu ; recommencez.
fault-archive = Les archives n’ont pas pu servir. Ce qui n’est pas écrit n’a pas eu lieu ; réessayez. La cause se lit là où le programme a été lancé.
fault-disk-full = Le disque est plein : ceci n’a pas été écrit et n’a pas eu lieu. Faites de la place ; la table reprend d’elle-même.
fault-disk-read-only = On ne peut pas écrire sur le disque : ceci n’a pas eu lieu. Dès qu’on le pourra, la table reprendra d’elle-même.
fault-damaged = Les archives sont abîmées à cet endroit. Arrêtez le programme, regardez avec « grognard archive check », et remettez une copie faite par « grognard archive backup ».
fault-damaged-line = La ligne { $reason } du journal de cette bataille est abîmée ou a été changée : la bataille ne peut pas continuer. On peut l’exporter telle quelle ; une copie faite par « grognard archive backup » l’a entière.
fault-damaged-keep = Ce que l’arbitre garde à côté de cette bataille (la graine des dés, les réponses scellées) n’est pas ce qui est scellé dans son journal : abîmé ou changé. On peut exporter la bataille ; une copie faite par « grognard archive backup » l’a entière.
fault-damaged-record = Ce que l’archive garde de cette bataille à côté de son journal (qui la mène, comment elle a fini) ne peut être lu : cela a été abîmé ou changé. La bataille peut être exportée ; une copie faite par « grognard archive backup » l’a entière.
fault-unwritten = Ceci n’a pas pu être écrit et n’a pas eu lieu ; la bataille est comme elle était. La cause est indiquée là où le programme a été lancé.
fault-busy = Trop de demandes à la fois. Réessayez dans un instant.
fault-share = Cette place ou cet appareil demande trop à la fois. Réessayez dans un instant.
fault-late = La demande n’est pas arrivée entière à temps.
fault-signature = La signature ne correspond pas à la clé de cette place, ou elle manque : cette place signe ce qu’elle fait.
fault-changed = Un autre programme a changé cette bataille. Rouvrez-la.
fault-store-changed = Cette bataille a été jouée plus loin dans un autre onglet. Rouvrez-la pour la reprendre où elle en est.
fault-store-full = Ce navigateur n’a plus de place pour ce site : ceci n’a pas été gardé et n’a pas eu lieu. Exportez et supprimez des batailles (Batailles), ou faites de la place sur l’appareil, puis recommencez.
fault-store-shut = Ce navigateur ne garde rien pour ce site (données de site bloquées, ou navigation privée) : une bataille ne peut pas s’y jouer, ce dernier geste n’a pas eu lieu. Permettez-lui de garder des données, ou prenez un autre navigateur ; l’assistant et les règles marchent sans cela.
fault-body = La demande est illisible : { $reason }
fault-query = Ce qui suit le point d’interrogation de cette adresse est illisible.
fault-not-json = La demande n’est pas du JSON.
fault-too-large = La demande est trop longue.
fault-method = Cette adresse ne connaît pas cette demande.
fault-scenario = Le scénario a des fautes.
fault-scenario-taken = Un scénario { $reason } est livré avec le programme : donnez un autre id au vôtre.
fault-no-ruleset = Règle inconnue : { $reason }
fault-no-general = Général inconnu : { $reason }
fault-no-option = Option inconnue : { $reason }
fault-option-value = Une option vaut 0 (non) ou 1 (oui) : { $reason }
fault-no-language = Langue inconnue : { $reason } (fr, en)
fault-no-direction = Direction inconnue : { $reason } (north, east, south, west)
fault-name = Un nom compte de 1 à 120 caractères sur une ligne.
fault-log = Le journal ne peut pas être repris : { $reason }
log-empty-file = le fichier est vide
log-no-log = ce n’est pas un journal de bataille
log-newer-format = il a été écrit par une version plus récente du programme
log-of-one-side = c’est le journal d’un seul camp, qui se lit mais ne se rejoue pas : il faut le journal entier
log-unreadable-line = la ligne { $line } est illisible
log-against-rules = la ligne { $line } ne suit pas des règles
log-broken-link = la ligne { $line } ne suit pas les lignes d’avant : on a changé, ôté ou ajouté quelque chose
log-keep-seed = la graine gardée à côté n’est pas celle qui y est scellée
log-unsigned-end = l’arbitre n’a pas signé la fin
fault-log-hidden = Cette bataille est en cours, et son journal entier contient ce que chaque camp cache à l’autre : jusqu’à la fin, chaque place a le journal de son camp.
fault-continue-hidden = Cette bataille est en cours : une copie montrerait ce que l’autre camp cache. Une fois finie, on peut la continuer depuis n’importe quel moment.
fault-continue-over = À ce moment la bataille était finie : choisissez un moment plus tôt.
fault-other-version = Cette bataille a été commencée avec une autre version des règles ({ $reason }) : elle ne peut pas continuer d’ici. Rien n’est perdu : son journal s’exporte, et « grognard replay » la raconte jusqu’où elle est allée.
fault-other-ruleset = Cette bataille a été jouée avec une règle que ce programme n’a pas : { $reason }
fault-refused = La réponse est refusée.
fault-not-open = Cette question n’est pas ouverte.
fault-not-answered = Cette question est encore ouverte : il n’y a pas de réponse à reprendre.
fault-over = La bataille est finie.
fault-not-over = La bataille n’est pas finie.
fault-withdraw = Trop tard : l’autre camp a répondu.
fault-undo = { $reason }
fault-standing = Trop de consignes, ou une consigne impossible.
fault-no-draw = Aucune nulle n’est proposée.
fault-no-dice = Aucun dé n’est attendu.
fault-dice = Ces dés ne vont pas : { $reason }
fault-no-march = Rien de ce que l’unité peut faire maintenant n’y mène.
fault-standing-unknown = Consigne pour quelque chose qui n’existe pas ici : { $reason }
fault-off-ground = Ce point n’est pas sur le terrain.
fault-measuring = On ne mesure pas maintenant : déclarez d’abord.
closed-deleted = Cette bataille a été supprimée.
closed-token = Cette place n’est pas connue ici.
closed-held = Cette place est tenue sur un autre appareil ; ce lien n’est plus bon.
closed-reopen = La connexion est fermée : rouvrez la bataille.
