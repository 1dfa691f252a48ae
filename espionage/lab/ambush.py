"""The lab of the ambush: who wins between equals, what a level, a plan and running away are worth,
and what a counterspy's 12 or more comes to. `manage.py lab ambush`.

A sample is a duel. It is of one of the five maps, drawn like everything else from its seed.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from campaign.league.rules.presets import RECOMMENDED
from campaign.ledger.rules.gear import worn
from campaign.roster.rules.archetypes import ARCHETYPES
from engine.bots import named
from engine.dice import SeededDice, seed_from
from engine.values import Value, changed
from espionage.rules.ambush.bots import BOTS
from espionage.rules.ambush.by_doctrine import EDITIONS
from espionage.rules.ambush.call import Cause, Tactics, condition
from espionage.rules.ambush.game import AMBUSH
from espionage.rules.ambush.maps import map_of
from espionage.rules.ambush.outcome import result
from espionage.rules.ambush.samples import called, fighter, kit
from espionage.rules.ambush.values import AMBUSHER, Setup
from espionage.rules.files import Skills, person
from espionage.rules.meeting import mission_goes_on, tactics
from espionage.rules.orders import Standing
from lab.lab import Case, Chart, Lab, Seen, Sweep
from lab.simulation import play_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.bots import Bot
    from engine.dice import Dice
    from espionage.rules.ambush.call import Ambush, AmbushResult, Combatant
    from espionage.rules.ambush.values import Move, View

EVEN: Final = 0.5
SECTIONS: Final = 5
THINKS: Final = "search:200"
Outfit: TypeAlias = Literal["pistol", "rifle", "shotgun", "bare"]
Plans: TypeAlias = Literal["alike", "search", "former"]
"""Both by doctrine; or one of them thinks; or the other fights by the first weeks' doctrine."""
CARRIED: Final[dict[Outfit, tuple[str, ...]]] = {
    "pistol": ("heavy_pistol", "heavy_pistol_clip"),
    "rifle": ("rifle", "rifle_clip"),
    "shotgun": ("shotgun", "shotgun_clip"),
    "bare": (),
}
FIRST_WEEKS, TODAY = len(EDITIONS) - 1, 0
"""Editions of doctrine and numbers: how it was fought in the first weeks, and how it is."""


class Cell(Value):
    """Two who meet. `level` is the better one's handgunner; he ambushes in every second duel, and
    so does whose plan is the better one. `anybody` are two ready-made characters, each with every
    other, in place of base skill.
    """

    outfit: Outfit = "pistol"
    armour: bool = True
    ambusher: Tactics = "cautious"
    ambushed: Tactics = "cautious"
    level: int = 0
    untrained: bool = False
    anybody: bool = False
    cause: Cause = "bomber"
    plans: Plans = "alike"
    edition: int = TODAY


# --- a duel ---------------------------------------------------------------------------------------


def play(cell: Cell, seed: str) -> Iterator[Seen]:
    """One duel, read."""
    key = seed_from(f"ambush lab {seed}")
    dice = SeededDice(key, 0, "lab")
    ours = dice.die(2) - 1
    ambush = _met(cell, ours, dice)
    doctrine, numbers = EDITIONS[cell.edition]
    setup = Setup(ambush=ambush, ground=map_of(ambush.map, ambush.section), numbers=numbers)
    bots: list[Bot[View, Move]] = [doctrine, doctrine]
    if cell.plans == "search":
        bots[ours] = named(THINKS, AMBUSH, BOTS)
    elif cell.plans == "former":
        bots[1 - ours] = EDITIONS[FIRST_WEEKS][0]
    state, _, _ = play_out(AMBUSH, setup, bots, key)
    return _read(cell, ours, ambush, result(state))


