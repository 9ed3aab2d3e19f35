# Les mots du client, par écran. Chaque groupe est un message, chaque mot un attribut.

play =
    .home = Retour à l’accueil
    .nowhere = Il n’y a rien à cette adresse.
    .wait = La table se dresse…
    .elsewhere = Cette bataille n’est pas dans ce navigateur : sur ce site, une bataille reste dans le navigateur où elle se joue. Qui l’a jouée peut en donner le lien, la page ou le journal (son bilan les offre).
    .gone = Cette bataille n’est plus dans la maison : elle a été supprimée, ou l’adresse est incomplète.
    .noSeat = Ce navigateur n’a pas de siège à cette table. Ouvrez le lien du siège, ou l’adresse que le programme affiche en démarrant.

map =
    .is = carte

bar =
    .turn = Tour { $n } sur { $all }
    .turnShort = Tour { $n }
    .before = Avant le tour 1
    .undo = Annuler
    .replay = Revoir
    .language = Langue

guide =
    .refused = Voir ce qui est refusé
    .reset = Recommencer
    .hint = Conseil
    .wait = En attente…
    .end = Voir le bilan
    .dice = Entrer les dés

go =
    .and = { "\u202F; " }
    .nothing = rien de tout cela
    .stay = rester en place
    .march = marcher
    .place = placer
    .share = répartir ainsi
    .point = choisir ce point
    .all = { $does } : tous ({ $n })
    .some = { $does } : { $who }
    .who = { $who }, { $does }
    .units = { $n } unités
    .more = et { $n } { $n ->
            [one] autre chose
           *[other] autres choses
        }
    .brings = { $what } ({ $rule })
    .bringsTo = { $what } : { $who } ({ $rule })

moment =
    .past = Un moment passé
    .back = Revenir à maintenant

sealed =
    .waits = Réponse scellée
    .read = Relire ma réponse
    .withdraw = La reprendre

ask =
    .nothing = rien
    .secret = secret
    .secretWhy = L’autre camp ne verra la réponse que quand il aura répondu.
    .progress = { $changed } sur { $all } changés, le reste comme proposé
    .whole = Toute la feuille
    .aside = Vous regardez : { $unit }. La question porte sur : { $about }.
    .back = Revenir à la question
    .sameForAll = Le même choix pour toutes
    .place = { $n } sur { $all }
    .previous = Précédente
    .next = Suivante

hint =
    .takeBack = Reprendre ce que j’avais tracé
    .reasons = Pourquoi ce conseil

pick =
    .budget = { $spent } sur { $budget }
    .bounds = De { $min } à { $max }
    .cost = coûte { $cost }
    .dear = trop cher

share =
    .total = { $now } sur { $total }

amount =
    .less = Moins
    .more = Plus

march =
    .how = Touchez la carte là où l’unité doit aller, ou tirez-la. Le bouton devant le fantôme le tourne.
    .howUnmeasured = Touchez la carte là où l’unité doit aller, ou tirez-la : elle va aussi loin qu’elle peut. Le bouton devant le fantôme le tourne, autant que la règle le permet.
    .none = Elle ne peut pas bouger maintenant.
    .stays = reste en place
    .legs = { $n } { $n ->
            [one] manœuvre
           *[other] manœuvres
        }
    .add = Ajouter une manœuvre…
    .remove = Retirer
    .clear = Rester en place
    .left = gauche
    .right = droite
    .otherHand = De l’autre main
    .ahead = Avancer
    .oblique = Obliquer
    .wheel = Conversion
    .turn = Tourner sur place
    .side = Pas de côté
    .back = Reculer
    .reform = Changer de formation
    .enter = Entrer
    .stand = Attendre

place =
    .how = Touchez sa place dans la zone hachurée, ou tirez l’unité.
    .placed = placée
    .formation = Formation
    .left = Tourner de 15° à gauche
    .right = Tourner de 15° à droite
    .about = Demi-tour
    .nudge = Déplacer d’un demi-pas de grille
    .north = Nord
    .south = Sud
    .east = Est
    .west = Ouest

along =
    .how = Choisissez le point sur le chemin, ici ou sur la carte.

turn =
    .happened = Ce qui s’est passé au tour { $n }
    .close = Fermer
    .handle = Tourner

score =
    .places = Lieux tenus
    .enemy = Pris à l’ennemi
    .lost = Perdu
    .breaks = Une armée est battue quand elle a perdu autant que le second chiffre.
    .worth = { $n } { $n ->
            [one] point
           *[other] points
        }
    .nobody = à personne
    .title = Le score

