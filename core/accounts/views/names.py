"""A person's name: what it is, what changing it changes, and the form."""

from __future__ import annotations

from typing import Final

from allauth.core.internal import ratelimit
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from core.accounts.forms.names import NameForm
from core.accounts.selectors.people import may_be_renamed_from
from core.accounts.services import names as services
from core.web.refusals import TooFast
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import carry_out

RATES: Final = {"name": "10/h/user"}
"""Tries, so that nobody asks for name after name which of them are taken."""
TOO_MANY: Final = "Too many attempts. Try again in an hour."


@login_required
def own_name(request: HttpRequest) -> HttpResponse:
    """What the person is called, and the form for another name."""
    user, now = person(request), timezone.now()
    form = NameForm(request.POST or None, initial={"username": user.get_username()})

    def changing() -> None:
        if not ratelimit.consume(request, app="accounts", action="name", config=RATES):
            raise TooFast(TOO_MANY, field="username")
        services.change(user=user, name=form.cleaned_data["username"], at=now)

    message = "Saved. Use your new name to sign in."
    if done := carry_out(request, form, changing, to=reverse("own-name"), message=message):
        return done
    return render_page(
        request,
        "accounts/own_name",
        title="Name",
        form=form,
        free=may_be_renamed_from(user, now),
        keeps=services.keeps_old_lines(user),
    )
