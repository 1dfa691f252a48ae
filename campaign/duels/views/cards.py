"""Link previews with the podium of a duel or a season."""

from __future__ import annotations

from dataclasses import replace

from campaign.duels.pictures.podium import SHEETS, Podium, podium, replacement_names, with_names
from core.web.pictures.cards import Card
from core.web.png import can_draw


def with_podium(card: Card, original: Podium | None) -> Card:
    """Return the card with the podium, if there is one.

    Names that contain letters missing from the card's fonts are replaced by numbered names.
    """
    if original is None:
        return card
    names = replacement_names(original.steps, can_draw)
    redrawn = podium(with_names(original.steps, names))
    return replace(
        card,
        picture=redrawn.svg if redrawn else "",
        sheets=SHEETS,
        names=tuple(names.items()),
    )
