"""API operations on the club's public news and its desk log."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta

from campaign.league.api.permissions import ClubCall, club_door, find_week
from campaign.league.api.shapes import Season_
from campaign.league.models import DeskAct
from campaign.league.selectors import desk_log as log
from campaign.news.models import News
from campaign.news.selectors import news as selector
from core.web.api.operations import Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Number, Word
from core.web.moments import localize
from core.web.records import filled


class NewsItem(Record):
    """A line of public news."""

    id: UUID
    at: datetime
    kind: str
    text: str
    week: int | None


class NewsQuery(Paged):
    """Filters and order of a list of news, as query parameters."""

    week: Annotated[Number | None, Meta(description="Only news about this week.")] = None
    season: Season_ = None
    kind: Word | None = None
    ordering: Annotated[
        Literal["-at", "at"], Meta(description="Newest first, or oldest first.")
    ] = "-at"


@club_door()
def list_news(call: ClubCall, query: NewsQuery) -> Page[NewsItem]:
    """List the public news in a fixed order."""
    rows = selector.plain_news(call.campaign)
    if query.week is not None:
        rows = rows.filter(week=find_week(call, query.week, query.season))
    if query.kind is not None:
        rows = rows.filter(kind=query.kind)
    if query.ordering == "at":
        rows = rows.order_by("at", "position", "cause")
    return paged(call, query, rows, news_item)


def news_item(row: News) -> NewsItem:
    """Return the record of a line of public news."""
    return filled(
        NewsItem,
        row,
        id=row.pk,
        text=localize(row.text, UTC),
        week=row.week.number if row.week else None,
    )


class Act(Record):
    """A logged action of a GM. `detail` has the values before and after."""

    id: UUID
    at: datetime
    kind: str
    by: str | None
    reason: str
    detail: dict[str, Any]
    public: bool
    week: int | None
    team: str | None


class LogQuery(Paged):
    """A filter by kind of action, as a query parameter."""

    kind: Word | None = None


@club_door()
def desk_log(call: ClubCall, query: LogQuery) -> Page[Act]:
    """List the actions in the desk log, newest first.

    These are public actions, and actions that concern your own team. A GM without a team sees all
    actions.
    """
    rows = log.acts(call.viewer)
    if query.kind is not None:
        rows = rows.filter(kind=query.kind)
    return paged(call, query, rows, _act)


def _act(row: DeskAct) -> Act:
    return filled(
        Act,
        row,
        id=row.pk,
        reason=localize(row.reason, UTC),
        by=row.actor.get_username() if row.actor else None,
        week=row.week.number if row.week else None,
        team=row.team.slug if row.team else None,
    )
