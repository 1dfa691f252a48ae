"""The lobby, with open tables, the user's own tables, and matches to watch."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.selectors.notices import count_of
from core.web import clock
from core.web.lazy_rows import LazyRows
from engine.codec import Unreadable
from play.models import Chair, Holiday, Table, Tournament
from play.tabletop import registry
from play.tabletop.board import Names
from play.tabletop.contract import AnyTabletop

from .coaching import to_learn
from .featured import featured_matches, is_everyone_away
from .names import load_parties, names_at
from .options import preset_of, terms_of
from .participants import NoSuchTable, can_play, parties_at
from .parties import find_own_chairs
from .tournaments import open_to

ROWS_READ_AHEAD: Final = 21
"""Number of rows of a list to read at once. It is the size of a page plus one, which shows whether
another page follows.
"""
MAX_LAST_SEATS: Final = 5
"""Number of open tables at which *Play now* tries to seat a person."""
_Build: TypeAlias = "Callable[[UUID, frozenset[str]], QuerySet[Table]]"


@dataclass(frozen=True)
class Card:
    """A table in a list. `free` counts the chairs that the viewer can take. `my_move` tells whether
    one of the viewer's own seats must act, and `my_due` is its deadline (None if there is no
    clock). Other players' turns stay hidden. `terms` and `preset` describe the match while the
    table waits for players.
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
    """Return the latest unfinished match of a game that the user opened."""
    tables = Table.objects.filter(opened_by=user, game=game, status=Table.Status.PLAYING)
    return tables.order_by("-opened_at").first()


class Cards(LazyRows[Card]):
    """A list of tables of which only the requested slices are read.

    The first slice takes two queries, plus those for parties. Counting a longer list takes one more
    query, and each further slice takes as many queries as the first. `build` makes the query for a
    user and games, and `first_cards` holds the cards of the first rows if they are already known.
    """

    def __init__(
        self,
        build: _Build,
        user: User,
        game: str,
        first_cards: tuple[Card, ...] | None = None,
    ) -> None:
        self._build, self._user, self._games = build, user, _games(game)
        if first_cards is not None:
            self._first_cards = first_cards

    @property
    def _tables(self) -> QuerySet[Table]:
        return self._build(self._user.pk, self._games)

    @cached_property
    def _first_cards(self) -> tuple[Card, ...]:
        return _cards(self._tables[:ROWS_READ_AHEAD], self._user)

    def _count(self) -> int:
        first_count = len(self._first_cards)
        return first_count if first_count < ROWS_READ_AHEAD else self._tables.count()

    def _load(self, bounds: slice) -> tuple[Card, ...]:
        start, stop, _ = bounds.indices(len(self))
        if stop <= ROWS_READ_AHEAD:
            return self._first_cards[start:stop]
        return _cards(self._tables[start:stop], self._user)


def open_tables(user: User, game: str = "") -> Cards:
    """Return tables with a chair that the user can take, newest first. If `game` is given, only its
    tables are included. Tables at which the user sits and chairs kept for someone else are
    excluded.
    """
    return Cards(_open, user, game)


