"""The dossier: a team's knowledge about each rival, by season, with source and week.

Only the team's owners can see the dossier. It is based on rows that the settlement writes, so it
contains nothing from a week that has not been published.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Q

from campaign.league.selectors.house import rules_of
from engine.codec import Reader
from espionage.models import AmbushHeard, SealedSeat
from espionage.rules.bots.knowledge import Memory, remember
from espionage.rules.files import PublicTeam
from espionage.rules.values import AmbushOver
from espionage.selectors import rival_vehicles
from espionage.selectors.bot_knowledge import own_views
from espionage.selectors.public import Face, view_for_club
from espionage.selectors.reports import PUBLISHED
from espionage.selectors.sheet_chances import records_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.db.models import QuerySet

    from campaign.league.models import Season, Team
    from espionage.rules.bots.knowledge import Attack, PastMission
    from espionage.rules.sheet_odds import GuardRecord
    from espionage.selectors.rival_vehicles import Sighting

READER: Final = Reader[AmbushOver](AmbushOver)
MIN_MEETINGS: Final = 2
"""Number of ambushes that make an enemy a nemesis."""


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
    """A rival's file. The sightings of each vehicle and the ambushes are sorted newest first.

    `record` counts the team's own missions against this rival, and those that the rival stopped.
    `attacks` lists the rival's missions against the team.
    """

    team: PublicTeam
    face: Face
    vehicles: tuple[tuple[Sighting, ...], ...]
    meetings: tuple[Meeting, ...]
    record: GuardRecord
    attacks: tuple[Attack, ...]

    @property
    def guards(self) -> Counter[str]:
        """The names of the counterspies that the team met, with the number of times."""
        return Counter(
            [meeting.enemy_name for meeting in self.meetings if meeting.end.meeting.order]
        )

    @property
    def spies(self) -> Counter[str]:
        """The names of the spies that the team's counterspies met, with the number of times."""
        return Counter(
            [meeting.enemy_name for meeting in self.meetings if meeting.end.meeting.number]
        )

    @property
    def nemesis(self) -> tuple[str, int]:
        """The name of the enemy whom the team met in most ambushes, and their number."""
        return nemesis_of(self.guards + self.spies)


def nemesis_of(enemies: Counter[str]) -> tuple[str, int]:
    """Return the most frequent enemy and the number of ambushes, or "" and 0 if no one was met
    twice.
    """
    name, count = next(iter(enemies.most_common(1)), ("", 0))
    return (name, count) if count >= MIN_MEETINGS else ("", 0)


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

    This runs eight queries for the open season, and nine for any other.
    """
    club_view = view_for_club(team, rules_of(team.campaign), books=False)
    rows = SealedSeat.objects.filter(team=team, week__season=season).order_by("week__number")
    seats = tuple(rows.values_list("week__number", "week__status"))
    later = (
        _count_later(season, SealedSeat.objects.filter(team=team))
        if season.closed_at
        else {"played": 0, "told": 0}
    )
    vehicles = rival_vehicles.known_vehicles(team, season)
    meetings = _meetings(
        team, season, {character.id: character.name for character in club_view.file.people}
    )
    past, attacks = _past_weeks(team, season)
    files = tuple(
        RivalFile(
            team=rival,
            face=club_view.faces[rival.id],
            vehicles=tuple(
                sightings for sightings in vehicles.values() if str(sightings[0].team) == rival.id
            ),
            meetings=tuple(meeting for name, meeting in meetings if name == rival.id),
            record=record,
            attacks=tuple(attack for attack in attacks if attack.team == rival.id),
        )
        for rival, record in zip(
            club_view.rivals,
            records_in(past, [rival.id for rival in club_view.rivals]),
            strict=True,
        )
    )
    reported_weeks = [number for number, status in seats if status in PUBLISHED]
    return Dossier(
        files=files,
        season=season,
        reported=0 if later["told"] else max(reported_weeks, default=0),
        played=tuple(number for number, _ in seats),
        later=later["played"],
    )


def _past_weeks(team: Team, season: Season) -> tuple[tuple[PastMission, ...], list[Attack]]:
    """Return the season's missions by this team, and the missions against it."""
    memory = Memory()
    attacks: list[Attack] = []
    for view in own_views(team, SealedSeat.objects.filter(week__season=season)):
        memory = remember(Memory(tried=memory.tried), view)
        attacks += memory.attacks
    return memory.tried, attacks


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
        ambush = READER.decode(payload)
        meetings.append(
            (
                str(enemy_team),
                Meeting(
                    number,
                    season.number,
                    ambush.meeting.enemy_name,
                    ambush,
                    names.get(ambush.meeting.mine, "someone"),
                ),
            )
        )
    return meetings
