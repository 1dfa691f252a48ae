"""Prestige for wins of a team's vehicles in the open arena, if the house rules allow it (V170)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django_scopes import scopes_disabled

from campaign.garage.models import CrewPlace, Vehicle
from campaign.league.selectors.house import rules_of
from campaign.ledger.models import Prestige
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from core.web.locks import locked

CAUSE: Final = "arena"
"""Prefix of the cause of a row, which the id of the event's table follows. It is also the item."""
MAX_WINS: Final = 2
"""Maximum number of wins within `CAP_TIME` that bring prestige to a team."""
CAP_TIME: Final = timedelta(days=7)


def book_win(*, vehicle_id: UUID, user: UUID, event: UUID, now: datetime) -> bool:
    """Book the prestige of the usual driver of a vehicle that won an event, and return whether
    there was any. Call this in a transaction.

    There is none if the house rules give none, if the person no longer runs the vehicle's team, if
    the vehicle has no usual driver, or above the weekly limit. An event is booked only once.
    """
    with scopes_disabled():
        vehicle = (
            Vehicle.objects.filter(
                pk=vehicle_id,
                gone_at=None,
                team__ownerships__user=user,
                team__ownerships__until=None,
                team__campaign__archived_at=None,
            )
            .select_related("team__campaign")
            .first()
        )
        if vehicle is None:
            return False
        amount = rules_of(vehicle.team.campaign).arena_prestige
        place = CrewPlace.objects.filter(
            vehicle=vehicle, place="driver", character__left_at=None
        ).first()
        if not amount or place is None:
            return False
        locked(vehicle.team)
        recent = Prestige.objects.filter(
            character__team=vehicle.team, item=CAUSE, at__gt=now - CAP_TIME
        )
        if recent.count() >= MAX_WINS:
            return False
        line = Line(
            Book.PRESTIGE,
            place.character_id,
            CAUSE,
            amount,
            f"{CAUSE}:{event}",
            now,
            note=vehicle.name,
        )
        return posting.post([line], idempotent=True) > 0
