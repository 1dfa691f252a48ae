"""Pages on which teams draft, sign and dispute the record of a duel (C27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.calendar.views.calendar import requested_duel
from campaign.duels.forms.results import MarksForm, ResultForm
from campaign.duels.rules.duel_record import with_marks
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors import live
from campaign.duels.selectors.drafts import UnbookedRecord
from campaign.duels.selectors.driven import driven_duel_of, is_recorded_by_hand
from campaign.duels.selectors.duels import entries, has_begun, latest_result
from campaign.duels.services import drafts as services
from campaign.duels.services.entries import duel_rules
from campaign.duels.views.addresses import trail
from campaign.duels.views.outcome import outcome
from campaign.duels.views.sides import sides
from campaign.league import policy
from campaign.league.views.frame import duel_url, render_club_page
from campaign.league.views.permissions import club_page
from core.web.forms.reasons import DeskForm, reason
from core.web.not_found import or_404
from core.web.views.posting import REFUSED, carry_out, status_of

if TYPE_CHECKING:
    from datetime import datetime

    from django.http import HttpRequest, HttpResponse

    from campaign.duels.forms.results import Side
    from campaign.duels.models import DuelDispute, DuelDraft
    from campaign.duels.rules.duel_record import Marks
    from campaign.duels.selectors.duels import EntryView
    from campaign.league.models import Duel, Team
    from campaign.league.selectors.viewer import Viewer


class DisputeForm(DeskForm):
    """Form for a team's reason for a dispute."""

    reason = reason("It is shown to the whole club, and the GM decides.")


@dataclass(frozen=True, slots=True)
class Card:
    """The box about the record on the duel's page. `idle` means that the viewer does not have to do
    anything. `by_hand` is the address of the complete form.
    """

    title: str
    text: str
    action: str
    url: str
    idle: bool = False
    by_hand: str = ""


def card(viewer: Viewer, duel: Duel, lineup: tuple[EntryView, ...]) -> Card | None:
    """Return the box for a driven duel without a result. Returns None if only a GM records duels
    and the viewer is not a GM.
    """
    url = duel_url("duel-record", duel)
    at_start = {entry.team_id: entry.team for entry in lineup}
    own_teams = viewer.team_ids & at_start.keys()
    if not at_start or not duel_rules(duel).duel_sign_hours:
        return None
    drafts = selector.drafts(duel)
    draft = drafts.newest_draft
    if draft is None:
        if not own_teams or not is_recorded_by_hand(duel, driven_duel_of(duel)):
            return None
        text = (
            "Update your sheet during the duel. At the end, one of you creates the record from "
            "the sheets, and all others sign it."
        )
        table, write = duel_url("duel-table", duel), duel_url("duel-draft", duel)
        return Card("During the duel", text, "Open your sheet", table, by_hand=write)
    if not all(drafts.has_signed(team) for team in own_teams):
        return Card("Sign the record", _draft_sentence(draft), "Review and sign", url)
    return Card("The record is being signed", _draft_sentence(draft), "View record", url, idle=True)


def _draft_sentence(draft: DuelDraft) -> str:
    return (
        f"{draft.team.name} has entered the result."
        if draft.team
        else "The duel is over. The site has created the record."
    )


def _started_duel(
    request: HttpRequest, viewer: Viewer, number: int, event: int
) -> tuple[Duel, datetime]:
    """Return the duel and the time, once it has started. Raises Http404 before that."""
    duel, now = requested_duel(request, viewer, number, event), timezone.now()
    if not has_begun(duel, now):
        raise Http404
    return duel, now


@require_safe
@club_page()
def show(request: HttpRequest, viewer: Viewer, number: int, event: int = 0) -> HttpResponse:
    """Show the record of a duel with its signatures and disputes."""
    duel, now = _started_duel(request, viewer, number, event)
    return _page(request, viewer, duel, now)


