"""A user's pending turns, at tables where one of the user's seats must act. They are hidden from
everyone else.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import F
from django.urls import reverse

from core.accounts.models import User
from play.models import Chair, Table
from play.tabletop import registry

from .names import load_parties, names_at
from .participants import can_play
from .parties import own_chairs

Urgency: TypeAlias = "tuple[bool, datetime | None, datetime | None]"

MAX_CHAIRS: Final = 100
"""Maximum number of chairs to read. Chairs whose clocks run out first are read first."""


class Turn(NamedTuple):
    """A table at which one of the user's seats must act.

    `name` is the table's name or "". `others` lists the people and parties in other chairs, and
    `bots` is the number of bots. `due` is when the seat's own clock runs out (None if there is no
    clock), and `since` is when its turn began. `path` is the table's page from that seat.
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


class NextTurn(NamedTuple):
    """The number of other tables where the user must act, and the next of these tables or None."""

    waiting: int
    turn: Turn | None


def next_turn(user: User, after: UUID | None = None) -> NextTurn:
    """Return the table that follows `after` when tables are sorted by how long they have waited for
    the user. The first table follows the last. This takes as many queries as `turns_of`.
    """
    turns = sorted(turns_of(user), key=lambda turn: (turn.since, turn.table))
    position = next((index for index, turn in enumerate(turns) if turn.table == after), None)
    others = turns if position is None else [*turns[position + 1 :], *turns[:position]]
    return NextTurn(len(others), others[0] if others else None)


def turns_of(user: User) -> tuple[Turn, ...]:
    """Return tables in progress at which the user must act as a holder, for their party, or as a
    deputy, most urgent first.

    A paused table waits for no one. This takes one query, plus those for parties.
    """
    waiting_chairs = Chair.objects.filter(own_chairs(user.pk), bot="", resigned_at=None)
    waiting_chairs = waiting_chairs.filter(
        asked_at__isnull=False,
        table__status=Table.Status.PLAYING,
        table__paused_at=None,
        table__game__in=registry.known_games(),
    )
    soonest = waiting_chairs.order_by(F("due_at").asc(nulls_last=True), "asked_at", "id")
    rows = Chair.objects.filter(table__in=soonest.values("table")[:MAX_CHAIRS])
    chairs = tuple(rows.select_related("table", "holder").order_by("table_id", "seat"))
    load_parties(chairs)
    turns = [
        _turn(tuple(table_chairs), user)
        for _, table_chairs in groupby(chairs, key=lambda chair: chair.table_id)
    ]
    return tuple(
        turn for _, turn in sorted(turns, key=lambda urgency_and_turn: urgency_and_turn[0])
    )


def _turn(chairs: Sequence[Chair], user: User) -> tuple[Urgency, Turn]:
    """Return the turn at the table with these chairs, whose parties are loaded."""
    own_chairs = [chair for chair in chairs if can_play(chair, user, frozenset())]
    urgency, since, seat = min(
        (_urgency(chair), chair.asked_at, chair.seat)
        for chair in own_chairs
        if chair.asked_at is not None and not chair.bot
    )
    table = chairs[seat].table
    names = names_at(chairs)
    others = [chair for chair in chairs if chair not in own_chairs]
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
        path=f"{path}?as={seat}" if len(own_chairs) > 1 else path,
    )


def _urgency(chair: Chair) -> Urgency:
    """Return a sort key. Seats with a clock come first, sorted by deadline. The other seats follow,
    sorted by waiting time, longest first.
    """
    return chair.due_at is None, chair.due_at or chair.asked_at, chair.asked_at
