"""A whole assault of Les Trois Couleurs written plainly in Python: every modifier read from a table of units, the
attacker's test, the defender's answer by fire, the fall of morale, contact and melee. It covers only the scene of
the benchmark: open ground, fronts that face north or south. Prints the ends and the time of one assault as JSON.

Usage: assault_plain.py SCENE.json ROUNDS, where SCENE.json names the file with the figures of the rules ("tables")."""

import json
import math
import sys
import time
import tomllib

TAN = {30: math.tan(math.radians(30)), 60: math.tan(math.radians(60))}
UD = 6000
LADDER = ["rout", "retreat", "fall_back", "halt", "stand", "advance", "attack", "charge"]
STATES = ["formed", "unformed", "disordered"]
GAITS = ["halted", "ordinary", "quick", "charge"]
CASE_GAIT = {"charge": 3, "attack": 2, "advance": 1}


class Unit:
    def __init__(self, data):
        self.__dict__.update(data)
        self.south = self.facing == 180
        wide, deep = (1000, 1500) if self.arm == "infantry" else (2000, 3000)
        self.half = self.front * wide // 2
        self.depth = self.ranks * deep
        self.place(self.y)

    def place(self, y):
        self.y = y
        if self.south:
            self.rect = (self.x - self.half, self.x + self.half, y, y + self.depth)
        else:
            self.rect = (self.x - self.half, self.x + self.half, y - self.depth, y)

    def ahead(self, y):
        return self.y - y if self.south else y - self.y


def gap(a, b):
    dx = max(0, a.rect[0] - b.rect[1], b.rect[0] - a.rect[1])
    dy = max(0, a.rect[2] - b.rect[3], b.rect[2] - a.rect[3])
    return round(math.hypot(dx, dy))


def in_front(of, other, tan=TAN[30]):
    far = max(of.ahead(other.rect[2]), of.ahead(other.rect[3]))
    near = max(0, of.rect[0] - other.rect[1], other.rect[0] - of.rect[1])
    return far >= 0 and near <= far * tan


def aspect(of, other):
    """The zone of a unit in which another stands: by both ends of the other's front."""
    zones = []
    for x in (other.rect[0], other.rect[1]):
        beyond = max(0, of.rect[0] - x, x - of.rect[1])
        far, back = of.ahead(other.y), -of.ahead(other.y) - of.depth
        if far >= 0 and beyond <= far * TAN[60]:
            zones.append("front")
        elif back >= 0 and beyond <= back * TAN[60]:
            zones.append("rear")
        else:
            zones.append("flank")
    if zones == ["rear", "rear"]:
        return "rear"
    return "front" if "front" in zones else "flank"


