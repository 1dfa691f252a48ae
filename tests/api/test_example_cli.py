"""The example command line of docs/api.md on the running site: a player lists tasks, sends orders
and reads the report.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from campaign.members.services import members
from core.accounts.services import tokens
from tests.factories import found_club
from tests.servers import free_port

from .conftest import Api, gather, order, settle

if TYPE_CHECKING:
    from tests.conftest import Site

TOOL = Path(__file__).parents[2] / "docs" / "examples" / "cli.py"
SOON = 60
"""Seconds for a command on a busy machine."""
Ran = subprocess.CompletedProcess[str]


def run(said: str, *, typed: str = "", **environment: str) -> Ran:
    """Run a command with only this environment."""
    return subprocess.run(
        [sys.executable, "-I", "-X", "utf8", str(TOOL), *said.split()],
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        timeout=SOON,
        check=False,
    )


def run_successfully(ran: Ran) -> str:
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def run_refused(ran: Ran) -> str:
    """Return the error sentence of a failed command."""
    assert (ran.returncode, ran.stdout) == (1, ""), ran.stderr
    assert ran.stderr.count("\n") == 1
    return ran.stderr


@pytest.fixture
def running_club(site: Site, set_clock: Any, settings: Any) -> Api:
    """Return a club in its first week on the running site."""
    settings.REDIS_URL = ""
    return gather(set_clock)


@pytest.mark.timeout(20 * SOON)
@pytest.mark.django_db(transaction=True)
@pytest.mark.slow("plays a week with the example tool")
def test_a_player_completes_a_week_with_the_example_cli(
    site: Site, running_club: Api, set_clock: Any, tmp_path: Path
) -> None:
    api, me = running_club, {"DEADDROP_URL": site.url, "DEADDROP_TOKEN": running_club.token}
    assert api.read(api.club_url("next/"))["steps"][0]["title"] in run_successfully(
        run("next", **me)
    )
    waiting = api.read("/api/v1/errands/")["results"][0]
    due = waiting["due_at"][:16].replace("T", " ")
    assert (
        f"{waiting['title']} (until {due} UTC)" in run_successfully(run("todo", **me)).splitlines()
    )
    assert "Your team has no report yet." in run_refused(run("report", **me))

    shown = json.loads(run_successfully(run("orders show", **me)))
    assert (shown["week"], shown["version"], shown["state"]) == (1, 0, "draft")
    shown["state"] = "final"
    shown["sheet"]["orders"] = [order(api, 0, "Vesper", "infiltrate", 1)]
    file = tmp_path / "orders.json"
    file.write_text(json.dumps(shown))
    assert (
        run_successfully(run(f"orders send {file}", **me)) == "Saved: week 1, version 1, final.\n"
    )
    kept = api.read(api.team_url("weeks/1/orders/"))
    assert [one["action"] for one in kept["sheet"]["orders"]] == ["infiltrate"]
    assert "based on version 0 of week 1" in run_refused(run(f"orders send {file}", **me))
    now = json.loads(run_successfully(run("orders show", **me)))
    again = json.dumps({**now, "state": "passed"})
    assert "version 2, passed" in run_successfully(run("orders send -", typed=again, **me))
    assert api.read(api.team_url("weeks/1/orders/"))["state"] == "passed"

    settle(api, set_clock)
    told = api.read(api.team_url("reports/1/"))
    report = run_successfully(run("report", **me)).splitlines()
    assert report[0] == f"Week 1: {told['headline']}"
    assert report[1:] == ["", *told["lede"], "", *filter(None, told["texts"])]
    assert run_successfully(run("report 1", **me)).splitlines() == report
    run_refused(run("report 3", **me))
    assert "No week is open" in run_refused(run("orders show", **me))
    table = [
        f"{row['place']}. {row['team']['name']} {row['points']}"
        for row in api.read(api.club_url("standings/"))["rows"]
    ]
    assert [
        " ".join(line.split()) for line in run_successfully(run("standings", **me)).splitlines()
    ] == table
    assert len(table) == 3


@pytest.mark.timeout(12 * SOON)
@pytest.mark.django_db(transaction=True)
def test_the_cli_reports_a_missing_scope_and_changes_nothing(
    site: Site, running_club: Api, tmp_path: Path
) -> None:
    api, owner = running_club, running_club.people["owner"]
    made: dict[str, Any] = {"user": owner, "days": 30, "now": api.now}
    reads = tokens.create_token(name="Reads", scopes=["read"], club=api.slug, **made)[1]
    me = {"DEADDROP_URL": site.url, "DEADDROP_TOKEN": reads}
    shown = run_successfully(run("orders show", **me))
    file = tmp_path / "orders.json"
    file.write_text(shown)
    assert "This operation requires the scope “orders”" in run_refused(
        run(f"orders send {file}", **me)
    )
    assert api.read(api.team_url("weeks/1/orders/"))["version"] == 0
    assert f"only for the club {api.slug}" in run_refused(run("todo", **me))
    stranger = tokens.create_token(**made | {"user": api.people["stranger"]}, name="Reads")[1]
    assert "no club there" in run_refused(run("standings", **me | {"DEADDROP_TOKEN": stranger}))
    theirs = me | {"DEADDROP_TOKEN": stranger, "DEADDROP_CLUB": api.slug}
    nowhere = theirs | {"DEADDROP_CLUB": "no-such-club"}
    assert run_refused(run("standings", **theirs)) == run_refused(run("standings", **nowhere))
    assert "token" in run_refused(run("next", **me | {"DEADDROP_TOKEN": "dd_0"})).lower()


@pytest.mark.timeout(8 * SOON)
@pytest.mark.django_db(transaction=True)
def test_a_member_of_two_clubs_must_name_the_club(
    site: Site, set_clock: Any, settings: Any
) -> None:
    settings.REDIS_URL = ""
    club, other = found_club(teams=2), found_club(teams=1)
    set_clock(club.at)
    owner = club.players[0]
    members.admit(campaign=other.campaign, user=owner, role="spectator", now=club.at)
    key = tokens.create_token(user=owner, name="Both", days=30, now=club.at)[1]
    me = {"DEADDROP_URL": site.url, "DEADDROP_TOKEN": key}
    said = run_refused(run("orders show", **me))
    assert "several clubs. Set DEADDROP_CLUB to one of" in said
    assert other.campaign.slug in said
    shown = json.loads(run_successfully(run("orders show", **me, DEADDROP_CLUB=club.campaign.slug)))
    assert shown["sheet"]["orders"] == []
    watching = run("orders show", **me, DEADDROP_CLUB=other.campaign.slug)
    assert run_refused(watching) == "You have no team there.\n"


@pytest.mark.parametrize("said", ["", "fly", "orders", "orders send", "report 1 2", "next week"])
def test_an_unknown_command_prints_the_usage(said: str) -> None:
    ran = run(said)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "orders send FILE" in ran.stderr


def test_missing_settings_and_invalid_files_are_reported_in_a_sentence(tmp_path: Path) -> None:
    assert run_refused(run("next")) == "Set DEADDROP_URL in the environment.\n"
    nobody = {"DEADDROP_URL": f"http://127.0.0.1:{free_port()}"}
    assert run_refused(run("next", **nobody)) == "Set DEADDROP_TOKEN in the environment.\n"
    nobody["DEADDROP_TOKEN"] = "dd_0"
    assert "does not answer" in run_refused(run("next", **nobody))
    assert "Set DEADDROP_URL to an address" in run_refused(
        run("next", **nobody | {"DEADDROP_URL": "file:///etc"})
    )
    said = run_refused(run("report two", **nobody))
    assert said == "“two” is not the number of a week.\n"
    file = tmp_path / "orders.json"
    assert "is not in the format of `orders show`" in run_refused(
        run(f"orders send {file}", **nobody)
    )
    file.write_text("[]")
    assert "is not in the format of `orders show`" in run_refused(
        run(f"orders send {file}", **nobody)
    )


def test_the_cli_needs_only_the_standard_library_and_200_lines() -> None:
    lines = TOOL.read_text().splitlines()
    imported = {
        line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))
    }
    assert imported <= sys.stdlib_module_names
    assert len(lines) <= 200
