"""API operations for moderation at the desk: reports and mutes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django_scopes import scope

from campaign.league.api.permissions import ClubCall, desk_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.selectors.viewer import load_viewer
from campaign.voices.models import Mute, Report
from campaign.voices.rules.acts import Muting
from campaign.voices.selectors import reading, rights
from campaign.voices.selectors.places import title_of
from campaign.voices.services import moderating
from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import Decorator, through
from core.web.api.scopes import Scope
from core.web.api.shapes import Reasoned
from core.web.moments import localize
from core.web.not_found import or_404
from core.web.records import filled


class ReportedOut(Record):
    """A reported post with its wording at the time of the report, and the digest of that wording.

    `team` is the author's team if the post is a letter.
    """

    id: UUID
    at: datetime
    by: str
    for_team: TeamRef | None
    why: str
    post: UUID
    written_by: str
    team: TeamRef | None
    thread: str
    text: str
    digest: str


def _report_out(row: Report) -> ReportedOut:
    post = row.wording.post
    return ReportedOut(
        id=row.pk,
        at=row.at,
        by=row.by.get_username(),
        for_team=team_ref(row.team) if row.team else None,
        why=row.why,
        post=post.pk,
        written_by=post.by.get_username(),
        team=team_ref(post.team) if post.team else None,
        thread=localize(title_of(post.thread), UTC),
        text=row.wording.text,
        digest=row.wording.digest,
    )


@desk_door()
def list_reports(call: ClubCall, query: Paged) -> Page[ReportedOut]:
    """List open reports, oldest first.

    If the club has GMs without a team, only they receive reports. Nobody receives a report about
    themselves.
    """
    return paged(call, query, reading.open_reports(call.viewer), _report_out)


@dataclass(slots=True, kw_only=True)
class ReportCall(ClubCall):
    """An API call about a report that the caller can handle."""

    report: Report


def report_door() -> Decorator:
    """Admit only GMs who can handle the `report` in the address."""

    @contextmanager
    def admit(call: Call, path_arguments: dict[str, Any]) -> Iterator[ReportCall]:
        viewer = or_404(load_viewer(call.user, path_arguments.pop("slug")))
        with scope(campaign=viewer.campaign.pk):
            yield call.extended(
                ReportCall,
                viewer=viewer,
                report=or_404(reading.find_report(viewer, path_arguments.pop("report"))),
            )

    return through(admit, scope=Scope.DESK, audience="Available to GMs of the club.")


@report_door()
def dismiss(call: ReportCall) -> ReportedOut:
    """Dismiss the report and leave the post unchanged."""
    moderating.dismiss(report=call.report, actor=call.user, now=call.now)
    return _report_out(call.report)


class MuteOut(Record):
    """A muted member. `letters` says whether the mute also covers letters."""

    id: UUID
    username: str
    letters: bool
    until: datetime
    reason: str
    by: str
    since: datetime


def _mute_out(row: Mute) -> MuteOut:
    return filled(MuteOut, row, username=row.user.get_username(), by=row.by.get_username())


@desk_door()
def list_mutes(call: ClubCall, query: Paged) -> Page[MuteOut]:
    """List the muted members by name."""
    return paged(call, query, rights.current_mutes(call.campaign, call.now), _mute_out)


@desk_door(status=201)
def mute(call: ClubCall, body: Muting) -> MuteOut:
    """Mute a member. The member is told the reason."""
    return _mute_out(
        moderating.mute(campaign=call.campaign, new=body, actor=call.user, now=call.now)
    )


@desk_door()
def end_mute(call: ClubCall, body: Reasoned, mute: UUID) -> MuteOut:
    """Unmute a member. The member is notified."""
    active_mute = or_404(rights.find_mute(call.campaign, mute, call.now))
    active_mute.campaign = call.campaign
    moderating.end_mute(mute=active_mute, actor=call.user, reason=body.reason, now=call.now)
    return _mute_out(active_mute)
