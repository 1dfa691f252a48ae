"""The lines of the log. Each event has one line, which is the same for everyone."""

from __future__ import annotations

from typing import Final, assert_never

from minigames.shambattle.rules.maps import MAPS
from minigames.shambattle.rules.values import (
    BattleOver,
    Deployed,
    Drowned,
    Event,
    Fought,
    Holding,
    MastermindSettled,
    MissileSettled,
    Pushed,
    Shot,
    Sprayed,
    StepBegan,
    TableSet,
    TakenBack,
    TimeRanOut,
    Walked,
)
from minigames.shambattle.rules.victory import GRADES

from .codes import (
    CODES,
    SIDE_NAMES,
    codes_of,
    full_name,
    inches_words,
    path_words,
    place_words,
    side_name,
)

STEP_NAMES: Final = {
    "deploy": "deployment",
    "move": "movement",
    "judo": "judo",
    "fire": "shooting",
    "over": "the end",
}
MASTERMIND_FATES: Final = {
    "large": "The Mastermind is free.",
    "dead": "The Mastermind is dead.",
    "escaped": "The Mastermind has got away.",
    "captured": "The Mastermind is led off the table for good.",
}
ENDING_WORDS: Final = {
    "launched-escaped": "The missile is on its way, and the Mastermind got away.",
    "launched-dead": "The missile is on its way, but the Mastermind is dead.",
    "launched-captured": "The missile is on its way, but the Mastermind is captured.",
    "disabled-captured": "The missile is disabled, and the Mastermind captured.",
    "disabled-dead": "The missile is disabled, and the Mastermind dead.",
    "disabled-escaped": "The missile is disabled, but the Mastermind got away.",
}
MINUS: Final = "\N{MINUS SIGN}"


def event_words(event: Event) -> str:
    """Return an event's line in the log."""
    match event:
        case TableSet(setup=setup):
            return (
                f"{MAPS[setup.map].name}: the missile launches at the end of the "
                f"Mastermind’s turn {setup.countdown}."
            )
        case Deployed(side=side):
            return f"{SIDE_NAMES[side]} stands ready."
        case StepBegan(side=side, turn=turn, step=step):
            return f"Turn {turn}, {side_name(side)}: {STEP_NAMES[step]}."
        case Walked(man=man, path=path, spent=spent):
            return f"{CODES[man]} goes to {path_words(path)}: {inches_words(spent)} in."
        case TakenBack(man=man, to=to):
            return f"{CODES[man]} is taken back to {place_words(to)}."
        case Fought() | Pushed() | Drowned():
            return _judo(event)
        case Shot() | Sprayed():
            return _fire(event)
        case TimeRanOut(side=side):
            return f"Time is up for {side_name(side)}."
        case Holding() | MissileSettled() | MastermindSettled() | BattleOver():
            return describe_fate(event)
        case _:
            assert_never(event)


def _judo(event: Fought | Pushed | Drowned) -> str:
    match event:
        case Pushed(man=man, to=to):
            return f"{CODES[man]} is pushed to {place_words(to)}."
        case Drowned(man=man):
            return f"{full_name(man)} is thrown into the pool."
        case Fought(
            man=man, against=defender, faces=faces, modifiers=adds, result=result, loser=loser
        ):
            throws = f"{faces[0]}{_signed(adds[0])} against {faces[1]}{_signed(adds[1])}"
            results = {
                "equal": "no effect",
                "foiled": "the stunned man holds his own",
                "stunned": f"{CODES[loser or 0]} is stunned",
                "removed": f"{CODES[loser or 0]} is out",
            }
            return f"{CODES[man]} fights {CODES[defender]}, {throws}: {results[result]}."
        case _:
            assert_never(event)


def _fire(event: Shot | Sprayed) -> str:
    if isinstance(event, Sprayed):
        return f"{CODES[event.man]} sprays: {codes_of(event.hit)} out."
    result = f"{full_name(event.at)} is out" if event.hit else "a miss"
    return (
        f"{CODES[event.man]} shoots at {CODES[event.at]}: "
        f"{event.face}{_signed(event.modifier)}, needs {event.needed}, {result}."
    )


def _signed(modifier: int) -> str:
    return f" + {modifier}" if modifier > 0 else f" {MINUS} {-modifier}" if modifier else ""


def describe_fate(event: Holding | MissileSettled | MastermindSettled | BattleOver) -> str:
    """Return a sentence about the platform, the missile, the Mastermind, or the battle's end."""
    match event:
        case Holding(men=men):
            return (
                f"On the platform: {codes_of(men)}."
                if men
                else "The Spy’s side no longer holds the platform."
            )
        case MissileSettled(missile=missile):
            return "The missile launches." if missile == "launched" else "The missile is disabled."
        case MastermindSettled(fate=outcome, guards=guards):
            return (
                f"The Mastermind is a captive of {codes_of(guards)}."
                if outcome == "captive"
                else MASTERMIND_FATES[outcome]
            )
        case BattleOver(missile=missile, mastermind=outcome, grades=grades):
            sides = [
                f"{SIDE_NAMES[side]}: {GRADES[grade]}{' victory' if grade else ''}."
                for side, grade in enumerate(grades)
            ]
            return f"{ENDING_WORDS[f'{missile}-{outcome}']} {' '.join(sides)}"
        case _:
            assert_never(event)
