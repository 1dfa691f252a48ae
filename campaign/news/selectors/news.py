"""Queries for a club's public news."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from campaign.news.models import News

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Week

RECORDED: Final = "duel-recorded"
CORRECTED: Final = "duel-corrected"
RECAP: Final = "week-recap"
"""Kind of the line of news that contains a week's recap."""
HOME_LINES: Final = 6
"""Number of lines of news on the club's home page."""


def news(campaign: Campaign) -> QuerySet[News]:
    """Select all news, newest first. Lines with the same time are ordered by team and then
    by name.
    """
    rows = News.objects.filter(campaign=campaign).select_related("week__season")
    return rows.order_by("-at", "position", "cause")


def plain_news(campaign: Campaign) -> QuerySet[News]:
    """Select all news, with only the fields that a list needs: time, kind, text and week number."""
    rows = news(campaign).select_related(None).select_related("week")
    return rows.only("at", "kind", "text", "week__number")


def home_news(campaign: Campaign, unread: Week | None) -> tuple[WeekNews, ...]:
    """Return the first `HOME_LINES` lines, grouped as in `by_week`. This takes one query.

    A correction is newer than the line that it corrects, so all relevant corrections are among
    these lines.
    """
    rows = tuple(news(campaign)[:HOME_LINES])
    corrected = [row for row in rows if row.kind == CORRECTED]
    return _group_by_week(rows, unread, sorted(corrected, key=lambda row: (row.at, row.cause)))


def news_of(week: Week) -> tuple[News, ...]:
    """Return the news of a week in chronological order. This takes one query."""
    lines = tuple(News.objects.filter(week=week).order_by("at", "position", "cause"))
    for row in lines:
        row.week = week
    return lines


class Line(NamedTuple):
    """A line of news with its corrections, in order."""

    row: News
    corrections: tuple[News, ...] = ()


class WeekNews(NamedTuple):
    """The news of a week.

    `week` is None for news before the first week. `night` has the lines that the reader's unread
    report reveals first.
    """

    week: Week | None
    lines: tuple[Line, ...]
    night: tuple[Line, ...] = ()


def by_week(news: Iterable[News], unread: Week | None = None) -> tuple[WeekNews, ...]:
    """Return news in groups by week, newest first.

    News without a week belongs to the group of the next newer line. A correction is listed with the
    line that it corrects if that line is present. `unread` is the week whose report the reader has
    not seen yet, and news of that week's settlement is kept apart. If the news has the result of a
    duel, this takes one query, otherwise none.
    """
    rows = tuple(news)
    weeks = frozenset(row.week_id for row in rows if row.kind == RECORDED and row.week_id)
    corrections = News.objects.filter(kind=CORRECTED, week__in=weeks).order_by("at", "cause")
    return _group_by_week(rows, unread, corrections)


def _group_by_week(
    rows: Sequence[News], unread: Week | None, corrected: Iterable[News]
) -> tuple[WeekNews, ...]:
    """Return the groups for `by_week`. `corrected` has the corrections, oldest first."""
    corrections, moved = _corrections(rows, corrected)
    groups: dict[UUID | None, list[News]] = {}
    weeks: dict[UUID | None, Week | None] = {}
    current_week = next((row.week for row in rows if row.week), None)
    for row in rows:
        current_week = row.week or current_week
        key = current_week.pk if current_week else None
        weeks[key] = current_week
        groups.setdefault(key, [])
        if row.pk not in moved:
            groups[key].append(row)
    grouped = []
    for key, group in groups.items():
        lines = [Line(row, corrections.get(row.pk, ())) for row in group]
        late = [
            line for line in lines if unread and key == unread.pk and _is_from_settlement(line.row)
        ]
        grouped.append(
            WeekNews(weeks[key], tuple([line for line in lines if line not in late]), tuple(late))
        )
    return tuple(grouped)


def _is_from_settlement(row: News) -> bool:
    """Return whether a line belongs to the week's settlement.

    These lines are about deaths, explosions and ambushes, or are the week's recap.
    """
    return row.cause.startswith(f"{row.week_id}/news/") or row.kind == RECAP


def _corrections(
    rows: Sequence[News], corrected: Iterable[News]
) -> tuple[Mapping[UUID, tuple[News, ...]], frozenset[UUID]]:
    """Return the corrections of each line by its id, and the ids of these corrections."""
    first = {_duel(row): row for row in rows if row.kind == RECORDED}
    corrections: dict[UUID, list[News]] = defaultdict(list)
    for row in corrected:
        if _duel(row) in first:
            corrections[first[_duel(row)].pk].append(row)
    moved = frozenset(row.pk for group in corrections.values() for row in group)
    return {key: tuple(group) for key, group in corrections.items()}, moved


def _duel(row: News) -> str:
    """Return the part of a result's cause that identifies the duel. The revision number is left
    out.
    """
    return row.cause.rpartition(":")[0]
