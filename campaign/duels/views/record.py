"""The record of a duel, written by its own people: drafted, signed, disputed (C27)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from campaign.duels.forms.results import MarksForm, ResultForm
from campaign.duels.rules.duel_record import filled
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors import live
from campaign.duels.selectors.drafts import Paper
from campaign.duels.selectors.driven import by_hand, row_of
from campaign.duels.selectors.duels import began, entries, latest_result
from campaign.duels.services import drafts as services
from campaign.duels.services.entries import event_rules
from campaign.duels.views.asked import asked_duel, duel_url, trail
from campaign.duels.views.outcome import outcome
from campaign.duels.views.sides import sides
from campaign.league import policy
from campaign.league.views.frame import render_club_page
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
    from campaign.league.models import Team, Week
    from campaign.league.selectors.viewer import Viewer


class DisputeForm(DeskForm):
    """Why a team says no."""

    reason = reason("It is shown to the whole club, and the GM decides.")


@dataclass(frozen=True, slots=True)
class Card:
    """What the duel's page says of the record, and what leads there; `idle` asks nothing, `by_hand`
    is the address of the form that asks for everything.
    """

    title: str
    text: str
    action: str
    url: str
    idle: bool = False
    by_hand: str = ""


def card(viewer: Viewer, week: Week, lineup: tuple[EntryView, ...]) -> Card | None:
    """The record of a duel that is driven and has no result, for its page; None where only a GM
    writes it and the viewer is none.
    """
    url = duel_url("duel-record", week)
    at_start = {entry.team_id: entry.team for entry in lineup}
    mine = viewer.team_ids & at_start.keys()
    if not at_start or not event_rules(week).duel_sign_hours:
        return None
    drafts = selector.drafts(week)
    draft = drafts.newest
    if draft is None:
        if not mine or not by_hand(week, row_of(week)):
            return None
        text = (
            "Update your sheet during the duel. At the end, one of you creates the record from "
            "the sheets, and all others sign it."
        )
        table, write = duel_url("duel-table", week), duel_url("duel-draft", week)
        return Card("During the duel", text, "Open your sheet", table, by_hand=write)
    if not all(drafts.has_signed(team) for team in mine):
        return Card("Sign the record", _wrote(draft), "Review and sign", url)
    return Card("The record is being signed", _wrote(draft), "View record", url, idle=True)


def _wrote(draft: DuelDraft) -> str:
    return (
        f"{draft.team.name} has entered the result."
        if draft.team
        else "The duel is over. The site has created the record."
    )


def _week(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None
) -> tuple[Week, datetime]:
    """The week whose duel is driven by now; else there is no such page."""
    week, now = asked_duel(request, viewer, number, event), timezone.now()
    if not began(week, now):
        raise Http404
    return week, now


@require_safe
@club_page()
def show(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """What is written down of a duel, who has signed it and who disputes it."""
    week, now = _week(request, viewer, number, event)
    return _page(request, viewer, week, now)


def _page(
    request: HttpRequest,
    viewer: Viewer,
    week: Week,
    now: datetime,
    bound: MarksForm | None = None,
) -> HttpResponse:
    lineup = entries(viewer, week, now)
    paper = selector.paper(week, {entry.team_id: entry.team for entry in lineup}.values())
    result = latest_result(week)
    signing, hours = _signs_for(viewer, paper), event_rules(week).duel_sign_hours
    hand = by_hand(week, row_of(week))
    draft = None if result else paper.draft
    shown: dict[str, Any] = {}
    if draft:
        shown = outcome(
            selector.written(draft),
            week,
            {str(one.vehicle_id): (one.vehicle, str(one.team_id)) for one in lineup},
            teams={
                str(team.pk): team
                for team in (
                    *(week.event.challenge_teams if week.event else ()),
                    *(one.team for one in lineup),
                )
            },
            names={str(who): name for one in lineup for _, who, name in one.crew},
        )
    form = bound
    if form is None and draft and signing:
        form = _marks_form(request, viewer, lineup, paper, week, signing)
    return render_club_page(
        request,
        viewer,
        "campaign/duels/record",
        here="weeks",
        title=f"The record of {week.duel_words}"
        if week.event
        else f"The record of week {week.number}’s duel",
        week=week,
        paper=paper,
        draft=draft,
        result=result,
        form=form,
        signing=signing,
        has_signed=signing is not None and signing not in paper.waited_for,
        may_write=bool(hours and _own(viewer, paper.teams)) and result is None and hand,
        by_hand=hand,
        may_dispute=policy.has_team(viewer) and (draft or result) is not None,
        hours=hours,
        runs_desk=policy.may_run_desk(viewer),
        crumbs=trail(week),
        status=REFUSED if bound else 200,
        **shown,
    )


def _own(viewer: Viewer, teams: tuple[Team, ...]) -> list[Team]:
    return [team for team in teams if team.pk in viewer.team_ids]


def _signs_for(viewer: Viewer, paper: Paper) -> Team | None:
    """The team for which the viewer signs: one that has not, else one whose marks may change."""
    own = [*_own(viewer, paper.waited_for), *_own(viewer, paper.teams)]
    return own[0] if own else None


def _sides(viewer: Viewer, lineup: tuple[EntryView, ...], before: Any) -> tuple[Side, ...]:
    return sides(lineup, before, reads=lambda team: policy.owns(viewer, team), unread=None)


def _marks_form(
    request: HttpRequest,
    viewer: Viewer,
    lineup: tuple[EntryView, ...],
    paper: Paper,
    week: Week,
    team: Team,
) -> MarksForm:
    own = tuple(one for one in lineup if one.team_id == team.pk)
    return MarksForm(
        request.POST or None,
        sides=_sides(viewer, own, None),
        marks=_marks(paper, week, team),
        number=paper.draft.number if paper.draft else 0,
    )


def _marks(paper: Paper, week: Week, team: Team) -> Marks:
    """What a team marked when it last signed, else what it ticked at the table (C43)."""
    signed = {row.team_id for row in paper.drafts.rows}
    if team.pk in signed:
        return paper.drafts.marks_of([team.pk])
    return live.marks_of(week, {team.pk})


@require_POST
@club_page(allow=policy.has_team)
def sign(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Sign the draft that counts, with what one's own team marks of its own."""
    week, now = _week(request, viewer, number, event)
    lineup = entries(viewer, week, now)
    paper = selector.paper(week, {entry.team_id: entry.team for entry in lineup}.values())
    draft, team = or_404(paper.draft), or_404(_signs_for(viewer, paper))
    form = _marks_form(request, viewer, lineup, paper, week, team)

    def signing() -> DuelDraft:
        return services.sign(
            draft=draft, team=team, marks=form.marks(), by=viewer.person, at=timezone.now()
        )

    done = carry_out(
        request,
        form,
        signing,
        to=duel_url("duel-record", week),
        message=lambda row: (
            "All teams have signed. The result is booked."
            if row.result_id
            else f"{team.name} has signed."
        ),
    )
    return done or _page(request, viewer, week, now, bound=form)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=policy.has_team)
