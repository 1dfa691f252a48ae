"""Pages for recording or correcting a duel's result, with a preview of the ledger rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from django.http import Http404
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.calendar.views.calendar import requested_duel
from campaign.desk.selectors.corrections import FACINGS
from campaign.duels.forms.results import CorrectResultForm, ResultForm
from campaign.duels.models import DuelResult
from campaign.duels.rules.duel import evaluate
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from django.http import HttpRequest, HttpResponse

    from campaign.league.selectors.viewer import Viewer

SECRET_BOOKS = {Book.WOUND: "character", Book.DAMAGE: "vehicle"}
"""Ledgers of which a GM who plays sees only their own team's rows."""
DISMISS_EFFECT = (
    "This settles all disputes. If all teams have signed, the record is booked right away. "
    "Otherwise, it is booked when the time for signing is over."
)


class DecisionForm(DeskForm):
    """Form for the reason for confirming a record."""

    reason = reason("It is shown to all members in the news, the desk log and their notifications.")


HIDDEN_EFFECTS_NOTE = (
    "Because you run a team in this club, you can see the results that you enter for rivals, "
    "but not how they affect their money, DP or garages."
)
FALLBACK_PARTS = FACINGS | {
    f"tyre:{wheel}": f"{wheel.replace('_', ' ')} tyre"
    for wheel in ("front_left", "front_right", "back_left", "back_right")
}
"""Parts offered for a car whose sheet this GM cannot read. Nothing is booked for parts it lacks."""
FALLBACK_PARTS |= {
    "tyre:front": "front tyre (cycle)",
    "tyre:back": "back tyre (cycle)",
    "plant": "power plant",
}
FALLBACK_PARTS |= {f"weapon:{number}": f"weapon {number}" for number in range(1, 5)}


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def duel(request: HttpRequest, viewer: Viewer, number: int, event: int = 0) -> HttpResponse:
    """Record the duel of a week, or correct its result."""
    duel = requested_duel(request, viewer, number, event)
    now = timezone.now()
    if not has_begun(duel, now):
        raise Http404
    before = next(iter(results_of(duel)), None)
    draft = None if before else draft_selector.newest_draft(duel)
    sheets = None if before or draft else live.record_so_far(duel)
    record = (
        payload_of(before).record
        if before
        else draft_selector.record_of_draft(draft)
        if draft
        else None
    )
    if sheets:
        record = sheets.record
    rows = sides(
        entries(viewer, duel, now),
        record,
        may_read=lambda team: policy.may_read_books(viewer, team),
        fallback_parts=FALLBACK_PARTS,
        additional_teams=duel.challenge_teams if before else (),
    )
    kind = CorrectResultForm if before else ResultForm
    form = kind(
        request.POST or None,
        sides=rows,
        house_rules=duel_rules(duel),
        previous=record,
        revision=before.revision if before else 0,
    )
    back = week_url("desk-week", duel.week)

    def book() -> DuelResult:
        if before:
            return results.correct(
                duel=duel,
                result=form.record(),
                actor=person(request),
                reason=form.cleaned_data["reason"],
                now=timezone.now(),
            )
        return drafts.decide(
            duel=duel, result=form.record(), actor=person(request), now=timezone.now()
        )

    def act() -> Redirect:
        book()
        duel_name = f"The duel of week {number}" if duel.is_weekly else duel.name
        return Redirect(
            back,
            (
                f"{duel_name} was {'corrected' if before else 'recorded'}. The club has been "
                "notified."
            ),
        )

    shut = duel.week.season.closed_at is not None and before is None
    if request.method == "POST" and not is_confirmed(request):
        booked = _preview_rows(viewer, form, book)
        if booked is not None:
            return _ask(request, viewer, duel, form, booked, correcting=before is not None)
    elif response := carry_out(request, form, act):
        return response
    return draw(
        request,
        viewer,
        "duel",
        title=f"{'Correct' if before else 'Record'} {duel.phrase}",
        tab="desk-calendar",
        form=form,
        duel=duel,
        before=before,
        cancel_url=back,
        blind=HIDDEN_EFFECTS_NOTE if policy.has_team(viewer) else None,
        closed=duel.week.season.closed_at,
        shut=shut,
        draft=draft,
        sheets=sheets,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def dismiss(request: HttpRequest, viewer: Viewer, number: int, event: int = 0) -> HttpResponse:
    """Dismiss the dispute about the record of a duel. The club is notified."""
    duel = requested_duel(request, viewer, number, event)
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
def take_out_of_arena(
    request: HttpRequest, viewer: Viewer, number: int, event: int = 0
) -> HttpResponse:
    """Take a duel out of the arena. The club is notified (C97)."""
    duel = requested_duel(request, viewer, number, event)
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
    """Perform a GM's action on a duel and notify the club with the reason."""
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


LEAVE_ARENA_EFFECT: Final = (
    "The duel so far does not count. One of the participating teams or a GM enters the result. "
    "If no one does, the week closes without a duel."
)


def _preview_rows(viewer: Viewer, form: ResultForm, book: Any) -> list[str] | None:
    """Return the ledger rows as text. If the result is refused, add an error to the form and return
    None.
    """
    if not form.is_valid():
        return None
    try:
        with rehearsal():
            result = book()
            return list(_booked(viewer, result))
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def _booked(viewer: Viewer, result: DuelResult) -> Iterator[str]:
    """Yield the rows of a revision that this GM can see."""
    cause = f"duel:{result.duel.pk}:{result.revision}"
    names = skill_names(duel_rules(result.duel))
    for kind in (Book.MONEY, Book.STANDING, Book.PRESTIGE, Book.SKILL, *SECRET_BOOKS):
        owner = kind.owner.removesuffix("_id")
        team = "" if owner == "team" else "__team"
        rows = rows_booked_for(kind.model, cause).select_related(f"{owner}{team}")
        for row in rows.order_by(f"{owner}{team}__name", f"{owner}__name", "item"):
            entity: Team | Character | Vehicle = getattr(row, owner)
            if kind not in SECRET_BOOKS or policy.may_read_books(viewer, entity.team_id):  # type: ignore[union-attr]
                yield _row(kind, entity, row.item, row.amount, names)


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


def _ask(
    request: HttpRequest,
    viewer: Viewer,
    duel: Duel,
    form: ResultForm,
    rows: list[str],
    *,
    correcting: bool,
) -> HttpResponse:
    rules = duel_rules(duel)
    worth = evaluate(form.record().form, rules)
    names = {side.id: side.name for side in form.sides}
    placings = [{"team": names[place.team], "row": place} for place in worth.placings]
    back = duel_url("desk-duel", duel)
    sentence = (
        "The difference from the last revision is booked, and nothing is deleted. Charges that "
        "went off are not affected."
    )
    if not correcting:
        sentence = (
            "After you record a result, you can change it only with a correction that everyone "
            "can see."
        )
    return ask(
        request,
        viewer,
        title="Correct the result?" if correcting else "Record the result?",
        sentence=sentence,
        action="Correct result" if correcting else "Record result",
        back=back,
        effects=rows or ["No amounts change."],
        tab="desk-calendar",
        extra="campaign/desk/placings.html",
        placings=placings,
        pot=worth.pot,
        gentle=True,
        effects_title="Corrections to be booked" if correcting else "Entries to be booked",
    )
