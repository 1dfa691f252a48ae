"""A driver for the autoduel: python duel_bot.py https://league.example TOKEN TABLE.

Each turn it drafts a few plans, asks the site for a forecast of each (`odds`, which rolls no dice
and changes nothing), seals the best plan and waits for the turn to be played. It needs only the
standard library.
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
MANOEUVRES = ("S", "L30", "R30", "L60", "R60", "L90", "R90")
"""Manoeuvres that it tries in one of the phases."""
SPEED_CHANGES = (5, -5, -15)
"""Changes of speed that it tries, in mph. The site refuses those that the car cannot make."""
BEST_RANGE, CRUISE = 4000, 25
"""Preferred distance to the enemy, in thousandths of an inch, and preferred speed, in mph."""


# --- requests ---


def send(address, body=None, key=""):
    """Send a GET request, or a POST request if there is a body."""
    headers = {
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Idempotency-Key": key,
    }
    return urllib.request.urlopen(
        urllib.request.Request(address, body and json.dumps(body).encode(), headers), timeout=60
    )


def ask(address, body=None):
    """Return the decoded answer. Repeat lost requests with growing pauses.

    The key ensures that a repeated POST is carried out once.
    """
    key, pause = str(uuid.uuid4()), 1  # seconds
    while True:
        try:
            with send(address, body, key) as answer:
                return json.load(answer)
        except LOST as problem:
            code, headers = getattr(problem, "code", 503), getattr(problem, "headers", {})
            if code != 429 and code < 500:  # trying again would not help
                raise
            wait = headers.get("Retry-After", "")
            time.sleep(int(wait) if wait.isdigit() else pause)
        pause = min(2 * pause, 60)


def wait_for_news(version):
    """Wait until the table's version changes or the stream sends a heartbeat."""
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


# --- drafting plans ---


def fires(spec, sheet):
    """Return up to three orders to fire, one for each working gun, at the nearest target.

    A gun fires at even odds or better, and in the last phase at any odds. The last conscious person
    aboard fires, who is the gunner if there is one.
    """
    awake = [person for person, dp in enumerate(sheet["dp"]) if dp > 1]
    guns = [
        number
        for number, weapon in enumerate(spec["weapons"])
        if weapon["dice"] and sheet["weapons"][number] and sheet["shots"][number]
    ]
    return [{"crew": awake[-1], "weapon": number, "most": 8} for number in guns[:3] if awake]


def rows(view):
    """Yield each of our cars that is still in the duel, with a row that keeps speed and course."""
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


def vary_course(car, row):
    """Yield rows with each manoeuvre in phase 3, in which every moving car moves, or in phase 1.

    Only cars faster than 20 mph move in phase 1.
    """
    for manoeuvre in MANOEUVRES:
        for phase in (3, 1) if manoeuvre != "S" and car["speed"] > 20 else (3,):
            manoeuvres = ["S"] * 5
            manoeuvres[phase - 1] = manoeuvre
            yield {**row, "manoeuvres": manoeuvres}


def vary_speed(car, row):
    """Yield the row with higher and lower speeds."""
    for change in SPEED_CHANGES:
        yield {**row, "speed": car["speed"] + change}


def score(result, view):
    """Return how good a car's forecast is.

    Good forecasts hit, keep control, avoid walls and end near the nearest enemy, facing it, at a
    speed that still allows turns.
    """
    shots = [shot["percent"] for phase in result["phases"] for shot in phase.get("shots", ())]
    end, cars = result["phases"][-1], view["table"]["cars"]
    x, y, heading = end["pose"]
    side = cars[result["car"]]["side"]
    foes = [
        (car["x"] - x, car["y"] - y) for car in cars if car["side"] != side and not car.get("out")
    ]
    right, up = min(foes, key=lambda foe: math.hypot(*foe), default=(BEST_RANGE, 0))
    turn = (math.degrees(math.atan2(up, right)) - 15 * heading + 180) % 360 - 180
    trouble = 60 * bool(result.get("wall")) + 30 * bool(result.get("touched"))
    distance = abs(math.hypot(right, up) - BEST_RANGE) / 1000
    speed = abs(abs(end["speed"]) - CRUISE)
    return max(shots, default=0) - 3 * result["lost"] - trouble - distance - abs(turn) / 4 - speed


def forecast(plan):
    """Return the forecast of a plan, or None if the rules do not allow it."""
    try:
        return ask(f"{ADDRESS}odds/", {"move": {"type": "plan", "cars": plan}})
    except urllib.error.HTTPError as refused:
        if refused.code != 422:
            raise
        return None


def best_plan(view):
    """Return the best plan found, and its description.

    For each car it varies first the course, then the speed, and leaves the other rows unchanged.
    """
    drafts = list(rows(view))
    plan, words = [row for _, row in drafts], "no car can be steered"
    for place, (car, _) in enumerate(drafts):
        best = float("-inf")
        for variations in (vary_course, vary_speed):
            for draft in variations(car, plan[place]):
                answer = forecast([*plan[:place], draft, *plan[place + 1 :]])
                for result in answer["odds"]["cars"] if answer else ():
                    if result["car"] == car["number"] and score(result, view) > best:
                        best, plan[place], words = score(result, view), draft, answer["words"][0]
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
        if refused.code != 409:  # the turn was played without us: read the table again
            raise
print(table["ending"]["words"], "Winners:", table["ending"]["winners"])