def _page(
    request: HttpRequest,
    viewer: Viewer,
    duel: Duel,
    now: datetime,
    bound: MarksForm | None = None,
) -> HttpResponse:
    lineup = entries(viewer, duel, now)
    paper = selector.unbooked_record(duel, {entry.team_id: entry.team for entry in lineup}.values())
    result = latest_result(duel)
    signing, hours = _signing_team(viewer, paper), duel_rules(duel).duel_sign_hours
    is_by_hand = is_recorded_by_hand(duel, driven_duel_of(duel))
    draft = None if result else paper.draft
    outcome_context: dict[str, Any] = {}
    if draft:
        outcome_context = outcome(
            selector.record_of_draft(draft),
            duel,
            {str(entry.vehicle_id): (entry.vehicle, str(entry.team_id)) for entry in lineup},
            teams={
                str(team.pk): team
                for team in (
                    *(duel.challenge_teams),
                    *(entry.team for entry in lineup),
                )
            },
            names={
                str(character_id): name for entry in lineup for _, character_id, name in entry.crew
            },
        )
    form = bound
    if form is None and draft and signing:
        form = _marks_form(request, viewer, lineup, paper, duel, signing)
    return render_club_page(
        request,
        viewer,
        "campaign/duels/record",
        here="weeks",
        title=f"The record of {duel.phrase}"
        if not duel.is_weekly
        else f"The record of week {duel.week.number}’s duel",
        duel=duel,
        paper=paper,
        draft=draft,
        result=result,
        form=form,
        signing=signing,
        has_signed=signing is not None and signing not in paper.waited_for,
        may_write=bool(hours and _own_teams(viewer, paper.teams)) and result is None and is_by_hand,
        by_hand=is_by_hand,
        may_dispute=policy.has_team(viewer) and (draft or result) is not None,
        hours=hours,
        runs_desk=policy.may_run_desk(viewer),
        crumbs=trail(duel),
        status=REFUSED if bound else 200,
        **outcome_context,
    )


def _own_teams(viewer: Viewer, teams: tuple[Team, ...]) -> list[Team]:
    return [team for team in teams if team.pk in viewer.team_ids]


def _signing_team(viewer: Viewer, paper: UnbookedRecord) -> Team | None:
    """Return the team for which the viewer signs: one that has not signed, otherwise one whose
    marks can change.
    """
    own_teams = [*_own_teams(viewer, paper.waited_for), *_own_teams(viewer, paper.teams)]
    return own_teams[0] if own_teams else None


def _sides(viewer: Viewer, lineup: tuple[EntryView, ...], before: Any) -> tuple[Side, ...]:
    return sides(
        lineup, before, may_read=lambda team: policy.owns(viewer, team), fallback_parts=None
    )


def _marks_form(
    request: HttpRequest,
    viewer: Viewer,
    lineup: tuple[EntryView, ...],
    paper: UnbookedRecord,
    duel: Duel,
    team: Team,
) -> MarksForm:
    own_entries = tuple(entry for entry in lineup if entry.team_id == team.pk)
    return MarksForm(
        request.POST or None,
        sides=_sides(viewer, own_entries, None),
        marks=_marks(paper, duel, team),
        number=paper.draft.number if paper.draft else 0,
    )


def _marks(paper: UnbookedRecord, duel: Duel, team: Team) -> Marks:
    """Return a team's marks from its last signature, otherwise from its sheets at the table
    (C43).
    """
    signer_ids = {row.team_id for row in paper.drafts.rows}
    if team.pk in signer_ids:
        return paper.drafts.marks_of([team.pk])
    return live.marks_of(duel, {team.pk})


