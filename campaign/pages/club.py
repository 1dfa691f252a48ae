"""The club's own pages: its home, news, house rules, members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign import policy
from campaign.rules import house
from campaign.selectors import club as clubs
from campaign.selectors import seasons
from campaign.selectors.house import rules_of
from campaign.selectors.news import news as news_of
from campaign.selectors.waiting import waiting
from campaign.selectors.weekgame import week_game

from . import next_steps
from .access import club_page
from .calendar import moments
from .frame import club_show
from .rules_in_words import answer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaign.models import Week
    from campaign.selectors.club import Place
    from campaign.selectors.viewer import Viewer

    from .next_steps import Step

NEWS_AT_HOME = 6
NEWS_A_PAGE = 30


@require_safe
@club_page()
def home(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The club's home: the one next thing and how long is left, the week, what else waits, standings, news."""
    now = timezone.now()
    weeks = seasons.coming(viewer.campaign)
    table = clubs.table(viewer.campaign)
    steps = _steps(viewer, weeks, table, now)
    week = weeks[0] if weeks else None
    return club_show(
        request, viewer, "club", here="club", title=viewer.campaign.name, crumbs=(), now=now, week=week, step=steps[0],
        steps=[step for step in steps[1:] if step.action], moments=moments(week) if week else (), table=table[:5],
        most=max((place.points for place in table), default=0), news=list(news_of(viewer.campaign)[:NEWS_AT_HOME]),
        at_home=True,
    )  # fmt: skip


def _steps(viewer: Viewer, weeks: Sequence[Week], table: Sequence[Place], now: datetime) -> tuple[Step, ...]:
    """What waits for this viewer, most pressing first."""
    found: list[Step] = []
    if policy.may_run_desk(viewer):
        asking = [place.team.name for place in table if place.team.asked_at and not place.team.approved_at]
        found += next_steps.for_gm(viewer.campaign, weeks, asking, now)
    if policy.plays(viewer):
        team, week = viewer.teams[0], weeks[0] if weeks else None
        states = week_game().sheet_states([week.pk], [team.pk]) if week else {}
        state = states.get((week.pk, team.pk), "") if week else ""
        decide_by = week_game().decide_by(week, team, now) if week else None
        fight_until = week_game().fight_until(week, team) if week else None
        own = next_steps.for_owner(team, weeks, state, waiting(team, week), now, decide_by=decide_by, fight_until=fight_until)
        return (*own, *(step for step in found if step.urgent)) if found and not found[0].urgent else (*found, *own)
    if policy.may_run_desk(viewer):
        return tuple(found)
    return (next_steps.for_teamless(viewer.campaign) if policy.may_play(viewer) else next_steps.for_spectator(viewer.campaign, weeks),)


@require_safe
@club_page()
def news(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """All the club's news, newest first."""
    page = Paginator(news_of(viewer.campaign), NEWS_A_PAGE).get_page(request.GET.get("page"))
    return club_show(request, viewer, "news", here="news", title="News", page=page, audience="club")


@require_safe
@club_page()
def house_rules(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Every house rule in plain words, grouped; what differs from the recommended one is marked."""
    rules = house.plain(rules_of(viewer.campaign))
    groups = [(group, [answer(option, rules[option.name]) for option in group.options]) for group in house.groups()]
    changed = sum(one.changed for _, answers in groups for one in answers)
    return club_show(request, viewer, "house_rules", here="house-rules", title="House rules", groups=groups, changed=changed)


@require_safe
@club_page()
def members(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Who belongs to the club, and which team they run."""
    return club_show(request, viewer, "members", here="members", title="Members", people=clubs.people_of(viewer.campaign))
