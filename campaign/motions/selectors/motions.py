"""What a club votes on and has voted on: public in the club, with names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import Count, Prefetch, Q

from campaign.league.models import Membership, Team, TeamOwner
from campaign.league.selectors import people
from campaign.motions.models import Ballot, Motion
from campaign.motions.rules import votes
from core.web.pictures.words import counted
from core.web.prepared import PreparedInScope

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from campaign.league.models import Campaign
    from campaign.league.selectors.viewer import Viewer
    from core.accounts.models import User


@dataclass(frozen=True, slots=True)
class Tally:
    """A motion as everybody in the club reads it: who has a vote, and what they said. `open` says
    that one may still vote.
    """

    motion: Motion
    voters: tuple[Team, ...]
    ballots: tuple[Ballot, ...]
    open: bool

    @property
    def yes(self) -> tuple[Ballot, ...]:
        """Those for it."""
        return tuple(ballot for ballot in self.ballots if ballot.yes)

    @property
    def no(self) -> tuple[Ballot, ...]:
        """Those against it."""
        return tuple(ballot for ballot in self.ballots if not ballot.yes)

    @property
    def silent(self) -> tuple[Team, ...]:
        """Who has not voted."""
        voted = {ballot.team_id for ballot in self.ballots}
        return tuple(team for team in self.voters if team.pk not in voted)

    @property
    def count(self) -> votes.Count:
        """What the votes come to."""
        return votes.counted(
            len(self.yes), len(self.no), len(self.voters), about_a_team=self.about_a_team
        )

    @property
    def about_a_team(self) -> bool:
        """Whether another team is voted on."""
        return self.motion.team_id is not None

    @property
    def needed(self) -> int:
        """So many votes carry it."""
        return votes.needed(len(self.voters), about_a_team=self.about_a_team)


def with_votes(campaign: Campaign) -> tuple[Team, ...]:
    """The teams that have a vote: those that play and that somebody runs, by name. One query."""
    running = TeamOwner.objects.filter(until=None).values("team")
    rows = Team.objects.filter(campaign=campaign, left_at=None, pk__in=running)
    return tuple(rows.exclude(approved_at=None).order_by("name"))


def tally(motion: Motion, teams: Iterable[Team], at: datetime) -> Tally:
    """A motion with its ballots: of an open one those count whose team has a vote now."""
    is_open = motion.outcome == "" and at < motion.closes_at
    voters = tuple(team for team in teams if team.pk != motion.team_id)
    ids = {team.pk for team in voters}
    ballots = tuple(motion.ballots.all())
    if motion.outcome == "":
        ballots = tuple(ballot for ballot in ballots if ballot.team_id in ids)
    return Tally(motion, voters, ballots, is_open)


def sentence(motion: Motion) -> str:
    """What is voted on, in words, without a full stop."""
    match motion.kind:
        case Motion.Kind.PAUSE:
            return f"pause the league for {counted(motion.weeks or 0, 'week')}"
        case Motion.Kind.GO_ON:
            return "resume the league"
        case Motion.Kind.HAND_OVER:
            return f"hand over {motion.team} to {motion.to}"
        case Motion.Kind.CARETAKER:
            return f"let a bot stand in for {motion.team}"
        case _:
            return f"remove {motion.team} from the league"


class Motions(Sequence[Tally]):
    """What is open, what closes next first; then what is over, the newest first, of which only
    those are read that are asked for. Three queries, one more to count what is over, and two for a
    slice of it.
    """

    def __init__(self, campaign: Campaign, at: datetime) -> None:
        self._teams, self._at = with_votes(campaign), at
        rows = Motion.objects.filter(campaign=campaign).select_related("team", "to", "moved_by")
        ballots = Prefetch("ballots", queryset=Ballot.objects.select_related("team", "by"))
        rows = rows.prefetch_related(ballots)
        self.open = self._tallies(rows.filter(outcome="").order_by("closes_at", "id"))
        self._over = rows.exclude(outcome="").order_by("-at", "id")

    def over(self) -> Over:
        """What is over, alone."""
        return Over(self)

    @cached_property
    def ended(self) -> int:
        """How many are over."""
        return self._over.count()

    def __len__(self) -> int:
        return len(self.open) + self.ended

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        if isinstance(place, int):
            return self[place : place + 1][0]
        start, stop, _ = place.indices(len(self))
        ahead = len(self.open)
        over = (
            self._tallies(self._over[max(0, start - ahead) : stop - ahead]) if stop > ahead else ()
        )
        return (*self.open[start:stop], *over)

    def _tallies(self, rows: Iterable[Motion]) -> tuple[Tally, ...]:
        return tuple(tally(motion, self._teams, self._at) for motion in rows)


class Over(Sequence[Tally]):
    """The motions of a club that are over."""

    def __init__(self, motions: Motions) -> None:
        self._motions = motions

    def __len__(self) -> int:
        return self._motions.ended

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        ahead = len(self._motions.open)
        if isinstance(place, int):
            return self._motions[ahead + place]
        start, stop, _ = place.indices(len(self))
        return self._motions[ahead + start : ahead + stop]


def motion_of(campaign: Campaign, pk: UUID) -> Motion | None:
    """One motion of the club. One query."""
    rows = Motion.objects.filter(campaign=campaign, pk=pk)
    return rows.select_related("team", "to", "moved_by").first()


def to_vote_on(viewer: Viewer, at: datetime) -> tuple[Motion, ...]:
    """The open motions on which a team of the viewer's has a vote and has not voted, or which are
    about a team of theirs, or which would give them one. One query.
    """
    playing = frozenset(team.pk for team in viewer.teams if team.approved_at)
    rows = _VOTED_ON.all(club=viewer.campaign.pk, at=at, playing=playing)
    return tuple(
        motion
        for motion in rows
        if motion.team_id in viewer.team_ids
        or (motion.to_id == viewer.user_id and motion.willing_at is None)
        or motion.cast < len(playing - {motion.team_id})  # type: ignore[attr-defined]
    )


def open_motions(club: UUID, at: datetime) -> QuerySet[Motion]:
    """The motions of a club on which teams may vote."""
    return Motion.objects.filter(campaign=club, outcome="", closes_at__gt=at)


def _voted_on(club: UUID, at: datetime, playing: frozenset[UUID]) -> QuerySet[Motion]:
    """The open motions of a club, with how many of these teams have `cast` their vote."""
    cast = Count("ballots", filter=Q(ballots__team__in=playing))
    rows = open_motions(club, at).annotate(cast=cast).select_related("team", "to")
    return rows.order_by("closes_at", "id")


_VOTED_ON: Final = PreparedInScope(_voted_on, club=UUID, at=datetime, playing=frozenset[UUID])


def teamless(campaign: Campaign) -> tuple[User, ...]:
    """The players of the club who run no team, by name. Two queries."""
    runs = people.teams_by_owner(campaign)
    rows = people.members_of(campaign).exclude(role=Membership.Role.SPECTATOR)
    return tuple(row.user for row in rows.order_by("user__username") if row.user_id not in runs)


def teams_here(campaign: Campaign) -> tuple[Team, ...]:
    """The teams that a motion can be about: those that play, by name. One query."""
    rows = Team.objects.filter(campaign=campaign, left_at=None).exclude(approved_at=None)
    return tuple(rows.order_by("name"))
