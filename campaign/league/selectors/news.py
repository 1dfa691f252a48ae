"""Public news of a club."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from campaign.league.models import News
from core.web.prepared import PreparedInScope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Week

RECORDED: Final = "duel-recorded"
CORRECTED: Final = "duel-corrected"
RECAP: Final = "week-recap"
"""The kind of the news that tells a week in three sentences."""
AT_HOME: Final = 6
"""So many lines of news stand on the club's home."""


def news(campaign: Campaign) -> QuerySet[News]:
    """Everything published, newest first; what belongs to one moment in its fixed order (team, then
    name).
    """
    return _news(campaign.pk)


def plain_news(campaign: Campaign) -> QuerySet[News]:
    """The same for who reads no more of it than when, what, and the number of its week."""
    rows = news(campaign).select_related(None).select_related("week")
    return rows.only("at", "kind", "text", "week__number")


def home_news(campaign: Campaign, unread: Week | None) -> tuple[WeekNews, ...]:
    """The first `AT_HOME` of them in groups, as `by_week`, with what corrects them. One query."""
    rows = _NEWEST.all(club=campaign.pk)
    corrected = [row for row in rows if row.kind == CORRECTED]
    return _grouped(rows[:AT_HOME], unread, sorted(corrected, key=lambda row: (row.at, row.cause)))


def _news(club: UUID) -> QuerySet[News]:
    rows = News.objects.filter(campaign=club).select_related("week__season")
    return rows.order_by("-at", "position", "cause")


def _newest(club: UUID) -> QuerySet[News]:
    """The newest lines, and after them whatever corrects the results of duels among them."""
    newest = _news(club).select_related(None)[:AT_HOME]
    recorded = News.objects.filter(pk__in=newest.values("pk"), kind=RECORDED).order_by()
    corrected = Q(kind=CORRECTED, week__in=recorded.values("week"))
    return _news(club).filter(Q(pk__in=newest.values("pk")) | corrected)


_NEWEST: Final = PreparedInScope(_newest, club=UUID)


def news_of(week: Week) -> tuple[News, ...]:
    """What was published about a week, in the order in which it happened. One query."""
    found = _ABOUT.all(week=week.pk)
    for row in found:
        row.week = week
    return found


def _about(week: UUID) -> QuerySet[News]:
    return News.objects.filter(week=week).order_by("at", "position", "cause")


_ABOUT: Final = PreparedInScope(_about, week=UUID)


class Line(NamedTuple):
    """A line of news, and beside it those that correct it, in their order."""

    row: News
    corrections: tuple[News, ...] = ()


class WeekNews(NamedTuple):
    """The news of a week; `week` is None for what was published before there was any. `night` is
    what the reader's own report tells first: they have not read it yet.
    """

    week: Week | None
    lines: tuple[Line, ...]
    night: tuple[Line, ...] = ()


def by_week(news: Iterable[News], unread: Week | None = None) -> tuple[WeekNews, ...]:
    """News, newest first, in groups by week: whatever is of no week stands with what came next. A
    correction stands beside the line that it corrects, wherever both are here. `unread` is the week
    whose report the reader has not looked at: what the night brought is kept apart. One query where
    there is a duel's result, none else.
    """
    rows = tuple(news)
    weeks = frozenset(row.week_id for row in rows if row.kind == RECORDED and row.week_id)
    return _grouped(rows, unread, _CORRECTED.all(weeks=weeks) if weeks else ())


def _grouped(
    rows: Sequence[News], unread: Week | None, corrected: Iterable[News]
) -> tuple[WeekNews, ...]:
    """What `by_week` does, with the corrections at hand, the oldest first."""
    beside, moved = _corrections(rows, corrected)
    groups: dict[UUID | None, list[News]] = {}
    weeks: dict[UUID | None, Week | None] = {}
    under = next((row.week for row in rows if row.week), None)
    for row in rows:
        under = row.week or under
        key = under.pk if under else None
        weeks[key] = under
        groups.setdefault(key, [])
        if row.pk not in moved:
            groups[key].append(row)
    found = []
    for key, those in groups.items():
        lines = [Line(row, beside.get(row.pk, ())) for row in those]
        late = [one for one in lines if unread and key == unread.pk and _by_night(one.row)]
        found.append(
            WeekNews(weeks[key], tuple([one for one in lines if one not in late]), tuple(late))
        )
    return tuple(found)


def _by_night(row: News) -> bool:
    """Whether the week's settlement brought it: deaths, explosions, ambushes; and what tells of
    them again when the week is over.
    """
    return row.cause.startswith(f"{row.week_id}/news/") or row.kind == RECAP


def _corrections(
    rows: Sequence[News], corrected: Iterable[News]
) -> tuple[Mapping[UUID, tuple[News, ...]], frozenset[UUID]]:
    """What corrects these results of duels, by the line that it stands beside; and which lines need
    no place of their own for that reason.
    """
    first = {_duel(row): row for row in rows if row.kind == RECORDED}
    beside: dict[UUID, list[News]] = defaultdict(list)
    for row in corrected:
        if _duel(row) in first:
            beside[first[_duel(row)].pk].append(row)
    moved = frozenset(row.pk for those in beside.values() for row in those)
    return {key: tuple(those) for key, those in beside.items()}, moved


def _corrected(weeks: frozenset[UUID]) -> QuerySet[News]:
    return News.objects.filter(kind=CORRECTED, week__in=weeks).order_by("at", "cause")


_CORRECTED: Final = PreparedInScope(_corrected, weeks=frozenset[UUID])


def _duel(row: News) -> str:
    """Which duel a result is of: its cause without the number of the revision."""
    return row.cause.rpartition(":")[0]
