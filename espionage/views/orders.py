"""The order form: write, arrange, save, pass, reopen; and what to say when somebody else was
faster, or the clock was.
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
from espionage.forms.sheet_draft import moved, reading, typed_rows, with_another, without
from espionage.models import OrderSheet
from espionage.rules.changes import describe_changes
from espionage.rules.orders import NO_SHEET, Sheet
from espionage.rules.receipt import kit_words, make_receipt, order_words
from espionage.selectors import sheets
from espionage.selectors.attendance import sells_more_time
from espionage.selectors.draws import beacon_due
from espionage.selectors.order_weeks import (
    coming_week,
    may_be_drafted,
    order_week,
    takes_orders,
    writing,
)
from espionage.services.plans import keep_plan
from espionage.services.sheets import TooLate, save_sheet

from .frame import show
from .order_form import OrderForm, saved_form, seen_in, standing_in, typed_form

if TYPE_CHECKING:
    from campaign.league.models import Team, Week
    from campaign.league.selectors.viewer import Viewer
    from espionage.forms.sheet_draft import Row
    from espionage.selectors.order_weeks import Writing

CONFLICT: Final = 409
KEPT: Final = (
    "Saved for week {}. When the week opens, seal it. If you send nothing, this version counts."
)
UNREADABLE: Final = "This form could not be read. Check it and save again."
STEPS: Final = {"up": -1, "down": 1}
COACH: Final = "orders-coach"
COACH_ASKED: Final = {"coach": "1", "no-coach": "0"}
COACH_KEPT: Final = 365 * 24 * 3600
SAVED: Final = {
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
    """The team's orders of this week, to be written, or sealed."""
    week = order_week(viewer.campaign, timezone.now(), coming="next" in request.GET)
    policy.require(
        policy.owns(viewer, team)
        or (week is not None and policy.may_command_in(viewer, team, week))
    )
    if before := sent_before(request):
        return before
    if week is None or not (takes_orders(week, timezone.now()) or may_be_drafted(week)):
        return _closed(request, viewer, team, week)
    found = writing(week, team)
    if not found.seated and found.planned:
        return _closed(request, viewer, team, week)
    if not found.seated:
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
        _sent(request, viewer, found)
        if request.method == "POST"
        else _opened(request, viewer, found)
    )


def _title(week: Week) -> str:
    return f"Orders, week {week.number}"


# --- looking --------------------------------------------------------------------------------------


def _opened(request: HttpRequest, viewer: Viewer, found: Writing) -> HttpResponse:
    """The form as it was saved; an older version brought back; or the receipt of a sheet that is
    sealed or passed.
    """
    back = request.GET.get("version", "")
    if (
        back.isdecimal()
        and len(back) < 6
        and (old := sheets.version(found.week, found.team, int(back)))
    ):
        return _draw(request, viewer, found, saved_form(found, sheets.read(old)), brought=old)
    if found.state in {OrderSheet.State.FINAL, OrderSheet.State.PASSED}:
        return _locked(request, viewer, found)
    if "again" in request.GET and (earlier := _earlier(viewer, found)):
        return _again(request, viewer, found, earlier)
    form = saved_form(found, found.sheet)
    if not form.rows:
        form = OrderForm(found, _with_another(found, ()), standing=form.standing, sheet=form.sheet)
    form.check()
    return _draw(request, viewer, found, form)


def _earlier(viewer: Viewer, found: Writing) -> OrderSheet | None:
    """The sheet of an earlier week that may be brought back: nothing of it is a deputy's to read
    (C24).
    """
    return found.start.earlier if policy.owns(viewer, found.team) else None


def _again(
    request: HttpRequest, viewer: Viewer, found: Writing, earlier: OrderSheet
) -> HttpResponse:
    """The orders of an earlier week once more, without those of whoever cannot go. Nothing is saved
    by it.
    """
    last, fit = sheets.read(earlier), _fit(found)
    kept = tuple(order for order in last.orders if order.spy in fit)
    names = {who.id: who.name for who in found.around.file.people}
    out = [
        names.get(order.spy, "someone who has left") for order in last.orders if order not in kept
    ]
    form = saved_form(found, Sheet(orders=kept, standing=found.sheet.standing))
    form.check()
    return _draw(request, viewer, found, form, again=earlier, unsaved=True, left_out=out)


def _locked(request: HttpRequest, viewer: Viewer, found: Writing) -> HttpResponse:
    sheet = sheets.read(found.start.newest)
    words = make_receipt(
        sheet, found.around.file, found.around.roster, found.house, found.vehicle_names
    )
    fresh = SheetForm(initial={"seen": found.start.version})
    return show(
        request,
        viewer,
        found.team,
        "orders_locked",
        here="orders",
        title=_title(found.week),
        week=found.week,
        held=holds.current_hold(found.week),
        state=found.state,
        words=words,
        sheet=found.start.newest,
        sheet_form=fresh,
    )


def _fit(found: Writing) -> list[str]:
    return [who.id for who in found.around.file.people if who.fit]


