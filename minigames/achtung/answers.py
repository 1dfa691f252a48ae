"""Remarks of bots with a temper: claims made with a nomination, and answers to claims.

Such bots consider earlier claims in the team's talk. The rules in `remarks` apply. A bot's words
depend only on what the whole team knows, on the team's chat, and on the class that the bot claims
to have. A bot does not speak with a vote or an action. A bot answers a claim immediately, even in
another player's turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.bots import Heard, Remark
from engine.dice import Dice
from engine.values import Seat
from minigames.achtung.rules.words import CHANNELS, player_number

from .claims import DOUBT, TRUST, Claim, read_claims
from .play_style import SquadChoice
from .remarks import MAX_PHRASES, PHRASES

AGREEMENT: Final = "{by} is right: "
UNSURE: Final = "I cannot tell yet about {player}."
CHANGED_MIND: Final = "You may be right, {by}: I no longer trust {player}."
COUNTERCLAIM: Final = "Not me. I do not trust {by}."
NOT_IN_LOST_SQUADS: Final = "Not me: I was in no squad that lost."
VOTED_AGAINST: Final = "Not me: I voted against the squad that lost."
PLAIN_DEFENCES: Final = ("Not me: judge me by my votes.", "Not me: what do you think I have done?")
THANKS: Final = "And I trust {by}."


def nomination_remark(mood: SquadChoice, dice: Dice) -> Remark | None:
    """Return the remark of the member who nominates a squad, or None if it says nothing."""
    fitting = [
        (phrase, player) for phrase in PHRASES if (player := phrase.find_player(mood)) is not None
    ]
    if not fitting:
        return None
    phrase, player = dice.pick(fitting[:MAX_PHRASES])
    return _remark(mood, phrase.text_about(mood, player))


def answer(mood: SquadChoice, line: Heard, dice: Dice) -> Remark | None:
    """Return the member's answer to a teammate's claim in the team chat.

    Return None if it says nothing.
    """
    members = mood.team.members
    if line.seat == mood.seat or line.seat not in members or line.channel != _channel(mood):
        return None
    claims_heard = [
        claim
        for claim in read_claims(line.seat, line.phrase)
        if claim.teammate in members and claim.teammate != claim.speaker
    ]
    if not claims_heard or mood.seat not in _seats_to_answer(mood, claims_heard[-1]):
        return None
    phrases = [*_answers(mood, claims_heard[-1])]
    return _remark(mood, dice.pick(phrases)) if phrases else None


def _seats_to_answer(mood: SquadChoice, claim: Claim) -> tuple[Seat, ...]:
    """Return the players who answer a claim.

    The player whom the claim is about and the next player in the order of the hat answer.
    """
    order = mood.team.order
    place = order.index(claim.teammate)
    next_seats = [seat for seat in (*order[place + 1 :], *order[:place]) if seat != claim.speaker]
    return (claim.teammate, *next_seats[:1])


def _channel(mood: SquadChoice) -> str:
    return CHANNELS[mood.table.sides[mood.seat]]


def _remark(mood: SquadChoice, text: str) -> Remark:
    return Remark(channel=_channel(mood), phrase=text[:1].upper() + text[1:])


def _answers(mood: SquadChoice, claim: Claim) -> Iterator[str]:
    names = {"by": player_number(claim.speaker), "player": player_number(claim.teammate)}
    if claim.teammate == mood.seat:
        yield from _defences(mood, claim, names)
        return
    feared = mood.most_doubted(frozenset([claim.teammate])) is not None
    liked = mood.most_trusted(frozenset([claim.teammate])) is not None
    if claim.stance == "doubts":
        if feared and mood.without_claims.most_trusted(frozenset([claim.teammate])) is not None:
            yield CHANGED_MIND.format(**names)
        elif feared:
            yield (AGREEMENT + DOUBT).format(**names)
    if liked and claim.stance == "doubts":
        yield TRUST.format(**names)
    elif feared and claim.stance == "trusts":
        yield DOUBT.format(**names)
    elif not feared and not liked:
        yield UNSURE.format(**names)


def _defences(mood: SquadChoice, claim: Claim, names: dict[str, str]) -> Iterator[str]:
    """Yield defences that are based on facts known to the whole team."""
    has_counterclaim = mood.most_doubted(frozenset([claim.speaker])) is not None
    if claim.stance == "trusts":
        if mood.most_trusted(frozenset([claim.speaker])) is not None:
            yield THANKS.format(**names)
        return
    if has_counterclaim:
        yield COUNTERCLAIM.format(**names)
    side = mood.table.sides[mood.seat]
    lost = [result for result in mood.table.results if result.winner == 1 - side]
    played = [result for result in lost if mood.seat in result.squads[side]]
    if lost and not played:
        yield NOT_IN_LOST_SQUADS
    place = mood.team.members.index(mood.seat)
    if played and any(
        vote.votes[place : place + 1] == "n"
        and vote.round == result.round
        and vote.squad == result.squads[side]
        for result in lost
        for vote in mood.team.rounds
    ):
        yield VOTED_AGAINST
    elif not has_counterclaim and not (lost and not played):
        yield from PLAIN_DEFENCES
