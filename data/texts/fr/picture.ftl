# Ce que dit une image à qui la lit.

picture-reconstructed = tracé reconstitué
picture-order-hidden = ordre caché
