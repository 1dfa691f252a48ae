"""Queries for a club's open and closed motions.

All members of the club can see motions, with the names of the people involved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.db.models import Count, Prefetch, Q, QuerySet

from campaign.league.models import Campaign, Membership, Team, TeamOwner
from campaign.league.selectors import people
from campaign.league.selectors.teams import approved_teams
from campaign.league.selectors.viewer import Viewer
from campaign.motions.models import Ballot, Motion
from campaign.motions.rules import votes
from core.accounts.models import User
from core.web.lazy_rows import LazyRows
from core.web.pictures.words import counted


@dataclass(frozen=True, slots=True)
class Tally:
    """A motion with its voters and ballots. `open` says whether teams can still vote."""

    motion: Motion
    voters: tuple[Team, ...]
    ballots: tuple[Ballot, ...]
    open: bool

    @property
    def yes(self) -> tuple[Ballot, ...]:
        """Return the votes for the motion."""
        return tuple(ballot for ballot in self.ballots if ballot.yes)

    @property
    def no(self) -> tuple[Ballot, ...]:
        """Return the votes against the motion."""
        return tuple(ballot for ballot in self.ballots if not ballot.yes)

    @property
    def silent(self) -> tuple[Team, ...]:
        """Return the teams that have not voted."""
        voted = {ballot.team_id for ballot in self.ballots}
        return tuple(team for team in self.voters if team.pk not in voted)

    @property
    def count(self) -> votes.VoteResult:
        """Return the result of the votes so far."""
        return votes.count_votes(
            len(self.yes), len(self.no), len(self.voters), about_a_team=self.about_a_team
        )

    @property
    def about_a_team(self) -> bool:
        """Return whether the motion is about a team."""
        return self.motion.team_id is not None

    @property
    def needed(self) -> int:
        """Return the number of votes that carries the motion."""
        return votes.needed(len(self.voters), about_a_team=self.about_a_team)


def with_votes(campaign: Campaign) -> tuple[Team, ...]:
    """Return the teams that have a vote, ordered by name. This takes one query.

    They are the approved teams with an owner.
    """
    running = TeamOwner.objects.filter(until=None).values("team")
    return tuple(approved_teams(campaign).filter(pk__in=running))


def tally(motion: Motion, teams: Iterable[Team], now: datetime) -> Tally:
    """Return a motion with its ballots.

    For an open motion, only ballots of teams that currently have a vote are included.
    """
    is_open = motion.outcome == "" and now < motion.closes_at
    voters = tuple(team for team in teams if team.pk != motion.team_id)
    ids = {team.pk for team in voters}
    ballots = tuple(motion.ballots.all())
    if motion.outcome == "":
        ballots = tuple(ballot for ballot in ballots if ballot.team_id in ids)
    return Tally(motion, voters, ballots, is_open)


def sentence(motion: Motion) -> str:
    """Return the proposal as a sentence without a full stop."""
    match motion.kind:
        case Motion.Kind.PAUSE:
            return f"pause the league for {counted(motion.weeks or 0, 'week')}"
        case Motion.Kind.GO_ON:
            return "resume the league"
        case Motion.Kind.HAND_OVER:
            return f"hand over {motion.team} to {motion.to}"
        case Motion.Kind.CARETAKER:
            return f"let a bot act for {motion.team}"
        case _:
            return f"remove {motion.team} from the league"


class Motions(LazyRows[Tally]):
    """The open motions by closing time, followed by the closed ones, newest first.

    Closed motions are loaded only on request. This takes three queries, one more for the length,
    and two for a slice of closed motions.
    """

    def __init__(self, campaign: Campaign, now: datetime) -> None:
        self._teams, self._now = with_votes(campaign), now
        rows = Motion.objects.filter(campaign=campaign).select_related("team", "to", "moved_by")
        ballots = Prefetch("ballots", queryset=Ballot.objects.select_related("team", "by"))
        rows = rows.prefetch_related(ballots)
        self.open = self._tallies(rows.filter(outcome="").order_by("closes_at", "id"))
        self._closed = rows.exclude(outcome="").order_by("-at", "id")

    def closed(self) -> ClosedMotions:
        """Return the closed motions only."""
        return ClosedMotions(self)

    @cached_property
    def ended(self) -> int:
        """Return the number of closed motions."""
        return self._closed.count()

    def _count(self) -> int:
        return len(self.open) + self.ended

    def _load(self, bounds: slice) -> tuple[Tally, ...]:
        start, stop, _ = bounds.indices(len(self))
        open_count = len(self.open)
        closed = (
            self._tallies(self._closed[max(0, start - open_count) : stop - open_count])
            if stop > open_count
            else ()
        )
        return (*self.open[start:stop], *closed)

    def _tallies(self, rows: Iterable[Motion]) -> tuple[Tally, ...]:
        return tuple(tally(motion, self._teams, self._now) for motion in rows)


class ClosedMotions(LazyRows[Tally]):
    """The closed motions of a club."""

    def __init__(self, motions: Motions) -> None:
        self._motions = motions

    def _count(self) -> int:
        return self._motions.ended

    def _load(self, bounds: slice) -> tuple[Tally, ...]:
        open_count = len(self._motions.open)
        start, stop, _ = bounds.indices(len(self))
        return self._motions[open_count + start : open_count + stop]


def motion_of(campaign: Campaign, pk: UUID) -> Motion | None:
    """Return one of the club's motions, or None. This takes one query."""
    rows = Motion.objects.filter(campaign=campaign, pk=pk)
    return rows.select_related("team", "to", "moved_by").first()


def pending_motions(viewer: Viewer, now: datetime) -> tuple[Motion, ...]:
    """Return the open motions that require an action by the viewer. This takes one query.

    These are motions on which one of the viewer's teams has not voted, motions about one of these
    teams, and motions that would give the viewer a team.
    """
    playing = frozenset(team.pk for team in viewer.teams if team.approved_at)
    cast = Count("ballots", filter=Q(ballots__team__in=playing))
    rows = open_motions(viewer.campaign.pk, now).annotate(cast=cast).select_related("team", "to")
    return tuple(
        motion
        for motion in rows.order_by("closes_at", "id")
        if motion.team_id in viewer.team_ids
        or (motion.to_id == viewer.user_id and motion.willing_at is None)
        or motion.cast < len(playing - {motion.team_id})
    )


def open_motions(club: UUID, now: datetime) -> QuerySet[Motion]:
    """Return the motions of a club on which teams can vote."""
    return Motion.objects.filter(campaign=club, outcome="", closes_at__gt=now)


def players_without_team(campaign: Campaign) -> tuple[User, ...]:
    """Return the club's players who have no team, ordered by name. This takes two queries."""
    owners = people.teams_by_owner(campaign)
    rows = people.members_of(campaign).exclude(role=Membership.Role.SPECTATOR)
    return tuple(row.user for row in rows.order_by("user__username") if row.user_id not in owners)
