"""Working notes, not to be merged: the resolutions of Les Trois Couleurs written plainly, run over data/cases/trois-couleurs.toml
with the figures of data/tables/trois-couleurs.toml. Usage: python3 NOTES-L3C-check.py"""
import math, tomllib, os
HERE = os.path.dirname(os.path.abspath(__file__))
T = tomllib.load(open(HERE + "/data/tables/trois-couleurs.toml", "rb"))
CASES = []
for name in ("trois-couleurs", "trois-couleurs-own"):
    if os.path.exists(HERE + f"/data/cases/{name}.toml"): CASES += tomllib.load(open(HERE + f"/data/cases/{name}.toml", "rb"))["case"]
GAIT = T["action"]["gait"]; GAITS = sorted(GAIT, key=GAIT.get)
LADDER = ["rout", "retreat", "fall_back", "halt", "stand", "advance", "attack", "charge"]
STATES = ["formed", "unformed", "disordered"]
MOUNTED = ("cavalry", "horse_artillery")
r = lambda i: "L3C-" + i

def foot(arm): return "mounted" if arm in MOUNTED else "foot"
def degrade(state, n):
    if n == 0: return state
    if state == "loose": state, n = "unformed", n - 1
    return STATES[min(2, STATES.index(state) + n)]
def after(state, case):
    """What a morale result leaves of a formation (GAP-C04)."""
    return "disordered" if case == "rout" else degrade(state, 1) if T["morale"]["case"][case] <= 0 else state
def read(column, score):
    return T["reading"][column][12 - max(-12, min(12, score))]
def case_gait(case):
    return {"charge": "charge", "attack": "quick", "advance": "ordinary"}.get(case, "halted")
