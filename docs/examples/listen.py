"""Print your notifications as they arrive: python listen.py [EVENT ...].

Prints a line for each event, or only for the named kinds, for example orders-due, week-settled,
report, your-turn and duel-starts. If LISTEN_RUN names a program, the script runs it for each event
with the event as JSON on standard input.

Set DEADDROP_URL and DEADDROP_TOKEN (a token with the scope "read" for all clubs) in the
environment. LISTEN_STATE names a file that stores the last event, so that the next run continues
there. Needs only the standard library. docs/api.md describes the stream.
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
SILENCE = 60  # seconds; the stream sends a heartbeat every 20 seconds


def open_url(path, after=""):
    """Open a path of the site. `after` is the id of the last event that was received."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    if after:
        headers["Last-Event-ID"] = after
    return urllib.request.urlopen(
        urllib.request.Request(f"{SITE}{path}", headers=headers), timeout=SILENCE
    )


def stream_events(after):
    """Yield ids and events of one stream until it ends.

    The first event is None: its id is the position where the stream begins. Yields nothing if the
    site does not stream (204).
    """
    with open_url("/live/me/", after) as stream:
        event_id, event = "", None
        for line in stream:
            word, _, value = line.decode().rstrip("\n").partition(": ")
            if word == "id":
                event_id = value
            elif word == "data":
                event = json.loads(value)
            elif not line.strip() and event_id:
                yield event_id, event
                event_id, event = "", None


def poll_events(after):
    """Yield ids and new events page by page, for sites that do not stream."""
    while True:
        query = urllib.parse.urlencode({"after": after} if after not in {"", "none"} else {})
        with open_url(f"/api/v1/me/events/?{query}") as answer:
            page = json.load(answer)
        for event in page["results"]:
            yield event["id"], event
            after = event["id"]
        if page["next"] is None:
            return


def handle(event):
    """Pass an event to the program in LISTEN_RUN, or print it."""
    if RUN:
        subprocess.run(RUN, input=json.dumps(event), text=True, check=False)
    else:
        about = " ".join(f"{key} {value}" for key, value in event["about"].items() if value)
        print(event["at"], event["event"], about, f"{SITE}{event['path']}", flush=True)


def save_position(last):
    """Store the id of the last event atomically."""
    if STATE:
        new_file = STATE.with_suffix(".new")
        new_file.write_text(last)
        new_file.replace(STATE)


def listen(kinds):
    """Handle events forever. Reconnect with growing pauses while the site is unreachable."""
    last = STATE.read_text().strip() if STATE and STATE.exists() else ""
    pause, seen = 2, set()
    while True:
        try:
            received = False
            for source in (stream_events, poll_events):
                for event_id, event in source(last):
                    last, received, pause = event_id, True, 2
                    if event and event_id not in seen:
                        seen.add(event_id)
                        if not kinds or event["event"] in kinds:
                            handle(event)
                    save_position(last)
                if received:
                    break  # the site streams, so there is no need to poll
        except urllib.error.HTTPError as refused:
            if refused.code != 429 and refused.code < 500:
                sys.exit(f"The site answered {refused.code}: {refused.read().decode()[:500]}")
        except LOST:
            pass
        time.sleep(pause)
        pause = min(2 * pause, 60)


if __name__ == "__main__":
    try:
        listen(set(sys.argv[1:]))
    except KeyboardInterrupt:
        pass
