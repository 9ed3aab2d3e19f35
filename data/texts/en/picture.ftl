# What a picture says to whoever reads it: troops, their state, their order. The terms of a ruleset come before these.

picture-reconstructed = reconstructed
picture-strength = { $now } of { $start }
picture-facing-north = facing north
picture-facing-north-east = facing north-east
picture-facing-east = facing east
picture-facing-south-east = facing south-east
picture-facing-south = facing south
picture-facing-south-west = facing south-west
picture-facing-west = facing west
picture-facing-north-west = facing north-west
picture-order = order { $letter }
picture-order-laid = order { $letter } laid
picture-order-hidden = hidden order
picture-order-to-give = order to be given

picture-line = line
picture-column = column
picture-attack_column = attack column
picture-march_column = march column
picture-square = square
picture-skirmish = skirmish order
picture-limbered = limbered
picture-deployed = unlimbered
picture-disordered = in disorder
picture-marked = action marker
picture-hesitant = hesitant
picture-shaken = shaken
picture-routing = routing
