"""The status of the match: headline, details, and the seats that still have to choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.values import Seat
from engine.words import count_noun, join_items
from minigames.lunacy.rules.judging import eyes_of, is_asked
from minigames.lunacy.rules.laboratory import NOWHERE
from minigames.lunacy.rules.turns import circler
from minigames.lunacy.rules.values import SEATS, Combat, Table, View

from . import words
from .log import ENDINGS


def waiting(view: View) -> tuple[Seat, ...]:
    """Return the seats that have to choose.

    In combat, both spies choose, because their choices are secret.
    """
    table = view.table
    match table.phase:
        case "circle":
            return (circler(len(table.circled), table.first),)
        case "return":
            return tuple([seat for seat in SEATS if table.spies[seat].place == NOWHERE])
        case "weapons" | "answer":
            spies = table.combat.spies if table.combat else ()
            sealed = view.own is not None and view.own.sealed is not None
            return tuple([seat for seat in spies if not (sealed and seat == view.seat)])
        case "flee":
            return table.combat.spies[1:] if table.combat else ()
        case "over":
            return ()
    return () if table.turn is None else (table.turn,)


def headline(view: View, names: Sequence[str]) -> str:
    """Return the headline of the page."""
    table, eyes = view.table, eyes_of(view)
    if table.outcome is not None:
        return ENDINGS[table.outcome.ending]
    if eyes is not None and is_asked(eyes):
        return _prompt(table, eyes.spy.place)
    if table.combat is not None and table.phase in {"weapons", "answer", "flee"}:
        if view.own is not None and view.own.sealed is not None:
            return "You have chosen; both choices are shown together."
        return f"Combat in {words.place(table.combat.room)}: {_sides(table, table.combat, names)}"
    doing = {
        "circle": "circles a number",
        "search": "searches",
        "shop": "looks into the bag",
        "return": "returns",
    }.get(table.phase, "moves")
    return f"{join_items([names[seat] for seat in waiting(view)], 'none')} {doing}."


def _prompt(table: Table, current_place: int) -> str:
    match table.phase:
        case "act":
            points = count_noun(table.points, "point")
            return f"Your turn: {points}, {words.with_preposition(current_place)}"
        case "circle":
            return f"Circle number {len(table.circled) + 1} of the Thingamajig"
        case "search":
            return "Your search: what do you leave?"
        case "shop":
            return "You look into the bag"
        case "weapons":
            return "Combat! Choose in secret"
        case "answer":
            return "The weapons were shown: stay or flee?"
        case "flee":
            return "You have to flee"
    return "Your spy is dead: choose an entrance"


def _sides(table: Table, combat: Combat, names: Sequence[str]) -> str:
    first = names[combat.spies[0]]
    return (
        f"{first} against "
        f"{words.cop(combat.cop) if combat.cop is not None else names[combat.spies[1]]}."
    )


def lines(view: View, names: Sequence[str]) -> Iterator[str]:
    """Yield the round and, during a combat, its figures."""
    table = view.table
    if table.round:
        yield (
            f"Round {table.round} of {table.setup.rounds}. {names[table.first]} moves first, "
            f"then {names[1 - table.first]}, then the police."
        )
        if table.setup.wires:
            yield "Trip wires: a trap goes off when its enemy enters the room."
    combat = table.combat
    if combat is not None:
        fighters = [f"{names[seat]}: health {table.spies[seat].health}" for seat in combat.spies]
        yield f"{_sides(table, combat, names)} {', '.join(fighters)}." + (
            f" {count_noun(combat.dull, 'exchange')} without damage." if combat.dull else ""
        )
