"""The dossier: all that a team has learned of each rival, season by season, each fact with its
source and its week. For the team's owners only.

It reads what settlement wrote, so nothing of a week is in it before that week is published.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.db.models import Count, Q

from campaign.league.selectors.house import rules_of
from core.web.prepared import PreparedInScope
from engine.codec import Reader
from espionage.models import AmbushHeard, SealedSeat
from espionage.rules.files import PublicTeam
from espionage.rules.values import AmbushOver
from espionage.selectors import known
from espionage.selectors.public import Face, around_club
from espionage.selectors.reports import PUBLISHED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import QuerySet

    from campaign.league.models import Season, Team
    from espionage.selectors.known import Sighting

READER: Final = Reader[AmbushOver](AmbushOver)


@dataclass(frozen=True, slots=True)
class Met:
    """An ambush: who of theirs was met by whom of ours, and how it came out, as far as was seen."""

    week: int
    season: int
    enemy: str
    over: AmbushOver
    mine: str


@dataclass(frozen=True, slots=True)
class File:
    """One rival. `vehicles` have their sightings, the newest first; `met` the newest first."""

    team: PublicTeam
    face: Face
    vehicles: tuple[tuple[Sighting, ...], ...]
    met: tuple[Met, ...]


@dataclass(frozen=True, slots=True)
class Dossier:
    """What was learned in one season, all rivals by name. `reported` is the newest week with a
    report, if it is one of this season's, else 0; `played` are the season's weeks that the team
    plays or has played, `later` counts those of the seasons after it.
    """

    files: tuple[File, ...]
    season: Season
    reported: int
    played: tuple[int, ...]
    later: int

    def age(self, week: int) -> int:
        """How many weeks ago that was, counted by the weeks the team has played since."""
        return self.later + sum(number > week for number in self.played)


def dossier(team: Team, season: Season) -> Dossier:
    """What the team learned of the others in this season. Seven queries for the open one, one more
    for another.
    """
    them = around_club(team, rules_of(team.campaign), books=False)
    own = _PLAYED.all(team=team.pk, season=season.pk)
    later = (
        _after(season, SealedSeat.objects.filter(team=team))
        if season.closed_at
        else {"played": 0, "told": 0}
    )
    vehicles, met = (
        known.vehicles(team, season),
        _meetings(team, season, {who.id: who.name for who in them.file.people}),
    )
    files = tuple(
        File(
            team=rival,
            face=them.faces[rival.id],
            vehicles=tuple(seen for seen in vehicles.values() if str(seen[0].team) == rival.id),
            met=tuple(each for name, each in met if name == rival.id),
        )
        for rival in them.rivals
    )
    told = [number for number, status in own if status in PUBLISHED]
    return Dossier(
        files=files,
        season=season,
        reported=0 if later["told"] else max(told, default=0),
        played=tuple(number for number, _ in own),
        later=later["played"],
    )


def _played(team: UUID, season: UUID) -> QuerySet[SealedSeat, tuple[int, str]]:
    """The weeks of a season that a team plays or has played, with their states."""
    rows = SealedSeat.objects.filter(team=team, week__season=season).order_by("week__number")
    return rows.values_list("week__number", "week__status")


_PLAYED: Final = PreparedInScope(_played, team=UUID, season=UUID)


def _after(season: Season, seats: QuerySet[SealedSeat]) -> dict[str, int]:
    """How many weeks the team played after this season, and of how many of them it has the
    report.
    """
    after = seats.filter(week__season__number__gt=season.number)
    found: dict[str, int] = after.aggregate(
        played=Count("pk"), told=Count("pk", filter=Q(week__status__in=PUBLISHED))
    )
    return found


def _heard(team: UUID, season: UUID) -> QuerySet[AmbushHeard, tuple[int, UUID, str]]:
    rows = AmbushHeard.objects.filter(team=team, week__season=season)
    return rows.order_by("-week__number", "nth").values_list("week__number", "about", "over")


_HEARD: Final = PreparedInScope(_heard, team=UUID, season=UUID)


def _meetings(team: Team, season: Season, names: Mapping[str, str]) -> list[tuple[str, Met]]:
    """The season's ambushes with the enemy's team id, the newest first."""
    found = []
    for number, about, payload in _HEARD.all(team=team.pk, season=season.pk):
        over = READER.decode(payload)
        found.append(
            (
                str(about),
                Met(
                    number,
                    season.number,
                    over.meeting.enemy_name,
                    over,
                    names.get(over.meeting.mine, "someone"),
                ),
            )
        )
    return found