def _draw(
    request: HttpRequest,
    viewer: Viewer,
    found: Writing,
    form: OrderForm,
    *,
    status: int = 200,
    brought: OrderSheet | None = None,
    unsaved: bool = False,
    **more: Any,
) -> HttpResponse:
    carried = found.start.newest is None and found.start.written is not None
    coached = _coached(request, found)
    earlier = _earlier(viewer, found)
    orders_then = len(sheets.read(earlier).orders) if earlier else 0
    return show(
        request,
        viewer,
        found.team,
        "orders",
        here="orders",
        title=_title(found.week),
        week=found.week,
        held=holds.current_hold(found.week),
        more_time=policy.owns(viewer, found.team) and sells_more_time(found.week, timezone.now()),
        form=form,
        state=found.state,
        newest=found.start.newest,
        planned=found.planned,
        form_url=_here(found),
        again_url=f"{_here(found)}{'&' if found.planned else '?'}again",
        plan=found.plan if found.start.newest is None else None,
        carried=found.start.written if carried else None,
        earlier=earlier if orders_then else None,
        orders_then=orders_then,
        brought=brought,
        unsaved=unsaved or brought is not None,
        house=found.house,
        status=status,
        coached=coached,
        **{"at": form.unfinished, **more},
    )


def _here(found: Writing) -> str:
    """The form's address; that of a week that has not opened names the next one."""
    return team_url("espionage:orders", found.team) + ("?next" if found.planned else "")


def _coached(request: HttpRequest, found: Writing) -> bool:
    """Whether a coach walks somebody through the form: by their own word, which their browser
    keeps, else while their team writes its first sheet of the season.
    """
    if request.method == "POST":
        asked = COACH_ASKED.get(request.POST.get("do", ""), request.POST.get("coach"))
        return asked == "1"
    if (said := request.COOKIES.get(COACH)) in COACH_ASKED.values():
        return said == "1"
    return found.start.newest is None and found.start.earlier is None


# --- doing ----------------------------------------------------------------------------------------


def _sent(request: HttpRequest, viewer: Viewer, found: Writing) -> HttpResponse:
    """One button of the form was pressed. Only draft, final, passed and reopen save anything."""
    rows, asked = typed_rows(request.POST), request.POST.get("do", "")
    if found.planned and asked in {"plan", *SAVED}:
        return _plan(request, viewer, found, rows)
    if asked == "reopen":
        return _save(request, viewer, found, found.sheet, OrderSheet.State.DRAFT)
    if asked == "passed":
        return _pass(request, viewer, found, rows)
    if asked in {"draft", "final"}:
        return _save_typed(request, viewer, found, rows, OrderSheet.State(asked))
    form = typed_form(found, request.POST, _arranged(request, found, rows))
    at = _worked_on(request, rows, form) or form.unfinished
    unsaved = form.value() != found.sheet
    answer = _draw(request, viewer, found, form, unsaved=unsaved, at=at, focus=at)
    if asked in COACH_ASKED:
        answer.set_cookie(
            COACH, COACH_ASKED[asked], COACH_KEPT, secure=request.is_secure(), samesite="Lax",
            httponly=True,
        )  # fmt: skip
    return answer


