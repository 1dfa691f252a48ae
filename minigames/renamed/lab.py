"""What the bots of the game are measured by: whether levels differ in strength, and tempers in
play. `manage.py lab renamed`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lab.lab import Case, Chart, Lab, Seen, Sweep
from lab.meetings import meet, pairings
from minigames.renamed.rules import odds
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import Kill, Send, SendTeam, Taunt
from minigames.renamed.rules.values import Setup

from .bots import BOTS
from .tempers import TEMPERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.bots import Level
    from engine.values import Seat
    from lab.meetings import Choice, Meeting, Met

EVEN: Final = 0.5
KEYS: Final = tuple([temper.key for temper in TEMPERS])


class Tables(NamedTuple):
    """Matches at tables of so many: each temper at the `higher` level against itself at the
    `lower`, or, where both are the same, every temper against every other.
    """

    players: int
    higher: Level
    lower: Level

    @property
    def meetings(self) -> dict[str, Meeting]:
        """By what a row of the charts is called."""
        setup = Setup(players=self.players)
        return pairings(setup, KEYS, self.higher, self.lower)


STEPS: Final[tuple[tuple[Level, Level], ...]] = (("strong", "club"), ("club", "newcomer"))
BOTH: Final[tuple[Level, ...]] = ("strong", "club")
LEVELS: Final = Sweep(
    "levels",
    "Levels",
    tuple(
        [
            Case(f"{higher.capitalize()} against {lower}, {players} players", each)
            for players in (2, 4)
            for higher, lower in STEPS
            for each in [Tables(players, higher, lower)]
        ]
    ),
    ("stronger",),
    ("the higher level", "the lower"),
    "Every temper against itself one level down; at four, two of each.",
)
STYLES: Final = Sweep(
    "tempers",
    "Tempers",
    tuple(
        [
            Case(f"{level.capitalize()}, {players} players", Tables(players, level, level))
            for players in (2, 4)
            for level in BOTH
        ]
    ),
    ("equals", "taunts", "ruins"),
    ("one temper", "another"),
    "Every temper against every other at one level; at four, two of each.",
)
CHARTS: Final = (
    Chart("stronger", "One level up", "How often the higher level won.", EVEN),
    Chart("equals", "One temper against another", "How often the first of the two won.", EVEN),
    Chart(
        "taunts",
        "Speeches",
        "How often a captive that could be taunted, and whose death did not win the match, was.",
    ),
    Chart(
        "ruins",
        "Ruins",
        "In how many spy steps with a rival's lair in sight a card of one's own hand went into it.",
    ),
)


def play(tables: Tables, seed: str) -> Iterator[Seen]:
    """Each meeting once, read."""
    for row, meeting in tables.meetings.items():
        met = meet(RENAMED, BOTS, meeting, f"{seed} {row}")
        if tables.higher != tables.lower:
            yield Seen("stronger", row, met.share(meeting.bots[0]))
            continue
        yield Seen("equals", row, met.share(meeting.bots[0]))
        yield from _habits(met)


def _habits(met: Met) -> Iterator[Seen]:
    for at, (bot, choices) in enumerate(zip(met.bots, met.choices, strict=True)):
        row = bot.partition(":")[0].capitalize()
        talked = [isinstance(each.move, Taunt) for each in choices if _may_taunt(each)]
        yield Seen("taunts", row, 2 * sum(talked), len(talked))
        sent = [_ruins(each.move, at) for each in choices if _sees_a_lair(each, at)]
        yield Seen("ruins", row, 2 * sum(sent), len(sent))


def _may_taunt(choice: Choice) -> bool:
    """Whether there was anything to think about: a letter to taunt with, and a match to go on."""
    table = choice.view.table
    if not isinstance(choice.move, Kill | Taunt) or len(offers := odds.offers(choice.view)) < 2:
        return False
    return bool(table.scores[choice.view.seat] + offers[0].points < table.setup.target)


def _sees_a_lair(choice: Choice, seat: Seat | int) -> bool:
    table = choice.view.table
    return table.phase == "send" and any(
        lair.stands for other, lair in enumerate(table.lairs) if other != seat
    )


def _ruins(move: Any, seat: Seat | int) -> bool:
    return isinstance(move, Send | SendTeam) and move.into != seat


LAB: Final = Lab((LEVELS, STYLES), CHARTS, play=play)
"""Of two and of four players."""