roster =
    .title = Unités
    .filter = Filtrer les unités
    .mine = Les miennes
    .theirs = L’ennemi
    .asked = À décider
    .hurt = Éprouvées
    .none = Aucune.

next =
    .unit = Unité suivante
    .left = { " " }selon la proposition

stand =
    .always = Toujours ainsi…
    .within = seulement jusqu’à { $far }
    .this = Pour cette unité
    .command = Pour son commandement
    .all = Pour tous
    .title = Réponses permanentes
    .none = Aucune. On en donne une sous un choix : « Toujours ainsi… ».
    .revoke = Révoquer

tests =
    .mine = Mes tests
    .theirs = Ce que je risque
    .which = Quel test
    .none = Cette décision ne lance aucun test.
    .detail = Le calcul et toutes les issues
    .noThreat = Rien ne la menace d’après ce que vous savez.

odds =
    .title = Au moins n { $what }, en %
    .titlePlain = Au moins n, en %
    .atLeast = au moins { $n } :
    .assumed = On suppose : { $what }

card =
    .order = Ordre
    .strength = Effectif
    .disordered = désordonnée
    .more = Permis ({ $may }) et interdit ({ $not })
    .less = Replier
    .may = Permis
    .mayNot = Interdit
    .profile = Profil

journal =
    .title = Journal
    .filter = Filtrer le journal
    .all = Tout
    .more = { $n } plus anciennes
    .empty = Rien encore.

dock =
    .title = Outils de la carte
    .choose = Choisir
    .measure = Mesurer
    .reach = Marche
    .fire = Feux
    .sight = Vue
    .threats = Menaces
    .supports = Appuis
    .command = Chefs
    .noMeasure = La règle interdit de mesurer maintenant.
    .chooseFirst = Choisissez d’abord une unité.

lens =
    .nothing = Rien à montrer ici pour cette unité.

zoom =
    .title = Vue de la carte
    .in = Agrandir
    .out = Réduire
    .fit = Toute la carte
    .rotate = Tourner la carte

dice =
    .title = Vos dés
    .die = Dé { $n }, de { $low } à { $high }
    .go = Ces dés sont tombés

menu =
    .title = Menu
    .close = Fermer
    .home = Accueil
    .battles = Batailles
    .join = Sièges et liens
    .rules = La règle
    .settings = Réglages
    .help = Aide
    .legend = Légende des signes
    .light = Thème clair
    .dark = Thème sombre
    .print = Imprimer
    .no = Non, continuer à jouer

seat =
    .title = Ce siège
    .hold = Garder ce siège pour cet appareil
    .holdSure = Tous les autres liens vers ce siège, ceux de l’hôte compris, cesseront de marcher. Si cet appareil est perdu, le siège l’est aussi.
    .holdYes = Oui, le garder
    .holdNo = Non
    .unsigned = Cette adresse n’est pas sûre (ni https, ni la machine elle-même) : le navigateur ne peut pas signer vos réponses. La bataille se joue quand même, et son journal le dira.

end =
    .title = Bilan
    .notOver = Cette bataille n’est pas finie.
    .rematch = Revanche
    .swap = Revanche, camps échangés
    .replay = Revoir la bataille
    .report = Le récit, à imprimer
    .export = Exporter le journal
    .page = Enregistrer une page qui la rejoue
    .pageMaking = La page se fait…
    .link = Copier un lien vers la bataille
    .linkCopied = Le lien est copié : il contient toute la bataille.
    .linkShown = Le lien contient toute la bataille.
    .linkHere = Il s’ouvre là où Grognard tourne ({ $host }) ; à qui ne l’a pas, donnez plutôt la page.
    .linkLong = Cette bataille est trop longue pour un lien : donnez la page qui la rejoue (bilan), ou son journal.
    .dice = Les dés
    .seed = Graine des dés
    .seedChecked = Scellée avant le premier tour, ouverte maintenant : chaque dé a été recalculé à partir d’elle et se trouve tel qu’il est tombé.
    .seedWrong = Scellée avant le premier tour, ouverte maintenant : des dés de ce journal n’en découlent pas.
    .seedUntold = Cette bataille a été jouée avec une version antérieure des règles : elle est racontée d’après ses événements, et ses dés n’ont pas été recalculés.
    .seedNone = Les dés étaient réels : il n’y a pas de graine.
    .mean = moyenne { $thrown }, attendue { $expected }
    .count = { $n } { $n ->
            [one] dé lancé
           *[other] dés lancés
        }
    .face = Le { $face } : { $fell } fois, attendu { $expected }
    .luckNone = Aucun dé lancé.
    .luckFew = Trop peu de dés pour parler de chance.
    .luckUsual = Ni chance ni malchance : un écart ordinaire.
    .luckLucky = Un peu de chance : un tel écart, dans un sens ou l’autre, se voit une fois sur { $oneIn }.
    .luckUnlucky = Un peu de malchance : un tel écart, dans un sens ou l’autre, se voit une fois sur { $oneIn }.
    .luckVeryLucky = Une chance rare : un tel écart ne se voit qu’une fois sur { $oneIn }.
    .luckVeryUnlucky = Une malchance rare : un tel écart ne se voit qu’une fois sur { $oneIn }.
    .expectedMark = trait : attendu
    .losses = Les pertes
    .unit = Unité
    .start = Au départ
    .left = Reste
    .fate = Sort
    .sum = Ensemble
    .turning = Les tournants
    .turningLead = Les moments où la fortune a le plus changé. Touchez-en un pour le revoir.
    .turningNone = Aucun moment ne se détache.
    .opened = Ce qui était caché
    .openedNone = Rien n’est resté caché.
    .turn = tour { $n }
    .turn0 = avant le tour 1

