"""Founding a club: one page, one form, a look at the dates for those who want it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.decorators import login_required
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from django_scopes import scope

from campaign.desk.forms.founding import FoundingForm
from campaign.desk.services import founding
from campaign.league.models import Week
from campaign.league.views.frame import at
from core.web.dry_run import rehearsal
from core.web.idempotency.forms import Done
from core.web.views.posting import REFUSED
from engine.game import Refusal

from .frame import carry_out, person

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from campaign.league.models import Campaign


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_campaign(request: HttpRequest) -> HttpResponse:
    """Found a club. The button "Show the dates" looks ahead; the other one founds at once."""
    form = FoundingForm(
        request.POST or None, initial={"first": timezone.localdate() + timedelta(days=2)}
    )
    dates: tuple[Week, ...] = ()

    def found(said: Mapping[str, Any], now: datetime) -> Campaign:
        return founding.found(
            name=said["name"],
            founder=person(request),
            at=now,
            preset=said["preset"],
            options=form.options,
            timezone=said["timezone"],
            blurb=said["blurb"],
            first=said["first"],
            weeks=said["weeks"],
        )

    def act(said: Mapping[str, Any], now: datetime) -> Done:
        campaign = found(said, now)
        return Done(at("desk", campaign), f"{campaign.name} is founded. Invite people next.")

    if request.POST.get("step") == "dates":
        dates = _dates(form, found)
    elif done := carry_out(request, form, act):
        return done
    shown = {
        "title": "Found a club",
        "form": form,
        "dates": dates,
        "zones": sorted(available_timezones()),
        "zone": form["timezone"].value(),
    }
    with timezone.override(_zone(form)):
        return render(
            request,
            "campaign/desk/new_campaign.html",
            shown,
            status=REFUSED if form.is_bound and form.errors else 200,
        )


def _zone(form: FoundingForm) -> ZoneInfo:
    """The zone that was asked for, if the site knows it."""
    said = str(form["timezone"].value() or "")
    return ZoneInfo(said if said in available_timezones() else "UTC")


def _dates(form: FoundingForm, found: Any) -> tuple[Week, ...]:
    """The first weeks as they would be; none, and the reason in the form, when the club could not
    be founded so.
    """
    if not form.is_valid():
        return ()
    try:
        with rehearsal():
            campaign = found(form.cleaned_data, timezone.now())
            with scope(campaign=campaign.pk):
                return tuple(Week.objects.filter(season__campaign=campaign).order_by("number"))
    except Refusal as refusal:
        form.refuse(refusal)
        return ()
