"""Pages for handing over a team, leaving a team, withdrawing a team from the league, and leaving
the club.

Each action asks for a confirmation.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors import people
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import (
    club_crumbs,
    club_url,
    render_team_page,
    team_crumbs,
    team_url,
)
from campaign.league.views.permissions import club_page, team_page
from campaign.members.services import members, owners
from campaign.teams.forms.leaving import HandOverForm
from campaign.teams.services import teams as services
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed


@team_page()
def hand_over(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Hand the viewer's place in a team to another player of the club."""
    players = {str(user.pk): user for user in people.other_players(viewer.person, viewer.campaign)}
    names = [(key, user.get_username()) for key, user in players.items()]
    form = HandOverForm(request.POST or None, players=names)

    def handing() -> None:
        to, reason = players[form.cleaned_data["to"]], form.cleaned_data["reason"]
        owners.hand_over(team=team, to=to, actor=viewer.person, reason=reason, now=timezone.now())

    response = carry_out(
        request, form, handing, to=team_url("team", team), message=f"{team.name} was handed over."
    )
    lede = (
        "Another player takes your place in the team and gets access to everything the team "
        "knows. The change is published in the news."
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="team",
        title="Hand over the team",
        form=form,
        action="Hand over team",
        danger=True,
        lede=lede,
        back=team_url("team-edit", team),
        crumbs=(("Name and colours", team_url("team-edit", team)),),
    )


@team_page()
def give_up(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Give up the viewer's place in a team with other owners."""
    back = team_url("team-edit", team)
    return confirmed(
        request,
        lambda: owners.drop_owner(team=team, user=viewer.person, now=timezone.now()),
        to=club_url("club", viewer.campaign),
        message=f"You no longer run {team.name}.",
        back=back,
        title=f"Leave {team.name}",
        sentence=f"You will lose access to {team.name}.",
        action="Leave team",
        effects=("The other owners keep the team.", "Only they or the GM can let you back in."),
        crumbs=team_crumbs(viewer, team),
    )


@team_page()
def withdraw(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Withdraw a team from the league."""
    back = team_url("team-edit", team)
    return confirmed(
        request,
        lambda: services.withdraw(team=team, actor=viewer.person, now=timezone.now()),
        to=club_url("club", viewer.campaign),
        message=f"{team.name} has left the league.",
        back=back,
        title=f"Withdraw {team.name} from the league",
        sentence=f"{team.name} leaves the league permanently.",
        action="Withdraw from league",
        effects=(
            "Its points stay in the standings.",
            "Its people, vehicles and money stay on record, but can no longer be used.",
        ),
        crumbs=team_crumbs(viewer, team),
    )


@club_page(allow=policy.may_enter)
def leave(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Leave the club."""
    membership = or_404(people.membership(viewer.person, viewer.campaign.pk))
    effects = [
        f"{team.name} will have no owner. Hand it over first if someone else should run it."
        for team in viewer.teams
    ]
    return confirmed(
        request,
        lambda: members.leave(membership=membership, now=timezone.now(), actor=viewer.person),
        to=reverse("me"),
        message=f"You left {viewer.campaign.name}.",
        back=club_url("members", viewer.campaign),
        title=f"Leave {viewer.campaign.name}",
        sentence="You will lose access to this club.",
        action="Leave club",
        effects=(*effects, "You need a new invite link to come back."),
        crumbs=club_crumbs(viewer, ("Members", club_url("members", viewer.campaign))),
    )
