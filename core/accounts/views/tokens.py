"""Pages for creating, listing, renewing and revoking a person's API tokens. A new token is shown
once.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from core.accounts.forms.tokens import RenewForm, TokenForm
from core.accounts.selectors.own_clubs import own_clubs
from core.accounts.selectors.tokens import token_of, tokens_of
from core.accounts.services import tokens as services
from core.web.not_found import or_404
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import REFUSED, carry_out, confirmed

SESSION_KEY: Final = "token-shown"
"""Session key for a new token, which is stored for a few minutes until the list is loaded without
it.
"""
SHOWN_FOR: Final = timedelta(minutes=5)


@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """Show the person's tokens and a form for creating a token. A new token is shown only once."""
    now = timezone.now()
    user = person(request)
    form = TokenForm(request.POST or None, clubs=own_clubs(user))

    def create() -> str:
        row, token = services.create_token(
            user=user,
            name=form.cleaned_data["name"],
            days=form.cleaned_data["days"],
            now=now,
            scopes=form.cleaned_data["scopes"],
            club=form.cleaned_data["club"],
        )
        request.session[SESSION_KEY] = [str(row.ref), token, now.isoformat()]
        return f"{reverse('tokens')}?made={row.ref}"

    if request.method == "POST" and (
        response := carry_out(request, form, create, to=lambda page: page, message="")
    ):
        return response
    rows = list(tokens_of(user))
    context = {
        "title": "API tokens", "form": form, "made": _new_token(request),
        "good": [row for row in rows if row.expiry is None or row.expiry > now],
        "old": [row for row in rows if row.expiry is not None and row.expiry <= now],
    }  # fmt: skip
    return render(request, "accounts/tokens.html", context, status=REFUSED if form.errors else 200)


def _new_token(request: HttpRequest) -> str:
    """Return the new token if the URL requests it. Otherwise, forget the token."""
    ref, token, when = request.session.get(SESSION_KEY, ("", "", ""))
    made_at = parse_datetime(when) if when else None
    if ref and ref == request.GET.get("made") and made_at and timezone.now() - made_at < SHOWN_FOR:
        return str(token)
    request.session.pop(SESSION_KEY, None)
    return ""


@login_required
def renew(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Extend the lifetime of a token, starting today."""
    row, now = or_404(token_of(person(request), ref)), timezone.now()
    form = RenewForm(request.POST or None)

    def extend() -> None:
        services.renew(token=row, days=form.cleaned_data["days"], now=now)

    if response := carry_out(
        request, form, extend, to=reverse("tokens"), message=f"{row.name} was renewed."
    ):
        return response
    return render_page(
        request,
        "accounts/token_renew",
        title=f"Renew {row.name}",
        crumbs=(("API tokens", reverse("tokens")),),
        form=form,
        token=row,
    )


@login_required
def revoke(request: HttpRequest, ref: UUID) -> HttpResponse:
    """Revoke a token after confirmation."""
    row = or_404(token_of(person(request), ref))
    return confirmed(
        request,
        lambda: services.revoke(token=row),
        message=f"{row.name} was revoked.",
        back=reverse("tokens"),
        title=f"Revoke {row.name}",
        sentence=f"Tools that use the token “{row.name}” lose access right away.",
        effects=("This cannot be undone, but you can create a new token at any time.",),
        action="Revoke token",
        crumbs=(("API tokens", reverse("tokens")),),
    )
