"""Who was not there (C22): a team of which nobody wrote orders, noted and told with the week's
publication, never before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from campaign.league.models import TeamOwner
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.links import team_path
from campaign.league.services import news
from core.notifications.services import notices
from core.web import bulk
from core.web.prepared import Keys, PreparedInScope
from espionage.models import MissedWeek, OrderSheet
from espionage.notice_kinds import WeekNotice
from espionage.selectors.attendance import excuses_used
from play.models import Holiday

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from uuid import UUID

    from campaign.league.models import Week
    from espionage.models import SealedSeat

    from .week_batch import WeekBatch


class Miss(NamedTuple):
    """A miss as it is told: the how manieth excuse of the season it took, of how many; 0 for a miss
    that is not excused.
    """

    week: Week
    seat: SealedSeat
    nth: int
    of: int

    @property
    def text(self) -> str:
        said = f"{self.seat.team} sent no orders in week {self.week.number}"
        return f"{said} (excused, {self.nth} of {self.of} this season)." if self.nth else f"{said}."


def states_of(seats: Iterable[SealedSeat]) -> dict[UUID, str]:
    """How each seat came to its orders, "" for none at all. One query."""
    sheets = {seat.pk: seat.sheet_id for seat in seats}
    found = dict(_STATES.all(sheets=frozenset(filter(None, sheets.values()))))
    return {seat: found[sheet] if sheet else "" for seat, sheet in sheets.items()}


_STATES: Final = PreparedInScope(
    lambda sheets: OrderSheet.objects.filter(pk__among=sheets).values_list("pk", "state"),
    sheets=Keys,
)


def note_misses(finished: Sequence[WeekBatch], states: Mapping[UUID, str]) -> None:
    """Write down who missed these weeks, and tell the clubs and who runs the teams. `states` is
    what `states_of` says of their seats. No query where everybody wrote, or a bot did.
    """
    idle = [(each.week, seat) for each in finished for seat in _idle(each, states)]
    if not idle:
        return
    misses = list(_counted(list(_without_holidays(idle))))
    if not misses:
        return
    bulk.insert(
        [
            MissedWeek(
                week=miss.week, team=miss.seat.team, excused=bool(miss.nth), at=miss.week.settle_at
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


NOBODY: Final = frozenset({"", OrderSheet.State.STANDING})
"""How a seat comes to its orders when nobody wrote any: what standing orders make of that is a
secret of the sheet that they stand on.
"""


def _idle(each: WeekBatch, states: Mapping[UUID, str]) -> Iterator[SealedSeat]:
    """The seats for which nobody had written anything by the deadline, and no bot, of teams with
    somebody fit for orders. A week without a game asks nothing of anybody.
    """
    if each.running is None:
        return
    for seat in each.seats:
        file = each.running.state.own[seat.seat].file
        if states[seat.pk] in NOBODY and any(who.fit for who in file.people):
            yield seat


def _without_holidays(
    idle: Sequence[tuple[Week, SealedSeat]],
) -> Iterator[tuple[Week, SealedSeat]]:
    """Those of whose people somebody was there at the deadline. Two queries."""
    ran = list(
        TeamOwner.objects.filter(team__in={seat.team_id for _, seat in idle}).values_list(
            "team", "user", "since", "until"
        )
    )
    holidays = list(
        Holiday.objects.filter(user__in={user for _, user, _, _ in ran}).values_list(
            "user", "starts", "ends"
        )
    )
    for week, seat in idle:
        due = week.due_at
        away = {user for user, starts, ends in holidays if starts <= due < ends}
        if any(
            team == seat.team_id and since <= due and (until is None or due < until)
            for team, user, since, until in ran
            if user not in away
        ):
            yield week, seat


def _counted(idle: Sequence[tuple[Week, SealedSeat]]) -> Iterator[Miss]:
    """Each miss with the excuse of the season that it takes, while there is one. Two queries."""
    used = excuses_used({seat.team_id for _, seat in idle}, {week.season_id for week, _ in idle})
    for week, seat in idle:
        of, key = rules_in(week).excused_misses, (week.season_id, seat.team_id)
        used[key] += 1
        yield Miss(week, seat, used[key] if used[key] <= of else 0, of)
