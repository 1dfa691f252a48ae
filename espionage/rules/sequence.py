"""Using the Spy vs. Spy Table, steps 1 to 4: one stage after another, until somebody has to speak
or the week is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed

from .cancelling import call_off, open_cancellations
from .counterspy import decide_guard, decide_twelve
from .debrief import settle_week
from .explosives import cell_of, decide_chase, roll_explosives
from .meeting import lay_ambush
from .missions import carry_out, declare, next_order, roll_mission

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.dice import Dice

    from .step_builder import StepBuilder
    from .values import Known, Stage

REROLLS: Final = 20


def proceed(p: StepBuilder) -> None:
    """Play on until somebody has to speak or the week is over."""
    while not p.paused and p.stage != "over":
        STAGES[p.stage](p)


# --- 2: the order of play -------------------------------------------------------------------------


def order_of_play(seats: int, dice: Dice) -> tuple[tuple[tuple[int, ...], ...], tuple[Seat, ...]]:
    """2: every team rolls 2d6, highest first; ties roll again among themselves (E3, E32). Faces by
    seat, and the order.
    """
    faces = [dice.roll(2) for _ in range(seats)]
    for _ in range(REROLLS):
        ranks = [faces_rank(each) for each in faces]
        tied = [seat for seat in range(seats) if ranks.count(ranks[seat]) > 1]
        if not tied:
            break
        for seat in tied:
            faces[seat] += dice.roll(2)
    order = sorted(range(seats), key=lambda seat: faces_rank(faces[seat]), reverse=True)
    return tuple(faces), tuple([Seat(seat) for seat in order])


def faces_rank(faces: tuple[int, ...]) -> tuple[int, ...]:
    """What decides the order: the first total, then each reroll's."""
    return tuple([first + second for first, second in zip(faces[::2], faces[1::2], strict=True)])


# --- 3 and 4 --------------------------------------------------------------------------------------


def take_turn(p: StepBuilder) -> None:
    """4: the players take turns, one mission each, until all are done (E3)."""
    order = p.table.order
    for waited in range(len(order)):
        turn = (p.turn + waited) % len(order)
        mission = next_order(p.own[order[turn]])
        if mission:
            p.turn = (turn + 1) % len(order)
            declare(p, order[turn], mission)
            return
    p.stage = "cancel"


def aftermath(p: StepBuilder) -> None:
    """E8: the spying team ambushes the counterspy who was spotted, once the mission's result
    stands.

    One ambush a mission, and none after explosives that went off in hand (E21).
    """
    now = p.now
    in_hand = now.explosives is not None and cell_of(now.explosives) == "in_hand"
    if now.verdict == "ambushed" and not now.fought and not in_hand:
        lay_ambush(p, "ambushed", now.guard)
    else:
        p.stage = "file"


def put_on_file(p: StepBuilder) -> None:
    """The mission is over; its target knows whether it may still be cancelled (E18)."""
    now = p.now
    if not now.fate:
        p.note(fate="done")
    else:
        known = p.own[now.against].known
        p.learn(
            now.against,
            known=tuple([_fallen(each) if each.number == now.number else each for each in known]),
        )
    p.end(p.now)
    p.stage = "turn"


def _fallen(known: Known) -> Known:
    return changed(known, standing=False)


def close(p: StepBuilder) -> None:
    """All choices are in: missions are called off, and the week is settled."""
    call_off(p)
    settle_week(p)
    p.stage = "over"


STAGES: Final[dict[Stage, Callable[[StepBuilder], None]]] = {
    "turn": take_turn,
    "guard": decide_guard,
    "roll": roll_mission,
    "twelve": decide_twelve,
    "result": carry_out,
    "explosives": roll_explosives,
    "chase": decide_chase,
    "aftermath": aftermath,
    "file": put_on_file,
    "cancel": open_cancellations,
    "close": close,
}
