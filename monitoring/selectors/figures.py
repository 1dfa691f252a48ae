"""How the site's own work stands, in a handful of queries: for metrics, health and incidents."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django_scopes import scopes_disabled

from campaign.league.models import HookDelivery
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


def late() -> timedelta:
    """How long due work may wait before it counts as overdue."""
    return timedelta(minutes=settings.OVERDUE_MINUTES)


def read() -> Figures:
    """The figures of this moment, over all clubs. Seven queries, each answered from an index
    of what is still to do. Raises DatabaseError where the database is away.
    """
    with scopes_disabled():
        at = clock.now()
        weeks = due_weeks.backlog(at, late=late())
        seats = due_seats.backlog(at)
        rows = {row.outbox: row for row in outbox.backlog(OUTBOXES, at)}
        return Figures(
            at=at,
            weeks={row.stage: Backlog(row.number, row.oldest) for row in weeks},
            overdue={row.stage: row.overdue for row in weeks},
            parked=tuple(Parked(str(pk), since) for pk, since in due_weeks.parked()),
            clocks=Backlog(seats.clocks, seats.oldest_clock),
            bots=Backlog(seats.bots, seats.oldest_bot),
            tournaments=Backlog(*due_tournaments(at)),
            due={name: Backlog(row.due, row.oldest_due) for name, row in rows.items()},
            waiting={name: Backlog(row.waiting, row.oldest) for name, row in rows.items()},
            runs=tuple(
                Run(*values) for values in JobRun.objects.values_list("job", "runner", "at")
            ),
        )
