"""The dossier: a team's knowledge about each rival, by season, with source and week.

Only the team's owners can see the dossier. It is based on rows that the settlement writes, so it
contains nothing from a week that has not been published.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Q

from campaign.league.selectors.house import rules_of
from engine.codec import Reader
from espionage.models import AmbushHeard, SealedSeat
from espionage.rules.files import PublicTeam
from espionage.rules.values import AmbushOver
from espionage.selectors import rival_vehicles
from espionage.selectors.public import Face, view_for_club
from espionage.selectors.reports import PUBLISHED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import QuerySet

    from campaign.league.models import Season, Team
    from espionage.selectors.rival_vehicles import Sighting

READER: Final = Reader[AmbushOver](AmbushOver)


@dataclass(frozen=True, slots=True)
class Meeting:
    """An ambush: the enemy's character, the team's own, and the ending as the team saw it."""

    week: int
    season: int
    enemy_name: str
    end: AmbushOver
    own_name: str


@dataclass(frozen=True, slots=True)
class RivalFile:
    """A rival's file. The sightings of each vehicle and the ambushes are sorted newest first."""

    team: PublicTeam
    face: Face
    vehicles: tuple[tuple[Sighting, ...], ...]
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class Dossier:
    """A team's knowledge about its rivals from one season. Rivals are sorted by name.

    `reported` is the newest week with a report, or 0 if that week is in another season. `played`
    lists the weeks of the season in which the team has a seat. `later` is the number of such weeks
    in later seasons.
    """

    files: tuple[RivalFile, ...]
    season: Season
    reported: int
    played: tuple[int, ...]
    later: int

    def age(self, week: int) -> int:
        """Return the age of a fact, in weeks that the team has played since."""
        return self.later + sum(number > week for number in self.played)


def dossier(team: Team, season: Season) -> Dossier:
    """Return the team's knowledge about the other teams from this season.

    This runs seven queries for the open season, and eight for any other.
    """
    club_view = view_for_club(team, rules_of(team.campaign), books=False)
    rows = SealedSeat.objects.filter(team=team, week__season=season).order_by("week__number")
    seats = tuple(rows.values_list("week__number", "week__status"))
    later = (
        _count_later(season, SealedSeat.objects.filter(team=team))
        if season.closed_at
        else {"played": 0, "told": 0}
    )
    vehicles, meetings = (
        rival_vehicles.known_vehicles(team, season),
        _meetings(
            team, season, {character.id: character.name for character in club_view.file.people}
        ),
    )
    files = tuple(
        RivalFile(
            team=rival,
            face=club_view.faces[rival.id],
            vehicles=tuple(
                sightings for sightings in vehicles.values() if str(sightings[0].team) == rival.id
            ),
            meetings=tuple(meeting for name, meeting in meetings if name == rival.id),
        )
        for rival in club_view.rivals
    )
    reported_weeks = [number for number, status in seats if status in PUBLISHED]
    return Dossier(
        files=files,
        season=season,
        reported=0 if later["told"] else max(reported_weeks, default=0),
        played=tuple(number for number, _ in seats),
        later=later["played"],
    )


def _count_later(season: Season, seats: QuerySet[SealedSeat]) -> dict[str, int]:
    """Count the weeks after this season in which the team has a seat, and those with a report."""
    later_seats = seats.filter(week__season__number__gt=season.number)
    counts: dict[str, int] = later_seats.aggregate(
        played=Count("pk"), told=Count("pk", filter=Q(week__status__in=PUBLISHED))
    )
    return counts


def _meetings(team: Team, season: Season, names: Mapping[str, str]) -> list[tuple[str, Meeting]]:
    """Return the season's ambushes with the id of the enemy's team, newest first."""
    meetings = []
    rows = AmbushHeard.objects.filter(team=team, week__season=season)
    ends = rows.order_by("-week__number", "nth").values_list("week__number", "about", "over")
    for number, enemy_team, payload in ends:
        end = READER.decode(payload)
        meetings.append(
            (
                str(enemy_team),
                Meeting(
                    number,
                    season.number,
                    end.meeting.enemy_name,
                    end,
                    names.get(end.meeting.mine, "someone"),
                ),
            )
        )
    return meetings
