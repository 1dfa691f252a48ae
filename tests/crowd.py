"""Many clubs that are due at the same time: a few are founded through the services and then copied
inside the database.

Every id of a copy is a digest of the original's and the copy's number, so the rows of a copy refer
to each other like the originals. Ids inside order sheets are replaced too, with new digests: each
copy has its own dice.
"""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime
from hashlib import md5, sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

from django.apps import apps
from django.db import connection, models
from django_scopes import scopes_disabled

from campaign.garage.rules.record import armour_key
from campaign.garage.services import workshop
from campaign.ledger.rules.gear import Packed
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.rules.spies import Kit
from core.web import clock
from espionage.models import OrderSheet
from espionage.rules.orders import Order, Sheet
from espionage.services import sheets

from .factories import Club, found_club

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOUNDED: Final = datetime(2040, 3, 1, 12, tzinfo=UTC)
SIZES: Final = (2, 3, 3, 4)
"""Number of teams of each original."""

APPS: Final = ("accounts", "notifications", "web", "campaign", "espionage", "play")
CLOCKS: Final = ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
"""Names of the times of a week."""

UNIQUE_TEXT: Final = {("campaign", "slug"), ("user", "username")}
HOLDS_IDS: Final = {("ordersheet", "payload"), ("duelentry", "crew")}
"""Columns whose text contains ids."""

_ID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Moments(NamedTuple):
    """The time when all clubs are due, and when their weeks close."""

    due_at: datetime
    closes_at: datetime


def originals(sizes: Sequence[int] = SIZES) -> Moments:
    """Found the clubs with six people, two cars and a full order sheet per team (four missions, two
    counterspies) and repair work.
    """
    clubs = [
        found_club(teams=teams, characters=6, vehicles=2, name=f"Crowd {at}", at=FOUNDED)
        for at, teams in enumerate(sizes)
    ]
    for club in clubs:
        _give_orders(club)
    week = clubs[0].open_week
    return Moments(week.due_at, week.closes_at)


def _give_orders(club: Club) -> None:
    known, clock.now = clock.now, lambda: club.at
    try:
        for at in range(len(club.teams)):
            _wear_down(club, at)
            _save(club, at, OrderSheet.State.DRAFT, 0)
            _save(club, at, OrderSheet.State.FINAL, 1)
            club.enter(at, gunner="Sable")
    finally:
        clock.now = known


def _wear_down(club: Club, at: int) -> None:
    """Create some damage and a wound, and people to repair and heal."""
    car, patient = club.car(at), club.who(at, "Rook")
    with club.scope():
        posting.post(
            [
                Line(Book.DAMAGE, car.pk, armour_key("front"), 5, "before", club.at),
                Line(Book.WOUND, patient.pk, "dp", 1, "before", club.at),
            ]
        )
    workshop.order_repair(
        week=club.open_week, worker=club.who(at, "Wrench"), vehicle=car, now=club.at, budget=2000
    )
    workshop.order_care(
        week=club.open_week, worker=club.who(at, "Doc"), patient=patient, now=club.at
    )


def _save(club: Club, at: int, state: OrderSheet.State, seen: int) -> None:
    with club.scope():
        sheets.save_sheet(
            week_id=club.open_week.pk,
            team=club.teams[at],
            sheet=_sheet(club, at),
            state=state,
            seen_version=seen,
            saved_by=club.players[at],
        )


def _sheet(club: Club, at: int) -> Sheet:
    rivals = [number for number in range(len(club.teams)) if number != at]
    pistol = Kit(items=(Packed(gear="heavy_pistol"), Packed(gear="body_armour")))
    return Sheet(
        orders=(
            _mission(club, at, "Vesper", "infiltrate", rivals[0], kit=pistol),
            _mission(club, at, "Sable", "assassinate", rivals[-1], kit=pistol),
            _mission(club, at, "Fuse", "blow_up", rivals[len(rivals) // 2], bricks=1),
            _mission(club, at, "Rook", "infiltrate", rivals[-1]),
            Order(spy=str(club.who(at, "Wrench").pk), action="counterspy", kit=pistol),
            Order(spy=str(club.who(at, "Doc").pk), action="counterspy"),
        )
    )


def _mission(club: Club, at: int, name: str, action: str, rival: int, **more: Any) -> Order:
    return Order(
        spy=str(club.who(at, name).pk),
        action=action,  # type: ignore[arg-type]
        target_team=str(club.teams[rival].pk),
        **more,  # type: ignore[arg-type]
    )  # type: ignore[arg-type]


# --- copying --------------------------------------------------------------------------------------


def copies(first: int, last: int) -> None:
    """Add the copies `first` to `last` of all originals. Call it once per database before anything
    is resolved.
    """
    add(first, last)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def add(first: int, last: int) -> None:
    """Do the same within a transaction, any number of times: the rows of the first call are the
    originals. Call `look_at` to update statistics.
    """
    if connection.vendor == "postgresql":
        _teach_postgres()
        numbers = f"generate_series({first}, {last}) AS numbers(n)"
    else:
        _teach_sqlite()
        numbers = (
            f"(WITH RECURSIVE c(n) AS (SELECT {first} UNION ALL SELECT n + 1 FROM c "
            f"WHERE n < {last}) SELECT n FROM c) AS numbers"
        )
    with scopes_disabled(), connection.cursor() as cursor:
        for model in _models():
            cursor.execute(
                f"CREATE TEMP TABLE IF NOT EXISTS original_{model._meta.db_table} AS SELECT * FROM "
                f"{model._meta.db_table}"
            )
        statements = [
            statement
            for model in _models()
            for statement in _statements(model, numbers, f"original_{model._meta.db_table}")
        ]
        for statement in statements:
            cursor.execute(statement)


def look_at() -> None:
    """Let PostgreSQL update its statistics."""
    with connection.cursor() as cursor:
        # by name: a bare ANALYZE locks what all databases of the server share
        cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in _models())}")


