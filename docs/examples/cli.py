"""Use a club from the command line: python cli.py COMMAND.

    next                show your next steps in the club
    todo                show your pending tasks in all clubs and at all tables
    report [WEEK]       show your team's report of a week, by default the newest
    standings           show the season's standings
    orders show         print the orders of the open week as JSON
    orders send FILE    save orders from a JSON file ("-" reads standard input)

Set DEADDROP_URL (https://league.example) and DEADDROP_TOKEN (dd_…, made on /me/tokens/) in the
environment. `orders send` needs the scope "orders", the others "read". If you have several clubs or
teams, set DEADDROP_CLUB and DEADDROP_TEAM to their names in URLs. Needs only the standard library.
The exit code is 1 for a refused request and 2 for an unknown command.
"""

import http.client
import json
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path


class Refused(Exception):
    """A request failed. The message says why."""


def setting(name):
    """Return a required environment variable. Raise Refused if it is not set."""
    if not (value := os.environ.get(name, "").strip()):
        raise Refused(f"Set {name} in the environment.")
    return value


def ask(path, body=None, method="GET", **headers):
    """Return the answer to a request below /api/v1/ and its ETag. Raise Refused on errors."""
    if not (site := setting("DEADDROP_URL").rstrip("/")).startswith(("https://", "http://")):
        raise Refused("Set DEADDROP_URL to an address such as https://league.example.")
    headers["Authorization"] = f"Bearer {setting('DEADDROP_TOKEN')}"
    headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{site}/api/v1/{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer), answer.headers.get("ETag", "")
    except urllib.error.HTTPError as refusal:
        raise Refused(sentence_of(refusal)) from None
    except (OSError, http.client.HTTPException) as problem:
        raise Refused(f"{site} does not answer: {getattr(problem, 'reason', problem)}") from None
    except ValueError:
        raise Refused(f"{site} does not answer like the API of Dead Drop.") from None


def sentence_of(refusal):
    """Return the sentences of an error response."""
    try:
        return " ".join(error["detail"] for error in json.load(refusal)["errors"])
    except (ValueError, KeyError, TypeError):
        return f"The site answers with {refusal.code} {refusal.reason}."


def read(path):
    """Return the answer to a GET request."""
    return ask(path)[0]


def club():
    """Return the slug of the club: DEADDROP_CLUB, the token's club, or your only club."""
    if slug := os.environ.get("DEADDROP_CLUB") or read("me/token/")["club"]:
        return slug
    return only([club["slug"] for club in read("me/")["clubs"]], "club", "DEADDROP_CLUB")


def team():
    """Return the club's slug and the API path of my team: DEADDROP_TEAM, or the only one."""
    slug = club()
    if not (name := os.environ.get("DEADDROP_TEAM")):
        teams = [team["slug"] for team in read(f"campaigns/{slug}/")["teams"]]
        name = only(teams, "team", "DEADDROP_TEAM")
    return slug, f"campaigns/{slug}/teams/{name}/"


def only(slugs, kind, variable):
    """Return the only slug. Raise Refused if there is none or more than one."""
    if not slugs:
        raise Refused(f"You have no {kind} there.")
    if len(slugs) > 1:
        raise Refused(f"You have several {kind}s. Set {variable} to one of {', '.join(slugs)}.")
    return slugs[0]


def until(due_at):
    """Return the end of a line that names the due time in UTC."""
    return f" (until {due_at[:16].replace('T', ' ')} UTC)" if due_at else ""


def steps():
    """Yield the lines of my next steps in the club."""
    for step in read(f"campaigns/{club()}/next/")["steps"]:
        yield f"{step['title']}{until(step['due_at'])}"
        yield from (f"    {line}" for line in step["text"].splitlines())


def todo():
    """Return a line for each pending task, the soonest first."""
    tasks = read("errands/")["results"]
    return [f"{task['title']}{until(task['due_at'])}" for task in tasks] or ["No pending tasks."]


def report(week=""):
    """Yield the lines of my team's report: headline, summary, then the events in order."""
    if not (week or "0").isdecimal():
        raise Refused(f"“{week}” is not the number of a week.")
    base = f"{team()[1]}reports/"
    path = f"{week}/"
    if not week:
        if not (readable := [row for row in read(base)["results"] if row["readable"]]):
            raise Refused("Your team has no report yet.")
        path = f"{readable[0]['week']}/?season={readable[0]['season']}"
    report = read(f"{base}{path}")
    yield f"Week {report['week']}: {report['headline']}"
    yield from ("", *report["lede"], "")
    yield from (text for text in report["texts"] if text)


def standings():
    """Return the lines of the season's standings."""
    table = read(f"campaigns/{club()}/standings/")["rows"]
    rows = [(row["place"], row["team"]["name"], row["points"]) for row in table]
    width = max((len(name) for _, name, _ in rows), default=0)
    return [f"{place:>3}. {name:<{width}} {points:>5}" for place, name, points in rows]


def open_week():
    """Return the API path of my orders for the open week."""
    slug, base = team()
    if not (weeks := read(f"campaigns/{slug}/weeks/?status=open")["results"]):
        raise Refused("No week is open for orders.")
    return f"{base}weeks/{weeks[0]['number']}/orders/"


def show_orders():
    """Return the saved orders in the form that `orders send` reads."""
    saved = read(open_week())
    state = "draft" if saved["state"] == "nothing" else saved["state"]
    orders = {key: saved[key] for key in ("week", "version", "sheet")} | {"state": state}
    return json.dumps(orders, indent=2, ensure_ascii=False)


def send_orders(file):
    """Save orders if their version is still the newest. Yield the result and problems."""
    try:
        orders = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text("utf-8"))
        body = {key: orders[key] for key in ("state", "sheet", "entropy") if key in orders}
        week, version = orders.get("week"), orders.get("version")
    except (OSError, ValueError, TypeError, AttributeError) as problem:
        raise Refused(f"{file} is not in the format of `orders show`: {problem}.") from None
    path = open_week()
    now, tag = ask(path)
    if week not in (None, now["week"]) or version not in (None, now["version"]):
        raise Refused(
            f"{file} is based on version {version} of week {week}. The newest is version "
            f"{now['version']} of week {now['week']}. Run `orders show` again."
        )
    if body.get("state") == "passed":
        body.pop("sheet", None)
    check, _ = ask(f"{path}check/", body, "POST")
    saved, _ = ask(path, body, "PUT", **{"If-Match": tag})
    yield f"Saved: week {saved['week']}, version {saved['version']}, {saved['state']}."
    yield from (f"    {problem['sentence']}" for problem in check["problems"])


def main(arguments):
    """Run a command and return the exit code."""
    try:
        match arguments:
            case ["next"]:
                print(*steps(), sep="\n")
            case ["todo"]:
                print(*todo(), sep="\n")
            case ["report", *week] if len(week) < 2:
                print(*report(*week), sep="\n")
            case ["standings"]:
                print(*standings(), sep="\n")
            case ["orders", "show"]:
                print(show_orders())
            case ["orders", "send", file]:
                print(*send_orders(file), sep="\n")
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
