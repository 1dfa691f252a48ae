"""Tables of any game for the secrecy suite: opened, played on to where a test wants them, and read,
with what the reading asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import unified_diff
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from django.db import connection
from django.test import Client

from core.accounts.models import ApiToken
from engine.bots import dice_for
from engine.dice import seed_from
from engine.values import Seat, Value
from play.clocking import NO_CLOCK, Clock
from play.models import Move, Table
from play.running import MoveOrigin, Running
from play.services.clock_scheduling import start_clocks
from play.services.matches import save_played
from play.services.starting import count_heard
from play.services.table_lock import lock_table
from play.services.tables import open_table
from play.tabletop import registry

from .asking import Answer, kept

if TYPE_CHECKING:
    from datetime import datetime

    from core.accounts.models import User

FRAGMENT: Final = {"HX-Request": "true", "HX-Target": "play"}
"""Headers of a page that asks only for what others' moves can have changed."""


def preset_table(
    user: User,
    game: str,
    preset: str,
    seats: Iterable[str],
    clock: Clock = NO_CLOCK,
    **options: Any,
) -> Table:
    """A table of a game's preset, with these options otherwise."""
    found = next(each for each in registry.get(game).presets if each.key == preset)
    return open_table(
        user=user,
        game=game,
        options=msgspec.to_builtins(found.options) | options,
        seats=tuple(seats),
        clock=clock,
    )


EVENINGS: Final = 12
"""So many are played until one comes to what a test looks for."""


# --- playing on -----------------------------------------------------------------------------------


def an_evening(opened: Callable[[], Table], reached: Callable[[Any], bool], name: str) -> Table:
    """A table on which the state is as wanted: so many are opened and played at random until one
    is.
    """
    for evening in range(EVENINGS):
        table = opened()
        if _play_until(table, reached, f"{name} {evening}"):
            return Table.objects.select_related("match__snapshot").get(pk=table.pk)
    raise AssertionError(f"in {EVENINGS} evenings it never came to: {name}")


def _play_until(table: Table, reached: Callable[[Any], bool], name: str) -> bool:
    """Play at random, whoever is to act in turn, until the state is as wanted; whether it ever was.
    Dice follow from the name.
    """

    def moves(running: Running) -> Iterator[Seat]:
        for ply in count():
            acting = running.to_act()
            if not acting or reached(running.state):
                return
            yield acting[ply % len(acting)]

    running = _played(table, moves, name, table.opened_at)
    return running.outcome is None and reached(running.state)


def answer(
    table: Table,
    seats: Iterable[int],
    name: str,
    at: datetime,
    how: str = Move.Origin.BOT,
    move: Value | None = None,
) -> None:
    """Let these seats make a move at this moment: this one, or each its own at random."""
    _played(table, lambda _: (Seat(seat) for seat in seats), name, at, how, move)


def _played(
    table: Table,
    movers: Callable[[Running], Iterator[Seat]],
    name: str,
    at: datetime,
    how: str = Move.Origin.BOT,
    move: Value | None = None,
) -> Running:
    """Moves of these seats, written at once as one move after the other would be."""
    with lock_table(table.pk) as locked_table:
        running = locked_table.running()
        for ply, seat in enumerate(movers(running)):
            chosen = move or running.game.propose(
                running.view(seat), dice_for(seed_from(f"{name} {ply}"), seat, ply)
            )
            running.submit(seat=seat, move=chosen, now=at, move_origin=MoveOrigin(how))
        save_played([running])
        count_heard(locked_table, running, 0, at)
        locked_table.table.save(update_fields=["heard", "spoke_at"])
        start_clocks(locked_table, running, at)
        return running


# --- reading --------------------------------------------------------------------------------------


class Reply(NamedTuple):
    """What came back from an address, and the statements that the database was asked for it."""

    address: str
    answer: Answer
    asked: tuple[str, ...]


class Reader:
    """A person at a table, by their browser and by the API."""

    def __init__(self, table: Table, user: User) -> None:
        self.page, self.api = f"/play/{table.pk}/", f"/api/v1/play/tables/{table.pk}/"
        self.name, self.browser, self.program = user.username, Client(), Client()
        self.browser.force_login(user)
        self.headers = {
            "Authorization": f"Token {ApiToken.objects.create(user=user, name='for tests')[1]}"
        }
        self._api("")  # a token's first use is noted

    def read(self, *, everything: bool = False) -> tuple[Reply, ...]:
        """The page, its pulse, what happened so far, and the API's answers; with `everything` also
        the part that others' moves change, the API's talk, and what waits for the reader on their
        own page and by the API.
        """
        brief = (
            self._page("page", ""),
            self._page("pulse", "pulse/"),
            self._page("frames", "frames/"),
            self._api(""),
            self._api("log/"),
        )
        return (
            (*brief, self._page("part", "", **FRAGMENT), self._api("talk/"), *self._own())
            if everything
            else brief
        )

    def _own(self) -> tuple[Reply, ...]:
        home = reply("own page", lambda: self.browser.get("/me/"))
        return home, reply(
            "api errands", lambda: self.program.get("/api/v1/errands/", headers=self.headers)
        )

    def _page(self, address: str, path: str, **headers: str) -> Reply:
        return reply(address, lambda: self.browser.get(self.page + path, headers=headers))

    def _api(self, path: str) -> Reply:
        return reply(f"api {path}", lambda: self.program.get(self.api + path, headers=self.headers))

    def press(self, **fields: Any) -> Reply:
        """A move from the page."""
        sent = {"idempotency": "0" * 32, **fields}
        return reply("move", lambda: self.browser.post(f"{self.page}move/", sent, headers=FRAGMENT))

    def send(self, **body: Any) -> Reply:
        """A move by the API."""
        sent = msgspec.json.encode(body)
        return reply(
            "api move",
            lambda: self.program.post(
                f"{self.api}move/", sent, content_type="application/json", headers=self.headers
            ),
        )


def reply(address: str, ask: Callable[[], Any]) -> Reply:
    """What comes of asking."""
    with listening() as said:
        response = ask()
    return Reply(address, kept(response), tuple(said))


@contextmanager
def listening() -> Iterator[list[str]]:
    """The kind of every statement that the database is asked."""
    said: list[str] = []

    def listen(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        said.append("savepoint" if "SAVEPOINT" in sql else " ".join(sql.split(maxsplit=3)[:3]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield said


def difference(one: Reply, two: Reply) -> str:
    """Where two replies read differently, or were not come by in the same way; "" if nowhere."""
    if one.answer != two.answer:
        first, second = (
            each.answer.body.decode(errors="replace").splitlines() for each in (one, two)
        )
        found = list(unified_diff(first, second, lineterm="", n=0))
        return (
            "\n".join(line[:300] for line in found[:12])
            or f"status or headers: {one.answer}, {two.answer}"
        )
    return (
        ""
        if len(one.asked) == len(two.asked)
        else "\n".join(unified_diff(one.asked, two.asked, lineterm="", n=0))
    )
