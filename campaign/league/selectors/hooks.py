"""A club's hooks, and what became of what was sent to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.db.models import Window
from django.db.models.functions import RowNumber
from django_scopes import scopes_disabled

from campaign.league.models import Hook, HookDelivery
from core.web.prepared import Keys, Prepared

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Campaign

LATEST: Final = 10
LONG: Final = 24
"""An address of so many letters after its host keeps its secret though its last four are shown."""


def hooks_of(campaign: Campaign) -> tuple[Hook, ...]:
    """A club's hooks: those that work, and those the other side has closed; not those a GM took
    away.
    """
    return tuple(
        Hook.objects.filter(campaign=campaign)
        .exclude(stopped_at__isnull=False, stopped_why="")
        .select_related("made_by")
    )


def hook_of(campaign: Campaign, hook: UUID) -> Hook | None:
    """One of these."""
    return next((row for row in hooks_of(campaign) if row.pk == hook), None)


def posts_of(hooks: Iterable[Hook]) -> dict[UUID, tuple[HookDelivery, ...]]:
    """What was last sent to each of these hooks, the newest first. One query."""
    of_one = Window(RowNumber(), partition_by="hook", order_by=["-at", "-news__position", "id"])
    rows = (
        HookDelivery.objects.filter(hook__among=frozenset(hook.pk for hook in hooks))
        .annotate(nth=of_one)
        .filter(nth__lte=LATEST)
    )
    found: dict[UUID, tuple[HookDelivery, ...]] = {}
    with scopes_disabled():
        for row in rows.select_related("news").order_by("nth"):
            found[row.hook_id] = (*found.get(row.hook_id, ()), row)
    return found


def masked(hook: Hook) -> str:
    """Where a hook goes, as far as it may be told after it was given: the host, and the last
    letters of a long address.
    """
    parts = urlsplit(hook.address)
    rest = parts.path + parts.query
    return f"{parts.hostname} …{rest[-4:]}" if len(rest) >= LONG else str(parts.hostname)


def working_hooks(campaigns: Iterable[UUID]) -> dict[UUID, tuple[UUID, ...]]:
    """The hooks that news of these clubs go to. One query."""
    found: dict[UUID, tuple[UUID, ...]] = {}
    for campaign_id, hook_id in _WORKING.all(campaigns=frozenset(campaigns)):
        found[campaign_id] = (*found.get(campaign_id, ()), hook_id)
    return found


def _working(campaigns: frozenset[UUID]) -> QuerySet[Hook, tuple[UUID, UUID]]:
    rows = Hook.objects.filter(campaign__among=campaigns, stopped_at=None)
    return rows.order_by("made_at", "id").values_list("campaign_id", "id")


_WORKING: Final = Prepared(_working, campaigns=Keys)
