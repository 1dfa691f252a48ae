"""Run a club's Discord bot with the commands /deadline, /drivers, /report and /standings.

    python discord_bot.py register      register the commands with Discord, once
    python discord_bot.py serve PORT    answer commands on PORT, behind your HTTPS server

The bot is an "interactions endpoint": enter its HTTPS URL in Discord's developer portal. Set
DEADDROP_URL, DEADDROP_CLUB and DEADDROP_TOKEN (scope "read", for this club) in the environment,
and from the portal DISCORD_APP, DISCORD_PUBLIC_KEY and DISCORD_BOT_TOKEN. DISCORD_API overrides
the URL of Discord's API. DEADDROP_PEOPLE names a JSON file of people's tokens, {"Discord user id":
"dd_…"}; protect it like a password. A report is read with the token of the person who asks and is
shown to them only. All other answers go to the channel. Needs `cryptography` for signatures.
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
MARK = os.urandom(16).hex()  # boundary between the parts of a message
NEXT = {
    "open": ("accepts orders until", "due_at"),
    "playing": ("is being resolved. Reports are due", "settle_at"),
    "settled": ("has been reported. The duel starts", "duel_at"),
    "planned": ("opens", "opens_at"),
}


class Refused(Exception):
    """A request failed. The message says why."""


def call(address, token="", body=None, method="GET", kind="application/json"):
    """Return the body of an answer. `token` is the value of the header Authorization."""
    headers = {"Content-Type": kind, "User-Agent": "DiscordBot (dead-drop-example, 1)"}
    headers |= {"Authorization": token} if token else {}
    request = urllib.request.Request(address, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


def read(path, token=TOKEN):
    """Return the answer of the club's API to the token's owner. Raise Refused on errors."""
    try:
        return json.loads(call(f"{SITE}/api/v1/campaigns/{CLUB}/{path}", f"Bearer {token}"))
    except urllib.error.HTTPError as refusal:
        raise Refused(json.load(refusal)["errors"][0]["detail"]) from None


def plain(text):
    """Escape Discord's formatting characters."""
    return re.sub(r"([\\*_~`|<>#\[\]-])", r"\\\1", text)


def this_week():
    """Return the current week or the next one. Raise Refused if there is neither."""
    weeks = {week["status"]: week for week in reversed(read("weeks/?page_size=200")["results"])}
    if status := next((status for status in NEXT if status in weeks), None):
        return weeks[status]
    raise Refused("No week is scheduled.")


def timestamp(week, moment):
    """Return a time of the week, which Discord shows in each reader's time zone."""
    return f"<t:{int(datetime.fromisoformat(week['moments'][moment]).timestamp())}:F>"


def deadline(_user, _options):
    """Show the next deadline."""
    words, moment = NEXT[(week := this_week())["status"]]
    return [f"Week {week['number']} {words} {timestamp(week, moment)}."], None


def drivers(_user, _options):
    """Show the drivers, once the duel has started."""  # before, the token may see more
    week = this_week()
    named, duel = f"week {week['number']}", f"weeks/{week['number']}/duels/0/"
    if week["status"] != "settled" or not read(f"{duel}table/")["cars"]:
        return [f"The drivers are secret until the duel, {timestamp(week, 'duel_at')}."], None
    lines = [f"**At the start of {named}**"]
    for entry in read(duel)["entries"]:
        crew = ", ".join(f"{person['name']} ({person['place']})" for person in entry["crew"])
        lines.append(plain(f"{entry['team_name']}: {entry['vehicle_name']}, {crew}"))
    return lines, None


def report(user, options):
    """Show your teams' reports of a week, by default the newest."""
    if not (token := json.loads(Path(PEOPLE).read_text("utf-8") or "{}").get(user)):
        raise Refused("I have no token for you. Give my operator one from /me/tokens/.")
    lines = []
    for team in read("", token)["teams"]:
        path = f"teams/{team['slug']}/reports/"
        readable = [row for row in read(path, token)["results"] if row["readable"]]
        newest = [f"{row['week']}/?season={row['season']}" for row in readable[:1]]
        for address in [f"{options['week']}/"] if "week" in options else newest:
            report = read(f"{path}{address}", token)
            headline = f"{team['name']}, week {report['week']}: {report['headline']}"
            lines += map(plain, filter(None, [headline, *report["lede"], *report["texts"]]))
    return lines or ["You have no report yet."], None


def standings(_user, _options):
    """Show the season's standings with a picture."""
    rows = read("standings/")["rows"]
    lines = [
        f"{mark} {row['place']}. {plain(row['team']['name'])}: {row['points']}"
        for row, mark in zip(rows, list(COLOURS) * len(rows), strict=False)
    ] or ["No team has points yet."]
    try:  # the card of the club's public page
        return lines, call(SITE + json.loads(call(f"{SITE}/api/v1/clubs/{CLUB}/"))["card"])
    except OSError:  # the club has no public page
        return lines, bars([row["points"] for row in rows] or [0])


COMMANDS = {"deadline": deadline, "drivers": drivers, "report": report, "standings": standings}


def answer(interaction):
    """Send the answer to a command to Discord. Attach long answers as a file."""
    options = {row["name"]: row["value"] for row in interaction["data"].get("options", ())}
    try:
        user = (interaction.get("member") or interaction)["user"]["id"]
        lines, file = COMMANDS[interaction["data"]["name"]](user, options)
    except Refused as refusal:
        lines, file = [plain(str(refusal))], None
    except (OSError, ValueError, LookupError) as problem:
        lines, file = ["The site does not answer. My operator can find the reason in my log."], None
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
    time.sleep(1)  # until Discord has stored the deferred answer
    address = f"{DISCORD}/webhooks/{APP}/{interaction['token']}/messages/@original"
    call(address, "", body, "PATCH", f"multipart/form-data; boundary={MARK}")


class Interactions(BaseHTTPRequestHandler):
    """The handler of Discord's requests."""

    timeout = 10

    def do_POST(self):
        """Check the signature, and answer within 3 seconds. A command's result follows later."""
        length = self.headers.get("Content-Length", "")
        body = self.rfile.read(int(length)) if length.isdecimal() and int(length) < 100_000 else b""
        try:
            signature = bytes.fromhex(self.headers.get("X-Signature-Ed25519", ""))
            signed = self.headers.get("X-Signature-Timestamp", "").encode() + body
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(KEY)).verify(signature, signed)
            interaction = json.loads(body)
        except (InvalidSignature, ValueError):
            return self.send_error(401, "Not signed by Discord")
        name, response = interaction.get("data", {}).get("name"), {"type": 1}  # ping and pong
        if interaction["type"] != 1 and name not in COMMANDS:
            response = {"type": 4, "data": {"content": "I do not know this command.", "flags": 64}}
        elif interaction["type"] != 1:
            response = {"type": 5, "data": {"flags": 64 * (name == "report")}}  # 64: private
            threading.Thread(target=answer, args=(interaction,), daemon=True).start()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(response).encode())


match sys.argv[1:]:
    case ["register"]:
        week = {"name": "week", "description": "Week number (default: newest)", "type": 4}
        commands = [
            {"name": name, "description": run.__doc__, "options": [week] * (run is report)}
            for name, run in COMMANDS.items()
        ]
        token, body = f"Bot {os.environ['DISCORD_BOT_TOKEN']}", json.dumps(commands).encode()
        call(f"{DISCORD}/applications/{APP}/commands", token, body, "PUT")
    case ["serve", port]:
        ThreadingHTTPServer(("127.0.0.1", int(port)), Interactions).serve_forever()
    case _:
        sys.exit(__doc__)
