"""The record of a duel that its own people write: read, drafted, signed, disputed (C27)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.http import Http404

from campaign.duels.api.events import find_duel
from campaign.duels.rules.duel_record import DuelRecord, Marks
from campaign.duels.selectors import drafts as selector
from campaign.duels.selectors.duels import began, latest_result
from campaign.duels.services import drafts as services
from campaign.league.api.permissions import (
    ClubCall,
    TeamCall,
    club_door,
    desk_door,
    team_door,
)
from campaign.league.api.weeks import SeasonQuery
from campaign.league.models import Week
from core.web.api.operations import Body, Record
from core.web.api.shapes import Reasoned
from core.web.not_found import or_404


class Signed(Record):
    """A team's yes, and who gave it."""

    team: UUID
    team_name: str
    by: str
    at: datetime


class Disputed(Record):
    """A team's no, and what settled it: "" while it is open."""

    team: UUID
    team_name: str
    by: str
    at: datetime
    reason: str
    settled: str


class DraftOut(Record):
    """What a team of the start wrote down, or the site where it drove the duel: then `team` is
    null, `team_name` and `by` are empty. `books_at` is when it is booked unless somebody disputes
    it; damage and DP lost stand in no draft.
    """

    number: int
    team: UUID | None
    team_name: str
    by: str
    at: datetime
    books_at: datetime
    record: DuelRecord


class PaperOut(Record):
    """The record of a duel until it is booked. `waited_for` are the teams that have not signed;
    `marks` are what my own teams marked of theirs.
    """

    week: int
    booked: bool
    draft: DraftOut | None
    signed: tuple[Signed, ...]
    waited_for: tuple[str, ...]
    disputes: tuple[Disputed, ...]
    marks: Marks


@club_door()
def show(call: ClubCall, query: SeasonQuery, number: int, event: int | None = None) -> PaperOut:
    """What is written down of a week's duel, from its hour on: who has signed it, who disputes it,
    and why.
    """
    return paper_out(call, driven(call, number, event, query.season))


def driven(
    call: ClubCall, number: int, event: int | None = None, season: int | None = None
) -> Week:
    """The duel that is driven by now; Http404."""
    week = find_duel(call, number, event, season)
    if not began(week, call.now):
        raise Http404
    return week


def paper_out(call: ClubCall, week: Week) -> PaperOut:
    """The record of a duel as this caller may read it."""
    paper = selector.paper(week, selector.at_start(week).values())
    draft = paper.draft
    return PaperOut(
        week=week.number,
        booked=latest_result(week) is not None,
        draft=None
        if draft is None
        else DraftOut(
            number=draft.number,
            team=draft.team_id,
            team_name=draft.team.name if draft.team else "",
            by=draft.by.get_username() if draft.by else "",
            at=draft.at,
            books_at=draft.books_at,
            record=selector.written(draft),
        ),
        signed=tuple(
            Signed(team=one.team_id, team_name=one.team.name, by=one.by.get_username(), at=one.at)
            for one in paper.drafts.signed
        ),
        waited_for=tuple(team.slug for team in paper.waited_for),
        disputes=tuple(
            Disputed(
                team=one.team_id,
                team_name=one.team.name,
                by=one.by.get_username(),
                at=one.at,
                reason=one.reason,
                settled=one.settled,
            )
            for one in paper.disputes
        ),
        marks=paper.drafts.marks_of(call.viewer.team_ids),
    )


class Drafting(Body):
    """What the duel came to, and the number of the draft that I have looked at, 0 for none. Damage
    and DP lost only of my own.
    """

    record: DuelRecord
    seen: int = 0


@team_door(status=201)
def draft(
    call: TeamCall, query: SeasonQuery, body: Drafting, number: int, event: int | None = None
) -> PaperOut:
    """Write down what the duel came to, and sign it for my team, which was at its start."""
    week = driven(call, number, event, query.season)
    services.draft(
        week=week, team=call.team, record=body.record, seen=body.seen, by=call.user, at=call.now
    )
    return paper_out(call, week)


class Signing(Body):
    """The number of the draft that I sign, and what my team marks of its own."""

    draft: int
    marks: Marks = Marks()


@team_door()
def sign(
    call: TeamCall, query: SeasonQuery, body: Signing, number: int, event: int | None = None
) -> PaperOut:
    """Sign the draft that counts for my team; the last signature books the duel."""
    week = driven(call, number, event, query.season)
    row = or_404(selector.draft_numbered(week, body.draft))
    services.sign(draft=row, team=call.team, marks=body.marks, by=call.user, at=call.now)
    return paper_out(call, week)


@team_door()
def dispute(
    call: TeamCall, query: SeasonQuery, body: Reasoned, number: int, event: int | None = None
) -> PaperOut:
    """Say no to what is written down of a duel, with a reason that the whole club reads."""
    week = driven(call, number, event, query.season)
    services.dispute(week=week, team=call.team, reason=body.reason, by=call.user, at=call.now)
    return paper_out(call, week)


@desk_door()
def dismiss(
    call: ClubCall, query: SeasonQuery, body: Reasoned, number: int, event: int | None = None
) -> PaperOut:
    """Let the record stand against those who dispute it; what all have signed is booked."""
    week = driven(call, number, event, query.season)
    services.dismiss(week=week, actor=call.user, reason=body.reason, at=call.now)
    return paper_out(call, week)
