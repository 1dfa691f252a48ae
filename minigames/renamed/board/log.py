"""The lines of the log, which depend on the seat that reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from engine.values import Seat
from minigames.renamed.rules.cards import IS_BOMB, LETTER, NUMBER, VALUE, total_value
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
from minigames.renamed.rules.names import TAUNT_TEXTS, read_taunt

from .phrases import backs, capital, card_words, cards_words, points, possessive, title_of

ENDINGS: Final = {
    "target": "Someone reached the target.",
    "no-spies": "All thirty-six spies are gone.",
    "ran-dry": "The deck is empty, and no one can play.",
}


def say(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    """Return an event's line in the log, or "" if the line of another event covers it."""
    match event:
        case TurnBegan():
            return _turn_began(event, names, viewer)
        case Sent():
            return _sent(event, names, viewer)
        case Taunted() | Passed() | Foiled() | Killed():
            return capital(_captive(event, names, viewer))
        case TimedOut(seat=seat):
            return f"{capital(possessive(seat, names, viewer))} time is up."
        case Ended(ending=ending):
            return f"The match is over. {ENDINGS[ending]}"
        case _:
            return capital(_own_step(event, names, viewer))


def _own_step(
    event: Dealt | HandDealt | CardsDrawn | Laid | CardLaid | Skipped,
    names: Sequence[str],
    viewer: Seat | None,
) -> str:
    match event:
        case Dealt(table=table):
            return (
                f"{_clause(table.dealer, 'deal', names, viewer)}; "
                f"{_clause(table.turn, 'begin', names, viewer)}."
            )
        case HandDealt(cards=cards):
            return f"You are dealt {cards_words(cards)}."
        case CardsDrawn(cards=cards):
            return f"You draw {cards_words(cards)}."
        case Laid(seat=seat):
            return (
                ""
                if seat == viewer
                else f"{_clause(seat, 'lay', names, viewer)} a lair card face down."
            )
        case CardLaid(card=card):
            return f"You lay {card_words(card)} face down."
        case Skipped(seat=seat, step=step):
            return f"{_clause(seat, 'lay' if step == 'lay' else 'play', names, viewer)} nothing."
        case _:
            assert_never(event)


def _captive(
    event: Taunted | Passed | Foiled | Killed, names: Sequence[str], viewer: Seat | None
) -> str:
    match event:
        case Taunted(seat=seat, card=card, spy=spy):
            aloud = (
                read_taunt(card, spy)
                if spy is not None
                else TAUNT_TEXTS[NUMBER[card]].format(spy="my dear spy")
            )
            return f"{_clause(seat, 'taunt', names, viewer)} with {LETTER[card]}: “{aloud}”"
        case Passed(seat=seat):
            return f"{_clause(seat, 'let', names, viewer)} the taunt pass."
        case Foiled(seat=seat, card=card):
            return (
                f"{_clause(seat, 'foil', names, viewer)} it with {LETTER[card]}: the spy is free, "
                "and the lair is gone."
            )
        case Killed(seat=seat, spy=spy, points=scored):
            return f"{_clause(seat, 'kill', names, viewer)} {title_of(spy)} for {points(scored)}."
        case _:
            assert_never(event)


def _clause(seat: Seat, verb: str, names: Sequence[str], viewer: Seat | None) -> str:
    """Return a subject with its verb, such as "you lay" or "Bo lays"."""
    return f"you {verb}" if seat == viewer else f"{names[seat]} {verb}s"


def _turn_began(event: TurnBegan, names: Sequence[str], viewer: Seat | None) -> str:
    begins = f"{capital(possessive(event.seat, names, viewer))} turn"
    if not event.spies and not event.others:
        return f"{begins}. There is no card to draw."
    return (
        f"{begins}."
        if event.seat == viewer
        else f"{begins}: {backs(event.spies, event.others)} drawn."
    )


def _sent(event: Sent, names: Sequence[str], viewer: Seat | None) -> str:
    if event.source is None:
        source = " from the deck"
    else:
        source = (
            ""
            if event.source == event.by
            else f" out of {possessive(event.source, names, viewer)} hand"
        )
    cards_text = (
        cards_words(event.cards)
        if len(event.cards) == 1
        else f"a team of {cards_words(event.cards)}"
    )
    values = " + ".join([str(VALUE[card]) for card in event.lair])
    size = f"{values} = {total_value(event.lair)}" if len(event.lair) > 1 else values
    lair_text = (
        possessive(event.into, names, viewer)
        if event.into != event.by
        else "your own"
        if event.into == viewer
        else "their own"
    )
    return (
        f"{capital(_clause(event.by, 'play', names, viewer))} {cards_text}{source} "
        f"into {lair_text} lair ({size}): {_result(event)}."
    )


def _result(event: Sent) -> str:
    if event.captured:
        return "captured"
    if len(event.cards) == 1 and IS_BOMB[event.cards[0]]:
        return "the lair blows up"
    return "the lair is blown up" if len(event.cards) > 1 else "it escapes, and the lair is gone"
