"""Breaking the glass: the desk's page on which a GM opens sealed orders, in front of the whole club."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from campaign.models import Team, Week
from campaign.pages.desk.frame import ask, carry_out, desk_page, draw, is_sure, person
from campaign.pages.frame import at
from campaign.selectors.viewer import Viewer
from campaign.services.once import Done
from espionage.forms.desk import OpenSealedForm
from espionage.selectors.desk import act_of, opened
from espionage.services.desk import open_sealed

TOLD = (
    "The news, the desk log and a notice to every member say at once that you did, whose orders, of which week, and why.",
    "You see one team's orders of one week as they are now; what is saved later stays sealed.",
    "Nothing about the orders changes, and the announcement does not say whether there are any.",
)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def sealed(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Choose whose orders to open, give the reason, and be asked once more."""
    weeks = (
        Week.objects.filter(season__campaign=viewer.campaign, season__closed_at=None)
        .exclude(status=Week.Status.PLANNED)
        .order_by("-number")
    )
    teams = Team.objects.filter(campaign=viewer.campaign, left_at=None).exclude(approved_at=None)
    chosen = weeks.filter(number=request.GET["week"]).first() if request.GET.get("week", "").isdecimal() else None
    form = OpenSealedForm(request.POST or None, weeks=weeks, teams=teams, initial={"week": chosen})
    back = at("desk-sealed", viewer.campaign)

    def act(said: Mapping[str, Any], now: datetime) -> Done:
        done = open_sealed(week=said["week"], team=said["team"], actor=person(request), reason=said["reason"], at=now)
        return Done(at("desk-sealed-opened", viewer.campaign, act=done.pk))

    if request.method == "POST" and not is_sure(request) and form.is_valid():
        team, week = form.cleaned_data["team"], form.cleaned_data["week"]
        sentence = f"The whole club will read: {person(request).get_username()} opened the sealed orders of {team} for week {week.number}."
        if viewer.team_ids and team.pk not in viewer.team_ids:
            sentence += f" They will also see that you run {viewer.teams[0].name}, and what you read cannot be forgotten."
        return ask(
            request,
            viewer,
            title=f"Open the orders of {team}?",
            sentence=sentence,
            action="Open them before everybody",
            back=back,
            effects=TOLD,
        )
    if is_sure(request) and (done := carry_out(request, form, act)):
        return done
    return draw(
        request, viewer, "sealed", title="Open sealed orders", tab="desk", form=form, told=TOLD, cancel_url=at("desk", viewer.campaign),
        rival=viewer.teams[0] if viewer.teams else None,
    )  # fmt: skip


@require_safe
@desk_page
def sealed_opened(request: HttpRequest, viewer: Viewer, act: UUID) -> HttpResponse:
    """The orders, for the GM who opened them."""
    found = act_of(person(request), act)
    if found is None:
        raise Http404
    return draw(
        request, viewer, "sealed_opened", title=f"Orders of {found.team}, week {found.week.number if found.week else ''}", tab="desk", act=found,
        sheet=opened(found),
    )  # fmt: skip