resign =
    .do = Abandonner
    .sure = Abandonner la bataille ? L’autre camp l’emporte, et cela ne s’annule pas.
    .yes = Oui, abandonner

draw =
    .offer = Proposer la nulle
    .accept = Accepter la nulle
    .offered = L’autre camp propose la nulle.
    .mine = Vous avez proposé la nulle.
    .sure = Proposer la nulle à l’autre camp ?
    .sureAccept = Accepter la nulle ? La bataille s’arrête là.
    .decline = Refuser la nulle
    .withdraw = Retirer la proposition
    .yes = Oui

curtain =
    .pass = Passez l’écran à { $name }
    .why = Rien de ce que l’autre camp a vu n’est derrière ce rideau.
    .raise = Je mène { $name } : lever le rideau

line =
    .lost = Connexion perdue. La table se reprend toute seule ; rien n’est perdu.

motion =
    .skip = Passer

panel =
    .title = Panneau
    .play = Décision
    .raise = Ouvrir le panneau
    .lower = Baisser le panneau

nav =
    .label = Pages
    .play = Jouer
    .school = École
    .battles = Batailles
    .rules = Règles
    .settings = Réglages
    .help = Aide
    .skip = Aller au contenu
    .language = Langue
    .assistant = Assistant

school =
    .title = L’école
    .lead = Six petits problèmes pour apprendre une règle en la jouant : marche, feu, charge et carré, commandement, canons, puis un combat entier.
    .open = Aller à l’école
    .ruleset = Règle à apprendre
    .begin = Commencer
    .solved = résolu
    .reached = But atteint.
    .missed = Le but n’est pas atteint : recommencez, cela s’apprend.
    .back = Retour à l’école

common =
    .unreached = La table ne répond pas. Le programme tourne-t-il encore ?
    .unloaded = Ce qu’il faut ici n’a pas pu être chargé : le réseau manque peut-être. Réessayez quand il sera revenu ; vos batailles sont gardées.
    .fault = La page a commis une faute. Rechargez-la ; ce qui était gardé l’est toujours. ({ $why })
    .loading = Un instant…
    .again = Réessayer
    .cancel = Annuler
    .save = Enregistrer
    .close = Fermer
    .copy = Copier
    .copied = Copié
    .failed = Cela n’a pas marché :
    .locked = Cette page s’ouvre par l’adresse que le programme affiche en démarrant : elle porte la clef de la maison. Un siège s’ouvre par son lien ou son code.
    .faults = { $n } { $n ->
            [one] faute
           *[other] fautes
        } :
    .colon = { " " }:
    .line = ligne { $n }
    .blue = Bleus
    .red = Rouges
    .reconstructed = en partie reconstitué

home =
    .title = Choisir une bataille
    .what = Grognard tient la table à votre place : il est la carte, l’arbitre, le livre de règles et l’adversaire de batailles napoléoniennes avec figurines. Vous placez, ordonnez et tirez ; il applique la règle de votre club et montre à chaque fois le calcul, les chances et le paragraphe.
    .lead = Toutes se jouent contre l’ordinateur, avec un ami ou seul des deux côtés.
    .resume = Reprendre
    .resumeLead = La dernière bataille vous attend :
    .turns = { $n } { $n ->
            [one] tour
           *[other] tours
        }
    .units = { $n } { $n ->
            [one] unité
           *[other] unités
        }
    .begin = Pour débuter : premier tour guidé
    .own = Votre propre scénario
    .ownLead = Un fichier de scénario (.toml) est contrôlé en entier ; toutes ses fautes sont montrées avec leur ligne.
    .ownPick = Choisir un fichier
    .ownDrop = ou déposez-le ici
    .ownAdded = « { $title } » est ajouté.
    .ownMark = le vôtre
    .ownDeleteHint = Gardez le fichier si vous voulez le reprendre. Les batailles déjà commencées continuent sans lui.
    .picture = Carte : { $title }
    .assistant = Ouvrir l’assistant

