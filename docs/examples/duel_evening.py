"""A duel evening by the API: python duel_evening.py SITE TOKEN CLUB TEAM WEEK STEP [...]

    enter VEHICLE DRIVER    enter a vehicle (ids), before the deadline
    papers FILE.pdf         print the papers that this team may have
    sheets                  what is left of this team's cars, as ticked at the table
    tick CAR PART [TIMES]   tick a part of a car (by its name) off, a point a time
    say CAR WHAT VALUE      speed, handling, fire, fate, by or claim:ENTRY
    roll WORDS DICE         roll the table's dice before everybody
    write [KEY=VALUE ...]   turn all sheets into the record, and sign it; KEY=VALUE answers
    draft TEAM TEAM ...     or write the record by hand, teams (their web names) by place
    sign                    sign what another team wrote down
    dispute REASON          say no to it before the whole club
    show                    who has signed or disputes it, and whether it is booked

WEEK is a week's number, or 3.2 for event 2 of week 3. Only the standard library. A refusal is
printed as the sentence that the site says.
"""

import base64
import json
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path

SITE, TOKEN, CLUB, TEAM, WEEK, STEP, *SAID = sys.argv[1:]
OF_CLUB = f"{SITE}/api/v1/campaigns/{CLUB}/"
NUMBER, _, EVENT = WEEK.partition(".")
WHICH = f"weeks/{NUMBER}/events/{EVENT}/" if EVENT else f"weeks/{NUMBER}/duel/"
DUEL, MINE = f"{OF_CLUB}{WHICH}", f"{OF_CLUB}teams/{TEAM}/{WHICH}"
ENTRIES = f"{MINE}entries/" if EVENT else f"{OF_CLUB}teams/{TEAM}/weeks/{NUMBER}/entries/"


def ask(address, body=None):
    """The answer to a GET, or to a POST of a body: done once, however often it is sent."""
    headers = {
        "Authorization": f"Bearer {TOKEN}",
        "Content-Type": "application/json",
        "Idempotency-Key": str(uuid.uuid4()),
    }
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(
        urllib.request.Request(address, data, headers), timeout=60
    ) as answer:
        return json.load(answer)


def written():
    """The record as it stands: its draft's number, 0 for none, who signed, whether it is booked."""
    return ask(f"{DUEL}record/")


def seen():
    """The number of the draft that stands, 0 for none."""
    before = written()["draft"]
    return before["number"] if before else 0


def cars():
    """This team's sheets, by the cars' names."""
    return {one["car"]["sheet"]["name"]: one for one in ask(f"{MINE}sheets/")["sheets"]}


def mark(car, kind, what, value="", times=1):
    """Put marks on a car's sheet, each with an id of its own; what is left then."""
    sheet = cars()[car]
    clock = max([int(time.time() * 1000), *(one["clock"] + 1 for one in sheet["marks"])])
    marks = [
        {"id": str(uuid.uuid4()), "clock": clock + nth, "kind": kind, "what": what, "value": value}
        for nth in range(times)
    ]
    return left(car, ask(f"{MINE}sheets/{sheet['entry']}/", {"marks": marks}))


def left(car, sheet):
    """A sheet in a line."""
    parts = [f"{part} {had - sheet['lost'].get(part, 0)}" for part, had in sheet["left"].items()]
    said = [f"{what} {value}" for what, value in sheet["registers"].items()]
    return f"{car}: {', '.join(parts + said)}"


def draft(places):
    """A record with everybody who stood at the start, and all of them well."""
    teams = [ask(f"{OF_CLUB}teams/{slug}/")["id"] for slug in places]
    start = ask(DUEL)["entries"]
    people = [
        {"character": mate["character"], "team": entry["team"]}
        for entry in start
        for mate in entry["crew"]
    ]
    form = {
        "teams": [{"team": team, "place": place} for place, team in enumerate(teams, 1)],
        "people": people,
    }
    return ask(f"{MINE}draft/", {"record": {"form": form}, "seen": seen()})


def run():
    """Do the step, and say what became of it."""
    if STEP == "enter":
        vehicle, driver = SAID
        made = ask(ENTRIES, {"vehicle": vehicle, "crew": {"driver": driver}})
        return f"Entered: {made['vehicle_name']}"
    if STEP == "papers":
        found = ask(f"{DUEL}papers/?pdf=true")
        Path(SAID[0]).write_bytes(base64.b64decode(found["pdf"]))
        return f"{found['heading']}: sheets of {len(found['cars'])}"
    if STEP == "sheets":
        return "\n".join(left(car, sheet) for car, sheet in cars().items())
    if STEP == "tick":
        car, part, *times = SAID
        return mark(car, "tick", part, times=int(times[0]) if times else 1)
    if STEP == "say":
        car, what, value = SAID
        return mark(car, "set", what, value)
    if STEP == "roll":
        fell = ask(f"{MINE}roll/", {"words": SAID[0], "dice": int(SAID[1])})
        return f"{fell['words']}: {fell['faces']} = {fell['total']}"
    if STEP == "write":
        answers = dict(one.split("=", 1) for one in SAID)
        paper = ask(f"{MINE}write-up/", {"answers": answers, "seen": seen()})
    elif STEP == "draft":
        paper = draft(SAID)
    elif STEP == "sign":
        paper = ask(f"{MINE}sign/", {"draft": seen()})
    elif STEP == "dispute":
        paper = ask(f"{MINE}dispute/", {"reason": " ".join(SAID)})
    else:
        paper = written()
    who = ", ".join(one["team_name"] for one in paper["signed"])
    if paper["booked"]:
        return "Booked"
    against = [one["team_name"] for one in paper["disputes"] if not one["settled"]]
    no = f"; disputed by {', '.join(against)}" if against else ""
    return f"Signed by {who}; waiting for {paper['waited_for']}{no}"


try:
    print(run())
except urllib.error.HTTPError as refused:
    sys.exit(refused.read().decode())
