"""The example bot of docs/api.md plays a match on the running site: two of them, each a program of its own with nothing but a token."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from campaign.services import tokens
from play.models import Move, Table
from play.services import seating, tables
from tests.factories import person

if TYPE_CHECKING:
    from tests.conftest import Site

BOT = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
SOON = 60
"""Seconds for a match of six moves, whatever else the machine has to do."""


@pytest.mark.timeout(3 * SOON)
@pytest.mark.django_db(transaction=True)
def test_two_example_bots_play_a_match_of_bids_against_each_other(site: Site, toys: None, settings: Any) -> None:
    settings.REDIS_URL = ""
    ann, bob = person("ann"), person("bob")
    table = tables.open_table(user=ann, game="bids", options={}, seats=("me", "open"))
    seating.sit(table_id=table.pk, user=bob)
    keys = [tokens.make(user=user, name="A bot", days=1, at=timezone.now())[1] for user in (ann, bob)]
    bots = [
        subprocess.Popen(
            [sys.executable, "-I", str(BOT), site.url, key, str(table.pk)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for key in keys
    ]
    try:
        said = [bot.communicate(timeout=SOON) for bot in bots]
    except subprocess.TimeoutExpired:
        table.refresh_from_db()
        moves = list(Move.objects.filter(match=table.match).values_list("seat", flat=True))
        for bot in bots:
            bot.kill()
        heard = [(bot.returncode, *bot.communicate()) for bot in bots]
        pytest.fail(f"after {SOON} seconds it is {table.status}, with moves of the seats {moves}; the bots said {heard}")
    finally:
        for bot in bots:
            bot.kill()
    assert [bot.returncode for bot in bots] == [0, 0], said
    assert said[0][0] == said[1][0]
    assert said[0][0].startswith("All rounds. Winners: [")
    table.refresh_from_db()
    assert (table.status, Move.objects.filter(match=table.match).count()) == (Table.Status.OVER, 6)


def test_the_example_needs_only_the_standard_library_and_stays_short() -> None:
    source = BOT.read_text()
    imported = {line.split()[1].partition(".")[0] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names
    assert len(source.splitlines()) <= 50
