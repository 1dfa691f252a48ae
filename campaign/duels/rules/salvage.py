"""Rules for the salvage of wrecks (C134)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from engine.values import Value

from .duel import Placing

TeamT = TypeVar("TeamT")


class Wreck(Value):
    """A destroyed vehicle: its team, and the value in dollars of what the duel left of it (C12)."""

    team: str
    value: int


def share_by_kills(amount: int, kills: Mapping[TeamT, int], owner: TeamT) -> dict[TeamT, int]:
    """Return each team's share of an amount in dollars, in proportion to its kills.

    The kills of the vehicle's `owner` do not count. Fractions of a dollar are not paid.
    """
    eligible_kills = {team: count for team, count in kills.items() if team != owner and count > 0}
    total = sum(eligible_kills.values())
    return {team: amount * count // total for team, count in eligible_kills.items()}


def divide_salvage(
    wrecks: Iterable[Wreck], placings: Iterable[Placing], percent: int
) -> dict[str, int]:
    """Return the dollars that each team gets for a duel's wrecks.

    The teams with kills share each wreck. If there are none, the winners do.
    """
    kills = {row.team: row.kills for row in placings}
    winners = {row.team: 1 for row in placings if row.place == 1}
    income: Counter[str] = Counter()
    for wreck in wrecks:
        amount = wreck.value * percent // 100
        income.update(
            share_by_kills(amount, kills, wreck.team)
            or {team: amount // len(winners) for team in winners}
        )
    return {team: dollars for team, dollars in income.items() if dollars}
