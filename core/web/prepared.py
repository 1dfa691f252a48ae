"""Querysets whose SQL is made once in a process: :class:`Prepared`, and
:class:`PreparedInScope` for the rows of one club.

Django works the SQL of a queryset out anew each time it is asked, and for one with several
subqueries that takes longer than the database does. Where a query stands on every page, its SQL is
made once, with words in the places of what differs, and asked with other values from then on. The
rows are those that the queryset itself would bring: the same models, annotations, related objects.
"""

from __future__ import annotations

import copy
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar
from uuid import UUID, uuid4

from django.db import DEFAULT_DB_ALIAS, connections, models
from django_scopes import get_scope, scope, scopes_disabled

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.db.backends.base.base import BaseDatabaseWrapper
    from django.db.models import QuerySet
    from django.db.models.sql.compiler import SQLCompiler

ModelT = TypeVar("ModelT", bound=models.Model)
DIMENSION: Final = "campaign"
"""By what rows are scoped."""
LATE: Final = datetime(9990, 1, 1, tzinfo=UTC)
"""No query is about this day: it stands in for the moments that differ."""


class CannotPrepare(TypeError):
    """A query of which SQL cannot be made once and for all."""


class _Ready:
    """A queryset's SQL on one database, and where in its parameters each value stands."""

    def __init__(self, rows: QuerySet[Any], words: dict[str, Any], using: str) -> None:
        self.rows = rows.using(using)
        self.compiler: SQLCompiler = self.rows.query.get_compiler(using=using)
        self.sql, params = self.compiler.as_sql()
        self.params = tuple(params)
        self.places: dict[int, str] = {}
        for name, word in words.items():
            adapted = _adapted(word, connections[using])
            found = [at for at, param in enumerate(self.params) if _same(param, adapted)]
            hidden = [at for at, param in enumerate(self.params) if str(adapted) in str(param)]
            if not found or found != hidden:
                raise CannotPrepare(f"{name} does not stand in the query as it is given.")
            self.places |= dict.fromkeys(found, name)

    def asked(self, values: dict[str, Any], using: str) -> QuerySet[Any]:
        """The queryset, to be read as it is and not to be refined."""
        adapted = {name: _adapted(value, connections[using]) for name, value in values.items()}
        params = tuple(
            [
                adapted[self.places[at]] if at in self.places else param
                for at, param in enumerate(self.params)
            ]
        )
        compiler = copy.copy(self.compiler)
        compiler.connection = connections[using]
        compiler.as_sql = lambda *_, **__: (self.sql, params)  # type: ignore[method-assign]
        rows: Any = self.rows.all()
        rows.query.get_compiler = lambda *_, **__: compiler
        return rows


class Prepared(Generic[ModelT]):
    """`Prepared(build, slug=str, user=UUID)`: a queryset by a function that takes these values,
    each by its name. It is called once for each kind of database, with words in their places, and
    has to build the same query whatever the values are; what has several shapes is several of
    these.

    It is built outside of every club's scope, so that no club's name is in SQL that other clubs
    ask with: the function itself filters by whose rows they are. A value has to stand in the query
    as it is given: nothing is looked up by a part of it. Raises
    CannotPrepare at the first use where that is not so.
    """

    def __init__(self, build: Callable[..., QuerySet[ModelT]], **kinds: type) -> None:
        self._build, self._kinds = build, kinds
        self._ready: dict[tuple[str, str], _Ready] = {}

    def all(self, **values: Any) -> tuple[ModelT, ...]:
        """The rows for these values. One query, and those of what the queryset fetches ahead."""
        return tuple(self._for(DEFAULT_DB_ALIAS).asked(values, DEFAULT_DB_ALIAS))

    def first(self, **values: Any) -> ModelT | None:
        """The first of the rows, None where there is none. The queryset should end after one."""
        return next(iter(self.all(**values)), None)

    def _for(self, using: str) -> _Ready:
        key = using, connections[using].vendor
        if key not in self._ready:
            words = {name: _word(kind) for name, kind in self._kinds.items()}
            self._ready[key] = self._made(words, using)
        return self._ready[key]

    def _made(self, words: dict[str, Any], using: str) -> _Ready:
        with scopes_disabled():
            return _Ready(self._build(**words), words, using)


class PreparedInScope(Prepared[ModelT]):
    """The same for a query of rows of one club: it is built inside the scope of a club that is
    none, and asked with the one in whose scope it is asked. Outside of any it is the queryset
    itself, which refuses to be read.
    """

    def all(self, **values: Any) -> tuple[ModelT, ...]:
        """The rows for these values, of the scope's club alone. One query, likewise."""
        here = get_scope()
        club = here.get(DIMENSION)
        if not here.get("_enabled", True) or not isinstance(club, UUID):
            return tuple(self._build(**values))
        ready = self._for(DEFAULT_DB_ALIAS)
        return tuple(ready.asked({**values, DIMENSION: club}, DEFAULT_DB_ALIAS))

    def _made(self, words: dict[str, Any], using: str) -> _Ready:
        club = _word(UUID)
        with scope(**{DIMENSION: club}):
            return _Ready(self._build(**words), {**words, DIMENSION: club}, using)


def _word(kind: type) -> Any:
    """A value of this kind that no query has of itself."""
    if kind is UUID:
        return uuid4()
    if kind is str:
        return f"the-{uuid4().hex}"
    if kind is datetime:
        return LATE
    raise CannotPrepare(f"A value of the kind {kind.__name__} is not known here.")


def _same(param: Any, word: Any) -> bool:
    return type(param) is type(word) and bool(param == word)


def _adapted(value: Any, connection: BaseDatabaseWrapper) -> Any:
    """A value as fields hand it to the database."""
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
