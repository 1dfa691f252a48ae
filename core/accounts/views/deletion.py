"""Page for deleting one's account."""

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
SCHEDULED_TEXT: Final = (
    "Your account will be deleted in {days} days. To keep it, sign in before then."
)


@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show the consequences and a form. If the form is submitted, schedule the deletion and sign
    the person out everywhere.
    """
    user, now = person(request), timezone.now()
    hindrances = deletion.hindrances(user)
    form = DeletionForm(user, request.POST or None)
    if request.method == "POST":
        form.tries_left = bool(
            ratelimit.consume(request, app="accounts", action="deletion", config=RATES)
        )
    if response := carry_out(request, form, lambda: deletion.schedule(user=user, now=now), to="/"):
        logout(request)
        messages.success(request, SCHEDULED_TEXT.format(days=settings.DELETION_DAYS))
        return response
    return render_page(
        request,
        "accounts/delete_account",
        title="Delete your account",
        form=form,
        why=hindrances,
        days=settings.DELETION_DAYS,
        has_password=user.has_usable_password(),
    )
