"""Copies of a played week for other weeks, with every row it left in the database.

Rows added during the week are stored as JSON in which every new id has a gap. A copy fills the gap
with its own number, so that its rows refer to each other and to older rows like the original's; all
times are moved back. New tables are copied automatically.
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.apps import apps
from django.db import connection, models

from campaign.garage.models import Vehicle
from campaign.league.models import Season, Week
from campaign.roster.models import Character

if TYPE_CHECKING:
    from collections.abc import Iterator

APPS: Final = ("accounts", "notifications", "web", "campaign", "play", "espionage")
GAP: Final = "@gap"
"""Placeholder for a copy's number: four characters, like the end of an id."""
NUMBER: Final = "@number@"
SEASON: Final = "@season@"
HASHES: Final = {"token_hash", "invite_hash", "key", "key_hash"}
"""Columns whose text is unique and has no meaning."""

_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


@dataclass
class Played:
    """The rows of a week by table, with gaps."""

    rows: dict[str, str] = field(default_factory=dict)
    written: int = 0
    copies: int = 0

    def write(self, season: Season, number: int, ago: timedelta) -> None:
        """Write the week again as this week of a season, this long before it was played."""
        self.copies += 1
        filled = {GAP: f"{self.copies:04x}", f'"{NUMBER}"': str(number), SEASON: str(season.pk)}
        with connection.cursor() as cursor:
            for model in _models():
                if text := self.rows.get(model._meta.db_table):
                    for gap, what in filled.items():
                        text = text.replace(gap, what)
                    cursor.execute(_insert(model), {"rows": text, "days": ago.days})


def _models() -> list[type[models.Model]]:
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in APPS
    ]


def _insert(model: type[models.Model]) -> str:
    """Insert all columns with their times moved."""
    moments = {
        one.column for one in model._meta.concrete_fields if isinstance(one, models.DateTimeField)
    }
    columns = [one.column for one in model._meta.concrete_fields]
    moved = ", ".join(
        f'"{column}"' + (" - %(days)s * interval '1 day'" if column in moments else "")
        for column in columns
    )
    named = ", ".join(f'"{column}"' for column in columns)
    table = model._meta.db_table
    return (
        f"INSERT INTO {table} ({named}) SELECT {moved} FROM "
        f"jsonb_populate_recordset(NULL::{table}, %(rows)s)"
    )


@contextmanager
def keeping() -> Iterator[Played]:
    """Store the rows added inside the block: the whole life of one week from its planning."""
    before = {model: _ids(model) for model in _models()}
    played = Played()
    yield played
    added = {
        model: [row for key, row in _rows(model) if key not in before[model]] for model in _models()
    }
    old = {key for keys in before.values() for key in keys}
    for model, rows in added.items():
        if rows:
            played.written += len(rows)
            text = json.dumps([_with_gaps(model, row) for row in rows])
            played.rows[model._meta.db_table] = _ID.sub(
                lambda it: it[0] if it[0] in old else f"{it[0][:-4]}{GAP}", text
            )


def _ids(model: type[models.Model]) -> set[str]:
    return {key for key, _ in _rows(model)}


def _rows(model: type[models.Model]) -> Iterator[tuple[str, dict[str, Any]]]:
    meta = model._meta
    assert meta.pk is not None
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{meta.pk.column}"::text, to_jsonb(t)::text FROM {meta.db_table} t')
        yield from ((key, json.loads(row)) for key, row in cursor.fetchall())


def _with_gaps(model: type[models.Model], row: dict[str, Any]) -> dict[str, Any]:
    """Replace unique values besides ids by gaps."""
    if model is Week:
        return {**row, "number": NUMBER, "season_id": SEASON}
    named = {"name": f"{row['name']} {GAP}"} if model in {Vehicle, Character} else {}
    hashes = {
        key: f"{hashlib.sha256(row[key].encode()).hexdigest()[:36]}{GAP}"
        for key in HASHES & row.keys()
        if row[key]
    }
    return {**row, **named, **hashes}
