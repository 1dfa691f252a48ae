"""What waits for a team's owners, apart from the orders: for the club's home."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q

from campaign.models import Damage, DuelEntry, Vehicle

from .balances import total_of
from .workplan import hands

if TYPE_CHECKING:
    from campaign.models import Team, Week


@dataclass(frozen=True, slots=True)
class Waiting:
    """Counts for one team: living people, their unassigned general points, vehicles, damaged ones, those entered for the week's duel."""

    people: int
    general: int
    unassigned: tuple[str, ...]
    vehicles: int
    damaged: tuple[str, ...]
    entered: int


def waiting(team: Team, week: Week | None) -> Waiting:
    """What waits for this team's owners. Two queries."""
    people, vehicles = _learners(team), list(_vehicles(team, week))
    return Waiting(
        people=len(people),
        general=sum(general for _, general in people),
        unassigned=tuple(name for name, general in people if general),
        vehicles=len(vehicles),
        damaged=tuple(one.name for one in vehicles if one.lost),
        entered=sum(one.entered for one in vehicles),
    )


def _learners(team: Team) -> list[tuple[str, int]]:
    """Living people with their general points."""
    return [(one.name, one.general) for one in hands(team) if one.body.dp > 0]


def _vehicles(team: Team, week: Week | None) -> Any:
    entered = DuelEntry.objects.filter(vehicle=OuterRef("pk"), week=week.pk if week else None, withdrawn_at=None)
    lost = total_of(Damage, "vehicle", ~Q(item__startswith="ammo:"))
    return Vehicle.objects.filter(team=team, gone_at=None).annotate(lost=lost, entered=Exists(entered)).order_by("name")
