"""Common parts of all desk pages.

Only GMs can open these pages. Times are in the club's time zone, and each action is performed only
once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from campaign.league import policy
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from campaign.league.views.permissions import Page, club_page, is_looked_at
from campaign.members.services import members
from core.web.forms.base import HouseForm
from core.web.links import Link
from core.web.unwritable import mark_if_possible
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import Doing, carry_out, sent_before

TABS = (
    ("desk", "Desk"),
    ("desk-calendar", "Weeks"),
    ("desk-teams", "Teams"),
    ("desk-people", "People"),
    ("desk-corrections", "Corrections"),
    ("desk-house-rules", "House rules"),
    ("desk-parts", "Parts"),
    ("desk-talk", "Moderation"),
    ("desk-log", "Log"),
)


def desk_page(page: Page, *, live: bool = False) -> Callable[..., HttpResponseBase]:
    """Restrict a page to the club's GMs. Other people get a 404. See `club_page` for `live`.

    If a form is sent twice, the second answer repeats the first, whatever has changed in between.
    """

    @wraps(page)
    def answer(request: HttpRequest, viewer: Viewer, **path_arguments: Any) -> HttpResponseBase:
        return sent_before(request) or page(request, viewer, **path_arguments)

    return club_page(allow=policy.may_run_desk, live=live)(answer)


def draw(
    request: HttpRequest,
    viewer: Viewer,
    template: str,
    *,
    title: str,
    tab: str = "",
    **context: Any,
) -> HttpResponse:
    """Render a page of the desk.

    `tab` names the tab that the page belongs to. The tab's main page has no further breadcrumb. If
    `template` contains a path, the template is outside the desk's folder.
    """
    campaign = viewer.campaign
    crumbs = [(campaign.name, club_url("club", campaign)), ("Desk", club_url("desk", campaign))]
    is_main_page = request.path == (club_url(tab, campaign) if tab else "")
    if tab not in {"", "desk"} and not is_main_page:
        crumbs.append((dict(TABS)[tab], club_url(tab, campaign)))
    page_context: dict[str, Any] = {"campaign": campaign, "audience": "desk"} | context
    return render_page(
        request,
        template if "/" in template else f"campaign/desk/{template}",
        title=title,
        crumbs=crumbs[:1] if is_main_page and tab == "desk" else crumbs,
        links=[Link(label, club_url(name, campaign), current=name == tab) for name, label in TABS],
        links_label="Desk",
        **page_context,
    )


def record_visit(request: HttpRequest, viewer: Viewer, *, rules: bool = False) -> None:
    """Record that a GM has visited the house rules or the weeks."""
    if is_looked_at(request):
        with mark_if_possible():
            members.record_desk_visit(
                user=person(request), campaign=viewer.campaign, now=timezone.now(), rules=rules
            )


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the user has confirmed the action."""
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
    """Ask for confirmation. The confirmation form repeats all fields of the request."""
    fields = [
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
        fields=fields,
        tab=tab,
        **context,
    )


class Question(NamedTuple):
    """The text of a confirmation page, including the effects of the action."""

    title: str
    sentence: str
    action: str
    effects: Sequence[str] = ()


def ask_first(
    request: HttpRequest,
    viewer: Viewer,
    form: HouseForm,
    act: Doing,
    question: Callable[[], Question],
    *,
    title: str,
    tab: str,
    back: str,
    **context: Any,
) -> HttpResponse:
    """Show a form. If it is valid, ask the `question`, and then perform the action."""
    if request.method == "POST" and form.is_valid() and not is_confirmed(request):
        return ask(request, viewer, **question()._asdict(), back=back, tab=tab)
    return carry_out(request, form, act) or draw(
        request,
        viewer,
        "form",
        title=title,
        tab=tab,
        form=form,
        action_label="Continue",
        danger=True,
        cancel_url=back,
        **context,
    )
