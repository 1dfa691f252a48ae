"""The order form, in which teams write, arrange, save, pass and reopen orders.

It also handles versions saved by someone else, and orders submitted after the deadline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.calendar.selectors import holds
from campaign.league import policy
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
    from collections.abc import Callable

    from campaign.league.models import Team, Week
    from campaign.league.selectors.viewer import Viewer
    from espionage.forms.sheet_draft import Row
    from espionage.rules.receipt import Receipt
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
        "Draft saved, version {}. If the deadline passes now, the draft counts."
    ),
    OrderSheet.State.FINAL: (
        "Orders sealed, version {}. You can still reopen it until the deadline."
    ),
    OrderSheet.State.PASSED: (
        "You pass this week, so no one goes out. You can change your mind until the deadline."
    ),
}


@require_http_methods(["GET", "HEAD", "POST"])
@team_page(allow=policy.may_command, live=True)
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
    form_data = load_form_data(week, team, with_records=policy.owns(viewer, team))
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
    page = OrderPage(request, viewer, form_data)
    return page.handle_button() if request.method == "POST" else page.show()


def _title(week: Week) -> str:
    return f"Orders, week {week.number}"


class OrderPage:
    """A request for a team's order form from someone who can command the team."""

    def __init__(self, request: HttpRequest, viewer: Viewer, form_data: OrderFormData) -> None:
        self.request = request
        self.viewer = viewer
        self.form_data = form_data
        self.team, self.week = form_data.team, form_data.week
        self.rows = typed_rows(request.POST)

    # --- display ----------------------------------------------------------------------------------

    def show(self) -> HttpResponse:
        """Return the saved form, a form with an older version, or the receipt of a sealed sheet."""
        form_data, version = self.form_data, self.request.GET.get("version", "")
        if (
            version.isdecimal()
            and len(version) < 6
            and (old_sheet := sheets.sheet_version(self.week, self.team, int(version)))
        ):
            form = saved_form(form_data, sheets.read_sheet(old_sheet))
            return self._draw(form, brought=old_sheet, unsaved=True)
        if form_data.state in {OrderSheet.State.FINAL, OrderSheet.State.PASSED}:
            return self._show_locked()
        if "again" in self.request.GET and (earlier := self._earlier_sheet()):
            return self._show_repeated(earlier)
        form = saved_form(form_data, form_data.sheet)
        if not form.rows:
            form = OrderForm(form_data, self._add_row(()), standing=form.standing, sheet=form.sheet)
        form.check()
        return self._draw(form)

    def _earlier_sheet(self) -> OrderSheet | None:
        """Return the sheet of an earlier week that can be repeated.

        Deputies must not see the sheet (C24).
        """
        return self.form_data.base.earlier if policy.owns(self.viewer, self.team) else None

    def _show_repeated(self, earlier: OrderSheet) -> HttpResponse:
        """Show the orders of an earlier week, leaving out people who are not available.

        Nothing is saved.
        """
        last, fit = sheets.read_sheet(earlier), self._fit_people()
        repeated = tuple(order for order in last.orders if order.spy in fit)
        names = {person.id: person.name for person in self.form_data.club_view.file.people}
        left_out = [
            names.get(order.spy, "someone who has left")
            for order in last.orders
            if order not in repeated
        ]
        standing = self.form_data.sheet.standing
        form = saved_form(self.form_data, Sheet(orders=repeated, standing=standing))
        form.check()
        return self._draw(form, again=earlier, unsaved=True, left_out=left_out)

    def _show_locked(self) -> HttpResponse:
        newest = self.form_data.base.current
        return self._answer(
            "orders_locked",
            words=self._receipt(self.form_data, sheets.read_sheet(newest)),
            sheet=newest,
            sheet_form=SheetForm(initial={"seen": self.form_data.base.version}),
        )

    def _receipt(self, form_data: OrderFormData, sheet: Sheet) -> Receipt:
        file, roster = form_data.club_view.file, form_data.club_view.roster
        return make_receipt(
            sheet,
            file,
            roster,
            form_data.rules,
            form_data.vehicle_names,
            odds=form_data.chances(sheet),
        )

    def _fit_people(self) -> list[str]:
        return [person.id for person in self.form_data.club_view.file.people if person.fit]

    def _answer(self, template: str, **context: Any) -> HttpResponse:
        return show(
            self.request,
            self.viewer,
            self.team,
            template,
            here="orders",
            title=_title(self.week),
            week=self.week,
            held=holds.current_hold(self.week),
            **{"state": self.form_data.state, **context},
        )

    def _draw(
        self, form: OrderForm, form_data: OrderFormData | None = None, **extra: Any
    ) -> HttpResponse:
        """Return the form, by default with the data that was loaded when the page was opened."""
        form_data = form_data or self.form_data
        base, form_url = form_data.base, self._form_url()
        earlier = self._earlier_sheet()
        orders_then = len(sheets.read_sheet(earlier).orders) if earlier else 0
        context = {
            "more_time": policy.owns(self.viewer, self.team)
            and can_extend(self.week, timezone.now()),
            "form": form,
            "state": form_data.state,
            "newest": base.current,
            "planned": form_data.is_planned,
            "form_url": form_url,
            "again_url": f"{form_url}{'&' if form_data.is_planned else '?'}again",
            "plan": form_data.plan if base.current is None else None,
            "carried": base.written if base.current is None else None,
            "earlier": earlier if orders_then else None,
            "orders_then": orders_then,
            "unsaved": False,
            "house": form_data.rules,
            "coached": self._is_coached(),
            "at": form.unfinished,
            "status": 200,
        }
        return self._answer("orders", **{**context, **extra})

    def _form_url(self) -> str:
        """Return the form's address, which has `next` for a week that has not opened."""
        address = team_url("espionage:orders", self.team)
        return f"{address}?next" if self.form_data.is_planned else address

    def _is_coached(self) -> bool:
        """Return whether a coach explains the form.

        A cookie stores the person's choice. By default, the coach helps with the team's first sheet
        of the season.
        """
        if self.request.method == "POST":
            sent = self.request.POST
            return COACH_CHOICES.get(sent.get("do", ""), sent.get("coach")) == "1"
        choice_in_cookie = self.request.COOKIES.get(COACH_COOKIE)
        if choice_in_cookie in COACH_CHOICES.values():
            return choice_in_cookie == "1"
        return self.form_data.base.current is None and self.form_data.base.earlier is None

    # --- saving -----------------------------------------------------------------------------------

    def handle_button(self) -> HttpResponse:
        """Handle a button of the form. Only draft, final, passed and reopen save anything."""
        action = self.request.POST.get("do", "")
        if self.form_data.is_planned and action in {"plan", *SAVED_MESSAGES}:
            return self._save_plan()
        if action == "reopen":
            self.rows = ()
            return self._save(self.form_data.sheet, OrderSheet.State.DRAFT)
        if action == "passed":
            return self._pass()
        if action in {"draft", "final"}:
            return self._save_typed(OrderSheet.State(action))
        form = typed_form(self.form_data, self.request.POST, self._rearrange_rows())
        open_row = self._active_row(form) or form.unfinished
        unsaved = form.value() != self.form_data.sheet
        answer = self._draw(form, unsaved=unsaved, at=open_row, focus=open_row)
        if action in COACH_CHOICES:
            answer.set_cookie(
                COACH_COOKIE,
                COACH_CHOICES[action],
                COACH_COOKIE_SECONDS,
                secure=self.request.is_secure(),
                samesite="Lax",
                httponly=True,
            )
        return answer

    def _rearrange_rows(self) -> tuple[Row, ...]:
        """Return the rows after a button that moves, removes or adds a row."""
        sent = self.request.POST
        for button, step in STEPS.items():
            if button in sent:
                return move_row(self.rows, sent[button], step)
        if "remove" in sent:
            return remove_row(self.rows, sent["remove"])
        return self._add_row(self.rows) if sent.get("do") == "add" else self.rows

    def _add_row(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        stock = self.form_data.club_view.file.stock
        return add_row(rows, self._fit_people(), [item.gear for item in stock if item.count > 0])

    def _active_row(self, form: OrderForm) -> str:
        """Return the key of the row that a button moved, showed or added, or "".

        The row with this key stays open.
        """
        sent = self.request.POST
        keys_in_buttons = [sent[name] for name in (*STEPS, "show") if name in sent]
        old_keys = {row.key for row in self.rows}
        new_keys = [row.key for row in form.typed if row.key not in old_keys]
        return next(iter([*keys_in_buttons, *new_keys]), "")

    def _pass(self) -> HttpResponse:
        """Pass the week, after a confirmation if the form contains orders."""
        if any(not row.blank for row in self.rows) and self.request.POST.get("sure") != "1":
            return self._draw(self._typed_form(), unsaved=True, asked_pass=True)
        return self._save(NO_SHEET, OrderSheet.State.PASSED)

    def _typed_form(self, current: OrderFormData | None = None) -> OrderForm:
        """Return the form as it was sent, based on the `current` version if one is given."""
        sent = self.request.POST
        if current is None:
            return typed_form(self.form_data, sent, self.rows)
        return typed_form(current, sent, self.rows, seen_version=current.version)

    def _save_typed(self, state: OrderSheet.State) -> HttpResponse:
        form = self._typed_form()
        if not form.check():
            return self._draw(form, unsaved=True, status=REFUSED)
        if state == OrderSheet.State.FINAL and not form.reading.orders:
            return self._draw(form, unsaved=True, status=REFUSED, asked_pass=True)
        return self._save(form.value(), state)

    def _save_plan(self) -> HttpResponse:
        """Save the form for a week that is not open yet. Repeated submissions are saved once."""
        form = self._typed_form()
        if not form.check():
            return self._draw(form, unsaved=True, status=REFUSED)
        sent = SheetForm(self.request.POST)

        def save_now() -> Redirect:
            save_plan(
                week_id=self.week.pk,
                team=self.team,
                sheet=form.value(),
                seen_version=sent.version,
                saved_by=self.viewer.person,
            )
            return Redirect(self._form_url(), PLAN_SAVED.format(self.week.number))

        def refused(refusal: Refusal) -> HttpResponse:
            self.week.refresh_from_db(fields=["status", "rules"])
            current = self._load_again()
            form_again = self._typed_form(current)
            form_again.bill_problems.append(refusal.sentence)
            return self._draw(form_again, current, unsaved=True, status=CONFLICT)

        return self._carry_out(sent, save_now, refused)

    def _save(self, sheet: Sheet, state: OrderSheet.State) -> HttpResponse:
        """Save the sheet. A repeated submission is saved only once."""
        sent = SheetForm(self.request.POST)

        def save_now() -> Redirect:
            saved = save_sheet(
                week_id=self.week.pk,
                team=self.team,
                sheet=sheet,
                state=state,
                seen_version=sent.version,
                saved_by=self.viewer.person,
                entropy=sent.share,
            )
            words = SAVED_MESSAGES[state].format(saved.version)
            return Redirect(team_url("espionage:receipt", self.team), words)

        def refused(refusal: Refusal) -> HttpResponse:
            match refusal:
                case Stale():
                    return self._show_conflict()
                case TooLate():
                    return _show_closed(self.request, self.viewer, self.team, self.week)
                case _:
                    return self._show_refusal(refusal)

        return self._carry_out(sent, save_now, refused)

    def _carry_out(
        self,
        sent: SheetForm,
        save_now: Callable[[], Redirect],
        refused: Callable[[Refusal], HttpResponse],
    ) -> HttpResponse:
        answer = carry_out(self.request, sent, save_now, on_refusal=refused)
        return answer or refused(Refusal(UNREADABLE))

    # --- refusals and conflicts -------------------------------------------------------------------

    def _show_refusal(self, refusal: Refusal) -> HttpResponse:
        form = self._typed_form() if self.rows else saved_form(self.form_data, self.form_data.sheet)
        problems = getattr(refusal, "problems", ())
        form.refuse_orders(problems)
        if not problems:
            form.bill_problems.append(refusal.sentence)
        return self._draw(form, unsaved=True, status=REFUSED)

    def _load_again(self) -> OrderFormData:
        is_owner = policy.owns(self.viewer, self.team)
        return load_form_data(self.week, self.team, with_records=is_owner)

    def _show_conflict(self) -> HttpResponse:
        """Show what someone else has saved, the differences, and the user's own orders.

        The user's orders can still be saved.
        """
        current = self._load_again()
        seen_sheet = sheets.sheet_version(self.week, self.team, sent_version(self.request.POST))
        saved = sheets.read_sheet(current.base.current)
        return self._draw(
            self._typed_form(current) if self.rows else saved_form(current, current.sheet),
            current,
            unsaved=True,
            status=CONFLICT,
            stale=current.base.current,
            typed_too=bool(self.rows),
            changed=describe_changes(
                sheets.read_sheet(seen_sheet),
                saved,
                current.club_view.file,
                current.club_view.roster,
                current.vehicle_names,
            ),
            theirs=self._receipt(current, saved),
        )


# --- deadlines ------------------------------------------------------------------------------------


def _show_closed(
    request: HttpRequest, viewer: Viewer, team: Team, week: Week | None
) -> HttpResponse:
    """Show why there is no form now.

    The page also shows the sheet that is used, the typed orders, and the next week.
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
    typed = _typed_words(request, team, week) if late else ()
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


def _typed_words(request: HttpRequest, team: Team, week: Week) -> tuple[str, ...]:
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
