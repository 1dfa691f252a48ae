"""The order form: write, arrange, save, pass and reopen.

It also handles versions saved by someone else, and orders submitted after the deadline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league import policy
from campaign.league.selectors import holds
from campaign.league.views.frame import team_url
from campaign.league.views.permissions import team_page
from core.web.idempotency import Redirect
from core.web.views.posting import REFUSED, carry_out, sent_before
from engine.game import Refusal, Stale
from espionage.forms.orders import SheetForm
from espionage.forms.sheet_draft import add_row, move_row, read_rows, remove_row, typed_rows
from espionage.models import OrderSheet
from espionage.rules.changes import describe_changes
from espionage.rules.orders import NO_SHEET, Sheet
from espionage.rules.receipt import kit_words, make_receipt, order_words
from espionage.selectors import sheets
from espionage.selectors.attendance import can_extend
from espionage.selectors.draws import beacon_due
from espionage.selectors.order_weeks import (
    can_be_drafted,
    coming_week,
    load_form_data,
    order_week,
    takes_orders,
)
from espionage.services.plans import save_plan
from espionage.services.sheets import TooLate, save_sheet

from .frame import show
from .order_form import OrderForm, saved_form, sent_standing_form, sent_version, typed_form

if TYPE_CHECKING:
    from campaign.league.models import Team, Week
    from campaign.league.selectors.viewer import Viewer
    from espionage.forms.sheet_draft import Row
    from espionage.selectors.order_weeks import OrderFormData

CONFLICT: Final = 409
PLAN_SAVED: Final = (
    "Saved for week {}. When the week opens, seal it. If you send nothing, this version counts."
)
UNREADABLE: Final = "This form could not be read. Check it and save again."
STEPS: Final = {"up": -1, "down": 1}
COACH_COOKIE: Final = "orders-coach"
COACH_CHOICES: Final = {"coach": "1", "no-coach": "0"}
COACH_COOKIE_SECONDS: Final = 365 * 24 * 3600
SAVED_MESSAGES: Final = {
    OrderSheet.State.DRAFT: (
        "Saved as a draft, version {}. If the deadline passes now, the draft counts."
    ),
    OrderSheet.State.FINAL: (
        "Sealed as final, version {}. You can still reopen it until the deadline."
    ),
    OrderSheet.State.PASSED: (
        "You pass this week, so no one goes out. You can change your mind until the deadline."
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@team_page(allow=policy.may_command)
def orders(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the team's orders for this week, and handle the buttons of the form."""
    week = order_week(viewer.campaign, timezone.now(), prefer_coming="next" in request.GET)
    policy.require(
        policy.owns(viewer, team)
        or (week is not None and policy.may_command_in(viewer, team, week))
    )
    if before := sent_before(request):
        return before
    if week is None or not (takes_orders(week, timezone.now()) or can_be_drafted(week)):
        return _show_closed(request, viewer, team, week)
    form_data = load_form_data(week, team)
    if not form_data.is_seated and form_data.is_planned:
        return _show_closed(request, viewer, team, week)
    if not form_data.is_seated:
        return show(
            request,
            viewer,
            team,
            "orders_closed",
            here="orders",
            title=_title(week),
            week=week,
            phase="no-seat",
        )
    return (
        _handle_button(request, viewer, form_data)
        if request.method == "POST"
        else _show_form(request, viewer, form_data)
    )


def _title(week: Week) -> str:
    return f"Orders, week {week.number}"


# --- display --------------------------------------------------------------------------------------


def _show_form(request: HttpRequest, viewer: Viewer, form_data: OrderFormData) -> HttpResponse:
    """Return the saved form, an older version in the form, or the receipt of a sealed sheet."""
    version = request.GET.get("version", "")
    if (
        version.isdecimal()
        and len(version) < 6
        and (old_sheet := sheets.sheet_version(form_data.week, form_data.team, int(version)))
    ):
        return _draw(
            request,
            viewer,
            form_data,
            saved_form(form_data, sheets.read_sheet(old_sheet)),
            brought=old_sheet,
        )
    if form_data.state in {OrderSheet.State.FINAL, OrderSheet.State.PASSED}:
        return _show_locked(request, viewer, form_data)
    if "again" in request.GET and (earlier := _earlier(viewer, form_data)):
        return _show_repeated(request, viewer, form_data, earlier)
    form = saved_form(form_data, form_data.sheet)
    if not form.rows:
        form = OrderForm(
            form_data, _add_row(form_data, ()), standing=form.standing, sheet=form.sheet
        )
    form.check()
    return _draw(request, viewer, form_data, form)


