"""Whose people have vanished, and who of them is back (C22): settled with a week's publication, so
that nothing tells before it who wrote.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from campaign.league.models import CARETAKER
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from campaign.teams.services import bots
from campaign.teams.services.bots import Vanished
from espionage.models import MissedWeek, OrderSheet, SealedSeat
from espionage.selectors.attendance import PLAYED

from .attendance import NOBODY, states_of

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


def look_after(finished: Sequence[WeekBatch], states: Mapping[UUID, str]) -> None:
    """Seat caretakers for teams whose people have vanished or that nobody runs, and let those go
    whose owners wrote: what was sealed before the last owner left brings nobody back.

    The misses of these weeks are noted already; `states` says how their seats came to their
    orders. No query where everybody wrote.
    """
    played = [(each.week, seat) for each in finished if each.running for seat in each.seats]
    returned = [
        (seat.team, week)
        for week, seat in played
        if seat.team.bot == CARETAKER and states[seat.pk] in BY_HAND
    ]
    silent = [
        (week, seat)
        for week, seat in played
        if states[seat.pk] in NOBODY and (not seat.team.bot or seat.team.bot_week_id)
    ]
    if not returned and not silent:
        return
    owners = people.owners([team.pk for team, _ in returned] + [seat.team_id for _, seat in silent])
    bots.dismiss_caretakers([(team, week) for team, week in returned if owners.get(team.pk)])
    bots.adopt_teams([(seat.team, week) for week, seat in silent if not owners.get(seat.team_id)])
    waiting = [
        (week, seat)
        for week, seat in silent
        if owners.get(seat.team_id) and rules_in(week).caretaker_after
    ]
    if waiting:
        bots.appoint_caretakers(list(_vanished(waiting)))


def _vanished(silent: Sequence[tuple[Week, SealedSeat]]) -> Iterator[Vanished]:
    """Those who have missed as many weeks as the house waits, with no week between that they kept.
    Three queries.

    Weeks of a bot, with everybody on holiday or nobody fit count neither way.
    """
    teams = {seat.team_id for _, seat in silent}
    played = SealedSeat.objects.filter(team__in=teams, week__status__in=PLAYED)
    before: dict[UUID, list[SealedSeat]] = defaultdict(list)
    for seat in played.select_related("week").order_by("-week__due_at"):
        before[seat.team_id].append(seat)
    states = states_of(seat for rows in before.values() for seat in rows)
    missed = set(MissedWeek.objects.filter(team__in=teams).values_list("week", "team"))

    for week, seat in silent:
        if (week.pk, seat.team_id) not in missed:
            continue
        weeks = 1
        for earlier in before[seat.team_id]:
            if states[earlier.pk] in BY_HAND:
                break
            weeks += (earlier.week_id, earlier.team_id) in missed
        if weeks >= rules_in(week).caretaker_after:
            yield Vanished(seat.team, week, weeks)
