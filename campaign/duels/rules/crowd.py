"""The crowd's opinion of a duel, from its public result."""

from __future__ import annotations

from collections.abc import Sequence

from engine.words import count_noun, join_items


def applause(sides: Sequence[str], places: Sequence[int], kills: Sequence[int]) -> str:
    """Return one or two sentences about the winners and the sides with the most kills."""
    winners = [side for side, place in zip(sides, places, strict=True) if place == 1]
    words = f"The crowd applauds {join_items(winners)}."
    most = max(kills, default=0)
    if not most:
        return words
    leaders = [side for side, number in zip(sides, kills, strict=True) if number == most]
    return f"{words} The loudest cheers are for {join_items(leaders)}: {count_noun(most, 'kill')}."
