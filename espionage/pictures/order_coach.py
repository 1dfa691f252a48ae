"""The walk-through of a first order sheet: what a beginner should know at this moment."""

from __future__ import annotations

from typing import NamedTuple


class Progress(NamedTuple):
    """How far a sheet is: who its open order is for, whether that has an action and an opponent,
    and how many missions and counterspies are complete.
    """

    name: str
    acts: bool
    aimed: bool
    missions: int
    guards: int


class Advice(NamedTuple):
    """A step of the walk-through, of `STEPS`, and two or three sentences."""

    step: int
    words: str


STEPS = 5


def coach(at: Progress) -> Advice:
    """What to do next on this sheet, and why."""
    if not at.acts:
        who = at.name or "Someone"
        return Advice(1, f"Choose an action for {who}. {_ACTIONS}")
    if not at.aimed:
        return Advice(
            2,
            "Now choose a target team. Any other team of this week can be a target. Some "
            "missions also let you name a person or a vehicle. If you do not, the dice choose.",
        )
    if not at.missions:
        return Advice(
            3,
            "Your home is guarded. Now send someone out: add an order, and choose Infiltrate, "
            "Assassinate or Blow Up.",
        )
    if not at.guards:
        return Advice(
            4,
            "That is a mission. Its line shows the character, the action and the odds, from the "
            "best possible guard to no guard. Kit and bricks are under More. No one guards your "
            "own home yet. Add an order and choose Counterspy, or continue without a guard.",
        )
    return Advice(
        5,
        "Missions are played from the top, in turn with the other teams. Add more orders, or "
        "press Seal as final. No one else can see the sheet, and you can reopen it until the "
        "deadline.",
    )


_ACTIONS = (
    "Infiltrate spies on a rival’s vehicles. Assassinate shoots at a rival’s people. Blow Up "
    "plants a bomb in a vehicle. A Counterspy stays at home and stops enemy spies."
)
