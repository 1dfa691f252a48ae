"""A person's clock: the zone that all moments are shown in."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from core.accounts.forms.own_clock import OwnClockForm
from core.accounts.services import own_clock as services
from core.web.moments import own_zone, zone_names
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import carry_out


@login_required
def own_clock(request: HttpRequest) -> HttpResponse:
    """What time it is for the person, and the zone that says so."""
    user, known = person(request), own_zone(request)
    form = OwnClockForm(request.POST or None, initial={"timezone": str(known or "")})

    def choosing() -> None:
        services.choose(user=user, timezone=form.cleaned_data["timezone"])

    if done := carry_out(request, form, choosing, to=reverse("own-clock"), message="Saved."):
        return done
    return render_page(
        request,
        "accounts/own_clock",
        title="Time zone",
        form=form,
        known=known,
        zones=zone_names(),
    )
