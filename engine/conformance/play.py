"""The laws of play, about turns (1), moves (2) and the end (7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from engine.codec import encode
from engine.dice import Dice, SeededDice
from engine.game import Game, NotYourTurn
from engine.match import submit
from engine.values import HOST, Value, changed

from .trial import Broken, Trial, breaking

ValueT = TypeVar("ValueT", bound=Value)

SAMPLE_SIZE: Final = 40
"""Number of moves to try at one position, both from its own menu and from other positions."""
FAR_OFF: Final = (-1, 254, 10_000)
"""Numbers out of range, which `check` must handle without an unexpected error."""


def law_1_turns(trial: Trial) -> Counter[str]:
    """Check that `to_act` is empty exactly when there is an outcome, and that no other seats have
    moves.

    Spectators never have moves. HOST has moves whenever it is to act, can have moves while others
    act, and has none after the end.
    """
    for ply, state in enumerate(trial.states):
        _turns(trial, ply, state)
    return Counter(
        positions=len(trial.states),
        waiting_for_host=sum(HOST in trial.game.to_act(state) for state in trial.states),
    )


def _turns(trial: Trial, ply: int, state: Any) -> None:
    game, acting = trial.game, trial.game.to_act(state)
    is_over = game.outcome(state) is not None
    if is_over is bool(acting):
        raise Broken(
            "1",
            f"{trial.describe_ply(ply)}: the seats to act are {acting}, and there is "
            f"{'an' if is_over else 'no'} outcome",
        )
    if len({*acting}) < len(acting) or not {*acting} <= {*trial.seats, HOST}:
        raise Broken(
            "1",
            f"{trial.describe_ply(ply)}: the seats to act are {acting}, but the seats at the "
            f"table are {trial.seats}",
        )
    for seat in trial.watchers:
        if bool(game.legal_moves(game.view(state, seat))) != (seat in acting):
            raise Broken(
                "1",
                (
                    f"{trial.describe_ply(ply)}: seat {seat} has moves or is to act, but not "
                    f"both; the seats to act are {acting}"
                ),
            )
    speaks = bool(game.legal_moves(game.view(state, HOST)))
    if (speaks and is_over) or (HOST in acting and not speaks):
        raise Broken(
            "1",
            (
                f"{trial.describe_ply(ply)}: HOST {'has' if speaks else 'lacks'} moves; the seats "
                "to act are "
                f"{acting}"
            ),
        )
    _outcome_names_seats(trial, ply, state)


def _outcome_names_seats(trial: Trial, ply: int, state: Any) -> None:
    outcome = trial.game.outcome(state)
    if outcome and not (
        {*outcome.winners} <= {*trial.seats} and len(outcome.scores) in (0, len(trial.seats))
    ):
        raise Broken(
            "1",
            (
                f"{trial.describe_ply(ply)}: the outcome is not for the seats {trial.seats}: "
                f"{outcome}"
            ),
        )


def law_2_moves(trial: Trial) -> Counter[str]:
    """Check that every move on the menu is legal and can be applied without changing the old state.

    A move from another position, or a move with a changed number, must be refused or must apply
    cleanly. If `check` is not overridden, the move must be refused. Moves of seats that are not to
    act, and moves that are only for HOST, must also be refused.
    """
    counts: Counter[str] = Counter(
        listed=0, near_misses_refused=0, near_misses_open=0, turned_away=0
    )
    dice = trial.dice("law-2")
    for ply in trial.plies():
        state = trial.states[ply]
        before = encode(state)
        for seat in trial.speakers(state):
            view = trial.game.view(state, seat)
            menu = _menu(trial, ply, view)
            for move in _sample(menu, dice):
                _listed_applies(trial, ply, seat, view, move)
                counts["listed"] += 1
            for move in _near_misses(trial, menu, dice):
                counts[_near_miss(trial, ply, seat, view, move)] += 1
        counts["turned_away"] += _others_turned_away(trial, ply, state)
        if encode(state) != before:
            raise Broken("2", f"{trial.describe_ply(ply)}: applying a move changed the old state")
    return counts


def _menu(trial: Trial, ply: int, view: Any) -> Sequence[Any]:
    moves = trial.game.legal_moves(view)
    if list(moves) != list(trial.game.legal_moves(view)):
        raise Broken(
            "2", f"{trial.describe_ply(ply)}: a second call returns the menu in a different order"
        )
    if len({encode(move) for move in moves}) < len(moves):
        raise Broken("2", f"{trial.describe_ply(ply)}: the menu lists a move twice")
    return moves


def _sample(moves: Sequence[Any], dice: Dice) -> Sequence[Any]:
    return moves if len(moves) <= SAMPLE_SIZE else [dice.pick(moves) for _ in range(SAMPLE_SIZE)]


def _listed_applies(trial: Trial, ply: int, seat: Any, view: Any, move: Any) -> None:
    with breaking("2", f"{trial.describe_ply(ply)}: seat {seat} plays the listed {move}"):
        trial.game.check(view, move)
        trial.game.apply(trial.states[ply], seat, move, SeededDice(trial.seed, ply + 1))


def _near_misses(trial: Trial, menu: Sequence[Any], dice: Dice) -> Iterator[Any]:
    variants = [*bent(dice.pick(menu)), *joined(dice.pick(menu), dice.pick(menu))] if menu else []
    candidates = [*_sample(trial.strangers, dice), *filter(trial.sendable, variants)]
    yield from (move for move in candidates if move not in menu)


def bent(move: ValueT) -> Iterator[ValueT]:
    """Yield copies of a move in which a number is out of range, or a tuple is emptied, doubled or
    reversed.
    """
    for name in move.__struct_fields__:
        field = getattr(move, name)
        if type(field) is int:
            yield from (changed(move, **{name: number}) for number in (*FAR_OFF, field + 1))
        elif type(field) is tuple:
            yield from (
                changed(move, **{name: numbers}) for numbers in ((), field + field, field[::-1])
            )
            if all(type(item) is int for item in field):
                yield from (changed(move, **{name: (*field, number)}) for number in FAR_OFF)


def joined(move: ValueT, other: Value) -> Iterator[ValueT]:
    """Yield combinations of two moves of a type, with joined tuples. Some can be legal."""
    if type(move) is type(other):
        for name in move.__struct_fields__:
            own_field, other_field = getattr(move, name), getattr(other, name)
            if type(own_field) is tuple and own_field != other_field:
                union = own_field + other_field
                yield changed(
                    move,
                    **{
                        name: tuple(sorted(union))
                        if all(type(item) is int for item in union)
                        else union
                    },
                )


def _near_miss(trial: Trial, ply: int, seat: Any, view: Any, move: Any) -> str:
    context = f"{trial.describe_ply(ply)}: seat {seat} tries {move}"
    with breaking("2", context):
        if not trial.allowed(view, move):
            return "near_misses_refused"
        if type(trial.game).check is Game.check:
            raise Broken("2", f"{context}: not listed, but accepted")
        if seat != HOST and type(move) in trial.host_only:
            raise Broken("2", f"{context}: accepted from a seat, although only HOST is offered it")
        trial.game.apply(trial.states[ply], seat, move, SeededDice(trial.seed, ply + 1))
    return "near_misses_open"


def _others_turned_away(trial: Trial, ply: int, state: Any) -> int:
    _, move = trial.moves[ply]
    others = [seat for seat in trial.seats if seat not in trial.game.to_act(state)]
    for seat in others:
        try:
            submit(trial.game, state, seat=seat, move=move, dice=SeededDice(trial.seed, ply + 1))
        except NotYourTurn:
            continue
        raise Broken(
            "2", f"{trial.describe_ply(ply)}: seat {seat} is not to act, but can play {move}"
        )
    return len(others)


def law_7_ends(trial: Trial) -> Counter[str]:
    """Check that random play ends within the game's limit on plies. Longer matches are stopped."""
    return Counter(matches=1, plies=len(trial.moves))
