"""Alternative steps, which laws compare with a trial's steps to find differences that a seat can
see.

Each kind of step varies one thing, which is a die (`rerolls`), the mover's choice (`choices`), or
everything that a seat does not know (`worlds`). They are computed only once for all laws
(`Trial.compute_once`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from engine.dice import Dice, SeededDice, Taped
from engine.values import HOST, Seat

from .trial import Broken, Trial, breaking, kinds

THROWS: Final = 8
"""Maximum number of dice in a step that are changed. They are changed one at a time."""
ALIKE: Final = 40
"""Maximum number of the mover's moves that are compared at one position."""


class Reroll(NamedTuple):
    """A step to `ply`, and the same step with one changed die in the given domain."""

    ply: int
    domain: str
    step: Any
    other: Any


class Choices(NamedTuple):
    """The mover's moves at `ply` and the steps they lead to, all with the same dice."""

    ply: int
    mover: Seat
    moves: tuple[Any, ...]
    steps: tuple[Any, ...]


class World(NamedTuple):
    """A state that `seat` cannot distinguish from the state at `ply`, in which the same mover is to
    act.
    """

    ply: int
    seat: Seat | None
    state: Any


def rerolls(trial: Trial) -> tuple[Reroll, ...]:
    """Return the steps of the deal and of the moves, each with one changed die.

    Moves that were not chosen are included if they would tell a new type of event.
    """
    dice, game = trial.dice("law-10"), trial.game
    steps = [*_vary(trial, 0, lambda start_dice: game.start(trial.setup, start_dice), dice)]
    for ply in trial.telling_plies():
        steps += _vary(trial, ply + 1, _act(trial, ply, *trial.moves[ply]), dice)
    known_kinds = {kind for step in trial.told for kind in kinds(step)}
    for position in trial.compute_once(choices):
        for move, (_, events) in zip(position.moves, position.steps, strict=True):
            if not kinds(events) <= known_kinds:
                known_kinds |= kinds(events)
                steps += _vary(
                    trial, position.ply + 1, _act(trial, position.ply, position.mover, move), dice
                )
    return tuple(steps)


def _act(trial: Trial, ply: int, mover: Seat, move: Any) -> Callable[[Dice], Any]:
    return lambda step_dice: trial.game.apply(trial.states[ply], mover, move, step_dice)


def _vary(trial: Trial, ply: int, act: Callable[[Dice], Any], dice: Dice) -> Iterator[Reroll]:
    seeded = Taped(SeededDice(trial.seed, ply))
    step = act(seeded)
    turnable = [index for index, throw in enumerate(seeded.tape) if throw.sides > 1]
    chosen_throws = (
        turnable if len(turnable) <= THROWS else [dice.pick(turnable) for _ in range(THROWS)]
    )
    for index in chosen_throws:
        throw = seeded.tape[index]
        face = (throw.face - 1 + dice.die(throw.sides - 1)) % throw.sides + 1
        with breaking(
            "10", f"{trial.describe_ply(ply)}: die {index} shows {face}, not {throw.face}"
        ):
            other = act(Taped(SeededDice(trial.seed, ply), position=index, face=face))
        yield Reroll(ply, throw.domain, step, other)


def choices(trial: Trial) -> tuple[Choices, ...]:
    """Return the menu of every seat that can move, with the step that results from each move."""
    positions = []
    for ply in trial.plies():
        state = trial.states[ply]
        for mover in trial.speakers(state):
            moves = tuple(trial.game.legal_moves(trial.game.view(state, mover))[:ALIKE])
            acts = [_act(trial, ply, mover, move) for move in moves]
            steps = tuple([act(SeededDice(trial.seed, ply + 1)) for act in acts])
            positions.append(Choices(ply, mover, moves, steps))
    return tuple(positions)


def worlds(trial: Trial) -> tuple[World, ...]:
    """Return a twin state for each seat, imagined from its view."""
    twin_worlds, dice = [], trial.dice("law-5")
    for ply in trial.telling_plies():
        mover = trial.moves[ply][0]
        for seat in trial.watchers:
            with breaking("5", f"{trial.describe_ply(ply + 1)}: a twin world of seat {seat}"):
                state = trial.game.imagine(trial.game.view(trial.states[ply], seat), dice)
                if mover == HOST or mover in trial.game.to_act(state):
                    twin_worlds.append(World(ply, seat, state))
    return tuple(twin_worlds)


def echoes(trial: Trial, world: World) -> Iterator[Any]:
    """Yield moves that could have the same events in this state. The same move comes first,
    followed by other moves of its type.
    """
    mover, move = trial.moves[world.ply]
    view = trial.game.view(world.state, mover)
    if trial.allowed(view, move):
        yield move
    elif mover == world.seat:
        context = f"{trial.describe_ply(world.ply)}: {move} is available to seat {mover}"
        raise Broken("5", f"{context} in one world but refused in its twin")
    if mover != world.seat:
        yield from (
            candidate for candidate in trial.game.legal_moves(view) if type(candidate) is type(move)
        )
