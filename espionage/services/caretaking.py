"""Whose people have vanished, and who of them is back (C22): settled with a week's publication, so
that nothing tells before it who wrote.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from campaign.league.models import CARETAKER
from campaign.teams.services import bots
from campaign.teams.services.bots import Vanished
from espionage.models import MissedWeek, OrderSheet, SealedSeat
from espionage.selectors.attendance import PLAYED
from espionage.selectors.files import house_of

from .attendance import without_holidays

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from uuid import UUID

    from campaign.league.models import Week

    from .week_batch import WeekBatch

BY_HAND: Final = (
    OrderSheet.State.DRAFT,
    OrderSheet.State.FINAL,
    OrderSheet.State.PASSED,
)
"""What a person wrote, if only to pass."""


def look_after(finished: Sequence[WeekBatch]) -> None:
    """Seat caretakers for teams whose people have vanished, and let those go whose people wrote.
    The misses of these weeks are noted already. One query where everybody wrote.
    """
    played = [(each.week, seat) for each in finished if each.running for seat in each.seats]
    states = _states([seat for _, seat in played])
    bots.leave_care(
        [
            (seat.team, week)
            for week, seat in played
            if seat.team.bot == CARETAKER and states[seat.pk] in BY_HAND
        ]
    )
    silent = [
        (week, seat)
        for week, seat in played
        if house_of(week).caretaker_after
        and states[seat.pk] in {"", OrderSheet.State.STANDING}
        and (not seat.team.bot or seat.team.bot_week_id)
    ]
    if silent:
        bots.take_care(list(_vanished(silent)))


def _states(seats: Sequence[SealedSeat]) -> dict[UUID, str]:
    """How each seat came to its orders, "" for none at all. One query."""
    rows = OrderSheet.objects.filter(pk__in=[seat.sheet_id for seat in seats if seat.sheet_id])
    found = dict(rows.values_list("pk", "state"))
    return {seat.pk: found.get(seat.sheet_id, "") if seat.sheet_id else "" for seat in seats}


def _vanished(silent: Sequence[tuple[Week, SealedSeat]]) -> Iterator[Vanished]:
    """Those whose people have written nothing for as many weeks as the house waits. Five queries.

    Weeks of a bot, with everybody on holiday or nobody fit count neither way.
    """
    teams = {seat.team_id for _, seat in silent}
    played = SealedSeat.objects.filter(team__in=teams, week__status__in=PLAYED)
    before: dict[UUID, list[SealedSeat]] = defaultdict(list)
    for seat in played.select_related("week").order_by("-week__due_at"):
        before[seat.team_id].append(seat)
    seats = [seat for _, seat in silent] + [seat for rows in before.values() for seat in rows]
    states = _states(seats)
    missed = set(MissedWeek.objects.filter(team__in=teams).values_list("week", "team"))
    idle = [
        *silent,
        *(
            (seat.week, seat)
            for rows in before.values()
            for seat in rows
            if not _wrote(states, seat)
        ),
    ]
    at_home = {seat.pk for _, seat in without_holidays(idle)}

    def counts(seat: SealedSeat) -> bool:
        if states[seat.pk] == OrderSheet.State.STANDING:
            return seat.pk in at_home
        return (seat.week_id, seat.team_id) in missed

    for week, seat in silent:
        if not counts(seat):
            continue
        weeks = 1
        for earlier in before[seat.team_id]:
            if _wrote(states, earlier):
                break
            weeks += counts(earlier)
        if weeks >= house_of(week).caretaker_after:
            yield Vanished(seat.team, week, weeks)


def _wrote(states: Mapping[UUID, str], seat: SealedSeat) -> bool:
    return states[seat.pk] in BY_HAND
