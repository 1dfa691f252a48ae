"""The moves of the game: legal moves, checks and effects.

Standing orders answer for a team that does not answer in time.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Final, assert_never

from ambush.rules.call import TURN_LIMIT, Ambush, AmbushResult, Combatant, Fighter, condition
from campaign.ledger.rules.gear import GEAR
from engine.game import IllegalMove
from engine.values import HOST, Seat

from .cancelling import seal_cancellations, standing_cancellations
from .counterspy import send_guard, standing_order_ambushes, standing_order_guard, take_twelve
from .explosives import send_chaser, standing_order_chaser
from .meeting import end_ambush, take_section
from .missions import choice_on_twelve, take_spy_twelve
from .orders import SECTIONS
from .rounds import collect_answer, collect_result
from .values import (
    AmbushFought,
    Answer,
    AskCancel,
    AskChase,
    AskGuard,
    AskSection,
    AskSpyTwelve,
    AskTwelve,
    Cancel,
    Chase,
    ChooseSection,
    Deadline,
    Move,
    Own,
    Question,
    SendGuard,
    TakeSpyTwelve,
    TakeTwelve,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .step_builder import StepBuilder
    from .values import Underway

MAX_LISTED_CANCELLATIONS: Final = 60
DEADLINE: Final = Deadline()
TWELVE_MOVES: Final = (TakeTwelve(ambush=True), TakeTwelve(ambush=False))
SPY_TWELVE_MOVES: Final = (TakeSpyTwelve(choice="eleven"), TakeSpyTwelve(choice="infiltrate"))


# --- legal moves ----------------------------------------------------------------------------------


def list_moves(view: View) -> Sequence[Move]:
    """Return the legal moves of this view's seat, in a fixed order."""
    if view.seat == HOST:
        if view.ambush is not None:
            return simple_results(view.ambush)
        return (DEADLINE,) if view.asked else ()
    question = view.own.question if view.own else None
    return () if question is None else _answers(question)


def _answers(question: Question) -> Sequence[Move]:
    match question:
        case AskGuard(guards=guards):
            return (SendGuard(), *[SendGuard(spy=spy) for spy in guards])
        case AskChase(guards=guards):
            return (Chase(), *[Chase(spy=spy) for spy in guards])
        case AskTwelve():
            return TWELVE_MOVES
        case AskSpyTwelve():
            return SPY_TWELVE_MOVES
        case AskSection():
            return tuple([ChooseSection(section=section) for section in range(SECTIONS + 1)])
        case AskCancel(count=count, numbers=numbers):
            return tuple(
                [
                    Cancel(numbers=missions)
                    for missions in islice(combinations(numbers, count), MAX_LISTED_CANCELLATIONS)
                ]
            )
        case _:
            assert_never(question)


def simple_results(ambush: Ambush) -> tuple[AmbushFought, ...]:
    """Return the simplest results of an ambush.

    Either both fighters withdraw, or one of them leaves or falls.
    """
    ends = (
        (Fighter(), Fighter(), TURN_LIMIT),
        (Fighter(), Fighter(left="edge"), 4),
        (Fighter(left="edge"), Fighter(), 4),
        (Fighter(), _felled(ambush.ambushed), 2),
        (_felled(ambush.ambusher), Fighter(), 2),
    )
    return tuple(
        [
            AmbushFought(result=AmbushResult(ambusher=ambusher, ambushed=ambushed, turns=turns))
            for ambusher, ambushed, turns in ends
        ]
    )


def _felled(combatant: Combatant) -> Fighter:
    return Fighter(hits=combatant.dp)


# --- checks ---------------------------------------------------------------------------------------


def check_answer(view: View, move: Move) -> None:
    """Raise IllegalMove, with an explanation, unless the view's seat can make this move."""
    if view.seat == HOST:
        _check_host(view, move)
        return
    question = view.own.question if view.own else None
    match question, move:
        case AskGuard(guards=guards), SendGuard(spy=spy):
            _require(not spy or spy in guards, "Send a counterspy who is on duty, or no one.")
        case AskChase(guards=guards), Chase(spy=spy):
            _require(not spy or spy in guards, "Send a counterspy who is on duty, or no one.")
        case (AskTwelve(), TakeTwelve()) | (AskSpyTwelve(), TakeSpyTwelve()):
            pass
        case AskSection(), ChooseSection(section=section):
            _require(0 <= section <= SECTIONS, "Choose a section of Midville, 1 to 4, or 0.")
        case AskCancel(count=count, numbers=allowed), Cancel(numbers=numbers):
            is_valid = (
                tuple(sorted(set(numbers))) == numbers
                and set(numbers) <= set(allowed)
                and len(numbers) == count
            )
            _require(
                is_valid, f"Choose exactly {count} of the missions shown, lowest number first."
            )
        case _:
            raise IllegalMove("This decision is not open now.")


def _require(condition_holds: bool, sentence: str) -> None:
    if not condition_holds:
        raise IllegalMove(sentence)


