"""Pages for shared ownership of a team, with requests and links. They are for the team's owners."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.league.models import Team
from campaign.league.selectors import people
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.members.forms.sharing import OwnerLink
from campaign.members.rules.acts import Inviting
from campaign.members.selectors import sharing as selector
from campaign.members.services import invites
from campaign.members.services import sharing as services
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed

SESSION_KEY: Final = "owner-link-shown"
"""Session key of the newest link's token. It is kept until the creator opens the page of owners."""


@require_http_methods(["GET", "HEAD", "POST"])
@team_page()
def owners(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the team's owners, the requests, the working links, and the form for another link."""
    form, now = OwnerLink(request.POST or None), timezone.now()

    def create_link() -> str:
        invite, token = invites.make(
            campaign=viewer.campaign,
            new=Inviting(team=team.slug, note=form.cleaned_data["note"]),
            actor=viewer.person,
            now=now,
        )
        request.session[SESSION_KEY] = [str(invite.pk), token]
        return team_url("team-link", team, invite=invite.pk)

    if request.method == "POST" and (
        response := carry_out(request, form, create_link, to=lambda page: page, message="")
    ):
        return response
    if request.method != "POST":
        request.session.pop(SESSION_KEY, None)
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/members/owners",
        here="team",
        title=f"Owners of {team.name}",
        form=form,
        names=people.names_of_owners(team),
        asks=selector.open_team_asks(team),
        links_in=selector.working_links(team, now),
    )


@require_safe
@team_page()
def link(request: HttpRequest, viewer: Viewer, team: Team, invite: UUID) -> HttpResponse:
    """Show the new link once, so that its creator can copy it. Only a hash is stored."""
    invite_id, token = request.session.get(SESSION_KEY) or ("", "")
    if invite_id != str(invite):
        raise Http404
    row = or_404(selector.find_team_link(team, invite))
    address = request.build_absolute_uri(reverse("join", args=[token]))
    crumbs = ((f"Owners of {team.name}", team_url("team-owners", team)),)
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/members/owner_link",
        here="team",
        title="Your invite link",
        invite=row,
        link=address,
        crumbs=crumbs,
    )


@team_page()
def revoke(request: HttpRequest, viewer: Viewer, team: Team, invite: UUID) -> HttpResponse:
    """Revoke a link into the team after a confirmation."""
    row, back = or_404(selector.find_team_link(team, invite)), team_url("team-owners", team)
    return confirmed(
        request,
        lambda: invites.revoke(invite=row, actor=viewer.person, now=timezone.now()),
        message="The link was revoked. You can create a new one at any time.",
        back=back,
        title="Revoke this link?",
        sentence=("People who have this link but have not used it yet can no longer use it."),
        action="Revoke link",
        crumbs=team_crumbs(viewer, team),
    )


@team_page()
def say_yes(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Accept a request to become an owner of the team after a confirmation."""
    row = or_404(selector.find_team_ask(team, pk))
    back = team_url("team-owners", team)
    username = row.user.get_username()
    return confirmed(
        request,
        lambda: services.answer(ask=row, agrees=True, actor=viewer.person, now=timezone.now()),
        message=f"{username} now runs {team.name} with you.",
        back=back,
        title=f"Make {username} a co-owner of {team.name}?",
        sentence=(
            f"{username} can see and change everything that belongs to {team.name}, including this "
            "week’s orders. You cannot undo what they learn."
        ),
        action=f"Accept {username}",
        effects=("The change is shown in the news.", "Only they or a GM can end this."),
        crumbs=team_crumbs(viewer, team),
    )


@team_page()
def say_no(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Decline a request to become an owner of the team after a confirmation."""
    row = or_404(selector.find_team_ask(team, pk))
    back = team_url("team-owners", team)
    username = row.user.get_username()
    return confirmed(
        request,
        lambda: services.answer(ask=row, agrees=False, actor=viewer.person, now=timezone.now()),
        message=f"You declined the request. {username} was notified.",
        back=back,
        title=f"Decline {username}’s request?",
        sentence=f"{username} stays a player in the club but cannot see anything of {team.name}.",
        action="Decline",
        effects=(f"{username} is notified.", "The team’s log shows who declined."),
        crumbs=team_crumbs(viewer, team),
    )