def _met(cell: Cell, ours: int, dice: Dice) -> Ambush:
    both = (cell.ambusher, cell.ambushed)
    men = [_man(cell, seat, how, cell.level * (seat == ours)) for seat, how in enumerate(both)]
    if cell.untrained:
        men[0] = changed(men[0], skills=Skills(), tactics="flee_first")
    if cell.anybody:
        men = [_anybody(cell, man, dice) for man in men]
    return changed(called(men[0], men[1], dice.die(SECTIONS) - 1), cause=cell.cause)


def _man(cell: Cell, seat: int, how: Tactics, level: int) -> Combatant:
    skills = Skills(stealth=0, handgunner=level, blade=0, martial_arts=0, running=0)
    carries = kit(*CARRIED[cell.outfit], *(("body_armour",) if cell.armour else ()))
    return fighter(seat, how, skills, carries, armour=worn(carries.items).armour)


def _anybody(cell: Cell, man: Combatant, dice: Dice) -> Combatant:
    """One of the ready-made characters in his place, with the doctrine that goes by his skill."""
    who = dice.pick(ARCHETYPES)
    found = person(
        (who.key, who.title, who.role), who.points, 0, captured=False, house=RECOMMENDED.rules
    )
    lies_in_wait = man.seat == AMBUSHER or cell.edition == FIRST_WEEKS  # both by skill, then
    how = tactics(Standing(), found, ambushing=lies_in_wait)
    return changed(man, skills=found.skills, dp=found.dp, full_dp=found.full_dp, tactics=how)


# --- what is read ---------------------------------------------------------------------------------

ENDS: Final = (
    "The ambusher fells",
    "The ambushed fells",
    "Both fall",
    "The ambusher leaves",
    "The ambushed leaves",
    "Turn limit",
)
TURNS: Final = (2, 4, 8, 16)


def _read(cell: Cell, ours: int, ambush: Ambush, came_to: AmbushResult) -> Iterator[Seen]:
    end = _end(ambush, came_to)
    for name in ENDS:
        yield Seen("ends", name, 2 * (name == end))
    decided = end in ENDS[:2]
    if decided:
        yield Seen("ambusher", "Ambusher", 2 * (end == ENDS[0]))
        yield Seen("better", "Better", 2 * (end == ENDS[ours]))
    yield Seen("undecided", "Undecided", 2 * (not decided))
    yield Seen("away", "Away", 2 * (end == "The ambushed leaves"))
    yield Seen("down", "Down", 2 * (end in ENDS[:3]))
    if cell.cause == "hunted":
        goes_on = mission_goes_on(
            ambush, came_to, after_escape=RECOMMENDED.rules.mission_after_escape
        )
        yield Seen("goes-on", "Goes on", 2 * goes_on)
    for turns in TURNS:
        yield Seen("turns", f"Within {turns} turns", 2 * (came_to.turns <= turns))


def _end(ambush: Ambush, came_to: AmbushResult) -> str:
    one, two = came_to.ambusher, came_to.ambushed
    falls = [
        condition(who, end) != "standing"
        for who, end in ((ambush.ambusher, one), (ambush.ambushed, two))
    ]
    if any(falls):
        return ENDS[2] if all(falls) else ENDS[int(falls[0])]
    return ENDS[3] if one.left else ENDS[4] if two.left else ENDS[5]


# --- what is asked --------------------------------------------------------------------------------

