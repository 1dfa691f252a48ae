"""Querysets whose SQL is made once in a process: :class:`Prepared`, and
:class:`PreparedInScope` for the rows of one club.

Django works the SQL of a queryset out anew each time it is asked, and for one with several
subqueries that takes longer than the database does. Where a query stands on every page, its SQL is
made once, with words in the places of what differs, and asked with other values from then on. The
rows are those that the queryset itself would bring: the same models, annotations, related objects.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, get_args, get_origin
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django_scopes import get_scope, scope, scopes_disabled

from .lookups import as_parameter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models import QuerySet
    from django.db.models.sql.compiler import SQLCompiler

RowT = TypeVar("RowT")
DIMENSION: Final = "campaign"
"""By what rows are scoped."""
CLUB: Final = "the scope's club"
"""What the scope is called among the values."""
LATE: Final = datetime(9990, 7, 1, tzinfo=UTC)
"""No query is about this year: this moment stands in for the one that differs, and what lies an
hour before it in the same year for an hour before that one.
"""
LATE_DAY: Final = date(9991, 2, 3)
"""The same for days."""
NUMBER: Final = 30_011
"""No query of itself asks for this number."""
MOST_KEYS: Final = 32
"""More keys in one value are asked for with SQL made for them alone, and so are numbers beyond
`LARGEST`, to which Django pays heed.
"""
LARGEST: Final = 2**15 - 1


class Keys(frozenset[UUID]):
    """A value of keys for `__among` alone, which sends them as one parameter: the same SQL asks for
    any number of them.
    """


class CannotPrepare(TypeError):
    """A query of which SQL cannot be made once and for all."""


class _Ready:
    """A queryset's SQL on one database, and where in its parameters each value stands."""

    def __init__(self, rows: QuerySet[Any], words: dict[str, Any], using: str) -> None:
        self.rows = rows.using(using)
        self.compiler: SQLCompiler = self.rows.query.get_compiler(using=using)
        self.sql, params = self.compiler.as_sql()
        self.params, self.words = tuple(params), words
        self.converters: dict[int, Any] | None = None
        self.places: dict[int, str] = {}
        self.shifts: dict[int, timedelta] = {}
        adapted = {name: _adapted(word, connections[using]) for name, word in _each(words)}
        for name, word in adapted.items():
            for at, param in enumerate(self.params):
                if _same(param, word):
                    self.places[at] = name
        self._find_moments()
        for name, word in adapted.items():
            may_be_gone = name != CLUB and _without_keys(words)
            stands = name in self.places.values() or may_be_gone
            if not stands or self._hides(word):
                raise CannotPrepare(f"{name} does not stand in the query as it is given.")

    def _find_moments(self) -> None:
        """Where moments stand that are a fixed time before or after the one that differs."""
        for name, word in self.words.items():
            for at, param in enumerate(self.params) if word is LATE else ():
                moment = _moment(param)
                if moment is not None and moment.year == LATE.year:
                    self.places[at] = name
                    if moment != LATE:
                        self.shifts[at] = moment - LATE

    def _hides(self, word: Any) -> bool:
        """Whether the word is a part of a parameter that is none of the values."""
        rest = [param for at, param in enumerate(self.params) if at not in self.places]
        return any(str(word) in str(param) for param in rest)

    def asked(
        self, values: dict[str, Any], using: str, *, keeps_plan: bool = True
    ) -> QuerySet[Any]:
        """The queryset, to be read as it is and not to be refined."""
        connection, params = connections[using], list(self.params)
        adapted = {name: _adapted(value, connection) for name, value in _each(values)}
        for at, name in self.places.items():
            params[at] = _like(params[at], adapted[name])
        for at, shift in self.shifts.items():
            params[at] = _adapted(values[self.places[at]] + shift, connection)
        compiler = _twin(self.compiler)
        compiler.connection = _Binding(connection) if keeps_plan else connection
        compiler.as_sql = lambda *_, **__: (self.sql, tuple(params))
        compiler.get_converters = self._converters
        rows = self.rows.all()
        rows.query.get_compiler = lambda *_, **__: compiler  # type: ignore[method-assign]
        return rows

    def _converters(self, columns: list[Any]) -> dict[int, Any]:
        """How what stands in these columns is read: the same each time."""
        if self.converters is None:
            self.converters = self.compiler.get_converters(columns)
        return self.converters