setup =
    .unknown = Ce scénario n’est pas dans la maison.
    .all = Toutes les batailles
    .story = La situation
    .victory = La victoire
    .forces = Les forces
    .ruleset = Règle
    .readRules = Lire cette règle
    .who = Qui mène
    .me = Moi
    .friend = Un ami, ici
    .device = Autre appareil
    .staff = L’ordinateur
    .temper = Tempérament
    .temper-prudent = Prudent
    .temper-prudent-like = Il laisse venir, n’attaque que tard et en nombre, et ménage son monde.
    .temper-balanced = Égal
    .temper-balanced-like = Il attaque quand il le doit ou quand il est le plus fort, et tient quand le temps est pour lui.
    .temper-bold = Audacieux
    .temper-bold-like = Il marche à l’ennemi dès le début, charge volontiers et ne compte pas ses pertes.
    .thinks = Réflexion
    .thinks-time = Deux secondes par décision
    .thinks-playouts = { $n } batailles imaginées par décision
    .both = Vous menez les deux camps à cet écran. Le rideau qui tombe entre eux s’ôte dans les réglages.
    .nobody = L’ordinateur mène les deux camps : la bataille se joue, puis vous la revoyez.
    .deviceNote = Le lien et le code du siège s’affichent dès que la bataille commence.
    .general = Général
    .dice = Les dés
    .diceProgram = Lancés par le programme, vérifiables à la fin
    .diceReal = De vrais dés : on les lance sur la table et on les tape
    .options = Options et décisions
    .optionsLead = Tout est réglé selon le livre. Rien à changer pour une première bataille.
    .optionsSearch = Chercher une option ou une décision
    .optionKind = Options du livre
    .rulingKind = Décisions là où le livre se tait
    .byBook = d’origine
    .on = oui
    .off = non
    .changed = { $n } { $n ->
            [one] changement
           *[other] changements
        }
    .noneFound = Rien ne répond à cette recherche.
    .restore = Tout remettre d’origine
    .restoreOne = remettre d’origine
    .name = Nom de la bataille
    .begin = Commencer la bataille
    .beginning = On met en place…

battles =
    .title = Batailles gardées
    .none = Aucune bataille n’est gardée. La première que vous commencerez le sera, à chaque coup.
    .kept = Elles sont gardées ici, à chaque coup :
    .keptAlone = Elles sont gardées dans ce navigateur, à chaque coup. Effacer les données du site les efface : exportez celles auxquelles vous tenez.
    .unpromised = Ce navigateur ne promet pas de les garder : il peut effacer un site qu’on n’ouvre plus (Safari, après sept jours). Mise sur l’écran d’accueil, la page les garde mieux.
    .choose = Choisir une bataille
    .turn = tour { $n }
    .turn0 = avant le premier tour
    .touched = jouée le { $when }
    .led = { $first } : { $blue } · { $second } : { $red }
    .person = une personne
    .resume = Reprendre
    .replay = Revoir
    .end = Bilan
    .seats = Sièges
    .rename = Renommer
    .renameLabel = Nouveau nom
    .export = Exporter
    .exported = Enregistré : { $file }
    .exportRefused = Pas encore d’export :
    .delete = Supprimer
    .deleteAsk = Supprimer « { $name } » pour toujours ?
    .deleteHint = Rien n’en restera ici. Un fichier exporté peut être repris plus tard.
    .deleteYes = Supprimer pour toujours
    .deleted = « { $name } » est supprimée.
    .import = Importer une bataille
    .importLead = Un journal exporté (.log.jsonl). Déposez-le n’importe où sur cette page, ou choisissez-le.
    .importing = On relit le journal, coup par coup…
    .imported = La bataille est ajoutée.
    .dropHere = Lâchez le journal ici
    .notALog = Ce fichier n’est pas un journal de bataille : chaque ligne d’un journal est un objet JSON.
    .notALogLine = La ligne { $n } n’est pas un objet JSON.
    .empty = Ce fichier est vide.
    .tooLarge = Ce fichier dépasse { $mb } Mo : ce n’est pas un journal.
    .closed = Ne s’ouvre pas avec cette version :
    .realDice = vrais dés
    .exportSide = Exporter ce que mon camp a vu