CHARTS: Final = (
    Chart("ends", "How duels end", "Of all duels.", rows=ENDS),
    Chart("ambusher", "The ambusher", "Of duels that left one standing: he won.", EVEN),
    Chart("better", "The better one", "Of duels that left one standing: he won.", EVEN),
    Chart("undecided", "Undecided", "Both stand at the end, or neither."),
    Chart("away", "The ambushed gets away", "By the edge of the map, or unseen."),
    Chart("down", "Somebody is down", "Unconscious or dead."),
    Chart("goes-on", "The mission goes on", "The counterspy fell, or left (E9)."),
    Chart("turns", "How long it takes", "Over within so many turns."),
)
EQUALS: Final[dict[str, Cell]] = {
    "Pistols, no armour": Cell(armour=False),
    "Pistols and armour": Cell(),
    "Rifles and armour": Cell(outfit="rifle"),
    "Shotguns and armour": Cell(outfit="shotgun"),
    "Rifles, aggressive": Cell(outfit="rifle", ambusher="aggressive", ambushed="aggressive"),
    "Bare hands": Cell(outfit="bare", armour=False, ambusher="aggressive", ambushed="aggressive"),
}
ARMED: Final = tuple(EQUALS.items())[:4]
FLEEING: Final = {
    f"From {outfit}s": Cell(outfit=outfit, ambushed="flee_first")
    for outfit in ("pistol", "rifle", "shotgun")
}
HUNTS: Final = {
    "Base skill, doctrine by skill": Cell(cause="hunted", ambushed="flee_first"),
    "Base skill, the spy fights": Cell(cause="hunted"),
    "Anybody after anybody": Cell(anybody=True, cause="hunted"),
}
OTHERS: Final = {
    "Anybody ambushes anybody": Cell(anybody=True),
    "Untrained ambusher": Cell(untrained=True, cause="ambushed"),
}
BY: Final = ("doctrine",)
BEFORE: Final = "By the numbers and the doctrine of the first weeks."


def _cases(cells: dict[str, Cell], *, edition: int = TODAY) -> tuple[Case, ...]:
    return tuple([Case(name, changed(cell, edition=edition)) for name, cell in cells.items()])


def _levels() -> Iterator[Case]:
    for (name, cell), level in product(ARMED, (1, 2)):
        yield Case(f"{name}, +{level}", changed(cell, level=level))


def _then_and_now(
    key: str, title: str, cells: dict[str, Cell], charts: tuple[str, ...], says: str
) -> Iterator[Sweep]:
    yield Sweep(key, title, _cases(cells), charts, BY, says)
    yield Sweep(
        f"{key}-before",
        f"{title}, before",
        _cases(cells, edition=FIRST_WEEKS),
        charts,
        BY,
        f"{says} {BEFORE}",
    )


SWEEPS: Final = (
    *_then_and_now(
        "equals",
        "Equals",
        EQUALS,
        ("ambusher", "undecided", "ends", "turns"),
        "Base skill and the same kit on both sides, both cautious unless it says otherwise.",
    ),
    Sweep(
        "levels",
        "A level of handgunner",
        tuple(_levels()),
        ("better", "undecided"),
        BY,
        "The same two, one of them so much better; he ambushes in every second duel.",
    ),
    *_then_and_now(
        "flight",
        "Flight",
        FLEEING,
        ("away", "ends"),
        "Base skill, the same gun and armour on both sides; the ambushed flees first.",
    ),
    *_then_and_now(
        "hunt",
        "A counterspy's 12 or more",
        HUNTS,
        ("goes-on", "down", "ends"),
        "He ambushes the spy before the mission (E9). Pistol and armour each, doctrine by skill.",
    ),
    *_then_and_now(
        "others",
        "Other ambushes",
        OTHERS,
        ("down", "ends"),
        "Pistol and armour each, doctrine by skill. The untrained one spotted himself (E8).",
    ),
    Sweep(
        "plans",
        "The better plan",
        tuple([Case(name, changed(cell, plans="former")) for name, cell in ARMED]),
        ("better", "undecided"),
        BY,
        "Equals; one fights by today's doctrine, the other by that of the first weeks, which "
        "neither aims nor follows. The one of today ambushes in every second duel.",
    ),
    Sweep(
        "search",
        "Thinking ahead",
        tuple([Case(name, changed(cell, plans="search")) for name, cell in ARMED]),
        ("better", "undecided"),
        (THINKS, "doctrine"),
        "Equals; one thinks two hundred playouts a move, and ambushes in every second duel.",
    ),
)
LAB: Final = Lab(SWEEPS, CHARTS, play=play)
