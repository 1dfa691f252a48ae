"""A driver for the autoduel: python duel_bot.py https://league.example TOKEN TABLE.

Each turn it thinks of a few plans, asks the site what each would come to (`odds`: from its own
view, no die is thrown, nothing is made), seals the best, and waits for the turn to be played. Only
the standard library.
"""

import http.client
import json
import math
import sys
import time
import urllib.error
import urllib.request
import uuid

SITE, TOKEN, TABLE = sys.argv[1:4]
ADDRESS = f"{SITE}/api/v1/play/tables/{TABLE}/"
LOST = (OSError, http.client.HTTPException)
WAYS = ("S", "L30", "R30", "L60", "R60", "L90", "R90")
"""What it tries in one of the phases."""
PACES = (5, -5, -15)
"""By how much faster or slower; what the car cannot do is refused, and not thought of again."""
BEST_RANGE, CRUISE = 4000, 25
"""How near it likes the enemy, in thousandths of an inch, and how fast it likes to go, in mph."""


# --- asking the site ---


def send(address, body=None, key=""):
    """GET an address, or POST a body to it."""
    headers = {
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    return urllib.request.urlopen(
        urllib.request.Request(address, body and json.dumps(body).encode(), headers), timeout=60
    )


def ask(address, body=None):
    """The answer. What is lost on the way is asked again, ever less often; a POST that comes twice
    with one key is done once.
    """
    key, pause = str(uuid.uuid4()), 1  # seconds
    while True:
        try:
            with send(address, body, key) as answer:
                return json.load(answer)
        except LOST as problem:
            code, headers = getattr(problem, "code", 503), getattr(problem, "headers", {})
            if code != 429 and code < 500:  # not our fault: another try would not help
                raise
            wait = headers.get("Retry-After", "")
            time.sleep(int(wait) if wait.isdigit() else pause)
        pause = min(2 * pause, 60)


def wait_for_news(version):
    """Listen until the table is another than we saw, or the stream only beats."""
    try:
        with send(f"{SITE}/live/play/{TABLE}/") as stream:
            for line in stream:
                if line.startswith(b":") or (
                    line.startswith(b"data: ") and json.loads(line[6:])["v"] != version
                ):
                    return
    except LOST:
        pass
    time.sleep(1)


# --- thinking of plans ---


def fires(spec, sheet):
    """An order to fire for each gun that is left, at whatever is nearest: at even odds, and in the
    last phase at any. The last one aboard who is awake fires, a gunner if there is one; three orders
    are the most.
    """
    awake = [person for person, dp in enumerate(sheet["dp"]) if dp > 1]
    guns = [
        at
        for at, weapon in enumerate(spec["weapons"])
        if weapon["dice"] and sheet["weapons"][at] and sheet["shots"][at]
    ]
    return [{"crew": awake[-1], "weapon": at, "most": 8} for at in guns[:3] if awake]


def rows(view):
    """A row for each of our cars that is still in, straight on at its speed: car, spec, sheet."""
    own = view["own"]
    for spec, sheet in zip(own["specs"], own["sheets"], strict=True):
        car = view["table"]["cars"][sheet["car"]]
        if not car.get("out"):
            yield (
                car,
                {
                    "car": car["number"],
                    "speed": car["speed"],
                    "manoeuvres": ["S"] * 5,
                    "fires": fires(spec, sheet),
                },
            )


def ways(car, row):
    """Other ways to drive this car at its speed: each manoeuvre in phase 3, where every car that
    moves at all moves first, and where it is fast enough in phase 1, too.
    """
    for way in WAYS:
        for phase in (3, 1) if way != "S" and car["speed"] > 20 else (3,):
            manoeuvres = ["S"] * 5
            manoeuvres[phase - 1] = way
            yield {**row, "manoeuvres": manoeuvres}


def paces(car, row):
    """The same way, faster or slower."""
    for pace in PACES:
        yield {**row, "speed": car["speed"] + pace}


def worth(told, view):
    """What a car's forecast is worth: likely hits, a car in hand, no wall, and at the end its nose
    on the nearest enemy, who is near, at a speed at which one can still turn.
    """
    shots = [shot["percent"] for one in told["phases"] for shot in one.get("shots", ())]
    end, cars = told["phases"][-1], view["table"]["cars"]
    x, y, heading = end["pose"]
    side = cars[told["car"]]["side"]
    foes = [
        (one["x"] - x, one["y"] - y) for one in cars if one["side"] != side and not one.get("out")
    ]
    right, up = min(foes, key=lambda foe: math.hypot(*foe), default=(BEST_RANGE, 0))
    turn = (math.degrees(math.atan2(up, right)) - 15 * heading + 180) % 360 - 180
    trouble = 60 * bool(told.get("wall")) + 30 * bool(told.get("touched"))
    off = abs(math.hypot(right, up) - BEST_RANGE) / 1000
    pace = abs(abs(end["speed"]) - CRUISE)
    return max(shots, default=0) - 3 * told["lost"] - trouble - off - abs(turn) / 4 - pace


def forecast(plan):
    """What a plan would come to, None for one that the rules do not allow."""
    try:
        return ask(f"{ADDRESS}odds/", {"move": {"type": "plan", "cars": plan}})
    except urllib.error.HTTPError as refused:
        if refused.code != 422:
            raise
        return None


def best_plan(view):
    """The best plan that it thinks of: for each car the way first, then the pace. The others' rows
    stay as they are meanwhile.
    """
    found = list(rows(view))
    plan, words = [row for _, row in found], "nobody steers"
    for place, (car, _) in enumerate(found):
        best = float("-inf")
        for others in (ways, paces):
            for draft in others(car, plan[place]):
                told = forecast([*plan[:place], draft, *plan[place + 1 :]])
                for one in told["odds"]["cars"] if told else ():
                    if one["car"] == car["number"] and worth(one, view) > best:
                        best, plan[place], words = worth(one, view), draft, told["words"][0]
    return plan, words


# --- driving ---

while (table := ask(ADDRESS))["status"] != "over":
    if not table["menu"]["moves"]:
        wait_for_news(table["version"])
        continue
    plan, words = best_plan(table["view"])
    try:
        ask(f"{ADDRESS}move/", {"move": {"type": "plan", "cars": plan}, "heard": table["heard"]})
        print(f"Turn {table['view']['table'].get('turn', 1)}: {words}", flush=True)
    except urllib.error.HTTPError as refused:
        if refused.code != 409:  # the turn was played without us: look again
            raise
print(table["ending"]["words"], "Winners:", table["ending"]["winners"])
