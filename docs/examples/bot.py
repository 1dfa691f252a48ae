"""A bot in forty lines: python bot.py https://league.example TOKEN TABLE.

It plays at random at one table, whatever the game, by the menu of moves that its view allows. Only the standard library.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

SITE, TOKEN, TABLE = sys.argv[1:4]
ADDRESS = f"{SITE}/api/v1/play/tables/{TABLE}/"


def ask(address, body=None):
    """GET an address, or POST a body to it; a POST that is sent again with the same key is not done again."""
    headers = {"Authorization": f"Token {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=60)


def wait_for_news(version):
    """Listen until the table is another than we saw. A stream ends now and then: look again, unhurried."""
    with ask(f"{SITE}/live/play/{TABLE}/") as stream:
        for line in stream:
            if line.startswith(b"data: ") and json.loads(line[6:])["v"] != version:
                return
    time.sleep(1)


while (table := json.load(ask(ADDRESS)))["status"] != "over":
    try:
        if moves := table["menu"]["moves"]:
            ask(f"{ADDRESS}move/", {"move": random.choice(moves), "heard": table["heard"]}).close()
        else:
            wait_for_news(table["version"])
    except urllib.error.HTTPError as refused:
        if refused.code not in (409, 429):  # stale or too fast: look again
            raise
        time.sleep(1)
print(table["ending"]["words"], "Winners:", table["ending"]["winners"])
