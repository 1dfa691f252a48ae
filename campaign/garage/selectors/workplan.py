"""Queries for a team's workshop: its people, damage and work. They are only for people who can see
the books.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from campaign.garage.models import Vehicle, WorkOrder
from campaign.garage.rules.record import VehicleRecord, make_record
from campaign.house_rules.rules.house import HouseRules
from campaign.house_rules.rules.tables import BODYBUILDING, MECHANIC, PARAMEDIC
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.ledger.models import SkillPoint, Wound
from campaign.ledger.selectors import balances
from campaign.roster.models import Character
from campaign.roster.rules import people, skills
from campaign.roster.rules.people import Body, body

from .garage import design_of


@dataclass(frozen=True, slots=True)
class WorkshopCharacter:
    """A character on the team, with their condition and skills.

    Level −4 means below base. `general` is the number of unspent general points.
    """

    id: UUID
    name: str
    body: Body
    general: int
    mechanic: int
    paramedic: int

    @property
    def is_fit(self) -> bool:
        """Return whether the character can work."""
        return people.is_fit(self.body.dp)

    @property
    def is_wounded(self) -> bool:
        """Return whether the character is alive and has lost DP."""
        return 0 < self.body.dp < self.body.full_dp


def workshop_characters(team: Team) -> tuple[WorkshopCharacter, ...]:
    """Return the team's people by name, including those who have died. This takes one query."""
    house_rules = rules_of(team.campaign)
    rows = Character.objects.filter(team=team, left_at=None).annotate(
        lost=balances.total_subquery(Wound, "character"),
        **{
            key: Sum("skill_points__amount", filter=Q(skill_points__item=key))
            for key in (BODYBUILDING, MECHANIC, PARAMEDIC, SkillPoint.GENERAL)
        },
    )
    return tuple(_workshop_character(row, house_rules) for row in rows.order_by("name", "id"))


def _workshop_character(row: Any, house_rules: HouseRules) -> WorkshopCharacter:
    return WorkshopCharacter(
        id=row.pk,
        name=row.name,
        body=body({BODYBUILDING: row.bodybuilding or 0}, row.lost or 0, house_rules),
        general=row.general or 0,
        mechanic=skills.level(row.mechanic or 0, MECHANIC, house_rules),
        paramedic=skills.level(row.paramedic or 0, PARAMEDIC, house_rules),
    )


def damaged_vehicles(team: Team) -> tuple[tuple[Vehicle, VehicleRecord], ...]:
    """Return the vehicles with any loss, including shots, together with their records.

    The records have no crew. This takes two queries.
    """
    rows = list(Vehicle.objects.filter(team=team, gone_at=None).order_by("name", "id"))
    lost = balances.damage([row.pk for row in rows])
    return tuple(
        (row, make_record(design_of(row), row.name, row.colour, lost[row.pk]))
        for row in rows
        if lost.get(row.pk)
    )


def recent_work(team: Team, limit: int = 12) -> tuple[WorkOrder, ...]:
    """Return the team's latest work, whether done or only assigned. This takes one query."""
    rows = WorkOrder.objects.filter(worker__team=team).select_related(
        "worker", "vehicle", "patient", "week"
    )
    return tuple(rows.order_by("-week__opens_at", "kind", "worker__name")[:limit])


def work_of(viewer: Viewer, team: Team) -> QuerySet[WorkOrder]:
    """Return all work of a team, newest week first, for the team's owners.

    Other viewers get an empty list, because the work would reveal who has no mission (E20).
    """
    rows = WorkOrder.objects.filter(worker__team=team, worker__team__in=viewer.team_ids)
    return rows.select_related("worker", "week").order_by(
        "-week__opens_at", "kind", "worker__name", "id"
    )


def work_order(team: Team, pk: UUID) -> WorkOrder | None:
    """Return one of this team's work orders, or None. This takes one query."""
    rows = WorkOrder.objects.filter(worker__team=team, pk=pk)
    return rows.select_related("week__season", "worker").first()
