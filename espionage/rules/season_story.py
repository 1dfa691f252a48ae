"""The story of a closed season: the best bluff, the mole, and the teams' beliefs.

The story is told from the true missions, which the whole club can see by then. Nothing that stays
secret is revealed.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from .endings import ending_of, has_succeeded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .report import Ending
    from .values import MissionFate, MissionRecord

STORY_VALUES: Final[dict[Ending, int]] = {
    "hit": 4,
    "exploded": 4,
    "waiting": 3,
    "saw": 2,
    "modifier": 1,
}
"""Value of a successful mission for the story, by ending."""
STOPPED_FATES: Final[frozenset[MissionFate]] = frozenset({"thwarted", "stopped", "called_off"})


class PlayedWeek(NamedTuple):
    """A week of the season: its number, the ids of its teams by seat, and its missions."""

    week: int
    teams: Sequence[str]
    records: Sequence[MissionRecord]


class Bluff(NamedTuple):
    """A failed mission that drew a counterspy away from another mission of the same team.

    The other mission had the same target and was successful because it met no guard.
    """

    week: int
    team: str
    target_team: str
    decoy: MissionRecord
    real_mission: MissionRecord


class Mole(NamedTuple):
    """The spy with the most successful missions.

    `missions` counts all missions of this spy, and `stopped` those that were stopped.
    """

    spy: str
    team: str
    successes: int
    missions: int
    stopped: int


class Belief(NamedTuple):
    """A team's knowledge at the end of the season, compared with the truth.

    The team knew the number of `enemy_missions` declared against it and the spies it had met
    (`met_spies`). In truth, the missions came from the teams in `senders` and the people in
    `spies`, both sorted by number of missions. `unheard_missions` counts missions between other
    teams, and `vehicles_seen` the vehicles that the team's own spies saw.
    """

    team: str
    enemy_missions: int
    met_spies: tuple[str, ...]
    senders: tuple[tuple[str, int], ...]
    spies: tuple[tuple[str, int], ...]
    unheard_missions: int
    vehicles_seen: int


def find_best_bluff(weeks: Sequence[PlayedWeek]) -> Bluff | None:
    """Return the bluff with the highest value. If several bluffs tie, return the earliest."""
    bluffs = [bluff for week in weeks for bluff in _bluffs(week)]
    return max(
        bluffs,
        key=lambda bluff: (STORY_VALUES[ending_of(bluff.real_mission)], -bluff.week),
        default=None,
    )


def _bluffs(week: PlayedWeek) -> Iterator[Bluff]:
    for decoy in week.records:
        if not decoy.guard or has_succeeded(decoy):
            continue
        for real_mission in week.records:
            if (
                (real_mission.by, real_mission.against) == (decoy.by, decoy.against)
                and not real_mission.guard
                and ending_of(real_mission) in STORY_VALUES
            ):
                yield Bluff(
                    week.week, week.teams[decoy.by], week.teams[decoy.against], decoy, real_mission
                )


def find_mole(weeks: Sequence[PlayedWeek]) -> Mole | None:
    """Return the spy with the most successes, or None if there were no successes.

    Ties are broken by the fewest stopped missions, then the fewest missions, then the lowest id.
    """
    tries: Counter[tuple[str, str]] = Counter()
    successes: Counter[tuple[str, str]] = Counter()
    stopped: Counter[tuple[str, str]] = Counter()
    for week in weeks:
        for record in week.records:
            spy = record.spy, week.teams[record.by]
            tries[spy] += 1
            successes[spy] += has_succeeded(record)
            stopped[spy] += record.fate in STOPPED_FATES
    ranked = sorted(tries, key=lambda spy: (-successes[spy], stopped[spy], tries[spy], spy))
    if not ranked or not successes[ranked[0]]:
        return None
    best_spy = ranked[0]
    return Mole(*best_spy, successes[best_spy], tries[best_spy], stopped[best_spy])


def list_beliefs(weeks: Sequence[PlayedWeek]) -> tuple[Belief, ...]:
    """Return the beliefs of each team. Teams are listed in order of their first appearance."""
    teams = dict.fromkeys(team for week in weeks for team in week.teams)
    return tuple(_belief(team, weeks) for team in teams)


def _belief(team: str, weeks: Sequence[PlayedWeek]) -> Belief:
    met_spies: dict[str, None] = {}
    senders: Counter[str] = Counter()
    spies: Counter[str] = Counter()
    unheard_missions = vehicles_seen = 0
    for week in weeks:
        for record in week.records:
            sender, target = week.teams[record.by], week.teams[record.against]
            if target == team:
                senders[sender] += 1
                spies[record.spy] += 1
                met_spies |= {record.spy: None} if record.fought else {}
            elif sender == team:
                vehicles_seen += len(record.reached) if ending_of(record) == "saw" else 0
            elif team in week.teams:
                unheard_missions += 1
    return Belief(
        team=team,
        enemy_missions=senders.total(),
        met_spies=tuple(met_spies),
        senders=tuple(sorted(senders.items(), key=lambda item: (-item[1], item[0]))),
        spies=tuple(sorted(spies.items(), key=lambda item: (-item[1], item[0]))),
        unheard_missions=unheard_missions,
        vehicles_seen=vehicles_seen,
    )
