"""Forms for changing equipment, ending a search, and shopping.

The answers depend on what the spy owns. `read` turns a submitted form into a move. The rules then
check whether the move is allowed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from engine.game import IllegalMove
from engine.words import capital, join_items, with_article
from minigames.lunacy.rules import judging
from minigames.lunacy.rules.judging import Eyes, colour_name
from minigames.lunacy.rules.laboratory import DEFENCE_ROOM
from minigames.lunacy.rules.menus import CHOICES, SLOTS, Action
from minigames.lunacy.rules.step_builder import plus
from minigames.lunacy.rules.values import COLOURS, Buy, Change, Colours, Leave, Slot
from minigames.lunacy.rules.values import Choice as Device
from play.tabletop.board import Answer, Choice, Draft, Field, Menu

from . import words

NONE = "none"

# --- changing equipment ---------------------------------------------------------------------------


def changing(eyes: Eyes, action: Action) -> Choice:
    """Return the form for changing equipment.

    Keeping the weapon and the defence is a feint (L14).
    """
    own_state = eyes.own_state
    heavy = "With all three pieces you have only your sword." if eyes.burdened else ""
    return Choice(
        key="change",
        label="Change equipment",
        note=(
            "1 point. Your opponent learns only that you change equipment. If you keep "
            "everything, that is a feint."
        ),
        closed=action.closed,
        fields=(
            Field(
                name="weapon",
                label="Weapon",
                answers=_slots(own_state.weapons, own_state.weapon, "weapon", heavy),
                value=own_state.weapon or NONE,
            ),
            Field(
                name="defence",
                label="Defence",
                answers=_slots(own_state.defences, own_state.defence, "defence"),
                value=own_state.defence or NONE,
            ),
        ),
    )


def _slots(arsenal: Colours, equipped: Slot, kind: str, heavy: str = "") -> tuple[Answer, ...]:
    say = words.weapon if kind == "weapon" else words.defence
    keep = (
        [Answer(value=equipped, label=f"Keep the {say(equipped)}", closed=heavy)]
        if equipped
        else []
    )
    others = [
        Answer(
            value=colour,
            label=f"{capital(say(colour))}, {arsenal.count(colour)} in the arsenal",
            closed=heavy,
        )
        for colour in COLOURS
        if colour in arsenal and colour != equipped
    ]
    nothing = Answer(value=NONE, label=f"No {kind}" if equipped else f"No {kind}, as now")
    return (*keep, *others, nothing) if equipped else (nothing, *others)


# --- the end of a search --------------------------------------------------------------------------


def leaving(eyes: Eyes) -> Menu:
    """Return the form for ending a search.

    The form asks for the device to leave, the pieces to hide, and the weapons to pick up and drop.
    """
    search = eyes.table.search
    fields = [
        Field(
            name="device",
            label="Device you leave",
            answers=_devices(eyes),
            value=_first_device(eyes),
        )
    ]
    if not (search and search.halted):
        fields += _finds(eyes)
    hint = (
        f"The {search.halted} has ended your search. You can only leave a device."
        if search and search.halted
        else _sight(eyes)
    )
    leave = Choice(
        key="leave",
        label="Finish the search",
        note="Your opponent cannot tell what you leave.",
        fields=tuple(fields),
        look="main",
    )
    return Menu(title="What do you leave here?", choices=(leave,), hint=hint)


def _sight(eyes: Eyes) -> str:
    find = eyes.own_state.find
    if find is None:
        return ""
    lies = with_article(words.device(find.device)) if find.device else "no device"
    tokens = f"number {join_items(find.tokens)}" if find.tokens else "no number"
    pieces = f" You hold {join_items(eyes.own_state.pieces)}." if eyes.own_state.pieces else ""
    return f"You see {lies} and {tokens}.{pieces}"


def _devices(eyes: Eyes) -> tuple[Answer, ...]:
    own_state, find = eyes.own_state, eyes.own_state.find
    lies = find.device if find else ""
    label = {
        "leave": f"Leave {words.device(lies)}",
        "bare": "Nothing",
        "decoy": f"A decoy, {own_state.decoys} left",
    }
    label |= {
        colour: f"{capital(words.device(colour))}: {words.DOES[colour]}" for colour in COLOURS
    }
    allowed = {
        "decoy",
        *own_state.weapons,
        *(["leave"] if lies else []),
        *([] if judging.why_not_lay(eyes, "bare") else ["bare"]),
    }
    shown_choices = [choice for choice in CHOICES if choice in allowed]
    return tuple(
        Answer(value=choice, label=label[choice], closed=judging.why_not_lay(eyes, choice))
        for choice in shown_choices
    )


def _first_device(eyes: Eyes) -> str:
    return next(
        (
            choice
            for choice in ("leave", "decoy", *COLOURS, "bare")
            if not judging.why_not_lay(eyes, cast("Device", choice))
        ),
        "leave",
    )


def _finds(eyes: Eyes) -> list[Field]:
    own_state, limit = eyes.own_state, eyes.table.setup.limit
    fields = []
    if own_state.pieces:
        answers = tuple(
            Answer(value=str(number), label=f"Piece {number}") for number in own_state.pieces
        )
        fields.append(
            Field(
                name="hide",
                label="Hide under the device",
                kind="checks",
                answers=answers,
                help="Pieces you do not select stay in your hands.",
            )
        )
    loose = eyes.table.rooms[eyes.spy.place].weapons
    if loose:
        free = max(0, limit - len(plus(own_state.weapons, own_state.weapon)))
        first = ",".join([str(index) for index in range(min(free, len(loose)))])
        fields.append(
            Field(name="take", label="Pick up", kind="checks", answers=_heap(loose), value=first)
        )
        help_ = f"Only to make room. You can own {limit} weapons."
        fields.append(
            Field(
                name="drop",
                label="Drop for it",
                kind="checks",
                answers=_heap(_droppable(eyes)),
                help=help_,
            )
        )
    return fields


def _heap(colours: Colours) -> tuple[Answer, ...]:
    return tuple(
        Answer(value=str(index), label=capital(words.weapon(colour)))
        for index, colour in enumerate(colours)
    )


def _droppable(eyes: Eyes) -> Colours:
    """Return the weapons that the spy can own once the device is laid.

    A trap of the spy's own that is removed from the room is included.
    """
    find = eyes.own_state.find
    trap = find.device if find and find.device != "decoy" else ""
    return plus(eyes.own_state.weapons, eyes.own_state.weapon, trap)


# --- the bag --------------------------------------------------------------------------------------


def buying(eyes: Eyes) -> Menu:
    """Return the form for taking one weapon or defence from the bag, or nothing (L23)."""
    offer, owned = eyes.own_state.offer or (), judging.owned(eyes)
    say = words.defence if eyes.spy.place == DEFENCE_ROOM else words.weapon
    bag = [
        Answer(
            value=colour,
            label=f"{capital(say(colour))}, {offer.count(colour)} in the bag",
        )
        for colour in COLOURS
        if colour in offer
    ]
    fields = [
        Field(
            name="take",
            label="Take",
            answers=(Answer(value=NONE, label="Nothing"), *bag),
            value=NONE,
        )
    ]
    full = len(owned) >= eyes.table.setup.limit
    if full:
        give = [
            Answer(value=colour, label=capital(say(colour)))
            for colour in COLOURS
            if colour in owned
        ]
        fields.append(
            Field(
                name="give",
                label="Give back for it",
                answers=(Answer(value=NONE, label="Nothing"), *give),
                value=NONE,
            )
        )
    hint = f"You own {len(owned)} of {eyes.table.setup.limit}." + (
        " To take a new piece, you must give one back." if full else ""
    )
    return Menu(
        title="What do you take from the bag?",
        choices=(Choice(key="buy", label="Leave the shop", fields=tuple(fields), look="main"),),
        hint=hint,
    )


# --- reading --------------------------------------------------------------------------------------


def read(eyes: Eyes, draft: Draft) -> Change | Leave | Buy | None:
    """Return the move in a submitted form, or None if the choice has no fields.

    Raise IllegalMove if an answer is not in the form.
    """
    match draft.choice:
        case "change":
            own_state = eyes.own_state
            return Change(
                weapon=_slot(draft.value("weapon", own_state.weapon), "weapon"),
                defence=_slot(draft.value("defence", own_state.defence), "defence"),
            )
        case "leave":
            return _leave(eyes, draft)
        case "buy":
            return Buy(
                take=_slot(draft.value("take"), "piece to take"),
                give=_slot(draft.value("give"), "piece to give back"),
            )
    return None


def _slot(sent: str, label: str) -> Slot:
    value = "" if sent == NONE else sent
    if value not in SLOTS:
        raise IllegalMove(
            f"Choose a {label} of the list, or none: there is no {colour_name(value)[:40]}."
        )
    return value


def _leave(eyes: Eyes, draft: Draft) -> Leave:
    device = draft.value("device")
    if device not in CHOICES:
        raise IllegalMove("Choose a device of the list to leave in the room.")
    loose = (
        eyes.table.rooms[eyes.spy.place].weapons if eyes.spy.place < len(eyes.table.rooms) else ()
    )
    return Leave(
        device=device,
        hide=tuple(sorted({_piece(eyes, entry) for entry in draft.all("hide")})),
        take=_parse_colours(draft.all("take"), loose),
        drop=_parse_colours(draft.all("drop"), _droppable(eyes)),
    )


def _piece(eyes: Eyes, sent: str) -> int:
    number = int(sent) if sent.isdecimal() and len(sent) < 3 else 0
    if number not in eyes.own_state.pieces:
        raise IllegalMove("You can hide only pieces that you have in hand.")
    return number


def _parse_colours(sent: Sequence[str], heap: Colours) -> Colours:
    places = {int(entry) if entry.isdecimal() and len(entry) < 3 else len(heap) for entry in sent}
    if any(index >= len(heap) for index in places):
        raise IllegalMove("You can pick up and drop only what is listed.")
    return tuple(sorted([heap[index] for index in places]))
