"""Querysets whose SQL is built once per process: :class:`Prepared`, and :class:`PreparedInScope`
for the rows of one club.

Django builds the SQL of a queryset for each execution. For a queryset with several subqueries, this
takes longer than the execution in the database. The SQL of frequent queries is therefore built
once, with placeholders, and then executed with different values. The rows are the same as those of
the queryset, with the same models, annotations and related objects.
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
"""Name of the scope that limits rows to a club."""
CLUB: Final = "the scope's club"
"""Name of the scope's club among the values."""
LATE: Final = datetime(9990, 7, 1, tzinfo=UTC)
"""Placeholder for a time that differs between calls. No query uses its year, so a parameter of the
same year that is an hour earlier represents the actual time minus an hour.
"""
LATE_DAY: Final = date(9991, 2, 3)
"""Placeholder for a date that differs between calls."""
NUMBER: Final = 30_011
"""Placeholder for a number that differs between calls. No query contains it otherwise."""
MOST_KEYS: Final = 32
"""Maximum number of keys in a value. Larger values use SQL that is built for them alone."""
LARGEST: Final = 2**15 - 1
"""Maximum number in prepared SQL. Django builds different SQL for larger numbers."""


class Keys(frozenset[UUID]):
    """Keys for the lookup `__among`, which sends them as one parameter. The same SQL works for any
    number of keys.
    """


class CannotPrepare(TypeError):
    """The SQL of a query cannot be prepared."""


class _Ready:
    """A queryset's SQL on one database, and the positions of the values in its parameters."""

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
        """Find parameters that are a fixed duration before or after the placeholder `LATE`."""
        for name, word in self.words.items():
            for at, param in enumerate(self.params) if word is LATE else ():
                moment = _moment(param)
                if moment is not None and moment.year == LATE.year:
                    self.places[at] = name
                    if moment != LATE:
                        self.shifts[at] = moment - LATE

    def _hides(self, word: Any) -> bool:
        """Return whether any fixed SQL parameter contains the placeholder."""
        rest = [param for at, param in enumerate(self.params) if at not in self.places]
        return any(str(word) in str(param) for param in rest)

    def asked(
        self, values: dict[str, Any], using: str, *, keeps_plan: bool = True
    ) -> QuerySet[Any]:
        """Return the queryset with these values. It must not be refined further."""
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
        """Return the converters of these columns, which are the same for all values."""
        if self.converters is None:
            self.converters = self.compiler.get_converters(columns)
        return self.converters


class _Binding:
    """A connection whose cursors send parameters separately from the statement, so that PostgreSQL
    can prepare a statement that is executed repeatedly.
    """

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def cursor(self) -> Any:
        """Return a cursor that prepares statements if the database is PostgreSQL."""
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
    """A queryset whose SQL is built once and executed with different values.

    `Prepared(build, slug=str, user=UUID, teams=frozenset[UUID])` calls `build` with placeholders as
    keyword arguments, once for each kind of database. `build` must return the same query for all
    values. Use several objects for queries of different shapes.

    Use a frozenset of keys or texts only with the lookup `__in`. `build` is then called once for
    each size: none, one, up to two, up to four and so on. Use `Keys` only with the lookup
    `__among`. The same SQL works for any number of keys, and callers can pass any collection.

    The query is built outside of all scopes, so that the SQL contains no club. `build` must filter
    rows by their club or owner. The query must contain each value unchanged, except that it can
    contain a time that is a fixed duration before or after the value. Otherwise, the first use
    raises CannotPrepare.
    """

    keeps_plan = True
    """Whether PostgreSQL can use a generic plan, which does not depend on the values."""

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
        """Return the rows for these values. This takes one query, plus those that prefetch related
        rows, or none if no row can match.
        """
        if self._are_odd(values):
            with scopes_disabled():
                return tuple(self._build(**values))
        return self._asked(values)

    def first(self, **values: Any) -> RowT | None:
        """Return the first row, or None. The queryset should be limited to one row."""
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
        """Return the number of keys in the SQL that is used for this number of keys."""
        return min(number, 1) if self._kinds[name] is Keys else number

    def _are_odd(self, values: Mapping[str, Any]) -> bool:
        """Return whether any of the values needs SQL that is built for it alone."""
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
    """A prepared query of the rows of one club.

    It is built in the scope of a placeholder, and executed with the club of the current scope. If
    scopes are disabled, it is executed without a club, with separate SQL. Outside of any scope, it
    returns the result of the queryset itself, which raises an error.
    """

    def all(self, **values: Any) -> tuple[RowT, ...]:
        """Return the rows of the scope's club for these values. This takes one query."""
        here = get_scope()
        club = here.get(DIMENSION) if here.get("_enabled", True) else None
        known = isinstance(club, UUID) or not here.get("_enabled", True)
        if not known or self._are_odd(values):
            return tuple(self._build(**values))
        return self._asked(values, club)


