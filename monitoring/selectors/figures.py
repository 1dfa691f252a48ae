"""Monitoring figures for metrics, health checks and incidents, which are read in a few queries."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django_scopes import scopes_disabled

from campaign.news.models import HookDelivery
from core.notifications.models import Delivery, Outgoing, OwnHookDelivery, PushDelivery
from core.notifications.selectors import outbox
from core.web import clock
from espionage.selectors import due_weeks
from monitoring.models import JobRun, OwnerDelivery
from monitoring.rules.alarms import Backlog, Figures, Parked, Run
from play.selectors import due_seats
from play.selectors.tournaments import backlog as due_tournaments

OUTBOXES: Final[Mapping[str, type[Outgoing]]] = {
    "mail": Delivery,
    "push": PushDelivery,
    "own hooks": OwnHookDelivery,
    "hooks": HookDelivery,
    "owner": OwnerDelivery,
}


def overdue_after() -> timedelta:
    """Return how long due work can wait before it is considered overdue."""
    return timedelta(minutes=settings.OVERDUE_MINUTES)


def read() -> Figures:
    """Return the current figures for all clubs. This takes seven queries, each of which uses an
    index of unfinished work. Raise DatabaseError if the database is unavailable.
    """
    with scopes_disabled():
        now = clock.now()
        weeks = due_weeks.backlog(now, late=overdue_after())
        seats = due_seats.backlog(now)
        rows = {row.outbox: row for row in outbox.backlog(OUTBOXES, now)}
        return Figures(
            measured_at=now,
            weeks={row.stage: Backlog(row.number, row.oldest) for row in weeks},
            overdue={row.stage: row.overdue for row in weeks},
            parked=tuple(Parked(str(pk), since) for pk, since in due_weeks.parked_weeks()),
            clocks=Backlog(seats.clocks, seats.oldest_clock),
            bots=Backlog(seats.bots, seats.oldest_bot),
            tournaments=Backlog(*due_tournaments(now)),
            due={name: Backlog(row.due, row.oldest_due) for name, row in rows.items()},
            waiting={name: Backlog(row.waiting, row.oldest) for name, row in rows.items()},
            runs=tuple(
                Run(*values) for values in JobRun.objects.values_list("job", "runner", "at")
            ),
        )
