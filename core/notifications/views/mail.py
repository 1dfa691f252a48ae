"""A person's mail: what they want and where it goes, what was sent, and the link at the end of a
letter that stops it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from core.accounts.selectors.people import user_of
from core.notifications.forms.mail import MailForm, TryMail
from core.notifications.models import Delivery
from core.notifications.selectors import deliveries
from core.notifications.services import notification_preferences
from core.notifications.services.email_rendering import who_stops
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import REFUSED, carry_out

if TYPE_CHECKING:
    from datetime import datetime

State = Delivery.State


class Letter(NamedTuple):
    """A letter as its person reads of it: `text` and `club` are "" for a test, `tone` is how the
    tag of its state looks.
    """

    at: datetime
    text: str
    club: str
    tone: str
    state: str
    why: str


TONES: Final = {State.WAITING: "info", State.SENT: "good", State.NEEDLESS: "", State.FAILED: "bad"}


@login_required
def mail(request: HttpRequest) -> HttpResponse:
    """What the person gets by mail, and where; a test; what was sent last."""
    user = person(request)
    trying = request.POST.get("act") == "test"
    form = MailForm(None if trying else request.POST or None, wanted=deliveries.wanted_by(user))
    test = TryMail(request.POST if trying else None)

    def sending() -> None:
        notification_preferences.test(user=user, at=timezone.now())

    def choosing() -> None:
        notification_preferences.choose(user=user, topics=form.topics)

    if request.method == "POST":
        act, sent, message = (
            (sending, test, "A test is on its way.") if trying else (choosing, form, "Saved.")
        )
        if response := carry_out(request, sent, act, to=reverse("mail"), message=message):
            return response
    address, confirmed = deliveries.address_of(user)
    shown = {
        "title": "Mail", "leaves": settings.MAIL_LEAVES, "form": form, "test": test,
        "address": address, "confirmed": confirmed,
        "letters": [_letter(row) for row in deliveries.letters_of(user)],
    }  # fmt: skip
    return render(
        request,
        "notifications/mail.html",
        shown,
        status=REFUSED if form.errors or test.errors else 200,
    )


def _letter(row: Delivery) -> Letter:
    state = State(row.state)
    text = row.notice.text if row.notice else ""
    about = row.notice.campaign if row.notice else None
    club = about.name if about else ""
    return Letter(row.at, text, club, TONES[state], state.label, _why(row, state))


def _why(row: Delivery, state: Delivery.State) -> str:
    """What else there is to say about a state."""
    if state == State.NEEDLESS:
        read = (
            row.notice and row.notice.read_at and row.done_at and row.notice.read_at <= row.done_at
        )
        return (
            "You had read it already."
            if read
            else "It had grown old, or you did not want it any more."
        )
    again = " It is tried again." if state == State.WAITING else ""
    return _fault(row.fault) + again if row.fault and state != State.SENT else ""


def _fault(fault: str) -> str:
    """A fault's kind in words; what has spaces is words already."""
    if " " in fault:
        return f"{fault[0].upper()}{fault[1:]}."
    return f"The mail server could not be talked to ({fault})."


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """No more mail for whoever this letter went to: asked first, or at once by a mail program's one
    click (RFC 8058).

    The token in the address is all it takes: mail programs send no cookie. It stops mail and does
    nothing else, so a forged click does no harm that one tick does not mend; neither the person nor
    their address is named.
    """
    user = or_404(user_of(who_stops(token)))
    done = request.method == "POST" and notification_preferences.stop(user_id=user.pk)
    return render(request, "notifications/mail_stop.html", {"title": "No more mail", "done": done})
