"""What classes and unlocks do, in a sentence each, in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.achtung.rules.classes import printed
from minigames.achtung.rules.values import MATCHES
from minigames.achtung.rules.words import MATCH_KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from minigames.achtung.rules.values import Kind, Terms, Unlock

SHORT: Final = {"payload": "Payload", "flag": "Flag", "control": "Control"}

ABILITIES: Final[Mapping[Kind, str]] = {
    "medic": "Doubles the points of one other player of the squad.",
    "sniper": "Takes one player of the other squad out of the match. Spies are not hurt.",
    "spy": "Wins with the other team. Backstabs in the squad, or sabotages a team mate’s class from anywhere.",
}

COMPLEX: Final[Mapping[Kind, str]] = {
    "scout": "1 less if healed, before doubling.",
    "soldier": "1 more if healed, before doubling.",
    "pyro": "Every Spy in the same squad is out, and what that Spy does fails.",
    "demoman": "Every Engineer of the other squad is worth 1 less.",
    "heavy": "1 more if healed, before doubling.",
    "engineer": "1 less beside a Spy. Medics do nothing for him.",
    "medic": "Doubles one other player of the squad. The third match served is an Übercharge: only Spies can remove Medic and patient, and the squad gets 2 more.",
}

UNLOCKED: Final[Mapping[Unlock, str]] = {
    "bonk": "You cannot be removed.",
    "crit-a-cola": "1 more in Control Points.",
    "pain-train": "1 more in Payload and Control Points, 1 less in Capture the Flag.",
    "half-zatoichi": "Of all in the match who carry one, the dice leave one; the others are removed.",
    "backburner": "1 more, and 1 less for each Soldier and Demoman of the other squad.",
    "eyelander": "1 more for each match won with you in the squad, not removed.",
    "natascha": "Every Scout of the other squad is worth 1 less.",
    "gunslinger": "Demomen and Spies cost you nothing; a Medic gives you 1.",
    "kritzkrieg": "Your Übercharge gives 4 points and shields nobody.",
    "ubersaw": "You charge in the second and the fourth match you serve.",
    "razorback": "The first Spy’s blade sabotages you instead of removing you.",
    "ambassador": "Headshot, from anywhere: a Spy of the other team who is hit is out, and what he does fails.",
}

RIGHT_NOW: Final[Mapping[Kind, str]] = {
    "medic": "In the squad you name whom you heal; else you stand by.",
    "sniper": "In the squad you name whom you shoot; else you stand by.",
    "spy": "One action a match: backstab from the squad, or sabotage from anywhere.",
}
PLAIN_DUTY: Final = "You have no action of your own: you stand by, as everybody can, so that nobody sees who has one."


def worth(kind: Kind, terms: Terms) -> tuple[int, int, int]:
    """Points in the three types of match."""
    payload, flag, control = [printed(kind, match, complex_classes=terms.complex_classes) for match in MATCHES]
    return payload, flag, control


def worth_words(kind: Kind, terms: Terms) -> str:
    """The same in words: "3 in Payload, 1 in Capture the Flag, 2 in Control Points"."""
    return ", ".join([f"{points} in {MATCH_KINDS[match]}" for match, points in zip(MATCHES, worth(kind, terms), strict=True)])


def ability(kind: Kind, terms: Terms) -> str:
    """What a class can do beside its points; "" for nothing."""
    return COMPLEX.get(kind, ABILITIES.get(kind, "")) if terms.complex_classes else ABILITIES.get(kind, "")
