"""Page for choosing one's time zone."""

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
    """Show the person's time zone and a form to change it."""
    user, zone = person(request), own_zone(request)
    form = OwnClockForm(request.POST or None, initial={"timezone": str(zone or "")})

    def choose_zone() -> None:
        services.choose(user=user, timezone=form.cleaned_data["timezone"])

    if response := carry_out(request, form, choose_zone, to=reverse("own-clock"), message="Saved."):
        return response
    return render_page(
        request,
        "accounts/own_clock",
        title="Time zone",
        form=form,
        known=zone,
        zones=zone_names(),
    )
