"""What the tempers say in their team's talk beyond doctrine's phrases: claims with a nomination
that take in what was heard, and answers to a mate's claim.

They keep to what `remarks` keeps to: words come from what the whole team knows and heard and from
the class a seat passes for, and never with a vote or an action. An answer comes right after the
claim, whoever is to move and whether this seat has answered or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.bots import Remark
from minigames.achtung.rules.words import CHANNELS, number

from .claims import DOUBT, TRUST, Claim, read
from .remarks import PHRASES, THINK

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.bots import Heard
    from engine.dice import Dice
    from engine.values import Seat

    from .manner import Mood

AGREES: Final = "{by} is right: "
UNSURE: Final = "I cannot tell yet about {player}."
CHANGED: Final = "You may be right, {by}: I no longer trust {player}."
COUNTER: Final = "Not me. I do not trust {by}."
CLEAN: Final = "Not me: I was in no squad that lost."
WARNED: Final = "Not me: I voted against the squad that lost."
PLAIN: Final = ("Not me: judge me by my votes.", "Not me: what do you think I have done?")
THANKS: Final = "And I trust {by}."


def spoken(at: Mood, dice: Dice) -> Remark | None:
    """What the member says who is to nominate; None for nothing."""
    fitting = [(phrase, player) for phrase in PHRASES if (player := phrase.of(at)) is not None]
    if not fitting:
        return None
    phrase, player = dice.pick(fitting[:THINK])
    return _remark(at, phrase.said(at, player))


def answer(at: Mood, line: Heard, dice: Dice) -> Remark | None:
    """What the member says to this line of its team's talk, if a mate claims something in it; None
    for nothing.
    """
    members = at.team.members
    if line.seat == at.seat or line.seat not in members or line.channel != _channel(at):
        return None
    said = [
        claim
        for claim in read(line.seat, line.phrase)
        if claim.about in members and claim.about != claim.by
    ]
    if not said or at.seat not in _answering(at, said[-1]):
        return None
    words = [*_answers(at, said[-1])]
    return _remark(at, dice.pick(words)) if words else None


def _answering(at: Mood, claim: Claim) -> tuple[Seat, ...]:
    """Who answers it: whom it is about, and who stands next in the hat's round after them."""
    order = at.team.order
    place = order.index(claim.about)
    after = [each for each in (*order[place + 1 :], *order[:place]) if each != claim.by]
    return (claim.about, *after[:1])


def _channel(at: Mood) -> str:
    return CHANNELS[at.table.sides[at.seat]]


def _remark(at: Mood, words: str) -> Remark:
    return Remark(channel=_channel(at), phrase=words[:1].upper() + words[1:])


def _answers(at: Mood, claim: Claim) -> Iterator[str]:
    """Everything that fits."""
    names = {"by": number(claim.by), "player": number(claim.about)}
    if claim.about == at.seat:
        yield from _of_me(at, claim, names)
        return
    feared = at.doubted(frozenset([claim.about])) is not None
    liked = at.trusted(frozenset([claim.about])) is not None
    if claim.stance == "doubts":
        if feared and at.alone.trusted(frozenset([claim.about])) is not None:
            yield CHANGED.format(**names)
        elif feared:
            yield (AGREES + DOUBT).format(**names)
    if liked and claim.stance == "doubts":
        yield TRUST.format(**names)
    elif feared and claim.stance == "trusts":
        yield DOUBT.format(**names)
    elif not feared and not liked:
        yield UNSURE.format(**names)


def _of_me(at: Mood, claim: Claim, names: dict[str, str]) -> Iterator[str]:
    """The accused defends itself by the record, which everybody of the team can check."""
    counter = at.doubted(frozenset([claim.by])) is not None
    if claim.stance == "trusts":
        if at.trusted(frozenset([claim.by])) is not None:
            yield THANKS.format(**names)
        return
    if counter:
        yield COUNTER.format(**names)
    side = at.table.sides[at.seat]
    lost = [each for each in at.table.results if each.winner == 1 - side]
    played = [each for each in lost if at.seat in each.squads[side]]
    if lost and not played:
        yield CLEAN
    place = at.team.members.index(at.seat)
    if played and any(
        vote.votes[place : place + 1] == "n"
        and vote.round == each.round
        and vote.squad == each.squads[side]
        for each in lost
        for vote in at.team.rounds
    ):
        yield WARNED
    elif not counter and not (lost and not played):
        yield from PLAIN
