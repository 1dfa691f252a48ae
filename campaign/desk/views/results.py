"""Pages for recording or correcting a duel's result, with a preview of the ledger rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.calendar.views.calendar import resolve_duel
from campaign.desk.selectors.corrections import FACINGS
from campaign.duels.forms.results import CorrectResultForm, ResultForm
from campaign.duels.models import DuelResult
from campaign.duels.rules.duel import evaluate
from campaign.duels.rules.duel_record import DuelRecord
from campaign.duels.selectors import drafts as draft_selector
from campaign.duels.selectors import live
from campaign.duels.selectors.driven import progress_of
from campaign.duels.selectors.duels import entries, has_begun, payload_of, results_of
from campaign.duels.services import drafts, results
from campaign.duels.services import driven as arena
from campaign.duels.services.entries import duel_rules
from campaign.duels.views.sides import sides
from campaign.garage.models import Vehicle
from campaign.garage.selectors.garage import design_of
from campaign.garage.views.words import part_names
from campaign.league import policy
from campaign.league.models import Duel, Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import duel_url, week_url
from campaign.ledger.selectors.books import money_kind, rows_booked_for
from campaign.ledger.services.posting import Book
from campaign.ledger.views.descriptions import skill_names
from campaign.roster.models import Character
from core.web.dry_run import rehearsal
from core.web.forms.reasons import DeskForm, reason
from core.web.idempotency import Redirect
from core.web.pictures.words import signed, signed_money
from core.web.views.person import person
from core.web.views.posting import carry_out
from engine.game import Refusal

from .frame import Question, ask, desk_page, draw, is_confirmed

SECRET_BOOKS: Final = (Book.WOUND, Book.DAMAGE)
"""Ledgers that a playing GM can see only for their own team."""
CORRECTION_EFFECT: Final = (
    "The difference from the last revision is booked, and nothing is deleted. Charges that "
    "went off are not affected."
)
RECORDING_EFFECT: Final = (
    "After you record a result, you can change it only with a correction that everyone can see."
)
LEAVE_ARENA_EFFECT: Final = (
    "The duel so far does not count. One of the participating teams or a GM enters the result. "
    "If no one does, the week closes without a duel."
)
DISMISS_EFFECT: Final = (
    "This settles all disputes. If all teams have signed, the record is booked right away. "
    "Otherwise, it is booked when the time for signing is over."
)


class DecisionForm(DeskForm):
    """Form for the reason why a record is confirmed."""

    reason = reason("It is shown to all members in the news, the desk log and their notifications.")


HIDDEN_EFFECTS_NOTE = (
    "Because you run a team in this club, you can see the results that you enter for rivals, "
    "but not how they affect their money, DP or garages."
)
FALLBACK_PARTS = FACINGS | {
    f"tyre:{wheel}": f"{wheel.replace('_', ' ')} tyre"
    for wheel in ("front_left", "front_right", "back_left", "back_right")
}
"""Parts to choose from if this GM cannot read the car's sheet.