def _models() -> Iterator[type[models.Model]]:
    """Return the models with parents before children."""
    found = [model for app in APPS for model in apps.get_app_config(app).get_models()]
    done: list[type[models.Model]] = []
    while found:
        ready = [model for model in found if not _parents(model) & set(found) - {model}]
        done += ready
        found = [model for model in found if model not in ready]
    return iter(done)


def _parents(model: type[models.Model]) -> set[Any]:
    return {field.related_model for field in model._meta.concrete_fields if field.is_relation}


def _statements(model: type[models.Model], numbers: str, source: str) -> list[str]:
    """Return one INSERT per table, or one per row for tables whose text contains ids."""
    table, fields = model._meta.db_table, model._meta.concrete_fields
    names = ", ".join(f'"{field.column}"' for field in fields)
    held = [field for field in fields if (model._meta.model_name, field.column) in HOLDS_IDS]
    if not held:
        return [
            (
                f"INSERT INTO {table} ({names}) SELECT "
                f"{', '.join(_plain(model, field) for field in fields)} FROM {source} r, {numbers}"
            )
        ]
    return [
        f"INSERT INTO {table} ({names}) SELECT "
        f"{', '.join(_replaced(model, field, row, held[0]) for field in fields)} "
        f"FROM {source} r, {numbers} WHERE r.id = "
        f"'{row.pk if connection.vendor == 'postgresql' else row.pk.hex}'"
        for row in model._base_manager.raw(f"SELECT * FROM {source}")
    ]


def _is_id(field: models.Field[Any, Any]) -> bool:
    target = field
    while target.is_relation:
        target = target.target_field  # type: ignore[attr-defined]
    return isinstance(target, models.UUIDField)


def _plain(model: type[models.Model], field: models.Field[Any, Any]) -> str:
    column = f'r."{field.column}"'
    if _is_id(field):
        return f"clone({column}, n)"
    return (
        f"{column} || '-' || n" if (model._meta.model_name, field.column) in UNIQUE_TEXT else column
    )


def _replaced(
    model: type[models.Model],
    field: models.Field[Any, Any],
    row: models.Model,
    held: models.Field[Any, Any],
) -> str:
    stored = connection.vendor == "postgresql" and isinstance(held, models.JSONField)
    text = f'r."{held.column}"' + ("::text" if stored else "")
    for found in sorted(set(_ID.findall(str(getattr(row, held.attname))))):
        text = f"replace({text}, '{found}', clone_text('{found}', n))"
    if field is held:
        return f"({text})::jsonb" if stored else text
    return f"sealed_digest({text}, r.salt)" if field.column == "digest" else _plain(model, field)


def _teach_postgres() -> None:
    with connection.cursor() as cursor:
        cursor.execute("""
            CREATE OR REPLACE FUNCTION clone(uuid, int) RETURNS uuid
                LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
                AS $$ SELECT md5(replace($1::text, '-', '') || ':' || $2)::uuid $$;
            CREATE OR REPLACE FUNCTION clone_text(text, int) RETURNS text
                LANGUAGE sql IMMUTABLE PARALLEL SAFE
                AS $$ SELECT clone($1::uuid, $2)::text $$;
            CREATE OR REPLACE FUNCTION sealed_digest(text, bytea) RETURNS text
                LANGUAGE sql IMMUTABLE PARALLEL SAFE
                AS $$ SELECT
                encode(sha256('sealed/'::bytea || $2 || convert_to($1, 'UTF8')), 'hex') $$;
        """)


def _teach_sqlite() -> None:
    connection.ensure_connection()
    known: sqlite3.Connection = connection.connection
    known.create_function("clone", 2, _clone, deterministic=True)
    known.create_function(
        "clone_text",
        2,
        lambda text, number: str(UUID(_clone(text.replace("-", ""), number))),
        deterministic=True,
    )
    known.create_function(
        "sealed_digest",
        2,
        lambda text, salt: sha256(b"sealed/" + bytes(salt) + text.encode()).hexdigest(),
        deterministic=True,
    )


def _clone(text: str | None, number: int) -> str | None:
    return (
        None
        if text is None
        else md5(f"{text}:{number}".encode(), usedforsecurity=False).hexdigest()
    )


def crowd(campaigns: int, sizes: Sequence[int] = SIZES) -> Moments:
    """Fill an empty database with this many clubs, rounded down to a multiple of the originals, due
    at the same time.
    """
    moments = originals(sizes)
    if campaigns > len(sizes):
        copies(1, campaigns // len(sizes) - 1)
    return moments
