"""Pages on which a GM creates and cancels additional events of a week (C50)."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.calendar.views.calendar import requested_week, resolve_duel
from campaign.desk.forms.calendar import HeatsForm
from campaign.duels.rules.acts import Making
from campaign.duels.services import events, meets
from campaign.league.models import Duel
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import duel_url, week_url
from core.web.forms.reasons import ReasonForm
from core.web.forms.records import RecordForm
from core.web.idempotency import Redirect
from core.web.views.person import person
from core.web.views.posting import carry_out

from .frame import desk_page, draw

CANCEL_EFFECTS: Final = {
    "event": "The event does not take place, and all entries are released.",
    "challenge": "The event does not take place, and all entries are released.",
    "heat": "The heat does not take place. All cars drawn into it advance to the final.",
    "final": "The final and all heats that are not recorded do not take place. All entries are "
    "released.",
}


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def make(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Create an event in a week in progress."""
    week = requested_week(request, viewer, number)
    form = RecordForm(request.POST or None, asks=Making, initial={"budget": None, "laps": None})

    def act() -> Redirect:
        event = events.make(week=week, new=form.record, actor=person(request), now=timezone.now())
        return Redirect(
            duel_url("duel", event), f"{event.name} is open. The club has been notified."
        )

    return carry_out(request, form, act) or draw(
        request,
        viewer,
        "form",
        title=f"A new event of week {number}",
        tab="desk-calendar",
        form=form,
        notes=[
            (
                "All teams can enter until the scheduled time. The event is entered, driven, "
                "recorded and signed like the week’s own duel, but it is independent of the "
                "orders."
            )
        ],
        action_label="Create event",
        cancel_url=week_url("desk-week", week),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def make_heats(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Create a set of heats with a final (C65)."""
    week = requested_week(request, viewer, number)
    form = HeatsForm(request.POST or None, initial=dict.fromkeys(("heats", "most", "classes")))

    def act() -> Redirect:
        final = meets.make(week=week, plan=form.record, actor=person(request), now=timezone.now())
        return Redirect(
            duel_url("duel-draw", final),
            f"{final.name} is open. The club has been notified.",
        )

    return carry_out(request, form, act) or draw(
        request,
        viewer,
        "form",
        title=f"Heats and a final in week {number}",
        tab="desk-calendar",
        form=form,
        notes=[
            (
                "Each team can enter one car until entries close. The heats are then drawn "
                "automatically, at random or by the cost of the cars, and the best of each heat "
                "advance to the final when its result is booked. Until then, you can cancel the "
                "heats and the final."
            )
        ],
        action_label="Create heats",
        cancel_url=week_url("desk-week", week),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
@resolve_duel
def call_off(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Cancel an event and announce it to the club."""
    if duel.is_weekly:
        raise Http404
    form = ReasonForm(request.POST or None)

    def act() -> Redirect:
        events.call_off(
            event=duel,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        return Redirect(duel_url("duel", duel), f"{duel.name} was cancelled.")

    return carry_out(request, form, act) or draw(
        request,
        viewer,
        "form",
        title=f"Cancel {duel.name}",
        tab="desk-calendar",
        form=form,
        notes=[CANCEL_EFFECTS[duel.kind]],
        action_label="Cancel event",
        cancel_url=week_url("desk-week", duel.week),
    )
