"""The podium of a duel or a season on a card that is shown beside a link."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from campaign.duels.pictures.podium import SHEETS, podium, renamed, stand_ins
from core.web.png import can_draw

if TYPE_CHECKING:
    from campaign.duels.pictures.podium import Podium
    from core.web.pictures.cards import Card


def with_podium(card: Card, found: Podium | None) -> Card:
    """Return the card with the podium on it, if there is one. Teams and cars whose names the
    card's fonts lack letters of are numbered.
    """
    if found is None:
        return card
    names = stand_ins(found.steps, can_draw)
    drawn = podium(renamed(found.steps, names))
    return replace(
        card,
        picture=drawn.svg if drawn else "",
        sheets=SHEETS,
        names=tuple(names.items()),
    )
