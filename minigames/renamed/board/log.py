"""Events as lines of the log, for whoever heard them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from minigames.renamed.rules.cards import IS_BOMB, LETTER, NUMBER, VALUE, total
from minigames.renamed.rules.events import (
    CardLaid,
    CardsDrawn,
    Dealt,
    Ended,
    Event,
    Foiled,
    HandDealt,
    Killed,
    Laid,
    Passed,
    Sent,
    Skipped,
    Taunted,
    TimedOut,
    TurnBegan,
)
from minigames.renamed.rules.names import TAUNTS, taunt

from .phrases import backs, capital, card_words, cards_words, points, title_of, whose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.values import Seat

ENDINGS: Final = {
    "target": "Someone reached the target.",
    "no-spies": "All thirty-six spies are gone.",
    "ran-dry": "The deck is empty, and no one can play.",
}


def say(event: Event, names: Sequence[str], me: Seat | None) -> str:
    """An event as who heard it reads it; "" for what another line says better."""
    match event:
        case TurnBegan():
            return _turn_began(event, names, me)
        case Sent():
            return _sent(event, names, me)
        case Taunted() | Passed() | Foiled() | Killed():
            return capital(_captive(event, names, me))
        case TimedOut(seat=seat):
            return f"{capital(whose(seat, names, me))} time is up."
        case Ended(ending=ending):
            return f"The match is over. {ENDINGS[ending]}"
        case _:
            return capital(_own_step(event, names, me))


def _own_step(
    event: Dealt | HandDealt | CardsDrawn | Laid | CardLaid | Skipped,
    names: Sequence[str],
    me: Seat | None,
) -> str:
    match event:
        case Dealt(table=table):
            return (
                f"{_does(table.dealer, 'deal', names, me)}; "
                f"{_does(table.turn, 'begin', names, me)}."
            )
        case HandDealt(cards=cards):
            return f"You are dealt {cards_words(cards)}."
        case CardsDrawn(cards=cards):
            return f"You draw {cards_words(cards)}."
        case Laid(seat=seat):
            return "" if seat == me else f"{_does(seat, 'lay', names, me)} a lair card face down."
        case CardLaid(card=card):
            return f"You lay {card_words(card)} face down."
        case Skipped(seat=seat, step=step):
            return f"{_does(seat, 'lay' if step == 'lay' else 'play', names, me)} nothing."
        case _:
            assert_never(event)


def _captive(
    event: Taunted | Passed | Foiled | Killed, names: Sequence[str], me: Seat | None
) -> str:
    match event:
        case Taunted(seat=seat, card=card, spy=spy):
            aloud = (
                taunt(card, spy)
                if spy is not None
                else TAUNTS[NUMBER[card]].format(spy="my dear spy")
            )
            return f"{_does(seat, 'taunt', names, me)} with {LETTER[card]}: “{aloud}”"
        case Passed(seat=seat):
            return f"{_does(seat, 'let', names, me)} the taunt pass."
        case Foiled(seat=seat, card=card):
            return (
                f"{_does(seat, 'foil', names, me)} it with {LETTER[card]}: the spy is free, "
                "and the lair is gone."
            )
        case Killed(seat=seat, spy=spy, points=scored):
            return f"{_does(seat, 'kill', names, me)} {title_of(spy)} for {points(scored)}."
        case _:
            assert_never(event)


def _does(seat: Seat, verb: str, names: Sequence[str], me: Seat | None) -> str:
    """You lay, Bo lays."""
    return f"you {verb}" if seat == me else f"{names[seat]} {verb}s"


def _turn_began(event: TurnBegan, names: Sequence[str], me: Seat | None) -> str:
    begins = f"{capital(whose(event.seat, names, me))} turn"
    if not event.spies and not event.others:
        return f"{begins}. There is no card to draw."
    return (
        f"{begins}." if event.seat == me else f"{begins}: {backs(event.spies, event.others)} drawn."
    )


def _sent(event: Sent, names: Sequence[str], me: Seat | None) -> str:
    if event.source is None:
        source = " from the deck"
    else:
        source = (
            "" if event.source == event.by else f" out of {whose(event.source, names, me)} hand"
        )
    what = (
        cards_words(event.cards)
        if len(event.cards) == 1
        else f"a team of {cards_words(event.cards)}"
    )
    values = " + ".join([str(VALUE[card]) for card in event.lair])
    size = f"{values} = {total(event.lair)}" if len(event.lair) > 1 else values
    into = (
        whose(event.into, names, me)
        if event.into != event.by
        else "your own"
        if event.into == me
        else "their own"
    )
    return (
        f"{capital(_does(event.by, 'play', names, me))} {what}{source} into {into} lair "
        f"({size}): {_result(event)}."
    )


def _result(event: Sent) -> str:
    if event.captured:
        return "captured"
    if len(event.cards) == 1 and IS_BOMB[event.cards[0]]:
        return "the lair blows up"
    return "the lair is blown up" if len(event.cards) > 1 else "it escapes, and the lair is gone"
