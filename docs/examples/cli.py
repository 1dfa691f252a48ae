"""A club on the command line: python cli.py COMMAND.

    next                what you do next in the club
    todo                what waits for you, over all tables and clubs
    report [WEEK]       your team's report in sentences, the newest unless you name a week
    standings           the table of the season
    orders show         the orders of the open week as JSON, to be changed and sent
    orders send FILE    save them ("-" reads them from standard input)

The environment says DEADDROP_URL (https://league.example) and DEADDROP_TOKEN (dd_…, made on
/me/tokens/; `orders send` needs the scope "orders", all else "read"), and where you have several of
them DEADDROP_CLUB and DEADDROP_TEAM, by their names in addresses. Only the standard library. What
is refused is said in a sentence, and the program ends with 1; 2 is for what it does not understand.
"""

import http.client
import json
import os
import sys
import urllib.error
import urllib.request
from pathlib import Path


class Refused(Exception):
    """What cannot be done, in a sentence."""


def setting(name):
    """What the environment has to say."""
    if said := os.environ.get(name, "").strip():
        return said
    raise Refused(f"Set {name} in the environment.")


def ask(path, body=None, method="GET", **headers):
    """The answer below /api/v1/, and the ETag that names it. Raises Refused."""
    site = setting("DEADDROP_URL").rstrip("/")
    if not site.startswith(("https://", "http://")):
        raise Refused("DEADDROP_URL is an address such as https://league.example.")
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
        raise Refused(f"{site} answers, but not as this API does.") from None


def sentence_of(refusal):
    """What the site says of a refusal."""
    try:
        return " ".join(error["detail"] for error in json.load(refusal)["errors"])
    except (ValueError, KeyError, TypeError):
        return f"The site answers with {refusal.code} {refusal.reason}."


def read(path):
    """What a GET says."""
    return ask(path)[0]


def club():
    """The name of the club in addresses: DEADDROP_CLUB, the token's, or the only one."""
    if named := os.environ.get("DEADDROP_CLUB") or read("me/token/")["club"]:
        return named
    return only([one["slug"] for one in read("me/")["clubs"]], "club", "DEADDROP_CLUB")


def team():
    """The club, and the way to my team: DEADDROP_TEAM's, or the only one's."""
    slug = club()
    if not (named := os.environ.get("DEADDROP_TEAM")):
        mine = [one["slug"] for one in read(f"campaigns/{slug}/")["teams"]]
        named = only(mine, "team", "DEADDROP_TEAM")
    return slug, f"campaigns/{slug}/teams/{named}/"


def only(found, what, name):
    """The only one there is; with several, their owner has to say which."""
    if not found:
        raise Refused(f"You have no {what} there.")
    if len(found) > 1:
        raise Refused(f"You have more than one {what}: set {name} to one of {', '.join(found)}.")
    return found[0]


def until(due_at):
    """Until when, by UTC, for the end of a line."""
    return f" (until {due_at[:16].replace('T', ' ')} UTC)" if due_at else ""


def steps():
    """What I do next in the club."""
    for step in read(f"campaigns/{club()}/next/")["steps"]:
        yield f"{step['title']}{until(step['due_at'])}"
        yield from (f"    {line}" for line in step["text"].splitlines())


def todo():
    """What waits for me, the soonest first."""
    lines = [f"{one['title']}{until(one['due_at'])}" for one in read("errands/")["results"]]
    return lines or ["Nothing waits for you."]


def report(week=""):
    """My team's report: its headline, its first sentences, then event by event."""
    if not (week or "0").isdecimal():
        raise Refused(f"A week is a number, and not “{week}”.")
    base = f"{team()[1]}reports/"
    which = f"{week}/"
    if not week:
        if not (ready := [one for one in read(base)["results"] if one["readable"]]):
            raise Refused("Your team has no report yet.")
        which = f"{ready[0]['week']}/?season={ready[0]['season']}"
    told = read(f"{base}{which}")
    yield f"Week {told['week']}: {told['headline']}"
    yield from ("", *told["lede"], "")
    yield from (text for text in told["texts"] if text)


def standings():
    """The table of the season."""
    table = read(f"campaigns/{club()}/standings/")["rows"]
    wide = max((len(row["team"]["name"]) for row in table), default=0)
    return [f"{row['place']:>3}. {row['team']['name']:<{wide}} {row['points']:>5}" for row in table]


def open_week():
    """The way to my orders of the week that is open."""
    slug, base = team()
    if not (weeks := read(f"campaigns/{slug}/weeks/?status=open")["results"]):
        raise Refused("No week is open for orders.")
    return f"{base}weeks/{weeks[0]['number']}/orders/"


def show_orders():
    """What counts now, as `orders send` takes it."""
    now = read(open_week())
    state = "draft" if now["state"] == "nothing" else now["state"]
    kept = {"week": now["week"], "version": now["version"], "state": state, "sheet": now["sheet"]}
    return json.dumps(kept, indent=2, ensure_ascii=False)


def send_orders(file):
    """Save orders on top of the version that they were made from, and say what is wrong."""
    try:
        orders = json.loads(sys.stdin.read() if file == "-" else Path(file).read_text("utf-8"))
        body = {key: orders[key] for key in ("state", "sheet", "entropy") if key in orders}
        week, version = orders.get("week"), orders.get("version")
    except (OSError, ValueError, TypeError, AttributeError) as problem:
        raise Refused(f"{file} is not what `orders show` prints: {problem}.") from None
    path = open_week()
    now, tag = ask(path)
    if week not in (None, now["week"]) or version not in (None, now["version"]):
        raise Refused(
            f"{file} was made from version {version} of week {week}, and now there is version "
            f"{now['version']} of week {now['week']}. Look at `orders show` again."
        )
    if body.get("state") == "passed":
        body.pop("sheet", None)
    found, _ = ask(f"{path}check/", body, "POST")
    saved, _ = ask(path, body, "PUT", **{"If-Match": tag})
    yield f"Saved: week {saved['week']}, version {saved['version']}, {saved['state']}."
    yield from (f"    {problem['sentence']}" for problem in found["problems"])


def main(said):
    """Do what the words of the command line say; the program's exit code."""
    try:
        match said:
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
