"""The frame of every page of the desk: for GMs only, in the club's own time, each act done once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

from django.contrib import messages
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from campaign.league import policy
from campaign.league.services import members
from campaign.league.views.frame import at
from campaign.league.views.permissions import Page, club_page, is_looked_at
from core.accounts.models import User
from core.web.forms.base import HouseForm
from core.web.idempotency.forms import Done, answered
from core.web.pictures.lists import Link
from core.web.views import posting
from engine.game import Refusal

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.selectors.viewer import Viewer

TABS = (
    ("desk", "Desk"),
    ("desk-calendar", "Weeks"),
    ("desk-teams", "Teams"),
    ("desk-people", "People"),
    ("desk-corrections", "Corrections"),
    ("desk-house-rules", "House rules"),
    ("desk-log", "Log"),
)


def desk_page(page: Page) -> Callable[..., HttpResponseBase]:
    """A page for the GMs of a club. Everybody else gets the 404 of an unknown address.

    A form that was answered before gets the same answer, whatever has become of the things it is
    about.
    """

    @wraps(page)
    def once_only(request: HttpRequest, viewer: Viewer, **named: Any) -> HttpResponseBase:
        if request.method == "POST" and (
            done := answered(user=person(request), key=request.POST.get("idempotency", ""))
        ):
            return lead_on(request, done)
        return page(request, viewer, **named)

    return club_page(allow=policy.may_run_desk)(once_only)


def draw(
    request: HttpRequest,
    viewer: Viewer,
    template: str,
    *,
    title: str,
    tab: str = "",
    **context: Any,
) -> HttpResponse:
    """Draw a page of the desk. `tab` names the page it belongs to; a page of that name stands at
    the desk's top itself.
    """
    campaign = viewer.campaign
    above = [(campaign.name, at("club", campaign)), ("Desk", at("desk", campaign))]
    own = request.path == (at(tab, campaign) if tab else "")
    if tab not in {"", "desk"} and not own:
        above.append((dict(TABS)[tab], at(tab, campaign)))
    frame = {
        "title": title,
        "campaign": campaign,
        "crumbs": above[:1] if own and tab == "desk" else above,
        "links": [Link(label, at(name, campaign), current=name == tab) for name, label in TABS],
        "links_label": "Desk",
        "now": timezone.now(),
        "audience": "desk",
    }
    form = context.get("form")
    status = posting.REFUSED if form is not None and form.is_bound and form.errors else 200
    return render(request, f"campaign/desk/{template}.html", frame | context, status=status)


def carry_out(
    request: HttpRequest, form: HouseForm, act: Callable[[Mapping[str, Any], datetime], Done]
) -> HttpResponse | None:
    """Do what a good form asks for, once, and lead on; None when the form has to be shown, with
    what is wrong in it.

    `act` gets the form's fields and the time, makes its one service call and says where to go on.
    """
    now = timezone.now()
    return posting.carry_out(
        request,
        form,
        lambda: act(form.cleaned_data, now),
        to=lambda done: done.path,
        said=lambda done: done.said,
    )


def press(request: HttpRequest, act: Callable[[datetime], Done], back: str) -> posting.SeeOther:
    """Do what a bare button asks for; a refusal is shown on the page to which it leads back."""
    try:
        done = act(timezone.now())
    except Refusal as refusal:
        messages.error(request, str(refusal))
        return posting.SeeOther(back)
    return lead_on(request, done)


def turn_back(request: HttpRequest, form: HouseForm, back: str) -> posting.SeeOther:
    """Say what a bare button's form was refused for, on the page it came from."""
    for error in form.non_field_errors():
        messages.error(request, str(error))
    return posting.SeeOther(back)


def note_look(request: HttpRequest, viewer: Viewer, *, rules: bool = False) -> None:
    """Keep that a GM has looked at the house rules, or at the weeks."""
    if is_looked_at(request):
        with suppress(
            OperationalError
        ):  # a busy database keeps nobody from reading: it is kept the next time
            members.look(
                user=person(request), campaign=viewer.campaign, at=timezone.now(), rules=rules
            )


def lead_on(request: HttpRequest, done: Done) -> posting.SeeOther:
    """Say what was done, and go on."""
    if done.said:
        messages.success(request, done.said)
    return posting.SeeOther(done.path)


def person(request: HttpRequest) -> User:
    """Who is logged in."""
    return cast("User", request.user)


def is_sure(request: HttpRequest) -> bool:
    """Whether the page that asks has been answered."""
    return request.POST.get("confirmed") == "1"


def ask(
    request: HttpRequest,
    viewer: Viewer,
    *,
    title: str,
    sentence: str,
    action: str,
    back: str,
    effects: Iterable[str] = (),
    tab: str = "desk",
    **context: Any,
) -> HttpResponse:
    """Ask before something is done for good; everything that was sent is sent again with the
    answer.
    """
    again = [
        (name, value)
        for name in request.POST
        for value in request.POST.getlist(name)
        if name not in {"csrfmiddlewaretoken", "confirmed"}
    ]
    return draw(
        request,
        viewer,
        "confirm",
        title=title,
        sentence=sentence,
        effects=list(effects),
        action_label=action,
        cancel_url=back,
        fields=again,
        tab=tab,
        **context,
    )
