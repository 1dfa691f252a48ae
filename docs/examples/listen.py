"""Hear what is yours as it happens: python listen.py [EVENT ...].

Prints a line for each event, or only for those that are named: orders-due, week-settled, report,
your-turn, duel-starts, and whatever else stands in your inbox. With LISTEN_RUN it runs that program
for each, with the event as JSON on its standard input.

DEADDROP_URL and DEADDROP_TOKEN (a token that reads, for all clubs) stand in the environment;
LISTEN_STATE names a file that keeps the last event heard, so that nothing is missed while this does
not run. Only the standard library. docs/api.md (All that you may hear) says what the stream keeps.
"""

import http.client
import json
import os
import pathlib
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

SITE, TOKEN = os.environ["DEADDROP_URL"].rstrip("/"), os.environ["DEADDROP_TOKEN"]
STATE = pathlib.Path(os.environ["LISTEN_STATE"]) if "LISTEN_STATE" in os.environ else None
RUN = shlex.split(os.environ.get("LISTEN_RUN", ""))
LOST = (OSError, http.client.HTTPException)
SILENCE = 60  # seconds: a stream beats at least every twenty


def opened(path, after=""):
    """An address, opened; for the stream with the event to go on after."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    if after:
        headers["Last-Event-ID"] = after
    return urllib.request.urlopen(
        urllib.request.Request(f"{SITE}{path}", headers=headers), timeout=SILENCE
    )


def streamed(after):
    """What one stream tells until it ends: ids with their events, None for the first, which only
    says where it begins. Nothing where the site cannot stream (204).
    """
    with opened("/live/me/", after) as stream:
        known, said = "", None
        for line in stream:
            word, _, value = line.decode().rstrip("\n").partition(": ")
            if word == "id":
                known = value
            elif word == "data":
                said = json.loads(value)
            elif not line.strip() and known:
                yield known, said
                known, said = "", None


def asked(after):
    """The same by asking, a page at a time: for a site that cannot stream."""
    while True:
        query = urllib.parse.urlencode({"after": after} if after not in {"", "none"} else {})
        with opened(f"/api/v1/me/events/?{query}") as answer:
            page = json.load(answer)
        for event in page["results"]:
            yield event["id"], event
            after = event["id"]
        if page["next"] is None:
            return


def heard(event):
    """Do with an event what is to be done."""
    if RUN:
        subprocess.run(RUN, input=json.dumps(event), text=True, check=False)
    else:
        about = " ".join(f"{key} {value}" for key, value in event["about"].items() if value)
        print(event["at"], event["event"], about, f"{SITE}{event['path']}", flush=True)


def keep(last):
    """Remember the last event, whole or not at all."""
    if STATE:
        beside = STATE.with_suffix(".new")
        beside.write_text(last)
        beside.replace(STATE)


def listen(wanted):
    """Hear everything, for ever: a stream that ends or is lost is opened again, ever less often
    while the site is away.
    """
    last = STATE.read_text().strip() if STATE and STATE.exists() else ""
    pause, seen = 2, set()
    while True:
        try:
            told = False
            for source in (streamed, asked):
                for known, event in source(last):
                    last, told, pause = known, True, 2
                    if event and known not in seen:
                        seen.add(known)
                        if not wanted or event["event"] in wanted:
                            heard(event)
                    keep(last)
                if told:
                    break  # it streams: only where it does not, ask
        except urllib.error.HTTPError as refused:
            if refused.code != 429 and refused.code < 500:
                sys.exit(f"The site says {refused.code}: {refused.read().decode()[:500]}")
        except LOST:
            pass
        time.sleep(pause)
        pause = min(2 * pause, 60)


if __name__ == "__main__":
    try:
        listen(set(sys.argv[1:]))
    except KeyboardInterrupt:
        pass
