"""Facts about rivals' cars that a team's infiltrators found out (V63, V127).

They are shown only on the team's own board.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import msgspec
from django_scopes import scopes_disabled

from autoduel.club.results import SideLine
from autoduel.rules.values import View
from autoduel.tabletop.dossiers import Dossier, dossier_of, dossier_panels, dossier_passages
from campaign.duels.models import DrivenDuel
from espionage.selectors.rival_vehicles import newest_sheets
from play.models import Table
from play.selectors.asides import NOTHING, PartyPanels


def dossiers_aside(table: Table, party: UUID, view: View) -> PartyPanels:
    """Return the dossiers that a team sees next to the board of a club's duel.

    Other tables have no dossiers. This takes two queries.
    """
    dossiers = dossiers_of(table, party)
    if dossiers:
        return PartyPanels(dossier_panels(view, dossiers), dossier_passages(view, dossiers))
    return NOTHING


def dossiers_of(table: Table, team: UUID) -> tuple[Dossier, ...]:
    """Return a team's newest sheet of each rival car, sorted by car number.

    Only sheets that the team had when the cars were lined up count.
    """
    with scopes_disabled():
        row = DrivenDuel.objects.filter(table=table).select_related("duel__week__season").first()
        if row is None:
            return ()
        cars = car_numbers(msgspec.convert(row.lineup, tuple[SideLine, ...]))
        season = row.duel.week.season.number
        return tuple(
            sorted(
                [
                    dossier_of(
                        sheet.sheet,
                        cars[sheet.vehicle],
                        f"week {sheet.week}"
                        if sheet.season == season
                        else f"week {sheet.week} of season {sheet.season}",
                    )
                    for sheet in newest_sheets(team, cars, before=row.frozen_at)
                ],
                key=lambda dossier: dossier.car,
            )
        )


def car_numbers(lineup: Sequence[SideLine]) -> dict[UUID, int]:
    """Return the cars' numbers in the arena, by vehicle.

    The first car of each side comes first, followed by the second cars, and so on, as in the rules.
    """
    max_cars = max([len(side.cars) for side in lineup], default=0)
    vehicles = [
        side.cars[place].vehicle
        for place in range(max_cars)
        for side in lineup
        if place < len(side.cars)
    ]
    return {UUID(vehicle): number for number, vehicle in enumerate(vehicles)}
