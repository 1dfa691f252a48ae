"""Measurements of matches between bots: `manage.py lab lunacy`.

The charts show how often bots hide, trap, bluff and shop, and how matches end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from engine.bots import dice_for, find_bot
from engine.dice import SeededDice, seed_from
from engine.game import Outcome
from engine.match import submit
from engine.values import Seat
from lab.lab import Case, Chart, Lab, Reading, Sweep
from minigames.lunacy.bots import BOTS
from minigames.lunacy.rules.events import Died, Found, LeftBehind, SearchEnded, Shopped, TrapMet
from minigames.lunacy.rules.game import LUNACY
from minigames.lunacy.rules.values import SEATS, Change, Move, Own, Setup

EVEN_SHARE: Final = 0.5
MAX_COUNT: Final = 6
"""Highest count that has its own row. Higher counts are included in this row."""


class Pairing(NamedTuple):
    """Two bots, and the options of their match. The bots' seats are drawn at random."""

    first_bot: str
    second_bot: str
    setup: Setup


class Tale(NamedTuple):
    """The story of a match, with counts of actions by seat."""

    bots: tuple[str, str]
    outcome: Outcome
    rounds: int
    action_counts: tuple[dict[str, int], dict[str, int]]

    def total(self, action: str) -> int:
        """Return the total of a count over both seats."""
        return sum([counts.get(action, 0) for counts in self.action_counts])


def tell(pairing: Pairing, seed: str) -> Tale:
    """Play one match between the bots and count their actions."""
    key = seed_from(f"lunacy lab {seed}")
    names = (pairing.first_bot, pairing.second_bot)
    if SeededDice(key, 0, "lab").die(2) == 1:
        names = (pairing.second_bot, pairing.first_bot)
    bots = [find_bot(name, LUNACY, BOTS) for name in names]
    state, _ = LUNACY.start(pairing.setup, SeededDice(key, 0))
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    ply = 0
    while (outcome := LUNACY.outcome(state)) is None:
        ply += 1
        seat = LUNACY.to_act(state)[0]
        view = LUNACY.view(state, seat)
        move = bots[seat].choose(view, seat, dice_for(key, seat, ply))
        counts[seat]["feints"] += _pretends(move, state.own[seat])
        lights = [spy.light for spy in state.table.spies]
        state, sent_events = submit(LUNACY, state, seat=seat, move=move, dice=SeededDice(key, ply))
        for spy in SEATS:
            counts[spy]["bluffs"] += state.table.spies[spy].light and not lights[spy]
        for sent in sent_events:
            match sent.event:
                case TrapMet(seat=actor):
                    counts[actor]["met"] += 1
                case Died(seat=actor):
                    counts[actor]["deaths"] += 1
                case Shopped(seat=actor):
                    counts[actor]["shopped"] += 1
                case SearchEnded(seat=actor):
                    counts[actor]["searches"] += 1
                case Found(seat=actor):
                    counts[actor]["found"] += 1
                case LeftBehind(choice=choice, hide=hide):
                    counts[seat]["hides"] += bool(hide)
                    counts[seat]["laid"] += choice not in {"leave", "decoy", "bare"}
    return Tale(
        (names[0], names[1]), outcome, state.table.round, (dict(counts[0]), dict(counts[1]))
    )


def _pretends(move: Move, own_state: Own) -> bool:
    return isinstance(move, Change) and (move.weapon, move.defence) == (
        own_state.weapon,
        own_state.defence,
    )


# --- sweeps and charts ----------------------------------------------------------------------------

