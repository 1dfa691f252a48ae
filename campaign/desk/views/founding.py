"""The page for creating a club. It has one form and an optional preview of the dates."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django_scopes import scope

from campaign.desk.forms.founding import FoundingForm
from campaign.desk.services import founding
from campaign.house_rules.rules.presets import POST
from campaign.league.models import Campaign, Week
from campaign.league.selectors.seasons import all_weeks
from campaign.league.views.frame import club_url
from core.web.dry_run import rehearsal
from core.web.idempotency import Redirect
from core.web.moments import own_zone
from core.web.views.person import person
from core.web.views.posting import carry_out, status_of
from engine.game import Refusal


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: HttpRequest) -> HttpResponse:
    """Create a club. The "Show the dates" button only shows a preview."""
    user_zone = own_zone(request)
    initial = {"preset": POST.key, "timezone": str(user_zone or "UTC")}
    form = FoundingForm(request.POST or None, initial=initial)
    dates: tuple[Week, ...] = ()

    def create_club() -> Campaign:
        founding.insist_may_found(person(request))
        return founding.create_club(new=form.record, founder=person(request), now=timezone.now())

    def act() -> Redirect:
        campaign = create_club()
        return Redirect(
            club_url("desk", campaign), f"{campaign.name} was created. Next, invite people."
        )

    if request.POST.get("step") == "dates":
        dates = _preview_weeks(form, create_club)
    elif response := carry_out(request, form, act):
        return response
    context = {
        "title": "Create a club",
        "form": form,
        "closed": "" if founding.may_found(person(request)) else founding.ONLY_STAFF_CREATE_CLUBS,
        "dates": dates,
        "looked": request.POST.get("step") == "dates" and not form.errors,
        "zones": sorted(available_timezones()),
        "zone": form["timezone"].value(),
    }
    club_zone = request.club_zone = _zone(form)  # type: ignore[attr-defined]
    with timezone.override(user_zone or club_zone):
        return render(
            request,
            "campaign/desk/new_campaign.html",
            context,
            status=status_of(form),
        )


def _zone(form: FoundingForm) -> ZoneInfo:
    """Return the time zone in the form, or UTC if the zone is unknown."""
    zone_name = str(form["timezone"].value() or "")
    return ZoneInfo(zone_name if zone_name in available_timezones() else "UTC")


def _preview_weeks(form: FoundingForm, create_club: Any) -> tuple[Week, ...]:
    """Return the first weeks as a preview.

    If they are refused, add an error to the form and return an empty tuple.
    """
    if not form.is_valid():
        return ()
    try:
        with rehearsal():
            campaign = create_club()
            with scope(campaign=campaign.pk):
                return all_weeks(campaign)
    except Refusal as refusal:
        form.refuse(refusal)
        return ()
