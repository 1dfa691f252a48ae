"""The lobby: tables to sit at, one's own, and those to watch."""

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

AHEAD: Final = 21
"""So many tables of a list are read at once: a page, and one to know whether there is another."""
_Build: TypeAlias = "Callable[[UUID, frozenset[str]], QuerySet[Table]]"


@dataclass(frozen=True)
class Card:
    """A table in a list. `free` counts the chairs that the viewer can take. `my_move`: one of the
    viewer's own seats is to act, at the latest at `my_due`, None without a clock; of others' seats
    nothing is said. `terms`: what will be played,
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

    `build` makes the list of who reads it and of which games; `first` are its first rows, prepared,
    and `ahead` their cards where they are at hand.
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
    """Tables that wait for players and have a chair this person can take, of one game or of all,
    newest first, without those where the person sits. A chair kept for someone else does not count.
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
    lambda user, games: _open(user, games)[:AHEAD], user=UUID, games=frozenset[str]
)


class Mine(Sequence[Card]):
    """Tables where the person sits, plays for a party or as a deputy, or which they opened: those
    under way first, by how soon they are to move, then open ones, then the newest that are over, of
    which only those are read that are asked for. `going` are the cards of those that are not over,
    and `over` says how many are, where that is known.
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
        found = _cards(_GOING.all(**self._asked), user) if going is None else going
        self.going = sorted(found, key=_urgency)

    @cached_property
    def _length(self) -> int:
        over = sum(_OVER.all(**self._asked)) if self._ended is None else self._ended
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
            _cards(_over(**self._asked)[max(0, start - ahead) : stop - ahead], self._user)
            if stop > ahead
            else ()
        )
        return (*self.going[start:stop], *over)

    def __iter__(self) -> Iterator[Card]:
        return iter(self[:])


def _theirs(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    own = (
        Q(chairs__holder=user)
        | Q(chairs__deputy=user)
        | Q(chairs__in=Chair.objects.filter(parties.played_by(user)))
        | Q(opened_by=user)
    )
    return Table.objects.filter(own, game__in=games).distinct().select_related("opened_by")


def _going(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    rows = _theirs(user, games).exclude(status=Table.Status.OVER)
    return rows.order_by("-opened_at", "id")


def _over(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    rows = _theirs(user, games).filter(status=Table.Status.OVER)
    return rows.order_by("-over_at", "-opened_at", "id")


def _count_over(user: UUID, games: frozenset[str]) -> QuerySet[Table, int]:
    """One row of one number; none where nothing is over."""
    return _number(Table.objects.filter(pk__in=_over(user, games).order_by().values("pk")))


def _number(rows: QuerySet[Any]) -> QuerySet[Any, int]:
    """How many these rows of one status are, likewise."""
    counted = rows.order_by().values("status").annotate(number=Count("pk"))
    return counted.values_list("number", flat=True)


_MINE: Final = {"user": UUID, "games": frozenset[str]}
_GOING: Final = Prepared(_going, **_MINE)
_OVER: Final = Prepared(_count_over, **_MINE)


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
    return Cards(_watchable, _WATCHABLE, user, game)


def _watchable(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    found = Table.objects.filter(
        visibility=Table.Visibility.LISTED, status=Table.Status.PLAYING, game__in=games
    )
    found = found.exclude(chairs__holder=user).select_related("opened_by")
    return found.order_by("-started_at", "id")


_WATCHABLE: Final = Prepared(
    lambda user, games: _watchable(user, games)[:AHEAD], user=UUID, games=frozenset[str]
)


class Lists(NamedTuple):
    """The lists of the lobby for one person: their own tables, those with a free chair, and those
    to watch; how many `tournaments` are open to them; and how many notices they have not read.
    """

    mine: Mine
    open: Cards
    watchable: Cards
    tournaments: int
    unread: int


def lists(user: User) -> Lists:
    """All that the lobby lists. Five queries, and that of the port that knows the parties; more for
    what stands further back in a list.
    """
    asked: dict[str, Any] = {"user": user.pk, "games": _games()}
    rows = [prepared.all(**asked) for prepared in (_GOING, _OPEN, _WATCHABLE)]
    cards = {card.table.pk: card for card in _cards([row for those in rows for row in those], user)}
    going, opened, watched = (tuple([cards[row.pk] for row in those]) for those in rows)
    over, tournaments, unread = _COUNTS.all(**asked)[0]
    return Lists(
        Mine(user, going=going, over=over or 0),
        Cards(_open, _OPEN, user, "", opened),
        Cards(_watchable, _WATCHABLE, user, "", watched),
        tournaments or 0,
        unread or 0,
    )


def _counts(user: UUID, games: frozenset[str]) -> QuerySet[User, Any]:
    """One row of what is only counted in the lobby, None for none: tables that are over, open
    tournaments, notices not read.
    """
    rows = User.objects.filter(pk=user).annotate(
        over=Subquery(_count_over(user, games)),
        tournaments=Subquery(_number(open_to(user, games))),
        unread=Subquery(count_of(user)),
    )
    return rows.values_list("over", "tournaments", "unread")


_COUNTS: Final = Prepared(_counts, user=UUID, games=frozenset[str])


def by_invite(token: str, user: User) -> Card:
    """The table that a link leads to. Raises NoSuchTable, the same for a link that never was and
    one that is spent.
    """
    kept = hashlib.sha256(token.encode()).hexdigest()
    tables = Table.objects.filter(invite_hash=kept, status=Table.Status.OPEN, game__in=_games())
    cards = _cards(tables.select_related("opened_by"), user)
    if not token or not cards:
        raise NoSuchTable("This table does not exist.")
    return cards[0]


def featured_cards(user: User) -> tuple[Card, ...]:
    """The matches that are worth watching now, best first."""
    found = [one.table.pk for one in featured(user)]
    tables = Table.objects.filter(pk__in=found, game__in=_games()).select_related("opened_by")
    cards = _cards(tables, user) if found else ()
    return tuple(sorted(cards, key=lambda card: found.index(card.table.pk)))


def invited_to(token: str) -> Table:
    """The table that a link leads to, for whoever has the link. Raises NoSuchTable, as
    `by_invite`.
    """
    kept = hashlib.sha256(token.encode()).hexdigest()
    found = Table.objects.filter(invite_hash=kept, status=Table.Status.OPEN).first()
    if not token or found is None:
        raise NoSuchTable("This table does not exist.")
    return found


def _cards(tables: Iterable[Table], user: User) -> tuple[Card, ...]:
    """One query, those of the tables themselves, and those of the port that knows the parties."""
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
    """The games that there are, of which one may be asked for."""
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
    """What will be played while the table waits; nothing where its options can no longer be
    read.
    """
    try:
        return (
            (terms_of(table), preset_of(table)) if table.status == Table.Status.OPEN else ((), "")
        )
    except Unreadable:
        return (), ""
