"""Outages, as those ask who hold what was due."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import OuterRef, Q

from core.uptime.models import Outage
from core.uptime.rules.outages import UP_FOR
from core.web.row_by_row import there_is

if TYPE_CHECKING:
    from datetime import datetime


def since(moment: datetime, at: datetime) -> tuple[Outage, ...]:
    """The outages that ended after `moment` and by `at`, the oldest first. One query."""
    return tuple(Outage.objects.filter(ended_at__gt=moment, ended_at__lte=at))


def moves(field: str, at: datetime, *, begun: str) -> Q:
    """For a query: whether an outage that was over by `at`, and not yet at the moment in `begun`,
    moves the moment in `field`, as `rules.outages.held_until` says. No outage moves a moment that
    lies an hour (`UP_FOR`) or more after `at`: whoever asks of many rows says so beside it, for an
    index to find them.
    """
    return there_is(
        Outage.objects.filter(
            Q(ended_at__gt=OuterRef(begun)),
            began_at__lte=OuterRef(field),
            ended_at__gt=OuterRef(field) - UP_FOR,
            ended_at__lte=at,
        )
    )
