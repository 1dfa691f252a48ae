"""Pages for a club's home, news, house rules and members."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.calendar.selectors import pauses
from campaign.calendar.views.calendar import moments
from campaign.house_rules.views.rules_in_words import rules_in_words
from campaign.league import policy
from campaign.league.models import Week
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_club_page
from campaign.league.views.permissions import club_page
from campaign.members.selectors import club as clubs
from campaign.news.selectors.news import by_week, home_news
from campaign.news.selectors.news import news as news_of
from campaign.voices.selectors.reading import current_announcement, post_counts_of_news
from core.web.forms.base import Act
from espionage.selectors.evening import next_evening, readiness
from espionage.selectors.ready import early_deadline, ready_teams
from home.selectors.ahead import last_settled
from home.selectors.waiting import unseen

from .next_steps import pastimes
from .what_waits import pending_in_club

NEWS_A_PAGE = 30


@require_safe
@club_page(live=True)
def home(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the club's home, with the next task, the week, other tasks, standings and news."""
    now = timezone.now()
    pending = pending_in_club(viewer, now)
    weeks, steps = list(pending.weeks), pending.steps
    table, last = clubs.standings(viewer.campaign), pending.settled
    week = weeks[0] if weeks else None
    ready = readiness(week, now, viewer.team_ids) if week else None
    is_waiting = steps[0].idle or (ready is not None and ready.waits_for_viewer is None)
    proposal = next_evening(viewer.campaign, last, now) if weeks in ([], [last]) else None
    return render_club_page(
        request,
        viewer,
        "home/club",
        here="club",
        title=viewer.campaign.name,
        crumbs=(),
        now=now,
        week=week,
        pause=pauses.pause_in(weeks, viewer.campaign, now),
        ready=ready,
        ready_form=Act(),
        next_evening=proposal,
        next_form=Act(),
        own_answer=proposal.answers.get(viewer.person.get_username()) if proposal else None,
        step=steps[0],
        pastimes=pastimes(viewer) if is_waiting else (),
        steps=steps[1:],
        moments=moments(week, early_deadline(week, ready_teams(week, now))) if week else (),
        table=table[:5],
        news=home_news(viewer.campaign, pending.unseen.report),
        announcement=current_announcement(viewer),
        settled=pending.settled,
        first_steps=pending.first,
        at_home=True,
    )


@require_safe
@club_page()
def news(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the club's news, newest first."""
    page = Paginator(news_of(viewer.campaign), NEWS_A_PAGE).get_page(request.GET.get("page"))
    items = list(page.object_list)
    return render_club_page(
        request,
        viewer,
        "home/news",
        here="news",
        title="News",
        page=page,
        news=by_week(items, _unread(viewer)),
        said=post_counts_of_news(viewer, items),
        announcement=current_announcement(viewer),
        audience="club",
    )


def _unread(viewer: Viewer) -> Week | None:
    """Return the week whose report the viewer has not read yet. News of this week would spoil the
    report.
    """
    if not policy.has_team(viewer) or not viewer.unread:
        return None
    return unseen(viewer, last_settled(viewer)).report


@require_safe
@club_page()
def house_rules(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the house rules, first those that differ from the closest preset."""
    return render_club_page(
        request,
        viewer,
        "home/house_rules",
        here="house-rules",
        title="House rules",
        rules=rules_in_words(
            rules_of(viewer.campaign), viewer.campaign.timezone, request.GET.get("find", "")[:60]
        ),
    )


@require_safe
@club_page()
def members(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the club's members and their teams."""
    return render_club_page(
        request,
        viewer,
        "home/members",
        here="members",
        title="Members",
        people=clubs.people_of(viewer.campaign, timezone.now()),
    )
