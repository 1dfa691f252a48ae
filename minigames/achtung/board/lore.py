"""What classes and unlocks do, in one original sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.words import join_items
from minigames.achtung.rules.classes import printed_points
from minigames.achtung.rules.values import MATCHES, Kind, Own, Terms, Unlock
from minigames.achtung.rules.words import MATCH_WORDS

SHORT_MATCH_WORDS: Final = {"payload": "Payload", "flag": "Flag", "control": "Control"}

ABILITIES: Final[Mapping[Kind, str]] = {
    "medic": "Doubles the points of one other player in the squad.",
    "sniper": "Takes one player of the other squad out of the match. Spies are not hurt.",
    "spy": (
        "Wins with the other team. Backstabs in the squad, or sabotages a team mate’s class "
        "from anywhere."
    ),
}

COMPLEX_ABILITIES: Final[Mapping[Kind, str]] = {
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

UNLOCK_EFFECTS: Final[Mapping[Unlock, str]] = {
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
        "A Spy’s blade sabotages a player instead of removing one. It does not help a player "
        "who is already sabotaged."
    ),
    "ambassador": (
        "Headshot, from anywhere: a Spy of the other team who is hit is out, and their action "
        "fails."
    ),
}

SABOTAGE_EFFECTS: Final[Mapping[Kind, str]] = {
    "medic": "your healing gives only 1 point instead of doubling",
    "sniper": "your shot takes only 1 point instead of removing",
}
"""What sabotage does to classes whose main task is not to score points (A6)."""

PLAIN_DUTY: Final = (
    "You have no action of your own. You stand by, as everyone can, so that no one sees who has "
    "one."
)


def points_of(kind: Kind, terms: Terms) -> tuple[int, int, int]:
    """Return a class's points in each of the three match types."""
    payload, flag, control = [
        printed_points(kind, match, complex_classes=terms.complex_classes) for match in MATCHES
    ]
    return payload, flag, control


def points_words(kind: Kind, terms: Terms) -> str:
    """Return the points in words: "3 in Payload, 1 in Capture the Flag, 2 in Control Points"."""
    return ", ".join(
        f"{points} in {MATCH_WORDS[match]}"
        for match, points in zip(MATCHES, points_of(kind, terms), strict=True)
    )


def sabotage_words(kind: Kind, terms: Terms) -> str:
    """Return a sentence that explains to a seat what its sabotage means."""
    effect = SABOTAGE_EFFECTS.get(kind, "you are worth 1 less")
    charge = ", and there is no Übercharge" if kind == "medic" and terms.complex_classes else ""
    return f"You are sabotaged: {effect}{charge} while you keep this class."


def action_hint(own_info: Own, terms: Terms) -> str:
    """Return a sentence about the seat's options in the action step."""
    match own_info.kind:
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
            actions = join_items(spy_actions(own_info, terms), conjunction="or")
            return f"One action per match: {actions}."
    return PLAIN_DUTY


def spy_actions(own_info: Own, terms: Terms) -> list[str]:
    """Return the actions that are available to a Spy."""
    other_actions = [
        action
        for applies, action in (
            (terms.disguise, "disguise from the squad"),
            (own_info.unlock == "ambassador", "headshot from anywhere"),
        )
        if applies
    ]
    return ["backstab from the squad", "sabotage from anywhere", *other_actions]


def ability_words(kind: Kind, terms: Terms) -> str:
    """Return what a class can do in addition to scoring points, or "" if there is nothing."""
    return (
        COMPLEX_ABILITIES.get(kind, ABILITIES.get(kind, ""))
        if terms.complex_classes
        else ABILITIES.get(kind, "")
    )
