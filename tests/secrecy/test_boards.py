"""Every game at a table: what a seat or a spectator reads follows from what they may know of the match, byte for byte.

A match is played some way at random. Then its hidden part is exchanged for another that the seat's view allows as well, and the
same pages and the same addresses of the API are asked again.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from itertools import count
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
import time_machine
from django.test import Client

from campaign.models import ApiToken
from engine.bots import dice_for
from engine.codec import encode
from engine.dice import SeededDice, seed_from
from engine.values import HOST, Seat
from play.models import Move, Snapshot, Table
from play.running import Made
from play.selectors.matches import current
from play.services.moving import play
from play.services.sitting import sitting
from play.services.tables import open_table
from play.tabletop import registry
from tests.factories import NOON, person

from .asking import Answer, kept

if TYPE_CHECKING:
    from campaign.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _one_moment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Time stands still, and forms have one key."""
    monkeypatch.setattr("campaign.forms.base.uuid4", lambda: UUID(int=1))
    with time_machine.travel(NOON, tick=False):
        yield


GAMES = ("ambush", "achtung", "lunacy", "renamed", "shambattle")
PLIES = (2, 5, 9)
TABLES = 20
ME = Seat(0)


def test_every_game_of_the_lobby_is_tried_here() -> None:
    assert {tabletop.key for tabletop in registry.all_tabletops() if tabletop.lobby} <= {*GAMES, "bids"}


def a_table(game: str) -> tuple[Table, User, User]:
    """A table of the game, me on its first chair and bots on the others, and somebody who watches."""
    tabletop = registry.get(game)
    seats = min(tabletop.seat_counts(tabletop.options()))
    me, watcher = person("me"), person("watcher")
    table = open_table(user=me, game=game, options={}, seats=("me", *["bot:random"] * (seats - 1)))
    return table, me, watcher


def play_on(table: Table, plies: int, attempt: int) -> None:
    """So many moves at random, of whoever is to act."""
    for ply in range(plies):
        with sitting(table.pk) as at_table:
            running = at_table.running()
            acting = running.to_act()
            if not acting or not at_table.table.is_playing:
                return
            seat = acting[ply % len(acting)]
            if seat == HOST:
                return
            dice = dice_for(seed_from(f"boards {attempt} {ply}"), seat, ply)
            play(at_table, running, seat, running.game.propose(running.view(seat), dice), at_table.table.opened_at, Made(Move.How.BOT))


def under_way(game: str, plies: int) -> tuple[Table, User, User]:
    """A table after so many moves whose match is not over: afterwards everything is open."""
    for attempt in range(TABLES):
        table, me, watcher = a_table(game)
        play_on(table, plies, attempt)
        table = Table.objects.select_related("match__snapshot").get(pk=table.pk)
        if table.is_playing:
            return table, me, watcher
    raise AssertionError(f"{game} never lasts {plies} moves")


def asked(table: Table, user: User) -> Iterator[tuple[str, Any]]:
    """The page, its pulse, and the API's answers."""
    browser = Client()
    browser.force_login(user)
    for path in ("", "pulse/"):
        yield path, kept(browser.get(f"/play/{table.pk}/{path}"))
    token = ApiToken.objects.create(user=user, name="for tests")[1]
    for path in ("", "log/"):
        yield f"api {path}", kept(Client().get(f"/api/v1/play/tables/{table.pk}/{path}", headers={"Authorization": f"Token {token}"}))


def difference(one: Answer, two: Answer) -> str:
    """Where two answers read differently."""
    if one == two:
        return ""
    first, second = (answer.body.decode(errors="replace").splitlines() for answer in (one, two))
    found = list(unified_diff(first, second, lineterm="", n=0))
    return "\n".join(line[:300] for line in found[:12]) or f"status or headers: {one.status}, {two.status}"


@pytest.mark.parametrize("plies", PLIES)
@pytest.mark.parametrize("game", GAMES)
def test_nobody_reads_more_than_their_view_holds(game: str, plies: int) -> None:
    table, me, watcher = under_way(game, plies)
    assert table.match is not None
    running = current(table.match)
    before = {who: list(asked(table, who)) for who in (me, watcher)}
    tried = 0
    for number in count():
        if number == 6:
            break
        twin = running.game.imagine(running.view(ME), SeededDice(seed_from(f"twin {number}"), 0).of("twin"))
        if (ME in running.game.to_act(twin)) != (ME in running.to_act()) or bool(running.game.to_act(twin)) != bool(running.to_act()):
            continue
        tried += 1
        Snapshot.objects.filter(match=table.match).update(state=encode(twin).decode())
        for who in (me, watcher):
            for (path, one), (_, two) in zip(before[who], asked(table, who), strict=True):
                assert not difference(one, two), f"{who.username} reads another {path or 'page'}:\n{difference(one, two)}"
    assert tried
