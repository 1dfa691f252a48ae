"""What classes and unlocks do, in a sentence each, in our own words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.achtung.rules.classes import printed
from minigames.achtung.rules.values import MATCHES
from minigames.achtung.rules.words import MATCH_KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from minigames.achtung.rules.values import Kind, Own, Terms, Unlock

SHORT: Final = {"payload": "Payload", "flag": "Flag", "control": "Control"}

ABILITIES: Final[Mapping[Kind, str]] = {
    "medic": "Doubles the points of one other player in the squad.",
    "sniper": "Takes one player of the other squad out of the match. Spies are not hurt.",
    "spy": (
        "Wins with the other team. Backstabs in the squad, or sabotages a team mate’s class "
        "from anywhere."
    ),
}

COMPLEX: Final[Mapping[Kind, str]] = {
    "scout": "1 less if healed, before doubling.",
    "soldier": "1 more if healed, before doubling.",
    "pyro": "Every Spy in the same squad is out, and what that Spy does fails.",
    "demoman": "Every Engineer of the other squad is worth 1 less.",
    "heavy": "1 more if healed, before doubling.",
    "engineer": "1 less beside a Spy. Medics do nothing for him.",
    "medic": (
        "Doubles one other player of the squad. The third match served is an Übercharge: "
        "only Spies can remove Medic and patient, and the squad gets 2 more."
    ),
}

UNLOCKED: Final[Mapping[Unlock, str]] = {
    "bonk": "Cannot be removed.",
    "crit-a-cola": "1 more in Control Points.",
    "pain-train": "1 more in Payload and Control Points, 1 less in Capture the Flag.",
    "half-zatoichi": (
        "Among all players in the match who carry one, the dice keep one. The others are removed."
    ),
    "backburner": "1 more, and 1 less for each Soldier and Demoman of the other squad.",
    "eyelander": "1 more for each match won with its Demoman in the squad, not removed.",
    "natascha": "Every Scout of the other squad is worth 1 less.",
    "gunslinger": (
        "Demomen and Spies cost this Engineer nothing; a Medic gives 1, a sabotaged one nothing."
    ),
    "kritzkrieg": "The Übercharge gives 4 points and shields nobody.",
    "ubersaw": "Übercharges in the second and the fourth match served.",
    "razorback": (
        "A Spy’s blade sabotages instead of removing. It does not help a player who is already "
        "sabotaged."
    ),
    "ambassador": (
        "Headshot, from anywhere: a Spy of the other team who is hit is out, and their action "
        "fails."
    ),
}

HURT: Final[Mapping[Kind, str]] = {
    "medic": "your healing gives only 1 point instead of doubling",
    "sniper": "your shot takes only 1 point instead of removing",
}
"""What sabotage does to those whose work it is not to count (A6)."""

PLAIN_DUTY: Final = (
    "You have no action of your own. You stand by, as everyone can, so that no one sees who has "
    "one."
)


def worth(kind: Kind, terms: Terms) -> tuple[int, int, int]:
    """Points in the three types of match."""
    payload, flag, control = [
        printed(kind, match, complex_classes=terms.complex_classes) for match in MATCHES
    ]
    return payload, flag, control


def worth_words(kind: Kind, terms: Terms) -> str:
    """The same in words: "3 in Payload, 1 in Capture the Flag, 2 in Control Points"."""
    return ", ".join(
        [
            f"{points} in {MATCH_KINDS[match]}"
            for match, points in zip(MATCHES, worth(kind, terms), strict=True)
        ]
    )


def hurt_words(kind: Kind, terms: Terms) -> str:
    """What one's own sabotage means."""
    words = HURT.get(kind, "you are worth 1 less")
    charge = ", and there is no Übercharge" if kind == "medic" and terms.complex_classes else ""
    return f"You are sabotaged: {words}{charge}while you keep this class."


def duty(own: Own, terms: Terms) -> str:
    """What one can do oneself in the action step."""
    match own.kind:
        case "medic" if terms.medic == "automatic":
            return (
                "In the squad, your patient is chosen for you after all removals. You only "
                "stand by."
            )
        case "medic":
            return "In the squad, you choose who to heal. Otherwise you stand by."
        case "sniper":
            return "In the squad, you choose who to shoot. Otherwise you stand by."
        case "spy":
            return f"One action per match: {either(spy_actions(own, terms))}."
    return PLAIN_DUTY


def spy_actions(own: Own, terms: Terms) -> list[str]:
    """What a Spy may choose from."""
    more = [
        words
        for holds, words in (
            (terms.disguise, "disguise from the squad"),
            (own.unlock == "ambassador", "headshot from anywhere"),
        )
        if holds
    ]
    return ["backstab from the squad", "sabotage from anywhere", *more]


def either(words: Sequence[str]) -> str:
    """Words of which one holds: "a, b or c"."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


def ability(kind: Kind, terms: Terms) -> str:
    """What a class can do beside its points; "" for nothing."""
    return (
        COMPLEX.get(kind, ABILITIES.get(kind, ""))
        if terms.complex_classes
        else ABILITIES.get(kind, "")
    )
