# What a scenario made from a seed says.

made-title = { $blue } against { $red }, { $year } (no. { $seed })
made-text = An encounter of equal forces, made from the seed { $seed }. In the south: { $blue }. In the north: { $red }. { $prize } and two heights are to be taken; the ground is the same seen from both sides.
made-victory = Each side counts what it has destroyed or put to flight, plus the objectives that it holds at the end. An army that has lost { $breaks } % of its points is beaten at once.
made-south = { $nation } (south)
made-north = { $nation } (north)
made-farm = The farm
made-knoll = The knoll
made-crossroads = The crossroads
made-west = The western height
made-east = The eastern height
made-staff = Staff, { $army }
made-brigade = { $general }'s brigade
made-cavalry = { $general }'s cavalry
made-unit = { $type } no. { $number }
