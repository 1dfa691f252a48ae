"""The panels next to the picture.

Public panels show spies, pieces and police. Secret panels show the viewer's equipment and notebook.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.values import Seat
from engine.words import capital, join_items
from minigames.lunacy.rules.judging import Eyes, eyes_of
from minigames.lunacy.rules.laboratory import NOWHERE
from minigames.lunacy.rules.police import DAMAGE, STRENGTH
from minigames.lunacy.rules.step_builder import rival
from minigames.lunacy.rules.values import COLOURS, SEATS, Own, Setup, View
from minigames.lunacy.rules.values import Table as Public
from play.tabletop.board import Card, Drawing, Panel, Table, with_kind

from . import words
from .cartoon import emblem


def panels(view: View, names: Sequence[str]) -> tuple[Panel, ...]:
    """Return all panels. The viewer's own panels come first."""
    eyes = eyes_of(view)
    secret = (
        ()
        if eyes is None
        else (_hands(eyes), _arsenal(eyes.own_state, eyes.table.setup), _notebook(eyes))
    )
    return (*secret, *public(view, names))


def public(view: View, names: Sequence[str]) -> tuple[Panel, ...]:
    """Return the public panels."""
    return (
        _spies(view.table, names, view.seat),
        _thingamajig(view, names),
        _police(view.table),
        *_discarded(view.table),
    )


def sign(colour: str) -> Drawing:
    """Return a colour's emblem for a card. The card also names the colour."""
    return Drawing(
        width=26,
        height=26,
        label=colour.replace("_", " "),
        shapes=(emblem(colour, 13, 13),),
        look="lunacy sign",
    )


# --- the viewer's panels --------------------------------------------------------------------------


def _hands(eyes: Eyes) -> Panel:
    own_state = eyes.own_state
    weapon_card = (
        Card(
            title=capital(words.WEAPONS[own_state.weapon]),
            corner="weapon",
            drawing=sign(own_state.weapon),
        )
        if own_state.weapon
        else Card(title="Sword only", corner="weapon")
    )
    defence_card = (
        Card(
            title=f"Against {words.DEFENCES[own_state.defence]}",
            corner="defence",
            drawing=sign(own_state.defence),
        )
        if own_state.defence
        else Card(title="None", corner="defence")
    )
    cards = [
        weapon_card,
        defence_card,
        *[Card(title=f"Piece {number}", corner="Thingamajig") for number in own_state.pieces],
    ]
    cards += [
        Card(
            title=f"Piece {stash.number}",
            lines=(f"hidden in {words.place(stash.room)}",),
            corner="Thingamajig",
        )
        for stash in own_state.stashed
    ]
    return Panel(title="Carried items", cards=tuple(cards), secret=True)


def _arsenal(own_state: Own, setup: Setup) -> Panel:
    cards = [
        _piece(colour, words.WEAPONS[colour], own_state.weapons.count(colour), "weapon")
        for colour in COLOURS
        if colour in own_state.weapons
    ]
    cards += [
        _piece(
            colour, f"Against {words.DEFENCES[colour]}", own_state.defences.count(colour), "defence"
        )
        for colour in COLOURS
        if colour in own_state.defences
    ]
    weapons, defences = (
        len(own_state.weapons) + bool(own_state.weapon),
        len(own_state.defences) + bool(own_state.defence),
    )
    laid = [f"{words.TRAPS[trap.colour]} in {words.place(trap.room)}" for trap in own_state.traps]
    lines = [
        (
            f"Weapons {weapons} of {setup.limit}, defences {defences} of {setup.limit}, with what "
            f"is in use. Decoys: {own_state.decoys}."
        )
    ]
    lines += [f"Laid: {join_items(laid)}."] if laid else []
    return Panel(title="Your arsenal", lines=tuple(lines), cards=tuple(cards), secret=True)


def _piece(colour: str, title: str, count: int, kind: str) -> Card:
    return Card(
        title=capital(title),
        lines=(f"× {count}",) if count > 1 else (),
        corner=kind,
        drawing=sign(colour),
    )


def _notebook(eyes: Eyes) -> Panel:
    """Return the panel with the spy's notebook.

    A row is not updated after the spy has left the room.
    """
    rows = [
        (
            words.short(note.room),
            str(note.round),
            words.device(note.device),
            join_items(note.tokens, "none") if note.looked else "not seen",
        )
        for note in eyes.own_state.notes
    ]
    table = (
        Table(heads=("Room", "Round", "You left", "Numbers you saw"), rows=tuple(rows))
        if rows
        else None
    )
    return Panel(
        title="Your notebook",
        table=table,
        secret=True,
        empty="Rooms you have searched appear here.",
    )


# --- public panels --------------------------------------------------------------------------------


