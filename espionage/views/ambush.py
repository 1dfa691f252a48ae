"""A redirect to the team's current ambush, and pages about past ambushes.

If there is no current ambush, the page is always the same.
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from ambush.tabletop import AMBUSH_TABLE
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import team_url, team_week_url
from campaign.league.views.permissions import team_page
from espionage.selectors import fights
from espionage.selectors import reports as selector
from espionage.selectors.order_weeks import this_week, week_numbered

from .frame import show


@require_safe
@team_page(allow=policy.may_command)
def ambush(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Redirect to the table of this team's current ambush.

    Clubs where doctrine fights all ambushes do not have this page.
    """
    week = this_week(viewer.campaign)
    if week is None or rules_in(week).ambush_by_doctrine:
        raise Http404
    policy.require(policy.may_command_in(viewer, team, week))
    fight = fights.current_fight(week, team)
    if fight is not None:
        return redirect("play-table", table=fight.table_id)
    return show(request, viewer, team, "ambush_none", here="orders", title="Ambush", week=week)


@require_safe
@team_page()
def story(request: HttpRequest, viewer: Viewer, team: Team, number: int, nth: int) -> HttpResponse:
    """Show a past ambush: its table, or the events that the team saw of a fight by doctrine."""
    week = week_numbered(viewer.campaign, number, request.GET.get("season", ""))
    fight_story = (
        fights.fight_story(week, team, nth)
        if week is not None and selector.is_published(week)
        else None
    )
    if week is None or fight_story is None:
        raise Http404
    if fight_story.table is not None:
        return redirect("play-table", table=fight_story.table.pk)
    lines = [
        line
        for event in fight_story.events
        if (line := AMBUSH_TABLE.say(event, fight_story.names, fight_story.seat))
    ]
    crumbs = (
        ("Reports", team_url("espionage:reports", team)),
        (f"Week {number}", team_week_url("espionage:report", team, week)),
    )
    title = f"{fight_story.names[0]} ambushed {fight_story.names[1]}"
    return show(
        request,
        viewer,
        team,
        "ambush_story",
        here="reports",
        title=title,
        week=week,
        crumbs=crumbs,
        lines=lines,
        names=fight_story.names,
    )
