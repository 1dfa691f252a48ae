"""Operations on a duel's record, which teams read, draft, sign and dispute (C27)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.http import Http404

from campaign.calendar.api.duels import resolve_duel
from campaign.duels.rules.duel_record import DuelRecord, Marks
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors.duels import has_begun, latest_result
from campaign.duels.services import drafts as services
from campaign.league.api.permissions import ClubCall, TeamCall, club_door, desk_door, team_door
from campaign.league.models import Duel
from core.web.api.operations import Body, Record
from core.web.api.shapes import Reasoned
from core.web.not_found import or_404


class Signed(Record):
    """A team's signature, and the person who signed."""

    team: UUID
    team_name: str
    by: str
    at: datetime


class Disputed(Record):
    """A team's dispute, and how it was settled.

    The settlement is "" while the dispute is open.
    """

    team: UUID
    team_name: str
    by: str
    at: datetime
    reason: str
    settled: str


class DraftOut(Record):
    """A draft by a team at the start, or by the site if it drove the duel.

    In a draft by the site, `team` is null, and `team_name` and `by` are empty. The draft is booked
    at `books_at` unless someone disputes it. Drafts never contain damage or lost DP.
    """

    number: int
    team: UUID | None
    team_name: str
    by: str
    at: datetime
    books_at: datetime
    record: DuelRecord


class PaperOut(Record):
    """The record of a duel until it is booked.

    `waited_for` lists the teams that have not signed. `marks` are the private marks of the caller's
    own teams.
    """

    week: int
    booked: bool
    draft: DraftOut | None
    signed: tuple[Signed, ...]
    waited_for: tuple[str, ...]
    disputes: tuple[Disputed, ...]
    marks: Marks


@club_door()
@resolve_duel
def show(call: ClubCall, duel: Duel) -> PaperOut:
    """Get the record of a week's duel, with signatures and disputes.

    The record is available from the time of the duel.
    """
    require_start(call, duel)
    return paper_out(call, duel)


def require_start(call: ClubCall, duel: Duel) -> None:
    """Raise Http404 before the start of the duel."""
    if not has_begun(duel, call.now):
        raise Http404


def paper_out(call: ClubCall, duel: Duel) -> PaperOut:
    """Return the record of a duel as the caller sees it."""
    paper = selector.unbooked_record(duel, selector.teams_at_start(duel).values())
    draft = paper.draft
    return PaperOut(
        week=duel.week.number,
        booked=latest_result(duel) is not None,
        draft=None
        if draft is None
        else DraftOut(
            number=draft.number,
            team=draft.team_id,
            team_name=draft.team.name if draft.team else "",
            by=draft.by.get_username() if draft.by else "",
            at=draft.at,
            books_at=draft.books_at,
            record=selector.record_of_draft(draft),
        ),
        signed=tuple(
            Signed(team=row.team_id, team_name=row.team.name, by=row.by.get_username(), at=row.at)
            for row in paper.drafts.signed
        ),
        waited_for=tuple(team.slug for team in paper.waited_for),
        disputes=tuple(
            Disputed(
                team=row.team_id,
                team_name=row.team.name,
                by=row.by.get_username(),
                at=row.at,
                reason=row.reason,
                settled=row.settled,
            )
            for row in paper.disputes
        ),
        marks=paper.drafts.marks_of(call.viewer.team_ids),
    )


class Drafting(Body):
    """A request to draft a record.

    `seen` is the number of the latest draft that the caller has read, or 0 for none. Damage and
    lost DP can be entered only for the caller's own team.
    """

    record: DuelRecord
    seen: int = 0


@team_door(status=201)
@resolve_duel
def draft(call: TeamCall, duel: Duel, body: Drafting) -> PaperOut:
    """Draft the record of a duel and sign it for the caller's team.

    The team must have been at the start.
    """
    require_start(call, duel)
    services.draft(
        duel=duel,
        team=call.team,
        record=body.record,
        seen_number=body.seen,
        actor=call.user,
        now=call.now,
    )
    return paper_out(call, duel)


class Signing(Body):
    """A request to sign a draft, with the private marks of the caller's team."""

    draft: int
    marks: Marks = Marks()


@team_door()
@resolve_duel
def sign(call: TeamCall, duel: Duel, body: Signing) -> PaperOut:
    """Sign the newest draft for the caller's team. The last missing signature books the duel."""
    require_start(call, duel)
    row = or_404(selector.draft_numbered(duel, body.draft))
    services.sign(draft=row, team=call.team, marks=body.marks, actor=call.user, now=call.now)
    return paper_out(call, duel)


@team_door()
@resolve_duel
def dispute(call: TeamCall, duel: Duel, body: Reasoned) -> PaperOut:
    """Dispute the record of a duel and publish the reason."""
    require_start(call, duel)
    services.dispute(duel=duel, team=call.team, reason=body.reason, actor=call.user, now=call.now)
    return paper_out(call, duel)


@desk_door()
@resolve_duel
def dismiss(call: ClubCall, duel: Duel, body: Reasoned) -> PaperOut:
    """Dismiss all disputes. If everyone has signed the draft, it is booked."""
    require_start(call, duel)
    services.dismiss(duel=duel, actor=call.user, reason=body.reason, now=call.now)
    return paper_out(call, duel)
