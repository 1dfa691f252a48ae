"""Members: roles, removing somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db.models import Case, IntegerField, When
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods, require_safe

from campaign.forms.desk.people import RemoveForm, RoleForm
from campaign.models import Membership, TeamOwner
from campaign.pages.frame import at
from campaign.services import members
from campaign.services.once import Done

from .frame import ask, carry_out, desk_page, draw, is_sure, person

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from campaign.selectors.viewer import Viewer

RANKS = Case(When(role="gm", then=0), When(role="player", then=1), default=2, output_field=IntegerField())


@require_safe
@desk_page
def people(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Everybody in the club, with the team they run."""
    rows = list(Membership.objects.filter(campaign=viewer.campaign, left_at=None).select_related("user").order_by(RANKS, "user__username"))
    owners = TeamOwner.objects.filter(team__campaign=viewer.campaign, team__left_at=None, until=None).select_related("team")
    teams: dict[UUID, list[Any]] = {}
    for own in owners.order_by("team__name"):
        teams.setdefault(own.user_id, []).append(own.team)
    listed = [{"member": row, "teams": teams.get(row.user_id, [])} for row in rows]
    return draw(request, viewer, "people", title="People", tab="desk-people", people=listed)


def _member(viewer: Viewer, member: UUID) -> Membership:
    return get_object_or_404(Membership.objects.select_related("user"), pk=member, campaign=viewer.campaign, left_at=None)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def role(request: HttpRequest, viewer: Viewer, member: UUID) -> HttpResponse:
    """Another role for somebody."""
    row = _member(viewer, member)
    form = RoleForm(request.POST or None, initial={"role": row.role})

    def act(said: Mapping[str, Any], now: datetime) -> Done:
        after = members.set_role(membership=row, role=said["role"], actor=person(request), at=now)
        return Done(at("desk-people", viewer.campaign), f"{row.user} is now {Membership.Role(after.role).label}.")

    back = at("desk-people", viewer.campaign)
    steps_down = row.user_id == viewer.user_id and request.POST.get("role") in {"player", "spectator"}
    if steps_down and not is_sure(request) and form.is_valid():
        sentence = "You give up the desk. Only another GM can give it back to you."
        return ask(request, viewer, title="Stop being GM?", sentence=sentence, action="Give up the desk", back=back, tab="desk-people")
    if done := carry_out(request, form, act):
        if steps_down:
            done["Location"] = f"/c/{viewer.campaign.slug}/"
        return done
    return draw(
        request, viewer, "form", title=f"Role of {row.user}", tab="desk-people", form=form, action_label="Give this role", cancel_url=back
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def remove(request: HttpRequest, viewer: Viewer, member: UUID) -> HttpResponse:
    """Remove somebody from the club."""
    row = _member(viewer, member)
    form = RemoveForm(request.POST or None)
    back = at("desk-people", viewer.campaign)

    def act(said: Mapping[str, Any], now: datetime) -> Done:
        members.leave(membership=row, actor=person(request), reason=said["reason"], at=now)
        return Done(back, f"{row.user} is no longer a member.")

    if request.method == "POST" and form.is_valid() and not is_sure(request):
        effects = [
            f"{row.user} can no longer open this club's pages.",
            "A team that nobody else runs plays on by its standing orders until you hand it over.",
            "The desk log says so, with your reason.",
        ]
        return ask(
            request, viewer, title=f"Remove {row.user}?", sentence="They need a new invite link to come back.", action=f"Remove {row.user}",
            back=back, effects=effects, tab="desk-people",
        )  # fmt: skip
    if done := carry_out(request, form, act):
        return done
    return draw(
        request,
        viewer,
        "form",
        title=f"Remove {row.user}",
        tab="desk-people",
        form=form,
        action_label="Go on",
        danger=True,
        cancel_url=back,
    )
