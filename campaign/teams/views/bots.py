"""Pages for appointing and dismissing a team's bot."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from campaign.league.models import Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.teams.forms.bots import BotForm
from campaign.teams.services import bots
from core.web.views.posting import carry_out, confirmed


@team_page()
def bot(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Let a bot write orders for the team when no one else does."""
    form = BotForm(request.POST or None)

    def seating() -> Team:
        return bots.seat(team=team, bot=form.record, actor=viewer.person, now=timezone.now())

    response = carry_out(
        request,
        form,
        seating,
        to=team_url("team", team),
        message=lambda row: f"A {row.bot} bot now acts for {row.name}.",
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "campaign/teams/bot",
        here="team",
        title="Use a stand-in bot",
        form=form,
        action="Use stand-in bot",
        back=team_url("team", team),
    )


@team_page()
def call_off(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Dismiss the team's bot."""
    return confirmed(
        request,
        lambda: bots.dismiss(team=team, actor=viewer.person, now=timezone.now()),
        message=f"You are back in control of {team.name}.",
        back=team_url("team", team),
        title="Take back control of the team",
        sentence=f"The bot no longer acts for {team.name}.",
        action="Take back control",
        effects=("If you don’t send orders, your standing orders apply.",),
        crumbs=team_crumbs(viewer, team),
    )