join =
    .title = Sièges
    .lead = Chaque personne ouvre le lien de son siège sur son appareil, ou lit le code. Un lien est une clef : ne le donnez qu’à la personne qui mène ce camp.
    .loopback = Cette table n’est ouverte qu’à cet ordinateur. Pour qu’un autre appareil du même réseau l’atteigne, arrêtez le programme et relancez-le ainsi :
    .loopbackNote = Rien ne sort du réseau où vous êtes. La bataille est gardée : vous la reprendrez ici.
    .here = Jouer ce camp ici
    .link = Lien du siège
    .code = Code du siège : { $side }
    .connected = Quelqu’un est assis.
    .none = Aucune personne n’a de siège dans cette bataille.
    .arriveTitle = Un siège vous attend
    .arriveLead = Vous menez { $side } dans « { $battle } ».
    .umpireLead = Vous voyez tout de « { $battle } », qui est finie.
    .arriveTake = Prendre place
    .arriveGone = Ce siège n’existe plus. La bataille a été supprimée, ou le lien est incomplet : demandez-en un autre.
    .sameComputer = Dans un autre navigateur de cet ordinateur :
    .waiting = Personne encore.

replay =
    .title = Revoir
    .none = Le journal de cette bataille est vide.
    .play = Lecture
    .pause = Pause
    .back = Entrée précédente
    .forward = Entrée suivante
    .turnBack = Tour précédent
    .turnForward = Tour suivant
    .speed = Vitesse
    .scrub = Moment de la bataille
    .jump = Aller au tour
    .turn = Tour { $n }
    .turn0 = Avant le tour 1
    .at = { $n } sur { $last }
    .keys = Espace : lecture ou pause · flèches : pas à pas · Maj + flèches : de tour en tour
    .continue = Continuer d’ici
    .link = Copier un lien vers cette position
    .linkCopied = Le lien est copié : qui l’ouvre peut jouer à partir de ce moment.
    .continueLead = Une nouvelle bataille commence de ce moment, avec de nouveaux dés. Celle-ci reste comme elle est.
    .continueName = { $name }, depuis le tour { $turn }
    .continueGo = Commencer d’ici
    .journal = Journal
    .lost = Ce lien désigne un moment que cette bataille n’a pas : il est abîmé. La bataille s’ouvre à son début.
    .onlyOver = On revoit tout d’une bataille finie ; de celle-ci, vous revoyez ce que votre camp a vu.
    .whose = Cette bataille n’est pas finie. De quel camp voulez-vous revoir ce qu’il a vu ?
    .fighting = Les deux généraux de l’ordinateur se battent encore. La bataille s’affichera ici dès qu’elle sera finie.
    .zoomIn = Approcher
    .zoomOut = Éloigner
    .whole = Toute la carte
    .rotate = Tourner la carte

start =
    .stuck = La page ne démarre pas. Ouverte comme un fichier, elle ne le peut pas : il lui faut un serveur web, même tout petit. Dans son dossier : « python3 -m http.server », puis http://127.0.0.1:8000 dans le navigateur. Sinon, rechargez-la ; elle a besoin de JavaScript et d’un navigateur récent.

open =
    .title = Une bataille reçue
    .damaged = Ce lien est abîmé ou coupé : la bataille ne s’y lit pas. Demandez-le à nouveau, ou le journal en fichier.

why =
    .title = Pourquoi ?
    .ask = Pourquoi ?
    .all = Les raisons des généraux de l’ordinateur
    .none = Aucun général de l’ordinateur n’en a décidé.
    .nobody = Aucun général de l’ordinateur n’a laissé de raisons.
    .plans = Plans sur la carte

past =
    .before = Avant les dés

rules =
    .title = Règles
    .lead = Dites dans nos propres mots. Le livre et ses exemples appartiennent à leurs auteurs, et valent d’être lus.
    .search = Chercher dans la règle
    .kinds-rule = Règles
    .kinds-option = Options
    .kinds-ruling = Décisions
    .kinds-etiquette = Usages
    .kind-rule = règle
    .kind-option = option
    .kind-ruling = décision
    .kind-etiquette = usage
    .filter = Montrer
    .chapters = Chapitres
    .rulings = Décisions là où le livre se tait
    .found = { $n } { $n ->
            [one] paragraphe
           *[other] paragraphes
        }
    .found0 = Rien ne répond.
    .bearing = Décisions qui s’y rapportent
    .bearsOn = Porte sur
    .alternative = Autre lecture, qu’un interrupteur peut prendre
    .unknown = { $id } n’est pas un paragraphe de cette règle.
    .none = Cette règle n’est pas ici : choisissez-en une dans la liste.
    .read = Lire dans la règle
    .sheet = Imprimer l’aide-mémoire
    .link = Lien vers ce paragraphe

