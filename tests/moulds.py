"""Moulds: the starting point of many tests is created through the services once per process and
then restored from its rows.

A mould keeps every row that the creation added, and the object that it returned. Restoring writes
the same rows with the same ids and returns a copy of the object, with the same result in less time.
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
from core.accounts.models import User

from . import luck

if TYPE_CHECKING:
    from collections.abc import Iterator

P = ParamSpec("P")
T = TypeVar("T")

APPS: Final = ("accounts", "notifications", "web", "campaign", "play", "espionage")


@dataclass(frozen=True)
class Mould:
    """A created club: its campaign, the statements that write its rows, and the returned object.

    It is complete if there were no other people, whose rows could have changed at the same time.
    """

    campaign: UUID
    insert: str
    thing: bytes
    is_complete: bool


_moulds: Final[dict[str, Mould]] = {}


def moulded(make: Callable[P, T]) -> Callable[P, T]:
    """Create a club of each kind once and restore it afterwards.

    It is created anew if the same one exists, if it has its own time, if a test controls
    randomness, and on SQLite.
    """

    @wraps(make)
    def made(*args: P.args, **kwargs: P.kwargs) -> T:
        kind = f"{make.__qualname__} {args} {kwargs}"
        mould = _moulds.get(kind)
        there = mould and Campaign.objects.filter(pk=mould.campaign).exists()
        if there or "at" in kwargs or not luck.rules() or connection.vendor != "postgresql":
            return make(*args, **kwargs)
        if mould and mould.is_complete:
            with connection.cursor() as cursor:
                cursor.execute(mould.insert)
        else:
            mould = _moulds[kind] = _cast(kind, lambda: make(*args, **kwargs))
        thing: T = pickle.loads(mould.thing)
        return thing

    return made


def _cast(kind: str, make: Callable[[], object]) -> Mould:
    before, is_complete = set(_rows()), not User.objects.exists()
    with luck.ruling(kind):
        thing = pickle.dumps(make())
    made: dict[str, list[str]] = {}
    for table, row in _rows():
        if (table, row) not in before:
            made.setdefault(table, []).append(row)
    insert = ";\n".join(_insert(table, rows) for table, rows in made.items())
    return Mould(pickle.loads(thing).campaign.pk, insert, thing, is_complete)


def _rows() -> Iterator[tuple[str, str]]:
    """Return every row of our apps with its table as JSON."""
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
