"""Every game at a table: what a seat or spectator reads depends only on what they may know, byte
for byte.

A match is played randomly for a while. Then its hidden part is replaced by another that the seat's
view also allows, and the same pages and API addresses are read again. In a usual run the day's seed
draws how far each game is played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from engine.bots import dice_for
from engine.codec import encode
from engine.dice import SeededDice, seed_from
from engine.values import HOST, Seat
from play.models import Move, Snapshot, Table
from play.running import MoveOrigin
from play.selectors.matches import current_match
from play.services.moving import apply_move
from play.services.table_lock import lock_table
from play.services.tables import open_table
from play.tabletop import registry
from tests.examples.lobby import add_checkpoint
from tests.factories import person
from tests.games import MINIGAMES
from tests.siege import each_in_one

from .tables import Reader, an_evening, difference, preset_table

if TYPE_CHECKING:
    from core.accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment")]

GAMES = ("ambush", "autoduel", *MINIGAMES)
PLIES = (2, 5, 9)
TABLES = 20
ME = Seat(0)

STAGES = {
    "writers": lambda state: state.table.phase == "writers" and ME not in state.acting,
    "notes": lambda state: (
        state.table.phase == "notes" and ME in state.acting and len(state.acting) <= 8
    ),
    "actions": lambda state: (
        state.table.phase == "actions" and ME in state.acting and len(state.acting) <= 8
    ),
    "second match": lambda state: (
        state.table.round == 2 and state.table.phase == "actions" and ME not in state.acting
    ),
}
"""How far a match of Achtung, Spy! is played, and whether I have answered."""


@pytest.mark.everyday
def test_every_game_of_the_lobby_is_tested_here() -> None:
    assert {tabletop.key for tabletop in registry.all_tabletops() if tabletop.lobby} <= {
        *GAMES,
        "bids",
    }


def a_table(game: str) -> tuple[Table, User, User]:
    """Return a table of the game with me on the first chair, bots on the others, and a
    spectator.
    """
    tabletop = registry.get(game)
    seats = min(tabletop.seat_counts(tabletop.options()))
    me, watcher = person("me"), person("watcher")
    table = open_table(user=me, game=game, options={}, seats=("me", *["bot:random"] * (seats - 1)))
    return table, me, watcher


def play_on(table: Table, plies: int, attempt: int) -> None:
    """Make this number of random moves."""
    for ply in range(plies):
        with lock_table(table.pk) as locked_table:
            running = locked_table.running()
            acting = running.to_act()
            if not acting or not locked_table.table.is_playing:
                return
            seat = acting[ply % len(acting)]
            if seat == HOST:
                return
            dice = dice_for(seed_from(f"boards {attempt} {ply}"), seat, ply)
            apply_move(
                locked_table,
                running,
                seat,
                running.game.propose(running.view(seat), dice),
                locked_table.table.opened_at,
                MoveOrigin(Move.Origin.BOT),
            )


def under_way(game: str, plies: int) -> tuple[Table, User, User]:
    """Return a table after this number of moves whose match is not over, because everything is open
    afterwards.
    """
    for attempt in range(TABLES):
        table, me, watcher = a_table(game)
        play_on(table, plies, attempt)
        table = Table.objects.select_related("match__snapshot").get(pk=table.pk)
        if table.is_playing:
            return table, me, watcher
    raise AssertionError(f"{game} never lasts {plies} moves")


@each_in_one("game, plies", GAMES, PLIES)
def test_nobody_sees_more_than_their_view(game: str, plies: int) -> None:
    compare(*under_way(game, plies), worlds=6)


@each_in_one("game, plies", ["checkpoint"], PLIES)
def test_nobody_sees_more_than_their_view_on_the_default_board(
    game: str, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_checkpoint(monkeypatch)
    compare(*under_way(game, plies), worlds=6)


@pytest.mark.parametrize("stage", STAGES)
def test_a3_a14_a21_nobody_sees_more_of_achtung_with_all_options_on(stage: str) -> None:
    me, watcher = person("me"), person("watcher")
    chairs = ("me", *["bot:random"] * 11)
    table = an_evening(
        lambda: preset_table(me, "achtung", "everything", chairs), STAGES[stage], stage
    )
    compare(table, me, watcher, worlds=3, everything=True)


def compare(
    table: Table, me: User, watcher: User, *, worlds: int, everything: bool = False
) -> None:
    """Check that what a player and a spectator read stays the same when the hidden part is
    replaced, this number of times.
    """
    assert table.match is not None
    running = current_match(table.match)
    readers = [Reader(table, who) for who in (me, watcher)]
    before = [reader.read(everything=everything) for reader in readers]
    tried = 0
    for number in range(worlds):
        twin = running.game.imagine(
            running.view(ME), SeededDice(seed_from(f"twin {number}"), 0).in_domain("twin")
        )
        if (ME in running.game.to_act(twin)) != (ME in running.to_act()) or bool(
            running.game.to_act(twin)
        ) != bool(running.to_act()):
            continue
        tried += 1
        Snapshot.objects.filter(match=table.match).update(state=encode(twin).decode())
        for reader, was in zip(readers, before, strict=True):
            for one, two in zip(was, reader.read(everything=everything), strict=True):
                assert not difference(one, two), (
                    f"{reader.name} reads another {one.address}:\n{difference(one, two)}"
                )
    assert tried