coach =
    .title = Premier tour, pas à pas
    .of = { $n } sur { $of }
    .next = Suivant
    .back = Précédent
    .hide = Ranger
    .show = Premier tour, pas à pas
    .never = Ne plus montrer
    .rule = La règle
    .screen = L’écran
    .done = Cinq tours sont joués : le moniteur se retire. Il se retrouve dans l’aide ; l’école a un problème pour chaque phase.
    .steps-look = Voici le champ de bataille. Glissez pour le déplacer, pincez ou tournez la molette pour approcher. Le trait épais d’un bloc est son front ; le triangle dit où il regarde.
    .steps-select = Touchez une de vos unités. Au clavier : Tab entre dans la carte, les flèches vont d’une unité à l’autre, Entrée choisit.
    .steps-card = Sa fiche est à droite (en bas sur un téléphone) : effectif, pertes, état, ordre, et ce qu’elle peut faire maintenant ou non, avec la règle qui le dit. Touchez un numéro de règle pour la lire.
    .steps-guide = Le bandeau vert est le guide : à qui de décider, quoi faire, pourquoi. Un seul bouton plein : c’est le pas suivant.
    .steps-order = Répondez à la question. Rien ne part tant que vous n’avez pas validé, et chaque champ a déjà une réponse raisonnable.
    .steps-march = Touchez l’unité, puis l’endroit où elle doit aller, ou tirez-la. Si le tracé est refusé, la mesure qui manque est dessinée avec sa règle.
    .steps-place = Tirez une unité dans votre zone, ou touchez-la puis l’endroit. Le panneau la tourne et change sa formation.
    .steps-odds = Avant un jet, le détail montre chaque modificateur et sa règle, et la courbe dit « au moins n pertes ». L’autre onglet montre ce que l’ennemi peut vous faire.
    .steps-seal = Une réponse marquée « secret » est scellée : l’adversaire ne la verra qu’avec la sienne. Tant qu’il n’a pas répondu, vous pouvez la reprendre.
    .steps-wait = L’autre camp décide. Le journal, en bas, garde tout ; touchez une entrée pour revoir ce moment.
    .steps-result = Des dés sont tombés : le journal montre les dés, le même détail et le résultat.
    .steps-undo = « Annuler » reprend votre dernière réponse tant que rien n’a été révélé ; sinon, il dit pourquoi.

settings =
    .title = Réglages
    .lead = Gardés dans ce navigateur.
    .language = Langue
    .theme = Couleurs
    .themeLight = Claires
    .themeDark = Sombres
    .motion = Mouvements
    .motionFull = Montrés
    .motionReduced = Abrégés
    .motionSystem = Comme l’appareil
    .pace = Les événements sur la carte
    .paceLead = Tirs, charges, tests et déroutes se montrent là où ils ont lieu ; une pression les passe.
    .paceSlow = Lents
    .paceUsual = Une seconde
    .paceQuick = Rapides
    .paceOff = Non
    .sound = Le son
    .soundLead = Salves, galop et dés, produits par le programme.
    .curtain = Rideau entre deux camps au même écran
    .curtainLead = Avant de montrer un camp, l’écran se couvre et dit à qui le passer. À ôter pour jouer seul des deux côtés.
    .rotate = Tourner la carte vers mon camp
    .rotateLead = Votre côté de la table est en bas de l’écran.
    .coach = Premier tour guidé
    .coachLead = Un moniteur explique l’écran et la règle pendant le premier tour des batailles pour débutants.
    .on = oui
    .off = non

