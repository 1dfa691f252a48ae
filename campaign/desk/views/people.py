"""Pages for changing members' roles, removing members, and creating sign-in links."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Case, IntegerField, When
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.forms.members import RoleForm
from campaign.league.models import Membership
from campaign.league.selectors.people import find_member, members_of, teams_by_owner
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from campaign.members.selectors.invites import find_login_link
from campaign.members.selectors.join_asks import open_join_asks
from campaign.members.services import login_links, members
from core.web.forms.reasons import ReasonForm
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import carry_out

from .frame import Question, ask, ask_first, desk_page, draw, is_confirmed

ROLE_ORDER = Case(
    When(role="gm", then=0), When(role="player", then=1), default=2, output_field=IntegerField()
)
LOGIN_LINK_REASON_HELP = (
    "It is published to all members right away in the news, the desk log and their notifications."
)
LINK_SESSION_KEY = "login-link-shown"
"""Session key for the newest sign-in link. It is kept until the list of people is opened."""


@require_safe
@desk_page
def people(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List the members with their teams."""
    request.session.pop(LINK_SESSION_KEY, None)
    teams = teams_by_owner(viewer.campaign)
    member_rows = [
        {"member": row, "teams": teams.get(row.user_id, ())}
        for row in members_of(viewer.campaign).order_by(ROLE_ORDER, "user__username")
    ]
    return draw(
        request,
        viewer,
        "people",
        title="People",
        tab="desk-people",
        people=member_rows,
        asks=open_join_asks(viewer.campaign),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def role(request: HttpRequest, viewer: Viewer, member: UUID) -> HttpResponse:
    """Change a member's role."""
    row = or_404(find_member(viewer.campaign, member))
    form = RoleForm(request.POST or None, initial={"role": row.role})

    back = club_url("desk-people", viewer.campaign)
    steps_down = row.user_id == viewer.user_id and request.POST.get("role") in {
        "player",
        "spectator",
    }

    def act() -> Redirect:
        role = form.cleaned_data["role"]
        after = members.set_role(
            membership=row, role=role, actor=person(request), now=timezone.now()
        )
        next_url = club_url("club", viewer.campaign) if steps_down else back
        return Redirect(next_url, f"{row.user} is now {Membership.Role(after.role).label}.")

    if steps_down and not is_confirmed(request) and form.is_valid():
        sentence = "You lose access to the desk. Only another GM can make you a GM again."
        return ask(
            request,
            viewer,
            title="Stop being a GM?",
            sentence=sentence,
            action="Stop being a GM",
            back=back,
            tab="desk-people",
        )
    if response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "form",
        title=f"Role of {row.user}",
        tab="desk-people",
        form=form,
        action_label="Change role",
        cancel_url=back,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def remove(request: HttpRequest, viewer: Viewer, member: UUID) -> HttpResponse:
    """Remove a member from the club."""
    row = or_404(find_member(viewer.campaign, member))
    form = ReasonForm(request.POST or None)
    back = club_url("desk-people", viewer.campaign)

    def act() -> Redirect:
        members.leave(
            membership=row,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        return Redirect(back, f"{row.user} is no longer a member.")

    def question() -> Question:
        return Question(
            f"Remove {row.user}?",
            "They need a new invite link to come back.",
            f"Remove {row.user}",
            (
                f"{row.user} can no longer open this club's pages.",
                (
                    "If their team has no other owner, it keeps its orders for this week. After "
                    "the first week without orders, a caretaker guards it until you hand it over."
                ),
                "The removal is shown in the desk log with your reason.",
            ),
        )

    title = f"Remove {row.user}"
    return ask_first(
        request, viewer, form, act, question, title=title, tab="desk-people", back=back
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def login_link(request: HttpRequest, viewer: Viewer, member: UUID) -> HttpResponse:
    """Create a one-time sign-in link for a member without a password. The club is notified."""
    row = or_404(find_member(viewer.campaign, member))
    form = ReasonForm(request.POST or None, help_text=LOGIN_LINK_REASON_HELP)
    back = club_url("desk-people", viewer.campaign)

    def act() -> Redirect:
        new_link, token = login_links.make(
            membership=row,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        request.session[LINK_SESSION_KEY] = [str(new_link.pk), token]
        return Redirect(
            club_url("desk-login-link-made", viewer.campaign, member=row.pk, link=new_link.pk)
        )

    def question() -> Question:
        return Question(
            f"Create a sign-in link for {row.user}?",
            f"The whole club will see this message: {person(request).get_username()} created a "
            f"one-time sign-in link for {row.user}.",
            "Create link and notify club",
            (
                (
                    f"The link can be used once within a day to sign in as {row.user}. It asks "
                    "for a new password, and for the second factor if there is one."
                ),
                (
                    f"Anyone who has the link can read everything that {row.user} can read, "
                    "including sealed orders. Give it only to them."
                ),
                (
                    "The news, the desk log and a notification to all members show right away "
                    "that you created the link, for whom, and why."
                ),
                (
                    "Their earlier sign-in links stop working. This link stops working when they "
                    "sign in."
                ),
            ),
        )

    return ask_first(
        request,
        viewer,
        form,
        act,
        question,
        title=f"Sign-in link for {row.user}",
        tab="desk-people",
        back=back,
        lede="For a member who has lost their password. Contact them outside this site first.",
    )


@require_safe
@desk_page
def show_login_link(request: HttpRequest, viewer: Viewer, member: UUID, link: UUID) -> HttpResponse:
    """Show the new sign-in link to its creator.

    Only a hash of the link is stored, so it cannot be shown again later.
    """
    shown_id, token = request.session.get(LINK_SESSION_KEY) or ("", "")
    if shown_id != str(link):
        raise Http404
    new_link = or_404(find_login_link(viewer.campaign, link))
    address = request.build_absolute_uri(reverse("login-link", args=[token]))
    return draw(
        request,
        viewer,
        "login_link_made",
        title=f"Sign-in link for {new_link.user}",
        tab="desk-people",
        made=new_link,
        link=address,
        member=member,
    )
