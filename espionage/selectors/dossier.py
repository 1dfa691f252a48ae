"""The dossier: everything a team knows of each rival, each fact with its source and its week. For the team's owners only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.selectors.house import rules_of
from engine.values import Seat
from espionage.models import SealedSeat
from espionage.rules.files import PublicTeam
from espionage.rules.values import AmbushOver
from espionage.selectors import known
from espionage.selectors.public import Face, around, playing
from espionage.selectors.reports import PUBLISHED
from play.selectors import heard_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.models import Campaign, Team
    from espionage.selectors.known import Sighting


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
    """All rivals by name; the week it is `now` and the newest with a report, as (season, number), (0, 0) before the first."""

    files: tuple[File, ...]
    now: tuple[int, int]
    reported: tuple[int, int]
    weeks: Mapping[tuple[int, int], int]

    def age(self, season: int, week: int) -> int:
        """How many weeks ago that was, seasons apart counted by the weeks the team has played."""
        return max(0, self.weeks.get(self.now, 0) - self.weeks.get((season, week), 0))


def dossier(team: Team, campaign: Campaign) -> Dossier:
    """Everything the team knows of the others. Seven queries."""
    them = around(team, playing(campaign), rules_of(campaign))
    rows = SealedSeat.objects.filter(week__seats__team=team).select_related("week__season", "week__seal")
    seats = list(rows.order_by("week__season__number", "week__number", "seat"))
    mine = [row for row in seats if row.team_id == team.pk]
    weeks = {(row.week.season.number, row.week.number): place for place, row in enumerate(mine)}
    vehicles, met = known.vehicles(team), _meetings(seats, mine, {who.id: who.name for who in them.file.people})
    files = tuple(
        File(
            team=rival, face=them.faces[rival.id], vehicles=tuple(seen for seen in vehicles.values() if str(seen[0].team) == rival.id),
            met=tuple(each for name, each in met if name == rival.id),
        )
        for rival in them.rivals
    )  # fmt: skip
    told = [(row.week.season.number, row.week.number) for row in mine if row.week.status in PUBLISHED]
    return Dossier(files=files, now=next(reversed(weeks), (0, 0)), reported=max(told, default=(0, 0)), weeks=weeks)


def _meetings(seats: Sequence[SealedSeat], mine: Sequence[SealedSeat], names: Mapping[str, str]) -> list[tuple[str, Met]]:
    """Ambushes of published weeks with the enemy's team id, the newest first."""
    teams = {(row.week_id, row.seat): str(row.team_id) for row in seats}
    played = {row.week.seal.match_id: row for row in mine if row.week.status in PUBLISHED and row.week.seal.match_id}
    told = heard_in({match: Seat(row.seat) for match, row in played.items()}) if played else {}
    return [
        (
            teams[row.week_id, event.meeting.enemy],
            Met(row.week.number, row.week.season.number, event.meeting.enemy_name, event, names.get(event.meeting.mine, "somebody")),
        )
        for match, row in reversed(played.items())
        for event in told[match]
        if isinstance(event, AmbushOver)
    ]
