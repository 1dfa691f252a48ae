"""Evenings that are compared: different options, unlocks, table sizes and squads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from engine.values import changed
from lab.lab import Case
from minigames.achtung.rules.classes import LOYAL_KINDS
from minigames.achtung.rules.options import PRESETS
from minigames.achtung.rules.unlocks import UNLOCK_ROWS
from minigames.achtung.rules.values import (
    MATCHES,
    MIN_TEAM_SIZE,
    ROUNDS,
    ClassUnlock,
    Kind,
    PoolChange,
    Setup,
)
from minigames.achtung.rules.words import KIND_WORDS
from minigames.achtung.rules.words import UNLOCK_WORDS as UNLOCK_NAMES

BASE_SETUP: Final = Setup()
MAX_COMPARED_SIZE: Final = 10


def against_base(options: Mapping[str, Mapping[str, Any]]) -> tuple[Case, ...]:
    """Return cases for the base game and for each of these variations.

    The person who creates the match has no seat (A20).
    """
    variations = [
        Case(name, changed(BASE_SETUP, **{"creator_plays": False, **fields}))
        for name, fields in options.items()
    ]
    return (Case("Base game", BASE_SETUP), *variations)


OPTION_CASES: Final = against_base(
    {
        "Removals announced": {"announce_removals": "removal"},
        "Removals and causes": {"announce_removals": "cause"},
        "Points announced": {"announce_totals": True},
        "Pool announced": {"announce_pool": True},
        "Votes counted only": {"votes": "tally"},
        "Disguise": {"announce_totals": True, "disguise": True},
        "Random next patient": {"medic": "random"},
        "Automatic Medic": {"medic": "automatic"},
        "Different pools": {"pool": "different"},
        "New classes": {"new_classes": True},
        "New classes and pools": {
            "new_classes": True,
            "pool_changes": (PoolChange(after=1), PoolChange(after=3)),
        },
        "Spies write": {"spy_notes": True},
        "Teams write": {"team_notes": True},
        "Both write": {"spy_notes": True, "team_notes": True},
        "Two Spies": {"spies": 2},
        "Two Spies who know each other": {"spies": 2, "spies_know": True},
        "Complex classes": {"complex_classes": True},
        "Random unlocks": {"unlocks": "random"},
        "Complex classes and unlocks": {"complex_classes": True, "unlocks": "random"},
    }
)

TYPE_CASES: Final = against_base(
    {
        "By vote": {"matches": "vote"},
        "Secret vote": {"matches": "secret-vote"},
        "List of all three": {"matches": "list", "match_list": (*MATCHES, *MATCHES[:2])},
        "Payload only": {"matches": "list", "match_list": ("payload",) * ROUNDS},
        "Flag only": {"matches": "list", "match_list": ("flag",) * ROUNDS},
        "Control only": {"matches": "list", "match_list": ("control",) * ROUNDS},
    }
)

SIZE_CASES: Final = (
    *[
        Case(f"{size} a team", Setup(team_size=size))
        for size in range(MIN_TEAM_SIZE, MAX_COMPARED_SIZE + 1)
    ],
    Case("Nine, classic", PRESETS["Nine a side, classic"]),
    Case("Everything on", PRESETS["Everything on"]),
)

SQUAD_CASES: Final = tuple(
    Case(
        f"{squad} of 5, {spies} {'Spy' if spies == 1 else 'Spies'}",
        Setup(squad=squad, spies=spies),
    )
    for spies, squad in product((1, 2), (2, 3, 4))
)


def unlock_cases() -> Iterator[Case]:
    """Yield a case for each unlock, in which all players of its class have it.

    The complex classes are used only if the unlock needs them.
    """
    complex_base = changed(BASE_SETUP, complex_classes=True)
    yield Case("Base game", BASE_SETUP)
    yield Case("Complex classes", complex_base)
    for row in UNLOCK_ROWS:
        base = complex_base if row.complex_only else BASE_SETUP
        for kind in row.kinds:
            chosen_unlocks = (ClassUnlock(kind=kind, unlock=row.unlock),)
            setup = changed(
                base, unlocks="chosen", chosen_unlocks=chosen_unlocks, creator_plays=False
            )
            yield Case(f"{KIND_WORDS[kind]}: {UNLOCK_NAMES[row.unlock]}", setup)


def unlock_rows() -> Iterator[str]:
    """Yield the rows for classes without an unlock and with each of their unlocks."""
    for kind, complex_only in product(LOYAL_KINDS, (False, True)):
        rows = [
            row for row in UNLOCK_ROWS if kind in row.kinds and row.complex_only == complex_only
        ]
        if rows:
            yield row_without_unlock(kind, complex_classes=complex_only)
            yield from [f"{KIND_WORDS[kind]}: {UNLOCK_NAMES[row.unlock]}" for row in rows]


def row_without_unlock(kind: Kind, *, complex_classes: bool) -> str:
    """Return the row of a class without an unlock."""
    return KIND_WORDS[kind] + (" (complex)" if complex_classes else "")
