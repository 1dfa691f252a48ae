"""A bot in eighty lines: python bot.py https://league.example TOKEN TABLE.

It joins one table of any game and plays random legal moves from the menu in its view. It needs only
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
    """Wait until the table's version changes or the stream sends a heartbeat.

    Returning at a heartbeat makes up for lost events.
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
        if refused.code != 409:  # someone else moved first: read the table again
            raise
        time.sleep(1)
print(table["ending"]["words"], "Winners:", table["ending"]["winners"])
