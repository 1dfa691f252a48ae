"""Missed weeks, in which nobody on a team wrote orders (C22).

Misses are recorded and announced when the week is published, not earlier.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from campaign.league.models import TeamOwner, Week
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import team_path
from campaign.news.services import news
from core.notifications.services import notices
from core.web import bulk
from espionage.models import MissedWeek, OrderSheet, SealedSeat
from espionage.notice_kinds import WeekNotice
from espionage.selectors.attendance import excuses_used
from play.models import Holiday

from .week_batch import LoadedWeek


class Miss(NamedTuple):
    """A missed week, and the number of the excuse that was used.

    `excuse_number` counts the excuses of the season. If the miss is not excused, `excuse_number` is
    0.
    """

    week: Week
    seat: SealedSeat
    excuse_number: int
    excuses_allowed: int

    @property
    def text(self) -> str:
        sentence = f"{self.seat.team} sent no orders in week {self.week.number}"
        return (
            f"{sentence} (excused, {self.excuse_number} of {self.excuses_allowed} this season)."
            if self.excuse_number
            else f"{sentence}."
        )


def sheet_states(seats: Iterable[SealedSeat]) -> dict[UUID, str]:
    """Return the state of each seat's order sheet, or "" if there is none. This runs one query."""
    sheets = {seat.pk: seat.sheet_id for seat in seats}
    rows = OrderSheet.objects.filter(pk__among=set(filter(None, sheets.values())))
    states = dict(rows.values_list("pk", "state"))
    return {seat: states[sheet] if sheet else "" for seat, sheet in sheets.items()}


def note_misses(finished: Sequence[LoadedWeek], states: Mapping[UUID, str]) -> None:
    """Record the misses of these weeks, and notify the clubs and the teams' owners.

    `states` is the result of `sheet_states` for the seats. This runs no query if every seat had
    orders from a person or a bot.
    """
    idle_seats = [
        (loaded.week, seat) for loaded in finished for seat in _idle_seats(loaded, states)
    ]
    if not idle_seats:
        return
    misses = list(_count_excuses(list(_without_holidays(idle_seats))))
    if not misses:
        return
    bulk.insert(
        [
            MissedWeek(
                week=miss.week,
                team=miss.seat.team,
                excused=bool(miss.excuse_number),
                at=miss.week.settle_at,
            )
            for miss in misses
        ]
    )
    news.publish(
        news.Item(
            miss.week.season.campaign_id,
            "week-missed",
            miss.text,
            _cause(miss),
            miss.week.settle_at,
            position=miss.seat.seat,
            week=miss.week.pk,
        )
        for miss in misses
    )
    owners = people.owners(miss.seat.team_id for miss in misses)
    notices.send(
        notices.Message(
            user,
            miss.week.season.campaign_id,
            WeekNotice.MISSED,
            miss.text,
            team_path("team", miss.seat.team),
            _cause(miss),
            miss.week.settle_at,
        )
        for miss in misses
        for user in owners.get(miss.seat.team_id, ())
    )


def _cause(miss: Miss) -> str:
    return f"week-missed:{miss.week.pk}:{miss.seat.team_id}"


NO_ORDERS: Final = frozenset({"", OrderSheet.State.STANDING})
"""States of a seat's sheet if nobody wrote orders.

The effect of standing orders stays secret, like the sheet that contains them.
"""


def _idle_seats(loaded: LoadedWeek, states: Mapping[UUID, str]) -> Iterator[SealedSeat]:
    """Yield the seats of teams that could have acted, but had no orders from a person or bot.

    A team can act if someone is fit at the deadline. A week without a game requires no orders.
    """
    if loaded.running is None:
        return
    for seat in loaded.seats:
        file = loaded.running.state.own[seat.seat].file
        if states[seat.pk] in NO_ORDERS and any(person.fit for person in file.people):
            yield seat


def _without_holidays(
    idle_seats: Sequence[tuple[Week, SealedSeat]],
) -> Iterator[tuple[Week, SealedSeat]]:
    """Yield the seats of teams with at least one owner who was not on holiday at the deadline.

    This runs two queries.
    """
    owners = list(
        TeamOwner.objects.filter(team__in={seat.team_id for _, seat in idle_seats}).values_list(
            "team", "user", "since", "until"
        )
    )
    holidays = list(
        Holiday.objects.filter(user__in={user for _, user, _, _ in owners}).values_list(
            "user", "starts", "ends"
        )
    )
    for week, seat in idle_seats:
        due_at = week.due_at
        users_away = {user for user, starts, ends in holidays if starts <= due_at < ends}
        if any(
            team == seat.team_id and since <= due_at and (until is None or due_at < until)
            for team, user, since, until in owners
            if user not in users_away
        ):
            yield week, seat


def _count_excuses(idle_seats: Sequence[tuple[Week, SealedSeat]]) -> Iterator[Miss]:
    """Yield each miss with the excuse that it uses, if the team has an excuse left in the season.

    This runs two queries.
    """
    used = excuses_used(
        {seat.team_id for _, seat in idle_seats}, {week.season_id for week, _ in idle_seats}
    )
    for week, seat in idle_seats:
        allowed, key = rules_in(week).excused_misses, (week.season_id, seat.team_id)
        used[key] += 1
        yield Miss(week, seat, used[key] if used[key] <= allowed else 0, allowed)
