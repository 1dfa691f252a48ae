"""Measurements of bots: the strength of levels, and the styles of tempers.

Run `manage.py lab renamed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from engine.bots import Level
from engine.values import Seat
from lab.lab import Case, Chart, Lab, Reading, Sweep
from lab.meetings import Choice, FinishedMeeting, Meeting, pairings, play_meeting
from minigames.renamed.rules import odds
from minigames.renamed.rules.game import RENAMED
from minigames.renamed.rules.moves import Kill, Send, SendTeam, Taunt
from minigames.renamed.rules.values import Setup

from .bots import BOTS
from .tempers import TEMPERS

EVEN_SHARE: Final = 0.5
KEYS: Final = tuple([temper.key for temper in TEMPERS])


class Tables(NamedTuple):
    """Matches at tables with this number of players.

    If the levels differ, each temper plays at the `higher` level against itself at the `lower`
    level. If both levels are the same, every temper plays against every other temper.
    """

    players: int
    higher: Level
    lower: Level

    @property
    def meetings(self) -> dict[str, Meeting]:
        """The pairings, by row name in the charts."""
        setup = Setup(players=self.players)
        return pairings(setup, KEYS, self.higher, self.lower)


STEPS: Final[tuple[tuple[Level, Level], ...]] = (("strong", "club"), ("club", "newcomer"))
STYLE_LEVELS: Final[tuple[Level, ...]] = ("strong", "club")
LEVELS: Final = Sweep(
    "levels",
    "Levels",
    tuple(
        Case(f"{higher.capitalize()} against {lower}, {players} players", tables)
        for players in (2, 4)
        for higher, lower in STEPS
        for tables in [Tables(players, higher, lower)]
    ),
    ("stronger",),
    ("the higher level", "the lower"),
    "Every temper against itself one level lower. With four players, there are two of each.",
)
STYLES: Final = Sweep(
    "tempers",
    "Tempers",
    tuple(
        Case(f"{level.capitalize()}, {players} players", Tables(players, level, level))
        for players in (2, 4)
        for level in STYLE_LEVELS
    ),
    ("equals", "taunts", "ruins"),
    ("one temper", "another"),
    "Every temper against every other at the same level. With four players, there are two of each.",
)
CHARTS: Final = (
    Chart("stronger", "Wins of the higher level", "Share of matches.", EVEN_SHARE),
    Chart("equals", "One temper against another", "How often the first temper won.", EVEN_SHARE),
    Chart(
        "taunts",
        "Speeches",
        "How often a captive was taunted if a taunt was possible and a kill did not win the match.",
    ),
    Chart(
        "ruins",
        "Ruins",
        "Share of spy steps with a rival's lair on the table in which a card from the player's own "
        "hand was played into it.",
    ),
)


def play(tables: Tables, seed: str) -> Iterator[Reading]:
    """Play each pairing once and yield the readings."""
    for row, meeting in tables.meetings.items():
        results = play_meeting(RENAMED, BOTS, meeting, f"{seed} {row}")
        if tables.higher != tables.lower:
            yield Reading("stronger", row, results.share(meeting.bots[0]))
            continue
        yield Reading("equals", row, results.share(meeting.bots[0]))
        yield from _habits(results)


def _habits(results: FinishedMeeting) -> Iterator[Reading]:
    for seat, (bot, choices) in enumerate(zip(results.bots, results.choices, strict=True)):
        row = bot.partition(":")[0].capitalize()
        taunted = [isinstance(choice.move, Taunt) for choice in choices if _may_taunt(choice)]
        yield Reading("taunts", row, 2 * sum(taunted), len(taunted))
        sent = [
            _ruins_rival_lair(choice.move, seat) for choice in choices if _sees_a_lair(choice, seat)
        ]
        yield Reading("ruins", row, 2 * sum(sent), len(sent))


def _may_taunt(choice: Choice) -> bool:
    """Return whether the bot could have taunted, and a kill would not have won the match."""
    table = choice.view.table
    if (
        not isinstance(choice.move, Kill | Taunt)
        or len(offers := odds.list_offers(choice.view)) < 2
    ):
        return False
    return bool(table.scores[choice.view.seat] + offers[0].points < table.setup.target)


def _sees_a_lair(choice: Choice, seat: Seat | int) -> bool:
    table = choice.view.table
    return table.phase == "send" and any(
        lair.stands for other, lair in enumerate(table.lairs) if other != seat
    )


def _ruins_rival_lair(move: Any, seat: Seat | int) -> bool:
    return isinstance(move, Send | SendTeam) and move.into != seat


LAB: Final = Lab((LEVELS, STYLES), CHARTS, play=play)
"""Measurements at tables with two and with four players."""
