"""The missions of a character and the enemy met most often, for the character's own team (C111)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from campaign.ledger.models import SkillPoint
from campaign.roster.models import Character
from campaign.roster.selectors.service import Mission, Missions
from engine.match import heard_by
from engine.values import Seat
from espionage.models import AmbushHeard, SealedSeat
from espionage.rules.report import Ending
from espionage.rules.values import Debriefed, MissionBegan
from espionage.rules.wording import ACTIONS
from espionage.selectors.dossier import READER, nemesis_of
from espionage.selectors.reports import PUBLISHED
from play.selectors import events_of_type

WEEKS_SHOWN: Final = 10
"""Maximum number of weeks whose missions a career lists."""
ENDINGS: Final[dict[Ending, str]] = {
    "saw": "saw a vehicle",
    "hit": "hit the target",
    "exploded": "the bomb went off",
    "waiting": "left a charge",
    "dud": "the bomb was a dud",
    "modifier": "gave −4 to their counterspies",
    "thwarted": "thwarted",
    "stopped": "stopped by an ambush",
    "called_off": "called off by the target",
    "blunder": "blundered",
    "nobody_there": "found nothing to reach",
    "failed": "failed",
}


def missions_of(character: Character) -> Missions:
    """Return a character's missions in published weeks. This runs five queries."""
    return Missions(tuple(_missions(character)), *_nemesis(character))


def _missions(character: Character) -> Iterator[Mission]:
    """Yield the missions from the events that the team's seat received. This runs four queries."""
    weeks = (
        SkillPoint.objects.filter(character=character, cause__endswith="/tried")
        .order_by("-week__season__number", "-week__number")
        .values_list("week", flat=True)[:WEEKS_SHOWN]
    )
    rows = SealedSeat.objects.filter(week__in=list(weeks), week__status__in=PUBLISHED)
    seats = list(
        rows.select_related("team", "week__season", "week__seal").order_by(
            "-week__season__number", "-week__number", "seat"
        )
    )
    teams = {(row.week_id, row.seat): row.team.name for row in seats}
    own_seats = [row for row in seats if row.team_id == character.team_id]
    matches = [row.week.seal.match_id for row in own_seats if row.week.seal.match_id]
    began = events_of_type(matches, MissionBegan)
    debriefed = events_of_type(matches, Debriefed)
    for row in own_seats:
        match, seat = row.week.seal.match_id, Seat(row.seat)
        if match is None:
            continue
        endings = {
            mission.order: mission.ending
            for event in heard_by(seat, debriefed.get(match, ()))
            for mission in event.debrief.missions
        }
        for event in heard_by(seat, began.get(match, ())):
            if event.spy == str(character.pk) and event.order in endings:
                yield Mission(
                    season=row.week.season.number,
                    week=row.week.number,
                    mission=ACTIONS[event.mission],
                    against=teams[row.week_id, event.against],
                    ending=ENDINGS[endings[event.order]],
                )


def _nemesis(character: Character) -> tuple[str, int, str]:
    """Return the enemy whom the character met most often with the team, the number of ambushes, and
    the enemy's name alone.
    """
    rows = AmbushHeard.objects.filter(team=character.team_id, over__contains=str(character.pk))
    enemies, names = Counter[str](), dict[str, str]()
    for team, payload in rows.order_by("week__opens_at", "nth").values_list("about__name", "over"):
        meeting = READER.decode(payload).meeting
        if meeting.mine == str(character.pk):
            enemy = f"{meeting.enemy_name} of {team}"
            enemies[enemy] += 1
            names[enemy] = meeting.enemy_name
    nemesis, meetings = nemesis_of(enemies)
    return nemesis, meetings, names.get(nemesis, "")
