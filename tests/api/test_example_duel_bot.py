"""The example driver of docs/api.md drives a duel on the running site with only a token, against a
random driver.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from core.accounts.services import tokens
from play.models import Move, Table
from play.services import tables, thinking
from tests.factories import person

if TYPE_CHECKING:
    from tests.conftest import Site

BOT = Path(__file__).parents[2] / "docs" / "examples" / "duel_bot.py"
A_LOOK = 0.3
"""Seconds between two checks whether the program has ended."""


def think_until_it_ends(bot: subprocess.Popen[str]) -> tuple[str, str]:
    """Let the site's bots play while the program runs; return its output."""
    while True:
        try:
            return bot.communicate(timeout=A_LOOK)
        except subprocess.TimeoutExpired:
            thinking.think(limit=10, seconds=5)


@pytest.mark.slow("drives a duel to its end")
@pytest.mark.timeout(600)
@pytest.mark.django_db(transaction=True)
def test_v74_the_example_driver_reads_odds_and_finishes_a_duel(site: Site, settings: Any) -> None:
    settings.REDIS_URL = ""
    ann = person("ann")
    table = tables.open_table(
        user=ann,
        game="autoduel",
        options={"turns": 20, "division": "6"},
        seats=("me", "bot:random"),
    )
    key = tokens.create_token(user=ann, name="A driver", days=1, now=timezone.now())[1]
    bot = subprocess.Popen(
        [sys.executable, "-I", str(BOT), site.url, key, str(table.pk)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said, wrong = think_until_it_ends(bot)
    finally:
        bot.kill()
    assert bot.returncode == 0, wrong
    table.refresh_from_db()
    assert table.status == Table.Status.OVER and table.ending == ""
    *turns, end = said.splitlines()
    sealed = Move.objects.filter(match=table.match, seat=0)
    assert len(turns) == sealed.count() > 1 and turns[0].startswith("Turn 1: ")
    assert all(move.payload.startswith('{"type":"plan"') for move in sealed)
    assert "Winners: [" in end


def test_the_example_driver_needs_only_the_standard_library_and_200_lines() -> None:
    lines = BOT.read_text().splitlines()
    imported = {
        line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))
    }
    assert imported <= sys.stdlib_module_names
    assert len(lines) <= 200
