"""The club's own pages: its home, news, house rules, members."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.desk.selectors.desk import needs
from campaign.league import policy
from campaign.league.models import Week
from campaign.league.rules import house
from campaign.league.selectors import club as clubs
from campaign.league.selectors import pauses, seasons
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.news import news as news_of
from campaign.league.views.calendar import moments
from campaign.league.views.frame import club_show
from campaign.league.views.permissions import club_page
from campaign.league.views.rules_in_words import answer
from campaign.motions.selectors.motions import to_vote_on
from espionage.selectors import week_status
from home.selectors.first_steps import first_steps as started
from home.selectors.waiting import Unseen, event_waits, unseen, waiting

from . import first_steps, next_steps

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaign.desk.selectors.desk import Needs
    from campaign.league.models import Deputy
    from campaign.league.selectors.viewer import Viewer

    from .first_steps import ToDo
    from .next_steps import Step

NEWS_AT_HOME = 6
NEWS_A_PAGE = 30


@require_safe
@club_page()
def home(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The club's home: the one next thing and how long is left, the week, what else waits,
    standings, news.
    """
    now = timezone.now()
    weeks = seasons.coming(viewer.campaign, pause=True)
    table = clubs.table(viewer.campaign)
    runs_desk = policy.may_run_desk(viewer) and not viewer.campaign.tryout
    desk = needs(viewer, now, idle=False) if runs_desk else None
    first = (
        first_steps.first_steps(viewer.campaign, started(viewer, desk), first_steps.opens_at(desk))
        if desk
        else ()
    )
    votes = next_steps.for_votes(viewer.campaign, to_vote_on(viewer, now), viewer.team_ids)
    steps = next_steps.ranked((*_steps(viewer, weeks, desk, first, now), *votes))
    week = weeks[0] if weeks else None
    return club_show(
        request,
        viewer,
        "home/club",
        here="club",
        title=viewer.campaign.name,
        crumbs=(),
        now=now,
        week=week,
        pause=pauses.pause_in(weeks, viewer.campaign, now),
        step=steps[0],
        steps=steps[1:],
        moments=moments(week) if week else (),
        table=table[:5],
        most=max((place.points for place in table), default=0),
        news=list(news_of(viewer.campaign)[:NEWS_AT_HOME]),
        first_steps=first,
        at_home=True,
    )


def _steps(
    viewer: Viewer, weeks: Sequence[Week], desk: Needs | None, first: Sequence[ToDo], now: datetime
) -> tuple[Step, ...]:
    """What waits for this viewer: what is theirs, and what is the GM's at the desk."""
    waits = next_steps.for_gm(viewer.campaign, desk) if desk else ()
    if policy.plays(viewer):
        urgent, later = ([step for step in waits if step.urgent is so] for so in (True, False))
        starts = () if weeks else next_steps.first_for_gm(first)
        return (*urgent, *_own(viewer, weeks, now), *later, *starts)
    if desk:
        return (*waits, next_steps.nothing_for_gm(viewer.campaign, first))
    if viewer.deputy:
        watched = next_steps.for_spectator(viewer.campaign, weeks, unseen(viewer, weeks), now)
        return (*_as_deputy(viewer.deputy, weeks, now), *watched)
    if policy.may_play(viewer):
        return (next_steps.for_teamless(viewer.campaign),)
    return next_steps.for_spectator(viewer.campaign, weeks, unseen(viewer, weeks), now)


def _as_deputy(deputy: Deputy, weeks: Sequence[Week], now: datetime) -> tuple[Step, ...]:
    """What waits for the viewer as the deputy of a team."""
    team, week = deputy.team, next((one for one in weeks if one.pk == deputy.week_id), None)
    written = week is not None and week.status == Week.Status.OPEN
    states = week_status.sheet_states([week.pk], [team.pk]) if week and written else {}
    return next_steps.for_deputy(
        team,
        weeks,
        states.get((week.pk, team.pk), "") if week else "",
        now,
        decide_by=week_status.decide_by(week, team, now) if week else None,
        fight_until=week_status.fight_until(week, team) if week else None,
    )


def _own(viewer: Viewer, weeks: Sequence[Week], now: datetime) -> tuple[Step, ...]:
    """What waits for the viewer as the owner of a team."""
    team, week = viewer.teams[0], weeks[0] if weeks else None
    written = week is not None and week.status == Week.Status.OPEN
    states = week_status.sheet_states([week.pk], [team.pk]) if week and written else {}
    state = states.get((week.pk, team.pk), "") if week else ""
    decide_by = week_status.decide_by(week, team, now) if week else None
    fight_until = week_status.fight_until(week, team) if week else None
    asked = (
        decide_by or fight_until
    )  # who is asked something now reads of that first: what is older waits
    news = Unseen() if asked else unseen(viewer, weeks)
    found = next_steps.for_owner(
        team,
        weeks,
        state,
        waiting(team, week),
        news,
        now,
        decide_by=decide_by,
        fight_until=fight_until,
    )
    events = event_waits(team, now) if team.approved_at else ()
    return (*found, *next_steps.for_events(events, now))


@require_safe
@club_page()
def news(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """All the club's news, newest first."""
    page = Paginator(news_of(viewer.campaign), NEWS_A_PAGE).get_page(request.GET.get("page"))
    return club_show(
        request, viewer, "home/news", here="news", title="News", page=page, audience="club"
    )


@require_safe
@club_page()
def house_rules(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Every house rule in plain words, grouped; what differs from the recommended one is marked."""
    rules = house.plain(rules_of(viewer.campaign))
    groups = [
        (group, [answer(option, rules[option.name]) for option in group.options])
        for group in house.groups()
    ]
    changed = sum(one.changed for _, answers in groups for one in answers)
    return club_show(
        request,
        viewer,
        "home/house_rules",
        here="house-rules",
        title="House rules",
        groups=groups,
        changed=changed,
    )


@require_safe
@club_page()
def members(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Who belongs to the club, and which team they run."""
    return club_show(
        request,
        viewer,
        "home/members",
        here="members",
        title="Members",
        people=clubs.people_of(viewer.campaign, timezone.now()),
    )
