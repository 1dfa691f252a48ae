"""Pages for notification settings, devices, webhooks, sent messages and unsubscribing."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from core.accounts.models import User
from core.accounts.selectors.people import user_of
from core.accounts.services import own_clock
from core.notifications.forms.reach import DeviceAct, DeviceForm, OwnHookForm, TryMail, WishesForm
from core.notifications.models import Delivery, OwnHookDelivery, PushDelivery, PushSubscription
from core.notifications.rules.browsers import name_of
from core.notifications.rules.topics import CHANNEL_TITLES
from core.notifications.selectors import deliveries
from core.notifications.selectors import reach as selectors
from core.notifications.services import devices, notification_preferences, own_hooks, web_push
from core.notifications.services.email_rendering import user_of_token
from core.notifications.services.wording import source_of
from core.web.forms.base import Act, HouseForm
from core.web.idempotency import Redirect
from core.web.moments import own_zone
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import REFUSED, carry_out, turn_back
from engine.values import changed

State = Delivery.State
Row = Delivery | PushDelivery | OwnHookDelivery
Button = Callable[[HttpRequest], HttpResponse]
SESSION_KEY: Final = "own-hook-secret"
"""Session key for the secret of a new webhook. The secret is stored until it is shown."""


class Device(NamedTuple):
    """A browser as a row on the page. `is_current` is set for the reader's current browser."""

    row: PushSubscription
    is_current: bool
    act: DeviceAct


class Sent(NamedTuple):
    """A message as a row on the page.

    `text` and `club` are "" for a test. `tone` is the tag's style.
    """

    happened_at: datetime
    channel: str
    text: str
    club: str
    tone: str
    state: str
    explanation: str


TONES: Final = {State.WAITING: "info", State.SENT: "good", State.NEEDLESS: "", State.FAILED: "bad"}


@login_required
def reach(request: HttpRequest) -> HttpResponse:
    """Show a person's notification settings and the last messages."""
    user = person(request)
    act = request.POST.get("act", "wishes") if request.method == "POST" else ""
    if act in BUTTONS:
        return BUTTONS[act](request)
    sent = request.POST if request.method == "POST" else None
    form = WishesForm(sent if act == "wishes" else None, preferences=selectors.preferences_of(user))
    hook_form = OwnHookForm(sent if act == "hook" else None)
    test = TryMail(sent if act == "test" else None)
    forms: dict[str, tuple[HouseForm, Callable[[], Any], str]] = {
        "wishes": (form, lambda: _choose(request, form), "Saved."),
        "hook": (hook_form, lambda: _hook(request, hook_form), ""),
        "test": (test, lambda: _test(user), "Test sent."),
    }
    if act in forms:
        chosen_form, action, message = forms[act]
        if response := carry_out(
            request, chosen_form, action, to=reverse("reach"), message=message
        ):
            return response
    address, confirmed = deliveries.address_of(user)
    context = {
        "title": "Notification settings", "leaves": settings.MAIL_LEAVES, "form": form,
        "ways": CHANNEL_TITLES.values(), "hook_form": hook_form, "test": test,
        "device_form": DeviceForm(),
        "site_key": "" if user.guest else web_push.site_key(), "address": address,
        "confirmed": confirmed, "own_hook": selectors.hook_of(user), "hosts": settings.HOOK_HOSTS,
        "secret": "" if sent else request.session.pop(SESSION_KEY, ""),
        "devices": [_device(row, request) for row in selectors.devices_of(user)],
        "button": Act(auto_id=False), "clock": user.timezone or str(own_zone(request) or ""),
        "sent": [_sent(row) for row in deliveries.sent_to(user)],
    }  # fmt: skip
    has_errors = any(each_form.errors for each_form, _, _ in forms.values())
    return render(
        request, "notifications/reach.html", context, status=REFUSED if has_errors else 200
    )


def _choose(request: HttpRequest, form: WishesForm) -> None:
    """Store the settings.

    Hours need a time zone. If the person has none, that of the browser is used.
    """
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
    hook = own_hooks.set_hook(
        user=person(request), address=form.cleaned_data["address"], now=timezone.now()
    )
    if hook.secret:
        request.session[SESSION_KEY] = hook.secret
    return Redirect(
        reverse("reach"), "Notifications are now sent to your webhook. Send a test to check it."
    )


def _test(user: User) -> None:
    notification_preferences.send_test(user=user, now=timezone.now())


