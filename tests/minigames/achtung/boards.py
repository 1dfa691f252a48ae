"""Evenings with many options, played by dice, and every seat's board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.dice import SeededDice, seed_from
from engine.match import submit
from engine.values import Seat
from minigames.achtung.board.menus import CHOOSE
from minigames.achtung.board.options import Evening
from minigames.achtung.rules.game import ACHTUNG
from minigames.achtung.rules.values import Setup, State, View
from minigames.achtung.tabletop import ACHTUNG_TABLE, ALL_OPTIONS
from play.tabletop.board import Board, Choice, Draft

NAMES = tuple(f"player-{letter}" for letter in "abcdefghijklmnopqrst")
EVENINGS = {
    "base": (Evening(), 8),
    "everything": (ALL_OPTIONS, 12),
    "lists": (
        Evening(
            matches="from_a_list",
            medic="names_one",
            votes="only_the_count",
            unlocks="one_each_by_chance",
        ),
        10,
    ),
    "automatic": (
        Evening(
            matches="by_secret_vote",
            medic="is_automatic",
            team_notes=True,
            totals=True,
            disguise=True,
        ),
        14,
    ),
}
"""Options that together use every kind of move."""


def setup_of(name: str) -> Setup:
    options, seats = EVENINGS[name]
    return ACHTUNG_TABLE.setup(options, seats)


def positions(name: str, *, every: int = 7) -> Iterator[State]:
    """Yield positions of a random game with these options. The last one is over."""
    dice = SeededDice(seed_from(f"evening {name}"), 0)
    state, _ = ACHTUNG.start(setup_of(name), dice)
    for ply in range(ACHTUNG.max_plies):
        if not state.acting:
            break
        if ply % every == 0:
            yield state
        seat = dice.pick(state.acting)
        move = ACHTUNG.propose(ACHTUNG.view(state, seat), dice)
        state, _ = submit(
            ACHTUNG,
            state,
            seat=seat,
            move=move,
            dice=SeededDice(seed_from(f"evening {name}"), ply + 1),
        )
    yield state


def views(name: str, *, every: int = 7) -> Iterator[View]:
    """Yield the views of every seat and a spectator in these positions."""
    for state in positions(name, every=every):
        yield ACHTUNG.view(state, None)
        yield from [ACHTUNG.view(state, Seat(seat)) for seat in range(len(state.own))]


def board_of(view: View, draft: Draft | None = None) -> Board:
    return ACHTUNG_TABLE.board(view, NAMES[: len(view.table.sides)], draft)


def choices(board: Board) -> list[Choice]:
    return [choice for menu in board.menus for choice in menu.choices]


def draft(choice: str, **answers: Any) -> Draft:
    """Return a choice with its fields. Check boxes can have several values."""
    named = {name.replace("__", "-"): value for name, value in answers.items()}
    sent = [
        (name, tuple(map(str, value)) if isinstance(value, tuple | list) else (str(value),))
        for name, value in named.items()
    ]
    return Draft(choice=choice, answers=tuple(sent))


def choose_first_answers(choice: Choice, squad: int) -> Draft:
    """Return a choice with the first answer for each required field.

    Check boxes are ticked from the first on.
    """
    sent = []
    for asked in choice.fields:
        ticked = tuple([answer.value for answer in asked.answers[:squad]])
        must = CHOOSE in asked.answers
        sent.append(
            (
                asked.name,
                ticked
                if asked.kind == "checks"
                else (asked.answers[1].value if must else asked.value,),
            )
        )
    return Draft(choice=choice.key, answers=tuple(sent))


def default_draft(choice: Choice) -> Draft:
    """Return a choice as the page first shows it."""
    return Draft(
        choice=choice.key, answers=tuple([(asked.name, (asked.value,)) for asked in choice.fields])
    )