help =
    .title = Aide
    .screenTitle = L’écran
    .screen =
        Le guide, bandeau vert, dit toujours à qui de décider, quoi faire et pourquoi. Son bouton plein est le pas suivant.
        Touchez une unité pour voir sa fiche. Touchez un endroit pour l’y envoyer, quand c’est le moment de marcher.
        La barre d’outils, sous la carte, montre sur demande où l’unité peut aller, tirer et voir, ce qui la menace et ce qui l’appuie, et mesure là où la règle le permet.
        Chaque ligne d’un détail porte un numéro de règle : touchez-le pour la lire.
        Un refus montre la mesure qui manque et la règle. Rien n’est refusé sans raison.
        Le journal garde tout. Touchez une entrée pour revoir ce moment sur la table.
    .symbolsTitle = Les signes
    .symbols = La couleur et les hachures disent la nation, la cocarde le camp.
    .keysTitle = Au clavier
    .keys =
        Tab|entrer dans la carte, passer aux boutons
        Flèches|d’une unité à l’autre ; dans une rediffusion, pas à pas
        n, p|unité suivante, précédente
        Entrée|choisir
        Échap|laisser
        Maj + flèches|déplacer la carte
        +, −, 0|approcher, éloigner, toute la carte
        r|tourner la carte
        v, Ctrl + Entrée|valider le pas suivant
        u|annuler
        Espace|rediffusion : lecture ou pause
        ?|cette aide
    .keptTitle = Où sont les batailles
    .kept = Chaque réponse est écrite sur le disque avant que l’écran la montre. Fermer l’onglet ou l’ordinateur ne perd rien. Les batailles sont dans ce dossier :
    .keptAlone = Chaque réponse est gardée dans ce navigateur avant que l’écran la montre. Fermer l’onglet ou l’ordinateur ne perd rien ; effacer les données du site efface les batailles : exportez celles auxquelles vous tenez (Batailles, Exporter).
    .keptElsewhere = Les batailles sont gardées sur l’ordinateur où le programme tourne.
    .friendsTitle = Avec un ami
    .friends =
        Au même écran : un rideau tombe entre les deux camps, et ce que l’un a vu n’est plus dans la page quand l’autre regarde.
        Sur un autre appareil du même réseau : lancez le programme avec --listen, puis donnez le lien ou le code du siège (Batailles, Sièges).
    .friendsAlone =
        Au même écran : un rideau tombe entre les deux camps, et ce que l’un a vu n’est plus dans la page quand l’autre regarde.
        Sur un autre appareil : ce site n’a pas de serveur, il y faut le programme lui-même. Une bataille finie se donne par son lien ou sa page (Bilan).
    .fairTitle = Les dés et les secrets
    .fair =
        La graine des dés est scellée avant le premier tour et ouverte à la fin : chaque dé peut alors être vérifié.
        Les ordres cachés de l’autre camp ne sont pas dans ce que ce navigateur reçoit.
        « Annuler » va jusqu’au dernier dé, à la dernière chose révélée ou à la dernière question posée à l’autre camp, et le dit.
    .fairAlone =
        La graine des dés est scellée avant le premier tour et ouverte à la fin : chaque dé peut alors être vérifié.
        La page ne reçoit pas les ordres cachés de l’autre camp ; à un seul écran, cela vaut ce que vaut l’honnêteté des joueurs.
        « Annuler » va jusqu’au dernier dé, à la dernière chose révélée ou à la dernière question posée à l’autre camp, et le dit.
    .coachTitle = Premier tour guidé
    .coach = Le moniteur accompagne le premier tour des batailles pour débutants.
    .coachShow = Le montrer de nouveau
    .coachShown = Il sera là au prochain premier tour.
    .aboutTitle = À propos
    .about = Les règles jouées ici sont l’œuvre de leurs auteurs. Le programme les redit dans ses propres mots pour arbitrer ; leurs livres, avec leurs exemples, leurs listes et leurs images, sont à eux et valent d’être sur votre table.
    .version = Version { $v }
    .licence = Programme libre, licences MIT ou Apache 2.0, au choix.

legend =
    .line = Infanterie en ligne : chaque bloc est l’empreinte vraie d’un élément ; trait épais et triangle, son front
    .column = Infanterie en colonne : la formation se lit à la place des éléments
    .open = En ordre dispersé : des figures sans socle
    .horse = Cavalerie : le bloc coupé en diagonale
    .guns = Artillerie en batterie : les bouches en avant
    .limbered = Artillerie attelée : le timon en avant
    .general = Un général : chapeau, et un point par degré de commandement
    .light = Premier degré de trouble
    .grave = Deuxième degré
    .rout = Troisième degré : elle fuit ou va fuir
    .disorder = Désordre : ses éléments sont éparpillés
    .acted = Elle a déjà agi
    .order = Son ordre, par sa lettre
    .specific = Double cadre : un ordre propre à cette unité
    .laid = Coin plié : votre ordre, posé face cachée
    .squares = Ce qui reste, et en creux ce qui est perdu
    .plan = Trait plein : ce que vous décidez
    .fire = Longs tirets : feu et menace
    .refuse = Petits tirets, bornés : refusé, avec la mesure

guest =
    .title = Vos sièges

