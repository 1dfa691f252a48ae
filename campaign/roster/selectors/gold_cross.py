"""Queries for a character's memories at Gold Cross (option), and for its offers and prices."""

from __future__ import annotations

from dataclasses import dataclass

from campaign.house_rules.rules.house import HouseRules
from campaign.roster.models import Character, Memory
from campaign.roster.rules.people import Body


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer of Gold Cross.

    It has the key used in the address, a title, a description, and a price in dollars.
    """

    key: str
    title: str
    sentence: str
    price: int


@dataclass(frozen=True, slots=True)
class Desk:
    """A character's memories at Gold Cross, and the offers that are currently available."""

    memories: tuple[Memory, ...]
    offers: tuple[Offer, ...]


def desk_of(character: Character, body: Body, rules: HouseRules) -> Desk | None:
    """Return a character's memories and offers. This takes one query.

    Return None if the house rules do not include Gold Cross, or if the character has left.
    """
    if not rules.gold_cross or character.left_at:
        return None
    memories = tuple(Memory.objects.filter(character=character, gone_at=None).order_by("kind"))
    kinds = {memory.kind for memory in memories}
    return Desk(
        memories,
        tuple(
            _for_the_dead(kinds, rules) if body.health == "dead" else _for_the_living(kinds, rules)
        ),
    )


def _for_the_living(kinds: set[str], rules: HouseRules) -> list[Offer]:
    store = Offer(
        "store",
        "Store the memory",
        "If the character dies, you can grow a new body with their current memory.",
        rules.gold_cross_record,
    )
    grow = Offer(
        "grow",
        "Grow a clone",
        "A body that is kept ready with their current memory. It can be used once.",
        rules.gold_cross_grow,
    )
    renew = Offer(
        "renew",
        "Renew the clone’s memory",
        "Update the clone with what they have learned since.",
        rules.gold_cross_reprogram,
    )
    return [store, renew if Memory.Kind.CLONE in kinds else grow]


def _for_the_dead(kinds: set[str], rules: HouseRules) -> list[Offer]:
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
                rules.gold_cross_from_record,
            )
        ]
    price = rules.gold_cross_record + rules.gold_cross_grow
    return [
        Offer(
            "body",
            "Record the brain and grow a clone",
            "Possible only if the body was brought home. No memory is lost.",
            price,
        )
    ]


def all_offers(rules: HouseRules) -> dict[str, Offer]:
    """Return all possible offers by key. The service checks whether one is available."""
    kinds = (set[str](), {str(Memory.Kind.CLONE)}, {str(Memory.Kind.RECORD)})
    return {
        offer.key: offer
        for existing in kinds
        for offer in (*_for_the_living(existing, rules), *_for_the_dead(existing, rules))
    }
