"""Moves: what may be answered, whether it is sound, and what it does. Silence is answered by
standing orders.
"""

from __future__ import annotations

from itertools import combinations, islice
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from campaign.ledger.rules.gear import GEAR
from engine.game import IllegalMove
from engine.values import HOST, Seat
from espionage.rules.ambush.call import (
    TURN_LIMIT,
    Ambush,
    AmbushResult,
    Combatant,
    Fighter,
    condition,
)

from .cancelling import seal, standing_cancel
from .counterspy import send_guard, standing_guard, standing_twelve, take_twelve
from .explosives import chase, standing_chase
from .meeting import end_ambush, take_section
from .missions import on_twelve, take_spy_twelve
from .orders import SECTIONS
from .values import (
    AmbushFought,
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

Answer: TypeAlias = SendGuard | TakeTwelve | Chase | Cancel | TakeSpyTwelve | ChooseSection

LISTED: Final = 60
DEADLINE: Final = Deadline()
TWELVES: Final = (TakeTwelve(ambush=True), TakeTwelve(ambush=False))
SPY_TWELVES: Final = (TakeSpyTwelve(choice="eleven"), TakeSpyTwelve(choice="infiltrate"))


# --- the menu -------------------------------------------------------------------------------------


def menu(view: View) -> Sequence[Move]:
    """What is open to this view's seat, in a stable order."""
    if view.seat == HOST:
        if view.ambush is not None:
            return plain_results(view.ambush)
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
            return TWELVES
        case AskSpyTwelve():
            return SPY_TWELVES
        case AskSection():
            return tuple([ChooseSection(section=section) for section in range(SECTIONS + 1)])
        case AskCancel(count=count, numbers=numbers):
            return tuple(
                [Cancel(numbers=chosen) for chosen in islice(combinations(numbers, count), LISTED)]
            )
        case _:
            assert_never(question)


def plain_results(ambush: Ambush) -> tuple[AmbushFought, ...]:
    """The simplest ways an ambush can end: both withdraw, one of them leaves or falls."""
    ends = (
        (Fighter(), Fighter(), TURN_LIMIT),
        (Fighter(), Fighter(left="edge"), 4),
        (Fighter(left="edge"), Fighter(), 4),
        (Fighter(), _felled(ambush.ambushed), 2),
        (_felled(ambush.ambusher), Fighter(), 2),
    )
    return tuple(
        [
            AmbushFought(result=AmbushResult(ambusher=one, ambushed=two, turns=turns))
            for one, two, turns in ends
        ]
    )


def _felled(who: Combatant) -> Fighter:
    return Fighter(hits=who.dp)


# --- the judge ------------------------------------------------------------------------------------


def check_answer(view: View, move: Move) -> None:
    """Return if the move is open to the view's seat; raises IllegalMove with a sentence
    otherwise.
    """
    if view.seat == HOST:
        _check_host(view, move)
        return
    question = view.own.question if view.own else None
    match question, move:
        case AskGuard(guards=guards), SendGuard(spy=spy):
            _want(not spy or spy in guards, "Send a counterspy who is on duty, or no one.")
        case AskChase(guards=guards), Chase(spy=spy):
            _want(not spy or spy in guards, "Send a counterspy who is on duty, or no one.")
        case (AskTwelve(), TakeTwelve()) | (AskSpyTwelve(), TakeSpyTwelve()):
            pass
        case AskSection(), ChooseSection(section=section):
            _want(0 <= section <= SECTIONS, "Choose a section of Midville, 1 to 4, or 0.")
        case AskCancel(count=count, numbers=allowed), Cancel(numbers=numbers):
            sound = (
                tuple(sorted(set(numbers))) == numbers
                and set(numbers) <= set(allowed)
                and len(numbers) == count
            )
            _want(sound, f"Choose exactly {count} of the missions shown, lowest number first.")
        case _:
            raise IllegalMove("This decision is not open now.")


def _want(sound: bool, sentence: str) -> None:
    if not sound:
        raise IllegalMove(sentence)


def _check_host(view: View, move: Move) -> None:
    if isinstance(move, AmbushFought):
        if view.ambush is None:
            raise IllegalMove("The week waits for no ambush.")
        check_result(view.ambush, move.result)
    elif not isinstance(move, Deadline) or not view.asked:
        raise IllegalMove("Nothing is open for the host to say.")


def check_result(ambush: Ambush, result: AmbushResult) -> None:
    """Could this ambush have ended so? Raises IllegalMove otherwise."""
    _check_fighter(ambush.ambusher, result.ambusher)
    _check_fighter(ambush.ambushed, result.ambushed)
    _want(1 <= result.turns <= TURN_LIMIT, "An ambush lasts 1 to 30 turns.")
    for winner, loser, end in (
        (result.ambusher, ambush.ambushed, result.ambushed),
        (result.ambushed, ambush.ambusher, result.ambusher),
    ):
        _want(
            not winner.felled_with or condition(loser, end) != "standing",
            "Who still stands was not felled.",
        )


def _check_fighter(who: Combatant, end: Fighter) -> None:
    _want(0 <= end.armour <= who.armour, f"{who.name} has lost armour that was not there.")
    _want(end.hits >= 0, f"{who.name} has lost less than nothing.")
    _want(
        not end.left or condition(who, end) == "standing",
        f"{who.name} is down and cannot have left.",
    )
    carried = {item.gear: item.count for item in who.kit.items}
    for item in end.spent:
        _want(
            0 < item.count <= carried.get(item.gear, 0),
            f"{who.name} has used up gear that was not there.",
        )
    _want(len({item.gear for item in end.spent}) == len(end.spent), "Name each kind of gear once.")
    for item in end.fired:
        weapon = GEAR[item.gear].weapon if item.gear in carried else None
        _want(
            weapon is not None and 0 <= item.count <= weapon.shots,
            f"{who.name} has fired rounds that were not there.",
        )


# --- what a move does -----------------------------------------------------------------------------


def answer(p: StepBuilder, seat: Seat, move: Move) -> None:
    """Play a checked move."""
    match move:
        case AmbushFought(result=result):
            end_ambush(p, result)
        case Deadline():
            for late in [Seat(at) for at, own in enumerate(p.own) if own.question is not None]:
                _take(p, late, standing_answer(p.own[late]))
        case _:
            _take(p, seat, move)
    p.paused = p.ambush is not None or any(own.question is not None for own in p.own)


def _take(p: StepBuilder, seat: Seat, move: Answer) -> None:
    p.learn(seat, question=None)
    match move:
        case SendGuard(spy=spy):
            send_guard(p, spy)
        case TakeTwelve(ambush=ambush):
            take_twelve(p, ambush=ambush)
        case Chase(spy=spy):
            chase(p, spy)
        case Cancel(numbers=numbers):
            seal(p, seat, numbers)
        case TakeSpyTwelve(choice=choice):
            take_spy_twelve(p, choice)
        case ChooseSection(section=section):
            take_section(p, section)
        case _:
            assert_never(move)


def standing_answer(own: Own) -> Answer:
    """What a team's standing orders, or the published defaults, answer to the question it is
    asked.
    """
    question = own.question
    match question:
        case AskGuard(number=number):
            known = own.known[number - 1]
            return SendGuard(spy=standing_guard(own, known.mission, known.by))
        case AskTwelve(guard=guard):
            return TakeTwelve(ambush=standing_twelve(own, guard))
        case AskChase():
            return Chase(spy=standing_chase(own))
        case AskCancel():
            return Cancel(numbers=standing_cancel(own, question))
        case AskSpyTwelve(order=order):
            return TakeSpyTwelve(choice=on_twelve(own.sheet, order))
        case AskSection():
            return ChooseSection(section=own.sheet.standing.section)
        case None:
            raise RuntimeError("nobody asked")
        case _:
            assert_never(question)
