"""The ambush lab (`manage.py lab ambush`).

The lab measures the chances of equal fighters, the value of a skill level, of a plan and of an
escape, and the effect of a counterspy's 12+. A sample is a duel on one of the five maps. The seed
determines the map and everything else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, Literal, TypeAlias

from ambush.bots import BOTS
from ambush.by_doctrine import EDITIONS
from ambush.rules.call import (
    TURN_LIMIT,
    Ambush,
    AmbushResult,
    Cause,
    Combatant,
    Tactics,
    condition,
    mission_goes_on,
    tactics_by_skill,
)
from ambush.rules.game import AMBUSH
from ambush.rules.maps import map_of
from ambush.rules.outcome import ambush_result
from ambush.rules.samples import sample_ambush, sample_fighter, sample_kit
from ambush.rules.values import AMBUSHER, Move, Setup, View
from campaign.house_rules.rules.presets import RECOMMENDED
from campaign.ledger.rules.gear import protection_of
from campaign.roster.rules.archetypes import ARCHETYPES
from campaign.roster.rules.skills import build
from campaign.roster.rules.spies import BELOW_BASE, Skills, spy_skills
from engine.bots import Bot, find_bot
from engine.dice import Dice, SeededDice, seed_from
from engine.values import Value, changed
from lab.lab import Case, Chart, Lab, Reading, Sweep
from lab.simulation import play_out

EVEN_CHANCE: Final = 0.5
SECTIONS: Final = 5
SEARCH_BOT: Final = "search:200"
Outfit: TypeAlias = Literal["pistol", "rifle", "shotgun", "bare"]
Plans: TypeAlias = Literal["alike", "search", "former"]
"""Pairings of bots: two doctrines, a doctrine and a searching bot, or two editions."""
KITS_BY_OUTFIT: Final[dict[Outfit, tuple[str, ...]]] = {
    "pistol": ("heavy_pistol", "heavy_pistol_clip"),
    "rifle": ("rifle", "rifle_clip"),
    "shotgun": ("shotgun", "shotgun_clip"),
    "bare": (),
}
FIRST_WEEKS, BEFORE_EXHAUSTION, TODAY = len(EDITIONS) - 1, 1, 0
"""Indexes of the oldest and the current edition of doctrine and numbers."""


class Cell(Value):
    """Two opponents. `level` is the handgunner level of the better fighter.

    The better fighter is the ambusher in every second duel, and so is the fighter with the better
    plan. Both have the level `martial_arts`. If `ready_made` is true, ready-made characters fight
    instead of characters with base skills.
    """

    outfit: Outfit = "pistol"
    armour: bool = True
    ambusher: Tactics = "cautious"
    ambushed: Tactics = "cautious"
    level: int = 0
    martial_arts: int = 0
    untrained: bool = False
    ready_made: bool = False
    cause: Cause = "bomber"
    plans: Plans = "alike"
    edition: int = TODAY


# --- a duel ---------------------------------------------------------------------------------------


def play_duel(cell: Cell, seed: str) -> Iterator[Reading]:
    """Play a duel and yield its readings."""
    key = seed_from(f"ambush lab {seed}")
    dice = SeededDice(key, 0, "lab")
    better_seat = dice.die(2) - 1
    ambush = _draw_ambush(cell, better_seat, dice)
    doctrine, numbers = EDITIONS[cell.edition]
    setup = Setup(ambush=ambush, ground=map_of(ambush.map, ambush.section), numbers=numbers)
    bots: list[Bot[View, Move]] = [doctrine, doctrine]
    if cell.plans == "search":
        bots[better_seat] = find_bot(SEARCH_BOT, AMBUSH, BOTS)
    elif cell.plans == "former":
        bots[1 - better_seat] = EDITIONS[FIRST_WEEKS][0]
    state, _, _ = play_out(AMBUSH, setup, bots, key)
    return _duel_readings(cell, better_seat, ambush, ambush_result(state))


def _draw_ambush(cell: Cell, better_seat: int, dice: Dice) -> Ambush:
    tactics_by_seat = (cell.ambusher, cell.ambushed)
    men = [
        _combatant(cell, seat, tactics_of_seat, cell.level * (seat == better_seat))
        for seat, tactics_of_seat in enumerate(tactics_by_seat)
    ]
    if cell.untrained:
        men[0] = changed(men[0], skills=Skills(), tactics="flee_first")
    if cell.ready_made:
        men = [_ready_made_combatant(cell, man, dice) for man in men]
    return changed(sample_ambush(men[0], men[1], dice.die(SECTIONS) - 1), cause=cell.cause)


def _combatant(cell: Cell, seat: int, tactics_used: Tactics, level: int) -> Combatant:
    skills = Skills(stealth=0, handgunner=level, blade=0, martial_arts=cell.martial_arts, running=0)
    gear = sample_kit(*KITS_BY_OUTFIT[cell.outfit], *(("body_armour",) if cell.armour else ()))
    return sample_fighter(seat, tactics_used, skills, gear, armour=protection_of(gear.items).armour)


def _ready_made_combatant(cell: Cell, man: Combatant, dice: Dice) -> Combatant:
    """Return the ready-made character in this fighter's place.

    The character uses the doctrine that suits his skill.
    """
    ready_made = dice.pick(ARCHETYPES)
    skills = spy_skills(ready_made.points, RECOMMENDED.house)
    dp = build(ready_made.points, RECOMMENDED.house).dp
    is_ambushing = (
        man.seat == AMBUSHER or cell.edition == FIRST_WEEKS
    )  # in the first weeks, both chose their doctrine by skill
    tactics_used = tactics_by_skill(skills, ambushing=is_ambushing)
    return changed(man, skills=skills, dp=dp, full_dp=dp, tactics=tactics_used)


# --- readings -------------------------------------------------------------------------------------

ENDS: Final = (
    "The ambusher wins",
    "The ambushed fighter wins",
    "Both go down",
    "The ambusher leaves",
    "The ambushed fighter leaves",
    "Turn limit",
    "Exhaustion",
)
TURNS: Final = (2, 4, 8, 16)


def _duel_readings(
    cell: Cell, better_seat: int, ambush: Ambush, duel_result: AmbushResult
) -> Iterator[Reading]:
    end = _duel_ending(ambush, duel_result)
    for name in ENDS:
        yield Reading("ends", name, 2 * (name == end))
    is_decided = end in ENDS[:2]
    if is_decided:
        yield Reading("ambusher", "Ambusher", 2 * (end == ENDS[0]))
        yield Reading("better", "Better", 2 * (end == ENDS[better_seat]))
    yield Reading("undecided", "Undecided", 2 * (not is_decided))
    yield Reading("away", "Away", 2 * (end == "The ambushed fighter leaves"))
    yield Reading("down", "Down", 2 * (end in ENDS[:3]))
    if cell.cause == "hunted":
        is_mission_going_on = mission_goes_on(
            ambush, duel_result, after_escape=RECOMMENDED.house.mission_after_escape
        )
        yield Reading("goes-on", "Continues", 2 * is_mission_going_on)
    for turns in TURNS:
        yield Reading("turns", f"Within {turns} turns", 2 * (duel_result.turns <= turns))


def _duel_ending(ambush: Ambush, duel_result: AmbushResult) -> str:
    ambusher, ambushed = duel_result.ambusher, duel_result.ambushed
    has_fallen = [
        condition(combatant, end) != "standing"
        for combatant, end in ((ambush.ambusher, ambusher), (ambush.ambushed, ambushed))
    ]
    if any(has_fallen):
        return ENDS[2] if all(has_fallen) else ENDS[int(has_fallen[0])]
    if ambusher.left or ambushed.left:
        return ENDS[3] if ambusher.left else ENDS[4]
    return ENDS[5] if duel_result.turns == TURN_LIMIT else ENDS[6]


# --- sweeps ---------------------------------------------------------------------------------------

CHARTS: Final = (
    Chart("ends", "How duels end", "Of all duels.", rows=ENDS),
    Chart(
        "ambusher",
        "The ambusher",
        "Wins of the ambusher, in duels with one fighter left standing.",
        EVEN_CHANCE,
    ),
    Chart(
        "better",
        "The better fighter",
        "Wins of the better fighter, in duels with one left standing.",
        EVEN_CHANCE,
    ),
    Chart("undecided", "Undecided", "Both fighters are standing at the end, or neither is."),
    Chart("away", "The ambushed fighter escapes", "Over the edge of the map, or unseen."),
    Chart("down", "A fighter is down", "Unconscious or dead."),
    Chart("goes-on", "The mission continues", "The counterspy was defeated or left (E9)."),
    Chart("turns", "Length of duels", "Share of duels that are over within this number of turns."),
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
BARE: Final = changed(EQUALS["Bare hands"], cause="ambushed")
BRAWLS: Final = {
    "Base skill": BARE,
    "Base skill, armour": changed(BARE, armour=True),
    "Untrained": changed(BARE, martial_arts=BELOW_BASE),
    "Untrained, armour": changed(BARE, martial_arts=BELOW_BASE, armour=True),
}
FLEEING: Final = {
    f"From {outfit}s": Cell(outfit=outfit, ambushed="flee_first")
    for outfit in ("pistol", "rifle", "shotgun")
}
HUNTS: Final = {
    "Base skill, doctrine by skill": Cell(cause="hunted", ambushed="flee_first"),
    "Base skill, the spy fights": Cell(cause="hunted"),
    "Ready-made characters": Cell(ready_made=True, cause="hunted"),
}
OTHERS: Final = {
    "Ready-made opponents": Cell(ready_made=True),
    "Untrained ambusher": Cell(untrained=True, cause="ambushed"),
}
DOCTRINE_ONLY: Final = ("doctrine",)
NOTES: Final = {
    FIRST_WEEKS: "With the values and the doctrine of the first weeks.",
    BEFORE_EXHAUSTION: "Without exhaustion (P43).",
}


def _cases_of(cells: dict[str, Cell], *, edition: int = TODAY) -> tuple[Case, ...]:
    return tuple([Case(name, changed(cell, edition=edition)) for name, cell in cells.items()])


def _level_cases() -> Iterator[Case]:
    for (name, cell), level in product(ARMED, (1, 2)):
        yield Case(f"{name}, +{level}", changed(cell, level=level))


def _sweeps_of_editions(
    key: str,
    title: str,
    cells: dict[str, Cell],
    charts: tuple[str, ...],
    note: str,
    former: int = FIRST_WEEKS,
) -> Iterator[Sweep]:
    yield Sweep(key, title, _cases_of(cells), charts, DOCTRINE_ONLY, note)
    yield Sweep(
        f"{key}-before",
        f"{title}, before",
        _cases_of(cells, edition=former),
        charts,
        DOCTRINE_ONLY,
        f"{note} {NOTES[former]}",
    )


SWEEPS: Final = (
    *_sweeps_of_editions(
        "equals",
        "Equals",
        EQUALS,
        ("ambusher", "undecided", "ends", "turns"),
        "Both sides have base skill and the same kit, and are cautious unless stated otherwise.",
    ),
    *_sweeps_of_editions(
        "brawls",
        "Bare hands",
        BRAWLS,
        ("turns", "undecided", "ends"),
        "Both sides are aggressive and fight with bare hands.",
        BEFORE_EXHAUSTION,
    ),
    Sweep(
        "levels",
        "A level of handgunner",
        tuple(_level_cases()),
        ("better", "undecided"),
        DOCTRINE_ONLY,
        "Two equal fighters, except that one has a higher level. He is the ambusher in every "
        "second duel.",
    ),
    *_sweeps_of_editions(
        "flight",
        "Flight",
        FLEEING,
        ("away", "ends"),
        "Both sides have base skill, the same gun and the same armour. The ambushed fighter flees "
        "first.",
    ),
    *_sweeps_of_editions(
        "hunt",
        "A counterspy's 12 or more",
        HUNTS,
        ("goes-on", "down", "ends"),
        "The counterspy ambushes the spy before the mission (E9). Both have a pistol and armour, "
        "and fight by skill.",
    ),
    *_sweeps_of_editions(
        "others",
        "Other ambushes",
        OTHERS,
        ("down", "ends"),
        "Both have a pistol and armour, and fight by skill. The untrained ambusher spotted himself "
        "(E8).",
    ),
    Sweep(
        "plans",
        "The better plan",
        tuple([Case(name, changed(cell, plans="former")) for name, cell in ARMED]),
        ("better", "undecided"),
        DOCTRINE_ONLY,
        "Equal fighters. One uses the current doctrine, the other the doctrine of the first weeks, "
        "which does not aim or pursue. The current doctrine is the ambusher in every second duel.",
    ),
    Sweep(
        "search",
        "Thinking ahead",
        tuple([Case(name, changed(cell, plans="search")) for name, cell in ARMED]),
        ("better", "undecided"),
        (SEARCH_BOT, "doctrine"),
        "Equal fighters. One searches with two hundred playouts per move, and is the ambusher in "
        "every second duel.",
    ),
)
LAB: Final = Lab(SWEEPS, CHARTS, play=play_duel)
