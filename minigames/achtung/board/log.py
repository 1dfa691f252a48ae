"""The lines of the log, as worded for each recipient."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from engine.values import Seat
from engine.words import join_items, with_article
from minigames.achtung.rules.values import (
    MATCHES,
    AllOpened,
    Answered,
    Began,
    ClassDealt,
    Event,
    HatDrawn,
    HatPassed,
    LetterArrived,
    MatchChosen,
    MatchKind,
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
    VoteRound,
    VotesCounted,
    WriterElected,
)
from minigames.achtung.rules.words import MATCH_WORDS, SIDE_WORDS

from .people import listing, number_and_name
from .phrases import attempt_words, class_words, result_words, score_words, sealed_words
from .terms import pool_words

STEP_WORDS: Final = {
    "ballot": "Everyone votes on the type of the match.",
    "squads": "Both teams choose their squads.",
    "writers": "Each team elects the writer of its slip.",
    "notes": "Everyone hands in a sealed slip.",
    "actions": "Everyone seals an action.",
    "over": "The evening is over.",
}


SABOTAGE_FOUND: Final = (
    "You were sabotaged. You are worth 1 less while you keep this class. As a Medic, your "
    "healing gives only 1 point. As a Sniper, your shot takes only 1."
)


def event_words(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Return an event's line in the log, or "" if it has none."""
    match event:
        case Began(table=table):
            return f"{len(table.sides)} players in two teams. {_teams(table.sides, names)}"
        case HatDrawn(order=order):
            return (
                "The hat goes round: "
                f"{', '.join([number_and_name(names, seat) for seat in order])}."
            )
        case ClassDealt(kind=kind, unlock=unlock, fellows=fellows):
            fellow_words = f" Your fellow Spies: {listing(names, fellows)}." if fellows else ""
            return f"You are {with_article(class_words(kind, unlock))}.{fellow_words}"
        case RoundBegan(round=number, match=match):
            return f"Match {number} begins{f': {MATCH_WORDS[match]}' if match else ''}."
        case StepBegan(phase=phase):
            return STEP_WORDS[phase]
        case Answered(move=move):
            return "" if isinstance(move, Nominate) else sealed_words(move, names)
        case SquadLocked(side=side):
            return f"{SIDE_WORDS[side]} is locked in."
        case SquadsShown(squads=squads):
            return f"RED plays {listing(names, squads[0])}; BLU plays {listing(names, squads[1])}."
        case MatchPlayed(result=result, halves=halves):
            return f"{result_words(result, names)} {score_words(halves)}."
        case AllOpened():
            return (
                "Everything is revealed: classes, actions, removals and points of all five matches."
            )
        case _:
            return _rare_event_words(event, names, viewer)


def _rare_event_words(
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
    viewer: Seat | None,
) -> str:
    match event:
        case PoolsAnnounced(pools=pools):
            return " ".join(
                f"{SIDE_WORDS[side]} now has {pool_words(pool)}." for side, pool in enumerate(pools)
            )
        case MatchChosen(match=match, ballots=ballots, tied=tied):
            return _ballot_words(match, ballots, len(tied) > 1)
        case Nominated(captain=captain, squad=squad, stands=is_accepted):
            note = " The hat has gone round, so this squad is final." if is_accepted else ""
            return f"{_subject(captain, names, viewer)} nominated {listing(names, squad)}.{note}"
        case VotesCounted(vote=vote, passed=passed):
            return (
                f"{vote_words(vote)} "
                f"{'The squad is locked in.' if passed else 'The squad is voted down.'}"
            )
        case HatPassed(captain=captain):
            return f"The hat goes to {number_and_name(names, captain)}."
        case WriterElected(writer=writer):
            return f"{number_and_name(names, writer)} writes for your team."
        case NoteArrived(letter=letter):
            return f"A slip from the other team: “{letter.text}”"
        case LetterArrived(letter=letter):
            return f"A slip for Spies: “{letter.text}”"
        case SabotageTried(attempt=attempt):
            return attempt_words(attempt, names)
        case SabotageFound():
            return SABOTAGE_FOUND
        case _:
            assert_never(event)


def _teams(sides: Sequence[int], names: Sequence[str]) -> str:
    lists = [
        listing(names, [seat for seat, seat_side in enumerate(sides) if seat_side == side])
        for side in (0, 1)
    ]
    return f"RED: {lists[0]}. BLU: {lists[1]}."


def _subject(seat: Seat, names: Sequence[str], viewer: Seat | None) -> str:
    return "You" if seat == viewer else number_and_name(names, seat)


def _ballot_words(match: MatchKind, ballots: Sequence[MatchKind], tied: bool) -> str:
    """Return the result of the vote on the match type.

    Ballots are listed if they are public (A13).
    """
    by_type = [
        (ballot_kind, [seat for seat, ballot in enumerate(ballots) if ballot == ballot_kind])
        for ballot_kind in MATCHES
        if ballot_kind in ballots
    ]
    counts = [
        f" {len(seats)} for {MATCH_WORDS[ballot_kind]}: "
        f"{join_items([str(seat + 1) for seat in seats])}."
        for ballot_kind, seats in by_type
    ]
    return (
        "The vote: "
        f"{MATCH_WORDS[match]}{', drawn by the dice from a tie' if tied else ''}.{''.join(counts)}"
    )


def vote_words(vote: VoteRound) -> str:
    """Return a vote's result in words."""
    return f"{vote.yes} yes, {vote.no} no."
