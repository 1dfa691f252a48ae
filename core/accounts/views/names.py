"""Page for changing one's username."""

from __future__ import annotations

from typing import Final

from allauth.core.internal import ratelimit
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from core.accounts.forms.names import NameForm
from core.accounts.selectors.people import next_rename_at
from core.accounts.services import names as services
from core.web.refusals import TooFast
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import carry_out

RATES: Final = {"name": "10/h/user"}
"""Limit on the number of attempts, so that nobody can find out which names are taken."""
TOO_MANY: Final = "Too many attempts. Try again in an hour."


@login_required
def own_name(request: HttpRequest) -> HttpResponse:
    """Show the person's name and a form to change it."""
    user, now = person(request), timezone.now()
    form = NameForm(request.POST or None, initial={"username": user.get_username()})

    def change_name() -> None:
        if not ratelimit.consume(request, app="accounts", action="name", config=RATES):
            raise TooFast(TOO_MANY, field="username")
        services.change_name(user=user, name=form.cleaned_data["username"], now=now)

    message = "Saved. Use your new name to sign in."
    if response := carry_out(request, form, change_name, to=reverse("own-name"), message=message):
        return response
    return render_page(
        request,
        "accounts/own_name",
        title="Name",
        form=form,
        free=next_rename_at(user, now),
        keeps=services.keeps_old_lines(user),
    )