class _Binding:
    """A connection whose cursors leave it to the database to put values in their places, so that
    the driver can have PostgreSQL prepare a statement that it is asked again and again.
    """

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def cursor(self) -> Any:
        """A cursor of the connection, which is otherwise as any."""
        if self._connection.vendor != "postgresql":
            return self._connection.cursor()
        from .prepared_cursors import PreparingCursor

        self._connection.ensure_connection()
        bare = self._connection.connection
        usual, bare.cursor_factory = bare.cursor_factory, PreparingCursor
        try:
            return self._connection.cursor()
        finally:
            bare.cursor_factory = usual


class Prepared(Generic[RowT]):
    """`Prepared(build, slug=str, user=UUID, teams=frozenset[UUID])`: a queryset by a function that
    takes these values, each by its name. It is called once for each kind of database, with words in
    their places, and has to build the same query whatever the values are; what has several shapes
    is several of these. A frozenset, of keys or of words, is for `__in` alone: it is called once
    more for none of them, for one, for up to two, four and so on. `Keys` are for `__among` alone,
    any number of them by the same SQL; what is asked with may be any collection of keys.

    It is built outside of every club's scope, so that no club's name is in SQL that other clubs
    ask with: the function itself filters by whose rows they are. A value has to stand in the query
    as it is given, a moment perhaps by a fixed time before or after: nothing is looked up by a part
    of it. Raises CannotPrepare at the first use where that is not so.
    """

    keeps_plan = True
    """Whether PostgreSQL may keep a plan for the query that knows none of its values."""

    def __init__(self, build: Callable[..., QuerySet[Any, RowT]], **kinds: Any) -> None:
        self._build, self._kinds = build, kinds
        alone = [kind for kind in kinds.values() if kind in (int, date, datetime)]
        if len(set(alone)) < len(alone):
            raise CannotPrepare("Two numbers, or two moments, could be taken for each other.")
        self._many = [
            name for name, kind in kinds.items() if kind is Keys or get_origin(kind) is frozenset
        ]
        self._ready: dict[tuple[Any, ...], _Ready | None] = {}

    def all(self, **values: Any) -> tuple[RowT, ...]:
        """The rows for these values. One query, and those of what the queryset fetches ahead; none
        where no row can be meant.
        """
        if self._are_odd(values):
            with scopes_disabled():
                return tuple(self._build(**values))
        return self._asked(values)

    def first(self, **values: Any) -> RowT | None:
        """The first of the rows, None where there is none. The queryset should end after one."""
        return next(iter(self.all(**values)), None)

    def _asked(self, values: dict[str, Any], club: UUID | None = None) -> tuple[RowT, ...]:
        full = {
            name: Keys(value) if self._kinds[name] is Keys else _filled(value)
            for name, value in values.items()
        }
        ready = self._for(DEFAULT_DB_ALIAS, full, scoped=club is not None)
        if ready is None:
            return ()
        asked = full if club is None else {**full, CLUB: club}
        return tuple(ready.asked(asked, DEFAULT_DB_ALIAS, keeps_plan=self.keeps_plan))

    def _for(self, using: str, values: Mapping[str, Any], *, scoped: bool) -> _Ready | None:
        sizes = {name: self._size(name, len(values[name])) for name in self._many}
        key = using, connections[using].vendor, scoped, *sizes.values()
        if key not in self._ready:
            words = {
                name: _words(kind, sizes[name]) if name in self._many else _word(kind)
                for name, kind in self._kinds.items()
            }
            try:
                self._ready[key] = self._made(words, using, scoped=scoped)
            except EmptyResultSet:
                self._ready[key] = None
        return self._ready[key]

    def _size(self, name: str, number: int) -> int:
        """For how many keys SQL is made that asks for so many."""
        return min(number, 1) if self._kinds[name] is Keys else number

    def _are_odd(self, values: Mapping[str, Any]) -> bool:
        """Whether one of the values is asked for with SQL made for it alone."""
        return any(
            _is_odd(value) for name, value in values.items() if self._kinds[name] is not Keys
        )

    def _made(self, words: dict[str, Any], using: str, *, scoped: bool) -> _Ready:
        if not scoped:
            with scopes_disabled():
                return _Ready(self._build(**words), words, using)
        club = _word(UUID)
        with scope(**{DIMENSION: club}):
            return _Ready(self._build(**words), {**words, CLUB: club}, using)


