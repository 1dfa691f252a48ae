"""The list of weeks, the planning form, and each week's page with its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods, require_safe

from campaign.calendar.rules.acts import Extending
from campaign.calendar.selectors.pauses import current_pause
from campaign.calendar.services import calendar
from campaign.calendar.views.calendar import requested_week
from campaign.desk.forms.calendar import EventForm, PlanForm, PostponeForm, RescheduleForm
from campaign.desk.selectors.desk import is_late
from campaign.duels.selectors.arena_queue import needs_draw
from campaign.duels.selectors.calendar import current_season
from campaign.duels.selectors.duels import has_begun
from campaign.duels.selectors.events import duels_of
from campaign.house_rules.rules.calendar import WeekTimes
from campaign.league.models import Season, Week
from campaign.league.selectors.duels import weekly_duel
from campaign.league.selectors.house import zone_of
from campaign.league.views.frame import club_url, week_url
from core.web.dry_run import rehearsal
from core.web.forms.base import Act, HouseForm
from core.web.forms.reasons import ReasonForm
from core.web.forms.records import RecordForm
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.pictures.words import counted
from core.web.views.person import person
from core.web.views.posting import carry_out
from engine.game import Refusal

from .frame import ask, desk_page, draw, is_confirmed, record_visit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from campaign.league.selectors.viewer import Viewer

    Comparison = Callable[[Iterable[Week], Mapping[Any, Week]], Iterator[tuple[str, str, str]]]

MOMENTS = (
    ("opens_at", "Orders open"),
    ("due_at", "Orders due"),
    ("settle_at", "Reports"),
    ("duel_at", "Duel"),
    ("closes_at", "Week closes"),
)


def in_words(moment: datetime) -> str:
    """Return a time as text, in the reader's time zone."""
    return date_format(timezone.localtime(moment), "D j M Y, H:i T")


def strip(week: Week | WeekTimes) -> list[tuple[str, datetime]]:
    """Return the times on a week's timeline. Publication is left out if it is at the deadline."""
    return [
        (label, getattr(week, name))
        for name, label in MOMENTS
        if name != "settle_at" or week.settle_at != week.due_at
    ]