def _check_host(view: View, move: Move) -> None:
    if isinstance(move, AmbushFought):
        if view.ambush is None:
            raise IllegalMove("No ambush is under way.")
        check_result(view.ambush, move.result)
    elif not isinstance(move, Deadline) or not view.asked:
        raise IllegalMove("The host has no open move.")


def check_result(ambush: Ambush, result: AmbushResult) -> None:
    """Raise IllegalMove if the ambush cannot end with this result."""
    _check_fighter(ambush.ambusher, result.ambusher)
    _check_fighter(ambush.ambushed, result.ambushed)
    _require(1 <= result.turns <= TURN_LIMIT, "An ambush lasts 1 to 30 turns.")
    for winner, loser, end in (
        (result.ambusher, ambush.ambushed, result.ambushed),
        (result.ambushed, ambush.ambusher, result.ambusher),
    ):
        _require(
            not winner.felled_with or condition(loser, end) != "standing",
            "A fighter who is still standing was not defeated.",
        )


def _check_fighter(combatant: Combatant, end: Fighter) -> None:
    _require(
        0 <= end.armour <= combatant.armour, f"{combatant.name} has lost more armour than they had."
    )
    _require(end.hits >= 0, f"{combatant.name} cannot have negative hits.")
    _require(
        not end.left or condition(combatant, end) == "standing",
        f"{combatant.name} is down and cannot have left.",
    )
    counts = {item.gear: item.count for item in combatant.kit.items}
    for item in end.spent:
        _require(
            0 < item.count <= counts.get(item.gear, 0),
            f"{combatant.name} has used up gear they did not have.",
        )
    _require(
        len({item.gear for item in end.spent}) == len(end.spent), "Name each kind of gear once."
    )
    for item in end.fired:
        weapon = GEAR[item.gear].weapon if item.gear in counts else None
        _require(
            weapon is not None and 0 <= item.count <= weapon.shots,
            f"{combatant.name} has fired more rounds than the magazine holds.",
        )


# --- effects of moves -----------------------------------------------------------------------------


def apply_move(p: StepBuilder, seat: Seat, move: Move) -> None:
    """Apply a move that has already been checked."""
    match move:
        case AmbushFought(result=result) if p.asks_by_round:
            collect_result(p, result)
        case AmbushFought(result=result):
            end_ambush(p, result)
        case Deadline():
            for silent_seat in [
                Seat(index)
                for index, own_state in enumerate(p.own)
                if own_state.question is not None
            ]:
                _answer(p, silent_seat, standing_answer(p.own[silent_seat]))
                while p.round and p.own[silent_seat].question is not None:
                    _answer(p, silent_seat, standing_answer(p.own[silent_seat]))
        case _:
            _answer(p, seat, move)
    p.paused = (
        p.ambush is not None
        or any(mission.waits for mission in p.round)
        or any(own_state.question is not None for own_state in p.own)
    )


def _answer(p: StepBuilder, seat: Seat, move: Answer) -> None:
    """Apply an answer, or keep it until all answers of the round are known (E51)."""
    if p.round:
        collect_answer(p, seat, move)
    else:
        p.learn(seat, question=None)
        _apply_answer(p, seat, move)


def apply_answers(p: StepBuilder, mission: Underway) -> None:
    """Apply the answers that were kept for a mission of the round."""
    match mission.answers:
        case (TakeTwelve(), ChooseSection(section=section)):
            p.section = section
        case _:
            pass
    if mission.answers and mission.asked_seat is not None:
        _apply_answer(p, mission.asked_seat, mission.answers[0])


def _apply_answer(p: StepBuilder, seat: Seat, move: Answer) -> None:
    match move:
        case SendGuard(spy=spy):
            send_guard(p, spy)
        case TakeTwelve(ambush=ambush):
            take_twelve(p, ambush=ambush)
        case Chase(spy=spy):
            send_chaser(p, spy)
        case Cancel(numbers=numbers):
            seal_cancellations(p, seat, numbers)
        case TakeSpyTwelve(choice=choice):
            take_spy_twelve(p, choice)
        case ChooseSection(section=section):
            take_section(p, section)
        case _:
            assert_never(move)


def standing_answer(own_state: Own) -> Answer:
    """Return the answer that a team's standing orders give, or the default answer."""
    question = own_state.question
    match question:
        case AskGuard(number=number):
            return SendGuard(spy=standing_order_guard(own_state, own_state.known[number - 1]))
        case AskTwelve(guard=guard):
            return TakeTwelve(ambush=standing_order_ambushes(own_state, guard))
        case AskChase():
            return Chase(spy=standing_order_chaser(own_state))
        case AskCancel():
            return Cancel(numbers=standing_cancellations(own_state, question))
        case AskSpyTwelve(order=order):
            return TakeSpyTwelve(choice=choice_on_twelve(own_state.sheet, order))
        case AskSection():
            return ChooseSection(section=own_state.sheet.standing.section)
        case None:
            raise RuntimeError("nobody asked")
        case _:
            assert_never(question)
