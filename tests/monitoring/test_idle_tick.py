"""An idle tick reads only what is due, so it costs the same among many clubs as among few.

A club is copied inside the database, and every statement of a tick is repeated with EXPLAIN
(ANALYZE), which counts the rows it reads. PostgreSQL reads small tables completely; this is
disabled here, so that small tables behave like large ones. An index that is read from end to end
counts, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from django.db import connection
from django_scopes import scopes_disabled
from psycopg import ClientCursor

from campaign.duels.models import DrivenDuel, DuelResult
from campaign.duels.rules.acts import Making
from campaign.duels.services import events
from campaign.league.models import Week
from core.web import clock
from espionage.models import Charge
from espionage.services.tick import tick
from monitoring.services import incidents
from play.services import tick as tables
from tests import crowd
from tests.factories import Club, found_club

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        "connection.vendor != 'postgresql'", reason="only PostgreSQL says what it reads"
    ),
]

FEW: Final = 20
MANY: Final = 80
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
ON_THE_SITE: Final = {"duel_mode": "quick"}
SHOWN: Final = {"show_sealed": True, "resolve_when_sealed": True}
LIVE: Final = {"live_decisions": True, "ambush_by_doctrine": False, "settle_hours": 36}
SLACK: Final = 10
"""Additional rows that a tick may read among many clubs, for its own books."""


def set_week(club: Club, at: datetime, status: str, *hours: float) -> None:
    """Give the club's open week this status and times this many hours from now."""
    names = ("opens_at", "due_at", "settle_at", "duel_at", "closes_at")
    moments = {name: at + each * HOUR for name, each in zip(names, hours, strict=True)}
    week = club.open_week
    with scopes_disabled():
        for later in Week.objects.filter(season=week.season, number__gt=week.number):
            ahead = (later.number - week.number) * 7 * DAY
            Week.objects.filter(pk=later.pk).update(
                **{name: moment + ahead for name, moment in moments.items()}
            )
        Week.objects.filter(pk=week.pk).update(status=status, **moments)
        week.refresh_from_db()


def open_(club: Club, at: datetime) -> None:
    set_week(club, at, "open", -60, 60, 60, 90, 120)


def playing(club: Club, at: datetime) -> None:
    set_week(club, at, "playing", -60, -20, 60, 90, 120)


def planned(club: Club, at: datetime) -> None:
    set_week(club, at, "closed", -120, -60, -60, -30, -10)


def settled(club: Club, at: datetime) -> None:
    set_week(club, at, "settled", -120, -60, -60, 30, 60)


def drive_duels(club: Club, at: datetime) -> None:
    """Drive and book the duels of this week and the one before."""
    set_week(club, at, "settled", -120, -60, -60, -30, 60)
    with scopes_disabled():
        DrivenDuel.objects.create(
            duel=club.duel, frozen_at=at - 30 * HOUR, over_at=at - 29 * HOUR, record={}
        )
        DuelResult.objects.create(
            duel=club.duel, revision=1, payload={}, recorded_at=at - 29 * HOUR
        )


def add_event(club: Club, at: datetime) -> None:
    """Create a future event with its dice drawn."""
    open_(club, at)
    with clock.set_to(at):
        events.make(
            week=club.open_week,
            new=Making(name="Cup", starts_at=at + 90 * HOUR),
            actor=club.gm,
            now=at - DAY,
        )


def add_charge(club: Club, at: datetime) -> None:
    """Add a charge for the duel."""
    settled(club, at)
    with scopes_disabled():
        Charge.objects.create(
            week=club.open_week, vehicle=club.car(0), planted_by=club.teams[1], due="duel",
            cause="a mission", at=at - DAY, payload={},
        )  # fmt: skip


CLUBS: Final[dict[str, tuple[Callable[[Club, datetime], None], dict[str, Any], int]]] = {
    "whose week is open": (open_, {}, 2),
    "whose week is being played": (playing, {}, 4),
    "whose week is being played by people": (playing, LIVE, 4),
    "whose next week is to come": (planned, {}, 2),
    "whose week is open, and whose duels the site drives": (open_, ON_THE_SITE, 10),
    "whose week is open, and who see whose orders are in": (open_, SHOWN, 40),
    "with an event to come": (add_event, {}, 10),
    "whose week is settled": (settled, {}, 10),
    "with a charge that waits for the duel": (add_charge, {}, 14),
    "whose duel the site drove": (drive_duels, ON_THE_SITE, 25),
}
"""State of a club, its house rules, and the rows a tick may read of each such club. It is more than
none if only the week's own rows show whether there is work; nothing is read of the past.
"""


@pytest.mark.slow("founds many clubs")
@pytest.mark.parametrize("kind", CLUBS)
def test_an_idle_tick_reads_as_much_among_many_clubs_as_among_few(kind: str) -> None:
    put_there, options, allowed = CLUBS[kind]
    club = found_club(teams=2, characters=1, vehicles=1, weeks=4, options=options)
    at = club.open_week.opens_at + 60 * HOUR
    put_there(club, at)
    run_due_work(at)
    crowd.add(1, FEW - 1)
    few = rows_read_in(at)
    crowd.add(FEW, MANY - 1)
    many = rows_read_in(at)
    more = {sql: rows - few.get(sql, 0) for sql, rows in many.items() if rows > few.get(sql, 0)}
    grown = sum(many.values()) - sum(few.values())
    assert grown <= allowed * (MANY - FEW) + SLACK, "\n".join(
        f"{rows:.0f} more: {sql[:2000]}"
        for sql, rows in sorted(more.items(), key=lambda it: -it[1])
    )


def run_due_work(at: datetime) -> None:
    """Do what is due for the club before it is copied."""
    with clock.set_to(at):
        for _ in range(2):
            tick(now=at)


def rows_read_in(at: datetime) -> dict[str, float]:
    """Return the number of rows read by each statement of a tick, of the tables' tick, and of the
    check for late work.
    """
    crowd.look_at()
    asked: dict[str, Any] = {}

    def note(
        execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
    ) -> Any:
        if sql.lstrip("( ").startswith("SELECT"):
            asked[sql] = params
        return execute(sql, params, many, context)

    with clock.set_to(at):
        tables.tick()
        incidents.update_incidents()
    with clock.set_to(at), connection.execute_wrapper(note):
        done = {**tick(now=at), **tables.tick(), **incidents.update_incidents()}
    assert not any(done.values()), f"there was something to do: {done}"
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        found = {sql: _rows(cursor, sql, params) for sql, params in asked.items()}
        cursor.execute("SET LOCAL enable_seqscan = on")
    return found


def _rows(cursor: Any, sql: str, params: Any) -> float:
    """Return the number of rows that a statement reads."""
    text = ClientCursor(connection.connection).mogrify(sql, params)
    cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {text}", None)
    plan = cursor.fetchone()[0]
    (whole,) = json.loads(plan) if isinstance(plan, str) else plan
    return sum(map(_read, _nodes(whole["Plan"])))


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _nodes(part)


def _read(node: dict[str, Any]) -> float:
    """Return the rows read from a table by a plan node, without index entries of rows that other
    tests rolled back.
    """
    if "Relation Name" not in node:
        return 0
    left_out = sum(
        float(node.get(f"Rows Removed by {why}", 0)) for why in ("Filter", "Index Recheck")
    )
    return (float(node["Actual Rows"]) + left_out) * float(node["Actual Loops"])