@require_safe
@desk_page
def weeks(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the season's weeks."""
    record_visit(request, viewer)
    season = current_season(viewer)
    rows = tuple(season.weeks.order_by("number")) if season else ()
    return draw(
        request,
        viewer,
        "weeks",
        title="Weeks",
        tab="desk-calendar",
        season=season,
        weeks=rows,
        planned=any(row.status == Week.Status.PLANNED for row in rows),
        under_way=any(row.status in (Week.Status.OPEN, Week.Status.PLAYING) for row in rows),
        pause=current_pause(viewer.campaign, timezone.now()),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def plan(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Plan more weeks after a preview of their dates."""
    season = current_season(viewer)
    back = club_url("desk-calendar", viewer.campaign)
    if season is None or season.closed_at:
        return draw(
            request, viewer, "weeks", title="Weeks", tab="desk-calendar", season=season, weeks=()
        )
    last = season.weeks.order_by("-number").first()
    start = timezone.localdate(
        max(last.closes_at, timezone.now()) if last else timezone.now(), zone_of(viewer.campaign)
    )
    form = PlanForm(request.POST or None, initial={"first": start})

    def act() -> Redirect:
        new_weeks = calendar.plan(
            season=season,
            first=form.cleaned_data["first"],
            weeks=form.cleaned_data["weeks"],
            now=timezone.now(),
        )
        return Redirect(back, f"Scheduled {len(new_weeks)} more weeks.")

    dates: tuple[Week, ...] = ()
    if request.method == "POST" and not is_confirmed(request):
        dates = _rehearsed_plan(season, form)
    elif response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "plan",
        title="Schedule weeks",
        tab="desk-calendar",
        form=form,
        dates=dates,
        cancel_url=back,
        zone=viewer.campaign.timezone,
    )


def _rehearsed_plan(season: Season, form: PlanForm) -> tuple[Week, ...]:
    """Return the weeks that would be planned.

    If planning is refused, add an error to the form and return an empty tuple.
    """
    if not form.is_valid():
        return ()
    try:
        with rehearsal():
            return tuple(
                calendar.plan(
                    season=season,
                    first=form.cleaned_data["first"],
                    weeks=form.cleaned_data["weeks"],
                    now=timezone.now(),
                )
            )
    except Refusal as refusal:
        form.refuse(refusal)
        return ()


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def reschedule(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Move all scheduled weeks to the club's current schedule, after a preview of their dates."""
    season = or_404(current_season(viewer))
    back = club_url("desk-calendar", viewer.campaign)
    form = RescheduleForm(request.POST or None)

    def act() -> Redirect:
        moved = calendar.reschedule(
            season=season,
            first=form.cleaned_data["first"],
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        return Redirect(
            back, f"Rescheduled {counted(len(moved), 'week')}. The club has been notified."
        )

    return draw_with_preview(
        request,
        viewer,
        season,
        form,
        act,
        back=back,
        title="Reschedule weeks",
        action="Reschedule weeks",
        sentence="These weeks get new dates. All members are notified with your reason, and "
        "calendar feeds are updated.",
        by_week=True,
        notes=[
            (
                "All weeks that have not opened yet move to the days, times and time zone in the "
                "house rules. Breaks between weeks stay. You can check the new dates before you "
                "confirm."
            )
        ],
    )


@require_safe
@desk_page
def week_page(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Show a week with its times and the actions available to the GM."""
    week = requested_week(request, viewer, number)
    now = timezone.now()
    before_deadline = week.status in {Week.Status.PLANNED, Week.Status.OPEN} and now < week.due_at
    driven = week.status in {Week.Status.SETTLED, Week.Status.CLOSED} and week.duel_at <= now
    weekly, *events = duels_of(week)
    return draw(
        request,
        viewer,
        "week",
        title=str(week),
        tab="desk-calendar",
        week=week,
        strip=strip(week),
        movable=before_deadline,
        planned=week.status == Week.Status.PLANNED,
        late=is_late(week, now),
        undrawn=week.parked_at is not None and needs_draw(week, now),
        button=Act(),
        driven=driven,
        duel=weekly,
        closed=week.season.closed_at is not None,
        events=[(event, has_begun(event, now)) for event in events],
        may_make=week.status in Week.RUNNING,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def extend(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Extend the deadline after a preview of the other changes."""
    week = requested_week(request, viewer, number)
    form = RecordForm(request.POST or None, asks=Extending, initial={"due_at": week.due_at})

    def act() -> Redirect:
        calendar.extend(week=week, change=form.record, actor=person(request), now=timezone.now())
        return Redirect(
            week_url("desk-week", week),
            f"The deadline of week {number} was extended. The club has been notified.",
        )

    return draw_with_preview(
        request,
        viewer,
        week.season,
        form,
        act,
        back=week_url("desk-week", week),
        title=f"Extend week {number}",
        action="Extend deadline",
        sentence="The new times take effect right away. All members are notified with your reason.",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def postpone(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Postpone a planned week and all weeks after it."""
    week = requested_week(request, viewer, number)
    form = PostponeForm(request.POST or None)

    def act() -> Redirect:
        calendar.postpone(
            week=week,
            weeks=form.cleaned_data["weeks"],
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        return Redirect(
            club_url("desk-calendar", viewer.campaign),
            f"Week {number} and all later weeks were postponed. The club has been notified.",
        )

    return draw_with_preview(
        request,
        viewer,
        week.season,
        form,
        act,
        back=week_url("desk-week", week),
        title=f"Postpone week {number}",
        action="Postpone week",
        sentence="This week and all later weeks are postponed. All members are notified with your "
        "reason.",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def cancel(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Delete a planned week."""
    week = requested_week(request, viewer, number)
    form = ReasonForm(request.POST or None)

    def act() -> Redirect:
        calendar.cancel(
            week=week, actor=person(request), reason=form.cleaned_data["reason"], now=timezone.now()
        )
        return Redirect(
            club_url("desk-calendar", viewer.campaign),
            f"Week {number} was deleted. The club has been notified.",
        )

    return draw_with_preview(
        request,
        viewer,
        week.season,
        form,
        act,
        back=week_url("desk-week", week),
        title=f"Delete week {number}",
        action="Delete week",
        danger=True,
        sentence=(
            "The week is deleted permanently. Later weeks keep their dates and are renumbered. "
            "All members are notified."
        ),
    )


def draw_with_preview(
    request: HttpRequest,
    viewer: Viewer,
    season: Season | None,
    form: HouseForm,
    act: Any,
    *,
    title: str,
    action: str,
    sentence: str,
    back: str,
    danger: bool = False,
    template: str = "form",
    by_week: bool = False,
    **context: Any,
) -> HttpResponse:
    """Show a form, then a preview of the changes, and finally perform the action.

    `by_week` shows all changed times of a week in one row of the preview.
    """
    if request.method == "POST" and not is_confirmed(request):
        changes = _preview_changes(season, form, act, _moved_weeks if by_week else _moves)
        if changes is not None:
            return ask(
                request,
                viewer,
                title=f"{title}?",
                sentence=sentence,
                action=action,
                back=back,
                tab="desk-calendar",
                changes=changes,
                gentle=not danger,
            )
    elif response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        template,
        title=title,
        tab="desk-calendar",
        form=form,
        action_label="Preview changes",
        cancel_url=back,
        danger=danger,
        **context,
    )


def _preview_changes(
    season: Season | None, form: HouseForm, act: Any, compare: Comparison
) -> list[tuple[str, str, str]] | None:
    """Return the changes as triples of item, value before, and value after.

    If the action is refused, add an error to the form and return None.
    """
    if not form.is_valid():
        return None
    before = _by_id(season)
    try:
        with rehearsal():
            act()
            after = _by_id(season)
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    return list(compare(before.values(), after))


def _by_id(season: Season | None) -> dict[Any, Week]:
    return {week.pk: week for week in season.weeks.all()} if season else {}


def _moves(before: Iterable[Week], after: Mapping[Any, Week]) -> Iterator[tuple[str, str, str]]:
    for old in before:
        new = after.get(old.pk)
        if new is None:
            yield str(old), in_words(old.opens_at), "deleted"
            continue
        if new.number != old.number:
            yield str(old), f"{old}", f"{new}"
        for name, label in MOMENTS:
            if getattr(old, name) != getattr(new, name):
                yield (
                    f"{old}: {label.lower()}",
                    in_words(getattr(old, name)),
                    in_words(getattr(new, name)),
                )


def _moved_weeks(
    before: Iterable[Week], after: Mapping[Any, Week]
) -> Iterator[tuple[str, str, str]]:
    for old in before:
        times_before, times_after = strip(old), strip(after[old.pk])
        if times_before != times_after:
            yield (
                str(old),
                _list_times(time for time in times_before if time not in times_after),
                _list_times(time for time in times_after if time not in times_before),
            )


def _list_times(times: Iterable[tuple[str, datetime]]) -> str:
    lines = [(label, in_words(moment)) for label, moment in times]
    return format_html_join(mark_safe("<br>"), "{}: {}", lines)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def event(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Edit the duel's name, arena and budget."""
    duel = weekly_duel(requested_week(request, viewer, number))
    back = week_url("desk-week", duel.week)
    form = EventForm(
        request.POST or None,
        initial={"event_name": duel.name, "arena": duel.arena, "budget": duel.budget},
    )

    def act() -> Redirect:
        fields = form.cleaned_data
        calendar.name_duel(
            week=duel.week,
            actor=person(request),
            now=timezone.now(),
            name=fields["event_name"],
            arena=fields["arena"],
            budget=fields["budget"] or 0,
        )
        return Redirect(back, "The duel was updated.")

    if response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "form",
        title=f"The duel of week {number}",
        tab="desk-calendar",
        form=form,
        action_label="Save",
        cancel_url=back,
    )
