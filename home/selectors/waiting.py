"""What waits for a team's owners, apart from the orders, and what one person has not looked at yet:
for the club's home.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q, Subquery

from campaign.duels.models import DuelEntry
from campaign.garage.models import Vehicle
from campaign.garage.selectors.workplan import hands
from campaign.league.models import Season, Week
from campaign.ledger.models import Damage
from campaign.ledger.selectors.balances import total_of
from core.notifications.models import Notice

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Waiting:
    """Counts for one team: living people, their unassigned general points, vehicles, damaged ones,
    those entered for the week's duel.
    """

    people: int
    general: int
    unassigned: tuple[str, ...]
    vehicles: int
    damaged: tuple[str, ...]
    entered: int


@dataclass(frozen=True, slots=True)
class Unseen:
    """What one person was told of and has not looked at: the week of their team's report, and that
    of a duel's result; None where they have.
    """

    report: Week | None = None
    result: Week | None = None


def unseen(viewer: Viewer) -> Unseen:
    """What the viewer has not looked at of the newest season's last settled week. The unread notice
    about it says so, and its reading ends it. No query for who has no unread notices at all, else
    two.
    """
    week = None if viewer.unread == 0 else _settled_last(viewer)
    if week is None:
        return Unseen()
    duel = f"duel:{week.pk}:"
    about = Q(cause__in=[f"report:{week.pk}:{team.pk}" for team in viewer.teams[:1]]) | Q(
        cause__startswith=duel
    )
    mine = Notice.objects.filter(about, user=viewer.user_id, campaign=viewer.campaign, read_at=None)
    found = [cause.startswith(duel) for cause in mine.values_list("cause", flat=True)]
    return Unseen(report=week if False in found else None, result=week if True in found else None)


def _settled_last(viewer: Viewer) -> Week | None:
    newest = Season.objects.filter(campaign=viewer.campaign).order_by("-number").values("pk")[:1]
    played = Week.objects.filter(
        season=Subquery(newest), status__in=(Week.Status.SETTLED, Week.Status.CLOSED)
    )
    return played.order_by("-number").first()


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
    entered = DuelEntry.objects.filter(
        vehicle=OuterRef("pk"), week=week.pk if week else None, withdrawn_at=None
    )
    lost = total_of(Damage, "vehicle", ~Q(item__startswith="ammo:"))
    return (
        Vehicle.objects.filter(team=team, gone_at=None)
        .annotate(lost=lost, entered=Exists(entered))
        .order_by("name")
    )