CLUB: Final = tuple(
    Case(f"A {bot} and a {opponent}", Pairing(f"{bot}:club", f"{opponent}:club", Setup()))
    for bot, opponent in (("lurker", "hunter"), ("lurker", "tinker"), ("hunter", "tinker"))
)
WIRED: Final = tuple(Case(case.name, case.setup._replace(setup=Setup(wires=True))) for case in CLUB)
TEMPERS: Final = ("lurker", "hunter", "tinker")
LADDER: Final = tuple(
    Case(f"A {temper} against {opponent}", Pairing(f"{temper}:club", bot, Setup()))
    for opponent, bots in (
        ("its newcomer level", [f"{temper}:newcomer" for temper in TEMPERS]),
        ("doctrine", ["doctrine"] * 3),
        ("random play", ["random"] * 3),
    )
    for temper, bot in zip(TEMPERS, bots, strict=True)
)
OF_A_MATCH: Final = ("met", "hides", "deaths", "rounds", "endings")
HABITS: Final = ("hid", "laid", "shopped", "bluffed", "feinted")
SWEEPS: Final = (
    Sweep(
        "tempers", "Three tempers", CLUB, (*OF_A_MATCH, "strength", *HABITS),
        ("tempers at club level",), "Standard rules. Each pair plays equally often.",
    ),
    Sweep(
        "wires", "With trip wires", WIRED, (*OF_A_MATCH, "strength"), ("tempers at club level",),
        "The same pairs with the option that traps go off when an enemy enters the room.",
    ),
    Sweep(
        "ladder", "Club level against others", LADDER, ("wins",),
        ("tempers at club level", "others"),
        "Each temper against its newcomer level, the old doctrine and random play.",
    ),
)  # fmt: skip
COUNT_ROWS: Final = tuple([f"{count} or more" for count in range(1, MAX_COUNT + 1)])
CHARTS: Final = (
    Chart(
        "met", "Traps met", "Share of matches in which the two spies set off this number of traps.",
        rows=COUNT_ROWS, pooled=True,
    ),
    Chart(
        "hides", "Pieces hidden",
        "Share of matches in which pieces were hidden this number of times.", rows=COUNT_ROWS,
        pooled=True,
    ),
    Chart(
        "deaths", "Deaths", "Share of matches in which spies died this number of times.",
        rows=COUNT_ROWS, pooled=True,
    ),
    Chart(
        "rounds", "Length", "Share of matches that take more rounds than this.",
        rows=tuple([f"more than {rounds}" for rounds in (15, 25, 35, 45, 60)]), pooled=True,
    ),
    Chart("endings", "How matches ended", "Share of matches.", pooled=True),
    Chart(
        "strength", "Strength", "How often a temper won. A draw counts as half.", EVEN_SHARE,
        TEMPERS, pooled=True,
    ),
    Chart("wins", "Wins", "How often the club bot won. A draw counts as half.", EVEN_SHARE),
    Chart("hid", "Hides", "Share of matches in which it hid a piece.", None, TEMPERS, pooled=True),
    Chart("laid", "Traps", "Share of its searches that left a trap.", None, TEMPERS, pooled=True),
    Chart("shopped", "Shops", "Share of matches in which it shopped.", None, TEMPERS, pooled=True),
    Chart(
        "bluffed", "Bluffs",
        "Share of matches in which it claimed all three pieces but moved as if with fewer.", None,
        TEMPERS, pooled=True,
    ),
    Chart(
        "feinted", "Feints", "Share of matches in which it pretended to change equipment.", None,
        TEMPERS, pooled=True,
    ),
)  # fmt: skip
ENDINGS: Final = {
    "escaped": "Escape from the roof",
    "killed": "Third death",
    "both-killed": "Both spies dead",
    "police": "The police",
    "round-limit": "Round limit",
}


def play(pairing: Pairing, seed: str) -> Iterator[Reading]:
    """Play one match and yield its readings."""
    tale = tell(pairing, seed)
    for action in ("met", "hides", "deaths"):
        for count, row in enumerate(COUNT_ROWS, 1):
            yield Reading(action, row, 2 * (tale.total(action) >= count))
    for rounds in (15, 25, 35, 45, 60):
        yield Reading("rounds", f"more than {rounds}", 2 * (tale.rounds > rounds))
    for ending, name in ENDINGS.items():
        yield Reading("endings", name, 2 * (tale.outcome.ending == ending))
    winners = tale.outcome.winners
    for seat, bot in enumerate(tale.bots):
        counts, temper = tale.action_counts[seat], bot.partition(":")[0]
        halves = 3 - len(winners) if Seat(seat) in winners else 0
        yield Reading("strength", temper, halves)
        if bot == pairing.first_bot:
            yield Reading("wins", "wins", halves)
        yield Reading("hid", temper, 2 * bool(counts.get("hides")))
        yield Reading("laid", temper, 2 * counts.get("laid", 0), counts.get("searches", 0))
        yield Reading("shopped", temper, 2 * bool(counts.get("shopped")))
        yield Reading("bluffed", temper, 2 * bool(counts.get("bluffs")))
        yield Reading("feinted", temper, 2 * bool(counts.get("feints")))


LAB: Final = Lab(SWEEPS, CHARTS, play=play)
