"""The laws of secrecy, about twins (5), equal sounds (5b), sealed moves (6), imagining (9) and one
changed die (10).

All of them test that a view depends only on the events that its seat heard. Each law varies
something different, because none of them covers all cases. Law 5 relies on `imagine`, law 5b tests
only the mover's choices, and law 10 tests only the dice.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from engine.codec import encode
from engine.dice import Dice, SeededDice
from engine.match import heard_by, submit
from engine.values import HOST, Seat

from .trial import Broken, Trial, breaking
from .twins import Choices, Reroll, World, choices, echoes, rerolls, worlds

PLIES_ON: Final = 3
"""Number of plies to play after an imagined state."""


def law_5_twins(trial: Trial) -> Counter[str]:
    """Check that if a move in an imagined twin state has the same events, the seat gets the same
    view.

    Each ply is tested separately, first with the same move, and then with any move of its type. A
    seat that heard nothing and did not move must see no change.
    """
    counts: Counter[str] = Counter(echoes=0, tried=0, silences=0)
    for ply in trial.plies():
        for seat in trial.watchers:
            counts["silences"] += _silence(trial, ply, seat)
    for world in trial.compute_once(worlds):
        with breaking(
            "5", f"{trial.describe_ply(world.ply + 1)}: a twin world of seat {world.seat}"
        ):
            counts["tried"] += 1
            counts["echoes"] += _twin(trial, world)
    return counts


def _silence(trial: Trial, ply: int, seat: Seat | None) -> bool:
    game, mover = trial.game, trial.moves[ply][0]
    if seat == mover or heard_by(seat, trial.told[ply + 1]):
        return False
    if game.view(trial.states[ply], seat) != game.view(trial.states[ply + 1], seat):
        raise Broken(
            "5",
            f"{trial.describe_ply(ply + 1)}: seat {seat} received no event, but its view changed",
        )
    return True


def _twin(trial: Trial, world: World) -> bool:
    game, ply, seat = trial.game, world.ply, world.seat
    mover = trial.moves[ply][0]
    heard_events, expected_view = (
        heard_by(seat, trial.told[ply + 1]),
        game.view(trial.states[ply + 1], seat),
    )
    for echo in echoes(trial, world):
        after, events = game.apply(world.state, mover, echo, SeededDice(trial.seed, ply + 1))
        if heard_by(seat, events) == heard_events:
            if game.view(after, seat) != expected_view:
                raise Broken(
                    "5",
                    (
                        f"{trial.describe_ply(ply + 1)}: seat {seat} received the same events in a "
                        "twin world, but has a different view"
                    ),
                )
            return True
    return False


def law_5b_alike(trial: Trial) -> Counter[str]:
    """Check that if several choices of the mover give another seat the same events, they also give
    it the same view.
    """
    return Counter(pairs=sum(_alike(trial, position) for position in trial.compute_once(choices)))


def _alike(trial: Trial, position: Choices) -> int:
    pairs = 0
    for seat in trial.watchers:
        if seat == position.mover:
            continue
        sounds: dict[tuple[bytes, ...], Any] = {}
        for after, events in position.steps:
            view = trial.game.view(after, seat)
            first = sounds.setdefault(tuple(map(encode, heard_by(seat, events))), view)
            pairs += first is not view
            if first != view:
                context = f"{trial.describe_ply(position.ply)}: two moves of seat {position.mover}"
                raise Broken(
                    "5b", f"{context} give seat {seat} the same events but different views"
                )
    return pairs


def law_6_sealed_moves_commute(trial: Trial) -> Counter[str]:
    """Check that sealed moves of two seats lead to the same state and events in either order."""
    counts: Counter[str] = Counter(sealed_positions=0)
    dice = trial.dice("law-6")
    for ply in trial.plies():
        state = trial.states[ply]
        acting = [seat for seat in trial.game.to_act(state) if seat != HOST]
        if len(acting) > 1:
            first, second, *_ = dice.shuffle(acting)
            pair = [
                (seat, trial.game.propose(trial.game.view(state, seat), dice))
                for seat in (first, second)
            ]
            _commutes(trial, ply, pair)
            counts["sealed_positions"] += 1
    return counts


def _commutes(trial: Trial, ply: int, pair: list[tuple[Seat, Any]]) -> None:
    with breaking("6", f"{trial.describe_ply(ply)}: {pair} in both orders"):
        if _play_in_order(trial, ply, pair) != _play_in_order(trial, ply, pair[::-1]):
            raise Broken(
                "6", f"{trial.describe_ply(ply)}: the order of the sealed moves {pair} matters"
            )


def _play_in_order(
    trial: Trial, ply: int, pair: list[tuple[Seat, Any]]
) -> tuple[bytes, list[bytes]]:
    state: Any = trial.states[ply]
    events: list[bytes] = []
    for nth, (seat, move) in enumerate(pair, start=1):
        state, new_events = submit(
            trial.game, state, seat=seat, move=move, dice=SeededDice(trial.seed, ply + nth)
        )
        events += map(encode, new_events)
    return encode(state), sorted(events)


def law_9_imagined_is_seen(trial: Trial) -> Counter[str]:
    """Check that a state imagined from a view has the same view, and that play can continue from
    it.

    The seat must be to act in the imagined state exactly when it is to act in the true one.
    """
    counts: Counter[str] = Counter(views=0, played_on=0)
    dice = trial.dice("law-9")
    for ply in (*trial.plies(), len(trial.moves)):
        state = trial.states[ply]
        for seat in trial.watchers:
            twin = _imagined(trial, ply, state, seat, dice)
            counts["views"] += 1
            counts["played_on"] += _play_on(trial, ply, twin, dice)
    return counts


def _imagined(trial: Trial, ply: int, state: Any, seat: Seat | None, dice: Dice) -> Any:
    game, view = trial.game, trial.game.view(state, seat)
    with breaking("9", f"{trial.describe_ply(ply)}: imagined from seat {seat}"):
        twin = game.imagine(view, dice)
        if game.view(twin, seat) != view:
            raise Broken(
                "9",
                f"{trial.describe_ply(ply)}: seat {seat} has a different view of the imagined "
                "state",
            )
        if (seat in game.to_act(twin)) != (seat in game.to_act(state)):
            raise Broken(
                "9",
                (
                    f"{trial.describe_ply(ply)}: seat {seat} is to act in only one of the imagined "
                    "and the true state"
                ),
            )
    return twin


def _play_on(trial: Trial, ply: int, state: Any, dice: Dice) -> int:
    game, plies = trial.game, 0
    with breaking("9", f"{trial.describe_ply(ply)}: play continues from an imagined state"):
        while plies < PLIES_ON and (acting := game.to_act(state)):
            seat = dice.pick(acting)
            state, _ = submit(
                game, state, seat=seat, move=game.propose(game.view(state, seat), dice), dice=dice
            )
            plies += 1
    return plies


def law_10_one_die_differs(trial: Trial) -> Counter[str]:
    """Check that one changed die does not change the view of a seat that heard the same events.

    This law does not depend on `imagine`.
    """
    counts: Counter[str] = Counter(alike=0, compared=0)
    for reroll in trial.compute_once(rerolls):
        for seat in trial.watchers:
            _compare(trial, reroll, seat, counts)
    return counts


def _compare(trial: Trial, reroll: Reroll, seat: Seat | None, counts: Counter[str]) -> None:
    (state, events), (other_state, other_events) = reroll.step, reroll.other
    counts["compared"] += 1
    if heard_by(seat, events) == heard_by(seat, other_events):
        counts["alike"] += 1
        if trial.game.view(state, seat) != trial.game.view(other_state, seat):
            context = f"{trial.describe_ply(reroll.ply)}: one die is different"
            raise Broken(
                "10", f"{context}; seat {seat} received the same events, but has a different view"
            )
