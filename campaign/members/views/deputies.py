"""Pages for a team's deputies.

Owners appoint a deputy for a week. Owners or the deputy can end the appointment (C24).
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league import policy
from campaign.league.models import Deputy, Team
from campaign.league.selectors.teams import find_team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import club_page, team_page
from campaign.members.forms.deputies import DeputyForm
from campaign.members.selectors import deputies as selector
from campaign.members.services import deputies, deputies_ending
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed


@require_http_methods(["GET", "HEAD", "POST"])
@team_page()
def deputy(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the team's deputies, and the form for appointing one."""
    people = selector.possible_deputies(viewer.campaign)
    weeks = selector.open_weeks(viewer.campaign)
    form = DeputyForm(request.POST or None, people=people, weeks=weeks)

    def appoint() -> Deputy:
        data = form.cleaned_data
        return deputies.appoint(
            team=team,
            user=next(user for user in people if user.get_username() == data["username"]),
            week=next(week for week in weeks if week.number == data["week"]),
            actor=viewer.person,
            now=timezone.now(),
        )

    response = carry_out(
        request,
        form,
        appoint,
        to=team_url("team-deputy", team),
        message=lambda row: (
            f"{row.user.get_username()} is now deputy for {row.team.name} in week "
            f"{row.week.number}."
        ),
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "campaign/members/deputy",
        here="team",
        title="Name a deputy for a week",
        crumbs=((f"Owners of {team.name}", team_url("team-owners", team)),),
        form=form,
        standing=selector.current_deputies(team),
        people=people,
        weeks=weeks,
        plays=team.is_in_league,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page()
def end(request: HttpRequest, viewer: Viewer, team: str, pk: UUID) -> HttpResponse:
    """End a deputy's appointment after a confirmation, by an owner of the team or by the deputy."""
    owned_team = or_404(find_team(viewer, team))
    row = or_404(selector.find_deputy(owned_team, pk))
    is_owner = policy.owns(viewer, owned_team)
    policy.require(is_owner or row.user_id == viewer.user_id)
    username = row.user.get_username() if is_owner else "You"
    sentence = f"{username} {'is' if is_owner else 'are'} no longer deputy for {owned_team.name}."
    back = team_url("team-deputy" if is_owner else "team", owned_team)
    return confirmed(
        request,
        lambda: deputies_ending.end(deputy=row, actor=viewer.person, now=timezone.now()),
        message=sentence,
        back=back,
        title=f"Remove the deputy in week {row.week.number}?",
        sentence=sentence,
        action="Remove deputy",
        effects=(
            "The change is shown in the news.",
            "Orders that were saved still count until someone saves new ones.",
        ),
        crumbs=team_crumbs(viewer, owned_team),
    )
