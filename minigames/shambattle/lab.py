"""Measurements of Shambattle's balance.

The sweeps compare maps and countdowns, doctrine and random play, levels, and tempers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.bots import Level
from lab.lab import Case, Chart, Finished, Lab, Reading, Sweep
from lab.meetings import FinishedMeeting, Meeting, pairings, play_meeting
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.geometry import is_within
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.maps import MAPS
from minigames.shambattle.rules.position import figures_on_table
from minigames.shambattle.rules.roster import BOSS
from minigames.shambattle.rules.values import MASTERMIND, SPY, MapKey, Setup, View

from .bots import BOTS
from .tempers import TEMPERS

EVEN_CHANCE: Final = 0.5
COUNTDOWNS: Final = (
    *[
        Case(f"Volcano, {countdown} turns", Setup(map="volcano", countdown=countdown))
        for countdown in (9, 10, 11)
    ],
    *[
        Case(f"Drydock, {countdown} turns", Setup(map="drydock", countdown=countdown))
        for countdown in (8, 9, 10)
    ],
)


class Battles(NamedTuple):
    """Battles on one map.

    If the levels differ, each temper plays at the `higher` level against itself at the `lower`
    level. If both levels are the same, every temper plays against every other temper. The bots swap
    sides.
    """

    map: MapKey
    higher: Level
    lower: Level

    @property
    def meetings(self) -> dict[str, Meeting]:
        """The meetings, by row name in the charts."""
        setup = Setup(map=self.map, countdown=MAPS[self.map].countdown)
        return pairings(setup, [temper.key for temper in TEMPERS], self.higher, self.lower)


def read_battles(battles: Battles, seed: str) -> Iterator[Reading]:
    """Play each meeting once and yield its readings."""
    for row, meeting in battles.meetings.items():
        meeting_result = play_meeting(SHAMBATTLE, BOTS, meeting, f"{seed} {row}")
        if battles.higher != battles.lower:
            yield Reading("stronger", row, meeting_result.share(meeting.bots[0]))
            continue
        yield Reading("equals", row, meeting_result.share(meeting.bots[0]))
        yield from _habits(meeting_result)


def _habits(meeting_result: FinishedMeeting) -> Iterator[Reading]:
    """Yield the Mastermind's fate under both tempers, and how often his guards leave the ring."""
    names = [bot.partition(":")[0].capitalize() for bot in meeting_result.bots]
    ending = meeting_result.outcome.ending
    for ending_name in FATES:
        yield Reading(
            "fates", ending_name.replace("-", " ").capitalize(), 2 * (ending_name == ending)
        )
    was_captured = ending.endswith("captured")
    yield Reading("taken", f"{names[MASTERMIND]} as the Mastermind", 2 * was_captured)
    yield Reading("taken", f"{names[SPY]} as the Spy", 2 * was_captured)
    guards_out = [
        _count_guards_out(choice.view)
        for choice in meeting_result.choices[MASTERMIND]
        if _is_before_fate(choice.view)
    ]
    yield Reading(
        "out",
        names[MASTERMIND],
        2 * sum([far_guards for far_guards, _ in guards_out]),
        sum([men for _, men in guards_out]),
    )


def _is_before_fate(view: View) -> bool:
    return view.table.step == "move" and view.table.missile == "ready" and view.table.turn > 2


def _count_guards_out(view: View) -> tuple[int, int]:
    """Return the number of guards far outside the ring in the west, and the total of guards."""
    table, battle_ground = view.table, ground(view.table.map)
    guards = [n for n in figures_on_table(table, MASTERMIND) if n != BOSS]
    guards_far_out = [
        n
        for n in guards
        if table.men[n].spot[0] < battle_ground.centre[0]
        and not is_within(
            table.men[n].spot, battle_ground.centre, battle_ground.map.ring + OUT_DISTANCE
        )
    ]
    return len(guards_far_out), len(guards)


FATES: Final = tuple(
    f"{missile}-{mastermind}"
    for missile in ("launched", "disabled")
    for mastermind in ("escaped", "dead", "captured")
)
OUT_DISTANCE: Final = 100
"""Distance outside the ring at which a guard counts as out, in hundredths of an inch.

Only the west, the enemy's side, is considered.
"""

SWEEPS: Final = (
    Sweep(
        "countdown", "Maps and countdowns", COUNTDOWNS, ("spy", "endings"), ("doctrine",),
        "Standard rules, with doctrine on both sides.",
    ),
    Sweep(
        "strength", "Doctrine against random play", (Case("Volcano", Setup()),), ("doctrine",),
        ("doctrine", "random"), "By side.",
    ),
    Sweep(
        "levels", "Levels",
        (
            Case("Strong against club", Battles("volcano", "strong", "club")),
            Case("Club against newcomer", Battles("volcano", "club", "newcomer")),
        ),
        ("stronger",), ("the higher level", "the lower"),
        "On the Volcano. Every temper plays against itself one level lower, with sides drawn by "
        "lot.",
        read_battles,
    ),
    Sweep(
        "tempers", "Tempers",
        (
            Case("Volcano", Battles("volcano", "strong", "strong")),
            Case("Drydock", Battles("drydock", "strong", "strong")),
        ),
        ("equals", "fates", "taken", "out"), ("one temper", "another"),
        "Strong bots. Every temper plays against every other, with sides drawn by lot.",
        read_battles,
    ),
)  # fmt: skip
CHARTS: Final = (
    Chart("spy", "The Spy's side", "How often the Spy's side won.", EVEN_CHANCE),
    Chart("endings", "How matches ended", "Share of matches.", shares=True),
    Chart(
        "doctrine",
        "Doctrine against random play",
        "How often doctrine won on each side.",
        EVEN_CHANCE,
    ),
    Chart("stronger", "Wins of the higher level", "Share of matches.", EVEN_CHANCE),
    Chart("equals", "One temper against another", "How often the first temper won.", EVEN_CHANCE),
    Chart("fates", "How battles ended", "Share of battles."),
    Chart("taken", "Taken alive", "How often the Mastermind was captured at the end."),
    Chart(
        "out",
        "Guards outside the ring",
        "Share of guards outside the ring on the enemy's side, from turn 3.",
    ),
)
SIDE_ROWS: Final = {MASTERMIND: "As the Mastermind", SPY: "As the Spy"}


def read_match(match: Finished) -> Iterator[Reading]:
    """Yield the winning side, the ending, and the winning bot."""
    winners = match.played.outcome.winners
    yield Reading("spy", "Spy", 2 * (SPY in winners))
    yield Reading("endings", match.played.outcome.ending.replace("-", " ").capitalize(), 2)
    if {*match.bots} == {"doctrine", "random"}:
        doctrine_side = MASTERMIND if match.bots[MASTERMIND] == "doctrine" else SPY
        yield Reading("doctrine", SIDE_ROWS[doctrine_side], 2 * (doctrine_side in winners))


LAB: Final = Lab(SWEEPS, CHARTS, read_match)
