"""Who runs a team together: who asks to, and a link for somebody who may. For the team's owners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.league.forms.sharing import OwnerLink
from campaign.league.models import Team
from campaign.league.selectors import people
from campaign.league.selectors import sharing as selector
from campaign.league.services import invites
from campaign.league.services import sharing as services
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed

from .frame import team_crumbs, team_show, team_url
from .permissions import team_page

if TYPE_CHECKING:
    from uuid import UUID

    from campaign.league.selectors.viewer import Viewer

SHOWN: Final = "owner-link-shown"
"""In the session of its maker: the token of the link made last, until the page of owners is looked
at.
"""


@require_http_methods(["GET", "HEAD", "POST"])
@team_page()
def owners(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Who runs the team, who asks to, the links that work, and the form for another."""
    form, now = OwnerLink(request.POST or None), timezone.now()

    def making() -> str:
        made, token = invites.make(
            campaign=viewer.campaign,
            role="player",
            actor=viewer.person,
            at=now,
            team=team,
            note=form.cleaned_data["note"],
        )
        request.session[SHOWN] = [str(made.pk), token]
        return team_url("team-link", team, invite=made.pk)

    if request.method == "POST" and (
        response := carry_out(request, form, making, to=lambda page: page, message="")
    ):
        return response
    if request.method != "POST":
        request.session.pop(SHOWN, None)
    return team_show(
        request,
        viewer,
        team,
        "campaign/league/owners",
        here="team",
        title=f"Owners of {team.name}",
        form=form,
        names=people.names_of_owners(team),
        asks=selector.asks(team),
        links_in=selector.working_links(team, now),
    )


@require_safe
@team_page()
def link(request: HttpRequest, viewer: Viewer, team: Team, invite: UUID) -> HttpResponse:
    """The link just made, for its maker to copy. Only its hash is kept."""
    shown, token = request.session.get(SHOWN) or ("", "")
    if shown != str(invite):
        raise Http404
    row = or_404(selector.link_of(team, invite))
    address = request.build_absolute_uri(reverse("join", args=[token]))
    crumbs = ((f"Owners of {team.name}", team_url("team-owners", team)),)
    return team_show(
        request,
        viewer,
        team,
        "campaign/league/owner_link",
        here="team",
        title="Your invite link",
        invite=row,
        link=address,
        crumbs=crumbs,
    )


@team_page()
def revoke(request: HttpRequest, viewer: Viewer, team: Team, invite: UUID) -> HttpResponse:
    """Make a link into the team useless, after asking."""
    row, back = or_404(selector.link_of(team, invite)), team_url("team-owners", team)
    return confirmed(
        request,
        lambda: invites.revoke(invite=row, actor=viewer.person, at=timezone.now()),
        to=back,
        message="The link was revoked. You can create a new one at any time.",
        back=back,
        title="Revoke this link?",
        sentence=("People who have this link but have not used it yet can no longer use it."),
        action="Revoke link",
        crumbs=team_crumbs(viewer, team),
    )


@team_page()
def say_yes(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Let somebody run the team too, after asking."""
    row = or_404(selector.ask_of(team, pk))
    back = team_url("team-owners", team)
    who = row.user.get_username()
    return confirmed(
        request,
        lambda: services.answer(ask=row, agrees=True, actor=viewer.person, at=timezone.now()),
        to=back,
        message=f"{who} now runs {team.name} with you.",
        back=back,
        title=f"Make {who} a co-owner of {team.name}?",
        sentence=(
            f"{who} can see and change everything of {team.name}, including this week’s "
            "orders. You cannot undo what they learn."
        ),
        action=f"Accept {who}",
        effects=("The change is shown in the news.", "Only they or a GM can end this."),
        crumbs=team_crumbs(viewer, team),
    )


@team_page()
def say_no(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Do not let somebody run the team too, after asking."""
    row = or_404(selector.ask_of(team, pk))
    back = team_url("team-owners", team)
    who = row.user.get_username()
    return confirmed(
        request,
        lambda: services.answer(ask=row, agrees=False, actor=viewer.person, at=timezone.now()),
        to=back,
        message=f"You declined the request. {who} was notified.",
        back=back,
        title=f"Decline {who}’s request?",
        sentence=f"{who} stays a player in the club but cannot see anything of {team.name}.",
        action="Decline",
        effects=(f"{who} is notified.", "The team’s log shows who declined."),
        crumbs=team_crumbs(viewer, team),
    )
