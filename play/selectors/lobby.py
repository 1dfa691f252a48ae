"""The lobby: tables to sit at, one's own, and those to watch."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Final, overload

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from engine.codec import Unreadable
from play.models import Chair, Table
from play.tabletop import registry
from play.tabletop.board import Names

from . import parties
from .featured import featured
from .names import learn, names_at
from .options import preset_of, terms_of
from .participants import NoSuchTable, parties_at, plays

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from uuid import UUID

    from core.accounts.models import User
    from play.tabletop.contract import AnyTabletop

AHEAD: Final = 21
"""So many tables of a list are read at once: a page, and one to know whether there is another."""


_HAS_ROOM: Final = Exists(
    Chair.objects.filter(table=OuterRef("pk"), holder=None, party=None, bot="")
)


@dataclass(frozen=True)
class Card:
    """A table in a list. `my_move`: one of the viewer's own seats is to act, at the latest at
    `my_due`, None without a clock; of others' seats nothing is said. `terms`: what will be played,
    and the `preset` it may be, while the table waits for players.
    """

    table: Table
    tabletop: AnyTabletop
    names: Names
    free: int
    is_mine: bool
    is_kept: bool
    my_move: bool
    my_due: datetime | None = None
    terms: tuple[str, ...] = ()
    preset: str = ""


def tried(user: User, game: str) -> Table | None:
    """The match of a game that somebody began last and has not finished."""
    found = Table.objects.filter(opened_by=user, game=game, status=Table.Status.PLAYING)
    return found.order_by("-opened_at").first()


class Cards(Sequence[Card]):
    """Tables of a list, of which only those are read that are asked for. Two queries for the first
    of them, and those of the port that knows the parties; one more to count a list that is longer,
    and as many again for another slice of it.
    """

    def __init__(self, tables: QuerySet[Table], user: User) -> None:
        self._tables, self._user = _known(tables), user

    @cached_property
    def _ahead(self) -> tuple[Card, ...]:
        return _cards(self._tables[:AHEAD], self._user)

    @cached_property
    def _length(self) -> int:
        ahead = len(self._ahead)
        return ahead if ahead < AHEAD else self._tables.count()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Card: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, at: int | slice) -> Card | tuple[Card, ...]:
        if isinstance(at, int):
            return self[at : at + 1][0]
        start, stop, _ = at.indices(len(self))
        if stop <= AHEAD:
            return self._ahead[start:stop]
        return _cards(self._tables[start:stop], self._user)

    def __iter__(self) -> Iterator[Card]:
        return iter(self[:])


def open_tables(user: User, game: str = "") -> Cards:
    """Tables of the lobby with a free chair that wait for players, of one game or of all, newest
    first, without those where the person sits.
    """
    listed = Q(visibility=Table.Visibility.LISTED) | Q(chairs__kept_for=user)
    found = (
        Table.objects.filter(listed, _HAS_ROOM, status=Table.Status.OPEN)
        .exclude(chairs__holder=user)
        .distinct()
    )
    found = found.filter(game=game) if game else found
    return Cards(found.order_by("-opened_at", "id"), user)


class Mine(Sequence[Card]):
    """Tables where the person sits, plays for a party or as a deputy, or which they opened: those
    under way first, by how soon they are to move, then open ones, then the newest that are over, of
    which only those are read that are asked for.
    """

    def __init__(self, user: User, game: str = "") -> None:
        theirs = (
            Q(chairs__holder=user)
            | Q(chairs__deputy=user)
            | Q(chairs__party__in=parties.parties_of(user))
            | Q(chairs__in=Chair.objects.filter(parties.stands_in(user)))
            | Q(opened_by=user)
        )
        tables = _known(Table.objects.filter(theirs, **({"game": game} if game else {})).distinct())
        self._user, self._over = (
            user,
            tables.filter(status=Table.Status.OVER).order_by("-over_at", "-opened_at", "id"),
        )
        self.going = sorted(
            _cards(tables.exclude(status=Table.Status.OVER).order_by("-opened_at", "id"), user),
            key=_urgency,
        )

    @cached_property
    def _length(self) -> int:
        return len(self.going) + self._over.count()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Card: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, at: int | slice) -> Card | tuple[Card, ...]:
        if isinstance(at, int):
            return self[at : at + 1][0]
        start, stop, _ = at.indices(len(self))
        ahead = len(self.going)
        over = (
            _cards(self._over[max(0, start - ahead) : stop - ahead], self._user)
            if stop > ahead
            else ()
        )
        return (*self.going[start:stop], *over)

    def __iter__(self) -> Iterator[Card]:
        return iter(self[:])


def mine(user: User, game: str = "") -> Mine:
    """The person's own tables, of one game or of all. Two queries, and those of the port that knows
    the parties; as many for a slice of those that are over.
    """
    return Mine(user, game)


def _urgency(card: Card) -> tuple[bool, bool, float]:
    return (
        not card.table.is_playing,
        not card.my_move,
        card.my_due.timestamp() if card.my_due else inf,
    )


def watchable(user: User, game: str = "") -> Cards:
    """Matches of the lobby under way, of one game or of all, without the person's own, the latest
    started first.
    """
    found = Table.objects.filter(
        visibility=Table.Visibility.LISTED, status=Table.Status.PLAYING
    ).exclude(chairs__holder=user)
    found = found.filter(game=game) if game else found
    return Cards(found.order_by("-started_at", "id"), user)


def by_invite(token: str, user: User) -> Card:
    """The table that a link leads to. Raises NoSuchTable, the same for a link that never was and
    one that is spent.
    """
    kept = hashlib.sha256(token.encode()).hexdigest()
    cards = _cards(_known(Table.objects.filter(invite_hash=kept, status=Table.Status.OPEN)), user)
    if not token or not cards:
        raise NoSuchTable("There is no such table.")
    return cards[0]


def featured_cards(user: User) -> tuple[Card, ...]:
    """The matches that are worth watching now, best first."""
    found = [one.table.pk for one in featured(user)]
    cards = _cards(_known(Table.objects.filter(pk__in=found)), user) if found else ()
    return tuple(sorted(cards, key=lambda card: found.index(card.table.pk)))


def invited_to(token: str) -> Table:
    """The table that a link leads to, for whoever has the link. Raises NoSuchTable, as
    `by_invite`.
    """
    kept = hashlib.sha256(token.encode()).hexdigest()
    found = Table.objects.filter(invite_hash=kept, status=Table.Status.OPEN).first()
    if not token or found is None:
        raise NoSuchTable("There is no such table.")
    return found


def _cards(tables: QuerySet[Table], user: User) -> tuple[Card, ...]:
    """Two queries, and those of the port that knows the parties."""
    chairs = Prefetch("chairs", Chair.objects.select_related("holder", "kept_for").order_by("seat"))
    found = list(tables.select_related("opened_by").prefetch_related(chairs))
    sitting = [chair for table in found for chair in table.chairs.all()]
    learn(sitting)
    theirs = parties_at(sitting, user)
    return tuple([_card(table, user, theirs) for table in found])


def _known(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Tables of games that there are."""
    return tables.filter(game__in={tabletop.key for tabletop in registry.all_tabletops()})


def _card(table: Table, user: User, theirs: frozenset[UUID]) -> Card:
    chairs = tuple(table.chairs.all())
    own = [chair for chair in chairs if plays(chair, user, theirs)]
    asked = [
        chair for chair in own if chair.asked_at is not None and not chair.bot and table.is_playing
    ]
    terms, preset = _told(table)
    return Card(
        table=table,
        tabletop=registry.get(table.game),
        names=names_at(chairs),
        free=sum([chair.is_free for chair in chairs]),
        is_mine=bool(own) or table.opened_by_id == user.pk,
        is_kept=any(chair.kept_for_id == user.pk for chair in chairs),
        my_move=bool(asked),
        my_due=min([chair.due_at for chair in asked if chair.due_at is not None], default=None),
        terms=terms,
        preset=preset,
    )


def _told(table: Table) -> tuple[tuple[str, ...], str]:
    """What will be played while the table waits; nothing where its options can no longer be
    read.
    """
    try:
        return (
            (terms_of(table), preset_of(table)) if table.status == Table.Status.OPEN else ((), "")
        )
    except Unreadable:
        return (), ""
