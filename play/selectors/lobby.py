"""The lobby: open tables, the user's own tables, and matches to watch."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, overload
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from core.accounts.models import User
from core.notifications.selectors.notices import count_of
from core.web.prepared import Prepared
from engine.codec import Unreadable
from play.models import Chair, Table
from play.tabletop import registry
from play.tabletop.board import Names

from . import parties
from .featured import featured
from .names import learn, names_at
from .options import preset_of, terms_of
from .participants import NoSuchTable, parties_at, plays
from .tournaments import open_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import datetime

    from play.tabletop.contract import AnyTabletop

ROWS_READ_AHEAD: Final = 21
"""Number of tables of a list that are read together: a page, and one more that shows whether
another page follows.
"""
_Build: TypeAlias = "Callable[[UUID, frozenset[str]], QuerySet[Table]]"


@dataclass(frozen=True)
class Card:
    """A table in a list. `free` counts the chairs that the viewer can take. `my_move` tells whether
    one of the viewer's own seats must act, by `my_due` at the latest (None without a clock). Other
    players' seats stay hidden. `terms` and `preset` describe the match while the table waits for
    players.
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


def unfinished_match(user: User, game: str) -> Table | None:
    """Return the unfinished match of a game that the user opened last."""
    found = Table.objects.filter(opened_by=user, game=game, status=Table.Status.PLAYING)
    return found.order_by("-opened_at").first()


class Cards(Sequence[Card]):
    """A list of tables of which only the requested slices are read.

    The first slice costs two queries and those of the port that knows the parties. Counting a
    longer list costs one more, and another slice as many again. `build` makes the query for a user
    and games, `first` is the prepared query of the first rows, and `ahead` holds their cards if
    they are known.
    """

    def __init__(
        self,
        build: _Build,
        first: Prepared[Table],
        user: User,
        game: str,
        ahead: tuple[Card, ...] | None = None,
    ) -> None:
        self._build, self._first, self._user, self._games = build, first, user, _games(game)
        if ahead is not None:
            self._ahead = ahead

    @property
    def _tables(self) -> QuerySet[Table]:
        return self._build(self._user.pk, self._games)

    @cached_property
    def _ahead(self) -> tuple[Card, ...]:
        return _cards(self._first.all(user=self._user.pk, games=self._games), self._user)

    @cached_property
    def _length(self) -> int:
        ahead = len(self._ahead)
        return ahead if ahead < ROWS_READ_AHEAD else self._tables.count()

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
        if stop <= ROWS_READ_AHEAD:
            return self._ahead[start:stop]
        return _cards(self._tables[start:stop], self._user)

    def __iter__(self) -> Iterator[Card]:
        return iter(self[:])


def open_tables(user: User, game: str = "") -> Cards:
    """Return tables with a chair that the user can take, of one game or of all, newest first.
    Tables where the user sits and chairs kept for someone else do not count.
    """
    return Cards(_open, _OPEN, user, game)


def _open(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    free = Chair.objects.filter(table=OuterRef("pk"), holder=None, party=None, bot="")
    kept = Exists(free.filter(kept_for=user))
    listed = Q(Exists(free.filter(kept_for=None)), visibility=Table.Visibility.LISTED)
    found = Table.objects.filter(kept | listed, status=Table.Status.OPEN, game__in=games)
    found = found.exclude(chairs__holder=user).select_related("opened_by")
    return found.order_by("-opened_at", "id")


_OPEN: Final = Prepared(
    lambda user, games: _open(user, games)[:ROWS_READ_AHEAD], user=UUID, games=frozenset[str]
)


class OwnTables(Sequence[Card]):
    """Tables where the user sits, plays for a party or as a deputy, or which they opened.

    Matches in progress come first, by how soon the user must move, then open tables, then finished
    ones, the newest first. Only the requested slices of finished tables are read. `going` holds the
    cards of unfinished tables, and `over` the number of finished ones if it is known.
    """

    def __init__(
        self,
        user: User,
        game: str = "",
        going: Iterable[Card] | None = None,
        over: int | None = None,
    ) -> None:
        self._user, self._ended = user, over
        self._asked: dict[str, Any] = {"user": user.pk, "games": _games(game)}
        found = _cards(_UNFINISHED.all(**self._asked), user) if going is None else going
        self.going = sorted(found, key=_urgency)

    @cached_property
    def _length(self) -> int:
        over = sum(_FINISHED_COUNT.all(**self._asked)) if self._ended is None else self._ended
        return len(self.going) + over

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
            _cards(_finished_tables(**self._asked)[max(0, start - ahead) : stop - ahead], self._user)
            if stop > ahead
            else ()
        )
        return (*self.going[start:stop], *over)

    def __iter__(self) -> Iterator[Card]:
        return iter(self[:])