assist =
    .title = Assistant
    .lead = Vos figurines sont sur la table : l’assistant compte les modificateurs, dit les chances et lit les dés.
    .search = Chercher un test
    .none = Aucun test ne répond à cette recherche.
    .whole = pas à pas
    .examples = Apprendre par les exemples
    .examplesLead = { $n } { $n ->
            [one] exemple résolu
           *[other] exemples résolus
        }, étape par étape
    .units = Mes unités
    .history = La soirée
    .resume = Reprendre : { $test }
    .back = Retour
    .share = Partager ou imprimer
    .copyLink = Copier le lien
    .sendLink = Envoyer le lien
    .shareLeadAlone = Le lien contient toute la situation.
    .shareLead = Le lien contient toute la situation. Il s’ouvre sur un appareil qui a déjà sa place à cette table.
    .print = Imprimer
    .reset = Remettre l’exemple
    .situation = Situation
    .sum = Calcul
    .mean = { $what } en moyenne : { $n }
    .dieOf = Dé { $n } / { $of }
    .minus = compté en moins
    .total = Total
    .result = Résultat
    .odds = Ce qui peut arriver
    .wholeOdds = Toutes les issues, et leur courbe
    .yourGuess = Votre idée : { $guess }
    .right = C’est cela.
    .wrong = Pas cette fois.
    .moreOdds = Plus de détail
    .byReply = Selon la réponse de l’autre joueur
    .thrown = Dés lancés sur la table
    .thrownHere = Dés
    .roll = Lancer ici
    .rollAgain = Relancer ici
    .clearDice = Effacer les dés
    .noDice = Sans dé.
    .follow = Suivre pas à pas
    .leadDue = Ensuite : { $test }
    .leadMay = Peut s’ensuivre : { $test }
    .faults = À corriger
    .offline = Hors ligne : la table ne répond pas. Dernière situation, unités et règles restent lisibles.
    .lastComputed = Dernier calcul, avant la coupure.
    .notComputed = Le calcul reprendra avec la connexion.
    .more = Plus
    .less = Moins
    .any = non dit
    .add = Ajouter
    .remove = Ôter
    .item = { $what } { $n }
    .keepUnit = Garder comme unité
    .takeUnit = Prendre une de mes unités
    .updateUnit = Mettre à jour « { $name } »
    .unitName = Nom de l’unité
    .keep = Garder
    .kept = « { $name } » est gardée.
    .updated = « { $name } » est à jour.
    .noUnits = Aucune unité encore. Remplissez un test, puis « Garder comme unité » dans le groupe de l’unité.
    .unitsLead = Ce que vous changez ici se retrouve dans les tests où vous prenez l’unité.
    .rename = Renommer
    .deleteUnit = Supprimer « { $name } »
    .allFields = Tout montrer
    .fewFields = Montrer moins
    .noHistory = Rien encore. Chaque test résolu avec ses dés se retrouve ici.
    .clearHistory = Effacer la soirée
    .step = Étape { $n }
    .toChoose = { $who } choisit
    .toThrow = Aux dés : { $who }
    .handIn = Donner ces dés
    .takeBack = Reprendre le dernier
    .restart = Recommencer
    .over = C’est fini
    .stands = Où en sont les deux camps
    .assumed = Les chances supposent : { $what }.
    .fromHere = Chances à partir d’ici
    .toForm = La situation
    .changes = Ensuite
    .case = Exemple
    .caseStep = Étape { $n } sur { $of }
    .guess = Qu’en sortira-t-il, à votre avis ?
    .show = Voir
    .next = Étape suivante
    .previous = Étape précédente
    .open = Ouvrir dans l’assistant
    .says = Ce qu’il faut retenir
    .story = L’histoire
    .rules = Règles montrées
    .noSteps = Cet exemple se raconte ; il n’a pas de calcul à suivre.
    .searchCase = Chercher un exemple
    .badLink = Ce lien ne contient pas de situation lisible ; voici l’exemple.
    .phone = Ouvrir sur un téléphone
    .otherPhone = Ouvrir sur un autre téléphone
    .phoneLead = Photographiez le code : le téléphone entre sans prendre de siège, avec l’assistant et les règles seulement.
    .phoneLink = Lien de l’assistant
    .noTest = Ce test n’existe pas ici.
    .noCase = Cet exemple n’existe pas ici.
    .readRules = Lire les règles
    .die = Dé { $n }
    .reconstructed = Chiffres reconstitués, que le texte n’imprime pas : { $what }. Un club qui a le livre peut mettre les siens.
    .rulesOf = Règles appliquées
