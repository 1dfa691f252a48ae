"""A club's Discord bot: /deadline, /drivers, /report in words, /standings with a picture.

    python discord_bot.py register      put the commands to Discord, once
    python discord_bot.py serve PORT    answer them on this machine's PORT, behind your HTTPS

It is an "interactions endpoint": give its HTTPS address to Discord's developer portal. The
environment says DEADDROP_URL, DEADDROP_CLUB, DEADDROP_TOKEN (scope "read", for this club), and from
the portal DISCORD_APP, DISCORD_PUBLIC_KEY, DISCORD_BOT_TOKEN; DISCORD_API if Discord is elsewhere.
DEADDROP_PEOPLE is a file of whoever reads reports, {"Discord user id": "dd_… of theirs"}: keep it
like passwords. What every member may read is said to the channel; a report is asked for with the
token of who asks, and shown to them alone. Needs `cryptography`, for Discord's signatures.
"""

import json
import os
import re
import sys
import threading
import time
import urllib.error
import urllib.request
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from bars import COLOURS, bars  # deptry: ignore[DEP001] - beside this file
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

NEEDED = ["DEADDROP_URL", "DEADDROP_CLUB", "DEADDROP_TOKEN", "DISCORD_APP", "DISCORD_PUBLIC_KEY"]
if MISSING := [name for name in NEEDED if not os.environ.get(name)]:
    sys.exit(f"Set {', '.join(MISSING)} in the environment.")
SITE, CLUB, TOKEN, APP, KEY = (os.environ[name].rstrip("/") for name in NEEDED)
DISCORD = os.environ.get("DISCORD_API", "https://discord.com/api/v10")
PEOPLE = os.environ.get("DEADDROP_PEOPLE", os.devnull)
MARK = os.urandom(16).hex()  # between the parts of a message
NEXT = {
    "open": ("takes orders until", "due_at"),
    "playing": ("is being played; its reports are out", "settle_at"),
    "settled": ("has its reports out, and its duel", "duel_at"),
    "planned": ("opens", "opens_at"),
}


class Refused(Exception):
    """What cannot be answered, in a sentence."""


