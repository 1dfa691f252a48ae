"""Moves and results in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from engine.words import sentence, with_article
from minigames.achtung.rules.values import (
    Backstab,
    Ballot,
    Disguise,
    Elect,
    Headshot,
    Heal,
    Nominate,
    Note,
    Sabotage,
    Shoot,
    StandBy,
    Vote,
)
from minigames.achtung.rules.words import CAUSES, KINDS, MATCH_KINDS, SIDES, UNLOCKS

from .people import called, half, listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from minigames.achtung.rules.values import Attempt, Kind, Move, Played, Removal, Result, Unlock


def move_words(move: Move, names: Sequence[str]) -> str:
    """A move as the one who made it reads it."""
    match move:
        case Ballot(match=match):
            return f"your vote for {MATCH_KINDS[match]}"
        case Nominate(squad=squad):
            return f"the squad {listing(names, squad)}"
        case Vote(yes=yes):
            return "yes" if yes else "no"
        case Elect(writer=writer):
            return f"your vote for {called(names, writer)}"
        case Note(text=text):
            return f"a slip: “{text}”" if text else "an empty slip"
        case _:
            return action_words(move, names)


def sealed(move: Move, names: Sequence[str]) -> str:
    """That one has answered, and what."""
    return sentence(f"You sealed {move_words(move, names)}")


def action_words(move: Move, names: Sequence[str]) -> str:
    """What was done in the action step."""
    match move:
        case StandBy():
            return "standing by"
        case Heal(targets=targets):
            return (
                "healing, in order of preference: "
                f"{', '.join([called(names, seat) for seat in targets])}"
            )
        case Shoot(target=target):
            return f"a shot at {called(names, target)}"
        case Backstab(target=target):
            return f"a blade for {called(names, target)}"
        case Sabotage(target=target, guess=guess):
            return f"sabotage of {called(names, target)}, taken for {with_article(KINDS[guess])}"
        case Disguise(kind=kind):
            return f"the disguise of {with_article(KINDS[kind])}"
        case Headshot(target=target):
            return f"a headshot at {called(names, target)}"
        case Ballot() | Nominate() | Vote() | Elect() | Note():
            return move_words(move, names)
        case _:
            assert_never(move)


def class_words(kind: Kind, unlock: Unlock | None) -> str:
    """A class and its unlock."""
    return KINDS[kind] + (f" with {_small(UNLOCKS[unlock])}" if unlock else "")


def _small(title: str) -> str:
    return f"the {title[4:]}" if title.startswith("The ") else title


def spy_words(side: int, spies: int) -> str:
    """That one is a Spy: with whom one sits and wins."""
    who = "its Spy" if spies == 1 else f"one of its {spies} Spies"
    return f"You sit with {SIDES[side]} and are {who}: you win with {SIDES[1 - side]}."


def attempt_words(attempt: Attempt, names: Sequence[str]) -> str:
    """A sabotage and what came of it."""
    worked = "worked" if attempt.worked else "failed"
    return (
        f"Match {attempt.round}: your sabotage of {called(names, attempt.target)} as "
        f"{KINDS[attempt.guess]} {worked}."
    )


def winner_words(result: Result) -> str:
    """Who won a match."""
    return "a draw" if result.winner is None else f"{SIDES[result.winner]} wins"


def result_words(result: Result, names: Sequence[str]) -> str:
    """A played match as announced."""
    points = f", {result.totals[0]} to {result.totals[1]} points" if result.totals else ""
    return (
        f"Match {result.round}, {MATCH_KINDS[result.match]}: "
        f"{winner_words(result)}{points}.{removals_words(result.removed, names)}"
    )


def removals_words(removed: Sequence[Removal], names: Sequence[str]) -> str:
    """The announced removals, a sentence each."""
    return "".join(
        [
            f" {called(names, each.seat)} {CAUSES[each.cause] if each.cause else 'was removed'}."
            for each in removed
        ]
    )


def score_words(halves: Sequence[int]) -> str:
    """The wins so far."""
    return f"RED {half(halves[0])}, BLU {half(halves[1])}"


def opened_lines(played: Played, names: Sequence[str]) -> list[str]:
    """What was done in a match that is opened, and to whom."""
    acts = [f"{called(names, act.seat)}: {action_words(act.action, names)}." for act in played.acts]
    removed = removals_words(played.removed, names).strip()
    return [
        f"Points: RED {played.totals[0]}, BLU {played.totals[1]}.",
        *acts,
        *([removed] if removed else []),
    ]
