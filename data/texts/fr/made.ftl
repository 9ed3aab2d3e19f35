# Ce que dit un scénario tiré d’une graine.

made-title = { $blue } contre { $red }, { $year } (n° { $seed })
made-text = Une rencontre à forces égales, tirée de la graine { $seed }. Au sud : { $blue }. Au nord : { $red }. { $prize } et deux hauteurs sont à prendre ; le terrain est le même vu des deux côtés.
made-victory = Chaque camp compte ce qu’il a détruit ou mis en fuite, plus les objectifs qu’il tient à la fin. Une armée qui a perdu { $breaks } % de ses points est battue aussitôt.
made-south = { $nation } (sud)
made-north = { $nation } (nord)
made-farm = La ferme
made-knoll = La butte
made-crossroads = Le carrefour
made-west = La hauteur de l’ouest
made-east = La hauteur de l’est
made-staff = État-major, { $army }
made-brigade = Brigade { $general }
made-cavalry = Cavalerie { $general }
made-unit = { $type } n° { $number }