Nothing is booked for parts that the car does not have.
"""
FALLBACK_PARTS |= {
    "tyre:front": "front tyre (cycle)",
    "tyre:back": "back tyre (cycle)",
    "plant": "power plant",
}
FALLBACK_PARTS |= {f"weapon:{number}": f"weapon {number}" for number in range(1, 5)}


def _row(kind: Book, entity: Any, item: str, amount: int, names: Mapping[str, str]) -> str:
    match kind:
        case Book.MONEY:
            return f"{entity}: {signed_money(amount)}, {money_kind(item).lower()}"
        case Book.STANDING:
            return f"{entity}: {signed(amount)} points in the standings"
        case Book.PRESTIGE:
            change = f"{signed(amount)} prestige, {names.get(item, item).lower()}"
        case Book.SKILL:
            change = f"{signed(amount)} skill, {names.get(item, item).lower()}"
        case Book.WOUND:
            change = f"{signed(-amount)} DP"
        case _:
            change = f"{signed(-amount)} {part_names(design_of(entity)).get(item, item)}"
    return f"{entity.team}, {entity}: {change}"


class ResultPage:
    """A GM's request to record or correct the result of a duel that has started."""

    def __init__(self, request: HttpRequest, viewer: Viewer, duel: Duel) -> None:
        self.request, self.viewer, self.duel = request, viewer, duel
        now = timezone.now()
        if not has_begun(duel, now):
            raise Http404
        self.rules, self.season = duel_rules(duel), duel.week.season
        self.before = next(iter(results_of(duel)), None)
        self.draft = None if self.before else draft_selector.newest_draft(duel)
        self.sheets = None if self.before or self.draft else live.record_so_far(duel)
        record = self._initial_record()
        kind = CorrectResultForm if self.before else ResultForm
        self.form = kind(
            request.POST or None,
            sides=sides(
                entries(viewer, duel, now),
                record,
                may_read=lambda team: policy.may_read_books(viewer, team),
                fallback_parts=FALLBACK_PARTS,
                additional_teams=duel.challenge_teams if self.before else (),
            ),
            house_rules=self.rules,
            previous=record,
            revision=self.before.revision if self.before else 0,
        )

    def _initial_record(self) -> DuelRecord | None:
        if self.before:
            return payload_of(self.before).record
        if self.draft:
            return draft_selector.record_of_draft(self.draft)
        return self.sheets.record if self.sheets else None

    def respond(self) -> HttpResponse:
        """Show the form, ask for a confirmation, or book the result."""
        if self.request.method == "POST" and not is_confirmed(self.request):
            booked = self._preview_rows()
            if booked is not None:
                return self._ask(booked)
        elif response := carry_out(self.request, self.form, self._act):
            return response
        closed, verb = self.season.closed_at, "Correct" if self.before else "Record"
        return draw(
            self.request,
            self.viewer,
            "duel",
            title=f"{verb} {self.duel.phrase}",
            tab="desk-calendar",
            form=self.form,
            duel=self.duel,
            before=self.before,
            cancel_url=week_url("desk-week", self.duel.week),
            blind=HIDDEN_EFFECTS_NOTE if policy.has_team(self.viewer) else None,
            closed=closed,
            shut=closed is not None and self.before is None,
            draft=self.draft,
            sheets=self.sheets,
        )

    def _act(self) -> Redirect:
        self._book()
        done = "corrected" if self.before else "recorded"
        return Redirect(
            week_url("desk-week", self.duel.week),
            f"{self.duel.title} was {done}. The club has been notified.",
        )

    def _book(self) -> DuelResult:
        common: dict[str, Any] = {
            "duel": self.duel,
            "result": self.form.record(),
            "actor": person(self.request),
            "now": timezone.now(),
        }
        if self.before:
            return results.correct(**common, reason=self.form.cleaned_data["reason"])
        return drafts.decide(**common)

    def _preview_rows(self) -> list[str] | None:
        """Return the ledger rows as text.

        If the result is refused, add an error to the form and return None.
        """
        if not self.form.is_valid():
            return None
        try:
            with rehearsal():
                return list(self._booked(self._book()))
        except Refusal as refusal:
            self.form.refuse(refusal)
            return None

    def _booked(self, result: DuelResult) -> Iterator[str]:
        """Yield the rows of a revision of the result that this GM can see."""
        cause, names = f"duel:{result.duel.pk}:{result.revision}", skill_names(self.rules)
        for kind in (Book.MONEY, Book.STANDING, Book.PRESTIGE, Book.SKILL, *SECRET_BOOKS):
            owner = kind.owner.removesuffix("_id")
            team = "" if owner == "team" else "__team"
            rows = rows_booked_for(kind.model, cause).select_related(f"{owner}{team}")
            for row in rows.order_by(f"{owner}{team}__name", f"{owner}__name", "item"):
                entity: Team | Character | Vehicle = getattr(row, owner)
                if kind not in SECRET_BOOKS or policy.may_read_books(self.viewer, entity.team_id):  # type: ignore[union-attr]
                    yield _row(kind, entity, row.item, row.amount, names)

    def _ask(self, rows: list[str]) -> HttpResponse:
        worth = evaluate(self.form.record().form, self.rules)
        names = {side.id: side.name for side in self.form.sides}
        verb = "Correct" if self.before else "Record"
        return ask(
            self.request,
            self.viewer,
            title=f"{verb} the result?",
            sentence=CORRECTION_EFFECT if self.before else RECORDING_EFFECT,
            action=f"{verb} result",
            back=duel_url("desk-duel", self.duel),
            effects=rows or ["No amounts change."],
            tab="desk-calendar",
            extra="campaign/desk/placings.html",
            placings=[{"team": names[place.team], "row": place} for place in worth.placings],
            pot=worth.pot,
            gentle=True,
            effects_title="Corrections to be booked" if self.before else "Entries to be booked",
        )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
@resolve_duel
def duel(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Record the result of a duel, or correct it."""
    return ResultPage(request, viewer, duel).respond()


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
@resolve_duel
def dismiss(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Dismiss the dispute about a duel's record. The club is notified."""
    if not draft_selector.is_disputed(duel) and request.method != "POST":
        raise Http404
    question = Question(
        f"Dismiss the dispute about {duel.phrase}", DISMISS_EFFECT, "Dismiss dispute"
    )
    stands = Redirect(
        duel_url("duel-record", duel), "The dispute was dismissed. The club has been notified."
    )
    return _with_a_reason(request, viewer, duel, question, drafts.dismiss, stands)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
@resolve_duel
def take_out_of_arena(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Remove a duel from the arena. The club is notified (C97)."""
    progress = progress_of(duel, timezone.now())
    if request.method != "POST" and (progress is None or progress.on_paper):
        raise Http404
    question = Question(f"Record {duel.phrase} manually", LEAVE_ARENA_EFFECT, "Record manually")
    out = Redirect(
        duel_url("duel", duel), "The duel will be recorded manually. The club has been notified."
    )
    return _with_a_reason(request, viewer, duel, question, arena.take_out, out)


def _with_a_reason(
    request: HttpRequest,
    viewer: Viewer,
    duel: Duel,
    question: Question,
    service: Callable[..., object],
    redirect: Redirect,
) -> HttpResponse:
    """Perform a GM's action on a duel, and notify the club of the reason."""
    form = DecisionForm(request.POST or None)

    def act() -> Redirect:
        service(
            duel=duel,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
        return redirect

    if answer := carry_out(request, form, act):
        return answer
    return draw(
        request,
        viewer,
        "form",
        title=question.title,
        tab="desk-calendar",
        form=form,
        notes=[question.sentence],
        action_label=question.action,
        cancel_url=redirect.path,
    )
