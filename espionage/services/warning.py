"""Telling a team that the deadline is near and nothing is written: a day before, once a week, the team's owners alone.

A sheet that is saved counts as it stands, draft or final (E15), and so does a pass: whoever saved anything is left in peace.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from campaign.selectors import people
from campaign.selectors.house import by_the_clock
from campaign.services import bulk, notices
from espionage.models import OrderSheet, SealedSeat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.models import Week

AHEAD: Final = timedelta(hours=24)
"""So long before the deadline."""
LONG_ENOUGH: Final = timedelta(hours=36)
"""A week that is open for less needs no reminder."""


def warn(weeks: Sequence[Week], at: datetime) -> None:
    """Tell the owners of every team without a sheet, and mark the weeks as warned of. Whether anybody was told, nobody else learns."""
    by_id = {week.pk: week for week in weeks}
    written = set(OrderSheet.objects.filter(week__among=frozenset(by_id)).values_list("week", "team"))
    seats = SealedSeat.objects.filter(week__among=frozenset(by_id)).select_related("team").order_by("week", "seat")
    idle = [(by_id[seat.week_id], seat.team) for seat in seats if (seat.week_id, seat.team_id) not in written]
    owners = people.owners({team.pk for _, team in idle})
    notices.send(
        notices.Message(user, team.campaign_id, "orders-due", _text(week), f"teams/{team.slug}/orders/", f"orders-due:{week.pk}:{team.pk}", at)
        for week, team in idle for user in owners.get(team.pk, ())
    )  # fmt: skip
    for week in weeks:
        week.warned_at = at
    bulk.update(weeks, ["warned_at"])


def _text(week: Week) -> str:
    until = by_the_clock(week.due_at, week.season.campaign)
    return f"Orders for week {week.number} close {until}, and nothing is written yet. Without orders, standing orders run."
