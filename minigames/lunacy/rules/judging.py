"""Reasons why moves are not allowed. Move checks, menus and the page's list of actions use them.

Each `why_not_…` function returns a sentence for the player, or "" if the move is allowed. These
functions use only the seat's view.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple

from engine.values import Seat, Value

from .laboratory import (
    DEFENCE_ROOM,
    ENTRANCES,
    FIRST_AID,
    HEAVY,
    HELIPAD,
    LIGHT,
    NOWHERE,
    ROOF_LIFT,
    ROOMS,
    WEAPON_ROOM,
    name,
)
from .step_builder import cops_in, holds, plus, rival
from .values import (
    HEALTH,
    Buy,
    Change,
    Choice,
    Circle,
    Colours,
    Done,
    Flee,
    Go,
    Grab,
    Leave,
    Look,
    Mend,
    Move,
    Own,
    Phase,
    Return,
    Shop,
    Slot,
    Spy,
    Stay,
    Table,
    View,
    Wield,
)


class Eyes(NamedTuple):
    """The view of a spy, split into its seat, the table, and the spy's secret and public state."""

    seat: Seat
    table: Table
    own_state: Own
    spy: Spy

    @property
    def burdened(self) -> bool:
        """Return whether this spy carries all three pieces."""
        return len(self.own_state.pieces) == 3


def eyes_of(view: View) -> Eyes | None:
    """Return a spy's view split into its parts. Return None for a spectator."""
    if view.seat is None or view.own is None:
        return None
    return Eyes(view.seat, view.table, view.own, view.table.spies[view.seat])


def is_asked(eyes: Eyes) -> bool:
    """Return whether this spy has to choose now."""
    table, seat = eyes.table, eyes.seat
    match table.phase:
        case "act" | "search" | "shop":
            return table.turn == seat
        case "weapons" | "answer":
            return (
                table.combat is not None
                and seat in table.combat.spies
                and eyes.own_state.sealed is None
            )
        case "flee":
            return table.combat is not None and table.combat.spies[1] == seat
        case "circle":
            return table.first == (seat if len(table.circled) != 1 else rival(seat))
        case "return":
            return eyes.spy.place == NOWHERE
        case "over":
            return False


PHASE_PROMPTS: Final[dict[Phase, str]] = {
    "circle": "First circle three numbers.",
    "act": "There is no combat or search now. Choose how to use your points.",
    "search": "Your search is not over. Choose what to leave in the room.",
    "shop": "You are looking into the bag. Take a piece, or none.",
    "weapons": "Choose the weapon for this exchange: sword or equipment.",
    "answer": "The weapons have been shown. Choose whether to stay or flee.",
    "flee": "After three exchanges without damage, you have to flee. Choose where to go.",
    "return": "Your spy is dead. Choose an entrance to return through.",
    "over": "The match is over.",
}
"""Error messages for moves that do not belong to the current phase, by phase."""

PHASE_OF: Final[dict[str, Phase]] = {
    "circle": "circle", "go": "act", "search": "act", "change": "act", "shop": "act", "grab": "act",
    "mend": "act", "done": "act", "leave": "search", "buy": "shop", "wield": "weapons",
    "stay": "answer", "return": "return",
}  # fmt: skip
"""The phase in which each kind of move is allowed. Fleeing is also allowed in a second phase."""


def why_not_now(eyes: Eyes, kind: str) -> str:
    """Return the reason why this kind of move is not allowed in the current phase."""
    phase = eyes.table.phase
    if not is_asked(eyes):
        return "It is not your turn." if phase != "over" else PHASE_PROMPTS["over"]
    fits = phase in {"answer", "flee"} if kind == "flee" else PHASE_OF[kind] == phase
    return "" if fits else PHASE_PROMPTS[phase]


# --- a turn ---------------------------------------------------------------------------------------


def steps(eyes: Eyes) -> tuple[tuple[int, int], ...]:
    """Return the places that this spy can step to, each with its cost in points.

    A step to the roof requires all three pieces.
    """
    return (HEAVY if eyes.burdened else LIGHT)[eyes.spy.place]


def why_not_go(eyes: Eyes, to: int) -> str:
    """Return the reason why this spy cannot step to a place.

    The place must be adjacent, and the spy must be able to pay for the step (L1, L17).
    """
    for place, price in steps(eyes):
        if place == to:
            return "" if price <= eyes.table.points else _too_dear(price, eyes)
    if to == HELIPAD and eyes.spy.place == ROOF_LIFT:
        return "The roof elevator opens only to a spy who carries all three pieces."
    if to in ENTRANCES:
        return "A spy never goes back into an entrance."
    return f"From {name(eyes.spy.place)} you cannot step to {name(to)}: it is not next door."


def _too_dear(price: int, eyes: Eyes) -> str:
    if price == 1:
        return why_no_points(eyes)
    return (
        f"With all three pieces a step on foot costs {price} points, and you have "
        f"{eyes.table.points}."
    )


def why_no_points(eyes: Eyes) -> str:
    """Return the reason why this spy cannot pay the point that most actions cost."""
    return "" if eyes.table.points else "You have no action points left."