def _earlier(viewer: Viewer, form_data: OrderFormData) -> OrderSheet | None:
    """Return the sheet of an earlier week that can be repeated. Deputies must not see it (C24)."""
    return form_data.base.earlier if policy.owns(viewer, form_data.team) else None


def _show_repeated(
    request: HttpRequest, viewer: Viewer, form_data: OrderFormData, earlier: OrderSheet
) -> HttpResponse:
    """Show the orders of an earlier week, without people who are not available. Save nothing."""
    last, fit = sheets.read_sheet(earlier), _fit_people(form_data)
    repeated = tuple(order for order in last.orders if order.spy in fit)
    names = {person.id: person.name for person in form_data.club_view.file.people}
    left_out = [
        names.get(order.spy, "someone who has left")
        for order in last.orders
        if order not in repeated
    ]
    form = saved_form(form_data, Sheet(orders=repeated, standing=form_data.sheet.standing))
    form.check()
    return _draw(request, viewer, form_data, form, again=earlier, unsaved=True, left_out=left_out)


def _show_locked(request: HttpRequest, viewer: Viewer, form_data: OrderFormData) -> HttpResponse:
    sheet = sheets.read_sheet(form_data.base.newest)
    words = make_receipt(
        sheet,
        form_data.club_view.file,
        form_data.club_view.roster,
        form_data.rules,
        form_data.vehicle_names,
    )
    fresh = SheetForm(initial={"seen": form_data.base.version})
    return show(
        request,
        viewer,
        form_data.team,
        "orders_locked",
        here="orders",
        title=_title(form_data.week),
        week=form_data.week,
        held=holds.current_hold(form_data.week),
        state=form_data.state,
        words=words,
        sheet=form_data.base.newest,
        sheet_form=fresh,
    )


def _fit_people(form_data: OrderFormData) -> list[str]:
    return [person.id for person in form_data.club_view.file.people if person.fit]


def _draw(
    request: HttpRequest,
    viewer: Viewer,
    form_data: OrderFormData,
    form: OrderForm,
    *,
    status: int = 200,
    brought: OrderSheet | None = None,
    unsaved: bool = False,
    **extra: Any,
) -> HttpResponse:
    carried = form_data.base.newest is None and form_data.base.written is not None
    coached = _is_coached(request, form_data)
    earlier = _earlier(viewer, form_data)
    orders_then = len(sheets.read_sheet(earlier).orders) if earlier else 0
    return show(
        request,
        viewer,
        form_data.team,
        "orders",
        here="orders",
        title=_title(form_data.week),
        week=form_data.week,
        held=holds.current_hold(form_data.week),
        more_time=policy.owns(viewer, form_data.team)
        and can_extend(form_data.week, timezone.now()),
        form=form,
        state=form_data.state,
        newest=form_data.base.newest,
        planned=form_data.is_planned,
        form_url=_form_url(form_data),
        again_url=f"{_form_url(form_data)}{'&' if form_data.is_planned else '?'}again",
        plan=form_data.plan if form_data.base.newest is None else None,
        carried=form_data.base.written if carried else None,
        earlier=earlier if orders_then else None,
        orders_then=orders_then,
        brought=brought,
        unsaved=unsaved or brought is not None,
        house=form_data.rules,
        status=status,
        coached=coached,
        **{"at": form.unfinished, **extra},
    )


def _form_url(form_data: OrderFormData) -> str:
    """Return the form's address, with `next` for a week that has not opened."""
    return team_url("espionage:orders", form_data.team) + ("?next" if form_data.is_planned else "")


def _is_coached(request: HttpRequest, form_data: OrderFormData) -> bool:
    """Return whether a coach explains the form.

    A cookie stores the person's choice. By default, the coach helps with the team's first sheet of
    the season.
    """
    if request.method == "POST":
        choice = COACH_CHOICES.get(request.POST.get("do", ""), request.POST.get("coach"))
        return choice == "1"
    if (choice_in_cookie := request.COOKIES.get(COACH_COOKIE)) in COACH_CHOICES.values():
        return choice_in_cookie == "1"
    return form_data.base.newest is None and form_data.base.earlier is None


# --- saving ---------------------------------------------------------------------------------------


