"""The example tool of docs/api.md plays a duel evening on the running site.

It enters two cars, fetches the papers, ticks the sheets, rolls dice, writes a record from them,
disputes it, writes another one and signs it. Each step is a separate program with a token.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from campaign.duels.selectors.duels import payload_of
from campaign.duels.services import table_dice
from campaign.league.models import Week
from tests.factories import found_club

from .conftest import token_of

if TYPE_CHECKING:
    from tests.conftest import Site

TOOL = Path(__file__).parents[2] / "docs" / "examples" / "duel_evening.py"
SOON = 60
"""Seconds for a step on a busy machine."""


@pytest.mark.timeout(12 * SOON)
@pytest.mark.django_db(transaction=True)
@pytest.mark.slow("plays an evening with the example tool")
def test_c27_two_teams_play_a_duel_evening_with_the_example_tool(
    site: Site, set_clock: Any, settings: Any, tmp_path: Path
) -> None:
    settings.REDIS_URL = ""
    club = found_club(teams=2)
    set_clock(club.at)
    tokens = [token_of(player, club.at) for player in club.players]

    def tool(team: int, *said: object) -> subprocess.CompletedProcess[str]:
        """Run one step for one team."""
        known = (site.url, tokens[team], club.campaign.slug, club.teams[team].slug, 1)
        command = [sys.executable, "-I", str(TOOL), *map(str, (*known, *said))]
        return subprocess.run(command, capture_output=True, text=True, timeout=SOON, check=False)

    def done(team: int, *said: object) -> str:
        step = tool(team, *said)
        assert step.returncode == 0, step.stderr
        return step.stdout.strip()

    for team in (0, 1):
        car, rook = club.car(team), club.who(team, "Rook")
        assert done(team, "enter", car.pk, rook.pk) == f"Entered: {car.name}"
    with club.scope():
        week = club.open_week
        Week.objects.filter(pk=week.pk).update(status="settled", settled_at=week.settle_at)
    table_dice.draw_due(week.settle_at)
    set_clock(week.duel_at)
    printed = tmp_path / "evening.pdf"
    assert done(0, "papers", printed).endswith(": sheets of 1")
    assert printed.read_bytes().startswith(b"%PDF")
    mine, theirs = club.car(0).name, club.car(1).name
    assert "armour:front 25" in done(0, "sheets")
    assert "armour:front 22" in done(0, "tick", mine, "armour:front", 3)
    assert "fate yielded" in done(1, "say", theirs, "fate", "yielded")
    assert done(1, "roll", "Control", 2).startswith("Control: [")
    waiting = "Signed by Anvil; waiting for ['basilisk']"
    assert done(0, "draft", *[team.slug for team in club.teams]) == waiting
    assert done(1, "dispute", "We", "won.") == f"{waiting}; disputed by Basilisk"
    assert done(0, "write") == f"{waiting}; disputed by Basilisk"
    refused = tool(0, "enter", club.car(0).pk, club.who(0, "Rook").pk)
    assert refused.returncode == 1
    assert "Entries are closed" in refused.stderr
    assert done(1, "sign") == done(0, "show") == "Booked"
    with club.scope():
        assert payload_of(club.duel.results.get()).damage[str(club.car(0).pk)] == {
            "armour:front": 3
        }


def test_the_duel_evening_tool_needs_only_the_standard_library_and_180_lines() -> None:
    lines = TOOL.read_text().splitlines()
    imported = {
        line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))
    }
    assert imported <= sys.stdlib_module_names
    assert len(lines) <= 180
