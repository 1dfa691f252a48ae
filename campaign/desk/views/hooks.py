"""Pages for adding, testing and removing webhooks for the club's news.

A tool's secret is shown only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.desk.forms.hooks import HookForm
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from campaign.news.models import Hook, HookDelivery
from campaign.news.selectors import hooks as selector
from campaign.news.services import hooks
from core.notifications.services.webhook_client import NOT_ALLOWED
from core.web.forms.base import Act
from core.web.idempotency import Redirect
from core.web.moments import localize
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back

from .frame import ask, desk_page, draw, is_confirmed

State = HookDelivery.State
HOOK_SESSION_KEY: Final = "hook-shown"
"""Session key for the ID and secret of the newest tool. It is kept until the list of hooks is
opened.
"""


class Post(NamedTuple):
    """A message to a hook.

    `text` is "" for a test. `again_at` is the time of the next attempt.
    """

    created_at: datetime
    text: str
    tone: str
    state: str
    reason: str
    again_at: datetime | None


class Channel(NamedTuple):
    """A hook as the desk shows it, with its masked address, its state and its latest messages.

    `advice` is set if the hook is stopped.
    """

    hook: Hook
    goes_to: str
    tone: str
    state: str
    posts: tuple[Post, ...]
    advice: str
    test: Act
    remove: Act


TONES: Final = {State.WAITING: "info", State.SENT: "good", State.NEEDLESS: "", State.FAILED: "bad"}
STATE_LABELS: Final = {
    State.WAITING: "on its way",
    State.SENT: "sent",
    State.NEEDLESS: "not sent",
    State.FAILED: "could not be delivered",
}
RETRYING: Final = "waiting for another attempt"
SUMMARY: Final = {
    "on its way": "On its way",
    "sent": "Works",
    RETRYING: "Waiting for another attempt",
    "could not be delivered": "Failed",
}


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def listing(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List the club's hooks with their states, and add a hook."""
    form = HookForm(request.POST or None)

    def add() -> Redirect:
        hook = hooks.add(
            campaign=viewer.campaign,
            name=form.cleaned_data["name"],
            address=form.cleaned_data["address"],
            actor=person(request),
            now=timezone.now(),
        )
        if not hook.secret:
            return Redirect(
                club_url("desk-hooks", viewer.campaign),
                f"The club’s news is now sent to {hook.name}. Send a test to check it.",
            )
        request.session[HOOK_SESSION_KEY] = [str(hook.pk), hook.secret]
        return Redirect(club_url("desk-hook", viewer.campaign, hook=hook.pk))

    if response := carry_out(request, form, add):
        return response
    if request.method != "POST":
        request.session.pop(HOOK_SESSION_KEY, None)
    rows = selector.hooks_of(viewer.campaign)
    posts = selector.recent_deliveries(rows)
    return draw(
        request,
        viewer,
        "hooks",
        title="News webhooks",
        tab="desk",
        lede="Send the club’s news to your own channels as it happens.",
        form=form,
        channels=[_channel(row, posts.get(row.pk, ())) for row in rows],
        hosts=settings.HOOK_HOSTS,
    )


def _channel(hook: Hook, rows: Sequence[HookDelivery]) -> Channel:
    posts = tuple(map(_post, rows))
    tone, state = ("bad", "Stopped") if hook.stopped_at else _state(posts)
    return Channel(
        hook,
        selector.mask_address(hook),
        tone,
        state,
        posts,
        _advice(hook),
        Act(auto_id=False),
        Act(auto_id=False),
    )


def _advice(hook: Hook) -> str:
    if hook.stopped_why == NOT_ALLOWED:
        return (
            "The site administrator does not allow this host. Ask them to allow it, or remove "
            "the webhook."
        )
    return (
        "The webhook was probably deleted. Create a new one, add its URL here and remove this one."
    )


def _state(posts: Sequence[Post]) -> tuple[str, str]:
    """Return the state of a hook, based on its latest message."""
    return next(
        ((row.tone, SUMMARY[row.state]) for row in posts if row.state in SUMMARY),
        ("", "Nothing sent yet"),
    )


def _post(row: HookDelivery) -> Post:
    state = State(row.state)
    text = localize(row.news.text, zone_of(row.hook.campaign)) if row.news else ""
    if state == State.WAITING and row.fault:
        return Post(row.at, text, "warn", RETRYING, row.fault, row.next_at)
    reason = {
        State.FAILED: row.fault,
        State.NEEDLESS: "too late, or the webhook is no longer active",
    }.get(state, "")
    return Post(row.at, text, TONES[state], STATE_LABELS[state], reason, None)


def _hook(viewer: Viewer, hook: UUID) -> Hook:
    return or_404(selector.find_hook(viewer.campaign, hook))


@require_safe
@desk_page
def show_secret(request: HttpRequest, viewer: Viewer, hook: UUID) -> HttpResponse:
    """Show the secret of the new tool to its creator. The secret is never shown again."""
    shown_id, secret = request.session.get(HOOK_SESSION_KEY) or ("", "")
    if shown_id != str(hook):
        raise Http404
    return draw(
        request,
        viewer,
        "hook_made",
        title="Signing secret",
        tab="desk",
        hook=_hook(viewer, hook),
        secret=secret,
    )


@require_POST
@desk_page
def test(request: HttpRequest, viewer: Viewer, hook: UUID) -> HttpResponse:
    """Send a test message."""
    row = _hook(viewer, hook)
    back = club_url("desk-hooks", viewer.campaign)
    form = Act(request.POST)

    def act() -> Redirect:
        hooks.test(hook=row, now=timezone.now())
        return Redirect(
            back,
            (
                f"Test sent to {row.name}. It should arrive within a minute. Its status is shown "
                "on this page."
            ),
        )

    return carry_out(request, form, act) or turn_back(request, form, back)


@require_POST
@desk_page
def remove(request: HttpRequest, viewer: Viewer, hook: UUID) -> HttpResponse:
    """Remove a hook after a confirmation."""
    row = _hook(viewer, hook)
    back = club_url("desk-hooks", viewer.campaign)
    form = Act(request.POST)
    if not is_confirmed(request):
        effects = [
            "News waiting for another attempt is not sent.",
            "Your removal is shown in the desk log.",
        ]
        return ask(
            request,
            viewer,
            title=f"Remove {row.name}?",
            sentence="The URL is deleted. To undo this, add it again.",
            action="Remove webhook",
            back=back,
            effects=effects,
        )

    def act() -> Redirect:
        hooks.remove(hook=row, actor=person(request), now=timezone.now())
        return Redirect(back, f"{row.name} was removed.")

    return carry_out(request, form, act) or turn_back(request, form, back)
