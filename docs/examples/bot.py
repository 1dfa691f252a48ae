"""A bot in eighty lines: python bot.py https://league.example TOKEN TABLE.

It plays at random at one table, whatever the game, by the menu of moves that its view allows. Only
the standard library.
"""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

SITE, TOKEN, TABLE = sys.argv[1:4]
ADDRESS = f"{SITE}/api/v1/play/tables/{TABLE}/"
LOST = (OSError, http.client.HTTPException)


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
            if (
                code != 429 and code < 500
            ):  # too fast, or not our fault: only then another try helps
                raise
            wait = headers.get("Retry-After", "")
            time.sleep(int(wait) if wait.isdigit() else pause)
        pause = min(2 * pause, 60)


def wait_for_news(version):
    """Listen until the table is another than we saw, or the stream only beats: a look now and then
    makes up for what was lost.
    """
    try:
        with send(f"{SITE}/live/play/{TABLE}/") as stream:
            for line in stream:
                if line.startswith(b":") or (
                    line.startswith(b"data: ") and json.loads(line[6:])["v"] != version
                ):
                    return
    except LOST:
        pass
    time.sleep(2)


while (table := ask(ADDRESS))["status"] != "over":
    if not (moves := table["menu"]["moves"]):
        wait_for_news(table["version"])
        continue
    try:
        ask(f"{ADDRESS}move/", {"move": random.choice(moves), "heard": table["heard"]})
    except urllib.error.HTTPError as refused:
        if refused.code != 409:  # somebody was faster: look again
            raise
        time.sleep(1)
print(table["ending"]["words"], "Winners:", table["ending"]["winners"])
