"""Moulds: what many tests begin with is made through the services once in each process; from then
on its rows are poured.

A mould keeps every row of our apps that the making added, and the thing that it returned. Pouring
writes the same rows with the same ids and gives a copy of the thing: what follows cannot tell the
difference, except by the time it took.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar
from uuid import UUID

from django.apps import apps
from django.db import connection

from campaign.league.models import Campaign

from . import luck

if TYPE_CHECKING:
    from collections.abc import Iterator

P = ParamSpec("P")
T = TypeVar("T")

APPS: Final = ("accounts", "notifications", "web", "campaign", "play", "espionage")


@dataclass(frozen=True)
class Mould:
    """What was made: the campaign by which it is known, the statements that write its rows, and the
    thing itself.
    """

    campaign: UUID
    insert: str
    thing: bytes


_moulds: Final[dict[str, Mould]] = {}


def moulded(make: Callable[P, T]) -> Callable[P, T]:
    """Make a club of each kind once, and pour it afterwards.

    It is made anew where the same one is there already, where it has an hour of its own, where a
    test has chance in its own hands, and on SQLite.
    """

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        kind = f"{make.__qualname__} {args} {kwargs}"
        mould = _moulds.get(kind)
        there = mould and Campaign.objects.filter(pk=mould.campaign).exists()
        if there or "at" in kwargs or not luck.rules() or connection.vendor != "postgresql":
            return make(*args, **kwargs)
        if mould:
            with connection.cursor() as cursor:
                cursor.execute(mould.insert)
        else:
            mould = _moulds[kind] = _cast(kind, lambda: make(*args, **kwargs))
        thing: T = pickle.loads(mould.thing)
        return thing

    return made


def _cast(kind: str, make: Callable[[], object]) -> Mould:
    before = set(_rows())
    with luck.ruling(kind):
        thing = pickle.dumps(make())
    made: dict[str, list[str]] = {}
    for table, row in _rows():
        if (table, row) not in before:
            made.setdefault(table, []).append(row)
    insert = ";\n".join(_insert(table, rows) for table, rows in made.items())
    return Mould(pickle.loads(thing).campaign.pk, insert, thing)


def _rows() -> Iterator[tuple[str, str]]:
    """Every row of our apps: its table, and itself as JSON."""
    tables = [
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(
                f"SELECT '{table}', to_jsonb(t)::text FROM {table} t" for table in tables
            )
        )
        yield from cursor.fetchall()


def _insert(table: str, rows: list[str]) -> str:
    known = f"[{','.join(rows)}]".replace("'", "''")
    return f"INSERT INTO {table} SELECT * FROM jsonb_populate_recordset(NULL::{table}, '{known}')"