def slower(a, b): return a if GAIT[a] <= GAIT[b] else b
def percent(steps, figures): return min(100, 5 * ((40 * steps + 3 * figures) // (6 * figures)))
def percent_guns(steps, guns): return min(100, 5 * ((40 * steps + guns) // (2 * guns)))
def losses(figures, factor):
    L = T["losses"]
    if factor < L["lowest"]: return 0, False
    e = figures * L["rate"][min(factor, L["lowest"] + len(L["rate"]) - 1) - L["lowest"]]
    return e // L["step"], e >= L["effective_from"]
def next_credit(total): return max(0, 3 - max(0, total - 3))
def moves(arm, formation): return T["movement"][arm if arm != "artillery" else "foot_artillery"][formation]

class Lines(list):
    def add(self, rule, n, keep=False):
        if n or keep: self.append([r(rule), n])
    def sum(self): return sum(n for _, n in self)

def points(s):
    A = T["action"]; a = s["action"]; spent = s["spent"]; gait = None; allowed = True
    if a == "counter": need = A["counter_assault"]; gait = "quick"
    elif a == "fire": need = A["fire"] + (0 if s["loaded"] else A["reload"])
    elif a == "reaction":
        need = s["manoeuvre"] + (0 if s.get("order_kept") else A["lost_by_reaction"]) + {"counter": 2, "fire": 1, "none": 0}[s["answer"]]
        gait = "quick" if s["answer"] == "counter" else None
    elif a == "safeguard":
        return {"allowed": 3 - spent >= s["needed"], "next_credit": 3 - s["needed"]}
    total = spent + need
    return {"total": total, "penalty": max(0, total - 3), "next_credit": next_credit(total), "gait": gait, "allowed": allowed}

def losses_test(s):
    steps, ranks, front = s["steps"], s["ranks"], s["front"]
    whole = (s["steps_before"] + steps) // 3
    out = {"figures_lost": whole}
    if s["by"] == "round_shot":
        if s.get("dealt"):
            got = [0] * ranks
            for i in range(steps): got[i % ranks] += 1
            out["share"] = sum(got[:2])
        else: out["share"] = -(-steps * min(2, ranks) // ranks)
        out["concerned"] = front * min(2, ranks)
        out["percent"] = percent(out["share"], out["concerned"])
        if s.get("after_action"): out.update(ranks=ranks, front=-(-(front * ranks - whole) // ranks))
    else:
        out["leading_figures"] = front * min(2, ranks) - whole
    return out

def movement(s):
    M = T["movement"]; arm = s["arm"]; por = moves(arm, s["formation"])[0]
    d = por + M["extra_point"][foot(arm)] * (s["points"] - 1) + M["status"][s["status"]] + (M["general"] if s.get("general") else 0)
    for t in s.get("terrain", []): d -= T["terrain"][t]["lost"][arm]
    return {"distance": max(0, d)}

def turning(s):
    t = T["turning"]
    if s["formation"] == "march_column": n = 0
    else:
        n = t["up_to_30"] if s["degrees"] <= 30 else t["beyond_30"]
        if s["arm"] == "infantry" and s["formation"] == "line": n += t["infantry_line"]
        n = max(t["least"], n + {1: t["class_1"], 2: 0, 3: t["class_3"]}[s["class"]])
    total = n + s.get("spent", 0)
    return {"turning": n, "points": n + GAIT[s.get("gait", "halted")], "penalty": max(0, total - 3), "next_credit": next_credit(total),
            "allowed": n <= 3 - s.get("spent", 0) or (n > 3 and s.get("spent", 0) == 0)}

def changing(s):
    C = T["changing"]; cls = s["class"] - 1; a, b = s["from"], s["to"]
    cols = ("division_column", "company_column", "closed_column")
    slow = C["slow_column_to_line"] if s.get("nation") in C["slow_nations"] and s.get("year", 1815) < C["slow_nations"][s["nation"]] else 0
    if a == "disordered": n = C["disordered_to_unformed"][cls]
    elif a == "unformed":
        n = C["unformed_to_formed"][cls]
        if s.get("formation") and (s["formation"] == "square" or s["formation"] != s.get("announced", s["formation"])): n += C["other_than_announced"]
    elif "ad_hoc" in (a, b):
        n = C["ad_hoc_times"] * ((C["column_to_line"][cls] + slow) if s.get("wider") else C["line_to_column"][cls])
    elif "skirmish" in (a, b): n = C["line_skirmish"][cls]
    elif b == "square": n = C["into_square"][cls]
    elif a == "square": n = C["square_to_line" if b == "line" else "square_to_column"][cls]
    elif a in cols and b == "line": n = C["column_to_line"][cls] + slow
    elif a == "line" and b in cols: n = C["line_to_column"][cls]
    else: n = C["between_columns"][cls]
    spent = s.get("spent", 0)
    return {"points": n, "penalty": max(0, spent + n - 3), "allowed": n <= 3 - spent or (spent == 0 and n <= C["most"])}

def manhandling(s):
    m = T["manhandling"]
    n = (m["heavy"] if s["pounds"] >= m["heavy_from_pounds"] else m["light"]) + (m["uphill"] if s["uphill"] else 0) + (m["poor_crew"] if s["status"] in ("militia", "irregular") else 0)
    return {"points": n, "penalty": max(0, n - 3), "next_credit": next_credit(n)}

def back_move(s):
    case = s["case"]; step = T["movement"]["extra_point"][foot(s["arm"])]
    lost = sum(T["terrain"][t]["lost"][s["arm"]] for t in s.get("terrain", []))
    n = T["action"][case] + -(-lost // step)
    return {"distance": T["movement"]["back"][case][foot(s["arm"])], "points": n, "penalty": max(0, s["spent"] + n - 3)}

def gait(s):
    a, b = GAIT[s["from"]], GAIT[s["to"]]; room = s["room"]
    if s["arm"] == "cavalry":
        need = abs(b - a)
        if b > a: return {"needed": need, "gait": GAITS[a + min(need, math.floor(room))]}
        return {"needed": need, "gait": s["to"], "degrade": max(0, need - math.floor(room))}
    need = 1 if 3 in (a, b) and a != b else 0
    if b > a: return {"needed": need, "gait": s["to"] if room >= need else "quick"}
    return {"needed": need, "gait": s["to"], "degrade": 0 if room >= need else 1}

def assault_allowed(s):
    left = 3 - s["spent"]; ok = left >= 2 and s["in_front"] and s["formation"] != "closed_column"
    if s["state"] == "disordered": ok = ok and bool(s.get("follow_on")) and s["status"] == "guard"
    if s["state"] == "unformed" and s.get("follow_on"): ok = ok and s["status"] in ("elite", "guard")
    return {"allowed": ok, "gait": ("charge" if left >= 3 else "quick") if ok else None, "points": min(3, left)}
def assault_reach(s):
    reach = s["capacity"] + T["distance"]["tolerance"][s["arm"]]
    return {"reach": reach, "reaches": s["distance"] <= reach, "degrade": 1 if s["capacity"] < s["distance"] <= reach and s["status"] != "guard" else 0}
def order_of_assaults(s, dice): return {"order": {1: "left_to_right", 6: "right_to_left"}.get(dice[0], "chosen")}

def pursuit(s):
    P = T["pursuit"]; u, v = s["pursuer"], s["pursued"]; out = {"figures_lost": 0, "prisoners": 0}
    may = v["case"] in ("retreat", "rout") and u["state"] != "disordered" and not (u["arm"] == "infantry" and v["arm"] == "cavalry")
    out["may"] = may
    if not may: return out
    part = u.get("part", "outsider")
    out["points"] = 0 if part == "victor" else T["action"]["pursuit"]; out["total_points"] = u.get("spent", 0) + out["points"]
    base = 0 if part == "victor" else P["catch"]["cavalry_on_foot"] if u["arm"] == "cavalry" and v["arm"] != "cavalry" else P["catch"]["others"]
    diff = u.get("lost_ud", 0) - v.get("lost_ud", 0)
    out["catch"] = max(0, base + diff)
    back = T["movement"]["back"][v["case"]][foot(v["arm"])]
    out["caught"] = diff < P["outrun_by"] and out["catch"] <= back
    out["length"] = min(P["length"][u["arm"]], u.get("way_left", 99))
    if not out["caught"]: return out
    if u["arm"] == "infantry": n = P["infantry_on_infantry"] * -(-u["figures"] // P["infantry_figures"])
    elif u.get("lancers"): n = P["lancers_on_infantry"] if v["arm"] != "cavalry" else P["lancers_on_back_plates"] if v.get("back_plate") else P["lancers_on_cavalry"]
    else: n = P["cavalry_on_cavalry"] if v["arm"] == "cavalry" else P["cavalry_on_infantry"]
    if u["arm"] == "cavalry" and u["figures"] < P["weak_cavalry_under"]: n = -(-n // 2)
    out["figures_lost"] = min(n, v["figures"]); out["case"] = "rout"
    return out

def fire_after(s):
    if s["target_points"] == 0 or s["shooter_points"] > s["target_points"]: return {"fire": "none"}
    return {"fire": "still" if s["shooter_points"] < s["target_points"] else "crossing"}
def in_time(s):
    dt = T["distance"]["tactical"][s["attacker"]]
    done = s["points"] <= 2 and s["distance"] > dt * s["points"]
    return {"done": done, "state": "formed" if done else "unformed"}
def rally_move(s):
    full = moves(s["arm"], s["formation"])[2]
    n = T["action"]["rally_move_long"] if s["distance"] >= full else T["action"]["rally_move"]
    return {"points": n, "penalty": max(0, s["spent"] + n - 3), "next_credit": next_credit(s["spent"] + n)}
def due(arm, case): return T["movement"]["back"].get(case, {}).get(foot(arm), 0)
def rally(s):
    d = due(s["arm"], s["case"]); ok = s["moved"] == d and not s.get("effective_fire") and not s.get("enemy_near")
    return {"due": d, "case": LADDER[LADDER.index(s["case"]) + (1 if ok else 0)]}
def rally_ladder(s):
    case, state, out = s["case"], s["state"], []
    while LADDER.index(case) < 4:
        out.append({"case": case, "move": due(s["arm"], case)}); case = LADDER[LADDER.index(case) + 1]
    for key, to in (("disordered_to_unformed", "unformed"), ("unformed_to_formed", "formed")):
        if STATES.index(state) > STATES.index(to):
            out.append({"case": case, "points": T["changing"][key][s["class"] - 1], "state": to}); state = to
    return {"turns": len(out), "ladder": out}
def general_rallies(s):
    i = min(4, LADDER.index(s["case"]) + s["bonus"])
    return {"case": LADDER[i], "stays_turns": max(0, 3 - i)}
def garrison_cost(s): return {"points": T["garrison"]["enter"][s["faculty"]], "state": T["garrison"]["state"][s["faculty"]]}
def garrison_capacity(s):
    return {"faces": [math.floor(f / s["base_mm"] + 0.5) for f in s["faces_mm"]], "total": math.floor(sum(s["faces_mm"]) / s["base_mm"])}
def garrison_taken(s): return {"degrade": 1 if s["faculty"] == 0 else 0, "state": degrade(s["state"], 1 if s["faculty"] == 0 else 0)}
def loss_table(s):
    steps, eff = losses(s["figures"], s["factor"]); return {"steps": steps, "effective": eff}
def percent_test(s): return {"percent": percent_guns(s["steps"], s["guns"]) if "guns" in s else percent(s["steps"], s["figures"])}
def face_attack(s):
    if len(s["attacked"]) == 2:
        rest = [i for i in range(4) if i not in s["attacked"]]; here = sum(s["held"][i] for i in s["attacked"]); front = min(s["front"], sum(s["capacity"][i] for i in s["attacked"]))
        return {"side": "front", "front": front, "overlaps": 0 if here >= front else min(2, front - here), "secure_flanks": sum(1 for i in rest if s["held"][i])}
    a = s["attacked"][0]; held, cap = s["held"], s["capacity"]; near = [held[(a - 1) % 4], held[(a + 1) % 4]]
    front = min(s["front"], cap[a])
    if held[a] == 0: return {"side": "flank" if any(near) else "rear", "front": front}
    return {"side": "front", "front": front, "overlaps": 0 if held[a] >= front else min(2, front - held[a]), "secure_flanks": sum(1 for n in near if n)}
def ground_state(s):
    t = T["terrain"][s["terrain"]]
    if s["arm"] not in t["lost"]: return {"enters": False}
    if s["arm"] == "cavalry": return {"enters": True, "inside": t.get("cavalry", s["state"]), "gait": t.get("cavalry_gait", t["gait"])}
    f = t["faculty"][s["faculty"]]
    inside = degrade(s["state"], 1) if f == "degrade" else f
    return {"enters": True, "inside": inside, "after": s["state"] if inside == "loose" else inside, "gait": t["gait"]}

def fire(s):
    F = T["fire"]; u, v = s["shooter"], s["target"]; L = Lines(); band = s["band"]; shot = s.get("shot")
    guns = u["arm"] == "artillery"; small = not guns or shot == "canister"
    if shot == "canister" and band not in ("p1", "p1_bis", "p2"): return {"allowed": False}, L
    L.add("GAP-B06", F["guns"][u["weapon"]] + F["crew"][u["status"]] if guns else F["small_arms"][u["status"]])
    if u["weapon"] == "carbine": L.add("FEU-39", T["range"]["carbine_factor"][band])
    else: L.add("FEU-43" if "bis" in band else "GAP-B03", T["range"]["factor"][band])
    if u.get("first_fire"): L.add("GAP-B05", F["first_fire"])
    if shot == "canister": L.add("FEU-45", F["canister"])
    if u.get("general"): L.add("CHEF-05", F["general"])
    L.add("PA-05", -u.get("penalty", 0))
    L.add("GAP-B05", {"unformed": F["unformed"], "disordered": F["disordered"]}.get(u.get("state"), 0))
    L.add("TIR-14", F["evasion_per_ud"] * math.ceil(u.get("evaded", 0)))
    under = max(F["most_under_fire"], (F["under_musketry"] if u.get("under_musketry") else 0) + {"round": F["under_round_shot"], "canister": F["under_canister"]}.get(u.get("under_guns"), 0))
    L.add("MAF-06", under)
    if v.get("cover", "none") != "none": L.add("BOI-11", F["cover"][v["cover"]])
    elif s.get("crest") and s["distance"] < 2: L.add("FEU-07", F["crest_under_1"] if s["distance"] < 1 else F["crest_under_2"])
    if guns: L.add("FEU-10", (F["level_canister"] if shot == "canister" else F["level"]) * v.get("levels", 0))
    if v["formation"] == "skirmish" and small: L.add("GAP-B05", F["target_skirmishers"])
    if v["formation"] == "deployed": L.add("FEU-19", F["target_deployed_guns"])
    if v["arm"] == "cavalry" and small: L.add("GAP-B05", F["target_cavalry"])
    if v.get("side") == "flank": L.add("GAP-B05", F["flank"])
    if v.get("crossing_fast"): L.add("FEU-44", F["crossing_fast"])
    if shot == "round" and (v.get("ranks", 1) >= F["deep_ranks"] or v["formation"] == "square"): L.add("GAP-B05", F["deep_target"])
    if s.get("penetration"): L.add("GAP-B20", F["penetration"])
    if u.get("mounted"): L.add("FEU-39", F["mounted"])
    f = L.sum(); steps, eff = losses(u["figures"], f)
    if v["arm"] == "cavalry" and small and "concerned" in v: steps = min(steps, v.get("front", 99))
    out = {"allowed": True, "factor": f, "steps": steps, "effective": eff}
    if "concerned" in v: out["percent"] = percent(steps, v["concerned"])
    return out, L

def firing_figures(s):
    if s["arm"] == "artillery": return {"figures": s["front"]}
    per = T["fire"]["overlap_skirmish"] if s["formation"] == "skirmish" else T["fire"]["overlap"][s["band"]]
    return {"figures": min(s["front"], s["opposite"] + per * s["overlapped_sides"])}
def appears(s): return {"fire": s["objective"] or s["visible"] >= T["distance"]["appears"][foot(s["arm"])]}
def gait_limit(s):
    g = "charge"
    for t in s["terrain"]: g = slower(g, T["terrain"][t].get("cavalry_gait", T["terrain"][t]["gait"]) if s["arm"] == "cavalry" else T["terrain"][t]["gait"])
    return {"gait": g}
def under_fire(s):
    M = T["morale"]; L = Lines(); m = M["under_musketry"] if s["musketry"] == "expected" else 0; L.add("MOR-40", m)
    if s["guns_result"] == "effective": L.add("MOR-40", max({"round": M["under_round_shot"], "canister": M["under_canister"]}[s["guns"]], M["most_under_fire"] - m))
    return {"total": L.sum()}, L
def concerned(s):
    v, u = s["victim"], s["shooter"]; ranks = min(v["ranks"], T["fire"]["ranks_hit"][v["arm"]])
    if not s["objective"]: return {"concerned": v["front"] * ranks}
    w = u["front"] * (1 if u["arm"] == "infantry" else 2)
    w = -(-w // 2) if v["arm"] == "cavalry" else w
    over = 0 if u["formation"] == "square" else s["overlapped_sides"]
    return {"concerned": min(v["front"], w + over) * ranks}
def loss_fall(s):
    stop = s["frontal"] and s["assault"] and not s["before_two_thirds"]
    return {"fall": (T["morale"]["stopping_fire"] if stop else T["morale"]["losses_in_action"]) * (s["percent"] // 5)}
def misdirected(s, dice):
    F = T["fire"]
    if s["friends"] >= F["error_friends"][s["band"]]: return {"possible": False}
    return {"possible": True, "error": dice[0] + F["error_crew"][s["status"]] <= F["error"][s["band"]]}
def band(s):
    for b in ("p1", "p1_bis", "p2", "p2_bis", "p3"):
        limit = T["range"][s["weapon"]].get(b)
        if limit is not None and s["distance"] <= limit: return {"band": b, "factor": T["range"]["factor"][b]}
    return {"band": "none"}
def penetration(s): return {"penetrates": s["shot"] == "round" and s["behind"] <= T["distance"]["penetration"] and s["between"] == "none" and s["slope"] == "level"}

def result(s):
    R = T["result"]; d = s["difference"]; l = s["loser"]; w = s.get("winner", {}); after = s["after"]
    case = R["behind_by_%d" % min(3, d)] if d else R["draw"]
    state = "unformed" if after != "melee" and d == 1 else "disordered"
    i = LADDER.index(case)
    if after == "melee" and l["status"] in R["lowers"]: i = max(0, i - R["lowers"][l["status"]])
    i = min(4, i + s.get("raise", 0)) if s.get("raise") else i
    final = LADDER[i]
    push = T["distance"]["push"] if after == "melee" and not w.get("passed_through") else 0
    back = max(T["distance"]["separation"] if after == "melee" else 0, due(l["arm"], final))
    out = {"case": final, "state": state, "push": push, "back": back}
    if w: out.update(winner_case={"charge": "charge", "quick": "attack", "ordinary": "advance", "halted": "stand"}[w["gait"]], winner_state=degrade(w["state"], 1) if after == "melee" else w["state"])
    return out
def duel(s):
    a, b = s["one"], s["other"]; p1 = min(T["range"][x["weapon"]]["p1"] for x in (a, b))
    if s["distance"] > p1 or not s["frontal"]: return {"duel": False}
    d = a["steps"] - b["steps"]
    if d == 0: return {"duel": True, "difference": 0, "loser": "none"}
    loser = "other" if d > 0 else "one"
    return {"duel": True, "difference": abs(d), "loser": loser, **result({"difference": abs(d), "after": "duel", "loser": {"arm": s[loser]["arm"], "status": "line", "state": "formed"}})}
def melee_figures(s):
    a, b = s["attacker"], s["defender"]; M = T["melee"]
    def ranks(x): return min(x["ranks"], 1 if x["arm"] != "infantry" or GAIT[x["gait"]] < 2 else 2)
    if s.get("side") == "flank":
        flank = b["ranks"]; per = M["flank_foot_per_figure"] if a["arm"] == "infantry" else M["flank_cavalry_per_figure"]
        return {"attacker": min(a["front"], flank * per + s["attacker_overlaps"]) * ranks(a), "defender": flank}
    def front(x, over):
        w = s["width"] if x["arm"] == "infantry" else -(-s["width"] // 2)
        return min(x["front"], w + over) * ranks(x)
    thru = passing(a["gait"], b["gait"], b["ranks"])
    return {"attacker": front(a, s["attacker_overlaps"]), "defender": front(b, 0 if thru else s["defender_overlaps"])}
def passing(ga, gb, ranks): return ranks == 1 and GAIT[ga] - GAIT[gb] >= T["melee"]["pass_through_steps"]
def passing_through(s): return {"passes": passing(s["attacker_gait"], s["defender_gait"], s["defender_ranks"])}
def melee(s):
    M = T["melee"]; out = {}
    def factor(x, y, side):
        f = M["infantry"] if x["arm"] == "infantry" else M["cavalry_type"][x["cavalry_type"]] if x["arm"] == "cavalry" else M["gunners"]
        f += M["status"][x["status"]] + max(0, GAIT[x["gait"]] - GAIT[y["gait"]]) * (M["gait_step_cavalry"] if x["arm"] == "cavalry" else M["gait_step"])
        f += {"unformed": M["unformed"], "disordered": M["disordered"]}.get(x["state"], 0) - x.get("penalty", 0) + (M["general"] if x.get("general") else 0)
        if x.get("formation") == "square" and x["state"] == "formed" and y["arm"] == "cavalry": f += M["square_against_cavalry"]
        return f + {"flank": M["flank"], "rear": M["rear"]}.get(side, 0)
    a, b = s["attacker"], s["defender"]; n = melee_figures(s)
    for name, x, y, side in (("attacker", a, b, s.get("side")), ("defender", b, a, None)):
        out[name + "_figures"] = n[name]; out[name + "_factor"] = factor(x, y, side)
        out[name + "_steps"] = losses(n[name], out[name + "_factor"])[0]
    out["passes_through"] = passing(a["gait"], b["gait"], b["ranks"])
    out["difference"] = out["attacker_steps"] - out["defender_steps"]
    l, w = (b, a) if out["difference"] >= 0 else (a, b)
    out.update(result({"difference": abs(out["difference"]), "after": "melee", "loser": l, "winner": dict(w, passed_through=out["passes_through"])}))
    return out
def melee_several(s):
    fights = s["fights"]; d = sum(f["takes"] - f["inflicts"] for f in fights)
    def one(diff, x):
        if diff == 0: return {"difference": 0, "case": "stand", "state": degrade(x["state"], 1)}
        if diff > 0: return {"difference": diff, "case": {"charge": "charge", "quick": "attack", "ordinary": "advance", "halted": "stand"}[x["gait"]], "state": degrade(x["state"], 1)}
        return {"difference": diff, "case": T["result"]["behind_by_%d" % min(3, -diff)], "state": "disordered"}
    return {"lone": one(d, s["lone"]), "fights": [one(f["inflicts"] - f["takes"], f) for f in fights]}

def fall(s):
    M = T["morale"]; L = Lines(); x = s["score"]
    L.add("FEU-37", s.get("given_back", 0)); x += s.get("given_back", 0)
    if s.get("counter_steps"): L.add("MOR-11", max(M["most_counter"], M["counter_per_step"] * s["counter_steps"]))
    x = min(12, s["score"] + L.sum())
    n = M["stopping_fire"] * (s.get("stopping_percent", 0) // 5); L.add("MOR-112", n); x += n
    if s.get("outranged"): L.add("MAF-05", M["outranged"]); x += M["outranged"]
    n = M["residual_gait"] * GAIT[s.get("residual", "halted")]; L.add("MOR-14", n); x += n
    x = max(-12, x); case = read(s["column"], x)
    return {"score": x, "case": case, "gait": slower(s.get("gait", "charge"), case_gait(case)), "band": T["reading"]["band"].get(case, "none"),
            "state": {"fall_back": "unformed", "rout": "disordered"}.get(case, None)}, L
def reading(s):
    case = read(s["column"], s["score"]); bands = ["p1", "p2", "p3", "none"]
    b = T["reading"]["band"].get(case, "none")
    return {"case": case, "gait": slower(case_gait(case), s.get("announced_gait", "charge")), "band": bands[max(bands.index(b), bands.index(s.get("announced_band", "p1")))]}
def start(s, L=None):
    M = T["morale"]; L = Lines() if L is None else L; p = s["purpose"]; case = s.get("case", "stand")
    if s.get("continued"): L.add("MOR-27", M["draw_continued"], True)
    elif s.get("follow_on"): L.add("MOR-21" if M["case"][case] > 0 else "MOR-22", M["case"][case], True)
    elif M["case"][case] <= 0: L.add("MOR-26" if p == "other" else "MOR-20", M["case"][case], True)
    elif p == "other": L.add("MOR-25", 1 + GAIT[s.get("gait", "halted")], True)
    elif p.startswith("react"): L.add("MOR-24", M["reaction"], True)
    elif p in ("assault", "fire_advance"): L.add("MOR-20", M["assault"], True)
    else: L.add("MOR-20", M["answer"], True)
    return {"start": L.sum()}, L
def superiority(s, L=None):
    M = T["morale"]; L = Lines() if L is None else L; t = s["tester"]; before = L.sum()
    foes = [e for e in s["enemies"] if not e.get("support")]
    own = t["cavalry_type"] if t["arm"] == "cavalry" else M["foot_type"]
    L.add("MOR-42", M["superior_status"] * max([0] + [M["status_step"][e.get("status", "line")] - M["status_step"][t["status"]] for e in foes]))
    L.add("MOR-43", M["superior_type"] * max([0] + [e.get("cavalry_type", 0) - own for e in foes if e["arm"] == "cavalry"]))
    return {"total": L.sum() - before}, L
def value(u, sign):
    v = T["morale"]["case"][u["case"]] if "case" in u else GAIT[u["gait"]] + 1
    return sign * (T["morale"]["support"] if u.get("support") else v) * u.get("count", 1)
def famous(s):
    sign = -1 if s["of"] == "friend" else 1; L = Lines()
    L.add("MOR-46", sign * T["morale"]["famous"].get(s["status"], 0)); L.add("MOR-62", -sign * T["morale"]["case"][s["case"]] if s["of"] == "enemy" else T["morale"]["case"][s["case"]])
    return {"total": L.sum()}, L
def numbers(s, L=None):
    L = Lines() if L is None else L; n = s["enemy"] // s["own"] - 1
    L.add("MOR-63", T["morale"]["numbers"] * max(0, n)); return {"total": T["morale"]["numbers"] * max(0, n)}, L
def targets(s, L=None):
    M = T["morale"]; L = Lines() if L is None else L; before = L.sum()
    for t in s.get("targets", []):
        cav = s["attacker"] == "cavalry" and t["arm"] == "infantry"; k = M["cavalry_times"] if cav else 1; n = 0
        if t["side"] == "front":
            if cav and t["state"] == "formed": n -= k * (M["formed"] + (M["square"] if t["formation"] == "square" else 0))
            if cav: n -= k * M["secure_flank"] * t.get("secure_flanks", 0)
        else: n -= k * M["flank" if t["side"] == "flank" else "rear"]
        n -= k * {"unformed": M["unformed"], "disordered": M["disordered"]}.get(t["state"], 0)
        L.add("MOR-93" if cav else "MOR-92", n)
    return {"total": L.sum() - before}, L
def formation(s, L=None):
    M = T["morale"]; L = Lines() if L is None else L; before = L.sum(); t = s["tester"]; f = s.get("flanks", {})
    L.add({"formed": "MOR-80", "loose": "MOR-81", "unformed": "MOR-83", "disordered": "MOR-84"}[t["state"]], M[t["state"]], True)
    if t["formation"] == "square": L.add("MOR-91", M["square"])
    if f.get("frontal", True): L.add("MOR-86", M["secure_flank"] * f.get("secure", 0))
    for side in ("left", "right", "rear"):
        by = f.get(side, "none")
        if by != "none" and t["formation"] not in ("square", "closed_column"):
            k = M["cavalry_times"] if by == "cavalry" and t["arm"] != "cavalry" else 1
            L.add("MOR-96", k * M["rear" if side == "rear" else "flank"])
    return {"total": L.sum() - before}, L
def threat(s):
    L = Lines(); e = s["enemy"]; M = T["morale"]
    if M["case"][e["case"]] > 0 and s["distance"] <= T["distance"]["tactical"][e["arm"]]:
        L.add("MOR-96", (M["cavalry_times"] if e["arm"] == "cavalry" and s["tester"] != "cavalry" else 1) * M[s["side"]])
    return {"total": L.sum()}, L
def securing(s): return {"secures": s["arm"] != "artillery" and s["state"] == "formed" and s["distance"] <= 1 and s["front_to_axis"] > T["arc"]["axis_of_secure_flank"]}
def strength(s, L=None):
    M = T["morale"]; L = Lines() if L is None else L; before = L.sum()
    per = M["strength"]["infantry_two_ranks" if s.get("two_ranks") else s["arm"]]; n = s["figures"]
    if s["arm"] == "artillery": n = -(-n // T["scale"]["guns_per_gunner"])
    L.add("MOR-110", min(M["most_strength"], n // per)); L.add("MOR-111", M["losses_before"] * (s.get("before_percent", 0) // M["losses_before_percent"]))
    return {"total": L.sum() - before}, L
def national_bonus(s):
    n = T["nations"][s["nation"]]; L = Lines(); p = s["purpose"]; rule = "MOR-122" if p.startswith("react") else "MOR-121"
    if p in ("assault", "counter", "react_counter") and s["year"] >= n.get("attack_from", 0): L.add(rule, n.get("attack", {}).get(s["arm"], 0))
    elif p in ("stand", "react_stand") and s["arm"] != "cavalry": L.add(rule, n.get("defence", {}).get(s["arm"], 0))
    return {"total": L.sum()}, L
def chance(s, dice):
    L = Lines(); L.add("MOR-124", T["chance"]["of_face"][dice[0] - 1], True); return {"total": L.sum()}, L
def contact(s):
    a, d = s["attacker"], s["defender"]
    if a["arm"] == "cavalry" and d["arm"] == "infantry" and d["state"] == "formed" and d["side"] == "front" and T["morale"]["case"][d["case"]] > 0:
        return {"contact": False, "gives_up": True, "attacker_state": degrade(a["state"], 1), "beaten": False}
    return {"contact": True}
def general_bonus(s, L=None):
    L = Lines() if L is None else L; d = s["distance"]; n = s["bonus"] if d == 0 else max(0, s["bonus"] - (math.ceil(d) - 1)) if s["purpose"] == "other" else 0
    L.add("CHEF-08" if s["purpose"] == "other" else "MOR-125", n); return {"total": n}, L
def general_actions(s):
    reach = max([T["distance"]["general_move"] if a == "move" else T["distance"]["general_joins"] for a in s["actions"]])
    return {"needed": len(s["actions"]), "allowed": len(s["actions"]) <= s["ccf"] and s["distance"] <= reach}
def screen(s):
    a = d = af = df = 0
    if s["attacker"] and s["defender"]:
        b = s["beaten"]
        a, af = (-1, -1) if b == "attacker" else (1, 0); d, df = (-1, -1) if b == "defender" else (1, 0)
    elif s["defender"]:
        d = 1
        if s["effective"]: a = af = -1
    elif s["attacker"]: a, d, df = 1, -1, -1 if s["effective"] else 0
    return {"attacker_morale": a, "attacker_fire": af, "defender_morale": d, "defender_fire": df}
def screen_active(s): return {"active": T["morale"]["case"][s["case"]] > 0 and s["distance_to_unit"] <= 2 and s["covers_half"]}

def morale(s, dice):
    M = T["morale"]; L = Lines(); t = s["tester"]; p = s["purpose"]; f = s.get("fire", {}); pt = s.get("points", {}); g = s.get("ground", {})
    attacks = p in ("assault", "fire_advance"); other = p == "other"; back = t.get("backwards", "none")
    if other and back == "away": L.add("MOR-26", -GAIT[t["gait"]], True)
    elif other and back == "facing" and M["case"][t.get("case", "stand")] > 0: L.add("MOR-25", 1, True)
    else: start({"purpose": p, "case": t.get("case", "stand"), "gait": t.get("gait", "halted"), "follow_on": s.get("follow_on"), "continued": s.get("continued")}, L)
    L.add("MOR-31", {"higher": M["higher"], "lower": M["lower"]}.get(g.get("height"), 0))
    for name, rule in (("stream", "MOR-32"), ("marsh", "MOR-33"), ("minor_obstacle", "GAP-C46"), ("major_obstacle", "GAP-C46")):
        L.add(rule, {"cross": -M[name], "behind": M[name]}.get(g.get(name), 0))
    if attacks and g.get("enemy_cover", "none") != "none": L.add("MOR-34", M["enemy_cover"][g["enemy_cover"]])
    arms = s.get("support", {}).get("arms", 0); L.add("MOR-35", {0: 0, 1: M["other_arm"], 2: M["two_other_arms"]}[arms])
    if s.get("support", {}).get("own_guns_near"): L.add("FEU-41", M["guns_near_friends"])
    m = M["under_musketry"] if f.get("musketry") else 0; gun = {"round": M["under_round_shot"], "canister": M["under_canister"]}.get(f.get("guns"), 0)
    L.add("MOR-40", m); L.add("MOR-40", max(gun, M["most_under_fire"] - m))
    superiority({"tester": t, "enemies": [] if s.get("status_used") else s.get("enemies", [])}, L)
    for u in s.get("famous", []): L.add("MOR-46", (1 if u["of"] == "enemy" else -1) * M["famous"].get(u["status"], 0))
    extra = pt.get("spent", 0) + pt.get("needed", 0) + (1 if p.startswith("react") and not pt.get("order_kept") else 0)
    L.add("MOR-50", -min(T["action"]["most_morale_penalty"], max(0, extra - 3)))
    if p.startswith("react"): L.add("REA-02", M["stop_per_step"] * GAIT[t.get("gait", "halted")])
    if s.get("screen", {}).get("covered"): L.add("MOR-53", M["screen"])
    if s.get("screen", {}).get("lost"): L.add("TIR-39", M["screen_lost"])
    if s.get("out_of_command"): L.add("MOR-54", M["out_of_command"])
    for u in s.get("friends", []):
        if t["arm"] == "artillery" or u["arm"] == t["arm"]: L.add("MOR-62", value(u, 1))
    for u in s.get("enemies", []): L.add("MOR-62", value(u, -1))
    same = [u["figures"] for u in s.get("enemies", []) if u["arm"] == t["arm"] and "figures" in u]
    if same: numbers({"own": t["figures"], "enemy": max(same)}, L)
    formation({"tester": t, "flanks": s.get("flanks", {})}, L)
    if attacks: targets({"attacker": t["arm"], "targets": s.get("targets", [])}, L)
    lost = s.get("losses", {})
    strength({"arm": t["arm"], "figures": t["figures"], "two_ranks": t.get("two_ranks"), "before_percent": lost.get("before", 0)}, L)
    L.add("MOR-112", M["losses_in_action"] * (lost.get("action", 0) // M["losses_in_action_percent"]))
    L.add("MOR-120", t["base"])
    b = t.get("attack_bonus", 0) if p in ("assault", "counter", "react_counter") else t.get("defence_bonus", 0) if p in ("stand", "react_stand") and t["arm"] != "cavalry" else 0
    L.add("MOR-122" if p.startswith("react") else "MOR-121", b)
    L.add("MOR-124", T["chance"]["of_face"][dice[0] - 1], True)
    if "general" in s: general_bonus(dict(s["general"], purpose=p), L)
    x = max(-12, min(12, L.sum()))
    if other:
        down = T["reading"]["down"][12 - x]; case = t.get("case", "stand") if M["case"][t.get("case", "stand")] <= 0 else ("stand", "advance", "attack", "charge")[0 if back == "facing" else GAIT[t.get("gait", "halted")]]
        if back == "away": case = ("fall_back", "retreat")[GAIT[t["gait"]] - 1]
        steps = LADDER.index(case) - down
        if back == "facing" and down and steps <= 3: steps -= 1
        to = LADDER[max(0, steps)]
        return {"score": x, "down": down, "case": to, "state": after(t["state"], to) if down else t["state"], "move": due(t["arm"], to) if down else 0}, L
    column = "contact" if p in ("assault", "counter", "react_counter") else "fire"
    case = read(column, x)
    return {"score": x, "case": case, "gait": slower(case_gait(case), s.get("announced_gait", "charge")), "band": T["reading"]["band"].get(case, "none"), "done": M["case"][case] > 0}, L
def control(s, dice):
    C = T["control"]; L = Lines(); L.add("GAP-A14", s["class"])
    if s["arm"] == "cavalry": L.add("GAP-A14", C["cavalry"])
    L.add("GAP-A14", C["status"][s["status"]]); L.add("GAP-A14", s.get("general", 0)); L.add("GAP-A14", dice[0])
    ok = L.sum() >= C["controlled_from"]
    return {"controlled": ok, "must": "nothing" if ok else "pursue" if s.get("fleeing_enemy") and s["state"] != "disordered" else "rally", "state": s["state"] if ok or (s.get("fleeing_enemy") and s["state"] != "disordered") else degrade(s["state"], 1)}, L
def general_risk(s, dice):
    G = T["general"]
    if s["by"] == "unit": return {"hit": dice[0] <= min(6, G["hit_per_figure"] * (s["steps_lost"] // 3))}
    if s["by"] == "marksmen": return {"hit": any(d >= G["marksmen"][s["band"]] for d in dice[: s["figures"] // G["marksmen_group"]])}
    return {"hit": dice[0] == dice[1] == G["cone_faces"]}
def wound(s, dice): return {"result": T["general"]["wound"][dice[0] - 1], "turns": dice[1] if dice[0] == 2 else 1 if dice[0] == 1 else None}
def evasion(s):
    long = s["distance"] > T["distance"]["evasion"] and not s.get("behind_friend")
    return {"points": T["action"]["flight"] if long else T["action"]["evasion"], "degrade": 1 if long else 0, "case": "retreat" if long else "stand",
            "fire": not long, "fire_malus": 0 if long else T["fire"]["evasion_per_ud"] * math.ceil(min(s["distance"], T["distance"]["evasion"]))}
def prisoners(s):
    ref = T["pursuit"]["reference"][s["arm"] + "_" + s["case"]]; n = 2 * s["steps"] * s["lost_ud"]
    return {"prisoners": (n + ref) // (2 * ref)}
def joint_fire(s):
    parts = [(g["figures"], g["factor"], *losses(g["figures"], g["factor"])) for g in s["groups"]]
    if any(eff for *_, eff in parts): return {"joint": False, "steps": sum(x[2] for x in parts)}
    n = sum(x[0] for x in parts); f = sum(x[1] for x in parts) // len(parts); st, eff = losses(n, f)
    return {"joint": True, "factor": f, "steps": st, "effective": eff}

# ---- a whole assault (GAP-A11), with its exact odds: the plan of the bout
from fractions import Fraction
DIE = [(-1, 1, Fraction(1, 6)), (0, 3, Fraction(4, 6)), (1, 6, Fraction(1, 6))]
def party(p): return {k: p[k] for k in ("arm", "status", "cavalry_type", "figures", "two_ranks", "state", "formation", "base", "attack_bonus", "defence_bonus", "case") if k in p}
def foe(p, gait): return {"arm": p["arm"], "status": p["status"], "cavalry_type": p.get("cavalry_type", 0), "gait": gait, "figures": p["figures"]}
def can_fire(p): return p["arm"] != "cavalry" and p.get("weapon", "musket") != "none"
def capacity(p, gait): return moves(p["arm"], p["formation"])[GAIT[gait] - 1] + T["movement"]["status"][p["status"]] + T["distance"]["tolerance"][p["arm"]]
def end(outcome, a, d): return {"outcome": outcome, "attacker": a, "defender": d}
def side(case, state, steps): return {"case": case, "state": state, "steps": steps}

def assault_once(s, fa, fd):
    """fa, fd: the faces of the attacker's and the defender's die. Gives the end and what was seen on the way."""
    A, D = s["attacker"], s["defender"]; to_fire = s["purpose"] == "fire"; answer = s["answer"]; seen = {}
    expected = can_fire(D) and s.get("side", "front") == "front"
    want = s.get("announced", {})
    sit = {"purpose": "fire_advance" if to_fire else "assault", "tester": party(A), "points": {"spent": A.get("spent", 0), "needed": 2}, "enemies": [foe(D, "halted")],
           "fire": {"musketry": expected}, "targets": [{"arm": D["arm"], "formation": D["formation"], "state": D["state"], "side": s.get("side", "front"), "secure_flanks": D.get("secure_flanks", 0)}], **A.get("nerve", {})}
    ra, la = morale(sit, [fa]); score = sum(n for _, n in la); seen["attack"] = ra["score"]
    gait = slower(ra["gait"], slower(want.get("gait", "charge"), A.get("gait_limit", "charge"))) if not to_fire else "ordinary"
    if LADDER.index(ra["case"]) < LADDER.index("advance"): return end("stopped", side(ra["case"], after(A["state"], ra["case"]), 0), side("stand", D["state"], 0)), seen
    fires = answer == "fire" and can_fire(D)
    needed = {"fire": 1, "stand": 0, "counter": 2}[answer]
    nd = D.get("nerve", {}); dit = {"purpose": "counter" if answer == "counter" else "stand", "tester": party(D), "points": {"spent": D.get("spent", 0), "needed": needed}, "enemies": [foe(A, gait)],
           "fire": {"musketry": to_fire}, "flanks": {"secure": D.get("secure_flanks", 0), "frontal": s.get("side", "front") == "front"}, **nd}
    rd, ld = morale(dit, [fd]); seen["answer"] = rd["score"]; dscore, dcol = rd["score"], "contact" if answer == "counter" else "fire"
    if expected and not fires and answer != "fire": score += 1
    if answer == "counter":
        steps = min(3, GAIT[slower(rd["gait"], "quick" if D.get("spent", 0) else "charge")]); dg = GAITS[steps]
        score = max(-12, min(12, score - steps)); acol = "fire" if to_fire else "contact"; case = read(acol, score); seen["attack_again"] = score
        asteps = 0; dsteps = 0
        if to_fire and steps:
            b = T["reading"]["band"].get(case)
            if b:
                o, _ = fire({"shooter": {"arm": A["arm"], "weapon": A.get("weapon", "musket"), "figures": firing_figures({"arm": A["arm"], "formation": A["formation"], "front": A["front"], "opposite": s["width"], "overlapped_sides": s.get("attacker_overlaps", 0), "band": b})["figures"], "status": A["status"], "first_fire": A.get("first_fire")},
                             "target": {"arm": D["arm"], "formation": D["formation"], "front": D["front"], "ranks": D["ranks"], "concerned": concerned({"victim": D, "shooter": A, "objective": True, "overlapped_sides": s.get("defender_overlaps", 0)})["concerned"]}, "band": b, "distance": s["distance"] / 3})
                dsteps = o["steps"]; f, _ = fall({"column": "contact", "score": dscore, "stopping_percent": o["percent"], "gait": dg}); seen["counter_after_fire"] = f["score"]
                if f["gait"] == "halted": return end("counter_fails", side(case, A["state"], 0), side(f["case"], after(D["state"], f["case"]), dsteps)), seen
                dg = f["gait"]
        if not steps and LADDER.index(rd["case"]) < LADDER.index("stand"): return end("defender_gone", side(case, A["state"], 0), side(rd["case"], after(D["state"], rd["case"]), 0)), seen
        astate = A["state"]
        if to_fire:
            f, _ = fall({"column": "fire", "score": score, "residual": dg}); case = f["case"]; astate = after(astate, case); seen["attack_after_gait"] = f["score"]
            if case in ("fall_back", "retreat", "rout"): return end("attacker_gone", side(case, astate, 0), side(rd["case"], D["state"], dsteps)), seen
        gait = "halted" if to_fire else slower(gait, case_gait(case))
        return contact_fight(s, A, D, gait, dg, case, rd["case"], astate, D["state"], asteps, dsteps, seen)
    score = max(-12, min(12, score)); dsteps = asteps = 0
    if to_fire:
        bands = ["p1", "p2", "p3"]; mine = bands[max(bands.index(T["reading"]["band"][ra["case"]]), bands.index(want.get("band", "p1")))]
        hb = T["reading"]["band"].get(rd["case"]); his = bands[max(bands.index(hb), bands.index(s.get("defender_band", "p1")))] if fires and hb else None
        def shot(u, v, band, figures, under):
            return fire({"shooter": {"arm": u["arm"], "weapon": u.get("weapon", "musket"), "figures": figures, "status": u["status"], "first_fire": u.get("first_fire"), "under_musketry": under},
                         "target": {"arm": v["arm"], "formation": v["formation"], "front": v["front"], "ranks": v["ranks"], "concerned": concerned({"victim": v, "shooter": u, "objective": True, "overlapped_sides": 0})["concerned"]}, "band": band, "distance": s["distance"] / 3})[0]
        figures = A["front"]
        if his and bands.index(his) > bands.index(mine):
            o = shot(D, A, his, D["front"], True); asteps = o["steps"]
            if o["percent"] >= 5:
                f, _ = fall({"column": "fire", "score": score, "outranged": True}); seen["attack_again"] = f["score"]; mine = his; figures = A["front"] - asteps // 3
        elif his: asteps = shot(D, A, his, D["front"], True)["steps"]
        dsteps = shot(A, D, mine, figures, bool(his))["steps"]; seen["bands"] = (mine, his)
        if mine == "p1" and his in ("p1", None):
            d = dsteps - asteps
            if d:
                l = D if d > 0 else A; o = result({"difference": abs(d), "after": "duel", "loser": {"arm": l["arm"], "status": l["status"], "state": l["state"]}})
                w = side("stand", (A if d > 0 else D)["state"], asteps if d > 0 else dsteps); x = side(o["case"], o["state"], dsteps if d > 0 else asteps)
                return end("attacker" if d > 0 else "defender", w if d > 0 else x, x if d > 0 else w), seen
        return end("exchange", side("stand", A["state"], asteps), side("stand", D["state"], dsteps)), seen
    if fires:
        b = T["reading"]["band"].get(rd["case"])
        if b:
            phys = "p1" if b == "p1" else band({"weapon": D.get("weapon", "musket"), "distance": s["distance"] / 3})["band"]
            n = firing_figures({"arm": D["arm"], "formation": D["formation"], "front": D["front"], "opposite": s["width"], "overlapped_sides": s.get("defender_overlaps", 0), "band": phys})["figures"]
            c = concerned({"victim": A, "shooter": D, "objective": True, "overlapped_sides": s.get("attacker_overlaps", 0)})["concerned"]
            o, _ = fire({"shooter": {"arm": D["arm"], "weapon": D.get("weapon", "musket"), "figures": n, "status": D["status"], "first_fire": D.get("first_fire")}, "target": {"arm": A["arm"], "formation": A["formation"], "front": A["front"], "ranks": A["ranks"], "concerned": c}, "band": b, "distance": s["distance"] / 3})
            asteps = o["steps"]; seen["fire"] = (n, o["factor"], asteps, o["percent"])
            f, _ = fall({"column": "contact", "score": score, "stopping_percent": o["percent"], "gait": gait}); score, gait, acase = f["score"], f["gait"], f["case"]; seen["attack_again"] = score
            if gait == "halted": return end("stopped_by_fire", side(acase, after(A["state"], acase), asteps), side(rd["case"], D["state"], 0)), seen
    acase = read("contact", score); gait = slower(gait, case_gait(acase))
    f, _ = fall({"column": "fire", "score": dscore, "residual": gait}); dcase = f["case"]; seen["answer_again"] = f["score"]
    dstate = after(D["state"], dcase)
    if dcase in ("retreat", "rout"):
        d = s["distance"]; c = T["pursuit"]["catch"]["cavalry_on_foot" if A["arm"] == "cavalry" and D["arm"] != "cavalry" else "others"]
        if d + c <= capacity(A, gait):
            n = pursuit({"pursuer": dict(A, part="victor"), "pursued": dict(D, case=dcase)})["figures_lost"]
            return end("attacker_pursues", side(acase, degrade(A["state"], 1), asteps), side("rout", "disordered", 3 * n)), seen
        return end("defender_gone", side(acase, A["state"], asteps), side(dcase, dstate, 0)), seen
    if dcase == "fall_back" and s["distance"] + due(D["arm"], "fall_back") > capacity(A, gait): return end("defender_gone", side(acase, A["state"], asteps), side(dcase, dstate, 0)), seen
    return contact_fight(s, A, D, gait, "halted", acase, dcase, A["state"], dstate, asteps, dsteps, seen)

def contact_fight(s, A, D, ga, gd, acase, dcase, astate, dstate, asteps, dsteps, seen):
    if contact({"attacker": {"arm": A["arm"], "state": astate}, "defender": {"arm": D["arm"], "state": dstate, "case": dcase, "side": s.get("side", "front")}}).get("gives_up"):
        return end("gives_up", side(acase, degrade(astate, 1), asteps), side(dcase, dstate, dsteps)), seen
    m = melee({"attacker": dict(A, gait=ga, state=astate), "defender": dict(D, gait=gd, state=dstate), "width": s["width"], "side": s.get("side", "front"), "attacker_overlaps": s.get("attacker_overlaps", 0), "defender_overlaps": s.get("defender_overlaps", 0)})
    seen["melee"] = (m["attacker_figures"], m["attacker_factor"], m["attacker_steps"], m["defender_figures"], m["defender_factor"], m["defender_steps"])
    a, d = asteps + m["defender_steps"], dsteps + m["attacker_steps"]; diff = m["difference"]
    if diff == 0: return end("draw", side("stand", degrade(astate, 1), a), side("stand", degrade(dstate, 1), d)), seen
    if diff > 0: return end("attacker", side(m["winner_case"], m["winner_state"], a), side(m["case"], m["state"], d)), seen
    return end("defender", side(m["case"], m["state"], a), side(m["winner_case"], m["winner_state"], d)), seen

def assault(s, dice):
    odds = {}
    for _, fa, pa in DIE:
        for _, fd, pd in DIE:
            e, _ = assault_once(s, fa, fd); key = repr(e); odds[key] = (e, odds.get(key, (e, 0))[1] + pa * pd)
    rows = [dict(e, p=str(p)) for e, p in odds.values()]
    if not dice: return {"distribution": rows}
    e, seen = assault_once(s, dice[0], dice[1] if len(dice) > 1 else 3)
    return {**e, "seen": seen, "distribution": rows}

TESTS = {"points": points, "losses": losses_test, "movement": movement, "turning": turning, "changing": changing, "manhandling": manhandling, "back-move": back_move,
         "gait": gait, "assault-allowed": assault_allowed, "assault-reach": assault_reach, "order-of-assaults": order_of_assaults, "pursuit": pursuit, "fire-after-manoeuvre": fire_after,
         "manoeuvre-in-time": in_time, "rally-move": rally_move, "rally": rally, "rally-ladder": rally_ladder, "general-rallies": general_rallies, "garrison-cost": garrison_cost,
         "garrison-capacity": garrison_capacity, "garrison-taken": garrison_taken, "face-attack": face_attack, "ground-state": ground_state, "fire": fire, "firing-figures": firing_figures,
         "appears": appears, "concerned": concerned, "loss-fall": loss_fall, "misdirected": misdirected, "band": band, "penetration": penetration, "duel": duel, "result": result,
         "melee-figures": melee_figures, "passing-through": passing_through, "melee": melee, "melee-several": melee_several, "fall": fall, "reading": reading, "start": start,
         "superiority": superiority, "famous": famous, "numbers": numbers, "targets": targets, "formation": formation, "threat": threat, "securing": securing, "strength": strength,
         "national-bonus": national_bonus, "chance": chance, "contact": contact, "general-bonus": general_bonus, "general-actions": general_actions, "screen": screen,
         "screen-active": screen_active, "gait-limit": gait_limit, "under-fire": under_fire, "morale": morale, "assault": assault, "control": control, "general-risk": general_risk, "wound": wound, "loss-table": loss_table, "percent": percent_test, "evasion": evasion, "prisoners": prisoners, "joint-fire": joint_fire}

def holds(found, want):
    if isinstance(want, dict): return isinstance(found, dict) and all(k in found and holds(found[k], v) for k, v in want.items())
    if isinstance(want, list): return isinstance(found, list) and len(found) == len(want) and all(holds(a, b) for a, b in zip(found, want))
    return found == want
bad = runs = 0
for case in CASES:
    for run in case.get("run", []):
        runs += 1
        f = TESTS[run["test"]]
        got = f(run["situation"], run.get("dice", [])) if f.__code__.co_varnames[:2] == ("s", "dice") else f(run["situation"])
        out, lines = got if isinstance(got, tuple) else (got, None)
        if not holds(out, run["outcome"]): bad += 1; print(case["id"], run["label"]["en"], "outcome", out, "not", run["outcome"])
        if "distribution" in run and sorted(map(repr, ({k: r_[k] for k in ("outcome", "attacker", "defender", "p")} for r_ in out["distribution"]))) != sorted(map(repr, run["distribution"])): bad += 1; print(case["id"], "distribution", out["distribution"])
        if "add" in run and lines is not None and [list(x) for x in lines] != run["add"]: bad += 1; print(case["id"], run["label"]["en"], "lines", lines, "not", run["add"])
        if "add" in run and lines is None: print(case["id"], "no lines")
if __name__ == "__main__": print(len(CASES), "cases,", runs, "runs,", bad, "faults")