def cut(rect, a, b):
    """Whether the way from a to b passes through a rectangle."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        start, end = rect[2 * axis] + 2, rect[2 * axis + 1] - 2
        way = b[axis] - a[axis]
        if way == 0:
            if not start <= a[axis] <= end:
                return False
            continue
        one, two = (start - a[axis]) / way, (end - a[axis]) / way
        low, high = max(low, min(one, two)), min(high, max(one, two))
    return low < high


def points(unit, middle):
    x0, x1, y0, y1 = unit.rect
    places = [(unit.x, unit.y), (x0, unit.y), (x1, unit.y)]
    if middle:
        places.append((unit.x, (y0 + y1) // 2))
    back = y1 if unit.south else y0
    return places + [(x1, back), (x0, back)]


class Scene:
    """The units about one assault."""

    def __init__(self, tables, units, attacker, target):
        self.t, self.attacker, self.target = tables, attacker, target
        self.apart = gap(attacker, target)
        steps = self.apart // 3 * 2
        attacker.place(attacker.y - steps if attacker.south else attacker.y + steps)
        reach = lambda u: u.half + u.depth // 2
        middle = lambda u: (u.x, (u.rect[2] + u.rect[3]) // 2)
        self.near = []
        for unit in units:
            for centre in (attacker, target):
                limit = 6 * UD + reach(unit) + reach(centre) + 4
                (x, y), (a, b) = middle(unit), middle(centre)
                if abs(x - a) <= limit and abs(y - b) <= limit:
                    self.near.append(unit)
                    break
        self.objectives = [target]
        for unit in self.near:
            if unit is target or unit.side == attacker.side:
                continue
            if attacker.arm == "cavalry":
                hit = unit.rect[0] < attacker.rect[1] and unit.rect[1] > attacker.rect[0] and attacker.ahead(unit.y) >= 0
            else:
                abreast = abs(target.ahead(unit.y)) <= max(target.depth, unit.depth)
                hit = gap(target, unit) <= UD and abreast and in_front(attacker, unit)
            if hit and abs(attacker.ahead(unit.y) - attacker.ahead(target.y)) <= UD:
                self.objectives.append(unit)

    def faces(self, tester):
        return self.objectives if tester is self.attacker else [self.attacker]

    def tactical(self, unit):
        return self.t["distance"]["tactical"][unit.arm] * UD

    def available(self, unit):
        need = 2 if unit.arm == "cavalry" else 1
        return unit.state in ("formed", "loose") and unit.spent + need <= self.t["action"]["credit"]

    def concerned(self, unit, tester):
        others = self.objectives if unit.side == self.attacker.side else [self.attacker]
        return any(in_front(unit, other) for other in others) or unit is not tester and in_front(unit, tester)

    def sees(self, one, other):
        hide = [u.rect for u in self.near if u is not one and u is not other]
        for a in points(one, False):
            for b in points(other, True):
                if not any(cut(rect, a, b) for rect in hide):
                    return True
        return False

    def about(self, tester):
        """Friends and enemies that count, the enemies facing the tester first."""
        friends, enemies, faces = [], [], self.faces(tester)
        for unit in self.near:
            if unit is tester:
                continue
            friend = unit.side == tester.side
            part = unit is self.attacker or unit in self.objectives
            if part and not friend:
                if unit in faces:
                    enemies.insert(0, unit)
                continue
            chooses = tester is self.attacker and tester.arm == "cavalry" and unit.arm != "cavalry"
            if not friend and chooses or gap(tester, unit) > self.tactical(unit):
                continue
            if self.available(unit) and self.concerned(unit, tester) and self.sees(tester, unit):
                (friends if friend else enemies).append(unit)
        return friends, enemies

    def arms(self, tester):
        found = set()
        for unit in self.near:
            if unit is tester or unit.side != tester.side or unit.arm in (tester.arm, "artillery") or unit.arm in found:
                continue
            reach = self.tactical(unit)
            near = gap(tester, unit) <= reach or any(gap(face, unit) <= reach for face in self.faces(tester))
            if self.available(unit) and near and self.concerned(unit, tester) and self.sees(tester, unit):
                found.add(unit.arm)
        return len(found)

    def flanks(self, tester):
        """Whether the threat is frontal, how many flanks are secure, and the enemies that threaten left, right and
        rear.
        """
        frontal = [face for face in self.faces(tester) if aspect(tester, face) == "front"]
        secure = 0
        for left in (True, False):
            for unit in self.near:
                if unit is tester or unit.side != tester.side or not frontal:
                    continue
                x = tester.x - unit.x if tester.south else unit.x - tester.x
                beside = abs(x) > tester.half and (x < 0) == left
                dx = max(0, tester.rect[0] - unit.rect[1], unit.rect[0] - tester.rect[1])
                near = round(math.hypot(dx, tester.y - unit.y)) <= UD
                if beside and near and unit.arm != "artillery" and unit.state == "formed" and self.facing(unit, tester, frontal):
                    secure += 1
                    break
        threats = {}
        for unit in self.near:
            if unit.side != tester.side and gap(tester, unit) <= self.tactical(unit):
                side = aspect(tester, unit)
                if side != "front":
                    x = tester.x - unit.x if tester.south else unit.x - tester.x
                    place = "rear" if side == "rear" else "left" if x < 0 else "right"
                    by = "cavalry" if unit.arm == "cavalry" else "foot"
                    threats[place] = "cavalry" if threats.get(place) == "cavalry" else by
        return bool(frontal), secure, threats

    def facing(self, unit, tester, frontal):
        for source in frontal:
            x = tester.x - source.x
            y = (tester.rect[2] + tester.rect[3]) / 2 - source.y
            coming = math.degrees(math.atan2(x, y)) + 180
            off = abs((coming - unit.facing + 180) % 360 - 180)
            if 90 - off > self.t["arc"]["axis_of_secure_flank"]:
                return True
        return False


class Side:
    """One side of the assault, with everything its test counts."""

    def __init__(self, scene, unit):
        self.unit = unit
        self.friends, enemies = scene.about(unit)
        self.enemies = enemies[1:]
        self.faces = [enemy for enemy in self.enemies if enemy in scene.faces(unit)]
        self.arms = scene.arms(unit)
        self.frontal, self.secure, self.threats = scene.flanks(unit)


def degrade(state, n):
    if n == 0:
        return state
    return STATES[min(2, (0 if state == "loose" else STATES.index(state)) + n)]


def after(tables, state, case):
    if tables["morale"]["case"][case] > 0:
        return state
    return "disordered" if case == "rout" else degrade(state, 1)


def read(tables, column, score):
    return tables["reading"][column][12 - max(-12, min(12, score))]


def losses(tables, figures, factor):
    table = tables["losses"]
    if factor < table["lowest"]:
        return 0
    place = min(factor - table["lowest"], len(table["rate"]) - 1)
    return figures * table["rate"][place] // table["step"]


def percent(steps, figures):
    return min(100, 5 * ((40 * steps + 3 * figures) // (6 * figures)))


def nerve(tables, side, enemy, attacks, gait, fire, target, year):
    """The score of a test, without the die."""
    m, unit = tables["morale"], side.unit
    score = m["assault"] if attacks else m["answer"]
    score += [0, m["other_arm"], m["two_other_arms"]][side.arms]
    if fire:
        score += m["under_musketry"]
    seen = [(enemy, gait)] + [(other, GAITS.index(other.gait)) for other in side.enemies]
    step, facing = m["status_step"], [enemy] + side.faces
    score += m["superior_status"] * max([0] + [step[e.status] - step[unit.status] for e in facing])
    own = unit.cavalry_type if unit.arm == "cavalry" else m["foot_type"]
    score += m["superior_type"] * max([0] + [e.cavalry_type - own for e in facing if e.arm == "cavalry"])
    needed = unit.spent + (2 if attacks else 1)
    score -= min(tables["action"]["most_morale_penalty"], max(0, needed - tables["action"]["credit"]))
    for friend in side.friends:
        if unit.arm == "artillery" or friend.arm == unit.arm:
            score += GAITS.index(friend.gait) + 1
    score -= sum(pace + 1 for _, pace in seen)
    if enemy.arm == unit.arm:
        score += m["numbers"] * max(0, enemy.figures // unit.figures - 1)
    score += m[unit.state]
    if side.frontal:
        score += m["secure_flank"] * side.secure
    for place, by in side.threats.items():
        times = m["cavalry_times"] if by == "cavalry" and unit.arm != "cavalry" else 1
        score += times * m["rear" if place == "rear" else "flank"]
    if target is not None:
        where, secure = target
        cavalry = unit.arm == "cavalry" and enemy.arm == "infantry"
        times = m["cavalry_times"] if cavalry else 1
        if where == "front":
            if cavalry and enemy.state == "formed":
                score -= times * m["formed"]
            if cavalry:
                score -= times * m["secure_flank"] * secure
        else:
            score -= times * m[where]
        score -= times * {"unformed": m["unformed"], "disordered": m["disordered"]}.get(enemy.state, 0)
    score += min(m["most_strength"], unit.figures // m["strength"][unit.arm])
    nation = tables["nations"][unit.nation]
    score += unit.base
    if attacks and year >= nation.get("attack_from", 0):
        score += nation.get("attack", {}).get(unit.arm, 0)
    if not attacks and unit.arm != "cavalry":
        score += nation.get("defence", {}).get(unit.arm, 0)
    return score


def common(one, other):
    """Common front in bases of infantry, and the sides on which each extends beyond the other."""
    left, right = max(one.rect[0], other.rect[0]), min(one.rect[1], other.rect[1])
    width = (max(0, right - left) + 500) // 1000
    sides = lambda a, b, least: sum(beyond >= least for beyond in (b.rect[0] - a.rect[0], a.rect[1] - b.rect[1]))
    base = lambda u: 500 if u.arm == "infantry" else 1000
    return width, sides(one, other, base(one)), sides(other, one, base(other))


def fall(score, change):
    return max(-12, min(12, score) + change)


def assault(tables, units, attacker, target, dice, year):
    start = attacker.y
    try:
        scene = Scene(tables, units, attacker, target)
        ours, theirs = Side(scene, attacker), Side(scene, target)
        side = aspect(target, attacker)
        width, beyond, reached = common(attacker, target)
        distance = scene.apart
    finally:
        attacker.place(start)
    m, of_face = tables["morale"], tables["chance"]["of_face"]
    expected = target.arm != "cavalry" and side == "front"
    score = nerve(tables, ours, target, True, 0, expected, (side, theirs.secure), year) + of_face[dice[0] - 1]
    case = read(tables, "contact", score)
    if LADDER.index(case) < LADDER.index("advance"):
        return end("stopped", (case, after(tables, attacker.state, case), 0), ("stand", target.state, 0))
    gait = min(CASE_GAIT[case], 3 if attacker.spent == 0 else 2)
    answer = nerve(tables, theirs, attacker, False, gait, False, None, year) + of_face[dice[1] - 1]
    his = read(tables, "fire", answer)
    lost = 0
    band = tables["reading"]["band"].get(his)
    if expected and band:
        lost, hit = volley(tables, target, attacker, band, distance, width, reached, beyond)
        score = fall(score, m["stopping_fire"] * (hit // 5))
        case = read(tables, "contact", score)
        gait = min(gait, CASE_GAIT.get(case, 0))
        if gait == 0:
            return end("stopped_by_fire", (case, after(tables, attacker.state, case), lost), (his, target.state, 0))
    answer = fall(answer, m["residual_gait"] * gait)
    his = read(tables, "fire", answer)
    state = after(tables, target.state, his)
    foot = "mounted" if target.arm == "cavalry" else "foot"
    moves = tables["movement"][attacker.arm][attacker.formation]
    bonus = tables["movement"]["status"][attacker.status]
    reach = (moves[gait - 1] + bonus + tables["distance"]["tolerance"][attacker.arm]) * UD
    catch = tables["pursuit"]["catch"]
    if his in ("retreat", "rout"):
        more = catch["cavalry_on_foot" if attacker.arm == "cavalry" and target.arm != "cavalry" else "others"]
        if distance + more * UD <= reach:
            taken = pursuit(tables, attacker, target)
            return end("attacker_pursues", (case, degrade(attacker.state, 1), lost), ("rout", "disordered", taken))
        return end("control", (case, attacker.state, lost), (his, state, 0))
    if his == "fall_back" and distance + tables["movement"]["back"]["fall_back"][foot] * UD > reach:
        return end("control", (case, attacker.state, lost), (his, state, 0))
    capacity = (moves[2 if attacker.spent == 0 else 1] + bonus) * UD
    own = degrade(attacker.state, 1 if distance > capacity and attacker.status != "guard" else 0)
    gives_up = attacker.arm == "cavalry" and target.arm == "infantry" and state == "formed" and side == "front"
    if gives_up and m["case"][his] > 0:
        return end("gives_up", (case, degrade(own, 1), lost), (his, state, 0))
    return melee(tables, attacker, target, own, state, gait, side, width, beyond, reached, lost)


def volley(tables, shooter, victim, band, distance, width, overlaps, beyond):
    f, t = tables["fire"], tables["range"]
    physical = band
    if band != "p1":
        limits = t[shooter.weapon]
        physical = next((b for b in ("p1", "p2", "p3") if distance // 3 <= limits[b] * UD), band)
    figures = min(shooter.front, width + f["overlap"][physical] * overlaps)
    factor = f["small_arms"][shooter.status] + t["factor"][band] + (f["first_fire"] if shooter.first_fire else 0)
    factor -= max(0, shooter.spent + 1 - tables["action"]["credit"])
    if victim.arm == "cavalry":
        factor += f["target_cavalry"]
    steps = losses(tables, figures, factor)
    front = shooter.front if victim.arm == "infantry" else -(-shooter.front // 2)
    ranks = min(victim.ranks, f["ranks_hit"][victim.arm])
    if victim.arm == "cavalry":
        steps = min(steps, victim.front)
    return steps, percent(steps, min(victim.front, front + beyond) * ranks)


def pursuit(tables, attacker, target):
    p = tables["pursuit"]
    if attacker.arm == "infantry":
        figures = p["infantry_on_infantry"] * -(-attacker.figures // p["infantry_figures"])
    else:
        figures = p["cavalry_on_cavalry" if target.arm == "cavalry" else "cavalry_on_infantry"]
    return 3 * min(figures, target.figures)


def melee(tables, attacker, target, own, his, gait, side, width, beyond, reached, lost):
    m = tables["melee"]

    def factor(unit, state, faster):
        value = m["infantry"] if unit.arm == "infantry" else m["cavalry_type"][unit.cavalry_type]
        value += m["status"][unit.status]
        value += faster * (m["gait_step_cavalry"] if unit.arm == "cavalry" else m["gait_step"])
        return value + {"unformed": m["unformed"], "disordered": m["disordered"]}.get(state, 0)

    def figures(unit, pace, over):
        ranks = min(unit.ranks, 2 if unit.arm == "infantry" and pace >= 2 else 1)
        wide = width if unit.arm == "infantry" else -(-width // 2)
        return min(unit.front, wide + over) * ranks

    through = target.ranks == 1 and gait >= m["pass_through_steps"]
    if side == "flank":
        per = m["flank_foot_per_figure"] if attacker.arm == "infantry" else m["flank_cavalry_per_figure"]
        ranks = min(attacker.ranks, 2 if attacker.arm == "infantry" and gait >= 2 else 1)
        ours, theirs = min(attacker.front, target.ranks * per + beyond) * ranks, target.ranks
    else:
        ours, theirs = figures(attacker, gait, beyond), figures(target, 0, 0 if through else reached)
    bonus = {"flank": m["flank"], "rear": m["rear"]}.get(side, 0)
    dealt = losses(tables, ours, factor(attacker, own, gait) + bonus)
    taken = losses(tables, theirs, factor(target, his, 0))
    difference = dealt - taken
    lost += taken
    if difference == 0:
        return end("draw", ("stand", degrade(own, 1), lost), ("stand", degrade(his, 1), dealt))
    loser = target if difference > 0 else attacker
    place = LADDER.index(tables["result"]["behind_by_%d" % min(3, abs(difference))])
    beaten = LADDER[max(0, place - tables["result"]["lowers"].get(loser.status, 0))]
    if difference > 0:
        won = {1: "advance", 2: "attack", 3: "charge"}[gait]
        return end("attacker", (won, degrade(own, 1), lost), (beaten, "disordered", dealt))
    return end("defender", (beaten, "disordered", lost), ("stand", degrade(his, 1), dealt))


def end(outcome, attacker, defender):
    side = lambda told: dict(zip(("case", "state", "steps"), told))
    return {"outcome": outcome, "attacker": side(attacker), "defender": side(defender)}


def main():
    scene, rounds = json.load(open(sys.argv[1])), int(sys.argv[2])
    tables = tomllib.load(open(scene["tables"], "rb"))
    units = [Unit(data) for data in scene["units"]]
    run = lambda pair: assault(tables, units, units[pair[0]], units[pair[1]], scene["dice"], scene["year"])
    ends = [run(pair) for pair in scene["pairs"]]
    samples = []
    for _ in range(rounds):
        begun = time.perf_counter_ns()
        for pair in scene["pairs"]:
            run(pair)
        samples.append((time.perf_counter_ns() - begun) / len(scene["pairs"]))
    samples.sort()
    json.dump({"python": sys.version.split()[0], "ends": ends, "best_ns": samples[0],
               "median_ns": samples[len(samples) // 2], "times": rounds}, sys.stdout)


main()
