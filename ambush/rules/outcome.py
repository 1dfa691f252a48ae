"""The result of a finished duel, as the week needs it (P10, P12, P13)."""

from __future__ import annotations

from .call import AmbushResult, Fighter
from .values import Man, State


def ambush_result(state: State) -> AmbushResult:
    """Return the result of an ambush. Raise ValueError if it is not over."""
    if state.table.stage != "over":
        raise ValueError("the duel is not over")
    ambusher, ambushed = state.own
    return AmbushResult(
        ambusher=_fighter(ambusher.man), ambushed=_fighter(ambushed.man), turns=state.table.turn
    )


def _fighter(man: Man) -> Fighter:
    return Fighter(
        hits=man.hits,
        armour=man.armour_lost,
        spent=man.spent,
        fired=man.fired,
        left=man.left,
        felled_with=man.felled_with,
    )