class PlannedAnewInScope(PreparedInScope[RowT]):
    """A prepared query that PostgreSQL plans for each execution. A partial index, such as that of
    due rows, can be used only by a plan that depends on the values.
    """

    keeps_plan = False


_WORDS: Final = count()


def _word(kind: Any) -> Any:
    """Return a placeholder of this type that no query contains otherwise.

    UUIDs and texts are different on each call. They are not random, so that the random values of a
    page do not depend on whether its queries are already prepared.
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
    """Return a collection of `size` placeholders, for a parameter of this type."""
    if kind is Keys:
        return Keys([_word(UUID) for _ in range(size)])
    return frozenset([_word(*get_args(kind)) for _ in range(size)])


def _twin(thing: Any) -> Any:
    """Return a shallow copy whose attributes can be replaced. The attributes' values must not be
    changed.
    """
    twin = object.__new__(type(thing))
    twin.__dict__.update(thing.__dict__)
    return twin


def _is_odd(value: Any) -> bool:
    """Return whether the value needs SQL that is built for it alone."""
    if isinstance(value, frozenset):
        return len(value) > MOST_KEYS
    return isinstance(value, int) and abs(value) > LARGEST


def _filled(value: Any) -> Any:
    """Return keys with the last one repeated, so that their number is a power of two."""
    if not isinstance(value, frozenset) or not value:
        return value
    keys = tuple(value)
    return keys + keys[-1:] * ((1 << (len(keys) - 1).bit_length()) - len(keys))


def _without_keys(words: Mapping[str, Any]) -> bool:
    """Return whether a set of keys is empty. Django can then drop other conditions, too."""
    return any(isinstance(word, frozenset) and not word for word in words.values())


def _each(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield each value with its name, and each key of a set with the name and a number. `Keys` are
    one value.
    """
    for name, value in values.items():
        if isinstance(value, Keys):
            yield name, value
        elif isinstance(value, frozenset | tuple):
            yield from ((f"{name} {number}", key) for number, key in enumerate(value))
        else:
            yield name, value


def _same(param: Any, word: Any) -> bool:
    """Return whether the parameter is this placeholder. Databases use their own integer types."""
    kind = int if isinstance(word, int) else type(param)
    return isinstance(param, kind) and isinstance(word, kind) and bool(param == word)


def _moment(param: Any) -> datetime | None:
    """Return the time in a parameter, or None. Some databases store times as text."""
    if not isinstance(param, str):
        return param if isinstance(param, datetime) else None
    try:
        return datetime.fromisoformat(param).replace(tzinfo=UTC)
    except ValueError:
        return None


def _like(param: Any, value: Any) -> Any:
    """Return the value with the type of the parameter if it is an integer."""
    return type(param)(value) if isinstance(value, int) else value


def _adapted(value: Any, connection: BaseDatabaseWrapper) -> Any:
    """Return a value as model fields pass it to the database."""
    if isinstance(value, Keys):
        return as_parameter(value, connection.vendor)
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    if isinstance(value, date):
        return connection.ops.adapt_datefield_value(value)
    return value
