"""A deputy for a team's week: named by its owners, ended by them or by the deputy (C24)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league import policy
from campaign.league.forms.deputies import DeputyForm
from campaign.league.models import Deputy, Team
from campaign.league.selectors import deputies as selector
from campaign.league.selectors.teams import team_of
from campaign.league.services import deputies, deputies_ending
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed

from .frame import team_crumbs, team_show, team_url
from .permissions import club_page, team_page

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.league.selectors.viewer import Viewer


@require_http_methods(["GET", "HEAD", "POST"])
@team_page()
def deputy(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Who gives the team's orders for a week, and the form to name somebody."""
    people = selector.may_stand_in(viewer.campaign)
    weeks = selector.open_weeks(viewer.campaign)
    form = DeputyForm(request.POST or None, people=people, weeks=weeks)

    def naming() -> Deputy:
        said = form.cleaned_data
        return deputies.name(
            team=team,
            user=next(user for user in people if user.get_username() == said["username"]),
            week=next(week for week in weeks if week.number == said["week"]),
            by=viewer.person,
            at=timezone.now(),
        )

    response = carry_out(
        request,
        form,
        naming,
        to=team_url("team-deputy", team),
        message=lambda row: (
            f"{row.user.get_username()} is now deputy for {row.team.name} in week "
            f"{row.week.number}."
        ),
    )
    return response or team_show(
        request,
        viewer,
        team,
        "campaign/league/deputy",
        here="team",
        title="Name a deputy for a week",
        crumbs=((f"Owners of {team.name}", team_url("team-owners", team)),),
        form=form,
        standing=selector.standing(team),
        people=people,
        weeks=weeks,
        plays=team.approved_at is not None and team.left_at is None,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page()
def end(request: HttpRequest, viewer: Viewer, team: str, pk: UUID) -> HttpResponse:
    """End a deputy's right, after asking: for the team's owners and the deputy."""
    owned = or_404(team_of(viewer, team))
    row = or_404(selector.one_of(owned, pk))
    owns = policy.owns(viewer, owned)
    policy.require(owns or row.user_id == viewer.user_id)
    who = row.user.get_username() if owns else "You"
    gives = f"{who} {'is' if owns else 'are'} no longer deputy for {owned.name}."
    back = team_url("team-deputy" if owns else "team", owned)
    return confirmed(
        request,
        lambda: deputies_ending.end(deputy=row, by=viewer.person, at=timezone.now()),
        to=back,
        message=gives,
        back=back,
        title=f"Remove the deputy in week {row.week.number}?",
        sentence=gives,
        action="Remove deputy",
        effects=(
            "The change is shown in the news.",
            "Orders that were saved still count until someone saves new ones.",
        ),
        crumbs=team_crumbs(viewer, owned),
    )
