"""Tables of any game for the access tests: opened, played to a wanted state, and read with the
number of statements.
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
"""Headers of a page request for the part that others' moves can have changed."""


def preset_table(
    user: User,
    game: str,
    preset: str,
    seats: Iterable[str],
    clock: Clock = NO_CLOCK,
    **options: Any,
) -> Table:
    """Open a table of a game's preset with these options changed."""
    found = next(each for each in registry.get(game).presets if each.key == preset)
    return open_table(
        user=user,
        game=game,
        options=msgspec.to_builtins(found.options) | options,
        seats=tuple(seats),
        clock=clock,
    )


EVENINGS: Final = 12
"""Maximum number of tables played until one has the wanted state."""


# --- playing on -----------------------------------------------------------------------------------


def an_evening(opened: Callable[[], Table], reached: Callable[[Any], bool], name: str) -> Table:
    """Return a table with the wanted state, after opening and randomly playing as many as
    necessary.
    """
    for evening in range(EVENINGS):
        table = opened()
        if _play_until(table, reached, f"{name} {evening}"):
            return Table.objects.select_related("match__snapshot").get(pk=table.pk)
    raise AssertionError(f"in {EVENINGS} evenings it never came to: {name}")


def _play_until(table: Table, reached: Callable[[Any], bool], name: str) -> bool:
    """Play randomly until the wanted state; return whether it was reached. Dice follow from the
    name.
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
    """Let these seats make a move at this time: this one, or each a random one."""
    _played(table, lambda _: (Seat(seat) for seat in seats), name, at, how, move)


def _played(
    table: Table,
    movers: Callable[[Running], Iterator[Seat]],
    name: str,
    at: datetime,
    how: str = Move.Origin.BOT,
    move: Value | None = None,
) -> Running:
    """Make moves of these seats together as if they were made one after the other."""
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
    """The answer of an address, and the statements sent to the database."""

    address: str
    answer: Answer
    asked: tuple[str, ...]


class Reader:
    """A person at a table, by browser and API."""

    def __init__(self, table: Table, user: User) -> None:
        self.page, self.api = f"/play/{table.pk}/", f"/api/v1/play/tables/{table.pk}/"
        self.name, self.browser, self.program = user.username, Client(), Client()
        self.browser.force_login(user)
        self.headers = {
            "Authorization": f"Token {ApiToken.objects.create(user=user, name='for tests')[1]}"
        }
        self._api("")  # a token's first use is noted

    def read(self, *, everything: bool = False) -> tuple[Reply, ...]:
        """Return the page, its pulse, the history, and the API's answers; with `everything` also
        the part changed by others' moves, the API's talk, and the reader's pending tasks on their
        own page and over the API.
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
        """Make a move on the page."""
        sent = {"idempotency": "0" * 32, **fields}
        return reply("move", lambda: self.browser.post(f"{self.page}move/", sent, headers=FRAGMENT))

    def send(self, **body: Any) -> Reply:
        """Make a move over the API."""
        sent = msgspec.json.encode(body)
        return reply(
            "api move",
            lambda: self.program.post(
                f"{self.api}move/", sent, content_type="application/json", headers=self.headers
            ),
        )


def reply(address: str, ask: Callable[[], Any]) -> Reply:
    """Return the reply to a request."""
    with listening() as said:
        response = ask()
    return Reply(address, kept(response), tuple(said))


@contextmanager
def listening() -> Iterator[list[str]]:
    """Record the kind of every statement sent to the database."""
    said: list[str] = []

    def listen(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        said.append("savepoint" if "SAVEPOINT" in sql else " ".join(sql.split(maxsplit=3)[:3]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        yield said


def difference(one: Reply, two: Reply) -> str:
    """Return where two replies or their statements differ, or ""."""
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
