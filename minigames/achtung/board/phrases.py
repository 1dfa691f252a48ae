"""Moves and results, described in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from engine.words import sentence, with_article
from minigames.achtung.rules.values import (
    Attempt,
    Backstab,
    Ballot,
    Disguise,
    Elect,
    Headshot,
    Heal,
    Kind,
    Move,
    Nominate,
    Note,
    Played,
    Removal,
    Result,
    Sabotage,
    Shoot,
    StandBy,
    Unlock,
    Vote,
)
from minigames.achtung.rules.words import (
    CAUSE_WORDS,
    KIND_WORDS,
    MATCH_WORDS,
    SIDE_WORDS,
    UNLOCK_WORDS,
)

from .people import listing, number_and_name, wins_words


def move_words(move: Move, names: Sequence[str]) -> str:
    """Describe a move in the words of the player who makes it."""
    match move:
        case Ballot(match=match):
            return f"your vote for {MATCH_WORDS[match]}"
        case Nominate(squad=squad):
            return f"the squad {listing(names, squad)}"
        case Vote(yes=yes):
            return "yes" if yes else "no"
        case Elect(writer=writer):
            return f"your vote for {number_and_name(names, writer)}"
        case Note(text=text):
            return f"a slip: “{text}”" if text else "an empty slip"
        case _:
            return action_words(move, names)


def sealed_words(move: Move, names: Sequence[str]) -> str:
    """Return a sentence about the answer that a player has sealed."""
    return sentence(f"You sealed {move_words(move, names)}")


def action_words(move: Move, names: Sequence[str]) -> str:
    """Describe an action."""
    match move:
        case StandBy():
            return "standing by"
        case Heal(targets=targets):
            return (
                "healing, in order of preference: "
                f"{', '.join([number_and_name(names, seat) for seat in targets])}"
            )
        case Shoot(target=target):
            return f"a shot at {number_and_name(names, target)}"
        case Backstab(target=target):
            return f"a blade for {number_and_name(names, target)}"
        case Sabotage(target=target, guess=guess):
            return (
                f"sabotage of {number_and_name(names, target)}, taken for "
                f"{with_article(KIND_WORDS[guess])}"
            )
        case Disguise(kind=kind):
            return f"the disguise of {with_article(KIND_WORDS[kind])}"
        case Headshot(target=target):
            return f"a headshot at {number_and_name(names, target)}"
        case Ballot() | Nominate() | Vote() | Elect() | Note():
            return move_words(move, names)
        case _:
            assert_never(move)


def class_words(kind: Kind, unlock: Unlock | None) -> str:
    """Return the name of a class, followed by its unlock."""
    return KIND_WORDS[kind] + (f" with {_in_sentence(UNLOCK_WORDS[unlock])}" if unlock else "")


def _in_sentence(title: str) -> str:
    return f"the {title[4:]}" if title.startswith("The ") else title


def spy_words(side: int, spies: int) -> str:
    """Return a sentence that explains a Spy's two sides."""
    role = "its Spy" if spies == 1 else f"one of its {spies} Spies"
    return f"You sit with {SIDE_WORDS[side]} and are {role}: you win with {SIDE_WORDS[1 - side]}."


def attempt_words(attempt: Attempt, names: Sequence[str]) -> str:
    """Describe a sabotage and its result."""
    worked = "worked" if attempt.worked else "failed"
    return (
        f"Match {attempt.round}: your sabotage of {number_and_name(names, attempt.target)} as "
        f"{KIND_WORDS[attempt.guess]} {worked}."
    )


def winner_words(result: Result) -> str:
    """Name the winner of a match."""
    return "a draw" if result.winner is None else f"{SIDE_WORDS[result.winner]} wins"


def result_words(result: Result, names: Sequence[str]) -> str:
    """Describe a match that has been played, as far as its result was announced."""
    points = f", {result.totals[0]} to {result.totals[1]} points" if result.totals else ""
    return (
        f"Match {result.round}, {MATCH_WORDS[result.match]}: "
        f"{winner_words(result)}{points}.{removals_words(result.removed, names)}"
    )


def removals_words(removed: Sequence[Removal], names: Sequence[str]) -> str:
    """Describe the announced removals, in one sentence each."""
    return "".join(
        f" {number_and_name(names, removal.seat)} "
        f"{CAUSE_WORDS[removal.cause] if removal.cause else 'was removed'}."
        for removal in removed
    )


def score_words(halves: Sequence[int]) -> str:
    """Return the score in words."""
    return f"RED {wins_words(halves[0])}, BLU {wins_words(halves[1])}"


def opened_lines(played: Played, names: Sequence[str]) -> list[str]:
    """Describe the actions and removals of a match that has been revealed."""
    acts = [
        f"{number_and_name(names, act.seat)}: {action_words(act.action, names)}."
        for act in played.acts
    ]
    removed = removals_words(played.removed, names).strip()
    return [
        f"Points: RED {played.totals[0]}, BLU {played.totals[1]}.",
        *acts,
        *([removed] if removed else []),
    ]
