"""Advice for a player's first match. Each piece of advice has two or three sentences."""

from __future__ import annotations

from minigames.renamed.rules import odds
from minigames.renamed.rules.cards import IS_LAIR, IS_SPY, LETTER, VALUE, Cards, total_value
from minigames.renamed.rules.values import View, captive_in

from .phrases import percent, points, title_of


def coach(view: View) -> str:
    """Return advice on the current step, based on what the seat knows.

    If it is not the seat's turn to choose, explain what is happening.
    """
    table, own_cards = view.table, view.own
    if own_cards is None or view.seat is None:
        return ""
    if not table.acting:
        return "That was the match. Step through it to see what the others held."
    if view.seat not in table.acting:
        return _waiting(view)
    match table.phase:
        case "lay":
            return _lay(own_cards.hand, first=not table.lairs[view.seat].stands)
        case "send":
            return _send(
                view,
                own_cards.hand,
                total_value(table.lairs[view.seat].up) + total_value(own_cards.down),
            )
        case "capture":
            return _capture(view)
        case _:
            return _foil(view, own_cards.hand)


def _waiting(view: View) -> str:
    if view.table.captive is not None:
        return (
            "A captive is dealt with right away, even in another player’s turn. Everyone is "
            "asked about a taunt in turn, with or without the letter, so being asked reveals "
            "nothing. Watch which letters are played. The deck has four of each."
        )
    return (
        "It is not your turn. You can be asked during other turns, when a spy lands in your lair "
        "or when someone taunts."
    )


def _lay(hand: Cards, *, first: bool) -> str:
    if not any(IS_LAIR[card] for card in hand):
        return (
            "You have drawn two cards and hold no lair card, so lay nothing. You are asked "
            "anyway so that no one learns what you hold."
        )
    if first:
        return (
            "A lair catches spies that are not larger than itself, and without a lair you cannot "
            "score. Lay your largest lair card. It stays face down, so the others have to guess."
        )
    return (
        "You can lay one lair card per turn. A larger lair catches better spies, but you lose it "
        "if a spy escapes or a taunt is foiled."
    )


def _send(view: View, hand: Cards, size: int) -> str:
    capturable = [card for card in hand if IS_SPY[card] and VALUE[card] <= size]
    if capturable:
        best = max(capturable, key=lambda card: VALUE[card])
        return (
            f"Play {title_of(best)} into your own lair: {VALUE[best]} is not more than {size}, so "
            "it is sure to be captured. Then you choose between a safe kill and a greedy taunt."
        )
    if any(lair.stands for lair in view.table.lairs):
        return (
            "Nothing in your hand is a sure catch. The table “If I play this there” has the "
            "odds. A bomb, or a spy too large for a rival’s lair, blows the lair up. An unseen "
            "card from the deck or another hand is a gamble. Ending the turn costs nothing."
        )
    return "There is no lair yet, so there is nowhere to play a spy. End your turn."


def _capture(view: View) -> str:
    captive = captive_in(view.table)
    kill, *taunts = odds.list_offers(view)
    if not taunts:
        return f"You have no new letter to taunt with. Kill: {points(captive.points)} are yours."
    best = max(taunts, key=lambda offer: offer.expected)
    verdict = "more" if best.expected > kill.expected else "not more"
    return (
        f"A kill always scores {points(captive.points)}. Taunting with {best.letter} has a "
        f"chance of at least {percent(best.safe)} and doubles that: {verdict} than the kill on "
        "average, and a foil also takes your lair. Another taunt may follow, with another letter."
    )


def _foil(view: View, hand: Cards) -> str:
    letter = LETTER[captive_in(view.table).doublers[-1]]
    if any(LETTER[card] == letter for card in hand):
        return (
            f"You hold {letter}. A foil frees the spy and destroys the lair, but costs you the "
            f"card. Pass only if you need the {letter} yourself."
        )
    return (
        f"You hold no {letter}, so pass. Everyone is asked in order, so no one can tell whether "
        "you could have foiled."
    )
