"""The menu of moves that differ in effect, and a move drawn at random.

Of lair cards and spies of one value, of bombs, and of doublers of one letter, one stands for all;
of teams, the cheapest into each lair. The judge allows the others too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import HOST, Seat

from .cards import FIRST_DOUBLER, FIRST_SPY, LETTER, SPY_BACK, VALUE
from .judging import cheapest_team, spies_of
from .moves import (
    FOIL,
    KILL,
    LAY,
    PASS,
    SEND,
    SEND_FROM,
    SEND_TOP,
    SKIP,
    TAUNT,
    TIME_UP,
    Move,
    SendTeam,
)
from .values import captive_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.dice import Dice

    from .cards import Cards
    from .values import Table, View


def menu(view: View) -> Sequence[Move]:
    """What is open to the view's seat; from HOST's view, calling time while anybody is asked. R12:
    there is always a plain answer.
    """
    table, own, seat = view.table, view.own, view.seat
    if own is None or seat is None:
        return (TIME_UP,) if seat == HOST and table.acting else ()
    if seat not in table.acting:
        return ()
    hand = own.hand
    if table.phase == "lay":
        return [
            SKIP,
            *[
                LAY[card]
                for card in {VALUE[card]: card for card in hand if card < FIRST_SPY}.values()
            ],
        ]
    if table.phase == "send":
        return _sends(table, seat, hand)
    return (
        [KILL, *_taunts(table, hand)]
        if table.phase == "capture"
        else [PASS, *_foils(table, hand)[:1]]
    )


def _sends(table: Table, seat: Seat, hand: Cards) -> list[Move]:
    moves: list[Move] = [SKIP]
    mine = {VALUE[card]: card for card in hand if SPY_BACK[card]}.values()
    sources = _sources(table, seat)
    for into in _lairs(table):
        send, send_from = SEND[into], SEND_FROM[into]
        moves += [send[card] for card in mine]
        moves += [send_from[source] for source in sources]
        if table.top == "spy":
            moves.append(SEND_TOP[into])
    return [*moves, *_teams(table, seat, hand)]


def _lairs(table: Table) -> list[int]:
    return [into for into, lair in enumerate(table.lairs) if lair.up or lair.down]


def _sources(table: Table, seat: Seat) -> list[int]:
    return [other for other, hand in enumerate(table.hands) if hand.spies and other != seat]


def _teams(table: Table, seat: Seat, hand: Cards) -> list[Move]:
    spies = spies_of(hand)
    teams = [
        (cheapest_team(spies, table.lairs[into].at_most), Seat(into))
        for into in _lairs(table)
        if into != seat
    ]
    return [SendTeam(cards=cards, into=into) for cards, into in teams if cards]


def _taunts(table: Table, hand: Cards) -> list[Move]:
    played = captive_in(table).letters
    letters = {LETTER[card]: card for card in hand if card >= FIRST_DOUBLER}
    return [TAUNT[card] for letter, card in letters.items() if letter and letter not in played]


def _foils(table: Table, hand: Cards) -> list[Move]:
    letter = LETTER[captive_in(table).doublers[-1]]
    return [FOIL[card] for card in hand if LETTER[card] == letter]


# --- one move, without writing the long menu ------------------------------------------------------


def draw(view: View, dice: Dice) -> Move:
    """A move of the menu, each as likely, but all teams together as likely as one card into one
    lair.
    """
    if (
        view.table.phase != "send"
        or view.own is None
        or view.seat is None
        or view.seat not in view.table.acting
    ):
        return dice.pick(menu(view))
    return _drawn_send(view.table, view.seat, view.own.hand, dice)


def _drawn_send(table: Table, seat: Seat, hand: Cards, dice: Dice) -> Move:
    lairs = _lairs(table)
    if not lairs:
        return SKIP
    mine, sources = (
        [*{VALUE[card]: card for card in hand if SPY_BACK[card]}.values()],
        _sources(table, seat),
    )
    each = len(mine) + len(sources) + (table.top == "spy")
    singles = each * len(lairs)
    at = dice.die(singles + 1 + (len(mine) > 1)) - 1
    if at >= singles:
        teams = _teams(table, seat, hand) if at > singles else ()
        return dice.pick(teams) if teams else SKIP
    into, at = lairs[at // each], at % each
    if at < len(mine):
        return SEND[into][mine[at]]
    at -= len(mine)
    return SEND_FROM[into][sources[at]] if at < len(sources) else SEND_TOP[into]