def why_not_search(eyes: Eyes) -> str:
    """Return the reason why this spy cannot search.

    To search, a spy must be alone in a room without smoke and must not carry all three pieces
    (text; L13, L17).
    """
    if eyes.spy.place not in ROOMS:
        return "There is nothing to search at an entrance."
    if eyes.burdened:
        return "You cannot search while you carry all three pieces."
    if eyes.spy.barred == eyes.spy.place:
        return "The room is full of smoke. You cannot search it again this turn."
    return why_no_points(eyes)


def why_not_change(eyes: Eyes, weapon: Slot, defence: Slot) -> str:
    """Return the reason why this spy cannot equip this weapon and this defence.

    The spy must own both. A spy that carries all three pieces cannot equip a weapon (text, L14).
    """
    own_state = eyes.own_state
    if eyes.burdened and weapon:
        return "With all three pieces in hand you cannot use a weapon, only your sword."
    if weapon and weapon != own_state.weapon and weapon not in own_state.weapons:
        return f"You have no {colour_name(weapon)} weapon in your arsenal."
    if defence and defence != own_state.defence and defence not in own_state.defences:
        return f"You have no {colour_name(defence)} defence in your arsenal."
    return why_no_points(eyes)


def colour_name(colour: str) -> str:
    """Return the name of a colour as shown to players."""
    return colour.replace("_", " ")


def why_not_use(eyes: Eyes, kind: Literal["shop", "grab", "mend"]) -> str:
    """Return the reason why this spy cannot use a special room.

    The spy must be alone in this room, and must not carry all three pieces (text).
    """
    place = eyes.spy.place
    if kind == "mend" and place != FIRST_AID:
        return f"First aid is in {name(FIRST_AID)}."
    if kind != "mend" and place not in {DEFENCE_ROOM, WEAPON_ROOM}:
        return f"Equipment is in {name(DEFENCE_ROOM)} (defences) and {name(WEAPON_ROOM)} (weapons)."
    if eyes.burdened:
        return "You cannot use a special room while you carry all three pieces."
    if eyes.table.spies[rival(eyes.seat)].place == place or cops_in(eyes.table, place):
        return "You cannot use the room while the other spy or a cop is in it."
    if kind == "mend" and eyes.spy.health >= HEALTH:
        return f"You already have full health: {HEALTH} points."
    if kind == "grab" and not owned(eyes):
        return "You have nothing to swap."
    return why_no_points(eyes)


def owned(eyes: Eyes) -> Colours:
    """Return all weapons or all defences that this spy owns, except traps in rooms (L22).

    The kind depends on the equipment room in which the spy is.
    """
    own_state = eyes.own_state
    return (
        plus(own_state.defences, own_state.defence)
        if eyes.spy.place == DEFENCE_ROOM
        else plus(own_state.weapons, own_state.weapon)
    )


def why_not_buy(eyes: Eyes, move: Buy) -> str:
    """Return the reason why this purchase is not allowed.

    A spy takes at most one weapon or defence. At the limit, the spy gives one back in exchange
    (L23).
    """
    offer, owned_colours = eyes.own_state.offer or (), owned(eyes)
    if not move.take:
        return "" if not move.give else "If you take nothing, you cannot give anything back."
    if move.take not in offer:
        return f"There is no {colour_name(move.take)} piece in the bag."
    full = len(owned_colours) >= eyes.table.setup.limit
    if full and not move.give:
        return f"You already own {len(owned_colours)}. Choose one to give back."
    if move.give and not full:
        return "You are below the limit, so you do not give anything back."
    if move.give and move.give not in owned_colours:
        return f"You own no {colour_name(move.give)} piece to give back."
    return ""


# --- the end of a search --------------------------------------------------------------------------


def why_not_lay(eyes: Eyes, choice: Choice) -> str:
    """Return the reason why this device cannot be left in the room (L5, L21, L22)."""
    own_state, find = eyes.own_state, eyes.own_state.find
    lies = find.device if find else ""
    if choice == "leave":
        return "" if lies else "There is nothing here. Leave a decoy or a trap."
    if lies and lies != "decoy" and not room_for_one(eyes):
        return "You have reached your limit of weapons, so your own trap has to stay."
    if choice == "bare":
        empty = not lies and not own_state.decoys and not own_state.weapons
        return "" if empty else "You must leave a device if you have one."
    if choice == "decoy":
        if lies == "decoy":
            return "There is already a decoy here. Leave it, or lay a trap."
        return "" if own_state.decoys else "You have no decoys left."
    if choice == lies:
        return "That trap is already here. Leave it."
    return (
        ""
        if choice in own_state.weapons
        else f"You have no {colour_name(choice)} weapon in your arsenal to lay as a trap."
    )


def room_for_one(eyes: Eyes) -> bool:
    """Return whether this spy can own another weapon (L22)."""
    return len(plus(eyes.own_state.weapons, eyes.own_state.weapon)) < eyes.table.setup.limit


