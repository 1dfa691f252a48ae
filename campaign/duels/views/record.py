"""Pages on which teams draft, sign and dispute the record of a duel (C27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.calendar.views.calendar import resolve_duel
from campaign.duels.forms.results import MarksForm, ResultForm, Side
from campaign.duels.models import DuelDraft
from campaign.duels.rules.duel_record import DuelRecord, with_marks
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors import live
from campaign.duels.selectors.driven import driven_duel_of, is_recorded_by_hand
from campaign.duels.selectors.duels import EntryView, entries, has_begun, latest_result
from campaign.duels.services import drafts as services
from campaign.duels.services.entries import duel_rules
from campaign.duels.views.addresses import trail
from campaign.duels.views.outcome import outcome
from campaign.duels.views.sides import sides
from campaign.league import policy
from campaign.league.models import Duel, Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import duel_url, render_club_page
from campaign.league.views.permissions import club_page
from core.web.forms.reasons import DeskForm, reason
from core.web.not_found import or_404
from core.web.views.posting import REFUSED, carry_out


class DisputeForm(DeskForm):
    """Form for the reason of a team's dispute."""

    reason = reason("It is shown to the whole club, and the GM decides.")


@dataclass(frozen=True, slots=True)
class Card:
    """The box about the record on the duel's page.

    `idle` is true if the viewer has nothing to do. `by_hand` is the address of the complete form.
    """

    title: str
    text: str
    action: str
    url: str
    idle: bool = False
    by_hand: str = ""


