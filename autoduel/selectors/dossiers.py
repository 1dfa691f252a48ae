"""What a team's infiltrators read of the cars in the arena, for its own board (V63, V127)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

import msgspec
from django_scopes import scopes_disabled

from autoduel.club.results import SideLine
from autoduel.tabletop.dossiers import dossier_of, dossier_panels, dossier_passages
from campaign.duels.models import DrivenDuel
from espionage.selectors.known import newest_sheets
from play.selectors.asides import NOTHING, Aside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoduel.rules.values import View
    from autoduel.tabletop.dossiers import Dossier
    from play.models import Table


def aside(table: Table, party: UUID, view: View) -> Aside:
    """What this team reads beside the board of a club's duel; nothing at other tables. Two
    queries.
    """
    found = dossiers_of(table, party)
    return Aside(dossier_panels(view, found), dossier_passages(view, found)) if found else NOTHING


def dossiers_of(table: Table, team: UUID) -> tuple[Dossier, ...]:
    """The newest sheet that a team had read of each rival's car when the cars were lined up, by
    their numbers.
    """
    with scopes_disabled():
        row = DrivenDuel.objects.filter(table=table).select_related("week__season").first()
        if row is None:
            return ()
        cars = numbers(msgspec.convert(row.lineup, tuple[SideLine, ...]))
        season = row.week.season.number
        return tuple(
            sorted(
                [
                    dossier_of(
                        seen.sheet,
                        cars[seen.vehicle],
                        f"week {seen.week}"
                        if seen.season == season
                        else f"week {seen.week} of season {seen.season}",
                    )
                    for seen in newest_sheets(team, cars, before=row.frozen_at)
                ],
                key=lambda one: one.car,
            )
        )


def numbers(lineup: Sequence[SideLine]) -> dict[UUID, int]:
    """The numbers of the cars in the arena by vehicle: all sides' first ones, then the second ones,
    and so on, as the rules place them.
    """
    most = max([len(side.cars) for side in lineup], default=0)
    order = [
        side.cars[place].vehicle
        for place in range(most)
        for side in lineup
        if place < len(side.cars)
    ]
    return {UUID(vehicle): number for number, vehicle in enumerate(order)}
