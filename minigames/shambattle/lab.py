"""How even the sides of the battle are: maps with their countdowns, doctrine against doctrine, and
doctrine against random play. And whom people fight: levels, tempers, and what becomes of the
Mastermind between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lab.lab import Case, Chart, Finished, Lab, Seen, Sweep
from lab.meetings import meet, pairings
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.geometry import within
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.maps import MAPS
from minigames.shambattle.rules.position import standing
from minigames.shambattle.rules.roster import BOSS
from minigames.shambattle.rules.values import MASTERMIND, SPY, Setup

from .bots import BOTS
from .tempers import TEMPERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.bots import Level
    from lab.meetings import Meeting, Met
    from minigames.shambattle.rules.values import MapKey, View

EVEN: Final = 0.5
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
    """Battles on a map: each temper at the `higher` level against itself at the `lower`, or, where
    both are the same, every temper against every other. Sides change.
    """

    map: MapKey
    higher: Level
    lower: Level

    @property
    def meetings(self) -> dict[str, Meeting]:
        """By what a row of the charts is called."""
        setup = Setup(map=self.map, countdown=MAPS[self.map].countdown)
        return pairings(setup, [temper.key for temper in TEMPERS], self.higher, self.lower)


def fought(battles: Battles, seed: str) -> Iterator[Seen]:
    """Each meeting once, read."""
    for row, meeting in battles.meetings.items():
        met = meet(SHAMBATTLE, BOTS, meeting, f"{seed} {row}")
        if battles.higher != battles.lower:
            yield Seen("stronger", row, met.share(meeting.bots[0]))
            continue
        yield Seen("equals", row, met.share(meeting.bots[0]))
        yield from _habits(met)


def _habits(met: Met) -> Iterator[Seen]:
    """What became of the Mastermind, by his temper and by his enemy's, and how far his guards
    went.
    """
    names = [bot.partition(":")[0].capitalize() for bot in met.bots]
    ending = met.outcome.ending
    for fate in FATES:
        yield Seen("fates", fate.replace("-", " ").capitalize(), 2 * (fate == ending))
    taken = ending.endswith("captured")
    yield Seen("taken", f"{names[MASTERMIND]} as the Mastermind", 2 * taken)
    yield Seen("taken", f"{names[SPY]} as the Spy", 2 * taken)
    out = [_out(each.view) for each in met.choices[MASTERMIND] if _before(each.view)]
    yield Seen(
        "out", names[MASTERMIND], 2 * sum([far for far, _ in out]), sum([men for _, men in out])
    )


def _before(view: View) -> bool:
    return view.table.step == "move" and view.table.missile == "ready" and view.table.turn > 2


def _out(view: View) -> tuple[int, int]:
    """How many guards are so far west of the ring, and how many there are."""
    table, here = view.table, ground(view.table.map)
    men = [n for n in standing(table, MASTERMIND) if n != BOSS]
    far = [
        n
        for n in men
        if table.men[n].spot[0] < here.centre[0]
        and not within(table.men[n].spot, here.centre, here.map.ring + OUT)
    ]
    return len(far), len(men)


FATES: Final = tuple(
    [
        f"{missile}-{fate}"
        for missile in ("launched", "disabled")
        for fate in ("escaped", "dead", "captured")
    ]
)
OUT: Final = 100
"""A guard so far outside the ring, on the enemy's side of it, has gone out."""

SWEEPS: Final = (
    Sweep(
        "countdown",
        "Maps and countdowns",
        COUNTDOWNS,
        ("spy", "endings"),
        ("doctrine",),
        "Standard rules, both sides by doctrine.",
    ),
    Sweep(
        "strength",
        "Doctrine against random play",
        (Case("Volcano", Setup()),),
        ("doctrine",),
        ("doctrine", "random"),
        "By side.",
    ),
    Sweep(
        "levels",
        "Levels",
        (
            Case("Strong against club", Battles("volcano", "strong", "club")),
            Case("Club against newcomer", Battles("volcano", "club", "newcomer")),
        ),
        ("stronger",),
        ("the higher level", "the lower"),
        "On the Volcano; every temper against itself one level down, sides by lot.",
        fought,
    ),
    Sweep(
        "tempers",
        "Tempers",
        (
            Case("Volcano", Battles("volcano", "strong", "strong")),
            Case("Drydock", Battles("drydock", "strong", "strong")),
        ),
        ("equals", "fates", "taken", "out"),
        ("one temper", "another"),
        "Strong bots; every temper against every other, sides by lot.",
        fought,
    ),
)
CHARTS: Final = (
    Chart("spy", "The Spy's side", "How often the Spy's side won.", EVEN),
    Chart("endings", "How it ended", "How often a match ended so.", shares=True),
    Chart(
        "doctrine",
        "Doctrine against random play",
        "How often doctrine won, by the side it played.",
        EVEN,
    ),
    Chart("stronger", "One level up", "How often the higher level won.", EVEN),
    Chart("equals", "One temper against another", "How often the first of the two won.", EVEN),
    Chart("fates", "How it ended", "How often a battle of these ended so."),
    Chart("taken", "Taken alive", "How often the Mastermind was captured in the end."),
    Chart(
        "out",
        "Out to meet them",
        "Which share of guards stood outside the ring, on the enemy's side, from turn 3 on.",
    ),
)
SIDES: Final = {MASTERMIND: "As the Mastermind", SPY: "As the Spy"}


def read(match: Finished) -> Iterator[Seen]:
    """Who won, how, and with which bot."""
    winners = match.played.outcome.winners
    yield Seen("spy", "Spy", 2 * (SPY in winners))
    yield Seen("endings", match.played.outcome.ending.replace("-", " ").capitalize(), 2)
    if {*match.bots} == {"doctrine", "random"}:
        ours = MASTERMIND if match.bots[MASTERMIND] == "doctrine" else SPY
        yield Seen("doctrine", SIDES[ours], 2 * (ours in winners))


LAB: Final = Lab(SWEEPS, CHARTS, read)
