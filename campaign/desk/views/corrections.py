"""Pages for corrections. A correction books compensating rows after a preview of the old and new
values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.forms.corrections import CorrectionForm
from campaign.desk.selectors import corrections as selector
from campaign.desk.services import corrections, masked_corrections
from campaign.garage.models import Vehicle
from campaign.garage.selectors.garage import design_of
from campaign.garage.views.words import part_names
from campaign.league import policy
from campaign.league.models import DeskAct, Team
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.seasons import weeks_begun
from campaign.league.selectors.teams import find_present_team, present_teams
from campaign.league.views.frame import club_url
from campaign.ledger.selectors import balances, books
from campaign.ledger.services.posting import Book
from campaign.ledger.views.descriptions import gear_names
from campaign.roster.models import Character
from campaign.roster.rules import people as bodies
from campaign.roster.rules import skills
from core.web.dry_run import rehearsal
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.pictures.words import money, signed, signed_money
from core.web.views.person import person
from core.web.views.posting import carry_out
from engine.game import Refusal

from .frame import ask, desk_page, draw, is_confirmed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.selectors.viewer import Viewer
    from campaign.ledger.models import Entry
    from core.accounts.models import User

    Owner = Team | Character | Vehicle

PAGE_SIZE = 20
TEAM_BOOKS = {"money": Book.MONEY, "stock": Book.STOCK, "standings": Book.STANDING}
PERSON_BOOKS = {"skills": Book.SKILL, "wounds": Book.WOUND, "prestige": Book.PRESTIGE}
VEHICLE_BOOKS = {"damage": Book.DAMAGE}
BOOKS = TEAM_BOOKS | PERSON_BOOKS | VEHICLE_BOOKS
SINGLE_ITEMS = {
    Book.MONEY: "correction",
    Book.STANDING: "correction",
    Book.PRESTIGE: "correction",
    Book.WOUND: "dp",
}
HIDDEN_SUMS_NOTE = (
    "Because you run a team in this club, you cannot see what rivals have or whether an amount "
    "is possible. If a correction is refused, the attempt is shown in the log."
)


@require_safe
@desk_page
def corrections_home(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List the teams whose records the GM can correct."""
    teams = present_teams(viewer.campaign).order_by("name")
    return draw(
        request, viewer, "corrections", title="Corrections", tab="desk-corrections", teams=teams
    )


