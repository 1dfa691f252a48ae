"""The frame of every page of the desk: for GMs only, in the club's own time, each act done once."""

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
    """A page for the GMs of a club. Everybody else gets the 404 of an unknown address.

    A form that was answered before gets the same answer, whatever has become of the things it is
    about.
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
    """Draw a page of the desk. `tab` names the page it belongs to; a page of that name stands at
    the desk's top itself. A `template` with a path is
    another room's.
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
    """Keep that a GM has looked at the house rules, or at the weeks."""
    if is_looked_at(request):
        with mark_if_possible():
            members.look(
                user=person(request), campaign=viewer.campaign, at=timezone.now(), rules=rules
            )


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


class Question(NamedTuple):
    """What a page asks before it does what cannot be taken back, and what the act leads to."""

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
    """A form; then, once it is valid, the `question`, which may be made from what the form says;
    then the act.
    """
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
