"""Where it is somebody's turn: the tables at which a seat that they may move for is to act. Nobody
else learns of it.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import F, Q
from django.urls import reverse

from core.web.prepared import Prepared
from play.models import Chair, Table
from play.tabletop import registry

from .names import learn, names_at
from .participants import plays
from .parties import played_by

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from core.accounts.models import User

Urgency: TypeAlias = "tuple[bool, datetime | None, datetime | None]"

MOST: Final = 100
"""So many chairs are looked at: those whose clocks run out first."""


class Turn(NamedTuple):
    """A table of play at which a seat that the person may move for is to act.

    `name` is the table's, "" for none; `others` are the people and parties in other chairs, beside
    so many `bots`; `due` is when that
    seat's own clock runs out, None without a clock; `since` is since when it is to act; `path` is
    the table's page, seen from that seat.
    """

    table: UUID
    game: str
    title: str
    name: str
    others: tuple[str, ...]
    bots: int
    due: datetime | None
    since: datetime
    path: str


class Onward(NamedTuple):
    """At how many other tables of their own somebody is to act, and the one that comes next; None
    where there is none.
    """

    waiting: int
    turn: Turn | None


def onward(user: User, after: UUID | None = None) -> Onward:
    """The table to go on to from the table `after`: of those where this person is to act the one
    that has waited longest; from one of them the next in that order, and from the last the first
    again. As many queries as `turns_of`.
    """
    found = sorted(turns_of(user), key=lambda turn: (turn.since, turn.table))
    here = next((at for at, turn in enumerate(found) if turn.table == after), None)
    others = found if here is None else [*found[here + 1 :], *found[:here]]
    return Onward(len(others), others[0] if others else None)


def turns_of(user: User) -> tuple[Turn, ...]:
    """Tables under way at which this person is to act: as the holder of a chair, in their party, or
    as a deputy. The soonest first.

    A table that is paused waits for nobody. One query, and those of the port that knows the
    parties.
    """
    chairs = _AROUND.all(user=user.pk, games=registry.known_games())
    learn(chairs)
    found = [
        _turn(tuple(around), user)
        for _, around in groupby(chairs, key=lambda chair: chair.table_id)
    ]
    return tuple([turn for _, turn in sorted(found, key=lambda each: each[0])])


def _around(user: UUID, games: frozenset[str]) -> QuerySet[Chair]:
    """The chairs of the tables at which a person is to act, table by table."""
    mine = Q(holder=user) | Q(deputy=user) | played_by(user)
    asked = Chair.objects.filter(mine, bot="", resigned_at=None, asked_at__isnull=False)
    asked = asked.filter(
        table__status=Table.Status.PLAYING, table__paused_at=None, table__game__in=games
    )
    soonest = asked.order_by(F("due_at").asc(nulls_last=True), "asked_at", "id")
    rows = Chair.objects.filter(table__in=soonest.values("table")[:MOST])
    return rows.select_related("table", "holder").order_by("table_id", "seat")


_AROUND: Final = Prepared(_around, user=UUID, games=frozenset[str])


def _turn(chairs: Sequence[Chair], user: User) -> tuple[Urgency, Turn]:
    """The turn at the table with these chairs, which know their parties, and how urgent it is."""
    own = [chair for chair in chairs if plays(chair, user, frozenset())]
    urgency, since, seat = min(
        [
            (_urgency(chair), chair.asked_at, chair.seat)
            for chair in own
            if chair.asked_at is not None and not chair.bot
        ]
    )
    table, names, others = (
        chairs[seat].table,
        names_at(chairs),
        [chair for chair in chairs if chair not in own],
    )
    path = reverse("play-table", args=[table.pk])
    return urgency, Turn(
        table=table.pk,
        game=table.game,
        title=registry.get(table.game).title,
        name=table.name,
        others=tuple([names[chair.seat] for chair in others if not chair.bot]),
        bots=sum([bool(chair.bot) for chair in others]),
        due=chairs[seat].due_at,
        since=since,
        path=f"{path}?as={seat}" if len(own) > 1 else path,
    )


def _urgency(chair: Chair) -> Urgency:
    """First what has a clock, by when it runs out; then what has waited longest."""
    return chair.due_at is None, chair.due_at or chair.asked_at, chair.asked_at
