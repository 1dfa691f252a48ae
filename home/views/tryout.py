"""Pages for trying the club game without an account, by starting, continuing and keeping a try-out
(C25).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from campaign.league import policy
from campaign.league.views.frame import club_url, team_url, team_week_url, weekly_duel_url
from campaign.league.views.permissions import club_page
from core.accounts.services import guests
from core.accounts.views.guests import TOO_MANY, let_in, may_begin, visitor
from core.web import moments
from core.web.forms.base import Act
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import SeeOther, carry_out, turn_back
from espionage.selectors.tryout import progress, tryout_of
from espionage.services import tryout as service
from home.forms.tryout import STEPS, NextStep

if TYPE_CHECKING:
    from campaign.league.models import Week
    from campaign.league.selectors.viewer import Viewer
    from espionage.selectors.tryout import Progress


@require_http_methods(["GET", "HEAD", "POST"])
def tryout(request: HttpRequest) -> HttpResponse:
    """Show a button that starts a try-out. If a try-out was already started, continue it.

    The button turns a visitor into a guest.
    """
    or_404(settings.TRYOUTS or None)
    guest = visitor(request)
    club = tryout_of(guest) if guest else None
    if request.method != "POST":
        return render(request, "home/tryout.html", {"title": "Try a week", "club": club})
    if club is None:
        if not may_begin(request):
            context = {"title": "Try a week", "club": None, "too_many": True}
            return render(request, "home/tryout.html", context, status=TOO_MANY)
        guest = guest or guests.create_guest()
        zone = guest.timezone or request.COOKIES.get(moments.COOKIE, "")
        club = service.begin(person=guest, now=timezone.now(), timezone=zone)
    let_in(request, guest)
    return SeeOther(club_url("club", club))


def leave_to_sign_up(request: HttpRequest, message: str, to: str) -> HttpResponse:
    """Sign a guest out and redirect to the sign-up form, where the new account takes over the
    guest's data.

    `message` is shown on the form, and `to` is the page that follows.
    """
    guest = str(person(request).pk)
    logout(request)
    request.session[guests.GUEST] = guest
    messages.info(request, message)
    return SeeOther(f"{reverse('account_signup')}?{urlencode({'next': to})}")


@require_POST
@club_page(allow=policy.is_trying_out)
def next_step(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Take the next step of a try-out and redirect to its result."""
    form, club, now = NextStep(request.POST), viewer.campaign, timezone.now()

    def act() -> Redirect:
        service.take_step(
            step=form.cleaned_data["step"], campaign=club, person=person(request), now=now
        )
        state = progress(viewer)
        return Redirect(_link(state)[1] if state else club_url("club", club), "")

    return carry_out(request, form, act) or turn_back(request, form, club_url("club", club))


@require_POST
@club_page(allow=policy.is_trying_out)
def keep(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Keep the club. A guest must sign up first, and the new account takes over the club."""
    form, club = Act(request.POST), viewer.campaign
    home = club_url("club", club)
    if person(request).guest:
        message = "Choose a name and a password to keep the club."
        return leave_to_sign_up(request, message, home)

    def act() -> Redirect:
        service.keep(campaign=club, now=timezone.now())
        return Redirect(home, service.KEPT_MESSAGE)

    return carry_out(request, form, act) or turn_back(request, form, home)


# --- guide on every page of the club --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide to a try-out. It has four parts, of which one is shown.

    `url` and `action` define the link to a recommended page. `step` and `press` define the button
    that leads to the next part.
    """

    number: int
    title: str
    text: str
    url: str
    action: str
    step: str
    press: str
    is_current: bool = False
    """True if the linked page is the current one."""


PARTS: Final = {
    "orders": (
        1,
        "Your orders",
        (
            "We have drafted orders for you: who goes on missions tonight and who stays on "
            "guard. Review them, change what you like and seal them, or end the order phase "
            "right away."
        ),
        "orders",
    ),
    "fight": (
        2,
        "An ambush",
        "Two people have met at night, and one of them is yours. Play the fight turn by turn.",
        "publish",
    ),
    "playing": (
        2,
        "The night is over",
        "All missions have been played, and the reports are ready to publish.",
        "publish",
    ),
    "report": (
        3,
        "Your report",
        (
            "Read what your people saw and did, with the dice. The duel comes next. In the "
            "try-out, its result is random. Clubs drive their duels on the site or at their own "
            "table."
        ),
        "duel",
    ),
    "result": (
        4,
        "The duel is over",
        "Prize money, standings and prestige are updated. Keep the club and invite your friends.",
        "again",
    ),
    "over": (
        4,
        "Another week?",
        "No week is open. You can start the next one at any time.",
        "again",
    ),
}
SEALED: Final = "Your orders are sealed. End the order phase when you are ready."
FINISH_BY_DOCTRINE: Final = "Finish by doctrine"


def guide_for(viewer: Viewer, path: str) -> Guide | None:
    """Return the guide for a page with this path. Return None if the viewer has no team in the
    try-out.
    """
    state = progress(viewer)
    if state is None:
        return None
    number, title, text, step = PARTS[state.part]
    action, url = _link(state)
    return Guide(
        number,
        title,
        SEALED if state.sealed else text,
        url,
        action,
        step,
        FINISH_BY_DOCTRINE if state.part == "fight" else STEPS[step],
        is_current=path.startswith(url),
    )


def _link(state: Progress) -> tuple[str, str]:
    """Return the text and address of a part's link."""
    team, week = state.team, state.week
    match state.part:
        case "orders":
            return "View orders", team_url("espionage:orders", team)
        case "fight":
            return "Go to ambush", team_url("espionage:ambush", team)
        case "report" if week:
            return "Read report", team_week_url("espionage:report", team, week)
        case "result" if week:
            return "View result", _duel(week)
    return "View club", club_url("club", team.campaign)


def _duel(week: Week) -> str:
    return weekly_duel_url("duel", week)