def _handle_button(request: HttpRequest, viewer: Viewer, form_data: OrderFormData) -> HttpResponse:
    """Handle a button of the form. Only draft, final, passed and reopen save anything."""
    rows, action = typed_rows(request.POST), request.POST.get("do", "")
    if form_data.is_planned and action in {"plan", *SAVED_MESSAGES}:
        return _save_plan(request, viewer, form_data, rows)
    if action == "reopen":
        return _save(request, viewer, form_data, form_data.sheet, OrderSheet.State.DRAFT)
    if action == "passed":
        return _pass(request, viewer, form_data, rows)
    if action in {"draft", "final"}:
        return _save_typed(request, viewer, form_data, rows, OrderSheet.State(action))
    form = typed_form(form_data, request.POST, _rearrange(request, form_data, rows))
    open_row = _active_row(request, rows, form) or form.unfinished
    unsaved = form.value() != form_data.sheet
    answer = _draw(request, viewer, form_data, form, unsaved=unsaved, at=open_row, focus=open_row)
    if action in COACH_CHOICES:
        answer.set_cookie(
            COACH_COOKIE,
            COACH_CHOICES[action],
            COACH_COOKIE_SECONDS,
            secure=request.is_secure(),
            samesite="Lax",
            httponly=True,
        )
    return answer


def _rearrange(
    request: HttpRequest, form_data: OrderFormData, rows: tuple[Row, ...]
) -> tuple[Row, ...]:
    """Return the rows after a button that moves, removes or adds a row."""
    sent = request.POST
    for button, step in STEPS.items():
        if button in sent:
            return move_row(rows, sent[button], step)
    if "remove" in sent:
        return remove_row(rows, sent["remove"])
    return _add_row(form_data, rows) if sent.get("do") == "add" else rows