@require_safe
@desk_page
def team_corrections(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """List the items of a team that the GM can correct."""
    row = or_404(find_present_team(viewer.campaign, team))
    return draw(
        request,
        viewer,
        "corrections_team",
        title=row.name,
        tab="desk-corrections",
        team=row,
        people=selector.people(row),
        vehicles=selector.vehicles(viewer, row),
        blind=None if policy.may_read_books(viewer, row) else HIDDEN_SUMS_NOTE,
        of_people=PERSON_BOOKS,
    )


@dataclass(frozen=True)
class Case:
    """A correction in progress. `open` says whether the GM can see the sums in its ledger."""

    viewer: Viewer
    team: Team
    book: Book
    key: str
    owner: Owner
    open: bool

    def items(self) -> dict[str, str]:
        """Return the labels of the items that can be corrected, by key."""
        if self.book in SINGLE_ITEMS:
            return {SINGLE_ITEMS[self.book]: ""}
        if self.book is Book.STOCK:
            return gear_names()
        if self.book is Book.SKILL:
            costs = rules_of(self.viewer.campaign).skill_costs
            return {
                "general": "Unassigned general points",
                **{row.key: row.title for row in costs},
            }
        assert isinstance(self.owner, Vehicle)  # noqa: S101 - the ledger of damage is a vehicle's
        return (
            part_names(design_of(self.owner))
            if self.open
            else selector.visible_parts(self.viewer, self.owner)
        )

    def rows(self) -> QuerySet[Entry]:
        """Return earlier corrections of this ledger, newest first.

        If a GM also plays, they see only their own corrections of a rival.
        """
        rows = books.rows_of(self.book.model, self.book.owner, self.owner.pk)
        rows = rows.filter(cause__startswith="correction:")
        if not self.open and self.book is not Book.STANDING:
            rows = rows.filter(by=self.viewer.user_id)
        return rows.select_related("by", "week").order_by("-at", "pk")

    def correct(self, fields: Mapping[str, Any], actor: Any, now: datetime) -> DeskAct:
        """Book the correction."""
        service: Callable[..., DeskAct] = (
            corrections.correct if self.open else masked_corrections.correct
        )
        item = fields.get("item") or next(iter(self.items()))
        return service(
            book=self.book,
            owner=self.owner,
            item=item,
            amount=fields["amount"],
            actor=actor,
            reason=fields["reason"],
            now=now,
            week=fields.get("week"),
        )

    @property
    def path(self) -> str:
        """Return the address of this correction's page."""
        if isinstance(self.owner, Team):
            return club_url(
                "desk-correct-team", self.viewer.campaign, team=self.team.slug, book=self.key
            )
        return club_url(
            "desk-correct",
            self.viewer.campaign,
            team=self.team.slug,
            book=self.key,
            owner=self.owner.pk,
        )


def _case(viewer: Viewer, slug: str, key: str, owner: UUID | None) -> Case:
    """Return the ledger in the address. Raise Http404 if this GM may not know about it."""
    team = or_404(find_present_team(viewer.campaign, slug))
    book = BOOKS.get(key)
    if book is None or (key in TEAM_BOOKS) != (owner is None):
        raise Http404
    may_read = policy.may_read_books(viewer, team)
    return Case(
        viewer,
        team,
        book,
        key,
        _owner(viewer, team, key, owner),
        open=may_read or book is Book.STANDING,
    )


def _owner(viewer: Viewer, team: Team, key: str, owner: UUID | None) -> Owner:
    if owner is None:
        return team
    if key in PERSON_BOOKS:
        return or_404(selector.character(team, owner))
    return or_404(selector.vehicle(viewer, team, owner))


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def correct(
    request: HttpRequest, viewer: Viewer, team: str, book: str, owner: UUID | None = None
) -> HttpResponse:
    """Show the form for correcting a sum, and book the correction."""
    case = _case(viewer, team, book, owner)
    weeks = weeks_begun(viewer.campaign)
    initial = {
        name: request.GET[name] for name in ("item", "amount", "week") if name in request.GET
    }
    form = CorrectionForm(
        request.POST or None, book=case.book, items=case.items(), weeks=weeks, initial=initial
    )

    def act() -> Redirect:
        case.correct(form.cleaned_data, person(request), timezone.now())
        is_own_team = people.ever_ran_team(person(request), case.team)
        return Redirect(
            case.path,
            "Correction booked. The whole club has been notified."
            if is_own_team
            else "Correction booked. The team has been notified.",
        )

    if request.method == "POST" and not is_confirmed(request):
        if form.is_valid() and (not case.open or _is_possible(case, form, person(request))):
            return _ask(request, case, form)
    elif response := carry_out(request, form, act):
        return response
    if form.has_error("amount", "out-of-bounds"):
        masked_corrections.note_refusal(
            book=case.book,
            owner=case.owner,
            actor=person(request),
            reason=form.cleaned_data["reason"],
            now=timezone.now(),
        )
    page = Paginator(case.rows(), PAGE_SIZE).get_page(request.GET.get("page"))
    return draw(
        request,
        viewer,
        "correct",
        title=_title(case),
        tab="desk-corrections",
        form=form,
        rows=[_row(case, row) for row in page.object_list],
        page=page,
        blind=None if case.open else HIDDEN_SUMS_NOTE,
        cancel_url=club_url("desk-corrections-team", viewer.campaign, team=team),
        team=case.team,
    )


def _title(case: Case) -> str:
    return f"{corrections.TITLES[case.book].capitalize()} of {case.owner}"


def _is_possible(case: Case, form: CorrectionForm, actor: Any) -> bool:
    try:
        with rehearsal():
            case.correct(form.cleaned_data, actor, timezone.now())
    except Refusal as refusal:
        form.refuse(refusal)
        return False
    return True


def _ask(request: HttpRequest, case: Case, form: CorrectionForm) -> HttpResponse:
    fields = form.cleaned_data
    items = case.items()
    item = fields.get("item") or next(iter(items))
    effects = [
        "A new entry is added, and nothing is deleted. You can undo it with another correction.",
        *_notification_effects(case, person(request)),
    ]
    change = _amount(case.book, fields["amount"])
    changes = (
        _changes(
            case, item, items[item] or corrections.TITLES[case.book].capitalize(), fields["amount"]
        )
        if case.open
        else None
    )
    return ask(
        request,
        case.viewer,
        title=f"{_title(case)}: {change}?",
        sentence=f"“{fields['reason']}”",
        action="Book correction",
        back=case.path,
        effects=effects,
        changes=changes,
        tab="desk-corrections",
        gentle=True,
    )


def _notification_effects(case: Case, actor: User) -> list[str]:
    if people.ever_ran_team(actor, case.team):
        return [
            (
                f"You run {case.team}. The news, the desk log and a notification to all members "
                "will show the correction with the amount and your reason."
            )
        ]
    public = case.book in corrections.PUBLIC_BOOKS
    return [
        f"The owners of {case.team} are notified.",
        "It is published to the whole club in the news."
        if public
        else "The team and the GMs can see it in the log.",
    ]


def _amount(book: Book, amount: int) -> str:
    return signed_money(amount) if book is Book.MONEY else signed(amount)


def _changes(case: Case, item: str, name: str, amount: int) -> list[tuple[str, str, str]]:
    """Return the old and new values of the sum and of everything that depends on it."""
    if case.book in {Book.STANDING, Book.PRESTIGE}:
        now = _total(case)
        return [(name, str(now), str(now + amount))]
    now = corrections.bounds(case.book, case.owner, item)[2]
    if case.book is Book.MONEY:
        return [(name, money(now), money(now + amount))]
    if isinstance(case.owner, Character):
        return [*_character(case, item, name, now, amount)]
    return [(name, str(now), str(now + amount))]


def _total(case: Case) -> int:
    rows = books.rows_of(case.book.model, case.book.owner, case.owner.pk)
    return sum(rows.values_list("amount", flat=True))


def _character(
    case: Case, item: str, name: str, now: int, amount: int
) -> Iterable[tuple[str, str, str]]:
    rules = rules_of(case.viewer.campaign)
    points = balances.skill_points([case.owner.pk]).get(case.owner.pk, {})
    lost = balances.wounds([case.owner.pk]).get(case.owner.pk, 0)
    after, lost_after = points, lost
    if case.book is Book.SKILL:
        after = {**points, item: now + amount}
        yield f"{name}: points", str(now), str(now + amount)
        if item != "general":
            yield (
                f"{name}: level",
                _level(skills.level(now, item, rules)),
                _level(skills.level(now + amount, item, rules)),
            )
    else:
        lost_after = now + amount
    old, new = bodies.body(points, lost, rules), bodies.body(after, lost_after, rules)
    if old != new:
        yield (
            "DP",
            f"{old.dp} of {old.full_dp} ({old.health})",
            f"{new.dp} of {new.full_dp} ({new.health})",
        )


def _level(level: int) -> str:
    return "below base" if level < 0 else "base" if level == 0 else signed(level)


def _row(case: Case, row: Entry) -> dict[str, Any]:
    items = case.items()
    query = (
        f"?amount={-row.amount}"
        + (f"&item={row.item}" if row.item in items and len(items) > 1 else "")
        + (f"&week={row.week_id}" if row.week_id else "")
    )
    return {
        "row": row,
        "what": items.get(row.item) or "",
        "change": _amount(case.book, row.amount),
        "back": case.path + query,
    }
