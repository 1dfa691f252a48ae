"""What every page does with a form that was sent: one service call, then on to a page by 303; or
the form again with its errors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from core.web.forms.base import Act, HouseForm
from core.web.idempotency import Redirect, redirect_idempotently, stored_redirect
from core.web.views.person import person
from engine.game import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.http import HttpRequest

REFUSED = 422
"""The status of a page that shows a form with its errors."""


def status_of(form: HouseForm | None) -> int:
    """The status of a page with this form: REFUSED when it comes back with errors."""
    return REFUSED if form is not None and form.is_bound and form.errors else 200


class Doing(Protocol):
    """The one service call of a form."""

    def __call__(self) -> Any: ...


class SeeOther(HttpResponseRedirect):
    """Done; look there (303)."""

    status_code = 303


def carry_out(
    request: HttpRequest,
    form: HouseForm,
    act: Doing,
    *,
    to: str | Callable[[Any], str] = "",
    message: str | Callable[[Any], str] = "",
    refused: Callable[[Refusal], HttpResponse | None] | None = None,
) -> HttpResponse | None:
    """Do what a valid form that was sent asks for, once however often it is sent, and go on to `to`
    with the message `message`.

    `to` and `message` may be made from what `act` returns; an act that returns a `Redirect` says
    both itself. None when nothing was sent or the form has errors: then show it. A page that shows
    a refusal in another way answers it with `refused`. A form that was answered before is answered
    alike, whatever has become of the things it is about.
    """
    if request.method != "POST":
        return None
    if before := sent_before(request):
        return before
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
        done = redirect_idempotently(
            user=person(request), key=form.key, at=timezone.now(), act=redirect
        )
    except Refusal as refusal:
        if refused is not None:
            return refused(refusal)
        form.refuse(refusal)
        return None
    return _go_on(request, done)


def sent_before(request: HttpRequest) -> HttpResponse | None:
    """The first answer to this form again, if this person sent it before."""
    key = request.POST.get("idempotency", "")[:60]
    if not key or not request.user.is_authenticated:
        return None
    done = stored_redirect(user=request.user, key=key)
    return _go_on(request, done) if done else None


def _go_on(request: HttpRequest, done: Redirect) -> HttpResponse:
    if done.message:
        messages.success(request, done.message)
    return SeeOther(done.path)


def turn_back(request: HttpRequest, form: HouseForm, back: str) -> HttpResponse:
    """Say what a bare button was refused for, on the page that it stands on."""
    for errors in form.errors.values():
        for sentence in errors:
            messages.error(request, str(sentence))
    return SeeOther(back)


def confirmed(
    request: HttpRequest,
    act: Doing,
    *,
    to: str | Callable[[Any], str],
    message: str | Callable[[Any], str],
    back: str,
    title: str,
    sentence: str,
    action: str,
    effects: Sequence[str] = (),
    crumbs: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """Ask first, then act: for what cannot be undone. A refusal is shown on the page that asks."""
    sent = request.method == "POST" and request.POST.get("confirmed") == "1"
    form = Act(request.POST) if sent else Act()
    if sent and (response := carry_out(request, form, act, to=to, message=message)):
        return response
    asked = {
        "title": title,
        "sentence": sentence,
        "effects": effects,
        "action_label": action,
        "cancel_url": back,
        "crumbs": crumbs,
        "form": form,
    }
    return render(request, "components/confirm.html", asked, status=REFUSED if form.errors else 200)
