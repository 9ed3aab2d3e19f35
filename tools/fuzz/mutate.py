"""Values that are nearly right: a good one, changed in a few places."""

import copy

TEXTS = ["", "blue", "../../etc/passwd", "\x00", "é̈🎲", "<script>", "-1", "x" * 5000, "\u202e" * 20, "{id}"]
NUMBERS = [0, -1, 1, 7, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63), 2**64, 1.5, 1e300, 36_000, 65_536]


def anything(luck, depth=0):
    kind = luck.randrange(5 if depth > 3 else 7)
    if kind == 0:
        return None
    if kind == 1:
        return luck.random() < 0.5
    if kind == 2:
        return luck.choice(NUMBERS)
    if kind in (3, 4):
        return luck.choice(TEXTS)
    if kind == 5:
        return [anything(luck, depth + 1) for _ in range(luck.randrange(4))]
    return {luck.choice(TEXTS): anything(luck, depth + 1) for _ in range(luck.randrange(4))}


def places(value, path=()):
    """Every place in a value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


def mutated(luck, value):
    value = copy.deepcopy(value)
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        path = luck.choice(list(places(value)))
        if not path:
            continue
        *way, last = path
        holder = value
        for key in way:
            holder = holder[key]
        old, act = holder[last], luck.randrange(5)
        if act == 0:
            del holder[last]
        elif act == 1 and isinstance(holder, list):
            holder.insert(last, copy.deepcopy(old))
        elif act == 2 and isinstance(old, (int, float)) and not isinstance(old, bool):
            holder[last] = old + luck.choice((-1, 1, -1000, 1000))
        elif act == 3 and isinstance(holder, dict):
            holder[luck.choice(TEXTS)] = anything(luck)
        else:
            holder[last] = anything(luck)
    return value
