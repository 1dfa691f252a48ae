"""Pages for closing and opening seasons, and for editing the club's name and description."""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.forms.seasons import CloseForm, ClubForm
from campaign.desk.rules.founding import Opening
from campaign.desk.services import founding
from campaign.duels.selectors.calendar import current_season, unrecorded_duels
from campaign.league.models import Season, Week
from campaign.league.selectors.seasons import closed_seasons
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from core.web.forms.records import RecordForm
from core.web.idempotency import Redirect
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back

from .frame import ask, desk_page, draw, is_confirmed


@require_safe
@desk_page
def season(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the current season, or the form for the next one."""
    current = current_season(viewer)
    return _page(
        request,
        viewer,
        current,
        RecordForm(asks=Opening, initial={"first": timezone.localdate() + timedelta(days=2)}),
    )


def _page(
    request: HttpRequest, viewer: Viewer, season: Season | None, form: RecordForm[Opening]
) -> HttpResponse:
    is_open = season is not None and season.closed_at is None
    weeks = list(season.weeks.order_by("number")) if season else []
    week_in_progress = next(
        (week for week in weeks if week.status not in {Week.Status.PLANNED, *Week.FINISHED}), None
    )
    missing = (
        unrecorded_duels(season, timezone.now())
        if is_open and season and not week_in_progress
        else ()
    )
    return draw(
        request,
        viewer,
        "season",
        title="Season",
        tab="desk-calendar",
        season=season if is_open else None,
        week_in_progress=week_in_progress,
        past=closed_seasons(viewer.campaign),
        unrecorded=missing,
        planned=sum(week.status == Week.Status.PLANNED for week in weeks),
        played=sum(week.status == Week.Status.CLOSED for week in weeks),
        form=form,
        close=CloseForm(),
    )


@require_http_methods(["POST"])
@desk_page
def close(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Close the season permanently."""
    back = club_url("desk-season", viewer.campaign)
    row = current_season(viewer)
    form = CloseForm(request.POST)
    if row is None or row.closed_at:
        form.is_valid()
        form.add_error(None, "The season is already closed.")
        return turn_back(request, form, back)
    if not is_confirmed(request):
        return _ask_to_close(request, viewer, row, CloseForm(), back)

    def act() -> Redirect:
        founding.close_season(
            season=row,
            actor=person(request),
            now=timezone.now(),
            without_duels=form.cleaned_data["without_duels"],
        )
        return Redirect(back, f"{row} is closed.")

    if response := carry_out(request, form, act):
        return response
    return (
        _ask_to_close(request, viewer, row, form, back)
        if form.has_error("without_duels")
        else turn_back(request, form, back)
    )


def _ask_to_close(
    request: HttpRequest, viewer: Viewer, row: Season, form: CloseForm, back: str
) -> HttpResponse:
    """Ask for confirmation. The page shows the effects, and the duels that would not count."""
    missing = unrecorded_duels(row, timezone.now())
    planned = row.weeks.filter(status=Week.Status.PLANNED).count()
    effects = [
        (
            "The champion is announced. You can still make corrections, but the standings will "
            "say that they were corrected after the close."
        ),
        "The orders, rolls and decisions of its weeks are revealed, depending on the house rules.",
    ]
    if planned:
        effects.append(f"Scheduled weeks are deleted: {planned}.")
    return ask(
        request,
        viewer,
        title=f"Close {row}?",
        sentence="A closed season cannot be reopened.",
        action="Close season",
        back=back,
        effects=effects,
        tab="desk-calendar",
        form=form,
        unrecorded=missing,
        extra="campaign/desk/unrecorded.html" if missing else "",
    )


@require_http_methods(["POST"])
@desk_page
def open_next(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Open the next season."""
    form = RecordForm(request.POST, asks=Opening)

    def act() -> Redirect:
        opened = founding.open_season(
            campaign=viewer.campaign, new=form.record, actor=person(request), now=timezone.now()
        )
        return Redirect(club_url("desk-calendar", viewer.campaign), f"{opened} has started.")

    if response := carry_out(request, form, act):
        return response
    current = current_season(viewer)
    is_open = current is not None and current.closed_at is None
    return (
        turn_back(request, form, club_url("desk-season", viewer.campaign))
        if is_open
        else _page(request, viewer, current, form)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def club(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Edit the club's name and description."""
    campaign = viewer.campaign
    back = club_url("desk", campaign)
    form = ClubForm(request.POST or None, initial={"name": campaign.name, "blurb": campaign.blurb})

    def act() -> Redirect:
        founding.describe(
            campaign=campaign, name=form.cleaned_data["name"], blurb=form.cleaned_data["blurb"]
        )
        return Redirect(back, "Saved.")

    if response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "form",
        title="Name and description",
        tab="desk",
        form=form,
        action_label="Save",
        cancel_url=back,
    )
