"""Steps 1 to 4 of the Spy vs. Spy sequence, up to the next decision or the end of the week."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.values import Seat, changed

from .cancelling import call_off_missions, open_cancellations
from .counterspy import decide_guard, decide_twelve
from .debrief import settle_week
from .decision_moves import apply_answers
from .explosives import cell_of, decide_chase, roll_explosives
from .meeting import can_fight, end_ambush, lay_ambush
from .missions import apply_result, continue_after_roll, declare_mission, next_order, roll_mission
from .rounds import declare_round

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.dice import Dice

    from .step_builder import StepBuilder
    from .values import Known, Stage

MAX_ORDER_REROLLS: Final = 20


def play_stages(p: StepBuilder) -> None:
    """Play until someone has to make a decision or the week is over."""
    has_played = False
    while not p.paused and p.stage != "over":
        STAGES[p.stage](p)
        has_played = True
    if has_played and p.asks_by_round:
        p.wave += 1


# --- order of play (2) ----------------------------------------------------------------------------


def roll_order_of_play(
    seats: int, dice: Dice
) -> tuple[tuple[tuple[int, ...], ...], tuple[Seat, ...]]:
    """Return each seat's dice and the order of play (step 2).

    Every team rolls 2d6, and the highest total goes first. Tied teams reroll among themselves (E3,
    E32).
    """
    faces = [dice.roll(2) for _ in range(seats)]
    for _ in range(MAX_ORDER_REROLLS):
        ranks = [faces_rank(seat_faces) for seat_faces in faces]
        tied = [seat for seat in range(seats) if ranks.count(ranks[seat]) > 1]
        if not tied:
            break
        for seat in tied:
            faces[seat] += dice.roll(2)
    order = sorted(range(seats), key=lambda seat: faces_rank(faces[seat]), reverse=True)
    return tuple(faces), tuple([Seat(seat) for seat in order])


def faces_rank(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sort key for the order of play: the totals of the first roll and all rerolls."""
    return tuple([first + second for first, second in zip(faces[::2], faces[1::2], strict=True)])


# --- turns (3 and 4) ------------------------------------------------------------------------------


def take_turn(p: StepBuilder) -> None:
    """Let the teams take turns, one mission at a time, until all missions are done (step 4, E3)."""
    if p.asks_by_round:
        declare_round(p)
        return
    order = p.table.order
    for offset in range(len(order)):
        turn = (p.turn + offset) % len(order)
        mission = next_order(p.own[order[turn]])
        if mission:
            p.turn = (turn + 1) % len(order)
            declare_mission(p, order[turn], mission)
            return
    p.stage = "cancel"


def play_round(p: StepBuilder) -> None:
    """Continue the round's missions, in the order of play, as far as possible (E51).

    Ambushes end first, so that their wounds count for everything that follows.
    """
    missions, p.round = p.round, []
    for mission in missions:
        if mission.result is None:
            p.round.append(mission)
        else:
            p.resume(mission)
            end_ambush(p, mission.result)
            p.set_aside()
    missions, p.round = p.round, []
    for mission in missions:
        p.resume(mission)
        apply_answers(p, mission)
        while p.is_under_way and not p.paused:
            STAGES[p.stage](p)
        p.set_aside()
    p.paused = bool(p.round)
    p.stage = "round" if p.round else "turn"


def resolve_aftermath(p: StepBuilder) -> None:
    """Let the spying team ambush a spotted counterspy after the mission's result (E8).

    A mission leads to at most one ambush, and to none if the explosives went off in hand (E21).
    """
    now = p.now
    in_hand = now.explosives is not None and cell_of(now.explosives) == "in_hand"
    is_spotted = now.verdict == "ambushed" and not now.fought
    if is_spotted and not in_hand and can_fight(p, now.guard):
        lay_ambush(p, "ambushed", now.guard)
    else:
        p.stage = "file"


def file_mission(p: StepBuilder) -> None:
    """End the mission. The target learns whether the mission can still be cancelled (E18)."""
    now = p.now
    if not now.fate:
        p.note(fate="done")
    else:
        known_missions = p.own[now.against].known
        p.learn(
            now.against,
            known=tuple(
                [
                    _no_longer_standing(known_mission)
                    if known_mission.number == now.number
                    else known_mission
                    for known_mission in known_missions
                ]
            ),
        )
    p.end(p.now)
    p.stage = "turn"


def _no_longer_standing(known_mission: Known) -> Known:
    return changed(known_mission, standing=False)


def close_week(p: StepBuilder) -> None:
    """Call off the cancelled missions and settle the week once all choices have been made."""
    call_off_missions(p)
    settle_week(p)
    p.stage = "over"


STAGES: Final[dict[Stage, Callable[[StepBuilder], None]]] = {
    "turn": take_turn,
    "guard": decide_guard,
    "roll": roll_mission,
    "counterspy": continue_after_roll,
    "twelve": decide_twelve,
    "result": apply_result,
    "explosives": roll_explosives,
    "chase": decide_chase,
    "aftermath": resolve_aftermath,
    "file": file_mission,
    "round": play_round,
    "cancel": open_cancellations,
    "close": close_week,
}
