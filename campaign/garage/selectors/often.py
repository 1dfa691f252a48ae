"""Parts that designs of a similar price use often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from campaign.garage.models import PublishedDesign, Vehicle
from campaign.garage.rules.design import VehicleDesign, compute_totals
from campaign.garage.rules.stock import STOCK
from campaign.garage.rules.vehicles import decode_design
from campaign.league.models import Team

MOST_DESIGNS: Final = 40
"""Maximum number of the team's vehicles, and of the club's designs, that count."""
MOST_PARTS: Final = 6


def often_used(team: Team, design: VehicleDesign) -> dict[str, tuple[str, ...]]:
    """Return the keys of parts by kind that are used most at the price of a design.

    The stock designs, the team's vehicles and the club's library count, if they cost between two
    thirds and one and a half times as much. This takes two queries.
    """
    price = compute_totals(design).cost
    used: dict[str, Counter[str]] = {
        kind: Counter() for kind in ("body", "plant", "tyres", "weapon")
    }
    for other in _designs(team):
        cost = compute_totals(other).cost
        if 2 * price <= 3 * cost and 2 * cost <= 3 * price:
            used["body"][other.body] += 1
            used["plant"][other.plant] += 1
            used["tyres"].update(set(other.tyres))
            used["weapon"].update({mount.weapon for mount in other.weapons})
    return {
        kind: tuple(key for key, _ in count.most_common(MOST_PARTS)) for kind, count in used.items()
    }


def _designs(team: Team) -> Iterator[VehicleDesign]:
    yield from (car.design for car in STOCK)
    own = Vehicle.objects.filter(team=team, gone_at=None).order_by("-built_at")
    library = PublishedDesign.objects.filter(campaign=team.campaign_id, withdrawn_at=None)
    for rows in (own, library.order_by("-published_at")):
        for stored in rows.values_list("design", flat=True)[:MOST_DESIGNS]:
            yield decode_design(stored)
