"""Handling of submitted forms. A valid form calls a service and then redirects (303). An invalid
form is shown again with errors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from core.web.forms.base import Act, HouseForm
from core.web.idempotency import Redirect, redirect_idempotently, stored_redirect
from core.web.views.person import person
from engine.game import Refusal

REFUSED = 422
"""Status of a page whose form has errors."""


def status_of(form: HouseForm | None) -> int:
    """Return the status for a page with this form."""
    return REFUSED if form is not None and form.is_bound and form.errors else 200


class Doing(Protocol):
    """A service call that a form triggers."""

    def __call__(self) -> Any: ...


class SeeOther(HttpResponseRedirect):
    """A redirect after a form was submitted (303)."""

    status_code = 303


def carry_out(
    request: HttpRequest,
    form: HouseForm,
    act: Doing,
    *,
    to: str | Callable[[Any], str] = "",
    message: str | Callable[[Any], str] = "",
    on_refusal: Callable[[Refusal], HttpResponse | None] | None = None,
) -> HttpResponse | None:
    """Run the action of a valid form once, however often it is sent, and redirect to `to`.

    `to` and `message` can depend on the result of `act`. If `act` returns a `Redirect`, they are
    ignored. Return None if nothing was sent or the form has errors. `on_refusal` can return another
    response to a refusal. A repeated form gets the same response, even if its objects have changed
    in the meantime.
    """
    if request.method != "POST":
        return None
    if earlier_response := sent_before(request):
        return earlier_response
    if not form.is_valid():
        return None

    def redirect() -> Redirect:
        result = act()
        if isinstance(result, Redirect):
            return result
        return Redirect(
            to(result) if callable(to) else to, message(result) if callable(message) else message
        )

    try:
        outcome = redirect_idempotently(
            user=person(request), key=form.key, now=timezone.now(), act=redirect
        )
    except Refusal as refusal:
        if on_refusal is not None:
            return on_refusal(refusal)
        form.refuse(refusal)
        return None
    return _go_on(request, outcome)


def sent_before(request: HttpRequest) -> HttpResponse | None:
    """Return the first response to this form, if this user has already sent the form."""
    key = request.POST.get("idempotency", "")[:60]
    if not key or not request.user.is_authenticated:
        return None
    outcome = stored_redirect(user=request.user, key=key)
    return _go_on(request, outcome) if outcome else None


def _go_on(request: HttpRequest, outcome: Redirect) -> HttpResponse:
    if outcome.message:
        messages.success(request, outcome.message)
    return SeeOther(outcome.path)


def turn_back(request: HttpRequest, form: HouseForm, back: str) -> HttpResponse:
    """Redirect to the page with the button, and show there why the action was refused."""
    for errors in form.errors.values():
        for sentence in errors:
            messages.error(request, str(sentence))
    return SeeOther(back)


def confirmed(
    request: HttpRequest,
    act: Doing,
    *,
    to: str | Callable[[Any], str] = "",
    message: str | Callable[[Any], str],
    back: str,
    title: str,
    sentence: str,
    action: str,
    effects: Sequence[str] = (),
    crumbs: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """Ask for confirmation, and then run the action. The same page also shows refusals.

    `to` is the address of the next page, which is `back` by default.
    """
    sent = request.method == "POST" and request.POST.get("confirmed") == "1"
    form = Act(request.POST) if sent else Act()
    if sent and (response := carry_out(request, form, act, to=to or back, message=message)):
        return response
    context = {
        "title": title,
        "sentence": sentence,
        "effects": effects,
        "action_label": action,
        "cancel_url": back,
        "crumbs": crumbs,
        "form": form,
    }
    return render(
        request, "components/confirm.html", context, status=REFUSED if form.errors else 200
    )
