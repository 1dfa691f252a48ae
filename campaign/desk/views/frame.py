"""The frame of all desk pages: for GMs only, in the club's time zone, each act done once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from campaign.league import policy
from campaign.league.services import members
from campaign.league.views.frame import club_url
from campaign.league.views.permissions import Page, club_page, is_looked_at
from core.web.pictures.lists import Link
from core.web.unwritable import mark_if_possible
from core.web.views.frame import render_page
from core.web.views.person import person
from core.web.views.posting import carry_out, sent_before

if TYPE_CHECKING:
    from campaign.league.selectors.viewer import Viewer
    from core.web.forms.base import HouseForm
    from core.web.views.posting import Doing

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


def desk_page(page: Page) -> Callable[..., HttpResponseBase]:
    """Restrict a page to the GMs of a club. Everyone else gets a 404.

    A form that was answered before gets the same answer again, regardless of later changes.
    """

    @wraps(page)
    def answer(request: HttpRequest, viewer: Viewer, **named: Any) -> HttpResponseBase:
        return sent_before(request) or page(request, viewer, **named)

    return club_page(allow=policy.may_run_desk)(answer)


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

    `tab` names the tab it belongs to. The page of the tab itself has no further breadcrumb. A
    `template` with a path is outside the desk's folder.
    """
    campaign = viewer.campaign
    above = [(campaign.name, club_url("club", campaign)), ("Desk", club_url("desk", campaign))]
    own = request.path == (club_url(tab, campaign) if tab else "")
    if tab not in {"", "desk"} and not own:
        above.append((dict(TABS)[tab], club_url(tab, campaign)))
    shown: dict[str, Any] = {"campaign": campaign, "audience": "desk"} | context
    return render_page(
        request,
        template if "/" in template else f"campaign/desk/{template}",
        title=title,
        crumbs=above[:1] if own and tab == "desk" else above,
        links=[Link(label, club_url(name, campaign), current=name == tab) for name, label in TABS],
        links_label="Desk",
        **shown,
    )


def note_look(request: HttpRequest, viewer: Viewer, *, rules: bool = False) -> None:
    """Record that a GM has looked at the house rules, or at the weeks."""
    if is_looked_at(request):
        with mark_if_possible():
            members.record_desk_visit(
                user=person(request), campaign=viewer.campaign, now=timezone.now(), rules=rules
            )


def is_sure(request: HttpRequest) -> bool:
    """Return whether the confirmation page has been answered."""
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
    """Ask for confirmation. The answer sends all fields of the request again."""
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


class Question(NamedTuple):
    """The text of a confirmation page, with the effects of the action."""

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
    """Show a form, then the `question` once it is valid, then perform the act."""
    if request.method == "POST" and form.is_valid() and not is_sure(request):
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
