"""Caretakers for teams whose owners have vanished (C22).

Caretakers are assigned and dismissed when the week is published, so that nothing reveals earlier
who wrote orders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from uuid import UUID

from campaign.league.models import CARETAKER, Week
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from campaign.teams.services import bots
from campaign.teams.services.bots import Vanished
from espionage.models import MissedWeek, OrderSheet, SealedSeat
from espionage.selectors.attendance import PLAYED

from .attendance import NO_ORDERS, sheet_states
from .week_batch import LoadedWeek

WRITTEN_STATES: Final = (
    OrderSheet.State.DRAFT,
    OrderSheet.State.FINAL,
    OrderSheet.State.PASSED,
)
"""States of sheets that a person saved, including passes."""


def update_caretakers(finished: Sequence[LoadedWeek], states: Mapping[UUID, str]) -> None:
    """Assign caretakers to teams whose owners have vanished or left, and dismiss others.

    A caretaker is dismissed when an owner writes orders, but not by orders that were sealed before
    the last owner left. The misses of these weeks must already be recorded. `states` has the state
    of each seat's sheet. This runs no query if everyone wrote orders.
    """
    played = [(loaded.week, seat) for loaded in finished if loaded.running for seat in loaded.seats]
    returned = [
        (seat.team, week)
        for week, seat in played
        if seat.team.bot == CARETAKER and states[seat.pk] in WRITTEN_STATES
    ]
    silent = [
        (week, seat)
        for week, seat in played
        if states[seat.pk] in NO_ORDERS and (not seat.team.bot or seat.team.bot_week_id)
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
    """Yield the teams that have missed as many consecutive weeks as the house rules require.

    Weeks that a bot played, in which all owners were on holiday, or in which nobody was fit are
    ignored. This runs three queries.
    """
    teams = {seat.team_id for _, seat in silent}
    played = SealedSeat.objects.filter(team__in=teams, week__status__in=PLAYED)
    seats_by_team: dict[UUID, list[SealedSeat]] = defaultdict(list)
    for seat in played.select_related("week").order_by("-week__due_at"):
        seats_by_team[seat.team_id].append(seat)
    states = sheet_states(seat for rows in seats_by_team.values() for seat in rows)
    missed = set(MissedWeek.objects.filter(team__in=teams).values_list("week", "team"))

    for week, seat in silent:
        if (week.pk, seat.team_id) not in missed:
            continue
        missed_weeks = 1
        for earlier in seats_by_team[seat.team_id]:
            if states[earlier.pk] in WRITTEN_STATES:
                break
            missed_weeks += (earlier.week_id, earlier.team_id) in missed
        if missed_weeks >= rules_in(week).caretaker_after:
            yield Vanished(seat.team, week, missed_weeks)