def _add_row(form_data: OrderFormData, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    store = [item.gear for item in form_data.club_view.file.stock if item.count > 0]
    return add_row(rows, _fit_people(form_data), store)


def _active_row(request: HttpRequest, before: tuple[Row, ...], form: OrderForm) -> str:
    """Return the key of the row that a button moved, showed or added, or "".

    That row stays open.
    """
    keys_in_buttons = [request.POST[name] for name in (*STEPS, "show") if name in request.POST]
    old_keys = {row.key for row in before}
    new_keys = [row.key for row in form.typed if row.key not in old_keys]
    return next(iter([*keys_in_buttons, *new_keys]), "")


def _pass(
    request: HttpRequest, viewer: Viewer, form_data: OrderFormData, rows: tuple[Row, ...]
) -> HttpResponse:
    """Pass the week, after a confirmation if the form contains orders."""
    if any(not row.blank for row in rows) and request.POST.get("sure") != "1":
        form = typed_form(form_data, request.POST, rows)
        return _draw(request, viewer, form_data, form, unsaved=True, asked_pass=True)
    return _save(request, viewer, form_data, NO_SHEET, OrderSheet.State.PASSED, rows)


def _save_typed(
    request: HttpRequest,
    viewer: Viewer,
    form_data: OrderFormData,
    rows: tuple[Row, ...],
    state: OrderSheet.State,
) -> HttpResponse:
    form = typed_form(form_data, request.POST, rows)
    if not form.check():
        return _draw(request, viewer, form_data, form, unsaved=True, status=REFUSED)
    if state == OrderSheet.State.FINAL and not form.reading.orders:
        return _draw(
            request, viewer, form_data, form, unsaved=True, status=REFUSED, asked_pass=True
        )
    return _save(request, viewer, form_data, form.value(), state, rows)


def _save_plan(
    request: HttpRequest, viewer: Viewer, form_data: OrderFormData, rows: tuple[Row, ...]
) -> HttpResponse:
    """Save the form for a week that has not opened. A repeated submission is saved only once."""
    form = typed_form(form_data, request.POST, rows)
    if not form.check():
        return _draw(request, viewer, form_data, form, unsaved=True, status=REFUSED)
    sheet, sent = form.value(), SheetForm(request.POST)

    def save_now() -> Redirect:
        save_plan(
            week_id=form_data.week.pk,
            team=form_data.team,
            sheet=sheet,
            seen_version=sent.version,
            saved_by=viewer.person,
        )
        return Redirect(_form_url(form_data), PLAN_SAVED.format(form_data.week.number))

    def refused(refusal: Refusal) -> HttpResponse:
        form_data.week.refresh_from_db(fields=["status", "rules"])
        current = load_form_data(form_data.week, form_data.team)
        form_again = typed_form(current, request.POST, rows, seen_version=current.version)
        form_again.bill_problems.append(refusal.sentence)
        return _draw(request, viewer, current, form_again, unsaved=True, status=CONFLICT)

    return carry_out(request, sent, save_now, on_refusal=refused) or refused(Refusal(UNREADABLE))


def _save(
    request: HttpRequest,
    viewer: Viewer,
    form_data: OrderFormData,
    sheet: Sheet,
    state: OrderSheet.State,
    rows: tuple[Row, ...] = (),
) -> HttpResponse:
    """Save the sheet. A repeated submission is saved only once."""
    form = SheetForm(request.POST)

    def save_now() -> Redirect:
        saved = save_sheet(
            week_id=form_data.week.pk,
            team=form_data.team,
            sheet=sheet,
            state=state,
            seen_version=form.version,
            saved_by=viewer.person,
            entropy=form.share,
        )
        words = SAVED_MESSAGES[state].format(saved.version)
        return Redirect(team_url("espionage:receipt", form_data.team), words)

    def refused(refusal: Refusal) -> HttpResponse:
        match refusal:
            case Stale():
                return _show_conflict(request, viewer, form_data, rows)
            case TooLate():
                return _show_closed(request, viewer, form_data.team, form_data.week)
            case _:
                return _show_refusal(request, viewer, form_data, rows, refusal)

    return carry_out(request, form, save_now, on_refusal=refused) or refused(Refusal(UNREADABLE))


def _show_refusal(
    request: HttpRequest,
    viewer: Viewer,
    form_data: OrderFormData,
    rows: tuple[Row, ...],
    refusal: Refusal,
) -> HttpResponse:
    form = (
        typed_form(form_data, request.POST, rows)
        if rows
        else saved_form(form_data, form_data.sheet)
    )
    problems = getattr(refusal, "problems", ())
    form.refuse_orders(problems)
    if not problems:
        form.bill_problems.append(refusal.sentence)
    return _draw(request, viewer, form_data, form, unsaved=True, status=REFUSED)


# --- conflicts and deadlines ----------------------------------------------------------------------


def _show_conflict(
    request: HttpRequest, viewer: Viewer, form_data: OrderFormData, rows: tuple[Row, ...]
) -> HttpResponse:
    """Show what someone else has saved, the differences, and the user's orders, which can still be
    saved.
    """
    current = load_form_data(form_data.week, form_data.team)
    seen_sheet = sheets.sheet_version(form_data.week, form_data.team, sent_version(request.POST))
    saved = sheets.read_sheet(current.base.newest)
    file, roster, names = current.club_view.file, current.club_view.roster, current.vehicle_names
    form = (
        typed_form(current, request.POST, rows, seen_version=current.base.version)
        if rows
        else saved_form(current, current.sheet)
    )
    return _draw(
        request,
        viewer,
        current,
        form,
        unsaved=True,
        status=CONFLICT,
        stale=current.base.newest,
        typed_too=bool(rows),
        changed=describe_changes(sheets.read_sheet(seen_sheet), saved, file, roster, names),
        theirs=make_receipt(saved, file, roster, current.rules, names),
    )


def _show_closed(
    request: HttpRequest, viewer: Viewer, team: Team, week: Week | None
) -> HttpResponse:
    """Show why there is no form now, with the sheet that is used, the typed orders, and the next
    week.
    """
    late = request.method == "POST"
    if week is None:
        return show(
            request,
            viewer,
            team,
            "orders_closed",
            here="orders",
            title="Orders",
            week=None,
            phase="none",
            status=CONFLICT if late else 200,
        )
    newest = sheets.newest_sheet(week, team)
    typed = _typed_words(request, viewer, team, week) if late else ()
    return show(
        request,
        viewer,
        team,
        "orders_closed",
        here="orders",
        title=_title(week),
        week=week,
        phase=_phase(week),
        beacon_due=beacon_due(week),
        coming=coming_week(viewer.campaign) if policy.owns(viewer, team) else None,
        newest=newest,
        state=newest.state if newest else "nothing",
        late=late,
        typed=typed,
        status=CONFLICT if late else 200,
    )


def _phase(week: Week) -> str:
    """Return "planned", "sealed" or "settled".

    A week is sealed from its deadline on, even if the job has not run yet (E25).
    """
    if week.status == week.Status.PLANNED:
        return "planned"
    return "settled" if week.status in {week.Status.SETTLED, week.Status.CLOSED} else "sealed"


def _typed_words(request: HttpRequest, viewer: Viewer, team: Team, week: Week) -> tuple[str, ...]:
    """Return the orders that were in the form when the deadline passed, as text to copy."""
    form_data = load_form_data(week, team)
    names = {person.id: person.name for person in form_data.club_view.file.people}
    typed = read_rows(typed_rows(request.POST))
    roster, vehicles = form_data.club_view.roster, form_data.vehicle_names
    lines = [
        (
            f"{names.get(order.spy, 'Someone')}: {order_words(order, roster, vehicles)}. Kit: "
            f"{kit_words(order)}."
        )
        for order in typed.orders
    ]
    standing = sent_standing_form(form_data, request.POST)
    changed = (
        standing.is_bound and standing.is_valid() and standing.value() != form_data.sheet.standing
    )
    return (*lines, *(["Standing orders were also changed."] if changed else []))
