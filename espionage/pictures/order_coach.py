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
        who = at.name or "Somebody"
        return Advice(1, f"{who} is free to go: choose what they do. {_ACTIONS}")
    if not at.aimed:
        return Advice(
            2,
            "Now against whom. Every team of this week can be a target. Some missions let you name "
            "a person or a vehicle as well; what you leave open, the dice choose.",
        )
    if not at.missions:
        return Advice(
            3,
            "Your home is watched. Now send somebody out: add an order, and choose Infiltrate, "
            "Assassinate or Blow Up.",
        )
    if not at.guards:
        return Advice(
            4,
            "That is a mission. Its line says who, what and the odds, from their best guard to "
            "none at all; kit and bricks stand under More. Nobody watches your own home yet: add "
            "an order and choose Counterspy, or leave the door open and go on.",
        )
    return Advice(
        5,
        "Missions are played from the top, one in turn with the other teams’. Add more, or press "
        "Seal as final: nobody else sees the sheet, and you can take it back until the deadline.",
    )


_ACTIONS = (
    "Infiltrate looks at a rival’s vehicles, Assassinate shoots at a rival’s people, Blow Up "
    "plants a bomb in a vehicle. A Counterspy stays at home and stops those who come to you."
)