def _open(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    is_listed = Q(kept_for=None, table__visibility=Table.Visibility.LISTED)
    free = Chair.objects.filter(
        Q(kept_for=user) | is_listed, table=OuterRef("pk"), holder=None, party=None, bot=""
    )
    tables = Table.objects.filter(Exists(free), status=Table.Status.OPEN, game__in=games)
    tables = tables.exclude(chairs__holder=user).select_related("opened_by")
    return tables.order_by("-opened_at", "id")


def last_seats(user: User, games: frozenset[str]) -> tuple[UUID, ...]:
    """Return the IDs of a few open tables at which the user would take the last free chair.

    Tables that have waited longest come first. Correspondence tables and tables that begin at a
    fixed time are left out. This takes one query.
    """
    empty = Chair.objects.filter(table=OuterRef("pk"), holder=None, party=None, bot="")
    empty_count = empty.order_by().values("table").annotate(number=Count("pk")).values("number")
    tables = _open(user.pk, games).annotate(empty=Subquery(empty_count))
    tables = tables.filter(empty=1, clock_kind__in=("none", "live"), begins_at=None).order_by(
        "opened_at", "id"
    )
    return tuple(tables.values_list("pk", flat=True)[:MAX_LAST_SEATS])


def last_game(user: User) -> str:
    """Return the key of the game of the user's newest table, or "". This takes one query."""
    chairs = Chair.objects.filter(holder=user, table__game__in=_games())
    return chairs.order_by("-table__opened_at").values_list("table__game", flat=True).first() or ""


class OwnTables(LazyRows[Card]):
    """Tables that the user opened, or at which they sit or play for a party or as a deputy.

    Matches in progress come first, sorted by how soon the user must move, then open tables, then
    finished ones, newest first. Only the requested slices of finished tables are read. `unfinished`
    holds the cards of unfinished tables, `finished_count` is the number of finished tables, and
    `is_own_chair` is the condition for the user's chairs, if these are known.
    """

    def __init__(
        self,
        user: User,
        game: str = "",
        is_own_chair: Q | None = None,
        unfinished: Iterable[Card] | None = None,
        finished_count: int | None = None,
    ) -> None:
        self._user, self._finished_count = user, finished_count
        self._parameters: dict[str, Any] = {
            "user": user.pk,
            "is_own_chair": is_own_chair or find_own_chairs(user.pk),
            "games": _games(game),
        }
        cards = (
            _cards(_unfinished_tables(**self._parameters), user)
            if unfinished is None
            else unfinished
        )
        self.unfinished = sorted(cards, key=_urgency)

    def _count(self) -> int:
        finished_count = (
            _finished_tables(**self._parameters).count()
            if self._finished_count is None
            else self._finished_count
        )
        return len(self.unfinished) + finished_count

    def _load(self, bounds: slice) -> tuple[Card, ...]:
        start, stop, _ = bounds.indices(len(self))
        unfinished_count = len(self.unfinished)
        finished = (
            _cards(
                _finished_tables(**self._parameters)[
                    max(0, start - unfinished_count) : stop - unfinished_count
                ],
                self._user,
            )
            if stop > unfinished_count
            else ()
        )
        return (*self.unfinished[start:stop], *finished)


def _tables_of(user: UUID, is_own_chair: Q, games: frozenset[str]) -> QuerySet[Table]:
    chairs = Chair.objects.filter(is_own_chair).order_by()
    is_own = Q(pk__in=chairs.values("table")) | Q(opened_by=user)
    return Table.objects.filter(is_own, game__in=games).select_related("opened_by")


def _unfinished_tables(user: UUID, is_own_chair: Q, games: frozenset[str]) -> QuerySet[Table]:
    rows = _tables_of(user, is_own_chair, games).exclude(status=Table.Status.OVER)
    return rows.order_by("-opened_at", "id")


def _finished_tables(user: UUID, is_own_chair: Q, games: frozenset[str]) -> QuerySet[Table]:
    rows = _tables_of(user, is_own_chair, games).filter(status=Table.Status.OVER)
    return rows.order_by("-over_at", "-opened_at", "id")


def _number(rows: QuerySet[Any]) -> QuerySet[Any, int]:
    """Return a one-row query that counts the given rows, which all have the same status."""
    counts = rows.order_by().values("status").annotate(number=Count("pk"))
    return counts.values_list("number", flat=True)


def own_tables(user: User, game: str = "") -> OwnTables:
    """Return the user's own tables, optionally only those of one game. This takes two queries, plus
    those for parties, and the same again for each slice of finished tables.
    """
    return OwnTables(user, game)


def _urgency(card: Card) -> tuple[bool, bool, float]:
    return (
        not card.table.is_playing,
        not card.my_move,
        card.my_due.timestamp() if card.my_due else inf,
    )


def watchable(user: User, game: str = "") -> Cards:
    """Return the lobby's matches in progress except the user's own, latest start first. If `game`
    is given, only its matches are included.
    """
    return Cards(_watchable, user, game)


def _watchable(user: UUID, games: frozenset[str]) -> QuerySet[Table]:
    tables = Table.objects.filter(
        ~is_everyone_away(),
        visibility=Table.Visibility.LISTED,
        status=Table.Status.PLAYING,
        game__in=games,
    )
    tables = tables.exclude(chairs__holder=user).select_related("opened_by")
    return tables.order_by("-started_at", "id")


class LobbyLists(NamedTuple):
    """The lobby's lists for one user, the games that they have not learned, the number of
    `tournaments` open to them, and the number of unread notices. `is_away` means that they are on
    holiday or plan a holiday.
    """

    own_tables: OwnTables
    open: Cards
    watchable: Cards
    to_learn: frozenset[str]
    tournaments: int
    unread: int
    is_away: bool


def lobby_lists(user: User) -> LobbyLists:
    """Return everything that the lobby lists. This takes six queries, plus those for parties, and
    one more if there are open tournaments. Later pages of a list take more.
    """
    games, is_own_chair = _games(), find_own_chairs(user.pk)
    rows = (
        tuple(_unfinished_tables(user.pk, is_own_chair, games)),
        tuple(_open(user.pk, games)[:ROWS_READ_AHEAD]),
        tuple(_watchable(user.pk, games)[:ROWS_READ_AHEAD]),
    )
    cards = {
        card.table.pk: card for card in _cards([row for tables in rows for row in tables], user)
    }
    unfinished, open_cards, watchable_cards = (
        tuple([cards[row.pk] for row in tables]) for tables in rows
    )
    with scopes_disabled():
        finished_count, has_tournaments, unread, is_away = _counts(user.pk, is_own_chair, games)[0]
    return LobbyLists(
        OwnTables(
            user,
            is_own_chair=is_own_chair,
            unfinished=unfinished,
            finished_count=finished_count or 0,
        ),
        Cards(_open, user, "", open_cards),
        Cards(_watchable, user, "", watchable_cards),
        to_learn(user, is_own_chair),
        open_to(user.pk, games).count() if has_tournaments else 0,
        unread or 0,
        is_away,
    )


def _counts(user: UUID, is_own_chair: Q, games: frozenset[str]) -> QuerySet[User, Any]:
    """Return a one-row query with the lobby's counts of finished tables and unread notices (None
    for zero). It also tells whether there are open tournaments, and whether the user has a holiday.
    """
    rows = User.objects.filter(pk=user).annotate(
        over=Subquery(_number(_finished_tables(user, is_own_chair, games))),
        tournaments=Exists(Tournament.objects.filter(status=Tournament.Status.OPEN)),
        unread=Subquery(count_of(user)),
        away=Exists(Holiday.objects.filter(user=user, ends__gt=clock.now())),
    )
    return rows.values_list("over", "tournaments", "unread", "away")


def card_for_invite(token: str, user: User) -> Card:
    """Return the table that an invite link leads to. Raise `NoSuchTable` for an unknown link, and
    also for one that has been used.
    """
    invite_hash = hashlib.sha256(token.encode()).hexdigest()
    tables = Table.objects.filter(
        invite_hash=invite_hash, status=Table.Status.OPEN, game__in=_games()
    )
    cards = _cards(tables.select_related("opened_by"), user)
    if not token or not cards:
        raise NoSuchTable("This table does not exist.")
    return cards[0]


def featured_cards(user: User) -> tuple[Card, ...]:
    """Return the cards of the featured live matches, best match first."""
    table_ids = [live.table.pk for live in featured_matches(user)]
    tables = Table.objects.filter(pk__in=table_ids, game__in=_games()).select_related("opened_by")
    cards = _cards(tables, user) if table_ids else ()
    return tuple(sorted(cards, key=lambda card: table_ids.index(card.table.pk)))


def table_for_invite(token: str) -> Table:
    """Return the table that an invite link leads to, for anyone with the link. Raise `NoSuchTable`
    in the same cases as `card_for_invite`.
    """
    invite_hash = hashlib.sha256(token.encode()).hexdigest()
    table = Table.objects.filter(invite_hash=invite_hash, status=Table.Status.OPEN).first()
    if not token or table is None:
        raise NoSuchTable("This table does not exist.")
    return table


def _cards(tables: Iterable[Table], user: User) -> tuple[Card, ...]:
    """Return the cards of tables. This takes one query, plus those for the tables themselves and
    for parties.
    """
    tables_by_id = {table.pk: table for table in tables}
    rows = Chair.objects.filter(table__in=tables_by_id).select_related("holder", "kept_for")
    chairs = tuple(rows.order_by("seat"))
    chairs_by_table: dict[UUID, list[Chair]] = {pk: [] for pk in tables_by_id}
    for chair in chairs:
        chair.table = tables_by_id[chair.table_id]
        chairs_by_table[chair.table_id].append(chair)
    load_parties(chairs)
    own_parties = parties_at(chairs, user)
    return tuple(
        [_card(table, chairs_by_table[pk], user, own_parties) for pk, table in tables_by_id.items()]
    )


def _games(game: str = "") -> frozenset[str]:
    """Return all known games, or only the requested one."""
    games = registry.known_games()
    return games & {game} if game else games


def _card(table: Table, chairs: Sequence[Chair], user: User, own_parties: frozenset[UUID]) -> Card:
    own_chairs = [chair for chair in chairs if can_play(chair, user, own_parties)]
    chairs_to_move = [
        chair
        for chair in own_chairs
        if chair.asked_at is not None and not chair.bot and table.is_playing
    ]
    terms, preset = _open_terms(table)
    return Card(
        table=table,
        tabletop=registry.get(table.game),
        names=names_at(chairs),
        free=sum([chair.is_free_to(user.pk) for chair in chairs]),
        is_mine=bool(own_chairs) or table.opened_by_id == user.pk,
        is_kept=any(chair.kept_for_id == user.pk for chair in chairs),
        my_move=bool(chairs_to_move),
        my_due=min(
            [chair.due_at for chair in chairs_to_move if chair.due_at is not None], default=None
        ),
        terms=terms,
        preset=preset,
    )


def _open_terms(table: Table) -> tuple[tuple[str, ...], str]:
    """Return an open table's terms and preset, both empty if its options are unreadable."""
    try:
        return (
            (terms_of(table), preset_of(table)) if table.status == Table.Status.OPEN else ((), "")
        )
    except Unreadable:
        return (), ""