def weapons_after_laying(eyes: Eyes, choice: Choice) -> Colours:
    """Return the weapons that this spy owns after it has left this device."""
    own_state, find = eyes.own_state, eyes.own_state.find
    weapons = list(plus(own_state.weapons, own_state.weapon))
    if choice != "leave" and find and find.device not in {"", "decoy"}:
        weapons.append(find.device)  # type: ignore[arg-type]
    if choice in weapons:
        weapons.remove(choice)
    return tuple(sorted(weapons))


def why_not_leave(eyes: Eyes, move: Leave) -> str:
    """Return the reason why a search cannot end in this way.

    After oil or smoke, the spy can only leave a device (L21, L22).
    """
    sentence = why_not_lay(eyes, move.device)
    if sentence:
        return sentence
    search, own_state = eyes.table.search, eyes.own_state
    if search and search.halted:
        return (
            f"The {search.halted} has ended your search. You can only leave a device."
            if move.hide or move.take or move.drop
            else ""
        )
    if tuple(sorted({*move.hide})) != move.hide or not {*move.hide} <= {*own_state.pieces}:
        return "Hide only pieces in your hands, each once, lowest first."
    if tuple(sorted(move.take)) != move.take or not holds(
        eyes.table.rooms[eyes.spy.place].weapons, move.take
    ):
        return "Pick up only items that lie open here, with colours in alphabetical order."
    return _why_not_drop(eyes, move)


def _why_not_drop(eyes: Eyes, move: Leave) -> str:
    owned_colours = weapons_after_laying(eyes, move.device)
    if tuple(sorted(move.drop)) != move.drop or not holds(owned_colours, move.drop):
        return "Drop only weapons that you own, with colours in alphabetical order."
    too_many = max(0, len(owned_colours) + len(move.take) - eyes.table.setup.limit)
    if len(move.drop) < too_many:
        return f"You can own {eyes.table.setup.limit} weapons. Drop {too_many}, or pick up fewer."
    if len(move.drop) > too_many:
        return "Drop only as many as you need to make room."
    return ""


# --- combat, death and start ----------------------------------------------------------------------


def why_not_wield(eyes: Eyes, use: str) -> str:
    """Return the reason why this spy cannot use this weapon.

    Using equipment requires an equipped weapon, and is impossible for a spy that carries all three
    pieces (text).
    """
    return (
        "You have no weapon in use, only your sword."
        if use == "equipment" and not eyes.own_state.weapon
        else ""
    )


def why_not_flee(eyes: Eyes, to: int) -> str:
    """Return the reason why this spy cannot flee to a place.

    A spy can flee one step, which must be legal but costs nothing (L8).
    """
    if any(place == to for place, _ in steps(eyes)):
        return ""
    return f"From {name(eyes.spy.place)} you cannot flee to {name(to)}: it is not next door."


def why_not_return(eyes: Eyes, to: int) -> str:
    """Return the reason why this spy cannot return at a place, which must be an entrance (L12)."""
    return "" if to in ENTRANCES else "Return at one of the two entrances."


def why_not_circle(eyes: Eyes, number: int) -> str:
    """Return the reason why this number cannot be circled. All three numbers must differ (L3)."""
    return f"{number} is already circled. Choose another." if number in eyes.table.circled else ""


# --- all moves ------------------------------------------------------------------------------------

_CHECKS: Final[dict[type[Value], Callable[[Eyes], str]]] = {
    Look: why_not_search,
    Shop: lambda eyes: why_not_use(eyes, "shop"),
    Grab: lambda eyes: why_not_use(eyes, "grab"),
    Mend: lambda eyes: why_not_use(eyes, "mend"),
}
_CHECKS_WITH_MOVE: Final[dict[type[Value], Callable[[Eyes, Any], str]]] = {
    Go: lambda eyes, move: why_not_go(eyes, move.to),
    Leave: why_not_leave,
    Wield: lambda eyes, move: why_not_wield(eyes, move.use),
    Flee: lambda eyes, move: why_not_flee(eyes, move.to),
    Change: lambda eyes, move: why_not_change(eyes, move.weapon, move.defence),
    Buy: why_not_buy,
    Return: lambda eyes, move: why_not_return(eyes, move.to),
    Circle: lambda eyes, move: why_not_circle(eyes, move.number),
}
_KINDS: Final[tuple[type[Value], ...]] = (*_CHECKS, *_CHECKS_WITH_MOVE, Stay, Done)
KIND: Final = {kind: str(kind.__struct_config__.tag) for kind in _KINDS}
"""The tag of each move class."""


def why_not(eyes: Eyes, move: Move) -> str:
    """Return the reason why this spy cannot make this move, or "" if it can.

    `Stay` and `Done` are always allowed in their phases.
    """
    kind = type(move)
    sentence = why_not_now(eyes, KIND[kind])
    if sentence:
        return sentence
    judge = _CHECKS_WITH_MOVE.get(kind)
    if judge is not None:
        return judge(eyes, move)
    return _CHECKS[kind](eyes) if kind in _CHECKS else ""
