"""A duel evening by the API: python duel_evening.py SITE TOKEN CLUB TEAM WEEK STEP [...]

    enter VEHICLE DRIVER    enter a vehicle (ids), before the deadline
    papers FILE.pdf         print the papers that this team may have
    draft TEAM TEAM ...     write the record down, teams (their web names) by place; signs it
    sign                    sign what another team wrote down
    show                    who has signed, and whether it is booked

Only the standard library. A refusal is printed as the sentence that the site says.
"""

import base64
import json
import sys
import urllib.error
import urllib.request
import uuid
from pathlib import Path

SITE, TOKEN, CLUB, TEAM, WEEK, STEP, *SAID = sys.argv[1:]
OF_CLUB = f"{SITE}/api/v1/campaigns/{CLUB}/"
DUEL = f"{OF_CLUB}weeks/{WEEK}/duel/"
MINE = f"{OF_CLUB}teams/{TEAM}/weeks/{WEEK}/"


def ask(address, body=None):
    """The answer to a GET, or to a POST of a body: done once, however often it is sent."""
    headers = {
        "Authorization": f"Token {TOKEN}",
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
    before = written()["draft"]
    seen = before["number"] if before else 0
    return ask(f"{MINE}duel/draft/", {"record": {"form": form}, "seen": seen})


def run():
    """Do the step, and say what became of it."""
    if STEP == "enter":
        vehicle, driver = SAID
        made = ask(f"{MINE}entries/", {"vehicle": vehicle, "crew": {"driver": driver}})
        return f"Entered: {made['vehicle_name']}"
    if STEP == "papers":
        found = ask(f"{DUEL}papers/?pdf=true")
        Path(SAID[0]).write_bytes(base64.b64decode(found["pdf"]))
        return f"{found['heading']}: sheets of {len(found['cars'])}"
    if STEP == "draft":
        paper = draft(SAID)
    elif STEP == "sign":
        paper = ask(f"{MINE}duel/sign/", {"draft": written()["draft"]["number"]})
    else:
        paper = written()
    who = ", ".join(one["team_name"] for one in paper["signed"])
    return "Booked" if paper["booked"] else f"Signed by {who}; waiting for {paper['waited_for']}"


try:
    print(run())
except urllib.error.HTTPError as refused:
    sys.exit(refused.read().decode())