def _arranged(request: HttpRequest, found: Writing, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The rows after a button that moves, takes away or adds one."""
    sent = request.POST
    for button, step in STEPS.items():
        if button in sent:
            return moved(rows, sent[button], step)
    if "remove" in sent:
        return without(rows, sent["remove"])
    return _with_another(found, rows) if sent.get("do") == "add" else rows


def _with_another(found: Writing, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    store = [item.gear for item in found.around.file.stock if item.count > 0]
    return with_another(rows, _fit(found), store)


def _worked_on(request: HttpRequest, before: tuple[Row, ...], form: OrderForm) -> str:
    """The key of the row that a button was about, which stays open: the one that was moved or
    looked at, or that is new. Nothing when it was about none.
    """
    about = [request.POST[name] for name in (*STEPS, "show") if name in request.POST]
    old = {row.key for row in before}
    new = [row.key for row in form.typed if row.key not in old]
    return next(iter([*about, *new]), "")


def _pass(
    request: HttpRequest, viewer: Viewer, found: Writing, rows: tuple[Row, ...]
) -> HttpResponse:
    """Pass on purpose; asked once more when orders stand on the form."""
    if any(not row.blank for row in rows) and request.POST.get("sure") != "1":
        form = typed_form(found, request.POST, rows)
        return _draw(request, viewer, found, form, unsaved=True, asked_pass=True)
    return _save(request, viewer, found, NO_SHEET, OrderSheet.State.PASSED, rows)


def _save_typed(
    request: HttpRequest,
    viewer: Viewer,
    found: Writing,
    rows: tuple[Row, ...],
    state: OrderSheet.State,
) -> HttpResponse:
    form = typed_form(found, request.POST, rows)
    if not form.check():
        return _draw(request, viewer, found, form, unsaved=True, status=REFUSED)
    if state == OrderSheet.State.FINAL and not form.reading.orders:
        return _draw(request, viewer, found, form, unsaved=True, status=REFUSED, asked_pass=True)
    return _save(request, viewer, found, form.value(), state, rows)


def _plan(
    request: HttpRequest, viewer: Viewer, found: Writing, rows: tuple[Row, ...]
) -> HttpResponse:
    """Keep what is on the form for a week that has not opened. Sent twice, it is kept once."""
    form = typed_form(found, request.POST, rows)
    if not form.check():
        return _draw(request, viewer, found, form, unsaved=True, status=REFUSED)
    sheet, sent = form.value(), SheetForm(request.POST)

    def keeping() -> Redirect:
        keep_plan(
            week_id=found.week.pk,
            team=found.team,
            sheet=sheet,
            seen=sent.version,
            by=viewer.person,
        )
        return Redirect(_here(found), KEPT.format(found.week.number))

    def refused(refusal: Refusal) -> HttpResponse:
        found.week.refresh_from_db(fields=["status", "rules"])
        now = writing(found.week, found.team)
        again = typed_form(now, request.POST, rows, seen=now.version)
        again.bill_problems.append(refusal.sentence)
        return _draw(request, viewer, now, again, unsaved=True, status=CONFLICT)

    return carry_out(request, sent, keeping, on_refusal=refused) or refused(Refusal(UNREADABLE))


def _save(
    request: HttpRequest,
    viewer: Viewer,
    found: Writing,
    sheet: Sheet,
    state: OrderSheet.State,
    rows: tuple[Row, ...] = (),
) -> HttpResponse:
    """The one call that saves. Sent twice, it is saved once."""
    form = SheetForm(request.POST)

    def saving() -> Redirect:
        saved = save_sheet(
            week_id=found.week.pk,
            team=found.team,
            sheet=sheet,
            state=state,
            seen=form.version,
            by=viewer.person,
            entropy=form.share,
        )
        words = SAVED[state].format(saved.version)
        return Redirect(team_url("espionage:receipt", found.team), words)

    def refused(refusal: Refusal) -> HttpResponse:
        match refusal:
            case Stale():
                return _stale(request, viewer, found, rows)
            case TooLate():
                return _closed(request, viewer, found.team, found.week)
            case _:
                return _refused(request, viewer, found, rows, refusal)

    return carry_out(request, form, saving, on_refusal=refused) or refused(Refusal(UNREADABLE))


def _refused(
    request: HttpRequest, viewer: Viewer, found: Writing, rows: tuple[Row, ...], refusal: Refusal
) -> HttpResponse:
    form = typed_form(found, request.POST, rows) if rows else saved_form(found, found.sheet)
    problems = getattr(refusal, "problems", ())
    form.refuse_orders(problems)
    if not problems:
        form.bill_problems.append(refusal.sentence)
    return _draw(request, viewer, found, form, unsaved=True, status=REFUSED)


# --- too slow -------------------------------------------------------------------------------------


def _stale(
    request: HttpRequest, viewer: Viewer, found: Writing, rows: tuple[Row, ...]
) -> HttpResponse:
    """Somebody saved meanwhile: what changed, what stands now, and below it everything that was
    typed, to be saved on top.
    """
    now = writing(found.week, found.team)
    seen = sheets.version(found.week, found.team, seen_in(request.POST))
    saved = sheets.read(now.start.newest)
    file, roster, names = now.around.file, now.around.roster, now.vehicle_names
    form = (
        typed_form(now, request.POST, rows, seen=now.start.version)
        if rows
        else saved_form(now, now.sheet)
    )
    return _draw(
        request,
        viewer,
        now,
        form,
        unsaved=True,
        status=CONFLICT,
        stale=now.start.newest,
        typed_too=bool(rows),
        changed=describe_changes(sheets.read(seen), saved, file, roster, names),
        theirs=make_receipt(saved, file, roster, now.house, names),
    )


def _closed(request: HttpRequest, viewer: Viewer, team: Team, week: Week | None) -> HttpResponse:
    """No orders now: what counts, what was typed if anything was, and what comes next."""
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
    newest = sheets.newest(week, team)
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
    """planned, sealed or settled; a deadline just passed is sealed, whether the job has come by or
    not (E25).
    """
    if week.status == week.Status.PLANNED:
        return "planned"
    return "settled" if week.status in {week.Status.SETTLED, week.Status.CLOSED} else "sealed"


def _typed_words(request: HttpRequest, viewer: Viewer, team: Team, week: Week) -> tuple[str, ...]:
    """What somebody was typing when the deadline passed, in words to copy."""
    found = writing(week, team)
    names = {who.id: who.name for who in found.around.file.people}
    typed = reading(typed_rows(request.POST))
    roster, vehicles = found.around.roster, found.vehicle_names
    lines = [
        (
            f"{names.get(order.spy, 'Someone')}: {order_words(order, roster, vehicles)}. Kit: "
            f"{kit_words(order)}."
        )
        for order in typed.orders
    ]
    standing = standing_in(found, request.POST)
    changed = standing.is_bound and standing.is_valid() and standing.value() != found.sheet.standing
    return (*lines, *(["Standing orders were also changed."] if changed else []))
