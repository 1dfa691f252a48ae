"""Deleting one's account: what happens, and asking for it."""

from __future__ import annotations

from typing import Final

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from core.accounts.forms.deletion import DeletionForm
from core.accounts.services import deletion
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import carry_out

RATES: Final = {"deletion": "10/15m/user"}
ASKED: Final = "Your account will be deleted in {days} days. To keep it, sign in before then."


@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """What is deleted and what stays, and the form that asks for it. Who has asked is logged out
    everywhere.
    """
    user, now = person(request), timezone.now()
    why = deletion.hindrances(user)
    form = DeletionForm(user, request.POST or None)
    if request.method == "POST":
        form.tries_left = bool(
            ratelimit.consume(request, app="accounts", action="deletion", config=RATES)
        )
    if done := carry_out(request, form, lambda: deletion.ask(user=user, at=now), to="/"):
        logout(request)
        messages.success(request, ASKED.format(days=settings.DELETION_DAYS))
        return done
    return render_page(
        request,
        "accounts/delete_account",
        title="Delete your account",
        form=form,
        why=why,
        days=settings.DELETION_DAYS,
        has_password=user.has_usable_password(),
    )
