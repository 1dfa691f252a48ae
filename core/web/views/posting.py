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
from core.web.idempotency.forms import Done, answered, once
from engine.game import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from django.http import HttpRequest

REFUSED = 422
"""The status of a page that shows a form with its errors."""


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
    to: str | Callable[[Any], str],
    said: str | Callable[[Any], str],
) -> HttpResponse | None:
    """Do what a valid form asks for, once however often it is sent, and go on to `to` with the
    message `said`.

    `to` and `said` may be made from what `act` returns. None when the form has errors: then show it
    again. A form that was
    answered before is answered alike, whatever has become of the things it is about.
    """
    if before := sent_before(request):
        return before
    if not form.is_valid():
        return None

    def doing() -> Done:
        result = act()
        return Done(to(result) if callable(to) else to, said(result) if callable(said) else said)

    try:
        done = once(user=request.user, key=form.key, at=timezone.now(), act=doing)  # type: ignore[arg-type]
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    return _go_on(request, done)


def sent_before(request: HttpRequest) -> HttpResponse | None:
    """The first answer to this form again, if this person sent it before."""
    key = request.POST.get("idempotency", "")[:60]
    done = answered(user=request.user, key=key) if request.user.is_authenticated else None
    return _go_on(request, done) if done else None


def _go_on(request: HttpRequest, done: Done) -> HttpResponse:
    if done.said:
        messages.success(request, done.said)
    return SeeOther(done.path)


def confirmed(
    request: HttpRequest,
    act: Doing,
    *,
    to: str | Callable[[Any], str],
    said: str | Callable[[Any], str],
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
    if sent and (response := carry_out(request, form, act, to=to, said=said)):
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
