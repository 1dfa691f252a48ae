"""Pages for trying the club game without an account, by starting, continuing and keeping a try-out
(C25).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST

from campaign.league import policy
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, team_url, team_week_url, weekly_duel_url
from campaign.league.views.permissions import club_page
from core.accounts.services import guests
from core.accounts.views.guests import TOO_MANY, count_week, let_in, may_begin, visitor
from core.web import moments
from core.web.forms.base import Act
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import SeeOther, carry_out, turn_back
from espionage.selectors.tryout import Part, Progress, progress, tryout_of
from espionage.services import tryout as service
from espionage.services.tryout import Step
from home.forms.tryout import STEPS, NextStep
from play.tasks import ring


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
    """Take the next step of a try-out and redirect to its result.

    Another week counts towards the limits on try-outs, because it takes as much work as a new one.
    """
    form, club, now = NextStep(request.POST), viewer.campaign, timezone.now()

    def act() -> Redirect:
        step = form.cleaned_data["step"]
        if step == "again":
            count_week(request)
        service.take_step(step=step, campaign=club, person=person(request), now=now)
        transaction.on_commit(ring)
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
    """The guide to a try-out. It has five parts, of which one is shown.

    `url` and `action` define the link to a recommended page. `steps` are the steps that the person
    can take now, with the labels of their buttons.
    """

    number: int
    title: str
    text: str
    url: str
    action: str
    steps: tuple[tuple[Step, str], ...]
    is_current: bool = False
    """True if the linked page is the current one."""


PARTS: Final[dict[Part, tuple[int, str, str, tuple[Step, ...]]]] = {
    "orders": (
        1,
        "Your orders",
        (
            "We have drafted orders for you: who goes on missions tonight and who stays on "
            "guard. Review them, change what you like and seal them, or end the order phase "
            "right away."
        ),
        ("orders",),
    ),
    "fight": (
        2,
        "An ambush",
        "Two people have met at night, and one of them is yours. Play the fight turn by turn.",
        ("publish",),
    ),
    "playing": (
        2,
        "The night is over",
        "All missions have been played, and the reports are ready to publish.",
        ("publish",),
    ),
    "report": (
        3,
        "Your report",
        (
            "Read what your people saw and did, with the dice. Then drive in the duel against the "
            "three bots. It has at most five turns, and one press plans a turn."
        ),
        ("drive", "duel"),
    ),
    "driving": (
        4,
        "The duel",
        "Drive against the three bots for up to five turns, or let your driver decide the rest.",
        ("duel",),
    ),
    "driven": (
        4,
        "The duel is over",
        "See who is on the podium.",
        ("duel",),
    ),
    "result": (
        5,
        "The podium",
        "Prize money, standings and prestige are updated. Keep the club and invite your friends.",
        ("again",),
    ),
    "over": (
        5,
        "Another week?",
        "No week is open. You can start the next one at any time.",
        ("again",),
    ),
}
SEALED: Final = "Your orders are sealed. End the order phase when you are ready."
BUTTON_LABELS: Final = {"fight": "Finish by doctrine", "driven": "Show the podium"}
"""Labels of buttons that are not named after their step, by part."""


def guide_for(viewer: Viewer, path: str) -> Guide | None:
    """Return the guide for a page with this path, or None without a team in the try-out."""
    state = progress(viewer)
    if state is None:
        return None
    number, title, text, steps = PARTS[state.part]
    action, url = _link(state)
    return Guide(
        number,
        title,
        SEALED if state.sealed else text,
        url,
        action,
        tuple([(step, BUTTON_LABELS.get(state.part, STEPS[step])) for step in steps]),
        is_current=path.startswith(url.partition("?")[0]),
    )


def _link(state: Progress) -> tuple[str, str]:
    team, week = state.team, state.week
    match state.part:
        case "orders":
            return "View orders", team_url("espionage:orders", team)
        case "fight":
            return "Go to ambush", team_url("espionage:ambush", team)
        case "report" if week:
            return "Read report", team_week_url("espionage:report", team, week)
        case "driving" if state.table:
            return "Drive", reverse("play-table", args=[state.table])
        case "driven" | "result" if week:
            return "View duel", weekly_duel_url("duel", week)
    return "View club", club_url("club", team.campaign)