def call(address, token="", body=None, method="GET", kind="application/json"):
    """The bytes of an answer; `token` is all that the header Authorization says."""
    headers = {"Content-Type": kind, "User-Agent": "DiscordBot (dead-drop-example, 1)"}
    headers |= {"Authorization": token} if token else {}
    request = urllib.request.Request(address, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


def read(path, token=TOKEN):
    """What the club says at a path to whoever this token is of. Raises Refused."""
    try:
        return json.loads(call(f"{SITE}/api/v1/campaigns/{CLUB}/{path}", f"Bearer {token}"))
    except urllib.error.HTTPError as refusal:
        raise Refused(json.load(refusal)["errors"][0]["detail"]) from None


def plain(text):
    """Words that Discord shows as they are."""
    return re.sub(r"([\\*_~`|<>#\[\]-])", r"\\\1", text)


def this_week():
    """The week under way, or the next one. Raises Refused."""
    weeks = {week["status"]: week for week in reversed(read("weeks/?page_size=200")["results"])}
    if status := next((one for one in NEXT if one in weeks), None):
        return weeks[status]
    raise Refused("No week is planned.")


def at(week, moment):
    """A moment of a week, which Discord says to each reader by their own clock."""
    return f"<t:{int(datetime.fromisoformat(week['moments'][moment]).timestamp())}:F>"


def deadline(_user, _options):
    """What comes next, and when."""
    words, moment = NEXT[(week := this_week())["status"]]
    return [f"Week {week['number']} {words} {at(week, moment)}."], None


def drivers(_user, _options):
    """Who drives, from the duel's hour on."""  # before it the bot may know, and must not tell
    week = this_week()
    named, duel = f"week {week['number']}", f"weeks/{week['number']}/duel/"
    if week["status"] != "settled" or not read(f"{duel}table/")["cars"]:
        return [f"Who drives in {named} is secret until its duel, {at(week, 'duel_at')}."], None
    lines = [f"**At the start of {named}**"]
    for one in read(duel)["entries"]:
        crew = ", ".join(f"{who['name']} ({who['place']})" for who in one["crew"])
        lines.append(plain(f"{one['team_name']}: {one['vehicle_name']}, {crew}"))
    return lines, None


def report(user, options):
    """A report of the teams of whoever asks, in words: of a week, or the newest."""
    if not (token := json.loads(Path(PEOPLE).read_text("utf-8") or "{}").get(user)):
        raise Refused("I have no token of yours. Make one on /me/tokens/, for my keeper to add.")
    lines = []
    for team in read("", token)["teams"]:
        path = f"teams/{team['slug']}/reports/"
        ready = [one for one in read(path, token)["results"] if one["readable"]]
        which = [f"{one['week']}/?season={one['season']}" for one in ready[:1]]
        for each in [f"{options['week']}/"] if "week" in options else which:
            told = read(f"{path}{each}", token)
            headline = f"{team['name']}, week {told['week']}: {told['headline']}"
            lines += map(plain, filter(None, [headline, *told["lede"], *told["texts"]]))
    return lines or ["There is no report of yours yet."], None


def standings(_user, _options):
    """The table of the season, with a picture."""
    rows = read("standings/")["rows"]
    lines = [
        f"{mark} {row['place']}. {plain(row['team']['name'])}: {row['points']}"
        for row, mark in zip(rows, list(COLOURS) * len(rows), strict=False)
    ] or ["Nobody has points yet."]
    try:  # the card of the club's public page
        return lines, call(SITE + json.loads(call(f"{SITE}/api/v1/clubs/{CLUB}/"))["card"])
    except OSError:  # it has none
        return lines, bars([row["points"] for row in rows] or [0])


COMMANDS = {"deadline": deadline, "drivers": drivers, "report": report, "standings": standings}


def answer(asked):
    """Put what the site says in the place that Discord keeps; if it is too long, with a file."""
    options = {one["name"]: one["value"] for one in asked["data"].get("options", ())}
    try:
        user = (asked.get("member") or asked)["user"]["id"]
        lines, file = COMMANDS[asked["data"]["name"]](user, options)
    except Refused as refusal:
        lines, file = [plain(str(refusal))], None
    except (OSError, ValueError, LookupError) as problem:
        lines, file = ["The site does not answer, or my keeper has to look after me."], None
        print(repr(problem), file=sys.stderr)
    text, name = "\n".join(lines), "standings.png"
    if len(text) > 1900:
        text, file, name = f"{text[:1900]}…", text.encode(), "all.txt"
    message = json.dumps({"content": text, "allowed_mentions": {"parse": []}})
    part = f'--{MARK}\r\nContent-Disposition: form-data; name="'
    body = f'{part}payload_json"\r\n\r\n{message}\r\n'.encode()
    if file:
        body += f'{part}files[0]"; filename="{name}"\r\n\r\n'.encode() + file + b"\r\n"
    body += f"--{MARK}--\r\n".encode()
    time.sleep(1)  # until Discord has kept the place
    address = f"{DISCORD}/webhooks/{APP}/{asked['token']}/messages/@original"
    call(address, "", body, "PATCH", f"multipart/form-data; boundary={MARK}")


class Door(BaseHTTPRequestHandler):
    """Where Discord knocks."""

    timeout = 10

    def do_POST(self):
        """Let in what Discord signed. It waits 3 seconds: a command's answer comes afterwards."""
        long = self.headers.get("Content-Length", "")
        body = self.rfile.read(int(long)) if long.isdecimal() and int(long) < 100_000 else b""
        try:
            seal = bytes.fromhex(self.headers.get("X-Signature-Ed25519", ""))
            signed = self.headers.get("X-Signature-Timestamp", "").encode() + body
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(KEY)).verify(seal, signed)
            asked = json.loads(body)
        except (InvalidSignature, ValueError):
            return self.send_error(401, "This is not signed by Discord")
        said, name = {"type": 1}, asked.get("data", {}).get("name")  # to a ping, a pong
        if asked["type"] != 1 and name not in COMMANDS:
            said = {"type": 4, "data": {"content": "I do not know this command.", "flags": 64}}
        elif asked["type"] != 1:
            said = {"type": 5, "data": {"flags": 64 * (name == "report")}}  # 64: seen by one alone
            threading.Thread(target=answer, args=(asked,), daemon=True).start()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(said).encode())


match sys.argv[1:]:
    case ["register"]:
        week = {"name": "week", "description": "Which week; without it the newest", "type": 4}
        commands = [
            {"name": name, "description": run.__doc__, "options": [week] * (run is report)}
            for name, run in COMMANDS.items()
        ]
        token, body = f"Bot {os.environ['DISCORD_BOT_TOKEN']}", json.dumps(commands).encode()
        call(f"{DISCORD}/applications/{APP}/commands", token, body, "PUT")
    case ["serve", port]:
        ThreadingHTTPServer(("127.0.0.1", int(port)), Door).serve_forever()
    case _:
        sys.exit(__doc__)
