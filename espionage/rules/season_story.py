"""What is worth telling of a season whose secrets are open: the best bluff, the mole, and what each
team knew of what was done to it beside what was true.

It reads the missions as they truly went, which are open to the whole club by then, and nothing of
what stays a team's own.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from .endings import ending, succeeded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .report import Ending
    from .values import Fate, MissionRecord

WORTH: Final[dict[Ending, int]] = {"hit": 4, "exploded": 4, "waiting": 3, "saw": 2, "modifier": 1}
"""What a mission that came off is worth to a story."""
STOPPED: Final[frozenset[Fate]] = frozenset({"thwarted", "stopped", "called_off"})


class Played(NamedTuple):
    """A week of the season: its number, its teams' ids by seat, its missions."""

    week: int
    teams: Sequence[str]
    records: Sequence[MissionRecord]


class Bluff(NamedTuple):
    """A counterspy went after one mission of a team, which came to nothing, while another of the
    same team got through to the same target with nobody in its way.
    """

    week: int
    by: str
    against: str
    decoy: MissionRecord
    deed: MissionRecord


class Mole(NamedTuple):
    """Whose missions came off most often: how many of how many, and how many were stopped."""

    who: str
    team: str
    came_off: int
    missions: int
    stopped: int


class Belief(NamedTuple):
    """A team at the season's end. It knew of `against` missions declared against it, and whom of
    their spies it `met` face to face. In truth they were sent by these teams (`senders`, the most
    first) and these people (`spies`). Of `unheard` missions between others it never heard;
    `looked_at` vehicles its own spies saw.
    """

    team: str
    against: int
    met: tuple[str, ...]
    senders: tuple[tuple[str, int], ...]
    spies: tuple[tuple[str, int], ...]
    unheard: int
    looked_at: int


def best_bluff(weeks: Sequence[Played]) -> Bluff | None:
    """The bluff that was worth most; the earliest of equals."""
    found = [bluff for week in weeks for bluff in _bluffs(week)]
    return max(found, key=lambda bluff: (WORTH[ending(bluff.deed)], -bluff.week), default=None)


def _bluffs(week: Played) -> Iterator[Bluff]:
    for decoy in week.records:
        if not decoy.guard or succeeded(decoy):
            continue
        for deed in week.records:
            if (
                (deed.by, deed.against) == (decoy.by, decoy.against)
                and not deed.guard
                and ending(deed) in WORTH
            ):
                yield Bluff(week.week, week.teams[decoy.by], week.teams[decoy.against], decoy, deed)


def mole(weeks: Sequence[Played]) -> Mole | None:
    """The spy of the season: most missions that came off, then fewest stopped, then fewest
    missions; by id where equal. Nobody where nothing came off.
    """
    tries: Counter[tuple[str, str]] = Counter()
    came_off: Counter[tuple[str, str]] = Counter()
    stopped: Counter[tuple[str, str]] = Counter()
    for week in weeks:
        for record in week.records:
            who = record.spy, week.teams[record.by]
            tries[who] += 1
            came_off[who] += succeeded(record)
            stopped[who] += record.fate in STOPPED
    ranked = sorted(tries, key=lambda who: (-came_off[who], stopped[who], tries[who], who))
    if not ranked or not came_off[ranked[0]]:
        return None
    first = ranked[0]
    return Mole(*first, came_off[first], tries[first], stopped[first])


def beliefs(weeks: Sequence[Played]) -> tuple[Belief, ...]:
    """Every team that played, in the order of their first seats."""
    teams = dict.fromkeys(team for week in weeks for team in week.teams)
    return tuple(_belief(team, weeks) for team in teams)


def _belief(team: str, weeks: Sequence[Played]) -> Belief:
    met: dict[str, None] = {}
    senders: Counter[str] = Counter()
    spies: Counter[str] = Counter()
    unheard = looked_at = 0
    for week in weeks:
        for record in week.records:
            by, against = week.teams[record.by], week.teams[record.against]
            if against == team:
                senders[by] += 1
                spies[record.spy] += 1
                met |= {record.spy: None} if record.fought else {}
            elif by == team:
                looked_at += len(record.reached) if ending(record) == "saw" else 0
            elif team in week.teams:
                unheard += 1
    return Belief(
        team=team,
        against=senders.total(),
        met=tuple(met),
        senders=tuple(sorted(senders.items(), key=lambda each: (-each[1], each[0]))),
        spies=tuple(sorted(spies.items(), key=lambda each: (-each[1], each[0]))),
        unheard=unheard,
        looked_at=looked_at,
    )
