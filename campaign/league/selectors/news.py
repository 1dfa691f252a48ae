"""Public news of a club."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from campaign.league.models import News

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import Campaign, Week

RECORDED: Final = "duel-recorded"
CORRECTED: Final = "duel-corrected"
RECAP: Final = "week-recap"
"""The kind of the news that tells a week in three sentences."""


def news(campaign: Campaign) -> QuerySet[News]:
    """Everything published, newest first; what belongs to one moment in its fixed order (team, then
    name).
    """
    return (
        News.objects.filter(campaign=campaign)
        .select_related("week__season")
        .order_by("-at", "position", "cause")
    )


def news_of(week: Week) -> QuerySet[News]:
    """What was published about a week, in the order in which it happened."""
    return News.objects.filter(week=week).order_by("at", "position", "cause")


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
    beside, moved = _corrections(rows)
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


def _corrections(rows: Sequence[News]) -> tuple[Mapping[UUID, tuple[News, ...]], frozenset[UUID]]:
    """What corrects these results of duels, by the line that it stands beside; and which lines need
    no place of their own for that reason.
    """
    first = {_duel(row): row for row in rows if row.kind == RECORDED}
    if not first:
        return {}, frozenset()
    weeks = {row.week_id for row in first.values()}
    later = News.objects.filter(kind=CORRECTED, week__among=frozenset(weeks)).order_by(
        "at", "cause"
    )
    beside: dict[UUID, list[News]] = defaultdict(list)
    for row in later.order_by("at", "cause"):
        if _duel(row) in first:
            beside[first[_duel(row)].pk].append(row)
    moved = frozenset(row.pk for those in beside.values() for row in those)
    return {key: tuple(those) for key, those in beside.items()}, moved


def _duel(row: News) -> str:
    """Which duel a result is of: its cause without the number of the revision."""
    return row.cause.rpartition(":")[0]
