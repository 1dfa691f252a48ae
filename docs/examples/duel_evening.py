"""Run a duel evening through the API: python duel_evening.py SITE TOKEN CLUB TEAM WEEK STEP [...].

    enter VEHICLE DRIVER    enter a vehicle (ids) before the deadline
    papers FILE.pdf         save the printable papers of this team
    sheets                  show the remaining points of this team's cars
    tick CAR PART [TIMES]   mark damage to a part of a car (by its name), one point each time
    say CAR WHAT VALUE      set speed, handling, fire, fate, by or claim:ENTRY
    roll WORDS DICE         roll dice at the table, visible to everyone
    write [KEY=VALUE ...]   turn all sheets into the record and sign it, with answers KEY=VALUE
    draft TEAM TEAM ...     write the record by hand, teams (slugs) in order of place
    sign                    sign the record that another team wrote
    dispute REASON          dispute the record in public
    show                    show who signed or disputed the record, and whether it is booked

WEEK is a week's number, or 3.2 for event 2 of week 3. Needs only the standard library. If the site
refuses a request, the script prints its message.
"""

import base64
import json
import sys
import time
import urllib.error
import urllib.request
import uuid
from pathlib import Path

SITE, TOKEN, CLUB, TEAM, WEEK, STEP, *ARGUMENTS = sys.argv[1:]
OF_CLUB = f"{SITE}/api/v1/campaigns/{CLUB}/"
NUMBER, _, EVENT = WEEK.partition(".")
WHICH = f"weeks/{NUMBER}/duels/{EVENT or 0}/"
DUEL, MINE = f"{OF_CLUB}{WHICH}", f"{OF_CLUB}teams/{TEAM}/{WHICH}"


def ask(address, body=None):
    """Return the answer to a GET request, or to a POST request if there is a body."""
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


def read_record():
    """Return the current draft of the record with its signatures, and whether it is booked."""
    return ask(f"{DUEL}record/")


def draft_number():
    """Return the number of the current draft, or 0 if there is none."""
    current = read_record()["draft"]
    return current["number"] if current else 0


def cars():
    """Return this team's sheets by car name."""
    return {row["car"]["sheet"]["name"]: row for row in ask(f"{MINE}sheets/")["sheets"]}


def mark(car, kind, what, value="", times=1):
    """Add marks to a car's sheet and return a line with the remaining points."""
    sheet = cars()[car]
    clock = max([int(time.time() * 1000), *(mark["clock"] + 1 for mark in sheet["marks"])])
    common = {"kind": kind, "what": what, "value": value}
    marks = [{"id": str(uuid.uuid4()), "clock": clock + count, **common} for count in range(times)]
    return summarize(car, ask(f"{MINE}sheets/{sheet['entry']}/", {"marks": marks}))


def summarize(car, sheet):
    """Return a line with the remaining points of a car and its registers."""
    parts = [f"{part} {had - sheet['lost'].get(part, 0)}" for part, had in sheet["left"].items()]
    registers = [f"{name} {value}" for name, value in sheet["registers"].items()]
    return f"{car}: {', '.join(parts + registers)}"


def draft(places):
    """Submit a record in which everyone who started is unharmed."""
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
    return ask(f"{MINE}draft/", {"record": {"form": form}, "seen": draft_number()})


def run():
    """Carry out the step and return a line about the result."""
    if STEP == "enter":
        vehicle, driver = ARGUMENTS
        made = ask(f"{MINE}entries/", {"vehicle": vehicle, "crew": {"driver": driver}})
        return f"Entered: {made['vehicle_name']}"
    if STEP == "papers":
        papers = ask(f"{DUEL}papers/?pdf=true")
        Path(ARGUMENTS[0]).write_bytes(base64.b64decode(papers["pdf"]))
        return f"{papers['heading']}: sheets of {len(papers['cars'])}"
    if STEP == "sheets":
        return "\n".join(summarize(car, sheet) for car, sheet in cars().items())
    if STEP == "tick":
        car, part, *times = ARGUMENTS
        return mark(car, "tick", part, times=int(times[0]) if times else 1)
    if STEP == "say":
        car, what, value = ARGUMENTS
        return mark(car, "set", what, value)
    if STEP == "roll":
        roll = ask(f"{MINE}roll/", {"words": ARGUMENTS[0], "dice": int(ARGUMENTS[1])})
        return f"{roll['words']}: {roll['faces']} = {roll['total']}"
    if STEP == "write":
        answers = dict(argument.split("=", 1) for argument in ARGUMENTS)
        record = ask(f"{MINE}write-up/", {"answers": answers, "seen": draft_number()})
    elif STEP == "draft":
        record = draft(ARGUMENTS)
    elif STEP == "sign":
        record = ask(f"{MINE}sign/", {"draft": draft_number()})
    elif STEP == "dispute":
        record = ask(f"{MINE}dispute/", {"reason": " ".join(ARGUMENTS)})
    else:
        record = read_record()
    signers = ", ".join(row["team_name"] for row in record["signed"])
    if record["booked"]:
        return "Booked"
    opponents = [row["team_name"] for row in record["disputes"] if not row["settled"]]
    disputed = f"; disputed by {', '.join(opponents)}" if opponents else ""
    return f"Signed by {signers}; waiting for {record['waited_for']}{disputed}"


try:
    print(run())
except urllib.error.HTTPError as refused:
    sys.exit(refused.read().decode())
