# What is wrong with a scenario, an army list or a table of figures as a file. A text that ends in the name of a fact is taken
# where that fact is known.

file-nearest = { $text }; did you mean `{ $nearest }`?
file-or = {" or "}

file-sort-object = a table
file-sort-array = a list
file-sort-string = a text
file-sort-integer = a whole number
file-sort-number = a number
file-sort-boolean = true or false
file-sort-date = a date

file-too-long = file too long ({ $bytes } bytes, at most { $limit })
file-too-many = too many entries ({ $count }, at most { $limit })
file-more-faults = { $left ->
    [one] and one more fault, not listed
   *[other] and { $left } more faults, not listed
}
file-syntax-same-key = not correct TOML: `{ $line }` (this key is given already)
file-syntax-no-value = not correct TOML: `{ $line }` (a value must follow `=`: a text in straight quotation marks, a number, a date, true, false or a list)
file-syntax-no-equals = not correct TOML: `{ $line }` (there is no `=` after the key)
file-syntax-open = not correct TOML: `{ $line }` (a quotation mark, a bracket or a brace is not closed)
file-syntax-unexpected = not correct TOML: `{ $line }` (not expected at this column; a comma, a quotation mark or the end of a line may be missing)
file-unread = the file has the form asked for, and still the program cannot read it
file-unknown-key = unknown key `{ $key }`
file-missing-key = { $key ->
    [fr] the French text is missing (key `fr`)
    [en] the English text is missing (key `en`)
   *[other] the key `{ $key }` is missing
}
file-wrong-sort = should be { $expected }, not { $found }
file-unknown-word = unknown word `{ $word }`
file-unknown-formation = unknown formation `{ $word }`
file-unknown-arm = unknown arm `{ $word }`
file-unknown-troop-type = unknown troop type `{ $word }`
file-unknown-nation = unknown nation `{ $word }`
file-unknown-ruleset = unknown ruleset `{ $word }`
file-unknown-command = unknown command `{ $word }`
file-unknown-unit = unknown unit `{ $word }`
file-unknown-objective = unknown objective `{ $word }`
file-unknown-ground = unknown kind of ground `{ $word }`
file-unknown-rank = unknown rank `{ $word }`
file-out-of-bounds = { $value } is out of bounds ({ $least } to { $most })
file-wrong-length = should be a list of { $expected } values, not of { $length }
file-empty = empty
file-unprintable = control character { $code }, which cannot be printed
file-bad-id = incorrect id `{ $id }`; small letters, digits and hyphens only
file-same-id = the id `{ $id }` is already taken on line { $line }
file-bad-date = `{ $date }` is not a date (for example 1806-07-04)
file-off-table = the point ({ $x }, { $y }) is off the table ({ $width } m by { $height } m)
file-too-few-corners = { $corners ->
    [one] one corner
   *[other] { $corners } corners
}, at least { $least } are needed
file-crosses = sides { $first } and { $second } of the polygon cross or touch
file-flat = polygon without surface
file-exactly-one-key = exactly one of these keys is needed: { $keys } (found: none)
file-exactly-one-key-found = exactly one of these keys is needed: { $keys } (found: { $found })
file-keys-together = these keys go together: { $keys } (found: none)
file-keys-together-found = these keys go together: { $keys } (found: { $found })
file-at-least-one-key = at least one of these keys is needed: { $keys }
file-anachronism = the type `{ $kind }` existed from { $from } to { $to }, not in { $year }
file-disagrees = `{ $said }` contradicts the troop type, which says `{ $type }`
file-wrong-formation = the formation `{ $formation }` is impossible for this arm ({ $arm })
file-no-strongpoint = a garrison must be in a strongpoint; there is none at ({ $x }, { $y })
file-impassable = the unit stands in impassable ground ({ $kind })
file-wrong-strength = strength cannot be given by `{ $key }` here
file-wrong-strength-arm = the strength of a unit of { $arm } is not given by `{ $key }`
file-no-general = `{ $command }` has no general
file-absent-general = { $general } commands units on the table but has no place on it (key `at`)
file-idle-command = `{ $command }` has neither units nor subordinates
file-ring = `{ $command }` is its own superior, directly or not
file-lower-rank = { $superior } is of lower rank than { $general }, whom he commands
file-no-units = no units
file-no-place = `{ $unit }` has no position, no deployment zone and no turn of arrival
file-twice-placed = `{ $unit }` has several places: a position and an arrival, or two arrivals
file-same-place = `{ $other }` is already on this spot
file-after-the-end = arrives on turn { $turn } of a battle of { $turns } turns
file-placed-in-roster = an army list gives no positions
file-years-reversed = the years { $from } to { $to } are the wrong way round
file-calibre = { $arm ->
    [artillery] the calibre of the guns is missing (key `calibre`)
   *[other] no calibre for { $arm }
}
