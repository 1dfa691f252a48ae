"""Queries for a club's own parts, which all members of the club can see."""

from __future__ import annotations

from uuid import UUID

import msgspec

from campaign.garage.models import PartList
from campaign.garage.rules.club_parts import NO_PARTS
from campaign.garage.rules.parts import ClubParts


def parts_of(campaign_id: UUID) -> ClubParts:
    """Return the club's list of parts, including retired ones. This takes one query."""
    stored = PartList.objects.filter(campaign=campaign_id).values_list("parts", flat=True).first()
    return msgspec.convert(stored, ClubParts) if stored else NO_PARTS