def _tables_of(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    own = (
        Q(chairs__holder=user)
        | Q(chairs__deputy=user)
        | Q(chairs__in=Chair.objects.filter(parties.played_by(user)))
        | Q(opened_by=user)
    )
    return Table.objects.filter(own, game__in=games).distinct().select_related("opened_by")


def _unfinished_tables(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    rows = _tables_of(user, games).exclude(status=Table.Status.OVER)
    return rows.order_by("-opened_at", "id")


def _finished_tables(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    rows = _tables_of(user, games).filter(status=Table.Status.OVER)
    return rows.order_by("-over_at", "-opened_at", "id")


def _count_over(user: UUID, games: frozenset[str]) -> QuerySet[Table, int]:
    """Return one row with the number of finished tables, or no row if there are none."""
    return _number(Table.objects.filter(pk__in=_finished_tables(user, games).order_by().values("pk")))


def _number(rows: QuerySet[Any]) -> QuerySet[Any, int]:
    """Return one row with the number of these rows, which all have the same status."""
    counted = rows.order_by().values("status").annotate(number=Count("pk"))
    return counted.values_list("number", flat=True)


_OWN_PARAMETERS: Final = {"user": UUID, "games": frozenset[str]}
_UNFINISHED: Final = Prepared(_unfinished_tables, **_OWN_PARAMETERS)
_FINISHED_COUNT: Final = Prepared(_count_over, **_OWN_PARAMETERS)


def own_tables(user: User, game: str = "") -> OwnTables:
    """Return the user's own tables, of one game or of all. Two queries and those of the port that
    knows the parties, and as many for a slice of finished tables.
    """
    return OwnTables(user, game)


def _urgency(card: Card) -> tuple[bool, bool, float]:
    return (
        not card.table.is_playing,
        not card.my_move,
        card.my_due.timestamp() if card.my_due else inf,
    )


def watchable(user: User, game: str = "") -> Cards:
    """Return matches of the lobby in progress, of one game or of all, without the user's own, the
    latest started first.
    """
    return Cards(_watchable, _WATCHABLE, user, game)


def _watchable(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    found = Table.objects.filter(
        visibility=Table.Visibility.LISTED, status=Table.Status.PLAYING, game__in=games
    )
    found = found.exclude(chairs__holder=user).select_related("opened_by")
    return found.order_by("-started_at", "id")


_WATCHABLE: Final = Prepared(
    lambda user, games: _watchable(user, games)[:ROWS_READ_AHEAD], user=UUID, games=frozenset[str]
)


class Lists(NamedTuple):
    """The lists of the lobby for one user, the number of `tournaments` open to them, and the number
    of unread notices.
    """

    mine: OwnTables
    open: Cards
    watchable: Cards
    tournaments: int
    unread: int


def lists(user: User) -> Lists:
    """Return everything that the lobby lists. Five queries and that of the port that knows the
    parties, and more for later pages of a list.
    """
    asked: dict[str, Any] = {"user": user.pk, "games": _games()}
    rows = [prepared.all(**asked) for prepared in (_UNFINISHED, _OPEN, _WATCHABLE)]
    cards = {card.table.pk: card for card in _cards([row for those in rows for row in those], user)}
    going, opened, watched = (tuple([cards[row.pk] for row in those]) for those in rows)
    over, tournaments, unread = _COUNTS.all(**asked)[0]
    return Lists(
        OwnTables(user, going=going, over=over or 0),
        Cards(_open, _OPEN, user, "", opened),
        Cards(_watchable, _WATCHABLE, user, "", watched),
        tournaments or 0,
        unread or 0,
    )


def _counts(user: UUID, games: frozenset[str]) -> QuerySet[User, Any]:
    """Return one row with the counts of the lobby (None for zero): finished tables, open
    tournaments, unread notices.
    """
    rows = User.objects.filter(pk=user).annotate(
        over=Subquery(_count_over(user, games)),
        tournaments=Subquery(_number(open_to(user, games))),
        unread=Subquery(count_of(user)),
    )
    return rows.values_list("over", "tournaments", "unread")


_COUNTS: Final = Prepared(_counts, user=UUID, games=frozenset[str])


def by_invite(token: str, user: User) -> Card:
    """Return the table that an invite link leads to. Raise `NoSuchTable` alike for a link that
    never existed and one that is used up.
    """
    kept = hashlib.sha256(token.encode()).hexdigest()
    tables = Table.objects.filter(invite_hash=kept, status=Table.Status.OPEN, game__in=_games())
    cards = _cards(tables.select_related("opened_by"), user)
    if not token or not cards:
        raise NoSuchTable("This table does not exist.")
    return cards[0]


def featured_cards(user: User) -> tuple[Card, ...]:
    """Return the cards of the featured live matches, the best first."""
    found = [one.table.pk for one in featured(user)]
    tables = Table.objects.filter(pk__in=found, game__in=_games()).select_related("opened_by")
    cards = _cards(tables, user) if found else ()
    return tuple(sorted(cards, key=lambda card: found.index(card.table.pk)))


def invited_to(token: str) -> Table:
    """Return the table that an invite link leads to, for anyone with the link. Raise `NoSuchTable`
    as `by_invite` does.
    """
    kept = hashlib.sha256(token.encode()).hexdigest()
    found = Table.objects.filter(invite_hash=kept, status=Table.Status.OPEN).first()
    if not token or found is None:
        raise NoSuchTable("This table does not exist.")
    return found


def _cards(tables: Iterable[Table], user: User) -> tuple[Card, ...]:
    """Return the cards of tables. One query, those of the tables themselves, and those of the port
    that knows the parties.
    """
    found = {table.pk: table for table in tables}
    sitting = _CHAIRS.all(tables=frozenset(found))
    at: dict[UUID, list[Chair]] = {pk: [] for pk in found}
    for chair in sitting:
        chair.table = found[chair.table_id]
        at[chair.table_id].append(chair)
    learn(sitting)
    theirs = parties_at(sitting, user)
    return tuple([_card(table, at[pk], user, theirs) for pk, table in found.items()])


def _chairs(tables: frozenset[UUID]) -> QuerySet[Chair]:
    rows = Chair.objects.filter(table__in=tables).select_related("holder", "kept_for")
    return rows.order_by("seat")


_CHAIRS: Final = Prepared(_chairs, tables=frozenset[UUID])


def _games(game: str = "") -> frozenset[str]:
    """Return the known games, or the requested one of them."""
    known = registry.known_games()
    return known & {game} if game else known


def _card(table: Table, chairs: Sequence[Chair], user: User, theirs: frozenset[UUID]) -> Card:
    own = [chair for chair in chairs if plays(chair, user, theirs)]
    asked = [
        chair for chair in own if chair.asked_at is not None and not chair.bot and table.is_playing
    ]
    terms, preset = _told(table)
    return Card(
        table=table,
        tabletop=registry.get(table.game),
        names=names_at(chairs),
        free=sum([chair.is_free_to(user.pk) for chair in chairs]),
        is_mine=bool(own) or table.opened_by_id == user.pk,
        is_kept=any(chair.kept_for_id == user.pk for chair in chairs),
        my_move=bool(asked),
        my_due=min([chair.due_at for chair in asked if chair.due_at is not None], default=None),
        terms=terms,
        preset=preset,
    )


def _told(table: Table) -> tuple[tuple[str, ...], str]:
    """Return the terms and the preset of an open table, empty if its options can no longer be
    read.
    """
    try:
        return (
            (terms_of(table), preset_of(table)) if table.status == Table.Status.OPEN else ((), "")
        )
    except Unreadable:
        return (), ""