def spy_table(table: Public, names: Sequence[str], viewer: Seat | None) -> Table:
    """Return a table of both spies. The spy that moves first comes first."""
    order = (table.first, rival(table.first))
    spies = [table.spies[seat] for seat in order]
    heads = (
        "",
        *[
            f"{with_kind(names, seat)}{' (you)' if seat == viewer else ''}, "
            f"{words.side(table, seat)}"
            for seat in order
        ],
    )
    rows = (
        ("Health", *[str(spy.health) for spy in spies]),
        ("Lives", *[str(spy.lives) for spy in spies]),
        ("Claims", *[join_items(spy.claims, "none") for spy in spies]),
        ("Weapon", *[_revealed_text(spy.shown_weapon) for spy in spies]),
        ("Defence", *[_revealed_text(spy.shown_defence) for spy in spies]),
    )
    return Table(heads=heads, rows=rows)


def _revealed_text(slot: str | None) -> str:
    """Describe equipment that has been revealed and has not changed since."""
    return "unknown" if slot is None else slot.replace("_", " ") or "none"


def _spies(table: Public, names: Sequence[str], viewer: Seat | None) -> Panel:
    return Panel(
        title="The spies", table=spy_table(table, names, viewer), lines=tuple(_states(table, names))
    )


def _states(table: Public, names: Sequence[str]) -> Iterator[str]:
    for seat in SEATS:
        if table.spies[seat].frozen:
            yield f"{names[seat]} is frozen: a point less next turn."
        if table.spies[seat].barred != NOWHERE:
            yield (
                f"{names[seat]} cannot see because of smoke in "
                f"{words.place(table.spies[seat].barred)} this turn."
            )
        if table.spies[seat].light:
            yield f"{names[seat]} claims three pieces but moves as if with fewer: a bluff."


def part_rows(view: View, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield each circled number and the known location of its piece."""
    for number, home in zip(view.table.circled, view.table.homes, strict=True):
        yield str(number), _whereabouts(view, names, number, is_found=home != NOWHERE)


def _whereabouts(view: View, names: Sequence[str], number: int, *, is_found: bool) -> str:
    table, own_state = view.table, view.own
    if own_state is not None and number in own_state.pieces:
        return "in your hands"
    if own_state is not None:
        for stash in own_state.stashed:
            if stash.number == number:
                return f"hidden by you in {words.place(stash.room)}"
    for place, room in enumerate(table.rooms):
        if number in room.pieces:
            return f"lies open in {words.place(place)}"
    for cop in table.cops:
        if number in cop.pieces:
            return f"carried by {words.cop(cop.rank)}"
    for seat in SEATS:
        if number in table.spies[seat].claims:
            return f"claimed by {names[seat]}, carried or hidden"
    return "somewhere" if is_found else "not found yet"


def _thingamajig(view: View, names: Sequence[str]) -> Panel:
    rows = tuple(part_rows(view, names))
    return Panel(
        title="The Thingamajig",
        table=Table(heads=("Piece", "Where"), rows=rows) if rows else None,
        empty="Three numbers have yet to be circled.",
    )


def cop_rows(table: Public) -> Iterator[tuple[str, ...]]:
    """Yield the table rows of the cops in play."""
    for cop in table.cops:
        current_place = (
            words.place(cop.place)
            if cop.place != NOWHERE
            else f"out of the way until the end of round {cop.back}"
        )
        damage = sorted({*DAMAGE[cop.rank]})
        span = f"{damage[0]}–{damage[-1]}" if len(damage) > 1 else str(damage[0])
        yield (
            capital(words.cop(cop.rank)),
            current_place,
            span,
            f"{STRENGTH[cop.rank] - cop.hurt} of {STRENGTH[cop.rank]}",
            join_items(cop.pieces, "none"),
        )


def _police(table: Public) -> Panel:
    rows = tuple(cop_rows(table))
    heads = ("Who", "Where", "Deals", "Health", "Carries")
    return Panel(
        title="The police",
        table=Table(heads=heads, rows=rows) if rows else None,
        empty="Each piece that is found calls the police: the deputy, the sheriff, the SWAT team.",
    )


def _discarded(table: Public) -> Iterator[Panel]:
    if table.lost_weapons or table.lost_defences:
        weapons = (
            f"Weapons and traps: {words.heap(table.lost_weapons, words.WEAPONS)}."
            if table.lost_weapons
            else ""
        )
        defences = (
            f"Defences against: {words.heap(table.lost_defences, words.DEFENCES)}."
            if table.lost_defences
            else ""
        )
        yield Panel(
            title="Out of the game", lines=tuple([line for line in (weapons, defences) if line])
        )


def of_spy(own_state: Own, name: str) -> Panel:
    """Return a panel with everything that a spy has, for the end of the match."""
    lines = [
        (
            f"In use: {words.weapon(own_state.weapon) if own_state.weapon else 'no weapon'}, "
            f"{words.defence(own_state.defence) if own_state.defence else 'no defence'}."
        ),
        (
            f"Arsenal: {words.heap(own_state.weapons, words.WEAPONS) or 'no weapons'}; "
            f"defences against {words.heap(own_state.defences, words.DEFENCES) or 'nothing'}."
        ),
        f"Decoys: {own_state.decoys}. Pieces in hand: {join_items(own_state.pieces, 'none')}.",
    ]
    return Panel(title=f"{name} holds", lines=tuple(lines))