def _device(row: PushSubscription, request: HttpRequest) -> Device:
    is_current = request.session.get(devices.SESSION) == row.pk.hex
    return Device(row, is_current, DeviceAct(initial={"device": row.pk}, auto_id=False))


# --- buttons --------------------------------------------------------------------------------------


def _button(request: HttpRequest, form: HouseForm, act: Callable[[], str]) -> HttpResponse:
    def run() -> Redirect:
        return Redirect(reverse("reach"), act())

    return carry_out(request, form, run) or turn_back(request, form, reverse("reach"))


def _add(request: HttpRequest) -> HttpResponse:
    form = DeviceForm(request.POST)

    def adding() -> str:
        new = changed(form.record, name=name_of(request.headers.get("User-Agent", "")))
        device = devices.add_device(user=person(request), new=new, now=timezone.now())
        request.session[devices.SESSION] = device.pk.hex
        return "Notifications are now enabled on this device. Send a test to check it."

    return _button(request, form, adding)


def _with_device(act: Callable[[PushSubscription], str]) -> Button:
    def answer(request: HttpRequest) -> HttpResponse:
        form = DeviceAct(request.POST)
        pk = form.cleaned_data.get("device") if form.is_valid() else None
        device = or_404(selectors.device_of(person(request), pk) if pk else None)
        return _button(request, form, lambda: act(device))

    return answer


def _stop_device(device: PushSubscription) -> str:
    devices.stop_device(device=device, now=timezone.now())
    return f"Notifications on {device.name} are turned off."


def _turn_words(device: PushSubscription) -> str:
    devices.set_text_shown(device=device, show_text=not device.words)
    details = "details" if device.words else "no details"
    return f"Notifications on {device.name} now show {details}."


def _try_device(device: PushSubscription) -> str:
    devices.send_test(device=device, now=timezone.now())
    return f"Test sent to {device.name}."


def _try_hook(request: HttpRequest) -> HttpResponse:
    def trying() -> str:
        own_hooks.send_test(user=person(request), now=timezone.now())
        return "Test sent to your webhook."

    return _button(request, Act(request.POST), trying)


def _remove_hook(request: HttpRequest) -> HttpResponse:
    def removing() -> str:
        own_hooks.remove_hook(user=person(request), now=timezone.now())
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
    """Hide the offer forever and return to its page."""
    form, requested = Act(request.POST), request.POST.get("back", "")
    back = (
        requested
        if url_has_allowed_host_and_scheme(requested, allowed_hosts=None)
        else reverse("me")
    )

    def closing() -> None:
        notification_preferences.close_offer(user=person(request))

    response = carry_out(request, form, closing, to=back, message="We won’t ask again.")
    return response or turn_back(request, form, back)


# --- sent messages --------------------------------------------------------------------------------


def _sent(row: Row) -> Sent:
    state = State(row.state)
    text, club = (row.notice.text, source_of(row.notice)) if row.notice else ("", "")
    match row:
        case PushDelivery():
            channel = row.subscription.name
        case OwnHookDelivery():
            channel = "Your webhook"
        case _:
            channel = "Email"
    return Sent(row.at, channel, text, club, TONES[state], state.label, _explain_state(row, state))


def _explain_state(row: Row, state: Delivery.State) -> str:
    if state == State.NEEDLESS:
        return _needless(row)
    retry_note = " We will try again." if state == State.WAITING else ""
    return _fault(row.fault) + retry_note if row.fault and state != State.SENT else ""


def _needless(row: Row) -> str:
    notice, done_at = row.notice, row.done_at
    if notice and done_at and notice.read_at and notice.read_at <= done_at:
        return "You had already read it."
    if notice and done_at and notice.until and notice.until <= done_at:
        return "It was no longer relevant."
    return "It had expired, or you had turned off the topic."


def _fault(fault: str) -> str:
    """Return an error as a sentence. Errors with spaces are already sentences."""
    if " " in fault:
        return f"{fault[0].upper()}{fault[1:]}."
    return f"The mail server could not be reached ({fault})."


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Stop all email to the person that a link belongs to, after confirmation or a one-click
    request (RFC 8058).

    The token alone is sufficient, because email programs send no cookies. It can only stop email,
    which is easily undone. The page names neither the person nor the address.
    """
    user = or_404(user_of(user_of_token(token)))
    is_done = request.method == "POST" and notification_preferences.unsubscribe(user_id=user.pk)
    return render(
        request, "notifications/mail_stop.html", {"title": "Unsubscribe", "done": is_done}
    )
