"""How a person is reached: what they want to hear of, by which way and when, on which devices; what
was sent; and the link at the end of a letter that stops mail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from core.accounts.selectors.people import user_of
from core.accounts.services import own_clock
from core.notifications.forms.reach import DeviceAct, DeviceForm, OwnHookForm, TryMail, WishesForm
from core.notifications.models import Delivery, OwnHookDelivery, PushDelivery, PushSubscription
from core.notifications.rules.browsers import name_of
from core.notifications.rules.topics import WAYS
from core.notifications.selectors import deliveries
from core.notifications.selectors import reach as known
from core.notifications.services import devices, notification_preferences, own_hooks, web_push
from core.notifications.services.email_rendering import who_stops
from core.notifications.services.wording import source_of
from core.web.forms.base import Act
from core.web.idempotency import Redirect
from core.web.moments import own_zone
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import REFUSED, carry_out, turn_back

if TYPE_CHECKING:
    from datetime import datetime

    from core.accounts.models import User
    from core.web.forms.base import HouseForm

State = Delivery.State
Row = Delivery | PushDelivery | OwnHookDelivery
Button = Callable[[HttpRequest], HttpResponse]
SHOWN: Final = "own-hook-secret"
"""In the session of its maker: the secret of the tool given last, until the page is looked at."""


class Device(NamedTuple):
    """A browser as its person reads of it; `here` is the one that they read it in."""

    row: PushSubscription
    here: bool
    act: DeviceAct


class Sent(NamedTuple):
    """Something sent to a person as they read of it: `text` and `club` are "" for a test, `tone` is
    how the tag of its state looks.
    """

    at: datetime
    how: str
    text: str
    club: str
    tone: str
    state: str
    why: str


TONES: Final = {State.WAITING: "info", State.SENT: "good", State.NEEDLESS: "", State.FAILED: "bad"}


@login_required
def reach(request: HttpRequest) -> HttpResponse:
    """All ways to reach the person: what they want, where, and what was sent."""
    user = person(request)
    act = request.POST.get("act", "wishes") if request.method == "POST" else ""
    if act in BUTTONS:
        return BUTTONS[act](request)
    sent = request.POST if request.method == "POST" else None
    form = WishesForm(sent if act == "wishes" else None, wishes=known.wishes_of(user))
    hook_form = OwnHookForm(sent if act == "hook" else None)
    test = TryMail(sent if act == "test" else None)
    forms: dict[str, tuple[HouseForm, Callable[[], Any], str]] = {
        "wishes": (form, lambda: _choose(request, form), "Saved."),
        "hook": (hook_form, lambda: _hook(request, hook_form), ""),
        "test": (test, lambda: _test(user), "Test sent."),
    }
    if act in forms:
        chosen, doing, message = forms[act]
        if response := carry_out(request, chosen, doing, to=reverse("reach"), message=message):
            return response
    address, confirmed = deliveries.address_of(user)
    shown = {
        "title": "Notification settings", "leaves": settings.MAIL_LEAVES, "form": form,
        "ways": WAYS.values(), "hook_form": hook_form, "test": test, "device_form": DeviceForm(),
        "site_key": "" if user.guest else web_push.site_key(), "address": address,
        "confirmed": confirmed, "own_hook": known.hook_of(user), "hosts": settings.HOOK_HOSTS,
        "secret": "" if sent else request.session.pop(SHOWN, ""),
        "devices": [_device(row, request) for row in known.devices_of(user)],
        "button": Act(auto_id=False), "clock": user.timezone or str(own_zone(request) or ""),
        "sent": [_sent(row) for row in deliveries.sent_to(user)],
    }  # fmt: skip
    refused = any(each.errors for each, _, _ in forms.values())
    return render(request, "notifications/reach.html", shown, status=REFUSED if refused else 200)


def _choose(request: HttpRequest, form: WishesForm) -> None:
    """Hours need a clock: who has none yet gets the one that their browser says."""
    user, digest = person(request), form.cleaned_data["digest_at"]
    zone = own_zone(request)
    if zone and not user.timezone and (form.quiet or digest):
        own_clock.choose(user=user, timezone=str(zone))
    notification_preferences.choose_all(
        user=user,
        topics=form.topics,
        quiet=form.quiet,
        digest=digest,
        remind=int(form.cleaned_data["remind_hours"]),
    )


def _hook(request: HttpRequest, form: OwnHookForm) -> Redirect:
    made = own_hooks.put(
        user=person(request), address=form.cleaned_data["address"], at=timezone.now()
    )
    if made.secret:
        request.session[SHOWN] = made.secret
    return Redirect(
        reverse("reach"), "Notifications are now sent to your webhook. Send a test to check it."
    )


def _test(user: User) -> None:
    notification_preferences.test(user=user, at=timezone.now())


def _device(row: PushSubscription, request: HttpRequest) -> Device:
    here = request.session.get(devices.SESSION) == row.pk.hex
    return Device(row, here, DeviceAct(initial={"device": row.pk}, auto_id=False))


# --- buttons --------------------------------------------------------------------------------------


def _button(request: HttpRequest, form: HouseForm, act: Callable[[], str]) -> HttpResponse:
    """Do it, and say on the page what was done or why not."""

    def doing() -> Redirect:
        return Redirect(reverse("reach"), act())

    return carry_out(request, form, doing) or turn_back(request, form, reverse("reach"))


def _add(request: HttpRequest) -> HttpResponse:
    """Tell the person in this browser."""
    form = DeviceForm(request.POST)

    def adding() -> str:
        said = form.cleaned_data
        device = devices.add(
            user=person(request),
            endpoint=said["endpoint"],
            p256dh=said["p256dh"],
            auth=said["auth"],
            name=name_of(request.headers.get("User-Agent", "")),
            words=said["words"],
            at=timezone.now(),
        )
        request.session[devices.SESSION] = device.pk.hex
        return "Notifications are now enabled on this device. Send a test to check it."

    return _button(request, form, adding)


def _with_device(act: Callable[[PushSubscription], str]) -> Button:
    """A button beside a device."""

    def answer(request: HttpRequest) -> HttpResponse:
        form = DeviceAct(request.POST)
        pk = form.cleaned_data.get("device") if form.is_valid() else None
        device = or_404(known.device_of(person(request), pk) if pk else None)
        return _button(request, form, lambda: act(device))

    return answer


def _stop_device(device: PushSubscription) -> str:
    devices.stop(device=device, at=timezone.now())
    return f"Notifications on {device.name} are turned off."


def _turn_words(device: PushSubscription) -> str:
    devices.show_words(device=device, words=not device.words)
    what = "details" if device.words else "no details"
    return f"Notifications on {device.name} now show {what}."


def _try_device(device: PushSubscription) -> str:
    devices.test(device=device, at=timezone.now())
    return f"Test sent to {device.name}."


def _try_hook(request: HttpRequest) -> HttpResponse:
    def trying() -> str:
        own_hooks.test(user=person(request), at=timezone.now())
        return "Test sent to your webhook."

    return _button(request, Act(request.POST), trying)


def _remove_hook(request: HttpRequest) -> HttpResponse:
    def removing() -> str:
        own_hooks.remove(user=person(request), at=timezone.now())
        return "Your webhook was removed."

    return _button(request, Act(request.POST), removing)


BUTTONS: Final[dict[str, Button]] = {
    "device": _add,
    "device-stop": _with_device(_stop_device),
    "device-words": _with_device(_turn_words),
    "device-test": _with_device(_try_device),
    "hook-test": _try_hook,
    "hook-remove": _remove_hook,
}


@require_POST
@login_required
def close_offer(request: HttpRequest) -> HttpResponse:
    """Never offer it again; back to the page that did."""
    form, said = Act(request.POST), request.POST.get("back", "")
    back = said if url_has_allowed_host_and_scheme(said, allowed_hosts=None) else reverse("me")

    def closing() -> None:
        notification_preferences.close_offer(user=person(request))

    done = carry_out(request, form, closing, to=back, message="We won’t ask again.")
    return done or turn_back(request, form, back)


# --- what was sent --------------------------------------------------------------------------------


def _sent(row: Row) -> Sent:
    state = State(row.state)
    text, club = (row.notice.text, source_of(row.notice)) if row.notice else ("", "")
    match row:
        case PushDelivery():
            how = row.subscription.name
        case OwnHookDelivery():
            how = "Your webhook"
        case _:
            how = "Email"
    return Sent(row.at, how, text, club, TONES[state], state.label, _why(row, state))


def _why(row: Row, state: Delivery.State) -> str:
    """What else there is to say about a state."""
    if state == State.NEEDLESS:
        return _needless(row)
    again = " We will try again." if state == State.WAITING else ""
    return _fault(row.fault) + again if row.fault and state != State.SENT else ""


def _needless(row: Row) -> str:
    notice, done = row.notice, row.done_at
    if notice and done and notice.read_at and notice.read_at <= done:
        return "You had already read it."
    if notice and done and notice.until and notice.until <= done:
        return "It was no longer relevant."
    return "It was too old, or you had turned off the topic."


def _fault(fault: str) -> str:
    """A fault's kind in words; what has spaces is words already."""
    if " " in fault:
        return f"{fault[0].upper()}{fault[1:]}."
    return f"The mail server could not be reached ({fault})."


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
    return render(request, "notifications/mail_stop.html", {"title": "Unsubscribe", "done": done})