def draft(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Write down what the duel came to."""
    week, now = _week(request, viewer, number, event)
    hours = event_rules(week).duel_sign_hours
    if request.method != "POST" and (not hours or latest_result(week) is not None):
        raise Http404
    drafts = selector.drafts(week)
    before = drafts.newest
    if request.method != "POST" and not by_hand(week, row_of(week)):
        raise Http404
    sheets = None if before else live.so_far(week)
    record = selector.written(before) if before else sheets.record if sheets else None
    every = _sides(viewer, entries(viewer, week, now), record)
    own = next((team for team in viewer.teams if str(team.pk) in {one.id for one in every}), None)
    team = or_404(own)
    if record is not None:
        own_marks = drafts.marks_of([team.pk]) if before else live.marks_of(week, {team.pk})
        record = filled(record, [own_marks])
    form = ResultForm(
        request.POST or None,
        sides=every,
        house=event_rules(week),
        before=record,
        revision=before.number if before else 0,
    )

    def drafting() -> DuelDraft:
        return services.draft(
            week=week,
            team=team,
            record=form.record(),
            seen=form.cleaned_data["seen"],
            by=viewer.person,
            at=timezone.now(),
        )

    to = duel_url("duel-record", week)
    done = carry_out(
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
    return done or render_club_page(
        request,
        viewer,
        "campaign/duels/draft",
        here="weeks",
        title=f"Enter the result of {week.duel_words}",
        form=form,
        week=week,
        before=before,
        sheets=sheets,
        back=to if before else duel_url("duel", week),
        hours=hours,
        crumbs=trail(week, ("Record", to)),
        status=status_of(form),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@club_page(allow=policy.has_team)
def dispute(
    request: HttpRequest, viewer: Viewer, number: int, event: int | None = None
) -> HttpResponse:
    """Say no to what is written down of a duel, before everybody."""
    week, _ = _week(request, viewer, number, event)
    form = DisputeForm(request.POST or None)
    back = duel_url("duel-record", week)

    def disputing() -> DuelDispute:
        return services.dispute(
            week=week,
            team=viewer.teams[0],
            reason=form.cleaned_data["reason"],
            by=viewer.person,
            at=timezone.now(),
        )

    message = (
        "The GM and all participants have been notified. Nothing is booked until the dispute is "
        "settled."
    )
    if latest_result(week) is not None:
        message = "The GM and all participants have been notified."
    return carry_out(request, form, disputing, to=back, message=message) or render_club_page(
        request,
        viewer,
        "form",
        here="weeks",
        title=f"Dispute the record of {week.title if week.event else f'week {number}'}",
        lede="Talk to the other teams first. They can enter a new record for everyone to sign.",
        form=form,
        action="Dispute record",
        back=back,
        crumbs=trail(week, ("Record", back)),
        status=status_of(form),
    )
