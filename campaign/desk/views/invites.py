"""Pages for invite links.

GMs can view a link for a group at any time. They can view any other link only once.
"""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.desk.forms.invites import InviteForm
from campaign.league.selectors.teams import present_teams
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from campaign.members.selectors.invites import find_invite
from campaign.members.selectors.invites import spent_invites as invites_spent
from campaign.members.selectors.invites import working_invites as invites_working
from campaign.members.services import invites
from core.web.forms.base import Act
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back

from .frame import ask, desk_page, draw, is_confirmed

PAGE_SIZE = 20
INVITE_SESSION_KEY = "invite-shown"
"""Session key for the ID and token of the newest link. It is kept until the list of links is
opened.
"""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def links(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List the club's invite links, and create a link."""
    teams = present_teams(viewer.campaign)
    choices = {"team": [("", "No team"), *((team.slug, team.name) for team in teams)]}
    form = InviteForm(request.POST or None, choices=choices)

    def make() -> Redirect:
        invite, token = invites.make(
            campaign=viewer.campaign, new=form.record, actor=person(request), now=timezone.now()
        )
        if invite.token:
            return Redirect(
                club_url("desk-invites", viewer.campaign),
                "Your link is below. Share it with your group.",
            )
        request.session[INVITE_SESSION_KEY] = [str(invite.pk), token]
        return Redirect(club_url("desk-invite", viewer.campaign, invite=invite.pk))

    if response := carry_out(request, form, make):
        return response
    if request.method != "POST":
        request.session.pop(INVITE_SESSION_KEY, None)
    now = timezone.now()
    working, spent = (
        Paginator(rows(viewer.campaign, now), PAGE_SIZE).get_page(request.GET.get(name))
        for rows, name in ((invites_working, "page"), (invites_spent, "old"))
    )
    return draw(
        request,
        viewer,
        "invites",
        title="Invite links",
        tab="desk-people",
        form=form,
        button=Act(),
        good=[
            (
                row,
                request.build_absolute_uri(reverse("join", args=[row.token])) if row.token else "",
            )
            for row in working
        ],
        good_page=working,
        spent=spent,
    )


@require_safe
@desk_page
def show_link(request: HttpRequest, viewer: Viewer, invite: UUID) -> HttpResponse:
    """Show the new link to its creator.

    Only a hash of the link is stored, so it cannot be shown again later.
    """
    shown_id, token = request.session.get(INVITE_SESSION_KEY) or ("", "")
    if shown_id != str(invite):
        raise Http404
    row = or_404(find_invite(viewer.campaign, invite))
    link = request.build_absolute_uri(reverse("join", args=[token]))
    return draw(
        request,
        viewer,
        "invite_made",
        title="Your invite link",
        tab="desk-people",
        invite=row,
        link=link,
    )


@require_POST
@desk_page
def revoke(request: HttpRequest, viewer: Viewer, invite: UUID) -> HttpResponse:
    """Revoke a link."""
    row = or_404(find_invite(viewer.campaign, invite))
    back = club_url("desk-invites", viewer.campaign)
    form = Act(request.POST)
    if not is_confirmed(request):
        sentence = "People who have this link but have not joined yet can no longer use it."
        return ask(
            request,
            viewer,
            title="Revoke this link?",
            sentence=sentence,
            action="Revoke link",
            back=back,
            tab="desk-people",
        )

    def act() -> Redirect:
        invites.revoke(invite=row, actor=person(request), now=timezone.now())
        return Redirect(back, "The link was revoked. You can create a new one at any time.")

    return carry_out(request, form, act) or turn_back(request, form, back)