@require_POST
@club_page(allow=policy.has_team)
def sign(request: HttpRequest, viewer: Viewer, number: int, event: int = 0) -> HttpResponse:
    """Sign the newest draft with the team's private marks."""
    duel, now = _started_duel(request, viewer, number, event)
    lineup = entries(viewer, duel, now)
    paper = selector.unbooked_record(duel, {entry.team_id: entry.team for entry in lineup}.values())
    draft, team = or_404(paper.draft), or_404(_signing_team(viewer, paper))
    form = _marks_form(request, viewer, lineup, paper, duel, team)

    def signing() -> DuelDraft:
        return services.sign(
            draft=draft, team=team, marks=form.marks(), actor=viewer.person, now=timezone.now()
        )

    response = carry_out(
        request,
        form,
        signing,
        to=duel_url("duel-record", duel),
        message=lambda row: (
            "All teams have signed. The result is booked."
            if row.result_id
            else f"{team.name} has signed."
        ),
    )
    return response or _page(request, viewer, duel, now, bound=form)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=policy.has_team)
def draft(request: HttpRequest, viewer: Viewer, number: int, event: int = 0) -> HttpResponse:
    """Draft the record of a duel."""
    duel, now = _started_duel(request, viewer, number, event)
    hours = duel_rules(duel).duel_sign_hours
    if request.method != "POST" and (not hours or latest_result(duel) is not None):
        raise Http404
    drafts = selector.drafts(duel)
    previous = drafts.newest_draft
    if request.method != "POST" and not is_recorded_by_hand(duel, driven_duel_of(duel)):
        raise Http404
    sheets = None if previous else live.record_so_far(duel)
    record = selector.record_of_draft(previous) if previous else sheets.record if sheets else None
    all_sides = _sides(viewer, entries(viewer, duel, now), record)
    own_team = next(
        (team for team in viewer.teams if str(team.pk) in {side.id for side in all_sides}), None
    )
    team = or_404(own_team)
    if record is not None:
        own_marks = drafts.marks_of([team.pk]) if previous else live.marks_of(duel, {team.pk})
        record = with_marks(record, [own_marks])
    form = ResultForm(
        request.POST or None,
        sides=all_sides,
        house_rules=duel_rules(duel),
        previous=record,
        revision=previous.number if previous else 0,
    )

    def drafting() -> DuelDraft:
        return services.draft(
            duel=duel,
            team=team,
            record=form.record(),
            seen_number=form.cleaned_data["seen"],
            actor=viewer.person,
            now=timezone.now(),
        )

    to = duel_url("duel-record", duel)
    response = carry_out(
        request,
        form,
        drafting,
        to=to,
        message=lambda row: (
            "The result is booked. No other signatures were needed."
            if row.result_id
            else f"Record saved and signed for {team.name}. The other teams have been notified."
        ),
    )
    return response or render_club_page(
        request,
        viewer,
        "campaign/duels/draft",
        here="weeks",
        title=f"Enter the result of {duel.phrase}",
        form=form,
        duel=duel,
        before=previous,
        sheets=sheets,
        back=to if previous else duel_url("duel", duel),
        hours=hours,
        crumbs=trail(duel, ("Record", to)),
        status=status_of(form),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=policy.has_team)
def dispute(request: HttpRequest, viewer: Viewer, number: int, event: int = 0) -> HttpResponse:
    """Dispute the record of a duel. The dispute is public."""
    duel, _ = _started_duel(request, viewer, number, event)
    form = DisputeForm(request.POST or None)
    back = duel_url("duel-record", duel)

    def disputing() -> DuelDispute:
        return services.dispute(
            duel=duel,
            team=viewer.teams[0],
            reason=form.cleaned_data["reason"],
            actor=viewer.person,
            now=timezone.now(),
        )

    message = (
        "The GM and all participants have been notified. Nothing is booked until the dispute is "
        "settled."
    )
    if latest_result(duel) is not None:
        message = "The GM and all participants have been notified."
    return carry_out(request, form, disputing, to=back, message=message) or render_club_page(
        request,
        viewer,
        "form",
        here="weeks",
        title=f"Dispute the record of {duel.title if not duel.is_weekly else f'week {number}'}",
        lede="Talk to the other teams first. They can enter a new record for everyone to sign.",
        form=form,
        action="Dispute record",
        back=back,
        crumbs=trail(duel, ("Record", back)),
        status=status_of(form),
    )
