"""The board in words, with everything that is needed to play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.words import capital, count_noun, join_items
from minigames.lunacy.rules.judging import Eyes, eyes_of
from minigames.lunacy.rules.laboratory import ENTRANCES, ROOMS
from minigames.lunacy.rules.values import SEATS, View
from play.tabletop.board import Passage, Table

from . import panels, words
from .knowing import room_knowledge


def twin(view: View, names: Sequence[str]) -> tuple[Passage, ...]:
    """Return the description in words. The most important facts come first."""
    table, eyes = view.table, eyes_of(view)
    people = [
        (
            f"{'You are' if seat == view.seat else f'{names[seat]} is'} {words.side(table, seat)}, "
            f"{words.position(table, seat)}."
        )
        for seat in SEATS
    ]
    police = [
        " ".join((rank, "–", location, "–", f"deals {damage}, health {health}, carries {load}."))
        for rank, location, damage, health, load in panels.cop_rows(table)
    ]
    parts = [f"{number}: {location}." for number, location in panels.part_rows(view, names)]
    spies = panels.spy_table(table, names, view.seat)
    passages = [
        Passage(title="Positions", lines=(*people, *(police or ["No police yet."]))),
        Passage(title="The spies", table=spies),
        Passage(
            title="The Thingamajig",
            lines=tuple(parts) or ("Three numbers have yet to be circled.",),
        ),
    ]
    if eyes is not None:
        passages.append(Passage(title="Your equipment", lines=tuple(_own_lines(eyes))))
    return (
        *passages,
        Passage(
            title="The rooms",
            lines=(_plan(),),
            table=Table(heads=("Room", "Players", "Known facts"), rows=tuple(_rooms(view, names))),
        ),
    )


def _plan() -> str:
    return (
        "Five floors of five rooms; neighbours on a floor are joined. In columns 1 and 5 "
        "elevators go one floor up or down. "
        "The left entrance leads to room 1, the right one to room 5 of floor 1. The roof "
        "elevator goes from room 3 on floor 5 to the helipad."
    )


def _own_lines(eyes: Eyes) -> Iterator[str]:
    own_state = eyes.own_state
    yield (
        f"In use: {words.weapon(own_state.weapon) if own_state.weapon else 'no weapon'}, "
        f"{words.defence(own_state.defence) if own_state.defence else 'no defence'}."
    )
    yield (
        f"Arsenal: {words.heap(own_state.weapons, words.WEAPONS) or 'no weapons'}; defences "
        f"against {words.heap(own_state.defences, words.DEFENCES) or 'nothing'}; "
        f"{count_noun(own_state.decoys, 'decoy')}."
    )
    yield f"Pieces in hand: {join_items(own_state.pieces, 'none')}."
    if own_state.stashed:
        hidden = [f"{stash.number} in {words.place(stash.room)}" for stash in own_state.stashed]
        yield f"Hidden: {join_items(hidden)}."
    for note in own_state.notes:
        token_note = (
            f"numbers {join_items(note.tokens, 'none')}" if note.looked else "its numbers not seen"
        )
        yield (
            f"Notebook, round {note.round}: {words.place(note.room)}, {token_note}, left: "
            f"{words.device(note.device)}."
        )


def _rooms(view: View, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    table, knows = view.table, room_knowledge(view)
    for place in (*ENTRANCES, *ROOMS):
        people = [names[seat] for seat in SEATS if table.spies[seat].place == place]
        people += [words.cop(cop.rank) for cop in table.cops if cop.place == place]
        yield (
            capital(words.place(place)),
            join_items(people) if people else "nobody",
            _room_facts(view, names, place, knows.devices.get(place, "")),
        )


def _room_facts(view: View, names: Sequence[str], place: int, device: str) -> str:
    if place not in ROOMS:
        return "nothing to search"
    room = view.table.rooms[place]
    facts = [f"piece {number} lies open" for number in room.pieces]
    facts += [f"{words.weapon(colour)} lies open" for colour in room.weapons]
    if room.device:
        laid_by_note = f", laid by {names[room.laid_by]}" if room.laid_by is not None else ""
        facts.append(f"{words.device(device) if device else 'a device'}{laid_by_note}")
    if room.looked_by is not None:
        facts.append(f"last searched by {names[room.looked_by]}")
    return "; ".join(facts) or "no one has searched it"
