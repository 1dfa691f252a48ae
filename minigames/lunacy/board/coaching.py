"""Advice for beginners who play their first match."""

from __future__ import annotations

from minigames.lunacy.rules import judging
from minigames.lunacy.rules.judging import Eyes, eyes_of, is_asked
from minigames.lunacy.rules.laboratory import ENTRANCES, FIRST_AID, NOWHERE, ROOF_LIFT, ROOMS
from minigames.lunacy.rules.step_builder import cops_in, rival
from minigames.lunacy.rules.values import View

from . import words

WEAK = 3


def coach(view: View) -> str:
    """Return two or three sentences of advice on the choice that the player has to make."""
    eyes = eyes_of(view)
    if eyes is None or view.table.phase == "over":
        return ""
    if not is_asked(eyes):
        return (
            "It is the other spy’s turn. Watch what they search. A room they leave can hold a "
            "trap, or a piece they only pretend to carry."
        )
    match view.table.phase:
        case "circle":
            return (
                "Each of the 25 rooms hides one number. The three numbers that you both circle "
                "are the parts of the Thingamajig. Find them and take all three to the roof to "
                "win. Any number is as good as another."
            )
        case "search":
            return _leaving(eyes)
        case "shop":
            return (
                "Take a colour you do not have. A defence stops weapons and traps of its colour. "
                "A weapon can be carried or laid as a trap."
            )
        case "weapons":
            return _fighting(eyes)
        case "answer":
            return (
                "Stay for another exchange, or flee one step for free. If both flee, only the "
                "defender gets away. Run if you have little health."
            )
        case "flee":
            return (
                "After three exchanges without damage, the defender has to flee. Choose an empty "
                "room."
            )
        case "return":
            return (
                "You come back with full health at an entrance. The pieces you carried are in the "
                "room where you died. Choose the entrance nearer to it."
            )
    return _turn(eyes)


def _turn(eyes: Eyes) -> str:
    own_state, spy, table = eyes.own_state, eyes.spy, eyes.table
    if eyes.burdened:
        return _homewards(eyes)
    if spy.place in ENTRANCES and not own_state.weapon:
        return (
            "Your hands are empty. Change equipment for one point: take a weapon and a defence "
            "from your arsenal. Your opponent learns only that you changed. Then walk in."
        )
    if spy.place in ENTRANCES:
        return (
            "Walk in. A turn has two points. A step, a search and a change of equipment cost one "
            "each. Elevators run in columns 1 and 5."
        )
    if spy.health <= WEAK:
        return (
            f"You are weak: {spy.health} health. First Aid in {words.place(FIRST_AID)} "
            "gives back one per point. Stay out of the other’s way until then."
        )
    other = table.spies[rival(eyes.seat)]
    if len(other.claims) == 3:
        return (
            "The other spy claims all three pieces. Cut them off on the way to the roof "
            "elevator, or find out whether they are bluffing."
        )
    loose = [place for place, room in enumerate(table.rooms) if room.pieces]
    if loose:
        return (
            f"A piece lies open in {words.place(loose[0])}: get there and search. Each piece that "
            "is found calls the police."
        )
    if (
        spy.place in ROOMS
        and table.rooms[spy.place].looked_by is None
        and not judging.why_not_search(eyes)
    ):
        return (
            "The light is off, so no one has searched this room. Search it. Afterwards you leave "
            "a decoy or a trap, and no one can tell which."
        )
    if NOWHERE in table.homes:
        return (
            "Head for dark rooms, which no one has searched. Beware of rooms that the other spy "
            "left: "
        ) + (
            (
                "a trap there goes off when you walk in (trip wires), unless your defence has "
                "its colour."
            )
            if table.setup.wires
            else "there may be a trap."
        )
    if own_state.stashed:
        return "All pieces are found. Fetch what you hid, and take the rest from the other spy."
    return "All pieces are found. The other spy or the police have the missing ones."


def _homewards(eyes: Eyes) -> str:
    if eyes.spy.place == ROOF_LIFT:
        return "Take the elevator to the helipad, and you have won!"
    return (
        f"You carry the whole Thingamajig. Now to {words.place(ROOF_LIFT)}, and up. A step on "
        "foot costs both points of a turn, an elevator ride one. You fight with sword and "
        "defence. If you have one point left, change your defence."
    )


def _leaving(eyes: Eyes) -> str:
    if eyes.own_state.pieces:
        return (
            "You hold a piece, and everyone knows it. Keep it, or hide it under the device you "
            "leave. You still claim it, and no one knows which you did. The police chase spies "
            "who claim pieces."
        )
    if eyes.table.setup.wires:
        return (
            "Now leave something. With trip wires, a trap goes off as soon as the other spy "
            "comes in, unless their defence has its colour. Lay it in their way. Your own traps "
            "never hurt you."
        )
    return (
        "Now leave something. A decoy costs almost nothing. A trap costs a weapon of your "
        "arsenal and hurts the other spy, unless their defence has its colour. Your own traps "
        "never hurt you."
    )


def _fighting(eyes: Eyes) -> str:
    cops = cops_in(eyes.table, eyes.spy.place)
    if eyes.table.combat is not None and eyes.table.combat.cop is not None and cops:
        return (
            "Against the police, a weapon deals 2 and your sword 1, and no defence helps. If "
            "beaten, they are gone for a round."
        )
    return (
        "Both choose in secret. Your weapon deals 2 unless their defence has its colour, which "
        "then reveals it. The sword always deals 1 against a weapon. Sword against sword, the "
        "lower die loses 1."
    )
