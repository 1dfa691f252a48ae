"""What a finished duel hands back to the week (P10, P12, P13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .call import AmbushResult, Fighter

if TYPE_CHECKING:
    from .values import Man, State


def result(state: State) -> AmbushResult:
    """How an ambush ended. Raises ValueError while it lasts."""
    if state.table.stage != "over":
        raise ValueError("the duel is not over")
    one, two = state.own
    return AmbushResult(
        ambusher=_fighter(one.man), ambushed=_fighter(two.man), turns=state.table.turn
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
