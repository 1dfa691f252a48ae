"""What Gold Cross (option) keeps of a character and offers to do, with prices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaign.roster.models import Memory

if TYPE_CHECKING:
    from campaign.league.rules.house import HouseRules
    from campaign.roster.models import Character
    from campaign.roster.rules.people import Body


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that Gold Cross does: its key in the address, what it is called and does,
    dollars.
    """

    key: str
    title: str
    sentence: str
    price: int


@dataclass(frozen=True, slots=True)
class Desk:
    """What Gold Cross keeps of a character, and what it offers now."""

    kept: tuple[Memory, ...]
    offers: tuple[Offer, ...]


def desk_of(character: Character, body: Body, house: HouseRules) -> Desk | None:
    """What the page shows; None where the house has no clones, or the character is gone. One
    query.
    """
    if not house.gold_cross or character.left_at:
        return None
    kept = tuple(Memory.objects.filter(character=character, gone_at=None).order_by("kind"))
    kinds = {memory.kind for memory in kept}
    return Desk(
        kept,
        tuple(
            _for_the_dead(kinds, house) if body.health == "dead" else _for_the_living(kinds, house)
        ),
    )


def _for_the_living(kinds: set[str], house: HouseRules) -> list[Offer]:
    store = Offer(
        "store",
        "Store the memory",
        "If the character dies, you can grow a new body with their current memory.",
        house.gold_cross_record,
    )
    grow = Offer(
        "grow",
        "Grow a clone",
        "A body that is kept ready with their current memory. It can be used once.",
        house.gold_cross_grow,
    )
    renew = Offer(
        "renew",
        "Renew the clone’s memory",
        "Update the clone with what they have learned since.",
        house.gold_cross_reprogram,
    )
    return [store, renew if Memory.Kind.CLONE in kinds else grow]


def _for_the_dead(kinds: set[str], house: HouseRules) -> list[Offer]:
    if Memory.Kind.CLONE in kinds:
        return [
            Offer(
                "revive", "Wake the clone", "The character comes back with the clone’s memory.", 0
            )
        ]
    if Memory.Kind.RECORD in kinds:
        return [
            Offer(
                "revive",
                "Grow a body from the memory",
                "The character comes back with the stored memory.",
                house.gold_cross_from_record,
            )
        ]
    price = house.gold_cross_record + house.gold_cross_grow
    return [
        Offer(
            "body",
            "Record the brain and grow a clone",
            "Possible only if the body was brought home. No memory is lost.",
            price,
        )
    ]


def every_offer(house: HouseRules) -> dict[str, Offer]:
    """All that can be asked for, by key; whether it can be done now is the service's to say."""
    kinds = (set[str](), {str(Memory.Kind.CLONE)}, {str(Memory.Kind.RECORD)})
    return {
        offer.key: offer
        for held in kinds
        for offer in (*_for_the_living(held, house), *_for_the_dead(held, house))
    }
