"""The law of telling (11), which says that events are told only to seats that may know them.

The laws of secrecy test that the same events give the same view. This law tests the converse, which
is that the same view results only from the same events. If a seat received an event that its view
does not show, the event either had too large an audience or was fleeting. A game declares its
fleeting events (`Game.fleeting`).

This law does not test the contents of views, which the other laws cover, or the order of a step's
events. For events of a declared type, it tests only their audience and the dice before them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.dice import SeededDice
from engine.match import heard_by
from engine.values import EVERYONE, Seat

from .trial import Broken, Trial, breaking
from .twins import Choices, World, choices, echoes, rerolls, worlds


def law_11_no_more_is_told(trial: Trial) -> Counter[str]:
    """Check that if a seat sees the same before and after a step, it has heard the same events.

    Three things are varied: one die of the deal or the step, another seat's choice of move, and
    everything that the seat does not know, in a state imagined from its view. The second does not
    apply to the mover, because it knows its own choice.
    """
    counts: Counter[str] = Counter(alike=0, told_apart=0, in_passing=0)
    _hearers(trial)
    public, private = _passing(trial, public=True), _passing(trial, public=False)
    for reroll in trial.compute_once(rerolls):
        passing = public if reroll.domain == "public" else private
        context = f"{trial.describe_ply(reroll.ply)}: one die ({reroll.domain}) is different"
        for seat in trial.watchers:
            counts[_compare(trial, context, seat, reroll.step, reroll.other, passing)] += 1
    for position in trial.compute_once(choices):
        for seat in trial.watchers:
            if seat != position.mover:
                _choices(trial, position, seat, public, counts)
    for world in trial.compute_once(worlds):
        if verdict := _world(trial, world, public):
            counts[verdict] += 1
    return counts


def _hearers(trial: Trial) -> None:
    """Check that events that are declared for one seat are told to exactly one seat."""
    private_kinds = {kind for kind, hearers in trial.game.fleeting.items() if hearers == "one"}
    for ply, events in enumerate(trial.told if private_kinds else ()):
        for audience_event in events:
            if type(audience_event.event) in private_kinds and (
                audience_event.to == EVERYONE or len(audience_event.to) != 1
            ):
                kind = type(audience_event.event).__name__
                breach = f"{kind} is for one seat only, but is sent to {audience_event.to}"
                raise Broken("11", f"{trial.describe_ply(ply)}: {breach}")


def _passing(trial: Trial, *, public: bool) -> frozenset[type]:
    """Return the fleeting event types. Unless `public`, return only those for a single seat, which
    are never told to everyone.
    """
    fleeting = trial.game.fleeting.items()
    return frozenset([kind for kind, hearers in fleeting if public or hearers == "one"])


def _compare(
    trial: Trial, context: str, seat: Seat | None, step: Any, other: Any, passing: frozenset[type]
) -> str:
    """Compare the events that the seat receives in two steps, and return the result as the name of
    a count. Raise `Broken` if the events differ but the views do not.
    """
    (state, events), (other_state, other_events) = step, other
    heard_events, other_heard_events = heard_by(seat, events), heard_by(seat, other_events)
    if heard_events == other_heard_events:
        return "alike"
    heard_events, other_heard_events = (
        _without_passing(heard_events, passing),
        _without_passing(other_heard_events, passing),
    )
    if _same(heard_events, other_heard_events):
        return "in_passing"
    if trial.game.view(state, seat) == trial.game.view(other_state, seat):
        raise _told_too_much(context, seat, heard_events, other_heard_events)
    return "told_apart"


def _choices(
    trial: Trial,
    position: Choices,
    seat: Seat | None,
    passing: frozenset[type],
    counts: Counter[str],
) -> None:
    """Check that if several choices of the mover give the seat the same view, they also give it the
    same events.
    """
    heard_by_choice = [heard_by(seat, step_events) for _, step_events in position.steps]
    if all(events == heard_by_choice[0] for events in heard_by_choice):
        counts["alike"] += len(heard_by_choice)
        return
    lasting_by_view: dict[Any, tuple[Any, ...]] = {}
    for (after, _), events in zip(position.steps, heard_by_choice, strict=True):
        lasting_events = _without_passing(events, passing)
        expected = lasting_by_view.setdefault(trial.game.view(after, seat), lasting_events)
        if not _same(expected, lasting_events):
            context = (
                f"{trial.describe_ply(position.ply + 1)}: seat {position.mover} chose differently"
            )
            raise _told_too_much(context, seat, expected, lasting_events)
    counts["told_apart"] += len(lasting_by_view)
    counts["alike"] += len(heard_by_choice) - len(lasting_by_view)


def _world(trial: Trial, world: World, passing: frozenset[type]) -> str:
    """Compare the same move, or another move of its type, in a state that looks the same to the
    seat.
    """
    mover, ply = trial.moves[world.ply][0], world.ply + 1
    context = f"{trial.describe_ply(ply)}: in a world imagined by seat {world.seat}"
    with breaking("11", context):
        for echo in echoes(trial, world):
            other = trial.game.apply(world.state, mover, echo, SeededDice(trial.seed, ply))
            step = trial.states[ply], trial.told[ply]
            return _compare(trial, context, world.seat, step, other, passing)
    return ""


def _without_passing(events: Iterable[Any], passing: frozenset[type]) -> tuple[Any, ...]:
    return tuple([event for event in events if type(event) not in passing])


def _same(events: tuple[Any, ...], other_events: tuple[Any, ...]) -> bool:
    return events == other_events or Counter(events) == Counter(other_events)


def _told_too_much(
    context: str, seat: Seat | None, events: tuple[Any, ...], other_events: tuple[Any, ...]
) -> Broken:
    differing = (Counter(events) - Counter(other_events)) + (
        Counter(other_events) - Counter(events)
    )
    kinds = ", ".join(sorted({type(event).__name__ for event in differing}))
    return Broken(
        "11", f"{context}; seat {seat} has the same view, but received different events ({kinds})"
    )