def card(viewer: Viewer, duel: Duel, lineup: tuple[EntryView, ...]) -> Card | None:
    """Return the box for a driven duel without a result.

    Return None if only a GM records duels and the viewer is not a GM.
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
    if draft.team:
        return f"{draft.team.name} has entered the result."
    return "The duel is over. The site has created the record."


class RecordPage:
    """A request about the record of a duel that has started."""

    def __init__(self, request: HttpRequest, viewer: Viewer, duel: Duel) -> None:
        self.request, self.viewer, self.duel, self.now = request, viewer, duel, timezone.now()
        if not has_begun(duel, self.now):
            raise Http404
        self.url = duel_url("duel-record", duel)
        self.result = latest_result(duel)
        self.rules = duel_rules(duel)
        self.hours = self.rules.duel_sign_hours
        self.is_by_hand = is_recorded_by_hand(duel, driven_duel_of(duel))
        self.lineup = entries(viewer, duel, self.now)
        teams = {entry.team_id: entry.team for entry in self.lineup}
        self.paper = selector.unbooked_record(duel, teams.values())

    def show(self, bound: MarksForm | None = None) -> HttpResponse:
        """Show the record of the duel with its signatures and disputes."""
        duel, paper, signing = self.duel, self.paper, self._signing_team()
        draft = None if self.result else paper.draft
        form = bound
        if form is None and draft and signing:
            form = self._marks_form(signing)
        can_write = self.hours and self._own_teams(paper.teams)
        return self._render(
            "campaign/duels/record",
            f"The record of {duel.phrase}",
            paper=paper,
            draft=draft,
            result=self.result,
            form=form,
            signing=signing,
            has_signed=signing is not None and signing not in paper.waited_for,
            may_write=can_write and self.result is None and self.is_by_hand,
            by_hand=self.is_by_hand,
            may_dispute=policy.has_team(self.viewer) and (draft or self.result) is not None,
            runs_desk=policy.may_run_desk(self.viewer),
            crumbs=trail(duel),
            status=REFUSED if bound else 200,
            **(self._outcome(draft) if draft else {}),
        )

    def _outcome(self, draft: DuelDraft) -> dict[str, Any]:
        lineup = self.lineup
        teams = (*self.duel.challenge_teams, *(entry.team for entry in lineup))
        return outcome(
            selector.record_of_draft(draft),
            self.duel,
            {str(entry.vehicle_id): (entry.vehicle, str(entry.team_id)) for entry in lineup},
            teams={str(team.pk): team for team in teams},
            names={str(pk): name for entry in lineup for _, pk, name in entry.crew},
        )

    def _render(self, template: str, title: str, **context: Any) -> HttpResponse:
        return render_club_page(
            self.request,
            self.viewer,
            template,
            here="weeks",
            title=title,
            **{"duel": self.duel, "hours": self.hours, **context},
        )

    def _own_teams(self, teams: tuple[Team, ...]) -> list[Team]:
        return [team for team in teams if team.pk in self.viewer.team_ids]

    def _signing_team(self) -> Team | None:
        """Return the team for which the viewer signs.

        A team that has not signed comes first, then a team whose marks can still change.
        """
        return next(iter(self._own_teams((*self.paper.waited_for, *self.paper.teams))), None)

    def _sides(self, lineup: tuple[EntryView, ...], record: DuelRecord | None) -> tuple[Side, ...]:
        return sides(
            lineup,
            record,
            may_read=lambda team: policy.owns(self.viewer, team),
            fallback_parts=None,
        )

    def _marks_form(self, team: Team) -> MarksForm:
        """Return the form for a team's marks.

        The initial values come from the team's last signature, or from its sheets at the table
        (C43).
        """
        drafts, draft = self.paper.drafts, self.paper.draft
        has_signed_any = team.pk in {row.team_id for row in drafts.rows}
        return MarksForm(
            self.request.POST or None,
            sides=self._sides(tuple(row for row in self.lineup if row.team_id == team.pk), None),
            marks=drafts.marks_of([team.pk])
            if has_signed_any
            else live.marks_of(self.duel, {team.pk}),
            number=draft.number if draft else 0,
        )

    def sign(self) -> HttpResponse:
        """Sign the newest draft with the team's private marks."""
        draft, team = or_404(self.paper.draft), or_404(self._signing_team())
        form = self._marks_form(team)
        response = carry_out(
            self.request,
            form,
            lambda: services.sign(
                draft=draft,
                team=team,
                marks=form.marks(),
                actor=self.viewer.person,
                now=timezone.now(),
            ),
            to=self.url,
            message=lambda row: (
                "All teams have signed. The result is booked."
                if row.result_id
                else f"{team.name} has signed."
            ),
        )
        return response or self.show(bound=form)

    def draft(self) -> HttpResponse:
        """Draft the record of the duel."""
        request, duel, previous = self.request, self.duel, self.paper.draft
        can_draft = self.hours and self.result is None and self.is_by_hand
        if request.method != "POST" and not can_draft:
            raise Http404
        sheets = None if previous else live.record_so_far(duel)
        record = (
            selector.record_of_draft(previous) if previous else sheets.record if sheets else None
        )
        all_sides = self._sides(self.lineup, record)
        team = or_404(next((team for team in self.viewer.teams if team in self.paper.teams), None))
        if record is not None:
            own_marks = (
                self.paper.drafts.marks_of([team.pk])
                if previous
                else live.marks_of(duel, {team.pk})
            )
            record = with_marks(record, [own_marks])
        form = ResultForm(
            request.POST or None,
            sides=all_sides,
            house_rules=self.rules,
            previous=record,
            revision=previous.number if previous else 0,
        )
        response = carry_out(
            request,
            form,
            lambda: services.draft(
                duel=duel,
                team=team,
                record=form.record(),
                seen_number=form.cleaned_data["seen"],
                actor=self.viewer.person,
                now=timezone.now(),
            ),
            to=self.url,
            message=lambda row: (
                "The result is booked. No other signatures were needed."
                if row.result_id
                else f"Record saved and signed for {team.name}. The other teams have been notified."
            ),
        )
        return response or self._render(
            "campaign/duels/draft",
            f"Enter the result of {duel.phrase}",
            form=form,
            sheets=sheets,
            back=self.url if previous else duel_url("duel", duel),
            crumbs=trail(duel, ("Record", self.url)),
        )

    def dispute(self) -> HttpResponse:
        """Dispute the record of the duel. The dispute is public."""
        form = DisputeForm(self.request.POST or None)
        message = "The GM and all participants have been notified."
        if self.result is None:
            message += " Nothing is booked until the dispute is settled."
        response = carry_out(
            self.request,
            form,
            lambda: services.dispute(
                duel=self.duel,
                team=self.viewer.teams[0],
                reason=form.cleaned_data["reason"],
                actor=self.viewer.person,
                now=timezone.now(),
            ),
            to=self.url,
            message=message,
        )
        return response or self._render(
            "form",
            f"Dispute the record of {self.duel.phrase}",
            lede="Talk to the other teams first. They can enter a new record for everyone to sign.",
            form=form,
            action="Dispute record",
            back=self.url,
            crumbs=trail(self.duel, ("Record", self.url)),
        )


@require_safe
@club_page()
@resolve_duel
def show(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Show the record of a duel with its signatures and disputes."""
    return RecordPage(request, viewer, duel).show()


@require_POST
@club_page(allow=policy.has_team)
@resolve_duel
def sign(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Sign the newest draft with the team's private marks."""
    return RecordPage(request, viewer, duel).sign()


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=policy.has_team)
@resolve_duel
def draft(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Draft the record of a duel."""
    return RecordPage(request, viewer, duel).draft()


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=policy.has_team)
@resolve_duel
def dispute(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Dispute the record of a duel. The dispute is public."""
    return RecordPage(request, viewer, duel).dispute()