class PreparedInScope(Prepared[RowT]):
    """The same for a query of rows of one club: it is built inside the scope of a club that is
    none, and asked with the one in whose scope it is asked. Where scopes are disabled it is asked
    without one, with SQL of its own; outside of any it is the queryset itself, which refuses to be
    read.
    """

    def all(self, **values: Any) -> tuple[RowT, ...]:
        """The rows for these values, of the scope's club alone. One query, likewise."""
        here = get_scope()
        club = here.get(DIMENSION) if here.get("_enabled", True) else None
        known = isinstance(club, UUID) or not here.get("_enabled", True)
        if not known or self._are_odd(values):
            return tuple(self._build(**values))
        return self._asked(values, club)


class PlannedAnewInScope(PreparedInScope[RowT]):
    """The same where PostgreSQL plans the query for each of its values: an index over some rows
    alone, such as those that are still due, is of use only to a plan that knows which are asked
    for.
    """

    keeps_plan = False


_WORDS: Final = count()


def _word(kind: Any) -> Any:
    """A value of this kind that no query has of itself: each another, and none drawn, so that what
    is drawn for a page does not depend on whether its queries are ready.
    """
    if kind in (UUID, str):
        key = UUID(bytes=sha256(b"prepared %d" % next(_WORDS)).digest()[:16])
        return key if kind is UUID else f"the-{key.hex}"
    if kind is int:
        return NUMBER
    if kind is datetime:
        return LATE
    if kind is date:
        return LATE_DAY
    raise CannotPrepare(f"A value of the kind {kind.__name__} is not known here.")


def _words(kind: Any, size: int) -> frozenset[Any]:
    """So many words, as a value of this kind of keys holds them."""
    if kind is Keys:
        return Keys([_word(UUID) for _ in range(size)])
    return frozenset([_word(*get_args(kind)) for _ in range(size)])


def _twin(thing: Any) -> Any:
    """Another one that has all that it has, in which something is then replaced: what it has is
    never written to.
    """
    twin = object.__new__(type(thing))
    twin.__dict__.update(thing.__dict__)
    return twin


def _is_odd(value: Any) -> bool:
    """Whether it is one of the values that are asked for with SQL made for them alone."""
    if isinstance(value, frozenset):
        return len(value) > MOST_KEYS
    return isinstance(value, int) and abs(value) > LARGEST


def _filled(value: Any) -> Any:
    """Keys, the last of them again and again until they are one, two, four and so on."""
    if not isinstance(value, frozenset) or not value:
        return value
    keys = tuple(value)
    return keys + keys[-1:] * ((1 << (len(keys) - 1).bit_length()) - len(keys))


def _without_keys(words: Mapping[str, Any]) -> bool:
    """Whether a value of keys has none: what stood beside them in the query may be gone, too."""
    return any(isinstance(word, frozenset) and not word for word in words.values())


def _each(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every value by its name, keys by name and number; `Keys` are one value."""
    for name, value in values.items():
        if isinstance(value, Keys):
            yield name, value
        elif isinstance(value, frozenset | tuple):
            yield from ((f"{name} {number}", key) for number, key in enumerate(value))
        else:
            yield name, value


def _same(param: Any, word: Any) -> bool:
    """Whether the parameter is this word; databases have integers of classes of their own."""
    kind = int if isinstance(word, int) else type(param)
    return isinstance(param, kind) and isinstance(word, kind) and bool(param == word)


def _moment(param: Any) -> datetime | None:
    """The moment that a parameter is; databases without such a type have it as text."""
    if not isinstance(param, str):
        return param if isinstance(param, datetime) else None
    try:
        return datetime.fromisoformat(param).replace(tzinfo=UTC)
    except ValueError:
        return None


def _like(param: Any, value: Any) -> Any:
    """The value as the parameter stands there."""
    return type(param)(value) if isinstance(value, int) else value


def _adapted(value: Any, connection: BaseDatabaseWrapper) -> Any:
    """A value as fields hand it to the database."""
    if isinstance(value, Keys):
        return as_parameter(value, connection.vendor)
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    return value
