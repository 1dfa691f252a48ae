"""Events as lines of the log, for who heard them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from engine.words import with_article
from minigames.achtung.rules.values import (
    MATCHES,
    AllOpened,
    Answered,
    Began,
    ClassDealt,
    HatDrawn,
    HatPassed,
    LetterArrived,
    MatchChosen,
    MatchPlayed,
    Nominate,
    Nominated,
    NoteArrived,
    PoolsAnnounced,
    RoundBegan,
    SabotageFound,
    SabotageTried,
    SquadLocked,
    SquadsShown,
    StepBegan,
    VotesCounted,
    WriterElected,
)
from minigames.achtung.rules.words import MATCH_KINDS, SIDES

from .people import called, joined, listing
from .phrases import attempt_words, class_words, result_words, score_words, sealed
from .terms import pool_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.values import Seat
    from minigames.achtung.rules.values import Event, MatchKind, VoteRound

STEPS: Final = {
    "ballot": "Everyone votes on the type of the match.",
    "squads": "Both teams choose their squads.",
    "writers": "Each team elects the writer of its slip.",
    "notes": "Everyone hands in a sealed slip.",
    "actions": "Everyone seals an action.",
    "over": "The evening is over.",
}


FOUND: Final = (
    "You were sabotaged. You are worth 1 less while you keep this class. As a Medic, your "
    "healing gives only 1 point. As a Sniper, your shot takes only 1."
)


def say(event: Event, names: Sequence[str], me: Seat | None) -> str:
    """One line; "" for none."""
    match event:
        case Began(table=table):
            return f"{len(table.sides)} players in two teams. {_teams(table.sides, names)}"
        case HatDrawn(order=order):
            return f"The hat goes round: {', '.join([called(names, seat) for seat in order])}."
        case ClassDealt(kind=kind, unlock=unlock, fellows=fellows):
            knows = f" Your fellow Spies: {listing(names, fellows)}." if fellows else ""
            return f"You are {with_article(class_words(kind, unlock))}.{knows}"
        case RoundBegan(round=number, match=match):
            return f"Match {number} begins{f': {MATCH_KINDS[match]}' if match else ''}."
        case StepBegan(phase=phase):
            return STEPS[phase]
        case Answered(move=move):
            return "" if isinstance(move, Nominate) else sealed(move, names)
        case SquadLocked(side=side):
            return f"{SIDES[side]} is locked in."
        case SquadsShown(squads=squads):
            return f"RED plays {listing(names, squads[0])}; BLU plays {listing(names, squads[1])}."
        case MatchPlayed(result=result, halves=halves):
            return f"{result_words(result, names)} {score_words(halves)}."
        case AllOpened():
            return (
                "Everything is revealed: classes, actions, removals and points of all five matches."
            )
        case _:
            return _less_often(event, names, me)


def _less_often(
    event: PoolsAnnounced
    | MatchChosen
    | Nominated
    | VotesCounted
    | HatPassed
    | WriterElected
    | NoteArrived
    | LetterArrived
    | SabotageTried
    | SabotageFound,
    names: Sequence[str],
    me: Seat | None,
) -> str:
    match event:
        case PoolsAnnounced(pools=pools):
            return " ".join(
                [f"{SIDES[side]} now has {pool_words(pool)}." for side, pool in enumerate(pools)]
            )
        case MatchChosen(match=match, ballots=ballots, tied=tied):
            return _chosen(match, ballots, len(tied) > 1)
        case Nominated(captain=captain, squad=squad, stands=stands):
            after = " The hat has gone round, so this squad is final." if stands else ""
            return f"{_who(captain, names, me)} nominated {listing(names, squad)}.{after}"
        case VotesCounted(vote=vote, passed=passed):
            return (
                f"{vote_words(vote)} "
                f"{'The squad is locked in.' if passed else 'The squad is voted down.'}"
            )
        case HatPassed(captain=captain):
            return f"The hat goes to {called(names, captain)}."
        case WriterElected(writer=writer):
            return f"{called(names, writer)} writes for your team."
        case NoteArrived(letter=letter):
            return f"A slip from the other team: “{letter.text}”"
        case LetterArrived(letter=letter):
            return f"A slip for Spies: “{letter.text}”"
        case SabotageTried(attempt=attempt):
            return attempt_words(attempt, names)
        case SabotageFound():
            return FOUND
        case _:
            assert_never(event)


def _teams(sides: Sequence[int], names: Sequence[str]) -> str:
    lists = [
        listing(names, [seat for seat, each in enumerate(sides) if each == side]) for side in (0, 1)
    ]
    return f"RED: {lists[0]}. BLU: {lists[1]}."


def _who(seat: Seat, names: Sequence[str], me: Seat | None) -> str:
    return "You" if seat == me else called(names, seat)


def _chosen(match: MatchKind, ballots: Sequence[MatchKind], tied: bool) -> str:
    """The vote on the type of a match; the ballots by number, where they are shown (A13)."""
    by_type = [
        (each, [seat for seat, ballot in enumerate(ballots) if ballot == each])
        for each in MATCHES
        if each in ballots
    ]
    counted = [
        f" {len(seats)} for {MATCH_KINDS[each]}: {joined([str(seat + 1) for seat in seats])}."
        for each, seats in by_type
    ]
    return (
        "The vote: "
        f"{MATCH_KINDS[match]}{', drawn by the dice from a tie' if tied else ''}.{''.join(counted)}"
    )


def vote_words(vote: VoteRound) -> str:
    """A counted vote."""
    return f"{vote.yes} yes, {vote.no} no."
