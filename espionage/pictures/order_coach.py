"""The walk-through of a first order sheet."""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """The progress of a sheet during the walk-through.

    The first three fields describe the open order: its person, and whether it has an action and an
    opponent. The others count complete missions and counterspies.
    """

    name: str
    has_action: bool
    has_opponent: bool
    missions: int
    guards: int


class Advice(NamedTuple):
    """One step of the walk-through (of `STEPS`), and its text."""

    step: int
    words: str


STEPS = 5


def next_advice(progress: Progress) -> Advice:
    """Return the step that comes next for this sheet, and the reason."""
    if not progress.has_action:
        name = progress.name or "Someone"
        return Advice(1, f"Choose an action for {name}. {_ACTIONS}")
    if not progress.has_opponent:
        return Advice(
            2,
            "Now choose a target team. Any other team of this week can be a target. Some "
            "missions also let you name a person or a vehicle. If you do not, the dice choose.",
        )
    if not progress.missions:
        return Advice(
            3,
            "Your home is guarded. Now send someone out: add an order, and choose Infiltrate, "
            "Assassinate or Blow Up.",
        )
    if not progress.guards:
        return Advice(
            4,
            "That is a mission. Its line shows the character, the action and the chance, against a "
            "guard like your best person and without a guard. Kit and bricks are under More. No "
            "one guards your own home yet. Add an order and choose Counterspy, or continue without "
            "a guard.",
        )
    return Advice(
        5,
        "Missions are played from the top, in turn with the other teams. Add more orders, or "
        "press Seal orders. No one else can see the sheet, and you can reopen it until the "
        "deadline.",
    )


_ACTIONS = (
    "Infiltrate spies on a rival’s vehicles. Assassinate shoots at a rival’s people. Blow Up "
    "plants a bomb in a vehicle. A Counterspy stays at home and stops enemy spies."
)
