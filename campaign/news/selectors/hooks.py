"""Queries for a club's webhooks and their latest deliveries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.db.models import Window
from django.db.models.functions import RowNumber
from django_scopes import scopes_disabled

from campaign.news.models import Hook, HookDelivery

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from campaign.league.models import Campaign

SHOWN_DELIVERIES: Final = 10
MIN_MASKED_LENGTH: Final = 24
"""Minimum length of an address after the host at which its last four letters are shown."""


def hooks_of(campaign: Campaign) -> tuple[Hook, ...]:
    """Return a club's hooks.

    Hooks that the receiver closed are included. Hooks that a GM removed are not.
    """
    return tuple(
        Hook.objects.filter(campaign=campaign)
        .exclude(stopped_at__isnull=False, stopped_why="")
        .select_related("made_by")
    )


def find_hook(campaign: Campaign, hook: UUID) -> Hook | None:
    """Return one of the club's hooks, or None."""
    return next((row for row in hooks_of(campaign) if row.pk == hook), None)


def recent_deliveries(hooks: Iterable[Hook]) -> dict[UUID, tuple[HookDelivery, ...]]:
    """Return the latest deliveries to each hook, newest first. This takes one query."""
    number = Window(RowNumber(), partition_by="hook", order_by=["-at", "-news__position", "id"])
    rows = (
        HookDelivery.objects.filter(hook__among=frozenset(hook.pk for hook in hooks))
        .annotate(nth=number)
        .filter(nth__lte=SHOWN_DELIVERIES)
    )
    deliveries: dict[UUID, tuple[HookDelivery, ...]] = {}
    with scopes_disabled():
        for row in rows.select_related("news").order_by("nth"):
            deliveries[row.hook_id] = (*deliveries.get(row.hook_id, ()), row)
    return deliveries


def mask_address(hook: Hook) -> str:
    """Return the part of a hook's address that can be shown.

    This is the host, and the last letters of a long address.
    """
    parts = urlsplit(hook.address)
    path = parts.path + parts.query
    return (
        f"{parts.hostname} …{path[-4:]}" if len(path) >= MIN_MASKED_LENGTH else str(parts.hostname)
    )


@scopes_disabled()
def working_hooks(campaigns: Iterable[UUID]) -> dict[UUID, tuple[UUID, ...]]:
    """Return the ids of the working hooks of each club. This takes one query."""
    hooks: dict[UUID, tuple[UUID, ...]] = {}
    rows = Hook.objects.filter(campaign__among=frozenset(campaigns), stopped_at=None)
    for campaign_id, hook_id in rows.order_by("made_at", "id").values_list("campaign_id", "id"):
        hooks[campaign_id] = (*hooks.get(campaign_id, ()), hook_id)
    return hooks
