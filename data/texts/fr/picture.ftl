# Ce que dit une image à qui la lit : une troupe, son état, son ordre. Les termes d’une règle passent avant ceux-ci.

picture-reconstructed = tracé reconstitué
picture-strength = { $now } sur { $start }
picture-facing-north = face au nord
picture-facing-north-east = face au nord-est
picture-facing-east = face à l’est
picture-facing-south-east = face au sud-est
picture-facing-south = face au sud
picture-facing-south-west = face au sud-ouest
picture-facing-west = face à l’ouest
picture-facing-north-west = face au nord-ouest
picture-order = ordre { $letter }
picture-order-laid = ordre { $letter } posé
picture-order-hidden = ordre caché
picture-order-to-give = ordre à donner

picture-line = ligne
picture-column = colonne
picture-attack_column = colonne d’attaque
picture-march_column = colonne de marche
picture-square = carré
picture-skirmish = ordre dispersé
picture-limbered = attelée
picture-deployed = dételée
picture-disordered = en désordre
picture-marked = marqueur d’action
picture-hesitant = hésitant
picture-shaken = ébranlé
picture-routing = en déroute
